"""Training of Commonwealth units and their Basic Morale."""

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.capability.cohesion import rest
from sandtable.games.campaign_for_north_africa.contents import Replacement
from sandtable.games.campaign_for_north_africa.map import board, cities, neighbours, place
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation, open_organisation
from sandtable.games.campaign_for_north_africa.organisation.training import (
    complete_training,
    count_training,
    has_tanks,
    may_teach_its_own,
    needs_training,
    trainees,
    training_areas,
)
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, with_unit
from tests.playing import draft_of

CAIRO = board().name(place("Cairo"))


def camp(units: str = f"16Aus+ {CAIRO} morale=-3", by: str = "1Buffs") -> Campaign:
    return asking(position(f"{units}, {by} {CAIRO}"), Organisation("commonwealth"))


def a_stage_later(state: Campaign) -> Campaign:
    """School over, the next Organization Phase begun."""
    draft = draft_of(state)
    rest(draft)
    count_training(draft)
    complete_training(draft)
    return draft.state


@pytest.mark.case("17.31", "17.1", "20.43")
def test_only_units_below_their_basic_morale_need_training() -> None:
    state = camp()
    assert needs_training(state, "2/1Aus") and not needs_training(state, "1Buffs")
    assert not needs_training(with_unit(state, "2/1Aus", morale=1), "2/1Aus")
    points = position(
        "CW-Inf7[5], CW-Inf8[5] C3922", replacements={"CW-Inf7": Replacement(), "CW-Inf8": Replacement(left=1)}
    )
    assert not needs_training(points, "CW-Inf7") and needs_training(points, "CW-Inf8")
    assert refusal(state, "train 1Buffs by 1Buffs").case == "17.31"


@pytest.mark.case("17.32", "17.37")
def test_training_areas() -> None:
    areas = training_areas()
    assert {place(name) for name in ("Cairo", "Alexandria", "Helwan", "Amiriya", "Aboukir", "Dekheila")} <= areas
    assert all(at in areas for at, city in cities().items() if city in ("Cairo", "Alexandria"))
    assert place("Mersa Matruh") not in areas and place("Tobruk") not in areas
    elsewhere = asking(position("16Aus+ C3922 morale=-3, 1Buffs C3922"), Organisation("commonwealth"))
    assert refusal(elsewhere, "train 16Aus by 1Buffs").case == "17.32"


@pytest.mark.case("17.37", "17.32")
@pytest.mark.parametrize("name", ["Cairo", "Alexandria", "Helwan", "Amiriya", "Aboukir", "Dekheila"])
def test_units_train_in_each_area_and_not_in_a_hex_beside_it(name: str) -> None:
    at = place(name)
    beside = next(near for near in neighbours()[at] if near not in training_areas())
    for hex, accepted in ((at, True), (beside, False)):
        where = board().name(hex)
        state = asking(position(f"16Aus+ {where} morale=-3, 1Buffs {where}"), Organisation("commonwealth"))
        if accepted:
            assert play(state, "train 16Aus by 1Buffs").units["16Aus"].school == "1Buffs"
        else:
            assert refusal(state, "train 16Aus by 1Buffs").case == "17.32"


@pytest.mark.case("17.33", "17.35")
def test_a_brigade_trains_with_its_instructor() -> None:
    state = play(camp(), "train 16Aus by 1Buffs")
    assert {state.units[name].school for name in ("16Aus", "2/1Aus", "1Buffs")} == {"1Buffs"}


@pytest.mark.case("17.33")
def test_who_has_spent_points_does_not_train() -> None:
    state = with_unit(camp(), "2/1Aus", spent=1)
    assert refusal(state, "train 16Aus by 1Buffs").case == "17.33"


@pytest.mark.case("17.33")
def test_a_stage_in_which_points_are_spent_does_not_count() -> None:
    state = play(camp(), "train 16Aus by 1Buffs")
    interrupted = a_stage_later(with_unit(state, "2/1Aus", spent=1))
    assert interrupted.units["2/1Aus"].training == 0 and interrupted.units["2/2Aus"].training == 1
    assert not interrupted.units["2/2Aus"].school


@pytest.mark.case("17.34", "17.6")
def test_training_step_six_stages_raise_morale_by_one() -> None:
    state = camp()
    for _ in range(5):
        state = a_stage_later(play(state, "train 16Aus by 1Buffs"))
    assert state.units["2/1Aus"].morale == -3
    state = a_stage_later(play(state, "train 16Aus by 1Buffs"))
    assert state.units["2/1Aus"].morale == -2 and state.units["2/1Aus"].training == 0


@pytest.mark.case("17.34")
def test_training_never_leads_beyond_the_basic_morale() -> None:
    state = camp(f"16Aus+ {CAIRO} morale=0 training=5")
    state = a_stage_later(play(state, "train 16Aus by 1Buffs"))
    assert state.units["2/1Aus"].morale == 1
    assert refusal(state, "train 16Aus by 1Buffs").case == "17.31"


