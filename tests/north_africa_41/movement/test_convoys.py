"""[21, 22] Convoys: what may sail, the two worked examples die by die, and the convoy to Benghazi."""

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.north_africa_41.invariants import broken_invariants
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.convoys import listed_ship
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.sea.convoy_attacks import cargo_of, cargo_points, modifier
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import asking, listed, play, play_noting, position, refusal, supply_at, where
from tests.playing import asked

AXIS_FIELDS = {"3212": "axis", "3629": "axis", "3041": "axis"}  # Benina, Martuba, Gambut
BENGHAZI = {"3211": "axis"}


def italy_convoy() -> NorthAfrica:
    """The convoy example: turn 4, first impulse, the Malta marker in the box -2."""
    state = position(
        "ge-i-8, ge-104-15, repl-italian-tank-1 italy, repl-german-infantry-1 tripoli",
        turn=4,
        impulse=1,
        malta=-2,
        supply={"axis": {"italy": 2, "tripoli": 1}},
        control=AXIS_FIELDS | BENGHAZI,
        damage={"3211": 2},
    )
    return asking(state, Movement("axis"))


@pytest.mark.case("21.1", "21.1.1", "21.1.3", "21.2", "22.1", "22.2.1", "22.2.4", "22.2.5", "22.3.1")
def test_the_worked_convoy_from_italy_loses_a_step_a_replacement_and_a_supply_point() -> None:
    state = italy_convoy()
    cargo = cargo_of(("ge-i-8", "ge-104-15", "repl-italian-tank-1", "supply", "supply"))
    assert cargo_points(state, cargo) == 8
    after, events = play_noting(
        state,
        "ship ge-i-8, ge-104-15, repl-italian-tank-1, supply, supply from italy to tripoli",
        rolls=(4, 6, 1, 5, 4, 3, 6, 2, 1, 4),
    )
    spotted = next(event for event in events if event.kind == "spotted")
    assert (spotted.facts["roll"], spotted.facts["modifier"], spotted.facts["strength"]) == (10, -2, 2)
    assert after.units["ge-i-8"].steps == 2
    assert after.units["ge-104-15"].steps == 2
    assert where(after, "repl-italian-tank-1") == "pool"
    assert supply_at(after, "axis", "tripoli") == 2
    assert [where(after, name) for name in ("ge-i-8", "ge-104-15")] == ["tripoli", "tripoli"]


@pytest.mark.case("21.1.1")
def test_no_unit_sails_twice_in_a_convoy() -> None:
    order = "ship ge-i-8, ge-i-8 from italy to tripoli"
    refused = refusal(italy_convoy(), order)
    assert refused.case == "21.1.1" and "twice" in str(refused)


@pytest.mark.case("21.1.2", "21.3.2", "22.2.1", "22.2.2")
def test_the_worked_coastal_convoy_slips_into_benghazi() -> None:
    state = italy_convoy()
    assert modifier(state, "axis") == -3
    after = play(state, "ship supply, repl-german-infantry-1 from tripoli to 3211", rolls=(5, 3))
    assert supply_at(after, "axis", "3211") == 1
    assert where(after, "repl-german-infantry-1") == "3211"


@pytest.mark.case("21.1.1", "21.1.5", "21.3.2", "13.3.2")
def test_enemies_in_full_retreat_give_way_to_a_unit_that_lands_beside_them() -> None:
    for allied, who in (("br-3hus~~ 3111", "allied"), ("br-3hus~~ 2930", "axis")):
        state = asking(position("it-27pav tripoli", allied, control=BENGHAZI), Movement("axis"))
        landed = play(state, "ship it-27pav from tripoli to 3211", rolls=(1, 1))
        assert where(landed, "it-27pav") == "3211" and asked(landed) == who


@pytest.mark.case("21.1.5", "21.1.4")
def test_what_has_landed_lies_under_a_marker_and_moves_no_further() -> None:
    after = play(italy_convoy(), "ship supply, repl-german-infantry-1 from tripoli to 3211", rolls=(5, 3))
    benghazi = after.units["repl-german-infantry-1"].at
    assert supply_at(after, "axis", "3211") == 1 and after.stores_at(benghazi, "axis") == 0
    assert after.units["repl-german-infantry-1"].transport == "sea"
    assert refusal(after, "move repl-german-infantry-1 3211-3212").case == "5.1"


