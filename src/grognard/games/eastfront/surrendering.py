"""21 - Soviet surrender, hex by hex, at the end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.engine.bits import numbers
from grognard.engine.game import CHANCE, Action, Procedure, Question, Seat, frozen
from grognard.engine.hexmap import Hex
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import command, surrender, works
from grognard.games.eastfront.charts import Feature
from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.state import Luga
from grognard.games.eastfront.supply import isolated
from grognard.games.eastfront.surrender import Garrison, SupplyMarker
from grognard.kit.dice import D10

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Region
    from grognard.engine.meaning import Pieces

PLACES = frozenset({Feature.CITY, Feature.MAJOR_CITY, Feature.FORTIFIED_POINT})
"""21 - what helps a hex to hold; a fortified side by the option."""


def threatened(state: Luga) -> Region:
    """21 - the Soviet hexes next to a German unit that has a zone of control."""
    zoned = state.zones[Side.GERMAN] | state.mobile_zones[Side.GERMAN]
    return state.scenario.ground.map.adjacent(zoned) & state.occupied(Side.SOVIET)


def throwing(state: Luga) -> Region:
    """21 - the hexes that throw at the end of a turn; trains alone do not."""
    found = threatened(state) & isolated(state, Side.SOVIET)
    trains = state.scenario.kinds.trains
    for hex_ in numbers(found):
        if not state.stacks[hex_] & ~trains:
            found &= ~(1 << hex_)
    return found


def case_of(state: Luga, hex_: Hex) -> surrender.SurrenderCase:
    """21 - a hex as the chart asks for it."""
    kinds, here = state.scenario.kinds, state.stacks[hex_]
    return surrender.SurrenderCase(
        headquarters=bool(command.commanded(state) >> hex_ & 1),
        guards=bool(here & (kinds.nkvd | kinds.guards)),
        place=is_place(state, hex_),
        supply=supply_of(state, here),
        garrison=garrison_of(state, here),
        charts=rules.charts_of(state.scenario),
    )


def is_place(state: Luga, hex_: Hex) -> bool:
    """21 - city, major city or any fortification; a fortified side unless the option says no."""
    if rules.hex_features(state, hex_, Side.SOVIET) & PLACES:
        return True
    counts = state.scenario.options.fortified_side_for_surrender
    return counts and works.has_line(state, hex_)


def supply_of(state: Luga, pieces: Pieces) -> SupplyMarker:
    """21 - the worst marker in the hex."""
    if pieces & state.unsupplied:
        return SupplyMarker.OUT
    return SupplyMarker.EMERGENCY if pieces & state.emergency else SupplyMarker.SUPPLIED


def garrison_of(state: Luga, pieces: Pieces) -> Garrison:
    """21 - nothing but coast guns, or nothing but militia with or without them."""
    kinds = state.scenario.kinds
    if not pieces & ~kinds.coastal:
        return Garrison.COASTAL
    return Garrison.OTHER if pieces & ~(kinds.militia | kinds.coastal) else Garrison.MILITIA


@frozen
class SurrenderPhase(Procedure[Luga]):
    """21 - every hex that is cut off throws once."""

    def run(self, state: Luga) -> None:
        """21 - all hexes are judged before the first throw."""
        state.ask(*[SurrenderThrow(hex_) for hex_ in numbers(throwing(state))])


@frozen
class SurrenderThrow(Question[Luga]):
    """21 - the throw for one hex."""

    rule: ClassVar[str] = "21"
    hex: Hex

    def seat(self, state: Luga) -> Seat:
        return CHANCE

    def options(self, state: Luga) -> Sequence[Action]:
        return D10.throws

    def answer(self, state: Luga, action: Action) -> None:
        case, die = case_of(state, self.hex), D10.total(action.noun)
        band = surrender.read(case, surrender.net(case), die)
        here = state.stacks[self.hex] & state.owned[Side.SOVIET]
        state.note(
            "surrender",
            "21",
            side=Side.SOVIET,
            pieces=numbers(here),
            hex=self.hex,
            case=case,
            die=die,
            surrendered=band.success,
        )
        if band.success:
            for piece in numbers(here):
                state.surrender(piece)
