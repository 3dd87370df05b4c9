"""Figures in words: what a person reads in the terminal and in a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_RULES = 12


def percent(share: float) -> str:
    """Return a share for people.

    >>> percent(0.12345), percent(1)
    ('12.3 %', '100.0 %')
    """
    return f"{100 * share:.1f} %"


def share_in_words(interval: Mapping[str, float]) -> str:
    """Return a share with its interval.

    >>> share_in_words({"value": 0.5, "low": 0.4, "high": 0.6})
    '50.0 % (95 % interval: 40.0 % to 60.0 %)'
    """
    low, high = percent(interval["low"]), percent(interval["high"])
    return f"{percent(interval['value'])} (95 % interval: {low} to {high})"


def mean_in_words(interval: Mapping[str, float]) -> str:
    """Return a mean with its interval."""
    low, high = interval["low"], interval["high"]
    return f"{interval['value']:.2f} (95 % interval: {low:.2f} to {high:.2f})"


def summary_text(report: Mapping[str, Any]) -> str:
    """Return the figures of a simulation for the terminal."""
    return "\n".join(_lines(report))


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    yield f"game: {report['game']} ({report['scenario']}), seed {report['seed']}"
    yield f"players: {', '.join(report['players'])}"
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
        yield from _measured_lines(report)


def _measured_lines(report: Mapping[str, Any]) -> Iterator[str]:
    yield f"margin: {mean_in_words(report['margins'])}"
    for seat, lost in report["steps_lost"].items():
        turns = " ".join(f"{value:.1f}" for value in lost["by_turn"])
        yield f"steps lost by {seat}: {mean_in_words(lost['total'])}; by turn: {turns}"
    for found in report["reasons"]:
        yield f"{found['games']} games: {found['winner']}, {found['reason']}"
    busiest = sorted(report["rules"].items(), key=lambda item: -item[1]["per_game"])
    uses = ", ".join(f"{rule} {use['per_game']:.1f}" for rule, use in busiest[:MOST_RULES])
    yield f"rules used most, times a game: {uses}"
