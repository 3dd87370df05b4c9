"""``grognard odds petrograd``: every clause of PG has a name, a range and words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from grognard.engine.account import Account, Figure, Plain, Prospect, Reckoned
from grognard.engine.calculator import Calculation
from grognard.engine.forbidden import Forbidden
from grognard.engine.parameters import Clash, Count, Flag, Names, Need, Parameter, Word, weights
from grognard.games.petrograd.combat import Army, Combat, Force, Unit, extra_loss, halved, muster
from grognard.games.petrograd.described import described
from grognard.games.petrograd.odds import OBJECTIVES, Columns, Solved, Weights, gains, shown, value
from grognard.games.petrograd.table import READINGS, Role, load_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grognard.engine.outlook import Possibility
    from grognard.engine.parameters import Given
    from grognard.engine.speaker import Speaker
    from grognard.games.petrograd.combat import Reading

PLAIN_QUALITY: Final = 3
"""Taken for a side whose quality is not given, so that equal sides stay equal."""

ARMIES: Final = {"nwa": Army.NORTHWESTERN, "red": Army.RED, "other": Army.OTHER}
AMOUNTS: Final = {"attacker": "attack", "defender": "defence"}
MOST_VALUE: Final = 99
STATES: Final = "mrd"
"""PG-8 - how a unit's states are written: out of ammunition, routed, disorganised."""


def _of_a_side(side: str, amount: str) -> Iterator[Parameter]:
    """Yield what one side brings."""
    yield Names(f"{side}s", "units, instead of figures", "PG-1c", side)
    yield Count(amount, "combat value", "PG-7a", side, least=1, most=MOST_VALUE)
    yield Count(f"{amount}-halved", "halve it N times", "PG-8", side, most=len(STATES), default=0)
    quality = Count(f"{side}-quality", "dominant", "PG-7b", side, least=1, most=9)
    yield replace(quality, default=PLAIN_QUALITY)
    yield Count(f"{side}-morale", "dominant", "PG-2c", side, least=1, most=6)
    yield Count(f"{side}-pe", "SP engaged; else the value", "PG-3", side, least=1, most=MOST_VALUE)
    counted = (
        ("support", "support fire", "PG-7c", 99),
        ("air", "aircraft, each a point of support; attacking, PG-7f", "PG-7c", 20),
        ("tanks", "tanks; attacking, PG-7e", "PG-7d", 20),
        ("armoured-cars", "armoured cars", "PG-7d", 20),
        ("hq", "special bonus of the headquarters", "PG-7h", 5),
        ("cavalry", "best quality of its cavalry", "PG-7j", 9),
    )
    for name, text, rule, most in counted:
        yield Count(f"{side}-{name}", text, rule, side, most=most, default=0)
    also = "; PG-7i" if side == "defender" else ""
    yield Flag(f"{side}-encircled", f"encircled{also}", "PG-2a", side)
    yield Flag(f"{side}-trotsky", "Trotsky is there", "PG-2b", side)


PLACE: Final = "place and time"
BOARD: Final = "position"
PARAMETERS: Final[tuple[Parameter, ...]] = (
    *(each for side, amount in AMOUNTS.items() for each in _of_a_side(side, amount)),
    Count("terrain", "its defensive value", "PG-7k", PLACE, most=9, default=0),
    Count("entrenchment", "its defensive value", "PG-7k", PLACE, most=9, default=0),
    Flag("clear", "clear terrain", "PG-7j", PLACE),
    Flag("night", "night attack of the Northwestern Army", "PG-7g", PLACE),
    Word("army", "who attacks; else nwa, or red with Trotsky", "", PLACE, choices=(*ARMIES,)),
    Word(
        "column-8",
        "whose the last /1 of column 8 is",
        "PG-R16",
        PLACE,
        choices=READINGS,
        default=READINGS[0],
    ),
    Names("position", "a position file", "", BOARD, metavar="FILE", parted=False),
    Names("target", "the attacked hex", "8.1", BOARD, metavar="HEX", parted=False),
    Names("with", "who attacks", "8.1", BOARD),
    Names("support", "who supports the attack", "8.2.2", BOARD),
    Names("defence-support", "who supports the defence", "8.2.2", BOARD),
    Word("objective", "", "", "objective", choices=(*OBJECTIVES,), default="steps"),
    Names(
        "weight",
        f"your own weights instead: {', '.join(Weights._fields)}",
        "",
        "objective",
        metavar="NAME=N",
        repeated=True,
    ),
    Flag("gains", "what one more of each would add", "", "objective"),
)


