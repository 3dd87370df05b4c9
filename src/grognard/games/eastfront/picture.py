"""The map as a side sees it, ready to be drawn in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.chart import Cell, Chart
from grognard.games.eastfront.printed import WEATHERS
from grognard.games.eastfront.sight import order
from grognard.games.eastfront.state import SEGMENTS
from grognard.games.eastfront.words import board_texts, place, texts

if TYPE_CHECKING:
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.games.eastfront.ground import Ground
    from grognard.games.eastfront.printed import Piece
    from grognard.games.eastfront.state import Luga

GROUNDS: Final = {
    "forest": "woods",
    "marsh": "difficult",
    "swamp": "difficult",
    "hills": "height",
    "sea": "water",
    "lake": "water",
}
SETTLED: Final = {"village": "village", "town": "town", "city": "town", "major_city": "town"}


def chart(state: Luga, seat: Seat, lang: str) -> Chart:
    """1.4 - return the map: of every stack its top counter, which all may see, and its height."""
    cells = [_cell(state, hex_, lang) for hex_ in state.scenario.ground.map.hexes]
    return Chart(heading(state, lang), tuple(cells))


def heading(state: Luga, lang: str) -> str:
    """Return where in the game one is, and the weather."""
    segment = texts().say(f"segment.{SEGMENTS[state.segment]}", lang)
    weather = board_texts().say(f"weather.{WEATHERS[state.weather]}", lang)
    turns = state.scenario.last_turn
    return texts().say(
        "heading", lang, turn=state.turn, turns=turns, segment=segment, weather=weather
    )


def _cell(state: Luga, hex_: Hex, lang: str) -> Cell:
    ground = state.scenario.ground
    name, look = ground.map.name(hex_), ground_of(ground, hex_)
    called = place(ground.names.get(hex_, ""), lang)
    stack = order(state, hex_)
    if not stack:
        return Cell(name, look, called)
    top = state.scenario.pieces[stack[-1]]
    return Cell(name, look, called, top.side, top.id, label(top), len(stack))


def ground_of(ground: Ground, hex_: Hex) -> str:
    """Return the word for the ground of a hex that tells most about it."""
    settlement = SETTLED.get(ground.settlement[hex_])
    return settlement or GROUNDS.get(ground.terrain[hex_], "clear")


def label(piece: Piece) -> str:
    """Return a counter in at most four letters, a headquarters with a star."""
    word = piece.id.partition("-")[2].replace("-", "")
    return f"*{word[2:5]}" if "hq" in piece.special else word[:4]
