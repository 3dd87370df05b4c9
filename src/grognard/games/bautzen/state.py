"""A position of Bautzen 1945: which counter stands where, and what has happened to it.

Sets of pieces are ints, one bit a piece (`Pieces`), as sets of hexes are (`Region`). `place` is
the only way to move a counter and `lose_step` the only way to weaken one; both keep every other
fact true and note what changed together with the rule that changed it.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final, Self, TypeAlias

from grognard.engine.bits import MARKS, numbers
from grognard.engine.game import Event, Seat, State, frozen
from grognard.games.bautzen.printed import Scenario, Side

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region

PieceIndex: TypeAlias = int
"""Number of a counter; `Scenario.pieces` gives what is printed on it."""

Pieces: TypeAlias = int
"""A set of counters, one bit each."""

OFF_MAP: Final[Hex] = -1
ENEMY: Final = (Side.ALLIED, Side.GERMAN)


@frozen
class Battle:
    """8.2 - one combat from its declaration to its end; replaced, never changed."""

    side: Side
    """The attacker."""
    target: Hex
    attackers: Pieces
    supports: Pieces
    defenders: Pieces
    defence_supports: Pieces
    hurt: Pieces
    """8.3 - the units that have lost a step in this combat."""

    def backed(self, supporter: Pieces) -> Battle:
        """9.1 - the same combat with one more supporter of the defence."""
        backed, hurt = self.defence_supports | supporter, self.hurt
        return Battle(
            self.side, self.target, self.attackers, self.supports, self.defenders, backed, hurt
        )

    def hurting(self, unit: Pieces) -> Battle:
        """8.3 - the same combat after a step of a unit."""
        backed, hurt = self.defence_supports, self.hurt | unit
        return Battle(
            self.side, self.target, self.attackers, self.supports, self.defenders, backed, hurt
        )


class Bautzen(State):
    """One array or set per changing fact; what is printed is shared through `scenario`."""

    __slots__ = (
        "aircraft",
        "aircraft_used",
        "arrivals",
        "attacked",
        "battle",
        "control",
        "convoys_at",
        "crowded",
        "held",
        "held_back",
        "known",
        "moved",
        "owned",
        "rank",
        "retreated",
        "scenario",
        "sealed",
        "segment",
        "shares_stacks",
        "stacks",
        "steps",
        "supported",
        "turn",
        "unsupplied",
        "waiting",
        "where",
    )

    def __init__(self, scenario: Scenario) -> None:
        super().__init__()
        self.scenario = scenario
        pieces = scenario.pieces
        self.where: array[int] = array("h", [OFF_MAP]) * len(pieces)
        self.steps = bytearray(max(1, piece.steps) for piece in pieces)
        self.stacks: list[Pieces] = [0] * scenario.board.map.size
        """By hex: the counters there. Only `place` may change it."""
        self.shares_stacks = False
        """Whether a copy has the same `stacks`; the first of the two that moves makes its own."""
        self.rank: array[int] = array("H", [0]) * len(pieces)
        """By piece: higher lies nearer the top of its stack."""
        self.arrivals = 0
        self.owned: list[Pieces] = [0, 0]
        """By side: its counters on the map."""
        self.held: list[Region] = [0, 0]
        """By side: the hexes with a unit of it."""
        self.convoys_at: list[Region] = [0, 0]
        """By side: the hexes with a supply column of it."""
        self.crowded: Region = 0
        """The hexes with more than one counter."""
        self.control: list[Region] = [0, 0]
        """13 - by side: the hexes where its unit is, or was the last."""
        self.waiting: list[Pieces] = [0, 0]
        """11.2 - by side: counters that have arrived and may enter the map."""
        self.known: list[Pieces] = [0, 0]
        """By side: enemy counters that a combat has shown to it."""
        self.moved: Pieces = 0
        self.attacked: Pieces = 0
        self.retreated: Pieces = 0
        self.supported: Pieces = 0
        self.unsupplied: Pieces = 0
        """7.1 - units that failed the last supply check of their side."""
        self.held_back: Pieces = 0
        """11.3 - units not yet released."""
        self.aircraft: Pieces = 0
        self.aircraft_used: Pieces = 0
        self.sealed: list[Pieces] = [0, 0]
        """8.2.1 - by side: what it has committed in secret to the current combat."""
        self.battle: Battle | None = None
        self.turn = 0
        self.segment = 0

    def copy(self) -> Self:
        """Return an independent position that notes no events; what never changes is shared."""
        twin = object.__new__(type(self))
        twin.stack = self.stack.copy()
        twin.events = None
        twin.reveals = self.reveals
        twin.scenario = self.scenario
        twin.where = self.where[:]
        twin.steps = self.steps.copy()
        twin.stacks = self.stacks
        twin.shares_stacks = self.shares_stacks = True
        twin.rank = self.rank[:]
        twin.arrivals = self.arrivals
        twin.owned = self.owned.copy()
        twin.held = self.held.copy()
        twin.convoys_at = self.convoys_at.copy()
        twin.crowded = self.crowded
        twin.control = self.control.copy()
        twin.waiting = self.waiting.copy()
        twin.known = self.known.copy()
        twin.moved = self.moved
        twin.attacked = self.attacked
        twin.retreated = self.retreated
        twin.supported = self.supported
        twin.unsupplied = self.unsupplied
        twin.held_back = self.held_back
        twin.aircraft = self.aircraft
        twin.aircraft_used = self.aircraft_used
        twin.sealed = self.sealed.copy()
        twin.battle = self.battle
        twin.turn = self.turn
        twin.segment = self.segment
        return twin

    def canonical(self) -> str:
        """Return every fact of the position as the text of a position file."""
        from grognard.games.bautzen.position import write

        return write(self)

    def winner(self) -> Seat | None:
        """13 - the side that has won, once the last turn is over."""
        from grognard.games.bautzen.victory import winner

        return winner(self) if self.is_over else None

    def note(self, kind: str, rule: str, **facts: object) -> None:
        """Note a change for the log, where somebody reads it."""
        if self.events is not None:
            self.events.append(Event(kind, rule, facts))

    def side_of(self, piece: PieceIndex) -> Side:
        """Return the side a counter belongs to; a supply column serves whoever holds it."""
        printed = self.scenario.pieces[piece].side
        if printed is not None:
            return printed
        held = self.owned[Side.GERMAN] | self.waiting[Side.GERMAN]
        return Side.GERMAN if held >> piece & 1 else Side.ALLIED

    def place(self, piece: PieceIndex, hex_: Hex, side: Side) -> None:
        """Put a counter of `side` on top of the stack of a hex, or take it off the map."""
        bit, scenario = 1 << piece, self.scenario
        if scenario.convoys & bit:
            alike, regions = scenario.convoys, self.convoys_at
        else:
            alike, regions = scenario.units, self.held
        if self.shares_stacks:
            self.stacks, self.shares_stacks = self.stacks[:], False
        stacks, owned, left = self.stacks, self.owned, self.where[piece]
        if left >= 0:
            stacks[left] = rest = stacks[left] & ~bit
            if not rest & alike & owned[side]:
                regions[side] &= ~(1 << left)
            if rest and not rest & (rest - 1):
                self.crowded &= ~(1 << left)
        if hex_ < 0:
            owned[side] &= ~bit
        else:
            there, mark = stacks[hex_], 1 << hex_
            if there:
                self.crowded |= mark
            stacks[hex_] = there | bit
            regions[side] |= mark
            owned[side] |= bit
            self.arrivals += 1
            self.rank[piece] = self.arrivals
        self.where[piece] = hex_

    def settle(self, hex_: Hex, side: Side) -> None:
        """13 - a unit of `side` has stopped in a hex: it controls it.

        On a dominant position it may now look into the stacks around it (10.3).
        """
        bit = 1 << hex_
        self.control[side] |= bit
        self.control[ENEMY[side]] &= ~bit
        if bit & self.scenario.board.dominant:
            self.reveals += 1

    def remove(self, piece: PieceIndex, side: Side) -> None:
        """Take a counter off the map for good, or a supply column back to the pool."""
        self.place(piece, OFF_MAP, side)
        gone = ~(1 << piece)
        self.moved &= gone
        self.attacked &= gone
        self.retreated &= gone
        self.unsupplied &= gone
        self.known[ENEMY[side]] &= gone

    def lose_step(self, piece: PieceIndex, rule: str) -> None:
        """8.3 - flip a unit, or remove it with its last step.

        8.5.3 - a unit that retreated earlier in this segment is removed at once.
        """
        side = self.side_of(piece)
        again = self.retreated >> piece & 1
        if self.steps[piece] == 1 or again:
            here = self.where[piece]
            self.steps[piece] = 0
            self.remove(piece, side)
            if self.events is not None:
                cause = "8.5.3" if again else rule
                self.note("eliminated", cause, side=side, pieces=[piece], hex=here)
        else:
            self.steps[piece] -= 1
            if self.events is not None:
                self.note("flipped", rule, side=side, pieces=[piece], hex=self.where[piece])

    def stack_order(self, hex_: Hex) -> list[PieceIndex]:
        """Return the counters of a hex from bottom to top; supply columns lie beneath units."""
        convoys, rank = self.scenario.convoys, self.rank
        return sorted(
            numbers(self.stacks[hex_]), key=lambda piece: (not convoys >> piece & 1, rank[piece])
        )

    def units_at(self, hex_: Hex) -> Pieces:
        """Return the units of a hex: its counters less the supply columns."""
        return self.stacks[hex_] & self.scenario.units

    def hexes_of(self, pieces: Pieces) -> Region:
        """Return the hexes where these counters stand, all of them on the map."""
        region, where = 0, self.where
        while pieces:
            piece = pieces.bit_length() - 1
            region |= MARKS[where[piece]]
            pieces -= MARKS[piece]
        return region

    def is_held_by(self, hex_: Hex, side: Side) -> bool:
        """Whether a unit of `side` is in a hex."""
        return bool(self.held[side] >> hex_ & 1)
