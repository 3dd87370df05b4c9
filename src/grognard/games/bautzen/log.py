"""The log in words: one line an event, one paragraph a combat, each with its rule number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.words import log_texts
from grognard.kit import words as kit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.engine.game import Event, Seat
    from grognard.engine.modifier import Modifier
    from grognard.games.bautzen.combat import Arithmetic, Factor
    from grognard.games.bautzen.printed import Scenario


texts: Final = log_texts


def side_name(side: Side | int, lang: str, *, is_feminine: bool = False) -> str:
    """Return the name of a side, or what an attack of its own is called: *allemande*."""
    form = ".f" if is_feminine else ""
    return texts().say(f"side.{Side(side).name.lower()}{form}", lang)


def hex_name(scenario: Scenario, hex_: int) -> str:
    """Return a hex as a player reads it: its number and, where one is printed, its name."""
    number = scenario.board.map.name(hex_)
    name = scenario.board.names.get(hex_)
    return f"{number} {name}" if name else number


def listed(words: list[str], lang: str) -> str:
    """Return words as a list in a sentence."""
    return kit.listed(texts(), words, lang)


def piece_names(
    scenario: Scenario, pieces: Iterable[int], lang: str, hidden: Iterable[int] = ()
) -> str:
    """Return the names of counters; of hidden ones only their number."""
    unseen = set(hidden)
    shown = [scenario.pieces[piece].id for piece in pieces if piece not in unseen]
    return kit.counters_listed(texts(), shown, len(unseen), lang)


def describe(scenario: Scenario, event: Event, lang: str, seat: Seat | None) -> str:
    """Return the line of the log for an event, as a seat may read it; None reads all."""
    facts = _said(scenario, event, lang, seat)
    if event.kind == "combat":
        facts |= _reckoning(scenario, event, lang)
    return f"{texts().say(f'event.{event.kind}', lang, **facts)} [{event.rule}]"


def sentence(scenario: Scenario, event: Event, lang: str, seat: Seat) -> str:
    """Return an event in words without its rule, a combat by its result alone."""
    key = "event.fought" if event.kind == "combat" else f"event.{event.kind}"
    facts = _said(scenario, event, lang, seat)
    if "modifiers" in event.facts:
        found = cast("tuple[Modifier, ...]", event.facts["modifiers"])
        facts["modifiers"] = kit.modifiers_listed(texts(), found, lang, with_rules=False)
    return texts().say(key, lang, **facts)


def _said(scenario: Scenario, event: Event, lang: str, seat: Seat | None) -> dict[str, str]:
    """Return the facts of an event in words."""
    facts = {name: _fact(scenario, event, name, lang, seat) for name in event.facts}
    if "side" in event.facts:
        facts["side_f"] = side_name(_number(event, "side"), lang, is_feminine=True)
    if event.kind == "segment":
        key = f"segment.{Side(_number(event, 'side')).name.lower()} {event.facts['segment']}"
        facts["segment"] = texts().say(key, lang)
    return facts


def _fact(scenario: Scenario, event: Event, name: str, lang: str, seat: Seat | None) -> str:
    """Return one fact of an event in words, hiding what the seat may not know."""
    value = event.facts[name]
    is_enemy = seat is not None and "side" in event.facts and seat != event.facts["side"]
    match name:
        case "side":
            return side_name(_number(event, name), lang)
        case "hex" | "start":
            return hex_name(scenario, _number(event, name)) if _number(event, name) >= 0 else "-"
        case "hexes" if isinstance(value, list):
            return listed([hex_name(scenario, hex_) for hex_ in value], lang)
        case "path":
            return scenario.board.map.name(cast("list[int]", value)[0])
        case "pieces":
            unseen = event.facts.get("hidden", ()) if is_enemy else ()
            return piece_names(scenario, cast("list[int]", value), lang, cast("list[int]", unseen))
        case "attackers" | "supports" | "defenders":
            return piece_names(scenario, cast("list[int]", value), lang)
        case "modifiers":
            return kit.modifiers_listed(texts(), cast("tuple[Modifier, ...]", value), lang)
    return str(value)


def _number(event: Event, name: str) -> int:
    return cast("int", event.facts[name])


def _reckoning(scenario: Scenario, event: Event, lang: str) -> dict[str, str]:
    """Return the arithmetic of a combat: factors, ratio, shifts, column, die."""
    sums = cast("Arithmetic", event.facts["sums"])
    columns = scenario.tables.columns
    committed = cast("list[list[int]]", event.facts["committed"])
    return {
        "attack": f"{sums.attack_total} ({_sum(scenario, sums.attack + sums.attack_support)})",
        "defence": f"{sums.defence_total} ({_sum(scenario, sums.defence + sums.defence_support)})",
        "ratio": columns[sums.first_column],
        "shifts": kit.modifiers_listed(texts(), sums.shifts, lang),
        "column": columns[sums.column],
        "committed": piece_names(scenario, [p for side in committed for p in side], lang),
        "modifiers": kit.modifiers_listed(texts(), sums.die, lang),
        "result": str(event.facts["result"]),
    }


def _sum(scenario: Scenario, factors: tuple[Factor, ...]) -> str:
    return " + ".join(f"{scenario.pieces[factor.piece].id} {factor.value}" for factor in factors)
