"""12, 14 - Declarations, reaction and sealed orders on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.eastfront.lu_front import (
    GERMAN,
    MAP,
    SOVIET,
    asked,
    bits,
    declare,
    events,
    fight,
    front,
    left,
    offered,
    play,
    region,
    to_combat,
    where,
)
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import declaring, reacting
from grognard.games.eastfront.combat import DefenceOrder

if TYPE_CHECKING:
    from grognard.games.eastfront.state import Luga

FIRST = ("G-1-Pz", "G-1-S1", "G-1-S2", "G-1-Rec")


# 12.1 Declaring


def test_12_1_all_attacks_are_declared_before_any_is_fought() -> None:
    """12.1 - the second attack is declared while nothing has been thrown for the first."""
    state = front({"1209": [*FIRST], "1109": ["S-4DNO"], "1309": ["S-48"]})
    declare(state, "1109", "G-1-Pz")
    assert asked(state) == "Declaring"
    declare(state, "1309", "G-1-S1")
    assert state.targets == (MAP.hex("1109"), MAP.hex("1309"))
    to_combat(state)
    assert offered(state) == {"resolve 1109", "resolve 1309"}


def test_12_1_attackers_are_next_to_the_hex() -> None:
    """12.1 - nobody joins from two hexes away."""
    state = front({"1209": ["G-1-Pz"], "1210": ["G-269"], "1109": ["S-4DNO"]})
    play(state, "attack 1109")
    assert offered(state) == {"join G-1-Pz", "abandon"}


def test_12_1_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    """12.1 - who is named joins no other attack; a marked hex is not marked again."""
    state = front({"1209": ["G-1-Pz", "G-1-S1"], "1109": ["S-4DNO"], "1309": ["S-FB"]})
    declare(state, "1109", "G-1-Pz")
    assert offered(state) == {"attack 1309", "done"}
    play(state, "attack 1309")
    assert offered(state) == {"join G-1-S1", "abandon"}


def test_12_1_several_hexes_are_one_attack_if_all_attackers_touch_them() -> None:
    """12.1 - 1109 and 1208 from 1209; not from a hex that touches only one."""
    state = front({"1209": ["G-1-Pz"], "1110": ["G-269"], "1109": ["S-4DNO"], "1208": ["S-FB"]})
    play(state, "attack 1109", "join G-1-Pz")
    assert "also 1208" in offered(state)
    alone = play(state.copy(), "join G-269")
    assert "also 1208" not in offered(alone)
    play(state, "also 1208", "declare")
    assert set(state.target_attacks) == {1}
    assert "done" in offered(state), "nothing else must be attacked"
    fight(to_combat(state), "1109")
    assert state.battle is not None
    assert rules.attack_case(state, state.battle).defence == 3 + 1


def test_12_1_each_attack_needs_1_to_4() -> None:
    """12.1 - 1 against 5 is too little; 2 against 5 will do."""
    state = front({"1209": ["G-Cav", "G-Fl1"], "1109": ["S-281"]})
    play(state, "attack 1109", "join G-Cav")
    assert "declare" not in offered(state)
    play(state, "join G-Fl1")
    assert "declare" in offered(state)
    assert asked(front({"1209": ["G-Cav"], "1109": ["S-281"]})) != "Declaring"


def test_12_1_guns_do_not_count_for_the_declaration() -> None:
    """12.1, LU-R50 - neither side's: a gun beside the attackers makes no attack of 1 to 5."""
    state = front({"1209": ["G-Cav", "G-A411", "G-HQ41"], "1109": ["S-281"]})
    assert asked(state) != "Declaring"


@pytest.mark.parametrize("id_", ["G-A411", "G-HQ41"])
def test_12_1_guns_and_hqs_do_not_attack(id_: str) -> None:
    """12.1, LU-R52 - they are no combat units."""
    state = front({"1209": ["G-1-Pz", id_], "1109": ["S-4DNO"]})
    play(state, "attack 1109")
    assert f"join {id_}" not in offered(state)


def test_12_1_fortress_units_and_units_without_attack_stay_out() -> None:
    """12.1, LU-R52 - machine-gunners do not attack; an engineer of 0 joins others."""
    stacks = {"1209": ["S-281", "S-UR263", "S-Eng", "S-NKVDb"], "1109": ["G-1-Rec"]}
    state = front(stacks, segment="soviet declaration")
    play(state, "attack 1109")
    assert offered(state) == {"join S-281", "abandon"}
    play(state, "join S-281")
    assert "join S-Eng" in offered(state)
    assert not {"join S-UR263", "join S-NKVDb"} & offered(state)


