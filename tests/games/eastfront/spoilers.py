"""Players of the Luga Line who do not play along: each does one thing, however the enemy answers.

``games.eastfront.spoilers:Idle`` and the others are named to `--players` like any bot of one's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from grognard.bots.bot import Bot, Table
from grognard.engine.bits import numbers
from grognard.engine.game import Action
from grognard.games.eastfront.ai.ways import far
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


class Statue(Stubborn):
    """Stays where it is and attacks whatever comes beside it."""

    moves = False


class Hider(Stubborn):
    """Runs from the enemy, as far as it can, and never attacks."""

    attacks = False

    def _away(self, state: Luga, hex_: Hex) -> int:
        board = state.scenario.ground.map
        enemies = numbers(state.occupied(ENEMY[self.side]))
        return 99 - min([board.distance(hex_, enemy) for enemy in enemies], default=0)


class ToTheCity(Stubborn):
    """Makes for what ends the game at once, past everybody: Leningrad, or both bridgeheads."""

    attacks = False

    def goals(self, state: Luga) -> list[Hex]:
        """26.3 - two hexes of Leningrad, or Sabsk and the other bridgehead."""
        victory = state.scenario.victory
        return numbers(victory.leningrad if self.side is Side.GERMAN else victory.sudden_soviet)


class Dash(Stubborn):
    """What is motorised makes for the city past everybody, each for a hex; nobody else stirs.

    As the Soviet side, for the bridgeheads.
    """

    attacks = False

    def _next_move(self, state: Luga, options: Sequence[Action]) -> Action:
        """Only what is motorised."""
        able = state.scenario.kinds.motorised
        return super()._next_move(
            state, [a for a in options if a.verb != "move" or able >> a.noun & 1]
        )

    def _away(self, state: Luga, hex_: Hex) -> int:
        """10.2 - by the shortest way, in halves of a point."""
        pieces = numbers(state.group or state.stacks[hex_] & state.owned[self.side])
        victory = state.scenario.victory
        goals = numbers(victory.leningrad if self.side is Side.GERMAN else victory.sudden_soviet)
        goal = goals[pieces[0] % len(goals)] if pieces else goals[0]
        return int(2 * far(state.scenario, goal)[hex_])


class Grabber(Stubborn):
    """Everybody makes for the nearest place that is not his yet, and attacks nobody."""

    attacks = False

    def goals(self, state: Luga) -> list[Hex]:
        """26.1 - the places of the enemy."""
        mine = state.control[self.side]
        places = list(state.scenario.victory.places)
        return [hex_ for hex_ in places if not mine >> hex_ & 1] or places


class LastMinute(Grabber):
    """Waits at its own sources until the last two turns, then grabs places."""

    def goals(self, state: Luga) -> list[Hex]:
        """26.1 - what counts is who holds what at the end."""
        if state.turn < state.scenario.last_turn - 1:
            return numbers(sources(state, self.side))
        return super().goals(state)


class Raider(Stubborn):
    """Sends what is fast at the enemy's sources, and does not stir otherwise."""

    attacks = False

    def _away(self, state: Luga, hex_: Hex) -> int:
        for piece in numbers(state.group or state.stacks[hex_] & state.owned[self.side]):
            if state.scenario.pieces[piece].move >= 9:
                return super()._away(state, hex_)
        return 0

    def goals(self, state: Luga) -> list[Hex]:
        """6.2 - the enemy's sources."""
        return numbers(sources(state, ENEMY[self.side]))


class HeadHunter(Stubborn):
    """Goes for headquarters and guns, and for nothing else."""

    def goals(self, state: Luga) -> list[Hex]:
        """7.1 - where the enemy's stand."""
        helpers = state.owned[ENEMY[self.side]] & ~state.scenario.kinds.combat
        return numbers(state.hexes_of(helpers) or state.occupied(ENEMY[self.side]))


