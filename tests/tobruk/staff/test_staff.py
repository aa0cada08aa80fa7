"""The staff: figures it counts with, and what it does in positions with an obvious answer."""

from __future__ import annotations

from importlib import resources
from itertools import pairwise

import pytest
from msgspec.structs import replace

from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Setup
from sandtable.core.values import Action
from sandtable.games.tobruk.arrivals.recovery import Recovery
from sandtable.games.tobruk.combat.dogfights import AirLoss
from sandtable.games.tobruk.combat.orders import Attack, Fire, Fly
from sandtable.games.tobruk.map import board, perimeter, tobruk
from sandtable.games.tobruk.movement.orders import Mine
from sandtable.games.tobruk.movement.overruns import OverrunMovement
from sandtable.games.tobruk.movement.zones import covered
from sandtable.games.tobruk.order_forms import Begin, Place
from sandtable.games.tobruk.pieces.stacking import Overstacked
from sandtable.games.tobruk.pieces.tables import COLUMNS, Ratio
from sandtable.games.tobruk.scenario.opening import Bid, advice
from sandtable.games.tobruk.scenario.victory import supply_route
from sandtable.games.tobruk.staff import Staff
from sandtable.games.tobruk.staff.chances import dogfight, prospects, ratio
from sandtable.games.tobruk.staff.fair_bid import Finish, balance, fairest
from sandtable.games.tobruk.staff.garrison import shields, walls
from sandtable.games.tobruk.staff.ground import CLEAR, HARRIED, TRAPPED, siege_of, travel, way_out, ways_back
from sandtable.games.tobruk.staff.orders import Plan, best_scheme, next_order
from sandtable.games.tobruk.staff.scheme import Prepared
from sandtable.games.tobruk.staff.worth import Stake, losses
from sandtable.games.tobruk.state import Air, Battle, Flight, Tobruk
from sandtable.games.tobruk.title import title
from tests.tobruk.positions import activated, asking, attacking, fighting, moving, play, position


def hexes(*names: str) -> set[int]:
    return {board().hex(name) for name in names}


def carried_out(state: Tobruk, side: str) -> tuple[Tobruk, list[Action]]:
    """The position when the staff has finished the frame on top, and its orders."""
    staff, orders, kind = Staff(1), list[Action](), type(state.stack[-1])
    while isinstance(state.stack[-1], kind):
        action = staff.choose(state, side)
        orders.append(action)
        state = play(state, str(action))
    assert not staff.strayed
    return state, orders


# --- figures


def test_ratios_are_those_of_the_rules() -> None:
    for attack in range(60):
        for defence in range(1, 40):
            found = Ratio.of(attack, defence)
            assert ratio(attack, defence) == (COLUMNS.index(found.column), found.modifier)


def test_chances_of_every_column_add_up() -> None:
    for attack in (1, 4, 8, 20, 40):
        for dice in (-20, -3, 0, 5, 30):
            assert sum(chance for chance, *_ in prospects("second", attack, 4, 1, dice)) == pytest.approx(1)


def test_a_better_roll_never_helps_the_defender() -> None:
    def expected(dice: int) -> float:
        return sum(chance * (his + hexes - mine) for chance, mine, his, hexes in prospects("second", 8, 4, 0, dice))

    assert all(low <= high for low, high in pairwise(expected(dice) for dice in range(-6, 9)))


def test_more_fighters_win_more_dogfights() -> None:
    assert sum(chance for chance, *_ in dogfight(2, 3)) == pytest.approx(1)
    lost, downed = (sum(chance * each[i] for chance, *each in dogfight(4, 2)) for i in (0, 1))
    assert downed > lost


def test_losses_are_taken_where_they_cost_least() -> None:
    stack = [(0.5, 1.5), (0.2, 0.8)]
    assert losses(stack, 2) == pytest.approx(0.7)
    stake = Stake(stack)
    assert stake.lost == pytest.approx([0.0, 0.2, 0.7])
    assert stake.trapped[2] == pytest.approx(2.3)


def test_a_way_back_is_clear_harried_or_barred() -> None:
    at, haven = board().hex("2610"), (board().hex("0808"),)
    ways = ways_back(at, haven, 2)
    steps = {path[0] for path in ways}
    assert way_out(ways, set(), set()) == CLEAR
    assert way_out(ways, steps, set()) == HARRIED
    assert way_out(ways, steps, steps) == TRAPPED


def test_travel_is_counted_in_half_points() -> None:
    field = travel("axis", True, board().hex("3615"))
    assert field[board().hex("3615")] == 0
    assert min(field[near] for near in board().adjacent[board().hex("3615")]) == 2


