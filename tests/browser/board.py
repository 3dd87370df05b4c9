"""A person in front of the board: reads what stands on the page, clicks what glows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WAITS: Final = count()
ASKED: Final = """() => {
  const prompt = document.querySelector('.prompt');
  const isLaidOut = document.querySelector('.plane')?.style.transform;
  if (!prompt || !isLaidOut || document.querySelector('.toast.lost')) return false;
  if (window.pending > 0) return false;
  const isOver = prompt.querySelector('.text strong') !== null;
  const isAsked = prompt.querySelector('.answers') !== null;
  return isOver || (isAsked && !prompt.querySelector('button:disabled'));
}"""

LOOK: Final = """() => {
  const prompt = document.querySelector('.prompt');
  if (!prompt) return null;
  const spot = (drawn) => {
    const box = drawn.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    const is_free = top !== null && top.closest('.board') !== null && !top.closest('.no-pan');
    const side = document.querySelector(`.stack[data-hex='${drawn.dataset.hex}']`)?.dataset.side;
    return {hex: drawn.dataset.hex, x, y, side: side ?? '', is_free};
  };
  return {
    raw: prompt.querySelector('.text').innerText,
    is_over: prompt.querySelector('.text strong') !== null,
    verbs: [...prompt.querySelectorAll('.answers [data-verb]')].map((one) => one.dataset.verb),
    main: prompt.querySelector('.answers .main')?.dataset.verb ?? '',
    glowing: [...document.querySelectorAll('path.live')].map(spot),
    stacks: [...document.querySelectorAll('.stack')].map(spot),
  };
}"""


STILL: Final = """(wait) => {
  const {x, y, width} = document.querySelector('.plane').getBoundingClientRect();
  const before = window.lain ?? {};
  const isSame = before.wait === wait && before.at === `${x} ${y} ${width}`;
  window.lain = {wait, at: `${x} ${y} ${width}`, frames: isSame ? before.frames + 1 : 0};
  return window.lain.frames >= 2;
}"""
READY: Final = f"(wait) => ({ASKED})() && ({STILL})(wait) && ({LOOK})()"
"""What is asked, in the very moment in which it is asked and the map lies still: a question of
another height gives the map another room, a frame later."""

FREE: Final = f"""([wait, hex]) => ({STILL})(wait)
  && ({LOOK})().glowing.find((spot) => spot.hex === hex && spot.is_free)"""
"""A hex that glows, once the map lies still and nothing lies over it any more."""

CLEAR: Final = """() => {
  document.querySelector('.guide button:not(.main)')?.click();
  document.querySelector('.throws .close')?.click();
}"""


@dataclass(frozen=True)
class Spot:
    """A hex of the map, and where it is on the screen."""

    hex: str
    x: float
    y: float
    side: str
    """Whose counters stand there; empty where nobody's do."""
    is_free: bool
    """Whether nothing lies over it."""


@dataclass(frozen=True)
class Asked:
    """What the page asks of the person now."""

    text: str
    """In words, with plain blanks."""
    raw: str
    """The same as the page sets it."""
    is_over: bool
    verbs: list[str]
    """What the buttons answer."""
    main: str
    """What the red button answers, and Space."""
    glowing: list[Spot]
    stacks: list[Spot]

    @property
    def free(self) -> list[Spot]:
        """Return the hexes that can be clicked as the map lies."""
        return [spot for spot in self.glowing if spot.is_free]


