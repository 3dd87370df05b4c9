"""Who held which place in history, turn by turn: read from a text file of the game.

[[place]]
hex = "0418"
held = ["white", "white", "-"]   # at the end of turn 1, 2, 3; "-" where it is not known
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile
from grognard.engine.measure import Landmark

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.engine.hexmap import HexMap

UNKNOWN: Final = "-"


@cache
def read_history(file: Path, board: HexMap, seats: tuple[str, ...]) -> tuple[Landmark, ...]:
    """Return the landmarks of a file, in its order."""
    root = TomlFile(file).root
    digits = {seat: str(number) for number, seat in enumerate(seats)} | {UNKNOWN: "."}
    found = []
    for section in root.sections("place"):
        name, held = section.text("hex"), section.texts("held")
        if name not in board.names:
            section.refuse(f"there is no hex {name}", name)
        for holder in held:
            if holder not in digits:
                section.refuse(f"{holder} is none of {', '.join(digits)}", holder)
        called = section.text("name")
        found.append(Landmark(name, called, "".join(digits[holder] for holder in held)))
        section.finish()
    root.finish()
    return tuple(found)
