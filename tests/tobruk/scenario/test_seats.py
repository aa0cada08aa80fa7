"""[15.3] The higher bid takes over the Commonwealth: seats are exchanged at the table, and players are credited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.bots.series import play_out
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.order_forms import Begin, Done
from sandtable.games.tobruk.scenario.opening import Bid
from sandtable.games.tobruk.state import Tobruk
from sandtable.games.tobruk.title import title
from sandtable.table.live import playing
from sandtable.table.live.table import LiveTable
from tests.table.visitors import Table, Visitor

THIRD = "battle-for-tobruk"
TITLES: dict[str, Title[Any]] = {"tobruk": title()}


def opened(table: Table, **seats: str) -> dict[str, Any]:
    return table.make(game="tobruk", scenario=THIRD, seats=seats, name="Anna", seed=3)


def catch_up(visitor: Visitor, seen: dict[str, Any]) -> None:
    visitor.waits(lambda: question(visitor.mirror.known) == question(seen))


def after_the_bids(table: Table, made: dict[str, Any], anna: Visitor, guest: Visitor, bids: tuple[int, int]) -> str:
    """Anna sat down at the Axis, her guest at the Commonwealth. Says the guest's token."""
    anna.join(made["token"])
    guest.join(made["links"]["commonwealth"].partition("#seat=")[2])
    token = str(guest.ask("claim", side="commonwealth")["token"])
    for visitor, bid in zip((anna, guest), bids, strict=True):
        assert visitor.play(f"bid {bid}")["type"] == "played"
        for each in (anna, guest):
            catch_up(each, table.get(f"/api/tables/{made['id']}"))
    return token


def question(seen: dict[str, Any]) -> tuple[str, list[str]]:
    return seen["view"]["prompt"], seen["view"]["asked"]