class Board:
    """One page with a game on it."""

    def __init__(self, page: Page, *, is_touch: bool = False) -> None:
        self.page = page
        self._is_touch = is_touch
        self.prompt = page.locator(".prompt")
        self.fan = page.locator(".fan:not(.peek)")
        self.dice = page.locator(".throws")
        self.composer = page.locator(".composer")
        self.ending = page.locator("dialog", has=page.locator(".left"))

    def open(self, address: str) -> Asked:
        """Open a seat, and wait for its first question."""
        self.page.goto(address)
        return self.wait()

    def wait(self) -> Asked:
        """Wait until this seat is asked something, or the game is over."""
        return read(self.page.wait_for_function(READY, arg=next(WAITS)).json_value())

    def reload(self) -> Asked:
        """Open the page anew, once nothing is due that this would break off with an error."""
        self.page.wait_for_function("() => !(window.pending > 0)")
        self.page.reload()
        return self.wait()

    def begin(self) -> Asked:
        """Wait until the armies are set up and this seat may move."""
        self.prompt.locator("[data-verb='done']").wait_for()
        return self.wait()

    def wait_for_news(self, asked: Asked) -> None:
        """Wait until something else is asked, or somebody else."""
        self.page.wait_for_function(
            "(text) => (document.querySelector('.prompt .text')?.innerText ?? text) !== text",
            arg=asked.raw,
        )

    def wait_for_side(self, hex_: str, side: str) -> None:
        """Wait until counters of a side stand on a hex."""
        self.page.locator(f".stack[data-hex='{hex_}'][data-side='{side}']").wait_for()

    def look(self) -> Asked:
        """Return what the page asks now."""
        self.prompt.wait_for()
        return read(self.page.evaluate(LOOK))

    def click(self, spot: Spot) -> None:
        """Click or tap a hex of the map."""
        if self._is_touch:
            self.page.touchscreen.tap(spot.x, spot.y)
        else:
            self.page.mouse.click(spot.x, spot.y)

    def choose(self, spot: Spot, number: int = 0) -> None:
        """Click a hex; where its stack spreads out, click one of its counters or answers too."""
        self.click(spot)
        if self.page.locator(".warned .again").count():
            self.click(spot)
        offered = self.fan.locator("button.piece:enabled, .verbs button")
        if offered.count():
            offered.nth(number % offered.count()).click()

    def say(self, verb: str) -> None:
        """Press one of the buttons beside the map, and confirm it where that is asked."""
        button = self.prompt.locator(f".answers [data-verb='{verb}']").first
        is_asked = button.get_attribute("data-left") is not None
        button.click()
        if is_asked:
            self.ending.locator(".end").click()

    def glow(self, hex_: str) -> Spot:
        """Return one of the hexes that glow; put away what lies over it."""
        self.page.locator(f"path.live[data-hex='{hex_}']").wait_for(state="attached")
        self.clear()
        found = self.page.wait_for_function(FREE, arg=[next(WAITS), hex_])
        return Spot(**found.json_value())

    def clear(self) -> None:
        """Put away what lies over the map: the guide, dice, the stack under a resting pointer."""
        self.page.evaluate(CLEAR)
        if not self._is_touch:
            self.page.mouse.move(1, 1)
            self.page.locator(".fan.peek").wait_for(state="detached")

    def tab(self, name: str) -> Locator:
        """Open one of the panels beside the map."""
        self.page.get_by_role("tab", name=name, exact=True).click()
        return self.page.locator("#panel")

    def stack(self, hex_: str) -> Locator:
        """Return the counters drawn on a hex."""
        return self.page.locator(f".stack[data-hex='{hex_}']")

    def height(self, hex_: str) -> int:
        """Return how many counters are drawn as lying on a hex."""
        return int(self.stack(hex_).get_attribute("data-height") or 0)

    def log(self) -> list[str]:
        """Return the lines of the log."""
        panel = self.tab("Log")
        panel.locator("li").first.wait_for()
        return panel.locator("li").all_inner_texts()


def read(found: dict[str, Any]) -> Asked:
    """Return what a page asks, as it was found there."""
    for key in ("glowing", "stacks"):
        found[key] = [Spot(**each) for each in found[key]]
    return Asked(text=found["raw"].replace("\xa0", " "), **found)


def place_of(update: dict[str, Any], piece: str) -> str:
    """Return the hex in which a counter is seen; empty where it is on none."""
    for hex_, stack in update["view"]["facts"]["stacks"].items():
        if piece in [each["id"] for each in stack["pieces"]]:
            return str(hex_)
    return ""


def held(page: Page) -> tuple[str, str]:
    """Return the table of a page and the token of its seat, which the address does not show."""
    table = page.url.partition("/play/")[2]
    assert table
    assert "#" not in table
    kept = json.loads(page.evaluate("localStorage.getItem('grognard.tables')"))
    [token] = next(one["tokens"] for one in kept if one["table"] == table)
    return table, token
