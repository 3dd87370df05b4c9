"""16, 21 - Losses, retreat, crossing, advance and surrender on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from games.eastfront.lu_front import (
    CAMPAIGN,
    GERMAN,
    MAP,
    SOVIET,
    asked,
    bits,
    declare,
    events,
    fight,
    front,
    hexes,
    left,
    offered,
    play,
    region,
    to_combat,
    where,
    without,
)
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import combat, retreat, surrendering
from grognard.games.eastfront import retreating as module
from grognard.games.eastfront.outcome import take
from grognard.games.eastfront.parts import First, may_lose
from grognard.games.eastfront.retreating import Retreating, WaysOut, crossing_case
from grognard.games.eastfront.supply import isolated
from grognard.games.eastfront.surrender import Garrison, SupplyMarker
from grognard.games.eastfront.surrender import net as surrender_net
from grognard.games.eastfront.zones import zone_of_control

if TYPE_CHECKING:
    from grognard.games.eastfront.state import Luga


def about_to_throw(
    stacks: dict[str, list[str]], target: str, *attackers: str, **facts: object
) -> Luga:
    """Return an attack without guns at the moment of the throw, supplied unless said."""
    supplied = bool(facts.pop("supplied", True))
    orders = facts.pop("orders", ())
    state = front(stacks, **facts)  # type: ignore[arg-type]
    declare(state, target, *attackers)
    if supplied:
        state.supplied_attacks = (1,)
    to_combat(state, *orders)  # type: ignore[misc]
    return fight(state, target)


def result(state: Luga, text: str) -> Luga:
    """Let the throw bring a result of the table, whatever the odds."""
    battle = state.battle
    assert battle is not None
    case = rules.attack_case(state, battle)
    fought = combat.assess(case)
    table = case.charts.results
    column, row = next(
        (column, row)
        for row, cells in enumerate(table.rows)
        for column, cell in enumerate(cells)
        if cell.text == text
    )
    chosen = fought._replace(column=column, drm=row + table.first - 1)
    state.stack.pop()
    take(state, battle, combat.aftermath(chosen, 1))
    state.run_on()
    return state


SIMPLE = {"1209": ["G-269", "G-SSP"], "1109": ["S-281"]}


# 16.1 Losses


def test_16_1_each_side_loses_so_many_steps_in_all() -> None:
    """16.1 - 1*/1: a step of the attacker's choice first, then one of the defender's."""
    stacks = {"1209": ["G-269", "G-SSP"], "1109": ["S-281", "S-48"]}
    state = result(about_to_throw(stacks, "1109", "G-269", "G-SSP"), "1*/1")
    assert (asked(state), state.seat) == ("Lose", 0)
    assert offered(state) == {"lose G-269", "lose G-SSP"}
    play(state, "lose G-SSP")
    assert (asked(state), state.seat) == ("Lose", SOVIET)
    play(state, "lose S-48")
    assert (left(state, "G-SSP"), left(state, "S-48"), left(state, "S-281")) == (3, 1, 3)


def test_16_1_several_steps_one_by_one() -> None:
    """16.1 - 3*/-: three steps, from whoever the owner likes."""
    state = result(about_to_throw(SIMPLE, "1109", "G-269", "G-SSP"), "3*/-")
    play(state, "lose G-269", "lose G-269", "lose G-SSP")
    assert (left(state, "G-269"), left(state, "G-SSP")) == (2, 3)
    assert left(state, "S-281") == 3


def test_16_1_beyond_what_is_there_nothing() -> None:
    """16.1 - -/4R on a unit of two steps eliminates it."""
    state = result(about_to_throw({**SIMPLE, "1109": ["S-48"]}, "1109", "G-269"), "-/4R")
    assert where(state, "S-48") is None


def test_16_1_e_eliminates_a_whole_side() -> None:
    """16.1 - -/e takes every defender, e/- every attacker; supporting guns are no attackers."""
    stacks = {"1209": ["G-269", "G-SSP"], "1109": ["S-281", "S-519"], "1210": ["G-A411"]}
    gone = result(about_to_throw(stacks, "1109", "G-269", "G-SSP"), "-/e")
    assert {where(gone, "S-281"), where(gone, "S-519")} == {None}
    lost = result(about_to_throw(stacks, "1109", "G-269", "G-SSP"), "e/-")
    assert {where(lost, "G-269"), where(lost, "G-SSP")} == {None}
    assert where(lost, "G-A411") == "1210"
    assert lost.steps_lost == 8


# 16.2 Fortress units


def test_16_2_fortress_units_lose_a_step_instead_of_retreating() -> None:
    """16.2 - on an R the battalion is gone, the rifles retreat, the hex is open."""
    stacks = {"1209": ["G-269"], "1109": ["S-281", "S-UR263"]}
    state = result(about_to_throw(stacks, "1109", "G-269"), "-/1R")
    play(state, "lose S-281")
    assert where(state, "S-UR263") is None
    assert asked(state) == "RetreatTo"


def test_16_2_nobody_enters_before_they_are_gone() -> None:
    """16.2 - coast guns of two steps stay with one, and nobody advances."""
    stacks = {"1209": ["G-269"], "1109": ["S-281", "S-CoKG"]}
    state = result(about_to_throw(stacks, "1109", "G-269"), "-/1R")
    play(state, "lose S-281")
    while asked(state) == "RetreatTo":
        play(state, min(offered(state)))
    assert (where(state, "S-CoKG"), left(state, "S-CoKG")) == ("1109", 1)
    assert asked(state) == "Movement"


def test_16_2_who_has_no_allowance_does_not_retreat_either() -> None:
    """16.2, LU-R57 - the guns of 2 PVO Corps."""
    stacks = {"1209": ["G-269"], "1109": ["S-281", "S-AALen"]}
    state = result(about_to_throw(stacks, "1109", "G-269"), "-/1R")
    play(state, "lose S-281")
    assert where(state, "S-AALen") is None


# 16.3 Asterisk


def steps_lost(state: Luga, text: str) -> int:
    before = state.steps_lost
    result(state, text)
    while asked(state) == "Lose" and state.seat == 0:
        play(state, min(offered(state)))
    return state.steps_lost - before


def test_16_3_more_steps_without_supply_and_against_works() -> None:
    """16.3 - */1R costs one without attack supply, one across a line or at a point."""
    clear = {"1209": ["G-269"], "1109": ["S-281"]}
    assert steps_lost(about_to_throw(clear, "1109", "G-269"), "*/1R") == 0
    assert steps_lost(about_to_throw(clear, "1109", "G-269", supplied=False), "*/1R") == 1
    line = {"1013": ["G-269"], "1113": ["S-281"]}
    assert steps_lost(about_to_throw(line, "1113", "G-269"), "*/1R") == 1
    assert steps_lost(about_to_throw(line, "1113", "G-269", supplied=False), "1*/1R") == 3
    point = {"1718": ["G-269"], "1719": ["S-281"]}
    assert steps_lost(about_to_throw(point, "1719", "G-269"), "*/1R") == 1
    broken = about_to_throw(point, "1719", "G-269", destroyed=["1719"])
    assert steps_lost(broken, "*/1R") == 0
    assert steps_lost(about_to_throw(line, "1113", "G-269"), "-/1R") == 0, "no asterisk"


def test_16_3_the_engineer_who_helped_is_lost_first() -> None:
    """16.3 - his -1 was taken: the first step is his; spared, it is anybody's."""
    stacks = {"1013": ["G-269", "G-Pi1"], "1113": ["S-281"]}
    state = result(about_to_throw(stacks, "1113", "G-269", "G-Pi1"), "1*/1R")
    assert where(state, "G-Pi1") is None
    spared = front(stacks)
    declare(spared, "1113", "G-269", "G-Pi1")
    spared.supplied_attacks = (1,)
    fight(to_combat(spared), "1113", "unclaim")
    result(spared, "1*/1R")
    assert offered(spared) == {"lose G-269", "lose G-Pi1"}


