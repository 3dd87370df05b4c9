"""The commands of the laboratory: files, JSON, exit codes, refusals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from grognard.cli import main
from grognard.commands import report, simulate, sweep, tournament

if TYPE_CHECKING:
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
    words = ("simulate", "bautzen", "--games", 2, "--seed", 7, "--swap", "--out", out)
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
    assert out.startswith("1: german wins ")
    assert str(tmp_path / "sweep.svg") in out
    fixed = ("--set", "scenario.turns=1", "--case", "as printed:")
    found = as_json(capsys, "sweep", "bautzen", "--games", 1, *fixed)
    assert found[0]["case"] == "as printed"


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
        (("tournament", "--players", "random,recruit", "--test", "0.6,0.5"), "LOW < HIGH"),
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
    assert f"--resume goes on with {out}" in err
    assert out.exists()


@pytest.mark.parametrize("command", [simulate, report, tournament, sweep])
def test_help_has_examples(command: Any, capsys: pytest.CaptureFixture[str]) -> None:
    name = command.__name__.rpartition(".")[2]
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert command.EXAMPLES.splitlines()[0].strip() in out
