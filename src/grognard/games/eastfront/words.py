"""The words and colours of an East Front game: texts, names by language, the look of sides."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile
from grognard.engine.texts import LANGUAGES, Texts
from grognard.games.eastfront.counters import Side
from grognard.kit import words as kit
from grognard.kit.printed import Captions
from grognard.kit.words import Palette
from grognard.kit.words import names as names

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.engine.hexmap import Hex
    from grognard.games.eastfront.ground import Ground
    from grognard.games.eastfront.printed import Piece, Scenario
    from grognard.wire import Band, Colours, Names

HERE: Final = Path(__file__).parent
SIDE_IDS: Final = ("german", "soviet")


@cache
def board_texts() -> Texts:
    """Return the sentences of the board."""
    return Texts(HERE / "data" / "board_texts.toml")


@cache
def texts() -> Texts:
    """Return the sentences of the game: sides, phases, log, questions."""
    return Texts(HERE / "data" / "texts.toml")


@cache
def idea_texts() -> Texts:
    """Return the sentences of the opponents."""
    return Texts(HERE / "luga" / "opponents_texts.toml")


@cache
def palette() -> Palette:
    """Return the colours of the board."""
    return Palette(HERE / "data" / "colours.toml")


@cache
def _places() -> tuple[dict[str, str], dict[str, str]]:
    """Return French names of places, and what formations are called on counters."""
    root = TomlFile(HERE / "luga" / "places.toml").root
    sections = root.section("names"), root.section("formations")
    found = tuple({key: section.text(key) for key in section} for section in sections)
    root.finish()
    return found[0], found[1]


# Sides


@cache
def captions() -> Captions:
    """Return the names of what is printed beside the map."""
    return Captions(texts(), board_texts(), SIDE_IDS)


def side_id(side: int) -> str:
    """Return the id of a side."""
    return SIDE_IDS[side]


def side_name(side: int, lang: str) -> str:
    """Return the name of a side."""
    return texts().say(f"side.{side_id(side)}", lang)


def side_colours(side: Side) -> Colours:
    """Return how a side is drawn."""
    return palette().side(side_id(side))


# Counters


def called(piece: Piece, lang: str) -> str:
    """Return the name of a counter."""
    return piece.name_fr if lang == "fr" else piece.name


def piece_names(
    scenario: Scenario, pieces: Iterable[int], lang: str, hidden: Iterable[int] = ()
) -> str:
    """Return the names of counters; of hidden ones only their number."""
    unseen = set(hidden)
    shown = [called(scenario.pieces[piece], lang) for piece in pieces if piece not in unseen]
    return kit.counters_listed(texts(), shown, len(unseen), lang)


def listed(words: list[str], lang: str) -> str:
    """Return words as a list in a sentence."""
    return kit.listed(texts(), words, lang)


def nation_of(piece: Piece) -> str:
    """1.2 - whose colours a counter has."""
    if piece.side is Side.GERMAN:
        return "ss" if piece.formation.startswith("SS ") else "heer"
    if "nkvd" in piece.special:
        return "nkvd"
    if "coastal" in piece.special or piece.formation == "Baltic Fleet":
        return "fleet"
    return "militia" if "militia" in piece.special else "rkka"


def band_of(piece: Piece) -> Band | None:
    """1.2 - the yellow band of a unit without a zone of control."""
    return None if piece.has_zone else palette().band("no_zone", "")


def formation(name: str) -> str:
    """Return a formation as its counters have it."""
    return _places()[1].get(name, name)


# Places


def french_places() -> dict[str, str]:
    """Return what the map says, in French, by the English."""
    return _places()[0]


def place(name: str, lang: str) -> str:
    """Return a name of the map as a language writes it."""
    return _places()[0].get(name, name) if lang == "fr" else name


def place_names(name: str) -> Names:
    """Return a name of the map in every language."""
    return {lang: place(name, lang) for lang in LANGUAGES}


def hex_name(ground: Ground, hex_: Hex, lang: str) -> str:
    """Return a hex as people call it: its number, and the place in it."""
    number, name = ground.map.name(hex_), ground.names.get(hex_)
    return f"{number} {place(name, lang)}" if name else number


def hex_names(ground: Ground, hexes: Iterable[Hex], lang: str) -> str:
    """Return hexes as a list in a sentence."""
    return listed([hex_name(ground, hex_, lang) for hex_ in hexes], lang)


# Figures


def counted(key: str, number: int, lang: str, **facts: object) -> str:
    """Return a sentence of the board in the singular or the plural."""
    if number == 1 and f"{key}.one" in board_texts():
        key = f"{key}.one"
    return board_texts().say(key, lang, number=number, **facts)


def number_of(key: str, number: int, lang: str) -> str:
    """Return how many of something there are: ``1 hex``, ``2 hexes``, ``-1 point``."""
    key = f"{key}.one" if abs(number) == 1 else key
    return texts().say(key, lang, number=number)


def half_points(cost: int) -> str:
    """10.1 - half points as people write points: ``2½``."""
    whole, half = divmod(cost, 2)
    return f"{whole if whole or not half else ''}{'½' if half else ''}"


# Rules

CITED: Final = (
    ("EF-11.4g", "11.4.2"),
    *((f"EF-11.4{letter}", "11.4.3") for letter in "abcdef"),
    ("EF-EX", "11.4.3"),
    ("EF-11.4", "11.4.1"),
    ("EF-12", "12.1"),
    ("EF-14", "14.3"),
    ("EF-15.6", "15.6"),
    ("EF-15.7", "15.7"),
    ("EF-15", "15.1"),
    ("EF-16.3", "16.3"),
    ("EF-16.6.6", "16.6.6"),
    ("EF-16.6", "16.6"),
    ("EF-16", "16.1"),
    ("EF-21", "21"),
    ("EF-AA", "16.3"),
    ("EF-CA", "15.6.7"),
    ("EF-PDI", "15.6.8"),
)
"""How the charts' clauses begin, and the rule of the book that holds them; the first that fits."""


@cache
def cited(rule: str) -> str:
    """Return a clause of the charts as the number of the players' book."""
    return next((number for start, number in CITED if rule.startswith(start)), rule)
