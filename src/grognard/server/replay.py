"""A game as one seat saw it, moment by moment; and how lucky everybody was.

A replay is worked out in another process, once for each seat and each length of the game; it
comes back as text that is sent on as it is.
"""

from __future__ import annotations

import asyncio
import json
from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from grognard.engine.journal import Journal, replay
from grognard.engine.registry import game as game_named
from grognard.server.bots import printed_scenario
from grognard.server.logs import log_fault
from grognard.server.refusal import Refused
from grognard.server.shown import Eye, dumps, view_text
from grognard.server.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.engine.fortune import Fortune
    from grognard.server.bots import Printed
    from grognard.server.table import Place, Table
    from grognard.wire import Luck, LuckScore, LuckThrow

KEPT: Final = 64 << 20
"""How many characters of replays stay in memory."""
KEY: Final = 50
"""Every so many frames the whole view is kept besides the patch."""
SECONDS: Final = 60.0
"""How long a replay may take to be worked out."""


@dataclass(frozen=True, slots=True)
class Film:
    """All frames of a game for one seat: moments that look different from the one before.

    Each is a patch to the one before it, as JSON, the first to nothing; and the length of the
    log by then.
    """

    patches: tuple[str, ...]
    logs: tuple[int, ...]
    keys: tuple[str, ...]
    """The whole views of every `KEY`-th frame."""

    def __len__(self) -> int:
        return len(self.patches)

    @property
    def size(self) -> int:
        """How many characters it takes."""
        return sum(map(len, self.patches)) + sum(map(len, self.keys))

    def page(self, start: int, limit: int) -> str:
        """Return some frames as a JSON list: the first with its whole view, others as patches."""
        shown = []
        for number in range(start, min(start + limit, len(self))):
            part = f'"view":{self.view(number)}'
            if number > start:
                part = f'"patch":{self.patches[number]}'
            shown.append(f'{{"frame":{number},"log":{self.logs[number]},{part}}}')
        return f"[{','.join(shown)}]"

    def frame_of(self, line: int) -> int:
        """Return the frame in which a line of the log was written, or the last."""
        return min(bisect_right(self.logs, line), len(self) - 1)

    def view(self, number: int) -> str:
        """Return the whole view of a frame, as JSON."""
        key = self.keys[number // KEY]
        patches = self.patches[number // KEY * KEY + 1 : number + 1]
        if not patches:
            return key
        view = json.loads(key)
        for patch in patches:
            view = merged(view, json.loads(patch))
        return dumps(view)


class Films:
    """The replays that were asked for last, and the process in which they are made."""

    def __init__(self) -> None:
        self._workers = Workers(1)
        self._kept: OrderedDict[tuple[str, int, int], Film] = OrderedDict()
        self._making: dict[tuple[str, int, int], asyncio.Future[Film]] = {}

    async def show(self, table: Table, place: Place, owner: str) -> Film:
        """Return the film of a table as it stands."""
        async with table.lock:
            key = table.id, table.next_entry, place.eye.number
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            text = table.session.journal.format()
        making = self._making.get(key)
        if making is None:
            made = self._workers.run(
                owner, table.id, SECONDS, film, table.printed, place.eye.seat, text
            )
            making = self._making[key] = asyncio.ensure_future(made)
            making.add_done_callback(lambda _: self._making.pop(key, None))
        try:
            found = await asyncio.shield(making)
        except Refused:
            raise
        except Exception as error:
            log_fault("replay_failed", error, table=table.id)
            raise Refused("no_replay", "the replay was not worked out in time; try again") from None
        self._keep(key, found)
        return found

    def _keep(self, key: tuple[str, int, int], found: Film) -> None:
        for old in [old for old in self._kept if old[0] == key[0] and old[2] == key[2]]:
            del self._kept[old]
        self._kept[key] = found
        total = sum(film.size for film in self._kept.values())
        while total > KEPT and len(self._kept) > 1:
            total -= self._kept.popitem(last=False)[1].size

    def close(self) -> None:
        """End the process."""
        self._workers.close()


def film(printed: Printed, seat: int | None, text: str) -> Film:
    """Play a journal again and note every moment that looks different to a seat."""
    eye = Eye(game_named(printed.game), seat)
    patches: list[str] = []
    logs: list[int] = []
    keys: list[str] = []
    before: dict[str, Any] = {}
    for view, log in _moments(eye, Journal.parse(text), printed_scenario(printed)):
        patch = difference(before, view)
        if patch or not patches or log != logs[-1]:
            if len(patches) % KEY == 0:
                keys.append(dumps(merged({}, view)))
            patches.append(dumps(patch))
            logs.append(log)
        before = view
    return Film(tuple(patches), tuple(logs), tuple(keys))


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
