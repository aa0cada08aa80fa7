"""Desert raiders and commandos at their limits: the last point, the next hex, the wrong hands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Commando, Ship
from sandtable.games.campaign_for_north_africa.fleet.chariots import stage_number
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.raiders.commandos import is_self_supplied
from sandtable.games.campaign_for_north_africa.raiders.encounters import Getaway, lairs, open_getaway
from sandtable.games.campaign_for_north_africa.raiders.forming import draw, stage_of_war
from sandtable.games.campaign_for_north_africa.raiders.interception import interception, spring
from sandtable.games.campaign_for_north_africa.raiders.prowling import (
    allowance,
    challenge,
    go,
    halt_raiders,
    points_left,
)
from sandtable.games.campaign_for_north_africa.raiders.raids import _share, guard_strength, hunts_left, trucks_at
from sandtable.games.campaign_for_north_africa.state import ELIMINATED, POINT, Campaign
from tests.campaign_for_north_africa.positions import asking, play, play_noting, position, refusal, spent
from tests.campaign_for_north_africa.raiders.test_commandos import ashore, met_sas
from tests.campaign_for_north_africa.raiders.test_raiders import (
    DUMP,
    HEX,
    at,
    column,
    convoy,
    group,
    hunt,
    organising,
    prowling,
)
from tests.playing import draft_of

# Commandos [27.7, 27.8]


@pytest.mark.case("27.74", "27.84")
@pytest.mark.parametrize(("landed", "now", "needs_nothing"), [(0, 1, False), (1, 1, True), (1, 3, True), (1, 4, False)])
def test_who_was_landed_has_all_he_needs_for_three_stages_and_who_was_not_has_nothing(
    landed: int, now: int, needs_nothing: bool
) -> None:
    """Counted from the first stage of the war."""
    turn, stage = (1, now) if now < 4 else (2, 1)
    assert stage_of_war(turn, stage) == now
    state = position("SAS C3818", turn=turn, stage=stage, commandos={"SAS": Commando(landed=landed)})
    assert is_self_supplied(state, "SAS") == needs_nothing
    assert not is_self_supplied(state, "Layforce")


@pytest.mark.case("27.77")
def test_only_layforce_itself_goes_aboard_a_ship_that_is_still_there() -> None:
    both = asking(ashore("Layforce, SAS C4033"), Movement("commonwealth"))
    assert refusal(both, "board SAS").case == "27.77" and play(both, "board Layforce")
    sunk = asking(ashore(ships={}), Movement("commonwealth"))
    assert refusal(sunk, "board Layforce").case == "27.77"
    lost = asking(ashore("Layforce tripoli", ships={"Valiant": Ship(6, HEX("C4033"))}), Movement("commonwealth"))
    assert refusal(lost, "board Layforce").case == "27.77"
    nowhere = replace(lost, ships={"Valiant": Ship(6, lost.units["Layforce"].at)})
    assert refusal(nowhere, "board Layforce").case == "27.77"


def with_sas(units: str) -> Campaign:
    raiders = {"LRDG1": group("C3818", fuelled=30)}
    return asking(position(units, "I/157 C4118", turn=30, raiders=raiders), Movement("commonwealth"))


@pytest.mark.case("27.88")
@pytest.mark.parametrize(
    ("units", "order"),
    [
        ("SAS, 1KRRC C3818", "conceal 1KRRC with LRDG1"),
        ("7Arm C3818, SAS>7Arm", "conceal SAS with LRDG1"),
        ("SAS C3818 motors=1", "conceal SAS with LRDG1"),
        ("SAS C3818 spent=30.5", "conceal SAS with LRDG1"),
    ],
)
def test_the_sas_rides_alone_without_trucks_and_with_no_more_than_thirty_points_spent(units: str, order: str) -> None:
    assert refusal(with_sas(units), order).case == "27.88"
    ridden = play(with_sas("SAS C3818 spent=30"), "conceal SAS with LRDG1").raiders["LRDG1"]
    assert ridden.ridden == 30 * POINT and points_left(ridden) == 0


@pytest.mark.case("27.88", "8.66", "8.67")
def test_who_rides_away_is_engaged_no_more_and_is_set_down_with_what_it_rode() -> None:
    engaged = with_sas("SAS C3818 engaged, I/158 C3819 engaged")
    state = play(engaged, "conceal SAS with LRDG1")
    assert not state.units["SAS"].engaged and not state.units["I/158"].engaged
    back = play(play(met_sas(), "conceal SAS with LRDG1"), "disclose LRDG1")
    assert back.raiders["LRDG1"].ridden == 0 and spent(back, "SAS") == 4


@pytest.mark.case("8.13", "27.88")
def test_nobody_is_set_down_among_the_enemy() -> None:
    laden = {"LRDG1": group("C3818", fuelled=30, passenger="SAS")}
    state = asking(position("I/157 C3818", turn=30, raiders=laden), Movement("commonwealth"))
    assert refusal(state, "disclose LRDG1").case == "8.13"


# Forming, drawing, moving [27.1, 27.3]


@pytest.mark.case("27.12", "27.13", "27.2")
def test_cars_that_are_there_form_a_group() -> None:
    state = organising("60Brs, 3Aufk C3818", side="axis")
    assert refusal(state, "form 60Brs").case == "27.13"  # on motorcycles
    empty = organising("11Hus[] C3818")
    assert refusal(empty, "form 11Hus").case == "27.13"
    for name in ("Nobody", "11Hus"):
        assert refusal(organising("KDGd C3818"), f"form {name}").case == "27.13"


@pytest.mark.case("27.11", "27.16", "27.2")
def test_of_two_groups_the_one_that_was_not_lost_is_formed_at_once() -> None:
    state = organising("11Hus C3818", turn=5, stage=1, reforming={"LRDG1": stage_of_war(9, 2)})
    assert list(play(state, "form 11Hus").raiders) == ["LRDG2"]
    both = dict.fromkeys(("LRDG1", "LRDG2"), stage_of_war(5, 2))
    assert refusal(replace(state, reforming=both), "form 11Hus").case == "27.16"
    assert play(replace(state, reforming=both, stage=2), "form 11Hus").raiders


@pytest.mark.case("27.35")
def test_water_is_drawn_wherever_there_is_some() -> None:
    draft = draft_of(position(turn=4, supply={"CW-S1": ("C3818", 0, 1)}, raiders={"LRDG1": group("C3818", watered=2)}))
    draw(draft, "LRDG1")
    assert draft.state.raiders["LRDG1"].watered == 4
    dry = draft_of(position(turn=4, raiders={"LRDG1": group("C3818", watered=2)}))
    draw(dry, "LRDG1")
    assert dry.state.raiders["LRDG1"].watered == 2


@pytest.mark.case("27.14", "27.37", "27.88")
def test_a_group_has_fifty_points_and_with_the_sas_thirty_of_its_own() -> None:
    assert allowance() == 50 * POINT
    assert points_left(group("C3818", spent=99)) == 1 and points_left(group("C3818", spent=100)) == 0
    assert points_left(group("C3818", spent=10, ridden=20, passenger="SAS")) == 30 * POINT - 20
    assert points_left(group("C3818", spent=90, ridden=20, passenger="SAS")) == 10


@pytest.mark.case("27.31", "27.32", "8.23", "27.37")
def test_who_moves_which_group_and_when() -> None:
    raiders = {"LRDG1": group("C3818"), "LRDG2": group("C3818", halted=True), "DSA": group("C3820", "axis")}
    state = prowling("I/157 C4118", raiders=raiders)
    assert refusal(state, "prowl DSA C3820-C3821").case == "27.31"
    assert refusal(state, "prowl LRDG9 C3820-C3821").case == "27.31"
    assert refusal(state, "prowl LRDG2 C3818-C3819").case == "8.23"
    assert refusal(state, "prowl LRDG1 C3819-C3820").case == "27.32"
    assert at(play(state, "prowl LRDG1 C3818-C3819")) == "C3819"


@pytest.mark.case("8.19", "27.34")
def test_only_the_axis_prowls_west_of_marble_arch() -> None:
    own = prowling("11Hus D3706", raiders={"LRDG1": group("A2109"), "DSA": group("A2109", "axis")})
    assert refusal(own, "prowl LRDG1 A2109-A2208").case == "8.19"
    assert at(play(own, "prowl LRDG1 A2109-A2110")) == "A2110"
    theirs = prowling("11Hus D3706", side="axis", raiders={"DSA": group("A2109", "axis")})
    assert at(play(theirs, "prowl DSA A2109-A2208"), "DSA") == "A2208"


@pytest.mark.case("27.32", "27.43")
def test_a_group_that_is_spotted_on_its_way_goes_no_farther() -> None:
    state = prowling("157Fant+ C3820", raiders={"LRDG1": group("C3818")})
    draft = draft_of(state, 6)
    go(draft, "LRDG1", [HEX(name) for name in ("C3818", "C3819", "C3818")])
    assert not draft.state.raiders
    told = next(event for event in draft.events if event.kind == "prowled")
    assert told.facts["path"] == ["C3818", "C3819"]
    free = draft_of(prowling(raiders={"LRDG1": group("C3818")}))
    go(free, "LRDG1", [HEX(name) for name in ("C3818", "C3817", "C3816")])
    assert [event.facts["path"] for event in free.events if event.kind == "prowled"] == [["C3818", "C3817", "C3816"]]


@pytest.mark.case("27.43")
def test_on_a_six_a_group_is_spotted() -> None:
    for die, is_spotted in ((5, False), (6, True)):
        draft = draft_of(position(raiders={"LRDG1": group("C3818")}), die)
        assert challenge(draft, "LRDG1") is is_spotted and ("LRDG1" not in draft.state.raiders) is is_spotted


@pytest.mark.case("8.23", "27.32")
def test_groups_far_from_the_enemy_halt_and_those_within_two_hexes_do_not() -> None:
    raiders = {"LRDG1": group("C3818"), "LRDG2": group("C3817"), "DSA": group("C3801", "axis")}
    draft = draft_of(position("157Fant+ C3820", raiders=raiders))
    halt_raiders(draft, "commonwealth")
    assert {name: each.halted for name, each in draft.state.raiders.items()} == {
        "LRDG1": False,
        "LRDG2": True,
        "DSA": False,
    }


@pytest.mark.case("27.41")
def test_each_side_has_its_own_lairs() -> None:
    state = position(raiders={"LRDG1": group("C3818"), "DSA": group("C3820", "axis")})
    assert lairs(state, "commonwealth") == {HEX("C3818")} and lairs(state, "axis") == {HEX("C3820")}


@pytest.mark.case("27.36", "27.59")
@pytest.mark.parametrize(("done", "fuelled", "is_asked"), [(99, 0, True), (100, 0, False), (0, -5, False)])
def test_who_has_neither_points_nor_fuel_does_not_make_off(done: int, fuelled: int, is_asked: bool) -> None:
    draft = draft_of(position(raiders={"LRDG1": group("C3818", spent=done, fuelled=fuelled)}, turn=1))
    open_getaway(draft, "LRDG1", 5 * POINT)
    assert isinstance(draft.top, Getaway) == is_asked


# Raids [27.5]


@pytest.mark.case("27.55", "27.37")
@pytest.mark.parametrize(("where", "done", "may"), [("C3819", 90, True), ("C3819", 91, False), ("C3818", 86, True)])
def test_a_raid_costs_five_points_and_the_way_into_the_hex(where: str, done: int, may: bool) -> None:
    state = prowling("I/157 C4118", supply=DUMP, raiders={"LRDG1": group(where, spent=done)})
    if may:
        assert play(state, "strike LRDG1 at AX-S1", rolls=(4,)).raiders["LRDG1"].spent == 100
    else:
        assert refusal(state, "strike LRDG1 at AX-S1").case == "27.37"


@pytest.mark.case("27.33", "27.55", "27.43")
def test_who_is_spotted_on_entering_the_hex_raids_nothing() -> None:
    state = prowling("157Fant+ C3820", supply=DUMP, raiders={"LRDG1": group("C3818")})
    lost = play(state, "strike LRDG1 at AX-S1", rolls=(6,))
    assert not lost.raiders and lost.supply == state.supply


@pytest.mark.case("27.55")
def test_guards_are_as_strong_as_their_points_times_their_rating() -> None:
    """Six points of the Guards defend with two each; of the infantry of a division with one each."""
    state = position("2SctGds[6] C3818", "I/157[5], II/157[2] C3820")
    assert guard_strength(state, HEX("C3818"), "commonwealth") == 12
    assert guard_strength(state, HEX("C3820"), "axis") == 7


@pytest.mark.case("11.32")
@pytest.mark.parametrize(("points", "percent", "share"), [(45, 10, 5), (44, 10, 4), (49, 1, 0), (50, 1, 1)])
def test_a_share_is_rounded_to_the_nearest_and_half_up(points: int, percent: int, share: int) -> None:
    assert _share(points, percent) == share


@pytest.mark.case("27.57", "27.58", "20.44", "20.46")
def test_engineers_on_trucks_are_neither_an_escort_nor_men_aboard() -> None:
    state = prowling("64Eng C3818 motors=3", motors={"axis": {"C3818": 8}}, raiders={"LRDG1": group("C3818")})
    hit = play(state, "waylay LRDG1 with nothing", rolls=(2,))
    assert hit.motors["axis"] == {HEX("C3818"): 7}


@pytest.mark.case("27.58")
@pytest.mark.parametrize(
    ("men", "die", "toe", "motors", "loose"),
    [
        ("IT-Inf1[5] C3818 motors=5", 2, 5, 5, 8),  # three with the men aboard
        ("IT-Inf1[2] C3818 motors=3", 1, 1, 2, 8),
        ("IT-Inf1[2] C3818 motors=2", 1, 1, 1, 8),
        ("IT-Inf1[1] C3818 motors=1", 1, None, None, 8),
        ("IT-Inf1[1] C3818 motors=2", 1, None, None, 9),
    ],
)
def test_a_raid_on_men_costs_a_truck_and_the_point_it_carries(
    men: str, die: int, toe: int | None, motors: int | None, loose: int
) -> None:
    hit = play(column(men=men, motors={"axis": {"C3818": 8}}), "waylay LRDG1 with men", rolls=(die,))
    unit = hit.units.get("IT-Inf1")
    assert (unit and unit.toe[""], unit and unit.motors) == (toe, motors)
    assert hit.motors["axis"] == {HEX("C3818"): loose}


# Interception [27.59, 27.91]

WAY = tuple(map(HEX, ("C4020", "C3920", "C3820", "C3720")))


def stopped(**fields: Any) -> tuple[int, ...] | None:
    state = convoy(**fields)
    found = interception(replace(state, turn=1), "axis", WAY, lambda hex: True)
    return found and found.way


@pytest.mark.case("27.59", "27.91")
def test_who_lies_in_wait_with_fuel_and_points_stops_what_he_has_not_stopped() -> None:
    first = stopped()
    assert first is not None and first[0] == HEX("C3818") and first[-1] in WAY[1:]
    assert stopped(ambush="") is None and stopped(fuelled=-5) is None
    assert stopped(spent=91) is None and stopped(raided=(trucks_at(WAY[0]),)) is None
    other = stopped(raided=(trucks_at(first[-1]),))
    assert other is not None and other[-1] != first[-1]
    assert stopped(raided=tuple(map(trucks_at, WAY[1:]))) is None


@pytest.mark.case("27.59")
def test_a_convoy_is_stopped_where_no_escort_is() -> None:
    state = convoy()
    first = stopped()
    assert first is not None
    guarded = position("I/157 C3920", raiders=state.raiders, phasing="axis")
    found = interception(guarded, "axis", WAY[:2], lambda hex: True)
    assert found is None or found.way[-1] != WAY[1]


@pytest.mark.case("27.59")
def test_a_group_comes_up_to_the_convoy_or_waits_in_its_hex() -> None:
    state = asking(convoy(), TruckConvoys("axis"))
    for start, prowled in (("C3820", []), ("C3819", [["C3819", "C3820"]])):
        placed = replace(state, raiders={"LRDG1": group(start, ambush="fuel")}, motors={"axis": {HEX("C3820"): 8}})
        draft = draft_of(placed, 1)
        found = interception(placed, "axis", (HEX("C3920"), HEX("C3820")), lambda hex: True)
        assert found is not None and spring(draft, found, "axis", ())
        assert draft.state.raiders["LRDG1"].at == HEX("C3820")
        assert [event.facts["path"] for event in draft.events if event.kind == "prowled"] == prowled


@pytest.mark.case("27.59")
def test_who_lies_in_wait_for_nothing_cannot_stop_it() -> None:
    state = prowling("11Hus C3818", raiders={"LRDG1": group("C3818")})
    assert refusal(state, "ambush LRDG1 for nothing").case == "27.59"
    laid = play(state, "ambush LRDG1 for fuel")
    assert play(laid, "ambush LRDG1 for ammo").raiders["LRDG1"].ambush == "ammo"


# Rommel [27.6]


@pytest.mark.case("27.64", "63.3", "27.63")
def test_how_often_rommel_is_raided() -> None:
    assert hunts_left(position(scenario="campaign")) == 4 and hunts_left(position(scenario="race-for-tobruk")) == 1
    state, _ = play_noting(hunt("I/157"), "strike LRDG1 at Rommel", rolls=(3, 4))
    assert state.hunts == 1 and "LRDG1" in state.raiders


@pytest.mark.case("27.61", "27.62", "27.63", "27.64")
def test_rommel_is_raided_where_his_counter_stands_by_itself() -> None:
    away = replace(hunt(), rommel=position("DAK tripoli").units["DAK"].at)
    assert refusal(away, "strike LRDG1 at Rommel").case == "27.62"
    boxed = prowling("DAK tripoli", rommel="tripoli", raiders={"LRDG1": group("C3818")}, turn=1)
    assert refusal(boxed, "strike LRDG1 at Rommel").case == "27.62"
    attached = prowling("5Le C3819, DAK>5Le", rommel="C3819", raiders={"LRDG1": group("C3818")}, turn=1)
    assert refusal(attached, "strike LRDG1 at Rommel").case == "27.62"
    assert refusal(replace(hunt(), rommel=ELIMINATED), "strike LRDG1 at Rommel").case == "27.62"


@pytest.mark.case("27.92", "27.63")
def test_a_bare_headquarters_with_rommel_is_an_escort() -> None:
    alone = prowling("DAK, 5Le[] C3819", rommel="C3819", raiders={"LRDG1": group("C3818")}, turn=1)
    assert not play(alone, "strike LRDG1 at Rommel", rolls=(1, 2)).raiders


@pytest.mark.case("5.1", "27.16")
def test_a_game_turn_has_three_operations_stages() -> None:
    assert [stage_of_war(turn, stage) for turn, stage in ((1, 1), (1, 3), (2, 1), (30, 2))] == [1, 3, 4, 89]
    assert stage_number(position(turn=2, stage=1)) - stage_number(position(turn=1, stage=3)) == 1
