"""PG-1 to PG-8 - one combat, clause by clause; the dice are an argument.

>>> attacker = Force(value=8, quality=4, morale=5, points=8)
>>> defender = Force(value=4, quality=3, morale=3, points=4)
>>> combat = Combat(attacker, defender, terrain=1)
>>> [(modifier.rule, modifier.value) for modifier in modifiers(combat)]
[('PG-7a', 2), ('PG-7b', 1), ('PG-7k', -1)]
>>> reading = resolve(combat, dice=7)
>>> reading.column, reading.attacker.text, reading.defender.text
('9', '1 a / d', 'rd')
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.choice import Choice, Leaf, Tree
from grognard.engine.forbidden import Forbidden
from grognard.engine.modifier import Modifier, clamp
from grognard.games.petrograd.table import (
    BLANK,
    MORALES,
    CombatTable,
    Effect,
    Half,
    HalfOption,
    Role,
    load_table,
    parse_option,
)
from grognard.kit.enums import PlainEnum

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


HALVINGS: Final = 16
"""More often than this no value is halved."""


class Army(PlainEnum):
    """Whose units attack."""

    NORTHWESTERN = "northwestern"
    RED = "red"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit engaged: its strength points (SP), quality, morale and states."""

    points: int
    quality: int
    morale: int
    out_of_ammunition: bool = False
    routed: bool = False
    disorganised: bool = False

    @property
    def halvings(self) -> int:
        """PG-8 - how often the unit's value is halved."""
        return self.out_of_ammunition + self.routed + self.disorganised


@dataclass(frozen=True, slots=True)
class Force:
    """One side of a combat: combat value, dominant quality and morale, engaged SP, and helpers."""

    value: int
    quality: int
    morale: int
    points: int
    encircled: bool = False
    trotsky: bool = False
    support: int = 0
    aircraft: int = 0
    tanks: int = 0
    armoured_cars: int = 0
    headquarters: int = 0
    cavalry: int = 0
    """The best quality among its cavalry, 0 where it has none."""


@dataclass(frozen=True, slots=True)
class Combat:
    """What both sides engage, where and when, and the table on which it is fought."""

    attacker: Force
    defender: Force
    terrain: int = 0
    entrenchment: int = 0
    clear: bool = False
    night: bool = False
    army: Army = Army.NORTHWESTERN
    table: CombatTable = field(default_factory=load_table)
    panic: frozenset[Role] = frozenset()
    """10.4 - who routs when beaten by `panic_columns` or more, whatever the table says."""
    panic_columns: int = 3

    def __post_init__(self) -> None:
        for force in (self.attacker, self.defender):
            check(force)
        if self.attacker.trotsky and self.army is not Army.RED:
            raise Forbidden("PG-2b", "Trotsky attacks with the Red Army only")
        if self.defender.trotsky and self.army is Army.RED:
            raise Forbidden("PG-2b", "Trotsky does not defend against the Red Army")
        if self.terrain < 0 or self.entrenchment < 0:
            raise Forbidden("PG-7k", "a defensive value is not negative")


def check(force: Force) -> None:
    """Refuse a side for which the charts have no answer, in the name of the rule that needs it."""
    if force.value < 1:
        raise Forbidden(
            "PG-7a", "a ratio needs a value of 1 or more, not {value}", value=force.value
        )
    if force.morale not in MORALES:
        raise Forbidden("PG-2c", "morale runs from 1 to 6, not {morale}", morale=force.morale)
    if force.quality < 1:
        raise Forbidden("PG-7b", "quality is 1 or more, not {quality}", quality=force.quality)
    if force.points < 1:
        raise Forbidden("PG-3", "a side engages 1 SP or more, not {points}", points=force.points)
    counted = (force.support, force.aircraft, force.tanks, force.armoured_cars)
    if min(counted) < 0:
        raise Forbidden("PG-7c", "counters and support are not negative")
    if force.headquarters < 0 or force.cavalry < 0:
        raise Forbidden("PG-7h", "a bonus or a quality is not negative")


def muster(units: Sequence[Unit]) -> Force:
    """Return the side that units make: PG-1c dominant quality and morale, PG-8 combat value."""
    if not units:
        raise Forbidden("PG-7a", "a side needs at least one unit")
    for unit in units:
        if unit.points < 1 or unit.quality < 1 or unit.morale not in MORALES:
            check(Force(max(unit.points, 0), unit.quality, unit.morale, unit.points))
    quality = dominant((unit.quality, unit.points) for unit in units)
    morale = dominant((unit.morale, unit.points) for unit in units)
    return Force(combat_value(units), quality, morale, sum(unit.points for unit in units))


