"""Empty values to begin with: a small game fills in what it has and leaves the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from grognard.wire.printed import Mark, NounKind, Piece, Printed, PrintedSide, Track
    from grognard.wire.reckoning import Reckoning
    from grognard.wire.seen import Seen
    from grognard.wire.sheet import Kind, PrintedHex, Sheet
    from grognard.wire.words import Colours, Names

COLOURS: Final[tuple[Colours, ...]] = (
    {"face": "#a9b0a4", "edge": "#5c6359", "strong": "#3d4a4f", "ink": "#15191a"},
    {"face": "#d8b98a", "edge": "#8a6636", "strong": "#a3281e", "ink": "#24150a"},
    {"face": "#9db7cf", "edge": "#4f6b86", "strong": "#2d5f93", "ink": "#0f1a26"},
    {"face": "#e9e3d2", "edge": "#8d7f68", "strong": "#b3262e", "ink": "#231512"},
)
"""Colours for sides and nations that have none of their own."""

CLEAR: Final[Kind] = {
    "id": "clear",
    "names": {"en": "clear", "fr": "dégagé"},
    "drawn": "clear",
}


def sides(
    seats: Iterable[str], names: Mapping[str, Names] | None = None, colours: Sequence[int] = ()
) -> list[PrintedSide]:
    """Return the sides of a game; without words of their own they are called by their ids.

    `colours` are places in `COLOURS`: grey, red, blue, white.
    """
    shown = [*colours, *range(len(colours), len(COLOURS))]
    return [
        {
            "seat": seat,
            "id": side,
            "names": (names or {}).get(side, {"en": side}),
            "colours": COLOURS[shown[seat % len(COLOURS)]],
        }
        for seat, side in enumerate(seats)
    ]


def printed(
    game: str,
    scenario: str,
    titles: Mapping[str, str],
    seats: Sequence[str],
    verbs: Mapping[str, NounKind],
    words: Mapping[str, Sequence[str]] | None = None,
) -> Printed:
    """Return what is printed of a game of which nothing but names is known."""
    return {
        "game": game,
        "scenario": scenario,
        "titles": dict(titles),
        "sides": sides(seats),
        "nations": [],
        "turns": [],
        "first": None,
        "segments": [],
        "verbs": dict(verbs),
        "words": {verb: list(known) for verb, known in (words or {}).items()},
        "map": None,
        "pieces": [],
        "formations": [],
        "tables": [],
        "tracks": [],
        "pools": [],
        "marks": [],
        "markers": [],
        "areas": [],
        "setups": [],
        "victory": {"title": {}, "conditions": [], "levels": []},
        "options": [],
    }


def sheet(title: str, columns: int, rows: int, hexes: Iterable[tuple[int, str]]) -> Sheet:
    """Return a map of clear hexes, each given by its index and its printed number."""
    return {
        "title": title,
        "scale": "",
        "credit": "",
        "notes": [],
        "columns": columns,
        "rows": rows,
        "orientation": "flat",
        "offset": "even_down",
        "terrains": [CLEAR],
        "settlements": [],
        "lines": [],
        "hexes": [hex_(index, number) for index, number in hexes],
        "sides": [],
        "links": [],
        "bridges": [],
        "exits": [],
        "apart": [],
        "labels": [],
    }


def hex_(index: int, number: str) -> PrintedHex:
    """Return a clear hex."""
    return {
        "index": index,
        "id": number,
        "column": int(number[:2]),
        "row": int(number[2:]),
        "terrain": ["clear"],
        "settlement": None,
        "name": None,
        "height": None,
        "sources": [],
        "objective": None,
        "points": None,
        "fort": None,
    }


def piece(index: int, name: str, side: str | None, symbol: str, text: str = "") -> Piece:
    """Return a counter of one step; `text` is what is printed on its face."""
    return {
        "index": index,
        "id": name,
        "names": {"en": name},
        "side": side,
        "nation": None,
        "formation": None,
        "kind": symbol,
        "symbol": symbol,
        "size": "",
        "unit": name,
        "top": "",
        "band": None,
        "steps": 1,
        "faces": [{"steps": 1, "text": text, "values": []}],
        "figures": {},
        "arrives": None,
        "note": "",
    }


def mark(name: str, names: Names) -> Mark:
    """Return a state of a counter that is told in words, without a badge of its own."""
    return {"id": name, "names": names, "rule": "", "drawn": "", "is_bad": False}


def track(name: str, names: Names, side: str | None = None) -> Track:
    """Return a number that is kept for the whole game."""
    return {"id": name, "names": names, "side": side, "cells": [], "most": None}


def seen(turn: int = 0, turns: int = 0, segment: str = "") -> Seen:
    """Return the facts of a view in which nothing is seen yet."""
    return {
        "turn": turn,
        "turns": turns,
        "segment": segment,
        "stacks": {},
        "pools": {},
        "control": "",
        "markers": [],
        "tracks": {},
        "victory": None,
        "battle": None,
        "declared": [],
    }


def reckoning(side: str, targets: Sequence[str], kind: str = "combat") -> Reckoning:
    """Return a fight of which nothing is reckoned yet."""
    return {
        "kind": kind,
        "side": side,
        "targets": list(targets),
        "attackers": [],
        "supports": [],
        "defenders": [],
        "defence_supports": [],
        "committed": [],
        "hidden": 0,
        "attack": None,
        "defence": None,
        "ratio": "",
        "shifts": [],
        "column": "",
        "modifiers": [],
        "modifier": 0,
        "limits": [],
        "table": "",
        "cells": [],
        "dice": [],
        "throw": None,
    }
