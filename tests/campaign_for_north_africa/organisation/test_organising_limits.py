"""Organising at its limits: whose units, where they stand, how many points are enough."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.calendar import turn_of
from sandtable.games.campaign_for_north_africa.contents import Loan, Replacement, Squadron
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.absorption import absorptions
from sandtable.games.campaign_for_north_africa.organisation.attaching import disband
from sandtable.games.campaign_for_north_africa.organisation.conversion import is_of_use, reserves
from sandtable.games.campaign_for_north_africa.organisation.designations import allotments, needy, takes_as
from sandtable.games.campaign_for_north_africa.organisation.loans import away, homecomings, lendings, loan_points
from sandtable.games.campaign_for_north_africa.organisation.rebuilding import may_come_back
from sandtable.games.campaign_for_north_africa.organisation.regrouping import (
    attachments_at,
    listed_attach,
    listed_detach,
)
from sandtable.games.campaign_for_north_africa.organisation.upgrading import is_poor_infantry
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import upgrade_turns
from sandtable.games.campaign_for_north_africa.pieces.weapons import UPGRADED
from sandtable.games.campaign_for_north_africa.state import DUE, WITHDRAWN
from tests.campaign_for_north_africa.organisation.test_organisation import organising
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, where, with_unit
from tests.playing import draft_of

CAIRO, ALEXANDRIA = "E1829", "E3613"

# Who is named [19.4, 8.97, 20.9]


@pytest.mark.case("19.4", "19.41", "19.42", "19.43", "8.97", "20.9", "19.12")
@pytest.mark.parametrize("name", ["Nobody", "I/157", "2SctGds"])
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("attach {} to 7Arm", "19.4"),
        ("attach 1RNF to {}", "19.4"),
        ("detach {} with 0", "19.4"),
        ("motorise {} 1", "8.97"),
        ("demotorise {} 1", "8.97"),
        ("lend {}", "20.9"),
    ],
)
def test_orders_name_units_of_ones_own_that_are_in_play(name: str, order: str, case: str) -> None:
    """There is no Nobody, I/157 is the enemy's, and 2SctGds has not come yet."""
    state = organising("1RNF, 7Arm C3922", "I/157 C3922", motors={"commonwealth": {"C3922": 9}})
    assert refusal(state, order.format(name)).case == case


# Attaching and detaching [19.4]


@pytest.mark.case("19.41", "19.42", "19.43", "19.47", "8.97", "19.12", "19.13")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("attach 1KRRC to 7Arm", "19.13"),  # it is attached
        ("attach 7Spt to 7Spt", "19.12"),
        ("attach 7Spt to 1KRRC", "19.12"),  # its own part
        ("attach 1RNF to 4ArmBde", "19.12"),  # elsewhere
        ("detach 1RNF with 0", "19.43"),  # it is not attached
        ("detach 1KRRC, 1KRRC with 0", "19.43"),
        ("detach 1KRRC, 6RTR with 0", "19.47"),  # of another counter
        ("detach 1KRRC with 4", "8.97"),
    ],
)
def test_what_is_not_attached_or_detached(order: str, case: str) -> None:
    state = organising("7Spt C3922 motors=3, 1KRRC>7Spt, 1RNF C3922, 7Arm C3922", "4ArmBde C3920, 6RTR>4ArmBde")
    assert refusal(state, order).case == case
    assert play(state, "detach 1KRRC with 3").units["1KRRC"].motors == 3
    assert play(state, "detach 1KRRC with 0").units["7Spt"].motors == 3


