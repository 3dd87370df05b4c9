"""A saved game names no code to run, and is played by its own rules, with its own data, whole."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from grognard.cli import main
from grognard.engine.journal import Journal, JournalError, final_state, replay, verify
from grognard.engine.registry import UnknownGame, game, known_game, name_of
from grognard.engine.session import Session
from grognard.server.app import create_app
from grognard.server.settings import Settings
from toygame import OutpostGame, Scenario

if TYPE_CHECKING:
    from pathlib import Path

GAME = OutpostGame()
TOY = "toygame:OutpostGame"
MISCHIEF = """\
raise SystemExit("code from a saved game was run")
"""


class Revised(OutpostGame):
    """Outpost after a new edition: games now last 3 turns, and 5 under the rules of before."""

    rules_version = "2"
    older_rules = {"1": {"turns": "5"}}  # noqa: RUF012 - as any game writes it

    def load(self, directory: Path | None = None) -> Scenario:
        return Scenario(turns=3)

    def data_digest(self, scenario: Scenario) -> str:
        return "" if scenario.reserves == 2 else f"reserves {scenario.reserves}"


def played(game: OutpostGame, answers: int = 1000, scenario: Scenario | None = None) -> Session:
    """Return a game played at random, so many answers or to its end."""
    rng = Random(5)
    session = Session.begin(game, scenario)
    while not session.state.is_over and len(session.actions) < answers:
        session.play(rng.choice(session.state.options()))
    return session


@pytest.fixture
def mischief(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a module that must never be imported, and files that name it."""
    (tmp_path / "mischief.py").write_text(MISCHIEF)
    monkeypatch.syspath_prepend(tmp_path)
    header = "game: mischief:Game\nscenario: skirmish\n"
    (tmp_path / "bad.game").write_text(f"{header}\nred: pass\n")
    (tmp_path / "bad.toml").write_text('game = "mischief:Game"\n')
    setting = (
        '{"game": "mischief:Game", "players": ["random", "random"], "seed": 1, "swap": false,'
        ' "options": {}, "edits": [], "nodes": null, "seconds": 1.0, "files": {}}'
    )
    (tmp_path / "bad.jsonl").write_text(f'{{"format": 1, "run": "", "setting": {setting}}}\n')
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "bad.game"),
        ("replay", "bad.game", "--verify"),
        ("inspect", "bad.game"),
        ("inspect", "bad.toml"),
        ("hint", "bad.game", "--at", "0"),
        ("hint", "bad.toml"),
        ("play", "bautzen", "--load", "bad.game"),
        ("import", "bad.game", "--database", "games.sqlite"),
        ("report", "bad.jsonl"),
    ],
    ids=" ".join,
)
def test_no_command_runs_code_that_a_file_names(
    mischief: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
) -> None:
    monkeypatch.chdir(mischief)
    assert main(words) in (1, 2)
    assert "mischief" not in sys.modules
    assert "mischief:Game" in capsys.readouterr().err


def test_neither_the_library_nor_the_server_runs_code_that_a_file_names(mischief: Path) -> None:
    text = (mischief / "bad.game").read_text()
    journal = Journal.parse(text, "bad.game")
    with pytest.raises(JournalError, match=r"bad.game:1: a file cannot choose code to run"):
        Session.resume(journal)
    with pytest.raises(JournalError, match="this is a game of mischief:Game, not of outpost"):
        verify(journal, GAME)
    with pytest.raises(UnknownGame):
        known_game("mischief:Game")
    settings = Settings(f"sqlite:///{mischief}/games.sqlite")
    with TestClient(create_app(settings)) as client:
        answer = client.post("/api/tables", json={"journal": text})
        assert answer.status_code in (400, 404)
    assert "mischief" not in sys.modules


def test_a_game_named_by_its_place_is_saved_loaded_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "toy.game"
    toy = game(TOY)
    assert name_of(toy) == TOY
    file.write_text(played(OutpostGame(), 9).record().format())
    words = ("play", TOY, "--load", str(file), "--red", "random", "--blue", "random")
    assert main(words) == 0
    assert main(("replay", str(file), "--game", TOY, "--verify")) == 0
    assert Journal.read(file).get("digest") in capsys.readouterr().out
    assert main(("replay", str(file), "--verify")) == 2
    assert "there is no game 'outpost'" in capsys.readouterr().err
    assert main(("replay", str(file), "--game", "bautzen", "--verify")) == 2
    assert "toy.game:1: this is a game of outpost, not of bautzen" in capsys.readouterr().err


