"""The staff: what it does in positions with an obvious answer, and how it plays whole games."""

from __future__ import annotations

from importlib import resources

import pytest
from msgspec.structs import replace

from sandtable.bots.arena import arena, match
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Frame
from sandtable.core.game import Game
from sandtable.games.afrika_korps.arrivals.phase import Arrivals, SupplyArrival
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.losses import ExchangeLosses
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.orders import Attack, Land, Overwhelm
from sandtable.games.afrika_korps.pieces.tables import Odds
from sandtable.games.afrika_korps.staff import Staff
from sandtable.games.afrika_korps.staff.chances import column, danger, fear, forecast, odds_index
from sandtable.games.afrika_korps.staff.ground import travel
from sandtable.games.afrika_korps.staff.picture import Picture
from sandtable.games.afrika_korps.staff.posture import Intent
from sandtable.games.afrika_korps.staff.weights import weights
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title
from sandtable.kit.staff.plan import March, Plan
from tests.afrika_korps.positions import asked, asking, at, play, position


def carried_out(state: AfrikaKorps, *stack: Frame) -> tuple[AfrikaKorps, list[str]]:
    """The position when the staff has finished the frame on top, and its orders."""
    state, orders, staff = asking(state, *stack), list[str](), Staff(1)
    kind = type(state.stack[-1])
    while isinstance(state.stack[-1], kind):
        action = staff.choose(state, asked(state))
        orders.append(str(action))
        state = play(state, str(action))
    assert not staff.strayed
    return state, orders


def moved(axis: str, allied: str, phasing: str = "axis", turn: int = 3) -> tuple[AfrikaKorps, list[str]]:
    return carried_out(position(axis, allied, turn, phasing), Movement(phasing))


def selfplay(seed: int, turns: int) -> tuple[Game[AfrikaKorps], dict[str, Staff]]:
    game = Game(title(), title().setup(), SecretDice(secret_of_seed(seed)))
    staffs = {side: Staff(seed) for side in title().sides}
    while game.outcome is None and game.state.turn <= turns:
        side = game.asked[0]
        game.play(staffs[side].choose(game.state, side), side)
    return game, staffs


# --- figures


def test_odds_are_those_of_the_rules() -> None:
    for attack in range(1, 60):
        for defence in range(1, 40):
            assert odds_index(attack, defence) == Odds.of(attack, defence).index


def test_chances_of_a_column_add_up() -> None:
    assert all(sum(column(index)) == pytest.approx(1) for index in (*range(-6, -1), *range(1, 8)))


def test_three_to_one_never_loses_but_may_exchange() -> None:
    open_ground, sealed = forecast(9, 3, False), forecast(9, 3, True)
    assert sealed.defenders_lost == pytest.approx(1)
    assert open_ground.defenders_lost == pytest.approx(4 / 6)
    assert open_ground.attackers_lost == pytest.approx(2 / 6 * 3 / 9)


def test_an_even_exchange_costs_both_everything() -> None:
    even = forecast(4, 4, False)
    assert even.attackers_lost == pytest.approx(2 / 6 + 1 / 6)
    assert even.defenders_lost == pytest.approx(1 / 6 + 1 / 6)


def test_better_odds_are_never_less_dangerous() -> None:
    fears = [danger(index, trapped=True) for index in (-6, -5, -4, -3, -2, 1, 2, 3)]
    assert fears == sorted(fears)
    shades = [fear(attack, 6, trapped=True) for attack in range(1, 20)]
    assert shades == sorted(shades)
    assert danger(7, trapped=False) == 1


def test_the_road_is_the_shorter_way() -> None:
    board = title().rules.board()
    field = travel(board.hex("H2"))
    assert field[board.hex("I2")] == weights().travel["road"]
    assert field[board.hex("W6")] < board.distance(board.hex("W6"), board.hex("H2"))


def test_every_weight_says_what_it_is_for() -> None:
    text = (resources.files("sandtable.games.afrika_korps") / "data" / "staff.toml").read_text(encoding="utf-8")
    assert all("#" in line for line in text.splitlines() if "=" in line)


# --- movement


def test_the_home_base_is_garrisoned_on_the_first_turn() -> None:
    game, _ = selfplay(1, 0)
    staff = Staff(1)
    while game.asked == ("axis",) and game.state.turn == 1:
        game.play(staff.choose(game.state, "axis"), "axis")
    assert game.state.at(title().rules.board().hex("W3"), "axis")