def sides(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.mirror.known["you"]["sides"]
    return found


@pytest.mark.case("15.3")
def test_the_seats_are_exchanged_when_the_player_of_the_axis_bids_more(tmp_path: Path) -> None:
    with Table(tmp_path, TITLES) as table:
        made = opened(table, axis="human", commonwealth="open")
        with table.socket(made["id"]) as first, table.socket(made["id"]) as second:
            anna, guest = Visitor(first), Visitor(second)
            after_the_bids(table, made, anna, guest, (20, 5))
            assert (sides(anna), sides(guest)) == (["commonwealth"], ["axis"])
            seats = anna.mirror.known["table"]["seats"]
            assert seats["commonwealth"]["name"] == "Anna" and seats["axis"]["name"] == ""
            assert {seat["kind"] for seat in seats.values()} == {"human"}
            assert anna.mirror.known["you"]["host"] and anna.mirror.known["you"]["links"] == {}
            assert anna.mirror.known["view"]["asked"] == ["commonwealth"]
            assert guest.play("done")["case"] == "turn"
            assert guest.ask("play", action="done", count=guest.mirror.count, side="commonwealth")["case"] == "seat"
            assert anna.play("done")["type"] == "played"


@pytest.mark.case("15.3")
def test_nobody_changes_places_when_the_player_of_the_commonwealth_bids_more(tmp_path: Path) -> None:
    with Table(tmp_path, TITLES) as table:
        made = opened(table, axis="human", commonwealth="open")
        with table.socket(made["id"]) as first, table.socket(made["id"]) as second:
            anna, guest = Visitor(first), Visitor(second)
            after_the_bids(table, made, anna, guest, (5, 20))
            assert (sides(anna), sides(guest)) == (["axis"], ["commonwealth"])
            assert guest.play("done")["type"] == "played"


@pytest.mark.case("15.3")
def test_the_exchange_survives_a_restart(tmp_path: Path) -> None:
    with Table(tmp_path, TITLES) as table:
        made = opened(table, axis="human", commonwealth="open")
        with table.socket(made["id"]) as first, table.socket(made["id"]) as second:
            guest_token = after_the_bids(table, made, Visitor(first), Visitor(second), (20, 5))
    with Table(tmp_path, TITLES) as again, again.socket(made["id"]) as first, again.socket(made["id"]) as second:
        anna, guest = Visitor(first), Visitor(second)
        assert anna.join(made["token"])["you"]["sides"] == ["commonwealth"]
        assert guest.join(guest_token)["you"]["sides"] == ["axis"]
        assert anna.mirror.known["table"]["seats"]["commonwealth"]["name"] == "Anna"
        assert guest.play("done")["type"] == "refused"
        assert anna.play("done")["type"] == "played"


@pytest.mark.case("15.3")
def test_the_other_player_and_spectators_do_not_learn_of_a_bid_before_theirs(tmp_path: Path) -> None:
    with Table(tmp_path, TITLES) as table:
        made = opened(table, axis="human", commonwealth="open")
        guest_token = made["links"]["commonwealth"].partition("#seat=")[2]
        with table.socket(made["id"]) as session:
            anna = Visitor(session)
            anna.join(made["token"])
            anna.play("bid 37")
        for token in (guest_token, ""):
            seen = table.get(f"/api/tables/{made['id']}", token)
            assert seen["log"]["entries"][-1]["action"] != "bid 37"
            assert "37" not in str(seen["log"]) and seen["view"]["asked"] == ["commonwealth"]
        assert table.get(f"/api/tables/{made['id']}", made["token"])["log"]["entries"][-1]["action"] == "bid 37"


@pytest.mark.case("15.3")
def test_a_machine_changes_places_too(tmp_path: Path) -> None:
    """It was given the Commonwealth and goes on as the Axis; after a restart it still does."""
    with Table(tmp_path, TITLES) as table:
        made = opened(table, axis="human", commonwealth="bot:random")
        live = live_table(table, made["id"])
        assert live.machine_sides == ("commonwealth",)
        playing.act(live, "axis", Bid(20))
        playing.act(live, "commonwealth", Bid(5))
        for seen in (live, live_table(table, made["id"])):
            assert seen.machine_sides == ("axis",) and seen.row.seats["commonwealth"].name == "Anna"
            assert seen.holder(made["token"]).sides == ("commonwealth",)


def live_table(table: Table, name: str) -> LiveTable:
    row = table.store.row(name)
    assert row is not None
    return LiveTable.open(title(), row, table.store)


# Without a table


class Scripted:
    """Bids what it is told and then does no more than it must; it knows which sides it was asked for."""

    def __init__(self, bid: int) -> None:
        self.bid = bid
        self.asked: list[str] = []

    def choose(self, observed: Tobruk, side: str) -> Action:
        self.asked.append(side)
        decision = title().rules.asks(observed)
        assert decision is not None
        for action in (Bid(self.bid), Done(), Begin("move")):
            try:
                decision.check(observed, side, action)
            except Refusal:
                continue
            return action
        return decision.actions(observed, side)[0]


@pytest.mark.case("15.3")
@pytest.mark.parametrize(("bids", "commonwealth"), [((40, 30), "axis"), ((30, 40), "commonwealth")])
def test_a_series_credits_the_player_and_not_the_side(bids: tuple[int, int], commonwealth: str) -> None:
    """The Axis wins a game in which nothing happens; it is won by whoever plays it."""
    players = {"axis": Scripted(bids[0]), "commonwealth": Scripted(bids[1])}
    game = Game(title(), title().setup(THIRD), SecretDice(secret_of_seed(3)))
    played = play_out(game, players)
    assert played.outcome is not None and played.outcome.winner == "axis"
    assert played.winner == ("commonwealth" if commonwealth == "axis" else "axis")
    assert played.refused == ()
    for seat, player in players.items():
        mine = "commonwealth" if seat == commonwealth else "axis"
        assert player.asked[0] == seat and set(player.asked[1:]) == {mine}
