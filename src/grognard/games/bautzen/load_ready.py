"""Judge a ready-made set-up by rule 12 and the stacking rules of chapter 5."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NoReturn

from grognard.games.bautzen.load_setup import Box, is_on_foot, starts_on_map
from grognard.games.bautzen.printed import Area, Kind, Options, Piece, Ready, Side

if TYPE_CHECKING:
    from grognard.engine.datafile import Section
    from grognard.engine.hexmap import Hex, HexMap, Region


class SetUpCheck:
    """The set-up under judgement; each method refuses one kind of fault."""

    def __init__(self, section: Section, box: Box, ready: Ready) -> None:
        self.section, self.box = section, box
        self.placed = [(box.pieces[index], hex_) for index, hex_ in ready.placements]
        self.stacks: dict[Hex, list[Piece]] = {}
        for piece, hex_ in self.placed:
            self.stacks.setdefault(hex_, []).append(piece)

    def refuse(self, reason: str, piece: Piece | None = None) -> NoReturn:
        """Refuse the set-up, pointing at the line of a piece."""
        self.section.refuse(reason, *([piece.id] if piece else []))

    def refuse_forgotten(self, convoys: int) -> None:
        """12 - every unit that starts on the map stands there once, and the supply columns."""
        times = Counter(piece.index for piece, _ in self.placed)
        for piece in self.box.pieces:
            if times[piece.index] > 1:
                self.refuse(f"{piece.id} is set up {times[piece.index]} times", piece)
            if starts_on_map(piece) and not times[piece.index]:
                self.refuse(f"{piece.id} is not set up")
            if times[piece.index] and not starts_on_map(piece) and piece.kind is not Kind.CONVOY:
                self.refuse(f"{piece.id} does not start on the map", piece)
        found = sum(piece.kind is Kind.CONVOY for piece, _ in self.placed)
        if found != convoys:
            self.refuse(f"{found} supply columns are set up, not {convoys}")

    def refuse_outside(self, areas: tuple[Area, ...], options: Options) -> None:
        """12.1, 12.2 - a unit stands in its area; independents with or next to their nation."""
        where = {piece.index: hex_ for piece, hex_ in self.placed}
        for area in areas:
            region = area.region or self._near(area, where, options)
            for index in area.pieces:
                if not region >> where[index] & 1:
                    piece = self.box.pieces[index]
                    name = self.box.board.map.name(where[index])
                    self.refuse(f"{piece.id} may not set up in {name}", piece)

    def _near(self, area: Area, where: dict[int, Hex], options: Options) -> Region:
        """Return the hexes with or next to the formations of a nation (BZ-R74).

        By the other reading it is the nation, growing by each unit that joins it.
        """
        by_formation = options.independents_anchor == "formation"
        kin = [p for p in self.box.pieces if p.nationality == area.near_nationality]
        nation = [p.index for p in kin if p.formation or not by_formation]
        waiting = set(area.pieces)
        map_: HexMap = self.box.board.map
        region = 0
        joined = [index for index in nation if index in where and index not in waiting]
        while joined:
            for index in joined:
                region |= map_.disc(where[index], 1)
            if by_formation:
                break
            waiting.difference_update(joined)
            joined = [index for index in waiting if region >> where[index] & 1]
        return region

    def refuse_crowded(self, options: Options) -> None:
        """5 - no hex over its limit, no stack of strangers."""
        limits, terrain = self.box.tables.stacking_limit, self.box.board.terrain
        for hex_, stack in self.stacks.items():
            points, limit = sum(p.stacking for p in stack), limits[terrain[hex_]]
            name = self.box.board.map.name(hex_)
            if points > limit:
                self.refuse(f"{points} stacking points in {name}, the limit is {limit}", stack[0])
            reason = stranger(stack, options)
            if reason:
                self.refuse(f"in {name} {reason}", stack[0])

    def refuse_in_capital(self, capital: Hex) -> None:
        """12.1 - no Allied unit sets up in Dresden (BZ-R32)."""
        for piece in self.stacks.get(capital, ()):
            if piece.side is Side.ALLIED:
                name = self.box.board.map.name(capital)
                self.refuse(f"{piece.id} may not set up in {name}", piece)

    def refuse_misplaced(self) -> None:
        """7.2, 12.2, 13 - no hex of both sides, no lone column, no wheels on a roadless height."""
        board = self.box.board
        for hex_, stack in self.stacks.items():
            name = board.map.name(hex_)
            sides = {piece.side for piece in stack} - {None}
            if len(sides) == 2:
                self.refuse(f"{name} holds units of both sides", stack[0])
            if sides != {Side.ALLIED} and any(p.kind is Kind.CONVOY for p in stack):
                self.refuse(f"the supply column in {name} is not with an Allied unit", stack[0])
            if board.dominant >> hex_ & 1 and not board.linked[hex_]:
                for piece in stack:
                    if not is_on_foot(piece):
                        self.refuse(f"no road takes {piece.id} to the height {name}", piece)


def stranger(stack: list[Piece], options: Options) -> str:
    """5.4, 5.5, 5.6 - say why the units of a stack may not stand together, or nothing.

    One formation and at most one unit of another; whoever has no formation, and the headquarters
    of a corps or army, with their own nation alone.
    """
    units = [piece for piece in stack if piece.is_unit]
    nations = {piece.nationality for piece in units}
    free = [piece for piece in units if piece.is_independent or piece.is_senior_hq]
    if free and len(nations) > 1:
        return f"{free[0].id} stacks with units of another nation"
    if len(nations) > 1 and not options.mixed_nationalities:
        return "units of two nations stack"
    members = Counter(piece.formation for piece in units if piece not in free)
    if members and members.total() - max(members.values()) > 1:
        return "more than one unit is of another formation"
    return ""


def refuse_illegal(
    section: Section,
    box: Box,
    ready: Ready,
    *,
    areas: tuple[Area, ...],
    options: Options,
    convoys: int,
    capital: Hex,
) -> None:
    """Refuse a set-up that a player could not make."""
    judge = SetUpCheck(section, box, ready)
    judge.refuse_forgotten(convoys)
    judge.refuse_outside(areas, options)
    judge.refuse_misplaced()
    if not options.set_up_in_capital:
        judge.refuse_in_capital(capital)
    judge.refuse_crowded(options)