def combat_value(units: Iterable[Unit]) -> int:
    """PG-8 - halve for each state, sum first and round once, down; a side keeps at least 1."""
    return halved((unit.points, unit.halvings) for unit in units)


def halved(parts: Iterable[tuple[int, int]]) -> int:
    """PG-8 - sum values halved so many times each; the fraction is dropped once, at the end."""
    exact = sum([value << (HALVINGS - times) for value, times in parts])
    return max(1, exact >> HALVINGS) if exact else 0


def dominant(values: Iterable[tuple[int, int]]) -> int:
    """PG-1c - the value that most engaged SP have; ties go to the better value."""
    points: Counter[int] = Counter()
    for value, weight in values:
        points[value] += weight
    return max(points, key=lambda value: (points[value], value))


def morale_row(force: Force, table: CombatTable) -> int:
    """PG-2 - the row to read: 2a encircled, 2b Trotsky, 2c kept within m1 and m6."""
    row = force.morale
    row += table.morale["encircled"] * force.encircled
    row += table.morale["trotsky"] * force.trotsky
    return clamp(row, MORALES[0], MORALES[-1])


def ratio_shift(combat: Combat) -> int:
    """PG-7a - the last step of the ladder that attack / defence reaches."""
    return combat.table.ratio.step(combat.attacker.value, combat.defender.value)


def quality_shift(combat: Combat) -> int:
    """PG-7b - the difference of the dominant qualities."""
    return combat.attacker.quality - combat.defender.quality


def support_shift(combat: Combat) -> int:
    """PG-7c - the side with more support fire; an aircraft is one point of it (PG-R18)."""
    attacker, defender = combat.attacker, combat.defender
    lead = attacker.support + attacker.aircraft - defender.support - defender.aircraft
    return combat.table.modifiers["support"] * _sign(lead)


def armour_shift(combat: Combat) -> int:
    """PG-7d - the side with more tank and armoured-car counters."""
    attacker, defender = combat.attacker, combat.defender
    lead = attacker.tanks + attacker.armoured_cars - defender.tanks - defender.armoured_cars
    return combat.table.modifiers["armour"] * _sign(lead)


def tank_shift(combat: Combat) -> int:
    """PG-7e - a tank among the attackers, besides PG-7d."""
    return combat.table.modifiers["tank"] * (combat.attacker.tanks > 0)


def air_shift(combat: Combat) -> int:
    """PG-7f - aircraft supporting the attack, besides PG-7c."""
    return combat.table.modifiers["air"] * (combat.attacker.aircraft > 0)


def night_shift(combat: Combat) -> int:
    """PG-7g - a night attack, of the Northwestern Army only."""
    return combat.table.modifiers["night"] * (combat.night and combat.army is Army.NORTHWESTERN)


def headquarters_shift(combat: Combat) -> int:
    """PG-7h - the special bonus of either side's headquarters."""
    return combat.attacker.headquarters - combat.defender.headquarters


def encirclement_shift(combat: Combat) -> int:
    """PG-7i - the defender is encircled."""
    return combat.table.modifiers["encirclement"] * combat.defender.encircled


def cavalry_shift(combat: Combat) -> int:
    """PG-7j - good cavalry attacks in clear terrain, and the defender has none of that kind."""
    good = combat.table.modifiers["cavalry_quality"]
    charges = combat.attacker.cavalry >= good > combat.defender.cavalry
    return combat.table.modifiers["cavalry"] * (charges and combat.clear)


def terrain_shift(combat: Combat) -> int:
    """PG-7k - minus the defensive value of terrain and entrenchments."""
    return -combat.terrain - combat.entrenchment


CLAUSES: tuple[tuple[str, Callable[[Combat], int], str], ...] = (
    ("PG-7a", ratio_shift, "ratio of attack to defence"),
    ("PG-7b", quality_shift, "difference of dominant qualities"),
    ("PG-7c", support_shift, "support fire, air included"),
    ("PG-7d", armour_shift, "tank and armoured-car counters"),
    ("PG-7e", tank_shift, "a tank attacks"),
    ("PG-7f", air_shift, "aircraft support the attack"),
    ("PG-7g", night_shift, "night attack of the Northwestern Army"),
    ("PG-7h", headquarters_shift, "special bonus of the headquarters"),
    ("PG-7i", encirclement_shift, "the defender is encircled"),
    ("PG-7j", cavalry_shift, "good cavalry in clear terrain"),
    ("PG-7k", terrain_shift, "terrain and entrenchments"),
)
"""PG-7 - every modifier of the dice, in the order of the sheet."""


