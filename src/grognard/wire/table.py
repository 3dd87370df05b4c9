"""What the server adds: tables and seats, updates, hints, rules, replays, notes."""

from typing import Literal, NotRequired, TypedDict

from grognard.wire.asked import Answer, Prompt
from grognard.wire.printed import Option, PrintedSide, SetUpChoice
from grognard.wire.seen import SeatView
from grognard.wire.told import LogLine, OverlayInfo
from grognard.wire.words import Names, Plain


class LevelInfo(TypedDict):
    """A computer opponent."""

    id: str
    names: Names
    says: Names
    """What to expect of it."""
    is_usual: bool
    """Whether it is meant for most people."""
    gives_hints: bool


class ScenarioInfo(TypedDict):
    """A scenario that can be played."""

    id: str
    titles: Names
    options: list[Option]
    setups: list[SetUpChoice]
    goals: dict[str, Names]
    """By side: what it must do to win; empty where the game does not say."""


class LessonInfo(TypedDict):
    """A lesson that can be taken."""

    id: str
    scenario: str
    side: str
    titles: Names


class LessonAnswer(TypedDict):
    """An answer that a lesson waits for."""

    verb: str
    noun: int


class LessonStep(TypedDict):
    """What a learner is told now."""

    id: str
    title: str
    step: int
    """From 1."""
    steps: int
    words: list[str]
    """Read one after the other; none while others answer."""
    marks: list[str]
    """Hexes to look at."""
    answers: list[LessonAnswer]
    """Those of the legal answers that the lesson waits for."""
    is_over: bool


class GameInfo(TypedDict):
    """A game that can be played."""

    id: str
    titles: Names
    about: Names
    """What it is about, in a sentence or two; empty where the game does not say."""
    rules_version: str
    seats: list[PrintedSide]
    scenarios: list[ScenarioInfo]
    levels: list[LevelInfo]
    lessons: list[LessonInfo]


class GameList(TypedDict):
    """Everything that can be played."""

    games: list[GameInfo]
    languages: list[str]


class SeatInfo(TypedDict):
    """Who sits where."""

    seat: int
    id: str
    kind: Literal["human", "bot"]
    name: str
    level: str | None
    is_here: bool
    holder: Literal["maker", "guest"] | None
    """Who has the seat: whoever made the table, a guest, or nobody yet."""
    renewals: int
    """How often the seat was given a new token."""


class TableInfo(TypedDict):
    """What anybody with a link may know of a table."""

    table: str
    game: str
    scenario: str
    options: dict[str, str]
    created: str
    seat: int | None
    """The one that the token opens; None for whoever watches."""
    seat_id: str | None
    seats: list[SeatInfo]
    is_maker: bool
    """Whether the seat is held by whoever made the table."""
    hints: list[LevelInfo]
    """The levels that give hints; none where the table was made without."""
    hint: str
    """The level that is asked for a hint where nobody chose another; empty for none."""
    over: bool
    result: str
    """The id of the winner, ``draw`` or ``unfinished``."""


class LogPart(TypedDict):
    """The log: the first lines stay as they were, and these follow; undo can shorten it."""

    keep: int
    """How many lines stay."""
    first: int
    """The number, from 0, of the first line sent; those between are in the pages of the log."""
    lines: list[LogLine]
    total: int


class LogPage(TypedDict):
    """A page of the log."""

    first: int
    """The number, from 0, of its first line."""
    lines: list[LogLine]
    total: int


class Update(TypedDict):
    """A position, whole, as a seat sees it."""

    type: Literal["update"]
    version: int
    """Grows whenever what the seat may see changes; an answer carries the version it answers."""
    view: SeatView
    prompt: Prompt
    answers: list[Answer]
    """All legal answers; empty where another seat is asked."""
    log: LogPart
    can_undo: bool
    lesson: LessonStep | None
    """What the lesson says, at a table where one is taken."""
    over: bool
    result: str
    since: int
    """The line of the log from which on the seat is told what others did: where it last answered
    or, in the turn of another, where that turn began; -1 for whoever never answered."""


class Submitted(TypedDict):
    """An answer that was applied, now or before."""

    repeat: bool
    update: Update


class HintAnswer(TypedDict):
    """One answer of a hint."""

    verb: str
    noun: int
    typed: str
    label: str
    pieces: list[str]
    hexes: list[str]


class HintCandidate(TypedDict):
    """What a bot weighed."""

    text: str
    value: float
    unit: str
    """``points``, ``odds``, ``chance`` of winning, or empty."""
    reason: str
    is_chosen: bool
    pieces: list[str]
    hexes: list[str]


class Hint(TypedDict):
    """What a bot would do in one's place."""

    version: int
    level: str
    question: str
    rule: str
    answers: list[HintAnswer]
    """All that belongs to one decision."""
    candidates: list[HintCandidate]


class RuleText(TypedDict):
    """A rule in our own words."""

    number: str
    title: str
    text: str
    rulings: list[str]


class RulingText(TypedDict):
    """How an open rule is read here, and why."""

    id: str
    rules: list[str]
    text: str
    reason: str
    option: str | None


class Rules(TypedDict):
    """The rules reference."""

    title: str
    lang: str
    rules: list[RuleText]
    rulings: list[RulingText]


class Overlays(TypedDict):
    """What can be laid over the map."""

    overlays: list[OverlayInfo]


class Frame(TypedDict):
    """A moment of a replay: the first of a page whole, the others merge patches (RFC 7386)."""

    frame: int
    log: int
    """How many lines of the log are told by then."""
    view: NotRequired[dict[str, Plain]]
    """A `SeatView` without the keys that are nothing there."""
    patch: NotRequired[dict[str, Plain]]


class TurnMark(TypedDict):
    """Where a turn begins."""

    turn: int
    frame: int
    line: int
    """The line of the log that says so."""
    text: str
    """What it says; empty for the beginning of a game that does not say it."""


class Replay(TypedDict):
    """A game as a seat saw it: the moments of which the log tells."""

    total: int
    start: int
    at: int
    """The frame that was asked for, by its number or by a line of the log."""
    turns: list[TurnMark]
    fights: list[int]
    """The frames in which there was a combat."""
    frames: list[Frame]


class Note(TypedDict):
    """A remark or a bookmark."""

    note: int
    frame: int
    text: str


class Notes(TypedDict):
    """All of one's notes."""

    notes: list[Note]


class Refusal(TypedDict):
    """Why something was not done."""

    code: str
    reason: str
