"""Servers on this machine that catch what a house sends: letters, webhooks, and messages to browsers."""

from __future__ import annotations

import base64
import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from sandtable.table.notices.outside import Address, Outside


def here_too(address: Address) -> bool:
    """What no house is permitted: to speak to this machine."""
    return address.is_loopback


LOCAL = Outside(here_too, plain=True)


class Catcher:
    """A web server that takes everything, or answers with another status."""

    def __init__(self) -> None:
        self.caught: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        catcher = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                catcher.caught.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(catcher.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *words: Any) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Postbox:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.letters: list[Any] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.letters.append(envelope)
        return "250 OK"

    def close(self) -> None:
        self._controller.stop()


class PushingBrowser:
    """A browser that has subscribed, and can read what it is sent."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes!!!"
        self.subscription = {"endpoint": endpoint, "keys": {"p256dh": _text(self._point), "auth": _text(self._auth)}}

    @property
    def _point(self) -> bytes:
        kind, form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        return self._key.public_key().public_bytes(kind, form)

    def read(self, body: bytes) -> Any:
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return json.loads(plain)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
