"""What an officer weighs together: attacks that need the same support, units that advance."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from games.bautzen.board import GAME, GERMAN, MAP, position
from grognard.engine.bits import bits_of
from grognard.engine.game import Action
from grognard.games.bautzen.ai import battles
from grognard.games.bautzen.ai.appraise import Appraiser
from grognard.games.bautzen.ai.officer import WORTHWHILE, Officer

if TYPE_CHECKING:
    import pytest

    from grognard.games.bautzen.state import Bautzen

STYLE = replace(GAME.opponents.style("colonel", GERMAN, "pocket"), guesses=1)


def pieces(*names: str) -> int:
    return bits_of([GAME.by_id[name] for name in names])


def two_targets() -> Bautzen:
    """A gun that regiments can take by themselves, and a garrison that needs a corps' help."""
    return position(
        german={
            "1607": ["KG1/464ID", "KG2/464ID"],
            "1609": ["Pz/BrgPzG", "1/BrgPzG"],
            "1708": ["QG/GDPzK"],
        },
        allied={"1508": ["8C"], "1510": ["933/254RD", "929/254RD"]},
    )


def test_9_1_no_attack_takes_the_support_that_decides_another() -> None:
    """BZ-9.1 - a corps supports once in a segment: the city is worth more of it than a gun."""
    state = two_targets()
    judge = Appraiser(state, GERMAN, STYLE, Random(1))
    corps, gun, city = pieces("QG/GDPzK"), MAP.hex("1508"), MAP.hex("1510")
    found = battles.orders(judge, state)
    alone = {order.target: order for order in found}
    assert alone[gun].supports == alone[city].supports == corps
    together = {o.target: o for o in battles.planned(judge, state, found, WORTHWHILE)}
    assert together[city].supports == corps
    assert not together[gun].supports
    assert WORTHWHILE < together[gun].value < alone[gun].value
    without = battles.weigh(judge, state, city, together[city].attackers, ~corps)
    assert alone[gun].value + max(0.0, without.value) < sum(o.value for o in together.values())


def test_8_1_an_attack_alone_is_planned_as_it_is_and_none_not_at_all() -> None:
    state = position(german={"1609": ["1/BrgPzG", "2/BrgPzG"]}, allied={"1510": ["933/254RD"]})
    judge = Appraiser(state, GERMAN, STYLE, Random(1))
    found = battles.orders(judge, state)
    assert battles.planned(judge, state, found, -100.0) == found
    assert battles.planned(judge, state, found, 100.0) == []


def test_8_4_who_would_be_lost_alone_advances_with_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """BZ-8.4 - a hex is entered by two where one alone had better stay away."""
    state = position(
        german={"1609": ["1/BrgPzG", "2/BrgPzG"]}, allied={"1408": ["929/254RD"]}, turn=5
    )
    target = MAP.hex("1510")
    first, second = (GAME.by_id[name] for name in ("1/BrgPzG", "2/BrgPzG"))

    def standing(_judge: Appraiser, trial: Bautzen) -> float:
        return (0.0, -5.0, 5.0)[sum(trial.where[piece] == target for piece in (first, second))]

    monkeypatch.setattr(Appraiser, "standing", standing)
    officer = Officer(GERMAN, Random(1), "colonel")
    judge = Appraiser(state, GERMAN, STYLE, Random(1))
    able = [Action("advance", first), Action("advance", second)]
    assert officer._together(judge, state.copy(), target, able[0], able) == 5.0
    assert officer._together(judge, state.copy(), target, able[0], able[:1]) == -5.0
