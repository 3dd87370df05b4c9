"""What Bautzen 1945 offers to whoever plays it by program."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from grognard.engine.game import Action
from grognard.engine.thinking import Adviser, Candidate, Policy
from grognard.games.bautzen.ai import battles
from grognard.games.bautzen.ai.appraise import Appraiser
from grognard.games.bautzen.ai.officer import Hasty, Officer
from grognard.games.bautzen.ai.outlook import chance, figures
from grognard.games.bautzen.ai.recruit import Recruit
from grognard.games.bautzen.ai.sergeant import Sergeant
from grognard.games.bautzen.load import load
from grognard.games.bautzen.outcome import Trade
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.sequence import SEGMENTS, Combat, Movement
from grognard.games.bautzen.state import Bautzen
from grognard.games.bautzen.victory import winner
from grognard.kit.plans.varying import Draft, alternately, varied

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence
    from random import Random

    from grognard.engine.game import Seat
    from grognard.engine.thinking import Level

ATTACKS: Final = 3
"""How many attacks are tried out at a time."""
ERRATIC: Final = 0.1
PLANNED: Final = 0.4
"""How often a plan is tried out against a recruit, and against a hasty colonel."""
PLANNING: Final = 0.9
LAST_PLANNING: Final = 0.6
FIGHTING: Final = 0.1
"""The shares of a turn for a plan of movement, for that of the last turn, and for an attack or a
trade then."""
VARIED: Final = 2
"""How many variants of the plan are tried for each temper."""
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

    def figures(self, state: Bautzen) -> Mapping[str, float]:
        """Return what counts in a position, for the German side."""
        return figures(state)

    def deserves(self, state: Bautzen, current: Policy[Bautzen]) -> float:
        """Return the share of the turn for a plan of movement or, at last, an attack or a trade."""
        is_last = state.turn == state.scenario.turns
        if isinstance(state.question, Movement):
            has_plan = isinstance(current, Officer) and current.has_plan(state)
            return 0.0 if has_plan else LAST_PLANNING if is_last else PLANNING
        return FIGHTING if is_last and isinstance(state.question, Combat | Trade) else 0.0

    def candidates(
        self, state: Bautzen, seat: Seat, current: Policy[Bautzen], rng: Random
    ) -> Iterator[Candidate[Bautzen]]:
        """Yield the current plan, then plans of other tempers, or other first answers."""
        if isinstance(state.question, Movement) and isinstance(current, Officer):
            if not current.has_plan(state):
                current.calm()
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
        """Yield plans for the segment: other thrusts, tempers, standing; and parts of all made."""
        if not isinstance(current, Officer):
            return
        disc, where = state.scenario.board.map.disc, state.where
        mine = tuple(current.moves or ())
        whole = self._whole(state, side, current, rng)
        parts = (
            Candidate(name, current.following(moves, rng))
            for name, moves in varied(mine, current.made, where.__getitem__, disc, rng)
        )
        yield from alternately(whole, parts)

    def _whole(
        self, state: Bautzen, side: Side, current: Officer, rng: Random
    ) -> Iterator[Candidate[Bautzen]]:
        """Yield plans that are not made yet: of other tempers, and varied by thrusts."""
        opponents, known = state.scenario.opponents, {plan.name for plan in current.made}
        reading = state.scenario.options.encirclement
        own = opponents.style(current.level, side, reading)
        tempers = [(name, style) for name, style in opponents.tempers(own).items()]
        rng.shuffle(tempers)
        varied_thrusts = current.variants(rng)
        for name, style in tempers:
            for what, officer in islice(varied_thrusts, VARIED):
                current.made.append(Draft(what, tuple(officer.moves or ())))
                yield Candidate(what, officer)
            if name in known:
                continue
            officer = Officer(side, rng, current.level, style)
            officer.prepare(state)
            officer.made = current.made
            current.made.append(Draft(name, tuple(officer.moves or ())))
            yield Candidate(name, officer)
        for what, officer in varied_thrusts:
            yield Candidate(what, officer)

    def occasion(self, state: Bautzen) -> Hashable:
        """8.2 - a throw is for what is asked, in a combat for that combat."""
        target = state.battle.target if state.battle else -1
        return self.stage(state), type(state.question).__name__, target

    def _attacks(
        self, state: Bautzen, side: Side, current: Policy[Bautzen]
    ) -> Iterator[Candidate[Bautzen]]:
        """Yield the attacks that look best, and the end of the segment."""
        yield Candidate("done", current, DONE)
        if not isinstance(current, Officer):
            return
        judge = Appraiser(state, side, current.style(state), current.rng)
        for order in battles.orders(judge, state)[:ATTACKS]:
            answer = Action("attack", order.target)
            yield Candidate("attack", current, answer)

    def sparring(self, seat: Seat, rng: Random) -> Policy[Bautzen]:
        """Return a sergeant, who is quick and goes for supply, a hasty colonel, or a recruit.

        A plan must not count on an enemy who plans, nor on one who does not.
        """
        drawn, side = rng.random(), Side(seat)
        if drawn < ERRATIC:
            return Recruit(side, rng)
        if drawn < ERRATIC + PLANNED:
            return Hasty(side, rng, "colonel")
        return Sergeant(side, rng, "sergeant")

    def is_quiet(self, state: Bautzen, since: Bautzen) -> bool:
        """Whether the enemy's next turn is over; in the last turn only the end is quiet."""
        return self.stage(state) > self.stage(since) + 1

    def evaluate(self, state: Bautzen, seat: Seat) -> float:
        """13 - return who has won or, before the end, how likely the seat is to."""
        if state.is_over:
            return 1.0 if winner(state) == seat else 0.0
        german = chance(state.scenario.opponents.outlook, state)
        return german if seat == Side.GERMAN else 1.0 - german
