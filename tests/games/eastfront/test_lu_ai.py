"""The opponents: whole games, from what their seat sees, and what they reckon with."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from games.eastfront.lu_front import CAMPAIGN, GERMAN, MAP, SOVIET, bits, front
from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.bits import numbers
from grognard.engine.datafile import DataError
from grognard.engine.game import CHANCE, Action, apply
from grognard.engine.thinking import Idea
from grognard.games.eastfront import engineering
from grognard.games.eastfront.ai import answers, assault
from grognard.games.eastfront.ai.judge import Judge
from grognard.games.eastfront.ai.march import MarchPlan
from grognard.games.eastfront.ai.officer import Officer
from grognard.games.eastfront.ai.outlook import chances, expected
from grognard.games.eastfront.ai.sectors import orders_of
from grognard.games.eastfront.ai.style import FILE, opponents, read_opponents
from grognard.games.eastfront.game import LugaGame
from grognard.games.eastfront.load import DATA, load, scenarios
from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.supply import supplied
from grognard.games.eastfront.victory import standing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from grognard.games.eastfront.state import Luga

GAME = LugaGame()
LEVELS = ["recruit", "sergeant", "colonel", "general"]
SABSK = load(scenarios()["sabsk"])


def play(german: str, soviet: str, seed: int) -> tuple[Luga, list[Luga]]:
    """Play Sabsk between two levels; return its end, and the position before every decision."""
    state, dice = GAME.start(SABSK), Random(seed)
    bots = [make_bot(german, GAME, GERMAN, seed), make_bot(soviet, GAME, SOVIET, seed)]
    before = []
    while not state.is_over:
        options = state.options()
        if state.seat == CHANCE:
            apply(state, options[int(dice.random() * len(options))])
            continue
        if len(options) > 1:
            before.append(state.copy())
        answer = bots[state.seat].choose(Table(GAME, state, state.seat, Clock(nodes=2)))
        assert answer in options
        apply(state, answer)
    return state, before


@cache
def game_of(german: str, soviet: str, seed: int) -> tuple[Luga, tuple[Luga, ...]]:
    """Return a whole game, played once for all tests."""
    state, before = play(german, soviet, seed)
    assert not GAME.invariants(state)
    return state, tuple(before)


def some(states: Sequence[Luga], count: int) -> list[Luga]:
    """Return at most so many decisions of every kind."""
    seen: Counter[str] = Counter()
    found = []
    for state in states:
        kind = type(state.question).__name__
        seen[kind] += 1
        if seen[kind] <= count:
            found.append(state)
    return found


def chosen(level: str, state: Luga) -> tuple[Any, list[Any]]:
    """Return what a fresh bot answers, and what it weighed."""
    bot = make_bot(level, GAME, state.seat, 7)
    answer = bot.choose(Table(GAME, state.copy(), state.seat, Clock(nodes=2)))
    return answer, list(bot.explain())


def judge_of(state: Luga, side: Any = GERMAN, level: str = "sergeant") -> Judge:
    """Return a level's look at a position."""
    return Judge(state, side, opponents().style(level, side))


def test_the_levels_are_named_in_both_languages() -> None:
    levels = GAME.adviser().levels()
    assert [level.id for level in levels] == LEVELS
    for level in levels:
        for words in (level.names, level.says):
            assert set(words) == {"en", "fr"}
            assert all(words.values())
    assert [level.is_usual for level in levels].count(True) == 1
    assert [level.gives_hints for level in levels].count(True) == 1
    with pytest.raises(LookupError):
        GAME.adviser().policy("marshal", GERMAN, Random(1))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[style.colonel.", "[style.major.", "no style of the level colonel"),
        ('side = "german"', 'side = "finnish"', "side"),
        ("ahead = 2", "ahead = 0", "ahead"),
        ("drive = ", "driven = ", "drive"),
    ],
)
def test_what_is_wrong_in_the_file_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    text = (DATA / FILE).read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / FILE
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError, match=told):
        read_opponents(file)


def test_the_orders_name_formations_and_hexes_of_the_game() -> None:
    for sector in opponents().sectors:
        assert set(sector.formations) <= set(CAMPAIGN.formations)
        assert set(sector.goals) <= set(MAP.names)
    turns = range(CAMPAIGN.first_turn, CAMPAIGN.last_turn + 1)
    for side, turn in product((GERMAN, SOVIET), turns):
        taken = 0
        for orders in orders_of(CAMPAIGN, opponents().sectors, side, turn):
            assert orders.pieces
            assert not orders.pieces & taken, "two orders for one unit"
            taken |= orders.pieces


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_whole_games_from_either_side(level: str) -> None:
    """Every answer is an option; what is never true of a position is not true at the end."""
    other = "recruit" if level == "sergeant" else "sergeant"
    for german, soviet in ((level, other), (other, level)):
        state, before = game_of(german, soviet, 1)
        assert state.is_over
        kinds = {type(position.question).__name__ for position in before}
        assert kinds >= {"Movement", "MoveTo", "Declaring", "Compose"}


