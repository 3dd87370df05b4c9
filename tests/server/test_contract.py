"""What the server sends fits the contract, of Bautzen and of a game of another package."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from grognard.engine import places, registry
from grognard.server import offers, workers
from grognard.server.app import create_app
from grognard.wire.made import fault, schemas
from server.people import bearer, choice, new_table, token

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.server.settings import Settings

QUERIES = {
    "odds": "Odds",
    "overlays": "Overlays",
    "inspect": "Inspection",
    "luck": "Luck",
    "replay": "Replay",
}
"""What can be asked without more words, and the type of the answer."""


async def here(
    _self: workers.Workers, _owner: str, _key: str, _seconds: float, call: Any, *given: Any
) -> Any:
    """Do what another process would do, which knows nothing of a game that only seems installed."""
    return await asyncio.to_thread(call, *given)


@pytest.fixture
def guest(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Return a client of a server on which somebody else's game is installed."""
    monkeypatch.setenv(places.VARIABLE, "outpost=toygame:OutpostGame")
    registry.system.cache_clear()
    offers.all_games.cache_clear()
    monkeypatch.setattr(workers.Workers, "run", here)
    with TestClient(create_app(settings)) as running:
        yield running
    registry.system.cache_clear()
    offers.all_games.cache_clear()


def play(client: TestClient, table: dict[str, Any], seats: list[str], answers: int) -> None:
    """Answer at random, and hold everything that is sent to its type."""
    rng, place = Random(3), f"/api/tables/{table['table']}"
    for number in range(answers):
        updates = {}
        for seat in seats:
            update = client.get(f"{place}/update", headers=bearer(token(table, seat))).json()
            assert fault(update, "Update") == ""
            updates[seat] = update
        watching = client.get(f"{place}/update").json()
        assert fault(watching, "Update") == ""
        assert (watching["view"]["seat"], watching["answers"]) == (None, [])
        asked = [seat for seat, update in updates.items() if update["answers"]]
        if not asked:
            return
        update = updates[asked[0]]
        given = choice(update["answers"], rng)
        body = {"verb": given["verb"], "noun": given["noun"], "version": update["version"]}
        sent = client.post(
            f"{place}/answers",
            json={**body, "client": "c", "sequence": number},
            headers=bearer(token(table, asked[0])),
        )
        assert fault(sent.json(), "Submitted") == ""


def test_what_is_sent_of_bautzen_fits_the_types(client: TestClient) -> None:
    assert fault(client.get("/api/games").json(), "GameList") == ""
    printed = client.get("/api/games/bautzen/scenarios/standard/printed").json()
    assert fault(printed, "Printed") == ""
    assert fault(client.get("/api/games/bautzen/rules?lang=fr").json(), "Rules") == ""
    table = new_table(client)
    play(client, table, ["german", "allied"], 40)
    place, who = f"/api/tables/{table['table']}", bearer(token(table, "german"))
    assert fault(client.get(place, headers=who).json(), "TableInfo") == ""
    for query, name in QUERIES.items():
        assert fault(client.get(f"{place}/{query}", headers=who).json(), name) == "", query
    assert fault(client.get(f"{place}/overlays/supply", headers=who).json(), "Overlay") == ""
    assert fault(client.get(f"{place}/why?hex=1510", headers=who).json(), "WhyNot") == ""
    assert fault(client.get(f"{place}/reach?piece=777", headers=who).json(), "Reach") == ""
    early = client.get(f"{place}/ending")
    assert (early.status_code, early.json()["code"]) == (409, "not_over")


def test_a_game_of_another_package_is_played_and_watched(guest: TestClient) -> None:
    listed = guest.get("/api/games").json()
    assert fault(listed, "GameList") == ""
    assert "outpost" in {each["id"] for each in listed["games"]}
    printed = guest.get("/api/games/outpost/scenarios/skirmish/printed").json()
    assert fault(printed, "Printed") == ""
    assert len(printed["map"]["hexes"]) == 25
    body = {"game": "outpost", "seats": {"red": {"kind": "human"}, "blue": {"kind": "human"}}}
    table = guest.post("/api/tables", json=body).json()
    play(guest, table, ["red", "blue"], 200)
    place = f"/api/tables/{table['table']}"
    assert guest.get(place).json()["over"] is True
    ending = guest.get(f"{place}/ending").json()
    assert fault(ending, "Ending") == ""


def test_the_openapi_document_has_the_types_of_the_contract(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    known = document["components"]["schemas"]
    assert set(schemas()) <= set(known)
    named = json.dumps(document["paths"])
    for name in ("Printed", "Update", "Odds", "Reach", "WhyNot", "Inspection", "Luck", "Replay"):
        assert f'"#/components/schemas/{name}"' in named, name


def test_the_openapi_document_says_how_a_request_is_refused(client: TestClient) -> None:
    """Every status but the good ones is a refusal; nothing is said that is never sent."""
    document = client.get("/api/openapi.json").json()
    for path, operations in document["paths"].items():
        for kind, operation in operations.items():
            answers = operation["responses"]
            refusal = answers["default"]["content"]["application/json"]["schema"]
            assert refusal == {"$ref": "#/components/schemas/Refusal"}, (kind, path)
            assert "422" not in answers, (kind, path)
    record = document["paths"]["/api/tables/{table}/record"]["get"]["responses"]["200"]
    assert set(record["content"]) == {"text/plain"}
    assert "HTTPValidationError" not in document["components"]["schemas"]
