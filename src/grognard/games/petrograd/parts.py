"""8.2 - The two parts in a combat: who has them, who is left, and how losses are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.bits import MOST, select
from grognard.engine.game import Action, Procedure, Question, Seat, frozen
from grognard.engine.meaning import Pieces
from grognard.games.petrograd.combat import panicked
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.state import Battle, Petrograd
from grognard.games.petrograd.table import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.games.petrograd.table import Half

TO: Final = tuple(Action("to", hex_) for hex_ in range(MOST))
LOSE: Final = tuple(Action("lose", piece) for piece in range(MOST))
HALT: Final = Action("halt")


def battle_of(state: Petrograd) -> Battle:
    """Return the combat being fought."""
    if state.battle is None:
        raise LookupError("no combat is being fought")
    return state.battle


def side_of(battle: Battle, role: Role) -> Side:
    """Return the side that has a part in a combat."""
    return battle.side if role is Role.ATTACKER else ENEMY[battle.side]


def engaged(state: Petrograd, role: Role) -> Pieces:
    """8.2.1 - the pieces of a part in the combat that are still on the map."""
    battle = battle_of(state)
    fought = battle.attackers if role is Role.ATTACKER else battle.defenders
    return fought & state.owned[side_of(battle, role)]


def had_troops(state: Petrograd, role: Role) -> bool:
    """8.2.5 - whether a part engaged troops when the combat was declared."""
    battle = battle_of(state)
    fought = battle.attackers if role is Role.ATTACKER else battle.defenders
    return bool(fought & state.scenario.kinds.troops)


def half_of(state: Petrograd, role: Role) -> Half:
    """8.2.4 - the half of the column that a part reads, panic included."""
    battle = battle_of(state)
    row = battle.rows // 10 if role is Role.ATTACKER else battle.rows % 10
    sheet = state.scenario.sheet
    half = sheet.half(role, row, sheet.columns[battle.column - 1])
    return panicked(half) if battle.panic >> role & 1 else half


def steadfast(state: Petrograd) -> Pieces:
    """8.2.5 - the pieces that are never disorganised or routed."""
    kinds = state.scenario.kinds
    return kinds.ships | kinds.aircraft | kinds.guns & kinds.immobile


@frozen
class LoseFrom(Procedure[Petrograd]):
    """8.2.5, 8.2.6 - these pieces lose so many SP or steps; beyond what is there, none."""

    role: Role
    pieces: Pieces
    number: int
    is_blocked: bool

    def run(self, state: Petrograd) -> None:
        """8.2.5 - ask for the piece that takes the next loss, if there is a choice."""
        left = self.pieces & (state.owned[0] | state.owned[1])
        if not self.number or not left:
            return
        following = LoseFrom(self.role, left, self.number - 1, self.is_blocked)
        if left & (left - 1):
            state.ask(Lose(self.role, left), following)
        else:
            state.lose(left.bit_length() - 1, "8.2.6" if self.is_blocked else "8.2.5")
            state.ask(following)


@frozen
class Lose(Question[Petrograd]):
    """8.2.5 - which piece takes the next loss."""

    rule: ClassVar[str] = "8.2.5"
    role: Role
    pieces: Pieces

    def seat(self, state: Petrograd) -> Seat:
        return side_of(battle_of(state), self.role)

    def options(self, state: Petrograd) -> Sequence[Action]:
        return select(LOSE, self.pieces)

    def answer(self, state: Petrograd, action: Action) -> None:
        state.lose(action.noun, "8.2.5")