def test_a_weak_unit_in_the_way_is_overwhelmed() -> None:
    state, orders = moved(
        "21/5, 15/8, 21/104, 15/115, AxS1, AxS2 H32, ariete G25, savena W3, bologna H2",
        "7/3I J34, 2/3, 7/4, 7/7, AlS1 J62",
    )
    assert any(order.startswith(Overwhelm.verb) for order in orders)
    assert "7/3I" in state.defeated


def test_the_last_supply_is_not_spent_on_a_trifle() -> None:
    _, orders = moved("21/5, 21/104, AxS1 L20, savena W3", "7A/1 L24, 9A/20 J62, AlS1 J62")
    assert not any(order.startswith(Overwhelm.verb) for order in orders)


def test_a_lone_supply_is_taken() -> None:
    state, _ = moved("21/5, 21/3, AxS1 L20, savena W3", "AlS2 L26, 9A/20, AlS1 J62")
    assert at(state, "AlS2") == "pool"
    assert any(name.startswith("AxC") for name in state.layout.supplies["axis"])


def test_supplies_are_not_left_alone_within_reach() -> None:
    state, _ = moved("ariete, AxS1, AxS2 L20, savena W3", "7/4, 7/7, 7/7sg, AlS1 L34, 9A/20 J62")
    guarded = state.layout.combat["axis"]
    board = title().rules.board()
    for where in state.layout.supplies["axis"].values():
        assert where in guarded or board.distance(where, board.hex("L34")) > 8


def test_a_unit_in_a_zone_without_supply_walks_away() -> None:
    state, _ = moved("21/3 L24, AxS1, savena W3", "2/3 L25, 9A/20, AlS1 J62")
    assert at(state, "21/3") != "L24"
    assert not any(
        at(state, "21/3") == title().rules.board().name(n)
        for n in title().rules.board().adjacent[title().rules.board().hex("L25")]
    )


def test_the_defender_keeps_both_ports() -> None:
    state, _ = moved("21/5, 21/104, AxS1 I20, savena W3", "9A/20, AlS1 G25, 22gds I33, 4I/5, 4I/7 L59", "allied", 2)
    board = title().rules.board()
    assert state.at(board.hex("G25"), "allied")
    assert state.at(board.hex("J62"), "allied")


def intent_of(axis: str, allied: str, phasing: str = "axis") -> str:
    """What the staff says it is about once it has moved."""
    state, staff = asking(position(axis, allied, 5, phasing), Movement(phasing)), Staff(1)
    while isinstance(state.stack[-1], Movement):
        state = play(state, str(staff.choose(state, phasing)))
    return staff.intent


def test_tobruch_is_not_stormed_at_one_to_one() -> None:
    """17 to 16; with a brigade less inside it is 2-1 and worth it."""
    axis = "21/5, 15/8, 21/104, AxS1, AxS2, AxS3 H24, savena W3, bologna H2"
    assert "Tobruch" not in intent_of(axis, "2/3, 9A/20, 22gds, AlS1 G25, 4I/5, AlS2 J62").partition("attacking")[2]
    assert "Tobruch at 2-1" in intent_of(axis, "2/3, AlS1 G25, 4I/5, AlS2 J62")


def test_the_last_unit_does_not_leave_the_home_base_for_an_attack() -> None:
    state, _ = moved("bologna L59, AxS1, pavia W3", "2/3, AlS1, AlS2 J62, 9A/20 G25", "allied")
    assert state.at(title().rules.board().hex("J62"), "allied")


# --- the other decisions


def test_the_supply_of_the_turn_goes_to_a_fortress_without_one() -> None:
    state = position("savena W3, AxS1 W3", "9A/20 G25, 4I/5, AlS1 J62", 2, "allied")
    action = Staff(1).choose(asking(state, SupplyArrival("allied")), "allied")
    assert action == Land("AlS2", "G25")


RING = "1/2, 1/22 H24, 7/4, 7/7, 2/3 H25, 9A/18, 22gds H26, AlS1 I26, 9A/20 J62"


def test_reinforcements_do_not_land_in_a_full_fortress_that_is_cut_off() -> None:
    for garrison, landed in (("pavia, trenta, brescia", ["W3", "W3", "W3"]), ("pavia, trenta", ["G25", "W3", "W3"])):
        state = position(f"{garrison}, AxS1 G25, savena W3", RING, 3)
        after, _ = carried_out(state, Arrivals("axis"))
        assert [at(after, name) for name in ("15/8", "15/115", "15/33")] == landed