def test_the_same_seed_plays_the_same_game() -> None:
    one, _ = game_of("sergeant", "recruit", 1)
    other, _ = play("sergeant", "recruit", 1)
    assert one.canonical() == other.canonical()


@pytest.mark.parametrize("level", ["recruit", "sergeant", "colonel"])
def test_what_a_level_cannot_see_does_not_change_what_it_does(level: str) -> None:
    """1.4 - what lies hidden is exchanged: the same answer, weighed alike."""
    hidden = 0
    _, before = game_of("sergeant", "recruit", 1)
    for number, state in enumerate(some(before, 2)):
        other = GAME.reshuffle_hidden(state, state.seat, Random(number))
        hidden += state.canonical() != other.canonical()
        assert chosen(level, state) == chosen(level, other)
    assert hidden > 3, "too few of these positions hide anything"


def test_what_was_weighed_is_told_in_both_languages() -> None:
    told = 0
    _, before = game_of("sergeant", "recruit", 1)
    for state in some(before, 1):
        for idea in chosen("sergeant", state)[1]:
            for lang in ("en", "fr"):
                what, reason = GAME.idea_words(state, idea, lang)
                assert what
                assert idea.answer is not None or what != idea.what
                assert reason not in ("standing", "exchange")
                told += 1
    assert told > 10


def test_a_colonel_takes_more_than_a_recruit() -> None:
    """26 - with the same dice, against the same defence, in three games together."""
    mine, his = (
        sum(standing(game_of(one, "sergeant", seed)[0]).points for seed in (1, 2, 3))
        for one in ("colonel", "recruit")
    )
    assert mine > his


# What they reckon with


def test_26_the_chances_add_up_and_follow_the_places() -> None:
    few = chances(front({"1013": ["G-1-Pz"], "1719": ["S-177"]}, turn=8))
    held = ["0310", "0710", "1009", "1409", "1608", "1708", "1719", "1810"]
    many = chances(front({"1013": ["G-1-Pz"], "1719": ["G-269"]}, turn=8, german=held))
    assert sum(few) == pytest.approx(1.0)
    assert sum(many) == pytest.approx(1.0)
    assert many[0] + many[1] > few[0] + few[1]


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("campaign", 0.3, 0.75), ("sabsk", 0.3, 0.6), ("position", 0.45, 0.7)],
)
def test_26_every_scenario_begins_with_the_chance_that_colonels_have_in_it(
    name: str, least: float, most: float
) -> None:
    """26.3 - in Sabsk the Germans won 50 %, from the position 45 %, of points in games not used."""
    game = LugaGame()
    german, draw, _ = chances(game.start(game.find(name)))
    assert least < german + draw / 2 < most


def test_15_2_guns_of_the_defence_make_an_attack_promise_less() -> None:
    """15.2 - they are reckoned with before anybody names them."""
    own = {"1013": ["G-1-Pz", "G-1-S1", "G-1-S2"], "1014": ["G-HQ41"]}
    bare = front({**own, "1113": ["S-90-173"]})
    guns = front({**own, "1113": ["S-90-173"], "1213": ["S-519"]})
    attackers = bits("G-1-Pz", "G-1-S1", "G-1-S2")
    free, met = (
        assault.promise(judge_of(state), state, MAP.hex("1113"), attackers)[0]
        for state in (bare, guns)
    )
    assert met < free


def test_12_1_a_hopeless_attack_is_not_made() -> None:
    state = front({"1013": ["G-36-I1"], "1113": ["S-177", "S-111"]})
    assert type(state.question).__name__ == "Declaring"
    for level in ("recruit", "sergeant", "colonel"):
        assert chosen(level, state)[0].verb == "done"


def test_26_3_a_place_whose_loss_ends_the_game_is_kept() -> None:
    """26.3 - a bridgehead with enemies about is not left empty, whatever else there is to take."""
    state = front(
        {"1013": ["G-1-IR1", "G-1-S1"], "0912": ["G-1-IR22"], "1211": ["S-90-173"]},
        segment="german movement",
    )
    march = MarchPlan(judge_of(state), state, Random(1))
    march.make()
    for name in ("1013", "0912"):
        assert march.trial.stacks[MAP.hex(name)] & march.trial.owned[GERMAN]


