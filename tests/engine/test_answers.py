"""Answers that are listed only when read: they behave as the list they stand for."""

from __future__ import annotations

import pickle
from random import Random

import pytest

from grognard.engine.answers import Picked
from grognard.engine.bits import Picker, bits_of

LETTERS = Picker(tuple("abcdefghijklmnopqrstuvwxyz"))


def picked(chosen: str = "adfz", more: tuple[str, ...] = ("stay", "top")) -> Picked[str]:
    return Picked(LETTERS, bits_of([ord(letter) - ord("a") for letter in chosen]), more)


LISTED = ["a", "d", "f", "z", "stay", "top"]


def test_each_answer_stands_where_it_stands_in_the_list() -> None:
    assert [picked()[index] for index in range(6)] == LISTED
    assert [picked()[index] for index in range(-6, 0)] == LISTED
    assert [*picked()] == LISTED
    assert [*reversed(picked())] == LISTED[::-1]


@pytest.mark.parametrize("index", [6, 7, -7])
def test_beyond_its_ends_there_is_nothing(index: int) -> None:
    with pytest.raises(IndexError):
        picked()[index]


def test_slices_are_those_of_the_list() -> None:
    assert picked()[1:5] == LISTED[1:5]
    assert picked()[::-2] == LISTED[::-2]


def test_it_counts_what_it_has() -> None:
    assert (len(picked()), len(picked("")), len(picked("", ()))) == (6, 2, 0)
    assert not picked("", ())


def test_it_knows_what_is_in_it_and_where() -> None:
    assert "f" in picked()
    assert "top" in picked()
    assert "b" not in picked()
    assert (picked().index("z"), picked().index("top"), picked().count("b")) == (3, 5, 0)


def test_it_equals_whatever_has_the_same_answers_in_the_same_order() -> None:
    assert picked() == LISTED
    assert picked() == tuple(LISTED)
    for listed in (list(LISTED), tuple(LISTED)):
        assert listed == picked()
    assert picked() == picked("adfz")
    assert picked() != picked("adf", ("z", "top", "stay"))
    assert picked() != 6
    assert repr(picked()) == repr(LISTED)


def test_as_a_list_it_has_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(picked())


def test_reading_it_all_changes_nothing() -> None:
    answers = picked()
    before = [answers[index] for index in range(6)]
    assert sorted(answers) == sorted(LISTED)
    assert [answers[index] for index in range(6)] == before
    assert pickle.loads(pickle.dumps(answers)) == answers


def test_chance_takes_the_same_one_as_from_the_list() -> None:
    answers = picked()
    drawn = [Random(seed).choice(answers) for seed in range(30)]
    assert drawn == [Random(seed).choice(LISTED) for seed in range(30)]


def test_a_draw_takes_the_answer_at_its_fraction_of_the_list() -> None:
    drawn = [picked().draw(sixth / 6 + 0.01) for sixth in range(6)]
    assert drawn == LISTED
    assert picked().draw(0.999) == "top"
    with pytest.raises(IndexError):
        picked("", ()).draw(0.0)