@pytest.mark.parametrize("defender", ["S-KUKS", "S-AT41", "S-AA41"])
def test_16_3_armour_attrition(defender: str) -> None:
    """16.3, EF-AA - armour against armour, anti-tank or flak: both first steps are theirs."""
    stacks = {"1209": ["G-269", "G-1-Pz"], "1109": ["S-281", defender]}
    state = result(about_to_throw(stacks, "1109", "G-269", "G-1-Pz"), "1*/1R")
    assert left(state, "G-1-Pz") == 2, "unasked"
    assert where(state, defender) is None, "unasked"


def test_16_3_no_attrition_without_armour_number_or_asterisk() -> None:
    """16.3, EF-AA - infantry alone, a bare asterisk, no anti-armour opposite, or no asterisk."""
    both = {"1209": ["G-269", "G-1-Pz"], "1109": ["S-281", "S-AT41"]}
    infantry = result(about_to_throw(both, "1109", "G-269"), "1*/1R")
    assert offered(infantry) == {"lose S-281", "lose S-AT41"}
    bare = result(about_to_throw(both, "1109", "G-269", "G-1-Pz", supplied=False), "*/1R")
    assert offered(bare) == {"lose G-269", "lose G-1-Pz"}
    soft = {"1209": ["G-269", "G-1-Pz"], "1109": ["S-281"]}
    assert offered(result(about_to_throw(soft, "1109", "G-269", "G-1-Pz"), "1*/1R")) == {
        "lose G-269",
        "lose G-1-Pz",
    }
    plain = result(about_to_throw(both, "1109", "G-269", "G-1-Pz"), "-/1R")
    assert offered(plain) == {"lose S-281", "lose S-AT41"}