# 12.2 Who must be attacked


def test_12_2_every_zone_on_an_attacking_hex_must_be_attacked() -> None:
    """12.2 - 1309 has a zone on 1209: after the attack on 1109 it is due."""
    state = front({"1209": [*FIRST], "1109": ["S-4DNO"], "1309": ["S-48"]})
    declare(state, "1109", "G-1-Pz")
    assert offered(state) == {"attack 1309", "withdraw 1109"}
    declare(state, "1309", "G-1-S1")
    assert "done" in offered(state)


def test_12_2_no_zone_no_duty() -> None:
    """12.2, 4.1 - yellow-band units, and units with an overrun marker, need not be attacked."""
    band = front({"1209": [*FIRST], "1109": ["S-4DNO"], "1309": ["S-FB"]})
    assert "done" in offered(declare(band, "1109", "G-1-Pz"))
    marked = front({"1209": [*FIRST], "1109": ["S-4DNO"], "1309": ["S-48"]}, overrun=["S-48"])
    assert "done" in offered(declare(marked, "1109", "G-1-Pz"))


def test_12_2_by_somebody_anywhere() -> None:
    """12.2 - another hex may do it."""
    stacks = {"1209": ["G-1-Pz"], "1310": ["G-269"], "1109": ["S-4DNO"], "1309": ["S-48"]}
    state = declare(front(stacks), "1109", "G-1-Pz")
    declare(state, "1309", "G-269")
    assert "done" in offered(state)


def test_12_2_a_lone_unit_between_two_zones_attacks_both_or_nobody() -> None:
    """12.2, LU-R22 - one attack on both hexes at 1-4 or better; too weak for both, no attack."""
    state = front({"1209": ["G-1-Pz"], "1109": ["S-4DNO"], "1309": ["S-48"]})
    play(state, "attack 1109", "join G-1-Pz")
    assert offered(state) == {"also 1309", "abandon"}
    play(state, "also 1309")
    assert {"declare", "abandon"} <= offered(state)
    weak = front({"1209": ["G-8-Rec"], "1109": ["S-281"], "1309": ["S-177"]})
    assert asked(weak) != "Declaring", "2 to 5 would do, 2 to 11 does not"


def test_12_2_an_attack_may_be_abandoned_before_it_is_declared() -> None:
    """12.1 - nothing is marked, and everybody is free again."""
    state = front({"1209": ["G-1-Pz"], "1109": ["S-4DNO"]})
    before = offered(state)
    play(state, "attack 1109", "join G-1-Pz", "abandon")
    assert offered(state) == before
    assert state.targets == ()


def test_12_2_withdrawing_gives_the_point_back() -> None:
    """12.2, LU-R53 - the attack and its supply point are free again."""
    state = front({"1209": [*FIRST, "G-HQ41"], "1109": ["S-4DNO"], "1309": ["S-48"]})
    state.attack_supply[0] = 1
    play(state, "attack 1109", "join G-1-Pz")
    declaring.declare(state, GERMAN, region("1109"), bits("G-1-Pz"), True)
    state.stack[-1:] = [declaring.Declaring(GERMAN)]
    assert state.attack_supply[0] == 0
    play(state, "withdraw 1109")
    assert state.attack_supply[0] == 1
    assert state.targets == ()
    assert not any(state.attack_of)


# 12.3 What an attack crosses


def test_12_3_any_side_but_sea() -> None:
    """12.3 - the Narova may be attacked across; Kronstadt, with sea all around, may not."""
    river = front({"0311": ["G-291"], "0310": ["S-Narva"]})
    assert "attack 0310" in offered(river)
    ground = river.scenario.ground
    near = next(
        hex_ for hex_ in ground.map.neighbours[ground.map.hex("1601")] if ground.land >> hex_ & 1
    )
    island = front({ground.map.name(near): ["G-291"], "1601": ["S-CoKr"]})
    assert asked(island) != "Declaring"


# 6.4 Attack supply


