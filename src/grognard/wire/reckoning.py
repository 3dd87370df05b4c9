"""The reckoning of a fight, line by line: it adds up, and every line has its rule.

A fight is won on a table: by the ratio of two sums and column shifts, by dice with modifiers, or by
both. `Reckoning` holds them all; what a game does not have is empty.
"""

from typing import Literal, NotRequired, TypeAlias, TypedDict

from grognard.wire.words import Figure, Names, Reason


class Change(TypedDict):
    """Something done to a value: "halved: over-stacked", and what it is then."""

    rule: str
    text: str
    value: int | float
    """The value after the change."""


class Factor(TypedDict):
    """What one piece counts: the printed value, each change, and what is left of it."""

    piece: str
    printed: int | float
    changes: list[Change]
    value: int | float
    """The printed value where nothing changed it, else the value of the last change."""
    rule: str


class Sum(TypedDict):
    """One side of the ratio: factors that add up to `sum`, changes to that, and the total."""

    factors: list[Factor]
    sum: int | float
    changes: list[Change]
    total: int | float


class Modifier(TypedDict):
    """A column shift, or a number added to the dice."""

    rule: str
    text: str
    value: int


class CellPlace(TypedDict):
    """A cell of a printed table: rows and columns are counted from 0."""

    table: str
    row: int
    column: int
    side: str | None
    """Whose result stands there, where each side reads a cell of its own."""


class SideResult(TypedDict):
    """What a result means to one side."""

    side: str
    text: str
    """In words: "loses 2 steps"."""
    steps: int | None
    """The steps to lose, where it is a number."""
    choices: list[str]
    """The ways in which its owner may take it, where he has a choice."""


class Throw(TypedDict):
    """The dice as they fell, and what they led to."""

    dice: list[int]
    total: int
    """With the modifiers, and held to the rows or columns of the table."""
    cells: list[CellPlace]
    result: str
    """As printed: ``1/2``, ``1*/1R``."""
    results: list[SideResult]


class Chance(TypedDict):
    """One result that may come, in the order from the worst for the attacker to the best."""

    result: str
    chance: Figure
    dice: list[int]
    """The throws (sums of the dice) that bring it, where they can be told."""
    results: list[SideResult]


class Mean(TypedDict):
    """What is to be expected: steps lost, the hex taken."""

    id: str
    text: str
    value: Figure
    is_chance: bool
    """Whether it is a probability."""
    range: NotRequired[list[Figure]]
    """The least and the most, over what cannot be seen."""


class Reckoning(TypedDict):
    """A fight reckoned as a seat may know it; what it may not know is None or left out."""

    kind: str
    """``combat``, ``overrun`` ..."""
    side: str
    """Who attacks."""
    targets: list[str]
    attackers: list[str]
    supports: list[str]
    defenders: list[str]
    defence_supports: list[str]
    committed: list[str]
    """What either side gave in secret, once it is known."""
    hidden: int
    """Counters that matter and cannot be seen."""
    attack: Sum | None
    defence: Sum | None
    ratio: str
    """The column of the ratio before shifts, or the ratio where it only modifies the dice."""
    shifts: list[Modifier]
    column: str
    """The column that is read; empty where only the dice tell it."""
    modifiers: list[Modifier]
    """Added to the dice."""
    modifier: int
    """Their sum, held to its limits."""
    limits: list[Reason]
    """What held a sum, a column or a modifier back."""
    table: str
    """The printed table that is read; empty for none."""
    cells: list[CellPlace]
    """The cells that may be read: of a throw made, those that were."""
    dice: list[int]
    """The faces of each die: ``[6]``, ``[6, 6]``, ``[10]``."""
    throw: Throw | None


CaseId: TypeAlias = Literal["bare", "answered"]
"""A fight ``bare``, as composed; or ``answered``, with all that the enemy can be seen to add."""


class Case(TypedDict):
    """The fight with what may still be added to it."""

    id: CaseId
    names: Names
    reckoning: Reckoning
    chances: list[Chance]
    means: list[Mean]


class Gain(TypedDict):
    """What one thing more would change."""

    rule: str
    text: str
    piece: str | None
    """The piece that an answer could name for it."""
    change: Figure
    """By how much the outcome would be better."""
    taken: Figure
    """The chance to take the hex then."""


class End(TypedDict):
    """One way in which the fight may end, both sides choosing best."""

    chance: Figure
    text: str
    rules: list[str]


class Outlook(TypedDict):
    """The fight reckoned to its end, over what may lie hidden, each side choosing best."""

    note: str
    stacks: int
    """How many arrangements of hidden counters were weighed; 1 where nothing is hidden."""
    exact: bool
    columns: list[Chance]
    """The chance of each column, over what may lie hidden."""
    chances: list[Chance]
    means: list[Mean]
    ends: list[End]
    gains: list[Gain]


class Odds(TypedDict):
    """The fight being composed or fought: as it is, as it may become, and what would help."""

    note: str
    """Over what the figures are taken, or why there are none."""
    cases: list[Case]
    """None where there is no fight; the first is the fight as it is composed."""
    outlook: NotRequired[Outlook]
