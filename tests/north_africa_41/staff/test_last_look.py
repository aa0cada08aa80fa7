"""Positions in which the staff used to blunder: what it leaves alone, where it attacks in vain and advances to."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.combat.advance import Advancing
from sandtable.games.north_africa_41.combat.orders import Advance
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.pieces.stacking import fits
from sandtable.games.north_africa_41.staff import Staff
from sandtable.games.north_africa_41.staff.ground import travel
from sandtable.games.north_africa_41.staff.intent import Intent, worth_of_places
from sandtable.games.north_africa_41.staff.last_look import Answer, LastLook
from sandtable.games.north_africa_41.staff.picture import Mover, Picture, Threats
from sandtable.games.north_africa_41.staff.placement import Placement
from sandtable.games.north_africa_41.staff.planner import Planner
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.kit.staff.threat_map import Change
from tests.north_africa_41.beaten import victorious
from tests.north_africa_41.positions import asking, play, position


def placed(state: NorthAfrica) -> tuple[Placement, dict[str, Mover]]:
    """A placement of the phasing side in which everybody stays where he is."""
    picture = Picture(asking(state, Movement(state.phasing)), state.phasing)
    movers = dict(picture.movers)
    placement = Placement(picture, Threats(picture), Intent(picture), movers)
    for name, mover in movers.items():
        placement.put(name, mover.at)
    return placement, movers


DEPOT = "2560"  # Mersa Matruh, with the stores of the army


def depot(axis: str, allied: str) -> NorthAfrica:
    return position(axis, allied, phasing="allied", supply={"allied": {DEPOT: 3}, "axis": {"2941": 1}})


def test_a_depot_behind_a_screen_gets_a_guard_where_the_panzers_may_break_through() -> None:
    state = depot("ge-i-5, ge-ii-5, ge-mg8, ge-dak 2650", "br-11hus 2653, in-5, br-16 2562")
    placement, movers = placed(state)
    LastLook(placement, movers).mend()
    assert placement.stacks[board().hex(DEPOT)]


@pytest.mark.case("4.4.1")
def test_no_more_guards_are_sent_than_the_hex_holds() -> None:
    """Those who were told to go there already take their room."""
    names = ("in-5", "br-16", "br-22gds", "in-11", "au-20", "sa-1")
    placement, movers = placed(depot("ge-i-5, ge-ii-5, ge-mg8, ge-dak 2650", f"{', '.join(names)} 2559"))
    back, at = LastLook(placement, movers), board().hex(DEPOT)
    for name in names:
        offered = {change.names[0] for change in back.offers(at)}
        fitting = fits(placement.picture.state, [*back.map.guards(at), name])
        assert (name in offered) == fitting
        if fitting:
            back.map.make(Change((name,), at))
    assert len(back.map.guards(at)) < len(names)


def test_a_depot_that_nobody_can_come_near_needs_none() -> None:
    state = depot("ge-i-5, ge-ii-5, ge-mg8, ge-dak 1604", "br-11hus 1710, in-5, br-16 2562")
    placement, movers = placed(state)
    LastLook(placement, movers).mend()
    assert board().hex(DEPOT) not in placement.stacks


def test_who_leaves_a_hex_may_open_the_way_to_the_trucks_behind_it() -> None:
    """The look is at the line as it will stand, not as it stands now."""
    state = position("ge-i-5, ge-mg8, ge-dak 2454", "br-8rtr, br-1rtr 2555, allied-truck-1^ 2655", phasing="allied")
    placement, _ = placed(state)
    trucks = board().hex("2655")
    before = Answer(placement).enters(trucks)
    for name in ("br-8rtr", "br-1rtr"):
        placement.take_away(name)
        placement.put(name, board().hex("2560"))
    assert Answer(placement).enters(trucks) == 1.0
    assert before < 1.0


def test_what_may_break_through_is_counted_by_its_strength() -> None:
    screen = "br-11hus, br-3hus 2653, br-7hus 2553, br-1krrc 2453, in-5 2562"
    chances = []
    for axis in ("ge-i-5, ge-ii-5, ge-mg8, ge-dak 2650", "ge-3rec, ge-dak 2650"):
        placement, _ = placed(depot(axis, screen))
        assert not placement.threats.reaches(board().hex(DEPOT))
        chances.append(Answer(placement).enters(board().hex(DEPOT)))
    assert 0 < chances[1] < chances[0] < 1


def test_two_battalions_do_not_attack_at_even_odds_beside_a_panzer_division() -> None:
    """They would stand before it afterwards, whatever the die says."""
    rearguard = "ge-mg2, ge-3rec 1607"
    attackers = "br-5rtr, br-kdg 1608"
    for panzers, attacks in (("", True), (", ge-i-5, ge-ii-5, ge-mg8 1606, ge-dak 1605", False)):
        state = position(rearguard + panzers, attackers, phasing="allied", supply={"axis": {"1605": 1}})
        picture = Picture(asking(state, Movement("allied")), "allied")
        threats, intent = Threats(picture), Intent(picture)
        offensive = Planner(picture, intent, threats, picture.movers).offensive()
        assert bool(offensive.operations) == attacks


def test_nobody_advances_away_from_what_is_wanted_after_a_won_battle() -> None:
    """The armour that could strike back is no reason to give the field away at once."""
    wanted = "2751"  # Sidi Barrani
    places = dict.fromkeys(board().name(at) for at in worth_of_places(position()))
    control = {name: "axis" for name in places if name != wanted}
    state = victorious(
        "it-7ar, it-61tren, it-8b 2644, it-x 2642",
        "br-6rtr, br-5rtr, br-1rtr, br-11hus, al-xiii 2649, au-20 2751",
        "it-7ar, it-61tren, it-8b",
        at="2645",
        control=control,
        scenario="enter-rommel",
    )
    way = travel("mechanised", board().hex(wanted))
    staff = Staff(1)
    while isinstance(state.stack[-1], Advancing):
        action = staff.choose(state, "axis")
        if isinstance(action, Advance):
            start, *_, end = (board().hex(name) for name in action.path)
            assert way[end] <= way[start]
        state = play(state, str(action))
