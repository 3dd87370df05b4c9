"""The worked example of the booklet: 20 Pz attacks Weissenberg on turn 1."""

from __future__ import annotations

from pathlib import Path

from games.bautzen.board import (
    ALLIED,
    GAME,
    GERMAN,
    MAP,
    at,
    column,
    convoys,
    dice,
    factors,
    first_column,
    is_unsupplied,
    offered,
    play,
    position,
    shifts,
    steps,
    sums,
    where,
)
from grognard.engine.game import CHANCE
from grognard.engine.journal import Journal, replay
from grognard.games.bautzen.combat import Arithmetic, Result
from grognard.games.bautzen.game import BautzenGame

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"


def test_8_2_the_weissenberg_example_from_start_to_end() -> None:
    """BZ-EX: 14 + 12 = 26 against 4 + 2 = 6, 4-1, with the column 3-1, die 5, 1/2."""
    state = position(
        german={
            "1810": ["21/20Pz", "59/20Pz"],
            "1911": ["112/20Pz", "QG/20Pz"],
            "1912": ["QG/57PzK"],
        },
        allied={"1910": ["861/294RD"], "1808": ["QG/294RD"]},
        allied_convoys=["1909"],
        aircraft=1,
    )
    assert not is_unsupplied(state, "861/294RD")
    assert not is_unsupplied(state, "21/20Pz")
    play(state, "attack 1910")
    assert offered(state, "join") == {"21/20Pz", "59/20Pz", "112/20Pz"}
    play(state, "join 21/20Pz", "join 59/20Pz", "join 112/20Pz")
    assert offered(state, "support") == {"QG/20Pz", "QG/57PzK"}
    play(state, "support QG/20Pz", "support QG/57PzK", "fight")
    assert (state.seat, offered(state, "support")) == (ALLIED, {"QG/294RD"})
    play(state, "support QG/294RD", "enough")
    assert (state.seat, offered(state, "commit")) == (GERMAN, set())
    play(state, "seal")
    assert (state.seat, offered(state, "commit")) == (ALLIED, {"1909", "air"})
    play(state, "commit 1909", "seal")
    assert state.seat == CHANCE
    check_figures(sums(state))
    play(state, "throw 5")
    assert (state.seat, offered(state, "retreat")) == (ALLIED, {"0", "1", "2"})
    play(state, "retreat 2")
    # 1809 lies in the zone of 1810, 1911 and 1810 are held; 2010 lies in the zone of 1911
    assert offered(state, "to") == {"1909", "2009"}
    play(state, "to 1909")
    assert offered(state, "to") == {"1908", "1808", "2008"}
    play(state, "to 1808")
    assert at(state, "1808") == {"861/294RD", "QG/294RD"}
    assert steps(state, "861/294RD") == 1
    assert (state.seat, offered(state, "lose")) == (GERMAN, {"21/20Pz", "59/20Pz", "112/20Pz"})
    play(state, "lose 112/20Pz")
    assert steps(state, "112/20Pz") == 1
    assert convoys(state, ALLIED) == []
    assert offered(state, "advance") == {"21/20Pz", "59/20Pz", "112/20Pz"}
    play(state, "advance 21/20Pz", "advance 59/20Pz", "advance 112/20Pz")
    assert at(state, "1910") == {"21/20Pz", "59/20Pz", "112/20Pz"}
    assert where(state, "QG/20Pz") == "1911"
    assert state.control[GERMAN] >> MAP.hex("1910") & 1
    assert state.aircraft_used == 0


def check_figures(reckoning: Arithmetic) -> None:
    """Hold a reckoning to every figure of the example."""
    assert factors(reckoning) == {
        "21/20Pz": 6,
        "59/20Pz": 4,
        "112/20Pz": 4,
        "QG/20Pz": 6,
        "QG/57PzK": 6,
        "861/294RD": 4,
        "QG/294RD": 2,
    }
    assert sum(factor.value for factor in reckoning.attack) == 14
    assert sum(factor.value for factor in reckoning.attack_support) == 12
    assert (reckoning.attack_total, reckoning.defence_total) == (26, 6)
    assert (first_column(reckoning), column(reckoning)) == ("4/1", "3/1")
    assert shifts(reckoning) == {"convoys": -1}
    assert dice(reckoning) == {"formation": 1, "village": -1}


def test_8_2_the_weissenberg_example_as_a_journal() -> None:
    """BZ-EX, BZ-4.2, BZ-13a: with the moves before it, over the height 1811."""
    game = BautzenGame()
    text = (PLAYTHROUGHS / "weissenberg.toml").read_text(encoding="utf-8")
    journal = Journal.read(PLAYTHROUGHS / "weissenberg.txt")
    start = game.read_position(text, GAME)
    fought = []
    state = start
    for turn in replay(journal, game, start=start):
        fought += [event.facts for event in turn.events if event.kind == "combat"]
        assert isinstance(turn.state, type(start))
        state = turn.state
    assert [(facts["die"], facts["result"]) for facts in fought] == [(5, Result(1, 2))]
    check_figures(fought[0]["sums"])
    assert at(state, "1910") == {"21/20Pz", "112/20Pz"}
    assert at(state, "1810") == {"59/20Pz"}
    assert at(state, "1808") == {"861/294RD", "QG/294RD"}
    assert steps(state, "112/20Pz") == 1
    assert not state.control[GERMAN] >> MAP.hex("1811") & 1
    assert state.turn == 2