def test_6_4_every_attacker_within_reach_of_one_hq_in_supply() -> None:
    """6.4 - seven hexes, five in mud, and the HQ must have a line."""
    stacks = {"1421": ["G-HQ56"], "1618": ["G-269"], "1617": ["S-48"]}
    assert "declare_supplied" in declared_options(front(stacks, german=["1418"]))
    far = {"1224": ["G-HQ56"], "1618": ["G-269"], "1617": ["S-48"]}
    assert "declare_supplied" not in declared_options(front(far))
    cut = {"1618": ["G-269", "G-HQ56"], "1617": ["S-48"], "1518": ["S-11"], "1519": ["S-118"]}
    cut |= {"1619": ["S-268"], "1718": ["S-125"], "1719": ["S-237"]}
    state = front(cut)
    play(state, "attack 1617", "join G-269", *(f"also {name}" for name in ("1518", "1519", "1619")))
    play(state, "also 1718", "also 1719")
    assert "declare_supplied" not in offered(state), "no line reaches 1618"


def declared_options(state: Luga) -> set[str]:
    """Return what is offered once the only attacker has joined."""
    target = next(one for one in offered(state) if one.startswith("attack"))
    play(state, target)
    play(state, next(one for one in offered(state) if one.startswith("join")))
    return offered(state)


def test_6_4_a_point_serves_one_attack_and_there_are_so_many() -> None:
    """6.4 - the last point goes with the attack; the next has none."""
    stacks = {"1421": ["G-HQ56"], "1618": ["G-269", "G-SSP"], "1617": ["S-48"], "1718": ["S-11"]}
    state = front(stacks, attack_supply=(1, 2))
    declare(state, "1617", "G-269", supplied=True)
    assert state.attack_supply[0] == 0
    play(state, "attack 1718", "join G-SSP")
    assert "declare_supplied" not in offered(state)
    play(state, "declare")
    assert state.supplied_attacks == (1,)


def test_6_4_a_soviet_hq_must_be_operational() -> None:
    """6.4, 7.1 - an idle HQ supplies no attack."""
    stacks = {"1719": ["S-HQL"], "1618": ["S-177"], "1519": ["G-1-IR1"]}
    ready = front(stacks, segment="soviet declaration")
    assert "declare_supplied" in declared_options(ready)
    idle = front(stacks, segment="soviet declaration", inoperational=["S-HQL"])
    assert "declare_supplied" not in declared_options(idle)


# 14.1, 14.2 Reaction


def attacked(more: dict[str, list[str]], **facts: object) -> Luga:
    """Return the reaction to an attack from 1209 on 1109."""
    stacks = {"1209": ["G-269"], "1109": ["S-4DNO"], **more}
    state = front(stacks, **facts)  # type: ignore[arg-type]
    declare(state, "1109", "G-269")
    return play(state, "done")


def test_14_1_a_motorised_unit_comes_up() -> None:
    """14.1 - within three hexes, half its allowance; it then defends the hex."""
    state = attacked({"1107": ["S-1TD-T"], "1008": ["S-HQK"]})
    assert asked(state) == "React"
    assert state.seat == SOVIET
    play(state, "react S-1TD-T")
    assert "to 1109" in offered(state)
    play(state, "to 1109")
    assert where(state, "S-1TD-T") == "1109"
    fight(to_combat(state), "1109")
    assert state.battle is not None
    assert rules.attack_case(state, state.battle).defence == 7


def test_14_1_half_the_allowance() -> None:
    """14.1 - four points of eight: three clear hexes and no forest behind them."""
    state = attacked({"1107": ["S-1TD-T"], "1008": ["S-HQK"]})
    play(state, "react S-1TD-T")
    reached = offered(state)
    assert {"to 1108", "to 1109"} <= reached
    from grognard.games.eastfront import movement

    piece = state.scenario.by_id["S-1TD-T"]
    assert movement.full_allowance(state, piece) == 16
    near = {f"to {name}" for name in ("1103", "1104")}
    assert not near & reached, "five hexes of one point are too far"


@pytest.mark.parametrize(
    ("where_", "facts", "may"),
    [
        ("1107", {}, True),
        ("1106", {}, True),
        ("1105", {}, False),
        ("1107", {"overrun": ["S-1TD-T"]}, False),
        ("1107", {"unsupplied": ["S-1TD-T"]}, False),
        ("1107", {"emergency": ["S-1TD-T"]}, True),
        ("1107", {"turn": 1}, False),
        ("1107", {"inoperational": ["S-HQK"]}, False),
    ],
)
def test_14_1_who_reacts(where_: str, facts: dict[str, object], may: bool) -> None:
    """14.1, 25.2, 7.3 - three hexes; no marker, in supply, no reserve; an operational HQ."""
    state = attacked({where_: ["S-1TD-T"], "1007": ["S-HQK"]}, **facts)
    ready = reacting.may_react(state, SOVIET, state.scenario.ground.map.hex("1109"))
    assert (state.scenario.by_id["S-1TD-T"] in ready) is may


