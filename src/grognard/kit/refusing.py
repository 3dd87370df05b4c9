"""Why a hex is not among the answers, where the question is about the counters in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from grognard.engine.bits import numbers

if TYPE_CHECKING:
    from collections.abc import Callable

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.kit.counters import Counters

ReasonT = TypeVar("ReasonT")


def of_stack(
    state: Counters,
    seat: Seat,
    hex_: Hex,
    refusing: Callable[[PieceIndex], ReasonT | None],
    tell: Callable[[ReasonT], wire.Reason],
    name: Callable[[PieceIndex], str],
    lang: str,
) -> list[wire.Reason]:
    """Return why a seat's counters in a hex are not offered, those alike in one sentence."""
    own = numbers(state.stacks[hex_] & state.owned[seat])
    found: dict[ReasonT, list[str]] = {}
    for piece in own:
        reason = refusing(piece)
        if reason is not None:
            found.setdefault(reason, []).append(name(piece))
    if len(own) == 1:
        return [tell(reason) for reason in found]
    colon = " : " if lang == "fr" else ": "
    said = [(", ".join(names) + colon, tell(reason)) for reason, names in found.items()]
    return [{"rule": one["rule"], "text": who + one["text"]} for who, one in said]
