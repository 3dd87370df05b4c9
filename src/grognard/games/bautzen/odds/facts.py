"""The outlook of an attack for programs and browsers: plain values, in the asker's language.

It tells a side nothing that it may not know; `docs/odds.md` has the keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from grognard.games.bautzen.log import side_name, texts

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from grognard.engine.choice import Decision
    from grognard.engine.modifier import Modifier
    from grognard.engine.odds import Distribution
    from grognard.games.bautzen.combat import Arithmetic, Factor, Result
    from grognard.games.bautzen.odds.attack import CombatEnd
    from grognard.games.bautzen.odds.improve import Gain
    from grognard.games.bautzen.printed import Scenario

Value: TypeAlias = "int | float | str | bool | list[Value] | dict[str, Value] | None"


def number(value: Fraction) -> dict[str, Value]:
    """Return a fraction as "p/q" and as a float."""
    return {"p": str(value), "value": float(value)}


def chances(found: Distribution[str] | Distribution[Result]) -> dict[str, Value]:
    """Return a distribution by the words of its outcomes."""
    return {str(outcome): str(chance) for outcome, chance in found.items()}


def end_facts(outcome: CombatEnd, chance: Fraction) -> dict[str, Value]:
    """Return one way in which a combat ends, with its chance and the rules that made it."""
    facts: dict[str, Value] = {"p": str(chance), "probability": float(chance)}
    for name, value in outcome._asdict().items():
        facts[name] = list(value) if isinstance(value, tuple) else value
    return facts


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
