"""The record of a game: a header, then every answer given, chance included.

The journal is the truth about a game: it replays to the same state byte for byte and needs no
seed. People read it, write it by hand, annotate it and compare it; `docs/notation.md` has the
grammar. Its words are kept as text, since only the position says which piece a name means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from grognard.engine.datafile import DataError, read_text, shortened
from grognard.engine.game import apply
from grognard.engine.registry import UnknownGame, known_game, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from grognard.engine.game import Action, Event, State
    from grognard.engine.registry import AnyGame

FORCED: Final = "forced"
"""The comment of an answer that was the only one, and was played by itself."""

DRAW: Final = "draw"
UNFINISHED: Final = "unfinished"
_COMMENT: Final = re.compile(r"(?:^|\s)#")
_SHOWN: Final = 12
"""How many legal answers of one verb an error lists."""


_LONGEST_READ: Final = 200
"""Of what was read in its stead: so many letters."""


class JournalError(DataError):
    """A journal that cannot be read or played: where, what was read, what was legal there."""

    def __init__(self, file: str, line: int, reason: str, read: str = "", legal: str = "") -> None:
        message = reason
        if read:
            message += f"; read: {shortened(read, _LONGEST_READ)}"
        if legal:
            message += f"; legal here: {legal}"
        super().__init__(file, line, message)
        self.read, self.legal = read, legal


def digest(state: State) -> str:
    """Return a fingerprint of a position, the same in every process and every run."""
    return sha256(state.canonical().encode()).hexdigest()


def result(game: AnyGame, state: State) -> str:
    """Return the name of the winner, or ``draw``, or ``unfinished``."""
    if not state.is_over:
        return UNFINISHED
    winner = state.winner()
    return DRAW if winner is None else game.seat_name(winner)


@dataclass(slots=True)
class HeaderField:
    """A line of the header; without a key, a comment alone."""

    key: str
    value: str
    comment: str = ""
    number: int = 0

    def format(self) -> str:
        """Return the line as it is written."""
        return _line(f"{self.key}: {self.value}".rstrip() if self.key else "", self.comment)


@dataclass(slots=True)
class JournalLine:
    """The answers of one seat on one line; without a seat, a comment or a blank line."""

    seat: str = ""
    moves: list[str] = field(default_factory=list)
    comment: str = ""
    number: int = 0

    def format(self) -> str:
        """Return the line as it is written."""
        return _line(f"{self.seat}: {'; '.join(self.moves)}" if self.seat else "", self.comment)


class Replayed(NamedTuple):
    """One answer of a replay. The state is the one that goes on: copy it to keep it."""

    state: State
    action: Action
    events: list[Event]
    line: JournalLine


@dataclass(slots=True)
class Journal:
    """A game as it is written down."""

    head: list[HeaderField]
    lines: list[JournalLine] = field(default_factory=list)
    file: str = "journal"

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        scenario: str,
        options: Mapping[str, str] | None = None,
        players: Mapping[str, str] | None = None,
        date: str = "",
        data: str = "",
    ) -> Journal:
        """Return the journal of a game in which nothing has been played yet.

        `data` is the fingerprint of data files that are not the game's own.
        """
        journal = cls([])
        journal.set("game", game.id)
        journal.set("scenario", scenario)
        if data:
            journal.set("data", data)
        journal.set("rules", game.rules_version)
        for name, value in (options or {}).items():
            journal.set(f"option {name}", value)
        for name, value in (players or {}).items():
            journal.set(f"player {name}", value)
        if date:
            journal.set("date", date)
        return journal

    @classmethod
    def read(cls, file: Path) -> Journal:
        """Return the journal in a file."""
        return cls.parse(read_text(file), str(file))

    @classmethod
    def parse(cls, text: str, file: str = "journal") -> Journal:
        """Return the journal that a text holds; its answers are checked when it is replayed."""
        rows = [row.rstrip("\r") for row in text.removeprefix("\ufeff").rstrip().split("\n")]
        journal = cls([], file=file)
        end = _end_of_header(rows)
        head = [_parse_field(row, number, file) for number, row in enumerate(rows[:end], 1)]
        journal.head = [entry for entry in head if entry.key or entry.comment]
        journal._refuse_a_bad_header()
        body = enumerate(rows[end + 1 :], end + 2)
        journal.lines = [_parse_line(row, number, file) for number, row in body]
        while journal.lines and not journal.lines[-1].format():
            del journal.lines[-1]
        return journal

    def _refuse_a_bad_header(self) -> None:
        seen: dict[str, int] = {}
        for entry in self.head:
            if entry.key and seen.setdefault(entry.key, entry.number) != entry.number:
                reason = f"{entry.key} stands already on line {seen[entry.key]}"
                raise JournalError(self.file, entry.number, reason, entry.format())
        for key in ("game", "scenario"):
            if not self.get(key):
                raise JournalError(self.file, 1, f"the header lacks the line '{key}: ...'")

    def format(self) -> str:
        """Return the text of the journal; parsing it gives the same journal."""
        rows = [entry.format() for entry in self.head]
        if self.lines:
            rows += ["", *(line.format() for line in self.lines)]
        return "\n".join(rows) + "\n"

    # The header

    def get(self, key: str) -> str:
        """Return the value of a key of the header, or nothing."""
        return next((entry.value for entry in self.head if entry.key == key), "")

    def set(self, key: str, value: str) -> None:
        """Give a key of the header a value."""
        if not re.fullmatch(r"[^\s:#][^:#\n]*", key) or _needs_quotes(value):
            raise ValueError(f"a header cannot hold {key!r}: {value!r}")
        for entry in self.head:
            if entry.key == key:
                entry.value = value
                return
        self.head.append(HeaderField(key, value))

    def drop(self, *keys: str) -> None:
        """Take keys out of the header."""
        self.head = [entry for entry in self.head if entry.key not in keys]

    def line_of(self, key: str) -> int:
        """Return the line on which a key of the header stands, or the first."""
        return next((entry.number for entry in self.head if entry.key == key), 1) or 1

    @property
    def options(self) -> dict[str, str]:
        """The options of the scenario that the game is played with."""
        return self._named("option ")

    @property
    def players(self) -> dict[str, str]:
        """Who plays, by the name of the seat."""
        return self._named("player ")

    def _named(self, prefix: str) -> dict[str, str]:
        return {
            entry.key.removeprefix(prefix): entry.value
            for entry in self.head
            if entry.key.startswith(prefix)
        }

    # The answers

    def moves(self) -> Iterator[tuple[JournalLine, str]]:
        """Yield every answer, as text, with the line that it stands on."""
        for line in self.lines:
            for move in line.moves:
                yield line, move

    def record(self, seat: str, move: str, *, joined: bool = False, comment: str = "") -> None:
        """Write one more answer, on the last line where it is `joined` to the one before."""
        if ";" in move or _needs_quotes(move) or "\n" in comment:
            raise ValueError(f"a journal cannot hold the answer {move!r}  # {comment}")
        last = self.lines[-1] if self.lines else JournalLine()
        if joined and last.seat == seat and not last.comment and not comment:
            last.moves.append(move)
        else:
            self.lines.append(JournalLine(seat, [move], comment))

    def truncate(self, count: int) -> None:
        """Take back every answer after the first `count`."""
        for place, line in enumerate(self.lines):
            if count < len(line.moves):
                del line.moves[count:]
                del self.lines[place + bool(count) :]
                return
            count -= len(line.moves)

    def copy(self) -> Journal:
        """Return an independent journal."""
        head = [HeaderField(f.key, f.value, f.comment, f.number) for f in self.head]
        lines = [JournalLine(n.seat, list(n.moves), n.comment, n.number) for n in self.lines]
        return Journal(head, lines, self.file)

    # The game

    def game(self, named: AnyGame | None = None) -> AnyGame:
        """Return the game that was played: the one that the caller named, or one known by its id.

        A journal names no code to import: a game that is not installed is for the caller to name.
        """
        name = self.get("game")
        try:
            game = named or known_game(name)
        except UnknownGame as error:
            raise JournalError(self.file, self.line_of("game"), str(error)) from None
        if name not in (game.id, name_of(game)):
            reason = f"this is a game of {name}, not of {game.id}"
            raise JournalError(self.file, self.line_of("game"), reason)
        return game

    def readings(self, game: AnyGame) -> dict[str, str]:
        """Return the options that the game is played with, those of its rules included.

        A journal of an older version of the rules is played under the readings of then.
        """
        rules, line = self.get("rules"), self.line_of("rules")
        if rules in ("", game.rules_version):
            return self.options
        if rules not in game.older_rules:
            known = ", ".join([*game.older_rules, game.rules_version])
            reason = f"written under rules that are not known here; {game.id} knows {known}"
            raise JournalError(self.file, line, reason, rules)
        return {**game.older_rules[rules], **self.options}

    def scenario(self, game: AnyGame | None = None, scenario: Any = None) -> Any:
        """Return the scenario as it was played; `scenario` is one that is not the game's."""
        game = self.game(game)
        name, line = self.get("scenario"), self.line_of("scenario")
        readings = self.readings(game)
        try:
            scenario = game.find(name) if scenario is None else scenario
            scenario = game.configure(scenario, readings)
        except (LookupError, ValueError) as error:
            raise JournalError(self.file, line, str(error)) from error
        if game.scenario_id(scenario) != name:
            reason = f"this is a game of the scenario {name}, not of {game.scenario_id(scenario)}"
            raise JournalError(self.file, line, reason)
        if self.get("data") not in ("", game.data_digest(scenario)):
            reason = "played with data files of its own, which are other than those given here"
            raise JournalError(self.file, self.line_of("data"), reason, self.get("data"))
        return scenario

    def start(self, game: AnyGame | None = None, scenario: Any = None) -> State:
        """Return the state in which the game began; `scenario` is one that is not the game's."""
        game = self.game(game)
        state: State = game.start(self.scenario(game, scenario))
        return state

    def hold(self, game: AnyGame, state: State) -> None:
        """Refuse a journal whose header tells of another end than the one it leads to."""
        reached = {"result": result(game, state), "digest": digest(state)}
        last = next((line.number for line in reversed(self.lines) if line.seat), 0)
        for key, value in reached.items():
            told = self.get(key)
            if told in ("", value):
                continue
            if reached["result"] == UNFINISHED != self.get("result") != "":
                reason = f"the record breaks off here; its header tells of the result {told}"
                raise JournalError(self.file, last or 1, reason)
            reason = f"the replay ends with the {key} {value}: cut short or changed"
            raise JournalError(self.file, self.line_of(key), reason, told)

    def understand(self, game: AnyGame, state: State, line: JournalLine, move: str) -> Action:
        """Return the action that an answer stands for; refuse what is not legal there."""
        if state.is_over:
            self._refuse(game, state, line, move, "the game is over, nothing is asked any more")
        asked = game.seat_name(state.seat)
        if line.seat != asked:
            self._refuse(game, state, line, move, f"{asked} is asked, not {line.seat}")
        try:
            action = game.read_action(state, move)
        except ValueError as error:
            self._refuse(game, state, line, move, str(error))
        if action not in state.options():
            self._refuse(game, state, line, move, "this is not a legal answer")
        return action

    def _refuse(
        self, game: AnyGame, state: State, line: JournalLine, move: str, reason: str
    ) -> NoReturn:
        legal = "" if state.is_over else legal_answers(game, state)
        if legal:
            legal = f"{game.seat_name(state.seat)}: {legal}"
        raise JournalError(self.file, line.number, reason, f"{line.seat}: {move}", legal)


