"""The Combat Phase: who may attack whom and with whom, the plain attacks listed, and how the phase ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.combat.attacks import check_command
from sandtable.games.north_africa_41.combat.phase import Combat
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.notation import NOTATION
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.conftest import Fates
from tests.north_africa_41.fighting import battle, facts, is_over, opened, phase
from tests.north_africa_41.positions import listed, play, play_noting, position, refusal, with_books, with_unit
from tests.playing import asked, top


def facing(attackers: str = "ge-115, ge-i-5 2929", defenders: str = "br-1thr 2930", **fields: object) -> NorthAfrica:
    return phase(attackers, defenders, **fields)


# --- who may attack


@pytest.mark.case("8.1")
def test_an_attack_is_voluntary_and_done_ends_the_phase() -> None:
    state = facing()
    assert asked(state) == "axis"
    assert is_over(play(state, "done"))


@pytest.mark.case("8.1")
def test_a_phase_without_anybody_to_attack_passes_without_a_question() -> None:
    assert is_over(phase("ge-115 2929", "br-1thr 2932"))


@pytest.mark.case("8.1", "3.2")
@pytest.mark.parametrize(
    ("order", "case", "why"),
    [
        ("attack 2930 with ge-k15", "8.1", "not adjacent"),
        ("attack 2930 with br-1thr", "8.1", "not a unit of yours"),
        ("attack 2930 with ge-999", "8.1", "not a unit of yours"),
        ("attack 2930 with ge-dak", "8.1", "no Attack Strength"),
        ("attack 2930 with axis-truck-1", "8.1", "not a Combat Unit"),
        ("attack 2930 with it-19bre", "13.2.1", "not in Good Order"),
        ("attack 2930 with it-20bre", "13.2.1", "not in Good Order"),
        ("attack 2830 with ge-115", "8.1", "no enemy Combat Unit"),
        ("attack 9999 with ge-115", "8.1", "9999"),
        ("attack 2930 with ge-115, ge-115", "8.2", "twice"),
        ("move ge-115 2929-2928", "3.2", "does not belong"),
    ],
)
def test_attacks_that_may_not_be_declared(order: str, case: str, why: str) -> None:
    axis = "ge-115, ge-dak, axis-truck-1, it-19bre~, it-20bre~~ 2929, ge-k15 2730"
    found = refusal(facing(axis), order)
    assert (found.case, why in found.why) == (case, True)


@pytest.mark.case("8.7")
def test_non_combat_units_alone_are_not_attacked() -> None:
    state = facing(defenders="allied-truck-1 2930, br-1thr 2829")
    assert refusal(state, "attack 2930 with ge-115").case == "8.7"
    supplies = facing(defenders="br-1thr 2829", supply={"allied": {"2930": 1}})
    assert refusal(supplies, "attack 2930 with ge-115").case == "8.7"


@pytest.mark.case("19.5")
def test_a_replacement_marker_prevents_all_combat_out_of_its_hex() -> None:
    state = facing("ge-115, ge-i-5+ 2929, ge-k15 2829")
    assert refusal(state, "attack 2930 with ge-115").case == "19.5"
    assert "attack 2930 with ge-k15" in listed(state)
    assert not [order for order in listed(state) if "ge-115" in order]


@pytest.mark.case("5.9.1", "21.1.4", "18.7.6")
@pytest.mark.parametrize(("transport", "case"), [("rail", "5.9.1"), ("sea", "21.1.4"), ("air", "18.7.6")])
def test_units_under_a_transport_marker_do_not_attack(transport: str, case: str) -> None:
    state = with_unit(facing(), "ge-115", transport=transport)
    assert refusal(state, "attack 2930 with ge-115").case == case


@pytest.mark.case("9.6", "8.1")
def test_vehicles_attack_across_an_escarpment_only_along_a_road() -> None:
    state = phase("ge-i-5, ge-115, it-19bre 3113, ge-ii-5 3212", "br-1thr 3213")
    assert refusal(state, "attack 3213 with ge-i-5").case == "9.6"
    for name in ("ge-115", "it-19bre", "ge-ii-5"):
        top(state).check(state, "axis", NOTATION.parse(f"attack 3213 with {name}"))
    assert not [order for order in listed(state) if "ge-i-5" in order]


@pytest.mark.case("8.1", "8.2")
def test_nobody_attacks_or_is_attacked_twice(fates: Fates) -> None:
    state = facing("ge-115, ge-i-5 2929, ge-k15 2829", "br-1thr, au-20 2930, br-2rb 2830")
    state = play(state, "attack 2930 with ge-115", rolls=(1,))
    assert refusal(state, "attack 2830 with ge-115").case == "8.1"
    assert refusal(state, "attack 2930 with ge-i-5").case == "8.1"
    assert [order for order in listed(state) if order.startswith("attack")] == ["attack 2830 with ge-k15"]


@pytest.mark.case("8.2", "8.1")
def test_units_of_one_hex_attack_different_hexes_one_after_the_other(fates: Fates) -> None:
    state = facing("ge-115, ge-k15 2929", "br-1thr 2930, br-2rb 2829")
    state = play(state, "attack 2930 with ge-115", "attack 2829 with ge-k15", rolls=(1, 1))
    assert is_over(state)
    assert (state.units["ge-115"].steps, state.units["ge-k15"].at >= 0) == (1, False)


@pytest.mark.case("8.2")
def test_a_hex_is_attacked_from_several_hexes_at_once(fates: Fates) -> None:
    state = facing("ge-115 2929, ge-200 2829, ge-104-15 2830", "au-20 2930", supply={"axis": {"2829": 1}})
    order = "attack 2930 with ge-115, ge-104-15, ge-200 supply 2829"
    assert order in listed(state)
    _, events = play_noting(state, order, "accept", rolls=(4,))  # a DR2
    assert facts(events, "fought")[0]["odds"] == "2-1"


@pytest.mark.case("8.1", "12.3")
def test_a_hex_of_others_into_which_a_beaten_unit_retreated_can_be_attacked() -> None:
    axis, allied = "ge-115 2929", "br-1thr, br-2rb 2930"
    state = replace(facing(axis, allied), struck=("br-1thr",), retreats={"br-1thr": 1})
    assert "attack 2930 with ge-115" in listed(state)
    both = replace(state, struck=("br-1thr", "br-2rb"), retreats={"br-1thr": 1, "br-2rb": 1})
    assert refusal(both, "attack 2930 with ge-115").case == "8.1"
    held = replace(state, struck=("br-1thr",), retreats={})
    assert refusal(held, "attack 2930 with ge-115").case == "8.1"


@pytest.mark.case("12.3")
def test_units_that_retreated_before_add_nothing_lose_nothing_and_do_not_retreat_twice(fates: Fates) -> None:
    state = facing("ge-115, ge-i-5 2929", "br-1thr~, br-14 2930", supply={"axis": {"2929": 1}})
    state = replace(state, struck=("br-1thr",), retreats={"br-1thr": 1})
    order = "attack 2930 with ge-115, ge-i-5 supply 2929"
    state, events = play_noting(state, order, "lose ge-115", "accept", rolls=(3,))
    assert facts(events, "fought")[0]["odds"] == "5-1"  # 14 to 6 and three shifts
    assert facts(events, "fought")[0]["result"] == "A1/D1"
    assert state.units["br-14"].steps == 2
    assert [units for units, *_ in fates.retreats] == [("br-14",)]
    assert board().name(state.units["br-1thr"].at) == "eliminated"


@pytest.mark.case("12.3", "8.1")
def test_a_unit_that_gave_way_to_a_breakthrough_and_stands_alone_defends_as_it_is(fates: Fates) -> None:
    state = replace(facing("ge-115 2929", "au-20~ 2930"), retreats={"au-20": 1})
    _, events = play_noting(state, "attack 2930 with ge-115", rolls=(5,))
    assert facts(events, "fought")[0]["odds"] == "1-1"
    assert [units for units, *_ in fates.retreats] == [("au-20",)]
    joined = replace(facing("ge-115 2929", "au-20~, br-1thr~ 2930"), struck=("br-1thr",))
    assert battle(replace(joined, retreats={"au-20": 1, "br-1thr": 1}), "ge-115").inert == ("br-1thr",)


# --- command


@pytest.mark.case("8.4.1", "8.4")
def test_germans_and_italians_attack_together_only_with_comando_supremo(fates: Fates) -> None:
    order = "attack 2930 with ge-115, it-8b"
    state = facing("ge-115, it-8b 2929", "au-20 2930")
    assert refusal(state, order).case == "8.4.1"
    assert order not in listed(state)
    ready = facing("ge-115, it-8b 2929", "au-20 2930", assets={"axis": {"comando-supremo": 1}})
    assert order in listed(ready)
    after, events = play_noting(ready, order, "lose ge-115", rolls=(1,))
    assert (after.comando, after.books["axis"].assets) == (True, {})
    assert facts(events, "commanded")


@pytest.mark.case("8.4.1")
def test_comando_supremo_in_effect_serves_every_attack_of_the_impulse(fates: Fates) -> None:
    state = replace(facing("ge-115, it-8b 2929", "au-20 2930"), comando=True)
    state = play(state, "attack 2930 with ge-115, it-8b", "lose it-8b", rolls=(1,))
    assert state.comando


@pytest.mark.case("8.4.1")
def test_a_purely_german_attack_leaves_the_marker_alone(fates: Fates) -> None:
    state = facing("ge-115, it-8b 2929", "au-20 2930", assets={"axis": {"comando-supremo": 1}})
    state = play(state, "attack 2930 with ge-115", rolls=(1,))
    assert (state.comando, state.books["axis"].assets) == (False, {"comando-supremo": 1})


@pytest.mark.case("8.4.2")
def test_no_more_than_two_allied_nationalities_attack_together() -> None:
    state = phase("it-19bre 2930", "br-16 2929, au-20 2829, nz-6 2830", phasing="allied")
    assert refusal(state, "attack 2930 with br-16, au-20, nz-6").case == "8.4.2"
    assert "attack 2930 with au-20, nz-6" in listed(state)
    check_command(state, "allied", ("au-20", "nz-6"))  # which refuses nothing
    assert not [order for order in listed(state) if all(name in order for name in ("br-16", "au-20", "nz-6"))]


@pytest.mark.case("8.4.2")
def test_no_more_than_three_allied_tank_units_attack_together() -> None:
    state = phase("it-19bre 2930", "br-3hus, br-5rtr, br-7rtr, br-6rtr-u 2929", phasing="allied")
    assert refusal(state, "attack 2930 with br-3hus, br-5rtr, br-7rtr, br-6rtr-u").case == "8.4.2"
    assert "attack 2930 with br-5rtr, br-7rtr, br-6rtr-u" in listed(state)
    check_command(state, "allied", ("br-5rtr", "br-7rtr", "br-6rtr-u"))


@pytest.mark.case("8.4.2", "8.4.1")
def test_the_limits_are_for_the_attacker_alone(fates: Fates) -> None:
    state = facing("ge-i-5, ge-ii-5, ge-i-8, ge-ii-8 2929", "br-16, au-20, nz-6 2930", supply={"axis": {"2929": 1}})
    _, events = play_noting(
        state, "attack 2930 with ge-i-5, ge-ii-5, ge-i-8, ge-ii-8 supply 2929", "accept", rolls=(2,)
    )
    assert facts(events, "fought")[0]["odds"] == "4-1"


# --- odds


@pytest.mark.case("8.8.3")
def test_less_than_one_to_three_is_not_allowed() -> None:
    state = facing("ge-3rec, ge-mg8 2929", "au-20, au-26 2930")
    assert refusal(state, "attack 2930 with ge-3rec").case == "8.8.3"
    assert "attack 2930 with ge-mg8, ge-3rec" in listed(state)


@pytest.mark.case("8.8.3", "9.4.1")
def test_support_of_the_defender_does_not_push_an_attack_off_the_table(fates: Fates) -> None:
    state = facing("ge-3rec, ge-mg8 2929", "au-20, au-26, al-xiii 2930")
    state, events = play_noting(
        state, "attack 2930 with ge-3rec, ge-mg8", "support al-xiii", "lose ge-3rec", rolls=(1,)
    )
    assert facts(events, "fought")[0]["odds"] == "1-3"
    assert state.units["al-xiii"].depleted


# --- the end of the phase


@pytest.mark.case("17.4", "3.2")
def test_a_turn_without_attacks_earns_a_supply_point_and_one_with_an_attack_does_not(fates: Fates) -> None:
    state = with_books(facing(), "axis", restful=True)
    assert "deposit tripoli" in listed(play(state, "done"))
    assert is_over(play(state, "attack 2930 with ge-115, ge-i-5", rolls=(5,)))


@pytest.mark.case("4.4.1")
def test_stacks_are_corrected_at_the_end_of_the_phase() -> None:
    state = facing("ge-115, ge-104-15, ge-200 2929")
    state = play(state, "done")
    assert asked(state) == "axis"
    assert "lose ge-115" in listed(state)


@pytest.mark.case("8.1")
def test_the_next_phase_begins_with_a_clean_slate(fates: Fates) -> None:
    state = play(facing("ge-115, ge-k15 2929", "au-20 2930"), "attack 2930 with ge-115", rolls=(1,))
    assert is_over(state)
    assert (state.fought, state.struck, state.retreats) == ((), (), {})
    assert isinstance(top(opened(state)), Combat)


@pytest.mark.case("23.2.1")
def test_resource_points_can_be_spent_in_the_combat_phase() -> None:
    state = facing(resources={"axis": 1})
    assert "buy comando-supremo" in listed(state)
    state = play(state, "buy comando-supremo")
    assert isinstance(top(state), Combat)
    assert state.books["axis"].resources == 0


@pytest.mark.case("8.1")
def test_everything_listed_is_accepted() -> None:
    state = phase(
        "ge-115, ge-i-5, it-8b, ge-dak 2929, it-7ar, it-x 2829, ge-k15 2830",
        "br-1thr, br-5rtr, au-20 2930, nz-6 2931",
        assets={"axis": {"comando-supremo": 1, "german-air-support": 1}},
        supply={"axis": {"2829": 1}},
        resources={"axis": 2},
    )
    actions = list(top(state).actions(state, "axis"))
    assert len(actions) > 10
    for action in actions:
        top(state).check(state, "axis", action)


@pytest.mark.case("8.4.2")
def test_as_many_allied_tank_units_attack_together_as_the_rules_allow_and_no_more() -> None:
    most = limits().tanks_in_attack
    tanks = [name for name, counter in counters().items() if counter.tank and counter.nation == "british"]
    check_command(position(), "allied", tanks[:most])
    with pytest.raises(Refusal) as refused:
        check_command(position(), "allied", tanks[: most + 1])
    assert refused.value.case == "8.4.2"
