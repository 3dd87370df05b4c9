"""EF-21 - Soviet surrender of a hex that is cut off.

>>> net(SurrenderCase(supply=SupplyMarker.OUT, garrison=Garrison.MILITIA, headquarters=True))
-2
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from grognard.engine.forbidden import Forbidden
from grognard.engine.modifier import Modifier
from grognard.games.eastfront.charts import ChartLine, Charts, band_of, load_charts


class SupplyMarker(Enum):
    """The supply marker of a hex; there is one at most."""

    SUPPLIED = "supplied"
    EMERGENCY = "emergency"
    OUT = "out"


class Garrison(Enum):
    """What the hex holds, as far as the table asks."""

    OTHER = "other"
    MILITIA = "militia"
    COASTAL = "coastal"


@dataclass(frozen=True, slots=True)
class SurrenderCase:
    """A Soviet hex at the end of the turn.

    MILITIA: militia only, with or without coastal artillery; COASTAL: coastal artillery only.
    `place` says that the hex holds a city, a major city or a fortification of any type, a fortified
    line on one of its sides included; a town is no city (EF-R02).
    """

    headquarters: bool = False
    guards: bool = False
    place: bool = False
    supply: SupplyMarker = SupplyMarker.SUPPLIED
    garrison: Garrison = Garrison.OTHER
    soviet: bool = True
    threatened: bool = True
    can_trace: bool = False
    never: bool = False
    charts: Charts = field(default_factory=load_charts)


def check(case: SurrenderCase) -> None:
    """EF-21 - who throws at all."""
    if not case.soviet:
        raise Forbidden("EF-21", "Axis units never surrender")
    if case.never:
        raise Forbidden("EF-21", "armoured trains and flotillas never surrender")
    if not case.threatened:
        raise Forbidden("EF-21", "no Axis unit with a zone of control is adjacent")
    if case.can_trace:
        raise Forbidden("EF-21", "the hex can trace to a friendly major city, port or source")
    if case.guards and case.garrison is Garrison.COASTAL:
        raise Forbidden("EF-21h", "a hex of coastal artillery only holds no NKVD or Guards")


def modifiers(case: SurrenderCase) -> tuple[Modifier, ...]:
    """EF-21b to h - every line of the sheet that applies; they add up."""
    chart = case.charts.surrender
    listed = (
        (case.headquarters, "EF-21b", "headquarters", "operational headquarters in command radius"),
        (case.guards, "EF-21c", "guards", "NKVD or Guards"),
        (case.place, "EF-21d", "place", "city, major city or fortification"),
        (case.supply is SupplyMarker.EMERGENCY, "EF-21e", "emergency", "emergency supply"),
        (case.supply is SupplyMarker.OUT, "EF-21f", "out_of_supply", "out of supply"),
        (case.garrison is Garrison.MILITIA, "EF-21g", "militia", "militia only"),
        (case.garrison is Garrison.COASTAL, "EF-21h", "coastal", "coastal artillery only"),
    )
    return tuple(
        Modifier(rule, chart[name], reason) for applies, rule, name, reason in listed if applies
    )


def net(case: SurrenderCase) -> int:
    """EF-21 - the sum of the modifiers; nothing limits it."""
    return sum(modifier.value for modifier in modifiers(case))


def read(case: SurrenderCase, drm: int, die: int) -> ChartLine:
    """EF-21a - 1 or 2 surrenders, 3 or more holds."""
    return band_of(case.charts.surrender_bands, die + drm)


def resolve(case: SurrenderCase, die: int) -> ChartLine:
    """EF-21 - the result of one throw."""
    check(case)
    return read(case, net(case), die)
