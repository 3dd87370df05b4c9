"""How long a bot may think: in seconds, or in nodes where the same game must come out again."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

DECISION: Final = 1.0
TURN: Final = 10.0
"""The default limits, in seconds, of one decision and of one side's turn."""


@dataclass(slots=True)
class Clock:
    """Counts one decision after another against their limits.

    With `nodes`, seconds do not count: a decision ends after so many nodes, whatever the machine.

    >>> clock = Clock(nodes=2)
    >>> clock.begin(stage=1)
    >>> clock.spend(2)
    >>> clock.is_out
    True
    """

    decision: float = DECISION
    turn: float = TURN
    nodes: int | None = None
    now: Callable[[], float] = perf_counter
    spent: int = 0
    """Nodes spent on the current decision."""
    total: int = 0
    """Nodes spent since the game began."""
    used: float = 0.0
    """Seconds used in the current stage by decisions that are over."""
    _limit: float = field(default=0.0, repr=False)
    _stage: int = field(default=-1, repr=False)
    _began: float = field(default=0.0, repr=False)

    def begin(self, stage: int, share: float | None = None) -> None:
        """Start the clock for a decision; `stage` numbers the turns of the sides.

        A plan for a whole turn may take a `share` of it, rather than the time of one decision.
        """
        self.spent = 0
        if stage != self._stage:
            self._stage, self.used = stage, 0.0
        wanted = self.decision if share is None else share * self.turn
        self._limit = min(wanted, self.turn - self.used)
        self._began = self.now()

    def end(self) -> None:
        """Stop the clock: the decision is made."""
        self.used += self.now() - self._began

    def spend(self, nodes: int = 1) -> None:
        """Count nodes of a search."""
        self.spent += nodes
        self.total += nodes

    @property
    def is_out(self) -> bool:
        """Whether the decision must be made now."""
        return self.is_used(1.0)

    def is_used(self, share: float) -> bool:
        """Whether a share of what this decision may take is used up."""
        return self.gone >= share

    @property
    def gone(self) -> float:
        """The share of what this decision may take that is used up, 1 and more when all is."""
        if self.nodes is not None:
            return self.spent / self.nodes
        return (self.now() - self._began) / self._limit if self._limit > 0 else 1.0
