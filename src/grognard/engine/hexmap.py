"""The hex map: printed numbers in, sets of hexes out. Knows nothing of any game.

Hexes are flat-topped and numbered CCRR; even columns stand half a hex lower than odd ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from grognard.engine.bits import MARKS, numbers
from grognard.engine.meaning import Meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Hex: TypeAlias = Annotated[int, Meaning.HEX]
"""Index of a hex; `HexMap.name` gives back the printed number."""

Region: TypeAlias = Annotated[int, Meaning.HEXES]
"""A set of hexes, one bit per hex. Combine with ``|``, ``&`` and ``~``."""

Side: TypeAlias = tuple[Hex, Hex]
"""A hexside, named by the two hexes that share it, the lower index first."""


REMEMBERED: Final = 1024
"""To how many regions distances are remembered at most."""


class HexError(ValueError):
    """A number that names no hex of the map."""


class Distances(dict[int, bytes]):
    """By hex: its distance to every hex index; worked out when asked for, then remembered.

    A row is put together of strips: the distances to the hexes of one column are the same from
    every hex whose column is as far away and has the same parity, but for a shift along it.
    """

    def __init__(self, columns: int, stride: int) -> None:
        super().__init__()
        self._columns, self._stride = columns, stride
        self._strips: dict[tuple[int, int], bytes] = {}

    def __missing__(self, hex_: Hex) -> bytes:
        column, row = divmod(hex_, self._stride)
        first, last = self._stride - 1 - row, 2 * self._stride - 1 - row
        strips = [self._strip(there - column, column % 2) for there in range(self._columns)]
        found = self[hex_] = b"".join([strip[first:last] for strip in strips])
        return found

    def _strip(self, across: int, parity: int) -> bytes:
        """Return the distances to a column so far across, from as many rows below to above it."""
        strip = self._strips.get((across, parity))
        if strip is None:
            lift, most = (across + parity) // 2, self._stride - 1
            downs = [down - lift for down in range(-most, most + 1)]
            strip = bytes([max(abs(across), abs(y), abs(across + y)) for y in downs])
            self._strips[across, parity] = strip
        return strip


class HexMap:
    """The hexes of a map, and what lies next to what.

    One unused bit under each column keeps vertical shifts from running into the next
    column, so no edge needs a special case.

    >>> board = HexMap.rectangle(columns=23, rows=13)
    >>> [board.name(h) for h in numbers(board.adjacent(board.region("1308")))]
    ['1207', '1208', '1307', '1309', '1407', '1408']
    """

    def __init__(self, columns: int, rows: int, present: Iterable[str]) -> None:
        if not (1 <= columns <= 99 and 1 <= rows <= 99):
            raise HexError(f"a map of {columns} columns and {rows} rows cannot be numbered CCRR")
        self.columns, self.rows = columns, rows
        self._stride = rows + 1
        self.size = columns * self._stride
        column = (1 << rows) - 1
        self._odd = sum(column << c * self._stride for c in range(0, columns, 2))
        self._even = sum(column << c * self._stride for c in range(1, columns, 2))
        self.everywhere: Region = self._odd | self._even
        self.everywhere = self.region(*present)
        self.hexes: tuple[Hex, ...] = tuple(numbers(self.everywhere))
        self.names: tuple[str, ...] = tuple(self._name(h) for h in range(self.size))
        known = set(self.hexes)
        self.neighbours: tuple[tuple[Hex, ...], ...] = tuple(
            self._touching(h, known) if h in known else () for h in range(self.size)
        )
        self.around: tuple[Region, ...] = tuple(
            sum([MARKS[there] for there in near]) for near in self.neighbours
        )
        self._distances = Distances(columns, self._stride)
        self._discs: dict[tuple[Hex, int], Region] = {}
        self._nearest: dict[Region, bytes] = {}

    def __getstate__(self) -> dict[str, object]:
        """Travel without what is only remembered."""
        distances = Distances(self.columns, self._stride)
        return {**self.__dict__, "_distances": distances, "_discs": {}, "_nearest": {}}

    def _touching(self, hex_: Hex, present: set[Hex]) -> tuple[Hex, ...]:
        """Return the neighbours of a hex in rising order; `adjacent` answers for regions."""
        n, is_odd = self._stride, not hex_ // self._stride % 2
        lower = (hex_ - n - 1, hex_ - n) if is_odd else (hex_ - n, hex_ - n + 1)
        upper = (hex_ + n - 1, hex_ + n) if is_odd else (hex_ + n, hex_ + n + 1)
        around = (*lower, hex_ - 1, hex_ + 1, *upper)
        return tuple([there for there in around if there in present])

    @classmethod
    def rectangle(cls, columns: int, rows: int) -> HexMap:
        """Return a full map of `columns` by `rows`."""
        names = (f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1))
        return cls(columns, rows, names)

    def hex(self, name: str) -> Hex:
        """Return the hex printed as `name`: ``hex("1910")`` is column 19, row 10."""
        if len(name) != 4 or not (name.isascii() and name.isdigit()):
            raise HexError(f"{name!r} is not a hex number: four digits CCRR, such as 0910")
        column, row = int(name[:2]), int(name[2:])
        if 1 <= column <= self.columns and 1 <= row <= self.rows:
            index = (column - 1) * self._stride + row - 1
            if self.everywhere >> index & 1:
                return index
        raise HexError(f"there is no hex {name} on this map")

    def name(self, hex_: Hex) -> str:
        """Return the printed number of a hex."""
        return self.names[hex_]

    def _name(self, hex_: Hex) -> str:
        column, row = divmod(hex_, self._stride)
        return f"{column + 1:02}{row + 1:02}"

    def column(self, hex_: Hex) -> int:
        """Return the printed column of a hex, from 1."""
        return hex_ // self._stride + 1

    def row(self, hex_: Hex) -> int:
        """Return the printed row of a hex, from 1."""
        return hex_ % self._stride + 1

    def region(self, *names: str) -> Region:
        """Return the region made of the named hexes."""
        return sum(1 << self.hex(name) for name in set(names))

    def side(self, one: str, other: str) -> Side:
        """Return the hexside between two named hexes, which must touch."""
        a, b = self.hex(one), self.hex(other)
        if not self.around[a] >> b & 1:
            raise HexError(f"hexes {one} and {other} do not touch")
        return (a, b) if a < b else (b, a)

    def adjacent(self, region: Region) -> Region:
        """Return every hex that touches a hex of the region."""
        n = self._stride
        odd, even = region & self._odd, region & self._even
        around = region << 1 | region >> 1 | region << n | region >> n
        around |= odd << n - 1 | odd >> n + 1 | even << n + 1 | even >> n - 1
        return around & self.everywhere

    def within(self, region: Region, distance: int) -> Region:
        """Return every hex at most `distance` hexes from the region, itself included."""
        for _ in range(distance):
            region |= self.adjacent(region)
        return region

    def disc(self, centre: Hex, radius: int) -> Region:
        """Return every hex at most `radius` hexes from `centre`; remembered, so cheap."""
        key = (centre, radius)
        disc = self._discs.get(key)
        if disc is None:
            disc = self._discs[key] = self.within(1 << centre, radius)
        return disc

    def circle(self, centre: Hex, radius: int) -> Region:
        """Return every hex at most `radius` hexes from `centre`, over what is off the map too."""
        marks = self._distances[centre].translate((b"1" * (radius + 1)).ljust(256, b"0")[:256])
        return int(marks[::-1], 2) & self.everywhere

    def ring(self, centre: Hex, radius: int) -> Region:
        """Return every hex exactly `radius` hexes from `centre`."""
        return self.disc(centre, radius) & ~self.disc(centre, radius - 1) if radius else 1 << centre

    def flood(self, start: Region, *, avoiding: Region) -> Region:
        """Return every hex reachable from `start` without entering `avoiding`."""
        n, odd, even = self._stride, self._odd, self._even
        everywhere = self.everywhere
        open_ = everywhere ^ everywhere & avoiding
        frontier = start & open_
        room = open_ ^ frontier
        while frontier:
            lower, upper = frontier & odd, frontier & even
            frontier = (
                frontier << 1
                | frontier >> 1
                | frontier << n
                | frontier >> n
                | lower << n - 1
                | lower >> n + 1
                | upper << n + 1
                | upper >> n - 1
            ) & room
            room ^= frontier
        return open_ ^ room

    def route(
        self,
        start: Hex,
        goals: Region,
        *,
        avoiding: Region,
        beside: Callable[[Region], Region] | None = None,
    ) -> list[Hex]:
        """Return a shortest line of hexes from `start` to a goal, both included, or nothing.

        `start` itself is not tested against `avoiding`. `beside` says what lies next to a region,
        where some sides part neighbours.
        """
        near = beside or self.adjacent
        came_from: dict[Hex, Hex] = {start: start}
        frontier = [start]
        while frontier:
            following = []
            for here in frontier:
                if goals >> here & 1:
                    line = [here]
                    while line[-1] != start:
                        line.append(came_from[line[-1]])
                    return line[::-1]
                for there in numbers(near(1 << here) & ~avoiding):
                    if there not in came_from:
                        came_from[there] = here
                        following.append(there)
            frontier = following
        return []

    def distance(self, a: Hex, b: Hex) -> int:
        """Return the number of hexes from `a` to `b`, as counted on the board."""
        return self._distances[a][b]

    def distances_to(self, region: Region) -> bytes:
        """Return by hex index the distance to the nearest hex of a region, 0 if it is empty.

        Remembered: plans ask for the same goals again and again.
        """
        found = self._nearest.get(region)
        if found is None:
            rows = [self._distances[hex_] for hex_ in numbers(region)]
            found = bytes(map(min, zip(*rows, strict=True))) if rows else bytes(self.size)
            if len(self._nearest) >= REMEMBERED:
                self._nearest.clear()
            self._nearest[region] = found
        return found
