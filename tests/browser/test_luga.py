"""The Luga Line on the board: a move and a declared attack to its end, by clicks alone."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from browser.board import Board
from browser.hosting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from browser.board import Asked
    from browser.conftest import People
    from browser.hosting import Server, Table

TOLD = """([text, count]) => {
  const prompt = document.querySelector('.prompt');
  if (!prompt || !prompt.innerText.includes(text)) return false;
  const all = prompt.querySelector('summary');
  return !all || all.innerText.includes(`(${count})`);
}"""


class Game:
    """The German seat of a table, and the page that plays it."""

    def __init__(self, table: Table, board: Board) -> None:
        self.table, self.board = table, board

    def act(self, deed: Callable[[], None]) -> Asked:
        """Do something on the page, and wait until the page asks what follows from it."""
        before = self.table.update("german")["version"]
        deed()
        deadline = time.monotonic() + PATIENCE
        while not self._is_asked(found := self.table.update("german"), before):
            assert time.monotonic() < deadline, found["prompt"]
            time.sleep(0.05)
        asked = [found["prompt"]["text"], len(found["answers"])]
        self.board.page.wait_for_function(TOLD, arg=asked)
        return self.board.wait()

    @staticmethod
    def _is_asked(update: dict[str, Any], before: int) -> bool:
        return bool(update["version"] > before and (update["prompt"]["is_mine"] or update["over"]))

    def choose(self, hex_: str, piece: str = "") -> Asked:
        """Click a hex, and a counter of its stack where it spreads out."""

        def deed() -> None:
            counter = self.board.fan.locator(f"[data-piece='{piece}']")
            if not piece or not counter.count():
                self.board.click(self.board.glow(hex_))
            if piece:
                counter.click()

        return self.act(deed)

    def choose_any(self) -> Asked:
        """Give the first answer that is given on the map."""
        update = self.table.update("german")
        stacks = update["view"]["facts"]["stacks"]
        answers = [one for one in update["answers"] if one["kind"] in ("hex", "piece")]
        first = answers[0]
        if first["kind"] == "hex":
            return self.choose(first["name"])
        at = next(hex_ for hex_ in stacks if first["name"] in self._pieces(stacks[hex_]))
        others = [one for one in answers if one["name"] in self._pieces(stacks[at])]
        return self.choose(at, first["name"] if len(others) > 1 else "")

    @staticmethod
    def _pieces(stack: dict[str, Any]) -> list[str]:
        return [piece["id"] for piece in stack["pieces"]]

    def say(self, verb: str) -> Asked:
        """Press a button."""
        return self.act(lambda: self.board.say(verb))

    def kinds(self) -> list[str]:
        """Return the kinds of the lines of the log, from the first."""
        return [line["kind"] for line in self.table.update("german")["log"]["lines"]]


@pytest.fixture
def luga(server: Server, people: People) -> Game:
    """Return the campaign, against an opponent who answers at random."""
    seats = {"soviet": {"kind": "bot", "level": "random"}}
    table = server.new_table(game="luga", seats=seats)
    board = Board(people.arrive())
    board.open(table.link("german"))
    board.clear()
    return Game(table, board)


def test_a_stack_is_moved_and_an_attack_declared_and_fought_to_its_end(luga: Game) -> None:
    page = luga.board.page
    assert "mud" in page.locator(".segment").inner_text()
    asked = luga.choose("1014", "G-36-Rec")
    assert "Where does Recon Bn 36 go from 1014?" in asked.text
    luga.choose("1015")
    assert luga.kinds()[-1] == "moved"
    assert luga.board.height("1015") == 5

    asked = luga.say("done")
    assert "Which hex do you attack?" in asked.text
    luga.choose("1113")
    for piece in ("G-1-Pz", "G-1-S1", "G-1-S2"):
        luga.choose("1013", piece)
    luga.board.composer.locator(".verdict").first.wait_for()
    assert "14:3" in luga.board.composer.inner_text()
    asked = luga.say("declare_supplied")
    assert {spot.hex for spot in asked.glowing} == {"1012", "1113"}
    assert page.locator(".marker[data-kind='attack']").count() == 1
    luga.choose("1012")
    for piece in ("G-36-I1", "G-36-I2"):
        luga.choose("1013", piece)
    luga.say("declare_supplied")
    assert page.locator(".marker[data-kind='attack']").count() == 2

    asked = luga.say("done")
    assert "Which attack is fought next?" in asked.text
    asked = luga.choose("1113")
    assert "Attack on 1113" in asked.text
    luga.choose("1014", "G-A413")
    asked = luga.say("fight")
    while "15.1" not in asked.text:
        asked = luga.say(asked.main) if asked.main else luga.choose_any()
    fought = [line for line in luga.table.update("german")["log"]["lines"] if "fought" in line]
    assert [line["hexes"] for line in fought] == [["1113"]]
    card = fought[0]["fought"]
    assert card["attackers"] == ["G-1-Pz", "G-1-S1", "G-1-S2"]
    assert card["supports"] == ["G-A413"]
    assert {one["text"] for one in card["modifiers"]} >= {"all attackers across a fortified line"}
    assert card["modifier"] == sum(one["value"] for one in card["modifiers"])
    assert page.locator(".marker[data-kind='attack']").count() == 1


def test_french_names_and_words_from_the_first_page(server: Server, people: People) -> None:
    table = server.new_table(game="luga", lang="fr")
    board = Board(people.arrive(locale="fr-FR"))
    asked = board.open(table.link("german"))
    assert "Quelle unité bouge ?" in asked.text
    assert "boue" in board.page.locator(".segment").inner_text()
    names = " ".join(board.page.locator("g.names").all_text_contents())
    assert "Louga" in names
    assert "Baie de Koporié" in names
    board.clear()
    board.tab("Plus").get_by_role("button", name="Terrain et mouvement").click()
    cells = board.page.locator("dialog").inner_text()
    assert "route principale" in cells
    assert "par route" in cells
