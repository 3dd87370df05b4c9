"""A bot may be another program that speaks JSON lines."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bots.table import BAUTZEN, sample
from grognard.bots.bot import Table
from grognard.bots.levels import make_bot
from grognard.bots.process import BrokenBot, ProcessBot

EXAMPLE = Path(__file__).parents[2] / "examples" / "plain_bot.py"


def test_the_example_answers_every_kind_of_question_and_ends_with_its_input() -> None:
    bot = make_bot(f"process:{sys.executable} {EXAMPLE}", BAUTZEN, 0)
    for state in sample(1, 1):
        answer = bot.choose(Table(BAUTZEN, state, state.seat))
        assert answer in state.options()
        assert bot.explain()[0].what == f"{answer.verb} {answer.noun}"
    bot.close()


def test_the_example_takes_about_forty_lines() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 50


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("print('{\"option\": 100000}')", "no option of that number"),
        ("print('hello')", "not JSON"),
        ("print('[1]')", "is no object"),
        ("print('[' * 100000)", "which is not JSON"),
        ('print(\'{"option": 0, "why": 3}\')', "gave as its reasons 3, not pairs"),
        ("pass", "ended"),
    ],
)
def test_a_program_that_does_not_speak_as_agreed_is_refused(program: str, reason: str) -> None:
    bot = ProcessBot([sys.executable, "-c", f"import sys\nsys.stdin.readline()\n{program}"])
    state = sample(1, 1)[0]
    with pytest.raises(BrokenBot, match=reason):
        bot.choose(Table(BAUTZEN, state, state.seat))
    bot.close()


def test_a_program_that_does_not_end_with_its_input_is_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("grognard.bots.process.PARTING", 0.1)
    bot = ProcessBot(["sleep", "100"])
    bot.close()
    assert bot._process.returncode is not None
