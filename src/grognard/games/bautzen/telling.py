"""An event as a seat may know it: words for the log, facts to be shown on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from grognard.games.bautzen import log, reckoning
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.state import material
from grognard.games.bautzen.words import side_id
from grognard.kit.telling import log_line
from grognard.wire import blank

if TYPE_CHECKING:
    import grognard.wire as wire
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
    words = log.sentence(scenario, event, lang, seat)
    line = log_line(material(scenario), event, seat, words, ACTS.get(event.kind, "note"))
    if event.kind == "combat":
        line["fought"] = fought(scenario, event, lang)
    return line


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
    found["limits"] += reckoning.held(scenario, sums, facts["die"], lang)
    found["committed"] = ids([piece for given in facts["committed"] for piece in given])
    return found
