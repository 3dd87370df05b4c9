"""Historical hex-and-counter wargames: one small engine, one package per rulebook.

What a game, a bot or a notebook needs stands here by name: ``from grognard import Game, Question``.
A name is imported when it is asked for. `docs/reference.md` lists them all.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from grognard.bots.bot import Bot, Table
    from grognard.engine.account import Account, Figure, Prospect, Reckoned
    from grognard.engine.bits import numbers
    from grognard.engine.calculator import Calculation, Calculator
    from grognard.engine.conformance import check_game
    from grognard.engine.datafile import DataError, Report, TomlFile
    from grognard.engine.game import (
        CHANCE,
        SPECTATOR,
        Action,
        Event,
        IllegalAction,
        Noun,
        Procedure,
        Question,
        Routine,
        Seat,
        State,
        apply,
        frozen,
    )
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.engine.journal import Journal, replay
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.engine.modifier import Modifier
    from grognard.engine.odds import Distribution
    from grognard.engine.outlook import outlook_of
    from grognard.engine.parameters import Count, Flag, Given, Word
    from grognard.engine.path import NEVER, Leg, Paths, ZoneLaw
    from grognard.engine.prompt import NotOffered
    from grognard.engine.registry import Game, NotAPosition, UnknownGame, game
    from grognard.engine.rulebook import Rulebook
    from grognard.engine.scale import Scale
    from grognard.engine.session import Session
    from grognard.engine.speaker import Speaker
    from grognard.engine.texts import Texts
    from grognard.engine.thinking import Adviser, Candidate, Idea, Level, Policy
    from grognard.engine.view import View

__all__ = [
    "CHANCE",
    "NEVER",
    "SPECTATOR",
    "Account",
    "Action",
    "Adviser",
    "Bot",
    "Calculation",
    "Calculator",
    "Candidate",
    "Count",
    "DataError",
    "Distribution",
    "Event",
    "Figure",
    "Flag",
    "Game",
    "Given",
    "Hex",
    "HexMap",
    "Idea",
    "IllegalAction",
    "Journal",
    "Leg",
    "Level",
    "Modifier",
    "NotAPosition",
    "NotOffered",
    "Noun",
    "Paths",
    "PieceIndex",
    "Pieces",
    "Policy",
    "Procedure",
    "Prospect",
    "Question",
    "Reckoned",
    "Region",
    "Report",
    "Routine",
    "Rulebook",
    "Scale",
    "Seat",
    "Session",
    "Speaker",
    "State",
    "Table",
    "Texts",
    "TomlFile",
    "UnknownGame",
    "View",
    "Word",
    "ZoneLaw",
    "apply",
    "check_game",
    "frozen",
    "game",
    "numbers",
    "outlook_of",
    "replay",
]

ROOMS: Final = {
    "engine.game": "Action Question Procedure State Event Noun Routine Seat CHANCE SPECTATOR "
    "IllegalAction apply frozen",
    "engine.registry": "Game NotAPosition UnknownGame game",
    "engine.view": "View",
    "engine.session": "Session",
    "engine.journal": "Journal replay",
    "engine.conformance": "check_game",
    "engine.hexmap": "Hex HexMap Region",
    "engine.meaning": "PieceIndex Pieces",
    "engine.bits": "numbers",
    "engine.path": "Leg NEVER Paths ZoneLaw",
    "engine.scale": "Scale",
    "engine.datafile": "DataError Report TomlFile",
    "engine.texts": "Texts",
    "engine.rulebook": "Rulebook",
    "engine.prompt": "NotOffered",
    "engine.modifier": "Modifier",
    "engine.odds": "Distribution",
    "engine.outlook": "outlook_of",
    "engine.calculator": "Calculation Calculator",
    "engine.parameters": "Count Flag Given Word",
    "engine.account": "Account Figure Prospect Reckoned",
    "engine.speaker": "Speaker",
    "engine.thinking": "Adviser Candidate Idea Level Policy",
    "bots.bot": "Bot Table",
}
"""By module: the names that are public."""


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for."""
    for room, names in ROOMS.items():
        if name in names.split():
            found = getattr(import_module(f"grognard.{room}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"grognard has no {name!r}; docs/reference.md lists what it has")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
