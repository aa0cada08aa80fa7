"""Light tanks for armoured cars, better infantry, crews for repaired tanks, and battalions sent away by choice."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Loan, Replacement
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.loans import loan_points
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.organisation.upgrading import is_poor_infantry, is_upgradable_recce
from sandtable.games.campaign_for_north_africa.pieces.counters import ratings
from sandtable.games.campaign_for_north_africa.pieces.strength import forces_of, rating, raw
from sandtable.games.campaign_for_north_africa.pieces.weapons import Rating
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches, open_marches
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import WITHDRAWN, Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, where
from tests.campaign_for_north_africa.staffwork import ITALIANS, carried_out
from tests.playing import draft_of

CAIRO, ALEXANDRIA = "E1730", "E3613"


def organising(*units: str, turn: int = 90, axis: bool = False, **fields: Any) -> Campaign:
    return asking(position(*units, turn=turn, **fields), Organisation("axis" if axis else "commonwealth"))


def refused(state: Campaign, order: str) -> str:
    return refusal(state, order).case


# Armoured cars [20.5]


@pytest.mark.case("20.51")
@pytest.mark.parametrize(
    ("unit", "may"),
    [
        ("11Hus", True),  # armoured cars of 7th Armoured Division
        ("NizCav", True),  # Italian, ID Code ww
        ("3Aufk", True),
        ("33Aufk", False),  # has an Anti-Armour Rating
        ("LancNov", False),
        ("60Brs", False),  # motorcycles
        ("1Sno", False),  # camels
        ("51Rec", False),  # 51st Highland, the example of the case
        ("7AusCav", False),  # the 18th Brigade counts as a division
        ("1RTR", False),
    ],
)
def test_who_may_be_upgraded(unit: str, may: bool) -> None:
    assert is_upgradable_recce(unit) == may


@pytest.mark.case("20.52", "20.54")
def test_a_stuart_replaces_a_point_or_fills_a_gap() -> None:
    whole = organising("CW-Tank7[Stuart:2], 11Hus[8] D3714", turn=39)
    state = play(whole, "upgrade 11Hus with CW-Tank7")
    assert state.units["11Hus"].toe == {"": 7, "Upgraded": 1}
    assert state.units["CW-Tank7"].toe == {"Stuart": 1} and state.units["11Hus"].spent > 0
    gap = play(organising("CW-Tank7[Stuart:1], 11Hus[5] D3714", turn=39), "upgrade 11Hus with CW-Tank7")
    assert gap.units["11Hus"].toe == {"": 5, "Upgraded": 1} and "CW-Tank7" not in gap.units
    weak = play(organising("CW-Tank7[Stuart:1], 11Hus[Upgraded:5] D3714", turn=39), "upgrade 11Hus with CW-Tank7")
    assert weak.units["11Hus"].toe == {"Upgraded": 6}  # all are upgraded, but there is room
    last = play(organising("CW-Tank7[Stuart:1], 11Hus[1, Upgraded:7] D3714", turn=39), "upgrade 11Hus with CW-Tank7")
    assert last.units["11Hus"].toe == {"Upgraded": 8}


@pytest.mark.case("20.77")
def test_an_upgrade_makes_a_battalion_attack_better_and_nothing_else() -> None:
    units = "2SctGds[6, 2pdr:1] C3922"
    before, after = position(units, turn=110), position(units, turn=110, upgraded=("2SctGds",))
    assert (rating(before, "2SctGds", "", "offence"), rating(after, "2SctGds", "", "offence")) == (Rating(1), Rating(2))
    assert rating(after, "2SctGds", "2pdr", "offence") == rating(before, "2SctGds", "2pdr", "offence") == Rating(1)
    assert rating(after, "2SctGds", "", "anti_armour") is None


@pytest.mark.case("20.54")
def test_an_upgraded_point_fires_at_armour_and_attacks_with_three() -> None:
    plain, better = ratings("11Hus", "", 40), ratings("11Hus", "Upgraded", 40)
    assert better.anti_armour and better.anti_armour.value == 1 and plain.anti_armour is None
    assert better.offence and better.offence.value == 3 and plain.offence and plain.offence.value == 2
    assert (better.armour, better.defence) == (plain.armour, plain.defence)
    state = position("11Hus[Upgraded:2] D3714", turn=40)
    assert raw(state, forces_of(state, ("11Hus",)), "offence") == 6


@pytest.mark.case("20.53", "20.55", "20.43", "20.41")
def test_only_certain_tanks_when_they_are_trained_and_from_turn_39_on() -> None:
    assert refused(organising("CW-Tank7[A9:2], 11Hus D3714"), "upgrade 11Hus with CW-Tank7") == "20.53"
    assert refused(organising("CW-Tank7[Stuart:2], 51Rec D3714"), "upgrade 51Rec with CW-Tank7") == "20.51"
    early = organising("CW-Tank7[Stuart:2], 11Hus D3714", turn=38)
    assert refused(early, "upgrade 11Hus with CW-Tank7") == "20.55"
    raw_crews = organising("CW-Tank7[Stuart:2], 11Hus D3714", replacements={"CW-Tank7": Replacement("11Hus", 2)})
    assert refused(raw_crews, "upgrade 11Hus with CW-Tank7") == "20.43"
    apart = organising("CW-Tank7[Stuart:2] D3713, 11Hus D3714")
    assert refused(apart, "upgrade 11Hus with CW-Tank7") == "20.41"
    play(organising("GE-Tank7[PzII:1], 3Aufk C3918", axis=True), "upgrade 3Aufk with GE-Tank7")
    play(organising("IT-Recce7[AB41:1], NizCav C3918", axis=True), "upgrade NizCav with IT-Recce7")
    play(organising("IT-Recce7[2], NizCav C3918", axis=True), "upgrade NizCav with IT-Recce7")
    german = organising("GE-Recce7[2], NizCav, 3Aufk C3918", axis=True)
    assert refused(german, "upgrade NizCav with GE-Recce7") == "20.53"


@pytest.mark.case("20.52")
def test_nothing_is_upgraded_twice() -> None:
    state = organising("CW-Tank7[Stuart:2], 11Hus[Upgraded:8], 1RTR D3714")
    assert refused(state, "upgrade 11Hus with CW-Tank7") == "20.52"
    assert refused(state, "upgrade 11Hus with 1RTR") == "20.52"  # which is no Replacement Points


# Infantry [20.77]


@pytest.mark.case("20.77")
def test_a_battalion_is_upgraded_as_a_whole_with_untrained_points() -> None:
    name = next(each for each in ("1Buffs", "1RSsx", "2Cmrn") if is_poor_infantry(each))
    points = sum(position(f"{name} D3714").units[name].toe.values())
    untrained = {"CW-Inf7": Replacement(left=3)}
    state = organising(f"CW-Inf7[{points + 1}], {name} D3714", turn=87, replacements=untrained)
    before = rating(state, name, "", "offence")
    assert before is not None and before.value == 1
    after = play(state, f"upgrade {name} with CW-Inf7")
    better = rating(after, name, "", "offence")
    assert better is not None and better.value == 2 and after.units[name].toe == state.units[name].toe
    assert after.units["CW-Inf7"].toe == {"": 1}
    assert refused(after, f"upgrade {name} with CW-Inf7") == "20.77"
    assert refused(replace(state, turn=86), f"upgrade {name} with CW-Inf7") == "20.77"
    few = organising(f"CW-Inf7[{points - 1}], {name} D3714", turn=87)
    assert refused(few, f"upgrade {name} with CW-Inf7") == "20.77"
    play(organising(f"CW-Inf7[{points}], {name} D3714", turn=87), f"upgrade {name} with CW-Inf7")
    twice = organising(f"CW-Inf7[9], {name} D3714", turn=87, upgraded=(name,))
    assert refused(twice, f"upgrade {name} with CW-Inf7") == "20.77"
    tanks = organising(f"CW-Tank7[A9:9], {name} D3714", turn=87)
    assert refused(tanks, f"upgrade {name} with CW-Tank7") == "20.77"
    assert refused(organising("CW-Inf7[9], 1RNF D3714", turn=87), "upgrade 1RNF with CW-Inf7") == "20.77"


# Repaired and captured tanks [22.5, 15.86]


@pytest.mark.case("22.5")
def test_repaired_tanks_get_a_counter_and_move_by_themselves_at_once() -> None:
    lying, depot = {"D3714/commonwealth/A9": 3}, {"CW-S1": ("D3714", 40, 60)}
    state = position("1RNF D3714, 1RTR[A9:1] D3711", spares=lying, supply=depot, serial=50)
    draft = draft_of(state)
    open_marches(draft, "commonwealth")
    assert isinstance(draft.top, ReplacementMarches)
    state = asking(state, ReplacementMarches("commonwealth"))
    assert refused(state, "crew A9:4 at D3714") == "22.5"
    assert refused(state, "crew A10:1 at D3714") == "22.5"
    assert refused(state, "crew A9:0 at D3714") == "22.5" == refused(state, "crew A9:1 at D3711")
    assert play(state, "crew A9:1 at D3714").units["CW-Tank51"].toe == {"A9": 1}
    assert set(play(state, "crew A9:1 at D3714", "crew A9:2 at D3714").replacements) == {"CW-Tank51", "CW-Tank52"}
    after = play(state, "crew A9:2 at D3714")
    assert after.spares == {"D3714/commonwealth/A9": 1} and after.replacements == {"CW-Tank51": Replacement()}
    after = play(after, "forward CW-Tank51 to D3711")
    assert where(after, "CW-Tank51") == "D3711" and after.supply["CW-S1"].fuel < 60


@pytest.mark.case("22.5", "15.86")
def test_captured_tanks_are_manned_by_who_stands_there() -> None:
    state = asking(
        position("I/125 C3918", spares={"C3918/commonwealth/Matilda": 2}, serial=50), ReplacementMarches("axis")
    )
    after = play(state, "crew Matilda:2 at C3918")
    assert after.units["GE-Tank51"].toe == {"Matilda": 2}
    left_alone = asking(position(spares={"C3918/commonwealth/Matilda": 2}), ReplacementMarches("axis"))
    assert refused(left_alone, "crew Matilda:2 at C3918") == "22.5"


@pytest.mark.case("22.5")
def test_lots_of_two_nations_that_are_ordered_alike_are_listed_one_after_the_other() -> None:
    lots = {f"C3918/{nation}/replacement-recce": 1 for nation in ("german", "italian")}
    state = asking(position("I/125 C3918", spares=lots, serial=50), ReplacementMarches("axis"))
    order = "crew replacement-recce:1 at C3918"
    assert [each for each in listed(state) if each.startswith("crew")] == [order]
    after = play(state, order)
    assert [each for each in listed(after) if each.startswith("crew")] == [order]
    assert not play(after, order).spares


@pytest.mark.case("22.5", "32.13")
def test_who_mans_tanks_beside_enemy_trucks_takes_them() -> None:
    """A headquarters by itself leaves them alone; the new counter is a combat unit."""
    lying, trucks = {"D3714/commonwealth/A9": 3}, {"axis": {"D3714": 6, "D3711": 4}}
    state = asking(position("7Arm D3714", spares=lying, motors=trucks, serial=50), ReplacementMarches("commonwealth"))
    after = play(state, "crew A9:2 at D3714")
    assert after.motors["axis"] == {board().hex("D3711"): 4}
    assert after.motors["commonwealth"][board().hex("D3714")] > 0


def test_the_staff_mans_what_nobody_there_can_take_up() -> None:
    state = position("1RNF D3714, 1RTR[A9:1] C4131", spares={"D3714/commonwealth/A9": 3}, scenario=ITALIANS)
    _, orders = carried_out(state, ReplacementMarches("commonwealth"))
    assert orders[0] == "crew A9:3 at D3714"
    for nobody in ("1RNF D3714", "1RNF D3714, 1RTR[A9:10] C4131"):  # no tanks at all, or a full battalion of them
        state = position(nobody, spares={"D3714/commonwealth/A9": 3}, scenario=ITALIANS)
        assert carried_out(state, ReplacementMarches("commonwealth"))[1] == ["done"]


# Voluntary withdrawals [20.9]


@pytest.mark.case("20.9")
def test_a_battalion_goes_away_and_comes_back() -> None:
    state = organising(f"1Buffs {ALEXANDRIA} motors=6, 2SctGds[1], 11Hus, 4In {CAIRO}, 1RNF D3714", turn=10)
    after = play(state, "lend 1Buffs")
    assert after.units["1Buffs"].at == WITHDRAWN and after.loans == (Loan("1Buffs", 10),)
    assert sum(after.motors["commonwealth"].values()) == 6, "it leaves without its trucks"
    assert loan_points(replace(after, turn=13)) == 1.5 and loan_points(replace(after, turn=30)) == 3
    back = play(replace(after, turn=14), f"recall 1Buffs to {CAIRO}")
    assert where(back, "1Buffs") == CAIRO and loan_points(back) == 0
    assert refused(replace(back, turn=37), "lend 1Buffs") == "20.9"
    play(replace(back, turn=38), "lend 1Buffs")


@pytest.mark.case("20.9")
@pytest.mark.parametrize("name", ["2SctGds", "11Hus", "4In", "1RNF", "I/157"])
def test_who_may_not_go(name: str) -> None:
    """Too weak, recce, a headquarters, not in the Delta, the enemy's."""
    state = organising(f"2SctGds[1], 11Hus, 4In {CAIRO}, 1RNF D3714, I/157 C3918", turn=10)
    assert refused(state, f"lend {name}") == "20.9"
    assert refused(state, f"recall {name} to {CAIRO}") == "20.9"
    assert refused(organising("I/157 C3918", axis=True), "lend I/157") == "20.9"


def test_everybody_sees_who_has_left() -> None:
    state = play(organising(f"1Buffs {CAIRO}", turn=10), "lend 1Buffs")
    assert observe(state, "axis").loans == state.loans