def test_16_3_the_engineer_comes_before_armour() -> None:
    """16.3 - with his -1 taken there is no armour attrition."""
    stacks = {"1013": ["G-1-Pz", "G-Pi1"], "1113": ["S-281", "S-AT41"]}
    state = result(about_to_throw(stacks, "1113", "G-1-Pz", "G-Pi1"), "1*/1R")
    assert where(state, "G-Pi1") is None
    assert left(state, "G-1-Pz") == 2, "the line costs a second step"
    assert offered(state) == {"lose S-281", "lose S-AT41"}, "nobody's first step is bound"


def test_16_3_only_the_first_step_is_bound() -> None:
    """16.3 - the second is anybody's; armour comes before anti-tank in defence."""
    kinds = CAMPAIGN.kinds
    held = bits("S-281", "S-KUKS", "S-AT41")
    assert may_lose(kinds, held, First.ANTI_ARMOUR) == bits("S-KUKS")
    assert may_lose(kinds, bits("S-281", "S-AT41"), First.ANTI_ARMOUR) == bits("S-AT41")
    stacks = {"1209": ["G-269", "G-1-Pz"], "1109": ["S-281", "S-AT41"]}
    state = about_to_throw(stacks, "1109", "G-269", "G-1-Pz", supplied=False)
    result(state, "1*/1R")
    assert left(state, "G-1-Pz") == 2
    assert offered(state) == {"lose G-269", "lose G-1-Pz"}


# 16.6 Retreat


def retreating(stacks: dict[str, list[str]], target: str = "1109", *more: str) -> Luga:
    """Return a retreat about to begin from a hex attacked by 269 ID."""
    state = result(about_to_throw(stacks, target, "G-269", *more), "-/1R")
    while asked(state) == "Lose":
        play(state, min(offered(state)))
    return state


