"""Answers that need no plan: support, results, losses, advance, rail, refitting and digging in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.game import Action
from grognard.engine.thinking import Idea
from grognard.games.petrograd.ai import assault
from grognard.games.petrograd.ai.exchange import suffered
from grognard.games.petrograd.arrivals import rail_hexes
from grognard.games.petrograd.command import quality_of
from grognard.games.petrograd.parts import battle_of, engaged, half_of, side_of
from grognard.games.petrograd.table import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.meaning import PieceIndex
    from grognard.games.petrograd.advancing import Advance
    from grognard.games.petrograd.ai.judge import Judge
    from grognard.games.petrograd.state import Petrograd
    from grognard.games.petrograd.table import Effect

DONE: Final = Action("done")
ENOUGH: Final = Action("enough")
HALT: Final = Action("halt")
RAIL_GAIN: Final = 1.0
"""How much better a piece must stand to be sent by rail."""
ESCORT: Final = 1.5
"""What every gun and headquarters is worth that would be left alone near the enemy."""
GARRISON: Final = 99.0
"""What it costs to leave a town that must not fall, by rail or in an advance."""
STATIONS: Final = 3
"""How many stations are looked at closely."""
KEEP: Final = 0.5
"""The share of a regiment's quality that its last PE is worth besides."""


def defend(judge: Judge, state: Petrograd, options: Sequence[Action]) -> Action:
    """8.2.2 - fire as long as it makes the attack worse: one gun, or all of them together."""
    battle = battle_of(state)
    helpers = [option for option in options if option.verb == "support"]
    helpers.sort(key=lambda option: -judge.scenario.pieces[option.noun].support)
    before = assault.weigh(judge, state, battle)
    added = battle.defence_supports
    for count, option in enumerate(helpers, 1):
        added |= 1 << option.noun
        after = assault.weigh(judge, state, replace(battle, defence_supports=added))
        if after < before - assault.SHOT * count:
            return helpers[0]
    return ENOUGH


def results(judge: Judge, state: Petrograd, role: Role) -> list[Idea]:
    """8.2.4 - the results of a half, each with what it gains: less the cost, or the enemy's."""
    sign = -1 if side_of(battle_of(state), role) is judge.side else 1
    return [
        Idea(
            "choose",
            sign * _cost(judge, state, role, option.effect),
            "beaten",
            answer=Action("choose", number),
        )
        for number, option in enumerate(half_of(state, role).options, 1)
    ]


def _cost(judge: Judge, state: Petrograd, role: Role, effect: Effect) -> float:
    """Return what a result costs its owner, less the ground that it gains him, in PE."""
    battle = battle_of(state)
    troops = engaged(state, role) & judge.kinds.troops
    points = sum(state.steps[piece] for piece in numbers(troops))
    cost = suffered(effect._replace(losses=effect.losses + battle.extra), max(points, 1))
    if effect.retreat:
        hexes = numbers(state.hexes_of(troops))
        cost += sum(judge.worth.get(hex_, 0.0) for hex_ in hexes) / judge.style.kill
    if effect.advance and role is Role.ATTACKER and not state.units_at(battle.target):
        cost -= assault.stakes(judge, battle.target).hex
    return cost - 0.2 * effect.advance


def loss(judge: Judge, state: Petrograd, options: Sequence[Action]) -> Action:
    """8.2.5 - the piece that is missed least: poor troops, and no regiment's last PE."""

    def missed(option: Action) -> tuple[float, int]:
        piece = option.noun
        worth = float(quality_of(state, piece))
        if state.steps[piece] == 1 and not judge.kinds.march >> piece & 1:
            worth += KEEP * worth + 1.0
        return worth - 0.1 * state.steps[piece], piece

    return min(options, key=missed)


def advance(judge: Judge, state: Petrograd, question: Advance, options: Sequence[Action]) -> Action:
    """8.2.7 - advance as many as the new hex wants and the old one can spare."""
    target = battle_of(state).target
    best, most = options[-1], float("-inf")
    for option in options:
        if option == HALT:
            gain = 0.0
        else:
            piece = option.noun
            goals = [target]
            if judge.ground.around[state.where[piece]] >> target & 1 == 0:
                goals = numbers(battle_of(state).origins)
            gain = max(judge.at(state, piece, hex_) for hex_ in goals)
            gain -= judge.at(state, piece, state.where[piece]) + left_alone(judge, state, piece)
        if gain > most:
            best, most = option, gain
    return best


def left_alone(judge: Judge, state: Petrograd, piece: PieceIndex) -> float:
    """8.2.7 - what it costs to leave a town that must not fall, or guns and headquarters alone."""
    here = state.where[piece]
    if judge.style.garrison and here in judge.vital(state):
        return GARRISON
    others = state.stacks[here] & state.owned[judge.side] & ~(1 << piece)
    if others & judge.kinds.troops or not judge.threat[here]:
        return 0.0
    return ESCORT * others.bit_count()


def is_needed(judge: Judge, state: Petrograd, piece: PieceIndex) -> bool:
    """11.2 - whether a town that must not fall would no longer be kept without a piece."""
    here = state.where[piece]
    if not judge.style.garrison or here not in judge.vital(state):
        return False
    return not judge.is_kept(state, here, 1 << piece)


def rail_gain(judge: Judge, state: Petrograd, piece: PieceIndex) -> float:
    """7.5 - how much better a piece would stand at the best station."""
    here = judge.at(state, piece, state.where[piece])
    if is_needed(judge, state, piece):
        here += GARRISON
    goals = sorted(numbers(rail_hexes(state, piece)), key=lambda hex_: -judge.pull(piece, hex_))
    goals = goals[:STATIONS]
    return max([judge.at(state, piece, hex_) for hex_ in goals], default=here) - here


def refit(state: Petrograd, options: Sequence[Action]) -> Action:
    """9.3 - restore the best troops first."""
    pieces = [option for option in options if option != DONE]
    return max(pieces, key=lambda option: (quality_of(state, option.noun), -option.noun))


def dig(judge: Judge, state: Petrograd, options: Sequence[Action]) -> Action:
    """9.2 - dig in where most troops stand against most enemies, for most."""

    def wanted(option: Action) -> float:
        hex_ = option.noun
        force = judge.force(state, state.stacks[hex_])
        return judge.threat[hex_] * (1 + judge.worth.get(hex_, 0.0)) * force

    hexes = [option for option in options if option != DONE]
    best = max(hexes, key=wanted)
    return best if wanted(best) else DONE
