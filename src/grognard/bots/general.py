"""Bots that think with a game's adviser: one policy by itself, or a search over its plans."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from grognard.bots.bot import Bot, Table
from grognard.engine.game import CHANCE, apply
from grognard.engine.thinking import Candidate, Idea

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.bots.clock import Clock
    from grognard.engine.game import Action, Seat
    from grognard.engine.thinking import Adviser, Policy

LONGEST_TRIAL: Final = 2000
"""No trial of ours comes near this number of decisions."""
MARGIN: Final = 0.15
"""By how much another plan must be likelier to win than the present one."""
ENOUGH: Final = 3
"""How often another plan must have been tried before it may be taken up."""
THINKING: Final = 40
"""The nodes that working out one candidate counts for."""
PLANNING: Final = 0.3
"""The share of the time that is kept back: a plan once begun is worked out to its end."""


class PolicyBot(Bot):
    """Answers by one policy, from a state that agrees with what it sees."""

    def __init__(self, adviser: Adviser[Any], level: str, seat: Seat, rng: Random) -> None:
        self.name = level
        self.rng = rng
        self.policy: Policy[Any] = adviser.policy(level, seat, rng)
        self._weighed = False

    def choose(self, table: Table) -> Action:
        """Return the policy's answer."""
        options = table.options
        self._weighed = len(options) > 1
        if not self._weighed:
            return options[0]
        answer = self.policy.choose(table.imagine(self.rng), options)
        return answer if answer in options else options[0]

    def explain(self) -> Sequence[Idea]:
        """Return what the policy weighed."""
        return sorted(self.policy.ideas(), key=lambda idea: -idea.value) if self._weighed else ()


@dataclass(slots=True)
class Trial:
    """A candidate under trial: how often it was tried, and how it fared."""

    candidate: Candidate[Any]
    total: float = 0.0
    count: int = 0

    @property
    def mean(self) -> float:
        """How it fared on average."""
        return self.total / self.count if self.count else 0.0


class General(Bot):
    """Tries the adviser's candidates in imagined states, and goes on with the best.

    Every round draws one state and one sequence of throws, the same for all candidates still in;
    after each round from the second on, the worst of them leaves, the present plan never. Another
    plan is taken up only if it was tried often enough and is better by a margin: few trials prove
    little. The search ends when no plan could be better than the present one by so much.
    """

    def __init__(self, adviser: Adviser[Any], level: str, seat: Seat, rng: Random) -> None:
        self.name = level
        self.adviser, self.seat, self.rng = adviser, seat, rng
        self.policy: Policy[Any] = adviser.policy(level, seat, rng)
        self._decisions = 0
        self._ideas: Sequence[Idea] = ()

    def choose(self, table: Table) -> Action:
        """Return the best candidate's answer."""
        options = table.options
        self._ideas = ()
        if len(options) == 1:
            return options[0]
        state = table.imagine(self.rng)
        self._decisions += 1
        stage = self.adviser.stage(state)
        table.clock.begin(self._decisions if stage is None else stage)
        best = Candidate("planned", self.policy)
        if self.adviser.is_worth_searching(state, self.policy):
            best = self._search(table, state)
            self.policy = best.policy.copy(self.rng)
        answer = best.first or self.policy.choose(state, options)
        self._ideas = self._ideas or self.policy.ideas()
        table.clock.end()
        return answer if answer in options else options[0]

    def explain(self) -> Sequence[Idea]:
        """Return the candidates with their chances of winning, or what the policy weighed."""
        return self._ideas

    def _search(self, table: Table, state: Any) -> Candidate[Any]:
        """Return the candidate that fared best while the clock ran."""
        trials = self._line_up(table.clock, state)
        running = trials[:]
        rounds = 0
        while len(running) > 1 and self._play_round(table, running):
            rounds += 1
            if rounds >= ENOUGH and trials[0].mean + MARGIN > 1.0:
                break
            if rounds > 1 and len(running) > 2:
                running.remove(min(running[1:], key=lambda trial: trial.mean))
        best = pick(trials)
        self._ideas = [
            Idea(
                trial.candidate.name,
                trial.mean,
                "trials",
                "chance",
                trial.candidate.first,
                number=trial.count,
                is_taken=trial is best,
            )
            for trial in sorted(trials, key=_rank, reverse=True)
            if trial.count
        ]
        return best.candidate

    def _line_up(self, clock: Clock, state: Any) -> list[Trial]:
        """Return the candidates that a third of the time suffices to think of."""
        found: list[Trial] = []
        for candidate in self.adviser.candidates(state, self.seat, self.policy, self.rng):
            found.append(Trial(candidate))
            clock.spend(THINKING)
            if clock.is_used(1 / 3):
                break
        return found

    def _play_round(self, table: Table, running: list[Trial]) -> bool:
        """Try every candidate once, in the same state and with the same throws.

        Return whether there was time for that; a trial cut short does not count.
        """
        world = table.imagine(self.rng)
        seed = self.rng.getrandbits(48)
        for trial in running:
            value = self._try(table.clock, world.copy(), trial.candidate, seed)
            if value is None:
                return False
            trial.total += value
            trial.count += 1
        return True

    def _try(self, clock: Clock, state: Any, candidate: Candidate[Any], seed: int) -> float | None:
        """Play a candidate on until the position is quiet, and return how it stands then.

        None if the clock ran out on the way.
        """
        dice = Random(seed)
        since = state.copy()
        mine = candidate.policy.copy(Random(seed + 1))
        first = candidate.first
        theirs: dict[Seat, Policy[Any]] = {}
        for _ in range(LONGEST_TRIAL):
            if state.is_over or self.adviser.is_quiet(state, since):
                break
            if clock.is_used(1 - PLANNING):
                return None
            clock.spend()
            seat, options = state.seat, state.options()
            if first is not None and first in options:
                answer, first = first, None
            elif seat == CHANCE:
                answer = options[int(dice.random() * len(options))]
            elif len(options) == 1:
                answer = options[0]
            else:
                if seat != self.seat and seat not in theirs:
                    theirs[seat] = self.adviser.sparring(seat, Random(seed + 2))
                player = mine if seat == self.seat else theirs[seat]
                answer = player.choose(state, options)
            apply(state, answer)
        return self.adviser.evaluate(state, self.seat)


def pick(trials: Sequence[Trial]) -> Trial:
    """Return the trial to go on with: the first, unless another is clearly better."""
    planned, best = trials[0], max(trials, key=_rank)
    is_clear = best.count >= ENOUGH and best.mean >= planned.mean + MARGIN
    return best if is_clear else planned


def _rank(trial: Trial) -> tuple[int, float]:
    """Those that stayed longest come first, and of these the one that fared best."""
    return trial.count, trial.mean