def test_no_more_land_in_a_besieged_fortress_than_find_room_there_and_on_the_way_out() -> None:
    ring = "15/8, 21/5 H23, 15/115, 21/104 H26, AxS1 H22, savena W3, bologna J62"
    after, _ = carried_out(position(ring, "9A/20, AlS1 G25", 15, "allied"), Arrivals("allied"))
    assert len(after.at(title().rules.board().hex("G25"), "allied")) == 6  # three go on to G24


def test_every_obligation_is_declared() -> None:
    state = position("21/5 L24, 21/3 L24, AxS1 L22, savena W3", "7A/1 L25, 7A/2 M25, 9A/20, AlS1 J62")
    after, orders = carried_out(state, Battles("axis"))
    attacked = {name for order in orders if order.startswith(Attack.verb) for name in order.split(" with ")[0].split()}
    assert {"7A/1", "7A/2"} <= {name.strip(",") for name in attacked}
    assert not isinstance(after.stack[-1], Battles)


def test_an_exchange_is_paid_with_the_least() -> None:
    state = position("21/5, savena, bologna L24, AxS1 L22", "2/3 L25, AlS1 J62")
    losses = ExchangeLosses(("21/5", "savena", "bologna"), True, 4)
    after, _ = carried_out(state, losses)
    assert at(after, "21/5") == "L24"
    assert at(after, "savena") == "dead"


def test_an_exchange_is_paid_with_many_weak_units_rather_than_with_two_panzer_regiments() -> None:
    army = ("21/5", "15/8", "ariete", "21/104", "15/115", "21/3", "15/33", "brescia", "pavia")
    state = position(
        "21/5, 15/8, brescia G24, ariete, 21/104, pavia H25, 15/115, 21/3, 15/33 H26, AxS1 G23", "4I/5, AlS1 J62"
    )
    after, _ = carried_out(state, ExchangeLosses(army, True, 16))
    assert (at(after, "21/5"), at(after, "15/8")) == ("G24", "G24")


# --- whole games


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (selfplay(5, 3)[0] for _ in range(2))
    assert [str(entry.action) for entry in first.entries] == [str(entry.action) for entry in second.entries]


@pytest.mark.parametrize("seed", [1, 2])
def test_it_is_never_refused_and_says_what_it_intends(seed: int) -> None:
    game, staffs = selfplay(seed, 6)
    assert game.entries
    for staff in staffs.values():
        assert not staff.strayed
        assert staff.intent


def test_it_beats_a_random_player_from_both_sides() -> None:
    score = match(title(), "staff", "random", 4, 7, workers=1)
    assert score.wins == 4
    assert score.refusals == 0


@pytest.mark.long
def test_it_beats_the_greedy_player() -> None:
    score = match(title(), "staff", "greedy", 12, 3)
    assert score.rate >= 0.7
    assert score.refusals == 0


@pytest.mark.long
def test_neither_side_is_lost_from_the_start() -> None:
    score = arena(title(), {"axis": "staff", "allied": "staff"}, 30, 3)
    assert 0.2 <= score.rate("axis") <= 0.8
    assert sum(score.refusals.values()) == 0


# --- the plan as a value


FIELD_ARMY = "1/2, 1/22, 4I/5, AlS2 J62, 7/4, 1/201, 9A/18 N62, 32 N61"  # too strong to go past Tobruch
SIEGE = (
    "21/5, 15/8, 21/104, AxS1, AxS2, AxS3 H24, savena W3, bologna H2",
    f"2/3, AlS1 G25, {FIELD_ARMY}",
)


def ready(axis: str, allied: str, phasing: str = "axis") -> AfrikaKorps:
    return asking(position(axis, allied, 5, phasing), Movement(phasing))


def test_an_own_base_where_nobody_stands_is_to_be_held_and_taken_only_from_the_enemy() -> None:
    def verb(axis: str, allied: str) -> str:
        plan = Staff(1).plan(ready(axis, allied), "axis")
        return next(goal.verb for goal in plan.objectives if goal.at == "W3")

    assert verb("21/5, AxS1 W6", "2/3, AlS1 G25") == "hold"
    assert verb("21/5, AxS1 W6", "2/3, AlS1 W3") == "take"


