"""8.2 - What the attack under way may come to, each side choosing best, as a side may know it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from grognard.games.bautzen.fighting import Compose, Throw
from grognard.games.bautzen.log import texts
from grognard.games.bautzen.odds.attack import MARGIN, Field, composed
from grognard.games.bautzen.odds.commitments import sealed
from grognard.games.bautzen.odds.improve import gains_as_seen, next_column_gain
from grognard.games.bautzen.odds.unseen import (
    MOST_TREES,
    assault_as_seen,
    columns_feared,
    without_hidden,
)
from grognard.games.bautzen.reckoning import are_columns_alone, chances, figure, mean
from grognard.games.bautzen.words import board_texts

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.games.bautzen.odds.attack import CombatEnd
    from grognard.games.bautzen.odds.improve import Gain
    from grognard.games.bautzen.odds.unseen import KnownAttack, Promise
    from grognard.games.bautzen.printed import Scenario, Side
    from grognard.games.bautzen.state import Battle, Bautzen, Pieces

MOST_GAINS: Final = 60
"""Kinds of stacks beyond which gains and sealed choices are not reckoned for each."""
NOTHING: Final = Fraction(0)


def under_way(state: Bautzen, side: Side) -> tuple[Battle, tuple[Pieces, Pieces]] | None:
    """8.2 - the attack that a side composes, or that is fought and not yet thrown for.

    8.2.1 - with what the side itself has sealed.
    """
    if state.is_over:
        return None
    question = state.question
    if isinstance(question, Compose):
        if question.side is not side or not question.attackers:
            return None
        return composed(state, side, question.target, question.attackers, question.supports), (0, 0)
    if state.battle is None or Throw() not in state.stack:
        return None
    mine = state.sealed[side]
    return state.battle, (mine, 0) if state.battle.side is side else (0, mine)


def outlook(state: Bautzen, side: Side, lang: str) -> wire.Outlook | None:
    """8.2, 10.3 - what the attack under way may come to, as a side may know it; else None."""
    now = under_way(state, side)
    if now is None:
        return None
    battle, committed = now
    found = assault_as_seen(state, side, battle, committed)
    is_fought = not are_columns_alone(state, side, battle)
    told: wire.Outlook = {
        "note": _note(found, lang),
        "stacks": found.stacks,
        "exact": found.is_exact,
        "columns": [
            {"result": column, "chance": figure(chance), "dice": [], "results": []}
            for column, chance in (found.columns.items() if is_fought else ())
        ],
        "chances": chances(battle.side, found.results, lang) if is_fought else [],
        "means": [],
        "ends": [],
        "gains": [],
    }
    if found.low is None or found.high is None:
        return told
    told["means"] = _means(found.low, found.high, lang)
    told["ends"] = [_end(outcome, chance, lang) for outcome, chance in found.low.outcomes.items()]
    more: list[Gain] = []
    if found.sums is not None and found.battle.defenders:
        bare = without_hidden(state, side)
        _seal(told, bare, state, side, found.battle, committed)
        more += next_column_gain(bare, found.battle, committed, MARGIN, side)
    if found.kinds <= MOST_GAINS:
        more += gains_as_seen(state, side, battle, committed)
    told["gains"] = [_gain(state.scenario, gain, found.low.value, lang) for gain in more]
    return told


def _note(found: KnownAttack, lang: str) -> str:
    """Say over what the answer is taken."""
    if found.low is None:
        return texts().say("outlook.table", lang, stacks=found.stacks, most=MOST_TREES)
    if found.hidden:
        return texts().say("outlook.stacks", lang, stacks=found.stacks, hidden=found.hidden)
    if found.beside:
        return texts().say("outlook.beside", lang, number=found.beside)
    return texts().say("outlook.exact" if found.is_exact else "outlook.range", lang)


def _means(low: Promise, high: Promise, lang: str) -> list[wire.Mean]:
    """8.2 - the chances and losses that people ask for first, and the advantage in steps."""
    summary, margin = low.summary, mean("margin", low.value, lang)
    if high.value != low.value:
        margin["range"] = [figure(low.value), figure(high.value)]
    return [
        mean("hex_taken", summary.hex_taken, lang, is_chance=True),
        mean("destroyed", summary.destroyed, lang, is_chance=True),
        mean("attacker_steps", summary.attacker_steps, lang),
        mean("defender_steps", summary.defender_steps, lang),
        margin,
    ]


def _seal(
    told: wire.Outlook,
    bare: Bautzen,
    state: Bautzen,
    side: Side,
    battle: Battle,
    committed: tuple[Pieces, Pieces],
) -> None:
    """8.2.1 - the range over all that the enemy may seal; the dice of each result."""
    feared = columns_feared(state, side, battle)
    own = committed[0] if side == battle.side else committed[1]
    cases = sealed(bare, battle, side, MARGIN, own=[own], more=feared)
    taken = [case.hex_taken for case in cases.cases]
    ranges = {"hex_taken": (min(taken), max(taken)), "margin": cases.range}
    for one in told["means"]:
        if one["id"] in ranges and len(set(ranges[one["id"]])) > 1:
            one["range"] = [figure(value) for value in ranges[one["id"]]]
    made = Field(bare, battle, committed).assault()
    dice = {str(line.result): [*line.dice] for line in made.chart.lines} if made.chart else {}
    for chance in told["chances"]:
        chance["dice"] = dice.get(chance["result"], [])


def _end(outcome: CombatEnd, chance: Fraction, lang: str) -> wire.End:
    """8.2 - one way in which a combat ends, with its chance and the rules that made it."""
    say = board_texts().say
    facts = {"attacker": outcome.attacker_steps, "defender": outcome.defender_steps}
    words = [say("end.steps", lang, **facts)]
    if outcome.hexes:
        words.append(say("end.retreat", lang, hexes=outcome.hexes))
    words.append(say("end.taken" if outcome.taken else "end.held", lang))
    return {"chance": figure(chance), "text": ", ".join(words), "rules": [*outcome.rules]}


def _gain(scenario: Scenario, gain: Gain, now: Fraction, lang: str) -> wire.Gain:
    """Return what one thing more would change."""
    name = "" if gain.piece is None else scenario.pieces[gain.piece].id
    return {
        "rule": gain.rule,
        "text": texts().say(f"gain.{gain.what}", lang, piece=name, amount=gain.amount),
        "piece": name or None,
        "change": figure(gain.value - now),
        "taken": figure(gain.hex_taken),
    }
