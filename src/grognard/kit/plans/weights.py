"""Levels and the weights of their styles, read from a text file that anybody may vary.

A style is a frozen dataclass of numbers, and of smaller such classes or tuples of numbers. The file
gives every weight of every style, so that each can be varied by its place in the file.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

from grognard.engine.texts import LANGUAGES
from grognard.engine.thinking import Level

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.engine.datafile import Section

WeightsT = TypeVar("WeightsT")


def read_level(section: Section) -> Level:
    """Return the level of a table ``[[level]]``."""
    return Level(
        section.text("id"),
        _words(section.section("names")),
        _words(section.section("says")),
        searches=section.flag("searches"),
        seconds=section.real("seconds", least=0.0),
        is_usual=section.flag("is_usual"),
        gives_hints=section.flag("gives_hints"),
    )


def _words(section: Section) -> dict[str, str]:
    words = {lang: section.text(lang) for lang in LANGUAGES}
    section.finish()
    return words


def read_weights(section: Section, kind: type[WeightsT]) -> WeightsT:
    """Return the weights of a table: one number for every field of a class, and no others."""
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else list(hints)
    found: dict[str, Any] = {}
    for name in names:
        if hints[name] is int:
            found[name] = section.number(name, least=0)
        elif hints[name] is float:
            found[name] = section.real(name)
        else:
            found[name] = read_weights(section.section(name), hints[name])
    section.finish()
    return kind(**found)


def read_factors(section: Section, kind: type[Any]) -> dict[str, float]:
    """Return by how much some weights of a style are multiplied: another way to see things."""
    known = {field.name for field in fields(kind)}
    for name in section:
        if name not in known:
            section.refuse(f"a style has no weight {name}", name)
    return {name: section.real(name) for name in section}


def scaled(weights: WeightsT, factors: Mapping[str, float]) -> WeightsT:
    """Return weights of which some are multiplied."""
    changed = {name: factor * getattr(weights, name) for name, factor in factors.items()}
    return replace(weights, **changed)  # type: ignore[type-var]
