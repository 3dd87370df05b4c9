"""The calculator of ``grognard odds``: the rules' own functions over all faces of the die."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.load import LADDER, LOSSES, RATIOS, TEXTS, load
from bridgehead.rules import column, shifts
from grognard import Account, Calculation, Calculator, Count, Flag, Reckoned, Word
from grognard.kit.dice import D6
from grognard.kit.losses import fates, means, prospects

if TYPE_CHECKING:
    from grognard import Given, Speaker

PARAMETERS = (
    Count("attack", "strength of the attackers", "4", least=1, most=99, needed=True),
    Count("defence", "strength of the defender", "4", least=1, most=99, needed=True),
    Word("ground", "where the defender stands", "4", choices=("clear", "woods", "town")),
    Flag("river", "every attacker is across a river without a bridge", "4"),
)


def reckon(given: Given, say: Speaker) -> Account:
    """4 - return the odds of a fight."""
    scenario = load(given.scenario)
    attack, defence = given.number("attack"), given.number("defence")
    shifted = shifts(scenario, given.word("ground"), over_river=given.flag("river"))
    read = column(scenario, attack, defence, shifted)
    found = fates(scenario.results, read, D6, "4")
    losses = {key: TEXTS.say(key, say.language) for key in LOSSES}
    return Account(
        system="bridgehead",
        title=f"{say('Fight')}: {RATIOS[read]}",
        column=RATIOS[read],
        unit="shift",
        arithmetic=[Reckoned("4", say("Ratio"), RATIOS[LADDER.step(attack, defence)])],
        modifiers=[one._replace(reason=TEXTS.say(one.reason, say.language)) for one in shifted],
        headings=[say("Losses")],
        prospects=prospects(found),
        summary=means(found, losses),
    )


FIGHT = Calculation(
    "", "an attack", PARAMETERS, reckon, examples=("--attack 8 --defence 4 --ground town --river",)
)
CALCULATOR = Calculator((FIGHT,), {"Fight": "Combat", "Ratio": "Rapport", "Losses": "Pertes"})
