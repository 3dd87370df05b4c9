"""The exact odds of East Front against counting, icepool and a million throws."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import icepool
import numpy
from scipy.stats import chisquare

from grognard.engine.forbidden import Forbidden
from grognard.games.eastfront.charts import DATA, Feature, Weather
from grognard.games.eastfront.combat import Attack, DefenceOrder
from grognard.games.eastfront.odds import (
    combat_odds,
    overrun_odds,
    retreat_odds,
    summarise,
    surrender_odds,
)
from grognard.games.eastfront.overrun import OverrunCase
from grognard.games.eastfront.retreat import RetreatCase
from grognard.games.eastfront.surrender import Garrison, SupplyMarker, SurrenderCase
from grognard.games.eastfront.units import Arm, Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PRINTED: dict[str, Any] = tomllib.loads(DATA.read_text(encoding="utf-8"))


def agree(found: Mapping[str, Fraction], line: Callable[[int], str]) -> None:
    """Hold a distribution against counting ten faces, and against icepool's die."""
    counted = Counter(line(die) for die in range(1, 11))
    assert dict(found) == {text: Fraction(count, 10) for text, count in counted.items()}
    theirs = icepool.d10.map(line)
    assert dict(found) == {text: theirs.probability(text) for text in theirs.outcomes()}


def kept(number: int) -> int:
    return sorted((-3, number, 3))[1]


def brute_overrun(case: OverrunCase) -> Callable[[int], str] | None:
    """Return the line for a die, or None where the rules forbid the overrun."""
    names = {feature.value for feature in case.features}
    odds = case.attack // case.defence
    works = names & {"city", "major_city", "fortified_point", "fortified_line"}
    least = 12 if works else 5 if case.all_german else 7
    barred = names & {"major_river", "sea", "lake", "mountain", "alps"}
    bad = case.weather.value in ("mud", "snow") or (
        "swamp" in names and case.weather.value != "frost"
    )
    if barred or bad or odds < least or (works and not case.engineer):
        return None
    if case.all_german:
        drm = 2 if odds == 5 else 0 if odds == 6 else -1 if odds < 10 else -2 if odds < 14 else -3
    else:
        drm = 0 if odds < 9 else -1 if odds < 12 else -2
    drm += (1 if case.defence >= 4 else 0) - int(case.marker) - int(case.soft)
    drm += 2 * len(names & {"river", "hill", "marsh", "forest"} | works)
    drm = kept(drm)

    def line(die: int) -> str:
        thrown = die + drm
        return "2-" if thrown <= 2 else "3-7" if thrown <= 7 else "8-10" if thrown <= 10 else "11+"

    return line


def random_overrun(chooser: random.Random) -> OverrunCase:
    some = chooser.choices(list(Feature), k=chooser.randint(0, 2))
    return OverrunCase(
        chooser.randint(10, 60),
        chooser.randint(1, 6),
        all_german=chooser.random() < 0.6,
        features=frozenset(some),
        weather=chooser.choice([Weather.DRY, Weather.DRY, Weather.FROST, Weather.MUD]),
        engineer=chooser.random() < 0.7,
        marker=chooser.random() < 0.3,
        soft=chooser.random() < 0.3,
    )


def test_2000_random_overruns_equal_counting_and_icepool() -> None:
    """EF-11.4a to EF-11.4g - allowed ones by their lines, the others by their refusal."""
    chooser = random.Random(1941)
    allowed = 0
    for _ in range(2000):
        case = random_overrun(chooser)
        line = brute_overrun(case)
        try:
            chart = overrun_odds(case)
        except Forbidden:
            assert line is None, case
            continue
        assert line is not None, case
        agree(chart.results.map(lambda band: band.printed), line)
        allowed += 1
    assert allowed > 500


def test_200_random_retreats_equal_counting_and_icepool() -> None:
    """EF-16.6.6a to EF-16.6.6d."""
    chooser = random.Random(16)
    for _ in range(200):
        german, forest, guns = (chooser.random() < 0.5 for _ in range(3))
        case = RetreatCase(german, forest, artillery=int(guns))
        need = 3 + 2 * german + 2 * forest - 2 * guns
        found = retreat_odds(case).results.map(lambda line: str(line.success))
        agree(found, lambda die, need=need: str(die <= need))  # type: ignore[misc]


def test_300_random_surrenders_equal_counting_and_icepool() -> None:
    """EF-21a to EF-21h."""
    chooser = random.Random(21)
    for _ in range(300):
        supply, garrison = chooser.choice(list(SupplyMarker)), chooser.choice(list(Garrison))
        guards = garrison is not Garrison.COASTAL and chooser.random() < 0.5
        radius, place = chooser.random() < 0.5, chooser.random() < 0.5
        case = SurrenderCase(radius, guards, place, supply, garrison)
        need = 2 - radius - guards - place
        need += {"supplied": 0, "emergency": 1, "out": 2}[supply.value]
        need += {"other": 0, "militia": 1, "coastal": 2}[garrison.value]
        found = surrender_odds(case).results.map(lambda line: str(line.success))
        agree(found, lambda die, need=need: str(die <= need))  # type: ignore[misc]


