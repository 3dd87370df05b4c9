"""``grognard serve``, ``export``, ``import`` and ``delete``: their command lines.

What they do is imported only when they run: the libraries of a server take a while to load.
"""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.commands.shared import Subparsers, UsageError, command
from grognard.engine.registry import offer
from grognard.server.settings import PORT, URL_VARIABLE

if TYPE_CHECKING:
    import argparse

SERVE = """  grognard serve --open
  grognard serve --game my_package.my_game:MyGame
  grognard serve --host 0.0.0.0 --port 8130 --database games.sqlite"""
EXPORT = """  grognard export --to games/
  grognard export Jk3vT0q9xQaB > game.txt"""
DELETE = """  grognard delete Jk3vT0q9xQaB --yes
  grognard delete --idle 365 --yes --database games.sqlite"""
IMPORT = "  grognard import game.txt --database games.sqlite"


MOST_PORTS = 65_535


def add_parser(subparsers: Subparsers) -> None:
    """Add the commands of the server."""
    parser = command(subparsers, "serve", "Play in the browser; host games.", SERVE, serve)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets other machines in")
    parser.add_argument("--port", type=_port, help=f"usually {PORT}, or a free one near it")
    parser.add_argument(
        "--lessons", type=Path, metavar="DIR", help="lessons of one's own (docs/lessons.md)"
    )
    parser.add_argument("--open", action="store_true", help="open a browser on the board")
    _add_database(parser)
    parser = command(subparsers, "export", "Write a server's games as text.", EXPORT, export)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help="which games; without, all")
    parser.add_argument("--to", type=Path, metavar="DIRECTORY", help="one file for each game")
    _add_database(parser)
    parser = command(subparsers, "import", "Take games from text into a server.", IMPORT, bring)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    _add_database(parser)
    parser = command(subparsers, "delete", "Delete a server's games for ever.", DELETE, delete)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help="which games")
    parser.add_argument("--idle", type=float, metavar="DAYS", help="all without an answer since")
    parser.add_argument("--yes", action="store_true", help="do it; without, they are only listed")
    _add_database(parser)


def _port(text: str) -> int:
    """Read the number of a port; 0 is any that is free."""
    if not text.isascii() or not text.isdigit() or int(text) > MOST_PORTS:
        raise ArgumentTypeError(f"{text!r} is not a port from 0 to {MOST_PORTS}")
    return int(text)


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game",
        action="append",
        default=[],
        metavar="MODULE:CLASS",
        help="a game that is not installed, besides those that are",
    )
    parser.add_argument(
        "--database",
        metavar="PLACE",
        help=f"a file of SQLite, or the URL of a database (else {URL_VARIABLE})",
    )


def _offer(given: argparse.Namespace) -> None:
    """Let the games that were named be known."""
    for place in given.game:
        offer(place)


def serve(given: argparse.Namespace) -> int:
    """Serve until interrupted."""
    _offer(given)
    if given.lessons is not None:
        if not given.lessons.is_dir():
            raise UsageError(f"{given.lessons} is not a directory")
        os.environ["GROGNARD_LESSONS"] = str(given.lessons)
    from grognard.server import serving

    return serving.run_serve(given)


def export(given: argparse.Namespace) -> int:
    """Write games as text."""
    _offer(given)
    from grognard.server import serving

    return serving.run_export(given)


def bring(given: argparse.Namespace) -> int:
    """Make a table of each journal."""
    _offer(given)
    from grognard.server import serving

    return serving.run_import(given)


def delete(given: argparse.Namespace) -> int:
    """Delete games."""
    _offer(given)
    from grognard.server import serving

    return serving.run_delete(given)
