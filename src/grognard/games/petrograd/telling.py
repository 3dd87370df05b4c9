"""An event as a seat may know it: words for the log, facts to be shown on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from grognard.games.petrograd import log, reckoning
from grognard.games.petrograd.words import SIDE_IDS

if TYPE_CHECKING:
    from grognard import wire
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
    facts: dict[str, Any] = event.facts
    line: wire.LogLine = {
        "text": log.sentence(scenario, event, lang, seat),
        "rule": event.rule,
        "kind": event.kind,
        "act": ACTS.get(event.kind, "note"),
    }
    side = facts.get("side")
    if side is not None:
        line["side"] = SIDE_IDS[side]
    if "pieces" in facts:
        unseen = set() if side is None or seat == side else set(facts.get("hidden", ()))
        line["pieces"] = [scenario.pieces[p].id for p in facts["pieces"] if p not in unseen]
        if unseen:
            line["hidden"] = len(unseen)
    ends = [facts[key] for key in ("start", "hex") if facts.get(key, -1) >= 0]
    if ends:
        line["hexes"] = [scenario.ground.map.name(hex_) for hex_ in ends]
    if "dice" in facts:
        line["dice"] = [*facts["dice"]]
    if event.kind == "combat":
        line["fought"] = reckoning.fought_facts(scenario, event, lang)
    return line
