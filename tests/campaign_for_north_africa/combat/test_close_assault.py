"""Close Assaults from their order to what they leave behind, and Probes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.combat.resolution import (
    _part,
    attacker_percent,
    count_committed,
    engage,
    hearten,
    is_outclassed,
    suffers,
)
from sandtable.games.campaign_for_north_africa.combat_segment import open_combat
from sandtable.games.campaign_for_north_africa.ground.contact import break_off_cost, in_contact, in_zone
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, POINT, Campaign
from sandtable.games.campaign_for_north_africa.turn import begin_part, clear_stage
from tests.campaign_for_north_africa.assaults import EVEN, HEX, committed, fight, fought, toe, told
from tests.campaign_for_north_africa.combat_segments import kinds, options, order, ordered, refused, who
from tests.campaign_for_north_africa.positions import spent, with_unit
from tests.playing import draft_of


def duel(germans: int = 7, british: int = 6, **fields: object) -> Campaign:
    return committed(
        "I/125 C3918",
        "2SctGds C3818",
        attack=f"C3818 close I/125:{germans}",
        defence=f"C3818 close 2SctGds:{british}",
        **fields,
    )


def two(**fields: object) -> Campaign:
    """One battalion next to two defended hexes that are next to each other."""
    return committed(
        "I/125 C3918",
        "2SctGds C3818, 3CldGds C3919",
        attack="C3818 close I/125:4; C3919 close I/125:3",
        defence="C3818 close 2SctGds:6; C3919 close 3CldGds:6",
        **fields,
    )


@pytest.mark.case("60.4")
def test_a_garrison_that_was_assaulted_may_move_from_then_on() -> None:
    garrison = duel(held=("2SctGds", "1RNF"), scenario="grazianis-offensive")
    after, _ = fought(garrison, *EVEN, 6, 1, 6, 6)
    assert after.held == ("1RNF",)


# The order


@pytest.mark.case("15.22", "15.0")
def test_the_phasing_side_picks_the_order_and_results_are_taken_at_once() -> None:
    state, _ = fought(two())
    assert who(state) == ("axis",)
    assert options(state, "axis") == ["assault C3818", "assault C3919", "assault C3818+C3919"]
    assert refused(state, "axis", "assault C3817") == "15.23"
    assert refused(state, "axis", "done") == "15.22"
    state, events = ordered(state, "axis", "assault C3919", rolls=(*EVEN, 6, 1, 6, 6) * 2)
    assert [event.facts["at"] for event in events if event.kind == "assaulted"] == [["C3919"], ["C3818"]]


@pytest.mark.case("15.23")
def test_a_hex_is_assaulted_once() -> None:
    state, _ = fought(two())
    assert refused(state, "axis", "assault C3818+C3818") == "15.23"
    state, events = ordered(state, "axis", "assault C3818+C3919", rolls=(*EVEN, 6, 1, 6, 6))
    assert kinds(events).count("assaulted") == 1 and who(state) == ()


@pytest.mark.case("15.24")
def test_several_hexes_are_assaulted_as_one_only_by_units_next_to_all_of_them() -> None:
    state = committed(
        "I/125 C3918, II/125 C3817",
        "2SctGds C3818, 3CldGds C3919",
        attack="C3818 close I/125:4, II/125:7; C3919 close I/125:3",
        defence="C3818 close 2SctGds:6; C3919 close 3CldGds:6",
    )
    state, _ = fought(state)
    assert refused(state, "axis", "assault C3818+C3919") == "15.24"
    assert options(state, "axis") == ["assault C3818", "assault C3919"]


@pytest.mark.case("15.24", "15.26")
def test_all_strengths_of_a_common_assault_are_added() -> None:
    state, _ = fought(two())
    _, events = ordered(state, "axis", "assault C3818+C3919", rolls=(*EVEN, 6, 1, 6, 6))
    assert (told(events, "assaulted")["attack"], told(events, "assaulted")["defence"]) == (1, 2)


@pytest.mark.case("15.29")
def test_where_the_attacker_assigned_nobody_there_is_no_assault() -> None:
    state = committed("I/125 C3918", "2SctGds C3818", attack="none", defence="none")
    _, events = fought(state)
    assert "assaulted" not in kinds(events)


# Dice and results


@pytest.mark.case("15.71", "15.73", "15.75")
def test_each_side_throws_two_dice_once_and_both_use_the_same_column() -> None:
    _, events = fought(duel(), *EVEN, 6, 1, 6, 6)
    assert [event.facts["purpose"] for event in events if event.kind == "roll"] == ["morale of the axis"] * 2 + [
        "morale of the commonwealth"
    ] * 2 + ["close assault of the axis"] * 2 + ["close assault of the commonwealth"] * 2
    results = [event.facts for event in events if event.kind == "result"]
    assert [(facts["side"], facts["column"], facts["code"]) for facts in results] == [
        ("axis", "0", 61),
        ("commonwealth", "0", 66),
    ]


@pytest.mark.case("15.73", "15.82", "15.89")
def test_the_same_dice_are_read_for_losses_retreat_and_captives_and_one_more_die_counts_these() -> None:
    state = committed(
        "I/125, II/125, III/125 C3918",
        "2SctGds C3818",
        attack="C3818 close I/125:7, II/125:7, III/125:7",
        defence="C3818 close 2SctGds:6",
    )
    _, events = fought(state, *EVEN, 6, 1, 1, 4)
    facts = [event.facts for event in events if event.kind == "result"][1]
    assert facts["column"] == "+5" and (facts["percent"], facts["retreat"], facts["captured"]) == (25, 2, 0)
    _, events = fought(state, *EVEN, 6, 1, 1, 2, 6)
    facts = [event.facts for event in events if event.kind == "result"][1]
    assert (facts["percent"], facts["captured"]) == (25, 75)


@pytest.mark.case("15.76", "15.81", "15.74")
def test_without_losses_the_sides_may_still_be_engaged() -> None:
    state, events = fought(duel(), *EVEN, 5, 4, 6, 6)
    assert told(events, "engaged")["units"] == ["I/125", "2SctGds"]
    assert state.units["I/125"].engaged and state.units["2SctGds"].engaged
    assert toe(state, "I/125") == {"": 7} and toe(state, "2SctGds") == {"": 6}


@pytest.mark.case("15.81")
def test_units_that_took_no_part_are_not_engaged_on_the_attacking_side() -> None:
    state = committed(
        "I/125, II/125 C3918", "2SctGds, 3CldGds C3818", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6"
    )
    state, _ = fought(state, *EVEN, 5, 4, 6, 6)
    engaged = [name for name in ("I/125", "II/125", "2SctGds", "3CldGds") if state.units[name].engaged]
    assert engaged == ["I/125", "2SctGds", "3CldGds"]


@pytest.mark.case("15.81", "8.66")
def test_units_stay_engaged_from_segment_to_segment_and_are_free_when_the_stage_is_over() -> None:
    state, _ = fought(duel(), *EVEN, 5, 4, 6, 6)
    draft = draft_of(state)
    open_combat(draft, "axis")
    begin_part(draft, "commonwealth")
    assert draft.state.units["I/125"].engaged and break_off_cost(draft.state, "2SctGds") == 4 * POINT
    clear_stage(draft)
    assert not draft.state.units["I/125"].engaged and not draft.state.units["2SctGds"].engaged
    assert break_off_cost(draft.state, "2SctGds") == 0


@pytest.mark.case("15.74", "15.76")
def test_a_retreat_takes_priority_over_engaged() -> None:
    state, events = fought(duel(), *EVEN, 5, 4, 5, 1)
    assert who(state) == ("commonwealth",)
    state, events = ordered(state, "commonwealth", options(state, "commonwealth")[0])
    assert "engaged" not in kinds(events) and not state.units["I/125"].engaged


# What it costs


@pytest.mark.case("11.27", "11.21")
def test_a_feeble_assault_costs_its_defenders_one_point() -> None:
    state = committed(
        "I/125[2] C3918",
        "2SctGds, 3CldGds, 1RNF C3818",
        attack="C3818 close I/125:2",
        defence="C3818 close 2SctGds:6, 3CldGds:6, 1RNF:3",
    )
    state, events = fought(state, *EVEN, 6, 6, 6, 6)
    assert int(told(events, "assaulted")["column"]) <= -4
    assert spent(state, "2SctGds") == spent(state, "1RNF") == 1
    assert spent(fought(duel(), *EVEN, 6, 1, 6, 6)[0], "2SctGds") == 3


@pytest.mark.case("15.96")
def test_a_feeble_probe_costs_its_defenders_nothing() -> None:
    state = committed(
        "I/125 C3918",
        "2SctGds, 3CldGds, 1RNF C3818",
        attack="C3818 close I/125:2",
        defence="C3818 close 2SctGds:6, 3CldGds:6, 1RNF:3",
        probes="C3818",
    )
    state, _ = fought(state, *EVEN, 6, 6, 6, 6)
    assert spent(state, "2SctGds") == 0
    assert spent(fought(duel(probes="C3818"), *EVEN, 6, 1, 6, 6)[0], "2SctGds") == 2


# Probes


@pytest.mark.case("15.93", "15.91", "15.92")
def test_a_probe_has_all_results_but_nobody_is_engaged() -> None:
    state, events = fought(duel(germans=3, probes="C3818"), *EVEN, 4, 6, 1, 1)
    assert "engaged" not in kinds(events)
    assert [event.facts["side"] for event in events if event.kind == "lost"] == ["axis", "commonwealth"]
    assert toe(state, "I/125") == {"": 6} and toe(state, "2SctGds") == {"": 5}


@pytest.mark.case("15.93", "15.74")
def test_a_result_that_engages_both_sides_of_an_assault_engages_nobody_in_a_probe() -> None:
    for probes, is_engaged in (("", True), ("C3818", False)):
        state, _ = fought(duel(germans=3, probes=probes), *EVEN, 6, 6, 6, 6)
        assert [state.units[name].engaged for name in ("I/125", "2SctGds")] == [is_engaged] * 2


@pytest.mark.case("15.93", "8.62", "8.65")
def test_a_probe_leaves_neither_side_in_contact_until_they_fight_again() -> None:
    """Both stand in zones of each other; a Close Assault would leave them in Contact."""
    units = ("I/125, II/125 C3918", "2SctGds, 3CldGds C3818")
    orders = {"attack": "C3818 close I/125:3, II/125:3", "defence": "C3818 close 2SctGds:6, 3CldGds:6"}
    probed, _ = fought(committed(*units, **orders, probes="C3818"), *EVEN, 6, 4, 6, 6)
    assaulted, _ = fought(committed(*units, **orders), *EVEN, 6, 4, 6, 6)
    for name in ("I/125", "2SctGds"):
        assert in_zone(probed, name) and not in_contact(probed, name) and in_contact(assaulted, name)
    assert [break_off_cost(state, "I/125") for state in (probed, assaulted)] == [0, 2 * POINT]
    draft = draft_of(probed)
    open_combat(draft, "axis")
    assert in_contact(draft.state, "I/125") and in_contact(draft.state, "2SctGds")


@pytest.mark.case("15.93", "8.62")
def test_who_stood_by_or_faces_another_enemy_is_in_contact_for_all_that() -> None:
    state = committed(
        "I/125, II/125 C3918, I/104, II/104 C3817",
        "2SctGds, 3CldGds C3818",
        probes="C3818",
        attack="C3818 close I/125:3",
        defence="C3818 close 2SctGds:6",
    )
    state, _ = fought(state, *EVEN, 6, 1, 6, 6)
    assert not in_contact(state, "I/125") and in_contact(state, "II/125")
    assert in_contact(state, "2SctGds") and in_contact(state, "I/104")  # who has not probed them


@pytest.mark.case("15.93", "8.62")
def test_a_formation_of_which_all_who_fight_have_probed_is_not_in_contact() -> None:
    units = ("125PzGr C3918, I/125>125PzGr, II/125>125PzGr", "2SctGds, 3CldGds C3818")
    defence = "C3818 close 2SctGds:6, 3CldGds:6"
    all_of_it = committed(*units, attack="C3818 close I/125:3, II/125:3", defence=defence, probes="C3818")
    half = committed(*units, attack="C3818 close I/125:3", defence=defence, probes="C3818")
    assert not in_contact(fought(all_of_it, *EVEN, 6, 4, 6, 6)[0], "125PzGr")
    assert in_contact(fought(half, *EVEN, 6, 4, 6, 6)[0], "125PzGr")


@pytest.mark.case("15.94")
def test_that_it_was_a_probe_is_told_when_it_is_over() -> None:
    _, events = fought(duel(germans=3, probes="C3818"), *EVEN, 6, 1, 6, 6)
    assert "probe" not in told(events, "assaulted")
    assert told(events, "assault_over")["probe"] is True


@pytest.mark.case("15.88", "15.23", "15.29", "11.21", "6.24")
def test_where_all_surrender_at_once_nobody_throws_dice_and_those_who_assaulted_are_heartened() -> None:
    state = committed("I/125 C3918 cohesion=-5", "2SctGds C3818 cohesion=-17", attack="C3818 close I/125:7")
    state, events = fought(state)
    assert state.prisoners == {"axis": 6} and told(events, "heartened")["at"] == ["C3818"]
    assert state.units["I/125"].cohesion > -5 and who(state) == ()


@pytest.mark.case("15.95", "15.18", "15.54")
def test_what_spares_the_attacker_is_taken_off_the_percentage() -> None:
    recce = committed("33Aufk, I/125 C3918", "2SctGds C3818", attack="C3818 close 33Aufk:3", probes="C3818")
    assert [attacker_percent(recce, fight(recce, "C3818"), percent) for percent in (0, 10, 25)] == [0, 0, 15]
    mixed = committed("33Aufk, I/125 C3918", "2SctGds C3818", attack="C3818 close 33Aufk:3, I/125:3", probes="C3818")
    assert attacker_percent(mixed, fight(mixed, "C3818"), 25) == 25


@pytest.mark.case("15.95")
def test_a_probe_by_recce_alone_loses_ten_percent_less() -> None:
    orders = {"attack": "C3818 close 33Aufk:3", "defence": "C3818 close 2SctGds:3"}
    recce = committed("33Aufk C3918 morale=1", "2SctGds C3818", **orders, probes="C3818")
    state, events = fought(recce, *EVEN, 2, 6, 6, 6)
    assert next(event.facts["percent"] for event in events if event.kind == "result") == 10
    assert toe(state, "33Aufk") == {"": 8}
    full = committed("33Aufk C3918 morale=1", "2SctGds C3818", **orders)
    assert toe(fought(full, *EVEN, 2, 6, 6, 6)[0], "33Aufk") == {"": 7}


@pytest.mark.case("10.31")
def test_a_probe_below_minus_four_does_not_count_as_an_attack() -> None:
    state = committed(
        "I/125 C3918",
        "2NZ+ C3818",
        attack="C3818 close I/125:2",
        defence="C3818 close 18NZ:6, 19NZ:6, 20NZ:6, 21NZ:6, 22NZ:6, 23NZ:6",
        probes="C3818",
    )
    _, events = fought(state, *EVEN, 6, 6, 6, 6)
    assert told(events, "assaulted")["basic"] < -4
    assert told(events, "gave_way")["case"] == "10.36"


# What follows


@pytest.mark.case("6.24", "10.24")
def test_whoever_takes_part_gains_cohesion_when_the_hex_is_given_up() -> None:
    state = committed(
        "I/125, II/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6"
    )
    state, _ = fought(state, *EVEN, 6, 1, 5, 1)
    state = order(state, "commonwealth", "retreat 2SctGds C3818-C3718")
    assert state.units["I/125"].cohesion == 3 and state.units["II/125"].cohesion == 0
    assert state.retreating == ("C3818",)
    assert state.stacks[HEX("C3918")] == ("I/125", "II/125")  # nobody advances


@pytest.mark.case("6.24")
def test_nobody_gains_anything_while_one_of_them_holds_the_hex() -> None:
    state = committed(
        "I/125 C3918", "2SctGds, 3CldGds C3818", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6"
    )
    state, _ = fought(state, *EVEN, 6, 1, 5, 1)
    state = order(state, "commonwealth", "retreat 2SctGds C3818-C3718")
    state = order(state, "commonwealth", "stand 3CldGds")
    while who(state):
        state = order(state, who(state)[0], options(state, who(state)[0])[0])
    assert state.units["I/125"].cohesion == 0 and state.retreating == ()


@pytest.mark.case("15.88")
def test_a_unit_at_minus_seventeen_surrenders_when_it_is_assaulted_and_the_others_fight() -> None:
    state = committed(
        "I/125 C3918",
        "2SctGds C3818 cohesion=-17, 3CldGds C3818",
        attack="C3818 close I/125:7",
        defence="C3818 close 2SctGds:6, 3CldGds:6",
    )
    state, events = fought(state, *EVEN, 6, 1, 6, 6)
    assert state.prisoners == {"axis": 6} and toe(state, "3CldGds") == {"": 6}
    assert told(events, "assaulted")["defence"] == 1
    steady, _ = fought(
        committed(
            "I/125 C3918", "2SctGds C3818 cohesion=-16", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6"
        ),
        3,
        1,
        1,
        1,
        6,
        1,
        6,
        6,
    )
    assert steady.prisoners == {}


@pytest.mark.case("3.62", "3.61")
def test_both_learn_the_types_that_took_part_and_the_counters_were_seen() -> None:
    state = committed("125PzGr+ C3918", "2SctGds C3818", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6")
    state, events = fought(state, *EVEN, 6, 1, 6, 6)
    assert [(event.facts["side"], event.facts["types"]) for event in events if event.kind == "took_part"] == [
        ("axis", ["infantry"]),
        ("commonwealth", ["infantry"]),
    ]
    assert set(state.known["commonwealth"]) == {"125PzGr"} and set(state.known["axis"]) == {"2SctGds"}
    assert state.known["commonwealth"]["125PzGr"].toe == -1


@pytest.mark.case("15.76", "15.81")
def test_who_is_gone_is_not_engaged() -> None:
    state = duel()
    gone = replace(state, units={**state.units, "2SctGds": replace(state.units["2SctGds"], at=ELIMINATED)})
    draft = draft_of(gone)
    engage(draft, ("I/125",), ("2SctGds",))
    assert [draft.state.units[name].engaged for name in ("I/125", "2SctGds")] == [True, False]
    assert [event.facts["units"] for event in draft.events] == [["I/125"]]


# To the point


@pytest.mark.case("15.18")
@pytest.mark.parametrize(
    ("germans", "defenders", "is_lost"),
    [
        (6, "61LAA[Bofors:4]", True),  # twelve raw points against four: three times as many
        (5, "61LAA[Bofors:4]", False),
        (7, "61LAA[Bofors:4], 3Fld[5.5inGun:6]", True),  # guns without a rating are no help
        (7, "61LAA[Bofors:1], 2SctGds[1]", False),  # infantry is with them
        (7, "3Fld[5.5inGun:6]", False),  # nobody there has a rating at all
    ],
)
def test_only_those_in_parentheses_are_outclassed_and_by_three_times_their_strength(
    germans: int, defenders: str, is_lost: bool
) -> None:
    points = ", ".join(f"{each.partition('[')[0]}:1" for each in defenders.split(", ") if "Bofors:1]" in each)
    defence = "C3818 close 61LAA:4" if "Bofors:4" in defenders else f"C3818 close {points}" if points else "none"
    state = committed("I/104 C3918", f"{defenders} C3818", attack=f"C3818 close I/104:{germans}", defence=defence)
    assert is_outclassed(state, fight(state, "C3818")) is is_lost


@pytest.mark.case("15.12", "15.15")
def test_who_can_be_kept_out_of_an_assault() -> None:
    state = committed("I/104 C3918", "2SctGds, 11Hus[:4, 2pdr:2], 6RTR, 3RHA C3818", attack="none", pinned="6RTR")
    assert [suffers(state, name) for name in ("2SctGds", "11Hus", "6RTR", "3RHA")] == [True, False, True, False]
    gone = committed("I/104 C3918", "3RHA C3818", attack="none", withdrew="3RHA")
    assert suffers(gone, "3RHA")


@pytest.mark.case("15.87")
def test_points_committed_for_a_hex_are_those_of_either_role_against_it() -> None:
    state = committed(
        "I/104, 190PzJg C3918",
        "2SctGds, 3RHA C3818, 3CldGds C3919",
        attack="C3818 close I/104:4; C3818 anti 190PzJg:2; C3919 close I/104:3",
        defence="C3818 close 2SctGds:6; C3818 anti 3RHA:5; C3919 close 3CldGds:6",
    )
    assert [count_committed(state, fight(state, "C3818"), side) for side in SIDES] == [6, 11]
    assert count_committed(state, fight(state, "C3818", "C3919"), "axis") == 9


@pytest.mark.case("15.93")
def test_a_probe_parts_those_who_are_left_and_still_there() -> None:
    units = ("I/104, II/104 C3918", "2SctGds C3818, 3CldGds C3719")
    state = with_unit(
        committed(*units, attack="C3818 close I/104:3, II/104:3", probes="C3818"), "II/104", at=ELIMINATED
    )
    draft = draft_of(state)
    _part(draft, fight(state, "C3818"), ("I/104", "II/104"), ("2SctGds", "3CldGds"))
    probed = {name: draft.state.units[name].probed for name in ("I/104", "II/104", "2SctGds", "3CldGds")}
    assert probed == {"I/104": (HEX("C3818"),), "II/104": (), "2SctGds": (HEX("C3918"),), "3CldGds": ()}


@pytest.mark.case("6.24")
def test_nobody_is_heartened_who_is_gone() -> None:
    state = committed("I/104 C3918 cohesion=-5, II/104 C3918", "2SctGds C3818", attack="C3818 close I/104:7, II/104:7")
    state = with_unit(state, "II/104", at=ELIMINATED, cohesion=-5)
    draft = draft_of(state)
    hearten(draft, fight(state, "C3818"))
    assert (draft.state.units["I/104"].cohesion, draft.state.units["II/104"].cohesion) == (-2, -5)
    nobody = draft_of(with_unit(state, "I/104", at=ELIMINATED))
    hearten(nobody, fight(nobody.state, "C3818"))
    assert not nobody.events
