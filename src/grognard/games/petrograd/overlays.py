"""What is laid over the map for a player, and a hex in words: only what that player may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import numbers
from grognard.engine.prompt import NotOffered
from grognard.games.petrograd import command, supply, words, zones
from grognard.games.petrograd.command import bonus_of, morale_of, quality_of
from grognard.games.petrograd.log import side_name, texts
from grognard.games.petrograd.printed import ENEMY, Kind, Side
from grognard.games.petrograd.seen import back_of, marks_of, unseen_by
from grognard.games.petrograd.words import board_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import PieceIndex
    from grognard.games.petrograd.state import Petrograd

FILLED: Final = frozenset({"control", "supply"})


def infos() -> list[wire.OverlayInfo]:
    """Return the overlays there are."""
    return [
        {
            "id": name,
            "names": words.names(board_texts(), f"overlay.{name}"),
            "of": "side",
            "drawn": "fill" if name in FILLED else "hatch",
        }
        for name in DRAWN
    ]


class Drawn(NamedTuple):
    """What is drawn: hexes, each with a word or nothing, and lines from hex to hex."""

    hexes: dict[Hex, str]
    lines: tuple[tuple[Hex, ...], ...] = ()


def overlay(state: Petrograd, name: str, side: Side, lang: str) -> wire.Overlay:
    """Return one of the overlays for one of the sides; none of them shows what is hidden."""
    if name not in DRAWN:
        raise NotOffered(f"there is no overlay {name!r}; there are {', '.join(DRAWN)}")
    drawn, number = DRAWN[name](state, side, lang), state.scenario.ground.map.name
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


def _zones(state: Petrograd, side: Side, _lang: str) -> Drawn:
    """1.4 - the zones of control of a side."""
    return _plain(zones.zone_of_control(state, side))


def _supply(state: Petrograd, side: Side, lang: str) -> Drawn:
    """4.2 - the hexes to which a line leads, the sources, and where none leads to troops."""
    reached, say = supply.supplied(state, side), board_texts().say
    hexes = dict.fromkeys(numbers(reached), "")
    hexes |= dict.fromkeys(numbers(supply.sources(state, side)), say("text.source", lang))
    hexes |= dict.fromkeys(numbers(state.held[side] & ~reached), say("text.cut_off", lang))
    lines = [tuple(supply.line(state, side, hex_)) for hex_ in numbers(state.held[side] & reached)]
    return Drawn(hexes, tuple(line for line in lines if line))


def _command(state: Petrograd, side: Side, _lang: str) -> Drawn:
    """5.1 - the hexes within the range of headquarters, and of which."""
    hexes: dict[Hex, str] = {}
    for post in numbers(command.commanding(state, side)):
        name = state.scenario.pieces[post].id
        for hex_ in numbers(command.reach(state, side, post)):
            hexes[hex_] = f"{hexes[hex_]}, {name}" if hex_ in hexes else name
    return Drawn(hexes)


def _control(state: Petrograd, side: Side, _lang: str) -> Drawn:
    """1.6 - the hexes that a side controls."""
    return _plain(state.control[side])


def _threat(state: Petrograd, side: Side, lang: str) -> Drawn:
    """8.1 - the hexes of a side that enemy troops stand next to."""
    ground, enemy, hexes = state.scenario.ground, ENEMY[side], {}
    for hex_ in numbers(state.occupied(side) & ground.land):
        near = ground.around[hex_] & state.held[enemy]
        if near:
            number = near.bit_count()
            hexes[hex_] = board_texts().say("text.attackers", lang, number=number)
    return Drawn(hexes)


DRAWN: Final[dict[str, Callable[[Petrograd, Side, str], Drawn]]] = {
    "zoc": _zones,
    "supply": _supply,
    "command": _command,
    "control": _control,
    "threat": _threat,
}


# A hex in words


def hex_lines(state: Petrograd, seat: Seat, hex_: Hex, lang: str) -> list[str]:
    """1.7 - return a hex and its stack in words, as a seat may know them."""
    return [*_ground(state, hex_, lang), *_stack(state, seat, hex_, lang)]


def _ground(state: Petrograd, hex_: Hex, lang: str) -> Iterator[str]:
    ground, say = state.scenario.ground, board_texts().say
    kinds = [word for word in (ground.terrain[hex_], ground.settlement[hex_]) if word]
    said = ", ".join(texts().say(f"ground.{word}", lang) for word in kinds)
    yield f"{ground.called(hex_)}: {said}"
    if hex_ in ground.heights:
        yield say("line.height", lang, height=ground.heights[hex_])
    if hex_ in ground.works:
        work = ground.works[hex_]
        kind = texts().say(f"ground.{work.kind}", lang)
        yield say("line.work", lang, kind=kind, value=work.value, name=work.name)
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
    if seat == side and state.held[side] >> hex_ & 1:
        limit = state.scenario.tables.stacking
        yield say("line.stacking", lang, points=state.points_at(hex_), limit=limit)


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
