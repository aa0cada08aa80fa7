"""People who are not there are told that a game waits for them: by what, when, and what they are told."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.table.notices.herald import Herald
from sandtable.table.notices.hours import is_quiet, ready_at
from sandtable.table.notices.outside import NotTaken, Outside, is_public
from sandtable.table.notices.values import Wishes
from sandtable.table.notices.webhooks import shaped
from sandtable.table.notices.words import Message
from sandtable.table.pace import moment
from sandtable.table.people.mail import MailServer
from tests.table.notices.catching import LOCAL, Catcher, Postbox, PushingBrowser
from tests.table.people.house import Browser, PublicHouse
from tests.table.visitors import Visitor

HOUR, DAY = 3600, 86_400
NOON = 20_000 * DAY + 12 * HOUR


class Later:
    def __init__(self) -> None:
        self.now = float(NOON)

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    clock = Later()
    monkeypatch.setattr(moment, "seconds", clock)
    return clock


@pytest.fixture
def catcher() -> Iterator[Catcher]:
    caught = Catcher()
    yield caught
    caught.close()


@pytest.fixture
def postbox() -> Iterator[Postbox]:
    box = Postbox()
    yield box
    box.close()


@pytest.fixture
def house(tmp_path: Path, titles: dict[str, Title[Any]], postbox: Postbox) -> Iterator[PublicHouse]:
    mail = MailServer("127.0.0.1", postbox.port, "house@example.org")
    with PublicHouse(tmp_path, titles, mail=mail) as opened:
        herald_of(opened).outside = LOCAL
        yield opened


def begun(house: PublicHouse) -> tuple[Browser, Browser, dict[str, Any]]:
    """Anna has made a table, Ben has taken his seat, and both are gone again."""
    anna, ben = house.person("Anna"), house.person("Ben")
    made = anna.make(pace={"kind": "days", "each": DAY, "reserve": DAY})
    with ben.socket(made["id"]) as session:
        Visitor(session).sit(made["links"]["blue"].partition("#seat=")[2])
    return anna, ben, made


def verified(house: PublicHouse, name: str, email: str) -> None:
    person = house.people.store.named(name)
    assert person is not None
    house.people.store.set_email(person.id, email, True)


def herald_of(house: PublicHouse) -> Herald:
    assert house.house.herald is not None
    return house.house.herald


def sent(house: PublicHouse) -> int:
    portal = house._life.portal
    assert portal is not None
    return portal.call(herald_of(house).send_due)


def test_who_is_asked_and_away_gets_a_letter_once(house: PublicHouse, postbox: Postbox, later: Later) -> None:
    _, ben, made = begun(house)
    verified(house, "Ben", "ben@example.org")
    assert ben.post("/api/account/notices", mail=True) == {}
    assert sent(house) == 0, "he may still come by himself"
    later.now += 61
    assert (sent(house), sent(house)) == (1, 0)
    [letter] = postbox.letters
    assert letter.rcpt_tos == ["ben@example.org"]
    text = letter.content.decode()
    assert "your move" in text and f"/t/{made['id']}" in text and "You have 1 d 23 h left" in text
    assert made["token"] not in text and "#seat=" not in text, "a letter opens no seat"


def test_of_a_side_that_is_shared_out_who_holds_the_desk_is_told(
    house: PublicHouse, postbox: Postbox, later: Later
) -> None:
    anna, ben, carl = house.person("Anna"), house.person("Ben"), house.person("Carl")
    made = anna.make(comrades={"red": [["treasury"]]})
    with carl.socket(made["id"]) as session:
        comrade = Visitor(session)
        comrade.join(made["comrades"][0]["link"].partition("#seat=")[2])
        comrade.ask("claim", side="red")
    with ben.socket(made["id"]) as session:
        Visitor(session).sit(made["links"]["blue"].partition("#seat=")[2])
    for name, browser in (("Anna", anna), ("Carl", carl)):
        verified(house, name, f"{name}@example.org")
        browser.post("/api/account/notices", mail=True)
    later.now += 61
    assert sent(house) == 1 and [letter.rcpt_tos for letter in postbox.letters] == [["Carl@example.org"]]
    with anna.socket(made["id"]) as session:
        host = Visitor(session)
        host.join()
        assert host.ask("hand", desk="treasury")["type"] == "done"
    later.now += 61
    assert sent(house) == 1 and postbox.letters[-1].rcpt_tos == ["Anna@example.org"], "whose desk it is now"


def test_who_has_moved_or_is_there_is_told_nothing(house: PublicHouse, catcher: Catcher, later: Later) -> None:
    anna, ben, made = begun(house)
    for one in (anna, ben):
        one.post("/api/account/notices", webhook={"kind": "discord", "url": f"{catcher.url}/hook"})
    with anna.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join()
        visitor.ask("play", action="bet 1", count=visitor.mirror.count, side="red")
    with ben.socket(made["id"]) as session:
        Visitor(session).join()
        later.now += 120
        assert sent(house) == 0, "she is no longer asked, and he is there"
    assert catcher.caught == []


def test_a_browser_that_has_subscribed_can_read_what_it_is_sent(
    house: PublicHouse, catcher: Catcher, later: Later
) -> None:
    _, ben, made = begun(house)
    phone = PushingBrowser(f"{catcher.url}/push/1")
    assert ben.post("/api/account/push", **phone.subscription) == {}
    told = ben.get("/api/account/notices")
    assert told["browsers"] == 1 and len(told["key"]) == 87
    later.now += 120
    assert sent(house) == 1
    [(path, headers, body)] = catcher.caught
    assert (
        path == "/push/1"
        and headers["content-encoding"] == "aes128gcm"
        and headers["authorization"].startswith("vapid")
    )
    message = phone.read(body)
    assert message["link"].endswith(f"/t/{made['id']}") and "your move" in message["title"]
    catcher.status = 410
    assert ben.post("/api/account/notices/trial") == {"sent": False}
    assert ben.get("/api/account/notices")["browsers"] == 0, "the browser has ended it"


@pytest.mark.parametrize("keys", [{"p256dh": "nonsense", "auth": "nonsense"}, {"p256dh": "", "auth": ""}])
def test_a_subscription_that_is_none_is_refused(house: PublicHouse, catcher: Catcher, keys: dict[str, str]) -> None:
    ben = house.person("Ben")
    assert ben.refused("POST", "/api/account/push", {"endpoint": catcher.url, "keys": keys})[0] == 400


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/x", "https://localhost/x", "https://10.0.0.1/", "https://[::1]/", "https://169.254.169.254/",
        "https://[::ffff:127.0.0.1]/", "http://example.org/", "https://user:pw@example.org/", "ftp://example.org/",
        "https:///x", "https://127.1/", "https://exa mple.org/", "https://0.0.0.0/",
    ],
)  # fmt: skip
def test_no_message_goes_to_this_machine_or_its_network(url: str) -> None:
    with pytest.raises(Refusal):
        Outside().post(url, b"", {})


def test_a_house_refuses_such_a_webhook_when_it_is_named(house: PublicHouse) -> None:
    herald_of(house).outside = Outside()
    ben = house.person("Ben")
    hook = {"kind": "slack", "url": "https://127.0.0.1/hook"}
    assert ben.refused("POST", "/api/account/notices", {"webhook": hook}) == (400, "message")
    assert ben.get("/api/account/notices")["wishes"]["webhook"] is None


def test_a_redirect_is_not_followed(catcher: Catcher) -> None:
    catcher.status = 302
    with pytest.raises(NotTaken):
        LOCAL.post(f"{catcher.url}/a", b"", {})
    assert len(catcher.caught) == 1


def test_public_addresses_are_those_of_the_internet() -> None:
    assert is_public(ipaddress.ip_address("93.184.216.34")) and not is_public(ipaddress.ip_address("224.0.0.1"))


@pytest.mark.parametrize("kind", ["discord", "slack", "ntfy"])
def test_every_service_gets_its_own_shape(kind: str) -> None:
    body, headers = shaped(kind, Message("It is your move", "Turn <3> @everyone", "https://h.example/t/x"))
    if kind == "ntfy":
        assert headers["Title"] == "It is your move" and headers["Click"] == "https://h.example/t/x"
    else:
        told = json.loads(body)
        assert "your move" in told["content" if kind == "discord" else "text"]
        assert told.get("allowed_mentions", {"parse": []}) == {"parse": []}
        assert kind != "slack" or "<" not in told["text"]


# When


def test_in_quiet_hours_nothing_is_sent_until_they_end(house: PublicHouse, catcher: Catcher, later: Later) -> None:
    _, ben, _ = begun(house)
    hook = {"kind": "ntfy", "url": f"{catcher.url}/topic"}
    ben.post("/api/account/notices", webhook=hook, quiet=[11 * 60, 14 * 60], zone=0)
    later.now += 120
    assert sent(house) == 0
    later.now = NOON + 2 * HOUR
    assert sent(house) == 1 and len(catcher.caught) == 1


def test_a_digest_tells_of_all_games_together(house: PublicHouse, catcher: Catcher, later: Later) -> None:
    anna, ben, _ = begun(house)
    second = anna.make()
    with ben.socket(second["id"]) as session:
        Visitor(session).sit(second["links"]["blue"].partition("#seat=")[2])
    ben.post("/api/account/notices", webhook={"kind": "slack", "url": f"{catcher.url}/x"}, digest=True, at=18 * 60)
    later.now += 3 * HOUR
    assert sent(house) == 0
    later.now = NOON + 6 * HOUR
    assert sent(house) == 1
    [(_, _, body)] = catcher.caught
    assert "2 games wait for you" in json.loads(body)["text"]


@pytest.mark.parametrize(
    ("quiet", "hour", "expected"),
    [
        ((60, 120), 1, True), ((60, 120), 2, False), ((22 * 60, 7 * 60), 23, True), ((22 * 60, 7 * 60), 12, False),
        ((), 3, False),
    ],
)  # fmt: skip
def test_quiet_hours_may_pass_midnight(quiet: tuple[int, ...], hour: int, expected: bool) -> None:
    assert is_quiet(Wishes(quiet=quiet), 20_000 * DAY + hour * HOUR) == expected


def test_the_clock_of_a_digest_is_where_the_person_lives() -> None:
    tokyo = Wishes(digest=True, at=8 * 60, zone=9 * 60)
    assert ready_at(tokyo, NOON, NOON) == 20_000 * DAY + 23 * HOUR


def test_strangers_have_no_wishes(house: PublicHouse) -> None:
    guest = house.browser()
    for method, path, body in (
        ("GET", "/api/account/notices", None), ("POST", "/api/account/notices", {}),
        ("POST", "/api/account/notices/trial", {}),
        ("POST", "/api/account/push", {"endpoint": "https://x.example/", "keys": {"p256dh": "", "auth": ""}}),
        ("DELETE", "/api/account/push", {"endpoint": "https://x.example/"}),
    ):  # fmt: skip
        assert guest.refused(method, path, body)[1] == "account"


# More than once, and at the end


def test_a_message_that_nobody_took_is_sent_again_and_then_given_up(
    house: PublicHouse, catcher: Catcher, later: Later
) -> None:
    _, ben, _ = begun(house)
    ben.post("/api/account/notices", webhook={"kind": "ntfy", "url": f"{catcher.url}/topic"})
    catcher.status = 503
    later.now += 61
    assert (sent(house), sent(house)) == (0, 0) and len(catcher.caught) == 1, "not at once"
    again = herald_of(house).limits.again_seconds
    later.now += again[0]
    catcher.status = 201
    assert (sent(house), sent(house)) == (1, 0) and len(catcher.caught) == 2
    assert house.house.herald is not None and house.house.herald.alerts.due(int(later.now) + DAY, 9) == []


def test_a_message_that_nobody_ever_takes_is_forgotten(house: PublicHouse, catcher: Catcher, later: Later) -> None:
    _, ben, _ = begun(house)
    ben.post("/api/account/notices", webhook={"kind": "ntfy", "url": f"{catcher.url}/topic"})
    catcher.status = 503
    later.now += 61
    for wait in (*herald_of(house).limits.again_seconds, DAY, DAY):
        assert sent(house) == 0
        later.now += wait
    assert len(catcher.caught) == 1 + len(herald_of(house).limits.again_seconds)


def test_what_a_server_took_and_did_not_send_is_sent_by_another(
    house: PublicHouse, catcher: Catcher, later: Later
) -> None:
    _, ben, _ = begun(house)
    ben.post("/api/account/notices", webhook={"kind": "ntfy", "url": f"{catcher.url}/topic"})
    later.now += 61
    alerts = herald_of(house).alerts
    mine = [alert for alert in alerts.due(int(later.now), 9) if alerts.take(alert, int(later.now) + 60)]
    assert mine and sent(house) == 0, "the other server has died over it"
    later.now += 60
    assert sent(house) == 1


def test_who_was_waited_for_is_told_that_the_game_is_over(house: PublicHouse, catcher: Catcher, later: Later) -> None:
    """Both are asked for their bids and have been told so; she resigns."""
    anna, ben, made = begun(house)
    for name, one in (("Anna", anna), ("Ben", ben)):
        one.post("/api/account/notices", webhook={"kind": "discord", "url": f"{catcher.url}/{name}"})
    later.now += 61
    assert sent(house) == 2
    catcher.caught.clear()
    with anna.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join()
        assert visitor.ask("play", action="resign", count=0, side="red")["type"] == "played"
    later.now += 61
    assert sent(house) == 2
    told = {path: json.loads(body)["content"] for path, _, body in catcher.caught}
    assert set(told) == {"/Anna", "/Ben"} and all("the game is over" in text for text in told.values())
