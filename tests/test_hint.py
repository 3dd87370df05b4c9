"""`grognard hint`: what a bot would do at a position or in a game, for people and programs."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from grognard.cli import main
from grognard.engine.registry import game
from grognard.engine.session import Session
from grognard.engine.thinking import Idea

GAME = str(Path(__file__).parent / "playthroughs" / "standard-1.txt")
FIRST_COMBAT = "65"
LATER_COMBAT = "420"
"""After so many answers of the game the German side is asked which hex it attacks."""
LAST_COMBAT = "706"
"""And here it is asked so in the last turn, where a general tries things out."""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["hint", *words])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_candidates_values_and_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    words = (GAME, "--at", LATER_COMBAT, "--lang", "en", "--level", "sergeant")
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert out.startswith("german - Which enemy hex is attacked? Or are you done attacking?\n")
    assert "sergeant would play: attack " in out
    assert "; fight [8.1]" in out
    assert "weighed, in points:" in out
    assert "  * " in out
    assert "In the game: attack 0404" in out


def test_the_same_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, GAME, "--at", LATER_COMBAT, "--lang", "fr", "--level", "sergeant")
    assert "sergeant jouerait : attaquer " in out
    assert "évaluation, en points :" in out
    assert "Dans la partie : attack 0404" in out


def test_where_nothing_is_weighed_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """12 - a set-up is a habit, and no candidates are made up for it."""
    _, out, _ = run(capsys, GAME, "--at", "1", "--lang", "en")
    assert out.splitlines()[1].endswith("[12] - no candidates were weighed")


def test_a_general_tells_chances(capsys: pytest.CaptureFixture[str]) -> None:
    words = (GAME, "--at", LAST_COMBAT, "--level", "general", "--nodes", "800", "--json")
    code, out, _ = run(capsys, *words)
    told = json.loads(out)
    assert code == 0
    assert list(told) == [
        "game", "side", "level", "question", "rule", "answers", "candidates", "played",
    ]  # fmt: skip
    assert (told["side"], told["rule"]) == ("german", "8.1")
    assert told["played"].startswith("attack ")
    assert {candidate["unit"] for candidate in told["candidates"]} == {"chance"}
    assert all(0 <= candidate["value"] <= 1 for candidate in told["candidates"])
    assert sum(candidate["is_chosen"] for candidate in told["candidates"]) >= 1
    assert run(capsys, *words)[1] == out


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ((GAME,), "the game is over here, no side is asked; see --at"),
        ((GAME, "--at", "99999"), "has 806 answers, not 99999"),
        ((GAME, "--at", "1", "--level", "marshal"), "there is no bot 'marshal'"),
        ((GAME, "--at", "1", "--level", "process:no-such-program"), "no-such-program"),
        (("no.such.file",), "no.such.file"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], fault: str
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert fault in err
    assert len(err.splitlines()) == 1


def test_a_throw_is_nobody_s_decision(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, GAME, "--at", "73")
    assert code == 2
    assert "dice are thrown here" in err


def test_a_game_without_levels_of_its_own_asks_a_novice_or_a_bot_of_your_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Any game and any bot will do; what it does not say is not made up."""
    file = tmp_path / "outpost.game"
    session = Session.begin(game("toygame:OutpostGame"), rng=Random(1))
    file.write_text(session.record().format(), encoding="utf-8")
    code, out, _ = run(capsys, str(file), "--game", "toygame:OutpostGame", "--nodes", "500")
    assert code == 0
    assert "novice would play" in out
    code, out, _ = run(
        capsys,
        str(file),
        "--game",
        "toygame:OutpostGame",
        "--level",
        "bots.test_levels:First",
        "--json",
    )
    told = json.loads(out)
    assert code == 0
    assert told["candidates"] == []
    first = session.state.options()[0]
    assert (told["answers"][0]["verb"], told["answers"][0]["noun"]) == tuple(first)


def test_an_idea_of_a_game_without_words_is_told_by_its_answer() -> None:
    outpost = game("toygame:OutpostGame")
    state = Session.begin(outpost, rng=Random(1)).state
    answer = state.options()[0]
    (label,) = outpost.answer_labels(state, [answer], "en")
    assert outpost.idea_words(state, Idea("x", 1.0, "why", answer=answer), "en") == (label, "why")
    assert outpost.idea_words(state, Idea("x", 1.0, "why"), "fr") == ("x", "why")
