"""A bot chooses by what its seat sees, and by nothing else."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bots.table import BAUTZEN, NODES, sample
from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.games.bautzen.state import Bautzen

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


def swapped(state: Bautzen, seat: int) -> Bautzen | None:
    """Return a position in which two hidden enemy counters have changed places, if there are two.

    Written apart from `reshuffle_hidden`: two counters of one hex that are not its top, with the
    same marks and the same number of steps, simply change their ranks.
    """
    twin = state.copy()
    enemy = 1 - seat
    for hex_ in range(state.scenario.board.map.size):
        order = [p for p in state.stack_order(hex_) if state.owned[enemy] >> p & 1]
        below = [p for p in order[:-1] if not state.scenario.convoys >> p & 1]
        if len(below) < 2:
            continue
        one, two = below[:2]
        twin.rank[one], twin.rank[two] = state.rank[two], state.rank[one]
        if BAUTZEN.view(twin, seat) == BAUTZEN.view(state, seat):
            return twin
        twin = state.copy()
    return None


@pytest.mark.parametrize("level", ["recruit", "sergeant", "colonel"])
def test_10_3_hidden_counters_that_change_places_change_no_choice(level: str) -> None:
    """BZ-10.3 - by a shuffle of the test's own, not by the one that bots imagine with."""
    compared = 0
    for state in (one for seed in (1, 2, 3, 4) for one in sample(seed, 6)):
        twin = swapped(state, state.seat) if isinstance(state, Bautzen) else None
        if twin is not None and twin.canonical() != state.canonical():
            compared += 1
            assert chosen(level, state) == chosen(level, twin)
        if compared > 7:
            break
    assert compared > 3
