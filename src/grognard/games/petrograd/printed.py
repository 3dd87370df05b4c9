"""What is printed: map, counters, tables and scenario. Nothing here changes during a game.

`load.load` reads these from the text files in ``data/``; every position shares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from grognard.kit.enums import PlainEnum
from grognard.kit.roster import column, counter, needed, one_of, text, whole

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.petrograd.ai.style import Opponents
    from grognard.games.petrograd.ground import Ground
    from grognard.games.petrograd.table import CombatTable
    from grognard.games.petrograd.tables import Tables


class Side(IntEnum):
    """1.1 - the two players; the number is also the seat."""

    WHITE = 0
    RED = 1

    @property
    def enemy(self) -> Side:
        """The other side."""
        return Side.RED if self is Side.WHITE else Side.WHITE


ENEMY: Final = (Side.RED, Side.WHITE)


class Kind(PlainEnum):
    """1.2 - what a counter stands for."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"
    TRAIN = "train"
    FLEET = "fleet"
    AIR = "air"
    HQ = "hq"
    TANK = "tank"
    CAR = "car"


TROOPS: Final = (Kind.INFANTRY, Kind.CAVALRY)
SUPPORTING: Final = (Kind.ARTILLERY, Kind.TRAIN, Kind.FLEET, Kind.AIR)
SIDES: Final = {"white": Side.WHITE, "red": Side.RED}
NATIONS: Final = ("nwa", "estonia", "britain", "rkka", "bashkir", "fleet")
SIZES: Final = ("", "co", "II", "III", "X", "XX", "XXX", "XXXX", "fort", "leader")
CONFIDENCE: Final = {"H": "high", "M": "medium", "L": "low"}


@counter
class Piece:
    """1.2 - a counter; all ratings are reconstructed, `confidence` is that of name, place, date."""

    index: int
    id: str = column(needed)
    name: str = column(needed)
    name_fr: str = column(needed)
    side: Side = column(one_of(SIDES))
    nation: str = column(one_of({nation: nation for nation in NATIONS}))
    formation: str = column(needed)
    brigade: str = column(text)
    kind: Kind = column(one_of({kind.value: kind for kind in Kind}))
    size: str = column(one_of({size: size for size in SIZES}))
    points: int = column(whole(0, 10), "pe")
    quality: int = column(whole(1, 6))
    morale: int = column(whole(1, 6))
    move: int = column(whole(0, 24))
    steps: int = column(whole(1, 10))
    support: int = column(whole(0, 9, empty=0))
    range: int = column(whole(0, 20, empty=0))
    bonus: int = column(whole(0, 3, empty=0))
    turn: int = column(whole(0, 8, empty=99))
    """When it arrives; 0 for the set-up of the campaign, 99 for what 10.8 calls up."""
    entry: str = column(text)
    confidence: str = column(one_of(CONFIDENCE))
    note: str = column(text)

    @property
    def is_troops(self) -> bool:
        """1.2 - whether this is foot or horse."""
        return self.kind in TROOPS

    @property
    def is_leader(self) -> bool:
        """10.5 - whether this is a man who escapes when he would be lost."""
        return self.size == "leader"

    def called(self, lang: str) -> str:
        """Return its name in a language."""
        return self.name_fr if lang == "fr" else self.name


@dataclass(frozen=True, slots=True)
class Victory:
    """11 - what a scenario scores."""

    places: dict[Hex, int]
    city: int
    rail_turns: tuple[int, ...]
    levels: tuple[int, ...]
    """From so many points: White decisive, White marginal, draw, Red marginal."""
    regiments_free: int
    regiment: int
    tank: int
    sudden_city: int
    sudden_city_one_of: Region
    sudden_red: Region
    sudden_red_from_turn: int


@dataclass(frozen=True, slots=True)
class Options:
    """Readings and modules that a scenario may choose."""

    column_8: str
    """PG-R16 - whose the last "/1" of column 8 is: ``defender`` or ``attacker``."""
    events: bool
    """6.1 - whether random events are played."""


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """The counters by kind, each a set."""

    troops: Pieces
    foot: Pieces
    horse: Pieces
    guns: Pieces
    trains: Pieces
    ships: Pieces
    aircraft: Pieces
    headquarters: Pieces
    tanks: Pieces
    cars: Pieces
    battalions: Pieces
    """1.4 - troops of size II, which alone have no zone."""
    estonian: Pieces
    """10.3 - Estonian troops."""
    army: Pieces
    """8.4 - troops of the Northwestern Army."""
    immobile: Pieces
    leaders: Pieces
    supporting: Pieces
    march: Pieces
    """9.3 - march battalions."""
    white: Pieces
    red: Pieces


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """Everything printed that a game needs."""

    id: str
    titles: dict[str, str]
    directory: str
    """Where the files came from; empty for the bundled ones."""
    ground: Ground
    pieces: tuple[Piece, ...]
    kinds: Kinds
    by_id: dict[str, PieceIndex]
    tables: Tables
    sheet: CombatTable
    first_turn: int
    last_turn: int
    setup: tuple[tuple[PieceIndex, Hex, int], ...]
    """3.1 - every piece on the map at the start, its hex and its steps."""
    lost: Pieces
    prize_taken: bool
    field_works: Region
    white_ground: Region
    """1.6 - what White controls at the start."""
    victory: Victory
    options: Options
    commanders: tuple[Pieces, ...]
    """5.3 - by piece: the headquarters that may command it."""
    opponents: Opponents
    """Who plays the game besides people."""
