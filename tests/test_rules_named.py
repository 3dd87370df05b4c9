"""Every rule number of a game's rulebook is named by a test that meets it.

A test names the rules that it meets at the head of its docstring: ``8.2.6, PG-6e - a stack ...``.
Tests beneath ``tests/games/<game>`` count for that game, those beneath ``eastfront`` for ``luga``.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from grognard.engine.registry import game

TESTS = Path(__file__).parent
HELD = ("petrograd", "luga")
"""The games whose whole book is met by tests."""
HOMES = {"luga": "eastfront"}
"""Where the tests of a game lie, if not under its own name."""
NUMBER = re.compile(r"(?<![\w.-])(?:PG-)?\d[\w.]*")


@cache
def named(name: str) -> frozenset[str]:
    """Return the rule numbers that the tests of a game name."""
    found: set[str] = set()
    for file in sorted((TESTS / "games" / HOMES.get(name, name)).glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                head, dash, _ = (ast.get_docstring(node) or "").partition(" - ")
                found.update(NUMBER.findall(head) if dash else ())
    return frozenset(found)


@pytest.mark.parametrize(
    ("name", "number"),
    [(name, entry.number) for name in HELD for entry in game(name).rulebook().entries],
)
def test_every_rule_is_named_by_a_test(name: str, number: str) -> None:
    assert number in named(name), f"no test of {name} names rule {number}"


@pytest.mark.parametrize("name", HELD)
def test_tests_name_only_rules_of_the_book(name: str) -> None:
    known = {entry.number for entry in game(name).rulebook().entries}
    assert named(name) <= known | {number.rpartition(".")[0] for number in known}
