"""What a game may offer to whoever plays it by program: levels, policies, an evaluation.

A game that offers nothing is still played, by trials to its end; one that can only say how a
position stands is played better; one with policies of its own names its levels. A policy answers
from a position that agrees with what its seat sees, never from the true one; whoever calls it sees
to that (`Game.reshuffle_hidden`). Nothing here searches or keeps time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, Self

from grognard.engine.game import Action, StateT

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from random import Random

    from grognard.engine.game import Seat


class Level(NamedTuple):
    """A strength of play, as people are told of it."""

    id: str
    """How commands, journals and saved games call it."""
    names: Mapping[str, str]
    """What it is called, by language."""
    says: Mapping[str, str]
    """How it thinks, in a few words, by language."""
    searches: bool = False
    """Whether it tries candidates out while its clock runs, rather than answer by a policy."""
    seconds: float = 0.0
    """About how long a side's turn takes it, unless it is given another time."""
    is_usual: bool = False
    """Whether it plays against a person who has asked for nobody else."""
    gives_hints: bool = False
    """Whether it gives the hints of a person who has asked for nobody else."""


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
    """What one game knows about playing it well; the evaluation alone is enough."""

    enough: ClassVar[int] = 3
    """How often a search must have tried another plan before it may take it up."""

    @abstractmethod
    def evaluate(self, state: StateT, seat: Seat) -> float:
        """Return how likely the seat is to win, from 0 to 1, as well as one can tell at a look."""

    def stage(self, state: StateT) -> int | None:
        """Return the number of the side's turn that a position belongs to, for the clock.

        None where the game does not say: every decision then has its time to itself.
        """
        return None

    def levels(self) -> Sequence[Level]:
        """Return the levels of the game's own, weakest first; without any it has the general ones.

        What follows here serves those levels, and is asked of a game that has some.
        """
        return ()

    def policy(self, level: str, seat: Seat, rng: Random) -> Policy[StateT]:
        """Return a fresh policy of a level; for one that searches, what its search begins with."""
        raise LookupError(f"there is no level {level!r}")

    def figures(self, state: StateT) -> Mapping[str, float]:
        """Return what counts in a position, for the first seat: what an evaluation is fitted on."""
        return {}

    def deserves(self, state: StateT, current: Policy[StateT]) -> float:
        """Return the share of a side's turn that a search of the question being asked deserves.

        None of it where the policy's answer will do.
        """
        return 0.0

    def candidates(
        self, state: StateT, seat: Seat, current: Policy[StateT], rng: Random
    ) -> Iterator[Candidate[StateT]]:
        """Yield ways to go on, the current policy's first; each is worked out when asked for."""
        yield Candidate("planned", current)
        for answer in state.options():
            yield Candidate(answer.verb, current, answer)

    def occasion(self, state: StateT) -> Hashable:
        """Return what a throw is for: trials let throws on the same occasion fall alike.

        The more exactly it is told, the less luck there is between two plans that differ.
        """
        return self.stage(state)

    def sparring(self, seat: Seat, rng: Random) -> Policy[StateT]:
        """Return the fast policy that answers for a seat while a candidate is tried out."""
        return self.policy(self.levels()[0].id, seat, rng)

    def is_quiet(self, state: StateT, since: StateT) -> bool:
        """Whether a trial that began at `since` may stop here and be evaluated."""
        return self.stage(state) != self.stage(since)
