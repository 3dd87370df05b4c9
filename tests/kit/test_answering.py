"""What the answers to a question say, what is printed beside the map, and stacks that are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridgehead.game import BridgeheadGame
from grognard.engine.datafile import DataError, Report, TomlFile
from grognard.engine.game import apply
from grognard.engine.texts import Texts
from grognard.engine.thinking import Idea
from grognard.kit.answering import Answering
from grognard.kit.inspecting import crowding, goals, refused
from grognard.kit.printed import Captions
from grognard.kit.setup import read_stacks, refuse_missing

if TYPE_CHECKING:
    from pathlib import Path

GAME = BridgeheadGame()
WORDS = """
"answer.move" = { en = "move {noun}", fr = "déplacer {noun}" }
"answer.to" = { en = "to {noun}", fr = "en {noun}" }
"answer.at" = { en = "{noun} in {hex}", fr = "{noun} en {hex}" }
"answer.waiting" = { en = "{noun}, off the map", fr = "{noun}, hors carte" }
"left.move.one" = { en = "one counter", fr = "un pion" }
"left.move" = { en = "{count} counters", fr = "{count} pions" }
"idea.march" = { en = "{pieces} to {hexes}", fr = "{pieces} vers {hexes}" }
nothing = { en = "nothing", fr = "rien" }
and = { en = " and ", fr = " et " }
"side.blue" = { en = "Blue", fr = "Bleu" }
"side.red" = { en = "Red", fr = "Rouge" }
"segment.blue combat" = { en = "combat", fr = "combat" }
"pool.lost" = { en = "lost by {side}", fr = "pertes de {side}" }
"track.points" = { en = "points", fr = "points" }
"""


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    file = tmp_path / "texts.toml"
    file.write_text(WORDS, encoding="utf-8")
    return Texts(file)


def test_an_answer_names_a_counter_with_its_hex(texts: Texts) -> None:
    state = GAME.start(GAME.load())
    told = Answering(GAME, state, "fr", texts)
    b2 = GAME.read_action(state, "move B2")
    assert told.plain(b2) == {
        "verb": "move",
        "noun": b2.noun,
        "kind": "piece",
        "name": "B2",
        "label": "déplacer B2 en 0303",
    }
    apply(state, b2)
    assert told.labels([GAME.read_action(state, "to 0402")]) == ["en 0402"]


def test_what_was_weighed_is_said_by_its_key_and_other_words_as_they_are(texts: Texts) -> None:
    state = GAME.start(GAME.load())
    told, there = Answering(GAME, state, "en", texts), state.material.map.hex("0603")
    plan = Idea("march", 1.0, "so it is", pieces=(0, 1), hexes=(there,))
    assert told.idea(plan, texts) == ("B1 and B2 to 0603", "so it is")
    one = Idea("", 1.0, answer=GAME.read_action(state, "move B2"))
    assert told.idea(one, texts)[0] == "move B2 in 0303"


def test_what_is_left_undone_is_counted(texts: Texts) -> None:
    told = Answering(GAME, GAME.start(GAME.load()), "en", texts)
    assert [*told.left(texts, "move", "2", 0)] == []
    assert [one["text"] for one in told.left(texts, "move", "2", 1)] == ["one counter"]
    assert [*told.left(texts, "move", "2", 3)] == [
        {"text": "3 counters", "count": 3, "rule": "2"},
    ]


def test_what_is_printed_beside_the_map_is_of_a_side_or_of_nobody(texts: Texts) -> None:
    said = Captions(texts, texts, ("blue", "red"))
    assert said.segment("blue combat")["side"] == "blue"
    assert said.pool("lost", 1, "4") == {
        "id": "lost.red",
        "names": {"en": "lost by Red", "fr": "pertes de Rouge"},
        "side": "red",
        "rule": "4",
    }
    assert said.track("points")["side"] is None
    assert said.track("points", 0, [{"en": "none"}, {"en": "some"}])["most"] == 1


PLACED = [
    ('"0302" = ["B1", "B2 1"]', None),
    ('"0302" = ["B1"]\n"0303" = ["B1"]', "B1 is in two places"),
    ('"0302" = ["B5"]', "B5 is in two places"),
    ('"0302" = ["B1 3"]', "B1 cannot have 3 steps of 2"),
    ('"0302" = ["B1 x"]', "B1 cannot have x steps of 2"),
    ('"0302" = ["B9"]', "there is no counter B9"),
    ('"9902" = ["B1"]', "9902"),
]


@pytest.mark.parametrize(("lines", "wrong"), PLACED)
def test_stacks_are_read_with_steps_or_refused(
    tmp_path: Path, lines: str, wrong: str | None
) -> None:
    material, seen = GAME.load().material, list[str]()
    section = TomlFile(tmp_path / "setup.toml", f"[stacks]\n{lines}\n").root.section("stacks")
    gone = 1 << material.numbers["B5"]

    def read() -> tuple[tuple[int, int, int], ...]:
        map_, ids, most = material.map, material.numbers, material.steps

        def check(name: str, hex_: int, pieces: list[int]) -> None:
            seen.append(name)

        return read_stacks(section, map_, ids, most, gone, Report(), check)

    if wrong:
        with pytest.raises(DataError, match=wrong):
            read()
    else:
        here = material.map.hex("0302")
        assert read() == ((0, here, 2), (1, here, 1))
        assert seen == ["0302"]


def test_who_is_due_stands_somewhere_and_nobody_comes_early(tmp_path: Path) -> None:
    class Due:
        def __init__(self, index: int, turn: int) -> None:
            self.index, self.id, self.turn = index, f"P{index}", turn

    section = TomlFile(tmp_path / "setup.toml", "").root
    refuse_missing(section, [Due(0, 0), Due(1, 3)], [(0, 5, 2)], 0, 1)
    with pytest.raises(DataError, match="P0 is neither on the map nor lost"):
        refuse_missing(section, [Due(0, 0)], [], 0, 1)
    refuse_missing(section, [Due(0, 0)], [], 1, 1)
    with pytest.raises(DataError, match="P1 arrives on turn 3"):
        refuse_missing(section, [Due(1, 3)], [(1, 5, 2)], 0, 1)


def test_what_was_asked_for_alone_is_told_alone() -> None:
    state = GAME.start(GAME.load())
    assert [*goals(0b1011, None)] == [0, 1, 3]
    assert [*goals(0b1011, 3)] == [3]
    assert [*goals(0b1011, 2)] == []
    here, there = (state.material.map.hex(name) for name in ("0303", "0603"))
    reasons = {hex_: {"rule": "2", "text": "no"} for hex_ in (here, there)}
    assert [one["id"] for one in refused(state, reasons, there)] == ["0603"]  # type: ignore[arg-type]
    full = crowding(state, 1 << here, lambda hex_: 2, lambda hex_: 1)
    assert full == [{"hex": "0303", "points": 2, "limit": 1, "over_stacked": True}]
