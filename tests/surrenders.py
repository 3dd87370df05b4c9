"""The pockets of the Luga Line in a series of games: who surrendered, beside the table's chance.

``grognard simulate luga --players colonel,colonel --games 100 --out F.jsonl``, then
``python -m tests.surrenders F.jsonl``
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from grognard.games.eastfront.measure import SURRENDERED, TENTHS, THREW
from grognard.lab.statistics import wilson
from grognard.lab.store import read


def told(file: Path) -> str:
    """Return what the games of a file say of surrender."""
    _, records = read(file)
    counted: Counter[str] = Counter()
    games = pockets = 0
    for record in records:
        if record.measure is not None:
            games += 1
            pockets += THREW in record.measure.rules
            counted.update(record.measure.rules)
    threw = counted[THREW]
    if not threw:
        return f"{games} games: no hex was cut off at the end of a turn"
    share, chance = wilson(counted[SURRENDERED], threw), counted[TENTHS] / 10 / threw
    return (
        f"{games} games, {pockets} with pockets: {threw} throws, {counted[SURRENDERED]} hexes "
        f"surrendered, {share.value:.1%} [{share.low:.1%}, {share.high:.1%}]; "
        f"the table's chance {chance:.1%}"
    )


def main() -> None:
    """Print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, help="what simulate --out wrote")
    print(told(parser.parse_args().results))


if __name__ == "__main__":
    main()
