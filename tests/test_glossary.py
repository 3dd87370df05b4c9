"""The glossary names what the code really contains."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINES = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
NAMES = sorted({name for line in LINES if line[:1] == "|" for name in re.findall(r"`(\w+)`", line)})
SOURCES = [file.read_text(encoding="utf-8") for file in (ROOT / "src").rglob("*.py")]
WORDS = {word for source in SOURCES for word in re.findall(r"\w+", source)}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_the_glossary_stands_in_the_code(name: str) -> None:
    assert name in WORDS


def test_every_row_has_its_french_and_its_english() -> None:
    rows = [line.strip("|").split("|") for line in LINES if line[:1] == "|"]
    assert len(rows) > len(NAMES) / 2
    assert all(len(row) in (2, 3) and all(cell.strip() for cell in row) for row in rows)
