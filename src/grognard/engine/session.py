"""A game being played: its state, its journal, its events, and the way back.

Rules never throw dice and never wait; a session does both for them. One session is one game.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from grognard.engine.game import CHANCE, IllegalAction, apply, lone_answer
from grognard.engine.journal import FORCED, Journal, digest, legal_answers, result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grognard.engine.game import Action, Event, Seat, State
    from grognard.engine.registry import AnyGame


class Noted(NamedTuple):
    """An event, and the place in the game of the action that caused it."""

    cause: int
    event: Event


class Snapshot(NamedTuple):
    """A position that one can go back to, and how long the record was then."""

    state: State
    actions: int
    events: int


class Session:
    """One game in progress.

    With `auto_forced`, an answer that is the only legal one and a mere routine is given at once,
    and marked in the journal; `watched` when other people would notice its haste. Dice are never
    thrown by themselves. `begin` a game, or `resume` one.
    """

    def __init__(
        self,
        game: AnyGame,
        state: State,
        journal: Journal,
        rng: Random | None = None,
        *,
        auto_forced: bool = False,
        watched: bool = False,
    ) -> None:
        self.game = game
        self.state = state
        self.journal = journal
        self.auto_forced, self.watched = auto_forced, watched
        self.actions: list[Action] = []
        self.events: list[Noted] = []
        self._snapshots: list[Snapshot] = []
        self._rng = rng or Random()
        self.state.events = []

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        scenario: Any = None,
        *,
        start: State | None = None,
        options: Mapping[str, str] | None = None,
        players: Mapping[str, str] | None = None,
        date: str = "",
        rng: Random | None = None,
        auto_forced: bool = False,
        watched: bool = False,
    ) -> Self:
        """Return a new game of a scenario, from its set-up or from a position given as `start`."""
        scenario = game.configure(game.load() if scenario is None else scenario, options or {})
        state = game.start(scenario) if start is None else start.copy()
        data = game.data_digest(scenario)
        journal = Journal.begin(game, game.scenario_id(scenario), options, players, date, data)
        session = cls(game, state, journal, rng, auto_forced=auto_forced, watched=watched)
        session._play_forced()
        return session

    @classmethod
    def resume(
        cls,
        journal: Journal,
        game: AnyGame | None = None,
        scenario: Any = None,
        *,
        start: State | None = None,
        rng: Random | None = None,
        auto_forced: bool = False,
        watched: bool = False,
    ) -> Self:
        """Return the session that a journal left off: same state, events and way back.

        A journal that was cut short or changed is refused, like one that cannot be played.
        """
        game = journal.game(game)
        journal.readings(game)
        state = journal.start(game, scenario) if start is None else start.copy()
        session = cls(game, state, journal.copy(), rng, auto_forced=auto_forced, watched=watched)
        session.journal.drop("result", "digest")
        for line, move in journal.moves():
            action = journal.understand(game, session.state, line, move)
            session._carry_out(action, forced=line.comment == FORCED)
        journal.hold(game, session.state)
        session._play_forced()
        return session

    def play(self, action: Action) -> list[Event]:
        """Answer the current question; return what changed, forced answers after it included."""
        if self.state.is_over:
            raise IllegalAction("the game is over, nothing is asked any more")
        if action not in self.state.options():
            legal = legal_answers(self.game, self.state)
            raise IllegalAction(f"{action.verb} {action.noun} is not legal here: {legal}")
        before = len(self.events)
        self._record(action)
        self._play_forced()
        return [noted.event for noted in self.events[before:]]

    def throw(self) -> Action:
        """Answer a question to chance with one of its options, each as likely as the others."""
        if self.state.is_over or self.state.seat != CHANCE:
            raise IllegalAction("chance is not asked")
        options = self.state.options()
        action = options[int(self._rng.random() * len(options))]
        self.play(action)
        return action

    @property
    def can_undo(self) -> bool:
        """Whether an answer was given since the last throw, reveal or change of side."""
        return bool(self._snapshots)

    def undo(self) -> None:
        """Take back the last answer that was not forced, and whatever it forced."""
        if not self._snapshots:
            raise IllegalAction("nothing can be taken back since the last throw, reveal or side")
        snapshot = self._snapshots.pop()
        self.state = snapshot.state
        self.state.events = []
        self.journal.truncate(snapshot.actions)
        del self.actions[snapshot.actions :]
        del self.events[snapshot.events :]

    def record(self) -> Journal:
        """Return the journal so far, with the result and the digest of the position reached."""
        journal = self.journal.copy()
        journal.set("result", result(self.game, self.state))
        journal.set("digest", digest(self.state))
        return journal

    def log(self, lang: str = "en", seat: Seat | None = None) -> list[str]:
        """Return the log of the game in a language, as a seat may read it; None reads all."""
        describe = self.game.describe
        return [describe(self.state, noted.event, lang, seat) for noted in self.events]

    def _play_forced(self) -> None:
        """Give every answer that a seat need not be asked for."""
        while self.auto_forced:
            action = lone_answer(self.state, watched=self.watched)
            if action is None:
                return
            self._record(action, forced=True)

    def _record(self, action: Action, *, forced: bool = False) -> None:
        seat = self.game.seat_name(self.state.seat)
        text = self.game.write_action(self.state, action)
        joined = bool(self.actions) and self.game.joins(self.actions[-1].verb, action.verb)
        self._carry_out(action, forced=forced)
        self.journal.record(seat, text, joined=joined, comment=FORCED if forced else "")

    def _carry_out(self, action: Action, *, forced: bool) -> None:
        state, seat, reveals = self.state, self.state.seat, self.state.reveals
        if seat != CHANCE and not forced:
            self._snapshots.append(Snapshot(state.copy(), len(self.actions), len(self.events)))
        apply(state, action)
        self.events += [Noted(len(self.actions), event) for event in state.events or ()]
        state.events = []
        self.actions.append(action)
        is_closed = state.is_over or state.reveals != reveals or state.seat not in (seat, CHANCE)
        if seat == CHANCE or is_closed:
            self._snapshots.clear()
