"""French and English: the page, the questions, the log and the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.board import Board
from browser.positions import is_asked, journal_where

if TYPE_CHECKING:
    from browser.conftest import People
    from browser.hosting import Server
    from grognard.engine.game import State

GERMAN = 0
WORDS = {
    "en": ("New game", "Start", "Done", "German movement", "Log", "Rules", "Zone"),
    "fr": ("Nouvelle partie", "Commencer", "Terminé", "allemand", "Journal", "Règles", "Zone"),
}


@pytest.mark.parametrize(("lang", "locale"), [("en", "en-GB"), ("fr", "fr-FR")])
def test_the_browsers_language_is_spoken_from_the_first_page(
    server: Server, people: People, lang: str, locale: str
) -> None:
    title, start, done, segment, log, rules, word = WORDS[lang]
    page = people.arrive(locale=locale)
    page.goto(server.url)
    page.get_by_role("heading", name=title).wait_for()
    assert page.locator("html").get_attribute("lang") == lang
    page.get_by_role("button", name=start).click()
    board = Board(page)
    board.begin()
    board.clear()
    board.prompt.get_by_role("button", name=done).wait_for()
    assert segment.lower() in page.locator(".segment").inner_text().lower()
    assert board.tab(log).locator("li").count()
    panel = board.tab(rules)
    panel.locator("article").first.wait_for()
    assert word.lower() in panel.inner_text().lower()


def test_the_language_changes_in_the_middle_of_a_game_without_losing_the_place(
    server: Server, people: People
) -> None:
    table = server.new_table(journal=journal_where(is_asked("Lose", GERMAN)))
    board = Board(people.arrive())
    english = board.open(table.link("german"))
    board.tab("Log").locator("li").first.wait_for()
    page = board.page
    page.get_by_role("button", name="Français").click()
    board.wait_for_news(english)
    page.get_by_role("button", name="English").wait_for()
    french = board.wait()
    assert "règle" in french.text
    assert [glow.hex for glow in french.glowing] == [glow.hex for glow in english.glowing]
    lines = table.update("german")["log"]["lines"]
    shown = page.locator("#panel li").all_inner_texts()
    assert len(shown) == len(lines)
    assert not {line["text"] for line in lines if len(line["text"]) > 40} & set(shown)
    page.get_by_role("button", name="English").click()
    page.wait_for_function(
        "(text) => document.querySelector('.prompt .text')?.innerText === text", arg=english.raw
    )


def test_what_was_told_before_is_told_again_in_the_new_language(
    server: Server, people: People
) -> None:
    """What the other side did since one's last answer, and the battle as it was fought."""
    text = journal_where(has_been_attacked)
    board = Board(people.arrive())
    board.open(server.new_table(journal=text).link("german"))
    page = board.page
    recap = page.locator(".recap")
    recap.locator("summary").click()
    english = recap.locator("li").all_inner_texts()
    assert english
    page.get_by_role("button", name="Français").click()
    page.get_by_role("button", name="English").wait_for()
    page.locator(
        ".recap li", has_text=re.compile("Attaque|Combat en|perd|éliminé")
    ).first.wait_for()
    french = recap.locator("li").all_inner_texts()
    assert len(french) == len(english)
    assert not {*english} & {*french}


def has_been_attacked(state: State) -> bool:
    """Return whether the German side moves, and was attacked since it did so last."""
    return state.turn == 3 and is_asked("Movement", GERMAN)(state)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("lang", "place"), [("en", 0), ("fr", 1)])
def test_the_first_screen_says_what_each_side_must_do_to_win(
    server: Server, people: People, lang: str, place: int
) -> None:
    page = people.arrive()
    page.goto(f"{server.url}/?lang={lang}")
    for game in server.get("/api/games")["games"]:
        page.locator(f"input[name=game][value='{game['id']}']").check()
        goals = game["scenarios"][0]["goals"]
        assert len(goals) == 2
        for side, words in goals.items():
            said = page.locator(f".goal[data-side='{side}']")
            assert said.inner_text().replace("\xa0", " ") == words[lang]
            assert words[lang] != words[("fr", "en")[place]]
