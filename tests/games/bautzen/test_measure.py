"""What a game of Bautzen measures of itself, beside a count by other means."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from games.bautzen.board import GAME, GERMAN, MAP, names, play, position
from grognard.engine.game import apply
from grognard.engine.registry import game
from grognard.games.bautzen.measure import BautzenMeter, margin, reason
from grognard.games.bautzen.sequence import begin
from grognard.games.bautzen.victory import standing
from grognard.kit.measure import control_text

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen

BAUTZEN = ["1409", "1510"]


def watched(seed: int) -> tuple[Bautzen, BautzenMeter, Bautzen]:
    """Play at random with a meter, and the same game with a whole log."""
    state, logged, rng = begin(GAME), begin(GAME), Random(seed)
    meter = BautzenMeter(state)
    events = logged.events = []
    while not state.is_over:
        action = rng.choice(state.options())
        meter.before(state, action)
        apply(state, action)
        meter.after(state)
        apply(logged, action)
    assert events
    return state, meter, logged


@pytest.mark.parametrize("seed", [1, 2])
def test_every_step_lost_is_counted_once_by_turn_and_by_hex(seed: int) -> None:
    state, meter, _ = watched(seed)
    found = meter.measure(state)
    fresh = begin(GAME)
    for side in (0, 1):
        lost = sum(
            fresh.steps[piece.index] - state.steps[piece.index]
            for piece in GAME.pieces
            if piece.side == side and piece.is_unit
        )
        assert sum(found.losses[side]) == sum(found.lost_at[side].values()) == lost > 0
        assert len(found.losses[side]) == GAME.turns


@pytest.mark.parametrize("seed", [1, 2])
def test_rules_are_counted_as_a_whole_log_has_them(seed: int) -> None:
    """Plain moves are counted without being noted, and modifiers under their own names."""
    state, meter, logged = watched(seed)
    expected: dict[str, int] = {}
    for event in logged.events or ():
        expected[event.rule] = expected.get(event.rule, 0) + 1
    found = meter.measure(state).rules
    assert {rule: uses for rule, uses in found.items() if " " not in rule} == expected
    assert sum(uses for rule, uses in found.items() if rule.startswith("8.2.6 ")) > 0


def test_measuring_changes_nothing() -> None:
    state, _, logged = watched(3)
    assert state.canonical() == logged.canonical()
    assert state.events is None


def test_losses_belong_to_the_turn_they_fall_in() -> None:
    """BZ-8.5.3: a unit that retreated already loses both its steps at once."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["33/7DP"]}, turn=3)
    meter = BautzenMeter(state)
    piece = GAME.by_id["33/7DP"]
    state.retreated |= 1 << piece
    state.events = []
    state.lose_step(piece, "8.3")
    meter.after(state)
    assert meter.losses[1] == [0, 0, 2, 0, 0, 0]
    assert meter.lost_at[1] == {"2110": 2}
    assert meter.rules["8.5.3"] == 1


def test_control_is_written_hex_by_hex_in_the_order_of_the_chart() -> None:
    """BZ-13a."""
    state = position(german_control=["0113", "1409"], allied_control=["2206"])
    cells = game("bautzen").chart(state, 0, "en").cells
    held = dict(
        zip(
            (cell.hex for cell in cells),
            control_text(state.material.map, state.control),
            strict=True,
        )
    )
    assert len(held) == len(MAP.hexes)
    assert {hex_ for hex_, holder in held.items() if holder == "0"} == names(state.control[GERMAN])
    assert held["2206"] == "1"
    assert held["0101"] == "."


@pytest.mark.parametrize(
    ("german", "allied", "why", "by"),
    [
        ([*BAUTZEN, "1910", "2108"], [], "Bautzen and enough places", 1),
        ([*BAUTZEN, "1910", "2108", "2206"], [], "Bautzen and enough places", 2),
        ([*BAUTZEN, "1910"], [], "the German side lacks enough places", -1),
        (["1409", "1910", "2108"], ["1510"], "the German side lacks Bautzen", -1),
        ([], BAUTZEN, "the German side lacks Bautzen and enough places", -4),
        (
            ["1409"],
            ["1510", "0113"],
            "the German side lacks Bautzen and enough places and Dresden",
            -4,
        ),
    ],
)
def test_reason_and_margin(german: list[str], allied: list[str], why: str, by: int) -> None:
    """BZ-13b: hexes to spare plus one, or hexes that are lacking."""
    state = position(german_control=german, allied_control=allied, turn=6)
    found = standing(state)
    assert (reason(state, found), margin(state, found)) == (why, by)


def test_encircled_bautzen_is_a_reason_of_its_own() -> None:
    """BZ-13b."""
    ring = {"1309": ["KG72"], "1511": ["21/20Pz"], "1609": ["59/20Pz"], "1408": ["112/20Pz"]}
    ring |= {"1311": ["KG1/17ID"], "1508": ["KG2/17ID"]}
    state = position(
        ring,
        {"1409": ["13/5DP"], "1510": ["15/5DP"]},
        german_control=["1910", "2108"],
        turn=6,
        segment="allied combat",
        then=["end"],
    )
    play(state, "done")
    found = standing(state)
    assert reason(state, found) == "Bautzen encircled and enough places"
