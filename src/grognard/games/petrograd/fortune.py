"""8.2.4 - The luck of a combat: what every throw of the dice would have brought."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.engine.fortune import Fortune, Outcome
from grognard.games.petrograd import combat
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.reckoning import label
from grognard.kit.dice import TWO_D6

if TYPE_CHECKING:
    from grognard.engine.game import Event
    from grognard.games.petrograd.combat import Combat, Reading


def fortune(event: Event) -> Fortune | None:
    """8.2.4 - the chances of a combat that was fought, and its column; None of other events.

    Its worth to the attacker is the number of the column; what is chosen in it is no luck.
    """
    if event.kind != "combat":
        return None
    facts: dict[str, Any] = event.facts
    fought: Combat = facts["fought"]

    def outcome(reading: Reading) -> Outcome:
        return Outcome(label(reading), fought.table.place[reading.column] + 1)

    chances = TWO_D6.totals.map(lambda total: outcome(combat.resolve(fought, total)))
    return Fortune(Side(facts["side"]), chances, outcome(facts["reading"]))
