"""Accounts of attacks on a position of Bautzen 1945."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from grognard.engine.account import Account, Figure, Plain, Prospect, Reckoned
from grognard.engine.forbidden import Forbidden
from grognard.engine.modifier import Modifier
from grognard.games.bautzen.log import texts
from grognard.games.bautzen.odds import (
    assault,
    assault_as_seen,
    gains,
    gains_as_seen,
    sealed,
    sequence,
    whole_table,
)
from grognard.games.bautzen.odds.attack import MEANS
from grognard.games.bautzen.odds.facts import (
    arithmetic_lines,
    chances,
    choice_facts,
    end_facts,
    gain_facts,
    number,
)
from grognard.games.bautzen.odds.unseen import columns_feared, without_hidden

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from grognard.engine.odds import Distribution
    from grognard.engine.speaker import Speaker
    from grognard.games.bautzen.combat import Arithmetic, Result
    from grognard.games.bautzen.odds import (
        Assault,
        Gain,
        KnownAttack,
        ResultOdds,
        Sealed,
        Summary,
        Weights,
    )
    from grognard.games.bautzen.odds.described import Described
    from grognard.games.bautzen.printed import Scenario, Side
    from grognard.games.bautzen.state import Bautzen, Pieces


def headings(say: Speaker) -> list[str]:
    """Return the headings of the table of results."""
    return [say("die"), say("attacker"), say("defender")]


def plain_prospect(result: Result, chance: Fraction, dice: tuple[int, ...]) -> Prospect:
    """Return a result without the choices that follow it."""
    cells = (" ".join(map(str, dice)), str(result.attacker), str(result.defender))
    facts: dict[str, Plain] = {"attacker": result.attacker, "defender": result.defender}
    return Prospect(cells, chance, {**facts, "dice": list(dice)} if dice else facts)


def table_facts(state: Bautzen, cells: Distribution[tuple[int, int]]) -> list[Plain]:
    """Return the printed table, each cell with its chance."""
    columns = state.scenario.tables.columns
    return [
        {
            "die": row,
            "cells": {
                name: {"result": str(cell.result), "p": str(cell.chance)}
                for name, cell in zip(columns, line, strict=True)
            },
        }
        for row, line in enumerate(whole_table(state, cells), start=1)
    ]


def table_lines(state: Bautzen, cells: Distribution[tuple[int, int]]) -> list[str]:
    """Return the printed table for people: each result, and its chance where it has one."""
    lines = ["   " + "".join(f"{name:>9}" for name in state.scenario.tables.columns)]
    for row, line in enumerate(whole_table(state, cells), start=1):
        shown = (
            f"{cell.result} {float(cell.chance):.0%}" if cell.chance else str(cell.result)
            for cell in line
        )
        lines.append(f"{row:>3}" + "".join(f"{text:>9}" for text in shown))
    return lines


SUMMARY = {
    "hex_taken": "the hex is taken",
    "vacated": "the defender leaves the hex",
    "destroyed": "the defender is eliminated",
    "pushed_back": "the defender is pushed back",
    "attacker_steps": "steps the attacker loses, mean",
    "defender_steps": "steps the defender loses, mean",
    "attacker_units": "units the attacker loses, mean",
    "defender_units": "units the defender loses, mean",
}


class OnTheBoard:
    """What the accounts of a position share."""

    def __init__(self, told: Described, weights: Weights, objective: str, say: Speaker) -> None:
        self.told, self.weights, self.objective, self.say = told, weights, objective, say
        self.scenario: Scenario = told.state.scenario
        self.lang = say.language

    @property
    def title(self) -> str:
        """Who attacks what."""
        name = self.scenario.board.map.name(self.told.battle.target)
        units = ", ".join(self.names(self.told.battle.attackers))
        return f"Bautzen 1945, {units} → {name}"

    def names(self, pieces: Pieces) -> list[str]:
        """Return the names of some counters."""
        return [piece.id for piece in self.scenario.pieces if pieces >> piece.index & 1]

    def figures(self, value: Fraction, summary: Summary) -> list[Figure]:
        """Return the figures of the summary, the value under the objective first."""
        text = f"{self.say('value')} ({self.say(self.objective)})"
        return [
            Figure("value", text, value, is_chance=False),
            *(
                Figure(name, self.say(SUMMARY[name]), figure, name not in MEANS)
                for name, figure in summary._asdict().items()
            ),
        ]

    def gains(self, found: Sequence[Gain]) -> tuple[list[Plain], list[str]]:
        """Return what one more of each thing would make of the attack."""
        facts: list[Plain] = [
            {**fact, "rule": f"BZ-{fact['rule']}"}
            for fact in (gain_facts(self.scenario, gain, self.lang) for gain in found)
        ]
        lines = [
            f"BZ-{gain.rule} {fact['text']}: {self.say('value')} {float(gain.value):.3f}, "
            f"{self.say('the hex is taken')} {float(gain.hex_taken) * 100:.1f} %"
            for gain in found
            for fact in (gain_facts(self.scenario, gain, self.lang),)
        ]
        return facts, lines

    def sealed(self, found: Sealed) -> tuple[dict[str, Plain], str]:
        """8.2.1 - return the range over all sealed choices and the best replies."""
        low, high = found.range
        facts: dict[str, Plain] = {
            "value": [number(low), number(high)],
            "safest": [*self.names(found.safest.sealed)],
            "likeliest": [*self.names(found.likeliest.sealed)],
            "cases": [
                {
                    "attacker": [*self.names(case.attacker)],
                    "defender": [*self.names(case.defender)],
                    "defence_supports": [*self.names(case.defence_supports)],
                    "column": case.column,
                    "value": str(case.value),
                    "hex_taken": str(case.hex_taken),
                }
                for case in found.cases
            ],
        }
        none = self.say("nothing")
        line = self.say(
            "BZ-8.2.1: value {low} to {high} over {number} cases; best reply: {safest}",
            low=low,
            high=high,
            number=len(found.cases),
            safest=", ".join(self.names(found.safest.sealed)) or none,
        )
        return facts, line

    def modifiers(self, sums: Arithmetic) -> list[Modifier]:
        """8.2.5 - return the column shifts in the asker's language."""
        return [
            Modifier(f"BZ-{one.rule}", one.value, texts().say(f"reason.{one.reason}", self.lang))
            for one in sums.shifts
        ]

    def steps(self, sums: Arithmetic) -> list[Reckoned]:
        """8.2 - return the arithmetic but for the shifts, which stand below it."""
        lines = arithmetic_lines(self.scenario, replace(sums, shifts=()), self.lang)
        return [Reckoned(f"BZ-{rule}", text, str(value)) for rule, text, value in lines]

    def die(self, sums: Arithmetic) -> dict[str, Plain]:
        """8.2.6 - return the modifiers of the die."""
        found: list[Plain] = [
            {
                "rule": f"BZ-{one.rule}",
                "drm": one.value,
                "reason": texts().say(f"reason.{one.reason}", self.lang),
            }
            for one in sums.die
        ]
        return {"die": found, "drm": sums.die_modifier}


