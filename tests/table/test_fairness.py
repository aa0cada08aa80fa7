"""Seats that are a guest's alone, and dice that nobody at the table has chosen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from sandtable.core import journal
from sandtable.core.dice import SecretDice, commitment, promise_of
from sandtable.core.game import Game
from sandtable.core.journal import Save, SaveError
from sandtable.core.title import Title
from tests.core.toy import WadiTitle
from tests.table.visitors import Table, Visitor

GUEST = {"red": "human", "blue": "open"}
GUESTS = {"red": "open", "blue": "open"}
ONE, TWO = b"\x01" * 32, b"\x02" * 32


def seat_of(link: str) -> str:
    return link.partition("#seat=")[2]


class Company:
    """A table of the toy and windows on it."""

    def __init__(self, table: Table, stack: ExitStack, **wish: Any) -> None:
        self.table, self._stack = table, stack
        self.made = table.make(game="wadi", **{"seats": GUEST, **wish})

    def window(self) -> Visitor:
        return Visitor(self._stack.enter_context(self.table.socket(self.made["id"])))

    def host(self) -> Visitor:
        visitor = self.window()
        visitor.join(self.made["token"])
        return visitor

    def guest(self, side: str = "blue", share: bytes = ONE) -> Visitor:
        visitor = self.window()
        visitor.sit(seat_of(self.made["links"][side]), share)
        return visitor

    def seen(self, token: str = "") -> dict[str, Any]:
        return self.table.get(f"/api/tables/{self.made['id']}", token)

    def opens(self, token: str) -> bool:
        address = f"/api/tables/{self.made['id']}"
        response = self.table.http.get(address, headers={"authorization": f"Bearer {token}"})
        return response.status_code == 200

    def save(self) -> Save:
        record = self.table.get(f"/api/tables/{self.made['id']}/record")
        record.pop("finished")
        return msgspec.convert(record, Save)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


# The seat


def test_the_link_opens_the_seat_once(table: Table, stack: ExitStack) -> None:
    company = Company(table, stack)
    link = seat_of(company.made["links"]["blue"])
    ben = company.guest()
    assert ben.mirror.known["you"]["sides"] == ["blue"] and ben.token != link
    assert not company.opens(link), "the host's copy of the link is dead"
    assert company.opens(ben.token)
    late = company.window()
    assert late.ask("join", token=link)["case"] == "seat"
    assert company.host().ask("claim", side="blue")["case"] == "seat"
    assert company.host().ask("claim", side="green")["case"] == "unknown"


def test_who_has_only_looked_at_an_invitation_sees_and_plays_nothing_of_its_side(
    table: Table, stack: ExitStack
) -> None:
    company = Company(table, stack, seed=3)
    peeping = company.window()
    joined = peeping.join(seat_of(company.made["links"]["blue"]))
    assert (joined["you"]["invited"], joined["you"]["sides"], joined["view"]["side"]) == ("blue", [], "")
    assert peeping.play("bet 1")["case"] == "seat"
    ben = company.guest()
    peeping.waits(lambda: peeping.mirror.known["you"]["invited"] == "")
    assert ben.play("bet 1")["type"] == "played"


def test_everybody_sees_who_is_connected_to_a_seat(table: Table, stack: ExitStack) -> None:
    company = Company(table, stack)
    anna, ben = company.host(), company.guest()

    def windows(side: str) -> int:
        number: int = anna.mirror.known["table"]["seats"][side]["windows"]
        return number

    anna.waits(lambda: (windows("red"), windows("blue")) == (1, 1))
    second = company.window()
    second.join(ben.token)
    anna.waits(lambda: windows("blue") == 2)


def test_a_lost_seat_is_given_anew_openly(table: Table, stack: ExitStack) -> None:
    company = Company(table, stack)
    anna, ben = company.host(), company.guest()
    anna.waits(lambda: not anna.mirror.known["table"]["waiting"])
    anna.play("bet 3")
    assert anna.ask("reissue", side="blue")["type"] == "done"
    anna.waits(lambda: "blue" in anna.mirror.known["you"]["links"])
    ben.waits(lambda: ben.mirror.known["you"]["sides"] == [])
    for visitor in (anna, ben):
        told = visitor.ask("snapshot")["chat"][-1]
        assert told["text"] == "The host has made a new link for the seat of Blue; the old one no longer works."
        assert (told["from"], told["side"]) == ("the table", "")
    assert not company.opens(ben.token)
    assert company.seen()["table"]["seats"]["blue"]["given"] == 2
    again = company.window()
    again.sit(seat_of(anna.mirror.known["you"]["links"]["blue"]))
    assert again.play("bet 1")["type"] == "played", "the game goes on with its dice"


def test_only_the_host_makes_links_and_only_to_guests_seats(table: Table, stack: ExitStack) -> None:
    company = Company(table, stack)
    anna, ben, guest = company.host(), company.guest(), company.window()
    guest.join()
    for visitor, side in ((ben, "blue"), (ben, "red"), (guest, "blue"), (anna, "red")):
        assert visitor.ask("reissue", side=side)["case"] == "seat"
    assert anna.ask("reissue", side="green")["case"] == "unknown"
    machine = Company(table, stack, seats={"red": "human", "blue": "bot:random"})
    assert machine.host().ask("reissue", side="blue")["case"] == "seat"
    assert company.seen()["chat"][-1]["text"] == "Every share in the dice has been given: the game begins."


# The dice


def test_the_game_begins_with_the_guests_share_and_not_before(table: Table, stack: ExitStack) -> None:
    company = Company(table, stack)
    anna = company.host()
    assert anna.mirror.known["table"]["waiting"] == ["blue"]
    assert anna.play("bet 1")["case"] == "turn"
    company.guest()
    anna.waits(lambda: anna.mirror.known["table"]["waiting"] == [])
    assert anna.play("bet 1")["type"] == "played"
    anna.mirror.agrees_with(anna.ask("snapshot"))


def test_machines_rest_until_the_game_has_begun(table: Table, stack: ExitStack) -> None:
    company = Company(table, stack, seats={"red": "bot:random", "blue": "open"})
    host = company.host()
    host.ask("speed", delay=0)
    for _ in range(5):
        host.ask("snapshot")
    assert table.store.lines(company.made["id"]) == []
    company.guest()
    host.waits(lambda: host.mirror.known["view"]["asked"] == ["blue"])


def test_shares_are_opened_when_all_are_promised(table: Table, stack: ExitStack) -> None:
    """Who could see another's share before he fixes his own could choose the dice."""
    company = Company(table, stack, seats=GUESTS)
    one, two = company.window(), company.window()
    for visitor, side in ((one, "red"), (two, "blue")):
        visitor.join(seat_of(company.made["links"][side]))
        visitor.ask("claim", side=side)
    assert one.ask("share", share=ONE.hex())["case"] == "share"
    assert one.ask("promise", promise=promise_of(ONE))["type"] == "done"
    assert one.ask("share", share=ONE.hex())["case"] == "share", "blue has not promised"
    assert two.ask("promise", promise=promise_of(ONE))["case"] == "share", "a promise is not copied"
    assert two.ask("promise", promise=promise_of(TWO))["type"] == "done"
    assert one.ask("share", share=TWO.hex())["case"] == "share", "not what was promised"
    assert one.ask("share", share=ONE.hex())["type"] == "done"
    assert ONE.hex() not in msgspec.json.encode(company.seen()).decode(), "a share is hidden until the end"
    assert two.ask("promise", promise=promise_of(b"\x03" * 32))["case"] == "share", "too late to choose another"
    assert one.mirror.known["table"]["waiting"] and two.ask("share", share=TWO.hex())["type"] == "done"
    assert company.seen()["table"]["waiting"] == []
    assert one.ask("share", share=ONE.hex())["case"] == "share", "the dice are fixed"


