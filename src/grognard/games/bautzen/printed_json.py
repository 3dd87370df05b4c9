"""What is printed, for a program that draws it: map, counters, tables, pools, set-up."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.texts import LANGUAGES
from grognard.games.bautzen.printed import CHOICES, Kind, Options, Side
from grognard.games.bautzen.sequence import SEGMENTS
from grognard.games.bautzen.words import (
    band,
    board_texts,
    captions,
    log_texts,
    names,
    nation_colours,
    nations,
    palette,
    side_colours,
    side_id,
)
from grognard.kit import shown
from grognard.kit.printed import SpokenTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    import grognard.wire as wire
    from grognard.engine.hexmap import Hex, Region
    from grognard.games.bautzen.printed import Area, Board, Piece, Scenario

CONDITIONS: Final = ("city", "places", "capital")

SYMBOLS: Final = {Kind.HQ: "headquarters", Kind.CONVOY: "truck", Kind.AIR: "plane"}
"""The drawings of kinds that are not called as they are drawn."""

MARKS: Final = {
    "moved": ("4.1", "moved"),
    "attacked": ("8.1", "attacked"),
    "retreated": ("8.5.3", "retreated"),
    "supported": ("9.1", "supported"),
    "unsupplied": ("7.3", "warning"),
    "uncommanded": ("6.1", "uncommanded"),
    "over_stacked": ("5.3", "crowded"),
}
"""By mark: its rule and its badge."""
BAD: Final = frozenset({"unsupplied", "uncommanded", "over_stacked"})

POOLS: Final = (
    ("air", None, "10"),
    *(("columns", side, "7.2") for side in Side),
    *(("waiting", side, "11.2") for side in Side),
    ("held", None, "11.3"),
    *(("later", side, "11.1") for side in Side),
    *(("lost", side, "8.3") for side in Side),
)


def printed(scenario: Scenario, start: wire.Printed) -> wire.Printed:
    """Return everything printed; hexes and counters carry the numbers that answers use."""
    return {
        **start,
        "titles": {**scenario.titles},
        "sides": [_side(side) for side in Side],
        "nations": [captions().nation(nation, palette()) for nation in nations()],
        "turns": [{"number": turn, "names": {}} for turn in range(1, scenario.turns + 1)],
        "first": side_id(scenario.first),
        "segments": [captions().segment(name) for name in SEGMENTS],
        "words": {"release": [*scenario.tables.held_formations]},
        "map": _map(scenario),
        "pieces": [_piece(piece, scenario.board.french) for piece in scenario.pieces],
        "formations": [
            _formation(scenario, name, numbers(pieces))
            for name, pieces in scenario.formations.items()
        ],
        "tables": [_results(scenario), _terrain(scenario), _reinforcements(scenario)],
        "pools": [captions().pool(name, side, rule) for name, side, rule in POOLS],
        "marks": [
            captions().mark(name, rule, drawn, is_bad=name in BAD)
            for name, (rule, drawn) in MARKS.items()
        ],
        "areas": [_area(area) for area in scenario.areas],
        "setups": _setups(scenario),
        "victory": {
            "title": names(log_texts(), "victory.title"),
            "conditions": [
                {
                    "id": name,
                    "names": names(log_texts(), f"victory.{name}"),
                    "side": side_id(Side.GERMAN),
                    "rule": "13",
                }
                for name in CONDITIONS
            ],
            "levels": [],
        },
        "options": [_option(scenario.options, field.name) for field in fields(Options)],
    }


def _side(side: Side) -> wire.PrintedSide:
    name = side_id(side)
    said = names(log_texts(), f"side.{name}")
    return {
        "seat": int(side),
        "id": name,
        "names": said,
        "colours": side_colours(side),
        "goal": names(board_texts(), f"goal.{name}"),
    }


def _setups(scenario: Scenario) -> list[wire.SetUpChoice]:
    """12 - the ready-made set-ups, and to place everything oneself."""
    ready: list[wire.SetUpChoice] = [
        {
            "id": each.id,
            "names": {**each.name},
            "verb": "ready",
            "noun": number,
            "reconstructed": each.reconstructed,
        }
        for number, each in enumerate(scenario.ready)
    ]
    own = names(board_texts(), "setup.free")
    ready.append({"id": "free", "names": own, "verb": "free", "noun": 0, "reconstructed": False})
    return ready


def _option(options: Options, name: str) -> wire.Option:
    """Return an option: what it is here, and what else it may be."""
    value: str | bool = getattr(options, name)
    own = () if isinstance(value, bool) else CHOICES[name]
    said = {one: names(board_texts(), f"option.{name}.{one}") for one in own} or {
        one: names(board_texts(), f"option.{one}") for one in ("true", "false")
    }
    return captions().option(name, "", value, said)


# The map


def _rivers(board: Board) -> list[wire.Hexside]:
    found = shown.hexsides("river", board.rivers)
    for side in found:
        side["name"] = board.river_names.get((side["a"], side["b"]))
    return found


def _map(scenario: Scenario) -> wire.Sheet:
    board = scenario.board
    return {
        "title": board.title,
        "scale": board.scale,
        "credit": board.credit,
        "words": shown.sheet_words(board.french, board.title, board.scale, board.credit),
        "notes": [*board.notes],
        "columns": board.map.columns,
        "rows": board.map.rows,
        "orientation": "flat",
        "offset": "even_down",
        "terrains": [_kind("ground", name) for name in ("clear", "woods", "difficult")],
        "settlements": [_kind("ground", name) for name in ("village", "town")],
        "lines": [_kind("line", name) for name in ("river", "lake", "road", "rail")],
        "hexes": [_hex(scenario, hex_) for hex_ in board.map.hexes],
        "sides": [*_rivers(board), *shown.hexsides("lake", board.lakes)],
        "links": [*shown.links("road", board.roads), *shown.links("rail", board.rails)],
        "bridges": [],
        "exits": [
            {"kind": kind, "hex": hex_, "direction": direction}
            for kind, exits in (("road", board.road_exits), ("rail", board.rail_exits))
            for hex_, direction in exits.items()
        ],
        "apart": [[*line] for line in board.separate_roads],
        "labels": [],
    }


def _kind(heading: str, name: str) -> wire.Kind:
    return {"id": name, "names": names(board_texts(), f"{heading}.{name}"), "drawn": name}


def _hex(scenario: Scenario, hex_: Hex) -> wire.PrintedHex:
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
        "sources": [side_id(side) for side in Side if _holds(board.sources[side], hex_)],
        "objective": _objective(scenario, hex_),
        "points": None,
        "fort": None,
    }


def _holds(region: Region, hex_: Hex) -> bool:
    return bool(region >> hex_ & 1)


def _settlement(board: Board, hex_: Hex) -> str | None:
    if _holds(board.town, hex_):
        return "town"
    return "village" if _holds(board.village, hex_) else None


def _objective(scenario: Scenario, hex_: Hex) -> str | None:
    """13 - the condition of victory that a hex counts for."""
    victory = scenario.victory
    if hex_ in victory.city:
        return "city"
    if hex_ in victory.places:
        return "places"
    return "capital" if hex_ == victory.capital else None


# The counters


def _piece(piece: Piece, french: Mapping[str, str]) -> wire.Piece:
    unit, _, division = piece.id.partition("/")
    colours = nation_colours(piece.nationality) if piece.nationality else side_colours(Side.ALLIED)
    figures = {"support": piece.support, "range": piece.range}
    if piece.is_unit:
        figures["stacking"] = piece.stacking
    return {
        "index": piece.index,
        "id": piece.id,
        "names": {"fr": piece.name, **shown.in_languages(piece.name, french)},
        "side": None if piece.side is None else side_id(piece.side),
        "nation": piece.nationality or None,
        "formation": piece.formation or None,
        "kind": piece.kind.value,
        "symbol": SYMBOLS.get(piece.kind, piece.kind.value),
        "size": piece.size,
        "unit": unit,
        "top": piece.formation or division,
        "band": band(piece.band, colours["ink"]),
        "steps": piece.steps,
        "faces": [_face(piece, steps) for steps in range(piece.steps, 0, -1)],
        "figures": {name: value for name, value in figures.items() if value},
        "arrives": "table" if piece.is_reinforcement else None,
        "note": piece.note,
    }


def _face(piece: Piece, steps: int) -> wire.Face:
    """1.2 - the values of a counter with so many steps left, as they are printed."""
    values: list[wire.FaceValue] = []
    if piece.is_combat_unit:
        values.append({"id": "attack", "value": piece.attack[steps]})
        values.append({"id": "defence", "value": piece.defence[steps]})
    if piece.is_unit:
        values.append({"id": "movement", "value": piece.movement[steps]})
    text = "-".join(str(value["value"]) for value in values)
    if piece.support:
        text = f"({piece.support}) {piece.range} {text}"
    return {"steps": steps, "text": text, "values": values}


def _formation(scenario: Scenario, name: str, pieces: list[int]) -> wire.Formation:
    side = scenario.pieces[pieces[0]].side
    return {"id": name, "side": None if side is None else side_id(side), "pieces": [*pieces]}


# Set-up and tables


def _area(area: Area) -> wire.Area:
    return {
        "side": side_id(area.side),
        "pieces": [*area.pieces],
        "hexes": [*numbers(area.region)],
        "near": area.near_nationality or None,
    }


def _table(name: str, rule: str, *columns: str) -> SpokenTable:
    return SpokenTable(board_texts(), name, rule, *columns)


def _results(scenario: Scenario) -> wire.PrintedTable:
    """8.2 - steps lost by attacker and defender, by the modified die and the column."""
    table = _table("crt", "8.2", *scenario.tables.columns)
    for die, row in enumerate(scenario.tables.crt, 1):
        table.row(str(die), *(f"{attacker}/{defender}" for attacker, defender in row))
    return table.made([6], reconstructed=False)


def _terrain(scenario: Scenario) -> wire.PrintedTable:
    """4.1, 5.2 - what a hex costs infantry and others, and what it holds."""
    tables = scenario.tables
    table = _table("terrain", "4.1", "cell.infantry", "cell.other", "cell.stacking")
    road = table.word("cell.road")
    for ground in tables.cost_infantry:
        costs = [by_ground[ground] for by_ground in (tables.cost_infantry, tables.cost_other)]
        cells = [road if cost < 0 else str(cost) for cost in costs]
        table.row(
            table.word(f"ground.{ground}"), *cells, str(tables.stacking_limit.get(ground, ""))
        )
    return table.made(reconstructed=False)


def _reinforcements(scenario: Scenario) -> wire.PrintedTable:
    """11.1 - what arrives, by the modified die."""
    table = _table("reinforcements", "11.1", "cell.arrives")
    for die, row in enumerate(scenario.tables.reinforcement_table):
        if die:
            said = {lang: ", ".join(_arriving(word, lang) for word in row) for lang in LANGUAGES}
            table.row(str(die), table.said(said))
    return table.made([6], reconstructed=False)


def _arriving(word: str, lang: str) -> str:
    key = f"cell.{word}"
    return board_texts().say(key, lang) if key in board_texts() else word
