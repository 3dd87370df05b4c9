"""A table in memory: the session, its seats, and what each of them has been shown.

Nothing here waits or writes. `House` calls it under the table's lock, writes the entries that
come out of it, and only then publishes.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import SystemRandom, token_urlsafe
from typing import TYPE_CHECKING, Any, Final

from grognard.engine.game import CHANCE, Action, IllegalAction, lone_answer
from grognard.engine.journal import Journal
from grognard.engine.session import Session
from grognard.server import shown
from grognard.server.bots import RANDOM, Printed, as_json, levels
from grognard.server.refusal import Refused
from grognard.server.shown import Eye, Shown
from grognard.server.store import Entry

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from grognard.engine.registry import AnyGame
    from grognard.engine.thinking import Level
    from grognard.server.store import StoredSeat, StoredTable

ANSWER: Final = "answer"
FORCED: Final = "forced"
THROWN: Final = "chance"
UNDO: Final = "undo"


def new_token() -> str:
    """Return a secret of 256 bits that fits in a link."""
    return token_urlsafe(32)


def hash_of(token: str) -> str:
    """Return what is kept of a token. It is long and random: a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


class LiveSession(Session):
    """A session that is told, answer by answer, whether there was any choice.

    Chance is thrown by the table, so a session needs no random numbers of its own.
    """

    def give(self, action: Action, *, forced: bool = False) -> None:
        """Record an answer that is known to be legal."""
        self._record(action, forced=forced)


@dataclass(slots=True)
class Place:
    """A seat of the table, or the bench of those who watch."""

    eye: Eye
    id: str | None
    level: str = ""
    name: str = ""
    token_hash: str = ""
    shown: Shown | None = None
    is_stale: bool = True
    """Whether the game has gone on since `shown` was made."""

    @property
    def is_bot(self) -> bool:
        """Whether a program plays this seat."""
        return bool(self.level)

    def as_json(self) -> dict[str, Any]:
        """Return what everybody may know of who sits here."""
        kind = "bot" if self.level else "human"
        names = {"seat": self.eye.seat, "id": self.id, "kind": kind, "name": self.name}
        return {**names, "level": self.level or None}


@dataclass(slots=True)
class Asked:
    """An answer or an undo as a client sends it."""

    client: str
    sequence: int
    version: int
    action: Action | None
    """None takes back."""


