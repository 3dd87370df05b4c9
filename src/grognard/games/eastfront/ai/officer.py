"""A policy for every question: it plans a phase at its first decision, then follows the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self

from grognard.engine.bits import numbers
from grognard.engine.game import Action
from grognard.engine.thinking import Idea, Policy
from grognard.games.eastfront import movement, overrunning
from grognard.games.eastfront import overrun as charts
from grognard.games.eastfront.advancing import Advance
from grognard.games.eastfront.ai import answers, assault
from grognard.games.eastfront.ai.judge import Judge
from grognard.games.eastfront.ai.march import MarchPlan
from grognard.games.eastfront.ai.style import opponents
from grognard.games.eastfront.declaring import Compose, Declaring
from grognard.games.eastfront.fighting import DefenceSupport, Support
from grognard.games.eastfront.parts import Lose
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.questions import (
    Activation,
    Arrive,
    Blow,
    Converting,
    Movement,
    MoveTo,
    Withdrawal,
)
from grognard.games.eastfront.reacting import LayOrder, React, ReactTo
from grognard.games.eastfront.retreating import GiveUp, RetreatTo
from grognard.games.eastfront.state import Luga
from grognard.kit.plans.varying import PLANNED, STILL, Draft

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex, Pieces
    from grognard.games.eastfront.ai.style import Style
    from grognard.kit.plans.march import Moves

DONE: Final = Action("done")
STAY: Final = Action("stay")
RATIO: Final = 5
LAUNCHES: Final = 4
"""What it takes to overrun at all, and from how many hexes it is thought of."""
SHOWN: Final = 8
"""How many of the things weighed are told."""


class Officer(Policy[Luga]):
    """Plays one side by how well counters stand and by the exact chances of attacks."""

    def __init__(self, side: Side, rng: Random, level: str, style: Style | None = None) -> None:
        self.side, self.rng, self.level = side, rng, level
        self.style = style or opponents().style(level, side)
        """How he sees the game from his side."""
        self.moves: list[tuple[PieceIndex, Hex]] = []
        self.made: list[Draft] = []
        """The plans made for this phase, to vary his own with."""
        self.planned_at = (-1, -1)
        self.goal: Hex = -1
        self.runners: Pieces = 0
        """Who is to go together for an overrun."""
        self.searched_at = (-1, -1)
        """The phase in which nobody was left to be run over."""
        self.blows: list[assault.Strike] = []
        self.spurned: set[tuple[int, int, Hex]] = set()
        """Turn, phase and hex of attacks that could not be declared as planned."""
        self._ideas: list[Idea] = []
        self._judge: Judge | None = None
        self._judged_at = (-1, -1)

    def copy(self, rng: Random) -> Self:
        """Return an officer with the same plan."""
        twin = type(self)(self.side, rng, self.level, self.style)
        twin.moves, twin.planned_at, twin.made = list(self.moves), self.planned_at, self.made
        twin.goal, twin.runners, twin.searched_at = self.goal, self.runners, self.searched_at
        twin.blows, twin.spurned = list(self.blows), set(self.spurned)
        return twin

    def ideas(self) -> Sequence[Idea]:
        """Return what was weighed for the last choice."""
        return self._ideas

    def judge(self, state: Luga) -> Judge:
        """Return who looks at the positions of this phase for this player."""
        now = (state.turn, state.segment)
        if self._judge is None or self._judged_at != now:
            self._judge, self._judged_at = Judge(state, self.side, self.style), now
        return self._judge

    def choose(self, state: Luga, options: Sequence[Action]) -> Action:
        """Return the answer to any question of the game."""
        self._ideas = []
        answer = self._answer(state, options)
        return answer if answer in options else options[-1]

    def _answer(self, state: Luga, options: Sequence[Action]) -> Action:
        match state.question:
            case Movement():
                return self._movement(state, options)
            case MoveTo():
                return self._move_to(state, options)
            case Declaring():
                return self._declare(state, options)
            case Compose() as question:
                return self._compose(state, question, options)
            case Arrive(piece=piece):
                return self._place(state, options, piece)
            case RetreatTo(pieces=pieces):
                return answers.retreat(self.judge(state), state, pieces, options)
            case ReactTo(piece=piece, target=target):
                goal = Action("to", target)
                return goal if goal in options else self._place(state, options, piece)
            case _:
                return self._settled(state, options)

    def _settled(self, state: Luga, options: Sequence[Action]) -> Action:
        """Answer what needs no plan."""
        judge = self.judge(state)
        match state.question:
            case Support():
                return answers.attack_with(judge, state, options)
            case DefenceSupport():
                return answers.defend_with(judge, state, options)
            case LayOrder() as question:
                return answers.order(judge, state, question, options)
            case React() as question:
                return answers.react(judge, state, question, options)
            case Lose():
                return answers.loss(state, options)
            case Advance():
                return answers.advance(judge, state, options)
            case Activation():
                return answers.activate(judge, state, options)
            case Blow():
                return answers.blow(state, options)
            case Withdrawal():
                return Action("release")
            case GiveUp():
                return Action("give_up")
            case Converting():
                hexes = [option for option in options if option.verb == "convert"]
                return max(hexes, key=lambda o: judge.draw.pull(o.noun), default=options[-1])
            case _:
                return options[0]

    # 10 Movement

    def _movement(self, state: Luga, options: Sequence[Action]) -> Action:
        """10.1 - overrun what can be, plan the phase once, then move whoever can go."""
        if self._find_prey(state):
            return Action("move", numbers(self.runners)[0])
        self.prepare(state)
        for number, (piece, hex_) in enumerate(self.moves):
            if Action("move", piece) not in options:
                continue
            if movement.reach_of(state, 1 << piece) >> hex_ & 1:
                del self.moves[number]
                self.goal = hex_
                return Action("move", piece)
        self.moves = []
        return DONE

    def _move_to(self, state: Luga, options: Sequence[Action]) -> Action:
        """10.1, 11.4 - join those who overrun, then run over; or go where the plan says."""
        for piece in numbers(self.runners & ~state.group):
            if Action("with", piece) in options:
                return Action("with", piece)
        if state.group:
            prey = self._best_prey(state, state.group)
            if prey >= 0:
                self.runners, self.goal = 0, -1
                return Action("overrun", prey)
        self.runners = 0
        goal, self.goal = self.goal, -1
        if state.moved & state.group:
            return STAY
        if goal >= 0:
            return Action("to", goal)
        return self._go_on(state, options)

    def _go_on(self, state: Luga, options: Sequence[Action]) -> Action:
        """11.4.4 - after an overrun: where the winners stand best with what points they have."""
        judge, here = self.judge(state), state.where[state.group.bit_length() - 1]

        def value(hex_: Hex) -> float:
            return sum(judge.at(state, piece, hex_) for piece in numbers(state.group))

        goals = {option: value(option.noun) for option in options if option.verb == "to"}
        best = max(goals, key=lambda option: goals[option], default=STAY)
        return best if best != STAY and goals[best] > value(here) else STAY

    def _find_prey(self, state: Luga) -> bool:
        """11.4 - whether a stack that has not moved can run over somebody within its reach."""
        self.runners = 0
        if state.is_mud or self.searched_at == (state.turn, state.segment):
            return False
        able = overrunning.overrunners(state) & movement.movers(state, self.side)
        able &= ~state.unsupplied
        for hex_ in numbers(state.hexes_of(able)):
            stack = state.stacks[hex_] & able
            if self._best_prey(state, stack) >= 0:
                self.runners = stack
                return True
            launch = self._launch(state, stack)
            if launch >= 0:
                self.runners, self.goal = stack, launch
                return True
        self.searched_at = (state.turn, state.segment)
        return False

    def _launch(self, state: Luga, stack: Pieces) -> Hex:
        """11.4 - a hex within reach from which a stack can run over somebody, -1 without one."""
        board, enemy = state.scenario.ground.map, ENEMY[self.side]
        attack = sum([state.attack_value(piece) for piece in numbers(stack)])
        prey = 0
        for hex_ in numbers(state.occupied(enemy)):
            if attack >= RATIO * sum([state.defence_value(p) for p in numbers(state.stacks[hex_])]):
                prey |= 1 << hex_
        reach = movement.reach_of(state, stack) & board.adjacent(prey) if prey else 0
        if not reach:
            return -1
        costs, start = movement.costs_of(state, stack), state.where[stack.bit_length() - 1]
        trial = state.copy()
        trial.events, trial.group = None, stack
        for hex_ in sorted(numbers(reach), key=lambda one: costs.get(one, 0))[:LAUNCHES]:
            for piece in numbers(stack):
                trial.put(piece, hex_)
            trial.spent = costs.get(hex_, 0)
            if trial.spent and self._best_prey(trial, stack, start) >= 0:
                return hex_
        return -1

    def _best_prey(self, state: Luga, stack: Pieces, start: Hex = -1) -> Hex:
        """11.4.3 - the hex that it serves a stack most to run over, -1 without a good one."""
        best, most = -1, 0.0
        for hex_ in numbers(overrunning.targets(state, stack)):
            case = overrunning.case_of(state, stack, hex_)
            chance = sum(charts.resolve(case, die).success for die in range(1, 11)) / 10
            if chance < self.style.overrun:
                continue
            prize = chance * self.judge(state).prey(state, stack, hex_, start)
            if prize > most:
                best, most = hex_, prize
        return best

    def has_plan(self, state: Luga) -> bool:
        """Whether the moves of this phase are planned."""
        return self.planned_at == (state.turn, state.segment)

    def prepare(self, state: Luga) -> None:
        """10.1 - plan the moves of this phase, unless they are."""
        if self.has_plan(state):
            return
        march = MarchPlan(Judge(state, self.side, self.style), state, self.rng)
        march.make()
        self.moves, self.planned_at = march.moves(), (state.turn, state.segment)
        self.made = [Draft(PLANNED, tuple(self.moves)), Draft(STILL, ())]
        self._ideas = [
            Idea("march", march.values[piece], "standing", pieces=(piece,), hexes=(hex_,))
            for piece, hex_ in self.moves[:SHOWN]
        ]

    def following(self, moves: Moves, rng: Random) -> Self:
        """Return an officer who makes these moves instead."""
        twin = self.copy(rng)
        twin.moves = list(moves)
        return twin

    # 12 Attacks

    def _declare(self, state: Luga, options: Sequence[Action]) -> Action:
        """12.1, 12.2 - declare the attacks of the best plan, then look for another."""
        if not self.blows:
            now = (state.turn, state.segment)
            found = [
                plan
                for plan in assault.plans(self.judge(state), state)
                if not any((*now, blow.target) in self.spurned for blow in plan.blows)
            ]
            self._ideas = [
                Idea(
                    "attack",
                    plan.value,
                    "exchange",
                    answer=Action("attack", plan.blows[0].target),
                    pieces=tuple(numbers(plan.blows[0].attackers)),
                    hexes=(plan.blows[0].target,),
                )
                for plan in found[:SHOWN]
            ]
            self._ideas.append(Idea("done", self.style.worthwhile, "", answer=DONE))
            if found and (found[0].value >= self.style.worthwhile or DONE not in options):
                self.blows = list(found[0].blows)
        while self.blows and Action("attack", self.blows[0].target) not in options:
            self.blows.pop(0)
        if self.blows:
            return Action("attack", self.blows[0].target)
        if DONE in options:
            return DONE
        due = [option for option in options if option.verb == "withdraw"]
        if due:
            self.spurned.add((state.turn, state.segment, due[0].noun))
        return (due or options)[0]

    def _compose(self, state: Luga, question: Compose, options: Sequence[Action]) -> Action:
        """12.1 - name the attackers of the plan, then declare."""
        blow = self.blows[0] if self.blows else None
        if blow is None or not question.targets >> blow.target & 1:
            ready = [option for option in options if option.verb.startswith("declare")]
            joining = [option for option in options if option.verb == "join"]
            return (ready or joining or [Action("abandon")])[0]
        for piece in numbers(blow.attackers & ~question.attackers):
            if Action("join", piece) in options:
                return Action("join", piece)
        self.blows.pop(0)
        wanted = Action("declare_supplied") if blow.supply else Action("declare")
        for answer in (wanted, Action("declare"), Action("declare_supplied")):
            if answer in options:
                return answer
        self.blows = []
        self.spurned.add((state.turn, state.segment, blow.target))
        return Action("abandon")

    # Places

    def _place(self, state: Luga, options: Sequence[Action], piece: PieceIndex) -> Action:
        """8.1, 14.1 - put a piece where it stands best."""
        judge = self.judge(state)
        hexes = [option for option in options if option.verb == "to"]
        if not hexes:
            return options[-1]
        ranked = sorted(hexes, key=lambda o: (-judge.at(state, piece, o.noun), o.noun))
        self._ideas = [
            Idea("to", judge.at(state, piece, option.noun), "standing", answer=option)
            for option in ranked[:SHOWN]
        ]
        return ranked[0]