def test_16_6_two_hexes_together_by_the_owner() -> None:
    """16.6 - the stack goes as one, two hexes away, and the owner chooses."""
    state = retreating({"1209": ["G-269"], "1109": ["S-281", "S-519"]})
    assert (asked(state), state.seat) == ("RetreatTo", SOVIET)
    play(state, "to 1108", "to 1107")
    assert {where(state, "S-281"), where(state, "S-519")} == {"1107"}


def ways(stacks: dict[str, list[str]], here: str, *pieces: str, **facts: object) -> set[str]:
    """Return the first hexes of a retreat."""
    state = front(stacks, segment="german movement", **facts)  # type: ignore[arg-type]
    made = WaysOut(state, SOVIET, bits(*pieces), MAP.hex(here), 2)
    return {MAP.name(hex_) for hex_ in made.best(MAP.hex(here), 0, True)}


def test_16_6_not_into_enemies_water_or_over_the_open_river() -> None:
    """16.6 - from 0510 nobody swims the Luga to 0509; by the bridge at Narva one may go."""
    assert "0509" not in ways({"0510": ["S-48"]}, "0510", "S-48")
    assert "0311" in ways({"0310": ["S-48"]}, "0310", "S-48")
    blown = [("0310", "0311")]
    assert "0311" not in ways({"0310": ["S-48"]}, "0310", "S-48", blown=blown)
    coast = ways({"0505": ["S-48"]}, "0505", "S-48")
    assert coast
    assert not region(*coast) & ~CAMPAIGN.ground.land


def test_16_6_not_into_ground_forbidden_to_them() -> None:
    """16.6 - trucks do not retreat into swamp without a road; infantry does."""
    swamp = {"0512": ["S-24TD-T", "S-48"]}
    assert "0612" in ways(swamp, "0512", "S-48")
    assert "0612" not in ways(swamp, "0512", "S-24TD-T")


def test_16_6_a_free_way_before_one_through_a_zone() -> None:
    """16.6 - hexes in an enemy zone are not offered while a free way exists."""
    stacks = {"1109": ["S-48"], "1209": ["G-269"], "1208": ["G-1-IR1"]}
    found = ways(stacks, "1109", "S-48")
    assert found
    assert not found & hexes(zone_of_control(front(stacks), GERMAN))


def test_16_6_a_friend_makes_a_hex_safe() -> None:
    """16.6 - 1108 lies in the zone of 1208; with a combat unit in it it is safe, with guns not."""
    stacks = {"1109": ["S-48"], "1209": ["G-269"], "1208": ["G-1-IR1"]}
    assert "1108" not in ways(stacks, "1109", "S-48")
    assert "1108" in ways({**stacks, "1108": ["S-FB"]}, "1109", "S-48")
    assert "1108" not in ways({**stacks, "1108": ["S-519"]}, "1109", "S-48")


def test_16_6_without_a_way_the_stack_is_eliminated() -> None:
    """16.6 - Germans all around."""
    around = {"1108": ["G-1-IR1"], "1008": ["G-1-IR22"], "1009": ["G-1-IR43"], "1110": ["G-121"]}
    around |= {"1208": ["G-58-IR154"], "1209": ["G-269"]}
    state = retreating({**around, "1109": ["S-281", "S-519"]})
    assert {where(state, "S-281"), where(state, "S-519")} == {None}


def test_16_6_one_hex_further_where_it_is_too_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """16.6 - every hex two away is full: the stack goes three, and no way of two is left."""
    state = front({"1109": ["S-281"], "1209": ["G-269"]}, segment="german movement")
    ring, here = MAP.ring(MAP.hex("1109"), 2), MAP.hex("1109")
    made = WaysOut(state, SOVIET, bits("S-281"), here, 2)
    assert made.onward(here, 0, 0, 2)
    monkeypatch.setattr(module, "holds", lambda _state, hex_, _pieces: not ring >> hex_ & 1)
    assert made.best(here, 0, True)
    assert not made.onward(here, 0, 1, 2)
    monkeypatch.setattr(module, "holds", lambda *_: False)
    assert not made.best(here, 0, True)