def test_the_siege_is_open_where_the_rules_find_a_supply_route() -> None:
    for axis in ("20/Bre 1804", "20/Bre 1804, 39/Bol 2606, 27/Pav 2207", ""):
        state = position(axis, "2BW/14 2403")
        assert (siege_of(state) == 0) == (supply_route(state) is not None)
    every = ("1802", "1804", "2006", "2207", "2407", "2606", "2705")
    names = ("19/Bre", "20/Bre", "27/Bre", "27/Pav", "28/Pav", "39/Bol", "40/Bol")
    ring = position(", ".join(f"{name} {at}" for name, at in zip(names, every, strict=True)), "2BW/14 2403")
    assert supply_route(ring) is None
    assert siege_of(ring) > 0


def test_the_shield_of_tobruk_stops_everybody_two_hexes_from_the_town() -> None:
    inner = set(board().adjacent[tobruk()])
    outer = {there for here in inner for there in board().adjacent[here]} - inner - {tobruk()}
    for gates in shields():
        assert set(gates) <= perimeter()
        assert outer <= {*gates, *(there for here in (tobruk(), *gates) for there in covered("commonwealth")[here])}


def test_every_weight_says_what_it_is_for() -> None:
    text = (resources.files("sandtable.games.tobruk") / "data" / "staff.toml").read_text(encoding="utf-8")
    assert all("#" in line for line in text.splitlines() if "=" in line and not line.startswith("source"))


# --- the bid


def test_it_bids_what_both_sides_win_equally_often_with() -> None:
    game = Game(title(), Setup("battle-for-tobruk"), SecretDice(secret_of_seed(1)))
    assert Staff(1).choose(game.state, "axis") == Bid(advice().bid.points)


def test_the_fair_bid_parts_a_series_of_games_in_the_middle() -> None:
    series = [Finish(lead, False, False) for lead in (4, 8, 12, 16)]
    assert fairest(series) == balance(series, 9) == (9, 2, 2)


def test_a_fallen_tobruk_and_lost_air_units_count_against_any_bid() -> None:
    series = [Finish(30, True, False), Finish(30, False, True), Finish(30, False, False)]
    assert balance(series, 5) == (5, 1, 1)


# --- before the first turn


def test_the_garrison_mans_every_hex_of_the_walls() -> None:
    game = Game(title(), Setup("first-sidi-rezegh"), SecretDice(secret_of_seed(1)))
    staff = Staff(1)
    placed = []
    while isinstance(action := staff.choose(game.state, "commonwealth"), Place):
        placed.append(action)
        game.play(action, "commonwealth")
    assert placed
    assert all(game.state.at(hexagon, "commonwealth") for hexagon in walls())


# --- movement


def test_a_free_objective_is_taken() -> None:
    state = moving("Det/Sol 4813", "4IndHQ, 2CH/11Ind, 1/6Rj/11Ind 5015, 2BW/14 2403", "xiii")
    after, _ = carried_out(state, "commonwealth")
    assert "4915" in after.held


def test_a_lost_objective_is_retaken() -> None:
    town = (
        "2BW/14, 1BH/14, 2YL/14 2403, 2Kng/16, 2Qns/16 2504, 2Liec/16, 11Cz 2404, 1Esx/23, 1DLI/23 2304, 4Bdr/23 2303"
    )
    state = moving("15PzHQ, I/8/15, I/115/15 3305", f"KDG/7Arm 4020, {town}", "15pz", held=("3306",))
    after, _ = carried_out(state, "axis")
    assert "3306" not in after.held


def test_tobruk_is_not_left_empty() -> None:
    garrison = "70HQ 2303, 2BW/14, 2Qns/16, 1Esx/23 2403, 2YL/14, 1BH/14 2305, 4RTR/32Tk, 1RTR/32Tk 2405"
    state = moving("39/Bol 2606, 27/Pav 2207, XXIHQ 2208", garrison, "tobruk")
    after, _ = carried_out(state, "commonwealth")
    assert len(after.at(tobruk(), "commonwealth")) >= 2


def test_no_axis_unit_can_come_next_to_tobruk_when_the_garrison_has_moved() -> None:
    garrison = (
        "70HQ 2303, 2BW/14, 2Qns/16, 1Esx/23 2405, 2YL/14, 1BH/14, 4Bdr/23 2305, 1DLI/23, 2Kng/16 2205,"
        " 2/13Aus, RNF-MG 2504, 1Rfl/Car 2103, 4RTR/32Tk, 1RTR/32Tk 2304"
    )
    state = moving("39/Bol 2606, 27/Pav 2207, XXIHQ 2208", garrison, "tobruk")
    after, _ = carried_out(state, "commonwealth")
    stands = after.layout.fronts["commonwealth"] & perimeter()
    stopped = {there for here in stands for there in covered("commonwealth")[here]} | stands
    inner = set(board().adjacent[tobruk()])
    assert {there for here in inner for there in board().adjacent[here]} - inner - {tobruk()} <= stopped


