"""Bridgehead as programs know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bridgehead import shown
from bridgehead.adviser import BridgeheadAdviser
from bridgehead.load import FILES, SEATS, TEXTS, Scenario, load
from bridgehead.odds import CALCULATOR
from bridgehead.rules import NOTATION, Bridgehead, Turn, zone
from grognard import Noun, Rulebook, View
from grognard.kit import shown as kit
from grognard.kit.spoken import SpokenGame, asked_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from random import Random

    from grognard import Adviser, Calculator, Seat, wire
    from grognard.kit.position import Notation


class BridgeheadGame(SpokenGame[Bridgehead, Scenario]):
    """Blue crosses the river and takes the town, or does not."""

    id = "bridgehead"
    titles: ClassVar[Mapping[str, str]] = {"en": "Bridgehead", "fr": "Tête de pont"}
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
    texts = TEXTS
    acts: ClassVar[Mapping[str, wire.Act]] = {
        "turn": "turn",
        "moved": "move",
        "fought": "fight",
        "advanced": "advance",
        "ended": "end",
    }
    closes: ClassVar[Mapping[str, wire.Closed]] = {"done": "segment", "fight": "choice"}

    # Scenarios and positions

    def load(self, directory: Path | None = None) -> Scenario:
        return load(directory)

    def scenario_id(self, scenario: Scenario) -> str:
        return scenario.material.scenario

    def data_files(self, directory: Path | None = None) -> tuple[Path, ...]:
        return FILES.all(directory)

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

    # What is seen and said

    def view(self, state: Bridgehead, seat: Seat) -> View:
        return View.build(state, seat, shown.seen(state), asked_of(state))

    def reshuffle_hidden(self, state: Bridgehead, seat: Seat, rng: Random) -> Bridgehead:
        return state.copy()

    def printed(self, scenario: Scenario) -> wire.Printed:
        return shown.printed(scenario, super().printed(scenario))

    def joins(self, previous: str, verb: str) -> bool:
        return (previous, verb) in {("move", "to"), ("attack", "join"), ("join", "join")}

    # What is asked: rules, odds, an overlay, an opponent

    def rulebook(self) -> Rulebook:
        return Rulebook.load(FILES.bundled)

    def calculator(self) -> Calculator:
        return CALCULATOR

    def adviser(self) -> Adviser[Bridgehead]:
        return BridgeheadAdviser()

    def odds(self, state: Bridgehead, seat: Seat, lang: str) -> wire.Odds:
        return shown.odds(state, lang)

    def overlays(self, scenario: Scenario) -> list[wire.OverlayInfo]:
        return [{"id": "zones", "names": shown.names("zones"), "of": "side", "drawn": "hatch"}]

    def overlay(
        self, state: Bridgehead, seat: Seat, name: str, side: Seat, lang: str
    ) -> wire.Overlay:
        return kit.overlay(state, name, side, zone(state, side))
