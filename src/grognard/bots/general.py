"""Bots that think with a game's adviser: one policy by itself, or a search over its plans."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any, Final

from grognard.bots.bot import Bot, Table
from grognard.engine.game import CHANCE, apply
from grognard.engine.thinking import Candidate, Idea

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from grognard.bots.clock import Clock
    from grognard.engine.game import Action, Seat
    from grognard.engine.thinking import Adviser, Policy

LONGEST_TRIAL: Final = 2000
"""No trial of ours comes near this number of decisions."""
SURE: Final = 2.0
"""By how many standard errors another plan must fare better than the present one."""
LEAST: Final = 0.005
"""By how much, at least, it must be likelier to win."""
FLAW: Final = 0.01
"""What a difference may be off by however often it came out the same: few trials prove little."""
MOST: Final = 40
"""How many candidates are tried at most in a bout."""
BOUT: Final = 40
"""How many trials make a bout worth while."""
LINING_UP: Final = 0.5
"""The share of a bout in which candidates are worked out."""
THINKING: Final = 40
"""The nodes that working out one candidate counts for."""
AGAIN: Final = 1.5
"""How many times as long as the longest so far the next thing may take."""


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

    def is_better_than(self, other: Trial, enough: int) -> bool:
        """Whether it clearly fares better, by enough rounds in which both were tried."""
        pairs = zip(self.values, other.values, strict=False)
        gains = [mine - theirs for mine, theirs in pairs]
        if len(gains) < enough:
            return False
        error = max(stdev(gains), FLAW) / sqrt(len(gains))
        return fmean(gains) > max(SURE * error, LEAST)


@dataclass(slots=True)
class Spell:
    """The time of one search, by shares of it: how much is gone, and how long things take."""

    clock: Clock
    planning: float = 0.0
    """The longest that working out a candidate took."""
    trying: float = 0.0
    """What a trial takes."""
    answering: float = 0.0
    """The longest that one answer in a trial took."""
    _seen: float = 0.0

    @property
    def gone(self) -> float:
        """How much is used up."""
        return self.clock.gone

    @property
    def slice(self) -> float:
        """How much the next bout may take: half of what is left, if the rest is worth another."""
        left = 1.0 - self.gone
        return left / 2 if left > 2 * BOUT * self.trying else left

    @property
    def has_time_for_a_bout(self) -> bool:
        """Whether enough is left to try something else."""
        return 1.0 - self.gone > BOUT / 2 * self.trying

    @property
    def has_time_for_an_answer(self) -> bool:
        """Whether another answer would be given in time."""
        self._seen = self.gone
        return self._seen + AGAIN * self.answering < 1.0

    def has_time_to_plan(self, until: float) -> bool:
        """Whether another candidate would be worked out before a share is used up."""
        return self.gone + AGAIN * self.planning < until

    def planned(self, since: float) -> None:
        """Learn from a candidate that was worked out how long that takes."""
        least = THINKING / self.clock.nodes if self.clock.nodes else 0.0
        self.planning = max(self.planning, least, self.gone - since)

    def answer(self) -> None:
        """Count an answer of a trial, and learn how long it took."""
        self.clock.spend()
        self.answering = max(self.answering, self.gone - self._seen)


class Throws:
    """The throws of a trial: those for the same occasion fall alike in all trials of a round.

    However many throws came before: what is thrown for is what counts, and for which time.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._counts: dict[Hashable, int] = {}

    def next(self, occasion: Hashable) -> float:
        """Return a number from 0 to 1, below 1."""
        count = self._counts[occasion] = self._counts.get(occasion, 0) + 1
        return Random(f"{self._seed} {occasion} {count}").random()


