"""Random playouts, and matches of players who see views."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from grognard.engine.game import Action
from grognard.engine.journal import digest
from grognard.engine.play import DeadEnd, playout
from toygame import Arrange, Move, Outpost, OutpostGame, Scenario

if TYPE_CHECKING:
    from collections.abc import Sequence


def fresh() -> Outpost:
    return OutpostGame().start(Scenario())


def test_a_playout_ends_the_game_and_counts_its_decisions() -> None:
    state = fresh()
    decisions = playout(state, Random(3))
    assert state.is_over
    assert decisions >= 18  # 2 to arrange, then at least one for each of the 16 turns
    assert state.turn == 16


def test_a_playout_is_repeated_by_its_seed_and_by_no_other() -> None:
    ends = []
    for seed in (1, 1, 2):
        state = fresh()
        playout(state, Random(seed))
        ends.append(digest(state))
    assert ends[0] == ends[1] != ends[2]


def test_a_playout_answers_each_option_equally_often() -> None:
    counts: Counter[bytes] = Counter()
    rng = Random(0)
    for _ in range(6000):
        state = fresh()
        state.stack = [Arrange(0)]
        playout(state, rng)
        counts[bytes(state.faces[:3])] += 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_a_playout_refuses_a_dead_end_and_an_endless_game() -> None:
    class Nothing(Move):
        def options(self, state: Outpost) -> Sequence[Action]:
            return []

    class Forever(Move):
        def options(self, state: Outpost) -> Sequence[Action]:
            return [Action("pass")]

        def answer(self, state: Outpost, action: Action) -> None:
            state.ask(self)

    for question, reason in ((Nothing(0), "no answer to"), (Forever(0), "after 50 decisions")):
        state = fresh()
        state.stack = [question]
        with pytest.raises(DeadEnd, match=reason):
            playout(state, Random(0), limit=50)


def test_a_playout_may_end_on_its_very_last_decision() -> None:
    state = fresh()
    state.stack = [Arrange(0)]
    assert playout(state, Random(0), limit=1) == 1
