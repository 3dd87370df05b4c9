"""``grognard odds petrograd --position``: the combat of a position, or the rule against it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from games.petrograd.front import GAME, front
from grognard.cli import main

if TYPE_CHECKING:
    from pathlib import Path

STACKS = {
    "0319": ["W-Lib", "W-Riga", "W-Polt", "W-AC", "W-A5", "W-HQ5"],
    "0112": ["E-1"],
    "0418": ["R-49", "R-50"],
    "0518": ["R-AT1"],
}


@pytest.fixture
def position(tmp_path: Path) -> str:
    file = tmp_path / "yamburg.toml"
    state = front(STACKS, segment="white combat")
    file.write_text(GAME.write_position(state), encoding="utf-8")
    return str(file)


def odds(position: str, *more: str) -> int:
    return main(["odds", "petrograd", "--position", position, "--target", "0418", *more])


def test_8_2_3_yamburg_from_a_file(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    """8.2.3 - the sample combat: +6, or +4 with the armoured train firing back."""
    attackers = ["--with", "W-Lib,W-Riga,W-Polt,W-AC", "--support", "W-A5", "--night", "--json"]
    assert odds(position, *attackers) == 0
    found = json.loads(capsys.readouterr().out)
    assert sum(modifier["shift"] for modifier in found["modifiers"]) == 6
    assert odds(position, "--with", "W-Lib", "--defence-support", "R-AT1", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert {"PG-7a": -1, "PG-7c": -1}.items() <= {
        modifier["rule"]: modifier["shift"] for modifier in found["modifiers"]
    }.items()


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (["--with", "W-A5"], "8.1: W-A5 cannot attack this hex"),
        (["--with", "W-Lib,E-1"], "8.1: E-1 cannot attack this hex"),
        (["--with", "W-Talab"], "W-Talab is not on the map"),
        (["--with", "W-Lib", "--support", "R-AT1"], "R-AT1 cannot support"),
        (["--with", "W-Lib,W-AC", "--attack", "4"], "8.2.1"),
        ([], "an attack needs --target and --with"),
    ],
)
def test_8_1_what_is_refused(
    position: str, more: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """8.1, 8.2.1, 8.2.2 - with the rule."""
    assert odds(position, *more) == 2
    assert reason in capsys.readouterr().err
