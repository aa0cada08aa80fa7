"""Positions in which the staff once did what no player would do."""

from __future__ import annotations

from sandtable.games.tobruk.combat.orders import Fly
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.scenario.victory import supply_route
from sandtable.games.tobruk.staff import Staff
from sandtable.games.tobruk.staff.orders import best_scheme
from sandtable.games.tobruk.staff.picture import Picture, Threats
from sandtable.games.tobruk.staff.scheme import Prepared
from sandtable.games.tobruk.staff.sorties import Balance
from sandtable.games.tobruk.state import Air, Tobruk
from tests.tobruk.positions import fighting, moving, play, position
from tests.tobruk.staff.test_staff import carried_out

TOWN = "2BW/14, 1BH/14 2403"
RING = "19/Bre 1802, 20/Bre 1804, 7Brs/Tre 2006, XXIHQ, 27/Pav 2208, 28/Pav 2207, 61/Tre 2408, 39/Bol 2606, 40/Bol 2705"
POCKET = "II/115/Afk, I/155/Afk, II/155/Afk, I/361/Afk, II/361/Afk, 900/Afk"
JAWS = "2NZHQ, 18/4NZ, 19/4NZ, 20/4NZ 2707, 8RTR/1Tk, 25/6NZ 2507, 7ArmHQ, 3RTR/4Arm, 5RTR/4Arm 3110"
GARRISON = (
    "2BW/14, 1BH/14, 2YL/14, 4Bdr/23, 1Esx/23, 1DLI/23 2403, 2Kng/16, 2Qns/16, 2Liec/16 2404,"
    " 1Rfl/Car, 3Rfl/Car 2504, HMG/Car, 11Cz 2303, 2/13Aus, 2/15Aus 2304"
)


# --- in the air


def flown(commonwealth: Air, axis: Air, margin: int = 13) -> Fly:
    """What the Commonwealth sends to the attack of one battalion on a strong stack that has no way back."""
    state = fighting(
        f"{POCKET} 2706", f"2NZHQ, 18/4NZ 2707, 19/4NZ 2605, 20/4NZ 2606, {TOWN}", "xiii", margin=margin,
        air={"axis": axis, "commonwealth": commonwealth},
    )  # fmt: skip
    action = Staff(1).choose(play(state, "attack 2706 with 18/4NZ"), "commonwealth")
    assert isinstance(action, Fly)
    return action


def test_no_more_is_flown_than_the_table_can_use() -> None:
    """From +12 on every throw is 14 or more."""
    flight = flown(Air(fighters=10, support=7), Air())
    assert 0 < flight.fighters + 2 * flight.support <= 12


def test_bombers_do_not_fly_alone_while_enemy_fighters_wait() -> None:
    assert flown(Air(support=4), Air()).support > 0
    assert flown(Air(support=4), Air(fighters=8), margin=-99) == Fly(0, 0)


def test_a_few_fighters_are_not_sent_to_meet_many() -> None:
    assert flown(Air(fighters=2), Air()).fighters > 0
    assert flown(Air(fighters=2), Air(fighters=8), margin=-99) == Fly(0, 0)


def losses_so_far(commonwealth: int, turn: int = 3, margin: int = 0) -> Tobruk:
    return position(
        "39/Bol 2606",
        TOWN,
        turn=turn,
        margin=margin,
        air={"axis": Air(), "commonwealth": Air(lost_fighters=commonwealth)},
    )


def test_the_air_unit_that_makes_a_draw_of_it_counts_most() -> None:
    worth = [Balance(losses_so_far(lost), "axis").after(0, 1) for lost in range(5)]
    assert all(each < worth[2] for i, each in enumerate(worth) if i != 2)


def test_what_one_side_gains_in_the_air_the_other_loses() -> None:
    state = losses_so_far(1)
    assert Balance(state, "axis").after(1, 3) == -Balance(state, "commonwealth").after(3, 1)


def test_a_draw_is_worth_nothing_to_the_axis_that_wins_on_the_last_turn() -> None:
    worth = [
        Balance(losses_so_far(2, turn, margin), "axis").after(0, 1) for turn, margin in ((4, 13), (3, 13), (4, -99))
    ]
    assert worth[0] < worth[1] < worth[2]


# --- on the ground


def test_the_desert_corps_drives_into_the_desert_on_the_first_turn() -> None:
    names = ("8Hus/4Arm", "3RTR/4Arm", "5RTR/4Arm", "2SG/4Arm", "7Hus/7Arm", "2RTR/7Arm")
    state = moving("33Rc/15 3413, 39/Bol 2606", f"7ArmHQ, {', '.join(names)} due1, {TOWN}", "xxx", turn=1)
    after, _ = carried_out(state, "commonwealth")
    entry = board().hex("5221")
    assert all(board().distance(after.units[name].at, entry) >= 8 for name in ("7ArmHQ", *names))


def test_the_panzers_attack_a_worn_out_brigade_that_stands_alone() -> None:
    state = moving(
        "15PzHQ, I/8/15, I/115/15, 33Pi/15 3308", f"2SG/4Arm*, 3CLY/22Arm*, 4CLY/22Arm* 3209, {TOWN}", "15pz"
    )
    prepared = Prepared(state, "axis")
    assert best_scheme(prepared, prepared.offensive()).offensive.operations


def test_a_stack_of_six_with_the_enemy_around_it_keeps_a_way_back_or_goes() -> None:
    pocket, doors = board().hex("2706"), {board().hex("2605"), board().hex("2606")}
    state = moving(f"AfkHQ, {POCKET} 2706, 40/Bol 2704", f"{JAWS}, {GARRISON}", "afrika", cup=("xxx", "xiii"))
    after, _ = carried_out(state, "axis")
    assert len(after.at(pocket, "axis")) < len(POCKET.split(", "))
    assert not after.at(pocket, "axis") or doors & after.layout.fronts["axis"]


def test_the_ring_around_tobruk_stays_closed_when_its_corps_moves() -> None:
    state = moving(RING, f"{TOWN}, 7ArmHQ, 8Hus/4Arm, 3RTR/4Arm 3110", "xxi", cup=("xxx",))
    assert supply_route(state) is None
    after, _ = carried_out(state, "axis")
    assert supply_route(after) is None


def test_nobody_fears_for_more_than_he_has() -> None:
    state = position(f"{POCKET} 2706", f"{JAWS}, {TOWN}", cup=("xxx", "xiii"))
    picture = Picture(state, "axis")
    names = state.at(board().hex("2706"), "axis")
    stake, at = picture.stake(names), board().hex("2706")
    assert 0 < Threats(state, picture).cost(at, 1, stake, ()) <= stake.whole
