"""26 - Victory: points, levels, sudden ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.supply import isolated, supplied

if TYPE_CHECKING:
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.meaning import Pieces
    from grognard.games.eastfront.printed import CountedDivision
    from grognard.games.eastfront.state import Luga

LEVELS: Final = (
    *("german_decisive", "german_marginal", "draw"),
    *("soviet_marginal", "soviet_decisive"),
)
DRAW: Final = LEVELS.index("draw")


@dataclass(frozen=True, slots=True)
class Standing:
    """26.1, 26.2 - the German points, line by line."""

    places: tuple[tuple[Hex, int], ...]
    """The places held in general supply, and what each counts."""
    early: int
    eliminated: int
    surrendered: int
    isolated: int
    lines: int
    steps: int
    isolated_german: int
    kept: int

    @property
    def points(self) -> int:
        """The sum of all lines."""
        found = sum(points for _, points in self.places)
        found += self.early + self.eliminated + self.surrendered + self.isolated
        return found + self.lines + self.steps + self.isolated_german + self.kept


def standing(state: Luga, unseen: Pieces = 0) -> Standing:
    """26.1, 26.2 - the points if the game ended now, as far as one knows who cannot see some."""
    victory, mine = state.scenario.victory, state.control[Side.GERMAN]
    reached = supplied(state, Side.GERMAN)
    held = mine & reached
    eliminated, surrendered, cut = divisions(state, unseen)
    are_cut = mine & victory.highway and mine & victory.railway
    alone = state.hexes_of(state.owned[Side.GERMAN]) & isolated(state, Side.GERMAN)
    lonely = state.owned[Side.GERMAN] & state.scenario.kinds.zoned & ~unseen
    return Standing(
        places=tuple((hex_, n) for hex_, n in victory.places.items() if held >> hex_ & 1),
        early=sum(one.points for one in victory.early if state.early >> one.hex & 1),
        eliminated=eliminated * victory.division_eliminated,
        surrendered=surrendered * victory.division_surrendered,
        isolated=cut * victory.division_isolated,
        lines=victory.lines_cut if are_cut else 0,
        steps=-(state.steps_lost // victory.steps_per_point),
        isolated_german=-victory.isolated_german * count_in(state, lonely, alone),
        kept=-victory.kept if state.kept else 0,
    )


def count_in(state: Luga, pieces: Pieces, hexes: int) -> int:
    """Return how many of some pieces on the map stand in some hexes."""
    return sum(hexes >> state.where[piece] & 1 for piece in numbers(pieces))


def divisions(state: Luga, unseen: Pieces = 0) -> tuple[int, int, int]:
    """26.2 - how many divisions are eliminated, have surrendered, are cut off."""
    alone = isolated(state, Side.SOVIET)
    gone = taken = cut = 0
    for division in state.scenario.victory.divisions:
        if is_gone(state, division):
            if division.pieces & state.surrendered:
                taken += 1
            else:
                gone += 1
            continue
        here = [state.where[p] for p in numbers(division.pieces & state.owned[Side.SOVIET])]
        is_known = not division.pieces & unseen
        cut += is_known and bool(here) and all(alone >> hex_ & 1 for hex_ in here)
    return gone, taken, cut


def is_gone(state: Luga, division: CountedDivision) -> bool:
    """26.2 - whether no piece of a division is left, on the map or to come."""
    return not any(state.steps[piece] for piece in numbers(division.pieces))


def level(state: Luga) -> str:
    """26.3 - the level of victory if the game ended now."""
    return level_at(state, standing(state).points)


def level_at(state: Luga, points: int) -> str:
    """26.3 - the level of victory with so many points; a sudden end decides by itself."""
    if state.sudden:
        return LEVELS[0] if state.sudden == 1 else LEVELS[-1]
    for name, least in zip(LEVELS, state.scenario.victory.levels, strict=False):
        if points >= least:
            return name
    return LEVELS[-1]


def winner(state: Luga) -> Seat | None:
    """26.3 - the side that has won, none at a draw."""
    return winner_at(level(state))


def winner_at(name: str) -> Seat | None:
    """26.3 - the side that a level is a victory of, none for a draw."""
    found = LEVELS.index(name)
    return None if found == DRAW else Side.GERMAN if found < DRAW else Side.SOVIET


def leningrad_lost(state: Luga) -> Region:
    """26.3 - the hexes of Leningrad that are German and in general supply."""
    found = state.scenario.victory.leningrad & state.control[Side.GERMAN]
    return found & supplied(state, Side.GERMAN) if found else 0


def end_turn(state: Luga) -> None:
    """26.2, 26.3 - places taken in time, and the sudden ends."""
    victory, mine = state.scenario.victory, state.control[Side.GERMAN]
    for one in victory.early:
        if state.turn <= one.turn:
            bit = 1 << one.hex
            state.early = state.early | bit if mine & bit else state.early & ~bit
    if leningrad_lost(state).bit_count() >= victory.sudden_german_count:
        state.sudden = 1
    elif not victory.sudden_soviet & ~state.control[Side.SOVIET]:
        state.sudden = 2
