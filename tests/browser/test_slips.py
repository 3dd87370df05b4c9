"""Nothing is lost by a slip: ending, throwing and going where it hurts are deliberate acts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from browser.board import Board, place_of
from browser.hosting import until
from browser.positions import is_asked, journal_where
from grognard.engine.game import apply
from grognard.engine.registry import game, games

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.conftest import People
    from browser.hosting import Server, Table
    from grognard.engine.game import State

FIRST = 0
NAMING = ("join", "support")
BEGINNING = {"fight", "declare_supplied"}
CLOCK = "window.later = 0; performance.now = () => 5000 + window.later;"
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def moving(server: Server) -> Table:
    return server.new_table(journal=journal_where(is_asked("Movement", FIRST, 5)))


def goes_on(state: State) -> bool:
    """Whether the first side moves, and is asked again once it has ended its movement."""
    if not is_asked("Movement", FIRST, 5)(state):
        return False
    twin = state.copy()
    apply(twin, next(one for one in twin.options() if one.verb == "done"))
    return twin.seat == FIRST


def has_one_left(state: State) -> bool:
    """Whether one counter may still join or support the attack, and it may be begun."""
    if not is_asked("Compose", FIRST)(state):
        return False
    verbs = [action.verb for action in state.options()]
    return sum(verb in NAMING for verb in verbs) == 1 and bool(BEGINNING & {*verbs})


@pytest.mark.parametrize("name", games())
def test_ending_with_things_left_to_do_asks_once_with_counts_and_can_be_undone(
    server: Server, people: People, name: str
) -> None:
    side = game(name).seats[0]
    table = server.new_table(journal=journal_where(is_asked("Movement", 0, 5), name))
    board = Board(people.arrive())
    asked = board.open(table.link(side))
    page, keys = board.page, board.page.keyboard
    keys.press(" ")
    board.ending.wait_for()
    [done] = [one for one in table.update(side)["answers"] if one["verb"] == "done"]
    counts = board.ending.locator("li").evaluate_all(
        "(all) => all.map((one) => +one.dataset.count)"
    )
    assert counts == [left["count"] for left in done["left"]]
    for left in done["left"]:
        assert left["text"] in board.ending.inner_text()
        assert str(left["count"]) in left["text"] or left["count"] == 1
    keys.press(" ")
    assert board.ending.is_visible(), "the key that just asked is not heard"
    version = table.update(side)["version"]
    keys.press("Escape")
    board.ending.wait_for(state="detached")
    assert board.look().text == asked.text
    assert table.update(side)["version"] == version

    board.say("done")
    board.wait_for_news(asked)
    page.locator(".prompt .undo").click()
    page.wait_for_function(
        "(text) => document.querySelector('.prompt .text')?.innerText === text", arg=asked.raw
    )


@pytest.mark.parametrize("name", games())
def test_two_presses_of_space_do_not_skip_a_turn(server: Server, people: People, name: str) -> None:
    table, side = server.new_table(journal=journal_where(goes_on, name)), game(name).seats[FIRST]
    page = people.arrive()
    page.add_init_script("localStorage.setItem('grognard.asks', 'no')")
    page.add_init_script(CLOCK)
    board = Board(page)
    asked = board.open(table.link(side))
    page.keyboard.press(" ")
    board.wait_for_news(asked)
    fighting = board.wait()
    page.evaluate("() => (window.later = 999)")
    page.keyboard.press(" ")
    page.wait_for_timeout(300)
    assert board.look().text == fighting.text
    assert table.update(side)["prompt"]["is_mine"]
    page.evaluate("() => (window.later = 1000)")
    page.keyboard.press(" ")
    board.wait_for_news(fighting)


def test_a_double_click_ends_one_segment_and_not_two(server: Server, people: People) -> None:
    table = server.new_table(journal=journal_where(goes_on))
    page = people.arrive()
    page.add_init_script("localStorage.setItem('grognard.asks', 'no')")
    board = Board(page)
    asked = board.open(table.link("german"))
    board.prompt.locator("[data-verb='done']").click()
    board.wait_for_news(asked)
    fighting = board.wait()
    # The second click comes once the next question is there: the worst moment.
    board.prompt.locator("[data-verb='done']").dispatch_event("click", {"detail": 2})
    page.wait_for_timeout(300)
    assert board.look().text == fighting.text
    assert table.update("german")["prompt"]["is_mine"]
    board.prompt.locator("[data-verb='done']").click()
    board.wait_for_news(fighting)


def test_the_second_click_on_a_stack_spread_out_is_not_meant_for_the_map(
    server: Server, people: People
) -> None:
    table = server.new_table(journal=journal_where(is_asked("Movement", FIRST, 5)))
    board = Board(people.arrive())
    board.open(table.link("german"))
    page = board.page
    board.clear()
    update = table.update("german")
    places = [place_of(update, one["name"]) for one in update["answers"] if one["kind"] == "piece"]
    board.click(board.glow(max(filter(None, places), key=places.count)))
    offered = board.fan.locator("button.piece:enabled").first
    offered.wait_for()
    box = offered.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_function("() => document.querySelector('[data-verb=stay]')")
    version = table.update("german")["version"]
    # Wherever the piece could go lies where the stack was spread out.
    page.mouse.move(x, y)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(300)
    assert not page.locator(".toast").count()
    assert table.update("german")["version"] == version


def can_overrun(state: State) -> bool:
    """Whether the units that move may run over an enemy."""
    if not is_asked("MoveTo", FIRST)(state):
        return False
    return any(action.verb == "overrun" for action in state.options())


def test_running_over_an_enemy_takes_its_own_button(server: Server, people: People) -> None:
    """A click on the enemy, two, or the same key twice throw nothing."""
    table = server.new_table(journal=journal_where(can_overrun, "luga"))
    board = Board(people.arrive())
    board.open(table.link("german"))
    page = board.page
    before = table.update("german")
    [answer, *_] = [one for one in before["answers"] if one["verb"] == "overrun"]
    button = board.fan.locator("[data-verb='overrun']")
    board.click(board.glow(answer["name"]))
    button.wait_for()
    assert button.inner_text().lower() == answer["label"]
    page.keyboard.press("Escape")
    board.fan.wait_for(state="detached")
    spot = board.glow(answer["name"])
    page.mouse.dblclick(spot.x, spot.y)
    button.wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    button.wait_for()
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert table.update("german")["version"] == before["version"]
    button.click()
    until(lambda: table.update("german")["version"] > before["version"])
    assert any(line.get("dice") for line in table.lines_since("german", before["log"]["total"]))


def test_asking_can_be_switched_off_and_on_again(server: Server, people: People) -> None:
    board = Board(people.arrive())
    asked = board.open(moving(server).link("german"))
    board.prompt.locator("[data-verb='done']").click()
    board.ending.get_by_label("Do not ask any more").check()
    board.ending.get_by_role("button", name="Go on playing").click()
    assert not board.tab("More").get_by_label("Ask before ending").is_checked()
    board.prompt.locator("[data-verb='done']").click()
    board.wait_for_news(asked)
    assert not board.ending.count()


@pytest.mark.parametrize("name", games())
def test_naming_the_last_who_may_take_part_does_not_fight(
    server: Server, people: People, name: str
) -> None:
    table, side = server.new_table(journal=journal_where(has_one_left, name)), game(name).seats[0]
    board = Board(people.arrive())
    board.open(table.link(side))
    before = table.update(side)
    [last] = [one for one in before["answers"] if one["verb"] in NAMING]
    here = place_of(before, last["name"])
    if here:
        board.choose(board.glow(here))
    else:
        board.page.locator(f".tray [data-piece='{last['name']}']").click()
    offers = "(name) => (document.querySelector('.prompt')?.textContent ?? '').includes(name)"
    board.page.wait_for_function(f"(name) => !({offers})(name)", arg=last["label"])
    asked = board.wait()
    assert asked.main in BEGINNING
    after = table.update(side)
    assert after["view"]["question"]["kind"] == before["view"]["question"]["kind"]
    assert after["log"]["total"] == before["log"]["total"]
    board.page.keyboard.press("u")
    board.page.wait_for_function(offers, arg=last["label"])


def test_escape_closes_and_never_takes_anything_back(server: Server, people: People) -> None:
    page = people.arrive()
    page.goto(server.url)
    page.get_by_role("button", name="Start").click()
    board = Board(page)
    asked = board.begin()
    page.locator(".guide").wait_for()
    for _ in range(4):
        page.keyboard.press("Escape")
    page.locator(".guide").wait_for(state="detached")
    page.wait_for_timeout(300)
    assert board.look().text == asked.text
    assert board.look().stacks, "the set-up is still there"


@pytest.mark.parametrize("name", ["bautzen", "luga", "petrograd"])
def test_the_main_button_never_gives_up_nor_frees(
    server: Server, people: People, name: str
) -> None:
    table = server.new_table(game=name)
    updates = {side: table.update(side) for side in game(name).seats}
    [(side, update)] = [item for item in updates.items() if item[1]["prompt"]["is_mine"]]
    board = Board(people.arrive())
    asked = board.open(table.link(side))
    main = [one["verb"] for one in update["answers"] if one.get("is_main")]
    assert asked.main == "".join(main)
    assert asked.main not in ("wait", "stay", "free", "release")


def warned_move(name: str) -> Callable[[State], bool]:
    """Return whether the first side chooses where to go, and it would hurt in some places."""

    def fits(state: State) -> bool:
        if not is_asked("MoveTo", FIRST)(state):
            return False
        answers = game(name).answers(state, state.options(), "en")
        return sum("warns" in answer for answer in answers) > 3

    return fits


@pytest.mark.parametrize("name", games())
def test_where_it_hurts_is_coloured_and_said_before_one_goes_there(
    server: Server, people: People, name: str
) -> None:
    table, side = (
        server.new_table(journal=journal_where(warned_move(name), name)),
        game(name).seats[0],
    )
    board = Board(people.arrive())
    asked = board.open(table.link(side))
    warns = {one["name"]: one["warns"] for one in table.update(side)["answers"] if "warns" in one}
    tinted = board.page.locator("path.tint.warn").evaluate_all("(all) => all.length")
    assert tinted == len(warns)
    spot = next(each for each in asked.free if each.hex in warns and not each.side)
    board.page.mouse.move(spot.x, spot.y)
    said = board.page.locator(".warned")
    said.wait_for()
    for reason in warns[spot.hex]:
        assert reason["text"] in said.inner_text()
        assert re.search(rf"\b{re.escape(reason['rule'])}\b", said.inner_text())
    board.click(spot)
    board.wait_for_side(spot.hex, side)


@pytest.mark.parametrize("name", games())
def test_on_a_phone_the_first_touch_says_what_hurts_and_the_second_goes(
    server: Server, people: People, name: str
) -> None:
    table, side = (
        server.new_table(journal=journal_where(warned_move(name), name)),
        game(name).seats[0],
    )
    board = Board(people.arrive(**PHONE), is_touch=True)
    board.open(table.link(side))
    for _ in range(3):
        board.page.keyboard.press("-")
    asked = board.wait()
    update = table.update(side)
    warns = {one["name"] for one in update["answers"] if "warns" in one}
    spot = next(each for each in asked.free if each.hex in warns and not each.side)
    board.click(spot)
    board.page.locator(".warned .again").wait_for()
    assert table.update(side)["version"] == update["version"]
    board.click(spot)
    board.wait_for_side(spot.hex, side)
