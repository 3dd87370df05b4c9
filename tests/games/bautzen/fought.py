"""Combats of random games, and a plain reckoning of one: every answer tried on the real game.

Nothing of the odds is used here: the questions of the game are answered in every way, and each
side takes the answer that is best for it.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.game import CHANCE, apply
from grognard.games.bautzen.fighting import Throw
from grognard.games.bautzen.load import load
from grognard.games.bautzen.outcome import battle_of
from grognard.games.bautzen.sequence import begin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grognard.games.bautzen.printed import Scenario
    from grognard.games.bautzen.state import Battle, Bautzen

FIGHTING = ("attack", "join", "support")


class End(NamedTuple):
    """What a combat came to, as the counters on the board show it."""

    attacker_steps: int
    attacker_units: int
    defender_steps: int
    defender_units: int
    hexes: int
    destroyed: bool
    vacated: bool
    taken: bool
    columns_lost: int
    columns_captured: int


def combats(seed: int, scenario: Scenario | None = None, limit: int = 4000) -> Iterator[Bautzen]:
    """Yield the positions of a random game in which the die of a combat is about to be thrown."""
    rng = random.Random(seed)
    state = begin(scenario or load())
    for _ in range(limit):
        if state.is_over:
            return
        if isinstance(state.question, Throw):
            yield state.copy()
        options = list(state.options())
        fights = [one for one in options if one.verb in FIGHTING]
        apply(state, rng.choice(fights if fights and rng.random() < 0.85 else options))


class Reckoning:
    """One combat tried to its end in every way; `worth` is what an end is worth to the attacker."""

    def __init__(self, state: Bautzen, worth: Callable[[End], tuple[Fraction | int, ...]]) -> None:
        self.battle, self.worth = battle_of(state), worth
        self.before = state
        self.spent = state.sealed[0] | state.sealed[1]
        self.reached: dict[object, set[End]] = {}
        self.known: dict[object, tuple[tuple[Fraction | int, ...], dict[End, Fraction]]] = {}

    def best(self, state: Bautzen) -> tuple[tuple[Fraction | int, ...], dict[End, Fraction]]:
        """Return the value of a position and how it ends when both sides choose best."""
        if state.battle is None:
            end = self.end(state)
            return self.worth(end), {end: Fraction(1)}
        key = _key(state)
        if key not in self.known:
            self.known[key] = self._best(state)
        return self.known[key]

    def _best(self, state: Bautzen) -> tuple[tuple[Fraction | int, ...], dict[End, Fraction]]:
        found = []
        for action in state.options():
            twin = state.copy()
            apply(twin, action)
            found.append(self.best(twin))
        if state.seat == CHANCE:
            return _mixed(found)
        if state.seat == self.battle.side:
            return max(found, key=lambda one: one[0])
        return min(found, key=lambda one: one[0])

    def ends(self, state: Bautzen) -> set[End]:
        """Return every end that some answers lead to, good or bad."""
        if state.battle is None:
            return {self.end(state)}
        key = _key(state)
        if key not in self.reached:
            found: set[End] = set()
            for action in state.options():
                twin = state.copy()
                apply(twin, action)
                found |= self.ends(twin)
            self.reached[key] = found
        return self.reached[key]

    def end(self, state: Bautzen) -> End:
        """Read off the board what a combat came to."""
        battle, before = self.battle, self.before
        enemy = battle.side.enemy
        ours, theirs = _members(battle.attackers), _members(battle.defenders)
        gone = [unit for unit in theirs if state.steps[unit] == 0]
        columns = _members(before.stacks[battle.target] & before.scenario.convoys & ~self.spent)
        left = [unit for unit in theirs if state.steps[unit]]
        distance = before.scenario.board.map.distance
        return End(
            sum(before.steps[unit] - state.steps[unit] for unit in ours),
            sum(state.steps[unit] == 0 for unit in ours),
            sum(before.steps[unit] - state.steps[unit] for unit in theirs),
            len(gone),
            distance(battle.target, state.where[left[0]]) if left else 0,
            bool(theirs) and not left,
            not state.is_held_by(battle.target, enemy),
            bool(state.units_at(battle.target) & battle.attackers),
            sum(not state.owned[enemy] >> column & 1 for column in columns),
            sum(state.owned[battle.side] >> column & 1 for column in columns),
        )


def _members(pieces: int) -> list[int]:
    return [number for number in range(pieces.bit_length()) if pieces >> number & 1]


def _key(state: Bautzen) -> object:
    marks = (state.unsupplied, state.retreated, tuple(state.owned))
    return (tuple(state.stack), bytes(state.steps), bytes(state.where), state.battle, marks)


def _mixed(
    found: list[tuple[tuple[Fraction | int, ...], dict[End, Fraction]]],
) -> tuple[tuple[Fraction | int, ...], dict[End, Fraction]]:
    share = Fraction(1, len(found))
    values = tuple(sum(value) * share for value in zip(*(value for value, _ in found), strict=True))
    ends: dict[End, Fraction] = {}
    for _, chances in found:
        for end, chance in chances.items():
            ends[end] = ends.get(end, Fraction(0)) + chance * share
    return values, ends


def is_small(battle: Battle) -> bool:
    """Whether a combat can be tried out in every way in a moment."""
    return battle.attackers.bit_count() <= 4 and battle.defenders.bit_count() <= 3
