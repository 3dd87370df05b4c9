"""Many whole games of every level, and a cluster that loses a node: ``make soak``.

``python -m tests.soak --games 500 --workers 2``
"""

from __future__ import annotations

import argparse
import sys
import time
from importlib.util import find_spec

from grognard.bots.levels import LEVELS
from grognard.lab.cluster import Cluster
from grognard.lab.crew import local
from grognard.lab.jobs import GameFailed
from grognard.lab.runs import progress, simulate
from grognard.lab.setting import prepare

PATIENT = 300
"""Games on the cluster: enough to be still running when its second node is killed."""


def play_level(level: str, games: int, workers: int, nodes: int) -> float:
    """Play games of a level against itself; return how many there were in a second."""
    setting = prepare("bautzen", (level, level), seed=1, nodes=nodes)
    with local(workers) as crew, progress(games, level) as advance:
        played = simulate(setting, range(games), crew, advance=advance)
    assert [record.number for record in played.records] == list(range(games))
    return played.fresh / played.seconds


def survive_a_dead_node(games: int) -> str:
    """Kill one of the two nodes of a local cluster in the middle of a run; compare the games."""
    import ray
    from ray.cluster_utils import Cluster as Nodes

    setting = prepare("bautzen", ("random", "random"), seed=1)
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    doomed = [nodes.add_node(num_cpus=1)]
    finished = 0

    def advance(number: int) -> None:
        nonlocal finished
        finished += number
        if finished >= games // 4 and doomed:
            nodes.remove_node(doomed.pop(), allow_graceful=False)

    with Cluster(nodes.address) as cluster:
        before = int(ray.cluster_resources()["CPU"])
        played = simulate(setting, range(games), cluster, advance=advance)
        after = int(ray.cluster_resources()["CPU"])
    nodes.shutdown()
    with local(1) as crew:
        alone = simulate(setting, range(games), crew)
    assert (before, after) == (2, 1), "the second node was not killed"
    assert played.records == alone.records, "the games of the cluster differ"
    return f"{games} games equal; {before} processors before, {after} after"


def main() -> int:
    """Soak every level, then the cluster where Ray is installed."""
    parser = argparse.ArgumentParser(prog="tests.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=100, help="of a searching player")
    parser.add_argument("--levels", default=",".join(LEVELS), help="with commas, or nothing")
    chosen = parser.parse_args()
    try:
        for level in filter(None, chosen.levels.split(",")):
            begun = time.strftime("%H:%M:%S")
            rate = play_level(level, chosen.games, chosen.workers, chosen.nodes)
            print(f"{begun} {level}: {chosen.games} games, {rate:.2f} games/s", flush=True)
    except GameFailed as error:
        print(error, file=sys.stderr)
        return 1
    if find_spec("ray"):
        print(f"Ray: {survive_a_dead_node(PATIENT)}")
    else:
        print("Ray is not installed (pip install 'grognard[ray]'): its part was left out")
    return 0


if __name__ == "__main__":
    sys.exit(main())
