"""Walkers that look for faults are led to contact, into battle, away with the supplies, to prisoners and on raids."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.core.frames import admits
from sandtable.games.campaign_for_north_africa.contents import Captives, Minefield, Raider, Ship
from sandtable.games.campaign_for_north_africa.dares import dares
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import ShoreFire
from sandtable.games.campaign_for_north_africa.fleet.troops import TroopTransport
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.prisoners.phase import Taking
from sandtable.games.campaign_for_north_africa.raiders.encounters import Encounter, Getaway
from tests.campaign_for_north_africa.combat.test_retreats import beaten
from tests.campaign_for_north_africa.positions import asking, position

NEAR = asking(
    position("1RTR C3818", "I/125 C4118", phasing="commonwealth", supply={"CW-S1": ("C3818", 40, 60)}),
    Movement("commonwealth"),
)


def test_a_dare_of_movement_ends_next_to_the_enemy() -> None:
    found = dares(NEAR, "commonwealth")
    ends = [str(action).rpartition("-")[2].split()[0] for action in found]
    assert found and all(admits(NEAR, "commonwealth", action) for action in found)
    assert all(board().hex("C4118") in neighbours()[board().hex(end)] for end in ends)


def test_a_dare_of_a_retreat_takes_the_supplies_along() -> None:
    state = beaten("1RTR C3818", "I/125 C3918", supply={"CW-S1": ("C3818", 0, 2, 30)})
    found = dares(state, "commonwealth")
    assert found and all("CW-S1" in str(action) for action in found)


def test_a_dare_of_prisoners_does_something_with_them() -> None:
    lots = {"POW-1": Captives("commonwealth", board().hex("C3818"), 5, "axis", free=True, fresh=True)}
    state = asking(position("I/157 C3818", captives=lots), Taking("axis"))
    found = [str(action) for action in dares(state, "axis")]
    assert any(order.startswith("lead") for order in found) and "done" not in found


def test_dares_of_raiders_form_them_and_lead_them_to_dumps_and_raids() -> None:
    cars = position("11Hus C3818", "I/125 C4118", supply={"AX-S1": ("C3819", 40, 60), "AX-S2": ("C3622", 40, 60)})
    assert "form 11Hus" in map(str, dares(asking(cars, Organisation("commonwealth")), "commonwealth"))
    raiders = {"LRDG1": Raider("commonwealth", board().hex("C3818"))}
    state = asking(replace(cars, raiders=raiders, phasing="commonwealth"), Movement("commonwealth"))
    found = [str(action) for action in dares(state, "commonwealth")]
    assert {"strike LRDG1 at AX-S1", "prowl LRDG1 C3818-C3622"} <= {*found}
    assert all(admits(state, "commonwealth", action) for action in dares(state, "commonwealth"))


def test_a_dare_leads_units_over_raiders_that_they_do_not_see() -> None:
    raiders = {"LRDG1": Raider("commonwealth", board().hex("C3818"), shown=False)}
    state = asking(position("I/157 C3817", "11Hus D3706", phasing="axis", raiders=raiders), Movement("axis"))
    ends = {str(action).rpartition("-")[2] for action in dares(state, "axis")}
    assert ends <= {"C3818"}


def test_who_comes_upon_a_raider_is_dared_to_look_and_the_raider_to_make_off() -> None:
    raiders = {"LRDG1": Raider("commonwealth", board().hex("C3818"))}
    state = position("I/157 C3818", raiders=raiders)
    met = asking(state, Encounter("axis", ("I/157",), "LRDG1"))
    assert [str(action) for action in dares(met, "axis")] == ["spot I/157"]
    away = asking(state, Getaway("commonwealth", "LRDG1", 20))
    assert all(str(action).startswith("prowl") for action in dares(away, "commonwealth"))


def test_a_dare_leads_on_to_mines_to_sea_and_against_ships() -> None:
    field = {"C3615": Minefield("axis")}
    mined = asking(position("2KRRC C3614", phasing="commonwealth", minefields=field), Movement("commonwealth"))
    assert any(str(action).endswith("C3615") for action in dares(mined, "commonwealth"))
    idle = asking(position("2KRRC E3613", phasing="commonwealth"), TroopTransport())
    assert [str(action) for action in dares(idle, "commonwealth")] == ["embark 2KRRC to D3714"]
    ships = {"Valiant": Ship(6, board().hex("C4807"))}
    shore = position("5/TbrkCD C4807", ships=ships, supply={"AX-S1": ("C4807", 40, 60)})
    assert [str(action) for action in dares(asking(shore, ShoreFire()), "axis")] == ["engage Valiant with 5/TbrkCD:6"]


def test_a_dare_of_the_organization_phase_puts_engineers_to_work() -> None:
    state = asking(position("64Eng, I/157 C3818"), Organisation("axis"))
    assert "build fortification at C3818 with 64Eng, I/157" in map(str, dares(state, "axis"))
