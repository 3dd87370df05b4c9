"""``grognard odds petrograd``: every clause of PG has a flag."""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from grognard.engine.forbidden import Forbidden
from grognard.games.petrograd.combat import Army, Combat, Force, Unit, halved, muster
from grognard.games.petrograd.odds import (
    OBJECTIVES,
    Chart,
    Line,
    Value,
    Weights,
    gains,
    value,
)
from grognard.games.petrograd.table import Cell, Role
from grognard.odds.report import Figure, Json, Report, Row, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grognard.odds.language import Speaker

PLAIN_QUALITY = 3
"""Taken for a side whose quality is not given, so that equal sides stay equal."""

ARMIES = {"nwa": Army.NORTHWESTERN, "red": Army.RED, "other": Army.OTHER}

EXAMPLES = """examples:
  grognard odds petrograd --attack 8 --defence 4 --attacker-morale 5 --defender-morale 3 --terrain 1
  grognard odds petrograd --attackers 4:5:5,3:4:4:d --defenders 4:3:3 --defender-encircled --json
  grognard odds petrograd --attack 6 --defence 6 --attacker-morale 4 --defender-morale 4 \\
      --objective hex --night --attacker-tanks 1 --plot attack.svg
A unit is PE:quality:morale, then its states: m out of ammunition, r routed, d disorganised.
"""


def add_parsers(
    systems: argparse._SubParsersAction[argparse.ArgumentParser],
) -> Iterable[tuple[argparse.ArgumentParser, Callable[[argparse.Namespace, Speaker], Report]]]:
    """Add the one parser of this system."""
    parser = systems.add_parser(
        "petrograd",
        help="Petrograd 1919",
        description="Exact odds of a combat of Petrograd 1919 (2d6).",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for side, amount in (("attacker", "attack"), ("defender", "defence")):
        _add_side(parser, side, amount)
    _add_place(parser)
    _add_objective(parser)
    yield parser, build


def _add_side(parser: argparse.ArgumentParser, side: str, amount: str) -> None:
    """Add what one side brings."""
    group = parser.add_argument_group(side)
    group.add_argument(f"--{side}s", metavar="UNITS", type=_units, help="units, instead of figures")
    group.add_argument(f"--{amount}", type=int, metavar="N", help="combat value (PG-7a)")
    group.add_argument(
        f"--{amount}-halved", type=int, default=0, metavar="N", help="halve it N times (PG-8)"
    )
    group.add_argument(f"--{side}-quality", type=int, metavar="N", help="dominant (PG-7b)")
    group.add_argument(f"--{side}-morale", type=int, metavar="N", help="dominant, 1-6 (PG-1b)")
    group.add_argument(
        f"--{side}-pe", type=int, metavar="N", help="strength points engaged; else the value (PG-3)"
    )
    numbers = {
        "support": "support fire (PG-7c)",
        "air": "aircraft: PG-7c, attacking PG-7f",
        "tanks": "tanks: PG-7d, attacking PG-7e",
        "armoured-cars": "armoured cars (PG-7d)",
        "hq": "special bonus of the headquarters (PG-7h)",
        "cavalry": "best quality of cavalry (PG-7j)",
    }
    for name, text in numbers.items():
        group.add_argument(f"--{side}-{name}", type=int, default=0, metavar="N", help=text)
    encircled = "encircled: PG-2a" + (", PG-7i" if side == "defender" else "")
    group.add_argument(f"--{side}-encircled", action="store_true", help=encircled)
    group.add_argument(f"--{side}-trotsky", action="store_true", help="Trotsky is there (PG-2b)")


def _add_place(parser: argparse.ArgumentParser) -> None:
    """Add where and when."""
    group = parser.add_argument_group("place and time")
    group.add_argument("--terrain", type=int, default=0, metavar="N", help="its value (PG-7k)")
    group.add_argument("--entrenchment", type=int, default=0, metavar="N", help="PG-7k")
    group.add_argument("--clear", action="store_true", help="clear terrain (PG-7j)")
    group.add_argument("--night", action="store_true", help="night attack (PG-7g)")
    group.add_argument("--army", choices=ARMIES, help="who attacks; else nwa, or red with Trotsky")


def _add_objective(parser: argparse.ArgumentParser) -> None:
    """Add what the players want."""
    group = parser.add_argument_group("objective")
    group.add_argument("--objective", choices=OBJECTIVES, default="steps")
    group.add_argument(
        "--weight",
        action="append",
        default=[],
        type=_weight,
        metavar="NAME=N",
        help=f"your own weights instead: {', '.join(Weights._fields)}",
    )
    group.add_argument("--gains", action="store_true", help="what one more of each would add")


def _weight(text: str) -> tuple[str, Fraction]:
    """Read a weight such as hex=3 or step=1/2."""
    name, _, number = text.partition("=")
    if name not in Weights._fields:
        raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(Weights._fields)}")
    try:
        return name, Fraction(number)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"{number!r} is no number") from None


