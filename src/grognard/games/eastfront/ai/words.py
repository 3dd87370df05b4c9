"""What an opponent weighed, in words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from grognard.engine.texts import Texts
from grognard.games.eastfront import asking
from grognard.games.eastfront.load import DATA
from grognard.games.eastfront.words import called, hex_name, listed

if TYPE_CHECKING:
    from grognard.engine.thinking import Idea
    from grognard.games.eastfront.state import Luga


@cache
def texts() -> Texts:
    """Return the sentences of the opponents."""
    return Texts(DATA / "opponents_texts.toml")


def idea_words(state: Luga, idea: Idea, lang: str) -> tuple[str, str]:
    """Return what a bot weighed and its reason; words that are no sentence of ours as they are."""
    pieces = [called(state.scenario.pieces[piece], lang) for piece in idea.pieces]
    hexes = [hex_name(state.scenario.ground, hex_, lang) for hex_ in idea.hexes]
    facts = {"pieces": listed(pieces, lang), "hexes": listed(hexes, lang), "number": idea.number}

    def said(key: str) -> str:
        return texts().say(f"idea.{key}", lang, **facts) if f"idea.{key}" in texts() else key

    what = asking.labels(state, [idea.answer], lang)[0] if idea.answer else said(idea.what)
    return what, said(idea.reason)
