"""9 - Rally; 10 - special rules; 11 - victory; 12 - scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.petrograd.front import (
    CAMPAIGN,
    GAME,
    MAP,
    RED,
    WHITE,
    advance_to,
    asked,
    attack,
    bits,
    front,
    has,
    hexes,
    ids,
    left,
    marked,
    modifiers,
    offered,
    play,
    reach,
    region,
    throw,
    where,
)
from grognard.games.petrograd import arrivals, battle, command, movement, rally, victory
from grognard.games.petrograd.load import load, scenarios
from grognard.games.petrograd.parts import battle_of, half_of
from grognard.games.petrograd.sequence import begin
from grognard.games.petrograd.supply import unsupplied
from grognard.games.petrograd.table import Role

if TYPE_CHECKING:
    from grognard.games.petrograd.state import Petrograd

# 9 Rally


def test_9_1_a_rested_piece_recovers_by_one_state() -> None:
    """9.1 - routed becomes disorganised, disorganised becomes good order."""
    state = front({"0119": ["W-Lib", "W-Riga"]}, routed=["W-Lib"], disorganised=["W-Riga"])
    rally.rally(state, WHITE)
    assert not has(state, "routed", "W-Lib")
    assert has(state, "disorganised", "W-Lib")
    assert not has(state, "disorganised", "W-Riga")
    rally.rally(state, WHITE)
    assert state.disorganised == 0


def test_9_1_not_in_an_enemy_zone_nor_after_an_attack() -> None:
    """9.1 - nor the enemy's pieces."""
    state = front(
        {"0319": ["W-Lib"], "0418": ["R-49"], "0119": ["W-Riga"], "2913": ["R-18"]},
        disorganised=["W-Lib", "W-Riga", "R-18"],
        attacked=["W-Riga"],
    )
    rally.rally(state, WHITE)
    assert ids(state.disorganised) == {"W-Lib", "W-Riga", "R-18"}
    rally.rally(state, RED)
    assert ids(state.disorganised) == {"W-Lib", "W-Riga"}


def test_9_1_a_rallied_regiment_has_its_zone_again() -> None:
    """9.1, 1.4 - routed it had none."""
    state = front({"0119": ["W-Lib"]}, routed=["W-Lib"])
    assert state.strong[WHITE] == 0
    rally.rally(state, WHITE)
    assert state.strong[WHITE] == region("0119")


def test_9_2_idle_troops_dig_in_twice_a_turn() -> None:
    """9.2 - where they neither moved nor attacked, in order, in command, supplied, no work."""
    stacks = {"1118": ["R-16", "R-HQ2"], "1119": ["R-17"], "1120": ["R-18"], "1217": ["R-10"]}
    state = front(stacks, segment="red combat", moved=["R-10"])
    play(state, "done")
    assert offered(state) == {"dig 1118", "dig 1119", "dig 1120", "done"}
    play(state, "dig 1118", "dig 1119")
    assert asked(state) != "Digging"
    assert hexes(state.field_works[RED]) == {"1118", "1119"}
    assert not rally.may_dig(front({"2913": ["R-18"]}), RED)


@pytest.mark.parametrize("mark", ["disorganised", "routed", "out_of_ammunition", "attacked"])
def test_9_2_who_does_not_dig(mark: str) -> None:
    """9.2 - shaken, unsupplied or fighting troops."""
    assert rally.may_dig(front({"1118": ["R-16"]}), RED)
    assert not rally.may_dig(front({"1118": ["R-16"]}, **marked(mark, "R-16")), RED)


def test_9_2_field_works_serve_who_dug_them_and_go_with_them() -> None:
    """9.2, 8.5 - worth 1; gone when the last troops leave."""
    state = front({"1413": ["R-16", "R-17"], "1414": ["W-Volyn"]}, turn=5)
    rally.dig(state, RED, MAP.hex("1413"))
    values = battle.defensive_values(state, RED, MAP.hex("1413"), region("1414"))
    assert [(value.reason, value.value) for value in values] == [("field_works", 1)]
    state.put(CAMPAIGN.by_id["R-16"], MAP.hex("1412"))
    assert state.field_works[RED]
    state.put(CAMPAIGN.by_id["R-17"], MAP.hex("1412"))
    assert not state.field_works[RED]


