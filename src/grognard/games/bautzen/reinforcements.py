"""11 - Reinforcements (renforts). Only the Allied side receives any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.bits import bits_of, numbers
from grognard.engine.modifier import Modifier, clamp
from grognard.games.bautzen.printed import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.games.bautzen.state import Bautzen


def die_modifiers(state: Bautzen) -> Iterator[Modifier]:
    """11.1 - the modifiers of the reinforcement die; the second town line replaces the first."""
    tables, victory = state.scenario.tables, state.scenario.victory
    german = state.control[Side.GERMAN]
    if state.turn in tables.reinforcement_early_turns:
        yield Modifier("11.1", tables.reinforcement_early, "early")
    if any(german >> hex_ & 1 for hex_ in victory.city):
        if german >> victory.reinforcement_place & 1:
            yield Modifier("11.1", tables.reinforcement_town_and_place, "bautzen_and_place")
        else:
            yield Modifier("11.1", tables.reinforcement_town, "bautzen")


def modified(state: Bautzen, die: int) -> int:
    """11.1 - the die as read on the table: below 1 as 1, above the last line as the last."""
    raw = die + sum(modifier.value for modifier in die_modifiers(state))
    return clamp(raw, 1, len(state.scenario.tables.reinforcement_table) - 1)


def arrive(state: Bautzen, die: int) -> bool:
    """11.1, 11.2 - bring in what the table says; return whether a formation may be released.

    A formation already in play has no effect, and its air marker stays away too (BZ-R28).
    """
    line = state.scenario.tables.reinforcement_table[modified(state, die)]
    state.note(
        "reinforcement_throw",
        "11.1",
        die=die,
        modifiers=tuple(die_modifiers(state)),
        read=modified(state, die),
    )
    if "release" in line:
        return bool(state.held_back)
    formations = [name for name in line if name != "air"]
    if formations and all(_enter_formation(state, name) for name in formations) and "air" in line:
        _add_aircraft(state)
    return False


def _enter_formation(state: Bautzen, name: str) -> bool:
    """11.2, 11.3 - a formation may enter from now on; False if it has come already."""
    members = numbers(state.scenario.formations[name])
    fresh = bits_of(members)
    # A formation that has come has counters waiting, on the map, or lost (no steps left).
    seen = state.waiting[Side.ALLIED] | state.owned[Side.ALLIED]
    if fresh & seen or any(not state.steps[piece] for piece in members):
        return False
    state.waiting[Side.ALLIED] |= fresh
    state.note("reinforcements", "11.2", formation=name, pieces=members)
    return True


def _add_aircraft(state: Bautzen) -> None:
    """11.2 - one more air marker, if one is left."""
    spare = numbers(state.scenario.aircraft & ~state.aircraft)
    if spare:
        state.aircraft |= 1 << spare[0]
        state.note("air_arrives", "11.2", pieces=[spare[0]])


def held_formations(state: Bautzen) -> list[int]:
    """11.3 - the numbers, in the printed list, of the formations not yet released."""
    scenario = state.scenario
    return [
        number
        for number, name in enumerate(scenario.tables.held_formations)
        if scenario.formations[name] & state.held_back
    ]


def release(state: Bautzen, number: int) -> None:
    """11.3 - a held formation may operate anywhere from now on."""
    name = state.scenario.tables.held_formations[number]
    state.held_back &= ~state.scenario.formations[name]
    state.note("released", "11.3", formation=name)