def test_units_stay_in_range_of_their_headquarters() -> None:
    state = moving("15PzHQ, I/8/15, II/8/15, I/115/15 3305", "KDG/7Arm 4520, 2BW/14 2403", "15pz")
    after, _ = carried_out(state, "axis")
    staff = after.units["15PzHQ"].at
    assert all(board().distance(after.units[name].at, staff) <= 9 for name in ("I/8/15", "II/8/15", "I/115/15"))


def test_reinforcements_are_brought_on() -> None:
    state = moving("20/Bre 1804", "2NZHQ, 18/4NZ, 19/4NZ, DC/2NZ due1, 2BW/14 2403", "xiii", turn=1)
    after, _ = carried_out(state, "commonwealth")
    assert all(after.units[name].at >= 0 for name in ("2NZHQ", "18/4NZ", "19/4NZ", "DC/2NZ"))


def test_nobody_is_lost_to_the_stacking_limit() -> None:
    names = "18/4NZ, 19/4NZ, 20/4NZ, 21/5NZ, 22/5NZ, 23/5NZ, 24/6NZ, 25/6NZ, 26/6NZ"
    state = moving("Det/Sol 4813, 16/Sav 4715", f"2NZHQ, {names} due1, 2BW/14 2403", "xiii", turn=1)
    after, _ = carried_out(state, "commonwealth")
    assert all(after.units[name].at >= 0 for name in names.split(", "))


# --- battles


def test_a_corps_in_the_open_goes_up_to_a_lone_regiment_and_attacks_it() -> None:
    """[5.1] Nobody is out of supply for standing beside the enemy: every attack but from a held hex looked so once."""
    for axis, corps, chit in (
        ("39/Bol 2710", "7ArmHQ, 1KRRC/7Sup, 2RB/7Sup, 2SG/4Arm 3112", "xxx"),
        ("28/Pav 3312", "4IndHQ, 2CH/11Ind, 2/5Mh/11Ind, 1/6Rj/11Ind 3716", "xiii"),
    ):
        prepared = Prepared(moving(axis, f"{corps}, 2BW/14, 1BH/14, 2YL/14 2403", chit, margin=13), "commonwealth")
        assert best_scheme(prepared, prepared.offensive()).offensive.operations


def test_artillery_is_kept_for_the_attack_that_needs_it_more() -> None:
    sky = {"axis": Air(), "commonwealth": Air()}
    units = "7ArmHQ, 1KRRC/7Sup, 2RB/7Sup, 2SG/4Arm 2710, 2BW/14 2403"
    alone = play(fighting("66/Tri 2610", units, "xxx", air=sky), "attack 2610 with 1KRRC/7Sup, 2RB/7Sup")
    assert str(Staff(1).choose(alone, "commonwealth")) != "artillery 0"
    both = play(fighting("66/Tri 2610, 61/Tre, 62/Tre 2810", units, "xxx", air=sky), "attack 2610 with 1KRRC/7Sup")
    assert str(Staff(1).choose(both, "commonwealth")) == "artillery 0"


def test_a_weak_unit_is_attacked_and_hopeless_odds_are_not() -> None:
    strong = fighting("66/Tri* 2610", "7ArmHQ, 8Hus/4Arm, 3RTR/4Arm, 2SG/4Arm 2710, 2BW/14 2403", "xxx")
    assert isinstance(Staff(1).choose(strong, "commonwealth"), Attack)
    weak = fighting("I/8/15, II/8/15, I/115/15, 33AT/15 2610", "7ArmHQ, KDG/7Arm* 2710, 2BW/14 2403", "xxx")
    assert str(Staff(1).choose(weak, "commonwealth")) == "done"


def test_all_of_a_full_stack_attack_from_where_they_stand() -> None:
    """[7.1] Who stands in the hex has his room in it: counted twice, six could not attack at all and five with one."""
    for names in (
        ("I/8/15", "II/8/15", "I/115/15", "33Pi/15", "2/15", "33Rc/15"),
        ("I/8/15", "II/8/15", "I/115/15", "33Pi/15", "2/15"),
    ):
        axis = f"15PzHQ, {', '.join(names)} 2610"
        action = Staff(1).choose(
            fighting(axis, "2CH/11Ind, 2/5Mh/11Ind 2710, 7ArmHQ 3112, 2BW/14 2403", "15pz"), "axis"
        )
        assert isinstance(action, Attack)
        assert len(action.attackers) >= 4


