"""The other side's turn can be followed: counters slide, it can be halted, and it is told after."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from browser.board import Board

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import People
    from browser.hosting import Server

WATCH = """() => {
  window.slid = [];
  new MutationObserver((all) => {
    for (const one of all) for (const node of one.addedNodes)
      if (node.classList?.contains('slide')) window.slid.push(node.dataset.piece);
  }).observe(document.querySelector('.marks'), {childList: true, subtree: true});
}"""


def play_until_the_computer_does(page: Page, server: Server) -> Board:
    """Begin a game against the computer, and end one's own turn."""
    page.goto(server.url)
    page.get_by_label("Computer", exact=True).check()
    page.get_by_label("Level").select_option(index=1)
    page.locator("input[name=setup]").first.check()
    page.get_by_label("Show me around").uncheck()
    page.get_by_role("button", name="Start").click()
    board = Board(page)
    asked = board.begin()
    page.evaluate(WATCH)
    board.say("done")
    board.wait_for_news(asked)
    asked = board.wait()
    board.say("done")
    board.wait_for_news(asked)
    return board


def test_the_computers_turn_is_followed_step_by_step_and_told_afterwards(
    server: Server, people: People
) -> None:
    page = people.arrive(reduced_motion="no-preference")
    board = play_until_the_computer_does(page, server)
    follow = page.get_by_role("group", name="The other side's turn")
    follow.wait_for()
    page.wait_for_function("() => window.slid.length > 0")
    follow.get_by_role("button", name="Pause").click()
    follow.get_by_role("button", name="Play").wait_for()
    page.wait_for_timeout(500)
    lines = "() => document.querySelectorAll('.stack').length"
    before = page.evaluate(lines)
    page.wait_for_timeout(500)
    assert page.evaluate(lines) == before, "nothing goes on while it is halted"
    assert not board.prompt.locator(".answers").count()
    follow.get_by_role("button", name="One thing at a time").click()
    follow.get_by_role("button", name="To the end").click()
    board.page.wait_for_function("() => !document.querySelector('.follow')")
    while not board.prompt.locator(".answers").count():
        page.wait_for_timeout(200)
        if follow.count():
            follow.get_by_role("button", name="To the end").click()

    recap = page.get_by_label("Since your last answer")
    recap.wait_for()
    moves = re.search(r"moves (\d+)", recap.inner_text())
    assert moves is not None
    assert int(moves[1]) > 0
    recap.locator("summary").click()
    recap.get_by_role("button", name="Show it again").click()
    page.locator(".replay .count").get_by_text("of").wait_for()
    page.get_by_role("button", name="Back to the game").click()
    recap.get_by_role("button", name="Close").click()
    recap.wait_for(state="detached")


def test_the_speed_is_kept_and_without_motion_all_comes_at_once(
    server: Server, people: People
) -> None:
    page = people.arrive()
    board = play_until_the_computer_does(page, server)
    board.wait()
    assert page.evaluate("() => window.slid.length") == 0
    speed = board.tab("More").get_by_label("The other side plays")
    assert speed.input_value() == "once"
    speed.select_option("fast")
    page.reload()
    board.wait()
    assert board.tab("More").get_by_label("The other side plays").input_value() == "fast"
