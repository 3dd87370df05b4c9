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

from grognard.bots.levels import usual_guide
from grognard.engine.game import CHANCE, Action, IllegalAction, lone_answer
from grognard.engine.journal import Journal
from grognard.server import lessons, shown
from grognard.server.bots import RANDOM, Edition, as_json, levels
from grognard.server.place import Place, place_of
from grognard.server.recording import LiveSession
from grognard.server.refusal import Refused
from grognard.server.shown import Eye, Log, Shown
from grognard.server.writer import WrittenLine

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from grognard.engine.registry import AnyGame
    from grognard.engine.thinking import Level
    from grognard.server.store import StoredTable
    from grognard.wire import LessonStep, TableInfo

ANSWER: Final = "answer"
FORCED: Final = "forced"
THROWN: Final = "chance"
UNDO: Final = "undo"
LEAVE: Final = "leave"
"""A learner goes on without the lesson."""


def new_token() -> str:
    """Return a secret of 256 bits that fits in a link."""
    return token_urlsafe(32)


def hash_of(token: str) -> str:
    """Return what is kept of a token. It is long and random: a plain hash is enough."""
    return sha256(token.encode()).hexdigest()


class Damaged(RuntimeError):
    """A game that cannot be read back: which one, at which entry of its journal, and why."""

    def __init__(self, table_id: str, entry: int | None, reason: str) -> None:
        place = "its opening" if entry is None else f"entry {entry}"
        super().__init__(f"table {table_id}, {place}: {reason}")


@dataclass(slots=True)
class Submission:
    """An answer or an undo as a client sends it."""

    client: str
    sequence: int
    version: int
    action: Action | None
    """None takes back."""
    lang: str = "en"
    """In which a refusal is understood."""


