"""The page `docs/reference.md`, made from the public names: ``make reference``.

Public are the names that `grognard` gives, and what the rooms of `grognard.kit` define without an
underscore. What a name is for is the first paragraph of its docstring.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grognard
from grognard import kit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

PAGE = Path(__file__).parent.parent / "docs" / "reference.md"

OPENING = """\
# Reference

The public names, each with what it says of itself in a line; the code has the rest. This page is
made from the code: after a change run `make reference`. How they go together:
[add a game](add-a-game.md), [the kit](kit.md), [opponents](bots.md), [odds](odds.md). The types of
what leaves a game, `grognard.wire`, have a page of their own, [wire](wire.md).
"""


def page() -> str:
    """Return the whole page."""
    lines = [OPENING, "## `from grognard import ...`", ""]
    for room, names in grognard.ROOMS.items():
        lines += section(import_module(f"grognard.{room}"), names.split())
    lines += ["## `grognard.kit`", ""]
    for module in rooms(kit):
        lines += section(module, [name for name in vars(module) if is_public(module, name)])
    return "\n".join(lines).rstrip() + "\n"


def rooms(package: ModuleType) -> Iterator[ModuleType]:
    """Yield the modules of a package, and of those in it, by name."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.ispkg:
            yield import_module(found.name)


def is_public(module: ModuleType, name: str) -> bool:
    """Whether a class or function is a module's own, for others to use."""
    value = vars(module)[name]
    is_defined = inspect.isclass(value) or inspect.isfunction(value)
    return is_defined and not name.startswith("_") and value.__module__ == module.__name__


def section(module: ModuleType, names: list[str]) -> list[str]:
    """Return the names of one module."""
    title = module.__name__.removeprefix("grognard.")
    lines = [f"### {title}", "", opening(module.__doc__), "", "| name | what it is |", "|---|---|"]
    for name in names:
        lines.append(f"| `{name}{parameters(vars(module)[name])}` | {said(module, name)} |")
        lines += [
            f"| `  .{method}{parameters(value)}` | {cell(opening(value.__doc__))} |"
            for method, value in methods(vars(module)[name])
        ]
    return [*lines, ""]


def methods(value: object) -> list[tuple[str, Any]]:
    """Return the documented methods that a class itself defines; none of an inner one's."""
    if not inspect.isclass(value) or value.__name__ not in ("Game", "Question", "State", "Adviser"):
        return []
    own = ((name, one) for name, one in vars(value).items() if not name.startswith("_"))
    return [(name, one) for name, one in own if inspect.isfunction(one) and one.__doc__]


def parameters(value: object) -> str:
    """Return the names of what a function takes; nothing of a class or a constant."""
    if not inspect.isfunction(value):
        return ""
    taken = [name for name in inspect.signature(value).parameters if name != "self"]
    return f"({', '.join(taken)})"


def said(module: ModuleType, name: str) -> str:
    """Return what a name says of itself: its docstring, or the words beneath a constant."""
    value = vars(module)[name]
    if getattr(value, "__module__", "") == module.__name__ and hasattr(value, "__doc__"):
        return cell(opening(value.__doc__))
    source = inspect.getsource(module)
    elsewhere = re.search(rf"^from (\S+) import {name} as {name}$", source, re.MULTILINE)
    if elsewhere:
        return said(import_module(elsewhere.group(1)), name)
    found = re.search(rf'^{name}\b[^\n]*= [^\n]*\n"""(.*?)"""', source, re.DOTALL | re.MULTILINE)
    assert found, f"{module.__name__}.{name} says nothing of itself"
    return cell(opening(found.group(1)))


def opening(text: str | None) -> str:
    """Return the first paragraph of a docstring on one line."""
    return " ".join((text or "").strip().partition("\n\n")[0].split())


def cell(text: str) -> str:
    """Return a text as it may stand in a table."""
    return text.replace("|", "\\|").replace("``", "`")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
