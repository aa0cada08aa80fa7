"""What a seat is told adds up to what it would see afresh, and contains nothing it may not know."""

from __future__ import annotations

import json
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.core import journal
from sandtable.core.dice import SecretDice, commitment, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.core.views import View
from sandtable.table.live import playing, showing
from sandtable.table.live.deltas import delta, kept_entries
from sandtable.table.live.holder import Holder
from sandtable.table.live.resuming import replayed
from sandtable.table.live.showing import NOBODY, Shown
from sandtable.table.live.sight import Sight
from sandtable.table.live.table import LiveTable
from sandtable.table.messages.positions import SeenView
from sandtable.table.messages.tables import Summary
from sandtable.table.stores.base import Row, Seat
from sandtable.table.stores.sqlite import SqliteStore
from tests.core.toy import WadiTitle
from tests.table.visitors import Mirror, Table, Visitor

STAMP = "2026-01-01T00:00:00Z"


def live(title: Title[Any], folder: Path, seed: int, name: str = "one") -> LiveTable:
    store = SqliteStore(folder / f"{name}.sqlite")
    secret = secret_of_seed(seed)
    seats = {side: Seat("human") for side in title.sides}
    setup, promised = title.setup(), commitment(secret)
    row = Row("t", title.key, title.rules_version, setup, promised, seed, STAMP, STAMP, seats, Summary())
    store.create(row, secret, [])
    return LiveTable.open(title, row, store)


def holders(title: Title[Any]) -> list[Holder]:
    return [Holder(), *(Holder((side,)) for side in title.sides), Holder(title.sides)]


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


class Follower:
    """A seat that hears of every few positions."""

    def __init__(self, table: LiveTable, holder: Holder) -> None:
        self.table, self.holder = table, holder
        self.mirror = Mirror()
        self.shown, seen = showing.everything(table, holder, NOBODY)
        self.mirror.hear({"type": "snapshot", "seq": 0, **plain(seen)})

    def follow(self) -> None:
        new: Shown = showing.look(self.table, self.holder, NOBODY)
        keep = kept_entries(self.shown.serials, new.serials)
        added = showing.log_part(self.table, self.holder, keep, None).log
        change = delta(self.mirror.seq + 1, self.shown, new, keep, added)
        self.shown = new
        if change is not None:
            self.mirror.hear(plain(change))
        self.mirror.agrees_with(plain(showing.everything(self.table, self.holder, NOBODY)[1]))


@pytest.mark.parametrize("game", ["wadi", "afrika-korps"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_deltas_add_up_to_the_snapshot_through_a_random_game(
    game: str, seed: int, titles: dict[str, Title[Any]], tmp_path: Path
) -> None:
    title, random = titles[game], Random(seed)
    table = live(title, tmp_path, seed)
    followers = [Follower(table, holder) for holder in holders(title)]
    undone = 0
    for _ in range(150):
        if table.game.outcome is not None:
            break
        if random.random() < 0.3 and table.sight(title.sides).may_undo:
            playing.undo(table, Holder(title.sides))
            undone += 1
            if random.random() < 0.3:
                continue
        side = random.choice(table.game.asked)
        playing.act(table, side, random.choice(table.game.actions(side)))
        for follower in followers:
            if random.random() < 0.7:
                follower.follow()
    assert undone
    for follower in followers:
        follower.follow()
    again = LiveTable.open(title, table.row, table.store)
    for holder in holders(title):
        here, there = (plain(showing.everything(each, holder, NOBODY)[1]) for each in (table, again))
        assert here["view"].pop("count") != there["view"].pop("count")  # a position of before is not named so again
        assert here == there


def test_the_view_on_the_wire_has_every_field_of_a_view() -> None:
    assert set(SeenView.__struct_fields__) == {*View.__struct_fields__, "count"}


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_undo_is_announced_exactly_when_it_is_granted(seed: int, titles: dict[str, Title[Any]]) -> None:
    title, random = titles["wadi"], Random(seed)
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(seed)))
    granted = refused = 0
    while game.outcome is None:
        for side in title.sides:
            announced = Sight(game, (side,)).may_undo
            try:
                taken = game.undo(side)
            except Refusal:
                assert not announced
                refused += 1
            else:
                assert announced
                granted += 1
                game.play(taken.action, taken.side)
        side = random.choice(game.asked)
        game.play(random.choice(game.actions(side)), side)
    assert granted and refused


# Secrets


