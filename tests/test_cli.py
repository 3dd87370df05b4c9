"""Every command: what it prints, its JSON keys, its exit codes, its errors and its help."""

from __future__ import annotations

import contextlib
import json
import shutil
from fractions import Fraction
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.cli import main
from grognard.commands import replay as replay_command
from grognard.commands.replay import step_through
from grognard.commands.shared import console
from grognard.commands.simulate import EXAMPLES
from grognard.engine.journal import Journal
from grognard.engine.registry import game
from grognard.engine.session import Session
from grognard.wire.made import fault

DATA = Path(str(resources.files("grognard.games.bautzen"))) / "data"
TOY = "toygame:OutpostGame"
COMMANDS = (
    "play", "simulate", "replay", "inspect", "hint", "rules", "perft", "check", "conformance",
    "games", "odds",
)  # fmt: skip
POSITION = """
game = "bautzen"
turn = 2
segment = "german combat"

[stacks]
2111 = ["21/20Pz", "59/20Pz"]
2112 = ["QG/20Pz"]
2110 = ["33/7DP"]
"""


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """Run a command; return its exit code and what it printed."""
    code = main([str(word) for word in words])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def as_json(capsys: pytest.CaptureFixture[str], *words: object) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


@pytest.fixture
def position(tmp_path: Path) -> Path:
    file = tmp_path / "position.toml"
    file.write_text(POSITION, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the journal of the small game of the tests, played at random."""
    outpost = game(TOY)
    session = Session.begin(outpost, rng=Random(1), players={"red": "random"})
    random = Random(2)
    while not session.state.is_over:
        options = session.state.options()
        session.play(options[int(random.random() * len(options))])
    file = tmp_path_factory.mktemp("journals") / "outpost.game"
    file.write_text(session.record().format(), encoding="utf-8")
    return file


# The whole


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert f"  grognard {command}" in out.partition("examples:")[2]


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--version")
    assert code == 0
    assert out.startswith("grognard 0.")


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("nothing",),
        ("rules",),
        ("rules", "waterloo"),
        ("rules", "bautzen", "99"),
        ("simulate", "bautzen", "--games", "0"),
        ("simulate", "bautzen", "--players", "random"),
        ("simulate", "bautzen", "--players", "random,napoleon"),
        ("simulate", "bautzen", "--scenario", "no-such-directory"),
        ("simulate", "bautzen", "--frobnicate"),
        ("replay", "no-such-file"),
        ("inspect", "no-such-file"),
        ("perft", "bautzen"),
        ("perft", "bautzen", "--depth", "-1"),
        ("check", "no-such-directory"),
        ("conformance", "no.such:Game"),
        ("play", "bautzen", "--german", "napoleon"),
        ("play", "bautzen", "--french", "human"),
        ("play", "bautzen", "--load", "no-such-file"),
    ],
)
def test_wrong_usage_or_input_is_exit_code_2_and_a_line_on_stderr(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    last = err.strip().splitlines()[-1]
    assert last.startswith("grognard")
    assert "Traceback" not in err


STRANGE = {
    "deep.toml": b"a = " + b"[" * 5000 + b"]" * 5000,
    "digits.toml": b"turn = " + b"9" * 6000,
    "long.game": b"a" * 1_000_000,
    "nul.game": b"\0" * 1000,
    "bytes.game": bytes(range(256)),
    "empty.game": b"",
}


@pytest.mark.parametrize("name", STRANGE)
def test_a_file_of_any_kind_is_refused_in_few_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    file = tmp_path / name
    file.write_bytes(STRANGE[name])
    for words in (
        ("inspect", file),
        ("replay", file),
        ("hint", file, "--game", "bautzen"),
        ("play", "bautzen", "--load", file),
        ("perft", "bautzen", "--depth", 1, "--position", file),
    ):
        code, out, err = run(capsys, *words)
        assert (code, out) == (2, "")
        assert "Traceback" not in err
        assert str(file) in err
        assert len(err) < 3000


def test_a_file_without_end_is_not_read_for_ever(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.engine.datafile.LONGEST_FILE", 1 << 20)
    code, _, err = run(capsys, "replay", "/dev/zero")
    assert (code, err) == (2, "grognard: /dev/zero:1: this is longer than 1 MB\n")


def test_a_count_that_nobody_could_wait_for_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for depth in ("9" * 23, "9" * 6000):
        code, _, err = run(capsys, "perft", "bautzen", "--depth", depth)
        assert code == 2
        assert "is not a whole number from 0 to 100" in err
        assert len(err) < 1000


def test_a_report_is_not_written_over_its_results(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    results = tmp_path / "games.jsonl"
    players = ("--players", "random,random", "--games", 1)
    assert run(capsys, "simulate", "bautzen", *players, "--out", results)[0] == 0
    before = results.read_bytes()
    code, _, err = run(capsys, "report", results, "--out", results)
    assert code == 2
    assert "give the page a name of its own" in err
    assert results.read_bytes() == before


# games, rules


def test_games_are_listed_with_their_sides(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "games")
    assert "bautzen: Bautzen 1945 (german, allied)" in out
    [bautzen] = [one for one in as_json(capsys, "games")["games"] if one["id"] == "bautzen"]
    assert bautzen["seats"] == ["german", "allied"]


def test_rules_are_listed_and_read_with_their_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rules", "bautzen", "--lang", "en")
    assert "8.5.2" in out
    _, english, _ = run(capsys, "rules", "bautzen", "8.5.2", "--lang", "en")
    _, french, _ = run(capsys, "rules", "bautzen", "8.5.2", "--lang", "fr")
    assert english.startswith("8.5.2 ")
    assert "BZ-R25" in english
    assert "Raison :" in french
    facts = as_json(capsys, "rules", "bautzen", "8.5", "--lang", "en")
    assert [rule["number"] for rule in facts["rules"]] == ["8.5.1", "8.5.2", "8.5.3"]
    assert set(facts["rulings"][0]) == {"id", "rules", "text", "reason", "option"}


def test_a_number_of_two_words_is_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "bautzen", "10", "air")
    assert code == 0
    assert out.startswith("10 air ")


@pytest.mark.parametrize(
    ("variables", "french"),
    [
        ({"LC_ALL": "fr_FR.UTF-8"}, True),
        ({"LANG": "fr_CA"}, True),
        ({"LC_ALL": "en_GB", "LANG": "fr"}, False),
        ({}, False),
    ],
)
def test_the_locale_chooses_the_language(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    french: bool,
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    _, out, _ = run(capsys, "rules", "bautzen", "1.1")
    assert ("Le jeu" in out) is french


# simulate


def test_simulate_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    facts = as_json(capsys, "simulate", "bautzen", "--games", 2, "--seed", 5)
    documented = EXAMPLES.partition("JSON keys: ")[2].partition("All but")[0]
    assert all(key in documented for key in facts)
    assert set(facts) == {
        "game", "scenario", "players", "options", "changed", "seed", "games", "decisions",
        "seconds",
        "decisions_per_second", "games_per_second", "wins", "draws", "lengths",
        "win_rates", "scores", "margins", "steps_lost", "reasons", "held", "rules",
    }  # fmt: skip
    assert set(facts["wins"]) == {"german", "allied"}
    assert set(facts["lengths"]) == {"shortest", "median", "mean", "longest"}
    assert sum(facts["wins"].values()) + facts["draws"] == facts["games"] == 2
    assert facts["players"] == ["sergeant", "sergeant"], "a level that plays, not chance"


def test_simulate_runs_in_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "bautzen", "--games", 2, "--seed", 5)
    alone, together = as_json(capsys, *words), as_json(capsys, *words, "--workers", 2)
    for key in ("decisions", "wins", "lengths"):
        assert alone[key] == together[key]


def test_simulate_prints_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate", "toygame:OutpostGame", "--games", 3)
    assert code == 0
    assert "games: 3" in out
    assert "red wins: " in out


# replay


def test_replay_prints_the_log(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    code, out, _ = run(capsys, "replay", journal, "--game", TOY, "--lang", "fr")
    assert code == 0
    assert out.startswith("disposition (1)")
    _, english, _ = run(capsys, "replay", journal, "--game", TOY, "--lang", "en", "--to", "1")
    assert english.splitlines() == [english.strip()]
    assert english.startswith("arranged (1)")


def test_replay_for_programs(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    facts = as_json(capsys, "replay", journal, "--game", TOY)
    assert set(facts) == {"game", "scenario", "players", "answers", "result", "digest", "log"}
    assert facts["digest"] == Journal.read(journal).get("digest")
    assert len(facts["log"]) == facts["answers"]
    assert as_json(capsys, "replay", journal, "--game", TOY, "--to", "2")["answers"] == 2


def test_replay_verifies_to_the_digest(
    capsys: pytest.CaptureFixture[str], journal: Path, tmp_path: Path
) -> None:
    assert run(capsys, "replay", journal, "--game", TOY, "--verify")[:2] == (
        0,
        Journal.read(journal).get("digest") + "\n",
    )
    text, false = journal.read_text(encoding="utf-8"), tmp_path / "false.game"
    false.write_text(text.replace("digest: ", "digest: 0"), encoding="utf-8")
    code, out, err = run(capsys, "replay", false, "--game", TOY, "--verify")
    assert (code, out) == (1, "")
    assert "false.game:" in err
    code, out, _ = run(capsys, "replay", false, "--game", TOY, "--verify", "--json")
    assert code == 1
    assert json.loads(out)["verified"] is False
    assert as_json(capsys, "replay", journal, "--game", TOY, "--verify")["verified"] is True


def test_a_damaged_journal_is_refused_with_its_line(
    capsys: pytest.CaptureFixture[str], journal: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.game"
    text = journal.read_text(encoding="utf-8").replace("arrange", "arrrange", 1)
    broken.write_text(text, encoding="utf-8")
    code, _, err = run(capsys, "replay", broken, "--game", TOY)
    assert code == 2
    assert "broken.game:8: there is no verb 'arrrange'" in err
    assert run(capsys, "replay", broken, "--game", TOY, "--verify")[0] == 1


def test_a_person_steps_forward_and_back(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    outpost = game("toygame:OutpostGame")
    steps = replay_command._steps(Journal.read(journal), outpost, None, "en", None)
    keys = iter(["", "", "b", "2", "m", "9999", "q"])
    asked: list[str] = []

    def read(prompt: str) -> str:
        asked.append(prompt.split()[0])
        return next(keys)

    step_through(steps, outpost, console(), read, "en")
    last = len(steps) - 1
    places = [0, 1, 2, 1, 2, 2, last]
    assert asked == [f"[{place}/{last}]" for place in places]
    assert "draws no map" in capsys.readouterr().out
    step_through(steps, outpost, console(), lambda prompt: _end(), "en")


def _end() -> str:
    raise EOFError


# inspect


def test_inspect_for_programs(capsys: pytest.CaptureFixture[str], position: Path) -> None:
    facts = as_json(capsys, "inspect", position, "--lang", "en")
    assert set(facts) == {
        "game", "turn", "segment", "side", "zones", "supply", "command", "stacking", "support",
        "attacks",
    }  # fmt: skip
    assert (facts["side"], facts["segment"]) == ("german", "german combat")
    assert fault({k: v for k, v in facts.items() if k != "game"}, "Inspection") == ""
    [attack] = facts["attacks"]
    assert attack["reckoning"]["targets"] == ["2110"]
    assert attack["reckoning"]["supports"] == ["QG/20Pz"]
    assert sum(map(Fraction, attack["chances"].values())) == 1


def test_inspect_shows_a_reach_with_reasons(
    capsys: pytest.CaptureFixture[str], position: Path
) -> None:
    reach = as_json(capsys, "inspect", position, "--piece", "QG/20Pz", "--lang", "en")["reach"]
    assert fault(reach, "Reach") == ""
    assert reach["start"] == "2112"
    assert {entry["id"]: entry["cost"] for entry in reach["hexes"]}["2113"] == 1.0
    reasons = {entry["id"]: entry["rule"] for entry in reach["refused"]}
    assert reasons["2110"] == "4.1"
    code, out, _ = run(capsys, "inspect", position, "--piece", "QG/20Pz", "--lang", "fr")
    assert code == 0
    assert "un pion ennemi s'y trouve" in out


@pytest.mark.parametrize(("lang", "word"), [("en", "supply [7.1]"), ("fr", "ravitaillement [7.1]")])
def test_inspect_prints_for_people(
    capsys: pytest.CaptureFixture[str], position: Path, lang: str, word: str
) -> None:
    code, out, _ = run(capsys, "inspect", position, "--side", "german", "--lang", lang)
    assert code == 0
    assert word in out
    assert "2110" in out


def test_inspect_takes_the_last_position_of_a_journal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "begun.game"
    file.write_text(
        "game: bautzen\nscenario: standard\n\nallied: ready 0\ngerman: ready 0\n", encoding="utf-8"
    )
    facts = as_json(capsys, "inspect", file, "--side", "allied")
    assert (facts["turn"], facts["side"]) == (1, "allied")


def test_inspect_refuses_what_there_is_not(
    capsys: pytest.CaptureFixture[str], position: Path, tmp_path: Path
) -> None:
    assert run(capsys, "inspect", position, "--side", "french")[0] == 2
    code, _, err = run(capsys, "inspect", position, "--piece", "KG99")
    assert code == 2
    assert "KG99" in err
    nameless = tmp_path / "nameless.toml"
    nameless.write_text(POSITION.replace('game = "bautzen"', ""), encoding="utf-8")
    code, _, err = run(capsys, "inspect", nameless)
    assert code == 2
    assert "--game" in err
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(POSITION.replace("2112", "9912"), encoding="utf-8")
    code, _, err = run(capsys, "inspect", wrong)
    assert code == 2
    assert "wrong.toml:" in err


def test_a_game_that_does_not_inspect_says_so(
    capsys: pytest.CaptureFixture[str], journal: Path
) -> None:
    code, _, err = run(capsys, "inspect", journal, "--game", TOY)
    assert code == 2
    assert "does not inspect" in err


@pytest.mark.parametrize(
    "words", [("play", "bautzen"), ("simulate", "bautzen"), ("hint", "x.game")]
)
@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_a_time_to_think_is_a_number_of_seconds(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], seconds: str
) -> None:
    code, _, err = run(capsys, *words, f"--seconds={seconds}")
    assert code == 2
    assert "seconds above 0" in err


def test_the_time_of_the_general_is_stated(capsys: pytest.CaptureFixture[str]) -> None:
    assert "at most 10 times as long in a side's turn" in told(capsys, "play")


def told(capsys: pytest.CaptureFixture[str], command: str) -> str:
    """Return the help of a command in one line."""
    with contextlib.suppress(SystemExit):
        main([command, "--help"])
    return " ".join(capsys.readouterr().out.split())


def test_the_page_on_commands_names_every_key(
    capsys: pytest.CaptureFixture[str], position: Path, journal: Path
) -> None:
    page = (Path(__file__).parent.parent / "docs" / "commands.md").read_text(encoding="utf-8")
    keys = set(as_json(capsys, "simulate", "toygame:OutpostGame", "--games", 1))
    keys |= set(as_json(capsys, "replay", journal, "--game", TOY))
    hint = as_json(capsys, "hint", position)
    keys |= {*hint, *hint["answers"][0], *hint["candidates"][0]}
    assert [key for key in sorted(keys) if f"`{key}`" not in page] == []


# perft, check, conformance


def test_perft_counts_and_divides(capsys: pytest.CaptureFixture[str], position: Path) -> None:
    assert run(capsys, "perft", "bautzen", "--depth", 0)[:2] == (0, "1\n")
    words = ("perft", "bautzen", "--position", position, "--depth", 2)
    facts = as_json(capsys, *words, "--divide")
    assert facts["count"] == sum(facts["divide"].values())
    assert set(facts["divide"]) == {"attack 2110", "done"}
    assert as_json(capsys, *words)["count"] == facts["count"]
    _, out, _ = run(capsys, *words, "--divide")
    assert out.splitlines()[-1] == str(facts["count"])


def test_check_finds_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    copy = tmp_path / "scenario"
    shutil.copytree(DATA, copy)
    assert run(capsys, "check", copy)[0] == 0
    hexes = copy / "hexes.csv"
    hexes.write_text(hexes.read_text(encoding="utf-8").replace("0101,clear", "0101,lava"))
    code, out, _ = run(capsys, "check", copy)
    assert code == 1
    assert "hexes.csv:2" in out
    assert "lava" in out
    code, out, _ = run(capsys, "check", copy, "--json")
    assert code == 1
    assert len(json.loads(out)["problems"]) >= 1
    (tmp_path / "empty").mkdir()
    assert run(capsys, "check", tmp_path / "empty")[0] == 2


def test_a_scenario_of_ones_own_is_used(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    copy = tmp_path / "short"
    shutil.copytree(DATA, copy)
    file = copy / "scenario.toml"
    text = file.read_text(encoding="utf-8").replace("turns = 6", "turns = 1")
    file.write_text(text.replace('id = "standard"', 'id = "short"'), encoding="utf-8")
    facts = as_json(capsys, "simulate", "bautzen", "--games", 1, "--scenario", copy)
    assert facts["scenario"] == "short"
    usual = as_json(capsys, "simulate", "bautzen", "--games", 1)
    assert facts["decisions"] < usual["decisions"]


def test_conformance_is_passed_by_a_sound_game(capsys: pytest.CaptureFixture[str]) -> None:
    facts = as_json(capsys, "conformance", "toygame:OutpostGame", "--games", 2)
    assert facts["games"] == 2
    assert facts["findings"] == []
    code, out, _ = run(capsys, "conformance", "toygame:OutpostGame", "--games", 1)
    assert code == 0
    assert "outpost" in out
