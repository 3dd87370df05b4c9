"""What is not among the answers is refused with a rule of the book and a sentence.

Hexes and counters at random, at questions of every kind that random games come to; in both
languages. What is among the answers is never refused.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from grognard.engine.registry import game, games
from grognard.engine.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.engine.registry import AnyGame

WANTED: Final = 400
"""Refusals of each game."""
OF_A_KIND: Final = 8
"""Positions that ask a question of the same kind."""


def positions(rules: AnyGame, rng: Random) -> Iterator[Any]:
    """Yield positions of random games that ask a person something, of every kind a few."""
    kinds: Counter[str] = Counter()
    while True:
        session = Session.begin(rules, players={}, rng=rng)
        while not session.state.is_over:
            state, options = session.state, session.state.options()
            kind = type(state.question).__name__
            if state.seat >= 0 and kinds[kind] < OF_A_KIND and rng.random() < 0.2:
                kinds[kind] += 1
                yield state
            session.play(options[rng.randrange(len(options))])


@pytest.mark.parametrize("name", games())
def test_every_refusal_names_its_rule_and_says_why(name: str) -> None:
    rules, rng, refused = game(name), Random(1945), 0
    book, found = rules.rulebook(), positions(game(name), rng)
    while refused < WANTED:
        state = next(found)
        answers = rules.prompt(state, state.seat, "en").answers
        offered = {one["name"] for one in answers if one["kind"] in ("hex", "piece")}
        printed: Any = rules.printed(state.scenario)
        stacks: Any = rules.view(state, state.seat).facts["stacks"]
        things = [one["id"] for one in rng.sample(printed["map"]["hexes"], 6)]
        things += [one["id"] for one in rng.sample(printed["pieces"], 6)]
        for thing in [*things, *sorted(offered)[:4]]:
            said, dit = [rules.why(state, state.seat, thing, lang) for lang in ("en", "fr")]
            if thing in offered:
                assert not said, (thing, said)
            elif offered.isdisjoint(one["id"] for one in stacks.get(thing, {}).get("pieces", ())):
                assert said, f"{thing} is refused without a reason at: {state.question}"
            refused += len(said)
            for reason, raison in zip(said, dit, strict=True):
                assert book.find(reason["rule"])
                assert reason["rule"] == raison["rule"]
                assert len(reason["text"]) > 10
                assert reason["text"] != raison["text"]
                assert not set("{}") & set(reason["text"] + raison["text"])
