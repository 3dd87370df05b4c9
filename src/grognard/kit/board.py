"""The printed map, read from text files: hexes, what lies on their sides, lines from hex to hex.

A game names the columns of its hex file and the kinds of its side files; the board gives masks
(`Region`s) by word, and by hex the neighbours beyond a river, a wall, or along a road.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from grognard.engine.datafile import DataError, Row, Section, TomlFile, read_rows
from grognard.engine.hexmap import Hex, HexError, HexMap, Region, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from grognard.engine.datafile import Report

DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
NAMED: Final = ("class", "name")

Beyond: TypeAlias = tuple[Region, ...]
"""By hex index: some of its neighbours."""


class MapSize(NamedTuple):
    """What a map file says of the size of the map; the rest of it is the game's to read."""

    section: Section
    columns: int
    rows: int


class SideKind(NamedTuple):
    """What may lie on a hexside: a river or a wall to cross, a road or railway that crosses it."""

    name: str
    classes: tuple[str, ...] = ()
    """The classes it comes in, such as stream and river; nothing where there is but one."""
    is_directed: bool = False
    """Whether it counts only for whoever goes from the second hex of its row to the first."""
    may_share: bool = False
    """Whether a side may carry several classes of it: a bridge of a road and one of a railway."""


class Marked(NamedTuple):
    """One row of a side file: what lies on which side, the hexes in the order of the file."""

    kind: str
    grade: str
    """Its class, empty where the kind has none."""
    first: Hex
    second: Hex
    name: str

    @property
    def side(self) -> Side:
        """The hexside, the lower hex first."""
        first, second = self.first, self.second
        return (first, second) if first < second else (second, first)


@dataclass(slots=True, eq=False)
class Board:
    """The hexes of a map, the words of each, and what lies on their sides."""

    map: HexMap
    hexes: Mapping[str, Row]
    """By printed number, in the order of the file."""
    kinds: Mapping[str, SideKind]
    marked: tuple[Marked, ...]
    _beyond: dict[tuple[str, ...], Beyond] = field(default_factory=dict)

    def where(self, column: str, *words: str) -> Region:
        """Return the hexes that have one of these words in a column."""
        names = [name for name, row in self.hexes.items() if row[column] in words]
        return self.map.region(*names)

    def words(self, column: str) -> tuple[str, ...]:
        """Return by hex index the word of a column, nothing where there is no hex."""
        hexes = self.hexes
        return tuple([hexes[name][column] if name in hexes else "" for name in self.map.names])

    def named(self, column: str = "name") -> dict[Hex, str]:
        """Return the words of a column by hex, where there are any."""
        return {self.map.hex(name): row[column] for name, row in self.hexes.items() if row[column]}

    def figures(self, column: str) -> dict[Hex, int]:
        """Return the whole numbers of a column by hex, where there are any."""
        found = ((self.map.hex(name), row.number(column)) for name, row in self.hexes.items())
        return {hex_: value for hex_, value in found if value is not None}

    def of_kind(self, kind: str, *grades: str) -> tuple[Marked, ...]:
        """Return what lies on sides by kind and, where any are named, by class."""
        self._refuse_unknown(kind, grades)
        return tuple(
            [one for one in self.marked if one.kind == kind and (not grades or one.grade in grades)]
        )

    def sides(self, kind: str, *grades: str) -> frozenset[Side]:
        """Return the hexsides of a kind, of some classes or of all."""
        return frozenset([one.side for one in self.of_kind(kind, *grades)])

    def beyond(self, kind: str, *grades: str) -> Beyond:
        """Return by hex the neighbours to which one goes across, or along, such a side.

        A side that counts in one direction leads from the outside to the inside.
        """
        return self._masks("beyond", kind, *grades)

    def before(self, kind: str, *grades: str) -> Beyond:
        """Return by hex the neighbours from which one comes across, or along, such a side."""
        return self._masks("before", kind, *grades)

    def _masks(self, way: str, kind: str, *grades: str) -> Beyond:
        key = (way, kind, *grades)
        found = self._beyond.get(key)
        if found is None:
            directed = self.kinds[kind].is_directed if kind in self.kinds else False
            pairs = [(one.second, one.first) for one in self.of_kind(kind, *grades)]
            if way == "before" or not directed:
                back = [(there, here) for here, there in pairs]
                pairs = pairs + back if not directed else back
            found = self._beyond[key] = masks(self.map, pairs)
        return found

    def _refuse_unknown(self, kind: str, grades: tuple[str, ...]) -> None:
        if kind not in self.kinds:
            raise KeyError(f"no side is a {kind}; there are {', '.join(self.kinds)}")
        strange = [grade for grade in grades if grade not in self.kinds[kind].classes]
        if strange:
            raise KeyError(f"no {kind} is of class {', '.join(strange)}")


def masks(map_: HexMap, pairs: Iterable[tuple[Hex, Hex]]) -> Beyond:
    """Return by hex index the hexes that the pairs lead to from it."""
    found = [0] * map_.size
    for here, there in pairs:
        found[here] |= 1 << there
    return tuple(found)


def joined(*several: Beyond) -> Beyond:
    """Return by hex the neighbours that any of these masks has: roads and railways together."""
    return tuple([_union(row) for row in zip(*several, strict=True)])


def without(these: Beyond, those: Beyond) -> Beyond:
    """Return by hex the neighbours of the first masks that the others lack: unbridged rivers."""
    return tuple([one & ~other for one, other in zip(these, those, strict=True)])


