"""Who may look on, how much later than the players, and a machine on a seat that nobody came for."""

from __future__ import annotations

import pytest

from tests.table.people.house import PublicHouse
from tests.table.people.test_accounts import seat_of
from tests.table.people.test_neighbours import ended
from tests.table.test_play import movable
from tests.table.visitors import Visitor

BOTH = {"red": "human", "blue": "human"}


def old(house: PublicHouse, table: str) -> None:
    """Everything at a table has happened long ago."""
    with house.store.database.transaction() as db:
        db.run("update entries set at = ? where table_id = ?", "2026-01-01T00:00:00Z", table)


def test_nobody_looks_on_where_the_host_does_not_wish_it(house: PublicHouse) -> None:
    anna, stranger = house.person("Anna"), house.browser()
    made = anna.make(seats=BOTH, spectators=False)
    for path in ("", "/log", "/replay", "/record", "/position.svg"):
        assert stranger.refused("GET", f"/api/tables/{made['id']}{path}") == (403, "seat")
    with stranger.socket(made["id"]) as session:
        assert Visitor(session).join()["case"] == "seat"
    with anna.socket(made["id"]) as session:
        host = Visitor(session)
        assert not host.join()["table"]["spectators"]
        host.ask("play", action="resign", count=host.mirror.count, side="red")
    assert stranger.get(f"/api/tables/{made['id']}")["view"]["winner"] == "blue", "over, it may be looked at"


def test_a_guest_whose_seat_is_given_away_does_not_stay_to_look_on(house: PublicHouse) -> None:
    anna, berta = house.person("Anna"), house.person("Berta")
    made = anna.make(spectators=False)
    with anna.socket(made["id"]) as here, berta.socket(made["id"]) as there:
        host, guest = Visitor(here), Visitor(there)
        host.join()
        guest.sit(seat_of(made))
        host.ask("reissue", side="blue")
        assert ended(guest) == 1012
    with berta.socket(made["id"]) as session:
        assert Visitor(session).join()["case"] == "seat"


def test_who_looks_on_sees_it_later(house: PublicHouse) -> None:
    anna, stranger = house.person("Anna"), house.browser()
    made = anna.make(game="afrika-korps", seats={"axis": "human", "allied": "human"}, delay=600)
    with anna.socket(made["id"]) as here, stranger.socket(made["id"]) as there:
        host, watcher = Visitor(here), Visitor(there)
        host.join()
        _, moves = movable(host)
        first = watcher.join()
        assert first["table"]["delay"] == 600
        assert host.play(moves[0]["action"])["type"] == "played"
        now = watcher.ask("snapshot")
        assert now["view"] == first["view"] and now["log"] == first["log"], "the players alone have seen it"
        own = host.ask("snapshot")["log"]["entries"]
        assert len(own) > len(first["log"]["entries"])
        assert stranger.get(f"/api/tables/{made['id']}/log")["log"] == first["log"]
        assert stranger.refused("GET", f"/api/tables/{made['id']}/record") == (403, "seat")
        old(house, made["id"])
        house.tidy()
        watcher.waits(lambda: len(watcher.mirror.known["log"]["entries"]) == len(own))
        assert host.ask("undo", count=host.mirror.count)["type"] == "undone"
        assert len(watcher.ask("snapshot")["log"]["entries"]) == len(own), "that too comes later"
        old(house, made["id"])
        assert len(watcher.ask("snapshot")["log"]["entries"]) == len(own) - 1
        host.ask("snapshot")
        assert host.play("resign")["type"] == "played"
        assert watcher.ask("snapshot")["view"]["over"], "over, there is nothing to keep back"


def test_who_looks_on_later_is_not_told_whose_turn_it_is_now(house: PublicHouse) -> None:
    anna, stranger = house.person("Anna"), house.browser()
    clock = {"kind": "clock", "each": 60, "reserve": 3600}
    made = anna.make(seats=BOTH, delay=600, pace=clock)
    with anna.socket(made["id"]) as here, stranger.socket(made["id"]) as there:
        host, watcher = Visitor(here), Visitor(there)
        host.join()
        watcher.join()
        host.ask("play", action="offer-draw", count=host.mirror.count, side="red")
        now, later = host.ask("snapshot")["table"], watcher.ask("snapshot")["table"]
        assert now["draw"] == "red" and now["since"] and now["clock"]
        assert (later["draw"], later["since"], later["clock"]) == ("", {}, None)


def test_a_delay_is_a_number_of_seconds(house: PublicHouse) -> None:
    for delay in (-1, 10**9, "x"):
        assert house.browser().refused("POST", "/api/tables", {"game": "wadi", "delay": delay}) == (400, "message")


def test_the_host_gives_a_seat_that_nobody_came_for_to_the_machine(house: PublicHouse) -> None:
    anna, berta = house.person("Anna"), house.person("Berta")
    made = anna.make(invite=True)
    with anna.socket(made["id"]) as session, berta.socket(made["id"]) as other:
        host, guest = Visitor(session), Visitor(other)
        host.join()
        guest.join(seat_of(made))
        assert guest.ask("relieve", side="blue")["case"] == "seat", "the host alone"
        assert host.ask("relieve", side="blue")["type"] == "done"
        seen = host.ask("snapshot")
        assert seen["table"]["seats"]["blue"]["kind"] == "bot" and seen["table"]["waiting"] == []
        assert any("machine" in line["text"] for line in seen["chat"])
        assert seen["you"]["links"] == {} and berta.get("/api/invitations")["invitations"] == []
        assert host.ask("play", action="bet 1", count=host.mirror.count, side="red")["type"] == "played"
    with berta.socket(made["id"]) as session:
        assert Visitor(session).join(seat_of(made))["case"] == "seat", "the link no longer works"


@pytest.mark.parametrize("side", ["green", ""])
def test_only_a_seat_of_the_game_is_given_away(house: PublicHouse, side: str) -> None:
    anna = house.person("Anna")
    with anna.socket(anna.make()["id"]) as session:
        host = Visitor(session)
        host.join()
        assert host.ask("relieve", side=side)["case"] in ("unknown", "seat")
