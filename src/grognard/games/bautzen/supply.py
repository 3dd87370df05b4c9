"""7 - Supply (ravitaillement)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import MARKS, numbers
from grognard.games.bautzen.dominant import near_heights
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.zones import zone_around
from grognard.kit.supply import Network

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.games.bautzen.printed import Scenario, Side
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces


GARRISONS: Final = 256
"""How many garrisons are remembered at most for a position of the enemy."""


def sources(state: Bautzen, side: Side) -> Region:
    """7.1.1 - the sources of `side` that no enemy unit occupies."""
    found = state.scenario.board.sources[side]
    return found ^ found & state.held[ENEMY[side]]


def closed(state: Bautzen, side: Side, garrison: Region) -> Region:
    """7.1.2 - the hexes that no supply line of `side` may enter while it holds `garrison`.

    Those with an enemy unit, and those in an enemy zone of control or overlooked by the enemy
    (10.4) unless a friendly unit is there.
    """
    return barriers(state, side).shut(garrison)


@lru_cache(maxsize=4096)
def _watched(scenario: Scenario, held: Region) -> Region:
    """7.1.2, 10.4 - the zone of control of units in these hexes, and what they overlook."""
    board = scenario.board
    return zone_around(board, held) | near_heights(scenario, held & board.dominant)


@lru_cache(maxsize=256)
def _network_of(board: HexMap, start: Region) -> Network:
    return Network(board, start)


@lru_cache(maxsize=16384)
def _network(board: HexMap, start: Region, shut: Region) -> Region:
    """Return the flood of supply; remembered, since most moves leave it as it was."""
    return _network_of(board, start).avoiding(shut)


def network(state: Bautzen, side: Side, garrison: Region) -> Region:
    """7.1.2 - every hex joined to a source, were `garrison` the hexes held by `side`."""
    shut = closed(state, side, garrison)
    return _network(state.scenario.board.map, sources(state, side), shut)


def supplied(state: Bautzen, side: Side) -> Region:
    """7.1.2 - every hex joined to a source of `side` by a line of supply (LdR)."""
    return network(state, side, state.held[side])


def is_supplied(state: Bautzen, side: Side, hex_: Hex) -> bool:
    """7.1 - whether a unit of `side` standing in `hex_` has a line of supply."""
    return bool(supplied(state, side) >> hex_ & 1)


def barren(state: Bautzen, side: Side, leaving: Pieces) -> Region:
    """7.1.2 - the hexes where the units `leaving` their hex together would be unsupplied."""
    return barriers(state, side).barren(garrison_without(state, side, leaving))


def garrison_without(state: Bautzen, side: Side, leaving: Pieces) -> Region:
    """7.1.2 - the hexes that `side` still holds when some units have left theirs together."""
    here = state.where[leaving.bit_length() - 1]
    held = state.held[side]
    if here >= 0:
        units = state.stacks[here] & state.scenario.units
        if units & leaving == units:
            return held ^ held & MARKS[here]
    return held


class Barriers:
    """7.1.2 - what enemy units in some hexes do to the supply lines of a side.

    They stand still while the side moves, so it is worked out once what they watch and, for each
    garrison of what they watch, where the side would be unsupplied.
    """

    __slots__ = ("_barren", "_board", "_held", "_network", "_spared", "_watched", "start", "zone")

    def __init__(self, scenario: Scenario, side: Side, held: Region) -> None:
        self._board, self._held = scenario.board.map, held
        self.zone = zone_around(scenario.board, held)
        """3 - the zones of control of these units."""
        self._watched = _watched(scenario, held)
        self.start = scenario.board.sources[side] & ~held
        self._spared = 0 if scenario.options.source_closed_by_zoc else self.start
        self._network = _network_of(self._board, self.start)
        self._barren: dict[Region, Region] = {}

    def shut(self, garrison: Region) -> Region:
        """7.1.2 - the hexes that no supply line enters while the side holds `garrison`."""
        shut = self._held | self._watched ^ self._watched & garrison
        return shut ^ shut & self._spared

    def open_sources(self, garrison: Region) -> Region:
        """7.1.1, 7.1.2 - the sources that these units do not close."""
        return self.start ^ self.start & self.shut(garrison)

    def barren(self, garrison: Region) -> Region:
        """7.1.2 - the hexes neither joined to a source nor next to such a hex.

        A unit opens the hex it stands in, so it is enough that a neighbour be joined.
        """
        guarding = garrison & self._watched
        found = self._barren.get(guarding)
        if found is None:
            if len(self._barren) >= GARRISONS:
                self._barren.clear()
            joined, board = self._network.avoiding(self.shut(garrison)), self._board
            found = board.everywhere
            found ^= found & (joined | board.adjacent(joined) | self.start)
            self._barren[guarding] = found
        return found


@lru_cache(maxsize=1024)
def _barriers(scenario: Scenario, side: Side, held: Region) -> Barriers:
    return Barriers(scenario, side, held)


def barriers(state: Bautzen, side: Side) -> Barriers:
    """7.1.2 - what the units of the enemy do to the supply lines of `side` as they stand."""
    return _barriers(state.scenario, side, state.held[ENEMY[side]])


def supply_line(state: Bautzen, side: Side, hex_: Hex) -> list[Hex]:
    """7.1.2 - a shortest line of supply from a hex to a source, or nothing."""
    shut = closed(state, side, state.held[side] | 1 << hex_)
    goals = sources(state, side) & ~shut
    return state.scenario.board.map.route(hex_, goals, avoiding=shut)


def check(state: Bautzen, side: Side) -> None:
    """7.1 - find out which units of `side` are supplied, before it moves and before it attacks."""
    cut_off = state.held[side]
    cut_off ^= cut_off & supplied(state, side)
    out = 0
    for hex_ in numbers(cut_off):
        out |= state.units_at(hex_)
    state.unsupplied = state.unsupplied & ~state.owned[side] | out
    if cut_off and state.events is not None:
        state.note("unsupplied", "7.1", side=side, hexes=numbers(cut_off))


def may_enter(state: Bautzen, side: Side) -> Pieces:
    """7.2.2, 11.2 - the counters waiting that may enter; no column beyond four on the map."""
    convoys, waiting = state.scenario.convoys, state.waiting[side]
    if not waiting & convoys:
        return waiting
    present = (state.owned[side] & convoys).bit_count()
    return waiting if present < state.scenario.tables.convoys_per_side else waiting & ~convoys


def receive_convoys(state: Bautzen, side: Side, number: int, rule: str) -> None:
    """7.2, 7.2.2 - supply columns arrive; beyond four of a side on the map they are lost."""
    scenario = state.scenario
    present = (state.owned[side] | state.waiting[side]) & scenario.convoys
    room = scenario.tables.convoys_per_side - present.bit_count()
    enemy = ENEMY[side]
    taken = present | (state.owned[enemy] | state.waiting[enemy]) & scenario.convoys
    pool = numbers(scenario.convoys & ~taken)
    received = pool[: min(number, max(0, room))]
    for piece in received:
        state.waiting[side] |= 1 << piece
    state.note("convoys", rule, side=side, number=len(received), lost=number - len(received))


def capture_convoy(state: Bautzen, piece: PieceIndex, die: int) -> None:
    """8.6.3 - 1-3 destroys a supply column caught alone, 4-6 captures it, within 7.2.2."""
    scenario, loser = state.scenario, state.side_of(piece)
    captor, here = ENEMY[loser], state.where[piece]
    state.remove(piece, loser)
    present = state.owned[captor] & scenario.convoys
    if scenario.options.convoy_limit == "all":
        present |= state.waiting[captor] & scenario.convoys
    has_room = present.bit_count() < scenario.tables.convoys_per_side
    is_captured = scenario.tables.convoy_captured[die] and has_room
    if is_captured:
        state.place(piece, here, captor)
    kind = "convoy_captured" if is_captured else "convoy_destroyed"
    state.note(kind, "8.6.3", pieces=[piece], hex=here, die=die, side=captor)
