"""The outlook of an attack for programs and browsers: plain values, in the asker's language.

It tells a side nothing that it may not know; `docs/odds.md` has the keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from grognard.games.bautzen.fighting import Compose, Throw
from grognard.games.bautzen.log import side_name, texts
from grognard.games.bautzen.odds.attack import MARGIN, Field, composed
from grognard.games.bautzen.odds.commitments import sealed
from grognard.games.bautzen.odds.improve import gains_as_seen, next_column_gain
from grognard.games.bautzen.odds.unseen import (
    MOST_TREES,
    assault_as_seen,
    columns_feared,
    without_hidden,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from grognard.engine.choice import Decision
    from grognard.engine.modifier import Modifier
    from grognard.engine.odds import Distribution
    from grognard.games.bautzen.combat import Arithmetic, Factor, Result
    from grognard.games.bautzen.odds.attack import Assault, Outcome
    from grognard.games.bautzen.odds.improve import Gain
    from grognard.games.bautzen.odds.table import ResultOdds
    from grognard.games.bautzen.odds.unseen import Seen
    from grognard.games.bautzen.printed import Scenario, Side
    from grognard.games.bautzen.state import Battle, Bautzen, Pieces

Value: TypeAlias = "int | float | str | bool | list[Value] | dict[str, Value] | None"

MOST_GAINS = 60
"""Kinds of stacks beyond which gains and sealed choices are not reckoned for each."""


def under_way(state: Bautzen, side: Side) -> tuple[Battle, tuple[Pieces, Pieces]] | None:
    """8.2 - the attack that a side composes, or that is fought and not yet thrown for.

    8.2.1 - with what the side itself has sealed.
    """
    if state.is_over:
        return None
    question = state.question
    if isinstance(question, Compose):
        if question.side is not side or not question.attackers:
            return None
        return composed(state, side, question.target, question.attackers, question.supports), (0, 0)
    if state.battle is None or Throw() not in state.stack:
        return None
    mine = state.sealed[side]
    return state.battle, (mine, 0) if state.battle.side is side else (0, mine)


def outlook(state: Bautzen, side: Side, lang: str) -> dict[str, Value] | None:
    """8.2, 10.3 - what the attack under way may come to, as a side may know it; else None."""
    now = under_way(state, side)
    if now is None:
        return None
    battle, committed = now
    found = assault_as_seen(state, side, battle, committed)
    facts: dict[str, Value] = {
        "objective": "margin",
        "stacks": found.stacks,
        "exact": found.is_exact,
        "note": _note(found, lang),
        "columns": chances(found.columns),
        "results": chances(found.results),
    }
    if found.low is None or found.high is None:
        return facts
    facts |= {
        "value": [number(found.low.value), number(found.high.value)],
        "summary": {name: number(value) for name, value in found.low.summary._asdict().items()},
        "ends": [end_facts(outcome, chance) for outcome, chance in found.low.outcomes.items()],
    }
    more: list[Gain] = []
    if found.sums is not None and found.battle.defenders:
        bare = without_hidden(state, side)
        facts |= _plain(bare, state, side, found, committed, lang)
        more += next_column_gain(bare, found.battle, committed, MARGIN, side)
    if found.kinds <= MOST_GAINS:
        more += gains_as_seen(state, side, battle, committed)
    facts["gains"] = [gain_facts(state.scenario, gain, lang) for gain in more]
    return facts


def _note(found: Seen, lang: str) -> str:
    """Say over what the answer is taken."""
    if found.low is None:
        return texts().say("outlook.table", lang, stacks=found.stacks, most=MOST_TREES)
    if found.hidden:
        return texts().say("outlook.stacks", lang, stacks=found.stacks, hidden=found.hidden)
    if found.beside:
        return texts().say("outlook.beside", lang, number=found.beside)
    return texts().say("outlook.exact" if found.is_exact else "outlook.range", lang)


def _plain(
    bare: Bautzen,
    state: Bautzen,
    side: Side,
    found: Seen,
    committed: tuple[Pieces, Pieces],
    lang: str,
) -> dict[str, Value]:
    """8.2 - what can be told of a stack that is seen: arithmetic, choices, sealed cases."""
    battle = found.battle
    made = Field(bare, battle, committed).assault()
    feared = columns_feared(state, side, battle)
    own = committed[0] if side == battle.side else committed[1]
    cases = sealed(bare, battle, side, MARGIN, own=[own], more=feared)
    taken = [case.hex_taken for case in cases.cases]
    return {
        "arithmetic": arithmetic_facts(state.scenario, made.sums, lang),
        "outcomes": outcome_facts(made, lang),
        "sealed": {
            "cases": len(cases.cases),
            "value": [number(value) for value in cases.range],
            "hex_taken": [number(min(taken)), number(max(taken))],
        },
    }


def number(value: Fraction) -> dict[str, Value]:
    """Return a fraction as "p/q" and as a float."""
    return {"p": str(value), "value": float(value)}


def chances(found: Distribution[str] | Distribution[Result]) -> dict[str, Value]:
    """Return a distribution by the words of its outcomes."""
    return {str(outcome): str(chance) for outcome, chance in found.items()}


def end_facts(outcome: Outcome, chance: Fraction) -> dict[str, Value]:
    """Return one way in which a combat ends, with its chance and the rules that made it."""
    facts: dict[str, Value] = {"p": str(chance), "probability": float(chance)}
    for name, value in outcome._asdict().items():
        facts[name] = list(value) if isinstance(value, tuple) else value
    return facts


def outcome_facts(made: Assault, lang: str) -> list[Value]:
    """Return each result of the table with its dice and what each owner would choose."""
    lines: tuple[ResultOdds, ...] = made.chart.lines if made.chart else ()
    return [
        {
            "p": str(line.chance),
            "probability": float(line.chance),
            "attacker": line.result.attacker,
            "defender": line.result.defender,
            "dice": list(line.dice),
            "rules": list(line.rules),
            "choices": [
                choice_facts(taken, lang)
                for taken in made.decisions
                if taken.path[0] == str(line.result)
            ],
        }
        for line in lines
    ]


def choice_facts(taken: Decision, lang: str) -> dict[str, Value]:
    """Return what an owner would choose, and what each option is worth to him."""
    options: dict[str, Value] = {words: str(value) for words, value in taken.options}
    owner = side_name(taken.owner, lang) if isinstance(taken.owner, int) else str(taken.owner)
    return {"owner": owner, "chosen": taken.chosen, "options": options}


def gain_facts(scenario: Scenario, gain: Gain, lang: str) -> dict[str, Value]:
    """Return what one thing more would change, in words and figures."""
    name = "" if gain.piece is None else scenario.pieces[gain.piece].id
    return {
        "rule": gain.rule,
        "what": gain.what,
        "piece": name or None,
        "amount": gain.amount,
        "text": texts().say(f"gain.{gain.what}", lang, piece=name, amount=gain.amount),
        "value": str(gain.value),
        "hex_taken": str(gain.hex_taken),
        "probability": float(gain.hex_taken),
    }


def arithmetic_facts(scenario: Scenario, sums: Arithmetic, lang: str) -> list[Value]:
    """8.2 steps 3 to 6 - the reckoning line by line, each with its rule."""
    lines = arithmetic_lines(scenario, sums, lang)
    return [{"rule": rule, "text": text, "value": str(value)} for rule, text, value in lines]


def arithmetic_lines(
    scenario: Scenario, sums: Arithmetic, lang: str
) -> list[tuple[str, str, int | str]]:
    """8.2 steps 3 to 6 - rule, words and figure of every line of the reckoning."""
    say, columns = texts().say, scenario.tables.columns
    return [
        *_factor_lines(scenario, sums.attack + sums.attack_support),
        ("9.2" if sums.attack_support else "8.2.3", say("sum.attack", lang), sums.attack_total),
        *_factor_lines(scenario, sums.defence + sums.defence_support),
        ("8.2.3", say("sum.defence", lang), sums.defence_total),
        ("8.2.4", say("sum.ratio", lang), columns[sums.first_column]),
        *_modifier_lines(sums.shifts, lang),
        ("8.2.5", say("sum.column", lang), columns[sums.column]),
        *_modifier_lines(sums.die, lang),
        ("8.2.6", say("sum.die", lang), f"{sums.die_modifier:+d}"),
    ]


def _modifier_lines(modifiers: Iterable[Modifier], lang: str) -> list[tuple[str, str, int | str]]:
    say = texts().say
    return [
        (modifier.rule, say(f"reason.{modifier.reason}", lang), f"{modifier.value:+d}")
        for modifier in modifiers
    ]


def _factor_lines(
    scenario: Scenario, factors: Iterable[Factor]
) -> list[tuple[str, str, int | str]]:
    return [(factor.rule, scenario.pieces[factor.piece].id, factor.value) for factor in factors]
