"""An attack played out to its end, against every answer tried on the real game."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from games.bautzen.board import (
    ALLIED,
    GERMAN,
    MAP,
    bits,
    fight,
    play,
    position,
    with_options,
)
from games.bautzen.fought import End, Reckoning, combats, is_small
from grognard.engine.choice import Chance, Leaf
from grognard.engine.game import apply
from grognard.games.bautzen.combat import D6, Result, resolve
from grognard.games.bautzen.load import load
from grognard.games.bautzen.odds import (
    HEX,
    MARGIN,
    STEPS,
    CombatEnd,
    Field,
    Weights,
    assault,
    composed,
)
from grognard.games.bautzen.odds.attack import worth
from grognard.games.bautzen.outcome import battle_of
from grognard.games.bautzen.retreat import tradeable

if TYPE_CHECKING:
    from grognard.engine.choice import Tree
    from grognard.games.bautzen.odds import Assault
    from grognard.games.bautzen.state import Bautzen

OBJECTIVES = (STEPS, HEX, MARGIN, Weights(step=2, unit=3, hex=5))
SEEDS = 12


def committed(state: Bautzen) -> tuple[int, int]:
    side = battle_of(state).side
    return state.sealed[side], state.sealed[side.enemy]


def sampled() -> list[Bautzen]:
    """Combats of random games, in every reading of a blocked retreat."""
    declared = with_options(blocked_retreat="declared")
    returned = with_options(blocked_retreat="declared", blocked_retreat_returns_steps=True)
    readings = (load(), declared, load(), returned)
    found = [state for seed in range(SEEDS) for state in combats(seed, readings[seed % 4])]
    return [state for state in found if is_small(battle_of(state))]


COMBATS = sampled()


def as_outcome(end: End) -> CombatEnd:
    return CombatEnd(*end)


def both_worths(weights: Weights, end: End) -> tuple[Fraction | int, ...]:
    return worth(as_outcome(end), weights), worth(as_outcome(end), MARGIN)


def leaves(tree: Tree[CombatEnd]) -> set[CombatEnd]:
    if isinstance(tree, Leaf):
        return {tree.outcome}
    parts = (
        [part for _, _, part in tree.branches]
        if isinstance(tree, Chance)
        else [part for _, part in tree.options]
    )
    return set().union(*(leaves(part) for part in parts))


def as_end(outcome: CombatEnd) -> End:
    """Return an outcome as the board shows it: nobody is left to tell how far the dead went."""
    hexes = 0 if outcome.destroyed else outcome.hexes
    return End(*outcome[:10])._replace(hexes=hexes)


def test_8_2_the_value_is_that_of_every_answer_tried_on_the_game() -> None:
    """BZ-8.2.7, BZ-8.3b, BZ-8.3c, BZ-8.5.1a, BZ-8.5.2a, BZ-8.5.2b, BZ-8.4a: minimax, exactly."""
    assert len(COMBATS) > 300
    for number, state in enumerate(COMBATS):
        weights = OBJECTIVES[number % len(OBJECTIVES)]
        found = assault(state, battle_of(state), committed(state), weights)
        reckoning = Reckoning(state, partial(both_worths, weights))
        values, _ = reckoning.best(state)
        assert found.value == values[0], number
        assert found.outcomes.expectation(lambda one: worth(one, MARGIN)) == values[1], number


def test_8_2_every_end_that_answers_can_reach_is_in_the_tree_and_no_other() -> None:
    """BZ-8.3a, BZ-8.4a, BZ-8.5.1b, BZ-8.5.1c: face by face, whoever chooses whatever."""
    for state in COMBATS[::3]:
        battle = battle_of(state)
        field = Field(state, battle, committed(state))
        sums = field.assault().sums
        reckoning = Reckoning(state, lambda end: (0,))
        for die in D6:
            thrown = state.copy()
            apply(thrown, state.options()[die - 1])
            ends = reckoning.ends(thrown)
            entered = {(end.attacker_units, end.defender_units) for end in ends if end.taken}
            eager = {
                end
                for end in ends
                if end.taken
                or not end.vacated
                or (end.attacker_units, end.defender_units) not in entered
            }
            tree = {as_end(one) for one in leaves(field.tree(resolve(state, sums, die)))}
            assert tree <= ends
            assert eager <= tree


def test_the_sample_shows_every_rule_of_what_follows_a_result() -> None:
    """BZ-8.5.2a, BZ-8.5.2b, BZ-8.6.3: the comparison above would be idle without them."""
    shown = {
        rule
        for state in COMBATS
        for outcome in assault(state, battle_of(state), committed(state)).outcomes
        for rule in outcome.rules
    }
    assert shown >= {"8.3", "8.4", "8.5.1", "8.5.2"}


# Positions that show one rule each


def weissenberg() -> Bautzen:
    state = position(
        {
            "1810": ["21/20Pz", "59/20Pz"],
            "1911": ["112/20Pz", "QG/20Pz"],
            "1912": ["QG/57PzK"],
        },
        {"1910": ["861/294RD"], "1808": ["QG/294RD"]},
        allied_convoys=["1909"],
    )
    fight(
        state,
        "1910",
        "21/20Pz",
        "59/20Pz",
        "112/20Pz",
        support=["QG/20Pz", "QG/57PzK"],
        defence=["QG/294RD"],
        answer=["1909"],
    )
    return state


def here(state: Bautzen, weights: Weights = MARGIN) -> Assault:
    return assault(state, battle_of(state), committed(state), weights)


def test_8_2_the_weissenberg_example_with_its_choices() -> None:
    """BZ-EX: a regiment of one step gives way at 1/1 and at 1/2, by two hexes as in the example."""
    found = here(weissenberg(), HEX)
    assert found.chart is not None
    assert (found.chart.column, found.sums.attack_total, found.sums.defence_total) == ("3/1", 26, 6)
    assert found.summary.hex_taken == Fraction(2, 3)
    assert found.summary.attacker_steps == 1
    chosen = {taken.path: taken for taken in found.decisions if taken.owner == ALLIED}
    assert chosen["1/1",].chosen == "retreat 1"
    assert chosen["1/2",].chosen == "retreat 2"
    assert dict(chosen["1/2",].options) == {"retreat 0": -1, "retreat 1": -1, "retreat 2": -1}
    assert found.outcomes.probability(lambda one: one.hexes == 2) == Fraction(1, 2)
    page, steps = found._repr_html_(), found.summary.attacker_steps
    assert f"<td>attacker steps</td><td>{steps} = {float(steps):.2f}</td>" in page
    assert "<td>hex taken</td><td>" in page


def regiment() -> Bautzen:
    """Two battalions of armour against a regiment of two steps with its way back open."""
    state = position({"2111": ["21/20Pz", "59/20Pz"]}, {"2110": ["13/5DP"]})
    fight(state, "2110", "21/20Pz", "59/20Pz")
    return state


def test_8_5_1_a_defender_who_wants_the_hex_takes_the_step() -> None:
    """BZ-8.2.7, BZ-8.5.1a: at 2/1, a 3 or 4 (+1: 1/1) costs him a step, not the hex."""
    found = here(regiment(), HEX)
    assert found.chart is not None
    assert found.chart.column == "2/1"
    [one] = [taken for taken in found.decisions if taken.path == ("1/1",)]
    assert (one.owner, one.chosen) == (ALLIED, "retreat 0")
    assert dict(one.options) == {"retreat 0": 0, "retreat 1": -1}


def test_8_2_under_steps_the_defender_gives_ground_instead() -> None:
    """BZ-8.2.7, BZ-8.5.1a: nothing is worth a step, so he goes as far as the result says."""
    found = here(weissenberg(), STEPS)
    assert found.summary.defender_steps == 0
    assert found.summary.pushed_back == found.summary.hex_taken == Fraction(2, 3)
    assert found.value == -1


def ringed(**options: bool | str) -> Bautzen:
    """A regiment of two steps that cannot retreat: every way is held or in a zone."""
    scenario = with_options(**options) if options else load()
    state = position(
        {"2009": ["21/20Pz"], "2011": ["59/20Pz"], "1911": ["112/20Pz"]},
        {"2010": ["13/5DP"], "1808": ["QG/5DP"]},
        scenario=scenario,
    )
    fight(state, "2010", "21/20Pz", "59/20Pz", "112/20Pz")
    return state


def test_8_5_2_a_blocked_retreat_costs_every_unit_a_step() -> None:
    """BZ-8.5.2a: as first read, trying to retreat loses as much as standing."""
    state = ringed(blocked_retreat="declared")
    field = Field(state, battle_of(state))
    stand = set(field.defenders.stands(0, 1))
    assert {(one.steps, one.hexes, one.is_vacated, one.rules) for one in stand} == {
        (1, 0, False, ("8.5.2",))
    }


def test_8_5_2_the_steps_that_were_traded_return() -> None:
    """BZ-8.5.2a: one step for the block, one that had been traded for the hex."""
    at_first = ringed(blocked_retreat="declared", blocked_retreat_returns_steps=True)
    for state in (ringed(), at_first):
        stands = Field(state, battle_of(state)).defenders.stands(0, 1)
        assert {(one.steps, one.is_destroyed) for one in stands} == {(2, True)}


def test_8_5_2_nobody_trades_farther_than_he_can_go_unless_he_cannot_go_at_all() -> None:
    """BZ-8.5.2a: the odds offer what the game offers (BZ-R56)."""
    state = ringed()
    assert Field(state, battle_of(state)).defenders.trades(3) == [0, 1, 2, 3]
    free = regiment()
    battle = battle_of(free)
    able = Field(free, battle).defenders.trades(6)
    assert able == tradeable(free, battle.side.enemy, free.stacks[battle.target], 6)
    assert len(able) > 1


def test_8_5_3_a_unit_attacked_again_after_a_retreat_dies_of_one_step() -> None:
    """BZ-8.5.3."""
    state = regiment()
    state.retreated = bits("13/5DP")
    field = Field(state, battle_of(state))
    [stand] = field.defenders.stands(1, 0)
    assert (stand.steps, stand.units, stand.is_destroyed) == (2, 1, True)
    assert stand.rules == ("8.3", "8.5.3")


def test_8_5_3_the_mark_makes_the_same_attack_worth_more() -> None:
    """BZ-8.5.3: any loss takes the hex, so every result with a step for him does."""
    fresh, marked = regiment(), regiment()
    marked.retreated = bits("13/5DP")
    assert here(fresh, HEX).value == Fraction(1, 3)
    assert here(marked, HEX).value == Fraction(2, 3)


def test_8_4_a_hex_that_nobody_may_enter_is_vacated_but_not_taken() -> None:
    """BZ-8.4a, BZ-13a: armour does not enter a height without a road."""
    heights = [
        (hex_, other)
        for hex_ in MAP.hexes
        if load().board.dominant >> hex_ & 1
        for other in MAP.neighbours[hex_]
        if not load().board.linked[hex_] >> other & 1
        and not load().board.across_lake[hex_] >> other & 1
    ]
    height, below = heights[0]
    state = position({MAP.name(below): ["21/20Pz"]}, {MAP.name(height): ["861/294RD"]})
    battle = composed(state, GERMAN, height, bits("21/20Pz"))
    assert not Field(state, battle).attackers.advancing
    found = assault(state, battle, weights=HEX)
    assert found.summary.hex_taken == 0


def test_8_6_3_columns_alone_are_destroyed_or_captured() -> None:
    """BZ-8.6.3: half and half, and the hex is entered either way."""
    state = position({"2111": ["21/20Pz"]}, {}, allied_convoys=["2110"])
    found = assault(state, composed(state, GERMAN, MAP.hex("2110"), bits("21/20Pz")))
    assert found.chart is None
    assert found.outcomes.probability(lambda one: one.columns_captured == 1) == Fraction(1, 2)
    assert found.summary.hex_taken == 1
    play(state, "attack 2110", "join 21/20Pz", "fight")
    values, _ = Reckoning(state, lambda end: (worth(as_outcome(end), MARGIN),)).best(state)
    assert found.value == values[0]


def test_8_6_3_columns_under_a_stack_that_dies_are_caught_unless_they_were_spent() -> None:
    """BZ-8.6.3, BZ-7.2.1c."""
    state = position(
        {"2009": ["21/20Pz", "59/20Pz"], "2011": ["112/20Pz"], "1911": ["QG/20Pz"]},
        {"2010": ["861/294RD"], "1808": ["QG/294RD"]},
        reduced=["861/294RD"],
        allied_convoys=["2010"],
    )
    column = bits("CL-1")
    battle = composed(state, GERMAN, MAP.hex("2010"), bits("21/20Pz", "59/20Pz", "112/20Pz"))
    kept = Field(state, battle).solve(Result(0, 2)).outcomes
    spent = Field(state, battle, (0, column)).solve(Result(0, 2)).outcomes
    assert kept.probability(lambda one: one.columns_lost == 1) == 1
    assert spent.probability(lambda one: one.columns_lost == 0) == 1


def test_losses_that_are_equal_fall_on_the_unit_whose_factors_are_least() -> None:
    """BZ-8.3b: three may take the step; 112/20Pz loses fewest factors."""
    field = Field(weissenberg(), battle_of(weissenberg()))
    [situation] = field.attackers.tolls(1).values()
    lost = situation.price
    every = Field(weissenberg(), battle_of(weissenberg())).attackers
    every.tell_apart = True
    assert lost == min(one.price for one in every.after(1))
    assert len(every.after(1)) == 3
