"""A seat is sent nothing that it may not know: every byte is read, and hidden facts are moved."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, cast

import pytest

from grognard.engine.game import SPECTATOR
from grognard.engine.journal import Journal
from grognard.engine.journal import replay as retrace
from grognard.engine.registry import game as game_named
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.sight import hidden
from grognard.server import asking, replay, shown
from grognard.server.refusal import Refused
from grognard.server.store import StoredSeat, StoredTable
from grognard.server.table import Submission, Table
from server.people import choice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grognard.engine.game import State
    from grognard.games.bautzen.state import Bautzen
    from grognard.server.place import Place

GAME = game_named("bautzen")
WORD = re.compile(r"[\w/-]+")


def fresh_table(seed: int) -> Table:
    """Return a table with two people, not yet begun."""
    journal = Journal.begin(GAME, "standard")
    seats = tuple(StoredSeat(number, "", "", f"hash {number}") for number in range(2))
    stored = StoredTable(f"t{seed}", journal.format(), "en", datetime.now(UTC), seats)
    return Table.restore(stored)


def played(seed: int) -> Iterator[Table]:
    """Play a random game; yield its table at every moment."""
    table, rng = fresh_table(seed), Random(seed)
    table.run_on()
    yield table
    while (place := table.to_move) is not None:
        options = [{"verb": a.verb, "action": a} for a in table.session.state.options()]
        action = choice(options, rng)["action"]
        version = table.show(place).version
        table.play(place, Submission("c", table.next_entry, version, action))
        yield table


def names_of(pieces: int) -> set[str]:
    return {piece.id for piece in GAME.load().pieces if pieces >> piece.index & 1}


def unknown_to(state: State, seat: int | None) -> int:
    """Return the counters that a seat may not see; whoever watches sees neither side's."""
    sides = tuple(Side) if seat is None else (Side(seat),)
    unseen = 0
    for side in sides:
        unseen |= hidden(cast("Bautzen", state), side)
    return unseen


def placed_in(update: dict[str, Any]) -> set[str]:
    """Return the counters that an update shows in a hex."""
    facts = update["view"]["facts"]
    return {piece["id"] for stack in facts["stacks"].values() for piece in stack["pieces"]}


def everything(table: Table, place: Place, lang: str) -> str:
    """Return all that a seat could get out of the server about this moment."""
    place.shown, place.is_stale = None, True
    said: list[Any] = [table.update(place, lang)]
    questions: list[Callable[[], object]] = [partial(asking.odds, table, place, lang)]
    questions += [
        partial(asking.overlay, table, place, name, asking.Query(side=side), lang)
        for name in ("zoc", "supply", "command", "control", "threat", "overlooked")
        for side in GAME.seats
    ]
    questions += [
        partial(asking.inspect, table, place, asking.Query(hex=hex_), lang)
        for hex_ in ("", *_occupied(table))
    ]
    questions += [
        partial(asking.why, table, place, asking.Query(piece=piece.id), lang)
        for piece in GAME.load().pieces[::9]
    ]
    for ask in questions:
        try:
            said.append(ask())
        except Refused as refused:
            said.append(refused.as_json())
    return shown.dumps(said)


def _occupied(table: Table) -> list[str]:
    stacks = GAME.view(table.session.state, SPECTATOR)["stacks"]
    return sorted(stacks)[:20]


@pytest.mark.parametrize("seed", [11, 12])
def test_moving_what_is_hidden_changes_no_byte_that_a_seat_is_sent(seed: int) -> None:
    """BZ-10.3, BZ-8.2.1: what the enemy hides could lie otherwise, and no answer tells."""
    rng, compared = Random(seed), 0
    for number, table in enumerate(played(seed)):
        if number % 11:
            continue
        true = table.session.state
        for place in table.seats:
            if place.eye.seat is None:
                continue
            lang = ("en", "fr")[number % 2]
            twin = GAME.reshuffle_hidden(true, place.eye.seat, rng)
            before = everything(table, place, lang)
            table.session.state = twin
            after = everything(table, place, lang)
            table.session.state = true
            assert before == after
            compared += twin.canonical() != true.canonical()
    assert compared > 20


def test_no_update_shows_a_counter_that_may_not_be_seen_or_the_answers_of_another() -> None:
    """BZ-10.3: every byte of every update of a whole game, for both seats and whoever watches."""
    secrets = 0
    for table in played(21):
        for place in table.places:
            unseen = names_of(unknown_to(table.session.state, place.eye.seat))
            secrets += len(unseen)
            text = table.update(place, "en", place.shown)
            update = json.loads(text)
            assert not unseen & placed_in(update)
            if table.to_move is not place:
                assert update["answers"] == []
                assert update["can_undo"] is False
            del update["view"]["facts"], update["log"]
            assert not unseen & set(WORD.findall(shown.dumps(update)))
    assert secrets > 1000


def test_new_lines_of_the_log_do_not_name_what_moved_unseen() -> None:
    """BZ-10.3: a counter that the enemy cannot see before and after is not named to him."""
    masked, before = 0, 0
    for table in played(31):
        noted = table.session.events[before:]
        before = len(table.session.events)
        for each in noted:
            unseen = each.event.facts.get("hidden", ())
            for place in table.places:
                if unseen and place.eye.seat != each.event.facts["side"]:
                    line = GAME.tell(table.session.state, each.event, "en", place.eye.number)
                    names = {GAME.piece_name(table.session.state, piece) for piece in unseen}
                    assert not names & set(WORD.findall(shown.dumps(line)))
                    masked += 1
    assert masked > 50


def test_a_forced_answer_that_would_tell_by_its_haste_is_asked_for() -> None:
    """BZ-8.2.1, BZ-9.1: that the enemy had nothing to commit is not told by his silence."""
    asked = set()
    for table in chain(played(51), played(52), played(53)):
        state = table.session.state
        if not state.is_over and len(state.options()) == 1:
            asked.add((type(state.question).__name__, state.options()[0].verb))
    assert asked >= {("Commit", "seal"), ("DefenceSupport", "enough")}
    assert asked >= {("Compose", "fight"), ("Combat", "done")}, "to throw and to end is one's own"
    assert not asked & {("MoveTo", "stay"), ("Compose", "join"), ("Lose", "lose")}


def test_the_replay_of_a_seat_is_what_that_seat_was_shown() -> None:
    """Every moment of which the log tells, as the seat's own view of it, and no other."""
    *_, table = played(61)
    reel = replay.Reel(table)
    logs = [moment.log for moment in reel.moments]
    assert logs == sorted(set(logs)), "something was told in every moment"
    assert logs[-1] == len(table.session.events)
    for place in table.places:
        seen = {0: shown.view_text(place.eye, GAME.start(table.scenario))}
        for number, step in enumerate(retrace(table.session.journal, GAME), 1):
            seen[number] = shown.view_text(place.eye, step.state)
        for start in range(0, len(reel), 37):
            moments = reel.moments[start : start + 37]
            for moment, view in zip(moments, views(table, place, reel, start), strict=True):
                true = without_nulls(json.loads(seen[moment.actions]))
                assert without_nulls(view) == true


def views(table: Table, place: Place, reel: replay.Reel, start: int) -> Iterator[dict[str, Any]]:
    """Yield the views of a page as a client builds them from its patches."""
    moments = reel.moments[start : start + 37]
    played_, state = table.session.nearest(moments[0].actions)
    page = replay.Page(place.eye, state, played_, table.session.actions[played_:], start, moments)
    view: dict[str, Any] = {}
    for frame in json.loads(page.show()):
        view = frame.get("view") or replay.merged(view, frame["patch"])
        yield view


def without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    return value
