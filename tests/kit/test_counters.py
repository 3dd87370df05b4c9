"""Facts declared once: copies, canonical texts and position files know all of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from grognard.engine.datafile import DataError
from grognard.engine.game import apply
from grognard.kit.counters import OFF_MAP, Counters
from grognard.kit.facts import fact
from grognard.kit.forms import form_of
from kit.toy import NOTATION, EndTurn, Ford, MoveTo, Raid, Storm, Weather, begin, material, read

if TYPE_CHECKING:
    from collections.abc import Callable

MAP = material().map
HEX = MAP.hex


RAID = Raid(3, HEX("0103"), 0b1, MAP.region(), True, (HEX("0102"), HEX("0101")), -2, Weather.MUD)


def changed(state: Ford) -> dict[str, Callable[[], object]]:
    """Return by fact something that changes it."""

    def add(values: Any, place: int) -> None:
        values[place] += 1

    return {
        "turn": lambda: setattr(state, "turn", 3),
        "weather": lambda: setattr(state, "weather", Weather.MUD),
        "is_rainy": lambda: setattr(state, "is_rainy", True),
        "leader": lambda: setattr(state, "leader", 3),
        "post": lambda: setattr(state, "post", HEX("0203")),
        "disorganised": lambda: setattr(state, "disorganised", 0b1001),
        "entrenched": lambda: setattr(state, "entrenched", MAP.region("0103", "0303")),
        "blown": lambda: setattr(state, "blown", 1),
        "points": lambda: add(state.points, 1),
        "seen": lambda: add(state.seen, 0),
        "fatigue": lambda: add(state.fatigue, 3),
        "raid": lambda: setattr(state, "raid", RAID),
    }


NAMES = tuple(changed(begin()))


def test_every_fact_is_tried() -> None:
    assert tuple(one.name for one in Ford.facts) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_independent_in_every_fact(name: str) -> None:
    state = begin()
    twin, before = state.copy(), state.canonical()
    changed(twin)[name]()
    assert state.canonical() == before
    assert twin.canonical() != before
    assert twin.copy().canonical() == twin.canonical()


@pytest.mark.parametrize("name", NAMES)
def test_a_position_file_has_every_fact(name: str) -> None:
    state = begin()
    state.ask(Storm())
    changed(state)[name]()
    again = read(state.canonical())
    assert getattr(again, name) == getattr(state, name)
    assert again.canonical() == state.canonical()


def test_a_copy_shares_stacks_until_one_of_the_two_moves() -> None:
    state = begin()
    state.place(0, HEX("0101"), 0)
    twin = state.copy()
    assert twin.stacks is state.stacks
    twin.place(0, HEX("0102"), 0)
    assert (state.stacks[HEX("0101")], twin.stacks[HEX("0101")]) == (1, 0)
    state.place(1, HEX("0101"), 0)
    assert twin.stacks[HEX("0101")] == 0


def test_a_copy_notes_no_events_and_keeps_the_questions() -> None:
    state = begin()
    state.events = []
    state.ask(Storm())
    twin = state.copy()
    assert twin.events is None
    assert twin.stack == [Storm()]
    assert twin.stack is not state.stack


def test_place_keeps_every_other_fact_true() -> None:
    state = begin()
    state.place(0, HEX("0101"), 0)
    state.place(1, HEX("0101"), 0)
    state.place(2, HEX("0101"), 0)
    assert state.held == [MAP.region("0101"), 0]
    assert state.wagons_at == [MAP.region("0101"), 0]
    assert state.crowded == MAP.region("0101")
    assert state.stack_order(HEX("0101")) == [2, 0, 1]
    state.place(1, HEX("0102"), 0)
    state.place(2, OFF_MAP, 0)
    assert (state.wagons_at[0], state.crowded) == (0, 0)
    assert state.owned == [0b011, 0]
    assert state.units_at(HEX("0102")) == 0b010
    assert state.hexes_of(0b011) == MAP.region("0101", "0102")


def test_a_plan_may_put_a_counter_down_any_number_of_times() -> None:
    state = begin()
    state.arrivals = 70_000
    state.place(0, HEX("0101"), 0)
    state.place(1, HEX("0101"), 0)
    assert state.stack_order(HEX("0101")) == [0, 1]


def shuffled(seed: int) -> Ford:
    """Return a position in which anything may be true."""
    rng, state = Random(seed), begin()
    for piece in range(4):
        if rng.random() < 0.8:
            side = [0, 0, rng.randrange(2), 1][piece]
            free = [h for h in MAP.hexes if not state.stacks[h] & state.owned[1 - side]]
            state.place(piece, rng.choice(free), side)
            state.steps[piece] = rng.randrange(1, material().steps[piece] + 1)
        elif rng.random() < 0.5:
            state.steps[piece] = 0
    for change in changed(state).values():
        if rng.random() < 0.5:
            change()
    state.ask(MoveTo(0, 0b1), Storm(), EndTurn(2))
    return state


@pytest.mark.parametrize("seed", range(60))
def test_a_position_read_back_is_the_same(seed: int) -> None:
    state = shuffled(seed)
    again = read(state.canonical())
    assert again.canonical() == state.canonical()
    assert (again.where, again.steps, again.stacks) == (state.where, state.steps, state.stacks)
    assert (again.held, again.owned, again.stack) == (state.held, state.owned, state.stack)


def test_the_text_of_a_position() -> None:
    state = begin()
    state.place(2, HEX("0103"), 1)
    state.place(3, HEX("0103"), 1)
    state.place(1, HEX("0301"), 0)
    state.steps[1], state.steps[3], state.steps[0] = 1, 2, 0
    state.ask(MoveTo(1, 0b1000), EndTurn(1))
    state.points[1] = 4
    state.blown = 1
    assert state.canonical().splitlines() == [
        'game = "ford"',
        'scenario = "ford"',
        "turn = 0",
        'weather = "dry"',
        "is_rainy = false",
        'leader = ""',
        'post = ""',
        'lost = ["A1"]',
        'asked = ["EndTurn number=1", "MoveTo side=1 pieces=B1"]',
        "",
        "[stacks]",
        '"0103" = ["A3 white", "B1 2/3"]',
        '"0301" = ["A2 reduced"]',
        "",
        "[marks]",
        "disorganised = []",
        "trenches = []",
        'blown = ["0102-0202"]',
        "",
        "[points]",
        "red = 0",
        "white = 4",
        "",
        "[seen]",
        "red = []",
        "white = []",
        "",
        "[fatigue]",
    ]


def test_a_position_by_hand_says_only_what_it_must() -> None:
    state = read('game = "ford"\n[stacks]\n"0101" = ["A1", "A2"]\n')
    assert (state.turn, state.question, state.steps[0]) == (1, Storm(), 4)


WRONG = [
    ('game = "chess"\n[stacks]\n', 1, "game is 'chess', not one of ford"),
    ('game = "ford"\n', 1, "this file lacks stacks"),
    ('game = "ford"\n[stacks]\n"0302" = ["A1"]\n', 3, "there is no hex 0302"),
    ('game = "ford"\n[stacks]\n"0101" = ["A9"]\n', 3, "there is no counter A9"),
    ('game = "ford"\n[stacks]\n"0101" = [""]\n', 2, "there is no counter "),
    ('game = "ford"\n[stacks]\n"0101" = ["B2"]\n', 3, "B2 cannot stand on the map"),
    ('game = "ford"\n[stacks]\n"0101" = ["A3"]\n', 3, "A3 must be said to be red or white"),
    ('game = "ford"\n[stacks]\n"0101" = ["A1", "B1"]\n', 3, "would hold counters of both sides"),
    ('game = "ford"\n[stacks]\n"0101" = ["A1 reduced"]\n', 3, "'reduced' cannot be said of A1"),
    ('game = "ford"\n[stacks]\n"0101" = ["A1 4/4"]\n', 3, "'4/4' cannot be said of A1"),
    ('game = "ford"\nlost = ["A1"]\n[stacks]\n"0101" = ["A1"]\n', 2, "both lost and on the map"),
    ('game = "ford"\nasked = ["Dance"]\n[stacks]\n', 2, "nothing called Dance can be asked"),
    ('game = "ford"\nasked = [""]\n[stacks]\n', 2, "nothing called  can be asked"),
    ('game = "ford"\nasked = ["EndTurn"]\n[stacks]\n', 2, "EndTurn lacks number"),
    ('game = "ford"\nasked = ["EndTurn number=x"]\n[stacks]\n', 2, "'x' is not a whole number"),
    ('game = "ford"\nasked = ["Storm wind=1"]\n[stacks]\n', 2, "Storm has no wind"),
    ('game = "ford"\nweather = "fog"\n[stacks]\n', 2, "fog must be said to be dry or mud"),
    ('game = "ford"\nmood = 3\n[stacks]\n', 2, "mood means nothing here"),
    ('game = "ford"\n[stacks]\n[marks]\nbroken = []\n', 4, "broken means nothing here"),
    ('game = "ford"\n[stacks]\n[marks]\nblown = ["0101-0102"]\n', 4, "nothing can change on the"),
    ('game = "ford"\n[stacks]\n[fatigue]\nA9 = 1\n', 4, "there is no counter A9"),
    ('game = "ford"\n[stacks]\n[points]\nblue = 1\n', 4, "blue means nothing here"),
    ('game = "ford"\n[stacks]\n[raid]\npiece = "A1"\n', 3, "Raid lacks goal"),
]


@pytest.mark.parametrize(("text", "line", "reason"), WRONG)
def test_what_a_position_cannot_mean_is_refused_with_its_line(
    text: str, line: int, reason: str
) -> None:
    with pytest.raises(DataError, match=reason) as caught:
        read(text)
    assert caught.value.line == line


def test_two_dice_are_one_question_of_equal_answers() -> None:
    state = read('game = "ford"\n[stacks]\n')
    throws = state.options()
    assert len(throws) == len(set(throws)) == 36
    apply(state, throws[-1])
    assert (state.is_rainy, state.points, state.fatigue[0]) == (True, [12, 0], 1)


def test_a_fact_needs_a_type_that_a_text_can_have() -> None:
    with pytest.raises(TypeError, match="A fact needs its type"):

        class Untyped(Counters):
            mood = fact()

    with pytest.raises(TypeError, match="neither a form nor a meaning"):
        form_of(dict)


@pytest.mark.parametrize("name", ["", "1 Div", "a,b", "a=b", 'a"b'])
def test_a_name_that_a_position_cannot_hold_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be written in a position"):
        replace(material(), ids=(name, *material().ids[1:]))


def test_a_record_may_leave_fields_empty() -> None:
    state = begin()
    state.ask(Storm())
    state.raid = replace(RAID, way=(), target=None, piece=-1, goal=-1, escort=0)
    assert read(state.canonical()).raid == state.raid


def test_a_type_that_is_not_there_when_the_class_is_made_is_told_so() -> None:
    with pytest.raises(TypeError, match="not under TYPE_CHECKING"):

        class Hasty(Counters):
            post: Nowhere = fact()  # type: ignore[name-defined]  # noqa: F821


def test_a_subclass_adds_facts_and_keeps_those_of_its_base() -> None:
    class Longer(Ford):
        extra: int = fact()

    state = Longer(material())
    state.extra, state.turn = 7, 5
    twin = state.copy()
    assert (twin.extra, twin.turn, type(twin)) == (7, 5, Longer)
    assert [one.name for one in Longer.facts] == [*NAMES, "extra"]

    class Longest(Longer):
        last: bool = fact()

    assert [one.name for one in Longest.facts] == [*NAMES, "extra", "last"]
    assert "extra = 7" in NOTATION.write(state)
