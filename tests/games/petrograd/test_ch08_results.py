"""8 - Combat on the board: losses, retreats, advances, surrender."""

from __future__ import annotations

from games.petrograd.front import (
    CAMPAIGN,
    EVEN,
    MAP,
    RED,
    WHITE,
    asked,
    attack,
    bits,
    encircled,
    fight,
    front,
    has,
    hexes,
    ids,
    left,
    marked,
    modifiers,
    offered,
    play,
    throw,
    where,
)
from grognard.games.petrograd import retreat
from grognard.games.petrograd.parts import battle_of, half_of
from grognard.games.petrograd.retreating import BeginRetreat, Blocked, Retreating
from grognard.games.petrograd.table import Role

# 8.2.5


def test_8_2_5_losses_fall_where_the_owner_likes() -> None:
    """8.2.5, PG-6a - Red loses one SP of either regiment."""
    stacks = {"1414": ["W-Volyn"], "1413": ["R-187:1", "R-188"]}
    state = throw(fight(stacks, "1413", ["W-Volyn"]), 11)
    assert asked(state) == "Lose"
    assert offered(state) == {"lose R-187", "lose R-188"}
    play(state, "lose R-187")
    assert where(state, "R-187") is None


def test_8_2_5_both_lose_one_more_when_both_engage_four() -> None:
    """8.2.5, PG-3 - in column 7 nothing else happens; with 3 SP on one side nothing at all."""
    stacks = {"1414": ["W-Talab"], "1413": ["R-187", "R-188"]}
    state = throw(fight(stacks, "1413", ["W-Talab"]), 5)
    assert battle_of(state).column == 7
    assert left(state, "W-Talab") == 3
    play(state, "lose R-188")
    assert left(state, "R-188") == 1
    small = throw(fight(EVEN, "1413", ["W-Volyn"]), 6)
    assert left(small, "W-Volyn") == 3


def test_8_2_5_d_disorganises_all_but_fort_guns() -> None:
    """8.2.5, PG-6d - the pieces of the hex, not the guns of the fort."""
    stacks = {"1503": ["E-4", "E-1"], "1602": ["R-KG", "R-AKG", "R-A6"]}
    state = throw(fight(stacks, "1602", ["E-4", "E-1"]), 7)
    assert half_of(state, Role.DEFENDER).text == "r / d"
    play(state, "choose 1", "lose E-4", "choose 2")
    assert ids(state.disorganised & state.owned[RED]) == {"R-KG", "R-A6"}


def test_8_2_5_a_hex_without_troops_loses_steps() -> None:
    """8.2.5 - a train of two steps pays with one."""
    stacks = {"1118": ["W-Talab"], "1217": ["R-AT1"]}
    state = throw(fight(stacks, "1217", ["W-Talab"]), 7)
    assert left(state, "R-AT1") == 1


def test_8_2_5_what_is_left_without_troops_goes_back() -> None:
    """8.2.5 - the last regiment falls; its guns go back a hex."""
    stacks = {"1414": ["W-Talab", "W-Lib"], "1413": ["R-166", "R-A19"]}
    state = throw(fight(stacks, "1413", ["W-Talab", "W-Lib"]), 5)
    while asked(state) == "RetreatTo":
        play(state, offered(state).pop())
    assert where(state, "R-166") is None
    assert where(state, "R-A19") not in (None, "1413")


# 8.2.6


def test_8_2_6_a_retreat_goes_further_away_and_homeward() -> None:
    """8.2.6, PG-6e - not nearer to the hex left, nearer to a source, never into a zone."""
    state = front({"1414": ["W-Volyn"], "1413": ["R-52"]}, turn=5)
    ways = hexes(
        sum(1 << h for h in retreat.retreat_hexes(state, RED, bits("R-52"), MAP.hex("1413"), 0))
    )
    zone = MAP.around[MAP.hex("1414")]
    assert ways
    assert not ways & hexes(zone)
    far = MAP.distances_to(MAP.region("2304", "2436", *hexes(CAMPAIGN.ground.city)))
    assert all(far[MAP.hex(name)] < far[MAP.hex("1413")] for name in ways)


def test_8_2_6_the_second_hex_is_further_still() -> None:
    """8.2.6 - two hexes from the hex left, not round about it."""
    state = front({"1412": ["R-52"], "1414": ["W-Volyn"]}, turn=5)
    for side, id_, here in ((RED, "R-52", "1412"), (WHITE, "W-Volyn", "1414")):
        ways = retreat.retreat_hexes(state, side, bits(id_), MAP.hex("1413"), 1)
        assert ways
        assert all(MAP.distance(hex_, MAP.hex("1413")) == 2 for hex_ in ways)
        assert all(MAP.distance(hex_, MAP.hex(here)) == 1 for hex_ in ways)


