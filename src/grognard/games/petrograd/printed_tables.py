"""The printed tables, for a program that draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.petrograd.log import half_text
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.table import MORALES, Role
from grognard.games.petrograd.tables import DEFENDED, GROUNDS, MOVERS
from grognard.games.petrograd.words import board_texts, names, side_id

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.games.petrograd.printed import Scenario


def tables(scenario: Scenario) -> list[wire.PrintedTable]:
    """Return the combat sheet, the costs, the defensive values and the arrivals."""
    return [_combat(scenario), _costs(scenario), _defence(scenario), _arrivals(scenario)]


def _table(
    name: str,
    rule: str,
    columns: list[str],
    rows: list[wire.TableRow],
    *,
    dice: list[int] | None = None,
    reconstructed: bool = True,
) -> wire.PrintedTable:
    return {
        "id": name,
        "names": names(board_texts(), f"table.{name}"),
        "rule": rule,
        "dice": dice or [],
        "columns": columns,
        "rows": rows,
        "reconstructed": reconstructed,
    }


def _combat(scenario: Scenario) -> wire.PrintedTable:
    """8.2.4 - both halves of every cell, m6 first; restored halves bear a mark."""
    sheet = scenario.sheet
    rows: list[wire.TableRow] = [
        {
            "label": f"m{morale}",
            "cells": [
                f"{half_text(sheet.half(Role.ATTACKER, morale, column))} | "
                f"{half_text(sheet.half(Role.DEFENDER, morale, column))}"
                for column in sheet.columns
            ],
        }
        for morale in reversed(MORALES)
    ]
    return _table("combat", "8.2.4", [*sheet.columns], rows, dice=[6, 6], reconstructed=False)


def _costs(scenario: Scenario) -> wire.PrintedTable:
    """7.2 - what a hex costs each kind of mover, ``-`` by road only."""
    costs = scenario.tables.cost
    rows: list[wire.TableRow] = [
        {
            "label": ground,
            "cells": [
                "-" if costs[mover][ground] < 0 else str(costs[mover][ground]) for mover in MOVERS
            ],
        }
        for ground in GROUNDS
    ]
    return _table("costs", "7.2", [*MOVERS], rows)


def _defence(scenario: Scenario) -> wire.PrintedTable:
    """8.5 - the defensive values."""
    defence = scenario.tables.defence
    values = {**{word: defence.grounds[word] for word in DEFENDED}, **defence.rivers}
    rows: list[wire.TableRow] = [
        {"label": word, "cells": [str(value)]} for word, value in values.items()
    ]
    return _table("defence", "8.5", [""], rows)


def _arrivals(scenario: Scenario) -> wire.PrintedTable:
    """3.2 - who comes when and where."""
    rows: list[wire.TableRow] = []
    for turn in range(scenario.first_turn, scenario.last_turn + 1):
        cells = [
            ", ".join(
                f"{piece.id} ({piece.entry})"
                for piece in scenario.pieces
                if piece.turn == turn and piece.side is side
            )
            for side in Side
        ]
        rows.append({"label": str(turn), "cells": cells})
    return _table("arrivals", "3.2", [side_id(side) for side in Side], rows)
