"""What is printed: counters, tables, tracks, pools, the words and colours of everything."""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from grognard.wire.sheet import Sheet
from grognard.wire.words import Colours, Names


class PrintedSide(TypedDict):
    """A side of the game; its `seat` is the number that answers for it."""

    seat: int
    id: str
    names: Names
    colours: Colours
    goal: NotRequired[Names]
    """What it must do to win, in a sentence."""


class Nation(TypedDict):
    """Whose counters have colours of their own."""

    id: str
    names: Names
    colours: Colours


class Band(TypedDict):
    """The stripe of a formation."""

    fill: str
    ink: str


class FaceValue(TypedDict):
    """One value printed on a face, for programs; `id` is the game's word (``attack``)."""

    id: str
    value: int | str
    is_red: NotRequired[bool]
    """Printed in another colour, for rules that read it."""


class Face(TypedDict):
    """A counter with so many steps left."""

    steps: int
    text: str
    """The values as they are printed: ``6-4-10``."""
    values: list[FaceValue]


class Piece(TypedDict):
    """A counter; its `index` is the noun of answers, its `id` the name that journals use."""

    index: int
    id: str
    names: Names
    side: str | None
    """None for a counter that serves whoever holds it."""
    nation: str | None
    formation: str | None
    kind: str
    """The game's word for what it is."""
    symbol: str
    """What is drawn: ``infantry``, ``motorised``, ``cavalry``, ``armour``, ``heavy-armour``,
    ``assault-gun``, ``armoured-car``, ``armoured-train``, ``artillery``, ``rocket``, ``anti-tank``,
    ``anti-aircraft``, ``engineer``, ``recon``, ``headquarters``, ``militia``, ``machinegun``,
    ``naval-infantry``, ``mountain``, ``coastal``; no unit: ``truck``, ``plane``, ``ship``. Any
    other is drawn as an empty frame."""
    size: str
    """``I`` to ``XXXXX``, or empty."""
    unit: str
    """The unit as written beside the symbol."""
    top: str
    """What is written in the band."""
    band: Band | None
    steps: int
    faces: list[Face]
    """From full strength to the last step."""
    figures: dict[str, int]
    """Values that no face changes, by the game's words: ``stacking``, ``support``, ``range``."""
    arrives: str | None
    """When or how it comes, where it is not there at the start."""
    note: str


class Formation(TypedDict):
    """Counters that belong together."""

    id: str
    side: str | None
    pieces: list[int]


class TableRow(TypedDict):
    """A row of a table."""

    label: str
    cells: list[str]


class PrintedTable(TypedDict):
    """A table; a reckoning names it by `id` and its cells by place."""

    id: str
    names: Names
    rule: str
    dice: list[int]
    """The faces of each die thrown on it: ``[6]``, ``[6, 6]``, ``[10]``; empty for none."""
    columns: list[str]
    rows: list[TableRow]
    words: NotRequired[dict[str, Names]]
    """Of labels and cells that are words and no figures: how each language says them."""
    reconstructed: bool
    """Not as published: made by us."""


class Track(TypedDict):
    """Something counted or set for the whole game: points, weather."""

    id: str
    names: Names
    side: str | None
    cells: list[Names]
    """The words of each place, where it has words; else it is a number."""
    most: int | None


class Pool(TypedDict):
    """Where counters lie that are not on the map, or that are worth listing."""

    id: str
    names: Names
    side: str | None
    rule: str


class Mark(TypedDict):
    """A state that a counter, or a stack, may be in."""

    id: str
    names: Names
    rule: str
    drawn: str
    """The badge that is meant: ``moved``, ``attacked``, ``retreated``, ``supported``, ``warning``,
    ``uncommanded``, ``crowded``, ``halved``, ``disrupted``."""
    is_bad: bool
    """Whether it hurts."""


class MarkerKind(TypedDict):
    """A marker that may lie on the map: a bridge blown, a trench, smoke."""

    id: str
    names: Names
    rule: str
    drawn: str


class Segment(TypedDict):
    """A part of a turn."""

    id: str
    names: Names
    side: str | None
    """Whose it is; None for both."""
    kind: str
    """What is done in it: ``setup``, ``supply``, ``movement``, ``combat`` ..."""


class Turn(TypedDict):
    """A turn of the track."""

    number: int
    names: Names
    """What is printed there, such as a date; may be empty."""


class SetUpChoice(TypedDict):
    """A set-up that a person may ask for before the game: the answer that takes it."""

    id: str
    names: Names
    verb: str
    noun: int
    reconstructed: bool


class Area(TypedDict):
    """Where some counters may be set up."""

    side: str
    pieces: list[int]
    hexes: list[int]
    near: str | None


class PrintedCondition(TypedDict):
    """A condition of victory; ``{now}`` and ``{needed}`` of its words are filled in."""

    id: str
    names: Names
    side: str
    """Whom it helps."""
    rule: str


class VictoryLevel(TypedDict):
    """How well somebody has won."""

    id: str
    names: Names
    side: str | None
    least: int | None
    """From how many points."""


class PrintedVictory(TypedDict):
    """What each side must do."""

    title: Names
    conditions: list[PrintedCondition]
    levels: list[VictoryLevel]


class OptionValue(TypedDict):
    """One reading of an open rule."""

    id: str
    names: Names


class Option(TypedDict):
    """An open rule, and the ways in which it may be played."""

    id: str
    names: Names
    rule: str
    default: str
    values: list[OptionValue]


NounKind: TypeAlias = Literal["hex", "piece", "number", "word", "nothing"]
"""What the noun of an answer stands for."""


class Printed(TypedDict):
    """Everything printed. Lists that a game has nothing for are empty."""

    game: str
    scenario: str
    titles: Names
    sides: list[PrintedSide]
    nations: list[Nation]
    turns: list[Turn]
    first: str | None
    """The side that begins a turn."""
    segments: list[Segment]
    verbs: dict[str, NounKind]
    words: dict[str, list[str]]
    """The words that a verb chooses from."""
    map: Sheet | None
    """None for a game that is played without one."""
    pieces: list[Piece]
    formations: list[Formation]
    tables: list[PrintedTable]
    tracks: list[Track]
    pools: list[Pool]
    marks: list[Mark]
    markers: list[MarkerKind]
    areas: list[Area]
    setups: list[SetUpChoice]
    victory: PrintedVictory
    options: list[Option]
