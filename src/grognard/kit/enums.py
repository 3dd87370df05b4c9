"""Enumerations of what is printed, such as kinds of unit, that the charts look up all the time."""

from __future__ import annotations

from enum import Enum


class PlainEnum(Enum):
    """An enumeration that finds a member as fast as any object: an `Enum` asks for its name first.

    >>> class Ground(PlainEnum):
    ...     WOODS = "woods"
    >>> {Ground.WOODS: 2}[Ground("woods")]
    2
    """

    __hash__ = object.__hash__
