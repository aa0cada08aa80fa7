"""Declaring combats: who may attack whom, once, from where, and who must."""

from __future__ import annotations

import pytest

from sandtable.core.values import Refusal
from sandtable.games.panzerarmee_afrika.combat.declarations import Declarations
from sandtable.games.panzerarmee_afrika.combat.resolution import Resolution
from sandtable.games.panzerarmee_afrika.combat.supply import CombatSupply
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, Trek
from tests.panzerarmee_afrika.combats import ALLIED_DEPOTS, AXIS_DEPOT, at, facts, is_over, opened, opened_noting, phase
from tests.panzerarmee_afrika.positions import listed, play, play_noting, position, refusal, with_books, with_unit
from tests.playing import asked, top


def declared(state: PanzerarmeeAfrika) -> list[tuple[tuple[int, ...], tuple[str, ...], bool]]:
    frame = state.stack[-1]
    assert isinstance(frame, Declarations | CombatSupply | Resolution)
    return [(combat.hexes, combat.attackers, combat.forced) for combat in frame.combats]


AXIS = f"de-104, de-5-1-a 1508, de-8 1408, {AXIS_DEPOT}"
ALLIED = f"uk-sg-2 1509, au-20 1608, {ALLIED_DEPOTS}"


# --- what may be declared


@pytest.mark.case("12", "12.2")
def test_units_of_one_hex_attack_different_hexes_or_stay_out() -> None:
    state = phase(AXIS, ALLIED)
    state = play(state, "attack 1509 with de-104", "attack 1608 with de-5-1-a")
    assert declared(state) == [(at("1509"), ("de-104",), False), (at("1608"), ("de-5-1-a",), False)]


@pytest.mark.case("12.2")
def test_who_has_nobody_next_to_an_enemy_is_told_so_instead_of_asked_for_combats() -> None:
    asks = "Declare your combats"
    assert top(phase(AXIS, ALLIED)).prompt(phase(AXIS, ALLIED)).startswith(asks)
    apart = phase(AXIS, f"uk-sg-2 2009, {ALLIED_DEPOTS}")
    assert "None of your units can attack" in top(apart).prompt(apart)


@pytest.mark.case("12.2")
def test_units_of_several_hexes_attack_one() -> None:
    state = play(phase(AXIS, ALLIED), "attack 1509 with de-104, de-8")
    assert declared(state) == [(at("1509"), ("de-104", "de-8"), False)]


@pytest.mark.case("12.2")
def test_every_attacker_is_adjacent_to_every_hex_attacked() -> None:
    state = phase(AXIS, ALLIED)
    found = refusal(state, "attack 1509, 1608 with de-104, de-8")
    assert found.case == "12.2"
    assert "de-8 is not adjacent to 1608" in found.why
    play(state, "attack 1509, 1608 with de-104, de-5-1-a")


@pytest.mark.case("12.2")
def test_a_hex_is_attacked_once_and_a_unit_attacks_once() -> None:
    state = play(phase(AXIS, ALLIED), "attack 1509 with de-104")
    assert refusal(state, "attack 1509 with de-5-1-a").case == "12.2"
    assert refusal(state, "attack 1608 with de-104").case == "12.2"
    assert refusal(state, "attack 1509, 1608 with de-5-1-a").case == "12.2"


@pytest.mark.case("12", "12.2", "10.3", "13.6", "2.1.1")
@pytest.mark.parametrize(
    ("axis", "order", "case"),
    [
        ("de-104* 1508", "attack 1509 with de-104", "12"),
        ("de-104_ 1508", "attack 1509 with de-104", "13.6"),
        ("axis-lorry-1 1507, de-8 1508", "attack 1608 with axis-lorry-1", "12"),
        ("de-8 1508", "attack 1509 with uk-sg-7", "12"),
        ("de-8 1508", "attack 1509 with au-20", "12"),
        ("de-8 1508", "attack 1509 with de-104", "12"),
        ("de-8 1508", "attack 1607 with de-8", "12"),
        ("de-8 1508", "attack 1507 with de-8", "12"),
        ("de-8 1508", "attack 9999 with de-8", "12.2"),
        ("de-8 1508", "attack 1509, 1509 with de-8", "12.2"),
        ("de-8 1508", "attack 1509 with de-8, de-8", "12.2"),
    ],
)
def test_who_cannot_attack_or_be_attacked_is_refused(axis: str, order: str, case: str) -> None:
    state = opened(position(f"{axis}, axis-depot-1 1406", f"{ALLIED}, allied-depot-3 1507", phasing="axis"))
    assert refusal(state, order).case == case
    assert ("captured by moving in" in refusal(state, order).why) == ("attack 1507" in order)


@pytest.mark.case("10.3")
def test_a_brigade_out_of_command_may_not_join_the_attack_of_its_stack() -> None:
    state = phase("it-19 1508", f"uk-sg-2!, au-20 1509, {ALLIED_DEPOTS}", "allied")
    assert refusal(state, "attack 1508 with uk-sg-2, au-20").case == "10.3"
    play(state, "attack 1508 with au-20")


