"""Lessons: a first turn on the real board, played by doing what is marked, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from browser.board import Board, held

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import People
    from browser.hosting import Server

LESSONS = ["bautzen/first-turn", "petrograd/first-turn-white", "petrograd/first-turn-red"]


def begin(page: Page, server: Server, lesson: str, lang: str) -> tuple[Board, str, str]:
    """Take a lesson from the first page."""
    page.goto(f"{server.url}/?lang={lang}")
    page.locator("form select").first.select_option(lesson.partition("/")[0])
    page.locator(f"[data-lesson='{lesson}']").click()
    page.wait_for_url("**/play/*")
    board = Board(page, is_touch=page.evaluate("() => navigator.maxTouchPoints > 0"))
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


def place_of(update: dict[str, Any], piece: str) -> str:
    for hex_, stack in update["view"]["facts"]["stacks"].items():
        if piece in [each["id"] for each in stack["pieces"]]:
            return str(hex_)
    return ""


def click_on(board: Board, hex_: str, one: dict[str, Any]) -> None:
    page = board.page
    spot = next(each for each in board.look().glowing if each.hex == hex_)
    if not spot.is_free:
        page.evaluate("() => document.querySelector('.board').focus()")
    board.click(spot)
    if page.locator(".warned .again").count():
        board.click(spot)
    if board.fan.count():
        chosen = board.fan.locator(
            f"[data-piece='{one['name']}'], .verbs [data-verb='{one['verb']}']"
        )
        chosen.first.click()


def update_of(server: Server, table: str, token: str, lang: str) -> dict[str, Any]:
    found: dict[str, Any] = server.get(f"/api/tables/{table}/update?lang={lang}", token)
    return found


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("lesson", LESSONS)
def test_a_first_turn_is_learnt_by_doing_what_is_marked(
    server: Server, people: People, lesson: str, lang: str
) -> None:
    page = people.arrive()
    board, table, token = begin(page, server, lesson, lang)
    panel = page.locator(".lesson")
    seen: list[str] = []
    for _ in range(60):
        update = update_of(server, table, token, lang)
        told = update["lesson"]
        if told["is_over"]:
            break
        if not told["words"]:
            page.wait_for_timeout(100)
            continue
        for number, words in enumerate(told["words"]):
            panel.get_by_text(words).wait_for()
            if number + 1 < len(told["words"]):
                panel.locator(".next").click()
        seen.append(told["words"][-1])
        assert told["answers"], told
        for mark in told["marks"]:
            assert page.locator(".tint.hint").count() >= 1, mark
        version = update["version"]
        answer(board, update)
        page.wait_for_function(
            """async ([table, token, version]) => {
              const said = await fetch(`/api/tables/${table}/update`,
                {headers: {Authorization: `Bearer ${token}`}});
              return (await said.json()).version !== version;
            }""",
            arg=[table, token, version],
        )
        board.wait()
    else:
        pytest.fail("the lesson has no end")
    assert len(seen) >= 8
    panel.get_by_text(told["words"][0]).wait_for()
    panel.get_by_role("button").first.click()
    panel.wait_for(state="detached")
    board.wait()
    assert update_of(server, table, token, lang)["lesson"] is None


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
    page.reload()
    board.wait()
    page.locator(".lesson").wait_for()
    page.locator(".lesson").get_by_role("button", name="Leave the lesson").click()
    page.locator(".lesson").wait_for(state="detached")
    page.reload()
    board.wait()
    assert page.locator(".lesson").count() == 0, "whoever has left it is not called back"
    asked = board.look()
    board.say("done")
    board.wait_for_news(asked)
