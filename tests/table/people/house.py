"""A house on the internet in this process, and browsers that come to it: each keeps its own cookies."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx2
from starlette.testclient import TestClient, WebSocketTestSession

from sandtable import games
from sandtable.bots.roster import Roster
from sandtable.core.title import Title
from sandtable.table.doors.app import app_of, people_in
from sandtable.table.house.house import House
from sandtable.table.people.mail import MailServer
from sandtable.table.stores.opening import opened

PUBLIC = "https://house.example"
PASSWORD = "a long sentence of mine"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


class Browser:
    """One visitor's: requests and sockets with the cookies it was given."""

    def __init__(self, app: Any, address: str = "203.0.113.9") -> None:
        self.http = TestClient(
            app, base_url=PUBLIC, headers={"origin": PUBLIC, "user-agent": FIREFOX}, client=(address, 40_000),
            raise_server_exceptions=False,
        )  # fmt: skip

    def ask(self, method: str, path: str, body: Any = None) -> httpx2.Response:
        content = b"" if body is None else json.dumps(body).encode()
        found: httpx2.Response = self.http.request(method, path, content=content)
        return found

    def get(self, path: str) -> Any:
        return self._fine(self.ask("GET", path))

    def post(self, path: str, **body: Any) -> Any:
        return self._fine(self.ask("POST", path, body))

    def delete(self, path: str, **body: Any) -> Any:
        return self._fine(self.ask("DELETE", path, body))

    @staticmethod
    def _fine(response: httpx2.Response) -> Any:
        assert response.status_code in (200, 201), response.text
        return response.json()

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """How it was refused: the status and the word."""
        response = self.ask(method, path, body)
        assert response.status_code >= 400, response.text
        return response.status_code, response.json()["case"]

    def sign_up(self, name: str, password: str = PASSWORD) -> Any:
        return self.post("/api/account", name=name, password=password)["account"]

    def sign_in(self, name: str, password: str = PASSWORD) -> Any:
        return self.post("/api/account/session", name=name, password=password)["account"]

    @property
    def account(self) -> Any:
        return self.get("/api/account")["account"]

    def make(self, **wish: Any) -> Any:
        return self.post("/api/tables", **{"game": "wadi", "seats": {"red": "human", "blue": "open"}, **wish})

    def mine(self, **held: str) -> list[str]:
        return [listed["id"] for listed in self.post("/api/mine", held=held)["tables"]]

    def socket(self, table: str) -> AbstractContextManager[WebSocketTestSession]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"cookie": cookie} if cookie else {}
        return self.http.websocket_connect(f"wss://house.example/api/tables/{table}/socket", headers=headers)


class PublicHouse:
    """A house over a store in a folder, or at an address."""

    def __init__(
        self, folder: Path, titles: dict[str, Title[Any]] | None, address: str = "", mail: MailServer | None = None
    ) -> None:
        self.address = address or str(folder / "tables.sqlite")
        self.store = opened(self.address)
        known = titles if titles is not None else {title.key: title for title in games.titles()}
        self.people = people_in(self.store, PUBLIC, known, Roster(), mail)
        self.house = House(self.store, known, is_public=True, people=self.people)
        self.app = app_of(self.house, folder, public=PUBLIC)
        self._life = TestClient(self.app, base_url=PUBLIC)

    def __enter__(self) -> PublicHouse:
        self._life.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._life.__exit__(kind, error, trace)

    def look_round(self) -> None:
        """What the house does every few seconds."""
        assert self._life.portal is not None
        self._life.portal.call(self.people.watch.look, self.house.rooms)

    def tidy(self) -> None:
        assert self._life.portal is not None
        self._life.portal.call(self.house.tidy)

    def browser(self, address: str = "203.0.113.9") -> Browser:
        """One more, which shares the life of the house."""
        made = Browser(self.app, address)
        made.http.portal = self._life.portal
        return made

    def person(self, name: str) -> Browser:
        """Somebody with an account, from an address of his own."""
        number = sum(map(ord, name)) % 250
        made = self.browser(f"198.51.100.{number}")
        made.sign_up(name)
        return made
