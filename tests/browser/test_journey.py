"""The journey every player makes (choose, reach, move, take back, attack, look back), in every browser we promise."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from playwright.sync_api import Browser

from sandtable.table.bench.chromium import NoBrowser
from sandtable.table.bench.process import ServerProcess
from tests.browser.firefox import FirefoxPlayer, launched_firefox
from tests.browser.person import Person, make_table
from tests.browser.player import Player
from tests.browser.test_play import TO_BENGASI
from tests.browser.webkit import WebKitPlayer, launched_webkit


class BrowserNotChecked(UserWarning):
    """Nobody knows whether the table works in this browser."""


@contextmanager
def in_chromium(browser: Browser, server: ServerProcess) -> Iterator[tuple[Person, list[str]]]:
    player = Player(browser, server)
    yield player, player.errors
    player.leave()


@contextmanager
def in_firefox(server: ServerProcess) -> Iterator[tuple[Person, list[str]]]:
    with launched_firefox() as firefox:
        yield FirefoxPlayer(firefox, server), firefox.errors


@contextmanager
def in_webkit(server: ServerProcess) -> Iterator[tuple[Person, list[str]]]:
    with launched_webkit() as webkit:
        player = WebKitPlayer(webkit, server)
        yield player, webkit.errors
        player.leave()


def sat_down(request: pytest.FixtureRequest, server: ServerProcess) -> AbstractContextManager[tuple[Person, list[str]]]:
    if request.param == "chromium":
        return in_chromium(request.getfixturevalue("browser"), server)
    return in_firefox(server) if request.param == "firefox" else in_webkit(server)


@pytest.fixture(params=["chromium", "firefox", pytest.param("webkit", marks=pytest.mark.long)])
def person(request: pytest.FixtureRequest, server: ServerProcess) -> Iterator[Person]:
    try:
        with sat_down(request, server) as (player, errors):
            yield player
    except NoBrowser as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        warnings.warn(BrowserNotChecked(f"THE JOURNEY DID NOT RUN: {error}"), stacklevel=1)
        pytest.skip(str(error))
    assert not errors


THICKEST = """Math.max(...[...document.querySelectorAll(".over-reach path, .over-way path, .over-arrows path")]
  .map((each) => parseFloat(getComputedStyle(each).strokeWidth) * sandtable.screen.map.camera.k))"""


def test_the_journey_of_a_player(person: Person, server: ServerProcess) -> None:
    table = make_table(server)
    person.join(table["id"], table["token"])
    person.run("localStorage.setItem('sandtable:warnings', '')")
    # choose and see where it can go
    person.click("W6")
    person.waits_for_offers()
    person.shows('[data-reach="O9"]', "3")
    person.press("Escape")
    person.hover("O9")
    person.shows('[data-way$="-O9"]')
    assert 1 <= person.run(THICKEST) <= 10, "lines over the map are some pixels wide, in every browser"
    # move, and take it back
    person.click("O9")
    person.waits_for_entries(1)
    assert person.where("21/5") == "O9"
    person.press("u")
    person.waits("sandtable.game.now.table.entries === 0")
    assert person.where("21/5") == "W6"
    # weigh an attack, declare it, roll
    person.plays(*TO_BENGASI)
    person.click("I3")
    person.click("H2")
    person.shows('#odds [data-column="3-1"]')
    assert 1 <= person.run(THICKEST) <= 10
    person.clicks_on("#odds .attack")
    person.waits("sandtable.game.now.offers.some(o => o.action === 'scrap')")
    person.does_each('#decision [data-action="done"]', '#decision [data-action="fight 1"]')
    person.shows(".log .die")
    # look back
    person.press("p")
    person.waits("sandtable.screen.past")
    person.clicks_on("[data-close-replay]")
    person.waits("!sandtable.screen.past")