@pytest.mark.case("22.2.5", "22.1")
def test_troops_are_escorted_and_supplies_are_not() -> None:
    """The example of the book: a brigade of three steps is hit only by ones where a Supply Point is hit by twos."""
    state = asking(
        position(allied="nz-6 delta", phasing="allied", impulse=1, supply={"allied": {"delta": 2}}), Movement("allied")
    )
    brigade = play(state, "ship nz-6 from delta to 3138", rolls=(6, 6, 2, 2, 2))
    assert brigade.units["nz-6"].steps == 3
    supplies = play(state, "ship supply, supply from delta to 3138", rolls=(6, 6, 2, 2))
    assert supply_at(supplies, "allied", "3138") == 0
    unseen = play(state, "ship supply, supply from delta to 3138", rolls=(1, 1))
    assert supply_at(unseen, "allied", "3138") == 2


@pytest.mark.case("22.2.4", "21.1.1", "21.3.2")
def test_a_unit_sunk_whole_is_eliminated_and_nothing_lands() -> None:
    state = asking(position("ge-mg8 tripoli", control=BENGHAZI, impulse=1), Movement("axis"))
    rolls = (6, 6, 1, *[1] * (state.units["ge-mg8"].steps - 1))
    after, events = play_noting(state, "ship ge-mg8 from tripoli to 3211", rolls=rolls)
    assert where(after, "ge-mg8") == "eliminated"
    assert not any(event.kind == "landed" for event in events)


@pytest.mark.case("22.2.4", "21.2")
def test_truck_and_supply_point_of_an_msu_are_hit_one_by_one() -> None:
    state = asking(position("axis-truck-1^ tripoli", control=BENGHAZI, impulse=1), Movement("axis"))
    order = "ship axis-truck-1 from tripoli to 3211"
    emptied = play(state, order, rolls=(6, 6, 6, 1))
    assert not emptied.units["axis-truck-1"].loaded and where(emptied, "axis-truck-1") == "3211"
    salvaged = play(state, order, rolls=(6, 6, 1, 6))
    assert where(salvaged, "axis-truck-1") == "eliminated" and supply_at(salvaged, "axis", "3211") == 1


@pytest.mark.case("21.1.3", "21.1.2")
def test_the_convoy_leaves_italy_once_in_the_first_impulse_and_only_for_tripoli() -> None:
    state = italy_convoy()
    later = asking(position("ge-i-8 italy", impulse=2, control=BENGHAZI), Movement("axis"))
    assert refusal(later, "ship ge-i-8 from italy to tripoli").case == "21.1.3"
    assert refusal(state, "ship ge-i-8 from italy to 3138").case == "21.1.4"
    taken = asking(
        position("ge-i-8 italy", impulse=1, control={"3138": "axis"}, resources={"axis": 2}), Movement("axis")
    )
    assert refusal(taken, "ship ge-i-8 from italy to 3138").case == "21.1.3"
    sailed = play(state, "ship ge-i-8 from italy to tripoli", rolls=(1, 1))
    assert refusal(sailed, "ship ge-104-15 from italy to tripoli").case == "21.1.3"
    assert refusal(sailed, "ship repl-german-infantry-1 from tripoli to italy").case == "21.1.2"


@pytest.mark.case("21.1.4", "13.2.1", "16.4", "19.5", "17.1.2")
def test_who_may_not_take_ship() -> None:
    state = asking(
        position(
            "ge-i-5~, ge-ii-5*, ge-mg8+, it-7ar tripoli, ge-3rec 1604",
            allied="al-tob 3138",
            impulse=1,
            control=BENGHAZI,
        ),
        Movement("axis"),
    )
    assert refusal(state, "ship ge-i-5 from tripoli to 3211").case == "13.2.1"
    assert refusal(state, "ship ge-ii-5 from tripoli to 3211").case == "16.4"
    assert refusal(state, "ship ge-mg8 from tripoli to 3211").case == "19.5"
    assert refusal(state, "ship ge-3rec from tripoli to 3211").case == "21.1.1"
    assert refusal(state, "ship supply from tripoli to 3211").case == "21.1.1"
    assert refusal(state, "ship it-7ar from tripoli to 2945").case == "21.1.4"
    allied = asking(position(allied="al-tob 3138", phasing="allied"), Movement("allied"))
    assert refusal(allied, "ship al-tob from 3138 to delta").case == "17.1.2"


