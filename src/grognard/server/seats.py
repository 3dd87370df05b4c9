"""Who may sit where: invitations, and tokens that are given, renewed and taken away.

Whoever makes a table is told the tokens of his own seats alone. A guest's seat has an invitation,
which is exchanged once for a token that nobody else has ever seen. A seat can be given a new
token by whoever holds it, handed on by him, and given to another guest by the maker; everybody at
the table sees how often that was done.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from grognard.server.refusal import Refused
from grognard.server.table import hash_of, new_token

if TYPE_CHECKING:
    from grognard.server.house import House
    from grognard.server.place import Place
    from grognard.server.table import Table

MAKER: Final = "maker"
GUEST: Final = "guest"
TOKEN: Final = re.compile(r"[\w-]{43,86}", re.ASCII)


def play_link(table_id: str, token: str) -> str:
    """Return the address that opens a seat."""
    return f"/play/{table_id}#{token}"


def join_link(table_id: str, invitation: str) -> str:
    """Return the address at which a guest takes a seat."""
    return f"/join/{table_id}#{invitation}"


async def join(house: House, table: Table, invitation: str, token: str | None) -> dict[str, Any]:
    """Exchange an invitation for a token: the guest's own choice, or a new one.

    A guest who chose it may ask again where the answer was lost; anybody else comes too late.
    """
    token = _good(token)
    async with table.lock:
        place = table.invited(invitation)
        if place.token_hash and place.token_hash != hash_of(token):
            raise Refused("taken", "this invitation has been used; ask for another")
        if not place.token_hash:
            await _change(house, table, place, token_hash=hash_of(token), holder=GUEST)
    house.tell(table, house.presence(table))
    return {**place.as_json(), "token": token, "link": play_link(table.id, token)}


async def renew(
    house: House, table: Table, place: Place, held: str, token: str | None
) -> dict[str, Any]:
    """Give a seat a new token at the wish of whoever holds it; the old one opens nothing.

    `held` is the hash of the token with which he came: it may have been taken away meanwhile.
    """
    token = _good(token)
    async with table.lock:
        _refuse_former(place, held)
        again = place.renewals + 1
        await _change(
            house, table, place, token_hash=hash_of(token), invitation_hash="", renewals=again
        )
    await house.send_away(table, place, "this seat has a new token")
    return {**place.as_json(), "token": token, "link": play_link(table.id, token)}


async def give_up(house: House, table: Table, place: Place, by: Place, held: str) -> dict[str, Any]:
    """Open a seat to another guest, at the wish of somebody; whoever had it has it no more."""
    invitation = new_token()
    async with table.lock:
        _refuse_former(by, held)
        again = place.renewals + bool(place.token_hash)
        values = {"token_hash": "", "holder": "", "renewals": again}
        await _change(house, table, place, invitation_hash=hash_of(invitation), **values)
    await house.send_away(table, place, "this seat was given to another guest")
    house.tell(table, house.presence(table))
    link = join_link(table.id, invitation)
    return {**place.as_json(), "invitation": invitation, "link": link}


async def invite(house: House, table: Table, by: Place, held: str, name: str) -> dict[str, Any]:
    """Let the maker of a table invite somebody, in the place of a guest if there was one."""
    place = table.seat_named(name)
    if by.holder != MAKER:
        raise Refused("not_yours", "whoever made the table invites")
    if place.is_bot or place.holder == MAKER:
        raise Refused("not_yours", "this is no guest's seat")
    return await give_up(house, table, place, by, held)


def _refuse_former(by: Place, held: str) -> None:
    """Refuse somebody whose token was good when he came, and is not any more."""
    if by.token_hash != held:
        raise Refused("bad_token", "this token opens no seat of this table")


async def _change(house: House, table: Table, place: Place, **values: Any) -> None:
    """Change a seat on disk, then in memory."""
    await house.store_run(lambda: house.store.change_seat(table.id, place.eye.number, **values))
    for name, value in values.items():
        setattr(place, name, value)


def _good(token: str | None) -> str:
    """Return a token that a guest chose, if nobody could guess it; or a new one."""
    if token is None:
        return new_token()
    if not TOKEN.fullmatch(token) or len(set(token)) < 16:
        raise Refused("bad_request", "a token is 43 random characters of A-Z a-z 0-9 _ -")
    return token
