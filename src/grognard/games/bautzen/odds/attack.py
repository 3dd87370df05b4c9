"""8.2 - An attack as it stands on the board, to its end: what can happen, and how likely it is.

Where a player chooses, he chooses best for himself under a stated objective; the tree is exact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import numbers
from grognard.engine.choice import Chance, Choice, Decision, Leaf, Objective, Solution, Tree, solve
from grognard.engine.odds import Distribution, Number, mixture
from grognard.engine.report import figure_table
from grognard.games.bautzen import combat
from grognard.games.bautzen.odds.fates import Attackers, Defenders, Stand, Toll
from grognard.games.bautzen.odds.table import ColumnOdds, chart_of
from grognard.games.bautzen.outcome import may_advance
from grognard.games.bautzen.state import ENEMY, Battle
from grognard.games.bautzen.supply import capture_convoy

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.combat import Arithmetic, Result
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Bautzen, Pieces


class CombatEnd(NamedTuple):
    """What has happened when a combat is over."""

    attacker_steps: int
    attacker_units: int
    """Units eliminated."""
    defender_steps: int
    defender_units: int
    hexes: int
    """8.5.1 - hexes retreated by the defender."""
    destroyed: bool
    """No attacked unit is left."""
    vacated: bool
    """The attacked hex holds no defender."""
    taken: bool
    """8.4 - the hex is vacant and an attacker may enter it."""
    columns_lost: int = 0
    """8.6.3 - supply columns of the defender caught alone."""
    columns_captured: int = 0
    rules: tuple[str, ...] = ()
    """What made it, besides the table: 8.3 losses, 8.5.1 retreat, 8.5.2 its cost, 8.4 advance."""


class Weights(NamedTuple):
    """What the attacker gains by each thing, and loses when it happens to him."""

    step: Number = 0
    unit: Number = 0
    """A unit eliminated."""
    hex: Number = 0
    """The hex taken."""
    retreat: Number = 0
    """A hex of retreat."""
    column: Number = 0
    """8.6.3 - a supply column caught; one captured counts twice."""


STEPS: Final = Weights(step=1)
HEX: Final = Weights(hex=1)
MARGIN: Final = Weights(step=1, hex=1, column=Fraction(1, 2))
OBJECTIVES: Final = {"steps": STEPS, "hex": HEX, "margin": MARGIN}
"""Ready objectives: steps destroyed less steps lost; the hex; both, and supply columns caught."""


def worth(outcome: CombatEnd, weights: Weights) -> Number:
    """Return what an outcome is worth to the attacker; the defender wants the opposite."""
    total = (
        weights.step * (outcome.defender_steps - outcome.attacker_steps)
        + weights.unit * (outcome.defender_units - outcome.attacker_units)
        + weights.hex * outcome.taken
        + weights.retreat * outcome.hexes
    )
    if outcome.columns_lost:
        total += weights.column * (outcome.columns_lost + outcome.columns_captured)
    return total


def objective_of(side: Side, weights: Weights) -> Objective[CombatEnd]:
    """Return what both sides want; what is equal under the weights is parted by the margin."""
    return Objective.zero_sum(
        side,
        ENEMY[side],
        lambda outcome: worth(outcome, weights),
        lambda outcome: worth(outcome, MARGIN),
    )


class Summary(NamedTuple):
    """What people ask first; chances and means when both sides choose by the objective."""

    hex_taken: Fraction
    vacated: Fraction
    destroyed: Fraction
    """All attacked units are eliminated."""
    pushed_back: Fraction
    """The defender retreats."""
    attacker_steps: Fraction
    defender_steps: Fraction
    attacker_units: Fraction
    defender_units: Fraction


MEANS: Final = frozenset({"attacker_steps", "defender_steps", "attacker_units", "defender_units"})
"""The figures of a summary that are means; the others are chances."""


def summarise(outcomes: Distribution[CombatEnd]) -> Summary:
    """Return the summary of what happens."""
    return Summary(
        hex_taken=outcomes.probability(lambda one: one.taken),
        vacated=outcomes.probability(lambda one: one.vacated),
        destroyed=outcomes.probability(lambda one: one.destroyed),
        pushed_back=outcomes.probability(lambda one: one.hexes > 0),
        attacker_steps=outcomes.expectation(lambda one: one.attacker_steps),
        defender_steps=outcomes.expectation(lambda one: one.defender_steps),
        attacker_units=outcomes.expectation(lambda one: one.attacker_units),
        defender_units=outcomes.expectation(lambda one: one.defender_units),
    )


@dataclass(frozen=True, slots=True)
class Assault:
    """The value of an attack under an objective, with the choice of each owner at each result."""

    battle: Battle
    sums: Arithmetic
    chart: ColumnOdds | None
    """None where nothing but supply columns is attacked: no combat is fought (8.6.3)."""
    weights: Weights
    value: Fraction
    """To the attacker."""
    outcomes: Distribution[CombatEnd]
    decisions: tuple[Decision, ...]
    """The path of a decision begins with the result as printed."""

    @property
    def summary(self) -> Summary:
        """What people ask first."""
        return summarise(self.outcomes)

    def _repr_html_(self) -> str:
        figures = self.summary._asdict().items()
        return figure_table(
            (name.replace("_", " "), number, name not in MEANS) for name, number in figures
        )


class Field:
    """A combat whose results are worked out once each, whatever column they are read in."""

    def __init__(
        self,
        state: Bautzen,
        battle: Battle,
        committed: tuple[Pieces, Pieces] = (0, 0),
        weights: Weights = MARGIN,
        barred: Region = 0,
    ) -> None:
        self.state = state.copy()
        self.state.battle = self.battle = battle
        self.committed, self.weights = committed, weights
        self.objective = objective_of(battle.side, weights)
        self.attackers = Attackers(self.state, battle)
        self.defenders = Defenders(self.state, battle, committed[1], barred)
        self._solved: dict[Result, Solution[CombatEnd]] = {}

    def assault(
        self, battle: Battle | None = None, committed: tuple[Pieces, Pieces] | None = None
    ) -> Assault:
        """Return the whole attack, or the same one with other supports or other columns spent."""
        fought, spent = battle or self.battle, committed or self.committed
        sums = combat.arithmetic(self.state, fought, spent)
        if not self.defenders.members:
            return self._against_columns(sums)
        return self.read(sums, chart_of(self.state, sums), fought)

    def read(self, sums: Arithmetic, chart: ColumnOdds, battle: Battle) -> Assault:
        """8.2 step 6 - weigh the results of a column, each solved to its end."""
        solved = [(len(line.dice), self.solve(line.result)) for line in chart.lines]
        faces = sum(number for number, _ in solved)
        total = sum(number * found.values[battle.side] for number, found in solved)
        return Assault(
            battle,
            sums,
            chart,
            self.weights,
            Fraction(total) / faces,
            mixture((number, found.outcomes) for number, found in solved),
            tuple(decision for _, found in solved for decision in found.decisions),
        )

    def solve(self, result: Result) -> Solution[CombatEnd]:
        """8.2 steps 7 and 8 - what a result comes to when each side chooses best."""
        if result not in self._solved:
            found = solve(self.tree(result), self.objective)
            named = (one._replace(path=(str(result), *one.path)) for one in found.decisions)
            self._solved[result] = replace(found, decisions=tuple(named))
        return self._solved[result]

    def tree(self, result: Result) -> Tree[CombatEnd]:
        """8.5.1 - the defender chooses how far to retreat, and how; then the attacker."""
        trades = tuple(
            (f"retreat {hexes}", self._stands(result, hexes))
            for hexes in self.defenders.trades(result.defender)
        )
        return _choice(ENEMY[self.battle.side], trades)

    def _stands(self, result: Result, hexes: int) -> Tree[CombatEnd]:
        """8.3, 8.5 - the defender's ways to take the rest in steps and to go so far."""
        ways = self.defenders.stands(result.defender - hexes, hexes)
        named = tuple((way.words, self._tolls(result, stand)) for stand, way in ways.items())
        return _choice(ENEMY[self.battle.side], named)

    def _tolls(self, result: Result, stand: Stand) -> Tree[CombatEnd]:
        """8.2 step 8 - the attacker's ways to take his losses; then he advances if he may."""
        tolls = self.attackers.tolls(result.attacker)
        named = tuple(
            (self.attackers.in_words(situation), self._end(stand, toll))
            for toll, situation in tolls.items()
        )
        return _choice(self.battle.side, named)

    def _end(self, stand: Stand, toll: Toll) -> Tree[CombatEnd]:
        """8.4, 8.6.3 - the attacker enters a vacant hex; columns left there are thrown for."""
        taken = stand.is_vacated and toll.can_advance
        outcome = _outcome(stand, toll, taken=taken)
        if not (taken and stand.columns):
            return Leaf(outcome)
        alone = self.state.stacks[self.battle.target] & self.state.scenario.convoys
        return self._throws(numbers(alone & ~self.committed[1]), self._without_spent(), outcome)

    def _without_spent(self) -> Bautzen:
        """7.2.1 - the position once the columns spent have left the map."""
        twin, side = self.state.copy(), self.battle.side
        for owner, spent in ((side, self.committed[0]), (ENEMY[side], self.committed[1])):
            for piece in numbers(spent & twin.scenario.convoys & twin.owned[owner]):
                twin.remove(piece, owner)
        return twin

    def _throws(self, alone: list[int], state: Bautzen, outcome: CombatEnd) -> Tree[CombatEnd]:
        """8.6.3 - one die for each column caught: destroyed, or captured within 7.2.2."""
        if not alone:
            return Leaf(outcome if outcome.taken else _entered(state, outcome))
        piece, rest = alone[0], alone[1:]
        branches: dict[bool, tuple[int, Bautzen]] = {}
        for die in combat.D6:
            twin = state.copy()
            capture_convoy(twin, piece, die)
            is_captured = bool(twin.owned[self.battle.side] >> piece & 1)
            branches[is_captured] = branches.get(is_captured, (0, twin))[0] + 1, twin
        return Chance(
            tuple(
                (number, "captured" if caught else "destroyed", self._throws(rest, twin, after))
                for caught, (number, twin) in branches.items()
                for after in (_caught(outcome, caught),)
            )
        )

    def _against_columns(self, sums: Arithmetic) -> Assault:
        """8.6.3 - an attack on supply columns alone: they are thrown for, nothing else happens."""
        stand = Stand(0, 0, 0, False, True, 0, ())
        outcome = _outcome(stand, self.attackers.toll(self.state), taken=False)
        alone = self.state.stacks[self.battle.target] & self.state.scenario.convoys
        tree = self._throws(numbers(alone), self.state, outcome)
        solved = solve(tree, self.objective)
        value = Fraction(solved.values[self.battle.side])
        return Assault(self.battle, sums, None, self.weights, value, solved.outcomes, ())