def _figures_of(side: str) -> tuple[str, ...]:
    """Return the figures that a list of units stands for."""
    amount = AMOUNTS[side]
    return (amount, f"{amount}-halved", f"{side}-quality", f"{side}-morale", f"{side}-pe")


CLASHES: Final = (
    *(Clash("PG-1c", f"{side}s", _figures_of(side)) for side in AMOUNTS),
    Clash("--weight", "weight", ("objective",)),
    Clash(
        "8.2.1",
        "position",
        (
            *("attackers", "defenders", *_figures_of("attacker"), *_figures_of("defender")),
            *("terrain", "entrenchment", "clear", "army"),
        ),
    ),
)
NEEDS: Final = (
    Need("PG-7j", "attacker-cavalry", ("clear",)),
    Need("PG-7j", "clear", ("attacker-cavalry",)),
    Need("PG-7j", "defender-cavalry", ("attacker-cavalry",)),
    *(
        Need("8.2.1", name, ("position",))
        for name in ("target", "with", "support", "defence-support")
    ),
)


def read_unit(text: str) -> Unit:
    """PG-1c, PG-8 - read a unit written SP:quality:morale, then the letters of its states."""
    points, _, rest = text.partition(":")
    quality, _, rest = rest.partition(":")
    morale, _, states = rest.partition(":")
    figures = [part for part in (points, quality, morale) if part.isascii() and part.isdigit()]
    if len(figures) < 3 or set(states) - set(STATES) or len(states) != len(set(states)):
        template = "a unit is SP:quality:morale and its states, as 4:5:5:md, not {given}"
        raise Forbidden("PG-1c", template, given=text)
    return Unit(
        Count("pe", "", "PG-3", least=1, most=MOST_VALUE).read(points),
        Count("quality", "", "PG-7b", least=1, most=9).read(quality),
        Count("morale", "", "PG-2c", least=1, most=6).read(morale),
        *("m" in states, "r" in states, "d" in states),
    )


def _force(given: Given, side: str) -> Force:
    """Return one side as it is described."""
    units = [read_unit(text) for text in given.names(f"{side}s")]
    return replace(
        muster(units) if units else _plain_force(given, side),
        encircled=given.flag(f"{side}-encircled"),
        trotsky=given.flag(f"{side}-trotsky"),
        support=given.number(f"{side}-support"),
        aircraft=given.number(f"{side}-air"),
        tanks=given.number(f"{side}-tanks"),
        armoured_cars=given.number(f"{side}-armoured-cars"),
        headquarters=given.number(f"{side}-hq"),
        cavalry=given.number(f"{side}-cavalry"),
    )


def _plain_force(given: Given, side: str) -> Force:
    """Return a side given by figures; its SP are its value where nothing else is said."""
    amount = AMOUNTS[side]
    if not given.has(amount):
        template = "the ratio needs --{amount} or --{side}s"
        raise Forbidden("PG-7a", template, amount=amount, side=side)
    if not given.has(f"{side}-morale"):
        raise Forbidden("PG-1b", "the row needs --{side}-morale or --{side}s", side=side)
    combat = given.number(amount)
    return Force(
        halved([(combat, given.number(f"{amount}-halved"))]),
        given.number(f"{side}-quality"),
        given.number(f"{side}-morale"),
        given.number(f"{side}-pe") or combat,
    )


