"""Live play: whole games, repeats, late answers, two tabs, lost connections, undo."""

from __future__ import annotations

import json
from contextlib import ExitStack
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from starlette.websockets import WebSocketDisconnect

from grognard.engine.journal import Journal, verify
from grognard.server.table import Submission
from server.people import Person, bearer, new_table, table_of, token

if TYPE_CHECKING:
    from starlette.testclient import TestClient


KEYS = {
    "welcome": {"type", "table"},
    "update": {
        *("type", "version", "view", "prompt", "answers", "lesson", "since"),
        *("log", "can_undo", "over", "result"),
    },
    "presence": {"type", "seats", "spectators"},
    "confirmed": {"type", "client", "sequence", "repeat"},
    "pong": {"type"},
}
"""All that a connection is ever sent in a game without refusals; `test_leaks` reads the updates."""


def sit(stack: ExitStack, client: TestClient, table: dict[str, Any], seat: str | None) -> Person:
    """Connect to a seat, or to the bench."""
    socket = stack.enter_context(client.websocket_connect(f"/api/tables/{table['table']}/live"))
    person = Person(socket, f"tab-{seat}-{id(socket)}")
    return person.hello(token(table, seat) if seat else None)


def play_to_the_end(people: list[Person], rng: Random, limit: int = 5000) -> int:
    """Let whoever is asked answer, until the game is over."""
    for number in range(limit):
        asked = [person for person in people if person.is_asked]
        if not asked:
            assert people[0].update["over"]
            return number
        assert len(asked) == 1
        asked[0].answer_at_random(rng)
        for person in people:
            person.settle()
    raise AssertionError("the game does not end")


def test_two_people_play_a_whole_game_and_a_third_watches(client: TestClient) -> None:
    table = new_table(client, seats={"german": {"name": "Ann"}, "allied": {"name": "Bob"}})
    with ExitStack() as stack:
        people = [sit(stack, client, table, seat) for seat in ("german", "allied", None)]
        assert play_to_the_end(people, Random(1)) > 100
        german, allied, watcher = people
        assert german.update["result"] in ("german", "allied")
        assert watcher.update["view"]["seat"] is None
        assert watcher.update["view"]["facts"]["turn"] == german.update["view"]["facts"]["turns"]
        assert len(german.log) == len(allied.log) == len(watcher.log) > 100
        for person in people:
            for text in person.heard:
                message = json.loads(text)
                assert set(message) == KEYS[message["type"]]
    answer = client.get(f"/api/tables/{table['table']}/journal")
    journal = Journal.parse(answer.text)
    assert verify(journal)
    assert journal.players == {"german": "Ann", "allied": "Bob"}
    assert journal.get("result") == german.update["result"]


def test_one_person_plays_a_whole_game_against_a_bot(client: TestClient) -> None:
    seats = {"german": {"kind": "human"}, "allied": {"kind": "bot", "level": "random"}}
    table = new_table(client, seats=seats)
    rng = Random(2)
    with ExitStack() as stack:
        ann = sit(stack, client, table, "german")
        while not ann.update["over"]:
            if ann.is_asked:
                ann.answer_at_random(rng)
            else:
                ann.hear("update")
    assert ann.update["result"] in ("german", "allied")


def test_an_answer_that_is_sent_again_is_confirmed_and_not_applied_twice(
    client: TestClient,
) -> None:
    table = new_table(client)
    with ExitStack() as stack:
        allied = sit(stack, client, table, "allied")
        message = allied.message("ready")
        assert allied.say(message)["repeat"] is False
        before = allied.update
        assert allied.say(message) == {
            "type": "confirmed",
            "client": allied.client,
            "sequence": 1,
            "repeat": True,
        }
        assert allied.update == before


def test_a_late_answer_is_refused_and_changes_nothing(client: TestClient) -> None:
    table = new_table(client)
    with ExitStack() as stack:
        allied = sit(stack, client, table, "allied")
        late = allied.message("free")
        allied.answer("ready")
        before = allied.update
        refused = allied.say({**late, "sequence": 99})
        assert (refused["type"], refused["code"]) == ("refused", "late")
        allied.settle()
        assert allied.update == before


def test_two_tabs_of_one_seat_agree_and_the_slower_one_is_late(client: TestClient) -> None:
    table = new_table(client)
    with ExitStack() as stack:
        one = sit(stack, client, table, "allied")
        other = sit(stack, client, table, "allied")
        assert one.update["version"] == other.update["version"]
        late = other.message("free")
        one.answer("ready")
        assert other.say(late)["code"] == "late"
        assert other.update == one.update
        assert other.log == one.log


def test_a_lost_connection_resumes_where_it_was(client: TestClient) -> None:
    table, rng = new_table(client), Random(3)
    with ExitStack() as stack:
        german = sit(stack, client, table, "german")
        with ExitStack() as short:
            allied = sit(short, client, table, "allied")
            allied.answer("ready")
            allied.settle()
            unconfirmed, seen, log = allied.message("ready"), allied.update, allied.log
        german.settle()
        again = sit(stack, client, table, "allied")
        again.client = allied.client
        assert again.update["version"] == seen["version"]
        assert again.update["view"] == seen["view"]
        assert again.log == log
        assert again.say({**unconfirmed, "sequence": 1})["repeat"] is True
        german.answer_at_random(rng)
        again.settle()
        assert len(again.log) > len(log)


