"""Counts of legal sequences against figures worked out by hand and by a slow recount."""

from __future__ import annotations

import pytest

from grognard.engine.game import Action, step
from grognard.engine.journal import digest
from grognard.engine.perft import divide, perft
from toygame import Arrange, Commit, Fight, Outpost, OutpostGame, Scenario, Throw

GAME = OutpostGame()


def recount(played: list[Action], depth: int) -> int:
    """Count without copies: every sequence is played again from the start."""
    state = GAME.start(Scenario(turns=3))
    for action in played:
        step(state, action)
    if depth == 0:
        return 1
    if state.is_over:
        return 0
    return sum(recount([*played, action], depth - 1) for action in list(state.options()))


def test_the_first_counts_are_those_worked_out_by_hand() -> None:
    """6 arrangements each; 3 counters or a pass; R1, R2, R3 reach 2, 3, 2 hexes, blue has 4."""
    state = GAME.start(Scenario())
    assert [perft(state, depth) for depth in range(5)] == [1, 6, 36, 36 * 4, 36 * (4 + 2 + 3 + 2)]


@pytest.mark.parametrize("depth", [3, 4, 5])
def test_counts_agree_with_a_slow_recount(depth: int) -> None:
    assert perft(GAME.start(Scenario(turns=3)), depth) == recount([], depth)


def test_a_finished_game_has_no_sequences() -> None:
    state = GAME.start(Scenario())
    state.stack.clear()
    assert (perft(state, 0), perft(state, 1), perft(state, 3)) == (1, 0, 0)
    assert divide(state, 2) == {}


def test_division_adds_up_and_names_the_answers_as_the_game_does() -> None:
    state = GAME.start(Scenario())
    before = digest(state)
    parts = divide(state, 4, GAME)
    assert list(parts) == [f"arrange {order}" for order in GAME.words["arrange"]]
    assert sum(parts.values()) == perft(state, 4)
    assert divide(state, 1) == {f"arrange {order}": 1 for order in range(6)}
    assert digest(state) == before


def test_chance_is_enumerated() -> None:
    state = Outpost(Scenario(reserves=0))
    fight = Fight(0, 3)
    state.ask(Commit(fight, 0), Commit(fight, 1), Throw(fight), Arrange(0))
    assert perft(state, 3) == 6
    assert perft(state, 4) > 6


def test_a_negative_depth_is_refused() -> None:
    state = GAME.start(Scenario())
    with pytest.raises(ValueError, match="0 or more"):
        perft(state, -1)
    with pytest.raises(ValueError, match="1 or more"):
        divide(state, 0)
