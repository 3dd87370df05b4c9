"""The sentences a program says, by language, kept in a text file beside the data.

The table ``[moved]`` with ``en = "{piece} moves to {hex}"`` and ``fr = ...`` is what
``texts.say("moved", "fr", piece=..., hex=...)`` says. ``{steps} {steps:step|steps}`` chooses the
form that goes with a number, or with how many things are listed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LANGUAGES: Final = ("en", "fr")
_FORMS: Final = re.compile(r"\{(\w+):([^|{}]*)\|([^{}]*)\}")


class Enumerated(str):
    """Words that name several things; a sentence about them has its verb in the plural."""

    __slots__ = ("number",)
    number: int

    @classmethod
    def of(cls, text: str, number: int) -> Enumerated:
        """Return words that name so many things."""
        made = cls(text)
        made.number = number
        return made


def is_one(fact: object, lang: str) -> bool:
    """Whether a fact goes with the singular; in French, 0 does too.

    >>> is_one(0, "en"), is_one(0, "fr"), is_one("1", "en"), is_one("a unit", "en")
    (False, True, True, True)
    """
    number = getattr(fact, "number", fact)
    try:
        value = abs(float(str(number)))
    except (TypeError, ValueError):
        return True
    return value < 2 if lang == "fr" else value == 1


def with_forms(sentence: str, lang: str, facts: Mapping[str, object]) -> str:
    """Return a sentence with the forms that go with its facts; open facts leave them open.

    >>> with_forms("{n} {n:step|steps}", "en", {"n": 2})
    '{n} steps'
    """

    def form(found: re.Match[str]) -> str:
        fact = facts.get(found[1], 1)
        if isinstance(fact, str) and fact.startswith("{"):
            return f"{{{found[0]}}}"
        return found[2] if is_one(fact, lang) else found[3]

    return _FORMS.sub(form, sentence)


class Texts:
    """Sentences by key and language; every key has every language."""

    def __init__(self, file: Path) -> None:
        root = TomlFile(file).root
        self._sentences: dict[str, dict[str, str]] = {}
        for key in root:
            section = root.section(key)
            self._sentences[key] = {lang: section.text(lang) for lang in LANGUAGES}
            section.finish()

    def say(self, key: str, lang: str, **facts: object) -> str:
        """Return a sentence with its facts filled in; an unknown language speaks English."""
        sentences = self._sentences[key]
        sentence = sentences.get(lang, sentences["en"])
        if "|" in sentence:
            sentence = with_forms(sentence, lang, facts)
        return sentence.format(**facts)

    def sentence(self, key: str, lang: str) -> str:
        """Return a sentence as it is written, its facts open."""
        return self._sentences[key][lang]

    def __contains__(self, key: str) -> bool:
        return key in self._sentences

    def keys(self) -> tuple[str, ...]:
        """Return every key."""
        return tuple(self._sentences)
