"""A position of Petrograd 1919: which counter stands where, and what has happened to it.

`put` is the only way to move a counter, `lose` the only way to weaken one, `rout` and `recover` to
change who is routed; they keep every derived fact true.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final

from grognard.engine.bits import MARKS, numbers
from grognard.engine.game import Seat, frozen
from grognard.engine.hexmap import Hex, Region
from grognard.engine.meaning import PieceIndex, Pieces
from grognard.games.petrograd.printed import ENEMY, Scenario, Side
from grognard.kit.counters import OFF_MAP, Counters, Material
from grognard.kit.facts import ByPiece, BySeat, Listed, fact

PHASES: Final = ("arrivals", "command", "movement", "combat", "rally")
SEGMENTS: Final = ("setup", *(f"{side} {phase}" for side in ("white", "red") for phase in PHASES))


@frozen
class Battle:
    """8.2 - one combat from its declaration to its end; replaced, never changed."""

    side: Side
    """The attacker."""
    target: Hex
    attackers: Pieces
    supports: Pieces
    """8.2.2 - what supports the attack."""
    defenders: Pieces
    """Every piece in the attacked hex when it was declared."""
    defence_supports: Pieces
    night: bool
    origins: Region
    """The hexes from which the attack came."""
    column: int
    """8.2.4 - the column reached, 1 to 15; 0 before the throw."""
    rows: int
    """8.2.4 - the rows of attacker and defender as two digits."""
    panic: int
    """10.4 - 1 if the attacker panics, 2 if the defender does."""
    extra: int
    """8.2.5 - one more loss for each side."""


@lru_cache(maxsize=64)
def material(scenario: Scenario) -> Material:
    """Return the map and the counters of a scenario; troops hold the hex they stand in."""
    everything = (1 << len(scenario.pieces)) - 1
    return Material(
        scenario=scenario.id,
        map=scenario.ground.map,
        seats=tuple(side.name.lower() for side in Side),
        ids=tuple(piece.id for piece in scenario.pieces),
        steps=tuple(piece.steps for piece in scenario.pieces),
        owners=tuple(piece.side for piece in scenario.pieces),
        units=scenario.kinds.troops,
        others=everything & ~scenario.kinds.troops,
    )


class Petrograd(Counters):
    """What changes in a game, beside where the counters stand; what is printed is shared."""

    __slots__ = ("scenario", "strong")

    turn: int = fact(unsaid=1)
    segment: Annotated[int, Listed(SEGMENTS)] = fact(unsaid=SEGMENTS.index("white movement"))
    rail_left: int = fact()
    """7.5 - what the side to play may still carry by rail."""
    railway_points: int = fact()
    """11.1 - turns at whose end the Nikolaev railway was cut."""
    trotsky_escapes: int = fact()
    regiments_lost: int = fact()
    tanks_lost: int = fact()
    estonian_losses: int = fact()
    has_risen: bool = fact()
    """10.8 - whether the city has called up its districts."""
    prize_taken: bool = fact()
    """3.5 - whether Talabchanin has appeared."""
    vetrenko_obeys: bool = fact()
    """10.2 - whether 3 Div may go east this turn."""
    grounded: bool = fact()
    """6.1 - whether aircraft stay on the ground this turn."""
    silent: bool = fact()
    """6.1 - whether the guns of the side to play give no support in its phases."""
    mood: int = fact()
    """6.1 - 1 or 2 where drink or initiative waits for command to be read."""
    sudden: int = fact()
    """11.2 - 1 or 2 once White or Red has won at once."""
    was_white: Region = fact()
    """11.2, 4.1, 8.5 - what White controlled at the end of the last turn."""
    prisoners: BySeat[int] = fact()
    """8.2.8 - by side: SP that have surrendered."""
    control: BySeat[Region] = fact()
    """1.6 - by side."""
    field_works: BySeat[Region] = fact()
    """9.2 - by side: the hexes that it has dug in."""
    disorganised: Pieces = fact()
    routed: Pieces = fact()
    out_of_ammunition: Pieces = fact()
    """4.4 - pieces found unsupplied when supply was read last."""
    uncommanded: Pieces = fact()
    """5.1 - troops out of command in the phases of their side."""
    moved: Pieces = fact()
    attacked: Pieces = fact()
    """8.1 - pieces that have attacked in these phases."""
    assaulted: Region = fact()
    """8.1 - hexes attacked in these phases."""
    supported: Pieces = fact()
    flown: Pieces = fact()
    """8.2.2 - aircraft that have flown this turn."""
    detrained: Pieces = fact()
    """3.3 - pieces that have half their allowance this turn."""
    broken_down: Pieces = fact()
    """8.6 - tanks."""
    breaking: Pieces = fact()
    """8.6 - tanks broken down in these phases of their side."""
    night_now: Pieces = fact()
    night_before: Pieces = fact()
    """8.4 - who attacked by night this turn and the last."""
    delayed: Pieces = fact()
    """3.3, 3.4 - arrivals that come late, by another way."""
    known: BySeat[Pieces] = fact()
    """1.7 - by side: enemy troops that it has seen and that have not moved out of sight."""
    returns: ByPiece = fact()
    """10.5 - by piece: the turn on which a leader comes back."""
    battle: Battle | None = fact()

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(material(scenario))
        self.scenario = scenario
        self.strong: tuple[Region, Region] = (0, 0)
        """1.4 - by side: the hexes that have a zone of control. Only `refresh` may change it."""

    def canonical(self) -> str:
        """Return every fact of the position as the text of a position file."""
        from grognard.games.petrograd.position import write

        return write(self)

    def winner(self) -> Seat | None:
        """11 - the side that has won, once the game is over."""
        from grognard.games.petrograd.victory import winner

        return winner(self) if self.is_over else None

    # Derived facts

    def refresh(self, hex_: Hex, side: Side) -> None:
        """1.4 - see whether the troops of a hex have a zone of control."""
        kinds, strong = self.scenario.kinds, self.strong
        able = self.stacks[hex_] & kinds.troops & ~self.routed & self.owned[side]
        is_strong = able and (able & (able - 1) or not able & kinds.battalions)
        if (not is_strong) is bool(strong[side] & MARKS[hex_]):
            white, red = strong
            mark = MARKS[hex_]
            self.strong = (white, red ^ mark) if side else (white ^ mark, red)

    def points_at(self, hex_: Hex) -> int:
        """1.5 - the SP of the troops in a hex."""
        steps = self.steps
        return sum([steps[piece] for piece in numbers(self.units_at(hex_))])

    def occupied(self, side: Side) -> Region:
        """Return the hexes with any piece of a side, ships included."""
        return self.held[side] | self.others_at[side]

    # Changes

    def put(self, piece: PieceIndex, hex_: Hex) -> None:
        """Put a counter in a hex, or take it off the map."""
        side = self.scenario.pieces[piece].side
        left = self.where[piece]
        self.place(piece, hex_, side)
        if self.scenario.kinds.troops >> piece & 1:
            if left >= 0:
                self.refresh(left, side)
                if self.field_works[side] & MARKS[left] and not self.held[side] & MARKS[left]:
                    self.field_works[side] ^= MARKS[left]
            if hex_ >= 0:
                self.refresh(hex_, side)

    def settle(self, hex_: Hex, side: Side) -> None:
        """1.6 - troops of a side have stopped in a hex: it is theirs."""
        bit, enemy = MARKS[hex_], ENEMY[side]
        self.control[side] |= bit
        if self.control[enemy] & bit:
            self.control[enemy] ^= bit
        if self.field_works[enemy] & bit:
            self.field_works[enemy] ^= bit

    def mark_routed(self, pieces: Pieces) -> None:
        """8.2.6 - these pieces are routed from now on."""
        self.routed |= pieces
        self._refresh_all(pieces)

    def mark_rallied(self, pieces: Pieces) -> None:
        """9.1 - these pieces are routed no more."""
        self.routed &= ~pieces
        self._refresh_all(pieces)

    def _refresh_all(self, pieces: Pieces) -> None:
        for piece in numbers(pieces & self.scenario.kinds.troops):
            if self.where[piece] >= 0:
                self.refresh(self.where[piece], self.scenario.pieces[piece].side)

    def lose(self, piece: PieceIndex, rule: str, *, steps: int = 1) -> None:
        """8.2.5 - a piece loses SP or steps, and leaves the game with the last."""
        left = max(0, self.steps[piece] - steps)
        lost = self.steps[piece] - left
        if self.scenario.kinds.estonian >> piece & 1:
            self.estonian_losses += lost
        if left:
            self.steps[piece] = left
            side, here = self.scenario.pieces[piece].side, self.where[piece]
            self.note("lost_points", rule, side=side, pieces=[piece], hex=here, number=lost)
        else:
            self.destroy(piece, rule)

    def destroy(self, piece: PieceIndex, rule: str) -> None:
        """8.2.5 to 8.2.7 - a piece is lost where it stands."""
        side, here = self.scenario.pieces[piece].side, self.where[piece]
        self.note("destroyed", rule, side=side, pieces=[piece], hex=here)
        self.remove(piece)

    def remove(self, piece: PieceIndex) -> None:
        """10.5, 11.1 - a piece leaves the game; a leader comes back later."""
        scenario, bit = self.scenario, 1 << piece
        self.put(piece, OFF_MAP)
        gone = ~bit
        self.disorganised &= gone
        self.routed &= gone
        self.out_of_ammunition &= gone
        self.uncommanded &= gone
        self.broken_down &= gone
        self.breaking &= gone
        for side in Side:
            self.known[side] &= gone
        if bit & scenario.kinds.leaders:
            self._escape(piece)
            return
        self.steps[piece] = 0
        if bit & scenario.kinds.army:
            self.regiments_lost += 1
        elif bit & scenario.kinds.tanks & scenario.kinds.white:
            self.tanks_lost += 1

    def _escape(self, piece: PieceIndex) -> None:
        """10.5 - a leader escapes and comes back."""
        tables = self.scenario.tables
        self.returns[piece] = self.turn + tables.back_after
        if piece == tables.trotsky:
            self.trotsky_escapes += 1
        self.note("escaped", "10.5", pieces=[piece], turn=self.returns[piece])
