"""The stroke at the enemy's base, past the fortress port, with the fastest units and a supply, while he is weak."""

from __future__ import annotations

from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.staff import Staff
from sandtable.games.afrika_korps.staff.picture import screened_threats
from sandtable.kit.staff.plan import Plan
from tests.afrika_korps.positions import asking, position
from tests.afrika_korps.staff.test_staff import moved

at = board().hex

TOBRUCH = "2/3, 9A/20, 22gds, AlS1 G25"
WEAK = f"{TOBRUCH}, 2/2sg H22, 7/3I M43, 4I/5, 4I/7, 4I/11, AlS2 J62, 7A/1, 7A/2, pol, AlS3 N62"
ADVANCE = (
    "21/5, 21/104, 21/3, rommel H24, ariete, brescia, pavia, AxS1 C8, trenta C7, savena H2, AxS2 I5, "
    "15/8, 15/115, 15/33, bologna W3"
)


def planned(axis: str, allied: str, turn: int = 3) -> Plan:
    return Staff(1).plan(asking(position(axis, allied, turn), Movement("axis")), "axis")


def test_the_fastest_units_go_for_a_weak_base_and_the_slow_ones_for_the_fortress_port() -> None:
    made = planned(ADVANCE, WEAK)
    assert made.posture == "stroke"
    aims = {unit: task.at for task in made.tasks for unit in task.units}
    assert {aims[name] for name in ("21/5", "21/104", "15/8")} == {"J62"}
    assert {aims[name] for name in ("ariete", "pavia", "trenta")} == {"G25"}


def test_no_stroke_is_made_at_an_army_that_would_beat_the_spearhead() -> None:
    assert planned(ADVANCE, f"{WEAK}, 7/4, 7/7, 1/2, 1/22 J63").posture != "stroke"


def test_the_spearhead_does_not_go_where_no_supply_can_join_it() -> None:
    state, orders = moved(ADVANCE, WEAK)
    where = state.units["21/5"].at
    assert where in state.layout.supplies["axis"].values(), orders


def test_no_supply_is_put_under_a_guard_that_the_garrison_can_beat() -> None:
    state, orders = moved(ADVANCE, WEAK)
    threats = screened_threats(state, "allied", {})
    for there in state.layout.supplies["axis"].values():
        guard = sum(counters()[name].defence for name in state.at(there, "axis"))
        assert threats.danger(there, guard) < 0.5 if guard else not threats.reached(there), orders


def test_a_base_left_to_one_brigade_is_taken() -> None:
    spearhead = "21/5, 21/104, 21/3, AxS1 O52, 15/8, 15/115, AxS2 F17, brescia, pavia H25, ariete G24, bologna W3"
    state, orders = moved(spearhead, f"{TOBRUCH}, 7A/2, AlS2 J62, 4I/5, 4I/7, 4I/11 N65, pol, AlS3 T68", turn=5)
    assert state.at(at("J62"), "axis") or "7A/2" in state.defeated, orders


BASE_TAKEN = (
    "21/5, 21/104, 21/3, AxS1, AxS2 J62, brescia, pavia H25, ariete, trenta, AxS3 G24, 15/8, 15/115, 15/33 H26, "
    "savena H2, bologna W3"
)


def test_once_the_base_is_taken_the_army_in_the_field_is_hunted_and_tobruch_not_stormed_at_even_odds() -> None:
    made = planned(BASE_TAKEN, f"{TOBRUCH}, 4I/5, 4I/7, 4I/11, AlS2 N65, 7A/1, 7A/2, pol, AlS3 T68", turn=6)
    assert made.posture == "hunt"
    assert not any(blow.at == "G25" for blow in made.assaults)
