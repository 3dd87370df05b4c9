"""The questions and their answers in words, and why something is not among them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, cast

from grognard.engine.bits import numbers
from grognard.engine.prompt import try_out
from grognard.games.petrograd import arrivals, battle, command, movement, rally, why
from grognard.games.petrograd.fighting import Compose, DefenceSupport
from grognard.games.petrograd.log import listed, side_name, texts
from grognard.games.petrograd.outcome import ChooseResult
from grognard.games.petrograd.parts import Lose, battle_of, half_of, side_of
from grognard.games.petrograd.questions import Arrive, Digging, MoveTo, Rail, RailTo
from grognard.games.petrograd.reckoning import in_words
from grognard.games.petrograd.retreating import RetreatTo
from grognard.games.petrograd.seen import asked
from grognard.games.petrograd.sequence import Attack, Movement
from grognard.games.petrograd.state import SEGMENTS
from grognard.games.petrograd.supply import supplied
from grognard.games.petrograd.verbs import OF_THINGS, VERBS
from grognard.games.petrograd.words import board_texts
from grognard.kit.answering import Answering
from grognard.kit.refusing import holds_offered, is_offered, of_stack
from grognard.kit.words import meant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import grognard.wire as wire
    from grognard.engine.game import Action
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex
    from grognard.engine.registry import AnyGame
    from grognard.games.petrograd.printed import Side
    from grognard.games.petrograd.state import Petrograd
    from grognard.games.petrograd.why import Reason

CLOSING: Final = frozenset({"fight", "night", "enough", "halt", "stay", "wait", "press", "leave"})
"""The answers that end a choice made of several."""
MAIN: Final = frozenset({"fight", "enough", "halt", "done"})
"""The answers that go on as one usually would."""
LAST: Final = SEGMENTS.index("red rally")


def question_text(state: Petrograd, lang: str) -> str:
    """Return the current question in words."""
    about = asked(state)
    if about is None:
        return ""
    scenario, target = state.scenario, about.get("target")
    hex_ = scenario.ground.called(scenario.ground.map.hex(target), lang) if target else ""
    pieces = about.get("pieces", about.get("joined", []))
    numbers_ = [scenario.by_id[name] for name in pieces]
    if not hex_ and numbers_ and state.where[numbers_[0]] >= 0:
        hex_ = scenario.ground.called(state.where[numbers_[0]], lang)
    question = state.question
    victim = ""
    if isinstance(question, ChooseResult):
        victim = side_name(side_of(battle_of(state), question.role), lang)
    is_first = isinstance(question, Compose) and not numbers_
    return texts().say(
        f"ask.{about['kind']}{'.first' if is_first else ''}",
        lang,
        piece=listed([scenario.pieces[piece].called(lang) for piece in numbers_], lang),
        hex=hex_,
        left=state.rail_left,
        number=about.get("steps", 0),
        victim=victim,
    )


def _commanding(state: Petrograd, question: MoveTo) -> Region:
    """5.1 - the hexes in which a piece is in command."""
    area: Region = 0
    for post in numbers(command.commanding(state, question.side)):
        if state.scenario.commanders[question.piece] >> post & 1:
            area |= command.reach(state, question.side, post)
    return area


# The answers


class Answers(Answering["Petrograd"]):
    """The answers to the question that a position asks, in one language."""

    def __init__(self, game: AnyGame, state: Petrograd, lang: str) -> None:
        super().__init__(game, state, lang, texts())

    @cached_property
    def costs(self) -> dict[Hex, str]:
        """7.1 - what it costs to go to each hex within reach."""
        question = self.question
        return costs_in_words(self.state, question.piece) if isinstance(question, MoveTo) else {}

    def all(self, options: Sequence[Action]) -> list[wire.Answer]:
        """Return the answers."""
        return [self._answer(action) for action in options]

    def _answer(self, action: Action) -> wire.Answer:
        verb, noun = action
        found = self.plain(action)
        twin = self.state
        if not isinstance(self.question, Movement) or verb == "done":
            twin = try_out(self.state, action, found)
        if verb == "to" and noun in self.costs:
            found["cost"] = self.costs[noun]
            if warns := self._warnings(twin, noun):
                found["warns"] = warns
        self._close(found)
        return found

    def label(self, action: Action) -> str:
        """Return what an answer means: a hex with its cost, a counter with its hex."""
        verb, number = action
        if verb == "to" and number in self.costs:
            noun = self.state.scenario.ground.called(number, self.lang)
            return texts().say("answer.to_at_cost", self.lang, noun=noun, cost=self.costs[number])
        return super().label(action)

    def noun(self, action: Action) -> str:
        """Return the noun of an answer in words; of a result what it does, as printed."""
        if action.verb != "choose":
            return super().noun(action)
        question = cast("ChooseResult", self.question)
        option = half_of(self.state, question.role).options[action.noun - 1]
        return f"{in_words(option.effect, self.lang)} ({option.text})"

    def piece_words(self, piece: PieceIndex) -> str:
        """Return what a counter is called in a language."""
        return self.state.scenario.pieces[piece].called(self.lang)

    def hex_words(self, hex_: Hex) -> str:
        """Return a hex with its name."""
        return self.state.scenario.ground.called(hex_, self.lang)

    def _warnings(self, twin: Petrograd, hex_: Hex) -> list[wire.Reason]:
        """4.2, 5.1 - what having gone to a hex hurts: supply, and command where there is any.

        Who stands in a hex opens it for his own supply: it is read where he has arrived.
        """
        question = cast("MoveTo", self.question)
        kinds = self.state.scenario.kinds
        found: list[wire.Reason] = []
        if not kinds.troops & ~kinds.estonian & 1 << question.piece:
            return []
        say = board_texts().say
        if not supplied(twin, question.side) >> hex_ & 1:
            found.append({"rule": "4.2", "text": say("warn.unsupplied", self.lang)})
        if self._is_commanded and not _commanding(twin, question) >> hex_ & 1:
            found.append({"rule": "5.1", "text": say("warn.uncommanded", self.lang)})
        return found

    @cached_property
    def _is_commanded(self) -> bool:
        """5.1 - whether the piece that is to go is in command where it stands."""
        question = cast("MoveTo", self.question)
        here = self.state.where[question.piece]
        return here >= 0 and bool(_commanding(self.state, question) >> here & 1)

    def _close(self, answer: wire.Answer) -> None:
        """2.2 - say what an answer ends, and what is left undone by it."""
        if answer["verb"] in CLOSING:
            answer["closes"] = "choice"
        if answer["verb"] in MAIN:
            answer["is_main"] = True
        if answer["verb"] != "done":
            return
        answer["closes"] = "turn" if self.state.segment == LAST else "segment"
        if left := [*self._left()]:
            answer["left"] = left

    def _left(self) -> Iterator[wire.Left]:
        """7.1, 8.1 - what could still be done in the phase."""
        state, question = self.state, self.question
        if isinstance(question, Movement):
            still = state.moved | state.scenario.kinds.immobile | state.broken_down
            able = state.owned[question.side] & ~still
            yield from self.left(board_texts(), "move", "7.1", able.bit_count())
        elif isinstance(question, Attack):
            targets = battle.targets(state, question.side)
            yield from self.left(board_texts(), "attack", "8.1", targets.bit_count())


def costs_in_words(state: Petrograd, piece: int) -> dict[Hex, str]:
    """7.1 - every hex within reach and its cost as people write it."""
    scale = movement.scale_for(state, piece)
    return {hex_: scale.words(cost) for hex_, cost in movement.costs(state, piece).items()}


# Why not


ABOUT_TROOPS: Final = (Movement, Compose, DefenceSupport, Lose, Rail)
"""The questions that are about one's own pieces: a hex means those in it."""


