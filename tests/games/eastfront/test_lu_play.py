"""How the opponents play a campaign: sieges, what steps are worth, bridgeheads, headquarters."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from games.eastfront.lu_front import CAMPAIGN, GERMAN, MAP, SOVIET, bits, front
from grognard.engine.bits import numbers
from grognard.engine.game import step
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import combat, declaring
from grognard.games.eastfront.ai import assault, exchange
from grognard.games.eastfront.ai.judge import Judge
from grognard.games.eastfront.ai.march import MarchPlan
from grognard.games.eastfront.ai.pockets import Pockets
from grognard.games.eastfront.ai.sectors import orders_of
from grognard.games.eastfront.ai.style import opponents
from grognard.games.eastfront.game import LugaGame
from grognard.games.eastfront.reacting import LayOrder
from grognard.games.eastfront.supply import supplied

if TYPE_CHECKING:
    from grognard.games.eastfront.state import Luga

GAME = LugaGame()


def judge_of(state: Luga, side: Any = GERMAN, level: str = "colonel") -> Judge:
    """Return a level's look at a position."""
    return Judge(state, side, opponents().style(level, side))


def planned(state: Luga, side: Any = GERMAN, level: str = "colonel") -> Luga:
    """Return the position as a level plans it."""
    march = MarchPlan(judge_of(state, side, level), state, Random(1))
    march.make()
    return march.trial


def test_16_1_to_wear_down_who_stays_counts_for_the_place_as_well() -> None:
    """16.1, 14.3 - Luga under No Retreat: no die opens it, yet what it is worth counts."""
    own = {"1619": ["G-269", "G-SSP"], "1620": ["G-HQ56"]}
    state = front({**own, "1719": ["S-111", "S-235"]})
    attackers = bits("G-269", "G-SSP")
    fought = declaring.declared(state, GERMAN, 1 << MAP.hex("1719"), attackers, True)
    fought = replace(fought, order=combat.DefenceOrder.NO_RETREAT)
    seen = combat.assess(rules.attack_case(state, fought))
    assert not any(combat.aftermath(seen, die).retreat for die in range(1, 11))
    poor, rich = (
        exchange.weigh(state, fought, exchange.Stakes(worth, 1.0, 0.0)) for worth in (0, 10)
    )
    assert poor + 0.1 < rich < poor + 3


def test_26_2_steps_weigh_less_as_the_end_comes_near_for_the_german_alone() -> None:
    """26.2 - five steps cost a point on any turn; before the end they are wanted as well."""
    weights = [judge_of(front({"1013": ["G-1-Pz"]}, turn=turn)).losses for turn in (1, 5, 9)]
    style = opponents().style("colonel", GERMAN)
    assert weights[0] == style.losses
    assert weights == sorted(weights, reverse=True)
    assert weights[2] == style.losses * style.spared < weights[1]
    soviet = [judge_of(front({}, turn=turn), SOVIET).losses for turn in (1, 9)]
    assert soviet[0] == soviet[1]


def test_26_3_a_bridgehead_is_kept_by_as_many_as_its_enemies_ask_for() -> None:
    """26.3 - four points of defence against a school, more against a division and its tanks."""
    own = {"1013": ["G-1-IR1", "G-1-IR22", "G-1-IR43"], "0912": ["G-58-IR154"], "1015": ["G-HQ41"]}
    wanted = []
    for enemies in (["S-Kirov"], ["S-177", "S-111", "S-24TD-T"]):
        state = front({**own, "1113": enemies}, segment="german movement")
        judge, trial = judge_of(state), planned(state)
        wanted.append(dict(judge.exposed(state))[MAP.hex("1013")])
        assert judge.guarding(trial, trial.units_at(MAP.hex("1013"))) >= wanted[-1]
    assert wanted[0] == 4
    assert wanted[1] > 5


def test_26_1_who_moves_for_the_last_time_keeps_what_counts_instead_of_marching() -> None:
    """26.1 - before a division that could take Siverskaya it is worth more on turn 9 to stay."""
    stacks = {"1810": ["G-1-S1"], "1714": ["G-HQ41"], "1809": ["S-291"]}
    held, away = MAP.hex("1810"), MAP.hex("1710")
    regiment, gains = CAMPAIGN.by_id["G-1-S1"], []
    for turn, segment in ((9, "german movement"), (8, "german motorised"), (9, "german motorised")):
        state = front(stacks, segment=segment, turn=turn, german=["1810", "1409"])
        judge = judge_of(state)
        stays, goes = (judge.standing(state, regiment, hex_) for hex_ in (held, away))
        gains.append(stays - goes)
    assert gains[2] > max(gains[:2])


TWO_FRONTS = {
    "0809": ["G-6-Pz", "G-6-S1", "G-6-S2"],
    "1609": ["G-1-Pz", "G-1-S1"],
    "0709": ["S-118"],
    "1708": ["S-281"],
}


