"""What a seat sees of a position. Hexes and pieces are called by their printed ids."""

from typing import NotRequired, TypedDict

from grognard.wire.words import Plain


class Counter(TypedDict):
    """A counter that is seen."""

    id: str
    steps: int
    marks: list[str]


class Stack(TypedDict):
    """The counters of a hex."""

    side: str
    height: int
    """How many counters lie there."""
    hidden: int
    """How many of them the seat may not see; they are drawn beneath."""
    pieces: list[Counter]
    """Those that are seen, from the bottom to the top."""
    marks: NotRequired[list[str]]
    """States of the whole stack, such as over-stacked; only where the seat may know."""


class SeenPool(TypedDict):
    """What lies in a pool now."""

    pieces: list[str]
    used: list[str]
    """Those of them that are spent for now."""


class Marker(TypedDict):
    """A marker on the map: in a hex, or on the side between two."""

    kind: str
    hexes: list[str]
    """One hex, or the two of a side."""
    side: str | None
    number: int | None


class Condition(TypedDict):
    """How a condition of victory stands; its words are printed."""

    id: str
    holds: bool
    now: int
    needed: int
    hexes: list[str]
    held: list[str]
    """Those that count for it now."""


class Victory(TypedDict):
    """Who would win if the game ended now."""

    winner: str | None
    """None for a draw."""
    level: str | None
    points: dict[str, int]
    """By side, where points are counted."""
    conditions: list[Condition]


class Battle(TypedDict):
    """A fight that is announced: a combat, an overrun, an attack declared for later."""

    kind: str
    side: str
    targets: list[str]
    attackers: list[str]
    supports: list[str]
    defence_supports: list[str]
    committed: list[str]
    """What this seat itself has sealed; never another's."""


class Seen(TypedDict):
    """The facts of a view."""

    turn: int
    turns: int
    segment: str
    stacks: dict[str, Stack]
    """By hex."""
    pools: dict[str, SeenPool]
    """By the id of the pool; those that have nothing in them may be left out."""
    control: str
    """By hex, in the order of the printed map: the digit of the seat that holds it, or ``.``; empty
    where nobody reads it."""
    markers: list[Marker]
    tracks: dict[str, int]
    """By the id of the track: the number, or the place among its cells."""
    victory: Victory | None
    battle: Battle | None
    """The one being fought."""
    declared: list[Battle]
    """Those that are still to be fought."""
    facts: NotRequired[dict[str, Plain]]
    """What this game alone has, for programs."""


class Asked(TypedDict):
    """The question being asked. Who is not asked learns its kind and its rule, and no more."""

    kind: str
    rule: str
    pieces: NotRequired[list[str]]
    """The pieces that it is about: who moves, who retreats, who is set up."""
    target: NotRequired[str]
    """The hex that it is about."""
    joined: NotRequired[list[str]]
    """Who has joined so far."""
    supports: NotRequired[list[str]]
    """Who supports so far."""
    steps: NotRequired[int]
    """How many are still to be lost, hexes to go, cases to decide."""
    facts: NotRequired[dict[str, Plain]]
    """What this game alone has."""


class SeatView(TypedDict):
    """A position as one seat sees it."""

    seat: int | None
    """None for whoever watches."""
    to_move: int | None
    """Who is asked; -1 for chance, None once the game is over."""
    question: Asked | None
    facts: Seen


class BotView(SeatView):
    """The same for a program that plays, with its options; see docs/bots.md."""

    options: list[tuple[str, int]]
    """The legal answers, verb and noun, where this seat is asked; else none."""