def test_16_6_who_has_come_into_a_full_hex_goes_on() -> None:
    """16.6, 3.1 - three divisions fill 1107: a fourth that has come two hexes goes a third."""
    full = ["S-268", "S-125", "S-11"]
    state = front({"1107": [*full, "S-281"], "1209": ["G-269"]}, segment="german movement")
    state.ask(Retreating(SOVIET, SOVIET, bits("S-281"), MAP.hex("1109"), 2, 2, False, False))
    state.run_on()
    assert asked(state) == "RetreatTo"
    play(state, min(offered(state)))
    assert MAP.distance(MAP.hex("1109"), MAP.hex(where(state, "S-281") or "")) == 3
    alone = front({"1107": [*full[:2], "S-281"], "1209": ["G-269"]}, segment="german movement")
    alone.ask(Retreating(SOVIET, SOVIET, bits("S-281"), MAP.hex("1109"), 2, 2, False, False))
    alone.run_on()
    assert where(alone, "S-281") == "1107"


def test_16_6_a_train_goes_by_itself_by_rail() -> None:
    """16.6, LU-R58 - the armoured train leaves along the railway, or is lost."""
    state = retreating({"1209": ["G-269"], "1109": ["S-281", "S-Balt"]})
    assert "to 1108" in offered(state), "the division is not bound to the railway"
    while asked(state) == "RetreatTo":
        play(state, min(offered(state)))
    rails, at = CAMPAIGN.ground.rail_hexes, where(state, "S-Balt")
    assert rails & region("1109")
    assert at is not None
    assert rails >> MAP.hex(at) & 1
    lost = retreating({"1210": ["G-269"], "1211": ["S-281", "S-Balt"]}, "1211")
    while asked(lost) == "RetreatTo":
        play(lost, min(offered(lost)))
    assert where(lost, "S-Balt") is None, "1211 has no railway"


# 16.6.6 Through an enemy zone


def crossing(*stack: str) -> Luga:
    """Return a retreat from 1109 whose only way leads through the zone on 1108."""
    ring = {"1008": ["G-1-IR22"], "1009": ["G-1-IR43"], "1110": ["G-121"], "1209": ["G-269"]}
    ring |= {"1208": ["G-58-IR154"]}
    state = front({**ring, "1109": [*stack]})
    play(state, "attack 1109", "join G-269", "declare")
    state.supplied_attacks = (1,)
    to_combat(state)
    result(fight(state, "1109"), "-/1R")
    while asked(state) == "Lose":
        play(state, min(offered(state)))
    return state


def test_16_6_6_a_step_first_then_the_throw() -> None:
    """16.6.6, EF-16.6.6a - 3 or less gets through, 4 or more eliminates."""
    state = crossing("S-281")
    assert asked(state) == "CrossingThrow"
    assert left(state, "S-281") == 1, "one for the result, one for the crossing"
    through = play(state.copy(), "throw 3")
    assert where(through, "S-281") not in (None, "1108", "1109")
    assert where(play(state.copy(), "throw 4"), "S-281") is None


def test_16_6_6_the_last_step_is_not_thrown_for() -> None:
    """16.6.6 - crossing costs it, and nobody is left."""
    state = crossing("S-48")
    assert where(state, "S-48") is None
    assert asked(state) != "CrossingThrow"


def test_16_6_6_modifiers() -> None:
    """16.6.6, EF-16.6.6b, EF-16.6.6c, EF-16.6.6d - Germans -2, forest -2, artillery +2."""
    state = front({"1109": ["S-281", "S-519"], "1209": ["G-269"]})
    clear, forest = MAP.hex("1108"), MAP.hex("1110")
    for side, pieces, hex_, drm in (
        (SOVIET, bits("S-281"), clear, 0),
        (SOVIET, bits("S-281"), forest, -2),
        (SOVIET, bits("S-281", "S-519"), clear, 2),
        (GERMAN, bits("G-269"), clear, -2),
        (GERMAN, bits("G-269"), forest, -4),
    ):
        assert retreat.net(crossing_case(state, side, pieces, hex_)) == drm


