"""What lies beside the map: TOE sheets, the control sheet and the ledgers, each for the eyes of its owner."""

from __future__ import annotations

import pytest

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.title import Setup
from sandtable.core.views import Row
from sandtable.games.campaign_for_north_africa.contents import Consignment, Report
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Share, Toll
from sandtable.games.campaign_for_north_africa.losses.casualties import Casualties
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.setup import begin
from sandtable.games.campaign_for_north_africa.sight import view
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.sight.panels import panels
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import Wreck, asking, position
from tests.campaign_for_north_africa.screens import keys, panel, row

FIELD = position(
    "27Bre+ C3918 spent=5 cohesion=-2, 7Arm+ C3714, 11Hus C3816 engaged",
    supply={"AX-S1": ("C3918", 40, 60), "AX-S2": ("C3918",), "CW-S1": ("C3714", 10, 20)},
    motors={"axis": {"C3918": 25, "tripoli": 100}},
    plans={"axis": (Consignment(2, 3, 20, 2),)},
    known={"axis": {"11Hus": Report(1, 2, "C3816", 6, True), "6RTR": Report(1, 1, "C3714")}},
    wrecks={"W1": Wreck(board().hex("C3918"), "axis", "italian", "M13/40", 2, destroyed=False, unit="VII(M)")},
    spares={"C3918/italian/M13/40": 3},
    prisoners={"axis": 4},
    captured={"axis": {"A9": 2}},
)


def labels(rows: tuple[Row, ...]) -> list[str]:
    return [each.label for each in rows]


@pytest.mark.case("4.45", "4.46", "6.14", "6.2")
def test_a_formation_has_a_sheet_with_its_tree_points_and_ratings() -> None:
    sheet = panel(FIELD, "axis", "sheet-27Bre")
    assert sheet.folded and sheet.title.endswith("Div HQ at C3918")
    head = row(FIELD, "axis", "sheet-27Bre", "Formation")
    assert "CP 5 of " in head.text and "Cohesion -2" in head.text and "Stacking Points" in head.text
    assert head.pieces == ("27Bre",)
    assert {"27Bre", "· 19Fant", "· · I/19"} <= set(labels(sheet.rows))
    battalion = row(FIELD, "axis", "sheet-27Bre", "· · I/19")
    heads = [column.text for column in sheet.columns]
    assert battalion.text == "infantry"
    figures = dict(zip(heads, battalion.cells, strict=True))
    assert {head: figures[head] for head in ("TOE", "of", "Mor", "Coh", "O", "D", "B")} == {
        "TOE": "7",
        "of": "7",
        "Mor": "-1",
        "Coh": "-2",
        "O": "1",
        "D": "1",
        "B": "",
    }
    assert all(len(each.cells) in (0, len(heads)) for each in sheet.rows)
    assert sheet.about == ("27Bre",) and sheet.group == panel(FIELD, "commonwealth", "single").group
    assert "Offence" in row(FIELD, "axis", "sheet-27Bre", "Actual points").text


@pytest.mark.case("15.81", "8.23", "18.21", "32.23", "8.95")
def test_marks_tell_what_a_unit_may_no_longer_do() -> None:
    state = position("I/157 C3918 engaged halted fuel=1, II/157 C3919 reserve=2, III/157 C3920 motors=7")
    sheet = panel(state, "axis", "single")
    found = {each.label: [token.text for token in each.tokens] for each in sheet.rows}
    assert found["I/157"] == ["Halted", "Engaged", "Fuel paid"] and found["II/157"] == ["Reserve II"]
    told = next(each.text for each in sheet.rows if each.pieces == ("III/157",) and not each.label)
    assert "Motors 7 of 7" in told and told.startswith("C3920")


@pytest.mark.case("6.14", "11.32")
def test_the_control_sheet_has_a_line_for_every_counter() -> None:
    line = row(FIELD, "axis", "control", "27Bre")
    assert line.text == "C3918" and line.pieces == ("27Bre",)
    assert line.cells[0].startswith("5/") and line.cells[1] == "-2"
    assert row(FIELD, "commonwealth", "control", "11Hus").text == "C3816, engaged"
    assert labels(panel(FIELD, "commonwealth", "control").rows) == ["7Arm", "11Hus"]


