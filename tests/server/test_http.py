"""The requests of HTTP: what there is, tokens, bad input, limits, notes, journals, replay, luck."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.engine.journal import Journal, verify
from grognard.engine.registry import game as game_named
from grognard.engine.session import Session
from grognard.engine.texts import with_forms
from grognard.server import replay
from grognard.server.app import create_app
from server.conftest import FREE
from server.people import bearer, choice, new_table, table_of, token

if TYPE_CHECKING:
    from httpx import Response

    from grognard.server.settings import Settings

GAME = game_named("bautzen")
API = Path(__file__).parents[2] / "docs" / "api.md"


def a_game(seed: int, answers: int = 100_000, name: str = "bautzen") -> Journal:
    """Return the record of a random game, or of its beginning."""
    rng = Random(seed)
    session = Session.begin(game_named(name), rng=rng, auto_forced=True)
    while not session.state.is_over and len(session.actions) < answers:
        if session.state.seat < 0:
            session.throw()
        else:
            offered = [{"verb": a.verb, "action": a} for a in session.state.options()]
            session.play(choice(offered, rng)["action"])
    return session.record()


# What there is


def test_the_server_says_that_it_is_well(client: TestClient) -> None:
    for place in ("/health", "/api/health"):
        assert client.get(place).json()["status"] == "ok"


def test_games_scenarios_options_and_opponents_are_listed(client: TestClient) -> None:
    [bautzen] = [g for g in client.get("/api/games").json()["games"] if g["id"] == "bautzen"]
    assert [seat["id"] for seat in bautzen["seats"]] == ["german", "allied"]
    assert bautzen["seats"][1]["names"]["fr"] == "Allié"
    [scenario] = bautzen["scenarios"]
    assert scenario["id"] == "standard"
    [command] = [o for o in scenario["options"] if o["id"] == "convoy_command"]
    assert command["default"] == "any_hq"
    assert [value["id"] for value in command["values"]] == ["any_hq", "formation"]
    assert command["names"]["fr"] != command["names"]["en"]
    assert [one["id"] for one in scenario["setups"]][-1] == "free"
    assert bautzen["levels"][0]["id"] == "random"


def test_the_printed_facts_carry_the_numbers_that_answers_use(client: TestClient) -> None:
    place = "/api/games/bautzen/scenarios/standard/printed"
    answer = client.get(place)
    facts = answer.json()
    state = GAME.start(GAME.load())
    assert {h["id"]: h["index"] for h in facts["map"]["hexes"]} == {
        GAME.hex_name(state, hex_): hex_ for hex_ in GAME.load().board.map.hexes
    }
    assert [p["id"] for p in facts["pieces"]] == [p.id for p in GAME.load().pieces]
    assert facts["verbs"]["to"] == "hex"
    [crt] = [table for table in facts["tables"] if table["id"] == "crt"]
    assert crt["rows"][0]["cells"][0] == "3/0"
    assert crt["rows"][7]["cells"][-1] == "0/6"
    bautzen = next(h for h in facts["map"]["hexes"] if h["id"] == "1510")
    assert (bautzen["settlement"], bautzen["objective"]) == ("town", "city")
    again = client.get(place, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_rules_can_be_looked_up_in_both_languages_with_their_rulings(client: TestClient) -> None:
    whole = client.get("/api/games/bautzen/rules?lang=fr").json()
    assert len(whole["rules"]) > 40
    part = client.get("/api/games/bautzen/rules/8.5", headers={"Accept-Language": "fr-CH, en"})
    assert part.json()["lang"] == "fr"
    assert {rule["number"][:3] for rule in part.json()["rules"]} == {"8.5"}
    named = {ruling["id"] for ruling in part.json()["rulings"]}
    assert {name for rule in part.json()["rules"] for name in rule["rulings"]} == named
    missing = client.get("/api/games/bautzen/rules/99")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")


def test_the_page_on_the_api_names_every_path(client: TestClient) -> None:
    page = API.read_text(encoding="utf-8")
    paths = client.get("/api/openapi.json").json()["paths"]
    assert len(paths) > 20
    for path in paths:
        short = re.sub(r"^/api/tables/\{table\}", "", path)
        assert path in page or f"...{short}" in page, path


# Tokens


def test_a_token_opens_one_seat_of_one_table(client: TestClient) -> None:
    mine, other = new_table(client), new_table(client)
    place = f"/api/tables/{mine['table']}"
    german = client.get(place, headers=bearer(token(mine, "german"))).json()
    assert (german["seat"], german["seat_id"]) == (0, "german")
    assert client.get(place).json()["seat"] is None
    for wrong in (token(other, "german"), "x" * 43, token(mine, "german")[:-1]):
        answer = client.get(place, headers=bearer(wrong))
        assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert client.get(place, headers={"Authorization": "Basic x"}).status_code == 401
    views = {
        seat: client.get(f"{place}/update", headers=bearer(token(mine, seat))).json()["answers"]
        for seat in ("german", "allied")
    }
    assert views["german"] == []
    assert len(views["allied"]) == 2


def test_tokens_are_long_and_kept_only_as_hashes(client: TestClient, settings: Settings) -> None:
    table = new_table(client)
    secrets = [token(table, seat) for seat in ("german", "allied")]
    assert all(len(secret) == 43 for secret in secrets)
    files = Path(settings.database.removeprefix("sqlite:///")).parent.glob("games.sqlite*")
    kept = b"".join(file.read_bytes() for file in files)
    assert table["table"].encode() in kept
    assert not any(secret.encode() in kept for secret in secrets)


# Bad input

BAD: list[tuple[str, str, Any, int, str]] = [
    ("POST", "/api/tables", {}, 400, "bad_request"),
    ("POST", "/api/tables", [], 400, "bad_request"),
    ("POST", "/api/tables", {"game": "chess"}, 404, "not_found"),
    ("POST", "/api/tables", {"game": "os:system"}, 404, "not_found"),
    ("POST", "/api/tables", {"game": 7}, 400, "bad_request"),
    ("POST", "/api/tables", {"game": "bautzen", "colour": "red"}, 400, "bad_request"),
    ("POST", "/api/tables", {"game": "bautzen", "scenario": "../etc"}, 404, "not_found"),
    ("POST", "/api/tables", {"game": "bautzen", "options": {"x": "y"}}, 400, "bad_request"),
    (
        "POST",
        "/api/tables",
        {"game": "bautzen", "options": {"convoy_command": "none"}},
        400,
        "bad_request",
    ),
    ("POST", "/api/tables", {"game": "bautzen", "seats": {"red": {}}}, 400, "bad_request"),
    (
        "POST",
        "/api/tables",
        {"game": "bautzen", "seats": {"german": {"kind": "bot", "level": "genius"}}},
        400,
        "bad_request",
    ),
    (
        "POST",
        "/api/tables",
        {"game": "bautzen", "seats": {"german": {"name": "a\nb"}}},
        400,
        "bad_request",
    ),
    ("POST", "/api/tables", {"journal": "nonsense"}, 422, "bad_journal"),
    ("POST", "/api/tables", {"journal": "game: os:system\nscenario: x\n"}, 404, "not_found"),
    ("POST", "/api/tables", {"journal": "game: bautzen\nscenario: x\n"}, 422, "bad_journal"),
    (
        "POST",
        "/api/tables",
        {"journal": "game: bautzen\nscenario: standard\n\nallied: to 9999\n"},
        422,
        "bad_journal",
    ),
    ("POST", "/api/tables", {"journal": "x", "game": "bautzen"}, 400, "bad_request"),
    ("GET", "/api/tables/nosuch", None, 404, "not_found"),
    ("GET", "/api/tables/..%2F..%2Fetc", None, 404, "not_found"),
    ("GET", "/api/nothing", None, 404, "not_found"),
    ("DELETE", "/api/games", None, 405, "bad_request"),
    ("GET", "/api/games/bautzen/rules?lang=de", None, 400, "bad_request"),
    ("GET", "/api/games/chess/rules", None, 404, "not_found"),
    ("GET", "/api/games/bautzen/scenarios/none/printed", None, 404, "not_found"),
    ("GET", "{t}/why", None, 400, "bad_request"),
    ("GET", "{t}/why?hex=9999", None, 404, "not_found"),
    ("GET", "{t}/why?colour=red", None, 400, "bad_request"),
    ("GET", "{t}/why?verb=jump&noun=1", None, 404, "not_found"),
    ("GET", "{t}/reach", None, 400, "bad_request"),
    ("GET", "{t}/reach?piece=99999", None, 404, "not_found"),
    ("GET", "{t}/overlays/none", None, 404, "not_found"),
    ("GET", "{t}/overlays/zoc?side=red", None, 400, "bad_request"),
    ("GET", "{t}/replay?from=-1", None, 400, "bad_request"),
    ("GET", "{t}/replay?limit=9999", None, 400, "bad_request"),
    ("POST", "{t}/answers", {"verb": "ready"}, 400, "bad_request"),
    (
        "POST",
        "{t}/answers",
        {"client": "c", "sequence": 1, "version": "1", "verb": "ready"},
        400,
        "bad_request",
    ),
    (
        "POST",
        "{t}/answers",
        {"client": "c", "sequence": -1, "version": 1, "verb": "ready"},
        400,
        "bad_request",
    ),
    (
        "POST",
        "{t}/answers",
        {"client": "c", "sequence": 1, "version": 1, "verb": "ready", "noun": 10**12},
        400,
        "bad_request",
    ),
    ("POST", "{t}/notes", {"frame": 1, "text": "x" * 2001}, 400, "bad_request"),
    ("DELETE", "{t}/notes/77", None, 404, "not_found"),
    ("PATCH", "{t}/me", {"name": "x" * 41}, 400, "bad_request"),
    ("GET", "{t}/journal", None, 403, "not_yours"),
]


@pytest.mark.parametrize(("method", "path", "body", "status", "code"), BAD)
def test_bad_input_is_refused_with_a_reason(
    client: TestClient, method: str, path: str, body: Any, status: int, code: str
) -> None:
    headers = {}
    if "{t}" in path:
        table = new_table(client)
        path = path.replace("{t}", f"/api/tables/{table['table']}")
        headers = bearer(token(table, "allied"))
    answer = client.request(method, path, json=body, headers=headers)
    said = answer.json()
    assert (answer.status_code, said["code"]) == (status, code)
    assert said["reason"]
    assert "Traceback" not in answer.text


def test_a_body_that_is_not_json_is_refused(client: TestClient) -> None:
    answer = client.post("/api/tables", content=b"{", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_a_fault_of_ours_is_answered_without_a_traceback(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("grognard.server.replay.luck", fail)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        table = new_table(client)
        answer = client.get(f"/api/tables/{table['table']}/luck")
    assert (answer.status_code, answer.json()["code"]) == (500, "broken")
    assert "secret" not in answer.text


# Limits and headers


def test_a_body_that_is_too_large_is_refused(settings: Settings) -> None:
    small = replace(settings, limits=replace(FREE, body=1000))
    with TestClient(create_app(small)) as client:
        answer = client.post("/api/tables", json={"journal": "x" * 2000})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        pieces = iter([b"x" * 600, b"x" * 600])
        answer = client.post("/api/tables", content=pieces)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.usefixtures("still")
def test_too_many_requests_of_one_address_are_refused(settings: Settings) -> None:
    slow = replace(settings, limits=replace(FREE, requests=0.5))
    with TestClient(create_app(slow)) as client:
        answers = [client.get("/api/games") for _ in range(8)]
        with (
            pytest.raises(WebSocketDisconnect) as closed,
            client.websocket_connect("/api/tables/any/live"),
        ):
            pass
        assert closed.value.code == 4429
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
    assert answers[-1].headers["retry-after"]


def test_too_many_new_tables_of_one_address_are_refused(settings: Settings) -> None:
    few = replace(settings, limits=replace(FREE, tables=2))
    with TestClient(create_app(few)) as client:
        answers = [client.post("/api/tables", json={"game": "bautzen"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]


def test_too_many_messages_or_connections_are_refused(settings: Settings) -> None:
    tight = replace(settings, limits=replace(FREE, answers=2, connections=1))
    with TestClient(create_app(tight)) as client:
        place = f"/api/tables/{new_table(client)['table']}/live"
        with client.websocket_connect(place) as one, client.websocket_connect(place) as other:
            one.send_text('{"type":"hello"}')
            assert "welcome" in one.receive_text()
            other.send_text('{"type":"hello"}')
            assert other.receive() == {
                "type": "websocket.close",
                "code": 4429,
                "reason": "too many connections to this seat",
            }
            for _ in range(12):
                one.send_text('{"type":"ping"}')
            while (heard := one.receive())["type"] != "websocket.close":
                assert heard["type"] == "websocket.send"
            assert heard["code"] == 4429


def test_every_answer_carries_headers_that_protect_the_browser(client: TestClient) -> None:
    for path in ("/", "/api/games", "/api/nothing"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
    table = new_table(client)
    assert client.get(f"/api/tables/{table['table']}").headers["cache-control"] == "no-store"


# The client's files


def test_without_a_built_client_the_page_says_how_to_build_it(
    settings: Settings, tmp_path: Path
) -> None:
    with TestClient(create_app(settings, tmp_path / "none")) as client:
        for path in ("/", "/play/abc"):
            page = client.get(path)
            assert (page.status_code, "make play" in page.text) == (200, True)


def test_the_built_client_is_served_with_its_page_under_its_own_addresses(
    settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "static" / "assets").mkdir(parents=True)
    (tmp_path / "static" / "index.html").write_text("the board")
    (tmp_path / "static" / "assets" / "a.js").write_text("code")
    (tmp_path / "secret.txt").write_text("secret")
    with TestClient(create_app(settings, tmp_path / "static")) as client:
        assert client.get("/watch/abc").text == "the board"
        script = client.get("/assets/a.js")
        assert "immutable" in script.headers["cache-control"]
        assert client.get("/assets/b.js").status_code == 404
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt"):
            assert "secret" not in client.get(path).text


# Names, notes


def test_a_player_may_change_his_name(client: TestClient) -> None:
    table = new_table(client)
    place = f"/api/tables/{table['table']}"
    own = bearer(token(table, "german"))
    assert client.patch(f"{place}/me", json={"name": " Ann "}, headers=own).status_code == 200
    assert client.get(place).json()["seats"][0]["name"] == "Ann"
    assert client.patch(f"{place}/me", json={"name": "Eve"}).status_code == 403


def test_notes_and_bookmarks_are_private_to_a_seat(client: TestClient) -> None:
    table = new_table(client)
    place = f"/api/tables/{table['table']}/notes"
    german, allied = (bearer(token(table, seat)) for seat in ("german", "allied"))
    late = client.post(place, json={"frame": 9}, headers=german).json()
    made = client.post(place, json={"frame": 3, "text": "why"}, headers=german)
    assert made.status_code == 201
    own = f"{place}/{made.json()['note']}"
    assert client.put(own, json={"frame": 4, "text": "so"}, headers=allied).status_code == 404
    assert client.delete(own, headers=allied).status_code == 404
    assert client.put(own, json={"frame": 4, "text": "so"}, headers=german).status_code == 200
    listed = client.get(place, headers=german).json()["notes"]
    assert [(note["frame"], note["text"]) for note in listed] == [(4, "so"), (9, "")]
    assert client.get(place, headers=allied).json() == {"notes": []}
    assert client.get(place).status_code == 403
    assert client.delete(own, headers=german).status_code == 204
    assert client.get(place, headers=german).json()["notes"] == [late]


# Journals


def test_a_game_that_is_brought_along_goes_on_and_is_given_back(client: TestClient) -> None:
    journal = a_game(5, answers=150)
    journal.lines[3].comment = "a bold move"
    table = new_table(client, journal=journal.format())
    place = f"/api/tables/{table['table']}"
    both = bearer(token(table, "german"), token(table, "allied"))
    text = client.get(f"{place}/journal", headers=both)
    assert text.headers["content-type"].startswith("text/plain")
    assert (
        Journal.parse(text.text).lines[: len(journal.lines)]
        == Journal.parse(journal.format()).lines
    )
    assert verify(Journal.parse(text.text))
    again = new_table(client, journal=text.text)
    copies = bearer(token(again, "german"), token(again, "allied"))
    assert client.get(f"/api/tables/{again['table']}/journal", headers=copies).text == text.text


def test_a_running_games_journal_needs_the_tokens_of_all_seats(client: TestClient) -> None:
    table = new_table(client)
    place = f"/api/tables/{table['table']}/journal"
    german, allied = token(table, "german"), token(table, "allied")
    assert client.get(place).status_code == 403
    assert client.get(place, headers=bearer(german)).status_code == 403
    assert client.get(place, headers=bearer(german, german)).status_code == 403
    assert client.get(place, headers=bearer(german, "x")).status_code == 401
    assert client.get(place, headers=bearer(german, allied)).status_code == 200
    over = new_table(client, journal=a_game(6).format())
    assert client.get(f"/api/tables/{over['table']}/journal").status_code == 200


# Replay and luck


def pages(client: TestClient, place: str, headers: dict[str, str], limit: int) -> list[Any]:
    """Return all frames, built as a client builds them."""
    frames: list[Any] = []
    while True:
        query = f"{place}/replay?from={len(frames)}&limit={limit}"
        answer = client.get(query, headers=headers).json()
        for frame in answer["frames"]:
            before = frames[-1] if frames else {}
            whole = frame.get("view")
            frames.append(whole or replay.merged(before, frame["patch"]))
        if len(frames) >= answer["total"]:
            return frames


def test_a_replay_in_pages_is_the_same_as_in_one_piece(client: TestClient) -> None:
    table = new_table(client, journal=a_game(7, answers=120).format())
    place = f"/api/tables/{table['table']}"
    german = bearer(token(table, "german"))
    whole, parts = (pages(client, place, german, limit) for limit in (500, 23))
    assert whole == parts
    now = client.get(f"{place}/update", headers=german).json()
    assert whole[-1]["facts"]["stacks"] == now["view"]["facts"]["stacks"]
    last = client.get(f"{place}/replay?limit=500", headers=german).json()
    assert last["frames"][-1]["log"] == now["log"]["total"] > 20
    line = last["frames"][9]["log"]
    sought = client.get(f"{place}/replay?line={line}&limit=23", headers=german).json()
    assert sought["start"] <= sought["at"] < sought["start"] + 23
    found = {frame["frame"]: frame["log"] for frame in last["frames"]}
    assert found[sought["at"] - 1] <= line < found[sought["at"]]
    beyond = client.get(f"{place}/replay?from=9999", headers=german).json()
    assert beyond["frames"] == []


def test_a_replay_names_its_turns_and_combats_and_has_no_empty_moment(client: TestClient) -> None:
    for name in ("bautzen", "petrograd", "luga"):
        table = new_table(client, journal=a_game(5, name=name).format())
        place = f"/api/tables/{table['table']}"
        told = client.get(f"{place}/replay?limit=500&lang=en").json()
        frames = told["frames"]
        logs = [frame["log"] for frame in frames]
        assert logs == sorted(set(logs))
        assert frames[0]["view"]["facts"]["stacks"], "the first moment shows counters"
        assert len(told["turns"]) >= 3
        turns = [mark["turn"] for mark in told["turns"]]
        assert turns == sorted(set(turns))
        assert turns[0] == 1
        for mark in told["turns"][1:]:
            assert logs[mark["frame"] - 1] <= mark["line"] < logs[mark["frame"]]
            assert mark["text"]
        lines = client.get(f"{place}/log?limit=500&before=500").json()["lines"]
        fought = [n for n, line in enumerate(lines) if line["act"] == "fight"]
        assert told["fights"]
        assert any(told["fights"][0] == bisect_right(logs, n) for n in fought)


def test_a_finished_game_forks_into_one_of_ones_own_at_any_moment(client: TestClient) -> None:
    old = new_table(client, journal=a_game(9).format())
    place = f"/api/tables/{old['table']}"
    total = client.get(f"{place}/log").json()["total"]
    for line in (0, total // 2, total - 1):
        fork = {"table": old["table"], "line": line}
        made = new_table(client, fork=fork, seats={"allied": {"kind": "bot", "level": "recruit"}})
        headers = bearer(token(made, "german"))
        now = client.get(f"/api/tables/{made['table']}/update", headers=headers).json()
        assert now["over"] == (line == total - 1)
        assert now["log"]["total"] >= line
    running = new_table(client)
    fork = {"table": running["table"], "line": 0}
    refused = client.post("/api/tables", json={"fork": fork})
    assert refused.status_code == 403, "nobody looks under the counters of a game that goes on"
    german, allied = token(running, "german"), token(running, "allied")
    one = client.post("/api/tables", json={"fork": fork}, headers=bearer(german))
    assert one.status_code == 403
    both = client.post("/api/tables", json={"fork": fork}, headers=bearer(german, allied))
    assert both.status_code == 201
    gone = client.post("/api/tables", json={"fork": {"table": "nowhere", "line": 0}})
    assert gone.status_code == 404


def test_the_course_of_a_game_is_told_turn_by_turn_once_it_is_over(client: TestClient) -> None:
    running = new_table(client)
    assert client.get(f"/api/tables/{running['table']}/course").status_code == 409
    for name in ("bautzen", "petrograd", "luga"):
        game = a_game(11, name=name)
        table = new_table(client, journal=game.format())
        place = f"/api/tables/{table['table']}"
        course = client.get(f"{place}/course?lang=fr").json()
        points = course["points"]
        assert course["ending"]["text"]
        assert course["ending"]["victory"]["conditions"]
        assert len(points) >= 4
        assert [point["line"] for point in points] == sorted(point["line"] for point in points)
        for before, after in itertools.pairwise(points):
            assert all(a >= b for a, b in zip(after["lost"], before["lost"], strict=True))
        assert points[-1]["lost"] == course["ending"]["lost"]
        assert points[0]["lost"] == [0, 0]
        for point in points:
            assert sum(point["chance"]) == pytest.approx(1, abs=0.01)
            assert len(point["held"]) == 2
        winner = client.get(place).json()["result"]
        sides = list(table["seats"])
        if winner in sides:
            assert points[-1]["chance"][sides.index(winner)] == 1
        luck = client.get(f"{place}/luck?lang=fr").json()
        assert course["unit"]["meaning"]
        texts = {throw["line"]: throw for throw in luck["combats"]}
        for moment in course["moments"]:
            throw = texts[moment["line"]]
            sign = 1 if throw["seat"] == moment["seat"] else -1
            assert moment["gain"] == pytest.approx(sign * (throw["actual"] - throw["expected"]))
            assert moment["gain"] != 0
        gains = [
            sorted(moment["gain"] for moment in course["moments"] if moment["seat"] == seat)
            for seat in (0, 1)
        ]
        assert gains[0] == pytest.approx([-gain for gain in reversed(gains[1])]), "luck is mirrored"


def test_whoever_comes_back_learns_where_he_had_left_off(client: TestClient) -> None:
    table = new_table(client)
    place = f"/api/tables/{table['table']}"
    seats = [bearer(token(table, side)) for side in ("german", "allied")]
    mine, other = sorted(
        seats, key=lambda h: not client.get(f"{place}/update", headers=h).json()["answers"]
    )
    first = client.get(f"{place}/update", headers=mine).json()
    assert first["since"] == -1
    answer = first["answers"][0]
    body = {"client": "c", "sequence": 1, "version": first["version"]}
    client.post(
        f"{place}/answers",
        json={**body, "verb": answer["verb"], "noun": answer["noun"]},
        headers=mine,
    )
    now = client.get(f"{place}/update", headers=mine).json()
    assert now["since"] == first["log"]["total"]
    assert client.get(f"{place}/update", headers=other).json()["since"] == -1
    assert client.get(f"{place}/update").json()["since"] == -1


def test_the_luck_of_every_combat_is_that_of_the_printed_table(client: TestClient) -> None:
    """BZ-8.2.6: chances by counting the faces of the die in the table of the client's facts."""
    table = new_table(client, journal=a_game(8).format())
    place = f"/api/tables/{table['table']}"
    report = client.get(f"{place}/luck").json()
    assert report["unit"] == game_named("bautzen").luck_unit("en")
    printed = client.get("/api/games/bautzen/scenarios/standard/printed").json()
    [crt] = [each for each in printed["tables"] if each["id"] == "crt"]
    fought = [
        noted.event
        for noted in table_of(client, table).session.events
        if noted.event.kind == "combat"
    ]
    assert len(report["combats"]) == len(fought) > 10
    margin = [0.0, 0.0]
    for combat, event in zip(report["combats"], fought, strict=True):
        sums = event.facts["sums"]
        rows = [min(max(die + sums.die_modifier, 1), 8) - 1 for die in range(1, 7)]
        cells = [crt["rows"][row]["cells"][sums.column] for row in rows]
        assert combat["outcome"] == cells[event.facts["die"] - 1]
        assert combat["chance"] == pytest.approx(cells.count(combat["outcome"]) / 6)
        worths = [int(cell[2:]) - int(cell[0]) for cell in cells]
        actual = int(combat["outcome"][2:]) - int(combat["outcome"][0])
        assert combat["expected"] == pytest.approx(sum(worths) / 6)
        assert combat["as_good"] == pytest.approx(sum(w >= actual for w in worths) / 6)
        below, same = sum(w < actual for w in worths), sum(w == actual for w in worths)
        assert combat["luck"] == pytest.approx((below + same / 2) / 6)
        margin[combat["seat"]] += actual - sum(worths) / 6
        margin[1 - combat["seat"]] -= actual - sum(worths) / 6
    assert [seat["margin"] for seat in report["seats"]] == pytest.approx(margin)
    assert sum(seat["luck"] for seat in report["seats"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "lang", "one", "many"),
    [
        ("bautzen", "en", "+1 step", "-1.5 steps"),
        ("bautzen", "fr", "+1 pas", "-1.5 pas"),
        ("petrograd", "en", "+1 column", "-1.5 columns"),
        ("petrograd", "fr", "+1 colonne", "-1.5 colonne"),
        ("luga", "en", "+1 step", "-1.5 steps"),
        ("luga", "fr", "+1 pas", "-1.5 pas"),
    ],
)
def test_luck_says_what_it_is_counted_in(name: str, lang: str, one: str, many: str) -> None:
    """BZ-8.2.6: a number alone says nothing; the unit goes with it, and a sentence explains it."""
    unit = game_named(name).luck_unit(lang)
    for number, shown, words in ((1, "+1", one), (-1.5, "-1.5", many)):
        facts: dict[str, object] = {"number": number, "shown": shown}
        assert with_forms(unit["text"], lang, facts).format(**facts) == words
    counted = "Counted in" if lang == "en" else "Compté en"
    assert unit["meaning"].startswith(counted)


