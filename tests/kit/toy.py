"""Ford: a small second user of the kit. Two sides at a river on a map with a hole in it."""

from __future__ import annotations

from enum import Enum
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, ClassVar

from grognard.engine.bits import numbers
from grognard.engine.datafile import Report
from grognard.engine.game import CHANCE, Action, Noun, Procedure, Question, Seat, frozen
from grognard.engine.hexmap import Hex, Region
from grognard.engine.meaning import PieceIndex, Pieces
from grognard.engine.view import View
from grognard.kit.board import Board, SideKind, read_board, read_frame
from grognard.kit.counters import Counters, Material, alias
from grognard.kit.dice import TWO_D6
from grognard.kit.facts import ByPiece, BySeat, Sides, fact
from grognard.kit.game import CountersGame
from grognard.kit.position import Notation, askable
from grognard.kit.roster import (
    Roster,
    column,
    counter,
    flag,
    needed,
    one_of,
    read_roster,
    some_of,
    text,
    whole,
)
from grognard.wire import blank

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from grognard.engine.datafile import Section
    from grognard.engine.game import Event

FILES = {
    "map.toml": "columns = 4\nrows = 4\n",
    "hexes.csv": """hex,terrain,name,height
0101,clear,,
0102,forest,,
0103,clear,Ford,
0201,clear,,
0202,marsh,,
0203,forest,,
0301,clear,Hill,75
0303,clear,,
0304,clear,,
0401,sea,,
0402,clear,,
""",
    "sides.csv": """kind,a,b,class,name
river,0101,0201,stream,Brook
river,0102,0201,major,Stream
river,0102,0202,major,Stream
bridge,0102,0202,road,
bridge,0102,0202,rail,
wall,0303,0203,,Line
""",
    "links.csv": """kind,a,b
road,0102,0202
road,0202,0203
rail,0102,0202
""",
    "pieces.csv": """id,name,side,kind,strength,move,steps,special,holds
A1,First,red,foot,4,6,4,guards,yes
A2,Second,red,foot,2,6,2,,yes
A3,Wagon,none,train,,4,1,,no
B1,Third,white,foot,3,6,3,"guards,engineer",yes
B2,Aeroplane,white,air,,,1,,no
""",
}

SIDES_FILE = (
    SideKind("river", ("stream", "major")),
    SideKind("bridge", ("road", "rail"), may_share=True),
    SideKind("wall", is_directed=True),
)
LINKS_FILE = (SideKind("road"), SideKind("rail"))


def write_files(directory: Path, **changed: str) -> Path:
    """Write the files of the game, some changed: ``hexes="..."``."""
    for name, content in FILES.items():
        (directory / name).write_text(changed.get(name.split(".")[0], content), encoding="utf-8")
    return directory


def load_board(directory: Path, problems: list[str] | None = None) -> Board:
    """Return the board of a directory."""
    sides = {directory / "sides.csv": SIDES_FILE, directory / "links.csv": LINKS_FILE}
    columns = ("terrain", "name", "height")
    frame, report = read_frame(directory / "map.toml"), Report(problems)
    return read_board(frame, directory / "hexes.csv", sides, report, columns=columns)


@counter
class Piece:
    """What a counter prints."""

    index: int
    id: str = column(needed)
    name: str = column(text)
    side: Seat | None = column(one_of({"red": 0, "white": 1, "none": None}))
    kind: str = column(one_of({word: word for word in ("foot", "train", "air")}))
    strength: int = column(whole(0, 9, empty=0))
    speed: int = column(whole(0, 12, empty=0), "move")
    steps: int = column(whole(1, 4))
    special: frozenset[str] = column(some_of(("guards", "engineer")))
    holds: bool = column(flag())


def load_pieces(directory: Path, problems: list[str] | None = None) -> Roster[Piece]:
    """Return the counters of a directory."""
    return read_roster(directory / "pieces.csv", Piece, Report(problems))


@cache
def material() -> Material:
    """Return the map and the counters of the game."""
    with TemporaryDirectory() as directory:
        files = write_files(Path(directory))
        board, roster = load_board(files), load_pieces(files)
    return Material(
        scenario="ford",
        map=board.map,
        seats=("red", "white"),
        ids=tuple(piece.id for piece in roster.pieces),
        steps=tuple(piece.steps for piece in roster.pieces),
        owners=tuple(piece.side for piece in roster.pieces),
        units=roster.where(lambda piece: piece.holds),
        others=roster.where(lambda piece: piece.kind == "train"),
        sides=tuple(sorted(board.sides("bridge"))),
    )


class Weather(Enum):
    """What the sky does."""

    DRY = 1
    MUD = 2


@frozen
class Raid:
    """Who goes where."""

    piece: PieceIndex
    goal: Hex
    escort: Pieces
    over: Region
    is_night: bool
    way: tuple[Hex, ...]
    shift: int
    target: Weather | None


