"""What is printed beside the map, named in every language by the texts of a game.

The keys: ``side.`` and a side, ``segment.``, ``level.`` in the game's own texts; in those of its
board ``pool.``, ``track.`` (of a side with ``{side}``), ``mark.``, ``nation.``, ``option.``, and
``victory.`` with ``{now}`` and ``{needed}``. A game may have one file for both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.texts import LANGUAGES
from grognard.kit.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.texts import Texts
    from grognard.kit.words import Palette


class Captions:
    """The names of segments, pools, marks, tracks and conditions of victory."""

    def __init__(self, texts: Texts, board: Texts, sides: Sequence[str]) -> None:
        self._texts, self._board, self._sides = texts, board, sides

    def of_side(self, key: str, side: Seat) -> wire.Names:
        """Return a text of the board that names a side."""
        spoken = names(self._texts, f"side.{self._sides[side]}")
        return {lang: self._board.say(key, lang, side=spoken[lang]) for lang in LANGUAGES}

    def nation(self, name: str, palette: Palette) -> wire.Nation:
        """Return a nation and how its counters are drawn."""
        said = names(self._board, f"nation.{name}")
        return {"id": name, "names": said, "colours": palette.nation(name)}

    def segment(self, name: str) -> wire.Segment:
        """Return a segment: its side, where it has one, stands before its kind."""
        side, _, kind = name.rpartition(" ")
        said = names(self._texts, f"segment.{name}")
        return {"id": name, "names": said, "side": side or None, "kind": kind}

    def pool_id(self, name: str, side: Seat | None) -> str:
        """Return the id of a pool; most are one for each side."""
        return name if side is None else f"{name}.{self._sides[side]}"

    def pool(self, name: str, side: Seat | None, rule: str) -> wire.Pool:
        """Return a pool, of a side or of nobody."""
        key = f"pool.{name}"
        said = names(self._board, key) if side is None else self.of_side(key, side)
        owner = None if side is None else self._sides[side]
        return {"id": self.pool_id(name, side), "names": said, "side": owner, "rule": rule}

    def mark(self, name: str, rule: str, drawn: str, *, is_bad: bool) -> wire.Mark:
        """Return what may be said of a counter by a badge."""
        said = names(self._board, f"mark.{name}")
        return {"id": name, "names": said, "rule": rule, "drawn": drawn, "is_bad": is_bad}

    def track(
        self, name: str, side: Seat | None = None, cells: Sequence[wire.Names] = ()
    ) -> wire.Track:
        """Return a track that there is once, in words where its cells have some."""
        return {
            "id": name,
            "names": names(self._board, f"track.{name}"),
            "side": None if side is None else self._sides[side],
            "cells": [*cells],
            "most": len(cells) - 1 if cells else None,
        }

    def track_of(self, name: str, side: Seat) -> wire.Track:
        """Return the track of a side, where each has one of that name."""
        owner, said = self._sides[side], self.of_side(f"track.{name}", side)
        return {"id": f"{name}.{owner}", "names": said, "side": owner, "cells": [], "most": None}

    def victory(
        self, conditions: Iterable[tuple[str, Seat, str]], levels: Mapping[str, int | None]
    ) -> wire.PrintedVictory:
        """Return what victory asks for: conditions with side and rule, levels from the worst on.

        Each level begins where the one before it ends; ``red_decisive`` is Red's, a draw nobody's.
        """
        return {
            "title": names(self._board, "victory.title"),
            "conditions": [
                {
                    "id": name,
                    "names": names(self._board, f"victory.{name}", now="{now}", needed="{needed}"),
                    "side": self._sides[side],
                    "rule": rule,
                }
                for name, side, rule in conditions
            ],
            "levels": [
                {
                    "id": name,
                    "names": names(self._texts, f"level.{name}"),
                    "side": None if name == "draw" else name.partition("_")[0],
                    "least": least,
                }
                for name, least in levels.items()
            ],
        }

    def option(
        self, name: str, rule: str, value: str | bool | int, values: Mapping[str, wire.Names]
    ) -> wire.Option:
        """Return an option: what it is here, and what else it may be."""
        return {
            "id": name,
            "names": names(self._board, f"option.{name}"),
            "rule": rule,
            "default": str(value).lower() if isinstance(value, bool) else str(value),
            "values": [{"id": one, "names": said} for one, said in values.items()],
        }


class SpokenTable:
    """A table whose labels are keys of the texts; said in every language."""

    def __init__(self, texts: Texts, name: str, rule: str, *columns: str) -> None:
        self.texts, self.name, self.rule, self.columns = texts, name, rule, columns
        self.rows: list[wire.TableRow] = []
        self.words: dict[str, wire.Names] = {}
        for column in columns:
            self.word(column)

    def word(self, key: str, **facts: object) -> str:
        """Return a key as it stands in the table: in English, its other languages beside it."""
        said = names(self.texts, key, **facts) if key in self.texts else {"en": key}
        if len(set(said.values())) > 1:
            self.words[said["en"]] = said
        return said["en"]

    def said(self, said: wire.Names) -> str:
        """Return a cell that has its own words in every language."""
        if len(set(said.values())) > 1:
            self.words[said["en"]] = said
        return said["en"]

    def row(self, label: str, *cells: str) -> None:
        """Add a row."""
        self.rows.append({"label": label, "cells": [*cells]})

    def made(self, dice: Iterable[int] = (), *, reconstructed: bool) -> wire.PrintedTable:
        """Return the table."""
        return {
            "id": self.name,
            "names": names(self.texts, f"table.{self.name}"),
            "rule": self.rule,
            "dice": [*dice],
            "columns": [self.word(column) for column in self.columns],
            "rows": self.rows,
            "words": self.words,
            "reconstructed": reconstructed,
        }
