"""11.4.3, 15, 16.6.6, 21 - Odds on the board, the calculators and exhaustive play agree."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from games.eastfront.lu_front import (
    CAMPAIGN,
    MAP,
    SOVIET,
    asked,
    declare,
    fight,
    front,
    offered,
    play,
    to_combat,
)
from games.eastfront.lu_random import positions
from grognard.engine.bits import numbers
from grognard.engine.game import SPECTATOR, apply
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import board_odds, combat, overrunning, sequence
from grognard.games.eastfront.declaring import pending
from grognard.games.eastfront.fighting import Throw
from grognard.games.eastfront.odds import combat_odds, overrun_odds, retreat_odds, surrender_odds
from grognard.games.eastfront.overrunning import OverrunThrow
from grognard.games.eastfront.parts import Lose
from grognard.games.eastfront.printed import ENEMY
from grognard.games.eastfront.questions import Movement
from grognard.games.eastfront.retreating import (
    CrossingThrow,
    Retreating,
    crossing_case,
    immobile,
)
from grognard.games.eastfront.surrendering import SurrenderThrow, case_of

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.games.eastfront.state import Luga

SEEDS = (2, 3)


def the_case(state: Luga) -> wire.Case:
    (case,) = board_odds.odds(state, SPECTATOR, "en")["cases"]
    return case


def chances(case: wire.Case) -> dict[str, Fraction]:
    return {one["result"]: Fraction(one["chance"]["p"]) for one in case["chances"]}


def means(case: wire.Case) -> dict[str, Fraction]:
    return {one["id"]: Fraction(one["value"]["p"]) for one in case["means"]}


def adds_up(made: wire.Reckoning) -> bool:
    """Whether every sum follows from its lines, and the modifier from its own."""
    for side in (made["attack"], made["defence"]):
        if side is None:
            continue
        total: Any = sum(factor["value"] for factor in side["factors"])
        for factor in side["factors"]:
            last = factor["changes"][-1]["value"] if factor["changes"] else factor["printed"]
            if factor["value"] != last:
                return False
        last = side["changes"][-1]["value"] if side["changes"] else total
        if side["sum"] != total or side["total"] != last:
            return False
    lines = sum(one["value"] for one in made["modifiers"])
    return lines == made["modifier"] and all(one["rule"][0] != "E" for one in made["modifiers"])


def steps_of(state: Luga, pieces: int) -> int:
    return sum(state.steps[piece] for piece in numbers(pieces) if state.where[piece] >= 0)


def settle_losses(state: Luga) -> None:
    """Answer every question about losses; fortress units, and of them the strongest, go last."""
    while not state.is_over and isinstance(state.question, Lose):
        keep = immobile(state)
        options = sorted(
            state.options(), key=lambda one: (keep >> one.noun & 1, state.steps[one.noun])
        )
        apply(state, options[0])


def play_attack(state: Luga, die: int) -> tuple[int, bool]:
    """Return the steps that the attacker lost and whether the hex is left, by playing on."""
    battle = state.battle
    assert battle is not None
    held = rules.defenders(state, battle)
    mine = steps_of(state, battle.attackers)
    twin = state.copy()
    apply(twin, state.options()[die - 1])
    settle_losses(twin)
    lost = mine - steps_of(twin, battle.attackers)
    while not twin.is_over and twin.battle is battle and asked(twin) not in ("Advance", "Support"):
        if isinstance(twin.question, Lose):
            settle_losses(twin)
        else:
            apply(twin, twin.options()[-1])
    assert twin.battle is None or twin.battle == battle, "another attack began"
    stays = any(twin.stacks[hex_] & held for hex_ in numbers(battle.targets))
    return lost, not stays


def check_attack(state: Luga) -> None:
    """Compare an attack on the board with the calculator and with ten games played on."""
    battle = state.battle
    assert battle is not None
    case, shown = rules.attack_case(state, battle), the_case(state)
    found = combat_odds(case)
    assert adds_up(shown["reckoning"])
    attack, defence = shown["reckoning"]["attack"], shown["reckoning"]["defence"]
    assert attack is not None
    assert defence is not None
    assert attack["total"] == combat.attack_total(case)
    assert defence["total"] == combat.defence_total(case)
    assert shown["reckoning"]["modifier"] == combat.net(case)
    assert chances(shown) == {one.text: one.chance for one in found.possibilities}
    played = [play_attack(state, die) for die in range(1, 11)]
    expected = means(shown)
    assert expected["attacker_steps"] == Fraction(sum(one[0] for one in played), 10)
    assert expected["hex_vacated"] == Fraction(sum(one[1] for one in played), 10)
    for die, (lost, left) in enumerate(played, 1):
        after = combat.aftermath(combat.assess(case), die)
        steps = steps_of(state, battle.attackers)
        want = steps if after.printed.attacker_eliminated else min(after.attacker_steps, steps)
        assert lost == want
        assert left == board_odds.is_left(state, rules.defenders(state, battle), after)


def check_overrun(state: Luga) -> None:
    """Compare an overrun on the board with the calculator and with ten games played on."""
    question: OverrunThrow = state.question  # type: ignore[assignment]
    case, shown = overrunning.case_of(state, question.pieces, question.target), the_case(state)
    found = overrun_odds(case)
    assert adds_up(shown["reckoning"])
    assert chances(shown) == {one.text: one.chance for one in found.possibilities}
    held = state.stacks[question.target] & state.owned[ENEMY[question.side]]
    won, cost = 0, 0
    for throw in state.options():
        twin = state.copy()
        apply(twin, throw)
        settle_losses(twin)
        marked = twin.overrun & held & ~state.overrun
        gone = steps_of(twin, held) < steps_of(state, held)
        moved = any(twin.where[piece] != question.target for piece in numbers(held))
        won += bool(
            marked or gone or moved or asked(twin) in ("RetreatTo", "CrossingThrow", "GiveUp")
        )
        cost += steps_of(state, question.pieces) - steps_of(twin, question.pieces)
    expected = means(shown)
    assert expected["success"] == Fraction(won, 10)
    assert expected["attacker_steps"] == Fraction(cost, 10)


def check_table(state: Luga) -> None:
    """Compare a crossing or a surrender with the calculator and with ten throws."""
    question: Any = state.question
    shown = the_case(state)
    pieces = state.stacks[question.hex]
    if isinstance(question, CrossingThrow):
        pieces = question.pieces
        case = crossing_case(state, question.side, pieces, question.hex)
        found = retreat_odds(case)
    else:
        found = surrender_odds(case_of(state, question.hex))
    assert adds_up(shown["reckoning"])
    assert chances(shown) == {one.text: one.chance for one in found.possibilities}
    through = 0
    for throw in state.options():
        twin = state.copy()
        twin.stack = twin.stack[-1:]
        apply(twin, throw)
        is_alive = steps_of(twin, pieces) > 0
        through += is_alive if isinstance(question, CrossingThrow) else not is_alive
    assert means(shown)["success"] == Fraction(through, 10)


CHECKS = {
    Throw: check_attack,
    OverrunThrow: check_overrun,
    CrossingThrow: check_table,
    SurrenderThrow: check_table,
}


def check_game(seed: int) -> dict[str, int]:
    """Compare every fight of a random game; return how many of each kind there were."""
    counts: dict[str, int] = {}
    for state in positions(seed, *CHECKS):
        kind = type(state.question)
        CHECKS[kind](state)
        counts[kind.__name__] = counts.get(kind.__name__, 0) + 1
    return counts


@pytest.mark.parametrize("seed", SEEDS)
def test_15_board_odds_calculator_and_play_agree(seed: int) -> None:
    """15, 11.4.3, 21 - every attack, overrun and surrender of a random game."""
    counts = check_game(seed)
    assert counts["Throw"] > 10
    assert counts["OverrunThrow"] > 2


RING = ("G-1-IR1", "G-1-IR22", "G-1-IR43", "G-58-IR154", "G-58-IR209")


def crossing(rng: Random) -> Luga | None:
    """Return a stack half surrounded somewhere that must throw to get out, if it must."""
    here = rng.choice([hex_ for hex_ in MAP.hexes if MAP.around[hex_].bit_count() == 6])
    near = [hex_ for hex_ in MAP.neighbours[here] if CAMPAIGN.ground.land >> hex_ & 1]
    if not CAMPAIGN.ground.land >> here & 1 or len(near) < 6:
        return None
    stacks = {MAP.name(hex_): [id_] for hex_, id_ in zip(rng.sample(near, 5), RING, strict=True)}
    stacks[MAP.name(here)] = [
        "S-281",
        *rng.choice([(), ("S-519",), ("S-HQK",), ("S-519", "S-HQK")]),
    ]
    state = front(stacks, segment="german movement")
    held = state.stacks[here]
    state.ask(Retreating(SOVIET, SOVIET, held, here, 2, 0, False, False))
    state.run_on()
    while not isinstance(state.question, CrossingThrow | Movement):
        apply(state, rng.choice(list(state.options())))
    return state if isinstance(state.question, CrossingThrow) else None


def check_crossings(seed: int, number: int) -> None:
    """Compare so many crossings at random with the calculator and with ten throws."""
    rng = Random(seed)
    while number:
        state = crossing(rng)
        if state is not None:
            check_table(state)
            number -= 1


def test_16_6_6_crossings_board_calculator_and_play_agree() -> None:
    """16.6.6 - stacks with and without guns and HQs, in any ground."""
    check_crossings(1, 6)


def test_15_the_odds_of_a_composed_attack() -> None:
    """12.1, 15 - while it is composed: as it stands, and with the guns that can be seen."""
    state = front({"1209": ["G-269"], "1109": ["S-281"], "1108": ["S-519"], "1107": ["S-HQK"]})
    play(state, "attack 1109")
    assert board_odds.odds(state, 0, "en")["cases"] == []
    play(state, "join G-269")
    bare, answered = board_odds.odds(state, 0, "fr")["cases"]
    assert bare["reckoning"]["ratio"] == "2-1"
    assert answered["reckoning"]["ratio"] == "1-1"
    assert answered["reckoning"]["defence_supports"] == ["S-519"]


@pytest.mark.parametrize("stack", [["S-CoKG"], ["S-CoKG", "S-281"], ["S-CoKG:1", "S-281"]])
def test_16_2_odds_know_that_fortress_units_stay(stack: list[str]) -> None:
    """16.2 - the chance that the hex is left is that of ten games played on."""
    state = front({"1209": ["G-269", "G-SSP"], "1109": stack})
    declare(state, "1109", "G-269", "G-SSP")
    state.supplied_attacks = (1,)
    fight(to_combat(state), "1109")
    check_attack(state)


def test_15_2_what_is_done_to_guns_is_told() -> None:
    """15.2 - halved in mud, and held to what they support, each in its own line."""
    stacks = {"1209": ["G-8-Rec"], "1210": ["G-A411", "G-A413"], "1109": ["S-FB"]}
    state = front(stacks, weather="mud")
    declare(state, "1109", "G-8-Rec")
    state.supplied_attacks = (1,)
    fight(to_combat(state), "1109", "G-A411", "G-A413")
    attack = the_case(state)["reckoning"]["attack"]
    assert attack is not None
    told = [(one["text"], one["value"]) for one in attack["changes"]]
    assert told == [("artillery halved", 5), ("artillery held to what it supports", 4)]


def test_14_3_odds_do_not_betray_a_sealed_order() -> None:
    """14.3, 1.4 - until it is turned up the order is in nobody's odds."""
    shown = []
    for order in ("stand", "give_way", "pass"):
        state = front({"1111": ["G-269"], "1010": ["S-281"], "1007": ["S-HQK"]})
        declare(state, "1010", "G-269")
        to_combat(state, order)
        play(state, "resolve 1010", "fight")
        shown.append([board_odds.odds(state, seat, "en") for seat in (0, 1, SPECTATOR)])
    stand, give_way, none = shown
    assert stand == give_way, "both lie face down"
    for told, free in zip(stand, none, strict=True):
        (laid,), (bare,) = told["cases"], free["cases"]
        assert {**laid, "means": 0} == {**bare, "means": 0}, "and change nothing but the range"
        assert [one["value"] for one in laid["means"]] == [one["value"] for one in bare["means"]]
        assert any("range" in one for one in laid["means"])
        assert not any("range" in one for one in bare["means"])


