"""Outpost with a calculator, as somebody else would write one in a package of his own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.account import Account, Figure, Prospect, Reckoned
from grognard.engine.calculator import Calculation, Calculator
from grognard.engine.outlook import outlook_of
from grognard.engine.parameters import Count, Given
from toygame import OutpostGame

if TYPE_CHECKING:
    from grognard.engine.speaker import Speaker

STRENGTH = Count("strength", "of the attacker, against 3", "3", least=1, most=6, needed=True)


def reckon(given: Given, say: Speaker) -> Account:
    """Throw the die of a fight, without reserves, against a strength of 3."""
    strength = given.number("strength")
    found = outlook_of(range(1, 7), lambda die: strength + die > 6, str, lambda _: ("3",))
    return Account(
        system="outpost",
        title=say("Fight"),
        column="",
        unit="drm",
        arithmetic=[Reckoned("3", say("strength"), str(strength))],
        modifiers=[],
        headings=[say("outcome")],
        prospects=[
            Prospect((one.text,), one.chance, {"won": one.result}) for one in reversed(found)
        ],
        summary=[Figure("won", say("won"), one.chance) for one in found if one.result],
    )


FIGHT = Calculation("", "a fight", (STRENGTH,), reckon, examples=("--strength 2",))


class ReckonedOutpost(OutpostGame):
    """The same game; its calculator speaks French too."""

    id = "outpost"

    def calculator(self) -> Calculator:
        return Calculator((FIGHT,), {"Fight": "Combat"})
