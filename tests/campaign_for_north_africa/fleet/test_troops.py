"""[30.5] Troops by sea from port to port."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.games.campaign_for_north_africa.contents import Replacement
from sandtable.games.campaign_for_north_africa.fleet import troops
from sandtable.games.campaign_for_north_africa.fleet.troops import TroopTransport, open_transport
from sandtable.games.campaign_for_north_africa.logistics.shipping import SeaTransport
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.offers import offers, propose
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import (
    asking,
    listed,
    play,
    play_noting,
    position,
    refusal,
    spent,
    where,
    with_unit,
)
from tests.campaign_for_north_africa.staffwork import carried_out
from tests.playing import draft_of

CW: Side = "commonwealth"
ALEXANDRIA, TOBRUK, MATRUH, BARDIA, DERNA, BENGHAZI = "E3613", "C4807", "D3714", "C4321", "B5925", "A4827"
HELD = {TOBRUK: CW, BARDIA: CW, DERNA: CW, BENGHAZI: CW}


def shipping(*units: str, control: dict[str, Side] | None = None, **fields: Any) -> Campaign:
    state = position(*units, phasing=CW, control=HELD if control is None else control, **fields)
    return asking(state, TroopTransport())


@pytest.mark.case("30.51", "30.55", "32.13", "32.56")
def test_a_battalion_lands_for_the_whole_of_its_allowance() -> None:
    state = shipping("2KRRC E3613, 1THRf E3613")
    after, events = play_noting(state, f"embark 2KRRC to {TOBRUK}")
    assert where(after, "2KRRC") == TOBRUK and spent(after, "2KRRC") == 10 and where(after, "1THRf") == ALEXANDRIA
    (moved,) = [event for event in events if event.kind == "moved"]
    assert moved.facts["path"] == [ALEXANDRIA, TOBRUK] and moved.facts["mode"] == "sea"
    assert after.units["2KRRC"].cohesion == 0 and not after.units["2KRRC"].fuel
    assert after.sailings == (("troops", "Alexandria", "Tobruk"),)
    assert play(state, f"embark 2KRRC to {MATRUH}").control[MATRUH] == CW
    assert refusal(state, "embark 2KRRC to C4707").case == "30.51"
    assert refusal(state, "embark 2KRRC to nowhere").case == "30.51"
    assert refusal(state, f"embark 2KRRC to {ALEXANDRIA}").case == "30.51"
    assert refusal(state, f"embark 2KRRC, 2KRRC to {TOBRUK}").case == "30.51"
    assert refusal(state, f"embark I/157 to {TOBRUK}").case == "30.51"
    left = shipping("2KRRC E3613", motors={"axis": {MATRUH: 4}})  # [32.13, 32.56] trucks of the enemy
    assert play(left, f"embark 2KRRC to {MATRUH}").motors == {"axis": {}, CW: {board().hex(MATRUH): 4}}
    full = shipping("2KRRC E3613, 1/5Qns, 1/6Qns, 1/7Qns, 1KRRC, 1Ranger, 1RflBde D3714")
    assert refusal(full, f"embark 2KRRC to {MATRUH}").case == "9.31"


@pytest.mark.case("30.55")
def test_who_goes_by_sea_began_the_stage_in_port_and_has_done_nothing() -> None:
    state = shipping("2KRRC E3613 spent=0.5, 1THRf E3613, 1/5Qns E3612")
    assert refusal(state, f"embark 2KRRC to {TOBRUK}").case == "30.55"
    assert refusal(state, f"embark 1/5Qns to {TOBRUK}").case == "30.55"
    landed = with_unit(state, "1THRf", landed=True)
    assert refusal(landed, f"embark 1THRf to {TOBRUK}").case == "30.55"
    assert refusal(with_unit(state, "1THRf", reserve=1), f"embark 1THRf to {TOBRUK}").case == "18.22"
    assert refusal(with_unit(state, "1THRf", released=2), f"embark 1THRf to {TOBRUK}").case == "18.24"
    assert refusal(shipping("7Arm E3613, 1RTR>7Arm"), f"embark 1RTR to {TOBRUK}").case == "4.25"
    assert refusal(shipping("VCD E3613"), f"embark VCD to {TOBRUK}").case == "30.51"  # of the Axis
    held = replace(state, held=("1THRf",))
    assert refusal(held, f"embark 1THRf to {TOBRUK}").case == "60.4"
    play(state, f"embark 1THRf to {TOBRUK}")


@pytest.mark.case("30.52")
def test_a_port_handles_one_transfer_in_an_operations_stage() -> None:
    state = shipping("2KRRC, 1THRf E3613, 1/5Qns A4827")
    assert refusal(state, f"embark 2KRRC, 1/5Qns to {TOBRUK}").case == "30.52"  # out of two ports
    after = play(state, f"embark 2KRRC to {TOBRUK}")
    assert not isinstance(after.stack[-1], TroopTransport) or f"embark 1THRf to {MATRUH}" not in listed(after)
    again = asking(after, TroopTransport())
    assert refusal(again, f"embark 1THRf to {MATRUH}").case == "30.52"
    assert refusal(again, f"embark 1/5Qns to {TOBRUK}").case == "30.52"
    assert refusal(again, f"embark 1/5Qns to {ALEXANDRIA}").case == "30.52"
    assert where(play(again, f"embark 1/5Qns to {MATRUH}"), "1/5Qns") == MATRUH


@pytest.mark.case("30.54")
def test_the_smaller_port_sets_the_limit() -> None:
    """Tobruk takes one Stacking Point in and three out, Alexandria five in."""
    state = shipping("2KRRC, 1THRf E3613, 1/5Qns, 1KRRC, 1/6Qns, 1/7Qns C4807")
    assert refusal(state, f"embark 2KRRC, 1THRf to {TOBRUK}").case == "30.54"
    assert refusal(state, f"embark 1/5Qns, 1KRRC, 1/6Qns, 1/7Qns to {ALEXANDRIA}").case == "30.54"
    after = play(state, f"embark 1/5Qns, 1KRRC, 1/6Qns to {ALEXANDRIA}")
    assert {where(after, name) for name in ("1/5Qns", "1KRRC", "1/6Qns")} == {ALEXANDRIA}
    assert f"embark 1KRRC, 1/5Qns, 1/6Qns to {ALEXANDRIA}" in listed(state)


@pytest.mark.case("30.54")
def test_bardia_takes_a_single_unit_without_stacking_points_and_derna_none_at_all() -> None:
    state = shipping("2KRRC, 1THRf[1], 4NZ E3613")
    assert refusal(state, f"embark 2KRRC to {BARDIA}").case == "30.54"
    assert refusal(state, f"embark 4NZ, 1THRf to {BARDIA}").case == "30.54"
    assert where(play(state, f"embark 1THRf to {BARDIA}"), "1THRf") == BARDIA
    assert refusal(state, f"embark 1THRf to {DERNA}").case == "30.54"
    zuetina = shipping("1THRf A2928", control=HELD | {"A2928": CW})
    assert refusal(zuetina, f"embark 1THRf to {TOBRUK}").case == "30.54"  # too small a port


@pytest.mark.case("30.54")
def test_trucks_that_carry_nobody_take_a_tenth_of_a_stacking_point_each() -> None:
    state = shipping("2KRRC[6] E3613 motors=6")
    play(state, f"embark 2KRRC to {MATRUH}")
    assert refusal(with_unit(state, "2KRRC", motors=7), f"embark 2KRRC to {MATRUH}").case == "30.54"


@pytest.mark.case("30.54")
def test_five_replacement_points_are_a_stacking_point() -> None:
    for points, sails in ((5, True), (6, False)):
        state = shipping(f"CW-Inf7[{points}] E3613", replacements={"CW-Inf7": Replacement()})
        assert (f"embark CW-Inf7 to {TOBRUK}" in listed(state)) is sails


@pytest.mark.case("30.56")
def test_both_ports_must_be_in_friendly_hands() -> None:
    state = shipping("2KRRC E3613", control={})
    assert refusal(state, f"embark 2KRRC to {TOBRUK}").case == "30.56"  # Libya is Italian until it is entered
    assert refusal(shipping("2KRRC E3613, I/157 D3714"), f"embark 2KRRC to {MATRUH}").case == "30.56"
    assert where(play(shipping("2KRRC E3613"), f"embark 2KRRC to {MATRUH}"), "2KRRC") == MATRUH


@pytest.mark.case("30.58")
def test_a_port_below_two_thirds_handles_nobody() -> None:
    """In 1941 Benghazi is wrecked, and Tobruk works at seven tenths."""
    state = shipping("2KRRC E3613", scenario="race-for-tobruk", turn=30)
    assert refusal(state, f"embark 2KRRC to {BENGHAZI}").case == "30.58"
    play(state, f"embark 2KRRC to {TOBRUK}")


@pytest.mark.case("30.58")
def test_two_thirds_of_a_port_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shipping("2KRRC E3613", turn=30)
    for works, is_open in ((Fraction(2, 3), True), (Fraction(66, 100), False)):
        monkeypatch.setattr(troops, "efficiency", lambda state, name, works=works: works)
        if is_open:
            play(state, f"embark 2KRRC to {TOBRUK}")
        else:
            assert refusal(state, f"embark 2KRRC to {TOBRUK}").case == "30.58"


@pytest.mark.case("30.53", "32.36")
def test_supplies_by_sea_take_the_place_of_troops() -> None:
    state = position(
        "2KRRC, 1THRf E3613, 1/5Qns C4807", control=HELD, supply={"CW-S1": (ALEXANDRIA, 40, 60)}, phasing=CW
    )
    shipped = play(asking(state, SeaTransport(CW)), f"ship CW-S1 to {TOBRUK}")
    assert shipped.sailings == (("supplies", "Alexandria", "Tobruk"),)
    later = asking(shipped, TroopTransport())
    assert refusal(later, f"embark 2KRRC to {MATRUH}").case == "30.53"
    assert refusal(later, f"embark 2KRRC to {TOBRUK}").case == "30.53"
    assert where(play(later, f"embark 1/5Qns to {ALEXANDRIA}"), "1/5Qns") == ALEXANDRIA  # the other way round


@pytest.mark.case("30.52")
def test_the_question_is_asked_only_of_the_commonwealth_and_only_if_somebody_can_go() -> None:
    for side, units, asked in ((CW, "2KRRC E3613", True), ("axis", "2KRRC E3613", False), (CW, "2KRRC E3612", False)):
        draft = draft_of(position(units, control=HELD, phasing=side))
        open_transport(draft, "axis" if side == "axis" else CW)
        assert isinstance(draft.state.stack[-1], TroopTransport) is asked


@pytest.mark.case("30.51")
def test_the_screen_ships_whoever_is_chosen_to_the_port_that_is_clicked() -> None:
    state = shipping("2KRRC, 1THRf E3613")
    deeds = [offer.action for offer in offers(state, CW, ("2KRRC",))]
    assert f"embark 2KRRC to {TOBRUK}" in deeds
    for order in (*deeds, *(offer.action for offer in offers(state, CW, ()))):
        frames.check(state, CW, NOTATION.parse(order))
    assert str(propose(state, CW, ("2KRRC",), MATRUH)) == f"embark 2KRRC to {MATRUH}"


@pytest.mark.case("30.51")
def test_the_staff_ships_idle_battalions_to_the_port_at_the_front() -> None:
    battle = "2KRRC, 1THRf E3613, 2RflBde C4807, 157Fant+ C4604"
    state = position(battle, control=HELD, phasing=CW, scenario="race-for-tobruk", turn=30)
    _, orders = carried_out(state, TroopTransport())
    assert orders[0] in (f"embark 2KRRC to {TOBRUK}", f"embark 1THRf to {TOBRUK}")


@pytest.mark.case("30.51", "30.55")
def test_who_is_not_in_play_does_not_embark() -> None:
    state = shipping("2KRRC E3613")
    assert refusal(state, f"embark 1/5Qns to {TOBRUK}").case == "30.51"
    assert refusal(state, f"embark Nobody to {TOBRUK}").case == "30.51"