def test_the_town_of_tobruk_is_stormed_when_it_can_be() -> None:
    state = fighting("15PzHQ, I/8/15, II/8/15, I/115/15 2404", "149AT* 2403, KDG/7Arm 4520", "15pz")
    action = Staff(1).choose(state, "axis")
    assert isinstance(action, Attack)
    assert action.target == "2403"


def test_guns_fire_at_the_strongest_vehicle() -> None:
    state = fighting("33AT/15 2610", "7ArmHQ, 8Hus/4Arm, KDG/7Arm* 2710, 2BW/14 2403", "xxx")
    state = play(state, "attack 2610 with 8Hus/4Arm, KDG/7Arm")
    assert Staff(1).choose(state, "axis") == Fire("33AT/15", "8Hus/4Arm")


def test_air_units_are_spent_when_no_chit_is_left() -> None:
    sky = {"axis": Air(), "commonwealth": Air(fighters=2, support=2)}
    state = fighting("27/Pav 2610", "7ArmHQ, 8Hus/4Arm, 3RTR/4Arm 2710, 2BW/14 2403", "xxx", air=sky)
    state = play(state, "attack 2610 with 8Hus/4Arm, 3RTR/4Arm")
    action = Staff(1).choose(state, "commonwealth")
    assert isinstance(action, Fly)
    assert action.support == 2


def test_the_cheapest_step_is_lost() -> None:
    sky = {"axis": Air(), "commonwealth": Air()}
    state = fighting("27/Pav 2610", "7ArmHQ, 8Hus/4Arm, 1KRRC/7Sup 2710, 2BW/14 2403", "xxx", air=sky)
    state = play(state, "attack 2610 with 8Hus/4Arm, 1KRRC/7Sup")
    state = play(state, "artillery 0", rolls=(1, 2))
    assert str(Staff(1).choose(state, "commonwealth")) == "lose 1KRRC/7Sup"


def test_an_attack_that_guns_have_ruined_is_called_off() -> None:
    state = attacking("33AT/15, I/8/15, II/8/15, I/115/15 2610", "KDG/7Arm, 11Hus/7Arm 2710", "xxx")
    state = play(state, "attack 2610 with KDG/7Arm, 11Hus/7Arm", "fire 33AT/15 at KDG/7Arm", rolls=(1,))
    assert str(Staff(1).choose(state, "commonwealth")) == "cancel"


def test_the_loser_of_a_dogfight_gives_up_a_fighter_and_the_victor_takes_a_bomber() -> None:
    state = replace(
        position("39/Bol 2610", "8Hus/4Arm 2710"),
        battle=Battle(
            board().hex("2610"), ("8Hus/4Arm",), ("39/Bol",), flights={"axis": Flight(2, 2), "commonwealth": Flight(3)}
        ),
    )
    assert str(Staff(1).choose(asking(state, AirLoss("axis", 2, 0)), "axis")) == "down fighter"
    assert str(Staff(1).choose(asking(state, AirLoss("axis", 1, 1)), "commonwealth")) == "down support"


def test_the_least_unit_of_a_crowded_hex_is_lost() -> None:
    names = "18/4NZ, 19/4NZ, 20/4NZ, 21/5NZ, 22/5NZ, 23/5NZ, 24/6NZ*"
    state = position("39/Bol 2606", f"2NZHQ, {names} 4020", "xiii")
    assert str(Staff(1).choose(asking(state, Overstacked("commonwealth")), "commonwealth")) == "lose 24/6NZ"


def test_recovered_armour_returns_away_from_the_enemy() -> None:
    state = position("39/Bol 2606", "7ArmHQ 3012, 8Hus/4Arm track2, 2BW/14 2403", "xxx", turn=2)
    action = Staff(1).choose(asking(state, Recovery("commonwealth")), "commonwealth")
    assert isinstance(action, Place)
    assert board().distance(board().hex(action.at), board().hex("3012")) <= 1


def test_after_an_overrun_a_free_objective_is_taken() -> None:
    state = position("39/Bol 2606", "7ArmHQ, 8Hus/4Arm 2910, 2BW/14 2403", "xxx", overran=("8Hus/4Arm",))
    after, _ = carried_out(asking(state, OverrunMovement("commonwealth")), "commonwealth")
    assert "2708" in after.held


