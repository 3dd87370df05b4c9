"""A position as text: what is Petrograd's own of it (see `grognard.kit.position`).

A position written by hand needs where the counters stand and which segment of which turn begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.petrograd import (
    advancing,
    city,
    events,
    fighting,
    outcome,
    parts,
    questions,
    retreating,
    sequence,
)
from grognard.games.petrograd.printed import Scenario, Side
from grognard.games.petrograd.sight import look
from grognard.games.petrograd.state import Petrograd
from grognard.kit.position import Notation, askable

if TYPE_CHECKING:
    from grognard.engine.datafile import Section
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex


class PetrogradNotation(Notation[Petrograd]):
    """Control follows from who stands where; a segment may be opened by its name."""

    early = frozenset({"control", "marks", "field_works", "known"})

    def placed(self, state: Petrograd, piece: PieceIndex, hex_: Hex, side: Seat) -> None:
        """1.4 - troops may have a zone of control."""
        if state.scenario.kinds.troops >> piece & 1:
            state.refresh(hex_, Side(side))

    def check(self, state: Petrograd, root: Section) -> None:
        """1.6, 2.1 - a position of a turn that is played; ground of which nothing is said."""
        scenario = state.scenario
        if not scenario.first_turn <= state.turn <= scenario.last_turn:
            last = scenario.last_turn
            root.refuse(f"there is no turn {state.turn}; the last is {last}", "turn")
        if "control" not in root:
            sequence.start_control(state)
        for side in Side:
            for hex_ in numbers(state.held[side]):
                state.refresh(hex_, side)
        if "asked" not in root:
            look(state)

    def open(self, state: Petrograd, root: Section) -> None:
        """2.2 - open the phase that the position names."""
        sequence.open_at(state, state.segment)


NOTATION: Final = PetrogradNotation(
    "petrograd",
    askable(sequence, questions, fighting, outcome, parts, retreating, advancing, city, events),
)


def write(state: Petrograd) -> str:
    """Return every fact of a position, equal positions giving equal text."""
    return NOTATION.write(state)


def read(text: str, scenario: Scenario, file: str) -> Petrograd:
    """Return the position that a text describes, refusing what it cannot mean with its line."""
    state = NOTATION.read(text, lambda: Petrograd(scenario), file)
    state.reveals = 0
    return state
