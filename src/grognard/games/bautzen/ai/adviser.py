"""What Bautzen 1945 offers to whoever plays it by program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.game import Action
from grognard.engine.thinking import Adviser, Candidate, Policy
from grognard.games.bautzen.ai import battles
from grognard.games.bautzen.ai.appraise import Appraiser
from grognard.games.bautzen.ai.officer import Officer
from grognard.games.bautzen.ai.recruit import Recruit
from grognard.games.bautzen.ai.sergeant import Sergeant
from grognard.games.bautzen.load import load
from grognard.games.bautzen.outcome import Trade
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.sequence import SEGMENTS, Combat, Movement
from grognard.games.bautzen.state import Bautzen
from grognard.games.bautzen.victory import winner

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grognard.engine.game import Seat
    from grognard.engine.thinking import Level

SPARRING: Final = "colonel"
"""Who answers for the enemy while a plan is tried out."""
ATTACKS: Final = 3
"""How many attacks are tried out at a time."""
ERRATIC: Final = 0.3
"""How often a plan is tried out against a recruit: it must not count on an enemy who plans."""
DONE: Final = Action("done")


class BautzenAdviser(Adviser[Bautzen]):
    """Levels, candidate plans and the evaluation."""

    def levels(self) -> Sequence[Level]:
        """Return the levels, weakest first, as the game's own file has them."""
        return load().opponents.levels

    def policy(self, level: str, seat: Seat, rng: Random) -> Policy[Bautzen]:
        """Return a fresh policy of a level."""
        side = Side(seat)
        match load().opponents.kinds.get(level):
            case "recruit":
                return Recruit(side, rng)
            case "sergeant":
                return Sergeant(side, rng, level)
            case "officer":
                return Officer(side, rng, level)
            case _:
                raise LookupError(f"there is no level {level!r}")

    def stage(self, state: Bautzen) -> int:
        """Return the number of the side's turn: its supply, movement and combat together."""
        return 2 * state.turn + (state.segment > SEGMENTS.index("german combat"))

    def is_worth_searching(self, state: Bautzen, current: Policy[Bautzen]) -> bool:
        """Whether trials reach the end of the game from here: a plan, an attack, a trade at last.

        Before the last turn, trials that stop half-way were found to mislead (docs/bots.md).
        """
        if state.turn < state.scenario.turns:
            return False
        if isinstance(state.question, Movement):
            return not (isinstance(current, Officer) and current.has_plan(state))
        return isinstance(state.question, Combat | Trade)

    def candidates(
        self, state: Bautzen, seat: Seat, current: Policy[Bautzen], rng: Random
    ) -> Iterator[Candidate[Bautzen]]:
        """Yield the current plan, then plans of other tempers, or other first answers."""
        if isinstance(state.question, Movement) and isinstance(current, Officer):
            current.prepare(state)
        yield Candidate("planned", current)
        match state.question:
            case Movement():
                yield from self._plans(state, Side(seat), current, rng)
            case Combat():
                yield from self._attacks(state, Side(seat), current)
            case _:
                for answer in state.options():
                    yield Candidate(answer.verb, current, answer)

    def _plans(
        self, state: Bautzen, side: Side, current: Policy[Bautzen], rng: Random
    ) -> Iterator[Candidate[Bautzen]]:
        """Yield plans for the rest of the movement segment, each in another temper."""
        if not isinstance(current, Officer):
            return
        tempers = list(state.scenario.opponents.tempers(current.style(state)).items())
        rng.shuffle(tempers)
        for name, style in tempers:
            officer = Officer(side, rng, current.level, style)
            officer.prepare(state)
            yield Candidate(name, officer)

    def _attacks(
        self, state: Bautzen, side: Side, current: Policy[Bautzen]
    ) -> Iterator[Candidate[Bautzen]]:
        """Yield the attacks that look best, and the end of the segment."""
        yield Candidate("done", current, DONE)
        if not isinstance(current, Officer):
            return
        judge = Appraiser(state, side, current.style(state))
        for order in battles.orders(judge, state)[:ATTACKS]:
            answer = Action("attack", order.target)
            yield Candidate("attack", current, answer)

    def sparring(self, seat: Seat, rng: Random) -> Policy[Bautzen]:
        """Return a colonel, or now and then somebody who does what nobody expects."""
        if rng.random() < ERRATIC:
            return Recruit(Side(seat), rng)
        return Officer(Side(seat), rng, SPARRING)

    def is_quiet(self, state: Bautzen, since: Bautzen) -> bool:
        """Whether another turn is about to begin; in the last one, only its end is quiet."""
        return state.turn > since.turn

    def evaluate(self, state: Bautzen, seat: Seat) -> float:
        """13 - return who has won: trials begin in the last turn and go on to its end."""
        return 1.0 if winner(state) == seat else 0.0
