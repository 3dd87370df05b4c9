"""10.3: the odds as one side may know them depend on nothing that it may not see."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from games.bautzen.board import ALLIED, GAME, GERMAN, MAP, bits, play, position
from games.bautzen.fought import combats
from grognard.engine.bits import bits_of, numbers
from grognard.games.bautzen import combat
from grognard.games.bautzen.odds import (
    HEX,
    STEPS,
    assault,
    assault_as_seen,
    composed,
    gains_as_seen,
)
from grognard.games.bautzen.odds import unseen as module
from grognard.games.bautzen.odds.unseen import columns_unseen
from grognard.games.bautzen.outcome import battle_of
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.seen import reshuffle
from grognard.games.bautzen.sight import hidden
from grognard.games.bautzen.stacking import limit, mixes, points

if TYPE_CHECKING:
    import pytest

    from grognard.games.bautzen.state import Bautzen


def covered() -> Bautzen:
    """A German battalion before a Polish stack of which it sees the top counter alone."""
    return position(
        {"2111": ["21/20Pz", "59/20Pz"]},
        {
            "2110": ["17/5DP", "13/5DP"],
            "1607": ["15/5DP", "QG/5DP"],
            "0909": ["26/9DP", "28/9DP", "30/9DP"],
        },
        allied_convoys=["1607"],
    )


ATTACK = ("21/20Pz", "59/20Pz")


def test_10_3_a_hidden_stack_is_every_stack_that_fits() -> None:
    """BZ-10.3: the chance of each column, counted by hand over all sets of hidden counters."""
    state = covered()
    target = MAP.hex("2110")
    battle = composed(state, GERMAN, target, bits(*ATTACK))
    found = assault_as_seen(state, GERMAN, battle)
    unseen = hidden(state, GERMAN)
    shown = state.stacks[target] & ~unseen
    slots = (state.stacks[target] & unseen).bit_count()
    defences: dict[int, int] = {}
    for members in combinations(numbers(unseen), slots):
        stack = shown | bits_of(members)
        if not mixes(GAME, stack) or points(GAME, stack) > limit(GAME, target):
            continue
        twin = state.copy()
        for piece in numbers(unseen):
            twin.place(piece, -1, ALLIED)
            twin.unsupplied &= ~(1 << piece)
        for piece in members:
            twin.place(piece, target, ALLIED)
        total = combat.arithmetic(twin, replace(battle, defenders=twin.units_at(target)))
        defences[total.defence_total] = defences.get(total.defence_total, 0) + 1
    ways = sum(defences.values())
    assert (found.hidden, found.stacks) == (slots, ways)
    assert slots == 1
    assert len(defences) > 1
    assert dict(found.defences) == {n: Fraction(ways_, ways) for n, ways_ in defences.items()}
    assert found.sums is None
    assert found.battle.defenders == shown


def test_10_3_the_answer_is_the_mean_of_the_answers_for_each_stack() -> None:
    """BZ-10.3: each fitting stack solved by itself, then weighed."""
    state = covered()
    target = MAP.hex("2110")
    battle = composed(state, GERMAN, target, bits(*ATTACK))
    found = assault_as_seen(state, GERMAN, battle, weights=HEX)
    bare = module.without_hidden(state, GERMAN)
    values = []
    for piece in numbers(hidden(state, GERMAN)):
        if not mixes(GAME, bare.stacks[target] | 1 << piece):
            continue
        if points(GAME, bare.stacks[target] | 1 << piece) > limit(GAME, target):
            continue
        twin = bare.copy()
        twin.place(piece, target, ALLIED)
        fought = replace(battle, defenders=twin.units_at(target))
        values.append(assault(twin, fought, weights=HEX).value)
    assert found.low is not None
    assert found.low.value == sum(values) / Fraction(len(values))


def test_10_3_nothing_hidden_changes_the_answer() -> None:
    """BZ-10.3: random combats, the hidden counters dealt anew: the very same answer."""
    clouded = 0
    for seed in range(4):
        for state in combats(seed):
            battle = battle_of(state)
            for side in Side:
                mine = state.sealed[side]
                spent = (mine, 0) if side == battle.side else (0, mine)
                answer = assault_as_seen(state, side, battle, spent)
                clouded += answer.kinds > 1
                twin = reshuffle(state, side, random.Random(seed))
                again = assault_as_seen(twin, side, battle_of(twin), spent)
                assert again == answer
                more = gains_as_seen(state, side, battle, spent) if answer.kinds < 10 else ()
                less = gains_as_seen(twin, side, battle_of(twin), spent) if more else ()
                assert more == less
                assert columns_unseen(state, side, battle).bit_count() == (
                    columns_unseen(twin, side, battle).bit_count()
                )
    assert clouded >= 5


def test_10_3_from_a_height_the_stack_is_open_and_the_answer_is_the_plain_one() -> None:
    """BZ-10.3: inspected, one stack fits, and it is the one that is there."""
    state = covered()
    state.known[GERMAN] = state.owned[ALLIED]
    battle = composed(state, GERMAN, MAP.hex("2110"), bits(*ATTACK))
    found = assault_as_seen(state, GERMAN, battle, weights=HEX)
    plain = assault(state, battle, weights=HEX)
    assert (found.hidden, found.stacks) == (0, 1)
    assert found.sums == plain.sums
    assert found.is_exact
    assert found.low is not None
    assert (found.low.value, found.low.outcomes) == (plain.value, plain.outcomes)


def test_10_3_a_retreat_onto_a_stack_that_is_not_seen_leaves_a_range() -> None:
    """BZ-10.3, BZ-8.5.1c: whether it would be over-stacked there cannot be known."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz"], "2009": ["112/20Pz"]},
        {"2110": ["13/5DP"], "2209": ["17/5DP", "15/5DP"], "1607": ["QG/5DP"]},
    )
    battle = composed(state, GERMAN, MAP.hex("2110"), bits(*ATTACK, "112/20Pz"))
    found = assault_as_seen(state, GERMAN, battle, weights=STEPS)
    assert found.low is not None
    assert found.high is not None
    assert not found.is_exact
    assert found.low.value <= assault(state, battle, weights=STEPS).value <= found.high.value
    assert found.low.value < found.high.value


def test_10_3_too_many_stacks_leave_the_table_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """BZ-10.3: beyond the limit there is a column and a result, but no tree."""
    state = covered()
    battle = composed(state, GERMAN, MAP.hex("2110"), bits(*ATTACK))
    whole = assault_as_seen(state, GERMAN, battle)
    monkeypatch.setattr(module, "MOST_TREES", 1)
    found = assault_as_seen(state, GERMAN, battle)
    assert (found.low, found.high, found.is_exact) == (None, None, False)
    assert (found.columns, found.results) == (whole.columns, whole.results)


def test_10_3_columns_that_might_lie_hidden_near_the_combat_are_counted() -> None:
    """BZ-7.2.1b, BZ-10.3: one Allied column somewhere, one hidden counter in the target."""
    state = covered()
    battle = composed(state, GERMAN, MAP.hex("2110"), bits(*ATTACK))
    assert columns_unseen(state, GERMAN, battle).bit_count() == 1
    play(state, "attack 2110", "join 21/20Pz", "fight")
    assert columns_unseen(state, ALLIED, battle_of(state)) == 0
