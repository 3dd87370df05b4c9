"""Small positions of Bautzen 1945 in a line or two, and answers written as text.

``position(german={"2111": ["21/20Pz"]}, allied={"2110": ["776/214RD"]})`` sets counters down,
lets both sides check their supply and opens a segment; ``play(state, "attack 2110", ...)`` goes on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from grognard.engine.bits import numbers
from grognard.engine.game import Action, Procedure, step
from grognard.games.bautzen import combat, movement, supply
from grognard.games.bautzen.load import load
from grognard.games.bautzen.outcome import battle_of
from grognard.games.bautzen.printed import Scenario, Side
from grognard.games.bautzen.sequence import (
    SEGMENTS,
    CombatSegment,
    EndOfGame,
    MovementSegment,
    SupplySegment,
    Turn,
)
from grognard.games.bautzen.state import OFF_MAP, Bautzen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from grognard.games.bautzen.combat import Arithmetic

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED
GAME: Final = load()
MAP: Final = GAME.board.map
Stacks: TypeAlias = "Mapping[str, Sequence[str]]"
PIECE_VERBS: Final = frozenset({"move", "join", "support", "commit", "lose", "advance"})
HEX_VERBS: Final = frozenset({"to", "stack", "attack"})
_Opening: TypeAlias = type[SupplySegment] | type[MovementSegment] | type[CombatSegment]
_SEGMENTS: Final[dict[str, _Opening]] = {
    "supply": SupplySegment,
    "movement": MovementSegment,
    "combat": CombatSegment,
}


def position(
    german: Stacks | None = None,
    allied: Stacks | None = None,
    *,
    segment: str = "german combat",
    then: Sequence[str] = (),
    turn: int = 1,
    german_convoys: Sequence[str] = (),
    allied_convoys: Sequence[str] = (),
    reduced: Iterable[str] = (),
    german_control: Sequence[str] = (),
    allied_control: Sequence[str] = (),
    aircraft: int = 0,
    held: Iterable[str] = (),
    scenario: Scenario = GAME,
) -> Bautzen:
    """Return a position in which `segment` has just begun; the segments of `then` follow it."""
    state = Bautzen(scenario)
    for side, stacks in ((GERMAN, german or {}), (ALLIED, allied or {})):
        for name, ids in stacks.items():
            for id_ in ids:
                state.place(scenario.by_id[id_], MAP.hex(name), side)
            state.settle(MAP.hex(name), side)
    for id_ in reduced:
        state.steps[scenario.by_id[id_]] = 1
    for number, name in enumerate(allied_convoys, start=1):
        state.place(scenario.by_id[f"CL-{number}"], MAP.hex(name), ALLIED)
    for number, name in enumerate(german_convoys):
        state.place(scenario.by_id[f"CL-{9 - number}"], MAP.hex(name), GERMAN)
    for side, hexes in ((GERMAN, german_control), (ALLIED, allied_control)):
        for name in hexes:
            state.settle(MAP.hex(name), side)
    state.aircraft = bits(*(f"AIR-{number + 1}" for number in range(aircraft)))
    state.held_back = sum(scenario.formations[name] for name in held)
    state.turn = turn
    for side in Side:
        supply.check(state, side)
    state.ask(*(_opening(name) for name in (segment, *then)))
    state.run_on()
    return state


def _opening(name: str) -> Procedure[Bautzen]:
    """Return what opens ``german combat``, say, or ``turn 3``, or ``end`` for that of the game."""
    if name == "end":
        return EndOfGame()
    side, kind = name.split()
    if side == "turn":
        return Turn(int(kind))
    return _SEGMENTS[kind](Side[side.upper()])


def with_options(**options: bool | str) -> Scenario:
    """Return the scenario played under other readings of the rules."""
    return replace(GAME, options=replace(GAME.options, **options))  # type: ignore[arg-type]


# Names


def number(id_: str) -> int:
    """Return the number of a counter."""
    return GAME.by_id[id_]


def bits(*ids: str) -> int:
    """Return the set of these counters."""
    return sum(1 << GAME.by_id[id_] for id_ in set(ids))


def ids(pieces: int) -> set[str]:
    """Return the names of a set of counters."""
    return {GAME.pieces[piece].id for piece in numbers(pieces)}


def names(region: int) -> set[str]:
    """Return the printed numbers of a set of hexes."""
    return {MAP.name(hex_) for hex_ in numbers(region)}


# Answers


def read(state: Bautzen, text: str) -> Action:
    """Return the action of a text; ``commit 1909`` means a supply column there, ``commit air``."""
    verb, _, noun = text.partition(" ")
    if not noun:
        return Action(verb)
    if verb in HEX_VERBS:
        return Action(verb, MAP.hex(noun))
    if verb == "commit":
        return Action(verb, _committed(state, noun))
    if verb in PIECE_VERBS:
        return Action(verb, GAME.by_id[noun])
    if verb == "release":
        return Action(verb, GAME.tables.held_formations.index(noun))
    return Action(verb, int(noun))


def _committed(state: Bautzen, noun: str) -> int:
    """Return an offered supply column of a hex, or an aircraft; -1 where none is offered."""
    for action in state.options():
        if action.verb == "commit":
            here = state.where[action.noun]
            if noun == ("air" if here == OFF_MAP else MAP.name(here)):
                return action.noun
    return -1


def play(state: Bautzen, *answers: str) -> Bautzen:
    """Answer the questions one after the other, refusing what is not legal."""
    for text in answers:
        step(state, read(state, text))
    return state


def offered(state: Bautzen, verb: str) -> set[str]:
    """Return the nouns that the current question offers with a verb, as they are written."""
    found = [action.noun for action in state.options() if action.verb == verb]
    if verb == "commit":
        return {_post(state, piece) for piece in found}
    if verb in HEX_VERBS:
        return {MAP.name(noun) for noun in found}
    if verb in PIECE_VERBS:
        return {GAME.pieces[noun].id for noun in found}
    return {str(noun) for noun in found}


def verbs(state: Bautzen) -> set[str]:
    """Return the verbs that the current question offers."""
    return {action.verb for action in state.options()}


def _post(state: Bautzen, piece: int) -> str:
    return MAP.name(state.where[piece]) if state.where[piece] != OFF_MAP else "air"


# What is where


def at(state: Bautzen, name: str) -> set[str]:
    """Return the counters of a hex."""
    return ids(state.stacks[MAP.hex(name)])


def where(state: Bautzen, id_: str) -> str:
    """Return the hex of a counter, or ``off``."""
    hex_ = state.where[number(id_)]
    return "off" if hex_ == OFF_MAP else MAP.name(hex_)


def steps(state: Bautzen, id_: str) -> int:
    """Return the steps a counter has left."""
    return state.steps[number(id_)]


def is_unsupplied(state: Bautzen, id_: str) -> bool:
    """Whether a unit failed the last supply check of its side."""
    return bool(state.unsupplied >> number(id_) & 1)


def convoys(state: Bautzen, side: Side) -> list[str]:
    """Return the hexes of the supply columns of a side on the map, in order."""
    return sorted(
        MAP.name(state.where[piece]) for piece in numbers(state.owned[side] & GAME.convoys)
    )


def segment_of(state: Bautzen) -> str:
    """Return the name of the segment being played."""
    return SEGMENTS[state.segment]


# Movement


def costs(state: Bautzen, *pieces: str) -> dict[str, float]:
    """Return the MPs that each hex within reach of these pieces, moving together, costs."""
    group = bits(*pieces)
    side = state.side_of(number(pieces[0]))
    found = movement.Trip(state, side, group).costs()
    assert movement.reach(state, side, group) == sum(1 << hex_ for hex_ in found)
    return {MAP.name(hex_): cost / 2 for hex_, cost in found.items()}


# Combat


def fight(
    state: Bautzen,
    target: str,
    *attackers: str,
    support: Sequence[str] = (),
    defence: Sequence[str] = (),
    commit: Sequence[str] = (),
    answer: Sequence[str] = (),
) -> Arithmetic:
    """Play a combat up to its die: `commit` is what the attacker spends, `answer` the defender."""
    play(state, f"attack {target}", *(f"join {id_}" for id_ in attackers))
    play(state, *(f"support {id_}" for id_ in support), "fight")
    play(state, *(f"support {id_}" for id_ in defence), "enough")
    play(state, *(f"commit {name}" for name in commit), "seal")
    play(state, *(f"commit {name}" for name in answer), "seal")
    return sums(state)


def sums(state: Bautzen) -> Arithmetic:
    """Return the reckoning of the combat whose die is about to be thrown."""
    battle = battle_of(state)
    committed = (state.sealed[battle.side], state.sealed[battle.side.enemy])
    return combat.arithmetic(state, battle, committed)


def column(reckoning: Arithmetic) -> str:
    """Return the column in which a combat is fought."""
    return GAME.tables.columns[reckoning.column]


def first_column(reckoning: Arithmetic) -> str:
    """Return the column of the ratio alone, before all shifts."""
    return GAME.tables.columns[reckoning.first_column]


def factors(reckoning: Arithmetic) -> dict[str, int]:
    """Return what each counter adds to its side."""
    ours = (*reckoning.attack, *reckoning.attack_support)
    theirs = (*reckoning.defence, *reckoning.defence_support)
    return {GAME.pieces[factor.piece].id: factor.value for factor in (*ours, *theirs)}


def shifts(reckoning: Arithmetic) -> dict[str, int]:
    """Return the column shifts by their reason."""
    return {shift.reason: shift.value for shift in reckoning.shifts}


def dice(reckoning: Arithmetic) -> dict[str, int]:
    """Return the modifiers of the die by their reason."""
    return {modifier.reason: modifier.value for modifier in reckoning.die}
