"""The questions and their answers in words, each answer with all that it brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.game import CHANCE, apply
from grognard.games.eastfront import command, declaring, movement, overrun, overrunning
from grognard.games.eastfront.asked import asked
from grognard.games.eastfront.declaring import Compose, Declaring
from grognard.games.eastfront.questions import Activation, Movement, MoveTo, Withdrawal
from grognard.games.eastfront.retreating import GiveUp
from grognard.games.eastfront.supply import supplied
from grognard.games.eastfront.words import (
    board_texts,
    called,
    counted,
    half_points,
    hex_name,
    hex_names,
    listed,
    number_of,
    texts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import grognard.wire as wire
    from grognard.engine.game import Action
    from grognard.engine.hexmap import Hex
    from grognard.games.eastfront.state import Luga

OF_PIECES: Final = frozenset(
    {"move", "with", "activate", "join", "react", "support", "lose", "advance"}
)
OF_HEXES: Final = frozenset({"to", "overrun", "convert", "attack", "also", "withdraw", "resolve"})
OF_BRIDGES: Final = frozenset({"blow", "repair"})
CLOSING: Final = frozenset(
    {
        *("declare", "declare_supplied", "abandon", "fight", "enough"),
        *("halt", "stay", "pass", "release", "keep"),
    }
)
"""The answers that end a choice made of several."""
MAIN: Final = frozenset({"fight", "enough", "halt", "done", "pass"})
"""The answers that go on as one usually would."""


def question_text(state: Luga, lang: str) -> str:
    """Return the current question in words."""
    about = asked(state)
    if about is None:
        return ""
    scenario, target = state.scenario, about.get("target")
    where = scenario.ground.map.hex(target) if target else -1
    pieces = [scenario.by_id[name] for name in about.get("pieces", about.get("joined", []))]
    if where < 0 and pieces:
        where = state.where[pieces[0]]
    key = f"ask.{about['kind']}"
    if len(pieces) > 1 and f"{key}.many" in texts():
        key = f"{key}.many"
    return texts().say(
        key,
        lang,
        piece=listed([called(scenario.pieces[piece], lang) for piece in pieces], lang),
        hex=hex_name(scenario.ground, where, lang) if where >= 0 else "",
        hexes=number_of("hexes", about.get("steps", 0), lang),
    )


def labels(state: Luga, options: Sequence[Action], lang: str) -> list[str]:
    """Return what each answer to the current question means."""
    told = Answers(state, {}, lang)
    return [told.label(action) for action in options]


def answers(
    state: Luga, options: Sequence[Action], verbs: dict[str, wire.NounKind], lang: str
) -> list[wire.Answer]:
    """Return the answers to the current question, each with all that it brings."""
    return Answers(state, verbs, lang).all(options)


class Answers:
    """The answers to the question that a position asks, in one language."""

    def __init__(self, state: Luga, verbs: dict[str, wire.NounKind], lang: str) -> None:
        self.state, self.verbs, self.lang = state, verbs, lang
        self.question = state.question
        self.costs: dict[Hex, str] = {}
        if isinstance(self.question, MoveTo) and not state.moved & state.group:
            paid = movement.costs_of(state, state.group)
            self.costs = {hex_: half_points(cost) for hex_, cost in paid.items()}

    def all(self, options: Sequence[Action]) -> list[wire.Answer]:
        """Return the answers; at most one of them is the main one."""
        found = [self._answer(action) for action in options]
        main = [answer for answer in found if answer["verb"] in self._main(options)]
        if len(main) == 1:
            main[0]["is_main"] = True
        return found

    def _main(self, options: Sequence[Action]) -> frozenset[str]:
        """6.4 - an attack is usually declared with the supply that it can have."""
        verbs = {action.verb for action in options}
        if isinstance(self.question, Compose):
            return frozenset({"declare_supplied" if "declare_supplied" in verbs else "declare"})
        if isinstance(self.question, GiveUp):
            return frozenset({"keep"})
        return MAIN

    def _answer(self, action: Action) -> wire.Answer:
        verb, noun = action
        found: wire.Answer = {
            "verb": verb,
            "noun": noun,
            "kind": self.verbs[verb],
            "name": self._name(verb, noun),
            "label": self.label(action),
        }
        if verb == "to" and noun in self.costs:
            found["cost"] = self.costs[noun]
        if verb in CLOSING:
            found["closes"] = "choice"
        if verb not in ("move", "with"):
            self._try(action, found)
        if warns := [*self._warnings(action)]:
            found["warns"] = warns
        if verb == "done" and (left := [*self._left()]):
            found["left"] = left
        return found

    # What an answer says

    def _name(self, verb: str, number: int) -> str:
        """Return the noun of an answer as a journal writes it."""
        if verb in OF_HEXES:
            return self.state.scenario.ground.map.name(number)
        if verb in OF_PIECES:
            return self.state.scenario.pieces[number].id
        if verb in OF_BRIDGES:
            board = self.state.scenario.ground.map
            return "-".join(map(board.name, self.state.scenario.ground.bridges[number]))
        return str(number) if self.verbs[verb] == "number" else ""

    def label(self, action: Action) -> str:
        """Return what an answer means: a hex with its cost, a counter with its hex."""
        (verb, number), kind = action, type(self.question).__name__
        say, key = texts().say, f"answer.{verb}"
        if f"{key}.{kind}" in texts():
            key = f"{key}.{kind}"
        facts: dict[str, object] = {"noun": self._noun(action)}
        if verb == "to" and number in self.costs:
            key, facts["cost"] = "answer.to_at_cost", self.costs[number]
        elif verb == "overrun":
            facts |= self._odds(number)
        return say(key, self.lang, **facts)

    def _odds(self, target: Hex) -> dict[str, object]:
        """11.4.3 - the ratio and the modifier of an overrun."""
        case = overrunning.case_of(self.state, self.state.group, target)
        cost = half_points(max(0, overrunning.price(self.state, self.state.group, target)))
        return {"ratio": f"{overrun.ratio(case)}-1", "drm": overrun.net(case), "cost": cost}

    def _noun(self, action: Action) -> str:
        """Return the noun of an answer in words."""
        (verb, number), ground = action, self.state.scenario.ground
        if verb in OF_HEXES:
            return hex_name(ground, number, self.lang)
        if verb in OF_BRIDGES:
            return hex_names(ground, ground.bridges[number], self.lang)
        if verb not in OF_PIECES:
            return str(number)
        name, here = called(self.state.scenario.pieces[number], self.lang), self.state.where[number]
        return texts().say("answer.at", self.lang, noun=name, hex=ground.map.name(here))

    # What an answer brings

    def _try(self, action: Action, answer: wire.Answer) -> None:
        """Say whether an answer throws, reveals, or ends a phase, by giving it to a copy."""
        state, twin = self.state, self.state.copy()
        apply(twin, action)
        if not twin.is_over and twin.seat == CHANCE:
            answer["throws"] = True
        if twin.reveals != state.reveals:
            answer["reveals"] = True
        if action.verb != "done":
            return
        answer["closes"] = "choice"
        if twin.is_over or twin.turn != state.turn:
            answer["closes"] = "turn"
        elif twin.segment != state.segment:
            answer["closes"] = "segment"

    def _warnings(self, action: Action) -> Iterator[wire.Reason]:
        """6.1, 6.4, 8.2, 16.6.6 - what an answer would hurt."""
        state, question, verb = self.state, self.question, action.verb
        if verb == "to" and isinstance(question, MoveTo):
            if not supplied(state, question.side) >> action.noun & 1:
                yield self._warning("6.1", "unsupplied")
        elif verb == "declare" and isinstance(question, Compose):
            yield self._warning("6.4", "no_supply")
        elif verb == "keep" and isinstance(question, Withdrawal):
            yield self._warning("26.2", "kept", number=state.scenario.victory.kept)
        elif verb == "give_up":
            yield self._warning("16.6.6", "given_up")

    def _warning(self, rule: str, key: str, **facts: object) -> wire.Reason:
        return {"rule": rule, "text": board_texts().say(f"warn.{key}", self.lang, **facts)}

    def _left(self) -> Iterator[wire.Left]:
        """10.1, 12.1, 7.2 - what could still be done in the phase."""
        state, question = self.state, self.question
        if isinstance(question, Movement):
            still = movement.movers(state, question.side)
            able = [piece for piece in numbers(still) if movement.reach(state, piece)]
            yield from self._counted("move", "10.1", len(able))
        elif isinstance(question, Declaring):
            goals = declaring.open_targets(state, question.side)
            yield from self._counted("attack", "12.1", goals.bit_count())
        elif isinstance(question, Activation):
            able_ = command.may_activate(state)
            yield from self._counted("activate", "7.2", able_.bit_count())

    def _counted(self, key: str, rule: str, count: int) -> Iterator[wire.Left]:
        if count:
            text = counted(f"left.{key}", count, self.lang)
            yield {"text": text, "count": count, "rule": rule}
