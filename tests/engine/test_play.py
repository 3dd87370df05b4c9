"""Random playouts, and matches of players who see views."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from grognard.engine.game import Action, IllegalAction
from grognard.engine.journal import digest
from grognard.engine.play import DeadEnd, match, playout
from toygame import Arrange, Move, Outpost, OutpostGame, Scenario, alive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.view import View


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


def test_in_a_match_players_see_their_own_view_and_none_plays_at_random() -> None:
    seen: list[View] = []

    def passive(view: View) -> Action:
        seen.append(view)
        return Action("pass") if Action("pass") in view.options else view.options[0]

    state = fresh()
    decisions = match(OutpostGame(), state, [passive, None], Random(4))
    assert state.is_over
    assert decisions > len(seen) > 8
    assert {(view.seat, view.to_move) for view in seen} == {(0, 0)}
    assert alive(state, 0), "red never left home, and some of it is still there"


def test_a_match_refuses_a_player_who_cheats() -> None:
    with pytest.raises(IllegalAction):
        match(OutpostGame(), fresh(), [lambda view: Action("throw", 6), None], Random(0))