@pytest.mark.case("21.1.2", "23.2.3")
def test_one_coastal_convoy_is_free_and_a_second_takes_the_marker() -> None:
    stock = {"allied": {"delta": 3}}
    poor = asking(position(phasing="allied", supply=stock, impulse=1), Movement("allied"))
    once = play(poor, "ship supply from delta to 2560", rolls=(1, 1))
    assert refusal(once, "ship supply from delta to 2560").case == "21.1.2"
    assert len(listed_ship(once, "allied")) == 0
    rich = asking(
        position(phasing="allied", supply=stock, impulse=1, assets={"allied": {"coastal-shipping": 1}}),
        Movement("allied"),
    )
    twice = play(rich, "ship supply from delta to 2560", "ship supply from delta to 3138", rolls=(1, 1, 1, 1))
    assert supply_at(twice, "allied", "3138") == 1 and twice.books["allied"].assets == {}
    assert refusal(twice, "ship supply from delta to 3138").case == "21.1.2"


@pytest.mark.case("21.1.2", "21.2")
def test_a_coastal_convoy_carries_two_shipping_points() -> None:
    state = asking(
        position(allied="nz-6, br-5rtr, allied-truck-1^ delta", phasing="allied", supply={"allied": {"delta": 3}}),
        Movement("allied"),
    )
    assert refusal(state, "ship supply, supply, supply from delta to 3138").case == "21.1.2"
    assert refusal(state, "ship allied-truck-1, supply from delta to 3138").case == "21.1.2"
    assert refusal(state, "ship br-5rtr, supply from delta to 3138").case == "21.1.2"  # two tank steps
    play(state, "ship nz-6 from delta to 3138", rolls=(1, 1))


@pytest.mark.case("21.1.2", "21.3.1", "21.3.2")
def test_a_port_takes_no_more_than_its_capacity_in_a_phase() -> None:
    state = asking(
        position(
            phasing="allied",
            supply={"allied": {"delta": 4}},
            damage={"3138": 3},
            impulse=1,
            assets={"allied": {"coastal-shipping": 1}},
        ),
        Movement("allied"),
    )
    assert refusal(state, "ship supply, supply from delta to 3138").case == "21.3.2"  # capacity 1
    once = play(state, "ship supply from delta to 3138", rolls=(1, 1))
    assert once.books["allied"].embarked == {board().location("delta"): 1} and once.books["allied"].convoys == 1
    assert once.books["allied"].debarked == {board().location("3138"): 1}
    assert refusal(once, "ship supply from delta to 3138").case == "21.3.2"
    play(once, "ship supply from delta to 2560", rolls=(1, 1))
    back = asking(position(phasing="allied", supply={"allied": {"2560": 2}}), Movement("allied"))
    home = play(back, "ship supply, supply from 2560 to delta", rolls=(1, 1))
    assert supply_at(home, "allied", "delta") == 2, "the Nile Delta takes any number"
    worn = asking(position(phasing="allied", supply={"allied": {"3138": 2}}, damage={"3138": 3}), Movement("allied"))
    assert refusal(worn, "ship supply, supply from 3138 to delta").case == "21.3.2"
    assert supply_at(play(worn, "ship supply from 3138 to delta", rolls=(1, 1)), "allied", "delta") == 1


@pytest.mark.case("21.1.3", "21.3.2")
def test_tripoli_takes_fourteen_shipping_points_from_italy() -> None:
    state = asking(position(supply={"axis": {"italy": 15}}, impulse=1), Movement("axis"))
    assert refusal(state, f"ship {', '.join(['supply'] * 15)} from italy to tripoli").case == "21.3.2"
    after = play(state, f"ship {', '.join(['supply'] * 14)} from italy to tripoli", rolls=(1, 1))
    assert supply_at(after, "axis", "tripoli") == 14


