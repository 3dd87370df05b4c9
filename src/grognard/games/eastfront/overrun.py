"""EF-11.4 - overrun, during movement; one ten-sided die, low is good.

>>> case = OverrunCase(attack=17, defence=3)
>>> net(case), resolve(case, die=4).text
(2, 'succeeds: the defenders retreat 2 hexes')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from grognard.engine.forbidden import Forbidden
from grognard.engine.modifier import Modifier, capped
from grognard.games.eastfront.charts import (
    ChartLine,
    Charts,
    Feature,
    Weather,
    band_of,
    load_charts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.kit.tables import Ladder

WORKS: Final = frozenset(
    {Feature.CITY, Feature.MAJOR_CITY, Feature.FORTIFIED_POINT, Feature.FORTIFIED_LINE}
)
"""EF-11.4b - what takes an engineer and 12-1."""

BARRED_SIDES: Final = frozenset({Feature.MAJOR_RIVER, Feature.SEA, Feature.LAKE})
BARRED_HEXES: Final = frozenset({Feature.MOUNTAIN, Feature.ALPS})


@dataclass(frozen=True, slots=True)
class OverrunCase:
    """A stack that overruns a hex: factors, facts of the target, and of the stack itself.

    `features` holds those of the target hex and of the hexside crossed. `soft` says that all
    defenders are cavalry, headquarters or artillery. Combined arms and division integrity have no
    place here: they do not count in an overrun.
    """

    attack: int
    defence: int
    all_german: bool = True
    features: frozenset[Feature] = frozenset()
    weather: Weather = Weather.DRY
    engineer: bool = False
    marker: bool = False
    soft: bool = False
    able: bool = True
    supplied: bool = True
    together: bool = True
    in_other_zone: bool = False
    charts: Charts = field(default_factory=load_charts)


def check(case: OverrunCase) -> None:
    """EF-11.4 - refuse what may not be overrun, in the name of the rule."""
    _check_values(case)
    _check_place(case)
    _check_stack(case)
    _check_ratio(case)


def _check_values(case: OverrunCase) -> None:
    """EF-11.4b - a ratio needs factors on both sides."""
    if case.defence < 1:
        raise Forbidden(
            "EF-11.4b", "a ratio needs a defence of 1 or more, not {value}", value=case.defence
        )
    if case.attack < 1:
        raise Forbidden(
            "EF-11.4b", "a ratio needs an attack of 1 or more, not {value}", value=case.attack
        )


def _check_place(case: OverrunCase) -> None:
    """EF-11.4g - weather, hexsides and terrain that forbid an overrun."""
    if case.weather in (Weather.MUD, Weather.SNOW):
        raise Forbidden("EF-11.4g", "no overrun in mud or snow")
    if case.features & BARRED_SIDES:
        raise Forbidden("EF-11.4g", "no overrun across a major river, sea or lake hexside")
    if case.features & BARRED_HEXES:
        raise Forbidden("EF-11.4g", "no overrun into mountain or alps")
    if Feature.SWAMP in case.features and case.weather is not Weather.FROST:
        raise Forbidden("EF-11.4g", "no overrun into swamp but in frost")


def _check_stack(case: OverrunCase) -> None:
    """EF-11.4 - who may overrun: motorised or Soviet cavalry, supplied, together, unhindered."""
    if not case.able:
        raise Forbidden("EF-11.4", "only motorised units and Soviet cavalry overrun")
    if not case.supplied:
        raise Forbidden("EF-11.4", "no unit of the stack may be out of supply")
    if not case.together:
        raise Forbidden("EF-11.4", "the stack must have begun the phase together")
    if case.in_other_zone:
        raise Forbidden("EF-11.4", "the stack stands in the zone of control of another enemy")


def _check_ratio(case: OverrunCase) -> None:
    """EF-11.4b - 5-1 for Germans, 7-1 otherwise, 12-1 and an engineer against works."""
    if case.features & WORKS and not case.engineer:
        raise Forbidden("EF-11.4b", "a city or fortification takes an engineer")
    if ratio(case) < least_ratio(case):
        template = "a ratio of {ratio}-1 is below the least of {least}-1"
        raise Forbidden("EF-11.4b", template, ratio=ratio(case), least=least_ratio(case))


def ratio(case: OverrunCase) -> int:
    """EF-11.4b - attack to defence as n to 1, rounded for the defender."""
    return case.attack // case.defence


def least_ratio(case: OverrunCase) -> int:
    """EF-11.4b - the ratio without which no overrun is tried."""
    if case.features & WORKS:
        return case.charts.overrun.least_fortified
    return case.charts.overrun.least_german if case.all_german else case.charts.overrun.least_other


def ladder(case: OverrunCase) -> Ladder[int]:
    """EF-11.4c - the ratios of an all-German stack, or of any other."""
    table = case.charts.overrun
    return table.ratio_german if case.all_german else table.ratio_other


def ratio_drm(case: OverrunCase) -> int:
    """EF-11.4c - one line only: the last that the ratio reaches."""
    return ladder(case).step(case.attack, case.defence)


def defender_drm(case: OverrunCase) -> Iterator[Modifier]:
    """EF-11.4d - the defender: marked, all soft, strong; they add up."""
    chart = case.charts.overrun
    if case.marker:
        yield Modifier("EF-11.4d", chart.marker, "overrun marker")
    if case.soft:
        yield Modifier("EF-11.4d", chart.soft, "all cavalry, headquarters or artillery")
    if case.defence >= chart.strong_from:
        yield Modifier("EF-11.4d", chart.strong, "defence of 4 or more")


def terrain_drm(case: OverrunCase) -> Iterator[Modifier]:
    """EF-11.4e - +2 for each difficult terrain of the hex and the hexside; they add up."""
    for feature in Feature:
        if feature in case.features and feature in case.charts.overrun.terrains:
            yield Modifier("EF-11.4e", case.charts.overrun.terrain, feature.value.replace("_", " "))


def modifiers(case: OverrunCase) -> tuple[Modifier, ...]:
    """EF-11.4 - every modifier of the die, the cap of EF-11.4f as the last."""
    by_ratio = Modifier("EF-11.4c", ratio_drm(case), "ratio")
    found = [by_ratio, *defender_drm(case), *terrain_drm(case)]
    total = sum(modifier.value for modifier in found)
    found.append(
        Modifier(
            "EF-11.4f", capped(total, case.charts.overrun.cap) - total, "kept within the limit"
        )
    )
    return tuple(modifier for modifier in found if modifier.value)


def net(case: OverrunCase) -> int:
    """EF-11.4f - the sum of the modifiers, between -3 and +3."""
    return sum(modifier.value for modifier in modifiers(case))


def read(case: OverrunCase, drm: int, die: int) -> ChartLine:
    """EF-11.4a - the line of the overrun table for a modified die."""
    return band_of(case.charts.overrun.bands, die + drm)


def resolve(case: OverrunCase, die: int) -> ChartLine:
    """EF-11.4 - the result of one throw of an overrun that is allowed."""
    check(case)
    return read(case, net(case), die)
