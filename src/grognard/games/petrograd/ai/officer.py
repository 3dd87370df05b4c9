"""A policy for every question: it plans a phase at its first decision, then follows the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self

from grognard.engine.bits import numbers
from grognard.engine.game import Action
from grognard.engine.thinking import Idea, Policy
from grognard.games.petrograd import movement
from grognard.games.petrograd.advancing import Advance, AdvanceTo, SecondHex
from grognard.games.petrograd.ai import answers, assault
from grognard.games.petrograd.ai.judge import Judge
from grognard.games.petrograd.ai.march import March
from grognard.games.petrograd.city import District
from grognard.games.petrograd.fighting import Compose, DefenceSupport
from grognard.games.petrograd.outcome import ChooseResult
from grognard.games.petrograd.parts import Lose
from grognard.games.petrograd.questions import (
    Arrive,
    Digging,
    MoveTo,
    Press,
    Rail,
    RailTo,
    Refitting,
    Station,
)
from grognard.games.petrograd.retreating import RetreatTo
from grognard.games.petrograd.sequence import Attack, Movement
from grognard.games.petrograd.state import Petrograd
from grognard.kit.plans.varying import PLANNED, STILL, Draft

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.games.petrograd.ai.assault import Plan
    from grognard.games.petrograd.ai.style import Style
    from grognard.games.petrograd.printed import Side
    from grognard.kit.plans.march import Moves

DONE: Final = Action("done")
STAY: Final = Action("stay")
FIGHT: Final = Action("fight")
NIGHT: Final = Action("night")
SHOWN: Final = 8
"""How many of the things weighed are told."""


class Officer(Policy[Petrograd]):
    """Plays one side by how well counters stand and by the exact chances of combats."""

    def __init__(self, side: Side, rng: Random, level: str, style: Style | None = None) -> None:
        self.side, self.rng, self.level = side, rng, level
        self._style = style
        self.moves: list[tuple[PieceIndex, Hex]] = []
        self.planned_at = (-1, -1)
        self.made: list[Draft] = []
        """The plans made for this phase, to vary his own with."""
        self.goal: Hex = -1
        self.plan: Plan | None = None
        self._ideas: list[Idea] = []
        self._judge: Judge | None = None
        self._judged_at = (-1, -1)

    def style(self, state: Petrograd) -> Style:
        """Return how he sees the game: as the scenario has it, if not told otherwise."""
        if self._style is None:
            self._style = state.scenario.opponents.style(self.level, self.side)
        return self._style

    def see_as(self, style: Style) -> None:
        """See the game otherwise from now on."""
        self._style = style

    def copy(self, rng: Random) -> Self:
        """Return an officer with the same plan."""
        twin = type(self)(self.side, rng, self.level, self._style)
        twin.moves, twin.planned_at, twin.made = list(self.moves), self.planned_at, self.made
        twin.goal, twin.plan = self.goal, self.plan
        return twin

    def ideas(self) -> Sequence[Idea]:
        """Return what was weighed for the last choice."""
        return self._ideas

    def judge(self, state: Petrograd) -> Judge:
        """Return who looks at the positions of this phase for this player.

        Who could come where is reckoned once in a phase, for every answer but the plan of a march.
        """
        now = (state.turn, state.segment)
        if self._judge is None or self._judged_at != now:
            self._judge, self._judged_at = Judge(state, self.side, self.style(state)), now
        return self._judge

    def choose(self, state: Petrograd, options: Sequence[Action]) -> Action:
        """Return the answer to any question of the game."""
        self._ideas = []
        answer = self._answer(state, options)
        return answer if answer in options else options[-1]

    def _answer(self, state: Petrograd, options: Sequence[Action]) -> Action:
        match state.question:
            case Movement():
                return self._movement(state, options)
            case MoveTo():
                return Action("to", self.goal) if self.goal >= 0 else STAY
            case Attack():
                return self._attack(state)
            case Compose() as question:
                return self._compose(state, question, options)
            case Rail():
                return self._rail(state, options)
            case RailTo(piece=piece):
                return self._place(state, options, piece)
            case Arrive(piece=piece) | District(piece=piece):
                return self._place(state, options, piece)
            case Station():
                return self._place(state, options, state.scenario.tables.prize)
            case SecondHex(piece=piece) | AdvanceTo(piece=piece):
                return self._place(state, options, piece)
            case RetreatTo() as question:
                return self._retreat(state, options, question)
            case _:
                return self._settled(state, options)

    def _settled(self, state: Petrograd, options: Sequence[Action]) -> Action:
        """Answer what needs no plan."""
        match state.question:
            case DefenceSupport():
                return answers.defend(self.judge(state), state, options)
            case ChooseResult(role=role):
                self._ideas = answers.results(self.judge(state), state, role)
                best = max(self._ideas, key=lambda idea: idea.value)
                return best.answer or options[0]
            case Lose():
                return answers.loss(self.judge(state), state, options)
            case Advance() as question:
                return answers.advance(self.judge(state), state, question, options)
            case Refitting():
                return answers.refit(state, options)
            case Digging():
                return answers.dig(self.judge(state), state, options)
            case Press():
                return Action("press")
            case _:
                return options[0]

    # 7 Movement

    def _movement(self, state: Petrograd, options: Sequence[Action]) -> Action:
        """7.1 - plan the phase once, then move whoever can go where he is to go."""
        self.prepare(state)
        for number, (piece, hex_) in enumerate(self.moves):
            if self._can_go(state, options, piece, hex_):
                del self.moves[number]
                self.goal = hex_
                return Action("move", piece)
        self.moves = []
        return DONE

    def has_plan(self, state: Petrograd) -> bool:
        """Whether the moves of this phase are planned."""
        return self.planned_at == (state.turn, state.segment)

    def prepare(self, state: Petrograd) -> None:
        """7.1 - plan the moves of this phase, unless they are."""
        if not self.has_plan(state):
            self._make_plan(state)

    def following(self, moves: Moves, rng: Random) -> Self:
        """Return an officer who makes these moves instead."""
        twin = self.copy(rng)
        twin.moves = list(moves)
        return twin

    def _can_go(
        self, state: Petrograd, options: Sequence[Action], piece: PieceIndex, hex_: Hex
    ) -> bool:
        reach = movement.reach(state, piece)
        return Action("move", piece) in options and bool(reach >> hex_ & 1)

    def _make_plan(self, state: Petrograd) -> None:
        """7.1 - find a place for everybody."""
        march = March(Judge(state, self.side, self.style(state)), state, self.rng)
        march.make()
        self.moves, self.planned_at = march.moves(), (state.turn, state.segment)
        self.made = [Draft(PLANNED, tuple(self.moves)), Draft(STILL, ())]
        self._ideas = [
            Idea("march", march.values[piece], "standing", pieces=(piece,), hexes=(hex_,))
            for piece, hex_ in self.moves
        ]

    # 8 Combat

    def _attack(self, state: Petrograd) -> Action:
        """8.1 - make the attack that promises most, if any is worth it."""
        found, worthwhile = assault.plans(self.judge(state), state), self.style(state).worthwhile
        self.plan = found[0] if found and found[0].value >= worthwhile else None
        self._ideas = [
            Idea(
                "attack",
                plan.value,
                "exchange",
                answer=Action("attack", plan.target),
                pieces=tuple(numbers(plan.attackers)),
                hexes=(plan.target,),
            )
            for plan in found[:SHOWN]
        ]
        self._ideas.append(Idea("done", worthwhile, "", answer=DONE))
        return Action("attack", self.plan.target) if self.plan else DONE

    def _compose(self, state: Petrograd, question: Compose, options: Sequence[Action]) -> Action:
        """8.2.1 - name the attackers and supports of the plan, then fight."""
        plan = self.plan
        if plan is None or plan.target != question.target:
            plan = self.plan = assault.best_on(self.judge(state), state, question.target)
        if plan is None:
            return options[0]
        steps = [Action("join", piece) for piece in self._troops_first(state, plan)]
        steps += [Action("support", piece) for piece in numbers(plan.supports)]
        for step in steps:
            if step in options:
                return step
        if plan.is_night and NIGHT in options:
            return NIGHT
        return FIGHT if FIGHT in options else options[0]

    def _troops_first(self, state: Petrograd, plan: Plan) -> list[PieceIndex]:
        troops = state.scenario.kinds.troops
        return [*numbers(plan.attackers & troops), *numbers(plan.attackers & ~troops)]

    # Places

    def _weigh(
        self, options: Sequence[Action], value: Callable[[Hex], float], other: float
    ) -> Action:
        """Return the best of some hexes, or the answer that takes none of them."""
        best, most = options[-1], float("-inf")
        for option in options:
            worth = value(option.noun) if option.verb == "to" else other
            self._ideas.append(Idea(option.verb, worth, "standing", answer=option))
            if worth > most:
                best, most = option, worth
        self._ideas.sort(key=lambda idea: -idea.value)
        del self._ideas[SHOWN:]
        return best

    def _place(self, state: Petrograd, options: Sequence[Action], piece: PieceIndex) -> Action:
        """3.2, 7.5, 8.2.7 - put a piece where it stands best; one not on the map comes."""
        judge, here = self.judge(state), state.where[piece]
        other = judge.at(state, piece, here) if here >= 0 else -50.0
        return self._weigh(options, lambda hex_: judge.at(state, piece, hex_), other)

    def _retreat(self, state: Petrograd, options: Sequence[Action], question: RetreatTo) -> Action:
        """8.2.6 - go where the retreating pieces stand best."""
        judge, pieces = self.judge(state), numbers(question.pieces)
        return self._weigh(
            options, lambda hex_: sum(judge.at(state, piece, hex_) for piece in pieces), 0.0
        )

    def _rail(self, state: Petrograd, options: Sequence[Action]) -> Action:
        """7.5 - send the piece that gains most by rail, if any gains much."""
        judge = self.judge(state)
        best, most = DONE, answers.RAIL_GAIN
        for option in options:
            if option.verb != "rail":
                continue
            gain = answers.rail_gain(judge, state, option.noun)
            self._ideas.append(Idea("rail", gain, "standing", answer=option))
            if gain > most:
                best, most = option, gain
        self._ideas.append(Idea("done", answers.RAIL_GAIN, "", answer=DONE))
        self._ideas.sort(key=lambda idea: -idea.value)
        del self._ideas[SHOWN:]
        return best
