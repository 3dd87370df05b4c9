"""What a bot would do and why: at every kind of question, in both languages, honestly."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bots.table import BAUTZEN, NODES, sample
from grognard.bots.advice import Advice, advise
from grognard.bots.clock import Clock
from grognard.bots.levels import UnknownBot
from grognard.engine.thinking import Idea

if TYPE_CHECKING:
    from grognard.engine.game import State

HABITS = {"OfferSetUp", "SetUpPiece", "Release", "Withdraw"}
"""Questions that are answered without weighing anything."""


def hint(state: State, level: str, lang: str = "en") -> Advice:
    return advise(BAUTZEN, state, level, lang, clock=Clock(nodes=NODES))


@pytest.mark.parametrize("level", ["sergeant", "colonel", "general"])
def test_every_question_but_the_habits_has_candidates_with_values(level: str) -> None:
    silent: set[str] = set()
    told: set[str] = set()
    for state in sample(2, 2):
        kind = type(state.question).__name__
        advice = hint(state, level)
        assert advice.steps[0].action in state.options()
        assert advice.rule == state.question.rule
        (told if advice.candidates else silent).add(kind)
    assert silent - told <= HABITS
    wanted = {"Movement", "MoveTo", "Combat", "Compose", "Commit", "Trade", "Lose", "Retreat"}
    assert wanted | {"Advance", "DefenceSupport"} <= told


@pytest.mark.parametrize("level", ["sergeant", "colonel"])
def test_what_is_done_is_the_best_of_what_was_weighed(level: str) -> None:
    """A candidate that is an answer and looks better than the one taken would be a lie."""
    compared = 0
    for state in sample(5, 2):
        advice = hint(state, level)
        if type(state.question).__name__ in ("MoveTo", "Lose", "Retreat", "Advance", "Trade"):
            compared += 1
            assert advice.candidates[0].is_chosen
            assert [c.value for c in advice.candidates] == sorted(
                (c.value for c in advice.candidates), reverse=True
            )
    assert compared > 5


def test_a_move_is_told_with_its_goal_and_an_attack_with_those_who_join() -> None:
    lines = {}
    for state in sample(2, 1):
        lines[type(state.question).__name__] = [
            step.action.verb for step in hint(state, "colonel").steps
        ]
    assert lines["Movement"] == ["move", "to"]
    assert lines["Combat"][:2] == ["attack", "join"]
    assert lines["Combat"][-1] == "fight"
    assert lines["MoveTo"] == ["to"]


def test_candidates_are_told_in_french_and_name_their_hexes() -> None:
    state = next(s for s in sample(2, 1) if type(s.question).__name__ == "Combat")
    english, french = hint(state, "colonel"), hint(state, "colonel", "fr")
    best = french.candidates[0]
    assert best.text.startswith("attaquer ")
    assert best.reason.startswith("avec ")
    assert english.candidates[0].text.startswith("attack ")
    assert best.hexes[0] in best.text
    assert set(best.pieces) == set(english.candidates[0].pieces) != set()


def test_every_plan_of_the_general_is_told_in_words() -> None:
    adviser = BAUTZEN.adviser()
    assert adviser is not None
    state = next(s for s in sample(2, 1) if type(s.question).__name__ == "Movement")
    policy = adviser.policy("colonel", state.seat, Random(1))
    names = [c.name for c in adviser.candidates(state, state.seat, policy, Random(1))]
    assert len(names) > 5
    for name in names:
        english, _ = BAUTZEN.idea_words(state, Idea(name, 0.5), "en")
        french, _ = BAUTZEN.idea_words(state, Idea(name, 0.5), "fr")
        assert "plan" in english
        assert english != french


def test_words_of_somebody_elses_bot_are_told_as_they_are() -> None:
    state = sample(2, 1)[0]
    assert BAUTZEN.idea_words(state, Idea("push left", 1.0, "gut feeling"), "fr") == (
        "push left",
        "gut feeling",
    )


@pytest.mark.parametrize("level", ["recruit", "colonel", "general"])
def test_a_hint_depends_on_nothing_hidden(level: str) -> None:
    """10.3, 8.2.1 - two positions that look alike give the same words, values and answers."""
    hidden = 0
    for number, state in enumerate(sample(1, 1)):
        other = BAUTZEN.reshuffle_hidden(state, state.seat, Random(number))
        hidden += state.canonical() != other.canonical()
        assert hint(state, level) == hint(other, level)
    assert hidden > 2


def test_a_hint_leaves_the_position_alone() -> None:
    for state in sample(3, 1):
        before = state.canonical()
        hint(state, "colonel")
        assert state.canonical() == before


def test_a_level_that_is_not_there_gives_no_hint() -> None:
    with pytest.raises(UnknownBot):
        hint(sample(2, 1)[0], "marshal")
