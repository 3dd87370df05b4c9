"""What a colonel plans before anybody else moves: attacks, who is called back, whom he cuts off."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from games.petrograd.front import CAMPAIGN, MAP, RED, WHITE, front, ids
from grognard.games.petrograd.ai import march as march_module
from grognard.games.petrograd.ai.judge import Judge
from grognard.games.petrograd.ai.march import March
from grognard.games.petrograd.ai.massing import Massing
from grognard.games.petrograd.ai.raid import raid
from grognard.games.petrograd.supply import supplied

if TYPE_CHECKING:
    import pytest

    from grognard.games.petrograd.printed import Side
    from grognard.games.petrograd.state import Petrograd

MINOR: Final = ("0126", "0731", "1335", "1836")
LEVELS: Final = ("colonel", "sergeant")


def planned(state: Petrograd, side: Side, level: str = "colonel") -> March:
    """Return the plan of a level, made."""
    march = March(Judge(state, side, CAMPAIGN.opponents.style(level, side)), state, Random(1))
    march.make()
    return march


def beside(march: March, name: str) -> set[str]:
    """Return the troops that the plan puts beside a hex."""
    trial, around = march.trial, CAMPAIGN.ground.around[MAP.hex(name)]
    troops = trial.owned[march.judge.side] & CAMPAIGN.kinds.troops
    return {id_ for id_ in ids(troops) if around >> trial.where[CAMPAIGN.by_id[id_]] & 1}


def goes_to(march: March) -> dict[str, str]:
    """Return who goes where."""
    return {CAMPAIGN.pieces[piece].id: MAP.name(hex_) for piece, hex_ in march.moves()}


def test_8_1_a_colonel_gathers_against_a_town() -> None:
    """8.1 - from all about Luga, and beside it together; a sergeant sends them one by one."""
    force = {"2536": ["W-Narv"], "2434": ["W-VOstr", "W-4a"], "2235": ["W-4b", "W-1a"]}
    force |= {"2632": ["W-KrGor", "W-Volyn"], "2336": ["W-HQ2c"], "0119": ["W-HQ"]}
    state = front({**force, "2436": ["R-52", "R-53"]}, turn=3)
    counts = {level: len(beside(planned(state, WHITE, level), "2436")) for level in LEVELS}
    assert counts["colonel"] >= 5 > counts["sergeant"]
    assert state.canonical() == front({**force, "2436": ["R-52", "R-53"]}, turn=3).canonical()


def test_8_1_nobody_gathers_against_who_is_too_strong() -> None:
    """8.1 - an attack must promise more than all else that its troops could do."""
    stacks = {"2536": ["W-4b"], "2434": ["W-4a"], "0119": ["W-HQ"]}
    for enemies, goes in ((["R-Lat5", "R-KurM", "R-KurT"], False), (["R-163"], True)):
        state = front({**stacks, "2436": enemies}, turn=3)
        style = CAMPAIGN.opponents.style("colonel", WHITE)
        march = March(Judge(state, WHITE, style), state, Random(1))
        troops = [CAMPAIGN.by_id[id_] for id_ in ("W-4a", "W-4b")]
        assert bool(Massing(march, troops).make()) is goes


def test_11_1_red_cuts_the_lines_of_places_that_count() -> None:
    """11.1 - somebody goes where a line is barred; nobody where no place is fed any more."""
    stacks = {"2304": ["W-Talab"], "0119": ["W-HQ"], "0816": ["R-187"]}
    state = front(stacks, turn=8, segment="red movement", white=["2304"], red=MINOR)
    town = MAP.hex("2304")
    assert supplied(state, WHITE) >> town & 1
    march = March(Judge(state, RED, CAMPAIGN.opponents.style("colonel", RED)), state, Random(1))
    troops = [CAMPAIGN.by_id["R-187"]]
    assert ids(raid(march, troops)) == {"R-187"}
    assert not supplied(march.trial, WHITE) >> town & 1
    assert not raid(march, troops), "nothing is left to cut"


def test_11_1_only_the_last_move_is_a_raid(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.1 - Red's, in the last turn: White would answer any other; a sergeant thinks of none."""
    made: list[int] = []

    def spy(march: March, _: object) -> int:
        made.append(march.trial.turn)
        return 0

    monkeypatch.setattr(march_module, "raid", spy)
    stacks = {"2304": ["W-Talab"], "0119": ["W-HQ"], "0816": ["R-187"]}
    for side, segment in ((RED, "red movement"), (WHITE, "white movement")):
        for level in LEVELS:
            for turn in (7, 8):
                planned(front(stacks, turn=turn, segment=segment), side, level)
                assert bool(made) is ((side, level, turn) == (RED, "colonel", 8))
                made.clear()


def test_11_2_troops_are_called_back_when_the_loss_of_a_town_ends_the_game() -> None:
    """11.2 - the nearest, from turn 4 on, if it may be lost; who is far marches on."""
    stacks = {"0418": ["W-Polt"], "0119": ["W-HQ"], "1416": ["W-Lib"], "2913": ["W-Talab"]}
    strong = {"0518": ["R-Lat5", "R-KurM"], "0617": ["R-Sai1", "R-Sai2"]}
    back, middle = MAP.hex("0418"), MAP.hex("1416")
    for enemies, turn, is_called in ((strong, 6, True), (strong, 2, False), ({}, 6, False)):
        march = planned(front({**stacks, **enemies}, turn=turn, white=["0418"]), WHITE)
        where = march.trial.where[CAMPAIGN.by_id["W-Lib"]]
        is_nearer = MAP.distance(where, back) < MAP.distance(middle, back) - 3
        assert is_nearer is is_called, (enemies, turn)
        assert MAP.distance(march.trial.where[CAMPAIGN.by_id["W-Talab"]], back) > 15


def test_11_2_a_garrison_whose_town_decides_does_not_go_out() -> None:
    """11.2 - from turn 4 on all who are needed stay; before, they drive besiegers away."""
    stacks = {"0418": ["W-Riga", "W-Lib", "W-4a:1"], "0119": ["W-HQ"]}
    stacks |= {"0517": ["R-47", "R-51", "R-11"]}
    for turn, goes in ((3, True), (6, False)):
        march = planned(front(stacks, turn=turn, white=["0418"]), WHITE)
        assert ("W-Riga" in goes_to(march)) is goes


def test_a_sergeant_sees_only_enemies_who_are_near() -> None:
    """7 - a colonel minds all who could come, as far as they can march by road."""
    state = front({"2913": ["W-Ostr"], "0119": ["W-HQ"], "2217": ["R-BCav"]}, turn=5)
    here = MAP.hex("2913")
    threats = [
        Judge(state, WHITE, CAMPAIGN.opponents.style(level, WHITE)).threat[here] for level in LEVELS
    ]
    assert MAP.distance(MAP.hex("2217"), here) > CAMPAIGN.opponents.style("sergeant", WHITE).sight
    assert threats[0] > 0 == threats[1]
