"""Players of the Luga Line who do not play along must not win by it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.game import CHANCE, apply
from grognard.games.eastfront.game import LugaGame
from grognard.games.eastfront.printed import Side

if TYPE_CHECKING:
    from grognard.games.eastfront.state import Luga

LUGA = LugaGame()
SPOILERS = ("Idle", "Rush", "Piler", "Attacker", "Squatter", "Grabber", "LastMinute", "Statue")


def play(german: str, soviet: str, seed: int) -> Luga:
    """Play a whole campaign and return its end."""
    state = LUGA.start(LUGA.find("campaign"))
    bots = [make_bot(name, LUGA, seat, seed) for seat, name in enumerate((german, soviet))]
    clocks, dice = [Clock(nodes=100), Clock(nodes=100)], Random(f"d{seed}")
    while not state.is_over:
        options = state.options()
        if state.seat == CHANCE:
            answer = options[int(dice.random() * len(options))]
        else:
            answer = bots[state.seat].choose(Table(LUGA, state, state.seat, clocks[state.seat]))
            assert answer in options
        apply(state, answer)
    return state


@pytest.mark.parametrize("spoiler", SPOILERS)
def test_26_3_the_german_beats_a_soviet_side_that_does_not_play_along(spoiler: str) -> None:
    """26.3 - nobody bars the way: the points are there for the taking."""
    end = play("colonel", f"games.eastfront.spoilers:{spoiler}", 31)
    assert end.winner() == Side.GERMAN


def test_26_3_panzers_that_run_past_everybody_do_not_win_by_it() -> None:
    """26.3 - they come to Leningrad, and have no supply there."""
    end = play("games.eastfront.spoilers:Cavalier", "colonel", 620)
    assert not end.sudden
    assert end.winner() == Side.SOVIET


@pytest.mark.parametrize("spoiler", SPOILERS)
def test_26_3_the_soviet_side_beats_a_german_who_does_not_play_along(spoiler: str) -> None:
    """26.3 - one place, or none, is not enough."""
    end = play(f"games.eastfront.spoilers:{spoiler}", "colonel", 32)
    assert end.winner() == Side.SOVIET
