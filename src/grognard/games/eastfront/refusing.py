"""Why something is not among the answers, in words: ``1719``, ``G-1-Pz``, ``G-1-Pz 1719``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from grognard.games.eastfront import arrivals, why
from grognard.games.eastfront.advancing import Advance
from grognard.games.eastfront.asking import question_text
from grognard.games.eastfront.declaring import Compose, Declaring
from grognard.games.eastfront.fighting import DefenceSupport, Support
from grognard.games.eastfront.log import speaker
from grognard.games.eastfront.parts import Lose
from grognard.games.eastfront.printed import ENEMY
from grognard.games.eastfront.questions import Activation, Arrive, Converting, Movement, MoveTo
from grognard.games.eastfront.reacting import React, ReactTo
from grognard.games.eastfront.retreating import RetreatTo
from grognard.games.eastfront.verbs import OF_HEXES, OF_PIECES, OF_THINGS, VERBS
from grognard.games.eastfront.words import board_texts, called, cited, counted
from grognard.kit.refusing import holds_offered, is_offered, of_stack
from grognard.kit.words import meant

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.games.eastfront.printed import Side
    from grognard.games.eastfront.state import Luga
    from grognard.games.eastfront.why import Reason

ABOUT_UNITS: Final = (
    *(Movement, Activation, Compose, Support, DefenceSupport),
    *(React, Lose, Advance),
)
"""The questions that are about one's own units: a hex means those in it."""


def told(reason: Reason, lang: str, question: str = "") -> wire.Reason:
    """Return a reason in words, with its rule; of something else what is asked."""
    if reason.key == "not_asked" and question:
        text = board_texts().say("why.asked", lang, question=question)
    elif reason.said:
        text = speaker(lang)(reason.said, **dict(reason.facts))
    else:
        text = counted(f"why.{reason.key}", reason.number, lang)
    return {"rule": cited(reason.rule), "text": text}


def why_not(state: Luga, side: Side, words: str, lang: str) -> list[wire.Reason]:
    """Return why a side cannot do something now."""
    piece, hex_ = meant(state, words, OF_THINGS, board_texts(), lang, "G-1-Pz 1113")
    if state.is_over:
        return [told(why.Reason("26.3", "over"), lang)]
    if is_offered(state, side, VERBS, piece, hex_):
        return []
    asked = question_text(state, lang) if state.question.seat(state) == side else ""
    if piece is None and hex_ is not None and asked and isinstance(state.question, ABOUT_UNITS):
        stack = of_stack(
            state,
            side,
            hex_,
            lambda one: _of_piece(state, side, one),
            lambda one: told(one, lang, asked),
            lambda one: called(state.scenario.pieces[one], lang),
            lang,
        )
        if stack or holds_offered(state, side, VERBS, hex_):
            return stack
    reason = _reason(state, side, piece, hex_)
    if reason is None and asked and (piece is None or hex_ is None):
        reason = why.Reason(state.question.rule, "not_asked")
    return [told(reason, lang, asked)] if reason else []


def _reason(state: Luga, side: Side, piece: int | None, hex_: int | None) -> Reason | None:
    """Return the reason for a counter, for a hex, or for a counter in a hex."""
    if piece is not None and hex_ is not None:
        if not state.owned[side] >> piece & 1:
            return why.Reason("10.1", "not_yours")
        if state.question.seat(state) != side:
            return why.Reason(state.question.rule, "not_asked")
        stays = why.not_movable(state, side, piece)
        return stays or why.Mover(state, side, 1 << piece).refusal(hex_)
    if hex_ is not None:
        return _of_hex(state, side, hex_)
    return _of_piece(state, side, cast("int", piece))


def _of_hex(state: Luga, side: Side, hex_: int) -> Reason | None:
    """Return why the current question does not offer a hex."""
    question = state.question
    if question.seat(state) != side:
        return why.Reason(question.rule, "not_asked")
    goals = sum(1 << action.noun for action in question.options(state) if action.verb in OF_HEXES)
    match question:
        case MoveTo() if state.group:
            return why.Mover(state, side, state.group).refusal(hex_)
        case Arrive(piece=piece):
            return why.not_among(arrivals.entry_hexes(state, piece), hex_, "8.1", "no_entry")
        case Declaring():
            return why.not_a_target(state, side, hex_)
        case Compose():
            if not state.occupied(ENEMY[side]) >> hex_ & 1:
                return why.Reason("12.1", "nobody")
            return why.not_among(goals, hex_, "12.1", "not_also")
        case RetreatTo():
            return why.not_among(goals, hex_, "16.6", "no_retreat")
        case ReactTo():
            return why.not_among(goals, hex_, "14.1", "nowhere")
        case Converting():
            return why.not_among(goals, hex_, "6.5", "no_convert")
    return why.not_among(goals, hex_, question.rule, "not_asked")


def _of_piece(state: Luga, side: Side, piece: int) -> Reason | None:
    """Return why the current question does not offer a counter."""
    question = state.question
    if question.seat(state) != side:
        return why.Reason(question.rule, "not_asked")
    goals = sum(1 << action.noun for action in question.options(state) if action.verb in OF_PIECES)
    match question:
        case Movement() | MoveTo():
            return why.not_movable(state, side, piece)
        case Activation():
            return why.not_activated(state, piece)
        case Compose(targets=targets, attackers=attackers):
            return why.not_an_attacker(state, side, targets, attackers, piece)
        case Support() | DefenceSupport():
            return why.not_a_supporter(state, side, piece)
        case React(target=target):
            return why.not_reacting(state, side, target, piece)
        case Lose():
            return why.not_among(goals, piece, "16.3", "not_to_lose")
        case Advance():
            return why.not_among(goals, piece, "16.7", "no_advance")
    return why.not_among(goals, piece, question.rule, "not_asked")
