"""The computer's opponents, beside the event loop: a thinking bot never freezes another game.

A bot thinks in a process of its own. What travels there is the position without its scenario,
which is named instead and loaded once in each process.
"""

from __future__ import annotations

import asyncio
import io
import pickle
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.engine.registry import game as game_named
from grognard.server.logs import log

if TYPE_CHECKING:
    from grognard.engine.game import Action, Seat, State
    from grognard.engine.registry import AnyGame

RANDOM: Final = "random"
GRACE: Final = 4.0
"""How many times its budget a bot may take before chance answers for it."""


class Level(NamedTuple):
    """A strength of play that a person may choose as an opponent."""

    id: str
    names: dict[str, str]


class Printed(NamedTuple):
    """How a scenario is named where it is not sent along."""

    game: str
    scenario: str
    options: tuple[tuple[str, str], ...]


def levels(game: AnyGame) -> list[Level]:
    """Return the opponents that a game offers, weakest first."""
    return [Level(RANDOM, {"en": "Random", "fr": "Au hasard"})]


def choose(game: AnyGame, state: State, seat: Seat, level: str, rng: Random) -> Action:
    """Return the answer of a bot to the question that its seat is asked."""
    options = state.options()
    return options[rng.randrange(len(options))]


class Bots:
    """The processes in which bots think."""

    def __init__(self, processes: int, seconds: float) -> None:
        self._processes, self._seconds = processes, seconds
        self._pool: ProcessPoolExecutor | None = None

    async def choose(
        self, game: AnyGame, state: State, scenario: Any, printed: Printed, level: str, seed: int
    ) -> Action:
        """Return a bot's answer; where it takes too long or fails, any legal answer."""
        seat, rng = state.seat, Random(seed)
        options = state.options()
        if level == RANDOM or len(options) == 1:
            return choose(game, state, seat, RANDOM, rng)
        parcel = pack(state, scenario)
        loop = asyncio.get_running_loop()
        try:
            thinking = loop.run_in_executor(self._thinkers(), think, printed, parcel, level, seed)
            action = await asyncio.wait_for(thinking, self._seconds * GRACE)
            if action in options:
                return action
            log("bot_illegal", game=game.id, level=level, action=list(action))
        except (TimeoutError, BrokenProcessPool) as error:
            log("bot_failed", game=game.id, level=level, reason=type(error).__name__)
            self.close()
        except Exception as error:
            log("bot_failed", game=game.id, level=level, reason=repr(error))
        return choose(game, state, seat, RANDOM, rng)

    def _thinkers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"))
        return self._pool

    def close(self) -> None:
        """End the processes, even in the midst of a thought."""
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()


def think(printed: Printed, parcel: bytes, level: str, seed: int) -> Action:
    """Return a bot's answer; this runs in a process of bots."""
    game = game_named(printed.game)
    state = unpack(parcel, _scenario(printed))
    return choose(game, state, state.seat, level, Random(seed))


@cache
def _scenario(printed: Printed) -> Any:
    game = game_named(printed.game)
    return game.configure(game.find(printed.scenario), dict(printed.options))


def pack(state: State, scenario: Any) -> bytes:
    """Return a position as bytes, in which the scenario is only named."""
    buffer = io.BytesIO()
    pickler = _Packer(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.scenario = scenario
    pickler.dump(state)
    return buffer.getvalue()


def unpack(parcel: bytes, scenario: Any) -> State:
    """Return the position that was packed, with a scenario of this process."""
    unpickler = _Unpacker(io.BytesIO(parcel))
    unpickler.scenario = scenario
    state: State = unpickler.load()
    return state


class _Packer(pickle.Pickler):
    scenario: Any

    def persistent_id(self, obj: Any) -> str | None:
        return "scenario" if obj is self.scenario else None


class _Unpacker(pickle.Unpickler):
    scenario: Any

    def persistent_load(self, pid: Any) -> Any:
        return self.scenario
