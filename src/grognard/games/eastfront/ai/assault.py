"""12 - attacks composed so that everybody who must be attacked is, weighed by exact chances."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import numbers
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import command, declaring
from grognard.games.eastfront.ai.exchange import HOPELESS, Stakes, weigh
from grognard.games.eastfront.combat import DefenceOrder
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.supply import head_of

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import Pieces
    from grognard.games.eastfront.ai.judge import Judge
    from grognard.games.eastfront.engaged import Battle
    from grognard.games.eastfront.state import Luga

SUPPLY: Final = 0.15
"""What a point of attack supply that might serve elsewhere is worth, in steps."""
SCARCE: Final = 3
"""With more points than that no attack is weighed without one: what is left over is lost."""
PRIZE: Final = 3.0
"""What a place counts at most in an attack on it: it has to be held as well."""
ASIDE: Final = 0.25
"""What is left of the worth of ground that lies on no way to a goal."""
ROUNDS: Final = 3
"""How often attackers are exchanged between the attacks of a plan."""


class Strike(NamedTuple):
    """One attack of a plan."""

    target: Hex
    attackers: Pieces
    supply: bool
    value: float


class Plan(NamedTuple):
    """Attacks that go together, since the zones of those attacked bind them."""

    blows: tuple[Strike, ...]
    value: float


def stakes(judge: Judge, state: Luga, target: Hex) -> Stakes:
    """Return what is at stake for the attacker of a hex, in steps."""
    style = judge.style
    ground = style.ground * (ASIDE + (1 - ASIDE) * judge.draw.on_way(target))
    prize = min(judge.counts(state, target) + judge.barring.get(target, 0.0), PRIZE)
    trophies = judge.trophies(state, target) / style.kill
    return Stakes(ground + prize / style.kill, judge.losses, trophies)


def promise(judge: Judge, state: Luga, target: Hex, attackers: Pieces) -> tuple[float, bool]:
    """Return what an attack promises, with its guns, and whether it wants attack supply."""
    where, side = state.where, judge.side
    key = (
        target,
        attackers,
        tuple([where[piece] for piece in numbers(attackers)]),
        tuple([where[piece] for piece in numbers(judge.helpers)]),
        bool(state.attack_supply[side]),
    )
    found = judge.promises.get(key)
    if found is None:
        found = judge.promises[key] = _promise(judge, state, target, attackers)
    return found


def _promise(judge: Judge, state: Luga, target: Hex, attackers: Pieces) -> tuple[float, bool]:
    risk, left = stakes(judge, state, target), state.attack_supply[judge.side]
    best, supplied = HOPELESS, False
    if left and head_of(state, judge.side, attackers) >= 0:
        full = declaring.declared(state, judge.side, 1 << target, attackers, True)
        guns, limit = 0, rules.attack_guns(state, full)
        most = 4 if judge.side == 0 else 1
        ranked = sorted(numbers(limit), key=lambda p: -judge.scenario.pieces[p].support)
        for piece in ranked[:most]:
            guns |= 1 << piece
        full = replace(full, supports=guns)
        best, supplied = _met(state, full, risk) - SUPPLY, True
    if left <= SCARCE or not supplied:
        bare = declaring.declared(state, judge.side, 1 << target, attackers, False)
        value = _met(state, bare, risk)
        if value >= best:
            best, supplied = value, False
    return best, supplied


def _met(state: Luga, battle: Battle, risk: Stakes) -> float:
    """14.3, 15.2 - what an attack promises against the guns and the order of the defence."""
    guns = rules.defence_guns(state, battle)
    while guns:
        best = max(numbers(guns), key=lambda p: (state.scenario.pieces[p].support, -p))
        battle = replace(battle, defence_supports=battle.defence_supports | 1 << best)
        guns = rules.defence_guns(state, battle)
    value, side = weigh(state, battle, risk), ENEMY[battle.side]
    if not all(rules.shelters(state, hex_, side) for hex_ in numbers(battle.targets)):
        return value
    if side is Side.SOVIET and not battle.targets & command.free(state, command.ORDERS):
        return value
    return min(value, weigh(state, replace(battle, order=DefenceOrder.NO_RETREAT), risk))


def plans(judge: Judge, state: Luga) -> list[Plan]:
    """Return plans of attack on what can be attacked, best first."""
    side = judge.side
    able = declaring.may_attack(state, side)
    found: dict[tuple[tuple[Hex, Pieces], ...], Plan] = {}
    for target in numbers(declaring.open_targets(state, side)):
        near = declaring.able_on(state, side, 1 << target, able)
        for origins in _origins(state, near):
            plan = composed(judge, state, target, origins, able)
            if plan is not None:
                key = tuple((blow.target, blow.attackers) for blow in plan.blows)
                found[key] = plan
    return sorted(found.values(), key=lambda plan: -plan.value)


def _origins(state: Luga, near: Pieces) -> list[Region]:
    """Return the sets of hexes to attack from: all of them, and each alone."""
    every = state.hexes_of(near)
    alone = [1 << hex_ for hex_ in numbers(every)]
    return [every, *alone] if len(alone) > 1 else alone


def composed(judge: Judge, state: Luga, target: Hex, origins: Region, able: Pieces) -> Plan | None:
    """Return a plan of attacks from some hexes: the target, and all who must be attacked."""
    side = judge.side
    ready = sum(1 << p for p in numbers(able) if origins >> state.where[p] & 1)
    due = declaring.obliging(state, side, origins) & ~declaring.declared_hexes(state)
    targets = [target, *(hex_ for hex_ in numbers(due) if hex_ != target)]
    may = {hex_: declaring.able_on(state, side, 1 << hex_, ready) for hex_ in targets}
    given = _shared_out(state, side, targets, may, ready)
    if given is None:
        return None
    _improve(judge, state, targets, may, given)
    blows = []
    for hex_ in targets:
        value, supply = promise(judge, state, hex_, given[hex_])
        blows.append(Strike(hex_, given[hex_], supply, value))
    left = state.attack_supply[side]
    if sum(blow.supply for blow in blows) > left:
        ranked = sorted(blows, key=lambda blow: -blow.supply * blow.value)
        kept = {blow.target for blow in ranked[:left]}
        blows = [blow._replace(supply=blow.supply and blow.target in kept) for blow in blows]
    return Plan(tuple(blows), sum(blow.value for blow in blows))


def _shared_out(
    state: Luga, side: Side, targets: list[Hex], may: dict[Hex, Pieces], ready: Pieces
) -> dict[Hex, Pieces] | None:
    """Return who attacks whom: for all but the first just enough for 1-4, the rest on the first."""
    given: dict[Hex, Pieces] = {}
    free = ready
    for hex_ in targets[1:]:
        chosen = 0
        ranked = sorted(
            numbers(may[hex_] & free),
            key=lambda p: (may[targets[0]] >> p & 1, state.steps[p], state.attack_value(p)),
        )
        for piece in ranked:
            chosen |= 1 << piece
            if declaring.reaches_lowest(state, side, 1 << hex_, chosen):
                break
        if not chosen or not declaring.reaches_lowest(state, side, 1 << hex_, chosen):
            return None
        given[hex_] = chosen
        free &= ~chosen
    first = may[targets[0]] & free
    if not first or not declaring.reaches_lowest(state, side, 1 << targets[0], first):
        return None
    given[targets[0]] = first
    for piece in numbers(free & ~first):
        for hex_ in targets[1:]:
            if may[hex_] >> piece & 1:
                given[hex_] |= 1 << piece
                break
    return given


def _improve(
    judge: Judge,
    state: Luga,
    targets: list[Hex],
    may: dict[Hex, Pieces],
    given: dict[Hex, Pieces],
) -> None:
    """Exchange attackers between the attacks while that promises more."""
    if len(targets) < 2:
        return
    values = {hex_: promise(judge, state, hex_, given[hex_])[0] for hex_ in targets}
    for _ in range(ROUNDS):
        moved = False
        for here in targets:
            for piece in numbers(given[here]):
                for there in targets:
                    bit = 1 << piece
                    if there == here or not may[there] & bit or not given[here] & ~bit:
                        continue
                    left, more = given[here] & ~bit, given[there] | bit
                    if not declaring.reaches_lowest(state, judge.side, 1 << here, left):
                        continue
                    one = promise(judge, state, here, left)[0]
                    two = promise(judge, state, there, more)[0]
                    if one > HOPELESS and one + two > values[here] + values[there] + 0.01:
                        given[here], given[there] = left, more
                        values[here], values[there] = one, two
                        moved = True
                        break
        if not moved:
            return
