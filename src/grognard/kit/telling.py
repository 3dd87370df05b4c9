"""An event as a seat may know it, for logs and boards: what all games of counters tell alike.

The facts of an event that are read here: ``side``, ``pieces`` and, of those, ``hidden`` (what the
other seats must not learn), ``start``, ``path``, ``hex`` and ``hexes``, ``die`` and ``dice``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.engine.game import Event, Seat
    from grognard.engine.hexmap import Hex
    from grognard.engine.texts import Texts
    from grognard.kit.counters import Material


def log_line(
    material: Material, event: Event, seat: Seat, text: str, act: wire.Act
) -> wire.LogLine:
    """Return an event in the words given, with what may be shown of it on the map."""
    facts, side = event.facts, event.facts.get("side")
    line: wire.LogLine = {"text": text, "rule": event.rule, "kind": event.kind, "act": act}
    if side is not None:
        line["side"] = material.seats[side]
    if "pieces" in facts:
        unseen = set() if side is None or seat == side else set(facts.get("hidden", ()))
        line["pieces"] = [material.ids[p] for p in facts["pieces"] if p not in unseen]
        if unseen:
            line["hidden"] = len(unseen)
    if hexes := hexes_of(event, is_known="hidden" not in line):
        line["hexes"] = [material.map.name(hex_) for hex_ in hexes]
    if "die" in facts or "dice" in facts:
        line["dice"] = [*facts["dice"]] if "dice" in facts else [facts["die"]]
    return line


def hexes_of(event: Event, *, is_known: bool) -> list[Hex]:
    """Return where an event took place; of a move the way, its start included.

    The way of a counter that cannot be seen may tell what it is: then only its ends are told.
    """
    facts = event.facts
    if isinstance(facts.get("hexes"), list):
        return [*facts["hexes"]]
    goal = [facts["hex"]] if facts.get("hex", -1) >= 0 else []
    way = (facts.get("path") or goal) if is_known else goal
    start = facts.get("start", -1)
    return [start, *way] if start >= 0 else [*way]


def luck_unit(texts: Texts, lang: str) -> wire.LuckUnit:
    """Return what luck is counted in, as the texts of a board say it."""
    return {
        "text": texts.sentence("luck.unit", lang),
        "meaning": texts.say("luck.meaning", lang),
    }
