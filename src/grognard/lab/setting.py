"""What is played: a game, its scenario and options, the players and the seed of the run.

A setting is small and holds the texts of its data files, so that it can be sent to a process on
any machine. Two runs with equal settings play equal games.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from grognard.bots.clock import DECISION
from grognard.engine.datafile import DataError, read_text
from grognard.engine.registry import game as game_named
from grognard.lab.edits import Edit, EditError, differences, edited

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grognard.engine.registry import AnyGame

NODES: Final = 2000
"""What a searching player may visit for a decision, unless told otherwise: about what the general
of Bautzen does in the second that it has in a game with people."""

Texts = tuple[tuple[str, str], ...]
"""Names and texts of data files."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything that decides how the game of a given number goes."""

    game: str
    players: tuple[str, ...]
    seed: int = 0
    swap: bool = False
    """Whether the players change sides in every second game."""
    options: tuple[tuple[str, str], ...] = ()
    edits: tuple[str, ...] = ()
    """What was changed in the data files, in words."""
    nodes: int | None = NODES
    """How many nodes a searching player may visit for a decision; None where seconds count."""
    seconds: float = DECISION
    """How long a decision may take where seconds count; such games do not come out again."""
    files: Texts = ()
    """The data files, where they are not the game's own."""
    rules: str = ""
    """The version of the game's rules; empty in results that do not say it."""
    data: str = ""
    """A name for the texts of the game's own data files, weights of opponents included."""

    @property
    def digest(self) -> str:
        """A name for the run: equal settings have equal digests."""
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def seats(self, number: int) -> tuple[str, ...]:
        """Return who sits where in the game of that number."""
        return self.players[::-1] if self.swap and number % 2 else self.players

    def played_by(self, *players: str) -> Setting:
        """Return the same games between others."""
        return replace(self, players=players)

    def as_json(self) -> dict[str, Any]:
        """Return the setting as plain data."""
        return asdict(self) | {"options": dict(self.options), "files": dict(self.files)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setting:
        """Return the setting that was written as plain data."""
        return cls(
            game=data["game"],
            players=tuple(data["players"]),
            seed=data["seed"],
            swap=data["swap"],
            options=tuple(data["options"].items()),
            edits=tuple(data["edits"]),
            nodes=data["nodes"],
            seconds=data["seconds"],
            files=tuple(data["files"].items()),
            rules=data.get("rules", ""),
            data=data.get("data", ""),
        )


def prepare(
    game: str,
    players: Iterable[str],
    *,
    seed: int = 0,
    swap: bool = False,
    scenario: Path | None = None,
    options: Mapping[str, str] | None = None,
    edits: Iterable[Edit] = (),
    nodes: int | None = NODES,
    seconds: float = DECISION,
) -> Setting:
    """Return a setting whose scenario has been loaded once, and so is known to be sound."""
    changes = tuple(edits)
    if scenario is not None:
        game_named(game).load(scenario)
    setting = Setting(
        game=game,
        players=tuple(players),
        seed=seed,
        swap=swap,
        options=tuple(sorted((options or {}).items())),
        edits=tuple(map(str, changes)),
        nodes=nodes,
        seconds=seconds,
        files=_texts(game_named(game), scenario, changes),
        rules=game_named(game).rules_version,
        data=_own_data(game_named(game)),
    )
    scenario_of(setting)
    return setting


def _own_data(game: AnyGame) -> str:
    """Return a name for the texts of a game's own data files; nothing where it has none."""
    texts = [f"{path.name}\n{read_text(path)}" for path in game.data_files() if path.is_file()]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12] if texts else ""


def _texts(game: AnyGame, directory: Path | None, edits: tuple[Edit, ...]) -> Texts:
    """Return the files to send along: none for the game's own scenario as it is."""
    if directory is None and not edits:
        return ()
    return tuple(edited(texts_of(game, directory), edits).items())


def texts_of(game: AnyGame, directory: Path | None) -> dict[str, str]:
    """Return the texts of a scenario's data files by their names."""
    paths = [path for path in game.data_files(directory) if path.is_file()]
    if not paths:
        raise EditError(f"{game.id} has no data files that could be changed or sent along")
    return {path.name: read_text(path) for path in paths}


def changed(setting: Setting) -> list[str]:
    """Return every value that the data files of a run have otherwise than the game's own."""
    if not setting.files:
        return []
    own = {path.name: read_text(path) for path in game_named(setting.game).data_files()}
    return [
        difference
        for name, text in setting.files
        for difference in differences(name, own.get(name, ""), text)
    ]


def scenario_of(setting: Setting) -> Any:
    """Return the scenario that is played."""
    try:
        return _scenario(setting.game, setting.files, setting.options)
    except ValueError as error:
        if not setting.edits:
            raise
        raise EditError(f"with {'; '.join(setting.edits)}: {_reason(error)}") from error


@lru_cache(maxsize=64)
def _scenario(name: str, files: Texts, options: tuple[tuple[str, str], ...]) -> Any:
    """Return a scenario as it is played; what it is read from lies there for that long only."""
    game = game_named(name)
    if not files:
        return game.configure(game.load(), dict(options))
    with tempfile.TemporaryDirectory(prefix="grognard-") as directory:
        for name, text in files:
            (Path(directory) / name).write_text(text, encoding="utf-8")
        return game.configure(game.load(Path(directory)), dict(options))


def _reason(error: ValueError) -> str:
    """Return a refusal without the name of a directory that nobody has seen."""
    if isinstance(error, DataError):
        return f"{Path(error.file).name}: {error.reason}"
    return str(error)
