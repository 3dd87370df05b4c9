"""What a composed attack is said to come to, is what play then gives: in every game, by its API.

The attacker reads the odds just before he fights; whatever the defender then adds, in the open or
from what lies hidden, is fought within the range that he was shown.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.engine.game import CHANCE
from grognard.engine.registry import game
from grognard.engine.session import Session

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from grognard.wire import Case, Odds

COMMITTING = {"petrograd": "fight", "luga": "fight"}
"""The answer after which the attacker adds nothing more to an attack."""
FIGHTS = 60


def shown_and_fought(name: str, most: int) -> Iterator[tuple[Odds, Odds, str]]:
    """Yield the odds an attacker read when he gave his last answer, and those before the throw."""
    rules, found = game(name), 0
    for seed in range(40):
        rng = Random(seed)
        session = Session.begin(rules, players={}, rng=rng)
        asked: Odds | None = None
        while not session.state.is_over and found < most:
            state, options = session.state, session.state.options()
            if state.seat == CHANCE and type(state.question).__name__ in ("Throw", "CombatThrow"):
                if asked is not None:
                    side = asked["cases"][0]["reckoning"]["side"]
                    yield asked, rules.odds(state, rules.seats.index(side), "en"), side
                    found += 1
                asked = None
            answer = options[rng.randrange(len(options))]
            if answer.verb == COMMITTING[name] and state.seat != CHANCE:
                asked = rules.odds(state, state.seat, "en")
                assert asked["cases"], "what is fought was reckoned"
            session.play(answer)
        if found >= most:
            return


def means(case: Case) -> dict[str, Fraction]:
    return {one["id"]: Fraction(one["value"]["p"]) for one in case["means"]}


def test_luga_the_range_over_orders_guns_and_air_covers_what_is_fought() -> None:
    """LU-14.3, 15.2, 17.1: orders face down, hidden guns and the air point are in the range."""
    narrowed = moved = 0
    for asked, fought, _ in shown_and_fought("luga", FIGHTS):
        (bare, *more), (now, *_) = asked["cases"], fought["cases"]
        for line in bare["means"]:
            least, most = (
                [Fraction(end["p"]) for end in line["range"]]
                if "range" in line
                else [Fraction(line["value"]["p"])] * 2
            )
            assert least <= means(now)[line["id"]] <= most, (line, asked, fought)
            narrowed += least < most
        moved += means(now) != means(bare)
        if more:
            seen = set(more[0]["reckoning"]["defence_supports"])
            assert seen >= set(bare["reckoning"]["defence_supports"])
    assert narrowed > FIGHTS / 2, "something was open in most of them"
    assert moved > 3, "and was used"


def test_petrograd_lies_between_bare_and_with_all_that_may_fire() -> None:
    """PG-8.2.2: guns, trains, ships and aircraft lie open, and nothing else may be added."""
    added = 0
    for asked, fought, _ in shown_and_fought("petrograd", FIGHTS):
        cases: Mapping[str, Any] = {case["id"]: case["reckoning"] for case in asked["cases"]}
        bare, now = cases["bare"], fought["cases"][0]["reckoning"]
        most = cases.get("answered", bare)
        assert most["modifier"] <= now["modifier"] <= bare["modifier"], (asked, fought)
        assert set(now["defence_supports"]) <= set(most["defence_supports"])
        assert (now["attack"], now["defence"]) == (bare["attack"], bare["defence"])
        added += now["modifier"] < bare["modifier"]
    assert added > 3, "the defence was supported now and then"
