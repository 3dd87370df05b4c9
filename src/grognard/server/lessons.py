"""A lesson at a table: what is due, what is refused, and what others answer by the script."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grognard.engine.lesson import given_since, lessons_of, read_lesson
from grognard.server.refusal import Refused

if TYPE_CHECKING:
    from grognard.engine.game import Action, State
    from grognard.engine.lesson import Lesson, TaughtStep
    from grognard.engine.registry import AnyGame
    from grognard.engine.session import Session
    from grognard.wire import LessonAnswer, LessonInfo, LessonStep


FOLDER: Final = "GROGNARD_LESSONS"
"""The variable that names a folder with lessons, besides those of the games."""


@cache
def known(game: AnyGame) -> dict[str, Lesson]:
    """Return the lessons that a game offers, and those of the folder."""
    found = lessons_of(game)
    if folder := os.environ.get(FOLDER, ""):
        for file in sorted(Path(folder).glob("*.toml")):
            lesson = read_lesson(file)
            if lesson.game == game.id:
                found[lesson.id] = lesson
    return found


def offered(game: AnyGame) -> list[LessonInfo]:
    """Return the lessons of a game, for the first page."""
    return [
        {"id": each.id, "scenario": each.scenario, "side": each.side, "titles": dict(each.titles)}
        for each in known(game).values()
    ]


def find(game: AnyGame, name: str) -> Lesson:
    """Return a lesson by its id."""
    found = known(game).get(name)
    if found is None:
        names = ", ".join(known(game)) or "none"
        raise Refused("not_found", f"there is no lesson {name!r}; there are: {names}")
    return found


def teacher(game: AnyGame, name: str, session: Session) -> Teacher | None:
    """Return who gives a lesson at a table; None where its file is there no more."""
    found = known(game).get(name)
    return Teacher(found, session) if found is not None else None


class Teacher:
    """A lesson under way."""

    def __init__(self, lesson: Lesson, session: Session) -> None:
        self.lesson, self.session = lesson, session
        self.opening = len(session.actions)
        self.is_left = False

    @property
    def place(self) -> int:
        """The number of the step that is due; that of the last one when all is done."""
        if self.is_left:
            return len(self.lesson.steps) - 1
        return self.lesson.reached(given_since(self.session.journal, self.opening))

    @property
    def taught(self) -> int:
        """What the learner is told now, as a number that changes with it."""
        return -1 if self.is_left else self.place

    @property
    def step(self) -> TaughtStep | None:
        """The step that is due; None once the lesson is over."""
        found = self.lesson.steps[self.place]
        return found if found.answers else None

    def refuse(self, game: AnyGame, state: State, action: Action, lang: str) -> None:
        """Refuse what the learner answers besides the lesson, in words."""
        step = self.step
        if step is None or game.seat_name(state.seat) != self.lesson.side:
            return
        move = game.write_action(state, action)
        if step.seat == self.lesson.side and not step.fits(move):
            raise Refused("lesson", step.reaction(move)[lang])

    def dictated(self, game: AnyGame, state: State) -> Action | None:
        """Return what a seat or chance answers by the script; None where it says nothing."""
        step = self.step
        if step is None or step.seat == self.lesson.side or step.seat != game.seat_name(state.seat):
            return None
        fitting = (a for a in state.options() if step.fits(game.write_action(state, a)))
        return next(fitting, None)

    def tell(self, game: AnyGame, state: State, lang: str) -> LessonStep | None:
        """Return what the learner is told now; None once the lesson was left."""
        if self.is_left:
            return None
        place = self.place
        steps = self.lesson.steps
        own = [number for number, each in enumerate(steps) if each.words]
        step = steps[place] if steps[place].words else None
        fits: list[LessonAnswer] = []
        if step is not None and not state.is_over and game.seat_name(state.seat) == step.seat:
            fits = [
                {"verb": action.verb, "noun": action.noun}
                for action in state.options()
                if step.fits(game.write_action(state, action))
            ]
        return {
            "id": self.lesson.id,
            "title": self.lesson.titles[lang],
            "step": sum(number < place for number in own) + 1,
            "steps": len(own),
            "words": [words[lang] for words in step.words] if step is not None else [],
            "marks": list(step.marks) if step is not None else [],
            "answers": fits,
            "is_over": not steps[place].answers,
        }
