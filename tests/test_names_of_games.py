"""Nothing outside games/ names a game in its code, but for the list of those there are."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grognard.engine.registry import BUILT_IN

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parents[1] / "src" / "grognard"
FLOORS = ("wire", "engine", "kit", "bots", "lab", "server", "commands")
NAMES = re.compile(rf"\b({'|'.join((*BUILT_IN, 'eastfront'))})\b", re.IGNORECASE)
LIST = PACKAGE / "engine" / "registry.py"


def spoken(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts and names of a module that stand in its code, documentation left out."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or ""


@pytest.mark.parametrize("floor", FLOORS)
def test_no_code_outside_games_names_a_game(floor: str) -> None:
    found = [
        f"{file.name}:{line}: {text}"
        for file in sorted((PACKAGE / floor).rglob("*.py"))
        for line, text in spoken(file)
        if file != LIST and NAMES.search(re.sub(r"grognard [a-z]+ .*", "", text))
    ]
    assert found == []
