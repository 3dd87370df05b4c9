"""What is laid over the map for a player, and a hex in words: only what that player may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.prompt import NotOffered
from grognard.games.eastfront import command, stacking, supply, words, works, zones
from grognard.games.eastfront.danger import attackers_in_words, threat
from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.seen import marks_of, unseen_by
from grognard.games.eastfront.sight import order
from grognard.games.eastfront.words import board_texts, counted, hex_name, place, side_name
from grognard.kit.laid import Drawn, Part, front, laid, plain
from grognard.kit.laid import infos as kit_infos

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.games.eastfront.state import Luga


def infos() -> list[wire.OverlayInfo]:
    """Return the overlays there are; fortifications are the same for both sides."""
    found = kit_infos(DRAWN, lambda name: words.names(board_texts(), f"overlay.{name}"))
    for info in found:
        if info["id"] == "fortified":
            info["of"] = "all"
    return found


def overlay(state: Luga, seat: Seat, name: str, side: Side, lang: str) -> wire.Overlay:
    """Return one of the overlays for one of the sides, as a seat may know it."""
    if name not in DRAWN:
        raise NotOffered(f"there is no overlay {name!r}; there are {', '.join(DRAWN)}")
    drawn = DRAWN[name](state, seat, side, lang)
    return laid(state.scenario.ground.map, name, words.side_id(side), drawn)


def _zones(state: Luga, _seat: Seat, side: Side, _lang: str) -> Drawn:
    """4.1 - the zones of control of a side."""
    return plain(zones.zone_of_control(state, side))


def _supply(state: Luga, _seat: Seat, side: Side, lang: str) -> Drawn:
    """6.1, 6.6 - the hexes in general supply, sources and ports, and who is cut off."""
    reached, say = supply.supplied(state, side), board_texts().say
    occupied = state.occupied(side)
    hexes = dict.fromkeys(numbers(reached), "")
    hexes |= dict.fromkeys(numbers(supply.sources(state, side)), say("text.source", lang))
    if side is Side.SOVIET:
        hexes |= dict.fromkeys(numbers(supply.ports(state)), say("text.port", lang))
    hexes |= dict.fromkeys(numbers(occupied & ~reached), say("text.cut_off", lang))
    lines = [tuple(supply.line(state, side, hex_)) for hex_ in numbers(occupied & reached)]
    return Drawn(hexes, tuple(line for line in lines if len(line) > 1))


def _command(state: Luga, seat: Seat, side: Side, lang: str) -> Drawn:
    """7.1 - the radius of each HQ that is operational, for its own side alone."""
    hexes: dict[Hex, str] = {}
    parts = []
    mine = state.owned[side] & state.scenario.kinds.headquarters & ~state.inoperational
    for post in numbers(mine if seat == side else 0):
        printed, area = state.scenario.pieces[post], command.radius(state, post)
        hexes |= dict.fromkeys(numbers(area & ~state.hexes_of(mine)), "")
        hexes[state.where[post]] = printed.id
        facts = {"command": printed.command, "radius": printed.radius}
        name = words.called(printed, lang)
        said = board_texts().say("text.commands", lang, name=name, **facts)
        parts.append(Part(state.where[post], area, words=(said,)))
    return Drawn(hexes, parts=tuple(parts))


def _control(state: Luga, _seat: Seat, side: Side, _lang: str) -> Drawn:
    """26.1 - the hexes that a side holds."""
    return plain(state.control[side])


def _front(state: Luga, _seat: Seat, side: Side, _lang: str) -> Drawn:
    """Return the hexes nearer to the combat units of a side than to its enemy's."""
    held = (state.held[Side.GERMAN], state.held[Side.SOVIET])
    return plain(front(state.scenario.ground.map, held)[side])


def _fortified(state: Luga, _seat: Seat, _side: Side, lang: str) -> Drawn:
    """18 - fortified points and the hexes inside fortified sides, as they stand."""
    ground, say = state.scenario.ground, board_texts().say
    inside = 0
    for beyond in ground.fortified:
        inside |= beyond
    hexes = {
        hex_: say("text.breached", lang) if state.breached >> hex_ & 1 else ""
        for hex_ in numbers(inside)
    }
    for hex_ in numbers(ground.points):
        is_gone = state.destroyed >> hex_ & 1
        hexes[hex_] = say("text.destroyed" if is_gone else "text.point", lang)
    return Drawn(hexes)


DRAWN: Final[dict[str, Callable[[Luga, Seat, Side, str], Drawn]]] = {
    "zoc": _zones,
    "supply": _supply,
    "command": _command,
    "control": _control,
    "front": _front,
    "fortified": _fortified,
    "threat": threat,
}


