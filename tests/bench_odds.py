"""How fast exact odds are, beside icepool on the same dice: part of ``make bench``.

``python -m tests.bench_odds``
"""

from __future__ import annotations

from time import process_time
from timeit import repeat
from typing import TYPE_CHECKING, NamedTuple

import icepool

from grognard.games.bautzen import combat as bautzen_combat
from grognard.games.bautzen import position
from grognard.games.bautzen.load import load
from grognard.games.bautzen.odds import assault, assault_as_seen, chart, composed
from grognard.games.eastfront import combat as eastfront_combat
from grognard.games.eastfront import overrun
from grognard.games.eastfront.odds import combat_odds, overrun_odds
from grognard.games.eastfront.units import Unit
from grognard.games.petrograd import combat as petrograd_combat
from grognard.games.petrograd import odds as petrograd

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.games.bautzen.state import Battle, Bautzen


class Row(NamedTuple):
    """One measurement in microseconds, what it should stay below, and icepool's on the same dice.

    icepool does the dice and the table alone: neither modifiers, nor choices, nor the board.
    """

    name: str
    microseconds: float
    aim: float
    icepool: float


WEISSENBERG = """
game = "bautzen"
turn = 1
segment = "german combat"
[stacks]
1910 = ["861/294RD"]
1808 = ["QG/294RD"]
1810 = ["21/20Pz", "59/20Pz"]
1911 = ["112/20Pz", "QG/20Pz"]
1912 = ["QG/57PzK"]
"""
STACKED = """
game = "bautzen"
turn = 1
segment = "german combat"
[stacks]
2110 = ["13/5DP", "15/5DP", "17/5DP"]
2109 = ["QG/5DP"]
2111 = ["21/20Pz", "59/20Pz", "112/20Pz"]
2112 = ["QG/20Pz", "QG/57PzK"]
"""


def microseconds(work: Callable[[], object], number: int) -> float:
    """Return the best of nine averages, in microseconds of processor time."""
    return min(repeat(work, number=number, repeat=9, timer=process_time)) / number * 1e6


def attack(text: str, target: str, names: str, supports: str) -> tuple[Bautzen, Battle]:
    """Return a position and an attack on it."""
    scenario = load()
    state = position.read(text, scenario, "bench")
    ids = scenario.by_id
    units, helpers = (sum(1 << ids[name] for name in given.split()) for given in (names, supports))
    side = state.side_of(ids[names.split()[0]])
    return state, composed(state, side, scenario.board.map.hex(target), units, helpers)


def table_of_bautzen(state: Bautzen, battle: Battle) -> float:
    """Return icepool's time for a die read in the column of an attack."""
    sums = bautzen_combat.arithmetic(state, battle)
    return microseconds(
        lambda: icepool.d6.map(lambda die: bautzen_combat.resolve(state, sums, die)), 500
    )


def bautzen_rows() -> list[Row]:
    """Attacks on the board with all their choices, and the table alone."""
    plain = attack(WEISSENBERG, "1910", "21/20Pz 59/20Pz 112/20Pz", "QG/20Pz QG/57PzK")
    stacked = attack(STACKED, "2110", "21/20Pz 59/20Pz 112/20Pz", "QG/20Pz QG/57PzK")
    dice = table_of_bautzen(*plain)
    state, battle = plain
    seen = microseconds(lambda: assault_as_seen(state, battle.side, battle), 100)
    return [
        Row("Bautzen attack, all choices", microseconds(lambda: assault(*plain), 200), 2000, dice),
        Row(
            "Bautzen attack on three units",
            microseconds(lambda: assault(*stacked), 100),
            2000,
            table_of_bautzen(*stacked),
        ),
        Row("Bautzen attack as a seat sees it", seen, 2000, dice),
        Row("Bautzen results table", microseconds(lambda: chart(26, 6, -1), 1000), 100, dice),
    ]


def petrograd_row() -> Row:
    """A Petrograd combat: 2d6, both halves of every column."""
    combat = petrograd_combat.Combat(
        petrograd_combat.Force(8, 4, 5, 8), petrograd_combat.Force(4, 3, 3, 4), terrain=1
    )
    shift = petrograd.columns(combat).total
    dice = 2 @ icepool.d6
    theirs = microseconds(
        lambda: dice.map(
            lambda total: petrograd_combat.read(combat, total, shift).column, star=False
        ),
        200,
    )
    return Row("Petrograd chart", microseconds(lambda: petrograd.columns(combat), 500), 100, theirs)


def eastfront_rows() -> list[Row]:
    """An East Front overrun and a declared attack: d10 and their modifiers."""
    case = overrun.OverrunCase(17, 3)
    drm = overrun.net(case)
    band = microseconds(lambda: icepool.d10.map(lambda die: overrun.read(case, drm, die).text), 300)
    attack = eastfront_combat.Attack((Unit(12), Unit(14)), 6)
    battle = eastfront_combat.assess(attack)
    cell = microseconds(
        lambda: icepool.d10.map(lambda die: str(eastfront_combat.aftermath(battle, die))), 300
    )
    return [
        Row("East Front overrun", microseconds(lambda: overrun_odds(case), 500), 100, band),
        Row("East Front attack", microseconds(lambda: combat_odds(attack), 500), 100, cell),
    ]


def rows() -> list[Row]:
    """Return every measurement."""
    return [*bautzen_rows(), petrograd_row(), *eastfront_rows()]


def main() -> None:
    """Print one line a measurement."""
    for row in rows():
        print(
            f"{row.name:34} {row.microseconds:8.1f} us   aim < {row.aim:.0f} us   "
            f"icepool, dice to table: {row.icepool:.1f} us"
        )


if __name__ == "__main__":
    main()
