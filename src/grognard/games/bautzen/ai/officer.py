"""A policy for every question: it plans a segment at its first decision, then follows the plan."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from math import inf
from typing import TYPE_CHECKING, Final, Self

from grognard.engine.bits import numbers
from grognard.engine.game import Action
from grognard.engine.thinking import Idea, Policy
from grognard.games.bautzen import movement, retreat
from grognard.games.bautzen.ai import battles
from grognard.games.bautzen.ai.appraise import Appraiser
from grognard.games.bautzen.ai.duel import step_costs
from grognard.games.bautzen.ai.lore import lore_of
from grognard.games.bautzen.ai.march import Planner
from grognard.games.bautzen.ai.opening import Deployment
from grognard.games.bautzen.fighting import Commit, Compose, DefenceSupport
from grognard.games.bautzen.outcome import Advance, Lose, Retreat, Trade, battle_of
from grognard.games.bautzen.printed import Side
from grognard.games.bautzen.questions import MoveTo, Release, SetUpPiece
from grognard.games.bautzen.sequence import Combat, Movement, OfferSetUp
from grognard.games.bautzen.stacking import fits
from grognard.games.bautzen.state import Bautzen
from grognard.kit.plans.blows import cumulative, losing_steps
from grognard.kit.plans.varying import PLANNED, STILL, Draft

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.ai.style import Style
    from grognard.games.bautzen.state import PieceIndex
    from grognard.kit.plans.attacks import Order
    from grognard.kit.plans.march import Moves, Thrust

DONE: Final = Action("done")
FIGHT: Final = Action("fight")
STAY: Final = Action("stay")
ENOUGH: Final = Action("enough")
SEAL: Final = Action("seal")
HALT: Final = Action("halt")
FREE: Final = Action("free")
MOST_THRUSTS: Final = 5
"""How many thrusts of a plan are left out by way of trial, and how many others put first."""
WORTHWHILE: Final = 0.2
"""What an attack must promise to be made at all."""


class Officer(Policy[Bautzen]):
    """Plays one side by the appraisal of positions, in one style."""

    def __init__(self, side: Side, rng: Random, level: str, style: Style | None = None) -> None:
        self.side, self.rng, self.level = side, rng, level
        self._style = style
        self.moves: list[tuple[PieceIndex, Hex]] | None = None
        self.planned_at = (-1, -1)
        self.made: list[Draft] = []
        """The plans made for this segment, to vary his own with."""
        self._plan_ideas: list[Idea] = []
        """What the plan is, in words, for every decision that carries it out."""
        self._planner: Planner | None = None
        """What the plan was made with: it makes others from the same start."""
        self.goal: Hex = -1
        self.order: Order | None = None
        self._deployment: Deployment | None = None
        self._ideas: list[Idea] = []
        self._doing: tuple[PieceIndex, ...] | None = None
        """Who carries the plan out with this answer; None where it is about something else."""

    def copy(self, rng: Random) -> Self:
        """Return an officer with the same plan."""
        twin = type(self)(self.side, rng, self.level, self._style)
        twin.moves = None if self.moves is None else self.moves[:]
        twin.planned_at, twin.goal, twin.order = self.planned_at, self.goal, self.order
        twin.made = self.made
        twin._plan_ideas, twin._deployment = self._plan_ideas, self._deployment
        return twin

    def variants(self, rng: Random) -> Iterator[tuple[str, Self]]:
        """Yield officers with other plans for the segment, each with a name for it.

        By turns: a thrust against a hex that the plan leaves alone comes first; one of its thrusts
        is not made, and its units look for something else; last, everybody stands.
        """
        planner = self._planner
        if planner is None or not self.moves:
            return
        made = planner.thrusts[:MOST_THRUSTS]
        for other, without in zip_longest(planner.others(MOST_THRUSTS), made):
            if other is not None:
                yield "instead", self._with_plan(planner, rng, first=other)
            if without is not None:
                yield "spared", self._with_plan(planner, rng, without=[without])
        yield STILL, self.following((), rng)

    def following(self, moves: Moves, rng: Random) -> Self:
        """Return an officer who makes these moves instead."""
        twin = self.copy(rng)
        twin.moves, moving = list(moves), {piece for piece, _ in moves}
        twin._plan_ideas = [
            idea for idea in self._plan_ideas if moving and moving.issuperset(idea.pieces)
        ]
        return twin

    def calm(self) -> None:
        """See things as the level does again: a temper is for one plan."""
        self._style = None

    def _with_plan(
        self,
        planner: Planner,
        rng: Random,
        first: Thrust | None = None,
        without: Sequence[Thrust] = (),
    ) -> Self:
        twin = self.copy(rng)
        twin._take(planner, planner.plan(first, without))
        return twin

    def ideas(self) -> Sequence[Idea]:
        """Return what was weighed last, or the plan, marked what is being done of it."""
        if self._doing is None:
            return self._ideas
        return [
            idea._replace(is_taken=any(piece in idea.pieces for piece in self._doing))
            for idea in self._plan_ideas
        ]

    def choose(self, state: Bautzen, options: Sequence[Action]) -> Action:
        """Return an answer to the question that is asked."""
        self._ideas, self._doing = [], None
        if len(options) == 1:
            return options[0]
        question = state.question
        match question:
            case Movement():
                return self._next_move(state)
            case MoveTo():
                return self._move_to(state, question, options)
            case Combat():
                return self._next_attack(state)
            case Compose():
                return self._compose(state, question, options)
            case DefenceSupport():
                return self._defence_support(state, options)
            case Commit():
                return self._commit(state, options)
            case Trade() as question:
                return self._trade(state, question.steps, options)
            case Lose():
                return self._lose(state, options)
            case Retreat():
                return self._retreat(state, question, options)
            case Advance():
                return self._advance(state, options)
            case SetUpPiece():
                return self._set_up(state, question, options)
            case OfferSetUp():
                is_free = self._deploy(state).is_free and FREE in options
                return FREE if is_free else options[0]
            case Release():
                return options[0]
            case _:
                return self._nearest_home(options)

    def _nearest_home(self, options: Sequence[Action]) -> Action:
        """4.3 - go on with a withdrawal by the first way there is."""
        return options[0]

    def style(self, state: Bautzen) -> Style:
        """Return how he sees things: as the scenario has it for his level, if not otherwise."""
        if self._style is None:
            scenario = state.scenario
            reading = scenario.options.encirclement
            self._style = scenario.opponents.style(self.level, self.side, reading)
        return self._style

    def _judge(self, state: Bautzen) -> Appraiser:
        return Appraiser(state, self.side, self.style(state), self.rng)

    # Movement

    def _next_move(self, state: Bautzen) -> Action:
        """4.1 - make the next move of the plan that is possible now."""
        self.prepare(state)
        moves = self.moves or []
        for number, (piece, hex_) in enumerate(moves):
            if not state.moved >> piece & 1 and self._can_go(state, piece, hex_):
                self.goal = hex_
                self.moves = moves[:number] + moves[number + 1 :]
                self._tell_plan(piece)
                return Action("move", piece)
        self._tell_plan()
        return DONE

    def _tell_plan(self, *pieces: PieceIndex) -> None:
        """Keep for whoever asks why that the plan is carried out, now by these pieces."""
        self._doing = pieces

    def prepare(self, state: Bautzen) -> None:
        """Plan the movement segment, unless that is done."""
        if not self.has_plan(state):
            self._plan(state)

    def has_plan(self, state: Bautzen) -> bool:
        """Whether the movement segment of this position has been planned."""
        return self.moves is not None and self.planned_at == (state.turn, state.segment)

    def _can_go(self, state: Bautzen, piece: PieceIndex, hex_: Hex) -> bool:
        present = state.owned[self.side] | state.waiting[self.side]
        if not present >> piece & 1:
            return False
        return bool(movement.reach(state, self.side, 1 << piece) >> hex_ & 1)

    def _plan(self, state: Bautzen) -> None:
        planner = self._planner = Planner(state, self.side, self.style(state), self.rng)
        self.planned_at = (state.turn, state.segment)
        best = -inf
        for _ in range(max(1, self.style(state).plans)):
            moves = planner.plan()
            if planner.best > best:
                best = planner.best
                self._take(planner, moves)
        self.made = [Draft(PLANNED, tuple(self.moves or ())), Draft(STILL, ())]

    def _take(self, planner: Planner, moves: list[tuple[PieceIndex, Hex]]) -> None:
        """Take up the plan that a planner has just made, and keep it in words."""
        self.moves = moves
        self._ideas = [
            Idea(
                thrust.what,
                thrust.gain,
                pieces=tuple(piece for piece, _ in thrust.moves),
                hexes=(thrust.target,),
            )
            for thrust in planner.thrusts
        ]
        self._ideas += [
            Idea("then", a.value, pieces=tuple(numbers(a.attackers)), hexes=(a.target,))
            for a in planner.judge.coming(planner.trial)
        ]
        self._plan_ideas = self._ideas

    def _move_to(self, state: Bautzen, question: MoveTo, options: Sequence[Action]) -> Action:
        """4.1 - go where the plan says; a piece that another has picked, where it stands best."""
        if self.goal < 0:
            return self._best_place(state, question.pieces, options)
        wanted = Action("to", self.goal)
        self._tell_plan(*numbers(question.pieces))
        return wanted if wanted in options else STAY

    def _best_place(self, state: Bautzen, pieces: int, options: Sequence[Action]) -> Action:
        """Return the hex in which pieces make the position best, or that they stay."""
        judge, trial = self._judge(state), state.copy()
        members = [(piece, state.where[piece]) for piece in numbers(pieces)]
        for answer in options:
            if answer.verb == "stay":
                self._note(answer, judge.value(trial))
            elif answer.verb == "to":
                for piece, _ in members:
                    trial.place(piece, answer.noun, self.side)
                self._note(answer, judge.value(trial))
                for piece, hex_ in members:
                    trial.place(piece, hex_, self.side)
        return self._best_noted() or options[0]

    def _note(self, answer: Action, value: float, reason: str = "", number: int = 0) -> None:
        """Keep what an answer was worth, for whoever asks why."""
        self._ideas.append(Idea(answer.verb, value, reason, answer=answer, number=number))

    def _best_noted(self) -> Action | None:
        """Return the answer that was worth most, the first of several."""
        best = max(self._ideas, key=lambda idea: idea.value, default=None)
        return best and best.answer

    # Attack

    def _next_attack(self, state: Bautzen) -> Action:
        """8.1 - make the best attack that is worth making."""
        judge = self._judge(state)
        found = battles.orders(judge, state)
        self._ideas = [_idea(order) for order in found]
        self._note(DONE, WORTHWHILE)
        planned = battles.planned(judge, state, found, WORTHWHILE)
        if not planned:
            return DONE
        self.order = planned[0]
        return Action("attack", self.order.target)

    def _compose(self, state: Bautzen, question: Compose, options: Sequence[Action]) -> Action:
        """8.2 - name attackers and supports as ordered; without an order, as seems best."""
        order = self.order
        if order is None or order.target != question.target or not question.attackers:
            order = self.order = battles.best_on(self._judge(state), state, question.target)
            self._ideas = [_idea(order)] if order else []
        if order is None:
            return options[0]
        for verb, wanted in (
            ("join", order.attackers & ~question.attackers),
            ("support", order.supports & ~question.supports),
        ):
            for piece in numbers(wanted):
                answer = Action(verb, piece)
                if answer in options:
                    return answer
        return FIGHT if FIGHT in options else options[0]

    # Defence, and what to spend

    def _defence_support(self, state: Bautzen, options: Sequence[Action]) -> Action:
        """9.1 - name support where it lowers the column enough to matter."""
        helpers = [answer.noun for answer in options if answer.verb == "support"]
        judge = self._judge(state)
        column, die = battles.column_now(state)
        everyone = sum(1 << helper for helper in helpers)
        lowest, _ = battles.column_now(state, everyone)
        if lowest == column:
            return ENOUGH
        saved = battles.stake(state, judge, column, die) - battles.stake(state, judge, lowest, die)
        self._note(ENOUGH, 0.0)
        helped = Idea("helped", saved - 1.0, pieces=tuple(helpers), is_taken=saved >= 1.0)
        self._ideas.append(helped)
        if saved < 1.0:
            return ENOUGH
        pieces = state.scenario.pieces
        helpers.sort(key=lambda helper: pieces[helper].support)
        for helper in helpers:
            if battles.column_now(state, 1 << helper)[0] == lowest:
                return Action("support", helper)
        return Action("support", helpers[-1])

    def _commit(self, state: Bautzen, options: Sequence[Action]) -> Action:
        """8.2.1 - spend supply columns and aircraft while a column is worth their price."""
        battle = battle_of(state)
        attacks = battle.side == self.side
        spent = state.sealed[self.side].bit_count()
        judge = self._judge(state)
        sign = 1 if attacks else -1
        column, die = battles.column_now(state, sealed=sign * spent)
        shifted, _ = battles.column_now(state, sealed=sign * (spent + 1))
        if shifted == column:
            return SEAL
        won = battles.stake(state, judge, shifted, die) - battles.stake(state, judge, column, die)
        won *= sign
        self._note(SEAL, 0.0)
        for answer in options:
            if answer.verb == "commit":
                self._note(answer, won - self._price(state, answer.noun, attacks=attacks))
                if self._ideas[-1].value > 0:
                    return answer
        return SEAL

    def _price(self, state: Bautzen, piece: PieceIndex, *, attacks: bool) -> float:
        """Return what a supply column or an aircraft is worth if it is not spent now."""
        if state.turn == state.scenario.turns and (self.side is Side.ALLIED or attacks):
            return 0.3
        if state.scenario.aircraft >> piece & 1:
            return 0.8 if attacks else 1.6
        if self.side is Side.ALLIED:
            return 0.6 if attacks else 1.0
        return 2.0

    def _trade(self, state: Bautzen, result: int, options: Sequence[Action]) -> Action:
        """8.5.1 - choose how many steps of a result to trade for hexes."""
        battle = battle_of(state)
        judge = self._judge(state)
        lore = judge.lore
        target = battle.target
        units = state.units_at(target)
        sums = cumulative(step_costs(lore, state, units))
        each = sum(
            lore.worth[p][state.steps[p]] - lore.worth[p][state.steps[p] - 1]
            for p in numbers(units)
        )
        returned = state.scenario.options.returns_traded_steps
        ground = lore.ground[target] * (0.4 + 0.6 * judge.urgency)
        best, answer = 1e9, options[0]
        for option in options:
            hexes = option.noun
            lost = result - hexes
            cost = losing_steps(sums, lost)
            if lost >= len(sums) - 1:
                cost += ground
            elif hexes:
                if retreat.is_blocked(state, self.side, state.stacks[target], hexes):
                    cost = losing_steps(sums, result) + each if returned else cost + each
                else:
                    cost += ground + 0.3 * (hexes - 1)
            self._note(option, -cost, "losing", lost)
            if cost < best - 1e-9:
                best, answer = cost, option
        return answer

    def _lose(self, state: Bautzen, options: Sequence[Action]) -> Action:
        """8.3 - lose the step that costs least."""
        worth = lore_of(state.scenario).worth

        for answer in options:
            left = state.steps[answer.noun]
            values = worth[answer.noun]
            self._note(answer, values[left - 1] - values[left])
        return self._best_noted() or options[0]

    def _retreat(self, state: Bautzen, question: Retreat, options: Sequence[Action]) -> Action:
        """8.5.1 - retreat to where the position is best."""
        judge, trial = self._judge(state), state.copy()
        members = numbers(question.pieces)
        for answer in options:
            for piece in members:
                trial.place(piece, answer.noun, self.side)
            self._note(answer, judge.standing(trial))
        return self._best_noted() or options[0]

    def _advance(self, state: Bautzen, options: Sequence[Action]) -> Action:
        """8.4 - advance with whoever makes the position better."""
        judge, trial = self._judge(state), state.copy()
        target, able = battle_of(state).target, [a for a in options if a.verb == "advance"]
        self._note(HALT, judge.standing(trial))
        for answer in able:
            self._note(answer, self._together(judge, trial.copy(), target, answer, able))
        return self._best_noted() or HALT

    def _together(
        self,
        judge: Appraiser,
        trial: Bautzen,
        target: Hex,
        first: Action,
        able: Sequence[Action],
    ) -> float:
        """8.4 - return how good it is that one advances, with those who had better come along.

        One alone may be worse off than none where two are better off.
        """
        trial.place(first.noun, target, self.side)
        best = value = judge.standing(trial)
        for other in able:
            stack = trial.stacks[target]
            if other != first and fits(trial.scenario, target, stack | 1 << other.noun):
                here = trial.where[other.noun]
                trial.place(other.noun, target, self.side)
                value = judge.standing(trial)
                if value < best:
                    trial.place(other.noun, here, self.side)
                best = max(best, value)
        return best

    def _set_up(self, state: Bautzen, question: SetUpPiece, options: Sequence[Action]) -> Action:
        """12 - set up as the opening has it."""
        return self._deploy(state).place(question.piece, options)

    def _deploy(self, state: Bautzen) -> Deployment:
        if self._deployment is None:
            self._deployment = Deployment(state, self.side, self.rng)
        return self._deployment


class Hasty(Officer):
    """Sees things as his level does, but looks at fewer places, once, one formation at a time."""

    def style(self, state: Bautzen) -> Style:
        """Return the style of his level, in haste."""
        if self._style is None:
            self._style = replace(
                super().style(state), width=4, passes=1, together=1, guesses=1, plans=1
            )
        return self._style


def _idea(order: Order) -> Idea:
    """Return an attack as something that was weighed."""
    answer, attackers = Action("attack", order.target), tuple(numbers(order.attackers))
    return Idea("attack", order.value, "with", answer=answer, pieces=attackers)
