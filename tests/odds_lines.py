"""Lines put to ``grognard odds`` by several tests, and how they are asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grognard
from grognard.cli import main

if TYPE_CHECKING:
    import pytest

DATA = Path(grognard.__file__).parent / "games"
PETROGRAD = (
    "petrograd --attack 8 --defence 4 --attacker-morale 5 --defender-morale 3 "
    "--attacker-quality 4 --defender-quality 3 --terrain 1"
)

CITY = "eastfront combat --attack 20 --armour 8 --defence 4 --city --defender-armour"

WEISSENBERG = """
game = "bautzen"
turn = 1
segment = "german combat"
aircraft = ["AIR-1"]

[stacks]
1910 = ["861/294RD"]
1909 = ["CL-1 allied"]
1711 = ["CL-2 allied"]
1808 = ["QG/294RD"]
1810 = ["21/20Pz", "59/20Pz"]
1911 = ["112/20Pz", "QG/20Pz"]
1912 = ["QG/57PzK"]
"""


def run(line: str) -> int:
    return main(["odds", *line.split()])


def read(line: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run(f"{line} --json --lang en") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found
