"""Whether a house lives, can work, and what it counts; and that strangers learn none of it."""

from __future__ import annotations

import json
import logging
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed

from sandtable.core.title import Title
from sandtable.table.bench.process import ServerProcess
from sandtable.table.doors.app import app_of
from sandtable.table.doors.operations import Operations
from sandtable.table.house.house import House
from sandtable.table.rooms.tally import STEPS, Tally, Times
from sandtable.table.serving.public import Journal
from sandtable.table.stores.base import Busy
from sandtable.table.stores.opening import opened
from tests.table.visitors import Visitor

PUBLIC, HERE = "https://house.example", "127.0.0.1:8741"
DOORS = ("/healthz", "/readyz", "/metrics")


class Watched:
    """A house as the proxy reaches it, and as its host does from the machine itself."""

    def __init__(self, folder: Path, titles: dict[str, Title[Any]]) -> None:
        self.house = House(opened(str(folder / "tables.sqlite")), titles, is_public=True)
        app = Operations(app_of(self.house, folder, public=PUBLIC), self.house, HERE)
        self.public = TestClient(app, base_url=PUBLIC, headers={"origin": PUBLIC}, raise_server_exceptions=False)
        self.direct = TestClient(app, base_url=f"http://{HERE}")

    def metric(self, name: str) -> float:
        text = self.direct.get("/metrics").text
        found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
        assert found, text
        return float(found.group(1))


@pytest.fixture
def watched(tmp_path: Path, titles: dict[str, Title[Any]]) -> Iterator[Watched]:
    made = Watched(tmp_path, titles)
    with made.public:
        yield made


@pytest.mark.parametrize("door", DOORS)
def test_the_doors_of_the_host_are_shut_to_who_comes_through_the_proxy(watched: Watched, door: str) -> None:
    assert watched.direct.get(door).status_code == 200
    assert watched.public.get(door).status_code == 404
    for name in ("x-forwarded-for", "forwarded"):
        assert watched.direct.get(door, headers={name: "203.0.113.9"}).status_code == 403
    assert watched.direct.get("/api/games").status_code == 403, "and no other door opens to them"


def test_a_house_is_not_ready_while_its_database_is_away(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise Busy("the database does not answer")

    monkeypatch.setattr(watched.house.store, "ready", away)
    answer = watched.direct.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "the database does not answer\n")
    assert watched.direct.get("/healthz").status_code == 200


def test_tables_sockets_actions_and_refusals_are_counted(watched: Watched) -> None:
    wish = {"game": "wadi", "seats": {"red": "human", "blue": "human"}}
    made = watched.public.post("/api/tables", json=wish).json()
    with watched.public.websocket_connect(f"wss://house.example/api/tables/{made['id']}/socket") as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        assert watched.metric("sandtable_open_tables") == watched.metric("sandtable_sockets") == 1
        assert visitor.play("bet 1")["type"] == "played"
        assert visitor.ask("play", action="bet 99", count=0, side="blue")["case"] == "stale"
    assert watched.metric("sandtable_action_seconds_count") == 2
    assert watched.metric('sandtable_action_seconds_bucket{le="+Inf"}') == 2
    assert watched.metric('sandtable_refusals_total{case="stale"}') == 1
    assert watched.public.get("/api/tables/none").status_code == 404
    assert watched.metric('sandtable_refusals_total{case="unknown"}') == 1
    assert watched.metric("sandtable_faults_total") == 0


def test_times_fall_between_their_steps() -> None:
    times = Times()
    for seconds in (0.0, STEPS[0], STEPS[0] * 1.01, 1000.0):
        times.add(seconds)
    assert times.counts[:2] == [2, 1] and times.counts[-1] == 1 and times.total > 1000


def test_refusals_by_a_rulebook_are_counted_together() -> None:
    tally = Tally()
    for case in ("8.3", "7.52", "stale", "fault"):
        tally.refused(case)
    assert tally.refusals == {"rules": 2, "stale": 1, "fault": 1} and tally.faults == 1


def test_what_is_logged_of_a_request_has_its_name_and_no_secret(
    watched: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="sandtable.table")
    journal, lines = Journal(), []

    class Collecting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(journal.format(record)))

    collecting = Collecting()
    logging.getLogger("sandtable.table").addHandler(collecting)
    try:
        secret = "a-secret-that-nobody-may-read"
        answer = watched.public.get("/api/tables/none?token=" + secret, headers={"authorization": f"Bearer {secret}"})
    finally:
        logging.getLogger("sandtable.table").removeHandler(collecting)
    name = answer.headers["x-request-id"]
    assert len(lines) == 2 and {line["request"] for line in lines} == {name}
    assert "answered 404" in lines[-1]["text"]
    assert secret not in json.dumps(lines)
    assert watched.public.get("/api/games").headers["x-request-id"] != name


def test_a_server_that_is_told_to_stop_lets_windows_go_and_ends_well(tmp_path: Path) -> None:
    with (tmp_path / "errors.log").open("wb") as errors:
        server = ServerProcess(tmp_path, errors, ("sandtable", "serve"))
    made = server.request("/api/tables", {"game": "afrika-korps", "seats": {"axis": "human", "allied": "human"}})
    with server.socket(made["id"], made["token"]) as caller:
        server.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                caller.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    assert server.process.wait(60) == 0
    server.stop()
    assert '"error"' not in (tmp_path / "errors.log").read_text()
