"""Exact odds of Bautzen 1945: from the results table to an attack played out to its end."""

from grognard.games.bautzen.odds.attack import (
    HEX,
    MARGIN,
    OBJECTIVES,
    STEPS,
    Assault,
    Field,
    Outcome,
    Summary,
    Weights,
    assault,
    composed,
)
from grognard.games.bautzen.odds.table import Chart, Line, chart

__all__ = [
    "HEX",
    "MARGIN",
    "OBJECTIVES",
    "STEPS",
    "Assault",
    "Chart",
    "Field",
    "Line",
    "Outcome",
    "Summary",
    "Weights",
    "assault",
    "chart",
    "composed",
]
