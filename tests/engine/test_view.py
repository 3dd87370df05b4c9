"""A view cannot be changed, can be sent, and shows a seat its own options alone."""

from __future__ import annotations

import pytest

from grognard.engine.game import SPECTATOR, Action, apply
from grognard.engine.view import View
from toygame import OutpostGame, Scenario


def test_a_view_shows_only_the_seat_to_move_its_options() -> None:
    game = OutpostGame()
    state = game.start(Scenario())
    mine, theirs = game.view(state, 0), game.view(state, 1)
    assert mine.options == tuple(state.options())
    assert len(mine.options) == 6
    assert theirs.options == ()
    assert (mine.to_move, theirs.to_move) == (0, 0)
    assert theirs.question == {"kind": "Arrange", "rule": "1"}


def test_only_whoever_is_asked_is_told_what_about() -> None:
    game = OutpostGame()
    state = game.start(Scenario())
    for words in ("arrange 123", "arrange 123", "move R2"):
        apply(state, game.read_action(state, words))
    assert game.view(state, 0).question == {"kind": "To", "rule": "2", "pieces": ["R2"]}
    assert game.view(state, 1).question == {"kind": "To", "rule": "2"}
    assert game.view(state, SPECTATOR).question == {"kind": "To", "rule": "2"}


def test_a_spectator_has_no_seat_and_no_options() -> None:
    game = OutpostGame()
    view = game.view(game.start(Scenario()), SPECTATOR)
    assert view.options == ()
    assert view.as_json()["seat"] is None
    assert View.decode(view.encode()).seat == SPECTATOR


def test_a_view_of_a_finished_game_asks_nothing() -> None:
    game = OutpostGame()
    state = game.start(Scenario())
    state.stack.clear()
    view = game.view(state, 1)
    assert (view.to_move, view.question, view.options) == (None, None, ())


def test_equal_views_encode_to_equal_bytes_whatever_the_order_of_facts() -> None:
    one = View(0, 1, None, (), {"a": 1, "b": {"d": "é", "c": [1, 2]}})
    other = View(0, 1, None, (), {"b": {"c": (1, 2), "d": "é"}, "a": 1})
    assert one.encode() == other.encode()
    assert one == other
    assert hash(one) == hash(other)
    assert one.encode() == (
        b'{"facts":{"a":1,"b":{"c":[1,2],"d":"\xc3\xa9"}},"question":null,'
        b'"seat":0,"to_move":1,"options":[]}'
    )


def test_a_view_survives_the_wire() -> None:
    options = (Action("to", 7), Action("pass"))
    view = View(1, 1, {"kind": "To", "rule": "2", "target": "0102"}, options, {"turn": 2})
    again = View.decode(view.encode())
    assert again == view
    assert again.options == view.options
    assert again.question == view.question
    assert (again["turn"], list(again), len(again)) == (2, ["turn"], 1)


def test_a_view_shares_nothing_with_what_it_was_built_from() -> None:
    hexes = [1, 2]
    view = View(0, 0, None, (), {"deep": {"hexes": hexes}})
    hexes.append(3)
    assert view["deep"]["hexes"] == [1, 2]
    sent = view.encode()
    view["deep"]["hexes"].append(4)
    view.as_json()["facts"]["turn"] = 9
    assert view.encode() == sent


@pytest.mark.parametrize(
    ("fact", "named"),
    [
        ({1, 2}, "facts.here is a set"),
        ({"x": [b"raw"]}, "facts.here.x.0 is a bytes"),
        ({(3,): "three"}, r"facts.here has the key \(3,\)"),
        (float("nan"), "facts.here is nan"),
        (float("inf"), "facts.here is inf"),
    ],
)
def test_what_json_cannot_hold_is_refused_with_its_place(fact: object, named: str) -> None:
    with pytest.raises(TypeError, match=named):
        View(0, 0, None, (), {"here": fact})
