"""Attack Supply, Artillery Support and Air Support: who gives them, from how far, and what they cost."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.north_africa_41.combat.support import air_support, artillery, gives_attack_supply, payers
from sandtable.games.north_africa_41.lines.support_units import attack_sources
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.conftest import Fates
from tests.north_africa_41.fighting import facts, is_over, phase
from tests.north_africa_41.positions import listed, play, play_noting, position, refusal, supply_at, with_unit
from tests.playing import asked

TANKS = "ge-i-5, ge-ii-5"
ATTACK = f"attack 2930 with {TANKS}"


def tanks(more: str = "", defenders: str = "au-20 2930", **fields: object) -> NorthAfrica:
    """Two panzer battalions in front of a brigade: 18 to 7 and two Tank Shifts, or 9 to 7 without Attack Supply."""
    return phase(f"{TANKS} 2929{', ' if more else ''}{more}", defenders, **fields)


# --- with and without


@pytest.mark.case("8.5.1", "8.5")
def test_attack_supply_lifts_the_cap_and_lets_tanks_shift(fates: Fates) -> None:
    state = tanks(supply={"axis": {"2929": 1}})
    _, without = play_noting(state, ATTACK, "lose ge-i-5", rolls=(1,))
    assert facts(without, "fought")[0]["odds"] == "1-1"
    _, given = play_noting(state, f"{ATTACK} supply 2929", "accept", rolls=(1,))
    assert facts(given, "fought")[0]["odds"] == "4-1"


@pytest.mark.case("8.5.1")
def test_any_number_of_units_attack_without_attack_supply() -> None:
    assert f"{ATTACK}" in listed(tanks())


@pytest.mark.case("8.5.1", "17.2.2")
def test_a_supply_point_goes_at_the_end_of_the_phase(fates: Fates) -> None:
    state = tanks("ge-k15 3029", "au-20 2930, br-1thr 3028", supply={"axis": {"2929": 2}})
    state = play(state, f"{ATTACK} supply 2929", "accept", rolls=(1,))
    assert supply_at(state, "axis", "2929") == 2
    state = play(state, "done")
    assert supply_at(state, "axis", "2929") == 1
    assert (state.attack_supply, state.supplying) == ((), ())


@pytest.mark.case("8.5.1", "17.1.4")
def test_an_asu_is_flipped_at_the_end_of_the_phase(fates: Fates) -> None:
    state = tanks("ge-dak 2928")
    state = play(state, f"{ATTACK} supply ge-dak", "accept", rolls=(1,))
    assert is_over(state)
    assert state.units["ge-dak"].depleted


@pytest.mark.case("8.5.1", "17.2.4")
def test_an_msu_becomes_a_truck_again(fates: Fates) -> None:
    state = play(tanks("axis-truck-1^ 2925"), f"{ATTACK} supply axis-truck-1", "accept", rolls=(1,))
    assert not state.units["axis-truck-1"].loaded


@pytest.mark.case("8.5.1")
def test_one_supply_point_serves_every_attack_in_range(fates: Fates) -> None:
    state = tanks("ge-115, ge-i-8 2829", "au-20 2930, au-26 2830", supply={"axis": {"2929": 2}})
    state = play(
        state, f"{ATTACK} supply 2929", "accept", "attack 2830 with ge-115, ge-i-8 supply 2929", "accept", rolls=(1, 1)
    )
    assert is_over(state)
    assert supply_at(state, "axis", "2929") == 1


@pytest.mark.case("8.5.1")
def test_whoever_pays_already_is_offered_first(fates: Fates) -> None:
    state = tanks("ge-115, ge-i-8, ge-dak 2829", "au-20 2930, au-26 2830", supply={"axis": {"2929": 2}})
    state = play(state, f"{ATTACK} supply ge-dak", "accept", rolls=(1,))
    supplied = [order for order in listed(state) if "supply" in order]
    assert supplied[0].endswith("supply ge-dak")


@pytest.mark.case("8.5.1")
@pytest.mark.parametrize(
    ("more", "supply", "case"),
    [
        ("", "2929", "8.5.1"),
        ("ge-dak! 2929", "ge-dak", "8.5.1"),
        ("ge-dak~ 2929", "ge-dak", "8.5.1"),
        ("axis-truck-1 2929", "axis-truck-1", "8.5.1"),
        ("ge-dak 2922", "ge-dak", "17.3"),
        ("", "nowhere", "8.5.1"),
        ("", "al-xiii", "8.5.1"),
        ("", "tripoli", "8.5.1"),
    ],
)
def test_who_cannot_give_attack_supply(more: str, supply: str, case: str) -> None:
    assert refusal(tanks(more), f"{ATTACK} supply {supply}").case == case


@pytest.mark.case("8.5.1", "17.2.1", "17.3")
def test_a_supply_point_reaches_three_hexes_and_with_an_asu_as_far_as_that() -> None:
    near = tanks(supply={"axis": {"2926": 1}})
    assert f"{ATTACK} supply 2926" in listed(near)
    far = tanks(supply={"axis": {"2925": 1}})
    assert refusal(far, f"{ATTACK} supply 2925").case == "17.3"
    with_hq = tanks("ge-dak! 2925", supply={"axis": {"2925": 1}})
    assert f"{ATTACK} supply 2925" in listed(with_hq)


@pytest.mark.case("8.5.1", "17.3")
def test_only_one_attacker_needs_to_be_in_range() -> None:
    state = tanks("ge-i-8 3030", supply={"axis": {"2926": 1}})
    assert "attack 2930 with ge-i-5, ge-ii-5, ge-i-8 supply 2926" in listed(state)
    assert refusal(state, "attack 2930 with ge-i-8 supply 2926").case == "17.3"


@pytest.mark.case("8.5.2", "17.1.3")
def test_an_italian_asu_supplies_only_attacks_with_an_italian_unit() -> None:
    state = tanks("it-x, it-8b 2929", assets={"axis": {"comando-supremo": 1}})
    assert refusal(state, f"{ATTACK} supply it-x").case == "8.5.2"
    assert f"{ATTACK}, it-8b supply it-x" in listed(state)


@pytest.mark.case("8.5.2")
def test_axis_supply_points_and_allied_asus_serve_any_nation() -> None:
    state = tanks("it-x, it-7ar, it-8ar, it-9ar 2829", supply={"axis": {"2829": 1}})
    assert f"{ATTACK} supply 2829" in listed(state)
    allied = phase("it-19bre 2930", "al-xiii, au-20, nz-6 2929, nz-4 2829", phasing="allied")
    assert "attack 2930 with au-20, nz-6, nz-4 supply al-xiii" in listed(allied)


@pytest.mark.case("17.1.5")
def test_an_asu_out_of_supply_still_gives_attack_supply() -> None:
    assert f"{ATTACK} supply ge-dak" in listed(tanks("ge-dak* 2929"))


# --- overwhelming odds


@pytest.mark.case("8.5.3", "8.8.3")
def test_ten_to_one_takes_neither_a_die_nor_attack_supply(fates: Fates) -> None:
    state = tanks("ge-115 2929", "br-1thr~ 2930", supply={"axis": {"2929": 1}})
    state, events = play_noting(state, f"{ATTACK}, ge-115 supply 2929")
    assert facts(events, "fought")[0]["result"] == "DS"
    assert supply_at(state, "axis", "2929") == 1
    (outcome,) = fates.advances
    assert (outcome.overwhelming, outcome.supplied, outcome.allowance) == (True, False, 4)
    play(tanks("ge-115 2929", "br-1thr~ 2930"), f"{ATTACK}, ge-115")
    assert not fates.advances[-1].supplied, "where nobody named any there is none for a Breakthrough either"


@pytest.mark.case("8.5.3", "9.4.1")
def test_if_the_defender_spoils_ten_to_one_the_supply_that_was_named_is_paid(fates: Fates) -> None:
    axis = "ge-i-5, ge-115, ge-104-15, ge-3rec 2929"  # 21 to 3 and three shifts
    state = phase(axis, "br-1thr 2930, al-xiii 3032", supply={"axis": {"2929": 1}})
    order = "attack 2930 with ge-i-5, ge-115, ge-104-15, ge-3rec supply 2929"
    state, events = play_noting(state, order, "support al-xiii", rolls=(4,))
    assert facts(events, "fought")[0]["odds"] == "7-1"
    assert supply_at(state, "axis", "2929") == 0


# --- artillery


@pytest.mark.case("9.4.1")
def test_artillery_support_flips_the_asu_at_once(fates: Fates) -> None:
    state = tanks("ge-arko104 2928, ge-k15 3029", "au-20 2930, br-1thr 3028")
    state, events = play_noting(state, f"{ATTACK} artillery ge-arko104", "lose ge-i-5", rolls=(1,))
    assert facts(events, "fought")[0]["odds"] == "2-1"
    assert state.units["ge-arko104"].depleted


@pytest.mark.case("9.4.1", "17.1.1")
def test_a_depleted_asu_fires_for_a_supply_point_with_it(fates: Fates) -> None:
    state = tanks("ge-arko104! 2928", supply={"axis": {"2928": 1}})
    state = play(state, f"{ATTACK} artillery ge-arko104", "lose ge-i-5", rolls=(1,))
    assert supply_at(state, "axis", "2928") == 0


@pytest.mark.case("9.4.1", "8.5.1")
def test_attack_supply_and_artillery_support_cost_two_supply_points(fates: Fates) -> None:
    order = f"{ATTACK} supply ge-arko104 artillery ge-arko104"
    assert refusal(tanks("ge-arko104 2928"), order).case == "9.4.1"
    state = tanks("ge-arko104 2928", supply={"axis": {"2928": 1}})
    state = play(state, order, "accept", rolls=(1,))
    assert is_over(state)
    assert (state.units["ge-arko104"].depleted, supply_at(state, "axis", "2928")) == (True, 0)


@pytest.mark.case("9.4.1", "18.3", "8.5.1")
def test_the_guns_take_the_supply_point_at_once_and_the_asu_that_promised_attack_supply_is_ready_until_it_pays() -> (
    None
):
    state = tanks("ge-arko104 2928", "au-20 2930, al-xiii 3032", supply={"axis": {"2928": 1}})
    fired = play(state, f"{ATTACK} supply ge-arko104 artillery ge-arko104")
    assert asked(fired) == "allied"
    assert (fired.units["ge-arko104"].depleted, supply_at(fired, "axis", "2928")) == (False, 0)


@pytest.mark.case("9.4.1", "8.5.1")
def test_a_supply_point_promised_as_attack_supply_cannot_feed_the_guns() -> None:
    state = tanks("ge-arko104! 2928", supply={"axis": {"2928": 1}})
    assert refusal(state, f"{ATTACK} supply 2928 artillery ge-arko104").case == "9.4.1"
    promised = replace(state, attack_supply=(state.units["ge-arko104"].at,))
    assert refusal(promised, f"{ATTACK} artillery ge-arko104").case == "17.1.3"
    rich = tanks("ge-arko104! 2928", supply={"axis": {"2928": 2}})
    assert f"{ATTACK} supply 2928 artillery ge-arko104" in listed(rich)


@pytest.mark.case("9.4.1", "9.4.2", "17.3", "18.3", "18.4")
@pytest.mark.parametrize(
    ("more", "name", "case"),
    [
        ("ge-dak 2929", "ge-dak", "18.4"),
        ("ge-arko104! 2929", "ge-arko104", "17.1.3"),
        ("ge-arko104~ 2929", "ge-arko104", "17.1.3"),
        ("ge-arko104 2923", "ge-arko104", "17.3"),
        ("it-x 2929", "it-x", "9.4.2"),
        ("ge-k15 2829", "ge-k15", "9.4.1"),
        ("", "al-xiii", "9.4.1"),
    ],
)
def test_who_cannot_give_artillery_support(more: str, name: str, case: str) -> None:
    assert refusal(tanks(more), f"{ATTACK} artillery {name}").case == case


@pytest.mark.case("9.4.1", "8.3")
def test_the_defender_answers_artillery_with_artillery_and_the_shifts_cancel(fates: Fates) -> None:
    state = tanks("ge-arko104 2928", "au-20 2930, al-xiii 3032")
    state = play(state, f"{ATTACK} artillery ge-arko104")
    assert asked(state) == "allied"
    assert listed(state) == ["support none", "support al-xiii"]
    state, events = play_noting(state, "support al-xiii", "lose ge-i-5", rolls=(1,))
    assert facts(events, "fought")[0]["odds"] == "1-1"
    assert state.units["al-xiii"].depleted


@pytest.mark.case("8.3")
def test_the_defender_may_decline(fates: Fates) -> None:
    state = play(tanks(defenders="au-20 2930, al-xiii 3032"), ATTACK, "support none", "lose ge-i-5", rolls=(1,))
    assert not state.units["al-xiii"].depleted


@pytest.mark.case("8.3")
def test_a_defender_without_support_is_not_asked(fates: Fates) -> None:
    state = play(tanks(defenders="au-20 2930, al-xiii! 3032"), ATTACK, rolls=(1,))
    assert asked(state) == "axis"


@pytest.mark.case("9.4.1", "18.7.4")
def test_what_the_defender_may_not_use(fates: Fates) -> None:
    state = phase(
        f"{TANKS} 2929", "au-20, al-xiii, al-7med 2930, al-xxx~ 2931", turn=10, assets={"allied": {"air-support": 2}}
    )
    state = play(state, ATTACK)
    assert refusal(state, "support al-xiii, al-7med").case == "9.4.1"
    assert refusal(state, "support al-xxx").case == "17.1.3"
    assert refusal(state, "support air-support, air-support").case == "18.7.4"
    assert refusal(state, "support german-air-support").case == "18.7.4"
    assert refusal(state, "accept").case == "8.3"


@pytest.mark.case("9.4.2")
def test_an_axis_asu_supports_a_defence_only_where_its_nation_stands() -> None:
    state = phase("it-19bre 2930, ge-arko104 2931, it-x 2932", "br-16, br-14 2929", phasing="allied")
    state = play(state, "attack 2930 with br-16, br-14")
    assert listed(state) == ["support none", "support it-x"]
    assert refusal(state, "support ge-arko104").case == "9.4.2"


# --- aircraft


@pytest.mark.case("18.7.4", "18.7.2")
def test_air_support_shifts_one_column_and_is_used_up(fates: Fates) -> None:
    state = tanks("ge-dak 2922", assets={"axis": {"german-air-support": 1}})
    state, events = play_noting(state, f"{ATTACK} air german-air-support", "lose ge-i-5", rolls=(1,))
    assert facts(events, "fought")[0]["odds"] == "2-1"
    assert state.books["axis"].assets == {}


@pytest.mark.case("18.7.2", "18.7.4", "18.7.3")
def test_air_support_is_offered_only_for_an_attack_within_range() -> None:
    order = f"{ATTACK} air german-air-support"
    assert order in listed(tanks("ge-dak 2922", assets={"axis": {"german-air-support": 1}}))
    far = tanks("ge-dak~ 2922", assets={"axis": {"german-air-support": 1}})
    assert refusal(far, order).case == "18.7.3"
    assert not any("air" in each.split() for each in listed(far))


@pytest.mark.case("18.7.2", "18.7.4")
def test_only_markers_that_were_acquired_fly_and_only_with_their_own_nation() -> None:
    state = tanks("ge-dak 2922, it-7ar 2929", assets={"axis": {"german-air-support": 1}})
    assert air_support(state, "axis", ("ge-i-5",), board().hex("2930")) == ["german-air-support"]
    assert air_support(state, "axis", ("it-7ar",), board().hex("2930")) == []
    assert air_support(tanks("ge-dak 2922"), "axis", ("ge-i-5",), board().hex("2930")) == []


@pytest.mark.case("18.7.3", "18.7.4", "18.7.1")
@pytest.mark.parametrize(
    ("more", "assets", "marker", "case"),
    [
        ("ge-dak 2922", {}, "german-air-support", "18.7.1"),
        ("ge-dak 2922", {"italian-air-support": 1}, "italian-air-support", "18.7.4"),
        ("ge-dak 2922", {"german-air-support": 1}, "air-support", "18.7.4"),
        ("ge-dak 2922", {"strafing": 1}, "strafing", "18.7.4"),
        ("", {"german-air-support": 1}, "german-air-support", "18.7.3"),
        ("ge-dak~ 2922", {"german-air-support": 1}, "german-air-support", "18.7.3"),
    ],
)
def test_air_support_that_cannot_be_used(more: str, assets: dict[str, int], marker: str, case: str) -> None:
    assert refusal(tanks(more, assets={"axis": assets}), f"{ATTACK} air {marker}").case == case


@pytest.mark.case("18.6", "18.7.4")
def test_no_defensive_air_support_while_the_attacker_has_air_superiority() -> None:
    contested = tanks(defenders="au-20 2930", turn=10, assets={"allied": {"air-support": 1}})
    assert listed(play(contested, ATTACK)) == ["support none", "support air-support"]
    grounded = tanks(defenders="au-20, al-xiii 2930", turn=2, assets={"allied": {"air-support": 1}})
    state = play(grounded, ATTACK)
    assert listed(state) == ["support none", "support al-xiii"]
    assert refusal(state, "support air-support").case == "18.6"


@pytest.mark.case("18.6")
def test_the_side_without_air_superiority_may_still_attack_with_aircraft() -> None:
    state = phase("it-19bre 2930", "br-16 2929", phasing="allied", turn=2, assets={"allied": {"air-support": 1}})
    assert "attack 2930 with br-16 air air-support" in listed(state)


@pytest.mark.case("8.5.2", "17.1.3")
def test_an_asu_of_the_axis_gives_attack_supply_only_beside_its_own_nation() -> None:
    state = tanks("it-x, it-7ar 2929")
    here = (board().hex("2929"),)
    assert not gives_attack_supply(state, "it-x", ("ge-i-5",), here)
    assert gives_attack_supply(state, "it-x", ("ge-i-5", "it-7ar"), here)
    assert "it-x" in payers(state, "axis", ("it-7ar",), here)
    assert "it-x" not in payers(state, "axis", ("ge-i-5",), here)


@pytest.mark.case("8.5.1", "17.2.1", "17.1.1", "17.2.4")
def test_nothing_in_a_box_pays_for_attack_supply_and_nothing_depleted() -> None:
    axis = "axis-truck-1^, ge-arko104 tripoli, axis-truck-2^, ge-dak!, it-x 2929"
    state = position(axis, "au-20 2930", supply={"axis": {"tripoli": 1, "2929": 1}})
    assert attack_sources(state, "axis") == ["it-x", "axis-truck-2", "2929"]
    assert "axis-truck-2" not in attack_sources(with_unit(state, "axis-truck-2", transport="sea"), "axis")


@pytest.mark.case("9.4.1", "9.4.2", "17.3")
def test_artillery_support_comes_from_ready_guns_on_the_map() -> None:
    state = position("ge-i-5, ge-arko104 2929, ge-dak! 2829, it-x 2929", "au-20 2930")
    here = (board().hex("2929"),)
    assert artillery(state, "axis", ("ge-i-5",), here) == ["ge-arko104"]
    assert artillery(state, "axis", ("ge-i-5",), here, payer="ge-arko104") == []
