"""How a general spends its time, and what it compares."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from grognard.bots.bot import Table
from grognard.bots.clock import Clock
from grognard.bots.general import General, Throws
from grognard.bots.levels import make_bot
from grognard.engine.game import CHANCE, apply
from grognard.engine.registry import game
from grognard.games.eastfront.ai.outlook import chances, turns_left
from grognard.lab.players import seated
from grognard.lab.setting import prepare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.engine.game import Seat
    from grognard.engine.thinking import Adviser

BAUTZEN = game("bautzen")


def adviser_of(name: str) -> Adviser[Any]:
    """Return what a game knows about playing it."""
    adviser = game(name).adviser()
    assert adviser
    return adviser


def at_the_first_movement(name: str) -> Any:
    """Return a position in which a whole segment is to be planned."""
    one = game(name)
    state, dice = one.start(one.load()), Random(1)
    bots = [make_bot("recruit", one, seat, 1) for seat in range(2)]
    while type(state.question).__name__ != "Movement":
        options = state.options()
        if state.seat == CHANCE:
            apply(state, options[int(dice.random() * len(options))])
        else:
            apply(state, bots[state.seat].choose(Table(one, state, state.seat)))
    return state


def test_throws_for_the_same_fall_alike_whatever_was_thrown_before() -> None:
    one, other = Throws(7), Throws(7)
    one.next("elsewhere")
    here = [one.next("here"), one.next("here")]
    assert here == [other.next("here"), other.next("here")]
    assert here[0] != here[1]
    assert Throws(8).next("here") != here[0]


def test_throws_are_spread_evenly() -> None:
    drawn = [Throws(seed).next(("combat", 12)) for seed in range(2000)]
    assert 0.47 < sum(drawn) / len(drawn) < 0.53
    assert all(
        150 < sum(number <= 10 * one < number + 1 for one in drawn) < 250 for number in range(10)
    )


class Watched(General):
    """Counts its trials."""

    trials = 0

    def _try(self, *given: Any) -> float | None:
        self.trials += 1
        return super()._try(*given)


def trials_with(nodes: int) -> int:
    """Return how many trials a general makes of its plans with so many nodes."""
    state = at_the_first_movement("bautzen")
    bot = Watched(adviser_of("bautzen"), "general", state.seat, Random(1))
    clock = Clock(nodes=nodes)
    bot.choose(Table(BAUTZEN, state, state.seat, clock))
    assert clock.spent <= nodes
    return bot.trials


def test_more_time_means_more_trials() -> None:
    few, many = trials_with(1000), trials_with(4000)
    assert few >= 3
    assert many > 3 * few


def test_with_more_time_a_general_varies_the_plan_it_has_taken_up() -> None:
    """With little time there is one bout, with more a second one that starts where it ended."""
    state = at_the_first_movement("petrograd")
    one = game("petrograd")
    begun: list[str] = []

    class Told(General):
        def _bout(self, table: Any, spell: Any, best: Any, source: Iterator[Any]) -> Any:
            begun.append(best.name)
            return super()._bout(table, spell, best, source)

    for nodes in (400, 30_000):
        begun.clear()
        bot = Told(adviser_of("petrograd"), "general", state.seat, Random(2))
        bot.choose(Table(one, state.copy(), state.seat, Clock(nodes=nodes)))
        if nodes == 400:
            assert begun == ["planned"]
    assert len(begun) > 1


def test_a_time_given_to_a_player_is_his_own() -> None:
    setting = prepare("bautzen", ("general@2", "general"), nodes=500)
    clocks = []
    for seat, name in enumerate(setting.players):
        player: Any = seated(setting, BAUTZEN, name, seat, "1")
        clocks.append(player.clock)
    assert (clocks[0].turn, clocks[0].decision, clocks[0].nodes) == (2.0, 0.2, None)
    assert clocks[1].nodes == 500


def test_the_seconds_of_a_decision_bound_the_turn_as_well() -> None:
    setting = prepare("bautzen", ("general", "general"), nodes=None, seconds=0.25)
    player: Any = seated(setting, BAUTZEN, "general", 0, "1")
    assert player.clock.turn == 2.5


def test_no_position_of_the_luga_line_is_won_before_the_end() -> None:
    """26.3 - a search tells nothing where all plans look alike."""
    one = game("luga")
    state, dice = one.start(one.load()), Random(3)
    seen = set()
    while not state.is_over:
        if (state.turn, state.seat) not in seen and state.seat != CHANCE:
            seen.add((state.turn, state.seat))
            found = chances(state)
            assert abs(sum(found) - 1) < 1e-9
            if turns_left(state) > 3:
                assert 0.001 < found[0] + found[1] < 0.999
        options = state.options()
        apply(state, options[int(dice.random() * len(options))])


def test_a_temper_is_for_one_plan() -> None:
    """A bold plan taken up does not make the next one bolder still."""
    adviser = adviser_of("bautzen")
    state = at_the_first_movement("bautzen")
    seat: Seat = state.seat
    policy: Any = adviser.policy("general", seat, Random(1))
    own = policy.style(state)
    found = list(adviser.candidates(state, seat, policy, Random(1)))
    bold: Any = next(one.policy for one in found if one.name == "bold")
    assert bold.style(state) != own
    later = state.copy()
    later.turn += 1
    next(adviser.candidates(later, seat, bold, Random(1)))
    assert bold.style(later) == own
