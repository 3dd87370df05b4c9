"""16.1 to 16.3 - What a result does, in its order: losses, retreat, advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.game import Procedure, frozen
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront.advancing import BeginAdvance
from grognard.games.eastfront.combat import DefenceOrder
from grognard.games.eastfront.declaring import strike_off
from grognard.games.eastfront.parts import FIRST, Eliminate, LoseFrom, battle_of
from grognard.games.eastfront.printed import ENEMY
from grognard.games.eastfront.retreating import Withdraw
from grognard.games.eastfront.state import Luga

if TYPE_CHECKING:
    from grognard.engine.meaning import Pieces
    from grognard.games.eastfront.combat import Aftermath
    from grognard.games.eastfront.engaged import Battle


def take(state: Luga, battle: Battle, after: Aftermath) -> None:
    """16.1 - the attacker loses first, then the defender, who retreats; then the advance."""
    state.ask(*losses(state, battle, after), *departures(battle, after))


def losses(state: Luga, battle: Battle, after: Aftermath) -> list[Procedure[Luga]]:
    """16.1, 16.3 - the losses of both sides."""
    defenders = rules.defenders(state, battle)
    found: list[Procedure[Luga]] = []
    if after.printed.attacker_eliminated:
        found.append(Eliminate(battle.attackers))
    else:
        first = FIRST[after.attacker_first]
        found.append(LoseFrom(battle.side, battle.attackers, after.attacker_steps, first, 0))
    if after.printed.defender_eliminated:
        found.append(Eliminate(defenders))
    else:
        first, last = FIRST[after.defender_first], steadfast(state, battle, defenders)
        enemy = ENEMY[battle.side]
        found.append(LoseFrom(enemy, defenders, after.defender_steps, first, last))
    return found


def steadfast(state: Luga, battle: Battle, defenders: Pieces) -> Pieces:
    """14.3 - NKVD units in shelter, whose steps are lost last."""
    nkvd = defenders & state.scenario.kinds.nkvd
    return nkvd if nkvd and rules.nkvd_stands(state, battle) else 0


def departures(battle: Battle, after: Aftermath) -> list[Procedure[Luga]]:
    """16.6, 16.7, 14.3 - retreat, by the attacker's hand if the order was to go further."""
    enemy = ENEMY[battle.side]
    found: list[Procedure[Luga]] = []
    is_further = bool(after.retreat) and battle.order is DefenceOrder.ADDITIONAL_RETREAT
    if after.retreat:
        mover = battle.side if is_further else enemy
        found.append(Withdraw(enemy, mover, battle.targets, after.retreat, is_further))
    return found if is_further else [*found, BeginAdvance()]


@frozen
class EndBattle(Procedure[Luga]):
    """15 - the attack has been fought."""

    def run(self, state: Luga) -> None:
        """12.1 - it is struck off."""
        strike_off(state, battle_of(state).number)
        state.battle = None
