"""Several players a side: a commander and comrades who decide at some of its desks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.title import Title
from sandtable.table.live.showing import links_to
from sandtable.table.stores.base import Comrade, Seat, Token
from tests.table.visitors import Table, Visitor

SECRET = "burn the purse"


@contextmanager
def at(table: Table, made: dict[str, Any], token: str = "") -> Iterator[Visitor]:
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(token)
        yield visitor


def shared(table: Table, *posts: list[str], **wish: Any) -> dict[str, Any]:
    seats = {"red": "human", "blue": "human"}
    return table.make(game="wadi", seats=seats, seed=3, name="Anna", comrades={"red": list(posts)}, **wish)


def red_alone(table: Table, *posts: list[str]) -> dict[str, Any]:
    """A table whose host has the red side, while nobody has taken the other yet. Open dice wait for no share."""
    return table.make(
        game="wadi", seats={"red": "human", "blue": "open"}, seed=3, name="Anna", comrades={"red": list(posts)}
    )


def token_of(link: str) -> str:
    return link.split("#seat=")[1]


@contextmanager
def seated(table: Table, made: dict[str, Any], link: str, name: str) -> Iterator[Visitor]:
    with at(table, made, token_of(link)) as visitor:
        visitor.token = visitor.ask("claim", side=visitor.mirror.known["you"]["invited"])["token"]
        visitor.ask("name", name=name)
        visitor.ask("snapshot")
        yield visitor


@contextmanager
def two(made: dict[str, Any], table: Table) -> Iterator[tuple[Visitor, Visitor]]:
    """The commander and the first comrade of the red side."""
    with at(table, made, made["token"]) as anna, seated(table, made, made["comrades"][0]["link"], "Bruno") as bruno:
        yield anna, bruno


def comrades(visitor: Visitor, side: str = "red") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = visitor.ask("snapshot")["table"]["seats"][side]["comrades"]
    return found


def texts(table: Table, made: dict[str, Any]) -> list[str]:
    return [line.text for line in table.store.chat(made["id"])]


def test_who_holds_the_desk_of_a_decision_answers_it_and_the_commander_does_not(table: Table) -> None:
    made = red_alone(table, ["treasury"])
    with at(table, made, made["token"]) as anna:
        assert anna.mirror.known["you"]["decides"], "until the comrade has sat down"
        with seated(table, made, made["comrades"][0]["link"], "Bruno") as bruno:
            anna.ask("snapshot")
            assert not anna.mirror.known["you"]["decides"] and not anna.mirror.known["offers"]
            refused = anna.play("bet 1")
            assert (refused["case"], refused["why"]) == ("desk", "the treasury desk is held by Bruno")
            assert bruno.mirror.known["you"]["decides"]
            assert bruno.mirror.known["you"]["desk"] == anna.mirror.known["you"]["desk"] == "treasury"
            assert bruno.play("bet 2")["type"] == "played"
    assert [line.action for line in table.store.lines(made["id"])] == ["bet 2"]


def test_what_lies_on_no_desk_is_the_commanders(in_a_file: Table) -> None:
    made = shared(in_a_file, ["treasury"])
    with two(made, in_a_file) as (anna, bruno):
        assert bruno.ask("play", action="bet 3", count=bruno.mirror.count, side="red")["type"] == "played"
        anna.ask("snapshot")
        assert anna.ask("play", action="bet 0", count=anna.mirror.count, side="blue")["type"] == "played"
        bruno.ask("snapshot")
        assert bruno.mirror.known["view"]["asked"] == ["red"] and not bruno.mirror.known["you"]["decides"]
        refused = bruno.play("done")
        assert (refused["case"], refused["why"]) == ("desk", "this is decided by Anna, who commands")
        anna.ask("snapshot")
        assert anna.ask("play", action="done", count=anna.mirror.count, side="red")["type"] == "played"


def test_a_comrade_sees_what_his_side_sees_and_nobody_else_does(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "open"}, seed=3, comrades={"red": [["treasury"]]})
    blue = token_of(made["links"]["blue"])
    with at(table, made, made["token"]) as anna, at(table, made, blue) as enemy, at(table, made) as watcher:
        enemy.ask("claim", side="blue")
        link = made["comrades"][0]["link"]
        assert anna.ask("snapshot")["you"]["comrades"] == {"1": link}
        with seated(table, made, link, "Bruno") as bruno:
            bruno.ask("note", text=SECRET)
            seen = bruno.ask("snapshot")
            assert seen["you"]["note"] == SECRET and seen["view"]["facts"] == anna.ask("snapshot")["view"]["facts"]
            assert anna.mirror.known["you"]["note"] == "", "each has notes of his own"
            bruno.play("bet 2")
            everything = []
            for other in (enemy, watcher):
                told = other.ask("snapshot")
                assert not told["you"]["comrades"]
                assert told["table"]["seats"]["red"]["comrades"][0]["name"] == "Bruno", "who plays is no secret"
                everything += other.heard
            everything.append(json.dumps(table.get(f"/api/tables/{made['id']}")))
    for part in (SECRET, token_of(link), bruno.token, "bet 2", '"red": "treasury"', '"red":"treasury"'):
        assert not any(part in text for text in everything), part


def test_the_host_of_a_table_has_no_link_into_the_side_of_another(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "open"}, seed=3)
    with at(table, made, made["token"]) as anna, at(table, made, token_of(made["links"]["blue"])) as ben:
        ben.ask("claim", side="blue")
        assert anna.ask("appoint", side="blue", desks=["treasury"])["case"] == "seat"
        assert ben.ask("appoint", desks=["treasury"])["type"] == "done"
        link = ben.ask("snapshot")["you"]["comrades"]["1"]
        told = anna.ask("snapshot")
        assert token_of(link) not in "".join(anna.heard) and told["you"]["comrades"] == {} == told["you"]["links"]
        assert told["table"]["seats"]["blue"]["comrades"][0]["kind"] == "open"


def test_nobody_makes_seats_beside_another_or_where_there_are_no_desks(in_a_file: Table) -> None:
    for wish, case in [
        ({"game": "wadi", "seats": {"red": "human", "blue": "open"}, "comrades": {"blue": [["treasury"]]}}, "desk"),
        ({"game": "wadi", "seats": {"red": "human"}, "comrades": {"red": [["kitchen"]]}}, "unknown"),
        ({"game": "wadi", "seats": {"red": "human"}, "comrades": {"red": [["treasury"], ["treasury"]]}}, "desk"),
        ({"game": "afrika-korps", "seats": {"axis": "human"}, "comrades": {"axis": [["supply"]]}}, "desk"),
    ]:
        assert in_a_file.http.post("/api/tables", json=wish).json()["case"] == case
    made = in_a_file.make(seats={"axis": "human", "allied": "human"})
    with at(in_a_file, made, made["token"]) as anna, at(in_a_file, made) as watcher:
        assert anna.ask("appoint", desks=["supply"])["case"] == "desk"
        assert watcher.ask("appoint", desks=["supply"])["case"] == "seat"


def test_desks_go_to_comrades_to_the_machine_and_back_and_the_table_says_so(table: Table) -> None:
    made = red_alone(table, ["treasury"])
    with two(made, table) as (anna, bruno):
        assert anna.ask("hand", desk="kitchen", to=1)["case"] == "unknown"
        assert anna.ask("hand", desk="rearguard", to=7)["case"] == "unknown"
        assert bruno.ask("hand", desk="rearguard", to=1)["case"] == "desk", "it is not his to take"
        assert anna.ask("hand", desk="rearguard", to=1)["type"] == "done"
        assert comrades(anna)[0]["desks"] == ["treasury", "rearguard"]
        assert bruno.ask("hand", desk="rearguard")["type"] == "done"
        assert comrades(anna)[0]["desks"] == ["treasury"]
        assert anna.ask("delegate", desks=["treasury"])["case"] == "desk", "whose desk it is hands it over"
        assert bruno.ask("delegate", desks=["treasury"])["type"] == "done"
        assert anna.ask("snapshot")["table"]["seats"]["red"]["desks"] == ["treasury"]
        assert anna.ask("delegate", desks=["treasury", "rearguard"])["type"] == "done"
        assert bruno.ask("delegate", desks=["rearguard"])["type"] == "done", "he takes back his own alone"
        assert anna.ask("snapshot")["table"]["seats"]["red"]["desks"] == ["rearguard"]
        assert anna.ask("hand", desk="treasury")["type"] == "done", "the commander takes a desk back"
        assert anna.ask("snapshot")["you"]["decides"] and comrades(anna)[0]["desks"] == []
    assert texts(table, made) == [
        "A guest plays Red together with its commander; desks: treasury.",
        "Bruno now holds the rearguard desk of Red.",
        "Anna, who commands, now holds the rearguard desk of Red.",
        "Desks of Red that the machine keeps: treasury.",
        "Desks of Red that the machine keeps: treasury, rearguard.",
        "Desks of Red that the machine keeps: rearguard.",
        "Anna, who commands, now holds the treasury desk of Red.",
    ]


@pytest.mark.parametrize(
    "request_of",
    [
        {"kind": "relieve", "side": "red"},
        {"kind": "appoint", "desks": ["rearguard"]},
        {"kind": "accord", "matter": "undo", "word": "ask"},
        {"kind": "away", "days": 1},
        {"kind": "order", "order": "move r1 to A2"},
        {"kind": "settle", "question": "retreat", "choice": "never"},
        {"kind": "rematch"},
        {"kind": "dismiss", "comrade": 2},
    ],
)
def test_the_commander_alone_speaks_for_the_side(in_a_file: Table, request_of: dict[str, Any]) -> None:
    made = red_alone(in_a_file, ["treasury"], ["rearguard"])
    with two(made, in_a_file) as (_, bruno):
        assert bruno.ask(**request_of)["case"] == "desk"


def test_to_resign_and_to_offer_a_draw_is_for_the_commander(in_a_file: Table) -> None:
    made = red_alone(in_a_file, ["treasury"])
    with two(made, in_a_file) as (anna, bruno):
        for word in ("resign", "offer-draw"):
            assert bruno.play(word)["case"] == "desk"
        anna.ask("snapshot")
        assert anna.play("resign")["type"] == "played"


def test_who_holds_the_desk_of_a_question_leaves_the_standing_answer(in_a_file: Table) -> None:
    made = red_alone(in_a_file, ["rearguard"])
    with two(made, in_a_file) as (anna, bruno):
        assert anna.ask("settle", question="retreat", choice="never")["case"] == "desk"
        assert bruno.ask("settle", question="retreat", choice="never")["type"] == "done"
        assert anna.ask("snapshot")["you"]["settled"] == {"retreat": "never"}


def test_a_comrade_takes_back_what_was_decided_at_his_desk_and_nothing_else(in_a_file: Table) -> None:
    made = shared(in_a_file, ["rearguard"])
    with two(made, in_a_file) as (anna, bruno):
        for side, bid in (("red", "bet 3"), ("blue", "bet 0")):
            anna.ask("play", action=bid, count=anna.ask("snapshot")["view"]["count"], side=side)
        anna.ask("play", action="move r1 A2", count=anna.ask("snapshot")["view"]["count"], side="red")
        assert anna.ask("snapshot")["you"]["undo"] and not bruno.ask("snapshot")["you"]["undo"]
        assert bruno.ask("undo")["case"] == "desk"
        assert anna.ask("undo")["type"] == "undone"


def test_a_comrade_who_is_dismissed_sees_what_a_spectator_sees(table: Table) -> None:
    made = red_alone(table, ["treasury"])
    with two(made, table) as (anna, bruno):
        assert bruno.ask("dismiss", comrade=0)["case"] == "desk", "the commander is not dismissed"
        assert anna.ask("dismiss", comrade=1)["type"] == "done"
        bruno.waits(lambda: bruno.mirror.known["you"]["side"] == "")
        assert bruno.ask("snapshot")["view"]["facts"] == []
        assert bruno.play("bet 1")["case"] == "seat"
        assert anna.ask("snapshot")["you"]["decides"]
        assert anna.ask("appoint", desks=["treasury"])["type"] == "done"
        assert [each["n"] for each in comrades(anna)] == [2], "a number is given once"
        with table.socket(made["id"]) as session:
            assert Visitor(session).join(bruno.token)["case"] == "seat"


def test_a_comrade_leaves_by_himself(in_a_file: Table) -> None:
    made = red_alone(in_a_file, ["treasury"])
    with two(made, in_a_file) as (anna, bruno):
        assert bruno.ask("dismiss", comrade=1)["type"] == "done"
        assert comrades(anna) == [] and anna.mirror.known["you"]["decides"]


def test_a_link_seats_one_comrade_once(in_a_file: Table) -> None:
    made = red_alone(in_a_file, ["treasury"])
    link = made["comrades"][0]["link"]
    with seated(in_a_file, made, link, "Bruno"), in_a_file.socket(made["id"]) as session:
        assert Visitor(session).join(token_of(link))["case"] == "seat"


def test_a_comrade_gives_no_share_in_the_dice(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "open", "blue": "human"})
    with at(table, made, token_of(made["links"]["red"])) as ben:
        ben.ask("claim", side="red")
        ben.ask("appoint", desks=["treasury"])
        with seated(table, made, ben.ask("snapshot")["you"]["comrades"]["1"], "Bruno") as bruno:
            assert bruno.mirror.known["table"]["waiting"] == ["red"]
            assert bruno.ask("promise", promise="0" * 64)["case"] == "share"


def test_the_list_of_ones_games_says_whom_of_a_side_the_table_waits_for(table: Table) -> None:
    made = red_alone(table, ["treasury"])

    def waits(token: str) -> bool:
        [found] = table.http.post("/api/mine", json={"held": {made["id"]: token}}).json()["tables"]
        return bool(found["waits"])

    assert waits(made["token"])
    with two(made, table) as (anna, bruno):
        assert waits(bruno.token) and not waits(made["token"])
        anna.ask("hand", desk="treasury")
        assert waits(made["token"]) and not waits(bruno.token)


def test_open_seats_of_an_invitation_stand_in_the_lobby_with_their_desks(table: Table) -> None:
    made = shared(table, ["treasury"], invite=True)

    def found() -> list[Any]:
        return [one["comrades"] for one in table.http.get("/api/invitations").json()["invitations"]]

    [place] = made["comrades"]
    assert place["side"] == "red" and place["desks"] == ["treasury"] and found() == [[place]]
    with at(table, made, made["token"]) as anna:
        anna.ask("appoint", side="red", desks=["rearguard"])
        assert found() == [[place]], "a link that is sent to somebody is his"
    with seated(table, made, place["link"], "Bruno"):
        assert found() == []


def test_a_table_with_comrades_is_opened_again_as_it_was(tmp_path: Path, titles: dict[str, Title[Any]]) -> None:
    with Table(tmp_path, titles) as table:
        made = red_alone(table, ["treasury"])
        with two(made, table) as (_, bruno):
            token = bruno.token
    with Table(tmp_path, titles) as table:
        row = table.store.row(made["id"])
        assert row is not None and row.seats["red"].comrades == (Comrade(1, "human", ("treasury",), "Bruno"),)
        with at(table, made, token) as bruno:
            assert bruno.mirror.known["you"]["decides"] and bruno.mirror.known["you"]["name"] == "Bruno"


def test_a_new_link_for_the_commander_leaves_his_comrades_where_they_are(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "open", "blue": "human"}, seed=3)
    with at(table, made, made["token"]) as host, at(table, made, token_of(made["links"]["red"])) as ben:
        ben.ask("claim", side="red")
        ben.ask("appoint", desks=["treasury"])
        with seated(table, made, ben.ask("snapshot")["you"]["comrades"]["1"], "Bruno") as bruno:
            ben.ask("appoint", desks=["rearguard"])
            other = ben.ask("snapshot")["you"]["comrades"]["2"]
            assert bruno.ask("snapshot")["you"]["comrades"] == {}, "a comrade invites nobody"
            assert host.ask("reissue", side="red")["type"] == "done"
            assert set(host.ask("snapshot")["you"]["links"]) == {"red"} and token_of(other) not in "".join(host.heard)
            assert bruno.ask("snapshot")["you"]["side"] == "red"
            assert ben.ask("snapshot")["you"]["side"] == ""


def test_comrades_play_again_at_the_desks_they_held_beside_the_commanders_they_had(table: Table) -> None:
    made = table.make(
        game="wadi", seats={"red": "human", "blue": "open"}, seed=3, name="Anna", comrades={"red": [["treasury"]]}
    )
    with two(made, table) as (anna, bruno), at(table, made, token_of(made["links"]["blue"])) as ben:
        ben.ask("claim", side="blue")
        ben.ask("appoint", desks=["treasury"])
        ben.ask("appoint", desks=["rearguard"])
        places = ben.ask("snapshot")["you"]["comrades"]
        with seated(table, made, places["2"], "Clara") as clara:
            anna.ask("snapshot")
            assert anna.play("resign")["type"] == "played"
            assert bruno.ask("snapshot")["you"]["again"] == ""
            again = anna.ask("rematch")
            links = {each: each.ask("snapshot")["you"]["again"] for each in (anna, bruno, ben, clara)}
            assert links[anna] == "" and len({links[bruno], links[ben], links[clara]}) == 3
            told = {each: "".join(each.heard) for each in links}
            for owner, link in links.items():
                others = [each for each in links if each is not owner]
                assert not link or not any(token_of(link) in told[each] for each in others), "his alone"
    for one, side, desk in ((bruno, "blue", "treasury"), (clara, "red", "rearguard")):
        with at(table, {"id": again["table"]}, token_of(links[one])) as guest:
            assert guest.mirror.known["you"]["invited"] == side
            [seat] = guest.mirror.known["table"]["seats"][side]["comrades"]
            assert seat["desks"] == [desk], "a seat that nobody had taken is not opened again"
    with at(table, {"id": again["table"]}, again["token"]) as anna:
        you = anna.mirror.known["you"]
        assert you["side"] == "blue" and set(you["comrades"]) == {"1"} and set(you["links"]) == {"red"}
        assert token_of(links[clara]) not in "".join(anna.heard), "not even the host invites into another's side"


def test_the_link_to_the_seat_of_a_commander_is_never_that_of_a_comrade() -> None:
    seats = {"red": Seat("open", comrades=(Comrade(1, "open", ("treasury",)),))}
    tokens = {"own": Token("own", ("red",)), "his": Token("his", ("red",), comrade=1)}
    assert links_to("t", seats, tokens) == {"red": "/t/t#seat=own"}
