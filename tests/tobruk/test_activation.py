"""[2.6, 3.2, 6.0, 6.1, 6.2] The cup, what a drawn chit activates, and the choice of order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.tobruk.activation import ChitDraw, fill_cup
from sandtable.games.tobruk.combat.phase import Combat
from sandtable.games.tobruk.movement.phase import Movement
from sandtable.games.tobruk.pieces.command import explain_command, formation_of
from sandtable.games.tobruk.state import Tobruk
from sandtable.games.tobruk.title import title
from tests.playing import asked, top
from tests.tobruk.positions import (
    activated,
    after,
    asking,
    facts,
    is_over,
    kinds,
    listed,
    moving,
    noting,
    ordered,
    play,
    play_noting,
    position,
    refusal,
    where,
)


def drawing(state: Tobruk, *rolls: int) -> Tobruk:
    return after(lambda draft: None, asking(state, ChitDraw()), *rolls)


# The cup


@pytest.mark.case("2.6", "3.2")
def test_the_chits_of_both_sides_lie_in_one_cup() -> None:
    state = position("15PzHQ 2820, AriHQ 2520, XXIHQ 2208", "70HQ 2303, 4IndHQ 4318")
    assert after(fill_cup, state).cup == ("tobruk", "xiii", "15pz", "cam", "xxi")


@pytest.mark.case("2.6", "3.2", "4.0")
def test_a_corps_without_headquarters_or_reinforcements_has_no_chit_in_the_cup() -> None:
    state = position("I/8/15 2820, AfkHQ track3", "8Hus/4Arm due2, 4IndHQ dead, 1RS/7Ind 4318, 70HQ 2303")
    assert after(fill_cup, state).cup == ("tobruk", "xxx")
    assert after(fill_cup, replace(state, turn=1)).cup == ("tobruk",)


@pytest.mark.case("2.6", "3.2")
def test_a_die_with_as_many_sides_as_chits_says_which_is_drawn() -> None:
    state = position("15PzHQ 2820, 21PzHQ 3020", "70HQ 2303", cup=("tobruk", "15pz", "21pz"), active="")
    state, events = noting(lambda draft: None, asking(state, ChitDraw()), 2)
    assert [fact["sides"] for fact in facts(events, "roll")] == [3]
    assert (state.active, state.phasing, state.cup, state.drawn) == ("15pz", "axis", ("tobruk", "21pz"), ("15pz",))
    assert asked(state) == "axis" and ordered(state)


@pytest.mark.case("3.2", "2.6")
def test_the_phase_ends_when_the_cup_is_empty() -> None:
    state = drawing(position("15PzHQ 2820", "70HQ 2303", cup=("tobruk", "15pz")), 1)
    state = play(state, "begin move", "done", rolls=(1,))
    assert (state.active, asked(state)) == ("15pz", "axis")
    state = play(state, "begin combat", "done")
    assert is_over(state) and (state.drawn, state.active, state.formation) == (("tobruk", "15pz"), "", ())


@pytest.mark.case("15.1", "15.3", "3.2")
@pytest.mark.parametrize("scenario", ["first-sidi-rezegh", "battle-for-tobruk"])
def test_xxx_corps_comes_first_on_the_first_turn_only(scenario: str) -> None:
    cup = ("tobruk", "xxx", "15pz")
    state = position("15PzHQ 2820", "70HQ 2303, 7ArmHQ 5224", turn=1, scenario=scenario, cup=cup)
    state = drawing(state)
    assert state.active == "xxx"
    assert play(state, "begin move", "done", rolls=(2,)).active == "15pz"
    assert drawing(replace(state, turn=2, cup=cup, drawn=(), active="", formation=()), 1).active == "tobruk"


@pytest.mark.case("15.2", "2.6")
def test_the_second_scenario_draws_its_first_chit_too() -> None:
    cup = ("tobruk", "xxx", "15pz")
    state = position("15PzHQ 2820", "70HQ 2303, 7ArmHQ 5224", turn=6, scenario="second-sidi-rezegh", cup=cup)
    assert drawing(state, 3).active == "15pz"


@pytest.mark.case("6.0", "3.2")
def test_a_chit_whose_headquarters_were_lost_since_sets_nothing_in_motion() -> None:
    state = position("I/8/15 2820, 15PzHQ track3", "70HQ 2303", cup=("15pz",))
    state, events = noting(lambda draft: None, asking(state, ChitDraw()), 1)
    assert is_over(state) and state.active == ""
    assert kinds(events) == ["roll", "drawn", "idle"]


# Order


@pytest.mark.case("3.2", "2.6")
def test_one_choice_of_order_binds_every_headquarters_of_the_corps() -> None:
    """Two headquarters far apart: nobody of either moves before both have fought."""
    corps = "7ArmHQ, 8Hus/4Arm 2820, 1SAHQ, Duke/1SA 4620"
    state = activated("15/Sav 2821, 16/Sav 4621", corps, "xxx")
    assert ordered(state) and asked(state) == "commonwealth"
    state = play(state, "begin combat")
    assert isinstance(top(state), Combat)
    assert refusal(state, "move Duke/1SA 4620-4619").case == "10.0"
    assert {order.split()[1] for order in listed(state) if order.startswith("attack")} == {"2821", "4621"}
    state = play(state, "done")
    assert isinstance(top(state), Movement)
    assert refusal(state, "attack 2821 with 8Hus/4Arm").case == "9.0"
    assert is_over(play(state, "done"))


@pytest.mark.case("3.2")
def test_move_and_then_combat_or_the_other_way_round() -> None:
    state = activated("15PzHQ, I/8/15 2820", "Duke/1SA 2821", "15pz")
    assert listed(state) == ["begin move", "begin combat"]
    assert refusal(state, "done").case == "3.2"
    assert refusal(state, "begin rest").case == "3.2"
    seen = [type(top(play(state, order))) for order in ("begin move", "begin combat")]
    assert seen == [Movement, Combat]
    state, events = play_noting(state, "begin move", "done")
    assert isinstance(top(state), Combat)
    assert [fact["mode"] for fact in facts(events, "mode")] == ["move", "combat"]


@pytest.mark.case("3.2", "6.0")
def test_what_an_activation_remembers_is_forgotten_when_it_is_over() -> None:
    state = activated("15PzHQ, I/8/15 2820", "", "15pz")
    state = play(state, "begin move", "move I/8/15 2820-2819", "done")
    assert (state.active, state.formation, state.treks, state.moving) == ("", (), {}, ())


# Range


@pytest.mark.case("6.0", "2.4")
def test_units_of_the_colour_within_range_are_activated() -> None:
    """Nine hexes, whatever lies between."""
    state = position("15PzHQ 2820, I/8/15 3720, II/8/15 3820, I/5/21 2819", "Duke/1SA 3320", "15pz")
    assert state.formation == ("15PzHQ", "I/8/15")
    assert refusal(moving("15PzHQ 2820, II/8/15 3820", "", "15pz"), "move II/8/15 3820-3819").case == "6.0"
    assert refusal(moving("15PzHQ 2820, I/5/21 2819", "", "15pz"), "move I/5/21 2819-2818").case == "6.0"


@pytest.mark.case("6.0")
def test_any_headquarters_of_the_corps_will_do() -> None:
    corps = "7ArmHQ 2820, 1SAHQ 4620, Duke/1SA 2720, 8Hus/4Arm 4520, 7Hus/7Arm 3720, Irish/5SA 3820"
    state = position("", corps, "xxx")
    assert set(state.formation) == {"7ArmHQ", "1SAHQ", "Duke/1SA", "8Hus/4Arm", "7Hus/7Arm", "Irish/5SA"}
    assert formation_of(replace(state, active="xiii")) == ()


@pytest.mark.case("6.0", "9.0")
def test_a_headquarters_moves_with_its_formation() -> None:
    state = moving("15PzHQ 2820", "", "15pz")
    assert where(play(state, "move 15PzHQ 2820-2819"), "15PzHQ") == "2819"


@pytest.mark.case("6.0", "10.0")
def test_a_headquarters_that_moves_up_activates_nobody_more() -> None:
    state = moving("15PzHQ 2820, II/8/15 3820", "", "15pz")
    state = play(state, "move 15PzHQ 2820-3020")
    assert refusal(state, "move II/8/15 3820-3819").case == "6.0"


@pytest.mark.case("6.0")
def test_reconnaissance_needs_a_headquarters_on_the_map_at_any_distance() -> None:
    assert position("15PzHQ 1020, 33Rc/15 4820", "", "15pz").formation == ("15PzHQ", "33Rc/15")
    assert position("15PzHQ track3, 33Rc/15 4820", "", "15pz").formation == ()
    assert position("21PzHQ 4720, 33Rc/15 4820", "", "15pz").formation == ()


# Unassigned units


@pytest.mark.case("6.1", "2.7")
def test_an_unassigned_unit_is_free_until_it_has_done_something() -> None:
    state = moving("AriHQ 2820, XXIHQ 2720, 1Mil 2719", "", "cam")
    assert "1Mil" in state.formation
    idle = replace(play(state, "done"), active="xxi")
    assert "1Mil" in formation_of(idle)
    state = play(state, "move 1Mil 2719-2718", "done")
    assert state.activated == ("1Mil",)
    assert "1Mil" not in formation_of(replace(state, active="xxi"))
    assert "cannot be activated" in explain_command(state, "1Mil").text


@pytest.mark.case("6.1", "10.0")
def test_an_attack_activates_an_unassigned_unit_too() -> None:
    state = activated("AriHQ, 1Mil 2820", "Duke/1SA 2821", "cam")
    state = play(state, "begin combat", "attack 2821 with 1Mil", "artillery 0", rolls=(3, 4))
    assert state.activated == ("1Mil",)


@pytest.mark.case("6.2", "6.1")
def test_a_german_chit_leads_unassigned_italians() -> None:
    assert "1Mil" in position("AfkHQ 2820, 1Mil 2819", "", "afrika").formation
    assert "1Mil" not in position("AfkHQ 2820, 1Mil 3819", "", "afrika").formation
    assert "1Mil" not in position("1Mil 2819", "7ArmHQ 2820", "xxx").formation


@pytest.mark.case("6.2", "6.1")
def test_no_italian_chit_leads_an_unassigned_german() -> None:
    bardia = "III/255 4710, III/347 4610"
    for chit, headquarters in (("cam", "AriHQ"), ("xxi", "XXIHQ")):
        formation = position(f"{headquarters} 4609, {bardia}", "", chit).formation
        assert headquarters in formation and not {"III/255", "III/347"} & set(formation)


@pytest.mark.case("6.1", "6.0")
@pytest.mark.parametrize(("chit", "headquarters"), [("15pz", "15PzHQ"), ("21pz", "21PzHQ"), ("afrika", "AfkHQ")])
def test_any_german_headquarters_in_range_leads_the_battalions_at_bardia(chit: str, headquarters: str) -> None:
    near = position(f"{headquarters} 4512, III/255 4710, III/347 4610", "", chit)
    assert {"III/255", "III/347"} <= set(near.formation)
    far = position(f"{headquarters} 3312, III/255 4710, III/347 4610", "", chit)
    assert far.formation == (headquarters,)


@pytest.mark.case("6.0", "6.1")
def test_what_can_activate_a_unit_is_explained() -> None:
    state = position("15PzHQ 2820, I/8/15 2819, II/8/15 4819, 33Rc/15 4818", "")
    assert "can be activated" in explain_command(state, "I/8/15").text
    assert "cannot be activated" in explain_command(state, "II/8/15").text
    assert "can be activated" in explain_command(state, "33Rc/15").text
    assert "15PzHQ of 15th Panzer" in explain_command(state, "I/8/15").parts[0].text


@pytest.mark.case("15.1", "15.3", "3.2")
def test_a_first_chit_that_is_not_in_the_cup_is_not_drawn() -> None:
    state = asking(position("15PzHQ 2820", "", turn=1, cup=("15pz",)), ChitDraw())
    assert after(lambda draft: None, state, 1).active == "15pz"


@pytest.mark.case("6.1", "2.7")
def test_only_unassigned_units_are_marked_and_only_once() -> None:
    state = moving("AriHQ, 2Lt/Art, 1Mil 2820", "", "cam")
    state = play(state, "move 2Lt/Art 2820-2819", "move 1Mil 2820-2819", "move 1Mil 2819-2818")
    assert state.activated == ("1Mil",)


@pytest.mark.case("2.7", "5.2", "9.2")
def test_nobody_begins_a_scenario_with_a_marker() -> None:
    for scenario in title().scenarios:
        units = title().rules.start(title().setup(scenario)).units.values()
        assert not any(unit.road or unit.unsupplied for unit in units)
