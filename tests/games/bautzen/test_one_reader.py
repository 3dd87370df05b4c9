"""A rule stands in one place: change it there, and rules, bots and odds all follow.

Each test changes one function of a chapter, as somebody who adds a rule would, on a scenario of its
own, so that nothing that was worked out before is remembered.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from games.bautzen.board import ALLIED, GAME, GERMAN, MAP, position
from grognard.engine.bits import numbers
from grognard.engine.game import apply
from grognard.engine.modifier import Modifier
from grognard.games.bautzen import combat, movement, retreat, supply, zones
from grognard.games.bautzen.ai import style
from grognard.games.bautzen.ai.appraise import Appraiser
from grognard.games.bautzen.ai.battles import column_now, stake
from grognard.games.bautzen.ai.duel import column_of
from grognard.games.bautzen.ai.lore import lore_of
from grognard.games.bautzen.dominant import overlooked
from grognard.games.bautzen.odds.attack import assault, composed
from grognard.games.bautzen.odds.table import chart_of
from grognard.games.bautzen.sequence import begin
from grognard.games.bautzen.state import ENEMY
from grognard.games.bautzen.zones import zone_around, zone_of_control
from grognard.kit.zones import Zones

if TYPE_CHECKING:
    from grognard.engine.hexmap import Hex
    from grognard.games.bautzen.odds.attack import Summary
    from grognard.games.bautzen.printed import Board, Scenario
    from grognard.games.bautzen.state import Bautzen

TEMPER: Final = style.Style()


def fresh() -> Scenario:
    """Return the scenario anew: whatever is remembered is remembered of another one."""
    return replace(GAME, board=replace(GAME.board), tables=replace(GAME.tables))


def midgames(scenario: Scenario, count: int) -> list[Bautzen]:
    """Return positions of random games in which somebody attacks."""
    rng, state = Random(11), begin(scenario)
    found: list[Bautzen] = []
    while len(found) < count:
        state = begin(scenario) if state.is_over else state
        if state.turn >= 1 and rng.random() < 0.05:
            found.append(state.copy())
        options = state.options()
        apply(state, options[int(rng.random() * len(options))])
    return found


@pytest.fixture
def dry(monkeypatch: pytest.MonkeyPatch) -> Scenario:
    """Return a scenario in which no zone of control crosses a river."""

    def narrower(board: Board) -> Zones:
        return Zones(board.map, board.across_river)

    monkeypatch.setattr(zones, "zones", narrower)
    return fresh()


def test_no_zone_crosses_a_river_for_movement_supply_and_retreat(dry: Scenario) -> None:
    changed = 0
    for state in midgames(dry, 40):
        for side in (GERMAN, ALLIED):
            zone = zone_of_control(state, side)
            changed += zone != dry.board.map.adjacent(state.held[side])
            enemy = ENEMY[side]
            mine = state.owned[enemy] & dry.units
            if mine:
                leader = 1 << numbers(mine)[0]
                assert movement.Trip(state, enemy, leader).zone == zone
                assert not retreat.refuge(state, enemy, leader) & zone
            watched = (zone | overlooked(state, side)) & ~state.held[enemy]
            shut = supply.closed(state, enemy, state.held[enemy])
            assert shut == state.held[side] | watched
    assert changed > 20


def test_bots_and_odds_see_the_same_zones(dry: Scenario) -> None:
    compared = open_now = 0
    for state in midgames(dry, 60):
        for side in (GERMAN, ALLIED):
            judge, enemy = Appraiser(state, side, TEMPER), ENEMY[side]
            for target in numbers(state.held[enemy]):
                near = combat.neighbours_who_may(state, side, target, state.owned[side])
                if not near:
                    continue
                battle = composed(state, side, target, near)
                shift = judge._concentric(state, target, combat.hexes_of(state, near))
                assert bool(shift) == combat.is_concentric(state, battle)
                refuge = retreat.refuge(state, enemy, state.units_at(target))
                way_out = lore_of(dry).approaches[target] & refuge
                assert judge.has_way_out(state, target) == bool(way_out)
                wider = dry.board.map.adjacent(state.held[side]) | state.held[side]
                open_now += bool(way_out) and not lore_of(dry).approaches[target] & ~wider
                compared += 1
    assert compared > 100
    assert open_now


def test_what_a_bot_knows_of_a_hex_is_made_of_the_zone(dry: Scenario) -> None:
    lore, board = lore_of(dry), dry.board
    for hex_ in board.map.hexes:
        near = board.map.around[hex_] & ~board.across_river[hex_]
        assert lore.grip[hex_] == 1 << hex_ | near == 1 << hex_ | zone_around(board, 1 << hex_)


def test_a_new_zone_changes_what_an_attack_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = _promises(fresh())
    monkeypatch.setattr(zones, "zones", lambda board: Zones(board.map, board.across_river))
    narrow = _promises(fresh())
    assert len(wide) == len(narrow) == 120
    assert sum(one != other for one, other in zip(wide, narrow, strict=True)) > 5


def _promises(scenario: Scenario) -> list[Summary]:
    """Return what attacks on a unit by a river promise, with other units all round it."""
    rng, board = Random(3), scenario.board
    found: list[Summary] = []
    wet = [hex_ for hex_ in board.map.hexes if board.across_river[hex_].bit_count() > 1]
    units = ("21/20Pz", "59/20Pz", "112/20Pz", "KG72")
    while len(found) < 120:
        target = rng.choice(wet)
        near = rng.sample(numbers(board.map.disc(target, 2) & ~(1 << target)), len(units))
        german = {board.map.name(hex_): [unit] for hex_, unit in zip(near, units, strict=True)}
        allied = {board.map.name(target): ["13/5DP"]}
        state = position(german, allied, scenario=scenario)
        able = combat.neighbours_who_may(state, GERMAN, target, state.owned[GERMAN])
        if able:
            found.append(assault(state, composed(state, GERMAN, target, able)).summary)
    return found


def test_terrain_modifiers_are_read_by_odds_and_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    def steep(scenario: Scenario, hex_: Hex) -> tuple[Modifier, ...]:
        return (Modifier("13", -3, "village"),)

    def slippery(scenario: Scenario, hex_: Hex) -> tuple[Modifier, ...]:
        return (Modifier("13", 2, "town"),)

    for module in (combat, "grognard.games.bautzen.ai.lore"):
        owner = module if isinstance(module, str) else module.__name__
        monkeypatch.setattr(f"{owner}.ground_modifiers", steep)
        monkeypatch.setattr(f"{owner}.ground_shifts", slippery)
    scenario = fresh()
    state = position({"2111": ["21/20Pz"]}, {"2110": ["776/214RD"]}, scenario=scenario)
    target = MAP.hex("2110")
    sums = combat.arithmetic(state, composed(state, GERMAN, target, state.owned[GERMAN]))
    assert (sums.die_modifier, [shift.value for shift in sums.shifts]) == (-3, [2])
    assert chart_of(state, sums).drm == -3
    lore = lore_of(scenario)
    assert (lore.die[target], lore.shift[target]) == (-3, 2)


def test_a_bot_reckons_with_the_die_of_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formation, want of supply, ground and river: other figures, and none of them left out."""
    figures = {"die_river": -4, "die_woods": -2, "die_formation": 3, "die_unsupplied": 2}
    scenario = replace(fresh(), tables=replace(GAME.tables, **figures))  # type: ignore[arg-type]
    dice: set[int] = set()

    def noted(lore: object, column: int, die: int, *costs: object) -> tuple[float, float]:
        dice.add(die)
        return 0.0, 0.0

    monkeypatch.setattr("grognard.games.bautzen.ai.assaults.exchange", noted)
    seen = set()
    for state in midgames(scenario, 60):
        for side in (GERMAN, ALLIED):
            judge = Appraiser(state, side, TEMPER)
            for target in numbers(state.held[ENEMY[side]]):
                near = combat.neighbours_who_may(state, side, target, state.owned[side])
                if near:
                    battle = composed(state, side, target, near)
                    dice.clear()
                    places = combat.hexes_of(state, near)
                    judge.assault_terms(state, target, near, places, 0, 0, is_open=True)
                    assert dice == {combat.arithmetic(state, battle).die_modifier}
                    seen |= dice
    assert len(seen) > 5


