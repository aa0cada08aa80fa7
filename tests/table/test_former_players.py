"""Who has lost his seat is told what a spectator is told, in every game: by what comes of itself, by the answer to any
request, and at every door at which he shows his old token. A comrade is told what his commander is, but for notes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from sandtable import games
from sandtable.table.messages import requests
from tests.table.doors import OF_TABLES
from tests.table.visitors import Table, Visitor

SECRET = "let them have Bir Hacheim"
SHARED_OUT = [title.key for title in games.titles() if title.staff.desks]
LOST = [*((title.key, "reissued") for title in games.titles()), *((key, "dismissed") for key in SHARED_OUT)]
ANYBODY = {  # what a spectator may do; everything else is refused him
    requests.Snapshot, requests.Offers, requests.Able, requests.Propose, requests.Forecast, requests.Layers,
    requests.Standing, requests.Ask, requests.Warnings, requests.Plan, requests.Muster, requests.Chat, requests.Name,
}  # fmt: skip
LOUD = {requests.Snapshot, requests.Chat, requests.Name, requests.Warnings, requests.Plan}  # or slow to answer


class Evening:
    """A table with its host, somebody who has a seat there, and somebody who looks on."""

    def __init__(self, table: Table, game: str, *, beside: bool) -> None:
        self.table, self.title = table, games.title(game)
        first, second = self.title.sides
        posts = {first: [[next(iter(self.title.staff.desks))]]} if beside else {}
        self.made = table.make(game=game, seats={first: "human", second: "open"}, seed=3, comrades=posts)
        self.side = first if beside else second
        self._stack = ExitStack()
        self.host, self.guest, self.watcher = self._visitor(), self._visitor(), self._visitor()
        self.host.join(self.made["token"])
        link = self.made["comrades"][0]["link"] if beside else self.made["links"][second]
        self.guest.join(link.partition("#seat=")[2])
        self.guest.token = self.guest.ask("claim", side=self.side)["token"]
        self.guest.ask("snapshot")
        self.watcher.join()

    def _visitor(self) -> Visitor:
        return Visitor(self._stack.enter_context(self.table.socket(self.made["id"])))

    def plays(self, visitor: Visitor, actions: int) -> None:
        """The first that is offered, as long as something is."""
        for _ in range(actions):
            seen = visitor.ask("snapshot")
            if seen["offers"]:
                visitor.play(seen["offers"][0]["action"])

    def close(self) -> None:
        self._stack.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with Table(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture(params=LOST, ids=" ".join)
def evening(house: Table, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """Somebody has played, made a note, and has lost his seat."""
    game, how = request.param
    begun = Evening(house, game, beside=how == "dismissed")
    begun.guest.ask("note", text=SECRET)
    for visitor in (begun.host, begun.guest, begun.host, begun.guest):
        begun.plays(visitor, 1)
    lost = {"comrade": 1} if how == "dismissed" else {"side": begun.side}
    told = begun.host.ask("dismiss" if how == "dismissed" else "reissue", **lost)
    assert told["type"] == "done", told
    begun.guest.waits(lambda: not begun.guest.mirror.known["you"]["sides"])
    yield begun
    begun.close()


def everything_asked(evening: Evening) -> list[tuple[type[requests.Request], dict[str, Any]]]:
    """Every request there is, with every question of the game, about units of the side that was lost."""
    seen = evening.watcher.ask("snapshot")["view"]
    units = [each for each in seen["pieces"].values() if each["side"] == evening.side and each["at"]][:2]
    names, desk = [each["id"] for each in units], next(iter(evening.title.staff.desks), "supply")
    at = units[0]["at"] if units else evening.title.rules.board().names[0]
    values: dict[str, Any] = {
        "action": "done", "count": seen["count"], "side": evening.side, "pieces": names, "at": at, "question": "zones",
        "text": "hello", "name": "Ben", "promise": "0" * 64, "share": "0" * 64, "desks": [desk], "desk": desk, "to": 0,
        "comrade": 1, "order": f"hold {at} with {names[0] if names else 'nobody'}", "number": 1, "machine": True,
        "choice": "never", "matter": "undo", "word": "ask", "days": 1, "delay": 0.5, "paused": True,
        "token": evening.guest.token, "idle": names,
    }  # fmt: skip
    plain = [
        (kind, {name: values[name] for name in kind.__struct_fields__ if name != "id"}) for kind in requests.REQUESTS
    ]
    asked = [f"{topic} {word}" for topic in evening.title.screen.questions for word in (at, *names[:1])]
    return [*plain, *((requests.Ask, {"question": question}) for question in asked)]


def answers(visitor: Visitor, kind: type[requests.Request], fields: dict[str, Any]) -> dict[str, Any]:
    return {**visitor.ask(str(kind.__struct_config__.tag), **fields), "id": 0, "seq": 0}


def test_who_has_lost_his_seat_hears_what_a_spectator_hears(evening: Evening) -> None:
    guest, watcher = evening.guest, evening.watcher
    guest.mirror.agrees_with(watcher.ask("snapshot"))
    heard = len(guest.heard)
    evening.plays(evening.host, 2)
    seen = watcher.ask("snapshot")
    guest.waits(lambda: guest.mirror.known["log"]["entries"][-1:] == seen["log"]["entries"][-1:])
    now = guest.ask("snapshot")
    assert [now[part] for part in ("you", "table", "view", "offers")] == [
        seen[part] for part in ("you", "table", "view", "offers")
    ]
    assert SECRET not in "".join(guest.heard[heard:]) and SECRET not in "".join(watcher.heard)


def test_every_request_of_who_has_lost_his_seat_is_answered_as_a_spectators(evening: Evening) -> None:
    for kind, fields in everything_asked(evening):
        told, known = (answers(each, kind, fields) for each in (evening.guest, evening.watcher))
        if kind is not requests.Snapshot:
            assert told == known, (kind, fields)
        assert kind in ANYBODY or told["type"] == "refused", (kind, told)


def test_an_old_token_opens_no_door(evening: Evening) -> None:
    old, name = evening.guest.token, evening.made["id"]
    shown = {"authorization": f"Bearer {old}"}
    doors = [path.format(table=name) for path in OF_TABLES if path.startswith("/api/tables/{table}")]
    told = [door for door in doors if "position.svg" not in door]  # a picture is a spectator's, whoever asks for it
    assert len(told) == 4
    for door in told:
        assert evening.table.http.get(door).status_code == 200
        assert evening.table.http.get(door, headers=shown).json()["case"] == "seat", door
    assert evening.table.http.delete(f"/api/tables/{name}", headers=shown).json()["case"] == "seat"
    assert evening.table.http.post("/api/mine", json={"held": {name: old}}).json() == {"tables": []}
    with evening.table.socket(name) as session:
        assert Visitor(session).join(old)["case"] == "seat"


@pytest.mark.parametrize("game", SHARED_OUT)
def test_a_comrade_is_told_what_his_commander_is_but_for_notes_and_links(house: Table, game: str) -> None:
    evening = Evening(house, game, beside=True)
    try:
        evening.host.ask("note", text=SECRET)
        for visitor in (evening.host, evening.guest):
            evening.plays(visitor, 2)
        seen, known = (each.ask("snapshot") for each in (evening.guest, evening.host))
        assert [seen[part] for part in ("view", "log", "table")] == [known[part] for part in ("view", "log", "table")]
        assert seen["you"]["orders"] == known["you"]["orders"] and not seen["you"]["links"] and known["you"]["links"]
        assert known["you"]["note"] == SECRET and SECRET not in "".join(evening.guest.heard)
        for kind, fields in everything_asked(evening):
            if kind in ANYBODY - LOUD:
                assert answers(evening.guest, kind, fields) == answers(evening.host, kind, fields), (kind, fields)
    finally:
        evening.close()
