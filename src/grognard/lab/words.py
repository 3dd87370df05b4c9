"""Figures in words: what a person reads in the terminal and in a report."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.engine.journal import DRAW
from grognard.engine.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from grognard.engine.registry import AnyGame

MOST_RULES = 12
MOST_CHANGES = 20


@cache
def _texts() -> Texts:
    return Texts(Path(str(resources.files(__package__))) / "texts.toml")


@dataclass(frozen=True, slots=True)
class Speech:
    """How a report about a game speaks: its language, and the names of the sides in it.

    >>> Speech("fr")("page.turn", turn=2), Speech("fr").number(1.5, ".2f")
    ('tour 2', '1,50')
    """

    lang: str = "en"
    sides: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, game: AnyGame, scenario: Any, lang: str) -> Speech:
        """Return the speech of a report about a game."""
        sides = game.printed(scenario)["sides"]
        return cls(lang, {side["id"]: side["names"][lang] for side in sides})

    def __call__(self, key: str, **facts: object) -> str:
        """Return a sentence."""
        return _texts().say(key, self.lang, **facts)

    def side(self, seat: str) -> str:
        """Return the name of a side, or of a draw."""
        return self("draw") if seat == DRAW else self.sides.get(seat, seat)

    def number(self, value: float, form: str) -> str:
        """Return a number as people write it."""
        text = format(value, form)
        return text.replace(".", ",") if self.lang == "fr" else text

    def percent(self, share: float) -> str:
        """Return a share of a hundred."""
        return f"{self.number(100 * share, '.1f')} %"

    def share(self, interval: Mapping[str, float]) -> str:
        """Return a share with its interval."""
        return self("interval", **{name: self.percent(interval[name]) for name in BOUNDS})

    def mean(self, interval: Mapping[str, float | None]) -> str:
        """Return a mean with its interval, where there is one."""
        known = {
            name: self.number(value, ".2f")
            for name in BOUNDS
            if (value := interval[name]) is not None
        }
        return self("interval" if len(known) == len(BOUNDS) else "no_interval", **known)


BOUNDS = ("value", "low", "high")


def percent(share: float) -> str:
    """Return a share for people.

    >>> percent(0.12345), percent(1)
    ('12.3 %', '100.0 %')
    """
    return Speech().percent(share)


def share_in_words(interval: Mapping[str, float]) -> str:
    """Return a share with its interval.

    >>> share_in_words({"value": 0.5, "low": 0.4, "high": 0.6})
    '50.0 % (95 % interval: 40.0 % to 60.0 %)'
    """
    return Speech().share(interval)


def mean_in_words(interval: Mapping[str, float | None]) -> str:
    """Return a mean with its interval.

    >>> mean_in_words({"value": 2.0, "low": None, "high": None})
    '2.00 (one game gives no interval)'
    """
    return Speech().mean(interval)


def listed(changes: Sequence[str], say: Speech | None = None) -> str:
    """Return changed values as a text of bearable length.

    >>> listed(["a=1", "b=2"])
    'a=1; b=2'
    """
    more = len(changes) - MOST_CHANGES
    shown = "; ".join(changes[:MOST_CHANGES])
    return (say or Speech())("more", shown=shown, more=more) if more > 0 else shown


def summary_text(report: Mapping[str, Any], places: Mapping[str, str] | None = None) -> str:
    """Return the figures of a simulation for the terminal; `places` names landmarks by hex."""
    return "\n".join(_lines(report, places or {}))


def _lines(report: Mapping[str, Any], places: Mapping[str, str]) -> Iterator[str]:
    yield f"game: {report['game']} ({report['scenario']}), seed {report['seed']}"
    yield f"players: {', '.join(report['players'])}"
    if report["options"]:
        options = (f"{name} = {value}" for name, value in report["options"].items())
        yield f"options: {', '.join(options)}"
    if report["changed"]:
        yield f"changed values: {listed(report['changed'])}"
    yield f"games: {report['games']} in {report['seconds']} s"
    speed = report["decisions_per_second"]
    yield f"speed: {report['games_per_second']} games/s, {speed} decisions/s"
    for seat, rate in report["win_rates"].items():
        yield f"{seat} wins: {report['wins'][seat]}, {share_in_words(rate)}"
    if report["draws"]:
        yield f"draws: {report['draws']}"
    for score in report["scores"]:
        yield f"{score['player']} scores: {score['points']:g}, {share_in_words(score)}"
    lengths = ", ".join(f"{name} {value:g}" for name, value in report["lengths"].items())
    yield f"decisions in a game: {lengths}"
    if "margins" in report:
        yield from _measured_lines(report, places)


def _measured_lines(report: Mapping[str, Any], places: Mapping[str, str]) -> Iterator[str]:
    first = next(iter(report["win_rates"]))
    yield f"margin: {mean_in_words(report['margins'])}"
    for seat, lost in report["steps_lost"].items():
        turns = " ".join(f"{value:.1f}" for value in lost["by_turn"])
        yield f"steps lost by {seat}: {mean_in_words(lost['total'])}; by turn: {turns}"
    for landmark, turns in report["held"].items():
        shares = " ".join(f"{turn}: {share['value']:.0%}" for turn, share in turns.items())
        place = f"{landmark} {places.get(landmark, '')}".rstrip()
        yield f"{place} held by {first} at the end of turn {shares}"
    for found in report["reasons"]:
        games = "1 game" if found["games"] == 1 else f"{found['games']} games"
        yield f"{games}: {found['winner']}, {found['reason']}"
    busiest = sorted(report["rules"].items(), key=lambda item: -item[1]["per_game"])
    uses = ", ".join(f"{rule} {use['per_game']:.1f}" for rule, use in busiest[:MOST_RULES])
    yield f"rules used most, times a game: {uses}"
