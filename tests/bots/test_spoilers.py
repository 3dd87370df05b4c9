"""Players who do not play along must not win by it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bots.table import BAUTZEN
from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.game import CHANCE, apply
from grognard.games.bautzen.printed import Side

if TYPE_CHECKING:
    from grognard.engine.game import State

FIRST_EDITION = {
    "encirclement": "supply",
    "blocked_retreat": "declared",
    "held_may_attack": "true",
    "convoy_limit": "all",
    "independents_anchor": "nation",
    "set_up_in_capital": "true",
}
"""The readings of version 0.1.0, under which Allied units may set up in Dresden."""


def play(german: str, allied: str, seed: int, options: dict[str, str]) -> State:
    """Play a whole game and return its end."""
    state: State = BAUTZEN.start(BAUTZEN.configure(BAUTZEN.load(), options))
    bots = [make_bot(name, BAUTZEN, seat, seed) for seat, name in enumerate((german, allied))]
    clocks, dice = [Clock(nodes=300), Clock(nodes=300)], Random(f"d{seed}")
    while not state.is_over:
        options_now = state.options()
        if state.seat == CHANCE:
            answer = options_now[int(dice.random() * len(options_now))]
        else:
            answer = bots[state.seat].choose(Table(BAUTZEN, state, state.seat, clocks[state.seat]))
            assert answer in options_now
        apply(state, answer)
    return state


@pytest.mark.parametrize("options", [FIRST_EDITION, {}], ids=["0.1.0", "now"])
def test_13_an_enemy_who_sits_near_dresden_and_never_moves_is_beaten(
    options: dict[str, str],
) -> None:
    """BZ-13 - he won every game of version 0.1.0: nobody took Dresden back."""
    end = play("colonel", "bots.spoilers:Idle", 811, options)
    assert end.winner() == Side.GERMAN


def test_13_an_enemy_who_sits_in_bautzen_is_thrown_out_or_shut_in() -> None:
    """BZ-13 - he won every game before the German side knew of lines round the city."""
    ends = [play("colonel", "bots.spoilers:ToBautzen", seed, {}) for seed in (811, 812, 813)]
    assert sum(end.winner() == Side.GERMAN for end in ends) >= 2


def test_13_an_enemy_who_sits_in_the_places_is_driven_out_of_two() -> None:
    """BZ-13 - he won every second game while the city drew nearly everybody."""
    ends = [play("colonel", "bots.spoilers:ToThePlaces", seed, {}) for seed in (821, 822, 823)]
    assert sum(end.winner() == Side.GERMAN for end in ends) >= 2


@pytest.mark.parametrize(
    "spoiler",
    [
        *("Idle", "InTheWay", "Racer", "ToDresden", "ToBautzen", "ToThePlaces", "Piler"),
        *("Attacker", "Corridor", "HeadHunter", "LastMinute"),
    ],
)
def test_every_spoiler_plays_by_the_rules(spoiler: str) -> None:
    """The sergeant is quick; whoever wins, every answer was legal."""
    assert play(f"bots.spoilers:{spoiler}", "recruit", 3, {}).is_over
    assert play("recruit", f"bots.spoilers:{spoiler}", 4, {}).is_over
