"""What a player of the Luga Line asks: answers, why not, inspection, hexes in words; and leaks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.eastfront.lu_front import (
    CAMPAIGN,
    GERMAN,
    MAP,
    SOVIET,
    bits,
    declare,
    events,
    front,
    ids,
    play,
    to_combat,
)
from grognard.engine.bits import numbers
from grognard.engine.game import CHANCE, SPECTATOR, apply
from grognard.engine.registry import game
from grognard.engine.session import Session
from grognard.games.eastfront.questions import MoveTo
from grognard.games.eastfront.sequence import begin
from grognard.games.eastfront.sight import hidden, order
from grognard.games.eastfront.supply import supplied
from grognard.wire.made import fault

LUGA = game("luga")
STACKS = {
    "1013": ["G-1-Pz", "G-1-S1", "G-1-S2", "G-Pi1"],
    "1014": ["G-A411", "G-HQ41", "G-36-Rec"],
    "1520": ["G-269"],
    "1113": ["S-90-173"],
    "1012": ["S-94"],
    "0909": ["S-14AT", "S-HQK", "S-519"],
    "1716": ["S-111", "S-51"],
    "0710": ["S-UR263"],
    "0707": ["S-Balt"],
    "2003": ["S-AALen"],
}
WHY = [
    ("german movement", "", "G-1-Pz 1013", "10.1", "it stands there"),
    ("german movement", "", "G-1-Pz 0404", "10.1", "nobody enters sea or lake"),
    ("german movement", "", "G-1-Pz 2020", "10.1", "it is too far: it has 10 points"),
    ("german movement", "", "G-269 1716", "10.1", "an enemy unit is there"),
    ("german movement", "", "G-1-Pz 1113", "11.4.3", "a city or fortification takes an engineer"),
    ("german movement", "", "G-A411 1113", "10.1", "an enemy unit is there"),
    ("german movement", "", "S-90-173", "10.1", "it is not a unit of yours on the map"),
    ("german movement", "move G-1-Pz;stay", "G-1-Pz", "10.1", "it has moved already"),
    ("german motorised", "", "G-269", "2", "in this phase only motorised units"),
    ("soviet movement", "", "S-UR263", "16.2", "it is one of those that never move"),
    ("soviet movement", "", "S-111 1714", "25.4", "the Luga sector does not go north"),
    ("soviet movement", "", "S-Balt 0607", "11.2", "the train keeps to railways"),
    ("german declaration", "", "1716", "12.1", "no free unit of yours next to it"),
    ("german declaration", "", "1114", "12.1", "no enemy unit is there"),
    ("german declaration", "attack 1113", "G-A411", "12.1", "HQs and guns do not attack"),
    ("german declaration", "attack 1113", "G-269", "12.1", "it is not next to every attacked hex"),
    ("german declaration", "attack 1113;join G-1-Pz", "G-1-Pz", "12.1", "it takes part already"),
    ("german declaration", "attack 1113;join G-1-Pz", "1716", "12.1", "not every attacker"),
    ("soviet motorised", "", "S-14AT", "7.2", "only units on foot"),
    ("soviet movement", "", "2020", "10.1", "that is no answer to: Which unit moves?"),
    ("german movement", "move G-1-Pz;stay", "1013", "10.1", "Pz Rgt 1: it has moved"),
    ("german declaration", "attack 1113", "1114", "12.1", "no enemy unit is there"),
    ("german declaration", "attack 1113", "1520", "12.1", "it is not next to every attacked"),
    ("german declaration", "", "1113", "12.1", ""),
]


@pytest.mark.parametrize(("segment", "answers", "words", "rule", "text"), WHY)
def test_why_not(segment: str, answers: str, words: str, rule: str, text: str) -> None:
    """10, 11.4, 12, 25 - the first rule that stands in the way."""
    state = front(STACKS, segment=segment, turn=3)
    play(state, *[answer for answer in answers.split(";") if answer])
    seat = GERMAN if segment.startswith("german") else SOVIET
    found = LUGA.why(state, seat, words, "en")
    if not text:
        assert found == []
        return
    assert [reason["rule"] for reason in found] == [rule]
    assert found[0]["text"].startswith(text)
    assert LUGA.why(state, seat, words, "fr") != found


def test_an_attack_that_may_not_be_declared_yet_says_what_is_missing() -> None:
    """12.1, 12.2 - the question names who must be attacked too, or that the odds are too low."""
    alone = {"0912": ["G-1-IR22"], "1011": ["S-94"], "0911": ["S-90-173"]}
    state = front(alone, segment="german declaration", turn=3)
    play(state, "attack 1011")
    assert LUGA.prompt(state, GERMAN, "en").text == "Who attacks 1011?"
    play(state, "join G-1-IR22")
    assert "declare" not in {action.verb for action in state.options()}
    assert "0911 must be attacked too" in LUGA.prompt(state, GERMAN, "en").text
    assert "attaquer aussi 0911" in LUGA.prompt(state, GERMAN, "fr").text
    play(state, "also 0911")
    assert "declare" in {action.verb for action in state.options()}
    assert "must be attacked too" not in LUGA.prompt(state, GERMAN, "en").text
    more = {"0912": ["G-1-IR22", "G-1-IR1"], "1011": ["S-94"], "0911": ["S-90-173"]}
    state = front(more, segment="german declaration", turn=3)
    play(state, "attack 1011", "join G-1-IR22", "declare")
    assert "done" not in {action.verb for action in state.options()}
    assert "0911 must be attacked too, by whoever" in LUGA.prompt(state, GERMAN, "en").text


def test_why_not_agrees_with_what_is_offered() -> None:
    """10 - no reason for what is legal, a reason for all else."""
    state = front(STACKS, segment="german movement")
    play(state, "move G-36-Rec")
    offered = {action.noun for action in state.options() if action.verb == "to"}
    reach = LUGA.reach(state, GERMAN, CAMPAIGN.by_id["G-36-Rec"], "en")
    assert {one["hex"] for one in reach["hexes"]} == offered
    assert {one["hex"] for one in reach["refused"]} == set(MAP.hexes) - offered
    assert not fault(reach, "Reach")


def test_words_that_mean_nothing_are_refused() -> None:
    """10.1 - unknown counters, hexes and empty words."""
    state = front(STACKS)
    for words in ("", "Lenin", "9999"):
        with pytest.raises(ValueError, match=r"Lenin|9999|name a counter"):
            LUGA.why(state, GERMAN, words, "en")


def test_prompts_and_answers_in_both_languages() -> None:
    """2 - every question of random games has words, every answer a label."""
    rng, kinds = Random(5), set()
    for _ in range(2):
        state = begin(CAMPAIGN)
        while not state.is_over:
            options, kind = state.options(), type(state.question).__name__
            if state.seat != CHANCE and (kind not in kinds or rng.random() < 0.01):
                kinds.add(kind)
                for lang in ("en", "fr"):
                    prompt = LUGA.prompt(state, state.seat, lang)
                    assert len(prompt.text) > 8
                    assert len(prompt.answers) == len(options)
                    assert all(not fault(answer, "Answer") for answer in prompt.answers)
                    assert all(answer["label"] for answer in prompt.answers)
            apply(state, options[int(rng.random() * len(options))])
    assert {"Movement", "MoveTo", "Declaring", "Compose", "React", "LayOrder"} <= kinds
    assert {"NextAttack", "Support", "DefenceSupport", "Advance", "Activation"} <= kinds


def test_inspection_and_odds_fit_the_contract() -> None:
    """4, 6, 7, 15 - zones, supply, command, stacking, support, attacks; the odds."""
    state = front(STACKS)
    for side in (GERMAN, SOVIET):
        found = LUGA.inspect(state, side, "en")
        assert not fault(found, "Inspection")
    attacks = LUGA.inspect(state, GERMAN, "en")["attacks"]
    assert [one["reckoning"]["targets"] for one in attacks] == [["1012"], ["1113"]]
    play(state, "attack 1113", "join G-1-Pz", "join G-1-S1")
    odds = LUGA.odds(state, GERMAN, "en")
    means = {one["id"]: one["value"]["value"] for one in odds["cases"][0]["means"]}
    assert means["retreats"] + means["defender_eliminated"] <= 1
    assert "\N{MINUS SIGN}1" in LUGA.hex_lines(state, GERMAN, MAP.hex("1113"), "en")[-1]
    assert not fault(odds, "Odds")
    attack = odds["cases"][0]["reckoning"]["attack"]
    assert attack is not None
    assert attack["total"] == 10


def test_an_attack_being_composed_is_nobody_elses_business() -> None:
    """1.4, 12.1 - until it is declared the other side is told neither target nor attackers."""
    state = front(STACKS)
    play(state, "attack 1113", "join G-1-Pz")
    assert LUGA.odds(state, SOVIET, "en")["cases"] == []
    assert LUGA.odds(state, SPECTATOR, "en")["cases"] == []
    asked = LUGA.view(state, SOVIET).question
    assert asked is not None
    assert set(asked) == {"kind", "rule"}


def test_overlays_and_hexes_in_words() -> None:
    """4.1, 6.1, 7.1, 18, 26.1 - what lies over the map, and a hex with its stack."""
    state = front(STACKS)
    for info in LUGA.overlays(CAMPAIGN):
        for side in (GERMAN, SOVIET):
            for seat in (GERMAN, SOVIET, SPECTATOR):
                found = LUGA.overlay(state, seat, info["id"], side, "fr")
                assert not fault(found, "Overlay")
    assert LUGA.overlay(state, SOVIET, "command", GERMAN, "en")["hexes"] == []
    assert LUGA.overlay(state, GERMAN, "command", GERMAN, "en")["hexes"]
    luga = LUGA.hex_lines(state, GERMAN, MAP.hex("1719"), "fr")
    assert luga[0] == "1719 Louga : clair, ville"
    assert "vaut 4 points pour les Allemands" in luga
    assert any("point fortifié" in line for line in luga)
    unseen = LUGA.hex_lines(state, GERMAN, MAP.hex("0909"), "en")
    assert any("14 Anti-Tank Bde" in line for line in unseen)
    assert "2 counters beneath that cannot be seen" in unseen
    assert not any("Howitzer" in line or "HQ" in line for line in unseen)


# 1.4 What is hidden


def test_the_top_counter_tells_zone_and_combat_unit() -> None:
    """1.4 - a unit with a zone lies above one without, a combat unit above HQs and guns."""
    state = front(STACKS)
    top = {name: CAMPAIGN.pieces[order(state, MAP.hex(name))[-1]].id for name in STACKS}
    assert top["1014"] == "G-36-Rec"
    assert top["0909"] == "S-14AT"
    state.mark_overrun(bits("S-14AT"))
    assert CAMPAIGN.pieces[order(state, MAP.hex("0909"))[-1]].id == "S-14AT"
    both = front({"1013": ["G-1-Rec", "G-1-IR1", "G-1-S1"]})
    assert [CAMPAIGN.pieces[piece].id for piece in order(both, MAP.hex("1013"))] == [
        *("G-1-Rec", "G-1-S1", "G-1-IR1")
    ]


def test_what_lies_beneath_is_seen_by_combat_units_next_to_it() -> None:
    """1.4 - not by guns and HQs, and not from further away."""
    state = front(STACKS)
    assert ids(hidden(state, GERMAN)) == {"S-HQK", "S-519", "S-51"}
    assert ids(hidden(state, SOVIET)) == {"G-A411", "G-HQ41"}
    near = front({**STACKS, "1717": ["G-Pi56"]})
    assert "S-51" not in ids(hidden(near, GERMAN))
    guns = front({**STACKS, "1717": ["G-A56"]})
    assert "S-51" in ids(hidden(guns, GERMAN))


def test_who_attacks_or_supports_is_seen() -> None:
    """1.4, 15.2 - guns that are named lie open while they support."""
    state = front(STACKS, attack_supply=(6, 2))
    to_combat(declare(state, "1113", "G-1-Pz", supplied=True, also=["1012"]))
    assert "G-A411" in ids(hidden(state, SOVIET))
    play(state, "resolve 1012", "support G-A411")
    assert "G-A411" not in ids(hidden(state, SOVIET))


def test_an_hq_that_lies_hidden_is_not_named_when_it_activates() -> None:
    """1.4, 7.2 - the log tells the enemy that somebody is activated, not by which HQ beneath."""
    beneath = {"1718": ["S-HQL", "S-51", "S-541"], "1618": ["S-111"], "1013": ["G-1-Pz"]}
    for stacks, is_named in ((beneath, False), (beneath | {"1719": ["G-269"]}, True)):
        state = front(stacks, segment="soviet motorised")
        assert bool(hidden(state, GERMAN) & bits("S-HQL")) is not is_named
        state.events = []
        play(state, "activate S-111")
        [event] = [each for each in state.events if each.kind == "activated"]
        name = LUGA.piece_name(state, CAMPAIGN.by_id["S-HQL"])
        said = {seat: LUGA.tell(state, event, "en", seat)["text"] for seat in (SOVIET, GERMAN)}
        assert not said[SOVIET].startswith("An HQ out of sight")
        assert said[GERMAN].startswith("An HQ out of sight") is not is_named
        assert name not in LUGA.describe(state, event, "en", SPECTATOR) or is_named


def test_coming_near_counts_as_a_reveal_and_is_said_beforehand() -> None:
    """1.4 - an answer that shows what lay beneath says so."""
    state = front({"1013": ["G-1-Rec"], "0909": ["S-14AT", "S-HQK"]}, segment="german movement")
    play(state, "move G-1-Rec")
    told = {a["name"]: a for a in LUGA.answers(state, state.options(), "en") if a["verb"] == "to"}
    near = {MAP.name(hex_) for hex_ in numbers(MAP.around[MAP.hex("0909")])}
    assert {name for name, answer in told.items() if answer.get("reveals")} == near & set(told)
    assert near & set(told)


def test_moves_beneath_other_counters_are_told_without_names() -> None:
    """1.4 - a counter that is hidden where it was and where it is has no name in the log."""
    state = front(
        {"1118": ["G-1-Pz", "G-HQ41"], "1120": ["G-8-Pz"], "0909": ["S-14AT"]},
        segment="german movement",
    )
    play(state, "move G-HQ41")
    [moved] = events(state, "to 1120")
    mine = LUGA.tell(state, moved, "en", GERMAN)
    his = LUGA.tell(state, moved, "en", SOVIET)
    assert "Reinhardt" in mine["text"]
    assert "Reinhardt" not in his["text"]
    assert his["hidden"] == 1
    assert his["pieces"] == []
    assert his["hexes"] == ["1118", "1120"]


def test_an_order_lies_face_down() -> None:
    """14.3 - the attacker sees that one lies there, not which."""
    state = front({"1110": ["G-1-Pz", "G-1-S1"], "1109": ["S-281"]}, turn=3)
    views = []
    for word in ("stand", "give_way"):
        one = state.copy()
        one.targets, one.target_attacks = (MAP.hex("1109"),), (1,)
        setattr(one, word, 1 << MAP.hex("1109"))
        views.append(LUGA.view(one, GERMAN).encode())
    assert views[0] == views[1]
    assert b'"kind":"order"' in views[0]


def test_a_seat_is_shown_nothing_hidden() -> None:
    """1.4 - view, hexes, map and overlays are the same for all that a seat cannot tell apart."""
    state, rng = begin(CAMPAIGN), Random(3)
    different = 0
    for _ in range(400):
        options = state.options()
        apply(state, options[int(rng.random() * len(options))])
        if state.is_over or rng.random() > 0.08:
            continue
        for seat in (GERMAN, SOVIET):
            other = LUGA.reshuffle_hidden(state, seat, rng)
            different += other.canonical() != state.canonical()
            assert LUGA.view(other, seat).encode() == LUGA.view(state, seat).encode()
            assert LUGA.view(other, SPECTATOR).encode() == LUGA.view(state, SPECTATOR).encode()
            assert LUGA.chart(other, seat, "en") == LUGA.chart(state, seat, "en")
            for hex_ in numbers(state.occupied(GERMAN) | state.occupied(SOVIET)):
                lines = LUGA.hex_lines(state, seat, hex_, "en")
                assert LUGA.hex_lines(other, seat, hex_, "en") == lines
            for info in LUGA.overlays(CAMPAIGN):
                shown = LUGA.overlay(state, seat, info["id"], 1 - seat, "en")
                assert LUGA.overlay(other, seat, info["id"], 1 - seat, "en") == shown
            assert LUGA.odds(other, seat, "en") == LUGA.odds(state, seat, "en")
    assert different > 10


def test_a_reshuffle_deals_only_what_looks_alike() -> None:
    """1.4 - what is seen stays; hidden counters keep size, zone and mobility of their places."""
    state, rng = begin(CAMPAIGN), Random(1)
    twin = LUGA.reshuffle_hidden(state, SOVIET, rng)
    unseen = hidden(state, SOVIET)
    for piece in CAMPAIGN.pieces:
        if not unseen >> piece.index & 1:
            assert twin.where[piece.index] == state.where[piece.index]
    assert LUGA.invariants(twin) == []
    assert [state.stacks[hex_].bit_count() for hex_ in MAP.hexes] == [
        twin.stacks[hex_].bit_count() for hex_ in MAP.hexes
    ]


def test_a_move_is_said_to_leave_supply_where_it_does_once_it_is_made() -> None:
    """6.1: in every place that can be gone to, in positions of random games."""
    rng, asked, hurting = Random(1941), 0, 0
    session = Session.begin(LUGA, players={}, rng=rng)
    while asked < 80:
        state: Any = session.state
        options = state.options()
        question = state.question
        if isinstance(question, MoveTo) and rng.random() < 0.4:
            asked += 1
            for action, answer in zip(options, LUGA.answers(state, options, "en"), strict=True):
                if action.verb != "to":
                    continue
                twin = state.copy()
                apply(twin, action)
                rules = {reason["rule"] for reason in answer.get("warns", [])}
                assert ("6.1" in rules) is not bool(
                    supplied(twin, question.side) >> action.noun & 1
                )
                hurting += bool(rules)
        session.play(options[rng.randrange(len(options))])
    assert hurting > 3
