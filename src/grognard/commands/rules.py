"""``grognard rules``: the rules in our own words, with the rulings on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.commands.shared import (
    Subparsers,
    add_json,
    add_lang,
    command,
    language,
    print_json,
    words,
)
from grognard.engine.registry import system

if TYPE_CHECKING:
    import argparse

    from grognard.engine.rulebook import Rulebook, Ruling

EXAMPLES = """  grognard rules bautzen
  grognard rules bautzen 8.5.2 --lang fr
  grognard rules petrograd PG-7a"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    purpose = "Read the rules of a game, or one of them with its rulings."
    parser = command(subparsers, "rules", purpose, EXAMPLES, run)
    parser.add_argument("game", help="the id of a game, or module:Class")
    parser.add_argument("number", nargs="*", help="the number of a rule or chapter, such as 8.5")
    add_lang(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print the list of the rules, or those beneath a number."""
    book, lang, number = system(given.game).rulebook(), language(given), " ".join(given.number)
    if given.json:
        print_json(as_json(book, number, lang))
    else:
        print(chapter(book, number, lang) if number else contents(book, lang))
    return 0


def contents(book: Rulebook, lang: str) -> str:
    """Return the numbers and titles of all rules."""
    lines = [f"{entry.number:<12}{entry.title[lang]}" for entry in book.entries]
    return "\n".join([book.title[lang], *lines])


def chapter(book: Rulebook, number: str, lang: str) -> str:
    """Return the rules of a number and beneath it, and their rulings."""
    parts = [
        f"{entry.number} {entry.title[lang]}\n\n{entry.text[lang]}" for entry in book.find(number)
    ]
    return "\n\n".join(parts + [_ruling(one, lang) for one in book.rulings_for(number)])


def _ruling(ruling: Ruling, lang: str) -> str:
    reason = words().say("because", lang, reason=ruling.reason[lang])
    return f"{ruling.id} ({', '.join(ruling.rules)})\n{ruling.text[lang]}\n{reason}"


def as_json(book: Rulebook, number: str, lang: str) -> dict[str, object]:
    """Return the same for a program."""
    entries = book.find(number) if number else book.entries
    rulings = book.rulings_for(number) if number else book.rulings
    return {
        "title": book.title[lang],
        "rules": [
            {
                "number": entry.number,
                "title": entry.title[lang],
                "text": entry.text[lang],
                "clauses": list(entry.clauses),
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
            for ruling in rulings
        ],
    }
