"""Players of Petrograd who do not play along: each does one thing, however the enemy answers.

``games.petrograd.spoilers:Idle`` and the others are named to `--players` like any bot of one's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.bots.bot import Bot, Table
from grognard.engine.bits import numbers
from grognard.engine.game import Action
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.games.petrograd.questions import MoveTo, Rail
from grognard.games.petrograd.sequence import Attack, Movement
from grognard.games.petrograd.supply import outer_sources

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from grognard.engine.hexmap import Hex
    from grognard.engine.registry import AnyGame
    from grognard.games.petrograd.state import Petrograd

DONE = Action("done")


class Stubborn(Bot):
    """Moves and attacks with regard to some hexes alone; all else is answered as it comes."""

    moves: ClassVar[bool] = True
    attacks: ClassVar[bool] = True

    def __init__(self, game: AnyGame, seat: int, rng: Random) -> None:
        self.name, self.side, self.rng = type(self).__name__.lower(), Side(seat), rng
        self.phase = (-1, -1)
        self.asked: set[int] = set()

    def goals(self, state: Petrograd) -> list[Hex]:
        """Return the hexes that it cares about."""
        return []

    def choose(self, table: Table) -> Action:
        """Return one of the options."""
        state, options = table.imagine(self.rng), table.options
        match state.question:
            case Rail():
                return DONE
            case Movement():
                return self._next_move(state, options)
            case MoveTo():
                return self._nearest(state, options)
            case Attack():
                found = [answer for answer in options if answer.verb == "attack"]
                return self._nearest(state, found) if found and self.attacks else DONE
            case _:
                return self.settle(options)

    def settle(self, options: Sequence[Action]) -> Action:
        """Return an answer to whatever else is asked."""
        return self.rng.choice(options)

    def _away(self, state: Petrograd, hex_: Hex) -> int:
        board = state.scenario.ground.map
        return min((board.distance(hex_, goal) for goal in self.goals(state)), default=0)

    def _nearest(self, state: Petrograd, options: Sequence[Action]) -> Action:
        places = [answer for answer in options if answer.verb in ("to", "attack")]
        return min(places or options, key=lambda answer: self._away(state, answer.noun))

    def _next_move(self, state: Petrograd, options: Sequence[Action]) -> Action:
        """Move every piece once that is not yet where it wants to be."""
        if self.phase != (state.turn, state.segment):
            self.phase, self.asked = (state.turn, state.segment), set()
        for answer in options if self.moves else ():
            if answer.verb == "move" and answer.noun not in self.asked:
                self.asked.add(answer.noun)
                if self._away(state, state.where[answer.noun]):
                    return answer
        return DONE


class Idle(Stubborn):
    """Never moves or attacks."""

    moves = False
    attacks = False


class Rush(Stubborn):
    """Makes for one place with all it has: Gatchina, or Yamburg."""

    def goals(self, state: Petrograd) -> list[Hex]:
        """11.1, 11.2 - what scores most for White, what ends the game for Red."""
        board = state.scenario.ground.map
        return [board.hex("2913" if self.side is Side.WHITE else "0418")]


class Piler(Stubborn):
    """Piles up on the sources of the enemy's supply."""

    def goals(self, state: Petrograd) -> list[Hex]:
        """4.1 - the enemy's sources."""
        return numbers(outer_sources(state, ENEMY[self.side]))


class Brawler(Stubborn):
    """Goes for the nearest enemies and attacks whatever it can, with everybody it can."""

    def goals(self, state: Petrograd) -> list[Hex]:
        """8.1 - wherever enemy troops stand."""
        return numbers(state.held[ENEMY[self.side]])

    def settle(self, options: Sequence[Action]) -> Action:
        """8.2.1 - all join, all fire, then they fight."""
        for verb in ("join", "support", "fight"):
            for answer in options:
                if answer.verb == verb:
                    return answer
        return super().settle(options)


class Holder(Stubborn):
    """Gathers in one town and about it, and never attacks: Gatchina, whoever he is."""

    attacks = False

    def goals(self, state: Petrograd) -> list[Hex]:
        """11.1 - the town that scores most."""
        return [state.scenario.ground.map.hex("2913")]


class Turtle(Holder):
    """Stays at home: White about Yamburg, Red in the city."""

    def goals(self, state: Petrograd) -> list[Hex]:
        """4.1, 11.2 - where the supply comes from, or what must not fall."""
        ground = state.scenario.ground
        return [ground.map.hex("0418")] if self.side is Side.WHITE else numbers(ground.city)


class Raider(Stubborn):
    """Makes for the middle of what the enemy cannot lose: the city, or Yamburg and its railway."""

    def goals(self, state: Petrograd) -> list[Hex]:
        """11.2 - the city, three hexes of which win at once; for Red White's railhead."""
        ground = state.scenario.ground
        return numbers(ground.city) if self.side is Side.WHITE else [ground.map.hex("0119")]
