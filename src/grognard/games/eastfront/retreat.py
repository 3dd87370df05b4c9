"""EF-16.6.6 - retreat through a vacant hex in an enemy zone of control.

>>> resolve(Retreat(all_german=True), die=5).text
'the stack retreats'
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from grognard.engine.forbidden import Forbidden
from grognard.engine.modifier import Modifier
from grognard.games.eastfront.charts import CHARTS


@dataclass(frozen=True, slots=True)
class Retreat:
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


class Line(NamedTuple):
    """One line of the retreat table, or what happens without a throw."""

    printed: str
    text: str
    success: bool
    rule: str = "EF-16.6.6a"


SUCCEEDS = Line("3-", "the stack retreats", True)
FAILS = Line("4+", "the stack is eliminated", False)
TWO_HEXES = Line("-", "eliminated: two vacant enemy-zone hexes running", False, "EF-16.6")
ADDITIONAL = Line("-", "eliminated: no zone is crossed in an additional retreat", False, "EF-16.6")
LAST_STEP = Line("-", "eliminated: crossing costs the last step", False, "EF-16.6")


def check(case: Retreat) -> None:
    """EF-16.6.6a - the table is thrown on only where a vacant enemy-zone hex is crossed."""
    if case.vacant < 1:
        raise Forbidden("EF-16.6.6a", "no vacant enemy-zone hex is crossed: no throw")
    if case.artillery < 0:
        raise Forbidden("EF-16.6.6d", "steps of artillery are not negative")
    if case.steps is not None and case.steps + case.artillery < 1:
        raise Forbidden("EF-16.6.6a", "a stack without steps does not retreat")


def steps_crossing(case: Retreat) -> int | None:
    """EF-16.6 - crossing costs the stack one step before the throw; None where not known."""
    return None if case.steps is None else case.steps + case.artillery - 1


def modifiers(case: Retreat) -> tuple[Modifier, ...]:
    """EF-16.6.6b, c, d - all German, forest, artillery."""
    chart = CHARTS.retreat
    listed = (
        (case.all_german, Modifier("EF-16.6.6b", chart["german"], "all units German")),
        (case.forest, Modifier("EF-16.6.6c", chart["forest"], "the hex is forest")),
        (case.artillery > 0, Modifier("EF-16.6.6d", chart["artillery"], "artillery among them")),
    )
    return tuple(modifier for applies, modifier in listed if applies)


def net(case: Retreat) -> int:
    """EF-16.6.6 - the sum of the modifiers; nothing limits it."""
    return sum(modifier.value for modifier in modifiers(case))


def without_throw(case: Retreat) -> Line | None:
    """EF-16.6 - what eliminates the stack before any throw."""
    if case.additional:
        return ADDITIONAL
    if case.vacant > 1:
        return TWO_HEXES
    return LAST_STEP if steps_crossing(case) == 0 else None


def read(drm: int, die: int) -> Line:
    """EF-16.6.6a - 3 or less succeeds."""
    return SUCCEEDS if die + drm <= CHARTS.retreat["success"] else FAILS


def resolve(case: Retreat, die: int) -> Line:
    """EF-16.6.6 - the result of one throw."""
    check(case)
    return without_throw(case) or read(net(case), die)


def without_artillery(case: Retreat) -> Retreat:
    """EF-16.6.6e - the owner eliminates his artillery before the throw."""
    if not case.artillery:
        raise Forbidden("EF-16.6.6e", "there is no artillery to eliminate")
    if case.steps == 0:
        raise Forbidden("EF-16.6.6e", "nothing but artillery retreats")
    return replace(case, artillery=0)
