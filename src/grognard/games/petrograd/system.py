"""Petrograd 1919 as the rest of the program knows it: its book and its calculator."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.calculator import Calculator
from grognard.engine.registry import System
from grognard.engine.rulebook import Rulebook
from grognard.engine.speaker import read_french
from grognard.games.petrograd.calculator import COMBAT

if TYPE_CHECKING:
    from collections.abc import Mapping

DATA: Final = Path(__file__).parent / "data"


class Petrograd(System):
    """Yudenich's offensive of October 1919: the combat sheet."""

    id: ClassVar[str] = "petrograd"
    titles: ClassVar[Mapping[str, str]] = {"en": "Petrograd 1919", "fr": "Petrograd 1919"}
    rules_version: ClassVar[str] = "1"

    def rulebook(self) -> Rulebook:
        """Return the sheet, clause by clause, and the rulings on it."""
        return Rulebook.load(DATA, "sheet.toml")

    def calculator(self) -> Calculator:
        """Return the calculator of a combat."""
        return Calculator((COMBAT,), read_french(DATA / "french.toml"))
