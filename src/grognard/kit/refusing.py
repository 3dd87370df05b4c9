"""Why a hex is not among the answers, where the question is about the counters in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from grognard.engine.bits import numbers
from grognard.engine.game import Noun

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.kit.counters import Counters

ReasonT = TypeVar("ReasonT")


def is_offered(
    state: Counters,
    seat: Seat,
    verbs: Mapping[str, Noun],
    piece: PieceIndex | None,
    hex_: Hex | None,
) -> bool:
    """Return whether a counter alone, or a hex alone, is among the answers that a seat may give."""
    if state.seat != seat or (piece is None) == (hex_ is None):
        return False
    kind, noun = (Noun.HEX, hex_) if piece is None else (Noun.PIECE, piece)
    return any(verbs.get(one.verb) is kind and one.noun == noun for one in state.options())


def holds_offered(state: Counters, seat: Seat, verbs: Mapping[str, Noun], hex_: Hex) -> bool:
    """Return whether one of a seat's counters in a hex is among the answers that it may give."""
    own = numbers(state.stacks[hex_] & state.owned[seat])
    return any(is_offered(state, seat, verbs, piece, None) for piece in own)


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
