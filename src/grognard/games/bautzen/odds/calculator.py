"""``grognard odds bautzen``: from totals, or from a position with everything that stands on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.account import Account, Figure, Reckoned
from grognard.engine.calculator import Calculation
from grognard.engine.forbidden import Forbidden
from grognard.engine.modifier import Modifier
from grognard.engine.parameters import (
    Clash,
    Count,
    Counts,
    Flag,
    Names,
    Need,
    Parameter,
    Word,
    weights,
)
from grognard.games.bautzen.load import load
from grognard.games.bautzen.odds.accounts import (
    AsSeen,
    Open,
    headings,
    plain_prospect,
    table_facts,
    table_lines,
)
from grognard.games.bautzen.odds.attack import OBJECTIVES, Weights
from grognard.games.bautzen.odds.described import described
from grognard.games.bautzen.odds.table import chart, next_column
from grognard.games.bautzen.state import Bautzen

if TYPE_CHECKING:
    from grognard.engine.parameters import Given
    from grognard.engine.speaker import Speaker
    from grognard.games.bautzen.odds.table import ColumnOdds

TOTALS, POSITION, OBJECTIVE = "totals", "position", "objective"
MOST: Final = 999
PARAMETERS: Final[tuple[Parameter, ...]] = (
    Count("attack", "attack with support", "BZ-8.1", TOTALS, least=1, most=MOST),
    Count("defence", "defence with support", "BZ-8.2.4", TOTALS, least=1, most=MOST),
    Count("shift", "columns", "BZ-8.2.5", TOTALS, least=-9, most=9, default=0),
    Count("drm", "on the die", "BZ-8.2.6", TOTALS, least=-9, most=9, default=0),
    Names("position", "a position file", "", POSITION, metavar="FILE", parted=False),
    Names("target", "the attacked hex", "BZ-8.1", POSITION, metavar="HEX", parted=False),
    Names("with", "who attacks", "BZ-8.1", POSITION),
    Names("support", "who supports the attack", "BZ-9.1", POSITION),
    Names("defence-support", "who supports the defence", "BZ-9.1", POSITION),
    Counts("convoys", "supply columns", "BZ-7.2.1", POSITION, most=20, longest=2, metavar="A,D"),
    Counts("air", "aircraft", "BZ-10a", POSITION, most=20, longest=2, metavar="A,D"),
    Names(
        "then",
        "attack the hex again with these; may be repeated",
        "BZ-8.5.3",
        POSITION,
        repeated=True,
    ),
    Word("seat", "what this side may see", "BZ-10.3", POSITION, choices=("german", "allied")),
    Word("objective", "", "", OBJECTIVE, choices=(*OBJECTIVES,), default="margin"),
    Names(
        "weight",
        f"your own weights instead: {', '.join(Weights._fields)}",
        "",
        OBJECTIVE,
        metavar="NAME=N",
        repeated=True,
    ),
    Flag("gains", "what one more of each thing adds", "", OBJECTIVE),
    Flag("sealed", "over all that may be sealed", "BZ-8.2.1", OBJECTIVE),
    Flag("table", "the whole table with its chances", "", OBJECTIVE),
)
CLASHES: Final = (
    Clash("BZ-8.2.3", "position", ("attack", "defence", "shift", "drm")),
    Clash("--weight", "weight", ("objective",)),
)
NEEDS: Final = tuple(
    Need(rule, name, ("position",))
    for rule, *names in (
        ("BZ-8.1", "target", "with", "objective", "weight", "gains"),
        ("BZ-9.1", "support", "defence-support"),
        ("BZ-7.2.1", "convoys"),
        ("BZ-10a", "air"),
        ("BZ-8.5.3", "then"),
        ("BZ-10.3", "seat"),
        ("BZ-8.2.1", "sealed"),
    )
    for name in names
)


def reckon(given: Given, say: Speaker) -> Account:
    """Return the account of an attack."""
    if not given.has("position"):
        return _from_totals(given, say)
    own = weights(given, Weights._fields)
    name = "weights" if own else given.word("objective")
    wanted = Weights(**own) if own else OBJECTIVES[name]
    told = described(given)
    accounts = (Open if told.seat is None else AsSeen)(told, wanted, name, say)
    return accounts.account(
        gains=given.flag("gains"), sealed=given.flag("sealed"), table=given.flag("table")
    )


def _from_totals(given: Given, say: Speaker) -> Account:
    """8.2 steps 4 to 6 - the account of two totals."""
    if not (given.has("attack") and given.has("defence")):
        raise Forbidden("BZ-8.2.3", "give --attack and --defence, or --position")
    attack, defence, shift = (given.number(name) for name in ("attack", "defence", "shift"))
    board = Bautzen(load(given.scenario))
    found = chart(attack, defence, shift, given.number("drm"), board)
    ratio = f"{attack} : {defence}"
    needed = next_column(attack, defence, len(board.scenario.tables.columns) - 1)
    more = [say("the next column needs an attack of {needed}", needed=needed)] if needed else []
    return Account(
        system="bautzen",
        title=f"Bautzen 1945, {ratio}",
        column=found.column,
        unit="shift",
        arithmetic=[
            Reckoned("BZ-8.2.3", say("attack : defence"), ratio),
            Reckoned("BZ-8.2.4", say("ratio"), found.first_column),
            Reckoned("BZ-8.2.6", say("on the die"), f"{found.drm:+d}"),
        ],
        modifiers=[Modifier("BZ-8.2.5", shift, "columns given")] if shift else [],
        headings=headings(say),
        prospects=[plain_prospect(line.result, line.chance, line.dice) for line in found.lines],
        summary=_table_summary(found, say),
        notes=[*(table_lines(board, found.cells) if given.flag("table") else ()), *more],
        facts={
            "drm": found.drm,
            "next_column": needed,
            "table": table_facts(board, found.cells),
        },
    )


def _table_summary(found: ColumnOdds, say: Speaker) -> list[Figure]:
    """Return what the table alone tells."""
    results = found.results
    hit = results.probability(lambda result: result.defender > 0)
    ours = results.expectation(lambda result: result.attacker)
    theirs = results.expectation(lambda result: result.defender)
    return [
        Figure("defender_hit", say("the defender loses a step or gives ground"), hit),
        Figure("defender_result", say("steps of the defender's result, mean"), theirs, False),
        Figure("attacker_steps", say("steps the attacker loses, mean"), ours, False),
    ]


COMBAT: Final = Calculation(
    name="",
    purpose="Exact odds of a combat of Bautzen 1945 (1d6): from totals, or on a position.",
    parameters=PARAMETERS,
    reckon=reckon,
    examples=(
        "--attack 26 --defence 6 --shift -1 --drm 0",
        "--position weissenberg.toml --target 1910 --with 21/20Pz,59/20Pz \\\n"
        "      --support QG/20Pz --convoys 0,1 --objective hex --gains",
        "--position game.toml --target 1910 --with 21/20Pz --seat german --sealed",
    ),
    clashes=CLASHES,
    needs=NEEDS,
    footnote=(
        "A position is a file as `grognard` writes it; --seat answers with what that side may see."
    ),
)
