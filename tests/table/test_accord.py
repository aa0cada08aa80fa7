"""What players agree on: taking back by consent, adjourning, playing again; and notes to oneself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.table.visitors import Table, Visitor

PACE = {"kind": "days", "each": 86_400.0, "reserve": 86_400.0}


@contextmanager
def two_players(table: Table, **wish: Any) -> Iterator[tuple[dict[str, Any], Visitor, Visitor]]:
    made = table.make(game="wadi", seats={"red": "human", "blue": "open"}, **wish)
    with table.socket(made["id"]) as one, table.socket(made["id"]) as other:
        red, blue = Visitor(one), Visitor(other)
        red.join(made["token"])
        blue.sit(made["links"]["blue"].partition("#seat=")[2])
        red.ask("snapshot")
        yield made, red, blue


def play(visitor: Visitor, action: str, side: str) -> dict[str, Any]:
    visitor.ask("snapshot")
    return visitor.ask("play", action=action, count=visitor.mirror.count, side=side)


def bids(red: Visitor, blue: Visitor) -> None:
    assert play(red, "bet 2", "red")["type"] == play(blue, "bet 1", "blue")["type"] == "played"


def test_an_action_is_taken_back_when_the_other_side_agrees(table: Table) -> None:
    with two_players(table) as (_, red, blue):
        bids(red, blue)
        for order in ("move r1 A2", "done", "done"):
            assert play(red, order, "red")["type"] == "played"
        assert red.ask("undo")["case"] == "undo", "the decision lies with the Blue player now"
        assert blue.ask("accord", matter="undo", word="grant")["case"] == "accord", "nobody has asked"
        assert red.ask("accord", matter="undo", word="ask")["type"] == "done"
        assert red.ask("accord", matter="undo", word="ask")["case"] == "accord"
        assert red.ask("accord", matter="undo", word="grant")["case"] == "accord", "nobody grants his own wish"
        blue.waits(lambda: blue.mirror.known["table"]["undo"] == "red")
        entries = red.ask("snapshot")["table"]["entries"]
        assert blue.ask("accord", matter="undo", word="grant")["type"] == "done"
        seen = blue.ask("snapshot")
        assert seen["table"]["undo"] == "" and red.ask("snapshot")["table"]["entries"] == entries - 1
        assert seen["view"]["asked"] == ["red"] and "agrees" in seen["chat"][-1]["text"]


def test_what_is_refused_or_withdrawn_changes_nothing(table: Table) -> None:
    with two_players(table) as (_, red, blue):
        bids(red, blue)
        play(red, "move r1 A2", "red")
        for who, word in ((blue, "refuse"), (red, "withdraw")):
            red.ask("accord", matter="undo", word="ask")
            assert who.ask("accord", matter="undo", word=word)["type"] == "done"
            assert red.ask("snapshot")["table"]["undo"] == ""
        assert red.mirror.known["view"]["pieces"]["r1"]["at"] == "A2"


def test_a_reveal_is_not_taken_back_whoever_agrees(table: Table) -> None:
    with two_players(table) as (_, red, blue):
        bids(red, blue)
        red.ask("accord", matter="undo", word="ask")
        refused = blue.ask("accord", matter="undo", word="grant")
        assert refused["case"] == "undo" and "revealed" in refused["why"]


def test_a_game_is_adjourned_by_consent_and_anybody_plays_on(table: Table) -> None:
    with two_players(table, pace=PACE) as (_, red, blue):
        assert red.ask("resume")["case"] == "clock"
        red.ask("accord", matter="adjourn", word="ask")
        assert blue.ask("accord", matter="adjourn", word="grant")["type"] == "done"
        clock = red.ask("snapshot")["table"]["clock"]
        assert clock["adjourned"] and all(hand["since"] == 0 for hand in clock["hands"].values())
        assert blue.ask("resume")["type"] == "done"
        clock = red.ask("snapshot")["table"]["clock"]
        assert not clock["adjourned"] and all(hand["since"] > 0 for hand in clock["hands"].values())


def test_without_a_clock_there_is_nothing_to_adjourn(table: Table) -> None:
    with two_players(table) as (_, red, _):
        assert red.ask("accord", matter="adjourn", word="ask")["case"] == "clock"


def test_spectators_agree_to_nothing(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    with table.socket(made["id"]) as session:
        watcher = Visitor(session)
        watcher.join()
        for asked in ({"matter": "undo", "word": "ask"}, {"matter": "undo", "word": "grant"}):
            assert watcher.ask("accord", **asked)["case"] == "seat"
        assert [watcher.ask(kind, **more)["case"] for kind, more in (("rematch", {}), ("note", {"text": "x"}))] == [
            "seat", "seat",
        ]  # fmt: skip


def test_they_play_again_with_sides_changed(table: Table) -> None:
    with two_players(table, pace=PACE) as (made, red, blue):
        assert red.ask("rematch")["case"] == "accord", "the game goes on"
        red.ask("play", action="resign", count=0, side="red")
        again = red.ask("rematch")
        assert again["type"] == "rematch" and again["token"]
        link = blue.ask("snapshot")["you"]["again"]
        second = blue.ask("rematch")
        assert (second["table"], second["url"], second["token"]) == (again["table"], link, "")
        assert red.ask("snapshot")["you"]["again"] == "", "the link is not its host's"
        seen = table.get(f"/api/tables/{again['table']}", again["token"])
        assert seen["you"]["sides"] == ["blue"] and seen["table"]["clock"]["pace"]["kind"] == "days"
        with table.socket(again["table"]) as session:
            guest = Visitor(session)
            assert guest.sit(link.partition("#seat=")[2])["you"]["sides"] == ["red"]
    assert made["id"] != again["table"]


def test_a_note_is_read_by_whoever_wrote_it_alone(table: Table) -> None:
    with two_players(table) as (made, red, blue):
        assert blue.ask("note", text="Hold the pass\nuntil turn 5")["type"] == "done"
        assert blue.ask("snapshot")["you"]["note"] == "Hold the pass\nuntil turn 5"
        assert red.ask("snapshot")["you"]["note"] == ""
        for token in (made["token"], ""):
            for address in ("", "/record"):
                response = table.http.get(
                    f"/api/tables/{made['id']}{address}", headers={"authorization": f"Bearer {token}"} if token else {}
                )
                assert "Hold the pass" not in response.text


def test_talk_names_the_turn_it_was_said_in(table: Table) -> None:
    with two_players(table) as (_, red, _):
        red.ask("chat", text="Good luck")
        assert red.ask("snapshot")["chat"][-1]["turn"] == 1
