"""Crews: the same games whatever the number of workers, and whoever of them dies."""

from __future__ import annotations

import sys
import types
from concurrent.futures import BrokenExecutor, Future
from typing import TYPE_CHECKING

import pytest

from grognard.lab.cluster import Cluster, NoRay
from grognard.lab.crew import PATIENCE, Alone, Crew, CrewLost, local, play_all
from grognard.lab.jobs import Batch, GameFailed, play_some
from grognard.lab.setting import Setting, prepare
from lab.bad_bots import MARK

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from grognard.lab.record import Record

TOY = prepare("toygame:OutpostGame", ("random", "random"), seed=3)


class Mortals(Crew):
    """A crew whose jobs are lost wherever `dies` says so; it counts what it was given."""

    width = 3

    def __init__(self, dies: Sequence[int], *, at_once: bool = False) -> None:
        self.dies, self.at_once = set(dies), at_once
        self.jobs = self.renewed = 0
        self.waiting: list[tuple[Future[Batch], Setting, list[int]]] = []

    def submit(self, setting: Setting, numbers: Sequence[int]) -> Future[Batch]:
        self.jobs += 1
        future: Future[Batch] = Future()
        if self.jobs in self.dies:
            if self.at_once:
                raise BrokenExecutor("nobody is left to take a job")
            future.set_exception(BrokenExecutor("died"))
        else:
            future.set_result(play_some(setting, numbers))
        return future

    def renew(self) -> None:
        self.renewed += 1

    def leave(self) -> None:
        pass


def played(crew: Crew, games: int = 30) -> list[Record]:
    records: list[Record] = []
    with crew:
        play_all(TOY, range(games), crew, records.extend)
    return sorted(records, key=lambda record: record.number)


EXPECTED = play_some(TOY, range(30)).records


@pytest.mark.parametrize("at_once", [False, True])
def test_games_of_dead_workers_are_played_by_others(at_once: bool) -> None:
    crew = Mortals([1, 2, 5, 6, 7], at_once=at_once)
    assert played(crew) == EXPECTED
    assert crew.renewed >= 2


def test_a_crew_that_only_dies_is_given_up() -> None:
    crew = Mortals(range(1000))
    with pytest.raises(CrewLost, match=f"{PATIENCE} times in a row"):
        played(crew)


def test_alone_and_in_processes_the_games_are_the_same() -> None:
    assert played(Alone()) == EXPECTED
    assert played(local(2)) == EXPECTED


def test_a_process_that_is_killed_loses_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "mark"
    monkeypatch.setenv(MARK, str(mark))
    setting = prepare("toygame:OutpostGame", ("random", "lab.bad_bots:Mortal"), seed=3)
    records: list[Record] = []
    with local(2) as crew:
        play_all(setting, range(6), crew, records.extend)
    assert mark.exists()
    assert sorted(record.number for record in records) == list(range(6))
    assert sorted(records, key=lambda r: r.number) == play_some(setting, range(6)).records


@pytest.mark.parametrize("workers", [1, 2])
def test_a_game_that_fails_ends_the_run_at_once(workers: int) -> None:
    setting = prepare("toygame:OutpostGame", ("random", "lab.bad_bots:Cheat"))
    with pytest.raises(GameFailed, match="game 0"), local(workers) as crew:
        play_all(setting, range(1), crew, lambda records: None)


def test_a_cluster_that_is_not_there_is_soon_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = types.SimpleNamespace(is_initialized=lambda: False)
    monkeypatch.setitem(sys.modules, "ray", ray)
    with pytest.raises(NoRay, match=r"no Ray cluster answers at 127\.0\.0\.1:9"):
        Cluster("127.0.0.1:9")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoRay, match=r"grognard\[ray\]"):
        Cluster()
