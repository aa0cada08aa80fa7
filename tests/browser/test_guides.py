"""What fulfils a step of a guide: the orders that do, played by the rules, and the client's own judgement of them."""

from __future__ import annotations

from collections.abc import Callable
from time import sleep
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from sandtable import games
from sandtable.bots import player as machine
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.table.bench.process import ServerProcess
from tests.browser.opening import open_with
from tests.browser.player import Player, make_table
from tests.browser.test_play import TO_BENGASI
from tests.browser.test_tobruk import TO_SIDI_OMAR
from tests.test_guides import steps_of

Sit = Callable[..., Player]

SETTLED = ("allied> done", "axis> done")
# A step of a guide, by its title; what was played before it, what does not fulfil it, and what does.
LESSONS = (
    ("afrika-korps", "campaign", "Somebody must hold the home base", (),
     "axis> move savena W6-W5", "axis> move savena W5-W3"),
    ("afrika-korps", "campaign", "Keep a supply with the spearhead", (),
     "axis> move 21/3 W6-W9", "axis> move AxS1 W6-W9"),
    ("tobruk", "first-sidi-rezegh", "The town is empty", (), "commonwealth> place 2YL/14 at 2405",
     "commonwealth> place 70HQ at 2403"),
    ("tobruk", "battle-for-tobruk", "The town is empty", ("axis> bid 1", "commonwealth> bid 5"),
     "commonwealth> place 2YL/14 at 2405", "commonwealth> place 70HQ at 2403"),
    ("panzerarmee-afrika", "campaign", "Nobody stands at Msus", SETTLED, "allied> move allied-lorry-1 1925-1825",
     "allied> move uk-3-a 1007-1610"),
    ("north-africa-41", "enter-rommel", "Nothing is won without supply", (), "axis> move ge-3rec 1604-1605",
     "axis> move ge-dak 1603-1604"),
)  # fmt: skip

JUDGE = """async ([until, ...moments]) => {
  const { fulfilled } = await import("/client/js/panels/lessons.js");
  return moments.map((seen) => fulfilled(until, seen));
}"""


def play(game: Game[Any], *orders: str) -> None:
    for order in orders:
        side, _, action = order.partition("> ")
        game.play_text(action, side)


def seen(game: Game[Any], side: str, since: int) -> dict[str, Any]:
    view = game.view(side)
    entries = [{"side": entry.side, "action": str(entry.action)} for entry in game.entries[since:]]
    pieces = [{"side": piece.side, "at": piece.at} for piece in view.pieces]
    return {"side": side, "phase": view.phase, "chosen": 0, "weighed": False, "entries": entries, "pieces": pieces}


def test_a_step_is_done_by_the_order_it_asks_for_and_by_no_other(sit: Sit, server: ServerProcess) -> None:
    page = sit().page
    for key, scenario, named, before, other, order in LESSONS:
        title = games.title(key)
        game: Game[Any] = Game(title, title.setup(scenario), SecretDice(secret_of_seed(3)))
        play(game, *before)
        side, since = order.partition("> ")[0], len(game.entries)
        step = next(step for step in steps_of(title, scenario, side) if step.title == named)
        moments = [seen(game, side, since)]
        for each in (other, order):
            play(game, each)
            moments.append(seen(game, side, since))
        assert page.evaluate(JUDGE, [step.until, *moments]) == [False, False, True], named


# An answer in the enemy's impulse is not yet what the first step of the side that waits is about.
ANSWERS = (
    ("tobruk", "first-sidi-rezegh", "axis", "The British are coming", "XXX Corps: move mode", "pass",
     "CAM Corps: activation"),
    ("north-africa-41", "enter-rommel", "allied", "Save what can be saved", "Impulse 3: Axis Movement",
     "retreat br-3hus 1708-1709-1809", "Impulse 5: Allied Combat"),
)  # fmt: skip


def test_an_answer_to_the_enemy_does_not_end_the_first_step(sit: Sit, server: ServerProcess) -> None:
    page = sit().page
    for key, scenario, side, named, phase, answer, later in ANSWERS:
        step = next(step for step in steps_of(games.title(key), scenario, side) if step.title == named)
        answered = {"side": side, "phase": phase, "chosen": 1, "weighed": False, "pieces": [],
                    "entries": [{"side": side, "action": answer}]}  # fmt: skip
        assert page.evaluate(JUDGE, [step.until, answered, {**answered, "phase": later}]) == [False, True], named


def test_the_opponent_has_moved_and_a_phase_has_come(sit: Sit, server: ServerProcess) -> None:
    title = games.title("afrika-korps")
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(3)))
    staff = machine(title, "officer", 3)
    first = seen(game, "allied", 0)
    while game.asked == ("axis",):
        game.play(staff.choose(title.sight.observe(game.state, "axis"), "axis"), "axis")
    page = sit().page
    later = seen(game, "allied", 0)
    assert page.evaluate(JUDGE, ["opponent", first, later]) == [False, True]
    assert page.evaluate(JUDGE, ["phase Allied", first, later]) == [False, True]
    play(game, "allied> decline", "allied> move 4I/5 L59-J62")
    assert page.evaluate(JUDGE, ["hold J62", later, seen(game, "allied", 0)]) == [False, True]


