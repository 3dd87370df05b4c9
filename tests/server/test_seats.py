"""Invitations: nobody but the guest ever has the guest's token; seats are renewed and revoked."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from grognard.server import seats as seating
from grognard.server.app import create_app
from grognard.server.refusal import Refused
from grognard.server.table import new_token
from server.people import Person, bearer, new_table, table_of, token

if TYPE_CHECKING:
    from httpx import Response

    from grognard.server.house import House
    from grognard.server.settings import Settings

WITH_GUEST = {"german": {"kind": "human", "name": "Ann"}, "allied": {"kind": "guest"}}
AGAINST_BOT = {"german": {"kind": "human"}, "allied": {"kind": "bot", "level": "random"}}


def invited(client: TestClient) -> tuple[dict[str, Any], str, str]:
    """Return a table with a guest's seat, its address, and the invitation."""
    made = new_table(client, seats=WITH_GUEST)
    return made, f"/api/tables/{made['table']}", made["seats"]["allied"]["invitation"]


def join(client: TestClient, place: str, invitation: str, chosen: str | None = None) -> Response:
    body = {"invitation": invitation} | ({"token": chosen} if chosen else {})
    answer: Response = client.post(f"{place}/join", json=body)
    return answer


def test_the_maker_is_told_an_invitation_and_never_the_guests_token(
    client: TestClient, settings: Settings
) -> None:
    made, place, invitation = invited(client)
    assert "token" not in made["seats"]["allied"]
    assert made["seats"]["allied"]["link"] == f"/join/{made['table']}#{invitation}"
    assert client.get(place, headers=bearer(invitation)).status_code == 401
    guest = join(client, place, invitation).json()
    assert (guest["id"], guest["holder"]) == ("allied", "guest")
    about = client.get(place, headers=bearer(guest["token"])).json()
    assert (about["seat_id"], about["is_maker"]) == ("allied", False)
    assert client.get(place, headers=bearer(token(made, "german"))).json()["is_maker"] is True
    files = Path(settings.database.removeprefix("sqlite:///")).parent.glob("games.sqlite*")
    kept = b"".join(file.read_bytes() for file in files)
    assert not any(secret.encode() in kept for secret in (guest["token"], invitation))


def test_an_invitation_is_exchanged_once(client: TestClient) -> None:
    _, place, invitation = invited(client)
    mine = new_token()
    assert join(client, place, invitation, mine).json()["token"] == mine
    assert join(client, place, invitation, mine).status_code == 200
    for other in (None, new_token()):
        late = join(client, place, invitation, other)
        assert (late.status_code, late.json()["code"]) == (409, "taken")
    wrong = join(client, place, "no invitation")
    assert (wrong.status_code, wrong.json()["code"]) == (401, "bad_token")


@pytest.mark.parametrize("weak", ["a" * 43, "short", "ab" * 30, "é" * 43])
def test_a_token_that_could_be_guessed_is_refused(client: TestClient, weak: str) -> None:
    _, place, invitation = invited(client)
    assert join(client, place, invitation, weak).status_code == 400
    assert join(client, place, invitation).status_code == 200


def test_seats_survive_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        _, place, invitation = invited(client)
    with TestClient(create_app(settings)) as client:
        guest = join(client, place, invitation).json()["token"]
    with TestClient(create_app(settings)) as client:
        assert client.get(place, headers=bearer(guest)).json()["seat_id"] == "allied"
        assert join(client, place, invitation).json()["code"] == "taken"
        fresh = client.post(f"{place}/me/token", headers=bearer(guest), json={}).json()["token"]
    with TestClient(create_app(settings)) as client:
        assert client.get(place, headers=bearer(guest)).status_code == 401
        about = client.get(place, headers=bearer(fresh)).json()
        assert about["seats"][1] | {"is_here": False} == {
            "seat": 1,
            "id": "allied",
            "kind": "human",
            "name": "",
            "level": None,
            "holder": "guest",
            "renewals": 1,
            "is_here": False,
        }


def live(stack: ExitStack, client: TestClient, place: str, key: str) -> Person:
    socket = stack.enter_context(client.websocket_connect(f"{place}/live"))
    return Person(socket).hello(key)


def closed(person: Person) -> int:
    """Return the code with which a connection ends."""
    while (heard := person.socket.receive())["type"] != "websocket.close":
        pass
    code: int = heard["code"]
    return code


def test_a_renewed_seat_closes_every_connection_with_the_old_token(client: TestClient) -> None:
    _, place, invitation = invited(client)
    old = join(client, place, invitation).json()["token"]
    with ExitStack() as stack:
        person = live(stack, client, place, old)
        new = client.post(f"{place}/me/token", headers=bearer(old), json={}).json()["token"]
        assert closed(person) == 4401
        assert live(stack, client, place, new).table["seat_id"] == "allied"
    assert client.get(f"{place}/update", headers=bearer(old)).status_code == 401
    assert join(client, place, invitation).status_code == 401


