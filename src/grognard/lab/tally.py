"""What many games come to: counted one by one, in any order, with intervals."""

from __future__ import annotations

from collections import Counter
from statistics import mean, median
from typing import TYPE_CHECKING, Any

from grognard.engine.journal import DRAW
from grognard.lab.statistics import mean_interval, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from grognard.lab.record import Record
    from grognard.lab.setting import Setting
    from grognard.lab.statistics import Estimate, Interval


class Tally:
    """The counts of a run."""

    def __init__(self, setting: Setting, seats: Sequence[str]) -> None:
        self.setting, self.seats = setting, tuple(seats)
        self.results: Counter[str] = Counter()
        self.points = [0.0] * len(setting.players)
        """By player as named in the setting: one a win, half a draw."""
        self.lengths: list[int] = []
        self.margins: list[float] = []
        self.reasons: Counter[tuple[str, str]] = Counter()
        self.losses: list[list[tuple[int, ...]]] = [[] for _ in seats]
        self.rules: Counter[str] = Counter()
        self.rules_in: Counter[str] = Counter()
        """By rule: in how many games it came into play."""
        self.control: list[Counter[int]] = [Counter() for _ in seats]
        self.lost_at: list[Counter[str]] = [Counter() for _ in seats]
        self.held: dict[str, Counter[tuple[int, str]]] = {}
        """By landmark: how often each digit was noted at the end of each turn, from 1."""

    @classmethod
    def of(cls, setting: Setting, seats: Sequence[str], records: Iterable[Record]) -> Tally:
        """Return the tally of some games."""
        tally = cls(setting, seats)
        tally.add(records)
        return tally

    @property
    def games(self) -> int:
        """How many games were counted."""
        return len(self.lengths)

    @property
    def measured(self) -> int:
        """How many of them told more than their result."""
        return len(self.margins)

    def add(self, records: Iterable[Record]) -> None:
        """Count some games."""
        for record in records:
            self.results[record.result] += 1
            self.lengths.append(record.decisions)
            self._add_points(record)
            if record.measure:
                self._add_measure(record)

    def _add_points(self, record: Record) -> None:
        is_swapped = self.setting.swap and record.number % 2
        for player in range(len(self.points)):
            seat = self.seats[-1 - player if is_swapped else player]
            self.points[player] += points_of(record, seat)

    def _add_measure(self, record: Record) -> None:
        measure = record.measure
        assert measure
        self.margins.append(measure.margin)
        self.reasons[record.result, measure.reason] += 1
        self.rules.update(measure.rules)
        self.rules_in.update(measure.rules.keys())
        for landmark, digits in measure.held.items():
            self.held.setdefault(landmark, Counter()).update(enumerate(digits, 1))
        for seat, counts in enumerate(self.control):
            digit = str(seat)
            counts.update(n for n, holder in enumerate(measure.control) if holder == digit)
            self.losses[seat].append(tuple(measure.losses[seat]))
            self.lost_at[seat].update(measure.lost_at[seat])

    def win_rate(self, seat: str) -> Interval:
        """Return the share of games that a side won."""
        return wilson(self.results[seat], self.games)

    def score(self, seat: str) -> Interval:
        """Return the share of the points that a side made, a draw counting half."""
        return wilson(self.results[seat] + self.results[DRAW] / 2, self.games)

    def held_by_turn(self, landmark: str, seat: int) -> dict[int, Interval]:
        """Return for each turn the share of the games still played that end it so."""
        counts = self.held.get(landmark, Counter())
        last = max((turn for turn, _ in counts), default=0)
        found = {}
        for turn in range(1, last + 1):
            games = sum(counts[turn, str(n)] for n in range(len(self.seats)))
            if games:
                found[turn] = wilson(counts[turn, str(seat)], games)
        return found

    def lost_by_turn(self, seat: int) -> list[Estimate]:
        """Return the steps that a side lost in each turn, on average."""
        return [mean_interval(turn) for turn in zip(*self.losses[seat], strict=True)]

    def summary(self) -> dict[str, Any]:
        """Return the figures, the same whatever the order of the games."""
        figures = {
            "wins": {seat: self.results[seat] for seat in self.seats},
            "draws": self.results[DRAW],
            "lengths": _lengths(self.lengths),
            "win_rates": {seat: rounded(self.win_rate(seat)) for seat in self.seats},
            "scores": [
                {"player": player, "points": points, **rounded(wilson(points, self.games))}
                for player, points in zip(self.setting.players, self.points, strict=True)
            ],
        }
        return figures | self._measures() if self.measured else figures

    def _measures(self) -> dict[str, Any]:
        return {
            "margins": rounded(mean_interval(sorted(self.margins)))
            | {"least": min(self.margins), "most": max(self.margins)},
            "steps_lost": {
                seat: {
                    "total": rounded(mean_interval(sorted(map(sum, self.losses[n])))),
                    "by_turn": [round(turn.value, 3) for turn in self.lost_by_turn(n)],
                }
                for n, seat in enumerate(self.seats)
            },
            "reasons": [
                {"winner": winner, "reason": reason, "games": games}
                for (winner, reason), games in sorted(self.reasons.items(), key=_most_first)
            ],
            "held": {
                landmark: {
                    turn: rounded(share) for turn, share in self.held_by_turn(landmark, 0).items()
                }
                for landmark in self.held
            },
            "rules": {
                rule: {
                    "per_game": round(self.rules[rule] / self.measured, 3),
                    "games": self.rules_in[rule],
                }
                for rule in sorted(self.rules, key=rule_order)
            },
        }


def _most_first(item: tuple[tuple[str, str], int]) -> tuple[int, tuple[str, str]]:
    return -item[1], item[0]


def points_of(record: Record, seat: str) -> float:
    """Return one for a win of a side, half for a draw."""
    return 1.0 if record.result == seat else 0.5 if record.result == DRAW else 0.0


def rule_order(rule: str) -> list[tuple[int, str]]:
    """Return what sorts rule numbers as a book does: 8.5.2 before 8.10."""
    words = rule.replace(".", " ").split()
    return [(int(word), "") if word.isdigit() else (9999, word) for word in words]


def rounded(interval: Interval | Estimate) -> dict[str, float | None]:
    """Return an interval for JSON; bounds that are not known are null."""
    return {
        name: None if value is None else round(value, 4)
        for name, value in interval._asdict().items()
    }


def _lengths(lengths: Sequence[int]) -> Mapping[str, float]:
    return {
        "shortest": min(lengths),
        "median": median(lengths),
        "mean": round(mean(lengths), 1),
        "longest": max(lengths),
    }