@pytest.mark.case("19.41", "19.43", "19.44")
def test_a_few_attachments_and_detachments_are_listed_for_the_movement_segment() -> None:
    state = asking(position("7Spt C3922, 1KRRC, 2RflBde, 1RNF C3922", phasing="commonwealth"), Movement("commonwealth"))
    here = board().hex("C3922")
    assert {each.name for each in attachments_at(state, "commonwealth", here)} <= {"1KRRC", "2RflBde", "1RNF"}
    assert len(listed_attach(state, "commonwealth")) <= 2
    assert list(attachments_at(position("7Spt C3922"), "commonwealth", here)) == []
    joined = position("7Spt C3922, 1KRRC>7Spt, 2RflBde>7Spt", phasing="commonwealth")
    moving = asking(joined, Movement("commonwealth"))
    assert refusal(moving, "detach 1KRRC with 4").case == "8.97"
    assert refusal(moving, "detach 7Spt with 0").case == "19.43"
    assert play(moving, "detach 1KRRC with 0").units["1KRRC"].attached == ""
    assert 0 < len(listed_detach(joined, "commonwealth")) <= 2
    assert listed_detach(with_unit(joined, "7Spt", halted=True), "commonwealth") == []


# Motorization Points [8.97, 32.51]


@pytest.mark.case("8.97", "32.51", "32.53", "8.96")
def test_exactly_what_is_there_is_attached_and_taken_off() -> None:
    state = organising("1RNF C3922 motors=2", "7Spt C3920, 1KRRC>7Spt", motors={"commonwealth": {"C3922": 3}})
    assert refusal(state, "motorise 1RNF 4").case == "8.97" and refusal(state, "motorise 1RNF 0").case == "8.97"
    assert refusal(state, "motorise 1KRRC 1").case == "8.96"
    assert play(state, "motorise 1RNF 3").units["1RNF"].motors == 5
    assert refusal(state, "demotorise 1RNF 3").case == "8.97" and refusal(state, "demotorise 1RNF 0").case == "8.97"
    assert refusal(organising("1RNF C3922", motors={"commonwealth": {}}), "motorise 1RNF 1").case == "8.97"
    off = play(state, "demotorise 1RNF 2")
    assert off.units["1RNF"].motors == 0 and off.motors["commonwealth"] == {board().hex("C3922"): 5}


@pytest.mark.case("8.97")
@pytest.mark.parametrize(("cohesion", "may"), [(-4, True), (-5, False), (-6, False)])
def test_who_is_too_disorganised_keeps_its_trucks(cohesion: int, may: bool) -> None:
    state = organising(f"1RNF C3922 motors=2 cohesion={cohesion}")
    if may:
        assert play(state, "demotorise 1RNF 1").units["1RNF"].motors == 1
    else:
        assert refusal(state, "demotorise 1RNF 1").case == "8.97"


# Voluntary withdrawals [20.9]


@pytest.mark.case("20.9")
@pytest.mark.parametrize(
    ("units", "name", "may"),
    [
        (f"2SctGds {CAIRO}", "2SctGds", True),
        (f"2SctGds {ALEXANDRIA}", "2SctGds", True),
        ("2SctGds C3922", "2SctGds", False),
        (f"2SctGds[5] {CAIRO}", "2SctGds", True),  # three quarters of six
        (f"2SctGds[4] {CAIRO}", "2SctGds", False),
        (f"1RTR[A9:8] {CAIRO}", "1RTR", True),
        (f"31Fld {CAIRO}", "31Fld", True),
        (f"11Hus {CAIRO}", "11Hus", False),  # armoured cars
        (f"7Arm {CAIRO}", "7Arm", False),
        (f"22Gds {CAIRO}, 2SctGds>22Gds", "2SctGds", False),
    ],
)
def test_whole_battalions_by_themselves_in_cairo_or_alexandria_are_sent_away(units: str, name: str, may: bool) -> None:
    state = organising(units)
    assert ([each.name for each in lendings(state, "commonwealth")] == [name]) == may
    assert list(lendings(state, "axis")) == []
    if may:
        gone = play(with_unit(state, name, motors=3), f"lend {name}")
        assert gone.units[name].at == WITHDRAWN and gone.units[name].motors == 0
        assert list(gone.motors["commonwealth"].values()) == [3] and away(gone) == [name]
    else:
        assert refusal(state, f"lend {name}").case == "20.9"


