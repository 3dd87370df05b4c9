"""After the game: a replay that opens at once, links to a moment, a fork, the result page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.board import Board
from browser.positions import finished, is_asked, journal_where
from browser.test_accessibility import assert_accessible
from grognard.engine.registry import game

if TYPE_CHECKING:
    from browser.conftest import People
    from browser.hosting import Server

GAMES = [("bautzen", "german"), ("luga", "soviet"), ("petrograd", "white")]

UNITS = {
    "en": {"bautzen": "step", "luga": "step", "petrograd": "column"},
    "fr": {"bautzen": "pas", "luga": "pas", "petrograd": "colonne"},
}
BUTTONS = {
    "en": {
        "rematch": "Rematch",
        "swap": "Rematch, sides exchanged",
        "replay": "Replay the game",
        "download": "Download the game (text)",
    },
    "fr": {
        "rematch": "Revanche",
        "swap": "Revanche, camps échangés",
        "replay": "Revoir la partie",
        "download": "Télécharger la partie (texte)",
    },
}


@pytest.mark.parametrize(("name", "side"), GAMES)
def test_a_replay_opens_at_once_with_its_turns_marked(
    server: Server, people: People, name: str, side: str
) -> None:
    table = server.new_table(journal=finished(name))
    board = Board(people.arrive())
    board.open(table.link(side))
    page = board.page
    panel = board.tab("More")
    page.evaluate(
        """() => {
      window.counts = [];
      const seen = () => { const one = document.querySelector('.replay .count');
        if (one) window.counts.push(one.innerText); };
      new MutationObserver(seen).observe(document.body, {subtree: true, childList: true,
        characterData: true});
    }"""
    )
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/replay?" in one.url else None)
    panel.get_by_role("button", name="Replay the game").click()
    page.locator(".replay .count").get_by_text("of").wait_for()
    counts = page.evaluate("() => window.counts")
    assert not any("0 of 0" in text for text in counts)
    assert len(asked) == 1, f"the first moment is there after one answer of the server: {asked}"
    turns = page.get_by_role("group", name="Turns").get_by_role("button")
    assert turns.count() >= 3
    told: set[str] = set()
    for number in range(3):
        turns.nth(number).click()
        page.wait_for_function(
            "(text) => (document.querySelector('.replay .told')?.innerText ?? text) !== text",
            arg=next(iter(told), ""),
        )
        told = {page.locator(".replay .told").inner_text()}
        assert page.locator(".stack").count() > 10, "no empty moment"
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "(text) => (document.querySelector('.replay .told')?.innerText ?? text) !== text",
        arg=next(iter(told)),
    )


def test_a_link_leads_to_the_very_moment(server: Server, people: People) -> None:
    table = server.new_table(journal=finished())
    page = people.arrive()
    page.goto(f"{table.watch}?at=120")
    page.locator(".replay .count").get_by_text("of").wait_for()
    words = page.locator(".replay .told")
    page.wait_for_function("() => document.querySelector('.replay .told')?.innerText")
    log = server.get(f"/api/tables/{table.id}/log?before=130&limit=130")["lines"]
    assert log[120]["text"] in words.inner_text() or words.inner_text() in log[120]["text"]
    line = page.locator(".replay .link").get_attribute("data-line")
    assert line is not None
    assert int(line) >= 120
    other = people.arrive()
    other.goto(f"{table.watch}?at={line}")
    other.locator(".replay .count").get_by_text("of").wait_for()
    count = page.locator(".replay .count").inner_text()
    assert other.locator(".replay .count").inner_text() == count


def test_a_moment_becomes_a_game_of_ones_own(server: Server, people: People) -> None:
    table = server.new_table(journal=finished())
    page = people.arrive()
    page.goto(f"{table.watch}?at=120")
    page.locator(".replay .count").get_by_text("of").wait_for()
    page.wait_for_function("() => document.querySelectorAll('.stack').length > 5")
    stacks = "() => [...document.querySelectorAll('.stack')].map((one) => one.dataset.hex).sort()"
    before = page.evaluate(stacks)
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Opponent").select_option("")
    dialog.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(rf"/play/(?!{table.id})"))
    board = Board(page)
    curtain = page.get_by_role("button", name=re.compile("show the map"))
    page.locator(".plane").wait_for()
    if curtain.count():
        curtain.click()
    board.wait()
    now = page.evaluate(stacks)
    assert len(set(now) & set(before)) >= len(before) - 3, "the same position"


def test_a_game_that_goes_on_is_not_forked_by_one_side(server: Server, people: People) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", 0)))
    board = Board(people.arrive())
    people.excused.append("403")
    board.open(table.link("german"))
    board.tab("More").get_by_role("button", name="Replay the game").click()
    board.page.locator(".replay .count").get_by_text("of").wait_for()
    board.page.get_by_role("button", name="Play on from here").click()
    dialog = board.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Start").click()
    dialog.get_by_role("alert").get_by_text("Once the game is over").wait_for()


@pytest.mark.parametrize(
    ("name", "side", "lang"), [(*GAMES[0], "fr"), (*GAMES[1], "en"), (*GAMES[2], "fr")]
)
def test_the_result_page_says_who_won_and_why_and_how_it_went(
    server: Server, people: People, name: str, side: str, lang: str
) -> None:
    table = server.new_table(journal=finished(name))
    board = Board(people.arrive())
    page = board.page
    page.goto(f"{server.url}/?lang={lang}")
    board.open(table.link(side))
    page.locator(".prompt .main").click()
    result = page.get_by_role("dialog")
    course = server.get(f"/api/tables/{table.id}/course?lang={lang}")
    why = re.sub(r"^-(?=\d)", "\N{MINUS SIGN}", course["ending"]["text"])
    result.get_by_text(why).first.wait_for()
    rows = result.locator("tbody tr")
    assert rows.count() == len(course["points"])
    lost = rows.last.locator(".lost").all_inner_texts()
    assert lost == [str(number) for number in course["ending"]["lost"]]
    conditions = course["ending"]["victory"]["conditions"]
    assert result.locator("ul li").count() == len(conditions)
    assert result.locator("ul li.holds").count() == sum(one["holds"] for one in conditions)
    told = result.locator("h3").all_inner_texts()
    worst = {"en": "Worst moments", "fr": "Pires moments"}[lang]
    mine = game(name).seats.index(side)
    hurt = any(one["seat"] == mine and one["gain"] < 0 for one in course["moments"])
    assert sum(one.startswith(worst) for one in told) == hurt
    bars = result.locator("svg").first
    assert bars.is_visible(), "the chance of winning by turn"
    for name_ in ("rematch", "swap", "replay", "download"):
        assert result.get_by_role("button", name=BUTTONS[lang][name_], exact=True).count() == 1
    assert_accessible(page, f"result of {name}")
    if course["moments"]:
        unit = UNITS[lang][name]
        assert f" {unit}" in result.locator("ol.best li").first.inner_text()
        assert result.locator(".unit").inner_text()
        result.locator(".moment").first.click()
        page.locator(".replay .told").wait_for()


def test_a_rematch_begins_the_same_game_with_the_sides_exchanged(
    server: Server, people: People
) -> None:
    seats = {"allied": {"kind": "bot", "level": "recruit"}}
    table = server.new_table(journal=finished(), seats=seats)
    board = Board(people.arrive())
    page = board.page
    board.open(table.link("german"))
    page.get_by_role("button", name="Result and course").click()
    page.get_by_role("button", name="Rematch, sides exchanged").click()
    page.wait_for_url(re.compile(rf"/play/(?!{table.id})"))
    board.wait()
    about = server.get(f"/api/tables/{page.url.rpartition('/')[2]}")
    assert [seat["kind"] for seat in about["seats"]] == ["bot", "human"]
    assert about["seats"][0]["level"] == "recruit"
