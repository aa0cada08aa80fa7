"""What the staff orders to desert raiders and commandos, and what it lets be."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Commando, Ship
from sandtable.games.campaign_for_north_africa.fleet.ships import FleetAssignment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.raiders.encounters import Encounter, Getaway
from sandtable.games.campaign_for_north_africa.raiders.forming import stage_of_war
from sandtable.games.campaign_for_north_africa.staff import raiding
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign, Side
from tests.campaign_for_north_africa.positions import asking, play, position, where
from tests.campaign_for_north_africa.raiders.test_raiders import group
from tests.campaign_for_north_africa.staffwork import GRAZIANI, carried_out

HEX = board().hex
CW: Side = "commonwealth"
HOME = {"CW-S1": ("C3726", 40, 60)}


def ordered(state: Campaign) -> list[str]:
    """The raiders' orders of a Movement Segment, one after the other; their dice fall badly."""
    state, orders = asking(state, Movement(CW)), list[str]()
    while (action := raiding.raid(state, CW)) is not None:
        orders.append(str(action))
        rolls = (5,) if orders[-1].startswith(("strike", "waylay")) and "Rommel" not in orders[-1] else ()
        state = play(state, orders[-1], rolls=(3, 4) if "Rommel" in orders[-1] else rolls)
        assert len(orders) < 9
    return orders


def field(*units: str, raider: str = "C3726", dumps: dict[str, Any] | None = None, **fields: Any) -> Campaign:
    raiders = {"LRDG1": group(raider, **({"ambush": "fuel"} | fields.pop("raider_fields", {})))}
    supply = HOME | ({"AX-S1": ("C3818", 40, 60)} if dumps is None else dumps)
    return position(*(units or ("I/157 C4118",)), phasing=CW, supply=supply, raiders=raiders, **fields)


def test_raiders_are_formed_where_there_is_water_and_something_to_raid() -> None:
    supply = HOME | {"AX-S1": ("C3818", 40, 60)}
    state = asking(position("11Hus C3726", "I/157 C4118", supply=supply), Organisation(CW))
    assert [str(action) for action in raiding.forming(state, CW)] == ["form 11Hus"]
    weak = asking(position("11Hus[4] C3726", "I/157 C4118", supply=supply), Organisation(CW))
    assert not [*raiding.forming(weak, CW)]
    nothing = asking(position("11Hus C3726", "I/157 C4118", supply=HOME), Organisation(CW))
    assert not [*raiding.forming(nothing, CW)]


def test_a_dump_that_nobody_guards_is_raided_and_the_group_comes_home() -> None:
    assert ordered(field()) == ["prowl LRDG1 C3726-C3818", "strike LRDG1 at AX-S1", "prowl LRDG1 C3818-C3726"]


def test_a_guarded_dump_is_left_alone() -> None:
    assert ordered(field("I/157 C3818", raider_fields={"watered": 1, "fuelled": 1})) == []


def test_nobody_goes_out_who_could_not_come_back() -> None:
    tired = field(raider_fields={"spent": 70, "watered": 1, "fuelled": 1})
    assert ordered(tired) == []


def test_a_thirsty_group_goes_for_water() -> None:
    state = field(raider="C3623", dumps={}, turn=3, raider_fields={"fuelled": 3, "watered": 2})
    assert ordered(state) == ["prowl LRDG1 C3623-C3721"]  # Sidi Suleiman


def test_in_the_last_stage_water_goes_before_raids_and_through_zones_if_need_be() -> None:
    dumps = {"AX-S1": ("C3623", 40, 60)}
    state = field(raider="C3623", dumps=dumps, turn=3, stage=3, raider_fields={"fuelled": 3, "watered": 2})
    assert ordered(state)[0] == "prowl LRDG1 C3623-C3721"
    far = position("I/157, II/157, III/157 C3720", phasing=CW, turn=3, stage=3)
    thirsty = replace(far, raiders={"LRDG1": group("C3721", fuelled=3, watered=2, spent=92, ambush="fuel")})
    assert raiding.raid(asking(thirsty, Movement(CW)), CW) is None  # it stands at a well and draws there
    held = replace(far, raiders={"LRDG1": group("C3722", fuelled=3, watered=2, spent=92, ambush="fuel")})
    assert str(raiding.raid(asking(held, Movement(CW)), CW)).endswith("C3721")


def test_rommel_is_raided_if_he_is_alone() -> None:
    alone = field("DAK C3725", raider="C3726", dumps={}, rommel="C3725", raider_fields={"watered": 1, "fuelled": 1})
    assert "strike LRDG1 at Rommel" in ordered(alone)
    escorted = field("DAK, I/157 C3725", dumps={}, rommel="C3725", raider_fields={"watered": 1, "fuelled": 1})
    assert "strike LRDG1 at Rommel" not in ordered(escorted)


def test_a_group_lies_in_wait_when_it_has_nothing_else_to_do() -> None:
    state = field(dumps={}, raider_fields={"watered": 1, "fuelled": 1, "ambush": ""})
    assert ordered(state) == ["ambush LRDG1 for fuel"]


def test_who_has_a_point_to_spare_looks_for_a_raider() -> None:
    state = field("I/157 C3818", raider="C3818")
    encounter = Encounter("axis", ("I/157",), "LRDG1")
    assert str(raiding.look(encounter, asking(state, encounter))) == "spot I/157"
    tired = field("I/157 C3818 spent=10", raider="C3818")
    assert str(raiding.look(encounter, asking(tired, encounter))) == "done"


def test_a_group_that_was_looked_for_makes_off_to_where_no_enemy_is_near() -> None:
    state = field("I/157 C3818", raider="C3818")
    frame = Getaway(CW, "LRDG1", 40)
    action = raiding.make_off(frame, asking(state, frame))
    after = play(asking(state, frame), str(action))
    assert board().distance(after.raiders["LRDG1"].at, HEX("C3818")) >= weights().raids.safe


def test_layforce_lands_at_a_lonely_dump_destroys_it_and_goes_aboard() -> None:
    waited = {"Layforce": Commando(since=stage_of_war(28, 1))}
    fields: dict[str, Any] = {"turn": 30, "ships": {"Valiant": Ship(6)}, "commandos": waited, "scenario": GRAZIANI}
    state = position("Layforce E3613", "I/157 C3818", supply={"AX-S1": ("C4033", 40, 60)}, phasing=CW, **fields)
    state, orders = carried_out(state, FleetAssignment())
    assert orders[:2] == ["sail Valiant to C4033", "disembark Layforce from Valiant"]
    assert where(state, "Layforce") == "C4033" and state.supply["AX-S1"].side == CW
    _, orders = carried_out(state, Movement(CW))
    assert orders[:2] == ["destroy AX-S1", "board Layforce"]


def test_layforce_stays_where_enemies_are_near_the_dump() -> None:
    waited = {"Layforce": Commando(since=stage_of_war(28, 1))}
    fields: dict[str, Any] = {"turn": 30, "ships": {"Valiant": Ship(6)}, "commandos": waited, "scenario": GRAZIANI}
    state = position("Layforce E3613", "I/157 C3933", supply={"AX-S1": ("C4033", 40, 60)}, phasing=CW, **fields)
    _, orders = carried_out(state, FleetAssignment())
    assert not [order for order in orders if order.startswith("disembark")]