def test_14_1_not_out_of_an_enemy_zone_nor_on_foot() -> None:
    """14.1 - a unit next to the Germans stays, and so does infantry."""
    stacks = {"1209": ["G-269", "G-SSP"], "1109": ["S-4DNO"], "1208": ["S-1TD-T"]}
    state = front({**stacks, "1007": ["S-HQK"], "1107": ["S-281"]})
    declare(declare(state, "1109", "G-269"), "1208", "G-SSP")
    play(state, "done")
    target = state.scenario.ground.map.hex("1109")
    assert not reacting.may_react(state, SOVIET, target)


def test_14_1_into_a_zone_only_where_friends_are() -> None:
    """14.1 - 1109 is held by a friend; 1208 is vacant in the zone of 1209."""
    state = attacked({"1107": ["S-1TD-T"], "1007": ["S-HQK"]})
    play(state, "react S-1TD-T")
    assert "to 1109" in offered(state)
    assert "to 1208" not in offered(state)


def test_14_1_one_unit_for_each_hex_and_each_once() -> None:
    """14.1 - the second unit is not asked for; a unit that has reacted is not ready again."""
    state = attacked({"1107": ["S-1TD-T", "S-1TD-M"], "1007": ["S-HQL"]})
    play(state, "react S-1TD-T", "to 1108")
    assert asked(state) != "React"
    assert state.reacted == bits("S-1TD-T")
    target = state.scenario.ground.map.hex("1109")
    assert set(reacting.may_react(state, SOVIET, target)) == {state.scenario.by_id["S-1TD-M"]}


def test_14_1_a_soviet_reaction_takes_one_of_its_hq() -> None:
    """14.1, 7.2 - a command of 1 gives one reaction a turn."""
    state = attacked({"1107": ["S-1TD-T", "S-1TD-M"], "1007": ["S-HQK"]})
    play(state, "react S-1TD-T", "to 1108")
    assert state.reactions[state.scenario.by_id["S-HQK"]] == 1
    assert not reacting.may_react(state, SOVIET, state.scenario.ground.map.hex("1109"))


def test_14_1_germans_need_no_hq() -> None:
    """14.1, LU-R24 - any motorised German near enough."""
    stacks = {"1109": ["G-1-IR1"], "1209": ["S-281"], "1107": ["G-8-Pz"]}
    state = front(stacks, segment="soviet declaration")
    play(declare(state, "1109", "S-281"), "done")
    assert asked(state) == "React"
    assert offered(state) == {"react G-8-Pz", "pass"}


def test_14_2_a_reaction_adds_nobody_who_must_be_attacked() -> None:
    """14.2 - tanks that come up beside the attackers do not change what was declared."""
    state = attacked({"1107": ["S-1TD-T"], "1007": ["S-HQK"], "1208": ["S-FB"]})
    play(state, "react S-1TD-T", "to 1208")
    to_combat(state)
    assert offered(state) == {"resolve 1109"}


# 14.3 Orders


def laying(hex_: str, attacker: str, here: str, *stack: str, **facts: object) -> Luga:
    """Return the moment at which an order may be laid on an attacked hex."""
    state = front({here: [attacker], hex_: [*stack], "1007": ["S-HQK"]}, **facts)  # type: ignore[arg-type]
    declare(state, hex_, attacker)
    play(state, "done")
    while asked(state) in ("React", "Blow"):
        play(state, "pass" if "pass" in offered(state) else "done")
    return state


def test_14_3_only_in_shelter() -> None:
    """14.3 - forest 1010 has an order, clear 1109 has none."""
    assert asked(laying("1010", "G-269", "1111", "S-281")) == "LayOrder"
    assert asked(laying("1109", "G-269", "1209", "S-281")) == "NextAttack"


def test_14_3_behind_an_own_line() -> None:
    """14.3 - clear 1012 lies behind the line of 0912: shelter, until the line is breached."""
    state = front({})
    map_ = state.scenario.ground.map
    assert rules.shelters(state, map_.hex("1012"), SOVIET)
    assert not rules.shelters(state, map_.hex("1012"), GERMAN)
    assert not rules.shelters(front({}, breached=["1012"]), map_.hex("1012"), SOVIET)


