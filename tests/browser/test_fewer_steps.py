"""Fewer steps: whole stacks, everybody at once, dragging, a fan to click; sounds, icons."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from browser.board import Board, place_of
from browser.hosting import until
from browser.positions import is_asked, journal_where
from grognard.engine.game import apply
from grognard.engine.registry import game

if TYPE_CHECKING:
    from browser.board import Spot
    from browser.conftest import People
    from browser.hosting import Server
    from grognard.engine.game import State

GERMAN = 0
GAMES = ("bautzen", "luga", "petrograd")
MANY = {"bautzen": 6, "luga": 6, "petrograd": 3}
"""How many units a random game soon brings against one hex."""


@cache
def many_may_attack(name: str) -> tuple[str, str]:
    """Return a game whose first side is asked for a target, and one that many may attack."""
    rules, found = game(name), ""

    def fits(state: State) -> bool:
        nonlocal found
        if type(state.question).__name__ not in ("Combat", "Attack", "Declaring") or state.seat:
            return False
        for action in state.options():
            if action.verb == "attack":
                twin = state.copy()
                apply(twin, action)
                if sum(option.verb == "join" for option in twin.options()) >= MANY[name]:
                    found = rules.hex_name(state, action.noun)
                    return True
        return False

    return journal_where(fits, name), found


class Clicks:
    """Counts what a person presses."""

    def __init__(self, board: Board) -> None:
        self.board, self.number = board, 0

    def hex(self, spot: Spot) -> None:
        self.number += 1
        self.board.click(spot)

    def button(self, name: str | re.Pattern[str]) -> None:
        self.number += 1
        self.board.page.get_by_role("button", name=name).first.click()


@pytest.mark.parametrize("name", GAMES)
def test_many_units_attack_in_five_clicks(server: Server, people: People, name: str) -> None:
    journal, target = many_may_attack(name)
    table, side = server.new_table(journal=journal), game(name).seats[0]
    board = Board(people.arrive())
    board.open(table.link(side))
    board.clear()
    clicks = Clicks(board)
    clicks.hex(board.glow(target))
    board.wait()
    clicks.button(re.compile(r"All \d+ attack"))
    until(lambda: len(table.update(side)["view"]["question"]["joined"]) >= MANY[name])
    board.wait()
    found = server.get(f"/api/tables/{table.id}/odds?lang=en", table.token(side))
    assert found["cases"], "the case bare, and with what the enemy can be seen to add"
    for case in found["cases"] if len(found["cases"]) > 1 else []:
        board.composer.locator(".case").get_by_text(case["names"]["en"]).wait_for()
    before = table.update(side)["version"]
    begin = next(one for one in table.update(side)["answers"] if one.get("is_main"))
    clicks.button(re.compile(f"^{re.escape(begin['label'])}", re.IGNORECASE))
    until(lambda: table.update(side)["version"] > before)
    assert clicks.number <= 5


@pytest.mark.parametrize("name", GAMES)
def test_a_counter_is_dragged_to_its_hex_and_a_wrong_hex_is_explained(
    server: Server, people: People, name: str
) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", GERMAN), name))
    side, enemy_side = game(name).seats
    board = Board(people.arrive())
    board.open(table.link(side))
    page = board.page
    update = table.update(side)
    stacks = update["view"]["facts"]["stacks"]
    lone = next(
        (one["name"], hex_)
        for one in update["answers"]
        if one["kind"] == "piece"
        for hex_, stack in stacks.items()
        if [each["id"] for each in stack["pieces"]] == [one["name"]] and stack["height"] == 1
    )
    piece, start = lone
    reach = server.get(f"/api/tables/{table.id}/reach?piece={piece}", table.token(side))
    goal = next(
        each["id"] for each in reach["hexes"] if each["id"] not in stacks and not each.get("warns")
    )
    drag(board, start, goal)
    page.locator(f".stack[data-hex='{goal}'][data-side='{side}']").wait_for()
    enemy = next(hex_ for hex_, stack in stacks.items() if stack["side"] == enemy_side)
    update = table.update(side)
    places = [place_of(update, one["name"]) for one in update["answers"] if one["kind"] == "piece"]
    other = next(filter(None, places))
    drag(board, other, enemy)
    page.locator(".toast").get_by_text(re.compile("Not possible")).wait_for()


def spot_of(board: Board, hex_: str) -> tuple[float, float]:
    """Return where a hex lies on the screen, from the counters and the scale of the map."""
    found: dict[str, float] = board.page.evaluate(
        """(hex) => {
      const [col, row] = [Number(hex.slice(0, 2)), Number(hex.slice(2))];
      const all = [...document.querySelectorAll('.stack')].map((one) => {
        const m = one.transform.baseVal[0].matrix;
        return [one.dataset.hex, m.e, m.f];
      });
      const column = (one) => Number(one[0].slice(0, 2));
      const other = all.find((one) => column(one) !== column(all[0]));
      const size = Math.abs(other[1] - all[0][1]) / Math.abs(column(other) - column(all[0]));
      const box = document.querySelector('svg.marks').getBoundingClientRect();
      const view = document.querySelector('svg.marks').viewBox.baseVal;
      const k = box.width / view.width;
      const first = all[0];
      const dy = size / 0.75 * Math.sqrt(3) / 2;
      const low = (c) => (c % 2 === 0 ? dy / 2 : 0);
      const fc = Number(first[0].slice(0, 2)), fr = Number(first[0].slice(2));
      const x = first[1] + (col - fc) * size;
      const y = first[2] + (row - fr) * dy + low(col) - low(fc);
      return {x: box.x + (x - view.x) * k, y: box.y + (y - view.y) * k};
    }""",
        hex_,
    )
    return found["x"], found["y"]


def drag(board: Board, start: str, goal: str) -> None:
    """Drag what lies in a hex to another."""
    board.wait()
    board.clear()
    mouse = board.page.mouse
    mouse.move(*spot_of(board, start))
    mouse.down()
    x, y = spot_of(board, goal)
    mouse.move(x - 10, y - 10, steps=4)
    mouse.move(x, y, steps=2)
    mouse.up()


@pytest.mark.parametrize("name", GAMES)
def test_the_fan_that_opens_by_itself_can_be_clicked(
    server: Server, people: People, name: str
) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", GERMAN), name))
    side = game(name).seats[0]
    board = Board(people.arrive())
    board.open(table.link(side))
    page = board.page
    update = table.update(side)
    names = {one["name"] for one in update["answers"] if one["kind"] == "piece"}
    hex_ = next(
        hex_
        for hex_, stack in update["view"]["facts"]["stacks"].items()
        if stack["height"] > 1 and any(each["id"] in names for each in stack["pieces"])
    )
    x, y = spot_of(board, hex_)
    page.mouse.move(x, y)
    peek = page.locator(".fan.peek")
    peek.wait_for()
    button = peek.locator("button.piece:enabled").first
    box = button.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=2)
    page.wait_for_timeout(600)
    button.click()
    page.wait_for_function("() => document.querySelector('[data-verb=stay]')")


def test_a_double_click_takes_the_whole_stack(server: Server, people: People) -> None:
    def has_stack(state: Any) -> bool:
        asked = is_asked("Movement", GERMAN)(state)
        return asked and any(action.verb == "stack" for action in state.options())

    table = server.new_table(journal=journal_where(has_stack))
    board = Board(people.arrive())
    board.open(table.link("german"))
    update = table.update("german")
    hex_ = next(one["name"] for one in update["answers"] if one["verb"] == "stack")
    board.page.mouse.dblclick(*spot_of(board, hex_))
    board.page.wait_for_function("() => document.querySelector('[data-verb=stay]')")
    picked = table.update("german")["view"]["question"]["pieces"]
    assert len(picked) > 1


def test_the_map_fits_anew_when_the_window_turns(server: Server, people: People) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", GERMAN)))
    page = people.arrive(viewport={"width": 640, "height": 360}, has_touch=True, is_mobile=True)
    board = Board(page, is_touch=True)
    board.open(table.link("german"))
    middle = """() => {
      const plane = document.querySelector('.plane').getBoundingClientRect();
      const zone = document.querySelector('.board').getBoundingClientRect();
      return plane.right > zone.left + 20 && plane.left < zone.right - 20
        && plane.bottom > zone.top + 20 && plane.top < zone.bottom - 20;
    }"""
    for size in ((360, 640), (640, 360), (1200, 800)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function(f"(width) => innerWidth === width && ({middle})()", arg=size[0])
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0


def test_sounds_are_off_until_they_are_asked_for(server: Server, people: People) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", GERMAN)))
    board = Board(people.arrive())
    board.open(table.link("german"))
    page = board.page
    sound = "() => document.documentElement.dataset.sound ?? ''"
    assert page.evaluate(sound) == ""
    box = board.tab("More").get_by_label(re.compile("Sounds"))
    assert not box.is_checked()
    box.check()
    page.wait_for_function(f"() => ({sound})() === 'move'")
    board.reload()
    assert board.tab("More").get_by_label(re.compile("Sounds")).is_checked()


@pytest.mark.parametrize("name", ["icon-192.png", "icon-512.png", "maskable.png"])
def test_the_board_can_be_installed(server: Server, people: People, name: str) -> None:
    page = people.arrive()
    page.goto(server.url)
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = server.get(str(link))
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == "/"
    assert f"/{name}" in [icon["src"] for icon in manifest["icons"]]
    size = page.evaluate(
        """async (src) => { const image = new Image(); image.src = src; await image.decode();
          return image.naturalWidth; }""",
        f"/{name}",
    )
    assert size == (192 if "192" in name else 512)
