"""[12.55, 30.1, 30.2, 32.7] The Mediterranean Fleet: the coast under its guns, and raids on it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.combat_segment import open_combat
from sandtable.games.campaign_for_north_africa.contents import IN_PORT, Segment, Ship
from sandtable.games.campaign_for_north_africa.fleet.damage import RaidDamage
from sandtable.games.campaign_for_north_africa.fleet.offshore_bombardment import OffShore, open_salvo, strength
from sandtable.games.campaign_for_north_africa.fleet.phase import _join, _pass_stage, open_fleet
from sandtable.games.campaign_for_north_africa.fleet.raids import AirRaid, RaidPlot, count_raids, why_not_raid
from sandtable.games.campaign_for_north_africa.fleet.ships import FleetAssignment, hit, in_harbour, roads, why_not_sail
from sandtable.games.campaign_for_north_africa.fleet.tables import warships
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.offers import offers
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal
from tests.playing import Rolls, draft_of

HEX, ORDER = board().hex, NOTATION.parse
CW: Side = "commonwealth"
FLEET = {"Valiant": Ship(6), "Ajax": Ship(4), "Dido": Ship(3), "Nubian": Ship(2)}
TOBRUK, DERNA = "C4807", "B5925"
BEFORE = 0  # a Game-Turn in which no ship joins


def off(name: str, **fields: Any) -> Ship:
    """A ship before a coastal hex."""
    return Ship(warships()["Valiant"].guns, HEX(name), sea=1, owed=2, **fields)


def assigning(*units: str, ships: dict[str, Ship] | None = None, **fields: Any) -> Campaign:
    state = position(*(units or ("157Fant+ C4807",)), ships=ships or FLEET, turn=5, **fields)
    return asking(state, FleetAssignment())


def phase(state: Campaign, *rolls: int) -> Draft[Campaign]:
    """The Fleet Phase as far as its first question."""
    draft = Draft(state, Rolls(*rolls))
    open_fleet(draft)
    draft.settle()
    return draft


# Sailing


@pytest.mark.case("5.2", "12.55", "30.12", "30.14", "30.23", "30.6")
def test_ships_join_by_their_schedule_and_are_sent_before_enemy_coasts() -> None:
    state = phase(position("157Fant+ C4807", turn=8, stage=3)).state
    assert len(state.ships) == 16 and "Barham" in state.ships and "Fiji" not in state.ships
    assert isinstance(state.stack[-1], FleetAssignment) and f"sail Valiant to {TOBRUK}" in listed(state)
    after = play(state, f"sail Valiant to {TOBRUK}", f"sail Nubian to {TOBRUK}")
    assert after.ships["Valiant"].at == HEX(TOBRUK) and after.ships["Ajax"].at == IN_PORT
    assert refusal(after, f"sail Valiant to {DERNA}").case == "30.15"


@pytest.mark.case("30.12", "30.14", "30.15")
def test_the_fleet_reaches_derna_but_not_benghazi_and_nothing_inland() -> None:
    """Derna is ninety-nine sea hexes from Alexandria."""
    assert roads()[HEX(DERNA)] == 99 and HEX("A4827") not in roads()
    state = assigning("157Fant+ C4807, 158Fant+ A4827, I/141 C3918")
    assert refusal(state, "sail Valiant to A4827").case == "30.15"
    assert refusal(state, "sail Valiant to C3918").case == "30.14"
    assert refusal(state, "sail Valiant to nowhere").case == "30.15"
    assert refusal(state, "sail Bismarck to C4807").case == "30.12"


@pytest.mark.case("5.2", "60.4", "61.3")
def test_no_ship_sails_in_the_first_game_turn_of_a_scenario() -> None:
    first = phase(position("157Fant+ C4807", turn=26, stage=3, scenario="race-for-tobruk")).state
    assert not isinstance(first.stack[-1], FleetAssignment)
    state = assigning(scenario="race-for-tobruk")
    assert refusal(replace(state, turn=26), f"sail Valiant to {TOBRUK}").case == "61.3"
    play(replace(state, turn=27), f"sail Valiant to {TOBRUK}")


@pytest.mark.case("30.16")
def test_two_stages_of_rest_for_every_stage_at_sea_and_three_in_a_row_at_the_most() -> None:
    state = position("157Fant+ C4807", ships={"Valiant": Ship(6)}, turn=BEFORE)
    for stage in range(1, 4):
        state = phase(state).state
        state = play(state, f"sail Valiant to {TOBRUK}", "done")
        assert (state.ships["Valiant"].sea, state.ships["Valiant"].owed) == (stage, 2 * stage)
    for _ in range(6):
        draft = phase(state)
        assert draft.state.ships["Valiant"].at == IN_PORT
        assert not isinstance(draft.state.stack[-1], FleetAssignment)
        state = draft.state
    assert isinstance(phase(state).state.stack[-1], FleetAssignment)


@pytest.mark.case("30.25", "30.16")
def test_who_has_fired_returns_for_two_stages() -> None:
    state = phase(position("157Fant+ C4807", ships={"Valiant": off(TOBRUK, fired=True)}, turn=BEFORE)).state
    assert not isinstance(state.stack[-1], FleetAssignment)
    state = phase(phase(state).state).state
    assert isinstance(state.stack[-1], FleetAssignment)
    unused = phase(position("157Fant+ C4807", ships={"Valiant": off(TOBRUK)}, turn=BEFORE)).state
    assert f"sail Valiant to {TOBRUK}" in listed(unused)  # it may stay at sea


@pytest.mark.case("30.18", "32.71")
def test_five_ships_may_hide_at_malta_and_come_back_only_to_alexandria() -> None:
    many = {name: Ship(2) for name in ("Airedale", "Bedouin", "Jervis", "Lance", "Ledbury", "Mohawk")}
    state = assigning(ships=many)
    for name in list(many)[:5]:
        state = play(state, f"sail {name} to valletta")
    assert refusal(state, "sail Mohawk to valletta").case == "30.18"
    assert set(in_harbour(state)) == {"Mohawk"}
    later = asking(state, FleetAssignment())
    assert refusal(later, f"sail Jervis to {TOBRUK}").case == "30.18"
    assert play(later, "sail Jervis to alexandria").ships["Jervis"].port == "alexandria"


# Damage and repair


@pytest.mark.case("30.36", "30.37", "30.13", "30.43")
def test_six_stages_in_alexandria_repair_a_gun_and_below_half_nobody_sails() -> None:
    draft = draft_of(position("157Fant+ C4807", ships=FLEET, turn=BEFORE))
    hit(draft, "Ajax", 3)
    hit(draft, "Nubian", 2)
    state = draft.state
    assert (state.ships["Ajax"].guns, state.ships["Ajax"].crippled, state.ships["Nubian"].guns) == (1, True, 0)
    asked = asking(state, FleetAssignment())
    assert refusal(asked, f"sail Ajax to {TOBRUK}").case == "30.36"
    assert refusal(asked, f"sail Nubian to {TOBRUK}").case == "30.36"
    assert "Nubian is sunk" in refusal(asked, "sail Nubian to valletta").why
    assert "under repair" in refusal(asked, "sail Ajax to valletta").why
    for _ in range(12):
        state = asking(play(phase(state).state, "done"))
    assert (state.ships["Ajax"].guns, state.ships["Ajax"].crippled) == (3, False)
    assert state.ships["Nubian"].guns == 0


# Bombardment


def salvo(ships: dict[str, Ship], *units: str, rolls: tuple[int, ...] = (), **fields: Any) -> Campaign:
    draft = Draft(position(*units, ships=ships, segment=Segment(), **({"phasing": "axis"} | fields)), Rolls(*rolls))
    open_salvo(draft, lambda draft: None)
    draft.settle()
    return draft.state


@pytest.mark.case("12.55", "30.21", "30.22", "30.24", "12.52")
def test_a_battleship_barrages_its_hex_with_all_and_the_next_with_half_of_its_guns() -> None:
    state = salvo({"Valiant": off(TOBRUK), "Nubian": Ship(2, HEX(TOBRUK))}, "I/157 C4807, I/158 C4707")
    assert (strength(state, "Valiant", HEX(TOBRUK)), strength(state, "Valiant", HEX("C4707"))) == (6, 3)
    assert isinstance(state.stack[-1], OffShore)
    for order in listed(state):
        frames.check(state, CW, ORDER(order))
    assert refusal(state, "barrage C4707 infantry 1 with Nubian:1").case == "30.21"  # a destroyer does not reach it
    assert refusal(state, "barrage C4807 infantry 1 with Valiant:5").case == "30.22"
    assert refusal(state, "barrage C4807 infantry 1 with Valiant:6; C4707 infantry 1 with Valiant:3").case == "30.24"
    assert refusal(state, "barrage C4807 infantry 2 with Valiant:6").case == "12.24"
    assert refusal(state, "barrage C3922 infantry 1 with Valiant:6").case == "30.21"
    after, events = frames.play(state, CW, ORDER("barrage C4807 infantry 1 with Valiant:6, Nubian:2"), Rolls(6, 6))
    (barraged,) = [event for event in events if event.kind == "barraged"]
    assert barraged.facts["points"] == 8
    assert after.ships["Valiant"].fired and after.units["I/157"].spent > 0  # being barraged costs points
    assert after.supply == {}  # no Ammo is asked for


@pytest.mark.case("12.55", "30.12", "12.54", "12.53")
def test_ships_burn_dumps_and_batter_cities() -> None:
    depots = {"AX-S1": ("C4807", 40, 60)}
    state = salvo({"Valiant": off(TOBRUK)}, "I/157 C4807", supply=depots)
    burnt = play(state, "barrage C4807 dump 1 with Valiant:6", rolls=(6, 6))
    assert burnt.supply["AX-S1"].fuel < 60  # sixty raw points on the scale of bombs
    battered = play(state, "barrage C4807 fortification 1 with Valiant:6", rolls=(6, 6))
    assert battered.forts == {HEX(TOBRUK): 1}


@pytest.mark.case("30.12", "12.55", "30.23", "3.61")
def test_what_ships_fire_at_is_secret_until_the_plots_are_in_and_is_resolved_with_them() -> None:
    units = "I/157, 45Art C4707, 1RNF, 31Fld C4607"
    supply = {"AX-S1": ("C4707", 40, 60), "CW-S1": ("C4607", 40, 60)}
    draft = Draft(position(units, ships={"Valiant": off(TOBRUK)}, supply=supply, phasing="axis"), Rolls())
    open_combat(draft, "axis")
    draft.settle()
    state = draft.state
    for side in ("axis", CW):
        state, _ = frames.play(state, side, ORDER("back none"), Rolls())
    assert isinstance(state.stack[-1], OffShore)
    state = play(state, "barrage C4707 infantry 1 with Valiant:3")
    assert state.segment.salvo and not observe(state, "axis").segment.salvo
    assert not observe(state, "axis").ships["Valiant"].fired
    state, _ = frames.play(state, "axis", ORDER("barrage none"), Rolls())
    state, events = frames.play(state, CW, ORDER("barrage none"), Rolls(6, 6))
    assert [event.facts["at"] for event in events if event.kind == "barraged"] == ["C4707"]
    assert not state.segment.salvo


@pytest.mark.case("30.23", "30.24")
def test_a_coast_is_bombarded_though_no_armies_meet() -> None:
    draft = Draft(position("I/157 C4807", ships={"Valiant": off(TOBRUK)}, phasing=CW), Rolls())
    open_combat(draft, CW)
    draft.settle()
    assert isinstance(draft.state.stack[-1], OffShore)
    after = play(draft.state, "barrage none")
    assert len(after.stack) == 1
    quiet = Draft(position("I/157 C4807", ships={"Valiant": Ship(6)}, phasing=CW), Rolls())
    open_combat(quiet, CW)
    assert len(quiet.state.stack) == 1


# Raids on Alexandria


def plotting(raids: int = 2, **fields: Any) -> Campaign:
    return phase(position("157Fant+ A4827", ships=FLEET, raids=raids, turn=5, **fields)).state


@pytest.mark.case("32.72", "3.61")
def test_a_secret_die_says_how_many_raids_there_are() -> None:
    draft = draft_of(position(), 4)
    count_raids(draft)
    assert draft.state.raids == 4
    assert all(not event.heard_by(CW) for event in draft.events)
    assert observe(draft.state, CW).raids == 0 and observe(draft.state, "axis").raids == 4
    draft = draft_of(position(scenario="campaign"), 4)
    count_raids(draft)
    assert draft.state.raids == 6  # two more in a Campaign Game


@pytest.mark.case("32.71", "32.73")
def test_one_raid_a_stage_is_plotted_in_secret() -> None:
    state = plotting()
    assert isinstance(state.stack[-1], RaidPlot) and listed(state) == ["done", "raid"]
    assert not play(state, "done").raid
    planned = play(asking(state, RaidPlot()), "raid")
    assert planned.raid and planned.raids == 1 and not observe(planned, CW).raid
    assert not isinstance(plotting(raids=0).stack[-1], RaidPlot)
    assert isinstance(plotting(raids=1).stack[-1], RaidPlot)  # the last


@pytest.mark.case("32.71", "32.72", "32.73", "32.75")
def test_why_no_raid_is_planned() -> None:
    def case(**fields: Any) -> str:
        why = why_not_raid(position(**({"ships": FLEET, "raids": 1} | fields)))
        return why.case if why else ""

    assert case() == "" and case(raids=0) == "32.72" and case(raid=True) == "32.73"
    assert case(weather="sandstorm", foul=("E",)) == "32.75"
    assert case(weather="sandstorm", foul=("D",)) == "" == case(weather="hot", foul=("E",))
    assert case(ships={}) == "32.71" == case(ships={"Valiant": off(TOBRUK)})


@pytest.mark.case("32.75")
def test_no_raid_in_a_storm_over_alexandria() -> None:
    for weather in ("rainstorm", "sandstorm"):
        assert not isinstance(plotting(weather=weather, foul=("E",)).stack[-1], RaidPlot)
        assert isinstance(plotting(weather=weather, foul=("A",)).stack[-1], RaidPlot)
    assert isinstance(plotting(weather="hot").stack[-1], RaidPlot)


def raid(*rolls: int, ships: dict[str, Ship] | None = None) -> Campaign:
    draft = Draft(asking(position(ships=FLEET if ships is None else ships, raid=True), AirRaid()), Rolls(*rolls))
    draft.settle()
    return draft.state


@pytest.mark.case("32.74", "30.34", "30.13")
def test_a_die_counts_the_columns_and_two_dice_give_damage_points_to_distribute() -> None:
    """A 6 is the sixth column, of 161 to 200 Bomb Points; a 66 there is four Damage Points."""
    state = raid(6, 6, 6)
    assert state.stack[-1] == RaidDamage(4) and not state.raid
    assert listed(state)[0] == "lose Valiant:4"
    after = play(state, "lose Valiant:1, Dido:3")
    assert (after.ships["Valiant"].guns, after.ships["Dido"].guns) == (5, 0)
    assert refusal(state, "lose Valiant:3").case == "32.74"
    assert refusal(state, "lose Dido:4").case == "32.74"
    assert refusal(state, "lose York:4").case == "32.74"
    assert refusal(state, "lose Valiant:2, Valiant:2").case == "32.74"
    assert raid(1, 1, 1).ships == FLEET  # the first column, and nothing is hit


@pytest.mark.case("32.74")
def test_a_raid_of_a_campaign_game_is_two_columns_stronger() -> None:
    fields: dict[str, Any] = {"ships": FLEET, "raid": True}
    told = []
    for scenario in ("", "campaign"):
        draft = Draft(asking(position(scenario=scenario, **fields), AirRaid()), Rolls(4, 6, 6))
        draft.settle()
        told.append(next(event.facts["points"] for event in draft.events if event.kind == "raided"))
    assert told == ["81-120", "161-200"]


@pytest.mark.case("32.71", "32.74")
def test_only_ships_in_the_harbour_suffer() -> None:
    ships = {"Valiant": off(TOBRUK), "Ajax": Ship(4, port="valletta"), "Nubian": Ship(2)}
    after = raid(6, 6, 6, ships=ships)
    assert after.ships["Nubian"].guns == 0 and after.ships["Valiant"].guns == 6 and after.ships["Ajax"].guns == 4


# At the table


@pytest.mark.case("30.15", "30.21")
def test_the_screen_offers_every_coast_with_enemies_and_every_target() -> None:
    state = assigning("157Fant+ C4807, I/141 B5925, I/142 C4321")
    deeds = [offer.action for offer in offers(state, CW, ())]
    for order in ("done", f"sail Valiant to {DERNA}", "sail Nubian to C4321", "sail Ajax to valletta"):
        assert order in deeds
        play(state, order)
    bombarding = salvo({"Valiant": off(TOBRUK)}, "I/157 C4807, I/158 C4707", supply={"AX-S1": ("C4707", 4, 4)})
    deeds = [offer.action for offer in offers(bombarding, CW, ())]
    for order in ("none", "C4807 infantry 1 with Valiant:6", "C4707 dump 1 with Valiant:3"):
        assert f"barrage {order}" in deeds
    for order in deeds:
        frames.check(bombarding, CW, ORDER(order))


@pytest.mark.case("30.36", "30.16", "30.18")
def test_a_sunken_ship_does_not_sail() -> None:
    assert why_not_sail(position(ships={"Valiant": Ship(6)}), "Valiant") is None
    refused = why_not_sail(position(ships={"Valiant": Ship(0)}), "Valiant")
    assert refused is not None and refused.case == "30.36" and "sunk" in refused.why


@pytest.mark.case("30.16", "30.25", "30.36", "30.37")
def test_what_a_stage_does_to_each_ship() -> None:
    """The Valiant has six guns, the Ajax four."""

    def later(name: str, ship: Ship) -> Ship:
        draft = draft_of(position(ships={name: ship}))
        _pass_stage(draft, name)
        return draft.state.ships[name]

    assert later("Ajax", Ship(4)) == Ship(4), "a sound ship needs no repair"
    assert later("Ajax", Ship(3)) == Ship(3, mending=1) and later("Ajax", Ship(0)) == Ship(0)
    assert later("Ajax", Ship(3, port="valletta")).mending == 0
    assert later("Ajax", Ship(1, mending=5, crippled=True)) == Ship(2, crippled=True), "half is not more than half"
    assert later("Ajax", Ship(2, mending=5, crippled=True)) == Ship(3)
    assert later("Ajax", Ship(1, mending=5)) == Ship(2), "who was never crippled does not become so"
    assert later("Valiant", Ship(6, owed=2, sea=1)) == Ship(6, owed=1) and later("Valiant", Ship(6)).owed == 0
    home = later("Valiant", off(TOBRUK))
    assert home.at == IN_PORT and not home.fired


@pytest.mark.case("30.13")
def test_the_guns_of_the_two_ships() -> None:
    assert (warships()["Valiant"].guns, warships()["Ajax"].guns) == (6, 4)


@pytest.mark.case("30.6")
def test_a_ship_that_has_joined_already_is_not_made_new() -> None:
    draft = draft_of(position(ships={"Valiant": Ship(2)}, turn=60))
    _join(draft)
    assert draft.state.ships["Valiant"] == Ship(2) and len(draft.state.ships) > 1


@pytest.mark.case("30.34", "30.36")
def test_a_ship_is_crippled_below_half_of_its_guns_and_sunk_without_any() -> None:
    """The Valiant has six."""
    for damage, guns, is_crippled in ((1, 5, False), (3, 3, False), (4, 2, True), (6, 0, True), (9, 0, True)):
        draft = draft_of(position(ships={"Valiant": Ship(6), "Ajax": Ship(4)}))
        hit(draft, "Valiant", damage)
        ship = draft.state.ships["Valiant"]
        assert (ship.guns, ship.crippled) == (guns, is_crippled) and draft.state.ships["Ajax"] == Ship(4)
    mended = draft_of(position(ships={"Valiant": Ship(5, crippled=True)}))
    hit(mended, "Valiant", 1)
    assert mended.state.ships["Valiant"].crippled, "until it is repaired"


@pytest.mark.case("32.71", "30.18")
def test_only_ships_afloat_that_lie_in_alexandria_are_in_its_harbour() -> None:
    ships = {"Valiant": Ship(6), "Ajax": Ship(4, port="valletta"), "Nubian": Ship(0), "Jervis": off(TOBRUK)}
    assert in_harbour(position(ships=ships)) == {"Valiant": 6}


@pytest.mark.case("30.18", "30.36")
def test_neither_the_sunk_nor_the_crippled_change_ports_and_nobody_where_he_is() -> None:
    def refused(ship: Ship, to: str) -> str:
        return refusal(asking(position(ships={"Valiant": ship}), FleetAssignment()), f"sail Valiant to {to}").case

    assert refused(Ship(0), "valletta") == "30.36" == refused(Ship(2, crippled=True), "valletta")
    assert refused(Ship(6), "alexandria") == "30.18" == refused(Ship(6, port="valletta"), "valletta")
    moved = asking(position(ships={"Valiant": Ship(6, port="valletta")}), FleetAssignment())
    assert play(moved, "sail Valiant to alexandria").ships["Valiant"].port == "alexandria"
