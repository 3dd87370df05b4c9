"""The requests about a game that was played: replay, luck, end, course, journal, notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from fastapi import APIRouter, Query, Response

from grognard.server import asking, bodies, replay
from grognard.server.course import Story
from grognard.server.described import GIVES_TEXT, gives
from grognard.server.http import Who, ready
from grognard.server.making import refuse_secrets
from grognard.server.refusal import Refused
from grognard.server.shown import dumps
from grognard.server.store import Note

if TYPE_CHECKING:
    from grognard.server.table import Table

router = APIRouter(prefix="/api")
FRAME: Final = 0.25
"""What a frame of a replay costs, besides the replay itself."""


@router.get("/tables/{table}/replay", **gives("Replay"))
async def show_again(
    who: Who,
    start: Annotated[int, Query(alias="from", ge=0, lt=2**31)] = 0,
    line: Annotated[int | None, Query(ge=0, lt=2**31)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 200,
) -> Response:
    """Return a page of the game as the seat saw it; with a line of the log, the one that has it."""
    async with who.table.lock:
        reel = replay.Reel(who.table)
        turns = reel.turns(who.table, who.place, who.lang)
        fights = reel.fights(who.table, who.place, who.lang)
    at = start if line is None else reel.of(line)
    if line is not None:
        start = at - at % limit
    who.pay_all(min(limit, len(reel)) * FRAME)
    frames = await who.house.films.show(who.table, who.place, reel, start, limit, who.work_out)
    facts = f'"total":{len(reel)},"start":{start},"at":{at}'
    marks = f'"turns":{dumps(turns)},"fights":{dumps(fights)}'
    return ready(f'{{{facts},{marks},"frames":{frames}}}')


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
            raise Refused("not_over", "the game is not over")
        return ready(dumps(who.table.game.ending(who.table.session.state, who.lang)))


@router.get("/tables/{table}/course", **gives("Course"))
async def course(who: Who) -> Response:
    """Return a game that is over from its beginning to its end: why, turn by turn, luck."""
    async with who.table.lock:
        if not who.table.session.state.is_over:
            raise Refused("not_over", "the game is not over")
        story = Story(who.table, who.place, who.lang)
    return ready(dumps(await who.work_out(story.tell)))


@router.get("/tables/{table}/record", **GIVES_TEXT)
async def record(who: Who) -> Response:
    """Return the game as one's seat knows it, as text, at any time."""
    async with who.table.lock:
        return _text(who.table, asking.record(who.table, who.place, who.lang), "-record")


@router.get("/tables/{table}/journal", **GIVES_TEXT)
async def journal(who: Who) -> Response:
    """Return the whole game as text; while it runs, only to somebody who has every seat."""
    async with who.table.lock:
        refuse_secrets(who.table, who.tokens)
        return _text(who.table, who.table.journal())


def _text(table: Table, text: str, kind: str = "") -> Response:
    name = f"{table.printed.game}-{table.id}{kind}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type="text/plain")


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