@pytest.mark.case("20.9")
def test_only_the_commonwealth_sends_units_away_and_calls_them_back_to_egypt() -> None:
    assert refusal(organising("I/157 C3922", side="axis"), "lend I/157").case == "20.9"
    gone = organising("1RNF C3922", loans=(Loan("2SctGds", 10),), turn=20)
    assert [str(each) for each in homecomings(gone, "commonwealth")] == [f"recall 2SctGds to {CAIRO}"]
    assert list(homecomings(gone, "axis")) == []
    for order in ("recall 2SctGds to C3922", f"recall 1RNF to {CAIRO}", f"recall Nobody to {CAIRO}"):
        assert refusal(gone, order).case == "20.9"
    back = play(gone, f"recall 2SctGds to {ALEXANDRIA}")
    assert where(back, "2SctGds") == ALEXANDRIA and back.loans == (Loan("2SctGds", 10, 20),)
    assert back.units["2SctGds"].landed and away(back) == []
    held = organising(f"I/157 {CAIRO}", loans=(Loan("2SctGds", 10),))
    assert refusal(held, f"recall 2SctGds to {CAIRO}").case == "20.9"
    axis = organising("1RNF C3922", side="axis", loans=(Loan("2SctGds", 10),))
    assert refusal(axis, f"recall 2SctGds to {CAIRO}").case == "20.9"


@pytest.mark.case("20.9", "32.13", "32.56")
def test_who_comes_back_takes_what_the_enemy_has_left_in_the_port() -> None:
    gone = organising("1RNF C3922", loans=(Loan("2SctGds", 10),), turn=20, motors={"axis": {CAIRO: 4, ALEXANDRIA: 2}})
    back = play(gone, f"recall 2SctGds to {CAIRO}")
    assert back.motors["commonwealth"] == {board().hex(CAIRO): 4}
    assert back.motors["axis"] == {board().hex(ALEXANDRIA): 2}


@pytest.mark.case("20.9")
@pytest.mark.parametrize(("back", "first"), [((1941, 1, 1), (1941, 7, 1)), ((1941, 10, 2), (1942, 4, 2))])
def test_who_came_back_stays_for_six_months(back: tuple[int, int, int], first: tuple[int, int, int]) -> None:
    loans = (Loan("2SctGds", 1, turn_of(*back)), Loan("2SctGds", 1, 3))
    for turn, may in ((turn_of(*first) - 1, False), (turn_of(*first), True)):
        state = organising(f"2SctGds {CAIRO}", loans=loans, turn=turn)
        if may:
            assert play(state, "lend 2SctGds").loans[-1] == Loan("2SctGds", turn)
        else:
            assert refusal(state, "lend 2SctGds").case == "20.9"


@pytest.mark.case("20.9")
def test_half_a_point_for_a_week_three_at_the_most_for_a_unit_and_two_less_for_a_return() -> None:
    def worth(*loans: Loan) -> float:
        return loan_points(position(loans=loans, turn=20))

    assert worth() == 0 and worth(Loan("2SctGds", 16)) == 2 and worth(Loan("2SctGds", 17)) == 1.5
    assert worth(Loan("2SctGds", 14)) == 3 == worth(Loan("2SctGds", 10))
    assert worth(Loan("2SctGds", 10, 14)) == 0 and worth(Loan("2SctGds", 5, 7), Loan("2SctGds", 18)) == 0
    assert worth(Loan("2SctGds", 10), Loan("3CldGds", 10)) == 6


# Whom points are for [19.6, 20.3, 20.4]


