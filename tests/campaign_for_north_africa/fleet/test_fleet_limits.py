"""The fleet and the guns ashore at their limits: who fires, who is hit, who may sail."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import IN_PORT, Segment, Ship
from sandtable.games.campaign_for_north_africa.fleet.damage import RaidDamage, spread
from sandtable.games.campaign_for_north_africa.fleet.landings import (
    check_disembark,
    landing_cost,
    landing_places,
    ready_commandos,
)
from sandtable.games.campaign_for_north_africa.fleet.offshore_bombardment import OffShore, aims, ready, strength
from sandtable.games.campaign_for_north_africa.fleet.phase import _join
from sandtable.games.campaign_for_north_africa.fleet.raids import AirRaid, RaidPlot, may_plot, open_raid
from sandtable.games.campaign_for_north_africa.fleet.ships import (
    FleetAssignment,
    has_choice,
    in_reach,
    targets_from,
    why_not_sail,
)
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import (
    at_sea,
    batteries,
    bomb_points,
    can_engage,
    hulk_targets,
    in_view,
    is_heavy,
    why_not_engage,
)
from sandtable.games.campaign_for_north_africa.fleet.tables import fleet_limits, warships
from sandtable.games.campaign_for_north_africa.fleet.troops import (
    capacity,
    goals,
    load,
    waiting,
    why_not_land_at,
    why_not_sail_from,
)
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.raiders.orders import Disembark
from sandtable.games.campaign_for_north_africa.scenario_files import scenarios
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.fleet.test_fleet import CW, DERNA, FLEET, HEX, TOBRUK, assigning, off, salvo
from tests.campaign_for_north_africa.fleet.test_shore_guns import AMMO, EAST, bombarding
from tests.campaign_for_north_africa.fleet.test_troops import ALEXANDRIA, BARDIA, MATRUH, shipping
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, spent
from tests.playing import THE_END, draft_of

# Damage in the harbour [30.44, 30.46, 32.74]


@pytest.mark.case("30.44", "30.46", "32.74")
@pytest.mark.parametrize(
    "order",
    [
        "lose Valiant:3",  # too little
        "lose Valiant:5",  # too much
        "lose Valiant:4, Ajax:0",
        "lose Nubian:3, Valiant:1",  # more than it has
        "lose Valiant:2, Valiant:2",
        "lose York:4",
        "lose Dido:4",  # at sea
        "lose Valiant:A9:4",
        "done",
    ],
)
@pytest.mark.parametrize("case", ["32.74", "30.44"])
def test_exactly_the_damage_is_shared_out_among_the_ships_in_the_harbour(order: str, case: str) -> None:
    ships = {"Valiant": Ship(6), "Ajax": Ship(4), "Nubian": Ship(2), "Dido": off(TOBRUK)}
    state = asking(position(ships=ships), RaidDamage(4, case))
    assert refusal(state, order).case == case
    assert listed(state) == ["lose Valiant:4", "lose Ajax:4"]
    after = play(state, "lose Valiant:2, Nubian:2")
    assert [each.guns for each in after.ships.values()] == [4, 4, 0, 6] and after.stack == (THE_END,)


@pytest.mark.case("30.44", "32.74")
def test_the_listing_names_the_strongest_first_and_then_each_that_can_bear_it() -> None:
    state = asking(position(ships={"Ajax": Ship(4), "Valiant": Ship(6), "Nubian": Ship(2)}), RaidDamage(7))
    assert listed(state) == ["lose Valiant:6, Ajax:1"]
    assert listed(replace(state, stack=(THE_END, RaidDamage(6)))) == ["lose Valiant:6"]


@pytest.mark.case("30.44", "30.46", "32.74")
@pytest.mark.parametrize(
    ("guns", "damage", "left", "is_asked"),
    [
        ((6, 4), 0, (6, 4), False),
        ((6, 4), 1, (6, 4), True),
        ((6, 4), 9, (6, 4), True),
        ((6, 4), 10, (0, 0), False),
        ((6, 4), 11, (0, 0), False),
        ((6,), 2, (4,), False),
        ((), 3, (), False),
    ],
)
def test_where_there_is_a_choice_the_axis_has_it(
    guns: tuple[int, ...], damage: int, left: tuple[int, ...], is_asked: bool
) -> None:
    names = ("Valiant", "Ajax")
    draft = draft_of(position(ships={name: Ship(each) for name, each in zip(names, guns, strict=False)}))
    spread(draft, damage, "32.74")
    assert tuple(ship.guns for ship in draft.state.ships.values()) == left
    assert isinstance(draft.top, RaidDamage) == is_asked


# Raids [32.7]


@pytest.mark.case("32.73", "30.43")
def test_the_raid_is_planned_before_the_ships_are_assigned_and_flown_afterwards() -> None:
    draft = draft_of(position(ships=FLEET, raids=1))
    open_raid(draft, FleetAssignment())
    assert [type(frame) for frame in draft.state.stack[-3:]] == [AirRaid, FleetAssignment, RaidPlot]
    none = draft_of(position(ships=FLEET, raids=0))
    open_raid(none, None)
    assert isinstance(none.top, AirRaid) and not may_plot(none.state)


@pytest.mark.case("32.73", "30.42", "32.74")
def test_one_raid_a_stage_and_nothing_else_is_planned() -> None:
    state = asking(position(ships=FLEET, raids=2), RaidPlot())
    assert refusal(state, "stay").case == "32.73"
    planned = play(state, "raid")
    assert planned.raids == 1 and planned.raid and planned.stack == (THE_END,)
    quiet = draft_of(asking(position(ships=FLEET), AirRaid()))
    quiet.settle()
    assert quiet.state.ships == FLEET


# Ships join and sail [30.1, 30.6]


@pytest.mark.case("30.6", "63.3")
def test_ships_join_in_the_stage_they_are_due_and_of_some_scenarios_only_those_named() -> None:
    late = max(warships(), key=lambda name: warships()[name].joins)
    turn, stage = warships()[late].joins
    for now, is_there in (((turn, stage), True), ((turn, stage - 1) if stage > 1 else (turn - 1, 3), False)):
        draft = draft_of(position(turn=now[0], stage=now[1]))
        _join(draft)
        assert (late in draft.state.ships) == is_there
        assert is_there or draft.state.ships["Valiant"] == Ship(6)
    named = {name: each.fleet for name, each in scenarios().items() if each.fleet}
    assert named
    for name, fleet in named.items():
        draft = draft_of(position(turn=110, stage=3, scenario=name))
        _join(draft)
        assert set(draft.state.ships) == set(fleet)


@pytest.mark.case("30.21")
def test_battleships_and_cruisers_reach_the_next_hex_and_destroyers_their_own() -> None:
    here = HEX(TOBRUK)
    assert in_reach("Nubian", here) == (here,) and set(in_reach("Valiant", here)) == {here, *board().neighbours[here]}
    state = position("I/157 C4707", ships={"Valiant": off(TOBRUK), "Nubian": off(TOBRUK)})
    assert targets_from(state, "Valiant", here) and not targets_from(state, "Nubian", here)
    assert not targets_from(position("1RNF C4707"), "Valiant", here)
    assert {each.at for each in aims(state)} == {here, *neighbours()[here]}  # on land only
    edge = HEX("B6113")  # of the map
    assert not targets_from(position("I/157 tripolitania"), "Valiant", edge)


@pytest.mark.case("30.16", "30.18", "30.25", "30.36")
@pytest.mark.parametrize(
    ("ship", "case"),
    [
        (Ship(6), ""),
        (Ship(6, sea=0, owed=1), "30.16"),
        (Ship(6, sea=1, owed=2), ""),
        (Ship(6, sea=2, owed=4), ""),
        (Ship(6, sea=3, owed=6), "30.16"),
        (Ship(6, sea=3, owed=0), ""),
        (Ship(0), "30.36"),
        (Ship(2, crippled=True), "30.36"),
        (Ship(6, port="valletta"), "30.18"),
    ],
)
def test_what_keeps_a_ship_in_port(ship: Ship, case: str) -> None:
    found = why_not_sail(position(ships={"Valiant": ship}, turn=5), "Valiant")
    assert (found.case if found else "") == case


@pytest.mark.case("60.4", "61.3")
@pytest.mark.parametrize(("name", "case"), [("race-for-tobruk", "61.3"), ("grazianis-offensive", "60.4")])
def test_in_the_first_game_turn_of_some_scenarios_the_fleet_stays(name: str, case: str) -> None:
    first = scenarios()[name].start[0]
    for turn, expected in ((first, case), (first + 1, "")):
        found = why_not_sail(position(ships={"Valiant": Ship(6)}, scenario=name, turn=turn), "Valiant")
        assert (found.case if found else "") == expected


@pytest.mark.case("5.2", "30.15")
@pytest.mark.parametrize(
    ("units", "ships", "fields", "is_asked"),
    [
        ("157Fant+ C4807", {"Valiant": Ship(6)}, {}, True),
        ("157Fant+ C2505", {"Valiant": Ship(6)}, {}, False),  # nobody near the coast
        ("157Fant+ C4807", {"Valiant": Ship(6, owed=1)}, {}, False),
        ("157Fant+ C2505", {"Valiant": Ship(5)}, {}, True),  # it may hide at Malta
        ("157Fant+ C2505", {"Valiant": Ship(6, port="valletta")}, {}, True),
        ("SAS E3613", {"Valiant": Ship(6)}, {}, True),
        ("SAS E3613", {"Valiant": Ship(6, owed=1)}, {}, False),
    ],
)
def test_when_the_fleet_has_a_choice(units: str, ships: dict[str, Ship], fields: Any, is_asked: bool) -> None:
    assert has_choice(position(units, ships=ships, turn=5, **fields)) == is_asked


@pytest.mark.case("30.15", "30.18", "5.2", "27.72")
def test_what_is_listed_for_the_fleet() -> None:
    state = assigning("157Fant+ C4807", ships={"Valiant": Ship(6), "Ajax": Ship(4, port="valletta"), "Nubian": Ship(0)})
    orders = set(listed(state))
    assert {"done", "sail Valiant to valletta", "sail Ajax to alexandria"} <= orders
    assert not any(order.startswith(("sail Nubian", "sail Ajax to C")) for order in orders)
    assert refusal(state, "stay").case == "5.2"
    sent = play(state, f"sail Valiant to {TOBRUK}")
    assert not any(order.startswith("sail Valiant") for order in listed(sent))
    assert sent.ships["Valiant"] == Ship(6, HEX(TOBRUK), sea=1, owed=2)
    mended = asking(position(ships={"Valiant": Ship(5, mending=3)}), FleetAssignment())
    assert play(mended, "sail Valiant to valletta").ships["Valiant"].mending == 0
    assert play(mended, f"sail Valiant to {TOBRUK}").ships["Valiant"].mending == 0


@pytest.mark.case("30.18")
def test_a_sunken_ship_takes_no_place_at_malta() -> None:
    names = ("Airedale", "Bedouin", "Jervis", "Lance", "Ledbury")
    ships = {name: Ship(2, port="valletta") for name in names[:4]} | {names[4]: Ship(0, port="valletta")}
    state = asking(position(ships={**ships, "Valiant": Ship(6), "Ajax": Ship(4)}), FleetAssignment())
    full = play(state, "sail Valiant to valletta")
    assert refusal(full, "sail Ajax to valletta").case == "30.18"
    assert play(full, "sail Jervis to alexandria", "sail Ajax to valletta").ships["Ajax"].port == "valletta"


# Commandos put ashore [27.72, 27.73, 27.83]


@pytest.mark.case("27.73", "27.83")
@pytest.mark.parametrize(("hexes", "charges"), [(1, 1), (50, 1), (51, 2), (100, 2), (101, 3)])
def test_a_landing_costs_five_points_for_every_fifty_hexes_of_sea_begun(hexes: int, charges: int) -> None:
    coast = HEX("C4033")
    assert landing_cost(coast, hexes) - landing_cost(coast, 0) == charges * 10


@pytest.mark.case("27.72", "27.73", "27.83")
def test_coasts_near_a_dump_or_a_port_of_the_enemy_are_worth_a_landing() -> None:
    coast = [HEX("C4033"), HEX("C4131")]
    bare = position()
    assert landing_places(bare, iter(coast)) == []
    own = position(supply={"CW-S1": ("C4033", 1, 1)}, control={TOBRUK: CW})
    assert landing_places(own, iter(coast)) == []
    near = [hex for hex in range(len(board())) if board().distance(hex, coast[0]) == 3 and board().playable[hex]]
    far = [hex for hex in range(len(board())) if board().distance(hex, coast[0]) == 4 and board().playable[hex]]
    for hexes, found in ((near, [coast[0]]), (far, [])):
        state = position(supply={"AX-S1": (board().name(hexes[0]), 1, 1)})
        assert landing_places(state, iter(coast[:1])) == found
    held = position("I/157 C4033", supply={"AX-S1": ("C4033", 1, 1)})
    assert coast[0] not in landing_places(held, iter(coast))
    port = position(control={TOBRUK: "axis"})
    assert landing_places(port, iter([HEX(EAST)])) == [HEX(EAST)]


@pytest.mark.case("27.72", "27.73", "27.83")
def test_who_is_ready_and_where_a_ship_lands_nobody() -> None:
    state = position("SAS E3613", turn=30, ships={"Valiant": Ship(6), "Ajax": off("C4033")})
    assert ready_commandos(state) == ["SAS"] and ready_commandos(position("SAS C3922", turn=30)) == []
    check_disembark(state, Disembark("SAS", "Ajax"), 49)
    for other, ship, case in (
        (state, "Valiant", "27.77"),
        (replace(state, stacks={**state.stacks, HEX("C4033"): ("I/157",)}), "Ajax", "8.13"),
    ):
        placed = position("SAS E3613", "I/157 C4033", turn=30, ships=other.ships) if case == "8.13" else other
        with pytest.raises(Exception, match=case.replace(".", r"\.")):
            check_disembark(placed, Disembark("SAS", ship), 49)


# Off-shore bombardment [30.2]


@pytest.mark.case("30.22", "30.24")
def test_half_of_an_uneven_number_of_guns_is_rounded_up_and_who_has_fired_is_done() -> None:
    ships = {
        "Valiant": Ship(5, HEX(TOBRUK)),
        "Ajax": Ship(4, HEX(TOBRUK), fired=True),
        "Dido": Ship(3),
        "Nubian": Ship(0, HEX(TOBRUK)),
    }
    state = position("I/157 C4807", ships=ships)
    assert ready(state) == ("Valiant",)
    assert [strength(state, "Valiant", HEX(name)) for name in (TOBRUK, "C4707")] == [5, 3]


@pytest.mark.case("30.21", "30.24", "30.22", "12.32")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("barrage C4807 infantry 0 with Valiant:6", "12.24"),
        ("barrage C4807 infantry 2 with Valiant:6", "12.24"),
        ("barrage C4807 armour 1 with Valiant:6", "30.21"),
        ("barrage C4707 infantry 1 with Nubian:1", "30.21"),
        ("barrage C4807 infantry 1 with Dido:3", "30.24"),
        ("barrage C4807 infantry 1 with Valiant:6, Valiant:6", "30.24"),
        ("barrage C4807 infantry 1 with Valiant:6; C4807 infantry 1 with Nubian:2", "12.32"),
        ("barrage C4807 infantry 1 with Valiant:A9:6", "30.22"),
        ("done", "30.21"),
    ],
)
def test_what_ships_may_not_fire_at(order: str, case: str) -> None:
    ships = {"Valiant": off(TOBRUK), "Nubian": Ship(2, HEX(TOBRUK)), "Dido": Ship(3)}
    state = salvo(ships, "I/157 C4807, I/158 C4707")
    assert refusal(state, order).case == case


@pytest.mark.case("30.21", "30.24")
def test_the_listing_has_all_ships_together_and_each_alone() -> None:
    ships = {"Valiant": off(TOBRUK), "Nubian": Ship(2, HEX(TOBRUK))}
    orders = listed(salvo(ships, "I/157 C4807"))
    assert orders[0] == "barrage C4807 infantry 1 with Valiant:6, Nubian:2"
    assert "barrage C4807 infantry 1 with Valiant:6" in orders and "barrage C4807 infantry 1 with Nubian:2" in orders
    assert "barrage none" in orders
    alone = listed(salvo({"Valiant": off(TOBRUK)}, "I/157 C4807"))
    assert len(alone) == len(set(alone)) and alone.count("barrage C4807 infantry 1 with Valiant:6") == 1
    far = salvo({"Valiant": off(DERNA), "Nubian": Ship(2, HEX(TOBRUK))}, "I/157 C4807, I/158 B5925")
    assert any(";" in order for order in listed(far))


@pytest.mark.case("30.24", "30.35")
def test_without_a_ship_off_the_coast_nothing_is_asked() -> None:
    assert salvo({"Valiant": Ship(6)}, "I/157 C4807").stack == (THE_END,)
    empty = position(ships={"Valiant": off(TOBRUK)}, segment=Segment())
    assert aims(empty) == () or all(each.target not in ("infantry", "armour") for each in aims(empty))
    after = play(salvo({"Valiant": off(TOBRUK)}, "I/157 C4807"), "barrage none")
    assert not after.ships["Valiant"].fired and after.stack == (THE_END,)
    assert isinstance(salvo({"Valiant": off(TOBRUK)}, "I/157 C4807").stack[-1], OffShore)


# Guns ashore [30.17, 30.35]


def shore(*units: str, **fields: Any) -> Campaign:
    given: dict[str, Any] = {"ships": {"Valiant": off(TOBRUK)}, "supply": AMMO, "phasing": CW} | fields
    return position(*units, segment=Segment(), **given)


@pytest.mark.case("30.35")
@pytest.mark.parametrize(
    ("units", "fields", "case"),
    [
        ("5/TbrkCD C4807", {}, ""),
        ("5/TbrkCD C4807 cohesion=-25", {}, ""),
        ("5/TbrkCD C4807 cohesion=-26", {}, "6.26"),
        ("5/TbrkCD C4807", {"gunned": {"5/TbrkCD": "land"}}, "30.35"),
        ("5/TbrkCD C4807", {"gunned": {"5/TbrkCD": "ships"}}, ""),
        ("I/31GaF, 5/TbrkCD[] C4807", {}, "30.35"),
    ],
)
def test_what_keeps_guns_from_firing_at_ships(units: str, fields: dict[str, Any], case: str) -> None:
    state = shore(units, **fields)
    found = why_not_engage(state, "5/TbrkCD")
    assert (found.case if found else "") == case
    assert batteries(state, HEX(TOBRUK)) == ([] if case else ["5/TbrkCD"]) and batteries(state, HEX(EAST)) == []
    assert can_engage(state) == (not case)


@pytest.mark.case("30.35")
def test_which_guns_are_heavy_and_what_they_count() -> None:
    state = shore("5/TbrkCD, 204Art C4807", "I/31GaF C4807")
    assert is_heavy(state, "5/TbrkCD", next(iter(state.units["5/TbrkCD"].toe)))
    assert is_heavy(state, "204Art", "105/28") and not is_heavy(state, "204Art", "75/18")
    assert not is_heavy(state, "I/31GaF", "")
    assert bomb_points(state, [("204Art", "105/28", 1)]) == 4 and bomb_points(state, [("204Art", "105/28", 2)]) == 9
    sited = next(iter(state.units["5/TbrkCD"].toe))
    assert bomb_points(state, [("5/TbrkCD", sited, 6), ("204Art", "105/28", 1)]) == 94
    assert fleet_limits().heavy_guns == 6


@pytest.mark.case("30.17", "30.39")
@pytest.mark.parametrize(
    ("ship", "fields", "sees"),
    [
        (off(TOBRUK), {}, True),
        (off(EAST), {}, True),
        (off("C4321"), {}, False),
        (Ship(6), {}, False),
        (Ship(0, HEX(TOBRUK)), {}, False),
        (off(TOBRUK), {"gunned": {"SanGiorgio": "land"}}, False),
        (off(TOBRUK), {"gunned": {"SanGiorgio": "ships"}}, True),
    ],
)
def test_which_ships_the_san_giorgio_reaches(ship: Ship, fields: dict[str, Any], sees: bool) -> None:
    state = shore("SanGiorgio C4807", ships={"Valiant": ship}, **fields)
    assert in_view(state, "Valiant") == sees
    assert ("Valiant" in at_sea(state)) == (ship.at != IN_PORT and ship.guns > 0)
    lost = shore(ships={"Valiant": ship}, **fields)
    assert not in_view(lost, "Valiant")
    fired = replace(state, segment=Segment(manned=("SanGiorgio",)))
    assert not in_view(fired, "Valiant")


@pytest.mark.case("30.17")
def test_the_san_giorgio_barrages_units_next_to_her_and_no_roads() -> None:
    units = "SanGiorgio C4807, 2KRRC C4707"
    state = shore(units, ships={})
    assert {(board().name(each.at), each.target) for each in hulk_targets(state)} == {("C4707", "infantry")}
    assert hulk_targets(replace(state, gunned={"SanGiorgio": "ships"})) == ()
    assert hulk_targets(replace(state, segment=Segment(manned=("SanGiorgio",)))) == ()
    asked = bombarding("SanGiorgio, I/31GaF C4807, 2KRRC C4707", ships={})
    for order in ("barrage C4707 infantry 0 with SanGiorgio:4", "barrage C4707 infantry 2 with SanGiorgio:4"):
        assert refusal(asked, order).case == "12.24"
    assert refusal(asked, "barrage C4707 infantry 1 with SanGiorgio:3").case == "30.17"
    assert refusal(asked, "stay").case == "30.35"
    assert listed(asked) == ["done", "barrage C4707 infantry 1 with SanGiorgio:4"]
    fired = play(asked, "barrage C4707 infantry 1 with SanGiorgio:4")
    assert listed(fired) == ["done"]


@pytest.mark.case("30.35", "11.21", "11.22", "32.22")
def test_guns_that_fire_at_ships_pay_as_for_a_barrage() -> None:
    """Ammo from the dump, and Capability Points as one who attacks or is attacked."""
    order = "engage Valiant with 204Art:105/28:3"
    after = play(bombarding("204Art C4807"), order)
    assert after.supply["AX-S1"].ammo == 38 and after.segment.manned == ("204Art",)
    own = play(bombarding("204Art C4807", phasing="axis"), order)
    assert (spent(own, "204Art"), spent(after, "204Art")) == (5, 3)
    dry = why_not_engage(shore("204Art C4807", supply={}), "204Art")
    assert dry is not None and dry.case == "32.21"
    hulk = play(bombarding("SanGiorgio, 5/TbrkCD C4807"), "engage Valiant with SanGiorgio:4")
    assert hulk.supply["AX-S1"].ammo == 40 and spent(hulk, "5/TbrkCD") == 0


@pytest.mark.case("30.35", "30.34")
def test_a_hit_takes_no_more_than_the_ship_has() -> None:
    state = bombarding("5/TbrkCD C4807", ships={"Nubian": Ship(1, HEX(TOBRUK), fired=True)})
    after = play(state, "engage Nubian with 5/TbrkCD:6", "done", rolls=(6, 6))
    assert after.ships["Nubian"].guns == 0
    missed = play(state, "engage Nubian with 5/TbrkCD:6", "done", rolls=(1, 1))
    assert missed.ships["Nubian"].guns == 1


# Troops by sea [30.5]


@pytest.mark.case("30.54")
def test_what_counters_count_in_port() -> None:
    state = shipping("2KRRC E3613, 1THRf[1] E3613")
    assert capacity(HEX(ALEXANDRIA), HEX(DERNA)) == 0  # from where units sail, and where none land
    assert capacity(HEX(ALEXANDRIA), HEX(TOBRUK)) == 1 and capacity(HEX(TOBRUK), HEX(ALEXANDRIA)) == 3
    assert load(state, "2KRRC") == 1 and 0 < load(state, "1THRf") < 1


@pytest.mark.case("30.52", "30.51", "30.53", "30.54", "30.56")
def test_who_waits_in_which_port_and_where_he_could_go() -> None:
    state = shipping("2KRRC E3613, 1THRf E3613 spent=1, 1/5Qns D3714 spent=1, I/157 C4321")
    assert waiting(state) == {HEX(ALEXANDRIA): ["2KRRC"]}
    found = {board().name(at) for at in goals(state, HEX(ALEXANDRIA))}
    assert {TOBRUK, MATRUH} <= found and ALEXANDRIA not in found and BARDIA not in found
    sailed = replace(state, sailings=(("supplies", "Alexandria", "Tobruk"),))
    assert waiting(sailed) == {} and HEX(TOBRUK) not in goals(sailed, HEX(ALEXANDRIA))
    back = replace(state, sailings=(("supplies", "Tobruk", "Alexandria"),))
    assert waiting(back) == {HEX(ALEXANDRIA): ["2KRRC"]} and HEX(TOBRUK) in goals(back, HEX(ALEXANDRIA))
    two = replace(state, sailings=(("supplies", "Tobruk", "Mersa Matruh"), *sailed.sailings))
    ends = why_not_sail_from(two, HEX(ALEXANDRIA)), why_not_land_at(two, HEX(TOBRUK))
    assert [each.case for each in ends if each] == ["30.53", "30.53"]
    lost = {**state.control, TOBRUK: "axis"}  # that it is lost is told first
    ends = (
        why_not_sail_from(replace(back, control=lost), HEX(TOBRUK)),
        why_not_land_at(replace(sailed, control=lost), HEX(TOBRUK)),
    )
    assert [each.case for each in ends if each] == ["30.56", "30.56"]


@pytest.mark.case("30.52", "30.55")
def test_the_question_ends_when_nobody_is_left_to_go() -> None:
    state = shipping("2KRRC, 1THRf E3613, 1/5Qns A4827")
    assert refusal(state, "stay").case == "30.52"
    one = play(state, f"embark 2KRRC to {TOBRUK}")
    assert one.stack != (THE_END,)
    assert play(one, f"embark 1/5Qns to {MATRUH}").stack == (THE_END,)
    assert play(state, "done").stack == (THE_END,)
