"""Exact odds of Bautzen 1945: from the results table to an attack played out to its end."""

from grognard.games.bautzen.odds.attack import (
    HEX,
    MARGIN,
    OBJECTIVES,
    STEPS,
    Assault,
    CombatEnd,
    Field,
    Summary,
    Weights,
    assault,
    composed,
)
from grognard.games.bautzen.odds.commitments import Sealed, sealed
from grognard.games.bautzen.odds.improve import Gain, gains, gains_as_seen
from grognard.games.bautzen.odds.table import CellOdds, ColumnOdds, ResultOdds, chart, whole_table
from grognard.games.bautzen.odds.unseen import KnownAttack, assault_as_seen
from grognard.games.bautzen.odds.waves import Waves, sequence

__all__ = [
    "HEX",
    "MARGIN",
    "OBJECTIVES",
    "STEPS",
    "Assault",
    "CellOdds",
    "ColumnOdds",
    "CombatEnd",
    "Field",
    "Gain",
    "KnownAttack",
    "ResultOdds",
    "Sealed",
    "Summary",
    "Waves",
    "Weights",
    "assault",
    "assault_as_seen",
    "chart",
    "composed",
    "gains",
    "gains_as_seen",
    "sealed",
    "sequence",
    "whole_table",
]
