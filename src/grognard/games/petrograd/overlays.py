"""What is laid over the map for a player, and a hex in words: only what that player may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.petrograd import command, supply, words, zones
from grognard.games.petrograd.command import bonus_of, morale_of, quality_of
from grognard.games.petrograd.danger import attackers_in_words, threat
from grognard.games.petrograd.log import side_name, texts
from grognard.games.petrograd.printed import Kind, Side
from grognard.games.petrograd.seen import back_of, marks_of, unseen_by
from grognard.games.petrograd.words import board_texts
from grognard.kit.laid import Drawn, Part, front, laid, plain
from grognard.kit.laid import infos as kit_infos

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.games.petrograd.state import Petrograd


def infos() -> list[wire.OverlayInfo]:
    """Return the overlays there are."""
    return kit_infos(DRAWN, lambda name: words.names(board_texts(), f"overlay.{name}"))


def overlay(state: Petrograd, seat: Seat, name: str, side: Side, lang: str) -> wire.Overlay:
    """Return one of the overlays for one of the sides, as a seat may know it."""
    if name not in DRAWN:
        raise ValueError(f"there is no overlay {name!r}; there are {', '.join(DRAWN)}")
    drawn = DRAWN[name](state, seat, side, lang)
    return laid(state.scenario.ground.map, name, words.side_id(side), drawn)


def _zones(state: Petrograd, _seat: Seat, side: Side, _lang: str) -> Drawn:
    """1.4 - the zones of control of a side."""
    return plain(zones.zone_of_control(state, side))


def _supply(state: Petrograd, _seat: Seat, side: Side, lang: str) -> Drawn:
    """4.2 - the hexes to which a line leads, the sources, and where none leads to troops."""
    reached, say = supply.supplied(state, side), board_texts().say
    hexes = dict.fromkeys(numbers(reached), "")
    hexes |= dict.fromkeys(numbers(supply.sources(state, side)), say("text.source", lang))
    hexes |= dict.fromkeys(numbers(state.held[side] & ~reached), say("text.cut_off", lang))
    lines = [tuple(supply.line(state, side, hex_)) for hex_ in numbers(state.held[side] & reached)]
    return Drawn(hexes, tuple(line for line in lines if line))


def _command(state: Petrograd, _seat: Seat, side: Side, lang: str) -> Drawn:
    """5.1 - the hexes within the range of headquarters, and of which."""
    hexes: dict[Hex, str] = {}
    parts = []
    for post in numbers(command.commanding(state, side)):
        printed, area = state.scenario.pieces[post], command.reach(state, side, post)
        for hex_ in numbers(area):
            hexes[hex_] = f"{hexes[hex_]}, {printed.id}" if hex_ in hexes else printed.id
        said = board_texts().say("text.commands", lang, name=printed.called(lang))
        parts.append(Part(state.where[post], area, words=(said,)))
    return Drawn(hexes, parts=tuple(parts))


def _control(state: Petrograd, _seat: Seat, side: Side, _lang: str) -> Drawn:
    """1.6 - the hexes that a side controls."""
    return plain(state.control[side])


def _front(state: Petrograd, _seat: Seat, side: Side, _lang: str) -> Drawn:
    """Return the hexes nearer to the troops of a side than to its enemy's."""
    held = (state.held[Side.WHITE], state.held[Side.RED])
    return plain(front(state.scenario.ground.map, held)[side])


DRAWN: Final[dict[str, Callable[[Petrograd, Seat, Side, str], Drawn]]] = {
    "zoc": _zones,
    "supply": _supply,
    "command": _command,
    "control": _control,
    "front": _front,
    "threat": threat,
}


# A hex in words


def hex_lines(state: Petrograd, seat: Seat, hex_: Hex, lang: str) -> list[str]:
    """1.7 - return a hex and its stack in words, as a seat may know them, and its danger."""
    ground, stack = _ground(state, hex_, lang), _stack(state, seat, hex_, lang)
    return [*ground, *stack, *_beyond(state, seat, hex_, lang)]


