"""[30.17, 30.35, 30.39] Guns ashore against ships, and the San Giorgio at Tobruk."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.json import encode

from sandtable.core import frames
from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.combat.barrage.firing import gunners
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat_segment import open_combat
from sandtable.games.campaign_for_north_africa.contents import Ship
from sandtable.games.campaign_for_north_africa.fleet.offshore_bombardment import OffShore
from sandtable.games.campaign_for_north_africa.fleet.raids import RaidPlot
from sandtable.games.campaign_for_north_africa.fleet.ships import FleetAssignment
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import ShoreFire, across_water, resolve_at_ships
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.entering import claim
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.offers import offers
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign
from tests.campaign_for_north_africa.positions import listed, play, play_noting, position, refusal, spent
from tests.campaign_for_north_africa.staffwork import carried_out
from tests.playing import Rolls, draft_of

AXIS: Side = "axis"
CW: Side = "commonwealth"
HEX, ORDER = board().hex, NOTATION.parse
TOBRUK, EAST = "C4807", "C4708"
AMMO = {"AX-S1": (TOBRUK, 40, 60)}


def off(at: str = TOBRUK, guns: int = 6) -> Ship:
    return Ship(guns, HEX(at), sea=1, owed=2, fired=True)


def bombarding(*units: str, ships: dict[str, Ship] | None = None, phasing: Side = CW, **fields: Any) -> Campaign:
    """The Barrage Step of a Combat Segment as far as the first question after the positions of the guns."""
    fields = {"supply": AMMO} | fields
    state = position(*units, ships={"Valiant": off()} if ships is None else ships, phasing=phasing, **fields)
    draft = Draft(state, Rolls())
    open_combat(draft, phasing)
    draft.settle()
    found = draft.state
    while type(found.stack[-1]).__name__ == "Positions":
        side = found.stack[-1].asked(found)[0]  # type: ignore[attr-defined]
        found, _ = frames.play(found, side, ORDER("back none"), Rolls())
    return found


@pytest.mark.case("30.35", "30.34")
def test_emplaced_guns_fire_at_ships_off_their_hex_with_all_their_raw_points() -> None:
    """Six guns of 149 mm are ninety Bomb Points; a 66 in that column sinks two Gun Rating Points."""
    state = bombarding("5/TbrkCD C4807")
    assert isinstance(state.stack[-1], ShoreFire) and "engage Valiant with 5/TbrkCD:6" in listed(state)
    aimed = play(state, "engage Valiant with 5/TbrkCD:6")
    assert aimed.segment.at_ships == (("Valiant", 90),) and aimed.ships["Valiant"].guns == 6
    after, events = play_noting(aimed, "done", rolls=(6, 6))
    (fired,) = [event for event in events if event.kind == "engaged_ship"]
    assert (fired.facts["points"], fired.facts["damage"]) == ("81-120", 2) and after.ships["Valiant"].guns == 4
    draft = draft_of(aimed, 6, 6)
    resolve_at_ships(draft)
    assert draft.state.segment.at_ships == () and draft.state.segment.fired == (board().hex("C4807"),)


@pytest.mark.case("30.35", "12.23")
def test_the_fleet_does_not_learn_of_guns_that_aim_at_it_before_they_fire() -> None:
    state = bombarding("5/TbrkCD C4807")
    aimed = play(state, "engage Valiant with 5/TbrkCD:6")
    assert observe(aimed, CW).segment == observe(state, CW).segment


@pytest.mark.case("30.35")
def test_other_artillery_needs_a_vulnerability_of_six_and_counts_half() -> None:
    """Three 105 mm guns with nine Raw Points each are thirteen; the lighter guns beside them may not fire."""
    state = bombarding("204Art C4807")
    assert listed(state) == ["done", "engage Valiant with 204Art:105/28:3"]
    assert refusal(state, "engage Valiant with 204Art:75/18:6").case == "30.35"
    assert play(state, "engage Valiant with 204Art:105/28:3").segment.at_ships == (("Valiant", 13),)
    assert len(bombarding("12Art C4807").stack) == 1  # nothing heavy
    flak = bombarding("2/TbrkCD[100/17:6, Sited20:6] C4807")  # which has no Barrage Rating
    assert listed(flak) == ["done", "engage Valiant with 2/TbrkCD:100/17:6"]


@pytest.mark.case("30.35")
def test_whoever_fires_at_ships_fires_at_nothing_else_in_that_stage() -> None:
    state = bombarding("5/TbrkCD, 1/TbrkCD, I/31GaF C4807, 2KRRC C4707")
    plotting = play(state, "engage Valiant with 5/TbrkCD:6", "done")
    assert isinstance(plotting.stack[-1], Plot) and plotting.gunned == {"5/TbrkCD": "ships"}
    with pytest.raises(Refusal) as found:
        frames.check(plotting, AXIS, ORDER("barrage C4707 infantry 1 with 5/TbrkCD:6"))
    assert found.value.case == "30.35"
    frames.check(plotting, AXIS, ORDER("barrage C4707 infantry 1 with 1/TbrkCD:2"))
    assert gunners(plotting, AXIS) == ("1/TbrkCD",)
    after, events = frames.play(plotting, AXIS, ORDER("barrage none"), Rolls(6, 6))
    assert [event.facts["damage"] for event in events if event.kind == "engaged_ship"] == [2]
    assert after.ships["Valiant"].guns == 4


@pytest.mark.case("30.35")
def test_guns_that_have_shelled_land_units_leave_ships_alone() -> None:
    state = bombarding("5/TbrkCD, I/31GaF C4807, 2KRRC C4707")
    state = play(state, "done")
    assert isinstance(state.stack[-1], Plot)
    fired, _ = frames.play(state, AXIS, ORDER("barrage C4707 infantry 1 with 5/TbrkCD:6"), Rolls(1, 1))
    assert fired.gunned == {"5/TbrkCD": "land"} and spent(fired, "5/TbrkCD") > 0
    later = bombarding("5/TbrkCD C4807, 2KRRC C4707", gunned={"5/TbrkCD": "land"})
    assert not isinstance(later.stack[-1], ShoreFire)


@pytest.mark.case("30.35")
def test_a_ship_is_fired_at_only_from_the_hex_off_which_it_lies_and_with_ammo() -> None:
    state = bombarding("5/TbrkCD C4807, VCD C4321", supply=AMMO | {"AX-S2": ("C4321", 40, 60)})
    assert refusal(state, "engage Valiant with VCD:105/28:1").case == "30.35"
    assert refusal(state, "engage Ajax with 5/TbrkCD:6").case == "30.35"
    assert refusal(state, "engage Valiant with 5/TbrkCD:7").case == "30.35"
    assert refusal(state, "engage Valiant with none").case == "30.35"
    assert refusal(play(state, "engage Valiant with 5/TbrkCD:3"), "engage Valiant with 5/TbrkCD:3").case == ("30.35")
    assert len(bombarding("5/TbrkCD C4807", ships={"Valiant": Ship(6)}).stack) == 1  # in port


@pytest.mark.case("30.39", "30.17", "30.35")
def test_the_san_giorgio_fires_at_ships_in_her_own_hex_and_across_the_water() -> None:
    assert HEX(EAST) in across_water(HEX(TOBRUK))
    for at in (TOBRUK, EAST):
        state = bombarding("SanGiorgio, I/31GaF C4807", ships={"Valiant": off(at)})
        assert refusal(state, "engage Valiant with SanGiorgio:6").case == "30.17"
        assert play(state, "engage Valiant with SanGiorgio:4").segment.at_ships == (("Valiant", 4),)
    far = bombarding("SanGiorgio, I/31GaF C4807, 5/TbrkCD C4807", ships={"Valiant": off("C4321"), "Ajax": off()})
    assert refusal(far, "engage Valiant with SanGiorgio:4").case == "30.39"
    both = bombarding("SanGiorgio, 5/TbrkCD C4807")
    assert play(both, "engage Valiant with 5/TbrkCD:6, SanGiorgio:4").segment.at_ships == (("Valiant", 94),)
    assert refusal(both, "engage Valiant with SanGiorgio:4, SanGiorgio:4").case == "30.39"
    shelling = bombarding("SanGiorgio, 5/TbrkCD C4807", gunned={"SanGiorgio": "land"})
    assert refusal(shelling, "engage Valiant with SanGiorgio:4").case == "30.39"  # ships or land in a stage, not both


@pytest.mark.case("30.17")
def test_the_san_giorgio_barrages_the_hexes_next_to_her_as_artillery() -> None:
    state = bombarding("SanGiorgio, I/31GaF C4807, 2KRRC C4707, 1KRRC C4707", ships={})
    assert isinstance(state.stack[-1], ShoreFire)
    assert refusal(state, "barrage C4707 infantry 1 with I/31GaF:4").case == "30.17"
    assert refusal(state, "barrage C4806 road 1 with SanGiorgio:4").case == "30.17"
    assert refusal(state, "barrage C4707 armour 1 with SanGiorgio:4").case == "30.17"
    assert refusal(state, "barrage C4707 infantry 3 with SanGiorgio:4").case == "12.24"
    aimed = play(state, "barrage C4707 infantry 1 with SanGiorgio:4")
    assert aimed.segment.coast and not observe(aimed, CW).segment.coast
    assert refusal(aimed, "barrage C4707 infantry 2 with SanGiorgio:4").case == "30.17"
    _, events = play_noting(aimed, "done", rolls=(6, 6))
    (barraged,) = [event for event in events if event.kind == "barraged"]
    assert (barraged.facts["side"], barraged.facts["points"]) == (AXIS, 4)


@pytest.mark.case("30.17")
def test_the_san_giorgio_holds_nobody_up_and_is_lost_with_the_harbour() -> None:
    draft = draft_of(position("SanGiorgio C4807, 2KRRC, 1KRRC, 1THRf C4707", phasing=CW))
    claim(draft, CW)
    assert draft.state.units["SanGiorgio"].at in OUT_OF_PLAY


@pytest.mark.case("30.35", "3.61")
def test_what_the_guns_ashore_do_is_secret_until_it_is_resolved() -> None:
    state = bombarding("5/TbrkCD C4807")
    aimed = play(state, "engage Valiant with 5/TbrkCD:6")
    seen = observe(aimed, CW)
    assert not seen.segment.at_ships and not seen.segment.manned and not seen.gunned
    assert observe(aimed, AXIS).segment.at_ships


@pytest.mark.case("30.24", "30.35", "11.21", "32.22")
def test_ships_and_shore_fire_at_each_other_at_the_same_time() -> None:
    """The ship fires with all its guns though it is hit."""
    ready = Ship(6, HEX(TOBRUK), sea=1, owed=2)
    state = bombarding("5/TbrkCD, I/31GaF C4807", ships={"Valiant": ready})
    assert isinstance(state.stack[-1], OffShore)
    state = play(state, "barrage C4807 infantry 1 with Valiant:6", "engage Valiant with 5/TbrkCD:6")
    _, events = play_noting(state, "done", rolls=(6, 6, 6, 6))
    kinds = [event.kind for event in events if event.kind in ("barraged", "engaged_ship")]
    assert kinds == ["barraged", "engaged_ship"]
    assert next(event for event in events if event.kind == "barraged").facts["points"] == 6


@pytest.mark.case("30.35")
def test_the_screen_offers_every_ship_to_every_battery() -> None:
    state = bombarding("5/TbrkCD, 1/TbrkCD, SanGiorgio C4807, 2KRRC C4707")
    offered = offers(state, AXIS, ())
    assert "San Giorgio: barrage infantry 1 at C4707 (30.17)" in [offer.label for offer in offered]
    deeds = [offer.action for offer in offered]
    for order in ("done", "engage Valiant with 5/TbrkCD:6", "barrage C4707 infantry 1 with SanGiorgio:4"):
        assert order in deeds
    for order in deeds:
        frames.check(state, AXIS, ORDER(order))
    chosen = [offer.action for offer in offers(state, AXIS, ("1/TbrkCD",))]
    assert "engage Valiant with 1/TbrkCD:2" in chosen and "done" not in chosen


@pytest.mark.case("30.35", "30.23", "32.73")
def test_the_staff_sends_ships_to_the_front_raids_them_and_fires_back() -> None:
    front = position("2KRRC, 1KRRC C4707, I/157, II/157 C4807", ships={"Valiant": Ship(6), "Nubian": Ship(2)}, turn=5)
    _, orders = carried_out(front, FleetAssignment())
    assert orders == ["sail Valiant to C4807", "done"]
    sited = position("2KRRC C4707, 5/TbrkCD, I/157 C4807", ships={"Dido": Ship(3)}, turn=5)
    assert carried_out(sited, FleetAssignment())[1] == ["done"]  # not under emplaced guns
    assert carried_out(position(ships={"Valiant": Ship(6)}, raids=1), RaidPlot())[1] == ["raid"]
    assert carried_out(position(ships={"Nubian": Ship(2)}, raids=1), RaidPlot())[1] == ["done"]
    shore = position("5/TbrkCD C4807", ships={"Valiant": off()}, supply=AMMO, phasing=CW)
    assert carried_out(shore, ShoreFire())[1] == ["engage Valiant with 5/TbrkCD:6", "done"]


@pytest.mark.case("30.35", "3.61")
def test_no_disguise_of_the_guns_ashore_shows_in_the_view_of_the_fleet() -> None:
    state = bombarding("5/TbrkCD, SanGiorgio C4807, 2KRRC C4707")
    aimed = play(state, "engage Valiant with 5/TbrkCD:6", "barrage C4707 infantry 1 with SanGiorgio:4")
    for asked in (state, aimed):
        told = encode(view(asked, CW))
        others = list(disguises(asked, CW))
        assert others and all(encode(view(other, CW)) == told for other in others)
