"""[14] Advance After Combat."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.north_africa_41.combat.advance import Advancing, AfterCombat
from sandtable.games.north_africa_41.combat.advance_routes import ground_refusal, has_room
from sandtable.games.north_africa_41.combat.attacks import battle_of
from sandtable.games.north_africa_41.map import board, edge
from sandtable.games.north_africa_41.results.tables import Result
from sandtable.games.north_africa_41.state import ELIMINATED
from tests.north_africa_41.beaten import victorious
from tests.north_africa_41.positions import listed, play, position, refusal, supply_at, where, with_unit
from tests.playing import THE_END, asked, draft_of, top

# --- who and how far


@pytest.mark.case("14.1", "8.3")
def test_all_who_took_part_may_advance_each_once() -> None:
    state = victorious("ge-i-5, ge-mg8 2533, ge-mg2 2633, ge-3rec 2532", "", "ge-i-5, ge-mg8, ge-mg2")
    assert asked(state) == "axis"
    after = play(state, "advance ge-i-5, ge-mg8 2533-2534-2535", "advance ge-mg2 2633-2534")
    assert (where(after, "ge-i-5"), where(after, "ge-mg8"), where(after, "ge-mg2")) == ("2535", "2535", "2534")
    assert after.stack == (THE_END,)  # nobody is left to ask
    moved = play(state, "advance ge-i-5 2533-2534")
    assert refusal(moved, "advance ge-i-5 2534-2535").case == "14.1"
    assert refusal(state, "advance ge-3rec 2532-2531").case == "14.1"
    assert refusal(state, "advance ge-i-5, ge-mg2 2533-2534").case == "14.1"
    assert play(state, "done").stack == (THE_END,)


@pytest.mark.case("14.1")
def test_the_asu_that_gave_a_shift_does_not_advance() -> None:
    state = victorious("ge-i-5, ge-arko104 2533", "", "ge-i-5", artillery="ge-arko104", options=("tag-along",))
    assert refusal(state, "advance ge-arko104 2533-2534").case == "14.1"
    other = victorious("ge-i-5, ge-arko104 2533", "", "ge-i-5", options=("tag-along",))
    assert where(play(other, "advance ge-arko104 2533-2534"), "ge-arko104") == "2534"


@pytest.mark.case("14.2.1", "10.1")
@pytest.mark.parametrize(("result", "hexes"), [("DS", 4), ("DR4", 4), ("D1", 3), ("DR2", 2), ("DRX", 2), ("A1/D1", 2)])
def test_the_result_says_how_far(result: Result, hexes: int) -> None:
    state = victorious("ge-i-5 2533", "", "ge-i-5", result=result)
    path = ["2533", "2534", "2535", "2536", "2537", "2538"]
    assert where(play(state, f"advance ge-i-5 {'-'.join(path[: hexes + 1])}"), "ge-i-5") == path[hexes]
    assert refusal(state, f"advance ge-i-5 {'-'.join(path[: hexes + 2])}").case == "14.2.1"


@pytest.mark.case("14.2.1")
def test_matildas_and_units_on_foot_advance_two_hexes_unless_a_truck_carries_these() -> None:
    state = victorious("", "br-7rtr, br-16, br-3hus, allied-truck-1 2533", "br-7rtr, br-16, br-3hus", result="DR4")
    four, two = "2533-2534-2535-2536-2537", "2533-2534-2535"
    assert refusal(state, f"advance br-7rtr {four}").case == "14.2.1"
    assert refusal(state, f"advance br-16 {four}").case == "14.2.1"
    assert where(play(state, f"advance br-7rtr {two}"), "br-7rtr") == "2535"
    assert where(play(state, f"advance br-16 {two}"), "br-16") == "2535"
    assert where(play(state, f"advance br-3hus {four}"), "br-3hus") == "2537"
    after = play(state, f"advance br-16, allied-truck-1 {four}")
    assert where(after, "br-16") == where(after, "allied-truck-1") == "2537"


@pytest.mark.case("14.2.1", "27.3.1")
def test_without_the_option_a_truck_advances_only_under_a_load() -> None:
    state = victorious("", "br-16, br-3hus, allied-truck-1, allied-truck-2^ 2533", "br-16, br-3hus")
    assert refusal(state, "advance allied-truck-1 2533-2534").case == "27.3.1"
    assert refusal(state, "advance br-3hus, allied-truck-1 2533-2534").case == "27.3.1"
    assert refusal(state, "advance br-16, allied-truck-2 2533-2534").case == "27.3.1"


@pytest.mark.case("16.4")
def test_units_marked_out_of_supply_advance_one_hex() -> None:
    state = victorious("ge-i-5* 2533", "", "ge-i-5", result="DR4")
    assert refusal(state, "advance ge-i-5 2533-2534-2535").case == "14.2.1"
    assert where(play(state, "advance ge-i-5 2533-2534"), "ge-i-5") == "2534"


@pytest.mark.case("14.2.2", "11.4.2")
def test_a_limited_advance_leads_into_the_vacated_hex_and_no_farther() -> None:
    state = victorious("ge-i-5, ge-mg8 2533", "", "ge-i-5, ge-mg8", result="EX", limited=True, allowance=1)
    assert set(listed(state)) == {
        "advance ge-i-5, ge-mg8 2533-2534",
        "advance ge-i-5 2533-2534",
        "advance ge-mg8 2533-2534",
        "done",
    }
    assert refusal(state, "advance ge-i-5 2533-2633").case == "14.2.2"
    assert refusal(state, "group ge-i-5").case == "15.1"


@pytest.mark.case("14.3")
def test_units_advance_in_any_direction() -> None:
    state = victorious("ge-i-5 2533", "", "ge-i-5", result="DR2")
    for path in ("2533-2532-2531", "2533-2633-2734", "2533-2433", "2533-2534-2433"):
        assert where(play(state, f"advance ge-i-5 {path}"), "ge-i-5") == path[-4:]


@pytest.mark.case("14.1", "4.1")
def test_stacking_limits_hold_where_an_advance_ends() -> None:
    names = "it-8b, it-65trie, it-66trie"
    state = victorious(f"{names} 2533, ge-115, ge-200, ge-mg8 2633", "", names)
    assert refusal(state, "advance it-8b 2533-2633").case == "14.1"
    assert refusal(state, f"advance {names} 2533-2534").case == "14.1"
    assert where(play(state, "advance it-8b 2533-2633-2733"), "it-8b") == "2733"  # through them it may go


# --- enemy zones


@pytest.mark.case("14.4")
def test_the_example_of_zones_ignored_in_the_vacated_hex() -> None:
    # Enemies on both sides hold 2534, from which the defender went, and hexes beside it in their zones.
    state = victorious("ge-i-5 2533", "br-3hus 2635, br-5rtr 2435", "ge-i-5", result="DR2")
    assert where(play(state, "advance ge-i-5 2533-2534-2535"), "ge-i-5") == "2535"
    assert where(play(state, "advance ge-i-5 2533-2534-2634"), "ge-i-5") == "2634"
    assert where(play(state, "advance ge-i-5 2533-2633-2733"), "ge-i-5") == "2733"
    assert where(play(state, "advance ge-i-5 2533-2432"), "ge-i-5") == "2432"


@pytest.mark.case("14.4")
def test_an_advance_ends_in_an_enemy_zone_even_beside_a_friend() -> None:
    state = victorious("ge-i-5 2533, ge-3rec 2535", "br-3hus 2635", "ge-i-5", result="DR4")
    assert refusal(state, "advance ge-i-5 2533-2534-2535-2435").case == "14.4"
    assert where(play(state, "advance ge-i-5 2533-2534-2535"), "ge-i-5") == "2535"
    assert where(play(state, "advance ge-i-5 2533-2534-2434-2435"), "ge-i-5") == "2435"


@pytest.mark.case("14.4")
def test_nobody_goes_from_one_zone_into_another_of_the_same_enemies() -> None:
    one = victorious("ge-i-5 2533", "br-3hus 2632", "ge-i-5")
    assert refusal(one, "advance ge-i-5 2533-2532").case == "14.4"
    assert refusal(one, "advance ge-i-5 2533-2633").case == "14.4"
    assert where(play(one, "advance ge-i-5 2533-2534"), "ge-i-5") == "2534"
    beside_both = victorious("ge-i-5 2533", "br-3hus 2433", "ge-i-5")
    assert where(play(beside_both, "advance ge-i-5 2533-2534"), "ge-i-5") == "2534", "but for the vacated hex"
    assert where(play(beside_both, "advance ge-i-5 2533-2534-2535"), "ge-i-5") == "2535", "nor does it stop them"
    two = victorious("ge-i-5 2533", "br-3hus 2632, br-5rtr 2431", "ge-i-5")
    assert where(play(two, "advance ge-i-5 2533-2432"), "ge-i-5") == "2432"  # out of one zone into that of others


@pytest.mark.case("14.4")
def test_an_enemy_zone_in_the_first_hex_ends_the_advance_already() -> None:
    """2433 is free of zones, but the way there leads through 2432, which is not."""
    state = victorious("ge-i-5 2533", "br-5rtr 2431", "ge-i-5", result="DR4")
    assert refusal(state, "advance ge-i-5 2533-2432-2433").case == "14.4"
    assert where(play(state, "advance ge-i-5 2533-2432"), "ge-i-5") == "2432"
    assert where(play(state, "advance ge-i-5 2533-2433-2434"), "ge-i-5") == "2434"


@pytest.mark.case("14.4", "7.3")
def test_a_limited_zone_stops_no_advance() -> None:
    state = victorious("ge-i-5 2533", "br-3hus 2635", "ge-i-5", forts={"2535": "axis"})
    assert where(play(state, "advance ge-i-5 2533-2534-2535-2435"), "ge-i-5") == "2435"


@pytest.mark.case("13.3.2", "14.4")
def test_enemies_in_full_retreat_give_way_to_an_advance() -> None:
    state = victorious("ge-i-5 2533", "br-3hus~~ 2536", "ge-i-5", result="D1")
    met = play(state, "advance ge-i-5 2533-2534-2535-2536")
    assert asked(met) == "allied" and where(met, "ge-i-5") == "2535"
    after = play(met, "retreat br-3hus 2536-2537-2538")
    assert (where(after, "ge-i-5"), where(after, "br-3hus")) == ("2536", "2538")


# --- terrain


@pytest.mark.case("14.5", "5.7")
def test_cliffs_are_crossed_by_road_or_on_foot_into_the_hex_that_was_attacked() -> None:
    state = victorious("ge-i-5, ge-155, it-rc 2746", "", "ge-155, it-rc", at="2645")
    assert refusal(state, "advance it-rc 2746-2645").case == "14.5"
    assert where(play(state, "advance ge-155 2746-2645-2644"), "ge-155") == "2644"
    assert where(play(state, "advance it-rc 2746-2745"), "it-rc") == "2745"  # along the road
    other = victorious("ge-155 2746", "", "ge-155", at="2845")
    assert refusal(other, "advance ge-155 2746-2645").case == "14.5"
    later = victorious("ge-155 3038", "", "ge-155", at="3039")
    assert refusal(later, "advance ge-155 3038-3039-2939").case == "14.5"  # only as the first hex


@pytest.mark.case("14.5")
def test_mechanised_units_stop_in_jebel_unless_they_leave_it_by_road() -> None:
    state = victorious("ge-i-5, ge-155 3421", "", "ge-i-5, ge-155", at="3420")
    assert refusal(state, "advance ge-i-5 3421-3420-3419").case == "14.5"
    assert where(play(state, "advance ge-155 3421-3420-3419"), "ge-155") == "3419"


@pytest.mark.case("14.5", "5.5")
def test_an_advance_ends_in_the_second_desert_hex_in_a_row() -> None:
    state = victorious("ge-i-5 1940", "", "ge-i-5", at="1939", result="DR4")
    assert refusal(state, "advance ge-i-5 1940-1939-1938-1937-2037").case == "14.5"
    assert where(play(state, "advance ge-i-5 1940-1939-1938-1937"), "ge-i-5") == "1937"


@pytest.mark.case("14.5", "6.3.3")
def test_nobody_advances_where_he_may_not_move() -> None:
    state = victorious("ge-i-5 2533", "br-3hus 2535", "ge-i-5")
    assert refusal(state, "advance ge-i-5 2533-2534-2535").case == "5.1"
    home = victorious("", "br-3hus 2380", "br-3hus", at="2379")
    assert where(play(home, "advance br-3hus 2380-delta"), "br-3hus") == "delta"
    east = victorious("ge-i-5 2380", "", "ge-i-5", at="2379")
    assert refusal(east, "advance ge-i-5 2380-delta").case == "6.1.2"


# --- Non-Combat Units


@pytest.mark.case("14.6", "8.7", "17.2.3")
def test_non_combat_units_are_overrun_and_do_not_stop_an_advance() -> None:
    fields: dict[str, Any] = {"supply": {"allied": {"2534": 1, "2535": 1}}}
    state = victorious("ge-i-5 2533", "allied-truck-1 2534", "ge-i-5", **fields)
    after = play(state, "advance ge-i-5 2533-2534-2535-2536", rolls=(3, 2))
    assert where(after, "ge-i-5") == "2536" and after.units["allied-truck-1"].at == ELIMINATED
    assert (supply_at(after, "axis", "2534"), supply_at(after, "axis", "2535")) == (1, 0)


@pytest.mark.case("12.6")
def test_a_defender_who_is_eliminated_does_not_shorten_the_advance() -> None:
    state = victorious("ge-i-5 2533", "", "ge-i-5", result="DS")
    assert where(play(state, "advance ge-i-5 2533-2534-2535-2536-2537"), "ge-i-5") == "2537"


@pytest.mark.case("S1.2", "14.1")
def test_the_polish_brigade_does_not_advance_out_of_alexandria_before_its_turn() -> None:
    order = "advance po-carp 2478-2378"
    early = victorious("", "po-carp, br-3hus 2478", "po-carp, br-3hus", "2378", turn=10)
    assert refusal(early, order).case == "14.1" and order not in listed(early)
    assert where(play(victorious("", "po-carp 2478", "po-carp", "2378", turn=11), order), "po-carp") == "2378"


@pytest.mark.case("4.1", "14.1")
def test_a_box_has_room_for_everybody_and_nobody_is_counted_twice() -> None:
    state = position("ge-115, ge-104-15, ge-i-5, ge-ii-5 1604, ge-mg8 1605, ge-200, ge-i-8, ge-ii-8, ge-k15 tripoli")
    assert has_room(state, ("ge-115",), board().location("tripoli"))
    assert has_room(state, ("ge-115",), board().hex("1604")) and not has_room(state, ("ge-mg8",), board().hex("1604"))


@pytest.mark.case("14.1")
def test_no_replacement_advances_with_the_attackers() -> None:
    state = victorious("ge-i-5, repl-german-tank-1 2533", "", "ge-i-5")
    assert refusal(state, "advance ge-i-5, repl-german-tank-1 2533-2534").case == "14.1"
    assert where(play(state, "advance ge-i-5 2533-2534"), "repl-german-tank-1") == "2533"


@pytest.mark.case("14.1", "14.3")
def test_the_list_offers_a_stack_each_unit_and_one_on_foot_with_one_truck() -> None:
    state = victorious("ge-155, ge-i-5, axis-truck-1, axis-truck-2 2533", "", "ge-155, ge-i-5")
    parties = {order.split(" 2533-")[0].removeprefix("advance ") for order in listed(state) if "advance" in order}
    assert parties == {"ge-155, ge-i-5", "ge-155", "ge-i-5", "ge-155, axis-truck-1"}
    along = listed(
        victorious("ge-155, ge-i-5, axis-truck-1 2533", "", "ge-155, ge-i-5", options=("tag-along",), result="DR2")
    )
    assert len(along) == len(set(along)), "nobody is offered twice"


@pytest.mark.case("14.5", "6.3.1")
def test_what_the_ground_forbids_an_advance() -> None:
    """3727 is Jebel, with a road to 3726 and none to 3728 or 3627; 3626 is Jebel too."""
    state = position("ge-i-5, ge-155 3627", "")
    battle = battle_of(state, "axis", ("ge-i-5", "ge-155"), board().hex("3727"))

    def forbidden(names: str, way: str) -> str:
        *trail, there = (board().location(name) for name in way.split("-"))
        refused = ground_refusal(battle, tuple(names.split(", ")), tuple(trail), there)
        return refused.case if refused else ""

    assert forbidden("ge-i-5", "3627-3727-3728") == "14.5" and forbidden("ge-i-5", "3627-3727-3726") == ""
    assert forbidden("ge-i-5", "3727-3728") == "", "who began there goes on"
    assert forbidden("ge-i-5", "3627-3629") == "14.1"
    beside = board().name(min(edge("tripoli")))
    assert forbidden("ge-i-5", f"{beside}-tripoli-{beside}") == "6.3.1"


@pytest.mark.case("27.3.1", "14.1")
def test_a_truck_advances_only_to_carry_and_empty() -> None:
    state = victorious("ge-155, ge-i-5, axis-truck-1, axis-truck-2^ 2533", "", "ge-155, ge-i-5")
    for names in ("axis-truck-1", "ge-i-5, axis-truck-1", "ge-155, axis-truck-2", "ge-155, axis-truck-1, axis-truck-2"):
        assert refusal(state, f"advance {names} 2533-2534").case == "27.3.1"
    carried = play(state, "advance ge-155, axis-truck-1 2533-2534")
    assert where(carried, "ge-155") == where(carried, "axis-truck-1") == "2534"


@pytest.mark.case("14.1")
def test_an_advance_begins_where_the_units_are() -> None:
    state = victorious("ge-i-5 2533", "", "ge-i-5")
    assert refusal(state, "advance ge-i-5 2534-2535").case == "14.1"


@pytest.mark.case("12.6", "15.2.1")
def test_who_has_fallen_meanwhile_does_not_advance() -> None:
    state = victorious("ge-i-5, ge-mg8 2533", "", "ge-i-5, ge-mg8")
    waiting = top(state)
    assert isinstance(waiting, Advancing) and any("ge-mg8" in order for order in listed(state))
    draft = draft_of(with_unit(state, "ge-mg8", at="eliminated"))
    draft.swap(AfterCombat(waiting.battle, waiting.waiting))
    draft.settle()
    assert asked(draft.state) == "axis" and not any("ge-mg8" in order for order in listed(draft.state))
