"""A clock counts seconds or nodes, never both."""

from __future__ import annotations

from grognard.bots.clock import Clock


class Watch:
    """A time of day that the test sets."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_decision_ends_when_its_seconds_are_used() -> None:
    watch = Watch()
    clock = Clock(decision=1.0, turn=20.0, now=watch)
    clock.begin(stage=1)
    watch.time = 0.9
    assert not clock.is_out
    watch.time = 1.0
    assert clock.is_out


def test_a_turn_has_less_time_left_after_every_decision() -> None:
    watch = Watch()
    clock = Clock(decision=1.0, turn=2.5, now=watch)
    for _ in range(2):
        clock.begin(stage=1)
        watch.time += 1.0
        clock.end()
    clock.begin(stage=1)
    watch.time += 0.5
    assert clock.is_out


def test_a_new_turn_starts_afresh() -> None:
    watch = Watch()
    clock = Clock(decision=1.0, turn=1.0, now=watch)
    clock.begin(stage=1)
    watch.time += 1.0
    clock.end()
    clock.begin(stage=2)
    assert not clock.is_out


def test_seconds_do_not_count_where_nodes_do() -> None:
    watch = Watch()
    clock = Clock(nodes=10, now=watch)
    clock.begin(stage=1)
    watch.time = 1000.0
    clock.spend(9)
    assert not clock.is_out
    clock.spend()
    assert clock.is_out
    assert clock.is_used(0.5)


def test_a_plan_may_take_a_share_of_the_turn() -> None:
    watch = Watch()
    clock = Clock(decision=1.0, turn=10.0, now=watch)
    clock.begin(stage=1, share=0.7)
    watch.time = 6.9
    assert not clock.is_out
    watch.time = 7.0
    assert clock.is_out
    clock.end()
    clock.begin(stage=1, share=0.7)
    watch.time += 3.0
    assert clock.is_out, "no more is left of the turn"
