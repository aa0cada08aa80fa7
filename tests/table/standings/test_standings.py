"""Results, ratings and tournaments: arithmetic, pairings, and that a game counts once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.title import Title
from sandtable.table.standings.glicko import Rating, after
from sandtable.table.standings.pairing import Pairing, opponents, round_robin, standings, swiss
from sandtable.table.standings.recorder import results_of
from sandtable.table.standings.store import StandingStore
from tests.table.people.house import Browser, PublicHouse
from tests.table.visitors import Visitor


@pytest.fixture
def house(tmp_path: Path, titles: dict[str, Title[Any]]) -> Iterator[PublicHouse]:
    with PublicHouse(tmp_path, titles) as opened:
        yield opened


ORDERS = ("bet 0", "done", "stand")  # one of them is always allowed

# Ratings


def test_the_worked_example_of_the_glicko_2_paper() -> None:
    met = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    found = after(Rating(1500, 200, 0.06), met)
    assert found.rating == pytest.approx(1464.06, abs=0.02) and found.deviation == pytest.approx(151.52, abs=0.02)
    assert found.volatility == pytest.approx(0.05999, abs=0.00002) and found.games == 3


def test_a_rating_is_provisional_until_enough_was_played() -> None:
    own, games = Rating(), 0
    while own.is_provisional:
        own, games = after(own, [(Rating(1500, 50), float(games % 2))]), games + 1
    assert 4 < games < 40 and own.rating == pytest.approx(1500, abs=60)


def test_who_beats_a_stronger_player_gains_more() -> None:
    gain = [after(Rating(), [(Rating(strength, 50), 1.0)]).rating for strength in (1300, 1500, 1700)]
    assert gain == sorted(gain) and gain[0] > 1500


# Pairings


@pytest.mark.parametrize("number", [2, 3, 4, 5, 8, 9])
def test_everybody_meets_everybody_once_and_sides_are_even(number: int) -> None:
    players = [f"p{n}" for n in range(number)]
    rounds = round_robin(players)
    met = [frozenset((pair.first, pair.second)) for pairs in rounds for pair in pairs if pair.second]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(players, 2)))
    for pairs in rounds:
        assert sorted(each for pair in pairs for each in (pair.first, pair.second) if each) == sorted(players)
    firsts = [
        sum(pair.first == player and bool(pair.second) for pairs in rounds for pair in pairs) for player in players
    ]
    assert max(firsts) - min(firsts) <= 2


@pytest.mark.parametrize("number", [4, 5, 7, 8, 16])
def test_in_a_swiss_tournament_nobody_meets_anybody_twice_or_rests_twice(number: int) -> None:
    players = [f"p{n}" for n in range(number)]
    rounds: list[list[Pairing]] = []
    for _ in range(3):
        pairs = swiss(players, rounds)
        rounds.append([_won(pair) for pair in pairs])
    for player in players:
        met = opponents(player, rounds)
        assert len(met) == len(set(met)) >= 2
    resting = [pair.first for pairs in rounds for pair in pairs if not pair.second]
    assert len(resting) == len(set(resting)) == (3 if number % 2 else 0)
    table = standings(players, rounds)
    assert table[0].points == 3 and [each.points for each in table] == sorted((e.points for e in table), reverse=True)


def _won(pair: Pairing) -> Pairing:
    """The one with the smaller number wins."""
    return pair if pair.score is not None else Pairing(pair.first, pair.second, "t", float(pair.first < pair.second))


def test_a_swiss_round_pairs_equals() -> None:
    rounds = [[Pairing("a", "b", "", 1.0), Pairing("c", "d", "", 1.0)]]
    pairs = [{pair.first, pair.second} for pair in swiss(["a", "b", "c", "d"], rounds)]
    assert pairs == [{"a", "c"}, {"b", "d"}]


# Games that count


def played(house: PublicHouse, one: Browser, other: Browser, loser: str = "blue", moves: int = 4) -> str:
    made = one.make()
    with one.socket(made["id"]) as first, other.socket(made["id"]) as second:
        red, blue = Visitor(first), Visitor(second)
        red.join()
        blue.sit(made["links"]["blue"].partition("#seat=")[2])
        finish({"red": red, "blue": blue}, loser, moves)
    return str(made["id"])


def finish(players: dict[str, Visitor], loser: str, moves: int = 4) -> None:
    said = 0
    while said < moves:
        for side, visitor in players.items():
            seen = visitor.ask("snapshot")
            if side in seen["view"]["asked"]:
                action = "bet 1" if "bid" in seen["view"]["prompt"].lower() or said < 2 else "done"
                answer = visitor.ask("play", action=action, count=visitor.mirror.count, side=side)
                assert answer["type"] == "played", answer
                said += 1
    assert players[loser].ask("play", action="resign", count=0, side=loser)["type"] == "played"


def test_a_finished_game_of_two_persons_counts_for_both(house: PublicHouse) -> None:
    anna, ben = house.person("Anna"), house.person("Ben")
    table = played(house, anna, ben)
    told = anna.get("/api/persons/Anna/results")
    [own] = told["games"]
    assert (own["table"], own["side"], own["score"], own["rated"]) == (table, "red", 1.0, True)
    assert own["against"] == [{"side": "blue", "name": "Ben"}]
    [rated] = told["ratings"]
    assert rated["rating"] > 1500 and rated["provisional"] and rated["games"] == 1
    ladder = house.browser().get("/api/ratings/wadi")["ratings"]
    assert [each["name"] for each in ladder] == ["Anna", "Ben"] and ladder[1]["rating"] < 1500


def test_a_result_counts_once_however_often_it_is_told(house: PublicHouse) -> None:
    anna, ben = house.person("Anna"), house.person("Ben")
    table = played(house, anna, ben)
    row = house.store.row(table)
    assert row is not None
    store = StandingStore(house.store.database)
    before = store.ratings("wadi", 10)
    assert not store.record(results_of(row, "now", 9)) and store.ratings("wadi", 10) == before


def test_a_server_that_ends_before_it_has_recorded_a_result_leaves_that_to_the_others(
    house: PublicHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:
        killed.setattr(type(house.house), "_moved", lambda self, before, row: None)
        table = played(house, house.person("Anna"), house.person("Ben"))
    assert house.house.recorder is not None
    store, portal = house.house.recorder.store, house._life.portal
    assert store.of_table(table) == [] and portal is not None
    for _ in range(2):
        portal.call(house.house.make_up_for_results)
        assert [(each.side, each.score, each.rated) for each in store.of_table(table)] == [
            ("blue", 0.0, True), ("red", 1.0, True),
        ]  # fmt: skip
        assert [each.rating.games for each in store.ratings("wadi", 9)] == [1, 1]
    with house.store.database.transaction() as db:
        db.run("update tables set touched = '2026-01-01T00:00:00Z'")
        db.run("delete from results")
    portal.call(house.house.make_up_for_results)
    assert store.of_table(table) == [], "nobody looks at everything that was ever played"


def test_a_guest_and_a_game_that_was_left_at_once_are_not_rated(house: PublicHouse) -> None:
    anna, ben = house.person("Anna"), house.person("Ben")
    played(house, anna, house.browser("203.0.113.77"))
    played(house, anna, ben, moves=2)
    assert [each["rated"] for each in anna.get("/api/persons/Anna/results")["games"]] == [False, False]
    assert anna.get("/api/ratings/wadi")["ratings"] == []


def test_machines_are_rated_too(house: PublicHouse) -> None:
    anna = house.person("Anna")
    made = anna.make(seats={"red": "human", "blue": "bot:random"})
    with anna.socket(made["id"]) as session:
        red = Visitor(session)
        red.join()
        own = 0
        while own < 4:
            red.waits(lambda: "red" in red.ask("snapshot")["view"]["asked"])
            tried = [red.ask("play", action=each, count=red.mirror.count, side="red") for each in ORDERS]
            own += sum(answer["type"] == "played" for answer in tried)
        red.ask("play", action="resign", count=0, side="red")
    ladder = {each["name"]: each for each in anna.get("/api/ratings/wadi")["ratings"]}
    assert ladder["random"]["machine"] and ladder["random"]["rating"] > ladder["Anna"]["rating"]


def test_nobody_of_that_name_has_results(house: PublicHouse) -> None:
    assert house.browser().refused("GET", "/api/persons/Nobody/results") == (404, "unknown")


# Tournaments


def test_a_tournament_from_its_opening_to_its_table(house: PublicHouse) -> None:
    people = {name: house.person(name) for name in ("Anna", "Ben", "Carla")}
    wish = {"name": "Desert cup", "game": "wadi", "system": "swiss", "rounds": 2}
    made = people["Anna"].post("/api/tournaments", **wish)
    address = f"/api/tournaments/{made['id']}"
    assert people["Anna"].refused("POST", f"{address}/rounds", {}) == (400, "tournament"), "nobody takes part"
    for browser in people.values():
        browser.post(f"{address}/players")
    assert people["Ben"].refused("POST", f"{address}/rounds", {})[1] == "seat"
    assert house.browser().refused("POST", f"{address}/players", {})[1] == "account"
    people["Anna"].post(f"{address}/rounds")
    assert people["Ben"].refused("DELETE", f"{address}/players")[1] == "tournament", "it has begun"
    for number in (1, 2):
        told = house.browser().get(address)
        assert len(told["pairings"]) == number
        [pair] = [each for each in told["pairings"][-1] if each["second"]]
        assert pair["table"] in people[pair["first"]].mine() and pair["table"] in people[pair["second"]].mine()
        play_pair(people, pair)
    told = house.browser().get(address)
    assert told["over"] and len(told["standings"]) == 3
    assert told["standings"][0]["points"] == 2.0 and sum(each["points"] for each in told["standings"]) == 4.0
    [listed] = house.browser().get("/api/tournaments")["tournaments"]
    assert listed["over"] and listed["players"] == 3


def test_the_sweep_begins_the_next_round_though_nobody_looks_at_the_tournament(house: PublicHouse) -> None:
    people = {name: house.person(name) for name in ("Anna", "Ben", "Carla", "Dora")}
    made = people["Anna"].post("/api/tournaments", name="Desert cup", game="wadi", system="round-robin")
    for browser in people.values():
        browser.post(f"/api/tournaments/{made['id']}/players")
    people["Anna"].post(f"/api/tournaments/{made['id']}/rounds")
    tournaments = house.house.tournaments
    assert tournaments is not None
    for pair in house.browser().get(f"/api/tournaments/{made['id']}")["pairings"][0]:
        play_pair(people, pair)
    tables = {name: set(browser.mine()) for name, browser in people.items()}
    assert house._life.portal is not None
    house._life.portal.call(house.house.sweep.all_tournaments)
    assert all(len(set(browser.mine()) - tables[name]) == 1 for name, browser in people.items())
    assert tournaments.store.under_way() == [made["id"]]


def play_pair(people: dict[str, Browser], pair: dict[str, Any]) -> None:
    """Both take the seats that are kept for them; the second side loses."""
    first, second = people[pair["first"]], people[pair["second"]]
    with first.socket(pair["table"]) as one, second.socket(pair["table"]) as other:
        red, blue = Visitor(one), Visitor(other)
        for visitor, side in ((red, "red"), (blue, "blue")):
            assert visitor.join()["you"]["invited"] == side
            visitor.ask("claim", side=side)
        share_both(red, blue)
        finish({"red": red, "blue": blue}, "blue")


def share_both(*visitors: Visitor) -> None:
    from sandtable.core.dice import promise_of

    shares = [bytes([n + 1]) * 32 for n in range(len(visitors))]
    for visitor, share in zip(visitors, shares, strict=True):
        assert visitor.ask("promise", promise=promise_of(share))["type"] == "done"
    for visitor, share in zip(visitors, shares, strict=True):
        assert visitor.ask("share", share=share.hex())["type"] == "done"
