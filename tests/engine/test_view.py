"""A view is frozen, can be sent, and shows a seat its own options alone."""

from __future__ import annotations

import pytest

from grognard.engine.game import Action
from grognard.engine.view import Asked, View
from toygame import OutpostGame, Scenario


def test_a_view_shows_only_the_seat_to_move_its_options() -> None:
    game = OutpostGame()
    state = game.start(Scenario())
    mine, theirs = game.view(state, 0), game.view(state, 1)
    assert mine.options == tuple(state.options())
    assert len(mine.options) == 6
    assert theirs.options == ()
    assert (mine.to_move, theirs.to_move) == (0, 0)
    assert theirs.question == Asked("Arrange", "1")


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
        b'{"facts":{"a":1,"b":{"c":[1,2],"d":"\xc3\xa9"}},"options":[],"question":null,'
        b'"seat":0,"to_move":1}'
    )


def test_a_view_survives_the_wire() -> None:
    view = View(1, 1, Asked("To", "2"), (Action("to", 7), Action("pass")), {"turn": 2})
    again = View.decode(view.encode())
    assert again == view
    assert again.options == view.options
    assert again.question == view.question
    assert (again["turn"], list(again), len(again)) == (2, ["turn"], 1)


def test_a_view_shares_nothing_with_what_it_was_built_from() -> None:
    hexes = [1, 2]
    view = View(0, 0, None, (), {"deep": {"hexes": hexes}})
    hexes.append(3)
    assert view["deep"]["hexes"] == (1, 2)
    with pytest.raises(TypeError):
        view["deep"]["hexes"] = ()
    plain = view.as_json()
    plain["facts"]["deep"]["hexes"].append(4)
    assert view["deep"]["hexes"] == (1, 2)


@pytest.mark.parametrize(
    ("fact", "named"),
    [
        ({1, 2}, "facts.here is a set"),
        ({"x": [b"raw"]}, "facts.here.x.0 is a bytes"),
        ({3: "three"}, "facts.here has the key 3"),
        (float("nan"), "facts.here is nan"),
        (float("inf"), "facts.here is inf"),
    ],
)
def test_what_json_cannot_hold_is_refused_with_its_place(fact: object, named: str) -> None:
    with pytest.raises(TypeError, match=named):
        View(0, 0, None, (), {"here": fact})
