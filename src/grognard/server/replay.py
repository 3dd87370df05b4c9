"""A game as one seat saw it, moment by moment; and how lucky everybody was."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from grognard.engine.journal import replay
from grognard.server.shown import view_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.engine.fortune import Fortune
    from grognard.engine.journal import Journal
    from grognard.server.shown import Eye
    from grognard.server.table import Table
    from grognard.wire import Luck, LuckScore, LuckThrow

KEPT: Final = 32
"""How many replays stay in memory."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A moment that looks different from the one before: a patch to it, and the log so far."""

    patch: dict[str, Any]
    log: int


@dataclass(frozen=True, slots=True)
class Film:
    """All frames of a game for one seat; the first patch is to nothing."""

    frames: tuple[Frame, ...]

    def page(self, start: int, limit: int) -> list[dict[str, Any]]:
        """Return some frames: the first with its whole view, the others as patches."""
        shown = []
        for number, frame in enumerate(self.frames[start : start + limit], start):
            part = {"view": self.view(number)} if number == start else {"patch": frame.patch}
            shown.append({"frame": number, "log": frame.log, **part})
        return shown

    def view(self, number: int) -> dict[str, Any]:
        """Return the whole view of a frame."""
        view: Any = {}
        for frame in self.frames[: number + 1]:
            view = merged(view, frame.patch)
        return dict(view)


class Films:
    """The replays that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, int], Film] = OrderedDict()

    def find(self, table: Table, eye: Eye) -> Film | None:
        """Return the film of a table as it stands, if it was made before."""
        return self._kept.get((table.id, table.next_entry, eye.number))

    def keep(self, table_id: str, entries: int, eye: Eye, film: Film) -> None:
        """Keep a film for a while."""
        self._kept[table_id, entries, eye.number] = film
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def film(eye: Eye, journal: Journal, scenario: Any) -> Film:
    """Play a journal again and note every moment that looks different to a seat."""
    frames: list[Frame] = []
    before: dict[str, Any] = {}
    for view, log in _moments(eye, journal, scenario):
        patch = difference(before, view)
        if patch or not frames or log != frames[-1].log:
            frames.append(Frame(patch, log))
        before = view
    return Film(tuple(frames))


def _moments(eye: Eye, journal: Journal, scenario: Any) -> Iterator[tuple[dict[str, Any], int]]:
    log, start = 0, eye.game.start(scenario)
    yield json.loads(view_text(eye, start)), log
    for step in replay(journal, eye.game, start=start):
        log += len(step.events)
        yield json.loads(view_text(eye, step.state)), log


def difference(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return the merge patch (RFC 7386) that turns one object into another.

    >>> difference({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"c": 2, "d": 4}})
    {'a': None, 'b': {'d': 4}}
    """
    patch: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        if key in old and isinstance(old[key], dict) and isinstance(value, dict):
            if below := difference(old[key], value):
                patch[key] = below
        elif key not in old or old[key] != value:
            patch[key] = value
    return patch


def merged(target: Any, patch: Any) -> Any:
    """Return an object to which a merge patch (RFC 7386) is applied.

    >>> merged({"a": 1, "b": {"c": 2, "d": 3}}, {"a": None, "b": {"d": 4}})
    {'b': {'c': 2, 'd': 4}}
    """
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def luck(eye: Eye, table: Table, lang: str) -> Luck:
    """Return for each throw that a game weighs the chance of what happened, and who was lucky."""
    game, state = table.game, table.session.state
    combats: list[LuckThrow] = []
    scores = [_Score() for _ in game.seats]
    for number, noted in enumerate(table.session.events):
        fortune = game.fortune(state, noted.event)
        if fortune is not None:
            for seat, score in enumerate(scores):
                score.add(fortune, is_own=seat == fortune.seat)
            text = game.tell(state, noted.event, lang, eye.number)["text"]
            combats.append(_weighed(fortune, number, text))
    seats = [score.told(seat, game.seats[seat]) for seat, score in enumerate(scores)]
    return {"combats": combats, "seats": seats}


def _weighed(fortune: Fortune, line: int, text: str) -> LuckThrow:
    """Return a throw, with the chance of everything that it could have led to."""
    return {
        "line": line,
        "text": text,
        "seat": int(fortune.seat),
        "outcome": fortune.happened.name,
        "chance": float(fortune.chance),
        "as_good": float(fortune.as_good),
        "luck": float(fortune.luck),
        "expected": float(fortune.expected),
        "actual": fortune.happened.worth,
        "outcomes": [
            {"outcome": outcome.name, "chance": float(chance)}
            for outcome, chance in fortune.chances.items()
        ],
    }


@dataclass(slots=True)
class _Score:
    """The luck of one seat over a game."""

    combats: int = 0
    luck: float = 0.0
    margin: float = 0.0

    def add(self, fortune: Fortune, *, is_own: bool) -> None:
        luck, surplus = float(fortune.luck), float(fortune.happened.worth - fortune.expected)
        self.combats += 1
        self.luck += luck if is_own else 1 - luck
        self.margin += surplus if is_own else -surplus

    def told(self, seat: int, name: str) -> LuckScore:
        mean = self.luck / self.combats if self.combats else 0.5
        return {
            "seat": seat,
            "id": name,
            "combats": self.combats,
            "luck": mean,
            "margin": self.margin,
        }
