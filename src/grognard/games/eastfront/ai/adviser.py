"""What is known about playing well: the levels, what a search tries, how a position stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from grognard.engine.thinking import Adviser, Candidate
from grognard.games.eastfront.ai.officer import Officer
from grognard.games.eastfront.ai.outlook import SOVIET_FROM, chances
from grognard.games.eastfront.ai.recruit import Recruit
from grognard.games.eastfront.ai.style import opponents
from grognard.games.eastfront.printed import Side
from grognard.games.eastfront.questions import Movement
from grognard.games.eastfront.state import SEGMENTS, Luga
from grognard.games.eastfront.victory import winner
from grognard.kit.plans.varying import Draft, alternately, varied

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from random import Random

    from grognard.engine.game import Seat
    from grognard.engine.thinking import Level, Policy

PLANNING: Final = {"german movement": 0.65, "soviet movement": 0.5}
BESIDES: Final = 0.25
"""The share of a turn for the plan of a phase of movement; each side has two of them, and the
Germans fight in the first, the Soviets move most of their units in the second."""
SPARRING: Final = "sergeant"
"""Who answers for the enemy while a plan is tried out."""


class LugaAdviser(Adviser[Luga]):
    """Levels, their policies, and an evaluation."""

    enough: ClassVar[int] = 6
    """A turn has so many combats that fewer trials prove nothing."""

    def levels(self) -> Sequence[Level]:
        """Return the levels, weakest first, as the game's own file has them."""
        return opponents().levels

    def policy(self, level: str, seat: Seat, rng: Random) -> Policy[Luga]:
        """Return a fresh policy of a level."""
        match opponents().kinds.get(level):
            case "recruit":
                return Recruit(Side(seat), rng, level)
            case "officer":
                return Officer(Side(seat), rng, level)
            case _:
                raise LookupError(f"there is no level {level!r}")

    def deserves(self, state: Luga, current: Policy[Luga]) -> float:
        """Return the share of the turn for a plan of movement."""
        if not isinstance(state.question, Movement):
            return 0.0
        has_plan = isinstance(current, Officer) and current.has_plan(state)
        return 0.0 if has_plan else PLANNING.get(SEGMENTS[state.segment], BESIDES)

    def candidates(
        self, state: Luga, seat: Seat, current: Policy[Luga], rng: Random
    ) -> Iterator[Candidate[Luga]]:
        """Yield the current plan, then plans of other tempers, and parts of them."""
        if not isinstance(state.question, Movement) or not isinstance(current, Officer):
            yield Candidate("planned", current)
            return
        current.prepare(state)
        yield Candidate("planned", current)
        yield from self._plans(state, Side(seat), current, rng)

    def _plans(
        self, state: Luga, side: Side, current: Officer, rng: Random
    ) -> Iterator[Candidate[Luga]]:
        """Yield plans of other tempers that are not made yet, and parts of all that are."""
        disc, where = state.scenario.ground.map.disc, state.where
        known = {plan.name for plan in current.made}
        tempers = list(opponents().tempers(current.style).items())
        rng.shuffle(tempers)

        def whole() -> Iterator[Candidate[Luga]]:
            for name, style in tempers:
                if name in known:
                    continue
                officer = Officer(side, rng, current.level, style)
                officer.prepare(state)
                officer.style, officer.made = current.style, current.made
                current.made.append(Draft(name, tuple(officer.moves)))
                yield Candidate(name, officer)

        def parts() -> Iterator[Candidate[Luga]]:
            mine = tuple(current.moves)
            for name, moves in varied(mine, current.made, where.__getitem__, disc, rng):
                yield Candidate(name, current.following(moves, rng))

        return alternately(whole(), parts())

    def occasion(self, state: Luga) -> Hashable:
        """15 - a throw is for what is asked, in a combat for that combat."""
        targets = state.battle.targets if state.battle else 0
        return self.stage(state), type(state.question).__name__, targets

    def sparring(self, seat: Seat, rng: Random) -> Policy[Luga]:
        """Return a sergeant, who is quick."""
        return Officer(Side(seat), rng, SPARRING)

    def is_quiet(self, state: Luga, since: Luga) -> bool:
        """Whether the enemy's next turn is over; in the last turn only the end is quiet."""
        first = self.stage(since) or 0
        return (self.stage(state) or 0) > first + 1

    def evaluate(self, state: Luga, seat: Seat) -> float:
        """26.3 - how likely a side is to win."""
        if state.is_over:
            found = winner(state)
            return 0.5 if found is None else float(found == seat)
        german, draw, soviet = chances(state)
        return draw / 2 + (german if seat == Side.GERMAN else soviet)

    def stage(self, state: Luga) -> int | None:
        """2 - each side has one stage of a turn to itself."""
        return 2 * state.turn + (state.segment >= SOVIET_FROM)