@pytest.mark.case("17.35")
def test_the_instructor_is_a_trained_battalion_of_a_third_of_its_strength() -> None:
    assert refusal(camp(), "train 16Aus by 2/1Aus").case == "17.35"  # untrained itself
    assert refusal(camp(by="1Buffs[1]"), "train 16Aus by 1Buffs").case == "17.35"
    play(camp(by="1Buffs[2]"), "train 16Aus by 1Buffs")


@pytest.mark.case("17.35")
def test_whoever_has_tanks_is_trained_by_tanks() -> None:
    tanks = asking(position(f"8RTR {CAIRO} morale=0, 1Buffs, 7RTR {CAIRO}"), Organisation("commonwealth"))
    assert refusal(tanks, "train 8RTR by 1Buffs").case == "17.35"
    play(tanks, "train 8RTR by 7RTR")
    infantry = asking(position(f"2/1Aus {CAIRO} morale=0, 7RTR {CAIRO}"), Organisation("commonwealth"))
    assert refusal(infantry, "train 2/1Aus by 7RTR").case == "17.35"


@pytest.mark.case("17.35")
def test_the_instructor_must_be_there_in_every_stage() -> None:
    state = play(camp(), "train 16Aus by 1Buffs")
    away = a_stage_later(with_unit(state, "1Buffs", at=board().hex("C3922")))
    assert away.units["2/1Aus"].training == 0
    elsewhere = asking(position(f"16Aus+ {CAIRO} morale=-3, 1Buffs C3922"), Organisation("commonwealth"))
    assert refusal(elsewhere, "train 16Aus by 1Buffs").case == "17.35"


@pytest.mark.case("17.35")
def test_one_battalion_instructs_all_in_its_hex() -> None:
    state = camp(f"16Aus+, 17Aus+ {CAIRO} morale=-3")
    state = play(state, "train 16Aus by 1Buffs", "train 17Aus by 1Buffs")
    assert state.units["2/5Aus"].school == "1Buffs"


@pytest.mark.case("17.36")
def test_training_is_a_choice() -> None:
    state = camp()
    assert "train 16Aus by 1Buffs" in listed(state) and "done" in listed(state)
    assert a_stage_later(play(state, "done")).units["2/1Aus"].training == 0


@pytest.mark.case("17.3")
def test_axis_units_are_not_trained() -> None:
    state = asking(position(f"I/157 {CAIRO}, II/157 {CAIRO}"), Organisation("axis"))
    assert refusal(state, "train I/157 by II/157").case == "17.3"
    assert refusal(state, "train 1Buffs by II/157").case == "17.3"
    points = asking(
        position("IT-Inf1[5], I/157, II/157 tripoli", replacements={"IT-Inf1": Replacement("I/157", 3)}),
        Organisation("axis"),
    )
    assert refusal(points, "train IT-Inf1, I/157 by II/157").case == "17.3"  # nor together with such points


@pytest.mark.case("17.33", "17.35", "20.43")
def test_only_who_is_at_school_learns_and_school_is_over_with_the_stage() -> None:
    points = {"CW-Inf7": Replacement(left=3), "CW-Inf8": Replacement(left=3)}
    units = f"2/1Aus {CAIRO} morale=-1, CW-Inf7[3] {CAIRO} school=1Buffs, 1Buffs, CW-Inf8[3] {CAIRO}"
    after = a_stage_later(with_unit(position(units, replacements=points), "1Buffs", school="1Buffs"))
    assert after.units["2/1Aus"].training == after.units["1Buffs"].training == 0
    assert (after.replacements["CW-Inf7"].left, after.replacements["CW-Inf8"].left) == (2, 3)
    assert after.units["CW-Inf7"].school == after.units["1Buffs"].school == ""


@pytest.mark.case("27.76")
def test_commandos_teach_their_own_points_where_they_are_and_layforce_in_alexandria() -> None:
    alexandria, desert = place("Alexandria"), board().hex("C3922")
    state = position("Layforce E3613, SAS C3922")
    assert may_teach_its_own(state, "Layforce", board().hex("E3613"))
    assert may_teach_its_own(state, "SAS", desert) and not may_teach_its_own(state, "SAS", alexandria)
    assert not may_teach_its_own(position("Layforce C3922"), "Layforce", desert)
    for change in ({"spent": 1}, {"school": "1RNF"}):
        assert not may_teach_its_own(with_unit(state, "SAS", **change), "SAS", desert)
    assert may_teach_its_own(with_unit(state, "SAS", school="SAS"), "SAS", desert)


