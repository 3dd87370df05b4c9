"""A game of another package, named by whoever serves it, is drawn and played like our own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.board import Board
from browser.hosting import Server, build_client

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browser.conftest import People

HUMANS = {"blue": {"kind": "human"}, "red": {"kind": "human"}}


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server on which games were named by their places."""
    build_client()
    places = ("bridgehead.game:BridgeheadGame", "browser.mapless:Mapless")
    running = Server(tmp_path_factory.mktemp("guests"), *places)
    running.start()
    yield running
    running.stop()


def test_the_skeleton_is_drawn_and_answered_by_clicks(guests: Server, people: People) -> None:
    table = guests.new_table(game="bridgehead", scenario="standard", seats=HUMANS)
    board = Board(people.arrive())
    asked = board.open(table.link("blue"))
    assert asked.text.startswith("Which counter moves?")
    assert len(asked.stacks) == 9
    assert {spot.hex for spot in asked.glowing} == {"0203", "0204", "0302", "0303", "0304"}
    board.choose(board.glow("0303"))
    board.page.locator(".prompt", has_text="To which hex does B2 move?").wait_for()
    board.wait()
    board.choose(board.glow("0503"))
    board.wait_for_side("0503", "blue")
    assert "B2: 0303 to 0503" in "".join(board.log())


def test_its_attack_is_reckoned_and_its_zones_are_laid_over_the_map(
    guests: Server, people: People
) -> None:
    table = guests.new_table(game="bridgehead", scenario="standard", seats=HUMANS)
    board = Board(people.arrive())
    board.open(table.link("blue"))
    board.choose(board.glow("0303"))
    board.page.locator(".prompt", has_text="To which hex").wait_for()
    board.wait()
    board.choose(board.glow("0503"))
    board.wait_for_side("0503", "blue")
    board.wait()
    board.say("done")
    board.page.locator(".prompt", has_text="Which hex is attacked?").wait_for()
    board.wait()
    board.choose(board.glow("0603"))
    board.page.locator(".prompt", has_text="Who joins").wait_for()
    board.wait()
    board.choose(board.glow("0503"))
    board.composer.get_by_text("1/1").first.wait_for()
    assert "town" in board.composer.inner_text()
    board.page.get_by_role("button", name="Zones").first.click()
    board.wait()
    board.say("fight")
    board.page.locator(".throws").wait_for()
    assert table.wait_for_line("blue", 1)["kind"] == "fought"


def test_it_has_an_opponent(guests: Server, people: People) -> None:
    seats = {"blue": {"kind": "human"}, "red": {"kind": "bot", "level": "regular"}}
    table = guests.new_table(game="bridgehead", scenario="standard", seats=seats)
    board = Board(people.arrive())
    board.open(table.link("blue"))
    for kind in ("Which counter moves?", "Which hex is attacked?"):
        board.page.locator(".prompt", has_text=kind).wait_for()
        board.wait()
        board.say("done")
    board.page.locator(".prompt .text", has_text="Which counter moves?").wait_for()
    assert "2" in board.page.locator("header").inner_text()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_game_without_a_map_says_so_and_is_played_beside_it(
    guests: Server, people: People, locale: str
) -> None:
    seats = {"red": {"kind": "human"}, "blue": {"kind": "human"}}
    table = guests.new_table(game="mapless", scenario="skirmish", seats=seats)
    people.excused.append("501.*odds")
    page = people.arrive(locale=locale)
    page.goto(table.link("red"))
    words = {"en-GB": "This game prints no map.", "fr-FR": "Ce jeu n'imprime pas de carte."}
    page.get_by_text(words[locale]).wait_for()
    page.locator(".prompt .answers [data-verb='arrange']").first.click()
    page.locator(".prompt .waiting").wait_for()
