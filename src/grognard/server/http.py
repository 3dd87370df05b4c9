"""The requests of HTTP; `docs/api.md` explains them."""

from __future__ import annotations

import asyncio
import re
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response, WebSocket

from grognard.engine.datafile import DataError
from grognard.engine.journal import Journal
from grognard.server import asking, bodies, offers, replay
from grognard.server import seats as seating
from grognard.server.bots import levels
from grognard.server.described import gives
from grognard.server.house import Seated
from grognard.server.limits import Rates, cost_of
from grognard.server.live import CLOSES, GOING_AWAY, Connection
from grognard.server.refusal import Refused
from grognard.server.shown import dumps
from grognard.server.store import Note

if TYPE_CHECKING:
    from grognard.engine.registry import AnyGame
    from grognard.server.house import House
    from grognard.server.offers import Page
    from grognard.server.table import Place, Table

LANGUAGES: Final = ("en", "fr")
TABLE_ID: Final = re.compile(r"[\w-]{1,32}")
router = APIRouter(prefix="/api")


class Visitor:
    """Who sends a request, in which language, about which table."""

    def __init__(
        self, house: House, table: Table, tokens: list[str], lang: str, address: str
    ) -> None:
        self.house, self.table, self.tokens, self.lang = house, table, tokens, lang
        self.place: Place = table.open(tokens[0] if tokens else None)
        self.address = address

    def pay(self, cost: float) -> None:
        """Count a request for the visitor's seat."""
        if self.place.eye.seat is not None:
            self.house.seat_rates.take(f"{self.table.id}/{self.place.id}", cost)

    def seat(self) -> int:
        """Return the visitor's seat; whoever watches has none."""
        if self.place.eye.seat is None:
            raise Refused("not_yours", "whoever watches cannot do this")
        return self.place.eye.seat


def house_of(request: Request) -> House:
    """Return the house that the application was made with."""
    house: House = request.app.state.house
    return house


def language(
    lang: Annotated[str | None, Query(max_length=8)] = None,
    accept_language: Annotated[str, Header(max_length=200)] = "",
) -> str:
    """Return the language to answer in."""
    if lang is not None:
        if lang not in LANGUAGES:
            raise Refused("bad_request", f"there is no language {lang!r}: {', '.join(LANGUAGES)}")
        return lang
    wanted = (part.strip()[:2].lower() for part in accept_language.split(","))
    return next((each for each in wanted if each in LANGUAGES), "en")


def tokens_of(authorization: str) -> list[str]:
    """Return the tokens of a header; two people at one screen send two."""
    if not authorization:
        return []
    scheme, _, rest = authorization.partition(" ")
    if scheme.lower() != "bearer" or not rest.strip():
        raise Refused("bad_token", "a token is sent as 'Authorization: Bearer TOKEN'")
    return [token.strip() for token in rest.split(",")]


async def visitor(
    request: Request,
    table: Annotated[str, Path(max_length=32)],
    lang: Annotated[str, Depends(language)],
    authorization: Annotated[str, Header(max_length=1000)] = "",
) -> Visitor:
    """Return who sends a request about a table."""
    house, address = house_of(request), address_of(request)
    found = await find_table(house, table, address)
    who = Visitor(house, found, tokens_of(authorization), lang, address)
    who.pay(cost_of(request.url.path))
    return who


def address_of(request: Request | WebSocket) -> str:
    """Return whom a request is counted for."""
    return str(request.scope["state"]["address"])


async def find_table(house: House, table_id: str, address: str) -> Table:
    """Return a table by its id."""
    if house.is_closing:
        raise Refused("shutting_down", "the server is stopping")
    if not TABLE_ID.fullmatch(table_id):
        raise Refused("not_found", "there is no such table")
    return await house.table(table_id, address)


Lang = Annotated[str, Depends(language)]
Who = Annotated[Visitor, Depends(visitor)]


def ready(text: str, status: int = 200) -> Response:
    """Return JSON that is already text."""
    return Response(text, status, media_type="application/json")


