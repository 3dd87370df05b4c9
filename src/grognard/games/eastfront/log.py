"""The log in words: one line an event, one paragraph a combat, each with its rule number."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from grognard.engine.speaker import Speaker, read_french
from grognard.games.eastfront import combat, overrun, retreat, surrender
from grognard.games.eastfront.words import (
    HERE,
    called,
    cited,
    hex_name,
    hex_names,
    number_of,
    piece_names,
    side_name,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grognard.engine.game import Event, Seat
    from grognard.engine.modifier import Modifier
    from grognard.games.eastfront.charts import ChartLine
    from grognard.games.eastfront.printed import Scenario

TOLD: dict[str, str] = {"combat": "combat_told", "overrun": "overrun_told"}
"""What a board, which has the reckoning beside it, says more shortly."""
FIRST_DAY = 6
"""1.1 - turn 1 begins on 8 August: this and twice the turn."""


@cache
def speaker(lang: str) -> Speaker:
    """Return what says the reasons of the charts in a language."""
    return Speaker(lang, read_french(HERE / "data" / "french.toml"))


COUNTED: Final = frozenset({"eliminated", "given_up", "marked"})
"""The events that say how many counters there are, not what they do."""


def describe(scenario: Scenario, event: Event, lang: str, seat: Seat | None) -> str:
    """Return the line of the log for an event, as a seat may read it; None reads all."""
    words = _words(scenario, event, lang, seat, event.kind)
    return f"{words} [{event.rule}]"


def sentence(scenario: Scenario, event: Event, lang: str, seat: Seat) -> str:
    """Return an event in words without its rule, a fight by its result alone."""
    return _words(scenario, event, lang, seat, TOLD.get(event.kind, event.kind))


def _words(scenario: Scenario, event: Event, lang: str, seat: Seat | None, kind: str) -> str:
    facts = _said(scenario, event, lang, seat)
    said = texts().say(_key(event, kind, facts.get("pieces")), lang, **facts)
    return said[:1].upper() + said[1:]


def _key(event: Event, kind: str, pieces: object) -> str:
    """Return the sentence of an event: some have one for a single counter, step or throw.

    A counter whose name is in the plural has the verb of several; where counters are counted it
    stays one.
    """
    facts, key = event.facts, f"event.{kind}"
    if kind == "weather" and facts.get("die"):
        return "event.weather_thrown"
    if kind == "lost_steps" and facts["number"] == 1:
        return "event.lost_steps.step"
    single = f"{key}.one"
    number = len(facts.get("pieces", ()))
    if kind not in COUNTED:
        number = max(number, getattr(pieces, "number", 1))
    return single if number == 1 and single in texts() else key


def _said(scenario: Scenario, event: Event, lang: str, seat: Seat | None) -> dict[str, object]:
    """Return the facts of an event in words."""
    facts = {name: _fact(scenario, event, name, lang, seat) for name in event.facts}
    more = MORE.get(event.kind)
    return facts | more(scenario, event.facts, lang) if more else facts


def _fact(scenario: Scenario, event: Event, name: str, lang: str, seat: Seat | None) -> object:
    """Return one fact of an event in words, hiding what the seat may not know."""
    value: Any = event.facts[name]
    is_enemy = seat is not None and seat != event.facts.get("side", seat)
    match name:
        case "side":
            return side_name(value, lang)
        case "hex" | "start":
            return hex_name(scenario.ground, value, lang) if value >= 0 else "-"
        case "hexes":
            return hex_names(scenario.ground, value, lang)
        case "pieces":
            unseen = event.facts.get("hidden", ()) if is_enemy else ()
            return piece_names(scenario, value, lang, unseen)
        case "attackers" | "supports" | "defenders" | "defence_supports":
            return piece_names(scenario, value, lang)
        case "hq" if is_enemy and event.facts["is_dark"]:
            return texts().say("hidden_hq", lang)
        case "hq":
            return called(scenario.pieces[value], lang)
        case "weather":
            return texts().say(f"weather.{value}", lang)
        case "segment":
            return texts().say(f"segment.{value}", lang)
        case "order":
            return texts().say(f"order.{value.value}", lang)
        case "level":
            return texts().say(f"level.{value}", lang)
    return value


def modifiers_in_words(modifiers: Iterable[Modifier], lang: str) -> str:
    """Return modifiers with their reasons and rules: `` -1 engineer [15.6]``."""
    say = speaker(lang)
    return "".join(f" {one.value:+d} {say(one.reason)} [{cited(one.rule)}]" for one in modifiers)


def date(turn: int, lang: str) -> str:
    """1.1 - the two days of a turn."""
    first = FIRST_DAY + 2 * turn
    return f"{first}-{first + 1} {'août' if lang == 'fr' else 'August'} 1941"


# What single kinds of events say besides

Facts = dict[str, Any]


def _turn(_scenario: Scenario, facts: Facts, lang: str) -> dict[str, object]:
    return {"date": date(facts["turn"], lang)}


def _declared(_scenario: Scenario, facts: Facts, lang: str) -> dict[str, object]:
    """6.4 - whether an attack has attack supply."""
    return {"supply": texts().say("supply.yes" if facts["supplied"] else "supply.no", lang)}


def _combat(_scenario: Scenario, facts: Facts, lang: str) -> dict[str, object]:
    """15 - the arithmetic of an attack: strengths, column, modifiers, die, row and result."""
    attack, die = facts["attack"], facts["die"]
    fought = combat.assess(attack)
    columns = attack.charts.columns
    return {
        "attack": combat.attack_total(attack),
        "defence": combat.defence_total(attack),
        "ratio": columns[max(0, fought.column)],
        "modifiers": modifiers_in_words(fought.modifiers, lang),
        "drm": fought.drm,
        "row": die + fought.drm,
        "result": facts["aftermath"].printed.text,
    }


def _band(band: ChartLine, lang: str) -> str:
    return speaker(lang)(band.text)


def _overrun(_scenario: Scenario, facts: Facts, lang: str) -> dict[str, object]:
    """11.4.3 - the arithmetic of an overrun."""
    case = facts["case"]
    return {
        "attack": case.attack,
        "defence": case.defence,
        "ratio": f"{overrun.ratio(case)}-1",
        "modifiers": modifiers_in_words(overrun.modifiers(case), lang),
        "drm": overrun.net(case),
        "result": _band(facts["band"], lang),
    }


def _crossing(_scenario: Scenario, facts: Facts, lang: str) -> dict[str, object]:
    """16.6.6 - the throw of a retreat through an enemy zone."""
    case = facts["case"]
    return {
        "modifiers": modifiers_in_words(retreat.modifiers(case), lang),
        "drm": retreat.net(case),
        "result": _band(facts["band"], lang),
    }


def _surrender(_scenario: Scenario, facts: Facts, lang: str) -> dict[str, object]:
    """21 - the throw for a hex that is cut off."""
    case, key = facts["case"], "surrender.yes" if facts["surrendered"] else "surrender.no"
    return {
        "modifiers": modifiers_in_words(surrender.modifiers(case), lang),
        "drm": surrender.net(case),
        "result": texts().say(key, lang),
    }


def _recovery(_scenario: Scenario, facts: Facts, lang: str) -> dict[str, object]:
    """7.4 - whether an HQ recovers."""
    return {"result": texts().say("recovery.yes" if facts["recovered"] else "recovery.no", lang)}


def _victory(_scenario: Scenario, facts: Facts, lang: str) -> dict[str, object]:
    """26.3 - the points at the end."""
    return {"points": number_of("points", facts["number"], lang)}


MORE: dict[str, Callable[[Scenario, Facts, str], dict[str, object]]] = {
    "turn": _turn,
    "declared": _declared,
    "combat": _combat,
    "overrun": _overrun,
    "crossing": _crossing,
    "surrender": _surrender,
    "recovery": _recovery,
    "victory": _victory,
}