def test_9_3_march_battalions_refit_troops_of_their_hex() -> None:
    """9.3 - one for one, not above print; with its last SP the battalion is broken up."""
    state = front({"3203": ["R-Repl1:2", "R-Sai1:1"]}, segment="red combat", turn=6)
    play(state, "done")
    assert offered(state) == {"refit R-Sai1", "done"}
    play(state, "refit R-Sai1")
    assert (left(state, "R-Sai1"), left(state, "R-Repl1")) == (2, 1)
    play(state, "refit R-Sai1")
    assert left(state, "R-Sai1") == 3
    assert where(state, "R-Repl1") is None
    assert asked(state) != "Refitting"


def test_9_3_not_in_an_enemy_zone_nor_elsewhere() -> None:
    """9.3 - the hex must be the same, free of enemy zones and supplied."""
    assert not rally.may_refit(front({"3203": ["R-Repl1"], "3204": ["R-Sai1:1"]}))
    assert rally.may_refit(front({"3107": ["R-Repl1", "R-Sai1:1"]}))
    assert not rally.may_refit(front({"3107": ["R-Repl1", "R-Sai1:1"], "3108": ["W-Lib"]}))
    full = front({"3107": ["R-Repl1", "R-Sai1"]})
    assert not rally.may_refit(full)


# 10 Special rules


def test_10_1_no_train_over_the_yamburg_bridge_before_turn_5() -> None:
    """10.1 - then only while White controls both ends; foot cross at any time."""
    for turn, white, is_open in ((4, ["0418"], False), (5, ["0418"], True), (5, [], False)):
        state = front({"0319": ["W-AT1", "W-Lib"]}, turn=turn, white=white)
        assert ("0418" in reach(state, "W-AT1")) is is_open
        assert "0418" in reach(state, "W-Lib")


def test_10_1_tanks_cross_from_turn_2() -> None:
    """10.1 - by road, not on turn 1."""
    assert "0418" not in reach(front({"0319": ["W-TkA"]}, turn=1), "W-TkA")
    assert "0418" in reach(front({"0319": ["W-TkA"]}, turn=2), "W-TkA")


EASTWARD = {"3212": ["W-Temn"], "3111": ["W-HQ3"], "2913": ["W-HQr"]}


def test_10_2_third_division_stays_west_of_column_34() -> None:
    """10.2 - unless Vetrenko obeys; other divisions go where they like."""
    state = front({**EASTWARD, "3312": ["W-Ostr"]}, turn=4)
    assert max(int(name[:2]) for name in reach(state, "W-Temn")) == 33
    assert max(int(name[:2]) for name in reach(state, "W-Ostr")) > 33
    state.vetrenko_obeys = True
    assert max(int(name[:2]) for name in reach(state, "W-Temn")) > 33


@pytest.mark.parametrize(("total", "obeys"), [(6, False), (7, True)])
def test_10_2_vetrenko_is_pressed_with_two_dice(total: int, obeys: bool) -> None:
    """10.2 - 7 or more opens the east for this turn."""
    state = front(EASTWARD, segment="white command", turn=3)
    assert offered(state) == {"press", "leave"}
    throw(play(state, "press"), total)
    assert state.vetrenko_obeys is obeys


def test_10_2_rodzianko_beside_him_needs_no_throw_and_turn_2_no_question() -> None:
    """10.2 - stacked with the HQ of 3 Div; before turn 3 nobody is asked."""
    led = front(
        {**EASTWARD, "3111": ["W-HQ3", "W-HQr"], "2913": []}, turn=3, segment="white command"
    )
    assert led.vetrenko_obeys
    assert asked(front(EASTWARD, segment="white command", turn=2)) == "Movement"
    advance_to(led, "red movement")
    advance_to(led, "white arrivals")
    assert not led.vetrenko_obeys


