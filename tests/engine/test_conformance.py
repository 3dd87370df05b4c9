"""The kit passes a sound game and names what is wrong with each unsound one."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, ClassVar

import pytest

from grognard.cli import main
from grognard.engine.conformance import CHECKS, Sampling, check_game
from grognard.engine.game import SPECTATOR, Action, Routine, Seat
from grognard.engine.session import Session
from grognard.engine.view import View
from toygame import Arrange, Commit, Move, Outpost, OutpostGame, Scenario, To

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from random import Random

    from grognard.wire import Answer


COUNTER = count()


def test_a_sound_game_passes_and_every_check_was_made() -> None:
    report = check_game(OutpostGame(), seeds=range(10), sampling=Sampling(every=2))
    assert report.findings == []
    assert report.ok
    assert [check for check in CHECKS if not report.checked[check]] == []
    assert report.permuted > 20, "hidden facts were really drawn anew"
    assert report.games == 10
    assert report.decisions > 150


def test_the_same_seeds_give_the_same_report() -> None:
    one, other = (check_game(OutpostGame(), seeds=(7, 8)) for _ in range(2))
    assert one.checked == other.checked
    assert one.decisions == other.decisions


class Variant(OutpostGame):
    """Outpost with one thing wrong in its state."""

    kind: ClassVar[type[Outpost]] = Outpost

    def start(self, scenario: Scenario) -> Outpost:
        state = self.kind(scenario)
        state.ask(Arrange(0), Arrange(1), Move(0))
        return state


class WithoutAnswer(Outpost):
    def options(self) -> Sequence[Action]:
        is_tired = isinstance(self.question, To) and self.turn > 5
        return [] if is_tired else super().options()


class WithoutSeat(Outpost):
    @property
    def seat(self) -> Seat:
        return 2 if isinstance(self.question, To) else super().seat


class OfferingTwice(Outpost):
    def options(self) -> Sequence[Action]:
        found = super().options()
        return [*found, found[0]] if isinstance(self.question, To) else found


class ChangingItsMind(Outpost):
    def options(self) -> Sequence[Action]:
        found = super().options()
        turned = next(COUNTER) % len(found)
        return [*found[turned:], *found[:turned]]


class ChangingWhenAsked(Outpost):
    def options(self) -> Sequence[Action]:
        if isinstance(self.question, To):
            self.reserves[0] = (self.reserves[0] + 1) % 3
        return super().options()


class SharingItsHexes(Outpost):
    def copy(self) -> SharingItsHexes:
        other = super().copy()
        other.hexes = self.hexes
        return other


class ForgettingItsTurn(Outpost):
    def copy(self) -> ForgettingItsTurn:
        other = super().copy()
        other.turn = 0
        return other


class CopyingItsEvents(Outpost):
    def copy(self) -> CopyingItsEvents:
        other = super().copy()
        other.events = self.events
        return other


class Everything(list[Action]):
    def __contains__(self, action: object) -> bool:
        return True


class AcceptingAll(Outpost):
    def options(self) -> Sequence[Action]:
        return Everything(super().options())


class Endless(Outpost):
    def ask(self, *following: object) -> None:
        self.turn = 0
        super().ask(*following)  # type: ignore[arg-type]


class WonByNobodyHere(Outpost):
    def winner(self) -> Seat | None:
        return 5


class LeakingStrengths(OutpostGame):
    def view(self, state: Outpost, seat: Seat) -> View:
        facts = super().view(state, seat).facts
        facts["facts"] = {"strengths": list(state.faces)}
        return View.build(state, seat, facts)


class LeakingSealedReserves(OutpostGame):
    def view(self, state: Outpost, seat: Seat) -> View:
        facts = super().view(state, seat).facts
        facts["facts"] = {"sealed": list(state.sealed)}
        return View.build(state, seat, facts)


class LeakingToSpectators(OutpostGame):
    def view(self, state: Outpost, seat: Seat) -> View:
        facts = super().view(state, seat).facts
        if seat == SPECTATOR:
            facts["facts"] = {"strengths": list(state.faces)}
        return View.build(state, seat, facts)


class LeakingInWords(OutpostGame):
    def question_text(self, state: Outpost, lang: str) -> str:
        return f"The enemy's first counter has {state.faces[3 - 3 * state.seat]}"


class ShowingOthersOptions(OutpostGame):
    def view(self, state: Outpost, seat: Seat) -> View:
        view = super().view(state, seat)
        options = () if seat == SPECTATOR else state.options()
        return View(seat, view.to_move, view.question, options, view.facts)


class SpeakingInTongues(OutpostGame):
    def view(self, state: Outpost, seat: Seat) -> View:
        facts = super().view(state, seat).facts
        return View.build(state, seat, {**facts, "hexes": [1]})  # type: ignore[typeddict-unknown-key]


class HidingItsDice(OutpostGame):
    def answers(self, state: Outpost, options: Sequence[Action], lang: str) -> list[Answer]:
        found = super().answers(state, options, lang)
        for answer in found:
            answer.pop("throws", None)
        return found


class AnsweringOutOfOrder(OutpostGame):
    def answers(self, state: Outpost, options: Sequence[Action], lang: str) -> list[Answer]:
        return super().answers(state, options, lang)[::-1]


class OfferingBySecret(Outpost):
    """Only attacks on the weak are offered: the options tell what is hidden."""

    def options(self) -> Sequence[Action]:
        found = super().options()
        if isinstance(self.question, Move):
            return found[: 1 + self.faces[3 * (1 - self.question.side)]]
        return found


class LettingViewsShuffle(OutpostGame):
    def reshuffle_hidden(self, state: Outpost, seat: Seat, rng: Random) -> Outpost:
        state.turn += 1
        return super().reshuffle_hidden(state, seat, rng)


class Peeping(Outpost):
    """Choosing a counter turns an enemy's face up, and nobody counts it."""

    def run_on(self) -> None:
        super().run_on()
        if self.stack and isinstance(self.question, To):
            self.known[3 * (1 - self.seat)] = 1


