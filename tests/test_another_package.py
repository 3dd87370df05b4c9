"""A game of another package serves every command by its place, and by its id once it is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from grognard.cli import main
from grognard.engine import places
from grognard.engine.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLACE: Final = "bridgehead.game:BridgeheadGame"


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Begin in an empty folder, with nothing named; forget afterwards what was."""
    monkeypatch.setenv(places.VARIABLE, "")
    monkeypatch.chdir(tmp_path)
    yield
    system.cache_clear()


def run(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """Run a command, and return what it says."""
    assert main(words) == code
    told = capsys.readouterr()
    return told.out if code == 0 else told.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", PLACE, "--attack", "8", "--defence", "4", "--river"), "Fight: 1/1"),
        (("odds", PLACE, "--attack", "9", "--defence", "2", "--lang", "fr"), "Combat: 3/1"),
        (("rules", PLACE, "4", "--lang", "fr"), "BH-R1"),
        (("simulate", PLACE, "--games", "2", "--seed", "1", "--players", "random,random"), "blue"),
        (("conformance", PLACE, "--games", "1"), "replays to the same states"),
        (("perft", PLACE, "--depth", "2"), "48"),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else "",
)
def test_a_command_takes_the_place_of_a_game(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in run(capsys, *words)


def test_a_game_is_saved_gone_on_with_and_replayed_where_the_caller_names_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = ("--blue", "random", "--red", "random", "--seed", "3")
    run(capsys, "play", PLACE, *sides, "--save", "my.game")
    assert "any other is for the caller to name" in run(
        capsys, "replay", "my.game", "--verify", code=2
    )
    digest = run(capsys, "replay", "my.game", "--game", PLACE, "--verify")
    assert "The game is over" in run(capsys, "play", PLACE, *sides, "--load", "my.game")
    assert "would play" in run(capsys, "hint", "my.game", "--game", PLACE, "--at", "2")
    monkeypatch.setenv(places.VARIABLE, f"bridgehead={PLACE}")
    assert run(capsys, "replay", "my.game", "--verify") == digest


def test_a_server_takes_in_and_gives_out_games_that_were_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run(capsys, "play", PLACE, "--blue", "random", "--red", "random", "--save", "my.game")
    base = ("--database", "games.sqlite")
    assert "there is no game" in run(capsys, "import", "my.game", *base, code=1)
    assert "/watch/" in run(capsys, "import", "my.game", *base, "--game", PLACE)
    run(capsys, "export", "--to", "out", *base)
    [given] = (tmp_path / "out").iterdir()
    assert given.read_text(encoding="utf-8").startswith("game: bridgehead\n")


def test_what_is_no_game_is_not_served(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no game at 'json:tool'" in run(capsys, "serve", "--game", "json:tool", code=2)
