"""12 - Attacks are declared before any is fought."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MARKS, MOST, bits_of, numbers, select
from grognard.engine.game import Action, Procedure, Question, Seat, frozen
from grognard.engine.hexmap import Hex, Region
from grognard.engine.meaning import Pieces
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import combat
from grognard.games.eastfront.combat import DefenceOrder
from grognard.games.eastfront.engaged import Battle
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.state import Luga
from grognard.games.eastfront.supply import head_of
from grognard.games.eastfront.zones import watching
from grognard.kit.board import without
from grognard.kit.roster import members

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grognard.games.eastfront.ground import Ground
    from grognard.games.eastfront.printed import Scenario
    from grognard.kit.board import Beyond

ATTACK: Final = tuple(Action("attack", hex_) for hex_ in range(MOST))
ALSO: Final = tuple(Action("also", hex_) for hex_ in range(MOST))
WITHDRAW: Final = tuple(Action("withdraw", hex_) for hex_ in range(MOST))
JOIN: Final = tuple(Action("join", piece) for piece in range(MOST))
DECLARE: Final = Action("declare")
SUPPLIED: Final = Action("declare_supplied")
ABANDON: Final = Action("abandon")
DONE: Final = Action("done")


# What has been declared


def clear(state: Luga) -> None:
    """12.1 - nothing is declared; reactions, orders and fire of the last phase are over."""
    state.attack_of = bytearray(len(state.attack_of))
    state.targets = state.target_attacks = state.supplied_attacks = ()
    state.reacted = state.fired = 0
    state.stand = state.give_way = 0


def attackers_of(state: Luga, number: int) -> Pieces:
    """12.1 - who has been named for an attack and is still on the map."""
    pieces = [piece for piece in numbers(named(state)) if state.attack_of[piece] == number]
    return bits_of([piece for piece in pieces if state.where[piece] >= 0])


def named(state: Luga) -> Pieces:
    """12.1 - who has been named for any attack."""
    return bits_of([*compress(range(len(state.attack_of)), state.attack_of)])


def targets_of(state: Luga, number: int) -> Region:
    """12.1 - the hexes of an attack."""
    pairs = zip(state.targets, state.target_attacks, strict=True)
    return bits_of([hex_ for hex_, attack in pairs if attack == number])


def declared_hexes(state: Luga) -> Region:
    """12.1 - the hexes that are attacked in this phase."""
    return bits_of(state.targets)


def pending(state: Luga) -> list[int]:
    """12.1 - the numbers of the attacks declared and not yet fought."""
    return sorted(set(state.target_attacks))


def strike_off(state: Luga, number: int) -> None:
    """12.1 - an attack is withdrawn or has been fought."""
    state.attack_of = state.attack_of.replace(bytes([number]), b"\0")
    pairs = [
        (hex_, attack)
        for hex_, attack in zip(state.targets, state.target_attacks, strict=True)
        if attack != number
    ]
    gone = targets_of(state, number)
    state.targets = tuple(hex_ for hex_, _ in pairs)
    state.target_attacks = tuple(attack for _, attack in pairs)
    state.supplied_attacks = tuple(one for one in state.supplied_attacks if one != number)
    state.stand &= ~gone
    state.give_way &= ~gone


def declared(
    state: Luga, side: Side, targets: Region, attackers: Pieces, supply: bool, number: int = 0
) -> Battle:
    """12.1 - the attack that some units would make."""
    return Battle(
        side=side,
        number=number,
        targets=targets,
        attackers=attackers,
        origins=state.hexes_of(attackers),
        supports=0,
        defence_supports=0,
        supply=supply,
        air=False,
        defence_air=False,
        claims_engineer=True,
        order=DefenceOrder.NONE,
    )


# 12.1, 12.3 Who may attack what


def may_attack(state: Luga, side: Side) -> Pieces:
    """12.1 - the units of a side that may still be named: combat units with an attack."""
    able = state.owned[side] & armed(state.scenario)
    if not state.targets:
        return able
    return able & ~named(state)


@lru_cache(maxsize=16)
def armed(scenario: Scenario) -> Pieces:
    """12.1 - the combat units that have an attack as long as they have a step, and engineers."""
    kinds = scenario.kinds
    return kinds.combat & ~kinds.fortress & (always_armed(scenario) | kinds.engineers)


@lru_cache(maxsize=16)
def always_armed(scenario: Scenario) -> Pieces:
    """12.1 - the units that have an attack as long as they have a step."""
    return members(scenario.pieces, lambda piece: all(attack for attack, _ in piece.values))


def approaches(state: Luga, target: Hex) -> Region:
    """12.3 - the hexes from which a hex may be attacked: across any side but sea and lake."""
    return _approaches(state.scenario.ground)[target]


@lru_cache(maxsize=16)
def _approaches(ground: Ground) -> Beyond:
    fronts = without(ground.map.around, ground.barred)
    return tuple([front & ground.land for front in fronts])


def able_on(state: Luga, side: Side, targets: Region, able: Pieces) -> Pieces:
    """12.1 - who of some units touches every hex of an attack."""
    near, fronts = state.held[side], _approaches(state.scenario.ground)
    while targets:
        target = targets.bit_length() - 1
        near &= fronts[target]
        targets -= MARKS[target]
    return stacked(state, near) & able


def stacked(state: Luga, hexes: Region) -> Pieces:
    """12.1 - whatever stands in some hexes."""
    found, stacks = 0, state.stacks
    while hexes:
        hex_ = hexes.bit_length() - 1
        found |= stacks[hex_]
        hexes -= MARKS[hex_]
    return found


def reaches_lowest(state: Luga, side: Side, targets: Region, attackers: Pieces) -> bool:
    """12.1 - whether an attack has 1-4 as declared, no guns counted."""
    strength = strength_of(state, side, targets, attackers)
    if strength <= 0:
        return False
    defence = state.defence_values(stacked(state, targets))
    return state.scenario.charts.ratio.reaches(strength, defence)


def strength_of(state: Luga, side: Side, targets: Region, attackers: Pieces) -> int:
    """15.1 - the attack of some units, by the charts where something may halve them."""
    ground = state.scenario.ground
    if targets & _difficult(ground):
        origins = state.hexes_of(attackers)
        rivers = any(ground.major[hex_] & origins for hex_ in numbers(targets))
        if rivers or targets & (ground.cities | ground.major_cities) or origins & ground.swamp:
            attack = declared(state, side, targets, attackers, False)
            return combat.strength(rules.attack_case(state, attack))
    return state.attack_values(attackers)


@lru_cache(maxsize=16)
def _difficult(ground: Ground) -> Region:
    """15.1 - cities, and hexes attacked across a major river or out of a swamp."""
    rivers = bits_of([hex_ for hex_ in ground.map.hexes if ground.major[hex_]])
    return ground.cities | ground.major_cities | rivers | ground.map.adjacent(ground.swamp)


# 12.2 Who must be attacked


def obliging(state: Luga, side: Side, origins: Region) -> Region:
    """12.2 - the enemy hexes whose units have a zone on a hex from which somebody attacks."""
    enemy, found = ENEMY[side], 0
    while origins:
        hex_ = origins.bit_length() - 1
        found |= watching(state, enemy, hex_)
        origins -= MARKS[hex_]
    return found


def owed(state: Luga, side: Side) -> Region:
    """12.2 - the hexes that must be attacked and are not yet."""
    if not state.targets:
        return 0
    origins = state.hexes_of(named(state))
    return obliging(state, side, origins) & ~declared_hexes(state)


def attackable(state: Luga, side: Side, target: Hex, able: Pieces) -> bool:
    """12.2 - whether some units together could attack a hex at 1-4."""
    together = able_on(state, side, 1 << target, able)
    return bool(together) and reaches_lowest(state, side, 1 << target, together)


def serves(state: Luga, side: Side, targets: Region, attackers: Pieces, rest: Pieces) -> bool:
    """12.2 - whether all who must be attacked can be: by the rest, or in the same attack."""
    missing = unserved(state, side, targets, attackers, rest)
    if not missing:
        return True
    both = targets | missing
    everybody = able_on(state, side, both, attackers | rest)
    return not attackers & ~everybody and reaches_lowest(state, side, both, everybody)


def unserved(state: Luga, side: Side, targets: Region, attackers: Pieces, rest: Pieces) -> Region:
    """12.2 - those who must be attacked besides, and whom the rest cannot attack at 1-4."""
    due = obliging(state, side, state.hexes_of(attackers))
    due &= ~(declared_hexes(state) | targets)
    if not due:
        return 0
    return bits_of([hex_ for hex_ in numbers(due) if not attackable(state, side, hex_, rest)])


def may_join(state: Luga, side: Side, targets: Region, joined: Pieces) -> Pieces:
    """12.1, 12.2 - who may join an attack so that the others who must be attacked still can be."""
    free = may_attack(state, side) & ~joined
    able = able_on(state, side, targets, free)
    # Fewer attackers rouse fewer hexes, and leave more for them: what all can do, each can.
    if not unserved(state, side, targets, joined | able, free & ~able):
        return able if joined else able & ~_unarmed(state, able)
    return sum(joiners(state, side, targets, joined, able, free))


def _unarmed(state: Luga, pieces: Pieces) -> Pieces:
    """12.1 - those of some units that have no attack: others must have been named before them."""
    doubtful = pieces & ~always_armed(state.scenario)
    return doubtful and bits_of(
        [piece for piece in numbers(doubtful) if not state.attack_value(piece)]
    )


def joiners(
    state: Luga, side: Side, targets: Region, joined: Pieces, able: Pieces, free: Pieces
) -> Iterator[Pieces]:
    """12.2 - one after the other, who of the able may join an attack; the first needs an attack."""
    for piece in numbers(able if joined else able & ~_unarmed(state, able)):
        bit = 1 << piece
        if serves(state, side, targets, joined | bit, free & ~(joined | bit)):
            yield bit


def open_targets(state: Luga, side: Side, among: Region = -1) -> Region:
    """12.1 - those of some enemy hexes that may be attacked now."""
    return bits_of([*_open_one_by_one(state, side, among)])


def is_any_open(state: Luga, side: Side) -> bool:
    """12.1 - whether any enemy hex may be attacked now."""
    return next(_open_one_by_one(state, side, -1), None) is not None


def _open_one_by_one(state: Luga, side: Side, among: Region) -> Iterator[Hex]:
    free = may_attack(state, side)
    near = state.scenario.ground.map.adjacent(state.held[side])
    for hex_ in numbers(near & state.occupied(ENEMY[side]) & among & ~declared_hexes(state)):
        target = 1 << hex_
        able = able_on(state, side, target, free)
        # Whoever joins makes an attack no weaker: where all of them are too weak, nobody is asked.
        if not able or not reaches_lowest(state, side, target, able):
            continue
        if can_be_composed(state, side, target, able, free):
            yield hex_


def can_be_composed(state: Luga, side: Side, target: Region, able: Pieces, free: Pieces) -> bool:
    """12.1, 12.2 - whether those who can join, one after the other, come to 1-4 as all would."""
    # What all can do, each can: then all of them join, if one of them may be the first.
    if not unserved(state, side, target, able, free & ~able):
        return able != _unarmed(state, able)
    joined = 0
    while joining := next(joiners(state, side, target, joined, able & ~joined, free), 0):
        joined |= joining
        if joined == able or reaches_lowest(state, side, target, joined):
            return True
    return False


# The questions


@frozen
class DeclarationPhase(Procedure[Luga]):
    """12.1 - a side declares its attacks."""

    side: Side

    def run(self, state: Luga) -> None:
        """12.1 - begin with nothing declared; ask only where somebody can attack."""
        clear(state)
        if is_any_open(state, self.side):
            state.ask(Declaring(self.side))


@frozen
class Declaring(Question[Luga]):
    """12.1, 12.2 - which hex is attacked next; what must be attacked comes first."""

    rule: ClassVar[str] = "12.1"
    side: Side

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        due = owed(state, self.side)
        if not due:
            return [*select(ATTACK, open_targets(state, self.side)), DONE]
        first = [targets_of(state, attack) for attack in pending(state)]
        hexes = bits_of([numbers(one)[0] for one in first])
        return [*select(ATTACK, open_targets(state, self.side, due)), *select(WITHDRAW, hexes)]

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "done":
            return
        if action.verb == "withdraw":
            number = state.target_attacks[state.targets.index(action.noun)]
            if number in state.supplied_attacks:
                state.attack_supply[self.side] += 1
            hexes = numbers(targets_of(state, number))
            strike_off(state, number)
            state.note("attack_withdrawn", "12.2", side=self.side, hexes=hexes)
            state.ask(self)
            return
        state.ask(Compose(self.side, 1 << action.noun, 0), self)


@frozen
class Compose(Question[Luga]):
    """12.1 - name the attackers of a hex, other hexes of the same attack, and its supply."""

    rule: ClassVar[str] = "12.1"
    side: Side
    targets: Region
    attackers: Pieces

    def seat(self, state: Luga) -> Seat:
        return self.side

    def options(self, state: Luga) -> Sequence[Action]:
        side, targets, attackers = self.side, self.targets, self.attackers
        answers = select(JOIN, may_join(state, side, targets, attackers))
        if not attackers:
            return [*answers, ABANDON]
        answers += select(ALSO, self.others(state))
        if not missing(state, self) and is_strong(state, self):
            answers.append(DECLARE)
            if state.attack_supply[side] and head_of(state, side, attackers) >= 0:
                answers.append(SUPPLIED)
        return [*answers, ABANDON]

    def others(self, state: Luga) -> Region:
        """12.1 - further enemy hexes that every attacker touches, the whole at 1-4."""
        near = state.scenario.ground.land
        for hex_ in numbers(state.hexes_of(self.attackers)):
            near &= state.scenario.ground.map.around[hex_]
        near &= state.occupied(ENEMY[self.side]) & ~declared_hexes(state) & ~self.targets
        found = 0
        for hex_ in numbers(near):
            both = self.targets | 1 << hex_
            if able_on(state, self.side, both, self.attackers) != self.attackers:
                continue
            if reaches_lowest(state, self.side, both, self.attackers):
                found |= 1 << hex_
        return found

    def answer(self, state: Luga, action: Action) -> None:
        if action.verb == "join":
            joined = self.attackers | 1 << action.noun
            state.ask(Compose(self.side, self.targets, joined))
        elif action.verb == "also":
            state.ask(Compose(self.side, self.targets | 1 << action.noun, self.attackers))
        elif action.verb != "abandon":
            is_supplied = action.verb == "declare_supplied"
            declare(state, self.side, self.targets, self.attackers, is_supplied)


def missing(state: Luga, attack: Compose) -> Region:
    """12.2 - the hexes that must be attacked in this attack too, or there will be nobody left."""
    rest = may_attack(state, attack.side) & ~attack.attackers
    return unserved(state, attack.side, attack.targets, attack.attackers, rest)


def demanded(state: Luga) -> Region:
    """12.2 - the hexes that must be attacked before the declarations, or this one, can end."""
    match state.question:
        case Declaring(side=side):
            return owed(state, side)
        case Compose(attackers=attackers) as attack if attackers:
            return missing(state, attack)
    return 0


def is_strong(state: Luga, attack: Compose) -> bool:
    """12.1 - whether an attack has 1-4 so far."""
    return reaches_lowest(state, attack.side, attack.targets, attack.attackers)


def declare(state: Luga, side: Side, targets: Region, attackers: Pieces, supply: bool) -> None:
    """12.1, 6.4 - an attack is declared, with or without a point of attack supply."""
    number = max(state.target_attacks, default=0) + 1
    attack_of = state.attack_of[:]
    for piece in numbers(attackers):
        attack_of[piece] = number
    state.attack_of = attack_of
    hexes = tuple(numbers(targets))
    state.targets += hexes
    state.target_attacks += (number,) * len(hexes)
    if supply:
        state.supplied_attacks += (number,)
        state.attack_supply[side] -= 1
    state.note(
        "declared",
        "12.1",
        side=side,
        attackers=numbers(attackers),
        hexes=list(hexes),
        supplied=supply,
    )
