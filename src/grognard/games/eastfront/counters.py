"""The printed counters of an East Front game, as their file lists them."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final

from grognard.kit.enums import PlainEnum
from grognard.kit.roster import column, counter, flag, needed, one_of, some_of, text, whole

if TYPE_CHECKING:
    from grognard.engine.datafile import Row


class Side(IntEnum):
    """1.1 - the two players; the number is also the seat."""

    GERMAN = 0
    SOVIET = 1


class Kind(PlainEnum):
    """1.2 - what is drawn on a counter."""

    PANZER = "panzer"
    TANK = "tank"
    ASSAULT_GUN = "assault_gun"
    MOTORISED = "motorised"
    MOTOR_RIFLE = "motor_rifle"
    RECON = "recon"
    CAVALRY = "cavalry"
    INFANTRY = "infantry"
    MOUNTAIN = "mountain"
    NAVAL_INFANTRY = "naval_infantry"
    MILITIA = "militia"
    CADET = "cadet"
    NKVD = "nkvd"
    MACHINEGUN = "machinegun"
    ENGINEER = "engineer"
    ENGINEER_MOTORISED = "engineer_mot"
    ANTITANK = "antitank"
    ANTITANK_MOTORISED = "antitank_mot"
    ANTITANK_SELF_PROPELLED = "antitank_sp"
    ANTIAIRCRAFT = "antiaircraft"
    ANTIAIRCRAFT_MOTORISED = "antiaircraft_mot"
    ARTILLERY = "artillery"
    ARTILLERY_MOTORISED = "artillery_mot"
    ROCKETS = "rocket_mot"
    COASTAL_ARTILLERY = "coastal_artillery"
    ARMOURED_TRAIN = "armoured_train"
    HEADQUARTERS = "hq"


SIDES: Final = {"german": Side.GERMAN, "soviet": Side.SOVIET}
SIZES: Final = ("HQ", "II", "III", "X", "XX", "train")
STACKING: Final = {"HQ": 0, "train": 0, "II": 1, "III": 2, "X": 2, "XX": 4}
"""3.1 - points by size; coast batteries count nothing."""
SPECIAL: Final = (
    *("antiaircraft", "antitank", "artillery", "cavalry", "coastal", "engineer"),
    *("fortress", "guards", "hq", "militia", "nkvd", "train"),
)
CONFIDENCE: Final = {"H": "high", "M": "middling", "L": "low"}


def _steps(row: Row, name: str) -> tuple[tuple[int, int], ...]:
    """Read attack and defence for each number of steps left, the full strength first."""
    found = []
    for pair in row[name].split("/"):
        attack, dash, defence = pair.partition("-")
        if not (dash and attack.isdigit() and defence.isdigit()):
            row.refuse(f"{name} is {row[name]!r}, not attack-defence by step, such as 4-5/2-3")
        found.append((int(attack), int(defence)))
    if not 1 <= len(found) <= 4:
        row.refuse(f"{name} has {len(found)} steps, not 1 to 4")
    return tuple(found)


@counter
class Piece:
    """1.2 - a counter; its ratings are reconstructed, `confidence` is of name, place and date."""

    index: int
    id: str = column(needed)
    name: str = column(needed)
    name_fr: str = column(needed)
    side: Side = column(one_of(SIDES))
    formation: str = column(needed)
    kind: Kind = column(one_of({kind.value: kind for kind in Kind}))
    size: str = column(one_of({size: size for size in SIZES}))
    values: tuple[tuple[int, int], ...] = column(_steps)
    """Attack and defence, with all steps first."""
    move: int = column(whole(0, 20))
    is_armour: bool = column(flag(), "red")
    is_motorised: bool = column(flag(), "motorised")
    support: int = column(whole(0, 9, empty=0))
    range: int = column(whole(0, 9, empty=0))
    has_zone: bool = column(flag(), "zone")
    special: frozenset[str] = column(some_of(SPECIAL, " "))
    command: int = column(whole(0, 3, empty=0))
    radius: int = column(whole(0, 9, empty=0))
    recovery: int = column(whole(0, 10, empty=0))
    turn: int = column(whole(0, 30))
    """8.1 - when it arrives; 0 for the set-up."""
    entry: str = column(text)
    confidence: str = column(one_of(CONFIDENCE))
    note: str = column(text)

    @property
    def stacking(self) -> int:
        """3.1 - what it counts in a hex."""
        return 0 if "coastal" in self.special else STACKING[self.size]
