"""A whole game against the computer, played with the clicks of the board alone."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

from browser.board import Board, held

if TYPE_CHECKING:
    from browser.board import Asked
    from browser.conftest import People
    from browser.hosting import Server

MOVES_A_TURN: Final = 2
ATTACKS_A_TURN: Final = 1


class Player:
    """Somebody who does not think long: a few moves and an attack each turn, whatever glows."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._rng = Random(1945)
        self._left: dict[str, int] = {}
        self.done: Counter[str] = Counter()

    def answer(self, asked: Asked) -> None:
        """Give one answer."""
        if asked.main == "done":
            self._in_segment(asked)
        elif asked.main == "fight":
            self._in_composition(asked)
        elif asked.free and (asked.main in ("", "stay") or self._rng.random() < 0.6):
            self._on_map(asked)
        else:
            self._board.say(asked.main or asked.verbs[0])

    def _in_segment(self, asked: Asked) -> None:
        limit = MOVES_A_TURN if "4.1" in asked.text else ATTACKS_A_TURN
        if asked.free and self._left.setdefault(asked.text, limit) > 0:
            self._left[asked.text] -= 1
            self.done["moves" if "4.1" in asked.text else "attacks"] += 1
            self._on_map(asked)
        else:
            self._left.pop(asked.text, None)
            self._board.say("done")

    def _in_composition(self, asked: Asked) -> None:
        self._board.composer.get_by_role("heading").wait_for()
        if asked.free and self._rng.random() < 0.5:
            self._on_map(asked)
        else:
            self._board.say("fight")

    def _on_map(self, asked: Asked) -> None:
        self._board.choose(self._rng.choice(asked.free), self._rng.randrange(8))


def test_a_whole_game_is_played_by_clicks_from_the_first_page_to_the_luck_report(
    server: Server, people: People
) -> None:
    page = people.arrive()
    page.goto(server.url)
    page.get_by_role("radio", name="German").check()
    page.get_by_label("Computer", exact=True).check()
    page.get_by_label("Level").select_option(index=1)
    page.locator("input[name=setup]").first.check()
    page.get_by_role("button", name="Start").click()
    board = Board(page)
    board.begin()
    board.clear()
    player, asked = Player(board), board.wait()
    turns = {page.locator(".track").get_attribute("aria-label")}
    while not asked.is_over:
        player.answer(asked)
        asked = board.wait()
        turns.add(page.locator(".track").get_attribute("aria-label"))

    assert turns == {f"Turn {turn} of 6" for turn in range(1, 7)}
    assert player.done["moves"] >= MOVES_A_TURN * 4
    assert player.done["attacks"] >= 1
    table, token = held(page)
    about = server.get(f"/api/tables/{table}")
    assert about["over"]
    winner = {"german": "German", "allied": "Allied"}[about["result"]]
    assert f"Victory: {winner}" in board.prompt.inner_text()
    result = page.get_by_role("dialog", name=f"Victory: {winner}")
    result.locator("tbody tr").first.wait_for()
    assert result.get_by_role("button", name="Rematch", exact=True).count() == 1
    result.get_by_role("button", name="Close").click()
    panel = board.tab("More")
    panel.get_by_role("button", name="Luck report").click()
    report = page.get_by_role("dialog", name="Luck report")
    report.get_by_role("row").nth(1).wait_for()
    combats = server.get(f"/api/tables/{table}/luck")["combats"]
    assert any(combat["seat"] == 0 for combat in combats)
    assert report.get_by_role("row").count() == 1 + len(combats)
    assert "German: luck" in report.inner_text()
    assert "Allied: luck" in report.inner_text()
    margins = report.locator(".seat p").all_inner_texts()
    assert all(re.search(r"[+−]\d+\.\d\d steps? against", one) for one in margins), margins
    assert "Counted in steps" in report.locator(".unit").inner_text()

    report.get_by_role("button", name="Close").click()
    panel.get_by_role("button", name="Replay the game").click()
    total = server.get(f"/api/tables/{table}/replay?limit=1", token)["total"]
    moment = page.locator(".replay .count")
    moment.get_by_text(f"Moment {total} of {total}").wait_for()
    page.locator(".replay input[type=range]").fill("0")
    moment.get_by_text(f"Moment 1 of {total}").wait_for()
    page.get_by_role("button", name="Back to the game").click()
    assert f"Victory: {winner}" in board.prompt.inner_text()
