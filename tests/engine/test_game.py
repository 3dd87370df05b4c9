"""Questions as data: made of fields, compared and kept in sets by them."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, ClassVar

import pytest

from grognard.engine.game import Action, Question, Seat, State, frozen

if TYPE_CHECKING:
    from collections.abc import Sequence


@frozen
class Pick(Question[State]):
    """Which number is taken."""

    rule: ClassVar[str] = "1"
    side: Seat
    last: int

    def seat(self, state: State) -> Seat:
        return self.side

    def options(self, state: State) -> Sequence[Action]:
        return [Action("take", number) for number in range(self.last + 1)]

    def answer(self, state: State, action: Action) -> None:
        raise AssertionError("nobody answers here")


def test_a_question_is_equal_to_one_with_the_same_fields() -> None:
    """Positions that are read anew compare their questions, and searches keep them in sets."""
    assert Pick(0, 3) == Pick(0, 3)
    assert {Pick(0, 3), Pick(0, 3), Pick(1, 3)} == {Pick(1, 3), Pick(0, 3)}
    assert Pick(0, 3) != Pick(0, 2)


def test_a_question_has_its_fields_and_nothing_else() -> None:
    """A position file is written from the fields; a misspelt one cannot be added unseen."""
    assert [field.name for field in fields(Pick)] == ["side", "last"]
    with pytest.raises(AttributeError):
        setattr(Pick(0, 3), "first", 1)  # noqa: B010 - the type checker refuses it written plainly
