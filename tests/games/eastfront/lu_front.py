"""Small positions of The Luga Line in a line or two, and answers written as text.

``front({"1013": ["G-1-Pz"], "1113": ["S-90-173"]}, segment="german declaration")`` sets counters
down and opens a phase; ``play(state, "attack 1113", "join G-1-Pz", "declare")`` goes on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.game import Action, step
from grognard.games.eastfront import sequence
from grognard.games.eastfront.load import load
from grognard.games.eastfront.printed import WEATHERS, Scenario, Side
from grognard.games.eastfront.sight import look
from grognard.games.eastfront.state import SEGMENTS, Luga

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from grognard.engine.game import Event

GERMAN, SOVIET = Side.GERMAN, Side.SOVIET
CAMPAIGN: Final = load()
MAP: Final = CAMPAIGN.ground.map
BOTH_SIDES: Final = ("attack_supply", "air")


def front(
    stacks: Mapping[str, Sequence[str]],
    *,
    segment: str = "german declaration",
    turn: int = 3,
    weather: str = "dry",
    lingering: bool = False,
    scenario: Scenario = CAMPAIGN,
    german: Iterable[str] = (),
    attack_supply: tuple[int, int] = (6, 2),
    air: tuple[int, int] = (0, 0),
    breached: Iterable[str] = (),
    destroyed: Iterable[str] = (),
    blown: Iterable[tuple[str, str]] = (),
    **marks: Iterable[str],
) -> Luga:
    """Return a position in which a phase has just begun; ``S-281:1`` has one step left.

    Marks are sets of counters: ``unsupplied=["S-281"]``. `german` names hexes that are German.
    """
    state = Luga(scenario)
    for name, entries in stacks.items():
        for entry in entries:
            id_, _, left = entry.partition(":")
            piece = scenario.by_id[id_]
            if left:
                state.steps[piece] = int(left)
            state.put(piece, MAP.hex(name))
    sequence.start_control(state)
    for name in german:
        state.hold(1 << MAP.hex(name), GERMAN)
    state.turn, state.weather, state.lingering = turn, WEATHERS.index(weather), lingering
    state.converted = scenario.converted
    state.attack_supply, state.air = list(attack_supply), list(air)
    state.breached, state.destroyed = region(*breached), region(*destroyed)
    for one, other in blown:
        state.blown |= 1 << CAMPAIGN.ground.bridge(MAP.hex(one), MAP.hex(other))
    for mark, ids_ in marks.items():
        if mark == "overrun":
            state.mark_overrun(bits(*ids_))
        else:
            setattr(state, mark, bits(*ids_))
    look(state)
    state.reveals = 0
    sequence.open_at(state, SEGMENTS.index(segment))
    return state


def without(name: str, **options: bool) -> Scenario:
    """Return the campaign with some options chosen otherwise."""
    return replace(CAMPAIGN, options=replace(CAMPAIGN.options, **options), id=name)


def bits(*ids_: str) -> int:
    """Return counters as a set."""
    return sum(1 << CAMPAIGN.by_id[id_] for id_ in ids_)


def region(*names: str) -> int:
    """Return hexes as a set."""
    return MAP.region(*names)


def hexes(found: int) -> set[str]:
    """Return a set of hexes by their numbers."""
    return {MAP.name(hex_) for hex_ in numbers(found)}


def ids(pieces: int) -> set[str]:
    """Return a set of counters by their ids."""
    return {CAMPAIGN.pieces[piece].id for piece in numbers(pieces)}


PIECE_VERBS: Final = frozenset(
    ("join", "react", "support", "lose", "advance", "move", "with", "activate", "repair")
)
HEX_VERBS: Final = frozenset(("attack", "also", "withdraw", "resolve", "to", "overrun", "convert"))


def action(text: str) -> Action:
    """Return what a text says: ``join G-1-Pz``, ``to 1109``, ``throw 10``."""
    verb, _, noun = text.partition(" ")
    if verb in PIECE_VERBS:
        return Action(verb, CAMPAIGN.by_id[noun])
    if verb in HEX_VERBS:
        return Action(verb, MAP.hex(noun))
    return Action(verb, int(noun) % 10 if noun else 0)


def play(state: Luga, *answers: str) -> Luga:
    """Give answers as a person types them, refusing what is not offered."""
    for answer in answers:
        step(state, action(answer))
    return state


def offered(state: Luga) -> set[str]:
    """Return every answer to the current question as typed."""
    found = set()
    for verb, noun in state.options():
        if verb in PIECE_VERBS:
            found.add(f"{verb} {CAMPAIGN.pieces[noun].id}")
        elif verb in HEX_VERBS:
            found.add(f"{verb} {MAP.name(noun)}")
        else:
            found.add(f"{verb} {noun or 10}" if verb == "throw" else verb)
    return found


def asked(state: Luga) -> str:
    """Return the kind of the current question."""
    return type(state.question).__name__


def where(state: Luga, id_: str) -> str | None:
    """Return the hex of a counter, None off the map."""
    hex_ = state.where[CAMPAIGN.by_id[id_]]
    return MAP.name(hex_) if hex_ >= 0 else None


def left(state: Luga, id_: str) -> int:
    """Return the steps a counter has left."""
    return state.steps[CAMPAIGN.by_id[id_]]


def declare(
    state: Luga, target: str, *attackers: str, supplied: bool = False, also: Sequence[str] = ()
) -> Luga:
    """Declare an attack."""
    play(state, f"attack {target}", *(f"join {id_}" for id_ in attackers))
    play(state, *(f"also {name}" for name in also))
    return play(state, "declare_supplied" if supplied else "declare")


def to_combat(state: Luga, *orders: str) -> Luga:
    """End the declarations; pass on bridges and reactions, give these orders where asked."""
    waiting = list(orders)
    if asked(state) == "Declaring":
        play(state, "done")
    while asked(state) not in ("NextAttack", "Movement", "Activation"):
        kind = asked(state)
        if kind == "LayOrder" and waiting:
            play(state, waiting.pop(0))
        else:
            play(state, "done" if "done" in offered(state) else "pass")
    return state


def fight(
    state: Luga, target: str, *supports: str, defence: Sequence[str] = (), die: int | None = None
) -> Luga:
    """Fight a declared attack up to the throw, or with it."""
    play(state, f"resolve {target}")
    for one in supports:
        play(state, one if one in ("air", "unclaim") else f"support {one}")
    play(state, "fight")
    for one in defence:
        play(state, one if one == "air" else f"support {one}")
    play(state, "enough")
    return state if die is None else play(state, f"throw {die}")


def events(state: Luga, *answers: str) -> list[Event]:
    """Return what is noted while some answers are given."""
    state.events = []
    play(state, *answers)
    return state.events
