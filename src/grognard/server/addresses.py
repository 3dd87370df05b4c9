"""Whom to count as one: an address, or the network that one customer is given."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Proxies:
    """Whose word is taken for where a request comes from."""

    is_any: bool = False
    """Whether every peer is the proxy, because nobody else can reach the port."""
    networks: tuple[Network, ...] = ()

    @classmethod
    def read(cls, text: str) -> Proxies:
        """Return the proxies of a setting: nothing, ``1`` for any peer, or addresses.

        >>> Proxies.read("10.0.0.0/8, ::1").trusts("10.1.2.3")
        True
        """
        text = text.strip()
        if text in ("", "0", "1"):
            return cls(text == "1")
        words = text.replace(",", " ").split()
        try:
            return cls(networks=tuple(ip_network(word, strict=False) for word in words))
        except ValueError as error:
            raise ValueError(f"a proxy is given by its address: {error}") from None

    def trusts(self, address: str) -> bool:
        """Whether an address is a proxy's."""
        if self.is_any:
            return True
        try:
            where = plain(address)
        except ValueError:
            return False
        return any(ip_address(where) in network for network in self.networks)


def plain(address: str) -> str:
    """Return an address without port, brackets, zone or the clothes of the other version.

    >>> plain("[2001:db8::1]:443"), plain("::ffff:192.0.2.1"), plain("192.0.2.1:80")
    ('2001:db8::1', '192.0.2.1', '192.0.2.1')
    """
    text = address.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    found = ip_address(text.partition("%")[0])
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(found)


def counted(address: str) -> str:
    """Return under which name an address is counted: IPv6 by the /64 that one customer has.

    >>> counted("2001:db8:1:2:3:4:5:6"), counted("192.0.2.7"), counted("testclient")
    ('2001:db8:1:2::/64', '192.0.2.7', 'testclient')
    """
    try:
        text = plain(address)
    except ValueError:
        return address
    if ":" in text:
        return str(ip_network(f"{text}/64", strict=False))
    return text


def address_of(scope: Mapping[str, Any], proxies: Proxies) -> str:
    """Return whom a request is counted for.

    Of what is told to have been forwarded only the last counts, which the proxy itself added;
    what stands before it is whatever a client wrote. Where several trusted proxies stand in a
    row, the last address counts that is none of theirs.
    """
    client = scope.get("client")
    peer = str(client[0]) if client else "local"
    if not proxies.trusts(peer):
        return counted(peer)
    told = [
        part.strip()
        for name, value in scope.get("headers", ())
        if name == b"x-forwarded-for"
        for part in value.decode("latin-1").split(",")
    ]
    for part in reversed(told):
        try:
            address = plain(part)
        except ValueError:
            break
        if proxies.is_any or not proxies.trusts(address):
            return counted(address)
    return counted(peer)
