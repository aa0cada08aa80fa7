"""The server as one application: pages, files, the JSON side, and the guard before all of them."""

from __future__ import annotations

import logging
import mimetypes
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

import sandtable
from sandtable import games
from sandtable.bots.roster import Roster
from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.table.doors.accounts import Doors
from sandtable.table.doors.api import Api
from sandtable.table.doors.notices import NoticeDoors
from sandtable.table.doors.own_account import OwnDoors
from sandtable.table.doors.security import SameOrigin
from sandtable.table.doors.speech import refusal_answer
from sandtable.table.doors.standings import StandingDoors
from sandtable.table.house.house import House
from sandtable.table.live.table import Lost
from sandtable.table.messages.text import plain
from sandtable.table.stores.base import Busy, EventStore, StoreError
from sandtable.table.stores.sql import SqlStore
from sandtable.table.thinking.pool import Pool

if TYPE_CHECKING:
    from sandtable.table.people.mail import MailServer
    from sandtable.table.people.people import People

log = logging.getLogger("sandtable.table")

CLIENT = Path(str(sandtable.__file__)).parent / "client"
WORKER = "worker.js"
FRESH = {"Cache-Control": "no-cache"}  # browsers ask again, and mostly learn that nothing changed


class ClientFiles(StaticFiles):
    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = FRESH["Cache-Control"]
        if Path(str(args[0])).name == WORKER:
            response.headers["Service-Worker-Allowed"] = "/"  # it answers for every page when the server is down
        return response


class Pages:
    """The pages are the same for everybody; what they show they ask for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def start(self, request: Request) -> Response:
        return self._page("index.html")

    async def invitations(self, request: Request) -> Response:
        return self._page("invitations.html")

    async def account(self, request: Request) -> Response:
        return self._page("account.html")

    async def standings(self, request: Request) -> Response:
        return self._page("standings.html")

    async def table(self, request: Request) -> Response:
        return self._page("table.html" if (self.folder / "table.html").is_file() else "index.html")

    def _page(self, name: str) -> Response:
        path = self.folder / name
        if not path.is_file():
            raise Refusal("unknown", "the pages of the client are not installed")
        return FileResponse(path, headers=FRESH)


def make_app(
    store: EventStore,
    titles: Mapping[str, Title[Any]] | None = None,
    key: str = "",
    client: Path = CLIENT,
    mishaps: Path | None = None,
    roster: Roster | None = None,
    lan: str = "",
    public: str = "",
    pool: Pool | None = None,
    mail: MailServer | None = None,
) -> SameOrigin:
    """The application over a store; all games unless some are named; `key` is the owner's; `mishaps` is the folder for
    games in which something failed; `roster` has the machine players; `lan` is the address on
    the local network, if guests may come from there; `public` that of a house on the internet, if this is one; `pool`
    is where machines think, in this process unless another is named."""
    known = titles if titles is not None else {title.key: title for title in games.titles()}
    roster = roster or Roster()
    people = people_in(store, public, known, roster, mail) if public else None
    return app_of(House(store, known, key, mishaps, roster, bool(public), people, pool), client, lan, public)


def people_in(
    store: EventStore,
    public: str,
    titles: Mapping[str, Title[Any]],
    roster: Roster,
    mail: MailServer | None = None,
) -> People:
    """The people of a house on the internet."""
    from sandtable.table.people.people import People  # it needs the packages of a house

    assert isinstance(store, SqlStore)
    return People(store, public, {name for title in titles.values() for name in roster.names(title)}, mail)


def app_of(house: House, client: Path = CLIENT, lan: str = "", public: str = "") -> SameOrigin:
    """The application over a house."""
    # Some systems have other ideas of what a module is, and browsers run no module of another type.
    mimetypes.add_type("text/javascript", ".js")
    mimetypes.add_type("text/javascript", ".mjs")
    mimetypes.add_type("image/svg+xml", ".svg")
    mimetypes.add_type("application/manifest+json", ".webmanifest")
    pages = Pages(client)
    house.invites = bool(public or lan)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house.start()
        yield
        await house.close()

    app = Starlette(
        routes=[
            Route("/", pages.start),
            Route("/invitations", pages.invitations),
            Route("/account", pages.account),
            Route("/t/{table}", pages.table),
            Route("/standings", pages.standings),
            *Api(house).routes,
            *Doors(house, secure=public.startswith("https:")).routes,
            *OwnDoors(house, secure=public.startswith("https:")).routes,
            *NoticeDoors(house, secure=public.startswith("https:")).routes,
            *StandingDoors(house, secure=public.startswith("https:")).routes,
            Mount("/client", ClientFiles(directory=client, check_dir=False)),
        ],
        exception_handlers={
            Refusal: _refused, Busy: _busy, StoreError: _failed, Lost: _failed, HTTPException: _no_such_address,
            Exception: _failed,
        },
        lifespan=lifespan,
    )  # fmt: skip
    app.state.tally, app.state.house = house.tally, house
    return SameOrigin(app, lan, public)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    request.app.state.tally.refused(error.case)
    log.info("refused %s %s: %s", request.method, plain(request.url.path, 100), plain(str(error), 300))
    return refusal_answer(error)


async def _busy(request: Request, error: Exception) -> Response:
    log.warning("busy on %s %s", request.method, plain(request.url.path, 100))
    return refusal_answer(Refusal("busy", str(error)))


async def _no_such_address(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return refusal_answer(Refusal("method", f"this address does not take {plain(request.method, 20)}"))
    return refusal_answer(Refusal("unknown", "there is nothing at this address"))


async def _failed(request: Request, error: Exception) -> Response:
    request.app.state.tally.refused("fault")
    log.error("failed on %s %s", request.method, plain(request.url.path, 100), exc_info=error)
    return refusal_answer(Refusal("fault", "the table failed on this; its log says how"))
