"""11.4.3, 15 - An attack or an overrun reckoned line by line, for boards and programs.

The figures are those of the charts' own functions; `board_odds` has what may come of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.engine.bits import numbers
from grognard.engine.modifier import clamp
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import combat, overrun
from grognard.games.eastfront.fighting import attack_points, defence_points
from grognard.games.eastfront.log import speaker
from grognard.games.eastfront.odds import FACES
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.words import board_texts, cited, counted, side_id
from grognard.wire import blank

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import grognard.wire as wire
    from grognard.engine.game import Event
    from grognard.engine.modifier import Modifier
    from grognard.games.eastfront.charts import ChartLine
    from grognard.games.eastfront.combat import Aftermath, Attack
    from grognard.games.eastfront.engaged import Battle
    from grognard.games.eastfront.printed import Scenario
    from grognard.games.eastfront.state import Luga

Points = tuple[int, int, int]
"""A unit, its printed value, and how often it is halved."""


class Composition(NamedTuple):
    """15.1, 15.2 - what both sides of an attack are made of."""

    attackers: Sequence[Points]
    supports: Sequence[int]
    defenders: Sequence[Points]
    defence_supports: Sequence[int]


# The arithmetic of an attack


def reckoning(state: Luga, battle: Battle, lang: str) -> wire.Reckoning:
    """15 - an attack with every value and modifier."""
    case, defenders = rules.attack_case(state, battle), rules.defenders(state, battle)
    name = state.scenario.ground.map.name
    found = blank.reckoning(side_id(battle.side), [name(hex_) for hex_ in numbers(battle.targets)])
    parts = Composition(
        attack_points(state, battle, case),
        numbers(battle.supports),
        defence_points(state, defenders),
        numbers(battle.defence_supports),
    )
    fill(state.scenario, found, case, parts, lang)
    return found


def fill(
    scenario: Scenario, found: wire.Reckoning, case: Attack, parts: Composition, lang: str
) -> None:
    """15.1 to 15.7 - put the whole arithmetic of an attack into a reckoning."""
    ids = [piece.id for piece in scenario.pieces]
    found["kind"] = "combat"
    found["attackers"] = [ids[piece] for piece, _, _ in parts.attackers]
    found["supports"] = [ids[piece] for piece in parts.supports]
    found["defenders"] = [ids[piece] for piece, _, _ in parts.defenders]
    found["defence_supports"] = [ids[piece] for piece in parts.defence_supports]
    fought, say = combat.assess(case), speaker(lang)
    found["attack"] = _attack_sum(scenario, case, parts, lang)
    found["defence"] = _defence_sum(scenario, case, parts, lang)
    column = case.charts.columns[max(fought.column, 0)]
    found["ratio"] = say("below 1-4") if combat.is_below(case) else column
    found["column"] = column
    found["modifiers"], found["modifier"] = told(fought.modifiers, lang), fought.drm
    found["table"], found["dice"] = "combat", [10]
    found["cells"] = [_cell(case, fought.column, row) for row in _rows(case, fought.drm)]


def _rows(case: Attack, drm: int) -> list[int]:
    """15.7 - the rows of the table that ten faces reach."""
    table = case.charts.results
    last = len(table.rows) - 1
    return sorted({clamp(die + drm - table.first, 0, last) for die in FACES})


def _cell(case: Attack, column: int, row: int) -> wire.CellPlace:
    return {"table": "combat", "row": row, "column": max(column, 0), "side": None}


def told(found: Iterable[Modifier], lang: str) -> list[wire.Modifier]:
    """15.6 - modifiers with the words of their reasons and the numbers of the book."""
    say = speaker(lang)
    return [{"rule": cited(one.rule), "text": say(one.reason), "value": one.value} for one in found]


class RunningSum:
    """A sum that rules change one after the other."""

    def __init__(self, lang: str) -> None:
        self.say = speaker(lang)
        self.factors: list[wire.Factor] = []
        self.changes: list[wire.Change] = []
        self.total: float = 0

    def add(self, piece: str, printed: int, halvings: int, rule: str) -> None:
        """15.1 - a counter, halved or not."""
        value = printed / 2**halvings if halvings else printed
        change: wire.Change = {"rule": "15.1", "text": self.say("halved"), "value": value}
        self.factors.append(
            {
                "piece": piece,
                "printed": printed,
                "changes": [change] if halvings else [],
                "value": value,
                "rule": rule,
            }
        )
        self.total += value

    def become(self, value: float, rule: str, text: str) -> None:
        """Change the total, where it changes."""
        if value != self.total:
            self.changes.append({"rule": rule, "text": self.say(text), "value": value})
            self.total = value

    def made(self) -> wire.Sum:
        """Return the sum."""
        parts = sum(factor["value"] for factor in self.factors)
        return {
            "factors": self.factors,
            "sum": parts,
            "changes": self.changes,
            "total": self.total,
        }


def _attack_sum(scenario: Scenario, case: Attack, parts: Composition, lang: str) -> wire.Sum:
    """15.1, 15.2 - attackers, halved as they are, and their guns."""
    tally = RunningSum(lang)
    for piece, printed, halvings in parts.attackers:
        tally.add(scenario.pieces[piece].id, printed, halvings, "15.1")
    guns = [scenario.pieces[piece].support for piece in parts.supports]
    for piece, support in zip(parts.supports, guns, strict=True):
        tally.add(scenario.pieces[piece].id, support, 0, "15.2")
    strength, fire = combat.strength(case), sum(guns)
    tally.become(strength + fire, "15.1", "fractions dropped")
    _guns(tally, strength, fire, fire >> combat.artillery_halvings(case), combat.support(case))
    return tally.made()


def _guns(tally: RunningSum, strength: int, fire: int, halved: int, counted: int) -> None:
    """15.2 - guns halved in mud or into swamp, and held to what they support."""
    if fire:
        tally.become(strength + halved, "15.2", "artillery halved")
        tally.become(strength + counted, "15.2", "artillery held to what it supports")


def _defence_sum(scenario: Scenario, case: Attack, parts: Composition, lang: str) -> wire.Sum:
    """15.1, 15.2 - all units of the hex, and the guns that support it."""
    tally = RunningSum(lang)
    for piece, printed, _ in parts.defenders:
        tally.add(scenario.pieces[piece].id, printed, 0, "15.1")
    for piece in parts.defence_supports:
        tally.add(scenario.pieces[piece].id, scenario.pieces[piece].support, 0, "15.2")
    fire = case.defence_artillery
    halved = fire >> combat.defence_halvings(case)
    _guns(tally, case.defence, fire, halved, combat.defence_support(case))
    return tally.made()


# Results


def results(side: Side, after: Aftermath, lang: str) -> list[wire.SideResult]:
    """16.1 - what a result means to attacker and defender."""
    printed = after.printed
    rows = (
        (side, after.attacker_steps, printed.attacker_eliminated, 0),
        (ENEMY[side], after.defender_steps, printed.defender_eliminated, after.retreat),
    )
    return [
        {
            "side": side_id(owner),
            "text": _suffered(steps, is_gone, hexes, lang),
            "steps": None if is_gone else steps,
            "choices": [],
        }
        for owner, steps, is_gone, hexes in rows
    ]


def _suffered(steps: int, is_gone: bool, hexes: int, lang: str) -> str:
    """16.1, 16.6 - what a side suffers, in words."""
    if is_gone:
        return board_texts().say("effect.gone", lang)
    parts = [counted("effect.loss", steps, lang)] if steps else []
    parts += [counted("effect.retreat", hexes, lang)] if hexes else []
    return ", ".join(parts) or board_texts().say("effect.none", lang)


# Overrun


def lines_of(
    bands: Sequence[ChartLine], table: str, found: Iterable[ChartLine]
) -> list[wire.CellPlace]:
    """Return the lines of a table that a throw may reach."""
    places = sorted({bands.index(band) for band in found})
    return [{"table": table, "row": row, "column": 0, "side": None} for row in places]


def fill_overrun(
    scenario: Scenario,
    found: wire.Reckoning,
    case: overrun.OverrunCase,
    attackers: Sequence[Points],
    defenders: Sequence[Points],
    lang: str,
) -> None:
    """11.4.3 - put the arithmetic of an overrun into a reckoning."""
    ids = [piece.id for piece in scenario.pieces]
    sums = []
    for points in (attackers, defenders):
        tally = RunningSum(lang)
        for piece, printed, _ in points:
            tally.add(ids[piece], printed, 0, "11.4.3")
        sums.append(tally.made())
    found["kind"] = "overrun"
    found["attackers"] = [ids[piece] for piece, _, _ in attackers]
    found["defenders"] = [ids[piece] for piece, _, _ in defenders]
    found["attack"], found["defence"] = sums
    found["ratio"] = found["column"] = f"{overrun.ratio(case)}-1"
    found["modifiers"], found["modifier"] = told(overrun.modifiers(case), lang), overrun.net(case)
    found["table"], found["dice"] = "overrun", [10]
    drm = overrun.net(case)
    reached = [overrun.read(case, drm, die) for die in FACES]
    found["cells"] = lines_of(case.charts.overrun.bands, "overrun", reached)


# A fight as it was fought


def fought_facts(scenario: Scenario, event: Event, lang: str) -> wire.Reckoning:
    """15.7, 11.4.3 - an attack or an overrun that was thrown, with its die and its cell."""
    made = _fought_overrun if event.kind == "overrun" else _fought
    return made(scenario, event, lang)


def _fought(scenario: Scenario, event: Event, lang: str) -> wire.Reckoning:
    facts: dict[str, Any] = event.facts
    case, after, name = facts["attack"], facts["aftermath"], scenario.ground.map.name
    side = Side(facts["side"])
    found = blank.reckoning(side_id(side), [name(hex_) for hex_ in facts["hexes"]])
    parts = Composition(
        facts["attack_points"],
        facts["supports"],
        facts["defence_points"],
        facts["defence_supports"],
    )
    fill(scenario, found, case, parts, lang)
    fought, table = combat.assess(case), case.charts.results
    row = clamp(facts["die"] + fought.drm - table.first, 0, len(table.rows) - 1)
    found["cells"] = [_cell(case, fought.column, row)]
    found["throw"] = {
        "dice": [facts["die"]],
        "total": row + table.first,
        "cells": found["cells"],
        "result": after.printed.text,
        "results": results(side, after, lang),
    }
    return found


def _fought_overrun(scenario: Scenario, event: Event, lang: str) -> wire.Reckoning:
    facts: dict[str, Any] = event.facts
    case, band = facts["case"], facts["band"]
    found = blank.reckoning(side_id(facts["side"]), [scenario.ground.map.name(facts["hex"])])
    points = facts["attack_points"], facts["defence_points"]
    fill_overrun(scenario, found, case, *points, lang)
    found["cells"] = lines_of(case.charts.overrun.bands, "overrun", [band])
    found["throw"] = {
        "dice": [facts["die"]],
        "total": facts["die"] + overrun.net(case),
        "cells": found["cells"],
        "result": speaker(lang)(band.text),
        "results": [],
    }
    return found
