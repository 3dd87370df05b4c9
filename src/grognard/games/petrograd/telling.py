"""An event as a seat may know it: words for the log, facts to be shown on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.games.petrograd import log, reckoning
from grognard.games.petrograd.state import material
from grognard.kit.telling import log_line

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.engine.game import Event, Seat
    from grognard.games.petrograd.printed import Scenario

ACTS: Final[dict[str, wire.Act]] = {
    "turn": "turn",
    "phases": "segment",
    "arrived": "enter",
    "captured_train": "enter",
    "called_up": "place",
    "entrained": "move",
    "moved": "move",
    "vetrenko_obeys": "throw",
    "vetrenko_refuses": "throw",
    "event_thrown": "throw",
    "declared": "declare",
    "declared_night": "declare",
    "combat": "fight",
    "lost_points": "loss",
    "destroyed": "removal",
    "surrendered": "removal",
    "escaped": "removal",
    "retreated": "retreat",
    "advanced": "advance",
    "broken_down": "throw",
    "runs_on": "throw",
    "mined": "removal",
    "not_mined": "throw",
    "victory": "end",
}
"""What is shown on the map, by kind of event; of the others only the words."""


def tell(scenario: Scenario, event: Event, lang: str, seat: Seat) -> wire.LogLine:
    """1.7 - return an event as a seat may know it."""
    words = log.sentence(scenario, event, lang, seat)
    line = log_line(material(scenario), event, seat, words, ACTS.get(event.kind, "note"))
    if event.kind == "combat":
        line["fought"] = reckoning.fought_facts(scenario, event, lang)
    return line
