"""Nothing that was confirmed is lost when the server dies at any moment; and its commands."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from grognard.cli import main
from grognard.engine.journal import Journal
from grognard.server.serving import listen
from grognard.server.settings import PORT
from kills import ROOT, Loop, serving

if TYPE_CHECKING:
    from pathlib import Path

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def test_nothing_confirmed_is_lost_when_the_server_is_killed_again_and_again(
    tmp_path: Path,
) -> None:
    """Four tables, bots and answers taken back; ``python -m tests.kills`` does it 200 times."""
    loop = Loop(str(tmp_path / "games.sqlite"), seed=2)
    for _ in range(4):
        loop.kill()
    games, entries = loop.end()
    assert games >= 4
    assert entries > 40
    assert loop.checked > 40


def test_the_server_stops_when_it_is_told_to(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.sqlite")) as (process, client):
        client.post("/api/tables", json={"game": "bautzen"})
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) in (0, -signal.SIGTERM)


def test_games_move_as_text_from_one_server_to_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: object) -> str:
        assert main([str(word) for word in words]) == 0
        return capsys.readouterr().out

    opening = tmp_path / "game.txt"
    text = "game: bautzen\nscenario: standard\nplayer german: Ann\n\nallied: ready 0\n"
    opening.write_text(text, encoding="utf-8")
    one, other = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
    links = run("import", opening, "--database", one)
    assert links.count("/join/") == 2
    run("export", "--to", tmp_path / "out", "--database", one)
    [file] = (tmp_path / "out").iterdir()
    run("import", file, "--database", other)
    written = run("export", "--database", other)
    assert written == file.read_text(encoding="utf-8")
    assert Journal.parse(written).players == {"german": "Ann"}


def test_a_taken_port_is_passed_over() -> None:
    first, second = listen("127.0.0.1", None), listen("127.0.0.1", None)
    with first, second:
        ports = [each.getsockname()[1] for each in (first, second)]
        assert PORT <= ports[0] < ports[1]
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", ports[0])
