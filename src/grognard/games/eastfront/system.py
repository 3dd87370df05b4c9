"""East Front as the rest of the program knows it: its book and its calculator."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.calculator import Calculator
from grognard.engine.registry import System
from grognard.engine.rulebook import Rulebook
from grognard.engine.speaker import read_french
from grognard.games.eastfront.attack_calculator import COMBAT
from grognard.games.eastfront.calculator import OVERRUN, RETREAT, SURRENDER

if TYPE_CHECKING:
    from collections.abc import Mapping

DATA: Final = Path(__file__).parent / "data"


class EastFront(System):
    """A series on the German-Soviet war of 1941: its charts."""

    id: ClassVar[str] = "eastfront"
    titles: ClassVar[Mapping[str, str]] = {"en": "East Front", "fr": "East Front"}
    rules_version: ClassVar[str] = "1"

    def rulebook(self) -> Rulebook:
        """Return the charts, clause by clause, and the rulings on them."""
        return Rulebook.load(DATA, "sheet.toml")

    def calculator(self) -> Calculator:
        """Return the calculators of overrun, retreat, surrender and combat."""
        charts = (OVERRUN, RETREAT, SURRENDER, COMBAT)
        return Calculator(charts, read_french(DATA / "french.toml"))