def test_a_longer_table_is_read_to_its_end_by_odds_and_bots() -> None:
    """Two more columns and two more rows: whoever held them within 7 and 8 would miss them."""
    results = GAME.tables.results
    rows = tuple((*row, (0, 7), (0, 8)) for row in (*results.rows, *results.rows[-2:]))
    longer = replace(results, columns=(*results.columns, "8/1", "9/1"), rows=rows)
    scenario = replace(fresh(), tables=replace(GAME.tables, results=longer))
    lore = lore_of(scenario)
    assert column_of(lore, 99, 1, 0) == column_of(lore, 1, 99, 99) == 9
    assert column_of(lore, 99, 1, -99) == 0
    assert lore.outcomes[9][5] == tuple(longer.result(9, die) for die in combat.D6)
    state = position({"2111": ["21/20Pz", "59/20Pz"]}, {"2110": ["13/5DP"]}, scenario=scenario)
    target = MAP.hex("2110")
    battle = composed(state, GERMAN, target, state.owned[GERMAN])
    sums = combat.arithmetic(state, battle)
    state.battle = battle
    assert column_now(state)[0] == sums.column
    assert chart_of(state, sums).column == longer.columns[sums.column]


def test_what_a_battle_is_worth_follows_the_printed_table() -> None:
    results = GAME.tables.results
    worse = replace(results, rows=tuple(tuple((3, 0) for _ in row) for row in results.rows))
    values = []
    for table in (results, worse):
        scenario = replace(fresh(), tables=replace(GAME.tables, results=table))
        state = position({"2111": ["21/20Pz"]}, {"2110": ["776/214RD"]}, scenario=scenario)
        target = MAP.hex("2110")
        state.battle = composed(state, GERMAN, target, state.owned[GERMAN])
        values.append(stake(state, Appraiser(state, GERMAN, TEMPER), 3, 0))
    assert values[1] < min(values[0], 0)


def test_the_front_of_a_hex_is_one_table() -> None:
    scenario = fresh()
    assert lore_of(scenario).approaches is combat.fronts(scenario.board)


def test_values_are_held_within_bounds_in_one_place() -> None:
    source = Path(combat.__file__).parents[2]
    files = [
        *source.glob("engine/**/*.py"),
        *source.glob("kit/*.py"),
        *source.glob("games/**/*.py"),
    ]
    assert len(files) > 100
    clamps = [file.name for file in files if "min(max(" in file.read_text(encoding="utf-8")]
    assert clamps == ["modifier.py"]
