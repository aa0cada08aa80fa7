"""[13.1, 13.2, 13.3] Good Order, Disruption, Full Retreat, and how units in Full Retreat give way."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.results.retreats import RetreatRoute, disorder
from sandtable.games.north_africa_41.state import DISRUPTED, ELIMINATED, FULL_RETREAT, GOOD
from tests.north_africa_41.beaten import alarmed, beaten
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play, play_noting, position, refusal, where
from tests.playing import THE_END, asked, draft_of, top


@pytest.mark.case("13.1.1")
def test_units_keep_their_order_beside_others_of_another() -> None:
    state = beaten(position("ge-i-5 2533", "br-3hus 2534, br-kdg 2536"))
    after = play(state, "retreat br-3hus 2534-2535-2536")
    assert after.units["br-3hus"].order == DISRUPTED and after.units["br-kdg"].order == GOOD


# --- automatic retreats


@pytest.mark.case("13.3.2")
def test_units_in_full_retreat_give_way_two_hexes_when_an_enemy_comes() -> None:
    state = moving("ge-mg8 2532", "br-3hus~~ 2535")
    asking = play(state, "move ge-mg8 2532-2533-2534-2535")
    assert asked(asking) == "allied" and isinstance(top(asking), RetreatRoute)
    assert refusal(asking, "retreat br-3hus 2535-2536").case == "12.1.1"
    after = play(asking, "retreat br-3hus 2535-2536-2537")
    assert where(after, "br-3hus") == "2537" and after.units["br-3hus"].order == FULL_RETREAT
    assert where(after, "ge-mg8") == "2535" and asked(after) == "axis"  # it goes on where it was going


@pytest.mark.case("13.3.2")
def test_they_give_way_again_to_whoever_follows() -> None:
    state = moving("ge-mg8 2532", "br-3hus~~ 2535")
    on = play(state, "move ge-mg8 2532-2533-2534-2535-2536", "retreat br-3hus 2535-2536-2537")
    assert asked(on) == "allied" and where(on, "ge-mg8") == "2536"
    assert where(play(on, "retreat br-3hus 2537-2538-2539"), "br-3hus") == "2539"


@pytest.mark.case("13.3.2")
def test_one_hex_is_enough_if_it_leads_to_friends_in_better_order() -> None:
    state = alarmed(position("ge-mg8 2534", "br-3hus~~ 2535, br-kdg~ 2536, br-trd~~ 2636"), "2534")
    assert where(play(state, "retreat br-3hus 2535-2536"), "br-3hus") == "2536"
    fellows = alarmed(position("ge-mg8 2534", "br-3hus~~ 2535, br-trd~~ 2536"), "2534")
    assert refusal(fellows, "retreat br-3hus 2535-2536").case == "12.1.1"


@pytest.mark.case("13.3.2")
def test_units_that_stand_with_others_stay() -> None:
    state = alarmed(position("ge-mg8 2534", "br-3hus~~, br-kdg~ 2535"), "2534")
    assert state.stack == (THE_END,) and where(state, "br-3hus") == "2535"


@pytest.mark.case("13.3.2", "12.2.1")
def test_they_are_lost_if_they_cannot_give_way() -> None:
    state = alarmed(position("ge-i-5 2535, ge-mg8 2433, ge-mg2 2633", "br-3hus~~ 2534"), "2535")
    assert state.units["br-3hus"].at == ELIMINATED


@pytest.mark.case("13.3.2", "12.2.1")
def test_in_full_retreat_nothing_of_the_enemys_is_entered() -> None:
    state = alarmed(position("ge-mg8 2534, axis-truck-1 2636", "br-3hus~~ 2535", forts={"2536": "axis"}), "2534")
    assert refusal(state, "retreat br-3hus 2535-2536-2537").case == "13.3.2"
    assert refusal(state, "retreat br-3hus 2535-2635-2636").case == "13.3.2"


@pytest.mark.case("13.3.2", "12.1.5")
def test_their_trucks_may_go_along() -> None:
    state = alarmed(position("ge-mg8 2534", "br-16~~, allied-truck-1 2535"), "2534")
    after = play(state, "retreat br-16, allied-truck-1 2535-2536-2537")
    assert where(after, "allied-truck-1") == "2537"


@pytest.mark.case("13.3.2", "12.5.1")
def test_giving_way_is_no_retreat_of_a_combat_phase() -> None:
    state = alarmed(position("ge-mg8 2534", "br-16~~ 2535", retreats={"br-16": 1}), "2534")
    after = play(state, "retreat br-16 2535-2536-2537")
    assert where(after, "br-16") == "2537" and after.retreats == {"br-16": 1}


@pytest.mark.case("13.3.2")
def test_several_stacks_give_way_one_after_the_other() -> None:
    state = alarmed(position("ge-mg8 2534", "br-3hus~~ 2535, br-5rtr~~ 2434"), "2534")
    after = play(state, listed(state)[0], listed(play(state, listed(state)[0]))[0])
    assert after.stack == (THE_END,)
    assert where(after, "br-3hus") not in ("2535", "2434") and where(after, "br-5rtr") not in ("2535", "2434")


@pytest.mark.case("13.3.2", "12.4")
def test_nobody_gives_way_twice_to_one_step() -> None:
    # in the Fortification at 2634 the zone of 2534 is a limited one
    state = alarmed(position("ge-mg8 2534", "br-3hus~~ 2535", forts={"2634": "allied"}), "2534")
    after = play(state, "retreat br-3hus 2535-2634")
    assert after.stack == (THE_END,) and where(after, "br-3hus") == "2634"


@pytest.mark.case("13.3.2")
def test_enemies_in_full_retreat_give_way_to_retreating_units_too() -> None:
    state = beaten(position("ge-i-5 2533, ge-3rec~~ 2436", "br-3hus 2534"))
    met, events = play_noting(state, "retreat br-3hus 2534-2535-2536")
    assert asked(met) == "axis" and where(met, "br-3hus") == "2536"
    after = play(met, listed(met)[0])
    assert after.stack == (THE_END,) and where(after, "ge-3rec") != "2436"
    assert [event.kind for event in events][:2] == ["retreated", "disrupted"]


@pytest.mark.case("13.3.2", "9.7")
def test_units_in_full_retreat_that_start_beside_an_enemy_who_moves_give_way() -> None:
    state = moving("ge-mg8 2534", "br-3hus~~ 2535")
    asking = play(state, "move ge-mg8 2534-2434-2433")
    assert asked(asking) == "allied"
    after = play(asking, "retreat br-3hus 2535-2536-2537")
    assert where(after, "ge-mg8") == "2433"


@pytest.mark.case("13.1.2", "13.1.3")
def test_who_is_in_full_retreat_already_is_not_routed_again() -> None:
    draft = draft_of(position("", "br-16~~, br-14~, br-3hus 2534"))
    for name in ("br-16", "br-14", "br-3hus"):
        disorder(draft, name, DISRUPTED)
    assert [(event.kind, event.facts["unit"]) for event in draft.events] == [
        ("routed", "br-14"),
        ("disrupted", "br-3hus"),
    ]


@pytest.mark.case("13.3.2", "12.1.4")
def test_who_retreats_alarms_those_he_passes_and_not_those_beside_the_hex_he_leaves() -> None:
    state = beaten(position("ge-i-5 2433, ge-mg8~~ 2533", "br-3hus 2534"))
    after = play(state, "retreat br-3hus 2534-2535-2536")
    assert where(after, "ge-mg8") == "2533" and after.stack == (THE_END,)