class Open(OnTheBoard):
    """A position of which everything is known, or taken as seen; `feared` columns may be there."""

    feared: Pieces = 0

    def account(self, *, gains: bool, sealed: bool, table: bool) -> Account:
        """Return the account of the attack, with what else was asked for."""
        told = self.told
        found = assault(told.state, told.battle, told.committed, self.weights)
        if found.chart is None:
            raise Forbidden("BZ-8.6.3", "supply columns alone are thrown for, not fought")
        facts: dict[str, Plain] = {
            **self.die(found.sums),
            "objective": self.objective,
            "attack": found.sums.attack_total,
            "defence": found.sums.defence_total,
            "ends": [end_facts(end, chance) for end, chance in found.outcomes.items()],
        }
        cells = found.chart.cells
        facts["table"] = table_facts(told.state, cells)
        notes = [
            *(table_lines(told.state, cells) if table else ()),
            *(self._gains(facts) if gains else ()),
            *(self._sealed(facts) if sealed else ()),
            *(self._following(facts) if told.following else ()),
        ]
        return Account(
            system="bautzen",
            title=self.title,
            column=found.chart.column,
            unit="shift",
            arithmetic=self.steps(found.sums),
            modifiers=self.modifiers(found.sums),
            headings=[*headings(self.say), self.say("choices")],
            prospects=[self._prospect(line, found) for line in found.chart.lines],
            summary=self.figures(found.value, found.summary),
            notes=notes,
            facts=facts,
        )

    def _gains(self, facts: dict[str, Plain]) -> list[str]:
        told = self.told
        owner = told.battle.side if told.seat is None else told.seat
        found = gains(told.state, told.battle, told.committed, self.weights, owner)
        facts["gains"], lines = self.gains(found)
        return lines

    def _sealed(self, facts: dict[str, Plain]) -> list[str]:
        told = self.told
        asker = told.battle.side if told.seat is None else told.seat
        cases = sealed(told.state, told.battle, asker, self.weights, more=self.feared)
        facts["sealed"], line = self.sealed(cases)
        return [line]

    def _following(self, facts: dict[str, Plain]) -> list[str]:
        told = self.told
        battles = (told.battle, *told.following)
        waves = sequence(told.state, battles, [told.committed], self.weights)
        facts["taken_by"] = [number(chance) for chance in waves.taken_by]
        shown = " ".join(f"{float(chance) * 100:.1f} %" for chance in waves.taken_by)
        return [self.say("BZ-8.5.3: the hex is taken, attack by attack: {shown}", shown=shown)]

    def _prospect(self, line: ResultOdds, found: Assault) -> Prospect:
        """Return a result with what each owner would choose."""
        decisions = [one for one in found.decisions if one.path[0] == str(line.result)]
        choices = [choice_facts(one, self.lang) for one in decisions]
        plain = plain_prospect(line.result, line.chance, line.dice)
        said = "; ".join(
            self.say("{who}: {what}", who=choice["owner"], what=choice["chosen"])
            for choice in choices
        )
        facts: dict[str, Plain] = {
            **plain.facts,
            "choices": [*choices],
            "rules": [f"BZ-{rule}" for rule in line.rules],
        }
        return Prospect((*plain.cells, said), line.chance, facts)


