"""Petrograd and the Luga Line over the wire: moving what is hidden changes no byte of a seat."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from grognard.engine.journal import Journal
from grognard.engine.registry import game as game_named
from grognard.server import asking, shown
from grognard.server.refusal import Refused
from grognard.server.store import StoredSeat, StoredTable
from grognard.server.table import Submission, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grognard.engine.registry import AnyGame
    from grognard.server.place import Place

EVERY: Final = 90
"""Of how many answers one is looked at."""
ANSWERS: Final = 900
ENOUGH: Final = 26
"""How many positions are compared with one that looks the same."""


def played(game: AnyGame, seed: int) -> Iterator[Table]:
    """Play a game at random between two people; yield its table at some moments."""
    journal = Journal.begin(game, game.scenario_id(game.load()))
    seats = tuple(StoredSeat(number, "", "", f"hash {number}") for number in range(2))
    table = Table.restore(StoredTable("t", journal.format(), "en", datetime.now(UTC), seats))
    table.run_on()
    rng = Random(seed)
    for number in range(1, ANSWERS):
        place = table.to_move
        if place is None:
            return
        action = rng.choice(table.session.state.options())
        version = table.show(place).version
        table.play(place, Submission("c", table.next_entry, version, action))
        if number % EVERY == 0 or type(table.session.state.question).__name__ == "Compose":
            yield table


def everything(table: Table, place: Place, lang: str, seed: int) -> dict[str, str]:
    """Return all that a seat could get out of the server about this moment, by what it asked."""
    game, rng = table.game, Random(seed)
    place.shown, place.is_stale = None, True
    stacks = rng.sample(sorted(shown_stacks(table)), 8)
    pieces = rng.sample([piece.id for piece in table.scenario.pieces], 8)
    ask: dict[str, Callable[[], Any]] = {
        "update": partial(table.update, place, lang),
        "record": partial(asking.record, table, place, lang),
        "odds": partial(asking.odds, table, place, lang),
        "inspect": partial(asking.inspect, table, place, asking.Query(), lang),
    }
    for info in game.overlays(table.scenario):
        for side in game.seats:
            asked = asking.Query(side=side)
            name = f"{info['id']} of {side}"
            ask[name] = partial(asking.overlay, table, place, info["id"], asked, lang)
    for query, names in (("hex", stacks), ("piece", pieces)):
        for name in names:
            asked = asking.Query(**{query: name})
            ask[f"why {name}"] = partial(asking.why, table, place, asked, lang)
            about = asking.inspect if query == "hex" else asking.reach
            ask[f"about {name}"] = partial(about, table, place, asked, lang)
    said = {}
    for name, question in ask.items():
        try:
            said[name] = shown.dumps(question())
        except Refused as refused:
            said[name] = shown.dumps(refused.as_json())
    return said


def shown_stacks(table: Table) -> dict[str, Any]:
    """Return the stacks of a moment as whoever watches sees them."""
    stacks: dict[str, Any] = table.game.view(table.session.state, table.bench.eye.number)["stacks"]
    return stacks


@pytest.mark.parametrize("name", ["petrograd", "luga"])
def test_moving_what_is_hidden_changes_no_byte_that_a_seat_is_sent(name: str) -> None:
    """PG-R and LU 1.4, 1.7 - every overlay, inspection, reason, reach, reckoning and the update."""
    game, rng, compared = game_named(name), Random(5), 0
    for number, table in enumerate(played(game, 5)):
        true = table.session.state
        for place in table.seats:
            assert place.eye.seat is not None
            twin = game.reshuffle_hidden(true, place.eye.seat, rng)
            if twin.canonical() == true.canonical():
                continue
            lang = ("en", "fr")[number % 2]
            before = everything(table, place, lang, number)
            table.session.state = twin
            after = everything(table, place, lang, number)
            table.session.state = true
            assert not [asked for asked in before if before[asked] != after[asked]]
            compared += 1
        if compared >= ENOUGH:
            break
    assert compared >= ENOUGH
