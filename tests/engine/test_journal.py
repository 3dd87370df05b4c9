"""A journal can be read, written by hand, annotated, replayed and checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.engine.journal import (
    Journal,
    JournalError,
    digest,
    final_state,
    legal_answers,
    replay,
    verify,
)
from grognard.engine.session import Session
from toygame import OutpostGame, Scenario

GAME = OutpostGame()
HAND_WRITTEN = """\
# A game written by hand.
game: outpost
scenario: skirmish
rules: 1
option turns: 3
player red: Ann: the elder
club: Sunday evenings   # any key is kept

# The set-up
red: arrange 312     # strong on the left

blue:arrange   123
red: move R1 ; to 0102
   # Blue hesitates.
blue: pass
red: move R1; to 0103
"""
WRITTEN = """\
# A game written by hand.
game: outpost
scenario: skirmish
rules: 1
option turns: 3
player red: Ann: the elder
club: Sunday evenings  # any key is kept

# The set-up
red: arrange 312  # strong on the left

blue: arrange 123
red: move R1; to 0102
# Blue hesitates.
blue: pass
red: move R1; to 0103
"""


def journal(text: str = HAND_WRITTEN) -> Journal:
    return Journal.parse(text, "my.game")


def refusal(text: str) -> JournalError:
    with pytest.raises(JournalError) as caught:
        verify(Journal.parse(text, "my.game"), GAME)
    return caught.value


def test_a_journal_written_by_hand_is_tidied_and_keeps_its_comments() -> None:
    assert journal().format() == WRITTEN
    assert journal(WRITTEN).format() == WRITTEN


def test_the_header_is_read_by_its_keys() -> None:
    read = journal()
    assert (read.get("game"), read.get("scenario"), read.get("rules")) == (
        "outpost",
        "skirmish",
        "1",
    )
    assert read.options == {"turns": "3"}
    assert read.players == {"red": "Ann: the elder"}
    assert (read.get("club"), read.get("date"), read.line_of("club")) == ("Sunday evenings", "", 7)


def test_a_replay_yields_state_action_events_and_line() -> None:
    steps = [
        (GAME.seats.index(step.line.seat), step.action.verb, len(step.events), step.line.number)
        for step in replay(journal(), GAME)
    ]
    assert steps == [
        (0, "arrange", 1, 10),
        (1, "arrange", 1, 12),
        (0, "move", 0, 13),
        (0, "to", 1, 13),
        (1, "pass", 0, 15),
        (0, "move", 0, 16),
        (0, "to", 1, 16),
    ]
    state = final_state(journal(), GAME)
    assert (state.is_over, state.events) == (True, None)


def test_a_replay_can_begin_at_a_position() -> None:
    start = GAME.start(Scenario())
    start.stack.pop()
    before = digest(start)
    short = journal("game: outpost\nscenario: skirmish\n\nblue: arrange 321")
    end = final_state(short, GAME, start=start)
    assert digest(start) == before
    assert digest(end) != before


def test_windows_lines_and_a_byte_order_mark_are_read_like_any_other() -> None:
    assert journal("\ufeff" + HAND_WRITTEN.replace("\n", "\r\n")).format() == WRITTEN


def test_verify_returns_the_digest_and_holds_the_header_to_it() -> None:
    read = journal()
    found = verify(read, GAME)
    assert found == digest(final_state(read, GAME))
    read.set("digest", found)
    read.set("result", "draw")
    assert verify(read, GAME) == found
    text = read.format()
    error = refusal(text.replace("result: draw", "result: red"))
    assert (error.line, error.read) == (9, "red")
    assert "the replay ends with the result draw" in str(error)
    error = refusal(text.replace(found, "0" * 64))
    assert error.read == "0" * 64
    assert found in str(error)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("game: outpost\n", "", 1, "the header lacks the line 'game: ...'"),
        ("scenario: skirmish\n", "", 1, "the header lacks the line 'scenario: ...'"),
        ("rules: 1\n", "rules 1\n", 4, "a line of the header is 'key: value'; read: rules 1"),
        ("rules: 1\n", "game: chess\n", 4, "game stands already on line 2"),
        ("blue: pass", "blue pass", 15, "a line is 'seat: verb noun; verb noun'"),
        ("blue: pass", ": pass", 15, "a line is 'seat: verb noun; verb noun'"),
        ("blue: pass", "blue:", 15, "an answer is missing; read: blue:"),
        ("R1 ; to 0102", "R1;; to 0102", 13, "an answer is missing"),
        ("skirmish", "siege", 3, "outpost has no scenario 'siege'; it has: skirmish"),
        ("option turns", "option fog", 3, "the only option is turns"),
    ],
)
def test_a_damaged_journal_is_refused_with_file_line_and_reason(
    old: str, new: str, line: int, reason: str
) -> None:
    error = refusal(HAND_WRITTEN.replace(old, new, 1))
    assert str(error).startswith(f"my.game:{line}: ")
    assert reason in str(error)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason", "legal"),
    [
        ("to 0102", "to 0205", 13, "this is not a legal answer", "red: to 0102, 0201"),
        ("to 0102", "to 9999", 13, "there is no hex 9999", "red: to 0102, 0201"),
        ("to 0102", "march 0102", 13, "there is no verb 'march'", "red: to 0102, 0201"),
        ("blue: pass", "red: pass", 15, "blue is asked, not red", "blue: pass; move B1, B2, B3"),
        ("blue: pass", "bleu: pass", 15, "blue is asked, not bleu", "blue: pass; move B1, B2, B3"),
    ],
)
def test_an_illegal_answer_is_refused_with_what_was_read_and_what_was_legal(
    old: str, new: str, line: int, reason: str, legal: str
) -> None:
    error = refusal(HAND_WRITTEN.replace(old, new, 1))
    assert (error.file, error.line, error.legal) == ("my.game", line, legal)
    assert new.split(": ")[-1] in error.read
    assert reason in str(error)


def test_an_answer_after_the_end_is_refused() -> None:
    error = refusal(HAND_WRITTEN + "blue: pass\n")
    assert (error.line, error.read, error.legal) == (17, "blue: pass", "")
    assert "the game is over" in str(error)


def test_an_unknown_game_is_refused_on_its_line() -> None:
    with pytest.raises(JournalError, match=r"my.game:2: there is no game 'outpots'"):
        journal(HAND_WRITTEN.replace("game: outpost", "game: outpots")).game()


def test_a_scenario_of_another_name_is_refused() -> None:
    with pytest.raises(JournalError, match="a game of the scenario skirmish, not of siege"):
        journal().start(GAME, Scenario("siege"))


def test_a_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="this file is missing"):
        Journal.read(tmp_path / "none.game")
    file = tmp_path / "one.game"
    file.write_text(HAND_WRITTEN)
    assert Journal.read(file).format() == WRITTEN


def test_long_lists_of_legal_answers_are_shortened() -> None:
    state = GAME.start(Scenario())
    assert legal_answers(GAME, state, shown=2) == "arrange 123, 132 and 4 more"
    assert legal_answers(GAME, state) == "arrange 123, 132, 213, 231, 312, 321"


def test_what_the_notation_cannot_hold_is_not_written() -> None:
    blank = Journal.begin(GAME, "skirmish")
    for move in ("move R1; to 0102", "move # 1", "move\nR1", " move"):
        with pytest.raises(ValueError, match="cannot hold"):
            blank.record("red", move)
    with pytest.raises(ValueError, match="cannot hold"):
        blank.record("red", "pass", comment="two\nlines")
    for key, value in (("a:b", "c"), ("", "c"), ("a", "b # c"), ("a", "b\nc"), ("# a", "b")):
        with pytest.raises(ValueError, match="cannot hold"):
            blank.set(key, value)


def test_truncating_keeps_the_comments_before_what_goes() -> None:
    short = journal()
    short.truncate(3)
    assert short.format() == WRITTEN[: WRITTEN.index("; to 0102")] + "\n"
    short.truncate(3)
    assert len(list(short.moves())) == 3
    short.truncate(0)
    assert [line.comment for line in short.lines] == ["The set-up"]


def test_a_copy_is_independent() -> None:
    one = journal()
    other = one.copy()
    other.truncate(0)
    other.set("rules", "2")
    assert one.format() == WRITTEN


COMMENTS = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=20)


@given(st.integers(0, 10_000), st.lists(COMMENTS, min_size=1, max_size=6), st.booleans())
@settings(max_examples=40, deadline=None)
def test_any_game_with_any_comments_survives_the_round_trip(
    seed: int, comments: list[str], auto_forced: bool
) -> None:
    rng = Random(seed)
    running = Session.begin(GAME, rng=rng, auto_forced=auto_forced)
    while not running.state.is_over:
        running.play(rng.choice(running.state.options()))
    written = running.record()
    for comment in comments:
        rng.choice(written.lines).comment = " ".join(comment.split())
    text = written.format()
    again = Journal.parse(text)
    assert again.format() == text
    assert [line.comment for line in again.lines] == [line.comment for line in written.lines]
    assert [step.action for step in replay(again, GAME)] == running.actions
    assert verify(again, GAME) == digest(running.state)


def tidied(text: str) -> str | JournalError:
    try:
        return Journal.parse(text).format()
    except JournalError as error:
        return error


@given(st.text(max_size=200))
def test_any_text_is_either_read_or_refused_with_a_line(text: str) -> None:
    for whole in (text, WRITTEN + text):
        found = tidied(whole)
        if isinstance(found, str):
            assert tidied(found) == found
        else:
            assert 1 <= found.line <= whole.count("\n") + 1


def test_the_digest_is_the_same_in_every_process() -> None:
    here = Path(__file__).parents[1]
    script = (
        "from toygame import *; from grognard.engine.journal import digest;"
        "print(digest(OutpostGame().start(Scenario())))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{here}:{here.parent}/src"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {digest(GAME.start(Scenario()))}


def test_digests_tell_positions_apart() -> None:
    state = GAME.start(Scenario())
    other = state.copy()
    other.faces[0] = 1
    assert digest(other) != digest(state) == digest(state.copy())
