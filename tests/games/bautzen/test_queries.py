"""What a player asks of a position, on positions made by hand; reasons with their rules."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest

from games.bautzen.board import (
    ALLIED,
    GAME,
    GERMAN,
    MAP,
    bits,
    ids,
    number,
    offered,
    play,
    position,
)
from grognard.engine.bits import numbers
from grognard.engine.game import apply
from grognard.engine.prompt import action_of, reason_text, typed
from grognard.engine.registry import game
from grognard.games.bautzen import asking, queries, why
from grognard.games.bautzen.answering import points
from grognard.games.bautzen.asking import question_text
from grognard.games.bautzen.log import texts
from grognard.games.bautzen.printed import Side

if TYPE_CHECKING:
    from grognard.games.bautzen.state import Bautzen

BAUTZEN = game("bautzen")
RULEBOOK = BAUTZEN.rulebook()


def reason(state: Bautzen, piece: str, hex_: str) -> tuple[str, str] | None:
    """Return rule and key of the reason why a piece cannot move to a hex."""
    side = state.side_of(number(piece))
    found = why.Mover(state, side, bits(piece)).refusal(MAP.hex(hex_))
    return (found.rule, found.key) if found else None


# Why not: movement


def why_not(state: Bautzen, side: Side, words: str, lang: str) -> str:
    """Return the answer to a ``why`` in one line."""
    return "; ".join(reason_text(reason) for reason in asking.why_not(state, side, words, lang))


def in_words(reason: why.Reason | None, lang: str) -> str:
    """Return a reason in one line; nothing where there is none."""
    return reason_text(asking.told(reason, lang)) if reason else ""


def test_why_not_enemy_counters() -> None:
    """BZ-4.1: neither a unit nor a supply column is run over."""
    state = position(
        {"2112": ["KG72"]},
        {"2110": ["776/214RD"]},
        allied_convoys=["2212"],
        segment="german movement",
    )
    assert reason(state, "KG72", "2110") == ("4.1", "enemy")
    assert reason(state, "KG72", "2212") == ("4.1", "enemy")
    assert reason(state, "KG72", "2113") is None
    assert reason(state, "KG72", "2112") == ("4.1", "here")


def test_why_not_an_enemy_zone_of_control() -> None:
    """BZ-3b: 8C with 3 MP would pass KG 72 but for its zone, in which 2010 and 2210 stop it."""
    state = position({"2110": ["KG72"]}, {"2112": ["8C"]}, segment="allied movement")
    assert reason(state, "8C", "2010") is None
    assert reason(state, "8C", "2210") is None
    assert reason(state, "8C", "2009") == ("3", "zone")
    assert reason(state, "8C", "2209") == ("3", "zone")


def test_why_not_a_hex_without_supply() -> None:
    """BZ-7.1.2: a supplied unit may not move where it has no line, here among four regiments."""
    state = position(
        {"2113": ["KG72"]},
        {"2003": ["33/7DP"], "2103": ["35/7DP"], "2203": ["37/7DP"], "2004": ["25/10DP"]},
        segment="german movement",
    )
    cut = [h for h, one in refusals(state, "KG72").items() if one.key == "unsupplied"]
    assert cut == ["2104"]
    assert {refusals(state, "KG72")[h].rule for h in cut} == {"7.1.2"}


def refusals(state: Bautzen, piece: str) -> dict[str, why.Reason]:
    side = state.side_of(number(piece))
    found = queries.reach(state, side, number(piece)).refused
    return {MAP.name(hex_): one for hex_, one in found.items()}


def test_why_not_the_south_before_release() -> None:
    """BZ-11.3b: Guards not released stay north of row 4; once released nothing holds them."""
    stacks = {"1303": ["36/14GRD"]}
    held = position(allied=stacks, held=["14GRD"], segment="allied movement")
    row = GAME.tables.held_from_row
    south = f"13{row:02}"
    assert reason(held, "36/14GRD", south) == ("11.3", "held")
    assert str(row) in why_not(held, ALLIED, f"36/14GRD {south}", "en")
    free = position(allied=stacks, segment="allied movement")
    assert reason(free, "36/14GRD", south) is None


def test_why_not_a_stack_that_would_mix_formations() -> None:
    """BZ-5.4: a second stranger may not join a stack."""
    state = position(
        {"2112": ["21/20Pz", "Pz/BrgPzG"], "2113": ["Pz1/HG1"]}, segment="german movement"
    )
    assert reason(state, "Pz1/HG1", "2112") == ("5.4", "mix")
    assert reason(state, "Pz1/HG1", "2111") is None


def test_why_not_a_height_without_a_road() -> None:
    """BZ-4.1: armour climbs 1011 by no road; infantry does."""
    state = position({"1012": ["21/20Pz"], "1112": ["KG72"]}, segment="german movement")
    assert reason(state, "21/20Pz", "1011") == ("4.1", "height")
    assert reason(state, "KG72", "1011") is None


def test_why_not_so_far() -> None:
    """BZ-4.1: 8C has 3 MP; the reason names them."""
    state = position(allied={"2313": ["8C"]}, segment="allied movement")
    assert reason(state, "8C", "2309") == ("4.1", "far")
    assert "3 MP" in why_not(state, ALLIED, "8C 2309", "en")
    assert "3 PM" in why_not(state, ALLIED, "8C 2309", "fr")


def test_why_not_when_all_ways_are_closed() -> None:
    """BZ-4.1, BZ-7.1.2: a free hex behind hexes that cannot be entered."""
    state = position(
        {"2113": ["KG72"]}, {"2011": ["33/7DP"], "2211": ["35/7DP"]}, segment="german movement"
    )
    keys = {one.key for one in refusals(state, "KG72").values()}
    assert keys <= {"here", "enemy", "zone", "unsupplied", "far", "way"}
    assert {"enemy", "zone", "far"} <= keys


def test_every_refused_hex_is_out_of_reach_and_every_other_hex_within() -> None:
    """BZ-4.1: reach and reasons divide the map between them."""
    state = BAUTZEN.start(GAME)
    play(state, "ready 0", "ready 0")
    for piece in numbers(state.owned[GERMAN]):
        found = queries.reach(state, GERMAN, piece)
        assert set(found.costs) | set(found.refused) == set(MAP.hexes)
        assert not set(found.costs) & set(found.refused)
        assert all(cost <= found.allowance for cost in found.costs.values())
        rules = {one.rule for one in found.refused.values()}
        assert all(RULEBOOK.find(rule) for rule in rules)


def test_reach_tells_its_cost_in_movement_points() -> None:
    """BZ-4.2: three hexes of road are one and a half points."""
    state = position({"2009": ["21/20Pz"]}, segment="german movement")
    found = queries.reach(state, GERMAN, number("21/20Pz"))
    assert found.costs[MAP.hex("2309")] == Fraction(3, 2)
    assert found.cannot_move is None
    assert [points(halves) for halves in (0, 1, 2, 3)] == ["0", "½", "1", "1½"]


def test_a_waiting_piece_is_told_where_it_may_enter() -> None:
    """BZ-11.2: reinforcements enter by their sources."""
    state = position(allied={"1301": ["36/14GRD"]}, segment="allied movement")
    piece = number("12/4GTC")
    state.waiting[ALLIED] |= 1 << piece
    found = queries.reach(state, ALLIED, piece)
    assert found.costs
    assert set(found.costs) | set(found.refused) == set(MAP.hexes)
    assert found.refused[MAP.hex("0113")].key in {"far", "unsupplied"}


def test_why_not_this_piece() -> None:
    """BZ-4.1: an enemy's, one that has moved, one that is not there."""
    state = position(
        {"2111": ["KG72"], "2113": ["21/20Pz"]}, {"1301": ["36/14GRD"]}, segment="german movement"
    )
    play(state, "move KG72", "stay")
    assert why_not(state, GERMAN, "KG72", "en") == "it has already moved: once in a segment [4.1]"
    assert why_not(state, GERMAN, "36/14GRD", "en") == "it is not yours [4.1]"
    assert why_not(state, GERMAN, "732", "en") == (
        "it is not on the map; it has yet to arrive, or is lost [11.2]"
    )
    assert why_not(state, GERMAN, "21/20Pz", "en") == ""
    assert queries.reach(state, GERMAN, number("36/14GRD")).costs == {}