class Hedgehog(Stubborn):
    """Everybody has a place of his own to keep, by turns, and attacks from there."""

    def goals(self, state: Luga) -> list[Hex]:
        """26.1 - the places on the own side of the front, or all."""
        mine = state.control[self.side]
        places = list(state.scenario.victory.places)
        return [hex_ for hex_ in places if mine >> hex_ & 1] or places

    def _away(self, state: Luga, hex_: Hex) -> int:
        goals = self.goals(state)
        stack = numbers(state.group or state.stacks[hex_] & state.owned[self.side])
        goal = goals[(stack or [0])[0] % len(goals)]
        return state.scenario.ground.map.distance(hex_, goal)


class Stacker(Stubborn):
    """Falls back on the dearest place that it holds, with everybody."""

    attacks = False

    def goals(self, state: Luga) -> list[Hex]:
        """26.1 - the place that counts most."""
        mine, places = state.control[self.side], state.scenario.victory.places
        held = [hex_ for hex_ in places if mine >> hex_ & 1] or list(places)
        return [max(held, key=lambda hex_: (places[hex_], hex_))]


class Calculator(Attacker):
    """Goes for the nearest enemy, but attacks only whom it outnumbers three to one."""

    def choose(self, table: Table) -> Action:
        """12.1 - leave out every attack at worse odds, where it may."""
        if DONE not in table.options:
            return super().choose(table)
        state = table.imagine(self.rng)
        if not isinstance(state.question, Declaring):
            return super().choose(table)
        for answer in table.options:
            key = (-1, answer.noun)
            if answer.verb != "attack" or key in self.asked:
                continue
            if self._odds(state, answer.noun) >= 3:
                self.asked.add(key)
                return answer
        return DONE

    def _odds(self, state: Luga, target: Hex) -> float:
        around = state.scenario.ground.map.around[target]
        attack = sum(
            state.attack_value(piece)
            for hex_ in numbers(around & state.held[self.side])
            for piece in numbers(state.units_at(hex_))
        )
        defence = sum(state.defence_value(piece) for piece in numbers(state.stacks[target]))
        return attack / max(1, defence)


class Reluctant(Bot):
    """Plays as a colonel does, but leaves out some answers."""

    refused: ClassVar[frozenset[str]] = frozenset()
    level: ClassVar[str] = "colonel"

    def __init__(self, game: AnyGame, seat: int, rng: Random) -> None:
        self.name, self.rng = type(self).__name__.lower(), rng
        adviser = game.adviser()
        assert adviser is not None
        self.policy = adviser.policy(self.level, seat, rng)

    def choose(self, table: Table) -> Action:
        """Return what the colonel wants, or the last answer that is not refused."""
        wanted = self.policy.choose(table.imagine(self.rng), table.options)
        if wanted.verb not in self.refused:
            return wanted
        left = [answer for answer in table.options if answer.verb not in self.refused]
        return left[-1] if left else wanted


class Pacifist(Reluctant):
    """Marches like a colonel and attacks nobody."""

    refused = frozenset(("attack", "overrun"))


class Refuser(Reluctant):
    """Attacks like a colonel and never advances."""

    refused = frozenset(("advance",))


class Sitter(Reluctant):
    """Does all like a colonel but move."""

    refused = frozenset(("move", "activate"))


class Cavalier(Reluctant):
    """Plays as a colonel, but what is motorised leaves for the city past everybody."""

    def __init__(self, game: AnyGame, seat: int, rng: Random) -> None:
        super().__init__(game, seat, rng)
        self.dash = Dash(game, seat, rng)

    def choose(self, table: Table) -> Action:
        """10 - the fast ones first."""
        state = table.imagine(self.rng)
        if isinstance(state.question, Movement):
            answer = self.dash.choose(table)
            if answer != DONE:
                return answer
        if isinstance(state.question, MoveTo) and state.group & state.scenario.kinds.motorised:
            return self.dash.choose(table)
        return super().choose(table)
