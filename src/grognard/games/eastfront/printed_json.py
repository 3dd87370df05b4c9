"""What is printed, for a program that draws it: map, counters, tables, pools, tracks."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.eastfront.counters import Kind
from grognard.games.eastfront.printed import Options, Side
from grognard.games.eastfront.printed_map import sheet
from grognard.games.eastfront.printed_tables import tables
from grognard.games.eastfront.seen import CONDITIONS, MARKS, POOLS, SKIES
from grognard.games.eastfront.state import SEGMENTS
from grognard.games.eastfront.victory import LEVELS
from grognard.games.eastfront.words import (
    band_of,
    board_texts,
    captions,
    formation,
    names,
    nation_of,
    palette,
    side_colours,
    side_id,
    texts,
)

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.games.eastfront.printed import Piece, Scenario

SYMBOLS: Final = {
    Kind.PANZER: "armour",
    Kind.TANK: "armour",
    Kind.ASSAULT_GUN: "assault-gun",
    Kind.MOTORISED: "motorised",
    Kind.MOTOR_RIFLE: "motorised",
    Kind.RECON: "recon",
    Kind.CAVALRY: "cavalry",
    Kind.MOUNTAIN: "mountain",
    Kind.NAVAL_INFANTRY: "naval-infantry",
    Kind.MILITIA: "militia",
    Kind.MACHINEGUN: "machinegun",
    Kind.ENGINEER: "engineer",
    Kind.ENGINEER_MOTORISED: "engineer",
    Kind.ANTITANK: "anti-tank",
    Kind.ANTITANK_MOTORISED: "anti-tank",
    Kind.ANTITANK_SELF_PROPELLED: "anti-tank",
    Kind.ANTIAIRCRAFT: "anti-aircraft",
    Kind.ANTIAIRCRAFT_MOTORISED: "anti-aircraft",
    Kind.ARTILLERY: "artillery",
    Kind.ARTILLERY_MOTORISED: "artillery",
    Kind.ROCKETS: "rocket",
    Kind.COASTAL_ARTILLERY: "coastal",
    Kind.ARMOURED_TRAIN: "armoured-train",
    Kind.HEADQUARTERS: "headquarters",
}
"""The drawing of each kind; the others (rifles, cadets, NKVD) are drawn as infantry."""
NATIONS: Final = ("heer", "ss", "rkka", "militia", "nkvd", "fleet")
MARK_FACTS: Final = {
    "emergency": ("6.3", "halved", True),
    "unsupplied": ("6.3", "warning", True),
    "overrun": ("11.4.4", "disrupted", True),
    "inoperational": ("7.3", "uncommanded", True),
    "moved": ("10.1", "moved", False),
    "activated": ("7.2", "supported", False),
    "reserved": ("25.2", "crowded", False),
    "attacking": ("12.1", "attacked", False),
    "supporting": ("15.2", "supported", False),
    "reacted": ("14.1", "retreated", False),
}
"""By mark: its rule, its badge, and whether it hurts."""
MARKERS: Final = (
    ("destroyed", "18.1", "works"),
    ("breached", "18.2", "works"),
    ("blown", "11.3", "bridge"),
    ("converted", "6.5", "rail"),
    ("attack", "12.1", "attack"),
    ("order", "14.3", "order"),
)
OPTION_RULES: Final = {
    "flanks": "25.9",
    "narova_front": "25.10",
    "fortified_side_for_surrender": "21",
    "reserve_radius": "25.2",
}
RADII: Final = (2, 3)
"""25.2 - how near an enemy may have to be."""


def printed(scenario: Scenario, start: wire.Printed) -> wire.Printed:
    """Return everything printed; hexes and counters carry the numbers that answers use."""
    least: list[int | None] = [*scenario.victory.levels, None]
    levels = dict(zip(LEVELS, least, strict=True))
    return {
        **start,
        "titles": names(texts(), "title") | _titled(scenario),
        "sides": [_side(scenario, side) for side in Side],
        "nations": [captions().nation(nation, palette()) for nation in NATIONS],
        "turns": [_turn(turn) for turn in range(scenario.first_turn, scenario.last_turn + 1)],
        "first": side_id(Side.GERMAN),
        "segments": [captions().segment(name) for name in SEGMENTS],
        "map": sheet(scenario),
        "pieces": [_piece(piece) for piece in scenario.pieces],
        "formations": _formations(scenario),
        "tables": tables(scenario),
        "tracks": _tracks(),
        "pools": [captions().pool(name, side, rule) for name, rule in POOLS for side in Side],
        "marks": [_mark(name) for name in MARKS],
        "markers": [
            {
                "id": name,
                "names": names(board_texts(), f"marker.{name}"),
                "rule": rule,
                "drawn": drawn,
            }
            for name, rule, drawn in MARKERS
        ],
        "victory": captions().victory(CONDITIONS, levels),
        "options": [_option(scenario.options, field.name) for field in fields(Options)],
    }


def _titled(scenario: Scenario) -> wire.Names:
    """Return the title of the game with that of the scenario."""
    return {
        lang: f"{texts().say('title', lang)}{' :' if lang == 'fr' else ':'} {title}"
        for lang, title in scenario.titles.items()
    }


def _side(scenario: Scenario, side: Side) -> wire.PrintedSide:
    """26.3 - a side, with the points that it needs for a marginal victory."""
    levels = scenario.victory.levels
    needed = levels[1] if side is Side.GERMAN else levels[2] - 1
    turn = scenario.last_turn
    return {
        "seat": int(side),
        "id": side_id(side),
        "names": names(texts(), f"side.{side_id(side)}"),
        "colours": side_colours(side),
        "goal": names(board_texts(), f"goal.{side_id(side)}", number=needed, turn=turn),
    }


def _turn(turn: int) -> wire.Turn:
    """1.1 - a turn of two days, from 8 August 1941 on."""
    first = 6 + 2 * turn
    said = {"en": f"{first}-{first + 1} August 1941", "fr": f"{first}-{first + 1} août 1941"}
    return {"number": turn, "names": said}


def _mark(name: str) -> wire.Mark:
    rule, drawn, is_bad = MARK_FACTS[name]
    return captions().mark(name, rule, drawn, is_bad=is_bad)


def _tracks() -> list[wire.Track]:
    """5, 6.4, 17, 26 - weather, victory points, attack supply and air."""
    weathers = [names(board_texts(), f"weather.{name}") for name in SKIES]
    return [
        captions().track("weather", None, weathers),
        captions().track("points", Side.GERMAN),
        captions().track("steps", Side.GERMAN),
        *(captions().track_of("attack_supply", side) for side in Side),
        *(captions().track_of("air", side) for side in Side),
    ]


def _option(options: Options, name: str) -> wire.Option:
    """Return an option: what it is here, and what else it may be."""
    value: bool | int = getattr(options, name)
    if isinstance(value, bool):
        said = {one: names(board_texts(), f"option.{one}") for one in ("true", "false")}
    else:
        said = {str(one): {"en": str(one), "fr": str(one)} for one in RADII}
    return captions().option(name, OPTION_RULES[name], value, said)


# The counters


def _piece(piece: Piece) -> wire.Piece:
    figures = {
        "stacking": piece.stacking,
        "support": piece.support,
        "range": piece.range,
        "command": piece.command,
        "radius": piece.radius,
        "recovery": piece.recovery,
    }
    return {
        "index": piece.index,
        "id": piece.id,
        "names": {"en": piece.name, "fr": piece.name_fr},
        "side": side_id(piece.side),
        "nation": nation_of(piece),
        "formation": piece.formation,
        "kind": piece.kind.value,
        "symbol": SYMBOLS.get(piece.kind, "infantry"),
        "size": piece.size if set(piece.size) <= {"I", "X"} else "",
        "unit": piece.id.partition("-")[2],
        "top": formation(piece.formation),
        "band": band_of(piece),
        "steps": len(piece.values),
        "faces": [_face(piece, steps) for steps in range(len(piece.values), 0, -1)],
        "figures": {name: value for name, value in figures.items() if value},
        "arrives": _arrives(piece),
        "note": _note(piece),
    }


def _arrives(piece: Piece) -> str | None:
    return f"{piece.turn}: {piece.entry}" if piece.turn else None


def _note(piece: Piece) -> str:
    """Return the note of a counter, with how well its name, place and date are attested."""
    told = f"ratings reconstructed; name, place and date: {piece.confidence} confidence"
    return f"{piece.note}; {told}" if piece.note else told


def _face(piece: Piece, steps: int) -> wire.Face:
    """1.2 - attack, defence and movement; guns show support and range, an HQ its command."""
    attack, defence = piece.values[len(piece.values) - steps]
    first: wire.FaceValue = {"id": "attack", "value": attack}
    if piece.is_armour:
        first["is_red"] = True
    values: list[wire.FaceValue] = [
        first,
        {"id": "defence", "value": defence},
        {"id": "movement", "value": piece.move},
    ]
    text = f"{attack}-{defence}-{piece.move}"
    if piece.support:
        text = f"({piece.support}/{piece.range}) {defence}-{piece.move}"
    elif piece.command:
        text = f"[{piece.command}] {defence}-{piece.move}"
    return {"steps": steps, "text": text, "values": values}


def _formations(scenario: Scenario) -> list[wire.Formation]:
    return [
        {
            "id": name,
            "side": side_id(scenario.pieces[numbers(pieces)[0]].side),
            "pieces": numbers(pieces),
        }
        for name, pieces in scenario.formations.items()
    ]
