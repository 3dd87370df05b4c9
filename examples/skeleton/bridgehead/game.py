"""Bridgehead as programs know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bridgehead import shown
from bridgehead.adviser import BridgeheadAdviser
from bridgehead.load import FILES, SEATS, TEXTS, Scenario, load
from bridgehead.odds import CALCULATOR
from bridgehead.rules import NOTATION, Bridgehead, Turn, zone
from grognard import Noun
from grognard.kit.spoken import SpokenGame

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from grognard import Adviser, Calculator, Region, Seat, wire
    from grognard.kit.position import Notation


class BridgeheadGame(SpokenGame[Bridgehead, Scenario]):
    """Blue crosses the river and takes the town, or does not."""

    id = "bridgehead"
    titles: ClassVar[Mapping[str, str]] = {"en": "Bridgehead", "fr": "Tête de pont"}
    about: ClassVar[Mapping[str, str]] = {
        "en": "A river, a town and a few counters, to show how a game is written.",
        "fr": "Une rivière, une ville et quelques pions, pour montrer comment s'écrit un jeu.",
    }
    rules_version = "1"
    seats = SEATS
    verbs: ClassVar[Mapping[str, Noun]] = {
        "move": Noun.PIECE,
        "to": Noun.HEX,
        "attack": Noun.HEX,
        "join": Noun.PIECE,
        "fight": Noun.NOTHING,
        "done": Noun.NOTHING,
        "throw": Noun.NUMBER,
    }
    files, texts = FILES, TEXTS
    acts: ClassVar[Mapping[str, wire.Act]] = {
        "turn": "turn",
        "moved": "move",
        "fought": "fight",
        "advanced": "advance",
        "ended": "end",
    }
    segments = ("blue movement", "blue combat", "red movement", "red combat")
    colours = (2, 1)
    closes: ClassVar[Mapping[str, wire.Closed]] = {"done": "segment", "fight": "choice"}
    goes_on: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "move": ("to",),
        "attack": ("join",),
        "join": ("join",),
    }

    # Scenarios and positions

    def load(self, directory: Path | None = None) -> Scenario:
        return load(directory)

    def empty(self, scenario: Scenario) -> Bridgehead:
        return Bridgehead(scenario)

    def start(self, scenario: Scenario) -> Bridgehead:
        state = Bridgehead(scenario)
        for piece, hex_ in scenario.start.items():
            state.place(piece, hex_, scenario.pieces[piece].side)
        state.ask(Turn())
        state.run_on()
        return state

    @property
    def notation(self) -> Notation[Bridgehead]:
        return NOTATION

    # What is seen and asked: the map, the position, an overlay, odds, an opponent

    def printed(self, scenario: Scenario) -> wire.Printed:
        return shown.printed(scenario, super().printed(scenario), self.captions())

    def seen(self, state: Bridgehead, seat: Seat) -> wire.Seen:
        return shown.seen(state)

    def regions(self) -> Mapping[str, Callable[[Bridgehead, Seat], Region]]:
        return {"zones": zone}

    def odds(self, state: Bridgehead, seat: Seat, lang: str) -> wire.Odds:
        return shown.odds(state, lang)

    def calculator(self) -> Calculator:
        return CALCULATOR

    def adviser(self) -> Adviser[Bridgehead]:
        return BridgeheadAdviser()
