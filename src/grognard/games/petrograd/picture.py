"""The map as a side sees it, ready to be drawn in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.chart import Cell, Chart
from grognard.games.petrograd.log import texts
from grognard.games.petrograd.printed import Kind
from grognard.games.petrograd.seen import unseen_by
from grognard.games.petrograd.state import SEGMENTS

if TYPE_CHECKING:
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import Pieces
    from grognard.games.petrograd.ground import Ground
    from grognard.games.petrograd.printed import Piece
    from grognard.games.petrograd.state import Petrograd

GROUNDS: Final = {
    "forest": "woods",
    "marsh": "difficult",
    "heights": "height",
    "sea": "water",
    "lake": "water",
}
SETTLED: Final = {"village": "village", "town": "town", "large": "town", "city": "town"}
HIDDEN: Final = "?"


def chart(state: Petrograd, seat: Seat, lang: str) -> Chart:
    """1.7 - return the map: of every stack its top counter, if the seat may see it, and height."""
    unseen = unseen_by(state, seat)
    cells = [_cell(state, hex_, unseen) for hex_ in state.scenario.ground.map.hexes]
    return Chart(heading(state, lang), tuple(cells))


def heading(state: Petrograd, lang: str) -> str:
    """Return where in the game one is."""
    segment = texts().say(f"segment.{SEGMENTS[state.segment]}", lang)
    turns = state.scenario.last_turn
    return texts().say("heading", lang, turn=state.turn, turns=turns, segment=segment)


def _cell(state: Petrograd, hex_: Hex, unseen: Pieces) -> Cell:
    ground = state.scenario.ground
    name, look = ground.map.name(hex_), ground_of(ground, hex_)
    stack = state.stack_order(hex_)
    if not stack:
        return Cell(name, look, ground.names.get(hex_, ""))
    top = state.scenario.pieces[stack[-1]]
    is_seen = not unseen >> top.index & 1
    return Cell(
        name,
        look,
        ground.names.get(hex_, ""),
        top.side,
        top.id if is_seen else HIDDEN,
        label(top) if is_seen else HIDDEN,
        len(stack),
    )


def ground_of(ground: Ground, hex_: Hex) -> str:
    """Return the word for the ground of a hex that tells most about it."""
    settlement = SETTLED.get(ground.settlement[hex_])
    return settlement or GROUNDS.get(ground.terrain[hex_], "clear")


def label(piece: Piece) -> str:
    """Return a counter in at most four letters, a headquarters with a star."""
    word = piece.id.partition("-")[2]
    return f"*{word[:3]}" if piece.kind is Kind.HQ else word[:4]
