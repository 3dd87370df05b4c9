"""Players who do not play along must not win by it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.game import CHANCE, apply
from grognard.engine.registry import game
from grognard.games.petrograd.printed import Side

if TYPE_CHECKING:
    from grognard.engine.game import State

PETROGRAD = game("petrograd")
SPOILERS = (
    *("Idle", "Rush", "Piler", "Brawler", "Holder", "Turtle", "Raider"),
    *("Grabber", "LastMinute", "Stacker"),
)


def play(white: str, red: str, seed: int) -> State:
    """Play a whole game and return its end."""
    state: State = PETROGRAD.start(PETROGRAD.find("campaign"))
    bots = [make_bot(name, PETROGRAD, seat, seed) for seat, name in enumerate((white, red))]
    clocks, dice = [Clock(nodes=100), Clock(nodes=100)], Random(f"d{seed}")
    while not state.is_over:
        options = state.options()
        if state.seat == CHANCE:
            answer = options[int(dice.random() * len(options))]
        else:
            table = Table(PETROGRAD, state, state.seat, clocks[state.seat])
            answer = bots[state.seat].choose(table)
            assert answer in options
        apply(state, answer)
    return state


@pytest.mark.parametrize("spoiler", SPOILERS)
def test_11_3_white_beats_a_red_who_does_not_play_along(spoiler: str) -> None:
    """11.3 - nobody guards what counts: the points are there for the taking."""
    end = play("colonel", f"games.petrograd.spoilers:{spoiler}", 31)
    assert end.winner() == Side.WHITE


@pytest.mark.parametrize("spoiler", SPOILERS)
def test_11_3_red_beats_a_white_who_does_not_play_along(spoiler: str) -> None:
    """11.3 - one place, or none, is not enough."""
    end = play(f"games.petrograd.spoilers:{spoiler}", "colonel", 32)
    assert end.winner() == Side.RED
