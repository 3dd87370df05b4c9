"""Journals of random games that stop where a test wants to begin."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from grognard.engine.registry import game
from grognard.engine.session import Session
from grognard.games.bautzen.fighting import Compose
from grognard.games.bautzen.state import Bautzen

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.engine.game import State

SEEDS: Final = range(200)


def is_asked(kind: str, seat: int, answers: int = 2) -> Callable[[State], bool]:
    """Return whether a seat is asked a question of a kind, with a choice of answers."""

    def fits(state: State) -> bool:
        name = type(state.question).__name__
        return name == kind and state.seat == seat and len(state.options()) >= answers

    return fits


def is_composing(seat: int) -> Callable[[State], bool]:
    """Return whether a seat composes an attack on units: on columns alone there are no odds."""
    asked = is_asked("Compose", seat, 3)

    def fits(state: State) -> bool:
        if not asked(state):
            return False
        if isinstance(state, Bautzen) and isinstance(state.question, Compose):
            return bool(state.units_at(state.question.target))
        return True

    return fits


def finished(name: str = "bautzen", seed: int = 3) -> str:
    """Return the text of a random game that was played to its end."""
    rng = Random(seed)
    session = Session.begin(game(name), players={}, rng=rng)
    while not session.state.is_over:
        options = session.state.options()
        session.play(options[rng.randrange(len(options))])
    return session.record().format()


def journal_where(fits: Callable[[State], bool], name: str = "bautzen") -> str:
    """Return the text of a random game that has just come to a position that fits."""
    rules = game(name)
    for seed in SEEDS:
        rng = Random(seed)
        session = Session.begin(rules, players={}, rng=rng)
        while not session.state.is_over:
            if fits(session.state):
                return session.record().format()
            options = session.state.options()
            session.play(options[rng.randrange(len(options))])
    raise LookupError("no random game came to such a position")
