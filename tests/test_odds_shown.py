"""``grognard odds``: pictures, help, games of other packages, and the rules that it cites."""

from __future__ import annotations

import re
import sys
from importlib.metadata import EntryPoint
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from grognard.cli import main
from grognard.commands import odds, odds_picture
from grognard.engine import places, registry
from odds_lines import CITY, PETROGRAD, read, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_a_plot_is_drawn(
    suffix: str, start: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"odds.{suffix}"
    assert run(f"eastfront overrun --attack 17 --defence 3 --plot {file}") == 0
    assert file.read_bytes().startswith(start)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "reason"), [("odds.gif", ".svg or .png"), ("no/such/folder.svg", "No such file")]
)
def test_a_plot_that_cannot_be_written_exits_1(
    name: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(f"eastfront overrun --attack 17 --defence 3 --plot {tmp_path / name}") == 1
    assert reason in capsys.readouterr().err


def test_without_matplotlib_a_plot_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert run(f"eastfront overrun --attack 17 --defence 3 --plot {tmp_path / 'o.svg'}") == 1
    assert "grognard[plot]" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line", ["", "bautzen", "petrograd", "eastfront overrun", "eastfront combat"]
)
def test_help_shows_examples(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(f"{line} --help") == 0
    shown = capsys.readouterr().out
    assert re.search(r"examples?:\n  grognard odds", shown)


def test_a_picture_names_what_is_restored_or_reconstructed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """PG-1b, EF-15 - a mark that is seen in the terminal is in the picture too."""
    pictures = {}
    for name, line in (("pg", PETROGRAD), ("ef", CITY)):
        file = tmp_path / f"{name}.svg"
        assert run(f"{line} --plot {file} --lang en") == 0
        pictures[name] = file.read_text(encoding="utf-8")
    assert "restored from the neighbouring cells" in pictures["pg"]
    assert "1r / rd †" in pictures["pg"]
    assert "is a reconstruction" in pictures["ef"]
    assert "restored" not in pictures["ef"]
    assert "first step lost" in pictures["ef"]


@pytest.mark.parametrize(
    "words",
    [
        PETROGRAD,
        CITY,
        "eastfront overrun --attack 17 --defence 3",
        "bautzen --attack 6 --defence 6",
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_in_a_picture_overlaps_or_is_cut_off(words: str, language: str) -> None:
    """Every text stands within the picture, and none upon another."""
    name, *rest = words.split()
    calculator = registry.system(name).calculator()
    assert calculator is not None
    line, calculation = odds.parsed(calculator, name, rest)
    account = calculation.reckon(
        calculation.read(odds.raw(line, calculation)), calculator.speaker(language)
    )
    figure = odds_picture.fill(Figure(dpi=100), account)
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    texts = [*figure.texts, *figure.axes[0].texts]
    boxes = [text.get_window_extent(canvas.get_renderer()) for text in texts if text.get_text()]
    assert len(boxes) > 2 * len(account.prospects)
    whole = figure.bbox
    for box in boxes:
        assert whole.x0 <= box.x0 < box.x1 <= whole.x1
        assert whole.y0 <= box.y0 < box.y1 <= whole.y1
    for one, other in combinations(boxes, 2):
        assert not one.overlaps(other)


def test_a_game_of_another_package_brings_its_calculator(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its place, or by the id under which an installed package names it."""
    place = "toycalculator:ReckonedOutpost"
    assert read(f"{place} --strength 2", capsys)["outcomes"][0] == {
        "p": "1/3",
        "probability": pytest.approx(1 / 3),
        "won": True,
    }
    assert run(f"{place} --strength 9 --lang fr") == 2
    assert capsys.readouterr().err == (
        "grognard odds: 3: --strength est un nombre entier de 1 à 6, non 9\n"
    )
    entry = EntryPoint("reckoned", place, places.GROUP)
    monkeypatch.setattr(places, "entry_points", lambda group: [entry])
    assert run("reckoned --strength 2 --lang fr") == 0
    assert "Combat" in capsys.readouterr().out
    assert run("toygame:OutpostGame --strength 2") == 2
    assert "has no calculator" in capsys.readouterr().err


@pytest.mark.parametrize("name", sorted(registry.NOT_PLAYED))
def test_a_system_that_is_not_played_says_so(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", name]) == 2
    assert "cannot be played" in capsys.readouterr().err
    assert main(["games"]) == 0
    assert f"{name}: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("petrograd PG-7a", "PG-R09"),
        ("petrograd pg-7", "PG-7k"),
        ("petrograd PG-R16 --lang fr", "colonne 8"),
        ("petrograd", "PG-8"),
        ("eastfront", "EF-21h"),
        ("eastfront EF-11.4b", "EF-R02"),
        ("bautzen BZ-8.3c", "8.3"),
    ],
)
def test_the_rules_answer_by_number_clause_and_ruling(
    words: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """PG-7a, EF-11.4b, BZ-8.3c - a chart cites a rule, and the rule can be read."""
    assert main(["rules", *words.split()]) == 0
    assert re.search(shown, capsys.readouterr().out)