class General(Bot):
    """Tries the adviser's candidates in imagined states, and goes on with the best.

    The time is spent in bouts. In a bout every round draws one state and one set of throws, the
    same for all candidates still in; time after time the worse half leaves, the present plan never.
    Another plan is taken up only if it was tried often enough and the difference, round by round,
    is greater than chance would make it; the next bout varies the plan taken up.
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
        spell = Spell(table.clock)
        source = self.adviser.candidates(state, self.seat, self.policy, self.rng)
        best, tried = next(source), list[Trial]()
        spell.planned(since=0.0)
        while True:
            trials = self._bout(table, spell, best, source)
            tried += trials
            taken = pick(trials, self.adviser.enough)
            if taken.candidate is not best:
                best = taken.candidate
                source = self.adviser.candidates(state, self.seat, best.policy, self.rng)
                next(source)
            is_settled = best.first is not None or taken.mean + LEAST > 1.0
            if is_settled or len(trials) < 2 or not spell.has_time_for_a_bout:
                break
        self._ideas = told(tried, best)
        return best

    def _bout(
        self,
        table: Table,
        spell: Spell,
        best: Candidate[Any],
        source: Iterator[Candidate[Any]],
    ) -> list[Trial]:
        """Try others beside the present plan, ever fewer of them; return all, that plan first."""
        begun, trials = spell.gone, [Trial(best)]
        if not self._play_round(table, spell, trials):
            return trials
        spell.trying = spell.gone - begun
        end = begun + spell.slice
        self._line_up(spell, trials, source, begun, end)
        running, since = trials[:], spell.gone
        halvings = (len(running) - 1).bit_length()
        for number in range(halvings):
            until = since + (end - since) * (number + 1) / halvings
            while True:
                if not self._play_round(table, spell, running):
                    return trials
                if spell.gone + spell.trying * len(running) > until:
                    break
            if trials[0].mean + LEAST > 1.0:
                break
            others = sorted(running[1:], key=lambda trial: -trial.mean)
            running = [trials[0], *others[: (len(others) + 1) // 2]]
        return trials

    def _line_up(
        self,
        spell: Spell,
        trials: list[Trial],
        source: Iterator[Candidate[Any]],
        begun: float,
        end: float,
    ) -> None:
        """Try other candidates as the present plan was, and add as many as there is time for.

        What that first trial cost tells how many trials there will be: as many candidates as the
        root of that, so that breadth and depth grow alike with the time.
        """
        left = end - begun
        most = min(MOST, round(sqrt(left / spell.trying))) if spell.trying else MOST
        while len(trials) < most and spell.has_time_to_plan(begun + LINING_UP * left):
            since = spell.gone
            candidate = next(source, None)
            if candidate is None:
                return
            spell.clock.spend(THINKING)
            spell.planned(since)
            value = self._try(spell, candidate)
            if value is None:
                return
            trials.append(Trial(candidate, [value]))

    def _play_round(self, table: Table, spell: Spell, running: list[Trial]) -> bool:
        """Try every candidate once, in the same state and with the same throws.

        Return whether there was time for that; a round cut short does not count.
        """
        self._world = table.imagine(self.rng)
        self._seed = self.rng.getrandbits(48)
        values = []
        for trial in running:
            value = self._try(spell, trial.candidate)
            if value is None:
                return False
            values.append(value)
        for trial, value in zip(running, values, strict=True):
            trial.values.append(value)
        return True

    def _try(self, spell: Spell, candidate: Candidate[Any]) -> float | None:
        """Play a candidate on until the position is quiet, and return how it stands then.

        None if the clock ran out on the way.
        """
        seed, throws = self._seed, Throws(self._seed)
        state, since = self._world.copy(), self._world
        mine = candidate.policy.copy(Random(seed + 1))
        first = candidate.first
        theirs: dict[Seat, Policy[Any]] = {}
        for _ in range(LONGEST_TRIAL):
            if state.is_over or self.adviser.is_quiet(state, since):
                break
            if not spell.has_time_for_an_answer:
                return None
            seat, options = state.seat, state.options()
            if first is not None and first in options:
                answer, first = first, None
            elif seat == CHANCE:
                thrown = throws.next(self.adviser.occasion(state))
                answer = options[int(thrown * len(options))]
            elif len(options) == 1:
                answer = options[0]
            else:
                if seat != self.seat and seat not in theirs:
                    theirs[seat] = self.adviser.sparring(seat, Random(seed + 2))
                player = mine if seat == self.seat else theirs[seat]
                answer = player.choose(state, options)
            spell.answer()
            apply(state, answer)
        return self.adviser.evaluate(state, self.seat)


def pick(trials: Sequence[Trial], enough: int) -> Trial:
    """Return the trial to go on with: the first, unless another is clearly better."""
    planned, best = trials[0], max(trials, key=_rank)
    return best if best.is_better_than(planned, enough) else planned


def _rank(trial: Trial) -> tuple[int, float]:
    """Put those first that stayed longest, and of these the one that fared best."""
    return trial.count, trial.mean


def told(trials: Iterable[Trial], best: Candidate[Any]) -> list[Idea]:
    """Return what was tried as it is told, a candidate of several bouts once."""
    fared: dict[int, Trial] = {}
    for trial in trials:
        known = fared.setdefault(id(trial.candidate), Trial(trial.candidate))
        known.values += trial.values
    return [
        Idea(
            trial.candidate.name,
            trial.mean,
            "trials",
            "chance",
            trial.candidate.first,
            number=trial.count,
            is_taken=trial.candidate is best,
        )
        for trial in sorted(fared.values(), key=_rank, reverse=True)
        if trial.count
    ]
