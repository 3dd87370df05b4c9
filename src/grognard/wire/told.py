"""What a game tells when it is asked, and what it notes: log, luck, reach, overlays, inspection."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from grognard.wire.reckoning import Reckoning
from grognard.wire.seen import Victory
from grognard.wire.words import Names, Reason

Act: TypeAlias = Literal[
    "move",
    "enter",
    "place",
    "retreat",
    "advance",
    "declare",
    "fight",
    "throw",
    "loss",
    "removal",
    "segment",
    "turn",
    "end",
    "note",
]
"""What a line of the log is to be shown as."""


class LogLine(TypedDict):
    """Something that happened, as a seat may know it: words, and facts to be shown on the map."""

    text: str
    rule: str
    kind: str
    """The game's word for it."""
    act: Act
    side: NotRequired[str]
    pieces: NotRequired[list[str]]
    """Those that the seat may know."""
    hidden: NotRequired[int]
    """How many more there are."""
    hexes: NotRequired[list[str]]
    """Where it happened; of a move the whole path, the first hex included."""
    dice: NotRequired[list[int]]
    fought: NotRequired[Reckoning]
    """A combat as it was fought, with its throw."""


class WhyNot(TypedDict):
    """Why something is not among the answers."""

    legal: bool
    reasons: list[Reason]


class ReachedHex(TypedDict):
    """A hex that can be reached."""

    hex: int
    id: str
    cost: float
    text: str
    """The cost as people write it."""
    warns: NotRequired[list[Reason]]
    """What going there would hurt."""
    path: NotRequired[list[str]]
    """The way, the first hex included; where one hex was asked for."""


class RefusedHex(TypedDict):
    """A hex that cannot be reached, and why."""

    hex: int
    id: str
    rule: str
    text: str


class Reach(TypedDict):
    """Where a piece may go."""

    piece: str
    start: str | None
    """Where it stands; None off the map."""
    allowance: float | None
    cannot_move: Reason | None
    """Why it may not be moved at this moment at all."""
    hexes: list[ReachedHex]
    refused: list[RefusedHex]


class OverlayInfo(TypedDict):
    """Something that can be laid over the map."""

    id: str
    names: Names
    of: Literal["side", "all"]
    """Whether each side has one of its own."""
    drawn: Literal["fill", "hatch", "border"]
    """Hexes filled or hatched; or only the line where those of one side meet the other's."""
    is_pointed: NotRequired[bool]
    """Whether a part of it is shown whenever its hex is pointed at, without being asked for."""


class OverlayHex(TypedDict):
    """A hex of an overlay, with a word or nothing."""

    hex: int
    id: str
    text: str


class OverlayPart(TypedDict):
    """What of an overlay belongs to one hex: drawn alone, with its words, when it is pointed at."""

    hex: int
    id: str
    hexes: list[int]
    lines: list[list[int]]
    words: list[str]


class Overlay(TypedDict):
    """What is drawn; each line goes from hex to hex, one of a single hex only marks it."""

    id: str
    side: str
    hexes: list[OverlayHex]
    lines: list[list[int]]
    parts: NotRequired[list[OverlayPart]]


class HexWords(TypedDict):
    """A hex and what lies in it, in words."""

    hex: int
    id: str
    lines: list[str]
    notes: list[str]
    """Those of them that neither the map nor the counters show."""


class Zones(TypedDict):
    """Zones of control, as hexes."""

    own: list[str]
    enemy: list[str]


class SuppliedHex(TypedDict):
    """The supply of the units of a hex."""

    hex: str
    units: list[str]
    supplied: bool
    line: list[str]
    """From the hex to a source, both included; empty where there is none."""
    marked: list[str]
    """Those that failed the last check."""


class Supply(TypedDict):
    """The supply of a side."""

    sources: list[str]
    units: list[SuppliedHex]


class Commanded(TypedDict):
    """A unit, and the headquarters that have it in command."""

    piece: str
    headquarters: list[str]


class Crowding(TypedDict):
    """How full a hex is."""

    hex: str
    points: int
    limit: int
    over_stacked: bool


class Helper(TypedDict):
    """A piece free to support, what it adds, and whom it may help."""

    supporter: str
    value: int
    units: list[str]


class AttackCase(TypedDict):
    """An attack that could be made, with all who may take part."""

    note: str
    reckoning: Reckoning
    chances: dict[str, str]
    """By result, the exact chance; empty where it cannot be told."""


class Inspection(TypedDict):
    """A position for a program; a game leaves out what its rules do not have."""

    turn: int
    segment: str
    side: str
    zones: NotRequired[Zones]
    supply: NotRequired[Supply]
    command: NotRequired[list[Commanded]]
    stacking: NotRequired[list[Crowding]]
    support: NotRequired[list[Helper]]
    attacks: NotRequired[list[AttackCase]]


class LuckChance(TypedDict):
    """What a throw could have led to."""

    outcome: str
    chance: float


class LuckThrow(TypedDict):
    """A throw, and how lucky it was for whoever made it."""

    line: int
    """The line of the log."""
    seat: int
    text: str
    outcome: str
    chance: float
    """Of exactly this."""
    as_good: float
    """Of this or better."""
    luck: float
    """0 to 1: the chance of worse, and half that of the same."""
    expected: float
    actual: float
    """What it was worth, and was to be expected to be worth."""
    outcomes: list[LuckChance]


class LuckScore(TypedDict):
    """The luck of a seat over the game."""

    seat: int
    id: str
    combats: int
    luck: float
    margin: float


class LuckUnit(TypedDict):
    """What the luck of a throw is counted in: `expected`, `actual`, `margin` and `gain`."""

    text: str
    """A number in words: `{shown}` and `{number}` are filled in, as it is written and as it is."""
    meaning: str
    """What is counted, in a sentence; empty where a game does not say."""


class Luck(TypedDict):
    """The luck of a game."""

    unit: LuckUnit
    combats: list[LuckThrow]
    seats: list[LuckScore]


class Ending(TypedDict):
    """How a game ended, or stands, condition by condition."""

    winner: str | None
    text: str
    """Why, in words."""
    victory: Victory | None
    lost: list[int]
    """By seat: the steps lost."""


class CoursePoint(TypedDict):
    """How a game stood at the beginning of a turn, or at its end."""

    turn: int
    line: int
    """The line of the log."""
    text: str
    held: list[int]
    """By seat: how many hexes it held; empty where nobody reads that."""
    lost: list[int]
    """By seat: the steps lost by then."""
    chance: list[float]
    """By seat: how likely it was to win, as the computer judges; empty where it cannot say."""


class KeyMoment(TypedDict):
    """A throw that brought a seat more than was to be expected, or less."""

    line: int
    seat: int
    """Whom it helped or hurt."""
    text: str
    gain: float
    """By how much it was better than the mean of all throws; below 0: worse."""


class Course(TypedDict):
    """A game that is over, from its beginning to its end."""

    ending: Ending
    points: list[CoursePoint]
    moments: list[KeyMoment]
    """The greatest of each seat, the greatest first."""
    luck: list[LuckScore]
    unit: LuckUnit
