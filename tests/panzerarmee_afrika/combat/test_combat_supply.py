"""Combat supply: installations spent for maximum attack supply, given up, and kept from being so."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.panzerarmee_afrika.combat.resolution import Resolution
from sandtable.games.panzerarmee_afrika.combat.supply import CombatSupply
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import DUE, PanzerarmeeAfrika, Trek
from tests.panzerarmee_afrika.combats import (
    ALLIED_DEPOTS,
    AXIS_DEPOT,
    FIGURE_8_ALLIED,
    FIGURE_8_AXIS,
    at,
    facts,
    figure_8,
    is_over,
    opened,
    phase,
)
from tests.panzerarmee_afrika.positions import asking, listed, play, play_noting, position, refusal, where, with_books

BOTH = "attack 1509, 1608 with de-104, de-5-1-a"


def resolving(state: PanzerarmeeAfrika) -> Resolution:
    frame = state.stack[-1]
    assert isinstance(frame, Resolution)
    return frame


def settling(axis: str, allied: str, *orders: str, phasing: Side = "axis", **fields: Any) -> PanzerarmeeAfrika:
    state = play(phase(axis, allied, phasing, **fields), *orders, "done")
    assert isinstance(state.stack[-1], CombatSupply)
    return state


# --- sacrifice


@pytest.mark.case("12.3", "8.5")
def test_a_sacrifice_doubles_the_attackers_that_draw_on_it() -> None:
    state = play(opened(figure_8()), BOTH, "done", "sacrifice axis-depot-1", "done")
    assert resolving(state).combats[0].supply == ("maximum", "maximum")


@pytest.mark.case("12.3")
def test_without_a_sacrifice_the_attackers_keep_attack_or_general_supply() -> None:
    axis, allied = f"de-104 1508, de-8, de-2 1409, {AXIS_DEPOT}", f"uk-sg-2 1509, {ALLIED_DEPOTS}"
    state = settling(axis, allied, "attack 1509 with de-104, de-8, de-2")
    assert resolving(play(state, "done")).combats[0].supply == ("attack", "general", "general")
    doubled = resolving(play(state, "sacrifice axis-depot-1", "done")).combats[0]
    assert doubled.supply == ("maximum", "general", "general")


@pytest.mark.case("12.3")
def test_a_sacrificed_installation_leaves_at_the_end_of_the_combat_phase() -> None:
    state = play(opened(figure_8()), BOTH, "done", "sacrifice axis-depot-1", "done")
    assert where(state, "axis-depot-1") == "1406"
    state = play(state, "fight 1", "lose au-20", rolls=(3, 6))
    assert where(state, "axis-depot-1") == "1406"
    state = play(state, "done")  # nobody advances
    assert is_over(state)
    assert state.units["axis-depot-1"].at == DUE


@pytest.mark.case("12.3", "12.4")
def test_a_sacrifice_is_lost_even_when_its_combat_is_cancelled() -> None:
    state = play(opened(figure_8()), BOTH, "done", "sacrifice axis-depot-1", "done", "cancel 1")
    assert is_over(state)
    assert state.units["axis-depot-1"].at == DUE


@pytest.mark.case("12.3")
def test_an_installation_is_spent_only_once_and_only_for_attackers_it_doubles() -> None:
    axis = f"de-104 1508, {AXIS_DEPOT}, axis-depot-2 1307, axis-depot-3 1407, axis-depot-4 0703"
    state = settling(axis, f"au-20 1608, {ALLIED_DEPOTS}", "attack 1608 with de-104")
    assert refusal(state, "sacrifice axis-depot-4").case == "12.3"  # too far away
    state = play(state, "sacrifice axis-depot-1")
    assert refusal(state, "sacrifice axis-depot-1").case == "12.3"
    assert refusal(state, "destroy axis-depot-1").case == "12.3"
    assert refusal(state, "sacrifice axis-depot-3").case == "12.3"  # doubled already
    assert refusal(state, "sacrifice allied-depot-1").case == "12.3"
    assert refusal(state, "sacrifice axis-depot-7").case == "12.3"


@pytest.mark.case("8.5", "12.3")
def test_an_installation_carried_this_turn_is_of_no_use() -> None:
    carried = {"axis-depot-1": Trek(at("1307")[0])}
    axis = f"{FIGURE_8_AXIS}, axis-depot-2 1407"
    state = settling(axis, FIGURE_8_ALLIED, BOTH, treks=carried)
    assert refusal(state, "sacrifice axis-depot-1").case == "8.5"
    play(state, "sacrifice axis-depot-2")


@pytest.mark.case("12.3")
def test_nobody_is_asked_where_nothing_can_be_sacrificed() -> None:
    carried = {"axis-depot-1": Trek(at("1307")[0])}
    state = play(
        opened(
            position(
                f"de-104, de-115 1408, {AXIS_DEPOT}", f"uk-sg-2 1409, {ALLIED_DEPOTS}", phasing="axis", treks=carried
            )
        ),
        "attack 1409 with de-104, de-115",
        "done",
    )
    assert resolving(state).combats[0].supply == ("general", "general")


@pytest.mark.case("12.3")
def test_only_supply_is_settled_now() -> None:
    state = play(opened(figure_8()), BOTH, "done")
    assert refusal(state, BOTH).case == "12.3"
    assert refusal(state, "fight 1").case == "12.3"
    resolved = play(state, "sacrifice axis-depot-1", "done")
    assert refusal(resolved, "sacrifice axis-depot-1").case == "12.3"


# --- giving up


@pytest.mark.case("12.3")
def test_an_installation_given_up_leaves_at_once_and_supports_nothing() -> None:
    state, events = play_noting(opened(figure_8()), BOTH, "done", "destroy axis-depot-1", "done")
    assert state.units["axis-depot-1"].at == DUE
    assert [fact["combat"] for fact in facts(events, "lapsed")] == [1]  # 1½ and 2 halved again, against 4
    assert is_over(state)


@pytest.mark.case("12.3")
def test_an_installation_can_be_given_up_before_anything_is_declared() -> None:
    state = play(opened(figure_8()), "destroy axis-depot-1")
    assert state.units["axis-depot-1"].at == DUE
    assert refusal(state, "destroy axis-depot-1").case == "12.3"
    assert refusal(state, "destroy allied-depot-1").case == "12.3"
    assert refusal(state, "destroy de-104").case == "12.3"


@pytest.mark.case("8.4.2", "12.3")
def test_the_axis_may_put_its_own_out_of_supply_by_giving_up_installations() -> None:
    state = phase(f"it-61 1508, {AXIS_DEPOT}", f"au-20 1608, {ALLIED_DEPOTS}")
    play(state, "destroy axis-depot-1")
    play(state, "attack 1608 with it-61", "done", "sacrifice axis-depot-1")


@pytest.mark.case("15.2")
def test_unsupported_italians_whose_installation_is_given_up_take_no_part() -> None:
    state = position(
        f"it-61, it-62 1408, {AXIS_DEPOT}", f"au-20 1409, {ALLIED_DEPOTS}", phasing="axis", options=("reliability",)
    )
    state = opened(with_books(state, "axis", italian_losses=10))
    state, events = play_noting(state, "attack 1409 with it-61, it-62", "done", "destroy axis-depot-1", "done")
    assert is_over(state)
    assert len(facts(events, "lapsed")) == 1


@pytest.mark.case("15.2")
def test_others_go_on_with_the_attack_of_which_unsupported_italians_take_no_part() -> None:
    state = position(
        f"it-61 1408, de-104 1510, {AXIS_DEPOT}, axis-depot-2 1105",
        f"uk-sg-2 1409, {ALLIED_DEPOTS}",
        phasing="axis",
        options=("reliability",),
    )
    state = opened(with_books(state, "axis", italian_losses=10))
    state = play(state, "attack 1409 with it-61, de-104", "done", "destroy axis-depot-1", "done")
    assert resolving(state).combats[0].attackers == ("de-104",)


# --- the Allies


ALLIED_ATTACK = ("it-61 1509", "uk-3-a, uk-7-a 1609, allied-depot-3 1610, allied-depot-1 1614, allied-depot-2 1622")


@pytest.mark.case("12.3", "12.3.1")
def test_the_allies_may_spend_an_installation_that_nobody_needs() -> None:
    state = settling(*ALLIED_ATTACK, "attack 1509 with uk-3-a", phasing="allied")
    assert listed(state) == ["sacrifice allied-depot-3", "destroy allied-depot-3", "done"]
    state = play(state, "sacrifice allied-depot-3", "done")
    assert resolving(state).combats[0].supply == ("maximum",)


@pytest.mark.case("12.3.1", "8.4.1")
def test_the_allies_give_up_no_installation_on_which_a_unit_lives() -> None:
    state = settling(*ALLIED_ATTACK, "attack 1509 with uk-3-a", phasing="allied")
    found = refusal(state, "destroy allied-depot-1")
    assert found.case == "12.3.1"
    assert "without allied-depot-1 uk-" in found.why and "MF away" in found.why
    spent = play(state, "sacrifice allied-depot-3")
    assert refusal(spent, "destroy allied-depot-1").case == "12.3.1"


@pytest.mark.case("12.3.1", "8.4.1")
def test_two_installations_that_replace_each_other_cannot_both_be_given_up() -> None:
    axis, allied = ALLIED_ATTACK
    allied = allied.replace("allied-depot-1 1614", "allied-depot-1 1614, allied-depot-4 1613")
    state = settling(axis, allied, "attack 1509 with uk-3-a", phasing="allied")
    assert "destroy allied-depot-4" in listed(state)
    state = play(state, "destroy allied-depot-1")
    assert refusal(state, "destroy allied-depot-4").case == "12.3.1"


@pytest.mark.case("12.3", "12.3.1", "8.4.1")
def test_an_installation_that_supplies_a_transport_unit_is_kept_too() -> None:
    axis, allied = ALLIED_ATTACK
    allied = allied.replace("uk-7-a 1609", "uk-7-a 1609, allied-lorry-1 1606")
    state = settling(axis, f"{allied}, allied-depot-4 1710", "attack 1509 with uk-3-a", phasing="allied")
    assert refusal(state, "sacrifice allied-depot-3").case == "12.3.1"


@pytest.mark.case("12.3.1")
def test_the_allies_give_up_nothing_on_the_first_turn() -> None:
    assert is_over(opened(position("", "uk-3-a 1925, allied-depot-1 1614, allied-depot-2 1622", turn=1)))
    assert not is_over(opened(position("", "uk-3-a 1925, allied-depot-1 1614, allied-depot-2 1622", turn=2)))
    text = "uk-3-a 1925, allied-depot-1 1614"
    first, second = (asking(position("", text, turn=turn), CombatSupply("allied", ())) for turn in (1, 2))
    assert refusal(first, "destroy allied-depot-1").case == "12.3.1"
    play(second, "destroy allied-depot-1")


@pytest.mark.case("10.3", "12.3.1")
def test_an_installation_out_of_command_gives_no_maximum_supply_but_attack_supply() -> None:
    axis, allied = ALLIED_ATTACK
    allied = f"{allied.replace('allied-depot-3', 'allied-depot-3!')}, allied-depot-4 1710"
    state = settling(axis, allied, "attack 1509 with uk-3-a", phasing="allied")
    assert refusal(state, "sacrifice allied-depot-3").case == "10.3"
    play(state, "destroy allied-depot-3")
    assert resolving(play(state, "done")).combats[0].supply == ("attack",)


@pytest.mark.case("12.3")
def test_nobody_gives_up_what_is_not_his_or_what_is_spent() -> None:
    state = play(opened(figure_8()), BOTH, "done")
    for name in ("nobody", "allied-depot-1", "de-104"):
        assert refusal(state, f"sacrifice {name}").case == "12.3"
        assert "not an installation of yours" in refusal(state, f"sacrifice {name}").why
    spent = play(state, "sacrifice axis-depot-1")
    assert refusal(spent, "sacrifice axis-depot-1").why == "axis-depot-1 is already spent"
