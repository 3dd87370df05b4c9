"""What docs/bots.md says of states, questions and verbs is there."""

from __future__ import annotations

import re
from pathlib import Path

from bots.table import BAUTZEN, decisions
from grognard.bots.bot import Table

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")


def test_every_field_that_is_named_is_there() -> None:
    state = decisions(1)[0]
    named = set(re.findall(r"`(?:state|game)\.([a-z_.]+)", PAGE))
    assert len(named) > 25
    for path in named:
        owner = BAUTZEN if path in GAME_ITSELF else state
        for word in path.rstrip(".").split("."):
            assert hasattr(owner, word), path
            owner = getattr(owner, word)


GAME_ITSELF = {
    *("write_action", "read_action", "piece_name", "piece_number", "hex_name", "hex_number"),
    *("odds", "why"),
}


def test_every_question_and_verb_of_a_game_is_named() -> None:
    table = PAGE[PAGE.index("| question | verbs") :]
    table = table[: table.index("\n\n")]
    words = set(re.findall(r"`([A-Za-z]+)`", table))
    for seed in (1, 2):
        for state in decisions(seed):
            assert type(state.question).__name__ in words
            options = Table(BAUTZEN, state, state.seat).options
            if type(state.question).__name__ != "Release":
                assert {answer.verb for answer in options} <= words
