"""What is printed: map, counters, tables and scenario. Nothing here changes during a game.

`load.load` reads these from the text files in ``data/``; every position shares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from grognard.engine import hexmap
    from grognard.engine.hexmap import Hex, HexMap, Region


class Side(IntEnum):
    """1.1 - the two players; the number is also the seat."""

    GERMAN = 0
    ALLIED = 1

    @property
    def enemy(self) -> Side:
        """The other side."""
        return Side.ALLIED if self is Side.GERMAN else Side.GERMAN


class Stage(Enum):
    """2 - what a segment is for."""

    SETUP = "setup"
    SUPPLY = "supply"
    MOVEMENT = "movement"
    COMBAT = "combat"


class Segment(NamedTuple):
    """2 - a part of the sequence of play: set-up, then three stages of each side in every turn."""

    stage: Stage
    side: Side | None = None

    @property
    def name(self) -> str:
        """What position files and texts call it, such as ``german combat``."""
        stage = self.stage.value
        return stage if self.side is None else f"{self.side.name.lower()} {stage}"


STAGES: Final = (Stage.SUPPLY, Stage.MOVEMENT, Stage.COMBAT)
PARTS: Final = (
    Segment(Stage.SETUP),
    *(Segment(stage, side) for side in Side for stage in STAGES),
)
"""2 - every segment; a position has the number of the one it is in."""
SEGMENTS: Final = tuple(part.name for part in PARTS)


class Kind(Enum):
    """1.2 - what a counter stands for."""

    INFANTRY = "infantry"
    MOTORISED = "motorised"
    MECHANISED = "mechanised"
    ARMOUR = "armour"
    HEAVY_ARMOUR = "heavy-armour"
    ENGINEER = "engineer"
    HQ = "hq"
    ARTILLERY = "artillery"
    ANTI_TANK = "anti-tank"
    CONVOY = "convoy"
    AIR = "air"


@dataclass(frozen=True, slots=True)
class Piece:
    """1.2 - a counter. Attack, defence and movement are indexed by the steps it has left.

    An anti-tank unit prints one factor, held here as attack and as defence. `support` and `range`
    are those of headquarters (command distance) and artillery (fire distance).
    """

    index: int
    id: str
    name: str
    side: Side | None
    """None for a supply column: its two faces serve either side."""
    nationality: str
    formation: str
    """Empty for independents, supply columns and aircraft."""
    kind: Kind
    size: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    movement: tuple[int, ...]
    support: int
    range: int
    steps: int
    stacking: int
    is_reinforcement: bool
    is_senior_hq: bool
    """5.6 - the headquarters of a corps or army that has no other counter."""
    band: str
    note: str

    @property
    def is_unit(self) -> bool:
        """Whether this is a unit: neither a supply column nor aircraft."""
        return self.kind is not Kind.CONVOY and self.kind is not Kind.AIR

    @property
    def is_combat_unit(self) -> bool:
        """Whether this unit fights by itself: neither headquarters nor artillery."""
        return self.is_unit and self.kind is not Kind.HQ and self.kind is not Kind.ARTILLERY

    @property
    def is_independent(self) -> bool:
        """5.5 - whether this unit belongs to no formation."""
        return not self.formation and self.is_unit


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The map: its hexes, their ground, and what lies along and across their sides."""

    map: HexMap
    title: str
    credit: str
    scale: str
    notes: tuple[str, ...]
    terrain: tuple[str, ...]
    """By hex index: clear, woods, difficult or difficult+woods; empty where there is no hex."""
    names: dict[Hex, str]
    heights: dict[Hex, int]
    woods: Region
    difficult: Region
    village: Region
    town: Region
    dominant: Region
    sources: tuple[Region, Region]
    """7.1.1 - by side."""
    rivers: frozenset[hexmap.Side]
    lakes: frozenset[hexmap.Side]
    roads: frozenset[hexmap.Side]
    rails: frozenset[hexmap.Side]
    across_river: tuple[Region, ...]
    """By hex index: the neighbours beyond a river side."""
    across_lake: tuple[Region, ...]
    """By hex index: the neighbours beyond a lake side."""
    linked: tuple[Region, ...]
    """By hex index: the neighbours joined by road or railway."""
    separate_roads: tuple[tuple[Hex, Hex, Hex], ...]
    """Roads through a hex (the middle one) that do not meet the other roads there."""
    road_exits: dict[Hex, str]
    rail_exits: dict[Hex, str]


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The combat results table, the terrain chart and the other printed tables.

    A tuple indexed by a die has an unused first place.
    """

    columns: tuple[str, ...]
    crt: tuple[tuple[tuple[int, int], ...], ...]
    """``crt[row][column]`` = steps lost by attacker and defender; row 0 is a modified die of 1."""
    die_formation: int
    die_unsupplied: int
    die_difficult: int
    die_woods: int
    die_village: int
    die_river: int
    column_concentric: int
    column_dominant: int
    column_town: int
    column_convoy: int
    column_air: int
    convoy_limit: int
    air_limit: int
    dominant_support: int
    """10.2 - what a dominant position adds to the support of a headquarters."""
    dominant_reach: int
    """10.2, 10.4 - how many hexes a dominant position reaches."""
    cost_infantry: dict[str, int]
    """13 - whole MPs by clear, woods, difficult, village, town, dominant."""
    cost_other: dict[str, int]
    """The same for all others; -1 = by road or railway only."""
    cost_river: int
    cost_leave_zone: int
    stacking_limit: dict[str, int]
    """5.2 - by terrain: clear, woods, difficult, difficult+woods."""
    convoy_movement: int
    convoys_per_side: int
    allied_convoys: int
    german_convoys: tuple[int, ...]
    german_convoys_from_turn: int
    convoy_captured: tuple[bool, ...]
    withdrawal_loss: frozenset[int]
    reinforcement_from_turn: int
    reinforcement_table: tuple[tuple[str, ...], ...]
    """By modified die: formations, ``release`` (one of the held formations) and ``air``."""
    reinforcement_early_turns: frozenset[int]
    reinforcement_early: int
    reinforcement_town: int
    reinforcement_town_and_place: int
    held_formations: tuple[str, ...]
    held_from_row: int
    """11.3 - the northernmost row closed to held formations."""


@dataclass(frozen=True, slots=True)
class Area:
    """12 - where some units of a side set up."""

    side: Side
    pieces: tuple[int, ...]
    region: Region
    """Empty when `near_nationality` is set."""
    near_nationality: str
    """With or next to another unit of this nationality that is already set up."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A set-up of both sides, ready to play from."""

    id: str
    name: dict[str, str]
    reconstructed: bool
    """Whether it is ours, within the printed areas, rather than printed hex by hex."""
    placements: tuple[tuple[int, Hex], ...]
    """Every piece and its hex, from the bottom to the top of each stack."""


