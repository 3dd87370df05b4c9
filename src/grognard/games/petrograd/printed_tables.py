"""The printed tables, for a program that draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.texts import LANGUAGES
from grognard.games.petrograd.log import half_text
from grognard.games.petrograd.printed import Side
from grognard.games.petrograd.table import MORALES, Role
from grognard.games.petrograd.tables import DEFENDED, GROUNDS, MOVERS
from grognard.games.petrograd.words import board_texts, log_texts, names, side_id
from grognard.kit.printed import SpokenTable

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.games.petrograd.printed import Piece, Scenario


def tables(scenario: Scenario) -> list[wire.PrintedTable]:
    """Return the combat sheet, the costs, the defensive values and the arrivals."""
    return [_combat(scenario), _costs(scenario), _defence(scenario), _arrivals(scenario)]


def _table(name: str, rule: str, *columns: str) -> SpokenTable:
    return SpokenTable(board_texts(), name, rule, *columns)


def _combat(scenario: Scenario) -> wire.PrintedTable:
    """8.2.4 - both halves of every cell, m6 first; restored halves bear a mark."""
    sheet = scenario.sheet
    table = _table("combat", "8.2.4", *sheet.columns)
    for morale in reversed(MORALES):
        cells = [
            f"{half_text(sheet.half(Role.ATTACKER, morale, column))} | "
            f"{half_text(sheet.half(Role.DEFENDER, morale, column))}"
            for column in sheet.columns
        ]
        table.row(f"m{morale}", *cells)
    return table.made([6, 6], reconstructed=False)


def _costs(scenario: Scenario) -> wire.PrintedTable:
    """7.2 - what a hex costs each kind of mover."""
    costs = scenario.tables.cost
    table = _table("costs", "7.2", *(f"cell.{mover}" for mover in MOVERS))
    road = table.word("cell.road")
    for ground in GROUNDS:
        by_mover = [costs[mover][ground] for mover in MOVERS]
        cells = [road if cost < 0 else str(cost) for cost in by_mover]
        table.row(_ground(table, ground), *cells)
    return table.made(reconstructed=True)


def _ground(table: SpokenTable, ground: str) -> str:
    return table.said(names(log_texts(), f"ground.{ground}"))


def _defence(scenario: Scenario) -> wire.PrintedTable:
    """8.5 - the defensive values."""
    defence, table = scenario.tables.defence, _table("defence", "8.5", "cell.value")
    for word in DEFENDED:
        table.row(_ground(table, word), str(defence.grounds[word]))
    for word, value in defence.rivers.items():
        line = names(board_texts(), f"line.{word}")
        across = {
            lang: board_texts().say("cell.across", lang, line=line[lang]) for lang in LANGUAGES
        }
        table.row(table.said(across), str(value))
    return table.made(reconstructed=True)


def _arrivals(scenario: Scenario) -> wire.PrintedTable:
    """3.2 - who comes when and where."""
    table = _table("arrivals", "3.2", *(f"cell.{side_id(side)}" for side in Side))
    for turn in range(scenario.first_turn, scenario.last_turn + 1):
        coming = [piece for piece in scenario.pieces if piece.turn == turn]
        cells = [
            table.said({lang: _coming(coming, side, lang) for lang in LANGUAGES}) for side in Side
        ]
        table.row(str(turn), *cells)
    return table.made(reconstructed=True)


def _coming(pieces: list[Piece], side: Side, lang: str) -> str:
    """Return the pieces of a side, each with its hexes or other place of entry."""
    return "; ".join(
        f"{piece.called(lang)} ({_entry(piece.entry, lang)})"
        for piece in pieces
        if piece.side is side
    )


def _entry(entry: str, lang: str) -> str:
    """Return the hexes of an entry and its other places, each in words."""
    said = board_texts()
    keys = [(word, f"entry.{word}") for word in entry.split()]
    return ", ".join(said.say(key, lang) if key in said else word for word, key in keys)
