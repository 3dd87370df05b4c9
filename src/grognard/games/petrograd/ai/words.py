"""What an opponent weighed, in words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from grognard.engine.texts import Texts
from grognard.games.petrograd import asking
from grognard.games.petrograd.load import DATA
from grognard.games.petrograd.log import listed

if TYPE_CHECKING:
    from grognard.engine.thinking import Idea
    from grognard.games.petrograd.state import Petrograd


@cache
def texts() -> Texts:
    """Return the sentences of the opponents."""
    return Texts(DATA / "opponents_texts.toml")


def idea_words(state: Petrograd, idea: Idea, lang: str) -> tuple[str, str]:
    """Return what a bot weighed and its reason; words that are no sentence of ours as they are."""
    scenario = state.scenario
    pieces = [scenario.pieces[piece].called(lang) for piece in idea.pieces]
    hexes = [scenario.ground.called(hex_) for hex_ in idea.hexes]
    facts = {"pieces": listed(pieces, lang), "hexes": listed(hexes, lang), "number": idea.number}

    def said(key: str) -> str:
        return texts().say(f"idea.{key}", lang, **facts) if f"idea.{key}" in texts() else key

    what = asking.labels(state, [idea.answer], lang)[0] if idea.answer else said(idea.what)
    return what, said(idea.reason)
