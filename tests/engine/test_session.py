"""A session plays, throws, forces, and goes back no further than it may."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engine.game import CHANCE, Action, IllegalAction
from grognard.engine.journal import Journal, digest, verify
from grognard.engine.session import Session
from toygame import BOARD, Move, Outpost, OutpostGame, Scenario

GAME = OutpostGame()
FACE_TO_FACE = """\
turn = 0
to_move = 0
reserves = [1, 1]
[pieces]
R1 = ["0303", 3, 0]
R2 = ["0301", 2, 0]
R3 = ["", 1, 1]
B1 = ["0304", 1, 0]
B2 = ["0105", 2, 0]
B3 = ["", 3, 1]
"""


def face_to_face(reserves: str = "[1, 1]") -> Outpost:
    """Return a position in which R1 can attack B1."""
    return GAME.read_position(FACE_TO_FACE.replace("[1, 1]", reserves), Scenario())


def session(reserves: str = "[1, 1]", *, auto_forced: bool = False) -> Session:
    start = face_to_face(reserves)
    return Session.begin(GAME, start=start, rng=Random(1), auto_forced=auto_forced)


def play(running: Session, *answers: str) -> None:
    for answer in answers:
        running.play(running.game.read_action(running.state, answer))


def moves(running: Session) -> list[str]:
    return [line.format() for line in running.journal.lines]


def test_a_session_journals_what_is_played_and_joins_what_belongs_together() -> None:
    running = session()
    play(running, "move R1", "to 0304", "commit 1", "commit 0", "throw 2")
    assert moves(running) == [
        "red: move R1; to 0304",
        "red: commit 1",
        "blue: commit 0",
        "chance: throw 2",
    ]
    assert [action.verb for action in running.actions] == [
        "move",
        "to",
        "commit",
        "commit",
        "throw",
    ]


def test_play_returns_its_events_and_each_event_knows_its_cause() -> None:
    running = session()
    play(running, "move R1", "to 0304", "commit 1", "commit 0")
    events = running.play(Action("throw", 2))
    assert [(event.kind, event.facts["margin"]) for event in events] == [("fought", 2)]
    assert [(noted.cause, noted.event.kind) for noted in running.events] == [
        (2, "committed"),
        (3, "committed"),
        (4, "fought"),
    ]


def test_the_start_is_copied_and_an_illegal_answer_changes_nothing() -> None:
    start = face_to_face()
    running = Session.begin(GAME, start=start)
    before = digest(start)
    with pytest.raises(IllegalAction, match=r"legal here: pass; move R1, R2"):
        running.play(Action("throw", 3))
    assert digest(running.state) == before
    assert (running.journal.lines, running.actions, running.can_undo) == ([], [], False)
    play(running, "pass")
    assert digest(start) == before


def test_undo_takes_back_state_journal_and_events_answer_by_answer() -> None:
    running = session()
    begun = digest(running.state)
    play(running, "move R1")
    chosen = digest(running.state)
    play(running, "to 0304")
    running.undo()
    assert digest(running.state) == chosen
    assert moves(running) == ["red: move R1"]
    running.undo()
    assert digest(running.state) == begun
    assert (moves(running), running.events, running.can_undo) == ([], [], False)
    with pytest.raises(IllegalAction, match="nothing can be taken back"):
        running.undo()


def test_events_are_noted_again_after_an_undo() -> None:
    running = session()
    play(running, "move R2")
    running.undo()
    play(running, "move R2", "to 0302")
    assert [(noted.cause, noted.event.kind) for noted in running.events] == [(1, "moved")]


def test_undo_stops_at_a_change_of_side() -> None:
    running = session()
    play(running, "move R1", "to 0304")
    assert running.can_undo
    play(running, "commit 1")
    assert running.state.seat == 1
    assert not running.can_undo


def test_a_sealed_choice_may_be_taken_back_until_the_die_is_thrown() -> None:
    running = session()
    play(running, "move R1", "to 0304", "commit 1", "commit 0")
    assert running.state.seat == CHANCE
    running.undo()
    play(running, "commit 1")
    running.throw()
    assert not running.can_undo
    assert len(running.actions) == 5


class Glance(Move):
    """A question that leaves the side its turn, and may bring something to light."""

    __slots__ = ()

    def answer(self, state: Outpost, action: Action) -> None:
        state.reveals += action.verb == "move"


@pytest.mark.parametrize(("answer", "is_open"), [("pass", True), ("move R1", False)])
def test_undo_stops_at_a_reveal(answer: str, is_open: bool) -> None:
    running = session()
    running.state.ask(Glance(0))
    play(running, answer)
    assert running.state.seat == 0
    assert running.can_undo is is_open


def test_undo_is_closed_when_the_game_is_over() -> None:
    running = Session.begin(GAME, Scenario(turns=1))
    play(running, "arrange 123", "arrange 321", "move R1", "to 0102")
    assert running.state.is_over
    assert not running.can_undo
    with pytest.raises(IllegalAction, match="the game is over"):
        running.play(Action("pass"))


def test_chance_throws_one_of_its_options_by_the_given_dice() -> None:
    thrown = set()
    for seed in range(40):
        running = Session.begin(GAME, start=face_to_face(), rng=Random(seed))
        play(running, "move R1", "to 0304", "commit 1", "commit 0")
        thrown.add(running.throw().noun)
    assert thrown == {1, 2, 3, 4, 5, 6}


def test_chance_only_throws_when_it_is_asked() -> None:
    with pytest.raises(IllegalAction, match="chance is not asked"):
        session().throw()


def test_routine_answers_are_played_by_themselves_and_marked() -> None:
    running = session("[0, 0]", auto_forced=True)
    play(running, "move R1", "to 0304")
    assert moves(running) == ["red: move R1; to 0304", "red: commit 0  # forced"]


def test_a_lone_answer_that_throws_or_ends_is_the_players_own() -> None:
    running = session("[0, 0]", auto_forced=True)
    play(running, "move R1", "to 0304")
    assert list(running.state.options()) == [Action("commit", 0)], "the die would fall"
    assert running.state.seat == 1
    play(running, "commit 0", "throw 6")


def test_a_lone_answer_whose_haste_would_tell_is_asked_for_where_people_watch() -> None:
    start = face_to_face("[0, 0]")
    running = Session.begin(GAME, start=start, auto_forced=True, watched=True)
    play(running, "move R1", "to 0304")
    assert moves(running) == ["red: move R1; to 0304"]
    assert list(running.state.options()) == [Action("commit", 0)]


def test_undo_takes_back_the_choice_together_with_what_it_forced() -> None:
    running = Session.begin(GAME, start=_cornered(), auto_forced=True)
    begun = digest(running.state)
    play(running, "move R1")
    assert moves(running) == ["red: move R1", "red: to 0102  # forced"]
    assert running.state.seat == 0, "red still has a choice of reserves"
    running.undo()
    assert (digest(running.state), moves(running)) == (begun, [])


def _cornered() -> Outpost:
    """Return a position in which R1 can only go where B1 stands."""
    state = face_to_face()
    for piece, name in ((0, "0101"), (1, "0201"), (3, "0102")):
        state.hexes[piece] = BOARD.hex(name)
    return state


def test_a_session_is_resumed_with_its_comments_events_and_way_back() -> None:
    running = session()
    play(running, "move R1", "to 0304", "commit 1", "commit 0", "throw 2", "pass", "move R2")
    text = running.record().format().replace("throw 2", "throw 2  # well thrown")
    again = Session.resume(Journal.parse(text), GAME, start=face_to_face())
    assert digest(again.state) == digest(running.state)
    assert again.events == running.events
    assert "chance: throw 2  # well thrown" in again.journal.format()
    assert again.journal.get("digest") == "", "it is no longer the end"
    again.undo()
    running.undo()
    assert digest(again.state) == digest(running.state)
    assert again.can_undo == running.can_undo is False


def test_a_resumed_forced_answer_is_still_not_a_choice() -> None:
    running = Session.begin(GAME, start=_cornered(), auto_forced=True)
    play(running, "move R1")
    again = Session.resume(running.journal, GAME, start=_cornered(), auto_forced=True)
    again.undo()
    assert again.actions == []


def test_the_record_of_a_finished_game_holds_its_header_result_and_digest() -> None:
    running = Session.begin(
        GAME, options={"turns": "2"}, players={"red": "Ann", "blue": "Bob"}, date="2024-05-01"
    )
    play(running, "arrange 123", "arrange 321", "pass")
    assert running.record().get("result") == "unfinished"
    play(running, "pass")
    journal = running.record()
    assert (journal.options, journal.players) == ({"turns": "2"}, {"red": "Ann", "blue": "Bob"})
    assert (journal.get("date"), journal.get("result")) == ("2024-05-01", "draw")
    assert verify(journal, GAME) == journal.get("digest") == digest(running.state)
    assert running.journal.get("digest") == "", "the running journal has no end yet"


def test_the_log_tells_a_seat_only_what_it_may_read() -> None:
    running = session()
    play(running, "move R1", "to 0304", "commit 1")
    assert running.log("en", 0) == ["committed (3): seat=0, number=1"]
    assert running.log("fr", 1) == ["engagement (3): seat=0"]
    assert running.log() == running.log("en", 0)