def test_17_1_an_air_point_that_the_defender_has_is_counted_beforehand() -> None:
    """17.1, 15.6 - air points lie open: what is shown with all in sight has one of them."""
    found = {}
    for points in (0, 1):
        state = front({"1209": ["G-269"], "1109": ["S-281"]}, air=(0, points))
        play(state, "attack 1109", "join G-269")
        found[points] = board_odds.odds(state, 0, "en")["cases"]
    assert len(found[0]) == 1
    bare, answered = found[1]
    assert answered["reckoning"]["modifier"] > bare["reckoning"]["modifier"]


def test_15_2_odds_do_not_betray_guns_beneath_others() -> None:
    """15.2, 1.4 - a gun beneath other counters is not counted for the attacker, only its owner."""
    stacks = {"1209": ["G-269"], "1109": ["S-281"], "1107": ["S-519", "S-48"]}
    state = front(stacks)
    play(state, "attack 1109", "join G-269")
    assert len(board_odds.odds(state, 0, "en")["cases"]) == 1
    assert len(board_odds.odds(state, 1, "en")["cases"]) == 2
    assert len(board_odds.odds(state, SPECTATOR, "en")["cases"]) == 1
    fought = board_odds.odds(state, 1, "en")["cases"][1]["means"]
    for line, now in zip(board_odds.odds(state, 0, "en")["cases"][0]["means"], fought, strict=True):
        ends = [one["value"] for one in line.get("range", [line["value"]] * 2)]
        assert ends[0] <= now["value"]["value"] <= ends[1], "but the range has it"