def test_units_follow_the_orders_of_their_formation() -> None:
    """The panzers are drawn to the railway, the corps at Luga to the town."""
    state = front(
        {"1013": ["G-1-Pz"], "1520": ["G-269"], "1719": ["S-177"], "1009": ["S-281"]},
        segment="german movement",
    )
    draw = judge_of(state).draw
    luga, station = MAP.hex("1719"), MAP.hex("1009")
    panzers, infantry = CAMPAIGN.by_id["G-1-Pz"], CAMPAIGN.by_id["G-269"]
    assert draw.pull(station, panzers) > draw.pull(luga, panzers)
    assert draw.pull(luga, infantry) > draw.pull(station, infantry)


def test_a_general_tries_plans_of_other_tempers_and_tells_them() -> None:
    state = front({"1013": ["G-1-Pz"], "1113": ["S-90-173"]}, segment="german movement")
    adviser = GAME.adviser()
    policy = adviser.policy("general", GERMAN, Random(1))
    names = [one.name for one in adviser.candidates(state, GERMAN, policy, Random(2))]
    assert names[0] == "planned"
    assert set(names[1:]) == {*opponents().factors, "without"}
    for name in names:
        for lang in ("en", "fr"):
            what, reason = GAME.idea_words(state, Idea(name, 0.5, "trials", number=3), lang)
            assert what != name
            assert "3" in reason
    assert adviser.deserves(state, policy) == 0.0, "the moves are planned by now"


def test_plans_of_other_tempers_are_other_plans() -> None:
    """A search has something to choose from: in the middle of a game they hardly agree."""
    _, before = game_of("colonel", "colonel", 3)
    state = next(one for one in before if one.turn == 3 and one.seat == GERMAN)
    styles = [opponents().style("colonel", Side.GERMAN)]
    styles += opponents().tempers(styles[0]).values()
    plans = set()
    for style in styles:
        officer = Officer(Side.GERMAN, Random(1), "colonel", style)
        officer.prepare(state)
        plans.add(frozenset(officer.moves))
    assert len(styles) > 4
    assert len(plans) >= len(styles) - 1


def test_26_3_the_nearer_the_end_the_more_counts_what_stands_about_a_place() -> None:
    """26.3 - a division before Kingisepp says more of who will have it on turn 8 than on turn 2."""
    swings = []
    for turn in (2, 8):
        near, far = (
            expected(
                front({"0710": ["G-58-IR154"], hex_: ["S-177"]}, turn=turn, german=["0710"]),
                9 - turn,
            )
            for hex_ in ("0709", "2605")
        )
        swings.append(far - near)
    assert 0 < swings[0] < swings[1] / 1.5


def planned(state: Luga, side: Any, level: str = "colonel") -> Luga:
    """Return the position as a level plans it."""
    march = MarchPlan(judge_of(state, side, level), state, Random(1))
    march.make()
    return march.trial


def test_12_1_a_colonel_brings_units_together_for_an_attack_that_none_could_make_alone() -> None:
    """12.1 - two regiments and the panzers come up to the same defender from where they rest."""
    state = front(
        {
            "1012": ["G-36-I1", "G-36-I2"],
            "1112": ["G-1-Pz", "G-1-S1", "G-1-S2"],
            "1011": ["G-HQ41"],
            "1009": ["S-1GDNO", "S-4DNO"],
        },
        segment="german movement",
        turn=4,
    )
    trial = planned(state, GERMAN)
    assert judge_of(state).beside(trial, MAP.hex("1009"), 0) >= 2 * 7


def test_12_2_who_must_be_attacked_besides_is_left_to_those_who_have_least_to_lose() -> None:
    """12.2 - no panzer regiment of three steps ties down a neighbour if a battalion can."""
    state = front(
        {
            "1013": ["G-1-Pz", "G-1-S1", "G-1-S2", "G-1-Rec"],
            "1014": ["G-HQ41"],
            "1113": ["S-90-173"],
            "1012": ["S-Kirov"],
        }
    )
    found = assault.plans(judge_of(state, GERMAN, "colonel"), state)
    blows = {blow.target: blow.attackers for blow in found[0].blows}
    assert blows[MAP.hex("1113")] == bits("G-1-Rec")


def test_15_6_the_panzers_move_on_instead_of_waiting_for_each_other() -> None:
    """15.6 - company that may still move on keeps nobody back."""
    state = front(
        {"1111": ["G-8-Pz", "G-8-S1", "G-8-S2"], "1112": ["G-HQ41"], "1719": ["S-177"]},
        segment="german movement",
        turn=4,
        german=["1009", "0912", "1013"],
    )
    trial = planned(state, GERMAN)
    assert not trial.held[GERMAN] >> MAP.hex("1111") & 1


