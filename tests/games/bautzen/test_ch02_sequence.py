"""Chapter 2: the sequence of play."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from games.bautzen.board import ALLIED, GAME, GERMAN, is_unsupplied, play, position, segment_of
from grognard.engine.game import CHANCE, Action, Seat, step
from grognard.games.bautzen.sequence import begin

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen


def walk(state: Bautzen) -> list[tuple[int, str, Seat]]:
    """Play a game in which nobody does anything; return turn, segment and seat of each question."""
    asked = []
    while not state.is_over:
        asked.append((state.turn, segment_of(state), state.seat))
        quiet = [a for a in state.options() if a in (Action("done"), Action("throw", 1))]
        step(state, quiet[0] if quiet else state.options()[0])
    return [question for question, _ in groupby(asked)]


def test_2_six_turns_the_german_side_first_each_with_its_segments_in_order() -> None:
    """BZ-2a: the questions of a game without moves, in the order of the book."""
    asked = walk(begin(GAME))
    expected: list[tuple[int, str, Seat]] = [(0, "setup", ALLIED), (0, "setup", GERMAN)]
    for turn in range(1, 7):
        if turn >= 3:
            expected.append((turn, "german supply", CHANCE))
        expected += [(turn, "german movement", GERMAN), (turn, "german combat", GERMAN)]
        if turn >= 2:
            expected.append((turn, "allied supply", CHANCE))
        expected += [(turn, "allied movement", ALLIED), (turn, "allied combat", ALLIED)]
    assert asked == expected


def test_2_the_game_has_a_winner_only_when_turn_6_is_over() -> None:
    """BZ-2a."""
    state = begin(GAME)
    assert state.winner() is None
    walk(state)
    assert state.is_over
    assert state.winner() == ALLIED


def cut_off_in_the_corner() -> Bautzen:
    """KG 72 in 2313; a Soviet regiment two hexes from 2211, whose zone shuts the corner."""
    return position(
        german={"2313": ["KG72"], "2113": ["21/20Pz"]},
        allied={"2209": ["776/214RD"]},
        segment="allied movement",
        then=["allied combat", "german movement", "german combat"],
    )


def test_2_a_side_s_supply_is_not_checked_in_the_enemy_s_phase() -> None:
    """BZ-2b: cut off by an Allied move, KG 72 is unsupplied only from its own phase on."""
    state = cut_off_in_the_corner()
    play(state, "move 776/214RD", "to 2211")
    assert not is_unsupplied(state, "KG72")
    play(state, "done")
    assert segment_of(state) == "allied combat"
    assert not is_unsupplied(state, "KG72")


def test_2_supply_is_checked_before_movement_and_again_before_combat() -> None:
    """BZ-2b: unsupplied at the first check, opened by a move, supplied at the second."""
    state = cut_off_in_the_corner()
    play(state, "move 776/214RD", "to 2211", "done", "done")
    assert segment_of(state) == "german movement"
    assert is_unsupplied(state, "KG72")
    play(state, "move 21/20Pz", "to 2212")
    assert is_unsupplied(state, "KG72")
    play(state, "done")
    assert segment_of(state) == "german combat"
    assert not is_unsupplied(state, "KG72")


def test_2_both_sides_support_in_each_combat_segment() -> None:
    """BZ-2a: in the German combat segment the Allied headquarters supports its unit."""
    state = position(
        german={"2111": ["21/20Pz"], "2112": ["QG/20Pz"]},
        allied={"2110": ["776/214RD"], "2109": ["QG/214RD"]},
    )
    play(state, "attack 2110", "join 21/20Pz", "support QG/20Pz", "fight")
    assert state.seat == ALLIED
    play(state, "support QG/214RD", "enough")
