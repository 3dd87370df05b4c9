"""A job is some games of a setting, by their numbers; any process on any machine can do it.

The seed of a game comes from the seed of the run and the number of the game alone, so results are
the same whoever plays which game, and in whatever order.
"""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.bots.fault import told
from grognard.engine.game import CHANCE, apply
from grognard.engine.journal import digest, result
from grognard.engine.play import LONGEST, DeadEnd
from grognard.engine.registry import game as game_named
from grognard.lab.players import seated
from grognard.lab.record import Record
from grognard.lab.setting import scenario_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.measure import Meter
    from grognard.lab.players import Player
    from grognard.lab.setting import Setting


class Batch(NamedTuple):
    """What one job returns."""

    records: list[Record]
    seconds: float
    """How long the games took; not part of the results, which no clock may change."""


class GameFailed(RuntimeError):
    """A game broke off with an error: which game, and what it takes to play it again."""


def play_some(setting: Setting, numbers: Sequence[int]) -> Batch:
    """Play the games of these numbers."""
    begun = time.perf_counter()
    records = [play_one(setting, number) for number in numbers]
    return Batch(records, time.perf_counter() - begun)


def play_one(setting: Setting, number: int) -> Record:
    """Play one game; an error says which game it was."""
    try:
        return _play(setting, number)
    except Exception as error:
        raise failed(setting, number, error) from error


def failed(setting: Setting, number: int, error: Exception) -> GameFailed:
    """Return what is said of a game that broke off."""
    players = ",".join(setting.players)
    where = f"game {number} of seed {setting.seed} ({setting.game}, {players})"
    return GameFailed(f"{where}: {told(error)}")


def _play(setting: Setting, number: int) -> Record:
    game = game_named(setting.game)
    state = game.start(scenario_of(setting))
    seed = f"{setting.seed}/{number}"
    names = setting.seats(number)
    meter = game.meter(state)
    players = [seated(setting, game, name, seat, seed) for seat, name in enumerate(names)]
    try:
        decisions = _play_out(state, players, Random(seed), meter)
    finally:
        for player in players:
            player.leave()
    measure = meter.measure(state) if meter else None
    return Record(number, names, result(game, state), decisions, digest(state)[:16], measure)


def _play_out(state: Any, players: Sequence[Player], dice: Random, meter: Meter[Any] | None) -> int:
    """Ask and answer until the game is over; return how many answers it took."""
    for decisions in range(LONGEST):
        if not state.stack:
            return decisions
        seat = state.seat
        if seat == CHANCE:
            options = state.options()
            action = options[int(dice.random() * len(options))]
        else:
            action = players[seat].choose(state)
        if meter:
            meter.before(state, action)
        apply(state, action)
        if meter:
            meter.after(state)
    raise DeadEnd(f"not over after {LONGEST} decisions")
