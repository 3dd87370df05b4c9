"""Many whole games of every level of every game, and a cluster that loses a node: ``make soak``.

``python tests/soak.py --games 500 --workers 2``
"""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from grognard.bots.levels import levels
from grognard.engine.registry import game
from grognard.lab.cluster import STORE, Cluster
from grognard.lab.crew import local
from grognard.lab.jobs import GameFailed
from grognard.lab.runs import progress, simulate
from grognard.lab.setting import prepare
from lab.bad_bots import HELD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.lab.setting import Setting

SLOW = {"petrograd": 5, "luga": 10}
"""Of how many games of Bautzen one is played: these take so much longer."""
PATIENT = 300
"""Games on the cluster; its second node is killed after a quarter of them."""
WATCHFUL = {"health_check_period_ms": 500, "health_check_failure_threshold": 3}
"""Ray finds out within two seconds, not fifteen, that a node is dead."""


def play_level(name: str, level: str, games: int, workers: int, nodes: int) -> float:
    """Play games of a level against itself; return how many there were in a second."""
    setting = prepare(name, (level, level), seed=1, nodes=nodes)
    with local(workers) as crew, progress(games, f"{name} {level}") as advance:
        played = simulate(setting, range(games), crew, advance=advance)
    assert [record.number for record in played.records] == list(range(games))
    return played.fresh / played.seconds


@contextmanager
def two_nodes(sign: Path) -> Iterator[tuple[Any, Any]]:
    """Begin a Ray cluster of two nodes; `Hostage` leaves its sign on the second and stays there."""
    from ray.cluster_utils import Cluster as Nodes

    node = {"num_cpus": 1, "object_store_memory": STORE}
    nodes = Nodes(initialize_head=True, head_node_args=node | {"_system_config": WATCHFUL})
    try:
        yield nodes, nodes.add_node(**node, env_vars={HELD: str(sign)})
    finally:
        nodes.shutdown()


def survive_a_dead_node(games: int) -> str:
    """Kill one of two nodes while it plays, in the middle of a run; compare the games."""
    setting = prepare("bautzen", ("random", "lab.bad_bots:Hostage"), seed=1)
    finished = killed = 0

    def advance(number: int) -> None:
        nonlocal finished, killed
        finished += number
        if not killed and finished >= games // 4:
            _await(sign)
            nodes.remove_node(second, allow_graceful=False)
            killed = finished

    with TemporaryDirectory() as place:
        sign = Path(place, "sign")
        with two_nodes(sign) as (nodes, second), Cluster(nodes.address) as cluster:
            _wake(cluster, setting)
            played = simulate(setting, range(games), cluster, advance=advance)
    with local(1) as crew:
        alone = simulate(setting, range(games), crew)
    assert 0 < killed < games, "no node was killed in the middle of the run"
    assert played.records == alone.records, "the games of the cluster differ"
    return f"{games} games equal, one of two nodes killed after {killed}"


def _wake(cluster: Cluster, setting: Setting) -> None:
    """Give every node a job without games, so that none is still starting when the run begins."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    places = [NodeAffinitySchedulingStrategy(n["NodeID"], soft=False) for n in cluster.ray.nodes()]
    jobs = [cluster.play.options(scheduling_strategy=place) for place in places]
    cluster.ray.get([job.remote(setting, []) for job in jobs])


def _await(sign: Path) -> None:
    """Wait until a game is held on the second node."""
    for _ in range(300):
        if sign.exists():
            return
        time.sleep(0.1)
    raise AssertionError("the second node plays no game")


def main() -> int:
    """Soak every level, then the cluster."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="of Bautzen; fewer of the others")
    parser.add_argument("--of", default="bautzen,petrograd,luga", help="with commas, or nothing")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=100, help="of a searching player")
    parser.add_argument("--levels", help="with commas; all there are")
    chosen = parser.parse_args()
    wanted = chosen.levels.split(",") if chosen.levels else None
    try:
        for name in filter(None, chosen.of.split(",")):
            count = max(1, chosen.games // SLOW.get(name, 1))
            for level in levels(game(name)):
                if wanted and level.id not in wanted:
                    continue
                begun = time.strftime("%H:%M:%S")
                rate = play_level(name, level.id, count, chosen.workers, chosen.nodes)
                print(f"{begun} {name} {level.id}: {count} games, {rate:.2f} games/s", flush=True)
    except GameFailed as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Ray: {survive_a_dead_node(PATIENT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