# Zones, supply, command, stacking


def test_a_supply_line_is_a_line_of_touching_hexes_to_a_source() -> None:
    """BZ-7.1.2."""
    state = position({"1111": ["KG72"]}, {"1109": ["33/7DP"]}, segment="german movement")
    [entry] = queries.supply(state, GERMAN)
    assert entry.is_supplied
    assert entry.line[0] == MAP.hex("1111")
    assert GAME.board.sources[GERMAN] >> entry.line[-1] & 1
    assert all(b in MAP.neighbours[a] for a, b in zip(entry.line, entry.line[1:], strict=False))
    closed = state.held[ALLIED] | MAP.adjacent(state.held[ALLIED])
    assert not any(closed >> hex_ & 1 for hex_ in entry.line[1:])


def test_a_cut_off_unit_has_no_supply_line() -> None:
    """BZ-7.1, BZ-7.3: ringed units have no line, and the last check has marked them."""
    state = position(
        {"1305": ["KG72"]},
        {"1304": ["33/7DP"], "1205": ["35/7DP"], "1405": ["37/7DP"], "1306": ["25/10DP"]},
        segment="german combat",
    )
    [entry] = queries.supply(state, GERMAN)
    assert not entry.is_supplied
    assert entry.line == []
    assert ids(entry.marked) == {"KG72"}