def _entered(state: Bautzen, outcome: CombatEnd) -> CombatEnd:
    """8.4 - the hex of columns caught alone is entered if an attacker may."""
    if not may_advance(state):
        return outcome
    return outcome._replace(taken=True, rules=(*outcome.rules, "8.4"))


def _caught(outcome: CombatEnd, is_captured: bool) -> CombatEnd:
    """8.6.3 - count one more column caught."""
    rules = outcome.rules if "8.6.3" in outcome.rules else (*outcome.rules, "8.6.3")
    return outcome._replace(
        columns_lost=outcome.columns_lost + 1,
        columns_captured=outcome.columns_captured + is_captured,
        rules=rules,
    )


def _outcome(stand: Stand, toll: Toll, *, taken: bool) -> CombatEnd:
    """Return what both fates make together."""
    rules = ("8.3", *stand.rules) if toll.steps and "8.3" not in stand.rules else stand.rules
    return CombatEnd(
        toll.steps,
        toll.units,
        stand.steps,
        stand.units,
        stand.hexes,
        stand.is_destroyed,
        stand.is_vacated,
        taken,
        rules=(*rules, "8.4") if taken else rules,
    )


def _choice(owner: Side, options: tuple[tuple[str, Tree[CombatEnd]], ...]) -> Tree[CombatEnd]:
    """Return a choice, or the only thing that can be done."""
    return options[0][1] if len(options) == 1 else Choice(owner, options)


def assault(
    state: Bautzen,
    battle: Battle,
    committed: tuple[Pieces, Pieces] = (0, 0),
    weights: Weights = MARGIN,
) -> Assault:
    """8.2 - an attack to its end, `committed` being what attacker and defender have sealed.

    The position is taken as it is, nothing hidden; `assault_as_seen` asks for one side.
    """
    return Field(state, battle, committed, weights).assault()


def composed(
    state: Bautzen, side: Side, target: Hex, attackers: Pieces, supports: Pieces = 0
) -> Battle:
    """8.2 - the battle that an attack of these units would be."""
    return Battle(side, target, attackers, supports, state.units_at(target), 0, 0)
