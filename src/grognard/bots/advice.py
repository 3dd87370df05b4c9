"""What a bot would do and why, in words: for whoever watches it, and as a hint for a person."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot, usual_guide
from grognard.engine.game import Noun, apply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Action, State
    from grognard.engine.registry import AnyGame
    from grognard.engine.thinking import Idea

LONGEST: Final = 40
"""No decision of ours is written in more answers."""


class Step(NamedTuple):
    """One answer: what is played, what a person types for it, what it means, what it names."""

    action: Action
    typed: str
    label: str
    pieces: tuple[str, ...]
    hexes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the answer for a program."""
        verb, noun = self.action
        rest = {"typed": self.typed, "label": self.label}
        return {"verb": verb, "noun": noun, **rest, "pieces": self.pieces, "hexes": self.hexes}


class Weighed(NamedTuple):
    """A candidate in words."""

    text: str
    value: float
    unit: str
    reason: str
    is_chosen: bool
    pieces: tuple[str, ...]
    hexes: tuple[str, ...]


class Advice(NamedTuple):
    """An answer, what belongs to it, and what was weighed; nothing where nothing was."""

    level: str
    question: str
    rule: str
    steps: tuple[Step, ...]
    candidates: tuple[Weighed, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the advice for a program."""
        return {
            "level": self.level,
            "question": self.question,
            "rule": self.rule,
            "answers": [step.as_json() for step in self.steps],
            "candidates": [weighed._asdict() for weighed in self.candidates],
        }


def advise(
    game: AnyGame,
    state: State,
    level: str | None,
    lang: str,
    *,
    seed: str = "hint",
    clock: Clock | None = None,
) -> Advice:
    """Return what a fresh bot would do in the place of whoever is asked, and why.

    Without a level, the game says whose hint it is. The bot knows what that seat knows: the
    answers that follow the first are found in a position that it imagines. Nothing here depends
    on what is hidden from the seat.
    """
    seat, clock, level = state.seat, clock or Clock(), level or usual_guide(game)
    bot = make_bot(level, game, seat, seed)
    try:
        answer = bot.choose(Table(game, state, seat, clock))
        first = explained(game, state, level, answer, bot.explain(), lang)
        world: State = game.reshuffle_hidden(state, seat, Random(seed))
        steps = list(first.steps)
        while len(steps) < LONGEST:
            before = answer
            apply(world, answer)
            if world.is_over or world.seat != seat:
                break
            answer = bot.choose(Table(game, world, seat, clock))
            if not game.joins(before.verb, answer.verb):
                break
            steps.append(_step(game, world, answer, lang))
    finally:
        bot.close()
    return first._replace(steps=tuple(steps))


def explained(
    game: AnyGame, state: State, level: str, answer: Action, ideas: Sequence[Idea], lang: str
) -> Advice:
    """Return an answer that a bot gave at `state`, and what it weighed, in words."""
    weighed = tuple(_weighed(game, state, idea, answer, lang) for idea in ideas)
    prompt = game.question_text(state, lang)
    step = _step(game, state, answer, lang)
    return Advice(level, prompt, state.question.rule, (step,), weighed)


def _weighed(game: AnyGame, state: State, idea: Idea, answer: Action, lang: str) -> Weighed:
    text, reason = game.idea_words(state, idea, lang)
    pieces, hexes = _named(game, state, idea.answer) if idea.answer else ((), ())
    pieces += tuple(game.piece_name(state, piece) for piece in idea.pieces)
    hexes += tuple(game.hex_name(state, hex_) for hex_ in idea.hexes)
    is_chosen = idea.is_taken or idea.answer == answer
    return Weighed(text, round(idea.value, 3), idea.unit, reason, is_chosen, pieces, hexes)


def _step(game: AnyGame, state: State, answer: Action, lang: str) -> Step:
    label = game.answer_labels(state, [answer], lang)[0]
    return Step(answer, game.write_action(state, answer), label, *_named(game, state, answer))


def _named(game: AnyGame, state: State, answer: Action) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the piece and the hex that an answer names."""
    kind = game.verbs[answer.verb]
    name = (game.noun_name(state, answer),)
    return name if kind is Noun.PIECE else (), name if kind is Noun.HEX else ()
