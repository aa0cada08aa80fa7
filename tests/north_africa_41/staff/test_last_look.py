"""Positions in which the staff used to blunder: what it leaves alone, where it attacks in vain and advances to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.north_africa_41.combat.advance import Advancing
from sandtable.games.north_africa_41.combat.orders import Advance
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.orders import Move
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.stacking import fits
from sandtable.games.north_africa_41.staff import Staff
from sandtable.games.north_africa_41.staff.ground import travel
from sandtable.games.north_africa_41.staff.intent import Intent, worth_of_places
from sandtable.games.north_africa_41.staff.last_look import Answer, LastLook
from sandtable.games.north_africa_41.staff.orders import lies_open, staffs
from sandtable.games.north_africa_41.staff.picture import OVERRUN, Mover, Picture, Threats
from sandtable.games.north_africa_41.staff.placement import Placement
from sandtable.games.north_africa_41.staff.planner import Planner
from sandtable.games.north_africa_41.staff.pursuit import Eye
from sandtable.games.north_africa_41.staff.stores import Quartermaster
from sandtable.games.north_africa_41.state import NorthAfrica, face_of
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


@pytest.mark.case("8.9.1")
def test_no_boldness_takes_the_fear_of_being_ridden_down_away() -> None:
    """A battalion alone before a panzer division is lost for nothing; in a crowd of four it may be risked."""
    host = "ge-i-5, ge-ii-5, ge-mg8, ge-i-33flak, ge-i-8, ge-ii-8, ge-dak 2934"
    state = position(host, "br-5rtr 2930", phasing="allied", supply={"axis": {"2934": 2}})
    threats, at = Threats(Picture(state, "allied")), board().hex("2930")
    alone, many = ("br-5rtr",), ("br-5rtr", "br-22gds", "br-16", "au-20")
    assert threats.clears(at, alone, ()) >= OVERRUN > threats.clears(at, many, ())
    assert threats.danger(at, alone, (), 0.25) == threats.fear(at, alone, ()) > 0
    assert threats.danger(at, many, (), 0.25) == 0.25 * threats.fear(at, many, ()) > 0


def test_nobody_advances_back_to_a_place_of_ours() -> None:
    """The armour that won the battle does not go to Gambut, where nobody threatens, but on or nowhere."""
    places = dict.fromkeys(board().name(at) for at in worth_of_places(position()))
    state = victorious(
        "it-7ar, it-61tren, it-8b 2644, it-x 2642",
        "br-6rtr, br-5rtr, br-1rtr, br-11hus, al-xiii 2649, au-20 2751",
        "it-7ar, it-61tren, it-8b",
        at="2645",
        control={name: "axis" for name in places if name != "2751"},
        scenario="enter-rommel",
    )
    frame = state.stack[-1]
    assert isinstance(frame, Advancing)
    eye = Eye(state, "axis")
    back, on = ([board().hex(name) for name in way] for way in (("2644", "3041"), ("2644", "2645")))
    assert eye.goes_back(("it-7ar",), back, frame.battle)
    assert not eye.goes_back(("it-7ar",), on, frame.battle)


# --- headquarters, ports and supplies


def test_a_headquarters_does_not_count_on_those_who_will_advance() -> None:
    state = position("ge-dak 2925, ge-i-5, ge-ii-5 2930", "br-3hus, br-5rtr 2933", supply={"axis": {"2925": 1}})
    picture = Picture(asking(state, Movement("axis")), "axis")
    threats, movers = Threats(picture), {"ge-dak": picture.movers["ge-dak"]}
    placement = Placement(picture, threats, Intent(picture), movers)

    def place(leaving: tuple[str, ...]) -> str:
        orders = [order for order in staffs(placement, movers, leaving) if isinstance(order, Move)]
        return orders[0].path[-1] if orders else "2925"

    assert place(()) == "2930"
    assert place(("ge-i-5", "ge-ii-5")) != "2930"


def test_a_screen_before_a_headquarters_does_not_hide_who_stands_behind_it_in_the_desert() -> None:
    """Nobody can come past the screen now; who is near is counted all the same, who is far away is not."""
    state = position("ge-dak 2925, it-7b 2929", "br-5rtr, br-6rtr 2931, au-24 2560", supply={"axis": {"2925": 1}})
    threats, at = Threats(Picture(state, "axis")), board().hex("2925")
    assert threats.nearby(at) == sum(face_of(state, name).attack for name in ("br-5rtr", "br-6rtr"))


@pytest.mark.case("17.2.3")
def test_supply_is_burnt_where_its_guard_is_no_match_for_him() -> None:
    """Hussars alone before the panzers at Msus; with an Australian division in works the stores are kept."""
    panzers = "ge-i-5, ge-ii-5, ge-mg8, ge-dak 2711"
    for guard, works, burns in (("br-3hus", {}, True), ("au-20, au-26, au-24", {"2717": "allied"}, False)):
        state = position(
            panzers,
            f"{guard} 2717",
            phasing="allied",
            forts=works,
            supply={"allied": {"2717": 2}, "axis": {"2711": 1}},
        )
        threats = Threats(Picture(asking(state, Movement("allied")), "allied"))
        assert lies_open(state, "allied", threats, board().hex("2717")) == burns


@pytest.mark.case("17.2.3")
def test_no_more_is_shipped_to_a_port_before_the_enemy_than_is_used_there() -> None:
    """Two Supply Points lie at Benghazi: that will do while the panzers are two marches away."""
    garrison = "au-20, au-26, au-24 3211, al-xiii 3517"
    near, far = "ge-i-5, ge-ii-5, ge-dak 1604", "it-7b 1604"
    for axis, ships in ((near, False), (far, True)):
        supply = {"allied": {"delta": 4, "3211": 2}, "axis": {"1604": 1}}
        state = position(axis, garrison, phasing="allied", forts={"3211": "allied"}, supply=supply)
        picture = Picture(asking(state, Movement("allied")), "allied")
        orders = list(Quartermaster(picture, Threats(picture), Intent(picture), {}).ships())
        assert any(str(order).startswith("ship supply") and str(order).endswith("3211") for order in orders) == ships


# --- the end of a scenario


@pytest.mark.case("S1.3")
def test_what_is_counted_at_the_end_counts_more_and_more_before_it() -> None:
    def intent(turn: int, impulse: int, side: Side, scenario: str = "enter-rommel") -> Intent:
        state = position("ge-i-5 2011", "au-20 3138", turn=turn, impulse=impulse, phasing=side)
        return Intent(Picture(replace(state, scenario=scenario), side))

    march = ((5, 1), (7, 1), (7, 2), (7, 3))
    axis = [intent(*now, "axis") for now in march]
    assert [each.take for each in axis] == sorted({each.take for each in axis})
    assert [each.own_loss for each in axis] == sorted({each.own_loss for each in axis}, reverse=True)
    guards = [intent(*now, "allied").guard for now in march]
    assert guards == sorted(set(guards))
    assert intent(7, 1, "axis", "campaign").take == intent(5, 1, "axis", "campaign").take
