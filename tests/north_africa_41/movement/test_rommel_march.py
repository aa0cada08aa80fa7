"""[18.5] Rommel on the march."""

from __future__ import annotations

import pytest

from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play, refusal, where

# 2011 to 2717 by track: 9 hexes, 4 1/2 points; Charruba (3120) 14 hexes, 7 points; 3122 8 points.
TO_3120 = "2011-2112-2212-2213-2314-2414-2515-2516-2616-2717-2817-2918-2919-3019-3120"


@pytest.mark.case("18.5", "5.1")
def test_with_rommel_a_stack_moves_two_points_more() -> None:
    state = moving("ge-mg8, ge-i-5 2011", "br-3hus 3220")  # its zone holds 3120
    assert refusal(state, f"move ge-mg8, ge-i-5 {TO_3120}").case == "5.3"
    assert refusal(state, "rommel ge-mg8, ge-i-5 2011-2012-2011").case == "5.1"
    after = play(state, f"rommel ge-mg8, ge-i-5 {TO_3120}")
    assert where(after, "ge-mg8") == where(after, "ge-i-5") == "3120"
    assert not after.rommel
    assert not after.books["axis"].restful
    assert after.moved == ("ge-i-5", "ge-mg8")


@pytest.mark.case("18.5", "5.3")
def test_the_two_points_come_on_top_of_extended_movement() -> None:
    state = moving("ge-mg8 2011")
    assert where(play(state, "rommel ge-mg8 2011-3123"), "ge-mg8") == "3123"
    assert refusal(state, "move ge-mg8 2011-3123").case == "5.1"


@pytest.mark.case("18.5")
def test_once_a_turn_and_for_the_axis_only() -> None:
    state = play(moving("ge-mg8, ge-mg2 2011"), "rommel ge-mg8 2011-3123")
    assert refusal(state, "rommel ge-mg2 2011-3123").case == "18.5"
    assert not any(order.startswith("rommel") for order in listed(state))
    assert refusal(moving(allied="br-3hus 2011", phasing="allied"), "rommel br-3hus 2011-2112").case == "18.5"


@pytest.mark.case("18.5")
def test_only_germans_with_vehicles_in_good_order_follow_him() -> None:
    state = moving("ge-oa300, it-7ar, ge-mg8~, ge-mg2*, ge-115+, ge-i-5~~, repl-italian-tank-1 2011")
    for name in ("ge-oa300", "it-7ar", "ge-mg8", "ge-i-5", "repl-italian-tank-1"):
        assert refusal(state, f"rommel {name} 2011-2112").case == "18.5"
    assert refusal(state, "rommel ge-mg2 2011-2112").case == "16.4"
    assert refusal(state, "rommel ge-115 2011-2112").case == "19.5"
    assert not any(order.startswith("rommel") for order in listed(state))


@pytest.mark.case("18.5")
def test_trucks_msus_and_german_replacements_follow_too() -> None:
    state = moving("axis-truck-1, axis-truck-2^, repl-german-tank-1 2011")
    after = play(state, "rommel axis-truck-1, axis-truck-2, repl-german-tank-1 2011-3123", "done")
    assert [where(after, name) for name in ("axis-truck-1", "axis-truck-2", "repl-german-tank-1")] == ["3123"] * 3


@pytest.mark.case("18.5", "5.8.1")
def test_a_german_unit_on_foot_follows_him_on_a_truck() -> None:
    state = moving("ge-oa300, ge-255, axis-truck-1, axis-truck-2^ 2011")
    after = play(state, "rommel ge-oa300, axis-truck-1 2011-3123")
    assert where(after, "ge-oa300") == where(after, "axis-truck-1") == "3123"
    assert refusal(state, "rommel ge-oa300, ge-255, axis-truck-1 2011-3123").case == "18.5"
    assert refusal(state, "rommel ge-oa300, axis-truck-2 2011-3123").case == "18.5"


