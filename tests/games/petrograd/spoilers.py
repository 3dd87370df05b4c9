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


class Statue(Brawler):
    """Stays where it is and attacks whatever comes beside it."""

    moves = False


class Hider(Stubborn):
    """Runs from the enemy, as far as it can, and never attacks."""

    attacks = False

    def _away(self, state: Petrograd, hex_: Hex) -> int:
        board = state.scenario.ground.map
        enemies = numbers(state.occupied(ENEMY[self.side]))
        return 99 - min((board.distance(hex_, enemy) for enemy in enemies), default=0)


class Grabber(Stubborn):
    """Everybody makes for the nearest place that is not his yet, and attacks nobody."""

    attacks = False

    def goals(self, state: Petrograd) -> list[Hex]:
        """11.1 - the places of the enemy."""
        mine = state.control[self.side]
        places = [*state.scenario.victory.places, *numbers(state.scenario.ground.city)]
        return [hex_ for hex_ in places if not mine >> hex_ & 1] or places


class LastMinute(Grabber):
    """Waits at its own sources until the last two turns, then grabs places."""

    def goals(self, state: Petrograd) -> list[Hex]:
        """11.1 - what counts is who holds what at the end."""
        if state.turn < state.scenario.last_turn - 1:
            return numbers(outer_sources(state, self.side))
        return super().goals(state)


class Runner(Stubborn):
    """Sends what is fast at the enemy's sources, and does not stir otherwise."""

    attacks = False
    runner = -1

    def choose(self, table: Table) -> Action:
        """Remember who moves."""
        state = table.imagine(self.rng)
        if isinstance(state.question, MoveTo):
            self.runner = state.question.piece
        return super().choose(table)

    def _next_move(self, state: Petrograd, options: Sequence[Action]) -> Action:
        fast = [
            answer
            for answer in options
            if answer.verb == "move" and state.scenario.pieces[answer.noun].move >= 7
        ]
        return super()._next_move(state, [*fast, DONE])

    def goals(self, state: Petrograd) -> list[Hex]:
        """4.1 - the enemy's sources."""
        return numbers(outer_sources(state, ENEMY[self.side]))


class Railway(Stubborn):
    """Sits on the Nikolaev railway with all it has."""

    def goals(self, state: Petrograd) -> list[Hex]:
        """3.3 - the line."""
        return numbers(state.scenario.tables.entries.nikolaev_line)


class HeadHunter(Brawler):
    """Goes for headquarters and guns, and for nothing else."""

    def goals(self, state: Petrograd) -> list[Hex]:
        """5.1 - where the enemy's stand."""
        helpers = state.owned[ENEMY[self.side]] & ~state.scenario.kinds.troops
        return numbers(state.hexes_of(helpers) or state.held[ENEMY[self.side]])


class Squatter(Stubborn):
    """Sits in all the places that count and waits."""

    attacks = False

    def goals(self, state: Petrograd) -> list[Hex]:
        """11.1 - all of them."""
        return list(state.scenario.victory.places)


class Stacker(Brawler):
    """Falls back on the dearest place that it holds, with everybody."""

    def goals(self, state: Petrograd) -> list[Hex]:
        """11.1 - the place that counts most."""
        mine, places = state.control[self.side], state.scenario.victory.places
        held = [hex_ for hex_ in places if mine >> hex_ & 1] or list(places)
        return [max(held, key=lambda hex_: (places[hex_], hex_))]


class Calculator(Brawler):
    """Goes for the nearest enemy, but attacks only whom it outnumbers two to one."""

    def choose(self, table: Table) -> Action:
        """8.1 - leave out every attack at worse odds."""
        state = table.imagine(self.rng)
        if not isinstance(state.question, Attack):
            return super().choose(table)
        for answer in table.options:
            if answer.verb == "attack" and self._odds(state, answer.noun) >= 2:
                return answer
        return DONE

    def _odds(self, state: Petrograd, target: Hex) -> float:
        around = state.scenario.ground.around[target] & state.held[self.side]
        mine = sum(state.points_at(hex_) for hex_ in numbers(around))
        return mine / max(1, state.points_at(target))


class Reluctant(Bot):
    """Plays as a colonel does, but leaves out some answers."""

    refused: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, game: AnyGame, seat: int, rng: Random) -> None:
        self.name, self.rng = type(self).__name__.lower(), rng
        adviser = game.adviser()
        assert adviser is not None
        self.policy = adviser.policy("colonel", seat, rng)

    def choose(self, table: Table) -> Action:
        """Return what the colonel wants, or the last answer that is not refused."""
        wanted = self.policy.choose(table.imagine(self.rng), table.options)
        if wanted.verb not in self.refused:
            return wanted
        left = [answer for answer in table.options if answer.verb not in self.refused]
        return left[-1] if left else wanted


class Pacifist(Reluctant):
    """Marches like a colonel and attacks nobody."""

    refused = frozenset(("attack",))


class Refuser(Reluctant):
    """Attacks like a colonel and never advances."""

    refused = frozenset(("advance",))


class Sitter(Reluctant):
    """Does all like a colonel but move."""

    refused = frozenset(("move", "rail"))
