"""The printed map."""

from typing import Literal, NotRequired, TypedDict

from grognard.wire.words import Names


class Kind(TypedDict):
    """A kind of ground, settlement, hexside or line: what it is called and looks like."""

    id: str
    names: Names
    drawn: str
    """The drawing that is meant. Ground: ``clear``, ``woods``, ``difficult``, ``marsh``, ``swamp``,
    ``water``. Settlements: ``village``, ``town``, ``city``. Hexsides: ``river``, ``lake``, ``sea``,
    ``works``. Lines: ``road``, ``rail``. What a board cannot draw it draws as the plainest."""


class Fort(TypedDict):
    """A fortification printed in a hex."""

    kind: str
    name: str
    value: int


class PrintedHex(TypedDict):
    """One hex; its `index` is the noun of answers, its `id` the printed number."""

    index: int
    id: str
    column: int
    row: int
    terrain: list[str]
    """Kinds of ground, the lowest first."""
    settlement: str | None
    name: str | None
    names: NotRequired[Names]
    """Its name by language, where languages write it differently."""
    height: int | None
    """In metres, where a height is printed."""
    sources: list[str]
    """The sides whose supply comes from here."""
    objective: str | None
    """The condition of victory that the hex counts for."""
    points: int | None
    """What it is worth, where victory is counted in points."""
    fort: Fort | None


class Hexside(TypedDict):
    """What lies on the side between two hexes (indices)."""

    kind: str
    a: int
    b: int
    rank: int | None
    """1 is the least, 2 the usual, 3 the greatest of its kind."""
    name: str | None
    names: NotRequired[Names]
    """Its name by language, where languages write it differently."""
    protects: int | None
    """The hex that is protected, where the side works in one direction alone."""


class Link(TypedDict):
    """A line from the middle of a hex to that of another: a road, a railway."""

    kind: str
    a: int
    b: int
    rank: int | None
    name: str | None


class Bridge(TypedDict):
    """Where a line crosses a hexside; whether it stands, a marker tells."""

    kind: str
    a: int
    b: int
    name: str | None


class Exit(TypedDict):
    """Where a line leaves the map."""

    kind: str
    hex: int
    direction: str
    """``N``, ``NE``, ``SE``, ``S``, ``SW``, ``NW``."""


class Label(TypedDict):
    """A name on the map that is not a hex's own: a sea, a region, a river."""

    text: str
    hex: int
    kind: str
    names: NotRequired[Names]
    """The same in every language that it is written in."""


class Sheet(TypedDict):
    """The map. Hexes are flat-topped and numbered CCRR; even columns stand half a hex lower."""

    title: str
    scale: str
    credit: str
    words: NotRequired[dict[str, Names]]
    """``title``, ``scale`` and ``credit`` in every language that they are written in."""
    notes: list[str]
    columns: int
    rows: int
    orientation: Literal["flat"]
    offset: Literal["even_down"]
    terrains: list[Kind]
    settlements: list[Kind]
    lines: list[Kind]
    """The kinds of hexsides and of links."""
    hexes: list[PrintedHex]
    sides: list[Hexside]
    links: list[Link]
    bridges: list[Bridge]
    exits: list[Exit]
    apart: list[list[int]]
    """Three hexes: in the middle one, the line between the outer two meets no other line."""
    labels: list[Label]
