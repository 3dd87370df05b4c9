"""The referee agrees with the game, and objects as soon as the game is wrong."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from games.bautzen import plain_game, plain_rules
from games.bautzen.plain_map import GERMAN, PRINTED, SIDES
from games.bautzen.plain_position import COUNTERS
from games.bautzen.plain_readings import OLD
from games.bautzen.referee import Referee
from games.bautzen.refereed import play
from grognard.engine.game import Action, apply
from grognard.games.bautzen.game import BautzenGame
from grognard.games.bautzen.load import load
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.sequence import begin

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.games.bautzen.state import Bautzen

QUESTIONS = {
    "Movement", "MoveTo", "Withdraw", "SetUpPiece", "Combat", "Compose", "DefenceSupport",
    "Commit", "Trade", "Lose", "Retreat", "Advance",
}  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_passes_with_every_list_of_options_recomputed(seed: int) -> None:
    """BZ-2a, BZ-4.1, BZ-8.1a, BZ-8.3b, BZ-8.5.1a, BZ-8.4a: every answer, fact and question."""
    outcome = play(seed)
    assert [str(violation) for violation in outcome.violations] == []
    assert outcome.compared == outcome.asked
    assert outcome.winner in SIDES


@pytest.mark.parametrize(
    "readings",
    [OLD, {"encirclement": "ring", "headquarters_losses": "alike"}, {"held_may_attack": "true"}],
    ids=["old", "ring", "guards"],
)
@pytest.mark.parametrize("seed", [20, 21])
def test_a_random_game_passes_under_every_reading(seed: int, readings: dict[str, str]) -> None:
    """BZ-13b, BZ-8.5.2a, BZ-11.3a, BZ-7.2.2d, BZ-12.1: the referee reads them as well."""
    outcome = play(seed, readings=readings)
    assert [str(violation) for violation in outcome.violations] == []
    assert outcome.winner in SIDES


def test_the_old_readings_are_those_of_the_rules_before() -> None:
    assert BautzenGame.older_rules["1"] == OLD


def test_bold_games_reach_every_kind_of_question() -> None:
    """BZ-8.5.1a, BZ-4.3: what is compared includes the rare questions too."""
    compared = {name for seed in (1, 3, 5, 7) for name in play(seed, every=2).compared}
    assert compared >= QUESTIONS


def at_movement() -> tuple[Bautzen, Referee]:
    """The German movement of turn 1 after the ready-made set-ups."""
    state = begin(load())
    referee = Referee(state)
    for _ in range(2):
        apply(state, Action("ready", 0))
        assert referee.judge_result(state, Action("ready", 0)) == []
    return state, referee


def piece(state: Bautzen, name: str) -> int:
    return state.scenario.by_id[name]


def hex_(state: Bautzen, name: str) -> int:
    return state.scenario.board.map.hex(name)


def test_4_1_the_referee_misses_an_option_that_is_not_offered() -> None:
    """BZ-4.1: a legal destination is left out."""
    state, referee = at_movement()
    move = Action("move", piece(state, "KG72"))
    apply(state, move)
    assert referee.judge_result(state, move) == []
    options = list(state.options())
    assert referee.judge_options(options) == []
    [violation] = referee.judge_options(options[1:])
    assert violation.rule == "4.1"
    assert "lacks to" in violation.what


def test_4_1_the_referee_sees_an_option_that_is_illegal_or_offered_twice() -> None:
    """BZ-4.1: an enemy-held hex, and the same hex twice."""
    state, referee = at_movement()
    move = Action("move", piece(state, "KG72"))
    apply(state, move)
    referee.judge_result(state, move)
    options = list(state.options())
    into_enemies = Action("to", hex_(state, "2206"))
    [violation] = referee.judge_options([*options, into_enemies])
    assert "to 2206, illegal" in violation.what
    [violation] = referee.judge_answer(into_enemies)
    assert "accepts ('to', '2206'), illegal" in violation.what
    [violation] = referee.judge_options([*options, options[0]])
    assert "twice" in violation.what


def displace(state: Bautzen) -> None:
    state.place(piece(state, "KG72"), hex_(state, "2212"), Side.GERMAN)


def mix_sides(state: Bautzen) -> None:
    state.place(piece(state, "KG72"), hex_(state, "2206"), Side.GERMAN)


def forget_in_index(state: Bautzen) -> None:
    state.held[Side.GERMAN] &= ~(1 << state.where[piece(state, "QG/57PzK")])


def lose_a_counter(state: Bautzen) -> None:
    state.where[piece(state, "QG/57PzK")] = -1


def own_twice(state: Bautzen) -> None:
    state.owned[Side.ALLIED] |= 1 << piece(state, "KG72")


def weaken(state: Bautzen) -> None:
    state.steps[piece(state, "21/20Pz")] = 1


def strengthen(state: Bautzen) -> None:
    state.steps[piece(state, "857/294RD")] = 2


def starve(state: Bautzen) -> None:
    state.unsupplied |= 1 << piece(state, "21/20Pz")


def seize(state: Bautzen) -> None:
    state.control[Side.GERMAN] |= 1 << hex_(state, "1409")


def release(state: Bautzen) -> None:
    state.held_back = 0


def fly(state: Bautzen) -> None:
    state.aircraft |= state.scenario.aircraft


def deliver(state: Bautzen) -> None:
    for number in range(5, 10):
        convoy = piece(state, f"CL-{number}")
        state.place(convoy, hex_(state, "1913"), Side.GERMAN)


def march_south(state: Bautzen) -> None:
    state.place(piece(state, "36/14GRD"), hex_(state, "1706"), Side.ALLIED)


def crowd(state: Bautzen) -> None:
    for name in ("Pz/BrgPzG", "1/BrgPzG", "Pz1/HG1"):
        state.place(piece(state, name), hex_(state, "1912"), Side.GERMAN)


def skip_ahead(state: Bautzen) -> None:
    state.turn = 2


def hurry(state: Bautzen) -> None:
    state.stack.pop()
    state.run_on()


@pytest.mark.parametrize(
    ("corrupt", "rules"),
    [
        (displace, {"4.1", "13"}),
        (mix_sides, {"4.1", "13"}),
        (forget_in_index, {"index"}),
        (lose_a_counter, {"4.1", "index"}),
        (own_twice, {"index"}),
        (weaken, {"8.3"}),
        (strengthen, {"8.3"}),
        (starve, {"7.1"}),
        (seize, {"13"}),
        (release, {"11.3"}),
        (fly, {"10 air"}),
        (deliver, {"7.2.2"}),
        (march_south, {"11.3"}),
        (crowd, {"5.4"}),
        (skip_ahead, {"2"}),
        (hurry, {"4.1"}),
    ],
)
def test_the_referee_notices_a_position_that_is_wrong(
    corrupt: Callable[[Bautzen], None], rules: set[str]
) -> None:
    """BZ-4.1, BZ-7.1.1b, BZ-8.3a, BZ-13a, BZ-11.3b, BZ-7.2.2d: each fault names its rule."""
    state, referee = at_movement()
    move = Action("move", piece(state, "KG72"))
    apply(state, move)
    corrupt(state)
    assert {violation.rule for violation in referee.judge_result(state, move)} >= rules


def test_8_2_6_the_referee_recomputes_the_result_of_a_throw() -> None:
    """BZ-8.2.6: another die than the one thrown leads elsewhere."""
    rng, (state, referee) = Random(5), at_movement()
    while referee.game.asked() != ("Throw",):
        action = rng.choice(state.options())
        apply(state, action)
        assert referee.judge_result(state, action) == []
    results = set()
    for die in range(1, 7):
        after, plain = state.copy(), referee.game.copy()
        apply(after, Action("throw", die))
        plain.answer(("throw", die))
        assert referee.eyes.asked(after) == plain.asked()
        results.add(plain.asked())
    assert len(results) > 1


def test_13_the_referee_finds_the_same_winner_whoever_controls_the_places() -> None:
    """BZ-13a, BZ-13b: the end of a game with the control of every place dealt out anew."""
    rng, (state, referee) = Random(13), at_movement()
    while state.stack:
        apply(state, rng.choice(state.options()))
    victory = PRINTED.scenario["victory"]
    named = [*victory["city"], *victory["places"].values(), victory["capital"]]
    winners = set()
    for _ in range(300):
        for place in named:
            bit, side = 1 << hex_(state, place), rng.choice((0, 0, 1, None))
            for number in Side:
                state.control[number] &= ~bit
            if side is not None:
                state.control[side] |= bit
        winner = plain_game.winner(referee.eyes.observe(state))
        assert state.winner() == SIDES.index(winner)
        winners.add(winner)
    assert winners == set(SIDES)


def test_7_1_2_one_flood_without_the_unit_answers_for_every_hex_it_might_enter() -> None:
    """BZ-7.1.2c: the referee's short cut equals a whole trace of the position after the step."""
    rng, (state, referee) = Random(11), at_movement()
    compared = 0
    for _ in range(400):
        action = rng.choice(state.options())
        apply(state, action)
        referee.game.answer(referee.eyes.action(action))
    position = referee.game.position
    for unit in rng.sample(sorted(position.held(GERMAN)), 4):
        name = position.units(unit)[0]
        lines = plain_rules.fed(position, GERMAN, [name])
        for place in PRINTED.ground:
            if any(position.owner[one] != GERMAN for one in position.stacks.get(place, ())):
                continue
            after = position.copy()
            after.put(name, place, GERMAN)
            is_fed = place in plain_rules.fed(after, GERMAN)
            assert is_fed == plain_rules.is_fed_at(place, GERMAN, lines), (name, place)
            compared += 1
    assert compared > 800
    assert COUNTERS[name].is_unit
