"""11.4, 15, 16.6.6, 21 - The odds of what is being composed or thrown for, on the board.

What a seat may not see (sealed orders, guns beneath other counters) is in their ranges alone.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.texts import LANGUAGES
from grognard.games.eastfront import battle as rules
from grognard.games.eastfront import overrun, overrunning, retreat, surrender, surrendering
from grognard.games.eastfront.attack_calculator import SUMMARY
from grognard.games.eastfront.combat import DefenceOrder
from grognard.games.eastfront.declaring import Compose, declared
from grognard.games.eastfront.fighting import DefenceSupport, Support, Throw, defence_points
from grognard.games.eastfront.log import speaker
from grognard.games.eastfront.odds import (
    FACES,
    combat_odds,
    defender_lost,
    overrun_odds,
    retreat_odds,
    summarise,
    surrender_odds,
)
from grognard.games.eastfront.overrunning import OverrunThrow
from grognard.games.eastfront.printed import ENEMY, Side
from grognard.games.eastfront.questions import MoveTo
from grognard.games.eastfront.reckoning import fill_overrun, lines_of, reckoning, results, told
from grognard.games.eastfront.retreating import CrossingThrow, GiveUp, crossing_case, immobile
from grognard.games.eastfront.spans import answered, still_open
from grognard.games.eastfront.supply import head_of
from grognard.games.eastfront.surrendering import SurrenderThrow
from grognard.games.eastfront.words import board_texts, side_id
from grognard.kit.reckoning import figure
from grognard.wire import blank

if TYPE_CHECKING:
    import grognard.wire as wire
    from grognard.engine.game import Seat
    from grognard.engine.meaning import Pieces
    from grognard.engine.outlook import Outlook
    from grognard.games.eastfront.charts import ChartLine
    from grognard.games.eastfront.combat import Aftermath, Attack
    from grognard.games.eastfront.engaged import Battle
    from grognard.games.eastfront.state import Luga


def current(state: Luga) -> Battle | None:
    """12.1, 15 - the attack being composed or fought; None before anybody has joined it."""
    if state.is_over:
        return None
    question, found = state.question, None
    if isinstance(question, Compose) and question.attackers:
        side, attackers = question.side, question.attackers
        is_supplied = bool(state.attack_supply[side]) and head_of(state, side, attackers) >= 0
        found = declared(state, side, question.targets, attackers, is_supplied)
    elif isinstance(question, Support | DefenceSupport | Throw):
        found = state.battle
    if found is not None and rules.nkvd_stands(state, found):
        return replace(found, order=DefenceOrder.NO_RETREAT)
    return found


def chances(side: Side, found: Outlook[Aftermath, int], lang: str) -> list[wire.Chance]:
    """15.7 - each result with its chance, from the worst for the attacker to the best."""
    worst_first = sorted(found.possibilities, key=lambda one: -max(one.dice))
    return [
        {
            "result": one.text,
            "chance": figure(one.chance),
            "dice": list(one.dice),
            "results": results(side, one.result, lang),
        }
        for one in worst_first
    ]


def mean(name: str, value: Fraction, text: str) -> wire.Mean:
    """Return what is to be expected, with its words."""
    is_chance = not name.endswith("steps")
    return {"id": name, "text": text, "value": figure(value), "is_chance": is_chance}


def steps_of(state: Luga, pieces: Pieces) -> int:
    """16.1 - the steps that some units have."""
    return sum([state.steps[piece] for piece in numbers(pieces)])


def expected(state: Luga, battle: Battle, attack: Attack) -> dict[str, Fraction]:
    """16 - what people ask first; steps beyond those that a side has do not count."""
    found, defenders = combat_odds(attack), rules.defenders(state, battle)
    mine, his = steps_of(state, battle.attackers), steps_of(state, defenders)
    summary = summarise(found, mine, his)._asdict()
    summary["hex_vacated"] = found.probability(lambda one: is_left(state, defenders, one))
    summary["retreats"] = found.probability(
        lambda one: one.retreat > 0 and defender_lost(one, his) != his
    )
    return {name: Fraction(value) for name, value in summary.items()}


def means(state: Luga, battle: Battle, seat: Seat | None, lang: str) -> list[wire.Mean]:
    """16 - what is to be expected, and to a seat between what it lies over all still open."""
    say, now = speaker(lang), expected(state, battle, rules.attack_case(state, battle))
    still = [] if seat is None else still_open(state, battle, seat)
    every = [expected(state, battle, attack) for attack in still]
    lines = []
    for name, value in now.items():
        line = mean(name, value, say(SUMMARY[name]))
        found = [value, *[one[name] for one in every]]
        if min(found) != max(found):
            line["range"] = [figure(min(found)), figure(max(found))]
        lines.append(line)
    return lines


def is_left(state: Luga, defenders: Pieces, after: Aftermath) -> bool:
    """16.2 - whether nobody stays in the hex, the owner keeping its fortress units if he can."""
    if after.printed.defender_eliminated or after.defender_steps >= steps_of(state, defenders):
        return True
    if not after.retreat:
        return False
    staying = sorted([state.steps[piece] for piece in numbers(defenders & immobile(state))])
    if not staying:
        return True
    others = steps_of(state, defenders & ~immobile(state)) + sum(staying[:-1])
    return staying[-1] - max(0, after.defender_steps - others) <= 1


# The odds of what is being composed or thrown for


def odds(state: Luga, seat: Seat, lang: str) -> wire.Odds:
    """Return the reckoning and the chances of what is composed, or thrown for."""
    say = speaker(lang)
    if not state.is_over:
        for kind, cases in CASES.items():
            if isinstance(state.question, kind) and (thrown_for := cases(state, lang)):
                return {"note": say("before the throw"), "cases": thrown_for}
    battle = current(state)
    if battle is None:
        return {"note": board_texts().say("odds.none", lang), "cases": []}
    found = [attack_case(state, battle, seat, "bare", "as it stands", lang)]
    if not isinstance(state.question, Throw):
        backed = answered(state, battle, seat)
        if backed != battle:
            called = "with all the defender has in sight"
            found.append(attack_case(state, backed, seat, "answered", called, lang))
    is_early = isinstance(state.question, Compose)
    note = "before reactions and the throw, orders face down"
    return {"note": say(note if is_early else "before the throw, orders face down"), "cases": found}


def attack_case(
    state: Luga, battle: Battle, seat: Seat | None, name: wire.CaseId, called: str, lang: str
) -> wire.Case:
    """15 - an attack with its chances."""
    found = combat_odds(rules.attack_case(state, battle))
    return {
        "id": name,
        "names": in_all(called),
        "reckoning": reckoning(state, battle, lang),
        "chances": chances(battle.side, found, lang),
        "means": means(state, battle, seat, lang),
    }


def in_all(text: str, **facts: object) -> wire.Names:
    """Return a text in every language."""
    return {lang: speaker(lang)(text, **facts) for lang in LANGUAGES}


# Tables of one die: overrun, retreat, surrender


def table_case(
    state: Luga, made: wire.Reckoning, found: Outlook[ChartLine, int], called: wire.Names, lang: str
) -> wire.Case:
    """Return a throw on a table of lines with its chances."""
    say = speaker(lang)
    made["modifiers"], made["modifier"] = told(found.modifiers, lang), found.total
    made["dice"] = [10]
    worst_first = sorted(found.possibilities, key=lambda one: -max(one.dice))
    success = found.probability(lambda band: band.success)
    return {
        "id": "bare",
        "names": called,
        "reckoning": made,
        "chances": [
            {
                "result": say(one.text),
                "chance": figure(one.chance),
                "dice": list(one.dice),
                "results": [],
            }
            for one in worst_first
        ],
        "means": [
            mean("success", success, say(SUCCESS[made["kind"]])),
            *_mean_steps(made["kind"], found, lang),
        ],
    }


def _mean_steps(kind: str, found: Outlook[ChartLine, int], lang: str) -> list[wire.Mean]:
    """11.4.3 - the steps that an overrun costs both sides."""
    if kind != "overrun":
        return []
    his = found.expectation(lambda band: band.defender_steps)
    mine = found.expectation(lambda band: band.attacker_steps)
    say = speaker(lang)
    return [
        mean("defender_steps", his, say(SUMMARY["defender_steps"])),
        mean("attacker_steps", mine, say(SUMMARY["attacker_steps"])),
    ]


SUCCESS: Final = {
    "overrun": "the overrun succeeds",
    "retreat": "the stack retreats",
    "surrender": "the hex surrenders",
}


def overrun_reckoning(
    state: Luga, pieces: Pieces, target: int, lang: str
) -> tuple[overrun.OverrunCase, wire.Reckoning]:
    """11.4.3 - an overrun with every value and modifier."""
    case = overrunning.case_of(state, pieces, target)
    side = state.scenario.pieces[pieces.bit_length() - 1].side
    held = state.stacks[target] & state.owned[ENEMY[side]]
    made = blank.reckoning(side_id(side), [state.scenario.ground.map.name(target)])
    attackers = [(piece, state.attack_value(piece), 0) for piece in numbers(pieces)]
    fill_overrun(state.scenario, made, case, attackers, defence_points(state, held), lang)
    return case, made


def _overrun_case(state: Luga, pieces: Pieces, target: int, lang: str) -> wire.Case:
    case, made = overrun_reckoning(state, pieces, target, lang)
    name = state.scenario.ground.map.name(target)
    return table_case(state, made, overrun_odds(case), in_all("overrun of {hex}", hex=name), lang)


def _march_cases(state: Luga, lang: str) -> list[wire.Case]:
    """11.4 - every overrun that the units moving now may try."""
    goals = overrunning.targets(state, state.group)
    return [_overrun_case(state, state.group, hex_, lang) for hex_ in numbers(goals)]


def _throw_cases(state: Luga, lang: str) -> list[wire.Case]:
    question = state.question
    assert isinstance(question, OverrunThrow)
    return [_overrun_case(state, question.pieces, question.target, lang)]


def crossing_reckoning(
    state: Luga, side: Side, pieces: Pieces, hex_: int, lang: str
) -> tuple[retreat.RetreatCase, wire.Reckoning]:
    """16.6.6 - a crossing with its modifiers."""
    case = crossing_case(state, side, pieces, hex_)
    made = blank.reckoning(side_id(side), [state.scenario.ground.map.name(hex_)])
    made["kind"], made["table"] = "retreat", "retreat"
    made["attackers"] = [state.scenario.pieces[piece].id for piece in numbers(pieces)]
    drm = retreat.net(case)
    reached = [retreat.read(case, drm, die) for die in FACES]
    made["cells"] = lines_of(case.charts.retreat_bands, "retreat", reached)
    return case, made


def _crossing_case(
    state: Luga, side: Side, pieces: Pieces, hex_: int, called: str, lang: str
) -> wire.Case:
    case, made = crossing_reckoning(state, side, pieces, hex_, lang)
    return table_case(state, made, retreat_odds(replace(case, steps=None)), in_all(called), lang)


def _crossing_cases(state: Luga, lang: str) -> list[wire.Case]:
    question = state.question
    assert isinstance(question, CrossingThrow)
    called = "retreat through an enemy zone"
    return [_crossing_case(state, question.side, question.pieces, question.hex, called, lang)]


def _give_up_cases(state: Luga, lang: str) -> list[wire.Case]:
    """16.6.6 - the throw with the artillery, and without it."""
    question = state.question
    assert isinstance(question, GiveUp)
    side, kept = question.side, question.pieces
    rest = kept & ~question.guns
    return [
        _crossing_case(state, side, kept, question.hex, "with the artillery", lang),
        {
            **_crossing_case(state, side, rest, question.hex, "without the artillery", lang),
            "id": "answered",
        },
    ]


def surrender_reckoning(
    state: Luga, hex_: int, lang: str
) -> tuple[surrender.SurrenderCase, wire.Reckoning]:
    """21 - the surrender of a hex with its modifiers."""
    case = surrendering.case_of(state, hex_)
    made = blank.reckoning(side_id(Side.SOVIET), [state.scenario.ground.map.name(hex_)])
    made["kind"], made["table"] = "surrender", "surrender"
    here = state.stacks[hex_] & state.owned[Side.SOVIET]
    made["defenders"] = [state.scenario.pieces[piece].id for piece in numbers(here)]
    drm = surrender.net(case)
    reached = [surrender.read(case, drm, die) for die in FACES]
    made["cells"] = lines_of(case.charts.surrender_bands, "surrender", reached)
    return case, made


def _surrender_cases(state: Luga, lang: str) -> list[wire.Case]:
    question = state.question
    assert isinstance(question, SurrenderThrow)
    case, made = surrender_reckoning(state, question.hex, lang)
    found = surrender_odds(case)
    return [
        table_case(state, made, found, in_all("surrender of {hex}", hex=made["targets"][0]), lang)
    ]


CASES: Final = {
    MoveTo: _march_cases,
    OverrunThrow: _throw_cases,
    GiveUp: _give_up_cases,
    CrossingThrow: _crossing_cases,
    SurrenderThrow: _surrender_cases,
}
"""What is reckoned for a question on a table of one die."""