@dataclass(frozen=True, slots=True)
class Victory:
    """13 - what the German side must hold after the last turn."""

    city: tuple[Hex, ...]
    places: tuple[Hex, ...]
    needed: int
    capital: Hex
    reinforcement_place: Hex
    """11 - with a hex of the city, it raises the reinforcement die."""


@dataclass(frozen=True, slots=True)
class Options:
    """Readings of the rules that print leaves open and that a scenario may choose."""

    blocked_retreat_returns_steps: bool
    source_closed_by_zoc: bool
    convoy_command: str
    """``any_hq`` (6.1) or ``formation`` (7.2.2)."""
    pass_through_control: bool
    mixed_nationalities: bool


@dataclass(frozen=True, slots=True, eq=False)
class Scenario:
    """Everything printed that a game needs. A number of pieces is a set of them, one bit each."""

    id: str
    titles: dict[str, str]
    directory: str
    """Where the files came from; empty for the bundled ones."""
    board: Board
    pieces: tuple[Piece, ...]
    tables: Tables
    turns: int
    first: Side
    areas: tuple[Area, ...]
    """12 - in the order of setting up."""
    ready: tuple[Ready, ...]
    allied_convoys_at_start: int
    air_at_start: int
    victory: Victory
    options: Options
    by_id: dict[str, int]
    formations: dict[str, int]
    convoys: int
    aircraft: int
    units: int
    headquarters: int
    artillery: int
    infantry: int
    anti_tank: int
    combat_units: int
