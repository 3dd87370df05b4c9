"""Everything that is wrong with data files, not only what a reader stumbles over first.

A reader stops at an error that it cannot get over, and so one error hides another. Here every
error is noted and mended in a copy, with what the game's own files have in its place, and the
copy is read again, until nothing is found any more.
"""

from __future__ import annotations

import re
import tempfile
import tomllib
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.commands.repairs import OURS, FileLine, near, taken_back, whole, wide, with_zeros
from grognard.engine.datafile import DataError, read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grognard.engine.registry import AnyGame

ROUNDS: Final = 30
TRIALS: Final = 40
"""How many changes are taken back to try whether an error comes from them, in all."""
NEAREST: Final = 12
"""And of one file, for one error."""
SUFFIXES: Final = (".toml", ".csv")
NOWHERE: Final = -1
PROBLEM: Final = re.compile(r"(?P<file>.+?):(?P<line>\d+): (?P<reason>.*)", re.DOTALL)


class Problem(NamedTuple):
    """Something wrong on a line of the copy, and how it is told of the original."""

    file: str
    place: int
    origin: int
    """The line of the original, or `OURS`, or `NOWHERE`."""
    reason: str
    words: str


def problems(game: AnyGame, directory: Path) -> list[str]:
    """Return everything that is wrong with the files of a directory, as ``file:line: reason``."""
    own = {file.name: read_text(file) for file in game.data_files() if file.is_file()}
    found = [*strangers(game, directory)]
    texts: dict[str, list[FileLine]] = {}
    for file in sorted(directory.iterdir()):
        if file.is_file() and (not own or file.name in own):
            try:
                text = read_text(file)
            except DataError as error:
                found.append(str(error))
                continue
            lines = [FileLine(number, line) for number, line in enumerate(text.splitlines(), 1)]
            if file.suffix == ".csv":
                lines = with_zeros(file, lines, own.get(file.name, ""), found)
            texts[file.name] = lines
    copy = Copy(game, directory, texts, own)
    copy.look()
    return [*found, *(one for one in copy.found if one not in found)]


class Copy:
    """The files of a directory as they are mended, and what was found wrong with them so far."""

    def __init__(
        self,
        game: AnyGame,
        directory: Path,
        texts: dict[str, list[FileLine]],
        own: dict[str, str],
    ) -> None:
        self.game, self.directory, self.texts, self.own = game, directory, texts, own
        self.found: list[str] = []
        self.tried: Counter[tuple[str, int, str]] = Counter()
        self.trials = TRIALS

    def look(self) -> None:
        """Read the copy, note and mend what is wrong first, and begin again.

        Rows of a CSV file are wrong each for itself, and are mended together; elsewhere, and in
        files that are read later, what else is told may only follow from the first error.
        """
        for last in range(ROUNDS, -1, -1):
            told = self._read(self.texts)
            names = dict.fromkeys(one.file for one in told)
            if not last or not any(self._mend_file(told, name) for name in names):
                break
        self._note(told)

    def _read(self, texts: dict[str, list[FileLine]]) -> list[Problem]:
        """Return what the game says of the files with these texts."""
        with tempfile.TemporaryDirectory(prefix="grognard-") as copy:
            for name, lines in texts.items():
                text = "".join(f"{line.text}\n" for line in lines)
                Path(copy, name).write_text(text, encoding="utf-8")
            told = self.game.check(Path(copy))
        return [_located(problem, copy, self.directory, texts) for problem in told]

    def _mend_file(self, told: Iterable[Problem], name: str) -> bool:
        """Note and mend what is told first of a file; say whether anything was changed."""
        batch = [one for one in told if one.file == name]
        if not name.endswith(".csv"):
            batch = batch[:1]
        self._note(batch)
        mended = False
        for one in sorted(batch, key=lambda one: -one.place):
            mended |= self._mend(one)
        return mended

    def _note(self, told: Iterable[Problem]) -> None:
        """Note problems, none of them twice, and none of lines that nobody wrote."""
        self.found += dict.fromkeys(
            one.words for one in told if one.words not in self.found and one.origin != OURS
        )

    def _mend(self, one: Problem) -> bool:
        """Mend as little as helps; say whether anything was changed.

        A value; then the change, wherever it stands, without which this would not be told; then
        its table; then its file.
        """
        key = one.file, one.origin, one.reason
        own, lines = self.own.get(one.file, ""), self.texts.get(one.file, [])
        ways: list[Callable[[], tuple[str, list[FileLine]]]] = [lambda: self._cause(one)]
        if own and one.place < len(lines):  # else it was mended with what stood above
            ways = [
                lambda: (one.file, near(lines, one.place, one.reason, one.file, own)),
                *ways,
                lambda: (one.file, wide(lines, one.place, one.file, own)),
                lambda: (one.file, whole(own)),
            ]
        for way in ways[self.tried[key] :]:
            self.tried[key] += 1
            name, mended = way()
            if [line.text for line in mended] != [line.text for line in self.texts.get(name, [])]:
                self.texts[name] = mended
                return True
        return False

    def _cause(self, one: Problem) -> tuple[str, list[FileLine]]:
        """Return a file without the one change that a problem comes from, if there is one."""
        for name in sorted(self.texts, key=lambda name: name != one.file):
            place = one.place if name == one.file else 0
            ways = taken_back(self.texts[name], self.own.get(name, ""), place)
            for lines in islice(ways, NEAREST):
                if not self.trials:
                    break
                self.trials -= 1
                told = self._read(self.texts | {name: lines})
                if not any((each.file, each.reason) == (one.file, one.reason) for each in told):
                    return name, lines
        return one.file, self.texts.get(one.file, [])


