"""A bot that is another program: one JSON line asks, one JSON line answers. See docs/bots.md."""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Final

from grognard.bots.bot import Bot, Table
from grognard.engine.datafile import shortened
from grognard.engine.game import Action
from grognard.engine.thinking import Idea

if TYPE_CHECKING:
    from collections.abc import Sequence


PARTING: Final = 5.0
"""Seconds that a program has to end when its input does."""
LONGEST: Final = 200
"""How many letters of a wrong answer are told."""


class BrokenBot(RuntimeError):
    """The other program has ended, or does not speak as agreed."""


class ProcessBot(Bot):
    """Sends the View of every decision to a program, and reads the number of an option."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = f"process:{' '.join(command)}"
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._ideas: tuple[Idea, ...] = ()

    def choose(self, table: Table) -> Action:
        """Return the option that the program names."""
        view = table.view.as_json()
        self._send({"game": table.game.id, "seconds": table.clock.decision, "view": view})
        reply = self._receive()
        try:
            self._ideas = tuple(
                Idea(str(what), float(value), unit="") for what, value in reply.get("why", ())
            )
        except (TypeError, ValueError) as error:
            said = shortened(repr(reply["why"]), LONGEST)
            raise BrokenBot(f"{self.name} gave as its reasons {said}, not pairs") from error
        option = reply.get("option")
        if not isinstance(option, int) or not 0 <= option < len(table.options):
            raise BrokenBot(f"{self.name} answered {reply!r}: no option of that number")
        return Action(*table.view.options[option])

    def explain(self) -> Sequence[Idea]:
        """Return what the program says it has weighed."""
        return self._ideas

    def close(self) -> None:
        """End the program: its input ends, and it has a moment to follow."""
        stdin, stdout = self._pipes()
        with suppress(BrokenPipeError):
            stdin.close()
        try:
            self._process.wait(PARTING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        stdout.close()

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise BrokenBot(f"{self.name} has no pipes")
        return stdin, stdout

    def _send(self, message: dict[str, object]) -> None:
        try:
            self._pipes()[0].write(json.dumps(message, separators=(",", ":")) + "\n")
        except BrokenPipeError as error:
            raise BrokenBot(f"{self.name} has ended") from error

    def _receive(self) -> dict[str, list[tuple[str, float]]]:
        line = self._pipes()[1].readline()
        if not line:
            raise BrokenBot(f"{self.name} has ended without an answer")
        try:
            reply: dict[str, list[tuple[str, float]]] = json.loads(line)
        except (ValueError, RecursionError) as error:
            said = shortened(repr(line), LONGEST)
            raise BrokenBot(f"{self.name} answered {said}, which is not JSON") from error
        if not isinstance(reply, dict):
            said = shortened(repr(line), LONGEST)
            raise BrokenBot(f"{self.name} answered {said}, which is no object")
        return reply
