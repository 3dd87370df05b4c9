"""1.4 (Petrograd), 4.1 (Luga) - where zones reach stands in one place, which everybody reads.

Each test narrows the rule in its place, as somebody who adds "no zone across a river" would, on a
map of its own, and lays the same random positions on both maps: where the zones differ, movement,
supply, retreats, command, odds and opponents must follow; where they do not, nothing may change.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.engine.bits import numbers
from grognard.engine.game import apply
from grognard.engine.registry import game
from grognard.games.eastfront import battle as luga_battle
from grognard.games.eastfront import movement as luga_movement
from grognard.games.eastfront import supply as luga_supply
from grognard.games.eastfront import zones as luga_zones
from grognard.games.eastfront.ai.judge import Judge as LugaJudge
from grognard.games.eastfront.ai.style import opponents as luga_opponents
from grognard.games.eastfront.load import load as load_luga
from grognard.games.eastfront.printed import ENEMY as LUGA_ENEMY
from grognard.games.eastfront.printed import Side as LugaSide
from grognard.games.petrograd import battle, command, movement, retreat, supply, zones
from grognard.games.petrograd.ai.judge import Judge
from grognard.games.petrograd.load import load
from grognard.games.petrograd.printed import ENEMY, Side
from grognard.kit.zones import Zones

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

LEAST, MOST = 24, 96
"""How many positions are compared: some, and more until everything expected was seen to follow."""
Reading = dict[str, object]


def positions(name: str, scenario: Any, seed: int) -> Iterator[str]:
    """Yield positions of random games, as text."""
    played, rng = game(name), Random(seed)
    state = played.start(scenario)
    while True:
        state = played.start(scenario) if state.is_over else state
        options = state.options()
        apply(state, options[int(rng.random() * len(options))])
        if state.turn >= 2 and rng.random() < 0.02 and not state.is_over:
            yield played.write_position(state)


def differing(
    name: str,
    wide: Any,
    narrow: Any,
    zone: Callable[[Any], object],
    read: Callable[[Any], Reading],
    expected: set[str],
) -> set[str]:
    """Return what was read differently; nothing may be where the zones are the same."""
    played, changed, same, number = game(name), set[str](), 0, 0
    found = positions(name, wide, 6)
    for number in range(MOST):
        if number >= LEAST and expected <= changed:
            break
        text = next(found)
        one, other = (played.read_position(text, scenario) for scenario in (wide, narrow))
        before, after = read(one), read(other)
        here = {key for key in before if before[key] != after[key]}
        if zone(one) == zone(other):
            same += 1
            assert not here
        changed |= here
    assert same < number
    return changed


def test_petrograd_reads_its_zones_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = load()
    ground = wide.ground
    narrow = replace(wide, ground=replace(ground))
    reach = zones._reach

    def narrower(of: Any) -> Zones:
        if of is not narrow.ground:
            return reach(of)
        return Zones(of.map, of.unbridged, of.stream, of.river, never=~of.land)

    monkeypatch.setattr(zones, "_reach", narrower)

    def zone(state: Any) -> object:
        return [zones.zone_of_control(state, side) for side in Side]

    def read(state: Any) -> Reading:
        troops = [numbers(state.owned[side] & wide.kinds.troops) for side in Side]
        near = [
            piece
            for side in Side
            for piece in troops[side]
            if ground.around[state.where[piece]] & state.held[ENEMY[side]]
        ]
        judges = [
            Judge(state, side, state.scenario.opponents.style("colonel", side)) for side in Side
        ]
        posts = [numbers(state.owned[side] & wide.kinds.headquarters) for side in Side]
        return {
            "movement": [movement.reach(state, piece) for piece in near],
            "supply": [supply.supplied(state, side) for side in Side],
            "command": [command.out_of_command(state, side) for side in Side],
            "retreat": [
                retreat.retreat_hexes(
                    state, wide.pieces[piece].side, 1 << piece, state.where[piece], 0
                )
                for piece in near
            ],
            "closed": [zones.barred(state, side) for side in Side],
            "targets": [battle.targets(state, side) for side in Side],
            "opponents": [
                [judges[side].helping(state, post, hex_) for hex_ in numbers(ground.land)]
                for side in Side
                for post in posts[side]
            ],
        }

    expected = {"movement", "supply", "command", "retreat", "closed", "opponents"}
    assert differing("petrograd", wide, narrow, zone, read, expected) == expected, (
        "all this, and not the targets: who may be attacked is no matter of zones"
    )


def test_the_luga_line_reads_its_zones_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = load_luga()
    ground = wide.ground
    narrow = replace(wide, ground=replace(ground))
    reach = luga_zones._reach

    def narrower(of: Any) -> Zones:
        if of is not narrow.ground:
            return reach(of)
        never = ground.major_cities | ground.map.everywhere & ~ground.land
        return Zones(ground.map, ground.major, ground.river, ground.barred, never=never)

    monkeypatch.setattr(luga_zones, "_reach", narrower)

    def zone(state: Any) -> object:
        return [luga_zones.zone_of_control(state, side) for side in LugaSide]

    def read(state: Any) -> Reading:
        units = [numbers(state.owned[side] & wide.kinds.combat) for side in LugaSide]
        judges = [
            LugaJudge(state, side, luga_opponents().style("colonel", side)) for side in LugaSide
        ]
        guns = [numbers(state.owned[side] & wide.kinds.guns) for side in LugaSide]
        return {
            "movement": [luga_movement.reach(state, p) for side in LugaSide for p in units[side]],
            "supply": [luga_supply.supplied(state, side) for side in LugaSide],
            "closed": [luga_zones.barred(state, side) for side in LugaSide],
            "guns": [
                luga_battle.defence_guns(state, _attack(state, side, hex_))
                for side in LugaSide
                for hex_ in numbers(state.held[LUGA_ENEMY[side]])
            ],
            "opponents": [
                [judges[side].helping(state, gun, hex_) for hex_ in numbers(ground.land)]
                for side in LugaSide
                for gun in guns[side][:4]
            ],
        }

    expected = {"movement", "supply", "closed", "guns", "opponents"}
    assert differing("luga", wide, narrow, zone, read, expected) == expected


def _attack(state: Any, side: LugaSide, hex_: int) -> Any:
    """Return an attack on a hex by whoever stands beside it."""
    from grognard.games.eastfront.declaring import declared

    around = state.scenario.ground.map.around[hex_] & state.held[side]
    attackers = sum(state.stacks[one] & state.owned[side] for one in numbers(around))
    return declared(state, side, 1 << hex_, attackers, False)
