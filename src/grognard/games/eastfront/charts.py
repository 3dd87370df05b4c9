"""The printed and reconstructed charts, and the words that all of them use.

>>> load_charts().result("4-1", 3).text
'-/1R'
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.datafile import DataError, TomlFile
from grognard.kit.enums import PlainEnum
from grognard.kit.tables import Ladder, read_rows

if TYPE_CHECKING:
    from grognard.engine.datafile import Section

DATA: Final = Path(__file__).parent / "data" / "charts.toml"


class Weather(PlainEnum):
    """The weather of a turn, or of a hex where mud lingers."""

    DRY = "dry"
    FROST = "frost"
    MUD = "mud"
    SNOW = "snow"

    @property
    def is_freezing(self) -> bool:
        """Whether swamps and major rivers are frozen."""
        return self in (Weather.FROST, Weather.SNOW)


class Feature(PlainEnum):
    """What the target hex holds, or what lies on the hexside that is crossed."""

    RIVER = "river"
    FORTIFIED_LINE = "fortified_line"
    HILL = "hill"
    MARSH = "marsh"
    FOREST = "forest"
    TOWN = "town"
    CITY = "city"
    MAJOR_CITY = "major_city"
    FORTIFIED_POINT = "fortified_point"
    SWAMP = "swamp"
    MAJOR_RIVER = "major_river"
    SEA = "sea"
    LAKE = "lake"
    MOUNTAIN = "mountain"
    ALPS = "alps"


class Result(NamedTuple):
    """One result of the combat results table; steps are those of a whole side."""

    text: str
    attacker_steps: int = 0
    attacker_eliminated: bool = False
    asterisk: bool = False
    defender_steps: int = 0
    defender_eliminated: bool = False
    retreat: bool = False


_RESULT: Final = re.compile(r"(-|e|\d?)(\*?)/(-|e|\d?)(R?)")


def parse_result(text: str) -> Result:
    """Read "attacker/defender": steps, e for all, * for the asterisk, R for retreat.

    >>> parse_result("1*/1R") == Result("1*/1R", 1, False, True, 1, False, True)
    True
    """
    found = _RESULT.fullmatch(text)
    if found is None or not (found[1] or found[2]) or not (found[3] or found[4]):
        raise ValueError(f"{text!r} is no result of the combat results table")
    return Result(
        text,
        _steps(found[1]),
        found[1] == "e",
        found[2] == "*",
        _steps(found[3]),
        found[3] == "e",
        found[4] == "R",
    )


def _steps(text: str) -> int:
    """Read a number of steps; "-", "e" and nothing are none."""
    return int(text) if text.isdigit() else 0


class ChartLine(NamedTuple):
    """One line of a table for one die; the last band has no upper end, a fate has no throw.

    `success` is what the table asks about: an overrun, a retreat or a surrender that comes off.
    """

    printed: str
    text: str
    upto: int | None = None
    success: bool = False
    defender_steps: int = 0
    attacker_steps: int = 0
    rule: str = ""


def band_of(bands: tuple[ChartLine, ...], modified: int) -> ChartLine:
    """Return the line of a table in which a modified die falls."""
    return next(band for band in bands if band.upto is None or modified <= band.upto)


class OverrunTable(NamedTuple):
    """EF-11.4 - the overrun table and every figure beside it."""

    bands: tuple[ChartLine, ...]
    least_german: int
    least_other: int
    least_fortified: int
    ratio_german: Ladder[int]
    ratio_other: Ladder[int]
    marker: int
    soft: int
    strong: int
    strong_from: int
    terrain: int
    terrains: frozenset[Feature]
    cap: int
    retreat: int


class Charts:
    """Every chart of a file."""

    def __init__(self, path: Path) -> None:
        root = TomlFile(path).root
        combat = root.section("combat")
        _sourced(combat)
        self.reconstructed = combat.flag("reconstructed")
        columns = combat.texts("columns")
        steps = [(column, place) for place, column in enumerate(columns)]
        self.ratio = _ladder(combat, steps, BELOW_ALL)
        self.cap = combat.number("cap", least=0)
        rows = combat.section("rows")
        dice = [_whole(rows, row) for row in rows] or [0]
        self.results = read_rows(rows, columns, min(dice), max(dice), _result_or_none, like="1*/1R")
        self.drm = _figures(combat.section("drm"), DRM)
        self.artillery = _figures(combat.section("artillery"), ARTILLERY)
        self.retreat_hexes = _figures(combat.section("retreat"), ("hexes", "additional"))
        combat.finish()
        self.overrun = _overrun_table(root.section("overrun"))
        self.retreat = _figures(root.section("retreat"), RETREAT)
        self.surrender = _figures(root.section("surrender"), SURRENDER)
        self.retreat_bands = _retreat_bands(self.retreat["success"])
        self.surrender_bands = _surrender_bands(self.surrender["surrender"])
        arms = root.section("combined_arms")
        _sourced(arms)
        self.arms_weather = frozenset(_weather(arms, name) for name in arms.texts("weather"))
        self.arms_barred = frozenset(_feature(arms, name) for name in arms.texts("barred"))
        arms.finish()
        self.integrity = _figures(root.section("integrity"), ("panzer_units", "motorised_units"))
        root.finish()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the combat results table."""
        return self.results.columns

    def result(self, column: str, modified: int) -> Result:
        """Return a result of the combat results table; rows end where the table ends."""
        return self.results.result(self.columns.index(column), modified)


