"""8.2.1, 9.1 - What is sealed or not yet named: every case, its range, and the best reply."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.bits import bits_of, numbers
from grognard.games.bautzen import combat, support
from grognard.games.bautzen.odds.attack import MARGIN, Assault, Field, Weights
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.sight import visible
from grognard.games.bautzen.state import ENEMY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.games.bautzen.state import Battle, Bautzen, Pieces


class SealedPair(NamedTuple):
    """One pair of sealed choices, with the supports that the defender names."""

    attacker: Pieces
    defender: Pieces
    defence_supports: Pieces
    column: str
    value: Fraction
    """To the attacker."""
    hex_taken: Fraction


class Reply(NamedTuple):
    """A choice of the asker: what it is worth to him at worst, at best and on average."""

    sealed: Pieces
    low: Fraction
    high: Fraction
    mean: Fraction
    """All choices of the opponent taken as equally likely."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """8.2.1 - a combat over all that either side might still seal."""

    asker: Side
    cases: tuple[SealedPair, ...]
    replies: tuple[Reply, ...]
    safest: Reply
    """The reply with the best worst case."""
    likeliest: Reply
    """The reply with the best average."""

    @property
    def range(self) -> tuple[Fraction, Fraction]:
        """The least and the most that the attack may be worth to the attacker."""
        values = [case.value for case in self.cases]
        return min(values), max(values)


def within_reach(state: Bautzen, battle: Battle, side: Side) -> tuple[Pieces, Pieces]:
    """7.2.1, 10 air - the supply columns and the aircraft that a side may commit to a combat."""
    units = battle.attackers if side == battle.side else state.units_at(battle.target)
    planes = state.aircraft & ~state.aircraft_used if side is Side.ALLIED else 0
    return combat.convoys_within_reach(state, side, units), planes


def choices(state: Bautzen, battle: Battle, side: Side, more: Pieces = 0) -> list[Pieces]:
    """8.2.1 - what a side may seal, by number of columns and aircraft; `more` might be there too.

    Which of its columns it gives changes no chance, so one of each number is enough.
    """
    columns, planes = within_reach(state, battle, side)
    most = state.scenario.tables.convoys_per_side
    return [
        bits_of(numbers(columns | more)[:number]) | bits_of(numbers(planes)[:flights])
        for number in range(min((columns | more).bit_count(), most) + 1)
        for flights in range(planes.bit_count() + 1)
    ]


def supports_of(state: Bautzen, battle: Battle, seen: Pieces) -> list[Pieces]:
    """9.1 - the supports that the defender may name among those `seen`; equal totals once."""
    units = state.units_at(battle.target)
    side = ENEMY[battle.side]
    able = support.available(state, side, units) & seen
    able &= ~(battle.defence_supports | combat.counted_by_themselves(state, units))
    named: dict[int, Pieces] = {}
    for size in range(able.bit_count() + 1):
        for group in combinations(numbers(able), size):
            pieces = bits_of(group)
            total = combat.total(combat.support_factors(state, side, pieces, units))
            named.setdefault(total, pieces)
    return [battle.defence_supports | pieces for pieces in named.values()]


class Fields:
    """The same combat under other commitments, each result worked out as seldom as may be."""

    def __init__(self, state: Bautzen, battle: Battle, weights: Weights) -> None:
        self.state, self.battle, self.weights = state, battle, weights
        self._caught = state.stacks[battle.target] & state.scenario.convoys
        self._fields: dict[tuple[Pieces, Pieces], Field] = {}

    def assault(self, battle: Battle, committed: tuple[Pieces, Pieces]) -> Assault:
        """Return the attack with these commitments and supports."""
        ours = committed[0] if self._caught else 0
        key = ours, committed[1] & self._caught
        if key not in self._fields:
            self._fields[key] = Field(self.state, self.battle, committed, self.weights)
        return self._fields[key].assault(battle, committed)


def sealed(
    state: Bautzen,
    battle: Battle,
    asker: Side,
    weights: Weights = MARGIN,
    *,
    own: Iterable[Pieces] | None = None,
    more: Pieces = 0,
    name_supports: bool = True,
) -> Sealed:
    """8.2.1 - a combat over all choices of both sides; the asker's own may be given.

    `more` are columns that the opponent might have where the asker cannot look. Of supports only
    those count that the asker may see.
    """
    opponent = ENEMY[asker]
    mine = list(own) if own is not None else choices(state, battle, asker)
    theirs = choices(state, battle, opponent, more)
    seen = visible(state, asker) | state.owned[asker]
    named = supports_of(state, battle, seen) if name_supports else [battle.defence_supports]
    fields = Fields(state, battle, weights)
    cases: list[SealedPair] = []
    replies: list[Reply] = []
    for one in mine:
        found = [
            _case(fields, pieces, (one, other) if asker == battle.side else (other, one))
            for pieces in named
            for other in theirs
        ]
        cases += found
        replies.append(_reply(one, found, 1 if asker == battle.side else -1))
    safest = max(replies, key=lambda reply: (reply.low, reply.mean))
    likeliest = max(replies, key=lambda reply: (reply.mean, reply.low))
    return Sealed(asker, tuple(cases), tuple(replies), safest, likeliest)


def _case(fields: Fields, named: Pieces, committed: tuple[Pieces, Pieces]) -> SealedPair:
    """Return one case with its column and its value."""
    battle = replace(fields.battle, defence_supports=named)
    found = fields.assault(battle, committed)
    column = found.chart.column if found.chart else ""
    taken = found.outcomes.probability(lambda outcome: outcome.taken)
    return SealedPair(*committed, named, column, found.value, taken)


def _reply(choice: Pieces, cases: list[SealedPair], sign: int) -> Reply:
    """Return what a choice is worth to the asker over the cases it may meet."""
    values = [sign * case.value for case in cases]
    return Reply(choice, min(values), max(values), Fraction(sum(values)) / len(values))
