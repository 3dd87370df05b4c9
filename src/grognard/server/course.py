"""The course of a game that is over: how it stood turn by turn, and the throws that made it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from grognard.server.replay import Reel, luck
from grognard.server.shown import view_text

if TYPE_CHECKING:
    from grognard.engine.game import State
    from grognard.server.place import Place
    from grognard.server.table import Table
    from grognard.wire import Course, CoursePoint, KeyMoment, LuckThrow

MOST: Final = 3
"""How many moments of each seat are told."""


class Story:
    """What the course of a game is told from, gathered while nobody plays on."""

    def __init__(self, table: Table, place: Place, lang: str) -> None:
        self.game, self.eye, self.lang = table.game, place.eye, lang
        session = table.session
        self.marks: list[tuple[int, str, State]] = [
            (line, told["text"], session.state_at(session.events[line].cause + 1))
            for line, told in table.log(place, lang).told("turn")
        ]
        reel = Reel(table)
        for mark in reel.turns(table, place, lang)[:1]:
            if not mark["text"]:
                begun = session.state_at(reel.moments[0].actions)
                self.marks.insert(0, (0, mark["text"], begun))
        end = table.log(place, lang).told("end")
        line, text = (end[-1][0], end[-1][1]["text"]) if end else (len(session.events) - 1, "")
        self.marks.append((line, text, session.state.copy()))
        self.luck = luck(place.eye, table, lang)

    def tell(self) -> Course:
        """Return the course of the game."""
        final = self.marks[-1][2]
        return {
            "ending": self.game.ending(final, self.lang),
            "points": [self._point(*mark) for mark in self.marks],
            "moments": self._moments(self.luck["combats"]),
            "luck": self.luck["seats"],
            "unit": self.luck["unit"],
        }

    def _point(self, line: int, text: str, state: State) -> CoursePoint:
        facts: dict[str, Any] = json.loads(view_text(self.eye, state))["facts"]
        control: str = facts.get("control") or ""
        return {
            "turn": facts.get("turn", 0),
            "line": line,
            "text": text,
            "held": [control.count(str(seat)) for seat in self._seats] if control else [],
            "lost": self.game.ending(state, self.lang)["lost"],
            "chance": self._chance(state),
        }

    @property
    def _seats(self) -> range:
        return range(len(self.game.seats))

    def _chance(self, state: State) -> list[float]:
        """Return by seat how likely it was to win."""
        if state.is_over:
            winner = state.winner()
            return [0.5 if winner is None else float(seat == winner) for seat in self._seats]
        adviser = self.game.adviser()
        if adviser is None:
            return []
        return [round(adviser.evaluate(state, seat), 4) for seat in self._seats]

    def _moments(self, throws: list[LuckThrow]) -> list[KeyMoment]:
        """Return the throws that helped each seat most, and those that hurt it most."""
        found: list[KeyMoment] = []
        for seat in self._seats:
            gains = [_gain(throw, seat) for throw in throws]
            gains.sort(key=lambda each: -each["gain"])
            found += [gain for gain in gains[:MOST] if gain["gain"] > 0]
            found += [gain for gain in gains[: -MOST - 1 : -1] if gain["gain"] < 0]
        return found


def _gain(throw: LuckThrow, seat: int) -> KeyMoment:
    surplus = throw["actual"] - throw["expected"]
    gain = surplus if throw["seat"] == seat else -surplus
    return {"line": throw["line"], "seat": seat, "text": throw["text"], "gain": gain}