def test_6_4_a_headquarters_is_wanted_less_where_another_serves() -> None:
    """6.4 - a place near 6 Pz is worth less to it than it was; one near 1 Pz as much."""
    head, places = CAMPAIGN.by_id["G-HQ41"], (MAP.hex("0810"), MAP.hex("1610"))
    values = []
    for more in ([], ["G-HQ38"]):
        stacks = {**TWO_FRONTS, "1209": ["G-HQ41"], "0711": more}
        state = front(stacks, segment="german movement", turn=5)
        judge = judge_of(state)
        values.append([judge.helping(state, head, hex_) for hex_ in places])
    assert values[1][0] < values[0][0] - 0.5
    assert values[1][1] > values[0][1] - 0.1


def test_7_1_slow_headquarters_find_their_places_before_fast_ones() -> None:
    """7.1 - so that the fast one goes where the slow one cannot."""
    state = front({**TWO_FRONTS, "1209": ["G-HQ41", "G-HQ38"]}, segment="german movement", turn=5)
    march = MarchPlan(judge_of(state), state, Random(1))
    march.make()
    slow, fast = (march.order.index(CAMPAIGN.by_id[id_]) for id_ in ("G-HQ38", "G-HQ41"))
    assert slow < fast


def test_6_4_with_points_to_spare_no_attack_goes_without() -> None:
    """6.4 - what is left over is lost; with one point left, the sure attack leaves it to others."""
    stacks = {
        "1013": ["G-1-Pz", "G-1-S1", "G-1-S2"],
        "1012": ["G-36-I1", "G-36-I2"],
        "1014": ["G-HQ41"],
        "1113": ["S-FB"],
    }
    attackers = bits("G-1-Pz", "G-1-S1", "G-1-S2", "G-36-I1", "G-36-I2")
    for points, wants in ((6, True), (1, False)):
        state = front(stacks, attack_supply=(points, 1), breached=["1113"])
        assert assault.promise(judge_of(state), state, MAP.hex("1113"), attackers)[1] is wants


def test_the_divisions_from_leningrad_bar_the_railway_not_kingisepp() -> None:
    """26.1 - their orders name the railway; Kingisepp has a garrison of its own."""
    goals = {
        id_: {MAP.name(goal) for goal in orders.goals}
        for orders in orders_of(CAMPAIGN, opponents().sectors, SOVIET, 1)
        for id_ in ("S-1GDNO", "S-4DNO", "S-2DNO-12")
        if orders.pieces & bits(id_)
    }
    assert goals["S-1GDNO"] == goals["S-4DNO"] >= {"1009", "1409"}
    assert "0710" not in goals["S-1GDNO"]
    assert "0710" in goals["S-2DNO-12"]


def test_every_unit_that_fights_has_orders() -> None:
    """Nobody is left to wander to whatever draws most."""
    known = {name for sector in opponents().sectors for name in sector.formations}
    fighting = [CAMPAIGN.pieces[piece] for piece in numbers(CAMPAIGN.kinds.combat)]
    assert {piece.formation for piece in fighting} <= known


def test_26_1_a_place_is_kept_against_those_who_could_walk_in_along_the_road() -> None:
    """26.1 - four hexes of highway away is near; ten are not."""
    volosovo = MAP.hex("1409")

    def is_exposed(enemy: str) -> bool:
        state = front({"1409": ["G-1-Pz"], enemy: ["S-281"]}, segment="german movement")
        judge = judge_of(state)
        assert judge.threat[volosovo] == 0
        return volosovo in {hex_ for hex_, _ in judge.exposed(state)}

    assert is_exposed("1807")
    assert not is_exposed("2305")


def test_7_1_a_headquarters_serves_from_behind_the_front() -> None:
    """7.1 - its radius is four hexes: it does not stand next to the enemy for it."""
    state = front(
        {"0809": ["G-6-Pz", "G-6-S1"], "0911": ["G-HQ41", "G-1-IR1"], "0709": ["S-118"]},
        segment="german movement",
        turn=5,
    )
    trial = planned(state)
    beside = MAP.adjacent(trial.occupied(SOVIET))
    assert not beside >> trial.where[CAMPAIGN.by_id["G-HQ41"]] & 1


def test_26_2_the_last_steps_of_a_division_count_for_its_point() -> None:
    """26.2 - a division that is whole in a hex is worth its point; a regiment is not."""
    whole = front({"1013": ["G-1-Pz"], "1113": ["S-4DNO"], "1213": ["S-90-173"]})
    judge = judge_of(whole)
    assert judge.trophies(whole, MAP.hex("1113")) > 0
    assert judge.trophies(whole, MAP.hex("1213")) == 0, "two regiments of 90 RD are to come"
    parted = front({"1013": ["G-1-Pz"], "1113": ["S-2DNO-12"], "1213": ["S-2DNO-3"]})
    assert judge_of(parted).trophies(parted, MAP.hex("1113")) == 0, "the third regiment is away"
    low, high = (exchange.Stakes(1.0, 1.0, prize) for prize in (0.0, 1.0))
    attack = declaring.declared(whole, GERMAN, 1 << MAP.hex("1113"), bits("G-1-Pz"), True)
    assert exchange.weigh(whole, attack, high) > exchange.weigh(whole, attack, low)