@pytest.mark.case("22.2.2", "22.2.3")
def test_airfields_crete_and_the_moon_make_coastal_convoys_safer() -> None:
    assert modifier(position(turn=5, impulse=1), "allied") == -6
    assert modifier(position(turn=6, impulse=1), "allied") == -5
    assert modifier(position(turn=6, impulse=3), "allied") == -6
    assert modifier(position(turn=6, impulse=3, control=AXIS_FIELDS), "axis") == -5


@pytest.mark.case("22.2.1")
def test_the_more_dangerous_of_both_ports_gives_the_column() -> None:
    state = asking(
        position(phasing="allied", turn=6, impulse=1, supply={"allied": {"3211": 1}}, damage={"3211": 3}),
        Movement("allied"),
    )
    unseen = play(state, "ship supply from 3211 to delta", rolls=(4, 3))  # 7 - 5 = 2
    assert supply_at(unseen, "allied", "delta") == 1
    sunk = play(state, "ship supply from 3211 to delta", rolls=(4, 4, 2))  # 3 in the column of Benghazi
    assert supply_at(sunk, "allied", "delta") == 0


# A port of one's own in which enemies are without a Combat Unit


def intruders(axis: str, allied: str = "allied-truck-1 3211", **fields: Any) -> NorthAfrica:
    return asking(position(axis, allied, impulse=1, control=BENGHAZI, **fields), Movement("axis"))


@pytest.mark.case("21.1.1", "5.8.3", "17.2.3")
def test_without_a_combat_unit_nothing_sails_to_a_port_where_an_enemy_is() -> None:
    axis, stock = "ge-mg8, axis-truck-1, repl-german-infantry-1 tripoli", {"axis": {"tripoli": 2}}
    truck = intruders(axis, supply=stock)
    store = intruders(axis, "", supply=stock | {"allied": {"3211": 1}})
    for state in (truck, store):
        for cargo in ("axis-truck-1", "repl-german-infantry-1", "supply", "supply, repl-german-infantry-1"):
            refused = refusal(state, f"ship {cargo} from tripoli to 3211")
            assert refused.case == "5.8.3" and "Benghazi" in refused.why
        sailings = [order for order in listed(state) if order.startswith("ship") and order.endswith("to 3211")]
        assert "ship ge-mg8 from tripoli to 3211" in sailings and all("ge-mg8" in order for order in sailings)
    guarded = intruders(f"{axis}, it-gaf 3211", "", supply=stock)
    assert "ship supply from tripoli to 3211" in listed(guarded)


@pytest.mark.case("21.1.1", "8.7", "17.2.3", "19.2.1")
def test_a_combat_unit_that_lands_overtakes_everything_the_enemy_has_in_the_port() -> None:
    allied = "allied-truck-1, allied-truck-2^, repl-british-infantry-1 3211"
    state = intruders("ge-mg8, axis-truck-1 tripoli", allied, supply={"allied": {"3211": 1}})
    landed, events = play_noting(state, "ship ge-mg8 from tripoli to 3211", rolls=(1, 1, 3, 2))
    assert where(landed, "ge-mg8") == "3211" and landed.units["ge-mg8"].transport == "sea"
    gone = ("allied-truck-1", "allied-truck-2", "repl-british-infantry-1")
    assert [where(landed, name) for name in gone] == ["eliminated", "eliminated", "pool"]
    assert (supply_at(landed, "axis", "3211"), supply_at(landed, "allied", "3211")) == (1, 0)
    assert next(event.kind for event in events if event.kind in ("landed", "eliminated")) == "landed"
    assert broken_invariants(landed) == []


