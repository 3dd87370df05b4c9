"""A game as one seat saw it, moment by moment; and how lucky everybody was.

A moment is an answer or a throw of which the log tells: nobody looks at a board on which nothing
has happened. The session keeps a position from time to time; a page of moments is played again
from the nearest one, and only what is asked for is looked at.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.engine.game import apply
from grognard.server.shown import dumps, view_text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from grognard.engine.fortune import Fortune
    from grognard.engine.game import Action, State
    from grognard.server.place import Place
    from grognard.server.shown import Eye
    from grognard.server.table import Table
    from grognard.wire import Luck, LuckScore, LuckThrow, TurnMark

KEPT: Final = 32 << 20
"""How many characters of replays stay in memory."""


class Moment(NamedTuple):
    """How many answers and throws have been played by then, and how long the log is."""

    actions: int
    log: int


class Reel:
    """The moments of a game, and its turns and combats among them, the same for every seat."""

    def __init__(self, table: Table) -> None:
        session, seen = table.session, table.bench.eye
        self._events = session.events
        lengths: dict[int, int] = {}
        for number, noted in enumerate(session.events, 1):
            lengths[noted.cause + 1] = number
        first = json.loads(view_text(seen, session.state_at(0)))["facts"]
        self._first_turn: int = first.get("turn", 0)
        """The turn in which the game begins; its first position only if counters lie there."""
        self.moments = [Moment(0, 0)] if first.get("stacks") or not lengths else []
        self.moments += [Moment(*each) for each in lengths.items()]

    def __len__(self) -> int:
        return len(self.moments)

    def of(self, line: int) -> int:
        """Return the moment in which a line of the log was written, or the last."""
        logs = [moment.log for moment in self.moments]
        return min(bisect_right(logs, line), len(self) - 1)

    def moment(self, line: int) -> Moment:
        """Return how far the game had come when a line of the log was written."""
        return self.moments[self.of(line)]

    def turns(self, table: Table, place: Place, lang: str) -> list[TurnMark]:
        """Return where each turn begins, in words; the first with the game, if nobody says so."""
        found: list[TurnMark] = []
        for line, told in table.log(place, lang).told("turn"):
            turn = self._events[line].event.facts.get("turn", 0)
            if turn and turn not in [mark["turn"] for mark in found]:
                found.append(
                    {"frame": self.of(line), "line": line, "turn": turn, "text": told["text"]}
                )
        if not found or found[0]["turn"] > max(1, self._first_turn):
            turn = max(1, self._first_turn)
            found.insert(0, {"frame": 0, "line": 0, "turn": turn, "text": ""})
        return found

    def fights(self, table: Table, place: Place, lang: str) -> list[int]:
        """Return the moments in which there was a combat."""
        lines = (line for line, _ in table.log(place, lang).told("fight"))
        return sorted({self.of(line) for line in lines})


class Page(NamedTuple):
    """Some moments to be played again: from which position, by which answers."""

    eye: Eye
    state: State
    played: int
    """How many answers led to the position."""
    actions: Sequence[Action]
    start: int
    moments: Sequence[Moment]

    def show(self) -> str:
        """Return the frames as a JSON list: the first with its whole view, others as patches."""
        shown, before, played = [], dict[str, Any](), self.played
        for number, moment in enumerate(self.moments, self.start):
            for action in self.actions[played - self.played : moment.actions - self.played]:
                apply(self.state, action)
            played = moment.actions
            view = json.loads(view_text(self.eye, self.state))
            is_first = number == self.start
            part = (
                f'"view":{dumps(merged({}, view))}'
                if is_first
                else f'"patch":{dumps(difference(before, view))}'
            )
            shown.append(f'{{"frame":{number},"log":{moment.log},{part}}}')
            before = view
        return f"[{','.join(shown)}]"


class Films:
    """The pages of replays that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], str] = OrderedDict()
        self._size = 0

    async def show(
        self,
        table: Table,
        place: Place,
        reel: Reel,
        start: int,
        limit: int,
        work_out: Callable[[Callable[[], str]], Awaitable[str]],
    ) -> str:
        """Return some frames of a game as a seat saw them, as a JSON list.

        What is not kept is worked out where the caller says.
        """
        async with table.lock:
            moments = tuple(reel.moments[start : start + limit])
            if not moments:
                return "[]"
            key = (table.id, place.eye.number, len(table.cuts), start, moments)
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            played, state = table.session.nearest(moments[0].actions)
            actions = table.session.actions[played : moments[-1].actions]
        page = Page(place.eye, state, played, actions, start, moments)
        text = await work_out(page.show)
        self._keep(key, text)
        return text

    def _keep(self, key: tuple[object, ...], text: str) -> None:
        self._size += len(text) - len(self._kept.pop(key, ""))
        self._kept[key] = text
        while self._size > KEPT and len(self._kept) > 1:
            self._size -= len(self._kept.popitem(last=False)[1])


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
    return {"unit": game.luck_unit(lang), "combats": combats, "seats": seats}


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