def combat_of(given: Given) -> Combat:
    """Return the combat that is described, by figures or on a position."""
    if given.has("position"):
        return described(given)
    red = given.flag("attacker-trotsky")
    named = given.word("army") or ("red" if red else "nwa")
    if given.flag("night") and ARMIES[named] is not Army.NORTHWESTERN:
        raise Forbidden("PG-7g", "only the Northwestern Army gains by a night attack")
    return Combat(
        _force(given, "attacker"),
        _force(given, "defender"),
        terrain=given.number("terrain"),
        entrenchment=given.number("entrenchment"),
        clear=given.flag("clear"),
        night=given.flag("night"),
        army=ARMIES[named],
        table=load_table(given.scenario, given.word("column-8")),
    )


def reckon(given: Given, say: Speaker) -> Account:
    """Return the account of a combat."""
    combat = combat_of(given)
    own = weights(given, Weights._fields)
    objective = "weights" if own else given.word("objective")
    wanted = Weights(**own) if own else OBJECTIVES[objective]
    found = value(combat, wanted)
    columns = found.columns
    facts: dict[str, Plain] = {
        "rows": {"attacker": f"m{columns.rows[0]}", "defender": f"m{columns.rows[1]}"},
        "extra_loss": extra_loss(combat),
        "column_8": given.word("column-8"),
        "objective": objective,
        "value": {"exact": str(found.value), "value": float(found.value)},
    }
    notes: list[str] = []
    if given.flag("gains"):
        facts["gains"], notes = _gains(combat, wanted, say)
    return Account(
        system="petrograd",
        title=f"Petrograd 1919, {combat.attacker.value} : {combat.defender.value}",
        column=columns.column,
        unit="shift",
        arithmetic=[*_halvings(given, combat, say), *_arithmetic(columns, say)],
        modifiers=columns.modifiers,
        headings=(say("column"), say("dice"), say("attacker"), say("defender"), say("choices")),
        prospects=[_prospect(one, found, say) for one in columns.possibilities],
        summary=_summary(found, objective, say),
        notes=notes,
        marks=[say(mark) for mark in columns.marks],
        facts=facts,
    )


def _halvings(given: Given, combat: Combat, say: Speaker) -> Iterator[Reckoned]:
    """PG-8 - yield the sum of each side that has something halved, term by term."""
    texts = {"attacker": "attack, halved", "defender": "defence, halved"}
    for (side, amount), force in zip(
        AMOUNTS.items(), (combat.attacker, combat.defender), strict=True
    ):
        units = [read_unit(text) for text in given.names(f"{side}s")]
        parts = [(unit.points, unit.halvings) for unit in units] or [
            (given.number(amount), given.number(f"{amount}-halved"))
        ]
        if any(times for _, times in parts):
            terms = " + ".join(
                f"{points}/{2**times}" if times else f"{points}" for points, times in parts
            )
            yield Reckoned("PG-8", say(texts[side]), f"{terms} > {force.value}")


def _arithmetic(columns: Columns, say: Speaker) -> list[Reckoned]:
    """Return what is reckoned before the modifiers: values, rows, the extra loss."""
    attacker, defender = columns.combat.attacker, columns.combat.defender
    lines = [
        Reckoned("PG-8", say("attack : defence"), f"{attacker.value} : {defender.value}"),
        Reckoned("PG-1c", say("dominant quality"), f"{attacker.quality} : {defender.quality}"),
        Reckoned("PG-1c", say("dominant morale"), f"m{attacker.morale} : m{defender.morale}"),
    ]
    rows = columns.rows
    if rows != (attacker.morale, defender.morale):
        lines.append(Reckoned("PG-2", say("rows to read"), f"m{rows[0]} : m{rows[1]}"))
    if extra := extra_loss(columns.combat):
        text = say("mandatory loss of each side, 4 SP or more on both")
        lines.append(Reckoned("PG-3", text, f"{extra:+d}"))
    return lines


