"""Rules and rulings are found by number and read in either language; a wrong file is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine.datafile import DataError
from grognard.engine.rulebook import Rulebook, UnknownRule, flow, read_rulings, read_title

RULES = """\
title_en = "Skirmish"
title_fr = "Escarmouche"

[[rule]]
number = "8"
title_en = "Combat"
title_fr = "Le combat"
clauses = ["SK-8"]
text_en = "Neighbours fight."
text_fr = "Les voisins se battent."

[[rule]]
number = "8.5.1"
title_en = "Retreat"
title_fr = "Retraite"
clauses = []
text_en = '''
Give
ground.

- one hex
'''
text_fr = "Cédez du terrain."

[[rule]]
number = "8.5.2"
title_en = "No way back"
title_fr = "Retraite impossible"
clauses = []
text_en = "Stay."
text_fr = "Restez."

[[rule]]
number = "10 air"
title_en = "Air"
title_fr = "Aviation"
clauses = []
text_en = "Fly."
text_fr = "Volez."

[[rule]]
number = "10.1"
title_en = "Heights"
title_fr = "Hauteurs"
clauses = []
text_en = "Look."
text_fr = "Regardez."
"""

RULINGS = """\
title_en = "Skirmish"
title_fr = "Escarmouche"

[[ruling]]
id = "SK-R01"
rules = ["8.5.2"]
text_en = "Nobody leaves."
text_fr = "Personne ne sort."
reason_en = "Print is silent."
reason_fr = "Le texte se tait."

[[ruling]]
id = "SK-R02"
rules = ["8.5.1", "10.1"]
option = "steep"
text_en = "Uphill too."
text_fr = "En montée aussi."
reason_en = "Print is silent."
reason_fr = "Le texte se tait."
"""


def write(directory: Path, rules: str = RULES, rulings: str = RULINGS) -> Path:
    (directory / "rules.toml").write_text(rules, encoding="utf-8")
    (directory / "rulings.toml").write_text(rulings, encoding="utf-8")
    return directory


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    return Rulebook.load(write(tmp_path))


def found(book: Rulebook, number: str) -> list[str]:
    return [entry.number for entry in book.find(number)]


def test_a_number_finds_itself_and_all_beneath_it_in_the_order_of_the_book(book: Rulebook) -> None:
    assert found(book, "8") == ["8", "8.5.1", "8.5.2"]
    assert found(book, "8.5") == ["8.5.1", "8.5.2"]
    assert found(book, "8.5.2") == ["8.5.2"]


def test_a_number_finds_no_longer_number_that_only_begins_alike(book: Rulebook) -> None:
    with pytest.raises(UnknownRule):
        book.find("1")


def test_a_number_printed_twice_is_told_apart_by_a_word(book: Rulebook) -> None:
    assert found(book, "10") == ["10 air", "10.1"]
    assert found(book, "10  Air") == ["10 air"]


def test_a_number_may_be_written_with_its_sign_or_its_full_stop(book: Rulebook) -> None:
    assert found(book, " §8.5.2. ") == ["8.5.2"]


def test_an_unknown_number_names_the_numbers_near_it(book: Rulebook) -> None:
    with pytest.raises(
        UnknownRule, match=r"no rule '8\.5\.9'; near it: 8\.5\.1, 8\.5\.2$"
    ) as error:
        book.find("8.5.9")
    assert error.value.near == ("8.5.1", "8.5.2")


def test_an_unknown_chapter_names_the_chapters(book: Rulebook) -> None:
    with pytest.raises(UnknownRule) as error:
        book.rulings_for("44")
    assert error.value.near == ("8", "10 air", "10")


def test_rulings_are_found_by_the_rules_they_complete(book: Rulebook) -> None:
    assert [ruling.id for ruling in book.rulings_for("8.5.2")] == ["SK-R01"]
    assert [ruling.id for ruling in book.rulings_for("8.5")] == ["SK-R01", "SK-R02"]
    assert book.rulings_for("10 air") == []


def test_a_ruling_may_name_an_option(book: Rulebook) -> None:
    assert [ruling.option for ruling in book.rulings] == [None, "steep"]


def test_rules_and_rulings_read_in_both_languages(book: Rulebook) -> None:
    rule, ruling = book.find("8")[0], book.rulings[0]
    assert book.title == {"en": "Skirmish", "fr": "Escarmouche"}
    assert (book.text(rule, "en"), book.text(rule, "fr")) == (
        "Neighbours fight.",
        "Les voisins se battent.",
    )
    assert book.text(ruling, "fr") == "Personne ne sort."
    assert rule.clauses == ("SK-8",)


def test_a_text_keeps_its_paragraphs_items_and_rows_and_joins_the_rest(book: Rulebook) -> None:
    assert book.text(book.find("8.5.1")[0], "en") == "Give ground.\n\n- one hex"
    assert flow("| a |\n| b |\nc") == "| a |\n| b | c"


def test_rulings_can_be_read_without_rules(tmp_path: Path) -> None:
    file = write(tmp_path) / "rulings.toml"
    assert [ruling.rules for ruling in read_rulings(file)] == [("8.5.2",), ("8.5.1", "10.1")]
    assert read_title(file)["fr"] == "Escarmouche"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('text_fr = "Restez."', "", 25, "lacks text_fr"),
        ('text_fr = "Restez."', 'text_fr = "  "', 31, "text_fr says nothing"),
        ('number = "8.5.2"', 'number = "8.5.1"', 26, "number '8.5.1' is used twice"),
        ('clauses = ["SK-8"]', 'clauses = "SK-8"', 8, "clauses is 'SK-8', not a list of texts"),
        ('clauses = ["SK-8"]', 'clauses = []\nclause = "8"', 9, "clause means nothing here"),
        ('title_fr = "Escarmouche"', "", 1, "lacks title_fr"),
        ('title_en = "Skirmish"', 'title_en = "a"\ntitle_de = "b"', 2, "title_de means nothing"),
        (RULES, 'title_en = "a"\ntitle_fr = "b"', 1, "lacks rule"),
    ],
)
def test_a_wrong_rule_is_refused_with_file_line_and_reason(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    write(tmp_path, rules=RULES.replace(old, new))
    with pytest.raises(DataError, match=reason) as error:
        Rulebook.load(tmp_path)
    assert (Path(error.value.file).name, error.value.line) == ("rules.toml", line)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('rules = ["8.5.2"]', 'rules = ["8.5.7"]', 6, "SK-R01 cites '8.5.7', which is no rule"),
        ('rules = ["8.5.2"]', "rules = []", 6, "SK-R01 cites no rule"),
        ('id = "SK-R02"', 'id = "SK-R01"', 13, "id 'SK-R01' is used twice"),
        ('reason_fr = "Le texte se tait."\n\n', "\n", 4, "lacks reason_fr"),
    ],
)
def test_a_wrong_ruling_is_refused_with_file_line_and_reason(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    write(tmp_path, rulings=RULINGS.replace(old, new))
    with pytest.raises(DataError, match=reason) as error:
        Rulebook.load(tmp_path)
    assert (Path(error.value.file).name, error.value.line) == ("rulings.toml", line)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"rules\.toml:1: this file is missing"):
        Rulebook.load(tmp_path)
