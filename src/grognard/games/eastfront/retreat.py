"""EF-16.6.6 - retreat through a vacant hex in an enemy zone of control.

>>> resolve(RetreatCase(all_german=True), die=5).text
'the stack retreats'
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from grognard.engine.forbidden import Forbidden
from grognard.engine.modifier import Modifier
from grognard.games.eastfront.charts import ChartLine, Charts, band_of, load_charts


@dataclass(frozen=True, slots=True)
class RetreatCase:
    """A stack that must cross enemy zones: who, through what, with how many steps.

    `artillery` counts the steps of artillery among it, `steps` those of all other units where
    they are known. `vacant` counts vacant enemy-zone hexes running.
    """

    all_german: bool = False
    forest: bool = False
    artillery: int = 0
    steps: int | None = None
    vacant: int = 1
    additional: bool = False
    charts: Charts = field(default_factory=load_charts)


TWO_HEXES: Final = ChartLine("-", "eliminated: two vacant enemy-zone hexes running", rule="EF-16.6")
ADDITIONAL: Final = ChartLine(
    "-", "eliminated: no zone is crossed in an additional retreat", rule="EF-16.6"
)
LAST_STEP: Final = ChartLine("-", "eliminated: crossing costs the last step", rule="EF-16.6")


def check(case: RetreatCase) -> None:
    """EF-16.6.6a - the table is thrown on only where a vacant enemy-zone hex is crossed."""
    if case.vacant < 1:
        raise Forbidden("EF-16.6.6a", "no vacant enemy-zone hex is crossed: no throw")
    if case.artillery < 0:
        raise Forbidden("EF-16.6.6d", "steps of artillery are not negative")
    if case.steps is not None and case.steps < 0:
        raise Forbidden("EF-16.6.6a", "steps are not negative")
    if case.steps is not None and case.steps + case.artillery < 1:
        raise Forbidden("EF-16.6.6a", "a stack without steps does not retreat")


def steps_crossing(case: RetreatCase) -> int | None:
    """EF-16.6 - crossing costs the stack one step before the throw; None where not known."""
    return None if case.steps is None else case.steps + case.artillery - 1


def modifiers(case: RetreatCase) -> tuple[Modifier, ...]:
    """EF-16.6.6b, c, d - all German, forest, artillery."""
    chart = case.charts.retreat
    listed = (
        (case.all_german, Modifier("EF-16.6.6b", chart["german"], "all units German")),
        (case.forest, Modifier("EF-16.6.6c", chart["forest"], "the hex is forest")),
        (case.artillery > 0, Modifier("EF-16.6.6d", chart["artillery"], "artillery among them")),
    )
    return tuple(modifier for applies, modifier in listed if applies)


def net(case: RetreatCase) -> int:
    """EF-16.6.6 - the sum of the modifiers; nothing limits it."""
    return sum(modifier.value for modifier in modifiers(case))


def without_throw(case: RetreatCase) -> ChartLine | None:
    """EF-16.6 - what eliminates the stack before any throw."""
    if case.additional:
        return ADDITIONAL
    if case.vacant > 1:
        return TWO_HEXES
    return LAST_STEP if steps_crossing(case) == 0 else None


def read(case: RetreatCase, drm: int, die: int) -> ChartLine:
    """EF-16.6.6a - 3 or less succeeds."""
    return band_of(case.charts.retreat_bands, die + drm)


def resolve(case: RetreatCase, die: int) -> ChartLine:
    """EF-16.6.6 - the result of one throw."""
    check(case)
    return without_throw(case) or read(case, net(case), die)


def without_artillery(case: RetreatCase) -> RetreatCase:
    """EF-16.6.6e - the owner eliminates his artillery before the throw."""
    if not case.artillery:
        raise Forbidden("EF-16.6.6e", "there is no artillery to eliminate")
    if case.steps == 0:
        raise Forbidden("EF-16.6.6e", "nothing but artillery retreats")
    return replace(case, artillery=0)
