"""Declaring attacks: who may attack whom, at which odds, with which supply, and when the division is complete.

The maps are in the open desert: the neighbours of P41 are P40 and P42, O40 and O41, Q41 and Q42.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.core import frames
from sandtable.core.values import Event, Refusal
from sandtable.games.afrika_korps.actions import NOTATION
from sandtable.games.afrika_korps.battles import Battles, open_battles
from sandtable.games.afrika_korps.counters import printed_counters
from sandtable.games.afrika_korps.manoeuvre import Movement
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.obligations import defence_of, mandatory_attackers, mandatory_defenders
from sandtable.games.afrika_korps.position import Position
from sandtable.games.afrika_korps.resolution import Battle, Resolution
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory, attack_of
from sandtable.games.afrika_korps.title import title
from sandtable.games.afrika_korps.turn import PlayerTurn
from tests.afrika_korps.positions import (
    THE_END,
    Rolls,
    asked,
    asking,
    at,
    draft_of,
    kinds,
    orders,
    play,
    play_noting,
    position,
    refused,
    top,
)

ELSEWHERE = {"axis": "brescia W6", "allied": "pol J62"}  # so that no army is lost with its last unit


def field(axis: str, allied: str, phasing: str = "axis", **fields: Any) -> AfrikaKorps:
    parts = {"axis": axis, "allied": allied}
    for side, text in ELSEWHERE.items():
        if text.split()[0] not in parts[side]:
            parts[side] += f", {text}"
    return position(parts["axis"], parts["allied"], phasing=phasing, **fields)


def opened(state: AfrikaKorps) -> tuple[AfrikaKorps, list[Event]]:
    """Movement is over: the losses before combat, and the declaration if there is anything to declare."""
    draft = draft_of(state)
    open_battles(draft, state.phasing)
    draft.settle()
    return draft.state, draft.events


def declaring(axis: str, allied: str, phasing: str = "axis", **fields: Any) -> AfrikaKorps:
    state, events = opened(field(axis, allied, phasing, **fields))
    assert not events, "somebody was lost before combat"
    assert isinstance(state.stack[-1], Battles)
    return state


def battles(state: AfrikaKorps) -> tuple[Battle, ...]:
    frame = state.stack[-1]
    assert isinstance(frame, Battles | Resolution)
    return frame.battles


def odds(state: AfrikaKorps, order: str) -> str:
    """The odds announced for an attack."""
    _, events = play_noting(state, order)
    (declared,) = [event for event in events if event.kind == "declared"]
    return str(declared.facts["odds"])


def supplies(state: AfrikaKorps, order: str) -> object:
    _, events = play_noting(state, order)
    return events[0].facts["supplies"]


# --- combat comes about


@pytest.mark.case("7.2", "8.2", "8.4", "5.3")
def test_units_that_move_into_a_zone_have_to_attack_and_all_of_them_count() -> None:
    state = field("21/5, 21/104 R44, ariete R40, AxS1 S42", "9A/20 P41")
    state, _ = frames.begin(asking(state, PlayerTurn("axis", 3)), Rolls())
    assert isinstance(top(state), Movement)
    state = play(state, "move 21/5, 21/104 R44-Q42", "move ariete R40-Q41", "done")
    assert isinstance(top(state), Battles) and asked(state) == "axis"
    assert refused(state, "done") == "8.4"
    assert odds(state, "attack 9A/20 with 21/5, 21/104, ariete") == "7-1"
    assert refused(play(state, "attack 9A/20 with 21/5, 21/104"), "done") == "11.33"


@pytest.mark.case("7.2", "10.1")
def test_the_player_who_moves_is_the_attacker_and_nobody_else_is_asked() -> None:
    state = declaring("21/5 P40", "9A/20 P41", "allied")
    assert asked(state) == "allied"
    assert refused(state, "attack 9A/20 with 21/5") == "8.5"
    assert refused(state, "attack 21/5 with 9A/20") == ""
    with pytest.raises(Refusal) as caught:
        frames.check(state, "axis", NOTATION.parse("attack 9A/20 with 21/5"))
    assert caught.value.case == "turn"


@pytest.mark.case("7.2", "23.1")
def test_nothing_is_asked_when_nobody_touches() -> None:
    state, events = opened(field("21/5 P40", "9A/20 P42"))
    assert state.stack == (THE_END,) and events == []


@pytest.mark.case("5.3", "8.6")
def test_nobody_moves_any_more_once_attacks_are_declared() -> None:
    state = declaring("21/5 P40, AxS1 P39", "9A/20 P41")
    assert refused(state, "move 21/5 P40-P39") == "5.3"
    assert refused(state, "fight 1") == "8.6"


# --- odds


@pytest.mark.case("7.3", "7.2")
def test_seventh_armoured_infantry_attacks_savena_at_1_1() -> None:
    state = declaring("savena P41", "7/7 P40, AlS1 P38", "allied")
    assert odds(state, "attack savena with 7/7") == "1-1"


@pytest.mark.case("7.3", "11.1", "11.2")
@pytest.mark.parametrize(
    ("axis", "allied", "order", "expected"),
    [
        ("21/5 P40, AxS1 P39", "9A/20 P41", "attack 9A/20 with 21/5", "3-1"),
        ("21/3 P40", "1/2, 9A/24, 7A/1 P41", "attack 1/2, 9A/24, 7A/1 with 21/3", "1-4"),
        ("21/5, 15/8 P40, AxS1 P39", "9A/20 P41", "attack 9A/20 with 21/5, 15/8", "7-1"),
        ("21/5, 15/8 P40, AxS1 P39", "7A/1 P41", "attack 7A/1 with 21/5, 15/8", "7-1"),
        ("21/104, 21/3 P40, AxS1 P39", "1/2 P41, 2/3 Q41", "attack 1/2, 2/3 with 21/104, 21/3", "1-2"),
    ],
)
def test_the_factors_of_a_battle_are_added_and_the_fraction_goes_to_the_defender(
    axis: str, allied: str, order: str, expected: str
) -> None:
    assert odds(declaring(axis, allied), order) == expected


@pytest.mark.case("10.2", "8.7")
def test_escarpment_and_fortress_double_the_defender_wherever_the_attacker_stands() -> None:
    uphill = declaring("21/5 K40, AxS1 J39", "9A/20 L40")
    assert odds(uphill, "attack 9A/20 with 21/5") == "1-1"
    along = declaring("21/5 L39, AxS1 K38", "9A/20 L40")
    assert odds(along, "attack 9A/20 with 21/5") == "1-1"
    fortress = declaring("21/5 H26, AxS1 H26", "9A/20 G25")
    assert odds(fortress, "attack 9A/20 with 21/5") == "1-1"


@pytest.mark.case("8.7")
def test_attack_factors_are_basic_from_and_into_any_terrain() -> None:
    downhill = declaring("21/5 L40, AxS1 L40", "9A/20 K40")
    assert odds(downhill, "attack 9A/20 with 21/5") == "3-1"
    sortie = declaring("21/104 G25, AxS1 G25", "9A/20 H26")
    assert odds(sortie, "attack 9A/20 with 21/104") == "1-1"


@pytest.mark.case("14.7")
def test_a_defender_without_supply_defends_with_all_it_has() -> None:
    shut_in = declaring("21/5 P40, ariete Q42, AxS1 P39", "9A/20 P41")
    free = declaring("21/5 P40, ariete Q42, AxS1 P39", "9A/20, AlS1 P41")
    order = "attack 9A/20 with 21/5, ariete"
    assert odds(shut_in, order) == odds(free, order) == "5-1"


@pytest.mark.case("7.4")
def test_nobody_attacks_by_choice_at_worse_than_1_6() -> None:
    state = declaring("21/5 P41", "7A/1 P40, 2/3, AlS1 Q42, AlS2 P39", "allied")
    assert refused(state, "attack 21/5 with 7A/1") == "7.4"
    assert odds(state, "attack 21/5 with 2/3, 7A/1") == "1-2"


@pytest.mark.case("7.4")
def test_a_unit_forced_to_attack_at_worse_than_1_6_is_gone_before_combat_begins() -> None:
    state, events = opened(field("21/5 P41", "7A/1 P40", "allied"))
    assert [(event.kind, event.facts["unit"], event.facts["case"]) for event in events] == [
        ("eliminated", "7A/1", "7.4")
    ]
    assert state.stack == (THE_END,)
    six = declaring("ariete, folgere P41", "7A/1 P40", "allied")
    assert odds(six, "attack ariete, folgere with 7A/1") == "1-6"


# --- who is next to whom


@pytest.mark.case("8.5", "11.32")
def test_an_attacker_must_touch_every_defender_of_its_battle() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert refused(state, "attack 9A/20, 9A/18 with 21/5") == ""
    assert refused(state, "attack 9A/20, 9A/18 with 21/5, ariete") == "8.5"
    assert refused(state, "attack 9A/18 with ariete") == "8.5"


@pytest.mark.case("8.5")
@pytest.mark.parametrize(
    "order",
    [
        "attack AlS1 with 21/5",
        "attack 9A/20 with rommel",
        "attack 9A/20 with AxS1",
        "attack 21/5 with 9A/20",
        "attack 9A/20 with 15/8",
        "attack nobody with 21/5",
    ],
)
def test_only_combat_units_on_the_map_fight(order: str) -> None:
    state = declaring("21/5, rommel, AxS1 P40", "9A/20, AlS1 P41")
    assert refused(state, order) == "8.5"


@pytest.mark.case("5.7", "8.5")
def test_units_across_a_water_hexside_do_not_fight() -> None:
    state = declaring("21/5 E18, ariete, AxS1 G17", "9A/20 F19, 9A/18 G18")
    assert refused(state, "attack 9A/20 with 21/5") == "8.5"


# --- a complete division


@pytest.mark.case("8.4", "11.31", "11.33", "11.3")
def test_every_enemy_in_contact_is_attacked_and_every_unit_in_contact_attacks() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert refused(state, "done") == "8.4"
    one = play(state, "attack 9A/20 with 21/5, ariete")
    assert refused(one, "done") == "8.4"
    other = play(state, "attack 9A/20, 9A/18 with 21/5")
    assert refused(other, "done") == "11.33"
    both = play(state, "attack 9A/18 with 21/5", "attack 9A/20 with ariete")
    assert refused(both, "done") == ""


@pytest.mark.case("8.6")
def test_declared_attacks_can_be_taken_back_and_are_then_fought_in_any_order() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert refused(state, "scrap") == "8.6"
    state = play(state, "attack 9A/20 with 21/5, ariete", "scrap")
    assert battles(state) == ()
    state = play(state, "attack 9A/18 with 21/5", "attack 9A/20 with ariete", "done")
    assert [order for order in orders(state) if order.startswith("fight")] == ["fight 1", "fight 2"]
    assert refused(state, "done") == "8.4"


@pytest.mark.case("11.7", "11.8")
def test_no_unit_fights_two_battles_and_none_is_attacked_twice() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert refused(state, "attack 9A/20 with ariete, ariete") == "11.7"
    assert refused(state, "attack 9A/18, 9A/18 with 21/5") == "11.7"
    state = play(state, "attack 9A/20 with ariete")
    assert refused(state, "attack 9A/20, 9A/18 with 21/5") == "11.7"
    state = play(state, "attack 9A/18 with 21/5")
    assert refused(state, "attack 9A/20 with 21/5") == "11.7"


@pytest.mark.case("11.7")
def test_a_battle_takes_further_attackers_until_the_division_is_done() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40")
    state = play(state, "attack 9A/20 with ariete", "attack 9A/20 with 21/5", "done")
    (battle,) = battles(state)
    assert set(battle.attackers) == {"ariete", "21/5"}


@pytest.mark.case("11.4")
def test_a_stack_is_attacked_in_separate_battles_if_there_is_an_attacker_for_each() -> None:
    two = declaring("ariete, littorio Q41, AxS1 R41", "9A/20, 7A/1 P40")
    two = play(two, "attack 9A/20 with ariete", "attack 7A/1 with littorio")
    assert refused(two, "done") == ""
    one = declaring("ariete Q41, AxS1 R41", "9A/20, 7A/1 P40")
    assert odds(one, "attack 9A/20, 7A/1 with ariete") == "1-1"
    one = play(one, "attack 9A/20 with ariete")
    assert refused(one, "attack 7A/1 with ariete") == "11.7"
    assert refused(one, "done") == "8.4"


@pytest.mark.case("11.5")
def test_a_stack_attacks_defenders_on_different_hexes_in_separate_battles() -> None:
    state = declaring("ariete, littorio, 21/3 Q41, AxS1 R41", "9A/20 P40, 9A/18 P41")
    state = play(state, "attack 9A/20 with ariete", "attack 9A/18 with littorio, 21/3")
    assert refused(state, "done") == ""


# --- the worked examples of chapter 11


RED_LINE = "bologna, savena P40, trenta P41"
BLUE_LINE = "7/4, 22gds Q41, 7/7 Q40, 1/2 Q42, ff R40, AlS1 R41"


@pytest.mark.case("11.3", "11.4", "11.5", "11.31")
def test_blue_may_divide_combat_into_two_battles() -> None:
    state = declaring(RED_LINE, BLUE_LINE, "allied")
    state = play(state, "attack bologna, savena with 7/4, 22gds, 7/7", "attack trenta with 1/2")
    assert refused(state, "done") == ""


@pytest.mark.case("11.3", "11.4", "11.5", "11.31")
def test_blue_may_divide_the_same_combat_into_three_battles() -> None:
    state = declaring(RED_LINE, BLUE_LINE, "allied")
    state = play(state, "attack bologna with 7/7", "attack savena with 22gds", "attack trenta with 1/2, 7/4")
    assert refused(state, "done") == ""
    assert refused(state, "attack trenta with ff") == "8.5"


@pytest.mark.case("11.33")
def test_free_french_behind_the_line_are_not_engaged() -> None:
    state = play(declaring(RED_LINE, BLUE_LINE, "allied"), "attack bologna, savena with 7/4, 22gds, 7/7")
    assert refused(state, "done") == "8.4"
    state = play(state, "attack trenta with 1/2", "done")
    assert all("ff" not in battle.attackers for battle in battles(state))


@pytest.mark.case("11.6", "14.3")
def test_recce_soaks_off_two_brigades_at_1_3_so_that_the_rest_have_5_1() -> None:
    state = declaring("21/3 Q40, ariete, 21/104, 15/115 R41, AxS1 S41", "1/2, 9A/24 P40, 22gds Q41")
    assert odds(state, "attack 1/2, 9A/24 with 21/3") == "1-3"
    assert odds(state, "attack 22gds with ariete, 21/104, 15/115") == "5-1"
    rest_only = play(state, "attack 22gds with ariete, 21/104, 15/115, 21/3")
    assert refused(rest_only, "done") == "8.4"
    state = play(state, "attack 1/2, 9A/24 with 21/3", "attack 22gds with ariete, 21/104, 15/115", "done")
    assert [battle.supplies for battle in battles(state)] == [(), ("AxS1",)]


@pytest.mark.case("11.6", "10.2", "11.4")
def test_a_2_2_7_soaks_off_the_armour_on_an_escarpment_at_1_4() -> None:
    state = declaring("90/55 K40, 21/104, 15/115 K39, AxS1 J38", "2/3, 7A/1 L40")
    assert odds(state, "attack 2/3 with 90/55") == "1-4"
    assert odds(state, "attack 7A/1 with 21/104, 15/115") == "3-1"
    state = play(state, "attack 2/3 with 90/55", "attack 7A/1 with 21/104, 15/115")
    assert refused(state, "done") == ""


NZ_SURROUNDED = "folgere P41, ariete Q40, AxS1 Q39"


@pytest.mark.case("11.6", "7.4")
def test_a_1_1_7_that_would_soak_off_at_1_8_is_removed_before_the_4_1_is_fought() -> None:
    state, events = opened(field(NZ_SURROUNDED, "NZ/2 Q41, 1/2, 1/22 P42"))
    (lost,) = events
    assert (lost.kind, lost.facts["unit"], lost.facts["case"]) == ("eliminated", "folgere", "7.4")
    assert odds(state, "attack NZ/2 with ariete") == "4-1"
    state = play(state, "attack NZ/2 with ariete")
    assert refused(state, "done") == ""


@pytest.mark.case("11.6", "7.4")
def test_support_that_brings_the_soak_off_up_to_1_6_saves_it() -> None:
    state = declaring(f"{NZ_SURROUNDED}, sabratha P41", "NZ/2 Q41, 1/2, 1/22 P42")
    assert odds(state, "attack 1/2, 1/22 with folgere, sabratha") == "1-3"
    state = play(state, "attack 1/2, 1/22 with folgere, sabratha", "attack NZ/2 with ariete")
    assert refused(state, "done") == ""


@pytest.mark.case("7.4", "11.6")
def test_a_removed_unit_soaks_off_nobody_and_closes_no_retreat() -> None:
    state, _ = opened(field(NZ_SURROUNDED, "NZ/2 Q41, 1/2, 1/22 P42"))
    assert at(state, "folgere") == "dead"
    state = play(state, "attack NZ/2 with ariete", "done", "fight 1", rolls=(4,))
    assert {order.split()[-1] for order in orders(state)} & {"P41-P42", "P41-P40"}


# --- the owner chooses who is given up


OUT_OF_SUPPLY = ("brescia P41", "1SA/1 P40, 1SA/2 Q42", "allied")


@pytest.mark.case("7.4", "14.1", "14.3")
def test_two_units_without_supply_at_1_2_together_cannot_both_stay() -> None:
    """Alone each is at 1-3; neither may stand by to keep the odds down."""
    state = declaring(*OUT_OF_SUPPLY)
    assert refused(state, "attack brescia with 1SA/1, 1SA/2") == "14.1"
    state = play(state, "attack brescia with 1SA/1")
    assert refused(state, "done") == "11.33"
    assert refused(state, "attack brescia with 1SA/2") == "14.1"


@pytest.mark.case("7.4", "11.6")
def test_the_owner_chooses_which_of_two_is_given_up_and_the_other_fights() -> None:
    state = declaring(*OUT_OF_SUPPLY)
    assert {"lose 1SA/1", "lose 1SA/2"} <= set(orders(state))
    assert refused(state, "lose pol") == "7.4"
    state, events = play_noting(state, "attack brescia with 1SA/1", "lose 1SA/1")
    assert kinds(events) == ["declared", "eliminated"]
    assert battles(state) == ()
    assert refused(state, "lose 1SA/2") == "7.4"
    state = play(state, "attack brescia with 1SA/2")
    assert refused(state, "done") == ""


@pytest.mark.case("7.4", "8.4")
def test_nobody_is_given_up_while_a_division_has_room_for_all() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert not [order for order in orders(state) if order.startswith("lose")]
    assert refused(state, "lose ariete") == "7.4"


# --- supply


@pytest.mark.case("14.1", "14.3")
def test_an_attack_at_1_2_needs_supply_and_one_at_1_3_does_not() -> None:
    state = asking(field("21/3 P40, 21/104 Q42", "1/2 P41, 1/22 P42"), Battles("axis"))
    assert refused(state, "attack 1/2 with 21/3") == "14.1"
    assert odds(state, "attack 1/2, 1/22 with 21/104") == "1-3"
    assert supplies(state, "attack 1/2, 1/22 with 21/104") == []
    supplied = declaring("21/3 P40, 21/104 Q42, AxS1 P38", "1/2 P41, 1/22 P42")
    assert supplies(supplied, "attack 1/2 with 21/3") == ["AxS1"]


@pytest.mark.case("14.3")
def test_no_supply_is_used_for_an_attack_that_needs_none() -> None:
    state = declaring("21/3 P40, AxS1 P39", "1/2, 9A/24 P41")
    assert refused(state, "attack 1/2, 9A/24 with 21/3 supply AxS1") == "14.3"
    assert supplies(state, "attack 1/2, 9A/24 with 21/3") == []


@pytest.mark.case("14.2")
@pytest.mark.parametrize(("place", "case"), [("P39", ""), ("P35", ""), ("P34", "14.2")])
def test_the_supply_is_at_most_five_hexes_away_counting_its_own_hex(place: str, case: str) -> None:
    state = field(f"ariete P40, AxS1 {place}", "9A/20 P41")
    assert refused(asking(state, Battles("axis")), "attack 9A/20 with ariete supply AxS1") == case


@pytest.mark.case("14.2")
def test_the_line_of_five_hexes_is_cut_by_an_enemy_zone() -> None:
    free = field("ariete P40, AxS1 P37", "9A/20 P41")
    assert refused(asking(free, Battles("axis")), "attack 9A/20 with ariete") == ""
    shut = field("ariete P40, AxS1 P37", "9A/20 P41, 7A/1 Q39, 7A/2 O37")
    assert refused(asking(shut, Battles("axis")), "attack 9A/20 with ariete") == "14.1"
    assert refused(asking(shut, Battles("axis")), "attack 9A/20 with ariete supply AxS1") == "14.2"


@pytest.mark.case("14.2")
def test_every_attacker_needs_the_line_not_only_one() -> None:
    near_and_far = "ariete P40, littorio P42, AxS1 P36"
    state = asking(field(near_and_far, "9A/20 P41"), Battles("axis"))
    assert refused(state, "attack 9A/20 with ariete supply AxS1") == ""
    assert refused(state, "attack 9A/20 with ariete, littorio supply AxS1") == "14.2"
    helped = asking(field(f"{near_and_far}, AxS2 P45", "9A/20 P41"), Battles("axis"))
    assert refused(helped, "attack 9A/20 with ariete, littorio supply AxS1, AxS2") == ""


@pytest.mark.case("14.1")
@pytest.mark.parametrize("supply", ["AlS1", "AxS2", "brescia", "nothing"])
def test_only_own_supplies_on_the_map_sustain(supply: str) -> None:
    state = declaring("ariete P40, AxS1 P39", "9A/20, AlS1 P41")
    assert refused(state, f"attack 9A/20 with ariete supply {supply}") == "14.1"


@pytest.mark.case("14.4")
def test_one_supply_sustains_all_attacks_in_its_reach_and_the_others_are_kept() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 S41, AxS2 R41", "9A/20 P40, 9A/18 P41")
    state = play(state, "attack 9A/18 with 21/5 supply AxS2", "attack 9A/20 with ariete")
    assert [battle.supplies for battle in battles(state)] == [("AxS2",), ("AxS2",)]
    state = play(state, "done", "fight 1", rolls=(3,))
    while orders(state)[0].startswith("retreat"):
        state = play(state, orders(state)[0])
    assert state.spent == ("AxS2",)


@pytest.mark.case("14.4", "14.6")
def test_a_supply_that_nobody_needs_is_not_used() -> None:
    state = declaring("ariete P40, AxS1 P39, AxS2 P38", "9A/20 P41")
    assert refused(state, "attack 9A/20 with ariete supply AxS1, AxS2") == "14.4"
    assert supplies(state, "attack 9A/20 with ariete supply AxS2") == ["AxS2"]


@pytest.mark.case("14.6")
def test_the_supply_is_stated_with_the_attack_before_any_die() -> None:
    state = declaring("ariete P40, AxS1 P39, AxS2 P38", "9A/20 P41")
    state, events = play_noting(state, "attack 9A/20 with ariete supply AxS2", "done")
    assert events[0].facts["supplies"] == ["AxS2"]
    assert battles(state)[0].supplies == ("AxS2",) and state.spent == ()
    _, events = play_noting(state, "fight 1", rolls=(6,))
    assert kinds(events)[0] == "roll"


@pytest.mark.case("14.2", "13.2")
def test_by_the_option_the_zone_of_the_attacked_unit_does_not_cut_the_line() -> None:
    """Ariete stands in a corner of zones: its only way out is controlled by the very unit that it attacks."""
    axis, allied = "ariete P40, AxS1 P37", "9A/20 P41, 7A/1 Q40, 7A/2 N38"
    order = "attack 7A/1 with ariete"
    strict = asking(field(axis, allied), Battles("axis"))
    assert refused(strict, "attack 9A/20 with ariete") == "14.1"
    assert refused(strict, order) == "14.1"
    lenient = asking(field(axis, allied, options=("supply-zone",)), Battles("axis"))
    assert refused(lenient, order) == ""
    assert refused(lenient, "attack 9A/20 with ariete") == "14.1"


@pytest.mark.case("14.2", "11.9")
def test_by_the_option_such_a_unit_is_not_lost_before_combat() -> None:
    axis, allied = "21/104 P40, AxS1 P37", "9A/20 P41, 7A/1 Q40, 7A/2 N38"
    _, events = opened(field(axis, allied))
    assert [event.facts["unit"] for event in events] == ["21/104"]
    state = declaring(axis, allied, options=("supply-zone",))
    state = play(state, "attack 9A/20, 7A/1 with 21/104")
    assert refused(state, "done") == ""


# --- the last example of the book


LAST_EXAMPLE = ("bologna Q41, savena O40, trenta O42", "7/4, 1/2 R42, 1arm Q40, 22gds P41, AlS1 R47, AlS2 Q35")


@pytest.mark.case("11.9", "9.5")
def test_the_unsupplied_2_2_6_cannot_close_the_retreat_for_an_automatic_victory() -> None:
    state = asking(field(*LAST_EXAMPLE, phasing="allied"), PlayerTurn("allied", 4), Movement("allied"))
    order = "av bologna with 7/4, 1/2, 1arm supply AlS1, AlS2"
    assert refused(state, order) == "9.1"
    assert refused(state, f"{order} blockers 22gds") == "9.5"


@pytest.mark.case("11.9", "14.2", "14.4", "14.1")
def test_it_is_lost_first_and_both_supplies_go_into_an_ordinary_5_1() -> None:
    state, events = opened(field(*LAST_EXAMPLE, phasing="allied"))
    assert [(event.facts["unit"], event.facts["case"]) for event in events] == [("22gds", "11.9")]
    assert refused(state, "attack bologna with 7/4, 1/2, 1arm supply AlS1") == "14.2"
    assert refused(state, "attack bologna with 7/4, 1/2, 1arm supply AlS2") == "14.2"
    assert odds(state, "attack bologna with 7/4, 1/2, 1arm") == "5-1"
    state = play(state, "attack bologna with 7/4, 1/2, 1arm", "done", "fight 1", rolls=(2,))
    assert state.spent == ("AlS1", "AlS2")
    assert any(order.startswith("retreat bologna P41-") for order in orders(state))


# --- a guarded supply


FIFTEENTH = "15/8, AxS1 P41"


@pytest.mark.case("15.322", "15.32", "15.34", "14.3")
def test_one_brigade_takes_the_supply_while_the_other_attacks_its_guards_at_1_4() -> None:
    state = declaring(FIFTEENTH, "2SA/4 P42, 32 Q41", "allied")
    state = play(state, "seize AxS1 with 2SA/4")
    assert refused(state, "done") == "8.4"
    assert refused(state, "attack 15/8 with 32, 2SA/4") == "11.7"
    assert odds(state, "attack 15/8 with 32") == "1-4"
    state = play(state, "attack 15/8 with 32")
    assert refused(state, "done") == ""


@pytest.mark.case("15.322", "15.34")
def test_only_one_unit_takes_the_supply_and_a_second_one_attacks_with_supply_of_its_own() -> None:
    state = declaring(FIFTEENTH, "2SA/4 P42, 32, 1arm Q41", "allied")
    state = play(state, "seize AxS1 with 2SA/4")
    assert refused(state, "seize AxS1 with 1arm") == "15.322"
    assert refused(state, "attack 15/8 with 32, 1arm") == "14.1"
    supplied = declaring(FIFTEENTH, "2SA/4 P42, 32, 1arm Q41, AlS1 R41", "allied")
    supplied = play(supplied, "seize AxS1 with 2SA/4")
    assert refused(supplied, "attack 15/8 with 32, 1arm supply AxS1") == "14.1"
    assert odds(supplied, "attack 15/8 with 32, 1arm") == "1-2"


@pytest.mark.case("15.322", "15.24")
def test_taking_a_guarded_supply_needs_no_supply_and_saves_a_unit_without_any() -> None:
    """The 4-4-7 could attack only at 1-2, for which it has no supply."""
    state = declaring(FIFTEENTH, "1/2 P42, 32 Q41", "allied")
    state = play(state, "seize AxS1 with 1/2", "attack 15/8 with 32")
    assert refused(state, "done") == ""
    _, events = opened(field("15/8 P41", "1/2 P42, 32 Q41", "allied"))
    assert [event.facts["unit"] for event in events] == ["1/2"]


@pytest.mark.case("15.322")
@pytest.mark.parametrize(
    ("axis", "allied", "order"),
    [
        ("15/8, AxS1 G25", "2SA/4 H26, 32 H25", "seize AxS1 with 2SA/4"),
        ("15/8 P41, AxS1 P38", "2SA/4 P42, 32 Q41", "seize AxS1 with 2SA/4"),
        ("15/8, AxS1 P41", "2SA/4 P43, 32 Q41", "seize AxS1 with 2SA/4"),
        ("15/8, AxS1 P41", "2SA/4 P42, AlS1 Q42, 32 Q41", "seize AxS1 with AlS1"),
        ("15/8, AxS1 P41", "2SA/4 P42, 32 Q41, AlS1 R41", "seize AlS1 with 2SA/4"),
        ("15/8, AxS1 P41", "2SA/4 P42, 32 Q41", "seize AxS2 with 2SA/4"),
    ],
    ids=["in a fortress", "alone", "too far", "by a supply", "one's own", "off the map"],
)
def test_what_cannot_be_taken_beside_a_fight(axis: str, allied: str, order: str) -> None:
    state = asking(field(axis, allied, "allied"), Battles("allied"))
    assert refused(state, order) == "15.322"


# --- joining an automatic victory


def after_victory(axis: str, allied: str, victory: AutomaticVictory) -> AfrikaKorps:
    state, events = opened(field(axis, allied, victories=(victory,)))
    assert not events
    return state


OVERRUN = AutomaticVictory(("7A/2",), ("21/5",), ("AxS1",))


@pytest.mark.case("9.4", "11.7", "9.2")
def test_units_next_to_the_beaten_one_may_join_and_the_victors_fight_nobody_else() -> None:
    state = after_victory("21/5 P40, 15/115 Q42, 21/3 Q43, AxS1 P39", "7A/2 P41, 9A/20 P42", OVERRUN)
    assert battles(state)[0] == Battle(("7A/2",), ("21/5",), ("AxS1",))
    assert refused(state, "attack 9A/20 with 15/115") == ""
    assert refused(state, "attack 9A/20 with 21/5") in ("8.5", "11.7")
    joined = play(state, "attack 7A/2 with 15/115")
    assert refused(joined, "done") == "8.4"
    assert refused(joined, "attack 9A/20 with 15/115") == "11.7"
    joined = play(joined, "attack 9A/20 with 21/3")
    assert refused(joined, "done") == ""
    assert {battle.defenders: set(battle.attackers) for battle in battles(joined)} == {
        ("7A/2",): {"21/5", "15/115"},
        ("9A/20",): {"21/3"},
    }


@pytest.mark.case("9.4", "14.2")
def test_who_joins_needs_supply_as_well() -> None:
    state = after_victory("21/5 P40, 15/115 Q42, 21/3 Q43, AxS1 P36", "7A/2 P41, 1/2, 2/3 P42", OVERRUN)
    assert refused(state, "attack 7A/2 with 15/115") == "14.2"
    assert refused(state, "attack 7A/2 with 15/115 supply AxS1") == "14.2"


@pytest.mark.case("9.4", "9.1")
def test_the_beaten_unit_need_not_be_attacked_by_anybody_else_and_is_not_taken_back() -> None:
    state = after_victory("21/5 P40, 15/115 Q42, AxS1 P39", "7A/2 P41", OVERRUN)
    assert not isinstance(state.stack[-1], Battles)
    state = after_victory("21/5 P40, 15/115 Q42, AxS1 P39", "7A/2 P41, 9A/20 R42", OVERRUN)
    assert refused(state, "scrap") == "8.6"
    state = play(state, "attack 9A/20 with 15/115", "scrap")
    assert battles(state) == (Battle(("7A/2",), ("21/5",), ("AxS1",)),)


@pytest.mark.case("9.3", "8.4")
def test_who_only_closed_the_retreat_fights_its_own_neighbours() -> None:
    victory = AutomaticVictory(("9A/20",), ("21/5", "21/104"), ("AxS1",), ("ariete",))
    state = after_victory("21/5, 21/104 P40, ariete Q43, AxS1 P39, AxS2 R43", "9A/20 P41, 7A/1 Q44", victory)
    assert refused(state, "done") == "8.4"
    assert "attack 7A/1 with ariete" in orders(state)
    assert refused(play(state, "attack 7A/1 with ariete"), "done") == ""


@pytest.mark.case("9.5", "7.4")
def test_a_victory_lapses_with_its_last_attacker_and_the_zone_is_back() -> None:
    """Folgere beats nobody: it is lost to the armour beside it, and Pavia stands in a zone after all."""
    victory = AutomaticVictory(("7A/2",), ("folgere",), ("AxS1",))
    state, events = opened(
        field("folgere P42, pavia P40, AxS1 P39", "7A/2 P41, 1/2, 1/22 P43", victories=(victory,))
    )
    assert [event.facts["unit"] for event in events] == ["folgere"]
    assert state.victories == ()
    assert battles(state) == ()
    assert refused(state, "done") == "8.4"
    assert odds(state, "attack 7A/2 with pavia") == "2-1"


# --- fortresses


SIEGE = ("ariete, 21/3 H26, folgere G24, AxS1 H26, AxS2 G24", "4I/5, 7/7, AlS1 G25")


@pytest.mark.case("23.1")
def test_units_next_to_a_fortress_need_not_attack() -> None:
    state = declaring(*SIEGE)
    assert refused(state, "done") == ""


@pytest.mark.case("23.1")
def test_who_attacks_into_a_fortress_attacks_everybody_in_it_but_not_with_everybody() -> None:
    state = play(declaring(*SIEGE), "attack 4I/5 with ariete, 21/3")
    assert refused(state, "done") == "23.1"
    assert refused(play(state, "attack 7/7 with folgere"), "done") == ""
    together = play(declaring(*SIEGE), "attack 4I/5, 7/7 with ariete")
    assert refused(together, "done") == ""


@pytest.mark.case("23.7", "23.1", "10.2", "11.6")
def test_the_storm_of_the_example_3_1_with_a_soak_off_at_1_6() -> None:
    state = declaring(*SIEGE)
    assert odds(state, "attack 4I/5 with ariete, 21/3") == "3-1"
    assert odds(state, "attack 7/7 with folgere") == "1-6"
    assert refused(state, "seize AlS1 with folgere") == "15.322"


@pytest.mark.case("23.2")
def test_a_garrison_need_not_attack() -> None:
    state = declaring("ariete H26, 21/3 G24", "4I/5, 7/7, AlS1 G25", "allied")
    assert refused(state, "done") == ""


@pytest.mark.case("23.2", "8.5")
def test_a_garrison_that_attacks_meets_every_enemy_around_it_though_not_with_everybody() -> None:
    state = declaring("ariete H26, 21/3 G24", "4I/5, 7/7, 2/3, AlS1 G25", "allied")
    sortie = play(state, "attack 21/3 with 7/7")
    assert refused(sortie, "done") == "23.2"
    assert refused(play(sortie, "attack ariete with 2/3"), "done") == ""
    assert refused(play(state, "attack ariete, 21/3 with 2/3"), "done") == ""


@pytest.mark.case("23.2")
def test_enemies_around_the_fortress_are_met_by_the_garrison_itself() -> None:
    state = declaring("ariete H26, 21/3 G24", "4I/5, 7/7, AlS1 G25, 1/2, 2/3, AlS2 H27", "allied")
    state = play(state, "attack ariete with 1/2, 2/3", "attack 21/3 with 7/7")
    assert refused(state, "done") == "23.2"
    assert refused(play(state, "attack ariete with 4I/5"), "done") == ""


@pytest.mark.case("23.2", "7.4", "11.6")
def test_a_sortie_saves_a_unit_outside_that_could_not_attack_alone() -> None:
    """The brigade alone is at worse than 1-6; the garrison may help it or leave it to its fate."""
    state = declaring("15/8 H25", "7A/1 I25, 2/3, AlS1 G25", "allied")
    assert refused(state, "done") == "8.4"
    saved = play(state, "attack 15/8 with 7A/1, 2/3")
    assert refused(saved, "done") == ""
    given_up, events = play_noting(state, "lose 7A/1")
    assert [event.facts["unit"] for event in events] == ["7A/1"]
    assert refused(given_up, "done") == ""


# --- what is offered


def declared_to_the_end(state: AfrikaKorps) -> AfrikaKorps:
    """Follow the division that is offered, giving up units when there is none, until `done` is legal."""
    for _ in range(60):
        frame = state.stack[-1]
        if not isinstance(frame, Battles) or "done" in (listed := orders(state)):
            return state
        assert listed and all(refused(state, order) == "" for order in listed)
        if (division := frame.division(state)) is None:
            state = play(state, next(order for order in listed if order.startswith("lose")))
        else:
            group = next(group for group in division if not frame.engaged.issuperset(group.attackers))
            fresh = [name for name in group.attackers if name not in frame.engaged]
            verb = "seize" if group.prize else "attack"
            wanted = f"{verb} {', '.join(group.defenders)} with {', '.join(fresh)}"
            assert wanted in listed
            state = play(state, wanted)
    raise AssertionError("no division was completed")


@pytest.mark.case("8.4")
@pytest.mark.parametrize(
    ("axis", "allied", "phasing"),
    [
        ("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41", "axis"),
        (RED_LINE, BLUE_LINE, "allied"),
        ("21/3 Q40, ariete, 21/104, 15/115 R41, AxS1 S41", "1/2, 9A/24 P40, 22gds Q41", "axis"),
        (FIFTEENTH, "1/2 P42, 32 Q41", "allied"),
        (*OUT_OF_SUPPLY,),
    ],
)
def test_the_listed_orders_are_legal_and_lead_to_a_complete_division(axis: str, allied: str, phasing: str) -> None:
    assert refused(declared_to_the_end(declaring(axis, allied, phasing)), "done") == ""


def melee(seed: int, centre: str) -> AfrikaKorps:
    """A dozen units of both sides thrown together, with supplies here and there."""
    random, middle = Random(seed), board().hex(centre)
    area = [hexagon for hexagon in range(len(board())) if board().playable[hexagon]]
    close = [hexagon for hexagon in area if board().distance(hexagon, middle) <= 2]
    ring = [hexagon for hexagon in area if 3 <= board().distance(hexagon, middle) <= 5]
    armies: dict[str, list[str]] = {"axis": ["AxS1 " + board().name(random.choice(ring))], "allied": []}
    owners: dict[int, str] = {}
    combat = [counter for counter in printed_counters() if counter.is_combat and not counter.substitute]
    for counter in random.sample(combat, 14):
        there = random.choice(close)
        if owners.setdefault(there, counter.side) == counter.side:
            armies[counter.side].append(f"{counter.id} {board().name(there)}")
    if random.random() < 0.7:
        armies["allied"].append("AlS1 " + board().name(random.choice(ring)))
    return position(
        ", ".join(armies["axis"]), ", ".join(armies["allied"]), phasing=random.choice(("axis", "allied")),
        options=("supply-zone",) if random.random() < 0.3 else (),
    )  # fmt: skip


@pytest.mark.case("8.4", "8.5", "11.3", "11.31", "11.32", "11.33", "11.7", "7.4", "14.1")
@pytest.mark.parametrize("seed", range(40))
def test_any_melee_can_be_divided_and_every_division_is_lawful(seed: int) -> None:
    state = declared_to_the_end(opened(melee(seed, ("Q41", "G25", "L40", "H2")[seed % 4]))[0])
    if not isinstance(state.stack[-1], Battles):
        return
    side, fights = state.phasing, battles(state)
    attackers = [name for battle in fights for name in battle.attackers]
    defenders = [name for battle in fights for name in battle.defenders]
    assert len(set(attackers)) == len(attackers) and len(set(defenders)) == len(defenders)
    assert set(mandatory_attackers(state, side)) <= set(attackers)
    assert set(mandatory_defenders(state, side)) <= set(defenders)
    for battle in fights:
        strength, defence = attack_of(battle.attackers), defence_of(state, battle.defenders)
        for name in battle.attackers:
            near = board().adjacent[state.units[name].at]
            assert all(state.units[defender].at in near for defender in battle.defenders)
        assert battle.seizes or strength * 6 >= defence
        assert bool(battle.supplies) == (strength * 2 >= defence and not battle.seizes)


@pytest.mark.case("8.4", "11.33", "7.4")
def test_the_prompt_names_what_is_still_owed() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert "9A/20" in top(state).prompt(state)
    state = play(state, "attack 9A/20, 9A/18 with 21/5")
    assert "ariete" in top(state).prompt(state)
    doomed = declaring(*OUT_OF_SUPPLY)
    assert "1SA/1, 1SA/2" in top(doomed).prompt(doomed)


def test_a_declaration_survives_being_stored() -> None:
    state = play(declaring(*SIEGE), "attack 4I/5 with ariete, 21/3")
    stored = Position(**{field: getattr(state, field) for field in state.__struct_fields__})
    assert title().decode(title().encode(stored)) == stored