def _units(text: str) -> list[Unit]:
    """Read units parted by commas, each PE:quality:morale[:states]."""
    return [_unit(part) for part in text.split(",")]


def _unit(text: str) -> Unit:
    """Read a unit: PE:quality:morale[:states]."""
    points, quality, morale, *states = text.split(":")
    letters = "".join(states)
    if set(letters) - set("mrd"):
        raise ValueError(text)
    return Unit(
        int(points), int(quality), int(morale), "m" in letters, "r" in letters, "d" in letters
    )


def _force(arguments: argparse.Namespace, side: str, amount: str) -> Force:
    """Return one side as the line describes it."""
    given = vars(arguments)
    units: list[Unit] | None = given[f"{side}s"]
    return replace(
        muster(units) if units else _plain_force(given, side, amount),
        encircled=given[f"{side}_encircled"],
        trotsky=given[f"{side}_trotsky"],
        support=given[f"{side}_support"],
        aircraft=given[f"{side}_air"],
        tanks=given[f"{side}_tanks"],
        armoured_cars=given[f"{side}_armoured_cars"],
        headquarters=given[f"{side}_hq"],
        cavalry=given[f"{side}_cavalry"],
    )


def _plain_force(given: dict[str, Any], side: str, amount: str) -> Force:
    """Return a side given by figures; its PE are its value where nothing else is said."""
    combat, morale, points = given[amount], given[f"{side}_morale"], given[f"{side}_pe"]
    quality = given[f"{side}_quality"]
    if combat is None:
        raise Forbidden(
            "PG-7a", "the ratio needs --{amount} or --{side}s", amount=amount, side=side
        )
    if morale is None:
        raise Forbidden("PG-1b", "the row needs --{side}-morale or --{side}s", side=side)
    reduced = halved([(combat, given[f"{amount}_halved"])])
    return Force(
        reduced if combat > 0 else combat,
        PLAIN_QUALITY if quality is None else quality,
        morale,
        max(combat, 1) if points is None else points,
    )


def combat_of(arguments: argparse.Namespace) -> Combat:
    """Return the combat that a parsed line describes."""
    red = arguments.attacker_trotsky
    army = ARMIES[arguments.army] if arguments.army else Army.RED if red else Army.NORTHWESTERN
    return Combat(
        _force(arguments, "attacker", "attack"),
        _force(arguments, "defender", "defence"),
        terrain=arguments.terrain,
        entrenchment=arguments.entrenchment,
        clear=arguments.clear,
        night=arguments.night,
        army=army,
    )


def build(arguments: argparse.Namespace, say: Speaker) -> Report:
    """Return the report of a parsed line."""
    combat = combat_of(arguments)
    weights = Weights(**dict(arguments.weight)) if arguments.weight else None
    wanted = weights or OBJECTIVES[arguments.objective]
    found = value(combat, wanted)
    objective = "weights" if weights else arguments.objective
    chart = found.chart
    facts: dict[str, Json] = {
        "rows": {"attacker": f"m{chart.rows[0]}", "defender": f"m{chart.rows[1]}"},
        "extra_loss": chart.extra,
        "objective": objective,
        "value": {"exact": str(found.value), "value": float(found.value)},
    }
    notes = [_restored_note(chart, say)]
    if arguments.gains:
        facts["gains"], lines = _gains(combat, wanted, say)
        notes += lines
    return Report(
        system="petrograd",
        title=f"Petrograd 1919: {combat.attacker.value} : {combat.defender.value}",
        column=f"2d6{chart.shift:+d}",
        unit="shift",
        arithmetic=_arithmetic(chart, say),
        modifiers=chart.modifiers,
        headings=(say("column"), say("dice"), say("attacker"), say("defender"), say("choices")),
        rows=[_row(line, found, say) for line in chart.lines],
        summary=_summary(found, objective, say),
        notes=[note for note in notes if note],
        facts=facts,
    )


