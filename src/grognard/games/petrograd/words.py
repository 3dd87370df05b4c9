"""The words and colours of the board: texts, names by language, the look of sides and nations."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.engine.datafile import TomlFile
from grognard.engine.texts import LANGUAGES, Texts

if TYPE_CHECKING:
    from grognard.games.petrograd.printed import Side
    from grognard.wire import Colours, Names

SIDE_IDS = ("white", "red")


def _data(name: str) -> Path:
    return Path(str(resources.files(__package__))) / "data" / name


@cache
def board_texts() -> Texts:
    """Return the sentences of the board."""
    return Texts(_data("board_texts.toml"))


@cache
def log_texts() -> Texts:
    """Return the sentences of the game."""
    return Texts(_data("texts.toml"))


def names(texts: Texts, key: str, **facts: object) -> Names:
    """Return a text in every language."""
    return {lang: texts.say(key, lang, **facts) for lang in LANGUAGES}


def side_id(side: Side) -> str:
    """Return the id of a side."""
    return SIDE_IDS[side]


@cache
def _colours() -> dict[str, dict[str, list[str]]]:
    return TomlFile(_data("colours.toml")).data


def nation_colours(nation: str) -> Colours:
    """Return how the counters of a nation are drawn."""
    face, edge, strong, ink = _colours()["nations"][nation]
    return {"face": face, "edge": edge, "strong": strong, "ink": ink}


def side_colours(side: Side) -> Colours:
    """Return how a side is drawn: in the colours of its first nation."""
    return nation_colours(str(_colours()["sides"][side_id(side)]))
