"""The worked examples as journals: a position, the answers given in it, and what the log says."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from grognard.engine.journal import Journal, replay
from grognard.engine.registry import game

FOLDER: Final = Path(__file__).parent / "examples"
LUGA: Final = game("luga")
SAID: Final = {
    "full-attack": (
        "33 against 8, 4-1; -1 combined arms [15.6.7]"
        " -2 complete panzer and motorised divisions [15.6.8] = -3; die 6: row 3, -/1R [15.7]",
        "1 Guards DNO loses a step",
    ),
    "full-attack-on-tanks": (
        "33 against 12, 2-1; -1 air support of the attack [15.6]"
        " -2 complete panzer and motorised divisions [15.6.8] = -3; die 8: row 5, 1*/1R [15.7]",
        "Pz Rgt 1 loses a step at 1010 [16.1]",
        "1 Tank Div, tank regts lose a step at 1009 Moloskovitsy [16.1]",
    ),
    "opening": ("Soviet reaction and orders [2]",),
    "overrun-17-against-3": (
        "17 against 3, 5-1; +2 ratio [11.4.3] = +2; die 5: succeeds",
        "268 Rifle Div retreats from 1108 to 1107 [16.6]",
    ),
    "overrun-of-4-dno": (
        "16 against 3, 5-1; +2 ratio [11.4.3] = +2; die 4: succeeds",
        "16 against 3, 5-1; +2 ratio [11.4.3] -1 overrun marker [11.4.3] = +1; die 6: succeeds",
        "4 Light DNO retreats from 1106 to 1105 [16.6]",
    ),
    "retreat-from-moloskovitsy": (
        "19 against 6, 3-1; = +0; die 3: row 3, -/1R [15.7]",
        "Eliminated at 1009 Moloskovitsy: 519 Howitzer Regt [16.6.6]",
        "Through the enemy zone of 1008: 281 Rifle Div; = +0; die 3: the stack retreats [16.6.6]",
    ),
    "surrender-at-0911-and-luga": (
        "[21] -2 out of supply [21] -1 militia only [21] = -1; die 4: they hold [21]",
        "[21] -2 out of supply [21] = +1; die 1: they surrender [21]",
    ),
    "surrender-without-an-hq": (
        "-2 coastal artillery only [21] = -4; die 6: they surrender [21]",
        "-1 emergency supply [21] = +0; die 3: they hold [21]",
        "-1 militia only [21] = -2; die 4: they surrender [21]",
    ),
}


@pytest.mark.parametrize("name", SAID)
def test_a_worked_example_is_played_as_written(name: str) -> None:
    """EF-EX, 11.4.3, 12.1, 15.7, 16.6.6, 21 - from its position, or from the set-up."""
    journal = Journal.read(FOLDER / f"{name}.txt")
    position = FOLDER / f"{name}.toml"
    start = None
    if position.is_file():
        start = LUGA.read_position(position.read_text(encoding="utf-8"), LUGA.load(), name)
    lines = [
        LUGA.describe(played.state, event, "en")
        for played in replay(journal, LUGA, start=start)
        for event in played.events
    ]
    for said in SAID[name]:
        assert any(said in line for line in lines), "\n".join(lines)


def test_every_example_is_played() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(SAID)
