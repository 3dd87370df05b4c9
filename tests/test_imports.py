"""Imports point one way: games to kit and engine, programs to all, never back or across.

Rules take the die as an argument and never read a clock, a file or a socket, so engine and games
use the standard library only, and of that the rules use none that touches the world outside.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
PACKAGE = SOURCE / "grognard"
ENGINE = sorted((PACKAGE / "engine").rglob("*.py"))
KIT = sorted((PACKAGE / "kit").rglob("*.py"))
GAMES = sorted((PACKAGE / "games").rglob("*.py"))
RULES = [file for file in GAMES if not file.name.startswith("load")]
OUTSIDE = {
    *("asyncio", "datetime", "http", "io", "logging", "multiprocessing", "os", "random"),
    *("secrets", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys", "tempfile"),
    *("threading", "time", "urllib", "uuid"),
}
"""Modules by which a rule could reach a clock, a die of its own, a file or another machine."""
WORLD = {"print", "input", "open", "exec", "eval"}


def name_of(file: Path) -> str:
    """Return the module that a file holds."""
    return ".".join(file.relative_to(SOURCE).with_suffix("").parts)


def hints(tree: ast.Module) -> set[ast.AST]:
    """Return what stands under ``if TYPE_CHECKING``: names for the type checker alone."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.If)
            and isinstance(node.test, ast.Name)
            and node.test.id == "TYPE_CHECKING"
        ):
            for statement in node.body:
                found.update(ast.walk(statement))
    return found


def imports(file: Path, *, running: bool = False) -> set[str]:
    """Return the modules that a file imports; `running` leaves out those of type hints."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    skipped = hints(tree) if running else set()
    found: set[str] = set()
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}: a relative import hides where it points"
            module = node.module or ""
            found.add(module)
            found.update(f"{module}.{alias.name}" for alias in node.names)
    return found


def of_the_house(file: Path) -> set[str]:
    """Return what a file imports from this project."""
    return {module for module in imports(file) if module.split(".")[0] == "grognard"}


def test_there_is_something_to_hold() -> None:
    assert len(ENGINE) > 10
    assert len(KIT) > 5
    assert {file.parent.name for file in GAMES} >= {"bautzen", "petrograd"}


@pytest.mark.parametrize("file", ENGINE, ids=name_of)
def test_the_engine_imports_nothing_above_it(file: Path) -> None:
    strangers = {name for name in of_the_house(file) if name != "grognard"}
    assert all(f"{name}.".startswith("grognard.engine.") for name in strangers)


@pytest.mark.parametrize("file", KIT, ids=name_of)
def test_the_kit_imports_the_engine_and_itself(file: Path) -> None:
    for name in of_the_house(file) - {"grognard"}:
        assert f"{name}.".startswith(("grognard.engine.", "grognard.kit.")), name


@pytest.mark.parametrize("file", GAMES, ids=name_of)
def test_a_game_imports_the_engine_the_kit_and_itself_and_no_other_game(file: Path) -> None:
    own = ".".join(name_of(file).split(".")[:3]) + "."
    for name in of_the_house(file) - {"grognard", "grognard.games"}:
        assert f"{name}.".startswith(("grognard.engine.", "grognard.kit.", own)), name


@pytest.mark.parametrize("file", [*ENGINE, *KIT, *GAMES], ids=name_of)
def test_engine_and_games_use_the_standard_library_only(file: Path) -> None:
    roots = {name.split(".")[0] for name in imports(file)}
    assert roots <= {*sys.stdlib_module_names, "grognard"}


@pytest.mark.parametrize("file", RULES, ids=name_of)
def test_a_rule_reaches_no_clock_no_die_and_no_file(file: Path) -> None:
    roots = {name.split(".")[0] for name in imports(file, running=True)}
    assert not roots & OUTSIDE
    called = {
        node.func.id
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & WORLD


@pytest.mark.parametrize("file", [f for f in GAMES if f not in RULES], ids=name_of)
def test_a_loader_reads_files_through_the_engine(file: Path) -> None:
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name)
    }
    assert not called & {"open", "read_text", "read_bytes", "write_text", "print", "input"}
