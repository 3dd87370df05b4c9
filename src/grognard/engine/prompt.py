"""A question as a person is asked it: the words, the rule, and the answers with their labels.

Programs that talk to people (terminal, browser) read these and know no rule of any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine.game import CHANCE, Action, StateT, apply

if TYPE_CHECKING:
    from grognard.engine.game import State
    from grognard.engine.registry import AnyGame
    from grognard.wire import Answer, Reason


class NotOffered(LookupError):
    """The game does not answer this kind of question."""

    def __str__(self) -> str:
        return str(self.args[0])


class Prompt(NamedTuple):
    """The current question in words, for one seat; without answers where another is asked."""

    text: str
    rule: str
    answers: tuple[Answer, ...]


def try_out(state: StateT, action: Action, answer: Answer) -> StateT:
    """Say what an answer throws and reveals, by giving it to a copy; return the copy."""
    twin = state.copy()
    apply(twin, action)
    if not twin.is_over and twin.seat == CHANCE:
        answer["throws"] = True
    if twin.reveals != state.reveals:
        answer["reveals"] = True
    return twin


def plain_answer(game: AnyGame, state: State, action: Action, label: str) -> Answer:
    """Return an answer as a journal writes it and a person reads it, and nothing else of it."""
    return {
        "verb": action.verb,
        "noun": action.noun,
        "kind": game.verbs[action.verb].value,
        "name": game.noun_name(state, action),
        "label": label,
    }


def tried(game: AnyGame, state: State, action: Action, label: str) -> Answer:
    """Return an answer with what it throws and reveals, found by giving it to a copy."""
    answer = plain_answer(game, state, action, label)
    if action.verb in game.closes:
        answer["closes"] = game.closes[action.verb]
        answer["is_main"] = True
    try_out(state, action, answer)
    return answer


def action_of(answer: Answer) -> Action:
    """Return what is played."""
    return Action(answer["verb"], answer["noun"])


def typed(answer: Answer) -> str:
    """Return what a person types for an answer: ``to 1810``."""
    return f"{answer['verb']} {answer['name']}".rstrip()


def reason_text(reason: Reason) -> str:
    """Return a reason as one line, with its rule.

    >>> reason_text({"rule": "4.1", "text": "too far"})
    'too far [4.1]'
    """
    return f"{reason['text']} [{reason['rule']}]" if reason["rule"] else reason["text"]


WAITING: Final = {"en": "{seat} is asked", "fr": "La question est posée à : {seat}"}
OVER: Final = {"en": "The game is over", "fr": "La partie est finie"}


def spoken(sentences: dict[str, str], lang: str, **facts: object) -> str:
    """Return the sentence of a language, English for one that is not spoken here.

    >>> spoken(WAITING, "de", seat="blue")
    'blue is asked'
    """
    return sentences.get(lang, sentences["en"]).format(**facts)
