"""A person at the table: moving, attacking, taking back, hearing why not, against the machine."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table

Sit = Callable[..., Player]

# From the opening to the eve of an attack on Bengasi, with a supply at hand.
TO_BENGASI = (
    "move 21/5 W6-I3", "move 21/104 W6-I2", "move 21/3 W6-H3", "move AxS1 W6-K3", "move ariete W6-S9",
    "move brescia W6-W9", "move pavia W6-W9", "move trenta W6-W9", "done",
)  # fmt: skip


def test_a_unit_is_chosen_shown_where_it_can_go_and_moved_by_two_clicks(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.choose("21/5", "W6")
    player.sees('[data-reach="O9"]', "3")
    assert player.find(".over-reach .stops").get_attribute("d"), "hexes where it must stop are ringed"
    player.page.mouse.move(*player.hex("O9"))
    player.sees('[data-way$="-O9"]')
    player.click("O9")
    player.waits_for_entries(1)
    assert player.where("21/5") == "O9"
    player.sees(".log", "5th Panzer Regiment: El Agheila to ")


def test_units_of_a_stack_move_together(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.choose("21/5", "W6")
    player.find('#fan [data-unit="rommel"]').click()
    player.waits("sandtable.screen.play.chosen.size === 2 && sandtable.screen.play.offers.length > 0")
    player.press("Escape")
    player.page.mouse.move(*player.hex("P9"))
    player.sees('[data-way$="-P9"]')
    player.click("P9")
    player.waits_for_entries(1)
    assert player.where("21/5") == player.where("rommel") == "P9"


def test_a_unit_is_moved_by_dragging(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    start, end = player.hex("W6"), player.hex("P9")
    player.page.mouse.move(*start)
    player.page.mouse.down()
    player.page.mouse.move(start[0] + 20, start[1] - 20)
    player.waits("sandtable.screen.play.offers.length > 0")
    player.page.mouse.move(*end, steps=4)
    player.page.mouse.up()
    player.waits_for_entries(1)
    assert player.where("21/5") == "P9"


def test_a_move_is_taken_back(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.choose("21/5", "W6")
    player.click("O9")
    player.waits_for_entries(1)
    player.page.get_by_role("button", name="Undo").click()
    player.waits("sandtable.game.now.table.entries === 0")
    assert player.where("21/5") == "W6"
    expect(player.page.get_by_role("button", name="Undo")).to_be_disabled()


def test_a_forbidden_target_shows_the_refusal_and_its_case_opens_the_rule(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.choose("21/5", "W6")
    player.click("A3")
    player.sees("#toast .refusal")
    assert player.entries() == 0
    player.press("Escape", "Escape")
    player.find('#decision [data-action="done"]').click()
    player.sees('#decision [data-refusal="6.1"]', "El Agheila")
    player.find('#decision [data-case="6.1"]').click()
    player.sees('[data-open-case="6.1"]', "Three to a hex")


def test_nothing_is_done_with_a_piece_by_the_main_button(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    expect(player.find('#decision [data-action="destroy AxS1"]')).to_be_hidden()
    player.find('#decision [data-fold="Destroy supplies of your own"] summary').click()
    player.sees('#decision [data-action="destroy AxS1"]')
    expect(player.find("#decision .primary")).to_have_count(0)
    player.press("d")
    assert player.entries() == 0


def test_an_attack_is_built_by_clicking_weighed_and_made(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=TO_BENGASI)
    player = sit(table["id"], table["token"])
    player.sees("#decision .phase", "attack")
    player.click("I3")
    player.click("H2")
    player.sees('#odds [data-column="3-1"]')
    player.click("H3")
    player.sees('#odds [data-column="4-1"]')
    player.sees("#odds .ledger", "doubled by the fortress")
    player.sees('#odds .chances tr:has-text("DE") .figure', "1/2")
    expect(player.find(".over-arrows > g")).to_have_count(2)
    player.find("#odds .attack").click()
    player.waits("sandtable.game.now.offers.some(o => o.action === 'scrap')")
    expect(player.find("[data-battle='H2'] text")).to_have_text("4-1")
    expect(player.find(".arrow.declared")).to_have_count(2)
    player.does('#decision [data-action="done"]', '#decision [data-action="fight 1"]')
    player.sees(".log .die")
    player.sees('#decision [data-batch="advance"]', "Advance both")
    expect(player.page.get_by_role("button", name="Undo")).to_be_disabled()


def test_the_machine_answers_and_its_moves_are_told(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=TO_BENGASI)
    player = sit(table["id"], table["token"], calm=False)
    before = player.entries()
    player.find('#decision [data-action="done"]').click()
    player.waits("sandtable.game.now.view.asked.includes('axis') && sandtable.game.now.view.turn === 2")
    assert player.run(f"sandtable.game.now.log.entries.some(e => e.n > {before} && e.side === 'allied')")
    player.press("Escape", "a")
    player.waits("sandtable.screen.animation.running || sandtable.screen.map.stacks.hidden.size === 0")


def test_a_reload_in_the_middle_of_a_decision_resumes_exactly(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server, played=TO_BENGASI)
    player = sit(table["id"], table["token"])
    before = player.run("JSON.stringify([sandtable.game.now.view, sandtable.game.now.offers])")
    player.page.reload()
    player.ready()
    assert player.run("JSON.stringify([sandtable.game.now.view, sandtable.game.now.offers])") == before
    assert "seat=" not in player.run("location.href"), "the token does not stay in the address"
    player.sees("#decision .phase", "attack")


def test_layers_lie_over_the_map(sit: Sit, server: ServerProcess) -> None:
    table = make_table(server)
    player = sit(table["id"], table["token"])
    player.press("v")
    player.find('[data-layer-box="zones-allied"]').check()
    player.sees('path[data-layer="zones-allied"]')
    player.find('[data-layer-box="supply-axis"]').check()
    player.find('[data-layer-box="zones-allied"]').uncheck()
    expect(player.find('path[data-layer="zones-allied"]')).to_have_count(0)
