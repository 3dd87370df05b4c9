"""How a table is made: of a scenario, a journal, a lesson, or a moment of another table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Header, Request

from grognard.engine.datafile import DataError
from grognard.engine.journal import Journal
from grognard.server import bodies, lessons, offers, replay
from grognard.server import seats as seating
from grognard.server.bots import levels
from grognard.server.house import Seated
from grognard.server.http import address_of, find_table, house_of, tokens_of
from grognard.server.refusal import Refused

if TYPE_CHECKING:
    from grognard.engine.registry import AnyGame
    from grognard.server.house import House
    from grognard.server.limits import Rates
    from grognard.server.place import Place
    from grognard.server.table import Table

router = APIRouter(prefix="/api")


@router.post("/tables", status_code=201)
async def create_table(
    request: Request,
    body: bodies.NewTable,
    authorization: Annotated[str, Header(max_length=1000)] = "",
) -> dict[str, Any]:
    """Make a table; the only time that its secrets are told."""
    house, address = house_of(request), address_of(request)
    creations: Rates = request.app.state.creations
    creations.take(address)
    if body.lesson:
        body = _lesson(body)
    if body.fork is not None:
        body.journal = await _forked(house, body.fork, tokens_of(authorization), address)
    if body.journal is not None and (body.game or body.scenario or body.options):
        raise Refused("bad_request", "a journal names its game, scenario and options itself")
    most = house.settings.limits.entries
    journal, game = await house.reader.run(address, _opening, body, most)
    chosen = {name: _chosen(game, body, name) for name in game.seats}
    if unknown := sorted(set(body.seats) - set(game.seats)):
        raise Refused("bad_request", f"{game.id} has no seat {', '.join(unknown)}")
    hints = any(seat.level for seat in chosen.values()) if body.hints is None else body.hints
    try:
        table, told = await house.create(
            journal, game, body.lang, chosen, owner=address, hints=hints
        )
    except DataError as error:
        raise Refused("bad_journal", str(error)) from None
    seats = {place.id: {**place.as_json(), **_told(table, place, told)} for place in table.seats}
    return {"table": table.id, "watch": f"/watch/{table.id}", "seats": seats}


def _lesson(body: bodies.NewTable) -> bodies.NewTable:
    """Return the table of a lesson: its position, the learner's seat, and the others'."""
    if body.game or body.scenario or body.options or body.journal or body.fork:
        raise Refused("bad_request", "a lesson names its game and its position itself")
    game = offers.find_game(body.lesson.partition("/")[0])
    lesson = lessons.find(game, body.lesson)
    usual = next((each.id for each in levels(game) if each.is_usual), "")
    bot = bodies.SeatBody(kind="bot", level=lesson.opponent or usual)
    mine = body.seats.get(lesson.side, bodies.SeatBody())
    seats = {seat: mine if seat == lesson.side else bot for seat in game.seats}
    journal = lesson.opening(game).format()
    return body.model_copy(update={"journal": journal, "seats": seats})


async def _forked(house: House, fork: bodies.ForkBody, tokens: list[str], address: str) -> str:
    """Return the journal of another table up to a line of its log, for whoever may read it."""
    table = await find_table(house, fork.table, address)
    async with table.lock:
        refuse_secrets(table, tokens)
        played = replay.Reel(table).moment(fork.line).actions
        journal = table.session.journal.copy()
    journal.truncate(played)
    return journal.format()


def refuse_secrets(table: Table, tokens: list[str]) -> None:
    """Let nobody see a whole game that goes on, but whoever has every seat."""
    held = [table.open(token) for token in tokens]
    if table.session.state.is_over or all(place in held for place in table.seats):
        return
    reason = "while a game runs, its journal is for whoever has every seat"
    raise Refused("not_yours", f"{reason}; a seat's own record is at .../record")


def _told(table: Table, place: Place, secrets: dict[str, str]) -> dict[str, str]:
    """Return the secret of a seat: a token for the maker, an invitation for a guest."""
    secret = secrets.get(str(place.id))
    if secret is None:
        return {}
    if place.invitation_hash:
        return {"invitation": secret, "link": seating.join_link(table.id, secret)}
    return {"token": secret, "link": seating.play_link(table.id, secret)}


def _opening(body: bodies.NewTable, most: int) -> tuple[Journal, AnyGame]:
    """Return the journal that a table begins with, of at most so many answers, and its game."""
    if body.journal is not None:
        return _brought(body.journal, most)
    if body.game is None:
        raise Refused("bad_request", "say which game: 'game', or a 'journal'")
    game = offers.find_game(body.game)
    scenario = offers.scenario_of(game, body.scenario)
    try:
        game.configure(scenario, body.options)
        return Journal.begin(game, game.scenario_id(scenario), body.options), game
    except ValueError as error:
        raise Refused("bad_request", str(error)) from None


def _brought(text: str, most: int) -> tuple[Journal, AnyGame]:
    try:
        journal = Journal.parse(text)
    except DataError as error:
        raise Refused("bad_journal", str(error)) from None
    if sum(len(line.moves) for line in journal.lines) >= most:
        raise Refused("bad_journal", f"a game has at most {most} answers and throws")
    return journal, offers.find_game(journal.get("game"))


def _chosen(game: AnyGame, body: bodies.NewTable, seat: str) -> Seated:
    """Return who is to play a seat."""
    wanted = body.seats.get(seat, bodies.SeatBody())
    known = [level.id for level in levels(game)]
    if wanted.kind != "bot":
        if wanted.level:
            raise Refused("bad_request", f"{seat}: a person has no level")
        return Seated("", wanted.name, wanted.kind == "guest")
    level = wanted.level or known[-1]
    if level not in known:
        reason = f"{seat}: there is no level {level!r}; there are {', '.join(known)}"
        raise Refused("bad_request", reason)
    return Seated(level, wanted.name)
