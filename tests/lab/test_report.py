"""The page about a simulation: whole in itself, with maps, and intervals in words."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from grognard.engine.registry import game
from grognard.lab.jobs import play_some
from grognard.lab.page import page
from grognard.lab.pictures import cells, maps, pictures
from grognard.lab.setting import Setting, prepare, scenario_of
from grognard.lab.tally import Tally

if TYPE_CHECKING:
    from pathlib import Path


def report_of(setting: Setting, games: int) -> tuple[str, Tally]:
    one = game(setting.game)
    tally = Tally.of(setting, one.seats, play_some(setting, range(games)).records)
    return page("A <title>", tally, pictures(tally, one, scenario_of(setting))), tally


class Tags(HTMLParser):
    """Counts what a page is made of, and refuses what is not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page_has_words_tables_and_pictures_and_needs_no_other_file() -> None:
    setting = prepare("bautzen", ("random", "random"), seed=2, swap=True)
    text, tally = report_of(setting, 6)
    tags = Tags(re.sub(r"<(\w+)([^<>]*)/>", r"<\1\2></\1>", text))
    assert tags.seen.count("svg") == 9
    assert all(not link.startswith(("http", "/")) for link in tags.links)
    assert "<title>A &lt;title&gt;</title>" in text
    assert f"german won {tally.results['german']} games: " in text
    assert len(re.findall(r"95 % interval: [\d.]+ % to [\d.]+ %", text)) == 4
    for words in ("Who held which hex", "Where allied lost steps", "Bautzen", "Step 6: die"):
        assert words in text
    assert setting.digest in text


def test_a_page_says_when_a_side_is_favoured_and_when_not() -> None:
    setting = prepare("bautzen", ("random", "random"), seed=2)
    records = play_some(setting, range(12)).records
    one_sided = page("", Tally.of(setting, ("german", "allied"), records), [])
    assert "the game favours allied" in one_sided
    open_question, _ = report_of(prepare("toygame:OutpostGame", ("random", "random")), 3)
    assert "do not show that either side" in open_question


def test_equal_games_make_equal_pages() -> None:
    setting = prepare("toygame:OutpostGame", ("random", "random"))
    assert report_of(setting, 3)[0] == report_of(setting, 3)[0]


def test_a_game_without_map_or_measure_has_a_page_too() -> None:
    text, _ = report_of(prepare("toygame:OutpostGame", ("random", "random")), 3)
    assert text.count("<svg") == 2
    assert "does not measure its losses" in text
    toy = game("toygame:OutpostGame")
    assert cells(toy, toy.load()) == ()


def test_pictures_are_saved_as_svg_and_png(tmp_path: Path) -> None:
    setting = prepare("bautzen", ("random", "random"), seed=2)
    one = game("bautzen")
    tally = Tally.of(setting, one.seats, play_some(setting, range(2)).records)
    control = maps(tally, cells(one, scenario_of(setting)))[0]
    svg, png = control.save(tmp_path)
    assert svg.read_text("utf-8").count("Weissenberg") == 1
    assert png.read_bytes().startswith(b"\x89PNG")
