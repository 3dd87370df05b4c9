"""The answers to a question with all that they bring: cost, warnings, dice, what is left undone."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import bits_of, numbers
from grognard.engine.prompt import try_out
from grognard.games.bautzen import combat, retreat, stacking, supply
from grognard.games.bautzen.command import commanders
from grognard.games.bautzen.log import hex_name, listed, texts
from grognard.games.bautzen.movement import MP, Trip
from grognard.games.bautzen.outcome import Trade, battle_of
from grognard.games.bautzen.questions import MoveTo, SetUpPiece, Withdraw
from grognard.games.bautzen.sequence import COMBAT, DONE, Combat, Movement
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.words import board_texts
from grognard.games.bautzen.zones import zone_of_control
from grognard.kit.answering import Answering

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import grognard.wire as wire
    from grognard.engine.game import Action
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.path import Cost
    from grognard.engine.registry import AnyGame
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Bautzen, Pieces

CLOSING: Final = frozenset({"fight", "enough", "seal", "halt", "stay"})
"""The answers that end a choice made of several."""
MAIN: Final = frozenset({"fight", "enough", "seal", "halt", "done"})
"""The answers that go on as one usually would."""


class Answers(Answering["Bautzen"]):
    """The answers to the question that a position asks, in one language."""

    def __init__(self, game: AnyGame, state: Bautzen, lang: str) -> None:
        super().__init__(game, state, lang, texts())

    @cached_property
    def costs(self) -> dict[Hex, Cost]:
        """4.1 - what it costs to go to each hex within reach."""
        if not isinstance(self.question, MoveTo):
            return {}
        return Trip(self.state, self.question.side, self.question.pieces).costs()

    def all(self, options: Sequence[Action]) -> list[wire.Answer]:
        """Return the answers, each with all that it brings."""
        found = [self.plain(action) for action in options]
        if isinstance(self.question, MoveTo):
            self._of_a_move(self.question, options, found)
        elif not isinstance(self.question, Movement | Combat | SetUpPiece):
            for action, answer in zip(options, found, strict=True):
                self._try(action, answer)
        for answer in found:
            self._close(answer)
        return found

    # Words

    def label(self, action: Action) -> str:
        """Return what an answer means: a hex with its cost, a counter with its hex."""
        verb, number = action
        scenario, lang = self.state.scenario, self.lang
        if verb == "to" and number in self.costs:
            noun, cost = hex_name(scenario, number), points(self.costs[number])
            return texts().say("answer.to_at_cost", lang, noun=noun, cost=cost)
        if verb == "retreat" and number and isinstance(self.question, Trade):
            return texts().say(f"answer.{self._retreat(number)}", lang, noun=number)
        if verb == "ready":
            name = scenario.ready[number].name.get(lang, scenario.ready[number].name["en"])
            return texts().say("answer.ready_named", lang, name=name)
        return super().label(action)

    def _retreat(self, hexes: int) -> str:
        """8.5.2 - the label of so many hexes of retreat, with what it costs where none is open."""
        state = self.state
        battle = battle_of(state)
        if not retreat.is_blocked(state, ENEMY[battle.side], state.stacks[battle.target], hexes):
            return "retreat"
        is_heavy = state.scenario.options.returns_traded_steps
        return "retreat_blocked" if is_heavy else "retreat_blocked_lightly"

    def hex_words(self, hex_: Hex) -> str:
        """Return a hex with its name."""
        return hex_name(self.state.scenario, hex_)

    # What comes of it

    def _of_a_move(
        self, question: MoveTo, options: Sequence[Action], found: list[wire.Answer]
    ) -> None:
        """4.1, 10.3 - costs, warnings, and whether one will look down from a height."""
        state, warned = self.state, Warnings(self.state, question.side, question.pieces, self.lang)
        looks = bool(question.pieces & state.scenario.units)
        through = state.scenario.options.pass_through_control
        for action, answer in zip(options, found, strict=True):
            if action.verb != "to":
                continue
            answer["cost"] = points(self.costs[action.noun])
            if reasons := warned.at(action.noun):
                answer["warns"] = reasons
            if through:
                self._try(action, answer)
            elif looks and state.scenario.board.dominant >> action.noun & 1:
                answer["reveals"] = True

    def _try(self, action: Action, answer: wire.Answer) -> None:
        """Say whether an answer throws dice or shows something, by giving it to a copy."""
        try_out(self.state, action, answer)
        question = self.question
        if isinstance(question, Withdraw) and action.verb == "to":
            zone = zone_of_control(self.state, ENEMY[question.side])
            if zone >> action.noun & 1:
                text = board_texts().say("warn.withdrawal", self.lang)
                answer["warns"] = [{"rule": "4.3", "text": text}]

    def _close(self, answer: wire.Answer) -> None:
        """2 - say what an answer ends, and what is left undone by it."""
        verb = answer["verb"]
        if verb in CLOSING:
            answer["closes"] = "choice"
        if verb in MAIN:
            answer["is_main"] = True
        if verb != "done":
            return
        state = self.state
        last = COMBAT[state.scenario.first.enemy]
        answer["closes"] = "turn" if state.segment == last else "segment"
        self._try(DONE, answer)
        if left := [*self._left()]:
            answer["left"] = left

    def _left(self) -> Iterator[wire.Left]:
        """4.1, 8.1, 11.2 - what could still be done in the segment."""
        state, question = self.state, self.question
        if isinstance(question, Movement):
            idle = ~state.moved
            yet, waiting = state.owned[question.side] & idle, state.waiting[question.side] & idle
            yield from self.left(board_texts(), "move", "4.1", yet.bit_count())
            yield from self.left(board_texts(), "enter", "11.2", waiting.bit_count())
        elif isinstance(question, Combat):
            targets = bits_of(combat.targets(state, question.side))
            yield from self.left(board_texts(), "attack", "8.1", targets.bit_count())


class Warnings:
    """What it would hurt pieces of a side to go to a hex, as things stand now."""

    def __init__(self, state: Bautzen, side: Side, pieces: Pieces, lang: str) -> None:
        self.state, self.side, self.pieces, self.lang = state, side, pieces, lang
        self.barren: Region = 0
        if pieces & state.owned[side]:
            self.barren = supply.barren(state, side, pieces)
        self.commanded = [*self._commanded()]

    def _commanded(self) -> Iterator[tuple[int, Region]]:
        """6.1 - by unit that is in command now: the hexes where it would stay so."""
        state, scenario = self.state, self.state.scenario
        board = scenario.board.map
        for unit in numbers(self.pieces & scenario.combat_units):
            region = 0
            for post in numbers(commanders(scenario, unit) & state.owned[self.side]):
                region |= board.within(1 << state.where[post], scenario.pieces[post].range)
            if state.where[unit] >= 0 and region >> state.where[unit] & 1:
                yield unit, region

    def at(self, hex_: Hex) -> list[wire.Reason]:
        """Return what would be hurt there."""
        state, scenario, say = self.state, self.state.scenario, board_texts().say
        found: list[wire.Reason] = []
        together = state.stacks[hex_] & state.owned[self.side] | self.pieces
        limit, full = stacking.limit(scenario, hex_), stacking.points(scenario, together)
        if full > limit:
            text = say("warn.crowded", self.lang, points=full, limit=limit)
            found.append({"rule": "5.3", "text": text})
        if self.pieces & scenario.units and self.barren >> hex_ & 1:
            found.append({"rule": "7.1", "text": say("warn.unsupplied", self.lang)})
        lost = [scenario.pieces[unit].id for unit, near in self.commanded if not near >> hex_ & 1]
        if lost:
            text = say("warn.uncommanded", self.lang, pieces=listed(lost, self.lang))
            found.append({"rule": "6.1", "text": text})
        return found


def points(halves: int) -> str:
    """Return half MPs as people write them.

    >>> points(4), points(5), points(1)
    ('2', '2½', '½')
    """
    whole, half = divmod(halves, MP)
    return (str(whole) if whole or not half else "") + ("½" if half else "")
