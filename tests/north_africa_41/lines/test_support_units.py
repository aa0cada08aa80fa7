"""[17.1, 17.2] Artillery Support Units, Supply Points and MSUs."""

import pytest
from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.combat.support import artillery, fire, has_guns
from sandtable.games.north_africa_41.lines import support_units
from sandtable.games.north_africa_41.lines.support_units import Burn, Ready
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.state import ELIMINATED, POOL, NorthAfrica, eliminate, stacking_points, take_supply
from tests.north_africa_41.positions import position, supply_at, with_unit
from tests.playing import draft_of


def refused(state: NorthAfrica, action: Ready | Burn, side: str = "axis") -> str:
    with pytest.raises(Refusal) as caught:
        if isinstance(action, Ready):
            support_units.check_ready(state, side, action)
        else:
            support_units.check_burn(state, side, action)
    return caught.value.case


def readied(state: NorthAfrica, name: str) -> NorthAfrica:
    support_units.check_ready(state, "axis", Ready(name))
    draft = draft_of(state)
    support_units.do_ready(draft, "axis", Ready(name))
    return draft.state


def used(state: NorthAfrica, source: str) -> NorthAfrica:
    draft = draft_of(state)
    support_units.use_support(draft, "axis", source)
    return draft.state


# Properties


@pytest.mark.case("17.1.1")
def test_no_truck_and_no_replacement_gives_artillery_support() -> None:
    assert support_units.is_support("ge-arko104") and not support_units.is_support("ge-i-5")
    assert not any(map(support_units.is_support, ("axis-truck-1", "repl-italian-infantry-1")))


@pytest.mark.case("17.1.1", "17.1.2", "18.3", "18.4")
def test_artillery_groups_and_headquarters_are_mechanised_combat_units_that_stack_for_nothing() -> None:
    support = {name for name, counter in counters().items() if counter.support}
    assert support == {"ge-dak", "ge-arko104", "it-x", "it-xxi", "it-xx", "al-xiii", "al-xxx", "al-tob", "al-7med"}
    assert all(counters()[name].mechanised and counters()[name].steps == 1 for name in support)
    state = position("ge-dak, ge-arko104, it-x 1604")
    assert stacking_points(state, ("ge-dak", "ge-arko104", "it-x")) == 0
    assert [name for name in support if counters()[name].immobile] == ["al-tob"]


@pytest.mark.case("17.1.1", "18.4")
def test_only_asus_with_an_s_give_artillery_support() -> None:
    state = position("ge-dak, ge-arko104 1604")
    assert support_units.gives_support(state, "ge-dak") and not support_units.gives_artillery(state, "ge-dak")
    assert support_units.gives_artillery(state, "ge-arko104")


@pytest.mark.case("17.1.3", "13.2.1", "5.9.1")
def test_support_needs_good_order_and_the_ready_side_or_a_supply_point() -> None:
    state = position("it-x 1604, it-xx~ 1604, it-xxi! 1604, ge-dak! 1606", supply={"axis": {"1604": 1}})
    gives = {name: support_units.gives_support(state, name) for name in ("it-x", "it-xx", "it-xxi", "ge-dak")}
    assert gives == {"it-x": True, "it-xx": False, "it-xxi": True, "ge-dak": False}
    assert not support_units.gives_support(with_unit(state, "it-x", transport="sea"), "it-x")
    assert not support_units.gives_support(with_unit(state, "it-x", at="tripoli"), "it-x")
    landed = position("it-xxi! 1604", supply={"axis": {"1604": 1}}, landed={"axis": {"1604": 1}})
    assert not support_units.gives_support(landed, "it-xxi")


@pytest.mark.case("11.3", "17.1.1")
def test_a_determined_defence_is_supported_from_the_ready_side_only() -> None:
    state = position("it-x 1604, it-xxi! 1604", supply={"axis": {"1604": 1}})
    assert support_units.gives_defence_support(state, "it-x")
    assert not support_units.gives_defence_support(state, "it-xxi")


@pytest.mark.case("17.1.5")
def test_an_asu_out_of_supply_supports_from_its_ready_side() -> None:
    state = position("it-x* 1604, it-xxi*! 1604", supply={"axis": {"1604": 1}})
    assert support_units.gives_support(state, "it-x")
    assert not support_units.gives_support(state, "it-xxi")


# Attack Supply


