"""An event as a seat may know it: words for the log, facts to be shown on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.games.eastfront import log, reckoning
from grognard.games.eastfront.state import material
from grognard.kit.telling import log_line

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.engine.game import Event, Seat
    from grognard.games.eastfront.printed import Scenario

ACTS: Final[dict[str, wire.Act]] = {
    "turn": "turn",
    "phase": "segment",
    "weather": "throw",
    "arrived": "enter",
    "withdrawn": "removal",
    "moved": "move",
    "reacted": "move",
    "declared": "declare",
    "overrun": "fight",
    "combat": "fight",
    "lost_steps": "loss",
    "eliminated": "removal",
    "given_up": "removal",
    "retreated": "retreat",
    "crossing": "throw",
    "advanced": "advance",
    "recovery": "throw",
    "surrender": "throw",
    "bridge_blown": "throw",
    "bridge_stands": "throw",
    "victory": "end",
}
"""What is shown on the map, by kind of event; of the others only the words."""
FOUGHT: Final = frozenset({"combat", "overrun"})


def tell(scenario: Scenario, event: Event, lang: str, seat: Seat) -> wire.LogLine:
    """1.4 - return an event as a seat may know it."""
    words = log.sentence(scenario, event, lang, seat)
    line = log_line(material(scenario), event, seat, words, ACTS.get(event.kind, "note"))
    if event.kind in FOUGHT:
        line["fought"] = reckoning.fought_facts(scenario, event, lang)
    return line
