"""``grognard games``: which games there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.bots.levels import levels
from grognard.commands.reckoned import colon
from grognard.commands.shared import (
    Subparsers,
    add_json,
    add_lang,
    command,
    language,
    print_json,
    scenario_names,
    words,
)
from grognard.engine.registry import Game, system, systems

if TYPE_CHECKING:
    import argparse

EXAMPLES = """  grognard games
  grognard games --json"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = command(
        subparsers,
        "games",
        "List the games, their scenarios, and who plays each of them.",
        EXAMPLES,
        run,
    )
    add_lang(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print id, title, sides, scenarios and levels of every game, and what is not played."""
    found = [system(name) for name in systems()]
    if given.json:
        listed = [
            {
                "id": one.id,
                "titles": dict(one.titles),
                "rules_version": one.rules_version,
                "seats": list(one.seats),
                "scenarios": scenario_names(one),
                "levels": [
                    {
                        "id": level.id,
                        "names": dict(level.names),
                        "says": dict(level.says),
                        "seconds": level.seconds,
                    }
                    for level in levels(one)
                ],
            }
            for one in found
            if isinstance(one, Game)
        ]
        others = [one.id for one in found if not isinstance(one, Game)]
        print_json({"games": listed, "not_played": others})
        return 0
    lang = language(given)
    says = colon(lang)
    for one in found:
        if not isinstance(one, Game):
            print(f"{one.id}{says}{one.titles[lang]} ({words().say('not_played', lang)})")
            continue
        print(f"{one.id}{says}{one.titles[lang]} ({', '.join(one.seats)})")
        scenarios = ", ".join(scenario_names(one))
        print(f"  {words().say('scenarios', lang, scenarios=scenarios)}")
        for level in levels(one):
            print(f"  {level.id}{says}{level.says[lang]}")
    return 0
