"""The map one would buy: names, flags, values, front, cartouche, danger; for all games."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from browser.board import Board
from browser.positions import is_asked, journal_where
from browser.test_accessibility import assert_accessible
from grognard.engine.registry import game

if TYPE_CHECKING:
    from browser.conftest import People
    from browser.hosting import Server, Table

GAMES = ("bautzen", "luga", "petrograd")
FIGHTS = {"bautzen": "Combat", "luga": "Declaring", "petrograd": "Attack"}
"""What asks for the hex to attack."""
DESK = {"width": 1440, "height": 900}
LEAST = 11
"""Pixels that a value or a name must have to be read."""
SIZES = """(all) => all.map((one) => {
  const size = parseFloat(getComputedStyle(one).fontSize);
  return size * one.getScreenCTM().a;
})"""
WIDER = """(before) =>
  document.querySelector('.plane').getBoundingClientRect().width > before * 1.05"""
MARGIN = "(plane) => 40 * plane.getBoundingClientRect().width / plane.offsetWidth"
BADGES = """() => {
  const groups = new Map();
  for (const one of document.querySelectorAll('.stack .badge')) {
    groups.set(one.parentElement, [...(groups.get(one.parentElement) ?? []), one]);
  }
  const overlaps = [];
  for (const badges of groups.values()) {
    const boxes = badges.map((one) => one.getBoundingClientRect()).sort((a, b) => a.x - b.x);
    boxes.slice(1).forEach((box, place) => {
      const over = boxes[place].right - box.left;
      if (over > 0.15 * box.width) overlaps.push(over);
    });
  }
  return {counts: [...groups.values()].map((one) => one.length), overlaps};
}"""
STYLES = """() => {
  const shown = (query) => [...document.querySelectorAll(query)].some((one) => {
    const style = getComputedStyle(one);
    return style.stroke !== 'none' || style.fillOpacity !== '0';
  });
  const styles = {
    offer: 'path.live:not(.quiet), .stack .ring', subject: 'path.target, .stack .picked',
    hint: '.tint.hint', past: '.tint.past',
  };
  return Object.keys(styles).filter((name) => shown(styles[name]));
}"""


@cache
def begun(name: str) -> str:
    """Return a random game in its second turn, in which the first side moves."""

    def fits(state: Any) -> bool:
        return state.turn >= 2 and state.seat == 0 and type(state.question).__name__ == "Movement"

    return journal_where(fits, name)


def at_table(server: Server, people: People, name: str, **wishes: Any) -> tuple[Table, Board]:
    """Return the table of such a game, and its first side in front of the board."""
    table = server.new_table(journal=begun(name))
    board = Board(people.arrive(**{"viewport": DESK, **wishes}))
    board.open(table.link(game(name).seats[0]))
    return table, board


@pytest.mark.parametrize("name", GAMES)
def test_with_the_whole_map_in_sight_what_is_written_can_be_read(
    server: Server, people: People, name: str
) -> None:
    _, board = at_table(server, people, name)
    page = board.page
    names = page.locator(".names text[data-name]")
    assert names.count() > 8
    assert min(names.evaluate_all(SIZES)) >= LEAST
    values = page.locator(".stack .values")
    if name == "bautzen":
        assert values.count() > 30
    assert all(size >= LEAST - 0.5 for size in values.evaluate_all(SIZES))
    stack = next(
        spot
        for spot in board.look().stacks
        if spot.is_free and (name != "bautzen" or board.height(spot.hex) > 1)
    )
    page.mouse.move(stack.x, stack.y)
    page.locator(".fan .values, .fan .query").first.wait_for()
    assert all(size >= LEAST for size in page.locator(".fan .values").evaluate_all(SIZES))


@pytest.mark.parametrize("name", GAMES)
def test_names_flags_and_badges_lie_over_the_counters(
    server: Server, people: People, name: str
) -> None:
    table, board = at_table(server, people, name)
    order = """(selector) => {
      const last = [...document.querySelectorAll('.marks .stack')].at(-1);
      return [...document.querySelectorAll(selector)].every((one) =>
        last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
    }"""
    assert board.page.evaluate(order, ".names text[data-name]:not(.region)")
    assert board.page.evaluate(order, ".flag")
    seen = table.update(game(name).seats[0])["view"]["facts"]
    printed = server.get(f"/api/games/{name}/scenarios/{table.about()['scenario']}/printed")
    held = {
        hex_["id"]: game(name).seats[int(mark)] if mark.isdigit() else ""
        for hex_, mark in zip(printed["map"]["hexes"], seen["control"], strict=True)
    }
    wanted = {hex_["id"] for hex_ in printed["map"]["hexes"] if hex_["objective"]}
    flags = board.page.locator(".flag").evaluate_all(
        "(all) => all.map((one) => [one.dataset.hex, one.dataset.owner])"
    )
    assert wanted <= {hex_ for hex_, _ in flags}
    assert all(held[hex_] == owner for hex_, owner in flags)
    assert any(owner for _, owner in flags)
    bad = {mark["id"] for mark in printed["marks"] if mark["is_bad"]}
    hurt = {
        (hex_, mark)
        for hex_, stack in seen["stacks"].items()
        for mark in (stack["pieces"][-1]["marks"] if stack["pieces"] else [])
        if mark in bad
    }
    badges = board.page.locator(".stack .badge").evaluate_all(
        "(all) => all.map((one) => [one.closest('.stack').dataset.hex, one.dataset.mark])"
    )
    assert hurt <= {(hex_, mark) for hex_, mark in badges}


@pytest.mark.parametrize("size", [DESK, {"width": 1024, "height": 768}])
@pytest.mark.parametrize("name", GAMES)
def test_the_map_uses_the_window_and_the_cartouche_what_is_left(
    server: Server, people: People, name: str, size: dict[str, int]
) -> None:
    _, board = at_table(server, people, name, viewport=size)
    zone, hexes = (
        board.page.locator(query).bounding_box() for query in (".board", ".plane .sheet")
    )
    assert zone is not None
    assert hexes is not None
    buttons = board.page.locator(".overlays").bounding_box()
    tools = board.page.locator(".tools").bounding_box()
    assert buttons is not None
    assert tools is not None
    assert buttons["x"] + buttons["width"] <= tools["x"], "the buttons lie beside each other"
    room = zone["height"] - buttons["height"] * (buttons["width"] > buttons["height"])
    room -= 30 * (size != DESK)
    assert hexes["width"] >= 0.97 * zone["width"] or hexes["height"] >= 0.94 * room
    counter, cell = (
        board.page.locator(query).first.evaluate("(one) => one.getBBox().height")
        for query in (".stack .counter > rect:nth-of-type(2)", "path.live")
    )
    assert 0.66 <= counter * 1.2 / (cell / 0.94) <= 0.75, "a counter is about 70 % of its hex"
    sources = board.page.locator(".cartouche summary")
    if sources.count():
        sources.click()
        credit = board.page.locator(".cartouche .credit").bounding_box()
        assert credit is not None
        assert credit["x"] >= zone["x"], "the sources are read whole"
        assert zone["y"] <= credit["y"], "the sources are read whole"
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert not board.page.locator("h1, .segment, .cartouche").evaluate_all(cut)
    said = board.page.locator(".cartouche").inner_text()
    assert "hex" in said
    title = board.page.locator(".cartouche").bounding_box()
    assert title is not None
    if title["width"] > title["height"]:
        margin = board.page.locator(".plane").evaluate(MARGIN)
        low = hexes["y"] + hexes["height"] - margin
        assert title["y"] >= low or title["y"] + title["height"] <= hexes["y"] + margin
    assert ("GeoNames (CC-BY" in said) == (name != "bautzen")
    assert board.page.locator(".names text.river").count() >= 2


COVERED = """() => {
  const boxes = (query) =>
    [...document.querySelectorAll(query)].map((one) => [one, one.getBoundingClientRect()]);
  const counters = boxes('.stack .counter');
  const meets = (name, one) => name.left < one.right && one.left < name.right
    && name.top + 0.25 * name.height < one.bottom && one.top < name.bottom - 0.2 * name.height;
  return boxes('.names .region, .names .sea, .names .lake')
    .filter(([, name]) => counters.some(([, one]) => meets(name, one)))
    .map(([text]) => text.textContent);
}"""


OVERRUN = """() => {
  const counters = [...document.querySelectorAll('.stack .counter')]
    .map((one) => one.getBoundingClientRect());
  const isHidden = (text, place) => {
    const {x, y, width, height} = text.getExtentOfChar(place);
    const at = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(text.getScreenCTM());
    return counters.some((one) =>
      one.left < at.x && at.x < one.right && one.top < at.y && at.y < one.bottom);
  };
  return [...document.querySelectorAll('.names text.river')]
    .filter((text) => [...text.textContent].some((_, place) => isHidden(text, place)))
    .map((text) => text.textContent);
}"""
"""The rivers with a letter of their name under a counter."""


@pytest.mark.parametrize("name", ["luga", "petrograd"])
def test_no_name_of_a_region_is_half_covered(server: Server, people: People, name: str) -> None:
    _, board = at_table(server, people, name)
    page = board.page
    regions = page.locator(".names .region, .names .sea, .names .lake")
    assert regions.count() >= 3
    assert page.evaluate(COVERED) == []
    before = page.locator(".plane").bounding_box()
    assert before is not None
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function(WIDER, arg=before["width"])
    page.wait_for_function(f"() => ({COVERED})().length === 0")
    assert regions.count() >= 3


@pytest.mark.parametrize("name", GAMES)
def test_names_of_rivers_run_clear_of_counters(server: Server, people: People, name: str) -> None:
    _, board = at_table(server, people, name)
    assert board.page.locator(".names text.river").count() >= 2
    assert board.page.evaluate(OVERRUN) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_front_line_danger_and_command_can_be_shown(
    server: Server, people: People, name: str
) -> None:
    table, board = at_table(server, people, name)
    page, side = board.page, game(name).seats[0]
    page.get_by_role("button", name="Front line").click()
    page.locator("path.front.other").wait_for()
    page.get_by_role("button", name="Front line").click()
    page.locator("path.front.other").wait_for(state="detached")
    page.get_by_role("button", name="Danger").click()
    found = server.get(f"/api/tables/{table.id}/overlays/threat?side={side}", table.token(side))
    assert found["parts"], "somebody is in danger"
    page.wait_for_function("() => document.querySelector('.tint.hatch-0, .tint.hatch-1')")
    spots = {spot.hex: spot for spot in board.look().stacks if spot.is_free}
    part = next(one for one in found["parts"] if one["id"] in spots and one["words"])
    page.mouse.move(spots[part["id"]].x, spots[part["id"]].y)
    page.locator("path.went.attack").first.wait_for(state="attached")
    assert page.locator("path.went.attack").count() == len(part["lines"])
    page.locator("#panel").get_by_text(part["words"][0]).wait_for()
    while page.locator(".overlays [aria-pressed=true]").count():
        page.locator(".overlays [aria-pressed=true]").click()
    posts = server.get(f"/api/tables/{table.id}/overlays/command?side={side}", table.token(side))
    assert posts["parts"], "there are headquarters"
    post = next(one for one in posts["parts"] if one["id"] in spots and len(one["hexes"]) > 3)
    page.mouse.move(spots[post["id"]].x, spots[post["id"]].y)
    page.locator("path.outline").wait_for()
    page.locator("#panel").get_by_text(post["words"][0]).wait_for()


def test_the_buttons_of_the_overlays_fold_over_a_map_that_fills_the_window(
    server: Server, people: People
) -> None:
    """Beside the whole map they all stand; over a part of it one does, and what is laid out."""
    _, board = at_table(server, people, "petrograd")
    page = board.page
    buttons = page.locator(".overlays [aria-pressed]")
    fold = page.locator(".overlays .fold")
    assert fold.count() == 0
    every = buttons.count()
    assert every > 4
    page.get_by_role("button", name="Zoom in").click()
    fold.wait_for()
    assert buttons.count() == 0
    fold.click()
    assert buttons.count() == every
    third = buttons.nth(2)
    assert third.get_attribute("title") == "Shift+3"
    third.click()
    fold.click()
    laid = page.locator(".overlays [aria-pressed=true]")
    laid.wait_for()
    assert (buttons.count(), laid.get_attribute("title")) == (1, "Shift+3")
    page.get_by_role("button", name="Whole map").click()
    fold.wait_for(state="detached")
    assert buttons.count() == every


def test_badges_stand_clear_of_one_another(server: Server, people: People) -> None:
    """Out of supply, out of command, disordered: each can be read, none lies over another."""

    def fits(state: Any) -> bool:
        shaken = state.disorganised & state.out_of_ammunition if state.turn > 3 else 0
        named = type(state.question).__name__ == "Movement"
        return named and state.seat == 0 and bool(shaken & state.owned[0] & state.uncommanded)

    table = server.new_table(journal=journal_where(fits, "petrograd"))
    board = Board(people.arrive(viewport=DESK))
    page = board.page
    board.open(table.link("white"))
    for _ in range(8):
        if page.locator(".sheet.near").count():
            break
        before = page.locator(".plane").bounding_box()
        page.get_by_role("button", name="Zoom in").click()
        page.wait_for_function(WIDER, arg=before["width"] if before else 0)
    found = page.evaluate(BADGES)
    assert max(found["counts"]) >= 3
    assert found["overlaps"] == []


def test_more_is_drawn_the_nearer_one_comes(server: Server, people: People) -> None:
    _, board = at_table(server, people, "petrograd")
    page = board.page
    assert page.locator(".sheet.far").count() == 1
    assert page.locator(".stack .values").count() == 0
    page.locator(".board").focus()
    for wanted in ("middle", "near"):
        for _ in range(8):
            if page.locator(f".sheet.{wanted}").count():
                break
            before = page.locator(".plane").bounding_box()
            page.keyboard.press("+")
            page.wait_for_function(WIDER, arg=before["width"] if before else 0)
        page.locator(f".sheet.{wanted}").wait_for()
        assert page.locator(".stack .values").count() > 10


def test_the_panel_is_widened_and_folded_and_stays_so(server: Server, people: People) -> None:
    _, board = at_table(server, people, "bautzen")
    page = board.page

    def width(query: str) -> float:
        box = page.locator(query).bounding_box()
        assert box is not None
        return box["width"]

    before = width(".board")
    sash = page.locator(".sash").bounding_box()
    assert sash is not None
    page.mouse.move(sash["x"] + 4, 300)
    page.mouse.down()
    page.mouse.move(sash["x"] - 116, 300)
    page.mouse.up()
    assert abs(width(".side") - 500) < 6
    assert width(".board") < before - 100
    page.locator(".sash").focus()
    page.keyboard.press("ArrowRight")
    assert abs(width(".side") - 480) < 6
    page.get_by_role("button", name="Fold the panel away").click()
    assert width(".board") == DESK["width"]
    assert board.prompt.is_visible(), "the question stays in sight"
    assert not page.locator("#panel").is_visible()
    board.reload()
    assert width(".board") == DESK["width"]
    page.get_by_role("button", name="Show the panel").click()
    assert abs(width(".side") - 480) < 6


@pytest.mark.parametrize("name", GAMES)
def test_8_2_arrows_go_from_attackers_to_their_target_and_two_styles_suffice(
    server: Server, people: People, name: str
) -> None:
    table, side = (
        server.new_table(journal=journal_where(is_asked(FIGHTS[name], 0), name)),
        game(name).seats[0],
    )
    board = Board(people.arrive(viewport=DESK))
    asked = board.open(table.link(side))
    assert len(board.page.evaluate(STYLES)) <= 2
    board.choose(board.glow(asked.glowing[0].hex))
    asked = board.wait()
    board.choose(board.glow(asked.glowing[0].hex))
    board.page.locator("path.went.attack").first.wait_for(state="attached")
    seen = table.update(side)["view"]["question"]
    assert seen["joined"]
    assert set(board.page.evaluate(STYLES)) <= {"offer", "subject"}


@pytest.mark.parametrize(
    ("wishes", "theme"),
    [({}, "classic"), ({"color_scheme": "dark"}, "dark"), ({"contrast": "more"}, "contrast")],
)
def test_the_theme_follows_the_system_until_one_is_chosen(
    server: Server, people: People, wishes: dict[str, Any], theme: str
) -> None:
    _, board = at_table(server, people, "bautzen", **wishes)
    worn = "document.documentElement.dataset.theme"
    assert board.page.evaluate(worn) == theme
    assert_accessible(board.page, theme)
    board.tab("More").locator("select.theme").select_option("flat")
    assert board.page.evaluate(worn) == "flat"
    assert board.page.locator(".sheet .texture").first.is_hidden()
    board.reload()
    assert board.page.evaluate(worn) == "flat"