def test_16_6_6_artillery_given_up_first() -> None:
    """EF-16.6.6e - the owner is asked before the step is lost; given up, it burdens nobody."""
    state = crossing("S-281", "S-519")
    assert (asked(state), state.seat) == ("GiveUp", SOVIET)
    assert offered(state) == {"keep", "give_up"}
    freed = play(state.copy(), "give_up")
    assert where(freed, "S-519") is None
    assert left(freed, "S-281") == 1
    kept = play(state.copy(), "keep", "lose S-281")
    question: Any = kept.question
    assert retreat.net(crossing_case(kept, SOVIET, question.pieces, question.hex)) == 2


def test_16_6_6_artillery_alone_is_not_asked() -> None:
    """EF-16.6.6e - there is nobody to save by it."""
    state = crossing("S-519")
    assert asked(state) != "GiveUp"


def test_16_6_6_not_two_such_hexes() -> None:
    """16.6.6 - a second vacant hex in a zone is no way; the stack is eliminated."""
    stacks = {"1109": ["S-281"], "1008": ["G-1-IR22"], "1009": ["G-1-IR43"], "1110": ["G-121"]}
    stacks |= {"1209": ["G-269"], "1208": ["G-58-IR154"]}
    assert ways(stacks, "1109", "S-281") == {"1108"}
    stacks |= {"1106": ["G-1-IR1"]}
    assert not ways(stacks, "1109", "S-281"), "1107 lies in the zone of 1106"


def test_16_6_6_a_soviet_hq_that_gets_through_is_not_operational() -> None:
    """16.6.6, 7.1 - it has lost its head on the way."""
    state = crossing("S-281", "S-HQK")
    while asked(state) in ("GiveUp", "Lose"):
        play(state, "keep" if asked(state) == "GiveUp" else "lose S-281")
    play(state, "throw 1")
    assert state.inoperational == bits("S-HQK")


def test_16_6_6_an_additional_retreat_crosses_no_zone() -> None:
    """16.6.6, 14.3 - where a plain retreat would throw, there is no way, and all are eliminated."""
    ring = {"1008": ["G-1-IR22"], "1009": ["G-1-IR43"], "1110": ["G-121"], "1209": ["G-269"]}
    state = front({**ring, "1208": ["G-58-IR154"], "1109": ["S-281"]}, segment="german movement")
    here = MAP.hex("1109")
    made = WaysOut(state, SOVIET, bits("S-281"), here, 3)
    assert made.best(here, 0, True) == [MAP.hex("1108")]
    assert made.best(here, 0, False) == []
    going = module.Retreating(SOVIET, GERMAN, bits("S-281"), here, 3, 0, False, True)
    going.run(state)
    assert where(state, "S-281") is None


# 16.7 Advance


def test_16_7_attackers_may_enter_an_empty_hex() -> None:
    """16.7 - one after the other, whatever the zones, or nobody; no artillery."""
    stacks = {"1209": ["G-269", "G-SSP", "G-A411"], "1109": ["S-48"], "1009": ["S-70"]}
    state = result(about_to_throw(stacks, "1109", "G-269", "G-SSP"), "-/4R")
    assert (asked(state), state.seat) == ("Advance", 0)
    assert offered(state) == {"advance G-269", "advance G-SSP", "halt"}
    play(state, "advance G-269")
    assert where(state, "G-269") == "1109"
    assert offered(state) == {"advance G-SSP", "halt"}
    play(state, "halt")
    assert asked(state) == "Movement"


