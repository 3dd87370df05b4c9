"""Chapter 12: set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.bautzen.board import ALLIED, GAME, GERMAN, MAP, at, ids, names, offered, play
from grognard.engine.game import Action, step
from grognard.games.bautzen.printed import Kind
from grognard.games.bautzen.questions import SetUpPiece
from grognard.games.bautzen.sequence import begin
from grognard.games.bautzen.stacking import fits

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen

AREAS = {
    # 12.1, Allied
    "214RD": (["2206"], 2),  # Niesky
    "294RD": (["1910"], 1),  # Weissenberg
    "254RD": (["1409", "1510"], 3),  # Bautzen
    "7GMC": (["1409", "1510"], 3),
    "7DP": (["2003"], 1),
    "10DP": (["1902"], 1),
    "14GRD": (["1702"], 1),
    "15GRD": (["0902"], 1),
    "5DP": (["1607"], 1),
    "2AWP": (["1607"], 1),
    "9DP": (["0909"], 1),
    "8DP": (["0511"], 1),
    # 12.2, German
    "KG72": (["2209"], 1),
    "17ID": (["2209"], 1),
    "464ID": (["1905"], 1),  # Reichwalde
    "546VGD": (["1502"], 1),
    "732": (["1502"], 1),
    "615ID": (["1704"], 1),  # Boxberg
}
"""By formation or unit: in or around which hexes it sets up, and within what distance."""
EDGE = {name for name in map(MAP.name, MAP.hexes) if int(name[2:]) >= 12 or int(name[:2]) <= 4}
"""12.2 - the southern rows 12 and 13 and the western columns 01 to 04."""
POLES = {"6L", "7H", "8C", "9S", "14S-AT", "14S-TK", "1KP"}


def walk(state: Bautzen) -> dict[str, set[str]]:
    """Set everybody up in the first hex offered; return what was offered to each piece."""
    found = {}
    while isinstance(question := state.question, SetUpPiece):
        found[GAME.pieces[question.piece].id] = offered(state, "to")
        step(state, state.options()[0])
    return found


def area(id_: str) -> set[str]:
    """Return the set-up area of a unit, from the lists above."""
    formation = id_.rpartition("/")[2]
    if formation not in AREAS:
        return EDGE
    hexes, distance = AREAS[formation]
    return names(MAP.within(MAP.region(*hexes), distance))


def test_12_the_allied_side_sets_up_first_then_the_german() -> None:
    """BZ-12a: every Allied unit before any German one, and then turn 1."""
    state = begin(GAME)
    assert (state.seat, state.turn) == (ALLIED, 0)
    play(state, "free")
    allied = walk(state)
    assert (state.seat, state.turn) == (GERMAN, 0)
    play(state, "free")
    german = walk(state)
    assert (state.seat, state.turn) == (GERMAN, 1)
    assert len(allied) == 28 + 35 - 10 + 4  # all but 4 GTC and 95 GRD, and four columns
    assert len(german) == 32


def test_12_the_set_up_keeps_to_stacking() -> None:
    """BZ-12a, BZ-5.1, BZ-5.4: in a set-up that crowds every hex as far as it can."""
    state = play(begin(GAME), "free")
    walk(state)
    play(state, "free")
    walk(state)
    for hex_ in MAP.hexes:
        assert fits(GAME, hex_, state.stacks[hex_])


def test_12_a_full_hex_is_not_offered() -> None:
    """BZ-12a: three regiments of 214 RD fill Niesky; their headquarters goes elsewhere."""
    state = play(begin(GAME), "free", "to 2206", "to 2206", "to 2206")
    assert at(state, "2206") == {"776/214RD", "780/214RD", "788/214RD"}
    assert "2206" not in offered(state, "to")


def test_12_german_units_set_up_only_in_hexes_free_of_allied_ones_but_may_be_adjacent() -> None:
    """BZ-12a: a Soviet regiment in 2207 keeps KG 72 out of no hex but its own."""
    state = play(begin(GAME), "free", "to 2208")
    walk(state)
    play(state, "free")
    offers = walk(state)
    assert offers["KG72"] == area("KG72") - {"2208"}


def test_12_1_allied_units_set_up_in_their_areas() -> None:
    """BZ-12.1: a regiment is offered its whole area, less what others have filled."""
    state = play(begin(GAME), "free")
    count = 0
    while isinstance(question := state.question, SetUpPiece):
        unit = GAME.pieces[question.piece]
        if unit.id.rpartition("/")[2] in AREAS:
            count += 1
            assert offered(state, "to") <= area(unit.id), unit.id
            if unit.kind is Kind.INFANTRY:
                assert area(unit.id) - offered(state, "to") <= names(state.held[ALLIED]), unit.id
        step(state, state.options()[0])
    assert count == 46


def test_12_1_polish_independents_stand_with_or_next_to_other_poles() -> None:
    """BZ-12.1."""
    state = play(begin(GAME), "free")
    while ids(1 << asked(state)) != {"6L"}:
        step(state, state.options()[0])
    poles = [
        state.where[piece.index]
        for piece in GAME.pieces
        if piece.nationality == "polish" and state.where[piece.index] >= 0
    ]
    near = names(MAP.within(sum(1 << hex_ for hex_ in set(poles)), 1))
    assert offered(state, "to") <= near
    assert "0101" not in offered(state, "to")
    assert offered(state, "to")


def asked(state: Bautzen) -> int:
    """Return the piece that is being set up."""
    question = state.question
    assert isinstance(question, SetUpPiece)
    return question.piece


def test_12_1_reinforcements_are_not_set_up() -> None:
    """BZ-12.1, BZ-11.3a."""
    offers = walk(play(begin(GAME), "free"))
    assert not {id_ for id_ in offers if id_.endswith(("4GTC", "95GRD"))}
    assert set(offers) >= POLES


def test_12_the_allied_side_sets_up_four_columns_with_its_units_and_the_german_none() -> None:
    """BZ-12a, BZ-7.2b (BZ-R02)."""
    state = play(begin(GAME), "free")
    while ids(1 << asked(state)) != {"CL-1"}:
        step(state, state.options()[0])
    assert offered(state, "to") <= names(state.held[ALLIED])
    offers = walk(state)
    assert set(offers) == {"CL-1", "CL-2", "CL-3", "CL-4"}
    play(state, "free")
    assert not [id_ for id_ in walk(state) if id_.startswith("CL")]


def test_12_2_german_units_set_up_in_their_areas() -> None:
    """BZ-12.2: around 2209, 1905, 1502 and 1704, or along the southern and western edge."""
    state = begin(GAME)
    step(state, Action("ready", 0))
    play(state, "free")
    offers = walk(state)
    for id_, places in offers.items():
        assert places <= area(id_), id_
    assert offers["21/20Pz"] == {
        name
        for name in EDGE
        if not state.held[ALLIED] >> MAP.hex(name) & 1
        # no road or railway leads to 0407
        and name != "0407"
    }


def test_12_the_ready_made_set_up_keeps_to_the_areas() -> None:
    """BZ-12.1, BZ-12.2."""
    placed = {GAME.pieces[piece].id: MAP.name(hex_) for piece, hex_ in GAME.ready[0].placements}
    bound = {id_: name for id_, name in placed.items() if id_ not in POLES and id_[:3] != "CL-"}
    assert len(bound) == 46 + 32
    for id_, name in bound.items():
        assert name in area(id_), id_


def test_12_a_ready_made_set_up_gives_way_where_the_enemy_stands() -> None:
    """BZ-12a: the German side sets up second, in hexes free of Allied units; the rest is placed."""
    state = play(begin(GAME), "free")
    german = {MAP.name(h) for p, h in GAME.ready[0].placements if GAME.pieces[p].side is GERMAN}
    while state.seat == ALLIED:
        places = [action for action in state.options() if MAP.name(action.noun) in german]
        step(state, (places or state.options())[0])
    taken = names(state.held[ALLIED]) & german
    assert taken
    step(state, Action("ready", 0))
    waiting = [GAME.pieces[p].id for p, hex_ in GAME.ready[0].placements if MAP.name(hex_) in taken]
    mine = {id_ for id_ in waiting if GAME.pieces[GAME.by_id[id_]].side is GERMAN}
    assert set(walk(state)) == mine
    assert not state.held[ALLIED] & state.held[GERMAN]
