"""The options and rows that all East Front charts share."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from grognard.games.eastfront.charts import Feature, Weather
from grognard.odds.report import Json, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grognard.games.eastfront.odds import Chart, T
    from grognard.odds.language import Speaker

    Parsers = argparse._SubParsersAction[argparse.ArgumentParser]


def chart_parser(charts: Parsers, name: str, text: str, example: str) -> argparse.ArgumentParser:
    """Add one chart with its example."""
    return charts.add_parser(
        name,
        help=text,
        description=text,
        epilog=f"example:\n  grognard odds eastfront {name} {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_flags(parser: argparse.ArgumentParser, **flags: str) -> None:
    """Add flags that say yes, each with its help."""
    for name, text in flags.items():
        parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=text)


def add_feature_flags(
    parser: argparse.ArgumentParser, features: Sequence[Feature], rule: str
) -> None:
    """Add a flag for each feature of terrain."""
    for feature in features:
        name = feature.value
        flags = [f"--{name.replace('_', '-')}"]
        if feature is Feature.CITY and Feature.TOWN not in features:
            flags.append("--town")
        parser.add_argument(*flags, action="store_true", dest=name, help=rule)


def given_features(
    arguments: argparse.Namespace, features: Sequence[Feature]
) -> frozenset[Feature]:
    """Return the features whose flags were given."""
    return frozenset(feature for feature in features if getattr(arguments, feature.value))


def add_weather(parser: argparse.ArgumentParser) -> None:
    """Add the weather."""
    names = [weather.value for weather in Weather]
    parser.add_argument("--weather", choices=names, default="dry")


def numbers(text: str) -> list[int]:
    """Read whole numbers parted by commas."""
    return [int(part) for part in text.split(",")]


def chart_rows(chart: Chart[T], say: Speaker, extra: Callable[[T], dict[str, Json]]) -> list[Row]:
    """Return the lines of a chart as rows."""
    rows = []
    for line in chart.lines:
        facts: dict[str, Json] = {
            "line": line.text,
            "dice": list(line.dice),
            "rules": list(line.rules),
            **extra(line.result),
        }
        dice = f"{line.dice[0]}-{line.dice[-1]}" if len(line.dice) > 1 else f"{line.dice[0]}"
        rows.append(Row((dice, say(line.text)), line.chance, facts))
    return rows