def test_command_names_the_headquarters_in_range() -> None:
    """BZ-6.1: its own and the corps', each within its distance."""
    state = position(
        {"2111": ["21/20Pz"], "2112": ["QG/20Pz"], "0113": ["QG/57PzK"], "2110": ["QG/17ID"]},
        segment="german movement",
    )
    found = queries.command(state, GERMAN)
    assert ids(found[number("21/20Pz")]) == {"QG/20Pz"}


def test_stacking_counts_points_against_the_ground() -> None:
    """BZ-5.2, BZ-5.3: three regiments of 2 points fill a clear hex; in woods they are too many."""
    trio = ["33/7DP", "35/7DP", "37/7DP"]
    state = position(allied={"2111": trio}, segment="allied movement")
    [entry] = queries.stacks(state, ALLIED)
    assert (entry.points, entry.limit, entry.is_over_stacked) == (6, 6, False)
    state = position(allied={"2007": trio}, segment="allied movement")
    [entry] = queries.stacks(state, ALLIED)
    assert (entry.points, entry.limit, entry.is_over_stacked) == (6, 4, True)


def test_support_names_the_units_that_a_headquarters_may_help() -> None:
    """BZ-9.2: its own formation within its range, not another formation."""
    state = position(
        {"2111": ["21/20Pz"], "2112": ["QG/20Pz"], "2110": ["Pz/BrgPzG"]}, segment="german combat"
    )
    found = queries.supports(state, GERMAN)
    assert "21/20Pz" in ids(found[number("QG/20Pz")])
    assert "Pz/BrgPzG" not in ids(found[number("QG/20Pz")])


# Attacks


def battlefield(segment: str = "german combat") -> Bautzen:
    """Return a German stack with its headquarters beside one Polish regiment in the open."""
    return position(
        {"2111": ["21/20Pz", "59/20Pz"], "2112": ["QG/20Pz"]},
        {"2110": ["33/7DP"]},
        segment=segment,
    )


