"""What Bautzen 1945 offers to whoever plays it by program."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from grognard.engine.game import Action
from grognard.engine.thinking import Adviser, Candidate, Policy
from grognard.games.bautzen.ai import battles
from grognard.games.bautzen.ai.appraise import Appraiser
from grognard.games.bautzen.ai.officer import Officer
from grognard.games.bautzen.ai.recruit import Recruit
from grognard.games.bautzen.ai.sergeant import Sergeant
from grognard.games.bautzen.ai.style import Style, Worth
from grognard.games.bautzen.outcome import Trade
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.sequence import SEGMENTS, Combat, Movement
from grognard.games.bautzen.state import Bautzen
from grognard.games.bautzen.victory import winner

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grognard.engine.game import Seat

COLONEL: Final = (
    Style(
        losses=0.85,
        threat=0.67,
        drive=0.99,
        city=0.2,
        places=0.77,
        sources=0.8,
        worth=Worth(33.0, 8.0, 9.3),
        closing=49.0,
        line=0.31,
        hunger=3.7,
        passing=0.54,
        siege=0.33,
        unguarded=8.6,
        together=1,
    ),
    Style(losses=1.3, together=0, width=3, passes=1),
)
"""By side: the German one goes for the sources of Allied supply, the Allied one unit by unit."""
GENERAL: Final = (
    Style(
        losses=1.1,
        threat=0.68,
        drive=0.93,
        city=0.23,
        places=0.56,
        sources=2.2,
        worth=Worth(20.0, 10.0, 9.5),
        closing=75.0,
        manning=30.0,
        eased=0.7,
        storm=1.0,
        ring=200.0,
        finish=3.0,
        line=0.15,
        hunger=2.3,
        passing=0.86,
        siege=0.75,
        unguarded=7.6,
        together=1,
    ),
    Style(losses=0.5, threat=0.3, line=0.15, siege=2.0),
)
"""By side: what the search begins with; the Allied one sends whole formations."""


def _tempers(style: Style) -> dict[str, Style]:
    """Return other ways of seeing the same position."""
    return {
        "bold": replace(style, losses=0.6 * style.losses, threat=0.6 * style.threat),
        "careful": replace(style, losses=1.4 * style.losses, threat=1.5 * style.threat),
        "city": replace(style, city=1.5 * style.city, drive=1.5 * style.drive),
        "places": replace(style, places=1.6 * style.places, drive=1.3 * style.drive),
        "siege": replace(style, siege=1.6 * style.siege, closing=1.5 * style.closing),
        "patient": replace(style, drive=0.6 * style.drive, line=1.8 * style.line),
    }


TEMPERS: Final = (_tempers(GENERAL[0]), _tempers(GENERAL[1]))
ATTACKS: Final = 3
"""How many attacks are tried out at a time."""
ERRATIC: Final = 0.3
"""How often a plan is tried out against a recruit: it must not count on an enemy who plans."""
DONE: Final = Action("done")


class BautzenAdviser(Adviser[Bautzen]):
    """Levels, candidate plans and the evaluation."""

    def levels(self) -> Sequence[str]:
        """Return the names of the policies, weakest first."""
        return ("recruit", "sergeant", "colonel")

    def policy(self, level: str, seat: Seat, rng: Random) -> Policy[Bautzen]:
        """Return a fresh policy of a level."""
        side = Side(seat)
        match level:
            case "recruit":
                return Recruit(side, rng)
            case "sergeant":
                return Sergeant(side, rng)
            case "colonel":
                return Officer(side, rng, COLONEL[side])
            case "general":
                return Officer(side, rng, GENERAL[side])
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
                yield from self._plans(state, Side(seat), rng)
            case Combat():
                yield from self._attacks(state, Side(seat), current)
            case _:
                for answer in state.options():
                    yield Candidate(answer.verb, current, answer)

    def _plans(self, state: Bautzen, side: Side, rng: Random) -> Iterator[Candidate[Bautzen]]:
        """Yield plans for the rest of the movement segment, each in another temper."""
        tempers = list(TEMPERS[side])
        rng.shuffle(tempers)
        for name in tempers:
            officer = Officer(side, rng, TEMPERS[side][name])
            officer.prepare(state)
            yield Candidate(name, officer)

    def _attacks(
        self, state: Bautzen, side: Side, current: Policy[Bautzen]
    ) -> Iterator[Candidate[Bautzen]]:
        """Yield the attacks that look best, and the end of the segment."""
        yield Candidate("done", current, DONE)
        for order in battles.orders(Appraiser(state, side, GENERAL[side]), state)[:ATTACKS]:
            answer = Action("attack", order.target)
            yield Candidate("attack", current, answer)

    def sparring(self, seat: Seat, rng: Random) -> Policy[Bautzen]:
        """Return a colonel, or now and then somebody who does what nobody expects."""
        if rng.random() < ERRATIC:
            return Recruit(Side(seat), rng)
        return Officer(Side(seat), rng, COLONEL[seat])

    def is_quiet(self, state: Bautzen, since: Bautzen) -> bool:
        """Whether another turn is about to begin; in the last one, only its end is quiet."""
        return state.turn > since.turn

    def evaluate(self, state: Bautzen, seat: Seat) -> float:
        """13 - return who has won: trials begin in the last turn and go on to its end."""
        return 1.0 if winner(state) == seat else 0.0
