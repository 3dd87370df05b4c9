"""What people and programs are shown, in the types of the contract (docs/contract.md)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from bridgehead.load import FILES, GROUNDS, RATIOS, SEATS
from bridgehead.rules import (
    Bridgehead,
    Fight,
    Move,
    Target,
    To,
    column_of,
    enemy_in,
    holds_town,
    shifts_of,
    strength,
    zones,
)
from grognard import Texts, numbers
from grognard.engine.texts import LANGUAGES
from grognard.wire import blank

if TYPE_CHECKING:
    from bridgehead.load import Piece, Scenario
    from grognard import PieceIndex, Seat, wire

TEXTS = Texts(FILES.bundled / "texts.toml")


def names(key: str) -> wire.Names:
    """Return a word in every language."""
    return {lang: TEXTS.say(key, lang) for lang in LANGUAGES}


def kinds(*keys: str) -> list[wire.Kind]:
    """Return kinds of ground or lines that are drawn as they are called."""
    return [{"id": key, "names": names(key), "drawn": key} for key in keys]


def printed(scenario: Scenario, start: wire.Printed) -> wire.Printed:
    """Return the map, the counters and the table."""
    results = scenario.results
    rows: list[wire.TableRow] = [
        {"label": str(die), "cells": [f"{lost}/{killed}" for lost, killed in row]}
        for die, row in enumerate(results.rows, 1)
    ]
    return {
        **start,
        "sides": blank.sides(SEATS, {side: names(side) for side in SEATS}),
        "first": SEATS[0],
        "turns": [{"number": turn, "names": {}} for turn in range(1, scenario.turns + 1)],
        "segments": [
            {"id": f"{side} {kind}", "names": names(kind), "side": side, "kind": kind}
            for side in SEATS
            for kind in ("movement", "combat")
        ],
        "map": sheet(scenario),
        "pieces": [counter(piece) for piece in scenario.pieces],
        "tables": [
            {
                "id": "results",
                "names": names("results"),
                "rule": "4",
                "dice": [6],
                "columns": [*RATIOS],
                "rows": rows,
                "reconstructed": False,
            }
        ],
        "victory": {
            "title": names("victory"),
            "conditions": [
                {"id": "town", "names": names("held"), "side": SEATS[0], "rule": "5"},
            ],
            "levels": [],
        },
    }


def sheet(scenario: Scenario) -> wire.Sheet:
    """Return the map: clear hexes, then what the data says of them and of their sides."""
    board, map_ = scenario.board, scenario.board.map
    found = blank.sheet(
        scenario.name, map_.columns, map_.rows, [(hex_, map_.name(hex_)) for hex_ in map_.hexes]
    )
    ground, named = board.words("terrain"), board.named()
    for hex_ in found["hexes"]:
        index = hex_["index"]
        is_town = ground[index] == "town"
        hex_["terrain"] = ["clear" if is_town else ground[index]]
        hex_["settlement"] = "town" if is_town else None
        hex_["name"] = named.get(index)
        hex_["objective"] = "town" if index == scenario.town else None
    found["terrains"], found["settlements"] = kinds(*GROUNDS[:2]), kinds("town")
    found["lines"] = kinds("river", "road")
    found["sides"] = [
        {"kind": "river", "a": a, "b": b, "rank": 2, "name": None, "protects": None}
        for a, b in sorted(board.sides("river"))
    ]
    found["links"] = [
        {"kind": "road", "a": a, "b": b, "rank": None, "name": None}
        for a, b in sorted(board.sides("road"))
    ]
    return found


def counter(piece: Piece) -> wire.Piece:
    """Return a counter with its two faces."""
    values = {2: piece.strength, 1: (piece.strength + 1) // 2}
    return {
        **blank.piece(piece.index, piece.id, SEATS[piece.side], piece.kind),
        "steps": 2,
        "faces": [
            {
                "steps": steps,
                "text": f"{value}-{piece.move}",
                "values": [{"id": "strength", "value": value}, {"id": "move", "value": piece.move}],
            }
            for steps, value in values.items()
        ],
    }


def seen(state: Bridgehead) -> wire.Seen:
    """Return the position; nothing of it is hidden from anybody."""
    scenario, material = state.scenario, state.material
    facts = blank.seen(state.turn, scenario.turns, segment(state))
    for side, name in enumerate(SEATS):
        for hex_ in numbers(state.held[side]):
            shown: list[wire.Counter] = [
                {"id": material.ids[piece], "steps": state.steps[piece], "marks": []}
                for piece in state.stack_order(hex_)
            ]
            found: wire.Stack = {"side": name, "height": 1, "hidden": 0, "pieces": shown}
            facts["stacks"][material.map.name(hex_)] = found
    town = material.map.name(scenario.town)
    holds = holds_town(state)
    facts["victory"] = {
        "winner": SEATS[0 if holds or not state.owned[1] else 1],
        "level": None,
        "points": {},
        "conditions": [
            {
                "id": "town",
                "holds": holds,
                "now": int(holds),
                "needed": 1,
                "hexes": [town],
                "held": [town] if holds else [],
            }
        ],
    }
    return facts


def segment(state: Bridgehead) -> str:
    """Return the segment that is played."""
    if state.is_over:
        return ""
    question, side = state.question, state.seat
    if side not in (0, 1):
        side = state.side_of(question.piece)
    kind = "movement" if isinstance(question, Move | To) else "combat"
    return f"{SEATS[side]} {kind}"


def asked(state: Bridgehead) -> wire.Asked | None:
    """Return what is asked, and of whom: so that a program sees it in its View."""
    if state.is_over:
        return None
    question = state.question
    found: wire.Asked = {"kind": type(question).__name__, "rule": question.rule}
    if isinstance(question, To | Target):
        found["pieces"] = [state.material.ids[question.piece]]
    elif isinstance(question, Fight):
        found["joined"] = [state.material.ids[question.piece]]
        found["target"] = state.material.map.name(question.target)
    return found


def odds(state: Bridgehead, lang: str) -> wire.Odds:
    """Return the fight that is about to be fought: its sums, its column, every result."""
    question = None if state.is_over else state.question
    if not isinstance(question, Fight):
        return {"note": "", "cases": []}
    piece, target, ids = question.piece, question.target, state.material.ids
    enemy, results = enemy_in(state, target), state.scenario.results
    read = column_of(state, piece, target)
    hex_ = state.material.map.name(target)
    case = blank.reckoning(SEATS[state.side_of(piece)], [hex_])
    case["attackers"], case["defenders"] = [ids[piece]], [ids[enemy]]
    case["attack"], case["defence"] = total(state, piece), total(state, enemy)
    case["ratio"] = RATIOS[first_column(state, piece, enemy)]
    case["shifts"] = [
        {"rule": one.rule, "text": TEXTS.say(one.reason, lang), "value": one.value}
        for one in shifts_of(state, piece, target)
    ]
    case["column"], case["table"], case["dice"] = RATIOS[read], "results", [6]
    case["cells"] = [
        {"table": "results", "row": row, "column": read, "side": None} for row in range(6)
    ]
    thrown: dict[tuple[int, int], list[int]] = {}
    for die in range(1, 7):
        thrown.setdefault(results.result(read, die), []).append(die)
    chances: list[wire.Chance] = [
        {
            "result": f"{lost}/{killed}",
            "chance": figure(Fraction(len(dice), 6)),
            "dice": dice,
            "results": [],
        }
        for (lost, killed), dice in thrown.items()
    ]
    means: list[wire.Mean] = [
        {"id": key, "text": TEXTS.say(key, lang), "value": figure(mean), "is_chance": False}
        for key, mean in (
            ("attacker_loses", Fraction(sum(lost * len(d) for (lost, _), d in thrown.items()), 6)),
            ("defender_loses", Fraction(sum(kill * len(d) for (_, kill), d in thrown.items()), 6)),
        )
    ]
    bare: wire.Case = {
        "id": "bare",
        "names": names("fight"),
        "reckoning": case,
        "chances": chances,
        "means": means,
    }
    return {"note": "", "cases": [bare]}