def test_16_7_within_stacking() -> None:
    """16.7, 3.1 - 12 points: the fourth division stays."""
    four = ["G-269", "G-SSP", "G-121"]
    stacks = {"1209": four, "1110": ["G-122"], "1109": ["S-48"]}
    state = result(about_to_throw(stacks, "1109", *four, "G-122"), "-/4R")
    play(state, "advance G-269", "advance G-SSP", "advance G-121")
    assert asked(state) == "Movement"


def test_16_7_not_over_a_river_without_a_bridge() -> None:
    """16.7 - nobody crosses from 0609 to 0610; at Narva the bridge serves until it is blown."""
    open_ = {"0609": ["G-269"], "0610": ["S-48"]}
    state = result(about_to_throw(open_, "0610", "G-269"), "-/4R")
    assert asked(state) == "Movement"
    bridge = {"0311": ["G-269"], "0310": ["S-Narva"]}
    assert asked(result(about_to_throw(bridge, "0310", "G-269"), "-/4R")) == "Advance"
    blown = about_to_throw(bridge, "0310", "G-269", blown=[("0310", "0311")])
    assert asked(result(blown, "-/4R")) == "Movement"


def test_16_7_two_hexes_taken_together() -> None:
    """16.7, 12.1 - an attacker of two empty hexes chooses which he enters."""
    state = front({"1209": ["G-269"], "1109": ["S-FB"], "1208": ["S-HQK"]})
    declare(state, "1109", "G-269", also=["1208"])
    state.supplied_attacks = (1,)
    state = result(fight(to_combat(state), "1109"), "-/e")
    play(state, "advance G-269")
    assert offered(state) == {"to 1109", "to 1208"}
    play(state, "to 1208")
    assert where(state, "G-269") == "1208"


# 21 Surrender


POCKET = {"1108": ["G-1-IR1"], "1008": ["G-1-IR22"], "1009": ["G-1-IR43"], "1110": ["G-121"]}
POCKET |= {"1208": ["G-58-IR154"], "1209": ["G-269"]}


def pocket(*stack: str, at: str = "1109", **facts: object) -> Luga:
    """Return the end of a turn with a stack surrounded in 1109."""
    return front({**POCKET, at: [*stack]}, segment="end", **facts)  # type: ignore[arg-type]


def test_21_a_hex_that_is_cut_off_throws() -> None:
    """21, EF-21a - 1 and 2 surrender, 3 and more hold; who surrenders is out for good."""
    state = pocket("S-281")
    assert asked(state) == "SurrenderThrow"
    gone = play(state.copy(), "throw 2")
    assert where(gone, "S-281") is None
    assert gone.surrendered == bits("S-281")
    assert where(play(state.copy(), "throw 3"), "S-281") == "1109"


def test_21_not_without_a_zone_beside_it_nor_with_a_way_out() -> None:
    """21 - a German unit with a zone must be adjacent, and no path lead to anything Soviet."""
    assert not surrendering.throwing(front({"1109": ["S-281"], "1209": ["G-269"]}, segment="end"))
    state = front({"1108": ["G-8-Rec"], "1109": ["S-281"]}, segment="german movement")
    assert not surrendering.threatened(state)
    open_ = {name: POCKET[name] for name in ("1110", "1209")}
    assert not surrendering.throwing(front({**open_, "1109": ["S-281"]}, segment="german movement"))


def test_21_isolated_at_a_distance_does_not_throw() -> None:
    """21 - zones all around from two hexes away: cut off, but nobody with a zone is adjacent."""
    ring = MAP.ring(MAP.hex("1109"), 2)
    units = [
        id_ for id_ in CAMPAIGN.by_id if id_.startswith(("G-1-IR", "G-58-IR", "G-3-I", "G-36-I"))
    ]
    units += ["G-269", "G-SSP", "G-121", "G-122"]
    around = {MAP.name(hex_): [units.pop()] for hex_ in list(MAP.hexes) if ring >> hex_ & 1}
    state = front({**around, "1109": ["S-281"]}, segment="german movement")
    assert isolated(state, SOVIET) == region("1109")
    assert not surrendering.throwing(state)