def test_a_guest_replaced_before_the_game_begins_makes_all_draw_anew(table: Table, stack: ExitStack) -> None:
    company = Company(table, stack, seats=GUESTS)
    host, one, two = company.host(), company.window(), company.window()
    for visitor, side, share in ((one, "red", ONE), (two, "blue", TWO)):
        visitor.join(seat_of(company.made["links"][side]))
        visitor.ask("claim", side=side)
        visitor.ask("promise", promise=promise_of(share))
    one.ask("share", share=ONE.hex())
    host.ask("reissue", side="blue")
    seats = company.seen()["table"]["seats"]
    assert [seat["promise"] for seat in seats.values()] == ["", ""]
    assert company.seen()["table"]["waiting"] == ["red", "blue"]
    assert one.ask("share", share=ONE.hex())["case"] == "share"


def play_out(game: Game[Any], people: dict[str, Visitor]) -> None:
    """The game at the table, and the same one here, to know what can be played."""
    random = Random(5)
    while game.outcome is None:
        side = game.asked[0]
        action = random.choice(game.actions(side))
        game.play(action, side)
        people[side].ask("snapshot")
        assert people[side].play(str(action))["type"] == "played"


def test_a_game_between_people_is_proved_with_both_shares(
    table: Table, stack: ExitStack, tmp_path: Path, titles: dict[str, Title[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A chosen secret: of a game with few rolls, one in some drawn ones shows the same dice with the share and without.
    monkeypatch.setattr("sandtable.table.house.making.fresh_secret", lambda: bytes(range(32)))
    company = Company(table, stack)
    secret = table.store.secret(company.made["id"])
    promised = company.seen()["table"]["commitment"]
    anna, ben = company.host(), company.guest(share=TWO)
    play_out(Game(WadiTitle(), WadiTitle().setup(), SecretDice(secret, [TWO])), {"red": anna, "blue": ben})
    save, status = company.save(), company.seen()["table"]
    assert promised == save.commitment == commitment(secret) and save.secret == secret.hex()
    assert (save.promises, save.shares) == ((promise_of(TWO),), (TWO.hex(),))
    assert status["seats"]["blue"]["share"] == TWO.hex()
    assert journal.verify(WadiTitle(), save).outcome
    with pytest.raises(SaveError):
        journal.verify(WadiTitle(), msgspec.structs.replace(save, promises=(), shares=()))
    with Table(tmp_path, titles, address=table.address) as again:
        reopened = again.get(f"/api/tables/{company.made['id']}")
        before = company.seen()
        assert reopened["view"] | {"count": 0} == before["view"] | {"count": 0}
        assert reopened["log"] == before["log"]


def test_open_dice_are_said_to_be_open_and_take_no_share(table: Table, stack: ExitStack) -> None:
    company = Company(table, stack, seed=7)
    status = company.seen()["table"]
    assert (status["seed"], status["waiting"]) == (7, [])
    assert company.guest().ask("promise", promise=promise_of(ONE))["case"] == "share"
    assert Company(table, stack).seen()["table"]["seed"] is None


def test_tables_begun_with_guests_and_left_are_counted(table: Table, stack: ExitStack) -> None:
    first = Company(table, stack)
    first.guest()
    Company(table, stack)  # nobody came: no dice of it were ever seen
    Company(table, stack, seed=1)
    other = Company(table, stack, scenario="long")
    assert (first.seen()["table"]["left"], other.seen()["table"]["left"]) == (0, 0)
    second = Company(table, stack)
    assert second.seen()["table"]["left"] == 1


def test_a_table_that_the_host_keeps_for_himself_begins_at_once(table: Table, stack: ExitStack) -> None:
    company = Company(table, stack)
    anna = company.host()
    anna.ask("claim", side="blue")
    anna.waits(lambda: anna.mirror.known["table"]["waiting"] == [])
    assert anna.play("bet 1")["type"] == "played"


def test_a_table_from_before_there_were_shares_goes_on(table: Table, stack: ExitStack) -> None:
    company = Company(table, stack)
    old = '{"red": {"kind": "human"}, "blue": {"kind": "open"}}'
    table.tamper("update tables set seats = ? where id = ?", old, company.made["id"])
    anna = company.host()
    assert anna.mirror.known["table"]["waiting"] == []
    assert anna.play("bet 1")["type"] == "played"
    ben = company.window()
    assert ben.sit(seat_of(company.made["links"]["blue"]))["you"]["sides"] == ["blue"]
    assert ben.play("bet 2")["type"] == "played"