def hex_notes(state: Petrograd, seat: Seat, hex_: Hex, lang: str) -> list[str]:
    """1.7 - return what neither the map nor the counters show of a hex."""
    _, *ground = _ground(state, hex_, lang)
    return [*ground, *_beyond(state, seat, hex_, lang)]


def _beyond(state: Petrograd, seat: Seat, hex_: Hex, lang: str) -> Iterator[str]:
    """Say how a stack stands, as a seat may know it, and in what danger."""
    if state.stacks[hex_]:
        yield from _standing(state, seat, hex_, lang)
    yield from attackers_in_words(state, seat, hex_, lang)


def _ground(state: Petrograd, hex_: Hex, lang: str) -> Iterator[str]:
    ground, say = state.scenario.ground, board_texts().say
    kinds = [word for word in (ground.terrain[hex_], ground.settlement[hex_]) if word]
    said = ", ".join(texts().say(f"ground.{word}", lang) for word in kinds)
    yield f"{ground.called(hex_, lang)}: {said}"
    if hex_ in ground.heights:
        yield say("line.height", lang, height=ground.heights[hex_])
    if hex_ in ground.works:
        work = ground.works[hex_]
        kind = texts().say(f"ground.{work.kind}", lang)
        yield say("line.work", lang, kind=kind, value=work.value, name=ground.said(work.name, lang))
    for side in Side:
        if state.field_works[side] >> hex_ & 1:
            yield say("line.field_works", lang, side=side_name(side, lang))
        if state.control[side] >> hex_ & 1:
            yield say("line.control", lang, side=side_name(side, lang))
    points = points_of(state, hex_)
    if points:
        yield say("line.points", lang, points=points)


def points_of(state: Petrograd, hex_: Hex) -> int:
    """11.1 - what a hex is worth to White."""
    victory = state.scenario.victory
    if state.scenario.ground.city >> hex_ & 1:
        return victory.city
    return victory.places.get(hex_, 0)


def _stack(state: Petrograd, seat: Seat, hex_: Hex, lang: str) -> Iterator[str]:
    if not state.stacks[hex_]:
        return
    say, order, unseen = board_texts().say, state.stack_order(hex_), unseen_by(state, seat)
    side = state.scenario.pieces[order[-1]].side
    yield say("line.stack", lang, side=side_name(side, lang), height=len(order))
    for piece in order:
        if unseen >> piece & 1:
            kind, size, _ = back_of(state, piece)
            yield say("line.hidden", lang, kind=say(f"kind.{kind}", lang), size=size)
        else:
            yield _counter(state, piece, lang)


def _standing(state: Petrograd, seat: Seat, hex_: Hex, lang: str) -> Iterator[str]:
    side = state.scenario.pieces[state.stack_order(hex_)[-1]].side
    if seat == side and state.held[side] >> hex_ & 1:
        limit, points = state.scenario.tables.stacking, state.points_at(hex_)
        yield board_texts().say("line.stacking", lang, points=points, limit=limit)


def _counter(state: Petrograd, piece: PieceIndex, lang: str) -> str:
    """1.2 - a counter with its values as they are now."""
    printed, say = state.scenario.pieces[piece], board_texts().say
    marks = "".join(f", {say(f'mark.{mark}', lang)}" for mark in marks_of(state, piece))
    facts: dict[str, object] = {
        "name": printed.called(lang),
        "id": printed.id,
        "move": printed.move,
        "marks": marks,
    }
    if printed.is_troops:
        facts |= {"points": state.steps[piece], "quality": quality_of(state, piece)}
        return say("line.troops", lang, morale=morale_of(state, piece), **facts)
    if printed.support:
        return say("line.guns", lang, support=printed.support, range=printed.range, **facts)
    if printed.kind is Kind.HQ:
        return say("line.hq", lang, range=printed.range, bonus=bonus_of(state, piece), **facts)
    return say("line.other", lang, **facts)