def told(reason: Reason, lang: str, question: str = "") -> wire.Reason:
    """Return a reason in words, with its rule; of something else what is asked."""
    key = "asked" if reason.key == "not_asked" and question else reason.key
    text = board_texts().say(f"why.{key}", lang, number=reason.number, question=question)
    return {"rule": reason.rule, "text": text}


def why_not(state: Petrograd, side: Side, words: str, lang: str) -> list[wire.Reason]:
    """Return why a side cannot do something now: ``0418``, ``W-Lib``, ``W-Lib 0418``."""
    piece, hex_ = meant(state, words, OF_THINGS, board_texts(), lang, "W-Lib 0418")
    if state.is_over:
        return [told(why.Reason("11.3", "over"), lang)]
    if is_offered(state, side, VERBS, piece, hex_):
        return []
    question = question_text(state, lang) if state.seat == side else ""
    if piece is None and hex_ is not None and question and isinstance(state.question, ABOUT_TROOPS):
        stack = of_stack(
            state,
            side,
            hex_,
            lambda one: _reason_of_piece(state, side, one),
            lambda one: told(one, lang, question),
            lambda one: state.scenario.pieces[one].called(lang),
            lang,
        )
        if stack or holds_offered(state, side, VERBS, hex_):
            return stack
    reason = _reason(state, side, piece, hex_)
    if reason is None and question and (piece is None or hex_ is None):
        reason = why.Reason(state.question.rule, "not_asked")
    return [told(reason, lang, question)] if reason else []


