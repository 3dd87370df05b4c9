"""Lessons: a position, the answers that are expected, and words; `docs/lessons.md` has the form.

A lesson is a script of steps. A step of the learner's says what to do and which answers fit; a step
of another seat, or of chance, says what is answered there. Nothing is kept but the game's own
journal: how far somebody has come follows from the answers that were given.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.engine.datafile import DataError, TomlFile
from grognard.engine.game import CHANCE, apply, lone_answer
from grognard.engine.journal import FORCED, Journal, digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grognard.engine.game import Action, State
    from grognard.engine.registry import AnyGame

LANGUAGES: Final = ("en", "fr")
CHANCE_NAME: Final = "chance"
MOST: Final = 200
"""How many ways through a lesson are tried at once."""
HEAD: Final = frozenset({"game", "scenario", "side", "opponent", "title", "position", "step"})
STEP: Final = frozenset({"words", "answers", "instead", "marks", "seat", "plays"})
OTHERWISE: Final = {
    "en": "The rules allow that, but the lesson goes another way: do what is marked.",
    "fr": "Les règles le permettent, mais la leçon va ailleurs : faites ce qui est marqué.",
}


class PlayedMove(NamedTuple):
    """An answer as a journal writes it."""

    seat: str
    move: str
    forced: bool


@dataclass(frozen=True, slots=True)
class TaughtStep:
    """What is to be done next, by whom, and what is said about it."""

    seat: str
    answers: tuple[str, ...]
    """What fits, as a journal writes it; ``*`` stands for anything."""
    words: tuple[Mapping[str, str], ...] = ()
    """Read one after the other."""
    marks: tuple[str, ...] = ()
    """Hexes to look at."""
    instead: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By answer: what is said to somebody who gives that one."""

    def fits(self, move: str) -> bool:
        """Whether an answer is one that the step waits for."""
        return any(fnmatchcase(move, pattern) for pattern in self.answers)

    def reaction(self, move: str) -> Mapping[str, str]:
        """Return what is said to an answer that does not fit."""
        found = (said for pattern, said in self.instead.items() if fnmatchcase(move, pattern))
        return next(found, OTHERWISE)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson, read from its file."""

    id: str
    file: Path
    game: str
    scenario: str
    side: str
    opponent: str
    """The level that plays on when the lesson is over; empty for the usual one."""
    titles: Mapping[str, str]
    position: str
    steps: tuple[TaughtStep, ...]
    """The last one has no answers: it is what is said at the end."""

    def reached(self, given: Iterable[PlayedMove]) -> int:
        """Return the number of the step that is due after some answers."""
        place = 0
        for each in given:
            step = self.steps[place]
            if step.seat == each.seat and step.fits(each.move):
                place += 1
            elif each.seat == self.side and not each.forced:
                return len(self.steps) - 1
            if not self.steps[place].answers:
                break
        return place

    def opening(self, game: AnyGame) -> Journal:
        """Return the journal of the position in which the lesson begins."""
        journal = Journal.begin(game, self.scenario)
        journal.set("lesson", self.id)
        text = journal.format() + "\n" + self.position.strip() + "\n"
        return Journal.parse(text, str(self.file))


def lessons_of(game: AnyGame) -> dict[str, Lesson]:
    """Return the lessons that come with a game, by their ids."""
    module = sys.modules[type(game).__module__].__file__
    folder = Path(module).parent / "data" / "lessons" if module else Path()
    return {lesson.id: lesson for lesson in map(read_lesson, sorted(folder.glob("*.toml")))}


def read_lesson(file: Path) -> Lesson:
    """Return the lesson in a file; refuse one that is not written as it must be."""
    toml = TomlFile(file)
    data = toml.data
    if unknown := sorted(set(data) - HEAD):
        raise DataError(file, toml.line_of(unknown[0]), f"a lesson has no {unknown[0]!r}")
    for key in ("game", "scenario", "side", "title", "step"):
        if not data.get(key):
            raise DataError(file, 1, f"a lesson says its {key!r}")
    side = str(data["side"])
    steps = tuple(_step(toml, number, each, side) for number, each in enumerate(data["step"], 1))
    if not steps[-1].words or steps[-1].answers:
        raise DataError(file, 1, "the last step has only words: what is said at the end")
    if any(not step.answers for step in steps[:-1]):
        raise DataError(file, 1, "every step but the last has answers")
    return Lesson(
        f"{data['game']}/{file.stem}",
        file,
        str(data["game"]),
        str(data["scenario"]),
        side,
        str(data.get("opponent", "")),
        _names(toml, data["title"], "title"),
        str(data.get("position", "")),
        steps,
    )


def _step(toml: TomlFile, number: int, data: dict[str, Any], side: str) -> TaughtStep:
    if unknown := sorted(set(data) - STEP):
        line = toml.line_of(unknown[0])
        raise DataError(toml.file, line, f"step {number}: a step has no {unknown[0]!r}")
    place = f"step {number}"
    if "plays" in data:
        seat = str(data.get("seat", CHANCE_NAME))
        return TaughtStep(seat, (str(data["plays"]),))
    words = data.get("words", [])
    pages = words if isinstance(words, list) else [words]
    if not pages:
        raise DataError(toml.file, 1, f"{place}: what is said? 'words' has 'en' and 'fr'")
    instead = data.get("instead", {})
    return TaughtStep(
        side,
        tuple(map(str, data.get("answers", ()))),
        tuple(_names(toml, page, place) for page in pages),
        tuple(map(str, data.get("marks", ()))),
        {move: _names(toml, said, place) for move, said in instead.items()},
    )


def _names(toml: TomlFile, said: Any, place: str) -> dict[str, str]:
    if not isinstance(said, dict) or any(not str(said.get(lang, "")).strip() for lang in LANGUAGES):
        raise DataError(toml.file, 1, f"{place}: said in {' and '.join(LANGUAGES)}")
    return {lang: " ".join(str(said[lang]).split()) for lang in LANGUAGES}


def rehearse(lesson: Lesson, game: AnyGame) -> list[str]:
    """Play a lesson through by every answer that fits; return what is wrong with it."""
    problems: list[str] = []
    try:
        reached = [_begin(lesson, game)]
    except (DataError, ValueError, LookupError) as error:
        return [str(error)]
    for number, step in enumerate(lesson.steps[:-1], 1):
        here = f"{lesson.file}: step {number}"
        problems += [f"{here}: there is no hex {mark!r}" for mark in _unknown(reached, step, game)]
        following: dict[str, State] = {}
        for state in reached:
            wrong = _go_on(state, step, game, following)
            if wrong:
                return [*problems, f"{here}: {wrong}"]
        reached = list(following.values())[:MOST]
    return problems


def _go_on(state: State, step: TaughtStep, game: AnyGame, following: dict[str, State]) -> str:
    """Give every answer that fits; say why there is none."""
    _skip_forced(state, step, game)
    asked = "nobody" if state.is_over else game.seat_name(state.seat)
    if asked != step.seat:
        return f"{asked} is asked, not {step.seat}: a step is missing, or is for the position"
    fitting = _fitting(state, step, game)
    if not fitting:
        legal = ", ".join(game.write_action(state, each) for each in state.options()[:20])
        return f"nothing that fits is legal; legal here: {legal}"
    for action in fitting:
        after = state.copy()
        apply(after, action)
        following.setdefault(digest(after), after)
    return ""


def _unknown(reached: list[State], step: TaughtStep, game: AnyGame) -> list[str]:
    found = []
    for mark in step.marks:
        try:
            game.hex_number(reached[0], mark)
        except (ValueError, LookupError):
            found.append(mark)
    return found


def _begin(lesson: Lesson, game: AnyGame) -> State:
    journal = lesson.opening(game)
    if lesson.side not in game.seats:
        raise ValueError(f"{lesson.file}: {game.id} has no side {lesson.side!r}")
    state = journal.start(game)
    for line, move in journal.moves():
        apply(state, journal.understand(game, state, line, move))
    return state


def _skip_forced(state: State, step: TaughtStep, game: AnyGame) -> None:
    """Give the answers that nobody is asked for, as a table does, unless a step names them."""
    while not state.is_over and state.seat != CHANCE:
        action = lone_answer(state, watched=False)
        if action is None or _fitting(state, step, game):
            return
        apply(state, action)


def _fitting(state: State, step: TaughtStep, game: AnyGame) -> list[Action]:
    if state.is_over or game.seat_name(state.seat) != step.seat:
        return []
    options = state.options()
    return [action for action in options if step.fits(game.write_action(state, action))]


def given_since(journal: Journal, opening: int) -> list[PlayedMove]:
    """Return the answers of a journal after its first ones."""
    moves = list(journal.moves())[opening:]
    return [PlayedMove(line.seat, move, line.comment == FORCED) for line, move in moves]
