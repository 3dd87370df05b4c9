"""The map from text files: masks by word, sides by kind, class and direction, wrong files."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from grognard.engine.bits import numbers
from grognard.engine.datafile import DataError, Report
from grognard.kit.board import SideKind, joined, read_board, read_frame, without
from kit.toy import FILES, load_board, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from grognard.kit.board import Beyond, Board


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return load_board(write_files(tmp_path))


def names(board: Board, region: int) -> list[str]:
    return [board.map.name(hex_) for hex_ in numbers(region)]


def beyond(board: Board, masks: Beyond, hex_: str) -> list[str]:
    return names(board, masks[board.map.hex(hex_)])


def test_a_map_with_holes_has_the_hexes_of_its_file(board: Board) -> None:
    assert len(board.map.hexes) == 11
    assert names(board, board.map.adjacent(board.map.region("0202"))) == [
        *("0102", "0103", "0201", "0203", "0303")
    ]


def test_words_give_masks_and_words_by_hex(board: Board) -> None:
    assert names(board, board.where("terrain", "forest", "marsh")) == ["0102", "0202", "0203"]
    assert board.words("terrain")[board.map.hex("0401")] == "sea"
    assert board.named() == {board.map.hex("0103"): "Ford", board.map.hex("0301"): "Hill"}
    assert board.figures("height") == {board.map.hex("0301"): 75}


def test_sides_are_told_apart_by_kind_and_class(board: Board) -> None:
    assert beyond(board, board.beyond("river"), "0201") == ["0101", "0102"]
    assert beyond(board, board.beyond("river", "major"), "0201") == ["0102"]
    assert len(board.sides("river", "stream", "major")) == 3
    assert [one.name for one in board.of_kind("river", "stream")] == ["Brook"]


def test_a_directed_side_counts_from_outside_to_inside(board: Board) -> None:
    assert beyond(board, board.beyond("wall"), "0203") == ["0303"]
    assert beyond(board, board.beyond("wall"), "0303") == []
    assert beyond(board, board.before("wall"), "0303") == ["0203"]


def test_one_side_may_carry_two_bridges(board: Board) -> None:
    assert len(board.of_kind("bridge")) == 2
    assert len(board.sides("bridge")) == 1


def test_masks_are_joined_and_taken_away(board: Board) -> None:
    links = joined(board.beyond("road"), board.beyond("rail"))
    assert beyond(board, links, "0202") == ["0102", "0203"]
    unbridged = without(board.beyond("river", "major"), board.beyond("bridge"))
    assert beyond(board, unbridged, "0102") == ["0201"]


def test_a_kind_or_class_that_the_map_lacks_is_a_fault_of_the_program(board: Board) -> None:
    with pytest.raises(KeyError, match="no side is a canal"):
        board.beyond("canal")
    with pytest.raises(KeyError, match="no river is of class wide"):
        board.beyond("river", "wide")


WRONG = [
    ("hexes", "0102,forest", "102,forest", 3, "'102' is not a hex number"),
    ("hexes", "0102,forest", "0502,forest", 3, "there is no hex 0502 on this map"),
    ("hexes", "0102,forest", "0101,forest", 3, "hex 0101 stands here a second time"),
    ("sides", "0101,0201,stream", "0101,0301,stream", 2, "hexes 0101 and 0301 do not touch"),
    ("sides", "0101,0201,stream", "0101,0201,wide", 2, "class is 'wide', not one of stream, major"),
    ("sides", "wall,0303,0203,,", "wall,0303,0203,thick,", 7, "class is 'thick', not one of"),
    ("sides", "river,0102,0201,major", "river,0101,0201,major", 3, "stands here a second time"),
    ("sides", "bridge,0102,0202,rail", "bridge,0102,0202,road", 6, "stands here a second time"),
    ("links", "road,0202,0203", "canal,0202,0203", 3, "kind is 'canal', not one of road, rail"),
    ("links", "road,0202,0203", "road,0202,0302", 3, "there is no hex 0302 on this map"),
    ("map", "columns = 4", "columns = 100", 1, "more than CCRR can number"),
]


@pytest.mark.parametrize(("file", "old", "new", "line", "reason"), WRONG)
def test_a_wrong_file_is_refused_with_file_line_and_reason(
    tmp_path: Path, file: str, old: str, new: str, line: int, reason: str
) -> None:
    name = next(name for name in FILES if name.startswith(file))
    assert old in FILES[name]
    write_files(tmp_path, **{file: FILES[name].replace(old, new)})
    with pytest.raises(DataError, match=reason) as caught:
        load_board(tmp_path)
    assert (caught.value.file, caught.value.line) == (str(tmp_path / name), line)


def test_a_checker_notes_every_wrong_row(tmp_path: Path) -> None:
    hexes = FILES["hexes.csv"].replace("0102,", "102,").replace("0304,", "9904,")
    problems: list[str] = []
    load_board(write_files(tmp_path, hexes=hexes, links="kind,a,b\n"), problems)
    assert [problem.rpartition("/")[2].split(":")[1] for problem in problems[:2]] == ["3", "10"]


def test_a_map_of_1294_hexes_loads_within_a_tenth_of_a_second(tmp_path: Path) -> None:
    present = [f"{c:02}{r:02}" for c in range(1, 43) for r in range(1, 37)][:1294]
    rows = "".join(f"{name},clear,,\n" for name in present)
    files = write_files(tmp_path, map="columns = 42\nrows = 36\n")
    (files / "hexes.csv").write_text(f"hex,terrain,name,height\n{rows}", encoding="utf-8")
    sides = [
        f"road,{a},{b},1,\n" for a, b in pairwise(present) if a[:2] == b[:2] and int(b[2:]) % 3
    ]
    (files / "sides.csv").write_text(f"kind,a,b,class,name\n{''.join(sides)}", encoding="utf-8")
    best = 1.0
    for _ in range(5):
        begun = time.process_time()
        kinds = {files / "sides.csv": (SideKind("road", ("1", "2")),)}
        columns = ("terrain", "name", "height")
        frame = read_frame(files / "map.toml")
        board = read_board(frame, files / "hexes.csv", kinds, Report(), columns=columns)
        board.where("terrain", "clear"), board.beyond("road")
        best = min(best, time.process_time() - begun)
    assert len(board.map.hexes) == 1294
    assert best < 0.1