@pytest.mark.case("2.1.1")
def test_nobody_attacks_over_a_prohibited_hexside() -> None:
    state = phase("de-8 0136, axis-depot-1 0702", f"uk-sg-2 0137, {ALLIED_DEPOTS}")
    assert refusal(state, "attack 0137 with de-8").case == "2.1.1"


@pytest.mark.case("12")
def test_a_lone_transport_unit_can_be_attacked() -> None:
    state = phase(AXIS, f"allied-lorry-1 1608, {ALLIED_DEPOTS}")
    play(state, "attack 1608 with de-5-1-a")


@pytest.mark.case("12")
def test_the_allies_attack_nobody_on_the_first_turn() -> None:
    text = (AXIS, f"{ALLIED}, allied-depot-3 1510")
    assert is_over(opened(position(*text, turn=1)))
    assert not is_over(opened(position(*text, turn=2)))
    assert not is_over(opened(position(*text, turn=1, phasing="axis")))


@pytest.mark.case("12.2")
def test_other_orders_do_not_belong_to_the_declarations() -> None:
    state = phase(AXIS, ALLIED)
    assert refusal(state, "fight 1").case == "12.2"
    assert refusal(state, "move de-8 1408-1407").case == "7.1"
    assert refusal(state, "advance de-8 to 1509").case == "12.2"


@pytest.mark.case("12.4")
def test_a_declared_combat_can_be_taken_back() -> None:
    state = play(phase(AXIS, ALLIED), "attack 1509 with de-104", "attack 1608 with de-5-1-a", "cancel 1")
    assert declared(state) == [(at("1608"), ("de-5-1-a",), False)]
    assert refusal(state, "cancel 2").case == "12.4"
    play(state, "attack 1509 with de-104")


# --- what need not be


@pytest.mark.case("12.1")
def test_nobody_in_an_ordinary_zone_must_attack() -> None:
    state = play(phase(AXIS, ALLIED), "done")
    assert is_over(state)


@pytest.mark.case("12")
def test_the_phase_passes_without_a_question_where_nothing_can_be_done() -> None:
    assert is_over(opened(position("de-8* 1508", "uk-sg-2 1509", phasing="axis")))
    assert is_over(opened(position("de-8 1508", "uk-sg-2 1610", phasing="axis")))
    assert not is_over(opened(position("de-8 1508", "uk-sg-2 1509", phasing="axis")))


@pytest.mark.case("12.3")
def test_a_side_without_combats_is_asked_once_for_what_it_gives_up() -> None:
    state = phase(f"de-8 1407, {AXIS_DEPOT}", "")
    assert listed(state) == ["destroy axis-depot-1", "done"]
    assert is_over(play(state, "done"))


@pytest.mark.case("12.2")
def test_the_list_holds_plain_attacks_that_can_become_permissible_and_all_are_accepted() -> None:
    state = phase(f"{AXIS}, it-19 1607", ALLIED)
    found = listed(state)
    for order in (
        "attack 1509 with de-104",
        "attack 1509 with de-104, de-5-1-a, de-8",
        "attack 1608 with de-104, de-5-1-a, it-19",
        "attack 1509, 1608 with de-104, de-5-1-a",
        "done",
    ):
        assert _same(order) in {_same(each) for each in found}, order
    assert "attack 1608 with it-19" not in found  # at most 1 to 2
    frame = top(state)
    for action in frame.actions(state, "axis"):
        frame.check(state, "axis", action)


def _same(order: str) -> tuple[str, tuple[str, ...]]:
    where, _, units = order.partition(" with ")
    return where, tuple(sorted(units.split(", ")))


@pytest.mark.case("12.2")
def test_the_list_leaves_out_what_is_engaged() -> None:
    state = play(phase(AXIS, ALLIED), "attack 1509 with de-104")
    found = listed(state)
    assert "cancel 1" in found
    assert not any("1509" in order or "de-104" in order for order in found)


# --- forts


SIEGE_DEPOTS = "axis-depot-1 1925, axis-depot-2 1628"
BESIEGED = {"axis": f"de-8, de-5-1-a 1729, de-115 1629, {SIEGE_DEPOTS}", "allied": "uk-sg-2 1730, au-20 1829"}


def siege(**changes: str) -> PanzerarmeeAfrika:
    text = {**BESIEGED, **changes}
    return phase(text["axis"], text["allied"], control={"1925": "axis"})


@pytest.mark.case("12.1.1")
def test_everybody_in_the_zone_of_an_enemy_fort_is_led_against_it_together() -> None:
    _, events = play_noting(siege(), "done")
    (fact,) = facts(events, "declared")
    assert (fact["hexes"], fact["forced"], fact["case"]) == (["1730"], True, "12.1.1")
    assert sorted(fact["attackers"]) == ["de-115", "de-5-1-a", "de-8"]


