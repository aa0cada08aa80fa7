"""Prisoners and booty of a Close Assault."""

from __future__ import annotations

import pytest

from sandtable.core import frames
from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Share, Toll
from sandtable.games.campaign_for_north_africa.losses.captives import (
    captured_share,
    equipment,
    is_prisoner,
    take_captives,
    take_prisoners,
    yield_toll,
)
from sandtable.games.campaign_for_north_africa.losses.casualties import Yielding
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.order_forms import Points
from tests.campaign_for_north_africa.assaults import EVEN, HEX, committed, fought, prompt, toe, told
from tests.campaign_for_north_africa.combat_segments import order, ordered, refused, who
from tests.campaign_for_north_africa.positions import asking, listed, position
from tests.playing import Rolls


@pytest.mark.case("15.85")
def test_captured_percentages_are_rounded_up() -> None:
    assert captured_share(10, 33) == 4 and captured_share(10, 50) == 5 and captured_share(1, 10) == 1
    assert captured_share(0, 75) == 0


@pytest.mark.case("15.86")
def test_the_percentage_is_of_raw_points_not_of_toe_points() -> None:
    lost = (Share("1RTR", "A9", 2, 3), Share("2SctGds", "", 2, 2))
    assert yield_toll(lost, 10, 50).quota == 5


@pytest.mark.case("15.86", "28.11")
def test_infantry_becomes_prisoners_and_tanks_and_guns_are_booty() -> None:
    draft = Draft(position("2SctGds C3818"), Rolls())
    points = (Points("2SctGds", "", 3), Points("1RTR", "A9", 2), Points("3RHA", "2pdr", 1), Points("33Aufk", "", 1))
    take_captives(draft, "axis", HEX("C3818"), points)
    assert draft.state.prisoners == {"axis": 3}
    assert draft.state.captured == {"axis": {"A9": 2, "2pdr": 1, "german/ee": 1}}
    take_captives(draft, "axis", HEX("C3818"), (Points("2SctGds", "", 1), Points("1RTR", "A9", 1)))
    assert draft.state.prisoners == {"axis": 4} and draft.state.captured["axis"]["A9"] == 3


@pytest.mark.case("15.86", "28.3")
def test_booty_is_put_down_with_the_captors_and_points_of_an_id_code_are_no_use_to_them() -> None:
    points = (Points("1RTR", "A9", 2), Points("3RHA", "2pdr", 1))
    held = Draft(position("2SctGds C3818", "I/104 C3918"), Rolls())
    take_captives(held, "axis", HEX("C3818"), points)
    assert held.state.spares == {"C3918/commonwealth/A9": 2, "C3918/commonwealth/2pdr": 1}
    empty = Draft(position("I/104 C3918"), Rolls())
    take_captives(empty, "axis", HEX("C3818"), points)
    assert empty.state.spares == {"C3818/commonwealth/A9": 2, "C3818/commonwealth/2pdr": 1}
    cars = Draft(position("1RNF C3818"), Rolls())
    take_captives(cars, "commonwealth", HEX("C3818"), (Points("33Aufk", "", 1),))
    assert cars.state.spares == {} and cars.state.captured == {"commonwealth": {"german/ee": 1}}


@pytest.mark.case("32.81")
def test_anti_air_points_that_the_commonwealth_captures_leave_the_game() -> None:
    draft = Draft(position("606Flak C3818"), Rolls())
    guns = (Points("606Flak", "88mm", 2), Points("203Art", "Breda20", 1), Points("203Art", "75/27", 1))
    take_captives(draft, "commonwealth", HEX("C3818"), guns)
    assert draft.state.captured == {"commonwealth": {"75/27": 1}}
    take_captives(draft, "axis", HEX("C3818"), (Points("102(NH)", "2pdr", 1), Points("61LAA", "Bofors", 3)))
    assert draft.state.captured["axis"] == {"2pdr": 1, "Bofors": 3}  # the Axis keeps what it captures
    take_captives(draft, "commonwealth", HEX("C3818"), (Points("33Aufk", "", 1),))
    assert draft.state.captured["commonwealth"] == {"75/27": 1, "german/ee": 1}


@pytest.mark.case("3.62", "15.86", "32.56", "32.81")
def test_who_takes_nothing_is_told_nothing_and_trucks_alone_are_something() -> None:
    nothing = Draft(position("1RNF C3818"), Rolls())
    take_captives(nothing, "commonwealth", HEX("C3818"), (Points("606Flak", "88mm", 2),))
    assert not nothing.events and nothing.state.motors == {}
    trucks = Draft(position("1RNF C3818"), Rolls())
    take_captives(trucks, "commonwealth", HEX("C3818"), (), 4)
    assert trucks.state.motors == {"commonwealth": {HEX("C3818"): 4}}
    assert told(trucks.events, "captured")["motors"] == 4


