"""8.1, 8.5.3 - Several attacks on one hex in one segment, one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from grognard.engine.bits import numbers
from grognard.engine.odds import Distribution, Number, mixture
from grognard.engine.report import bar_table
from grognard.games.bautzen import combat
from grognard.games.bautzen.odds.attack import (
    HEX,
    MARGIN,
    CombatEnd,
    Summary,
    Weights,
    summarise,
    worth,
)
from grognard.games.bautzen.odds.fates import Attackers, Defenders, Situation, Stand
from grognard.games.bautzen.odds.table import chart_of
from grognard.games.bautzen.state import ENEMY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grognard.games.bautzen.combat import Result
    from grognard.games.bautzen.state import Battle, Bautzen, Pieces

_Found: TypeAlias = "tuple[tuple[Number, Number], Distribution[tuple[CombatEnd, int]]]"
"""Value and margin to the attacker, and what happens with the number of attacks it took."""

NOTHING = CombatEnd(0, 0, 0, 0, 0, destroyed=False, vacated=False, taken=False)


@dataclass(frozen=True, slots=True)
class Waves:
    """Several attacks on one hex, each made only while the defender holds it."""

    value: Fraction
    outcomes: Distribution[CombatEnd]
    """All attacks together."""
    taken_by: tuple[Fraction, ...]
    """The chance that the hex is taken in the first attack, in the first two, and so on."""

    @property
    def summary(self) -> Summary:
        """What people ask first, of all attacks together."""
        return summarise(self.outcomes)

    def _repr_html_(self) -> str:
        rows = ((str(number), chance) for number, chance in enumerate(self.taken_by, start=1))
        return bar_table(rows, ("attacks", "the hex is taken"))


def sequence(
    state: Bautzen,
    battles: Sequence[Battle],
    committed: Sequence[tuple[Pieces, Pieces]] = (),
    weights: Weights = HEX,
) -> Waves:
    """8.5.3 - the chances of attacks made one after the other until the hex is left.

    Both sides look ahead to the end. Support, supply columns and aircraft are used up as they go;
    a headquarters in the stack helps only the first time (9.1).
    """
    spent = [*committed, *[(0, 0)] * (len(battles) - len(committed))]
    value, found = _Waves(list(battles), spent, weights).fight(0, state)
    taken = [
        sum(
            (chance for (end, waves), chance in found.items() if end.taken and waves <= number),
            start=Fraction(0),
        )
        for number in range(1, len(battles) + 1)
    ]
    return Waves(Fraction(value[0]), found.map(lambda end: end[0]), tuple(taken))


class _Waves:
    """The whole game tree, each position worked out once."""

    def __init__(
        self, battles: list[Battle], committed: list[tuple[Pieces, Pieces]], weights: Weights
    ) -> None:
        self.battles, self.committed, self.weights = battles, committed, weights
        self.known: dict[tuple[int, bytes, Pieces, Pieces], _Found] = {}

    def fight(self, number: int, state: Bautzen) -> _Found:
        """8.2 - the value of the attacks from this one on, nothing having been lost before."""
        battle = self._battle(number, state)
        if battle is None:
            return self._ended(NOTHING, number)
        key = number, bytes(state.steps), state.unsupplied, state.supported
        if key not in self.known:
            self.known[key] = self._throw(number, state, battle)
        return self.known[key]

    def _battle(self, number: int, state: Bautzen) -> Battle | None:
        """Return the next attack with the units that are left, or None where there is none."""
        if number == len(self.battles):
            return None
        battle = self.battles[number]
        attackers = battle.attackers & state.owned[battle.side]
        defenders = state.units_at(battle.target)
        if not attackers or not defenders:
            return None
        return replace(battle, attackers=attackers, defenders=defenders)

    def _ended(self, outcome: CombatEnd, number: int) -> _Found:
        values = worth(outcome, self.weights), worth(outcome, MARGIN)
        return values, Distribution.certain((outcome, number))

    def _throw(self, number: int, state: Bautzen, battle: Battle) -> _Found:
        """8.2.6 - weigh the results of one attack."""
        twin = state.copy()
        twin.battle = battle
        sums = combat.arithmetic(twin, battle, self.committed[number])
        attackers = Attackers(twin, battle, tell_apart=True)
        defenders = Defenders(twin, battle, self.committed[number][1])
        found = [
            (len(line.dice), self._choose(number, attackers, defenders, line.result))
            for line in chart_of(twin, sums).lines
        ]
        values = (
            Fraction(sum(weight * value[0] for weight, (value, _) in found)) / 6,
            Fraction(sum(weight * value[1] for weight, (value, _) in found)) / 6,
        )
        return values, mixture((weight, ends) for weight, (_, ends) in found)

    def _choose(
        self, number: int, attackers: Attackers, defenders: Defenders, result: Result
    ) -> _Found:
        """8.5.1, 8.3 - the defender chooses first, then the attacker."""
        losses = attackers.after(result.attacker)
        return min(
            (
                max(
                    (self._go_on(number, attackers, stand, after, loss) for loss in losses),
                    key=lambda found: found[0],
                )
                for stand, after in _stands(defenders, result)
            ),
            key=lambda found: found[0],
        )

    def _go_on(
        self,
        number: int,
        attackers: Attackers,
        stand: Stand,
        after: Situation,
        loss: Situation,
    ) -> _Found:
        """8.4 - a hex that is left ends the sequence; else the next attack follows."""
        toll = attackers.toll(loss.state)
        taken = stand.is_vacated and toll.can_advance
        sofar = CombatEnd(toll.steps, toll.units, *stand[:5], taken=taken, rules=stand.rules)
        if stand.is_vacated:
            return self._ended(sofar, number + 1)
        twin = after.state.copy()
        for piece in loss.lost:
            twin.lose_step(piece, "8.3")
        _use_up(twin, self.battles[number], self.committed[number])
        values, ends = self.fight(number + 1, twin)
        so_worth = worth(sofar, self.weights), worth(sofar, MARGIN)
        total = values[0] + so_worth[0], values[1] + so_worth[1]
        return total, ends.map(lambda end: (_together(sofar, end[0]), end[1]))


def _stands(defenders: Defenders, result: Result) -> Iterator[tuple[Stand, Situation]]:
    """8.5.1 - everything that the defender may make of a result, each once."""
    found: dict[tuple[Stand, bytes], Situation] = {}
    for hexes in defenders.trades(result.defender):
        for stand, way in defenders.ways(result.defender - hexes, hexes):
            found.setdefault((stand, defenders.key(way.situation.state)), way.situation)
    for (stand, _), situation in found.items():
        yield stand, situation


def _use_up(state: Bautzen, battle: Battle, committed: tuple[Pieces, Pieces]) -> None:
    """7.2.1, 9.1, 10 air - what helped in an attack does not help in the next."""
    in_stack = state.units_at(battle.target) & state.scenario.headquarters
    state.supported |= battle.supports | battle.defence_supports | in_stack
    state.aircraft_used |= (committed[0] | committed[1]) & state.scenario.aircraft
    for side, spent in ((battle.side, committed[0]), (ENEMY[battle.side], committed[1])):
        for piece in numbers(spent & state.scenario.convoys & state.owned[side]):
            state.remove(piece, side)


def _together(first: CombatEnd, then: CombatEnd) -> CombatEnd:
    """Return what two attacks have come to; how the second ends is how both end."""
    return CombatEnd(
        first.attacker_steps + then.attacker_steps,
        first.attacker_units + then.attacker_units,
        first.defender_steps + then.defender_steps,
        first.defender_units + then.defender_units,
        then.hexes,
        then.destroyed,
        then.vacated,
        then.taken,
        rules=tuple(dict.fromkeys((*first.rules, *then.rules))),
    )
