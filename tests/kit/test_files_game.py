"""Data files with the bundled ones behind them, options in words, what all counters must keep."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grognard.engine.datafile import DataError, TomlFile
from grognard.kit.files import DataFiles, configured, read_options
from kit.toy import FordGame, material

if TYPE_CHECKING:
    from grognard.engine.datafile import Section

FILES = DataFiles("grognard.games.bautzen", "map.toml", "pieces.csv")
GAME = FordGame()


def test_a_file_that_a_directory_lacks_is_the_bundled_one(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_text("", encoding="utf-8")
    own, bundled = FILES.all(tmp_path)
    assert own == tmp_path / "map.toml"
    assert bundled == FILES.bundled / "pieces.csv"
    assert bundled.exists()
    assert FILES.all(None) == (FILES.bundled / "map.toml", FILES.bundled / "pieces.csv")


def test_what_is_no_directory_is_refused(tmp_path: Path) -> None:
    assert FILES.opened(None) is None
    assert FILES.opened(tmp_path) == tmp_path.resolve()
    with pytest.raises(DataError, match="this is not a directory"):
        FILES.opened(tmp_path / "nowhere")


@dataclass(frozen=True)
class Options:
    """Two readings and a number."""

    strict: bool = False
    anchor: str = "nation"
    turns: int = 6


def read(section: Section) -> Options:
    found = Options(
        strict=section.flag("strict"),
        anchor=section.text("anchor", "nation", "formation"),
        turns=section.number("turns", least=1),
    )
    section.finish()
    return found


def test_options_are_chosen_by_the_words_of_a_file() -> None:
    assert configured(Options(), {}, read) == Options()
    assert configured(Options(), {"strict": "true"}, read) == Options(strict=True)
    chosen = configured(Options(strict=True), {"anchor": "formation", "strict": "False"}, read)
    assert chosen == Options(anchor="formation")
    assert configured(Options(), {"turns": "04"}, read) == Options(turns=4)


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"anchor": "river"}, "anchor is 'river', not one of nation, formation"),
        ({"strict": "perhaps"}, "strict is 'perhaps', neither true nor false"),
        ({"turns": "many"}, "turns is 'many', not a whole number"),
        ({"anchor": 'x"\nturns = 9'}, "not one of nation, formation"),
        ({"mood": "good"}, "there is no option mood; there are strict, anchor, turns"),
    ],
)
def test_a_wrong_choice_is_refused(chosen: dict[str, str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        configured(Options(), chosen, read)


@dataclass(frozen=True)
class Readings:
    """One that every file must have, and two that older ones lack."""

    closed: bool
    anchor: str = "nation"
    late: bool = True


WORDS = {"anchor": ("nation", "formation")}


def of(text: str) -> Readings:
    return read_options(TomlFile(Path("s.toml"), text).root, Readings, WORDS)


def test_a_file_may_lack_options_that_came_later() -> None:
    assert of("closed = true\n") == Readings(True)
    assert of('closed = false\nanchor = "formation"\nlate = false\n') == Readings(
        False, "formation", False
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("late = true\n", "lacks closed"),
        ("closed = 1\n", "closed is 1, neither true nor false"),
        ('closed = true\nanchor = "x"\n', "anchor is 'x', not one of nation, formation"),
        ("closed = true\nmood = true\n", "mood means nothing here"),
    ],
)
def test_wrong_options_are_refused(text: str, reason: str) -> None:
    with pytest.raises(DataError, match=reason):
        of(text)


def test_counters_and_hexes_are_known_by_their_names() -> None:
    state = GAME.start(material())
    assert GAME.piece_name(state, GAME.piece_number(state, "B1")) == "B1"
    assert GAME.hex_name(state, GAME.hex_number(state, "0303")) == "0303"
    with pytest.raises(ValueError, match="there is no counter 'Z9'"):
        GAME.piece_number(state, "Z9")


def test_counters_out_of_place_are_found() -> None:
    state = GAME.start(material())
    assert GAME.invariants(state) == []
    state.where[0] = state.where[3]
    state.held[0] = 0
    assert GAME.invariants(state) == [
        "A1 is not where it stands",
        "red does not hold the hexes of its units",
    ]
    state = GAME.start(material())
    state.stacks[state.where[3]] |= 1
    assert GAME.invariants(state) == ["0303 holds counters of both sides"]
