"""What is wrong with a scenario that can be read: troops that start without supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers
from grognard.games.petrograd import supply
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.sequence import begin

if TYPE_CHECKING:
    from grognard.games.petrograd.printed import Scenario


def unsupplied(scenario: Scenario) -> list[str]:
    """3.1, 4.2 - name the troops whose set-up leaves them without supply."""
    state, pieces, found = begin(scenario), scenario.pieces, []
    for side in Side:
        for piece in numbers(supply.unsupplied(state, side) & scenario.kinds.troops):
            where = scenario.ground.map.name(state.where[piece])
            found.append(f"{scenario.id}: {pieces[piece].id} starts without supply in {where}")
    return found
