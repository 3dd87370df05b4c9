"""The words and colours of the board: texts, names by language, the look of sides and bands."""

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
    from grognard.games.bautzen.printed import Side
    from grognard.wire import Band, Colours


def _data(name: str) -> Path:
    return Path(str(resources.files(__package__))) / "data" / name


class CounterTexts(Texts):
    """Sentences that name counters: their headquarters are QG in print, and HQ in English."""

    def say(self, key: str, lang: str, **facts: object) -> str:
        """Return a sentence with its facts filled in."""
        said = super().say(key, lang, **facts)
        return said.replace(PRINTED_HQ, ENGLISH_HQ) if lang == "en" else said


PRINTED_HQ, ENGLISH_HQ = "QG/", "HQ/"


def as_printed(name: str) -> str:
    """Return the name of a counter as print has it, where it is written in English."""
    return name.replace(ENGLISH_HQ, PRINTED_HQ)


@cache
def board_texts() -> Texts:
    """Return the sentences of the board."""
    return CounterTexts(_data("board_texts.toml"))


@cache
def log_texts() -> Texts:
    """Return the sentences of the game."""
    return CounterTexts(_data("texts.toml"))


@cache
def captions() -> Captions:
    """Return the names of what is printed beside the map."""
    return Captions(log_texts(), board_texts(), SIDE_IDS)


def side_id(side: Side) -> str:
    """Return the id of a side."""
    return SIDE_IDS[side]


SIDE_IDS = ("german", "allied")


@cache
def palette() -> Palette:
    """Return the colours of the board."""
    return Palette(_data("colours.toml"))


def nations() -> list[str]:
    """Return the nations that have colours."""
    return palette().nations()


def nation_colours(nation: str) -> Colours:
    """Return how the counters of a nation are drawn."""
    return palette().nation(nation)


def side_colours(side: Side) -> Colours:
    """Return how a side is drawn: in the colours of its first nation."""
    return palette().side(side_id(side))


def band(colour: str, ink: str) -> Band | None:
    """Return the band of a formation."""
    return palette().band(colour, ink)
