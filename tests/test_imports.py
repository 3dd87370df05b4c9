"""Imports point one way: games -> kit -> engine -> wire, programs to those, never back or across.

Rules take the die as an argument and never read a clock, a file or a socket, so wire, engine, kit
and games use the standard library only, and of that they use none that touches the world outside.
Nothing but the registry knows where a game stands, and it names them only when asked.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "grognard"
BELOW = {"engine", "wire"}
ARROWS: dict[str, set[str]] = {
    "wire": set(),
    "engine": {"wire"},
    "kit": BELOW,
    "games": BELOW | {"kit"},
    "bots": BELOW,
    "lab": BELOW | {"bots"},
    "env": BELOW | {"bots"},
    "server": BELOW | {"bots"},
    "commands": BELOW | {"bots", "lab", "env"},
    "cli": {"commands"},
    "__main__": {"cli"},
    "__init__": BELOW | {"kit", "bots"},
}
"""What each package, or module beside them, may import besides itself; those to come as well."""
JOINTS = {
    ("server.command", "commands.shared"),  # `grognard serve` is a command too
    ("cli", "server.command"),
    ("lab.cluster", "__init__"),  # Ray is sent the package itself
}
"""Single modules that may import single others."""
FILES = sorted(PACKAGE.rglob("*.py"))
OF_RULES = {"wire", "engine", "kit", "games"}
PURE = [file for file in FILES if file.relative_to(PACKAGE).parts[0] in OF_RULES]
GAMES = [file for file in PURE if file.relative_to(PACKAGE).parts[0] in {"kit", "games"}]
RULES = [file for file in GAMES if not file.name.startswith("load")]
BUILDERS = [ROOT / "hatch_build.py", ROOT / "web" / "build.py"]
WRITES_CODE = {"grognard.kit.counters"}
"""What makes the copy of a state from its declared facts, as fast as if written by hand."""
REGISTRY = PACKAGE / "engine" / "registry.py"
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


def places(file: Path) -> set[str]:
    """Return the places in this project that a file imports from, as ``package.module``."""
    found = set()
    for name in imports(file):
        root, _, rest = name.partition(".")
        if root == "grognard" and (place := place_of(rest)):
            found.add(place)
    return found


def place_of(dotted: str) -> str:
    """Return the module or package that a dotted name under grognard names, or nothing.

    >>> place_of("engine.game.Question"), place_of("")
    ('engine.game', '__init__')
    """
    parts = dotted.split(".") if dotted else []
    while parts:
        path = PACKAGE.joinpath(*parts)
        if path.is_dir() or path.with_suffix(".py").exists():
            return ".".join(parts)
        parts.pop()
    return "" if dotted else "__init__"


def allowed(origin: str, place: str) -> bool:
    """Whether a module may import from a place."""
    here, there = origin.split("."), place.split(".")
    if (origin, place) in JOINTS:
        return True
    if here[0] == there[0]:
        return here[0] != "games" or len(there) == 1 or here[1:2] == there[1:2]
    return there[0] in ARROWS[here[0]]


def origin_of(file: Path) -> str:
    """Return a file as ``package.module``."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def test_there_is_something_to_hold() -> None:
    packages = {file.relative_to(PACKAGE).parts[0] for file in FILES}
    assert packages >= {"engine", "games", "bots", "lab", "server", "commands", "cli.py"}
    assert {file.parent.name for file in GAMES} >= {"bautzen", "petrograd", "eastfront"}
    assert all(file.exists() for file in [*BUILDERS, REGISTRY])


@pytest.mark.parametrize(
    ("origin", "place", "may"),
    [
        ("games.bautzen.combat", "kit.tables", True),
        ("games.bautzen.combat", "games.bautzen.state", True),
        ("games.bautzen.combat", "games.petrograd.combat", False),
        ("games.bautzen.combat", "bots.levels", False),
        ("kit.tables", "games.bautzen", False),
        ("kit.tables", "engine.odds", True),
        ("engine.registry", "games.bautzen.game", False),
        ("engine.game", "kit.tables", False),
        ("engine.view", "wire.seen", True),
        ("wire.seen", "engine.view", False),
        ("bots.levels", "lab.players", False),
        ("bots.levels", "games.bautzen.ai.adviser", False),
        ("lab.jobs", "commands.shared", False),
        ("server.http", "commands.shared", False),
        ("server.table", "lab.jobs", False),
        ("commands.play", "server.table", False),
        ("commands.inspect", "games.bautzen.load", False),
        ("cli", "server.http", False),
    ],
)
def test_the_arrows_say_what_is_meant(origin: str, place: str, may: bool) -> None:
    assert allowed(origin, place) is may


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_every_import_follows_an_arrow(file: Path) -> None:
    origin = origin_of(file)
    assert origin.split(".")[0] in ARROWS, "a new package says in ARROWS what it may import"
    assert not {place for place in places(file) if not allowed(origin, place)}


@pytest.mark.parametrize("file", [f for f in FILES if f not in GAMES], ids=name_of)
def test_nothing_but_the_registry_says_where_a_game_stands(file: Path) -> None:
    named = [
        node.value
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and "grognard.games." in node.value
    ]
    assert file == REGISTRY or not named


@pytest.mark.parametrize("file", PURE, ids=name_of)
def test_wire_engine_kit_and_games_use_the_standard_library_only(file: Path) -> None:
    roots = {name.split(".")[0] for name in imports(file)}
    assert roots <= {*sys.stdlib_module_names, "grognard"}


@pytest.mark.parametrize("file", BUILDERS, ids=lambda file: file.name)
def test_what_builds_the_package_does_not_need_it(file: Path) -> None:
    roots = {name.split(".")[0] for name in imports(file)}
    assert roots <= {*sys.stdlib_module_names, "hatchling", "build"}


@pytest.mark.parametrize("file", RULES, ids=name_of)
def test_a_rule_reaches_no_clock_no_die_and_no_file(file: Path) -> None:
    roots = {name.split(".")[0] for name in imports(file, running=True)}
    assert not roots & OUTSIDE
    called = {
        node.func.id
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    if name_of(file) in WRITES_CODE:
        called.discard("exec")
    assert not called & WORLD


@pytest.mark.parametrize("file", [f for f in GAMES if f not in RULES], ids=name_of)
def test_a_loader_reads_files_through_the_engine(file: Path) -> None:
    calls = [
        node.func
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]
    methods = {call.attr for call in calls if isinstance(call, ast.Attribute)}
    functions = {call.id for call in calls if isinstance(call, ast.Name)}
    assert not methods & {"open", "read_text", "read_bytes", "write_text"}
    assert not functions & {"open", "print", "input"}
