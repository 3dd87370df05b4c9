"""What people and programs are shown, in the types of the contract (docs/contract.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridgehead.load import GROUNDS, LOSSES, RATIOS, SEATS, TEXTS
from bridgehead.rules import Asked, Bridgehead, Join, Sums, leader
from grognard.kit import shown, words
from grognard.kit.dice import D6
from grognard.kit.losses import fates, losses_text
from grognard.kit.reckoning import modifiers_told
from grognard.wire import blank

if TYPE_CHECKING:
    from bridgehead.load import Piece, Scenario
    from grognard import wire
    from grognard.kit.printed import Captions


def names(key: str) -> wire.Names:
    """Return a word in every language."""
    return words.names(TEXTS, key)


def printed(scenario: Scenario, start: wire.Printed, said: Captions) -> wire.Printed:
    """Return the map, the counters, the table, the turns and what victory asks for."""
    rows = shown.results_rows(scenario.results, losses_text)
    sheet = shown.sheet(
        *(scenario.board, scenario.name, names),
        grounds=GROUNDS,
        settlements=["town"],
        sides=["river"],
        lines=["road"],
    )
    for hex_ in sheet["hexes"]:
        hex_["objective"] = "town" if hex_["index"] == scenario.town else None
    return {
        **start,
        "turns": [{"number": turn, "names": {}} for turn in range(1, scenario.turns + 1)],
        "map": sheet,
        "pieces": [counter(piece) for piece in scenario.pieces],
        "tables": [shown.table("results", names("results"), "4", RATIOS, rows, [6])],
        "victory": said.victory([("town", 0, "5")], {}),
    }


def counter(piece: Piece) -> wire.Piece:
    """Return a counter with its two faces."""
    strengths = {2: piece.strength, 1: (piece.strength + 1) // 2}
    faces = {
        steps: {"strength": value, "movement": piece.move} for steps, value in strengths.items()
    }
    return shown.counter(piece.index, piece.id, SEATS[piece.side], piece.kind, faces)


def seen(state: Bridgehead) -> wire.Seen:
    """Return the position, of which nothing is hidden from anybody."""
    town = shown.condition(state, "town", 1 << state.scenario.town, state.held[0])
    facts = blank.seen(state.turn, state.scenario.turns, segment(state))
    facts["stacks"] = shown.stacks(state)
    winner = SEATS[leader(state)]
    facts["victory"] = {"winner": winner, "level": None, "points": {}, "conditions": [town]}
    return facts


def segment(state: Bridgehead) -> str:
    """Return the segment that is played."""
    question = None if state.is_over else state.question
    return f"{SEATS[question.side]} {question.segment}" if isinstance(question, Asked) else ""


def odds(state: Bridgehead, lang: str) -> wire.Odds:
    """Return the attack as it is composed: its sums, its column, the chance of every result."""
    question = None if state.is_over else state.question
    if not isinstance(question, Join) or not question.joined:
        return {"note": "", "cases": []}

    def say(key: str) -> str:
        return TEXTS.say(key, lang)

    sums, results = Sums(state, question.target, question.joined), state.scenario.results
    fight = shown.fight(state, question.side, question.target, sums.attack, sums.defence, say)
    fight["shifts"], fight["dice"] = modifiers_told(sums.shifts, say), [6]
    shown.read_column(fight, "results", results, sums.ratio, sums.column)
    losses = {key: say(key) for key in LOSSES}
    found = fates(results, sums.column, D6, "4")
    return {"note": "", "cases": [shown.case(fight, names("fight"), D6, found, losses)]}
