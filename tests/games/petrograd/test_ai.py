"""The opponents: they know who is winning, play whole games, and see what their seat sees."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from games.petrograd.front import CAMPAIGN, GAME, MAP, RED, WHITE, front, ids
from games.petrograd.front import play as answered
from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.levels import make_bot
from grognard.engine.choice import Objective, solve
from grognard.engine.game import CHANCE, apply
from grognard.engine.thinking import Idea
from grognard.games.petrograd.ai import answers, assault
from grognard.games.petrograd.ai.exchange import WAYS, Stakes, expected, worth
from grognard.games.petrograd.ai.judge import Judge
from grognard.games.petrograd.ai.march import March
from grognard.games.petrograd.ai.outlook import chances
from grognard.games.petrograd.battle import reckon
from grognard.games.petrograd.fighting import declared
from grognard.games.petrograd.load import DATA, load
from grognard.games.petrograd.odds import columns, tree
from grognard.games.petrograd.sequence import begin
from grognard.games.petrograd.table import Effect, Role
from grognard.games.petrograd.victory import standing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from grognard.games.petrograd.combat import Aftermath, Combat
    from grognard.games.petrograd.state import Petrograd


def test_the_evaluation_is_a_chance_and_follows_the_points() -> None:
    """11.3 - more places, more hope; both sides' chances make one."""
    adviser = GAME.adviser()
    start = begin(CAMPAIGN)
    chance = adviser.evaluate(start, WHITE)
    assert 0.4 < chance < 0.7, "colonels win as often with either side"
    assert abs(chance + adviser.evaluate(start, RED) - 1) < 1e-9
    won = {"2913": ["W-Volyn"], "3310": ["W-Ostr"], "3207": ["W-Talab"], "2808": ["W-Lib"]}
    held = front({**won, "0418": ["W-4a"], "2436": ["W-1a"]}, turn=8)
    few = front({"2913": ["W-Volyn"]}, turn=8)
    assert adviser.evaluate(held, WHITE) > 0.8 > 0.3 > adviser.evaluate(few, WHITE)


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("campaign", 0.4, 0.7), ("break-in", 0.6, 0.85), ("pulkovo", 0.25, 0.5)],
)
def test_every_scenario_begins_with_the_chance_that_colonels_have_in_it(
    name: str, least: float, most: float
) -> None:
    """11.3 - White won 63, 74 and 42 % of the points of games that nothing was fitted on."""
    assert least < GAME.adviser().evaluate(begin(GAME.find(name)), WHITE) < most


def test_opponents_of_an_older_version_judge_as_the_bundled_ones_do(tmp_path: Path) -> None:
    """11.3 - a file that says nothing of it, and a scenario of one's own, are the campaign's."""
    text = (DATA / "opponents.toml").read_text()
    (tmp_path / "opponents.toml").write_text(text.partition("[outlook.campaign]")[0])
    found = GAME.load(tmp_path).opponents
    assert found.outlooks == CAMPAIGN.opponents.outlooks
    assert found.outlook("mine") == found.outlook("campaign") != found.outlook("break-in")


def test_losses_and_the_nearness_of_the_enemy_count() -> None:
    """11.1 - a beaten army and a threatened town are worth less."""
    adviser = GAME.adviser()
    town = {"2913": ["W-Volyn", "W-Ostr"]}
    quiet = adviser.evaluate(front(town, turn=6), WHITE)
    assert adviser.evaluate(front({**town, "3013": ["R-16"]}, turn=6), WHITE) < quiet
    assert adviser.evaluate(front({"2913": ["W-Volyn:1", "W-Ostr"]}, turn=6), WHITE) < quiet


def test_each_side_has_a_stage_of_a_turn() -> None:
    """2.1 - for the clock of a bot."""
    adviser = GAME.adviser()
    stages = [
        adviser.stage(front({}, segment=segment, turn=turn))
        for turn in (1, 2)
        for segment in ("white movement", "red movement")
    ]
    assert stages == sorted(set(stages))


