"""A game in progress is a state and a stack of questions; the top one is asked next.

Rules never wait for an answer and never throw a die: they put questions, and whoever runs the
game (a person, a bot, a server, a replay) answers them. A die is a question to `CHANCE`, so odds
weigh it, bots enumerate it and the journal records it. Questions are frozen: copies share them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
    dataclass_transform,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.wire import NounKind

Seat: TypeAlias = int
"""Who answers a question: a side of the game (0, 1, ...) or `CHANCE`."""

CHANCE: Final[Seat] = -1
"""The seat of the dice: its options are equally likely, and whoever runs the game draws one."""

SPECTATOR: Final[Seat] = 255
"""Whoever watches: a game shows it what every seat may know, and asks it nothing.

A number that no list of sides has, so that a game which forgets it fails aloud and tells nothing.
"""


class IllegalAction(ValueError):
    """The action is not one of the options of the question being asked."""


class Action(NamedTuple):
    """A verb and the number it applies to: ``Action("to", hex)``, ``Action("throw", 5)``."""

    verb: str
    noun: int = 0


class Noun(Enum):
    """What the number of an action stands for; each game says it for each of its verbs."""

    value: NounKind

    NOTHING = "nothing"
    PIECE = "piece"
    HEX = "hex"
    NUMBER = "number"
    WORD = "word"


class Routine(Enum):
    """Whether an answer may be given for a player where it is the only one.

    Throwing, revealing and ending (a segment, a turn, a choice in which something could be chosen)
    are a player's own acts. Where there was nothing to choose from (no support to name, no column
    to commit), closing the choice ends nothing of the player's: it is `UNWATCHED`, unless a die
    falls or something comes to light right after it.
    """

    NO = "no"
    """It throws, reveals or ends something, or may do so."""
    UNWATCHED = "unwatched"
    """It does none of that, but its haste would tell other people that there was no choice."""
    YES = "yes"


class Event(NamedTuple):
    """Something that changed, and the rule that changed it; the log is rendered from these.

    `facts` holds what the sentence needs (piece and hex numbers, figures). The fact `hidden`, where
    there is one, tells `Game.describe` what the other seats must not learn from this event.
    """

    kind: str
    rule: str
    facts: dict[str, Any]


StateT = TypeVar("StateT", bound="State")
T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def frozen(cls: type[T]) -> type[T]:
    """Make a class of annotated fields, such as a question, which nobody may change.

    The type checker sees to that. A dataclass frozen at run time takes twice as long to make, and
    most decisions make one.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


class Question(ABC, Generic[StateT]):
    """One choice put to one seat, or to chance."""

    __slots__ = ()

    rule: ClassVar[str] = ""
    """The number of the rule that asks."""

    @abstractmethod
    def seat(self, state: StateT) -> Seat:
        """Who answers."""

    @abstractmethod
    def options(self, state: StateT) -> Sequence[Action]:
        """Every legal answer, none twice; of equal weight when chance answers."""

    @abstractmethod
    def answer(self, state: StateT, action: Action) -> None:
        """Carry out a legal answer. The question has already left the stack."""

    def routine(self, state: StateT, action: Action) -> Routine:
        """Whether an answer may be given for the player where it is the only one."""
        return Routine.NO


class Procedure(Generic[StateT]):
    """A stage of the sequence of play at which nobody chooses; it waits on the stack.

    A plain class, not an abstract one: `isinstance` is asked of it at every decision, and of an
    abstract class it takes six times as long.
    """

    __slots__ = ()

    def run(self, state: StateT) -> None:
        """Do what the rules say, or put the questions that do. It has already left the stack."""
        raise NotImplementedError


class State(ABC):
    """What every game has; each game adds its own facts."""

    __slots__ = ("events", "reveals", "stack")

    stack: list[Question[Any] | Procedure[Any]]
    events: list[Event] | None
    """Where changes are noted, or None where nobody reads them (playouts, search)."""
    reveals: int
    """How often something hidden has come to light; undo never goes back behind that."""

    def __init__(self) -> None:
        self.stack = []
        self.events = None
        self.reveals = 0

    def ask(self, *following: Question[Any] | Procedure[Any]) -> None:
        """Put questions and procedures before all pending ones, to come in the order written."""
        self.stack += following[::-1]

    def run_on(self) -> None:
        """Run the procedures that are due, until a question is asked or nothing is left."""
        stack = self.stack
        while stack:
            due = stack[-1]
            if not isinstance(due, Procedure):
                return
            stack.pop()
            due.run(self)

    @property
    def question(self) -> Question[Any]:
        """The question being asked."""
        due = self.stack[-1]
        if isinstance(due, Procedure):
            raise RuntimeError(f"{due} waits to be run: call run_on after putting it")
        return due

    @property
    def is_over(self) -> bool:
        """Whether no question is left."""
        return not self.stack

    @property
    def seat(self) -> Seat:
        """Who answers the current question."""
        return self.question.seat(self)

    def options(self) -> Sequence[Action]:
        """Every legal answer to the current question; the only source of legality."""
        return self.question.options(self)

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent state that notes no events; what never changes is shared."""

    @abstractmethod
    def canonical(self) -> str:
        """Return every fact of the position as text, the same for equal positions."""

    @abstractmethod
    def winner(self) -> Seat | None:
        """Who has won, once the game is over; None for a draw or a game in progress."""


def apply(state: State, action: Action) -> None:
    """Answer the current question with an action taken from its options."""
    question = state.question
    state.stack.pop()
    question.answer(state, action)
    state.run_on()


def lone_answer(state: State, *, watched: bool) -> Action | None:
    """Return the answer that needs no asking; `watched` when another person is at the table."""
    if state.is_over or state.seat == CHANCE:
        return None
    options = state.options()
    if len(options) != 1:
        return None
    routine = state.question.routine(state, options[0])
    given = routine is Routine.YES or (routine is Routine.UNWATCHED and not watched)
    return options[0] if given else None


def step(state: State, action: Action) -> None:
    """Answer the current question, refusing what is not among its options."""
    if action not in state.options():
        raise IllegalAction(f"{action.verb} {action.noun} does not answer {state.stack[-1]}")
    apply(state, action)
