"""2 - Sequence of play; 3 - set-up and arrivals."""

from __future__ import annotations

from games.petrograd.front import (
    CAMPAIGN,
    MAP,
    RED,
    WHITE,
    advance_to,
    asked,
    bits,
    front,
    has,
    hexes,
    offered,
    play,
    where,
)
from grognard.engine.bits import numbers
from grognard.games.petrograd import arrivals, movement
from grognard.games.petrograd.questions import Arrive
from grognard.games.petrograd.sequence import begin
from grognard.games.petrograd.state import SEGMENTS, Petrograd


def entries(state: Petrograd, id_: str) -> set[str]:
    return hexes(arrivals.entry_hexes(state, CAMPAIGN.by_id[id_]))


def arriving(state: Petrograd) -> str:
    """Return the piece whose arrival is asked about."""
    assert isinstance(state.question, Arrive)
    return CAMPAIGN.pieces[state.question.piece].id


def test_2_1_white_plays_then_red_then_the_next_turn() -> None:
    """2.1, 2.2 - the phases come in their order, White's first."""
    state = begin(CAMPAIGN)
    found: list[tuple[int, str]] = []
    for _ in range(60):
        if not found or found[-1] != (state.turn, SEGMENTS[state.segment]):
            found.append((state.turn, SEGMENTS[state.segment]))
        if state.turn == 2:
            break
        play(state, (offered(state) & {"done", "wait"}).pop())
    asked_in = [segment for turn, segment in found if turn == 1]
    assert asked_in == [name for name in SEGMENTS if name in asked_in]
    assert found[-1] == (2, "white arrivals")
    assert {"white movement", "white combat", "red movement", "red combat"} <= set(asked_in)


def test_2_2_marks_of_the_last_phases_go() -> None:
    """2.2, 7.1, 8.1 - who moved or attacked may do so again when its side plays next."""
    state = front({"0319": ["W-Lib"], "0418": ["R-49"]}, moved=["W-Lib"], attacked=["W-Lib"])
    advance_to(state, "red movement")
    assert not has(state, "moved", "W-Lib")
    assert not has(state, "attacked", "W-Lib")


def test_3_1_the_set_up_stands_as_listed() -> None:
    """3.1, 12.1 - pieces of turn 0 on the map, all others to come."""
    state = begin(CAMPAIGN)
    assert where(state, "W-Talab") == "0925"
    assert where(state, "R-49") == where(state, "R-50") == "0418"
    assert where(state, "R-Trot") is None
    placed = (state.owned[WHITE] | state.owned[RED]).bit_count()
    assert placed == sum(piece.turn == 0 for piece in CAMPAIGN.pieces)


def test_3_2_arrivals_choose_among_their_hexes_or_wait() -> None:
    """3.2 - W-1a at 1836 or 2036; a hex with an enemy is closed; waiting comes again."""
    state = begin(CAMPAIGN)
    assert asked(state) == "Arrive"
    assert offered(state) == {"to 1836", "to 2036", "wait"}
    play(state, "wait")
    assert arrivals.due(state, WHITE) == [CAMPAIGN.by_id["W-1a"]]
    blocked = front({"2036": ["R-53"]}, segment="white arrivals")
    assert offered(blocked) == {"to 1836", "wait"}


def test_3_2_city_arrivals_and_the_railway_of_trains() -> None:
    """3.2 - any city hex; an armoured train only where a railway runs."""
    state = front({}, turn=4)
    assert len(entries(state, "R-Com1")) == 12
    assert entries(state, "R-AT3") == {"3104", "3105", "3203", "3204", "3302", "3303", "3305"}
    assert "3207" in entries(state, "R-BCav")


def test_3_2_the_second_brigade_may_come_by_luga() -> None:
    """3.2 - 0119, or 2436 once White controls it."""
    assert entries(front({}, turn=8), "W-1b") == {"0119"}
    assert entries(front({}, turn=8, white=["2436"]), "W-1b") == {"0119", "2436"}


def test_3_2_stacking_closes_an_entry() -> None:
    """3.2, 1.5 - 9 SP in Peterhof leave no room for the cadets."""
    state = front({"2505": ["R-Sai1", "R-Sai2", "R-Sai3"]}, turn=3)
    assert entries(state, "R-KurP") == set()


def test_3_3_arrivals_by_the_nikolaev_railway_may_detrain() -> None:
    """3.3 - Tosno, Kolpino and city stations; who detrains has half his allowance."""
    state = front({}, segment="red arrivals", turn=5)
    while arriving(state) != "R-KurM":
        play(state, "wait")
    assert {"to 4215", "to 4114", "to 3608", "to 3203"} <= offered(state)
    play(state, "to 4114")
    assert has(state, "detrained", "R-KurM")
    play(state, "to 4215")
    assert not has(state, "detrained", "R-KurT")


def test_3_3_half_the_allowance_after_detraining() -> None:
    """3.3 - the cadets of 6 points have 3."""
    piece = CAMPAIGN.by_id["R-KurM"]
    whole = front({"4114": ["R-KurM"]}, turn=5)
    half = front({"4114": ["R-KurM"]}, turn=5, detrained=["R-KurM"])
    assert movement.allowance(half, piece) * 2 == movement.allowance(whole, piece)
    assert max(movement.costs(half, piece).values()) == movement.HALVES.cost(3)


