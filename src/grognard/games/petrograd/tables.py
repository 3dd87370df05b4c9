"""The figures of the rules, read from tables.toml; the combat sheet is in `table`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.datafile import Section, TomlFile
from grognard.kit.board import named_hex

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.engine.meaning import PieceIndex, Pieces

MOVERS: Final = ("foot", "horse", "guns", "car", "tank")
"""7.2 - the columns of the chart of costs."""
GROUNDS: Final = ("clear", "forest", "marsh", "heights", "town", "large", "city")
DEFENDED: Final = ("clear", "forest", "marsh", "heights", "village", "town", "large", "city")
RIVERS: Final = ("stream", "river", "major")


class YamburgBridge(NamedTuple):
    """10.1 - the railway bridge of Yamburg."""

    side: tuple[Hex, Hex]
    open_from_turn: int
    tanks_from_turn: int


class SupplyRules(NamedTuple):
    """4 - sources and limits."""

    across_country: int
    marsh: int
    white: Region
    red: Region
    by_sea: Region
    sea_guard: PieceIndex
    minor: Mapping[Hex, int]
    limits_from_turn: int
    luga: Hex
    luga_limit: int
    estonian_reach: int
    estonian_coast: Region


class Vetrenko(NamedTuple):
    """10.2 - who obeys when."""

    formation: str
    headquarters: PieceIndex
    leader: PieceIndex
    east_of_column: int
    from_turn: int
    obeys_from: int


class Panic(NamedTuple):
    """10.4 - who routs by how much."""

    last_turn: int
    quality: int
    columns: int


class Nadezhny(NamedTuple):
    """10.6 - the new man."""

    piece: PieceIndex
    from_turn: int
    quality: int
    bonus: int


class Mines(NamedTuple):
    """10.7 - who is lost where."""

    piece: PieceIndex
    turn: int
    column: int
    lost_from: int


class Ships(NamedTuple):
    """7.7 - the cape, the guns that bar the bay, the harbour."""

    cape: tuple[Hex, Hex]
    cape_cost: int
    barred_from_column: int
    guard: PieceIndex
    harbour: Hex
    harbour_piece: PieceIndex
    harbour_from_turn: int


class Entries(NamedTuple):
    """3.2 to 3.4 - where arrivals come."""

    nikolaev: Hex
    nikolaev_line: Region
    detrain: Region
    late: tuple[Hex, ...]
    vitebsk: Hex
    south: Region


class Defence(NamedTuple):
    """8.5 - defensive values."""

    grounds: Mapping[str, int]
    rivers: Mapping[str, int]
    field_works: int
    most: int
    most_in_fort: int


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Every figure of the rules but the combat sheet."""

    cost: Mapping[str, Mapping[str, int]]
    """7.2 - by mover and ground: whole points, -1 = by road only."""
    cross: Mapping[str, int]
    leave: int
    defence: Defence
    stacking: int
    rail: tuple[int, int]
    rail_early: Region
    bridge: YamburgBridge
    supply: SupplyRules
    night_quality: int
    vetrenko: Vetrenko
    estonian_columns: int
    estonian_rows: int
    estonian_losses: int
    panic: Panic
    breakdown_from: int
    decoy: PieceIndex
    trotsky: PieceIndex
    trotsky_points: int
    back_after: int
    rodzianko: PieceIndex
    rodzianko_entry: Hex
    nadezhny: Nadezhny
    mines: Mines
    ships: Ships
    prize: PieceIndex
    prize_hexes: tuple[Hex, ...]
    prize_from_turn: int
    marines: PieceIndex
    flotilla: PieceIndex
    entries: Entries
    dig_hexes: int
    march: Pieces
    chain: Mapping[str, tuple[str, ...]]


def read_tables(file: Path, map_: HexMap, by_id: Mapping[str, PieceIndex]) -> Tables:
    """Return the tables of a file; what they name must be on the map or among the counters."""
    return _Reader(file, map_, by_id).tables()