def _prospect(one: Possibility[Reading, tuple[int, int]], found: Solved, say: Speaker) -> Prospect:
    """Return one column: halves as printed, and what each owner would choose."""
    reading = one.result
    decisions = [taken for taken in found.decisions if taken.path[:1] == (reading.column,)]
    chosen = "; ".join(
        say("{who}: {what}", who=say(_role(taken.owner)), what=taken.chosen) for taken in decisions
    )
    totals = sorted({sum(throw) for throw in one.dice})
    dice = f"{totals[0]}" if len(totals) == 1 else f"{totals[0]}-{totals[-1]}"
    halves = (reading.attacker, reading.defender)
    facts: dict[str, Plain] = {
        "column": reading.column,
        "dice": [list(throw) for throw in one.dice],
        "attacker": reading.attacker.text,
        "defender": reading.defender.text,
        "restored": [half.role.name.lower() for half in halves if half.restored],
        "choices": [
            {
                "owner": _role(taken.owner),
                "chosen": taken.chosen,
                "options": {label: str(worth) for label, worth in taken.options},
            }
            for taken in decisions
        ],
        "rules": list(one.rules),
    }
    cells = (reading.column, dice, *(shown(half) for half in halves), chosen)
    return Prospect(cells, one.chance, facts)


def _role(owner: object) -> str:
    """Return the name of an owner."""
    return "attacker" if owner is Role.ATTACKER else "defender"


def _gains(combat: Combat, wanted: Weights, say: Speaker) -> tuple[list[Plain], list[str]]:
    """Return what one more of each thing would make of the value."""
    found = gains(combat, wanted)
    facts: list[Plain] = [
        {"rule": gain.rule, "what": gain.what, "amount": gain.amount, "value": str(gain.value)}
        for gain in found
    ]
    lines = [
        f"{gain.rule} {say(gain.what)} {gain.amount}: {say('value')} {float(gain.value):.3f}"
        for gain in found
    ]
    return facts, lines


SUMMARY: Final = {
    "attacker_wins": "the attacker wins",
    "defender_wins": "the defender wins",
    "nobody_wins": "nobody wins",
    "hex_taken": "the hex is taken",
    "hex_lost": "the attacker's hex is lost",
    "defender_pushed_back": "the defender is pushed back",
    "attacker_pushed_back": "the attacker is pushed back",
    "defender_eliminated": "the defender is eliminated",
    "attacker_eliminated": "the attacker is eliminated",
    "defender_steps": "steps the defender loses, mean",
    "attacker_steps": "steps the attacker loses, mean",
}


def _summary(found: Solved, objective: str, say: Speaker) -> list[Figure]:
    """Return the figures of the summary, the value under the objective first."""
    text = f"{say('value')} ({say(objective)})"
    named = found.summary._asdict().items()
    return [
        Figure("value", text, found.value, is_chance=False),
        *(
            Figure(name, say(SUMMARY[name]), number, not name.endswith("steps"))
            for name, number in named
        ),
    ]


COMBAT: Final = Calculation(
    name="",
    purpose="Exact odds of a combat of Petrograd 1919 (2d6).",
    parameters=PARAMETERS,
    reckon=reckon,
    examples=(
        "--attack 8 --defence 4 --attacker-morale 5 --defender-morale 3 --terrain 1",
        "--attackers 4:5:5,3:4:4:d --defenders 4:3:3 --defender-encircled --json",
        "--position game.toml --target 0418 --with W-Lib,W-Riga --support W-A5 --night",
        "--attack 6 --defence 6 --attacker-morale 4 --defender-morale 4 --objective hex --night",
    ),
    clashes=CLASHES,
    needs=NEEDS,
    footnote=(
        "A unit is SP:quality:morale, then its states: m out of ammunition, r routed, "
        "d disorganised."
    ),
)
