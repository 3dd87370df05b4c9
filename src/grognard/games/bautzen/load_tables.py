"""Read the printed tables: tables.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from grognard.engine.datafile import Section, TomlFile
from grognard.games.bautzen.load_board import TERRAINS
from grognard.games.bautzen.printed import Tables
from grognard.kit.losses import read_losses
from grognard.kit.tables import read_block, read_die

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from pathlib import Path

T = TypeVar("T")

COST_KEYS: Final = ("clear", "woods", "difficult", "village", "town", "dominant")
COLUMNS: Final = ("1/2", "1/1", "2/1", "3/1", "4/1", "5/1", "6/1", "7/1")
CRT_ROWS: Final = 8
CRT_CELL: Final = "1/2: steps lost by attacker/defender"
ROAD_ONLY: Final = -1
NO_FORMATION: Final = ("release", "air")


def read_tables(file: Path, formations: Container[str]) -> Tables:
    """Return the tables; `formations` are those that reinforcements may name."""
    root = TomlFile(file).root
    die, column, dominant = (root.section(key) for key in ("die", "column", "dominant"))
    movement, convoys = root.section("movement"), root.section("convoys")
    stacking, withdrawal = root.section("stacking"), root.section("withdrawal")
    arrivals = root.section("reinforcements")
    infantry, other = movement.section("infantry"), movement.section("other")
    tables = Tables(
        results=read_block(root, "crt", COLUMNS, CRT_ROWS, read_losses, like=CRT_CELL),
        die_formation=die.number("formation"),
        die_unsupplied=die.number("unsupplied"),
        die_difficult=die.number("difficult"),
        die_woods=die.number("woods"),
        die_village=die.number("village"),
        die_river=die.number("river"),
        column_concentric=column.number("concentric"),
        column_dominant=column.number("dominant"),
        column_town=column.number("town"),
        column_convoy=column.number("convoy"),
        column_air=column.number("air"),
        convoy_limit=column.number("convoy_limit", least=0),
        air_limit=column.number("air_limit", least=0),
        dominant_support=dominant.number("support"),
        dominant_reach=dominant.number("reach", least=0),
        cost_infantry={key: _cost(infantry, key) for key in COST_KEYS},
        cost_other={key: _cost(other, key) for key in COST_KEYS},
        cost_river=movement.number("river", least=0),
        cost_leave_zone=movement.number("leave_zone", least=0),
        stacking_limit={key: stacking.number(key, least=1) for key in TERRAINS},
        convoy_movement=convoys.number("movement", least=0),
        convoys_per_side=convoys.number("per_side", least=0),
        allied_convoys=convoys.number("allied_per_turn", least=0),
        german_convoys=_by_die(convoys.section("german_roll"), 6, _convoys, 0),
        german_convoys_from_turn=convoys.number("german_from_turn", least=1),
        convoy_captured=_by_die(convoys.section("alone_attacked"), 6, _is_captured, False),
        withdrawal_loss=frozenset(withdrawal.numbers("lost_on")),
        reinforcement_from_turn=arrivals.number("from_turn", least=1),
        reinforcement_table=_by_die(
            arrivals.section("table"), 7, lambda s, key: _arrivals(s, key, formations), ()
        ),
        reinforcement_early_turns=frozenset(arrivals.numbers("early_turns")),
        reinforcement_early=arrivals.number("early"),
        reinforcement_town=arrivals.number("town"),
        reinforcement_town_and_place=arrivals.number("town_and_place"),
        held_formations=_known(arrivals, "held", formations),
        held_from_row=arrivals.number("held_from_row", least=1),
    )
    for section in (root, die, column, dominant, movement, infantry, other, stacking):
        section.finish()
    for section in (convoys, withdrawal, arrivals):
        section.finish()
    return tables


def _cost(section: Section, key: str) -> int:
    """4.1 - whole movement points, or "road" for what only a road or railway enters."""
    if key in section and section.is_text(key):
        section.text(key, "road")
        return ROAD_ONLY
    return section.number(key, least=0)


def _by_die(
    section: Section, faces: int, value: Callable[[Section, str], T], unused: T
) -> tuple[T, ...]:
    """Return a tuple by die from a table of ranges such as "1-3" and "6"."""
    return (unused, *read_die(section, 1, faces, value).values)


def _convoys(section: Section, key: str) -> int:
    return section.number(key, least=0)


def _is_captured(section: Section, key: str) -> bool:
    return section.text(key, "destroyed", "captured") == "captured"


def _arrivals(section: Section, key: str, formations: Container[str]) -> tuple[str, ...]:
    return _known(section, key, formations, *NO_FORMATION)


def _known(section: Section, key: str, formations: Container[str], *others: str) -> tuple[str, ...]:
    """Return a list of formations, each of which must have counters."""
    names = section.texts(key)
    for name in names:
        if name not in formations and name not in others:
            section.refuse(f"no piece belongs to {name}", key)
    return tuple(names)
