"""12 - how an officer sets up: by one of several sound openings, drawn for each game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from grognard.games.bautzen.printed import Side

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from grognard.engine.game import Action
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.state import Bautzen, PieceIndex

RELIEVING: Final = 4
"""How many formations set up to take the capital back."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Where some formations and units of a side set up, or as near to it as they may."""

    id: str
    side: Side
    often: int
    """How often it is drawn, against the others of the side."""
    places: Mapping[str, str]
    """By formation or unit: the number of a hex. The others go where a ready set-up has them."""


class Deployment:
    """One side's set-up: the opening that was drawn for it, and what answers the enemy's."""

    def __init__(self, state: Bautzen, side: Side, rng: Random) -> None:
        self.side, self.scenario = side, state.scenario
        self.ready = dict(state.scenario.ready[0].placements) if state.scenario.ready else {}
        board = state.scenario.board.map
        self.hexes = {board.name(hex_): hex_ for hex_ in board.hexes}
        self.relieves = self._is_capital_taken(state)
        openings = [one for one in state.scenario.opponents.openings if one.side is side]
        often = [one.often for one in openings]
        drawn = rng.choices(openings, often) if any(often) else []
        self.opening = None if self.relieves or not drawn else drawn[0]

    @property
    def is_free(self) -> bool:
        """Whether it differs from the first ready set-up."""
        return self.relieves or bool(self.opening and self.opening.places)

    def _is_capital_taken(self, state: Bautzen) -> bool:
        """13 - whether the enemy stands in the German capital before the game begins."""
        held = state.held[Side.ALLIED] >> state.scenario.victory.capital & 1
        return self.side is Side.GERMAN and bool(held)

    def place(self, piece: PieceIndex, options: Sequence[Action]) -> Action:
        """12 - return the hex nearest to where a piece is wanted.

        Against an enemy in the capital, the formations nearest to it set up round it instead.
        """
        wanted = self._wanted(piece)
        if wanted is None:
            return options[0]
        distance = self.scenario.board.map.distance
        return min(options, key=lambda answer: distance(answer.noun, wanted))

    def _wanted(self, piece: PieceIndex) -> Hex | None:
        unit = self.scenario.pieces[piece]
        if self.relieves and unit.formation in self._nearest_formations():
            return self.scenario.victory.capital
        places = self.opening.places if self.opening else {}
        name = places.get(unit.id) or places.get(unit.formation)
        return self.hexes.get(name) if name else self.ready.get(piece)

    def _nearest_formations(self) -> list[str]:
        """Return the formations that a ready set-up has nearest to the capital."""
        away: dict[str, int] = {}
        scenario = self.scenario
        for piece, hex_ in self.ready.items():
            name, side = scenario.pieces[piece].formation, scenario.pieces[piece].side
            if name and side is self.side and scenario.combat_units >> piece & 1:
                steps = scenario.board.map.distance(hex_, scenario.victory.capital)
                away[name] = min(steps, away.get(name, steps))
        return sorted(away, key=lambda name: away[name])[:RELIEVING]
