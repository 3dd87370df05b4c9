"""What is printed and seen, in the types of the contract: what games of counters show alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypeVar

from grognard.engine.bits import numbers
from grognard.kit.losses import mean
from grognard.kit.reckoning import factors_told, figure, total
from grognard.wire import blank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, Region, Side
    from grognard.engine.meaning import PieceIndex
    from grognard.kit.board import Board
    from grognard.kit.counters import Counters
    from grognard.kit.dice import Dice
    from grognard.kit.losses import Fates
    from grognard.kit.reckoning import Factor
    from grognard.kit.tables import ResultsTable

    Said: TypeAlias = Callable[[str], wire.Names]

R = TypeVar("R")

# The map


def kinds(ids: Iterable[str], names: Said) -> list[wire.Kind]:
    """Return kinds of ground or lines that are drawn as they are called."""
    return [{"id": one, "names": names(one), "drawn": one} for one in ids]


def sheet_words(
    french: Mapping[str, str], title: str, scale: str, credit: str
) -> dict[str, wire.Names]:
    """Return the title, the scale and the sources of a map in every language they are known in."""
    written = {"title": title, "scale": scale, "credit": credit}
    return {key: in_languages(text, french) for key, text in written.items()}


def in_languages(text: str, french: Mapping[str, str]) -> wire.Names:
    """Return a text of a map in English, and in French where its file has it."""
    return {"en": text, "fr": french[text]} if text in french else {"en": text}


def hexsides(kind: str, sides: Iterable[Side]) -> list[wire.Hexside]:
    """Return what lies on sides and counts both ways."""
    return [
        {"kind": kind, "a": a, "b": b, "rank": None, "name": None, "protects": None}
        for a, b in sorted(sides)
    ]


def links(kind: str, sides: Iterable[Side]) -> list[wire.Link]:
    """Return lines from hex to hex."""
    return [{"kind": kind, "a": a, "b": b, "rank": None, "name": None} for a, b in sorted(sides)]


def sheet(
    board: Board,
    title: str,
    names: Said,
    *,
    grounds: Sequence[str],
    settlements: Sequence[str] = (),
    sides: Sequence[str] = (),
    lines: Sequence[str] = (),
) -> wire.Sheet:
    """Return the map of a board whose hexes have ``terrain``, ``settlement`` and ``name``.

    `sides` and `lines` are the kinds of its side files that are drawn, each in its own way.
    """
    map_ = board.map
    hexes = [(hex_, map_.name(hex_)) for hex_ in map_.hexes]
    found = blank.sheet(title, map_.columns, map_.rows, hexes)
    for hex_ in found["hexes"]:
        row = board.hexes[hex_["id"]]
        hex_["terrain"] = [row["terrain"]]
        hex_["settlement"] = row["settlement"] or None
        hex_["name"] = row["name"] or None
    found["terrains"], found["settlements"] = kinds(grounds, names), kinds(settlements, names)
    found["lines"] = kinds((*sides, *lines), names)
    found["sides"] = [one for kind in sides for one in hexsides(kind, board.sides(kind))]
    found["links"] = [one for kind in lines for one in links(kind, board.sides(kind))]
    return found


# Counters and tables


def face(steps: int, values: Mapping[str, int]) -> wire.Face:
    """Return a counter with so many steps left: its values, and what is printed, ``4-3``."""
    listed: list[wire.FaceValue] = [{"id": name, "value": value} for name, value in values.items()]
    return {"steps": steps, "text": "-".join(map(str, values.values())), "values": listed}


def table(
    name: str,
    names: wire.Names,
    rule: str,
    columns: Sequence[str],
    rows: Sequence[wire.TableRow],
    dice: Sequence[int] = (),
) -> wire.PrintedTable:
    """Return a table as published."""
    return {
        "id": name,
        "names": names,
        "rule": rule,
        "dice": [*dice],
        "columns": [*columns],
        "rows": [*rows],
        "reconstructed": False,
    }


def results_rows(results: ResultsTable[R], cell: Callable[[R], str]) -> list[wire.TableRow]:
    """Return the rows of a table of results, by die."""
    return [
        {"label": str(die), "cells": [cell(result) for result in row]}
        for die, row in enumerate(results.rows, results.first)
    ]


def stacks(
    state: Counters, marks: Callable[[PieceIndex], list[str]] = lambda piece: []
) -> dict[str, wire.Stack]:
    """Return every stack on the map, of a game that hides none."""
    material, found = state.material, {}
    for side, owned in enumerate(state.owned):
        for hex_ in numbers(state.hexes_of(owned)):
            pieces: list[wire.Counter] = [
                {"id": material.ids[piece], "steps": state.steps[piece], "marks": marks(piece)}
                for piece in state.stack_order(hex_)
            ]
            found[material.map.name(hex_)] = _stack(material.seats[side], pieces)
    return found


def _stack(side: str, pieces: list[wire.Counter]) -> wire.Stack:
    return {"side": side, "height": len(pieces), "hidden": 0, "pieces": pieces}


def overlay(state: Counters, name: str, side: int, region: Region) -> wire.Overlay:
    """Return a region laid over the map for a side."""
    map_ = state.material.map
    hexes: list[wire.OverlayHex] = [
        {"hex": hex_, "id": map_.name(hex_), "text": ""} for hex_ in numbers(region)
    ]
    return {"id": name, "side": state.material.seats[side], "hexes": hexes, "lines": []}


def condition(state: Counters, name: str, wanted: Region, held: Region) -> wire.Condition:
    """Return a condition of victory: all of some hexes must be held."""
    map_, held = state.material.map, wanted & held
    return {
        "id": name,
        "holds": held == wanted,
        "now": held.bit_count(),
        "needed": wanted.bit_count(),
        "hexes": [map_.name(hex_) for hex_ in numbers(wanted)],
        "held": [map_.name(hex_) for hex_ in numbers(held)],
    }


# Fights


def fight(
    state: Counters,
    side: Seat,
    target: Hex,
    attack: Sequence[Factor],
    defence: Sequence[Factor],
    say: Callable[[str], str],
) -> wire.Reckoning:
    """Return a fight in which the strengths of counters are added and compared."""
    material = state.material
    found = blank.reckoning(material.seats[side], [material.map.name(target)])
    found["attackers"] = [material.ids[factor.piece] for factor in attack]
    found["defenders"] = [material.ids[factor.piece] for factor in defence]
    found["attack"] = _summed(attack, material.ids, say)
    found["defence"] = _summed(defence, material.ids, say)
    return found


def _summed(factors: Sequence[Factor], ids: Sequence[str], say: Callable[[str], str]) -> wire.Sum:
    whole, told = total(factors), factors_told(factors, ids, say)
    return {"factors": told, "sum": whole, "changes": [], "total": whole}


def read_column(
    fight: wire.Reckoning, name: str, results: ResultsTable[R], ratio: int, column: int
) -> None:
    """Say which column of a printed table a fight reads, and from which ratio it was shifted."""
    fight["ratio"], fight["column"] = results.columns[ratio], results.columns[column]
    fight["table"] = name
    fight["cells"] = [
        {"table": name, "row": row, "column": column, "side": None}
        for row in range(len(results.rows))
    ]


def case(
    fight: wire.Reckoning, names: wire.Names, dice: Dice, found: Fates, losses: Mapping[str, str]
) -> wire.Case:
    """Return a fight with what its throw can bring: each result, and what is lost on average.

    `losses` are the ids and the words of what attacker and defender lose.
    """
    return {
        "id": "bare",
        "names": names,
        "reckoning": fight,
        "chances": [
            {
                "result": one.text,
                "chance": figure(one.chance),
                "dice": sorted({dice.total(throw) for throw in one.dice}),
                "results": [],
            }
            for one in found
        ],
        "means": [
            {"id": name, "text": words, "value": figure(mean(found, place)), "is_chance": False}
            for place, (name, words) in enumerate(losses.items())
        ],
    }


def counter(
    index: int, name: str, side: str, symbol: str, faces: Mapping[int, Mapping[str, int]]
) -> wire.Piece:
    """Return a counter, given the values of its face for each number of steps left."""
    return {
        **blank.piece(index, name, side, symbol),
        "steps": max(faces),
        "faces": [face(steps, values) for steps, values in faces.items()],
    }
