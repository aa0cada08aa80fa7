"""[15] Breakthrough Combat: the group, what it costs, where it ends."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.north_africa_41.combat.breakthrough import Exploiting
from sandtable.games.north_africa_41.state import FULL_RETREAT, SURRENDERED
from tests.north_africa_41.beaten import victorious
from tests.north_africa_41.positions import listed, play, play_noting, refusal, where
from tests.playing import THE_END, asked, top

PANZERS = "ge-i-5, ge-ii-5, ge-mg8"  # against a reduced battalion they need no die [8.8.3]


# --- who


@pytest.mark.case("15.1", "15.2.2")
def test_an_advance_of_two_hexes_allows_one_group_and_that_goes_first() -> None:
    state = victorious("ge-i-5 2533, ge-mg8 2633", "br-3hus 2536", "ge-i-5, ge-mg8", result="DR2")
    assert "group ge-i-5" in listed(state) and "group ge-i-5, ge-mg8" in listed(state)
    grouped = play(state, "group ge-i-5")
    assert isinstance(top(grouped), Exploiting)
    assert refusal(grouped, "advance ge-mg8 2633-2534").case == "15.2.2"
    later = play(grouped, "done")
    assert refusal(later, "group ge-mg8").case == "15.2.2"
    assert where(play(later, "advance ge-mg8 2633-2534"), "ge-mg8") == "2534"
    begun = play(state, "advance ge-mg8 2633-2534")
    assert refusal(begun, "group ge-i-5").case == "15.2.2"


@pytest.mark.case("15.2.1")
def test_others_advance_afterwards_and_do_not_attack() -> None:
    state = victorious("ge-i-5 2533, ge-mg8 2633", "br-3hus 2536", "ge-i-5, ge-mg8")
    after = play(state, "group ge-i-5", "done", "advance ge-mg8 2633-2534-2535")
    assert after.stack == (THE_END,)
    assert refusal(play(state, "group ge-i-5", "done"), "break 2536").case == "14.1"


@pytest.mark.case("15.2.1", "15.2.2", "15.2.4")
def test_a_group_from_one_hex_sets_out_from_there_and_is_asked_no_more_when_it_has_come_as_far_as_it_may() -> None:
    state = play(victorious("ge-i-5 2533", "br-3hus 2638", "ge-i-5", result="DR2"), "group ge-i-5")
    assert where(state, "ge-i-5") == "2533" and "advance ge-i-5 2533-2534-2535" in listed(state)
    after = play(state, "advance ge-i-5 2533-2534-2535")
    assert where(after, "ge-i-5") == "2535" and after.stack == (THE_END,)


@pytest.mark.case("15.1", "15.2.3")
def test_only_mechanised_units_and_those_on_trucks_break_through() -> None:
    state = victorious("", "br-16, br-14, br-3hus, allied-truck-1 2533", "br-16, br-14, br-3hus")
    assert refusal(state, "group br-16").case == "15.2.3"
    assert refusal(state, "group br-16, br-14, allied-truck-1").case == "15.2.3"
    assert isinstance(top(play(state, "group br-16, allied-truck-1")), Exploiting)
    assert refusal(state, "group allied-truck-1").case == "27.3.1"


@pytest.mark.case("15.1", "15.2.3")
def test_a_group_needs_an_advance_of_two_hexes_and_a_combat_unit() -> None:
    pieces = ("ge-i-5, axis-truck-1 2533", "br-3hus 2536", "ge-i-5")
    assert refusal(victorious(*pieces, allowance=1), "group ge-i-5").case == "15.1"
    along = victorious(*pieces, options=("tag-along",))
    assert refusal(along, "group axis-truck-1").case == "15.2.3"
    assert isinstance(top(play(along, "group ge-i-5")), Exploiting)


@pytest.mark.case("15.2.2", "15.2.9", "15.2.10")
def test_a_combat_that_did_not_take_place_ends_the_advance_of_the_group() -> None:
    state = play(victorious("ge-i-5 2533", "br-3hus 2536", "ge-i-5"), "group ge-i-5")
    asking = top(state)
    assert isinstance(asking, Exploiting) and asking.group.concluded(None).units == ()


@pytest.mark.case("15.2.3", "4.1")
def test_a_group_keeps_to_the_stacking_limit_and_to_those_who_fought() -> None:
    many = "ge-115, ge-104-15, ge-k15, ge-i-8"
    state = victorious(f"{many} 2533, ge-33rec 2633, ge-200 2533", "", f"{many}, ge-33rec")
    assert refusal(state, f"group {many}, ge-33rec").case == "15.2.3"
    assert isinstance(top(play(state, f"group {many}")), Exploiting)
    assert refusal(state, "group ge-i-8, ge-200").case == "14.1"


@pytest.mark.case("15.2.3", "15.4.1", "15.4.2")
def test_all_but_one_attached_unit_are_of_one_formation() -> None:
    state = victorious(
        "ge-i-5, ge-mg8, ge-i-33flak, ge-i-8, ge-k15 2533", "", "ge-i-5, ge-mg8, ge-i-33flak, ge-i-8, ge-k15"
    )
    assert isinstance(top(play(state, "group ge-i-5, ge-mg8, ge-i-33flak")), Exploiting)
    assert isinstance(top(play(state, "group ge-i-5, ge-mg8, ge-k15")), Exploiting)
    assert isinstance(top(play(state, "group ge-i-33flak, ge-i-8")), Exploiting)
    assert refusal(state, "group ge-i-5, ge-mg8, ge-i-8, ge-k15").case == "15.2.3"
    assert refusal(state, "group ge-i-5, ge-mg8, ge-i-33flak, ge-k15").case == "15.2.3"


@pytest.mark.case("15.2.3", "8.4.1")
def test_an_italian_joins_germans_only_under_comando_supremo() -> None:
    pieces = ("ge-i-5, ge-mg8, it-8ar 2533", "", "ge-i-5, ge-mg8, it-8ar")
    assert refusal(victorious(*pieces), "group ge-i-5, ge-mg8, it-8ar").case == "15.2.3"
    assert isinstance(top(play(victorious(*pieces, comando=True), "group ge-i-5, ge-mg8, it-8ar")), Exploiting)


@pytest.mark.case("15.4.3")
def test_any_six_british_mechanised_battalions_are_an_armoured_division() -> None:
    names = "br-3hus, br-2rtr, br-qubay, br-kdg, br-1krrc"
    state = victorious("", f"{names}, in-3mot, in-29 2533", f"{names}, in-3mot")
    assert isinstance(top(play(state, "group br-3hus, br-2rtr, br-qubay, br-kdg, br-1krrc")), Exploiting)
    mixed = victorious("", "br-3hus, br-qubay, in-3mot, sa-4ac 2533", "br-3hus, br-qubay, in-3mot, sa-4ac")
    assert isinstance(top(play(mixed, "group br-3hus, br-qubay, in-3mot")), Exploiting)
    assert refusal(mixed, "group br-3hus, in-3mot, sa-4ac").case == "15.2.3"


# --- forming, costs


@pytest.mark.case("15.2.4", "15.2.6", "15.2.7")
def test_the_example_of_a_group_that_forms_in_the_vacated_hex() -> None:
    # A D1 at X: units from three hexes gather there for one hex, advance next to Y, and the third hex pays the combat.
    state = victorious(
        "ge-i-5 2533, ge-mg8 2633, ge-ii-5, ge-mg2 2433",
        "br-3hus-1 2536",
        "ge-i-5, ge-mg8, ge-ii-5, ge-mg2",
        supplied=True,
    )
    group = "ge-i-5, ge-mg8, ge-ii-5, ge-mg2"
    gathered = play(state, f"group {group}")
    assert {where(gathered, name) for name in group.split(", ")} == {"2534"}
    beside = play(gathered, f"advance {group} 2534-2535")
    assert listed(beside) == ["break 2536", *(f"drop {name}" for name in group.split(", ")), "done"]
    after = play(beside, "break 2536")
    assert top(after).prompt(after).startswith("The Breakthrough Group is at 2535 with 0 hexes left")
    entered = play(after, f"advance {group} 2535-2536")
    assert {where(entered, name) for name in group.split(", ")} == {"2536"} and entered.stack == (THE_END,)


@pytest.mark.case("15.2.4", "14.4", "14.5")
def test_units_gather_only_where_each_can_advance() -> None:
    cliff = victorious("it-rc, ge-mg8 2746, ge-mg2 2644", "", "it-rc, ge-mg8, ge-mg2", at="2645", comando=True)
    assert refusal(cliff, "group ge-mg8, ge-mg2").case == "14.5"


@pytest.mark.case("15.2.6", "15.2.10", "15.2.11")
def test_the_example_of_two_combats_from_one_hex() -> None:
    # Three hexes: one hex of advance, a combat against B, and from the same hex another against C.
    state = victorious(
        "ge-i-5, ge-mg8 2533",
        "br-3hus-1 2735, br-7hus-1 2635",
        "ge-i-5, ge-mg8",
        supplied=True,
        result="D1",
    )
    group = "ge-i-5, ge-mg8"
    beside = play(state, f"group {group}", f"advance {group} 2533-2633-2634")
    assert refusal(beside, f"advance {group} 2634-2734").case == "14.4"
    beside = play(state, f"group {group}", f"advance {group} 2533-2534", f"advance {group} 2534-2634")
    assert "break 2735" in listed(beside) and "break 2635" in listed(beside)
    short = victorious("ge-i-5, ge-mg8 2633", "br-3hus-1 2735, br-7hus-1 2635", group, supplied=True, result="D1")
    first = play(play(short, f"group {group}", f"advance {group} 2633-2634"), "break 2735")
    second = play(first, "break 2635")
    assert top(second).prompt(second).endswith("2635 may be entered free.")
    assert where(play(second, f"advance {group} 2634-2635"), "ge-i-5") == "2635"
    assert refusal(second, f"advance {group} 2634-2734").case == "14.2.1"


@pytest.mark.case("15.2.10", "15.2.12")
def test_after_a_success_the_group_goes_on_from_either_hex() -> None:
    state = victorious(f"{PANZERS} 2533", "br-3hus-1 2535", PANZERS, supplied=True, result="DR4")
    beside = play(state, f"group {PANZERS}", f"advance {PANZERS} 2533-2534")
    won = play(beside, "break 2535")
    assert where(play(won, f"advance {PANZERS} 2534-2535-2536-2537"), "ge-i-5") == "2537"
    assert where(play(won, f"advance {PANZERS} 2534-2434-2435"), "ge-i-5") == "2435"
    assert refusal(won, f"advance {PANZERS} 2534-2434-2435-2436").case == "14.2.1"
    assert refusal(won, f"advance {PANZERS} 2534-2535-2536-2537-2538").case == "14.2.1"


@pytest.mark.case("15.2.12", "14.4")
def test_an_enemy_zone_ends_the_advance_unless_combat_clears_it() -> None:
    state = victorious(f"{PANZERS} 2533", "br-3hus-1 2536", PANZERS, supplied=True, result="DR4")
    beside = play(state, f"group {PANZERS}", f"advance {PANZERS} 2533-2534-2535")
    assert refusal(beside, f"advance {PANZERS} 2535-2435").case == "14.4"
    won = play(beside, "break 2536")
    assert where(play(won, f"advance {PANZERS} 2535-2435"), "ge-i-5") == "2435"
    held = victorious(f"{PANZERS} 2533", "br-3hus-1 2536, br-16 2635", PANZERS, supplied=True, result="DR4")
    still = play(play(held, f"group {PANZERS}", f"advance {PANZERS} 2533-2534-2535"), "break 2536")
    assert refusal(still, f"advance {PANZERS} 2535-2435").case == "14.4"
    assert refusal(still, f"advance {PANZERS} 2535-2536-2537").case == "14.4"  # the new hex is in a zone too
    assert where(play(still, f"advance {PANZERS} 2535-2536"), "ge-i-5") == "2536"


@pytest.mark.case("15.2.9")
def test_a_failure_ends_the_advance() -> None:
    state = victorious(f"{PANZERS} 2533", "br-16, br-14 2535, br-kdg 2438", PANZERS, result="DR4")
    beside = play(state, f"group {PANZERS}", f"advance {PANZERS} 2533-2534")
    after = play(beside, "break 2535", "lose ge-ii-5", rolls=(1,))
    assert after.stack == (THE_END,) and where(after, "ge-mg8") == "2534"


@pytest.mark.case("15.2.10", "15.2.11", "14.2.1", "14.2.2")
def test_an_exchange_that_clears_the_hex_lets_the_group_enter_it_and_stop() -> None:
    state = victorious("it-8b 2533", "br-kdg 2535", "it-8b", result="DR4")
    won = play(state, "group it-8b", "advance it-8b 2533-2534", "break 2535", rolls=(3,))
    assert listed(won) == ["advance it-8b 2534-2535", "done"]
    assert refusal(won, "advance it-8b 2534-2434").case == "14.2.1"
    assert play(won, "advance it-8b 2534-2535").stack == (THE_END,)


@pytest.mark.case("15.2.7")
def test_targets_are_enemies_that_the_group_has_moved_next_to_and_could_enter() -> None:
    state = victorious("ge-i-5, ge-mg8 2533", "br-3hus-1 2532, br-16 2540", "ge-i-5, ge-mg8", supplied=True)
    standing = play(state, "group ge-i-5, ge-mg8")
    assert refusal(standing, "break 2532").case == "15.2.7"
    assert refusal(standing, "break 2534").case == "15.2.7"
    assert refusal(standing, "break 2540").case == "15.2.7"
    cliff = victorious("ge-i-5 3038", "br-3hus-1 2939", "ge-i-5", at="3039", supplied=True)
    there = play(cliff, "group ge-i-5", "advance ge-i-5 3038-3039")
    assert refusal(there, "break 2939").case == "15.2.7"


@pytest.mark.case("15.2.7", "15.2.6", "6.3.1")
def test_nobody_breaks_through_into_the_enemys_box() -> None:
    state = victorious("ge-i-5 2278", "br-16 delta", "ge-i-5", at="2279", supplied=True)
    there = play(state, "group ge-i-5", "advance ge-i-5 2278-2279-2280")
    assert not any(order.startswith("break") for order in listed(there))


@pytest.mark.case("15.2.6", "14.2.1")
def test_a_matilda_drops_out_after_two_hexes() -> None:
    names = "br-7rtr, br-3hus"
    state = victorious("it-rc 2536", f"{names} 2533", names, result="D1")
    beside = play(state, f"group {names}", f"advance {names} 2533-2534-2535")
    assert refusal(beside, "break 2536").case == "15.2.6"
    alone = play(beside, "drop br-7rtr")
    assert "break 2536" in listed(alone)


@pytest.mark.case("15.2.13")
def test_units_are_dropped_off_but_not_picked_up() -> None:
    names = "ge-i-5, ge-mg8"
    state = victorious(f"{names} 2533, ge-mg2 2633", "br-16 2538", f"{names}, ge-mg2", result="DR4")
    moved = play(state, f"group {names}", f"advance {names} 2533-2534")
    assert refusal(moved, "drop ge-mg2").case == "15.2.13"
    assert refusal(moved, f"drop {names}").case == "15.2.13"
    dropped = play(moved, "drop ge-mg8")
    assert refusal(dropped, f"advance {names} 2534-2535").case == "15.2.2"
    after = play(dropped, "advance ge-i-5 2534-2535-2536")
    assert (where(after, "ge-i-5"), where(after, "ge-mg8")) == ("2536", "2534")
    assert refusal(play(after, "done"), "advance ge-mg8 2534-2535").case == "14.1"


# --- the combat


@pytest.mark.case("15.2.8")
def test_breakthrough_combat_goes_without_artillery_and_air() -> None:
    state = victorious(
        f"{PANZERS} 2533, ge-arko104 2532",
        "br-3hus-1 2535, al-xiii 2536",
        PANZERS,
        supplied=True,
        assets={"allied": {"allied-air": 1}},
    )
    after, events = play_noting(play(state, f"group {PANZERS}", f"advance {PANZERS} 2533-2534"), "break 2535")
    assert [event.facts.get("combat") for event in events if event.kind == "attacked"] == ["breakthrough"]
    assert not any(order.startswith("support") for order in listed(after))


@pytest.mark.case("15.2.8", "8.8.3", "19.5")
def test_a_hopeless_attack_or_one_beside_a_replacement_is_refused() -> None:
    weak = victorious("it-aosta 2533", "br-16, br-14 2535", "it-aosta")
    there = play(weak, "group it-aosta", "advance it-aosta 2533-2534")
    assert refusal(there, "break 2535").case == "8.8.3" and "break 2535" not in listed(there)
    orders = ("group ge-i-5", "advance ge-i-5 2533-2433-2434")
    free = victorious("ge-i-5 2533, ge-mg8 2434", "br-3hus-1 2435", "ge-i-5", supplied=True)
    assert "break 2435" in listed(play(free, *orders))
    marked = victorious("ge-i-5 2533, ge-mg8+ 2434", "br-3hus-1 2435", "ge-i-5", supplied=True)
    assert play(marked, *orders).stack == (THE_END,)


@pytest.mark.case("15.2.8", "8.8.3")
def test_a_group_attacks_at_exactly_one_to_three_and_not_at_one_to_four() -> None:
    orders = ("group it-8b", "advance it-8b 2533-2534")
    third = play(victorious("it-8b 2533", "au-20 2535", "it-8b"), *orders)
    _, events = play_noting(third, "break 2535", rolls=(1,))
    assert "break 2535" in listed(third)
    assert [event.facts["odds"] for event in events if event.kind == "fought"] == ["1-3"]
    fourth = play(victorious("it-8b 2533", "au-20, br-1thr 2535", "it-8b"), *orders)
    assert refusal(fourth, "break 2535").case == "8.8.3" and "break 2535" not in listed(fourth)


@pytest.mark.case("15.3", "12.5.1")
def test_units_that_have_retreated_defend_and_retreat_again_in_full_retreat() -> None:
    fields: dict[str, Any] = {"retreats": {"br-3hus": 1, "br-16": 1}, "struck": ("br-3hus", "br-16")}
    state = victorious(f"{PANZERS} 2533", "br-3hus~, br-16~ 2536", PANZERS, supplied=True, **fields)
    beside = play(state, f"group {PANZERS}", f"advance {PANZERS} 2533-2534-2535")
    after = play(beside, "break 2536", rolls=(1,))  # a D1 whose step is the owner's choice
    assert asked(after) == "allied"
    after = play(after, "lose br-3hus")
    assert after.units["br-16"].at == SURRENDERED
    after = play(after, "retreat br-3hus 2536-2537-2538")
    assert after.units["br-3hus"].order == FULL_RETREAT and after.retreats["br-3hus"] == 2
