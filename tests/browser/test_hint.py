"""The Hint button: what a bot would do, with candidates and values, marked on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.board import Board
from browser.positions import is_asked, journal_where
from browser.test_accessibility import assert_accessible
from browser.test_phone import assert_nothing_sticks_out
from grognard.bots.advice import advise
from grognard.engine.registry import game

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import People
    from browser.hosting import Server, Table
    from grognard.engine.game import State

BAUTZEN = game("bautzen")
GERMAN = 0
BOT = {"german": {"kind": "human"}, "allied": {"kind": "bot", "level": "recruit"}}


def table_where(server: Server, question: str, verb: str) -> Table:
    """Return a table against the computer where a colonel would answer with a verb."""

    def fits(state: State) -> bool:
        if not is_asked(question, GERMAN)(state):
            return False
        return advise(BAUTZEN, state, "colonel", "en").steps[0].action.verb == verb

    return server.new_table(journal=journal_where(fits), seats=BOT)


def ask(page: Page) -> None:
    """Press the button and wait for the hint."""
    page.locator("section.hint .get").click()
    page.locator("section.hint .would").wait_for()


def test_a_hint_shows_candidates_and_hexes_and_is_followed(server: Server, people: People) -> None:
    """8.1 - the attack that is proposed is begun by a click on the hex that is marked."""
    table = table_where(server, "Combat", "attack")
    board = Board(people.arrive())
    board.open(table.link("german"))
    page = board.page
    ask(page)
    hint = page.locator("section.hint")
    assert "Colonel would play:" in hint.inner_text()
    assert "rule 8.1" in hint.inner_text()
    assert hint.locator("li").count() >= 1
    assert hint.locator("li .worth").first.inner_text().replace("−", "-").lstrip("+-")[0].isdigit()
    marked = page.locator("path.tint.hint")
    assert marked.count() >= 1
    assert_accessible(page, "a hint")
    version = table.update("german")["version"]
    proposed = server.get(f"/api/tables/{table.id}/hint", table.token("german"))
    assert table.update("german")["version"] == version, "a hint plays nothing"
    first, *rest = proposed["answers"]
    board.choose(board.glow(first["hexes"][0]))
    page.wait_for_function(
        """(label) => {
          const would = document.querySelector('section.hint .would');
          return would && !would.innerText.includes(label);
        }""",
        arg=first["label"],
    )
    assert rest[0]["label"] in page.locator("section.hint .would strong").inner_text()
    page.keyboard.press("Escape")
    page.locator("section.hint .would").wait_for(state="detached")
    assert page.locator("path.tint.hint").count() == 0


def test_a_level_is_chosen_and_french_is_spoken(server: Server, people: People) -> None:
    """4.1 - what a sergeant would move, asked for with the keyboard."""
    table = table_where(server, "Movement", "move")
    board = Board(people.arrive(locale="fr-FR"))
    board.open(table.link("german"))
    page = board.page
    assert page.locator("section.hint option").all_inner_texts() == [
        "Recrue",
        "Sergent",
        "Colonel",
        "Général",
    ]
    page.locator("section.hint select").select_option("sergeant")
    page.locator(".board").focus()
    page.keyboard.press("i")
    page.locator("section.hint .would").wait_for()
    text = page.locator("section.hint").inner_text().replace("\xa0", " ")
    assert "Sergent jouerait :" in text
    assert "Évaluation, en points :" in text
    assert page.locator("path.tint.hint").count() >= 2, "the piece, and where it would go"


def test_two_people_far_apart_have_no_hints_unless_they_want_them(
    server: Server, people: People
) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", GERMAN)))
    board = Board(people.arrive())
    board.open(table.link("german"))
    assert board.page.locator("section.hint").count() == 0
    home = people.arrive()
    home.goto(server.url)
    wanted = home.get_by_label("The computer gives hints")
    wanted.wait_for()
    assert wanted.is_checked()
    home.get_by_label("A friend far away (by link)").check()
    assert not wanted.is_checked()
    home.get_by_label("A friend at this screen").check()
    assert wanted.is_checked()


def test_a_hint_fits_on_a_phone(server: Server, people: People) -> None:
    table = table_where(server, "Combat", "attack")
    page = people.arrive(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    board = Board(page, is_touch=True)
    board.open(table.link("german"))
    ask(page)
    assert_nothing_sticks_out(page)
    box, zone = page.locator("section.hint").bounding_box(), page.locator(".zone").bounding_box()
    assert box is not None
    assert zone is not None
    assert box["y"] + box["height"] <= 844
    assert zone["height"] > 200, "the map must stay in sight"