@pytest.mark.case("32.12", "32.15", "32.18", "32.24")
def test_the_supply_ledger_knows_every_dump() -> None:
    assert row(FIELD, "axis", "supply", "· AX-S1").cells == ("40", "60", "")
    assert row(FIELD, "axis", "supply", "· AX-S2").text == "dummy"
    assert "40 Ammo and 60 Fuel in 1 Supply Units, 1 dummies" in row(FIELD, "axis", "supply", "In all").text
    assert "to move every unit once" in row(FIELD, "axis", "supply", "Fuel").text
    assert not any("CW-S1" in each.label for each in panel(FIELD, "axis", "supply").rows)


@pytest.mark.case("32.43", "32.51", "32.61", "22.5", "15.86")
def test_plans_transport_wrecks_and_spoils_are_on_the_books() -> None:
    planned = row(FIELD, "axis", "convoys", "Game-Turn 2").text
    assert planned == "3 Supply Units, 20 Motorization Points by lane 2 to Tripoli"
    assert row(FIELD, "axis", "transport", "C3918").pieces == ("motors@C3918",)
    assert "2 M13/40 broken down of VII(M)" in row(FIELD, "axis", "wrecks", "W1").text
    assert row(FIELD, "axis", "wrecks", "Ready").text == "3 M13/40 (Italian) at C3918"
    assert row(FIELD, "axis", "wrecks", "Prisoners").text == "4 points taken"
    assert row(FIELD, "axis", "wrecks", "Captured").text == "2 A9"
    assert "wrecks" not in keys(FIELD, "commonwealth")


@pytest.mark.case("3.61", "16.51")
def test_known_enemies_are_listed_as_they_were_seen() -> None:
    seen = row(FIELD, "axis", "enemy", "11Hus")
    assert "about 6 TOE points, motorised at C3816 in 1/2" in seen.text and seen.pieces == ("11Hus",)
    hidden = row(FIELD, "axis", "enemy", "6RTR")
    assert "seen at C3714 in 1/1" in hidden.text and hidden.pieces == ()
    assert "enemy" not in keys(FIELD, "commonwealth")


@pytest.mark.case("15.83")
def test_a_question_opens_the_sheets_it_is_about() -> None:
    toll = Toll("15.83", 2, (Share("I/19", "", 7, 1), Share("II/19", "", 7, 1)))
    state = asking(FIELD, Casualties("axis", (board().hex("C3918"),), toll))
    assert not panel(state, "axis", "sheet-27Bre").folded
    assert panel(state, "commonwealth", "sheet-7Arm").folded
    assert panel(asking(FIELD, Movement("axis")), "axis", "sheet-27Bre").folded


@pytest.mark.case("3.6")
def test_nobody_sees_the_books_of_the_other_side() -> None:
    assert panels(observe(FIELD, ""), "") == ()
    for side, foe in (("axis", "7Arm"), ("commonwealth", "27Bre")):
        assert f"sheet-{foe}" not in keys(FIELD, side)
        for hidden in disguises(FIELD, side):
            assert panels(observe(hidden, side), side) == panels(observe(FIELD, side), side)


@pytest.mark.case("3.6", "4.45")
def test_a_whole_scenario_has_a_sheet_for_each_formation_and_one_for_the_rest() -> None:
    state: Campaign
    state, _ = frames.begin(begin(Setup("grazianis-offensive")), SecretDice(secret_of_seed(1)))
    for side in ("axis", "commonwealth"):
        found = view.view(state, side).panels
        assert len({each.key for each in found}) == len(found)
        assert {"single", "control", "supply", "transport", "convoys"} <= {each.key for each in found}
        assert all(each.folded for each in found if each.key.startswith("sheet-"))
    assert "boxes" in keys(state, "axis") and "boxes" not in keys(state, "commonwealth")
