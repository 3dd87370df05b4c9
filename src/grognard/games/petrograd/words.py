"""The words and colours of the board: texts, names by language, the look of sides and nations."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.engine.texts import Texts
from grognard.kit.printed import Captions
from grognard.kit.words import Palette
from grognard.kit.words import names as names

if TYPE_CHECKING:
    from grognard.games.petrograd.printed import Side
    from grognard.wire import Colours

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


@cache
def idea_texts() -> Texts:
    """Return the sentences of the opponents."""
    return Texts(_data("opponents_texts.toml"))


@cache
def captions() -> Captions:
    """Return the names of what is printed beside the map."""
    return Captions(log_texts(), board_texts(), SIDE_IDS)


def side_id(side: Side) -> str:
    """Return the id of a side."""
    return SIDE_IDS[side]


@cache
def palette() -> Palette:
    """Return the colours of the board."""
    return Palette(_data("colours.toml"))


def side_colours(side: Side) -> Colours:
    """Return how a side is drawn: in the colours of its first nation."""
    return palette().side(side_id(side))
