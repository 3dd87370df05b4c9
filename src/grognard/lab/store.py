"""Results in files: one line of JSON a game, appended as they come, and other formats from it.

The first line says what is played. A run that is broken off leaves a file that can be read and
gone on with; when the last game is in, the lines are put in order, so that equal runs leave equal
files whatever the number of workers.
"""

from __future__ import annotations

import csv
import json
import os
from contextlib import contextmanager
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.lab.record import Record
from grognard.lab.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from pathlib import Path
    from typing import BinaryIO

FORMAT: Final = 1
SUFFIXES: Final = (".jsonl", ".csv", ".parquet", ".json")
BEGINNING: Final = b'{"format": '
LONGEST_LINE: Final = 1 << 24
ROWS: Final = 20_000
"""How many rows of a Parquet file are made at a time."""
NESTED: Final = ("players", "losses", "rules", "lost_at", "held")
"""What holds lists and mappings: columns of their own kind in Parquet, JSON text in CSV."""


NO_RESULTS: Final = (
    *(KeyError, TypeError, AttributeError, RecursionError),
    *(json.JSONDecodeError, UnicodeDecodeError),
)
"""What reading something else ends with."""


class StoreError(ValueError):
    """A file of results that cannot be used."""


class Results(NamedTuple):
    """What a file holds; a million games need not fit into memory."""

    setting: Setting
    records: Iterable[Record]


def lines_file(out: Path) -> Path:
    """Return the file of lines that goes with a file of any format."""
    if out.suffix not in SUFFIXES:
        raise StoreError(f"{out} ends with none of {', '.join(SUFFIXES)}")
    return out.with_suffix(".jsonl")


class RunFile:
    """A file of lines being written."""

    def __init__(self, file: Path, setting: Setting, *, resume: bool) -> None:
        self.file = file
        self.done: set[int] = set()
        """The numbers of the games that are in the file already."""
        if file.exists() and file.stat().st_size:
            self._go_on(setting, resume=resume)
        self.stream = file.open("a", encoding="utf-8", newline="\n")
        if not self.stream.tell():
            self._write(_header(setting))

    def _go_on(self, setting: Setting, *, resume: bool) -> None:
        if not resume:
            raise StoreError(f"{self.file} is there already; --resume goes on with it")
        _refuse_a_stranger(self.file)
        _cut_broken_line(self.file)
        if not self.file.stat().st_size:
            return
        found = Lines(self.file)
        if found.setting != setting:
            difference = _difference(found.setting, setting)
            raise StoreError(f"{self.file} holds other games: {difference}")
        self.done = {record.number for record in found}

    def _write(self, *lines: str) -> None:
        self.stream.writelines(f"{line}\n" for line in lines)
        self.stream.flush()

    def append(self, records: Iterable[Record]) -> None:
        """Write some games; they are safe once this returns."""
        self._write(*(record.line() for record in records))

    def close(self) -> None:
        """Leave the file as it is."""
        self.stream.close()

    def finish(self) -> None:
        """Put the games in order."""
        self.close()
        replacement = self.file.with_suffix(".jsonl.sorted")
        with self.file.open("rb") as old, replacement.open("wb") as new:
            new.write(old.readline())
            for _, place in sorted(_places(old)):
                old.seek(place)
                new.write(old.readline())
        os.replace(replacement, self.file)


def _places(stream: BinaryIO) -> Iterator[tuple[int, int]]:
    """Yield the number of each game and where its line begins."""
    place = stream.tell()
    while line := stream.readline():
        yield json.loads(line)["number"], place
        place = stream.tell()


def _header(setting: Setting) -> str:
    data = {"format": FORMAT, "run": setting.digest, "setting": setting.as_json()}
    return json.dumps(data, ensure_ascii=False)


def _difference(found: Setting, wanted: Setting) -> str:
    old, new = found.as_json(), wanted.as_json()
    told = {
        key: f"{key} {old[key]}, not {new[key]}"
        if old[key] not in ("", None)
        else f"{key} not said, not {new[key]}"
        for key in old
        if old[key] != new[key]
    }
    if "data" in told:
        told["data"] = "other values in the game's own data"
    if "files" in told:
        told["files"] = "data files"
    return ", ".join(told.values())


def _refuse_a_stranger(file: Path) -> None:
    """Refuse a file that never was one of ours, before anything is cut off it."""
    with file.open("rb") as stream:
        begun = stream.read(len(BEGINNING))
    if not BEGINNING.startswith(begun):
        raise StoreError(f"{file} does not hold the results of a simulation")


def _cut_broken_line(file: Path) -> None:
    """Cut off the line that was being written when the writer was killed."""
    with file.open("r+b") as stream:
        tail = max(0, file.stat().st_size - LONGEST_LINE)
        stream.seek(tail)
        end = stream.read().rfind(b"\n") + 1
        stream.truncate(tail + end if end else 0)


class Lines:
    """The games of a file of lines, read one by one; a last line that is broken is left out."""

    def __init__(self, file: Path, wanted: Container[int] | None = None) -> None:
        self.file, self.wanted = file, wanted
        with file.open(encoding="utf-8") as stream, _refusing(file):
            self.setting = _setting(json.loads(stream.readline()))

    def __iter__(self) -> Iterator[Record]:
        with self.file.open(encoding="utf-8") as stream, _refusing(self.file):
            stream.readline()
            for line in stream:
                if line.endswith("\n"):
                    record = Record.from_json(json.loads(line))
                    if self.wanted is None or record.number in self.wanted:
                        yield record