@pytest.mark.case("21.1.1", "5.8.3", "22.2.4")
def test_whose_escort_is_sunk_turns_back_from_a_port_where_an_enemy_is() -> None:
    state = intruders("it-gaf, repl-german-infantry-1 tripoli")
    order = "ship it-gaf, repl-german-infantry-1 from tripoli to 3211"
    back, events = play_noting(state, order, rolls=(6, 6, 1, 6))
    assert where(back, "it-gaf") == "eliminated" and where(back, "repl-german-infantry-1") == "tripoli"
    assert where(back, "allied-truck-1") == "3211" and back.books["axis"].debarked == {}
    assert refusal(back, "carry repl-german-infantry-1 with axis-truck-1 tripoli-1604").case == "5.1"
    assert [event.facts["at"] for event in events if event.kind == "turned"] == ["tripoli"]
    both = play(state, order, rolls=(6, 6, 6, 6))
    assert where(both, "repl-german-infantry-1") == "3211" and where(both, "allied-truck-1") == "eliminated"
    supplies = intruders("it-gaf tripoli", supply={"axis": {"tripoli": 1}})
    kept = play(supplies, "ship it-gaf, supply from tripoli to 3211", rolls=(6, 6, 1, 6))
    assert supply_at(kept, "axis", "tripoli") == 1 and kept.stores_at(board().location("tripoli"), "axis") == 0


# The convoy to Benghazi


def benghazi_convoy(points: int = 1) -> NorthAfrica:
    state = position(
        "ge-i-8, ge-104-15 italy",
        turn=4,
        impulse=1,
        malta=-2,
        resources={"axis": points},
        supply={"axis": {"italy": 4}},
        control=AXIS_FIELDS | BENGHAZI,
    )
    return asking(state, Movement("axis"))


@pytest.mark.case("22.3.5", "21.1.3")
def test_the_convoy_to_benghazi_costs_a_point_and_is_attacked_twice() -> None:
    assert refusal(benghazi_convoy(0), "ship ge-i-8 from italy to 3211").case == "23.2"
    at_sea = play(benghazi_convoy(), "ship ge-i-8, supply, supply from italy to 3211", rolls=(6, 4, 6, 6, 6, 6, 1))
    assert at_sea.books["axis"].resources == 0
    landed = play(at_sea, "ship ge-i-8, supply from tripoli to 3211", rolls=(6, 5, 2, 6, 6, 6))  # 11 - 3: strength 3
    assert landed.units["ge-i-8"].steps == 2 and where(landed, "ge-i-8") == "3211"
    assert supply_at(landed, "axis", "3211") == 1


@pytest.mark.case("22.3.5")
def test_past_malta_the_convoy_may_split_and_only_one_part_is_attacked_again() -> None:
    at_sea = play(benghazi_convoy(), "ship ge-i-8, ge-104-15, supply from italy to 3211", rolls=(1, 1))
    assert "ship supply from tripoli to 3211" in listed(at_sea) and "done" in listed(at_sea)
    assert refusal(at_sea, "ship supply, supply from tripoli to 3211").case == "22.3.5"
    assert refusal(at_sea, "ship ge-i-5 from tripoli to 3211").case == "22.3.5"
    assert refusal(at_sea, "move ge-i-8 1604-1605").case == "22.3.5"
    assert refusal(at_sea, "ship ge-104-15, ge-104-15 from tripoli to 3211").case == "22.3.5"
    split = play(at_sea, "ship ge-104-15 from tripoli to 3211", rolls=(1, 1))
    assert where(split, "ge-104-15") == "3211" and where(split, "ge-i-8") == "tripoli"
    assert supply_at(split, "axis", "tripoli") == 1
    assert play(at_sea, "done").units["ge-104-15"].at == split.units["ge-i-8"].at