def test_3_3_an_enemy_zone_breaks_the_line() -> None:
    """3.3 - beyond 3912 nobody detrains when it lies in a White zone."""
    state = front({"4012": ["W-Talab"]}, turn=5, disorganised=["W-Talab"])
    assert entries(state, "R-KurM") == {"4215"} | entries(state, "R-KurM") & {"4114"}
    assert "3608" not in entries(state, "R-KurM")


def test_3_3_white_troops_in_good_order_on_the_line_make_arrivals_late() -> None:
    """3.3 - one turn later, at 4207; disorganised troops cut nothing."""
    state = front({"3811": ["W-Talab"]}, turn=5)
    assert arrivals.is_railway_cut(state)
    assert arrivals.must_wait(state, CAMPAIGN.by_id["R-KurM"])
    shaken = front({"3811": ["W-Talab"]}, turn=5, disorganised=["W-Talab"])
    assert not arrivals.is_railway_cut(shaken)
    late = front({"3811": ["W-Talab"]}, turn=6, delayed=["R-KurM"])
    assert entries(late, "R-KurM") == {"4207"}
    assert not arrivals.must_wait(late, CAMPAIGN.by_id["R-KurM"])


def test_3_3_late_arrivals_are_marked_and_come_by_4207() -> None:
    """3.3 - the arrivals phase of turn 5 marks them, that of turn 6 offers 4207."""
    state = front({"3811": ["W-Talab"]}, segment="red arrivals", turn=5)
    assert state.delayed & bits("R-KurM", "R-KurT", "R-Lat5") == bits("R-KurM", "R-KurT", "R-Lat5")
    assert not state.delayed & bits("R-B2")
    advance_to(state, "white movement")
    advance_to(state, "red arrivals")
    while arriving(state) != "R-KurM":
        play(state, "wait")
    assert offered(state) == {"to 4207", "wait"}


def test_3_4_a_lost_entry_leads_round_by_4207_or_3301() -> None:
    """3.4 - 4207 is taken where it is open, else 3301."""
    state = front({"4207": ["W-Talab"]}, turn=6, delayed=["R-KurM"])
    assert entries(state, "R-KurM") == {"3301"}
    lost = front({"2304": ["W-Talab"]}, turn=5)
    assert arrivals.must_wait(lost, CAMPAIGN.by_id["R-Sai3"])
    assert not arrivals.must_wait(front({}, turn=5), CAMPAIGN.by_id["R-Sai3"])


def test_3_4_an_entry_without_a_path_to_the_city_is_cut_off() -> None:
    """3.4 - a ring of White troops round Oranienbaum's land side cuts it off."""
    ring = {"2204": ["W-Lib"], "2205": ["W-Riga"], "2305": ["W-Polt"], "2404": ["W-Sem"]}
    state = front(ring, turn=5)
    assert arrivals.must_wait(state, CAMPAIGN.by_id["R-Sai3"])


def test_3_4_the_vitebsk_pieces_come_further_west() -> None:
    """3.4 - 3236, or 2636 to 3036 when White watches it."""
    assert entries(front({}, turn=6), "R-11a") == {"3236"}
    south = {"2636", "2736", "2836", "2936", "3036"}
    assert entries(front({"3235": ["W-Talab"]}, turn=6), "R-11a") == south


def test_3_5_talabchanin_appears_when_volosovo_is_white() -> None:
    """3.5 - not on turn 1, from turn 2 on after White's combats, once."""
    early = front({"1817": ["W-Talab"]}, segment="white combat")
    play(early, "done")
    assert where(early, "W-AT2") is None
    state = front({"1817": ["W-Talab"]}, segment="white combat", turn=2)
    play(state, "done")
    assert where(state, "W-AT2") == "1817"
    assert state.prize_taken


def test_3_5_white_chooses_the_station() -> None:
    """3.5 - with both stations White's, he is asked."""
    state = front({"1817": ["W-Talab"]}, segment="white combat", turn=2, white=["2016"])
    play(state, "done")
    assert offered(state) == {"to 1817", "to 2016"}
    play(state, "to 2016")
    assert where(state, "W-AT2") == "2016"


def test_3_6_the_marines_land_next_to_the_flotilla() -> None:
    """3.6 - coast hexes of the Estonian zone, no fort, no enemy."""
    state = front({"0204": ["E-Fl"]}, turn=3)
    near = hexes(MAP.around[MAP.hex("0204")] & CAMPAIGN.ground.coast)
    assert entries(state, "E-Mar") == near != set()
    at_the_fort = front({"1201": ["E-Fl"], "1302": ["R-46"]}, turn=3)
    assert "1202" not in entries(at_the_fort, "E-Mar")
    assert "1302" not in entries(at_the_fort, "E-Mar")
    assert entries(front({}, turn=3), "E-Mar") == set()


def test_every_entry_of_the_list_leads_to_hexes_of_the_map() -> None:
    """3.2 - in a quiet position every piece that is to come finds a hex."""
    state = front({"0204": ["E-Fl"]}, turn=8, white=["2436"])
    for piece in CAMPAIGN.pieces:
        if piece.turn and piece.entry not in ("prize", "rising"):
            assert numbers(arrivals.entry_hexes(state, piece.index)), piece.id