@pytest.mark.case("28.11")
@pytest.mark.parametrize(
    ("units", "held"),
    [
        ("2SctGds C3818, I/104 C3919, II/104 C3918", "C3918"),  # the first of the nearest
        ("2SctGds C3818, I/104 C3930, II/104 C3917", "C3917"),
        ("I/104 C3930", "C3818"),  # where they were taken, for nobody holds it any longer
        ("2SctGds C3818", ""),  # nobody is there to hold them
    ],
)
def test_prisoners_are_where_they_were_taken_or_with_the_nearest_captors(units: str, held: str) -> None:
    draft = Draft(position(units), Rolls())
    take_prisoners(draft, "axis", HEX("C3818"), "commonwealth", 3)
    assert draft.state.prisoners == {"axis": 3}
    found = [(each.nation, each.at, each.points, each.free, each.fresh) for each in draft.state.captives.values()]
    assert found == ([("commonwealth", HEX(held), 3, True, True)] if held else [])


@pytest.mark.case("28.11")
def test_prisoners_taken_beside_the_map_are_with_the_first_captors_on_it() -> None:
    draft = Draft(position("I/104 C3930, II/104 C3510"), Rolls())
    take_prisoners(draft, "axis", -1, "commonwealth", 2)
    (found,) = draft.state.captives.values()
    assert found.at == min(HEX("C3930"), HEX("C3510"))


@pytest.mark.case("15.86")
def test_who_is_a_prisoner() -> None:
    assert is_prisoner("2SctGds", "") and is_prisoner("1Spt", "") and not is_prisoner("33Aufk", "")
    assert not is_prisoner("1RTR", "A9") and equipment("33Aufk", "") == "german/ee" and equipment("1RTR", "A9") == "A9"


@pytest.mark.case("15.86", "15.85")
def test_the_loser_says_which_of_his_lost_points_are_captured() -> None:
    state = committed(
        "I/125, II/125, III/125, 2MG, 8MG C3918",
        "2SctGds, 1RTR C3818 morale=1",
        attack="C3818 close I/125:7, II/125:7, III/125:7, 2MG:9, 8MG:9",
        defence="C3818 close 2SctGds:6, 1RTR:7",
    )
    state, events = fought(state, *EVEN, 6, 1, 1, 1, 2)
    assert [event.facts["captured"] for event in events if event.kind == "result"] == [0, 25]
    state = order(state, "commonwealth", "retreat 2SctGds, 1RTR C3818-C3718")
    state = order(state, "commonwealth", "lose 2SctGds:4, 1RTR:3")  # seventeen of 33, by two and three
    assert who(state) == ("commonwealth",) and "add up to 5" in prompt(state)
    assert refused(state, "commonwealth", "yield 2SctGds:5") == "15.86"
    assert refused(state, "commonwealth", "lose 2SctGds:3") == "15.86"
    assert refused(state, "commonwealth", "yield 2SctGds:2") == "15.86"
    assert refused(state, "commonwealth", "yield none") == "15.86"
    state, events = ordered(state, "commonwealth", "yield 2SctGds:1, 1RTR:1")
    assert told(events, "captured")["side"] == "axis"
    assert state.prisoners == {"axis": 1} and state.captured == {"axis": {"A9": 1}}
    assert len(state.spares) == 1 and sum(state.spares.values()) == 1 and next(iter(state.spares)).endswith("/A9")


@pytest.mark.case("15.85", "15.84")
def test_of_lost_guns_the_same_part_is_captured() -> None:
    state = committed(
        "I/125 C3918", "2SctGds, 3RHA C3818 morale=1", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6"
    )
    state, _ = fought(state, *EVEN, 6, 1, 1, 1, 6)
    state = order(state, "commonwealth", "lose 2SctGds:1")
    assert toe(state, "3RHA") == {"2pdr": 5}
    assert state.prisoners == {"axis": 1} and state.captured == {"axis": {"2pdr": 1}}


@pytest.mark.case("15.73", "15.85")
def test_the_attacker_may_lose_prisoners_too() -> None:
    state = committed(
        "I/125[2] C3918",
        "2SctGds, 3CldGds, 1RNF C3818",
        attack="C3818 close I/125:2",
        defence="C3818 close 2SctGds:6, 3CldGds:6, 1RNF:3",
    )
    state, _ = fought(state, *EVEN, 1, 1, 6, 6, 6)
    assert state.prisoners == {"commonwealth": 1}


@pytest.mark.case("3.62")
def test_the_captor_is_told_what_he_took_but_not_of_whom() -> None:
    state = committed("I/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6")
    _, events = fought(state, *EVEN, 6, 1, 1, 1, 6)
    facts = told(events, "captured")
    assert facts == {"side": "axis", "at": "C3818", "prisoners": 1, "equipment": {}, "motors": 0}


@pytest.mark.case("15.86", "19.98")
def test_a_battalion_that_has_only_its_guns_left_still_yields_infantry() -> None:
    """Points are named by what was lost, not by what is left."""
    toll = Toll("15.86", 3, (Share("2SctGds", "", 6, 1),))
    state = asking(position("2SctGds[6pdr:3] C3818"), Yielding("commonwealth", (board().hex("C3818"),), toll))
    assert listed(state) == ["yield 2SctGds:3"]
    frames.check(state, "commonwealth", NOTATION.parse("yield 2SctGds:3"))
