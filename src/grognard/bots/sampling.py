"""An opponent for any game, even one that knows nothing about playing itself well.

It draws states that agree with what its seat sees and goes on from each of them: at first along a
tree of answers, each taken the more often the better it has fared, then by chance. Where the game
can say how a position stands, a trial stops soon and is judged; else it goes on to the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt
from typing import TYPE_CHECKING, Any, Final

from grognard.bots.bot import Bot, Table
from grognard.engine.game import CHANCE, Action, apply
from grognard.engine.thinking import Idea

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from grognard.engine.game import Seat
    from grognard.engine.thinking import Adviser

CURIOSITY: Final = 0.5
"""How much an answer that was tried seldom is worth trying again."""
WIDENING: Final = 1.5
"""How many answers are tried at all: so many times the root of the number of trials."""
FIRST_LOOK: Final = 5
"""How many answers of a trial are given before it is judged by the game's evaluation."""
LONGEST_TRIAL: Final = 20_000
"""No game of ours takes so many answers; a trial that does counts as a draw."""
DRAW: Final = 0.5


@dataclass(slots=True)
class Node:
    """What followed one answer in all trials so far."""

    mover: Seat = CHANCE
    """Who gave the answer."""
    tried: int = 0
    offered: int = 0
    """How often the answer could have been taken."""
    total: float = 0.0
    """How those trials ended for the mover, from 0 to 1 each."""
    following: dict[Action, Node] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """How trials through this answer ended on average."""
        return self.total / self.tried if self.tried else 0.0

    def promise(self) -> float:
        """Return how much the answer deserves the next trial."""
        return self.mean + CURIOSITY * sqrt(log(self.offered) / self.tried)


class Sampler(Bot):
    """Tries answers out in imagined states, as long as its clock runs."""

    def __init__(self, name: str, adviser: Adviser[Any] | None, seat: Seat, rng: Random) -> None:
        self.name, self.adviser, self.seat, self.rng = name, adviser, seat, rng
        self._decisions = 0
        self._ideas: Sequence[Idea] = ()

    def choose(self, table: Table) -> Action:
        """Return the answer that most trials have led to."""
        options = table.options
        self._ideas = ()
        if len(options) == 1:
            return options[0]
        self._decisions += 1
        table.clock.begin(self._stage(table))
        root = Node()
        while not root.tried or not table.clock.is_out:
            self._try(table, root)
        table.clock.end()
        best = max(root.following, key=lambda answer: _rank(root.following[answer]))
        ranked = sorted(root.following.items(), key=lambda each: _rank(each[1]), reverse=True)
        self._ideas = [
            Idea(answer.verb, node.mean, "", "chance", answer, number=node.tried)
            for answer, node in ranked
        ]
        return best

    def explain(self) -> Sequence[Idea]:
        """Return the answers that were tried, with the share of trials that ended well."""
        return self._ideas

    def _stage(self, table: Table) -> int:
        """Return the number of the side's turn; where the game names none, of the decision."""
        if self.adviser is not None:
            stage: int | None = self.adviser.stage(table.imagine(self.rng))
            if stage is not None:
                return stage
        return self._decisions

    def _try(self, table: Table, root: Node) -> None:
        """Make one trial: down the tree to an answer that is new to it, and on by chance."""
        state = table.imagine(self.rng)
        path = [root]
        while not state.is_over:
            seat, options = state.seat, state.options()
            answer, is_new = self._pick(path[-1], seat, options)
            apply(state, answer)
            table.clock.spend()
            path.append(path[-1].following.setdefault(answer, Node(seat)))
            if is_new:
                break
        values = self._play_on(table, state)
        for node in path:
            node.tried += 1
            if node.mover != CHANCE:
                node.total += values[node.mover]

    def _pick(self, node: Node, seat: Seat, options: Sequence[Action]) -> tuple[Action, bool]:
        """Return the answer to try next, and whether the tree ends with it."""
        if seat == CHANCE:
            answer = options[int(self.rng.random() * len(options))]
            return answer, answer not in node.following
        known = [answer for answer in options if answer in node.following]
        for answer in known:
            node.following[answer].offered += 1
        if len(known) < min(len(options), 1 + WIDENING * sqrt(node.tried)):
            fresh = [answer for answer in options if answer not in node.following]
            answer = fresh[int(self.rng.random() * len(fresh))]
            node.following[answer] = Node(seat, offered=1)
            return answer, True
        return max(known, key=lambda one: node.following[one].promise()), False

    def _play_on(self, table: Table, state: Any) -> list[float]:
        """Go on by chance, and return how that ended for each seat, from 0 to 1."""
        random, answers = self.rng.random, 0
        longest = LONGEST_TRIAL if self.adviser is None else FIRST_LOOK
        while not state.is_over and answers < longest:
            options = state.options()
            apply(state, options[int(random() * len(options))])
            answers += 1
        table.clock.spend(answers)
        seats = range(len(table.game.seats))
        if state.is_over:
            winner = state.winner()
            return [DRAW if winner is None else float(winner == seat) for seat in seats]
        if self.adviser is None:
            return [DRAW for _ in seats]
        return [self.adviser.evaluate(state, seat) for seat in seats]


def _rank(node: Node) -> tuple[int, float]:
    """Put the answer tried most first, and of two that were tried alike, the better."""
    return node.tried, node.mean
