"""Fingerprints of random games by seed, which a refactoring must not change.

A line holds the seed, the number of answers, a fingerprint of the play (every answer as a journal
writes it, and how many there were to choose from) and one of the last position. No name of a
class is in them: at the end of a game nothing is asked any more. The saves beside them, written
in the middle of games, hold those names too.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Final

from grognard.engine.game import apply

if TYPE_CHECKING:
    from grognard.engine.game import State
    from grognard.engine.registry import AnyGame

SEEDS: Final = 200


def line(game: AnyGame, state: State, seed: int) -> str:
    """Play a game from `state` by its seed, and return its line."""
    rng, played, answers = Random(f"museum {seed}"), sha256(), 0
    while not state.is_over:
        options = state.options()
        chosen = options[int(rng.random() * len(options))]
        played.update(f"{len(options)} {game.write_action(state, chosen)}\n".encode())
        apply(state, chosen)
        answers += 1
    end = sha256(state.canonical().encode())
    return f"{seed} {answers} {played.hexdigest()} {end.hexdigest()}"
