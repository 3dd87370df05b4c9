"""The data files of a game: those of a directory, the bundled ones where it lacks them."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from grognard.engine.datafile import DataError, TomlFile, read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from grognard.engine.datafile import Section

OptionsT = TypeVar("OptionsT")
DIGEST: Final = 16
"""How many characters of a fingerprint journals keep."""


def fingerprint(files: Iterable[Path]) -> str:
    """Return a fingerprint of those of some files that are there, or nothing."""
    texts = [f"{file.name}\n{read_text(file)}" for file in files if file.exists()]
    return sha256("\n".join(texts).encode()).hexdigest()[:DIGEST] if texts else ""


class DataFiles:
    """The files that a scenario of a game is made of; the bundled ones lie in its package."""

    def __init__(self, package: str, *names: str, folder: str = "data") -> None:
        self.bundled = Path(str(resources.files(package))) / folder
        self.names = names

    def file(self, directory: Path | None, name: str) -> Path:
        """Return the file of a directory, or the bundled one where there is none."""
        if directory and (directory / name).exists():
            return directory / name
        return self.bundled / name

    def all(self, directory: Path | None) -> tuple[Path, ...]:
        """Return every file that a scenario is made of."""
        return tuple(self.file(directory, name) for name in self.names)

    def scenarios(self) -> dict[str, Path]:
        """Return the directories of the other bundled scenarios, by their ids."""
        home = self.bundled / "scenarios"
        return {one.name: one for one in sorted(home.iterdir())} if home.is_dir() else {}

    def digest(self, directory: str) -> str:
        """Return a fingerprint of the files of a directory; nothing for bundled ones.

        A journal keeps it, and is not replayed with other files.
        """
        if not directory or Path(directory).is_relative_to(self.bundled.resolve()):
            return ""
        return fingerprint([Path(directory, name) for name in self.names])

    def opened(self, directory: Path | None) -> Path | None:
        """Return a directory by its whole path, refusing what is none."""
        if directory and not directory.is_dir():
            raise DataError(directory, 1, "this is not a directory")
        return directory.resolve() if directory else None


def read_options(
    section: Section, kind: type[OptionsT], choices: Mapping[str, Sequence[str]]
) -> OptionsT:
    """Return the options of a scenario: flags, or one of the words that `choices` has for them.

    What a file leaves out is as the class has it: a file of an older version knows fewer.
    """
    chosen: dict[str, str | bool] = {}
    for one in fields(kind):  # type: ignore[arg-type]
        if one.default is MISSING or one.name in section:
            words = choices.get(one.name)
            chosen[one.name] = section.text(one.name, *words) if words else section.flag(one.name)
    section.finish()
    return kind(**chosen)


def configured(
    options: OptionsT, chosen: Mapping[str, str], read: Callable[[Section], OptionsT]
) -> OptionsT:
    """Return options, some chosen otherwise by the words that a scenario file would have."""
    values = {one.name: getattr(options, one.name) for one in fields(options)}  # type: ignore[arg-type]
    unknown = [name for name in chosen if name not in values]
    if unknown:
        raise ValueError(f"there is no option {', '.join(unknown)}; there are {', '.join(values)}")
    lines = [
        f"{name} = {_toml(chosen.get(name, value), value)}\n" for name, value in values.items()
    ]
    return read(TomlFile(Path("options"), "".join(lines)).root)


def _toml(value: object, before: object) -> str:
    """Return an option as TOML writes it; flags and numbers may come as words."""
    word = str(value)
    if isinstance(before, bool) and word.lower() in ("true", "false"):
        return word.lower()
    if isinstance(before, int) and word.isascii() and word.isdigit():
        return str(int(word))
    return json.dumps(word)