def lasting(request: Request, page: Page) -> Response:
    """Return a page that a browser may keep, or say that the one it has is still right."""
    headers = {"ETag": page.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == page.tag:
        return Response(status_code=304, headers=headers)
    return Response(page.text, headers=headers, media_type="application/json")


# What there is


@router.get("/health")
async def health() -> dict[str, str]:
    """Say that the process lives; nothing is asked of the database."""
    return {"status": "ok", "version": version("grognard")}


@router.get("/ready")
async def readiness(request: Request) -> dict[str, str]:
    """Say that games can be saved."""
    if not await house_of(request).is_ready():
        raise Refused("not_ready", "nothing can be saved now")
    return {"status": "ready", "version": version("grognard")}


@router.get("/games", **gives("GameList"))
async def list_games(request: Request) -> Response:
    """Return games, scenarios, options and opponents."""
    return lasting(request, offers.all_games())


@router.get("/games/{game}/scenarios/{scenario}/printed", **gives("Printed"))
async def printed(request: Request, game: str, scenario: str) -> Response:
    """Return everything printed: map, counters, tables."""
    return lasting(request, offers.printed(game, scenario))


@router.get("/games/{game}/rules", **gives("Rules"))
async def rules(request: Request, game: str, lang: Lang) -> Response:
    """Return the rules reference with its rulings."""
    return lasting(request, offers.rules(game, lang))


@router.get("/games/{game}/rules/{number}", **gives("Rules"))
async def rule(game: str, number: str, lang: Lang) -> Response:
    """Return a rule and all beneath it."""
    return ready(dumps(offers.rule(game, number, lang)))


# Tables


@router.post("/tables", status_code=201)
async def create_table(request: Request, body: bodies.NewTable) -> dict[str, Any]:
    """Make a table; the only time that its secrets are told."""
    house, address = house_of(request), address_of(request)
    creations: Rates = request.app.state.creations
    creations.take(address)
    if body.journal is not None and (body.game or body.scenario or body.options):
        raise Refused("bad_request", "a journal names its game, scenario and options itself")
    journal, game = await asyncio.to_thread(_opening, body)
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


def _told(table: Table, place: Place, secrets: dict[str, str]) -> dict[str, str]:
    """Return the secret of a seat: a token for the maker, an invitation for a guest."""
    secret = secrets.get(str(place.id))
    if secret is None:
        return {}
    if place.invitation_hash:
        return {"invitation": secret, "link": seating.join_link(table.id, secret)}
    return {"token": secret, "link": seating.play_link(table.id, secret)}


def _opening(body: bodies.NewTable) -> tuple[Journal, AnyGame]:
    """Return the journal that a table begins with, and its game."""
    if body.journal is not None:
        return _brought(body.journal)
    if body.game is None:
        raise Refused("bad_request", "say which game: 'game', or a 'journal'")
    game = offers.find_game(body.game)
    scenario = offers.scenario_of(game, body.scenario)
    try:
        game.configure(scenario, body.options)
        return Journal.begin(game, game.scenario_id(scenario), body.options), game
    except ValueError as error:
        raise Refused("bad_request", str(error)) from None


def _brought(text: str) -> tuple[Journal, AnyGame]:
    try:
        journal = Journal.parse(text)
    except DataError as error:
        raise Refused("bad_journal", str(error)) from None
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


@router.get("/tables/{table}", **gives("TableInfo"))
async def about(who: Who) -> Response:
    """Return what anybody with a link may know."""
    async with who.table.lock:
        return ready(dumps(who.table.about(who.place, who.house.here(who.table))))


@router.patch("/tables/{table}/me")
async def rename(who: Who, body: bodies.NameBody) -> dict[str, Any]:
    """Change one's name."""
    seat = who.seat()
    store, table = who.house.store, who.table
    await who.house.store_run(lambda: store.change_seat(table.id, seat, name=body.name))
    who.place.name = body.name
    who.house.tell(who.table, who.house.presence(who.table))
    return who.place.as_json()


@router.post("/tables/{table}/join")
async def join(who: Who, body: bodies.JoinBody) -> dict[str, Any]:
    """Exchange an invitation, once, for a token of one's own."""
    return await seating.join(who.house, who.table, body.invitation, body.token)


@router.post("/tables/{table}/me/token")
async def renew(who: Who, body: bodies.TokenBody) -> dict[str, Any]:
    """Give one's seat a new token; the old one opens nothing any more."""
    who.seat()
    return await seating.renew(who.house, who.table, who.place, body.token)


@router.delete("/tables/{table}/me")
async def give_up(who: Who) -> dict[str, Any]:
    """Leave one's seat; whoever is given the invitation may take it."""
    who.seat()
    return await seating.give_up(who.house, who.table, who.place)


@router.post("/tables/{table}/seats/{seat}/invitation")
async def invite(who: Who, seat: Annotated[str, Path(max_length=64)]) -> dict[str, Any]:
    """Invite somebody to a guest's seat, as the maker of the table; the former guest loses it."""
    return await seating.invite(who.house, who.table, who.place, seat)


@router.get("/tables/{table}/update", **gives("Update"))
async def update(who: Who) -> Response:
    """Return what the seat sees now."""
    async with who.table.lock:
        return ready(who.table.update(who.place, who.lang))


@router.post("/tables/{table}/answers", **gives("Submitted"))
async def answer(who: Who, body: bodies.AnswerBody) -> Response:
    """Answer the current question."""
    return await _submit(who, body)


@router.post("/tables/{table}/undo", **gives("Submitted"))
async def undo(who: Who, body: bodies.UndoBody) -> Response:
    """Take back one's last answer."""
    return await _submit(who, body)


async def _submit(who: Visitor, body: bodies.UndoBody) -> Response:
    repeat = await who.house.submit(who.table, who.place, body.asked())
    async with who.table.lock:
        now = who.table.update(who.place, who.lang)
    return ready(f'{{"repeat":{str(repeat).lower()},"update":{now}}}')


@router.websocket("/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Play live."""
    await socket.accept()
    house: House = socket.app.state.house
    try:
        found = await find_table(house, table, address_of(socket))
    except Refused as refused:
        await socket.close(CLOSES.get(refused.code, GOING_AWAY), refused.reason)
        return
    await Connection(socket, house, found).run()


# Questions about the position


@router.get("/tables/{table}/why", **gives("WhyNot"))
async def why(who: Who, request: Request) -> Response:
    """Say why something is not among the answers."""
    asked = asking.Asked.read(request.query_params)
    async with who.table.lock:
        return ready(dumps(asking.why(who.table, who.place, asked, who.lang)))


@router.get("/tables/{table}/reach", **gives("Reach"))
async def reach(who: Who, request: Request) -> Response:
    """Return where a piece may go, and at what cost."""
    asked = asking.Asked.read(request.query_params)
    async with who.table.lock:
        return ready(dumps(asking.reach(who.table, who.place, asked, who.lang)))


@router.get("/tables/{table}/overlays", **gives("Overlays"))
async def overlays(who: Who) -> Response:
    """Return the overlays that the game offers."""
    return ready(dumps({"overlays": who.table.game.overlays(who.table.scenario)}))


@router.get("/tables/{table}/overlays/{overlay}", **gives("Overlay"))
async def overlay(who: Who, overlay: str, request: Request) -> Response:
    """Return the hexes and lines of an overlay."""
    asked = asking.Asked.read(request.query_params)
    async with who.table.lock:
        return ready(dumps(asking.overlay(who.table, who.place, overlay, asked, who.lang)))


@router.get("/tables/{table}/inspect", **gives("Inspection"))
async def inspect(who: Who, request: Request) -> Response:
    """Return what the seat may know of a hex, or of the whole position."""
    asked = asking.Asked.read(request.query_params)
    async with who.table.lock:
        return ready(dumps(asking.inspect(who.table, who.place, asked, who.lang)))


@router.get("/tables/{table}/odds", **gives("Odds"))
async def odds(who: Who) -> Response:
    """Return the reckoning and the chances of the attack being composed or fought."""
    async with who.table.lock:
        state = who.table.session.state.copy()
    found = await asyncio.to_thread(asking.odds, who.table, who.place, who.lang, state)
    return ready(dumps(found))


@router.get("/tables/{table}/hint", **gives("Hint"))
async def hint(who: Who, level: Annotated[str, Query(max_length=64)] = "") -> dict[str, Any]:
    """Return what a bot would do in the place of whoever is asked, and what it weighs."""
    return await who.house.hint(who.table, who.place, level, who.lang, who.address)


# Afterwards


@router.get("/tables/{table}/log", **gives("LogPage"))
async def log(
    who: Who,
    before: Annotated[int | None, Query(ge=0, lt=2**31)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """Return a page of the log: the lines before a line, or the last."""
    async with who.table.lock:
        return ready(asking.log(who.table, who.place, who.lang, before, limit))


@router.get("/tables/{table}/replay", **gives("Replay"))
async def show_again(
    who: Who,
    start: Annotated[int, Query(alias="from", ge=0, lt=2**31)] = 0,
    line: Annotated[int | None, Query(ge=0, lt=2**31)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 200,
) -> Response:
    """Return a page of the game as the seat saw it; with a line of the log, the one that has it."""
    film = await who.house.films.show(who.table, who.place, who.address)
    at = start if line is None else film.frame_of(line)
    if line is not None:
        start = at - at % limit
    facts = f'"total":{len(film)},"start":{start},"at":{at}'
    return ready(f'{{{facts},"frames":{film.page(start, limit)}}}')


@router.get("/tables/{table}/record")
async def record(who: Who) -> Response:
    """Return the game as one's seat knows it, as text, at any time."""
    async with who.table.lock:
        return _text(who.table, asking.record(who.table, who.place, who.lang), "-record")


@router.get("/tables/{table}/journal")
async def journal(who: Who) -> Response:
    """Return the whole game as text; while it runs, only to somebody who has every seat."""
    async with who.table.lock:
        held = [who.table.open(token) for token in who.tokens]
        has_all = all(place in held for place in who.table.seats)
        if not has_all and not who.table.session.state.is_over:
            reason = "while a game runs, its journal is for whoever has every seat"
            raise Refused("not_yours", f"{reason}; a seat's own record is at .../record")
        return _text(who.table, who.table.journal())


def _text(table: Table, text: str, kind: str = "") -> Response:
    name = f"{table.printed.game}-{table.id}{kind}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type="text/plain")


@router.get("/tables/{table}/luck", **gives("Luck"))
async def luck(who: Who) -> Response:
    """Return the chance of what happened, combat by combat, and who was lucky."""
    async with who.table.lock:
        return ready(dumps(replay.luck(who.place.eye, who.table, who.lang)))


@router.get("/tables/{table}/ending", **gives("Ending"))
async def ending(who: Who) -> Response:
    """Return how the game ended, condition by condition."""
    async with who.table.lock:
        if not who.table.session.state.is_over:
            raise Refused("not_offered", "the game is not over")
        return ready(dumps(who.table.game.ending(who.table.session.state, who.lang)))


@router.get("/tables/{table}/notes", **gives("Notes"))
async def notes(who: Who) -> dict[str, Any]:
    """Return one's notes and bookmarks."""
    store, seat = who.house.store, who.seat()
    found = await who.house.store_run(lambda: store.notes(who.table.id, seat))
    return {"notes": [note._asdict() for note in found]}


@router.post("/tables/{table}/notes", status_code=201, **gives("Note", 201))
async def add_note(who: Who, body: bodies.NoteBody) -> dict[str, Any]:
    """Keep a note."""
    store, seat, most = who.house.store, who.seat(), who.house.settings.limits.notes
    made = await who.house.store_run(
        lambda: store.add_note(who.table.id, seat, body.frame, body.text, most)
    )
    if made is None:
        raise Refused("full", f"a seat keeps at most {most} notes of a game")
    return made._asdict()


@router.put("/tables/{table}/notes/{note}", **gives("Note"))
async def change_note(who: Who, note: bodies.NoteId, body: bodies.NoteBody) -> dict[str, Any]:
    """Change a note."""
    store, changed, seat = who.house.store, Note(note, body.frame, body.text), who.seat()
    if not await who.house.store_run(lambda: store.change_note(who.table.id, seat, changed)):
        raise Refused("not_found", "there is no such note")
    return changed._asdict()


@router.delete("/tables/{table}/notes/{note}", status_code=204)
async def drop_note(who: Who, note: bodies.NoteId) -> Response:
    """Drop a note."""
    store, seat = who.house.store, who.seat()
    if not await who.house.store_run(lambda: store.drop_note(who.table.id, seat, note)):
        raise Refused("not_found", "there is no such note")
    return Response(status_code=204)
