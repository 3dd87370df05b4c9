"""8.2 - A combat reckoned line by line, as a side may know it, for boards and programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.games.bautzen import combat, queries, support
from grognard.games.bautzen.fighting import Compose, DefenceSupport
from grognard.games.bautzen.log import texts
from grognard.games.bautzen.odds.unseen import columns_feared
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.seen import ids
from grognard.games.bautzen.sight import hidden
from grognard.games.bautzen.state import ENEMY, material
from grognard.games.bautzen.words import board_texts, names, side_id
from grognard.kit import reckoning as kit
from grognard.kit.reckoning import figure as figure
from grognard.wire import blank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction

    import grognard.wire as wire
    from grognard.engine.modifier import Modifier
    from grognard.engine.odds import Distribution
    from grognard.games.bautzen.combat import Arithmetic, Factor, Result
    from grognard.games.bautzen.printed import Scenario
    from grognard.games.bautzen.queries import AttackAsSeen
    from grognard.games.bautzen.state import Battle, Bautzen, Pieces

TABLE: Final = "crt"


# The arithmetic


def attack_facts(state: Bautzen, attack: AttackAsSeen, lang: str) -> wire.Reckoning:
    """8.2 - an attack with its arithmetic, as far as its asker may know it."""
    battle, sums, scenario = attack.battle, attack.sums, state.scenario
    found = blank.reckoning(side_id(battle.side), [scenario.board.map.name(battle.target)])
    found["attackers"] = ids(state, battle.attackers)
    found["supports"] = ids(state, battle.supports)
    found["defence_supports"] = ids(state, battle.defence_supports)
    found["hidden"], found["table"], found["dice"] = attack.hidden, TABLE, [6]
    if attack.attack:
        found["attack"] = _attacking(scenario, attack.attack, attack.attack_support, lang)
    if sums is not None:
        found["defenders"] = ids(state, state.units_at(battle.target))
        fill(scenario, found, sums, lang)
    return found


def fill(scenario: Scenario, found: wire.Reckoning, sums: Arithmetic, lang: str) -> None:
    """8.2 steps 3 to 6 - put the whole arithmetic into a reckoning."""
    columns = scenario.tables.columns
    found["attack"] = _attacking(scenario, sums.attack, sums.attack_support, lang)
    found["defence"] = _defending(scenario, sums.defence + sums.defence_support, lang)
    found["ratio"], found["column"] = columns[sums.first_column], columns[sums.column]
    found["shifts"], found["modifiers"] = modifiers(sums.shifts, lang), modifiers(sums.die, lang)
    found["modifier"] = sums.die_modifier
    moved = sums.first_column + sum(shift.value for shift in sums.shifts)
    if moved != sums.column:
        text = board_texts().say("limit.column", lang, column=columns[sums.column])
        found["limits"] = [{"rule": "8.2", "text": text}]
    found["cells"] = [
        {"table": TABLE, "row": row, "column": sums.column, "side": None}
        for row in sorted(
            {scenario.tables.results.row(die + sums.die_modifier) for die in combat.D6}
        )
    ]


def _attacking(
    scenario: Scenario, attack: tuple[Factor, ...], supports: tuple[Factor, ...], lang: str
) -> wire.Sum:
    """8.2 step 3, 9.2 - the attack; its support counts at most as much as itself."""
    whole, total = combat.total(attack + supports), combat.attack_total(attack, supports)
    capped = [combat.Change("9.2", "capped", total)] if whole != total else []
    return {
        "factors": factors(scenario, attack + supports, lang),
        "sum": whole,
        "changes": [kit.change_told(change, _changing(lang)) for change in capped],
        "total": total,
    }


def _defending(scenario: Scenario, defence: tuple[Factor, ...], lang: str) -> wire.Sum:
    """8.2 step 3 - the defence, which counts at least 1."""
    whole = combat.total(defence)
    least = [combat.Change("8.2", "least", 1)] if whole < 1 else []
    return {
        "factors": factors(scenario, defence, lang),
        "sum": whole,
        "changes": [kit.change_told(change, _changing(lang)) for change in least],
        "total": max(1, whole),
    }


def factors(scenario: Scenario, found: Iterable[Factor], lang: str) -> list[wire.Factor]:
    """8.2 step 3 - what each counter counts, and how it came to that."""
    return kit.factors_told(found, material(scenario).ids, _changing(lang))


def _changing(lang: str) -> Callable[[str], str]:
    return lambda reason: board_texts().say(f"change.{reason}", lang)


def modifiers(found: Iterable[Modifier], lang: str) -> list[wire.Modifier]:
    """8.2 steps 5 and 6 - column shifts, or what is added to the die, with their reasons."""
    return kit.modifiers_told(found, lambda reason: texts().say(f"reason.{reason}", lang))


# Results


def results(side: Side, result: Result, lang: str) -> list[wire.SideResult]:
    """8.2 step 6, 8.5.1 - what a result means to attacker and defender."""
    defender = loses(result.defender, lang)
    if result.defender:
        defender = board_texts().say("lose.or_retreat", lang, loses=defender)
    return [
        {
            "side": side_id(side),
            "text": loses(result.attacker, lang),
            "steps": result.attacker,
            "choices": [],
        },
        {
            "side": side_id(ENEMY[side]),
            "text": defender,
            "steps": result.defender,
            "choices": [],
        },
    ]


def loses(steps: int, lang: str) -> str:
    """Return how many steps are lost, in words."""
    key = f"lose.{steps}" if steps < 2 else "lose.more"
    return board_texts().say(key, lang, steps=steps)


def throw(
    scenario: Scenario, side: Side, sums: Arithmetic, die: int, result: Result, lang: str
) -> wire.Throw:
    """8.2 step 6 - the die as it fell, and the cell that was read."""
    row = scenario.tables.results.row(die + sums.die_modifier)
    return {
        "dice": [die],
        "total": row + 1,
        "cells": [{"table": TABLE, "row": row, "column": sums.column, "side": None}],
        "result": str(result),
        "results": results(side, result, lang),
    }


def held(scenario: Scenario, sums: Arithmetic, die: int, lang: str) -> list[wire.Reason]:
    """8.2 step 6 - that a modified die below 1 reads as 1, and above 8 as 8 (BZ-R04)."""
    modified = die + sums.die_modifier
    read = scenario.tables.results.row(modified) + scenario.tables.results.first
    if read == modified:
        return []
    text = board_texts().say("limit.die", lang, modified=modified, read=read)
    return [{"rule": "8.2", "text": text}]


def chances(
    side: Side,
    found: Distribution[Result],
    lang: str,
    dice: dict[Result, list[int]] | None = None,
) -> list[wire.Chance]:
    """8.2 step 6 - each result with its chance, from the worst for the attacker to the best."""
    ordered = sorted(found.items(), key=lambda item: item[0].defender - item[0].attacker)
    return [
        {
            "result": str(result),
            "chance": figure(chance),
            "dice": (dice or {}).get(result, []),
            "results": results(side, result, lang),
        }
        for result, chance in ordered
    ]


def mean(name: str, value: Fraction, lang: str, *, is_chance: bool = False) -> wire.Mean:
    """Return something to be expected, with its words."""
    text = board_texts().say(f"mean.{name}", lang)
    return {"id": name, "text": text, "value": figure(value), "is_chance": is_chance}


def means(found: Distribution[Result], lang: str) -> list[wire.Mean]:
    """8.2 step 6 - the steps that either side loses on the average."""
    return [
        mean("attacker_steps", found.expectation(lambda result: result.attacker), lang),
        mean("defender_steps", found.expectation(lambda result: result.defender), lang),
    ]


# Cases


def cases(state: Bautzen, side: Side, lang: str) -> list[wire.Case]:
    """8.2 - the combat under way, bare and with what the enemy can be seen to add."""
    now = None if state.is_over else queries.current(state, side)
    if now is None:
        return []
    found = [_case(state, now, "bare", lang)]
    if now.sums is not None:
        more = answered(state, side, now)
        if more.sums != now.sums:
            found.append(_case(state, more, "answered", lang))
    return found


def _case(state: Bautzen, attack: AttackAsSeen, name: wire.CaseId, lang: str) -> wire.Case:
    side, likely = attack.battle.side, attack.results
    dice: dict[Result, list[int]] = {}
    if attack.sums is not None:
        for die in combat.D6:
            dice.setdefault(combat.resolve(state, attack.sums, die), []).append(die)
    return {
        "id": name,
        "names": names(board_texts(), f"case.{name}"),
        "reckoning": attack_facts(state, attack, lang),
        "chances": chances(side, likely, lang, dice) if likely else [],
        "means": means(likely, lang) if likely else [],
    }


def answered(state: Bautzen, side: Side, now: AttackAsSeen) -> AttackAsSeen:
    """9.1, 7.2.1, 10 - a combat with all that the enemy of `side` can be seen to add.

    Support that lies open, columns in sight and in reach, aircraft not yet used. Support is named
    before what is sealed, and what is sealed before the die.
    """
    battle, enemy, seen = now.battle, ENEMY[side], ~hidden(state, side)
    if side == battle.side and isinstance(state.question, Compose | DefenceSupport):
        units = state.units_at(battle.target)
        helpers = support.available(state, enemy, units) & seen
        battle = battle.backed(helpers & ~combat.counted_by_themselves(state, units))
    spent = _spendable(state, side, battle) & seen
    own = 0 if isinstance(state.question, Compose) else state.sealed[side]
    committed = (own, spent) if side == battle.side else (spent, own)
    return queries.attack(state, side, battle, committed)


def _spendable(state: Bautzen, side: Side, battle: Battle) -> Pieces:
    """7.2.1, 7.2.2, 10 - the columns and aircraft that the enemy of `side` may give to a combat.

    A headquarters that `side` cannot see may command any column.
    """
    enemy = ENEMY[side]
    if hidden(state, side) & state.scenario.headquarters:
        found = columns_feared(state, side, battle)
    else:
        units = battle.attackers if enemy == battle.side else state.units_at(battle.target)
        found = combat.convoys_within_reach(state, enemy, units)
    if enemy is Side.ALLIED:
        found |= state.aircraft & ~state.aircraft_used
    return found


def odds_note(state: Bautzen, side: Side, lang: str) -> str:
    """Say over what the figures are taken, or why there are none."""
    now = None if state.is_over else queries.current(state, side)
    if now is None:
        return texts().say("odds.none", lang)
    if are_columns_alone(state, side, now.battle):
        return texts().say("odds.columns", lang)
    key = "odds.hidden" if now.hidden else "odds.before"
    return texts().say(key, lang, number=now.hidden)


def are_columns_alone(state: Bautzen, side: Side, battle: Battle) -> bool:
    """8.6.3, 10.3 - whether a side sees that nothing but supply columns is attacked.

    Columns lie beneath the units of their stack (BZ-R48): what lies beneath a column is one too.
    """
    seen = state.stacks[battle.target] & ~hidden(state, side)
    return bool(seen) and not seen & ~state.scenario.convoys