# The levels


def level_of(points: int) -> int:
    """Return how good a level of victory is for White, from so many points."""
    return sum(points >= least for least in CAMPAIGN.victory.levels)


def play(white: str, red: str, seed: int) -> tuple[Petrograd, list[Petrograd]]:
    """Play a game of two levels; return its end, and the position before every decision."""
    state, dice = GAME.start(CAMPAIGN), Random(seed)
    bots = [make_bot(white, GAME, WHITE, seed), make_bot(red, GAME, RED, seed)]
    before = []
    while not state.is_over:
        options = state.options()
        if state.seat == CHANCE:
            apply(state, options[int(dice.random() * len(options))])
            continue
        if len(options) > 1:
            before.append(state.copy())
        answer = bots[state.seat].choose(Table(GAME, state, state.seat, Clock(nodes=50)))
        assert answer in options
        apply(state, answer)
    return state, before


@cache
def game_of(white: str, red: str, seed: int) -> tuple[Petrograd, tuple[Petrograd, ...]]:
    """Return a whole game, played once for all tests."""
    state, before = play(white, red, seed)
    assert not GAME.invariants(state)
    return state, tuple(before)


def some(states: Sequence[Petrograd], count: int) -> list[Petrograd]:
    """Return at most so many decisions of every kind."""
    seen: Counter[str] = Counter()
    found = []
    for state in states:
        kind = type(state.question).__name__
        seen[kind] += 1
        if seen[kind] <= count:
            found.append(state)
    return found


def chosen(level: str, state: Petrograd) -> tuple[Any, list[Any]]:
    """Return what a fresh bot answers, and what it weighed."""
    bot = make_bot(level, GAME, state.seat, 7)
    answer = bot.choose(Table(GAME, state.copy(), state.seat, Clock(nodes=50)))
    return answer, list(bot.explain())


