"""[13.4, 13.5] The Recovery Phase."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.north_africa_41.results.recovery import open_recovery, shaken
from sandtable.games.north_africa_41.state import DISRUPTED, FULL_RETREAT, GOOD, NorthAfrica
from tests.north_africa_41.positions import position
from tests.playing import draft_of


def recovered(state: NorthAfrica, *rolls: int) -> NorthAfrica:
    draft = draft_of(state, *rolls)
    open_recovery(draft, state.phasing)
    return draft.state


def orders(state: NorthAfrica, *names: str) -> list[int]:
    return [state.units[name].order for name in names]


@pytest.mark.case("13.4", "3.2")
def test_units_away_from_the_enemy_recover_one_level() -> None:
    state = recovered(position("ge-mg8~, ge-mg2~~, ge-3rec 2534, ge-115~ tripoli", "br-3hus~ 2540"))
    assert orders(state, "ge-mg8", "ge-mg2", "ge-3rec", "ge-115") == [GOOD, DISRUPTED, GOOD, GOOD]
    assert state.units["br-3hus"].order == DISRUPTED  # not its phase
    draft = draft_of(position("ge-mg8~, ge-mg2~~ 2534"))
    open_recovery(draft, "axis")
    told = {event.facts["unit"]: event.facts["order"] for event in draft.events if event.kind == "recovered"}
    assert told == {"ge-mg8": "good-order", "ge-mg2": "disrupted"}


@pytest.mark.case("13.5", "13.4")
def test_in_an_enemy_zone_they_rally_on_five_or_six() -> None:
    state = position("it-rc~ 2534", "br-3hus 2535")
    assert [orders(recovered(state, die), "it-rc") for die in (4, 5)] == [[DISRUPTED], [GOOD]]


@pytest.mark.case("13.5", "2.3.2")
def test_the_elite_rally_on_four_and_the_poor_on_six() -> None:
    elite, poor = position("ge-mg8~ 2534", "br-3hus 2535"), position("it-19bre~ 2534", "br-3hus 2535")
    assert [orders(recovered(elite, die), "ge-mg8") for die in (3, 4)] == [[DISRUPTED], [GOOD]]
    assert [orders(recovered(poor, die), "it-19bre") for die in (5, 6)] == [[DISRUPTED], [GOOD]]


@pytest.mark.case("13.5", "13.4", "7.3")
def test_a_port_or_a_fortification_helps_once_and_a_limited_zone_is_a_zone() -> None:
    port: dict[str, Any] = {"control": {"3138": "axis"}}
    harbour = position("it-rc~ 3138", "br-3hus 3037", **port)
    assert [orders(recovered(harbour, die), "it-rc") for die in (2, 3)] == [[DISRUPTED], [GOOD]]
    both = position("it-rc~ 3138", "br-3hus 3037", forts={"3138": "axis"}, **port)
    assert [orders(recovered(both, die), "it-rc") for die in (2, 3)] == [[DISRUPTED], [GOOD]]
    fort = position("it-rc~~, ge-mg8 2534", "br-3hus 2535", forts={"2534": "axis"})
    assert [orders(recovered(fort, die), "it-rc") for die in (2, 3)] == [[FULL_RETREAT], [DISRUPTED]]
    works = position("it-rc~ 2534", "br-3hus 2535", works={"2534": "axis"})
    assert [orders(recovered(works, die), "it-rc") for die in (4, 5)] == [[DISRUPTED], [GOOD]], "not yet complete"


@pytest.mark.case("13.4", "13.3.2")
def test_enemies_in_full_retreat_disturb_nobody() -> None:
    assert orders(recovered(position("ge-mg8~ 2534", "br-3hus~~ 2535")), "ge-mg8") == [GOOD]


@pytest.mark.case("19.5", "3.2")
def test_replacement_markers_are_removed() -> None:
    state = recovered(position("ge-mg8+, axis-truck-1+ 2534", "br-3hus+ 2540"))
    assert not state.units["ge-mg8"].replaced and not state.units["axis-truck-1"].replaced
    assert state.units["br-3hus"].replaced


@pytest.mark.case("19.5", "19.3.3")
def test_a_unit_restored_in_reserve_is_free_of_its_marker_when_it_is_released() -> None:
    state = recovered(position(allied="nz-4+ reserve, br-16+ withdrawn", phasing="allied"))
    assert not state.units["nz-4"].replaced and not state.units["br-16"].replaced


@pytest.mark.case("13.1.1")
def test_whoever_is_shaken_on_the_map_or_in_a_box_of_his_side_recovers_and_nobody_out_of_play() -> None:
    state = position("ge-mg8~ 2930, ge-mg2~ tripoli, ge-3rec 2930, ge-i-5~ eliminated", "br-3hus~ 2833")
    assert sorted(shaken(state, "axis")) == ["ge-mg2", "ge-mg8"] and shaken(state, "allied") == ["br-3hus"]
