"""The log in words: one line an event, one paragraph a combat, each with its rule number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from grognard.games.petrograd import combat
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.words import log_texts
from grognard.kit import words as kit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.engine.game import Event, Seat
    from grognard.engine.modifier import Modifier
    from grognard.games.petrograd.battle import Value
    from grognard.games.petrograd.combat import Combat
    from grognard.games.petrograd.printed import Scenario
    from grognard.games.petrograd.table import Half


texts: Final = log_texts


def side_name(side: int, lang: str, *, is_feminine: bool = False) -> str:
    """Return the name of a side, or what an attack of its own is called: *allemande*."""
    form = ".f" if is_feminine else ""
    return texts().say(f"side.{Side(side).name.lower()}{form}", lang)


def listed(words: list[str], lang: str) -> str:
    """Return words as a list in a sentence."""
    return kit.listed(texts(), words, lang)


def piece_names(
    scenario: Scenario, pieces: Iterable[int], lang: str, hidden: Iterable[int] = ()
) -> str:
    """Return the names of counters; of hidden ones only their number."""
    unseen = set(hidden)
    shown = [scenario.pieces[piece].called(lang) for piece in pieces if piece not in unseen]
    return kit.counters_listed(texts(), shown, len(unseen), lang)


def describe(scenario: Scenario, event: Event, lang: str, seat: Seat | None) -> str:
    """Return the line of the log for an event, as a seat may read it; None reads all."""
    facts = _said(scenario, event, lang, seat)
    if event.kind == "combat":
        facts |= _reckoning(event.facts, lang)
    return f"{texts().say(f'event.{event.kind}', lang, **facts)} [{event.rule}]"


def sentence(scenario: Scenario, event: Event, lang: str, seat: Seat) -> str:
    """Return an event in words without its rule, a combat by its result alone."""
    facts = _said(scenario, event, lang, seat)
    if event.kind == "combat":
        facts |= _reckoning(event.facts, lang)
    key = "event.fought" if event.kind == "combat" else f"event.{event.kind}"
    return texts().say(key, lang, **facts)


def _said(scenario: Scenario, event: Event, lang: str, seat: Seat | None) -> dict[str, object]:
    """Return the facts of an event in words."""
    facts = {name: _fact(scenario, event, name, lang, seat) for name in event.facts}
    if "side" in event.facts:
        facts["side_f"] = side_name(event.facts["side"], lang, is_feminine=True)
    if event.kind == "victory":
        facts["level"] = texts().say(f"level.{event.facts['level']}", lang)
    elif event.kind == "event_thrown":
        key = f"happening.{event.facts['number']}"
        facts["event"] = texts().say(key if key in texts() else "happening.none", lang)
    return facts


def _fact(scenario: Scenario, event: Event, name: str, lang: str, seat: Seat | None) -> object:
    """Return one fact of an event in words, hiding what the seat may not know."""
    value: Any = event.facts[name]
    is_enemy = seat is not None and seat != event.facts.get("side", seat)
    match name:
        case "side":
            return side_name(value, lang)
        case "hex" | "start":
            return scenario.ground.called(value, lang) if value >= 0 else "-"
        case "pieces":
            return piece_names(scenario, value, lang, event.facts.get("hidden", ()) * is_enemy)
        case "attackers" | "supports" | "defenders":
            return piece_names(scenario, value, lang)
    return value


def modifiers_in_words(modifiers: Iterable[Modifier], lang: str) -> str:
    """Return modifiers with their reasons and rules: `` -1 quality [PG-7b]``."""
    return "".join(
        f" {modifier.value:+d} {texts().say(f'reason.{modifier.rule}', lang)} [{modifier.rule}]"
        for modifier in modifiers
    )


def values_in_words(values: Iterable[Value], lang: str) -> str:
    """8.5 - return the parts of a defensive value: ``forest 1, river 1``."""
    return ", ".join(f"{texts().say(f'ground.{word}', lang)} {value}" for word, value in values)


def _reckoning(facts: dict[str, Any], lang: str) -> dict[str, object]:
    """8.2.3 - return the arithmetic of a combat: values, modifiers, dice, column, cells."""
    fought: Combat = facts["fought"]
    granted = combat.modifiers(fought)
    one, other = facts["dice"]
    reading = facts["reading"]
    return {
        "attack": f"{fought.attacker.value} Q{fought.attacker.quality}",
        "defence": f"{fought.defender.value} Q{fought.defender.quality}",
        "modifiers": modifiers_in_words(granted, lang),
        "shift": sum(modifier.value for modifier in granted),
        "dice": f"{one} + {other}",
        "column": reading.column,
        "attacker_row": combat.morale_row(fought.attacker, fought.table),
        "defender_row": combat.morale_row(fought.defender, fought.table),
        "attacker": half_text(reading.attacker),
        "defender": half_text(reading.defender),
    }


def half_text(half: Half) -> str:
    """Return a half of the table as it is read: its options, whose choice, restored or not."""
    options = " / ".join(option.text for option in half.options)
    chooser = "D: " if half.chooser != half.role else ""
    return f"{chooser}{options}{' †' if half.restored else ''}"