def test_11_4_after_an_overrun_the_winners_go_on() -> None:
    """11.4.4 - with what points are left, towards their goals."""
    state = front(
        {"1111": ["G-8-Pz", "G-8-S1", "G-8-S2"], "1112": ["G-HQ41"], "1010": ["S-FB"]},
        segment="german movement",
        turn=4,
    )
    bot = make_bot("colonel", GAME, GERMAN, 1)
    ran = False
    for _ in range(40):
        if type(state.question).__name__ == "Declaring":
            break
        options = state.options()
        if state.seat == CHANCE:
            ran = True
            apply(state, options[0])
            continue
        apply(state, bot.choose(Table(GAME, state, state.seat, Clock(nodes=2))))
    assert ran
    assert state.where[CAMPAIGN.by_id["G-8-Pz"]] not in (MAP.hex("1111"), MAP.hex("1010"))


def test_a_soviet_division_bars_the_way_instead_of_sitting_in_leningrad() -> None:
    """26.1 - what is far behind the front needs no garrison."""
    state = front(
        {"1009": ["G-1-Pz", "G-1-S1", "G-1-S2"], "1010": ["G-HQ41"], "1905": ["S-281"]},
        segment="soviet movement",
        turn=5,
    )
    where = planned(state, SOVIET).where[CAMPAIGN.by_id["S-281"]]
    start = MAP.hex("1009")
    assert MAP.distance(start, where) < MAP.distance(start, MAP.hex("1905"))


def test_6_1_enemies_astride_the_line_of_supply_are_sought() -> None:
    """6.1, 26.1 - what bars the way to a place held is worth an attack, and draws units back."""
    ring = {"0911": ["S-2DNO-12"], "0909": ["S-281"], "1109": ["S-4DNO"], "1112": ["S-90-173"]}
    state = front({"1009": ["G-1-Pz"], "0912": ["G-6-Pz"], **ring}, segment="german movement")
    reached = supplied(state, GERMAN)
    assert not reached >> MAP.hex("1009") & 1
    judge = judge_of(state)
    assert {MAP.name(hex_) for hex_ in judge.barring} == {"0909", "0911", "1109"}
    for hex_, value in judge.barring.items():
        assert value > 0
        assert all(goals[hex_] >= value for goals in judge.draw.goals)
    bare = front({"1009": ["G-1-Pz"], "0912": ["G-6-Pz"]}, segment="german movement")
    assert not judge_of(bare).barring


@pytest.mark.parametrize(
    ("stacks", "wanted"),
    [
        ({"0310": ["S-Narva"], "0412": ["G-1-S1"]}, ("0310", "0311")),
        ({"0710": ["S-281"], "0811": ["G-1-S1"]}, ("0610", "0710")),
        ({"0710": ["S-281"], "0609": ["G-1-S1"]}, None),
        ({"0710": ["S-281"], "0610": ["S-1GDNO"], "0609": ["G-1-S1"]}, None),
        ({"1719": ["S-177"], "1720": ["G-3-I1"]}, None),
    ],
)
def test_11_3_a_bridge_is_blown_before_the_enemy_and_not_behind_the_own_front(
    stacks: dict[str, list[str]], wanted: tuple[str, str] | None
) -> None:
    """11.3 - one that the Germans are about to cross; not one to friends, or to the own rear."""
    state = front(stacks)
    options = [Action("blow", number) for number in engineering.may_blow(state)]
    assert options
    done = Action("done")
    bridge = wanted and CAMPAIGN.ground.bridge(*(MAP.hex(name) for name in wanted))
    expected = done if bridge is None else Action("blow", bridge)
    assert answers.blow(state, [*options, done]) == expected


@pytest.mark.parametrize("start", ["0907", "0707"])
def test_7_1_a_headquarters_does_not_go_to_a_town_that_may_fall(start: str) -> None:
    """7.1 - it serves from some way off; what it stands with at Kingisepp would not hold."""
    state = front(
        {
            "0710": ["S-191-546"],
            "0611": ["G-58-IR154", "G-58-IR209"],
            "0811": ["G-1-Pz", "G-1-S1"],
            "0812": ["G-8-Pz", "G-8-S1"],
            start: ["S-HQF"],
        },
        segment="soviet movement",
    )
    trial = planned(state, SOVIET)
    here = trial.where[CAMPAIGN.by_id["S-HQF"]]
    assert min(MAP.distance(here, enemy) for enemy in numbers(state.held[GERMAN])) > 2
