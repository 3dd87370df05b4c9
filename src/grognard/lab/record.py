"""What came of one game, as it is kept in files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from grognard.engine.measure import Measure


@dataclass(frozen=True, slots=True)
class Record:
    """One finished game."""

    number: int
    """Its place in the run, from 0."""
    players: tuple[str, ...]
    """By seat."""
    result: str
    """The seat that won, or ``draw``."""
    decisions: int
    digest: str
    """Of the last position: two games with the same digest ended alike."""
    measure: Measure | None = None
    """What the game itself had to say, if anything."""

    def as_json(self) -> dict[str, Any]:
        """Return the record as plain data."""
        data: dict[str, Any] = {
            "number": self.number,
            "players": list(self.players),
            "result": self.result,
            "decisions": self.decisions,
            "digest": self.digest,
        }
        if not self.measure:
            return data
        data |= self.measure._asdict()
        return data | {"held": dict(self.measure.held)}

    def line(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(self.as_json(), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Record:
        """Return the record that was written as plain data."""
        return cls(
            number=data["number"],
            players=tuple(data["players"]),
            result=data["result"],
            decisions=data["decisions"],
            digest=data["digest"],
            measure=_measure(data) if "reason" in data else None,
        )


def _measure(data: dict[str, Any]) -> Measure:
    return Measure(
        reason=data["reason"],
        margin=data["margin"],
        losses=tuple(map(tuple, data["losses"])),
        rules=data["rules"],
        control=data["control"],
        lost_at=tuple(data["lost_at"]),
        held=data.get("held", {}),
    )
