"""What is laid over the map: hexes with words, lines, and parts that are shown when pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from collections.abc import Iterable

    import grognard.wire as wire
    from grognard.engine.hexmap import Hex, HexMap, Region
    from grognard.kit.shown import Said


class Part(NamedTuple):
    """What belongs to one hex: the hexes and lines to be drawn alone, and words about them."""

    hex: Hex
    hexes: Region = 0
    lines: tuple[tuple[Hex, ...], ...] = ()
    words: tuple[str, ...] = ()


class Drawn(NamedTuple):
    """What is drawn: hexes, each with a word or nothing, lines from hex to hex, and parts."""

    hexes: dict[Hex, str]
    lines: tuple[tuple[Hex, ...], ...] = ()
    parts: tuple[Part, ...] = ()


def plain(region: Region) -> Drawn:
    """Return hexes without words."""
    return Drawn(dict.fromkeys(numbers(region), ""))


FILLED: Final = ("control", "supply")
BORDERED: Final = ("front",)
POINTED: Final = ("command",)
"""How overlays of these names are drawn, and those of which a part is shown when pointed at."""


def infos(ids: Iterable[str], names: Said) -> list[wire.OverlayInfo]:
    """Return what can be laid over the map, each side having its own."""
    found: list[wire.OverlayInfo] = []
    for name in ids:
        info: wire.OverlayInfo = {"id": name, "names": names(name), "of": "side", "drawn": "hatch"}
        if name in FILLED:
            info["drawn"] = "fill"
        elif name in BORDERED:
            info["drawn"] = "border"
        if name in POINTED:
            info["is_pointed"] = True
        found.append(info)
    return found


def laid(map_: HexMap, name: str, side: str, drawn: Drawn) -> wire.Overlay:
    """Return an overlay of a side."""
    found: wire.Overlay = {
        "id": name,
        "side": side,
        "hexes": [
            {"hex": hex_, "id": map_.name(hex_), "text": text} for hex_, text in drawn.hexes.items()
        ],
        "lines": [[*line] for line in drawn.lines],
    }
    if drawn.parts:
        found["parts"] = [
            {
                "hex": part.hex,
                "id": map_.name(part.hex),
                "hexes": [*numbers(part.hexes)],
                "lines": [[*line] for line in part.lines],
                "words": [*part.words],
            }
            for part in drawn.parts
        ]
    return found


def front(map_: HexMap, held: tuple[Region, Region]) -> tuple[Region, Region]:
    """Return the hexes nearer to the troops of each side; the front runs where the two meet.

    A hex as near to both goes to the side that has more of its neighbours. It is a picture of the
    position, not a rule.
    """
    one, other = held
    free = map_.everywhere & ~(one | other)
    while free:
        near, near_other = map_.adjacent(one) & free, map_.adjacent(other) & free
        if not near | near_other:
            break
        both = near & near_other
        mine = sum(
            1 << hex_
            for hex_ in numbers(both)
            if (map_.around[hex_] & one).bit_count() >= (map_.around[hex_] & other).bit_count()
        )
        one, other = one | (near & ~both) | mine, other | (near_other & ~both) | (both & ~mine)
        free &= ~(one | other)
    return one, other
