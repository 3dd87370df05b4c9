"""Exact odds on the command line: ``grognard odds SYSTEM ...``."""

from grognard.odds.command import add_parser

__all__ = ["add_parser"]
