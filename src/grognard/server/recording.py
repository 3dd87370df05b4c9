"""The session of a table: what a session is, with positions to begin replays from."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, Final

from grognard.engine.game import CHANCE, apply
from grognard.engine.session import Session

if TYPE_CHECKING:
    from grognard.engine.game import Action, Seat, State

APART: Final = 64
"""After how many answers a position is kept to begin a replay from."""


class LiveSession(Session):
    """A session that is told, answer by answer, whether there was any choice.

    Chance is thrown by the table, so a session needs no random numbers of its own. It keeps a
    position from time to time, for replays, and remembers when each seat last answered.
    """

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._kept = [(0, self.state.copy())]
        self._answered: list[tuple[int, int, int]] = []

    def give(self, action: Action, *, forced: bool = False) -> None:
        """Record an answer that is known to be legal."""
        self._record(action, forced=forced)

    def _carry_out(self, action: Action, *, forced: bool) -> None:
        if self.state.seat != CHANCE and not forced:
            self._answered.append((self.state.seat, len(self.actions), len(self.events)))
        super()._carry_out(action, forced=forced)
        if len(self.actions) % APART == 0:
            self._kept.append((len(self.actions), self.state.copy()))

    def undo(self) -> None:
        """Take back the last answer that was not forced, and whatever it forced."""
        super().undo()
        played = len(self.actions)
        self._kept = [kept for kept in self._kept if kept[0] <= played]
        self._answered = [each for each in self._answered if each[1] < played]

    def nearest(self, played: int) -> tuple[int, State]:
        """Return the last kept position by which at most so many answers had been played."""
        count, state = self._kept[bisect_right(self._kept, played, key=lambda kept: kept[0]) - 1]
        return count, state.copy()

    def state_at(self, played: int) -> State:
        """Return the position after so many answers and throws."""
        count, state = self.nearest(played)
        for action in self.actions[count:played]:
            apply(state, action)
        return state

    def since(self, seat: Seat | None) -> int:
        """Return how long the log was when a seat last answered; -1 if it never did."""
        own = (log for whose, _, log in reversed(self._answered) if whose == seat)
        return next(own, -1)
