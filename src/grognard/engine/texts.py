"""The sentences a program says, by language, kept in a text file beside the data.

The table ``[moved]`` with ``en = "{piece} moves to {hex}"`` and ``fr = ...`` is what
``texts.say("moved", "fr", piece=..., hex=...)`` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grognard.engine.datafile import TomlFile

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGES: Final = ("en", "fr")


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
        return sentences.get(lang, sentences["en"]).format(**facts)

    def __contains__(self, key: str) -> bool:
        return key in self._sentences

    def keys(self) -> tuple[str, ...]:
        """Return every key."""
        return tuple(self._sentences)
