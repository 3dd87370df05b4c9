"""A battle as it was fought: kept beside the map, a card in the log, and every sum adds up."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from browser.board import Board
from browser.positions import is_asked, journal_where
from grognard.engine.registry import game, games
from grognard.engine.session import Session

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from browser.conftest import People
    from browser.hosting import Server, Table
    from grognard.engine.game import State

ALLIED: Final = 1
CARDS: Final = """(all) => all.map((card) => {
  const number = (text) => Number(text.replace('→', '').replace('−', '-').trim());
  const sides = [];
  let rows = null;
  for (const row of card.querySelectorAll('.reckoned tr')) {
    if (row.dataset.total !== undefined) {
      rows = {total: +row.dataset.total, sum: +row.dataset.sum, values: [], changed: null};
      sides.push(rows);
    } else if (rows && row.dataset.factor !== undefined) {
      rows.values.push(number(row.cells[1].innerText));
    } else if (rows && row.dataset.of === 'factor') {
      rows.values[rows.values.length - 1] = number(row.cells[1].innerText);
    } else if (rows && row.dataset.of === 'sum') {
      rows.changed = number(row.cells[1].innerText);
    } else if (row.classList.contains('sum')) {
      rows = null;
    }
  }
  const dice = [...card.querySelectorAll('.die')].map((die) => +die.innerText);
  const lit = [...card.querySelectorAll('.cells .lit')].map((cell) => cell.innerText);
  return {sides, dice, lit, result: card.dataset.result, text: card.innerText};
})"""


def played(name: str, combats: int) -> str:
    """Return the journal of a random game with so many combats in it, or of a whole one."""
    rules = game(name)
    best = ""
    for seed in range(8):
        rng, fought = Random(seed), 0
        session = Session.begin(rules, players={}, rng=rng)
        while not session.state.is_over and fought < combats:
            options = session.state.options()
            before = len(session.events)
            session.play(options[rng.randrange(len(options))])
            for noted in session.events[before:]:
                told = rules.tell(session.state, noted.event, "en", 0)
                combat = told.get("fought")
                fought += bool(combat and combat.get("throw"))
        best = session.record().format()
        if fought >= combats:
            return best
    return best


def open_log(board: Board) -> Locator:
    """Open the log with every line of it, and every card of it."""
    panel = board.tab("Log")
    panel.locator("li").first.wait_for()
    while panel.locator(".earlier").count():
        before = panel.locator("li").count()
        panel.locator(".earlier").click()
        board.page.wait_for_function(
            "(before) => document.querySelectorAll('#panel li').length > before", arg=before
        )
    panel.locator(".battle details").evaluate_all("(all) => all.forEach((one) => one.open = true)")
    return panel.locator(".battle")


def read_cells(server: Server, table: Table, name: str, side: str) -> list[set[str]]:
    """Return what stands in the cells that each throw of the log has read."""
    scenario = table.about()["scenario"]
    printed = server.get(f"/api/games/{name}/scenarios/{scenario}/printed")
    tables = {one["id"]: one["rows"] for one in printed["tables"]}
    page: dict[str, Any] = {"first": 2**31 - 1}
    lines: list[dict[str, Any]] = []
    while page["first"]:
        where = f"/api/tables/{table.id}/log?limit=200&before={page['first']}"
        page = server.get(where, table.token(side))
        lines = page["lines"] + lines
    throws = [line["fought"]["throw"] for line in lines if line.get("fought", {}).get("throw")]
    return [
        {tables[cell["table"]][cell["row"]]["cells"][cell["column"]] for cell in throw["cells"]}
        for throw in throws
    ]


@pytest.mark.parametrize(("name", "least"), [("bautzen", 10), ("luga", 10), ("petrograd", 10)])
def test_every_card_of_the_log_adds_up(
    server: Server, people: People, name: str, least: int
) -> None:
    side = game(name).seats[0]
    table = server.new_table(journal=played(name, least))
    board = Board(people.arrive())
    board.page.goto(table.link(side))
    board.prompt.wait_for()
    cards: list[dict[str, Any]] = open_log(board).evaluate_all(CARDS)
    thrown = [card for card in cards if card["result"]]
    told = read_cells(server, table, name, side)
    assert len(thrown) == len(told) >= least
    for card, cells in zip(thrown, told, strict=True):
        assert set(card["lit"]) == cells
        for rows in card["sides"]:
            assert sum(rows["values"]) == rows["sum"], card["text"]
            assert rows["total"] == (rows["sum"] if rows["changed"] is None else rows["changed"]), (
                card["text"]
            )
        assert card["dice"]


@pytest.mark.parametrize("name", games())
def test_a_battle_is_still_beside_the_map_after_the_page_was_opened_anew(
    server: Server, people: People, name: str
) -> None:
    side = game(name).seats[0]
    table = server.new_table(journal=journal_where(is_asked("Lose", 0), name))
    board = Board(people.arrive())
    board.open(table.link(side))
    fought = board.page.locator(".composer.fought")
    for _ in range(2):
        fought.wait_for()
        lines = table.update(side)["log"]["lines"]
        last = [line["fought"] for line in lines if "fought" in line][-1]
        assert fought.locator(".battle").get_attribute("data-result") == last["throw"]["result"]
        board.reload()
    fought.locator(".close").click()
    fought.wait_for(state="detached")
    board.page.wait_for_timeout(300)
    assert not board.composer.count(), "the chances of before the throw are stale"


def is_last_seal(state: State) -> bool:
    """8.2 - whether the Allied side seals, and then the die of a German attack is thrown."""
    if type(state.question).__name__ != "Commit" or state.seat != ALLIED:
        return False
    return type(state.stack[-2]).__name__ == "Throw"


def test_8_2_after_the_throw_the_battle_stays_beside_the_map_with_its_cell_lit(
    server: Server, people: People
) -> None:
    table = server.new_table(journal=journal_where(is_last_seal))
    german, allied = Board(people.arrive()), Board(people.arrive())
    german.page.goto(table.link("german"))
    german.prompt.wait_for()
    allied.open(table.link("allied"))
    allied.say("seal")
    for board in (german, allied):
        fought = board.page.locator(".composer.fought")
        fought.wait_for()
        [line] = [one for one in table.update("german")["log"]["lines"][-8:] if "fought" in one][
            -1:
        ]
        reckoned = line["fought"]
        assert fought.locator(".battle").get_attribute("data-result") == reckoned["throw"]["result"]
        lit = fought.locator(".cells .lit").all_inner_texts()
        assert lit == [reckoned["throw"]["result"]]
        for result in reckoned["throw"]["results"]:
            assert result["text"] in fought.inner_text()
        for modifier in reckoned["modifiers"]:
            assert modifier["text"] in fought.locator(".chips").inner_text()
    german.page.locator(".composer.fought .close").click()
    german.page.locator(".composer.fought").wait_for(state="detached")
