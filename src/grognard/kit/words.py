"""What games of counters say alike: lists in sentences, names in every language, colours.

The sentences themselves are a game's own texts; the keys named here are those it must have:
``nothing`` and ``and`` for lists, ``counter.hidden`` and ``counters.hidden``, ``reason.*``;
``counters.plural``, where counters have names like "Armoured cars": what such names look like;
``why.unknown`` and ``why.which`` for words that name nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.datafile import TomlFile
from grognard.engine.hexmap import HexError
from grognard.engine.texts import LANGUAGES, Enumerated

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence
    from pathlib import Path

    from grognard.engine.datafile import Section
    from grognard.engine.modifier import Modifier
    from grognard.engine.texts import Texts
    from grognard.kit.counters import Counters
    from grognard.wire import Band, Colours, Names


def names(texts: Texts, key: str, **facts: object) -> Names:
    """Return a text in every language."""
    return {lang: texts.say(key, lang, **facts) for lang in LANGUAGES}


def called(texts: Texts, name: str, lang: str) -> str:
    """Return the name of a counter; one in the plural takes its verb along."""
    key = "counters.plural"
    is_plural = key in texts and re.search(texts.sentence(key, lang), name)
    return Enumerated.of(name, 2) if is_plural else name


def listed(texts: Texts, words: Sequence[str], lang: str) -> str:
    """Return words as a list in a sentence."""
    if not words:
        return texts.say("nothing", lang)
    if len(words) == 1:
        return called(texts, words[0], lang)
    return Enumerated.of(", ".join(words[:-1]) + texts.say("and", lang) + words[-1], len(words))


def counters_listed(texts: Texts, words: Sequence[str], hidden: int, lang: str) -> str:
    """Return the names of counters in a sentence; of hidden ones only how many there are."""
    more = []
    if hidden:
        key = "counter.hidden" if hidden == 1 else "counters.hidden"
        more.append(texts.say(key, lang, number=hidden))
    text = listed(texts, [*words, *more], lang)
    return Enumerated.of(text, max(len(words) + hidden, getattr(text, "number", 1)))


def signed(value: int) -> str:
    """Return a number with its sign, as it is printed.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '\N{MINUS SIGN}1', '+0')
    """
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}")


def modifiers_listed(
    texts: Texts, found: Iterable[Modifier], lang: str, *, with_rules: bool = True
) -> str:
    """Return modifiers with their reasons and rules: `` -1 village [8.2.6]``."""
    return "".join(
        f" {modifier.value:+d} {texts.say(f'reason.{modifier.reason}', lang)}"
        + (f" [{modifier.rule}]" if with_rules else "")
        for modifier in found
    )


class Meant(NamedTuple):
    """What somebody asks about: a counter, a hex, or a counter in a hex."""

    piece: int | None
    hex: int | None


def meant(
    state: Counters, words: str, verbs: Container[str], texts: Texts, lang: str, example: str
) -> Meant:
    """Return what words such as ``0418``, ``W-Lib`` or ``W-Lib 0418`` name; verbs say nothing."""
    piece: int | None = None
    hex_: int | None = None
    for word in words.split():
        if word in state.material.numbers:
            piece = state.material.numbers[word]
        elif word.isdigit():
            try:
                hex_ = state.material.map.hex(word)
            except HexError:
                raise ValueError(texts.say("why.unknown", lang, word=word)) from None
        elif word not in verbs:
            raise ValueError(texts.say("why.unknown", lang, word=word))
    if piece is None and hex_ is None:
        raise ValueError(texts.say("why.which", lang, example=example))
    return Meant(piece, hex_)


class Palette:
    """The colours of sides, nations and bands, as a file has them."""

    def __init__(self, file: Path) -> None:
        root = TomlFile(file).root
        nations = root.section("nations")
        self._nations = {name: _colours(nations, name) for name in nations}
        sides = root.section("sides")
        self._sides = {name: sides.text(name, *self._nations) for name in sides}
        bands = root.section("bands") if "bands" in root else None
        self._bands = {name: bands.texts(name) for name in bands} if bands else {}
        root.finish()

    def nations(self) -> list[str]:
        """Return the nations that have colours."""
        return [*self._nations]

    def nation(self, name: str) -> Colours:
        """Return how the counters of a nation are drawn."""
        face, edge, strong, ink = self._nations[name]
        return {"face": face, "edge": edge, "strong": strong, "ink": ink}

    def side(self, name: str) -> Colours:
        """Return how a side is drawn: in the colours of its first nation."""
        return self.nation(self._sides[name])

    def band(self, name: str, ink: str) -> Band | None:
        """Return the band of a formation; on a light one the text has the ink of the counter."""
        if name not in self._bands:
            return None
        fill, own = self._bands[name]
        return {"fill": fill, "ink": own or ink}


def _colours(section: Section, name: str) -> tuple[str, str, str, str]:
    colours = section.texts(name)
    if len(colours) != 4:
        section.refuse(f"{name} needs face, edge, strong and ink", name)
    face, edge, strong, ink = colours
    return face, edge, strong, ink
