"""The board on a phone: everything within reach of a thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from browser.board import Board, place_of
from browser.positions import is_asked, is_composing, journal_where
from grognard.bots.levels import levels
from grognard.engine.registry import game, games

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
    for apart in (34, 38, 42):
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
    near = next(each for each in board.wait().free if each.side == "german")
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


MOST = 80
"""How many answers a whole turn takes at most."""
ROOM = """() => {
  const box = (name) => document.querySelector(name)?.getBoundingClientRect();
  const meets = (one, other) => one && other && one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const [dice, prompt, map] = [box('.throws'), box('.prompt'), box('.board')];
  return {
    map: map.height / innerHeight,
    dice_over_prompt: Boolean(dice && meets(dice, {left: prompt.left, right: prompt.right,
      top: prompt.top, bottom: prompt.bottom})),
    dice_over_map: Boolean(dice && meets(dice, map)),
    prompt_in_sight: prompt.top < innerHeight - 40 && prompt.top >= map.bottom - 2,
    seats: [...document.querySelectorAll('.seat')].map((one) => one.innerText),
  };
}"""


@pytest.mark.parametrize(("name", "lang"), [("bautzen", "fr"), ("luga", "en"), ("petrograd", "fr")])
def test_a_whole_turn_is_played_on_a_small_phone(
    server: Server, people: People, name: str, lang: str
) -> None:
    """Move, end the movement, attack, fight, take losses, end the turn; all by touch."""
    page = people.arrive(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    side, other = game(name).seats
    table = server.new_table(
        journal=journal_where(is_asked("Movement", 0), name),
        seats={other: {"kind": "bot", "level": levels(game(name))[0].id}},
    )
    page.goto(f"{server.url}/?lang={lang}")
    board = Board(page, is_touch=True)
    asked = board.open(table.link(side))
    verbs: list[str] = []
    turn = table.update(side)["view"]["facts"]["turn"]
    while not asked.is_over and len(verbs) < MOST:
        room = page.evaluate(ROOM)
        assert room["map"] > 0.38, "the map has its room"
        assert room["prompt_in_sight"]
        assert not room["dice_over_prompt"]
        assert not room["dice_over_map"]
        assert len(room["seats"]) == 2
        assert_nothing_sticks_out(page)
        update = table.update(side)
        if update["view"]["facts"]["turn"] != turn:
            break
        verbs.append(answer_by_touch(board, update, verbs))
        asked = board.wait()
    assert {"move", "to", "done", "attack", "fight"} <= set(verbs), verbs
    assert len(verbs) < MOST


def answer_by_touch(board: Board, update: dict[str, Any], before: list[str]) -> str:
    """Give an answer as somebody would who wants one move and one attack; return its verb."""
    answers = update["answers"]
    offered = [one["verb"] for one in answers]
    main = next((one["verb"] for one in answers if one.get("is_main")), "")
    once = [verb for verb in ("move", "attack", "advance") if verb not in before or not main]
    always = ["to", "lose", "resolve", *([] if main else ["join"])]
    wanted = next((verb for verb in (*always, *once) if verb in offered), main or offered[0])
    same = [each for each in answers if each["verb"] == wanted]
    one = next((each for each in same if not each.get("warns")), same[0])
    touch(board, update, one)
    return wanted


def touch(board: Board, update: dict[str, Any], one: dict[str, Any]) -> None:
    """Touch an answer: on the map where it is in sight, else in the list of all answers."""
    page = board.page
    board.clear()
    if one["kind"] in ("hex", "piece"):
        details = page.locator(".prompt .all")
        if details.get_attribute("open") is None:
            details.locator("summary").tap()
        listed = [each for each in update["answers"] if each["kind"] in ("hex", "piece")]
        details.locator("li button").nth(listed.index(one)).tap()
        return
    board.say(one["verb"])


@pytest.mark.parametrize("name", ["bautzen", "luga", "petrograd"])
def test_the_odds_are_in_sight_while_an_attack_is_composed(
    server: Server, people: People, name: str
) -> None:
    page = people.arrive(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    table = server.new_table(journal=journal_where(is_composing(0), name))
    board = Board(page, is_touch=True)
    asked = board.open(table.link(game(name).seats[0]))
    while not page.locator(".verdict").count():
        board.choose(asked.free[0])
        asked = board.wait()
    brief = page.locator(".brief p").first
    brief.wait_for()
    words, box = brief.inner_text(), brief.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 560, "it stands over the buttons of the panels"
    assert any(digit in words for digit in "123456789")
    assert "%" in words
    page.locator(".talk").evaluate("(talk) => talk.scrollTo(0, 1e6)")
    after = brief.bounding_box()
    assert after is not None
    assert abs(after["y"] - box["y"]) < 3, "it stays while the rest is scrolled"


LESSONS = ["bautzen/first-turn", "petrograd/first-turn-white", "luga/first-turn-soviet"]


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_brings_into_sight_what_it_asks_for(
    server: Server, people: People, lesson: str
) -> None:
    """The first hex that is to be touched lies on the map of a small phone, free of all else."""
    table = server.new_table(lesson=lesson)
    page = people.arrive(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    board = Board(page, is_touch=True)
    side = next(place["id"] for place in table.about()["seats"] if place["kind"] == "human")
    board.open(table.link(side))
    for _ in range(4):
        update = table.update(side)
        [wanted, *_] = update["lesson"]["answers"]
        one = next(each for each in update["answers"] if same(each, wanted))
        if one["kind"] in ("hex", "piece"):
            hex_ = one["name"] if one["kind"] == "hex" else place_of(update, one["name"])
            page.wait_for_function(IN_SIGHT, arg=hex_)
            return
        board.say(one["verb"])
        page.wait_for_function(
            "(step) => !document.querySelector('.lesson strong').innerText.startsWith(step)",
            arg=f"{update['lesson']['step']}/",
        )
        board.wait()


IN_SIGHT = """(hex) => {
  const drawn = document.querySelector(`path.live[data-hex='${hex}']`)?.getBoundingClientRect();
  if (!drawn) return false;
  const [x, y] = [drawn.x + drawn.width / 2, drawn.y + drawn.height / 2];
  const top = document.elementFromPoint(x, y);
  return Boolean(top?.closest('.board')) && !top.closest('.no-pan');
}"""


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two answers are the same."""
    return (one["verb"], one["noun"]) == (other["verb"], other["noun"])


@pytest.mark.parametrize("name", games())
def test_a_window_that_is_turned_or_narrowed_gives_its_room_to_the_map(
    server: Server, people: People, name: str
) -> None:
    side = game(name).seats[0]
    table = server.new_table(journal=journal_where(is_asked("Movement", 0, 5), name))
    page = people.arrive(viewport={"width": 844, "height": 390})
    board = Board(page)
    board.open(table.link(side))
    for width, height, least in ((390, 844, 0.5), (844, 390, 0.8), (360, 640, 0.45)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(
            """(least) => document.querySelector('.board').getBoundingClientRect().height
              > least * innerHeight""",
            arg=least,
        )
        assert_nothing_sticks_out(page)
        assert board.wait().free, "something to do is in sight"


def test_a_rule_read_on_a_phone_leaves_the_page_where_it_is(server: Server, people: People) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", 0, 5), "petrograd"))
    page = people.arrive(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    board = Board(page, is_touch=True)
    board.open(table.link("white"))
    board.prompt.locator(".rule").click()
    page.locator("#panel article").first.wait_for()
    page.wait_for_function("() => document.querySelector('.rules').scrollTop > 0")
    size = page.evaluate("[scrollY, document.documentElement.scrollHeight - innerHeight]")
    assert size == [0, 0]
