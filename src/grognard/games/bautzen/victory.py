"""13 - Victory and control."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.engine.bits import bits_of
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.supply import closed, sources, supplied
from grognard.games.bautzen.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, HexMap, Region
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
    """13 - whether no way leads from a hex of the city to its friends (BZ-R31)."""
    board = state.scenario.board.map
    joined = relieved(state)
    return not (joined | board.adjacent(joined)) >> hex_ & 1


def relieved(state: Bautzen) -> Region:
    """13 - the hexes beside which a hex of the city is not encircled, as the scenario reads it."""
    if state.scenario.options.encirclement == "supply":
        return supplied(state, Side.ALLIED)
    return joined_by(state.scenario.board.map, *cordon(state))


def cordon(state: Bautzen) -> tuple[Region, Region]:
    """13 - where help for the city comes from, and the hexes that it cannot pass (BZ-R31).

    ``supply``: from the Allied sources, by a line of supply. ``pocket``: from the edges named,
    over hexes that an Allied unit holds or no German unit holds or controls. ``ring``: from the
    hexes next to the city, those that are open in that way.
    """
    scenario, german, allied = state.scenario, *state.held
    if scenario.options.encirclement == "supply":
        return sources(state, Side.ALLIED), closed(state, Side.ALLIED, allied)
    board, shut = scenario.board.map, german | zone_of_control(state, Side.GERMAN) & ~allied
    if scenario.options.encirclement == "pocket":
        return scenario.victory.relief, shut
    city = bits_of(scenario.victory.city)
    around = board.adjacent(city) & ~city
    return around, shut | board.everywhere & ~around


@lru_cache(maxsize=16384)
def joined_by(board: HexMap, start: Region, shut: Region) -> Region:
    """13 - every hex that can be reached from some hexes without passing those that are shut."""
    return board.flood(start, avoiding=shut)


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
