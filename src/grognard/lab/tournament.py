"""Everybody against everybody, sides swapped, until it is clear who is the stronger."""

from __future__ import annotations

from contextlib import closing, nullcontext
from itertools import combinations
from typing import TYPE_CHECKING, Any

from grognard.engine.registry import game as game_named
from grognard.lab.crew import play_all
from grognard.lab.statistics import Comparison, Score, Verdict, elo, wilson
from grognard.lab.store import Lines, RunFile
from grognard.lab.tally import points_of, rounded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from grognard.lab.crew import Crew
    from grognard.lab.record import Record
    from grognard.lab.runs import Advance
    from grognard.lab.setting import Setting

ROUND = 8
"""How many games are played at least before the test is asked again."""


class Contest:
    """The games of two players, who change sides from game to game.

    The test is asked after every second game, in the order of the numbers, so where it stops does
    not depend on which game was finished first; games played beyond that point do not count.
    """

    def __init__(self, setting: Setting, limit: int, test: Comparison | None) -> None:
        self.setting, self.limit, self.test = setting, limit, test
        self.seats = game_named(setting.game).seats
        self.found: dict[int, Record] = {}
        self.verdict = Verdict.OPEN

    def take(self, records: Sequence[Record]) -> None:
        """Add some games."""
        self.found.update((record.number, record) for record in records)

    def points(self, record: Record) -> float:
        """Return what the first player made of a game."""
        return points_of(record, self.seats[record.number % 2])

    def counted(self) -> list[Record]:
        """Return the games up to the point where the test stops; it may not have stopped yet."""
        records, points = [], 0.0
        for number in range(self.limit):
            if number not in self.found:
                break
            records.append(self.found[number])
            points += self.points(records[-1])
            if self.test and number % 2:
                self.verdict = self.test.verdict(points, len(records))
                if self.verdict is not Verdict.OPEN:
                    break
        return records

    @property
    def is_over(self) -> bool:
        """Whether the answer is clear, or all games have been played."""
        return len(self.counted()) == self.limit or self.verdict is not Verdict.OPEN

    def play(self, crew: Crew, file: Path | None, *, resume: bool, advance: Advance) -> None:
        """Play round after round until the contest is over."""
        store = RunFile(file, self.setting, resume=resume) if file else None
        self.take(list(Lines(store.file)) if store else [])
        advance(len(self.found))

        def take(records: list[Record]) -> None:
            self.take(records)
            if store:
                store.append(records)
            advance(len(records))

        with closing(store) if store else nullcontext():
            while not self.is_over:
                play_all(self.setting, self._next(max(ROUND, crew.width)), crew, take)
        advance(self.limit - len(self.found))

    def _next(self, size: int) -> list[int]:
        """Return the numbers of the next games."""
        missing = [number for number in range(self.limit) if number not in self.found]
        return missing[: size + size % 2]

    def scores(self) -> Iterator[Score]:
        """Yield the results by who sat in the first seat."""
        one, other = self.setting.players
        for odd, (first, second) in enumerate(((one, other), (other, one))):
            games = [record for record in self.counted() if record.number % 2 == odd]
            points = sum(points_of(record, self.seats[0]) for record in games)
            yield Score(first, second, len(games), points)

    def as_json(self) -> dict[str, Any]:
        """Return the result of the contest."""
        records = self.counted()
        points = sum(map(self.points, records))
        by_seat = {
            seat: rounded(wilson(sum(map(self.points, games)), len(games)))
            for odd, seat in enumerate(self.seats)
            if (games := [record for record in records if record.number % 2 == odd])
        }
        one, other = self.setting.players
        stronger = {Verdict.FIRST: one, Verdict.SECOND: other}.get(self.verdict)
        return {
            "players": [one, other],
            "games": len(records),
            "points": points,
            "score": rounded(wilson(points, len(records))),
            "by_seat": by_seat,
            "verdict": self.test and self.verdict.value,
            "stronger": stronger,
            "log_odds": self.test and self._log_odds(points, len(records)),
        }

    def _log_odds(self, points: float, games: int) -> dict[str, float]:
        """Return by player the logarithm of the odds that he is better by the margin."""
        assert self.test
        shares = zip(self.setting.players, (points, games - points), strict=True)
        return {name: round(self.test.odds(share, games), 3) for name, share in shares}


def tournament(
    setting: Setting,
    names: Sequence[str],
    limit: int,
    crew: Crew,
    *,
    test: Comparison | None = None,
    directory: Path | None = None,
    resume: bool = False,
    advance: Advance = lambda games: None,
    told: Callable[[Contest], None] = lambda contest: None,
) -> dict[str, Any]:
    """Play a round robin, `limit` games a pair at most; return the table and the ratings."""
    contests = []
    for one, other in combinations(names, 2):
        contest = Contest(setting.played_by(one, other), limit, test)
        file = directory / f"{_plain(one)}-{_plain(other)}.jsonl" if directory else None
        contest.play(crew, file, resume=resume, advance=advance)
        contests.append(contest)
        told(contest)
    return {
        "game": setting.game,
        "seed": setting.seed,
        "players": list(names),
        "contests": [contest.as_json() for contest in contests],
        **_ratings([score for contest in contests for score in contest.scores()]),
    }


def _plain(name: str) -> str:
    """Return the name of a player as part of the name of a file."""
    return "".join(letter if letter.isalnum() else "_" for letter in name)


def _ratings(scores: list[Score]) -> dict[str, Any]:
    found = elo(scores)
    ranked = sorted(found.players.items(), key=lambda item: -item[1].value)
    ratings = [
        {
            "player": name,
            **{key: round(value) for key, value in rating._asdict().items()},
            "points": sum(_points(score, name) for score in scores),
            "games": sum(score.games for score in scores if name in (score.first, score.second)),
        }
        for name, rating in ranked
    ]
    seat = {key: round(value) for key, value in found.first_seat._asdict().items()}
    return {"ratings": ratings, "first_seat": seat}


def _points(score: Score, name: str) -> float:
    if name == score.first:
        return score.points
    return score.games - score.points if name == score.second else 0.0