def brute_combat(attack: Attack) -> Callable[[int], str]:
    """Look the cell up in the printed rows, its column and modifiers reckoned apart."""
    mud, frozen = attack.weather.value == "mud", attack.weather.value in ("frost", "snow")
    names = {feature.value for feature in attack.target}
    city = bool(names & {"city", "major_city"})
    strength, guns = Fraction(0), 0
    for unit in attack.units:
        if unit.arm.value == "artillery":
            guns += unit.factor
        else:
            wet = "major_river" in {side.value for side in unit.crosses} and not frozen
            bog = unit.from_swamp and not frozen
            strength += Fraction(unit.factor, 2 ** (wet + bog + (unit.red and city)))
    factors = int(strength)
    for halves in (mud, "swamp" in names and not frozen):
        guns = guns // 2 if halves else guns
    factors += min(guns, factors) if attack.attack_supply else 0
    defence = attack.defence
    defence += min(attack.defence_artillery // (2 if mud else 1), attack.defence)
    reached = [
        number
        for number, name in enumerate(PRINTED["combat"]["columns"])
        if Fraction(factors, defence) >= Fraction(*map(int, name.split("-")))
    ]
    drm = brute_drm(attack, names)
    rows = PRINTED["combat"]["rows"]
    return lambda die: str(rows[str(die + drm)][max(reached)])


def brute_drm(attack: Attack, names: set[str]) -> int:
    """Add up the modifiers a second time, written apart from the rules' own functions."""
    fighters = [unit for unit in attack.units if unit.arm.value != "artillery"]
    sides = [{side.value for side in unit.crosses} for unit in fighters]
    bad_town = "town" in names and attack.weather.value in ("mud", "snow")
    drm = -int(attack.air) + int(attack.defending_air) - int(attack.overrun_marker)
    drm -= int(attack.defender_out_of_supply)
    drm += ("city" in names) + bad_town
    drm += 0 if attack.defender_german else 2 * ("major_city" in names)
    drm += 0 if attack.defender_german else ("fortified_point" in names)
    drm += all("river" in side for side in sides)
    drm += all("fortified_line" in side for side in sides)
    drm += 0 if attack.attack_supply else 2
    drm += attack.order.value == "no-retreat"
    engineers = [s for u, s in zip(fighters, sides, strict=True) if u.arm.value == "engineer"]
    works = names & {"city", "major_city", "fortified_point"}
    helps = bad_town or works or any(side & {"river", "fortified_line"} for side in engineers)
    drm -= 1 if engineers and helps else 0
    panzer, motorised = attack.panzer_divisions or 0, attack.motorised_divisions or 0
    drm -= panzer + min(panzer, motorised)
    dry = attack.weather.value in ("dry", "frost")
    anti = {arm.value for arm in attack.defender_arms} & {"armour", "antitank", "antiaircraft"}
    barred = works | names & {"mountain", "alps"}
    bog = "swamp" in names and attack.weather.value != "frost"
    team = [
        side
        for unit, side in zip(fighters, sides, strict=True)
        if unit.red or unit.arm.value in ("reconnaissance", "motorised", "motorcycle", "engineer")
    ]
    wet = all(side & {"river", "major_river", "fortified_line"} for side in team)
    partners = [u for u in fighters if u.arm.value in ("motorised", "engineer", "reconnaissance")]
    mixed = any(unit.red for unit in fighters) and partners
    if mixed and dry and not anti and not barred and not bog and not wet:
        drm -= 1
    return kept(drm)


def random_attack(chooser: random.Random) -> Attack:
    sides = [Feature.RIVER, Feature.FORTIFIED_LINE, Feature.MAJOR_RIVER]
    arms = [Arm.INFANTRY, Arm.MOTORISED, Arm.ENGINEER, Arm.RECONNAISSANCE]
    shared = chooser.sample(sides, chooser.choice([0, 0, 1]))
    units = [
        Unit(
            chooser.randint(2, 9),
            chooser.choice(arms),
            red=chooser.random() < 0.3,
            from_swamp=chooser.random() < 0.1,
            crosses=frozenset(shared or chooser.sample(sides, chooser.choice([0, 0, 1]))),
        )
        for _ in range(chooser.randint(1, 4))
    ]
    units += [Unit(chooser.randint(1, 4), Arm.ARTILLERY)] * chooser.randint(0, 3)
    hexes = [Feature.CITY, Feature.MAJOR_CITY, Feature.FORTIFIED_POINT, Feature.SWAMP, Feature.TOWN]
    return Attack(
        tuple(units),
        chooser.randint(1, 8),
        chooser.randint(0, 5),
        target=frozenset(chooser.sample(hexes, chooser.choice([0, 0, 1]))),
        weather=chooser.choice(list(Weather)),
        attack_supply=chooser.random() < 0.8,
        defender_arms=frozenset(chooser.sample(list(Arm), chooser.choice([0, 1]))),
        defender_german=chooser.random() < 0.2,
        defender_out_of_supply=chooser.random() < 0.2,
        overrun_marker=chooser.random() < 0.2,
        air=chooser.random() < 0.3,
        defending_air=chooser.random() < 0.2,
        order=chooser.choice(list(DefenceOrder)),
        panzer_divisions=chooser.choice([0, 0, 1, 2]),
        motorised_divisions=chooser.choice([0, 0, 1]),
    )


def test_1500_random_attacks_equal_counting_and_icepool() -> None:
    """EF-15 - column, modifiers and cell; attacks below 1-4 are refused."""
    chooser = random.Random(15)
    fought, refused = 0, set()
    while fought < 1500:
        attack = random_attack(chooser)
        try:
            chart = combat_odds(attack)
        except Forbidden as error:
            refused.add(error.rule)
            continue
        agree(chart.results.map(lambda result: result.printed.text), brute_combat(attack))
        fought += 1
    assert refused == {"EF-12"}


def test_a_million_throws_agree_with_the_exact_lines() -> None:
    """EF-15 - chi-square of 10^6 simulated throws of the ten-sided die, fixed seed."""
    attack = Attack((Unit(26), Unit(7, Arm.ARTILLERY)), 5, 3)
    dice = numpy.random.default_rng(1941).integers(1, 11, 1_000_000)
    by_face = brute_combat(attack)
    counts: Counter[str] = Counter()
    for die, count in zip(*numpy.unique(dice, return_counts=True), strict=True):
        counts[by_face(int(die))] += int(count)
    exact = combat_odds(attack).results.map(lambda result: result.printed.text)
    assert set(counts) == set(exact)
    expected = [float(chance) * 1e6 for chance in exact.values()]
    assert chisquare([counts[text] for text in exact], expected).pvalue > 0.001


def test_a_million_overruns_agree_with_the_exact_lines() -> None:
    """EF-11.4a - chi-square of 10^6 simulated throws at +2."""
    dice = numpy.random.default_rng(11).integers(1, 11, 1_000_000) + 2
    seen = [
        int(((dice >= low) & (dice <= high)).sum()) for low, high in ((3, 7), (8, 10), (11, 12))
    ]
    lines = overrun_odds(OverrunCase(17, 3)).possibilities
    assert chisquare(seen, [float(line.chance) * 1e6 for line in lines]).pvalue > 0.001


def test_every_line_carries_its_dice_and_its_rules() -> None:
    """EF-11.4c, EF-16.6.6b, EF-21b, EF-15.6 - the rules that made an outcome stand beside it."""
    assert overrun_odds(OverrunCase(17, 3)).possibilities[0].rules == (
        "EF-11.4a",
        "EF-11.4b",
        "EF-11.4c",
    )
    assert retreat_odds(RetreatCase(all_german=True)).possibilities[0].rules == (
        "EF-16.6.6a",
        "EF-16.6.6b",
    )
    assert surrender_odds(SurrenderCase(headquarters=True)).possibilities[0].rules == (
        "EF-21a",
        "EF-21b",
    )
    chart = combat_odds(Attack((Unit(9),), 3, air=True))
    assert chart.possibilities[0].rules == ("EF-15", "EF-16.6", "EF-15.6")
    assert "reconstruction" in chart.marks[0]
    assert sorted(die for line in chart.possibilities for die in line.dice) == list(range(1, 11))


def test_a_notebook_sees_the_lines_and_what_is_reconstructed() -> None:
    page = overrun_odds(OverrunCase(17, 3))._repr_html_()
    assert "1/2 = 50.0 %" in page
    assert "reconstruction" not in page
    assert "is a reconstruction" in combat_odds(Attack((Unit(9),), 3))._repr_html_()


def test_steps_beyond_those_a_side_has_do_not_count() -> None:
    """EF-16 - the means of a one-step attacker."""
    attack = Attack((Unit(3),), 3)
    chart = combat_odds(replace(attack, mandated=True))
    assert summarise(chart, attacker=1).attacker_steps <= 1
    assert summarise(chart).attacker_steps > summarise(chart, attacker=1).attacker_steps
