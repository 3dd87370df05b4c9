"""A lost connection and a dead server in mid-combat: the game goes on where it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.board import Board
from browser.positions import is_asked, is_composing, journal_where

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

    from browser.conftest import People
    from browser.hosting import Server

GERMAN = 0
EXCUSES = ["WebSocket connection", "ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED"]


def test_a_dropped_connection_resumes_in_mid_combat_and_the_next_answer_counts_once(
    server: Server, people: People
) -> None:
    table = server.new_table(journal=journal_where(is_asked("Lose", GERMAN)))
    page = people.arrive()
    people.excused += EXCUSES
    lines: list[WebSocketRoute] = []

    def carry(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket("**/live", carry)
    board = Board(page)
    asked = board.open(table.link("german"))
    before = table.update("german")["log"]["total"]
    lines[0].close(code=3000)
    page.locator(".toast.lost").wait_for()
    again = board.wait()
    assert again.text == asked.text
    assert [glow.hex for glow in again.glowing] == [glow.hex for glow in asked.glowing]
    board.choose(board.glow(again.glowing[0].hex))
    board.wait_for_news(again)
    assert table.update("german")["log"]["total"] > before


def test_a_server_killed_in_mid_combat_comes_back_with_every_confirmed_answer(
    mortal: Server, people: People
) -> None:
    table = mortal.new_table(journal=journal_where(is_composing(GERMAN)))
    page = people.arrive()
    people.excused += EXCUSES
    board = Board(page)
    asked = board.open(table.link("german"))
    board.choose(board.glow(asked.glowing[0].hex))
    board.page.locator(".counter.chosen").first.wait_for()
    confirmed = board.wait()
    chosen = page.locator(".counter.chosen").count()
    known = table.update("german")

    mortal.kill()
    page.locator(".toast.lost").wait_for()
    mortal.start()
    again = board.wait()
    assert again == confirmed
    assert page.locator(".counter.chosen").count() == chosen
    assert table.update("german")["log"] == known["log"]
    board.say("fight")
    table.wait_for_line("german", known["log"]["total"])
    lines = table.lines_since("german", known["log"]["total"])
    assert [line["kind"] for line in lines].count("declared") == 1


def test_a_line_that_dies_in_silence_is_opened_anew_and_the_answer_arrives(
    server: Server, people: People
) -> None:
    """Nobody closes the connection, as when a device sleeps: messages just do not arrive."""
    table = server.new_table(journal=journal_where(is_asked("Lose", GERMAN)))
    page = people.arrive()
    is_silent: list[bool] = []
    lines: list[WebSocketRoute] = []

    def carry(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) > 1:
            line.connect_to_server()
            return
        far = line.connect_to_server()
        line.on_message(lambda message: None if is_silent else far.send(message))
        far.on_message(lambda message: None if is_silent else line.send(message))

    page.route_web_socket("**/live", carry)
    board = Board(page)
    asked = board.open(table.link("german"))
    before = table.update("german")["log"]["total"]
    is_silent.append(True)
    board.choose(board.glow(asked.glowing[0].hex))
    board.wait_for_news(asked)
    assert len(lines) == 2
    assert table.update("german")["log"]["total"] > before
