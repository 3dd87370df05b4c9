"""``--help`` follows the language: every text of every command is said in French too."""

from __future__ import annotations

import argparse
import re
import shlex

import pytest

from grognard.cli import main, parser
from grognard.commands.helping import french, in_french, said_by, speak_french


def test_every_text_of_every_command_is_said_in_french() -> None:
    missing = {text for text in said_by(parser()) if text and in_french(text) == text}
    assert missing <= {"options"}


def test_nothing_is_kept_in_french_that_nobody_says_any_more() -> None:
    said = set(said_by(parser()))
    assert set(french()) - said <= {"examples:", "usage: ", "options", "sides"}


@pytest.mark.parametrize("words", [["--help"], ["odds", "--help"], ["serve", "--help"]])
def test_help_speaks_french_where_it_is_asked_for_or_the_locale_is(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert main(words) == 0
    told = capsys.readouterr().out
    assert told.startswith("usage : ")
    assert "montrer cette aide" in told
    assert "exemples :" in told
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert main(words) == 0
    assert "show this help" in capsys.readouterr().out
    assert main([*words, "--lang", "fr"]) == 0
    assert "montrer cette aide" in capsys.readouterr().out


def test_the_list_of_commands_begins_small() -> None:
    top = parser()
    speak_french(top)
    assert "jouer dans le navigateur ; héberger des parties" in top.format_help()


def test_every_example_of_every_help_is_understood() -> None:
    """Nothing that a command demands is missing; sides and calculators ask for more themselves."""
    top, tried = parser(), 0
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                text = (each.epilog or "").replace("\\\n", "")
                for line in re.findall(r"^  grognard (.*)$", text, re.MULTILINE):
                    words, _, _ = line.partition(" > ")
                    given, _ = top.parse_known_args(shlex.split(words))
                    assert given.handler is not None
                    tried += 1
    assert tried > 50