class NamingAllAlike(OutpostGame):
    def piece_name(self, state: Outpost, number: int) -> str:
        return "R1"


class NamingWithComments(OutpostGame):
    def write_action(self, state: Outpost, action: Action) -> str:
        return super().write_action(state, action) + " # 1"


class LosingReserves(OutpostGame):
    def read_position(self, text: str, scenario: Scenario, file: str = "position") -> Outpost:
        state = super().read_position(text, scenario, file)
        state.reserves[0] = 9
        return state


class WithoutPositions(OutpostGame):
    def write_position(self, state: Outpost) -> str:
        state = state.copy()
        state.stack.clear()
        return super().write_position(state)


class BreakingItsWord(OutpostGame):
    def invariants(self, state: Outpost) -> list[str]:
        return ["it is turn 3"] if state.turn == 3 else []


class StartingAnywhere(OutpostGame):
    def start(self, scenario: Scenario) -> Outpost:
        state = super().start(scenario)
        state.faces[0] = next(COUNTER) % 200
        state.stack = [Move(0)]
        return state


class Crashing(OutpostGame):
    def load(self, directory: Path | None = None) -> Scenario:
        return super().load(directory)._replace(reserves=-1)


def broken(state: type[Outpost]) -> OutpostGame:
    game = Variant()
    game.kind = state  # type: ignore[misc]
    return game


