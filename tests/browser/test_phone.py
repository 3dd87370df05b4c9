"""The board on a phone: everything within reach of a thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from browser.board import Board

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser.conftest import People
    from browser.hosting import Server

SCALE = "() => document.querySelector('.plane').getBoundingClientRect().width"


def assert_nothing_sticks_out(page: Page) -> None:
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"the page is {wide} pixels wider than the phone"


def pinch(page: Page, x: float, y: float) -> None:
    """Spread two fingers."""
    line = page.context.new_cdp_session(page)

    def fingers(kind: str, apart: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x - apart, "y": y}, {"x": x + apart, "y": y}]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 30)
    for apart in (45, 60, 75, 90):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    line.detach()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_a_move_is_made_by_touch_on_a_phone(
    server: Server, people: People, width: int, height: int
) -> None:
    page = people.arrive(
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
    )
    page.goto(server.url)
    page.get_by_role("button", name="Start").wait_for()
    assert_nothing_sticks_out(page)
    page.get_by_label("Show me around").uncheck()
    page.get_by_role("button", name="Start").tap()
    board = Board(page, is_touch=True)
    asked = board.begin()
    assert_nothing_sticks_out(page)
    box = board.prompt.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height

    glow = min(asked.free, key=lambda spot: abs(spot.x - width / 2))
    before = page.evaluate(SCALE)
    pinch(page, min(max(glow.x, 95), width - 95), glow.y)
    page.wait_for_function(f"(before) => ({SCALE})() > before * 1.3", arg=before)
    near = next(each for each in board.look().free if each.side == "german")
    board.choose(near)
    where = board.wait()
    assert "stay" in where.verbs
    to = next((each for each in where.free if not each.side), None)
    assert to is not None
    board.choose(to)
    assert board.wait().main == "done"
    board.wait_for_side(to.hex, "german")
    assert_nothing_sticks_out(page)
    panel = board.tab("Log")
    panel.locator("li").last.wait_for()
    assert_nothing_sticks_out(page)