def replay(
    journal: Journal,
    game: AnyGame | None = None,
    scenario: Any = None,
    start: State | None = None,
) -> Iterator[Replayed]:
    """Play a journal again, answer by answer, from its scenario or from a given state.

    At its end it is held to the result and the digest of its header.
    """
    game = journal.game(game)
    journal.readings(game)
    state = journal.start(game, scenario) if start is None else start.copy()
    for line, move in journal.moves():
        action = journal.understand(game, state, line, move)
        state.events = []
        apply(state, action)
        yield Replayed(state, action, state.events, line)
    journal.hold(game, state)


def final_state(
    journal: Journal,
    game: AnyGame | None = None,
    scenario: Any = None,
    start: State | None = None,
) -> State:
    """Return the state that a journal leads to."""
    game = journal.game(game)
    state = journal.start(game, scenario) if start is None else start.copy()
    for step in replay(journal, game, scenario, start):
        state = step.state
    state.events = None
    return state


def verify(
    journal: Journal,
    game: AnyGame | None = None,
    scenario: Any = None,
    start: State | None = None,
) -> str:
    """Replay a journal, hold it to the result and digest of its header, return the digest."""
    return digest(final_state(journal, game, scenario, start))


def legal_answers(game: AnyGame, state: State, shown: int = _SHOWN) -> str:
    """Return the legal answers as a person writes them, verb by verb, shortened when long."""
    nouns: dict[str, list[str]] = {}
    for action in state.options():
        nouns.setdefault(action.verb, []).append(game.noun_name(state, action))
    return "; ".join(_shortened(verb, names, shown) for verb, names in nouns.items())


