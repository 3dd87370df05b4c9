"""A position of an East Front game: which counter stands where, and what has happened to it.

`put` is the only way to move a counter, `lose` and `destroy` the only ways to weaken one,
`mark_overrun` and `clear_overrun` to change who carries a marker; they keep derived facts true.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Final

from grognard.engine.bits import MARKS, numbers
from grognard.engine.hexmap import Hex, Region
from grognard.engine.meaning import PieceIndex, Pieces
from grognard.games.eastfront.fight_facts import FightFacts
from grognard.games.eastfront.printed import ENEMY, WEATHERS, Scenario, Side
from grognard.kit.counters import OFF_MAP, Material
from grognard.kit.facts import ByPiece, BySeat, Listed, Sides, fact

if TYPE_CHECKING:
    from grognard.engine.game import Seat

SEGMENTS: Final = (
    *("setup", "weather", "supply", "arrivals"),
    *("german movement", "german declaration", "soviet reaction", "german combat"),
    *("german motorised", "german engineering"),
    *("soviet motorised", "soviet declaration", "german reaction", "soviet combat"),
    *("soviet movement", "soviet engineering", "end"),
)
"""2 - the phases of a turn in their order."""
MUD: Final = WEATHERS.index("mud")


@lru_cache(maxsize=64)
def material(scenario: Scenario) -> Material:
    """Return the map and the counters of a scenario; combat units hold the hex they stand in."""
    everything = (1 << len(scenario.pieces)) - 1
    return Material(
        scenario=scenario.id,
        map=scenario.ground.map,
        seats=tuple(side.name.lower() for side in Side),
        ids=tuple(piece.id for piece in scenario.pieces),
        steps=tuple(len(piece.values) for piece in scenario.pieces),
        owners=tuple(piece.side for piece in scenario.pieces),
        units=scenario.kinds.combat,
        others=everything & ~scenario.kinds.combat,
        sides=scenario.ground.bridges,
    )


@lru_cache(maxsize=64)
def values_by_steps(scenario: Scenario) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """1.2 - attack, then defence, by piece and the steps it has left; nothing once it is lost."""
    pieces = [piece.values[::-1] for piece in scenario.pieces]
    return tuple(
        tuple((0, *(pair[which] for pair in pairs)) for pairs in pieces) for which in (0, 1)
    )


def values_of(pieces: Pieces, values: tuple[tuple[int, ...], ...], steps: bytearray) -> int:
    """1.2 - the values of some units together, by the steps they have."""
    found = 0
    while pieces:
        piece = pieces.bit_length() - 1
        found += values[piece][steps[piece]]
        pieces -= MARKS[piece]
    return found


class Luga(FightFacts):
    """What changes in a game, beside where the counters stand; what is printed is shared."""

    __slots__ = ("attacks", "defences", "mobile_zones", "scenario", "zones")

    turn: int = fact(unsaid=1)
    segment: Annotated[int, Listed(SEGMENTS)] = fact(unsaid=SEGMENTS.index("german movement"))
    weather: Annotated[int, Listed(WEATHERS)] = fact()
    lingering: bool = fact()
    """5.3 - whether the turn before was mud, so that it lingers in forests."""
    dry_turns: int = fact()
    """5.2 - how many dry turns have followed each other, this one included."""
    west_open: bool = fact()
    """6.2 - whether the western exit has become German."""
    steps_lost: int = fact()
    """26.2 - German steps lost."""
    kept: bool = fact()
    """8.2 - whether the German side has refused the withdrawal."""
    sudden: int = fact()
    """26.3 - 1 or 2 once the German or the Soviet side has won at once."""
    spent: int = fact()
    """10.1 - half points that the units moving now have spent."""
    control: BySeat[Region] = fact()
    """26.1 - by side."""
    attack_supply: BySeat[int] = fact()
    """6.4 - by side: attack supply points left this turn."""
    air: BySeat[int] = fact()
    """17.1 - by side: air points left this turn."""
    known: BySeat[Region] = fact()
    """1.4 - by side: the hexes with enemy units that it looked into last."""
    emergency: Pieces = fact()
    """6.3 - units with an Emergency marker."""
    unsupplied: Pieces = fact()
    """6.3 - units with an Out of Supply marker."""
    overrun: Pieces = fact()
    """11.4.4 - units with an overrun marker."""
    inoperational: Pieces = fact()
    """7.1 - Soviet headquarters that are not operational."""
    moved: Pieces = fact()
    """10.1 - who has moved, or may not, in this phase."""
    group: Pieces = fact()
    """10.1 - the units moving now."""
    activated: Pieces = fact()
    """7.2 - units on foot that an HQ has activated this turn."""
    reserved: Pieces = fact()
    """25.2 - reserves that may not move in this phase."""
    delayed: Pieces = fact()
    """8.1 - arrivals that have been barred."""
    withdrawn: Pieces = fact()
    """8.2 - units withdrawn."""
    surrendered: Pieces = fact()
    """21 - units that have surrendered."""
    began: Region = fact()
    """11.1 - where the moving side had units when the phase began."""
    germans_at_start: Region = fact()
    """11.3 - where German units stood when the turn began."""
    destroyed: Region = fact()
    """18.1 - fortified points destroyed."""
    breached: Region = fact()
    """18.2 - inside hexes whose fortified sides count no more."""
    converted: Region = fact()
    """6.5 - railway hexes that German lines use."""
    early: Region = fact()
    """26.2 - places taken in time."""
    blown: Sides = fact()
    """11.3 - bridges that are gone."""
    tried: Sides = fact()
    """11.3 - bridges tried in this phase, or repaired."""
    repairing: Pieces = fact()
    """11.3 - engineers that have repaired in this phase."""
    activations: ByPiece = fact()
    """7.2 - by HQ: units activated this turn."""
    reactions: ByPiece = fact()
    """7.2 - by HQ: reactions given this turn."""
    orders_given: ByPiece = fact()
    """7.2 - by HQ: orders given this turn."""

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(material(scenario))
        self.scenario = scenario
        self.attacks, self.defences = values_by_steps(scenario)
        self.zones: tuple[Region, Region] = (0, 0)
        """4.1 - by side: hexes with a unit on foot that has a zone. Only `refresh` changes it."""
        self.mobile_zones: tuple[Region, Region] = (0, 0)
        """4.1 - by side: hexes with a motorised unit that has a zone, and none on foot."""

    def canonical(self) -> str:
        """Return every fact of the position as the text of a position file."""
        from grognard.games.eastfront.position import write

        return write(self)

    def winner(self) -> Seat | None:
        """26 - the side that has won, once the game is over."""
        from grognard.games.eastfront.victory import winner

        return winner(self) if self.is_over else None

    # Derived facts

    @property
    def is_mud(self) -> bool:
        """5.4 - whether this is a mud turn."""
        return self.weather == MUD

    def refresh(self, hex_: Hex, side: Side) -> None:
        """4.1 - see whether the units of a hex have a zone of control."""
        kinds, bit = self.scenario.kinds, MARKS[hex_]
        able = self.stacks[hex_] & kinds.zoned & self.owned[side] & ~self.overrun
        on_foot = able & ~kinds.motorised
        if (on_foot == 0) is (self.zones[side] & bit != 0):
            self.zones = _turned(self.zones, side, bit)
        if (able == 0 or on_foot != 0) is (self.mobile_zones[side] & bit != 0):
            self.mobile_zones = _turned(self.mobile_zones, side, bit)

    def occupied(self, side: Side) -> Region:
        """Return the hexes with any piece of a side."""
        return self.held[side] | self.others_at[side]

    def attack_value(self, piece: PieceIndex) -> int:
        """1.2 - the attack of a unit with the steps it has."""
        return self.attacks[piece][self.steps[piece]]

    def defence_value(self, piece: PieceIndex) -> int:
        """1.2 - the defence of a unit with the steps it has."""
        return self.defences[piece][self.steps[piece]]

    def values(self, piece: PieceIndex) -> tuple[int, int]:
        """1.2 - attack and defence of a unit with the steps it has."""
        steps = self.steps[piece]
        return self.attacks[piece][steps], self.defences[piece][steps]

    def attack_values(self, pieces: Pieces) -> int:
        """1.2 - the attacks of some units together."""
        return values_of(pieces, self.attacks, self.steps)

    def defence_values(self, pieces: Pieces) -> int:
        """1.2 - the defences of some units together."""
        return values_of(pieces, self.defences, self.steps)

    # Changes

    def put(self, piece: PieceIndex, hex_: Hex) -> None:
        """26.1 - put a counter in a hex, which its side holds from then on, or off the map."""
        scenario, left = self.scenario, self.where[piece]
        side, has_zone = scenario.pieces[piece].side, scenario.kinds.zoned >> piece & 1
        self.place(piece, hex_, side)
        if has_zone and left >= 0:
            self.refresh(left, side)
        if hex_ >= 0:
            self.hold(MARKS[hex_], side)
            if has_zone:
                self.refresh(hex_, side)

    def hold(self, region: Region, side: Side) -> None:
        """26.1 - a side has come into or through these hexes."""
        control, enemy = self.control, ENEMY[side]
        control[side] |= region
        if lost := control[enemy] & region:
            control[enemy] ^= lost
        if not self.west_open and region >> self.scenario.west_key & 1:
            self.west_open = side is Side.GERMAN

    def mark_overrun(self, pieces: Pieces) -> None:
        """11.4.4 - these units carry an overrun marker from now on."""
        self.overrun |= pieces
        self._refresh_all(pieces)

    def clear_overrun(self, pieces: Pieces) -> None:
        """18.3 - these units carry no overrun marker any more."""
        self.overrun &= ~pieces
        self._refresh_all(pieces)

    def _refresh_all(self, pieces: Pieces) -> None:
        for piece in numbers(pieces & self.scenario.kinds.zoned):
            if self.where[piece] >= 0:
                self.refresh(self.where[piece], self.scenario.pieces[piece].side)

    def lose(self, piece: PieceIndex, rule: str, *, steps: int = 1) -> None:
        """16.1 - a unit loses steps, and leaves the game with the last."""
        left = max(0, self.steps[piece] - steps)
        lost = self.steps[piece] - left
        if not left:
            self.destroy(piece, rule)
            return
        side, here = self.scenario.pieces[piece].side, self.where[piece]
        if side is Side.GERMAN:
            self.steps_lost += lost
        self.steps[piece] = left
        self.note("lost_steps", rule, side=side, pieces=[piece], hex=here, number=lost)

    def destroy(self, piece: PieceIndex, rule: str) -> None:
        """1.2 - a unit is eliminated where it stands."""
        side, here = self.scenario.pieces[piece].side, self.where[piece]
        if side is Side.GERMAN:
            self.steps_lost += self.steps[piece]
        self.note("eliminated", rule, side=side, pieces=[piece], hex=here)
        self.remove(piece)

    def surrender(self, piece: PieceIndex) -> None:
        """21 - a Soviet unit surrenders."""
        self.surrendered |= 1 << piece
        self.remove(piece)

    def withdraw(self, piece: PieceIndex) -> None:
        """8.2 - a unit is taken away; no step of it counts as lost."""
        self.withdrawn |= 1 << piece
        self.remove(piece)

    def remove(self, piece: PieceIndex) -> None:
        """1.2 - a unit leaves the game with all that is said of it."""
        gone = ~(1 << piece)
        self.put(piece, OFF_MAP)
        self.steps[piece] = 0
        self.emergency &= gone
        self.unsupplied &= gone
        self.overrun &= gone
        self.inoperational &= gone
        self.moved &= gone
        self.group &= gone
        self.activated &= gone
        self.reserved &= gone


def _turned(regions: tuple[Region, Region], side: Side, bit: Region) -> tuple[Region, Region]:
    """Return regions by side where a hex of one side is in if it was out, and out if it was in."""
    german, soviet = regions
    return (german, soviet ^ bit) if side else (german ^ bit, soviet)
