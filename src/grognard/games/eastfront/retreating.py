"""16.6 - Retreat, hex by hex, and through enemy zones (16.6.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import numbers
from grognard.engine.game import CHANCE, Action, Procedure, Question, Seat, frozen
from grognard.engine.hexmap import Hex, Region
from grognard.engine.meaning import Pieces
from grognard.games.eastfront import movement, retreat, works
from grognard.games.eastfront.battle import charts_of
from grognard.games.eastfront.parts import TO, First, LoseFrom, on_map
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.sight import hidden, look, tell
from grognard.games.eastfront.stacking import holds
from grognard.games.eastfront.state import Luga
from grognard.games.eastfront.zones import barred
from grognard.kit.dice import D10

if TYPE_CHECKING:
    from collections.abc import Sequence

GIVE_UP: Final = Action("give_up")
KEEP: Final = Action("keep")


@frozen
class Withdraw(Procedure[Luga]):
    """16.2, 16.6 - the units of some hexes retreat together; those that cannot lose a step."""

    side: Side
    """Whose units they are."""
    mover: Side
    """Who moves them."""
    targets: Region
    hexes: int
    is_further: bool
    """14.3 - whether under an order to retreat further, which crosses no zone."""

    def run(self, state: Luga) -> None:
        """16.2 - fortress units stay and lose a step each; trains go by themselves."""
        kinds = state.scenario.kinds
        retreats = []
        for hex_ in numbers(self.targets):
            here = state.stacks[hex_] & state.owned[self.side]
            for piece in numbers(here & immobile(state)):
                state.lose(piece, "16.2")
            going = here & ~immobile(state)
            groups = [going & ~kinds.trains, *[1 << one for one in numbers(going & kinds.trains)]]
            retreats += [
                Retreating(
                    self.side, self.mover, group, hex_, self.hexes, 0, False, self.is_further
                )
                for group in groups
                if group
            ]
        state.ask(*retreats)


def immobile(state: Luga) -> Pieces:
    """16.2 - who never retreats: fortress units, coast batteries, and whatever has no allowance."""
    return state.scenario.kinds.fortress | state.scenario.kinds.immobile


# 16.6 Ways


class WaysOut:
    """16.6 - the ways of some units that retreat from a hex."""

    def __init__(self, state: Luga, side: Side, pieces: Pieces, origin: Hex, hexes: int) -> None:
        self.state, self.side, self.pieces = state, side, pieces
        self.origin, self.hexes = origin, hexes
        self.board = state.scenario.ground.map
        self.enemies = state.occupied(ENEMY[side])
        self.watched = barred(state, side) & ~self.enemies

    def steps(self, here: Hex, gone: int) -> list[Hex]:
        """16.6 - the next hexes: further away, free of enemies, and open to all of them."""
        return [
            there
            for there in self.board.neighbours[here]
            if self.board.distance(self.origin, there) == gone + 1
            and not self.enemies >> there & 1
            and not works.is_unbridged(self.state, here, there)
            and all(
                movement.may_enter(self.state, piece, here, there) for piece in numbers(self.pieces)
            )
        ]

    def can_end(self, here: Hex, gone: int, crossings: int, last: int) -> bool:
        """16.6 - whether a way ends well from a hex, crossing so many watched hexes at most."""
        if gone >= self.hexes and holds(self.state, here, self.pieces):
            return True
        if gone >= last:
            return False
        return bool(self.onward(here, gone, crossings, last))

    def onward(self, here: Hex, gone: int, crossings: int, last: int) -> list[Hex]:
        """16.6 - the next hexes of such ways."""
        found = []
        for there in self.steps(here, gone):
            left = crossings - (self.watched >> there & 1)
            if left >= 0 and self.can_end(there, gone + 1, left, last):
                found.append(there)
        return found

    def best(self, here: Hex, gone: int, may_cross: bool) -> list[Hex]:
        """16.6 - free ways before one through a zone; one hex further where it is too full."""
        for crossings in (0, 1) if may_cross else (0,):
            for last in (self.hexes, self.hexes + 1):
                if found := self.onward(here, gone, crossings, last):
                    return found
        return []


@frozen
class Retreating(Procedure[Luga]):
    """16.6 - units on their way: whose, moved by whom, from where, how far, how far gone."""

    side: Side
    mover: Side
    pieces: Pieces
    origin: Hex
    hexes: int
    gone: int
    has_crossed: bool
    is_further: bool

    def run(self, state: Luga) -> None:
        """16.6 - go on by the only way, or ask; without a way all are eliminated."""
        pieces = on_map(state, self.pieces)
        if not pieces:
            return
        here = state.where[pieces.bit_length() - 1]
        if self.gone >= self.hexes and holds(state, here, pieces):
            return
        ways = self.ways(state)
        if not ways:
            for piece in numbers(pieces):
                state.destroy(piece, "16.6")
        elif len(ways) == 1:
            self.go(state, ways[0])
        else:
            state.ask(RetreatTo(*self.fields()))

    def fields(self) -> tuple[Side, Side, Pieces, Hex, int, int, bool, bool]:
        """Return what is known of the retreat."""
        how = self.hexes, self.gone, self.has_crossed, self.is_further
        return self.side, self.mover, self.pieces, self.origin, *how

    def ways(self, state: Luga) -> list[Hex]:
        """16.6 - where they may go next."""
        pieces = on_map(state, self.pieces)
        here = state.where[pieces.bit_length() - 1]
        ways = WaysOut(state, self.side, pieces, self.origin, self.hexes)
        return ways.best(here, self.gone, not (self.has_crossed or self.is_further))

    def go(self, state: Luga, hex_: Hex) -> None:
        """16.6, 16.6.6 - one hex further, through an enemy zone by the table."""
        pieces = on_map(state, self.pieces)
        if barred(state, self.side) >> hex_ & 1:
            state.ask(
                Crossing(self.side, self.mover, pieces, self.origin, self.hexes, self.gone, hex_)
            )
            return
        step_back(state, self.side, pieces, hex_)
        self.on(state, pieces)

    def on(self, state: Luga, pieces: Pieces) -> None:
        """16.6 - the next hex."""
        how = self.hexes, self.gone + 1, self.has_crossed, self.is_further
        state.ask(Retreating(self.side, self.mover, pieces, self.origin, *how))


def step_back(state: Luga, side: Side, pieces: Pieces, hex_: Hex) -> None:
    """16.6 - units retreat by one hex."""
    start = state.where[pieces.bit_length() - 1]
    was = hidden(state, ENEMY[side])
    for piece in numbers(pieces):
        state.put(piece, hex_)
    tell(state, "retreated", "16.6", side, pieces, was, start=start, hex=hex_)
    look(state)


@frozen
class RetreatTo(Question[Luga]):
    """16.6 - the next hex of a retreat."""

    rule: ClassVar[str] = "16.6"
    side: Side
    mover: Side
    pieces: Pieces
    origin: Hex
    hexes: int
    gone: int
    has_crossed: bool
    is_further: bool

    def seat(self, state: Luga) -> Seat:
        return self.mover

    def way(self) -> Retreating:
        """Return the retreat that waits for this answer."""
        how = self.hexes, self.gone, self.has_crossed, self.is_further
        return Retreating(self.side, self.mover, self.pieces, self.origin, *how)

    def options(self, state: Luga) -> Sequence[Action]:
        return [TO[hex_] for hex_ in self.way().ways(state)]

    def answer(self, state: Luga, action: Action) -> None:
        self.way().go(state, action.noun)


# 16.6.6 Through an enemy zone


@frozen
class Crossing(Procedure[Luga]):
    """16.6.6 - units about to cross a vacant hex in an enemy zone."""

    side: Side
    mover: Side
    pieces: Pieces
    origin: Hex
    hexes: int
    gone: int
    hex: Hex

    def run(self, state: Luga) -> None:
        """16.6.6 - guns may be given up first; then a step is lost; then the throw."""
        guns = self.pieces & state.scenario.kinds.guns
        asked = (
            [GiveUp(self.side, self.pieces, guns, self.hex)] if guns and guns != self.pieces else []
        )
        fields = self.side, self.mover, self.pieces, self.origin, self.hexes, self.gone, self.hex
        state.ask(*asked, CrossingLoss(self.side, self.pieces), BeforeThrow(*fields))


@frozen
class GiveUp(Question[Luga]):
    """16.6.6 - whether the owner eliminates his artillery rather than burden the stack."""

    rule: ClassVar[str] = "16.6.6"
    side: Side
    pieces: Pieces
    guns: Pieces
    hex: Hex

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        return [KEEP, GIVE_UP]

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "keep":
            return
        guns = numbers(self.guns)
        state.note("given_up", "16.6.6", side=self.side, pieces=guns, hex=state.where[guns[0]])
        for piece in guns:
            state.destroy(piece, "16.6.6")


@frozen
class CrossingLoss(Procedure[Luga]):
    """16.6.6 - crossing costs the stack one step."""

    side: Side
    pieces: Pieces

    def run(self, state: Luga) -> None:
        """16.6.6 - the owner chooses."""
        state.ask(LoseFrom(self.side, self.pieces, 1, First.ANY, 0))


@frozen
class BeforeThrow(Procedure[Luga]):
    """16.6.6 - whoever is left after the step throws."""

    side: Side
    mover: Side
    pieces: Pieces
    origin: Hex
    hexes: int
    gone: int
    hex: Hex

    def run(self, state: Luga) -> None:
        """16.6.6 - nobody throws for a stack that has lost its last step."""
        pieces = on_map(state, self.pieces)
        if pieces:
            fields = self.side, self.mover, pieces, self.origin, self.hexes, self.gone, self.hex
            state.ask(CrossingThrow(*fields))


def crossing_case(state: Luga, side: Side, pieces: Pieces, hex_: Hex) -> retreat.RetreatCase:
    """16.6.6 - a stack that crosses a hex, as the chart asks for it; its step is lost already."""
    kinds, steps = state.scenario.kinds, state.steps
    guns = pieces & kinds.guns
    return retreat.RetreatCase(
        all_german=side is Side.GERMAN,
        forest=bool(state.scenario.ground.forest >> hex_ & 1),
        artillery=sum([steps[piece] for piece in numbers(guns)]),
        steps=sum([steps[piece] for piece in numbers(pieces & ~guns)]) + 1,
        charts=charts_of(state.scenario),
    )


@frozen
class CrossingThrow(Question[Luga]):
    """16.6.6 - the throw on the retreat table."""

    rule: ClassVar[str] = "16.6.6"
    side: Side
    mover: Side
    pieces: Pieces
    origin: Hex
    hexes: int
    gone: int
    hex: Hex

    def seat(self, state: Luga) -> Seat:
        return CHANCE

    def options(self, state: Luga) -> Sequence[Action]:
        return D10.throws

    def answer(self, state: Luga, action: Action) -> None:
        case, die = crossing_case(state, self.side, self.pieces, self.hex), D10.total(action.noun)
        band = retreat.read(case, retreat.net(case), die)
        named = {"pieces": numbers(self.pieces), "case": case, "die": die, "band": band}
        state.note("crossing", "16.6.6", side=self.side, hex=self.hex, **named)
        if not band.success:
            for piece in numbers(self.pieces):
                state.destroy(piece, "16.6.6")
            return
        shaken = self.pieces & state.scenario.kinds.headquarters & state.scenario.kinds.soviet
        state.inoperational |= shaken
        step_back(state, self.side, self.pieces, self.hex)
        how = self.hexes, self.gone + 1, True, False
        state.ask(Retreating(self.side, self.mover, self.pieces, self.origin, *how))
