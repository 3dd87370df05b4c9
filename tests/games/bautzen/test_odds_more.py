"""Sealed choices, what one thing more would add, and several attacks on one hex."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from games.bautzen.board import ALLIED, GERMAN, MAP, bits, number, play, position
from grognard.engine.game import CHANCE, Action, apply
from grognard.games.bautzen.odds import HEX, STEPS, assault, composed, gains, sealed, sequence
from grognard.games.bautzen.odds.commitments import choices, supports_of

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Battle, Bautzen


def contested(aircraft: int = 1) -> Bautzen:
    """Both sides have a column in reach and a headquarters; the Allied side an aircraft."""
    return position(
        {"2111": ["21/20Pz", "59/20Pz"], "2010": ["112/20Pz"], "2112": ["QG/20Pz"]},
        {"2110": ["13/5DP"], "2109": ["QG/5DP"]},
        german_convoys=["2111"],
        allied_convoys=["2109"],
        aircraft=aircraft,
    )


def attack(state: Bautzen, *units: str) -> Battle:
    return composed(state, GERMAN, MAP.hex("2110"), bits(*units or ("21/20Pz", "59/20Pz")))


# Sealed choices


def test_8_2_1_every_choice_of_columns_and_aircraft_is_a_case() -> None:
    """BZ-8.2.1, BZ-10a: the German side none or one; the Allied side each with or without air."""
    state = contested()
    battle = attack(state)
    assert [one.bit_count() for one in choices(state, battle, GERMAN)] == [0, 1]
    assert sorted(one.bit_count() for one in choices(state, battle, ALLIED)) == [0, 1, 1, 2]
    assert len(supports_of(state, battle, -1)) == 2
    found = sealed(state, battle, GERMAN)
    assert len(found.cases) == 2 * 4 * 2
    for case in found.cases:
        backed = replace(battle, defence_supports=case.defence_supports)
        plain = assault(state, backed, (case.attacker, case.defender))
        assert (case.value, case.hex_taken) == (plain.value, plain.summary.hex_taken)
    assert found.range == (
        min(case.value for case in found.cases),
        max(case.value for case in found.cases),
    )


def test_8_2_1_the_best_replies_are_those_of_the_worst_case_and_of_the_mean() -> None:
    """BZ-8.2.1: each reply over the same cases; the attacker seeks the most of low and mean."""
    state = contested()
    found = sealed(state, attack(state), GERMAN, HEX)
    for reply in found.replies:
        values = [case.value for case in found.cases if case.attacker == reply.sealed]
        assert (reply.low, reply.high) == (min(values), max(values))
        assert reply.mean == Fraction(sum(values)) / len(values)
    assert found.safest.low == max(reply.low for reply in found.replies)
    assert found.likeliest.mean == max(reply.mean for reply in found.replies)
    assert found.safest.sealed == bits("CL-9")


def test_8_2_1_the_defender_seeks_the_least_for_the_attacker() -> None:
    """BZ-7.2.1b: with all he has, the Allied side gives the attacker least."""
    state = contested()
    found = sealed(state, attack(state), ALLIED, HEX, name_supports=False)
    assert found.safest.sealed == bits("CL-1", "AIR-1")
    assert -found.safest.low == max(
        case.value for case in found.cases if case.defender == found.safest.sealed
    )


def test_8_2_1_what_the_asker_has_sealed_may_be_given_and_hidden_columns_may_be_feared() -> None:
    """BZ-8.2.1, BZ-10.3."""
    state = contested(aircraft=0)
    found = sealed(state, attack(state), GERMAN, own=[0], more=bits("CL-5"), name_supports=False)
    assert {case.attacker for case in found.cases} == {0}
    assert sorted(case.defender.bit_count() for case in found.cases) == [0, 1, 2]


# One more of each thing


def test_what_the_attacker_still_has_would_add() -> None:
    """BZ-8.2.4, BZ-7.2.1a, BZ-9.1a, BZ-8.1d: next column, column, headquarters and unit."""
    state = contested()
    battle = attack(state)
    found = {(gain.what, gain.piece): gain for gain in gains(state, battle, weights=HEX)}
    assert set(found) == {
        ("attack", None),
        ("convoy", number("CL-9")),
        ("support", number("QG/20Pz")),
        ("unit", number("112/20Pz")),
    }
    assert found["attack", None].amount == 12  # 10 to 4 is 2/1; 3/1 takes 12
    one_more = assault(state, battle, (bits("CL-9"), 0), HEX)
    assert found["convoy", number("CL-9")].value == one_more.value
    assert found["attack", None].value == one_more.value  # a column is a column
    joined = assault(state, attack(state, "21/20Pz", "59/20Pz", "112/20Pz"), weights=HEX)
    assert found["unit", number("112/20Pz")].value == joined.value
    backed = assault(state, replace(battle, supports=bits("QG/20Pz")), weights=HEX)
    assert found["support", number("QG/20Pz")].hex_taken == backed.summary.hex_taken


def test_what_the_defender_still_has_would_add() -> None:
    """BZ-7.2.1b, BZ-10a, BZ-9.1a: his next column is the one to the left."""
    state = contested()
    found = {gain.what: gain for gain in gains(state, attack(state), weights=HEX, owner=ALLIED)}
    assert set(found) == {"defence", "convoy", "aircraft", "support"}
    assert found["defence"].amount == 6  # 10 to 6 is 1/1
    assert found["convoy"].value == found["aircraft"].value == found["defence"].value


def test_8_2_once_declared_nobody_joins() -> None:
    """BZ-8.2.1: only what is sealed can still be added."""
    state = play(contested(), "attack 2110", "join 21/20Pz", "join 59/20Pz", "fight", "enough")
    assert state.battle is not None
    assert {gain.what for gain in gains(state, state.battle)} == {"attack", "convoy"}


# Several attacks on one hex


Groups = list[list[str]]
ONE_BY_ONE: Groups = [["21/20Pz"], ["59/20Pz"]]
ONE_THEN_TWO: Groups = [["59/20Pz"], ["21/20Pz", "112/20Pz"]]


def waves(
    groups: Groups, *defenders: str, reduced: tuple[str, ...] = ()
) -> tuple[Bautzen, list[Battle]]:
    """A Polish stack in 2110 and a group of units for each attack on it."""
    first, second = groups
    state = position({"2111": first, "2010": second}, {"2110": list(defenders)}, reduced=reduced)
    return state, [attack(state, *group) for group in groups]


def tried(state: Bautzen, following: Groups) -> Fraction:
    """Return the chance to take the hex when every answer is tried and the next attack made."""
    target = MAP.hex("2110")
    if state.battle is None:
        if state.units_at(target) & state.owned[GERMAN]:
            return Fraction(1)
        if not following or not state.units_at(target):
            return Fraction(0)
        joins = [f"join {unit}" for unit in following[0]]
        twin = play(state.copy(), "attack 2110", *joins, "fight", "enough", "seal", "seal")
        return tried(twin, following[1:])
    values = []
    for action in state.options():
        if action == Action("halt"):
            continue
        twin = state.copy()
        apply(twin, action)
        values.append(tried(twin, following))
    if state.seat == CHANCE:
        return sum(values, start=Fraction(0)) / len(values)
    return max(values) if state.seat == GERMAN else min(values)


def test_8_5_3_two_attacks_on_one_hex_against_every_answer_tried_on_the_game() -> None:
    """BZ-8.1b, BZ-8.5.3: one step each time, the second attack meets what the first has left."""
    for groups, defenders, reduced in (
        (ONE_BY_ONE, ["13/5DP"], ()),
        (ONE_BY_ONE, ["13/5DP"], ("13/5DP",)),
        (ONE_BY_ONE, ["13/5DP", "17/5DP"], ("17/5DP",)),
        (ONE_THEN_TWO, ["13/5DP", "QG/5DP"], ("13/5DP",)),
    ):
        state, battles = waves(groups, *defenders, reduced=reduced)
        found = sequence(state, battles)
        plain = tried(state.copy(), groups)
        assert found.value == found.taken_by[-1] == found.summary.hex_taken == plain, defenders
        assert found.taken_by[0] <= found.taken_by[1]


def test_9_1_a_headquarters_in_the_stack_helps_in_the_first_attack_only() -> None:
    """BZ-8.1b, BZ-9.1a: were it fresh each time, the second attack would add less."""
    state, battles = waves(ONE_THEN_TWO, "13/5DP", "QG/5DP", reduced=("13/5DP",))
    found = sequence(state, battles)
    assert found.taken_by[1] > found.taken_by[0]
    used = state.copy()
    used.supported = bits("QG/5DP")
    assert sequence(used, battles[1:]).value > sequence(state, battles[1:]).value


def test_one_attack_in_sequence_is_that_attack() -> None:
    """BZ-8.2: value, outcomes and summary."""
    state, battles = waves(ONE_BY_ONE, "13/5DP")
    for weights in (HEX, STEPS):
        found, plain = (
            sequence(state, battles[:1], weights=weights),
            assault(state, battles[0], weights=weights),
        )
        assert found.value == plain.value
        assert found.summary == plain.summary


def test_7_2_1_columns_spent_in_the_first_attack_are_gone_in_the_second() -> None:
    """BZ-7.2.1c: the same column can be given once."""
    state = contested()
    battles = [attack(state, "21/20Pz"), attack(state, "112/20Pz")]
    column = bits("CL-9")
    once = sequence(state, battles, [(column, 0)])
    plain = sequence(state, battles)
    assert once.taken_by[0] > plain.taken_by[0]
    assert once.value > plain.value