@pytest.mark.case("18.5", "5.8.1", "5.1", "16.4", "19.5", "6.3.2")
@pytest.mark.parametrize(
    ("rider", "where_from", "moved", "case"),
    [
        ("ge-oa300", "2011", ("ge-oa300",), "5.1"),
        ("ge-oa300*", "2011", (), "16.4"),
        ("ge-oa300+", "2011", (), "19.5"),
        ("ge-oa300+", "tripoli", (), "19.5"),
        ("ge-oa300", "italy", (), "6.3.2"),
        ("ge-oa300~", "2011", (), "18.5"),
    ],
)
def test_who_could_not_march_does_not_follow_him_on_a_truck_either(
    rider: str, where_from: str, moved: tuple[str, ...], case: str
) -> None:
    state = moving(f"{rider}, axis-truck-1 {where_from}", moved=moved)
    goal = "1701-1702" if where_from != "2011" else "2112"
    assert refusal(state, f"rommel ge-oa300, axis-truck-1 {where_from}-{goal}").case == case


@pytest.mark.case("18.5")
def test_he_drops_units_off_and_goes_on_with_others() -> None:
    state = play(moving("ge-mg8, ge-i-5, ge-3rec 2011"), "rommel ge-mg8, ge-i-5, ge-3rec 2011-2414")
    assert "rommel ge-3rec 2414-2717" in listed(state)
    state = play(state, "rommel ge-i-5, ge-3rec 2414-2717")
    assert refusal(state, "rommel ge-mg8 2414-2515").case == "5.1"
    state = play(state, "rommel ge-3rec 2717-3122")
    assert [where(state, name) for name in ("ge-mg8", "ge-i-5", "ge-3rec")] == ["2414", "2717", "3122"]
    for name in ("ge-mg8", "ge-i-5", "ge-3rec"):
        assert name in state.moved


@pytest.mark.case("18.5")
def test_what_was_spent_before_the_drop_is_spent() -> None:
    # 5 track hexes are 2 1/2 points, of 5 + 2 + 3 then 7 1/2 are left: fifteen hexes of track, not sixteen
    state = play(moving("ge-mg8, ge-mg2 2011"), "rommel ge-mg8, ge-mg2 2011-2414")
    assert refusal(state, "rommel ge-mg8 2414-3226").case == "18.5"
    assert refusal(state, "move ge-mg8 2414-2515").case == "18.5"
    assert where(play(state, "rommel ge-mg8 2414-3223"), "ge-mg8") == "3223"
    stayed = play(state, "done")
    assert stayed.moved == ("ge-mg2", "ge-mg8")
    assert where(stayed, "ge-mg8") == "2414"


@pytest.mark.case("18.5", "7.2")
def test_nobody_is_asked_when_nobody_can_go_on() -> None:
    state = play(moving("ge-mg8, ge-mg2 2011", "br-3hus 2315"), "rommel ge-mg8, ge-mg2 2011-2314")
    assert state.moved == ("ge-mg2", "ge-mg8")  # 2314 is in a zone


@pytest.mark.case("18.5", "5.3", "7.3")
def test_a_limited_zone_behind_forbids_extended_movement_ahead() -> None:
    state = play(moving("ge-mg8, ge-i-5 2938", "br-3hus 3039"), "rommel ge-mg8, ge-i-5 2938-2939-2940")
    orders = [order for order in listed(state) if order.startswith("rommel ge-mg8")]
    assert orders
    for order in orders:
        assert where(play(state, order), "ge-mg8") == order.rpartition("-")[2]


@pytest.mark.case("18.5", "7.2")
def test_whoever_goes_on_with_him_is_told_why_he_cannot() -> None:
    state = play(moving("ge-mg8, ge-3rec 2532", "br-3hus 2536"), "rommel ge-mg8, ge-3rec 2532-2533")
    assert refusal(state, "rommel ge-3rec 2533-2534-2535-2435").case == "7.2"
    assert where(play(state, "rommel ge-3rec 2533-2534-2535"), "ge-3rec") == "2535"
