"""Counts of legal sequences: the game and the referee's plain generator agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.bautzen import plain, plain_combat
from games.bautzen.plain_map import other
from games.bautzen.plain_readings import OLD, reading
from grognard.engine.perft import perft

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.bautzen.plain_game import PlainGame


def is_sealed_combat(game: PlainGame) -> bool:
    """There are two counters to seal, and the defender may name a support."""
    if game.asked() != ("DefenceSupport",) or len(game.options()) < 2:
        return False
    side = game.position.battle().side
    sealable = [plain_combat.committable(game.position, who) for who in (side, other(side))]
    return len(sealable[0]) + len(sealable[1]) > 1


def is_withdrawal(game: PlainGame) -> bool:
    return game.asked()[0] == "Withdraw" and len(game.options()) > 1


def is_trade(game: PlainGame) -> bool:
    """Two steps or more against a stack that could retreat."""
    name, *facts = game.asked()
    if name != "Trade" or facts[0] < 2:
        return False
    fight = game.position.battle()
    group = game.position.stacks[fight.target]
    enemy = other(fight.side)
    return bool(plain_combat.retreat_steps(game.position, enemy, group, fight.target, 0, 2))


def is_advance(game: PlainGame) -> bool:
    return game.asked() == ("Advance",) and len(game.options()) > 2


def is_reinforcement(game: PlainGame) -> bool:
    return game.asked() == ("ReinforcementThrow",) and game.position.turn >= 4


def test_4_1_the_opening_has_as_many_first_moves_as_the_plain_generator_finds() -> None:
    """BZ-2a, BZ-4.1: choose a piece, choose a hex, choose the next piece."""
    game, state = plain.replay([("ready", 0), ("ready", 0)])
    assert game.asked() == ("Movement", "german")
    assert plain.perft(game, 1) == perft(state, 1) > 40
    assert plain.perft(game, 2) == perft(state, 2) > 2000
    assert plain.perft(game, 3) == perft(state, 3) > 50_000


@pytest.mark.parametrize(
    ("is_wanted", "seed", "depth", "least"),
    [
        (is_sealed_combat, 2, 7, 100),
        (is_sealed_combat, 5, 7, 100),
        (is_withdrawal, 3, 4, 1000),
        (is_withdrawal, 4, 4, 1000),
        (is_trade, 2, 6, 30),
        (is_trade, 5, 6, 30),
        (is_advance, 2, 4, 50),
        (is_advance, 4, 4, 50),
        (is_reinforcement, 1, 3, 5000),
        (is_reinforcement, 3, 3, 5000),
    ],
)
def test_every_sequence_from_a_position_is_found_twice(
    is_wanted: Callable[[PlainGame], bool], seed: int, depth: int, least: int
) -> None:
    """BZ-8.2.1, BZ-4.3, BZ-8.5.1a, BZ-8.4a, BZ-11.1: sealed choices, dice and retreats counted."""
    for readings in ({}, OLD):
        with reading(readings):
            game, state = plain.replay(plain.find(seed, is_wanted), readings)
            assert is_wanted(game)
            for shallow in range(1, depth + 1):
                assert plain.perft(game, shallow) == perft(state, shallow)
            assert perft(state, depth) >= least
