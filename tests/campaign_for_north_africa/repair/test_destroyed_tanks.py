"""Enemy wrecks that one comes upon."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.core.frames import Draft
from sandtable.core.learning import teaches
from sandtable.games.campaign_for_north_africa.contents import Wreck
from sandtable.games.campaign_for_north_africa.map import neighbours
from sandtable.games.campaign_for_north_africa.movement.entering import enter, near_wrecks
from sandtable.games.campaign_for_north_africa.repair.destroyed_tanks import Spoils, found_by, within_pull
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, Campaign
from tests.campaign_for_north_africa.assaults import HEX
from tests.campaign_for_north_africa.combat_segments import options, ordered, refused, who
from tests.campaign_for_north_africa.positions import asking, position
from tests.playing import Rolls

TANKS = Wreck(HEX("C3818"), "axis", "italian", "M13/40", 3, destroyed=True, unit="VIII(M)")
BROKEN = Wreck(HEX("C3818"), "axis", "italian", "M13/40", 2, destroyed=False, unit="VIII(M)")


def entered(at: str, *units: str, wrecks: dict[str, Wreck] | None = None) -> Campaign:
    """The Guards have just entered a hex."""
    state = asking(position(f"2SctGds {at}", *units, wrecks=wrecks or {"W1": TANKS}))
    draft = Draft(state, Rolls())
    enter(draft, "commonwealth", ("2SctGds",), HEX(at))
    return draft.state


@pytest.mark.case("14.52", "14.51", "14.5")
def test_who_enters_the_hex_decides_at_once_to_take_or_remove_them() -> None:
    state = entered("C3818")
    assert isinstance(state.stack[-1], Spoils) and who(state) == ("commonwealth",)
    assert refused(state, "commonwealth", "capture W2 to none") == "14.52"
    assert refused(state, "commonwealth", "done") == "14.52"
    after, _ = ordered(state, "commonwealth", "capture W1 to none")
    assert after.wrecks == {}


@pytest.mark.case("14.52", "21.52")
def test_only_wrecks_of_the_enemy_on_the_map_are_come_upon() -> None:
    state = position(wrecks={"W1": TANKS, "W2": replace(TANKS, at=TRIPOLI)})
    assert near_wrecks(state, "commonwealth") == {HEX("C3818"), *neighbours()[HEX("C3818")]}
    assert near_wrecks(state, "axis") == frozenset()


@pytest.mark.case("14.52", "14.54")
def test_captured_tanks_are_the_captors_from_then_on() -> None:
    after, events = ordered(entered("C3818"), "commonwealth", "capture W1 to C3818")
    wreck = after.wrecks["W1"]
    assert (wreck.side, wreck.at, wreck.points, wreck.destroyed) == ("commonwealth", HEX("C3818"), 3, True)
    spoils = next(event for event in events if event.kind == "spoils")
    assert spoils.heard_by("commonwealth") and not spoils.heard_by("axis")


@pytest.mark.case("14.53")
def test_they_are_pulled_up_to_three_hexes_not_through_the_enemy() -> None:
    state = entered("C3818", "I/125, II/125 C3916")
    assert "capture W1 to none" in options(state, "commonwealth")
    assert refused(state, "commonwealth", "capture W1 to C3414") == "14.53"
    assert refused(state, "commonwealth", "capture W1 to C3916") == "14.53"
    assert refused(state, "commonwealth", "capture W1 to C3917") == "14.53"  # in his zone
    assert refused(state, "commonwealth", "capture W1 to Tobruk") == "14.53"
    after, _ = ordered(state, "commonwealth", "capture W1 to C3616")
    assert after.wrecks["W1"].at == HEX("C3616")


@pytest.mark.case("14.53", "21.54")
def test_they_go_as_vehicles_do() -> None:
    around = within_pull(position("2SctGds A5432"), "commonwealth", HEX("A5432"))
    assert HEX("A5432") in around and HEX("A5433") not in around  # up an escarpment


@pytest.mark.case("14.52", "14.55")
def test_destroyed_tanks_next_to_the_hex_are_not_taken() -> None:
    assert who(entered("C3817")) == ()


@pytest.mark.case("14.52")
def test_ones_own_wrecks_are_no_spoils() -> None:
    state = position("I/125 C3818", wrecks={"W1": TANKS})
    assert found_by(state, "axis", ("I/125",), HEX("C3818")) == ()


@pytest.mark.case("21.52", "21.51", "21.55", "14.55")
def test_broken_down_vehicles_are_taken_from_the_next_hex_and_never_removed() -> None:
    state = entered("C3817", wrecks={"W1": BROKEN})
    assert who(state) == ("commonwealth",)
    assert refused(state, "commonwealth", "capture W1 to none") == "21.52"
    assert refused(state, "commonwealth", "capture W1 to C3414") == "21.55"
    after, _ = ordered(state, "commonwealth", "capture W1 to C3718")
    assert (after.wrecks["W1"].side, after.wrecks["W1"].at) == ("commonwealth", HEX("C3718"))


@pytest.mark.case("21.53", "21.52")
def test_not_where_their_owner_stands_or_controls_and_not_by_a_company() -> None:
    assert who(entered("C3817", "I/125 C3818", wrecks={"W1": BROKEN})) == ()
    assert who(entered("C3817", "I/125, II/125 C3919", wrecks={"W1": BROKEN})) == ()
    state = position("14BdeAT C3817", wrecks={"W1": BROKEN})
    assert found_by(state, "commonwealth", ("14BdeAT",), HEX("C3817")) == ()


@pytest.mark.case("21.54")
def test_not_over_ground_that_the_captors_cannot_cross() -> None:
    above = Wreck(HEX("A5433"), "axis", "italian", "M13/40", 2, destroyed=False)
    state = position("1RTR A5432, 2SctGds A5432", wrecks={"W1": above})
    assert found_by(state, "commonwealth", ("1RTR",), HEX("A5432")) == ()
    assert found_by(state, "commonwealth", ("2SctGds",), HEX("A5432")) == ("W1",)


@pytest.mark.case("14.52")
def test_several_markers_are_decided_one_by_one() -> None:
    state = entered("C3818", wrecks={"W1": TANKS, "W2": BROKEN})
    state, _ = ordered(state, "commonwealth", "capture W2 to C3818")
    assert who(state) == ("commonwealth",)
    state, _ = ordered(state, "commonwealth", "capture W1 to none")
    assert who(state) == () and set(state.wrecks) == {"W2"}


@pytest.mark.case("3.62", "14.52")
def test_who_has_looked_at_what_was_captured_cannot_take_it_back() -> None:
    state, title = entered("C3818"), games.title("campaign-for-north-africa")
    for order, looked in (("capture W1 to C3818", True), ("capture W1 to none", False)):
        after, _ = ordered(state, "commonwealth", order)
        action = title.rules.notation.parse(order)
        assert teaches(title, state, "commonwealth", action, after) is looked


@pytest.mark.case("21.52", "21.53", "21.54")
def test_engineers_and_companies_take_no_vehicles_that_only_broke_down() -> None:
    for units, taken in (("16Eng C3817", ()), ("63AT C3817", ()), ("II/104 C3817", ("W1",))):
        tank = Wreck(HEX("C3818"), "commonwealth", "commonwealth", "A9", 2, destroyed=False, unit="1RTR")
        state = position(units, wrecks={"W1": tank})
        assert found_by(state, "axis", (units.split()[0],), HEX("C3817")) == taken, units


@pytest.mark.case("21.52", "21.53", "21.54")
def test_broken_vehicles_are_seized_by_a_battalion_in_their_hex_or_next_to_it_where_nobody_holds_it() -> None:
    def seized(unit: str, at: str, *more: str) -> bool:
        state = position(f"{unit} {at}", *more, wrecks={"W1": BROKEN})
        return found_by(state, "commonwealth", (unit.partition("[")[0],), HEX(at)) == ("W1",)

    assert seized("2SctGds", "C3818") and seized("2SctGds", "C3718")
    assert not seized("2SctGds", "C3618"), "two hexes away"
    assert not seized("2SctGds[1]", "C3818") and not seized("2SctGds[1]", "C3718"), "a company"
    assert not seized("2SctGds", "C3718", "I/157 C3818"), "somebody guards them"
    assert not seized("2SctGds", "C3718", "I/125, II/125 C3918"), "in a zone of their owner"
