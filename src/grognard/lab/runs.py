"""A whole simulation: games that are in a file already are not played again."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from grognard.lab.crew import play_all
from grognard.lab.store import Lines, RunFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from grognard.lab.crew import Crew
    from grognard.lab.record import Record
    from grognard.lab.setting import Setting

Advance: TypeAlias = Callable[[int], None]
"""Told how many games have just been finished."""


class Played(NamedTuple):
    """What came of a simulation."""

    records: Iterable[Record]
    """In order, those of an earlier run included; from the file, where there is one."""
    fresh: int
    """How many of them were played now."""
    decisions: int
    """How many decisions these took."""
    seconds: float


def simulate(
    setting: Setting,
    numbers: Sequence[int],
    crew: Crew,
    *,
    file: Path | None = None,
    resume: bool = False,
    advance: Advance = lambda games: None,
) -> Played:
    """Play the games of these numbers; keep them in a file of lines, if one is named."""
    store = RunFile(file, setting, resume=resume) if file else None
    known = store.done if store else set()
    advance(sum(number in known for number in numbers))
    found: list[Record] = []
    fresh = decisions = 0

    def take(records: list[Record]) -> None:
        nonlocal fresh, decisions
        keep = store.append if store else found.extend
        keep(records)
        fresh += len(records)
        decisions += sum(record.decisions for record in records)
        advance(len(records))

    begun = time.perf_counter()
    try:
        play_all(setting, (number for number in numbers if number not in known), crew, take)
    except BaseException:
        if store:
            store.close()
        raise
    seconds = time.perf_counter() - begun
    found.sort(key=lambda record: record.number)
    if store:
        store.finish()
    records = Lines(store.file, numbers) if store else found
    return Played(records, fresh, decisions, seconds)


@contextmanager
def progress(total: int, label: str) -> Iterator[Advance]:
    """Draw a bar with rate and time left on the error stream, where that is a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=total, rate="")

        def advance(games: int) -> None:
            bar.advance(task, games)
            speed = bar.tasks[0].speed if bar.tasks else None
            bar.update(task, rate=f"{speed:.1f} games/s" if speed else "")

        yield advance
