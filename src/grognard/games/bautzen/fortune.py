"""8.2 - The luck of a combat: what every face of the die would have brought."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from grognard.engine.fortune import Fortune, Outcome
from grognard.engine.odds import Distribution
from grognard.games.bautzen.combat import D6, Arithmetic, Result, resolve
from grognard.games.bautzen.printed import Side

if TYPE_CHECKING:
    from grognard.engine.game import Event
    from grognard.games.bautzen.state import Bautzen


def fortune(state: Bautzen, event: Event) -> Fortune | None:
    """8.2 step 6 - the chances of a combat that was fought, and its result; None of other events.

    Its worth to the attacker is the steps that the defender loses less his own; whether the
    defender gives ground instead (8.5.1) is a choice, not luck.
    """
    if event.kind != "combat":
        return None
    sums = cast("Arithmetic", event.facts["sums"])
    chances = Distribution.of(D6).map(lambda die: _outcome(resolve(state, sums, die)))
    happened = _outcome(cast("Result", event.facts["result"]))
    return Fortune(Side(cast("int", event.facts["side"])), chances, happened)


def _outcome(result: Result) -> Outcome:
    return Outcome(str(result), result.defender - result.attacker)