def test_the_plan_says_what_is_attacked_with_whom_at_which_odds() -> None:
    made = Staff(1).plan(ready(*SIEGE), "axis")
    assert made.posture == "siege" and Plan.read(str(made)) == made
    (blow,) = made.assaults
    assert (blow.at, blow.odds, blow.defenders) == ("G25", "2-1", ("2/3",))
    assert set(blow.attackers) <= {"21/5", "15/8", "21/104"} and blow.supply
    assert {goal.at: goal.verb for goal in made.objectives} == {
        "G25": "take",
        "J62": "take",
        "W3": "hold",
        "H2": "hold",
    }


def test_spare_supplies_do_not_stay_with_attackers_who_may_be_lost() -> None:
    """At 2-1 the attack may end with nobody left in H25, beside the garrison."""
    made = Staff(1).plan(ready(*SIEGE), "axis")
    (blow,) = made.assaults
    spare = [store for store in made.stores if store.piece not in blow.supply]
    assert set(blow.hexes) == {"H25"} and spare
    assert all(store.at != "H25" for store in spare)


def test_rommel_rides_with_a_stack_that_stays_when_the_attackers_may_be_lost() -> None:
    axis, allied = SIEGE
    made = Staff(1).plan(ready(axis.replace("AxS3 H24", "AxS3, rommel H24") + ", ariete I20", allied), "axis")
    places = {march.piece: march.at for march in made.marches}
    attackers = {name for blow in made.assaults for name in blow.attackers}
    company = {name for name, at in places.items() if at == places.get("rommel")} - {"rommel"}
    assert company - attackers


def test_what_is_done_is_what_the_plan_says() -> None:
    state, staff = ready(*SIEGE), Staff(1)
    made = staff.plan(state, "axis")
    while isinstance(state.stack[-1], Movement):
        state = play(state, str(staff.choose(state, "axis")))
    assert staff.written == made
    assert {march.piece: at(state, march.piece) for march in made.marches} == {m.piece: m.at for m in made.marches}


def test_another_plan_gives_other_orders() -> None:
    state, staff = ready(*SIEGE), Staff(1)
    staff.follow(replace(staff.plan(state, "axis"), assaults=(), marches=(March("15/8", "H26"),)))
    while isinstance(state.stack[-1], Movement):
        state = play(state, str(staff.choose(state, "axis")))
    assert at(state, "15/8") == "H26" and at(state, "21/5") == "H24"


def test_a_beaten_army_holds_what_it_has_until_more_arrive() -> None:
    beaten = "15/33 G25, savena H2, bologna W3, 21/3, pavia, trenta, AxS1, AxS2 M47"
    strong = "7/4, 7/7, 2/3 J62, 22gds, 9A/18, 7/3I L45, 1/2, 1/22, AlS1, AlS2 M49"
    made = Staff(1).plan(ready(beaten, strong), "axis")
    assert made.posture == "hold" and not made.assaults
    assert {task.verb for task in made.tasks if task.at == "G25"} == {"hold"}


def test_the_whole_army_is_not_staked_on_an_even_throw() -> None:
    """10 to 9 would open the home base in half of the throws, and lose the army and the game in a third of them."""
    army = "2/3, 7/4, 2/2sg J63, 4I/5, AlS1, AlS2 K64"
    assert not Staff(1).plan(ready("21/5, 21/3 K62, AxS1, AxS2 J57, bologna W3", army, "allied"), "allied").assaults


def test_a_siege_is_kept_when_its_odds_have_worsened_a_little() -> None:
    """17 to 18 would not begin a siege."""
    worse = Picture(ready(SIEGE[0], f"2/3, 7/7, 9A/20, AlS1 G25, {FIELD_ARMY}"), "axis")
    assert Intent(worse).stance.name == "drive"
    assert Intent(worse, earlier=Staff(1).plan(ready(*SIEGE), "axis")).stance.name == "siege"


def test_every_course_is_played_out_without_a_stray_order() -> None:
    for side in title().sides:
        assert "" not in Staff.courses(side)
        for course in Staff.courses(side):
            game = Game(title(), title().setup(), SecretDice(secret_of_seed(2)))
            staffs = {each: Staff(2, course if each == side else "") for each in title().sides}
            while game.outcome is None and game.state.turn <= 2:
                asked_side = game.asked[0]
                game.play(staffs[asked_side].choose(game.state, asked_side), asked_side)
            assert not staffs[side].strayed, course
