"""Sweeps: the cases they make, and what is written about them."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import pytest

from grognard.lab.crew import Alone
from grognard.lab.edits import Edit, EditError
from grognard.lab.setting import prepare
from grognard.lab.sweep import Axis, Variant, cases_of, save, sweep

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.lab.setting import Setting


def setting(case: Variant) -> Setting:
    return prepare("bautzen", ("random", "random"), seed=1, edits=case.edits)


def test_several_axes_give_every_combination() -> None:
    axes = [Axis.parse("tables.die.woods=-2..0"), Axis.parse("scenario.victory.needed=1,3")]
    cases = cases_of(axes)
    assert [case.name for case in cases] == ["-2, 1", "-2, 3", "-1, 1", "-1, 3", "0, 1", "0, 3"]
    assert cases[3].edits == (Edit("tables.die.woods", "-1"), Edit("scenario.victory.needed", "3"))


def test_cases_named_by_hand() -> None:
    case = Variant.parse("two: scenario.turns=2; tables.die.woods=0")
    assert case == Variant("two", (), (Edit("scenario.turns", "2"), Edit("tables.die.woods", "0")))
    assert Variant.parse("as printed:").edits == ()
    with pytest.raises(EditError, match="NAME: PLACE=VALUE"):
        Variant.parse("scenario.turns=2")


def test_a_sweep_is_written_as_table_and_plot_and_gone_on_with(tmp_path: Path) -> None:
    axes = [Axis.parse("scenario.turns=1..2")]
    cases = [(case, setting(case)) for case in cases_of(axes, [Variant.parse("as printed:")])]
    points = sweep(cases, 3, Alone(), directory=tmp_path)
    lengths = [sum(point.tally.lengths) for point in points]
    assert lengths[0] < lengths[1] < lengths[2]
    again = sweep(cases, 3, Alone(), directory=tmp_path, resume=True)
    assert [point.as_json() for point in again] == [point.as_json() for point in points]
    files = save(tmp_path, axes, points)
    assert [file.name for file in files] == ["sweep.csv", "sweep.json", "sweep.svg", "sweep.png"]
    rows = json.loads((tmp_path / "sweep.json").read_text("utf-8"))
    assert [row["case"] for row in rows] == ["1", "2", "as printed"]
    assert rows[0]["edits"] == ["scenario.turns=1"]
    assert rows[0]["low"] <= rows[0]["german_rate"] <= rows[0]["high"]
    with (tmp_path / "sweep.csv").open(encoding="utf-8", newline="") as stream:
        assert [row["games"] for row in csv.DictReader(stream)] == ["3", "3", "3"]
    drawn = (tmp_path / "sweep.svg").read_text("utf-8")
    assert "scenario.turns" in drawn
    assert "% won by german" in drawn
    assert (tmp_path / "sweep.png").read_bytes().startswith(b"\x89PNG")


def test_two_axes_are_drawn_as_lines(tmp_path: Path) -> None:
    axes = [Axis.parse("scenario.turns=1,2"), Axis.parse("tables.die.woods=-1,0")]
    cases = [(case, setting(case)) for case in cases_of(axes)]
    save(tmp_path, axes, sweep(cases, 1, Alone()))
    assert "tables.die.woods" in (tmp_path / "sweep.svg").read_text("utf-8")