def _shortened(verb: str, names: list[str], shown: int) -> str:
    more = f" and {len(names) - shown} more" if len(names) > shown else ""
    return f"{verb} {', '.join(names[:shown])}{more}".rstrip()


def _end_of_header(rows: list[str]) -> int:
    """Return the number of rows of the header: it ends at a blank line after its first key."""
    begun = False
    for place, row in enumerate(rows):
        if begun and not row.strip():
            return place
        begun = begun or bool(_split_comment(row)[0])
    return len(rows)


def _parse_field(row: str, number: int, file: str) -> HeaderField:
    text, comment = _split_comment(row)
    key, colon, value = text.partition(":")
    if text and not (colon and key.strip()):
        raise JournalError(file, number, "a line of the header is 'key: value'", row.strip())
    return HeaderField(" ".join(key.split()), value.strip(), comment, number)


def _parse_line(row: str, number: int, file: str) -> JournalLine:
    text, comment = _split_comment(row)
    if not text:
        return JournalLine(comment=comment, number=number)
    seat, colon, answers = text.partition(":")
    moves = [" ".join(move.split()) for move in answers.split(";")]
    if not colon or not seat.strip():
        raise JournalError(file, number, "a line is 'seat: verb noun; verb noun'", row.strip())
    if not all(moves):
        raise JournalError(file, number, "an answer is missing", row.strip())
    return JournalLine(seat.strip(), moves, comment, number)


def _split_comment(row: str) -> tuple[str, str]:
    """Return a row without its comment, and the comment; ``#`` opens one after a blank."""
    found = _COMMENT.search(row)
    if not found:
        return row.strip(), ""
    return row[: found.start()].strip(), row[found.end() :].strip()


def _needs_quotes(text: str) -> bool:
    """Whether a text would not be read back as it is, since the notation has no quotes."""
    return "\n" in text or "\r" in text or text != text.strip() or bool(_COMMENT.search(text))


def _line(text: str, comment: str) -> str:
    note = f"# {comment}" if comment else ""
    return f"{text}  {note}" if text and note else text + note
