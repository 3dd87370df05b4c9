"""The rules reference of Bautzen 1945 is whole, bilingual, and in step with the printed data."""

from __future__ import annotations

import csv
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from grognard.engine.rulebook import LANGUAGES, Clause, Rulebook
from rulings_page import GAMES, PAGE, page

DATA = GAMES / "bautzen" / "data"
BOOK = Rulebook.load(DATA)
LISTED = (Path(__file__).parents[2] / "clauses.txt").read_text(encoding="utf-8").split()
CLAUSES = [clause for clause in LISTED if clause.startswith("BZ-")]
NUMBERS = {
    "1": "1.1 1.2",
    "2": "2",
    "3": "3",
    "4": "4.1 4.2 4.3",
    "5": "5.1 5.2 5.3 5.4 5.5 5.6",
    "6": "6.1",
    "7": "7.1 7.1.1 7.1.2 7.2 7.2.1 7.2.2 7.3",
    "8.1": "8.1 8.1.1",
    "8.2": "8.2 8.2.1 8.2.2 8.2.3 8.2.4 8.2.5 8.2.6 8.2.7 8.2.8",
    "8.3": "8.3",
    "8.4": "8.4",
    "8.5": "8.5.1 8.5.2 8.5.3",
    "8.6": "8.6.1 8.6.2 8.6.3",
    "9": "9.1 9.2 9.3",
    "10": "10 10.1 10.2 10.3 10.4",
    "11": "11.1 11.2 11.3",
    "12": "12 12.1 12.2",
    "13": "13",
}


def toml(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


def text(number: str, lang: str) -> str:
    return BOOK.text(BOOK.find(number)[0], lang)


def table(number: str, lang: str) -> list[list[str]]:
    rows = [line for line in text(number, lang).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def hexes(words: str) -> set[str]:
    return set(re.findall(r"\b\d{4}\b", words))


def test_every_rule_number_stands_in_the_order_of_the_book() -> None:
    plain = [entry.number for entry in BOOK.entries if " " not in entry.number]
    assert plain == " ".join(NUMBERS.values()).split()


@pytest.mark.parametrize(("chapter", "numbers"), NUMBERS.items())
def test_a_chapter_finds_its_rules(chapter: str, numbers: str) -> None:
    found = [entry.number for entry in BOOK.find(chapter)]
    assert [number for number in found if " " not in number] == numbers.split()


def test_the_numbers_printed_twice_are_both_found() -> None:
    assert [entry.number for entry in BOOK.find("10")][:2] == ["10 air", "10"]
    assert {"8.5.2", "8.5.3"} <= {entry.number for entry in BOOK.find("8.5")}


def test_every_clause_is_carried_by_a_rule_and_no_rule_names_another() -> None:
    carried = {clause for entry in BOOK.entries for clause in entry.clauses}
    assert carried == set(CLAUSES)
    assert all(entry.clauses for entry in BOOK.entries)


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_is_found_under_its_own_section(clause: str) -> None:
    digits = re.match(r"BZ-(\d+(?:\.\d+)?)", clause)
    number = digits[1] if digits else "8.2 example"
    assert clause in {name for entry in BOOK.find(number) for name in entry.clauses}


def test_the_languages_are_two_texts_and_neither_is_a_copy() -> None:
    words = [(entry.text, entry.title) for entry in BOOK.entries]
    assert all(set(text) == set(title) == set(LANGUAGES) for text, title in words)
    assert all(text["en"] != text["fr"] for text, _ in words)
    assert all(ruling.text["en"] != ruling.text["fr"] for ruling in BOOK.rulings)
    assert all(ruling.reason["en"] != ruling.reason["fr"] for ruling in BOOK.rulings)


@pytest.mark.parametrize("entry", BOOK.entries, ids=lambda entry: entry.number)
def test_both_languages_give_the_same_figures(entry: Clause) -> None:
    figures = [
        sorted(re.findall(r"\d+(?:[./-]\d+)*", _plain(entry.text[lang]))) for lang in LANGUAGES
    ]
    assert figures[0] == figures[1]


def _plain(words: str) -> str:
    """Return a text without the marks by which the languages write the same figure."""
    return re.sub(r"(\d)[, ](\d{3})\b", r"\1\2", words).replace("2e ", "2 ").replace("2nd ", "2 ")


def test_rulings_are_numbered_without_a_gap() -> None:
    assert [ruling.id for ruling in BOOK.rulings] == [
        f"BZ-R{number:02}" for number in range(1, len(BOOK.rulings) + 1)
    ]


def test_every_ruling_that_a_text_or_the_code_cites_exists() -> None:
    texts = [*DATA.glob("*.toml"), *DATA.parent.rglob("*.py")]
    cited = {id_ for file in texts for id_ in re.findall(r"BZ-R\d+", file.read_text("utf-8"))}
    assert cited == {ruling.id for ruling in BOOK.rulings}


def test_every_option_of_the_scenario_has_its_ruling() -> None:
    named = [ruling.option for ruling in BOOK.rulings if ruling.option]
    assert sorted(named) == sorted(toml("scenario.toml")["options"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_8_2_6_shows_the_results_table_as_printed(lang: str) -> None:
    """BZ-8.2.6."""
    printed = [row.split()[1:] for row in toml("tables.toml")["crt"].strip().splitlines()[1:]]
    assert [row[1:] for row in table("8.2.6", lang)[1:]] == printed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_7_1_1_and_10_name_the_hexes_of_the_map(lang: str) -> None:
    """BZ-7.1.1a, BZ-10.1."""
    with (DATA / "hexes.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    assert hexes(text("7.1.1", lang)) == {row["hex"] for row in rows if row["source"]}
    heights = next(entry for entry in BOOK.entries if entry.number == "10").text[lang]
    assert hexes(heights) == {row["hex"] for row in rows if row["height"]}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_12_names_the_set_up_hexes_of_the_scenario(lang: str) -> None:
    """BZ-12.1, BZ-12.2."""
    areas = toml("scenario.toml")["area"]
    for side, number in (("allied", "12.1"), ("german", "12.2")):
        expected = {
            hex_ for area in areas if area["side"] == side for hex_ in area.get("where", ())
        }
        assert hexes(text(number, lang)) == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_13_names_the_places_of_the_scenario(lang: str) -> None:
    """BZ-13b."""
    victory = toml("scenario.toml")["victory"]
    expected = {*victory["city"], victory["capital"], *victory["places"].values()}
    assert hexes(text("13", lang)) == expected


def test_the_page_of_rulings_is_in_step() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.rulings_page"