# A hex in words


def hex_lines(state: Luga, seat: Seat, hex_: Hex, lang: str) -> list[str]:
    """1.4 - return a hex and its stack in words, as a seat may know them, and its danger."""
    ground, stack = _ground(state, hex_, lang), _stack(state, seat, hex_, lang)
    return [*ground, *stack, *_beyond(state, seat, hex_, lang)]


def hex_notes(state: Luga, seat: Seat, hex_: Hex, lang: str) -> list[str]:
    """1.4 - return what neither the map nor the counters show of a hex."""
    _, *ground = _ground(state, hex_, lang)
    return [*ground, *_beyond(state, seat, hex_, lang)]


def _beyond(state: Luga, seat: Seat, hex_: Hex, lang: str) -> Iterator[str]:
    """Say how a stack stands, as a seat may know it, and in what danger."""
    if state.stacks[hex_]:
        yield from _standing(state, seat, hex_, lang)
    yield from attackers_in_words(state, seat, hex_, lang)


def _ground(state: Luga, hex_: Hex, lang: str) -> Iterator[str]:
    ground, say = state.scenario.ground, board_texts().say
    kinds = [word for word in (ground.terrain[hex_], ground.settlement[hex_]) if word]
    said = ", ".join(say(f"ground.{word}", lang) for word in kinds)
    yield f"{hex_name(ground, hex_, lang)}{' :' if lang == 'fr' else ':'} {said}"
    if ground.points >> hex_ & 1:
        name = place(ground.board.hexes[ground.map.name(hex_)]["work_name"], lang)
        key = "line.work" if works.is_point(state, hex_) else "line.work_destroyed"
        yield say(key, lang, name=name)
    if ground.board.before("fortified")[hex_]:
        yield say("line.behind" if works.has_line(state, hex_) else "line.breached", lang)
    if state.lingering and ground.forest >> hex_ & 1:
        yield say("line.mud", lang)
    if state.converted >> hex_ & 1:
        yield say("line.converted", lang)
    for side in Side:
        if supply.sources(state, side) >> hex_ & 1:
            yield say("line.source", lang, side=side_name(side, lang))
        if state.control[side] >> hex_ & 1:
            yield say("line.control", lang, side=side_name(side, lang))
    if supply.ports(state) >> hex_ & 1:
        yield say("line.port", lang)
    points = state.scenario.victory.places.get(hex_, 0)
    if points:
        yield counted("line.points", points, lang)


def _stack(state: Luga, seat: Seat, hex_: Hex, lang: str) -> Iterator[str]:
    if not state.stacks[hex_]:
        return
    found, unseen = order(state, hex_), unseen_by(state, seat)
    side = state.scenario.pieces[found[-1]].side
    yield counted("line.stack", len(found), lang, side=side_name(side, lang))
    seen = [piece for piece in found if not unseen >> piece & 1]
    for piece in seen:
        yield counter_line(state, piece, seat, lang)
    if len(seen) < len(found):
        yield counted("line.hidden", len(found) - len(seen), lang)


def _standing(state: Luga, seat: Seat, hex_: Hex, lang: str) -> Iterator[str]:
    """3.1 - how full a hex is, for its owner."""
    stack, scenario = state.stacks[hex_], state.scenario
    if seat == scenario.pieces[numbers(stack)[0]].side:
        limit, points = stacking.limits(scenario)[hex_], stacking.points_of(scenario, stack)
        yield board_texts().say("line.stacking", lang, points=points, limit=limit)


def counter_line(state: Luga, piece: PieceIndex, seat: Seat, lang: str) -> str:
    """1.2 - a counter with its values as they are now."""
    printed, say = state.scenario.pieces[piece], board_texts().say
    marks = "".join(f", {say(f'mark.{mark}', lang)}" for mark in marks_of(state, piece, seat))
    attack, defence = state.values(piece)
    most, left = len(printed.values), state.steps[piece]
    facts: dict[str, object] = {
        "name": words.called(printed, lang),
        "id": printed.id,
        "attack": attack,
        "defence": defence,
        "move": printed.move,
        "steps": say("line.steps", lang, number=left, most=most) if most > 1 else "",
        "marks": marks,
    }
    if printed.command:
        facts |= {"command": printed.command, "radius": printed.radius}
        return say("line.hq", lang, **facts)
    if printed.support:
        facts |= {"support": printed.support, "range": printed.range}
        return say("line.guns", lang, **facts)
    return say("line.unit", lang, **facts)
