"""``grognard odds bautzen``: from totals and from a position; JSON, refusals, French, pictures."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from grognard.cli import main
from grognard.games.bautzen.load import load
from grognard.games.bautzen.odds import HEX, assault, composed
from grognard.games.bautzen.position import read as read_position
from odds_lines import WEISSENBERG

if TYPE_CHECKING:
    from pathlib import Path

COVERED = """
game = "bautzen"
turn = 1
segment = "german combat"

[stacks]
2110 = ["CL-1 allied", "{below}", "13/5DP"]
1607 = ["QG/5DP", "{elsewhere}", "15/5DP"]
2111 = ["21/20Pz"]
"""
ATTACK = (
    "--target 1910 --with 21/20Pz,59/20Pz,112/20Pz --support QG/20Pz,QG/57PzK "
    "--defence-support QG/294RD --convoys 0,1"
)


@pytest.fixture
def weissenberg(tmp_path: Path) -> str:
    file = tmp_path / "weissenberg.toml"
    file.write_text(WEISSENBERG, encoding="utf-8")
    return f"bautzen --position {file}"


def run(line: str) -> int:
    return main(["odds", *line.split()])


def told(line: str, capsys: pytest.CaptureFixture[str], lang: str = "en") -> dict[str, Any]:
    assert run(f"{line} --json --lang {lang}") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_totals_of_the_worked_example(capsys: pytest.CaptureFixture[str]) -> None:
    """BZ-EX, BZ-8.2.4, BZ-8.2.5: 26 to 6, one column to the left: half of all throws bring 1/2."""
    found = told("bautzen --attack 26 --defence 6 --shift -1 --drm 0", capsys)
    assert (found["system"], found["column"], found["shift"]) == ("bautzen", "3/1", -1)
    assert found["modifiers"] == [{"rule": "BZ-8.2.5", "shift": -1, "reason": "columns given"}]
    half = found["outcomes"][-1]
    assert (half["p"], half["probability"]) == ("1/2", 0.5)
    assert (half["attacker"], half["defender"], half["dice"]) == (1, 2, [4, 5, 6])
    assert found["next_column"] == 30
    assert found["summary"]["attacker_steps"] == {"exact": "1", "mean": 1.0}


def test_the_whole_table_is_given_with_the_chance_of_every_cell(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """BZ-8.2.6: with -1 on the die, two faces read the first row; other columns have no chance."""
    found = told("bautzen --attack 26 --defence 6 --shift -1 --drm -1", capsys)
    cells = {
        (row["die"], name): Fraction(cell["p"])
        for row in found["table"]
        for name, cell in row["cells"].items()
    }
    assert len(cells) == 64
    assert cells[1, "3/1"] == Fraction(1, 3)
    assert cells[5, "3/1"] == Fraction(1, 6)
    assert sum(cells.values()) == 1
    assert found["table"][4]["cells"]["3/1"]["result"] == "1/2"
    assert run("bautzen --attack 26 --defence 6 --table --lang en") == 0
    assert "1/2 17%" in capsys.readouterr().out


def test_the_worked_example_on_its_position(
    weissenberg: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """BZ-EX, BZ-7.2.1b: shifts with rules, choices, the hex two in three."""
    found = told(f"{weissenberg} {ATTACK} --objective hex", capsys)
    assert (found["attack"], found["defence"], found["column"]) == (26, 6, "3/1")
    assert [(one["rule"], one["shift"]) for one in found["modifiers"]] == [("BZ-7.2.2", -1)]
    assert [(one["rule"], one["drm"]) for one in found["die"]] == [
        ("BZ-8.2.6", 1),
        ("BZ-8.2.6", -1),
    ]
    assert found["drm"] == 0
    assert found["summary"]["hex_taken"]["p"] == "2/3"
    last = found["outcomes"][-1]
    assert last["choices"][0]["chosen"] == "retreat 2"
    assert "BZ-7.2.2" in last["rules"]
    assert sum(Fraction(end["p"]) for end in found["ends"]) == 1


def test_the_command_line_says_what_the_function_says(
    weissenberg: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """BZ-8.2: the same value as the Python function on the same position."""
    state = read_position(WEISSENBERG, load(), "here")
    ids = load().by_id
    attackers = sum(1 << ids[name] for name in ("21/20Pz", "59/20Pz"))
    side = load().pieces[ids["21/20Pz"]].side
    assert side is not None
    battle = composed(state, side, load().board.map.hex("1910"), attackers)
    line = f"{weissenberg} --target 1910 --with 21/20Pz,59/20Pz"
    found = told(f"{line} --objective hex", capsys)
    assert found["summary"]["value"]["exact"] == str(assault(state, battle, weights=HEX).value)
    weighed = told(f"{line} --weight hex=3", capsys)
    assert weighed["objective"] == "weights"
    assert (
        Fraction(weighed["summary"]["value"]["exact"])
        == 3 * assault(state, battle, weights=HEX).value
    )


def test_gains_sealed_choices_and_further_attacks(
    weissenberg: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """BZ-8.2.1, BZ-8.5.3, BZ-9.1a, BZ-8.1d: what would help, the range, the second attack."""
    line = f"{weissenberg} --target 1910 --with 21/20Pz --gains --sealed --then 59/20Pz,112/20Pz"
    found = told(line, capsys)
    assert {gain["rule"] for gain in found["gains"]} == {"BZ-8.2.4", "BZ-9.1", "BZ-8.1"}
    assert {gain["piece"] for gain in found["gains"]} == {
        None,
        "QG/20Pz",
        "QG/57PzK",
        "59/20Pz",
        "112/20Pz",
    }
    assert len(found["sealed"]["cases"]) == 8  # a column, an aircraft and QG/294RD, each or not
    assert found["sealed"]["safest"] == []
    first, second = (one["value"] for one in found["taken_by"])
    assert first < second < 1


def test_10_3_for_a_seat_a_covered_stack_is_every_stack_that_fits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """BZ-10.3: whichever regiment lies beneath, the German side is told the same."""
    answers = []
    for below, elsewhere in (("17/5DP", "26/9DP"), ("26/9DP", "17/5DP")):
        file = tmp_path / "covered.toml"
        text = COVERED.format(below=below, elsewhere=elsewhere)
        file.write_text(text, encoding="utf-8")
        line = f"bautzen --position {file} --target 2110 --with 21/20Pz --seat german --gains"
        answers.append(told(line, capsys))
    assert answers[0] == answers[1]
    found = answers[0]
    assert found["hidden"] == 2
    assert found["stacks"] > 1
    assert found["notes"][0].startswith(f"BZ-10.3: over all {found['stacks']} sets")
    assert sum(Fraction(chance) for chance in found["columns"].values()) == 1
    open_ = told(f"bautzen --position {file} --target 2110 --with 21/20Pz --seat allied", capsys)
    assert open_["defence"] > 0


def test_10_3_for_a_seat_an_open_stack_is_reckoned_whole(
    weissenberg: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """BZ-10.3: a lone counter is its own top; what else is seen counts as for anybody."""
    line = f"{weissenberg} --target 1910 --with 21/20Pz,59/20Pz --objective hex"
    plain, seen = told(line, capsys), told(f"{line} --seat german --sealed", capsys)
    assert seen["outcomes"] == plain["outcomes"]
    assert seen["sealed"]["value"][0]["value"] <= plain["summary"]["value"]["mean"]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("--attack 8 --defence 0", "BZ-8.2.4"),
        ("--attack 0 --defence 3", "BZ-8.1"),
        ("--attack 8", "BZ-8.2.3"),
        ("{position}", "BZ-8.1"),
        ("{position} --target 1910", "BZ-8.1"),
        ("{position} --target 2206 --with 21/20Pz", "BZ-8.1"),
        ("{position} --target 1711 --with 21/20Pz", "BZ-8.6.3"),
        ("{position} --target 1910 --with KG72", "BZ-8.1"),
        ("{position} --target 1910 --with QG/20Pz", "BZ-8.1"),
        ("{position} --target 1910 --with 21/20Pz --support QG/294RD", "BZ-9.1"),
        ("{position} --target 1910 --with 21/20Pz --defence-support QG/20Pz", "BZ-9.1"),
        ("{position} --target 1910 --with 21/20Pz --convoys 1", "BZ-7.2.1"),
        ("{position} --target 1910 --with 21/20Pz --air 0,2", "BZ-10a"),
        ("{position} --target 1910 --with 21/20Pz --weight hex=3 --objective hex", "--weight"),
        ("{position} --target 1910 --with 21/20Pz --weight speed=3", "--weight"),
        ("{position} --target 1910 --with 21/20Pz --convoys 0,0,0", "BZ-7.2.1"),
        ("{position} --target 1910 --with 21/20Pz --attack 3", "BZ-8.2.3"),
        ("{position} --target 1910 --with 21/20Pz --then 21/20Pz", "BZ-8.1b"),
        ("{position} --target 1910 --with 21/20Pz,", "BZ-8.1"),
        ("--attack 26 --defence 6 --shift 99", "BZ-8.2.5"),
        ("--attack 26 --defence 6 --target 1910", "BZ-8.1"),
        ("--attack 26 --defence 6 --gains", "BZ-8.1"),
        ("--attack 26 --defence 6 --sealed", "BZ-8.2.1"),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_impossible_input_names_the_rule_on_one_line_and_exits_2(
    line: str, rule: str, language: str, weissenberg: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """BZ-7.2.1a, BZ-8.1a, BZ-8.6.3, BZ-9.1a, BZ-10a: the rule that forbids it."""
    whole = line.replace("{position}", weissenberg.removeprefix("bautzen "))
    assert run(f"bautzen {whole} --lang {language}") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith(f"grognard odds: {rule}: ")


def test_10_3_a_hidden_stack_has_neither_named_supports_nor_a_sequence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """BZ-10.3: what may not be seen may not be asked about."""
    file = tmp_path / "covered.toml"
    text = COVERED.format(below="17/5DP", elsewhere="26/9DP")
    both = text.replace('["21/20Pz"]', '["21/20Pz", "59/20Pz"]')
    file.write_text(both, encoding="utf-8")
    line = f"bautzen --position {file} --target 2110 --with 21/20Pz --seat german"
    assert run(f"{line} --then 59/20Pz") == 2
    assert run(f"{line} --defence-support QG/5DP") == 2
    assert run(f"{line} --sealed") == 2
    assert capsys.readouterr().err.count("BZ-10.3") == 3


@pytest.mark.parametrize("line", ["--seat red", "--attac 3", "--position"])
def test_wrong_usage_exits_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(f"bautzen --attack 8 --defence 4 {line}") == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "game = ", 'game = "bautzen"\n[stacks]\n1910 = 3', "\0"])
def test_a_position_that_cannot_be_read_exits_2(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odd, name.toml"
    file.write_text(text, encoding="utf-8")
    words = ["odds", "bautzen", "--position", str(file), "--target", "1910", "--with", "21/20Pz"]
    assert main(words) == 2
    assert f"{file}:" in capsys.readouterr().err
    words[3] = str(tmp_path / "nowhere.toml")
    assert main(words) == 2
    assert "nowhere.toml" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["attack", "village", "retreat 2", "the hex is taken"]),
        ("fr", ["attaque", "village", "retreat 2", "l'hexagone est pris"]),
    ],
)
def test_people_see_the_arithmetic_with_rules_and_bars(
    language: str, words: list[str], weissenberg: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """BZ-8.2.3, BZ-8.2.6m: each line of the arithmetic carries its rule."""
    assert run(f"{weissenberg} {ATTACK} --lang {language}") == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert all(word in shown for word in [*words[:2], words[3], "BZ-8.2.4", "BZ-8.2.6", "█", "1/2"])


def test_a_plot_is_drawn(
    weissenberg: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "odds.svg"
    assert run(f"{weissenberg} {ATTACK} --plot {file}") == 0
    assert file.read_bytes().startswith(b"<?xml")
    assert capsys.readouterr().err == ""
