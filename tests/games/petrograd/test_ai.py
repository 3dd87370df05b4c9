"""The evaluation: it knows who is winning."""

from __future__ import annotations

from games.petrograd.front import CAMPAIGN, GAME, RED, WHITE, front
from grognard.games.petrograd.sequence import begin


def test_the_evaluation_is_a_chance_and_follows_the_points() -> None:
    """11.3 - more places, more hope; both sides' chances make one."""
    adviser = GAME.adviser()
    start = begin(CAMPAIGN)
    chance = adviser.evaluate(start, WHITE)
    assert 0 < chance < 1
    assert abs(chance + adviser.evaluate(start, RED) - 1) < 1e-9
    won = {"2913": ["W-Volyn"], "3310": ["W-Ostr"], "3207": ["W-Talab"], "2808": ["W-Lib"]}
    held = front({**won, "0418": ["W-4a"], "2436": ["W-1a"]}, turn=8)
    few = front({"2913": ["W-Volyn"]}, turn=8)
    assert adviser.evaluate(held, WHITE) > 0.8 > 0.3 > adviser.evaluate(few, WHITE)


def test_losses_and_the_nearness_of_the_enemy_count() -> None:
    """11.1 - a beaten army and a threatened town are worth less."""
    adviser = GAME.adviser()
    town = {"2913": ["W-Volyn", "W-Ostr"]}
    quiet = adviser.evaluate(front(town, turn=6), WHITE)
    assert adviser.evaluate(front({**town, "3013": ["R-16"]}, turn=6), WHITE) < quiet
    assert adviser.evaluate(front({"2913": ["W-Volyn:1", "W-Ostr"]}, turn=6), WHITE) < quiet


def test_each_side_has_a_stage_of_a_turn() -> None:
    """2.1 - for the clock of a bot."""
    adviser = GAME.adviser()
    stages = [
        adviser.stage(front({}, segment=segment, turn=turn))
        for turn in (1, 2)
        for segment in ("white movement", "red movement")
    ]
    assert stages == sorted(set(stages))
