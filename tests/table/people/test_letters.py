"""Letters: an address that is proved, a password that was forgotten, and a mail server that does not answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.table.people.limits import limits
from sandtable.table.people.mail import BadMailServer, Letter, NotSent, Post, is_address, mail_server
from tests.table.people.house import PASSWORD, Browser, PublicHouse
from tests.table.people.letterbox import Letterbox, letterbox


@pytest.fixture
def box() -> Iterator[Letterbox]:
    with letterbox() as opened:
        yield opened


def server_of(box: Letterbox) -> Any:
    return mail_server(f"smtp://127.0.0.1:{box.port}/?from=house@house.example")


@pytest.fixture
def mailing(tmp_path: Path, titles: dict[str, Title[Any]], box: Letterbox) -> Iterator[PublicHouse]:
    with PublicHouse(tmp_path, titles, mail=server_of(box)) as opened:
        yield opened


def with_address(house: PublicHouse, box: Letterbox, name: str = "Anna") -> Browser:
    person = house.person(name)
    before = len(box.letters)
    person.post("/api/account/email", email=f"{name}@mail.example", password=PASSWORD)
    person.post("/api/account/verify", secret=box.link(before + 1, "verify"))
    return person


def test_an_address_is_verified_by_a_letter(mailing: PublicHouse, box: Letterbox) -> None:
    anna = mailing.person("Anna")
    anna.post("/api/account/email", email="anna@mail.example", password=PASSWORD)
    assert (anna.account["email"], anna.account["verified"]) == ("anna@mail.example", False)
    secret = box.link(1, "verify")
    letter = box.letters[0]
    assert letter["To"] == "anna@mail.example" and "house.example" in letter["Subject"]
    assert "https://house.example/account#verify=" in letter.get_content()
    mailing.browser().post("/api/account/verify", secret=secret)
    assert anna.account["verified"]
    assert mailing.browser().refused("POST", "/api/account/verify", {"secret": secret}) == (403, "password"), "once"


def test_an_address_needs_the_password_and_is_one(mailing: PublicHouse, box: Letterbox) -> None:
    anna = mailing.person("Anna")
    wrong = {"email": "anna@mail.example", "password": "another sentence"}
    assert anna.refused("POST", "/api/account/email", wrong) == (403, "password")
    for email in ("anna", "a@b", "a b@mail.example", "a@mail.example\nBcc: x@y.example", "<a@mail.example>"):
        given = {"email": email, "password": PASSWORD}
        assert anna.refused("POST", "/api/account/email", given) == (400, "message"), email
    assert anna.account["email"] == "" and box.letters == []


def test_an_old_letter_proves_nothing_about_a_new_address(mailing: PublicHouse, box: Letterbox) -> None:
    anna = mailing.person("Anna")
    anna.post("/api/account/email", email="old@mail.example", password=PASSWORD)
    old = box.link(1, "verify")
    anna.post("/api/account/email", email="new@mail.example", password=PASSWORD)
    new = box.link(2, "verify")
    assert anna.refused("POST", "/api/account/verify", {"secret": old}) == (403, "password")
    anna.post("/api/account/verify", secret=new)
    anna.post("/api/account/email", email="", password=PASSWORD)
    assert (anna.account["email"], anna.account["verified"]) == ("", False)


def test_a_forgotten_password_is_set_anew_by_a_letter(mailing: PublicHouse, box: Letterbox) -> None:
    anna, elsewhere = with_address(mailing, box), mailing.browser()
    elsewhere.post("/api/account/forgotten", name="anna")
    secret = box.link(2, "reset")
    assert elsewhere.refused("POST", "/api/account/reset", {"secret": secret, "password": "short"}) == (403, "password")
    told = elsewhere.post("/api/account/reset", secret=secret, password="my newest sentence")
    assert told["account"]["name"] == "Anna" and elsewhere.account is not None
    assert anna.account is None, "whoever was signed in is no longer"
    again = {"secret": secret, "password": "one more sentence"}
    assert elsewhere.refused("POST", "/api/account/reset", again) == (403, "password"), "once"


def test_nobody_learns_by_a_forgotten_password_who_has_an_account(mailing: PublicHouse, box: Letterbox) -> None:
    with_address(mailing, box)
    mailing.person("Berta")  # without an address
    visitor = mailing.browser()
    answers = [visitor.ask("POST", "/api/account/forgotten", {"name": name}) for name in ("Anna", "Berta", "Nobody")]
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, "{}")}
    box.waits(2)
    assert len(box.letters) == 2, "the one that verified, and the one to Anna"


def test_a_link_is_good_for_its_time_and_its_purpose(mailing: PublicHouse, box: Letterbox) -> None:
    anna = with_address(mailing, box)
    anna.post("/api/account/forgotten", name="Anna")
    secret = box.link(2, "reset")
    assert anna.refused("POST", "/api/account/verify", {"secret": secret}) == (403, "password")
    with mailing.store.database.transaction() as db:
        db.run("update letters set until = ?", "2026-01-01T00:00:00Z")
    assert anna.refused("POST", "/api/account/reset", {"secret": secret, "password": "my newest one"})[1] == "password"


def test_letters_to_one_person_are_counted(mailing: PublicHouse, box: Letterbox) -> None:
    anna = with_address(mailing, box)
    for number in range(limits().letters.times - 1):
        mailing.browser(f"203.0.113.{number}").post("/api/account/forgotten", name="Anna")
    box.waits(limits().letters.times)
    mailing.browser("203.0.113.99").post("/api/account/forgotten", name="Anna")
    given = {"email": "anna@mail.example", "password": PASSWORD}
    assert anna.refused("POST", "/api/account/email", given) == (503, "busy")
    assert len(box.letters) == limits().letters.times


def test_a_house_without_a_mail_server_says_so(house: PublicHouse) -> None:
    anna = house.person("Anna")
    assert not anna.get("/api/account")["mail"]
    given = {"email": "anna@mail.example", "password": PASSWORD}
    assert anna.refused("POST", "/api/account/email", given) == (404, "unknown")
    assert anna.refused("POST", "/api/account/forgotten", {"name": "Anna"}) == (404, "unknown")


def test_a_mail_server_that_does_not_answer_is_told_in_one_line() -> None:
    post = Post(mail_server("smtp://127.0.0.1:9/?from=house@house.example"))
    with pytest.raises(NotSent) as told:
        asyncio.run(post.send(Letter("anna@mail.example", "Hello", "text")))
    assert "anna" not in str(told.value) and "\n" not in str(told.value)


def test_a_letter_has_one_recipient_and_one_subject() -> None:
    post = Post(mail_server("smtp://127.0.0.1:9/?from=house@house.example"))
    written = post._written(Letter("anna@mail.example", "Hello\r\nBcc: x@y.example", "text", "https://house.example/x"))
    assert written["Subject"] == "Hello Bcc: x@y.example" and written["Bcc"] is None
    assert written["List-Unsubscribe"] == "<https://house.example/x>"
    with pytest.raises(Refusal):
        post._written(Letter("anna@mail.example, x@y.example", "Hello", "text"))


def test_a_mail_server_is_named_by_its_address() -> None:
    found = mail_server("smtps://anna%40x:p%2Fw@mail.example/?from=house@house.example")
    assert (found.host, found.port, found.name, found.password, found.tls) == (
        "mail.example",
        465,
        "anna@x",
        "p/w",
        True,
    )
    assert mail_server("smtp://mail.example/?from=a@b.example").port == 587
    for text in (
        "mail.example",
        "http://x/?from=a@b.example",
        "smtp://x",
        "smtp://x/?from=a",
        "smtp://:1/?from=a@b.ex",
    ):
        with pytest.raises(BadMailServer):
            mail_server(text)


def test_addresses() -> None:
    assert is_address("anna.b+games@mail.example") and not is_address("a" * 250 + "@mail.example")
