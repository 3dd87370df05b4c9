"""Petrograd 1919 as the rest of the program knows it: names, views, log, positions, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import numbers
from grognard.engine.calculator import Calculator
from grognard.engine.rulebook import Rulebook
from grognard.engine.speaker import read_french
from grognard.engine.view import View
from grognard.games.petrograd import (
    asking,
    fortune,
    inspecting,
    lint,
    load,
    log,
    measure,
    overlays,
    picture,
    position,
    printed_json,
    reckoning,
    seen,
    sequence,
    telling,
    words,
)
from grognard.games.petrograd.calculator import COMBAT
from grognard.games.petrograd.printed import Scenario, Side
from grognard.games.petrograd.state import Petrograd
from grognard.games.petrograd.verbs import VERBS
from grognard.kit.game import CountersGame
from grognard.kit.telling import luck_unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from random import Random

    import grognard.wire as wire
    from grognard.engine.chart import Chart
    from grognard.engine.fortune import Fortune
    from grognard.engine.game import Action, Event, Noun, Seat
    from grognard.engine.measure import Landmark, Meter
    from grognard.engine.thinking import Adviser, Idea
    from grognard.kit.position import Notation


class PetrogradGame(CountersGame[Petrograd, Scenario]):
    """Yudenich's advance on Petrograd; the combat sheet is printed, all else reconstructed."""

    id: ClassVar[str] = "petrograd"
    titles: ClassVar[Mapping[str, str]] = {"en": "Petrograd 1919", "fr": "Petrograd 1919"}
    about: ClassVar[Mapping[str, str]] = {
        "en": "October 1919: Yudenich marches on Petrograd, and the city defends itself. "
        "Troops face down beyond contact, railways, ships and tanks; eight turns.",
        "fr": "Octobre 1919 : Ioudenitch marche sur Petrograd, et la ville se défend. "
        "Troupes face cachée hors contact, trains, navires et chars ; huit tours.",
    }
    rules_version: ClassVar[str] = "1"
    seats: ClassVar[tuple[str, ...]] = ("white", "red")
    verbs: ClassVar[Mapping[str, Noun]] = VERBS

    def load(self, directory: Path | None = None) -> Scenario:
        """Return the scenario of a directory, or the campaign."""
        return load.load(directory)

    def scenario_id(self, scenario: Scenario) -> str:
        """Return the name of a scenario."""
        return scenario.id

    def scenarios(self) -> Mapping[str, Path]:
        """12 - return the directories of the other scenarios."""
        return load.scenarios()

    def start(self, scenario: Scenario) -> Petrograd:
        """3.1 - return a new game."""
        return sequence.begin(scenario)

    def configure(self, scenario: Scenario, options: Mapping[str, str]) -> Scenario:
        """Return the scenario with some readings or modules chosen otherwise."""
        return load.chosen(scenario, options)

    def data_digest(self, scenario: Scenario) -> str:
        """Return a fingerprint of the files of a scenario's own directory, or nothing."""
        return load.digest(scenario)

    def check(self, directory: Path) -> list[str]:
        """Return everything that is wrong with the data files in a directory."""
        return load.check(directory) or lint.unsupplied(load.load(directory))

    def data_files(self, directory: Path | None = None) -> tuple[Path, ...]:
        """Return the files of a scenario, the bundled ones where a directory lacks them."""
        return load.files(directory)

    def joins(self, previous: str, verb: str) -> bool:
        """Whether a verb goes on with the line of the journal that another began."""
        if previous in ("move", "rail"):
            return verb in ("to", "stay")
        if previous in ("attack", "join", "support"):
            return verb in ("join", "support", "fight", "night", "enough")
        return (previous, verb) in JOINED

    def view(self, state: Petrograd, seat: Seat) -> View:
        """1.7 - return what a seat may see."""
        return View.build(state, seat, seen.facts(state, seat), seen.asked(state))

    def reshuffle_hidden(self, state: Petrograd, seat: Seat, rng: Random) -> Petrograd:
        """1.7 - return a position that the seat cannot tell from this one."""
        return seen.reshuffle(state, Side(seat), rng)

    def describe(self, state: Petrograd, event: Event, lang: str, seat: Seat | None = None) -> str:
        """Return the line of the log for an event."""
        return log.describe(state.scenario, event, lang, seat)

    @property
    def notation(self) -> Notation[Petrograd]:
        """What writes and reads positions."""
        return position.NOTATION

    def read_position(self, text: str, scenario: Scenario, file: str = "position") -> Petrograd:
        """Return the position that a text describes; nothing of it is new to anybody."""
        return position.read(text, scenario, file)

    def empty(self, scenario: Scenario) -> Petrograd:
        """Return a position of a scenario with no counter on the map."""
        return Petrograd(scenario)

    def rulebook(self) -> Rulebook:
        """Return the rules in our own words, with the rulings."""
        return Rulebook.load(load.DATA)

    def calculator(self) -> Calculator:
        """Return the calculator of the combat sheet."""
        return Calculator((COMBAT,), read_french(load.DATA / "french.toml"))

    def tell(self, state: Petrograd, event: Event, lang: str, seat: Seat) -> wire.LogLine:
        """1.7 - return an event as a seat may know it."""
        return telling.tell(state.scenario, event, lang, seat)

    def printed(self, scenario: Scenario) -> wire.Printed:
        """Return map, counters, tables, pools and tracks."""
        return printed_json.printed(scenario, super().printed(scenario))

    def overlays(self, scenario: Scenario) -> list[wire.OverlayInfo]:
        """Return what can be laid over the map."""
        return overlays.infos()

    def overlay(
        self, state: Petrograd, seat: Seat, name: str, side: Seat, lang: str
    ) -> wire.Overlay:
        """Return zones, supply, command, control, front or threats of a side."""
        return overlays.overlay(state, seat, name, Side(side), lang)

    def hex_lines(self, state: Petrograd, seat: Seat, hex_: int, lang: str) -> list[str]:
        """1.7 - return a hex and its stack in words."""
        return overlays.hex_lines(state, seat, hex_, lang)

    def hex_notes(self, state: Petrograd, seat: Seat, hex_: int, lang: str) -> list[str]:
        """Return what neither the map nor the counters show of a hex."""
        return overlays.hex_notes(state, seat, hex_, lang)

    def fortune(self, state: Petrograd, event: Event) -> Fortune | None:
        """8.2.4 - return the luck of a combat."""
        return fortune.fortune(event)

    def luck_unit(self, lang: str) -> wire.LuckUnit:
        """8.2.4 - return what the luck of a throw is counted in."""
        return luck_unit(words.board_texts(), lang)

    def question_text(self, state: Petrograd, lang: str) -> str:
        """Return the current question in words."""
        return asking.question_text(state, lang)

    def answers(self, state: Petrograd, options: Sequence[Action], lang: str) -> list[wire.Answer]:
        """Return answers with cost, warnings, dice, and what is left undone."""
        return asking.Answers(self, state, lang).all(options)

    def answer_labels(self, state: Petrograd, options: Sequence[Action], lang: str) -> list[str]:
        """Return what each answer means: a hex with its cost, a counter with its hex."""
        return asking.Answers(self, state, lang).labels(options)

    def why(self, state: Petrograd, seat: Seat, words: str, lang: str) -> list[wire.Reason]:
        """Return why a counter or a hex is not offered, with the rule."""
        return asking.why_not(state, Side(seat), words, lang)

    def inspect(self, state: Petrograd, seat: Seat, lang: str) -> wire.Inspection:
        """Return zones, supply, command, stacking, support and attacks."""
        return inspecting.inspect(state, Side(seat), lang)

    def reach(
        self, state: Petrograd, seat: Seat, piece: int, lang: str, hex_: int | None = None
    ) -> wire.Reach:
        """7 - return where a counter may go, and why nowhere else."""
        return inspecting.reach(state, Side(seat), piece, lang, hex_)

    def odds(self, state: Petrograd, seat: Seat, lang: str) -> wire.Odds:
        """8.2 - return the reckoning of the combat being fought, or composed by this seat."""
        return reckoning.odds(state, seat, lang)

    def ending(self, state: Petrograd, lang: str) -> wire.Ending:
        """11 - return who won, or would win now, and why."""
        found = seen.victory(state)
        level = log.texts().say(f"level.{found['level']}", lang)
        points = found["points"][self.seats[Side.WHITE]]
        printed = state.scenario.pieces
        return {
            "winner": found["winner"],
            "text": words.board_texts().say("ending.points", lang, points=points, level=level),
            "victory": found,
            "lost": [
                sum(each.steps - state.steps[each.index] for each in printed if each.side is side)
                for side in Side
            ],
        }

    def chart(self, state: Petrograd, seat: Seat, lang: str) -> Chart:
        """1.7 - return the map as a seat sees it."""
        return picture.chart(state, seat, lang)

    def adviser(self) -> Adviser[Petrograd]:
        """Return what is known about playing well."""
        from grognard.games.petrograd.ai.adviser import PetrogradAdviser

        return PetrogradAdviser()

    def idea_words(self, state: Petrograd, idea: Idea, lang: str) -> tuple[str, str]:
        """Return what a bot weighed, and its reason, in words."""
        return asking.Answers(self, state, lang).idea(idea, words.idea_texts())

    def meter(self, state: Petrograd) -> Meter[Petrograd]:
        """Return what counts losses and rules, and finds out how a game was won."""
        return measure.PetrogradMeter(state)

    def landmarks(self, scenario: Scenario) -> Sequence[Landmark]:
        """Return the places of which history tells who held them, turn by turn."""
        return measure.landmarks(scenario)

    def invariants(self, state: Petrograd) -> list[str]:
        """Return whatever is true of this position and never may be."""
        scenario, wrong = state.scenario, super().invariants(state)
        wrong += [
            f"1.5 - {scenario.ground.map.name(hex_)} holds more than 10 SP"
            for side in Side
            for hex_ in numbers(state.held[side])
            if state.points_at(hex_) > scenario.tables.stacking
        ]
        for side in Side:
            strong = state.strong[side]
            for hex_ in numbers(state.held[side] | strong):
                state.refresh(hex_, side)
            if state.strong[side] != strong:
                wrong.append(f"1.4 - the zones of {side.name} are not those of its troops")
        if state.control[0] & state.control[1]:
            wrong.append("1.6 - a hex is controlled by both sides")
        return wrong


JOINED: Final = {
    ("to", "to"),
    ("choose", "lose"),
    ("lose", "lose"),
    ("advance", "advance"),
    ("advance", "halt"),
    ("dig", "done"),
}
