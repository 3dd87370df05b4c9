"""The printed facts of Bautzen 1945: what the files hold; the ready-made set-ups are legal."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from grognard.engine.bits import numbers
from grognard.games.bautzen.load import load
from grognard.games.bautzen.printed import Kind, Piece, Ready, Side

GAME = load()
MAP = GAME.board.map


def piece(id_: str) -> Piece:
    return GAME.pieces[GAME.by_id[id_]]


def names(region: int) -> list[str]:
    return [MAP.name(hex_) for hex_ in numbers(region)]


# What the files hold


def test_the_map_has_288_hexes() -> None:
    assert len(MAP.hexes) == 288
    assert Counter(MAP.column(h) % 2 for h in MAP.hexes) == {1: 12 * 13, 0: 11 * 12}
    assert all(bool(GAME.board.terrain[h]) == (h in set(MAP.hexes)) for h in range(MAP.size))


def test_3_the_picture_of_zones_proves_the_grid() -> None:
    """BZ-3a."""
    assert names(MAP.around[MAP.hex("1308")]) == ["1207", "1208", "1307", "1309", "1407", "1408"]


def test_1_3_the_counter_sheet_without_its_turn_marker() -> None:
    """108 counters, one of which is the turn marker."""
    assert len(GAME.pieces) == 107
    assert Counter(p.nationality for p in GAME.pieces if p.is_unit) == {
        "german": 32,
        "polish": 28,
        "soviet": 35,
    }
    assert (GAME.convoys.bit_count(), GAME.aircraft.bit_count()) == (9, 3)
    assert Counter(p.steps for p in GAME.pieces if p.is_unit) == {1: 47, 2: 48}


def test_1_2_values_are_indexed_by_steps_left() -> None:
    """BZ-8.3a."""
    assert piece("112/20Pz").attack == (0, 3, 4)
    assert piece("112/20Pz").defence == (0, 4, 5)
    assert piece("857/294RD").attack == (0, 2)
    assert piece("9S").attack == piece("9S").defence == (0, 4)
    assert (piece("QG/HG2").support, piece("QG/HG2").range) == (10, 3)
    assert piece("8C").movement == (0, 3)
    assert piece("CL-1").movement == (0, 4)
    assert piece("CL-1").side is None


def test_1_2_errata_the_engineers_of_615_are_a_regiment() -> None:
    """BZ-5.1."""
    engineers = piece("687/615ID")
    assert (engineers.kind, engineers.size, engineers.stacking) == (Kind.ENGINEER, "III", 2)


def test_5_5_and_5_6_independents_and_senior_headquarters() -> None:
    """BZ-5.5."""
    assert {p.id for p in GAME.pieces if p.is_independent} == {
        *("732", "777", "KG72", "6L", "7H", "8C", "9S", "14S-AT", "14S-TK", "1KP")
    }
    assert {p.id for p in GAME.pieces if p.is_senior_hq} == {"QG/57PzK", "QG/GDPzK", "QG/2AWP"}
    assert {p.stacking for p in GAME.pieces if p.is_senior_hq} == {4}


def test_formations_hold_their_headquarters() -> None:
    ids = {GAME.pieces[i].id for i in numbers(GAME.formations["20Pz"])}
    assert ids == {"QG/20Pz", "21/20Pz", "59/20Pz", "112/20Pz"}
    assert GAME.formations["4GTC"].bit_count() == 6
    assert GAME.units == GAME.headquarters | GAME.artillery | sum(
        1 << p.index for p in GAME.pieces if p.is_combat_unit
    )


def test_7_1_1_the_sources_lie_on_the_printed_edges() -> None:
    """BZ-7.1.1a - German to the south and west, Allied to the north and east."""
    german, allied = GAME.board.sources
    assert names(german) == [
        *("0104", "0107", "0110", "0113", "0313", "0513", "0812", "1713", "1812", "1913")
    ]
    assert names(allied) == ["2001", "2305", "2306"]
    assert all(n[:2] == "01" or n[2:] in ("12", "13") for n in names(german))
    assert all(n[:2] == "23" or n[2:] == "01" for n in names(allied))


def test_10_dominant_positions_and_the_two_without_a_road() -> None:
    """BZ-10.1."""
    heights = names(GAME.board.dominant)
    assert heights == ["0407", "0707", "0809", "1006", "1011", "1406", "1611", "1811"]
    assert [h for h in heights if not GAME.board.linked[MAP.hex(h)]] == ["0407", "1011"]
    assert GAME.board.heights[MAP.hex("1611")] == 552


def test_rivers_lakes_and_lines_are_known_from_both_sides() -> None:
    """BZ-8.1e."""
    board = GAME.board
    for one, other in (("1705", "1805"), ("1805", "1705")):
        assert board.across_lake[MAP.hex(one)] >> MAP.hex(other) & 1
        assert board.linked[MAP.hex(one)] >> MAP.hex(other) & 1
    assert names(board.across_river[MAP.hex("1409")]) == ["1410", "1509", "1510"]
    counts = tuple(len(sides) for sides in (board.rivers, board.lakes, board.roads, board.rails))
    assert counts == (75, 15, 178, 58)
    assert [tuple(MAP.name(h) for h in road) for road in board.separate_roads] == [
        ("0304", "0404", "0405"),
        ("0403", "0404", "0505"),
    ]


def test_8_2_the_results_table() -> None:
    """BZ-8.2.6 - the example of the booklet: 3/1 with a die of 5 costs 1/2."""
    crt, columns = GAME.tables.crt, GAME.tables.columns
    assert (len(crt), {len(row) for row in crt}) == (8, {8})
    assert crt[5 - 1][columns.index("3/1")] == (1, 2)
    assert (crt[0][0], crt[7][7]) == ((3, 0), (0, 6))
    assert [attacker for attacker, _ in (row[0] for row in crt)] == [3, 3, 3, 2, 2, 2, 1, 0]


def test_7_2_and_8_6_3_rolls_for_supply_columns() -> None:
    """BZ-7.2c."""
    assert GAME.tables.german_convoys == (0, 0, 0, 0, 1, 1, 2)
    assert GAME.tables.convoy_captured == (False, False, False, False, True, True, True)


def test_11_the_reinforcement_table_by_modified_die() -> None:
    """BZ-11.1."""
    table = GAME.tables.reinforcement_table
    assert table[1:] == (
        *((), (), ("release",), ("release",)),
        *(("95GRD",), ("95GRD", "air"), ("4GTC", "air")),
    )
    assert (GAME.tables.held_formations, GAME.tables.held_from_row) == (("14GRD", "15GRD"), 5)


def test_4_1_the_terrain_chart() -> None:
    """BZ-4.1."""
    tables = GAME.tables
    assert (tables.cost_infantry["woods"], tables.cost_other["woods"]) == (1, 2)
    assert (tables.cost_infantry["dominant"], tables.cost_other["dominant"]) == (2, -1)


def test_12_1_allied_areas() -> None:
    """BZ-12.1 - by hex and radius; Polish independents with or next to other Polish units."""
    areas = {GAME.pieces[i].id: area for area in GAME.areas for i in area.pieces}
    assert names(areas["QG/294RD"].region) == [
        *("1809", "1810", "1909", "1910", "1911", "2009", "2010")
    ]
    assert areas["776/214RD"].region.bit_count() == 16
    assert (areas["1KP"].region, areas["1KP"].near_nationality) == (0, "polish")
    assert areas["24/7GMC"].region >> MAP.hex("1611") & 1


def test_12_2_german_areas() -> None:
    """BZ-12.2 - the panzers south of row 12 or west of column 04, both included."""
    areas = {GAME.pieces[i].id: area for area in GAME.areas for i in area.pieces}
    edges = {n for n in names(MAP.everywhere) if int(n[2:]) >= 12 or int(n[:2]) <= 4}
    assert set(names(areas["21/20Pz"].region)) == edges
    assert areas["KG1/464ID"].region == MAP.disc(MAP.hex("1905"), 1)
    assert [area.side for area in GAME.areas] == [Side.ALLIED] * 11 + [Side.GERMAN] * 5


def test_12_every_unit_but_reinforcements_has_one_area() -> None:
    """BZ-12.1, BZ-12.2."""
    taken = Counter(i for area in GAME.areas for i in area.pieces)
    late = {p.id for p in GAME.pieces if p.is_unit and p.index not in taken}
    assert set(taken.values()) == {1}
    assert {id_.split("/")[1] for id_ in late} == {"95GRD", "4GTC"}
    assert len(late) == 10


def test_13_victory_hexes_are_those_of_the_printed_grid() -> None:
    """BZ-13a."""
    victory = GAME.victory
    assert [MAP.name(h) for h in victory.city] == ["1409", "1510"]
    assert {GAME.board.names[h] for h in victory.city} == {"Bautzen"}
    assert [MAP.name(h) for h in victory.places] == ["1910", "2108", "2206", "1009", "0510"]
    assert GAME.board.names[victory.capital] == "Dresden"
    assert GAME.board.names[victory.reinforcement_place] == "Weissenberg"


# Ready-made set-ups, judged by plain arithmetic on printed numbers


def apart(one: str, other: str) -> int:
    """Count the hexes between two printed numbers by walking columns, then rows."""
    (c, r), (d, s) = ((int(n[:2]), int(n[2:])) for n in (one, other))
    x, y = c - d, (2 * r - c % 2) - (2 * s - d % 2)
    return max(abs(x), (abs(x) + abs(y)) // 2)


AREAS = {
    "214RD": (["2206"], 2),
    "294RD": (["1910"], 1),
    "7DP": (["2003"], 1),
    "254RD": (["1409", "1510"], 3),
    "7GMC": (["1409", "1510"], 3),
    "10DP": (["1902"], 1),
    "14GRD": (["1702"], 1),
    "15GRD": (["0902"], 1),
    "5DP": (["1607"], 1),
    "2AWP": (["1607"], 1),
    "9DP": (["0909"], 1),
    "8DP": (["0511"], 1),
    "17ID": (["2209"], 1),
    "KG72": (["2209"], 1),
    "464ID": (["1905"], 1),
    "546VGD": (["1502"], 1),
    "732": (["1502"], 1),
    "615ID": (["1704"], 1),
}
ready_set_ups = pytest.mark.parametrize("ready", GAME.ready, ids=lambda ready: ready.id)


@ready_set_ups
def test_12_a_ready_set_up_obeys_every_area(ready: Ready) -> None:
    """BZ-12.1, BZ-12.2."""
    where = {GAME.pieces[i].id: MAP.name(h) for i, h in ready.placements}
    polish = [piece(id_) for id_ in where if piece(id_).nationality == "polish"]
    for id_, hex_ in where.items():
        counter = piece(id_)
        if counter.kind is Kind.CONVOY:
            continue
        if counter.nationality == "polish" and counter.is_independent:
            assert any(apart(hex_, where[p.id]) <= 1 for p in polish if not p.is_independent)
        elif (counter.formation or id_) in AREAS:
            centres, radius = AREAS[counter.formation or id_]
            assert any(apart(hex_, centre) <= radius for centre in centres), id_
        else:
            assert int(hex_[2:]) >= 12 or int(hex_[:2]) <= 4, id_


@ready_set_ups
def test_12_a_ready_set_up_has_every_unit_and_four_columns(ready: Ready) -> None:
    """BZ-12.1, BZ-12.2."""
    ids = [GAME.pieces[i].id for i, _ in ready.placements]
    expected = {p.id for p in GAME.pieces if p.is_unit and not p.is_reinforcement}
    assert len(ids) == len(set(ids)) == 85 + 4
    assert set(ids) - {"CL-1", "CL-2", "CL-3", "CL-4"} == expected
    assert ready.reconstructed
    assert set(ready.name) == {"en", "fr"}


@ready_set_ups
def test_5_a_ready_set_up_obeys_stacking(ready: Ready) -> None:
    """BZ-5.1, BZ-5.4, BZ-5.5."""
    stacks: dict[str, list[Piece]] = defaultdict(list)
    for index, hex_ in ready.placements:
        stacks[MAP.name(hex_)].append(GAME.pieces[index])
    for name, stack in stacks.items():
        ground = GAME.board.terrain[MAP.hex(name)]
        assert sum(p.stacking for p in stack) <= (6 if ground == "clear" else 4), name
        units = [p for p in stack if p.is_unit]
        assert units, name
        assert len({p.side for p in units}) == 1, name
        bound = [p.formation for p in units if not (p.is_independent or p.is_senior_hq)]
        if len(bound) < len(units):
            assert len({p.nationality for p in units}) == 1, name
        assert not bound or len(bound) - Counter(bound).most_common(1)[0][1] <= 1, name
        if name in ("0407", "1011"):
            assert {p.kind for p in units} == {Kind.INFANTRY}


@ready_set_ups
def test_7_1_everybody_starts_a_ready_set_up_in_supply(ready: Ready) -> None:
    """BZ-7.1.2b - by a plain search over printed numbers."""
    held: dict[Side, set[str]] = {Side.GERMAN: set(), Side.ALLIED: set()}
    for index, hex_ in ready.placements:
        side = GAME.pieces[index].side
        if side is not None:
            held[side].add(MAP.name(hex_))
    heights = set(names(GAME.board.dominant))
    for side in Side:
        enemy = held[side.enemy]
        watched = {
            *(n for n in names(MAP.everywhere) if any(apart(n, e) <= 1 for e in enemy)),
            *(n for n in names(MAP.everywhere) if any(apart(n, e) <= 2 for e in enemy & heights)),
        }
        free = set(names(MAP.everywhere)) - enemy - (watched - held[side])
        reached, frontier = set[str](), set(names(GAME.board.sources[side])) & free
        while frontier:
            reached |= frontier
            frontier = {n for n in free - reached if any(apart(n, f) == 1 for f in frontier)}
        assert held[side] <= reached
