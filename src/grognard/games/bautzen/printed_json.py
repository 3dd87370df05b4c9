"""What is printed, as plain data for a program that draws it: map, counters, tables, set-up."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.bautzen.log import texts
from grognard.games.bautzen.printed import CHOICES, Kind, Options, Side
from grognard.games.bautzen.sequence import SEGMENTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.engine import hexmap
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.printed import Area, Board, Piece, Scenario
    from grognard.games.bautzen.seen import Fact

CRT_NAMES: Final[dict[str, Fact]] = {"en": "Combat results", "fr": "Résolution des combats"}
TERRAIN_NAMES: Final[dict[str, Fact]] = {
    "en": "Movement and stacking",
    "fr": "Mouvement et empilement",
}
REINFORCEMENT_NAMES: Final[dict[str, Fact]] = {"en": "Reinforcements", "fr": "Renforts"}

CONDITIONS: Final = ("city", "places", "capital")


def printed(scenario: Scenario) -> dict[str, Fact]:
    """Return everything printed; hexes and counters carry the numbers that answers use."""
    return {
        "game": "bautzen",
        "scenario": scenario.id,
        "titles": {**scenario.titles},
        "sides": [
            {"seat": int(side), "id": _id(side), "names": _said(f"side.{_id(side)}")}
            for side in Side
        ],
        "turns": [{"number": turn} for turn in range(1, scenario.turns + 1)],
        "first": _id(scenario.first),
        "segments": [{"id": name, "names": _said(f"segment.{name}")} for name in SEGMENTS],
        "words": {"release": [*scenario.tables.held_formations]},
        "map": _map(scenario),
        "pieces": [_piece(piece) for piece in scenario.pieces],
        "formations": [
            _formation(scenario, name, numbers(pieces))
            for name, pieces in scenario.formations.items()
        ],
        "tables": [_results(scenario), _terrain(scenario), _reinforcements(scenario)],
        "areas": [_area(area) for area in scenario.areas],
        "ready": [
            {"id": ready.id, "names": {**ready.name}, "reconstructed": ready.reconstructed}
            for ready in scenario.ready
        ],
        "victory": {
            "city": [*scenario.victory.city],
            "places": [*scenario.victory.places],
            "needed": scenario.victory.needed,
            "capital": scenario.victory.capital,
            "title": _said("victory.title"),
            "conditions": [{"id": name, "names": _said(f"victory.{name}")} for name in CONDITIONS],
        },
        "options": [_option(scenario.options, field.name) for field in fields(Options)],
    }


def _id(side: Side) -> str:
    return side.name.lower()


def _said(key: str) -> dict[str, Fact]:
    return {lang: texts().say(key, lang) for lang in ("en", "fr")}


def _option(options: Options, name: str) -> Fact:
    """Return an option, as text: what it is here, and what else it may be."""
    value: str | bool = getattr(options, name)
    if isinstance(value, bool):
        return {"id": name, "default": str(value).lower(), "values": ["true", "false"]}
    return {"id": name, "default": value, "values": [*CHOICES[name]]}


# The map


def _map(scenario: Scenario) -> dict[str, Fact]:
    board = scenario.board
    return {
        "title": board.title,
        "scale": board.scale,
        "credit": board.credit,
        "notes": [*board.notes],
        "columns": board.map.columns,
        "rows": board.map.rows,
        "orientation": "flat",
        "offset": "even_down",
        "hexes": [_hex(scenario, hex_) for hex_ in board.map.hexes],
        "sides": [*_sides("river", board.rivers), *_sides("lake", board.lakes)],
        "links": [*_sides("road", board.roads), *_sides("rail", board.rails)],
        "exits": [
            {"kind": kind, "hex": hex_, "direction": direction}
            for kind, exits in (("road", board.road_exits), ("rail", board.rail_exits))
            for hex_, direction in exits.items()
        ],
        "apart": [[*line] for line in board.separate_roads],
        "labels": [],
    }


def _hex(scenario: Scenario, hex_: Hex) -> dict[str, Fact]:
    board = scenario.board
    return {
        "index": hex_,
        "id": board.map.name(hex_),
        "column": board.map.column(hex_),
        "row": board.map.row(hex_),
        "terrain": [*board.terrain[hex_].split("+")],
        "settlement": _settlement(board, hex_),
        "name": board.names.get(hex_),
        "height": board.heights.get(hex_),
        "dominant": _holds(board.dominant, hex_),
        "sources": [_id(side) for side in Side if _holds(board.sources[side], hex_)],
        "victory": _victory(scenario, hex_),
    }


def _holds(region: Region, hex_: Hex) -> bool:
    return bool(region >> hex_ & 1)


def _settlement(board: Board, hex_: Hex) -> str | None:
    if _holds(board.town, hex_):
        return "town"
    return "village" if _holds(board.village, hex_) else None


def _victory(scenario: Scenario, hex_: Hex) -> str | None:
    """13 - what a hex counts for at the end."""
    victory = scenario.victory
    if hex_ in victory.city:
        return "city"
    if hex_ in victory.places:
        return "place"
    return "capital" if hex_ == victory.capital else None


def _sides(kind: str, sides: Iterable[hexmap.Side]) -> list[Fact]:
    return [{"kind": kind, "a": a, "b": b, "class": None, "name": None} for a, b in sorted(sides)]


# The counters


def _piece(piece: Piece) -> dict[str, Fact]:
    is_fighter = piece.is_unit
    return {
        "index": piece.index,
        "id": piece.id,
        "name": piece.name,
        "side": None if piece.side is None else _id(piece.side),
        "nationality": piece.nationality,
        "formation": piece.formation or None,
        "kind": piece.kind.value,
        "size": piece.size,
        "steps": piece.steps,
        "faces": [_face(piece, steps) for steps in range(piece.steps, 0, -1)],
        "support": piece.support or None,
        "range": piece.range or None,
        "stacking": piece.stacking if is_fighter else None,
        "band": piece.band or None,
        "arrives": "table" if piece.is_reinforcement else None,
        "is_headquarters": piece.kind is Kind.HQ,
        "is_senior": piece.is_senior_hq,
        "note": piece.note,
    }


def _face(piece: Piece, steps: int) -> dict[str, Fact]:
    """1.2 - the values of a counter with so many steps left; null where none is printed."""
    fights = piece.is_combat_unit
    return {
        "steps": steps,
        "attack": piece.attack[steps] if fights else None,
        "defence": piece.defence[steps] if fights else None,
        "movement": piece.movement[steps] if piece.is_unit else None,
    }


def _formation(scenario: Scenario, name: str, pieces: list[int]) -> dict[str, Fact]:
    side = scenario.pieces[pieces[0]].side
    return {"id": name, "side": None if side is None else _id(side), "pieces": [*pieces]}


# Set-up and tables


def _area(area: Area) -> dict[str, Fact]:
    return {
        "side": _id(area.side),
        "pieces": [*area.pieces],
        "hexes": [*numbers(area.region)],
        "near": area.near_nationality or None,
    }


def _results(scenario: Scenario) -> dict[str, Fact]:
    """8.2 - steps lost by attacker and defender, by the modified die and the column."""
    rows = scenario.tables.crt
    return {
        "id": "crt",
        "names": CRT_NAMES,
        "rule": "8.2",
        "columns": [*scenario.tables.columns],
        "rows": [
            {"label": str(die), "cells": [f"{attacker}/{defender}" for attacker, defender in row]}
            for die, row in enumerate(rows, 1)
        ],
    }


def _terrain(scenario: Scenario) -> dict[str, Fact]:
    """4.1, 5.2 - what a hex costs infantry and others (``-`` by road only), and what it holds."""
    tables = scenario.tables
    columns = {"infantry": tables.cost_infantry, "other": tables.cost_other}
    return {
        "id": "terrain",
        "names": TERRAIN_NAMES,
        "rule": "4.1",
        "columns": [*columns, "stacking"],
        "rows": [
            {
                "label": ground,
                "cells": [
                    *(
                        "-" if costs[ground] < 0 else str(costs[ground])
                        for costs in columns.values()
                    ),
                    str(tables.stacking_limit.get(ground, "")),
                ],
            }
            for ground in tables.cost_infantry
        ],
    }


def _reinforcements(scenario: Scenario) -> dict[str, Fact]:
    """11.1 - what arrives, by the modified die."""
    rows = enumerate(scenario.tables.reinforcement_table)
    return {
        "id": "reinforcements",
        "names": REINFORCEMENT_NAMES,
        "rule": "11.1",
        "columns": [""],
        "rows": [{"label": str(die), "cells": [", ".join(row)]} for die, row in rows if die],
    }