def test_10_3_estonians_stay_in_their_zone() -> None:
    """10.3 - columns 01 to 16, rows 01 to 14, in moves and retreats."""
    state = front({"1510": ["E-4"], "0113": ["E-1"]}, turn=5)
    for id_ in ("E-4", "E-1"):
        found = reach(state, id_)
        assert found
        assert all(int(name[:2]) <= 16 and int(name[2:]) <= 14 for name in found)
    assert "1710" in reach(front({"1510": ["W-Lib"]}), "W-Lib")


def test_10_3_three_lost_points_cost_a_morale() -> None:
    """10.3 - for good, for all Estonian troops."""
    state = front({"0112": ["E-4", "E-1"]})
    piece = CAMPAIGN.by_id["E-1"]
    assert command.morale_of(state, piece) == 3
    for _ in range(3):
        state.lose(CAMPAIGN.by_id["E-4"], "8.2.5")
    assert command.morale_of(state, piece) == 2
    assert command.morale_of(state, CAMPAIGN.by_id["E-Ing"]) == 3


def beaten(turn: int, red: list[str], dice: int) -> Petrograd:
    state = front({"1414": ["W-Talab"], "1413": red}, segment="white combat", turn=turn)
    attack(state, "1413", ["W-Talab"])
    return throw(state, dice - sum(modifiers(state).values()))


def test_10_4_weak_reds_beaten_by_three_columns_rout() -> None:
    """10.4 - column 10 on turn 4 a rout, column 9 not; turn 5 and quality 3 not."""
    trotsky = ["R-16", "R-17", "R-Trot"]  # m3, read on m5: "rd / r2" in column 10
    assert all(o.effect.rout for o in half_of(beaten(4, trotsky, 10), Role.DEFENDER).options)
    assert not any(o.effect.rout for o in half_of(beaten(4, trotsky, 9), Role.DEFENDER).options)
    assert not any(o.effect.rout for o in half_of(beaten(5, trotsky, 10), Role.DEFENDER).options)
    firm = ["R-52", "R-53", "R-Trot"]
    assert not any(o.effect.rout for o in half_of(beaten(3, firm, 10), Role.DEFENDER).options)


def test_10_4_panic_also_takes_a_beaten_attacker() -> None:
    """10.4 - weak Reds who attack and reach column 4 or less rout."""
    state = front({"1414": ["R-16"], "1413": ["W-Volyn"]}, segment="red combat", turn=2)
    attack(state, "1413", ["R-16"])
    throw(state, 4 - sum(modifiers(state).values()) if sum(modifiers(state).values()) > -9 else 2)
    assert battle_of(state).column <= 4
    assert all(option.effect.rout for option in half_of(state, Role.ATTACKER).options)


def test_10_5_leaders_escape_and_come_back() -> None:
    """10.5, 8.2.8 - Trotsky two turns later in the city, 3 points; Rodzianko at 0119."""
    state = front({"3207": ["R-Trot"], "2913": ["W-HQr"]}, turn=5)
    state.remove(CAMPAIGN.by_id["R-Trot"])
    state.remove(CAMPAIGN.by_id["W-HQr"])
    assert where(state, "R-Trot") is None
    assert victory.standing(state).trotsky == 3
    assert arrivals.turn_of(state, CAMPAIGN.by_id["R-Trot"]) == 7
    state.turn = 6
    assert CAMPAIGN.by_id["R-Trot"] not in arrivals.due(state, RED)
    state.turn = 7
    assert CAMPAIGN.by_id["R-Trot"] in arrivals.due(state, RED)
    assert arrivals.entry_hexes(state, CAMPAIGN.by_id["R-Trot"]) == CAMPAIGN.ground.city
    assert hexes(arrivals.entry_hexes(state, CAMPAIGN.by_id["W-HQr"])) == {"0119"}


def test_10_6_nadezhny_takes_over_on_turn_4() -> None:
    """10.6 - quality 4 and bonus 1, before that 2 and 0."""
    piece = CAMPAIGN.by_id["R-HQ7"]
    early, late = front({"3203": ["R-HQ7"]}, turn=3), front({"3203": ["R-HQ7"]}, turn=4)
    assert (command.quality_of(early, piece), command.bonus_of(early, piece)) == (2, 0)
    assert (command.quality_of(late, piece), command.bonus_of(late, piece)) == (4, 1)


