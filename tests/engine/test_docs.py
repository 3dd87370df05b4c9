"""What the pages on games and notation say is what the code does."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import bridgehead
import toygame
from grognard.engine.game import CHANCE
from grognard.engine.journal import Journal, verify

DOCS = Path(__file__).parents[2] / "docs"
SKELETON = Path(bridgehead.__file__).parent
SOURCES = [
    file.read_text(encoding="utf-8")
    for file in (Path(toygame.__file__), *sorted(SKELETON.glob("*.py")))
]


def blocks(page: str, language: str) -> list[str]:
    """Return the blocks of code of a page in one language."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [block for name, block in found if name == language]


@pytest.mark.parametrize("block", blocks("add-a-game.md", "python"))
def test_the_page_on_adding_a_game_shows_the_game_as_it_is(block: str) -> None:
    assert any(block.strip("\n") in source for source in SOURCES)


def test_the_page_on_adding_a_game_leaves_no_file_out() -> None:
    shown = "".join(blocks("add-a-game.md", "python"))
    names = [f"{file.name}`" for file in SKELETON.glob("*.py") if file.name != "__init__.py"]
    page = (DOCS / "add-a-game.md").read_text(encoding="utf-8")
    assert len(shown.splitlines()) > 100
    assert [name for name in names if name not in page] == []


def test_the_entry_point_of_the_page_is_that_of_the_package() -> None:
    [block] = blocks("add-a-game.md", "toml")
    assert block in (SKELETON.parent / "pyproject.toml").read_text(encoding="utf-8")


def test_the_page_on_adding_a_game_can_be_typed_in() -> None:
    outcome = doctest.testfile(str(DOCS / "add-a-game.md"), module_relative=False)
    assert outcome.failed == 0
    assert outcome.attempted >= 10


def test_the_example_of_the_notation_replays_to_its_digest() -> None:
    [example] = [block for block in blocks("notation.md", "") if block.startswith("game:")]
    journal = Journal.parse(example)
    assert journal.format() == example
    outpost = toygame.OutpostGame()
    assert verify(journal, outpost) == journal.get("digest")
    assert journal.get("result") == "blue"
    assert outpost.seat_name(CHANCE) in {line.seat for line in journal.lines}


def test_the_errors_that_the_notation_shows_are_the_ones_given() -> None:
    shown = [block for block in blocks("notation.md", "") if block.startswith("my.game:")]
    [example] = [block for block in blocks("notation.md", "") if block.startswith("game:")]
    wrong = (example.replace("0302", "0305"), example.partition("chance:")[0])
    for text, error in zip(wrong, shown, strict=True):
        with pytest.raises(ValueError, match=r"^my\.game") as caught:
            verify(Journal.parse(text, "my.game"), toygame.OutpostGame())
        assert str(caught.value) == error.strip()
