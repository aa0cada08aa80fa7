"""[3.6] Limited intelligence: a side knows what lies on the map and what it was told, nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.dice import SecretDice
from sandtable.core.frames import Draft
from sandtable.core.title import Setup
from sandtable.core.values import Event
from sandtable.games.campaign_for_north_africa.capability.initiative import Declaration
from sandtable.games.campaign_for_north_africa.contents import (
    Consignment,
    Minefield,
    Project,
    Raider,
    Replacement,
    Segment,
    Shot,
    Squadron,
    SupplyUnit,
    Wreck,
)
from sandtable.games.campaign_for_north_africa.ground.contact import break_off_cost, in_contact
from sandtable.games.campaign_for_north_africa.ground.zones import apparent
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.patrols.patrol_results import Mission
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES
from sandtable.games.campaign_for_north_africa.selection import selection_from
from sandtable.games.campaign_for_north_africa.setup import begin
from sandtable.games.campaign_for_north_africa.sight.observe import _other_books, disguises, observe
from sandtable.games.campaign_for_north_africa.sight.story import tell
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.sight.zones_told import zones_told
from sandtable.games.campaign_for_north_africa.state import DUE, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.title import title
from sandtable.games.campaign_for_north_africa.verbs import learn
from tests.campaign_for_north_africa.positions import asking, position
from tests.playing import Rolls


def field(**fields: Any) -> Campaign:
    state = position(
        "63Cir+ C3920 motors=12 cohesion=-5 spent=6, IX(L)[CV33:2] C3919 reserve=1, DAK C3919",
        "7Spt C3922, 1KRRC>7Spt, 2RflBde>7Spt, 11Hus C3721 engaged",
        supply={"AX-S1": ("C3920", 12, 30), "AX-S2": ("C4120",), "CW-S3": ("C3922", 7, 9)},
        motors={"axis": {"C4120": 33}, "commonwealth": {"D3714": 9}},
        wrecks={"W1": Wreck(board().hex("C3919"), "axis", "italian", "CV33", 5, False, "IX(L)")},
        plans={"axis": (Consignment(3, 2),), "commonwealth": (Consignment(5, 1),)},
        prisoners={"axis": 3, "commonwealth": 4},
        spares={"C3920/italian/CV33": 2, "D3714/commonwealth/A9": 1},
        rommel="C3919",
        escort=("IX(L)",),
        scenario="grazianis-offensive",
        **fields,
    )
    return asking(state, Declaration())


@pytest.mark.case("3.61", "3.62", "3.6")
def test_of_an_enemy_counter_only_its_place_and_markers_are_seen() -> None:
    seen = observe(field(), "commonwealth")
    division = seen.units["63Cir"]
    assert division.at == board().hex("C3920")
    assert (division.cohesion, division.spent, division.motors) == (0, 0, 0)
    assert seen.units["I/157"].at == DUE and "63Cir" not in seen.parts  # what is attached to it
    light = seen.units["IX(L)"]
    assert light.toe == {"CV33": 9} and light.reserve == 1  # the strength one expects, and the marker
    assert observe(field(), "axis").units["11Hus"].engaged


@pytest.mark.case("3.61")
def test_own_units_are_known_whole() -> None:
    state = field()
    seen = observe(state, "axis")
    assert seen.units["63Cir"] == state.units["63Cir"] and seen.parts["63Cir"] == state.parts["63Cir"]
    assert seen.supply["AX-S1"] == state.supply["AX-S1"] and seen.motors == {"axis": state.motors["axis"]}
    assert seen.wrecks == state.wrecks and seen.spares == {"C3920/italian/CV33": 2}


@pytest.mark.case("3.62", "32.18")
def test_supply_units_wrecks_trucks_and_books_of_the_enemy_are_closed() -> None:
    seen = observe(field(), "commonwealth")
    real, dummy = seen.supply["AX-S1"], seen.supply["AX-S2"]
    assert (real.ammo, real.fuel, real.dummy) == (dummy.ammo, dummy.fuel, dummy.dummy) == (40, 60, False)
    assert seen.supply["CW-S3"].ammo == 7
    assert seen.wrecks["W1"].points == 1 and not seen.wrecks["W1"].weapon and not seen.wrecks["W1"].unit
    assert seen.motors == {"commonwealth": {board().hex("D3714"): 9}}
    assert seen.plans == {"commonwealth": (Consignment(5, 1),)}
    assert seen.prisoners == {"axis": 3, "commonwealth": 4}  # [28.14] prisoners are seen by both
    assert seen.spares == {"D3714/commonwealth/A9": 1} and seen.escort == ()


@pytest.mark.case("3.61", "16.51")
def test_a_report_stands_in_the_place_of_what_one_expects() -> None:
    draft = Draft(field(), Rolls())
    learn(draft, "commonwealth", "IX(L)", toe=4)
    assert observe(draft.state, "commonwealth").units["IX(L)"].toe == {"CV33": 4}
    assert observe(draft.state, "axis").units["IX(L)"].toe == {"CV33": 2}
    piece = next(each for each in view(draft.state, "commonwealth").pieces if each.id == "IX(L)")
    assert piece.factors == (4,)
    assert "known" not in str(view(draft.state, "").facts)


@pytest.mark.case("3.62")
def test_in_combat_only_totals_are_told() -> None:
    segment = Segment(back=("45Art", "31Fld"), charged={"I/157": 10, "11Hus": 6})
    state = replace(field(), segment=segment)
    assert observe(state, "axis").segment == Segment(back=("45Art",), charged={"I/157": 10})
    assert observe(state, "commonwealth").segment == Segment(back=("31Fld",), charged={"11Hus": 6})


@pytest.mark.case("3.62", "15.23")
def test_which_assaults_are_over_is_known_to_the_side_that_ordered_them() -> None:
    """One against a hex that its defenders have left takes place without a word."""
    state = field(segment=Segment(fought=(board().hex("C3920"),)), phasing="axis")
    assert observe(state, "axis").segment.fought == state.segment.fought
    assert observe(state, "commonwealth").segment == observe(state, "").segment == Segment()


@pytest.mark.case("3.62", "16.12")
def test_frames_do_not_give_away_who_is_on_patrol() -> None:
    mission = Mission("axis", board().hex("C3922"), (Points("IX(L)", "CV33", 2),))
    state = asking(field(), mission, Declaration())
    hidden = [frame for frame in observe(state, "commonwealth").stack if isinstance(frame, Mission)]
    assert hidden[0].points == ()
    own = [frame for frame in observe(state, "axis").stack if isinstance(frame, Mission)]
    assert own[0].points == mission.points


@pytest.mark.case("3.6", "3.61", "27.57")
def test_view_and_observation_do_not_change_with_what_is_hidden() -> None:
    for state in (field(), opening("grazianis-offensive"), opening("race-for-tobruk")):
        for side in ("axis", "commonwealth", ""):
            seen, shown = observe(state, side), view(state, side)
            hidden = list(disguises(state, side))
            assert len(hidden) == (3 if side else 6) and all(each != state for each in hidden)
            for each in hidden:
                assert observe(each, side) == seen and view(each, side) == shown


def opening(key: str) -> Campaign:
    state: Campaign = begin(Setup(key))
    return frames.begin(state, SecretDice(b"1"))[0]


@pytest.mark.case("3.6")
def test_what_a_side_observes_is_a_state_and_reads_back() -> None:
    state = observe(opening("race-for-tobruk"), "axis")
    assert title().rules.decode(title().rules.encode(state)) == state
    assert observe(state, "axis") == state  # nothing more to hide


@pytest.mark.case("10.6")
def test_what_the_enemy_said_of_his_zones_is_written_down_with_what_a_side_observes() -> None:
    for foe, held in (("157Fant+", True), ("157Fant", False)):
        seen = observe(position(f"{foe} C3918", "1RNF C3818", phasing="commonwealth"), "commonwealth")
        read = title().rules.decode(title().rules.encode(seen))
        assert read.told == {board().hex("C3818"): held} == seen.told and repr(seen.told) == repr(read.told)
        assert in_contact(read, "1RNF") is held


@pytest.mark.case("3.62")
def test_pieces_of_the_enemy_have_no_figures_and_his_parts_no_pieces() -> None:
    shown = {piece.id: piece for piece in view(field(), "commonwealth").pieces}
    assert shown["63Cir"].factors == () and shown["63Cir"].marks == ()
    assert "I/157" not in shown and shown["AX-S2"].factors == () and shown["W1"].title == "Broken Down Vehicles"
    own = {piece.id: piece for piece in view(field(), "axis").pieces}
    assert own["63Cir"].factors[0] > 50 and "cohesion -5" in own["63Cir"].marks
    assert own["AX-S2"].marks == ("dummy",) and own["motors@C4120"].factors == (33,)


@pytest.mark.case("3.61")
def test_secret_events_are_heard_by_their_side_alone() -> None:
    secret = Event(1, "broke_down", {"only": "axis", "unit": "IX(L)", "at": "C3919", "points": 2, "weapon": "CV33"})
    assert secret.heard_by("axis") and not secret.heard_by("commonwealth") and not secret.heard_by("")
    assert tell(secret) == "IX(L) leaves 2 CV33 broken down at C3919"
    assert tell(Event(1, "unheard", {})) == ""


@pytest.mark.case("10.6", "8.62", "3.61")
def test_a_player_is_told_which_of_his_units_are_in_contact() -> None:
    for foe, contact in (("157Fant+", True), ("157Fant", False)):  # with its battalions, and a bare headquarters
        state = position(f"{foe} C3918", "1RNF C3818", phasing="commonwealth")
        seen = observe(state, "commonwealth")
        assert in_contact(state, "1RNF") is in_contact(seen, "1RNF") is contact
        assert break_off_cost(seen, "1RNF") == break_off_cost(state, "1RNF")
        assert apparent(seen, "commonwealth")[state.units["1RNF"].at]


@pytest.mark.case("10.6", "3.61", "3.62")
def test_a_zone_that_goes_in_secret_is_told_at_once_to_who_stands_in_it_and_to_nobody_else() -> None:
    """In the Axis turn a headquarters loses all that it led: no counter that is seen moves."""
    for watcher, told in (("1RNF C3818", True), ("1RNF C3815", False)):
        before, after = (position(f"{foe} C3918", watcher, phasing="axis") for foe in ("157Fant+", "157Fant"))
        assert (zones_told(before, "commonwealth") != zones_told(after, "commonwealth")) is told
        assert observe(before, "commonwealth").units == observe(after, "commonwealth").units
        assert zones_told(before, "axis") == zones_told(after, "axis")
        assert zones_told(before, "") == zones_told(after, "") == {}
    for phasing in SIDES:
        state = position("157Fant+ C3918", "1RNF C3818", phasing=phasing)
        assert zones_told(state, "commonwealth") == {board().hex("C3818"): True}, "whoever is phasing"


@pytest.mark.case("3.62")
def test_what_was_fired_and_who_withdrew_is_known_to_those_who_did_it() -> None:
    shot = (Shot(board().hex("C3920"), "infantry", 1, ()),)
    segment = Segment(withdrew=("11Hus", "CW-S3", "IX(L)", "AX-S1"), salvo=shot, coast=shot, at_ships=(("IX(L)", 3),))
    ours, theirs = (observe(field(segment=segment), side).segment for side in ("commonwealth", "axis"))
    assert (ours.withdrew, theirs.withdrew) == (("11Hus", "CW-S3"), ("IX(L)", "AX-S1"))
    assert (ours.salvo, theirs.salvo) == (shot, ()) and (ours.coast, theirs.coast) == ((), shot)
    assert (ours.at_ships, theirs.at_ships) == ((), (("IX(L)", 3),))


@pytest.mark.case("27.57")
def test_raiders_see_the_trucks_in_their_hex_on_the_map_as_well() -> None:
    """Else a position of which everything shown is the same would allow other raids."""
    at = board().hex("C4120")
    supply = {"AX-S2": SupplyUnit("axis", at, 4, 4, motors=5)}
    state = replace(field(), supply=supply, raiders={"LRDG1": Raider("commonwealth", at, shown=False)})
    seen = {piece.id: piece for piece in view(state, "commonwealth").pieces}
    assert seen["trucks@C4120"].factors == (33,) and seen["trucks@C4120"].side == "axis"
    assert seen["AX-S2"].marks == ("motors 5",) and seen["AX-S2"].factors == ()
    assert selection_from(state, "commonwealth", ("trucks@C4120",)).own == ()
    for side in ("commonwealth", "axis", ""):
        unseen = {piece.id: piece for piece in view(replace(state, raiders={}), side).pieces}
        assert "trucks@C4120" not in unseen and (side == "axis" or unseen["AX-S2"].marks == ())


@pytest.mark.case("27.57", "3.62")
def test_a_position_that_one_cannot_tell_from_this_differs_in_the_books_of_the_enemy_alone() -> None:
    mines = {"C3930": Minefield("axis"), "C3931": Minefield("commonwealth"), "C3932": Minefield("axis", revealed=True)}
    projects = {
        name: Project(side, board().hex("C3930"), "build road", ("x",), (), 2)
        for name, side in zip("PQ", SIDES, strict=True)
    }
    state = field(
        minefields=mines,
        projects=projects,
        guards={"IT-G1": "I/157", "CW-G1": "1KRRC"},
        replacements={"IT-Inf1": Replacement(left=3), "CW-Inf1": Replacement(left=3)},
        squadrons={"CW-TDS1": Squadron(), "GE-TRS1": Squadron()},
        upgraded=("1KRRC",),
        held=("11Hus",),
        gunned={"IX(L)": "ships", "11Hus": "land"},
        raids=2,
        lifted={"axis": 3, "commonwealth": 4},
    )
    whose = {"AX-S1": "axis", "CW-S3": "commonwealth", "P": SIDES[0], "Q": SIDES[1]}
    for side in SIDES:
        enemy = enemy_of(side)
        other = _other_books(state, side, enemy)
        assert {each for each in ("AX-S1", "CW-S3") if other.supply[each] != state.supply[each]} == {
            each for each in ("AX-S1", "CW-S3") if whose[each] == enemy
        }
        assert (other.wrecks["W1"] != state.wrecks["W1"]) is (enemy == "axis")
        assert {each for each in "PQ" if other.projects[each] != projects[each]} == {
            each for each in "PQ" if whose[each] == enemy
        }
        changed = {board().name(at) for at, each in other.minefields.items() if each != state.minefields[at]}
        assert changed == ({"C3930"} if enemy == "axis" else {"C3931"})
        for own, theirs, found, was in (
            ("CW-G1", "IT-G1", other.guards, state.guards),
            ("CW-Inf1", "IT-Inf1", other.replacements, state.replacements),
            ("CW-TDS1", "GE-TRS1", other.squadrons, state.squadrons),
        ):
            british, axis = found[own] == was[own], found[theirs] == was[theirs]
            assert (british, axis) == ((True, False) if enemy == "axis" else (False, True))
        assert (other.upgraded, other.held) == ((("1KRRC",), ("11Hus",)) if enemy == "axis" else ((), ()))
        assert other.escort == (() if enemy == "axis" else ("IX(L)",))
        assert other.raids == (3 if enemy == "axis" else 2) and other.raid is (enemy == "axis")
        assert set(other.gunned) == ({"11Hus"} if enemy == "axis" else {"IX(L)"})
        assert set(other.spares) == ({"D3714/commonwealth/A9"} if enemy == "axis" else {"C3920/italian/CV33"})
        assert other.motors[side] == state.motors[side] and other.motors[enemy] != state.motors[enemy]
        assert other.lifted[side] == state.lifted[side] and other.lifted[enemy] != state.lifted[enemy]
