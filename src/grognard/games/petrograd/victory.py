"""11 - Victory."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.bits import numbers
from grognard.games.petrograd.arrivals import is_railway_cut
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.supply import supplied

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.games.petrograd.state import Petrograd

LEVELS = ("white_decisive", "white_marginal", "draw", "red_marginal", "red_decisive")


class Standing(NamedTuple):
    """11.1 - the points of White as they stand now, line by line."""

    places: tuple[tuple[Hex, int], ...]
    """The places that count, and for how much."""
    railway: int
    trotsky: int
    regiments: int
    """Not above 0."""
    tanks: int
    """Not above 0."""

    @property
    def points(self) -> int:
        """All of them."""
        scored = sum(points for _, points in self.places)
        return scored + self.railway + self.trotsky + self.regiments + self.tanks


def standing(state: Petrograd) -> Standing:
    """11.1 - what White scores now."""
    victory, tables = state.scenario.victory, state.scenario.tables
    reached = supplied(state, Side.WHITE) & state.control[Side.WHITE]
    worth = {**dict.fromkeys(numbers(state.scenario.ground.city), victory.city), **victory.places}
    lost = max(0, state.regiments_lost - victory.regiments_free)
    return Standing(
        tuple((hex_, points) for hex_, points in worth.items() if reached >> hex_ & 1),
        state.railway_points,
        state.trotsky_escapes * tables.trotsky_points,
        -lost * victory.regiment,
        -state.tanks_lost * victory.tank,
    )


def level(state: Petrograd) -> str:
    """11.2, 11.3 - the level of victory, as things stand."""
    if state.sudden:
        return LEVELS[0] if state.sudden == Side.WHITE + 1 else LEVELS[-1]
    points = standing(state).points
    for name, least in zip(LEVELS, state.scenario.victory.levels, strict=False):
        if points >= least:
            return name
    return LEVELS[-1]


def winner(state: Petrograd) -> Side | None:
    """11 - who has won, None for a draw."""
    name = level(state)
    if name == "draw":
        return None
    return Side.WHITE if name.startswith("white") else Side.RED


def sudden_winner(state: Petrograd) -> Side | None:
    """11.2 - who wins at once at the end of this turn."""
    victory, white = state.scenario.victory, state.control[Side.WHITE]
    city = white & state.scenario.ground.city
    if city.bit_count() >= victory.sudden_city and city & victory.sudden_city_one_of:
        return Side.WHITE
    retaken = victory.sudden_red & state.was_white & state.control[Side.RED]
    if retaken and state.turn >= victory.sudden_red_from_turn:
        return Side.RED
    return None


def end_turn(state: Petrograd) -> None:
    """11.1, 11.2 - score the railway and see who has won at once."""
    if state.turn in state.scenario.victory.rail_turns and is_railway_cut(state):
        state.railway_points += 1
        state.note("railway_cut", "11.1", turn=state.turn)
    found = sudden_winner(state)
    if found is not None:
        state.sudden = found + 1
    state.was_white = state.control[Side.WHITE]
