"""The command that counts how armies are handled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from craft import BAUTZEN, Craft, Hand, changed, main
from grognard.engine.game import Event
from grognard.games.bautzen.printed import Scenario
from grognard.games.bautzen.state import Bautzen

if TYPE_CHECKING:
    import pytest


def test_it_plays_and_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--players", "recruit,recruit", "--games", "2", "--seed", "5"]) == 0
    said = capsys.readouterr()
    assert "| headquarters lost |" in said.out
    assert "of 2, " in said.out
    assert said.err.count("\n") == 2


def test_7_1_units_out_of_supply_are_counted_when_their_side_attacks() -> None:
    """BZ-7.1 - of all its units on the map then, columns apart."""
    scenario = BAUTZEN.load()
    state = BAUTZEN.start(scenario)
    assert isinstance(state, Bautzen)
    piece = state.scenario.by_id["21/20Pz"]
    state.place(piece, state.scenario.board.map.hex("1910"), state.side_of(piece))
    state.turn, state.unsupplied = 1, 1 << piece
    craft = Craft(state)
    craft.count(Event("segment", "2", {"side": 0, "segment": "combat"}))
    craft.count(Event("convoys", "7.2", {"side": 1, "number": 3}))
    craft.count(Event("convoy_captured", "8.6.3", {"side": 0, "pieces": [], "hex": 0}))
    assert (craft.hands[0].units[0], craft.hands[0].hungry[0]) == (1, 1)
    assert (craft.hands[1].received, craft.hands[1].wasted) == (3, 1)
    total = Hand()
    total.add(craft.hands[1])
    total.add(craft.hands[1])
    assert total.received == 6


def test_weights_are_changed_by_name() -> None:
    scenario = BAUTZEN.load()
    assert isinstance(scenario, Scenario)
    after = changed(scenario, ["colonel.german.losses=2.5", "colonel.allied.worth.city=9"])
    assert after.opponents.styles["colonel"][0].losses == 2.5
    assert after.opponents.styles["colonel"][1].worth.city == 9
