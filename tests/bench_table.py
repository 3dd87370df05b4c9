"""What an answer costs a server in its own work: applied, shown to both seats, put into messages.

``python -m tests.bench_table`` plays the middle of three games without sockets and database, and
prints processor time. Whatever else the machine does, two versions in the same minute compare:
``PYTHONPATH=DIRECTORY/src python -m tests.bench_table`` measures the code of another directory.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime
from random import Random

from grognard.engine.journal import Journal
from grognard.engine.registry import game
from grognard.server.store import StoredSeat, StoredTable
from grognard.server.table import Table

GAMES, SKIPPED, COUNTED = 3, 50, 250


def answers(table: Table, rng: Random) -> list[float]:
    """Play on, and return what each answer took."""
    before = {place.eye.number: table.show(place) for place in table.seats}
    spent = []
    for _ in range(SKIPPED + COUNTED):
        place = table.to_move
        if place is None:
            break
        options = table.session.state.options()
        ready = [action for action in options if action.verb == "ready"]
        action = ready[0] if ready else rng.choice(options)
        begun = time.process_time()
        table.play_for_bot(action)
        for seat in table.seats:
            table.update(seat, "en", before[seat.eye.number])
        spent.append(time.process_time() - begun)
        before = {seat.eye.number: table.show(seat) for seat in table.seats}
    return spent[SKIPPED:]


def one_round() -> float:
    """Return the milliseconds of an answer, over some games."""
    played = game("bautzen")
    opening = Journal.begin(played, "standard", {}).format()
    spent: list[float] = []
    for number in range(GAMES):
        seats = (StoredSeat(0, "", "", "a"), StoredSeat(1, "", "", "b"))
        stored = StoredTable("t", opening, "en", datetime.now(UTC), seats)
        spent += answers(Table.restore(stored, played), Random(number))
    return 1000 * sum(spent) / len(spent)


def main() -> int:
    """Measure three times and print the least."""
    print(f"{min(one_round() for _ in range(3)):.2f} ms of processor an answer, the table alone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
