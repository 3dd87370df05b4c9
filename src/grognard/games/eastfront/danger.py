"""12.1 - Who could attack a hex, and with what odds, as a seat may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import combat
from grognard.games.eastfront.declaring import approaches, armed, declared
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.seen import unseen_by
from grognard.games.eastfront.words import board_texts, called, counted, listed
from grognard.kit.laid import Drawn, Part
from grognard.kit.words import signed

if TYPE_CHECKING:
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import Pieces
    from grognard.games.eastfront.combat import Attack
    from grognard.games.eastfront.state import Luga


def threat(state: Luga, seat: Seat, side: Side, lang: str) -> Drawn:
    """12.1 - the hexes of a side that enemy combat units stand next to, and the odds."""
    hexes, parts = {}, []
    for hex_ in numbers(state.occupied(side)):
        near = _near(state, side, hex_)
        if near:
            hexes[hex_] = _odds(state, seat, side, hex_)
            lines = tuple((origin, hex_) for origin in numbers(near))
            said = _in_words(state, seat, side, hex_, lang)
            parts.append(Part(hex_, near | 1 << hex_, lines, tuple(said)))
    return Drawn(hexes, parts=tuple(parts))


def attackers_in_words(state: Luga, seat: Seat, hex_: Hex, lang: str) -> list[str]:
    """12.1 - who could attack a hex that somebody occupies, and with what odds."""
    for side in Side:
        if state.occupied(side) >> hex_ & 1 and _near(state, side, hex_):
            return _in_words(state, seat, side, hex_, lang)
    return []


def _near(state: Luga, side: Side, hex_: Hex) -> Region:
    """12.1 - from where enemy combat units could attack a hex."""
    return approaches(state, hex_) & state.held[ENEMY[side]]


def _known(state: Luga, seat: Seat, side: Side, hex_: Hex) -> tuple[Pieces, int]:
    """1.4 - the combat units in sight next to a hex, and how many counters lie in other stacks.

    A stack of which something is hidden is not reckoned.
    """
    secret, joined, more = unseen_by(state, seat), 0, 0
    for origin in numbers(_near(state, side, hex_)):
        if state.stacks[origin] & secret:
            more += state.stacks[origin].bit_count()
        else:
            joined |= state.units_at(origin) & armed(state.scenario)
    return joined, more


def _attack(state: Luga, seat: Seat, side: Side, hex_: Hex, joined: Pieces) -> Attack | None:
    """15 - the attack of those in sight with attack supply and without guns; None if hidden."""
    if not joined or state.stacks[hex_] & unseen_by(state, seat):
        return None
    case = rules.attack_case(state, declared(state, ENEMY[side], 1 << hex_, joined, True))
    return case if combat.strength(case) else None


def _odds(state: Luga, seat: Seat, side: Side, hex_: Hex) -> str:
    """Return the column of the attack that could be made; "?" for what is hidden."""
    joined, more = _known(state, seat, side, hex_)
    case = _attack(state, seat, side, hex_, joined)
    if case is None:
        return "?" if more else "\N{EN DASH}"
    return (combat.column(case) or "<1-4") + (" + ?" if more else "")


def _in_words(state: Luga, seat: Seat, side: Side, hex_: Hex, lang: str) -> list[str]:
    joined, more = _known(state, seat, side, hex_)
    case, say = _attack(state, seat, side, hex_, joined), board_texts().say
    pieces = state.scenario.pieces
    who, lines = listed([called(pieces[piece], lang) for piece in numbers(joined)], lang), []
    if case is not None:
        facts = {
            "attack": combat.attack_total(case),
            "defence": combat.defence_total(case),
            "column": combat.column(case) or "<1-4",
            "drm": signed(combat.net(case)),
        }
        lines.append(say("danger.odds", lang, who=who, **facts))
    elif joined:
        lines.append(say("danger.who", lang, who=who))
    if more:
        lines.append(counted("danger.hidden", more, lang))
    return lines