def test_the_axis_does_not_waste_its_minefield_on_a_short_step() -> None:
    state = moving("39/Bol 2606", "7ArmHQ, 8Hus/4Arm 4020, 2BW/14 2403", "xxx", mines=True)
    state = play(state, "move 8Hus/4Arm 4020-3920")
    assert not isinstance(Staff(1).choose(state, "axis"), Mine)


def test_a_strong_unit_on_its_way_to_the_line_meets_the_minefield() -> None:
    state = moving("39/Bol 2610", "7ArmHQ, 8Hus/4Arm 4010, 2BW/14 2403", "xxx", mines=True)
    state = play(state, "move 8Hus/4Arm 4010-2710")
    assert isinstance(Staff(1).choose(state, "axis"), Mine)


def test_an_order_is_given_for_every_chit() -> None:
    state = activated("15PzHQ, I/8/15 3305", "KDG/7Arm 4020, 2BW/14 2403", "15pz")
    staff = Staff(1)
    assert isinstance(staff.choose(state, "axis"), Begin)
    state = play(state, "begin move")
    staff.choose(state, "axis")
    assert staff.intent


def test_the_same_position_gets_the_same_answer() -> None:
    state = moving("15PzHQ, I/8/15 3305", "KDG/7Arm 4020, 2BW/14 2403", "15pz")
    again = asking(replace(state, units=dict(state.units)), *state.stack[1:])
    assert Staff(1).choose(state, "axis") == Staff(2).choose(again, "axis")


# --- what must not be thrown away


def flight_for(axis: str, hunters: int) -> Fly:
    """What the Commonwealth sends to an attack on 2610 when the Axis has so many fighters ready."""
    sky = {"axis": Air(fighters=hunters), "commonwealth": Air(fighters=2, support=3)}
    state = fighting(f"{axis} 2610", "7ArmHQ, 1KRRC/7Sup 2710, 2BW/14 2403", "xxx", air=sky)
    action = Staff(1).choose(play(state, "attack 2610 with 1KRRC/7Sup"), "commonwealth")
    assert isinstance(action, Fly)
    return action


def test_no_flight_is_thrown_away_on_a_battle_that_cannot_pay() -> None:
    """One battalion at 1:3, and the sky full of enemy fighters."""
    assert flight_for("I/8/15, II/8/15, I/115/15", 4) == Fly(0, 0)


def test_a_headquarters_goes_where_its_troops_are() -> None:
    state, _ = carried_out(
        moving("21PzHQ, I/5/21, II/104/21 4512", "7ArmHQ, 8Hus/4Arm, 3RTR/4Arm, 5RTR/4Arm 5015", "xxx"), "commonwealth"
    )
    at = state.units["7ArmHQ"].at
    assert (
        any(name != "7ArmHQ" for name in state.at(at, "commonwealth")) or board().distance(at, board().hex("4512")) > 8
    )


def test_the_headquarters_of_another_corps_is_not_left_alone_before_the_enemy() -> None:
    near, far = "21PzHQ, I/5/21, II/104/21 4512", "21PzHQ, I/5/21, II/104/21 2512"
    for axis, stays in ((near, True), (far, False)):
        state = moving(axis, "7ArmHQ, CIH/4Ind 4717, 4IndHQ 4920, 2BW/14 2403", "xiii")
        held = Prepared(state, "commonwealth").held
        assert (held.get("CIH/4Ind") == board().hex("4717")) == stays


def test_nobody_is_sent_into_a_hex_that_stays_full() -> None:
    names = "18/4NZ, 19/4NZ, 20/4NZ, 21/5NZ, 22/5NZ, 23/5NZ"
    state = moving("39/Bol 2606", f"2NZHQ, {names} 4020, 24/6NZ 4022, 2BW/14 2403", "xiii")
    plan = Plan(state.turn, "xiii", drawn_up=True, queue=[[title().rules.notation.parse("move 24/6NZ 4022-4021-4020")]])
    assert str(next_order(plan, state, "commonwealth")) == "done"


def test_where_a_minefield_has_stopped_somebody_among_too_many_another_makes_room() -> None:
    """[7.1] Nobody is lost who can still go."""
    names = "18/4NZ, 19/4NZ, 20/4NZ, 21/5NZ, 22/5NZ, 23/5NZ, 24/6NZ"
    state = moving("39/Bol 2606", f"2NZHQ, {names} 4020, 2BW/14 2403", "xiii")
    plan = Plan(state.turn, "xiii", drawn_up=True)
    order = next_order(plan, state, "commonwealth")
    assert str(order).startswith("move ")
    assert str(next_order(plan, play(state, str(order)), "commonwealth")) == "done"
