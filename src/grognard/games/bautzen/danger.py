"""8.1 - Who could attack a hex, and with what odds, as a seat may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.bautzen import combat, queries, support
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.seen import SEATS, ids, unseen
from grognard.games.bautzen.sequence import SEGMENTS
from grognard.games.bautzen.state import ENEMY, Battle
from grognard.games.bautzen.words import board_texts as texts
from grognard.kit.laid import Drawn, Part

if TYPE_CHECKING:
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.queries import AttackAsSeen
    from grognard.games.bautzen.state import Bautzen, Pieces


def threat(state: Bautzen, seat: Seat, side: Side, lang: str) -> Drawn:
    """8.1 - the hexes of a side that the enemy stands next to, and the odds of his attack."""
    ready, hexes, parts = _fresh(state, ENEMY[side]), {}, []
    for hex_ in numbers(state.held[side]):
        near = combat.approaches(state, ENEMY[side], hex_)
        if not near:
            continue
        hexes[hex_] = _odds(ready, seat, side, hex_)
        lines = tuple((origin, hex_) for origin in numbers(near))
        said = _in_words(ready, seat, side, hex_, lang)
        parts.append(Part(hex_, near | 1 << hex_, lines, tuple(said)))
    return Drawn(hexes, parts=tuple(parts))


def attackers_in_words(state: Bautzen, seat: Seat, hex_: Hex, lang: str) -> list[str]:
    """8.1 - who could attack a hex that somebody holds, and with what odds."""
    for side in Side:
        if state.held[side] >> hex_ & 1 and combat.approaches(state, ENEMY[side], hex_):
            return _in_words(_fresh(state, ENEMY[side]), seat, side, hex_, lang)
    return []


def _fresh(state: Bautzen, enemy: Side) -> Bautzen:
    """8.1 - the position as it would be if the enemy's combat segment began now."""
    if SEGMENTS[state.segment] != f"{enemy.name.lower()} combat":
        state = state.copy()
        state.attacked = state.supported = 0
    return state


def _known(state: Bautzen, seat: Seat, side: Side, hex_: Hex) -> tuple[Pieces, bool]:
    """10.3 - those in sight who could attack a hex, and whether others may lie under them.

    Of a stack with hidden counters nobody is reckoned: they may over-stack it (5.3).
    """
    joined, secret, near = 0, unseen(state, seat), combat.approaches(state, ENEMY[side], hex_)
    open_ = 0
    for origin in numbers(near):
        open_ |= 0 if state.stacks[origin] & secret else state.stacks[origin]
    while more := combat.may_join(state, ENEMY[side], hex_, joined) & open_:
        joined |= more
    return joined, any(state.stacks[origin] & secret for origin in numbers(near))


def _attack(
    state: Bautzen, seat: Seat, side: Side, hex_: Hex, joined: Pieces
) -> AttackAsSeen | None:
    """8.2 - the strongest attack of those in sight; None for whoever watches, or without any."""
    if seat not in SEATS or not joined:
        return None
    helpers = support.available(state, ENEMY[side], joined) & ~unseen(state, seat)
    battle = Battle(ENEMY[side], hex_, joined, helpers, state.units_at(hex_), 0, 0)
    return queries.attack(state, Side(seat), battle)


def _odds(state: Bautzen, seat: Seat, side: Side, hex_: Hex) -> str:
    """Return the column of the attack that could be made; a question mark for what is hidden."""
    joined, is_more = _known(state, seat, side, hex_)
    found = _attack(state, seat, side, hex_, joined)
    if found is None or found.sums is None:
        return "?" if is_more or joined else "\N{EN DASH}"
    return state.scenario.tables.columns[found.sums.column] + (" + ?" if is_more else "")


def _in_words(state: Bautzen, seat: Seat, side: Side, hex_: Hex, lang: str) -> list[str]:
    joined, is_more = _known(state, seat, side, hex_)
    found, say = _attack(state, seat, side, hex_, joined), texts().say
    who = ", ".join(ids(state, joined))
    lines = []
    if found is not None and found.sums is not None:
        sums = found.sums
        facts = {
            "attack": sums.attack_total,
            "defence": sums.defence_total,
            "column": state.scenario.tables.columns[sums.column],
        }
        lines.append(say("danger.odds", lang, who=who, **facts))
    elif joined:
        lines.append(say("danger.who", lang, who=who))
    if is_more:
        secret, near = unseen(state, seat), combat.approaches(state, ENEMY[side], hex_)
        stacks = [state.stacks[origin] for origin in numbers(near) if state.stacks[origin] & secret]
        number = sum(stack.bit_count() for stack in stacks)
        lines.append(say("danger.hidden", lang, number=number))
    return lines
