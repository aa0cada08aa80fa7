"""The staff: what it does in positions with an obvious answer."""

from __future__ import annotations

from importlib import resources
from itertools import pairwise

import pytest
from msgspec.structs import replace

from sandtable.bots.arena import arena, match
from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Frame
from sandtable.core.game import Game
from sandtable.games.panzerarmee_afrika.arrivals.orders import Withdraw
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import Withdrawals
from sandtable.games.panzerarmee_afrika.combat.calculator import joint_odds
from sandtable.games.panzerarmee_afrika.combat.declarations import Declarations
from sandtable.games.panzerarmee_afrika.factors.losses import Lose, Losses
from sandtable.games.panzerarmee_afrika.map import alexandria, board, tobruk
from sandtable.games.panzerarmee_afrika.movement import reach
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.staff import Staff
from sandtable.games.panzerarmee_afrika.staff.chances import exchange, expected_loss
from sandtable.games.panzerarmee_afrika.staff.forces import Force
from sandtable.games.panzerarmee_afrika.staff.ground import travel
from sandtable.games.panzerarmee_afrika.staff.lines import cuts
from sandtable.games.panzerarmee_afrika.staff.orders import STAGES, TurnPlan, next_order
from sandtable.games.panzerarmee_afrika.staff.prospects import forecast
from sandtable.games.panzerarmee_afrika.staff.reach import hexes
from sandtable.games.panzerarmee_afrika.state import DUE, WITHDRAWN, PanzerarmeeAfrika, role_of
from sandtable.games.panzerarmee_afrika.supply.malta import Decline, MaltaInvasion
from sandtable.games.panzerarmee_afrika.supply.network import network
from sandtable.games.panzerarmee_afrika.title import title
from tests.panzerarmee_afrika.phases import mustering
from tests.panzerarmee_afrika.positions import asking, position, where, with_books
from tests.playing import asked

DICE = SecretDice(secret_of_seed(1))


def carried_out(state: PanzerarmeeAfrika, *stack: Frame) -> tuple[PanzerarmeeAfrika, list[str]]:
    """The position when the staff has finished the frame on top, and its orders."""
    state, orders, staff = asking(state, *stack), list[str](), Staff(1)
    kind = type(state.stack[-1])
    game = Game(title(), title().setup(), DICE)
    game.state = state
    while isinstance(game.state.stack[-1], kind):
        action = staff.choose(game.state, asked(game.state))
        orders.append(str(action))
        game.play(action, asked(game.state))
    assert not staff.strayed
    return game.state, orders


def moved(axis: str, allied: str, side: Side, turn: int = 4) -> tuple[PanzerarmeeAfrika, list[str]]:
    return carried_out(position(axis, allied, turn, side), Movement(side))


def answer(state: PanzerarmeeAfrika, frame: Frame) -> object:
    state = asking(state, frame)
    return Staff(1).choose(state, asked(state))


def mustered(allied: str, turn: int, points: dict[str, int]) -> tuple[PanzerarmeeAfrika, list[str]]:
    """The reinforcement phase of the Allies when nobody new comes; those of the set-up who are not named are dead."""
    state = with_books(position("it-19 0702", allied, turn, "allied"), "allied", points=points)
    due = [name for name, unit in state.units.items() if unit.at == DUE and role_of(name) == "unit"]
    late = {name: replace(state.units[name], at=WITHDRAWN) for name in due}
    state = mustering(replace(state, units={**state.units, **late}), "allied")
    return carried_out(state, state.stack[-1])


def selfplay(seed: int, turns: int) -> tuple[Game[PanzerarmeeAfrika], dict[str, Staff]]:
    game = Game(title(), title().setup(), SecretDice(secret_of_seed(seed)))
    staffs = {side: Staff(seed) for side in title().sides}
    while game.outcome is None and game.state.turn <= turns:
        side = game.asked[0]
        game.play(staffs[side].choose(game.state, side), side)
    return game, staffs


# --- figures


