"""13 - Victory and control."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.supply import supplied

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.state import Bautzen


@dataclass(frozen=True, slots=True)
class Standing:
    """13 - which of the German side's conditions hold now."""

    city: tuple[Hex, ...]
    """The hexes of Bautzen that it controls or encircles."""
    places: tuple[Hex, ...]
    """The victory places that it controls."""
    capital_is_safe: bool
    """Whether Dresden is free of Allied control."""
    is_german: bool


def is_encircled(state: Bautzen, hex_: Hex) -> bool:
    """13 - whether no supply line joins a hex to an Allied source (BZ-R31)."""
    board = state.scenario.board.map
    joined = supplied(state, Side.ALLIED)
    return not (joined | board.adjacent(joined)) >> hex_ & 1


def standing(state: Bautzen) -> Standing:
    """13 - the German side wins if it has all of Bautzen, enough places, and Dresden is safe."""
    victory = state.scenario.victory
    german, allied = state.control[Side.GERMAN], state.control[Side.ALLIED]
    city = tuple(h for h in victory.city if german >> h & 1 or is_encircled(state, h))
    places = tuple(h for h in victory.places if german >> h & 1)
    is_safe = not allied >> victory.capital & 1
    wins = len(city) == len(victory.city) and len(places) >= victory.needed and is_safe
    return Standing(city, places, is_safe, wins)


def winner(state: Bautzen) -> Side:
    """13 - the winner by the position as it stands; all that is not a German victory is Allied."""
    return Side.GERMAN if standing(state).is_german else Side.ALLIED
