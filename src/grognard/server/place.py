"""Who sits where at a table, and what he was shown last."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grognard.server.shown import Eye

if TYPE_CHECKING:
    from grognard.engine.registry import AnyGame
    from grognard.server.shown import Log, Shown
    from grognard.server.store import StoredSeat
    from grognard.wire import SeatInfo


@dataclass(slots=True)
class Place:
    """A seat of the table, or the bench of those who watch."""

    eye: Eye
    id: str | None
    level: str = ""
    name: str = ""
    token_hash: str = ""
    """Empty while a guest is awaited."""
    invitation_hash: str = ""
    holder: str = ""
    renewals: int = 0
    shown: Shown | None = None
    is_stale: bool = True
    """Whether the game has gone on since `shown` was made."""
    logs: dict[str, Log] = field(default_factory=dict)
    """The log as this seat may read it, by language."""

    @property
    def is_bot(self) -> bool:
        """Whether a program plays this seat."""
        return bool(self.level)

    def as_json(self) -> dict[str, Any]:
        """Return what everybody may know of who sits here, but whether he is connected."""
        told: dict[str, Any] = {**self.info(is_here=False)}
        del told["is_here"]
        return told

    def info(self, *, is_here: bool) -> SeatInfo:
        """Return what everybody may know of who plays a seat."""
        return {
            "seat": self.eye.number,
            "id": self.id or "",
            "kind": "bot" if self.level else "human",
            "name": self.name,
            "level": self.level or None,
            "is_here": is_here,
            "holder": "maker" if self.holder == "maker" else "guest" if self.holder else None,
            "renewals": self.renewals,
        }


def place_of(game: AnyGame, seat: StoredSeat) -> Place:
    """Return a seat as it was kept."""
    eye = Eye(game, seat.seat)
    held = seat.invitation_hash, seat.holder, seat.renewals
    return Place(eye, game.seats[seat.seat], seat.level, seat.name, seat.token_hash, *held)
