"""A real Ray cluster on this machine: the same games, whichever node or worker dies."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest

from grognard.lab.cluster import Cluster
from grognard.lab.crew import play_all
from grognard.lab.jobs import GameFailed, play_some
from grognard.lab.setting import prepare
from lab.bad_bots import MARK
from soak import survive_a_dead_node

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.lab.record import Record

TOY = "toygame:OutpostGame"
TESTS = Path(__file__).parents[1]
SURROUNDINGS = {
    "RAY_ADDRESS": "127.0.0.1:9",  # of a cluster that is not there: nobody may ask for it
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # Ray's word for "on loopback, on any system"
    "RAY_USAGE_STATS_ENABLED": "0",
    "PYTHONPATH": str(TESTS),
}
CLOCKS = {"seconds", "decisions_per_second", "games_per_second"}


@pytest.fixture(autouse=True)
def place(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """One cluster at a time, in a directory whose name is short; nobody may be left behind."""
    lock = tmp_path_factory.getbasetemp().parent / "ray.lock"
    with lock.open("w") as turn, TemporaryDirectory(prefix="ray-", dir="/tmp") as short:
        fcntl.flock(turn, fcntl.LOCK_EX)
        for name, value in {**SURROUNDINGS, "RAY_TMPDIR": short, MARK: f"{short}/mark"}.items():
            monkeypatch.setenv(name, value)
        yield Path(short)
        assert not left_behind(f"RAY_TMPDIR={short}")


def left_behind(mark: str) -> list[str]:
    """Return the processes that were given a variable and do not end within some seconds."""
    for _ in range(100):
        if not (found := list(given(mark))):
            break
        time.sleep(0.1)
    return found


def given(mark: str) -> Iterator[str]:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes():
                yield (process / "cmdline").read_text("utf-8").replace("\0", " ")
        except OSError:  # gone meanwhile, or another's
            continue


def simulate(*words: object) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "grognard", "simulate", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def figures(*words: object) -> dict[str, Any]:
    """Return what the command prints, but for the clock."""
    code, out, err = simulate("bautzen", "--games", 12, "--seed", 5, "--json", *words)
    assert (code, err) == (0, "")
    return {key: value for key, value in json.loads(out).items() if key not in CLOCKS}


def test_a_node_that_is_killed_loses_no_game() -> None:
    assert survive_a_dead_node(24).startswith("24 games equal")


def test_the_command_finds_the_same_on_a_cluster() -> None:
    assert figures("--ray", "local") == figures("--workers", 1)


def test_a_worker_that_dies_loses_no_game_and_a_game_that_fails_is_named(place: Path) -> None:
    mortal, failing = (
        prepare(TOY, ("random", f"lab.bad_bots:{bot}"), seed=3) for bot in ("Mortal", "Cheat")
    )
    records: list[Record] = []
    with Cluster() as crew:
        play_all(mortal, range(6), crew, records.extend)
        with Cluster() as guest, pytest.raises(GameFailed) as failure:
            play_all(failing, range(7, 8), guest, records.extend)
        assert crew.ray.is_initialized(), "a guest ended what it had not begun"
    assert not crew.ray.is_initialized()
    assert (place / "mark").exists()
    assert sorted(records, key=lambda record: record.number) == play_some(mortal, range(6)).records
    assert str(failure.value).startswith(f"game 7 of seed 3 ({TOY}, random,lab.bad_bots:Cheat): ")
    assert "\n" not in str(failure.value)