def test_8_2_6_a_stack_retreats_together() -> None:
    """8.2.6, PG-6e - "rd": regiment and HQ go to one hex, disorganised."""
    stacks = {"1414": ["W-Volyn"], "1413": ["R-52", "R-54:1", "R-HQ19"]}
    state = fight(stacks, "1413", ["W-Volyn"])
    state.events = []
    throw(state, 8)
    while asked(state) == "RetreatTo":
        play(state, offered(state).pop())
    gone = [event for event in state.events if event.kind == "retreated"]
    assert [len(event.facts["pieces"]) for event in gone] == [3]
    assert where(state, "R-52") == where(state, "R-54") == where(state, "R-HQ19") != "1413"
    assert has(state, "disorganised", "R-52")


def test_8_2_6_a_rout_scatters_for_two_hexes() -> None:
    """8.2.6, PG-6f - column 11 of m3, "1dr": each piece by itself, two hexes, routed."""
    stacks = {"1414": ["W-Volyn"], "1413": ["R-52", "R-54:1"]}
    state = throw(fight(stacks, "1413", ["W-Volyn"]), 10)
    play(state, "lose R-52")
    assert has(state, "routed", "R-52")
    assert has(state, "routed", "R-54")
    while asked(state) == "RetreatTo":
        play(state, min(offered(state)))
    for id_ in ("R-52", "R-54"):
        hex_ = where(state, id_)
        assert hex_ is not None
        assert MAP.distance(MAP.hex(hex_), MAP.hex("1413")) == 2


def test_8_2_6_who_cannot_retreat_pays() -> None:
    """8.2.6 - encircled: one more SP for the hex not made, and the survivors are disorganised."""
    state = attack(encircled(), "1413", ["W-Volyn"])
    shift = sum(modifiers(state).values())
    throw(state, 9 - shift)
    assert half_of(state, Role.DEFENDER).text == "dr"
    while asked(state) == "Lose":
        play(state, min(offered(state)))
    assert left(state, "R-52") == left(state, "R-53") == 0  # 2 hexes not made cost 2 SP each
    assert where(state, "R-A19") is None


def test_8_2_6_guns_whose_troops_are_gone_go_back_a_hex() -> None:
    """8.2.6 - even where the result names no retreat; with troops left they stay."""
    stacks = {"1414": ["W-Volyn", "W-HQ2"], "1413": ["R-54:1", "R-A19"]}
    for is_alone in (True, False):
        state = fight(stacks, "1413", ["W-Volyn"])
        if is_alone:
            state.destroy(CAMPAIGN.by_id["R-54"], "8.2.5")
        before = len(state.stack)
        BeginRetreat(Role.DEFENDER, 0, False).run(state)
        assert len(state.stack) - before == is_alone
        if is_alone:
            assert state.stack[-1] == Retreating(
                Role.DEFENDER, bits("R-A19"), MAP.hex("1413"), 1, 0
            )


def test_8_2_6_who_survives_without_a_way_is_disorganised() -> None:
    """8.2.6 - guns too, as long as troops are with them; else they are lost."""
    stacks = {"1414": ["W-Volyn", "W-HQ2"], "1413": ["R-52", "R-A19"]}
    state = fight(stacks, "1413", ["W-Volyn"])
    Blocked(Role.DEFENDER, bits("R-52", "R-A19")).run(state)
    assert has(state, "disorganised", "R-52")
    assert has(state, "disorganised", "R-A19")
    bare = fight(stacks, "1413", ["W-Volyn"])
    bare.destroy(CAMPAIGN.by_id["R-52"], "8.2.5")
    Blocked(Role.DEFENDER, bits("R-A19")).run(bare)
    assert where(bare, "R-A19") is None


def test_8_2_6_an_attacker_retreats_from_each_of_his_hexes() -> None:
    """8.2.6 - with the pieces that attacked; others stay."""
    stacks = {
        "1414": ["W-Volyn", "W-Ural"],
        "1513": ["W-Narv:2"],
        "1413": ["R-187", "R-188", "R-189"],
    }
    state = throw(fight(stacks, "1413", ["W-Volyn", "W-Narv"]), 3)
    assert half_of(state, Role.ATTACKER).chooser is Role.DEFENDER
    retreating = next(
        number
        for number, option in enumerate(half_of(state, Role.ATTACKER).options, 1)
        if option.effect.retreat
    )
    play(state, f"choose {retreating}")
    while asked(state) in ("Lose", "RetreatTo"):
        play(state, min(offered(state)))
    assert where(state, "W-Ural") == "1414"
    assert where(state, "W-Volyn") != "1414"
    assert where(state, "W-Narv") != "1513"


def test_8_2_6_trains_retreat_by_rail_or_are_lost() -> None:
    """8.2.6 - from 1217 along the line; with the line closed the train is lost."""
    stacks = {"1118": ["W-Talab"], "1217": ["R-52", "R-AT1"]}
    state = front(stacks, turn=5)
    ways = retreat.retreat_hexes(state, RED, bits("R-AT1"), MAP.hex("1217"), 0)
    assert [MAP.name(hex_) for hex_ in ways] == ["1318"]


# 8.2.7