@dataclass(slots=True, eq=False)
class Table:
    """One game in progress."""

    id: str
    game: AnyGame
    scenario: Any
    printed: Edition
    session: LiveSession
    places: list[Place]
    """The seats in order, and last the bench."""
    created: datetime
    lang: str
    next_entry: int = 0
    applied: dict[tuple[int, str, int], Action | None] = field(default_factory=dict)
    """The answers that were applied, by seat, client and sequence; None took back."""
    undone: list[int] = field(default_factory=list)
    """How often each seat has taken back."""
    cuts: list[int] = field(default_factory=list)
    """To how many lines the log was shortened, each time it was."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    bots_at_work: bool = False
    owner: str = ""
    """The address of whoever made it or had it read from disk: its bots take turns by owner."""
    teacher: lessons.Teacher | None = None
    """Who gives a lesson here."""
    hints: bool = False
    """Whether people may ask the computer what it would do."""
    hinting: set[int] = field(default_factory=set)
    """The seats for which a hint is being found."""
    first_version: int = field(default_factory=lambda: time.time_ns() // 1_000_000)

    @classmethod
    def restore(cls, stored: StoredTable, game: AnyGame | None = None) -> Table:
        """Return the table that a journal tells of.

        Raises `DataError` where the opening cannot be played, `Damaged` where what was added to
        it cannot.
        """
        journal = Journal.parse(stored.opening, stored.id)
        game = journal.game(game)
        scenario = journal.scenario(game)
        session = LiveSession.resume(journal, game, start=game.start(scenario))
        options = tuple(sorted(journal.readings(game).items()))
        printed = Edition(game.id, journal.get("scenario"), options)
        places = [place_of(game, seat) for seat in stored.seats]
        places.append(Place(Eye(game, None), None))
        table = cls(
            stored.id, game, scenario, printed, session, places, stored.created, stored.lang
        )
        table.hints = stored.hints
        if name := journal.get("lesson"):
            table.teacher = lessons.teacher(game, name, session)
        table.undone = [0] * len(places)
        for number, entry in enumerate(stored.entries):
            try:
                table._replay(number, entry)
            except (ValueError, LookupError, IllegalAction, TypeError) as error:
                raise Damaged(stored.id, number, str(error)) from error
        return table

    def _replay(self, number: int, entry: WrittenLine) -> None:
        """Do again what an entry of the journal says was done."""
        if entry.number != number:
            raise ValueError(f"it is missing; the next one there is has the number {entry.number}")
        action = None
        if entry.kind == UNDO:
            self.session.undo()
        elif entry.kind == LEAVE:
            self._leave_lesson()
        else:
            state = self.session.state
            action = self.game.read_action(state, entry.move)
            if entry.seat != state.seat or action not in state.options():
                raise ValueError(f"{entry.move!r} is not legal there")
            self.session.give(action, forced=entry.kind == FORCED)
        self._count(entry, action)

    def _count(self, entry: WrittenLine, action: Action | None) -> WrittenLine:
        self.next_entry = entry.number + 1
        self.undone[entry.seat] += entry.kind == UNDO
        if entry.client is not None and entry.sequence is not None:
            self.applied[entry.seat, entry.client, entry.sequence] = action
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
            if place.token_hash and hmac.compare_digest(place.token_hash, wanted):
                return place
        raise Refused("bad_token", "this token opens no seat of this table")

    def invited(self, invitation: str) -> Place:
        """Return the seat to which an invitation was given."""
        wanted = hash_of(invitation)
        for place in self.seats:
            if place.invitation_hash and hmac.compare_digest(place.invitation_hash, wanted):
                return place
        raise Refused("bad_token", "this invitation is not valid, or not any more")

    def seat_named(self, name: str) -> Place:
        """Return a seat by its id."""
        for place in self.seats:
            if place.id == name:
                return place
        raise Refused("not_found", f"there is no seat {name!r}")

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

    def is_repeat(self, place: Place, asked: Submission) -> bool:
        """Whether this very answer was applied before; another under its number is refused."""
        key = place.eye.number, asked.client, asked.sequence
        if key not in self.applied:
            return False
        if self.applied[key] != asked.action:
            raise Refused("conflict", "another answer was given under this client and sequence")
        return True

    def play(self, place: Place, asked: Submission) -> list[WrittenLine]:
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
        if self.teacher is not None and asked.action in self.session.state.options():
            self.teacher.refuse(self.game, self.session.state, asked.action, asked.lang)
        return [self._answer(place, asked.action, asked), *self.run_on()]

    def play_for_bot(self, action: Action) -> list[WrittenLine]:
        """Apply the answer of the bot whose turn it is."""
        place = self.places[self.session.state.seat]
        return [self._answer(place, action, None), *self.run_on()]

    def _answer(self, place: Place, action: Action, asked: Submission | None) -> WrittenLine:
        state = self.session.state
        if action not in state.options():
            raise Refused("illegal", f"{action.verb} {action.noun} is not among the answers")
        move = self.game.write_action(state, action)
        self.session.give(action)
        return self._note(ANSWER, place.eye.number, move, action, asked)

    def _undo(self, place: Place, asked: Submission) -> WrittenLine:
        before = len(self.session.events)
        try:
            self.session.undo()
        except IllegalAction as error:
            raise Refused("no_undo", str(error)) from None
        if len(self.session.events) < before:
            self.cuts.append(len(self.session.events))
            for each in self.places:
                for log in each.logs.values():
                    log.cut(len(self.session.events))
        return self._note(UNDO, place.eye.number, "", None, asked)

    def leave_lesson(self, place: Place) -> list[WrittenLine]:
        """Go on without the lesson, as the learner wishes."""
        if not self._is_learner(place):
            raise Refused("not_yours", "no lesson is given here")
        if self.teacher is not None and self.teacher.is_left:
            return []
        self._leave_lesson()
        return [self._note(LEAVE, place.eye.number, "", None, None), *self.run_on()]

    def _leave_lesson(self) -> None:
        if self.teacher is not None:
            self.teacher.is_left = True

    def run_on(self) -> list[WrittenLine]:
        """Throw the dice that are due and give the answers that leave no choice."""
        entries = []
        while (kind := self._unasked()) is not None:
            state = self.session.state
            seat, options = state.seat, state.options()
            said = self.teacher and self.teacher.dictated(self.game, state)
            action = said or options[SystemRandom().randrange(len(options))]
            move = self.game.write_action(state, action)
            self.session.give(action, forced=kind == FORCED)
            entries.append(self._note(kind, seat, move, action, None))
        return entries

    def _unasked(self) -> str | None:
        """Say how the current question is answered without asking anybody, if it is."""
        state = self.session.state
        if state.is_over:
            return None
        if state.seat == CHANCE:
            return THROWN
        if self.teacher is not None and self.teacher.dictated(self.game, state):
            return ANSWER
        others = (place for place in self.seats if place.eye.seat != state.seat)
        watched = not all(place.is_bot for place in others)
        return FORCED if lone_answer(state, watched=watched) else None

    def _note(
        self, kind: str, seat: int, move: str, action: Action | None, asked: Submission | None
    ) -> WrittenLine:
        for place in self.places:
            place.is_stale = True
        client, sequence = (asked.client, asked.sequence) if asked else (None, None)
        return self._count(WrittenLine(self.next_entry, kind, seat, move, client, sequence), action)

    # What is shown

    def show(self, place: Place) -> Shown:
        """Return what a seat sees now; its version grows only if that has changed."""
        before = place.shown
        if before is not None and not place.is_stale:
            return before
        version = self.first_version if before is None else before.version
        taught = self.teacher.taught if self._is_learner(place) and self.teacher else -1
        since = self.since(place)
        now = shown.look(place.eye, self.session, version, len(self.cuts), since, taught)
        place.is_stale = False
        if before is not None and before.looks_like(now):
            return before
        now.version += before is not None
        place.shown = now
        return now

    def since(self, place: Place) -> int:
        """Return the line of the log from which on a seat is told what the others did.

        That is where it last answered or, where it only answered in the turn of another, where
        that turn began; -1 for whoever never answered.
        """
        first = last = self.session.since(place.eye.seat)
        if last < 0:
            return last
        log = self.log(place, next(iter(place.logs), self.lang))
        for line, told in reversed(log.told("segment")):
            if line < last:
                if told.get("side") in (None, place.id):
                    break
                first = line
        return first

    def speak(self, place: Place, lang: str) -> Shown:
        """Return what a seat sees now, with the question in a language."""
        seen, state = self.show(place), self.session.state
        if lang not in seen.words:
            seen.words[lang] = shown.words(place.eye, state, lang, self._lesson(place, lang))
        return seen

    def _is_learner(self, place: Place) -> bool:
        return self.teacher is not None and place.id == self.teacher.lesson.side

    def _lesson(self, place: Place, lang: str) -> LessonStep | None:
        if self.teacher is None or not self._is_learner(place):
            return None
        return self.teacher.tell(self.game, self.session.state, lang)

    def log(self, place: Place, lang: str) -> Log:
        """Return the log as a seat may read it, complete."""
        log = place.logs.setdefault(lang, Log())
        log.follow(place.eye, self.session.state, self.session.events, lang)
        return log

    def update(self, place: Place, lang: str, before: Shown | None = None) -> str:
        """Return the message that shows a seat the game, after another or whole.

        Of a log that is sent anew only the last lines are sent; `log` in `asking` gives the rest.
        """
        seen = self.speak(place, lang)
        key = lang, before.version if before else -1
        if key not in seen.updates:
            keep = min(before.lines, seen.lines, *self.cuts[before.cuts :]) if before else 0
            first = max(keep, seen.lines - shown.PAGE)
            new = self.log(place, lang).page(first, seen.lines)
            seen.updates[key] = shown.update(seen, lang, keep, first, new)
        return seen.updates[key]

    def about(self, place: Place, here: Iterable[int]) -> TableInfo:
        """Return what anybody with a link may know of the table; `here` are the seats present."""
        present = set(here)
        seats = [seat.info(is_here=seat.is_bot or seat.eye.seat in present) for seat in self.seats]
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
            "is_maker": place.holder == "maker",
            "hints": [as_json(level) for level in self.advisers],
            "hint": usual_guide(self.game) if self.advisers else "",
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
