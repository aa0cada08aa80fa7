"""What lies beside the map: cup, battle, air, reinforcements, bid."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.title import Setup
from sandtable.core.views import Panel, Row
from sandtable.games.tobruk.scenario.opening import Bid, Bidding, Deployment, advice
from sandtable.games.tobruk.setup import start
from sandtable.games.tobruk.sight.panels import panels
from sandtable.games.tobruk.state import Air, Tobruk
from tests.tobruk.positions import activated, asking, attacking, fighting, moving, play

TANKS = "I/8/15, II/8/15 2820"


def panel(state: Tobruk, key: str) -> Panel:
    return next(each for each in panels(state) if each.key == key)


def row(state: Tobruk, key: str, label: str) -> Row:
    return next(each for each in panel(state, key).rows if each.label == label)


def keys(state: Tobruk) -> list[str]:
    return [each.key for each in panels(state)]


@pytest.mark.case("2.6", "3.2", "6.0", "2.4")
def test_the_cup_shows_what_is_in_it_what_was_drawn_and_who_is_active() -> None:
    state = activated("15PzHQ, I/8/15 2820, II/8/15 4020", "", "15pz", cup=("xxx", "cam"), drawn=("tobruk", "15pz"))
    inside = [(token.text, token.side) for token in row(state, "cup", "In the cup").tokens]
    assert inside == [("XXX Corps", "commonwealth"), ("CAM Corps", "axis")]
    drawn = [(token.text, token.state) for token in row(state, "cup", "Drawn").tokens]
    assert drawn == [("Tobruk", "spent"), ("15th Panzer", "chosen")]
    assert row(state, "cup", "Active").text == "15th Panzer Division: 2 units activated, artillery 1 of 1"
    assert [token.text for token in row(state, "cup", "Out of range").tokens] == ["II/8/15"]


@pytest.mark.case("9.6")
def test_the_cup_tells_of_the_minefield() -> None:
    state = moving("", "7ArmHQ, 2RTR/7Arm 2820", "xxx", mines=True)
    assert "may still lay one" in row(state, "cup", "Minefield").text
    assert row(replace(state, unmined=True), "cup", "Minefield").text == "waived in this activation"
    assert row(replace(state, mined="2RTR/7Arm"), "cup", "Minefield").text == "laid this turn: 2RTR/7Arm"


@pytest.mark.case("2.5", "11.0", "11.1")
def test_every_air_unit_lies_in_its_row_ready_flying_flown_or_lost() -> None:
    air = {"axis": Air(fighters=3, support=2, lost_fighters=1), "commonwealth": Air()}
    state = play(attacking(TANKS, "18/4NZ 2821", "15pz", air=air), "attack 2821 with I/8/15")
    assert keys(state)[0] == "air"  # what is asked comes first
    fighters = row(state, "air", "Axis fighters")
    assert [token.state for token in fighters.tokens] == [*[""] * 3, *["spent"] * 4, "lost"]
    assert fighters.text == "3 ready, 1 lost"
    assert row(state, "air", "Commonwealth support").text == "0 ready"
    sent = play(fighting("15PzHQ, I/8/15 2820", "18/4NZ 2821", "15pz", air=air), "attack 2821 with I/8/15",
                "fly 2 fighters 1 support")  # fmt: skip
    assert [token.state for token in row(sent, "air", "Axis fighters").tokens][:3] == ["chosen", "chosen", ""]
    assert row(sent, "air", "Axis fighters").text == "2 over the battle, 1 ready, 1 lost"


@pytest.mark.case("10.1")
def test_the_battle_shows_odds_support_and_outlook_until_the_dice_have_spoken() -> None:
    air = {"axis": Air(support=1), "commonwealth": Air()}
    state = play(fighting("15PzHQ, I/8/15, II/8/15 2820", "18/4NZ, 65AT* 2821", "15pz", air=air),
                 "attack 2821 with I/8/15, II/8/15", "fire 65AT at I/8/15", "fly 0 fighters 1 support",
                 rolls=(6,))  # fmt: skip
    assert panel(state, "battle").title == "The battle at 2821"
    assert row(state, "battle", "Odds").text == "18 to 7, column 2:1"
    assert row(state, "battle", "On the dice").text == "+2 (+2 Axis close air support)"
    assert row(state, "battle", "Outlook").text.startswith("driven back")
    state = play(state, "artillery 0", rolls=(3, 3))
    assert row(state, "battle", "Result").text == "-/R2: defender retreats 2"


@pytest.mark.case("10.0")
def test_the_targets_of_the_combat_mode_are_listed_with_all_who_could_attack() -> None:
    state = attacking(TANKS, "18/4NZ 2821", "15pz")
    found = row(state, "targets", "2821")
    assert found.pieces == ("I/8/15", "II/8/15", "18/4NZ") and found.text.startswith("all together 3:1: driven back")
    assert "targets" not in keys(moving(TANKS, "18/4NZ 2821", "15pz"))


@pytest.mark.case("4.0", "12.0", "15.4")
def test_reinforcements_of_the_active_corps_can_be_chosen_and_others_are_told() -> None:
    state = moving("TriHQ due3, I/8/15 track3", "7ArmHQ, 2RTR/7Arm due1, 2NZHQ due1", "xxx")
    assert keys(state)[0] == "arrivals"
    assert row(state, "arrivals", "May enter at F to G").pieces == ("7ArmHQ", "2RTR/7Arm")
    assert row(state, "arrivals", "Due at E").text == "2NZHQ"
    assert row(state, "arrivals", "Turn 3, entry 1").text == "TriHQ"
    assert [token.text for token in row(state, "arrivals", "Workshop and track").tokens] == ["I/8/15: turn 3"]
    assert "arrivals" not in keys(moving("I/8/15 2820", "", "15pz"))


@pytest.mark.case("15.3")
def test_before_the_bid_the_advice_and_what_counts_are_shown_and_nobody_elses_bid() -> None:
    state = asking(start(Setup("battle-for-tobruk")), Bidding())
    assert keys(state) == ["bid"]
    assert row(state, "bid", "Advice").text.startswith(f"the house would bid {advice().bid.points}: ")
    assert panels(asking(state, Bidding({"commonwealth": Bid(42)}))) == panels(state)


@pytest.mark.case("15.1")
def test_before_the_first_turn_there_is_no_cup() -> None:
    assert keys(asking(start(Setup("first-sidi-rezegh")), Deployment())) == ["arrivals"]
