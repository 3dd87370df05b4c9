"""8.2 - What is shown of a combat adds up, line by line, and says what the enemy may add."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from games.bautzen.board import ALLIED, GERMAN, play, position
from grognard.engine.game import SPECTATOR
from grognard.engine.registry import game
from grognard.engine.session import Session
from grognard.wire.made import fault

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen
    from grognard.wire import LogLine, Reckoning, Sum

BAUTZEN = game("bautzen")
PRINTED = BAUTZEN.printed(BAUTZEN.load())
TABLE = PRINTED["tables"][0]


def adds_up(sums: Sum) -> None:
    """Recompute one side of the ratio from what is shown."""
    for factor in sums["factors"]:
        changes = [change["value"] for change in factor["changes"]]
        assert factor["value"] == [factor["printed"], *changes][-1]
        assert all(change["rule"] and change["text"] for change in factor["changes"])
    assert sums["sum"] == sum(factor["value"] for factor in sums["factors"])
    assert sums["total"] == [sums["sum"], *(change["value"] for change in sums["changes"])][-1]


def holds(found: Reckoning) -> None:
    """Recompute column, die and result from what is shown."""
    assert found["attack"] is not None
    assert found["defence"] is not None
    adds_up(found["attack"])
    adds_up(found["defence"])
    last = len(TABLE["columns"]) - 1
    first = min(int(found["attack"]["total"]) // int(found["defence"]["total"]), last)
    assert found["ratio"] == TABLE["columns"][first]
    moved = first + sum(shift["value"] for shift in found["shifts"])
    column = min(max(moved, 0), last)
    assert found["column"] == TABLE["columns"][column]
    ends = [one for one in found["limits"] if "column" in one["text"]]
    assert bool(ends) is (moved != column)
    assert found["modifier"] == sum(modifier["value"] for modifier in found["modifiers"])
    thrown = found["throw"]
    assert thrown is not None
    (die,) = thrown["dice"]
    rows = len(TABLE["rows"])
    assert thrown["total"] == min(max(die + found["modifier"], 1), rows)
    (cell,) = thrown["cells"]
    assert (cell["row"], cell["column"]) == (thrown["total"] - 1, column)
    assert thrown["result"] == TABLE["rows"][cell["row"]]["cells"][cell["column"]]
    steps = [side["steps"] for side in thrown["results"]]
    assert "/".join(map(str, steps)) == thrown["result"]


def test_8_2_every_combat_of_the_log_adds_up() -> None:
    """BZ-8.2: recomputed from the lines alone, with every halving and every cap."""
    fought: list[LogLine] = []
    for seed in range(9):
        session = Session.begin(BAUTZEN, rng=Random(seed), auto_forced=True)
        rng = Random(seed)
        while not session.state.is_over:
            options = session.state.options()
            session.play(options[int(rng.random() * len(options))])
        for noted in session.events:
            line = BAUTZEN.tell(session.state, noted.event, "en", SPECTATOR)
            assert fault(line, "LogLine") == ""
            assert f"[{line['rule']}]" not in line["text"]
            if "fought" in line:
                fought.append(line)
    assert len(fought) > 200
    reasons = set()
    for line in fought:
        found = line["fought"]
        holds(found)
        for side in (found["attack"], found["defence"]):
            assert side is not None
            reasons |= {change["rule"] for one in side["factors"] for change in one["changes"]}
            reasons |= {change["rule"] for change in side["changes"]}
    assert {"5.3", "7.3", "9.2"} <= reasons


def test_9_1_support_that_lies_open_is_counted_beforehand() -> None:
    """BZ-9.1: bare, and with the headquarters that the attacker can see beside the defender."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz"], "2112": ["QG/20Pz"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP"]},
    )
    play(state, "attack 2110", "join 21/20Pz", "join 59/20Pz")
    bare, answered = BAUTZEN.odds(state, GERMAN, "en")["cases"]
    assert (bare["id"], answered["id"]) == ("bare", "answered")
    assert answered["reckoning"]["defence_supports"] == ["QG/5DP"]
    mine, theirs = bare["reckoning"]["defence"], answered["reckoning"]["defence"]
    assert mine is not None
    assert theirs is not None
    assert theirs["total"] > mine["total"]
    for case in (bare, answered):
        assert sum(Fraction(chance["chance"]["p"]) for chance in case["chances"]) == 1
        worst = [one["results"][1]["steps"] or 0 for one in case["chances"]]
        assert len(worst) == len(case["chances"])
    assert BAUTZEN.odds(state, ALLIED, "en")["cases"] == []


def opened() -> Bautzen:
    state: Bautzen = BAUTZEN.start(BAUTZEN.load())
    return play(state, "ready 0", "ready 0")


def test_5_3_a_destination_that_over_stacks_is_warned_of() -> None:
    """BZ-5.3: the answer says so, with its rule, before it is given; the stack wears a badge."""
    state = opened()
    play(state, "move 777")
    warned = [one for one in BAUTZEN.answers(state, state.options(), "en") if "warns" in one]
    assert {reason["rule"] for one in warned for reason in one["warns"]} == {"5.3"}
    goal = warned[0]["name"]
    assert "marks" not in BAUTZEN.view(state, GERMAN)["stacks"][goal]
    play(state, f"to {goal}")
    assert BAUTZEN.view(state, GERMAN)["stacks"][goal]["marks"] == ["over_stacked"]
    assert "marks" not in BAUTZEN.view(state, ALLIED)["stacks"][goal]


def test_2_whoever_ends_a_segment_is_told_what_is_left() -> None:
    """BZ-2: counters that have not moved, attacks that are possible; in both languages."""
    state = opened()
    (done,) = [one for one in BAUTZEN.answers(state, state.options(), "en") if "closes" in one]
    assert (done["verb"], done["closes"]) == ("done", "segment")
    counters = state.owned[GERMAN].bit_count()
    assert [left["text"] for left in done["left"]] == [f"{counters} counters have not moved"]
    play(state, "done")
    attacks = len(state.options()) - 1
    (done,) = [one for one in BAUTZEN.answers(state, state.options(), "fr") if "closes" in one]
    assert [left["text"] for left in done["left"]] == [f"{attacks} attaques sont possibles"]
