"""Every level plays whole games by the rules, and the same game from the same seed."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest

from bots.table import BAUTZEN, NODES, decisions, play_on, sample, sample_of_the_last_turn
from grognard.bots.bot import Bot, Table
from grognard.bots.clock import Clock
from grognard.bots.general import Trial, pick
from grognard.bots.levels import UnknownBot, make_bot
from grognard.engine.thinking import Candidate
from grognard.games.bautzen.ai.adviser import BautzenAdviser
from grognard.games.bautzen.sequence import Movement
from grognard.games.bautzen.state import Bautzen

if TYPE_CHECKING:
    from grognard.engine.game import Action


@pytest.mark.parametrize("level", ["recruit", "sergeant", "colonel"])
def test_a_level_plays_whole_games_with_legal_answers(level: str) -> None:
    state = BAUTZEN.start(BAUTZEN.load())
    before = play_on(state, level, seed=11, limit=10_000)
    assert state.is_over
    assert len(before) > 100
    assert BAUTZEN.invariants(state) == []


def test_a_general_plays_on_legally_from_every_kind_of_question() -> None:
    for state in sample(5, 1):
        turn = play_on(state.copy(), "general", seed=3, limit=4)
        assert turn


@pytest.mark.parametrize("level", ["recruit", "sergeant", "colonel"])
def test_the_same_seed_plays_the_same_game(level: str) -> None:
    ends = set()
    for _ in range(2):
        state = BAUTZEN.start(BAUTZEN.load())
        play_on(state, level, seed=21, limit=150)
        ends.add(state.canonical())
    assert len(ends) == 1


def test_a_general_tries_plans_out_in_every_turn() -> None:
    turns = set()
    for state in decisions(6):
        if isinstance(state, Bautzen) and isinstance(state.question, Movement):
            if (state.turn, state.seat) in turns:
                continue
            turns.add((state.turn, state.seat))
            clock = Clock(nodes=NODES)
            bot = make_bot("general", BAUTZEN, state.seat, seed=4)
            bot.choose(Table(BAUTZEN, state.copy(), state.seat, clock))
            assert clock.total > 0
    assert len(turns) == 12


def test_a_general_on_nodes_answers_alike_every_time() -> None:
    for state in (*sample(6, 1), *sample_of_the_last_turn(6, 1)):
        answers = set()
        for _ in range(2):
            bot = make_bot("general", BAUTZEN, state.seat, seed=4)
            answers.add(bot.choose(Table(BAUTZEN, state.copy(), state.seat, Clock(nodes=NODES))))
        assert len(answers) == 1


def test_a_general_keeps_to_its_nodes() -> None:
    clock = Clock(nodes=NODES)
    tried = 0
    for state in sample_of_the_last_turn(6, 4):
        bot = make_bot("general", BAUTZEN, state.seat, seed=4)
        bot.choose(Table(BAUTZEN, state.copy(), state.seat, clock))
        assert clock.spent <= NODES
        tried += clock.spent > 0
    assert tried > 3


def test_a_general_keeps_to_its_second() -> None:
    """A clock that runs on by itself stands in for one on the wall."""
    ticks = count()
    for state in sample_of_the_last_turn(6, 4):
        clock = Clock(now=lambda: next(ticks) / 100)
        bot = make_bot("general", BAUTZEN, state.seat, seed=4)
        bot.choose(Table(BAUTZEN, state.copy(), state.seat, clock))
        assert 0 < clock.used < clock.turn


@pytest.mark.parametrize(
    ("values", "chosen"),
    [
        (([0.3, 0.4, 0.2], [0.6, 0.7, 0.6]), 1),
        (([0.3, 0.4], [0.9, 0.9]), 0),
        (([0.3, 0.9, 0.2, 0.7], [0.5, 0.8, 0.6, 0.6]), 0),
        (([0.50, 0.51, 0.52], [0.51, 0.52, 0.53]), 0),
        (([0.1] * 8, [0.9, 0.9], [0.4] * 8), 2),
    ],
    ids=["clearly better", "tried too seldom", "by chance", "hardly better", "left early"],
)
def test_a_general_keeps_its_plan_unless_another_is_clearly_better(
    values: tuple[list[float], ...], chosen: int
) -> None:
    """The difference, round by round, must exceed two standard errors."""
    policy = BautzenAdviser().policy("recruit", 0, Random(1))
    trials = [Trial(Candidate("plan", policy), fared) for fared in values]
    assert pick(trials, 3) is trials[chosen]
    assert pick(trials, 99) is trials[0]


def test_a_recruit_makes_no_hopeless_attack() -> None:
    """Before he attacks, his factors are at least twice the defence he foresees."""
    attacks = 0
    for state in sample(8, 12):
        if type(state.question).__name__ != "Combat":
            continue
        bot = make_bot("recruit", BAUTZEN, state.seat, seed=1)
        answer = bot.choose(Table(BAUTZEN, state, state.seat))
        if answer.verb == "attack":
            attacks += 1
            (chosen,) = [idea for idea in bot.explain() if idea.answer == answer]
            assert (chosen.unit, chosen.value >= 2) == ("odds", True)
    assert attacks


@pytest.mark.parametrize("level", ["sergeant", "colonel", "general"])
def test_a_bot_says_why(level: str) -> None:
    kinds = {"Combat": "attack", "Movement": ""}
    for state in sample(2, 1):
        kind = type(state.question).__name__
        if kind not in kinds:
            continue
        bot = make_bot(level, BAUTZEN, state.seat, seed=1)
        bot.choose(Table(BAUTZEN, state, state.seat, Clock(nodes=600)))
        ideas = bot.explain()
        assert ideas
        assert all(idea.what for idea in ideas)
        assert any(kinds[kind] in idea.what for idea in ideas)


class First(Bot):
    """Takes the first option."""

    def __init__(self, *_: object) -> None:
        self.name = "first"

    def choose(self, table: Table) -> Action:
        """Return the first option."""
        return table.options[0]


def test_a_bot_of_your_own_class_plays() -> None:
    made = make_bot("bots.test_levels:First", BAUTZEN, 0)
    assert made.name == "first"


class Nameless(First):
    """Gives itself no name."""

    def __init__(self, *_: object) -> None:
        pass


def test_a_bot_without_a_name_is_called_as_it_was_asked_for() -> None:
    spec = "bots.test_levels:Nameless"
    assert make_bot(spec, BAUTZEN, 0).name == spec


@pytest.mark.parametrize("spec", ["marshal", "no.such.module:Bot", "bots.test_levels:UnknownBot"])
def test_a_bot_that_is_not_there_is_refused_by_name(spec: str) -> None:
    with pytest.raises((UnknownBot, TypeError)):
        make_bot(spec, BAUTZEN, 0)