def test_an_attack_is_reckoned_with_all_that_may_take_part() -> None:
    """BZ-8.2: every neighbour, every support within 9.2, and the chances over the die."""
    [attack] = queries.attacks(battlefield(), GERMAN)
    assert ids(attack.battle.attackers) == {"21/20Pz", "59/20Pz"}
    assert ids(attack.battle.supports) == {"QG/20Pz"}
    assert attack.sums is not None
    assert attack.results is not None
    values = [GAME.pieces[number(id_)].attack[2] for id_ in ("21/20Pz", "59/20Pz")]
    helped = GAME.pieces[number("QG/20Pz")].support
    assert attack.attack_total == sum(values) + min(sum(values), helped)
    assert attack.sums.defence_total == GAME.pieces[number("33/7DP")].defence[2]
    assert sum(attack.results.values()) == 1
    assert all(chance.denominator in (1, 2, 3, 6) for chance in attack.results.values())


def test_attacks_are_foreseen_in_the_movement_segment() -> None:
    """BZ-8.1: as if the combat segment began now; marks of the last one do not count."""
    state = battlefield("german movement")
    state.attacked = state.owned[GERMAN]
    [attack] = queries.attacks(state, GERMAN)
    assert ids(attack.battle.attackers) == {"21/20Pz", "59/20Pz"}
    assert state.attacked == state.owned[GERMAN]


def test_an_attack_on_a_stack_one_may_not_inspect_is_not_reckoned() -> None:
    """BZ-10.3: two counters, of which the asker sees the top one."""
    state = position({"2111": ["21/20Pz"]}, {"2110": ["33/7DP", "35/7DP"]}, segment="german combat")
    [attack] = queries.attacks(state, GERMAN)
    assert attack.hidden == 1
    assert attack.sums is None
    assert attack.results is None
    told = BAUTZEN.inspect(state, GERMAN, "en")["attacks"]
    assert "33/7DP" not in str(told)
    assert told[0]["reckoning"]["defence"] is None


def test_a_defender_is_not_told_what_over_stacks_the_attackers() -> None:
    """BZ-10.3, BZ-5.3: a hidden counter beside an attacker may halve it."""
    state = position(
        {"2111": ["59/20Pz", "112/20Pz", "21/20Pz"]}, {"2110": ["33/7DP"]}, segment="german combat"
    )
    play(state, "attack 2110", "join 21/20Pz", "fight")
    ours, theirs = queries.current(state, GERMAN), queries.current(state, ALLIED)
    assert ours is not None
    assert theirs is not None
    assert ours.results is not None
    assert (theirs.hidden, theirs.attack, theirs.results) == (2, (), None)
    assert BAUTZEN.odds(state, ALLIED, "en")["cases"][0]["reckoning"]["attack"] is None


def test_an_attack_on_a_supply_column_alone_has_no_odds() -> None:
    """BZ-8.6.3: it is caught without a combat."""
    state = position({"2111": ["21/20Pz"]}, allied_convoys=["2110"], segment="german combat")
    [attack] = queries.attacks(state, GERMAN)
    assert (attack.hidden, attack.results) == (0, None)


def test_8_6_3_columns_alone_are_shown_no_table() -> None:
    """BZ-8.6.3: beneath a column lies another one; a die for each is said, no column, no cell."""
    state = position(
        {"2111": ["21/20Pz"]}, allied_convoys=["2110", "2110"], segment="german combat"
    )
    play(state, "attack 2110", "join 21/20Pz")
    found = BAUTZEN.odds(state, GERMAN, "en")
    assert "[8.6.3]" in found["note"]
    assert (found["cases"][0]["chances"], found["outlook"]["columns"]) == ([], [])
    assert found["outlook"]["chances"] == []
    assert found["outlook"]["means"][0]["id"] == "hex_taken"


def test_the_attack_being_composed_is_reckoned_as_it_grows() -> None:
    """BZ-8.2: nothing before somebody joins; then what has joined, for the attacker alone."""
    state = battlefield()
    assert queries.current(state, GERMAN) is None
    play(state, "attack 2110")
    assert queries.current(state, GERMAN) is None
    play(state, "join 21/20Pz")
    one = queries.current(state, GERMAN)
    play(state, "join 59/20Pz")
    two = queries.current(state, GERMAN)
    assert one is not None
    assert two is not None
    assert one.attack_total < two.attack_total
    assert queries.current(state, ALLIED) is None
    assert BAUTZEN.odds(state, GERMAN, "en")["cases"][0]["chances"]
    assert list(BAUTZEN.odds(state, ALLIED, "fr")) == ["note", "cases"]
    assert BAUTZEN.odds(state, ALLIED, "fr")["cases"] == []