@pytest.mark.case("12.1.1", "12.2")
def test_those_out_of_supply_must_attack_the_fort_too() -> None:
    state = play(siege(axis=f"de-8*, de-5-1-a 1729, {SIEGE_DEPOTS}"), "done")
    ((_, attackers, forced),) = declared(state)
    assert forced
    assert set(attackers) == {"de-8", "de-5-1-a"}


@pytest.mark.case("12.1.1", "12.2", "10.3")
def test_those_out_of_command_must_attack_the_fort_too() -> None:
    state = phase("it-19 1925", "au-20!, uk-3-a 1824, allied-depot-1 1726", phasing="allied", control={"1925": "axis"})
    _, events = play_noting(state, "done", rolls=(6,))
    (fact,) = facts(events, "declared")
    assert fact["forced"]
    assert set(fact["attackers"]) == {"au-20", "uk-3-a"}
    (vain,) = facts(events, "ineffective")
    assert vain["differential"] == 3 - 5  # au-20 counts for nothing


@pytest.mark.case("12.1.1")
def test_the_attack_on_a_fort_leaves_nobody_out_who_stands_in_its_zone() -> None:
    found = refusal(siege(), "attack 1730 with de-115")
    assert found.case == "12.1.1"
    play(siege(), "attack 1730 with de-115, de-8, de-5-1-a")


@pytest.mark.case("12.1.1")
def test_a_besieger_attacks_nobody_else() -> None:
    assert refusal(siege(), "attack 1829 with de-8").case == "12.1.1"


@pytest.mark.case("12.1.1", "12.2")
def test_a_wider_attack_may_take_in_the_fort_if_all_besiegers_touch_both_hexes() -> None:
    assert refusal(siege(), "attack 1730, 1829 with de-8, de-5-1-a").case == "12.1.1"
    assert refusal(siege(), "attack 1730, 1829 with de-8, de-5-1-a, de-115").case == "12.2"
    state = siege(axis=f"de-8, de-5-1-a 1729, {SIEGE_DEPOTS}")
    assert any(order.startswith("attack 1730, 1829 with") for order in listed(state))
    _, events = play_noting(state, "attack 1730, 1829 with de-8, de-5-1-a", "done")
    assert len(facts(events, "declared")) == 1


@pytest.mark.case("12.1.1")
def test_nothing_is_forced_by_a_fort_that_only_a_transport_unit_holds() -> None:
    state = siege(allied="allied-lorry-1 1730")
    assert is_over(play(state, "done"))


@pytest.mark.case("12.1.1", "12")
def test_besiegers_who_cannot_attack_are_asked_nothing_and_struck_all_the_same() -> None:
    state = position("de-8* 1729", "uk-sg-2 1730", phasing="axis")
    state, events = opened_noting(state, 6)
    assert is_over(state)
    assert [fact["differential"] for fact in facts(events, "ineffective")] == [-4]
    assert len(facts(events, "countered")) == 1


@pytest.mark.case("11.1.5")
def test_a_debt_to_a_fort_is_forgotten_when_the_unit_is_out_of_its_zone() -> None:
    state = position("de-8, de-2 1628, axis-depot-1 1925", "uk-sg-2 1730", phasing="axis", control={"1925": "axis"})
    state = with_unit(state, "de-8", owes=at("1730")[0])
    assert opened(state).units["de-8"].owes == -1
    besieging = with_unit(state, "de-8", at="1729")
    assert opened(besieging).units["de-8"].owes == at("1730")[0]


# --- reliability


@pytest.mark.case("15.2")
def test_italian_infantry_attacks_only_well_supplied_or_supported_once_ten_factors_are_lost() -> None:
    state = position(
        f"it-61, it-62 1409, it-b7 1408, {AXIS_DEPOT}",
        f"uk-sg-2 1410, au-20 1509, {ALLIED_DEPOTS}",
        phasing="axis",
        options=("reliability",),
    )
    play(opened(state), "attack 1410 with it-61, it-62")
    state = with_books(state, "axis", italian_losses=10)
    assert refusal(opened(state), "attack 1410 with it-61, it-62").case == "15.2"
    play(opened(state), "attack 1509 with it-b7")  # in attack supply
    play(opened(with_unit(state, "de-8", at="1409")), "attack 1410 with it-61, it-62")
    carried = {"axis-depot-1": Trek(at("1307")[0])}
    moved = opened(
        with_unit(
            position(
                f"it-b7 1408, {AXIS_DEPOT}",
                f"au-20 1509, {ALLIED_DEPOTS}",
                phasing="axis",
                options=("reliability",),
                treks=carried,
                books=state.books,
            ),
            "it-b7",
            at="1408",
        )
    )
    with pytest.raises(Refusal, match=r"15\.2"):
        play(moved, "attack 1509 with it-b7")


def test_whoever_moves_is_asked() -> None:
    assert asked(phase(AXIS, ALLIED)) == "axis"
