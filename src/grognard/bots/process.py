"""A bot that is another program: one JSON line asks, one JSON line answers. See docs/bots.md."""

from __future__ import annotations

import json
import subprocess
from typing import IO, TYPE_CHECKING

from grognard.bots.bot import Bot, Table
from grognard.engine.game import Action
from grognard.engine.thinking import Idea

if TYPE_CHECKING:
    from collections.abc import Sequence


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
        self._ideas = tuple(
            Idea(str(what), float(value), unit="") for what, value in reply.get("why", ())
        )
        option = reply.get("option")
        if not isinstance(option, int) or not 0 <= option < len(table.options):
            raise BrokenBot(f"{self.name} answered {reply!r}: no option of that number")
        return Action(*table.view.options[option])

    def explain(self) -> Sequence[Idea]:
        """Return what the program says it has weighed."""
        return self._ideas

    def close(self) -> None:
        """End the program: its input ends."""
        stdin, stdout = self._pipes()
        stdin.close()
        self._process.wait(timeout=10)
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
        except ValueError as error:
            raise BrokenBot(f"{self.name} answered {line!r}, which is not JSON") from error
        return reply
