"""What a side asks of a position, as plain values for programs; `docs/commands.md` has the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from grognard.engine.bits import numbers
from grognard.games.bautzen import queries, support
from grognard.games.bautzen.asking import in_words, sentence
from grognard.games.bautzen.log import texts
from grognard.games.bautzen.sequence import SEGMENTS
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.supply import sources
from grognard.games.bautzen.zones import zone_of_control

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.engine.hexmap import Hex, Region
    from grognard.engine.modifier import Modifier
    from grognard.games.bautzen.combat import Factor
    from grognard.games.bautzen.printed import Side
    from grognard.games.bautzen.queries import Attack
    from grognard.games.bautzen.state import Bautzen, Pieces

Value: TypeAlias = "int | float | str | bool | list[Value] | dict[str, Value] | None"


def inspect(state: Bautzen, side: Side, lang: str, piece: str | None) -> dict[str, Value]:
    """Return everything that `side` may ask of a position; `piece` adds its reach."""
    facts: dict[str, Value] = {
        "turn": state.turn,
        "segment": SEGMENTS[state.segment],
        "side": side.name.lower(),
    }
    if piece is not None:
        return facts | {"reach": _reach(state, side, lang, piece)}
    return facts | {
        "zones": {
            "own": _hexes(state, zone_of_control(state, side)),
            "enemy": _hexes(state, zone_of_control(state, ENEMY[side])),
        },
        "supply": _supply(state, side),
        "command": _command(state, side),
        "stacking": _stacking(state, side),
        "support": _support(state, side),
        "attacks": [attack_facts(state, one, lang) for one in queries.attacks(state, side)],
    }


def odds(state: Bautzen, side: Side, lang: str) -> dict[str, Value]:
    """Return the reckoning of the combat being composed or fought, or that there is none."""
    now = None if state.is_over else queries.current(state, side)
    if now is None:
        return {"note": texts().say("odds.none", lang)}
    return attack_facts(state, now, lang)


def _reach(state: Bautzen, side: Side, lang: str, name: str) -> dict[str, Value]:
    if name not in state.scenario.by_id:
        raise ValueError(f"there is no counter {name!r}")
    found = queries.reach(state, side, state.scenario.by_id[name])
    here = state.where[found.piece] if state.owned[side] >> found.piece & 1 else -1
    facts: dict[str, Value] = {
        "piece": name,
        "from": _hex(state, here) if here >= 0 else None,
        "cannot_move": in_words(found.cannot_move, lang) if found.cannot_move else None,
    }
    if not found.costs and not found.refused:
        return facts
    hexes: dict[str, Value] = {_hex(state, h): float(cost) for h, cost in found.costs.items()}
    refused: list[Value] = [
        {"hex": _hex(state, hex_), "rule": why.rule, "reason": sentence(why, lang)}
        for hex_, why in found.refused.items()
    ]
    return facts | {"allowance": float(found.allowance), "hexes": hexes, "refused": refused}


def _supply(state: Bautzen, side: Side) -> dict[str, Value]:
    units: list[Value] = [
        {
            "hex": _hex(state, entry.hex),
            "units": _ids(state, entry.units),
            "supplied": entry.is_supplied,
            "line": [_hex(state, hex_) for hex_ in entry.line],
            "marked": _ids(state, entry.marked),
        }
        for entry in queries.supply(state, side)
    ]
    return {"sources": _hexes(state, sources(state, side)), "units": units}


def _command(state: Bautzen, side: Side) -> list[Value]:
    return [
        {"piece": _id(state, unit), "headquarters": _ids(state, posts)}
        for unit, posts in queries.command(state, side).items()
    ]


def _stacking(state: Bautzen, side: Side) -> list[Value]:
    return [
        {
            "hex": _hex(state, entry.hex),
            "points": entry.points,
            "limit": entry.limit,
            "over_stacked": entry.is_over_stacked,
        }
        for entry in queries.stacks(state, side)
    ]


def _support(state: Bautzen, side: Side) -> list[Value]:
    return [
        {
            "supporter": _id(state, supporter),
            "value": support.support_value(state, side, supporter, units),
            "units": _ids(state, units),
        }
        for supporter, units in queries.supports(state, side).items()
    ]


def attack_facts(state: Bautzen, attack: Attack, lang: str) -> dict[str, Value]:
    """Return an attack with its arithmetic and the chance of each result."""
    battle, sums, columns = attack.battle, attack.sums, state.scenario.tables.columns
    note = "odds.hidden" if attack.hidden else "odds.before"
    facts: dict[str, Value] = {
        "target": _hex(state, battle.target),
        "hidden": attack.hidden,
        "attackers": _ids(state, battle.attackers),
        "supports": _ids(state, battle.supports),
        "note": texts().say(note, lang, number=attack.hidden),
    }
    if attack.attack:
        facts["attack_factors"] = _factors(state, attack.attack + attack.attack_support)
        facts["attack"] = attack.attack_total
    if sums is None or attack.results is None:
        return facts
    return facts | {
        "defence_factors": _factors(state, sums.defence + sums.defence_support),
        "defence": sums.defence_total,
        "ratio": columns[sums.first_column],
        "shifts": _modifiers(sums.shifts, lang),
        "column": columns[sums.column],
        "die": _modifiers(sums.die, lang),
        "results": {str(result): str(chance) for result, chance in attack.results.items()},
    }


def _factors(state: Bautzen, factors: Iterable[Factor]) -> list[Value]:
    return [
        {"piece": _id(state, factor.piece), "value": factor.value, "rule": factor.rule}
        for factor in factors
    ]


def _modifiers(modifiers: Iterable[Modifier], lang: str) -> list[Value]:
    return [
        {
            "reason": texts().say(f"reason.{modifier.reason}", lang),
            "value": modifier.value,
            "rule": modifier.rule,
        }
        for modifier in modifiers
    ]


def _id(state: Bautzen, piece: int) -> str:
    return state.scenario.pieces[piece].id


def _ids(state: Bautzen, pieces: Pieces) -> list[Value]:
    return [_id(state, piece) for piece in numbers(pieces)]


def _hex(state: Bautzen, hex_: Hex) -> str:
    return state.scenario.board.map.name(hex_)


def _hexes(state: Bautzen, region: Region) -> list[Value]:
    return [_hex(state, hex_) for hex_ in numbers(region)]
