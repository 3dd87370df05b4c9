"""What is laid over the map for a player, and a hex in words: only what that player may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.bautzen import dominant, stacking, supply, words, zones
from grognard.games.bautzen.danger import attackers_in_words, threat
from grognard.games.bautzen.log import hex_name, side_name
from grognard.games.bautzen.printed import Kind, Side
from grognard.games.bautzen.seen import unseen
from grognard.games.bautzen.words import board_texts as texts
from grognard.kit.laid import Drawn, Part, front, infos, laid, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.state import Bautzen, PieceIndex


def names() -> list[wire.OverlayInfo]:
    """Return the overlays there are."""
    return infos(DRAWN, lambda name: words.names(texts(), f"overlay.{name}"))


def overlay(state: Bautzen, seat: Seat, name: str, side: Side, lang: str) -> wire.Overlay:
    """Return one of the overlays for one of the sides, as a seat may know it."""
    if name not in DRAWN:
        raise ValueError(f"there is no overlay {name!r}; there are {', '.join(DRAWN)}")
    drawn = DRAWN[name](state, seat, side, lang)
    return laid(state.scenario.board.map, name, words.side_id(side), drawn)


def _zones(state: Bautzen, _seat: Seat, side: Side, _lang: str) -> Drawn:
    """3 - the zones of control of a side."""
    return plain(zones.zone_of_control(state, side))


def _supply(state: Bautzen, _seat: Seat, side: Side, lang: str) -> Drawn:
    """7.1 - the hexes joined to a source, the sources, who is cut off, and the lines."""
    joined, cut_off = supply.supplied(state, side), texts().say("text.cut_off", lang)
    hexes = dict.fromkeys(numbers(joined), "")
    hexes |= dict.fromkeys(numbers(supply.sources(state, side)), texts().say("text.source", lang))
    hexes |= dict.fromkeys(numbers(state.held[side] & ~joined), cut_off)
    fed = numbers(state.held[side] & joined)
    return Drawn(hexes, tuple(tuple(supply.supply_line(state, side, hex_)) for hex_ in fed))


def _command(state: Bautzen, seat: Seat, side: Side, lang: str) -> Drawn:
    """6.1 - the hexes within the distance of a headquarters that may be seen, and of which."""
    scenario, parts = state.scenario, []
    hexes: dict[Hex, str] = {}
    for piece in numbers(state.owned[side] & scenario.headquarters & ~unseen(state, seat)):
        post, here = scenario.pieces[piece], state.where[piece]
        area = scenario.board.map.within(1 << here, post.range)
        for hex_ in numbers(area):
            hexes[hex_] = f"{hexes[hex_]}, {post.id}" if hex_ in hexes else post.id
        said = texts().say("text.commands", lang, piece=post.id, range=post.range)
        parts.append(Part(here, area, words=(said,)))
    return Drawn(hexes, parts=tuple(parts))


def _control(state: Bautzen, _seat: Seat, side: Side, _lang: str) -> Drawn:
    """13 - the hexes that a side controls."""
    return plain(state.control[side])


def _overlooked(state: Bautzen, _seat: Seat, side: Side, _lang: str) -> Drawn:
    """10.4 - the hexes that a side overlooks from the dominant positions it holds."""
    return plain(dominant.overlooked(state, side))


def _front(state: Bautzen, _seat: Seat, side: Side, _lang: str) -> Drawn:
    """Return the hexes nearer to the troops of a side than to its enemy's."""
    held = (state.held[Side.GERMAN], state.held[Side.ALLIED])
    return plain(front(state.scenario.board.map, held)[side])


DRAWN: Final[dict[str, Callable[[Bautzen, Seat, Side, str], Drawn]]] = {
    "zoc": _zones,
    "supply": _supply,
    "command": _command,
    "control": _control,
    "front": _front,
    "threat": threat,
    "overlooked": _overlooked,
}


# A hex in words


def hex_lines(state: Bautzen, seat: Seat, hex_: Hex, lang: str) -> list[str]:
    """10.3 - return a hex and its stack in words, as a seat may know them, and its danger."""
    ground, stack = _ground(state, hex_, lang), _stack(state, seat, hex_, lang)
    return [*ground, *stack, *_beyond(state, seat, hex_, lang)]


def hex_notes(state: Bautzen, seat: Seat, hex_: Hex, lang: str) -> list[str]:
    """10.3 - return what neither the map nor the counters show of a hex."""
    _, *ground = _ground(state, hex_, lang)
    return [*ground, *_beyond(state, seat, hex_, lang)]


def _beyond(state: Bautzen, seat: Seat, hex_: Hex, lang: str) -> Iterator[str]:
    """Say how a stack stands, as a seat may know it, and in what danger."""
    if state.stacks[hex_]:
        yield from _standing(state, seat, hex_, lang)
    yield from attackers_in_words(state, seat, hex_, lang)


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


def _standing(state: Bautzen, seat: Seat, hex_: Hex, lang: str) -> Iterator[str]:
    """5.2, 7.1 - whether a stack is in supply, and for its owner how full the hex is."""
    say, side = texts().say, state.side_of(state.stack_order(hex_)[-1])
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
