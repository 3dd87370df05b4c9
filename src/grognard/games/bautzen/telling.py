"""An event as a seat may know it: words for the log, facts to be shown on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from grognard.games.bautzen import log, reckoning
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.words import SIDE_IDS, side_id
from grognard.wire import blank

if TYPE_CHECKING:
    from grognard import wire
    from grognard.engine.game import Event, Seat
    from grognard.games.bautzen.combat import Arithmetic, Result
    from grognard.games.bautzen.printed import Scenario

ACTS: Final[dict[str, wire.Act]] = {
    "turn": "turn",
    "segment": "segment",
    "set_up": "place",
    "set_up_ready": "place",
    "convoy_throw": "throw",
    "reinforcement_throw": "throw",
    "moved": "move",
    "entered": "enter",
    "withdrew": "move",
    "withdrawal_throw": "throw",
    "declared": "declare",
    "combat": "fight",
    "flipped": "loss",
    "eliminated": "removal",
    "retreated": "retreat",
    "convoy_spent": "removal",
    "convoy_captured": "throw",
    "convoy_destroyed": "removal",
    "convoy_gives_way": "removal",
    "advanced": "advance",
    "victory": "end",
}
"""What is shown on the map, by kind of event; of the others only the words."""


def tell(scenario: Scenario, event: Event, lang: str, seat: Seat) -> wire.LogLine:
    """10.3 - return an event as a seat may know it."""
    facts = event.facts
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
    if hexes := _hexes(event, is_known="hidden" not in line):
        line["hexes"] = [scenario.board.map.name(hex_) for hex_ in hexes]
    if "die" in facts:
        line["dice"] = [facts["die"]]
    if event.kind == "combat":
        line["fought"] = fought(scenario, event, lang)
    return line


def _hexes(event: Event, *, is_known: bool) -> list[int]:
    """Return where an event took place; of a move the way, its start included.

    10.3 - the way of a counter that cannot be seen tells what it is: then only its ends are told.
    """
    facts = event.facts
    if isinstance(facts.get("hexes"), list):
        return cast("list[int]", facts["hexes"])
    goal = [facts["hex"]] if "hex" in facts else []
    way = (facts.get("path") or goal) if is_known else goal
    start = facts.get("start", -1)
    return [start, *way] if start >= 0 else [*way]


def fought(scenario: Scenario, event: Event, lang: str) -> wire.Reckoning:
    """8.2 - a combat as it was fought; once the die has fallen, both sides know all of it."""
    facts = event.facts
    side, sums = Side(facts["side"]), cast("Arithmetic", facts["sums"])
    result = cast("Result", facts["result"])

    def ids(pieces: list[int]) -> list[str]:
        return [scenario.pieces[piece].id for piece in pieces]

    found = blank.reckoning(side_id(side), [scenario.board.map.name(facts["hex"])])
    found["attackers"], found["defenders"] = ids(facts["attackers"]), ids(facts["defenders"])
    found["supports"] = ids([factor.piece for factor in sums.attack_support])
    found["defence_supports"] = ids([factor.piece for factor in sums.defence_support])
    found["table"], found["dice"] = reckoning.TABLE, [6]
    reckoning.fill(scenario, found, sums, lang)
    thrown = reckoning.throw(scenario, side, sums, facts["die"], result, lang)
    found["throw"], found["cells"] = thrown, thrown["cells"]
    found["committed"] = ids([piece for given in facts["committed"] for piece in given])
    return found
