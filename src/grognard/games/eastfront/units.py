"""EF-CA, EF-PDI - the units of an attack, combined arms and division integrity.

>>> from grognard.games.eastfront.charts import load_charts
>>> division = Division("1 Pz", DivisionKind.PANZER)
>>> regiment = Unit(6, Arm.ARMOUR, red=True, division=division)
>>> rifles = Unit(4, Arm.MOTORISED, division=division)
>>> complete_divisions([regiment, rifles, rifles], attack_supply=True, charts=load_charts())
(1, 0)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.kit.enums import PlainEnum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grognard.games.eastfront.charts import Charts, Feature


class Arm(PlainEnum):
    """The type of a unit, as far as the charts ask."""

    INFANTRY = "infantry"
    ARMOUR = "armour"
    MOTORISED = "motorised"
    RECONNAISSANCE = "reconnaissance"
    MOTORCYCLE = "motorcycle"
    ENGINEER = "engineer"
    ANTITANK = "antitank"
    ANTIAIRCRAFT = "antiaircraft"
    ARTILLERY = "artillery"
    CAVALRY = "cavalry"
    HEADQUARTERS = "headquarters"


PARTNERS: Final = frozenset({Arm.RECONNAISSANCE, Arm.MOTORISED, Arm.MOTORCYCLE, Arm.ENGINEER})
"""EF-CA - what an armoured unit combines with."""

ANTI_ARMOUR: Final = frozenset({Arm.ARMOUR, Arm.ANTITANK, Arm.ANTIAIRCRAFT})
"""EF-CA, EF-AA - the defender's types that deny the bonus, and that allow armour attrition."""


class DivisionKind(PlainEnum):
    """The kinds of division that integrity knows."""

    PANZER = "panzer"
    MOTORISED = "motorised"


class Division(NamedTuple):
    """A German division and, where its establishment differs, the units that make it complete."""

    name: str
    formation: DivisionKind
    needed: int | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """An attacking unit; `factor` is its attack, or the support of artillery.

    `red` marks a red attack factor (armour and self-propelled anti-tank guns); `crosses` names the
    hexsides it attacks over; `on_foot` an engineer that is not motorised.
    """

    factor: int
    arm: Arm = Arm.INFANTRY
    red: bool = False
    german: bool = True
    division: Division | None = None
    out_of_supply: bool = False
    from_swamp: bool = False
    on_foot: bool = False
    crosses: frozenset[Feature] = frozenset()


def arms_units(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """EF-CA - the German units that combine: armour with its partners, or none at all."""
    red = tuple(unit for unit in units if unit.german and unit.red)
    partners = tuple(
        unit for unit in units if unit.german and unit.arm in PARTNERS and not unit.on_foot
    )
    return (*red, *partners) if red and partners else ()


def complete_divisions(
    units: Sequence[Unit], attack_supply: bool, charts: Charts
) -> tuple[int, int]:
    """EF-PDIa - how many panzer and motorised divisions attack complete.

    EF-PDIc - a unit out of supply is not counted unless the attack uses attack supply.
    """
    members: dict[Division, list[Unit]] = {}
    for unit in units:
        if unit.division is not None and (attack_supply or not unit.out_of_supply):
            members.setdefault(unit.division, []).append(unit)
    complete = [division for division, own in members.items() if is_complete(division, own, charts)]
    panzer = sum(division.formation is DivisionKind.PANZER for division in complete)
    return panzer, len(complete) - panzer


def is_complete(division: Division, members: Sequence[Unit], charts: Charts) -> bool:
    """EF-PDIa - the panzer regiment and two more; or all three units of a motorised division."""
    needed = division.needed or charts.integrity[f"{division.formation.value}_units"]
    if len(members) < needed or not all(unit.german for unit in members):
        return False
    has_regiment = any(unit.arm is Arm.ARMOUR for unit in members)
    return has_regiment or division.formation is DivisionKind.MOTORISED


def counted_divisions(panzer: int, motorised: int) -> int:
    """EF-PDIb - each motorised division needs a complete panzer division of its own."""
    return panzer + min(motorised, panzer)
