"""Positions: a copy is a position of its own, whichever of the two is changed first."""

from __future__ import annotations

import pytest

from games.bautzen.board import GAME, GERMAN, position

PIECE, HOME, AWAY = GAME.by_id["21/20Pz"], GAME.board.map.hex("2313"), GAME.board.map.hex("2113")


@pytest.mark.parametrize("first", ["original", "copy", "copy of the copy"])
def test_a_move_in_one_position_is_none_in_its_copies(first: str) -> None:
    """Searches and undo rely on it."""
    original = position({"2313": ["21/20Pz"]})
    twin = original.copy()
    positions = {"original": original, "copy": twin, "copy of the copy": twin.copy()}
    positions[first].place(PIECE, AWAY, GERMAN)
    for name, state in positions.items():
        here, empty = (AWAY, HOME) if name == first else (HOME, AWAY)
        assert (state.stacks[here], state.stacks[empty]) == (1 << PIECE, 0)
        assert (state.where[PIECE], state.held[GERMAN]) == (here, 1 << here)
    for state in positions.values():
        state.place(PIECE, -1, GERMAN)
        assert not any(state.stacks)