def test_every_weight_says_what_it_is_for() -> None:
    text = (resources.files("sandtable.games.panzerarmee_afrika") / "data" / "staff.toml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if "=" in line]
    assert lines[0].startswith("source = ")
    assert all("#" in line for line in lines[1:])


@pytest.mark.parametrize("attackers", ["de-104", "de-104, de-5-1-a", "de-104, de-5-1-a, it-61"])
def test_its_chances_are_those_of_the_calculator(attackers: str) -> None:
    state = position(f"{attackers} 1115, axis-depot-1 1007", "uk-sg-2, au-20 1116, allied-depot-1 1610", 3, "axis")
    names = attackers.split(", ")
    odds = joint_odds(state, names, (board().hex("1116"),))
    factors = tuple(sorted({"de-104": 4, "de-5-1-a": 3, "it-61": 2}[name] for name in names))
    found = exchange(odds.differential, ((2, 4), (2, 4)), factors)
    assert found.gain == pytest.approx(float(odds.defender_loss))
    assert found.loss == pytest.approx(float(odds.attacker_loss))
    assert found.clears == pytest.approx(float(odds.clears))


def test_a_greater_differential_never_costs_less() -> None:
    losses = [expected_loss(column, (2, 2, 2))[0] for column in range(-1, 12)]
    assert all(before <= after for before, after in pairwise(losses))
    assert losses[0] == 0
    assert losses[-1] == 6


def test_its_quick_reach_is_that_of_the_rules() -> None:
    game, _ = selfplay(3, 2)
    state = game.state
    for side in title().sides:
        for name in state.layout.names(side):
            assert hexes(state, name) == {state.units[name].at, *reach.reach(state, (name,))}


def test_the_way_to_a_place_is_as_long_as_its_road() -> None:
    agheila = board().hex("0702")
    assert travel(alexandria())[agheila] <= 73
    assert travel(agheila)[agheila] == 0


def test_it_sees_where_an_army_can_be_cut_off() -> None:
    state = position("de-104 1246", "uk-3-a, au-24, au-26 1343, uk-22 1351", 4, "axis")
    army = Force(state, "allied")
    assert not network(state, "allied").supplies(board().hex("1343"))
    free = Force(position("", "uk-3-a, au-24, au-26 1343, uk-22 1351", 4, "axis"), "allied")
    found = {board().name(cut.at): cut.factors for cut in cuts(free, [board().hex("1246"), board().hex("0505")])}
    assert found == {"1246": 7}
    assert cuts(army, [board().hex("0505")]) == []


def test_it_knows_who_would_win_if_nothing_happened() -> None:
    strong = position("it-19 0702", "uk-3-a, au-24, au-26 1351", 20, "axis")
    assert forecast(strong, "allied").winner == "allied"
    weak = position("de-104, de-115, it-132-a 0702", "uk-22 1351", 20, "axis")
    assert forecast(weak, "axis").winner == "axis"
    held = with_books(position("de-104 0702", "uk-22, uk-sg-7, uk-3-a 1351", 20, "axis"), "allied", tobruk_best=21)
    assert forecast(held, "allied").winner == ""


# --- movement


def test_an_open_base_is_taken() -> None:
    state, orders = moved(
        "de-5-1-a, de-5-2-a, axis-depot-1 1440, axis-depot-2 1530, axis-depot-3 1922, axis-depot-4 2209, it-19 0702",
        "uk-22 1925",
        "axis",
    )
    assert state.holder(alexandria()) == "axis", orders


def test_weak_enemies_in_the_way_are_overrun() -> None:
    state, orders = moved("de-5-1-a, de-5-2-a, de-104 0703, axis-depot-1 0703, it-19 0702", "uk-sg-2 0804", "axis", 2)
    assert any(order.startswith("overrun") for order in orders)
    assert where(state, "uk-sg-2") == "cadre"


def test_an_installation_that_nobody_guards_is_taken() -> None:
    state, _ = moved(
        "de-3-ar, axis-depot-1 0703, it-19 0702, de-104 0702",
        "allied-depot-1 1108, uk-22, au-24 1351, au-18 1925",
        "axis",
        2,
    )
    assert where(state, "allied-depot-1") == "due"


def test_both_bases_and_tobruk_keep_a_garrison() -> None:
    game, _ = selfplay(1, 3)
    state = game.state
    assert state.at(alexandria(), "allied")
    assert state.at(board().hex("0702"), "axis")
    assert state.at(tobruk(), state.holder(tobruk()))


def test_the_chain_of_installations_follows_the_army() -> None:
    state, _ = moved(
        "de-5-1-a, de-5-2-a, de-3-ar, de-104, it-132-a, it-19 0702, axis-depot-1, axis-lorry-1, axis-lorry-2 0702, "
        "axis-depot-2 0703",
        "uk-22, au-24, uk-3-a 1351, au-18 1925",
        "axis",
        2,
    )
    way, home = travel(tobruk()), board().hex("0702")
    assert min(way[at] for at in state.layout.depots["axis"]) < way[home] - 10
    assert not any(
        state.units[name].at >= 0 and not network(state, "axis").supplies(state.units[name].at)
        for name in ("de-5-1-a", "de-5-2-a", "de-104")
    )


def test_nobody_stands_before_a_fort_without_storming_it() -> None:
    state, _ = moved(
        "it-61, it-62, axis-depot-1 1922, axis-depot-2 2209, axis-depot-3 1906, it-19 0702",
        "uk-3-a, uk-7-a, uk-4-a 1925, uk-22 1351",
        "axis",
    )
    assert not any(state.at(board().hex(name), "axis") for name in ("1924", "1824", "1825"))


def test_units_to_be_withdrawn_wait_in_the_base() -> None:
    state, _ = moved(
        "it-19 0702, axis-depot-1 0703",
        "au-18, uk-22 1343, uk-3-a 1351, au-24 1925",
        "allied",
        3,
    )
    base = {board().hex(name) for name in ("1351", "1451", "1350", "1352", "1250", "1251")}
    assert sum(state.units[name].at in base for name in ("au-18", "uk-22", "au-24")) >= 2


# --- combat


def test_tobruk_is_stormed_with_everything_an_installation_gives() -> None:
    axis = "de-104, de-115, de-5-1-a 1924, de-5-2-a, de-8-1-a, de-8-2-a 1824, axis-depot-1 1923, axis-depot-2 1922, "
    axis += "axis-depot-3 2209, axis-depot-4 1906, it-19 0702"
    state = position(axis, "au-24, au-26 1925, uk-22 1351", 4, "axis")
    game = Game(title(), title().setup(), DICE)
    game.state = asking(state, Declarations("axis"))
    staff, orders = Staff(1), list[str]()
    while game.outcome is None and len(orders) < 12 and game.asked:
        action = staff.choose(game.state, game.asked[0])
        orders.append(str(action))
        game.play(action, game.asked[0])
        if "fight" in orders[-1]:
            break
    assert any(order.startswith("sacrifice") for order in orders), orders


@pytest.mark.parametrize(("turn", "attacks"), [(12, False), (20, True)])
def test_only_on_the_last_turn_the_axis_fears_no_answer(turn: int, attacks: bool) -> None:
    axis = "it-61, it-62, it-b7 1115, axis-depot-1 1114, axis-depot-2 1109, axis-depot-3 0907, it-19 0702"
    allied = "uk-sg-2 1117, uk-3-a++, uk-7-a++, uk-4-a++, allied-depot-1 1119, uk-22-a++, uk-1-a++, uk-2-a++ 1219, "
    allied += "allied-depot-2 1622, au-24 1925, uk-22 1351"
    state, _ = carried_out(position(axis, allied, turn, "axis"), Movement("axis"))
    near = {board().hex("1117"), *board().adjacent[board().hex("1117")]}
    assert any(state.units[name].at in near for name in ("it-61", "it-62", "it-b7")) == attacks


def test_italians_are_lost_before_germans() -> None:
    state = position("de-2, it-61 1115", "uk-3-a 1116", 4, "axis")
    assert answer(state, Losses(("de-2", "it-61"), 2)) == Lose(("it-61",))


# --- the other decisions


def test_malta_is_left_alone() -> None:
    assert answer(position("it-19 0702", "uk-22 1351", 15, "axis"), MaltaInvasion()) == Decline()


def test_the_allies_withdraw_the_dead_and_the_axis_chooses_the_strongest() -> None:
    state = position("it-19 0702", "uk-22, uk-3-a+ 1351", 11, "allied")
    assert answer(state, Withdrawals("infantry", 1, ("uk-22", "au-20"), "test")) == Withdraw("au-20")
    both = position("it-19 0702", "uk-4-a, uk-3-a+ 1351", 11, "allied")
    assert answer(both, Withdrawals("armoured", 1, (), "test")) == Withdraw("uk-3-a")


def test_points_go_to_the_dead_and_then_to_better_units() -> None:
    after, orders = mustered("uk-7-a, uk-22 1351", 14, {"allied-infantry": 0, "allied-armoured": 5})
    assert any(order.startswith("rebuild uk-3-a") for order in orders)
    assert after.units["uk-7-a"].step == 2


def test_dead_units_that_will_do_for_a_withdrawal_stay_dead() -> None:
    points = {"allied-infantry": 4, "allied-armoured": 0}
    _, orders = mustered("uk-22, au-20, au-24 1351, in-3, uk-sg-2, uk-sg-7 1350", 6, points)
    assert not any(order.startswith("rebuild") for order in orders)
    _, orders = mustered("uk-22, uk-sg-7 1351", 6, points)
    assert any(order.startswith("rebuild") for order in orders)


def test_no_option_is_exercised() -> None:
    state = position("it-19 0702", "uk-22 1351", 16, "axis")
    _, orders = carried_out(mustering(state, "axis"), mustering(state, "axis").stack[-1])
    assert not any(order.startswith("option") for order in orders)


# --- some turns


def test_the_same_seed_plays_the_same_turns() -> None:
    first, second = (selfplay(5, 2)[0] for _ in range(2))
    assert [str(entry.action) for entry in first.entries] == [str(entry.action) for entry in second.entries]


@pytest.mark.parametrize("seed", [1, 2])
def test_it_is_never_refused_and_says_what_it_intends(seed: int) -> None:
    game, staffs = selfplay(seed, 3)
    assert game.entries
    for staff in staffs.values():
        assert not staff.strayed
        assert staff.intent


# --- whole games


@pytest.mark.long
@pytest.mark.parametrize("options", [(), ("reaction", "reliability", "single-command-roll")])
def test_a_whole_game_without_a_refusal(options: tuple[str, ...]) -> None:
    score = arena(title(), {"axis": "staff", "allied": "staff"}, 2, 4, workers=1, setup=title().setup(options=options))
    assert sum(score.refusals.values()) == 0
    assert score.unfinished == 0


@pytest.mark.long
def test_it_beats_a_random_player_from_both_sides() -> None:
    score = match(title(), "staff", "random", 8, 7)
    assert score.wins >= 7
    assert score.refusals == 0


@pytest.mark.long
def test_it_beats_the_greedy_player() -> None:
    score = match(title(), "staff", "greedy", 12, 3)
    assert score.rate >= 0.7
    assert score.refusals == 0


# --- stacking


FULL = "uk-7-a, uk-4-a, in-9 1822, uk-7-ai 1824, allied-depot-1 1824"  # three units fill a hex


def ordered(*orders: str) -> list[str]:
    """What the staff makes of moves that are already on its list."""
    state = asking(position("it-19 0702", FULL, 4, "allied"), Movement("allied"))
    plan = TurnPlan(4, "allied", stage=len(STAGES), queue=[title().rules.notation.parse(order) for order in orders])
    done = list[str]()
    while isinstance(state.stack[-1], Movement):
        action = next_order(plan, state)
        done.append(str(action))
        state, _ = frames.play(state, "allied", action, DICE)
    return done


def test_nobody_is_sent_into_a_hex_that_stays_full() -> None:
    assert ordered("move uk-7-ai 1824-1823-1822") == ["done"]


def test_who_makes_room_goes_first() -> None:
    into, out = "move uk-7-ai 1824-1823-1822", "move in-9 1822-1821"
    assert ordered(into, out) == [out, into, "done"]


@pytest.mark.parametrize("seed", [1, 2])
def test_the_allies_do_not_drive_up_to_el_agheila_on_the_first_turn(seed: int) -> None:
    """Whoever stands there without a match for the Axis is ridden down at once, and the road is open."""
    game = Game(title(), title().setup(), SecretDice(secret_of_seed(seed)))
    staffs = {side: Staff(seed) for side in title().sides}
    before = game.state
    while game.state.turn == 1 and game.state.phasing == "allied":
        game.play(staffs[game.asked[0]].choose(game.state, game.asked[0]), game.asked[0])
    base = board().hex("0702")
    near = [name for name in game.state.layout.names("allied") if _distance(game.state, name, base) <= 4]
    assert all(game.state.units[name].at == before.units[name].at for name in near)


def _distance(state: PanzerarmeeAfrika, name: str, at: int) -> int:
    return board().distance(state.units[name].at, at)
