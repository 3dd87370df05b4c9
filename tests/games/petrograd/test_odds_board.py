"""The odds of a combat on the board: those of the calculator, and those of playing it out."""

from __future__ import annotations

import os
from random import Random

import pytest

from games.petrograd.combats import played_out, random_combat
from grognard.engine.choice import Objective, solve
from grognard.games.petrograd import battle, combat, odds
from grognard.games.petrograd.parts import battle_of
from grognard.games.petrograd.reckoning import odds as shown
from grognard.games.petrograd.table import Role

COMBATS = int(os.environ.get("COMBATS", "60"))
"""How many random combats are played out; 1,000 by hand."""


@pytest.mark.parametrize("seed", range(COMBATS))
def test_8_2_the_board_plays_what_the_calculator_reckons(seed: int) -> None:
    """8.2.4, PG-1a, PG-1b, PG-3, PG-4a, PG-5a, PG-5b - equal value and equal outcomes."""
    state = random_combat(Random(seed))
    fought = battle.reckon(state, battle_of(state))
    found = odds.value(fought)
    objective: Objective[combat.Aftermath] = Objective.zero_sum(
        Role.ATTACKER,
        Role.DEFENDER,
        lambda outcome: odds.worth(outcome, fought, odds.STEPS),
        lambda outcome: odds.worth(outcome, fought, odds.MARGIN),
    )
    played = solve(played_out(state), objective)
    assert played.values[Role.ATTACKER] == found.value
    assert played.outcomes == found.outcomes


@pytest.mark.parametrize("seed", range(20))
def test_8_2_3_what_is_shown_adds_up(seed: int) -> None:
    """8.2.3, 1.3 - factors, sums, modifiers and chances of the odds that a player sees."""
    state = random_combat(Random(1000 + seed))
    facts = shown(state, 0, "en")
    fought = battle.reckon(state, battle_of(state))
    case = facts["cases"][0]
    reckoned = case["reckoning"]
    assert reckoned["modifier"] == sum(line["value"] for line in reckoned["modifiers"])
    assert reckoned["modifier"] == sum(one.value for one in combat.modifiers(fought))
    for key, force in (("attack", fought.attacker), ("defence", fought.defender)):
        total = reckoned[key]  # type: ignore[literal-required]
        assert total["sum"] == sum(factor["value"] for factor in total["factors"])
        assert total["total"] == force.value
    assert abs(sum(chance["chance"]["value"] for chance in case["chances"]) - 1) < 1e-9
    assert len(reckoned["cells"]) == 2 * len(case["chances"])