CUT = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.getElementById('guide'))"


@pytest.mark.parametrize("size", [(1366, 768), pytest.param((1440, 900), marks=pytest.mark.long)], ids=str)
def test_a_step_is_read_whole_while_panels_lie_beside_the_map(
    sit: Sit, server: ServerProcess, size: tuple[int, int]
) -> None:
    seats = {"axis": "human", "commonwealth": "human"}
    table = make_table(server, TO_SIDI_OMAR[:2], game="tobruk", scenario="first-sidi-rezegh", seats=seats)
    player = sit(table["id"], table["token"], game="tobruk", guide=True, size=size)
    player.sees("#guide h2")
    cut = {}
    while player.page.locator("#guide .button", has_text="Next").is_visible():
        cut[player.find("#guide h2").inner_text()] = player.run(CUT)
        player.page.locator("#guide .button", has_text="Next").click()
    assert cut and [title for title, pixels in cut.items() if pixels > 1] == []


def test_a_step_is_read_whole_on_a_telephone(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"], guide=True, size=(390, 844), touch=True)
    player.sees("#guide h2", "1 of")
    player.sees('.left-line [data-left="11"]')
    for _ in range(5):
        bottom = "document.querySelector('#guide .row').getBoundingClientRect().bottom"
        assert player.run(CUT) <= 1 and player.run(bottom) <= 844, player.find("#guide h2").inner_text()
        player.page.locator("#guide .button", has_text="Next").click()


def test_nothing_moves_under_a_finger_when_the_guide_of_a_table_comes_late(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(guide=True, size=(390, 844), touch=True)

    def late(route: Route) -> None:
        sleep(1)
        route.continue_()

    player.page.route("**/api/games/afrika-korps", late)
    player.join(table["id"], table["token"])
    place = "(({ x, y }) => [x, y])(sandtable.hexToScreen('W6'))"
    at_first = player.run(place)
    player.sees("#guide h2", "1 of")
    player.waits("sandtable.screen.roster.left.length && !sandtable.screen.roster.busy")
    player.page.wait_for_timeout(300)  # whatever moves has moved
    assert player.run(place) == at_first
    player.page.touchscreen.tap(*at_first)
    player.waits("sandtable.screen.play.chosen.size || document.querySelector('#fan [data-unit]')")


def test_a_step_about_moving_is_over_when_the_movement_is(sit: Sit, server: ServerProcess) -> None:
    """The home base stands empty, and nobody can be sent there any more."""
    table = make_table(server, played=TO_BENGASI[:-1])
    player = sit(table["id"], table["token"], guide=True)
    player.sees("#guide h2", "1 of")
    player.plays("done")
    player.sees("#guide h2", "Weigh an attack")


def test_when_the_first_turn_is_over_a_guide_has_only_its_last_words(sit: Sit, server: ServerProcess) -> None:
    game = "panzerarmee-afrika"
    table = make_table(server, ("done", "done"), game=game, seats={"axis": "human", "allied": "human"})
    player = sit(table["id"], table["token"], game=game, guide=True)
    player.sees("#guide h2", "2 of")
    open_with(server, table, until="Axis Movement")
    open_with(server, table, until="Allied Movement")
    player.waits("sandtable.game.now.view.turn === 2")
    player.sees("#guide h2", "Tobruk counts five times")
    expect(sit(table["id"], table["token"], game=game, guide=True).find("#guide")).to_be_hidden()  # who opens it later


def test_the_guide_comes_when_all_have_sat_down(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, seats={"axis": "human", "allied": "open"}, seed=None)
    player = sit(table["id"], table["token"], guide=True)
    player.sees("#decision", "The game begins when")
    expect(player.find("#guide")).to_be_hidden()
    guest = sit()
    guest.page.goto(server.origin + table["links"]["allied"])
    guest.ready()
    guest.find("[data-take-seat]").click()
    player.sees("#guide h2", "1 of")


def test_a_sheet_that_is_opened_beside_the_guide_has_room(sit: Sit, server: ServerProcess) -> None:
    """On a low screen, in a game with boxes beside the map."""
    table = make_table(server, game="north-africa-41", scenario="enter-rommel")
    player = sit(table["id"], table["token"], size=(1366, 768))
    player.sees("#guide", "1 of")
    player.press("e")
    player.sees("#sheet-staff", "Give an order")
    height = "document.querySelector('{}').getBoundingClientRect().height"
    shares = [
        player.run(height.format(part)) / player.run(height.format("#panels")) for part in ("#sheets", "#decision")
    ]
    assert min(shares) > 0.3