class AsSeen(OnTheBoard):
    """10.3 - a position of which one side sees what it may."""

    def account(self, *, gains: bool, sealed: bool, table: bool) -> Account:
        """Return the account of the attack as the side may know it."""
        told, seat = self.told, self.seat
        found = assault_as_seen(told.state, seat, told.battle, told.committed, self.weights)
        if not found.hidden:
            return self._in_the_open(found, gains=gains, sealed=sealed, table=table)
        if told.following:
            raise Forbidden("BZ-10.3", "a hex that may not be inspected has no sequence of attacks")
        if sealed:
            raise Forbidden("BZ-10.3", "a hex that may not be inspected has no sealed choices")
        facts: dict[str, Plain] = {
            "objective": self.objective,
            "hidden": found.hidden,
            "stacks": found.stacks,
            "exact": found.is_exact,
            "columns": chances(found.columns),
            "results": chances(found.results),
            "table": table_facts(told.state, found.cells),
        }
        shown = table_lines(told.state, found.cells) if table else []
        notes = [self._over(found), *shown, *(self._gains(facts) if gains else ())]
        if found.low is not None and found.high is not None:
            facts["ends"] = [end_facts(end, p) for end, p in found.low.outcomes.items()]
            facts["value"] = [number(found.low.value), number(found.high.value)]
        low = found.low
        return Account(
            system="bautzen",
            title=self.title,
            column=", ".join(found.columns),
            unit="shift",
            arithmetic=[
                Reckoned("BZ-8.2.4", self.say("column {name}", name=name), str(chance))
                for name, chance in found.columns.items()
            ],
            modifiers=[],
            headings=headings(self.say),
            prospects=[
                plain_prospect(result, p, ()) for result, p in sorted(found.results.items())
            ],
            summary=self.figures(low.value, low.summary) if low else [],
            notes=notes,
            facts=facts,
        )

    @property
    def seat(self) -> Side:
        """Who asks."""
        return self.told.battle.side if self.told.seat is None else self.told.seat

    def _gains(self, facts: dict[str, Plain]) -> list[str]:
        told = self.told
        found = gains_as_seen(told.state, self.seat, told.battle, told.committed, self.weights)
        facts["gains"], lines = self.gains(found)
        return lines

    def _over(self, found: KnownAttack) -> str:
        """10.3 - say over which stacks the answer is taken."""
        return self.say(
            "BZ-10.3: over all {stacks} sets of counters that may be the {hidden} hidden ones",
            stacks=found.stacks,
            hidden=found.hidden,
        )

    def _in_the_open(self, found: KnownAttack, **asked: bool) -> Account:
        """Return the account of a stack that the side sees, on the board without the rest."""
        told = self.told
        bare = replace(told, state=without_hidden(told.state, self.seat))
        accounts = Open(bare, self.weights, self.objective, self.say)
        accounts.feared = columns_feared(told.state, self.seat, told.battle)
        account = accounts.account(**asked)
        if found.is_exact:
            return account
        caution = self.say("BZ-10.3: hidden counters elsewhere are taken to be in nobody's way")
        return replace(account, notes=[*account.notes, caution])
