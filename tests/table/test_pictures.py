"""A position as a picture, for pages of others."""

from __future__ import annotations

from concurrent.futures import Future

import pytest

from sandtable.table.thinking.jobs import AnyReply, Job, Paint
from sandtable.table.thinking.pool import Threads
from tests.table.visitors import Table


@pytest.mark.parametrize("token", [False, True])
def test_a_picture_of_a_position_is_what_a_spectator_sees(table: Table, token: bool) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    headers = {"authorization": f"Bearer {made['token']}"} if token else {}
    found = table.http.get(f"/api/tables/{made['id']}/position.svg", headers=headers)
    assert found.status_code == 200 and found.headers["content-type"].startswith("image/svg+xml")
    assert found.headers["cross-origin-resource-policy"] == "cross-origin"
    assert found.text == table.http.get(f"/api/tables/{made['id']}/position.svg?at=0").text
    assert "purse" not in found.text and "<script" not in found.text
    assert table.http.get(f"/api/tables/{made['id']}/position.svg?at=99").status_code == 404


def test_a_picture_is_the_same_to_who_unpacks_it_himself_and_to_who_does_not(table: Table) -> None:
    path = f"/api/tables/{table.make(game='wadi')['id']}/position.svg"
    packed = table.http.get(path, headers={"accept-encoding": "gzip"})
    plain = table.http.get(path, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.text == plain.text and plain.text.endswith("</svg>\n")


def test_pictures_are_painted_where_the_machines_think(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Job] = []
    think = Threads.think

    def noted(self: Threads, job: Job) -> Future[AnyReply]:
        asked.append(job)
        return think(self, job)

    monkeypatch.setattr(Threads, "think", noted)
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    assert table.http.get(f"/api/tables/{made['id']}/position.svg").status_code == 200
    (job,) = asked
    assert isinstance(job, Paint) and job.view.side == "" and job.view.pieces
