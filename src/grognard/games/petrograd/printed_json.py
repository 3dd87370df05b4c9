"""What is printed, for a program that draws it: map, counters, tables, pools, tracks."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.petrograd.printed import NATIONS, Kind, Options, Side
from grognard.games.petrograd.printed_tables import tables
from grognard.games.petrograd.seen import MARKS, POOLS, STATES
from grognard.games.petrograd.state import SEGMENTS
from grognard.games.petrograd.table import READINGS
from grognard.games.petrograd.victory import LEVELS
from grognard.games.petrograd.words import (
    board_texts,
    captions,
    log_texts,
    names,
    palette,
    side_colours,
    side_id,
)
from grognard.kit import shown

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.engine.hexmap import Hex
    from grognard.games.petrograd.ground import Ground
    from grognard.games.petrograd.printed import Piece, Scenario
    from grognard.kit.board import Marked

SYMBOLS: Final = {
    Kind.HQ: "headquarters",
    Kind.TRAIN: "armoured-train",
    Kind.FLEET: "ship",
    Kind.AIR: "plane",
    Kind.TANK: "armour",
    Kind.CAR: "armoured-car",
}
"""The drawings of kinds that are not called as they are drawn."""
DRAWN_GROUND: Final = {
    "clear": "clear",
    "forest": "woods",
    "marsh": "marsh",
    "heights": "difficult",
    "lake": "water",
    "sea": "water",
}
DRAWN_TOWN: Final = {"village": "village", "town": "town", "large": "town", "city": "city"}
RANKS: Final = {"stream": 1, "river": 2, "major": 3, "secondary": 1, "branch": 1, "main": 2}
MARK_FACTS: Final = {
    "disorganised": ("8.2.5", "disrupted"),
    "routed": ("8.2.6", "retreated"),
    "out_of_ammunition": ("4.4", "warning"),
    "broken_down": ("8.6", "halved"),
    "moved": ("7.1", "moved"),
    "attacked": ("8.1", "attacked"),
    "supported": ("8.2.2", "supported"),
    "flown": ("8.2.2", "supported"),
    "detrained": ("3.3", "moved"),
    "uncommanded": ("5.1", "uncommanded"),
    "cut_off": ("4.2", "warning"),
}
"""By mark: its rule and its badge."""
CONDITIONS: Final = (
    ("places", Side.WHITE, "11.1"),
    ("city", Side.WHITE, "11.2"),
    ("railway", Side.WHITE, "11.1"),
    ("retaken", Side.RED, "11.2"),
)


def printed(scenario: Scenario, start: wire.Printed) -> wire.Printed:
    """Return everything printed; hexes and counters carry the numbers that answers use."""
    least: list[int | None] = [*scenario.victory.levels, None]
    levels = dict(zip(LEVELS, least, strict=True))
    return {
        **start,
        "titles": {
            lang: f"Petrograd 1919{' :' if lang == 'fr' else ':'} {title}"
            for lang, title in scenario.titles.items()
        },
        "sides": [_side(scenario, side) for side in Side],
        "nations": [captions().nation(nation, palette()) for nation in NATIONS],
        "turns": [_turn(turn) for turn in range(scenario.first_turn, scenario.last_turn + 1)],
        "first": side_id(Side.WHITE),
        "segments": [captions().segment(name) for name in SEGMENTS],
        "map": _map(scenario),
        "pieces": [_piece(piece) for piece in scenario.pieces],
        "formations": _formations(scenario),
        "tables": tables(scenario),
        "tracks": _tracks(),
        "pools": [captions().pool(name, side, rule) for name, rule in POOLS for side in Side],
        "marks": [_mark(name) for name in (*MARKS, "uncommanded", "cut_off")],
        "markers": [
            {
                "id": name,
                "names": names(board_texts(), f"marker.{name}"),
                "rule": rule,
                "drawn": drawn,
            }
            for name, rule, drawn in (("field_works", "9.2", "works"), ("bridge", "10.1", "bridge"))
        ],
        "victory": captions().victory(CONDITIONS, levels),
        "options": [_option(scenario.options, field.name) for field in fields(Options)],
    }


def _side(scenario: Scenario, side: Side) -> wire.PrintedSide:
    """11.3 - a side, with the points that it needs."""
    levels = scenario.victory.levels
    needed = levels[1] if side is Side.WHITE else levels[2] - 1
    said = names(log_texts(), f"side.{side_id(side)}")
    return {
        "seat": int(side),
        "id": side_id(side),
        "names": said,
        "colours": side_colours(side),
        "goal": names(board_texts(), f"goal.{side_id(side)}", number=needed),
    }


def _turn(turn: int) -> wire.Turn:
    """1.1 - a turn of two days, from 10 October 1919 on."""
    first = 8 + 2 * turn
    said = {"en": f"{first}-{first + 1} October 1919", "fr": f"{first}-{first + 1} octobre 1919"}
    return {"number": turn, "names": said}


def _mark(name: str) -> wire.Mark:
    is_bad = name in (*STATES, "uncommanded", "cut_off")
    return captions().mark(name, *MARK_FACTS[name], is_bad=is_bad)


def _tracks() -> list[wire.Track]:
    cells = [names(board_texts(), f"track.vetrenko.{number}") for number in (0, 1)]
    return [
        captions().track("points", Side.WHITE),
        captions().track("rail"),
        captions().track("vetrenko", Side.WHITE, cells),
        *(captions().track_of("prisoners", side) for side in Side),
    ]


def _option(options: Options, name: str) -> wire.Option:
    """Return an option: what it is here, and what else it may be."""
    value: str | bool = getattr(options, name)
    values = ["true", "false"] if isinstance(value, bool) else [*READINGS]
    said = {one: names(board_texts(), f"option.{one}") for one in values}
    return captions().option(name, "6.1" if name == "events" else "8.2.4", value, said)


# The map


def _map(scenario: Scenario) -> wire.Sheet:
    ground = scenario.ground
    return {
        "title": ground.title,
        "scale": ground.scale,
        "credit": ground.credit,
        "words": shown.sheet_words(ground.french, ground.title, ground.scale, ground.credit),
        "notes": [*ground.notes],
        "columns": ground.map.columns,
        "rows": ground.map.rows,
        "orientation": "flat",
        "offset": "even_down",
        "terrains": [_kind("ground", name, drawn) for name, drawn in DRAWN_GROUND.items()],
        "settlements": [_kind("ground", name, drawn) for name, drawn in DRAWN_TOWN.items()],
        "lines": [
            {"id": name, "names": names(board_texts(), f"line.{name}"), "drawn": name}
            for name in ("river", "road", "rail")
        ],
        "hexes": [_hex(scenario, hex_) for hex_ in ground.map.hexes],
        "sides": _sides(ground),
        "links": _links(ground),
        "bridges": [
            {"kind": one.grade, "a": one.side[0], "b": one.side[1], "name": one.name or None}
            for one in ground.board.of_kind("bridge")
        ],
        "exits": [],
        "apart": [],
        "labels": [
            {
                "text": text,
                "hex": hex_,
                "kind": "region",
                "names": shown.in_languages(text, ground.french),
            }
            for hex_, text in ground.labels.items()
        ],
    }


def _kind(heading: str, name: str, drawn: str) -> wire.Kind:
    return {"id": name, "names": names(log_texts(), f"{heading}.{name}"), "drawn": drawn}


def _sides(ground: Ground) -> list[wire.Hexside]:
    return [_river(ground, one) for one in ground.board.of_kind("river")]


def _river(ground: Ground, one: Marked) -> wire.Hexside:
    found: wire.Hexside = {
        "kind": "river",
        "a": one.side[0],
        "b": one.side[1],
        "rank": RANKS[one.grade],
        "name": one.name or None,
        "protects": None,
    }
    if one.name:
        found["names"] = shown.in_languages(one.name, ground.french)
    return found


def _links(ground: Ground) -> list[wire.Link]:
    return [
        {
            "kind": kind,
            "a": one.side[0],
            "b": one.side[1],
            "rank": RANKS[one.grade],
            "name": one.name or None,
        }
        for kind in ("road", "rail")
        for one in ground.board.of_kind(kind)
    ]


def _hex(scenario: Scenario, hex_: Hex) -> wire.PrintedHex:
    ground, victory = scenario.ground, scenario.victory
    in_city = bool(ground.city >> hex_ & 1)
    points = victory.city if in_city else victory.places.get(hex_)
    work = ground.works.get(hex_)
    found: wire.PrintedHex = {
        "index": hex_,
        "id": ground.map.name(hex_),
        "column": ground.map.column(hex_),
        "row": ground.map.row(hex_),
        "terrain": [ground.terrain[hex_]],
        "settlement": ground.settlement[hex_] or None,
        "name": ground.names.get(hex_),
        "height": ground.heights.get(hex_),
        "sources": _sources(scenario, hex_),
        "objective": "city" if in_city else "places" if points else None,
        "points": points,
        "fort": {"kind": work.kind, "name": work.name, "value": work.value} if work else None,
    }
    if name := ground.names.get(hex_):
        found["names"] = shown.in_languages(name, ground.french)
    return found


def _sources(scenario: Scenario, hex_: Hex) -> list[str]:
    """4.1 - the sides whose supply comes from a hex."""
    supply, bit = scenario.tables.supply, 1 << hex_
    white = bit & supply.white or hex_ in supply.minor or hex_ == supply.luga
    red = bit & (supply.red | supply.by_sea | scenario.ground.city) or hex_ == supply.luga
    return [side_id(side) for side, holds in ((Side.WHITE, white), (Side.RED, red)) if holds]


# The counters


def _piece(piece: Piece) -> wire.Piece:
    figures = {"support": piece.support, "range": piece.range, "bonus": piece.bonus}
    return {
        "index": piece.index,
        "id": piece.id,
        "names": {"en": piece.name, "fr": piece.name_fr},
        "side": side_id(piece.side),
        "nation": piece.nation,
        "formation": piece.formation,
        "kind": piece.kind.value,
        "symbol": SYMBOLS.get(piece.kind, piece.kind.value),
        "size": piece.size if set(piece.size) <= {"I", "X"} else "",
        "unit": piece.id.partition("-")[2],
        "top": piece.formation,
        "band": None,
        "steps": piece.steps,
        "faces": [_face(piece, steps) for steps in range(piece.steps, 0, -1)],
        "figures": {name: value for name, value in figures.items() if value},
        "arrives": f"{piece.turn}: {piece.entry}" if piece.entry and piece.turn <= 8 else None,
        "note": _note(piece),
    }


def _note(piece: Piece) -> str:
    """Return the note of a counter, with how well its name, place and date are attested."""
    told = f"reconstructed; name, place and date: {piece.confidence} confidence"
    return f"{piece.note}; {told}" if piece.note else told


def _face(piece: Piece, steps: int) -> wire.Face:
    """1.2 - the values of a counter with so many SP or steps left."""
    values: list[wire.FaceValue] = []
    if piece.is_troops:
        values.append({"id": "points", "value": steps})
    elif piece.support:
        values.append({"id": "support", "value": piece.support})
    values += [
        {"id": "quality", "value": piece.quality},
        {"id": "morale", "value": piece.morale},
        {"id": "movement", "value": piece.move},
    ]
    first = f"{steps}" if piece.is_troops else f"({piece.support})" if piece.support else ""
    text = f"{first} {piece.quality}-{piece.morale}-{piece.move}".strip()
    return {"steps": steps, "text": text, "values": values}


def _formations(scenario: Scenario) -> list[wire.Formation]:
    found: dict[str, int] = {}
    for piece in scenario.pieces:
        found[piece.formation] = found.get(piece.formation, 0) | 1 << piece.index
    return [
        {
            "id": name,
            "side": side_id(scenario.pieces[numbers(pieces)[0]].side),
            "pieces": numbers(pieces),
        }
        for name, pieces in found.items()
    ]