def test_14_3_a_soviet_order_takes_one_of_its_hq() -> None:
    """14.3, 7.2 - spent when it is laid; an idle HQ gives none."""
    state = laying("1010", "G-269", "1111", "S-281")
    play(state, "stand")
    assert state.orders_given[state.scenario.by_id["S-HQK"]] == 1
    idle = laying("1010", "G-269", "1111", "S-281", inoperational=["S-HQK"])
    assert asked(idle) == "NextAttack"


def test_14_3_no_additional_retreat_in_mud() -> None:
    """14.3, 5.4 - the order is not among the answers."""
    assert offered(laying("1010", "G-269", "1111", "S-281")) == {"stand", "give_way", "pass"}
    assert offered(laying("1010", "G-269", "1111", "S-281", weather="mud")) == {"stand", "pass"}


def test_14_3_the_order_lies_face_down_until_the_die_is_due() -> None:
    """14.3, 1.4 - which one it is, is told only when the defender has named his support."""
    state = laying("1010", "G-269", "1111", "S-281")
    told = events(state, "stand")
    assert next(event.kind for event in told) == "ordered"
    assert "order" not in told[0].facts
    play(state, "resolve 1010", "fight")
    assert state.battle is not None
    before, order = state.reveals, state.battle.order
    shown = events(state, "enough")
    assert (order, state.battle.order) == (DefenceOrder.NONE, DefenceOrder.NO_RETREAT)
    assert shown[0].facts["order"] is DefenceOrder.NO_RETREAT
    assert state.reveals == before + 1


def thrown(order: str, die: int, *stack: str) -> Luga:
    """Return an attack of 10 on 1010 under an order, thrown."""
    state = laying("1010", "G-269", "1111", *stack)
    play(state, order)
    return fight(to_combat(state), "1010", die=die)


def test_14_3_no_retreat_is_plus_1_and_an_r_costs_a_step() -> None:
    """14.3 - 10 to 5, no supply +2 and +1; a 1 is 1*/1R: two steps instead of retreat."""
    state = thrown("stand", 1, "S-281")
    while asked(state) == "Lose":
        play(state, "lose G-269")
    assert where(state, "S-281") == "1010"
    assert left(state, "S-281") == 1


def test_14_3_additional_retreat_by_the_attackers_hand() -> None:
    """14.3 - three hexes, a step less, moved by the attacker; nobody advances."""
    state = thrown("give_way", 1, "S-281")
    assert asked(state) == "RetreatTo"
    assert state.seat == 0
    assert left(state, "S-281") == 3, "1 less 1"
    while asked(state) == "RetreatTo":
        play(state, min(offered(state)))
    map_ = state.scenario.ground.map
    gone = where(state, "S-281")
    assert gone is not None
    assert map_.distance(map_.hex(gone), map_.hex("1010")) == 3
    assert asked(state) == "Movement", "no advance is asked"


def test_14_3_nkvd_stands_by_itself_and_dies_last() -> None:
    """14.3, LU-R56 - in forest the NKVD gives No Retreat without an order; its steps go last."""
    state = laying("1010", "G-269", "1111", "S-281:1", "S-Bord", inoperational=["S-HQK"])
    fight(state, "1010", die=1)
    assert state.battle is None or state.battle.order is DefenceOrder.NO_RETREAT
    assert where(state, "S-281") is None, "the first step is the division's, unasked"
    assert where(state, "S-Bord") is None, "the second is the border school's"
    clear = front({"1209": ["G-269"], "1109": ["S-Bord"]})
    declare(clear, "1109", "G-269")
    fight(to_combat(clear), "1109")
    assert clear.battle is not None
    assert clear.battle.order is DefenceOrder.NONE


def test_14_3_the_20th_in_leningrad_is_excepted() -> None:
    """14.3 - 20 NKVD in a major city retreats as others do; another NKVD unit there stands."""
    state = front({"2003": ["S-NKVD20"], "1903": ["G-269"]})
    battle = declaring.declared(state, GERMAN, region("2003"), bits("G-269"), False)
    assert not rules.nkvd_stands(state, battle)
    other = front({"2003": ["S-Bord"], "1903": ["G-269"]})
    assert rules.nkvd_stands(other, battle)
    outside = front({"1010": ["S-NKVD20"], "1111": ["G-269"]})
    battle = declaring.declared(outside, GERMAN, region("1010"), bits("G-269"), False)
    assert rules.nkvd_stands(outside, battle)
