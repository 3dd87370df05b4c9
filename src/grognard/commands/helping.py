"""``--help`` in the language of whoever asks: what parsers say in English is said in French."""

from __future__ import annotations

import argparse
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.commands.shared import language_of_locale
from grognard.engine.datafile import TomlFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@cache
def french() -> dict[str, str]:
    """Return what is said in French, by what is said in English."""
    file = Path(str(resources.files(__package__))) / "help.toml"
    return {str(english): str(said) for english, said in TomlFile(file).data.items()}


def wanted_language(words: Sequence[str]) -> str:
    """Return the language that a command line asks for, before it is understood.

    >>> wanted_language(["odds", "--help", "--lang", "fr"]), wanted_language(["--lang=en"])
    ('fr', 'en')
    """
    for place, word in enumerate(words):
        if word == "--lang" and place + 1 < len(words):
            return words[place + 1]
        if word.startswith("--lang="):
            return word.partition("=")[2]
    return language_of_locale()


def in_french(text: str) -> str:
    """Return a text in French; one that begins small in the list of commands likewise."""
    known = french()
    if text in known:
        return known[text]
    whole = f"{text[:1].upper()}{text[1:]}."
    if whole in known:
        said = known[whole]
        return said[:1].lower() + said[1:].rstrip(".")
    return text


def speak_french(parser: argparse.ArgumentParser) -> None:
    """Let a parser, and those of its commands, say everything in French."""
    for each in _all(parser):
        each.description = in_french(each.description or "") or None
        each.epilog = (each.epilog or "").replace("examples:", in_french("examples:")) or None
        each.formatter_class = FrenchHelp
        for action in each._actions:
            if action.help and action.help != argparse.SUPPRESS:
                action.help = in_french(action.help)
            for choice in getattr(action, "_choices_actions", ()):
                choice.help = in_french(choice.help or "")
        for group in each._action_groups:
            group.title = in_french(group.title or "") or None
            group.description = in_french(group.description or "") or None


def said_by(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield every text that a parser, and those of its commands, can say."""
    for each in _all(parser):
        yield each.description or ""
        for action in each._actions:
            if action.help and action.help != argparse.SUPPRESS:
                yield action.help
        for group in each._action_groups:
            if group._group_actions:
                yield group.title or ""
            yield group.description or ""


def _all(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield from _all(each)


class FrenchHelp(argparse.RawDescriptionHelpFormatter):
    """Help that begins with *usage :*."""

    def add_usage(self, usage, actions, groups, prefix=None):  # type: ignore[no-untyped-def]
        """Say how the command is called."""
        super().add_usage(usage, actions, groups, prefix or in_french("usage: "))
