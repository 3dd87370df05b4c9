"""15 - One attack from the moment it is fought to its end, as the position holds it."""

from __future__ import annotations

from grognard.engine.game import frozen
from grognard.engine.hexmap import Region
from grognard.engine.meaning import Pieces
from grognard.games.eastfront.combat import DefenceOrder
from grognard.games.eastfront.counters import Side


@frozen
class Battle:
    """15 - an attack being fought; replaced, never changed."""

    side: Side
    """The attacker."""
    number: int
    """12.1 - the number of its declaration."""
    targets: Region
    """12.1 - the hexes attacked: one, or several that every attacker touches."""
    attackers: Pieces
    origins: Region
    """12.1 - where the attackers stand."""
    supports: Pieces
    """15.2 - the guns that support the attack."""
    defence_supports: Pieces
    supply: bool
    """6.4 - whether it uses a point of attack supply."""
    air: bool
    defence_air: bool
    claims_engineer: bool
    """15.6 - whether the engineer's -1 is taken where there is one."""
    order: DefenceOrder
    """14.3 - the order of the defence, once it is turned up."""