class _Reader:
    """Reads one file section by section."""

    def __init__(self, file: Path, map_: HexMap, by_id: Mapping[str, PieceIndex]) -> None:
        self.root, self.map, self.by_id = TomlFile(file).root, map_, by_id

    def hex(self, section: Section, key: str) -> Hex:
        return named_hex(section, section.text(key), self.map)

    def hexes(self, section: Section, key: str) -> tuple[Hex, ...]:
        return tuple(named_hex(section, name, self.map) for name in section.texts(key))

    def region(self, section: Section, key: str) -> Region:
        return sum(1 << hex_ for hex_ in set(self.hexes(section, key)))

    def pair(self, section: Section, key: str) -> tuple[Hex, Hex]:
        found = self.hexes(section, key)
        if len(found) != 2:
            section.refuse(f"{key} names two hexes", key)
        return found[0], found[1]

    def piece(self, section: Section, key: str) -> PieceIndex:
        return self.named(section, key, section.text(key))

    def named(self, section: Section, key: str, name: str) -> PieceIndex:
        if name not in self.by_id:
            section.refuse(f"there is no counter {name}", key)
        return self.by_id[name]

    def figures(self, section: Section, keys: tuple[str, ...], least: int = 0) -> dict[str, int]:
        return {key: section.number(key, least=least) for key in keys}

    def tables(self) -> Tables:
        root = self.root
        root.flag("reconstructed")
        estonians, tanks = root.section("estonians"), root.section("tanks")
        trotsky, rodzianko = root.section("trotsky"), root.section("rodzianko")
        prize, landing, rail = root.section("prize"), root.section("landing"), root.section("rail")
        march = root.section("march")
        cost = root.section("cost")
        tables = Tables(
            cost={mover: self.figures(cost.section(mover), GROUNDS, -1) for mover in MOVERS},
            cross=self.figures(root.section("cross"), RIVERS[:2]),
            leave=root.section("zone").number("leave", least=0),
            defence=self.defence(root.section("defence")),
            stacking=root.section("stacking").number("points", least=1),
            rail=(rail.number("white", least=0), rail.number("red", least=0)),
            rail_early=self.region(rail, "white_early"),
            bridge=self.bridge(root.section("bridge")),
            supply=self.supply(root.section("supply")),
            night_quality=root.section("night").number("quality", least=1),
            vetrenko=self.vetrenko(root.section("vetrenko")),
            estonian_columns=estonians.number("columns", least=1),
            estonian_rows=estonians.number("rows", least=1),
            estonian_losses=estonians.number("losses", least=1),
            panic=self.panic(root.section("panic")),
            breakdown_from=tanks.number("breakdown_from", least=2),
            decoy=self.piece(tanks, "decoy"),
            trotsky=self.piece(trotsky, "piece"),
            trotsky_points=trotsky.number("points", least=0),
            back_after=trotsky.number("back_after", least=1),
            rodzianko=self.piece(rodzianko, "piece"),
            rodzianko_entry=self.hex(rodzianko, "entry"),
            nadezhny=self.nadezhny(root.section("nadezhny")),
            mines=self.mines(root.section("mines")),
            ships=self.ships(root.section("ships")),
            prize=self.piece(prize, "piece"),
            prize_hexes=self.hexes(prize, "hexes"),
            prize_from_turn=prize.number("from_turn", least=1),
            marines=self.piece(landing, "piece"),
            flotilla=self.piece(landing, "ship"),
            entries=self.entries(root.section("entry")),
            dig_hexes=root.section("dig").number("hexes", least=0),
            march=sum(1 << self.named(march, "pieces", name) for name in march.texts("pieces")),
            chain=self.chain(root.section("chain")),
        )
        root.finish()
        return tables

    def defence(self, section: Section) -> Defence:
        found = Defence(
            self.figures(section, DEFENDED),
            self.figures(section, RIVERS),
            section.number("field_works", least=0),
            section.number("most", least=0),
            section.number("most_in_fort", least=0),
        )
        section.finish()
        return found

    def bridge(self, section: Section) -> YamburgBridge:
        turns = (section.number(f"{what}_from_turn", least=1) for what in ("open", "tanks"))
        return YamburgBridge(self.pair(section, "side"), *turns)

    def supply(self, section: Section) -> SupplyRules:
        minor = section.section("minor")
        found = SupplyRules(
            across_country=section.number("across_country", least=0),
            marsh=section.number("marsh", least=1),
            white=self.region(section, "white"),
            red=self.region(section, "red"),
            by_sea=self.region(section, "red_by_sea"),
            sea_guard=self.piece(section, "sea_guard"),
            minor={named_hex(minor, name, self.map): minor.number(name, least=0) for name in minor},
            limits_from_turn=section.number("limits_from_turn", least=1),
            luga=self.hex(section, "luga"),
            luga_limit=section.number("luga_limit", least=0),
            estonian_reach=section.number("estonian_reach", least=0),
            estonian_coast=self.region(section, "estonian_coast"),
        )
        section.finish()
        return found

    def vetrenko(self, section: Section) -> Vetrenko:
        return Vetrenko(
            section.text("formation"),
            self.piece(section, "headquarters"),
            self.piece(section, "leader"),
            section.number("east_of_column", least=0),
            section.number("from_turn", least=1),
            section.number("obeys_from", least=2),
        )

    def panic(self, section: Section) -> Panic:
        return Panic(*(section.number(key, least=0) for key in Panic._fields))

    def nadezhny(self, section: Section) -> Nadezhny:
        figures = (section.number(key, least=0) for key in Nadezhny._fields[1:])
        return Nadezhny(self.piece(section, "piece"), *figures)

    def mines(self, section: Section) -> Mines:
        figures = (section.number(key, least=0) for key in Mines._fields[1:])
        return Mines(self.piece(section, "piece"), *figures)

    def ships(self, section: Section) -> Ships:
        return Ships(
            self.pair(section, "cape"),
            section.number("cape_cost", least=1),
            section.number("barred_from_column", least=1),
            self.piece(section, "guard"),
            self.hex(section, "harbour"),
            self.piece(section, "harbour_piece"),
            section.number("harbour_from_turn", least=1),
        )

    def entries(self, section: Section) -> Entries:
        return Entries(
            self.hex(section, "nikolaev"),
            self.region(section, "nikolaev_line"),
            self.region(section, "detrain"),
            self.hexes(section, "late"),
            self.hex(section, "vitebsk"),
            self.region(section, "south"),
        )

    def chain(self, section: Section) -> dict[str, tuple[str, ...]]:
        found = {formation: tuple(section.texts(formation)) for formation in section}
        for formation, above in found.items():
            for name in above:
                if name not in found:
                    section.refuse(f"{formation} is commanded by {name}, which is none", formation)
        return found
