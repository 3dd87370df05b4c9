"""axe-core finds no serious violation on any page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from browser.board import Board
from browser.hosting import AXE
from browser.positions import is_asked, journal_where

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import People
    from browser.hosting import Server

GERMAN = 0
GRAVE = ("serious", "critical")


def assert_accessible(page: Page, where: str) -> None:
    """Run axe-core on the page as it stands."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run()).violations")
    grave = [violation for violation in found if violation["impact"] in GRAVE]
    report = [
        f"{each['help']} ({each['id']})\n  {node['html'][:160]}\n  {node['failureSummary']}"
        for each in grave
        for node in each["nodes"][:3]
    ]
    assert not grave, f"{where}:\n" + "\n".join(report)


def test_the_pages_for_new_games_are_accessible(server: Server, people: People) -> None:
    page = people.arrive()
    page.goto(server.url)
    page.get_by_role("button", name="Start").wait_for()
    page.get_by_text("Readings of open rules").click()
    assert_accessible(page, "home")
    page.get_by_label("A friend far away (by link)").check()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Enter the game").wait_for()
    assert_accessible(page, "invitation")


def test_the_board_is_accessible_with_its_panels_and_its_guide(
    server: Server, people: People
) -> None:
    page = people.arrive()
    page.goto(server.url)
    page.get_by_role("button", name="Start").click()
    board = Board(page)
    board.begin()
    assert_accessible(page, "board with the guide")
    board.clear()
    for tab in ("Hex", "Log", "Forces", "Rules", "More"):
        board.tab(tab)
        page.wait_for_load_state("networkidle")
        assert_accessible(page, tab)
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    assert_accessible(page, "keys")


def test_a_combat_and_its_replay_are_accessible(server: Server, people: People) -> None:
    table = server.new_table(journal=journal_where(is_asked("Compose", GERMAN, 3)))
    board = Board(people.arrive())
    asked = board.open(table.link("german"))
    board.choose(board.glow(asked.glowing[0].hex))
    board.composer.locator(".verdict").first.wait_for()
    assert_accessible(board.page, "composer")
    board.tab("More").get_by_role("button", name="Replay the game").click()
    board.page.locator(".replay .count").get_by_text("of").wait_for()
    assert_accessible(board.page, "replay")
    board.page.keyboard.press("Escape")
    board.page.locator(".replay").wait_for(state="detached")
    board.tab("More").get_by_role("button", name="Luck report").click()
    board.page.get_by_role("dialog").wait_for()
    assert_accessible(board.page, "luck report")


def test_the_board_is_accessible_on_a_phone(server: Server, people: People) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", GERMAN)))
    page = people.arrive(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    Board(page).open(table.link("german"))
    assert_accessible(page, "board on a phone")