def _union(regions: Iterable[Region]) -> Region:
    found = 0
    for region in regions:
        found |= region
    return found


# Reading


def read_frame(file: Path) -> MapSize:
    """Return the size of the map that a file gives."""
    section = TomlFile(file).root
    columns, rows = (section.number(key, least=1) for key in ("columns", "rows"))
    for key, value in (("columns", columns), ("rows", rows)):
        if value > 99:
            section.refuse(f"{key} is {value}, more than CCRR can number", key)
    return MapSize(section, columns, rows)


def read_board(
    frame: MapSize,
    hex_file: Path,
    side_files: Mapping[Path, Sequence[SideKind]],
    report: Report,
    *,
    columns: Sequence[str],
    check: Callable[[Row], None] = lambda row: None,
) -> Board:
    """Return the board of a hex file, with these columns, and of files of sides and links.

    `check` refuses what a game does not allow in the row of a hex.
    """
    hexes = _read_hexes(hex_file, frame, columns, check, report)
    map_ = HexMap(frame.columns, frame.rows, hexes)
    kinds = {kind.name: kind for some in side_files.values() for kind in some}
    marked: list[Marked] = []
    for file, some in side_files.items():
        marked += _read_sides(file, map_, {kind.name: kind for kind in some}, report)
    return Board(map_, hexes, kinds, tuple(marked))


def _read_hexes(
    file: Path,
    frame: MapSize,
    columns: Sequence[str],
    check: Callable[[Row], None],
    report: Report,
) -> dict[str, Row]:
    """Return the rows of the hex file by printed number."""
    found: dict[str, Row] = {}
    for row in read_rows(file, "hex", *columns):
        with report:
            name = row["hex"]
            _refuse_number(row, name, frame)
            check(row)
            if name in found:
                row.refuse(f"hex {name} stands here a second time")
            found[name] = row
    if not found and report.problems is None:
        raise DataError(file, 1, "a map needs a hex")
    return found


def _refuse_number(row: Row, name: str, frame: MapSize) -> None:
    """Refuse what is not the number of a hex within the frame."""
    if len(name) != 4 or not (name.isascii() and name.isdigit()):
        row.refuse(f"{name!r} is not a hex number: four digits CCRR, such as 0910")
    if not (1 <= int(name[:2]) <= frame.columns and 1 <= int(name[2:]) <= frame.rows):
        row.refuse(f"there is no hex {name} on this map")


def _read_sides(
    file: Path, map_: HexMap, kinds: Mapping[str, SideKind], report: Report
) -> list[Marked]:
    """Return what lies on sides; where kinds have classes, the file has a class and a name."""
    is_graded = any(kind.classes for kind in kinds.values())
    found: dict[tuple[str, str, Side], Marked] = {}
    for row in read_rows(file, "kind", "a", "b", *(NAMED if is_graded else ())):
        with report:
            one = _marked(row, map_, kinds, is_graded)
            key = (one.kind, one.grade if kinds[one.kind].may_share else "", one.side)
            if key in found:
                row.refuse(f"{one.kind} {row['a']}-{row['b']} stands here a second time")
            found[key] = one
    return list(found.values())


def _marked(row: Row, map_: HexMap, kinds: Mapping[str, SideKind], is_graded: bool) -> Marked:
    kind = kinds[row.word("kind", kinds)]
    grade = row.word("class", kind.classes or ("",)) if is_graded else ""
    try:
        map_.side(row["a"], row["b"])
    except HexError as error:
        row.refuse(str(error))
    first, second = map_.hex(row["a"]), map_.hex(row["b"])
    return Marked(kind.name, grade, first, second, row["name"] if is_graded else "")


def named_hex(section: Section, name: str, map_: HexMap) -> Hex:
    """Return a hex that a TOML file names."""
    try:
        return map_.hex(name)
    except HexError as error:
        section.refuse(str(error), name)


def read_french(section: Section) -> dict[str, str]:
    """Return the French of what a map says, by its English; nothing where the file has none."""
    if "french" not in section:
        return {}
    said = section.section("french")
    return {english: said.text(english) for english in said}


def read_courses(section: Section, map_: HexMap) -> dict[Side, str]:
    """Return the names of rivers by hexside, each written as a list of pairs of hexes."""
    found: dict[Side, str] = {}
    for name in section:
        for pair in section.lists(name):
            if len(pair) != 2:
                section.refuse("a hexside names two hexes", name)
            try:
                found[map_.side(*pair)] = name
            except HexError as error:
                section.refuse(str(error), name)
    return found


def read_exits(section: Section, map_: HexMap) -> dict[Hex, str]:
    """Return by hex the direction in which a drawn line leaves the map."""
    return {named_hex(section, key, map_): section.text(key, *DIRECTIONS) for key in section}


def separate_lines(section: Section, key: str, map_: HexMap, linked: Beyond) -> Lines:
    """Return the roads that pass a hex, the middle one, without meeting the others there."""
    found = []
    for names in section.lists(key):
        if len(names) != 3:
            section.refuse("a separate road names three hexes", key)
        first, middle, last = (named_hex(section, name, map_) for name in names)
        if not (linked[middle] >> first & 1 and linked[middle] >> last & 1):
            section.refuse(f"no road runs {'-'.join(names)}", key)
        found.append((first, middle, last))
    return tuple(found)


Lines: TypeAlias = tuple[tuple[Hex, Hex, Hex], ...]
"""Roads through a hex, the middle one of three."""
