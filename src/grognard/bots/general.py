"""Bots that think with a game's adviser: one policy by itself, or a search over its plans."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final

from grognard.bots.bot import Bot, Table
from grognard.engine.game import CHANCE, apply
from grognard.engine.thinking import Candidate, Idea

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grognard.bots.clock import Clock
    from grognard.engine.game import Action, Seat
    from grognard.engine.thinking import Adviser, Policy

LONGEST_TRIAL: Final = 2000
"""No trial of ours comes near this number of decisions."""
SURE: Final = 2.0
"""By how many standard errors another plan must fare better than the present one."""
ENOUGH: Final = 3
"""How often another plan must have been tried before it may be taken up."""
LEAST: Final = 0.02
"""By how much, at least, it must be likelier to win."""
FLAW: Final = 0.02
"""What a difference may be off by however often it came out the same: few trials prove little."""
MOST: Final = 24
"""How many candidates are tried at most."""
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
    """A candidate under trial, and how it fared in each round."""

    candidate: Candidate[Any]
    values: list[float] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How often it was tried."""
        return len(self.values)

    @property
    def mean(self) -> float:
        """How it fared on average."""
        return fmean(self.values) if self.values else 0.0

    def is_better_than(self, other: Trial) -> bool:
        """Whether it clearly fares better, by the rounds in which both were tried."""
        pairs = zip(self.values, other.values, strict=False)
        gains = [mine - theirs for mine, theirs in pairs]
        if len(gains) < ENOUGH:
            return False
        error = max(stdev(gains), FLAW) / sqrt(len(gains))
        return fmean(gains) > max(SURE * error, LEAST)


class General(Bot):
    """Tries the adviser's candidates in imagined states, and goes on with the best.

    Every round draws one state and one sequence of throws, the same for all candidates still in.
    After two rounds, four, eight and so on the worse half leaves, the present plan never. Another
    plan is taken up only if it was tried often enough and the difference, round by round, is
    greater than chance would make it.
    """

    def __init__(self, adviser: Adviser[Any], level: str, seat: Seat, rng: Random) -> None:
        self.name = level
        self.adviser, self.seat, self.rng = adviser, seat, rng
        self.policy: Policy[Any] = adviser.policy(level, seat, rng)
        self._decisions = 0
        self._world: Any = None
        self._seed = 0
        """The state and the throws of the present round."""
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
        share = self.adviser.deserves(state, self.policy)
        table.clock.begin(self._decisions if stage is None else stage, share or None)
        best = Candidate("planned", self.policy)
        if share:
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
        source = self.adviser.candidates(state, self.seat, self.policy, self.rng)
        trials = [Trial(next(source))]
        planned = table.clock.gone
        if self._play_round(table, trials):
            running = self._line_up(table, trials, source, table.clock.gone - planned)
            rounds = 1
            while len(running) > 1 and self._play_round(table, running):
                rounds += 1
                if rounds >= ENOUGH and trials[0].mean + LEAST > 1.0:
                    break
                if rounds.bit_count() == 1 and len(running) > 2:
                    others = sorted(running[1:], key=lambda trial: -trial.mean)
                    running = [trials[0], *others[: (len(others) + 1) // 2]]
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

    def _line_up(
        self,
        table: Table,
        trials: list[Trial],
        source: Iterator[Candidate[Any]],
        cost: float,
    ) -> list[Trial]:
        """Try other candidates as the first was, as many as there is time to try often enough.

        What the first trial cost, as a share of the time, tells how many; those are added.
        """
        clock = table.clock
        left = 1 - PLANNING - clock.gone
        most = int(left / ((ENOUGH + 1) * cost)) + 1 if cost > 0 else MOST
        for candidate in islice(source, max(0, min(most, MOST) - 1)):
            clock.spend(THINKING)
            other = Trial(candidate)
            value = self._try(clock, self._world.copy(), candidate, self._seed)
            if value is None:
                break
            other.values.append(value)
            trials.append(other)
        return trials[:]

    def _play_round(self, table: Table, running: list[Trial]) -> bool:
        """Try every candidate once, in the same state and with the same throws.

        Return whether there was time for that; a round cut short does not count.
        """
        self._world = table.imagine(self.rng)
        self._seed = self.rng.getrandbits(48)
        values = []
        for trial in running:
            value = self._try(table.clock, self._world.copy(), trial.candidate, self._seed)
            if value is None:
                return False
            values.append(value)
        for trial, value in zip(running, values, strict=True):
            trial.values.append(value)
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
    return best if best.is_better_than(planned) else planned


def _rank(trial: Trial) -> tuple[int, float]:
    """Put those first that stayed longest, and of these the one that fared best."""
    return trial.count, trial.mean