@contextmanager
def _refusing(file: Path) -> Iterator[None]:
    """Say of a file that is something else that it is."""
    try:
        yield
    except NO_RESULTS as error:
        raise StoreError(f"{file} does not hold the results of a simulation") from error


def _setting(header: dict[str, Any]) -> Setting:
    if header["format"] != FORMAT:
        raise StoreError(f"format {header['format']} is not known here, only {FORMAT}")
    return Setting.from_json(header["setting"])


def read(file: Path) -> Results:
    """Return the games of a file in any format that holds what was played: all but CSV."""
    match file.suffix:
        case ".jsonl":
            lines = Lines(file)
            return Results(lines.setting, lines)
        case ".json":
            return _read_json(file)
        case ".parquet":
            return _read_parquet(file)
        case ".csv" if lines_file(file).exists():
            return read(lines_file(file))
    raise StoreError(f"{file}: give the .jsonl, .parquet or .json file of the run")


def _read_json(file: Path) -> Results:
    with _refusing(file):
        data = json.loads(file.read_text(encoding="utf-8"))
        return Results(_setting(data), [Record.from_json(game) for game in data["games"]])


def _read_parquet(file: Path) -> Results:
    arrow = _arrow()
    try:
        table = arrow.parquet.read_table(file)
    except arrow.ArrowException as error:
        raise StoreError(f"{file} cannot be read as Parquet: {error}") from error
    with _refusing(file):
        setting = _setting(json.loads(table.schema.metadata[b"grognard"]))
    return Results(setting, [_from_row(row) for row in table.to_pylist()])


def write(out: Path, results: Results) -> None:
    """Write the games in the format that the name of the file asks for."""
    match out.suffix:
        case ".csv":
            _write_csv(out, results)
        case ".parquet":
            _write_parquet(out, results)
        case ".json":
            head = json.loads(_header(results.setting))
            games = [record.as_json() for record in results.records]
            out.write_text(json.dumps(head | {"games": games}, ensure_ascii=False) + "\n", "utf-8")


def check_format(out: Path) -> None:
    """Refuse a file that could not be written once the games are played."""
    lines_file(out)
    if out.suffix == ".parquet":
        _arrow()


def _arrow() -> Any:
    """Return the library that writes Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise StoreError("Parquet needs the extra: pip install 'grognard[lab]'") from error
    return pyarrow


def _row(record: Record) -> dict[str, Any]:
    """Return a game as a row of a table."""
    data = record.as_json()
    row = {key: value for key, value in data.items() if key not in NESTED}
    for seat, player in enumerate(record.players):
        row[f"player_{seat}"] = player
    for seat, lost in enumerate(data.get("losses", ())):
        row[f"lost_{seat}"] = sum(lost)
    return row | {key: data[key] for key in NESTED if key in data}


def _plain_row(record: Record) -> dict[str, Any]:
    """Return a game as a row of plain cells: what is a list or a mapping becomes JSON."""
    row = _row(record)
    nested = {key: json.dumps(row[key], separators=(",", ":")) for key in NESTED if key in row}
    return row | nested


def _from_row(row: dict[str, Any]) -> Record:
    """Return the game of a row; files of version 0.1 have JSON where lists and mappings are."""
    known = {key: value for key, value in row.items() if value is not None}
    for key in NESTED:
        if isinstance(known.get(key), str):
            known[key] = json.loads(known[key])
    if "rules" in known:
        known["rules"] = dict(known["rules"])
        known["lost_at"] = [dict(lost) for lost in known["lost_at"]]
        known["held"] = dict(known.get("held", {}))
    return Record.from_json(known)


def _write_csv(out: Path, results: Results) -> None:
    rows = map(_plain_row, results.records)
    first = next(rows)
    with out.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(first), lineterminator="\n")
        writer.writeheader()
        writer.writerow(first)
        writer.writerows(rows)


def _write_parquet(out: Path, results: Results) -> None:
    arrow = _arrow()
    rows = map(_row, results.records)
    first = list(islice(rows, 1))
    fields = [(name, _kind(arrow, name, value)) for name, value in first[0].items()]
    schema = arrow.schema(fields, {"grognard": _header(results.setting)})
    every = chain(first, rows)
    with arrow.parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        while part := list(islice(every, ROWS)):
            writer.write_table(arrow.Table.from_pylist(part, schema))


def _kind(arrow: Any, name: str, value: object) -> Any:
    """Return the kind of a column."""
    counts = arrow.map_(arrow.string(), arrow.int64())
    nested = {
        "players": arrow.list_(arrow.string()),
        "losses": arrow.list_(arrow.list_(arrow.int64())),
        "rules": counts,
        "lost_at": arrow.list_(counts),
        "held": arrow.map_(arrow.string(), arrow.string()),
        "margin": arrow.float64(),
    }
    plain = arrow.int64() if isinstance(value, int) else arrow.string()
    return nested.get(name, plain)
