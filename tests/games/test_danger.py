"""Who could attack a hex and with what odds, and the front: for every game that lays them out."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from grognard.engine.bits import numbers
from grognard.engine.game import SPECTATOR, apply
from grognard.engine.registry import game
from grognard.engine.session import Session
from grognard.kit.laid import front

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = ("bautzen", "petrograd", "luga")


def positions(name: str, seed: int, count: int) -> Iterator[Any]:
    """Play at random, and stop now and then."""
    rules, rng = game(name), Random(seed)
    state: Any = Session.begin(rules, players={}, rng=rng).state
    while count:
        options = state.options()
        apply(state, options[rng.randrange(len(options))])
        if state.is_over:
            return
        if state.turn and rng.random() < 0.02:
            count -= 1
            yield state


def parts(rules: Any, state: Any, seat: int, side: int) -> dict[str, Any]:
    found = rules.overlay(state, seat, "threat", side, "en")
    return {one["id"]: one for one in found.get("parts", [])}


@pytest.mark.parametrize("name", GAMES)
def test_the_danger_of_a_hex_tells_nothing_hidden(name: str) -> None:
    """Positions that a seat cannot tell apart have the same dangers, odds and words."""
    rules, rng, different = game(name), Random(5), 0
    for state in positions(name, 7, 12):
        for seat in (0, 1):
            other = rules.reshuffle_hidden(state, seat, rng)
            different += other.canonical() != state.canonical()
            for side in (0, 1):
                for overlay in ("threat", "command", "front"):
                    shown = rules.overlay(state, seat, overlay, side, "en")
                    assert rules.overlay(other, seat, overlay, side, "en") == shown
    assert different > 3


@pytest.mark.parametrize("name", GAMES)
def test_an_attack_that_is_made_has_the_odds_that_were_shown(name: str) -> None:
    """The odds of a danger are those of the same attack when it is composed without support."""
    rules, seen = game(name), 0
    for state in positions(name, 11, 25):
        for side in (0, 1):
            attacks: list[Any] = [*rules.inspect(state, 1 - side, "en")["attacks"]]
            totals = {
                one["reckoning"]["targets"][0]: one["reckoning"]
                for one in attacks
                if one["reckoning"]["attack"] and one["reckoning"]["defence"]
            }
            for hex_, part in parts(rules, state, 1 - side, side).items():
                words = " ".join(part["words"])
                if hex_ in totals and "attacked by" in words and " to " in words:
                    seen += 1
                    assert f"to {totals[hex_]['defence']['total']}," in words
    assert seen > 5


@pytest.mark.parametrize("name", GAMES)
def test_whoever_watches_is_shown_who_stands_near_and_no_odds_of_hidden_stacks(name: str) -> None:
    rules = game(name)
    for state in positions(name, 3, 6):
        for side in (0, 1):
            found = rules.overlay(state, SPECTATOR, "threat", side, "en")
            assert {one["id"] for one in found["hexes"]} == set(
                parts(rules, state, SPECTATOR, side)
            )


@pytest.mark.parametrize("name", GAMES)
def test_the_front_parts_the_map_between_the_sides(name: str) -> None:
    for state in positions(name, 2, 4):
        map_ = state.material.map
        held = (state.held[0], state.held[1])
        one, other = front(map_, held)
        assert not one & other
        assert one & held[0] == held[0]
        assert other & held[1] == held[1]
        reached = map_.flood(held[0] | held[1], avoiding=0)
        assert one | other == reached
        near = map_.distances_to(held[0]), map_.distances_to(held[1])
        for hex_ in numbers(one):
            assert near[0][hex_] <= near[1][hex_]