@pytest.mark.case("17.1.1", "17.2.1", "17.2.4", "8.5.1")
def test_ready_asus_msus_and_supply_points_can_pay_for_attack_supply() -> None:
    state = position(
        "ge-dak, it-x! 1604, it-xx~ 1606, axis-truck-1^ 1606, axis-truck-2 1606",
        supply={"axis": {"1604": 2, "1701": 1, "tripoli": 3}},
        landed={"axis": {"1701": 1}},
    )
    assert support_units.attack_sources(state, "axis") == ["ge-dak", "axis-truck-1", "1604"]


@pytest.mark.case("17.2.1", "17.2.4", "17.3")
def test_a_supply_point_reaches_three_hexes_or_as_far_as_the_asu_it_is_with() -> None:
    state = position("ge-arko104! 1604, axis-truck-1^ 1606", supply={"axis": {"1604": 1, "1606": 1}})
    ranges = {
        source: support_units.source_range(state, "axis", source)
        for source in ("1606", "1604", "ge-arko104", "axis-truck-1")
    }
    assert ranges == {"1606": 3, "1604": 4, "ge-arko104": 4, "axis-truck-1": 5}
    both = position("ge-arko104!, it-x! 1604", supply={"axis": {"1604": 1}})
    assert support_units.source_range(both, "axis", "1604") == 5, "the longest of several"


@pytest.mark.case("17.1.1", "17.2.2", "17.2.4")
def test_support_is_paid_by_flipping_the_asu_or_using_up_a_supply_point() -> None:
    state = position("ge-arko104, it-x! 1604, axis-truck-1^ 1606", supply={"axis": {"1604": 2}})
    assert used(state, "ge-arko104").units["ge-arko104"].depleted
    assert supply_at(used(state, "ge-arko104"), "axis", "1604") == 2
    assert supply_at(used(state, "it-x"), "axis", "1604") == 1
    assert supply_at(used(state, "1604"), "axis", "1604") == 1
    assert not used(state, "axis-truck-1").units["axis-truck-1"].loaded


# Ready and Depleted


@pytest.mark.case("17.1.4", "17.2.1")
def test_a_depleted_asu_is_made_ready_for_a_supply_point_with_it() -> None:
    state = position("ge-dak! 1604, it-x! 1606", supply={"axis": {"1604": 1}})
    assert support_units.listed_ready(state, "axis") == [Ready("ge-dak")]
    after = readied(state, "ge-dak")
    assert not after.units["ge-dak"].depleted and supply_at(after, "axis", "1604") == 0
    assert refused(state, Ready("it-x")) == "17.1.4"


@pytest.mark.case("17.1.4", "13.2.1")
def test_no_asu_is_made_ready_that_is_ready_disorganised_foreign_or_none() -> None:
    state = position(
        "ge-dak 1604, it-x!~ 1604, it-7ar 1604, it-xx! eliminated",
        "al-xiii! 2751",
        supply={"axis": {"1604": 3}, "allied": {"2751": 1}},
    )
    assert refused(state, Ready("ge-dak")) == "17.1.4"
    assert refused(state, Ready("it-x")) == "13.2.1"
    assert refused(state, Ready("it-7ar")) == refused(state, Ready("al-xiii")) == "17.1.4"
    for name in ("it-7ar", "al-xiii"):
        with pytest.raises(Refusal, match="is not an Artillery Support Unit of the axis side"):
            support_units.check_flip(state, "axis", Ready(name))
    assert refused(state, Ready("it-xx")) == "17.1.4"
    assert support_units.listed_ready(state, "axis") == []


@pytest.mark.case("17.1.4")
def test_in_the_movement_phase_neither_may_have_moved() -> None:
    state = position(
        "ge-dak! 1604, it-x! 1606, axis-truck-1^ 1606", supply={"axis": {"1604": 1}}, moved=("ge-dak", "axis-truck-1")
    )
    assert refused(state, Ready("ge-dak")) == refused(state, Ready("it-x")) == "17.1.4"
    assert support_units.listed_ready(state, "axis") == []
    assert support_units.listed_flips(state, "axis") == [Ready("ge-dak"), Ready("it-x")]


@pytest.mark.case("17.1.4", "5.9.1", "21.1.5")
def test_a_supply_point_under_a_transport_marker_makes_nobody_ready() -> None:
    state = position("ge-dak! 3211", supply={"axis": {"3211": 1}}, landed={"axis": {"3211": 1}})
    assert refused(state, Ready("ge-dak")) == "17.1.4"