# Questions about the position


def asked(client: TestClient, path: str, table: dict[str, Any], seat: str) -> Response:
    place = f"/api/tables/{table['table']}"
    answer: Response = client.get(f"{place}/{path}", headers=bearer(token(table, seat)))
    return answer


def test_the_queries_answer_from_the_position(client: TestClient) -> None:
    opening = "game: bautzen\nscenario: standard\n\nallied: ready 0\ngerman: ready 0\n"
    table = new_table(client, journal=opening)
    reach = asked(client, "reach?piece=777", table, "german").json()
    number = next(p.index for p in GAME.load().pieces if p.id == "777")
    assert asked(client, f"reach?piece={number}", table, "german").json() == reach
    assert reach["hexes"][0].keys() >= {"hex", "id", "cost", "text"}
    goal = reach["hexes"][-1]["id"]
    [way] = asked(client, f"reach?piece=777&hex={goal}", table, "german").json()["hexes"]
    assert (way["path"][0], way["path"][-1]) == (reach["start"], goal)
    legal = asked(client, f"why?verb=move&noun={number}", table, "german").json()
    assert legal == {"legal": True, "reasons": []}
    wrong = asked(client, "why?piece=13/5DP", table, "german").json()
    assert wrong["legal"] is False
    assert wrong["reasons"][0]["text"]
    waiting = asked(client, "why?piece=13/5DP&lang=fr", table, "allied").json()
    assert waiting["reasons"][0]["text"] == "La question est posée à l'autre camp."
    told = asked(client, "inspect?hex=1510&lang=fr", table, "allied").json()
    assert told["lines"][0].startswith("1510 Bautzen: terrain clair, ville")
    assert told["notes"]
    assert set(told["notes"]) < set(told["lines"][1:])
    assert asked(client, "odds", table, "german").status_code == 200
    listed = asked(client, "overlays", table, "german").json()["overlays"]
    for overlay in listed:
        drawn = asked(client, f"overlays/{overlay['id']}?side=allied", table, "german").json()
        assert drawn["side"] == "allied"
    supply = asked(client, "overlays/supply", table, "german").json()
    assert supply["lines"]
    assert {line[-1] for line in supply["lines"]} <= {
        hex_["hex"] for hex_ in supply["hexes"] if hex_["text"] == "source"
    }