@pytest.mark.case("17.35", "20.43")
def test_who_has_tanks_or_armoured_cars_learns_from_a_tank_battalion() -> None:
    mixed = position("4ArmBde C3922, 6RTR>4ArmBde, 1RNF>4ArmBde, 7Spt C3922, 1KRRC>7Spt")
    assert has_tanks(mixed, "4ArmBde") and not has_tanks(mixed, "7Spt")
    points = {"CW-Recce7": Replacement(left=3)}
    state = position(f"CW-Recce7[3], 1Buffs, 6RTR {CAIRO}", replacements=points)
    state = asking(state, Organisation("commonwealth"))
    assert refusal(state, "train CW-Recce7 by 1Buffs").case == "17.35"
    assert play(state, "train CW-Recce7 by 6RTR").units["CW-Recce7"].school == "6RTR"


@pytest.mark.case("17.31", "17.34")
def test_a_brigade_whose_headquarters_has_no_morale_of_its_own_is_trained_by_its_battalions() -> None:
    state = position(f"22Gds {CAIRO}, 2SctGds>22Gds, 2/1Aus>22Gds morale=-1")
    assert trainees(state, "22Gds") == ("2/1Aus",)


@pytest.mark.case("17.34", "5.2")
def test_training_is_completed_when_the_organization_phase_opens() -> None:
    draft = draft_of(position(f"2/1Aus {CAIRO} morale=-1 training=6"))
    open_organisation(draft)
    assert draft.state.units["2/1Aus"].morale == 0


@pytest.mark.case("17.3", "17.31", "17.32", "17.33", "17.35")
def test_who_is_not_there_or_not_ones_own_is_not_trained() -> None:
    state = camp()
    assert refusal(state, "train 3CldGds by 1Buffs").case == "17.3"  # due
    assert refusal(state, "train I/157 by 1Buffs").case == "17.3"
    prey = asking(position(f"16Aus+ {CAIRO} morale=-3, 1Buffs {CAIRO}, I/157 E3613"), Organisation("commonwealth"))
    assert refusal(prey, "train I/157 by 1Buffs").case == "17.3"  # the enemy's, whatever area he is in
    assert refusal(state, "train Nobody by 1Buffs").case == "17.3"
    assert not needs_training(position("7Arm C3922"), "7Arm")  # it has no rating


@pytest.mark.case("17.35", "17.33")
def test_neither_a_company_nor_a_tired_or_schooled_battalion_instructs_and_no_instructor_learns() -> None:
    for by in ("1FrMar", "1Buffs spent", "1Buffs school"):
        name, _, what = by.partition(" ")
        state = camp(by=name)
        if what == "spent":
            state = with_unit(state, name, spent=1)
        elif what == "school":
            state = with_unit(state, name, school="2KOR")
        assert refusal(state, f"train 16Aus by {name}").case == "17.35", by
    after = a_stage_later(play(camp(), "train 16Aus by 1Buffs"))
    assert (after.units["1Buffs"].training, after.units["2/1Aus"].training) == (0, 1)
    assert not after.units["1Buffs"].school


@pytest.mark.case("17.35")
def test_guns_are_taught_by_infantry() -> None:
    state = asking(position(f"2/1AusAT {CAIRO} morale=-3, 1Buffs, 7RTR {CAIRO}"), Organisation("commonwealth"))
    assert refusal(state, "train 2/1AusAT by 7RTR").case == "17.35"
    assert play(state, "train 2/1AusAT by 1Buffs").units["2/1AusAT"].school == "1Buffs"


@pytest.mark.case("17.36")
def test_only_training_that_can_begin_is_listed_and_replacement_points_alike_go_together() -> None:
    def orders(state: Campaign) -> list[str]:
        return [order for order in listed(state) if order.startswith("train")]

    assert orders(camp()) == ["train 16Aus by 1Buffs"]
    assert orders(with_unit(camp(), "2/1Aus", spent=1)) == []
    assert orders(camp(by="7RTR")) == [] == orders(camp(f"16Aus+ {CAIRO} morale=1"))
    away = asking(position("16Aus+ C3922 morale=-3, 1Buffs C3922"), Organisation("commonwealth"))
    assert orders(away) == []
    points = position(f"CW-Inf7[2], CW-Inf8[3], 1Buffs {CAIRO}", "CW-Inf9[1] C3922")
    lots = {name: Replacement("1RNF", 3) for name in ("CW-Inf7", "CW-Inf8", "CW-Inf9")}
    state = asking(replace(points, replacements=lots), Organisation("commonwealth"))
    assert orders(state) == ["train CW-Inf7, CW-Inf8 by 1Buffs"]
    trained = replace(state, replacements={**lots, "CW-Inf7": Replacement("1RNF", 0)})
    assert orders(trained) == ["train CW-Inf8 by 1Buffs"]
    axis = asking(position("I/157[3] tripoli, II/157 tripoli"), Organisation("axis"))
    assert orders(axis) == []
