"""A game that names no levels still has opponents; one that can judge a position, better ones."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from grognard.bots.advice import advise
from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import levels, make_bot, named, usual_guide, usual_opponent
from grognard.engine.game import CHANCE, apply
from grognard.engine.registry import game
from grognard.engine.thinking import Adviser
from toygame import BOARD, Outpost, OutpostGame, alive

if TYPE_CHECKING:
    from grognard.bots.bot import Bot
    from grognard.engine.game import Seat
    from grognard.engine.registry import AnyGame


class Look(Adviser[Outpost]):
    """Counts counters, and how near the strong ones stand to somebody weaker."""

    def evaluate(self, state: Outpost, seat: Seat) -> float:
        value = 0.5 + self._side(state, seat) - self._side(state, 1 - seat)
        return min(max(value, 0.0), 1.0)

    def _side(self, state: Outpost, seat: Seat) -> float:
        mine, others = alive(state, seat), alive(state, 1 - seat)
        value = 0.12 * len(mine)
        for piece in mine:
            weaker = [other for other in others if state.faces[other] < state.faces[piece]]
            ways = [BOARD.distance(state.hexes[piece], state.hexes[other]) for other in weaker]
            value += 0.04 / min(ways) if ways else 0.0
        return value


class Judged(OutpostGame):
    """Outpost, by somebody who can say how a position stands."""

    def adviser(self) -> Adviser[Outpost]:
        return Look()


PLAIN: AnyGame = game("toygame:OutpostGame")
JUDGED: AnyGame = Judged()


def play(one: AnyGame, level: str, games: int, nodes: int) -> tuple[int, int]:
    """Let a level play against chance, sides swapped; return how often either won."""
    won = lost = 0
    for number in range(games):
        state, dice, seat = one.start(one.load()), Random(number), number % 2
        bot, clock = make_bot(level, one, seat, number), Clock(nodes=nodes)
        while not state.is_over:
            options = state.options()
            if state.seat == seat:
                answer = bot.choose(Table(one, state, seat, clock))
                assert answer in options
            else:
                answer = options[int(dice.random() * len(options))]
            apply(state, answer)
        won, lost = won + (state.winner() == seat), lost + (state.winner() == 1 - seat)
    return won, lost


def test_a_game_without_an_adviser_has_an_opponent_that_beats_chance() -> None:
    assert PLAIN.adviser() is None
    won, lost = play(PLAIN, "novice", games=10, nodes=5000)
    assert won >= 2 * lost + 2


def test_a_game_with_only_an_evaluation_has_a_better_one() -> None:
    won, lost = play(JUDGED, "regular", games=16, nodes=600)
    assert won >= 3 * lost + 6


def test_levels_are_what_the_game_names() -> None:
    assert [level.id for level in levels(PLAIN)] == ["novice"]
    assert [level.id for level in levels(JUDGED)] == ["novice", "regular"]
    own = [level.id for level in levels(game("bautzen"))]
    assert own == ["recruit", "sergeant", "colonel", "general"], "saved games name these"
    assert (usual_opponent(PLAIN), usual_guide(PLAIN)) == ("novice", "novice")
    assert (usual_opponent(JUDGED), usual_guide(JUDGED)) == ("regular", "regular")
    assert (usual_opponent(game("bautzen")), usual_guide(game("bautzen"))) == (
        "sergeant",
        "colonel",
    )
    assert named(PLAIN) == "random, novice, module:Class, process:COMMAND"


@pytest.mark.parametrize("one", [PLAIN, JUDGED, game("bautzen")], ids=["plain", "judged", "own"])
def test_every_level_is_told_in_both_languages_and_one_of_them_is_usual(one: AnyGame) -> None:
    for level in levels(one):
        for words in (level.names, level.says):
            assert set(words) == {"en", "fr"}
            assert all(words.values())
    assert [level.is_usual for level in levels(one)].count(True) == 1
    assert [level.gives_hints for level in levels(one)].count(True) == 1


def answered(one: AnyGame, level: str, state: Outpost) -> tuple[object, ...]:
    """Return what a fresh bot answers, and what it weighed."""
    bot: Bot = make_bot(level, one, state.seat, 5)
    answer = bot.choose(Table(one, state.copy(), state.seat, Clock(nodes=400)))
    return answer, *bot.explain()


@pytest.mark.parametrize(("one", "level"), [(PLAIN, "novice"), (JUDGED, "regular")])
def test_what_it_cannot_see_does_not_change_what_it_does(one: AnyGame, level: str) -> None:
    """1, 3 - the strengths of the enemy and what he has sealed are hidden."""
    hidden = compared = 0
    for seed in range(3):
        state, dice = one.start(one.load()), Random(seed)
        while not state.is_over:
            if state.seat != CHANCE and len(state.options()) > 1:
                other = one.reshuffle_hidden(state, state.seat, Random(seed))
                hidden += state.canonical() != other.canonical()
                compared += 1
                assert answered(one, level, state) == answered(one, level, other)
            options = state.options()
            apply(state, options[int(dice.random() * len(options))])
    assert hidden > compared / 2


def test_it_keeps_to_its_nodes_and_to_its_time() -> None:
    state = PLAIN.start(PLAIN.load())
    clock = Clock(nodes=500)
    make_bot("novice", PLAIN, 0).choose(Table(PLAIN, state, 0, clock))
    assert 500 <= clock.spent < 700, "the trial that was begun is finished"
    ticks = iter(range(10**6))
    clock = Clock(decision=2.0, now=lambda: next(ticks) / 10)
    make_bot("novice", PLAIN, 0).choose(Table(PLAIN, state, 0, clock))
    assert 2.0 <= clock.used < 2.5


def test_it_says_what_it_tried_and_gives_hints() -> None:
    state = PLAIN.start(PLAIN.load())
    told = advise(PLAIN, state, None, "fr", clock=Clock(nodes=800))
    assert told.level == "novice"
    assert told.candidates[0].is_chosen
    assert {weighed.unit for weighed in told.candidates} == {"chance"}
    assert all(0 <= weighed.value <= 1 for weighed in told.candidates)


def test_a_novice_plays_a_game_that_has_better_levels_of_its_own() -> None:
    bautzen = game("bautzen")
    state = bautzen.start(bautzen.load())
    bot = make_bot("novice", bautzen, state.seat, 1)
    assert bot.choose(Table(bautzen, state, state.seat, Clock(nodes=50))) in state.options()
