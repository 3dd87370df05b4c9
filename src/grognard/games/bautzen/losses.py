"""8.3 - Losses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen, Pieces


def may_lose(state: Bautzen, participants: Pieces, hurt: Pieces) -> Pieces:
    """8.3 - the units among which the owner chooses the one that takes the next step.

    Nobody takes a step that destroys him while another can take one and live; among the rest,
    nobody takes a step while another has taken fewer. Headquarters and artillery of an attacked
    hex come after the combat units, supply columns never (BZ-R20).
    """
    units = participants & state.scenario.units
    candidates = units
    if state.scenario.options.headquarters_losses == "last":
        candidates &= ~(state.scenario.headquarters | state.scenario.artillery)
    candidates = candidates or units
    sturdy = _would_survive(state, candidates)
    candidates = sturdy or candidates
    return candidates & ~hurt or candidates


def _would_survive(state: Bautzen, units: Pieces) -> Pieces:
    """8.3, 8.5.3 - the units that a step would only flip."""
    found = 0
    for piece in numbers(units & ~state.retreated):
        if state.steps[piece] > 1:
            found |= 1 << piece
    return found
