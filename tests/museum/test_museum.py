"""Old games never die: whatever a released version has saved loads, replays and verifies.

Each folder here is a room: the saves of one version, made by its own code with `make.py`. What is
held: journals reach the result and the digest of their header, whole games and broken-off ones;
positions are read and written back byte for byte, the names of what is asked included; databases
of every schema upgrade, export the same text, keep notes, and let the old links in.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from grognard.cli import main
from grognard.engine.game import apply
from grognard.engine.journal import Journal, verify
from grognard.engine.registry import game
from grognard.engine.session import Session
from grognard.server.app import create_app
from grognard.server.settings import Settings
from museum import seeded

HERE = Path(__file__).parent
GAMES = sorted(HERE.glob("*/games/*.txt"))
POSITIONS = sorted(HERE.glob("*/positions/*.toml"))
DATABASES = sorted(HERE.glob("*/databases/*.sql"))
SEEDED = sorted(HERE.glob("*/seeded.txt"))
BAUTZEN = game("bautzen")
CHUNK = 25
"""So many seeded games are one test, that several processes may share them."""


def name(file: Path) -> str:
    return "/".join(file.relative_to(HERE).parts)


def test_every_room_is_furnished() -> None:
    assert {file.relative_to(HERE).parts[0] for file in GAMES} == {"0.1.0"}
    assert (len(GAMES), len(POSITIONS), len(DATABASES)) == (30, 39, 2)
    levels = [Journal.read(file).players for file in GAMES]
    for level in ("random", "recruit", "sergeant", "colonel", "general"):
        for seat in BAUTZEN.seats:
            assert any(players[seat] == level for players in levels)


@pytest.mark.parametrize("file", GAMES, ids=name)
def test_a_journal_replays_to_its_result_and_digest(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    journal = Journal.parse(text, str(file))
    assert journal.get("result")
    assert verify(journal) == journal.get("digest") != ""
    assert journal.format() == text
    assert Session.resume(journal).record().format() == text


@pytest.mark.parametrize("file", POSITIONS, ids=name)
def test_a_position_is_read_written_and_played_on(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    state = BAUTZEN.read_position(text, BAUTZEN.load(), str(file))
    assert BAUTZEN.write_position(state) == text
    rng = Random(name(file))
    while not state.is_over:
        apply(state, rng.choice(state.options()))
    assert state.winner() is not None


@pytest.fixture(params=DATABASES, ids=name)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, Path]:
    """Return a dump, and the file of SQLite that it makes."""
    dump: Path = request.param
    file = tmp_path / "games.sqlite"
    opened = sqlite3.connect(file)
    opened.executescript(dump.read_text(encoding="utf-8"))
    opened.close()
    return dump, file


def test_a_database_upgrades_and_exports_what_it_always_did(
    database: tuple[Path, Path], tmp_path: Path
) -> None:
    dump, file = database
    kept = sorted(dump.with_suffix("").glob("*.txt"))
    assert main(["export", "--database", str(file), "--to", str(tmp_path / "out")]) == 0
    exported = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in exported] == [file.name for file in kept]
    for old, new in zip(kept, exported, strict=True):
        assert new.read_text(encoding="utf-8") == old.read_text(encoding="utf-8")
        verify(Journal.read(old))


def test_the_links_of_an_old_database_open_their_seats(database: tuple[Path, Path]) -> None:
    """Each token opens its seat and no other; whoever was asked is asked; notes are there."""
    dump, file = database
    links = dump.with_suffix(".tokens.txt").read_text(encoding="utf-8").split("\n")[:-1]
    notes = asked = 0
    with TestClient(create_app(Settings(f"sqlite:///{file}"))) as client:
        for table, seat, token in (link.split() for link in links):
            place, headers = f"/api/tables/{table}", {"Authorization": f"Bearer {token}"}
            update = client.get(f"{place}/update", headers=headers)
            assert update.status_code == 200, update.text
            assert update.json()["view"]["seat"] == BAUTZEN.seats.index(seat)
            asked += bool(update.json()["answers"])
            notes += len(client.get(f"{place}/notes", headers=headers).json()["notes"])
            wrong = {"Authorization": f"Bearer {token[:-1]}"}
            assert client.get(f"{place}/update", headers=wrong).status_code in (401, 403)
    assert notes == 4
    assert asked >= 5


@pytest.mark.parametrize("first", range(0, seeded.SEEDS, CHUNK))
@pytest.mark.parametrize("file", SEEDED, ids=name)
def test_seeded_games_are_played_answer_by_answer_as_they_were(file: Path, first: int) -> None:
    """Every list of answers, their order, what they do, and the last position.

    They were played under the readings of rules 1, which an option each still chooses.
    """
    lines = file.read_text(encoding="utf-8").split("\n")[:-1]
    assert len(lines) == seeded.SEEDS
    scenario = BAUTZEN.configure(BAUTZEN.load(), BAUTZEN.older_rules["1"])
    for seed in range(first, first + CHUNK):
        assert seeded.line(BAUTZEN, BAUTZEN.start(scenario), seed) == lines[seed]
