"""What the server offers before anybody plays: games, scenarios, printed facts, rules."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.engine.registry import UnknownGame, games, is_known
from grognard.engine.registry import game as game_named
from grognard.engine.rulebook import LANGUAGES, UnknownRule
from grognard.server import lessons
from grognard.server.bots import as_json, levels
from grognard.server.refusal import Refused
from grognard.server.shown import dumps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grognard.engine.registry import AnyGame
    from grognard.engine.rulebook import Clause, Rulebook, Ruling
    from grognard.wire import GameInfo, Rules


class Prepared(NamedTuple):
    """A text that never changes, and the tag by which a browser knows that it has it."""

    text: str
    tag: str


def find_game(name: str) -> AnyGame:
    """Return one of the games that are offered; never one named by where its class stands."""
    if not is_known(name):
        raise Refused("not_found", f"there is no game {name!r}; there are {', '.join(games())}")
    try:
        return game_named(name)
    except UnknownGame as error:
        raise Refused("not_found", str(error)) from None


def scenario_of(game: AnyGame, name: str | None) -> Any:
    """Return a scenario of a game by its name; without a name, the first."""
    if name is None:
        return game.load()
    try:
        return game.find(name)
    except LookupError as error:
        raise Refused("not_found", str(error)) from None


def load_all() -> None:
    """Load every game that is offered; `UnknownGame` says which of them is not there."""
    for name in games():
        game_named(name)


@lru_cache
def all_games() -> Prepared:
    """Return the list of games, with scenarios, options and opponents."""
    return _page({"games": [_about(find_game(name)) for name in games()], "languages": LANGUAGES})


def _about(game: AnyGame) -> GameInfo:
    first = game.scenario_id(game.load())
    names = dict.fromkeys([first, *game.scenarios()])
    facts = [game.printed(game.find(name)) for name in names]
    return {
        "id": game.id,
        "titles": dict(game.titles),
        "about": dict(game.about),
        "rules_version": game.rules_version,
        "seats": facts[0]["sides"],
        "scenarios": [
            {
                "id": each["scenario"],
                "titles": each["titles"],
                "options": each["options"],
                "setups": each["setups"],
                "goals": {side["id"]: side.get("goal", {}) for side in each["sides"]},
            }
            for each in facts
        ],
        "levels": [as_json(level) for level in levels(game)],
        "lessons": lessons.offered(game),
    }


@lru_cache(maxsize=32)
def printed(game_id: str, scenario: str) -> Prepared:
    """Return everything printed of a scenario."""
    game = find_game(game_id)
    return _page(game.printed(scenario_of(game, scenario)))


@lru_cache(maxsize=64)
def rules(game_id: str, lang: str) -> Prepared:
    """Return the whole rules reference."""
    book = _book(game_id)
    return _page(_chapter(book, book.entries, book.rulings, lang))


def rule(game_id: str, number: str, lang: str) -> Rules:
    """Return a rule and what is beneath it."""
    book = _book(game_id)
    try:
        return _chapter(book, book.find(number), book.rulings_for(number), lang)
    except UnknownRule as error:
        raise Refused("not_found", str(error)) from None


@lru_cache(maxsize=32)
def _book(game_id: str) -> Rulebook:
    return find_game(game_id).rulebook()


def _chapter(
    book: Rulebook, entries: Iterable[Clause], rulings: Iterable[Ruling], lang: str
) -> Rules:
    decided = list(rulings)
    return {
        "title": book.title[lang],
        "lang": lang,
        "rules": [
            {
                "number": entry.number,
                "title": entry.title[lang],
                "text": entry.text[lang],
                "rulings": [ruling.id for ruling in decided if entry.number in ruling.rules],
            }
            for entry in entries
        ],
        "rulings": [
            {
                "id": ruling.id,
                "rules": list(ruling.rules),
                "text": ruling.text[lang],
                "reason": ruling.reason[lang],
                "option": ruling.option,
            }
            for ruling in decided
        ],
    }


def _page(value: object) -> Prepared:
    text = dumps(value)
    return Prepared(text, f'"{sha256(text.encode()).hexdigest()[:16]}"')
