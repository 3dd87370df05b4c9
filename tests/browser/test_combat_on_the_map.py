"""An attack from its first click to its last: reckoning, losses, retreat, advance, on the map."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from browser.board import Board
from browser.positions import is_asked, journal_where

if TYPE_CHECKING:
    from browser.conftest import People
    from browser.hosting import Server, Table

GERMAN = 0


def table_where_german_is_asked(server: Server, kind: str) -> Table:
    return server.new_table(journal=journal_where(is_asked(kind, GERMAN)))


def test_an_attack_shows_its_arithmetic_while_it_is_composed_and_is_then_fought(
    server: Server, people: People
) -> None:
    board = Board(people.arrive())
    asked = board.open(table_where_german_is_asked(server, "Combat").link("german"))
    alone = [spot.hex for spot in asked.glowing if board.height(spot.hex) == 1]
    target = board.glow(alone[0])
    board.choose(target)
    composing = board.wait()
    assert f"Attack on {target.hex}" in composing.text
    board.page.locator("path.target").wait_for()
    board.choose(board.glow(composing.glowing[0].hex))
    assert "fight" in board.wait().verbs
    board.composer.locator(".verdict").first.wait_for()
    cases = board.composer.locator(".chances").evaluate_all(
        "(all) => all.map((one) => [...one.querySelectorAll('span')].map((span) => span.title))"
    )
    assert cases
    assert all(sum(map(Fraction, chances)) == 1 for chances in cases)
    rules = board.composer.locator("td .rule").all_inner_texts()
    assert any(re.fullmatch(r"[\d.]+\w*", rule) for rule in rules)
    board.say("fight")
    board.prompt.get_by_text("Waiting for: Allied").wait_for()
    assert f"attack on {target.hex}" in board.log()[-1]


@pytest.mark.parametrize(("kind", "rule"), [("Lose", "8.3"), ("Advance", "8.4")])
def test_a_unit_is_picked_by_clicking_its_counter(
    server: Server, people: People, kind: str, rule: str
) -> None:
    table = table_where_german_is_asked(server, kind)
    board = Board(people.arrive())
    asked = board.open(table.link("german"))
    assert f"rule {rule}" in asked.text
    before = table.update("german")["log"]["total"]
    board.choose(board.glow(asked.glowing[0].hex))
    assert table.wait_for_line("german", before)["rule"].startswith(rule)


def test_8_5_a_retreat_is_made_by_clicking_the_hex_to_go_to(server: Server, people: People) -> None:
    table = table_where_german_is_asked(server, "Retreat")
    board = Board(people.arrive())
    asked = board.open(table.link("german"))
    before = table.update("german")["log"]["total"]
    to = board.glow(asked.glowing[0].hex)
    board.choose(to)
    table.wait_for_line("german", before)
    went = [line for line in table.lines_since("german", before) if line["act"] == "retreat"]
    assert [line["hexes"][-1] for line in went] == [to.hex]


def test_a_click_on_what_is_not_legal_says_why_with_the_rule(
    server: Server, people: People
) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", GERMAN)))
    board = Board(people.arrive())
    asked = board.open(table.link("german"))
    board.click(next(spot for spot in asked.stacks if spot.is_free and spot.side == "allied"))
    toast = board.page.locator(".toast")
    toast.wait_for()
    assert "Not possible" in toast.inner_text()
    toast.locator(".rule").first.click()
    board.page.locator("#panel article").first.wait_for()
