"""The other side's turn can be followed: counters slide, it can be halted, and it is told after."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from browser.board import Board
from browser.positions import is_asked, journal_where
from browser.test_accessibility import assert_accessible

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import People
    from browser.hosting import Server
    from grognard.engine.game import State

WATCH = """() => {
  window.slid = [];
  new MutationObserver((all) => {
    for (const one of all) for (const node of one.addedNodes)
      if (node.classList?.contains('slide')) window.slid.push(node.dataset.piece);
  }).observe(document.querySelector('.marks'), {childList: true, subtree: true});
}"""


SKIPPED = """() => {
  document.querySelector('.follow .skip')?.click();
  return document.querySelector('.prompt .answers') !== null;
}"""
"""Goes to the end of what is shown, whenever more comes, until one is asked again."""


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
    assert_accessible(page, "following")
    page.wait_for_function("() => !document.querySelector('.slide')")
    lines = "() => document.querySelectorAll('.stack').length"
    before = page.evaluate(lines)
    page.wait_for_timeout(500)
    assert page.evaluate(lines) == before, "nothing goes on while it is halted"
    assert not board.prompt.locator(".answers").count()
    follow.get_by_role("button", name="One thing at a time").click()
    follow.get_by_role("button", name="To the end").click()
    page.wait_for_function(SKIPPED)

    recap = page.get_by_label("Since your last answer")
    recap.wait_for()
    moves = re.search(r"(\d+) moves?", recap.inner_text())
    assert moves is not None
    assert int(moves[1]) > 0
    recap.locator("summary").click()
    assert page.locator(".deeds .way").count() > 0, "its ways stay on the map"
    page.evaluate("() => { window.slid = []; }")
    recap.get_by_role("button", name="Show that turn again").click()
    page.locator(".replay .count").get_by_text("of").wait_for()
    page.wait_for_function("() => window.slid.length > 0")
    assert page.locator(".replay .told").inner_text()
    page.get_by_label("Speed").select_option("once")
    page.locator(".replay").wait_for(state="detached")
    board.prompt.locator(".answers").wait_for()
    recap.get_by_role("button", name="Close").click()
    recap.wait_for(state="detached")
    assert page.locator(".deeds").count() == 0


SEEN = """() => {
  window.bars = 0;
  new MutationObserver((all) => {
    for (const one of all) for (const node of one.addedNodes)
      if (node.classList?.contains('follow')) window.bars += 1;
  }).observe(document.body, {childList: true, subtree: true});
}"""


def test_nothing_that_is_to_come_is_told_before_it_is_shown(server: Server, people: People) -> None:
    page = people.arrive(reduced_motion="no-preference")
    asked: list[str] = []
    ahead = re.compile(r"/(odds|overlays/|inspect)")
    page.on("request", lambda one: asked.append(one.url) if ahead.search(one.url) else None)
    board = play_until_the_computer_does(page, server)
    follow = page.get_by_role("group", name="The other side's turn")
    follow.get_by_role("button", name="Pause").click()
    behind = follow.locator(".behind")
    page.wait_for_function(
        "() => Number(document.querySelector('.follow .behind')?.innerText) > 12"
    )
    asked.clear()
    page.get_by_role("button", name="Control", exact=True).click()
    board.tab("Log").locator("li").first.wait_for()
    # Which piece is taken up is one of the updates, and nothing to look at.
    told = "() => Number([...document.querySelectorAll('#panel li')].at(-1).dataset.line)"
    for _ in range(4):
        before, left = page.evaluate(told), behind.inner_text()
        follow.get_by_role("button", name="One thing at a time").click()
        page.wait_for_function(f"(before) => ({told})() > before", arg=before)
        assert behind.inner_text() != left
    assert not asked, "what is fought, held or lies in a hex by then is not asked for"
    page.evaluate(SEEN)
    with page.expect_request(ahead):
        follow.get_by_role("button", name="To the end").click()
    board.prompt.locator(".answers").wait_for()
    assert page.evaluate("() => window.bars") == 0, "to the end, and not to the next pause"


def test_whoever_comes_back_after_days_on_another_device_is_told_what_happened(
    server: Server, people: People
) -> None:
    table = server.new_table(journal=journal_after_a_turn())
    board = Board(people.arrive())
    board.open(table.link("german"))
    page = board.page
    recap = page.get_by_label("Since your last answer")
    recap.wait_for()
    assert re.search(r"[1-9]\d* moves?", recap.inner_text())
    page.locator(".deeds .way").first.wait_for(state="attached")
    recap.get_by_role("button", name="Close").click()
    recap.wait_for(state="detached")


def journal_after_a_turn() -> str:
    """Return a game in which the German side has moved, then the other, and is asked again."""

    def fits(state: State) -> bool:
        return state.turn == 3 and is_asked("Movement", 0)(state)  # type: ignore[attr-defined]

    return journal_where(fits)


def test_the_computer_against_itself_is_watched_step_by_step(
    server: Server, people: People
) -> None:
    page = people.arrive(reduced_motion="no-preference")
    page.goto(server.url)
    page.get_by_label("Computer against computer").check()
    page.get_by_label("Level").select_option(index=1)
    page.get_by_role("button", name="Start").click()
    page.locator(".plane").wait_for()
    page.evaluate(WATCH)
    page.wait_for_function("() => window.slid.length > 2")
    follow = page.get_by_role("group", name="The other side's turn")
    follow.get_by_role("button", name="Pause").click()
    follow.get_by_role("button", name="One thing at a time").click()
    follow.get_by_role("button", name="To the end").click()


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
    board.reload()
    assert board.tab("More").get_by_label("The other side plays").input_value() == "fast"