def _located(problem: str, copy: str, directory: Path, texts: dict[str, list[FileLine]]) -> Problem:
    """Return a problem of the copy with its place there, in the words for the original."""
    match = PROBLEM.fullmatch(problem)
    name = Path(match["file"]).name if match else ""
    if not match or name not in texts or not texts[name]:
        words = problem.replace(copy, str(directory))
        return Problem(name, 0, NOWHERE, words, words)
    place = min(int(match["line"]), len(texts[name])) - 1
    reason = re.sub(r" \(at line \d+, (column \d+)\)$", r" (\1)", match["reason"])
    reason = reason.replace(f"{Path(copy, name)}:", "line ")
    origin = texts[name][place].origin
    words = f"{directory / name}:{origin}: {reason}"
    return Problem(name, place, origin, reason, words)


def likeliest(games: Iterable[AnyGame], directory: Path) -> AnyGame:
    """Return the game whose data files those of a directory are most like; the first of equals."""

    def likeness(game: AnyGame) -> tuple[int, float]:
        own = {file.name: file for file in game.data_files() if file.is_file()}
        given = [file for file in directory.iterdir() if file.suffix in SUFFIXES]
        known = [file for file in given if file.name in own]
        return len(known), sum(_alike(_names(file), _names(own[file.name])) for file in known)

    return max(games, key=likeness)


def _alike(some: set[str], others: set[str]) -> float:
    """Return which part of what either names both name."""
    return len(some & others) / (len(some | others) or 1)


def _names(file: Path) -> set[str]:
    """Return what a file calls its columns or its parts; nothing where it cannot be read."""
    try:
        text = read_text(file)
        return set(tomllib.loads(text) if file.suffix == ".toml" else _columns(text))
    except (DataError, tomllib.TOMLDecodeError, RecursionError, ValueError):
        return set()


def _columns(text: str) -> list[str]:
    return [name.strip() for name in text.partition("\n")[0].split(",")]


def strangers(game: AnyGame, directory: Path) -> list[str]:
    """Return the files of a directory that nobody reads, since no file of the game is so called."""
    files = game.data_files()
    folders = {file.parent for file in files}
    known = {file.name for folder in folders for file in folder.iterdir()} if files else set()
    stems = {Path(name).stem.lower() for name in known}
    names = ", ".join(file.name for file in files)
    found = []
    for file in sorted(directory.iterdir()):
        is_like = file.suffix in SUFFIXES or file.name.lower().split(".")[0] in stems
        if known and file.is_file() and file.name not in known and is_like:
            reason = f"no file of {game.id} is called so, and nobody reads it; there are: {names}"
            found.append(f"{file}:1: {reason}")
    return found
