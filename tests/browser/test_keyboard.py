"""A first turn with the keyboard alone, from the page for new games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.board import Board

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import People
    from browser.hosting import Server

IS_LOST = "() => document.activeElement === document.body"
HEARD = """(words) => (document.querySelector("p.sr[role='log']")?.textContent ?? '')
  .includes(words)"""
FOCUSED = "() => document.activeElement?.textContent?.trim() ?? ''"


def tab_to(page: Page, text: str) -> None:
    """Go on with Tab until the element with this text has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == text:
            return
    raise AssertionError(f"Tab never comes to {text!r}")


def end_with_keys(board: Board) -> None:
    """End the segment with Space; where things are left to do, say so in the dialog."""
    keys = board.page.keyboard
    board.page.wait_for_timeout(1000)
    is_asked = board.prompt.locator("[data-left]").count()
    keys.press(" ")
    if is_asked:
        board.ending.wait_for()
        keys.press("Tab")
        keys.press("Enter")
        board.ending.wait_for(state="detached")


def test_a_first_turn_is_played_with_the_keyboard_alone(server: Server, people: People) -> None:
    page = people.arrive()
    page.goto(server.url)
    page.get_by_role("button", name="Start").wait_for()
    tab_to(page, "Start")
    page.keyboard.press("Enter")
    board = Board(page)
    board.begin()
    tab_to(page, "I will manage")
    page.keyboard.press("Enter")
    page.locator(".guide").wait_for(state="detached")
    asked = board.wait()
    assert not page.evaluate(IS_LOST), "the map takes the focus of a button that has gone"

    said = page.locator("main p.sr[aria-live]")
    page.keyboard.press("n")
    page.wait_for_function(
        "() => document.querySelector('main p.sr')?.textContent.includes('can be chosen')"
    )
    assert any(glow.hex in said.inner_text() for glow in asked.glowing)
    page.keyboard.press("Enter")
    if board.fan.count():
        page.keyboard.press("Enter")
    where = board.wait()
    assert "stay" in where.verbs
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    moved = board.wait()
    assert moved.main == "done"
    assert len(page.locator("path.went").all()) == 1
    page.wait_for_function(HEARD, arg=" to ")
    page.keyboard.press("u")
    page.locator(".prompt [data-verb='stay']").wait_for()
    board.wait()
    page.keyboard.press("1")
    page.locator(".prompt .main[data-verb='done']").wait_for()
    board.wait()

    end_with_keys(board)
    fighting = board.wait()
    assert "attack" in fighting.text
    page.wait_for_function(HEARD, arg="combat segment")
    assert not page.evaluate(IS_LOST)
    end_with_keys(board)
    page.wait_for_function(
        "() => !(document.querySelector('.segment')?.textContent ?? 'German').startsWith('German')"
    )
