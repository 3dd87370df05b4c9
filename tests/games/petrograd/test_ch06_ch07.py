"""6 - Random events; 7 - movement, by land, rail, sea and air."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from games.petrograd.front import (
    CAMPAIGN,
    MAP,
    RED,
    WHITE,
    asked,
    bits,
    front,
    has,
    hexes,
    offered,
    play,
    reach,
    region,
    where,
)
from grognard.games.petrograd import arrivals, battle, movement
from grognard.games.petrograd.load import chosen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.games.petrograd.state import Petrograd

EVENTS = chosen(CAMPAIGN, {"events": "true"})
CONTACT = {"1817": ["R-16"], "1818": ["W-Talab"], "0119": ["W-A5", "W-Air"]}


def cost(state: Petrograd, id_: str, goal: str) -> str:
    """Return the points that a counter pays to go to a hex."""
    piece = CAMPAIGN.by_id[id_]
    mover = movement.MOVERS[CAMPAIGN.pieces[piece].kind]
    return movement.scale_of(mover).words(movement.costs(state, piece)[MAP.hex(goal)])


def across(id_: str, start: str, goal: str) -> str:
    """Return the points of one step across country."""
    here, there = MAP.hex(start), MAP.hex(goal)
    paths = movement.search(front({start: [id_]}), CAMPAIGN.by_id[id_])
    found = next(step for node, step, _ in paths._edges[here] if node == there)
    return movement.HALVES.words(found)


def at_event(**marks: Any) -> Petrograd:
    return front(CONTACT, segment="white arrivals", turn=3, scenario=EVENTS, **marks)


def test_6_1_events_are_thrown_only_by_option_and_from_turn_2() -> None:
    """6.1 - an optional module: two ten-sided dice."""
    assert asked(front(CONTACT, segment="white arrivals", turn=3)) != "EventThrow"
    assert asked(front(CONTACT, segment="white arrivals", turn=1, scenario=EVENTS)) != "EventThrow"
    state = at_event()
    assert asked(state) == "EventThrow"
    assert len(state.options()) == 100


def test_6_1_rumours_disorganise_shaky_enemies_in_contact() -> None:
    """6.1 - quality 2 is beaten by a units die of 3, not of 2."""
    assert has(play(at_event(), "throw 13"), "disorganised", "R-16")
    assert not has(play(at_event(), "throw 12"), "disorganised", "R-16")


def test_6_1_drink_and_initiative_change_command() -> None:
    """6.1 - drink takes the lowest morale out of command, initiative puts all into it."""
    drunk = play(at_event(), "throw 21")
    while asked(drunk) in ("Arrive", "Rail"):
        play(drunk, (offered(drunk) & {"wait", "done"}).pop())
    assert has(drunk, "uncommanded", "W-Talab")
    keen = play(at_event(), "throw 61")
    while asked(keen) in ("Arrive", "Rail"):
        play(keen, (offered(keen) & {"wait", "done"}).pop())
    assert not keen.uncommanded & keen.owned[WHITE]


def test_6_1_shells_cloud_speech_and_nothing() -> None:
    """6.1 - silent guns, grounded aircraft, a rally, or nothing."""
    assert play(at_event(), "throw 31").silent
    assert play(at_event(), "throw 41").grounded
    assert not has(play(at_event(disorganised=["W-Talab"]), "throw 51"), "disorganised", "W-Talab")
    quiet = play(at_event(disorganised=["W-Talab"]), "throw 01")
    assert has(quiet, "disorganised", "W-Talab")
    assert not quiet.silent
    assert not quiet.grounded


def test_7_1_each_piece_moves_once_and_not_into_enemies() -> None:
    """7.1 - a move is a piece and its hex; it is not offered again; enemy hexes are closed."""
    state = front({"0319": ["W-Lib", "W-Riga"], "0521": ["R-HQ6"]}, turn=2)
    assert "0521" not in reach(state, "W-Lib")
    play(state, "move W-Lib", "to 0320")
    assert "move W-Lib" not in offered(state)
    play(state, "move W-Riga", "stay")
    assert "move W-Riga" not in offered(state)
    assert where(state, "W-Riga") == "0319"


@pytest.mark.parametrize(
    ("id_", "start", "goal", "points"),
    [
        ("W-Talab", "1315", "1316", "1"),  # clear
        ("W-Talab", "0210", "0211", "2"),  # forest
        ("W-HorseJ", "0210", "0211", "3"),
        ("W-A2", "0210", "0211", "3"),
        ("W-Talab", "0213", "0214", "3"),  # marsh
        ("W-HorseJ", "0213", "0214", "4"),
        ("W-Talab", "2809", "2810", "2"),  # heights
        ("W-HorseJ", "2809", "2810", "2"),
        ("W-A2", "2709", "2809", "3"),
        ("R-BCav", "3103", "3102", "2"),  # Petrograd for horse
        ("R-16", "3103", "3102", "1"),
    ],
)
def test_7_2_costs_of_ground(id_: str, start: str, goal: str, points: str) -> None:
    """7.2 - each ground for foot, horse and guns, off the roads."""
    assert across(id_, start, goal) == points


def test_7_2_guns_enter_marsh_by_road_only_and_nobody_the_sea() -> None:
    """7.2 - 0214 is marsh without a road; 0305 is sea."""
    state = front({"0213": ["W-A2", "W-Talab"], "0206": ["W-Lib"]})
    assert "0214" not in reach(state, "W-A2")
    assert "0214" in reach(state, "W-Talab")
    assert "0305" not in reach(state, "W-Lib")


def test_7_3_a_zone_stops_a_move() -> None:
    """7.3 - into the zone, not through it."""
    wall = {"1111": ["R-46"], "1311": ["R-47"], "1511": ["R-48"], "1711": ["R-16"]}
    free = front({"1315": ["W-Talab"]})
    state = front({"1315": ["W-Talab"], **wall})
    assert {"1312", "1310"} <= reach(free, "W-Talab")
    assert "1312" in reach(state, "W-Talab")
    assert not {"1311", "1310"} & reach(state, "W-Talab")


def test_7_3_leaving_a_zone_costs_one_more_and_not_to_another() -> None:
    """7.3 - from 1414 next to 1413: out costs 2 on clear ground, zone to zone is barred."""
    state = front({"1414": ["W-Talab"], "1413": ["R-16"]})
    assert cost(state, "W-Talab", "1415") == "2"
    both = hexes(MAP.around[MAP.hex("1413")]) & hexes(MAP.around[MAP.hex("1414")])
    assert both == {"1314", "1514"}
    assert all(Fraction(cost(state, "W-Talab", name)) >= 3 for name in both)  # out and in again


def test_7_3_roads_do_not_help_in_a_zone() -> None:
    """7.3 - along the highway 1/2 a hex, but a whole point for the step into the zone."""
    free = front({"0418": ["W-Talab"]})
    assert cost(free, "W-Talab", "0518") == "½"
    state = front({"0418": ["W-Talab"], "0618": ["R-16"]})
    assert cost(state, "W-Talab", "0518") == "1"


def test_7_3_routed_pieces_keep_away() -> None:
    """7.3 - they do not enter an enemy zone."""
    state = front({"0618": ["W-Talab"], "0818": ["R-16"]}, routed=["W-Talab"])
    assert "0718" not in reach(state, "W-Talab")


def test_7_4_roads_railways_and_highways() -> None:
    """7.4 - 1/2 on any road, 1/3 for cars on the highway; a railway costs 1 on any ground."""
    state = front({"0418": ["W-Lib", "W-AC"]}, turn=2)
    assert cost(state, "W-AC", "0518") == "⅓"
    assert cost(state, "W-Lib", "0518") == "½"
    ground = CAMPAIGN.ground
    for here in MAP.hexes:
        for there in MAP.neighbours[here]:
            rail = ground.rail[here] >> there & 1 and not ground.road[here] >> there & 1
            if rail and ground.terrain[there] == "forest" and not ground.settlement[there]:
                on_rail = front({MAP.name(here): ["W-Lib"]})
                assert cost(on_rail, "W-Lib", MAP.name(there)) == "1"
                return
    raise AssertionError("no railway runs through a wood")


def test_7_4_rivers_cost_and_bridges_save() -> None:
    """7.4 - the Luga costs 2 more, its bridge nothing; the Neva only by a bridge."""
    assert across("W-Lib", "0318", "0319") == "3"
    bridge = front({"0319": ["W-Lib"]}, turn=2)
    assert cost(bridge, "W-Lib", "0418") == "½"
    city = front({"3203": ["R-16"]})
    assert "3303" in reach(city, "R-16")
    ground = CAMPAIGN.ground
    assert not ground.around[MAP.hex("3404")] >> MAP.hex("3504") & 1


def crossings(kind: str) -> Iterator[tuple[str, str]]:
    """Return the steps onto clear ground across a river of a class, with no road and no bridge."""
    ground = CAMPAIGN.ground
    for here in MAP.hexes:
        for there in MAP.neighbours[here]:
            dry = not (ground.bridged[here] | ground.road[here] | ground.rail[here]) >> there & 1
            is_clear = ground.terrain[there] == "clear" and not ground.settlement[there]
            if dry and is_clear and getattr(ground, kind)[here] >> there & 1:
                yield MAP.name(here), MAP.name(there)


def test_7_4_a_stream_costs_one_more_and_a_river_two() -> None:
    """7.4 - onto clear ground, wherever there is neither road nor bridge."""
    for kind, points in (("stream", "2"), ("river", "3")):
        steps = list(crossings(kind))
        assert steps
        for here, there in steps[:5]:
            assert across("W-Lib", here, there) == points, (kind, here, there)


def test_7_4_horse_follows_a_railway_too() -> None:
    """7.4 - 1 for each hex, whatever the ground; tanks find no way there."""
    ground = CAMPAIGN.ground
    woods = [
        (here, there)
        for here in MAP.hexes
        for there in MAP.neighbours[here]
        if ground.rail[here] >> there & 1
        and not ground.road[here] >> there & 1
        and ground.terrain[there] == "forest"
        and not ground.settlement[there]
    ]
    here, there = woods[0]
    state = front({MAP.name(here): ["W-HorseJ", "W-TkA"]}, turn=6)
    assert cost(state, "W-HorseJ", MAP.name(there)) == "1"
    assert MAP.name(there) not in reach(state, "W-TkA")


def test_7_4_7_6_tanks_and_cars_cross_rivers_by_road_alone() -> None:
    """7.4, 7.6, 8.1 - a railway bridge is none for them; nor do they attack across the water."""
    ground = CAMPAIGN.ground
    by_rail = [
        (here, there)
        for here in MAP.hexes
        for there in MAP.neighbours[here]
        if (ground.bridged[here] & ~ground.road_bridged[here]) >> there & 1
    ]
    assert by_rail
    for here, there in by_rail:
        state = front({MAP.name(here): ["W-AC"]}, turn=6)
        paths = movement.search(state, CAMPAIGN.by_id["W-AC"])
        found = [step for node, step, _ in paths._edges[here] if node == there]
        assert all(step > movement.SIXTHS.point for step in found), "as if there were no bridge"
    for start, goal in list(crossings("river"))[:5]:
        target = MAP.hex(goal)
        assert not battle.may_roll(CAMPAIGN, MAP.hex(start), target)
        near = [hex_ for hex_ in MAP.neighbours[target] if hex_ != MAP.hex(start)]
        assert any(battle.may_roll(CAMPAIGN, hex_, target) for hex_ in near)


def test_7_5_by_rail_any_distance_within_the_capacity() -> None:
    """7.5 - Red carries 6 SP, 0 SP counts 1; who has gone by rail does not move."""
    state = front({"2913": ["R-18", "R-A6"], "3203": ["R-PUR1", "R-PUR2"]}, segment="red arrivals")
    assert "rail R-18" in offered(state)
    play(state, "rail R-18", "to 2436")
    assert where(state, "R-18") == "2436"
    assert state.rail_left == 4
    play(state, "rail R-A6", "to 2913" if "to 2913" in offered(state) else "to 3203")
    assert state.rail_left == 3
    play(state, "rail R-PUR1", "to 2913")
    assert "rail R-PUR2" not in offered(state)
    play(state, "done")
    assert "move R-18" not in offered(state)


def test_7_5_enemies_their_zones_and_their_ground_close_a_line() -> None:
    """7.5 - from Gatchina to Luga, with Mshinskaya watched, then taken."""
    luga = MAP.hex("2436")
    free = front({"2913": ["R-18"]})
    assert arrivals.rail_line(free, RED, MAP.hex("2913")) >> luga & 1
    watched = front({"2913": ["R-18"], "2528": ["W-Talab"]})
    assert not arrivals.rail_line(watched, RED, MAP.hex("2913")) >> luga & 1
    taken = front({"2913": ["R-18"]}, white=["2529"])
    assert not arrivals.rail_line(taken, RED, MAP.hex("2913")) >> luga & 1


def test_7_5_who_is_not_carried() -> None:
    """7.5 - ships, aircraft, trains, fort guns, Estonians, the routed."""
    stack = ["W-AT1", "W-Air", "W-Lib", "W-Riga"]
    state = front({"0119": stack, "0218": ["W-Polt"]}, segment="white arrivals", routed=["W-Riga"])
    assert arrivals.may_entrain(state, WHITE) == bits("W-Lib", "W-Polt")


def test_7_5_white_has_trains_only_west_of_yamburg_before_turn_5() -> None:
    """7.5, 10.1 - 0119, 0218, 0319; from turn 5 wherever White is master."""
    early = front({"0119": ["W-Lib"]}, turn=4)
    assert hexes(arrivals.rail_line(early, WHITE, MAP.hex("0119"))) == {"0119", "0218", "0319"}
    late = front({"0119": ["W-Lib"]}, turn=5, white=["0418", "0518", "0618"])
    assert {"0418", "0518"} <= hexes(arrivals.rail_line(late, WHITE, MAP.hex("0119")))


def test_7_6_trains_on_rails_cars_and_tanks_on_open_ground() -> None:
    """7.6 - an armoured train goes along the line; a car stays out of woods without a road."""
    state = front({"0618": ["R-AT1"], "0119": ["W-AC"]})
    assert all(CAMPAIGN.ground.rail_hexes >> MAP.hex(name) & 1 for name in reach(state, "R-AT1"))
    assert "0120" in reach(state, "W-AC") or "0218" in reach(state, "W-AC")
    assert "0118" not in reach(state, "W-AC")
    assert "0118" in reach(front({"0119": ["W-Lib"]}), "W-Lib")
    assert cost(state, "R-AT1", "0718") == "1"


def test_7_6_trains_stop_in_zones_too() -> None:
    """7.6, 7.3 - an armoured train does not pass a White regiment."""
    state = front({"0618": ["R-AT1"], "1119": ["W-Talab"]})
    assert "1018" in reach(state, "R-AT1")
    assert not {"1118", "1217"} & reach(state, "R-AT1")


def test_7_7_ships_keep_to_the_sea_and_round_the_cape() -> None:
    """7.7 - 1301 to 1501 costs 2; enemy ships may be passed, not joined."""
    state = front({"1301": ["R-FlD"], "1501": ["E-Fl"]})
    assert "1501" not in reach(state, "R-FlD")
    assert "1601" in reach(state, "R-FlD") or "1701" in reach(state, "R-FlD")
    distances = movement.sea_distances(front({"1301": ["R-FlD"]}), CAMPAIGN.by_id["R-FlD"])
    assert distances[MAP.hex("1501")] == 2
    assert all(CAMPAIGN.ground.sea >> MAP.hex(name) & 1 for name in reach(state, "R-FlD"))


def test_7_7_the_guns_of_krasnaya_gorka_bar_the_bay() -> None:
    """7.7 - White ships stay west of column 17 while they stand."""
    barred = front({"1501": ["B-Fl"], "1602": ["R-AKG"]})
    assert max(int(name[:2]) for name in reach(barred, "B-Fl")) == 16
    free = front({"1501": ["B-Fl"]})
    assert max(int(name[:2]) for name in reach(free, "B-Fl")) > 16


def test_7_7_the_harbour_opens_to_the_battleships_on_turn_5() -> None:
    """7.7 - 3003 before and after."""
    near = {"2903": ["R-FlB"]}
    assert "3003" not in reach(front(near, turn=4), "R-FlB")
    assert "3003" in reach(front(near, turn=5), "R-FlB")


def test_7_8_aircraft_change_base() -> None:
    """7.8 - within 20 hexes, on open ground of their side, away from enemy zones."""
    state = front({"0119": ["W-Air"], "0418": ["R-49"]})
    found = reach(state, "W-Air")
    assert "1026" in found
    assert "0120" not in found  # forest
    assert "0319" not in found  # a Red zone
    assert "1817" not in found  # Red ground
    distances = [MAP.distance(MAP.hex("0119"), MAP.hex(name)) for name in found]
    assert max(distances) <= 20
    assert region(*found) & ~state.control[WHITE] == 0