def test_odds_count_only_ones_own_sealed_choices() -> None:
    """BZ-8.2.1: what the attacker commits shifts his own reckoning, not the defender's."""
    state = position(
        {"2111": ["21/20Pz"], "2112": ["QG/20Pz"]},
        {"2110": ["33/7DP"]},
        german_convoys=["2112"],
        segment="german combat",
    )
    play(state, "attack 2110", "join 21/20Pz", "fight", "enough", "commit 2112", "seal")
    ours, theirs = queries.current(state, GERMAN), queries.current(state, ALLIED)
    assert ours is not None
    assert theirs is not None
    assert ours.sums is not None
    assert theirs.sums is not None
    assert [shift.rule for shift in ours.sums.shifts] == ["7.2.2"]
    assert theirs.sums.shifts == ()


# Why not: combat


def told(state: Bautzen, side: Side, words: str) -> str:
    """Return the rule in the answer to a ``why``."""
    answer = why_not(state, side, words, "en")
    assert why_not(state, side, words, "fr") != answer or not answer
    return answer.rpartition("[")[2].rstrip("]")


def test_why_not_this_target() -> None:
    """BZ-8.1: nobody there; not adjacent; across a lake; nobody left to attack."""
    state = position(
        {"2111": ["21/20Pz"], "1904": ["KG72"]},
        {"2110": ["33/7DP"], "2108": ["35/7DP"], "1905": ["37/7DP"]},
        segment="german combat",
    )
    assert "no enemy counter" in why_not(state, GERMAN, "2211", "en")
    assert "adjacent" in why_not(state, GERMAN, "2108", "en")
    assert "lake" in why_not(state, GERMAN, "1905", "en")
    assert told(state, GERMAN, "2108") == "8.1"
    assert told(state, GERMAN, "2110") == ""
    state.attacked = bits("21/20Pz")
    assert "still attack" in why_not(state, GERMAN, "2110", "en")


def test_why_not_this_attacker_or_supporter() -> None:
    """BZ-8.1, BZ-8.6, BZ-9.1, BZ-9.2, BZ-7.3."""
    state = position(
        {
            "2111": ["21/20Pz"],
            "2112": ["QG/20Pz", "59/20Pz"],
            "2011": ["Pz/BrgPzG"],
            "1913": ["QG/17ID"],
            "2113": ["QG/BrgPzG"],
        },
        {"2110": ["33/7DP"]},
        segment="german combat",
    )
    play(state, "attack 2110", "join 21/20Pz")
    assert "takes part already" in why_not(state, GERMAN, "join 21/20Pz", "en")
    assert "adjacent" in why_not(state, GERMAN, "59/20Pz", "en")
    assert told(state, GERMAN, "support QG/BrgPzG") == "9.2"
    assert told(state, GERMAN, "33/7DP") == "8.1"
    assert told(state, GERMAN, "QG/20Pz") == ""
    state.supported |= bits("QG/20Pz")
    assert told(state, GERMAN, "QG/20Pz") == "9.1"
    state.supported, state.unsupplied = 0, bits("QG/20Pz")
    assert told(state, GERMAN, "QG/20Pz") == "7.3"
    for piece in ("Pz/BrgPzG", "59/20Pz", "21/20Pz"):
        is_offered = piece in offered(state, "join")
        assert (why_not(state, GERMAN, piece, "en") == "") is is_offered


