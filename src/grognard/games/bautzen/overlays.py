"""What is laid over the map for a player, and a hex in words: only what that player may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import numbers
from grognard.engine.prompt import NotOffered
from grognard.games.bautzen import combat, dominant, stacking, supply, words, zones
from grognard.games.bautzen.log import hex_name, side_name
from grognard.games.bautzen.printed import Kind, Side
from grognard.games.bautzen.seen import unseen
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.words import board_texts as texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces


def names() -> list[wire.OverlayInfo]:
    """Return the overlays there are."""
    return [
        {
            "id": name,
            "names": words.names(texts(), f"overlay.{name}"),
            "of": "side",
            "drawn": "fill" if name in FILLED else "hatch",
        }
        for name in DRAWN
    ]


class Drawn(NamedTuple):
    """What is drawn: hexes, each with a word or nothing, and lines from hex to hex."""

    hexes: dict[Hex, str]
    lines: tuple[tuple[Hex, ...], ...] = ()


def overlay(state: Bautzen, seat: Seat, name: str, side: Side, lang: str) -> wire.Overlay:
    """Return one of the overlays for one of the sides, as a seat may know it."""
    if name not in DRAWN:
        raise NotOffered(f"there is no overlay {name!r}; there are {', '.join(DRAWN)}")
    drawn = DRAWN[name](state, unseen(state, seat), side, lang)
    number = state.scenario.board.map.name
    return {
        "id": name,
        "side": words.side_id(side),
        "hexes": [
            {"hex": hex_, "id": number(hex_), "text": text} for hex_, text in drawn.hexes.items()
        ],
        "lines": [[*line] for line in drawn.lines],
    }


def _plain(region: Region) -> Drawn:
    return Drawn(dict.fromkeys(numbers(region), ""))


def _zones(state: Bautzen, _unseen: Pieces, side: Side, _lang: str) -> Drawn:
    """3 - the zones of control of a side."""
    return _plain(zones.zone_of_control(state, side))


def _supply(state: Bautzen, _unseen: Pieces, side: Side, lang: str) -> Drawn:
    """7.1 - the hexes joined to a source, the sources, who is cut off, and the lines."""
    joined, cut_off = supply.supplied(state, side), texts().say("text.cut_off", lang)
    hexes = dict.fromkeys(numbers(joined), "")
    hexes |= dict.fromkeys(numbers(supply.sources(state, side)), texts().say("text.source", lang))
    hexes |= dict.fromkeys(numbers(state.held[side] & ~joined), cut_off)
    fed = numbers(state.held[side] & joined)
    return Drawn(hexes, tuple(tuple(supply.supply_line(state, side, hex_)) for hex_ in fed))


def _command(state: Bautzen, unseen: Pieces, side: Side, _lang: str) -> Drawn:
    """6.1 - the hexes within the distance of a headquarters that may be seen, and of which."""
    scenario = state.scenario
    hexes: dict[Hex, str] = {}
    for piece in numbers(state.owned[side] & scenario.headquarters & ~unseen):
        post = scenario.pieces[piece]
        for hex_ in numbers(scenario.board.map.within(1 << state.where[piece], post.range)):
            hexes[hex_] = f"{hexes[hex_]}, {post.id}" if hex_ in hexes else post.id
    return Drawn(hexes)


def _control(state: Bautzen, _unseen: Pieces, side: Side, _lang: str) -> Drawn:
    """13 - the hexes that a side controls."""
    return _plain(state.control[side])


def _threat(state: Bautzen, _unseen: Pieces, side: Side, lang: str) -> Drawn:
    """8.1 - the hexes of a side that the enemy stands next to, not across a lake."""
    enemy, hexes = ENEMY[side], {}
    for hex_ in numbers(state.held[side]):
        near = combat.approaches(state, enemy, hex_)
        if near:
            hexes[hex_] = texts().say("text.attackers", lang, number=near.bit_count())
    return Drawn(hexes)


def _overlooked(state: Bautzen, _unseen: Pieces, side: Side, _lang: str) -> Drawn:
    """10.4 - the hexes that a side overlooks from the dominant positions it holds."""
    return _plain(dominant.overlooked(state, side))


FILLED: Final = frozenset({"control", "supply"})

DRAWN: Final[dict[str, Callable[[Bautzen, Pieces, Side, str], Drawn]]] = {
    "zoc": _zones,
    "supply": _supply,
    "command": _command,
    "control": _control,
    "threat": _threat,
    "overlooked": _overlooked,
}


# A hex in words


def hex_lines(state: Bautzen, seat: Seat, hex_: Hex, lang: str) -> list[str]:
    """10.3 - return a hex and its stack in words, as a seat may know them."""
    return [*_ground(state, hex_, lang), *_stack(state, seat, hex_, lang)]


def _ground(state: Bautzen, hex_: Hex, lang: str) -> Iterator[str]:
    board, say = state.scenario.board, texts().say
    grounds = board.terrain[hex_].split("+")
    grounds += ["town"] if board.town >> hex_ & 1 else []
    grounds += ["village"] if board.village >> hex_ & 1 else []
    spoken = ", ".join(say(f"ground.{ground}", lang) for ground in grounds)
    yield f"{hex_name(state.scenario, hex_)}: {spoken}"
    if board.dominant >> hex_ & 1:
        yield say("line.height", lang, height=board.heights.get(hex_, ""))
    for side in Side:
        if board.sources[side] >> hex_ & 1:
            yield say("line.source", lang, side=side_name(side, lang))
        if state.control[side] >> hex_ & 1:
            yield say("line.control", lang, side=side_name(side, lang))


def _stack(state: Bautzen, seat: Seat, hex_: Hex, lang: str) -> Iterator[str]:
    if not state.stacks[hex_]:
        return
    say, order, secret = texts().say, state.stack_order(hex_), unseen(state, seat)
    side = state.side_of(order[-1])
    yield say("line.stack", lang, side=side_name(side, lang), height=len(order))
    known = [piece for piece in order if not secret >> piece & 1]
    if len(known) < len(order):
        yield say("line.hidden", lang, number=len(order) - len(known))
    for piece in known:
        yield _counter(state, piece, lang)
    if state.held[side] >> hex_ & 1:
        is_fed = supply.is_supplied(state, side, hex_)
        yield say("line.supplied" if is_fed else "line.cut_off", lang)
    if seat == side:
        points = stacking.points(state.scenario, state.stacks[hex_])
        limit = stacking.limit(state.scenario, hex_)
        yield say("line.points", lang, points=points, limit=limit)


def _counter(state: Bautzen, piece: PieceIndex, lang: str) -> str:
    """1.2 - a counter with the values of the steps it has left."""
    printed, steps = state.scenario.pieces[piece], state.steps[piece]
    facts: dict[str, object] = {"piece": printed.id}
    if printed.is_unit:
        facts["movement"] = printed.movement[steps]
    if printed.kind in (Kind.HQ, Kind.ARTILLERY):
        facts |= {"support": printed.support, "range": printed.range}
        return texts().say("line.support", lang, **facts)
    if printed.is_combat_unit:
        facts |= {"attack": printed.attack[steps], "defence": printed.defence[steps]}
        return texts().say("line.values", lang, **facts)
    return texts().say("line.piece", lang, **facts)
