"""The Luga Line: map, counters, set-up and scenario hold together, and the rulebook is whole."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import grognard.games.eastfront as eastfront
from grognard.engine.bits import numbers
from grognard.engine.datafile import DataError, Report
from grognard.engine.rulebook import Rulebook
from grognard.games.eastfront.counters import Piece, Side
from grognard.games.eastfront.ground import Ground, read_ground
from grognard.kit.roster import Roster, read_roster

HOME = Path(eastfront.__file__).parent
LUGA = HOME / "luga"
FILES = ("map.toml", "hexes.csv", "sides.csv", "links.csv")
LIMITS = {"swamp": 6}


@pytest.fixture(scope="module")
def ground() -> Ground:
    return read_ground(Report(), *(LUGA / name for name in FILES))


@pytest.fixture(scope="module")
def roster() -> Roster[Piece]:
    return read_roster(LUGA / "pieces.csv", Piece, Report())


@pytest.fixture(scope="module")
def scenario() -> dict[str, Any]:
    texts = [(LUGA / name).read_text(encoding="utf-8") for name in ("front.toml", "scenario.toml")]
    return {key: value for text in texts for key, value in tomllib.loads(text).items()}


@pytest.fixture(scope="module")
def stacks() -> dict[str, list[str]]:
    text = (LUGA / "setup.toml").read_text(encoding="utf-8")
    found: dict[str, list[str]] = tomllib.loads(text)["stacks"]
    return found


def test_the_map_has_its_606_hexes_and_two_kinds_of_fortification(ground: Ground) -> None:
    assert ground.map.everywhere.bit_count() == 606
    assert sum(row.bit_count() for row in ground.fortified) == 78
    assert {ground.map.name(hex_) for hex_ in numbers(ground.points)} == {
        *("1719", "1907", "1201", "1601", "2004", "2305"),
    }


def test_18_2_a_fortified_side_counts_from_outside_to_inside(ground: Ground) -> None:
    outside, inside = ground.map.hex("0408"), ground.map.hex("0509")
    assert ground.fortified[outside] >> inside & 1
    assert not ground.fortified[inside] >> outside & 1


def test_10_4_bridges_stand_on_rivers_and_carry_the_line_they_are_of(ground: Ground) -> None:
    rivers = ground.board.sides("river")
    for kind in ("road", "rail"):
        bridges = ground.board.sides("bridge", kind)
        assert bridges
        assert bridges <= rivers
        assert bridges <= ground.board.sides(kind)


def test_10_1_no_road_or_railway_runs_over_water(ground: Ground) -> None:
    for kind in ("road", "rail"):
        for a, b in ground.board.sides(kind):
            assert (1 << a | 1 << b) & ~ground.land == 0, ground.map.name(a)


def test_1_2_there_are_126_counters_of_which_51_are_german(roster: Roster[Piece]) -> None:
    sides = [piece.side for piece in roster.pieces]
    assert len(sides) == 126
    assert sides.count(Side.GERMAN) == 51
    assert all(first >= later for piece in roster.pieces for first, later in falls(piece))


def falls(piece: Piece) -> list[tuple[int, int]]:
    """Return each factor with the one after a step lost."""
    pairs = zip(piece.values, piece.values[1:], strict=False)
    return [(a, b) for full, less in pairs for a, b in zip(full, less, strict=True)]


def test_3_1_the_set_up_is_on_the_map_complete_and_within_stacking(
    ground: Ground, roster: Roster[Piece], stacks: dict[str, list[str]]
) -> None:
    by_id = {piece.id: piece for piece in roster.pieces}
    placed = [name for names in stacks.values() for name in names]
    assert sorted(placed) == sorted(piece.id for piece in roster.pieces if piece.turn == 0)
    terrain = ground.board.words("terrain")
    for place, names in stacks.items():
        hex_ = ground.map.hex(place)
        assert ground.land >> hex_ & 1
        assert len({by_id[name].side for name in names}) == 1
        limit = LIMITS.get(terrain[hex_], 12)
        assert sum(by_id[name].stacking for name in names) <= limit, place


def test_8_1_every_arrival_has_a_turn_of_the_game_and_hexes_of_the_map(
    ground: Ground, roster: Roster[Piece], scenario: dict[str, Any]
) -> None:
    entries = scenario["entries"]
    entries["position_or_leningrad"] = entries["position"] + entries["leningrad"]
    late = [piece for piece in roster.pieces if piece.turn]
    assert len(late) == 36
    for piece in late:
        assert piece.turn <= scenario["last_turn"]
        found = entries[piece.entry]
        for name in found["hexes"] if isinstance(found, dict) else found:
            assert ground.land >> ground.map.hex(name) & 1


def test_6_2_26_1_sources_ports_and_places_are_hexes_of_the_map(
    ground: Ground, roster: Roster[Piece], scenario: dict[str, Any]
) -> None:
    ids = {piece.id for piece in roster.pieces}
    named = [*scenario["sources"]["german"], *scenario["sources"]["soviet"]]
    named += [*scenario["ports"], *scenario["victory"]["places"]]
    assert all(ground.land >> ground.map.hex(name) & 1 for name in named)
    needs = scenario["ports"].values()
    assert all(need in ids or ground.map.hex(need) >= 0 for need in needs)
    assert sum(scenario["victory"]["places"].values()) == 65
    for points in scenario["points"].values():
        assert len(points) == scenario["last_turn"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("6-5/4-3/2-2", "6-5/4/2-2", "attack-defence by step"),
        ("panzer,III", "panzer,IV", "IV"),
        (",10,yes,yes", ",10,maybe,yes", "maybe"),
    ],
)
def test_a_wrong_counter_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    text = (LUGA / "pieces.csv").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "pieces.csv").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=said) as refused:
        read_roster(tmp_path / "pieces.csv", Piece, Report())
    assert ":2:" in str(refused.value)


def test_the_rulebook_names_every_clause_of_the_charts() -> None:
    book = Rulebook.load(LUGA)
    clauses = {clause for rule in book.entries for clause in rule.clauses}
    sheet = Rulebook.load(HOME / "data", "sheet.toml")
    of_the_sheet = {clause for rule in sheet.entries for clause in rule.clauses}
    assert of_the_sheet - clauses == set()
    assert len(book.entries) == 71
    numbers_ = {rule.number for rule in book.entries}
    assert all(set(ruling.rules) <= numbers_ for ruling in book.rulings)
    assert len({ruling.id for ruling in book.rulings}) == len(book.rulings) >= 56
