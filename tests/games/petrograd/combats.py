"""Random combats on the board, and each of them played out to every end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from games.petrograd.front import CAMPAIGN, GAME, MAP, front
from grognard.engine.bits import numbers
from grognard.engine.choice import Chance, Choice, Leaf, Tree
from grognard.engine.game import apply
from grognard.games.petrograd.combat import Aftermath
from grognard.games.petrograd.outcome import ChooseResult
from grognard.games.petrograd.parts import battle_of, half_of
from grognard.games.petrograd.sequence import Attack
from grognard.games.petrograd.table import Effect, Role, parse_option

if TYPE_CHECKING:
    from random import Random

    from grognard.games.petrograd.state import Petrograd

WHITE_TROOPS: Final = [p.id for p in CAMPAIGN.pieces if p.is_troops and p.nation == "nwa"]
RED_TROOPS: Final = [p.id for p in CAMPAIGN.pieces if p.is_troops and p.move and p.side == 1]
HELPERS: Final = (
    ["W-A2", "W-A3", "W-A5", "W-HQ1", "W-HQ", "W-TkA", "W-AC", "W-Air"],
    ["R-A6", "R-A2", "R-AT1", "R-HQ7", "R-AC1", "R-Trot", "R-Air", "R-AH"],
)
MARKS: Final = ("disorganised", "routed", "out_of_ammunition")


def random_combat(rng: Random) -> Petrograd:
    """Return a position in which a random attack is declared and the dice are about to fall."""
    while True:
        state = _position(rng)
        if not any(action.verb == "attack" for action in state.options()):
            continue
        while type(state.question).__name__ != "Throw":
            options = state.options()
            if isinstance(state.question, Attack):
                options = [action for action in options if action.verb == "attack"]
            apply(state, options[int(rng.random() * len(options))])
        return state


def _position(rng: Random) -> Petrograd:
    """Return some troops of both sides face to face, in any state, with some helpers."""
    side = rng.randrange(2)
    target = rng.choice([hex_ for hex_ in MAP.hexes if CAMPAIGN.ground.land >> hex_ & 1])
    near = numbers(CAMPAIGN.ground.around[target])
    pools = [rng.sample(WHITE_TROOPS, 8), rng.sample(RED_TROOPS, 8)]
    helpers = [rng.sample(pool, 3) for pool in HELPERS]
    stacks: dict[str, list[str]] = {MAP.name(target): _stack(rng, pools[1 - side], 3)}
    stacks[MAP.name(target)] += rng.sample(helpers[1 - side], rng.randrange(3))
    for hex_ in rng.sample(near, min(len(near), rng.randint(1, 3))):
        stacks[MAP.name(hex_)] = _stack(rng, pools[side], 2)
    first = MAP.name(near[0]) if near else MAP.name(target)
    if first in stacks and first != MAP.name(target):
        stacks[first] += rng.sample(helpers[side], rng.randrange(3))
    placed = [id_ for stack in stacks.values() for id_ in stack]
    marks = {mark: rng.sample(placed, len(placed) // 4) for mark in MARKS}
    segment = f"{GAME.seats[side]} combat"
    return front(stacks, segment=segment, turn=rng.randint(1, 8), **marks)  # type: ignore[arg-type]


def _stack(rng: Random, pool: list[str], most: int) -> list[str]:
    """Return troops of a pool that fit into one hex."""
    found: list[str] = []
    points = 0
    for _ in range(rng.randint(1, most)):
        if pool and points + CAMPAIGN.pieces[CAMPAIGN.by_id[pool[-1]]].points <= 10:
            found.append(pool.pop())
            points += CAMPAIGN.pieces[CAMPAIGN.by_id[found[-1]]].points
    return found


def played_out(state: Petrograd) -> Tree[Aftermath]:
    """Return the combat as the question stack plays it: every throw, every choice of a result."""
    branches = []
    for action in state.options():
        twin = state.copy()
        twin.events = []
        apply(twin, action)
        column = battle_of(twin).column if twin.battle else 0
        branches.append((1, str(column), _choices(twin)))
    return Chance(tuple(branches))


def _choices(state: Petrograd) -> Tree[Aftermath]:
    """Return the choices still to be made; all other questions are answered by their first."""
    while state.battle is not None:
        question = state.question
        if isinstance(question, ChooseResult):
            half = half_of(state, question.role)
            return Choice(
                half.chooser,
                tuple(
                    (option.text, _choices(_after(state, number)))
                    for number, option in enumerate(half.options)
                ),
            )
        apply(state, state.options()[0])
    return Leaf(_aftermath(state))


def _after(state: Petrograd, number: int) -> Petrograd:
    twin = state.copy()
    twin.events = [*(state.events or ())]
    apply(twin, state.options()[number])
    return twin


def _aftermath(state: Petrograd) -> Aftermath:
    """Return what both sides took, as the log has it."""
    results = [event for event in state.events or () if event.kind == "result"]
    combat = next(event for event in state.events or () if event.kind == "combat")
    effects: dict[Role, Effect] = {}
    for event in results:
        role = Role.ATTACKER if event.facts["side"] == combat.facts["side"] else Role.DEFENDER
        effect = parse_option(event.facts["option"]).effect
        effects[role] = effect._replace(losses=effect.losses + event.facts["extra"])
    return Aftermath(effects[Role.ATTACKER], effects[Role.DEFENDER])
