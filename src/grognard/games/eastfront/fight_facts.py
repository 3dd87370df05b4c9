"""12 to 16 - What changes while attacks are declared and fought; `state.Luga` has it too."""

from __future__ import annotations

from grognard.engine.hexmap import Hex, Region
from grognard.engine.meaning import Pieces
from grognard.games.eastfront.engaged import Battle
from grognard.kit.counters import Counters
from grognard.kit.facts import ByPiece, fact


class FightFacts(Counters):
    """Declared attacks, reactions and orders; an attack that has been fought is struck off."""

    __slots__ = ()

    attack_of: ByPiece = fact()
    """12.1 - by attacker: the number of its attack, from 1."""
    targets: tuple[Hex, ...] = fact()
    """12.1 - the attacked hexes in the order of their declaration."""
    target_attacks: tuple[int, ...] = fact()
    """12.1 - by attacked hex: the number of the attack on it."""
    supplied_attacks: tuple[int, ...] = fact()
    """6.4 - the numbers of the attacks that have attack supply."""
    reacted: Pieces = fact()
    """14.1 - who has reacted in this phase."""
    fired: Pieces = fact()
    """15.2 - guns that have supported a combat of this phase."""
    stand: Region = fact()
    """14.3 - attacked hexes with an order not to retreat, face down."""
    give_way: Region = fact()
    """14.3 - attacked hexes with an order to retreat further, face down."""
    battle: Battle | None = fact()