def test_why_not_out_of_range() -> None:
    """BZ-9.1: a headquarters supports within its command distance."""
    state = position(
        {"2111": ["21/20Pz"], "0113": ["QG/20Pz"]}, {"2110": ["33/7DP"]}, segment="german combat"
    )
    play(state, "attack 2110", "join 21/20Pz")
    reach = GAME.pieces[number("QG/20Pz")].range
    assert f"within {reach} hexes [9.1]" in why_not(state, GERMAN, "QG/20Pz", "en")


def test_why_not_this_loss() -> None:
    """BZ-8.3: a unit with two steps spares one with a single step; strangers never pay."""
    state = position(
        {"2111": ["21/20Pz", "59/20Pz"], "2212": ["KG72"]},
        {"2110": ["33/7DP"]},
        reduced=["59/20Pz"],
        segment="german combat",
    )
    participants = bits("21/20Pz", "59/20Pz")
    found = why.not_lost_first(state, participants, 0, number("59/20Pz"))
    assert found == why.Reason("8.3", "others_first")
    assert why.not_lost_first(state, participants, 0, number("21/20Pz")) is None
    stranger = why.not_lost_first(state, participants, 0, number("KG72"))
    assert stranger == why.Reason("8.3", "not_in_combat")


def test_why_not_this_retreat() -> None:
    """BZ-8.5.1, BZ-8.5.2: away from the hex attacked, not to the enemy nor into his zones."""
    state = position(
        {"2111": ["21/20Pz"], "2210": ["59/20Pz"]}, {"2110": ["33/7DP"]}, segment="german combat"
    )
    group, origin = bits("33/7DP"), MAP.hex("2110")

    def refused(hex_: str) -> tuple[str, str] | None:
        found = why.not_a_retreat(state, ALLIED, group, origin, 0, 1, MAP.hex(hex_))
        return (found.rule, found.key) if found else None

    assert refused("2111") == ("8.5.2", "enemy")
    assert refused("2010") == ("8.5.2", "enemy_zone")
    assert refused("2107") == ("8.5.1", "not_away")
    assert refused("2009") is None


def test_why_not_this_place_at_set_up() -> None:
    """BZ-12: outside its area; full; among strangers; where the enemy stands."""
    state = BAUTZEN.start(GAME)
    play(state, "free")
    assert question_text(state, "en") == "Where does 776/214RD set up?"
    assert told(state, ALLIED, "0101") == "12"
    assert told(state, ALLIED, "2206") == ""
    play(state, "to 2206", "to 2206", "to 2206")
    assert told(state, ALLIED, "2206") == "5.2"


# In words


def test_every_reason_has_its_sentence_in_both_languages() -> None:
    keys = list(filter(lambda key: key.startswith("why."), texts().keys()))
    facts = {"number": 3, "word": "x", "example": "y", "question": "z"}
    for key in keys:
        assert texts().say(key, "en", **facts) != texts().say(key, "fr", **facts)
    assert in_words(why.Reason("3", "zone"), "fr").endswith("[3]")