def test_21_once_for_each_hex() -> None:
    """21 - two hexes, two throws; all units of a hex go together."""
    state = front({**POCKET, "1109": ["S-281", "S-519"]}, segment="end")
    told = events(state, "throw 1")
    found = [event for event in told if event.kind == "surrender"]
    assert len(found) == 1
    assert {where(state, "S-281"), where(state, "S-519")} == {None}


def drm(hex_: str, *stack: str, more: dict[str, list[str]] | None = None, **facts: object) -> int:
    state = front({hex_: [*stack], **(more or {})}, segment="german movement", **facts)  # type: ignore[arg-type]
    return surrender_net(surrendering.case_of(state, MAP.hex(hex_)))


def test_21_the_headquarters() -> None:
    """EF-21b - an operational HQ within 4 hexes, whatever lies between."""
    assert drm("1109", "S-281", more={"1105": ["S-HQK"]}) == 1
    assert drm("1109", "S-281", more={"1104": ["S-HQK"]}) == 0
    assert drm("1109", "S-281", more={"1105": ["S-HQK"]}, inoperational=["S-HQK"]) == 0


def test_21_nkvd_and_guards() -> None:
    """EF-21c - +1, once."""
    assert drm("1109", "S-281", "S-Bord") == 1
    assert drm("1109", "S-281", "S-1GDNO") == 1
    assert drm("1109", "S-281", "S-1GDNO", "S-Bord") == 1


def test_21_places() -> None:
    """EF-21d, EF-R02, LU-R30 - city, major city, point, and a fortified side; no town."""
    assert drm("0310", "S-281") == 1, "Narva is a city"
    assert drm("2003", "S-281") == 1, "Leningrad"
    assert drm("2004", "S-281") == 1, "Pulkovo is a point"
    assert drm("2004", "S-281", destroyed=["2004"]) == 0
    assert drm("1409", "S-281") == 0, "Volosovo is a town"
    assert drm("0911", "S-281") == 1, "behind the line"
    assert drm("0911", "S-281", breached=["0911"]) == 0
    other = without("campaign", fortified_side_for_surrender=False)
    assert drm("0911", "S-281", scenario=other) == 0
    assert drm("2004", "S-281", scenario=other) == 1


def test_21_supply_markers() -> None:
    """EF-21e, EF-21f, LU-R62 - Emergency -1, Out of Supply -2; the worse one alone."""
    assert drm("1109", "S-281", emergency=["S-281"]) == -1
    assert drm("1109", "S-281", unsupplied=["S-281"]) == -2
    assert drm("1109", "S-281", "S-48", unsupplied=["S-281"], emergency=["S-48"]) == -2


def test_21_garrisons() -> None:
    """EF-21g, EF-21h - only militia, or with coast guns, -1; only coast guns -2; anybody else 0."""
    assert drm("1109", "S-4DNO") == -1
    assert drm("1109", "S-4DNO", "S-CoSoi") == -1
    assert drm("1109", "S-CoSoi") == -2
    assert drm("1109", "S-4DNO", "S-281") == 0
    assert drm("1109", "S-4DNO", "S-519") == 0
    state = front({"1109": ["S-CoSoi", "S-CoKG"]})
    here = state.stacks[MAP.hex("1109")]
    assert surrendering.garrison_of(state, here) is Garrison.COASTAL
    assert surrendering.supply_of(state, here) is SupplyMarker.SUPPLIED


def test_21_the_armoured_train_never_but_with_the_rest() -> None:
    """21 - alone it does not throw; with others it leaves when they do."""
    alone = pocket("S-Balt")
    assert asked(alone) != "SurrenderThrow"
    both = play(pocket("S-281", "S-Balt"), "throw 1")
    assert where(both, "S-Balt") is None