@pytest.mark.case("22.3.5")
def test_what_sails_on_keeps_to_the_capacity_of_benghazi() -> None:
    state = position(
        "ge-i-8, ge-104-15 italy",
        turn=4,
        impulse=1,
        resources={"axis": 1},
        damage={"3211": 3},
        supply={"axis": {"italy": 12}},
        control=BENGHAZI,
    )
    state = asking(state, Movement("axis"))
    heap = ", ".join(["supply"] * 12)
    assert refusal(state, f"ship ge-i-8, ge-104-15, {heap} from italy to 3211").case == "22.3.5"  # 17, room for 15
    at_sea = play(state, "ship ge-104-15, supply from italy to 3211", rolls=(1, 1))
    assert refusal(at_sea, "ship ge-104-15 from tripoli to 3211").case == "22.3.5"
    play(at_sea, "ship supply from tripoli to 3211", rolls=(1, 1))
    full = play(state, f"ship ge-i-8, {heap} from italy to 3211", rolls=(1, 1))
    assert refusal(full, "done").case == "22.3.5", "Tripoli takes fourteen of the fifteen"
    split = play(full, "ship supply from tripoli to 3211", rolls=(1, 1))
    assert (supply_at(split, "axis", "tripoli"), supply_at(split, "axis", "3211")) == (11, 1)


def test_the_list_offers_single_pieces_pairs_and_all_of_italy() -> None:
    found = listed(italy_convoy())
    assert "ship ge-i-8, ge-104-15, repl-italian-tank-1, supply, supply from italy to tripoli" in found
    assert "ship repl-german-infantry-1, supply from tripoli to 3211" in found
    assert "ship supply from tripoli to 3211" in found
    assert not any(order.startswith("ship") and "to italy" in order for order in found)


@pytest.mark.case("21.1.4")
def test_a_port_that_beaten_enemies_have_taken_during_the_phase_is_closed() -> None:
    state = position("it-27pav tripoli, axis-truck-1 tripoli", control=BENGHAZI)
    assert any("to 3211" in order for order in listed(asking(state, Movement("axis"))))
    lost = asking(replace(state, control={**state.control, "3211": "allied"}), Movement("axis"))
    assert refusal(lost, "ship it-27pav from tripoli to 3211").case == "21.1.4"
    assert not any(order.startswith("ship") for order in listed(lost))


@pytest.mark.case("22.3.5", "5.8.3")
def test_past_malta_only_a_combat_unit_leads_the_way_to_benghazi_when_an_enemy_is_there() -> None:
    stock = {"axis": {"italy": 4}}
    state = intruders("it-gaf, ge-104-15 italy", resources={"axis": 1}, supply=stock)
    assert refusal(state, "ship supply, supply from italy to 3211").case == "5.8.3"
    at_sea = play(state, "ship it-gaf, ge-104-15, supply, supply from italy to 3211", rolls=(1, 1))
    assert refusal(at_sea, "ship supply from tripoli to 3211").case == "5.8.3"
    assert "ship supply from tripoli to 3211" not in listed(at_sea)
    landed = play(at_sea, "ship it-gaf, supply from tripoli to 3211", rolls=(1, 1))
    assert where(landed, "it-gaf") == "3211" and where(landed, "allied-truck-1") == "eliminated"
    assert (supply_at(landed, "axis", "3211"), supply_at(landed, "axis", "tripoli")) == (1, 1)
    turned = play(at_sea, "ship it-gaf, supply from tripoli to 3211", rolls=(6, 6, 1, 6))
    assert (supply_at(turned, "axis", "3211"), supply_at(turned, "axis", "tripoli")) == (0, 2)
    assert where(turned, "it-gaf") == "eliminated" and where(turned, "allied-truck-1") == "3211"


@pytest.mark.case("22.3.5", "5.8.3", "21.3.2")
def test_a_convoy_to_benghazi_where_an_enemy_is_must_find_room_in_tripoli_for_all_of_it() -> None:
    heap = ", ".join(["supply"] * 13)
    stock = {"axis": {"italy": 14}}
    state = intruders("it-gaf italy", resources={"axis": 1}, supply=stock)
    assert refusal(state, f"ship it-gaf, {heap}, supply from italy to 3211").case == "5.8.3"
    alone = play(state, f"ship it-gaf, {heap} from italy to 3211", rolls=(6, 6, 1, *[6] * 13))
    assert where(alone, "it-gaf") == "eliminated" and listed(alone) == ["done"]
    assert supply_at(play(alone, "done"), "axis", "tripoli") == 13
    free = intruders("it-gaf italy", "", resources={"axis": 1}, supply=stock)
    play(free, f"ship it-gaf, {heap}, supply from italy to 3211", rolls=(1, 1))
