"""Accounts: signing up and in, sessions, and the games of a person."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.table.people import cookies
from sandtable.table.people.accounts import browser, neighbourhood
from sandtable.table.people.limits import limits
from tests.table.people.house import PASSWORD, PublicHouse
from tests.table.visitors import Table, Visitor

ANNA = {"name": "Anna", "password": PASSWORD}


def seat_of(made: Any, side: str = "blue") -> str:
    return str(made["links"][side]).partition("#seat=")[2]


# Coming and going


def test_somebody_signs_up_out_and_in_again(house: PublicHouse) -> None:
    browser = house.browser()
    assert browser.account is None
    account = browser.sign_up("Anna")
    assert account["name"] == "Anna" and account["email"] == "" and browser.account == account
    browser.delete("/api/account/session")
    assert browser.account is None
    assert browser.sign_in("anna") == account, "the case of a name does not matter"


def test_the_cookie_is_for_this_house_and_no_script(house: PublicHouse) -> None:
    given = house.browser().ask("POST", "/api/account", ANNA).headers["set-cookie"]
    assert given.startswith("__Host-sandtable=")
    assert {"Secure", "HttpOnly", "SameSite=lax", "Path=/"} <= set(given.split("; "))
    secret = given.split("; ")[0].partition("=")[2]
    (kept,) = house.store.database.read("select secret from sessions")
    assert kept[0] == cookies.kept(secret) != secret, "whoever reads the database can sign in nowhere"
    (hashed,) = house.store.database.read("select password from persons")
    assert hashed[0].startswith("$argon2id$") and PASSWORD not in hashed[0]


def test_a_cookie_that_a_neighbour_under_the_same_domain_could_set_signs_nobody_in(house: PublicHouse) -> None:
    anna, victim = house.browser(), house.browser()
    anna.ask("POST", "/api/account", ANNA)
    victim.http.cookies.set(cookies.PLAIN, anna.http.cookies[cookies.SECURE])
    assert anna.account is not None and victim.account is None


@pytest.mark.parametrize("name", ["Anna", "ANNA", "Ánna", "a.nna"])
def test_a_name_is_taken_once(house: PublicHouse, name: str) -> None:
    house.person("Anna")
    assert house.browser().refused("POST", "/api/account", {**ANNA, "name": name}) == (400, "name")


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaaaa", "anna is my name", "x" * 201])
def test_a_password_that_is_easy_to_guess_is_refused(house: PublicHouse, password: str) -> None:
    visitor = house.browser()
    assert visitor.refused("POST", "/api/account", {"name": "Anna", "password": password}) == (403, "password")
    assert visitor.account is None


def test_a_wrong_password_and_a_wrong_name_are_refused_in_the_same_words(house: PublicHouse) -> None:
    house.person("Anna")
    visitor = house.browser()
    wrong = [{"name": "Anna", "password": "another sentence"}, {"name": "Berta", "password": PASSWORD},
             {"name": "A.nna", "password": PASSWORD}]  # fmt: skip
    answers = [visitor.ask("POST", "/api/account/session", each) for each in wrong]
    assert {answer.status_code for answer in answers} == {403}
    assert len({answer.text for answer in answers}) == 1 and "cookie" not in str(answers[0].headers).lower()


def test_a_page_of_another_site_signs_nobody_in(house: PublicHouse) -> None:
    visitor = house.browser()
    visitor.http.headers["origin"] = "https://evil.example"
    assert visitor.refused("POST", "/api/account", ANNA) == (403, "origin")


def test_tries_to_sign_in_are_counted(house: PublicHouse) -> None:
    house.person("Anna")
    visitor, guess = house.browser(), {"name": "Anna", "password": "another sentence"}
    most = limits().sign_ins.times
    assert [visitor.refused("POST", "/api/account/session", guess)[1] for _ in range(most)] == ["password"] * most
    assert visitor.refused("POST", "/api/account/session", ANNA) == (503, "busy")
    assert house.browser("203.0.113.77").sign_in("Anna"), "nobody else is shut out by that"


def test_accounts_made_from_one_address_are_counted(house: PublicHouse) -> None:
    visitor = house.browser()
    for number in range(limits().sign_ups.times):
        visitor.sign_up(f"anna-x{'abcdefgh'[number]}")
    assert visitor.refused("POST", "/api/account", ANNA) == (503, "busy")
    house.browser("203.0.113.77").sign_up("Anna")


def test_a_whole_network_counts_as_one_address() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("192.0.2.1") == "192.0.2.1" and neighbourhood("::ffff:192.0.2.1") == "192.0.2.1"


# Sessions


def test_sessions_are_listed_and_ended(house: PublicHouse) -> None:
    first, second = house.person("Anna"), house.browser()
    second.sign_in("Anna")
    listed = first.get("/api/account/sessions")["sessions"]
    assert [each["agent"] for each in listed] == ["Firefox on Linux"] * 2
    (other,) = [each["id"] for each in listed if not each["here"]]
    first.delete(f"/api/account/sessions/{other}")
    assert second.account is None and first.account is not None
    assert second.refused("GET", "/api/account/sessions") == (403, "account")
    assert first.refused("DELETE", f"/api/account/sessions/{other}") == (404, "unknown")


def test_nobody_ends_the_session_of_another(house: PublicHouse) -> None:
    anna, berta = house.person("Anna"), house.person("Berta")
    (session,) = anna.get("/api/account/sessions")["sessions"]
    assert berta.refused("DELETE", f"/api/account/sessions/{session['id']}") == (404, "unknown")
    assert anna.account is not None


def test_a_session_that_nobody_used_has_ended(house: PublicHouse) -> None:
    anna = house.person("Anna")
    with house.store.database.transaction() as db:
        db.run("update sessions set used = ?", "2026-01-01T00:00:00Z")
    assert anna.account is None
    anna.sign_in("Anna")
    assert len(house.store.database.read("select id from sessions")) == 1, "and is forgotten"


def test_who_signs_in_again_leaves_no_session_behind(house: PublicHouse) -> None:
    anna = house.person("Anna")
    anna.sign_in("Anna")
    assert len(anna.get("/api/account/sessions")["sessions"]) == 1


def test_a_new_password_ends_all_other_sessions(house: PublicHouse) -> None:
    first, second = house.person("Anna"), house.browser()
    second.sign_in("Anna")
    wrong = {"old": "another sentence", "new": "my newest sentence"}
    assert first.refused("POST", "/api/account/password", wrong) == (403, "password")
    first.post("/api/account/password", old=PASSWORD, new="my newest sentence")
    assert first.account is not None and second.account is None
    assert second.refused("POST", "/api/account/session", ANNA) == (403, "password")
    second.sign_in("Anna", "my newest sentence")


@pytest.mark.parametrize(
    ("agent", "told"),
    [("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", "Chrome on Android"),
     ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0", "Edge on Windows"),
     ("curl/8", "another program"), ("", "another program")],
)  # fmt: skip
def test_a_browser_is_told_in_a_few_words(agent: str, told: str) -> None:
    assert browser(agent) == told


# Games


def test_a_table_that_a_person_makes_is_his_in_every_browser(house: PublicHouse) -> None:
    anna, elsewhere, stranger = house.person("Anna"), house.browser(), house.person("Berta")
    made = anna.make(name="Somebody else")
    elsewhere.sign_in("Anna")
    with elsewhere.socket(made["id"]) as session:
        seen = Visitor(session).join()
        assert seen["you"]["sides"] == ["red"] and seen["you"]["host"]
        assert (seen["you"]["name"], seen["table"]["seats"]["red"]["name"]) == ("Anna", "Anna")
        assert seen["table"]["seats"]["red"]["account"] and not seen["table"]["seats"]["blue"]["account"]
    assert elsewhere.mine() == [made["id"]] and stranger.mine() == []
    assert stranger.mine(**{made["id"]: made["token"]}) == [], "a token of a person's is no good to others"


def test_the_token_of_a_person_lets_nobody_else_in(house: PublicHouse) -> None:
    anna, stranger = house.person("Anna"), house.browser()
    made = anna.make()
    with stranger.socket(made["id"]) as session:
        assert Visitor(session).join(made["token"])["case"] == "account"
    stranger.http.headers["authorization"] = f"Bearer {made['token']}"
    for path in ("", "/record", "/log"):
        assert stranger.refused("GET", f"/api/tables/{made['id']}{path}") == (403, "account")
    assert stranger.refused("DELETE", f"/api/tables/{made['id']}") == (403, "seat")
    anna.delete("/api/account/session")
    anna.http.headers["authorization"] = f"Bearer {made['token']}"
    assert anna.refused("GET", f"/api/tables/{made['id']}") == (403, "account"), "nor its owner when he has signed out"


def test_a_person_who_takes_a_seat_by_its_link_sits_there_under_his_name(house: PublicHouse) -> None:
    made, anna = house.person("Berta").make(), house.person("Anna")
    with anna.socket(made["id"]) as session:
        visitor = Visitor(session)
        seen = visitor.sit(seat_of(made))
        assert seen["table"]["seats"]["blue"]["name"] == "Anna" and seen["table"]["seats"]["blue"]["account"]
        assert visitor.ask("name", name="Rommel")["case"] == "name"
    with anna.socket(made["id"]) as session:
        assert Visitor(session).join()["you"]["sides"] == ["blue"], "without a token"
    assert anna.mine() == [made["id"]]


def test_nobody_sits_on_two_seats_of_one_table_by_links(house: PublicHouse) -> None:
    anna = house.person("Anna")
    made = anna.make()
    with anna.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(seat_of(made))
        assert visitor.ask("claim", side="blue")["case"] == "seat"
    with anna.socket(made["id"]) as session:
        host = Visitor(session)
        host.join()
        host.ask("claim", side="blue")
        seen = host.ask("snapshot")
        assert seen["you"]["sides"] == ["red", "blue"] and seen["table"]["seats"]["blue"]["account"]


def test_a_guest_plays_without_an_account_and_claims_the_game_later(house: PublicHouse) -> None:
    made, guest = house.person("Berta").make(), house.browser()
    with guest.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.sit(seat_of(made))
        assert visitor.ask("name", name="Berta")["case"] == "name", "somebody has this name"
        visitor.ask("name", name="Anna")
        held = {made["id"]: visitor.token}
        assert guest.refused("POST", "/api/account/claim", {"held": held}) == (403, "account")
        guest.sign_up("Anna")
        assert guest.post("/api/account/claim", held=held)["claimed"] == [made["id"]]
        visitor.waits(lambda: visitor.mirror.known["table"]["seats"]["blue"]["account"])
    other = house.browser()
    other.sign_in("Anna")
    with other.socket(made["id"]) as session:
        assert Visitor(session).join()["you"]["sides"] == ["blue"]
    assert guest.post("/api/account/claim", held=held)["claimed"] == [], "it is already his"


def test_only_what_is_a_guests_can_be_claimed(house: PublicHouse) -> None:
    berta, anna = house.person("Berta"), house.person("Anna")
    made = berta.make()
    held = {made["id"]: made["token"], "no-such-table": "x"}
    assert anna.post("/api/account/claim", held=held)["claimed"] == []
    assert anna.post("/api/account/claim", held={made["id"]: seat_of(made)})["claimed"] == [], "an invitation is open"
    assert berta.mine() == [made["id"]]


def test_a_guest_makes_no_table_under_the_name_of_an_account(house: PublicHouse) -> None:
    house.person("Anna")
    wish = {"game": "wadi", "name": "ANNA"}
    assert house.browser().refused("POST", "/api/tables", wish) == (400, "name")
    assert house.browser().make(name="Berta")["token"]


def test_the_host_may_give_a_persons_seat_away_and_everybody_hears_of_it(house: PublicHouse) -> None:
    berta, anna = house.person("Berta"), house.person("Anna")
    made = berta.make()
    with berta.socket(made["id"]) as here, anna.socket(made["id"]) as there:
        host, guest = Visitor(here), Visitor(there)
        host.join()
        guest.sit(seat_of(made))
        host.ask("reissue", side="blue")
        guest.waits(lambda: guest.mirror.known["you"]["sides"] == [])
        assert not guest.mirror.known["table"]["seats"]["blue"]["account"]
    assert anna.mine() == []


# One's own machine


def test_a_table_on_ones_own_machine_has_no_accounts(in_a_file: Table) -> None:
    for method, path in [("GET", ""), ("POST", ""), ("POST", "/session"), ("GET", "/sessions"), ("POST", "/claim")]:
        answer = in_a_file.http.request(method, f"/api/account{path}", content=b'{"held": {}}')
        assert (answer.status_code, answer.json()["case"]) in ((404, "unknown"), (400, "message"))
    in_a_file.make(game="wadi", name="Anna")