def _reason(state: Petrograd, side: Side, piece: int | None, hex_: int | None) -> Reason | None:
    """Return the reason for a counter, for a hex, or for a counter in a hex."""
    if piece is not None and hex_ is not None:
        if not state.owned[side] >> piece & 1:
            return why.Reason("7.1", "not_yours")
        return why.Mover(state, side, piece).refusal(hex_)
    if hex_ is not None:
        return _reason_of_hex(state, side, hex_)
    return _reason_of_piece(state, side, cast("int", piece))


def _reason_of_hex(state: Petrograd, side: Side, hex_: int) -> Reason | None:
    """Return why the current question does not offer a hex."""
    match state.question:
        case MoveTo(side=mover, piece=piece) if mover is side:
            return why.Mover(state, side, piece).refusal(hex_)
        case Arrive(side=owner, piece=piece) if owner is side:
            return why.not_among(arrivals.entry_hexes(state, piece), hex_, "3.2", "no_entry")
        case Digging(side=owner) if owner is side:
            return why.not_among(rally.may_dig(state, side), hex_, "9.2", "no_dig")
        case RailTo(side=owner, piece=piece) if owner is side:
            return why.not_among(arrivals.rail_hexes(state, piece), hex_, "7.5", "no_rail")
        case Compose(side=attacker) if attacker is side:
            return why.not_a_target(state, side, hex_) or why.Reason("8.1", "composing")
        case Attack(side=attacker) if attacker is side:
            return why.not_a_target(state, side, hex_)
        case RetreatTo() as question if state.seat == side:
            goals = sum(1 << action.noun for action in question.options(state))
            return why.not_among(goals, hex_, "8.2.6", "no_retreat")
    return why.Reason(state.question.rule, "not_asked")


def _reason_of_piece(state: Petrograd, side: Side, piece: int) -> Reason | None:
    """Return why the current question does not offer a counter."""
    supporting = state.scenario.kinds.supporting >> piece & 1
    match state.question:
        case Compose() as question if question.side is side:
            if supporting:
                return why.not_a_supporter(state, side, question.target, question.attackers, piece)
            return why.not_an_attacker(
                state, side, question.target, question.attackers, question.supports, piece
            )
        case DefenceSupport() if state.seat == side:
            return why.not_a_supporter(state, side, battle_of(state).target, 0, piece)
        case Lose(pieces=pieces) if state.seat == side:
            return why.not_among(pieces, piece, "8.2.5", "not_in_combat")
        case Rail(side=owner) if owner is side:
            return why.not_by_rail(state, side, piece)
        case Movement(side=mover) | MoveTo(side=mover) if mover is side:
            return why.not_movable(state, side, piece)
    return why.Reason(state.question.rule, "not_asked")
