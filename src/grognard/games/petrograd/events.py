"""6 - Random events, an optional module; reconstructed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import numbers
from grognard.engine.game import CHANCE, Action, Question, Seat, frozen
from grognard.games.petrograd.command import in_good_order, morale_of, quality_of
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.sight import in_contact, tell
from grognard.games.petrograd.state import Petrograd
from grognard.kit.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grognard.engine.meaning import Pieces

TWO_D10: Final = Dice(10, 10)
FROM_TURN: Final = 2
DRINK: Final = 1
INITIATIVE: Final = 2


def throw(state: Petrograd, side: Side) -> tuple[Question[Petrograd], ...]:
    """6.1 - the question to chance, where the module is played."""
    is_on = state.scenario.options.events and state.turn >= FROM_TURN
    return (EventThrow(side),) if is_on else ()


@frozen
class EventThrow(Question[Petrograd]):
    """6.1 - which event happens to the side to play."""

    rule: ClassVar[str] = "6.1"
    side: Side

    def seat(self, state: Petrograd) -> Seat:
        return CHANCE

    def options(self, state: Petrograd) -> Sequence[Action]:
        return TWO_D10.throws

    def answer(self, state: Petrograd, action: Action) -> None:
        tens, units = TWO_D10.faces(action.noun)
        happen = HAPPENINGS.get(tens)
        state.note("event_thrown", "6.1", side=self.side, number=tens, units=units)
        if happen is not None:
            happen(state, self.side, units)


def after_command(state: Petrograd, side: Side) -> None:
    """6.1 - once command is read, drink takes a piece out of it, initiative puts all into it."""
    mine = state.owned[side] & state.scenario.kinds.troops
    if state.mood == INITIATIVE:
        state.uncommanded &= ~mine
    elif state.mood == DRINK:
        state.uncommanded |= _first(state, mine, lambda piece: morale_of(state, piece))
    state.mood = 0


def _first(state: Petrograd, pieces: Pieces, key: Callable[[int], int]) -> Pieces:
    """Return the piece with the lowest value, the first of the list on a tie; or none."""
    members = numbers(pieces)
    return 1 << min(members, key=lambda piece: (key(piece), piece)) if members else 0


def rumours(state: Petrograd, side: Side, units: int) -> None:
    """6.1 - shaky enemy troops in contact fall into disorder."""
    enemy = ENEMY[side]
    near = in_good_order(state, in_contact(state, side))
    worst = _first(state, near, lambda piece: quality_of(state, piece))
    if worst and units > quality_of(state, worst.bit_length() - 1):
        state.disorganised |= worst
        tell(state, "disorganised", "6.1", enemy, worst)


def shells(state: Petrograd, side: Side, units: int) -> None:
    """6.1 - the guns of the side are silent in its phases."""
    state.silent = True


def cloud(state: Petrograd, side: Side, units: int) -> None:
    """6.1 - no aircraft fly this turn."""
    state.grounded = True


def speech(state: Petrograd, side: Side, units: int) -> None:
    """6.1 - disorganised troops of the best morale rally."""
    shaken = state.owned[side] & state.disorganised & ~state.routed & state.scenario.kinds.troops
    best = _first(state, shaken, lambda piece: -morale_of(state, piece))
    if best:
        state.disorganised &= ~best
        tell(state, "rallied", "6.1", side, best)


def drink(state: Petrograd, side: Side, units: int) -> None:
    """6.1 - troops of low morale are out of command."""
    state.mood = DRINK


def initiative(state: Petrograd, side: Side, units: int) -> None:
    """6.1 - all troops are in command."""
    state.mood = INITIATIVE


HAPPENINGS: Final[dict[int, Callable[[Petrograd, Side, int], None]]] = {
    1: rumours,
    2: drink,
    3: shells,
    4: cloud,
    5: speech,
    6: initiative,
}
