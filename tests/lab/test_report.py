"""The page about a simulation: whole in itself, with maps, and intervals in words."""

from __future__ import annotations

import re
import tomllib
from html import escape, unescape
from html.parser import HTMLParser
from importlib import resources
from itertools import combinations
from typing import TYPE_CHECKING

from grognard.engine.registry import game
from grognard.games.bautzen import log
from grognard.lab.edits import Edit
from grognard.lab.jobs import play_some
from grognard.lab.page import page
from grognard.lab.pictures import cells, maps, pictures
from grognard.lab.setting import Setting, prepare, scenario_of
from grognard.lab.tally import Tally
from grognard.lab.words import Speech

if TYPE_CHECKING:
    from pathlib import Path


SENTENCES = tomllib.loads((resources.files("grognard.lab") / "texts.toml").read_text("utf-8"))


def report_of(setting: Setting, games: int, lang: str = "en") -> tuple[str, Tally]:
    one = game(setting.game)
    tally = Tally.of(setting, one.seats, play_some(setting, range(games)).records)
    say = Speech.of(one, scenario_of(setting), lang)
    drawn = pictures(tally, one, scenario_of(setting), say)
    return page("A <title>", tally, drawn, one.scenario_id(scenario_of(setting)), say), tally


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
    assert f"German: {tally.results['german']} games won, " in text
    assert len(re.findall(r"95 % interval: [\d.]+ % to [\d.]+ %", text)) == 4
    for words in ("Who held which hex", "Where steps were lost: Allied", "Bautzen", "Step 6: die"):
        assert words in text
    assert setting.digest in text


def test_a_page_says_when_a_side_is_favoured_and_when_not() -> None:
    setting = prepare("bautzen", ("random", "random"), seed=2)
    records = play_some(setting, range(12)).records
    one_sided = page("", Tally.of(setting, ("german", "allied"), records), [], "standard")
    assert "the game favours one side (allied)" in one_sided
    open_question, _ = report_of(prepare("toygame:OutpostGame", ("random", "random")), 3)
    assert "do not show that either side" in open_question


def test_a_page_names_the_scenario_and_every_changed_value(tmp_path: Path) -> None:
    own = {path.name: path.read_text("utf-8") for path in game("bautzen").data_files()}
    (tmp_path / "scenario.toml").write_text(
        own["scenario.toml"]
        .replace('id = "standard"', 'id = "short"')
        .replace("turns = 6", "turns = 2"),
        "utf-8",
    )
    plain = prepare("bautzen", ("random", "random"))
    written = prepare("bautzen", ("random", "random"), scenario=tmp_path)
    edited = prepare("bautzen", ("random", "random"), edits=[Edit("tables.die.woods", "-2")])
    for setting, wanted in (
        (plain, ["<td>standard</td>", "<td>changed values</td><td>none</td>"]),
        (written, ["<td>short</td>", "scenario.turns=2 (was 6)"]),
        (edited, ["<td>standard</td>", "tables.die.woods=-2 (was -1)"]),
    ):
        text, _ = report_of(setting, 1)
        assert not [words for words in wanted if words not in unescape(text)]


def test_a_page_speaks_french_throughout() -> None:
    """Headings, captions, axes, tables, reasons and sides: no English sentence is left."""
    setting = prepare("bautzen", ("random", "random"), seed=2, swap=True)
    text, _ = report_of(setting, 6, "fr")
    assert text.startswith('<!doctype html>\n<html lang="fr">')
    seen = re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
    shown = {part.strip() for part in re.findall(r">([^<>]+)<", seen)}
    for key, words in SENTENCES.items():
        if words["en"] != words["fr"] and "{" not in words["en"]:
            assert escape(words["en"]) not in shown, key
    wanted = (
        "Qui a gagné",
        "Allemand",
        "Allié",
        "tour 1",
        "parties gagnées",
        "échelle logarithmique",
    )
    for words_ in (
        *wanted,
        "les Allemands n'ont pas",
        "terrain difficile",
        "Où des pas ont été perdus",
    ):
        assert words_ in unescape(text), words_
    assert re.search(r"\(intervalle à 95 % : [\d,]+ % à [\d,]+ %\)", text)
    assert "interval:" not in text
    assert "the German side" not in text


def test_every_reason_for_which_a_game_is_won_has_french_words() -> None:
    """13 - whatever the German side lacks."""
    known = log.texts().keys()
    lacks = ("Bautzen", "enough places", "Dresden")
    for size in (1, 2, 3):
        for chosen in combinations(lacks, size):
            assert f"label.the German side lacks {' and '.join(chosen)}" in known
    for held in ("Bautzen and enough places", "Bautzen encircled and enough places"):
        assert game("bautzen").label(held, "fr") != held == game("bautzen").label(held, "en")


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
