"""What the game tells of an attack under way: plain values, honest for the seat that asks."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from games.bautzen.board import ALLIED, GERMAN, play, position
from games.bautzen.fought import combats
from grognard.games.bautzen.game import BautzenGame
from grognard.games.bautzen.odds import assault
from grognard.games.bautzen.outcome import battle_of
from grognard.games.bautzen.printed import Side
from grognard.wire.made import fault

if TYPE_CHECKING:
    import pytest

    from grognard.games.bautzen.state import Bautzen
    from grognard.wire import Mean, Outlook

BAUTZEN = BautzenGame()


def contested() -> Bautzen:
    return position(
        {"2111": ["21/20Pz", "59/20Pz"], "2010": ["112/20Pz"], "2112": ["QG/20Pz"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP"]},
        german_convoys=["2111"],
        allied_convoys=["2109"],
    )


def told(state: Bautzen, side: Side, lang: str = "en") -> Outlook:
    found = BAUTZEN.odds(state, side, lang)
    assert fault(found, "Odds") == ""
    return found["outlook"]


def mean(found: Outlook, name: str) -> Mean:
    (one,) = [each for each in found["means"] if each["id"] == name]
    return one


def test_the_attack_being_composed_has_an_outlook_for_its_attacker() -> None:
    """BZ-8.2.4, BZ-8.2.6: results with dice, ends, gains, and the range of what may be sealed."""
    state = play(contested(), "attack 2110", "join 21/20Pz", "join 59/20Pz")
    found = told(state, GERMAN)
    results = {one["result"]: (one["chance"]["p"], one["dice"]) for one in found["chances"]}
    assert results == {"1/0": ("1/2", [1, 2, 3]), "1/1": ("1/3", [4, 5]), "1/2": ("1/6", [6])}
    assert [one["result"] for one in found["chances"]] == ["1/0", "1/1", "1/2"]
    assert {gain["rule"] for gain in found["gains"]} >= {"7.2.1", "9.1"}
    assert found["exact"] is True
    assert sum(Fraction(end["chance"]["p"]) for end in found["ends"]) == 1
    taken = mean(found, "hex_taken")
    low, high = taken["range"]
    assert low["value"] <= taken["value"]["value"] <= high["value"]
    assert "outlook" not in BAUTZEN.odds(state, ALLIED, "en")


def test_an_attack_being_fought_has_an_outlook_for_both_sides_until_the_die() -> None:
    """BZ-8.2.1, BZ-8.2.2: each counts only what it has sealed itself."""
    state = play(contested(), "attack 2110", "join 21/20Pz", "fight", "enough")
    play(state, "commit 2111", "seal")
    assert [one["result"] for one in told(state, GERMAN)["columns"]] == ["2/1"]
    assert [one["result"] for one in told(state, ALLIED)["columns"]] == ["1/1"]
    play(state, "seal", "throw 6")
    assert "outlook" not in BAUTZEN.odds(state, GERMAN, "en")


def test_the_outlook_speaks_french() -> None:
    state = play(contested(), "attack 2110", "join 21/20Pz")
    texts = [gain["text"] for gain in told(state, GERMAN, "fr")["gains"]]
    assert "une colonne logistique de plus" in texts
    assert told(state, GERMAN, "fr")["note"] != told(state, GERMAN, "en")["note"]


def test_10_3_a_hidden_stack_is_answered_over_all_that_fit_and_says_so() -> None:
    """BZ-10.3: no arithmetic of the defence, but chances of columns and ends."""
    state = hidden_stack()
    found = told(state, GERMAN)
    assert found["stacks"] > 1
    assert str(found["stacks"]) in found["note"]
    (case,) = BAUTZEN.odds(state, GERMAN, "en")["cases"]
    assert case["reckoning"]["defence"] is None
    assert sum(Fraction(one["chance"]["p"]) for one in found["columns"]) == 1


def hidden_stack() -> Bautzen:
    state = position(
        {"2111": ["21/20Pz"]},
        {"2110": ["17/5DP", "13/5DP"], "1607": ["QG/5DP", "15/5DP", "26/9DP"]},
    )
    return play(state, "attack 2110", "join 21/20Pz")


def test_10_3_the_outlook_depends_on_nothing_hidden() -> None:
    """BZ-10.3, BZ-8.2.1: dealt anew, the hidden counters and sealed choices change no word."""
    asked = 0
    for seed in (20, 21):
        for state in list(combats(seed))[:25]:
            for side in Side:
                other = BAUTZEN.reshuffle_hidden(state, side, Random(seed))
                ours, theirs = (BAUTZEN.odds(one, side, "en") for one in (state, other))
                assert ours["outlook"] == theirs["outlook"]
                asked += 1
    assert asked >= 60


def test_the_value_of_an_open_stack_is_that_of_the_assault() -> None:
    """BZ-8.2: the outlook and the function that programs call agree."""
    state = play(contested(), "attack 2110", "join 21/20Pz", "fight", "enough", "seal")
    margin = mean(told(state, GERMAN), "margin")
    assert margin["value"]["p"] == str(assault(state, battle_of(state)).value)


def test_too_many_stacks_leave_the_table_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """BZ-10.3: then neither means nor gains are told."""
    state = hidden_stack()
    monkeypatch.setattr("grognard.games.bautzen.odds.unseen.MOST_TREES", 1)
    found = told(state, GERMAN)
    assert found["chances"]
    assert (found["means"], found["ends"], found["gains"]) == ([], [], [])
