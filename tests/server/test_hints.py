"""Hints over the network: for whoever is asked, where the table allows it, from the view alone."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from bots.table import BAUTZEN, sample
from grognard.server import bots
from grognard.server.bots import BotSeat, Edition
from grognard.server.refusal import Refused
from grognard.server.schema import migrate
from grognard.server.store import Store, _engine
from server.people import Person, bearer, new_table, table_of, token

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.testclient import TestClient

AGAINST_BOT = {"german": {"kind": "human"}, "allied": {"kind": "bot", "level": "recruit"}}
PRINTED = Edition("bautzen", "standard", ())


def ready(client: TestClient, made: dict[str, Any]) -> str:
    """Let the German person take the ready set-up; return the token."""
    mine = token(made, "german")
    with client.websocket_connect(f"/api/tables/{made['table']}/live") as socket:
        person = Person(socket).hello(mine)
        while not person.is_asked:
            person.hear("update")
        person.answer("ready", 0)
        while not person.is_asked:
            person.hear("update")
    return mine


def test_a_hint_says_what_a_bot_would_do_and_what_it_weighed(client: TestClient) -> None:
    made = new_table(client, seats=AGAINST_BOT)
    mine = ready(client, made)
    place = f"/api/tables/{made['table']}"
    update = client.get(f"{place}/update", headers=bearer(mine)).json()
    told = client.get(f"{place}/hint?lang=fr", headers=bearer(mine))
    assert told.status_code == 200, told.text
    hint = told.json()
    assert (hint["level"], hint["rule"], hint["version"]) == ("colonel", "4.1", update["version"])
    asked = "Quel pion, ou quelle pile, se déplace ? Ou avez-vous fini vos mouvements ?"
    assert hint["question"] == asked
    first, *rest = hint["answers"]
    offered = {(answer["verb"], answer["noun"]) for answer in update["answers"]}
    assert (first["verb"], first["noun"]) in offered
    assert first["label"].startswith("déplacer ")
    assert [answer["verb"] for answer in rest] == ["to"]
    assert hint["candidates"][0]["value"] >= hint["candidates"][-1]["value"]
    after = client.get(f"{place}/update", headers=bearer(mine)).json()
    assert after["version"] == update["version"], "a hint plays nothing"


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ({"seats": AGAINST_BOT}, True),
        ({"seats": AGAINST_BOT, "hints": False}, False),
        ({}, False),
        ({"hints": True}, True),
    ],
)
def test_whether_a_table_gives_hints(
    client: TestClient, wanted: dict[str, Any], given: bool
) -> None:
    """Against the computer unless refused; between people only if they want them."""
    made = new_table(client, **wanted)
    about = client.get(f"/api/tables/{made['table']}").json()
    levels = [level["id"] for level in about["hints"]]
    assert levels == (["recruit", "sergeant", "colonel", "general"] if given else [])
    house = client.app.state.house  # type: ignore[attr-defined]
    stored = house.store.load(made["table"])
    assert stored is not None
    assert stored.hints is given


def refusal(client: TestClient, made: dict[str, Any], key: str | None, words: str = "") -> str:
    headers = bearer(key) if key else {}
    answer = client.get(f"/api/tables/{made['table']}/hint{words}", headers=headers)
    assert answer.status_code >= 400
    code: str = answer.json()["code"]
    return code


def test_who_gets_no_hint(client: TestClient) -> None:
    """Whoever watches, whoever is not asked, whoever sits where there are none."""
    made = new_table(client, hints=True)
    asked = table_of(client, made).to_move
    assert asked is not None
    other = next(name for name in ("german", "allied") if name != asked.id)
    assert refusal(client, made, None) == "not_yours"
    assert refusal(client, made, token(made, other)) == "not_asked"
    assert refusal(client, made, "wrong") == "bad_token"
    assert refusal(client, made, token(made, str(asked.id)), "?level=random") == "bad_request"
    assert refusal(client, made, token(made, str(asked.id)), "?level=marshal") == "bad_request"
    without = new_table(client)
    assert refusal(client, without, token(without, str(asked.id))) == "not_yours"


def test_one_hint_at_a_time_for_a_seat(client: TestClient) -> None:
    made = new_table(client, hints=True)
    table = table_of(client, made)
    asked = table.to_move
    assert asked is not None
    table.hinting.add(asked.eye.number)
    assert refusal(client, made, token(made, str(asked.id))) == "too_many"
    table.hinting.clear()
    headers = bearer(token(made, str(asked.id)))
    assert client.get(f"/api/tables/{made['table']}/hint", headers=headers).status_code == 200
    assert table.hinting == set()


@pytest.mark.parametrize("level", ["recruit", "sergeant", "colonel"])
def test_no_byte_of_a_hint_depends_on_what_is_hidden(level: str) -> None:
    """10.3, 8.2.1 - what the enemy hides or seals may be drawn anew: the hint stays the same."""
    scenario, moved = BAUTZEN.load(), 0
    for number, state in enumerate(sample(1, 1)):
        other = BAUTZEN.reshuffle_hidden(state, state.seat, Random(number + 50))
        moved += other.canonical() != state.canonical()
        player = BotSeat("t", state.seat, level, 0.2)
        first, second = (
            json.dumps(bots.give_hint(PRINTED, bots.pack(each, scenario), player, "en"))
            for each in (state, other)
        )
        assert first == second
    assert moved > 2


def test_a_hint_that_fails_is_refused_and_the_next_one_comes() -> None:
    state = sample(2, 1)[0]

    async def ask() -> tuple[str, dict[str, Any]]:
        thinkers = bots.Bots(processes=1, seconds=0.2)
        words = ("t", "ann", state, state.scenario, PRINTED)  # type: ignore[attr-defined]
        try:
            with pytest.raises(Refused) as refused:
                await thinkers.advise(bots.Thinker(*words, "marshal"), "en")
            told = await thinkers.advise(bots.Thinker(*words, "sergeant"), "en")
            return refused.value.code, told
        finally:
            thinkers.close()

    code, told = asyncio.run(ask())
    assert code == "no_hint"
    assert told["answers"]


def test_tables_of_older_databases_give_hints_where_the_computer_plays(tmp_path: Path) -> None:
    """The second migration, from a database of the first version with two tables in it."""
    url = f"sqlite:///{tmp_path}/old.sqlite"
    engine = _engine(url, 5.0)
    migrate(engine, "0001")
    with engine.begin() as connection:
        for name, level in (("bot", "colonel"), ("people", "")):
            opening = "game: bautzen\nscenario: standard\n"
            table = {"id": name, "opening": opening}
            connection.execute(
                text("insert into tables values (:id, :opening, 'en', '2024-05-01')"), table
            )
            for seat, plays in ((0, ""), (1, level)):
                row = {"id": name, "seat": seat, "level": plays}
                connection.execute(
                    text("insert into seats values (:id, :seat, :level, '', 'h')"), row
                )
    engine.dispose()
    store = Store(url)
    migrate(store.engine)
    found = {name: store.load(name) for name in ("bot", "people")}
    store.engine.dispose()
    assert {name: table.hints for name, table in found.items() if table} == {
        "bot": True,
        "people": False,
    }
