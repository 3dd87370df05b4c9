"""The games there are, and what each of them offers to everything that is not a rule.

A game is named by its id (``bautzen``) or, for one that is not installed, by where its class
stands (``my_package.my_game:MyGame``); what `offer` named is known by its id from then on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from grognard.engine import places
from grognard.engine.game import CHANCE, Action, Noun, StateT
from grognard.engine.prompt import OVER, WAITING, NotOffered, Prompt, spoken, tried
from grognard.engine.rulebook import Rulebook
from grognard.wire import blank

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from random import Random

    from grognard.engine.calculator import Calculator
    from grognard.engine.chart import Chart
    from grognard.engine.fortune import Fortune
    from grognard.engine.game import Event, Seat
    from grognard.engine.measure import Landmark, Meter
    from grognard.engine.thinking import Adviser, Idea
    from grognard.engine.view import View
    from grognard.wire import (
        Answer,
        Closed,
        Ending,
        Inspection,
        LogLine,
        LuckUnit,
        Odds,
        Overlay,
        OverlayInfo,
        Printed,
        Reach,
        Reason,
    )

ScenarioT = TypeVar("ScenarioT")

CHANCE_NAME: Final = "chance"
BUILT_IN: Final[dict[str, str]] = {
    "bautzen": "grognard.games.bautzen.game:BautzenGame",
    "petrograd": "grognard.games.petrograd.game:PetrogradGame",
    "luga": "grognard.games.eastfront.game:LugaGame",
}
"""Our own games: id, and the module and class that it stands for."""
USUAL: Final = next(iter(BUILT_IN))
"""The game that is meant where none is named."""

NOT_PLAYED: Final[dict[str, str]] = {
    "eastfront": "grognard.games.eastfront.system:EastFront",
}
"""Our own systems that have a rulebook and a calculator, and are not yet played."""


class UnknownGame(LookupError):
    """No game of that name can be found."""

    def __str__(self) -> str:
        return str(self.args[0])


class NotAPosition(ValueError):
    """The game has no text for this moment (in the middle of a combat, say)."""


class System:
    """A system of rules: its book and its calculator. A `Game` is one that can be played."""

    id: ClassVar[str]
    titles: ClassVar[Mapping[str, str]]
    """The title by language: ``{"en": ..., "fr": ...}``."""
    rules_version: ClassVar[str]

    def rulebook(self) -> Rulebook:
        """Return the rules in our own words, and the rulings; without them, an empty book."""
        return Rulebook(self.titles, (), ())

    def calculator(self) -> Calculator | None:
        """Return what reckons exact odds for ``grognard odds``; None where nothing does."""
        return None


class Game(System, ABC, Generic[StateT, ScenarioT]):
    """What a game offers besides its state and its questions."""

    about: ClassVar[Mapping[str, str]] = {}
    """What it is about, by language, in a sentence or two: for whoever chooses a game."""
    older_rules: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """By an older version of the rules: the options under which the present code plays it."""
    seats: ClassVar[tuple[str, ...]]
    """The names of the sides; the number of a seat is its place here."""
    verbs: ClassVar[Mapping[str, Noun]]
    """Every verb of the game, and what its number stands for."""
    words: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The words that a verb with a `Noun.WORD` chooses from; the number is the place here."""

    closes: ClassVar[Mapping[str, Closed]] = {}
    """The verbs that end something: a choice made of several answers, a segment, a turn.

    By default they are the main button; a game with others says so in `answers`.
    """
    gathers: ClassVar[frozenset[str]] = frozenset({"join"})
    """The verbs that add a piece to what is being gathered, such as an attack: "all of them" gives
    such answers in a row."""

    # Scenarios

    @abstractmethod
    def load(self, directory: Path | None = None) -> ScenarioT:
        """Return the scenario in a directory, or the game's own first scenario."""

    @abstractmethod
    def scenario_id(self, scenario: ScenarioT) -> str:
        """Return the name that journals call a scenario by."""

    @abstractmethod
    def start(self, scenario: ScenarioT) -> StateT:
        """Return the state in which a scenario begins."""

    def scenarios(self) -> Mapping[str, Path]:
        """Return the directories of the game's other scenarios, by their ids."""
        return {}

    def find(self, name: str) -> ScenarioT:
        """Return the game's own scenario of that name."""
        directories = self.scenarios()
        scenario = self.load(directories.get(name))
        if self.scenario_id(scenario) != name:
            known = ", ".join(sorted({self.scenario_id(scenario), *directories}))
            raise LookupError(f"{self.id} has no scenario {name!r}; it has: {known}")
        return scenario

    def configure(self, scenario: ScenarioT, options: Mapping[str, str]) -> ScenarioT:
        """Return the scenario played with these options; a game without options refuses any."""
        if options:
            raise ValueError(f"{self.id} has no option {', '.join(sorted(options))}")
        return scenario

    def data_digest(self, scenario: ScenarioT) -> str:
        """Return a fingerprint of data files that are not the game's own, or nothing."""
        return ""

    def check(self, directory: Path) -> list[str]:
        """Return everything that is wrong with the data files in a directory."""
        try:
            self.load(directory)
        except ValueError as error:
            return [str(error)]
        return []

    def data_files(self, directory: Path | None = None) -> tuple[Path, ...]:
        """Return the text files that make up a scenario, or the game's own first scenario."""
        return tuple(sorted(directory.iterdir())) if directory else ()

    # Names: how a person writes an action

    def piece_name(self, state: StateT, number: int) -> str:
        """Return the name of a piece, unique in the game and without ``;`` or ``#``."""
        raise NotImplementedError(f"{self.id} names no pieces")

    def piece_number(self, state: StateT, text: str) -> int:
        """Return the piece of that name, or raise ValueError."""
        raise NotImplementedError(f"{self.id} names no pieces")

    def hex_name(self, state: StateT, number: int) -> str:
        """Return the printed number of a hex."""
        raise NotImplementedError(f"{self.id} names no hexes")

    def hex_number(self, state: StateT, text: str) -> int:
        """Return the hex of that printed number, or raise ValueError."""
        raise NotImplementedError(f"{self.id} names no hexes")

    def word_name(self, state: StateT, verb: str, number: int) -> str:
        """Return the word that a number stands for after a verb."""
        return self.words[verb][number]

    def word_number(self, state: StateT, verb: str, text: str) -> int:
        """Return the number of a word after a verb, or raise ValueError."""
        words = self.words[verb]
        if text not in words:
            raise ValueError(f"{verb} takes one of {', '.join(words)}")
        return words.index(text)

    def noun_name(self, state: StateT, action: Action) -> str:
        """Return the noun of an action as a person writes it; empty where the verb has none."""
        verb, number = action
        match self.verbs[verb]:
            case Noun.PIECE:
                return self.piece_name(state, number)
            case Noun.HEX:
                return self.hex_name(state, number)
            case Noun.WORD:
                return self.word_name(state, verb, number)
            case Noun.NUMBER:
                return str(number)
            case Noun.NOTHING:
                return ""

    def noun_number(self, state: StateT, verb: str, text: str) -> int:
        """Return the number of a noun that a person wrote, or raise ValueError."""
        if verb not in self.verbs:
            raise ValueError(f"there is no verb {verb!r}; there are {', '.join(self.verbs)}")
        match self.verbs[verb]:
            case Noun.PIECE:
                return self.piece_number(state, text)
            case Noun.HEX:
                return self.hex_number(state, text)
            case Noun.WORD:
                return self.word_number(state, verb, text)
            case Noun.NUMBER:
                return _whole_number(text)
            case Noun.NOTHING:
                if text:
                    raise ValueError(f"nothing comes after {verb}")
                return 0

    def write_action(self, state: StateT, action: Action) -> str:
        """Return an action as a person writes it: ``to 1810``."""
        return f"{action.verb} {self.noun_name(state, action)}".rstrip()

    def read_action(self, state: StateT, text: str) -> Action:
        """Return the action that a person wrote, or raise ValueError."""
        verb, _, noun = text.strip().partition(" ")
        return Action(verb, self.noun_number(state, verb, noun.strip()))

    def joins(self, previous: str, verb: str) -> bool:
        """Whether a verb goes on with the decision that the verb before it began."""
        return False

    def seat_name(self, seat: Seat) -> str:
        """Return the name of a seat, or ``chance``."""
        return CHANCE_NAME if seat == CHANCE else self.seats[seat]

    # What is seen, told and demanded. Wherever something is shown to a `seat`, that may also be
    # `SPECTATOR`, who is shown what every seat may know

    @abstractmethod
    def view(self, state: StateT, seat: Seat) -> View:
        """Return what a seat may see; start from nothing and add. See `View.build`."""

    @abstractmethod
    def reshuffle_hidden(self, state: StateT, seat: Seat, rng: Random) -> StateT:
        """Return a copy in which what the seat cannot see is drawn anew, as it might also be."""

    @abstractmethod
    def describe(self, state: StateT, event: Event, lang: str, seat: Seat | None = None) -> str:
        """Return the line of the log for an event, as a seat may read it; None reads all.

        The event alone says what happened: `state` gives names, and may be a later position.
        """

    def tell(self, state: StateT, event: Event, lang: str, seat: Seat) -> LogLine:
        """Return an event as a seat may know it: words, and what is to be shown on the map."""
        text, die = self.describe(state, event, lang, seat), event.facts.get("die")
        line: LogLine = {"text": text, "rule": event.rule, "kind": event.kind, "act": "note"}
        if isinstance(die, int):
            line["dice"] = [die]
        return line

    @abstractmethod
    def read_position(self, text: str, scenario: ScenarioT, file: str = "position") -> StateT:
        """Return the position that a text describes; `file` is its name in errors."""

    @abstractmethod
    def write_position(self, state: StateT) -> str:
        """Return the text of a position, or raise `NotAPosition` at a moment that has none."""

    def invariants(self, state: StateT) -> list[str]:
        """Return whatever is true of this state and never may be."""
        return []

    def adviser(self) -> Adviser[StateT] | None:
        """Return what the game knows about playing it well; None where it knows nothing."""
        return None

    def meter(self, state: StateT) -> Meter[StateT] | None:
        """Return what measures a game that begins at `state`; None where nothing is measured."""
        return None

    def landmarks(self, scenario: ScenarioT) -> Sequence[Landmark]:
        """Return the places whose holders tell how a game went, with who held them in history."""
        return ()

    # What a player asks; a game offers what it can, and nothing here tells a seat what it may
    # not know

    def prompt(self, state: StateT, seat: Seat, lang: str) -> Prompt:
        """Return the current question in words, with its answers where it is this seat's."""
        if state.is_over:
            return Prompt(spoken(OVER, lang), "", ())
        if seat != state.seat:
            name = self.seat_name(state.seat)
            return Prompt(spoken(WAITING, lang, seat=name), state.question.rule, ())
        answers = self.answers(state, state.options(), lang)
        for answer in answers:
            if answer["verb"] in self.gathers:
                answer["gathers"] = True
        return Prompt(self.question_text(state, lang), state.question.rule, tuple(answers))

    def answers(self, state: StateT, options: Sequence[Action], lang: str) -> list[Answer]:
        """Return answers to the current question, each with all that it brings.

        Given to a copy, each shows what it throws and reveals; a game with costs makes its own.
        """
        labels = self.answer_labels(state, options, lang)
        return [
            tried(self, state, action, label) for action, label in zip(options, labels, strict=True)
        ]

    def question_text(self, state: StateT, lang: str) -> str:
        """Return the current question in words, for whoever answers it."""
        return (type(state.question).__doc__ or "").partition("\n")[0]

    def answer_labels(self, state: StateT, options: Sequence[Action], lang: str) -> list[str]:
        """Return what each answer to the current question means."""
        return [self.write_action(state, action) for action in options]

    def idea_words(self, state: StateT, idea: Idea, lang: str) -> tuple[str, str]:
        """Return what a bot weighed, and its reason, in words."""
        if idea.answer is None:
            return idea.what, idea.reason
        return self.answer_labels(state, [idea.answer], lang)[0], idea.reason

    def why(self, state: StateT, seat: Seat, words: str, lang: str) -> list[Reason]:
        """Return why something (``1810``, ``KG72 1810``) cannot be done now.

        Nothing is returned where nothing forbids it; words that mean nothing are a ValueError.
        """
        raise NotOffered(f"{self.id} does not say why")

    def inspect(self, state: StateT, seat: Seat, lang: str) -> Inspection:
        """Return what a seat may ask of a position, for a program."""
        raise NotOffered(f"{self.id} does not inspect positions")

    def reach(
        self, state: StateT, seat: Seat, piece: int, lang: str, hex_: int | None = None
    ) -> Reach:
        """Return where a piece may go; with `hex_`, that hex alone and the way to it."""
        raise NotOffered(f"{self.id} does not say how far a piece may go")

    def odds(self, state: StateT, seat: Seat, lang: str) -> Odds:
        """Return the reckoning and the chances of what is being composed or fought."""
        raise NotOffered(f"{self.id} reckons no odds here")

    def label(self, key: str, lang: str) -> str:
        """Return the heading of a key of `inspect` or `odds` for people."""
        return key.replace("_", " ")

    def chart(self, state: StateT, seat: Seat, lang: str) -> Chart:
        """Return the map as a seat sees it, to be drawn."""
        raise NotOffered(f"{self.id} draws no map")

    # What a table where people play needs to know

    def printed(self, scenario: ScenarioT) -> Printed:
        """Return what is printed, for a program that draws it."""
        verbs = {verb: noun.value for verb, noun in self.verbs.items()}
        name = self.scenario_id(scenario)
        return blank.printed(self.id, name, self.titles, self.seats, verbs, self.words)

    def overlays(self, scenario: ScenarioT) -> list[OverlayInfo]:
        """Return what can be laid over the map."""
        return []

    def overlay(self, state: StateT, seat: Seat, name: str, side: Seat, lang: str) -> Overlay:
        """Return one overlay for one side, as a seat may know it."""
        raise NotOffered(f"{self.id} has no overlay {name!r}")

    def ending(self, state: StateT, lang: str) -> Ending:
        """Return how a game that is over ended."""
        winner = state.winner()
        name = None if winner is None else self.seats[winner]
        return {"winner": name, "text": "", "victory": None, "lost": []}

    def hex_lines(self, state: StateT, seat: Seat, hex_: int, lang: str) -> list[str]:
        """Return a hex and what lies in it in words, as a seat may know them."""
        raise NotOffered(f"{self.id} does not describe hexes")

    def hex_notes(self, state: StateT, seat: Seat, hex_: int, lang: str) -> list[str]:
        """Return those of the lines that neither the map nor the counters in it show."""
        return self.hex_lines(state, seat, hex_, lang)

    def fortune(self, state: StateT, event: Event) -> Fortune | None:
        """Return the luck of a throw that was noted, for the report at the end; else None."""
        return None

    def luck_unit(self, lang: str) -> LuckUnit:
        """Return what the worth of a throw is counted in, in words."""
        return {"text": "{shown}", "meaning": ""}