@pytest.mark.case("20.3", "20.41", "19.64", "20.65")
def test_points_are_of_use_to_units_of_their_nation_whose_price_names_them() -> None:
    """III/65 is filled with infantry and guns, a battalion of infantry with infantry alone."""
    assert is_of_use("III/65", "IT-Inf7", "") and is_of_use("I/157", "IT-Inf7", "")
    assert not is_of_use("I/157", "CW-Inf7", "") and not is_of_use("31Fld", "IT-Inf7", "")
    assert is_of_use("1RNF", "CW-Inf7", "")
    assert not any(is_of_use(name, "CW-Inf7", "") for name in ("1RTR", "31Fld")), "no point of theirs is infantry"
    meant = {"CW-Inf7": Replacement()}
    state = position("1RNF[2], 2SctGds, 1RTR, CW-Inf7[5] C3922", "I/157[2] C3930", replacements=meant)
    assert [takes_as(state, name, "CW-Inf7") for name in ("1RNF", "2SctGds", "1RTR", "I/157")] == ["", None, None, None]
    assert needy(state, "CW-Inf7") == ["1RNF"]
    assert takes_as(state, "CW-TDS1", "CW-Inf7") is None, "nor has a squadron made in play any use for them"


@pytest.mark.case("20.65", "20.41")
def test_armoured_cars_take_light_tanks_from_the_turn_in_which_they_may_be_upgraded() -> None:
    first = upgrade_turns().armoured_cars
    for turn, weapon in ((first - 1, None), (first, UPGRADED)):
        meant = {"CW-Tank7": Replacement()}
        state = position("11Hus[5], CW-Tank7[Stuart:2] C3922", replacements=meant, turn=turn)
        assert takes_as(state, "11Hus", "CW-Tank7") == weapon


@pytest.mark.case("20.41")
def test_only_points_that_are_meant_for_nobody_who_needs_them_are_listed_for_others() -> None:
    units = "1RNF[2], 3CldGds[1], CW-Inf7[3], CW-Inf8[3] C3922"
    meant = {"CW-Inf7": Replacement(unit="1RNF"), "CW-Inf8": Replacement()}
    found = [str(each) for each in allotments(position(units, replacements=meant), "commonwealth")]
    assert len(found) == 1 and found[0].startswith("allot CW-Inf8:")


@pytest.mark.case("20.41")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("allot CW-Inf9:1 to 1RNF", "20.41"),
        ("allot CW-Inf8:4 to 1RNF", "20.41"),
        ("allot CW-Inf8:0 to 1RNF", "20.41"),
        ("allot CW-Inf8:1 to I/157", "20.41"),
        ("allot CW-Inf8:1 to Nobody", "20.41"),
        ("allot CW-Inf8:1 to 2SctGds", "20.65"),
        ("allot CW-Inf7:1 to 3CldGds", "20.41"),  # meant for 1RNF, which needs them
    ],
)
def test_what_is_not_allotted_when_organising(order: str, case: str) -> None:
    meant = {"CW-Inf7": Replacement(unit="1RNF"), "CW-Inf8": Replacement()}
    state = organising("1RNF[2], 3CldGds[1], 2SctGds, CW-Inf7[3], CW-Inf8[3] C3922", "I/157 C3930", replacements=meant)
    assert refusal(state, order).case == case
    assert play(state, "allot CW-Inf8:3 to 3CldGds").replacements["CW-Inf8"].unit == "3CldGds"


@pytest.mark.case("20.41", "22.64")
def test_points_are_listed_for_who_stands_with_them() -> None:
    meant = {"CW-Inf7": Replacement(unit="1RNF")}
    for at, is_listed in (("C3922", True), ("C3920", False)):
        state = position("1RNF[2] C3922", f"CW-Inf7[3] {at}", replacements=meant)
        assert any(each.points.unit == "1RNF" for each in absorptions(state, "commonwealth")) == is_listed


@pytest.mark.case("22.64")
def test_a_squadron_holds_tanks_for_others_of_its_nation_in_its_hex() -> None:
    units = ("CW-TDS1[A9:2], CW-TDS2[A9:1], 1RTR C3922", "3Hus C3920", "VIII(M) C3922")
    squadrons = {name: Squadron() for name in ("CW-TDS1", "CW-TDS2")}
    state = position(*units, squadrons=squadrons)
    assert reserves(state, "1RTR", "A9") == ["CW-TDS1", "CW-TDS2"] and reserves(state, "1RTR", "A13") == []
    assert reserves(state, "3Hus", "A9") == [] and reserves(state, "CW-TDS1", "A9") == ["CW-TDS2"]
    assert reserves(state, "VIII(M)", "A9") == []