def test_nobody_hears_the_dice_or_another_token(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "open"})
    other = made["links"]["blue"].partition("#seat=")[2]
    secret = table.store.secret(made["id"]).hex()
    with table.socket(made["id"]) as first, table.socket(made["id"]) as second, table.socket(made["id"]) as third:
        red, blue, guest = Visitor(first), Visitor(second), Visitor(third)
        red.join(made["token"])
        blue.join(other)
        guest.join()
        random = Random(5)
        seats = {"red": red, "blue": blue}
        for _ in range(30):
            seen = table.get(f"/api/tables/{made['id']}")
            if seen["view"]["over"]:
                break
            side = seen["view"]["asked"][0]
            visitor = seats[side]
            visitor.ask("snapshot")
            visitor.play(str(random.choice(game_of(table, made["id"]).actions(side))))
        for visitor in (red, blue, guest):
            visitor.ask("snapshot")
    lasting = [text for visitor in (red, blue, guest) for text in takewhile(still_played, visitor.heard)]
    assert len(lasting) > 20
    assert not any(secret in text or made["token"] in text for text in lasting)
    assert not any(other in text for text in [*blue.heard, *guest.heard])
    public = json.dumps([table.get("/api/tables"), table.get(f"/api/tables/{made['id']}/log")])
    assert made["token"] not in public and other not in public and secret not in public


def still_played(text: str) -> bool:
    return '"over":"' not in text or '"over":""' in text


def game_of(table: Table, name: str) -> Game[Any]:
    row = table.store.row(name)
    assert row is not None
    return replayed(WadiTitle(), row, SecretDice(table.store.secret(name)), table.store.lines(name))


def test_the_secret_is_told_when_the_game_is_over_and_proves_the_dice(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "bot:random", "blue": "bot:random"})
    assert table.get(f"/api/tables/{made['id']}/record")["finished"] is False
    with table.socket(made["id"]) as session:
        host = Visitor(session)
        host.join(made["token"])
        host.ask("speed", delay=0)
        host.waits(lambda: host.mirror.known["view"]["over"])
    record = table.get(f"/api/tables/{made['id']}/record")
    assert record.pop("finished") is True
    save = msgspec.convert(record, journal.Save)
    assert journal.verify(WadiTitle(), save).outcome is not None


# Over the socket


def test_sockets_agree_with_the_json_twin_while_a_game_is_played(table: Table, titles: dict[str, Title[Any]]) -> None:
    made = table.make(seats={"axis": "human", "allied": "open"}, seed=4)
    ben_token = made["links"]["allied"].partition("#seat=")[2]
    title, random = titles["afrika-korps"], Random(4)
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(4)))
    with table.socket(made["id"]) as first, table.socket(made["id"]) as second, table.socket(made["id"]) as third:
        anna, ben, guest = Visitor(first), Visitor(second), Visitor(third)
        tokens = {"axis": made["token"], "allied": ben_token, "": ""}
        visitors = {"axis": anna, "allied": ben, "": guest}
        anna.join(made["token"])
        ben.sit(tokens["allied"])
        tokens["allied"] = ben.token
        guest.join()
        for step in range(40):
            side = game.asked[0]
            visitor = visitors[side]
            action = random.choice(game.actions(side))
            game.play(action, side)
            played = visitor.play(str(action))
            if step % 5 == 2 and game.undo_refused(side) is None:
                visitor.catch_up(played["entry"], played["count"])
                game.undo(side)
                played = visitor.ask("undo")
            for other in visitors.values():
                other.catch_up(played["entry"])
            if step % 8 == 0:
                for who, other in visitors.items():
                    other.ask("chat", text="sync")
                    other.mirror.agrees_with(table.get(f"/api/tables/{made['id']}", tokens[who]))


def test_every_moment_can_be_replayed_as_the_seat_saw_it(table: Table, titles: dict[str, Title[Any]]) -> None:
    made = table.make(seats={"axis": "human", "allied": "human"}, seed=6)
    title, random = titles["afrika-korps"], Random(6)
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(6)))
    seen = {}
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        seen[0] = visitor.join(made["token"])["view"]
        for _ in range(6):
            action = random.choice(game.actions())
            game.play(action)
            played = visitor.play(str(action))
            visitor.catch_up(played["entry"], played["count"])
            seen[played["entry"]] = json.loads(json.dumps(visitor.mirror.known["view"]))
    for at, view in seen.items():
        moment = table.get(f"/api/tables/{made['id']}/replay?at={at}", made["token"])
        assert (moment["view"] | {"count": view["count"]}, moment["entries"]) == (view, 6)
        assert [entry["n"] for entry in moment["log"]["entries"]] == list(range(at + 1))
    assert table.http.get(f"/api/tables/{made['id']}/replay?at=7").status_code == 404
    for bad in ("-1", "x", "1e3", "99999999999"):
        assert table.http.get(f"/api/tables/{made['id']}/replay?at={bad}").status_code in (400, 404)
    part = table.get(f"/api/tables/{made['id']}/log?from=2&to=4", made["token"])
    assert [entry["n"] for entry in part["log"]["entries"]] == [2, 3, 4]
