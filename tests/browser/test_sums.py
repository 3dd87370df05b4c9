"""Every number of a battle adds up as it is written: 200 random combats of every game.

The cards are those of the board, rendered without a browser; their sums are read from the markup
and added up anew.
"""

from __future__ import annotations

import json
import re
import subprocess
from html.parser import HTMLParser
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from browser.hosting import WEB, build_client
from grognard.engine.registry import game, games
from grognard.engine.session import Session

if TYPE_CHECKING:
    from pathlib import Path

WANTED: Final = 200
SEEDS: Final = range(60)


def random_fights(name: str) -> tuple[Any, list[Any]]:
    """Return what a game prints, and combats of random games as one of its seats was told."""
    rules, found = game(name), []
    printed: Any = None
    for seed in SEEDS:
        rng = Random(seed)
        session = Session.begin(rules, players={}, rng=rng)
        state: Any = session.state
        printed = printed or rules.printed(state.scenario)
        while not session.state.is_over:
            options = session.state.options()
            session.play(options[rng.randrange(len(options))])
        for noted in session.events:
            told = rules.tell(session.state, noted.event, "en", seed % 2)
            if told.get("fought", {}).get("throw"):
                found.append(told["fought"])
        if len(found) >= WANTED:
            return printed, found
    raise LookupError(f"{name}: {len(found)} combats in {len(SEEDS)} random games")


class Card(HTMLParser):
    """The rows of the reckoning on a card, its dice, and the cells that are lit."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.rows: list[dict[str, Any]] = []
        self.dice: list[str] = []
        self.lit: list[str] = []
        self.result = ""
        self._into: list[str] | None = None
        self._is_row = False
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        classes = facts.get("class", "").split()
        if tag == "div" and "battle" in classes:
            self.result = facts.get("data-result", "")
        if tag == "table":
            self._is_row = "reckoned" in classes
        if tag == "tr" and self._is_row:
            self.rows.append({"facts": facts, "class": classes, "cells": []})
        elif tag in ("td", "th") and self._is_row and self.rows:
            self.rows[-1]["cells"].append("")
        elif tag in ("td", "th") and "lit" in classes:
            self.lit.append("")
            self._into = self.lit
        elif tag == "span" and "die" in classes:
            self.dice.append("")
            self._into = self.dice

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "span"):
            self._into = None

    def handle_data(self, data: str) -> None:
        if self._into is not None:
            self._into[-1] += data.strip()
        elif self._is_row and self.rows and self.rows[-1]["cells"]:
            self.rows[-1]["cells"][-1] += data


def number(text: str) -> float:
    """Return a number as the board writes it: ``→ 3``, ``+1``, ``−2``."""
    return float(text.replace("→", "").replace("−", "-").replace("+", "").strip())


def check_sums(card: Card) -> int:
    """Add up both sides of a card; return how many sides there are."""
    sides: list[dict[str, Any]] = []
    for row in card.rows:
        facts, cells = row["facts"], row["cells"]
        if "data-total" in facts:
            assert number(cells[1]) == float(facts["data-total"])
            sides.append({"values": [], "sum": float(facts["data-sum"]), "last": None, **facts})
        elif "data-factor" in facts:
            sides[-1]["values"].append(number(cells[1]))
        elif facts.get("data-of") == "factor":
            sides[-1]["values"][-1] = number(cells[1])
        elif facts.get("data-of") == "sum":
            sides[-1]["last"] = number(cells[1])
    for side in sides:
        assert sum(side["values"]) == side["sum"], side
        shown = side["sum"] if side["last"] is None else side["last"]
        assert shown == float(side["data-total"]), side
    return len(sides)


def check_dice(card: Card, fight: Any) -> None:
    """The modifiers add up to what is added to the dice, and that to what is read."""
    [at] = [place for place, row in enumerate(card.rows) if "Thrown" in row["cells"][0]]
    total, dice = number(card.rows[at]["cells"][1]), sum(int(die) for die in card.dice)
    assert re.findall(r"\d+", card.rows[at]["cells"][0]) == card.dice
    assert sum(one["value"] for one in fight["modifiers"]) == fight["modifier"]
    if fight["modifiers"]:
        heads = [row for row in card.rows if row["cells"] and row["cells"][0] == "Die"]
        assert [number(row["cells"][1]) for row in heads] == [fight["modifier"]]
    if not fight["limits"]:
        assert total == dice + fight["modifier"]
    assert card.rows[at + 1]["cells"][1] == card.result == fight["throw"]["result"]


@pytest.mark.parametrize("name", games())
def test_200_random_combats_add_up_as_they_are_written(name: str, tmp_path: Path) -> None:
    build_client()
    printed, fights = random_fights(name)
    source, goal = tmp_path / "fights.json", tmp_path / "cards.json"
    source.write_text(json.dumps({"printed": printed, "fights": fights}))
    command = ["node", "scripts/render.mjs", str(source), str(goal)]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    cards = [Card(markup) for markup in json.loads(goal.read_text())]
    assert len(cards) == len(fights) >= WANTED
    tables = {one["id"]: one["rows"] for one in printed["tables"]}
    for card, fight in zip(cards, fights, strict=True):
        assert check_sums(card) == 2
        check_dice(card, fight)
        read = [
            tables[one["table"]][one["row"]]["cells"][one["column"]]
            for one in fight["throw"]["cells"]
        ]
        assert sorted(set(card.lit)) == sorted(set(read))


def test_a_card_that_does_not_add_up_is_noticed() -> None:
    rows = (
        '<tr data-total="5" data-sum="5"><th>Attack</th><td>5</td></tr>'
        '<tr data-factor="{}"><td>A</td><td>{}</td></tr>'
        '<tr data-factor="2"><td>B</td><td>2</td></tr>'
    )
    table = '<table class="reckoned">' + rows + "</table>"
    assert check_sums(Card(table.format(3, 3))) == 1
    with pytest.raises(AssertionError):
        check_sums(Card(table.format(4, 4)))