@pytest.mark.case("20.77", "20.52")
def test_which_infantry_is_poor_and_with_whose_points_it_is_upgraded() -> None:
    assert is_poor_infantry("2SctGds")
    assert not any(map(is_poor_infantry, ("I/157", "1RTR", "31Fld")))
    assert not any(map(is_poor_infantry, ("I/361", "Mechili", "1PolCv"))), "1/2 too, but not Commonwealth infantry"
    meant = {"IT-Inf1": Replacement(), "CW-Inf7": Replacement()}
    state = organising("2SctGds[3] C3922", "IT-Inf1[5] C3930", replacements=meant, turn=110)
    assert refusal(state, "upgrade 2SctGds with IT-Inf1").case == "20.52"


@pytest.mark.case("19.82", "19.81", "19.83")
@pytest.mark.parametrize(("points", "case"), [(2, "19.83"), (3, ""), (6, ""), (7, "19.81")])
def test_a_battery_has_three_to_six_points_however_weak_other_units_are(points: int, case: str) -> None:
    state = organising("Bach C3922", "2MG[1] C3930", side="axis", spares={"C3922/german/5Pak38": 9}, turn=20)
    order = f"absorb Bach:5Pak38:{points}"
    if case:
        assert refusal(state, order).case == case
    else:
        assert play(state, order).units["Bach"].toe["5Pak38"] == points


@pytest.mark.case("19.63", "20.3", "23.12")
def test_headquarters_and_engineers_who_do_not_fight_come_back() -> None:
    assert may_come_back("7Arm") and may_come_back("64Eng")
    assert not may_come_back("2/1AusP") and not may_come_back("2SctGds")


# Battle groups [19.71, 4.45]


@pytest.mark.case("19.71")
def test_a_battle_group_is_formed_by_its_own_side_and_nation() -> None:
    state = organising("2MG, 8MG, I/157 C3922", "1RNF C3920", side="axis")
    orders = [order for order in listed(state) if order.startswith("attach")]
    assert {order for order in orders if order.endswith(" to Bach")} == {"attach 2MG to Bach", "attach 8MG to Bach"}
    assert not any(order.endswith(" to Allegri") for order in orders)  # a battalion alone
    assert refusal(organising("1RNF C3922"), "attach 1RNF to Bach").case == "19.4"
    assert refusal(state, "attach I/157 to Bach").case == "19.71"


@pytest.mark.case("3.62", "19.71")
def test_the_enemy_hears_of_a_battle_group_that_is_no_more_only_if_it_was_a_counter() -> None:
    for text, heard in (("DAK, Bach C3922", True), ("DAK C3922, Bach>DAK", False), ("Bach eliminated", False)):
        draft = draft_of(position(text))
        disband(draft)
        assert draft.state.units["Bach"].at == DUE
        assert [event.heard_by("commonwealth") for event in draft.events] == [heard]


@pytest.mark.case("19.41", "19.42")
def test_in_a_movement_segment_only_what_is_assigned_is_attached() -> None:
    state = asking(position("7Spt, 1KRRC, 2SctGds C3922", phasing="commonwealth"), Movement("commonwealth"))
    assert refusal(state, "attach 2SctGds to 7Spt").case == "19.42"
    assert play(state, "attach 1KRRC to 7Spt").units["1KRRC"].attached == "7Spt"


@pytest.mark.case("20.9")
def test_one_battalions_return_keeps_no_other_at_home() -> None:
    state = organising(f"2SctGds {CAIRO}", loans=(Loan("3CldGds", 1, 19),), turn=20)
    assert play(state, "lend 2SctGds").units["2SctGds"].at == WITHDRAWN
