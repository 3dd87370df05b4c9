"""A game's calculator: what it reckons, what it must be told, and the words it answers in.

It knows nothing of command lines: a terminal, a notebook or a page may put the questions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grognard.engine.parameters import Clash, Given, Need
from grognard.engine.speaker import Speaker

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from grognard.engine.account import Account
    from grognard.engine.parameters import Parameter, Raw


@dataclass(frozen=True, slots=True)
class Calculation:
    """One thing that is reckoned. A calculator of one calculation leaves it without a name."""

    name: str
    purpose: str
    parameters: tuple[Parameter, ...]
    reckon: Callable[[Given, Speaker], Account]
    examples: tuple[str, ...] = ()
    clashes: tuple[Clash, ...] = ()
    needs: tuple[Need, ...] = ()
    footnote: str = ""

    def read(self, raw: Mapping[str, Raw], scenario: Path | None = None) -> Given:
        """Return what was given, checked: ranges first, then what contradicts or is idle."""
        given = Given(self.parameters, raw, scenario)
        given.check(self.clashes, self.needs)
        return given


@dataclass(frozen=True, slots=True)
class Calculator:
    """Everything that a game reckons, and its French by the English it renders."""

    calculations: tuple[Calculation, ...]
    french: Mapping[str, str] = field(default_factory=dict)

    def speaker(self, language: str) -> Speaker:
        """Return who speaks for this calculator."""
        return Speaker(language, self.french)

    def ask(self, chart: str = "", language: str = "en", **given: bool | int | str) -> Account:
        """Return the account of a case, in a program or a notebook.

        ``attacker_morale=5`` is what ``--attacker-morale 5`` is on a line; True names a fact.
        """
        known = {each.name: each for each in self.calculations}
        if chart not in known:
            raise ValueError(f"there is no chart {chart!r}; there are {', '.join(known)}")
        calculation = known[chart]
        raw: dict[str, Raw] = {}
        for name, value in given.items():
            raw[name.replace("_", "-")] = value if isinstance(value, bool) else str(value)
        return calculation.reckon(calculation.read(raw), self.speaker(language))
