"""8.2 - the questions of one combat as the referee plays them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from games.bautzen import plain_combat as rules
from games.bautzen.plain_map import ALONE_DICE, Place, other
from games.bautzen.plain_position import CONVOYS, COUNTERS, Fight
from games.bautzen.plain_rules import OPTIONS, fed, fits, has_room_for_booty

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.bautzen.plain_game import PlainGame
    from games.bautzen.plain_position import Plain


def _lose_step(game: PlainGame, piece: str) -> None:
    from games.bautzen.plain_game import lose_step

    lose_step(game, piece)


def _offered_composition(
    game: PlainGame, side: str, target: Place, attackers: frozenset[str], supports: frozenset[str]
) -> Iterator[Plain]:
    position = game.position
    if attackers:
        yield "fight", 0
    for piece in rules.may_join(position, side, target, attackers):
        yield "join", piece
    if attackers and position.units(target):
        for piece in rules.helpers(position, side, attackers) - supports:
            if rules.may_fight_for(position, piece, target):
                yield "support", piece


def _answered_composition(
    game: PlainGame,
    action: Plain,
    side: str,
    target: Place,
    attackers: frozenset[str],
    supports: frozenset[str],
) -> None:
    verb, piece = action[0], str(action[1])
    if verb == "join":
        game.plan(("Compose", side, target, attackers | {piece}, supports))
    elif verb == "support":
        game.plan(("Compose", side, target, attackers, supports | {piece}))
    else:
        _declare(game, Fight(side, target, attackers, supports, frozenset()))


def _declare(game: PlainGame, fight: Fight) -> None:
    position, side = game.position, fight.side
    fight.defenders = frozenset(position.units(fight.target))
    position.fight = fight
    position.attacked |= fight.attackers
    position.supported |= fight.supports
    position.known[other(side)] |= fight.attackers | fight.supports
    if fight.defenders:
        commits = [("Commit", side), ("Commit", other(side))]
        game.plan(("DefenceSupport",), *commits, ("Throw",))
    else:
        game.plan(*_convoy_throws(game), ("offer advance",), ("end battle",))


def _convoy_throws(game: PlainGame) -> list[tuple[str, str]]:
    """8.6.3 - one die for each enemy column left in the attacked hex."""
    fight = game.position.battle()
    caught = game.position.here(fight.target, other(fight.side))
    columns = [piece for piece in caught if COUNTERS[piece].kind == "convoy"]
    return [("ConvoyThrow", piece) for piece in sorted(columns, key=lambda p: COUNTERS[p].order)]


def _offered_defence(game: PlainGame) -> Iterator[Plain]:
    yield "enough", 0
    fight = game.position.battle()
    found = rules.defence_helpers(game.position, fight.target, other(fight.side))
    for piece in found - fight.defence_supports:
        yield "support", piece


def _answered_defence(game: PlainGame, action: Plain) -> None:
    fight = game.position.battle()
    if action[0] == "support":
        piece = str(action[1])
        fight.defence_supports |= {piece}
        game.position.known[fight.side].add(piece)
        game.plan(("DefenceSupport",))


def _offered_commitment(game: PlainGame, side: str) -> Iterator[Plain]:
    yield "seal", 0
    for piece in rules.committable(game.position, side):
        yield "commit", piece


def _answered_commitment(game: PlainGame, action: Plain, side: str) -> None:
    if action[0] == "commit":
        game.position.sealed[side].add(str(action[1]))
        game.plan(("Commit", side))


def _answered_throw(game: PlainGame, action: Plain) -> None:
    position = game.position
    fight = position.battle()
    attacker, defender = rules.result(position, int(action[1]))
    enemy = other(fight.side)
    sealed = position.sealed[fight.side] | position.sealed[enemy]
    position.aircraft_used |= {piece for piece in sealed if COUNTERS[piece].kind == "air"}
    position.supported |= fight.defence_supports
    if len(fight.defenders) > 1:
        in_stack = {piece for piece in fight.defenders if COUNTERS[piece].kind == "hq"}
        position.supported |= in_stack
    position.known[fight.side] |= set(position.stacks[fight.target]) | position.sealed[enemy]
    position.known[enemy] |= position.sealed[fight.side]
    game.plan(("losses", fight.side, attacker), ("spend",), ("offer advance",), ("end battle",))
    if defender:
        game.plan(("Trade", defender))


def _offered_trade(game: PlainGame, steps: int) -> list[Plain]:
    side = other(game.position.battle().side)
    return [("retreat", hexes) for hexes in rules.tradeable(game.position, side, steps)]


def _answered_trade(game: PlainGame, action: Plain, steps: int) -> None:
    side, hexes = other(game.position.battle().side), int(action[1])
    game.plan(("losses", side, steps - hexes), ("begin retreat", hexes))


def _losses(game: PlainGame, side: str, steps: int) -> None:
    if steps and rules.may_lose(game.position, side):
        game.plan(("Lose", side, steps))


def _offered_losses(game: PlainGame, side: str, steps: int) -> list[Plain]:
    return [("lose", piece) for piece in rules.may_lose(game.position, side)]


def _answered_losses(game: PlainGame, action: Plain, side: str, steps: int) -> None:
    piece = str(action[1])
    fight = game.position.battle()
    game.position.fight = replace(fight, hurt=fight.hurt | {piece})
    _lose_step(game, piece)
    game.plan(("losses", side, steps - 1))


def _begin_retreat(game: PlainGame, hexes: int) -> None:
    """8.5.2 - the survivors retreat; if they cannot, each loses one further step."""
    position = game.position
    fight = position.battle()
    side, units = other(fight.side), position.units(fight.target)
    if not hexes or not units:
        return
    group = list(position.stacks[fight.target])
    if rules.retreat_steps(position, side, group, fight.target, 0, hexes):
        game.plan(("Retreat", frozenset(group), hexes, 0))
        return
    for piece in units:
        _lose_step(game, piece)
    if OPTIONS["blocked_retreat"] == "able" or OPTIONS["blocked_retreat_returns_steps"]:
        game.plan(("losses", side, hexes))


def _offered_retreat(game: PlainGame, group: frozenset[str], length: int, gone: int) -> list[Plain]:
    position = game.position
    side, here = other(position.battle().side), position.at[next(iter(group))]
    steps = rules.retreat_steps(position, side, sorted(group), here, gone, length)
    return [("to", place) for place in steps]


def _answered_retreat(
    game: PlainGame, action: Plain, group: frozenset[str], length: int, gone: int
) -> None:
    position, place = game.position, str(action[1])
    side, here = other(position.battle().side), position.at[next(iter(group))]
    for piece in [one for one in position.stacks[here] if one in group]:
        position.put(piece, place, side)
    if gone + 1 < length:
        game.plan(("Retreat", group, length, gone + 1))
        return
    position.control[place] = side
    units = {piece for piece in group if COUNTERS[piece].is_unit}
    if place not in fed(position, side):
        for piece in units - position.unsupplied:
            position.unsupplied.add(piece)
            _lose_step(game, piece)
    position.retreated |= {piece for piece in units if piece in position.at}


def _spend(game: PlainGame) -> None:
    """7.2.1 - what was sealed leaves the map."""
    position = game.position
    for sealed in position.sealed.values():
        for piece in [one for one in sealed if one in position.at]:
            position.discard(piece)


def _offer_advance(game: PlainGame) -> None:
    if rules.may_advance(game.position):
        game.plan(("Advance",))


def _offered_advance(game: PlainGame) -> list[Plain]:
    found = rules.may_advance(game.position)
    return [("halt", 0), *(("advance", piece) for piece in found)]


def _answered_advance(game: PlainGame, action: Plain) -> None:
    if action[0] == "advance":
        game.plan(*_convoy_throws(game), ("move in", str(action[1])), ("offer advance",))


def _move_in(game: PlainGame, piece: str) -> None:
    """8.4, R73 - the unit enters; captured columns for which there is then no room are lost."""
    position, fight = game.position, game.position.battle()
    for column in CONVOYS:
        stack = position.stacks.get(fight.target, [])
        if column in stack and not fits([*stack, piece], fight.target):
            position.discard(column)
    game.position.put(piece, fight.target, fight.side)
    game.position.control[fight.target] = fight.side


def _answered_convoy_die(game: PlainGame, action: Plain, piece: str) -> None:
    """8.6.3, R19 - destroyed, or captured where the capturer has fewer than four."""
    position = game.position
    fight = position.battle()
    is_captured = ALONE_DICE[int(action[1])] == "captured"
    position.discard(piece)
    if is_captured and has_room_for_booty(position, fight.side):
        position.put(piece, fight.target, fight.side)


def _end_battle(game: PlainGame) -> None:
    game.position.fight = None
    for sealed in game.position.sealed.values():
        sealed.clear()


DUE: Final[dict[str, Any]] = {
    "losses": _losses,
    "begin retreat": _begin_retreat,
    "spend": _spend,
    "offer advance": _offer_advance,
    "move in": _move_in,
    "end battle": _end_battle,
}
OFFERED: Final[dict[str, Any]] = {
    "Compose": _offered_composition,
    "DefenceSupport": _offered_defence,
    "Commit": _offered_commitment,
    "Trade": _offered_trade,
    "Lose": _offered_losses,
    "Retreat": _offered_retreat,
    "Advance": _offered_advance,
}
ANSWERED: Final[dict[str, Any]] = {
    "Compose": _answered_composition,
    "DefenceSupport": _answered_defence,
    "Commit": _answered_commitment,
    "Throw": _answered_throw,
    "Trade": _answered_trade,
    "Lose": _answered_losses,
    "Retreat": _answered_retreat,
    "Advance": _answered_advance,
    "ConvoyThrow": _answered_convoy_die,
}
