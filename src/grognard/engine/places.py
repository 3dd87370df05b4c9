"""Where games of other packages stand: installed ones, and those that whoever runs a program names.

An installed package names its games as entry points. Others are named by their places when a
program is begun, and stand in the environment as ``GROGNARD_GAMES=outpost=my_package:Outpost``, so
that the processes it starts know them too. Nothing that is read from a file gets here.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

GROUP: Final = "grognard.games"
"""The entry point group in which an installed package names its games."""

VARIABLE: Final = "GROGNARD_GAMES"


def known() -> dict[str, str]:
    """Return by id the places of the games that are installed or were named."""
    found = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    for word in filter(None, os.environ.get(VARIABLE, "").split(",")):
        name, equals, place = word.strip().partition("=")
        if not equals or ":" not in place:
            raise ValueError(f"{VARIABLE}: {word!r} is not written id=module:Class")
        found[name] = place
    return found


def name(game: str, place: str) -> None:
    """Let a game be known by its id, here and in the processes begun from here."""
    named = os.environ.get(VARIABLE, "")
    os.environ[VARIABLE] = ",".join(filter(None, (named, f"{game}={place}")))


def at(place: str) -> object:
    """Return what stands at ``module:Class``, an instance of it where it is a class."""
    module_name, _, attribute = place.partition(":")
    found = getattr(import_module(module_name), attribute)
    return found() if isinstance(found, type) else found