def test_11_4_odds_of_overruns_before_the_decision() -> None:
    """11.4.3 - every hex that the moving stack may run over is reckoned."""
    stacks = {"1110": ["G-8-Pz", "G-8-S1", "G-8-S2", "G-8-Rec"], "1109": ["S-4DNO"]}
    state = front(stacks, segment="german movement")
    play(state, "move G-8-Pz", "with G-8-S1", "with G-8-S2", "with G-8-Rec")
    (case,) = board_odds.odds(state, 0, "en")["cases"]
    assert case["reckoning"]["kind"] == "overrun"
    assert means(case)["success"] == Fraction(1, 2)
    assert {one["rule"] for one in case["reckoning"]["modifiers"]} == {"11.4.3"}


def test_16_6_6_odds_with_and_without_the_guns() -> None:
    """16.6.6 - the owner sees both before he gives them up."""
    ring = {"1008": ["G-1-IR22"], "1009": ["G-1-IR43"], "1110": ["G-121"], "1208": ["G-58-IR154"]}
    state = front({**ring, "1209": ["G-269"], "1109": ["S-281", "S-519"]})
    declare(state, "1109", "G-269")
    state.supplied_attacks = (1,)
    fight(to_combat(state), "1109", die=3)
    while asked(state) == "Lose":
        play(state, min(offered(state)))
    assert asked(state) == "GiveUp"
    kept, freed = board_odds.odds(state, 1, "en")["cases"]
    assert (means(kept)["success"], means(freed)["success"]) == (Fraction(1, 10), Fraction(3, 10))


def test_nothing_is_reckoned_where_nothing_is_fought() -> None:
    """15 - at the start of a turn there is no case; the note says so in both languages."""
    state = sequence.begin(front({}).scenario)
    assert board_odds.odds(state, 0, "en")["cases"] == []
    assert pending(state) == []
    notes = {lang: board_odds.odds(state, 0, lang)["note"] for lang in ("en", "fr")}
    assert notes["en"] != notes["fr"]
    assert notes["en"] == "no combat is being composed or fought"
    moved = front({"1013": ["G-1-Pz"]}, segment="german movement")
    play(moved, "move G-1-Pz")
    assert asked(moved) == "MoveTo"
    told = board_odds.odds(moved, 0, "en")
    assert (told["note"], told["cases"]) == (notes["en"], [])
