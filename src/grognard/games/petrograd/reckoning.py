"""8.2 - A combat reckoned line by line, for boards and programs.

Every value stands on the map or lies open (1.7), so both sides, and whoever watches, reckon alike
once a combat is announced; until then it is the business of whoever composes it.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from grognard.engine.bits import numbers
from grognard.games.petrograd import battle as rules
from grognard.games.petrograd import combat
from grognard.games.petrograd import odds as chances_of
from grognard.games.petrograd.fighting import Compose, DefenceSupport, declared
from grognard.games.petrograd.log import half_text, texts, values_in_words
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.seen import ids
from grognard.games.petrograd.words import board_texts, names, side_id
from grognard.kit.dice import TWO_D6
from grognard.wire import blank

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import grognard.wire as wire
    from grognard.engine.game import Event, Seat
    from grognard.engine.modifier import Modifier
    from grognard.games.petrograd.battle import Value
    from grognard.games.petrograd.combat import Combat, Force, Reading
    from grognard.games.petrograd.odds import Solved
    from grognard.games.petrograd.printed import Scenario
    from grognard.games.petrograd.state import Battle, Petrograd
    from grognard.games.petrograd.table import Effect

TABLE: Final = "combat"
Points = tuple[int, int, int]
"""A piece, its SP, and how often its value is halved."""


def figure(value: Fraction) -> wire.Figure:
    """Return a fraction, exact and rounded."""
    return {"p": str(value), "value": float(value)}


def current(state: Petrograd) -> Battle | None:
    """8.2.1 - the combat being composed or fought; None before anybody has joined it."""
    if state.is_over:
        return None
    question = state.question
    if isinstance(question, Compose) and question.attackers:
        side, target = question.side, question.target
        return declared(state, side, target, question.attackers, question.supports, False)
    return state.battle if state.battle is not None and not state.battle.column else None


# The arithmetic


def reckoning(state: Petrograd, battle: Battle, lang: str) -> wire.Reckoning:
    """8.2.3 - a combat with every value and modifier."""
    fought = rules.reckon(state, battle)
    found = blank.reckoning(side_id(battle.side), [state.scenario.ground.map.name(battle.target)])
    found["attackers"], found["supports"] = (
        ids(state, battle.attackers),
        ids(state, battle.supports),
    )
    found["defenders"] = ids(state, battle.defenders)
    own = rules.own_fire(state, battle.defenders)
    found["defence_supports"] = ids(state, battle.defence_supports | own)
    points = [points_of(state, pieces) for pieces in (battle.attackers, battle.defenders)]
    values = rules.defensive_values(state, ENEMY[battle.side], battle.target, battle.origins)
    fill(state.scenario, found, fought, points, values, lang)
    return found


def points_of(state: Petrograd, pieces: int) -> list[Points]:
    """1.3 - the troops among some pieces, their SP and how often each is halved."""
    troops = numbers(pieces & state.scenario.kinds.troops)
    units = rules.units(state, pieces)
    return [(piece, unit.points, unit.halvings) for piece, unit in zip(troops, units, strict=True)]


def fill(
    scenario: Scenario,
    found: wire.Reckoning,
    fought: Combat,
    points: Sequence[Sequence[Points]],
    values: Sequence[Value],
    lang: str,
) -> None:
    """8.2.3 - put the whole arithmetic into a reckoning."""
    granted = combat.modifiers(fought)
    shift = sum(modifier.value for modifier in granted)
    found["attack"] = _sum(scenario, points[0], fought.attacker, lang)
    found["defence"] = _sum(scenario, points[1], fought.defender, lang)
    found["ratio"] = f"{fought.attacker.value}/{fought.defender.value}"
    found["modifiers"], found["modifier"] = modifiers(granted, values, lang), shift
    found["table"], found["dice"] = TABLE, [6, 6]
    reached = {
        combat.column(fought.table, total, shift): total
        for total in range(TWO_D6.least, TWO_D6.most + 1)
    }
    found["cells"] = [cell for column in reached for cell in cells(fought, column, found)]
    last = len(fought.table.columns)
    if TWO_D6.least + shift < 1 or TWO_D6.most + shift > last:
        edge = fought.table.columns[0 if TWO_D6.least + shift < 1 else -1]
        text = board_texts().say("limit.column", lang, column=edge)
        found["limits"] = [{"rule": "8.2.4", "text": text}]


def cells(fought: Combat, column: str, found: wire.Reckoning) -> list[wire.CellPlace]:
    """8.2.4 - the cell that each side reads in a column, on its own row."""
    attacker = Side.WHITE if found["side"] == side_id(Side.WHITE) else Side.RED
    place = fought.table.place[column]
    return [
        {
            "table": TABLE,
            "row": 6 - combat.morale_row(force, fought.table),
            "column": place,
            "side": side_id(side),
        }
        for side, force in ((attacker, fought.attacker), (ENEMY[attacker], fought.defender))
    ]


def _sum(scenario: Scenario, points: Sequence[Points], force: Force, lang: str) -> wire.Sum:
    """1.3 - the value of a side: each piece halved by its states, the sum rounded once."""
    factors: list[wire.Factor] = []
    for piece, printed, halvings in points:
        value = printed / 2**halvings
        change: wire.Change = {
            "rule": "1.3",
            "text": board_texts().say("change.states", lang),
            "value": value,
        }
        factors.append(
            {
                "piece": scenario.pieces[piece].id,
                "printed": printed,
                "changes": [change] if halvings else [],
                "value": value if halvings else printed,
                "rule": "1.2",
            }
        )
    exact = sum(factor["value"] for factor in factors)
    changes: list[wire.Change] = []
    if exact != force.value:
        key, rule = ("rounded", "1.3") if points else ("no_troops", "8.2.1")
        text = board_texts().say(f"change.{key}", lang)
        changes.append({"rule": rule, "text": text, "value": force.value})
    return {"factors": factors, "sum": exact, "changes": changes, "total": force.value}


def modifiers(found: Iterable[Modifier], values: Sequence[Value], lang: str) -> list[wire.Modifier]:
    """8.2.3 - the modifiers of the dice with their reasons; of the ground, what it is made of."""
    lines: list[wire.Modifier] = []
    for modifier in found:
        text = texts().say(f"reason.{modifier.rule}", lang)
        if modifier.rule == "PG-7k" and values:
            text = f"{text} ({values_in_words(values, lang)})"
        lines.append({"rule": modifier.rule, "text": text, "value": modifier.value})
    return lines


# Results


def in_words(effect: Effect, lang: str) -> str:
    """8.2.5 - what an option of a cell does to a side: "loses 1 SP, retreats 1 hex"."""
    retreat = 0 if effect.rout else effect.retreat
    parts = [
        board_texts().say(f"effect.{key}", lang, number=number)
        for key, number in (
            ("loss", effect.losses),
            ("retreat.one" if retreat == 1 else "retreat", retreat),
            ("disorganised", effect.disorganised),
            ("rout", effect.retreat if effect.rout else 0),
            ("surrender", effect.surrender),
            ("advance.one" if effect.advance == 1 else "advance", effect.advance),
        )
        if number
    ]
    return ", ".join(parts) or board_texts().say("effect.none", lang)


def results(side: Side, reading: Reading, lang: str) -> list[wire.SideResult]:
    """8.2.4 - what a column means to attacker and defender, and their choices."""
    halves = ((side, reading.attacker), (ENEMY[side], reading.defender))
    return [
        {
            "side": side_id(owner),
            "text": board_texts()
            .say("effect.or", lang)
            .join(in_words(option.effect, lang) for option in half.options),
            "steps": None,
            "choices": [option.text for option in half.options] if len(half.options) > 1 else [],
        }
        for owner, half in halves
    ]


def label(reading: Reading) -> str:
    """Return a column and its two halves as one text."""
    return f"{reading.column}: {half_text(reading.attacker)} | {half_text(reading.defender)}"


def chances(side: Side, found: Solved, lang: str) -> list[wire.Chance]:
    """8.2.4 - each column with its chance, from the worst for the attacker to the best."""
    place = found.columns.combat.table.place
    ordered = sorted(found.columns.possibilities, key=lambda one: place[one.result.column])
    return [
        {
            "result": label(one.result),
            "chance": figure(one.chance),
            "dice": sorted({sum(throw) for throw in one.dice}),
            "results": results(side, one.result, lang),
        }
        for one in ordered
    ]


MEANS: Final = {
    "attacker_wins": True,
    "hex_taken": True,
    "defender_steps": False,
    "attacker_steps": False,
}
"""What is to be expected, and whether it is a chance."""


def means(found: Solved, lang: str) -> list[wire.Mean]:
    """8.2.4 - chances and losses when each side chooses by the losses it takes and deals."""
    return [
        {
            "id": name,
            "text": board_texts().say(f"mean.{name}", lang),
            "value": figure(Fraction(getattr(found.summary, name))),
            "is_chance": is_chance,
        }
        for name, is_chance in MEANS.items()
    ]


# The odds of what is being composed or fought


def odds(state: Petrograd, seat: Seat, lang: str) -> wire.Odds:
    """8.2 - the combat as it is, and with all the support that the defender might name.

    What the other side is composing is its own until it is announced.
    """
    is_secret = state.battle is None and not state.is_over and state.seat != seat
    now = None if is_secret else current(state)
    if now is None:
        return {"note": board_texts().say("odds.none", lang), "cases": []}
    found = [_case(state, now, "bare", lang)]
    if isinstance(state.question, Compose | DefenceSupport):
        helpers = rules.may_support(state, ENEMY[now.side], now.target)
        backed = replace(now, defence_supports=now.defence_supports | helpers)
        if rules.reckon(state, backed) != rules.reckon(state, now):
            found.append(_case(state, backed, "answered", lang))
    return {"note": board_texts().say("odds.before", lang), "cases": found}


def _case(state: Petrograd, battle: Battle, name: wire.CaseId, lang: str) -> wire.Case:
    fought = chances_of.value(rules.reckon(state, battle))
    return {
        "id": name,
        "names": names(board_texts(), f"case.{name}"),
        "reckoning": reckoning(state, battle, lang),
        "chances": chances(battle.side, fought, lang),
        "means": means(fought, lang),
    }


# A combat as it was fought


def fought_facts(scenario: Scenario, event: Event, lang: str) -> wire.Reckoning:
    """8.2.4 - a combat that was fought, with its dice and the cells that were read."""
    facts: dict[str, Any] = event.facts
    side, fought, reading = Side(facts["side"]), facts["fought"], facts["reading"]
    found = blank.reckoning(side_id(side), [scenario.ground.map.name(facts["hex"])])
    for key in ("attackers", "defenders", "supports", "defence_supports"):
        found[key] = [scenario.pieces[piece].id for piece in facts[key]]
    fill(scenario, found, fought, facts["points"], facts["values"], lang)
    read = cells(fought, reading.column, found)
    found["cells"], found["column"] = read, reading.column
    found["throw"] = {
        "dice": [*facts["dice"]],
        "total": fought.table.place[reading.column] + 1,
        "cells": read,
        "result": label(reading),
        "results": results(side, reading, lang),
    }
    return found
