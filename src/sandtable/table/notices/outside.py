"""Posting something to a server that a person has named: never to one on this machine or on its network.

A name is looked up once, every address it has must be of the public internet, and the connection goes to the address
that was looked at. Nothing is followed that the server answers, and little of it is read.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable, Mapping
from typing import TypeAlias
from urllib.parse import urlsplit

from sandtable.core.values import Refusal

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

PATIENCE = 10.0  # seconds
PORTS = {"https": 443, "http": 80}


class NotTaken(Exception):
    """The other server did not take it, in one line."""

    def __init__(self, why: str, status: int = 0) -> None:
        super().__init__(why)
        self.status = status


def is_public(address: Address) -> bool:
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    found = mapped or address
    return found.is_global and not found.is_multicast


class Outside:
    """`permitted` says which addresses may be spoken to; without encryption only where `plain` is allowed."""

    def __init__(self, permitted: Callable[[Address], bool] = is_public, plain: bool = False) -> None:
        self._permitted, self._plain = permitted, plain

    def checked(self, url: str) -> tuple[str, int, str, bool]:
        """Host, port, path and whether it is encrypted. Raises `Refusal`."""
        try:
            parts = urlsplit(url)
            port = parts.port or PORTS.get(parts.scheme, 0)
        except ValueError:
            raise _no_address() from None
        if parts.scheme not in (("https", "http") if self._plain else ("https",)) or not parts.hostname:
            raise _no_address()
        if parts.username or parts.password or any(ord(sign) <= 32 or ord(sign) > 126 for sign in url):
            raise _no_address()
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        return parts.hostname, port, path, parts.scheme == "https"

    def address_of(self, host: str, port: int) -> str:
        """Raises `Refusal` where a name leads to this machine or its network."""
        try:
            found = {info[4][0] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
        except OSError:
            raise Refusal("message", "there is no such address") from None
        addresses = [ipaddress.ip_address(str(each).partition("%")[0]) for each in sorted(map(str, found))]
        if not addresses or not all(self._permitted(each) for each in addresses):
            raise Refusal("message", "messages go to servers on the public internet only")
        return str(addresses[0])

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Raises `Refusal` or `NotTaken`."""
        host, port, path, encrypted = self.checked(url)
        address = self.address_of(host, port)
        connection = (
            _Encrypted(host, port, address)
            if encrypted
            else http.client.HTTPConnection(address, port, timeout=PATIENCE)
        )
        try:
            connection.request("POST", path, body, {"Host": _host(host, port), **headers})
            status = connection.getresponse().status
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise NotTaken(f"a message was not taken: {type(error).__name__}") from None
        finally:
            connection.close()
        if not 200 <= status < 300:
            raise NotTaken(f"a message was answered with {status}", status)


class _Encrypted(http.client.HTTPSConnection):
    """To the address that was looked at, under the name that was asked for."""

    def __init__(self, host: str, port: int, address: str) -> None:
        self._shield = ssl.create_default_context()
        super().__init__(host, port, timeout=PATIENCE, context=self._shield)
        self._address = address

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), PATIENCE)
        self.sock = self._shield.wrap_socket(plain, server_hostname=self.host)


def _host(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return shown if port in PORTS.values() else f"{shown}:{port}"


def _no_address() -> Refusal:
    return Refusal("message", "messages go to an address that begins with https://")
