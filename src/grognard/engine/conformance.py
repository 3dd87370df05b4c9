"""What every game must pass, ours or anybody's: random games with every promise checked.

From a shell: ``grognard conformance my_package.my_game:MyGame --games 20``.
A random game stops at its first finding, so that one fault is not reported as ten.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any, Final

from grognard.engine.findings import CHECKS, ConformanceReport, Finding, Sampling
from grognard.engine.game import CHANCE, SPECTATOR, Action, IllegalAction, apply, lone_answer
from grognard.engine.journal import Journal, digest, replay
from grognard.engine.prompt import action_of, typed
from grognard.engine.registry import AnyGame, NotAPosition
from grognard.engine.session import Session
from grognard.wire.made import fault

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grognard.engine.game import Seat, State
    from grognard.wire import Answer

__all__ = ["CHECKS", "ConformanceReport", "Finding", "Sampling", "check_game"]

USUAL: Final = Sampling()
LANGS: Final = ("en", "fr")


class _Stop(Exception):
    """The game being checked has a finding; go on with the next."""


def check_game(
    game: AnyGame,
    scenario: Any = None,
    seeds: Iterable[int] = range(10),
    sampling: Sampling = USUAL,
) -> ConformanceReport:
    """Play one random game per seed and check every promise of `CHECKS` on the way."""
    scenario = game.load() if scenario is None else scenario
    report = ConformanceReport(game.id, game.scenario_id(scenario))
    begun = time.perf_counter()
    for seed in seeds:
        trial = _Trial(game, scenario, seed, sampling, report)
        trial.run()
        report.games += 1
    if report.ok and not report.checked["position"]:
        report.findings.append(Finding("position", 0, 0, "no position was ever written"))
    report.seconds = time.perf_counter() - begun
    return report


class _Trial:
    """One random game under examination."""

    def __init__(
        self, game: AnyGame, scenario: Any, seed: int, sampling: Sampling, report: ConformanceReport
    ) -> None:
        self.game, self.scenario, self.seed = game, scenario, seed
        self.sampling, self.report = sampling, report
        self.rng = Random(seed)
        self.digests: dict[int, str] = {}
        self.barrier = 0
        self.step = 0

    def run(self) -> None:
        """Play the game to its end, or to its first finding."""
        try:
            with self._check("crash"):
                self.session = Session.begin(self.game, self.scenario, rng=self.rng)
                self._printed()
                self._play()
        except _Stop:
            pass
        self.report.decisions += self.step
        self.report.longest = max(self.report.longest, self.step)

    @contextmanager
    def _check(self, check: str) -> Iterator[None]:
        """Note whatever is raised inside as a finding of this check, and stop the game."""
        self.report.checked[check] += 1
        try:
            yield
        except _Stop:
            raise
        except Exception as error:
            fault = str(error) if isinstance(error, AssertionError) else repr(error)
            self.report.findings.append(Finding(check, self.seed, self.step, fault))
            raise _Stop from error

    def _play(self) -> None:
        while not self.session.state.is_over:
            self._limit()
            options = self._options()
            with self._check("invariants"):
                broken = self.game.invariants(self.session.state)
                _demand(not broken, "; ".join(broken))
            if self.step == 0 or self.rng.random() * self.sampling.every < 1:
                self._inspect(options)
                self._undo(self._choice(options))
            else:
                self._advance(self._choice(options))
        self._finish()

    def _limit(self) -> None:
        with self._check("length"):
            limit = self.sampling.limit
            _demand(self.step < limit, f"not over after {limit} decisions")

    def _options(self) -> Sequence[Action]:
        """Return the answers to the current question, once they have passed."""
        state = self.session.state
        with self._check("dead-end"):
            seat, options = state.seat, state.options()
            _demand(seat in range(CHANCE, len(self.game.seats)), f"there is no seat {seat}")
            _demand(len(options) > 0, f"no answer to {state.question}")
        with self._check("duplicate-option"):
            twice = [action for action, n in Counter(options).items() if n > 1]
            _demand(not twice, f"{state.question} offers {twice} twice")
        with self._check("stability"):
            _demand(list(options) == list(state.options()), f"{state.question} changes its mind")
        return options

    def _advance(self, action: Action) -> None:
        """Play an action, and remember how far back an undo may go."""
        before = self.session.state
        seat, reveals = before.seat, before.reveals
        unasked = lone_answer(before, watched=False)
        self.session.play(action)
        with self._check("routine"):
            self._routine(unasked, reveals)
        self.step += 1
        if self._closes(seat, reveals):
            self.barrier = self.step

    def _routine(self, unasked: Action | None, reveals: int) -> None:
        """Demand that an answer that a player was not asked for did nothing that is his own act."""
        state = self.session.state
        if unasked:
            _demand(not state.is_over, f"{unasked} is called routine and ends the game")
            _demand(state.seat != CHANCE, f"{unasked} is called routine and throws")
            _demand(state.reveals == reveals, f"{unasked} is called routine and reveals")

    def _closes(self, seat: Seat, reveals: int) -> bool:
        """Whether the last answer, of that seat, may not be taken back."""
        state = self.session.state
        if state.is_over or seat == CHANCE or state.reveals != reveals:
            return True
        return state.seat not in (seat, CHANCE)

    def _inspect(self, options: Sequence[Action]) -> None:
        """Make the costly checks at this step, the most basic ones first."""
        self.digests[self.step] = before = digest(self.session.state)
        self._copy(options, before)
        self._illegal(options, before)
        self._names(options)
        self._answers(options)
        for seat in range(len(self.game.seats)):
            for _ in range(self.sampling.draws):
                other = self._view(seat, before)
                self._spectator(other)
                if seat == self.session.state.seat:
                    self._reveals(self._choice(options), other)
        self._position(before)

    def _copy(self, options: Sequence[Action], before: str) -> None:
        state = self.session.state
        with self._check("copy"):
            other = state.copy()
            _demand(other.events is None, "a copy notes events")
            _demand(digest(other) == before, "a copy differs from the original")
            asked = list(other.options())
            self._play_on(other)
            _demand(digest(state) == before, "playing on a copy changed the original")
        with self._check("stability"):
            _demand(asked == list(options), f"a copy answers {state.question} differently")
            _demand(list(state.options()) == list(options), f"{state.question} changes its mind")
            _demand(digest(state) == before, "asking for the options changed the position")

    def _play_on(self, state: State) -> None:
        for _ in range(self.sampling.steps):
            if state.is_over or not (options := state.options()):
                return
            apply(state, self._choice(options))

    def _illegal(self, options: Sequence[Action], before: str) -> None:
        legal = set(options)
        nouns = [-1, 0, 1, 10**6, options[-1].noun + 1]
        wrong = [Action(verb, noun) for verb in self.game.verbs for noun in nouns]
        with self._check("illegal"):
            for action in self.rng.sample(wrong, min(8, len(wrong))):
                if action not in legal:
                    _demand(self._refuses(action), f"{action} was not offered, but accepted")
            _demand(digest(self.session.state) == before, "a refused answer changed the position")

    def _refuses(self, action: Action) -> bool:
        try:
            self.session.play(action)
        except IllegalAction:
            return True
        return False

    def _names(self, options: Sequence[Action]) -> None:
        state, game = self.session.state, self.game
        with self._check("names"):
            for action in self.rng.sample(list(options), min(len(options), self.sampling.names)):
                text = game.write_action(state, action)
                journal = Journal.begin(game, game.scenario_id(self.scenario))
                journal.record(game.seat_name(state.seat), text)
                [(_, read)] = Journal.parse(journal.format()).moves()
                again = game.read_action(state, read)
                _demand(again == action, f"{action} is written {text!r}, read as {again}")

    def _view(self, seat: Seat, before: str) -> State:
        """Draw anew what the seat cannot see; return that position, which must look the same."""
        state, game = self.session.state, self.game
        with self._check("view"):
            view = game.view(state, seat)
            asked = tuple(state.options()) if seat == state.seat else ()
            _demand((view.seat, view.to_move) == (seat, state.seat), "seat or to_move is wrong")
            _demand(view.options == asked, f"seat {seat} is shown options that are not its own")
            other: State = game.reshuffle_hidden(state, seat, self.rng)
            _demand(digest(state) == before, "view or reshuffle_hidden changed the position")
            self.report.permuted += digest(other) != before
            seen, again = self._shown(state, seat), self._shown(other, seat)
            _demand(seen == again, f"seat {seat} sees what is hidden: {_difference(seen, again)}")
        return other

    def _shown(self, state: State, seat: Seat) -> bytes:
        """Return all that a seat is shown without asking: its view, its question, its answers."""
        prompts = [self.game.prompt(state, seat, lang) for lang in LANGS]
        return self.game.view(state, seat).encode() + json.dumps(prompts).encode()

    def _spectator(self, other: State) -> None:
        """Whoever watches must not tell apart what some seat cannot."""
        state = self.session.state
        with self._check("spectator"):
            view = self.game.view(state, SPECTATOR)
            _demand(not view.options, "a spectator is shown options")
            _demand(not self.game.prompt(state, SPECTATOR, "en").answers, "a spectator is asked")
            seen, again = self._shown(state, SPECTATOR), self._shown(other, SPECTATOR)
            _demand(seen == again, f"a spectator sees what is hidden: {_difference(seen, again)}")

    def _printed(self) -> None:
        """Check what is printed, and what can be laid over it."""
        with self._check("contract"):
            _fits(self.game.printed(self.scenario), "Printed")
            for overlay in self.game.overlays(self.scenario):
                _fits(overlay, "OverlayInfo")

    def _answers(self, options: Sequence[Action]) -> None:
        """Check the views of all seats, the answers, and what some of the answers bring."""
        state, game = self.session.state, self.game
        with self._check("contract"):
            for seat in (*range(len(game.seats)), SPECTATOR):
                _fits(game.view(state, seat).as_json(), "BotView")
            for noted in self.session.events[-5:]:
                for lang in LANGS:
                    _fits(game.tell(state, noted.event, lang, SPECTATOR), "LogLine")
        if state.seat == CHANCE:
            return
        for lang in LANGS:
            told = game.answers(state, options, lang)
            with self._check("contract"):
                for answer in told:
                    _fits(answer, "Answer")
            with self._check("answers"):
                given = [action_of(answer) for answer in told]
                _demand(given == list(options), "the answers are not the options")
                main = [typed(answer) for answer in told if answer.get("is_main")]
                _demand(len(main) < 2, f"more than one main answer: {', '.join(main)}")
        last = len(options) - 1
        for number in {0, last // 3, 2 * last // 3, last}:
            self._brings(options[number], told[number])

    def _brings(self, action: Action, answer: Answer) -> None:
        """Give an answer to a copy, and see whether it throws and reveals as it says."""
        state = self.session.state
        twin = state.copy()
        apply(twin, action)
        with self._check("answers"):
            words = typed(answer)
            _demand(words == self.game.write_action(state, action), f"{words} names another answer")
            throws = not twin.is_over and twin.seat == CHANCE
            _demand(answer.get("throws", False) == throws, f"{words} says throws wrongly")
            reveals = twin.reveals != state.reveals
            _demand(not reveals or answer.get("reveals", False), f"{words} reveals, unsaid")
        with self._check("routine"):
            ends = answer.get("closes", "choice") != "choice"
            given = lone_answer(state, watched=False) is not None
            _demand(not (given and ends), f"{words} is called routine and ends something")

    def _reveals(self, action: Action, other: State) -> None:
        """Whatever is hidden, one's own answer must look the same, or count as a reveal."""
        state, one = self.session.state, self.session.state.copy()
        with self._check("reveals"):
            seen, again = self._seen_after(one, action), self._seen_after(other, action)
            if one.reveals == state.reveals or other.reveals == state.reveals:
                what = self.game.write_action(state, action)
                _demand(seen == again, f"{what} reveals {_difference(seen, again)}, uncounted")

    def _seen_after(self, state: State, action: Action) -> bytes:
        """Return what the seat to move sees and reads once it has given its answer."""
        seat = state.seat
        state.events = []
        apply(state, action)
        events = state.events or ()
        told = [self.game.tell(state, event, lang, seat) for event in events for lang in LANGS]
        return self.game.view(state, seat).encode() + json.dumps(told).encode()

    def _position(self, before: str) -> None:
        with self._check("position"):
            try:
                text = self.game.write_position(self.session.state)
            except NotAPosition:
                self.report.checked["position"] -= 1
                return
            state = self.game.read_position(text, self.scenario)
            _demand(self.game.write_position(state) == text, "reading and writing changes the text")
            _demand(digest(state) == before, f"{text}\n is read as another position")

    def _undo(self, action: Action) -> None:
        """Play an answer, take back all that may be taken back, and play that again."""
        session = self.session
        before = (session.journal.format(), list(session.events))
        self._advance(action)
        after = (digest(session.state), session.journal.format(), list(session.events))
        taken = session.actions[self.barrier :]
        with self._check("undo"):
            for place in reversed(range(self.barrier, self.step)):
                _demand(session.can_undo, "undo is closed too early")
                session.undo()
                if place in self.digests:
                    same = digest(session.state) == self.digests[place]
                    _demand(same, "undo does not restore the position")
                if place == self.step - 1:
                    restored = (session.journal.format(), session.events)
                    _demand(restored == before, "undo does not restore journal and events")
            _demand(not session.can_undo, "undo crosses a throw, a reveal or a change of side")
            for action in taken:
                session.play(action)
            again = (digest(session.state), session.journal.format(), session.events)
            _demand(again == after, "what is taken back cannot be played again the same")

    def _finish(self) -> None:
        """Check what only a finished game can show."""
        state = self.session.state
        with self._check("result"):
            winner = state.winner()
            _demand(winner in (None, *range(len(self.game.seats))), f"the winner is {winner}")
        with self._check("replay"):
            text = self.session.record().format()
            journal = Journal.parse(text)
            _demand(journal.format() == text, "the journal is not read as it was written")
            self.digests[self.step] = journal.get("digest")
            for place, step in enumerate(replay(journal, self.game, self.scenario), 1):
                if place in self.digests:
                    same = digest(step.state) == self.digests[place]
                    _demand(same, f"the replay differs after {place} answers")

    def _choice(self, options: Sequence[Action]) -> Action:
        return options[int(self.rng.random() * len(options))]


def _fits(value: object, name: str) -> None:
    wrong = fault(value, name)
    if wrong:
        raise AssertionError(wrong)


def _demand(claim: bool, otherwise: str) -> None:
    if not claim:
        raise AssertionError(otherwise)


def _difference(one: bytes, other: bytes) -> str:
    """Return the first place where two texts differ, with a little around it."""
    pairs = zip(one, other, strict=False)
    place = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    around = slice(max(0, place - 40), place + 20)
    return f"{one[around].decode(errors='replace')!r} / {other[around].decode(errors='replace')!r}"
