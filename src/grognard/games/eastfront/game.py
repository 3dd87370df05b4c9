"""The Luga Line 1941 as the rest of the program knows it: names, views, log, positions, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import numbers
from grognard.engine.calculator import Calculator
from grognard.engine.game import CHANCE, Event, Noun, Seat
from grognard.engine.rulebook import Rulebook
from grognard.engine.speaker import read_french
from grognard.engine.view import View
from grognard.games.eastfront import (
    asking,
    board_odds,
    fortune,
    inspecting,
    load,
    log,
    measure,
    overlays,
    picture,
    position,
    printed_json,
    refusing,
    seen,
    sequence,
    telling,
    words,
)
from grognard.games.eastfront.asked import asked
from grognard.games.eastfront.board_calculator import CHARTS
from grognard.games.eastfront.printed import Scenario, Side
from grognard.games.eastfront.stacking import limits, points_of
from grognard.games.eastfront.state import Luga
from grognard.games.eastfront.verbs import VERBS
from grognard.games.eastfront.victory import standing
from grognard.kit.game import CountersGame
from grognard.kit.telling import luck_unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from random import Random

    import grognard.wire as wire
    from grognard.engine.chart import Chart
    from grognard.engine.fortune import Fortune
    from grognard.engine.game import Action
    from grognard.engine.measure import Landmark, Meter
    from grognard.engine.thinking import Adviser, Idea
    from grognard.kit.position import Notation


class LugaGame(CountersGame[Luga, Scenario]):
    """Army Group North breaks the Luga line; the charts are printed, all else reconstructed."""

    id: ClassVar[str] = "luga"
    titles: ClassVar[Mapping[str, str]] = {
        "en": "The Luga Line 1941",
        "fr": "La ligne de la Louga 1941",
    }
    about: ClassVar[Mapping[str, str]] = {
        "en": "August 1941: Army Group North makes for Leningrad, and the line of the Luga bars "
        "its way. Declared attacks, overruns, sealed orders and mud; nine turns.",
        "fr": "Août 1941 : le groupe d'armées Nord vise Leningrad, et la ligne de la Louga lui "
        "barre la route. Attaques déclarées, débordements, ordres cachés et boue ; neuf tours.",
    }
    rules_version: ClassVar[str] = "1"
    seats: ClassVar[tuple[str, ...]] = ("german", "soviet")
    verbs: ClassVar[Mapping[str, Noun]] = VERBS
    gathers: ClassVar[frozenset[str]] = frozenset({"join", "with"})

    def load(self, directory: Path | None = None) -> Scenario:
        """Return the scenario of a directory, or the campaign."""
        return load.load(directory)

    def scenario_id(self, scenario: Scenario) -> str:
        """Return the name of a scenario."""
        return scenario.id

    def scenarios(self) -> Mapping[str, Path]:
        """Return the directories of the other scenarios."""
        return load.scenarios()

    def start(self, scenario: Scenario) -> Luga:
        """1.1 - return a new game."""
        return sequence.begin(scenario)

    def configure(self, scenario: Scenario, options: Mapping[str, str]) -> Scenario:
        """Return the scenario with some readings chosen otherwise."""
        return load.chosen(scenario, options)

    def data_digest(self, scenario: Scenario) -> str:
        """Return a fingerprint of the files of a scenario's own directory, or nothing."""
        return load.digest(scenario)

    def check(self, directory: Path) -> list[str]:
        """Return everything that is wrong with the data files in a directory."""
        return load.check(directory)

    def data_files(self, directory: Path | None = None) -> tuple[Path, ...]:
        """Return the files of a scenario, the bundled ones where a directory lacks them."""
        return load.files(directory)

    def word_name(self, state: Luga, verb: str, number: int) -> str:
        """11.3 - return a bridge by the hexes at its ends."""
        one, other = state.scenario.ground.bridges[number]
        return f"{state.material.map.name(one)}-{state.material.map.name(other)}"

    def word_number(self, state: Luga, verb: str, text: str) -> int:
        """11.3 - return the bridge between two hexes."""
        one, _, other = text.partition("-")
        board = state.material.map
        found = state.scenario.ground.bridge(board.hex(one), board.hex(other))
        if found < 0:
            raise ValueError(f"there is no bridge {text}")
        return found

    def joins(self, previous: str, verb: str) -> bool:
        """Whether a verb goes on with the line of the journal that another began."""
        return verb in JOINED.get(previous, ())

    def view(self, state: Luga, seat: Seat) -> View:
        """1.4 - return what a seat may see."""
        return View.build(state, seat, seen.facts(state, seat), asked(state))

    def reshuffle_hidden(self, state: Luga, seat: Seat, rng: Random) -> Luga:
        """1.4 - return a position that the seat cannot tell from this one."""
        return seen.reshuffle(state, Side(seat), rng)

    def describe(self, state: Luga, event: Event, lang: str, seat: Seat | None = None) -> str:
        """Return the line of the log for an event."""
        return log.describe(state.scenario, event, lang, seat)

    @property
    def notation(self) -> Notation[Luga]:
        """What writes and reads positions."""
        return position.NOTATION

    def read_position(self, text: str, scenario: Scenario, file: str = "position") -> Luga:
        """Return the position that a text describes; nothing of it is new to anybody."""
        return position.read(text, scenario, file)

    def empty(self, scenario: Scenario) -> Luga:
        """Return a position of a scenario with no counter on the map."""
        return Luga(scenario)

    def rulebook(self) -> Rulebook:
        """Return the rules in our own words, with the rulings."""
        return Rulebook.load(load.DATA)

    def calculator(self) -> Calculator:
        """Return the calculators of overrun, retreat, surrender and combat."""
        return Calculator(CHARTS, read_french(load.SYSTEM / "french.toml"))

    def tell(self, state: Luga, event: Event, lang: str, seat: Seat) -> wire.LogLine:
        """1.4 - return an event as a seat may know it."""
        return telling.tell(state.scenario, event, lang, seat)

    def printed(self, scenario: Scenario) -> wire.Printed:
        """Return map, counters, tables, pools and tracks."""
        return printed_json.printed(scenario, super().printed(scenario))

    def overlays(self, scenario: Scenario) -> list[wire.OverlayInfo]:
        """Return what can be laid over the map."""
        return overlays.infos()

    def overlay(self, state: Luga, seat: Seat, name: str, side: Seat, lang: str) -> wire.Overlay:
        """Return zones, supply, command, control, fortifications or threats of a side."""
        return overlays.overlay(state, seat, name, Side(side), lang)

    def hex_lines(self, state: Luga, seat: Seat, hex_: int, lang: str) -> list[str]:
        """1.4 - return a hex and its stack in words."""
        return overlays.hex_lines(state, seat, hex_, lang)

    def hex_notes(self, state: Luga, seat: Seat, hex_: int, lang: str) -> list[str]:
        """Return what neither the map nor the counters show of a hex."""
        return overlays.hex_notes(state, seat, hex_, lang)

    def fortune(self, state: Luga, event: Event) -> Fortune | None:
        """15.7, 11.4.3, 16.6.6, 21 - return the luck of a throw."""
        return fortune.fortune(event)

    def luck_unit(self, lang: str) -> wire.LuckUnit:
        """15.7 - return what the luck of a throw is counted in."""
        return luck_unit(words.board_texts(), lang)

    def question_text(self, state: Luga, lang: str) -> str:
        """Return the current question in words."""
        return asking.question_text(state, lang)

    def answers(self, state: Luga, options: Sequence[Action], lang: str) -> list[wire.Answer]:
        """Return answers with cost, warnings, dice, and what is left undone."""
        return asking.Answers(self, state, lang).all(options)

    def answer_labels(self, state: Luga, options: Sequence[Action], lang: str) -> list[str]:
        """Return what each answer means: a hex with its cost, a counter with its hex."""
        return asking.Answers(self, state, lang).labels(options)

    def why(self, state: Luga, seat: Seat, words: str, lang: str) -> list[wire.Reason]:
        """Return why a counter or a hex is not offered, with the rule."""
        return refusing.why_not(state, Side(seat), words, lang)

    def inspect(self, state: Luga, seat: Seat, lang: str) -> wire.Inspection:
        """Return zones, supply, command, stacking, support and attacks."""
        return inspecting.inspect(state, Side(seat), lang)

    def reach(
        self, state: Luga, seat: Seat, piece: int, lang: str, hex_: int | None = None
    ) -> wire.Reach:
        """10 - return where a counter may go, and why nowhere else."""
        return inspecting.reach(state, Side(seat), piece, lang, hex_)

    def odds(self, state: Luga, seat: Seat, lang: str) -> wire.Odds:
        """1.4, 15 - return the reckoning of what is fought, or composed by this seat."""
        is_open = state.is_over or state.battle is not None or state.seat in (seat, CHANCE)
        if not is_open:
            return {"note": words.board_texts().say("odds.none", lang), "cases": []}
        return board_odds.odds(state, seat, lang)

    def ending(self, state: Luga, lang: str) -> wire.Ending:
        """26 - return who won, or would win now, and why."""
        found = seen.victory(state, standing(state))
        level = words.texts().say(f"level.{found['level']}", lang)
        points, printed = found["points"][self.seats[Side.GERMAN]], state.scenario.pieces
        key = "ending.points.one" if abs(points) == 1 else "ending.points"
        gone = state.withdrawn
        return {
            "winner": found["winner"],
            "text": words.board_texts().say(key, lang, points=points, level=level),
            "victory": found,
            "lost": [
                sum(
                    len(each.values) - state.steps[each.index]
                    for each in printed
                    if each.side is side and not gone >> each.index & 1
                )
                for side in Side
            ],
        }

    def chart(self, state: Luga, seat: Seat, lang: str) -> Chart:
        """1.4 - return the map as a seat sees it."""
        return picture.chart(state, seat, lang)

    def adviser(self) -> Adviser[Luga]:
        """Return what is known about playing well."""
        from grognard.games.eastfront.ai.adviser import LugaAdviser

        return LugaAdviser()

    def idea_words(self, state: Luga, idea: Idea, lang: str) -> tuple[str, str]:
        """Return what a bot weighed, and its reason, in words."""
        return asking.Answers(self, state, lang).idea(idea, words.idea_texts())

    def label(self, key: str, lang: str) -> str:
        """Return a heading in a language."""
        texts = words.texts()
        name = f"label.{key}"
        return texts.say(name, lang) if name in texts else super().label(key, lang)

    def meter(self, state: Luga) -> Meter[Luga]:
        """Return what counts losses and rules, and finds out how a game was won."""
        return measure.LugaMeter(state)

    def landmarks(self, scenario: Scenario) -> Sequence[Landmark]:
        """Return the places of which history tells who held them, turn by turn."""
        return measure.landmarks(scenario)

    def invariants(self, state: Luga) -> list[str]:
        """Return whatever is true of this position and never may be."""
        scenario, wrong = state.scenario, super().invariants(state)
        most = limits(scenario)
        for side in Side:
            for hex_ in numbers(state.occupied(side)):
                if points_of(scenario, state.stacks[hex_]) > most[hex_]:
                    wrong.append(f"3.1 - {scenario.ground.map.name(hex_)} holds too many points")
            before = state.zones, state.mobile_zones
            for hex_ in numbers(state.held[side] | state.zones[side] | state.mobile_zones[side]):
                state.refresh(hex_, side)
            if before != (state.zones, state.mobile_zones):
                wrong.append(f"4.1 - the zones of {side.name} are not those of its units")
            if state.occupied(side) & ~state.control[side]:
                wrong.append(f"26.1 - {side.name} stands where it does not hold")
        if state.control[0] & state.control[1]:
            wrong.append("26.1 - a hex is held by both sides")
        return wrong


JOINED: Final[dict[str, tuple[str, ...]]] = {
    "move": ("with", "to", "stay", "overrun"),
    "with": ("with", "to", "stay", "overrun"),
    "to": ("to",),
    "attack": ("join", "also", "declare", "declare_supplied"),
    "join": ("join", "also", "declare", "declare_supplied"),
    "also": ("join", "also", "declare", "declare_supplied"),
    "react": ("to",),
    "resolve": ("support", "air", "unclaim", "fight"),
    "support": ("support", "air", "unclaim", "fight", "enough"),
    "lose": ("lose",),
    "advance": ("advance", "to", "halt"),
    "activate": ("activate", "done"),
    "convert": ("convert", "done"),
}