def test_a_token_that_is_taken_away_while_it_asks_renews_nothing(client: TestClient) -> None:
    """Both came with a good token; the first to be heard is the last who could use it."""
    made, place, invitation = invited(client)
    guest = join(client, place, invitation).json()["token"]
    house: House = client.app.state.house  # type: ignore[attr-defined]

    async def at_once() -> Any:
        table = await house.table(made["table"])
        seat, maker = table.open(guest), table.open(token(made, "german"))
        held = seat.token_hash
        return await asyncio.gather(
            seating.invite(house, table, maker, maker.token_hash, "allied"),
            *(seating.renew(house, table, seat, held, None) for _ in range(2)),
            return_exceptions=True,
        )

    assert client.portal is not None
    revoked, *renewed = client.portal.call(at_once)
    assert isinstance(revoked, dict)
    assert [one.code for one in renewed if isinstance(one, Refused)] == ["bad_token"] * 2
    assert join(client, place, revoked["invitation"]).status_code == 200


def test_the_maker_revokes_a_guest_and_everybody_sees_it(client: TestClient) -> None:
    made, place, invitation = invited(client)
    guest = join(client, place, invitation).json()["token"]
    maker = bearer(token(made, "german"))
    with ExitStack() as stack:
        person = live(stack, client, place, guest)
        answer = client.post(f"{place}/seats/allied/invitation", headers=maker)
        assert closed(person) == 4401
    again = answer.json()["invitation"]
    assert client.get(place, headers=bearer(guest)).status_code == 401
    seats = client.get(place).json()["seats"]
    assert (seats[1]["holder"], seats[1]["renewals"]) == (None, 1)
    assert join(client, place, invitation).status_code == 401
    assert join(client, place, again).status_code == 200


def test_nobody_else_invites_or_revokes(client: TestClient) -> None:
    made, place, invitation = invited(client)
    guest = bearer(join(client, place, invitation).json()["token"])
    maker = bearer(token(made, "german"))
    for seat, headers in (("german", guest), ("allied", guest), ("allied", {}), ("german", maker)):
        answer = client.post(f"{place}/seats/{seat}/invitation", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")
    assert client.post(f"{place}/seats/red/invitation", headers=maker).status_code == 404
    assert client.post(f"{place}/me/token", json={}).status_code == 403
    assert client.delete(f"{place}/me").status_code == 403


def test_whoever_leaves_a_seat_may_hand_it_on(client: TestClient) -> None:
    _, place, invitation = invited(client)
    old = bearer(join(client, place, invitation).json()["token"])
    handed = client.delete(f"{place}/me", headers=old).json()
    assert client.get(place, headers=old).status_code == 401
    assert join(client, place, handed["invitation"]).json()["id"] == "allied"


# Records


def play(client: TestClient, made: dict[str, Any], key: str, answers: int) -> None:
    """Let one seat answer with the first thing that it is offered, again and again."""
    place, number = f"/api/tables/{made['table']}", 0
    while number < answers:
        update = client.get(f"{place}/update", headers=bearer(key)).json()
        if update["answers"]:
            number += 1
            first = next((a for a in update["answers"] if a["verb"] == "ready"), None)
            chosen = first or update["answers"][number % len(update["answers"])]
            body = {"client": "c", "sequence": number, "version": update["version"]}
            body |= {"verb": chosen["verb"], "noun": chosen["noun"]}
            client.post(f"{place}/answers", headers=bearer(key), json=body)


def test_a_running_game_against_the_computer_does_not_tell_the_enemys_secrets(
    client: TestClient,
) -> None:
    made = new_table(client, seats=AGAINST_BOT)
    place, mine = f"/api/tables/{made['table']}", token(made, "german")
    play(client, made, mine, 12)
    refused = client.get(f"{place}/journal", headers=bearer(mine))
    assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
    record = client.get(f"{place}/record", headers=bearer(mine))
    assert record.status_code == 200
    lines = record.text.splitlines()
    own = [line for line in lines if line.startswith("german: ")]
    journal = table_of(client, made).session.journal
    assert own == [f"german: {move}" for line, move in journal.moves() if line.seat == "german"]
    assert not any(line.startswith(("allied:", "chance:")) for line in lines)
    log = client.get(f"{place}/log?limit=500", headers=bearer(mine)).json()["lines"]
    assert [line[2:] for line in lines if line.startswith("# ")] == [each["text"] for each in log]


def test_a_guests_record_is_his_own_and_a_spectators_holds_no_answers(client: TestClient) -> None:
    made, place, invitation = invited(client)
    guest = join(client, place, invitation).json()["token"]
    play(client, made, guest, 1)
    both = bearer(token(made, "german"), guest)
    assert client.get(f"{place}/journal", headers=bearer(guest)).status_code == 403
    assert client.get(f"{place}/journal", headers=both).status_code == 200
    assert "\nallied: ready 0\n" in client.get(f"{place}/record", headers=bearer(guest)).text
    watched = client.get(f"{place}/record").text
    assert "seen by: nobody" in watched
    assert "\nallied:" not in watched


def test_the_secrets_of_a_seat_are_in_no_message_to_another(client: TestClient) -> None:
    made, place, invitation = invited(client)
    with ExitStack() as stack:
        maker = live(stack, client, place, token(made, "german"))
        guest = join(client, place, invitation).json()["token"]
        other = live(stack, client, place, guest)
        for person in (maker, other):
            person.settle()
        heard = json.dumps(maker.heard)
        assert '"holder\\":\\"guest' in heard.replace('\\\\"', '\\"')
        assert guest not in heard
        assert invitation not in heard
