"""The requests of HTTP; `docs/api.md` explains them."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response, WebSocket

from grognard.server import asking, bodies, offers
from grognard.server import seats as seating
from grognard.server.described import gives
from grognard.server.limits import cost_of
from grognard.server.live import CLOSES, GOING_AWAY, Connection
from grognard.server.refusal import Refused
from grognard.server.shown import dumps

if TYPE_CHECKING:
    from collections.abc import Callable

    from grognard.server.house import House
    from grognard.server.limits import Rates
    from grognard.server.offers import Prepared
    from grognard.server.place import Place
    from grognard.server.table import Table

T = TypeVar("T")

LANGUAGES: Final = ("en", "fr")
TABLE_ID: Final = re.compile(r"[\w-]{1,32}")
router = APIRouter(prefix="/api")


class Visitor:
    """Who sends a request, in which language, about which table."""

    def __init__(
        self, house: House, table: Table, tokens: list[str], lang: str, request: Request
    ) -> None:
        self.house, self.table, self.tokens, self.lang = house, table, tokens, lang
        self.place: Place = table.open(tokens[0] if tokens else None)
        self.held = self.place.token_hash
        self.address = address_of(request)
        self.rates: Rates = request.scope["state"]["rates"]

    def pay(self, cost: float) -> None:
        """Count a request for the visitor's seat."""
        if self.place.eye.seat is not None:
            self.house.seat_rates.take(f"{self.table.id}/{self.place.id}", cost)

    def pay_all(self, cost: float) -> None:
        """Count what a request turns out to cost, for the seat and for the address."""
        self.rates.take(self.address, cost)
        self.pay(cost)

    async def work_out(self, call: Callable[[], T]) -> T:
        """Return what takes a while to work out, in turn with what others ask for."""
        return await self.house.reader.run(self.address, call)

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
    house = house_of(request)
    found = await find_table(house, table, address_of(request))
    who = Visitor(house, found, tokens_of(authorization), lang, request)
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


def lasting(request: Request, page: Prepared) -> Response:
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
    return lasting(request, await asyncio.to_thread(offers.all_games))


@router.get("/games/{game}/scenarios/{scenario}/printed", **gives("Printed"))
async def printed(request: Request, game: str, scenario: str) -> Response:
    """Return everything printed: map, counters, tables."""
    return lasting(request, await asyncio.to_thread(offers.printed, game, scenario))


@router.get("/games/{game}/rules", **gives("Rules"))
async def rules(request: Request, game: str, lang: Lang) -> Response:
    """Return the rules reference with its rulings."""
    return lasting(request, offers.rules(game, lang))


@router.get("/games/{game}/rules/{number}", **gives("Rules"))
async def rule(game: str, number: str, lang: Lang) -> Response:
    """Return a rule and all beneath it."""
    return ready(dumps(offers.rule(game, number, lang)))


# Tables


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
    return await seating.renew(who.house, who.table, who.place, who.held, body.token)


@router.delete("/tables/{table}/me")
async def give_up(who: Who) -> dict[str, Any]:
    """Leave one's seat; whoever is given the invitation may take it."""
    who.seat()
    return await seating.give_up(who.house, who.table, who.place, who.place, who.held)


@router.post("/tables/{table}/seats/{seat}/invitation")
async def invite(who: Who, seat: Annotated[str, Path(max_length=64)]) -> dict[str, Any]:
    """Invite somebody to a guest's seat, as the maker of the table; the former guest loses it."""
    return await seating.invite(who.house, who.table, who.place, who.held, seat)


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
    asked = replace(body.asked(), lang=who.lang)
    repeat = await who.house.submit(who.table, who.place, asked)
    async with who.table.lock:
        now = who.table.update(who.place, who.lang)
    return ready(f'{{"repeat":{str(repeat).lower()},"update":{now}}}')


@router.delete("/tables/{table}/lesson", status_code=204)
async def leave_lesson(who: Who) -> Response:
    """Go on without the lesson."""
    await who.house.leave_lesson(who.table, who.place)
    return Response(status_code=204)


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
    asked = asking.Query.read(request.query_params)
    async with who.table.lock:
        return ready(dumps(asking.why(who.table, who.place, asked, who.lang)))


@router.get("/tables/{table}/reach", **gives("Reach"))
async def reach(who: Who, request: Request) -> Response:
    """Return where a piece may go, and at what cost."""
    asked = asking.Query.read(request.query_params)
    async with who.table.lock:
        return ready(dumps(asking.reach(who.table, who.place, asked, who.lang)))


@router.get("/tables/{table}/overlays", **gives("Overlays"))
async def overlays(who: Who) -> Response:
    """Return the overlays that the game offers."""
    return ready(dumps({"overlays": who.table.game.overlays(who.table.scenario)}))


@router.get("/tables/{table}/overlays/{overlay}", **gives("Overlay"))
async def overlay(who: Who, overlay: str, request: Request) -> Response:
    """Return the hexes and lines of an overlay."""
    asked = asking.Query.read(request.query_params)
    async with who.table.lock:
        return ready(dumps(asking.overlay(who.table, who.place, overlay, asked, who.lang)))


@router.get("/tables/{table}/inspect", **gives("Inspection"))
async def inspect(who: Who, request: Request) -> Response:
    """Return what the seat may know of a hex, or of the whole position."""
    asked = asking.Query.read(request.query_params)
    async with who.table.lock:
        return ready(dumps(asking.inspect(who.table, who.place, asked, who.lang)))


@router.get("/tables/{table}/odds", **gives("Odds"))
async def odds(who: Who) -> Response:
    """Return the reckoning and the chances of the attack being composed or fought."""
    async with who.table.lock:
        state = who.table.session.state.copy()
    ask = partial(asking.odds, who.table, who.place, who.lang, state)
    found = await who.work_out(ask)
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
