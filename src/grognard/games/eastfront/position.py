"""A position as text: what is East Front's own of it (see `grognard.kit.position`).

A position written by hand needs where the counters stand and which segment of which turn begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.eastfront import (
    advancing,
    declaring,
    fighting,
    outcome,
    overrunning,
    parts,
    questions,
    reacting,
    retreating,
    sequence,
    surrendering,
)
from grognard.games.eastfront.printed import Scenario, Side
from grognard.games.eastfront.state import Luga
from grognard.kit.position import Notation, askable

if TYPE_CHECKING:
    from grognard.engine.datafile import Section
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex


class LugaNotation(Notation[Luga]):
    """Control follows from who stands where; a segment may be opened by its name."""

    early = frozenset({"control", "marks", "known", "attack_supply", "air"})

    def placed(self, state: Luga, piece: PieceIndex, hex_: Hex, side: Seat) -> None:
        """4.1 - a unit may have a zone of control."""
        state.refresh(hex_, Side(side))

    def check(self, state: Luga, root: Section) -> None:
        """26.1, 2 - a position of a turn that is played; ground of which nothing is said."""
        scenario = state.scenario
        if not scenario.first_turn <= state.turn <= scenario.last_turn:
            last = scenario.last_turn
            root.refuse(f"there is no turn {state.turn}; the last is {last}", "turn")
        if "control" not in root:
            sequence.start_control(state)
        if "marks" not in root:
            state.converted = scenario.converted
        for side in Side:
            for hex_ in numbers(state.occupied(side)):
                state.refresh(hex_, side)

    def open(self, state: Luga, root: Section) -> None:
        """2 - open the phase that the position names."""
        sequence.open_at(state, state.segment)


MODULES: Final = (
    *(sequence, questions, overrunning, declaring, reacting, fighting),
    *(outcome, parts, retreating, advancing, surrendering),
)
"""The modules whose questions and procedures a position may name."""
NOTATION: Final = LugaNotation("luga", askable(*MODULES))


def write(state: Luga) -> str:
    """Return every fact of a position, equal positions giving equal text."""
    return NOTATION.write(state)


def read(text: str, scenario: Scenario, file: str) -> Luga:
    """Return the position that a text describes, refusing what it cannot mean with its line."""
    state = NOTATION.read(text, lambda: Luga(scenario), file)
    state.reveals = 0
    return state
