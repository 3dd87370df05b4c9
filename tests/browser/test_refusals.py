"""What is asked for and not possible: the rule is named; stacks spread out beside what glows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.board import Board, place_of
from browser.positions import is_asked, journal_where
from grognard.engine.registry import game

if TYPE_CHECKING:
    from typing import Any

    from browser.conftest import People
    from browser.hosting import Server

GAMES = ("bautzen", "luga", "petrograd")
FIRST = 0


def tall(update: dict[str, Any], side: str) -> str:
    """Return a hex of a side where several counters could be picked up."""
    offered = [one["name"] for one in update["answers"] if one["kind"] == "piece"]
    places = [place_of(update, name) for name in offered]
    return max(filter(None, places), key=places.count)


@pytest.mark.parametrize("name", GAMES)
def test_a_counter_that_has_moved_says_so(server: Server, people: People, name: str) -> None:
    """A click on one's own counters is about them, not about the hex."""
    table = server.new_table(journal=journal_where(is_asked("Movement", FIRST), name))
    side = game(name).seats[0]
    board = Board(people.arrive())
    board.open(table.link(side))
    board.clear()
    update = table.update(side)
    stacks = update["view"]["facts"]["stacks"]
    offered = {one["name"] for one in update["answers"] if one["kind"] == "piece"}
    alone = next(
        hex_
        for hex_, stack in stacks.items()
        if len(stack["pieces"]) == 1 and stack["pieces"][0]["id"] in offered
    )
    board.choose(board.glow(alone))
    board.wait()
    board.say("halt" if "halt" in board.look().verbs else "stay")
    board.wait()
    board.clear()
    board.click(next(spot for spot in board.look().stacks if spot.hex == alone))
    said = board.page.locator(".toast").filter(has_text="Not possible").inner_text()
    assert "moved" in said
    board.click(next(spot for spot in board.look().stacks if spot.side not in ("", side)))
    board.page.locator(".toast").get_by_text("that is no answer to").wait_for()


def test_a_double_click_takes_the_whole_stack_along(server: Server, people: People) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", FIRST), "luga"))
    board = Board(people.arrive())
    board.open(table.link("german"))
    board.clear()
    hex_ = tall(table.update("german"), "german")
    spot = board.glow(hex_)
    board.page.mouse.dblclick(spot.x, spot.y)
    board.page.wait_for_function(
        "() => document.querySelector('.prompt .text').innerText.startsWith('Where do ')"
    )
    assert board.page.evaluate("getSelection().toString()") == ""


@pytest.mark.parametrize("name", GAMES)
def test_a_stack_spreads_out_with_the_keys_on_a_counter(
    server: Server, people: People, name: str
) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", FIRST), name))
    board = Board(people.arrive())
    board.open(table.link(game(name).seats[0]))
    board.clear()
    hex_ = tall(table.update(game(name).seats[0]), game(name).seats[0])
    board.click(board.glow(hex_))
    board.fan.wait_for()
    assert board.page.evaluate("document.activeElement.matches('.fan .piece, .fan .verbs button')")
    board.fan.locator("button.piece:enabled").first.click()
    board.wait()
    # The pointer rests where it was: the stack does not spread over where one could go.
    board.page.wait_for_timeout(900)
    assert not board.page.locator(".fan.peek").count()
