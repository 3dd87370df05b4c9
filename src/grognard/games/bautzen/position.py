"""A position as text: what is Bautzen's own of it (see `grognard.kit.position`).

A position written by hand needs where the counters stand and, unless it is turn 1, which segment
begins. See docs/notation.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.games.bautzen import fighting, outcome, questions, sequence
from grognard.games.bautzen.printed import PARTS, Scenario, Side
from grognard.games.bautzen.state import Bautzen
from grognard.kit.position import Notation, askable

if TYPE_CHECKING:
    from grognard.engine.datafile import Section
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.kit.facts import Fact
    from grognard.kit.forms import Source


class BautzenNotation(Notation[Bautzen]):
    """Control follows from who stands where; a segment may be opened by its name."""

    early = frozenset({"control"})

    def placed(self, state: Bautzen, piece: PieceIndex, hex_: Hex, side: Seat) -> None:
        """13 - a unit controls the hex where it stands."""
        if state.scenario.units >> piece & 1:
            state.settle(hex_, Side(side))

    def read_section(self, state: Bautzen, source: Source, fact: Fact) -> None:
        """13 - where a segment is opened, control is added to that of the hexes held."""
        before = state.control.copy()
        super().read_section(state, source, fact)
        if fact.name == "control" and "asked" not in source.root:
            german, allied = state.control
            state.control = [before[0] & ~allied | german, before[1] & ~german | allied & ~german]

    def check(self, state: Bautzen, root: Section) -> None:
        """2 - a position of a turn that is played."""
        turns = state.scenario.turns
        if not 0 <= state.turn <= turns:
            root.refuse(f"there is no turn {state.turn}; the last is {turns}", "turn")

    def open(self, state: Bautzen, root: Section) -> None:
        """2 - open the segment that the position names."""
        sequence.open_at(state, PARTS[state.segment])


NOTATION: Final = BautzenNotation("bautzen", askable(sequence, questions, fighting, outcome))


def write(state: Bautzen) -> str:
    """Return every fact of a position, equal positions giving equal text."""
    return NOTATION.write(state)


def read(text: str, scenario: Scenario, file: str) -> Bautzen:
    """Return the position that a text describes, refusing what it cannot mean with its line."""
    return NOTATION.read(text, lambda: Bautzen(scenario), file)
