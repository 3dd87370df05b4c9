"""Every number of a battle adds up as it is written: 200 random combats of every game.

The cards are those of the board; their sums are read from the document that a browser makes of
them, and added up anew.
"""

from __future__ import annotations

import json
import re
import subprocess
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypedDict

import pytest

from browser.hosting import WEB, build_client
from grognard.engine.registry import game, games
from grognard.engine.session import Session

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from browser.conftest import People

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


READ: Final = """() => [...document.querySelectorAll('.battle')].map((card) => {
  const told = (one) => Object.fromEntries(
    [...one.attributes].map(({name, value}) => [name, value]));
  const texts = (query) => [...card.querySelectorAll(query)].map((one) => one.textContent.trim());
  const rows = [...card.querySelectorAll('table.reckoned tr')].map((row) => (
    {facts: told(row), cells: [...row.cells].map((cell) => cell.textContent)}));
  return {rows, dice: texts('.die'), lit: texts('.cells .lit'), result: card.dataset.result ?? ''};
})"""


class Card(TypedDict):
    """What the document says of a card: its rows, its dice, the cells that are lit."""

    rows: list[dict[str, Any]]
    dice: list[str]
    lit: list[str]
    result: str


def cards_of(page: Page, markup: str) -> list[Card]:
    """Return the cards of a document, as a browser reads it."""
    page.set_content(markup)
    found: list[Card] = page.evaluate(READ)
    return found


def number(text: str) -> float:
    """Return a number as the board writes it: ``→ 3``, ``+1``, ``−2``."""
    return float(text.replace("→", "").replace("−", "-").replace("+", "").strip())


def check_sums(card: Card) -> int:
    """Add up both sides of a card; return how many sides there are."""
    sides: list[dict[str, Any]] = []
    for row in card["rows"]:
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
    [at] = [place for place, row in enumerate(card["rows"]) if "Thrown" in row["cells"][0]]
    total, dice = number(card["rows"][at]["cells"][1]), sum(int(die) for die in card["dice"])
    assert re.findall(r"\d+", card["rows"][at]["cells"][0]) == card["dice"]
    assert sum(one["value"] for one in fight["modifiers"]) == fight["modifier"]
    if fight["modifiers"]:
        heads = [row for row in card["rows"] if row["cells"] and row["cells"][0] == "Die"]
        assert [number(row["cells"][1]) for row in heads] == [fight["modifier"]]
    if not fight["limits"]:
        assert total == dice + fight["modifier"]
    assert card["rows"][at + 1]["cells"][1] == card["result"] == fight["throw"]["result"]


def share(text: str) -> Fraction | None:
    """Return a column of odds (``3/2``, ``3-2``) as a number."""
    found = re.fullmatch(r"(\d+)[/-](\d+)", text)
    return Fraction(int(found[1]), int(found[2])) if found else None


def check_odds(card: Card, columns: list[str]) -> None:
    """The totals give the ratio, and the ratio with its shifts the column that is read."""
    rows = [(row["cells"][0], row["cells"][1:2]) for row in card["rows"] if row["cells"]]
    heads = [name for name, _ in rows]
    totals = [row["facts"]["data-total"] for row in card["rows"] if "data-total" in row["facts"]]
    attack, defence = map(int, totals)
    at, until = heads.index("Ratio"), heads.index("Column")
    [ratio], [column] = rows[at][1], rows[until][1]
    odds = [one for one in map(share, columns) if one is not None]
    if len(odds) < len(columns):
        assert ratio == f"{attack}/{defence}", "no columns of odds: the ratio itself"
        return
    below = [place for place, one in enumerate(odds) if one <= Fraction(attack, defence)]
    place = below[-1] if below else 0
    assert not below or share(ratio) == odds[place], (attack, defence, ratio)
    place += int(sum(number(value) for _, [value] in rows[at + 1 : until]))
    assert columns[max(0, min(place, len(columns) - 1))] == column


@pytest.mark.parametrize("name", games())
def test_200_random_combats_add_up_as_they_are_written(
    people: People, name: str, tmp_path: Path
) -> None:
    build_client()
    printed, fights = random_fights(name)
    source, goal = tmp_path / "fights.json", tmp_path / "cards.json"
    source.write_text(json.dumps({"printed": printed, "fights": fights}))
    command = ["node", "scripts/render.mjs", str(source), str(goal)]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    cards = cards_of(people.arrive(), "".join(json.loads(goal.read_text())))
    assert len(cards) == len(fights) >= WANTED
    columns = {one["id"]: one["columns"] for one in printed["tables"]}
    tables = {one["id"]: one["rows"] for one in printed["tables"]}
    for card, fight in zip(cards, fights, strict=True):
        assert check_sums(card) == 2
        check_dice(card, fight)
        if fight["kind"] == "combat":
            check_odds(card, columns[fight["table"]])
        read = [
            tables[one["table"]][one["row"]]["cells"][one["column"]]
            for one in fight["throw"]["cells"]
        ]
        assert sorted(set(card["lit"])) == sorted(set(read))


def test_a_card_that_does_not_add_up_is_noticed(people: People) -> None:
    rows = (
        '<tr data-total="5" data-sum="5"><th>Attack</th><td>5</td></tr>'
        '<tr data-factor="{}"><td>A</td><td>{}</td></tr>'
        '<tr data-factor="2"><td>B</td><td>2</td></tr>'
    )
    table = '<div class="battle"><table class="reckoned">' + rows + "</table></div>"
    [right, wrong] = cards_of(people.arrive(), table.format(3, 3) + table.format(4, 4))
    assert check_sums(right) == 1
    with pytest.raises(AssertionError):
        check_sums(wrong)
