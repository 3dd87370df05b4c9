"""What a seat asks of the position: why not, how far, which hexes, what are the odds.

The game answers; here its answers get one form. Nobody is told what another seat is choosing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from grognard.engine.journal import Journal
from grognard.engine.prompt import NotOffered, spoken
from grognard.server.refusal import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from grognard.engine.game import State
    from grognard.server.place import Place
    from grognard.server.table import Table
    from grognard.wire import HexWords, Inspection, Odds, Overlay, Reach, WhyNot

T = TypeVar("T")

FIELDS: Final = ("verb", "noun", "hex", "piece", "side", "lang")
NOT_YOURS: Final = {"en": "Another side is asked.", "fr": "La question est posée à l'autre camp."}
OVER: Final = {"en": "The game is over.", "fr": "La partie est finie."}


class Query(NamedTuple):
    """The words of a query, as they were sent."""

    verb: str = ""
    noun: str = ""
    hex: str = ""
    piece: str = ""
    side: str = ""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Query:
        """Return the fields of a query; refuse one that is not known."""
        for name, value in query.items():
            if name not in FIELDS:
                raise Refused("bad_request", f"there is no field {name!r}: {', '.join(FIELDS)}")
            if len(value) > 64:
                raise Refused("bad_request", f"{name} is too long")
        return cls(**{name: query.get(name, "") for name in cls._fields})


def why(table: Table, place: Place, asked: Query, lang: str) -> WhyNot:
    """Say why something is not among the answers, or that it is."""
    state, game = table.session.state, table.game
    if table.to_move is not place:
        text = spoken(OVER if table.to_move is None else NOT_YOURS, lang)
        return {"legal": False, "reasons": [{"rule": "", "text": text}]}
    words = " ".join(filter(None, (_piece(table, asked), _hex(table, asked))))
    if asked.verb:
        if any(
            answer.verb == asked.verb and str(answer.noun) == asked.noun
            for answer in state.options()
        ):
            return {"legal": True, "reasons": []}
        words = " ".join(filter(None, (words, _noun(table, asked))))
    if not words:
        raise Refused("bad_request", "say what: verb and noun, hex, or piece")
    said = _told(lambda: game.why(state, place.eye.number, words, lang))
    return {"legal": not said, "reasons": said}


def reach(table: Table, place: Place, asked: Query, lang: str) -> Reach:
    """Return where a piece may go, at what cost, and why not elsewhere; or the way to one hex."""
    name = _piece(table, asked)
    if not name:
        raise Refused("bad_request", "say which piece")
    game, state = table.game, table.session.state
    piece, goal = game.piece_number(state, name), _hex(table, asked)
    hex_ = game.hex_number(state, goal) if goal else None
    return _told(lambda: game.reach(state, _side(place), piece, lang, hex_))


def overlay(table: Table, place: Place, name: str, asked: Query, lang: str) -> Overlay:
    """Return the hexes and lines of an overlay."""
    game, state = table.game, table.session.state
    if asked.side and asked.side not in game.seats:
        raise Refused("bad_request", f"there is no side {asked.side!r}")
    own = place.eye.seat or 0
    side = game.seats.index(asked.side) if asked.side else own
    return _told(lambda: game.overlay(state, place.eye.number, name, side, lang))


def inspect(table: Table, place: Place, asked: Query, lang: str) -> HexWords | Inspection:
    """Return what a seat may know of a hex in words; without a hex, of the whole position."""
    game, state = table.game, table.session.state
    name = _hex(table, asked)
    if not name:
        return _told(lambda: game.inspect(state, _side(place), lang))
    number = game.hex_number(state, name)
    seat = place.eye.number
    said = _told(lambda: game.hex_lines(state, seat, number, lang))
    notes = game.hex_notes(state, seat, number, lang)
    return {"hex": number, "id": name, "lines": said, "notes": notes}


def odds(table: Table, place: Place, lang: str, state: State | None = None) -> Odds:
    """Return the chances of the attack that the seat composes, or of the one being fought.

    They may take a while to reckon: elsewhere, on a copy of the position.
    """
    state = state or table.session.state
    return _told(lambda: table.game.odds(state, _side(place), lang))


def log(table: Table, place: Place, lang: str, before: int | None, limit: int) -> str:
    """Return a page of the log as a seat may read it, as JSON: the last lines before a line."""
    written = table.log(place, lang)
    total = table.show(place).lines
    end = total if before is None else min(before, total)
    first = max(0, end - limit)
    return f'{{"first":{first},"lines":{written.page(first, end)},"total":{total}}}'


def record(table: Table, place: Place, lang: str) -> str:
    """Return the game as one seat knows it: its own answers, and the log as it may read it."""
    session, game = table.session, table.game
    opening = Journal.begin(game, table.printed.scenario, dict(table.printed.options))
    whose, result = place.id or "nobody", table.show(place).result
    head = [*opening.format().splitlines(), f"seen by: {whose}", f"result: {result}", ""]
    told: dict[int, list[str]] = {}
    for noted in session.events:
        text = game.tell(session.state, noted.event, lang, place.eye.number)["text"]
        told.setdefault(noted.cause, []).append(f"# {text}")
    lines = []
    for number, (line, move) in enumerate(session.journal.moves()):
        if line.seat == place.id:
            lines.append(f"{line.seat}: {move}")
        lines += told.get(number, [])
    return "\n".join([*head, *lines]) + "\n"


def _side(place: Place) -> int:
    """Return the seat of somebody who plays."""
    if place.eye.seat is None:
        raise Refused("not_yours", "this is answered to whoever plays")
    return place.eye.seat


def _told(ask: Callable[[], T]) -> T:
    """Return what the game says, or refuse in its words."""
    try:
        return ask()
    except NotOffered as error:
        raise Refused("not_offered", str(error)) from None
    except (ValueError, LookupError) as error:
        raise Refused("not_found", str(error)) from None


def _hex(table: Table, asked: Query) -> str:
    """Return the printed number of the hex asked about."""
    return _name(asked.hex, table.game.hex_number, table.game.hex_name, table)


def _piece(table: Table, asked: Query) -> str:
    """Return the printed name of the piece asked about."""
    return _name(asked.piece, table.game.piece_number, table.game.piece_name, table)


def _name(
    text: str,
    number_of: Callable[[Any, str], int],
    name_of: Callable[[Any, int], str],
    table: Table,
) -> str:
    """Return the printed name of something given by that name or by its number."""
    if not text:
        return ""
    state = table.session.state
    try:
        number_of(state, text)
    except ValueError:
        if not text.isdecimal() or not text.isascii():
            raise Refused("not_found", f"there is no {text!r}") from None
        try:
            name = name_of(state, int(text))
            number_of(state, name)
        except (ValueError, LookupError):
            raise Refused("not_found", f"there is no {text!r}") from None
        return name
    return text


def _noun(table: Table, asked: Query) -> str:
    """Return the printed name of the noun of an answer that is not offered."""
    kind = table.game.verbs.get(asked.verb)
    if kind is None:
        raise Refused("not_found", f"there is no verb {asked.verb!r}")
    if kind.value == "hex":
        return _hex(table, Query(hex=asked.noun))
    return _piece(table, Query(piece=asked.noun)) if kind.value == "piece" else ""
