"""The calculator of ``grognard odds``: the rules' own functions over all faces of the die."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from bridgehead.load import LADDER, RATIOS, TEXTS, load
from bridgehead.rules import column, shifts
from grognard import (
    Account,
    Calculation,
    Calculator,
    Count,
    Figure,
    Flag,
    Prospect,
    Reckoned,
    Word,
    outlook_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard import Given, Speaker
    from grognard.engine.outlook import Possibility

PARAMETERS = (
    Count("attack", "strength of the attackers", "4", least=1, most=99, needed=True),
    Count("defence", "strength of the defender", "4", least=1, most=99, needed=True),
    Word("ground", "where the defender stands", "4", choices=("clear", "woods", "town")),
    Flag("river", "every attacker is across a river without a bridge", "4"),
)


def reckon(given: Given, say: Speaker) -> Account:
    """4 - return the odds of a fight."""
    scenario, attack, defence = (
        load(given.scenario),
        given.number("attack"),
        given.number("defence"),
    )
    found = shifts(scenario, given.word("ground"), over_river=given.flag("river"))
    read = column(scenario, attack, defence, found)
    fates = outlook_of(
        range(1, 7),
        lambda die: scenario.results.result(read, die),
        lambda losses: "/".join(map(str, losses)),
        lambda losses: ("4",),
    )
    return Account(
        system="bridgehead",
        title=f"{say('Fight')}: {RATIOS[read]}",
        column=RATIOS[read],
        unit="shift",
        arithmetic=[Reckoned("4", say("Ratio"), RATIOS[LADDER.step(attack, defence)])],
        modifiers=[one._replace(reason=TEXTS.say(one.reason, say.language)) for one in found],
        headings=[say("Losses")],
        prospects=[Prospect((one.text,), one.chance, {"losses": one.text}) for one in fates],
        summary=[
            Figure(key, TEXTS.say(key, say.language), _mean(fates, at), is_chance=False)
            for at, key in enumerate(("attacker_loses", "defender_loses"))
        ],
    )


def _mean(fates: Sequence[Possibility[tuple[int, int], int]], at: int) -> Fraction:
    return sum((one.chance * one.result[at] for one in fates), Fraction())


FIGHT = Calculation(
    "", "an attack", PARAMETERS, reckon, examples=("--attack 8 --defence 4 --ground town --river",)
)
CALCULATOR = Calculator((FIGHT,), {"Fight": "Combat", "Ratio": "Rapport", "Losses": "Pertes"})