@pytest.mark.parametrize(
    ("column", "turn", "is_asked"), [("1001", 6, True), ("1101", 6, False), ("1001", 5, False)]
)
def test_10_7_mines_wait_in_koporye_bay(column: str, turn: int, is_asked: bool) -> None:
    """10.7 - at the end of Red's turn 6, in column 10 or further west."""
    state = front({column: ["R-FlD"]}, segment="red combat", turn=turn)
    play(state, "done")
    assert (asked(state) == "MinesThrow") is is_asked


@pytest.mark.parametrize(("total", "is_lost"), [(6, False), (7, True)])
def test_10_7_seven_or_more_sinks_the_destroyers(total: int, is_lost: bool) -> None:
    """10.7 - two dice."""
    state = front({"1001": ["R-FlD"]}, segment="red combat", turn=6)
    throw(play(state, "done"), total)
    assert (where(state, "R-FlD") is None) is is_lost


def test_10_8_the_city_rises_when_white_enters() -> None:
    """10.8 - six battalions in city hexes free of White, once."""
    state = front({"3106": ["W-Talab", "W-Lib"]}, turn=6)
    play(state, "move W-Talab", "to 3105")
    assert (asked(state), state.seat) == ("District", RED)
    assert "to 3105" not in offered(state)
    for _ in range(6):
        play(state, "to 3203")
    assert state.units_at(MAP.hex("3203")).bit_count() == 6
    play(state, "move W-Lib", "to 3104" if "to 3104" in _to(state, "W-Lib") else "stay")
    assert asked(state) == "Movement"
    assert state.has_risen


def _to(state: Petrograd, id_: str) -> set[str]:
    return {f"to {name}" for name in reach(state, id_)}


# 11 Victory


def test_11_1_places_count_when_held_and_supplied() -> None:
    """11.1 - Gatchina 3, a city hex 5; cut off they count nothing."""
    held = front({"2913": ["W-Volyn"]}, turn=8)
    assert victory.standing(held).points == 3
    city = front({"3105": ["W-Volyn"]}, turn=8)
    assert dict(victory.standing(city).places)[MAP.hex("3105")] == 5
    ring = {
        "2912": ["R-16"],
        "3013": ["R-17"],
        "2814": ["R-18"],
        "2914": ["R-15"],
        "2812": ["R-14"],
    }
    cut = front({"2913": ["W-Volyn"], **ring}, turn=8)
    assert victory.standing(cut).points == 0
    assert unsupplied(cut, WHITE)


def test_11_1_regiments_tanks_and_the_railway() -> None:
    """11.1 - the sixth regiment -1, a tank -2, each turn of a cut railway +1 on turns 5 to 7."""
    state = front({"3811": ["W-Talab"]}, turn=5)
    victory.end_turn(state)
    assert state.railway_points == 1
    early = front({"3811": ["W-Talab"]}, turn=4)
    victory.end_turn(early)
    assert early.railway_points == 0
    state.regiments_lost, state.tanks_lost = 7, 1
    now = victory.standing(state)
    assert (now.regiments, now.tanks, now.railway) == (-2, -2, 1)
    state.regiments_lost = 5
    assert victory.standing(state).regiments == 0


def test_11_1_estonians_and_reds_are_no_regiments_of_the_army() -> None:
    """11.1 - only NWA foot and horse are counted, and only White tanks."""
    state = front({"0119": ["E-4", "W-4a"], "3203": ["R-16", "R-Tk"]})
    for id_ in ("E-4", "R-16", "R-Tk"):
        state.remove(CAMPAIGN.by_id[id_])
    assert (state.regiments_lost, state.tanks_lost) == (0, 0)
    state.remove(CAMPAIGN.by_id["W-4a"])
    assert state.regiments_lost == 1


def test_11_2_white_wins_at_once_in_the_city() -> None:
    """11.2 - three city hexes, one of them 3203 or 3204."""
    won = front({}, white=["3105", "3104", "3204"], turn=6)
    assert victory.sudden_winner(won) == WHITE
    assert victory.sudden_winner(front({}, white=["3105", "3104", "3103"], turn=6)) is None
    assert victory.sudden_winner(front({}, white=["3105", "3204"], turn=6)) is None


