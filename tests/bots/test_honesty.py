"""A bot chooses by what its seat sees, and by nothing else."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bots.table import BAUTZEN, NODES, sample
from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot

if TYPE_CHECKING:
    from grognard.engine.game import Action, State


def chosen(level: str, state: State) -> Action:
    """Return what a fresh bot of a level answers."""
    seat = state.seat
    bot = make_bot(level, BAUTZEN, seat, seed=7)
    return bot.choose(Table(BAUTZEN, state.copy(), seat, Clock(nodes=NODES)))


@pytest.mark.parametrize("level", ["recruit", "sergeant", "colonel", "general"])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_a_bot_cannot_see_does_not_change_its_choice(level: str, seed: int) -> None:
    hidden = 0
    for number, state in enumerate(sample(seed, 2)):
        other = BAUTZEN.reshuffle_hidden(state, state.seat, Random(number))
        hidden += state.canonical() != other.canonical()
        assert chosen(level, state) == chosen(level, other)
    assert hidden > 3, "too few of these positions hide anything"


def test_what_is_imagined_agrees_with_the_view() -> None:
    for number, state in enumerate(sample(3, 2)):
        table = Table(BAUTZEN, state, state.seat)
        imagined = table.imagine(Random(number))
        assert BAUTZEN.view(imagined, state.seat) == table.view


def test_the_table_shows_the_true_state_to_nobody() -> None:
    state = sample(1, 1)[0]
    table = Table(BAUTZEN, state, state.seat)
    shown = {name: value for name, value in vars(table).items() if not name.startswith("_")}
    assert state not in shown.values()
