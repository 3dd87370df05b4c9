"""4 - Movement, with the zones of control of 3 and the terrain chart. Costs count half MPs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import MARKS, bits_of, numbers
from grognard.engine.path import NEVER, Cost, Leg, Paths, ZoneLaw
from grognard.games.bautzen.printed import Kind
from grognard.games.bautzen.stacking import mixes, refusals
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.supply import barriers, garrison_without, sources

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.games.bautzen.printed import Board, Scenario, Side
    from grognard.games.bautzen.state import Bautzen, PieceIndex, Pieces
    from grognard.games.bautzen.supply import Barriers

MP: Final[Cost] = 2
"""One movement point, in the half points that roads need."""


def ground_cost(scenario: Scenario, hex_: Hex, *, infantry: bool) -> Cost:
    """13 - what a hex costs to enter across country, rivers apart.

    A village or town hides the ground beneath it (BZ-R09); of two kinds of ground the dearer one
    counts (BZ-R08); a dominant position costs what it says, other ground not added (BZ-R11).
    """
    board, bit = scenario.board, 1 << hex_
    chart = scenario.tables.cost_infantry if infantry else scenario.tables.cost_other
    if bit & board.dominant:
        return chart["dominant"] * MP if chart["dominant"] >= 0 else NEVER
    if bit & (board.town | board.village):
        return chart["town" if bit & board.town else "village"] * MP
    return max(chart[kind] for kind in board.terrain[hex_].split("+")) * MP


def is_barred_by_height(board: Board, here: Hex, there: Hex) -> bool:
    """13 - all but infantry enter and leave a dominant position only by road or railway."""
    touches = board.dominant >> here | board.dominant >> there
    return bool(touches & 1) and not board.linked[here] >> there & 1


@lru_cache(maxsize=64)
def paths(scenario: Scenario, infantry: bool) -> Paths:
    """4.1, 4.2, 13 - the steps of infantry, or of all others, over the map."""
    board = scenario.board

    def step(here: Hex, there: Hex) -> Cost:
        if board.across_lake[here] >> there & 1:
            return NEVER
        if not infantry and is_barred_by_height(board, here, there):
            return NEVER
        ground = ground_cost(scenario, there, infantry=infantry)
        river = board.across_river[here] >> there & 1
        # Non-infantry on a road into a height that lies in an enemy zone pays as infantry does.
        if ground == NEVER:
            ground = ground_cost(scenario, there, infantry=True)
        return ground + river * scenario.tables.cost_river * MP

    def link(here: Hex, there: Hex) -> Cost:
        return MP // 2 if board.linked[here] >> there & 1 else NEVER

    lines: dict[tuple[Hex, Hex], int] = {}
    for number, (end, middle, other) in enumerate(board.separate_roads, start=1):
        lines[middle, end] = lines[middle, other] = number

    return Paths(board.map, step, link, lambda hex_, neighbour: lines.get((hex_, neighbour), 0))


@lru_cache(maxsize=64)
def zone_law(scenario: Scenario) -> ZoneLaw:
    """3, 4.2 - a piece stops where it enters an enemy zone, and pays for leaving one.

    It never goes straight from one hex of it to another, and takes no road into or out of it.
    """
    return ZoneLaw(leave=scenario.tables.cost_leave_zone * MP)


def is_foot(scenario: Scenario, piece: PieceIndex) -> bool:
    """13 - whether a piece pays the costs of infantry: the plain infantry symbol (BZ-R10)."""
    return bool(scenario.infantry >> piece & 1)


def allowance(state: Bautzen, piece: PieceIndex) -> Cost:
    """4.1, 7.3 - the half MPs a piece may spend; unsupplied motorised units have half, down."""
    unit = state.scenario.pieces[piece]
    movement = unit.movement[state.steps[piece]]
    if state.unsupplied >> piece & 1 and unit.kind not in UNHINDERED:
        movement //= 2
    return movement * MP


UNHINDERED: Final = frozenset({Kind.INFANTRY, Kind.ANTI_TANK, Kind.ARTILLERY, Kind.CONVOY})
"""7.3 - the kinds whose movement and defence do not suffer from want of supply."""


@lru_cache(maxsize=64)
def south_of_hold(scenario: Scenario) -> Region:
    """11.3 - the rows closed to formations not yet released."""
    board, first = scenario.board.map, scenario.tables.held_from_row
    return sum(1 << hex_ for hex_ in board.hexes if board.row(hex_) >= first)


def forbidden(state: Bautzen, side: Side, pieces: Pieces, enemies: Barriers) -> Region:
    """4.1, 7.1.2, 11.3 - the hexes that these pieces, moving together, may not enter.

    Enemy-held hexes; where they would be unsupplied, unless they are so already (BZ-R16); the
    south for Guards not yet released.
    """
    scenario, enemy = state.scenario, ENEMY[side]
    shut = state.held[enemy] | state.convoys_at[enemy]
    units = pieces & scenario.units
    if units & state.unsupplied != units:
        shut |= enemies.barren(garrison_without(state, side, units))
    if pieces & state.held_back:
        shut |= south_of_hold(scenario)
    return shut


class WithdrawalStep(NamedTuple):
    """4.3 - a step of a withdrawal: the half MPs then spent, and the node of the map reached."""

    spent: Cost
    node: int


class Trip:
    """4.1 - a move of some pieces together, before a goal is chosen.

    A stack moves with the smallest allowance and, step by step, the dearest cost of its members;
    others never pay less than infantry, so one slow member sets the cost.
    """

    __slots__ = (
        "enemies",
        "infantry",
        "leader",
        "pieces",
        "search",
        "shut",
        "side",
        "span",
        "state",
        "zone",
    )

    def __init__(self, state: Bautzen, side: Side, pieces: Pieces) -> None:
        scenario = state.scenario
        self.state, self.side, self.pieces = state, side, pieces
        self.leader = (pieces & -pieces).bit_length() - 1
        self.infantry = pieces & scenario.infantry == pieces
        if pieces & (pieces - 1):
            self.span = min([allowance(state, piece) for piece in numbers(pieces)])
        else:
            self.span = allowance(state, self.leader)
        self.search = paths(scenario, self.infantry)
        self.enemies = enemies = barriers(state, side)
        self.zone = enemies.zone
        self.shut = forbidden(state, side, pieces, enemies)

    def leg(self, start: Hex, spent: Cost = 0) -> Leg:
        """Return the move from a hex with some half MPs already spent."""
        law = zone_law(self.state.scenario)
        return Leg(start, spent, self.span, self.zone, self.shut, law)

    def gates(self) -> list[tuple[Hex, Cost]]:
        """11.2, 7.2 - the sources by which the pieces may enter, and what their ground costs."""
        scenario = self.state.scenario
        open_ = numbers(sources(self.state, self.side) & ~self.shut)
        priced = [(gate, ground_cost(scenario, gate, infantry=self.infantry)) for gate in open_]
        return [(gate, spent) for gate, spent in priced if spent <= self.span]

    @property
    def is_entering(self) -> bool:
        """11.2 - whether the pieces come from off the map."""
        return bool(self.pieces & self.state.waiting[self.side])

    def reach(self, *, remember: bool = False) -> Region:
        """4 - every hex that the pieces may move to; remembered, where it will be asked again."""
        here = self.state.where[self.leader]
        if here >= 0:
            leg = self.leg(here)
            found = self.search.reach(leg) if remember else self.search.flood(leg)
        else:
            found = self._beyond_gates()
        return found ^ found & self._unfit(found)

    def _beyond_gates(self) -> Region:
        """11.2 - the sources by which the pieces may enter, and what they reach from there."""
        gates = sorted(self.gates(), key=lambda gate: gate[1])
        onward = [(gate, spent) for gate, spent in gates if not self.zone >> gate & 1]
        found = self.search.flood(self.leg(*onward[0]), onward[1:]) if onward else 0
        return found | bits_of([gate for gate, _ in gates])

    def costs(self) -> dict[Hex, Cost]:
        """4 - every hex of `reach` and the half MPs it takes to get there."""
        found: dict[Hex, Cost] = {}
        if not self.is_entering:
            found = self.search.costs(self.leg(self.state.where[self.leader]))
        else:
            for gate, spent in self.gates():
                beyond = {} if self.zone >> gate & 1 else self.search.costs(self.leg(gate, spent))
                for hex_, cost in {gate: spent, **beyond}.items():
                    found[hex_] = min(cost, found.get(hex_, NEVER))
        unfit = self._unfit(sum(1 << hex_ for hex_ in found))
        return {hex_: cost for hex_, cost in found.items() if not unfit >> hex_ & 1}

    def path(self, goal: Hex) -> list[Hex]:
        """4.1 - by which hexes the pieces go to a hex within their reach, the goal included."""
        if not self.is_entering:
            return self.search.route(self.leg(self.state.where[self.leader]), goal)
        ways = []
        for gate, spent in self.gates():
            way = self.search.route(self.leg(gate, spent), goal) if gate != goal else []
            if gate == goal or way:
                ways.append([gate, *way])
        return min(ways, key=len)

    def _unfit(self, found: Region) -> Region:
        """5.4, 5.5 - the hexes whose units may not be stacked with the movers."""
        state, pieces, side = self.state, self.pieces, self.side
        doubtful = state.held[side] & found
        if not doubtful or not pieces & state.scenario.units:
            return 0
        refused, stacks = refusals(state.scenario), state.stacks
        clashing = refused[pieces] & state.owned[side]
        unfit = state.hexes_of(clashing) if clashing else 0
        # Whoever is not refused may join as a single unit; only stacks are still in doubt.
        doubtful &= state.crowded
        doubtful ^= doubtful & unfit
        is_one = not pieces & (pieces - 1)
        while doubtful:
            hex_ = doubtful.bit_length() - 1
            doubtful -= MARKS[hex_]
            stack = stacks[hex_]
            if refused[stack] & pieces or not (is_one or mixes(state.scenario, stack | pieces)):
                unfit |= MARKS[hex_]
        return unfit

    def withdrawal_steps(self, spent: Cost, node: int, *, first: bool) -> dict[Hex, WithdrawalStep]:
        """4.3 - the next hexes of a withdrawal through enemy zones.

        Each is nearer to the nearest usable source and one where the unit may stay; only the hex
        it started in charges for leaving a zone (BZ-R13). `node` tells by which of two roads that
        do not meet the unit came.
        """
        here = self.state.where[self.leader]
        goals = self._homeward(here) & ~self.shut
        leaving = self.state.scenario.tables.cost_leave_zone * MP if first else 0
        steps = self.search.steps(node, self.zone, leaving, goals)
        return {
            there: WithdrawalStep(spent + cost, onward)
            for there, (cost, onward) in steps.items()
            if self._may_step(there, spent + cost)
        }

    def _may_step(self, there: Hex, spent: Cost) -> bool:
        """4.1, 5.4 - whether the unit can pay for a hex and may be stacked with what is there."""
        refused = refusals(self.state.scenario)[self.state.stacks[there]]
        return spent <= self.span and not refused & self.pieces

    def may_withdraw(self) -> bool:
        """4.3 - whether a unit has a withdrawal to make, out of or through an enemy zone.

        Its first step touches a zone, so it is made across country.
        """
        state, zone, here = self.state, self.zone, self.state.where[self.leader]
        if here < 0 or not state.scenario.units >> self.leader & 1:
            return False
        if zone >> here & 1:
            left = self.span - state.scenario.tables.cost_leave_zone * MP
            goals = self.search.near(here, left)
        else:
            goals = self.search.board.around[here] & zone
            if not goals:
                return False
            goals &= self.search.near(here, self.span)
        goals ^= goals & self.shut
        goals = goals and goals & self._homeward(here)
        if not goals & state.held[self.side]:
            return bool(goals)
        refused, stacks = refusals(state.scenario), state.stacks
        return any(not refused[stacks[there]] & self.pieces for there in numbers(goals))

    def _homeward(self, here: Hex) -> Region:
        """4.3 - the neighbours of a hex that lie nearer to the nearest usable source."""
        return _nearer(
            self.search.board, self.enemies.open_sources(self.state.held[self.side]), here
        )


def reach(state: Bautzen, side: Side, pieces: Pieces) -> Region:
    """4 - every hex that these pieces may move to together."""
    return Trip(state, side, pieces).reach(remember=True)


@lru_cache(maxsize=8192)
def _nearer(board: HexMap, gates: Region, here: Hex) -> Region:
    """4.3 - the neighbours of a hex that lie nearer to the nearest of some sources."""
    far = _distances(board, gates)
    return bits_of([hex_ for hex_ in board.neighbours[here] if far[hex_] < far[here]])


@lru_cache(maxsize=1024)
def _distances(board: HexMap, gates: Region) -> bytes:
    """4.3 - by hex: how far it is to the nearest of some sources; all alike if there is none."""
    return board.distances_to(gates)
