"""Words, factors and log lines that games of counters tell alike."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from grognard.engine.datafile import DataError
from grognard.engine.game import Event
from grognard.engine.modifier import Modifier
from grognard.engine.texts import Texts
from grognard.kit.reckoning import (
    Change,
    changed,
    factors_told,
    figure,
    modifiers_told,
    total,
)
from grognard.kit.telling import log_line
from grognard.kit.words import Palette, counters_listed, listed, modifiers_listed, names
from kit.toy import material

if TYPE_CHECKING:
    from pathlib import Path

MAP = material().map
TEXTS = """
[nothing]
en = "nobody"
fr = "personne"
[and]
en = " and "
fr = " et "
["counter.hidden"]
en = "a counter"
fr = "un pion"
["counters.hidden"]
en = "{number} counters"
fr = "{number} pions"
["reason.river"]
en = "river"
fr = "rivière"
"""


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    file = tmp_path / "texts.toml"
    file.write_text(TEXTS, encoding="utf-8")
    return Texts(file)


def test_words_are_listed_in_a_sentence(texts: Texts) -> None:
    assert listed(texts, [], "fr") == "personne"
    assert listed(texts, ["A1"], "en") == "A1"
    assert listed(texts, ["A1", "A2", "B1"], "fr") == "A1, A2 et B1"
    assert names(texts, "and") == {"en": " and ", "fr": " et "}


def test_of_hidden_counters_only_the_number_is_told(texts: Texts) -> None:
    assert counters_listed(texts, ["A1"], 0, "en") == "A1"
    assert counters_listed(texts, ["A1"], 1, "en") == "A1 and a counter"
    assert counters_listed(texts, [], 3, "fr") == "3 pions"


def test_modifiers_carry_their_reason_and_rule(texts: Texts) -> None:
    found = [Modifier("13", -1, "river")]
    assert modifiers_listed(texts, found, "fr") == " -1 rivière [13]"
    assert modifiers_told(found, str.upper) == [{"rule": "13", "text": "RIVER", "value": -1}]


def test_a_factor_adds_up_line_by_line() -> None:
    halved = changed(0, "8.2", 7, [Change("7.3", "cut", 3), Change("5.3", "crowd", 1)])
    whole = changed(3, "8.2", 4, [])
    assert (halved.value, whole.value, total([halved, whole])) == (1, 4, 5)
    told = factors_told([halved, whole], material().ids, str.upper)
    assert [one["piece"] for one in told] == ["A1", "B1"]
    assert told[0]["changes"][-1] == {"rule": "5.3", "text": "CROWD", "value": 1}
    assert told[1]["changes"] == []
    assert figure(Fraction(1, 4)) == {"p": "1/4", "value": 0.25}


COLOURS = """
[nations]
red = ["#a00", "#b00", "#c00", "#fff"]
white = ["#eee", "#ddd", "#ccc", "#000"]
[sides]
red = "red"
white = "white"
[bands]
gold = ["#fc0", ""]
"""


def test_colours_are_read_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "colours.toml"
    file.write_text(COLOURS, encoding="utf-8")
    palette = Palette(file)
    assert palette.nations() == ["red", "white"]
    assert palette.side("white") == palette.nation("white")
    assert palette.band("gold", "#123") == {"fill": "#fc0", "ink": "#123"}
    assert palette.band("silver", "#123") is None
    for old, new, reason in (
        ('white = "white"', 'white = "blue"', "not one of red, white"),
        ('"#c00", "#fff"', '"#c00"', "red needs face, edge, strong and ink"),
        ("[sides]", "[places]", "lacks sides"),
    ):
        file.write_text(COLOURS.replace(old, new), encoding="utf-8")
        with pytest.raises(DataError, match=reason):
            Palette(file)


def moved(**facts: object) -> Event:
    here = {"side": 0, "pieces": [0, 1], "start": MAP.hex("0101"), "hex": MAP.hex("0103")}
    return Event("moved", "4.1", {**here, "path": [MAP.hex("0102"), MAP.hex("0103")], **facts})


def test_a_move_is_told_with_its_way() -> None:
    assert log_line(material(), moved(), 1, "went", "move") == {
        "text": "went",
        "rule": "4.1",
        "kind": "moved",
        "act": "move",
        "side": "red",
        "pieces": ["A1", "A2"],
        "hexes": ["0101", "0102", "0103"],
    }


def test_who_may_not_know_a_counter_reads_neither_its_name_nor_its_way() -> None:
    event = moved(hidden=[1])
    own, other = (log_line(material(), event, seat, "went", "move") for seat in (0, 1))
    assert (own["pieces"], own["hexes"]) == (["A1", "A2"], ["0101", "0102", "0103"])
    assert (other["pieces"], other["hidden"]) == (["A1"], 1)
    assert other["hexes"] == ["0101", "0103"]


@pytest.mark.parametrize(
    ("facts", "dice"), [({"die": 5}, [5]), ({"dice": (4, 6)}, [4, 6]), ({}, None)]
)
def test_dice_are_told_as_they_fell(facts: dict[str, object], dice: list[int] | None) -> None:
    line = log_line(material(), Event("thrown", "7", facts), 0, "fell", "throw")
    assert line.get("dice") == dice
    assert "hexes" not in line
    assert "side" not in line