BROKEN = [
    (broken(WithoutAnswer), "dead-end", "no answer to To"),
    (broken(WithoutSeat), "dead-end", "there is no seat 2"),
    (broken(OfferingTwice), "duplicate-option", "twice"),
    (broken(ChangingItsMind), "stability", "changes its mind"),
    (broken(ChangingWhenAsked), "stability", "asking for the options changed the position"),
    (broken(SharingItsHexes), "copy", "playing on a copy changed the original"),
    (broken(ForgettingItsTurn), "copy", "a copy differs from the original"),
    (broken(CopyingItsEvents), "copy", "a copy notes events"),
    (broken(AcceptingAll), "illegal", "was not offered, but accepted"),
    (broken(Endless), "length", "not over after 150 decisions"),
    (broken(WonByNobodyHere), "result", "the winner is 5"),
    (broken(OfferingBySecret), "view", "sees what is hidden"),
    (broken(Peeping), "reveals", "reveals .* uncounted"),
    (LeakingStrengths(), "view", "sees what is hidden"),
    (LeakingSealedReserves(), "view", "sees what is hidden"),
    (LeakingInWords(), "view", "sees what is hidden"),
    (LeakingToSpectators(), "spectator", "a spectator sees what is hidden"),
    (SpeakingInTongues(), "contract", "has 'hexes', which Seen does not"),
    (HidingItsDice(), "answers", "says throws wrongly"),
    (AnsweringOutOfOrder(), "answers", "the answers are not the options"),
    (ShowingOthersOptions(), "view", "options that are not its own"),
    (LettingViewsShuffle(), "view", "changed the position"),
    (NamingAllAlike(), "names", "is written 'move R1', read as"),
    (NamingWithComments(), "names", "a journal cannot hold the answer"),
    (LosingReserves(), "position", "is read as another position|changes the text"),
    (WithoutPositions(), "position", "no position was ever written"),
    (BreakingItsWord(), "invariants", "it is turn 3"),
    (StartingAnywhere(), "replay", "the replay"),
    (Crashing(), "crash", "ValueError"),
]


@pytest.mark.parametrize(
    ("game", "check", "message"),
    BROKEN,
    ids=[getattr(game, "kind", type(game)).__name__ for game, _, _ in BROKEN],
)
def test_a_broken_game_is_caught_and_the_fault_is_named(
    game: OutpostGame, check: str, message: str
) -> None:
    scenario = game.load()._replace(turns=40)
    report = check_game(game, scenario, range(6), Sampling(every=1, limit=150))
    assert report.failed == {check}
    assert not report.ok
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(report.findings[0].message)
    assert f"FAILED  {check}" in report.text()


@pytest.mark.parametrize(
    ("always", "message"),
    [(True, "undo crosses a throw, a reveal or a change of side"), (False, "closed too early")],
)
def test_an_undo_that_goes_too_far_or_not_far_enough_is_caught(
    monkeypatch: pytest.MonkeyPatch, always: bool, message: str
) -> None:
    monkeypatch.setattr(Session, "can_undo", property(lambda session: always))
    report = check_game(OutpostGame(), seeds=range(3))
    assert report.failed == {"undo"}
    assert message in report.findings[0].message


def test_an_undo_that_forgets_the_journal_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.engine.journal.Journal.truncate", lambda journal, count: None)
    report = check_game(OutpostGame(), seeds=range(3))
    assert report.failed == {"undo"}
    assert "undo does not restore journal and events" in report.findings[0].message


def test_the_command_reports_for_people_and_for_programs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["conformance", "toygame:OutpostGame", "--games", "2", "--seed", "5"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("outpost, skirmish: 2 games")
    assert main(["conformance", "toygame:OutpostGame", "--games", "2", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["ok"], report["games"], report["findings"]) == (True, 2, [])


def test_the_command_fails_a_broken_game_and_refuses_an_unknown_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.commands.shared.game_named", lambda name: LeakingStrengths())
    assert main(["conformance", "toygame:OutpostGame", "--games", "1"]) == 1
    assert "view: seed 0, step" in capsys.readouterr().out
    monkeypatch.undo()
    assert main(["conformance", "no-such-game"]) == 2
    assert "there is no game 'no-such-game'" in capsys.readouterr().err


def test_a_throw_that_is_called_a_routine_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Commit, "routine", lambda *_: Routine.YES)
    scenario = OutpostGame().load()._replace(turns=40, reserves=0)
    report = check_game(OutpostGame(), scenario, range(6), Sampling(every=1, limit=150))
    assert report.failed == {"routine"}
    assert "is called routine and throws" in report.findings[0].message
