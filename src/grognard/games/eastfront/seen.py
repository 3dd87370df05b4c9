"""What a seat sees, as the contract has it; and positions that look the same to it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import bits_of, numbers
from grognard.games.eastfront.arrivals import is_off_map
from grognard.games.eastfront.combat import DefenceOrder
from grognard.games.eastfront.printed import ENEMY, WEATHERS, Side
from grognard.games.eastfront.sight import height, hidden, order
from grognard.games.eastfront.stacking import limits, points_of, weights
from grognard.games.eastfront.state import SEGMENTS
from grognard.games.eastfront.victory import leningrad_lost, level_at, standing, winner_at
from grognard.games.eastfront.words import SIDE_IDS, side_id
from grognard.kit.measure import control_text

if TYPE_CHECKING:
    from random import Random

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.state import Luga
    from grognard.games.eastfront.victory import Standing

PLACED: Final = ("emergency", "unsupplied", "moved", "activated", "reacted", "fired")
"""States that stay in their hex when hidden counters are drawn anew."""
DEALS: Final = 50
"""How often hidden counters are dealt at most until all find a place."""
MARKS: Final = (
    *("emergency", "unsupplied", "overrun", "inoperational"),
    *("moved", "activated", "reserved", "attacking", "supporting", "reacted"),
)
"""What may lie on a counter."""
FLAGS: Final = (
    *("emergency", "unsupplied", "overrun", "inoperational", "moved", "activated", "reserved"),
    "reacted",
)
POOLS: Final = (
    ("waiting", "8.1"),
    ("later", "8.1"),
    ("lost", "1.2"),
    ("surrendered", "21"),
    ("withdrawn", "8.2"),
)
CONDITIONS: Final = (
    ("places", Side.GERMAN, "26.1"),
    ("early", Side.GERMAN, "26.2"),
    ("divisions", Side.GERMAN, "26.2"),
    ("lines", Side.GERMAN, "26.2"),
    ("losses", Side.SOVIET, "26.2"),
    ("leningrad", Side.GERMAN, "26.3"),
    ("bridgeheads", Side.SOVIET, "26.3"),
)
SKIES: Final = (*WEATHERS, "dry_lingering", "rain_lingering")
"""5.3 - what the track of the weather says."""
EVEN: Final = 0.5
SEATS: Final = tuple(int(side) for side in Side)


def facts(state: Luga, seat: Seat) -> wire.Seen:
    """Return everything that a side may see; a seat that is neither side sees what both see."""
    unseen, name = unseen_by(state, seat), state.scenario.ground.map.name
    now = standing(state, unseen)
    occupied = state.occupied(Side.GERMAN) | state.occupied(Side.SOVIET)
    return {
        "turn": state.turn,
        "turns": state.scenario.last_turn,
        "segment": SEGMENTS[state.segment],
        "stacks": {name(hex_): _stack(state, hex_, unseen, seat) for hex_ in numbers(occupied)},
        "pools": _pools(state),
        "control": _control(state.material.map, *state.control),
        "markers": _markers(state),
        "tracks": _tracks(state, now.points),
        "victory": victory(state, now),
        "battle": _battle(state, seat),
        "declared": declared(state),
    }


def ids(state: Luga, pieces: Pieces) -> list[str]:
    """Return the names of some counters."""
    return [state.scenario.pieces[piece].id for piece in numbers(pieces)]


def unseen_by(state: Luga, seat: Seat) -> Pieces:
    """1.4 - the counters that a seat may not see; a spectator sees only what both sides do.

    Once the game is over everything lies open.
    """
    if state.is_over:
        return 0
    if seat in SEATS:
        return hidden(state, Side(seat))
    return hidden(state, Side.GERMAN) | hidden(state, Side.SOVIET)


@lru_cache(maxsize=256)
def _control(board: HexMap, german: Region, soviet: Region) -> str:
    """26.1 - who holds each hex; it changes more rarely than it is shown."""
    return control_text(board, (german, soviet))


# Stacks


def _stack(state: Luga, hex_: Hex, unseen: Pieces, seat: Seat) -> wire.Stack:
    """1.4 - the counters of a hex that may be seen, bottom to top, and how many more there are."""
    found = order(state, hex_)
    shown = [_counter(state, piece, seat) for piece in found if not unseen >> piece & 1]
    return {
        "side": SIDE_IDS[state.scenario.pieces[found[-1]].side],
        "height": len(found),
        "hidden": len(found) - len(shown),
        "pieces": shown,
    }


def marks_of(state: Luga, piece: PieceIndex, seat: Seat) -> list[str]:
    """1.4 - the marks of a counter; who waits in reserve, its owner alone is reminded of."""
    found = [mark for mark in FLAGS if getattr(state, mark) >> piece & 1]
    if "reserved" in found and seat != state.scenario.pieces[piece].side:
        found.remove("reserved")
    if state.attack_of[piece]:
        found.append("attacking")
    if state.fired >> piece & 1:
        found.append("supporting")
    return found


def _counter(state: Luga, piece: PieceIndex, seat: Seat) -> wire.Counter:
    marks = marks_of(state, piece, seat)
    return {"id": state.scenario.pieces[piece].id, "steps": state.steps[piece], "marks": marks}


def _pools(state: Luga) -> dict[str, wire.SeenPool]:
    """8, 21 - what is due, what comes later, what is lost and how."""
    found: dict[str, wire.SeenPool] = {}
    for side in Side:
        mine = [piece for piece in state.scenario.pieces if piece.side is side]
        coming = [piece for piece in mine if is_off_map(state, piece.index)]
        due = bits_of([piece.index for piece in coming if piece.turn <= state.turn])
        lost = bits_of([piece.index for piece in mine if not state.steps[piece.index]])
        pools = {
            "waiting": due,
            "later": bits_of([piece.index for piece in coming]) & ~due,
            "lost": lost & ~(state.surrendered | state.withdrawn),
            "surrendered": lost & state.surrendered,
            "withdrawn": lost & state.withdrawn,
        }
        for name, pieces in pools.items():
            if pieces:
                late = ids(state, state.delayed & pieces)
                found[f"{name}.{side_id(side)}"] = {"pieces": ids(state, pieces), "used": late}
    return found


# Markers and tracks


def _markers(state: Luga) -> list[wire.Marker]:
    """18, 11.3, 6.5, 12.1, 14.3 - works gone, bridges blown, rails converted, attacks, orders."""
    name, ground = state.scenario.ground.map.name, state.scenario.ground
    ends = [ground.bridges[number] for number in numbers(state.blown)]
    found = [_marker("blown", [name(one), name(other)]) for one, other in ends]
    regions = {
        "destroyed": state.destroyed,
        "breached": state.breached,
        "converted": state.converted,
        "order": state.stand | state.give_way,
    }
    for kind, region in regions.items():
        found += [_marker(kind, [name(hex_)]) for hex_ in numbers(region)]
    for hex_, number in zip(state.targets, state.target_attacks, strict=True):
        found.append(_marker("attack", [name(hex_)]) | {"number": number})
    return found


def _marker(kind: str, hexes: list[str]) -> wire.Marker:
    return {"kind": kind, "hexes": hexes, "side": None, "number": None}


def sky_of(state: Luga) -> int:
    """5.1, 5.3 - the place of the weather on its track; mud that lingers is told with it."""
    name = WEATHERS[state.weather]
    return SKIES.index(f"{name}_lingering" if state.lingering else name)


def _tracks(state: Luga, points: int) -> dict[str, int]:
    """5, 6.4, 17.1, 26 - what is counted for the whole game."""
    return {
        "weather": sky_of(state),
        "points": points,
        "steps": state.steps_lost,
        **{f"attack_supply.{side_id(side)}": state.attack_supply[side] for side in Side},
        **{f"air.{side_id(side)}": state.air[side] for side in Side},
    }


# Victory


def victory(state: Luga, now: Standing) -> wire.Victory:
    """26 - the German points, line by line, and what would end the game at once.

    Of divisions cut off, `now` counts only those that the seat can see.
    """
    printed, name = state.scenario.victory, level_at(state, now.points)
    winner = winner_at(name)
    worth = sum(points for _, points in now.places)
    divisions = now.eliminated + now.surrendered + now.isolated
    losses = now.steps + now.isolated_german + now.kept
    early = bits_of([one.hex for one in printed.early])
    city = leningrad_lost(state)
    lost = printed.sudden_soviet & state.control[Side.SOVIET]
    places, held = bits_of([*printed.places]), bits_of([hex_ for hex_, _ in now.places])
    lines = [
        _line(state, "places", worth, places, held) | {"needed": printed.levels[1]},
        _line(state, "early", now.early, early, state.early),
        _line(state, "divisions", divisions, 0, 0),
        _line(state, "lines", now.lines, 0, 0) | {"needed": printed.lines_cut},
        _line(state, "losses", losses, 0, 0),
        _line(state, "leningrad", city.bit_count(), printed.leningrad, city)
        | {
            "needed": printed.sudden_german_count,
            "holds": city.bit_count() >= printed.sudden_german_count,
        },
        _line(state, "bridgeheads", lost.bit_count(), printed.sudden_soviet, lost)
        | {"needed": printed.sudden_soviet.bit_count(), "holds": lost == printed.sudden_soviet},
    ]
    return {
        "winner": None if winner is None else side_id(winner),
        "level": name,
        "points": {side_id(Side.GERMAN): now.points},
        "conditions": lines,
    }


def _line(state: Luga, name: str, now: int, hexes: Region, held: Region) -> wire.Condition:
    """26 - one line of the count: its hexes, and those that count for it now."""
    number = state.scenario.ground.map.name
    return {
        "id": name,
        "holds": now > 0,
        "now": now,
        "needed": 0,
        "hexes": [number(hex_) for hex_ in numbers(hexes)],
        "held": [number(hex_) for hex_ in numbers(held)],
    }


# Attacks


def declared(state: Luga) -> list[wire.Battle]:
    """12.1 - the attacks still to be fought, in the order in which they were declared."""
    name, found = state.scenario.ground.map.name, []
    fought = state.battle.number if state.battle is not None else 0
    for number in dict.fromkeys(state.target_attacks):
        if number == fought:
            continue
        attackers = bits_of([p for p, attack in enumerate(state.attack_of) if attack == number])
        pairs = zip(state.targets, state.target_attacks, strict=True)
        side = numbers(attackers)[0] if attackers else 0
        one: wire.Battle = {
            "kind": "attack",
            "side": side_id(state.scenario.pieces[side].side),
            "targets": [name(hex_) for hex_, attack in pairs if attack == number],
            "attackers": ids(state, attackers),
            "supports": [],
            "defence_supports": [],
            "committed": [],
        }
        found.append(one)
    return found


def _battle(state: Luga, seat: Seat) -> wire.Battle | None:
    """15 - the attack being fought."""
    battle = state.battle
    if battle is None:
        return None
    return {
        "kind": "attack",
        "side": side_id(battle.side),
        "targets": [state.scenario.ground.map.name(hex_) for hex_ in numbers(battle.targets)],
        "attackers": ids(state, battle.attackers),
        "supports": ids(state, battle.supports),
        "defence_supports": ids(state, battle.defence_supports),
        "committed": [],
    }


# Positions that look the same


def reshuffle(state: Luga, side: Side, rng: Random) -> Luga:
    """1.4 - return a position that `side` cannot tell from this one.

    Hidden enemy counters are dealt anew, as far as they fit beneath the counters on top of them;
    who cannot move changes places only with his like. Orders that lie face down may be others.
    What is drawn depends on nothing hidden.
    """
    enemy, twin = ENEMY[side], state.copy()
    unseen, printed = numbers(hidden(state, side)), state.scenario.pieces
    alike: dict[tuple[object, ...], list[PieceIndex]] = {}
    for piece in unseen:
        if not printed[piece].move:
            alike.setdefault(likeness(state, piece), []).append(piece)
    for _, pieces in sorted(alike.items()):
        _redeal(twin, sorted(pieces), pieces, rng)
    mobile = [piece for piece in unseen if printed[piece].move]
    _redeal(twin, _dealt(state, mobile, rng), mobile, rng=None)
    _restack(twin, bits_of(unseen), rng)
    _reorder(twin, enemy, rng)
    return twin


def likeness(state: Luga, piece: PieceIndex) -> tuple[object, ...]:
    """1.4 - what two counters that cannot move must have in common to be mistaken."""
    printed, bit, kinds = state.scenario.pieces[piece], 1 << piece, state.scenario.kinds
    return (
        bool(bit & kinds.zoned),
        bool(bit & state.overrun),
        printed.is_motorised,
        bool(bit & kinds.combat),
        printed.stacking,
    )


def _dealt(state: Luga, pieces: list[PieceIndex], rng: Random) -> list[PieceIndex]:
    """1.4, 3.1 - return hidden counters in the order of the places that they might have.

    Whoever fits in fewest places is dealt first; a deal that does not come out is made again.
    """
    weight, limit = weights(state.scenario), limits(state.scenario)
    hidden_here = bits_of(pieces)
    places = _places(state, pieces)
    tops, room = {}, {}
    for hex_, _ in places:
        tops[hex_] = height(state, order(state, hex_)[-1])[:3]
        room[hex_] = limit[hex_] - points_of(state.scenario, state.stacks[hex_] & ~hidden_here)
    for _ in range(DEALS):
        drawn, free, left = sorted(pieces), list(range(len(places))), dict(room)
        rng.shuffle(drawn)
        drawn.sort(key=lambda piece: (height(state, piece)[:3], weight[piece]), reverse=True)
        found = [-1] * len(places)
        for piece in drawn:
            kind = height(state, piece)[:3]
            able = [
                place
                for place in free
                if weight[piece] <= left[places[place][0]] and kind <= tops[places[place][0]]
            ]
            if not able:
                break
            place = rng.choice(able)
            free.remove(place)
            found[place] = piece
            left[places[place][0]] -= weight[piece]
        if not free:
            return found
    return [place[-1] for place in sorted((state.where[p], _flags(state, p), p) for p in pieces)]


def _places(state: Luga, pieces: list[PieceIndex]) -> list[tuple[Hex, tuple[int, ...]]]:
    """Return where some counters lie, and which of their marks stay there when they go."""
    return sorted((state.where[piece], _flags(state, piece)) for piece in pieces)


def _restack(twin: Luga, unseen: Pieces, rng: Random) -> None:
    """1.4 - lay the hidden counters of every stack in any order beneath those in sight."""
    for hex_ in numbers(twin.hexes_of(unseen)):
        beneath = numbers(twin.stacks[hex_] & unseen)
        rng.shuffle(beneath)
        above = sorted(numbers(twin.stacks[hex_] & ~unseen), key=twin.rank.__getitem__)
        for rank, piece in enumerate([*beneath, *above]):
            twin.rank[piece] = rank


def _redeal(
    twin: Luga, drawn: list[PieceIndex], pieces: list[PieceIndex], rng: Random | None
) -> None:
    """1.4 - give counters the places of others in an order, or in any; marks stay in the place."""
    places = _places(twin, pieces)
    if rng is not None:
        rng.shuffle(drawn)
    for piece in pieces:
        twin.put(piece, -1)
    for piece, (hex_, flags) in zip(drawn, places, strict=True):
        for mark, is_set in zip(PLACED, flags, strict=True):
            setattr(twin, mark, getattr(twin, mark) & ~(1 << piece) | is_set << piece)
        twin.put(piece, hex_)


def _flags(state: Luga, piece: PieceIndex) -> tuple[int, ...]:
    return tuple(getattr(state, mark) >> piece & 1 for mark in PLACED)


def _reorder(twin: Luga, owner: Side, rng: Random) -> None:
    """14.3 - turn the orders of the enemy that still lie face down into others, one an attack."""
    laid = (twin.stand | twin.give_way) & twin.occupied(owner)
    fought = twin.battle is not None and twin.battle.order is not DefenceOrder.NONE
    for number in dict.fromkeys(twin.target_attacks):
        pairs = zip(twin.targets, twin.target_attacks, strict=True)
        hexes = laid & bits_of([hex_ for hex_, attack in pairs if attack == number])
        is_shown = fought and twin.battle is not None and twin.battle.number == number
        if hexes and not is_shown and not twin.is_mud:
            twin.stand, twin.give_way = twin.stand & ~hexes, twin.give_way & ~hexes
            if rng.random() < EVEN:
                twin.stand |= hexes
            else:
                twin.give_way |= hexes
