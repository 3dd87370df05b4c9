"""What a number of ours stands for: the types `Hex`, `Region`, `Pieces` say it to programs too.

They are ints, so that rules stay fast; what reads and writes positions must know which is which.

>>> from typing import get_args
>>> from grognard.engine.hexmap import Region
>>> get_args(Region)
(<class 'int'>, <Meaning.HEXES: 2>)
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Annotated, TypeAlias


class Meaning(Enum):
    """What an int stands for."""

    HEX = auto()
    HEXES = auto()
    PIECE = auto()
    PIECES = auto()
    SIDES = auto()


PieceIndex: TypeAlias = Annotated[int, Meaning.PIECE]
"""Number of a counter; what is printed on it stands in the roster."""

Pieces: TypeAlias = Annotated[int, Meaning.PIECES]
"""A set of counters, one bit each."""
