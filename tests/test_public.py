"""What `grognard` gives by name is there, is quick to import, and stands in the reference."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import grognard
from reference import PAGE, page

SOURCE = Path(grognard.__file__)


def test_the_reference_is_what_the_code_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: make reference"


def test_every_public_name_is_there_once_and_known_to_the_type_checker() -> None:
    rooms = {
        (f"grognard.{room}", name)
        for room, names in grognard.ROOMS.items()
        for name in names.split()
    }
    assert sorted(name for _, name in rooms) == sorted(grognard.__all__)
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    [block] = [node for node in tree.body if isinstance(node, ast.If)]
    typed = {
        (node.module, alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert typed == rooms
    for name in grognard.__all__:
        assert getattr(grognard, name) is not None
    assert set(grognard.__all__) <= set(dir(grognard))


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="grognard has no 'Gome'"):
        _ = grognard.Gome


def test_importing_the_package_imports_nothing_of_it() -> None:
    asked = "import sys, grognard; print([name for name in sys.modules if 'grognard.' in name])"
    told = subprocess.run(
        [sys.executable, "-c", asked],
        env={"PYTHONPATH": str(SOURCE.parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "[]"
