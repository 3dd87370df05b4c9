"""A question as a person is asked it: the words, the rule, and the answers with their labels.

Programs that talk to people (terminal, browser) read these and know no rule of any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from grognard.engine.game import Action


class NotOffered(LookupError):
    """The game does not answer this kind of question."""

    def __str__(self) -> str:
        return str(self.args[0])


class Answer(NamedTuple):
    """One legal answer: what is played, what a person types for it, and what it means."""

    action: Action
    typed: str
    label: str


class Prompt(NamedTuple):
    """The current question in words, for one seat; without answers where another is asked."""

    text: str
    rule: str
    answers: tuple[Answer, ...]


WAITING: Final = {"en": "{seat} is asked", "fr": "La question est posée à : {seat}"}
OVER: Final = {"en": "The game is over", "fr": "La partie est finie"}


def spoken(sentences: dict[str, str], lang: str, **facts: object) -> str:
    """Return the sentence of a language, English for one that is not spoken here.

    >>> spoken(WAITING, "de", seat="blue")
    'blue is asked'
    """
    return sentences.get(lang, sentences["en"]).format(**facts)
