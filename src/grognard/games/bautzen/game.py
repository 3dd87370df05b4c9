"""Bautzen 1945 as the rest of the program knows it: names, views, log, positions, rules."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.calculator import Calculator
from grognard.engine.rulebook import Rulebook
from grognard.engine.speaker import read_french
from grognard.engine.view import View
from grognard.games.bautzen import (
    answering,
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
    reckoning,
    seen,
    sequence,
    telling,
    victory,
)
from grognard.games.bautzen.odds.calculator import COMBAT
from grognard.games.bautzen.outlook import outlook
from grognard.games.bautzen.printed import Scenario, Side
from grognard.games.bautzen.state import Bautzen
from grognard.games.bautzen.verbs import VERBS
from grognard.games.bautzen.words import as_printed, board_texts
from grognard.kit.game import CountersGame
from grognard.kit.telling import luck_unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    import grognard.wire as wire
    from grognard.engine.chart import Chart
    from grognard.engine.fortune import Fortune
    from grognard.engine.game import Action, Event, Noun, Seat
    from grognard.engine.measure import Meter
    from grognard.engine.thinking import Adviser, Idea
    from grognard.kit.position import Notation

DATA: Final = Path(str(resources.files(__package__))) / "data"


class BautzenGame(CountersGame[Bautzen, Scenario]):
    """The game of Javier Romero, VaeVictis 135."""

    id: ClassVar[str] = "bautzen"
    titles: ClassVar[Mapping[str, str]] = {"en": "Bautzen 1945", "fr": "Bautzen 1945"}
    about: ClassVar[Mapping[str, str]] = {
        "en": "Saxony, April 1945: one of the last German blows that told, against Poles and "
        "Soviets. Hidden stacks and sealed choices; six turns.",
        "fr": "Saxe, avril 1945 : l'un des derniers coups allemands qui aient porté, contre "
        "Polonais et Soviétiques. Piles cachées et choix secrets ; six tours.",
    }
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
    verbs: ClassVar[Mapping[str, Noun]] = VERBS

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

    def piece_number(self, state: Bautzen, text: str) -> int:
        """Return the counter that is called so in print, or in English."""
        return super().piece_number(state, as_printed(text))

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
        return View.build(state, seat, seen.facts(state, seat), seen.asked(state))

    def reshuffle_hidden(self, state: Bautzen, seat: Seat, rng: Random) -> Bautzen:
        """Return a position that the seat cannot tell from this one."""
        return seen.reshuffle(state, Side(seat), rng)

    def describe(self, state: Bautzen, event: Event, lang: str, seat: Seat | None = None) -> str:
        """Return the line of the log for an event."""
        return log.describe(state.scenario, event, lang, seat)

    def tell(self, state: Bautzen, event: Event, lang: str, seat: Seat) -> wire.LogLine:
        """10.3 - return an event as a seat may know it."""
        return telling.tell(state.scenario, event, lang, seat)

    @property
    def notation(self) -> Notation[Bautzen]:
        """What writes and reads positions."""
        return position.NOTATION

    def empty(self, scenario: Scenario) -> Bautzen:
        """Return a position of a scenario with no counter on the map."""
        return Bautzen(scenario)

    def rulebook(self) -> Rulebook:
        """Return the rules in our own words, with the rulings."""
        return Rulebook.load(DATA)

    def calculator(self) -> Calculator:
        """Return the calculator of a combat, from totals or from a position."""
        return Calculator((COMBAT,), read_french(DATA / "french.toml"))

    def printed(self, scenario: Scenario) -> wire.Printed:
        """Return map, counters, tables and set-up."""
        return printed_json.printed(scenario, super().printed(scenario))

    def overlays(self, scenario: Scenario) -> list[wire.OverlayInfo]:
        """Return what can be laid over the map."""
        return overlays.names()

    def overlay(self, state: Bautzen, seat: Seat, name: str, side: Seat, lang: str) -> wire.Overlay:
        """Return zones, supply, command, control, front, threats or views of a side."""
        return overlays.overlay(state, seat, name, Side(side), lang)

    def hex_lines(self, state: Bautzen, seat: Seat, hex_: int, lang: str) -> list[str]:
        """10.3 - return a hex and its stack in words."""
        return overlays.hex_lines(state, seat, hex_, lang)

    def hex_notes(self, state: Bautzen, seat: Seat, hex_: int, lang: str) -> list[str]:
        """Return what neither the map nor the counters show of a hex."""
        return overlays.hex_notes(state, seat, hex_, lang)

    def fortune(self, state: Bautzen, event: Event) -> Fortune | None:
        """8.2 - return the luck of a combat."""
        return fortune.fortune(state, event)

    def luck_unit(self, lang: str) -> wire.LuckUnit:
        """8.2 - return what the luck of a throw is counted in."""
        return luck_unit(board_texts(), lang)

    def question_text(self, state: Bautzen, lang: str) -> str:
        """Return the current question in words."""
        return asking.question_text(state, lang)

    def answers(self, state: Bautzen, options: Sequence[Action], lang: str) -> list[wire.Answer]:
        """Return answers with cost, warnings, dice, and what is left undone."""
        return answering.Answers(self, state, lang).all(options)

    def answer_labels(self, state: Bautzen, options: Sequence[Action], lang: str) -> list[str]:
        """Return what each answer means: a hex with its cost, a counter with its hex."""
        return answering.Answers(self, state, lang).labels(options)

    def idea_words(self, state: Bautzen, idea: Idea, lang: str) -> tuple[str, str]:
        """Return what a bot weighed: an answer, or a plan with its counters and hexes."""
        return answering.Answers(self, state, lang).idea(idea, log.texts())

    def why(self, state: Bautzen, seat: Seat, words: str, lang: str) -> list[wire.Reason]:
        """Return why a counter or a hex is not offered, with the rule."""
        return asking.why_not(state, Side(seat), words, lang)

    def inspect(self, state: Bautzen, seat: Seat, lang: str) -> wire.Inspection:
        """Return zones, supply, command, stacking, support and attacks."""
        return inspecting.inspect(state, Side(seat), lang)

    def reach(
        self, state: Bautzen, seat: Seat, piece: int, lang: str, hex_: int | None = None
    ) -> wire.Reach:
        """4 - return where a counter may go, and why nowhere else."""
        return inspecting.reach(state, Side(seat), piece, lang, hex_)

    def odds(self, state: Bautzen, seat: Seat, lang: str) -> wire.Odds:
        """8.2 - return the reckoning of the combat being composed or fought, and its outlook."""
        side = Side(seat)
        found: wire.Odds = {
            "note": reckoning.odds_note(state, side, lang),
            "cases": reckoning.cases(state, side, lang),
        }
        ahead = outlook(state, side, lang)
        if ahead is not None:
            found["outlook"] = ahead
        return found

    def ending(self, state: Bautzen, lang: str) -> wire.Ending:
        """13 - return who won, or would win now, and why."""
        stands = victory.standing(state)
        winner = Side.GERMAN if stands.is_german else Side.ALLIED
        return {
            "winner": self.seats[winner],
            "text": self.label(measure.reason(state, stands), lang),
            "victory": seen.victory(state),
            "lost": [
                sum(
                    piece.steps - state.steps[piece.index]
                    for piece in state.scenario.pieces
                    if piece.side is side and piece.steps
                )
                for side in Side
            ],
        }

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
        limit = state.scenario.tables.convoys_per_side
        return super().invariants(state) + [
            f"7.2.2 - {side.name} has more than {limit} supply columns"
            for side in Side
            if (state.owned[side] & state.scenario.convoys).bit_count() > limit
        ]


JOINED: Final = {
    ("to", "to"),
    ("commit", "commit"),
    ("commit", "seal"),
    ("advance", "advance"),
    ("advance", "halt"),
    ("withdraw", "to"),
}
