"""The types of the contract as they are written, for whatever is made from them.

TypeScript, JSON Schema, the reference page and the check of what a game gives all read the same
definitions. They are taken from the source, so that names and docstrings stay with them.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULES: Final = ("words", "sheet", "printed", "seen", "asked", "reckoning", "told", "table")


@dataclass(frozen=True)
class Member:
    """A key of an object."""

    name: str
    kind: ast.expr
    is_required: bool
    doc: str


@dataclass(frozen=True)
class Definition:
    """A type: an object with its fields, or another name for a kind of value."""

    name: str
    module: str
    doc: str
    fields: tuple[Member, ...] = ()
    base: str = ""
    alias: ast.expr | None = None


@cache
def definitions() -> dict[str, Definition]:
    """Return every type of the contract by its name, in the order in which they are written."""
    found: dict[str, Definition] = {}
    for module in MODULES:
        for made in _read(module):
            found[made.name] = made
    return found


@cache
def fields_of(made: Definition) -> tuple[Member, ...]:
    """Return the fields of an object, those of what it is built on first."""
    above = fields_of(definitions()[made.base]) if made.base else ()
    return (*above, *made.fields)


@cache
def module_doc(module: str) -> str:
    """Return what a module of the contract says of itself."""
    return ast.get_docstring(_tree(module)) or ""


@cache
def _tree(module: str) -> ast.Module:
    source = resources.files("grognard.wire") / f"{module}.py"
    return ast.parse(source.read_text(encoding="utf-8"))


def _read(module: str) -> Iterator[Definition]:
    body = _tree(module).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef):
            base = next(name.id for name in node.bases if isinstance(name, ast.Name))
            doc = ast.get_docstring(node) or ""
            base = "" if base == "TypedDict" else base
            yield Definition(node.name, module, doc, tuple(_fields(node)), base)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            value = _unquoted(node.value)
            yield Definition(node.target.id, module, _text(after), alias=value)


def _fields(node: ast.ClassDef) -> Iterator[Member]:
    for part, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            kind, is_required = part.annotation, True
            if isinstance(kind, ast.Subscript) and _name(kind.value) == "NotRequired":
                kind, is_required = kind.slice, False
            yield Member(part.target.id, kind, is_required, _text(after))


def _text(node: ast.stmt | None) -> str:
    """Return the docstring that stands after a field."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return " ".join(str(node.value.value).split())
    return ""


def _unquoted(node: ast.expr | None) -> ast.expr:
    """Return an annotation; one that names itself is written as text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return ast.parse(node.value, mode="eval").body
    if node is None:
        raise TypeError("another name stands for something")
    return node


# The kinds of annotation there are


@dataclass(frozen=True)
class Named:
    """A type by its name: one of ours, or text, a number, true or false, nothing."""

    name: str


@dataclass(frozen=True)
class ListOf:
    """A list; of fixed length where `parts` has more than one."""

    parts: tuple[Kind, ...]


@dataclass(frozen=True)
class MapOf:
    """A mapping with text for its keys."""

    of: Kind


@dataclass(frozen=True)
class AnyOf:
    """One of several kinds."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True)
class OneOf:
    """One of several texts."""

    texts: tuple[str, ...]


Kind: TypeAlias = "Named | ListOf | MapOf | AnyOf | OneOf"


@cache
def kind_of(node: ast.expr) -> Kind:
    """Return what an annotation says."""
    if isinstance(node, ast.Name):
        return Named(node.id)
    if isinstance(node, ast.Constant) and node.value is None:
        return Named("None")
    if isinstance(node, ast.BinOp):
        left, right = kind_of(node.left), kind_of(node.right)
        return AnyOf((*(left.kinds if isinstance(left, AnyOf) else (left,)), right))
    if isinstance(node, ast.Subscript):
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        match _name(node.value):
            case "list":
                return ListOf((kind_of(inner[0]),))
            case "tuple":
                return ListOf(tuple(kind_of(part) for part in inner))
            case "dict":
                return MapOf(kind_of(inner[1]))
            case "Literal":
                return OneOf(tuple(str(ast.literal_eval(part)) for part in inner))
    raise TypeError(f"the contract has no kind of value written {ast.unparse(node)}")


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""
