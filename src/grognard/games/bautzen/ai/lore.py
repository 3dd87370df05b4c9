"""What never changes in a scenario, in the form in which a player thinks of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from grognard.engine.bits import numbers
from grognard.games.bautzen.ai.style import PLAIN, Worth
from grognard.games.bautzen.combat import D6, fronts, ground_modifiers, ground_shifts
from grognard.games.bautzen.movement import UNHINDERED
from grognard.games.bautzen.printed import Kind, Side
from grognard.games.bautzen.support import may_be_supported_by
from grognard.games.bautzen.zones import zone_around
from grognard.kit.roster import members

if TYPE_CHECKING:
    from grognard.engine.hexmap import HexMap, Region
    from grognard.engine.modifier import Modifier
    from grognard.games.bautzen.printed import Piece, Scenario
    from grognard.games.bautzen.state import Pieces

StepsLost: TypeAlias = tuple[int, int]
"""Steps lost by attacker and defender."""

DIE_SPAN: Final = 5
"""Die modifiers from -5 to +5 have their own row of outcomes."""

SHADOW: Final = 0.22
"""How much of a goal's worth lies on each hex next to it."""
FADING: Final = 0.65
"""How the worth of ground fades with each further hex."""


@dataclass(frozen=True, slots=True, eq=False)
class Lore:
    """Facts of a scenario, worked out once."""

    scenario: Scenario
    map: HexMap
    outcomes: tuple[tuple[tuple[StepsLost, ...], ...], ...]
    """``outcomes[column][die modifier + DIE_SPAN]``: the results of the six faces."""
    die: tuple[int, ...]
    """By hex: what its ground does to the die."""
    shift: tuple[int, ...]
    """By hex: what its ground does to the column."""
    approaches: tuple[Region, ...]
    """By hex: the neighbours from which it may be attacked."""
    grip: tuple[Region, ...]
    """By hex: itself and the zone of control of a unit that stands there."""
    worth: tuple[tuple[float, ...], ...]
    """By piece and steps left: what the piece is worth."""
    ground: tuple[float, ...]
    """By hex: what it is worth to hold, whoever holds it."""
    supporters: tuple[Pieces, ...]
    """By piece: whose support it may take."""
    helpers: tuple[Pieces, Pieces]
    """By side: its headquarters and artillery."""
    foot: Pieces
    """The units whose defence does not suffer from want of supply."""


@lru_cache(maxsize=64)
def lore_of(scenario: Scenario, worth: Worth = PLAIN) -> Lore:
    """Return the lore of a scenario for somebody to whom its goals are worth so much."""
    board, hexes = scenario.board, range(scenario.board.map.size)
    arms = scenario.headquarters | scenario.artillery
    return Lore(
        scenario,
        board.map,
        _outcomes(scenario),
        tuple(_sum(ground_modifiers(scenario, hex_)) for hex_ in hexes),
        tuple(_sum(ground_shifts(scenario, hex_)) for hex_ in hexes),
        fronts(board),
        tuple(1 << hex_ | zone_around(board, 1 << hex_) for hex_ in hexes),
        tuple(_worth(piece) for piece in scenario.pieces),
        _ground(scenario, worth),
        tuple(
            may_be_supported_by(scenario, piece.index) if piece.is_unit else 0
            for piece in scenario.pieces
        ),
        (_of_side(scenario, arms, Side.GERMAN), _of_side(scenario, arms, Side.ALLIED)),
        members(scenario.pieces, lambda piece: piece.kind in UNHINDERED),
    )


def _of_side(scenario: Scenario, pieces: Pieces, side: Side) -> Pieces:
    return sum(1 << number for number in numbers(pieces) if scenario.pieces[number].side is side)


def _sum(modifiers: tuple[Modifier, ...]) -> int:
    return sum(modifier.value for modifier in modifiers)


def _outcomes(scenario: Scenario) -> tuple[tuple[tuple[StepsLost, ...], ...], ...]:
    results = scenario.tables.results
    return tuple(
        tuple(
            tuple(results.result(column, face + modifier) for face in D6)
            for modifier in range(-DIE_SPAN, DIE_SPAN + 1)
        )
        for column in range(len(scenario.tables.columns))
    )


def _worth(piece: Piece) -> tuple[float, ...]:
    """Return the worth of a piece by its steps: its factors, and a little for being there."""
    if piece.kind is Kind.CONVOY:
        return (0.0, 2.5)
    if piece.kind is Kind.AIR:
        return (0.0, 4.0)
    if piece.kind is Kind.HQ:
        return (0.0, 5.0 + 1.5 * piece.support)
    if piece.kind is Kind.ARTILLERY:
        return (0.0, 3.0 + 1.2 * piece.support)
    if piece.kind is Kind.ANTI_TANK:
        return (0.0, 2.0 + piece.attack[1])
    return (
        0.0,
        *(
            float(piece.attack[steps] + piece.defence[steps] + steps)
            for steps in range(1, piece.steps + 1)
        ),
    )


def _ground(scenario: Scenario, worth: Worth) -> tuple[float, ...]:
    """Return what each hex is worth: the goals, and what lies near them."""
    board, victory = scenario.board.map, scenario.victory
    goals = [(hex_, worth.city) for hex_ in victory.city]
    goals += [(hex_, worth.source) for hex_ in numbers(scenario.board.sources[Side.ALLIED])]
    goals += [(hex_, worth.place) for hex_ in victory.places]
    goals.append((victory.capital, worth.capital))
    ground = [0.0] * board.size
    for hex_ in board.hexes:
        for goal, points in goals:
            distance = board.distance(hex_, goal)
            share = 1.0 if not distance else SHADOW * FADING ** (distance - 1)
            ground[hex_] += points * share
        if scenario.board.dominant >> hex_ & 1:
            ground[hex_] += 2.0
    return tuple(ground)
