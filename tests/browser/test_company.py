"""Several windows on one game, past moments, and what the page says when something is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from sandtable import games
from sandtable.core import journal
from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, Window, make_table

Sit = Callable[..., Player]


def test_two_browsers_play_one_game_and_a_third_looks_on(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, seats={"axis": "human", "allied": "open"}, name="Anna", seed=None)
    anna = sit(table["id"], table["token"])
    ben = sit()
    anna.sees("#decision", "The game begins when the Allied player sits down")
    anna.run("void (navigator.clipboard.writeText = async (text) => void (globalThis.copied = text))")
    anna.find("#decision [data-copy]").click()
    anna.sees("#decision [data-copy]", "Copied")
    assert anna.run("copied") == anna.run("document.querySelector('#decision a').href")
    ben.page.goto(server.origin + table["links"]["allied"])
    ben.ready()
    ben.find("[data-take-seat]").click()
    ben.waits("sandtable.game.now.you.side === 'allied' && !sandtable.game.now.table.waiting.length")
    guest = sit(table["id"])
    ben.sees("#decision .whose", "Axis: Anna")
    expect(ben.find('#decision [data-action="done"]')).to_have_count(0)
    anna.plays("move 21/5 W6-O9")
    for window in (ben, guest):
        window.waits_for_entries(1)
    assert ben.where("21/5") == guest.where("21/5") == "O9"
    guest.sees("#decision", "You are watching")
    ben.press("l")
    ben.find("#sheet-log .chat-form input").fill("<b>Good luck</b>")
    ben.find("#sheet-log .chat-form input").press("Enter")
    anna.sees("#sheet-log", "<b>Good luck</b>")


def test_who_watches_begins_at_the_front_as_the_players_do(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, seats={"axis": "human", "allied": "human"})
    looks = "(({ x, y, k }) => [x, y, k])(sandtable.screen.map.camera)"
    assert sit(table["id"]).run(looks) == pytest.approx(sit(table["id"], table["token"]).run(looks), abs=0.5)


LONG = "'1129 of 3209 · turn 111, 4 December 1942, Operations Stage 3'"  # where a long game is
TOLD = """[...new Set([...document.querySelectorAll("#sheet-log .log [data-entry]")]
  .map((line) => Number(line.dataset.entry)))]"""


def test_a_past_moment_is_shown_by_slider_and_by_link(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=("move 21/5 W6-O9", "move 21/3 W6-W9"))
    player = sit(table["id"], table["token"])
    player.press("p")
    player.waits("sandtable.screen.past?.at === 1")
    assert player.run(TOLD) == [0, 1]  # nothing that came later
    slider = player.page.get_by_role("slider", name="Moment of the game")
    slider.fill("0")
    player.waits("sandtable.screen.past?.at === 0")
    player.sees('.stack[data-hex="W6"] .count', "11")
    expect(player.find("#decision .primary")).to_have_count(0)
    player.sees("#decision .whose", "Axis: you")
    assert player.run("location.hash") == "#at=0"
    other = sit()
    other.join(table["id"], at="at=1")
    other.waits("sandtable.screen.past?.at === 1")
    other.sees('.stack[data-hex="O9"]')
    assert player.run(TOLD) == [0]
    player.run(f"void (sandtable.screen.replay.label.textContent = {LONG})")
    player.run("sandtable.screen.replay.onwards.hidden = false")  # as when the game is over
    for width, height in ((2560, 1440), (1440, 900), (1366, 768)):
        player.page.set_viewport_size({"width": width, "height": height})
        buttons = [box for each in player.find("#replay button:visible").all() if (box := each.bounding_box())]
        assert len({round(box["y"]) for box in buttons}) == 2, "the slider and one row below it"
    player.find("[data-close-replay]").click()
    player.sees('.stack[data-hex="W9"]')
    assert player.run(TOLD) == [0, 1, 2]


def test_machines_play_each_other_at_the_pace_one_wishes(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, seats={"axis": "bot:random", "allied": "bot:random"})
    player = sit(table["id"], table["token"])
    player.waits_for_entries(3)
    player.press("w")
    player.find("[data-pause]").click()
    player.waits("sandtable.game.now.table.machines.paused")
    player.sees("#decision", "paused")
    before = player.entries()
    player.page.get_by_role("button", name="One step").click()
    player.waits(f"sandtable.game.now.table.entries === {before} + 1")


def test_the_start_page_begins_a_game_and_lists_it(sit: Sit, server: ServerProcess) -> None:
    player = sit(size=(1440, 900))
    player.page.goto(f"{server.origin}/#key={server.key}")
    player.find('[data-card="tobruk"]').click()
    player.sees(".game h3", "Tobruk")
    player.find('[data-card="afrika-korps"]').click()
    card = player.page.locator(".game", has=player.page.get_by_role("heading", name="Afrika Korps", exact=True))
    expect(card.locator(".story").first).to_contain_text("El Alamein")
    for choice in ("games", "setup"):
        box = player.find(f"#{choice}").bounding_box()
        assert box and box["x"] + box["width"] <= 1440
    begin = card.get_by_role("button", name="Begin").bounding_box()
    listed = player.find("#resume").bounding_box()
    taken = listed["height"] if listed else 0
    assert begin and begin["y"] + begin["height"] - taken <= 900 - 120, "with a row of games above it in sight"
    card.get_by_label("Allied", exact=True).check()
    card.get_by_label("Which machine").select_option("random")
    card.get_by_role("button", name="Begin").click()
    player.ready()
    assert player.run("sandtable.game.now.you.side") == "allied"
    table = player.run("location.pathname").rsplit("/", 1)[1]
    player.page.goto(server.origin)
    player.find(f'#tables a[href="/t/{table}"]').click()
    player.ready()
    assert player.run("sandtable.game.now.you.side") == "allied", "the browser kept the seat"
    player.page.goto(server.origin)
    answers = iter(["My siege", None])
    player.window.hears("dialog", lambda dialog: dialog.accept(next(answers) or ""))
    player.find(f'[data-rename="{table}"]').click()
    player.sees(f'#tables a[href="/t/{table}"]', "My siege")
    player.find(f'[data-delete="{table}"]').click()
    expect(player.find(f'#tables a[href="/t/{table}"]')).to_have_count(0)


def test_a_server_that_is_down_is_told_by_the_page_that_the_browser_keeps(browser: Browser, tmp_path: Path) -> None:
    own = ServerProcess(tmp_path)
    player, invited = (Player(browser, own, window=Window(browser, keeps_shell=True)) for _ in range(2))
    kept = (
        "Promise.race([navigator.serviceWorker.ready.then(() => true), new Promise((end) => setTimeout(end, 20000))])"
    )
    try:
        table = make_table(own)
        invited.goto(f"{own.origin}/t/{table['id']}")  # who follows a link never sees the start page
        player.page.goto(own.origin)
        assert player.page.evaluate(kept) and invited.page.evaluate(kept)
        manifest = player.page.evaluate("fetch('/client/manifest.webmanifest').then((answer) => answer.json())")
        assert manifest["display"] == "standalone" and manifest["icons"]
    finally:
        own.stop()
    player.page.goto(own.origin)
    invited.page.reload()
    for each in (player, invited):
        each.sees("h1", "The table does not answer")
        each.leave()


def test_a_wrong_token_and_a_missing_table_are_explained(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit()
    player.page.goto(f"{server.origin}/t/{table['id']}#seat=wrong")
    player.sees("#decision", "does not open that seat")
    player.page.get_by_role("button", name="Watch instead").click()
    player.ready()
    player.sees("#decision", "You are watching")
    player.page.goto(f"{server.origin}/t/nowhere")
    player.sees("#decision", "There is no such table")


def test_a_lost_connection_is_shown_and_found_again(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.run("""globalThis.told = [];
      const { body } = document;
      new MutationObserver(() => told.push(body.dataset.line)).observe(body, { attributes: true });""")
    player.run("sandtable.line.socket.close()")
    player.waits("told.join() === 'lost,open'")
    player.waits("sandtable.line.socket.readyState === 1 && document.getElementById('banner').hidden")
    player.plays("move 21/5 W6-O9")


def test_a_record_is_brought_along_and_a_bad_one_refused_in_a_line(
    sit: Sit, server: ServerProcess, tmp_path: Path
) -> None:
    title = games.title("afrika-korps")
    record = journal.new(title, title.setup(), seed=1, players={"axis": "human", "allied": "human"})
    record.game.play_text("move 21/5 W6-O9", "axis")
    journal.write(record, tmp_path / "game.json")
    (tmp_path / "bad.json").write_text("{}")
    player = sit()
    player.page.goto(server.origin)
    player.sees(".game")
    player.find("#import").set_input_files(tmp_path / "bad.json")
    player.sees("#import-problem", "This file is not one of our saves")
    player.errors.clear()  # the browser notes the refusal
    player.find("#import").set_input_files(tmp_path / "game.json")
    player.ready()
    assert player.where("21/5") == "O9" and player.run("sandtable.game.now.you.sides.length") == 2


def test_the_guide_leads_through_the_first_turn(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"], guide=True)
    player.sees("#guide h2", "1 of 7")
    player.choose("21/5", "W6")
    player.sees("#guide h2", "2 of 7")
    player.click("O9")
    player.sees("#guide h2", "3 of 7: Somebody must hold the home base")
    player.plays("move 21/3 W6-W9")
    player.sees("#guide h2", "3 of 7")
    player.plays("move savena W6-W3")
    player.sees("#guide h2", "4 of 7: Keep a supply with the spearhead")
    player.page.get_by_role("button", name=re.compile("No guide")).click()
    player.page.reload()
    player.ready()
    expect(player.find("#guide")).to_be_hidden()


def test_an_invitation_opens_its_seat_once_and_a_lost_seat_is_given_anew_openly(
    sit: Sit, server: ServerProcess
) -> None:
    table = make_table(server, seats={"axis": "human", "allied": "open"}, name="Anna", seed=None)
    anna, ben, thief = sit(table["id"], table["token"]), sit(), sit()
    ben.page.goto(server.origin + table["links"]["allied"])
    ben.ready()
    ben.sees("#decision", "You are invited")
    ben.page.reload()
    ben.ready()
    ben.find("[data-take-seat]").click()
    ben.waits("sandtable.game.now.you.side === 'allied' && !sandtable.game.now.table.waiting.length")
    share = ben.run("JSON.parse(localStorage.getItem(`sandtable:share:${sandtable.game.now.table.id}`))")
    assert ben.run("sandtable.game.now.table.seats.allied.promise") == share["promise"]
    ben.press("w")
    ben.sees('[data-promise="allied"]', "drawn by this browser")
    thief.page.goto(server.origin + table["links"]["allied"])
    thief.sees("#decision", "does not open that seat")
    ben.page.reload()
    ben.ready()
    assert ben.run("sandtable.game.now.you.side") == "allied", "the browser kept the seat"
    anna.press("w")
    anna.sees('[data-seat="allied"]', "here")
    anna.page.once("dialog", lambda dialog: dialog.accept())
    anna.find('[data-reissue="allied"]').click()
    anna.sees('[data-seat="allied"]', "The link to this seat was made 2 times")
    ben.sees("#decision", "You are watching")
    for window in (anna, ben):
        window.press("l")
        window.sees("#sheet-log", "The host has made a new link for the seat of the Allies")
    again = sit()
    again.page.goto(server.origin + anna.run("sandtable.game.now.you.links.allied"))
    again.ready()
    again.find("[data-take-seat]").click()
    again.waits("sandtable.game.now.you.side === 'allied'")


def test_open_dice_are_said_to_be_open(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, seed=7)
    player = sit(table["id"], table["token"])
    player.sees("#turn-line .open-dice", "open dice")
    player.press("w")
    player.sees("#sheet-table", "The dice are open (seed 7)")
