"""Bots by name: a level, ``module:Class`` of your own, or ``process:`` and a command.

The levels are those that the game names. A game that names none is played by trials, the better
if it can say how a position stands.
"""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from grognard.bots.bot import Bot
from grognard.bots.fault import told
from grognard.bots.general import General, PolicyBot
from grognard.bots.process import ProcessBot
from grognard.bots.sampling import Sampler
from grognard.engine.thinking import Level

if TYPE_CHECKING:
    from grognard.engine.game import Seat
    from grognard.engine.registry import AnyGame

PROCESS: Final = "process:"
OTHERS: Final = ("module:Class", "process:COMMAND")
"""How anybody else is called who plays."""

RANDOM: Final = Level(
    "random",
    {"en": "Random", "fr": "Au hasard"},
    {"en": "any answer, each as likely as the others", "fr": "une réponse quelconque"},
)
"""Who plays every game; not a bot, since it needs to see nothing."""
NOVICE: Final = Level(
    "novice",
    {"en": "Novice", "fr": "Novice"},
    {
        "en": "plays games on by chance to their end and does what came out best",
        "fr": "joue des parties au hasard jusqu'au bout et fait ce qui a le mieux réussi",
    },
    searches=True,
    is_usual=True,
    gives_hints=True,
)
REGULAR: Final = Level(
    "regular",
    {"en": "Regular", "fr": "Habitué"},
    {
        "en": "tries answers out and judges the positions that they lead to",
        "fr": "essaie des réponses et juge les positions où elles mènent",
    },
    searches=True,
    is_usual=True,
    gives_hints=True,
)


class UnknownBot(LookupError):
    """No bot of that name can be had for the game."""

    def __str__(self) -> str:
        return str(self.args[0])


def levels(game: AnyGame) -> tuple[Level, ...]:
    """Return the levels of a game, weakest first: its own, or those that serve any game."""
    adviser = game.adviser()
    if adviser is None:
        return (NOVICE,)
    own = tuple(adviser.levels())
    return own or (NOVICE._replace(is_usual=False, gives_hints=False), REGULAR)


def usual_opponent(game: AnyGame) -> str:
    """Return who plays against a person who has asked for nobody else."""
    known = levels(game)
    return next((level for level in known if level.is_usual), known[0]).id


def usual_guide(game: AnyGame) -> str:
    """Return who gives the hints of a person who has asked for nobody else."""
    known = levels(game)
    return next((level for level in known if level.gives_hints), known[-1]).id


def named(game: AnyGame) -> str:
    """Return who plays a game besides people, for a sentence or a line of help."""
    names = [RANDOM.id, *(level.id for level in levels(game)), *OTHERS]
    return ", ".join(names)


def make_bot(spec: str, game: AnyGame, seat: Seat, seed: int | str = 0) -> Bot:
    """Return a bot for one seat of one game; the same seed gives the same bot.

    `spec` is a level, ``module:Class`` (a class made with game, seat and random numbers) or
    ``process:command`` (a program that speaks JSON lines, see docs/bots.md).
    """
    rng = Random(f"{spec} {game.id} {seat} {seed}".encode(errors="surrogateescape"))
    if spec.startswith(PROCESS):
        return ProcessBot(shlex.split(spec.removeprefix(PROCESS)))
    if ":" in spec:
        return _of_class(spec, game, seat, rng)
    adviser = game.adviser()
    if spec == NOVICE.id:
        return Sampler(spec, None, seat, rng)
    level = next((level for level in levels(game) if level.id == spec), None)
    if level is None or adviser is None:
        raise UnknownBot(f"there is no bot {spec!r} for {game.id}; there are {named(game)}")
    if not adviser.levels():
        return Sampler(spec, adviser, seat, rng)
    return (General if level.searches else PolicyBot)(adviser, spec, seat, rng)


def _of_class(spec: str, game: AnyGame, seat: Seat, rng: Random) -> Bot:
    """Return a bot of somebody else's class."""
    module_name, _, name = spec.partition(":")
    try:
        found = getattr(import_module(module_name), name)
    except ModuleNotFoundError as error:
        if error.name != module_name.partition(".")[0]:
            raise UnknownBot(f"there is no bot at {spec!r}: {told(error)}") from error
        raise UnknownBot(
            f"there is no bot at {spec!r}: no module {error.name} in {Path.cwd()}, "
            "nor where Python looks for modules"
        ) from error
    except Exception as error:  # a module of others may do anything
        raise UnknownBot(f"there is no bot at {spec!r}: {told(error)}") from error
    try:
        made = found(game, seat, rng)
    except Exception as error:
        raise UnknownBot(
            f"{spec!r} cannot be made with (game, seat, rng): {told(error)}"
        ) from error
    if not isinstance(made, Bot):
        raise UnknownBot(f"{spec!r} is not a bot but a {type(made).__name__}")
    if made.name == Bot.name:
        made.name = spec
    return made
