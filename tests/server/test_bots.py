"""Opponents: they think in other processes, and their failures do not stop a game."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.engine.game import Action, apply
from grognard.engine.registry import game as game_named
from grognard.server import bots, workers
from grognard.server.bots import RANDOM, Bots, Edition, Thinker, ready_set_up
from server.people import new_table, table_of

if TYPE_CHECKING:
    import pytest
    from starlette.testclient import TestClient

    from grognard.engine.game import State

GAME = game_named("bautzen")
PRINTED = Edition("bautzen", "standard", ())


def a_state(answers: int) -> State:
    """Return a position of a random game."""
    state: State = GAME.start(GAME.load())
    rng = Random(1)
    for _ in range(answers):
        options = state.options()
        ready = [action for action in options if action.verb == "ready"]
        apply(state, ready[0] if ready else rng.choice(options))
    return state


def thinker(table: str, state: State, level: str, owner: str = "ann") -> Thinker:
    return Thinker(table, owner, state, GAME.load(), PRINTED, level)


def test_a_position_travels_without_its_scenario() -> None:
    state = a_state(60)
    parcel = bots.pack(state, GAME.load())
    twin = bots.unpack(parcel, GAME.load())
    assert twin.canonical() == state.canonical()
    assert twin.options() == state.options()
    assert len(parcel) < 40_000


def test_every_level_that_is_offered_answers_from_another_process() -> None:
    async def answers() -> list[Action]:
        thinkers = Bots(processes=1, seconds=0.2)
        try:
            return [
                await thinkers.choose(thinker(f"t{n}", state, level.id))
                for n, level in enumerate(bots.levels(GAME))
            ]
        finally:
            thinkers.close()

    state = a_state(2)
    names = [level.id for level in bots.levels(GAME)]
    assert names[0] == RANDOM
    assert len(names) > 1
    assert all(action in state.options() for action in asyncio.run(answers()))


def test_the_event_loop_goes_on_while_a_bot_thinks() -> None:
    async def turns_of_the_loop() -> int:
        thinkers = Bots(processes=1, seconds=0.5)
        state, turns = a_state(2), 0
        try:
            await thinkers.choose(thinker("t", state, "recruit"))
            thinking = asyncio.create_task(
                thinkers.choose(thinker("t", state, bots.levels(GAME)[-1].id))
            )
            while not thinking.done():
                await asyncio.sleep(0.005)
                turns += 1
            assert thinking.result() in state.options()
        finally:
            thinkers.close()
        return turns

    # A loop that waited for the thinker would turn once.
    assert asyncio.run(turns_of_the_loop()) > 5


def test_a_bot_that_fails_or_dawdles_is_answered_for(monkeypatch: pytest.MonkeyPatch) -> None:
    state = a_state(2)

    async def one(level: str, seconds: float) -> Action:
        thinkers = Bots(processes=1, seconds=seconds)
        try:
            return await thinkers.choose(thinker("t", state, level))
        finally:
            thinkers.close()

    assert asyncio.run(one("no such level", 0.1)) in state.options()
    monkeypatch.setattr(workers, "START", 0.0)
    assert asyncio.run(one("general", 0.001)) in state.options()


def test_a_table_with_two_bots_plays_itself_to_the_end(client: TestClient) -> None:
    bot: dict[str, Any] = {"kind": "bot", "level": "random"}
    made = new_table(client, seats={"german": bot, "allied": bot})
    table = table_of(client, made)
    for _ in range(600):
        if client.get(f"/api/tables/{made['table']}").json()["over"]:
            break
        time.sleep(0.05)
    assert table.session.state.is_over
    assert "token" not in made["seats"]["german"]


def test_the_weakest_opponent_takes_a_ready_made_set_up() -> None:
    """Chance would else place every unit anywhere, half of the time."""
    bautzen = game_named("bautzen")
    scenario = bautzen.load()
    edition = Edition("bautzen", "standard", ())
    for _ in range(8):
        state: State = bautzen.start(scenario)
        asked = Thinker("t", "", state, scenario, edition, RANDOM)
        action = ready_set_up(asked)
        assert action is not None
        assert bautzen.write_action(state, action) == "ready 0"
        assert asyncio.run(Bots(1, 1.0).choose(asked)) == action
        apply(state, action)
    apply(state, state.options()[0])
    assert ready_set_up(Thinker("t", "", state, scenario, edition, RANDOM)) is None
