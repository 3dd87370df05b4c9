"""A game in the terminal: shows the map and the question, reads answers, keeps the journal.

It knows no rule: the words, the reasons and the map come from the game.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.rule import Rule

from grognard.bots.advice import advise, explained
from grognard.bots.fault import told as told_fault
from grognard.bots.levels import UnknownBot
from grognard.bots.process import BrokenBot
from grognard.commands import rules
from grognard.commands.advising import tell
from grognard.commands.drawing import draw
from grognard.commands.reckoned import FightLines, inspected
from grognard.commands.shared import seat_called, words
from grognard.commands.tables import Teller
from grognard.engine.game import CHANCE, Action, IllegalAction, Noun
from grognard.engine.journal import result
from grognard.engine.prompt import NotOffered, action_of, reason_text, typed
from grognard.engine.registry import name_of
from grognard.engine.rulebook import UnknownRule

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console

    from grognard.engine.game import Seat
    from grognard.engine.prompt import Prompt
    from grognard.engine.session import Session
    from grognard.lab.players import Player

FRENCH: Final = {
    "annuler": "undo",
    "pourquoi": "why",
    "chances": "odds",
    "conseil": "hint",
    "examiner": "inspect",
    "carte": "map",
    "journal": "log",
    "regles": "rules",
    "règles": "rules",
    "sauver": "save",
    "aide": "help",
    "?": "help",
    "quitter": "quit",
}
"""Other words for the same commands."""

LOG_LINES: Final = 20
NEWS_LINES: Final = 30


class BotFault(Exception):
    """A program cannot go on: who, and the error with its place."""


class Terminal:
    """One game at one screen; a seat without a player is a person."""

    def __init__(
        self,
        session: Session,
        players: Sequence[Player | None],
        console: Console,
        read: Callable[[str], str],
        lang: str,
        file: Path,
        *,
        explains: bool = False,
    ) -> None:
        self.explains = explains
        """Whether the programs tell what they weighed, hidden things too."""
        self.session, self.game, self.players = session, session.game, players
        self.console, self.read, self.lang, self.file = console, read, lang, file
        self._told = [0] * len(players)
        """By seat: how many events it has read."""
        self._sides: dict[Seat, str] = {}
        self._heading = ""
        self._commands: dict[str, Callable[[Seat, str], None]] = {
            "undo": self._undo,
            "why": self._why,
            "odds": self._odds,
            "hint": self._hint,
            "inspect": self._inspect,
            "map": self._map,
            "log": self._log,
            "rules": self._rules,
            "save": self._save_copy,
            "help": self._help,
        }

    def run(self) -> bool:
        """Play until the game is over, somebody quits, or the input ends; False if a bot broke."""
        is_well = True
        save(self.file, self.session.record().format())
        self._say("saving", file=self.file)
        try:
            while not self.session.state.is_over and self._step():
                save(self.file, self.session.record().format())
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        except BotFault as fault:
            is_well = False
            self._say("broken", player=fault.args[0], error=fault.args[1])
        save(self.file, self.session.record().format())
        if self.session.state.is_over:
            self._finish()
        else:
            self._say("resume", game=name_of(self.game), file=self.file)
            self._say("goodbye")
        return is_well

    def _step(self) -> bool:
        """Give one answer; False when a person wants to stop."""
        state = self.session.state
        if state.seat == CHANCE:
            self.session.throw()
            return True
        player = self.players[state.seat]
        if player is None:
            return self._ask(state.seat)
        action = self._choice(player)
        if self.explains:
            self._explain(player, action)
        self.session.play(action)
        return True

    def _choice(self, player: Player) -> Action:
        """Return what a program answers; what goes wrong in it is told in one line."""
        state = self.session.state
        try:
            return player.choose(state)
        except Exception as error:
            seat = self.game.seat_name(state.seat)
            name = self.session.journal.players.get(seat, seat)
            told = str(error) if isinstance(error, BrokenBot) else told_fault(error)
            raise BotFault(name, told) from error

    def _explain(self, player: Player, action: Action) -> None:
        """Print what a program is about to answer, and what it weighed."""
        state = self.session.state
        seat = self.game.seat_name(state.seat)
        name = self.session.journal.players.get(seat, "")
        told = explained(self.game, state, name, action, player.explain(), self.lang)
        tell(self.console, told, self.lang, seat)

    def _ask(self, seat: Seat) -> bool:
        """Put the current question to a person until an answer is given; False to stop."""
        self._tell_news(seat)
        self._show_map_of_a_new_segment(seat)
        prompt = self.game.prompt(self.session.state, seat, self.lang)
        self._show(seat, prompt)
        while True:
            text = self.read(self._words("prompt", seat=self._called(seat))).strip()
            word, _, rest = text.partition(" ")
            word = FRENCH.get(word, word)
            action = self._understood(prompt, text)
            if action is not None:
                self.session.play(action)
                return True
            if word == "quit":
                return False
            if word == "undo":
                self._undo(seat, rest)
                return True
            if word in self._commands:
                self._commands[word](seat, rest.strip())
            elif text:
                self._refuse(seat, text, len(prompt.answers))

    def _understood(self, prompt: Prompt, text: str) -> Action | None:
        """Return the answer that a number or some words stand for, if it is legal."""
        if text.isascii() and text.isdigit() and 1 <= int(text) <= len(prompt.answers):
            return action_of(prompt.answers[int(text) - 1])
        tidy = " ".join(text.split())
        return next((action_of(a) for a in prompt.answers if typed(a) == tidy), None)

    def _refuse(self, seat: Seat, text: str, last: int) -> None:
        """Say that something typed is no answer, and the rule against it where there is one."""
        self._say("not_an_answer", text=text, last=last)
        with suppress(NotOffered, ValueError):
            for reason in self.game.why(self.session.state, seat, text, self.lang):
                self.console.print(reason_text(reason))

    # What is shown

    def _words(self, key: str, **facts: object) -> str:
        return words().say(key, self.lang, **facts)

    def _say(self, key: str, **facts: object) -> None:
        self.console.print(self._words(key, **facts))

    def _called(self, seat: Seat) -> str:
        """Return what a side is called in the language of the game."""
        if seat not in self._sides:
            self._sides[seat] = seat_called(self.game, seat, self.lang)
        return self._sides[seat]

    def _show(self, seat: Seat, prompt: Prompt) -> None:
        question = self._words(
            "asked", seat=self._called(seat), question=prompt.text, rule=prompt.rule
        )
        self.console.print(question, style="bold")
        labels = [f"{number} {a['label']}" for number, a in enumerate(prompt.answers, 1)]
        for line in in_columns(labels, self.console.width):
            self.console.print(line)
        self._say("typed", examples=self._examples(prompt))

    def _examples(self, prompt: Prompt) -> str:
        """Return one answer of each verb, as it is typed."""
        first: dict[str, str] = {}
        for answer in prompt.answers:
            first.setdefault(answer["verb"], typed(answer))
        return ", ".join(f"'{words}'" for words in first.values())

    def _tell_news(self, seat: Seat) -> None:
        """Print what has happened since this seat was last asked, as it may know it."""
        self._told[seat] = min(self._told[seat], len(self.session.events))
        news = self.session.events[self._told[seat] :]
        if len(news) > NEWS_LINES:
            self._say("earlier", number=len(news) - NEWS_LINES, all=len(news))
        for noted in news[-NEWS_LINES:]:
            line = self.game.describe(self.session.state, noted.event, self.lang, seat)
            self.console.print(f"  {line}", style="dim")
        self._told[seat] = len(self.session.events)

    def _show_map_of_a_new_segment(self, seat: Seat) -> None:
        try:
            heading = self.game.chart(self.session.state, seat, self.lang).heading
        except NotOffered:
            return
        if heading != self._heading:
            self._heading = heading
            self._map(seat, "")

    def _finish(self) -> None:
        people = [seat for seat, player in enumerate(self.players) if player is None]
        if people:
            self._tell_news(people[0])
        self._say("winner", result=result(self.game, self.session.state))
        self._say("saved", file=self.file)

    # The words a person may type besides answers

    def _undo(self, seat: Seat, rest: str) -> None:
        try:
            self.session.undo()
        except IllegalAction:
            self._say("no_undo")
        else:
            self._say("undone")

    def _why(self, seat: Seat, rest: str) -> None:
        if not rest:
            self._say("why_what")
            return
        try:
            reasons = self.game.why(self.session.state, seat, rest, self.lang)
        except (NotOffered, ValueError) as error:
            self.console.print(str(error))
            return
        told = "\n".join(reason_text(reason) for reason in reasons)
        self.console.print(told or self._words("allowed"))

    def _odds(self, seat: Seat, rest: str) -> None:
        try:
            facts = self.game.odds(self.session.state, seat, self.lang)
        except NotOffered as error:
            self.console.print(str(error))
        else:
            for line in FightLines(self.game, self.lang).odds(facts):
                self.console.print(line)

    def _hint(self, seat: Seat, rest: str) -> None:
        try:
            told = advise(self.game, self.session.state, rest or None, self.lang)
        except (UnknownBot, BrokenBot, OSError) as error:
            self.console.print(str(error))
        except Exception as error:
            self.console.print(told_fault(error))
        else:
            tell(self.console, told, self.lang)

    def _inspect(self, seat: Seat, rest: str) -> None:
        try:
            facts = inspected(self.game, self.session.state, seat, self.lang, rest)
        except NotOffered as error:
            self.console.print(str(error))
        except ValueError:
            self._say("no_piece", word=rest)
        else:
            Teller(self.console, self.game, self.lang).tell(facts)

    def _map(self, seat: Seat, rest: str) -> None:
        state = self.session.state
        try:
            chart = self.game.chart(state, seat, self.lang)
            centre = self.game.hex_name(state, self.game.hex_number(state, rest)) if rest else ""
        except NotOffered as error:
            self.console.print(str(error))
            return
        except ValueError:
            self._say("no_hex", word=rest)
            return
        self.console.print(Rule(chart.heading))
        self.console.print(draw(chart, self._offered_hexes(), centre))

    def _offered_hexes(self) -> set[str]:
        """Return the hexes that the current question offers."""
        state = self.session.state
        return {
            self.game.hex_name(state, action.noun)
            for action in state.options()
            if self.game.verbs[action.verb] is Noun.HEX
        }

    def _log(self, seat: Seat, rest: str) -> None:
        count = int(rest) if rest.isdigit() else LOG_LINES
        for line in self.session.log(self.lang, seat)[-count:]:
            self.console.print(line)

    def _rules(self, seat: Seat, rest: str) -> None:
        book = self.game.rulebook()
        try:
            text = rules.chapter(book, rest, self.lang) if rest else rules.contents(book, self.lang)
        except UnknownRule as error:
            text = self._words("no_rule", number=error.number, near=", ".join(error.near))
        self.console.print(text)

    def _save_copy(self, seat: Seat, rest: str) -> None:
        file = Path(rest) if rest else self.file
        if file != self.file and file.exists():
            self._say("is_there", file=file)
            return
        try:
            save(file, self.session.record().format())
        except OSError as error:
            self.console.print(str(error))
        else:
            self._say("saved", file=file)

    def _help(self, seat: Seat, rest: str) -> None:
        prompt = self.game.prompt(self.session.state, seat, self.lang)
        self._say("help", examples=self._examples(prompt))


def in_columns(labels: Sequence[str], width: int) -> list[str]:
    """Return labels laid out in columns, to be read from top to bottom.

    >>> in_columns(["1 to 0101", "2 to 0102", "3 stay"], 24)
    ['1 to 0101   3 stay', '2 to 0102']
    """
    wide = max(map(len, labels)) + 3
    rows = -(-len(labels) // max(1, width // wide))
    return [
        "".join(label.ljust(wide) for label in labels[row::rows]).rstrip() for row in range(rows)
    ]


def save(file: Path, text: str) -> None:
    """Write a file whole or not at all."""
    if file.is_dir():
        raise IsADirectoryError(f"{file} is a directory, not a file")
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f".{file.name}.new")
    fresh.write_text(text, encoding="utf-8")
    os.replace(fresh, file)
