"""What is printed: map, counters, tables and scenario. Nothing here changes during a game.

`load.load` reads these from the text files in ``data/``; every position shares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.kit.enums import PlainEnum
from grognard.kit.roster import column, counter, flag, needed, one_of, text, within
from grognard.kit.setup import Ready as Ready  # noqa: TC001 - part of what is printed

if TYPE_CHECKING:
    from grognard.engine import hexmap
    from grognard.engine.datafile import Row
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.games.bautzen.ai.style import Opponents
    from grognard.kit.tables import ResultsTable


class Side(IntEnum):
    """1.1 - the two players; the number is also the seat."""

    GERMAN = 0
    ALLIED = 1

    @property
    def enemy(self) -> Side:
        """The other side."""
        return Side.ALLIED if self is Side.GERMAN else Side.GERMAN


class Stage(PlainEnum):
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


class Kind(PlainEnum):
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


SIDES: Final = {"german": Side.GERMAN, "allied": Side.ALLIED, "either": None}
SUPPORTING: Final = (Kind.HQ, Kind.ARTILLERY)


def _value(row: Row, name: str, *, needed: bool = True) -> int:
    """Return a printed number, 0 where none is printed."""
    value = row.number(name)
    if value is None and needed:
        row.refuse(f"{name} is empty, but every {row['kind']} prints it")
    return within(row, name, value or 0, 0)


def _support(row: Row, name: str) -> int:
    """8.6, 9.1 - what headquarters and artillery print, and no other."""
    return _value(row, name, needed=Kind(row["kind"]) in SUPPORTING)


def _fights(kind: Kind) -> bool:
    """Whether a counter prints an attack and a defence."""
    return kind not in (*SUPPORTING, Kind.CONVOY, Kind.AIR)


def _steps(row: Row, name: str) -> int:
    """1.3 - one step or two; aircraft have none."""
    kind = Kind(row["kind"])
    steps = _value(row, name, needed=kind is not Kind.AIR)
    if kind is not Kind.AIR and steps not in (1, 2):
        row.refuse(f"{name} is {steps}, neither 1 nor 2")
    if steps == 2 and not _fights(kind):
        row.refuse(f"a two-step {kind.value} is unknown to the rules")
    return steps


def _by_steps(row: Row, name: str) -> tuple[int, ...]:
    """Return a value by steps left: nothing, the reduced face if there is one, the full face."""
    kind, steps = Kind(row["kind"]), _steps(row, "steps")
    needed = kind is not Kind.AIR if name == "movement" else _fights(kind)
    full = _value(row, name, needed=needed)
    reduced = _value(row, f"reduced_{name}", needed=needed and steps == 2)
    if steps != 2 and row[f"reduced_{name}"]:
        row.refuse(f"reduced_{name} is given, but the piece has no second step")
    return {0: (0,), 1: (0, full), 2: (0, reduced, full)}[steps]


@counter
class Piece:
    """1.2 - a counter. Attack, defence and movement are indexed by the steps it has left.

    An anti-tank unit prints one factor, held here as attack and as defence. `support` and `range`
    are those of headquarters (command distance) and artillery (fire distance).
    """

    index: int
    kind: Kind = column(one_of({kind.value: kind for kind in Kind}))
    side: Side | None = column(one_of(SIDES))
    """None for a supply column: its two faces serve either side."""
    id: str = column(needed)
    name: str = column(text)
    nationality: str = column(text)
    formation: str = column(text)
    """Empty for independents, supply columns and aircraft."""
    size: str = column(text)
    attack: tuple[int, ...] = column(_by_steps, "attack", "reduced_attack")
    defence: tuple[int, ...] = column(_by_steps, "defence", "reduced_defence")
    movement: tuple[int, ...] = column(_by_steps, "movement", "reduced_movement")
    support: int = column(_support)
    range: int = column(_support)
    steps: int = column(_steps)
    stacking: int = column(_value)
    is_reinforcement: bool = column(flag(), "reinforcement")
    is_senior_hq: bool = False
    """5.6 - the headquarters of a corps or army that has no other counter."""
    band: str = column(text)
    note: str = column(text)

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
    french: dict[str, str]
    """What the map says in French, by its English."""
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
    river_names: dict[hexmap.Side, str]
    """For the picture only."""
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

    results: ResultsTable[tuple[int, int]]
    """8.2 - steps lost by attacker and defender."""
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

    @property
    def columns(self) -> tuple[str, ...]:
        """8.2 - the columns of the results table."""
        return self.results.columns

    @property
    def crt(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """8.2 - the results table, row by row; the first is that of a modified die of 1."""
        return self.results.rows


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
class Victory:
    """13 - what the German side must hold after the last turn."""

    city: tuple[Hex, ...]
    places: tuple[Hex, ...]
    needed: int
    capital: Hex
    reinforcement_place: Hex
    """11 - with a hex of the city, it raises the reinforcement die."""
    relief: Region
    """The edges of the map from which a pocket may be relieved (BZ-R31)."""


ABLE: Final = "able"
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "convoy_command": ("any_hq", "formation"),
    "encirclement": ("pocket", "ring", "supply"),
    "blocked_retreat": (ABLE, "declared"),
    "convoy_limit": ("map", "all"),
    "independents_anchor": ("formation", "nation"),
    "headquarters_losses": ("last", "alike"),
}
"""By option: the words it may be, the usual one first."""


@dataclass(frozen=True, slots=True)
class Options:
    """Readings of the rules that print leaves open and that a scenario may choose."""

    blocked_retreat_returns_steps: bool
    source_closed_by_zoc: bool
    convoy_command: str
    """``any_hq`` (6.1) or ``formation`` (7.2.2)."""
    pass_through_control: bool
    mixed_nationalities: bool
    encirclement: str = "pocket"
    """13 - ``pocket``, ``ring`` or ``supply``: what cuts Bautzen off (BZ-R31)."""
    blocked_retreat: str = ABLE
    """8.5.2 - ``able``: as many hexes as there is a way for; or ``declared`` (BZ-R56)."""
    held_may_attack: bool = False
    """11.3 - whether Guards not yet released may attack into the closed rows (BZ-R29)."""
    convoy_limit: str = "map"
    """7.2.2 - ``map``: columns on the map count; or ``all``: those that wait too (BZ-R19)."""
    independents_anchor: str = "formation"
    """12.1 - ``formation`` or ``nation``: beside whom independents set up (BZ-R74)."""
    set_up_in_capital: bool = False
    """12.1 - whether Allied units may set up in Dresden (BZ-R32)."""
    headquarters_losses: str = "last"
    """8.3 - ``last`` or ``alike``: when headquarters and artillery lose steps (BZ-R20)."""

    @property
    def returns_traded_steps(self) -> bool:
        """8.5.2 - whether steps traded for a retreat that is blocked count again."""
        return self.blocked_retreat == ABLE or self.blocked_retreat_returns_steps


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
    opponents: Opponents
    """Who plays besides people, and how."""