def test_an_old_journal_is_played_under_the_reading_of_then() -> None:
    """A game of 5 turns stays one, though games of the new edition have 3."""
    text = played(OutpostGame(), scenario=Scenario(turns=5)).record().format()
    journal, revised = Journal.parse(text), Revised()
    assert journal.get("rules") == "1"
    assert journal.readings(revised) == {"turns": "5"}
    assert verify(journal, revised) == journal.get("digest")
    assert Session.resume(journal, revised).record().format() == text
    chosen = Journal.parse("game: outpost\nscenario: skirmish\nrules: 1\noption turns: 4\n")
    assert chosen.readings(revised) == {"turns": "4"}
    new = Journal.begin(revised, "skirmish")
    assert (new.get("rules"), new.readings(revised)) == ("2", {})


def test_rules_that_are_not_known_are_refused_in_words() -> None:
    journal = Journal.parse("game: outpost\nscenario: skirmish\nrules: 7\n", "new.game")
    reason = r"new.game:3: written under rules that are not known here; outpost knows 1, 2; read: 7"
    for open_ in (Session.resume, final_state, lambda *words: list(replay(*words))):
        with pytest.raises(JournalError, match=reason):
            open_(journal, Revised())


def test_other_data_than_the_game_was_played_with_are_refused() -> None:
    own = Scenario(turns=3, reserves=1)
    journal = played(Revised(), scenario=own).record()
    assert journal.get("data") == "reserves 1"
    assert verify(journal, Revised(), own)
    for other in (None, Scenario(turns=3, reserves=5)):
        with pytest.raises(JournalError, match="played with data files of its own"):
            verify(journal, Revised(), other)
    with pytest.raises(JournalError, match="a game of the scenario skirmish, not of siege"):
        verify(journal, Revised(), own._replace(name="siege"))


@pytest.mark.parametrize("answers", [20, 1000])
def test_a_journal_cut_short_anywhere_is_refused_with_a_line(answers: int) -> None:
    """Whole lines are missing at the end, of a finished game and of an unfinished one."""
    session = played(OutpostGame(), answers)
    assert session.state.is_over is (answers == 1000)
    rows = session.record().format().split("\n")[:-1]
    first = rows.index("") + 1
    for kept in range(first, len(rows)):
        journal = Journal.parse("\n".join(rows[:kept]), "cut.game")
        for open_ in (Session.resume, final_state):
            with pytest.raises(JournalError) as caught:
                open_(journal, GAME)
            assert 1 <= caught.value.line <= kept
            assert "breaks off here" in str(caught.value) or "cut short" in str(caught.value)


def test_a_line_that_is_lost_or_broken_in_the_middle_is_refused() -> None:
    rows = played(OutpostGame()).record().format().split("\n")[:-1]
    first = rows.index("") + 1
    for lost in range(first, len(rows) - 1):
        for damaged in (rows[:lost] + rows[lost + 1 :], [*rows[:lost], rows[lost][:-1]]):
            with pytest.raises(JournalError) as caught:
                Session.resume(Journal.parse("\n".join(damaged), "damaged.game"), GAME)
            assert 1 <= caught.value.line <= len(rows)


def test_a_journal_without_a_digest_may_end_anywhere() -> None:
    """Written by hand, or taken back on purpose: whoever drops both lines goes on from there."""
    rows = played(OutpostGame()).record().format().split("\n")
    kept = [row for row in rows[:-4] if not row.startswith(("result", "digest"))]
    assert not Session.resume(Journal.parse("\n".join(kept)), GAME).state.is_over


def test_bautzen_knows_the_files_of_another_directory_again(tmp_path: Path) -> None:
    """The bundled files are no part of it, so that they may gain an option."""
    bautzen = game("bautzen")
    assert bautzen.data_digest(bautzen.load()) == ""
    short = tmp_path / "short"
    short.mkdir()
    file = next(file for file in bautzen.data_files() if file.name == "scenario.toml")
    text = file.read_text(encoding="utf-8")
    (short / "scenario.toml").write_text(text.replace("turns = 6", "turns = 1"), encoding="utf-8")
    journal = Session.begin(bautzen, bautzen.load(short)).record()
    assert verify(journal, bautzen, bautzen.load(short))
    with pytest.raises(JournalError, match="played with data files of its own"):
        verify(journal, bautzen)
