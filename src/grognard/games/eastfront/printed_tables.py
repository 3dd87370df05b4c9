"""The printed tables, for a program that draws them, with their words in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.texts import LANGUAGES
from grognard.games.eastfront.charts import DRM, load_charts
from grognard.games.eastfront.printed import WEATHERS, Side
from grognard.games.eastfront.tables import CROSSED, GROUNDS, LINKS
from grognard.games.eastfront.words import board_texts, called, half_points, hex_name, side_id
from grognard.kit.printed import SpokenTable

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.games.eastfront.charts import ChartLine, Charts
    from grognard.games.eastfront.printed import Scenario


def tables(scenario: Scenario) -> list[wire.PrintedTable]:
    """Return every table that is thrown on or looked up."""
    charts = load_charts()
    return [
        _combat(charts),
        _modifiers(charts),
        _bands("overrun", "11.4.3", charts.overrun.bands),
        _overrun_modifiers(charts),
        _bands("retreat", "16.6.6", charts.retreat_bands),
        _bands("surrender", "21", charts.surrender_bands),
        _costs(scenario),
        _weather(scenario),
        _turns(scenario),
        _arrivals(scenario),
        _sources(scenario),
        _places(scenario),
    ]


def _table(name: str, rule: str, *columns: str) -> SpokenTable:
    return SpokenTable(board_texts(), name, rule, *columns)


def _combat(charts: Charts) -> wire.PrintedTable:
    """15.7 - the table of results, by modified die."""
    table = _table("combat", "15.7", *charts.columns)
    for die, row in enumerate(charts.results.rows, charts.results.first):
        table.row(str(die), *(result.text for result in row))
    return table.made([10], reconstructed=charts.reconstructed)


def _modifiers(charts: Charts) -> wire.PrintedTable:
    """15.6 - every modifier of an attack."""
    table = _table("modifiers", "15.6", "cell.drm")
    for name in DRM:
        table.row(table.word(f"drm.{name}"), f"{charts.drm[name]:+d}")
    return table.made(reconstructed=False)


def _bands(name: str, rule: str, bands: tuple[ChartLine, ...]) -> wire.PrintedTable:
    """11.4.3, 16.6.6, 21 - the lines of a table for one die."""
    table = _table(name, rule, "cell.result")
    for place, band in enumerate(bands):
        table.row(band.printed, table.word(f"band.{name}.{place}"))
    return table.made([10], reconstructed=False)


def _overrun_modifiers(charts: Charts) -> wire.PrintedTable:
    """11.4.3 - the modifiers of an overrun."""
    chart, table = charts.overrun, _table("overrun_drm", "11.4.3", "cell.drm")
    for key, ladder in (
        ("drm.ratio_german", chart.ratio_german),
        ("drm.ratio_other", chart.ratio_other),
    ):
        for ratio, value in ladder.steps:
            table.row(table.word(key, ratio=ratio), f"{value:+d}" if value else "0")
    table.row(table.word("drm.overrun_marker"), f"{chart.marker:+d}")
    table.row(table.word("drm.soft"), f"{chart.soft:+d}")
    table.row(table.word("drm.strong"), f"{chart.strong:+d}")
    table.row(table.word("drm.terrain"), f"{chart.terrain:+d}")
    return table.made(reconstructed=False)


def _costs(scenario: Scenario) -> wire.PrintedTable:
    """10.2 to 10.4 - what ground, lines and sides cost, dry and in mud."""
    figures = scenario.tables
    heads = ("cell.foot", "cell.motorised", "cell.foot_mud", "cell.motorised_mud")
    table = _table("costs", "10.2", *heads)
    road = table.word("cell.road")

    def cells(costs: tuple[int, ...]) -> list[str]:
        return [road if cost < 0 else half_points(cost) for cost in costs]

    for name in GROUNDS:
        table.row(table.word(f"ground.{name}"), *cells(figures.cost[name]))
    for name in LINKS:
        table.row(table.word(f"cell.{name}"), *cells(figures.link[name]))
    for name in CROSSED:
        table.row(table.word(f"cell.{name}"), *cells(figures.cross[name]))
    for name in ("fortified", "zone", "overrun"):
        table.row(table.word(f"cell.{name}"), *([half_points(getattr(figures, name))] * 4))
    return table.made(reconstructed=True)


def _weather(scenario: Scenario) -> wire.PrintedTable:
    """5.1 - the throw for the weather."""
    table, by_die = _table("weather", "5.1", "cell.result"), scenario.weather.by_die
    for die, weather in enumerate(by_die, 1):
        table.row(str(die), table.word(f"weather.{WEATHERS[weather]}"))
    return table.made([10], reconstructed=True)


def _turns(scenario: Scenario) -> wire.PrintedTable:
    """6.4, 17.1 - attack supply and air points by turn."""
    heads = [f"cell.{name}.{side_id(side)}" for name in ("attack_supply", "air") for side in Side]
    table = _table("turns", "6.4", *heads)
    for turn in range(scenario.first_turn, scenario.last_turn + 1):
        points = [*scenario.attack_supply, *scenario.air]
        table.row(str(turn), *(str(by_turn[turn - 1]) for by_turn in points))
    return table.made(reconstructed=True)


def _arrivals(scenario: Scenario) -> wire.PrintedTable:
    """8.1 - who comes when and where."""
    table = _table("arrivals", "8.1", *(f"cell.{side_id(side)}" for side in Side))
    for turn in range(scenario.first_turn, scenario.last_turn + 1):
        cells = []
        for side in Side:
            coming = [
                piece for piece in scenario.pieces if piece.turn == turn and piece.side is side
            ]
            said = {
                lang: "; ".join(
                    f"{called(piece, lang)} ({board_texts().say(f'entry.{piece.entry}', lang)})"
                    for piece in coming
                )
                for lang in LANGUAGES
            }
            cells.append(table.said(said))
        table.row(str(turn), *cells)
    return table.made(reconstructed=True)


def _sources(scenario: Scenario) -> wire.PrintedTable:
    """6.2 - which hexes are sources of which side, from which turn to which."""
    table = _table("sources", "6.2", *(f"cell.{side_id(side)}" for side in Side))
    every = sorted({*scenario.sources[Side.GERMAN], *scenario.sources[Side.SOVIET]})
    for hex_ in every:
        said = {lang: hex_name(scenario.ground, hex_, lang) for lang in LANGUAGES}
        turns = [scenario.sources[side].get(hex_) for side in Side]
        table.row(table.said(said), *(_span(one) for one in turns))
    return table.made(reconstructed=True)


def _span(turns: tuple[int, int] | None) -> str:
    if turns is None:
        return "\N{EN DASH}"
    first, last = turns
    return str(first) if first == last else f"{first}\N{EN DASH}{last}"


def _places(scenario: Scenario) -> wire.PrintedTable:
    """26.1 - what places are worth."""
    table = _table("places", "26.1", "cell.points")
    for hex_, points in scenario.victory.places.items():
        said = {lang: hex_name(scenario.ground, hex_, lang) for lang in LANGUAGES}
        table.row(table.said(said), str(points))
    return table.made(reconstructed=True)