def test_8_2_7_the_victor_must_advance() -> None:
    """8.2.7, PG-6b - at least one piece, more if they like, into the hex left."""
    stacks = {"1414": ["W-Volyn", "W-Ostr"], "1413": ["R-49", "R-50:1"]}
    state = throw(fight(stacks, "1413", ["W-Volyn", "W-Ostr"]), 7)
    while asked(state) in ("Lose", "RetreatTo"):
        play(state, min(offered(state)))
    if asked(state) == "ChooseResult":
        play(state, "choose 1")
    while asked(state) == "Lose":
        play(state, min(offered(state)))
    assert asked(state) == "Advance"
    assert "halt" not in offered(state)
    play(state, "advance W-Volyn")
    assert where(state, "W-Volyn") == "1413"
    assert state.control[WHITE] >> MAP.hex("1413") & 1
    assert "halt" in offered(state)


def test_8_2_7_a_second_hex_needs_order_ammunition_and_no_zone() -> None:
    """8.2.7 - troops only; an enemy zone on the first hex, disorder or want of shells forbid it."""
    free = front({"1413": ["W-Volyn"]})
    piece = CAMPAIGN.by_id["W-Volyn"]
    assert retreat.second_hexes(free, WHITE, piece).bit_count() == 6
    watched = front({"1413": ["W-Volyn"], "1411": ["R-52"]})
    assert retreat.second_hexes(watched, WHITE, piece).bit_count() == 6
    close = front({"1413": ["W-Volyn"], "1412": ["R-52"]})
    assert retreat.second_hexes(close, WHITE, piece) == 0
    for mark in ("disorganised", "routed", "out_of_ammunition"):
        spent = front({"1413": ["W-Volyn"]}, **marked(mark, "W-Volyn"))
        assert retreat.second_hexes(spent, WHITE, piece) == 0
    tank = front({"1413": ["W-TkA"]})
    assert retreat.second_hexes(tank, WHITE, CAMPAIGN.by_id["W-TkA"]) == 0


def test_8_2_7_a1_is_one_hex() -> None:
    """8.2.7, PG-6c - after "1 a1" nobody goes on to a second hex."""
    state = throw(fight(EVEN, "1413", ["W-Volyn"]), 8)
    while asked(state) == "RetreatTo":
        play(state, min(offered(state)))
    assert half_of(state, Role.ATTACKER).text == "1 a1 / d"
    play(state, "choose 1", "advance W-Volyn")
    assert asked(state) == "Attack"
    assert where(state, "W-Volyn") == "1413"


def test_8_2_7_a1_is_one_hex_although_the_way_is_free() -> None:
    """8.2.7, PG-6b, PG-6c - "1 a1" of m3 halts where "1 a" of m5 may go on."""
    for attacker, asks in (("W-Vyat", "Attack"), ("W-Ostr:2", "SecondHex")):
        id_ = attacker.partition(":")[0]
        state = fight({"1414": [attacker], "1413": ["R-49"]}, "1413", [id_])
        throw(state, 11 - sum(modifiers(state).values()))
        while asked(state) == "RetreatTo":
            play(state, min(offered(state)))
        play(state, f"advance {id_}")
        assert asked(state) == asks


def test_8_2_7_what_the_enemy_left_behind_is_lost() -> None:
    """8.2.7 - fort guns fall with their fort."""
    state = front({"1503": ["E-4"], "1602": ["R-AKG"]}, segment="white combat", turn=5)
    able = retreat.may_advance(state, WHITE, bits("E-4"), MAP.region("1602"))
    assert able == {CAMPAIGN.by_id["E-4"]: MAP.region("1602")}
    from grognard.games.petrograd.advancing import move_in

    move_in(state, WHITE, CAMPAIGN.by_id["E-4"], MAP.hex("1602"))
    assert where(state, "R-AKG") is None
    assert left(state, "R-AKG") == 0


def test_8_2_7_a_victorious_defender_may_take_the_attackers_hex() -> None:
    """8.2.7 - "- / a1": the defender's choice, into a hex from which the attack came."""
    stacks = {"1414": ["W-Volyn"], "1413": ["R-187", "R-188", "R-189"]}
    state = throw(fight(stacks, "1413", ["W-Volyn"]), 4)
    play(state, "choose 1")
    while asked(state) in ("Lose", "RetreatTo"):
        play(state, min(offered(state)))
    assert (asked(state), state.seat) == ("ChooseResult", RED)
    advancing = next(
        number
        for number, option in enumerate(half_of(state, Role.DEFENDER).options, 1)
        if option.effect.advance
    )
    play(state, f"choose {advancing}")
    assert asked(state) == "Advance"
    play(state, "advance R-187")
    assert where(state, "R-187") == "1414"


# 8.2.8


def test_8_2_8_surrender_takes_everything() -> None:
    """8.2.8, PG-6g - regiments and guns leave the game, their SP are prisoners."""
    stacks = {"1414": ["W-Talab", "W-Lib"], "1413": ["R-49", "R-A6"]}
    state = throw(fight(stacks, "1413", ["W-Talab", "W-Lib"], turn=5), 12)
    assert half_of(state, Role.DEFENDER).options[0].effect.surrender
    assert where(state, "R-49") is None
    assert where(state, "R-A6") is None
    assert state.prisoners[RED] == 2