AnyGame: TypeAlias = Game[Any, Any]
"""A game whose kind of state does not matter here."""


def games() -> tuple[str, ...]:
    """Return the ids of all games: ours, and those of installed packages."""
    return tuple(sorted({*BUILT_IN, *places.known()}))


def is_known(name: str) -> bool:
    """Whether a game of that id is among `games`; our own are found without asking the disk."""
    return name in BUILT_IN or name in places.known()


def systems() -> tuple[str, ...]:
    """Return the ids of all games, and of the systems that are not played."""
    return tuple(sorted({*games(), *NOT_PLAYED}))


def game(name: str) -> AnyGame:
    """Return the game of that id, or the one that stands at ``module:Class``."""
    found = system(name)
    if not isinstance(found, Game):
        raise UnknownGame(f"{name} has rules and odds, but cannot be played")
    return found


@cache
def system(name: str) -> System:
    """Return the game or system of that id, or the one that stands at ``module:Class``."""
    place = name if ":" in name else {**NOT_PLAYED, **places.known(), **BUILT_IN}.get(name)
    if place is None:
        known = ", ".join(systems()) or "none"
        raise UnknownGame(f"there is no game {name!r}; known games: {known}")
    return _resolve(place)


def known_game(name: str) -> AnyGame:
    """Return the game of that id, never one named by its place.

    For names that come from a file: what a file says must not import code.
    """
    if ":" in name:
        raise UnknownGame(f"a file cannot choose code to run: name the game {name!r} yourself")
    try:
        return game(name)
    except UnknownGame as error:
        raise UnknownGame(f"{error}; any other is for the caller to name") from None


def name_of(game: AnyGame) -> str:
    """Return by which name `game` finds this game: its id, or the place of its class."""
    kind = type(game)
    return game.id if is_known(game.id) else f"{kind.__module__}:{kind.__qualname__}"


def offer(place: str) -> AnyGame:
    """Let a game be known by its id, as whoever runs this program says; return it."""
    one = game(place)
    if not is_known(one.id):
        places.name(one.id, place)
    elif type(game(one.id)) is not type(one):
        raise UnknownGame(f"{place!r} calls itself {one.id}, which is another game already")
    return one


def _resolve(place: str) -> System:
    """Return the game or system at ``module:Class`` (or at ``module:instance``)."""
    try:
        made = places.at(place)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownGame(f"there is no game at {place!r}: {error}") from error
    if not isinstance(made, System):
        raise UnknownGame(f"{place!r} is not a game but a {type(made).__name__}")
    return made


def _whole_number(text: str) -> int:
    if not text.isascii() or not text.removeprefix("-").isdigit():
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)
