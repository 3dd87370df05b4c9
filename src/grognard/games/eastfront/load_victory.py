"""26 - read what a scenario scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.eastfront.counters import Side
from grognard.games.eastfront.printed import CountedDivision, Early, Victory
from grognard.kit.board import named_hex

if TYPE_CHECKING:
    from grognard.engine.datafile import Section
    from grognard.games.eastfront.load_scenario import Box

LEVELS = 4


def read_victory(section: Section, divisions: Section, box: Box) -> Victory:
    """26 - return what a scenario scores."""
    places, board = section.section("places"), box.ground.map
    leningrad, each = box.region(section, "leningrad_hexes"), section.number("leningrad", least=0)
    values = {named_hex(places, name, board): places.number(name, least=0) for name in places}
    values |= {hex_: each for hex_ in board.hexes if leningrad >> hex_ & 1}
    victory = Victory(
        places=values,
        early=_early(section, box),
        divisions=_divisions(divisions, box),
        division_eliminated=section.number("division_eliminated", least=0),
        division_surrendered=section.number("division_surrendered", least=0),
        division_isolated=section.number("division_isolated", least=0),
        lines_cut=section.number("lines_cut", least=0),
        highway=box.region(section, "highway"),
        railway=box.region(section, "railway"),
        steps_per_point=section.number("steps_per_point", least=1),
        isolated_german=section.number("isolated_german", least=0),
        kept=section.number("kept_3_mot", least=0),
        leningrad=leningrad,
        sudden_german_count=section.number("sudden_german_count", least=1),
        sudden_soviet=box.region(section, "sudden_soviet"),
        levels=tuple(section.numbers("levels")),
    )
    if (
        list(victory.levels) != sorted(victory.levels, reverse=True)
        or len(victory.levels) != LEVELS
    ):
        section.refuse("levels are four falling numbers", "levels")
    section.finish()
    return victory


def _early(section: Section, box: Box) -> tuple[Early, ...]:
    """26.2 - places with the last turn on which they count more."""
    found = []
    for one in section.sections("early"):
        hex_ = named_hex(one, one.text("hex"), box.ground.map)
        found.append(Early(hex_, one.number("turn", least=1), one.number("points", least=0)))
        one.finish()
    return tuple(found)


def _divisions(section: Section, box: Box) -> tuple[CountedDivision, ...]:
    """26.2 - the divisions of several pieces, then every other piece that is a division."""
    names, none = section.texts("groups"), box.listed(section, "none")
    found = [CountedDivision(name, box.of_formations(section, [name])) for name in names]
    taken = none
    for division in found:
        taken |= division.pieces
    section.finish()
    alone = [
        CountedDivision(piece.id, 1 << piece.index)
        for piece in box.pieces
        if piece.side is Side.SOVIET and piece.size == "XX" and not taken >> piece.index & 1
    ]
    return (*found, *alone)
