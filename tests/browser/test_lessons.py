"""Lessons: a first turn on the real board, played by doing what is marked, and nothing else."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import pytest

from browser.board import Board, held, place_of
from browser.hosting import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import People
    from browser.hosting import Server

LESSONS = [
    ("bautzen/first-turn", "fr"),
    ("bautzen/first-turn-allied", "en"),
    ("petrograd/first-turn-white", "en"),
    ("petrograd/first-turn-red", "fr"),
    ("luga/first-turn-german", "en"),
    ("luga/first-turn-soviet", "fr"),
]
"""Every lesson once, each side and each game in both languages."""
LEAST: Final = 8
MOST: Final = 60
"""How many steps a lesson has."""


def begin(page: Page, server: Server, lesson: str, lang: str) -> tuple[Board, str, str]:
    """Take a lesson from the first page."""
    page.goto(f"{server.url}/?lang={lang}")
    page.locator(f"input[name=game][value='{lesson.partition('/')[0]}']").check()
    page.locator(f"[data-lesson='{lesson}']").click()
    board = Board(page)
    board.wait()
    table, token = held(page)
    return board, table, token


def answer(board: Board, update: dict[str, Any]) -> None:
    """Do the first thing that the lesson waits for, as a person would: click what is marked."""
    wanted = update["lesson"]["answers"][0]
    one = next(
        each
        for each in update["answers"]
        if (each["verb"], each["noun"]) == (wanted["verb"], wanted["noun"])
    )
    board.clear()
    if one["kind"] in ("hex", "piece"):
        hex_ = one["name"] if one["kind"] == "hex" else place_of(update, one["name"])
        if hex_:
            click_on(board, hex_, one)
            return
        board.page.locator(f".tray [data-piece='{one['name']}']").click()
        return
    board.say(one["verb"]) if not one["name"] else board.prompt.locator(
        f".answers [data-verb='{one['verb']}']"
    ).nth(number_of(update, one)).click()


def number_of(update: dict[str, Any], one: dict[str, Any]) -> int:
    same = [each for each in update["answers"] if each["verb"] == one["verb"]]
    return same.index(one)


def click_on(board: Board, hex_: str, one: dict[str, Any]) -> None:
    """Click a hex, and a counter or a button of its stack where that spreads out."""
    wanted = f"[data-piece='{one['name']}'], .verbs [data-verb='{one['verb']}']"
    chosen = board.fan.locator(wanted).first
    if not chosen.count():
        spot = board.glow(hex_)
        board.click(spot)
        if board.page.locator(".warned .again").count():
            board.click(spot)
    if board.fan.count():
        chosen.click()


def update_of(server: Server, table: str, token: str, lang: str) -> dict[str, Any]:
    found: dict[str, Any] = server.get(f"/api/tables/{table}/update?lang={lang}", token)
    return found


def next_step(server: Server, seat: tuple[str, str, str], after: int) -> dict[str, Any]:
    """Wait until the learner has answered and is asked again, or the lesson is over."""
    deadline = time.monotonic() + PATIENCE
    while True:
        update = update_of(server, *seat)
        told = update["lesson"]
        if update["version"] > after and (told["words"] or told["is_over"]):
            return update
        assert time.monotonic() < deadline, f"nothing follows version {after}: {told}"
        time.sleep(0.05)


@pytest.mark.parametrize(("lesson", "lang"), LESSONS)
def test_a_first_turn_is_learnt_by_doing_what_is_marked(
    server: Server, people: People, lesson: str, lang: str
) -> None:
    page = people.arrive()
    board, table, token = begin(page, server, lesson, lang)
    seat = (table, token, lang)
    panel = page.locator(".lesson")
    seen = 0
    update = next_step(server, seat, -1)
    while not update["lesson"]["is_over"]:
        told = update["lesson"]
        for number, words in enumerate(told["words"]):
            panel.get_by_text(words).wait_for()
            if number + 1 < len(told["words"]):
                panel.locator(".next").click()
        seen += 1
        assert seen < MOST, "the lesson has no end"
        assert told["answers"], told
        if told["marks"]:
            page.locator(".tint.hint").first.wait_for()
        board.wait()
        answer(board, update)
        update = next_step(server, seat, update["version"])
    assert seen >= LEAST
    panel.get_by_text(update["lesson"]["words"][0]).wait_for()
    panel.get_by_role("button").first.click()
    panel.wait_for(state="detached")
    assert update_of(server, *seat)["lesson"] is None


def test_a_lesson_reacts_to_other_answers_without_taking_them(
    server: Server, people: People
) -> None:
    page = people.arrive()
    board, table, token = begin(page, server, "bautzen/first-turn", "en")
    before = update_of(server, table, token, "en")
    board.say("done")
    page.locator(".lesson .reaction").get_by_text("Not yet").wait_for()
    now = update_of(server, table, token, "en")
    assert now["version"] == before["version"], "nothing was played"
    board.reload()
    page.locator(".lesson").wait_for()
    page.locator(".lesson").get_by_role("button", name="Leave the lesson").click()
    page.locator(".lesson").wait_for(state="detached")
    board.reload()
    assert page.locator(".lesson").count() == 0, "whoever has left it is not called back"
    asked = board.wait()
    board.say("done")
    board.wait_for_news(asked)
