"""Random games under the referee; and a referee that would notice a wrong rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.petrograd import plain_fight, plain_rules
from games.petrograd.front import CAMPAIGN, attack, front
from games.petrograd.referee import Eyes, Referee
from games.petrograd.refereed import play
from grognard.games.petrograd.sequence import begin

if TYPE_CHECKING:
    from grognard.engine.game import Action


@pytest.mark.parametrize("seed", [0, 1, 3, 6, 9])
def test_random_games_pass_the_referee(seed: int) -> None:
    """1.4, 1.5, 4.2, 5.1, 7.2, 7.3, 7.5, 8.1, 8.2.3, 8.2.4, 8.2.6, 8.2.7 - by plain loops."""
    outcome = play(seed, every=6)
    assert not outcome.violations, "\n".join(map(str, outcome.violations))
    assert outcome.compared["MoveTo"] > 10


def test_the_referee_sees_an_answer_that_is_not_legal() -> None:
    """7.1 - one hex too many, or one too few, is noticed."""
    state = front({"0319": ["W-Lib"], "0418": ["R-49"]}, turn=2)
    options: list[Action] = list(state.options())
    referee = Referee(state)
    assert referee.judge_options(state, options) == []
    assert referee.judge_options(state, options[1:])
    assert referee.judge_options(state, [*options, options[0]._replace(noun=0)])


def test_the_plain_map_agrees_on_the_start() -> None:
    """3.1, 4.2, 5.1 - supply and command of the set-up, found twice."""
    state = begin(CAMPAIGN)
    assert Referee(state).judge_reading(state) == []
    now = Eyes(state).plain(state)
    assert plain_rules.unsupplied(now, "red") == set()
    assert len(plain_rules.uncommanded(now, "red")) == 23


def test_the_plain_modifiers_of_yamburg() -> None:
    """8.2.3 - the sample combat, reckoned by the referee alone."""
    stacks = {"0319": ["W-Lib", "W-Riga", "W-Polt", "W-AC", "W-A5", "W-HQ5"]}
    state = front({**stacks, "0418": ["R-49", "R-50"]}, segment="white combat")
    attack(state, "0418", ["W-Lib", "W-Riga", "W-Polt", "W-AC"], ["W-A5"], night=True)
    eyes = Eyes(state)
    fight = eyes.fight(state)
    assert fight is not None
    assert sum(plain_fight.modifiers(eyes.plain(state), fight).values()) == 6
