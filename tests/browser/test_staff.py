"""The staff beside the player: orders to formations given on the screen, and its plan shown, accepted or ignored."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from sandtable.table.bench.process import ServerProcess
from tests.browser.player import Player, make_table
from tests.browser.test_everyone import check_accessible

Sit = Callable[..., Player]

GROUPED = "[...document.querySelectorAll('#order-who [label=\"{}\"] option')].map((each) => each.value)"
ORDERS = "sandtable.game.now.you.orders.map((order) => `${order.text}: ${order.fate}`)"


def with_the_staff(sit: Sit, server: ServerProcess) -> Player:
    table = make_table(server, seats={"axis": "human", "allied": "human"})
    player = sit(table["id"], table["token"])
    player.press("e")
    player.waits("sandtable.screen.staff.names.length > 0")
    return player


def test_a_formation_is_ordered_by_pointing_and_the_order_cancelled(sit: Sit, server: ServerProcess) -> None:
    player = with_the_staff(sit, server)
    expect(player.find("[data-give-order]")).to_be_disabled()
    player.find('[data-verb="move"]').click()
    player.find("#order-who").select_option(label="21st Panzer Division (3)")
    player.find('[data-aim="order-place"]').click()
    player.click("H15")
    expect(player.find("#order-place")).to_have_value("Mechili")
    check_accessible(player, "an order")
    player.find("[data-give-order]").click()
    player.waits("['21/5', '21/104', '21/3'].every((id) => sandtable.game.now.view.pieces[id].at !== 'W6')")
    player.sees('[data-order="1"]', "Move 21st Panzer Division to Mechili")
    player.waits('document.querySelector(".order-way.standing")')
    player.waits("!sandtable.game.now.table.machines.thinking")
    assert player.where("ariete") == "W6", "who has no orders stays"
    player.find('[data-cancel-order="1"]').click()
    player.waits(f"{ORDERS}.join() === 'move 21st Panzer Division to H15: cancelled'")
    expect(player.find(".order-way.standing")).to_have_count(0)


def test_units_chosen_on_the_map_are_ordered_to_a_place_by_name_and_nonsense_is_refused(
    sit: Sit, server: ServerProcess
) -> None:
    player = with_the_staff(sit, server)
    player.choose("ariete", "W6")
    player.find('[data-verb="take"]').click()
    player.find("#order-place").fill("Atlantis")
    player.find("#order-place").press("Enter")
    player.find("[data-give-order]").click()
    player.sees("[data-order-problem]", "no place or hex called 'Atlantis'")
    player.find("#order-place").fill("msus")
    player.find("#order-place").press("Enter")
    player.find("[data-give-order]").click()
    player.waits("sandtable.game.now.you.orders.length === 1 && sandtable.game.now.view.pieces.ariete.at !== 'W6'")
    player.waits("sandtable.screen.play.chosen.size === 0")  # who was ordered is no longer in hand
    player.waits("sandtable.screen.roster.done.has('ariete') && !sandtable.screen.roster.busy")
    player.waits(f"{GROUPED.format('Units that can still act')}.includes('savena')")
    assert player.run(GROUPED.format("Other units")) == ["ariete"]


def test_the_plan_of_the_staff_lies_on_the_map_and_is_accepted_for_a_formation(sit: Sit, server: ServerProcess) -> None:
    player = with_the_staff(sit, server)
    player.find("[data-ask-plan]").click()
    player.sees("[data-plan]")
    player.waits(
        'document.querySelector(".order-way.planned") && document.querySelector(".plan-aim").getAttribute("d")'
    )
    check_accessible(player, "a plan")
    player.find("[data-accept-formation]").select_option(label="21st Panzer Division")
    player.waits(f"{ORDERS}.length > 0")
    player.waits("['21/5', '21/104', '21/3'].every((id) => sandtable.game.now.view.pieces[id].at !== 'W6')")
    assert player.where("bologna") == "W6", "the others wait"
    player.find("[data-put-away]").click()
    expect(player.find(".order-way.planned")).to_have_count(0)


def test_what_the_staff_does_neither_moves_the_map_nor_takes_anybody_up(sit: Sit, server: ServerProcess) -> None:
    player = with_the_staff(sit, server)
    player.find("[data-ask-plan]").click()
    player.sees("[data-accept-all]")
    player.run(
        "sandtable.screen.map.camera.centre(...sandtable.screen.board.centre[sandtable.screen.board.hex('G25')])"
    )
    looks = "[sandtable.screen.map.camera.x, sandtable.screen.map.camera.y]"
    before = player.run(looks)
    player.find("[data-accept-all]").click()
    player.waits("sandtable.game.now.you.orders.length > 3 && !sandtable.game.now.table.machines.thinking")
    player.waits("!sandtable.screen.roster.busy && sandtable.screen.roster.done.size > 5")
    assert player.run("sandtable.screen.play.chosen.size") == 0
    assert player.run(looks) == before


MEANT = "sandtable.screen.staff.desk.orders.map(({ verb, at, units }) => `${verb} ${at}: ${units.join()}`)"


def test_a_plan_is_changed_before_it_is_accepted(sit: Sit, server: ServerProcess) -> None:
    player = with_the_staff(sit, server)
    player.run("""sandtable.screen.staff.desk.set({ count: sandtable.game.now.view.count, orders: [
        { verb: "take", at: "H2", units: ["21/5", "21/104"] }, { verb: "move", at: "S9", units: ["ariete"] },
        { verb: "hold", at: "W6", units: ["savena"] }],
      plan: { turn: 1, aim: "take Bengasi", posture: "attack", why: "it is a port", line: [], objectives: [],
        assaults: [] }, answer: { text: "", case: "", parts: [] } }), sandtable.screen.staff.desk.changed()""")
    player.find('[data-drop="W6"]').click()
    expect(player.find("[data-suggested]")).to_have_count(2)
    player.find('[data-edit="S9"]').click()
    player.find('[data-aim="plan-place"]').click()
    player.click("O9")
    player.waits("document.querySelector('[data-order-way=\"W6-O9\"]')")  # over the map as it is meant now
    player.find('[data-edit="O9"]').click()  # done with it
    expect(player.find("[data-editing]")).to_have_count(0)
    player.find('[data-edit="H2"]').click()
    player.find('[data-take-off="21/104"]').click()
    expect(player.find('[data-take-off="21/5"]')).to_be_disabled()  # somebody has to do it
    player.find("#plan-who").select_option(value="21/3")
    player.find("#plan-place").fill("Mechili")
    player.find("#plan-place").press("Enter")
    assert player.run(MEANT) == ["take H15: 21/5,21/3", "move O9: ariete"]
    check_accessible(player, "a plan that is changed")
    player.find("[data-accept-all]").click()
    player.waits(f"{ORDERS}.length === 2")
    texts = player.run("sandtable.game.now.you.orders.map((order) => order.text)")
    assert texts == ["take H15 with 21/5, 21/3", "move ariete to O9"]
    player.waits("sandtable.game.now.view.pieces.ariete.at === 'O9'")
    assert player.where("savena") == player.where("21/104") == "W6", "who was dropped stays"
    expect(player.find("[data-plan]")).to_have_count(0)


def test_the_whole_plan_is_accepted_at_a_click(sit: Sit, server: ServerProcess) -> None:
    player = with_the_staff(sit, server)
    player.find("[data-ask-plan]").focus()
    player.press("Enter")
    player.waits("document.activeElement.matches('[data-accept-all]')")  # the focus goes along with what is asked
    player.press("Enter")
    player.waits("document.activeElement.matches('[data-ask-plan]')")
    player.waits("Object.values(sandtable.game.now.view.pieces).every((each) => each.at !== 'W6')")
    player.shows(".left-line", "All have acted")
