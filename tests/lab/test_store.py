"""Files of results: appended to, gone on with, equal for equal runs, in several formats."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from grognard.engine.registry import game
from grognard.lab.crew import Alone, local
from grognard.lab.jobs import play_some
from grognard.lab.runs import simulate
from grognard.lab.setting import prepare
from grognard.lab.store import Lines, Results, RunFile, StoreError, lines_file, read, write

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from grognard.lab.jobs import Batch
    from grognard.lab.setting import Setting

TOY = prepare("toygame:OutpostGame", ("random", "random"), seed=3)
OTHER = prepare("toygame:OutpostGame", ("random", "random"), seed=4)
GAMES = play_some(TOY, range(12)).records
BAUTZEN = prepare("bautzen", ("random", "random"), seed=3)


class Stopped(Alone):
    """A crew that is interrupted after some jobs; it remembers which games it played."""

    def __init__(self, jobs: int) -> None:
        self.left = jobs
        self.played: list[int] = []

    def submit(self, setting: Setting, numbers: Sequence[int]) -> Future[Batch]:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        self.played += numbers
        return super().submit(setting, numbers)


def test_an_interrupted_run_leaves_its_games_and_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with pytest.raises(KeyboardInterrupt):
        simulate(TOY, range(12), Stopped(1), file=file)
    assert list(Lines(file)) == GAMES[:1]
    rest = Stopped(100)
    played = simulate(TOY, range(12), rest, file=file, resume=True)
    assert sorted(rest.played) == list(range(1, 12))
    assert played.fresh == 11
    assert list(played.records) == GAMES == list(Lines(file))


def test_equal_runs_leave_equal_files_whatever_the_workers(tmp_path: Path) -> None:
    whole, broken, parallel = (tmp_path / f"{name}.jsonl" for name in "abc")
    simulate(TOY, range(12), Alone(), file=whole)
    simulate(TOY, [7, 3], Alone(), file=broken)
    simulate(TOY, range(12), Alone(), file=broken, resume=True)
    with local(2) as crew:
        simulate(TOY, range(12), crew, file=parallel)
    assert whole.read_bytes() == broken.read_bytes() == parallel.read_bytes()


def test_a_line_cut_short_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    simulate(TOY, range(5), Alone(), file=file)
    complete = file.read_bytes()
    file.write_bytes(complete[:-20])
    assert list(Lines(file)) == GAMES[:4]
    simulate(TOY, range(5), Alone(), file=file, resume=True)
    assert file.read_bytes() == complete


def test_a_file_with_nothing_but_half_a_header_is_begun_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"format": 1, "ru', "utf-8")
    simulate(TOY, range(2), Alone(), file=file, resume=True)
    assert list(Lines(file)) == GAMES[:2]


def test_a_file_is_not_written_over_nor_mixed(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    simulate(TOY, range(2), Alone(), file=file)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="there already; --resume"):
        RunFile(file, TOY, resume=False)
    with pytest.raises(StoreError, match="other games: seed 3, not 4"):
        RunFile(file, OTHER, resume=True)
    assert file.read_bytes() == before


def test_games_of_other_rules_or_values_are_not_gone_on_with(tmp_path: Path) -> None:
    """A run that was broken off before an upgrade ends there; its games can still be read."""
    file = tmp_path / "games.jsonl"
    simulate(replace(TOY, rules="0"), range(2), Alone(), file=file)
    with pytest.raises(StoreError, match=f"other games: rules 0, not {TOY.rules}"):
        RunFile(file, TOY, resume=True)
    head = json.loads(file.read_text("utf-8").splitlines()[0])
    del head["setting"]["rules"], head["setting"]["data"]  # as earlier versions wrote it
    rest = file.read_text("utf-8").partition("\n")[2]
    file.write_text(f"{json.dumps(head)}\n{rest}", encoding="utf-8")
    with pytest.raises(StoreError, match=f"other games: rules not said, not {TOY.rules}"):
        RunFile(file, TOY, resume=True)
    assert len([*Lines(file)]) == 2
    assert BAUTZEN.rules == game("bautzen").rules_version
    other = tmp_path / "other.jsonl"
    simulate(replace(BAUTZEN, data="0"), range(1), Alone(), file=other)
    with pytest.raises(StoreError, match="other values in the game's own data"):
        RunFile(other, BAUTZEN, resume=True)


@pytest.mark.parametrize("suffix", [".json", ".parquet"])
@pytest.mark.parametrize("setting", [TOY, BAUTZEN], ids=["plain", "measured"])
def test_every_format_that_is_read_gives_back_the_games(
    tmp_path: Path, suffix: str, setting: Setting
) -> None:
    results = Results(setting, play_some(setting, range(3)).records)
    file = tmp_path / f"games{suffix}"
    write(file, results)
    assert read(file) == results


def test_columns_of_parquet_are_columns(tmp_path: Path) -> None:
    from pyarrow import parquet, types

    records = play_some(BAUTZEN, range(2)).records
    write(tmp_path / "games.parquet", Results(BAUTZEN, records))
    table = parquet.read_table(tmp_path / "games.parquet")
    measure = records[0].measure
    assert measure
    row = table.to_pylist()[0]
    assert row["margin"] == measure.margin
    assert row["lost_1"] == sum(measure.losses[1])
    assert dict(row["rules"]) == measure.rules
    assert row["players"] == ["random", "random"]
    assert row["losses"] == [list(lost) for lost in measure.losses]
    kinds = {field.name: field.type for field in table.schema}
    assert types.is_map(kinds["rules"])
    assert types.is_floating(kinds["margin"])
    assert types.is_list(kinds["losses"])
    assert not [name for name in row if isinstance(row[name], str) and row[name][:1] in "[{"]


def test_parquet_of_version_0_1_with_json_in_its_cells_is_read(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    records = play_some(BAUTZEN, range(2)).records
    write(tmp_path / "new.parquet", Results(BAUTZEN, records))
    metadata = parquet.read_table(tmp_path / "new.parquet").schema.metadata
    old = [
        {
            key: json.dumps(value) if isinstance(value, list | tuple | dict) else value
            for key, value in record.as_json().items()
        }
        for record in records
    ]
    table = pyarrow.Table.from_pylist(old).replace_schema_metadata(metadata)
    parquet.write_table(table, tmp_path / "old.parquet")
    assert read(tmp_path / "old.parquet") == Results(BAUTZEN, records)


def test_csv_has_a_row_a_game_and_is_read_beside_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    simulate(TOY, range(3), Alone(), file=lines_file(file))
    write(file, Results(TOY, GAMES[:3]))
    with file.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["result"] for row in rows] == [record.result for record in GAMES[:3]]
    assert [row["player_0"] for row in rows] == ["random"] * 3
    assert list(read(file).records) == GAMES[:3]
    lines_file(file).unlink()
    with pytest.raises(StoreError, match=r"give the \.jsonl"):
        read(file)


@pytest.mark.parametrize("text", ["", "hello\n", '{"format": 1}\n', "[]\n", '{"a": 1}\n{"b": 2}\n'])
@pytest.mark.parametrize("suffix", [".jsonl", ".json"])
def test_what_is_no_file_of_results_is_refused(tmp_path: Path, text: str, suffix: str) -> None:
    file = tmp_path / f"games{suffix}"
    file.write_text(text, "utf-8")
    with pytest.raises(StoreError, match="does not hold the results"):
        list(read(file).records)


@pytest.mark.parametrize("suffix", [".jsonl", ".json", ".parquet"])
@pytest.mark.parametrize("read_in", [b"[" * 100_000, bytes(range(256)) * 9, b"3\n4\n"])
def test_bytes_of_any_kind_are_refused_in_words(
    tmp_path: Path, read_in: bytes, suffix: str
) -> None:
    file = tmp_path / f"games{suffix}"
    file.write_bytes(read_in)
    with pytest.raises(StoreError, match="games"):
        list(read(file).records)


def test_a_file_that_is_no_results_loses_nothing_to_a_slip(tmp_path: Path) -> None:
    """Half a last line is cut off a file of results, and off no other."""
    file = tmp_path / "letters.jsonl"
    file.write_text('{"to": "my aunt"}\nDear aunt, this line has no end yet', "utf-8")
    before = file.read_bytes()
    with pytest.raises(StoreError, match="does not hold the results"):
        RunFile(file, TOY, resume=True)
    assert file.read_bytes() == before


def test_a_format_of_the_future_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"format": 2, "setting": {}}\n', "utf-8")
    with pytest.raises(StoreError, match="format 2 is not known"):
        read(file)


def test_the_name_of_a_file_says_its_format(tmp_path: Path) -> None:
    assert lines_file(tmp_path / "a.parquet") == tmp_path / "a.jsonl"
    with pytest.raises(StoreError, match=r"ends with none of \.jsonl, \.csv, \.parquet, \.json"):
        lines_file(tmp_path / "a.xls")
