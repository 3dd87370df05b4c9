"""5, 17.1, 6.4 - The weather of a turn, and the points that come with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.eastfront.printed import WEATHERS, Side
from grognard.games.eastfront.state import MUD

if TYPE_CHECKING:
    from grognard.games.eastfront.state import Luga

DRY, RAIN = WEATHERS.index("dry"), WEATHERS.index("rain")


def settled(state: Luga) -> int | None:
    """5.1, 5.2 - the weather of this turn where nobody throws for it."""
    table = state.scenario.weather
    if state.turn in table.fixed:
        return table.fixed[state.turn]
    return MUD if state.dry_turns >= table.most_dry_turns else None


def read_die(state: Luga, die: int) -> int:
    """5.1, 5.2 - what a throw means; mud never follows mud."""
    found = state.scenario.weather.by_die[die - 1]
    return RAIN if found == MUD and state.is_mud else found


def set_weather(state: Luga, weather: int, die: int = 0) -> None:
    """5, 6.4, 17.1 - the weather of this turn: mud lingers after mud, points come by the turn."""
    scenario = state.scenario
    state.lingering = state.is_mud and weather != MUD
    state.weather = weather
    state.dry_turns = 0 if weather == MUD else state.dry_turns + 1
    for side in Side:
        state.attack_supply[side] = scenario.attack_supply[side][state.turn - 1]
        state.air[side] = scenario.air[side][state.turn - 1] if weather == DRY else 0
    thrown = {"die": die} if die else {}
    state.note("weather", "5.1", weather=WEATHERS[weather], **thrown)