def test_undo_takes_back_ones_own_answer_and_shortens_the_log_of_everybody(
    client: TestClient,
) -> None:
    table, rng = new_table(client), Random(4)
    with ExitStack() as stack:
        german = sit(stack, client, table, "german")
        allied = sit(stack, client, table, "allied")
        allied.answer("ready")
        german.settle()
        german.answer("ready")
        before = german.update
        log = list(german.log)
        allied.settle()
        seen = list(allied.log)
        move = next(a for a in before["answers"] if a["verb"] == "move")
        german.answer("move", move["noun"])
        there = rng.choice([a for a in german.update["answers"] if a["verb"] == "to"])
        german.answer("to", there["noun"])
        allied.settle()
        assert german.update["can_undo"] is True
        assert allied.update["can_undo"] is False
        assert len(allied.log) == len(log) + 1
        assert german.undo()["type"] == "confirmed"
        assert german.undo()["type"] == "confirmed"
        allied.settle()
        assert german.update["view"] == before["view"]
        assert (german.log, allied.log) == (log, seen)
        assert german.undo()["type"] == "confirmed"
        assert german.update["answers"][0]["verb"] == "ready"
        refused = german.undo()
        assert (refused["type"], refused["code"]) == ("refused", "no_undo")


def test_only_the_seat_that_is_asked_may_answer(client: TestClient) -> None:
    table = new_table(client)
    with ExitStack() as stack:
        german = sit(stack, client, table, "german")
        watcher = sit(stack, client, table, None)
        assert german.say(german.message("ready"))["code"] == "not_asked"
        assert german.undo()["code"] == "not_asked"
        assert watcher.say(watcher.message("ready"))["code"] == "not_yours"
        allied = sit(stack, client, table, "allied")
        assert allied.say(allied.message("done"))["code"] == "illegal"


def test_a_version_says_nothing_about_what_was_done_in_secret(client: TestClient) -> None:
    """BZ-8.2.1: how many columns the enemy seals must not be counted from versions or messages."""
    found = table_of(client, new_table(client))
    german, allied = found.seats
    rng, hidden = Random(5), 0
    while hidden < 6:
        asked = found.to_move
        assert asked is not None
        seen = [found.show(place).version for place in found.places]
        kind = type(found.session.state.question).__name__
        options = list(found.session.state.options())
        chosen = next((a for a in options if a.verb in ("ready", "commit", "fight")), None)
        action = chosen or rng.choice(options)
        found.play(asked, Submission("c", found.next_entry, seen[asked.eye.number], action))
        if kind == "Commit" and action.verb == "commit":
            hidden += 1
            other = allied if asked is german else german
            assert found.show(other).version == seen[other.eye.number]
            assert found.show(found.bench).version == seen[-1]
            assert found.show(asked).version > seen[asked.eye.number]


def test_the_language_can_be_changed_without_leaving(client: TestClient) -> None:
    table = new_table(client)
    with ExitStack() as stack:
        allied = sit(stack, client, table, "allied")
        english = allied.update["prompt"]["text"]
        allied.send({"type": "lang", "lang": "fr"})
        allied.log.clear()
        allied.hear("update")
        assert allied.update["prompt"]["text"] != english
        assert "déploiement" in allied.update["prompt"]["text"]


def test_those_at_a_table_learn_who_comes_and_goes(client: TestClient) -> None:
    table = new_table(client, seats={"german": {"name": "Ann"}})
    with ExitStack() as stack:
        allied = sit(stack, client, table, "allied")
        allied.hear("presence")
        with ExitStack() as short:
            sit(short, client, table, "german")
            here = allied.hear("presence")
            assert here["seats"][0] == {
                "seat": 0,
                "is_here": True,
                "name": "Ann",
                "holder": "maker",
                "renewals": 0,
            }
        gone = allied.hear("presence")
        assert gone["seats"][0]["is_here"] is False


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"type":"hello","token":"wrong"}', 4401),
        ('{"type":"hello","lang":"de"}', 4400),
        ('{"type":"answer"}', 4400),
        ("not json", 4400),
        ("[1, 2]", 4400),
        ('"' + "x" * 20_000 + '"', 4413),
    ],
)
def test_a_bad_hello_closes_the_connection_with_its_reason(
    client: TestClient, first: str, code: int
) -> None:
    table = new_table(client)
    with client.websocket_connect(f"/api/tables/{table['table']}/live") as socket:
        socket.send_text(first)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert closed.value.code == code


def test_there_is_no_connection_to_a_table_that_is_not(client: TestClient) -> None:
    with (
        client.websocket_connect("/api/tables/nosuchtable/live") as socket,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        socket.receive_text()
    assert closed.value.code == 4404


def test_the_same_can_be_played_by_requests_alone(client: TestClient) -> None:
    table = new_table(client)
    place, allied = f"/api/tables/{table['table']}", bearer(token(table, "allied"))
    update = client.get(f"{place}/update", headers=allied).json()
    body = {"client": "c", "sequence": 1, "version": update["version"], "verb": "ready"}
    first = client.post(f"{place}/answers", headers=allied, json=body).json()
    again = client.post(f"{place}/answers", headers=allied, json=body).json()
    assert (first["repeat"], again["repeat"]) == (False, True)
    assert first["update"] == again["update"]
    late = client.post(f"{place}/answers", headers=allied, json={**body, "sequence": 2})
    assert (late.status_code, late.json()["code"]) == (409, "late")
    nothing = {"client": "c", "sequence": 3, "version": first["update"]["version"]}
    assert client.post(f"{place}/undo", headers=allied, json=nothing).json()["code"] == "not_asked"