BELOW_ALL: Final = -1
"""The column of a ratio below 1-4."""


def _result_or_none(text: str) -> Result | None:
    """Read a result, or tell that it is none."""
    try:
        return parse_result(text)
    except ValueError:
        return None


DRM: Final = (
    *("engineer", "combined_arms", "division", "air", "defending_air", "defender_out_of_supply"),
    *("overrun_marker", "city", "major_city", "river", "fortified_line", "fortified_point"),
    *("town", "no_attack_supply", "no_retreat", "below"),
)
ARTILLERY: Final = ("german", "soviet", "soviet_with_headquarters")
RETREAT: Final = ("success", "german", "forest", "artillery")
SURRENDER: Final = (
    *("surrender", "headquarters", "guards", "place", "emergency", "out_of_supply"),
    *("militia", "coastal"),
)


def _retreat_bands(success: int) -> tuple[ChartLine, ...]:
    """EF-16.6.6a - the two lines of the retreat table."""
    rule = "EF-16.6.6a"
    return (
        ChartLine(f"{success}-", "the stack retreats", success, success=True, rule=rule),
        ChartLine(f"{success + 1}+", "the stack is eliminated", rule=rule),
    )


def _surrender_bands(surrender: int) -> tuple[ChartLine, ...]:
    """EF-21a - the two lines of the surrender table."""
    rule = "EF-21a"
    return (
        ChartLine(f"{surrender}-", "the hex surrenders", surrender, success=True, rule=rule),
        ChartLine(f"{surrender + 1}+", "no effect", rule=rule),
    )


def _overrun_table(data: Section) -> OverrunTable:
    """EF-11.4 - read the overrun table."""
    _sourced(data)
    data.flag("reconstructed")
    figures = {name: data.number(name) for name in OVERRUN}
    table = OverrunTable(
        bands=tuple(_band(line) for line in data.sections("lines")),
        ratio_german=_modifiers(data.section("ratio_german")),
        ratio_other=_modifiers(data.section("ratio_other")),
        terrains=frozenset(_feature(data, name) for name in data.texts("terrains")),
        **figures,
    )
    if not table.bands or table.bands[-1].upto is not None:
        data.refuse("the last line of the overrun table has no upper end", "lines")
    data.finish()
    return table


OVERRUN: Final = (
    *("least_german", "least_other", "least_fortified", "marker", "soft", "strong"),
    *("strong_from", "terrain", "cap", "retreat"),
)


def _band(line: Section) -> ChartLine:
    """Read one line of the overrun table."""
    band = ChartLine(
        line.text("printed"),
        line.text("text"),
        line.number("upto") if "upto" in line else None,
        line.flag("success") if "success" in line else False,
        line.number("defender_steps") if "defender_steps" in line else 0,
        line.number("attacker_steps") if "attacker_steps" in line else 0,
        "EF-11.4a",
    )
    line.finish()
    return band


def _ladder(section: Section, steps: list[tuple[str, int]], below: int) -> Ladder[int]:
    """Read a ladder of ratios, from the lowest up."""
    try:
        return Ladder(steps, below)
    except (ValueError, ZeroDivisionError) as error:
        section.refuse(str(error))


def _modifiers(section: Section) -> Ladder[int]:
    """EF-11.4c - read what each ratio is worth on the die; below the first, nothing."""
    return _ladder(section, [(start, section.number(start)) for start in section], 0)


def _figures(section: Section, names: tuple[str, ...]) -> dict[str, int]:
    """Read whole numbers, all of them named, and where they come from."""
    _sourced(section)
    if "reconstructed" in section:
        section.flag("reconstructed")
    found = {name: section.number(name) for name in names}
    section.finish()
    return found


def _sourced(section: Section) -> None:
    """Let a section say where it comes from."""
    section.text("source")


def _whole(section: Section, text: str) -> int:
    """Read a key that is a whole number."""
    if not text.isascii() or not text.removeprefix("-").isdigit():
        section.refuse(f"{text!r} is not a whole number", text)
    return int(text)


def _feature(section: Section, name: str) -> Feature:
    """Read the name of a feature."""
    if name not in Feature._value2member_map_:
        section.refuse(f"{name!r} is no terrain", name)
    return Feature(name)


def _weather(section: Section, name: str) -> Weather:
    """Read the name of a weather."""
    if name not in Weather._value2member_map_:
        section.refuse(f"{name!r} is no weather", name)
    return Weather(name)


def load_charts(directory: Path | None = None) -> Charts:
    """Return the charts of a directory; one without a charts.toml has the printed charts."""
    if directory is None:
        return _printed()
    if not directory.is_dir():
        raise DataError(directory, 1, "this is not a directory")
    own = directory / DATA.name
    return Charts(own) if own.is_file() else _printed()


@cache
def _printed() -> Charts:
    """Return the charts of the sheet, read once."""
    return Charts(DATA)
