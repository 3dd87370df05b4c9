"""``grognard odds luga --position``: the charts with facts from a file, or the rule against it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from games.eastfront.lu_front import CAMPAIGN, front, play
from grognard.cli import main
from grognard.games.eastfront import position, sequence

if TYPE_CHECKING:
    from pathlib import Path

FIRST = "G-1-Pz,G-1-S1,G-1-S2,G-1-Rec,G-Pi1"
POCKET = {
    "1108": ["G-1-IR1"],
    "1008": ["G-1-IR22"],
    "1009": ["G-1-IR43"],
    "1110": ["G-8-Pz", "G-8-S1", "G-8-S2", "G-8-Rec"],
    "1208": ["G-58-IR154"],
    "1209": ["G-269"],
    "1109": ["S-4DNO"],
}


@pytest.fixture
def opening(tmp_path: Path) -> str:
    """The first declaration phase of the campaign."""
    file = tmp_path / "opening.toml"
    file.write_text(position.write(play(sequence.begin(CAMPAIGN), "done")), encoding="utf-8")
    return str(file)


@pytest.fixture
def pocket(tmp_path: Path) -> str:
    """4 DNO surrounded in 1109."""
    file = tmp_path / "pocket.toml"
    file.write_text(position.write(front(POCKET, segment="german movement")), encoding="utf-8")
    return str(file)


def test_15_the_first_attack_from_a_file(opening: str, capsys: pytest.CaptureFixture[str]) -> None:
    """15 - 18 to 4, -1: the figures of the board, exact."""
    given = ["--position", opening, "--target", "1113", "--with", FIRST, "--json"]
    guns = ["--support", "G-A413", "--defence-support", "S-94"]
    assert main(["odds", "luga", "combat", *given, *guns]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["column"], found["drm"]) == ("4-1", -1)
    assert found["summary"]["retreats"]["p"] == "9/10"


def test_11_4_and_21_from_a_file(pocket: str, capsys: pytest.CaptureFixture[str]) -> None:
    """11.4.3, 21 - 16 to 3, +2; militia alone -1."""
    stack = "G-8-Pz,G-8-S1,G-8-S2,G-8-Rec"
    given = ["--position", pocket, "--target", "1109", "--json"]
    assert main(["odds", "luga", "overrun", *given, "--with", stack]) == 0
    assert json.loads(capsys.readouterr().out)["drm"] == 2
    assert main(["odds", "luga", "surrender", *given]) == 0
    assert json.loads(capsys.readouterr().out)["drm"] == -1


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (["--target", "1113"], "an attack or an overrun needs --with"),
        (["--with", FIRST], "a position needs --target"),
        (["--target", "9999", "--with", FIRST], "there is no hex 9999"),
        (["--target", "1113", "--with", "G-269"], "12.1: G-269 cannot attack this hex"),
        (["--target", "1113", "--with", "G-121"], "G-121 is not on the map"),
        (["--target", "1114", "--with", FIRST], "there is nobody to attack in 1114"),
        (["--target", "0911", "--with", "G-Pi6"], "1-4 or better"),
        (["--target", "1113", "--with", FIRST, "--support", "G-A56"], "G-A56 cannot support"),
        (["--target", "1113", "--with", FIRST, "--attack", "4"], "12.1"),
    ],
)
def test_12_1_what_is_refused(
    opening: str, more: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """12.1 - the rule is named, not a guess made."""
    assert main(["odds", "luga", "combat", "--position", opening, *more]) != 0
    assert reason in capsys.readouterr().err


def test_21_a_hex_that_does_not_throw(opening: str, capsys: pytest.CaptureFixture[str]) -> None:
    """21 - nobody in 1113 is cut off."""
    given = ["--position", opening, "--target", "1113"]
    assert main(["odds", "luga", "surrender", *given]) != 0
    assert "does not throw" in capsys.readouterr().err