@dataclass(slots=True, eq=False)
class Table:
    """One game in progress."""

    id: str
    game: AnyGame
    scenario: Any
    printed: Printed
    session: LiveSession
    places: list[Place]
    """The seats in order, and last the bench."""
    created: datetime
    lang: str
    next_entry: int = 0
    applied: set[tuple[int, str, int]] = field(default_factory=set)
    """The answers that were applied, by seat, client and sequence."""
    cuts: list[int] = field(default_factory=list)
    """To how many lines the log was shortened, each time it was."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    bots_at_work: bool = False
    hints: bool = False
    """Whether people may ask the computer what it would do."""
    hinting: set[int] = field(default_factory=set)
    """The seats for which a hint is being found."""
    first_version: int = field(default_factory=lambda: time.time_ns() // 1_000_000)

    @classmethod
    def restore(cls, stored: StoredTable) -> Table:
        """Return the table that a journal tells of; raises `JournalError` where it cannot be."""
        journal = Journal.parse(stored.opening, stored.id)
        game = journal.game()
        scenario = journal.scenario(game)
        session = LiveSession.resume(journal, game, start=game.start(scenario))
        options = tuple(sorted(journal.readings(game).items()))
        printed = Printed(game.id, journal.get("scenario"), options)
        places = [_place(game, seat) for seat in stored.seats]
        places.append(Place(Eye(game, None), None))
        table = cls(
            stored.id, game, scenario, printed, session, places, stored.created, stored.lang
        )
        table.hints = stored.hints
        for entry in stored.entries:
            table._replay(entry)
        return table

    def _replay(self, entry: Entry) -> None:
        """Do again what an entry of the journal says was done."""
        if entry.kind == UNDO:
            self.session.undo()
        else:
            action = self.game.read_action(self.session.state, entry.move)
            self.session.give(action, forced=entry.kind == FORCED)
        self._count(entry)

    def _count(self, entry: Entry) -> Entry:
        self.next_entry = entry.number + 1
        if entry.client is not None and entry.sequence is not None:
            self.applied.add((entry.seat, entry.client, entry.sequence))
        return entry

    # Who asks

    @property
    def bench(self) -> Place:
        """Where those who watch sit."""
        return self.places[-1]

    @property
    def seats(self) -> list[Place]:
        """The seats of the game."""
        return self.places[:-1]

    def open(self, token: str | None) -> Place:
        """Return the seat that a token opens; without a token, the bench."""
        if token is None:
            return self.bench
        wanted = hash_of(token)
        for place in self.seats:
            if not place.is_bot and hmac.compare_digest(place.token_hash, wanted):
                return place
        raise Refused("bad_token", "this token opens no seat of this table")

    @property
    def to_move(self) -> Place | None:
        """Whose answer is awaited; None once the game is over."""
        state = self.session.state
        return None if state.is_over or state.seat == CHANCE else self.places[state.seat]

    # Hints

    @property
    def advisers(self) -> list[Level]:
        """The levels that give hints at this table, weakest first."""
        return [level for level in levels(self.game) if level.id != RANDOM] if self.hints else []

    def allow_hint(self, place: Place, level: str) -> int:
        """Return the version of what a hint is about, or refuse it."""
        if place.eye.seat is None or not self.hints:
            reason = "no hints are given at this table" if not self.hints else "you only watch"
            raise Refused("not_yours", reason)
        known = [each.id for each in self.advisers]
        if level not in known:
            reason = f"no hints by {level!r}; there are {', '.join(known) or 'none'}"
            raise Refused("bad_request", reason)
        if self.to_move is not place:
            raise Refused("not_asked", "a hint is for whoever is asked")
        if place.eye.number in self.hinting:
            raise Refused("too_many", "a hint is being found; wait for it")
        return self.show(place).version

    # Play

    def is_repeat(self, place: Place, asked: Asked) -> bool:
        """Whether this very answer was applied before."""
        return (place.eye.number, asked.client, asked.sequence) in self.applied

    def play(self, place: Place, asked: Asked) -> list[Entry]:
        """Apply an answer or an undo; return what the journal gains, or refuse it whole."""
        if place.eye.seat is None:
            raise Refused("not_yours", "whoever watches does not answer")
        if asked.version != self.show(place).version:
            raise Refused("late", "this answers an older position; the current one was sent")
        if self.to_move is not place:
            reason = "the game is over" if self.to_move is None else "another seat is asked"
            raise Refused("not_asked", reason)
        if asked.action is None:
            return [self._undo(place, asked)]
        return [self._answer(place, asked.action, asked), *self.run_on()]

    def play_for_bot(self, action: Action) -> list[Entry]:
        """Apply the answer of the bot whose turn it is."""
        place = self.places[self.session.state.seat]
        return [self._answer(place, action, None), *self.run_on()]

    def _answer(self, place: Place, action: Action, asked: Asked | None) -> Entry:
        state = self.session.state
        if action not in state.options():
            raise Refused("illegal", f"{action.verb} {action.noun} is not among the answers")
        move = self.game.write_action(state, action)
        self.session.give(action)
        return self._note(ANSWER, place.eye.number, move, asked)

    def _undo(self, place: Place, asked: Asked) -> Entry:
        before = len(self.session.events)
        try:
            self.session.undo()
        except IllegalAction as error:
            raise Refused("no_undo", str(error)) from None
        if len(self.session.events) < before:
            self.cuts.append(len(self.session.events))
        return self._note(UNDO, place.eye.number, "", asked)

    def run_on(self) -> list[Entry]:
        """Throw the dice that are due and give the answers that leave no choice."""
        entries = []
        while (kind := self._unasked()) is not None:
            state = self.session.state
            seat, options = state.seat, state.options()
            action = options[SystemRandom().randrange(len(options))]
            move = self.game.write_action(state, action)
            self.session.give(action, forced=kind == FORCED)
            entries.append(self._note(kind, seat, move, None))
        return entries

    def _unasked(self) -> str | None:
        """Say how the current question is answered without asking anybody, if it is."""
        state = self.session.state
        if state.is_over:
            return None
        if state.seat == CHANCE:
            return THROWN
        others = (place for place in self.seats if place.eye.seat != state.seat)
        watched = not all(place.is_bot for place in others)
        return FORCED if lone_answer(state, watched=watched) else None

    def _note(self, kind: str, seat: int, move: str, asked: Asked | None) -> Entry:
        for place in self.places:
            place.is_stale = True
        client, sequence = (asked.client, asked.sequence) if asked else (None, None)
        return self._count(Entry(self.next_entry, kind, seat, move, client, sequence))

    # What is shown

    def show(self, place: Place) -> Shown:
        """Return what a seat sees now; its version grows only if that has changed."""
        before = place.shown
        if before is not None and not place.is_stale:
            return before
        version = self.first_version if before is None else before.version
        now = shown.look(place.eye, self.session, version, len(self.cuts))
        place.is_stale = False
        if before is not None and before.looks_like(now):
            return before
        now.version += before is not None
        place.shown = now
        return now

    def speak(self, place: Place, lang: str) -> Shown:
        """Return what a seat sees now, with the question in a language."""
        seen = self.show(place)
        if lang not in seen.words:
            seen.words[lang] = shown.words(place.eye, self.session.state, lang)
        return seen

    def update(self, place: Place, lang: str, before: Shown | None = None) -> str:
        """Return the message that shows a seat the game, after another or whole."""
        seen = self.speak(place, lang)
        keep = min(before.lines, seen.lines, *self.cuts[before.cuts : seen.cuts]) if before else 0
        noted = self.session.events[keep : seen.lines]
        new = shown.lines(place.eye, self.session.state, noted, lang)
        return shown.update(seen, lang, keep, new)

    def about(self, place: Place, here: Iterable[int]) -> dict[str, Any]:
        """Return what anybody with a link may know of the table; `here` are the seats present."""
        present = set(here)
        seats = [
            {**seat.as_json(), "is_here": seat.is_bot or seat.eye.seat in present}
            for seat in self.seats
        ]
        seen = self.show(self.bench)
        return {
            "table": self.id,
            "game": self.printed.game,
            "scenario": self.printed.scenario,
            "options": dict(self.printed.options),
            "created": self.created.isoformat().replace("+00:00", "Z"),
            "seat": place.eye.seat,
            "seat_id": place.id,
            "seats": seats,
            "hints": [as_json(level) for level in self.advisers],
            "over": seen.is_over,
            "result": seen.result,
        }

    def journal(self) -> str:
        """Return the whole game as text, with the names of those who play."""
        journal = self.session.record()
        for place in self.seats:
            name = place.name or place.level
            if name:
                journal.set(f"player {place.id}", name)
        return journal.format()


def _place(game: AnyGame, seat: StoredSeat) -> Place:
    eye = Eye(game, seat.seat)
    return Place(eye, game.seats[seat.seat], seat.level, seat.name, seat.token_hash)
