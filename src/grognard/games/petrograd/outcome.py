"""8.2.5 to 8.2.8 - What a combat leads to: choices, losses, retreat, surrender, advance."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MOST, numbers, select
from grognard.engine.game import CHANCE, Action, Procedure, Question, Seat, frozen
from grognard.engine.hexmap import Hex, Region
from grognard.engine.meaning import PieceIndex, Pieces
from grognard.games.petrograd import retreat
from grognard.games.petrograd.combat import panicked
from grognard.games.petrograd.city import entered
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.sight import lose_sight
from grognard.games.petrograd.state import Battle, Petrograd
from grognard.games.petrograd.table import Role
from grognard.kit.dice import TWO_D6

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.games.petrograd.table import Effect, Half, Option

TO: Final = tuple(Action("to", hex_) for hex_ in range(MOST))
LOSE: Final = tuple(Action("lose", piece) for piece in range(MOST))
CHOOSE: Final = tuple(Action("choose", number) for number in range(1, 10))
ADVANCE: Final = tuple(Action("advance", piece) for piece in range(MOST))
HALT: Final = Action("halt")


def battle_of(state: Petrograd) -> Battle:
    """Return the combat being fought."""
    if state.battle is None:
        raise LookupError("no combat is being fought")
    return state.battle


def side_of(battle: Battle, role: Role) -> Side:
    """Return the side that has a part in a combat."""
    return battle.side if role is Role.ATTACKER else ENEMY[battle.side]


def engaged(state: Petrograd, role: Role) -> Pieces:
    """8.2.1 - the pieces of a part in the combat that are still on the map."""
    battle = battle_of(state)
    fought = battle.attackers if role is Role.ATTACKER else battle.defenders
    return fought & state.owned[side_of(battle, role)]


def had_troops(state: Petrograd, role: Role) -> bool:
    """8.2.5 - whether a part engaged troops when the combat was declared."""
    battle = battle_of(state)
    fought = battle.attackers if role is Role.ATTACKER else battle.defenders
    return bool(fought & state.scenario.kinds.troops)


def half_of(state: Petrograd, role: Role) -> Half:
    """8.2.4 - the half of the column that a part reads, panic included."""
    battle = battle_of(state)
    row = battle.rows // 10 if role is Role.ATTACKER else battle.rows % 10
    sheet = state.scenario.sheet
    half = sheet.half(role, row, sheet.columns[battle.column - 1])
    return panicked(half) if battle.panic >> role & 1 else half


@frozen
class TakeResult(Procedure[Petrograd]):
    """8.2.4 - a part takes its results; a half of one option is no choice."""

    role: Role

    def run(self, state: Petrograd) -> None:
        """8.2.4 - ask whoever chooses, where there is a choice."""
        options = half_of(state, self.role).options
        if not engaged(state, self.role):
            return
        if len(options) > 1:
            state.ask(ChooseResult(self.role))
        else:
            take(state, self.role, options[0])


@frozen
class ChooseResult(Question[Petrograd]):
    """8.2.4 - which of the results of a half is taken: the owner chooses, or the defender (D)."""

    rule: ClassVar[str] = "8.2.4"
    role: Role

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), half_of(state, self.role).chooser)

    def options(self, state: Petrograd) -> Sequence[Action]:
        return CHOOSE[: len(half_of(state, self.role).options)]

    def answer(self, state: Petrograd, action: Action) -> None:
        take(state, self.role, half_of(state, self.role).options[action.noun - 1])


def take(state: Petrograd, role: Role, option: Option) -> None:
    """8.2.5 to 8.2.8 - everything that one option does to a part, in order."""
    battle, result = battle_of(state), option.effect
    side = side_of(battle, role)
    state.note("result", "8.2.4", side=side, option=option.text, extra=battle.extra)
    state.ask(TakeLosses(role, result.losses + battle.extra), *_fate(state, role, result))


def _fate(state: Petrograd, role: Role, result: Effect) -> list[Procedure[Petrograd]]:
    """8.2.5 to 8.2.8 - what follows the losses."""
    if result.surrender:
        return [Surrender(role)]
    found: list[Procedure[Petrograd]] = []
    if result.disorganised:
        found.append(Disorganise(role))
    found.append(BeginRetreat(role, result.retreat, result.rout))
    if result.advance:
        found.append(BeginAdvance(role, result.advance))
    return found


# 8.2.5 Losses


@frozen
class TakeLosses(Procedure[Petrograd]):
    """8.2.5 - a part has losses to take."""

    role: Role
    number: int

    def run(self, state: Petrograd) -> None:
        """8.2.5 - from its troops; a part that had none loses steps of other pieces."""
        pieces = engaged(state, self.role)
        if had_troops(state, self.role):
            pieces &= state.scenario.kinds.troops
        state.ask(LoseFrom(self.role, pieces, self.number, is_blocked=False))


@frozen
class LoseFrom(Procedure[Petrograd]):
    """8.2.5, 8.2.6 - these pieces lose so many PE or steps; beyond what is there, none."""

    role: Role
    pieces: Pieces
    number: int
    is_blocked: bool

    def run(self, state: Petrograd) -> None:
        """8.2.5 - ask for the piece that takes the next loss, if there is a choice."""
        left = self.pieces & (state.owned[0] | state.owned[1])
        if not self.number or not left:
            return
        following = LoseFrom(self.role, left, self.number - 1, self.is_blocked)
        if left & (left - 1):
            state.ask(Lose(self.role, left), following)
        else:
            state.lose(left.bit_length() - 1, "8.2.6" if self.is_blocked else "8.2.5")
            state.ask(following)


@frozen
class Lose(Question[Petrograd]):
    """8.2.5 - which piece takes the next loss."""

    rule: ClassVar[str] = "8.2.5"
    role: Role
    pieces: Pieces

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), self.role)

    def options(self, state: Petrograd) -> Sequence[Action]:
        return select(LOSE, self.pieces)

    def answer(self, state: Petrograd, action: Action) -> None:
        state.lose(action.noun, "8.2.5")


@frozen
class Disorganise(Procedure[Petrograd]):
    """8.2.5 - "d": the pieces engaged fall into disorder."""

    role: Role

    def run(self, state: Petrograd) -> None:
        """8.2.5 - all but fort guns, ships and aircraft."""
        shaken = engaged(state, self.role) & ~steadfast(state)
        fresh = shaken & ~state.disorganised
        state.disorganised |= shaken
        if fresh:
            side = side_of(battle_of(state), self.role)
            state.note("disorganised", "8.2.5", side=side, pieces=numbers(fresh), hidden=[])


def steadfast(state: Petrograd) -> Pieces:
    """8.2.5 - the pieces that are never disorganised or routed."""
    kinds = state.scenario.kinds
    return kinds.ships | kinds.aircraft | kinds.guns & kinds.immobile


# 8.2.8 Surrender


@frozen
class Surrender(Procedure[Petrograd]):
    """8.2.8 - all that is left of a part lays down its arms."""

    role: Role

    def run(self, state: Petrograd) -> None:
        """8.2.8 - they leave the game, their PE are prisoners; leaders escape."""
        side, pieces = side_of(battle_of(state), self.role), engaged(state, self.role)
        troops = pieces & state.scenario.kinds.troops
        points = sum([state.steps[piece] for piece in numbers(troops)])
        if not pieces:
            return
        state.prisoners[side] += points
        state.estonian_losses += sum(
            [state.steps[piece] for piece in numbers(troops & state.scenario.kinds.estonian)]
        )
        state.note("surrendered", "8.2.8", side=side, pieces=numbers(pieces), number=points)
        for piece in numbers(pieces):
            state.remove(piece)


# 8.2.6 Retreat and rout


@frozen
class BeginRetreat(Procedure[Petrograd]):
    """8.2.6 - a part retreats or routs; what is left of a hex without troops goes one hex."""

    role: Role
    hexes: int
    is_rout: bool

    def run(self, state: Petrograd) -> None:
        """8.2.6 - hex by hex together, in a rout each piece by itself, trains always so."""
        kinds, pieces, hexes = state.scenario.kinds, engaged(state, self.role), self.hexes
        is_bereft = had_troops(state, self.role) and not pieces & kinds.troops
        if is_bereft and self.role is Role.DEFENDER:
            hexes = max(1, hexes)
        if not hexes or not pieces:
            return
        if self.is_rout:
            self._rout(state, pieces)
        state.ask(
            *[
                Retreating(self.role, group, hex_, hexes, 0)
                for hex_ in numbers(state.hexes_of(pieces))
                for group in self._groups(state, pieces & state.stacks[hex_])
            ]
        )

    def _rout(self, state: Petrograd, pieces: Pieces) -> None:
        fleeing = pieces & ~steadfast(state)
        fresh = fleeing & ~state.routed
        state.mark_routed(fleeing)
        if fresh:
            side = side_of(battle_of(state), self.role)
            state.note("routed", "8.2.6", side=side, pieces=numbers(fresh), hidden=[])

    def _groups(self, state: Petrograd, here: Pieces) -> list[Pieces]:
        """8.2.6 - who goes together; immobile troops are asked and cannot go, other pieces stay."""
        kinds = state.scenario.kinds
        here &= ~(kinds.immobile & ~kinds.troops)
        alone = here if self.is_rout else here & (kinds.trains | kinds.immobile)
        groups = [1 << piece for piece in numbers(alone)]
        return [here & ~alone, *groups] if here & ~alone else groups


@frozen
class Retreating(Procedure[Petrograd]):
    """8.2.6 - pieces on their way: from which hex, how far in all, how far they have come."""

    role: Role
    pieces: Pieces
    origin: Hex
    hexes: int
    gone: int

    def run(self, state: Petrograd) -> None:
        """8.2.6 - go on by the only way, or ask; what cannot go on pays for it."""
        side = side_of(battle_of(state), self.role)
        pieces = self.pieces & state.owned[side]
        if not pieces:
            return
        if self.gone == self.hexes:
            end_retreat(state, side, pieces)
            return
        ways = self.ways(state)
        if not ways:
            missing = self.hexes - self.gone
            troops = pieces & state.scenario.kinds.troops
            state.ask(LoseFrom(self.role, troops, missing, True), Blocked(self.role, pieces))
            if self.gone:
                end_retreat(state, side, pieces)
        elif len(ways) == 1:
            self.go(state, ways[0])
        else:
            state.ask(RetreatTo(self.role, pieces, self.origin, self.hexes, self.gone))

    def ways(self, state: Petrograd) -> list[Hex]:
        """8.2.6 - where the pieces may go next."""
        side = side_of(battle_of(state), self.role)
        pieces = self.pieces & state.owned[side]
        if pieces & state.scenario.kinds.immobile:
            return []
        return retreat.retreat_hexes(state, side, pieces, self.origin, self.gone)

    def go(self, state: Petrograd, hex_: Hex) -> None:
        """8.2.6 - one hex further."""
        side = side_of(battle_of(state), self.role)
        pieces = self.pieces & state.owned[side]
        members = numbers(pieces)
        start = state.where[members[0]]
        for piece in members:
            state.put(piece, hex_)
        state.note(
            "retreated", "8.2.6", side=side, pieces=members, start=start, hex=hex_, hidden=[]
        )
        state.ask(Retreating(self.role, pieces, self.origin, self.hexes, self.gone + 1))


def end_retreat(state: Petrograd, side: Side, pieces: Pieces) -> None:
    """1.6, 1.7 - pieces have come to the end of their retreat."""
    if pieces & state.scenario.kinds.troops:
        state.settle(state.where[pieces.bit_length() - 1], side)
    lose_sight(state, pieces & state.scenario.kinds.troops)


@frozen
class RetreatTo(Question[Petrograd]):
    """8.2.6 - the next hex of a retreat or rout."""

    rule: ClassVar[str] = "8.2.6"
    role: Role
    pieces: Pieces
    origin: Hex
    hexes: int
    gone: int

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), self.role)

    def _way(self) -> Retreating:
        return Retreating(self.role, self.pieces, self.origin, self.hexes, self.gone)

    def options(self, state: Petrograd) -> Sequence[Action]:
        return [TO[hex_] for hex_ in self._way().ways(state)]

    def answer(self, state: Petrograd, action: Action) -> None:
        self._way().go(state, action.noun)


@frozen
class Blocked(Procedure[Petrograd]):
    """8.2.6 - pieces that could not retreat: survivors are disorganised, or lost without troops."""

    role: Role
    pieces: Pieces

    def run(self, state: Petrograd) -> None:
        """8.2.6 - a piece of 0 PE stays only while own troops are with it."""
        side = side_of(battle_of(state), self.role)
        left = self.pieces & state.owned[side]
        if not left:
            return
        here = state.where[left.bit_length() - 1]
        if state.held[side] >> here & 1:
            state.disorganised |= left & ~steadfast(state)
            state.note("blocked", "8.2.6", side=side, pieces=numbers(left), hex=here, hidden=[])
            return
        for piece in numbers(left):
            state.note("destroyed", "8.2.6", pieces=[piece], hex=here)
            state.remove(piece)


# 8.2.7 Advance


@frozen
class BeginAdvance(Procedure[Petrograd]):
    """8.2.7 - a part must advance, if a piece of it can."""

    role: Role
    limit: int

    def run(self, state: Petrograd) -> None:
        """8.2.7 - ask as long as a piece may advance."""
        if able(state, self.role):
            state.ask(Advance(self.role, self.limit, 0))


def able(state: Petrograd, role: Role) -> dict[PieceIndex, Region]:
    """8.2.7 - the pieces that may advance, and to which hexes."""
    battle = battle_of(state)
    side = side_of(battle, role)
    goals = 1 << battle.target if role is Role.ATTACKER else battle.origins
    goals = left_hexes(state, side, goals, role)
    fighters = engaged(state, role) & ~pieces_in(state, goals)
    return retreat.may_advance(state, side, fighters, goals)


def left_hexes(state: Petrograd, side: Side, goals: Region, role: Role) -> Region:
    """8.2.7 - the hexes that the other part has left: no troops, or, without troops, nobody."""
    enemy, kinds = ENEMY[side], state.scenario.kinds
    found = 0
    for hex_ in numbers(goals & ~state.held[enemy]):
        staying = state.stacks[hex_] & state.owned[enemy] & ~kinds.immobile
        if had_troops(state, role.adversary) or not staying:
            found |= 1 << hex_
    return found


def pieces_in(state: Petrograd, region: Region) -> Pieces:
    """Return the counters in a region."""
    found = 0
    for hex_ in numbers(region):
        found |= state.stacks[hex_]
    return found


@frozen
class Advance(Question[Petrograd]):
    """8.2.7 - which piece advances next; at least one must."""

    rule: ClassVar[str] = "8.2.7"
    role: Role
    limit: int
    advanced: Pieces

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), self.role)

    def options(self, state: Petrograd) -> Sequence[Action]:
        ready = [ADVANCE[piece] for piece in able(state, self.role)]
        return [*ready, HALT] if self.advanced else ready

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "halt":
            self.finish(state)
            return
        goals = numbers(able(state, self.role)[action.noun])
        if len(goals) > 1:
            state.ask(AdvanceTo(self.role, self.limit, self.advanced, action.noun))
        else:
            self.enter(state, action.noun, goals[0])

    def enter(self, state: Petrograd, piece: PieceIndex, hex_: Hex) -> None:
        """8.2.7 - a piece advances, then others may."""
        following = Advance(self.role, self.limit, self.advanced | 1 << piece)
        if able_after(state, self.role, piece, hex_):
            state.ask(following)
        else:
            following.finish(state)

    def finish(self, state: Petrograd) -> None:
        """8.2.7 - nobody else advances; after "a" some may go on to a second hex."""
        if self.limit > 1:
            state.ask(*[GoOn(self.role, piece) for piece in numbers(self.advanced)])


def able_after(state: Petrograd, role: Role, piece: PieceIndex, hex_: Hex) -> bool:
    """8.2.7 - move a piece in and say whether more may follow."""
    move_in(state, side_of(battle_of(state), role), piece, hex_)
    return bool(able(state, role))


def move_in(state: Petrograd, side: Side, piece: PieceIndex, hex_: Hex) -> None:
    """8.2.7, 1.6 - a piece enters a hex left by the enemy; what else he left there is lost."""
    start = state.where[piece]
    for left in numbers(state.stacks[hex_] & state.owned[ENEMY[side]]):
        state.note("destroyed", "8.2.7", pieces=[left], hex=hex_)
        state.remove(left)
    state.put(piece, hex_)
    state.note("advanced", "8.2.7", side=side, pieces=[piece], start=start, hex=hex_, hidden=[])
    entered(state, side, 1 << piece, hex_)


@frozen
class AdvanceTo(Question[Petrograd]):
    """8.2.7 - into which of the hexes left by the attackers a piece advances."""

    rule: ClassVar[str] = "8.2.7"
    role: Role
    limit: int
    advanced: Pieces
    piece: PieceIndex

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), self.role)

    def options(self, state: Petrograd) -> Sequence[Action]:
        return [TO[hex_] for hex_ in numbers(able(state, self.role)[self.piece])]

    def answer(self, state: Petrograd, action: Action) -> None:
        Advance(self.role, self.limit, self.advanced).enter(state, self.piece, action.noun)


@frozen
class GoOn(Procedure[Petrograd]):
    """8.2.7 - troops that have advanced may go on to a second hex."""

    role: Role
    piece: PieceIndex

    def run(self, state: Petrograd) -> None:
        """8.2.7 - ask, where they may."""
        if state.where[self.piece] < 0:
            return
        side = side_of(battle_of(state), self.role)
        if retreat.second_hexes(state, side, self.piece):
            state.ask(SecondHex(self.role, self.piece))


@frozen
class SecondHex(Question[Petrograd]):
    """8.2.7 - to which second hex troops advance, or none."""

    rule: ClassVar[str] = "8.2.7"
    role: Role
    piece: PieceIndex

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), self.role)

    def options(self, state: Petrograd) -> Sequence[Action]:
        side = side_of(battle_of(state), self.role)
        goals = retreat.second_hexes(state, side, self.piece)
        return [*select(TO, goals), HALT]

    def answer(self, state: Petrograd, action: Action) -> None:
        if action.verb == "to":
            move_in(state, side_of(battle_of(state), self.role), self.piece, action.noun)


# 8.6 and the end


@frozen
class Breakdowns(Procedure[Petrograd]):
    """8.6 - the dice for tanks that took part in an attack."""

    def run(self, state: Petrograd) -> None:
        """8.6 - one throw for each tank counter still on the map."""
        battle = battle_of(state)
        tanks = battle.attackers & state.scenario.kinds.tanks & state.owned[battle.side]
        state.ask(*[BreakdownThrow(piece) for piece in numbers(tanks)])


@frozen
class BreakdownThrow(Question[Petrograd]):
    """8.6 - whether tanks break down after their attack."""

    rule: ClassVar[str] = "8.6"
    piece: PieceIndex

    def seat(self, state: Petrograd) -> Seat:
        return CHANCE

    def options(self, state: Petrograd) -> Sequence[Action]:
        return TWO_D6.throws

    def answer(self, state: Petrograd, action: Action) -> None:
        total = TWO_D6.total(action.noun)
        is_broken = total >= state.scenario.tables.breakdown_from
        kind = "broken_down" if is_broken else "runs_on"
        state.note(kind, "8.6", side=battle_of(state).side, pieces=[self.piece], number=total)
        if is_broken:
            state.broken_down |= 1 << self.piece
            state.breaking |= 1 << self.piece


@frozen
class EndBattle(Procedure[Petrograd]):
    """8.2 - the combat is over."""

    def run(self, state: Petrograd) -> None:
        """8.2 - the next attack may be named."""
        state.battle = None
