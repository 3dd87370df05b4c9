"""The commands of the laboratory: files, JSON, exit codes, refusals."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from grognard.cli import main
from grognard.commands import report, simulate, sweep, tournament
from grognard.engine.registry import game
from grognard.lab.store import Lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOY = "toygame:OutpostGame"


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main([str(word) for word in words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def as_json(capsys: pytest.CaptureFixture[str], *words: object) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_simulate_keeps_goes_on_and_reports(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "games.parquet"
    played = ("--players", "random,random", "--swap")
    words = ("simulate", "bautzen", "--games", 2, "--seed", 7, *played, "--out", out)
    first = as_json(capsys, *words)
    assert run(capsys, *words)[0] == 2
    again = as_json(capsys, *words, "--resume")
    timing = {"seconds", "decisions_per_second", "games_per_second"}
    assert {k: v for k, v in first.items() if k not in timing} == {
        k: v for k, v in again.items() if k not in timing
    }
    assert again["games_per_second"] == 0
    code, printed, _ = run(capsys, "report", out, "--plots", tmp_path / "plots", "--lang", "en")
    assert code == 0
    assert printed.splitlines()[0] == str(tmp_path / "games.html")
    assert len(list((tmp_path / "plots").iterdir())) == 18
    assert "2 games, random against random" in (tmp_path / "games.html").read_text("utf-8")
    page = tmp_path / "partie.html"
    assert run(capsys, "report", out, "--out", page, "--lang", "fr")[0] == 0
    assert "Bautzen 1945 : 2 parties" in page.read_text("utf-8")
    assert "2 parties, random contre random" in page.read_text("utf-8")


def test_simulate_with_an_option_plays_other_games(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", TOY, "--games", 4)
    assert (
        as_json(capsys, *words)["decisions"]
        > as_json(capsys, *words, "--option", "turns=2")["decisions"]
    )


def test_tournament_prints_a_table_and_writes_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    names = "random,lab.good_bots:Passive"
    words = ("tournament", TOY, "--players", names, "--games", 4, "--out", tmp_path, "--resume")
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert "95 % interval" in out
    assert "the first seat is worth" in out
    found = as_json(capsys, *words)
    assert set(found) == {
        "game", "seed", "players", "contests", "ratings", "first_seat", "test", "seconds",
    }  # fmt: skip
    kept = json.loads((tmp_path / "tournament.json").read_text("utf-8"))
    assert kept["ratings"] == found["ratings"]


def test_sweep_prints_every_case(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("sweep", "bautzen", "--vary", "scenario.turns=1,2", "--games", 1, "--out", tmp_path)
    code, out, _ = run(capsys, *words)
    assert code == 0
    first, second, *_ = out.splitlines()
    assert first == "game: bautzen (standard), seed 0; players: sergeant, sergeant"
    assert second.startswith("1: german wins ")
    assert str(tmp_path / "sweep.svg") in out
    fixed = ("--set", "scenario.turns=1", "--case", "as printed:")
    found = as_json(capsys, "sweep", "bautzen", "--games", 1, *fixed)
    assert found[0]["case"] == "as printed"
    assert found[0]["players"] == ["sergeant", "sergeant"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("simulate", "bautzen", "--option", "x"), "--option x is not written NAME=VALUE"),
        (("simulate", "bautzen", "--option", "x=1"), "there is no option x; there are blocked"),
        (("simulate", "bautzen", "--players", "random,napoleon"), "there are: random, recruit"),
        (
            ("simulate", TOY, "--players", "random,colonel"),
            "there are: random, novice, module:Class",
        ),
        (("simulate", TOY, "--out", "games.xls"), "ends with none of .jsonl"),
        (("report", "no-such-file.jsonl"), "No such file"),
        (("report", "games.txt"), "give the .jsonl"),
        (("tournament", "--players", "random"), "two different players"),
        (("tournament", "--players", "random,random"), "two different players"),
        (("tournament", "--players", "random,napoleon"), "there is no player 'napoleon'"),
        (("tournament", "--players", "random,recruit", "--margin", "0.5"), "not a share above 0"),
        (("sweep", "bautzen"), "nothing is varied"),
        (("sweep", "bautzen", "--vary", "tables.die"), "not written PLACE=VALUE"),
        (("sweep", "bautzen", "--vary", "tables.dye.woods=1"), "there are: crt, die, column"),
        (("sweep", "bautzen", "--vary", "tables.die.woods=x"), "woods is 'x', not a whole number"),
        (("sweep", TOY, "--vary", "scenario.turns=1"), "no data files"),
    ],
)
def test_wrong_usage_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert reason in err


@pytest.mark.parametrize("command", ["simulate", "tournament", "sweep"])
def test_a_game_that_fails_is_exit_code_1(
    capsys: pytest.CaptureFixture[str], command: str, tmp_path: Path
) -> None:
    (tmp_path / "scenario.toml").write_text("turns = 3\n", "utf-8")
    varied = ("--vary", "scenario.turns=3", "--scenario", tmp_path) if command == "sweep" else ()
    players = ("--players", "random,lab.bad_bots:Cheat")
    code, _, err = run(capsys, command, TOY, "--games", 2, *players, *varied)
    assert code == 1
    assert "game 0 of seed 0" in err


def test_an_interrupted_run_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    players = ("--players", "random,lab.bad_bots:Interrupter")
    code, _, err = run(capsys, "simulate", TOY, "--games", 2, *players, "--out", out)
    assert code == 1
    assert f"are in {out}; --resume goes on with them" in err
    assert out.exists()


@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_an_interrupted_run_without_a_file_says_that_nothing_was_kept(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    players = ("--players", "random,lab.bad_bots:Interrupter")
    code, _, err = run(capsys, command, TOY, "--games", 2, *players)
    assert code == 1
    assert "stopped; nothing was kept; with --out" in err


def test_an_interrupted_tournament_says_what_was_kept_and_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    names = "random,lab.good_bots:Passive,lab.bad_bots:Interrupter"
    words = ("tournament", TOY, "--players", names, "--games", 4, "--out", tmp_path)
    code, _, err = run(capsys, *words)
    assert code == 1
    assert f"the games finished so far are in {tmp_path}; --resume goes on" in err
    kept = list(Lines(tmp_path / "random-lab_good_bots_Passive.jsonl"))
    assert len(kept) == 4


def test_a_tournament_shows_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    @contextmanager
    def counting(total: int, label: str) -> Iterator[Any]:
        assert (total, label) == (12, "tournament")
        yield seen.append

    monkeypatch.setattr(tournament, "progress", counting)
    names = "random,lab.good_bots:Passive,lab.good_bots:Last"
    assert run(capsys, "tournament", TOY, "--players", names, "--games", 4)[0] == 0
    assert sum(seen) == 12
    assert len(seen) > 6


def test_a_tournament_of_equals_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    names = "lab.good_bots:Last,lab.good_bots:LastToo"
    words = ("tournament", TOY, "--players", names, "--games", 600, "--margin", 0.1)
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert "equal: neither scores 60.0 % or more" in out
    assert "is stronger" not in out
    short = ("tournament", TOY, "--players", names, "--games", 20)
    assert "open: more games" in run(capsys, *short)[1]


def test_one_game_is_valid_json(capsys: pytest.CaptureFixture[str]) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(name)

    words = ("simulate", "bautzen", "--players", "random,random", "--games", 1)
    code, out, _ = run(capsys, *words, "--json")
    assert code == 0
    facts = json.loads(out, parse_constant=refuse)
    assert facts["margins"]["low"] is None
    assert "(one game gives no interval)" in run(capsys, *words)[1]


def test_parquet_without_its_library_is_refused_before_a_game_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    out = tmp_path / "games.parquet"
    code, _, err = run(capsys, "simulate", TOY, "--games", 2, "--out", out)
    assert code == 2
    assert "Parquet needs the extra" in err
    assert list(tmp_path.iterdir()) == []


def test_a_plot_without_its_library_is_refused_before_a_game_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    words = ("sweep", "bautzen", "--vary", "scenario.turns=1,2", "--out", tmp_path / "new")
    code, _, err = run(capsys, *words)
    assert code == 2
    assert "plots need matplotlib" in err
    assert not (tmp_path / "new").exists()


def test_a_simulation_says_who_played_and_what_was_changed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    own = next(path for path in game("bautzen").data_files() if path.name == "scenario.toml")
    text = own.read_text("utf-8").replace("turns = 6", "turns = 1")
    (tmp_path / "scenario.toml").write_text(text, "utf-8")
    code, out, _ = run(capsys, "simulate", "bautzen", "--games", 1, "--scenario", tmp_path)
    assert code == 0
    assert "players: sergeant, sergeant" in out
    assert "changed values: scenario.turns=1 (was 6)" in out


@pytest.mark.parametrize("command", [simulate, report, tournament, sweep])
def test_help_has_examples(command: Any, capsys: pytest.CaptureFixture[str]) -> None:
    name = command.__name__.rpartition(".")[2]
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert command.EXAMPLES.splitlines()[0].strip() in out
