"""What docs/bots.md says of states, questions and verbs is there."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from grognard.engine.game import CHANCE, apply
from grognard.engine.registry import game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.engine.registry import AnyGame

PAGE: Final = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
TITLES: Final = {"bautzen": "Bautzen", "petrograd": "Petrograd", "luga": "the Luga Line"}
GAME_ITSELF: Final = {
    *("write_action", "read_action", "piece_name", "piece_number", "hex_name", "hex_number"),
    *("odds", "why", "configure", "load", "start"),
}
SELDOM: Final = {"Release"}
"""Questions whose verbs are names of their own."""


def table(heading: str) -> str:
    """Return the table that begins so."""
    begun = PAGE.index(f"| {heading} |")
    return PAGE[begun : PAGE.index("\n\n", begun)]


def decisions(one: AnyGame, seed: int) -> Iterator[Any]:
    """Play a game at random, and yield its decisions."""
    state, dice = one.start(one.load()), Random(seed)
    while not state.is_over:
        if state.seat != CHANCE:
            yield state
        options = state.options()
        apply(state, options[int(dice.random() * len(options))])


def assert_there(owner: Any, path: str) -> None:
    """Hold a path of names against what it is said of."""
    for word in path.rstrip(".").split("."):
        assert hasattr(owner, word), path
        owner = getattr(owner, word)


@pytest.mark.parametrize("name", TITLES)
def test_every_field_of_a_state_that_is_named_is_there(name: str) -> None:
    one = game(name)
    state = one.start(one.load())
    text = table(f"of a state of {TITLES[name]}")
    named = set(re.findall(r"`state\.([a-z_.]+)", text))
    assert len(named) > 15
    for path in named:
        assert_there(state, path)
    for row in text.splitlines():
        owner, _, says = row.removeprefix("| ").partition(" | ")
        if owner == "`state.scenario.pieces[n]`":
            for word in re.findall(r"`([a-z]+)`", says):
                assert hasattr(state.scenario.pieces[0], word), word
        elif owner in ("`state.scenario.kinds`", "`state.scenario.ground`"):
            part = getattr(state.scenario, owner.strip("`").rpartition(".")[2])
            for word in re.findall(r"`([a-z_]+)(?:\[hex\])?`", says):
                assert hasattr(part, word), word


def test_every_name_of_a_game_that_is_named_is_there() -> None:
    bautzen = game("bautzen")
    named = set(re.findall(r"`game\.([a-z_]+)", PAGE))
    assert named >= {"write_action", "odds", "why"}
    for word in named:
        assert word in GAME_ITSELF
        assert_there(bautzen, word)
    state = bautzen.start(bautzen.load())
    for path in re.findall(r"`state\.([a-z_.]+)", table("of any game")):
        assert_there(state, path)


@pytest.mark.parametrize("name", TITLES)
def test_every_question_and_verb_of_a_game_is_named(name: str) -> None:
    words = set(re.findall(r"`([A-Za-z_]+)`", table(f"question of {TITLES[name]}")))
    seen = set()
    for seed in (1, 2):
        for state in decisions(game(name), seed):
            kind = type(state.question).__name__
            seen.add(kind)
            assert kind in words
            if kind not in SELDOM:
                assert {answer.verb for answer in state.options()} <= words, kind
    assert len(seen) > 10
