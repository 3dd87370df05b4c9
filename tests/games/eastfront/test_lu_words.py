"""Every verb, question, event and reason of the Luga Line has its words, in both languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from grognard.engine.game import Question
from grognard.engine.registry import game
from grognard.games import eastfront
from grognard.games.eastfront import printed_json, telling
from grognard.games.eastfront.log import speaker
from grognard.games.eastfront.words import board_texts, cited, place, texts

LUGA = game("luga")
FOLDER = Path(eastfront.__file__).parent
SAID = {
    name: tomllib.loads((FOLDER / "data" / f"{name}.toml").read_text(encoding="utf-8"))
    for name in ("texts", "board_texts")
}
SOURCES = {file.stem: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.py")}
NOTED = re.compile(r'(?:note\(|tell\(\s*state,|"""|carry\([^")]*)\s*"([a-z_]+)"')
REASONS = re.compile(r'Reason\(\s*"[\d.]+",\s*"([a-z_]+)"|else\s*"([a-z_]+)"\)')
OPEN_POINTS = (
    *(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    *(11, 12, 12, 13, 14, 15, 15, 15, 65, 65, 66),
    *(67, 16, 16, 17, 18, 68, 69, 70, 31, 19, 20),
    *(71, 72, 21, 21, 73, 22, 23, 24, 24, 25, 74),
    *(56, 26, 26, 71, 27, 27, 75, 76, 77, 28, 78),
    *(29, 30, 42, 79, 32, 79, 33, 33, 80, 80, 80),
)
"""By number of the point that charts and scenario leave open or contradict: its ruling."""
BARE = re.compile(r"[^\s ][:;?!](?:\s|$)")
"""French puts a space before these."""


def kinds_of_events() -> set[str]:
    """Return every kind of event that a module notes."""
    rules = "".join(text for name, text in SOURCES.items() if name not in ("log", "telling"))
    named = {key.split(".")[1] for key in SAID["texts"] if key.startswith("event.")}
    return {*NOTED.findall(rules), *(kind for kind in named if f'"{kind}"' in rules)}


def questions() -> set[str]:
    """Return every question of the package that can be asked."""
    found: set[str] = set()
    left: list[Any] = [Question]
    while left:
        for kind in left.pop().__subclasses__():
            left.append(kind)
            if kind.__module__.startswith("grognard.games.eastfront"):
                found.add(kind.__name__)
    return found


def test_every_verb_has_words() -> None:
    assert {verb for verb in LUGA.verbs if f"answer.{verb}" not in texts()} == set()


def test_every_question_has_words() -> None:
    assert len(questions()) > 20
    assert {kind for kind in questions() if f"ask.{kind}" not in texts()} == set()


def test_every_event_has_words() -> None:
    kinds = kinds_of_events()
    assert len(kinds) > 30
    assert {kind for kind in kinds if f"event.{kind}" not in texts()} == set()
    assert set(telling.ACTS) <= kinds


def test_every_reason_has_words() -> None:
    told = SOURCES["why"] + SOURCES["refusing"]
    keys = {one or other for one, other in REASONS.findall(told)} - {"charts"}
    keys |= set(re.findall(r'"(no_\w+|not_\w+)"\)', told))
    assert len(keys) > 30
    assert {key for key in keys if f"why.{key}" not in board_texts()} == set()


def test_no_words_of_events_and_questions_are_left_over() -> None:
    said = {key.split(".")[1] for key in SAID["texts"] if key.startswith("event.")}
    shorter = {*LOG_FORMS, *kinds_of_events()}
    assert said <= shorter
    asked = {key.split(".")[1] for key in SAID["texts"] if key.startswith("ask.")}
    assert asked == questions()


LOG_FORMS = ("weather_thrown", "combat_told", "overrun_told")
"""Other sentences for events that are told in two ways."""


def facts_of(text: str) -> set[str | None]:
    """Return what is filled into a sentence."""
    return {part[1] for part in Formatter().parse(text)} - {None}


@pytest.mark.parametrize("name", SAID)
def test_both_languages_name_the_same_facts(name: str) -> None:
    for key, said in SAID[name].items():
        assert facts_of(said["en"]) == facts_of(said["fr"]), key


@pytest.mark.parametrize("name", SAID)
def test_french_is_spaced_as_french(name: str) -> None:
    for key, said in SAID[name].items():
        french = re.sub(r"\{[^}]*\}", "x", said["fr"])
        assert not BARE.search(french), (key, french)
        assert "hexagone" not in french
        assert not re.search(r"\bhex(?![.\w])", french), (key, french)


def test_clauses_of_the_charts_are_cited_by_the_players_book() -> None:
    numbers = {entry.number for entry in LUGA.rulebook().entries}
    clauses = {clause for entry in LUGA.rulebook().entries for clause in entry.clauses}
    assert {cited(clause) for clause in clauses} <= numbers
    assert cited("15.6") == "15.6"


def test_rules_of_marks_markers_and_options_are_in_the_book() -> None:
    numbers = {entry.number for entry in LUGA.rulebook().entries}
    printed = LUGA.printed(LUGA.load())
    named = [one["rule"] for one in printed["victory"]["conditions"]]
    named += [one["rule"] for one in (*printed["marks"], *printed["markers"])]
    named += [one["rule"] for one in (*printed["tables"], *printed["pools"], *printed["options"])]
    assert set(named) <= numbers
    assert {mark["id"] for mark in printed["marks"]} == set(printed_json.MARK_FACTS)


def test_6_2_the_sources_are_printed_with_their_turns() -> None:
    printed = {table["id"]: table for table in LUGA.printed(LUGA.load())["tables"]}
    rows = {row["label"]: row["cells"] for row in printed["sources"]["rows"]}
    named = {label.split()[0]: cells for label, cells in rows.items()}
    assert named["1224"] == ["1\N{EN DASH}9", "\N{EN DASH}"]
    assert named["2621"] == ["6\N{EN DASH}9", "1\N{EN DASH}5"]
    assert printed["sources"]["rule"] == "6.2"


def test_places_are_named_in_both_languages() -> None:
    assert place("Luga", "fr") == "Louga"
    assert place("Sabsk", "fr") == place("Sabsk", "en") == "Sabsk"
    assert speaker("fr")("combined arms") == "armes combinées"


def test_every_point_that_print_leaves_open_has_a_ruling_that_players_can_read() -> None:
    """All 66 of them, each in both languages under a rule of the book, and said to be ours."""
    book = LUGA.rulebook()
    known = {ruling.id: ruling for ruling in book.rulings}
    assert len(OPEN_POINTS) == 66
    for number in OPEN_POINTS:
        ruling = known[f"LU-R{number:02}"]
        assert ruling in book.rulings_for(ruling.rules[0])
        assert all(ruling.text[lang] and ruling.reason[lang] for lang in ("en", "fr"))
