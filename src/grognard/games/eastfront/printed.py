"""What is printed: map, counters, figures and scenario. Nothing here changes during a game.

`load.load` reads these from the text files in ``luga/`` and ``data/``; every position shares them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from grognard.games.eastfront.counters import Piece as Piece
from grognard.games.eastfront.counters import Side as Side

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.charts import Charts
    from grognard.games.eastfront.ground import Ground
    from grognard.games.eastfront.tables import Tables

ENEMY: Final = (Side.SOVIET, Side.GERMAN)
WEATHERS: Final = ("dry", "rain", "mud")
"""5.1 - what a turn may be; rain is dry ground without air points."""


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """1.2 - the counters by kind, each a set."""

    german: Pieces
    soviet: Pieces
    combat: Pieces
    """All but headquarters, artillery, coast guns and the armoured train."""
    zoned: Pieces
    """4.1 - units without a yellow band."""
    motorised: Pieces
    foot: Pieces
    """Whatever goes neither on wheels nor on rails."""
    cavalry: Pieces
    armour: Pieces
    """Units with a red attack factor."""
    engineers: Pieces
    antitank: Pieces
    antiaircraft: Pieces
    guns: Pieces
    """Artillery, neither coast guns nor the train."""
    coastal: Pieces
    supporting: Pieces
    """15.2 - whatever shows support."""
    trains: Pieces
    headquarters: Pieces
    militia: Pieces
    guards: Pieces
    nkvd: Pieces
    fortress: Pieces
    """16.2 - machine-gun battalions of the fortified regions and coast batteries."""
    immobile: Pieces
    infiltrating: Pieces
    """11.1 - an allowance of 7 or more, or cavalry."""


@dataclass(frozen=True, slots=True)
class WeatherTable:
    """5.1, 5.2 - the throw for the weather and its limits."""

    fixed: dict[int, int]
    """By turn: the weather that history has set."""
    by_die: tuple[int, ...]
    """By die, from 1: the weather."""
    most_dry_turns: int


@dataclass(frozen=True, slots=True)
class Entry:
    """8.1, 8.3 - where pieces arrive: hexes, those for who comes late, and railway hexes."""

    hexes: tuple[Hex, ...]
    later: Region
    """8.1 - where they come too once they have been barred."""
    rail: Region
    """8.3 - railway hexes, if they are supplied and joined to a source."""
    in_order: bool = False
    """8.1 - whether the next hex serves only where the enemy holds the first."""


@dataclass(frozen=True, slots=True)
class Restriction:
    """25.4, 25.10 - an order that keeps some units out of some hexes before a turn."""

    pieces: Pieces
    hexes: Region
    before_turn: int
    freed_by: Region
    """Hexes that free everybody once they are German."""


@dataclass(frozen=True, slots=True)
class CountedDivision:
    """26.2 - a Soviet division that counts, and its pieces."""

    name: str
    pieces: Pieces


@dataclass(frozen=True, slots=True)
class Early:
    """26.2 - a place worth points if it is German in time."""

    hex: Hex
    turn: int
    points: int


@dataclass(frozen=True, slots=True)
class Victory:
    """26 - what a scenario scores."""

    places: dict[Hex, int]
    early: tuple[Early, ...]
    divisions: tuple[CountedDivision, ...]
    division_eliminated: int
    division_surrendered: int
    division_isolated: int
    lines_cut: int
    highway: Region
    """26.2 - the hexes of the highway from Luga to Krasnogvardeisk that cut it."""
    railway: Region
    steps_per_point: int
    isolated_german: int
    kept: int
    """8.2 - what the withdrawal refused costs."""
    leningrad: Region
    sudden_german_count: int
    sudden_soviet: Region
    levels: tuple[int, ...]
    """From so many points: German decisive, German marginal, draw, Soviet marginal."""


@dataclass(frozen=True, slots=True)
class Options:
    """Readings that a scenario may choose."""

    flanks: bool
    """25.9 - whether German motorised units wait for their flanks on turns 5 and 6."""
    narova_front: bool
    """25.10 - whether the Narova front faces west before turn 5."""
    fortified_side_for_surrender: bool
    """LU-R30 - whether a fortified side counts as a fortification for surrender."""
    reserve_radius: int
    """25.2 - how near an enemy frees a reserve."""


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
    formations: dict[str, Pieces]
    tables: Tables
    charts: Charts
    first_turn: int
    last_turn: int
    setup: tuple[tuple[PieceIndex, Hex, int], ...]
    """1.1 - every piece on the map at the start, its hex and its steps."""
    lost: Pieces
    """Pieces lost before the scenario begins."""
    withdrawn: Pieces
    steps_lost: int
    """26.2 - German steps lost before the scenario begins."""
    early_taken: Region
    """26.2 - places taken in time before it begins."""
    destroyed: Region
    breached: Region
    west_open: bool
    before: tuple[int, int]
    """5.2 - the weather of the turn before the first, and how many dry turns came before."""
    german_ground: Region
    """26.1 - what the Germans hold at the start."""
    weather: WeatherTable
    attack_supply: tuple[tuple[int, ...], tuple[int, ...]]
    """6.4 - by side and turn, from 1."""
    air: tuple[tuple[int, ...], tuple[int, ...]]
    """17.1 - by side and turn, from 1."""
    sources: tuple[dict[Hex, tuple[int, int]], dict[Hex, tuple[int, int]]]
    """6.2 - by side: hexes, and from which turn to which."""
    west_exit: Hex
    """6.2 - German for good once the hex behind it is."""
    west_key: Hex
    ports: dict[Hex, tuple[PieceIndex, Hex]]
    """6.6 - by port: the piece that must exist or the hex that must be Soviet, the other -1."""
    converted: Region
    """6.5 - the railway hexes converted at the start."""
    convert: int
    entries: dict[str, Entry]
    leaving: Pieces
    """8.2 - who is withdrawn, and on which turn."""
    leaving_turn: int
    reserves: Pieces
    """25.2 - who waits, and before which turn."""
    reserves_turn: int
    orders: tuple[Restriction, ...]
    """25.4, 25.10 - hold orders."""
    flank_column: int
    flank_turns: tuple[int, ...]
    victory: Victory
    options: Options
