"""Cases at their edges: what is easily taken for granted beside the situation that a case is about."""

from __future__ import annotations

import pytest

from sandtable.core.values import Refusal
from sandtable.games.panzerarmee_afrika.arrivals.orders import Arrive, Reinforce
from sandtable.games.panzerarmee_afrika.arrivals.places import Muster, check_arrival
from sandtable.games.panzerarmee_afrika.arrivals.replacements import check_reinforcing, lose_excess, reinforceable
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import allow_reinstatements
from sandtable.games.panzerarmee_afrika.factors.losses import strike_back
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.phase import finds_on
from sandtable.games.panzerarmee_afrika.pieces.counters import counters
from sandtable.games.panzerarmee_afrika.pieces.schedule import reinstatements
from sandtable.games.panzerarmee_afrika.pieces.tables import captures
from sandtable.games.panzerarmee_afrika.state import Unit
from sandtable.games.panzerarmee_afrika.supply.network import allied_in_supply_within
from sandtable.games.panzerarmee_afrika.title import title
from tests.panzerarmee_afrika.positions import position, with_books
from tests.playing import draft_of


@pytest.mark.case("2.3.1", "13.4")
def test_a_unit_has_its_printed_factor_until_it_is_reinforced() -> None:
    for counter in counters().values():
        assert counter.strength() == counter.strength(0) == counter.combat_factor


@pytest.mark.case("2.3.1")
def test_who_is_there_at_the_start_and_who_is_not() -> None:
    units = title().rules.start(title().setup()).units
    assert {name for name, counter in counters().items() if counter.at_start} == {
        name for name, unit in units.items() if name in counters() and unit.at >= 0
    }


@pytest.mark.case("2.1.4", "13.3.1")
def test_ten_points_in_a_pool_are_not_too_many() -> None:
    state = position()
    pools = state.books["axis"].points
    ten, eleven = (with_books(state, "axis", points=dict.fromkeys(pools, many)) for many in (10, 11))
    for before, lost in ((ten, 0), (eleven, 1)):
        draft = draft_of(before)
        lose_excess(draft, "axis")
        assert draft.state.books["axis"].points == dict.fromkeys(pools, 10)
        assert [event.facts["lost"] for event in draft.events] == ([dict.fromkeys(pools, lost)] if lost else [])


@pytest.mark.case("10.3", "11", "13.6")
def test_each_of_three_marks_keeps_a_unit_in_its_place() -> None:
    assert not Unit(7).stuck
    assert Unit(7, out=True).stuck and Unit(7, adrift=True).stuck and Unit(7, dismounted=True).stuck


@pytest.mark.case("11.2")
def test_one_unit_in_supply_beside_another_without_is_enough() -> None:
    names = [name for name, counter in counters().items() if counter.side == "allied" and counter.at_start][:2]
    mixed = position("", f"{names[0]}*, {names[1]} 1508")
    at = mixed.units[names[0]].at
    assert allied_in_supply_within(mixed, at, 0)
    assert not allied_in_supply_within(position("", f"{names[0]}*, {names[1]}* 1508"), at, 0)


@pytest.mark.case("11.1.6")
@pytest.mark.parametrize("die", [0, 7])
def test_a_die_has_six_faces(die: int) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        captures("axis", 3, die)


@pytest.mark.case("13.4")
def test_only_the_allies_reinforce_their_units() -> None:
    german = next(name for name, counter in counters().items() if counter.side == "axis" and counter.at_start)
    muster = Muster("axis", present=(german,), depots=0)
    state = position(f"{german} 1508", "", turn=5)
    assert reinforceable(state, muster) == []
    with pytest.raises(Refusal, match="only the Allies reinforce"):
        check_reinforcing(state, muster, Reinforce(german))


@pytest.mark.case("13.2")
def test_who_is_on_the_map_does_not_arrive() -> None:
    german = next(name for name, counter in counters().items() if counter.side == "axis" and counter.at_start)
    with pytest.raises(Refusal, match="not on the order of battle but at 1508") as refused:
        check_arrival(position(f"{german} 1508"), Muster("axis", (), 0), Arrive(german, "1508"))
    assert refused.value.case == "13.2"


@pytest.mark.case("13.2.4")
def test_reinstatements_are_granted_to_the_allies_alone() -> None:
    turn = next(turn for turn in range(1, 21) if reinstatements(turn))
    axis, allied = draft_of(position(turn=turn)), draft_of(position(turn=turn))
    allow_reinstatements(axis, "axis")
    allow_reinstatements(allied, "allied")
    assert not axis.state.books["axis"].reinstating and allied.state.books["allied"].reinstating


@pytest.mark.case("11.1.6")
def test_only_a_way_over_an_enemy_installation_finds_it() -> None:
    state = position("axis-depot-1 1509", "")
    path = [board().hex(name) for name in ("1507", "1508", "1509")]
    assert finds_on(state, "allied", path) and not finds_on(state, "allied", path[:2])
    assert not finds_on(state, "axis", path) and not finds_on(state, "allied", path[::-1][:2])


@pytest.mark.case("12.4.4")
def test_nobody_strikes_back_at_attackers_who_are_gone() -> None:
    draft = draft_of(position("", "au-20 1508"))
    strike_back(draft, ("de-104",), ("au-20",))
    assert not draft.events


@pytest.mark.case("13.2.1")
def test_no_installation_arrives_beyond_those_of_the_turn() -> None:
    with pytest.raises(Refusal, match="no further installation arrives") as refused:
        check_arrival(position(), Muster("axis", (), depots=0), Arrive("axis-depot-1", "1406"))
    assert refused.value.case == "13.2.1"
