"""What a player asks: prompts, answers, why not, inspection, odds, hexes in words; and leaks."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from games.petrograd.front import CAMPAIGN, GAME, MAP, RED, WHITE, bits, front, play
from grognard.engine.bits import numbers
from grognard.engine.game import SPECTATOR, apply
from grognard.engine.session import Session
from grognard.games.petrograd import command
from grognard.games.petrograd.questions import MoveTo
from grognard.games.petrograd.sequence import begin
from grognard.games.petrograd.sight import hidden
from grognard.games.petrograd.supply import supplied
from grognard.wire.made import fault

if TYPE_CHECKING:
    from grognard.games.petrograd.printed import Side

STACKS = {
    "0319": ["W-Lib", "W-Riga", "W-A5", "W-HQ5", "W-AC"],
    "0320": ["W-Polt", "W-TkA"],
    "0112": ["E-1"],
    "3212": ["W-Temn"],
    "0418": ["R-49", "R-50"],
    "0721": ["R-51"],
}

WHY = [
    ("white movement", "", "W-Lib 0418", "7.1", "an enemy piece is there"),
    ("white movement", "", "W-Lib 0319", "7.1", "it stands there"),
    ("white movement", "", "W-Lib 3203", "7.1", "it is too far: it has 6 points"),
    ("white movement", "", "W-Lib 0105", "7.2", "the sea is for ships, land for all other pieces"),
    ("white movement", "", "E-1 1710", "10.3", "Estonian troops stay in their zone"),
    ("white movement", "", "W-Temn 3411", "10.2", "3 Div does not go east of column 33"),
    ("white movement", "", "W-Lib 0518", "7.3", "an enemy zone of control stands in the way"),
    ("white movement", "", "R-49", "7.1", "it is not a piece of yours on the map"),
    ("white movement", "move W-Lib;stay", "W-Lib", "7.1", "it has moved already"),
    ("white combat", "", "0721", "8.1", "no troops next to it may attack"),
    ("white combat", "", "0520", "8.1", "no enemy piece is there"),
    ("white combat", "attack 0418", "W-AC", "8.1", "only troops, tanks and cars attack"),
    ("white combat", "attack 0418;join W-Lib", "W-Lib", "8.1", "it takes part already"),
    ("white combat", "attack 0418;join W-Lib", "W-HQ5", "8.1", "only troops"),
    ("white combat", "attack 0418;join W-Lib", "E-1", "8.1", "it is not next to the hex"),
    ("white movement", "move W-Lib;stay", "0319", "7.1", "17 Libavsky: it has moved already"),
    ("white movement", "", "0721", "7.1", "that is no answer to: Which piece moves?"),
    ("white combat", "attack 0418", "0112", "8.1", "it is not next to the hex"),
    ("white combat", "attack 0418", "0520", "8.1", "no enemy piece is there"),
    ("red combat", "", "0319", "8.1", ""),
]


@pytest.mark.parametrize(("segment", "answers", "words", "rule", "text"), WHY)
def test_why_not(segment: str, answers: str, words: str, rule: str, text: str) -> None:
    """7.1, 7.2, 7.3, 8.1, 10.2, 10.3 - the first rule that stands in the way."""
    state = front(STACKS, segment=segment, turn=2)
    play(state, *[answer for answer in answers.split(";") if answer])
    seat = WHITE if segment.startswith("white") else RED
    found = GAME.why(state, seat, words, "en")
    if not text:
        assert found == []
        return
    assert [reason["rule"] for reason in found] == [rule]
    assert found[0]["text"].startswith(text)
    assert GAME.why(state, seat, words, "fr") != found


def test_why_not_agrees_with_what_is_offered() -> None:
    """7 - no reason for what is legal, a reason for all else."""
    state = front(STACKS, turn=2)
    play(state, "move W-Riga")
    offered = {action.noun for action in state.options() if action.verb == "to"}
    reach = GAME.reach(state, WHITE, CAMPAIGN.by_id["W-Riga"], "en")
    assert {one["hex"] for one in reach["hexes"]} == offered
    assert {one["hex"] for one in reach["refused"]} == set(MAP.hexes) - offered
    assert not fault(reach, "Reach")


def test_words_that_mean_nothing_are_refused() -> None:
    """7.1 - unknown counters, hexes and empty words."""
    state = front(STACKS)
    for words in ("", "Lenin", "9999"):
        with pytest.raises(ValueError, match=r"Lenin|9999|name a counter"):
            GAME.why(state, WHITE, words, "en")


def test_prompts_and_answers_in_both_languages() -> None:
    """2.2 - every question of a random game has words, every answer a label."""
    state, rng, kinds = begin(CAMPAIGN), Random(5), set()
    while not state.is_over:
        options = state.options()
        kind = type(state.question).__name__
        if state.seat >= 0 and (kind not in kinds or rng.random() < 0.01):
            kinds.add(kind)
            for lang in ("en", "fr"):
                prompt = GAME.prompt(state, state.seat, lang)
                assert len(prompt.text) > 8
                assert len(prompt.answers) == len(options)
                assert all(not fault(answer, "Answer") for answer in prompt.answers)
                assert all(answer["label"] for answer in prompt.answers)
        apply(state, options[int(rng.random() * len(options))])
    assert {"Movement", "MoveTo", "Attack", "Compose", "Rail", "Arrive", "ChooseResult"} <= kinds


def test_inspection_and_odds_fit_the_contract() -> None:
    """4.2, 5.1, 8.2.3 - zones, supply, command, stacking, support, attacks; the odds."""
    state = front(STACKS, segment="white combat", turn=2)
    for side in (WHITE, RED):
        assert not fault(GAME.inspect(state, side, "en"), "Inspection")
    play(state, "attack 0418", "join W-Lib", "support W-A5")
    odds = GAME.odds(state, WHITE, "en")
    assert not fault(odds, "Odds")
    assert GAME.odds(state, RED, "en")["cases"] == [], "an attack is its side's own until announced"
    assert [case["id"] for case in odds["cases"]] == ["bare"]
    assert GAME.odds(front(STACKS), WHITE, "en")["cases"] == []


def test_overlays_and_hexes_in_words() -> None:
    """1.4, 1.6, 4.2, 5.1 - what lies over the map, and a hex with its stack."""
    state = front(STACKS, turn=2)
    for info in GAME.overlays(CAMPAIGN):
        for side in (WHITE, RED):
            for seat in (WHITE, RED, SPECTATOR):
                found = GAME.overlay(state, seat, info["id"], side, "fr")
                assert not fault(found, "Overlay")
    yamburg = GAME.hex_lines(state, WHITE, MAP.hex("0418"), "en")
    assert any("trench 1" in line for line in yamburg)
    assert any("49 Rifle Regt" in line for line in yamburg)
    assert "Red: 2 counters" in yamburg
    notes = GAME.hex_notes(state, WHITE, MAP.hex("0418"), "en")
    assert notes == [yamburg[1], *yamburg[2:4], yamburg[-1]]
    assert notes[0].startswith("trench 1")
    assert any("with the guns in sight: 6 to 4, dice +" in line for line in yamburg)
    assert "Red: 1 counter" in GAME.hex_lines(state, WHITE, MAP.hex("0721"), "en")
    unseen = GAME.hex_lines(state, WHITE, MAP.hex("0721"), "en")
    assert any("face down" in line for line in unseen)
    assert not any("51" in line for line in unseen)


def test_a_seat_is_shown_nothing_hidden() -> None:
    """1.7 - view, hexes, map and log of a seat are the same for all that it cannot tell apart."""
    state, rng = begin(CAMPAIGN), Random(3)
    different = 0
    for _ in range(160):
        options = state.options()
        apply(state, options[int(rng.random() * len(options))])
        if state.is_over or rng.random() > 0.15:
            continue
        for seat in (WHITE, RED):
            other = GAME.reshuffle_hidden(state, seat, rng)
            different += other.canonical() != state.canonical()
            assert GAME.view(other, seat).encode() == GAME.view(state, seat).encode()
            assert GAME.chart(other, seat, "en") == GAME.chart(state, seat, "en")
            for hex_ in numbers(state.held[0] | state.held[1]):
                lines = GAME.hex_lines(state, seat, hex_, "en")
                assert GAME.hex_lines(other, seat, hex_, "en") == lines
            for info in GAME.overlays(CAMPAIGN):
                shown = GAME.overlay(state, seat, info["id"], 1 - seat, "en")
                assert GAME.overlay(other, seat, info["id"], 1 - seat, "en") == shown
    assert different > 10


def test_a_reshuffle_deals_only_what_looks_alike() -> None:
    """1.7 - kinds, sizes and nations keep their places; known counters stay."""
    state = begin(CAMPAIGN)
    other = GAME.reshuffle_hidden(state, WHITE, Random(1))
    moved = [n for n in range(len(CAMPAIGN.pieces)) if state.where[n] != other.where[n]]
    assert moved
    assert all(hidden(state, WHITE) >> piece & 1 for piece in moved)
    assert state.strong == other.strong
    assert hidden(state, WHITE) == hidden(other, WHITE)
    assert not bits("R-HQ6", "R-A6") & sum(1 << piece for piece in moved)


def is_commanded(state: Any, piece: int, side: Side) -> bool:
    """Return whether a headquarters of its own has a piece within its reach."""
    posts = numbers(command.commanding(state, side) & state.scenario.commanders[piece])
    return any(command.reach(state, side, post) >> state.where[piece] & 1 for post in posts)


def test_what_a_move_is_said_to_hurt_is_so_once_it_is_made() -> None:
    """4.2, 5.1: in every place that can be gone to, in positions of random games."""
    rng, asked, hurting = Random(1919), 0, 0
    session = Session.begin(GAME, players={}, rng=rng)
    while asked < 60:
        state: Any = session.state
        options = state.options()
        question = state.question
        if isinstance(question, MoveTo) and rng.random() < 0.4:
            kinds, piece = state.scenario.kinds, question.piece
            asked += kinds.troops >> piece & 1
            was = is_commanded(state, piece, question.side)
            for action, answer in zip(options, GAME.answers(state, options, "en"), strict=True):
                if action.verb != "to" or not (kinds.troops & ~kinds.estonian) >> piece & 1:
                    continue
                twin = state.copy()
                apply(twin, action)
                rules = {reason["rule"] for reason in answer.get("warns", [])}
                assert ("4.2" in rules) is not bool(
                    supplied(twin, question.side) >> action.noun & 1
                )
                assert ("5.1" in rules) is (was and not is_commanded(twin, piece, question.side))
                hurting += bool(rules)
        session.play(options[rng.randrange(len(options))])
    assert hurting > 10
