"""The questions in words, what their answers mean, and why something is not among them."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final, cast

from grognard.engine.bits import numbers
from grognard.engine.hexmap import HexError
from grognard.games.bautzen import retreat, why
from grognard.games.bautzen.fighting import Compose, DefenceSupport
from grognard.games.bautzen.log import hex_name, listed, texts
from grognard.games.bautzen.movement import MP, Trip
from grognard.games.bautzen.outcome import Lose, Retreat, Trade, battle_of, participants
from grognard.games.bautzen.questions import MoveTo, SetUpPiece
from grognard.games.bautzen.sequence import Combat, Movement
from grognard.games.bautzen.state import ENEMY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.game import Action
    from grognard.engine.hexmap import Hex
    from grognard.engine.path import Cost
    from grognard.engine.thinking import Idea
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.state import Battle, Bautzen
    from grognard.games.bautzen.why import Reason

OF_PIECES: Final = frozenset({"move", "join", "support", "commit", "lose", "advance"})
OF_HEXES: Final = frozenset({"to", "stack", "attack"})


def question_text(state: Bautzen, lang: str) -> str:
    """Return the current question in words."""
    question = state.question
    facts: dict[str, object] = {}
    if state.battle is not None:
        facts["hex"] = hex_name(state.scenario, state.battle.target)
    for field in fields(cast("Battle", question)):
        facts |= _fact(state, str(field.type), field.name, getattr(question, field.name), lang)
    return texts().say(f"ask.{type(question).__name__}", lang, **facts)


def _fact(state: Bautzen, kind: str, name: str, value: int, lang: str) -> dict[str, object]:
    """Return what a field of a question adds to its sentence, by the kind of fact it holds."""
    pieces, hex_ = state.scenario.pieces, "hex"
    match kind:
        case "PieceIndex":
            here = state.where[value]
            at = {hex_: hex_name(state.scenario, here)} if here >= 0 else {}
            return {"piece": pieces[value].id, **at}
        case "Pieces":
            return {"piece": listed([pieces[piece].id for piece in numbers(value)], lang)}
        case "Hex":
            return {hex_: hex_name(state.scenario, value)}
    return {name: value}


def answer_labels(state: Bautzen, options: Sequence[Action], lang: str) -> list[str]:
    """Return what each answer to the current question means."""
    question, costs = state.question, {}
    if isinstance(question, MoveTo):
        costs = Trip(state, question.side, question.pieces).costs()
    return [_label(state, action, costs, lang) for action in options]


def _label(state: Bautzen, action: Action, costs: dict[Hex, Cost], lang: str) -> str:
    verb, number = action
    scenario = state.scenario
    if verb == "to" and number in costs:
        noun, cost = hex_name(scenario, number), points(costs[number])
        return texts().say("answer.to_at_cost", lang, noun=noun, cost=cost)
    if verb == "retreat" and number and isinstance(state.question, Trade):
        return texts().say(f"answer.{_retreat(state, number)}", lang, noun=number)
    if verb == "ready":
        name = scenario.ready[number].name.get(lang, scenario.ready[number].name["en"])
        return texts().say("answer.ready_named", lang, name=name)
    return texts().say(f"answer.{verb}", lang, noun=_noun(state, action, lang))


def _retreat(state: Bautzen, hexes: int) -> str:
    """8.5.2 - the label of a number of hexes of retreat, with what it costs where none is open."""
    battle = battle_of(state)
    pieces = state.stacks[battle.target]
    if not retreat.is_blocked(state, ENEMY[battle.side], pieces, hexes):
        return "retreat"
    is_heavy = state.scenario.options.returns_traded_steps
    return "retreat_blocked" if is_heavy else "retreat_blocked_lightly"


def _noun(state: Bautzen, action: Action, lang: str) -> str:
    """Return the noun of an answer, a counter with its hex."""
    verb, number = action
    if verb in OF_HEXES:
        return hex_name(state.scenario, number)
    if verb == "release":
        return state.scenario.tables.held_formations[number]
    if verb not in OF_PIECES:
        return str(number)
    piece, here = state.scenario.pieces[number], state.where[number]
    if here >= 0:
        name = state.scenario.board.map.name(here)
        return texts().say("answer.at", lang, noun=piece.id, hex=name)
    return texts().say("answer.waiting", lang, noun=piece.id)


def idea_words(state: Bautzen, idea: Idea, lang: str) -> tuple[str, str]:
    """Return what a bot weighed and its reason; words that are no sentence of ours as they are."""
    pieces = [state.scenario.pieces[piece].id for piece in idea.pieces]
    hexes = [hex_name(state.scenario, hex_) for hex_ in idea.hexes]
    facts = {"pieces": listed(pieces, lang), "hexes": listed(hexes, lang), "number": idea.number}

    def said(key: str) -> str:
        return texts().say(f"idea.{key}", lang, **facts) if f"idea.{key}" in texts() else key

    what = answer_labels(state, [idea.answer], lang)[0] if idea.answer else said(idea.what)
    return what, said(idea.reason)


def points(halves: int) -> str:
    """Return half MPs as people write them.

    >>> points(4), points(5), points(1)
    ('2', '2½', '½')
    """
    whole, half = divmod(halves, MP)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def in_words(reason: Reason | None, lang: str) -> str:
    """Return a reason as a sentence with its rule; nothing where there is none."""
    if reason is None:
        return ""
    return f"{sentence(reason, lang)} [{reason.rule}]"


def sentence(reason: Reason, lang: str) -> str:
    """Return a reason in words, without its rule."""
    return texts().say(f"why.{reason.key}", lang, number=reason.number)


def why_not(state: Bautzen, side: Side, words: str, lang: str) -> str:
    """Return why a side cannot do something now: ``1810``, ``KG72``, ``KG72 1810``."""
    piece: int | None = None
    hex_: int | None = None
    for word in words.split():
        if word in state.scenario.by_id:
            piece = state.scenario.by_id[word]
        elif word.isdigit():
            try:
                hex_ = state.scenario.board.map.hex(word)
            except HexError as error:
                raise ValueError(str(error)) from None
        elif word not in OF_PIECES | OF_HEXES:
            raise ValueError(texts().say("why.unknown", lang, word=word))
    if piece is None and hex_ is None:
        raise ValueError(texts().say("why.which", lang, example="KG72 1810"))
    if state.is_over:
        return in_words(why.Reason("13", "not_asked"), lang)
    return in_words(_reason(state, side, piece, hex_), lang)


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
        case Combat() | Compose():
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
