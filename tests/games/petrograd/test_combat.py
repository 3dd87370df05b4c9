"""PG-1 to PG-8, each on the smallest combat that shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.engine.choice import Choice, Leaf
from grognard.engine.forbidden import Forbidden
from grognard.games.petrograd.combat import (
    Aftermath,
    Army,
    Combat,
    Force,
    Unit,
    choices,
    column,
    combat_value,
    dominant,
    extra_loss,
    halved,
    modifiers,
    morale_row,
    muster,
    order,
    resolve,
    winner,
)
from grognard.games.petrograd.table import Effect, Role, load_table

TABLE = load_table()
PLAIN = Force(value=4, quality=3, morale=3, points=3)
EVEN = Combat(PLAIN, PLAIN)
BIG = Combat(replace(PLAIN, points=4), replace(PLAIN, points=4))


def shifts(combat: Combat) -> dict[str, int]:
    return {modifier.rule: modifier.value for modifier in modifiers(combat)}


def with_attacker(**changes: int | bool) -> dict[str, int]:
    return shifts(replace(EVEN, attacker=replace(PLAIN, **changes)))  # type: ignore[arg-type]


def with_defender(**changes: int | bool) -> dict[str, int]:
    return shifts(replace(EVEN, defender=replace(PLAIN, **changes)))  # type: ignore[arg-type]


def test_2d6_plus_modifiers_picks_the_column_and_stays_in_the_table() -> None:
    """PG-1a - 1 or less is "1-", 15 or more is "15"."""
    assert column(TABLE, 7, 0) == "7"
    assert (column(TABLE, 2, -1), column(TABLE, 2, -9), column(TABLE, 3, -1)) == ("1-", "1-", "2")
    assert (column(TABLE, 12, 2), column(TABLE, 12, 3), column(TABLE, 12, 9)) == ("14", "15", "15")


def test_each_side_reads_its_own_half_on_its_own_morale() -> None:
    """PG-1b - m6 attacker and m1 defender at column 9."""
    combat = Combat(replace(PLAIN, morale=6), replace(PLAIN, morale=1))
    reading = resolve(combat, 9)
    assert (reading.attacker.text, reading.defender.text) == ("1 a / d", "dr")


def test_the_dominant_value_is_that_of_most_points_not_of_most_units() -> None:
    """PG-1c - 3 SP of quality 2 outweigh two units of 1 SP of quality 5."""
    assert dominant([(2, 3), (5, 1), (5, 1)]) == 2


def test_a_tie_of_dominance_goes_to_the_better_value() -> None:
    """PG-1c - 2 SP against 2 SP."""
    assert dominant([(3, 2), (5, 2)]) == 5
    assert dominant([(5, 2), (3, 2)]) == 5


def test_a_force_is_mustered_from_its_units() -> None:
    """PG-1c, PG-8 - dominant quality and morale, value after halving, all SP counted."""
    force = muster([Unit(3, 2, 4), Unit(2, 5, 1, routed=True), Unit(1, 5, 1)])
    assert (force.quality, force.morale, force.value, force.points) == (5, 4, 5, 6)


def test_an_encircled_stack_reads_a_row_lower() -> None:
    """PG-2a - one row less for whichever side is encircled."""
    assert morale_row(replace(PLAIN, encircled=True), TABLE) == 2
    reading = resolve(Combat(replace(PLAIN, encircled=True), PLAIN), 6)
    assert reading.attacker.text == "D: r / d"


def test_trotsky_raises_a_row_by_two() -> None:
    """PG-2b - m3 reads m5."""
    assert morale_row(replace(PLAIN, trotsky=True), TABLE) == 5
    assert morale_row(replace(PLAIN, trotsky=True, encircled=True), TABLE) == 4


def test_the_row_stays_within_m1_and_m6() -> None:
    """PG-2c - no row below m1 or above m6."""
    assert morale_row(replace(PLAIN, morale=1, encircled=True), TABLE) == 1
    assert morale_row(replace(PLAIN, morale=5, trotsky=True), TABLE) == 6


@pytest.mark.parametrize("morale", [0, 7, 9])
def test_a_morale_outside_the_table_is_forbidden(morale: int) -> None:
    """PG-2c - morale 9 is impossible, and the error names the rule."""
    with pytest.raises(Forbidden) as error:
        Combat(PLAIN, replace(PLAIN, morale=morale))
    assert error.value.rule == "PG-2c"


@pytest.mark.parametrize(
    ("attack", "defence", "extra"), [(4, 4, 1), (3, 9, 0), (9, 3, 0), (5, 4, 1)]
)
def test_both_sides_must_engage_4_points_for_the_extra_loss(
    attack: int, defence: int, extra: int
) -> None:
    """PG-3 - one more loss for each side when both have at least 4 SP."""
    combat = Combat(replace(PLAIN, points=attack), replace(PLAIN, points=defence))
    assert extra_loss(combat) == extra


def test_the_extra_loss_falls_on_both_even_where_the_table_is_blank() -> None:
    """PG-3 - it is mandatory: column 7 gives each side one loss."""
    assert choices(BIG, resolve(BIG, 7)) == Leaf(Aftermath(Effect(losses=1), Effect(losses=1)))


def test_the_loser_applies_his_results_first() -> None:
    """PG-4a - at 9 the defender is asked before the attacker, at 5 after him."""
    assert order(TABLE, "9") == (Role.DEFENDER, Role.ATTACKER)
    assert order(TABLE, "5") == (Role.ATTACKER, Role.DEFENDER)
    high = Combat(replace(PLAIN, morale=6), replace(PLAIN, morale=6))
    low = replace(high, defender=PLAIN)
    won, lost = choices(high, resolve(high, 9)), choices(low, resolve(low, 6))
    assert isinstance(won, Choice)
    assert isinstance(lost, Choice)
    assert (won.owner, [name for name, _ in won.options]) == (Role.DEFENDER, ["1", "rd", "r2"])
    assert (lost.owner, [name for name, _ in lost.options]) == (Role.ATTACKER, ["1", "r", "d"])


def test_columns_below_7_are_the_defenders_and_above_7_the_attackers() -> None:
    """PG-4b - the two halves of the heading."""
    won = [winner(TABLE, name) for name in TABLE.columns]
    assert won == [Role.DEFENDER] * 6 + [None] + [Role.ATTACKER] * 8


def test_the_tree_gives_each_choice_to_its_owner() -> None:
    """PG-5a, PG-5b - attacker m4 at 4 is chosen for by the defender, at 6 he chooses himself."""
    combat = Combat(replace(PLAIN, morale=4), replace(PLAIN, morale=6))
    given, own = choices(combat, resolve(combat, 4)), choices(combat, resolve(combat, 6))
    assert isinstance(given, Choice)
    assert isinstance(own, Choice)
    assert given.owner is Role.DEFENDER
    assert own.owner is Role.ATTACKER


RATIOS = [
    (1, 4, -4),
    (32, 100, -4),
    (1, 3, -3),
    (49, 100, -3),
    (1, 2, -2),
    (65, 100, -2),
    (2, 3, -1),
    (99, 100, -1),
    (1, 1, 0),
    (149, 100, 0),
    (3, 2, 1),
    (199, 100, 1),
    (2, 1, 2),
    (299, 100, 2),
    (3, 1, 3),
    (4, 1, 4),
    (499, 100, 4),
    (5, 1, 5),
    (90, 1, 5),
]


@pytest.mark.parametrize(("attack", "defence", "shift"), RATIOS)
def test_the_ratio_ladder(attack: int, defence: int, shift: int) -> None:
    """PG-7a - each step from its ratio up to just below the next."""
    combat = Combat(replace(PLAIN, value=attack), replace(PLAIN, value=defence))
    assert shifts(combat).get("PG-7a", 0) == shift


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_a_ratio_needs_both_values(side: str) -> None:
    """PG-7a - a zero defence, or attack, is impossible."""
    with pytest.raises(Forbidden) as error:
        replace(EVEN, **{side: replace(PLAIN, value=0)})  # type: ignore[arg-type]
    assert error.value.rule == "PG-7a"


def test_the_difference_of_qualities_counts_either_way() -> None:
    """PG-7b - 5 against 3 is +2, 3 against 4 is -1."""
    assert with_attacker(quality=5) == {"PG-7b": 2}
    assert with_defender(quality=4) == {"PG-7b": -1}


def test_more_support_fire_counts_one_whatever_the_lead() -> None:
    """PG-7c - aircraft are counted in it."""
    assert with_attacker(support=5) == {"PG-7c": 1}
    assert with_defender(support=1) == {"PG-7c": -1}
    assert with_defender(aircraft=1) == {"PG-7c": -1}
    both = replace(EVEN, attacker=replace(PLAIN, support=2), defender=replace(PLAIN, support=2))
    assert shifts(both) == {}


def test_more_armoured_counters_count_one_whatever_the_lead() -> None:
    """PG-7d - tanks and armoured cars together."""
    assert with_attacker(armoured_cars=3) == {"PG-7d": 1}
    assert with_defender(armoured_cars=1) == {"PG-7d": -1}
    assert with_defender(tanks=1) == {"PG-7d": -1}
    even = Combat(replace(PLAIN, armoured_cars=1), replace(PLAIN, tanks=1))
    assert shifts(even) == {}


def test_an_attacking_tank_counts_besides() -> None:
    """PG-7e - +1 more in attack, even against as many counters, however many tanks."""
    assert with_attacker(tanks=2) == {"PG-7d": 1, "PG-7e": 1}
    even = Combat(replace(PLAIN, tanks=1), replace(PLAIN, armoured_cars=1))
    assert shifts(even) == {"PG-7e": 1}


def test_air_support_of_an_attack_counts_besides() -> None:
    """PG-7f - +1 more in attack, none in defence."""
    assert with_attacker(aircraft=1) == {"PG-7c": 1, "PG-7f": 1}
    even = Combat(replace(PLAIN, aircraft=1), replace(PLAIN, support=1))
    assert shifts(even) == {"PG-7f": 1}


@pytest.mark.parametrize(
    ("army", "shift"), [(Army.NORTHWESTERN, {"PG-7g": 1}), (Army.RED, {}), (Army.OTHER, {})]
)
def test_only_the_northwestern_army_gains_by_night(army: Army, shift: dict[str, int]) -> None:
    """PG-7g - +1 for its night attack."""
    assert shifts(replace(EVEN, night=True, army=army)) == shift


def test_a_headquarters_bonus_counts_either_way() -> None:
    """PG-7h - the attacker's adds, the defender's takes away."""
    assert with_attacker(headquarters=2) == {"PG-7h": 2}
    assert with_defender(headquarters=1) == {"PG-7h": -1}


def test_an_encircled_defender_gives_two() -> None:
    """PG-7i - besides his morale row; an encircled attacker gives nothing."""
    assert with_defender(encircled=True) == {"PG-7i": 2}
    assert with_attacker(encircled=True) == {}


def test_good_cavalry_in_clear_terrain_against_none() -> None:
    """PG-7j - quality 5 or more, clear terrain, no such cavalry opposite."""
    charge = Combat(replace(PLAIN, cavalry=5), PLAIN, clear=True)
    assert shifts(charge) == {"PG-7j": 1}
    assert shifts(replace(charge, clear=False)) == {}
    assert shifts(replace(charge, attacker=replace(PLAIN, cavalry=4))) == {}
    assert shifts(replace(charge, defender=replace(PLAIN, cavalry=5))) == {}
    assert shifts(replace(charge, defender=replace(PLAIN, cavalry=4))) == {"PG-7j": 1}


def test_terrain_and_entrenchments_are_taken_away() -> None:
    """PG-7k - both defensive values."""
    assert shifts(replace(EVEN, terrain=2, entrenchment=1)) == {"PG-7k": -3}
    with pytest.raises(Forbidden, match="PG-7k"):
        replace(EVEN, terrain=-1)


def test_each_state_halves_and_they_add_up() -> None:
    """PG-8 - 8 points: 4, 2, 1 with one, two, three states."""
    assert combat_value([Unit(8, 3, 3, out_of_ammunition=True)]) == 4
    assert combat_value([Unit(8, 3, 3, out_of_ammunition=True, routed=True)]) == 2
    assert combat_value([Unit(8, 3, 3, True, True, disorganised=True)]) == 1


def test_halved_values_are_summed_first_and_rounded_once() -> None:
    """PG-8 - 3/2 + 3/2 is 3, not 1 + 1; 3/2 + 3/4 is 2, not 1 + 0."""
    assert combat_value([Unit(3, 3, 3, routed=True), Unit(3, 3, 3, disorganised=True)]) == 3
    assert halved([(3, 1), (3, 2)]) == 2
    assert halved([(5, 0), (3, 1)]) == 6


def test_a_halved_side_keeps_at_least_one() -> None:
    """PG-8 - a routed unit of 1 SP can still be fought."""
    assert combat_value([Unit(1, 3, 3, routed=True)]) == 1


def test_trotsky_leads_the_red_army_only() -> None:
    """PG-2b - he neither attacks with the Whites nor is attacked by the Reds."""
    with pytest.raises(Forbidden, match="PG-2b"):
        Combat(replace(PLAIN, trotsky=True), PLAIN)
    with pytest.raises(Forbidden, match="PG-2b"):
        Combat(PLAIN, replace(PLAIN, trotsky=True), army=Army.RED)
    assert Combat(replace(PLAIN, trotsky=True), PLAIN, army=Army.RED).attacker.trotsky


@pytest.mark.parametrize(
    ("changes", "rule"),
    [({"quality": 0}, "PG-7b"), ({"points": 0}, "PG-3"), ({"tanks": -1}, "PG-7c")],
)
def test_impossible_sides_are_refused_by_rule(changes: dict[str, int], rule: str) -> None:
    """PG-3, PG-7b, PG-7c - figures without which the clause has no answer."""
    with pytest.raises(Forbidden, match=rule):
        replace(EVEN, attacker=replace(PLAIN, **changes))  # type: ignore[arg-type]


def test_a_side_without_units_cannot_fight() -> None:
    """PG-7a - nothing has no combat value."""
    with pytest.raises(Forbidden, match="PG-7a"):
        muster([])
