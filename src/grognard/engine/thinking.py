"""What a game may offer to whoever plays it by program: policies, candidates, an evaluation.

A policy answers from a position that agrees with what its seat sees, never from the true one;
whoever calls it sees to that (`Game.reshuffle_hidden`). Nothing here searches or keeps time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, NamedTuple, Self

from grognard.engine.game import Action, StateT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grognard.engine.game import Seat


class Idea(NamedTuple):
    """A way to go on that was weighed: what it is, how good it looked, and why.

    `what` and `reason` are keys of the game's own sentences, which name the pieces, hexes and
    number (`Game.idea_words`); words that are no key are said as they stand.
    """

    what: str
    value: float
    reason: str = ""
    unit: str = "points"
    """What the value counts: ``points``, ``odds``, ``chance`` of winning; empty if unknown."""
    answer: Action | None = None
    """The answer that this is, where it is one answer and no plan."""
    pieces: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    number: int = 0
    is_taken: bool = False
    """Whether a plan is gone on with; an answer shows that by itself."""


class Policy(ABC, Generic[StateT]):
    """Answers every question put to one seat; it may follow a plan made earlier."""

    @abstractmethod
    def choose(self, state: StateT, options: Sequence[Action]) -> Action:
        """Return one of the options of the question that `state` asks."""

    @abstractmethod
    def ideas(self) -> Sequence[Idea]:
        """Return what was weighed for the last choice, best first."""

    @abstractmethod
    def copy(self, rng: Random) -> Self:
        """Return an independent policy with the same plan, drawing from other random numbers."""


class Candidate(NamedTuple, Generic[StateT]):
    """A way to go on from here: a policy, a name for it, and perhaps what it must answer first."""

    name: str
    policy: Policy[StateT]
    first: Action | None = None


class Adviser(ABC, Generic[StateT]):
    """What one game knows about playing it well."""

    @abstractmethod
    def levels(self) -> Sequence[str]:
        """Return the names of the policies, weakest first."""

    @abstractmethod
    def policy(self, level: str, seat: Seat, rng: Random) -> Policy[StateT]:
        """Return a fresh policy of a level, or of `general`: what its search begins with."""

    @abstractmethod
    def stage(self, state: StateT) -> int:
        """Return the number of the side's turn that a position belongs to, for the clock."""

    @abstractmethod
    def is_worth_searching(self, state: StateT, current: Policy[StateT]) -> bool:
        """Whether the question being asked deserves a search rather than the policy's answer."""

    @abstractmethod
    def candidates(
        self, state: StateT, seat: Seat, current: Policy[StateT], rng: Random
    ) -> Iterator[Candidate[StateT]]:
        """Yield ways to go on, the current policy's first; each is worked out when asked for."""

    @abstractmethod
    def sparring(self, seat: Seat, rng: Random) -> Policy[StateT]:
        """Return the fast policy that answers for a seat while a candidate is tried out."""

    @abstractmethod
    def is_quiet(self, state: StateT, since: StateT) -> bool:
        """Whether a trial that began at `since` may stop here and be evaluated."""

    @abstractmethod
    def evaluate(self, state: StateT, seat: Seat) -> float:
        """Return how likely the seat is to win, from 0 to 1, as well as one can tell at a look."""
