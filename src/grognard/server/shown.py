"""What one seat is shown: a view, the question in words, its answers, the log. Nothing else.

Everything that leaves for a seat is made here, from `Game.view`, `Game.prompt` and
`Game.describe` for that seat. Its version counts what it was shown, never what happened unseen.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.game import SPECTATOR
from grognard.engine.journal import result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Seat, State
    from grognard.engine.registry import AnyGame
    from grognard.engine.session import Noted, Session
    from grognard.wire import LessonStep, LogLine, Prompt


PAGE: Final = 100
"""How many lines of the log are sent at once to somebody who has seen nothing."""


class Eye(NamedTuple):
    """Who looks: a seat of the game or, without one, whoever watches."""

    game: AnyGame
    seat: Seat | None

    @property
    def number(self) -> Seat:
        """The seat as a game is asked for its view."""
        return SPECTATOR if self.seat is None else self.seat


@dataclass(slots=True)
class Shown:
    """A moment as a seat may see it, complete and on disk."""

    version: int
    view: str
    """As JSON."""
    lines: int
    """How many lines the log has."""
    cuts: int
    """How often the log has been shortened."""
    asked: str
    """The question, where it is this seat's to answer, with all that it knows of it."""
    can_undo: bool
    is_over: bool
    result: str
    since: int
    """The length of the log when this seat was last at play; -1 for whoever never was."""
    taught: int
    """The step of a lesson; -1 without one."""
    words: dict[str, str] = field(default_factory=dict)
    """Prompt and answers as JSON, by language."""
    updates: dict[tuple[str, int], str] = field(default_factory=dict)
    """The messages that show this moment, by language and by the version seen before."""

    def looks_like(self, other: Shown) -> bool:
        """Whether the seat could not tell the two moments apart."""
        return self._facts() == other._facts()

    def _facts(self) -> tuple[object, ...]:
        return (
            self.view,
            self.lines,
            self.cuts,
            self.asked,
            self.can_undo,
            self.is_over,
            self.since,
            self.taught,
        )


_ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, separators=(",", ":"), sort_keys=True
)


def dumps(value: object) -> str:
    """Return JSON without blanks; equal values give equal text."""
    return _ENCODER.encode(value)


def view_text(eye: Eye, state: State) -> str:
    """Return the view of a seat as JSON, without its options, which travel with their labels."""
    return eye.game.view(state, eye.number).seat_text()


def look(
    eye: Eye, session: Session, version: int, cuts: int, since: int, taught: int = -1
) -> Shown:
    """Return this moment as a seat may see it."""
    state = session.state
    is_mine = not state.is_over and state.seat == eye.seat
    return Shown(
        version,
        view_text(eye, state),
        len(session.events),
        cuts,
        repr(state.question) if is_mine else "",
        is_mine and session.can_undo,
        state.is_over,
        result(eye.game, state),
        since,
        taught,
    )


def words(eye: Eye, state: State, lang: str, lesson: LessonStep | None = None) -> str:
    """Return the current question in words, with its answers if they are this seat's to give."""
    prompt = eye.game.prompt(state, eye.number, lang)
    is_mine = not state.is_over and state.seat == eye.seat
    asked: Prompt = {"text": prompt.text, "rule": prompt.rule, "is_mine": is_mine}
    answers = f'"answers":{dumps(prompt.answers)},"lesson":{dumps(lesson)}'
    return f'"prompt":{dumps(asked)},{answers}'


MARKS: Final = ("turn", "segment", "fight", "end")
"""The kinds of lines that are sought again."""


class Log:
    """The log as one seat may read it in one language: each line is put into words once."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._marks: dict[str, list[tuple[int, LogLine]]] = {act: [] for act in MARKS}

    def follow(self, eye: Eye, state: State, noted: Sequence[Noted], lang: str) -> None:
        """Put into words what has happened since."""
        for number, each in enumerate(noted[len(self._lines) :], len(self._lines)):
            told = eye.game.tell(state, each.event, lang, eye.number)
            if told["act"] in self._marks:
                self._marks[told["act"]].append((number, told))
            self._lines.append(dumps(told))

    def cut(self, length: int) -> None:
        """Forget what was taken back."""
        del self._lines[length:]
        for act, marks in self._marks.items():
            self._marks[act] = [mark for mark in marks if mark[0] < length]

    def told(self, act: str) -> list[tuple[int, LogLine]]:
        """Return the lines of one of the `MARKS`, with their numbers."""
        return self._marks[act]

    def page(self, start: int, end: int) -> str:
        """Return some lines as a JSON list."""
        return f"[{','.join(self._lines[start:end])}]"

    def __len__(self) -> int:
        return len(self._lines)


def update(shown: Shown, lang: str, keep: int, first: int, new: str) -> str:
    """Return the message that shows a seat a moment.

    The log keeps `keep` lines; `new` are those from `first` to its end.
    """
    log = f'{{"keep":{keep},"first":{first},"lines":{new},"total":{shown.lines}}}'
    facts = {"can_undo": shown.can_undo, "over": shown.is_over, "result": shown.result}
    flags = dumps({**facts, "since": shown.since})
    return (
        f'{{"type":"update","version":{shown.version},"view":{shown.view},'
        f'{shown.words[lang]},"log":{log},{flags[1:]}'
    )
