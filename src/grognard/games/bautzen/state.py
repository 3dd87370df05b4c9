"""A position of Bautzen 1945: which counter stands where, and what has happened to it.

Sets of pieces are ints, one bit a piece (`Pieces`), as sets of hexes are (`Region`). `place` is
the only way to move a counter and `lose_step` the only way to weaken one; both keep every other
fact true and note what changed together with the rule that changed it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Final

from grognard.engine.bits import MARKS
from grognard.engine.game import Seat, frozen
from grognard.engine.hexmap import Hex, Region
from grognard.engine.meaning import PieceIndex as PieceIndex
from grognard.engine.meaning import Pieces as Pieces
from grognard.games.bautzen.printed import SEGMENTS, Scenario, Side
from grognard.kit.counters import OFF_MAP as OFF_MAP
from grognard.kit.counters import Counters, Material, alias
from grognard.kit.facts import BySeat, fact
from grognard.kit.forms import Listed, SetForm, Source

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


@lru_cache(maxsize=64)
def material(scenario: Scenario) -> Material:
    """Return the map and the counters of a scenario; aircraft never stand on the map."""
    return Material(
        scenario=scenario.id,
        map=scenario.board.map,
        seats=tuple(side.name.lower() for side in Side),
        ids=tuple(piece.id for piece in scenario.pieces),
        steps=tuple(piece.steps for piece in scenario.pieces),
        owners=tuple(piece.side for piece in scenario.pieces),
        units=scenario.units,
        others=scenario.convoys,
    )


class HeldFormations(SetForm):
    """11.3 - units not yet released, written by their formations."""

    def names(self, state: Any, value: int) -> list[str]:
        """Return the formations that are held."""
        scenario: Scenario = state.scenario
        names = scenario.tables.held_formations
        return [name for name in names if scenario.formations[name] & value]

    def bits(self, source: Source, key: str, name: str) -> Pieces:
        """Return the units of a formation that may be held."""
        scenario: Scenario = source.state.scenario  # type: ignore[attr-defined]
        known = scenario.tables.held_formations
        if name not in known:
            source.section.refuse(f"{name} is not one of {', '.join(known)}", key, name)
        return scenario.formations[name]


class Bautzen(Counters):
    """What changes in a game, beside where the counters stand; what is printed is shared."""

    __slots__ = ("scenario",)

    turn: int = fact(unsaid=1)
    segment: Annotated[int, Listed(SEGMENTS)] = fact(unsaid=SEGMENTS.index("german movement"))
    held_back: Annotated[Pieces, HeldFormations()] = fact(section="", called="held")
    """11.3 - units not yet released."""
    aircraft: Pieces = fact(section="")
    aircraft_used: Pieces = fact(section="")
    control: BySeat[Region] = fact()
    """13 - by side: the hexes where its unit is, or was the last."""
    moved: Pieces = fact()
    attacked: Pieces = fact()
    retreated: Pieces = fact()
    supported: Pieces = fact()
    unsupplied: Pieces = fact()
    """7.1 - units that failed the last supply check of their side."""
    known: BySeat[Pieces] = fact()
    """By side: enemy counters that a combat has shown to it."""
    waiting: BySeat[Pieces] = fact()
    """11.2 - by side: counters that have arrived and may enter the map."""
    sealed: BySeat[Pieces] = fact()
    """8.2.1 - by side: what it has committed in secret to the current combat."""
    battle: Battle | None = fact()

    convoys_at: BySeat[Region] = alias("others_at")
    """By side: the hexes with a supply column of it."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(material(scenario))
        self.scenario = scenario

    def canonical(self) -> str:
        """Return every fact of the position as the text of a position file."""
        from grognard.games.bautzen.position import write

        return write(self)

    def winner(self) -> Seat | None:
        """13 - the side that has won, once the last turn is over."""
        from grognard.games.bautzen.victory import winner

        return winner(self) if self.is_over else None

    def side_of(self, piece: PieceIndex) -> Side:
        """Return the side a counter belongs to; a supply column serves whoever holds it."""
        printed = self.scenario.pieces[piece].side
        if printed is not None:
            return printed
        held = self.owned[Side.GERMAN] | self.waiting[Side.GERMAN]
        return Side.GERMAN if held >> piece & 1 else Side.ALLIED

    def settle(self, hex_: Hex, side: Side) -> None:
        """13 - a unit of `side` has stopped in a hex: it controls it.

        On a dominant position it may now look into the stacks around it (10.3).
        """
        bit, control, enemy = MARKS[hex_], self.control, ENEMY[side]
        control[side] |= bit
        if control[enemy] & bit:
            control[enemy] ^= bit
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
