"""Replacement Points in training and on the way to their units [20.43-20.46]."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault
from sandtable.games.campaign_for_north_africa.contents import Cargo, Replacement
from sandtable.games.campaign_for_north_africa.logistics.convoys import land_convoys
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.reaction import why_not_react
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.training import count_training
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches, open_marches
from tests.campaign_for_north_africa.positions import asking, play, position, where
from tests.campaign_for_north_africa.replacements.replacing import (
    AXIS,
    CAIRO,
    CW,
    arrived,
    freight,
    marching,
    meant,
    organising,
    refused,
)
from tests.playing import draft_of

# Training [20.43, 17.37, 19.84]


@pytest.mark.case("20.43")
@pytest.mark.parametrize(("item", "stages"), [("infantry", 3), ("CV33", 6), ("AB41", 6), ("47/32", 1), ("75/27", 1)])
def test_how_long_they_train(item: str, stages: int) -> None:
    draft = draft_of(position(turn=12, plans=freight(Cargo("italian", item, 3), lane=1)))
    land_convoys(draft)
    assert [each.left for each in draft.state.replacements.values()] == [stages]


@pytest.mark.case("20.43", "17.37", "17.33", "17.35")
def test_axis_infantry_trains_in_tripoli_or_a_major_city_under_a_battalion() -> None:
    untrained = {"IT-Inf7": Replacement(left=3)}
    in_tripoli = organising("IT-Inf7[5], I/157 tripoli", side=AXIS, replacements=untrained)
    state = play(in_tripoli, "train IT-Inf7 by I/157")
    draft = draft_of(state)
    count_training(draft)
    assert draft.state.replacements["IT-Inf7"].left == 2
    in_tobruk = organising("IT-Inf7[5], I/157 C4807", side=AXIS, replacements=untrained)
    play(in_tobruk, "train IT-Inf7 by I/157")
    elsewhere = organising("IT-Inf7[5], I/157 C3918", side=AXIS, replacements=untrained)
    assert refused(elsewhere, "train IT-Inf7 by I/157") == "17.37"
    assert refused(in_tobruk, "train I/157 by I/157") == "17.3"


@pytest.mark.case("20.43", "17.37")
def test_tanks_are_trained_by_tanks_and_nobody_by_replacements() -> None:
    untrained = {name: Replacement(left=6) for name in ("IT-Tank7", "IT-Inf8")}
    state = organising("IT-Tank7[CV33:5], IT-Inf8[9], I/157, IX(L) tripoli", side=AXIS, replacements=untrained)
    assert refused(state, "train IT-Tank7 by I/157") == "17.35"
    assert refused(state, "train IT-Tank7 by IT-Inf8") == "17.35"
    play(state, "train IT-Tank7 by IX(L)")


@pytest.mark.case("20.43")
def test_the_stage_of_arrival_counts() -> None:
    state = play(arrived("IT-Inf7[5], I/157 tripoli", side=AXIS), "train IT-Inf7 by I/157", "done")
    draft = draft_of(state)
    count_training(draft)
    assert draft.state.replacements["IT-Inf7"].left == 2


@pytest.mark.case("20.43", "17.33")
def test_points_that_moved_have_not_trained() -> None:
    tired = {"CW-Inf7": Replacement(left=3), "CW-Inf8": Replacement(left=3)}
    mixed = organising(f"CW-Inf7[5] {CAIRO} spent=2, CW-Inf8[5], 1RNF {CAIRO}", replacements=tired)
    assert refused(mixed, "train CW-Inf7 by 1RNF") == "17.33"
    state = organising(f"CW-Inf7[5], 1RNF {CAIRO}", replacements={"CW-Inf7": Replacement(left=3)})
    state = play(state, "train CW-Inf7 by 1RNF")
    assert refused(asking(state, ReplacementMarches("commonwealth")), "forward CW-Inf7 to E1829") == "17.33"


@pytest.mark.case("19.84", "20.43")
def test_anti_tank_guns_for_a_battery_are_uncrated_like_all_guns() -> None:
    draft = draft_of(
        position("IT-Gun7[47/32:3] tripoli, 157Fant+ C4807", replacements={"IT-Gun7": Replacement("157Fant", 1)})
    )
    count_training(draft)
    assert draft.state.replacements["IT-Gun7"].left == 0
    state = organising("IT-Gun7[47/32:3], I/157 tripoli", side=AXIS, replacements={"IT-Gun7": Replacement(left=1)})
    assert refused(state, "train IT-Gun7 by I/157") == "20.43"


# On the way [20.44, 20.45, 20.46]


@pytest.mark.case("20.46")
def test_they_move_with_the_truck_convoys_only() -> None:
    state = position("CW-Tank7[A9:2] D3714", "I/157 D3713", phasing=CW, supply={"CW-S1": ("D3714", 40, 60)})
    assert refused(asking(state, Movement("commonwealth")), "move CW-Tank7 D3714-D3715") == "20.46"
    found = why_not_react(state, "CW-Tank7", ("I/157",))
    assert found is not None and found.case == "20.46"
    withdrawing = asking(state, RetreatBeforeAssault("commonwealth"))
    assert refused(withdrawing, "withdraw CW-Tank7 D3714-D3715") == "20.46"
    box = asking(position("IT-Tank7[CV33:2] tripoli"), Movement("axis"))
    assert refused(box, "depart IT-Tank7 to map") == "20.46"


@pytest.mark.case("20.42", "20.44", "20.45", "20.46", "22.5")
def test_tanks_move_by_themselves_and_burn_fuel() -> None:
    units = "CW-Tank7[A9:2] D3714, 1RTR[A9:1] D3711"
    state = marching(units, replacements=meant(CW_Tank7="1RTR"), supply={"CW-S1": ("D3714", 40, 60)})
    after = play(state, "forward CW-Tank7 to D3711")
    assert where(after, "CW-Tank7") == "D3711" and after.supply["CW-S1"].fuel < 60
    assert after.units["CW-Tank7"].breakdown > 0 and after.units["CW-Tank7"].spent > 0
    dry = marching(units, replacements=meant(CW_Tank7="1RTR"))
    assert refused(dry, "forward CW-Tank7 to D3711") == "32.23"
    walkers = play(marching("CW-Inf7[3] D3714, 1RNF D3711"), "forward CW-Inf7 to D3713")
    assert where(walkers, "CW-Inf7") == "D3713"


@pytest.mark.case("20.45", "22.5", "20.44", "21.42")
def test_a_counter_whose_last_tank_breaks_down_is_taken_off() -> None:
    state = marching("CW-Tank7[A9:1] D3714 breakdown=40 marched=40, 1RNF D3714")
    after = play(state, "done", rolls=(6, 6))
    assert "CW-Tank7" not in after.units and not after.replacements
    assert [each.points for each in after.wrecks.values()] == [1]


@pytest.mark.case("20.42", "20.44", "20.45", "20.46")
def test_they_go_no_farther_than_their_allowance_and_not_next_to_the_enemy() -> None:
    state = marching("CW-Inf7[3] D3714, I/157+ D3711, 1RNF D3715")
    assert refused(state, "forward CW-Inf7 to C4131") == "20.42"
    zoned = marching("CW-Inf7[3] D3714, 7Arm+ D3714, 4/10Army, 157Fant+ D3712")
    assert refused(zoned, "forward CW-Inf7 to D3713") == "20.42"


@pytest.mark.case("20.42", "20.44", "20.46", "3.4")
@pytest.mark.parametrize(
    ("units", "order", "case"),
    [
        ("CW-Inf7[3] D3714 school=1RNF", "forward CW-Inf7 to D3713", "17.33"),
        ("CW-Inf7[3] D3714 cohesion=-26", "forward CW-Inf7 to D3713", "6.26"),
        ("1RNF D3714", "forward 1RNF to D3713", "20.46"),
        ("CW-Inf7[3] D3714", "forward CW-Inf7 to D3714", "20.46"),  # it is there
        ("CW-Gun7[Sited75:2] D3714", "forward CW-Gun7 to D3713", "3.4"),
        ("CW-Inf7[3] D3714", "forward CW-Inf7 to tripoli", "8.82"),  # of the Axis alone
    ],
)
def test_who_does_not_go_forward(units: str, order: str, case: str) -> None:
    assert refused(marching(units), order) == case


@pytest.mark.case("20.46", "9.31")
def test_they_do_not_go_where_there_is_no_room() -> None:
    crowd = "17Pav+, 25Bol+, 27Bre+, 55Sav+, 102Trn+ C3817"
    assert refused(marching("IT-Inf7[10] C3818", crowd, side=AXIS), "forward IT-Inf7 to C3817") == "9.31"
    assert where(play(marching("IT-Inf7[10] C3818", side=AXIS), "forward IT-Inf7 to C3817"), "IT-Inf7") == "C3817"
    trucks = {"axis": {"C3818": 10}}
    assert refused(marching("IT-Inf7[10] C3818", crowd, side=AXIS, motors=trucks), "carry IT-Inf7 to C3817") == "9.31"


@pytest.mark.case("20.42", "20.44", "20.46")
def test_infantry_is_carried_by_trucks_that_belong_to_nobody() -> None:
    state = marching("CW-Inf7[3] D3714, 1RNF[2] D3701", motors={"commonwealth": {"D3714": 3}})
    assert refused(state, "carry CW-Inf7 to E1730") == "20.42"
    after = play(state, "carry CW-Inf7 to D3705")
    assert where(after, "CW-Inf7") == "D3705" and after.motors[CW] == {board().hex("D3705"): 3}
    assert after.units["CW-Inf7"].cohesion == 0
    few = marching("CW-Inf7[3] D3714", motors={"commonwealth": {"D3714": 2}})
    assert refused(few, "carry CW-Inf7 to D3713") == "20.44"
    assert refused(marching("CW-Tank7[A9:1] D3714"), "carry CW-Tank7 to D3713") == "20.44"


@pytest.mark.case("20.46", "20.45", "8.83", "6.26")
def test_from_tripoli_they_set_out_for_the_map() -> None:
    state = marching("IT-Inf7[3] tripoli, I/157[2] C4807", side=AXIS)
    after = play(state, "forward IT-Inf7 to map")
    assert after.units["IT-Inf7"].journey is not None
    assert refused(state, "forward IT-Inf7 to C4807") == "8.81"  # first to the edge of the map


@pytest.mark.case("20.46")
def test_nobody_is_asked_while_all_are_in_training() -> None:
    draft = draft_of(position(f"CW-Inf7[3] {CAIRO} school=1RNF, 1RNF {CAIRO}"))
    open_marches(draft, "commonwealth")
    assert not isinstance(draft.top, ReplacementMarches)
