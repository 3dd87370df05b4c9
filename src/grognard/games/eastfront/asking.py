"""The questions and their answers in words, each answer with all that it brings."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from grognard.engine.bits import numbers
from grognard.engine.prompt import try_out
from grognard.games.eastfront import command, declaring, movement, overrun, overrunning
from grognard.games.eastfront.asked import asked
from grognard.games.eastfront.declaring import Compose, Declaring
from grognard.games.eastfront.questions import Activation, Movement, MoveTo, Withdrawal
from grognard.games.eastfront.retreating import GiveUp
from grognard.games.eastfront.supply import supplied
from grognard.games.eastfront.words import (
    board_texts,
    called,
    half_points,
    hex_name,
    hex_names,
    listed,
    number_of,
    texts,
)
from grognard.kit.answering import Answering

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import grognard.wire as wire
    from grognard.engine.game import Action
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.engine.registry import AnyGame
    from grognard.games.eastfront.state import Luga

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
    scenario = state.scenario
    where = [scenario.ground.map.hex(name) for name in _targets(about)]
    pieces = [scenario.by_id[name] for name in about.get("pieces", about.get("joined", []))]
    if not where and pieces:
        where = [hex_ for hex_ in (state.where[pieces[0]],) if hex_ >= 0]
    key = f"ask.{about['kind']}"
    if len(pieces) > 1 and f"{key}.many" in texts():
        key = f"{key}.many"
    elif len(where) > 1 and f"{key}.hexes" in texts():
        key = f"{key}.hexes"
    owed = declaring.demanded(state)
    if owed:
        key += ".owed"
    elif pieces and isinstance(state.question, Compose):
        key += "" if declaring.is_strong(state, state.question) else ".weak"
    return texts().say(
        key,
        lang,
        piece=listed([called(scenario.pieces[piece], lang) for piece in pieces], lang),
        hex=hex_names(scenario.ground, where, lang) if where else "",
        hexes=number_of("hexes", about.get("steps", 0), lang),
        owed=hex_names(scenario.ground, numbers(owed), lang),
    )


def _targets(about: wire.Asked) -> list[str]:
    """12.1 - the hexes that a question is about: all that one attack is on."""
    several = about.get("facts", {}).get("targets")
    if isinstance(several, list):
        return [str(name) for name in several]
    return [about["target"]] if about.get("target") else []


class Answers(Answering["Luga"]):
    """The answers to the question that a position asks, in one language."""

    def __init__(self, game: AnyGame, state: Luga, lang: str) -> None:
        super().__init__(game, state, lang, texts())

    @cached_property
    def costs(self) -> dict[Hex, str]:
        """10.1 - what it costs to go to each hex within reach."""
        state = self.state
        if not isinstance(self.question, MoveTo) or state.moved & state.group:
            return {}
        paid = movement.costs_of(state, state.group)
        return {hex_: half_points(cost) for hex_, cost in paid.items()}

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
        found = self.plain(action)
        if verb == "to" and noun in self.costs:
            found["cost"] = self.costs[noun]
        if verb in CLOSING:
            found["closes"] = "choice"
        twin = self.state if verb in ("move", "with") else self._try(action, found)
        if warns := [*self._warnings(action, twin)]:
            found["warns"] = warns
        if verb == "done" and (left := [*self._left()]):
            found["left"] = left
        return found

    # What an answer says

    def label(self, action: Action) -> str:
        """Return what an answer means: a hex with its cost, a counter with its hex."""
        (verb, number), kind = action, type(self.question).__name__
        say, key = texts().say, f"answer.{verb}"
        if f"{key}.{kind}" in texts():
            key = f"{key}.{kind}"
        facts: dict[str, object] = {"noun": self.noun(action)}
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

    def noun(self, action: Action) -> str:
        """Return the noun of an answer in words; a bridge by the hexes at its ends."""
        ground = self.state.scenario.ground
        if action.verb in ("blow", "repair"):
            return hex_names(ground, ground.bridges[action.noun], self.lang)
        return super().noun(action)

    def piece_words(self, piece: PieceIndex) -> str:
        """Return what a counter is called in a language."""
        return called(self.state.scenario.pieces[piece], self.lang)

    def hex_words(self, hex_: Hex) -> str:
        """Return a hex with its name."""
        return hex_name(self.state.scenario.ground, hex_, self.lang)

    # What an answer brings

    def _try(self, action: Action, answer: wire.Answer) -> Luga:
        """Say whether an answer throws, reveals, or ends a phase, by giving it to a copy."""
        state, twin = self.state, try_out(self.state, action, answer)
        if action.verb != "done":
            return twin
        answer["closes"] = "choice"
        if twin.is_over or twin.turn != state.turn:
            answer["closes"] = "turn"
        elif twin.segment != state.segment:
            answer["closes"] = "segment"
        return twin

    def _warnings(self, action: Action, twin: Luga) -> Iterator[wire.Reason]:
        """6.1, 6.4, 8.2, 16.6.6 - what an answer hurts, as it is once it has been given."""
        state, question, verb = self.state, self.question, action.verb
        if verb == "to" and isinstance(question, MoveTo):
            if not supplied(twin, question.side) >> action.noun & 1:
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
            yield from self.left(board_texts(), "move", "10.1", len(able))
        elif isinstance(question, Declaring):
            goals = declaring.open_targets(state, question.side)
            yield from self.left(board_texts(), "attack", "12.1", goals.bit_count())
        elif isinstance(question, Activation):
            able_ = command.may_activate(state)
            yield from self.left(board_texts(), "activate", "7.2", able_.bit_count())
