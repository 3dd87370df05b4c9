"""The answers to a question in words, with what they bring; what was weighed, and why not.

The sentences: ``answer.`` and the verb, with its ``{noun}``; ``answer.at`` for a counter in its
``{hex}`` and ``answer.waiting`` for one off the map; ``left.`` and what is left undone, in the
singular with ``.one``; ``idea.`` and what an opponent weighed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from grognard.engine.game import Noun
from grognard.engine.prompt import plain_answer
from grognard.engine.texts import Enumerated
from grognard.kit.game import CountersT
from grognard.kit.words import called, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import grognard.wire as wire
    from grognard.engine.game import Action, Question
    from grognard.engine.hexmap import Hex
    from grognard.engine.meaning import PieceIndex
    from grognard.engine.registry import AnyGame
    from grognard.engine.texts import Texts
    from grognard.engine.thinking import Idea


def verbs_of(verbs: Mapping[str, Noun], *nouns: Noun) -> frozenset[str]:
    """Return the verbs that name things of some kinds.

    >>> sorted(verbs_of({"move": Noun.PIECE, "to": Noun.HEX, "done": Noun.NOTHING}, Noun.HEX))
    ['to']
    """
    return frozenset(verb for verb, noun in verbs.items() if noun in nouns)


class Answering(Generic[CountersT]):
    """What the answers to a position's question say, in one language; a game adds its own."""

    def __init__(self, game: AnyGame, state: CountersT, lang: str, texts: Texts) -> None:
        self.game, self.state, self.lang, self.texts = game, state, lang, texts

    @property
    def question(self) -> Question[CountersT]:
        """The question that is answered."""
        return self.state.question

    def labels(self, options: Sequence[Action]) -> list[str]:
        """Return what each answer means."""
        return [self.label(action) for action in options]

    def plain(self, action: Action) -> wire.Answer:
        """Return an answer with its words alone."""
        return plain_answer(self.game, self.state, action, self.label(action))

    def label(self, action: Action) -> str:
        """Return what an answer means."""
        return self.texts.say(f"answer.{action.verb}", self.lang, noun=self.noun(action))

    def noun(self, action: Action) -> str:
        """Return what an answer names: a hex with its name, a counter with its hex."""
        match self.game.verbs[action.verb]:
            case Noun.HEX:
                return self.hex_words(action.noun)
            case Noun.PIECE:
                return self.placed(action.noun)
        return self.game.noun_name(self.state, action)

    def placed(self, piece: PieceIndex) -> str:
        """Return a counter with the hex in which it stands."""
        name = called(self.texts, self.piece_words(piece), self.lang)
        here, say = self.state.where[piece], self.texts.say
        placed = (
            say("answer.waiting", self.lang, noun=name)
            if here < 0
            else say("answer.at", self.lang, noun=name, hex=self.state.material.map.name(here))
        )
        return Enumerated.of(placed, getattr(name, "number", 1))

    def piece_words(self, piece: PieceIndex) -> str:
        """Return what a counter is called."""
        return self.state.material.ids[piece]

    def hex_words(self, hex_: Hex) -> str:
        """Return what a hex is called."""
        return self.state.material.map.name(hex_)

    def left(self, texts: Texts, key: str, rule: str, count: int) -> Iterator[wire.Left]:
        """Say how many things are left undone, where there are any."""
        if count:
            one = f"left.{key}.one"
            sentence = one if count == 1 and one in texts else f"left.{key}"
            said = texts.say(sentence, self.lang, number=count, count=count)
            yield {"text": said, "count": count, "rule": rule}

    def idea(self, idea: Idea, texts: Texts) -> tuple[str, str]:
        """Return what an opponent weighed and its reason; words without a sentence as they are."""
        pieces = [self.piece_words(piece) for piece in idea.pieces]
        hexes = [self.hex_words(hex_) for hex_ in idea.hexes]
        facts = {
            "pieces": listed(self.texts, pieces, self.lang),
            "hexes": listed(self.texts, hexes, self.lang),
            "number": idea.number,
        }

        def said(key: str) -> str:
            return texts.say(f"idea.{key}", self.lang, **facts) if f"idea.{key}" in texts else key

        return self.label(idea.answer) if idea.answer else said(idea.what), said(idea.reason)