def test_11_2_red_wins_at_once_by_retaking_yamburg() -> None:
    """11.2 - from turn 5 on, if White held it at the end of the turn before; not by Gatchina."""
    state = front({}, turn=5)
    state.was_white |= region("2913")
    assert victory.sudden_winner(state) is None
    state.was_white |= region("0418")
    assert victory.sudden_winner(state) == RED
    state.turn = 4
    assert victory.sudden_winner(state) is None
    assert victory.sudden_winner(front({}, turn=6)) is None


def test_11_2_a_sudden_victory_ends_the_game() -> None:
    """11.2 - decisively, whatever the points."""
    state = front({"3105": ["W-Talab"]}, white=["3104", "3204"], segment="red combat", turn=6)
    state.control[WHITE] |= region("3105", "3104", "3204")
    state.control[RED] &= ~region("3105", "3104", "3204")
    while not state.is_over and state.turn == 6:
        play(state, min(offered(state) & {"done"} or offered(state)))
    assert state.is_over
    assert (victory.level(state), state.winner()) == ("white_decisive", WHITE)


@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [
        (15, "white_decisive", WHITE),
        (14, "white_marginal", WHITE),
        (11, "white_marginal", WHITE),
        (10, "draw", None),
        (7, "draw", None),
        (6, "red_marginal", RED),
        (4, "red_marginal", RED),
        (3, "red_decisive", RED),
        (0, "red_decisive", RED),
    ],
)
def test_11_3_levels_of_the_campaign(points: int, level: str, winner: int | None) -> None:
    """11.3 - by points."""
    state = front({}, turn=8)
    state.railway_points = points
    assert victory.level(state) == level
    assert victory.winner(state) == winner


def test_11_3_history_is_a_draw() -> None:
    """11.3 - Yamburg, Volosovo, Luga, Gatchina, Krasnoe Selo: 10 points."""
    stacks = {"0418": ["W-4a"], "2436": ["W-1a"], "2913": ["W-Volyn"], "2808": ["W-Lib"]}
    state = front(stacks | {"1817": ["W-Sem"]}, turn=8)
    assert victory.standing(state).points == 10
    assert victory.level(state) == "draw"


# 12 Scenarios


def test_12_1_the_campaign_has_eight_turns() -> None:
    """12.1 - 84 pieces set up, all others arrive."""
    assert (CAMPAIGN.id, CAMPAIGN.first_turn, CAMPAIGN.last_turn) == ("campaign", 1, 8)
    assert len(CAMPAIGN.setup) == 84


def test_12_2_the_break_in_ends_with_turn_3() -> None:
    """12.2 - the same set-up, points and levels of its own."""
    scenario = load(scenarios()["break-in"])
    assert (scenario.first_turn, scenario.last_turn) == (1, 3)
    assert scenario.setup == CAMPAIGN.setup
    assert scenario.victory.levels == (9, 7, 5, 4)
    assert sum(scenario.victory.places.values()) == 16
    assert scenario.victory.places[MAP.hex("1817")] == 2


def test_12_3_pulkovo_begins_on_turn_6_in_supply_and_command() -> None:
    """12.3 - set-up within stacking; nobody starts hungry but the marines' friends."""
    scenario = load(scenarios()["pulkovo"])
    state = begin(scenario)
    assert (state.turn, scenario.last_turn) == (6, 8)
    assert unsupplied(state, WHITE) == 0
    assert unsupplied(state, RED) == 0
    assert scenario.victory.levels == (17, 13, 11, 8)
    assert scenario.victory.places == CAMPAIGN.victory.places
    assert GAME.invariants(state) == []


def test_12_the_scenarios_can_be_found_by_name() -> None:
    """12.1, 12.2, 12.3 - by the name that journals use."""
    for name in ("campaign", "break-in", "pulkovo"):
        assert GAME.scenario_id(GAME.find(name)) == name


def test_movers_have_a_column_of_the_chart() -> None:
    """7.2 - every kind that moves by land."""
    assert set(movement.MOVERS.values()) == {*CAMPAIGN.tables.cost, "train"}


def test_bits_are_ids() -> None:
    assert ids(bits("W-Lib")) == {"W-Lib"}
