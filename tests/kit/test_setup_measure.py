"""Set-up and arrivals as data; what is counted of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grognard.engine.datafile import DataError, Row, Section, TomlFile
from grognard.engine.game import Action
from grognard.engine.measure import Landmark
from grognard.kit.history import read_history
from grognard.kit.measure import CountersMeter
from grognard.kit.setup import hexes_of_column, read_placements, read_places
from kit.toy import Ford, begin, load_pieces, material, write_files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.engine.hexmap import Region
    from grognard.engine.measure import Measure

MAP = material().map
BY_ID = material().numbers


def section(text: str) -> Section:
    return TomlFile(Path("t.toml"), text).root


def test_placements_are_read_from_bottom_to_top() -> None:
    part = section('"0101" = ["A3", "A2"]\n"0102" = ["A1"]\n')
    placed = read_placements(part, MAP, BY_ID, material().owners, 0)
    assert placed == [(2, MAP.hex("0101")), (1, MAP.hex("0101")), (0, MAP.hex("0102"))]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('"0101" = ["Z9"]\n', "no piece is called Z9"),
        ('"0101" = ["B1"]\n', "B1 is of the other side"),
        ('"0302" = ["A1"]\n', "there is no hex 0302"),
    ],
)
def test_wrong_placements_are_refused(text: str, reason: str) -> None:
    with pytest.raises(DataError, match=reason):
        read_placements(section(text), MAP, BY_ID, material().owners, 0)


def test_hexes_of_a_column_are_refused_with_their_line(tmp_path: Path) -> None:
    roster = load_pieces(write_files(tmp_path))
    rows = roster.rows
    for row, hex_ in zip(rows, ("0101", "", "", "0303", "9901"), strict=True):
        row["hex"] = hex_
    with pytest.raises(DataError, match=r"pieces.csv:6: there is no hex 9901"):
        hexes_of_column(roster, "hex", MAP)
    rows[4]["hex"] = ""
    assert hexes_of_column(roster, "hex", MAP) == {0: MAP.hex("0101"), 3: MAP.hex("0303")}


def test_places_are_hexes_and_areas() -> None:
    areas = {"coast": MAP.region("0401", "0402")}
    row = Row(Path("p.csv"), 7, {"where": "0101 coast", "wrong": "coast beach"})
    assert read_places(row, "where", MAP, areas) == MAP.region("0101", "0401", "0402")
    with pytest.raises(DataError, match=r"p.csv:7: 'beach' is not a hex number"):
        read_places(row, "wrong", MAP, areas)


class FordMeter(CountersMeter[Ford]):
    losses_in = frozenset({"hit"})

    def control(self, state: Ford) -> Sequence[Region]:
        return state.held

    def measure(self, state: Ford) -> Measure:
        return self.measured(state, "nobody wins", 0.0)


def test_losses_are_counted_by_side_turn_and_hex() -> None:
    state = begin()
    state.place(0, MAP.hex("0101"), 0)
    state.place(3, MAP.hex("0303"), 1)
    meter = FordMeter(state, turns=2)
    meter.before(state, Action("to", 0))
    state.note("turn", "2", turn=2)
    state.steps[0] = 1
    state.note("hit", "8.3", side=0, pieces=[0], hex=MAP.hex("0101"))
    meter.after(state)
    found = meter.measure(state)
    assert found.losses == ((0, 3), (0, 0))
    assert found.lost_at == ({"0101": 3}, {})
    assert found.rules == {"2": 1, "8.3": 1}
    assert found.control == "0......1..."
    assert state.events is None


def test_who_holds_a_landmark_is_noted_at_the_end_of_every_turn(tmp_path: Path) -> None:
    file = tmp_path / "history.toml"
    file.write_text('[[place]]\nhex = "0303"\nname = "Ford"\nheld = ["red", "-"]\n', "utf-8")
    landmarks = read_history(file, MAP, ("red", "blue"))
    assert landmarks == (Landmark("0303", "Ford", "0."),)
    state = begin()
    state.place(3, MAP.hex("0303"), 1)
    meter = FordMeter(state, 4, landmarks)
    meter.turn = 2  # a scenario that begins late
    meter.before(state, Action("to", 0))
    state.note("turn", "2", turn=3)
    meter.after(state)
    state.place(3, -1, 1)
    assert meter.measure(state).held == {"0303": ".1."}


@pytest.mark.parametrize(("old", "new"), [("0303", "9901"), ('"red"', '"green"')])
def test_a_wrong_history_is_refused(tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "history.toml"
    text = '[[place]]\nhex = "0303"\nname = "Ford"\nheld = ["red", "-"]\n'
    file.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(DataError, match=new.strip('"')):
        read_history(file, MAP, ("red", "blue"))
