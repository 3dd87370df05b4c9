"""Many answers to a question, listed only where somebody reads more than one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar, overload

if TYPE_CHECKING:
    from grognard.engine.bits import Picker

T = TypeVar("T")


class Picked(Sequence[T], Generic[T]):
    """What a picker selects by a set of numbers, and a few more after that; never changed.

    A simulation asks how many answers there are and takes one: that needs no list.

    >>> from grognard.engine.bits import Picker
    >>> picked = Picked(Picker("abcdef"), 0b101001, ["stay"])
    >>> len(picked), picked[1], picked == ["a", "d", "f", "stay"]
    (4, 'd', True)
    """

    __slots__ = ("_bits", "_listed", "_more", "_picker")

    def __init__(self, picker: Picker[T], bits: int, more: Sequence[T] = ()) -> None:
        self._picker, self._bits, self._more = picker, bits, more
        self._listed: list[T] | None = None

    def _list(self) -> list[T]:
        """Return all of them, listed once."""
        if self._listed is None:
            self._listed = [*self._picker.select(self._bits), *self._more]
        return self._listed

    def draw(self, chance: float) -> T:
        """Return the answer at a fraction of the way through them, from 0 to less than 1.

        >>> from grognard.engine.bits import Picker
        >>> Picked(Picker("abcdef"), 0b101001, ["stay"]).draw(0.5)
        'f'
        """
        bits, more = self._bits, self._more
        count = bits.bit_count()
        index = int(chance * (count + len(more)))
        return self._picker.pick(bits, index) if index < count else more[index - count]

    def __len__(self) -> int:
        return self._bits.bit_count() + len(self._more)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        bits = self._bits
        if self._listed is None and isinstance(index, int) and 0 <= index < bits.bit_count():
            return self._picker.pick(bits, index)
        return self._list()[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self._list())

    def __contains__(self, item: object) -> bool:
        return item in self._list()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._list() == [*other]

    __hash__ = None  # type: ignore[assignment]  # as a list, which it stands for

    def __repr__(self) -> str:
        return repr(self._list())
