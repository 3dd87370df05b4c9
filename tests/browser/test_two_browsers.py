"""Two people far from each other: each has a link, and sees what that seat may see."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from browser.board import Board, held
from browser.positions import journal_where
from grognard.games.bautzen.fighting import Commit, committable
from grognard.games.bautzen.state import ENEMY, Bautzen

if TYPE_CHECKING:
    from browser.conftest import People
    from browser.hosting import Server, Table
    from grognard.engine.game import State

NAMES = ("german", "allied")


def columns(state: Bautzen, seat: int) -> int:
    """Return the supply columns that a side could commit to the combat."""
    side = state.battle.side if state.battle else None
    assert side is not None
    return committable(state, side if side == seat else ENEMY[side]) & state.scenario.convoys


def both_may_commit(state: State) -> bool:
    """8.2 - the attacker is asked what to commit; both sides have supply columns within reach."""
    return (
        isinstance(state, Bautzen)
        and isinstance(state.question, Commit)
        and state.battle is not None
        and state.seat == state.battle.side
        and not state.sealed[state.battle.side]
        and bool(columns(state, 0))
        and bool(columns(state, 1))
    )


def shown(board: Board) -> list[str]:
    """Return everything that a page shows, but how far the map is zoomed."""
    parts: list[str] = board.page.locator("header, .marks, .side").evaluate_all(
        "(parts) => parts.map((part) => part.innerHTML)"
    )
    return parts


def sealed(table: Table, side: str) -> list[str]:
    """Return what a seat is shown as committed in secret."""
    found: list[str] = table.update(side)["view"]["facts"]["battle"]["committed"]
    return found


def told(table: Table, side: str, written: int) -> str:
    """Return what the log of a seat has told since some of its lines, combats and all."""
    return json.dumps(table.lines_since(side, written))


def test_a_friend_comes_by_link_and_sees_of_a_hidden_stack_its_top_and_its_height(
    server: Server, people: People
) -> None:
    host, guest = Board(people.arrive()), Board(people.arrive())
    host.page.goto(server.url)
    host.page.get_by_role("radio", name="German").check()
    host.page.get_by_label("A friend far away (by link)").check()
    host.page.get_by_role("button", name="Start").click()
    invite = host.page.locator("input[readonly]").first.input_value()
    host.page.get_by_role("link", name="Enter the game").click()
    guest.page.goto(invite)
    guest.page.get_by_role("button", name="Take the seat").click()
    asked = guest.wait()
    assert asked.verbs
    guest.say("ready")
    host.begin()
    host.clear()
    guest.prompt.get_by_text("Waiting for: German").wait_for()

    table, token = held(guest.page)
    seen = server.get(f"/api/tables/{table}/update", token)["view"]["facts"]["stacks"]
    covered = {hex_: stack for hex_, stack in seen.items() if stack["hidden"]}
    assert len(covered) > 3
    for hex_, stack in covered.items():
        mine, theirs = host.stack(hex_), guest.stack(hex_)
        assert stack["side"] == "german"
        assert stack["hidden"] == stack["height"] - 1
        assert mine.locator(".query").count() == 0
        assert theirs.locator(".query").count() == stack["hidden"]
        assert theirs.get_attribute("data-height") == mine.get_attribute("data-height")
        top = mine.locator(".counter").last.text_content()
        assert theirs.locator(".counter").last.text_content() == top


def test_8_2_what_one_commits_is_not_shown_to_the_other_before_both_have_sealed(
    server: Server, people: People
) -> None:
    table = server.new_table(journal=journal_where(both_may_commit))
    attacker_is = NAMES[table.update("german")["view"]["to_move"]]
    defender_is = NAMES[1 - NAMES.index(attacker_is)]
    attacker, defender = Board(people.arrive()), Board(people.arrive())
    asked = attacker.open(table.link(attacker_is))
    defender.page.goto(table.link(defender_is))
    defender.prompt.get_by_text("Waiting for").wait_for()
    defender.page.wait_for_load_state("networkidle")
    page_before = shown(defender)
    known = table.update(defender_is)
    written = known["log"]["total"]

    attacker.choose(attacker.glow(asked.glowing[0].hex))
    attacker.page.locator(".counter.chosen").first.wait_for()
    attacker.wait()
    committed = sealed(table, attacker_is)
    assert len(committed) == 1
    assert shown(defender) == page_before
    assert table.update(defender_is) == known

    attacker.say("seal")
    defending = defender.wait()
    assert not sealed(table, defender_is)
    assert committed[0] not in told(table, defender_is, written)
    defender.choose(defender.glow(defending.glowing[0].hex))
    defender.wait()
    attacker.prompt.get_by_text("Waiting for").wait_for()
    answered = sealed(table, defender_is)
    assert len(answered) == 1
    assert sealed(table, attacker_is) == committed
    assert answered[0] not in told(table, attacker_is, written)

    defender.say("seal")
    for board in (attacker, defender):
        board.dice.wait_for()
    for side in NAMES:
        assert committed[0] in told(table, side, written)
        assert answered[0] in told(table, side, written)