def test_the_levels_are_named_in_both_languages() -> None:
    levels = GAME.adviser().levels()
    assert [level.id for level in levels] == ["recruit", "sergeant", "colonel", "general"]
    for level in levels:
        for words in (level.names, level.says):
            assert set(words) == {"en", "fr"}
            assert all(words.values())
    assert [level.is_usual for level in levels].count(True) == 1
    assert [level.gives_hints for level in levels].count(True) == 1
    with pytest.raises(LookupError):
        GAME.adviser().policy("marshal", WHITE, Random(1))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[style.colonel.", "[style.major.", "no style of the level colonel"),
        ('["2 Div"]', '["22 Div"]', "no piece is of 22 Div"),
        ('"3310", "3410"', '"3310", "9910"', "9910"),
    ],
)
def test_wrong_opponents_are_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    text = (DATA / "opponents.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "opponents.toml").write_text(text.replace(old, new), encoding="utf-8")
    assert any(reason in problem for problem in GAME.check(tmp_path))


def test_a_scenario_may_bring_its_own_opponents(tmp_path: Path) -> None:
    """A sweep varies any weight in it: these officers want no combat."""
    text = (DATA / "opponents.toml").read_text(encoding="utf-8")
    text = re.sub("^worthwhile = .*$", "worthwhile = 99.0", text, flags=re.MULTILINE)
    (tmp_path / "opponents.toml").write_text(text, encoding="utf-8")
    stacks = {"0319": ["W-Lib", "W-Riga", "W-HQ5"], "0418": ["R-49", "R-50"]}
    for scenario, verb in ((CAMPAIGN, "attack"), (load(tmp_path), "done")):
        state = front(stacks, segment="white combat", scenario=scenario)
        assert chosen("colonel", state)[0].verb == verb


@pytest.mark.parametrize("level", ["recruit", "sergeant", "colonel", "general"])
def test_every_level_plays_whole_games_from_either_side(level: str) -> None:
    """Every answer is an option; what is never true of a position is not true at the end."""
    for white, red in ((level, "recruit"), ("recruit", level)):
        state, before = game_of(white, red, 1)
        assert state.is_over
        kinds = {type(position.question).__name__ for position in before}
        assert kinds >= {"Movement", "MoveTo", "Attack", "Compose", "Rail", "Arrive"}


def test_the_same_seed_plays_the_same_game() -> None:
    one, _ = game_of("sergeant", "recruit", 1)
    other, _ = play("sergeant", "recruit", 1)
    assert one.canonical() == other.canonical()


@pytest.mark.parametrize("level", ["recruit", "sergeant", "colonel", "general"])
def test_what_a_level_cannot_see_does_not_change_what_it_does(level: str) -> None:
    """1.7 - troops that lie face down are shuffled: the same answer, weighed alike."""
    hidden = 0
    _, before = game_of("sergeant", "recruit", 1)
    for number, state in enumerate(some(before, 2)):
        other = GAME.reshuffle_hidden(state, state.seat, Random(number))
        hidden += state.canonical() != other.canonical()
        assert chosen(level, state) == chosen(level, other)
    assert hidden > 3, "too few of these positions hide anything"


def test_a_sergeant_beats_a_recruit_from_either_side() -> None:
    """11.3 - with the same dice he wins more as White, and leaves less to White as Red."""

    def points(white: str, red: str) -> int:
        return sum(standing(game_of(white, red, seed)[0]).points for seed in (1, 2, 3))

    assert points("sergeant", "recruit") > points("recruit", "sergeant")


def test_what_was_weighed_is_told_in_both_languages() -> None:
    told = 0
    _, before = game_of("sergeant", "recruit", 1)
    for state in some(before, 1):
        for idea in chosen("sergeant", state)[1]:
            for lang in ("en", "fr"):
                what, reason = GAME.idea_words(state, idea, lang)
                assert what
                assert idea.answer is not None or what != idea.what
                assert reason not in ("standing", "exchange", "beaten")
                told += 1
    assert told > 20


# What they reckon with


def yamburg() -> Petrograd:
    """Return a White attack on Yamburg about to be named."""
    stacks = {"0319": ["W-Lib", "W-Riga", "W-HQ5"], "0418": ["R-49", "R-50"]}
    return front(stacks, segment="white combat")


def judge_of(state: Petrograd, side: Any = WHITE, level: str = "sergeant") -> Judge:
    """Return a level's look at a position."""
    return Judge(state, side, CAMPAIGN.opponents.style(level, side))


def exactly(fought: Combat, stakes: Stakes, outcome: Aftermath) -> Fraction:
    """Return what an outcome is worth to the attacker, as a fraction."""
    return Fraction(worth(outcome, fought, stakes))


def test_8_2_an_exchange_is_the_exact_value_of_the_combat() -> None:
    """8.2.4 - it is what the calculator's tree of throws and choices is worth."""
    assert sum(ways for _, ways in WAYS) == 36
    state = yamburg()
    pieces = sum(1 << CAMPAIGN.by_id[id_] for id_ in ("W-Lib", "W-Riga"))
    fought = reckon(state, declared(state, WHITE, MAP.hex("0418"), pieces, 0, night=False))
    plain, dear = (expected(fought, Stakes(0.0, losses)) for losses in (1.0, 2.0))
    assert dear < plain
    for stakes in (Stakes(0.0, 1.0), Stakes(3.0, 0.8)):
        goal: Objective[Any] = Objective.zero_sum(
            Role.ATTACKER, Role.DEFENDER, partial(exactly, fought, stakes)
        )
        solved = solve(tree(columns(fought)), goal).values[Role.ATTACKER]
        assert float(solved) == pytest.approx(expected(fought, stakes))
    assert expected(fought, Stakes(3.0, 1.0)) > plain
    assert expected(fought, Stakes(0.0, 1.0)) == plain, "remembered as it was"


def test_8_1_the_best_attack_is_worth_more_with_more_attackers() -> None:
    """8.1 - two regiments and the headquarters promise more than one regiment."""
    state = yamburg()
    plan = assault.best_on(judge_of(state), state, MAP.hex("0418"))
    assert plan is not None
    assert plan.attackers.bit_count() == 2
    alone = front({"0319": ["W-Riga:1"], "0418": ["R-49", "R-50"]}, segment="white combat")
    weak = assault.best_on(judge_of(alone), alone, MAP.hex("0418"))
    assert weak is not None
    assert weak.value < 0 < plan.value


def test_8_1_a_hopeless_attack_is_not_made() -> None:
    state = front({"0319": ["W-Riga:1"], "0418": ["R-49", "R-50"]}, segment="white combat")
    for level in ("recruit", "sergeant", "colonel"):
        assert str(chosen(level, state)[0].verb) == "done"
    assert chosen("sergeant", yamburg())[0].verb == "attack"


def test_11_2_a_place_that_may_end_the_game_is_worth_more_later() -> None:
    """11.2 - Yamburg retaken from turn 5 on ends the game, so White looks to it before."""
    held = {"0418": ["W-Volyn"], "3207": ["R-16"]}
    early, late = (
        judge_of(front(held, turn=turn, white=["0418"])).worth[MAP.hex("0418")] for turn in (2, 5)
    )
    assert late > early > CAMPAIGN.victory.places[MAP.hex("0418")]


def test_troops_stand_better_near_a_goal_in_supply_and_out_of_danger() -> None:
    """11, 4.2 - a free town draws; a strong enemy beside it keeps off."""
    free = front({"2614": ["W-Vyat"], "0119": ["W-HQ"]}, turn=3)
    piece = CAMPAIGN.by_id["W-Vyat"]
    town, away = MAP.hex("2913"), MAP.hex("2614")
    calm = judge_of(free)
    assert calm.standing(free, piece, town) > calm.standing(free, piece, away)
    stacks = {"2614": ["W-Vyat"], "0119": ["W-HQ"], "3012": ["R-Lat5", "R-KurM", "R-KurT"]}
    faced = front(stacks, turn=3)
    assert judge_of(faced).standing(faced, piece, town) < calm.standing(free, piece, town)


def test_orders_draw_a_formation_to_its_own_places() -> None:
    """11 - 4 Div is asked for Luga, 2 Div for Gatchina; what nobody is asked for draws all."""
    state = front({"2526": ["W-4a", "W-Sem"], "0119": ["W-HQ"]}, turn=3)
    judge = judge_of(state, level="colonel")
    luga, gatchina = MAP.hex("2436"), MAP.hex("2913")
    own, other = (CAMPAIGN.by_id[id_] for id_ in ("W-4a", "W-Sem"))
    assert judge.pull(own, luga) > judge.pull(other, luga)
    assert judge.pull(other, gatchina) > judge.pull(own, gatchina)
    headquarters = CAMPAIGN.by_id["W-HQ"]
    assert judge.pull(headquarters, gatchina) == pytest.approx(
        max(judge.pull(piece, gatchina) for piece in (own, other, headquarters))
    )


def test_11_2_troops_on_their_way_from_a_town_do_not_hold_it() -> None:
    """11.2 - a regiment ten hexes down the road fills no garrison; one in the town does."""
    stacks = {"0418": ["W-Riga"], "0817": ["R-47", "R-51"], "0119": ["W-HQ"]}
    state = front(stacks, turn=3, white=["0418"])
    town = MAP.hex("0418")
    draw = judge_of(state, level="colonel").draw
    draw.send(MAP.hex("0820"), 9.0)
    assert draw.sent[town] == 0.0
    draw.send(town, 4.0)
    assert draw.sent[town] == 4.0


def test_11_2_a_garrison_stays_before_anybody_marches() -> None:
    """11.2 - Gatchina free and weak draws all but what Yamburg needs: unwatched, the weaker one."""
    stacks = {"0418": ["W-Riga", "W-4a"], "0119": ["W-HQ"], "2913": ["R-Gat"]}
    near = {"0518": ["R-47", "R-51", "R-48", "R-Lat5"]}
    town = MAP.hex("0418")
    for enemies, kept in ((near, {"W-Riga", "W-4a"}), ({}, {"W-4a"})):
        state = front({**stacks, **enemies}, turn=3, white=["0418"])
        march = March(judge_of(state, level="colonel"), state, Random(1))
        march.make()
        assert ids(march.trial.stacks[town] & CAMPAIGN.kinds.troops) == kept
    strong = {"0518": ["R-Lat5", "R-KurM", "R-KurT"]}
    lone = front({"0418": ["W-Riga:1"], "0319": ["W-Lib", "W-4a"], **strong}, white=["0418"])
    march = March(judge_of(lone, level="colonel"), lone, Random(1))
    march.make()
    assert ids(march.trial.stacks[town]) > {"W-Riga"}, "one SP does not keep it"


def test_11_2_a_garrison_is_weighed_by_the_chance_to_lose_the_town() -> None:
    """8.2, 11.2 - to those who can come; who are far do not count."""
    town, lone = MAP.hex("0418"), {"0418": ["W-Riga:1"], "0119": ["W-Polt"]}
    risks = []
    for enemies in ([], ["R-47"], ["R-47", "R-51", "R-11"], ["R-47", "R-51", "R-11", "R-15"]):
        state = front({**lone, "0517": enemies}, turn=3, white=["0418"])
        risks.append(judge_of(state, level="colonel").risk(state, town))
    assert risks[0] == 0.0 < risks[2] < risks[3]
    for red, wanted in (("1018", [town]), ("0221", [town, MAP.hex("0119")])):
        state = front({**lone, red: ["R-47", "R-51"]}, turn=3, white=["0418"])
        assert judge_of(state, level="colonel").vital(state) == wanted, "the railhead only in need"
    far = front({**lone, "1822": ["R-47", "R-51", "R-11"]}, turn=3, white=["0418"])
    judge = judge_of(far, level="colonel")
    assert judge.vital(far) == [town]
    assert judge.risk(far, town) == 0.0
    assert judge.risk(far, town, far.stacks[town]) == 1.0, "nobody is left in it"


def test_11_2_a_garrison_goes_out_against_besiegers_whom_it_beats() -> None:
    """8.1, 11.2 - all but the weakest, to where they attack; not against those who are too many."""
    town, camp = MAP.hex("0418"), MAP.hex("0517")
    stacks = {"0418": ["W-Riga", "W-Lib", "W-4a:1"], "0119": ["W-HQ"]}
    weak = ["R-47", "R-51", "R-11"]
    strong = ["R-Lat5", "R-KurM", "R-KurT", "R-Sai1"]
    for enemies, goes in ((weak, True), (strong, False)):
        state = front({**stacks, "0517": enemies}, turn=3, white=["0418"])
        march = March(judge_of(state, level="colonel"), state, Random(1))
        march.make()
        riga = march.trial.where[CAMPAIGN.by_id["W-Riga"]]
        assert (riga != town) is goes
        assert bool(CAMPAIGN.ground.around[camp] >> riga & 1) is goes
        assert march.trial.where[CAMPAIGN.by_id["W-4a"]] == town


def test_4_2_11_2_reds_about_yamburg_and_on_whites_roads_are_hunted() -> None:
    """4.2 - by the highway that feeds Gatchina, not off it; nobody before Yamburg is taken."""
    stacks = {"2913": ["W-Talab", "W-Ostr"], "0119": ["W-HQ"]}
    worth = []
    for red, base in (("1516", "0418"), ("1522", "0418"), ("1516", "0319")):
        state = front({**stacks, base: ["W-Riga"], red: ["R-47"]}, turn=5, white=["2913"])
        worth.append(judge_of(state, level="colonel").worth.get(MAP.hex(red), 0.0))
    assert worth[0] > 0 == worth[1] == worth[2]


def test_8_2_4_the_ground_that_a_result_gains_is_counted() -> None:
    """8.2.4 - who may choose between disorder with an advance and nothing takes the town."""
    state = front({"0319": ["W-Lib", "W-Riga"], "0418": ["R-49"]}, segment="white combat", turn=2)
    answered(state, "attack 0418", "join W-Lib", "join W-Riga", "fight")
    judge = judge_of(state, level="colonel")
    gains = [
        answers._cost(judge, state, Role.ATTACKER, Effect(disorganised=True, advance=2)),
        answers._cost(judge, state, Role.ATTACKER, Effect()),
    ]
    assert gains[0] > gains[1], "the defender is still there"
    state.put(CAMPAIGN.by_id["R-49"], MAP.hex("0617"))
    assert answers._cost(judge, state, Role.ATTACKER, Effect(disorganised=True, advance=2)) < 0


def test_11_2_those_who_besiege_a_town_are_worth_an_attack() -> None:
    """11.2 - the more so while the town is not safe: beside it, not further off."""
    siege = {"0518": ["R-Lat5", "R-KurM", "R-KurT"], "0615": ["R-47"], "1424": ["R-51"]}
    state = front({"0418": ["W-Riga:1"], **siege}, turn=5, white=["0418"])
    judge = judge_of(state, level="colonel")
    beside, near, off = (
        assault.stakes(judge, MAP.hex(name)).hex for name in ("0518", "0615", "1424")
    )
    assert beside > near > off == judge.style.ground
    safe = front({"0418": ["W-Riga", "W-Lib", "W-Polt"], "1018": ["R-47"]}, white=["0418"])
    assert judge_of(safe, level="colonel").besieged == {}


def test_11_2_a_city_that_nobody_keeps_draws_white() -> None:
    """11.2 - three hexes of it win at once; with guards, or too early, it is left for later."""
    city = MAP.hex("3203")
    guards = {"3203": ["R-PUR1", "R-PUR2", "R-Sai4"], "3204": ["R-Sai1", "R-Sai2", "R-B1"]}
    worth = [
        judge_of(front({"3009": ["W-Talab"], **stacks}, turn=turn)).worth[city]
        for stacks, turn in (({}, 6), (guards, 6), ({}, 2))
    ]
    assert worth[0] > worth[1] == worth[2]


def test_troops_who_look_again_do_not_crowd_their_own_place() -> None:
    """11 - what a regiment adds to those on their way is left out while it considers another."""
    state = front({"2336": ["W-VOstr", "W-4a"], "0119": ["W-HQ"], "2436": ["R-52"]}, turn=2)
    judge, luga = judge_of(state, level="colonel"), MAP.hex("2436")
    here, piece = MAP.hex("2336"), CAMPAIGN.by_id["W-VOstr"]
    before = judge.pull(piece, here)
    judge.send(state, piece, here)
    assert judge.pull(piece, here) < before
    judge.recall(state, piece, here)
    assert judge.pull(piece, here) == pytest.approx(before)
    assert judge.draw.sent[luga] == pytest.approx(0)


def test_11_2_a_garrison_does_not_go_by_rail() -> None:
    """7.5, 11.2 - alone in Yamburg it stays, with another it may go where it is wanted."""
    for others, is_needed in (([], True), (["W-Lib"], False)):
        state = front({"0418": ["W-Riga", *others], "1018": ["R-47"]}, turn=6, white=["0418"])
        judge, piece = judge_of(state, level="colonel"), CAMPAIGN.by_id["W-Riga"]
        assert answers.is_needed(judge, state, piece) is is_needed
        assert (answers.rail_gain(judge, state, piece) < -50) is is_needed


def test_strong_troops_are_drawn_more_than_weak_ones() -> None:
    """11 - the best regiment leads; a sergeant makes no difference."""
    state = front({"2614": ["W-Talab"], "2714": ["W-Vyat"], "0119": ["W-HQ"]}, turn=3)
    near, away = MAP.hex("2813"), MAP.hex("2316")
    for level, is_drawn_more in (("colonel", True), ("sergeant", False)):
        judge = judge_of(state, level=level)
        gains = [
            judge.standing(state, piece, near) - judge.standing(state, piece, away)
            for piece in (CAMPAIGN.by_id[id_] for id_ in ("W-Talab", "W-Vyat"))
        ]
        assert (gains[0] > gains[1] * 1.2) is is_drawn_more


def test_8_2_7_the_last_troops_do_not_leave_their_headquarters_to_the_enemy() -> None:
    """8.2.7 - it costs something to advance from a hex where helpers stay behind."""
    stacks = {"0419": ["W-Riga", "W-HQ5", "W-A5"], "0619": ["R-47", "R-51"]}
    piece = CAMPAIGN.by_id["W-Riga"]
    alone = front(stacks, segment="white combat")
    kept = front({**stacks, "0419": [*stacks["0419"], "W-Polt"]}, segment="white combat")
    assert answers.left_alone(judge_of(alone), alone, piece) > 0
    assert answers.left_alone(judge_of(kept), kept, piece) == 0


def test_11_1_nobody_comes_after_the_last_turn_of_red() -> None:
    """11.1 - then Red minds no threat, while White still has Red's answer before him."""
    for turn, is_last in ((7, False), (8, True)):
        state = front({"2913": ["W-Ostr"], "3013": ["R-16"]}, turn=turn)
        for side in (WHITE, RED):
            style = judge_of(state, side, "colonel").style
            assert (style.threat == 0) is (is_last and side is RED)
            usual = CAMPAIGN.opponents.style("colonel", side).losses
            assert (style.losses < usual) is is_last


def test_11_3_the_chances_of_the_levels_add_up_and_follow_the_places() -> None:
    """11.3 - each place with a chance of its own; Yamburg in danger endangers all (11.2)."""
    held = {"2913": ["W-Talab", "W-Ostr"], "0418": ["W-Lib"], "2436": ["W-Volyn"]}
    safe = chances(front(held, turn=7, white=list(held)))
    assert sum(safe) == pytest.approx(1.0)
    more = chances(front({**held, "3310": ["W-Temn"]}, turn=7, white=[*held, "3310"]))
    assert more[0] > safe[0]
    beset = {**held, "0518": ["R-Lat5", "R-KurM", "R-KurT"], "0617": ["R-Sai1", "R-Sai2"]}
    assert chances(front(beset, turn=7, white=list(held)))[2] > safe[2]


def test_a_general_tries_plans_of_other_tempers_and_tells_them() -> None:
    """11.3 - the plan as it was made first; each in words, with its chance."""
    state = front({"2614": ["W-Vyat", "W-Talab"], "0119": ["W-HQ"], "2913": ["R-18"]}, turn=4)
    adviser = GAME.adviser()
    policy = adviser.policy("general", WHITE, Random(1))
    found = list(adviser.candidates(state, WHITE, policy, Random(2)))
    names = [candidate.name for candidate in found]
    assert names[0] == "planned"
    tempers = {*CAMPAIGN.opponents.factors}
    assert tempers | {"without"} <= set(names[1:]) <= tempers | {"without", "partly"}
    for name in names:
        for lang in ("en", "fr"):
            what, reason = GAME.idea_words(state, Idea(name, 0.5, "trials", number=3), lang)
            assert what != name
            assert "3" in reason
    assert adviser.deserves(state, policy) == 0.0, "the moves are planned by now"
    assert adviser.deserves(state, adviser.policy("general", WHITE, Random(1))) > 0.5
