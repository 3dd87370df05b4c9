"""Bautzen 1945 as the rest of the program knows it: names, views, log, positions, rules."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import numbers
from grognard.engine.calculator import Calculator
from grognard.engine.game import Event, Noun, Seat
from grognard.engine.registry import Game
from grognard.engine.rulebook import Rulebook
from grognard.engine.speaker import read_french
from grognard.engine.view import View
from grognard.games.bautzen import (
    asking,
    fortune,
    inspecting,
    load,
    log,
    measure,
    overlays,
    picture,
    position,
    printed_json,
    seen,
    sequence,
)
from grognard.games.bautzen.odds.calculator import COMBAT
from grognard.games.bautzen.odds.facts import outlook
from grognard.games.bautzen.printed import Scenario, Side
from grognard.games.bautzen.state import Bautzen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from grognard.engine.chart import Chart
    from grognard.engine.fortune import Fortune
    from grognard.engine.game import Action
    from grognard.engine.measure import Meter
    from grognard.engine.overlay import Overlay
    from grognard.engine.thinking import Adviser, Idea
    from grognard.games.bautzen.inspecting import Value
    from grognard.games.bautzen.seen import Fact

DATA: Final = Path(str(resources.files(__package__))) / "data"


class BautzenGame(Game[Bautzen, Scenario]):
    """The game of Javier Romero, VaeVictis 135."""

    id: ClassVar[str] = "bautzen"
    titles: ClassVar[Mapping[str, str]] = {"en": "Bautzen 1945", "fr": "Bautzen 1945"}
    rules_version: ClassVar[str] = "2"
    older_rules: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "1": {
            "encirclement": "supply",
            "blocked_retreat": "declared",
            "held_may_attack": "true",
            "convoy_limit": "all",
            "independents_anchor": "nation",
            "set_up_in_capital": "true",
        }
    }
    seats: ClassVar[tuple[str, ...]] = ("german", "allied")
    verbs: ClassVar[Mapping[str, Noun]] = {
        "ready": Noun.NUMBER,
        "free": Noun.NOTHING,
        "to": Noun.HEX,
        "move": Noun.PIECE,
        "stack": Noun.HEX,
        "stay": Noun.NOTHING,
        "top": Noun.NOTHING,
        "withdraw": Noun.NOTHING,
        "done": Noun.NOTHING,
        "attack": Noun.HEX,
        "join": Noun.PIECE,
        "support": Noun.PIECE,
        "fight": Noun.NOTHING,
        "enough": Noun.NOTHING,
        "commit": Noun.PIECE,
        "seal": Noun.NOTHING,
        "throw": Noun.NUMBER,
        "retreat": Noun.NUMBER,
        "lose": Noun.PIECE,
        "advance": Noun.PIECE,
        "halt": Noun.NOTHING,
        "release": Noun.WORD,
    }

    def load(self, directory: Path | None = None) -> Scenario:
        """Return the scenario of a directory, or the bundled one."""
        return load.load(directory)

    def scenario_id(self, scenario: Scenario) -> str:
        """Return the name of a scenario."""
        return scenario.id

    def start(self, scenario: Scenario) -> Bautzen:
        """12 - return a new game, before set-up."""
        return sequence.begin(scenario)

    def configure(self, scenario: Scenario, options: Mapping[str, str]) -> Scenario:
        """Return the scenario with some readings of open rules chosen otherwise."""
        chosen = load.configured(scenario.options, options)
        return scenario if chosen == scenario.options else replace(scenario, options=chosen)

    def data_digest(self, scenario: Scenario) -> str:
        """Return a fingerprint of the files of a scenario's own directory, or nothing."""
        return load.digest(scenario)

    def check(self, directory: Path) -> list[str]:
        """Return everything that is wrong with the data files in a directory."""
        return load.check(directory)

    def data_files(self, directory: Path | None = None) -> tuple[Path, ...]:
        """Return the files of a scenario, the bundled ones where a directory lacks them."""
        return load.files(directory)

    def piece_name(self, state: Bautzen, number: int) -> str:
        """Return the printed name of a counter."""
        return state.scenario.pieces[number].id

    def piece_number(self, state: Bautzen, text: str) -> int:
        """Return the counter of that name."""
        if text not in state.scenario.by_id:
            raise ValueError(f"there is no counter {text!r}")
        return state.scenario.by_id[text]

    def hex_name(self, state: Bautzen, number: int) -> str:
        """Return the printed number of a hex."""
        return state.scenario.board.map.name(number)

    def hex_number(self, state: Bautzen, text: str) -> int:
        """Return the hex of that number."""
        return state.scenario.board.map.hex(text)

    def word_name(self, state: Bautzen, verb: str, number: int) -> str:
        """11.3 - return the name of a held formation."""
        return state.scenario.tables.held_formations[number]

    def word_number(self, state: Bautzen, verb: str, text: str) -> int:
        """11.3 - return the number of a held formation."""
        names = state.scenario.tables.held_formations
        if text not in names:
            raise ValueError(f"{verb} takes one of {', '.join(names)}")
        return names.index(text)

    def joins(self, previous: str, verb: str) -> bool:
        """Whether a verb goes on with the line of the journal that another began."""
        if previous in ("move", "stack"):
            return verb in ("to", "stay", "top", "withdraw")
        if previous in ("attack", "join", "support"):
            return verb in ("join", "support", "fight", "enough")
        if previous in ("retreat", "lose"):
            return verb in ("lose", "to")
        return (previous, verb) in JOINED

    def view(self, state: Bautzen, seat: Seat) -> View:
        """10.3, 8.2.1 - return what a seat may see."""
        return View.build(state, seat, seen.facts(state, seat))

    def reshuffle_hidden(self, state: Bautzen, seat: Seat, rng: Random) -> Bautzen:
        """Return a position that the seat cannot tell from this one."""
        return seen.reshuffle(state, Side(seat), rng)

    def describe(self, state: Bautzen, event: Event, lang: str, seat: Seat | None = None) -> str:
        """Return the line of the log for an event."""
        return log.describe(state.scenario, event, lang, seat)

    def read_position(self, text: str, scenario: Scenario, file: str = "position") -> Bautzen:
        """Return the position that a text describes."""
        return position.read(text, scenario, file)

    def write_position(self, state: Bautzen) -> str:
        """Return the text of a position."""
        return position.write(state)

    def rulebook(self) -> Rulebook:
        """Return the rules in our own words, with the rulings."""
        return Rulebook.load(DATA)

    def calculator(self) -> Calculator:
        """Return the calculator of a combat, from totals or from a position."""
        return Calculator((COMBAT,), read_french(DATA / "french.toml"))

    def printed(self, scenario: Scenario) -> dict[str, Fact]:
        """Return map, counters, tables and set-up as plain data."""
        return {**super().printed(scenario), **printed_json.printed(scenario)}

    def overlays(self, scenario: Scenario) -> list[dict[str, Fact]]:
        """Return what can be laid over the map."""
        return overlays.names()

    def overlay(self, state: Bautzen, seat: Seat, name: str, side: Seat, lang: str) -> Overlay:
        """Return zones, supply, command, control, threats or views of a side."""
        return overlays.overlay(state, seat, name, Side(side), lang)

    def hex_lines(self, state: Bautzen, seat: Seat, hex_: int, lang: str) -> list[str]:
        """10.3 - return a hex and its stack in words."""
        return overlays.hex_lines(state, seat, hex_, lang)

    def fortune(self, state: Bautzen, event: Event) -> Fortune | None:
        """8.2 - return the luck of a combat."""
        return fortune.fortune(state, event)

    def question_text(self, state: Bautzen, lang: str) -> str:
        """Return the current question in words."""
        return asking.question_text(state, lang)

    def answer_labels(self, state: Bautzen, options: Sequence[Action], lang: str) -> list[str]:
        """Return what each answer means: a hex with its cost, a counter with its hex."""
        return asking.answer_labels(state, options, lang)

    def idea_words(self, state: Bautzen, idea: Idea, lang: str) -> tuple[str, str]:
        """Return what a bot weighed: an answer, or a plan with its counters and hexes."""
        return asking.idea_words(state, idea, lang)

    def why(self, state: Bautzen, seat: Seat, words: str, lang: str) -> str:
        """Return why a counter or a hex is not offered, with the rule."""
        return asking.why_not(state, Side(seat), words, lang)

    def inspect(
        self, state: Bautzen, seat: Seat, lang: str, piece: str | None = None
    ) -> dict[str, Value]:
        """Return zones, supply, command, stacking, support and attacks, or the reach of a piece."""
        return inspecting.inspect(state, Side(seat), lang, piece)

    def odds(self, state: Bautzen, seat: Seat, lang: str) -> dict[str, Value]:
        """8.2 - return the reckoning of the combat being composed or fought, and its outlook."""
        facts = inspecting.odds(state, Side(seat), lang)
        ahead = outlook(state, Side(seat), lang)
        return facts if ahead is None else {**facts, "outlook": ahead}

    def label(self, key: str, lang: str) -> str:
        """Return a heading in a language."""
        texts = log.texts()
        known = (name for name in (f"label.{key}", f"reason.{key}") if name in texts)
        return next((texts.say(name, lang) for name in known), key)

    def chart(self, state: Bautzen, seat: Seat, lang: str) -> Chart:
        """10.3 - return the map; what it shows, both sides may see."""
        return picture.chart(state, lang)

    def adviser(self) -> Adviser[Bautzen]:
        """Return what is known about playing well."""
        from grognard.games.bautzen.ai.adviser import BautzenAdviser

        return BautzenAdviser()

    def meter(self, state: Bautzen) -> Meter[Bautzen]:
        """Return what counts losses and rules, and finds out how a game was won."""
        return measure.BautzenMeter(state)

    def invariants(self, state: Bautzen) -> list[str]:
        """Return whatever is true of this position and never may be."""
        scenario = state.scenario
        wrong = [
            f"{scenario.board.map.name(hex_)} holds counters of both sides"
            for hex_ in scenario.board.map.hexes
            if state.stacks[hex_] & state.owned[0] and state.stacks[hex_] & state.owned[1]
        ]
        wrong += [
            f"{scenario.pieces[piece].id} is not where it stands"
            for piece in numbers(state.owned[0] | state.owned[1])
            if not state.stacks[state.where[piece]] >> piece & 1
        ]
        limit = scenario.tables.convoys_per_side
        return wrong + [
            f"7.2.2 - {side.name} has more than {limit} supply columns"
            for side in Side
            if (state.owned[side] & scenario.convoys).bit_count() > limit
        ]


JOINED: Final = {
    ("to", "to"),
    ("commit", "commit"),
    ("commit", "seal"),
    ("advance", "advance"),
    ("advance", "halt"),
    ("withdraw", "to"),
}
