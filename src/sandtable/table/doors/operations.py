"""For whoever runs a house: whether it lives, whether it can work, what it counts, and a name for every request.

These doors are for the machine itself: they answer to whoever reaches the server directly, and to nobody whom the proxy
has let in.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from time import perf_counter

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.table.house.house import House
from sandtable.table.messages.text import plain
from sandtable.table.rooms.tally import STEPS, Times
from sandtable.table.stores.base import StoreError

log = logging.getLogger("sandtable.table")

request_name: ContextVar[str] = ContextVar("request_name", default="")
QUIET = ("/client/",)  # files of the pages: not worth a line each


class HouseMetrics(Collector):
    """The numbers of one server in the words of Prometheus."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterable[Metric]:
        house, tally = self._house, self._house.tally
        yield GaugeMetricFamily("sandtable_open_tables", "Tables in memory", value=len(house.rooms))
        yield GaugeMetricFamily("sandtable_sockets", "Connected windows", value=house.sockets)
        yield GaugeMetricFamily("sandtable_thinking", "Machines that think or wait to", value=tally.thinking)
        yield _histogram("sandtable_action_seconds", "From an action to its answer", tally.actions)
        yield _histogram("sandtable_thought_seconds", "From a question to a machine's choice", tally.thoughts)
        refusals = CounterMetricFamily("sandtable_refusals", "Refused requests", labels=["case"])
        for case, number in sorted(tally.refusals.items()):
            refusals.add_metric([case], number)
        yield refusals
        yield CounterMetricFamily("sandtable_faults", "Requests that failed", value=tally.faults)


def _histogram(name: str, text: str, times: Times) -> HistogramMetricFamily:
    sums, so_far = [], 0
    for step, number in zip([*map(str, STEPS), "+Inf"], times.counts, strict=True):
        so_far += number
        sums.append((step, float(so_far)))
    return HistogramMetricFamily(name, text, buckets=sums, sum_value=times.total)


class Operations:
    """The outermost wall of a house."""

    def __init__(self, app: ASGIApp, house: House, here: str) -> None:
        self._app, self._house, self._here = app, house, here
        self._registry = CollectorRegistry()
        self._registry.register(HouseMetrics(house))
        self._doors: dict[str, Callable[[], Response]] = {
            "/healthz": lambda: PlainTextResponse("alive\n"), "/readyz": self._ready, "/metrics": self._metrics,
        }  # fmt: skip

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] in self._doors and self._is_direct(scope):
            answer = await asyncio.to_thread(self._doors[scope["path"]])
            await answer(scope, receive, send)
        else:
            await self._named(scope, receive, send)

    def _is_direct(self, scope: Scope) -> bool:
        asked = Headers(scope=scope)
        return asked.getlist("host") == [self._here] and "x-forwarded-for" not in asked and "forwarded" not in asked

    def _ready(self) -> Response:
        try:
            self._house.store.ready()
        except StoreError as error:
            return PlainTextResponse(f"{error}\n", 503)
        return PlainTextResponse("ready\n")

    def _metrics(self) -> Response:
        return Response(generate_latest(self._registry), media_type="text/plain; version=0.0.4")

    async def _named(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Everything that is logged meanwhile carries the name of the request, and so does its answer."""
        name, begun, status = secrets.token_hex(6), perf_counter(), 0
        token = request_name.set(name)

        async def send_named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = name
            await send(message)

        try:
            await self._app(scope, receive, send_named)
        finally:
            if scope["type"] == "http" and not scope["path"].startswith(QUIET):
                took = round((perf_counter() - begun) * 1000)
                log.info("%s %s answered %d in %d ms", scope["method"], plain(scope["path"], 100), status, took)
            request_name.reset(token)
