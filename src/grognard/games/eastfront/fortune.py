"""The luck of attacks, overruns and crossings: what every throw of the die would have brought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.engine.fortune import Fortune, Outcome
from grognard.engine.odds import Distribution
from grognard.games.eastfront import combat, overrun, retreat, surrender
from grognard.games.eastfront.odds import FACES
from grognard.games.eastfront.printed import Side

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.engine.game import Event
    from grognard.games.eastfront.charts import ChartLine
    from grognard.games.eastfront.combat import Aftermath

RETREAT: int = 2
"""What driving the defender out is worth, in steps."""
ALL: int = 5
"""What the elimination of a side is worth, in steps."""


def fortune(event: Event) -> Fortune | None:
    """15.7, 11.4.3, 16.6.6, 21 - the chances of a throw, and what came of it; else None."""
    made = MAKERS.get(event.kind)
    return made(event.facts) if made else None


def _thrown(side: int, die: int, outcome: Callable[[int], Outcome]) -> Fortune:
    chances = Distribution.of(FACES).map(outcome)
    return Fortune(Side(side), chances, outcome(die))


def _combat(facts: dict[str, Any]) -> Fortune:
    """15.7 - worth to the attacker: steps of the enemy less his own, and the hex."""
    fought = combat.assess(facts["attack"])
    return _thrown(facts["side"], facts["die"], lambda die: _of(combat.aftermath(fought, die)))


def _of(after: Aftermath) -> Outcome:
    printed = after.printed
    gained = ALL if printed.defender_eliminated else after.defender_steps
    lost = ALL if printed.attacker_eliminated else after.attacker_steps
    return Outcome(printed.text, gained - lost + RETREAT * bool(after.retreat))


def _overrun(facts: dict[str, Any]) -> Fortune:
    """11.4.3 - worth to whoever overruns: success, and the step either side loses."""
    case = facts["case"]

    def outcome(band: ChartLine) -> Outcome:
        worth = RETREAT * band.success + band.defender_steps - band.attacker_steps
        return Outcome(band.printed, worth)

    return _thrown(facts["side"], facts["die"], lambda die: outcome(overrun.resolve(case, die)))


def _crossing(facts: dict[str, Any]) -> Fortune:
    """16.6.6 - worth to whoever retreats: whether he gets through."""
    case, drm = facts["case"], retreat.net(facts["case"])

    def outcome(die: int) -> Outcome:
        band = retreat.read(case, drm, die)
        return Outcome(band.printed, int(band.success))

    return _thrown(facts["side"], facts["die"], outcome)


def _surrender(facts: dict[str, Any]) -> Fortune:
    """21 - worth to the Soviet side: whether the hex holds."""
    case, drm = facts["case"], surrender.net(facts["case"])

    def outcome(die: int) -> Outcome:
        band = surrender.read(case, drm, die)
        return Outcome(band.printed, int(not band.success))

    return _thrown(facts["side"], facts["die"], outcome)


MAKERS: dict[str, Callable[[dict[str, Any]], Fortune]] = {
    "combat": _combat,
    "overrun": _overrun,
    "crossing": _crossing,
    "surrender": _surrender,
}
