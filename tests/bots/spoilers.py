"""Players who do not play along: each does one thing, however the enemy answers.

``bots.spoilers:Idle`` and the others are named to `--players` like any bot of one's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.bots.bot import Bot, Table
from grognard.engine.bits import numbers
from grognard.engine.game import Action
from grognard.games.bautzen.fighting import Compose
from grognard.games.bautzen.outcome import Advance, Trade
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.questions import MoveTo, SetUpPiece
from grognard.games.bautzen.sequence import Combat, Movement, OfferSetUp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from grognard.engine.hexmap import Hex
    from grognard.engine.registry import AnyGame
    from grognard.games.bautzen.state import Bautzen


class Stubborn(Bot):
    """Sets up, moves and attacks with regard to some hexes alone."""

    sets_up_freely: ClassVar[bool] = False
    moves: ClassVar[bool] = True
    attacks: ClassVar[bool] = True

    def __init__(self, game: AnyGame, seat: int, rng: Random) -> None:
        self.name, self.side, self.rng = type(self).__name__.lower(), Side(seat), rng
        self.segment = (-1, -1)
        self.asked: set[int] = set()

    def goals(self, state: Bautzen) -> list[Hex]:
        """Return the hexes that it cares about."""
        raise NotImplementedError

    def choose(self, table: Table) -> Action:
        """Return one of the options."""
        state, options = table.imagine(self.rng), table.options
        match state.question:
            case OfferSetUp():
                wanted = Action("free") if self.sets_up_freely else options[0]
                return wanted if wanted in options else options[0]
            case SetUpPiece() if self.sets_up_freely:
                return self._nearest(state, options)
            case Movement():
                return self._next_move(state, options)
            case MoveTo():
                places = [answer for answer in options if answer.verb == "to"]
                return self._nearest(state, places) if places else options[-1]
            case Combat():
                return self._next_attack(state, options)
            case Compose():
                return next((a for a in options if a.verb != "fight"), options[-1])
            case Trade() | Advance():
                return options[0]
            case _:
                return self.rng.choice(options)

    def _away(self, state: Bautzen, hex_: Hex) -> int:
        board = state.scenario.board.map
        return min(board.distance(hex_, goal) for goal in self.goals(state))

    def _nearest(self, state: Bautzen, options: Sequence[Action]) -> Action:
        return min(options, key=lambda answer: self._away(state, answer.noun))

    def _next_move(self, state: Bautzen, options: Sequence[Action]) -> Action:
        """Move every unit once that is not yet where it wants to be."""
        if self.segment != (state.turn, state.segment):
            self.segment, self.asked = (state.turn, state.segment), set()
        for answer in options if self.moves else ():
            if answer.verb == "move" and answer.noun not in self.asked:
                self.asked.add(answer.noun)
                here = state.where[answer.noun]
                if here < 0 or self._away(state, here):
                    return answer
        return Action("done")

    def _next_attack(self, state: Bautzen, options: Sequence[Action]) -> Action:
        """Attack where it cares most."""
        found = [answer for answer in options if answer.verb == "attack"]
        return self._nearest(state, found) if found and self.attacks else Action("done")


class Idle(Stubborn):
    """Sets up as near to Dresden and Bautzen as it may, and never moves or attacks."""

    sets_up_freely = True
    moves = False
    attacks = False

    def goals(self, state: Bautzen) -> list[Hex]:
        """13 - Dresden first: the enemy who forgets it has lost."""
        return [state.scenario.victory.capital]


class InTheWay(Idle):
    """Never moves or attacks either, but sits in and round Bautzen and the places."""

    def goals(self, state: Bautzen) -> list[Hex]:
        """13 - all that wins."""
        victory = state.scenario.victory
        return [*victory.city, *victory.places, victory.capital]


class Racer(Stubborn):
    """Makes for one victory hex after another with all it has, by turns."""

    def goals(self, state: Bautzen) -> list[Hex]:
        """13 - two turns for each of Dresden, Bautzen and the nearest places."""
        victory = state.scenario.victory
        stages = ([victory.capital], list(victory.places), list(victory.city))
        return stages[min((max(state.turn, 1) - 1) // 2, 2)]


class ToDresden(Stubborn):
    """Makes for Dresden with all it has."""

    def goals(self, state: Bautzen) -> list[Hex]:
        """13 - the capital."""
        return [state.scenario.victory.capital]


class ToBautzen(Stubborn):
    """Makes for Bautzen with all it has."""

    def goals(self, state: Bautzen) -> list[Hex]:
        """13 - the city."""
        return list(state.scenario.victory.city)


class ToThePlaces(Stubborn):
    """Makes for the places with all it has."""

    def goals(self, state: Bautzen) -> list[Hex]:
        """13 - Weissenberg and the others."""
        return list(state.scenario.victory.places)


class Piler(Stubborn):
    """Piles up on the sources of the enemy's supply."""

    def goals(self, state: Bautzen) -> list[Hex]:
        """7.1.1 - the enemy's sources."""
        return numbers(state.scenario.board.sources[self.side.enemy])


class Attacker(Stubborn):
    """Goes for the nearest enemy, and attacks whatever it can with whoever can."""

    def goals(self, state: Bautzen) -> list[Hex]:
        """8.1 - where the enemy stands."""
        return numbers(state.held[self.side.enemy]) or [state.scenario.victory.capital]


class Corridor(Stubborn):
    """Stands along the way from Bautzen to its nearest source, and attacks what comes there."""

    def goals(self, state: Bautzen) -> list[Hex]:
        """7.1 - a straight way, whoever stands in it."""
        board, city = state.scenario.board, state.scenario.victory.city[0]
        return board.map.route(city, board.sources[self.side], avoiding=0)


class HeadHunter(Stubborn):
    """Goes for headquarters and artillery, and for nothing else."""

    def goals(self, state: Bautzen) -> list[Hex]:
        """9.3 - where the enemy's stand."""
        scenario, enemy = state.scenario, self.side.enemy
        prey = state.owned[enemy] & (scenario.headquarters | scenario.artillery)
        return numbers(state.hexes_of(prey)) or list(scenario.victory.city)


class LastMinute(Stubborn):
    """Waits at its own sources until turn 5, then makes for Bautzen with all it has."""

    def goals(self, state: Bautzen) -> list[Hex]:
        """13 - what counts is who stands there at the end."""
        if state.turn < state.scenario.turns - 1:
            return numbers(state.scenario.board.sources[self.side])
        return list(state.scenario.victory.city)
