"""What the screen is offered for Resource Points, works, Replacements, the Preparation and the Delay Phase."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.arrivals.conversions import Conversions, Upgrades
from sandtable.games.north_africa_41.arrivals.reinforcements import Draftees, Leaving
from sandtable.games.north_africa_41.arrivals.replacements import Replacing
from sandtable.games.north_africa_41.lines.free_supply import FreeSupply
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.resources.delay import Delaying, Lifting
from sandtable.games.north_africa_41.resources.events import BombingRaid
from sandtable.games.north_africa_41.supply.attrition import Forfeit
from sandtable.games.north_africa_41.supply.phase import Allotment, Refit
from sandtable.games.north_africa_41.title import title
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import asking, position
from tests.north_africa_41.screens import by_hex, deeds, label, not_proposed, offered, proposed


@pytest.mark.case("23.2", "23.2.2", "18.6")
def test_purchases_are_pressed_in_the_panel_of_resource_points() -> None:
    state = moving("ge-i-5 1604", resources={"axis": 1}, turn=1)
    bought = [offer for offer in offered(state) if offer.action.startswith("buy")]
    assert {offer.panel for offer in bought} == {"resources"} and "buy comando-supremo" in deeds(state)
    assert "1 RP" in label(state, "buy comando-supremo")
    assert not any(action.startswith("buy") for action in deeds(moving("ge-i-5 1604")))


@pytest.mark.case("21.4.3")
def test_a_raid_is_bought_by_its_marker_and_its_target() -> None:
    state = moving("ge-i-5 1604", resources={"axis": 1})
    assert not any("bombing" in action for action in deeds(state))
    assert by_hex(state, "raid-axis")["3138"].action == "buy bombing-raid 3138"
    assert deeds(state, "raid-axis") == ["buy bombing-raid delta"]
    delaying = asking(state, Delaying("axis"))
    for each in (state, delaying):
        assert proposed(each, "raid-axis", at="3138") == "buy bombing-raid 3138"
        assert not_proposed(each, "raid-axis", at="1911").case == "21.4.3"
    event = asking(position("ge-i-5 1604"), BombingRaid("axis"))
    assert by_hex(event)["3138"].action == "choose 3138" and "50%" in label(event, "choose delta")


@pytest.mark.case("9.5.3", "9.5.4", "9.5.5", "9.5.7")
def test_a_fortification_is_built_by_its_marker_or_by_a_unit_where_it_stands() -> None:
    state = moving("", "br-16 3138", phasing="allied", resources={"allied": 1})
    sites = by_hex(state, "fortification-allied")
    assert {"3138", "3137"} <= sites.keys() and "9.5.4" in sites["3138"].label
    assert "fortify 3138" in deeds(state, "br-16")
    works = [offer for offer in sites.values() if "9.5.5" in offer.label]
    assert works and not by_hex(moving("", "br-16 3138", phasing="allied"), "fortification-allied")
    built = moving("", "br-16 3138", phasing="allied", forts={"3138": "allied"})
    assert deeds(built, "fort@3138") == ["dismantle 3138"] and "dismantle 3138" not in deeds(built)


@pytest.mark.case("17.1.4", "17.2.3")
def test_supply_points_make_ready_or_are_burnt() -> None:
    state = moving("ge-dak! 1604", supply={"axis": {"1604": 1}})
    assert "ready ge-dak" in deeds(state) and "burn 1604" in deeds(state, "supply@1604")
    assert "burn 1604" not in deeds(state)
    assert "ready ge-dak" in deeds(asking(state, Refit("axis")))


@pytest.mark.case("19.3.1", "19.4.1")
def test_replacements_name_who_gets_them() -> None:
    state = asking(position("ge-i-5-1, repl-german-tank-1 tripoli, ge-ii-5 eliminated"), Replacing("axis"))
    assert "from 2 to 3 steps" in label(state, "replace ge-i-5 with repl-german-tank-1")
    assert deeds(state, "ge-ii-5") == ["rebuild ge-ii-5 with repl-german-tank-1"]
    assert "done" in deeds(state)


@pytest.mark.case("19.2.4", "20.2", "20.4.1", "20.4.3")
def test_the_choices_of_the_preparation_phase_are_buttons() -> None:
    allied = position("", "br-3hus, br-7hus-1 delta", turn=6)
    assert "choose british" in deeds(asking(allied, Draftees("allied", "any")))
    upgrades = asking(allied, Upgrades())
    plain = [action for action in deeds(upgrades) if action.startswith("upgrade")]
    assert plain and not any("tanks" in action for action in plain)
    chosen = deeds(upgrades, "br-3hus")
    assert any(action.endswith("from br-3hus tanks br-7hus") for action in chosen)
    pair = asking(position("it-7ar 1604", turn=13), Conversions())
    assert "done" in deeds(pair)
    leaving = asking(position("", "au-18, au-20 3138", turn=12), Leaving("allied", "au-18"))
    assert [offer.pieces for offer in offered(leaving)] == [("au-20",), ("au-18",)]


@pytest.mark.case("24.3.1", "24.3.3", "18.8")
def test_markers_are_taken_from_the_display_and_set_down() -> None:
    state = asking(position("ge-i-5 1604", "br-1thr 1707", assets={"axis": {"strafing": 1}}), Delaying("axis"))
    shown = {piece.id: piece.at for piece in title().sight.view(state, "axis").pieces}
    assert shown["delay-axis-1"] == shown["strafing-axis"] == "pool"
    found = by_hex(state, "delay-axis-1")
    assert found["2011"].action == "delay 1 at 2011" and "1706" not in found  # next to the enemy
    assert proposed(state, "delay-axis-1", at="2011") == "delay 1 at 2011"
    assert not_proposed(state, "delay-axis-1", at="1706").case == "24.3.1"
    assert all(offer.action.startswith("delay strafing at") for offer in offered(state, "strafing-axis"))
    lying = asking(position("ge-i-5 1604", delays={"axis": ("2011",)}), Lifting("axis"))
    assert deeds(lying, "delay-axis-1") == ["lift 1"]


@pytest.mark.case("16.2", "17.4", "25.1.1")
def test_supply_is_allotted_placed_and_given_up_by_pointing() -> None:
    free = asking(position("ge-i-5 1604"), FreeSupply("axis"))
    assert {"deposit tripoli", "deposit italy", "done"} <= set(deeds(free))
    harbour = board().hex("3138")
    siege = "ge-i-5 3036, ge-ii-5 2937, ge-mg8 3040, ge-mg2 2939, ge-3rec 3135"
    garrison = "br-16, br-14, br-23, br-3hus 3138, br-5rtr 3137"
    many = position(siege, garrison, phasing="allied", damage={"3138": 2})
    allot = asking(many, Allotment("allied", harbour, (), ()))
    assert "supply br-16" in deeds(allot) and deeds(allot, "br-16", "br-14") == ["supply br-16, br-14"]
    forfeit = asking(position("ge-dak 3041, ge-i-5 3041", supply={"axis": {"3041": 1}}), Forfeit("axis", "Tobruk"))
    assert deeds(forfeit, "supply@3041") == ["deplete 3041"] and deeds(forfeit, "ge-dak") == ["deplete ge-dak"]
