"""The map as a side sees it, ready to be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.chart import Cell, Chart
from grognard.games.bautzen.log import texts
from grognard.games.bautzen.printed import Kind
from grognard.games.bautzen.sequence import SEGMENTS

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.printed import Board, Piece
    from grognard.games.bautzen.state import Bautzen


def chart(state: Bautzen, lang: str) -> Chart:
    """Return the map: of every stack only its top counter and its height, which all may see."""
    return Chart(
        heading(state, lang), tuple(_cell(state, h) for h in state.scenario.board.map.hexes)
    )


def heading(state: Bautzen, lang: str) -> str:
    """Return where in the game one is."""
    segment = texts().say(f"segment.{SEGMENTS[state.segment]}", lang)
    turns = state.scenario.turns
    return texts().say("heading", lang, turn=state.turn, turns=turns, segment=segment)


def _cell(state: Bautzen, hex_: Hex) -> Cell:
    board = state.scenario.board
    name, ground = board.map.name(hex_), ground_of(board, hex_)
    stack = state.stack_order(hex_)
    if not stack:
        return Cell(name, ground, board.names.get(hex_, ""))
    top = state.scenario.pieces[stack[-1]]
    return Cell(
        name,
        ground,
        board.names.get(hex_, ""),
        state.side_of(stack[-1]),
        top.id,
        label(top),
        len(stack),
    )


def ground_of(board: Board, hex_: Hex) -> str:
    """Return the word for the ground of a hex that tells most about it."""
    bit = 1 << hex_
    if bit & board.town:
        return "town"
    if bit & board.dominant:
        return "height"
    if bit & board.village:
        return "village"
    if bit & board.difficult:
        return "difficult"
    return "woods" if bit & board.woods else "clear"


def label(piece: Piece) -> str:
    """Return a counter in at most four letters: its formation, a headquarters with a star."""
    if piece.kind is Kind.CONVOY:
        return "CL"
    word = piece.formation or piece.id
    return f"*{word[:3]}" if piece.kind is Kind.HQ else word[:4]
