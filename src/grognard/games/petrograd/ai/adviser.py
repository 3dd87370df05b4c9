"""What is known about playing well: the levels, what a search tries, how a position stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.thinking import Adviser, Candidate
from grognard.games.petrograd.ai.officer import Officer
from grognard.games.petrograd.ai.outlook import chances
from grognard.games.petrograd.ai.recruit import Recruit
from grognard.games.petrograd.load import load
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.sequence import Attack, Movement
from grognard.games.petrograd.state import SEGMENTS, Petrograd
from grognard.games.petrograd.victory import winner
from grognard.kit.plans.varying import Draft, alternately, varied

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from random import Random

    from grognard.engine.game import Seat
    from grognard.engine.thinking import Level, Policy

PLANNING: Final = 0.8
FIGHTING: Final = 0.1
"""The shares of a turn for a plan of movement, and for an attack in the last turn."""
ATTACKS: Final = 4
"""How many attacks are tried out at a time."""
SPARRING: Final = "sergeant"
"""Who answers for the enemy while a plan is tried out."""


class PetrogradAdviser(Adviser[Petrograd]):
    """Levels, their policies, and an evaluation."""

    def levels(self) -> Sequence[Level]:
        """Return the levels, weakest first, as the game's own file has them."""
        return load().opponents.levels

    def policy(self, level: str, seat: Seat, rng: Random) -> Policy[Petrograd]:
        """Return a fresh policy of a level."""
        match load().opponents.kinds.get(level):
            case "recruit":
                return Recruit(Side(seat), rng, level)
            case "officer":
                return Officer(Side(seat), rng, level)
            case _:
                raise LookupError(f"there is no level {level!r}")

    def deserves(self, state: Petrograd, current: Policy[Petrograd]) -> float:
        """Return the share of the turn for a plan of movement, or at last for an attack."""
        if isinstance(state.question, Movement):
            has_plan = isinstance(current, Officer) and current.has_plan(state)
            return 0.0 if has_plan else PLANNING
        is_last = state.turn == state.scenario.last_turn
        return FIGHTING if is_last and isinstance(state.question, Attack) else 0.0

    def candidates(
        self, state: Petrograd, seat: Seat, current: Policy[Petrograd], rng: Random
    ) -> Iterator[Candidate[Petrograd]]:
        """Yield the current plan, then plans of other tempers and parts of it; or other attacks."""
        if isinstance(state.question, Movement) and isinstance(current, Officer):
            current.prepare(state)
        yield Candidate("planned", current)
        if not isinstance(current, Officer):
            return
        match state.question:
            case Movement():
                yield from self._plans(state, Side(seat), current, rng)
            case Attack():
                for answer in state.options()[:ATTACKS]:
                    yield Candidate(answer.verb, current, answer)

    def _plans(
        self, state: Petrograd, side: Side, current: Officer, rng: Random
    ) -> Iterator[Candidate[Petrograd]]:
        """Yield plans of other tempers that are not made yet, and parts of all that are."""
        disc, where = state.scenario.ground.map.disc, state.where
        known = {plan.name for plan in current.made}
        tempers = list(state.scenario.opponents.tempers(current.style(state)).items())
        rng.shuffle(tempers)

        def whole() -> Iterator[Candidate[Petrograd]]:
            for name, style in tempers:
                if name in known:
                    continue
                officer = Officer(side, rng, current.level, style)
                officer.prepare(state)
                officer.see_as(current.style(state))
                officer.made = current.made
                current.made.append(Draft(name, tuple(officer.moves)))
                yield Candidate(name, officer)

        def parts() -> Iterator[Candidate[Petrograd]]:
            mine = tuple(current.moves)
            for name, moves in varied(mine, current.made, where.__getitem__, disc, rng):
                yield Candidate(name, current.following(moves, rng))

        return alternately(whole(), parts())

    def occasion(self, state: Petrograd) -> Hashable:
        """8.2 - a throw is for what is asked, in a combat for that combat."""
        target = state.battle.target if state.battle else -1
        return self.stage(state), type(state.question).__name__, target

    def sparring(self, seat: Seat, rng: Random) -> Policy[Petrograd]:
        """Return a sergeant, who is quick."""
        return Officer(Side(seat), rng, SPARRING)

    def is_quiet(self, state: Petrograd, since: Petrograd) -> bool:
        """Whether the enemy's next turn is over; in the last turn only the end is quiet."""
        first = self.stage(since) or 0
        return (self.stage(state) or 0) > first + 1

    def evaluate(self, state: Petrograd, seat: Seat) -> float:
        """11.3 - how likely a side is to win."""
        if state.is_over:
            found = winner(state)
            return 0.5 if found is None else float(found == seat)
        white, draw, red = chances(state)
        return draw / 2 + (white if seat == Side.WHITE else red)

    def stage(self, state: Petrograd) -> int | None:
        """2.1 - each side has one stage of a turn to itself."""
        return 2 * state.turn + SEGMENTS[state.segment].startswith("red")