class Ford(Counters):
    """Every kind of fact once."""

    turn: int = fact(unsaid=1)
    weather: Weather = fact()
    is_rainy: bool = fact()
    leader: PieceIndex = fact()
    post: Hex = fact()
    disorganised: Pieces = fact()
    entrenched: Region = fact(called="trenches")
    blown: Sides = fact()
    points: BySeat[int] = fact()
    seen: BySeat[Pieces] = fact()
    fatigue: ByPiece = fact()
    raid: Raid | None = fact()

    wagons_at: BySeat[Region] = alias("others_at")

    def canonical(self) -> str:
        """Return the text of the position."""
        return NOTATION.write(self)

    def winner(self) -> Seat | None:
        """Return the side with more points."""
        red, white = self.points
        return None if red == white or not self.is_over else int(white > red)


@frozen
class Order(Question[Ford]):
    """1 - which counter of a side moves, if any."""

    rule: ClassVar[str] = "1"
    side: Seat

    def seat(self, state: Ford) -> Seat:
        return self.side

    def options(self, state: Ford) -> Sequence[Action]:
        return [Action("pass"), *(Action("move", p) for p in numbers(state.owned[self.side]))]

    def answer(self, state: Ford, action: Action) -> None:
        if action.verb == "move":
            state.ask(MoveTo(self.side, 1 << action.noun))


@frozen
class MoveTo(Question[Ford]):
    """1 - to which hex without an enemy a counter moves."""

    rule: ClassVar[str] = "1"
    side: Seat
    pieces: Pieces

    def seat(self, state: Ford) -> Seat:
        return self.side

    def options(self, state: Ford) -> Sequence[Action]:
        enemy = state.held[1 - self.side] | state.wagons_at[1 - self.side]
        return [Action("to", h) for h in numbers(state.material.map.everywhere & ~enemy)]

    def answer(self, state: Ford, action: Action) -> None:
        piece = self.pieces.bit_length() - 1
        state.place(piece, action.noun, self.side)
        state.note("moved", "1", side=self.side, pieces=[piece], hex=action.noun)


@frozen
class Storm(Question[Ford]):
    """2 - two dice: on 9 or more it rains, and every counter is tired."""

    rule: ClassVar[str] = "2"

    def seat(self, state: Ford) -> Seat:
        return CHANCE

    def options(self, state: Ford) -> Sequence[Action]:
        return TWO_D6.throws

    def answer(self, state: Ford, action: Action) -> None:
        state.is_rainy = TWO_D6.total(action.noun) >= 9
        state.points[TWO_D6.faces(action.noun)[0] % 2] += TWO_D6.total(action.noun)
        state.note("storm", "2", total=TWO_D6.total(action.noun))
        if state.is_rainy:
            for piece in range(len(state.fatigue)):
                state.fatigue[piece] += 1


@frozen
class EndTurn(Procedure[Ford]):
    """3 - the turn is over; after the third one so is the game."""

    number: int

    def run(self, state: Ford) -> None:
        state.turn = self.number + 1
        if state.turn < 3:
            state.ask(Storm(), Order(0), Order(1), EndTurn(self.number + 1))


class FordNotation(Notation[Ford]):
    """A position that asks nothing opens with the weather."""

    def open(self, state: Ford, root: Section) -> None:
        state.ask(Storm(), Order(0), Order(1), EndTurn(state.turn))


def _asked() -> dict[str, type]:
    import sys

    return askable(sys.modules[__name__])


NOTATION = FordNotation("ford", _asked())


def begin() -> Ford:
    """Return an empty board."""
    return Ford(material())


def read(text_: str) -> Ford:
    """Return the position of a text."""
    return NOTATION.read(text_, begin, "ford.toml")


class FordGame(CountersGame[Ford, Material]):
    """What programs need to know of Ford: nothing of it is hidden."""

    id = "ford"
    titles: ClassVar[Mapping[str, str]] = {"en": "Ford", "fr": "Le gué"}
    rules_version = "1"
    seats = ("red", "white")
    verbs: ClassVar[Mapping[str, Noun]] = {
        "pass": Noun.NOTHING,
        "move": Noun.PIECE,
        "to": Noun.HEX,
        "throw": Noun.NUMBER,
    }

    def load(self, directory: Path | None = None) -> Material:
        return material()

    def scenario_id(self, scenario: Material) -> str:
        return scenario.scenario

    def start(self, scenario: Material) -> Ford:
        state = Ford(scenario)
        for piece, name, side in ((0, "0101", 0), (1, "0102", 0), (2, "0102", 0), (3, "0303", 1)):
            state.place(piece, scenario.map.hex(name), side)
        state.ask(Storm(), Order(0), Order(1), EndTurn(0))
        return state

    def joins(self, previous: str, verb: str) -> bool:
        return (previous, verb) == ("move", "to")

    def view(self, state: Ford, seat: Seat) -> View:
        facts = blank.seen(state.turn)
        facts["facts"] = {"where": list(state.where), "points": list(state.points)}
        return View.build(state, seat, facts)

    def reshuffle_hidden(self, state: Ford, seat: Seat, rng: Random) -> Ford:
        return state.copy()

    def describe(self, state: Ford, event: Event, lang: str, seat: Seat | None = None) -> str:
        words = {"en": "it was so", "fr": "ce fut ainsi"}[lang]
        return f"{words}: {event.kind} ({event.rule}) {sorted(event.facts.items())}"

    @property
    def notation(self) -> Notation[Ford]:
        return NOTATION

    def empty(self, scenario: Material) -> Ford:
        return Ford(scenario)
