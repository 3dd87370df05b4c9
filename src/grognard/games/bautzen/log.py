"""The log in words: one line an event, one paragraph a combat, each with its rule number."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, cast

from grognard.engine.texts import Texts
from grognard.games.bautzen.printed import Side

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.engine.game import Event, Seat
    from grognard.engine.modifier import Modifier
    from grognard.games.bautzen.combat import Arithmetic, Factor
    from grognard.games.bautzen.printed import Scenario


@cache
def texts() -> Texts:
    """Return the sentences of the game."""
    return Texts(Path(str(resources.files(__package__))) / "data" / "texts.toml")


def side_name(side: Side | int, lang: str) -> str:
    """Return the name of a side."""
    return texts().say(f"side.{Side(side).name.lower()}", lang)


def hex_name(scenario: Scenario, hex_: int) -> str:
    """Return a hex as a player reads it: its number and, where one is printed, its name."""
    number = scenario.board.map.name(hex_)
    name = scenario.board.names.get(hex_)
    return f"{number} {name}" if name else number


def listed(words: list[str], lang: str) -> str:
    """Return words as a list in a sentence."""
    if not words:
        return texts().say("nothing", lang)
    if len(words) == 1:
        return words[0]
    return ", ".join(words[:-1]) + texts().say("and", lang) + words[-1]


def piece_names(
    scenario: Scenario, pieces: Iterable[int], lang: str, hidden: Iterable[int] = ()
) -> str:
    """Return the names of counters; of hidden ones only their number."""
    unseen = set(hidden)
    words = [scenario.pieces[piece].id for piece in pieces if piece not in unseen]
    if len(unseen) == 1:
        words.append(texts().say("counter.hidden", lang))
    elif unseen:
        words.append(texts().say("counters.hidden", lang, number=len(unseen)))
    return listed(words, lang)


def describe(scenario: Scenario, event: Event, lang: str, seat: Seat | None) -> str:
    """Return the line of the log for an event, as a seat may read it; None reads all."""
    facts = {name: _fact(scenario, event, name, lang, seat) for name in event.facts}
    if event.kind == "combat":
        facts |= _reckoning(scenario, event, lang)
    if event.kind == "segment":
        key = f"segment.{Side(_number(event, 'side')).name.lower()} {event.facts['segment']}"
        facts["segment"] = texts().say(key, lang)
    sentence = texts().say(f"event.{event.kind}", lang, **facts)
    return f"{sentence} [{event.rule}]"


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
            return modifiers_in_words(cast("tuple[Modifier, ...]", value), lang)
    return str(value)


def _number(event: Event, name: str) -> int:
    return cast("int", event.facts[name])


def modifiers_in_words(modifiers: Iterable[Modifier], lang: str) -> str:
    """Return modifiers with their reasons and rules: `` -1 village [8.2.6]``."""
    return "".join(
        f" {modifier.value:+d} {texts().say(f'reason.{modifier.reason}', lang)} [{modifier.rule}]"
        for modifier in modifiers
    )


def _reckoning(scenario: Scenario, event: Event, lang: str) -> dict[str, str]:
    """Return the arithmetic of a combat: factors, ratio, shifts, column, die."""
    sums = cast("Arithmetic", event.facts["sums"])
    columns = scenario.tables.columns
    committed = cast("list[list[int]]", event.facts["committed"])
    return {
        "attack": f"{sums.attack_total} ({_sum(scenario, sums.attack + sums.attack_support)})",
        "defence": f"{sums.defence_total} ({_sum(scenario, sums.defence + sums.defence_support)})",
        "ratio": columns[sums.first_column],
        "shifts": modifiers_in_words(sums.shifts, lang),
        "column": columns[sums.column],
        "committed": piece_names(scenario, [p for side in committed for p in side], lang),
        "modifiers": modifiers_in_words(sums.die, lang),
        "result": str(event.facts["result"]),
    }


def _sum(scenario: Scenario, factors: tuple[Factor, ...]) -> str:
    return " + ".join(f"{scenario.pieces[factor.piece].id} {factor.value}" for factor in factors)