@pytest.mark.parametrize("words", ["nonsense", "", "9999", "12"])
def test_a_why_that_names_nothing_is_refused(words: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        why_not(battlefield(), GERMAN, words, "en")


def test_a_why_about_something_that_is_not_asked_names_the_rule_of_the_question() -> None:
    state = battlefield("german movement")
    assert told(state, GERMAN, "2110") == "4.1"
    assert told(state, GERMAN, "KG72 2110") == "11.2"
    (said,) = BAUTZEN.why(state, GERMAN, "2110", "en")
    assert said["text"].startswith("that is no answer to: Which piece, or which stack, moves")
    (said,) = BAUTZEN.why(state, ALLIED, "2110", "en")
    assert said["text"] == "the other side is asked now"


def test_a_hex_is_refused_for_the_counters_in_it() -> None:
    """4.1, 8.1 - where counters are asked about, a hex means one's own counters there."""
    state = battlefield("german movement")
    play(state, "move 21/20Pz", "stay")
    here = state.where[state.scenario.by_id["21/20Pz"]]
    (said,) = BAUTZEN.why(state, GERMAN, state.scenario.board.map.name(here), "en")
    assert said == {"rule": "4.1", "text": "21/20Pz: it has already moved: once in a segment"}


def test_the_prompt_is_for_the_seat_that_is_asked() -> None:
    """BZ-10.3: the other seat is told who is asked, not what about."""
    state = battlefield("german movement")
    play(state, "move 21/20Pz")
    mine, theirs = BAUTZEN.prompt(state, GERMAN, "fr"), BAUTZEN.prompt(state, ALLIED, "fr")
    assert mine.text == "Où va 21/20Pz ?"
    (answer,) = [answer for answer in mine.answers if typed(answer) == "to 2112"]
    assert (answer["label"], answer["cost"]) == ("vers 2112 (2 PM)", "2")
    assert [action_of(answer) for answer in mine.answers] == list(state.options())
    assert theirs.answers == ()
    assert "21/20Pz" not in theirs.text


def test_inspecting_gives_plain_values_for_both_sides() -> None:
    """BZ-10.3: and names no counter that the asker cannot see."""
    state = BAUTZEN.start(GAME)
    play(state, "ready 0", "ready 0")
    for side in Side:
        facts = BAUTZEN.inspect(state, side, "fr")
        assert set(facts) == {
            "turn", "segment", "side", "zones", "supply", "command", "stacking", "support",
            "attacks",
        }  # fmt: skip
        hidden = ids(state.owned[side.enemy])
        spoken = str({key: facts[key] for key in ("supply", "command", "stacking", "support")})
        assert not [id_ for id_ in hidden if f"'{id_}'" in spoken]
    reach = BAUTZEN.reach(state, GERMAN, number("KG72"), "en")
    assert reach["hexes"]
    assert all("path" not in one for one in reach["hexes"])
    goal = reach["hexes"][-1]
    (one,) = BAUTZEN.reach(state, GERMAN, number("KG72"), "en", goal["hex"])["hexes"]
    assert (one["path"][0], one["path"][-1]) == (reach["start"], goal["id"])


def test_the_map_shows_top_counters_and_heights() -> None:
    """BZ-10.3."""
    state = battlefield()
    cells = {cell.hex: cell for cell in BAUTZEN.chart(state, ALLIED, "en").cells}
    assert len(cells) == len(MAP.hexes)
    assert (cells["2111"].counter, cells["2111"].height, cells["2111"].owner) == (
        "59/20Pz", 2, GERMAN,
    )  # fmt: skip
    assert cells["2112"].label == "*20P"
    assert cells["0113"].ground == "town"
    assert "21/20Pz" not in {cell.counter for cell in cells.values()}


@pytest.mark.parametrize("seed", [3, 18])
def test_no_answer_depends_on_what_the_asker_cannot_see(seed: int) -> None:
    """BZ-10.3, BZ-8.2.1: drawn anew, what is hidden changes nothing that a side is told."""
    random, state = Random(seed), BAUTZEN.start(GAME)
    play(state, "ready 0", "ready 0")
    moments = changed = 0
    while not state.is_over:
        if random.random() < 0.04:
            for seat in Side:
                other = BAUTZEN.reshuffle_hidden(state, seat, random)
                assert all_told(state, seat) == all_told(other, seat)
                changed += other.canonical() != state.canonical()
            moments += 1
        options = state.options()
        apply(state, options[int(random.random() * len(options))])
    assert moments > 10
    assert changed > 10


def all_told(state: Bautzen, seat: Side) -> list[object]:
    """Return everything that a side can ask."""
    asked = ["1810", "KG72 1810", "QG/20Pz", "26/9DP", "26/9DP 1409"]
    return [
        BAUTZEN.inspect(state, seat, "en"),
        BAUTZEN.reach(state, seat, number("KG72"), "fr"),
        BAUTZEN.reach(state, seat, number("26/9DP"), "fr"),
        BAUTZEN.odds(state, seat, "en"),
        BAUTZEN.prompt(state, seat, "en"),
        BAUTZEN.chart(state, seat, "en"),
        [BAUTZEN.why(state, seat, words, "en") for words in asked],
    ]
