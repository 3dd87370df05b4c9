"""Players of the Luga Line who do not play along: each does one thing, however the enemy answers.

``games.eastfront.spoilers:Idle`` and the others are named to `--players` like any bot of one's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.bots.bot import Bot, Table
from grognard.engine.bits import numbers
from grognard.engine.game import Action
from grognard.games.eastfront.declaring import Compose, Declaring
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.questions import Blow, Movement, MoveTo
from grognard.games.eastfront.supply import sources

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from grognard.engine.hexmap import Hex
    from grognard.engine.registry import AnyGame
    from grognard.games.eastfront.state import Luga

DONE = Action("done")
QUIET = frozenset(("done", "stay", "pass", "halt", "enough", "fight", "release", "give_up"))


class Stubborn(Bot):
    """Moves and attacks with regard to some hexes alone; all else is answered as it comes."""

    moves: ClassVar[bool] = True
    attacks: ClassVar[bool] = True

    def __init__(self, game: AnyGame, seat: int, rng: Random) -> None:
        self.name, self.side, self.rng = type(self).__name__.lower(), Side(seat), rng
        self.phase = (-1, -1)
        self.asked: set[tuple[int, int]] = set()

    def goals(self, state: Luga) -> list[Hex]:
        """Return the hexes that it cares about."""
        return []

    def choose(self, table: Table) -> Action:
        """Return one of the options."""
        state, options = table.imagine(self.rng), table.options
        if self.phase != (state.turn, state.segment):
            self.phase, self.asked = (state.turn, state.segment), set()
        match state.question:
            case Movement():
                return self._next_move(state, options)
            case MoveTo():
                return self._move(state, options)
            case Declaring():
                return self._attack(options)
            case Compose():
                ready = [answer for answer in options if answer.verb.startswith("declare")]
                joining = [answer for answer in options if answer.verb == "join"]
                return (joining or ready or list(options))[0]
            case Blow():
                return options[0]
            case _:
                quiet = [answer for answer in options if answer.verb in QUIET]
                return (quiet or [self.rng.choice(options)])[0]

    def _away(self, state: Luga, hex_: Hex) -> int:
        board = state.scenario.ground.map
        return min([board.distance(hex_, goal) for goal in self.goals(state)], default=0)

    def _move(self, state: Luga, options: Sequence[Action]) -> Action:
        """Run over whoever can be, or go nearer."""
        for answer in options:
            if answer.verb == "overrun" and self.attacks:
                return answer
        places = [answer for answer in options if answer.verb == "to"]
        return min(
            places, key=lambda answer: self._away(state, answer.noun), default=Action("stay")
        )

    def _attack(self, options: Sequence[Action]) -> Action:
        """Attack as often as there is anything to attack, each hex once."""
        due = DONE not in options
        for answer in options:
            key = (-1, answer.noun)
            if answer.verb == "attack" and (due or self.attacks) and key not in self.asked:
                self.asked.add(key)
                return answer
        back = [answer for answer in options if answer.verb == "withdraw"]
        return DONE if not due else (back or list(options))[0]

    def _next_move(self, state: Luga, options: Sequence[Action]) -> Action:
        """Move every piece once that is not yet where it wants to be."""
        for answer in options if self.moves else ():
            if answer.verb == "move" and (0, answer.noun) not in self.asked:
                self.asked.add((0, answer.noun))
                if self._away(state, state.where[answer.noun]):
                    return answer
        return DONE


class Idle(Stubborn):
    """Never moves or attacks."""

    moves = attacks = False


class Rush(Stubborn):
    """Makes for one place with all it has: Krasnogvardeisk, or the bridgehead of Sabsk."""

    def goals(self, state: Luga) -> list[Hex]:
        """26.1, 26.3 - what scores most for the German, what ends the game for the Soviet side."""
        board = state.scenario.ground.map
        return [board.hex("1907" if self.side is Side.GERMAN else "1013")]


class Piler(Stubborn):
    """Piles up on the sources of the enemy's supply."""

    def goals(self, state: Luga) -> list[Hex]:
        """6.2 - the enemy's sources."""
        return numbers(sources(state, ENEMY[self.side]))


class Attacker(Stubborn):
    """Goes for the nearest enemy and attacks whatever it can, at any odds."""

    def goals(self, state: Luga) -> list[Hex]:
        """12.1 - whoever can be attacked."""
        return numbers(state.occupied(ENEMY[self.side]))


class Squatter(Stubborn):
    """Sits in the places that count and waits."""

    attacks = False

    def goals(self, state: Luga) -> list[Hex]:
        """26.1 - all of them."""
        return list(state.scenario.victory.places)
