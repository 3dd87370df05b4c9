"""15, 16 - what an attack is expected to bring: every face of the die, by the charts themselves."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import numbers
from grognard.engine.forbidden import Forbidden
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import combat

if TYPE_CHECKING:
    from grognard.games.eastfront.charts import Charts
    from grognard.games.eastfront.engaged import Battle
    from grognard.games.eastfront.state import Luga

FACES: Final = range(1, 11)
RETREAT: Final = 0.5
"""What a retreat costs those who make it, in steps."""
HOPELESS: Final = -9.0
SIEGE: Final = 0.3
"""What it is worth to have worn down those who stay in a hex, of what the hex is worth."""


class Stakes(NamedTuple):
    """What is at stake in an attack, in steps."""

    hex: float
    """The attacked hex."""
    losses: float
    """What the attacker's steps weigh against the defender's."""
    prize: float
    """What a step of the defender's is worth besides, for the division that goes with it."""


def weigh(state: Luga, battle: Battle, stakes: Stakes) -> float:
    """Return what an attack as it is composed promises its attacker, in steps."""
    try:
        seen = combat.assess(rules.attack_case(state, battle))
    except Forbidden:
        return HOPELESS
    mine = sum([state.steps[piece] for piece in numbers(battle.attackers)])
    his = sum([state.steps[piece] for piece in numbers(rules.defenders(state, battle))])
    key = (seen.column, seen.drm, seen.additional, seen.engineer, seen.armour, seen.order)
    return _expected((*key, seen.second_step), mine, his, stakes, _Seen(seen))


class _Seen:
    """What is known of an attack, carried past the key of a memory: the key holds all of it."""

    def __init__(self, seen: combat.Facing) -> None:
        self.seen = seen

    @property
    def charts(self) -> Charts:
        return self.seen.charts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Seen) and self.charts is other.charts

    def __hash__(self) -> int:
        return id(self.charts)


@lru_cache(maxsize=1 << 16)
def _expected(key: object, mine: int, his: int, stakes: Stakes, known: _Seen) -> float:
    total = 0.0
    for die in FACES:
        after = combat.aftermath(known.seen, die)
        printed = after.printed
        cost = mine if printed.attacker_eliminated else min(after.attacker_steps, mine)
        gain = his if printed.defender_eliminated else min(after.defender_steps, his)
        is_open = gain >= his or after.retreat > 0
        taken = 1.0 if is_open else SIEGE * gain / his
        total += gain * (1 + stakes.prize) - stakes.losses * cost + taken * stakes.hex
        total += RETREAT * (after.retreat > 0 and gain < his)
    return total / 10