def _arithmetic(chart: Chart, say: Speaker) -> list[Step]:
    """Return what is reckoned before the modifiers: values, rows, the extra loss."""
    attacker, defender = chart.combat.attacker, chart.combat.defender
    steps = [
        Step("PG-8", say("attack : defence"), f"{attacker.value} : {defender.value}"),
        Step("PG-1c", say("dominant quality"), f"{attacker.quality} : {defender.quality}"),
        Step("PG-1c", say("dominant morale"), f"m{attacker.morale} : m{defender.morale}"),
    ]
    if chart.rows != (attacker.morale, defender.morale):
        steps.append(Step("PG-2", say("rows to read"), f"m{chart.rows[0]} : m{chart.rows[1]}"))
    if chart.extra:
        text = say("mandatory loss of each side, 4 PE or more on both")
        steps.append(Step("PG-3", text, f"{chart.extra:+d}"))
    return steps


def _row(line: Line, found: Value, say: Speaker) -> Row:
    """Return one column as a row: cells as printed, and what each owner would choose."""
    reading = line.reading
    decisions = [taken for taken in found.decisions if taken.path[:1] == (reading.column,)]
    chosen = "; ".join(
        f"{say(_role(taken.owner))[0].upper()}: {taken.chosen}" for taken in decisions
    )
    totals = sorted({sum(throw) for throw in line.dice})
    dice = f"{totals[0]}" if len(totals) == 1 else f"{totals[0]}-{totals[-1]}"
    choices: list[Json] = [
        {
            "owner": _role(taken.owner),
            "chosen": taken.chosen,
            "options": {label: str(worth) for label, worth in taken.options},
        }
        for taken in decisions
    ]
    throws: list[Json] = [list(throw) for throw in line.dice]
    facts: dict[str, Json] = {
        "column": reading.column,
        "dice": throws,
        "attacker": reading.attacker.text,
        "defender": reading.defender.text,
        "restored": [
            cell.role.name.lower() for cell in (reading.attacker, reading.defender) if cell.restored
        ],
        "choices": choices,
        "rules": list(line.rules),
    }
    cells = (reading.column, dice, _shown(reading.attacker), _shown(reading.defender), chosen)
    return Row(cells, line.chance, facts)


def _shown(cell: Cell) -> str:
    """Return a cell as printed, a restored one with its mark."""
    return f"{cell.text} †" if cell.restored else cell.text


def _role(owner: object) -> str:
    """Return the name of an owner."""
    return "attacker" if owner is Role.ATTACKER else "defender"


def _restored_note(chart: Chart, say: Speaker) -> str:
    """Say that a cell shown was restored, where one is."""
    cells = [
        cell for line in chart.lines for cell in (line.reading.attacker, line.reading.defender)
    ]
    if not any(cell.restored for cell in cells):
        return ""
    return say("† damaged print, restored from the neighbouring cells")


def _gains(combat: Combat, wanted: Weights, say: Speaker) -> tuple[list[Json], list[str]]:
    """Return what one more of each thing would make of the value."""
    found = gains(combat, wanted)
    facts: list[Json] = [
        {"rule": gain.rule, "what": gain.what, "amount": gain.amount, "value": str(gain.value)}
        for gain in found
    ]
    lines = [
        f"{gain.rule} {say(gain.what)} {gain.amount}: {say('value')} {float(gain.value):.3f}"
        for gain in found
    ]
    return facts, lines


SUMMARY = {
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


def _summary(found: Value, objective: str, say: Speaker) -> list[Figure]:
    """Return the figures of the summary, the value under the objective first."""
    text = f"{say('value')} ({say(objective)})"
    figures = [Figure("value", text, found.value, is_chance=False)]
    for name, number in found.summary._asdict().items():
        figures.append(Figure(name, say(SUMMARY[name]), number, not name.endswith("steps")))
    return figures
