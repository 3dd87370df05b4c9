"""8.1 - Who could attack a hex, and with what odds, as a seat may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.petrograd import battle, combat
from grognard.games.petrograd.fighting import declared
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.seen import unseen_by
from grognard.games.petrograd.state import SEGMENTS
from grognard.games.petrograd.words import board_texts
from grognard.kit.laid import Drawn, Part
from grognard.kit.words import signed

if TYPE_CHECKING:
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import Pieces
    from grognard.games.petrograd.combat import Combat
    from grognard.games.petrograd.state import Petrograd


def threat(state: Petrograd, seat: Seat, side: Side, lang: str) -> Drawn:
    """8.1 - the hexes of a side that enemy troops stand next to, and the odds of their attack."""
    ready, hexes, parts = _fresh(state, seat, ENEMY[side]), {}, []
    for hex_ in numbers(state.occupied(side) & state.scenario.ground.land):
        near = _near(state, side, hex_)
        if not near:
            continue
        hexes[hex_] = _odds(ready, seat, side, hex_)
        lines = tuple((origin, hex_) for origin in numbers(near))
        said = _in_words(ready, seat, side, hex_, lang)
        parts.append(Part(hex_, near | 1 << hex_, lines, tuple(said)))
    return Drawn(hexes, parts=tuple(parts))


def attackers_in_words(state: Petrograd, seat: Seat, hex_: Hex, lang: str) -> list[str]:
    """8.1 - who could attack a hex that somebody occupies, and with what odds."""
    for side in Side:
        there = state.occupied(side) & state.scenario.ground.land & 1 << hex_
        if there and _near(state, side, hex_):
            return _in_words(_fresh(state, seat, ENEMY[side]), seat, side, hex_, lang)
    return []


def _near(state: Petrograd, side: Side, hex_: Hex) -> Region:
    return battle.approaches(state, hex_) & state.held[ENEMY[side]]


def _fresh(state: Petrograd, seat: Seat, enemy: Side) -> Petrograd:
    """8.1, 5.1 - the position as it would be if the enemy's combat segment began now.

    Who of the others is out of command a seat does not know: they are taken to be in command.
    """
    state, is_now = state.copy(), SEGMENTS[state.segment] == f"{enemy.name.lower()} combat"
    if not is_now:
        state.attacked = state.supported = state.assaulted = 0
    for side in Side:
        if side != seat:
            state.uncommanded &= ~state.owned[side]
    return state


def _known(state: Petrograd, seat: Seat, side: Side, hex_: Hex) -> tuple[Pieces, bool]:
    """1.7 - those in sight who could attack a hex, Estonians apart, and whether there are others.

    A stack with troops face down is not reckoned.
    """
    secret, kinds, open_ = unseen_by(state, seat), state.scenario.kinds, 0
    near = _near(state, side, hex_)
    for origin in numbers(near):
        open_ |= 0 if state.stacks[origin] & secret else state.stacks[origin]
    joined = battle.may_join(state, ENEMY[side], hex_, 0) & open_
    if joined & ~kinds.estonian:
        joined &= ~kinds.estonian
    if joined:
        joined |= battle.may_join(state, ENEMY[side], hex_, joined) & open_
    return joined, any(state.stacks[origin] & secret for origin in numbers(near))


def _combat(state: Petrograd, seat: Seat, side: Side, hex_: Hex, joined: Pieces) -> Combat | None:
    """8.2 - the strongest attack of those in sight by day; None where somebody lies face down."""
    if not joined or state.stacks[hex_] & unseen_by(state, seat):
        return None
    fire = _guns(state, seat, side, hex_, joined)
    return battle.reckon(state, declared(state, ENEMY[side], hex_, joined, fire, False))


def _guns(state: Petrograd, seat: Seat, side: Side, hex_: Hex, joined: Pieces) -> Pieces:
    """8.2.2 - the support in sight of an attack on a side."""
    return battle.attack_support(state, ENEMY[side], hex_, joined) & ~unseen_by(state, seat)


def _odds(state: Petrograd, seat: Seat, side: Side, hex_: Hex) -> str:
    """Return values and modifier of the attack that could be made; "?" for what is hidden."""
    joined, is_more = _known(state, seat, side, hex_)
    found = _combat(state, seat, side, hex_, joined)
    if found is None:
        return "?" if is_more or joined else "\N{EN DASH}"
    return signed(_shift(found)) + (" + ?" if is_more else "")


def _shift(found: Combat) -> int:
    return sum(modifier.value for modifier in combat.modifiers(found))


def _in_words(state: Petrograd, seat: Seat, side: Side, hex_: Hex, lang: str) -> list[str]:
    joined, is_more = _known(state, seat, side, hex_)
    found, say = _combat(state, seat, side, hex_, joined), board_texts().say
    pieces = [state.scenario.pieces[piece].called(lang) for piece in numbers(joined)]
    who, lines = ", ".join(pieces), []
    if found is not None:
        values = {"attack": found.attacker.value, "defence": found.defender.value}
        key = "danger.guns" if _guns(state, seat, side, hex_, joined) else "danger.odds"
        lines.append(say(key, lang, who=who, shift=signed(_shift(found)), **values))
    elif joined:
        lines.append(say("danger.who", lang, who=who))
    if is_more:
        secret = unseen_by(state, seat)
        stacks = [state.stacks[origin] for origin in numbers(_near(state, side, hex_))]
        number = sum((stack & secret).bit_count() for stack in stacks)
        lines.append(say("danger.hidden", lang, number=number))
    return lines
