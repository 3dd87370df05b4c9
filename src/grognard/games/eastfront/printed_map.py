"""The printed map, for a program that draws it: grounds, sides, lines, places and labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.words import (
    board_texts,
    french_places,
    names,
    place_names,
    side_id,
)
from grognard.kit.shown import sheet_words

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.engine.hexmap import Hex
    from grognard.games.eastfront.ground import Ground
    from grognard.games.eastfront.printed import Scenario

DRAWN_GROUND: Final = {
    "clear": "clear",
    "forest": "woods",
    "marsh": "marsh",
    "swamp": "swamp",
    "hills": "difficult",
    "lake": "water",
    "sea": "water",
}
DRAWN_TOWN: Final = {"village": "village", "town": "town", "city": "city", "major_city": "city"}
DRAWN_LINE: Final = {
    "river": "river",
    "sea": "sea",
    "fortified": "works",
    "road": "road",
    "rail": "rail",
}
SIDES: Final = ("river", "sea", "fortified")
LINKS: Final = ("road", "rail")
RANKS: Final = {"river": 2, "major": 3, "minor": 1, "branch": 1, "main": 2}


def sheet(scenario: Scenario) -> wire.Sheet:
    """Return the map."""
    ground = scenario.ground
    return {
        "title": ground.title,
        "scale": ground.scale,
        "credit": ground.credit,
        "words": sheet_words(french_places(), ground.title, ground.scale, ground.credit),
        "notes": [*ground.notes],
        "columns": ground.map.columns,
        "rows": ground.map.rows,
        "orientation": "flat",
        "offset": "even_down",
        "terrains": [_kind("ground", name, drawn) for name, drawn in DRAWN_GROUND.items()],
        "settlements": [_kind("ground", name, drawn) for name, drawn in DRAWN_TOWN.items()],
        "lines": [_kind("line", name, drawn) for name, drawn in DRAWN_LINE.items()],
        "hexes": [_hex(scenario, hex_) for hex_ in ground.map.hexes],
        "sides": [one for kind in SIDES for one in _sides(ground, kind)],
        "links": [one for kind in LINKS for one in _links(ground, kind)],
        "bridges": [
            {"kind": one.grade, "a": one.side[0], "b": one.side[1], "name": one.name or None}
            for one in ground.board.of_kind("bridge")
        ],
        "exits": [],
        "apart": [],
        "labels": [
            {"text": text, "names": place_names(text), "hex": hex_, "kind": "region"}
            for hex_, text in ground.labels.items()
        ],
    }


def _kind(heading: str, name: str, drawn: str) -> wire.Kind:
    return {"id": name, "names": names(board_texts(), f"{heading}.{name}"), "drawn": drawn}


def _sides(ground: Ground, kind: str) -> list[wire.Hexside]:
    """18.2 - sides; a fortified one protects its inside hex, which the file has first."""
    found: list[wire.Hexside] = []
    for one in ground.board.of_kind(kind):
        side: wire.Hexside = {
            "kind": kind,
            "a": one.side[0],
            "b": one.side[1],
            "rank": RANKS.get(one.grade),
            "name": one.name or None,
            "protects": one.side[0] if kind == "fortified" else None,
        }
        if one.name:
            side["names"] = place_names(one.name)
        found.append(side)
    return found


def _links(ground: Ground, kind: str) -> list[wire.Link]:
    return [
        {
            "kind": kind,
            "a": one.side[0],
            "b": one.side[1],
            "rank": RANKS.get(one.grade),
            "name": one.name or None,
        }
        for one in ground.board.of_kind(kind)
    ]


def _hex(scenario: Scenario, hex_: Hex) -> wire.PrintedHex:
    ground, name = scenario.ground, scenario.ground.names.get(hex_)
    in_leningrad = bool(scenario.victory.leningrad >> hex_ & 1)
    points = scenario.victory.places.get(hex_)
    work = ground.board.hexes[ground.map.name(hex_)]["work_name"]
    found: wire.PrintedHex = {
        "index": hex_,
        "id": ground.map.name(hex_),
        "column": ground.map.column(hex_),
        "row": ground.map.row(hex_),
        "terrain": [ground.terrain[hex_]],
        "settlement": ground.settlement[hex_] or None,
        "name": name,
        "height": None,
        "sources": [side_id(side) for side in Side if hex_ in scenario.sources[side]],
        "objective": "leningrad" if in_leningrad else "places" if points else None,
        "points": points,
        "fort": {"kind": "point", "name": work, "value": 1} if work else None,
    }
    if name:
        found["names"] = place_names(name)
    return found
