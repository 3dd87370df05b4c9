"""Two dice as one question of 36 equal answers: whatever handles chance takes them as it is."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from grognard.engine.conformance import check_game
from grognard.engine.game import CHANCE, Action
from grognard.engine.journal import Journal, JournalError, final_state
from grognard.engine.perft import perft
from grognard.engine.play import playout
from grognard.engine.session import Session
from grognard.kit.dice import TWO_D6
from kit.toy import Ford, FordGame, material

GAME = FordGame()


def start() -> Ford:
    return GAME.start(material())


def test_a_game_of_counters_with_two_dice_keeps_every_promise() -> None:
    report = check_game(GAME, seeds=range(8))
    assert report.ok, report.text()
    assert report.checked["position"] > 8


def test_throws_are_drawn_evenly() -> None:
    rng, drawn = Random(4), Counter[int]()
    for _ in range(7200):
        throws = TWO_D6.throws
        drawn[throws[int(rng.random() * len(throws))].noun] += 1
    assert len(drawn) == 36
    assert all(120 < count < 290 for count in drawn.values())


def test_perft_counts_every_throw() -> None:
    assert perft(start(), 1) == 36
    assert perft(start(), 2) == 36 * 4


def test_playouts_end() -> None:
    assert 9 <= playout(start(), Random(1)) <= 15


def test_a_journal_writes_the_faces_and_replays_to_the_same_position() -> None:
    session = Session.begin(GAME, material(), rng=Random(7))
    while not session.state.is_over:
        if session.state.seat == CHANCE:
            session.throw()
        else:
            session.play(session.state.options()[-1])
    text = session.record().format()
    throws = re.findall(r"throw (\d+)", text)
    assert len(throws) == 3
    assert all(re.fullmatch("[1-6][1-6]", throw) for throw in throws)
    again = final_state(Journal.parse(text), GAME, material())
    assert again.canonical() == session.state.canonical()
    wrong = Journal.parse(text.replace(f"throw {throws[0]}", "throw 17", 1))
    with pytest.raises(JournalError, match="throw 17"):
        final_state(wrong, GAME, material())


def test_a_throw_that_no_dice_make_is_refused() -> None:
    assert Action("throw", 7) not in start().options()
    assert Action("throw", 66) in start().options()