@pytest.mark.case("17.1.4", "17.2.4")
def test_an_msu_gives_its_supply_point_when_none_lies_on_the_ground() -> None:
    state = position("ge-dak!, it-x! 1606, axis-truck-1^ 1606", supply={"axis": {"1606": 1}})
    once = readied(state, "ge-dak")
    assert once.units["axis-truck-1"].loaded and supply_at(once, "axis", "1606") == 0
    assert not readied(once, "it-x").units["axis-truck-1"].loaded


# Destroying Supply Points


@pytest.mark.case("17.2.3")
def test_the_owner_destroys_supply_points_without_a_die() -> None:
    state = position("axis-truck-1^ 1606, axis-truck-2 1606", supply={"axis": {"1604": 2, "tripoli": 1}})
    assert support_units.listed_burn(state, "axis") == [Burn("1604"), Burn("axis-truck-1")]
    draft = draft_of(state)
    support_units.do_burn(draft, "axis", Burn("1604"))
    support_units.do_burn(draft, "axis", Burn("axis-truck-1"))
    assert supply_at(draft.state, "axis", "1604") == 1 and not draft.state.units["axis-truck-1"].loaded


@pytest.mark.case("17.2.3")
def test_nobody_destroys_what_is_not_there_or_not_his() -> None:
    state = position("axis-truck-2 1606", "allied-truck-1^ 2751", supply={"allied": {"2751": 1}})
    for what in ("2751", "9999", "axis-truck-2", "allied-truck-1"):
        assert refused(state, Burn(what)) == "17.2.3"


@pytest.mark.case("17.2.2")
def test_supply_points_that_have_not_just_landed_are_used_first() -> None:
    state = position(supply={"axis": {"1604": 3}}, landed={"axis": {"1604": 1}})
    at, draft = board().hex("1604"), draft_of(state)
    for taken, stores, landed in ((1, {at: 2}, {at: 1}), (1, {at: 1}, {at: 1}), (1, {}, {})):
        take_supply(draft, "axis", at, taken)
        books = draft.state.books["axis"]
        assert (books.stores, books.landed) == (stores, landed)


@pytest.mark.case("12.5.2", "19.1.1", "19.2.2", "27.1")
def test_what_becomes_of_each_kind_of_piece_that_is_eliminated() -> None:
    draft = draft_of(position("ge-mg8, repl-german-tank-1, axis-truck-1 2930"))
    for name in ("ge-mg8", "repl-german-tank-1", "axis-truck-1"):
        eliminate(draft, name, "10.3", "test")
    ends = [draft.state.units[name].at for name in ("ge-mg8", "repl-german-tank-1", "axis-truck-1")]
    assert ends == [ELIMINATED, POOL, ELIMINATED]
    assert draft.state.units["ge-mg8"].steps == 1, "with which it may come back"


@pytest.mark.case("9.4.1", "9.4.2", "17.3")
def test_guns_beyond_their_range_give_no_artillery_support() -> None:
    near = position("ge-arko104 2934, ge-mg8 2930", "br-16 2929")
    far = position("ge-arko104 2935, ge-mg8 2930", "br-16 2929")
    hexes = (board().hex("2930"),)
    assert artillery(near, "axis", ("ge-mg8",), hexes) == ["ge-arko104"]
    assert artillery(far, "axis", ("ge-mg8",), hexes) == []


@pytest.mark.case("9.4.1", "17.1.3", "18.3")
def test_guns_that_were_promised_as_attack_supply_fire_only_with_a_supply_point_to_spare() -> None:
    promised = position("ge-arko104 2934", supplying=("ge-arko104",))
    assert has_guns(position("ge-arko104 2934"), "ge-arko104") and not has_guns(promised, "ge-arko104")
    stocked = position("ge-arko104 2934", supplying=("ge-arko104",), supply={"axis": {"2934": 1}})
    assert has_guns(stocked, "ge-arko104")
    for state, is_depleted, left in ((stocked, False, 0), (replace(stocked, supplying=()), True, 1)):
        draft = draft_of(state)
        fire(draft, "axis", "ge-arko104")
        assert draft.state.units["ge-arko104"].depleted is is_depleted
        assert supply_at(draft.state, "axis", "2934") == left
