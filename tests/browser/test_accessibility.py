"""axe-core finds no violation on any page, and who plays by keyboard never loses his place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from browser.board import Board
from browser.hosting import AXE, until
from browser.positions import is_asked, is_composing, journal_where
from grognard.engine.registry import game

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import People
    from browser.hosting import Server

GERMAN = 0
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def assert_accessible(page: Page, where: str, part: str = "html") -> None:
    """Run axe-core on the page as it stands, or on a part of it."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(
        "async (part) => (await axe.run(part)).violations", part
    )
    report = [
        f"{each['help']} ({each['id']})\n  {node['html'][:160]}\n  {node['failureSummary']}"
        for each in found
        for node in each["nodes"][:3]
    ]
    assert not found, f"{where}:\n" + "\n".join(report)


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
    table = server.new_table(journal=journal_where(is_composing(GERMAN)))
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
    page = people.arrive(**PHONE)
    board = Board(page, is_touch=True)
    board.open(table.link("german"))
    assert_accessible(page, "board on a phone")
    for tab in ("Log", "Forces", "Rules"):
        board.tab(tab)
        page.wait_for_load_state("networkidle")
        assert_accessible(page, f"{tab} on a phone", "aside")


MOST = 3
"""How many tables are looked at closely; all are drawn alike."""


@pytest.mark.parametrize("name", ["bautzen", "petrograd", "luga"])
def test_the_printed_tables_are_accessible_on_a_phone_and_said_in_french(
    server: Server, people: People, name: str
) -> None:
    rules = game(name)
    side = rules.seats[0]
    table = server.new_table(journal=journal_where(is_asked("Movement", 0, 5), name))
    page = people.arrive(locale="fr-FR", **PHONE)
    board = Board(page, is_touch=True)
    board.open(table.link(side))
    panel = board.tab("Plus")
    for number, printed in enumerate(rules.printed(rules.load())["tables"]):
        panel.get_by_role("button", name=printed["names"]["fr"], exact=True).click()
        dialog = page.get_by_role("dialog")
        dialog.locator("td").first.wait_for()
        written = {*dialog.locator("th, td").all_inner_texts()}
        assert (
            not {en for en, said in printed.get("words", {}).items() if said["fr"] != en} & written
        )
        if number < MOST:
            assert_accessible(page, printed["id"], "dialog")
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")


HELD = "() => document.activeElement !== document.body && document.activeElement !== null"


def test_focus_is_never_lost_to_who_plays_by_keyboard(server: Server, people: People) -> None:
    table = server.new_table(journal=journal_where(is_asked("Compose", GERMAN, 3)))
    page = people.arrive()
    board = Board(page)
    board.open(table.link("german"))
    page.locator(".answers button").first.focus()
    before = table.update("german")["version"]
    page.keyboard.press("Enter")
    until(lambda: table.update("german")["version"] > before)
    board.wait()
    page.wait_for_function(HELD)
    page.get_by_role("tab", name="More").focus()
    page.keyboard.press("Enter")
    for name in ("Luck report", "Combat results"):
        page.locator("#panel").get_by_role("button", name=name).focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for()
        page.wait_for_function(HELD)
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        said = "(name) => document.activeElement?.textContent === name"
        page.wait_for_function(said, arg=name)
    page.get_by_role("button", name="Français").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="English").wait_for()
    page.wait_for_function(HELD)


def test_a_lesson_and_a_replay_are_accessible_on_a_phone(server: Server, people: People) -> None:
    table = server.new_table(lesson="petrograd/first-turn-white")
    page = people.arrive(**PHONE)
    Board(page).open(table.link("white"))
    page.locator(".lesson").wait_for()
    assert_accessible(page, "lesson on a phone")
    table = server.new_table(journal=journal_where(is_asked("Movement", GERMAN)))
    board = Board(page, is_touch=True)
    board.open(table.link("german"))
    board.tab("More").get_by_role("button", name="Replay the game").click()
    page.locator(".replay .count").get_by_text("of").wait_for()
    assert_accessible(page, "replay on a phone")
