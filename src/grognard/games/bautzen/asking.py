"""The questions in words, and why something is not among their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from grognard.games.bautzen import why
from grognard.games.bautzen.fighting import Compose, DefenceSupport
from grognard.games.bautzen.log import hex_name, listed, texts
from grognard.games.bautzen.outcome import Lose, Retreat, battle_of, participants
from grognard.games.bautzen.questions import MoveTo, SetUpPiece
from grognard.games.bautzen.seen import asked
from grognard.games.bautzen.sequence import Combat, Movement
from grognard.games.bautzen.verbs import OF_THINGS, VERBS
from grognard.kit.refusing import holds_offered, is_offered, of_stack
from grognard.kit.words import meant

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Bautzen
    from grognard.games.bautzen.why import Reason


def question_text(state: Bautzen, lang: str) -> str:
    """Return the current question in words."""
    about = asked(state)
    if about is None:
        return ""
    target = about.get("target")
    hex_ = hex_name(state.scenario, state.scenario.board.map.hex(target)) if target else ""
    facts = {"piece": listed(about.get("pieces", []), lang), "hex": hex_}
    return texts().say(f"ask.{about['kind']}", lang, steps=about.get("steps", 0), **facts)


ABOUT_UNITS: Final = (Movement, Compose, DefenceSupport, Lose)
"""The questions that are about one's own counters: a hex means those in it."""


def told(reason: Reason, lang: str, question: str = "") -> wire.Reason:
    """Return a reason in words, with its rule; of something else what is asked."""
    key = "asked" if reason.key == "not_asked" and question else reason.key
    text = texts().say(f"why.{key}", lang, number=reason.number, question=question)
    return {"rule": reason.rule, "text": text}


def why_not(state: Bautzen, side: Side, words: str, lang: str) -> list[wire.Reason]:
    """Return why a side cannot do something now: ``1810``, ``KG72``, ``KG72 1810``."""
    piece, hex_ = meant(state, words, OF_THINGS, texts(), lang, "KG72 1810")
    if state.is_over:
        return [told(why.Reason("13", "over"), lang)]
    if is_offered(state, side, VERBS, piece, hex_):
        return []
    question = question_text(state, lang) if state.seat == side else ""
    if piece is None and hex_ is not None and question and isinstance(state.question, ABOUT_UNITS):
        stack = of_stack(
            state,
            side,
            hex_,
            lambda one: _reason_of_piece(state, side, one),
            lambda one: told(one, lang, question),
            lambda one: state.scenario.pieces[one].id,
            lang,
        )
        if stack or holds_offered(state, side, VERBS, hex_):
            return stack
    reason = _reason(state, side, piece, hex_)
    if reason is None and question and (piece is None or hex_ is None):
        reason = why.Reason(state.question.rule, "not_asked")
    return [told(reason, lang, question)] if reason else []


def _reason(state: Bautzen, side: Side, piece: int | None, hex_: int | None) -> Reason | None:
    """Return the reason for a counter, for a hex, or for a counter in a hex."""
    question = state.question
    if piece is not None and isinstance(question, SetUpPiece) and hex_ is not None:
        return why.not_a_place(state, side, piece, hex_)
    if piece is not None and hex_ is not None:
        mine = state.owned[side] | state.waiting[side]
        if not mine >> piece & 1:
            return why.not_movable(state, side, piece)
        return why.Mover(state, side, 1 << piece).refusal(hex_)
    if hex_ is not None:
        return _reason_of_hex(state, side, hex_)
    return _reason_of_piece(state, side, cast("int", piece))


def _reason_of_hex(state: Bautzen, side: Side, hex_: int) -> Reason | None:
    """Return why the current question does not offer a hex."""
    match state.question:
        case MoveTo(side=mover, pieces=pieces) if mover is side:
            return why.Mover(state, side, pieces).refusal(hex_)
        case SetUpPiece(side=placer, piece=piece) if placer is side:
            return why.not_a_place(state, side, piece, hex_)
        case Compose():
            return why.not_a_target(state, side, hex_) or why.Reason("8.1", "composing")
        case Combat():
            return why.not_a_target(state, side, hex_)
        case Retreat(pieces=pieces, length=length, gone=gone) if state.seat == side:
            origin = battle_of(state).target
            return why.not_a_retreat(state, side, pieces, origin, gone, length, hex_)
    return why.Reason(state.question.rule, "not_asked")


def _reason_of_piece(state: Bautzen, side: Side, piece: int) -> Reason | None:
    """Return why the current question does not offer a counter."""
    scenario, question = state.scenario, state.question
    helpers = scenario.headquarters | scenario.artillery
    match question:
        case Compose(side=attacker, target=target, attackers=joined) if attacker is side:
            if helpers >> piece & 1:
                return why.not_a_supporter(state, side, joined, piece)
            return why.not_an_attacker(state, side, target, joined, piece)
        case DefenceSupport() if state.seat == side:
            units = state.units_at(battle_of(state).target)
            return why.not_a_supporter(state, side, units, piece)
        case Lose(side=loser) if loser is side:
            battle = battle_of(state)
            return why.not_lost_first(state, participants(state, side), battle.hurt, piece)
    if isinstance(question, Movement | MoveTo):
        return why.not_movable(state, side, piece)
    return why.Reason(question.rule, "not_asked")