ROUND_LUGA = {
    "1620": ["G-SSP"],
    "1921": ["G-269"],
    "2020": ["G-121"],
    "2018": ["G-122"],
    "1917": ["G-1-S1"],
    "1515": ["G-1-Pz"],
    "1719": ["S-177"],
    "1720": ["S-177-710"],
}


def test_6_1_who_shuts_the_last_way_cuts_off_those_behind_it() -> None:
    """6.1 - astride the highway a unit counts all whom it cuts off, from far enough away few."""
    state, rider = front(ROUND_LUGA), CAMPAIGN.by_id["G-1-Pz"]
    pockets = Pockets(state, GERMAN)
    assert pockets.closed_by(state, rider, MAP.hex("1715")) == 9, "177 RD and its regiment"
    assert pockets.closed_by(state, rider, MAP.hex("1515")) == 0
    assert pockets.closed_by(state, rider, MAP.hex("1712")) == 3, "the other is near enough to 1719"
    trial = state.copy()
    trial.put(rider, MAP.hex("1715"))
    assert not supplied(trial, SOVIET) & MAP.region("1719", "1720")
    assert pockets.closed_by(trial, rider, MAP.hex("1715")) == 9, "where it stands, as much"
    trial.put(CAMPAIGN.by_id["G-1-S2"], MAP.hex("1714"))
    assert pockets.closed_by(trial, rider, MAP.hex("1715")) == 0, "another does it already"


def test_6_1_the_enemy_is_expected_to_step_into_gaps_but_not_through_zones() -> None:
    """6.1, 4.2 - with Germans on two sides Luga may be cut off next turn, unless a line stands."""
    luga, around = MAP.hex("1719"), {"1615": ["G-1-Pz"], "2020": ["G-121"]}
    line = {"1716": ["S-235"], "1918": ["S-111"], "1815": ["S-24TD-T"]}
    bare, kept = (front({"1719": ["S-177"], **around, **more}) for more in ({}, line))
    for state, is_open in ((bare, False), (kept, True)):
        assert supplied(state, SOVIET) >> luga & 1
        assert bool(judge_of(state, SOVIET).kept_open >> luga & 1) is is_open


def test_the_orders_of_luga_change_on_the_day_history_has_it() -> None:
    """25.4 - the garrison is told to hold, and later to come back."""
    luga, orders = MAP.hex("1719"), opponents().sectors
    for turn, holds in ((1, True), (6, True), (9, False)):
        (goals,) = [
            one.goals
            for one in orders_of(CAMPAIGN, orders, SOVIET, turn)
            if one.pieces & bits("S-177")
        ]
        assert (luga in goals) is holds


def test_a_place_outside_the_orders_counts_a_share() -> None:
    """Whoever follows orders cares less for places that they do not name."""
    state = front({"1013": ["G-1-Pz"], "1409": ["S-1TD-T"]})
    tanks = CAMPAIGN.by_id["S-1TD-T"]
    draw = judge_of(state, SOVIET).draw
    assert draw.is_asked(tanks, MAP.hex("1409"))
    assert not draw.is_asked(tanks, MAP.hex("0710"))
    held, place = front({"1013": ["G-1-Pz"], "0509": ["S-1TD-T"]}), MAP.hex("0710")
    shares = []
    for astray in (0.3, 1.0):
        style = replace(opponents().style("colonel", SOVIET), astray=astray, drive=0.0)
        shares.append(Judge(held, SOVIET, style).standing(held, tanks, place))
    assert shares[0] < shares[1]


def test_a_recruit_activates_nobody_reacts_to_nothing_and_lays_no_orders() -> None:
    """7.2, 14 - what need not be done he leaves undone; a colonel holds a town."""
    own = {"1619": ["G-269", "G-SSP"], "1620": ["G-HQ56"]}
    luga = {"1719": ["S-111", "S-235"], "1718": ["S-HQL"]}
    state = front({**own, **luga})
    for word in ("attack 1719", "join G-269", "join G-SSP", "declare_supplied", "done", "done"):
        step(state, GAME.read_action(state, word))
    assert isinstance(state.question, LayOrder)
    answers = {}
    for level in ("recruit", "colonel"):
        policy = GAME.adviser().policy(level, SOVIET, Random(1))
        answers[level] = policy.choose(state, state.options()).verb
    assert answers == {"recruit": "pass", "colonel": "stand"}
