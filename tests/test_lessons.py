"""Lessons: every one can be played through by every answer that fits; bad files are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.cli import main
from grognard.engine.datafile import DataError
from grognard.engine.lesson import PlayedMove, lessons_of, read_lesson, rehearse
from grognard.engine.registry import game, games

DOCUMENT = Path(__file__).parents[1] / "docs" / "lessons.md"
ALL = [(name, lesson) for name in games() for lesson in lessons_of(game(name))]


def documented() -> str:
    """Return the lesson that the document shows."""
    return DOCUMENT.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]


@pytest.mark.parametrize(("name", "lesson"), ALL)
def test_every_lesson_can_be_played_through(name: str, lesson: str) -> None:
    rules = game(name)
    assert rehearse(lessons_of(rules)[lesson], rules) == []


@pytest.mark.parametrize("name", games())
def test_both_sides_of_every_game_have_a_first_turn(name: str) -> None:
    sides = [lesson.side for lesson in lessons_of(game(name)).values()]
    assert sorted(sides) == sorted(game(name).seats)


def test_a_lesson_has_a_move_an_attack_and_a_retreat() -> None:
    verbs = {
        "bautzen": {"to", "fight", "retreat"},
        "petrograd": {"to", "fight", "lose"},
        "luga": {"to", "fight", "lose"},
    }
    for name, lesson in ALL:
        if name in verbs:
            steps = lessons_of(game(name))[lesson].steps
            said = {answer.split()[0] for step in steps for answer in step.answers}
            assert said >= verbs[name], lesson


def test_the_lesson_of_the_document_is_a_lesson(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a-move.toml"
    file.write_text(documented(), encoding="utf-8")
    assert main(["check", str(file)]) == 0
    assert "nothing wrong" in capsys.readouterr().out
    file.write_text(documented().replace("to 2211", "to 0101").replace(', "to 2111"', ""))
    assert main(["check", str(file)]) == 1
    assert "step 2: nothing that fits is legal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('game = "bautzen"', "", "says its 'game'"),
        ('marks = ["2210"]', 'mark = ["2210"]', "a step has no 'mark'"),
        ('fr = "Un mouvement"', "", "said in en and fr"),
        ('answers = ["move KG72"]', "", "every step but the last has answers"),
        ('"That was a move."', '"That was a move', ""),
        ('side = "german"', 'side = "nobody"', "has no side"),
        ('side = "german"', 'side = "allied"', "german is asked, not allied: a step is missing"),
        ('"2210"', '"9999"', "there is no hex"),
        ("german: ready 0", "german: ready 7", ""),
    ],
)
def test_a_lesson_that_is_not_written_well_is_refused_with_a_reason(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    assert old in documented()
    file = tmp_path / "bad.toml"
    file.write_text(documented().replace(old, new, 1), encoding="utf-8")
    try:
        found = rehearse(read_lesson(file), game("bautzen"))
    except DataError as error:
        found = [str(error)]
    assert any(reason in each for each in found)
    assert found


def test_how_far_a_learner_has_come_follows_from_the_answers(tmp_path: Path) -> None:
    file = tmp_path / "a-move.toml"
    file.write_text(documented(), encoding="utf-8")
    lesson = read_lesson(file)
    picked, gone = (
        PlayedMove("german", "move KG72", forced=False),
        PlayedMove("german", "to 2211", forced=False),
    )
    assert lesson.reached([]) == 0
    assert lesson.reached([picked]) == 1
    assert lesson.reached([picked, gone]) == 2
    assert lesson.reached([picked, gone, gone]) == 2
    assert lesson.reached([PlayedMove("allied", "seal", forced=False), picked]) == 1
    assert lesson.reached([PlayedMove("german", "seal", forced=True), picked]) == 1
    assert lesson.steps[0].reaction("done")["en"] == "Not yet: move it first."
    assert "another way" in lesson.steps[0].reaction("move 777")["en"]
