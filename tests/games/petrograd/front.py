"""Small positions of Petrograd 1919 in a line or two, and answers written as text.

``front({"0319": ["W-Lib"], "0418": ["R-49"]}, segment="white combat")`` sets counters down and
opens a phase; ``play(state, "attack 0418", "join W-Lib", "fight")`` goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from grognard.engine.bits import numbers
from grognard.engine.game import step
from grognard.engine.registry import game
from grognard.games.petrograd import sequence
from grognard.games.petrograd.load import load
from grognard.games.petrograd.printed import Scenario, Side
from grognard.games.petrograd.sight import look
from grognard.games.petrograd.state import SEGMENTS, Petrograd

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

WHITE, RED = Side.WHITE, Side.RED
GAME: Final[Any] = game("petrograd")
CAMPAIGN: Final = load()
MAP: Final = CAMPAIGN.ground.map


def front(
    stacks: Mapping[str, Sequence[str]],
    *,
    segment: str = "white movement",
    turn: int = 1,
    white: Iterable[str] = (),
    red: Iterable[str] = (),
    scenario: Scenario = CAMPAIGN,
    **marks: Iterable[str],
) -> Petrograd:
    """Return a position in which a phase has just begun; ``R-49:1`` has one SP left.

    `white` and `red` name hexes that a side controls besides the start's; marks are sets of
    counters: ``disorganised=["R-49"]``.
    """
    state = Petrograd(scenario)
    for name, entries in stacks.items():
        for entry in entries:
            id_, _, left = entry.partition(":")
            piece = scenario.by_id[id_]
            if left:
                state.steps[piece] = int(left)
            state.put(piece, MAP.hex(name))
    sequence.start_control(state)
    for side, names in ((WHITE, white), (RED, red)):
        for name in names:
            state.settle(MAP.hex(name), side)
    state.was_white = state.control[WHITE]
    state.turn = turn
    look(state)
    prize = scenario.tables.prize
    state.prize_taken = state.where[prize] >= 0
    sequence.open_at(state, SEGMENTS.index(segment))
    for mark, ids in marks.items():
        setattr(state, mark, bits(*ids, scenario=scenario))
    state.mark_routed(state.routed)
    return state


def bits(*ids: str, scenario: Scenario = CAMPAIGN) -> int:
    """Return counters as a set."""
    return sum(1 << scenario.by_id[id_] for id_ in ids)


def marked(mark: str, *ids: str) -> dict[str, Any]:
    """Return a mark of some counters as `front` takes it."""
    return {mark: ids}


def region(*names: str) -> int:
    """Return hexes as a set."""
    return MAP.region(*names)


def hexes(found: int) -> set[str]:
    """Return a set of hexes by their numbers."""
    return {MAP.name(hex_) for hex_ in numbers(found)}


def ids(pieces: int) -> set[str]:
    """Return a set of counters by their ids."""
    return {CAMPAIGN.pieces[piece].id for piece in numbers(pieces)}


def play(state: Petrograd, *answers: str) -> Petrograd:
    """Give answers as a person types them, refusing what is not offered."""
    for answer in answers:
        step(state, GAME.read_action(state, answer))
    return state


def offered(state: Petrograd) -> set[str]:
    """Return every answer to the current question as typed."""
    return {GAME.write_action(state, action) for action in state.options()}


def asked(state: Petrograd) -> str:
    """Return the kind of the current question."""
    return type(state.question).__name__


def where(state: Petrograd, id_: str) -> str | None:
    """Return the hex of a counter, None off the map."""
    hex_ = state.where[CAMPAIGN.by_id[id_]]
    return MAP.name(hex_) if hex_ >= 0 else None


def left(state: Petrograd, id_: str) -> int:
    """Return the SP or steps a counter has left."""
    return state.steps[CAMPAIGN.by_id[id_]]


def has(state: Petrograd, mark: str, id_: str) -> bool:
    """Whether a counter bears a mark."""
    return bool(getattr(state, mark) >> CAMPAIGN.by_id[id_] & 1)


def reach(state: Petrograd, id_: str) -> set[str]:
    """Return where a counter may move to now."""
    from grognard.games.petrograd import movement

    return hexes(movement.reach(state, CAMPAIGN.by_id[id_]))


def attack(
    state: Petrograd,
    target: str,
    attackers: Sequence[str],
    supports: Sequence[str] = (),
    *,
    night: bool = False,
    defence: Sequence[str] = (),
) -> Petrograd:
    """Declare an attack and the support of both sides; the dice come next."""
    play(state, f"attack {target}", *(f"join {id_}" for id_ in attackers))
    play(state, *(f"support {id_}" for id_ in supports), "night" if night else "fight")
    return play(state, *(f"support {id_}" for id_ in defence), "enough")


def throw(state: Petrograd, total: int) -> Petrograd:
    """Let the two dice fall with this sum."""
    one = max(1, total - 6)
    return play(state, f"throw {one}{total - one}")


def modifiers(state: Petrograd) -> dict[str, int]:
    """Return the modifiers of the combat being fought, by clause."""
    from grognard.games.petrograd import battle, combat
    from grognard.games.petrograd.parts import battle_of

    fought = battle.reckon(state, battle_of(state))
    return {modifier.rule: modifier.value for modifier in combat.modifiers(fought)}


def advance_to(state: Petrograd, segment: str) -> Petrograd:
    """Say ``done``, ``wait``, ``leave`` or ``enough`` until a phase begins."""
    for _ in range(200):
        if SEGMENTS[state.segment] == segment:
            return state
        quiet = offered(state) & {"done", "wait", "leave", "enough"}
        play(state, quiet.pop())
    raise AssertionError(f"{segment} does not come")


def fight(
    stacks: dict[str, list[str]], target: str, attackers: list[str], turn: int = 5, **marks: Any
) -> Petrograd:
    """Return a combat before its dice."""
    side = "red" if attackers[0].startswith("R") else "white"
    state = front(stacks, segment=f"{side} combat", turn=turn, **marks)
    return attack(state, target, attackers)


EVEN = {"1414": ["W-Volyn", "W-HQ2"], "1413": ["R-52", "R-54:1"]}
"""3 SP Q4 m4 against 3 SP Q3 m3 on clear ground."""


def encircled() -> Petrograd:
    """Return Red troops in 1413 with White on every side."""
    ring = {"1414": ["W-Volyn"], "1312": ["W-Lib"], "1513": ["W-Riga"], "1412": ["W-HorseJ"]}
    return front({**ring, "1413": ["R-52", "R-53", "R-A19"]}, segment="white combat", turn=5)
