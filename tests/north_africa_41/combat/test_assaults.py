"""Breakthrough Combat as a combat: its Attack Supply, its defenders, and what it does without."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.north_africa_41.combat.attacks import can_be_attacked, open_breakthrough
from sandtable.games.north_africa_41.combat.phase import Victor
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.conftest import Fates
from tests.north_africa_41.fighting import battle, facts, is_over
from tests.north_africa_41.positions import (
    asking,
    listed,
    play,
    play_noting,
    position,
    refusal,
    supply_at,
    where,
    with_unit,
)
from tests.playing import asked, draft_of

GROUP = "ge-i-8, ge-115"


def assault(
    allied: str = "br-16 2930", supplied: bool = False, overwhelming: bool = False, **fields: Any
) -> NorthAfrica:
    """A German group at 2929, having won an attack it made from 2928, attacks 2930 in its advance."""
    state = position(f"{GROUP} 2929, ge-dak 2925", allied, **{"rommel": False} | fields)
    first = battle(state, GROUP, "2829")
    origins = (board().hex("2928"),) * 2
    first = replace(first, result="DS", supplied=supplied, overwhelming=overwhelming, origins=origins, allowance=4)
    draft = draft_of(asking(state, Victor()))
    open_breakthrough(draft, first, GROUP.split(", "), board().hex("2930"))
    return draft.state


def settled(state: NorthAfrica, *rolls: int) -> NorthAfrica:
    draft = draft_of(state, *rolls)
    draft.settle()
    return draft.state


def odds(state: NorthAfrica, *orders: str, die: int = 1) -> str:
    """The column in which a Breakthrough Combat is resolved, after these orders or by itself."""
    if orders:
        return str(facts(play_noting(state, *orders, rolls=(die,))[1], "fought")[0]["odds"])
    draft = draft_of(state, die)
    draft.settle()
    return str(facts(draft.events, "fought")[0]["odds"])


@pytest.mark.case("15.2.8")
def test_the_group_has_attack_supply_if_the_first_attack_had_it(fates: Fates) -> None:
    assert odds(assault(supplied=True)) == "5-1"  # 14 to 6, two Tank Shifts, Elite Combined Arms
    assert odds(assault(supplied=False)) == "2-1"


@pytest.mark.case("15.2.8", "8.5.3")
def test_after_ten_to_one_attack_supply_can_be_bought_for_it(fates: Fates) -> None:
    state = settled(assault(overwhelming=True))
    assert (asked(state), listed(state)) == ("axis", ["support none", "support ge-dak"])
    assert odds(state, "support ge-dak") == "5-1"
    assert odds(state, "support none") == "2-1"
    after = play(state, "support ge-dak", rolls=(1,))
    assert "ge-dak" in after.supplying and is_over(play(after, "accept")), "it is asked for once"
    assert refusal(state, "support ge-dak, 2929").case == "15.2.8"
    assert refusal(state, "support al-xiii").case == "8.5.1"


@pytest.mark.case("8.5.3")
def test_it_is_traced_to_where_the_attackers_stood_at_first(fates: Fates) -> None:
    state = settled(assault(overwhelming=True, supply={"axis": {"2924": 1, "2932": 1}}))
    assert "support 2924" not in listed(state)
    near = settled(assault(overwhelming=True, supply={"axis": {"2926": 1}}))
    assert "support 2926" in listed(near)


@pytest.mark.case("8.5.1", "15.2.8")
def test_whoever_pays_already_is_taken_without_a_question(fates: Fates) -> None:
    state = replace(assault(overwhelming=True), supplying=("ge-dak",))
    assert odds(state) == "5-1"


@pytest.mark.case("15.2.8")
def test_nobody_is_asked_where_attack_supply_would_not_help(fates: Fates) -> None:
    state = settled(assault("au-20~~ 2930", overwhelming=True))
    assert fates.advances[0].overwhelming
    assert state.supplying == ()
    infantry = with_unit(assault(overwhelming=True), "ge-i-8", at="eliminated")  # 5 factors, with or without
    assert odds(infantry) == "1-2"


@pytest.mark.case("15.2.8")
def test_neither_side_uses_artillery_or_aircraft(fates: Fates) -> None:
    state = assault("br-16, al-xiii 2930", supplied=True, turn=10, assets={"allied": {"air-support": 1}})
    assert odds(state) == "5-1"


@pytest.mark.case("15.2.8", "11.3")
def test_a_determined_defence_against_it_may_be_supported(fates: Fates) -> None:
    state = settled(assault("br-16 2930, al-xiii 2932", supplied=True), 1)  # DR2
    assert listed(state) == ["stand br-16", "stand br-16 support al-xiii", "accept"]


@pytest.mark.case("8.1", "15.2.8")
def test_units_that_held_against_it_can_still_be_attacked(fates: Fates) -> None:
    state = settled(assault("au-20, au-26 2930"), 1)  # A1, of either
    state = play(state, "lose ge-115")
    assert state.struck == ()
    assert can_be_attacked(state, "axis", board().hex("2930"))


@pytest.mark.case("15.3")
def test_units_that_retreated_before_defend_against_breakthrough(fates: Fates) -> None:
    state = assault("br-16~ 2930", supplied=True, retreats={"br-16": 1}, struck=("br-16",))
    assert odds(state) == "7-1"  # 14 to 3 and three shifts


@pytest.mark.case("15.3")
def test_of_too_many_defenders_their_owner_says_who_does_not_count(fates: Fates) -> None:
    state = settled(assault("br-16, br-14, br-23 2930", supplied=True))
    assert (asked(state), listed(state)) == ("allied", ["choose br-16", "choose br-14", "choose br-23"])
    assert refusal(state, "choose ge-115").case == "15.3"
    assert odds(state, "choose br-14") == "4-1"  # 14 to 12 and three shifts


@pytest.mark.case("4.4.1", "15.2.8")
def test_the_group_is_cut_to_the_stacking_limit_before_it_attacks(fates: Fates) -> None:
    state = position(f"{GROUP}, ge-104-15, ge-200 2929", "br-16 2930", rommel=False)
    first = replace(battle(state, GROUP, "2829"), result="D1", supplied=True)
    draft = draft_of(asking(state, Victor()))
    open_breakthrough(draft, first, ("ge-i-8", "ge-115"), board().hex("2930"))
    draft.settle()
    assert "lose ge-115" in listed(draft.state)


@pytest.mark.case("15.2.8", "15.3", "4.4.1")
def test_a_group_that_is_lost_to_the_stacking_limit_does_not_attack(fates: Fates) -> None:
    state = position("ge-115-1, ge-i-8, ge-104-15, ge-200 2929", "br-16 2930", rommel=False)
    first = replace(battle(state, "ge-115", "2829"), result="D1", supplied=True)
    draft = draft_of(asking(state, Victor()))
    open_breakthrough(draft, first, ("ge-115",), board().hex("2930"))
    draft.settle()
    after = play(draft.state, "lose ge-115")
    assert is_over(after) and where(after, "br-16") == "2930"


@pytest.mark.case("15.2.8", "8.5.1")
def test_what_was_bought_is_paid_with_the_rest(fates: Fates) -> None:
    state = settled(assault(overwhelming=True, supply={"axis": {"2926": 1}}))
    state = play(state, "support 2926", rolls=(1,))
    assert state.attack_supply == (board().hex("2926"),)
    assert supply_at(state, "axis", "2926") == 1