def modifiers(combat: Combat) -> tuple[Modifier, ...]:
    """PG-7 - the modifiers that change the dice of this combat."""
    granted = ((rule, clause(combat), reason) for rule, clause, reason in CLAUSES)
    return tuple(Modifier(rule, shift, reason) for rule, shift, reason in granted if shift)


def column(table: CombatTable, dice: int, shift: int) -> str:
    """PG-1a - 2d6 plus modifiers, kept within the first and the last column."""
    return table.columns[clamp(dice + shift, 1, len(table.columns)) - 1]


def winner(table: CombatTable, column: str) -> Role | None:
    """PG-4b - who wins in a column: below 7 the defender, above it the attacker, at 7 nobody."""
    if column == BLANK:
        return None
    return Role.DEFENDER if table.place[column] < table.place[BLANK] else Role.ATTACKER


def extra_loss(combat: Combat) -> int:
    """PG-3 - one more loss for each side when both engage at least 4 SP."""
    least = min(combat.attacker.points, combat.defender.points)
    return combat.table.losses["extra"] * (least >= combat.table.losses["engaged_by_both"])


class Reading(NamedTuple):
    """What the table says for one throw: the column, and each side's own half of it."""

    column: str
    attacker: Half
    defender: Half


def read(combat: Combat, dice: int, shift: int) -> Reading:
    """PG-1b - each side reads its own half on the row of its own morale."""
    table = combat.table
    reached = column(table, dice, shift)
    mine = table.half(Role.ATTACKER, morale_row(combat.attacker, table), reached)
    his = table.half(Role.DEFENDER, morale_row(combat.defender, table), reached)
    if panics(combat, reached, Role.ATTACKER):
        mine = panicked(mine)
    if panics(combat, reached, Role.DEFENDER):
        his = panicked(his)
    return Reading(reached, mine, his)


def panics(combat: Combat, column: str, role: Role) -> bool:
    """10.4 - whether a side that is apt to panic is beaten by enough columns."""
    lead = combat.table.place[column] - combat.table.place[BLANK]
    beaten = lead if role is Role.DEFENDER else -lead
    return role in combat.panic and beaten >= combat.panic_columns


def panicked(half: Half) -> Half:
    """10.4 - every option of a half becomes a rout at least; losses and surrender stand."""
    options: dict[Effect, HalfOption] = {}
    for option in half.options:
        routs = option.effect.rout or option.effect.surrender
        routed = option if routs else _routing(option.effect)
        options.setdefault(routed.effect, routed)
    return half._replace(options=tuple(options.values()))


def _routing(effect: Effect) -> HalfOption:
    """10.4 - an option turned into a rout, with its losses and its disorganisation."""
    return parse_option(f"{effect.losses or ''}{'d ' if effect.disorganised else ''}dr")


def resolve(combat: Combat, dice: int) -> Reading:
    """PG-1 - the result of one throw of 2d6."""
    return read(combat, dice, sum(modifier.value for modifier in modifiers(combat)))


class Aftermath(NamedTuple):
    """What both sides apply in the end, mandatory losses included."""

    attacker: Effect
    defender: Effect


def order(table: CombatTable, column: str) -> tuple[Role, Role]:
    """PG-4a - the loser applies his results first; where nobody loses, the attacker does."""
    loser = Role.DEFENDER if winner(table, column) is Role.ATTACKER else Role.ATTACKER
    return loser, loser.adversary


def choices(combat: Combat, reading: Reading) -> Tree[Aftermath]:
    """PG-4, PG-5 - the options of a reading in the order they are taken, each with its owner."""
    halves, extra = (reading.attacker, reading.defender), extra_loss(combat)
    first, second = (halves[role] for role in order(combat.table, reading.column))
    return _options(
        first,
        lambda one: _options(second, lambda other: Leaf(_aftermath(first, one, other, extra))),
    )


def _options(half: Half, follow: Callable[[Effect], Tree[Aftermath]]) -> Tree[Aftermath]:
    """PG-5 - a half of one option is no choice; of several, its chooser's."""
    followed = tuple((option.text, follow(option.effect)) for option in half.options)
    return followed[0][1] if len(followed) == 1 else Choice(half.chooser, followed)


def _aftermath(first: Half, one: Effect, other: Effect, extra: int) -> Aftermath:
    """PG-3 - both sides' results, each with the mandatory loss."""
    one, other = (part._replace(losses=part.losses + extra) for part in (one, other))
    return Aftermath(one, other) if first.role is Role.ATTACKER else Aftermath(other, one)


def _sign(lead: int) -> int:
    """Return +1, 0 or -1."""
    return (lead > 0) - (lead < 0)
