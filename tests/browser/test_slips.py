"""Nothing is lost by a slip: ending, throwing and going where it hurts are deliberate acts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.board import Board
from browser.positions import is_asked, journal_where
from grognard.engine.registry import game, games
from grognard.games.bautzen.fighting import Compose

if TYPE_CHECKING:
    from browser.conftest import People
    from browser.hosting import Server, Table
    from grognard.engine.game import State

GERMAN = 0
CLOCK = "window.later = 0; performance.now = () => 5000 + window.later;"
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def moving(server: Server) -> Table:
    return server.new_table(journal=journal_where(is_asked("Movement", GERMAN, 5)))


def has_one_supporter_left(state: State) -> bool:
    """Whether one supporter may still be named, nobody may join, and guns may be laid."""
    if not isinstance(state.question, Compose) or state.seat != GERMAN:
        return False
    return [action.verb for action in state.options()] == ["support", "fight"]


@pytest.mark.parametrize("name", games())
def test_ending_with_things_left_to_do_asks_once_with_counts_and_can_be_undone(
    server: Server, people: People, name: str
) -> None:
    side = game(name).seats[0]
    table = server.new_table(journal=journal_where(is_asked("Movement", 0, 5), name))
    board = Board(people.arrive())
    asked = board.open(table.link(side))
    page, keys = board.page, board.page.keyboard
    keys.press(" ")
    board.ending.wait_for()
    [done] = [one for one in table.update(side)["answers"] if one["verb"] == "done"]
    counts = board.ending.locator("li").evaluate_all(
        "(all) => all.map((one) => +one.dataset.count)"
    )
    assert counts == [left["count"] for left in done["left"]]
    for left in done["left"]:
        assert left["text"] in board.ending.inner_text()
        assert str(left["count"]) in left["text"] or left["count"] == 1
    keys.press(" ")
    assert board.ending.is_visible(), "the key that just asked is not heard"
    version = table.update(side)["version"]
    keys.press("Escape")
    board.ending.wait_for(state="detached")
    assert board.look().text == asked.text
    assert table.update(side)["version"] == version

    board.say("done")
    board.wait_for_news(asked)
    page.locator(".prompt .undo").click()
    page.wait_for_function(
        "(text) => document.querySelector('.prompt .text')?.innerText === text", arg=asked.raw
    )


def test_two_presses_of_space_do_not_skip_a_turn(server: Server, people: People) -> None:
    table = moving(server)
    page = people.arrive()
    page.add_init_script("localStorage.setItem('grognard.asks', 'no')")
    page.add_init_script(CLOCK)
    board = Board(page)
    asked = board.open(table.link("german"))
    page.keyboard.press(" ")
    board.wait_for_news(asked)
    fighting = board.wait()
    page.evaluate("() => (window.later = 999)")
    page.keyboard.press(" ")
    page.wait_for_timeout(300)
    assert board.look().text == fighting.text
    assert table.update("german")["view"]["facts"]["segment"].startswith("german")
    page.evaluate("() => (window.later = 1000)")
    page.keyboard.press(" ")
    board.wait_for_news(fighting)


def test_asking_can_be_switched_off_and_on_again(server: Server, people: People) -> None:
    board = Board(people.arrive())
    asked = board.open(moving(server).link("german"))
    board.prompt.locator("[data-verb='done']").click()
    board.ending.get_by_label("Do not ask any more").check()
    board.ending.get_by_role("button", name="Go on playing").click()
    assert not board.tab("More").get_by_label("Ask before ending").is_checked()
    board.prompt.locator("[data-verb='done']").click()
    board.wait_for_news(asked)
    assert not board.ending.count()


def test_8_2_naming_the_last_supporter_does_not_fight(server: Server, people: People) -> None:
    table = server.new_table(journal=journal_where(has_one_supporter_left))
    board = Board(people.arrive())
    board.open(table.link("german"))
    [support] = [one for one in table.update("german")["answers"] if one["verb"] == "support"]
    lines = table.update("german")["log"]["total"]
    board.choose(board.look().free[0])
    offers = "(name) => (document.querySelector('.prompt')?.textContent ?? '').includes(name)"
    board.page.wait_for_function(f"(name) => !({offers})(name)", arg=support["label"])
    asked = board.wait()
    assert asked.main == "fight"
    assert table.update("german")["log"]["total"] == lines
    board.page.keyboard.press("u")
    board.page.wait_for_function(offers, arg=support["label"])


def test_escape_closes_and_never_takes_anything_back(server: Server, people: People) -> None:
    page = people.arrive()
    page.goto(server.url)
    page.get_by_role("button", name="Start").click()
    board = Board(page)
    asked = board.begin()
    page.locator(".guide").wait_for()
    for _ in range(4):
        page.keyboard.press("Escape")
    page.locator(".guide").wait_for(state="detached")
    page.wait_for_timeout(300)
    assert board.look().text == asked.text
    assert board.look().stacks, "the set-up is still there"


@pytest.mark.parametrize("name", ["bautzen", "luga", "petrograd"])
def test_the_main_button_never_gives_up_nor_frees(
    server: Server, people: People, name: str
) -> None:
    table = server.new_table(game=name)
    updates = {side: table.update(side) for side in game(name).seats}
    [(side, update)] = [item for item in updates.items() if item[1]["prompt"]["is_mine"]]
    board = Board(people.arrive())
    asked = board.open(table.link(side))
    main = [one["verb"] for one in update["answers"] if one.get("is_main")]
    assert asked.main == "".join(main)
    assert asked.main not in ("wait", "stay", "free", "release")


def warned_move(state: State) -> bool:
    if type(state.question).__name__ != "MoveTo" or state.seat != GERMAN:
        return False
    answers = game("bautzen").answers(state, state.options(), "en")
    return sum("warns" in answer for answer in answers) > 3


def test_where_it_hurts_is_coloured_and_said_before_one_goes_there(
    server: Server, people: People
) -> None:
    table = server.new_table(journal=journal_where(warned_move))
    board = Board(people.arrive())
    asked = board.open(table.link("german"))
    warns = {
        one["name"]: one["warns"] for one in table.update("german")["answers"] if "warns" in one
    }
    tinted = board.page.locator("path.tint.warn").evaluate_all("(all) => all.length")
    assert tinted == len(warns)
    spot = next(each for each in asked.free if each.hex in warns)
    board.page.mouse.move(spot.x, spot.y)
    said = board.page.locator(".warned")
    said.wait_for()
    for reason in warns[spot.hex]:
        assert reason["text"] in said.inner_text()
        assert re.search(rf"\b{re.escape(reason['rule'])}\b", said.inner_text())
    board.click(spot)
    board.wait_for_side(spot.hex, "german")


def test_on_a_phone_the_first_touch_says_what_hurts_and_the_second_goes(
    server: Server, people: People
) -> None:
    table = server.new_table(journal=journal_where(warned_move))
    board = Board(people.arrive(**PHONE), is_touch=True)
    board.open(table.link("german"))
    for _ in range(3):
        board.page.keyboard.press("-")
    asked = board.wait()
    update = table.update("german")
    warns = {one["name"] for one in update["answers"] if "warns" in one}
    spot = next(each for each in asked.free if each.hex in warns and not each.side)
    board.click(spot)
    board.page.locator(".warned .again").wait_for()
    assert table.update("german")["version"] == update["version"]
    board.click(spot)
    board.wait_for_side(spot.hex, "german")
