"""The computer's opponents, beside the event loop: a thinking bot never freezes another game.

A bot thinks in another process (`workers`), in turn with those of other people. What travels
there is the position without its scenario, which is named instead and loaded once in each process.
The bot stays there between its answers, since it may follow a plan; after a restart of the server
it makes a new one.
"""

from __future__ import annotations

import io
import pickle
from collections import OrderedDict
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.bots import levels as known
from grognard.bots.advice import advise
from grognard.bots.bot import Bot, Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.game import Action
from grognard.engine.registry import game as game_named
from grognard.server.logs import log
from grognard.server.refusal import Refused
from grognard.server.workers import Workers

if TYPE_CHECKING:
    from grognard.engine.game import State
    from grognard.engine.registry import AnyGame
    from grognard.engine.thinking import Level
    from grognard.wire import LevelInfo

RANDOM: Final = known.RANDOM.id
GRACE: Final = 4.0
"""How many times its budget a bot may take before chance answers for it."""
DECISIONS: Final = 5.0
"""How many decisions of full length a turn may hold."""
KEPT: Final = 256
"""How many bots one process remembers."""
HINT_DECISIONS: Final = 2.0
"""How many decisions of full length a hint may take: what belongs to one answer comes with it."""


class Edition(NamedTuple):
    """How a scenario is named where it is not sent along."""

    game: str
    scenario: str
    options: tuple[tuple[str, str], ...]


class BotSeat(NamedTuple):
    """Which bot answers: of which table, for which seat, how strong, in how many seconds."""

    table: str
    seat: int
    level: str
    seconds: float


def levels(game: AnyGame) -> list[Level]:
    """Return the opponents that a game offers, weakest first."""
    return [known.RANDOM, *known.levels(game)]


def as_json(level: Level) -> LevelInfo:
    """Return what a person is told of an opponent."""
    return {
        "id": level.id,
        "names": dict(level.names),
        "says": dict(level.says),
        "is_usual": level.is_usual,
        "gives_hints": level.gives_hints,
    }


class Thinker(NamedTuple):
    """A position that a bot is to think about, and for whom: owners take turns."""

    table: str
    owner: str
    state: State
    scenario: Any
    printed: Edition
    level: str


def ready_set_up(asked: Thinker) -> Action | None:
    """Return the answer that takes a ready-made set-up, where one is asked for.

    Chance answers anything, but does not scatter an army over the map before the game has begun.
    """
    options = asked.state.options()
    offered = _set_ups(asked.printed)
    return next((Action(*each) for each in offered if Action(*each) in options), None)


@cache
def _set_ups(printed: Edition) -> tuple[tuple[str, int], ...]:
    game = game_named(printed.game)
    found = game.printed(printed_scenario(printed))["setups"]
    return tuple((each["verb"], each["noun"]) for each in found)


class Bots:
    """The processes in which bots think; the bots of one table are all in the same."""

    def __init__(self, processes: int, seconds: float) -> None:
        self._seconds = seconds
        self._workers = Workers(processes)

    async def choose(self, asked: Thinker) -> Action:
        """Return a bot's answer; where it takes too long or fails, any legal answer."""
        options = asked.state.options()
        chance = ready_set_up(asked) or options[Random().randrange(len(options))]
        if asked.level == RANDOM or len(options) == 1:
            return chance
        try:
            return await self._workers.run(
                asked.owner, asked.table, self._seconds * GRACE, think, *self._parcel(asked)
            )
        except Exception as error:
            log("bot_failed", table=asked.table, bot=asked.level, reason=repr(error))
            return chance

    async def advise(self, asked: Thinker, lang: str) -> dict[str, Any]:
        """Return what a bot would do in the place of whoever is asked, and what it weighs."""
        try:
            given = (*self._parcel(asked), lang)
            return await self._workers.run(
                asked.owner, asked.table, self._seconds * GRACE, give_hint, *given
            )
        except Refused:
            raise
        except Exception as error:
            log("hint_failed", table=asked.table, bot=asked.level, reason=repr(error))
            raise Refused("no_hint", "no hint was found in time; try again") from None

    def _parcel(self, asked: Thinker) -> tuple[Edition, bytes, BotSeat]:
        player = BotSeat(asked.table, asked.state.seat, asked.level, self._seconds)
        return asked.printed, pack(asked.state, asked.scenario), player

    def close(self) -> None:
        """End all processes."""
        self._workers.close()


# In a process of bots

_BOTS: OrderedDict[tuple[str, int, str], tuple[Bot, Clock]] = OrderedDict()


def think(printed: Edition, parcel: bytes, player: BotSeat) -> Action:
    """Return a bot's answer to the question that its seat is asked."""
    game = game_named(printed.game)
    state = unpack(parcel, printed_scenario(printed))
    bot, clock = _seated(game, player)
    action = bot.choose(Table(game, state, player.seat, clock))
    if action not in state.options():
        raise ValueError(f"{player.level} answers {action}, which is not legal")
    return action


def give_hint(printed: Edition, parcel: bytes, player: BotSeat, lang: str) -> dict[str, Any]:
    """Return a hint for a seat, made by a bot of its own that sees what the seat sees."""
    state = unpack(parcel, printed_scenario(printed))
    clock = Clock(player.seconds, player.seconds * HINT_DECISIONS)
    return advise(game_named(printed.game), state, player.level, lang, clock=clock).as_json()


def _seated(game: AnyGame, player: BotSeat) -> tuple[Bot, Clock]:
    """Return the bot of a seat, the same one for a whole game."""
    place = player[:3]
    if place not in _BOTS:
        bot = make_bot(player.level, game, player.seat, seed=Random().getrandbits(64))
        _BOTS[place] = bot, Clock(player.seconds, player.seconds * DECISIONS)
    _BOTS.move_to_end(place)
    while len(_BOTS) > KEPT:
        forgotten, _ = _BOTS.popitem(last=False)[1]
        forgotten.close()
    return _BOTS[place]


@cache
def printed_scenario(printed: Edition) -> Any:
    """Return a scenario by its name, loaded once in each process."""
    game = game_named(printed.game)
    return game.configure(game.find(printed.scenario), dict(printed.options))


# What travels


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
