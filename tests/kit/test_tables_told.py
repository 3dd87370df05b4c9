"""Tables on the board speak every language: no key of the program stands in them."""

from __future__ import annotations

import re

import pytest

from grognard.engine.registry import game
from grognard.engine.texts import LANGUAGES

SAME = {"village", "points"}
"""What English and French call alike."""


@pytest.mark.parametrize("name", ["bautzen", "petrograd", "luga"])
def test_what_is_a_word_in_a_table_is_said_in_every_language(name: str) -> None:
    one = game(name)
    words = 0
    for scenario in (one.load(), *map(one.find, one.scenarios())):
        for table in one.printed(scenario)["tables"]:
            said = table.get("words", {})
            cells = [text for row in table["rows"] for text in (row["label"], *row["cells"])]
            for text in (*table["columns"], *cells):
                assert not re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", text), "a key, and no word"
                if re.fullmatch(r"[a-z_]{3,}(, [a-z_]+)*", text) and text not in SAME:
                    assert {*said[text]} == {*LANGUAGES}
                    words += 1
            for text, names in said.items():
                assert names["en"] == text
                assert all(names.values())
    assert words > 5
