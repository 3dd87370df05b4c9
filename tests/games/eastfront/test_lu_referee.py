"""Random games under the referee; and a referee that would notice a wrong rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.eastfront import plain_rules
from games.eastfront.referee import Eyes, Referee
from games.eastfront.refereed import play
from grognard.engine.game import apply
from grognard.games.eastfront.load import load
from grognard.games.eastfront.sequence import begin

if TYPE_CHECKING:
    from grognard.engine.game import Action


@pytest.mark.parametrize("seed", [0, 1, 3, 5, 6])
def test_random_games_pass_the_referee(seed: int) -> None:
    """3.1, 4.1 to 4.3, 6.1, 7.2, 7.4, 10.1 to 10.5, 11.1, 11.4.3, 12.2, 15.1 to 15.7, 16.6, 21."""
    outcome = play(seed, every=8)
    assert not outcome.violations, "\n".join(map(str, outcome.violations))
    assert outcome.compared["MoveTo"] > 10
    assert outcome.compared["combat"] > 0


def test_the_referee_sees_an_answer_that_is_not_legal() -> None:
    """10.1 - one answer too many, or one too few, is noticed."""
    state = begin(load())
    referee = Referee(state)
    while type(state.question).__name__ != "MoveTo":
        options: list[Action] = list(state.options())
        assert referee.judge_options(state, options) == []
        apply(state, options[0])
    options = list(state.options())
    assert referee.judge_options(state, options) == []
    assert referee.judge_options(state, options[1:])
    assert referee.judge_options(state, [*options, options[0]._replace(noun=0)])


def test_the_plain_map_agrees_on_the_start() -> None:
    """6.1, 21 - supply of the set-up, found twice: nobody is cut off on 8 August."""
    state = begin(load())
    now = Eyes(state).plain(state)
    assert Referee(state).judge_reading(state, now) == []
    for side in ("german", "soviet"):
        region = plain_rules.supplied(now, side)
        assert all(plain_rules.in_supply(now, id_, region) for id_ in now.of(side))
