"""The staff: what it does in positions with an obvious answer, and how it plays whole games."""

from __future__ import annotations

from importlib import resources
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.bots.arena import arena, match
from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Frame
from sandtable.core.game import Game
from sandtable.core.title import Setup
from sandtable.games.north_africa_41.combat.attacks import battle_of
from sandtable.games.north_africa_41.combat.determined_defence import DeterminedDefence
from sandtable.games.north_africa_41.combat.orders import Accept, Reroll, Stand
from sandtable.games.north_africa_41.combat.resolution import AttackReroll
from sandtable.games.north_africa_41.lines.support_units import Ready
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.orders import Move
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.order_forms import Done, Lose
from sandtable.games.north_africa_41.pieces.stacking import overstacked
from sandtable.games.north_africa_41.results.losses import Casualty
from sandtable.games.north_africa_41.staff import Staff
from sandtable.games.north_africa_41.staff.chances import judge, results, stand
from sandtable.games.north_africa_41.staff.ground import travel
from sandtable.games.north_africa_41.staff.intent import Intent, is_ahead
from sandtable.games.north_africa_41.staff.orders import staffs
from sandtable.games.north_africa_41.staff.picture import Picture, Threats
from sandtable.games.north_africa_41.staff.placement import Placement
from sandtable.games.north_africa_41.staff.retreating import is_trapped
from sandtable.games.north_africa_41.staff.stores import Quartermaster
from sandtable.games.north_africa_41.staff.worth import Stake, worth_of
from sandtable.games.north_africa_41.state import TRIPOLI, NorthAfrica
from sandtable.games.north_africa_41.supply.phase import Allotment, Refit, Supply
from sandtable.games.north_africa_41.title import title
from tests.north_africa_41.fighting import phase
from tests.north_africa_41.positions import asking, listed, position, supply_at, where
from tests.playing import asked

SCENARIOS = ("enter-rommel", "campaign", "crusader")


def carried_out(state: NorthAfrica, *stack: Frame) -> tuple[NorthAfrica, list[str]]:
    """The position when the staff has finished the frame on top, and its orders."""
    if stack:
        state = asking(state, *stack)
    kind, orders, staff = type(state.stack[-1]), list[str](), Staff(1)
    dice = SecretDice(secret_of_seed(1))
    while any(isinstance(frame, kind) for frame in state.stack):
        side = asked(state)
        action = staff.choose(state, side)
        orders.append(f"{side}> {action}")
        state, _ = frames.play(state, side, action, dice)
    assert not staff.strayed
    return state, orders


def moved(axis: str, allied: str, **fields: Any) -> tuple[NorthAfrica, list[str]]:
    state = position(axis, allied, **fields)
    return carried_out(state, Movement(state.phasing))


def selfplay(
    scenario: str, seed: int, player_turns: int, options: tuple[str, ...] = ()
) -> tuple[Game[NorthAfrica], dict[str, Staff]]:
    game = Game(title(), Setup(scenario, options), SecretDice(secret_of_seed(seed)))
    staffs = {side: Staff(seed) for side in title().sides}
    seen: list[tuple[int, int, str]] = []
    while game.outcome is None:
        now = game.state.turn, game.state.impulse, game.state.phasing
        if now not in seen:
            seen.append(now)
        if len(seen) > player_turns:
            break
        side = game.asked[0]
        game.play(staffs[side].choose(game.state, side), side)
    return game, staffs


# --- figures


def test_chances_of_every_column_add_up() -> None:
    assert all(sum(chance for chance, *_ in results(place)) == pytest.approx(1) for place in range(-3, 12))


def test_better_odds_promise_more() -> None:
    state = position("ge-i-5 2011", "au-20 2930")
    stake = Stake(state, board().hex("2930"), ("au-20",))
    promises = [judge(place, stake, 1.0, 3.0, False, 0.5) for place in range(-1, 8)]
    gains = [promise.gain - promise.loss for promise in promises]
    assert gains == sorted(gains)
    assert judge(-2, stake, 1.0, 3.0, False, 0.5).gain == 0  # [8.8.3] not allowed


def test_whoever_has_no_way_back_has_more_to_lose() -> None:
    state = position("ge-i-5 2011", "au-20 2930")
    stake = Stake(state, board().hex("2930"), ("au-20",))
    assert judge(3, stake, 1.0, 1.0, True, 0.5).gain > judge(3, stake, 1.0, 1.0, False, 0.5).gain


def test_works_hold_more_often_than_open_ground() -> None:
    assert stand("fortified", 0)[0] > stand("clear", 0)[0]
    assert stand("clear", 1)[0] > stand("clear", 0)[0]


def test_a_panzer_battalion_is_worth_more_than_foot() -> None:
    assert worth_of("ge-i-5", 3) > worth_of("it-19bre", 2) > worth_of("it-19bre", 1) > 0


def test_the_highway_is_the_shorter_way() -> None:
    field = travel("mechanised", board().hex("3211"))
    assert field[board().hex("2711")] < field[board().hex("2715")]
    assert field[TRIPOLI] > field[board().hex("1604")]


def test_a_stack_between_two_enemies_is_trapped() -> None:
    state = position("ge-i-5 2929, ge-ii-5 2931, ge-mg8 2830", "au-20 2930")
    picture = Picture(state, "axis")
    stays = {at: names for at, names in state.layout.combat["axis"].items() if at >= 0}
    assert not is_trapped(picture, board().hex("2930"), frozenset((board().hex("2929"),)), {})
    ring = frozenset(board().hex(name) for name in ("2929", "2931", "2829", "3030"))
    assert is_trapped(picture, board().hex("2930"), ring, stays)


def test_the_enemy_is_feared_only_where_he_can_come() -> None:
    state = position("ge-i-5, ge-mg8 2011", "br-1krrc 2014, po-carp 2478")
    threats = Threats(Picture(state, "allied"))
    assert threats.fear(board().hex("2014"), ("br-1krrc",), ()) > 0
    assert threats.fear(board().hex("2478"), ("po-carp",), ()) == 0
    assert threats.clears(board().hex("2012"), (), ()) == 1


def test_a_side_knows_whether_it_is_ahead() -> None:
    state = replace(position("ge-i-5 2011", "au-20 3138"), scenario="enter-rommel")
    assert is_ahead(state, "allied")
    assert not is_ahead(state, "axis")
    assert Intent(Picture(state, "axis")).caution < Intent(Picture(state, "allied")).caution * 2


def test_every_weight_says_what_it_is_for() -> None:
    text = (resources.files("sandtable.games.north_africa_41") / "data" / "staff.toml").read_text(encoding="utf-8")
    assert all("#" in line for line in text.splitlines() if "=" in line and not line.startswith("source"))


# --- movement


def test_an_undefended_airfield_is_taken() -> None:
    state, _ = moved("ge-3rec 2711, ge-dak 1604", "au-20 3138", scenario="enter-rommel")
    assert state.control["3212"] == "axis" or state.control["3211"] == "axis"


def test_a_weak_unit_in_the_way_is_shattered() -> None:
    state, orders = moved(
        "ge-i-5, ge-mg8, ge-3rec 1604, ge-ii-5, ge-mg2, ge-dak 1603",
        "br-1thr 1707, au-20 3138",
        turn=1,
        impulse=3,
    )
    assert any("> shatter 1707" in order for order in orders)
    assert where(state, "br-1thr") in ("eliminated", "surrendered")


def test_a_garrison_stays_where_it_is_needed() -> None:
    state, _ = moved(
        "ge-i-5, ge-mg8 3136, ge-dak 3035",
        "au-20, br-16 3138, br-22gds 3041, in-5 2945, br-11hus 2751",
        phasing="allied",
        scenario="enter-rommel",
        control={"3211": "axis", "3212": "axis", "3828": "axis", "3629": "axis"},
    )
    assert all(state.at(board().hex(name), "allied") for name in ("3138", "3041", "2945"))


def test_supply_goes_forward_by_truck() -> None:
    state, _ = moved(
        "ge-i-5, ge-mg8, ge-dak! 2011, axis-truck-1 tripoli",
        "au-20 3138",
        supply={"axis": {"tripoli": 2}},
    )
    assert supply_at(state, "axis", "tripoli") == 1
    assert state.units["axis-truck-1"].loaded
    assert state.units["axis-truck-1"].at >= 0


def test_the_convoy_from_italy_sails_in_the_first_impulse() -> None:
    _, orders = moved("ge-i-8, ge-104-15 italy, ge-dak 1604", "au-20 3138", impulse=1, supply={"axis": {"italy": 2}})
    assert any("ship ge-i-8" in order and order.endswith("from italy to tripoli") for order in orders)


def test_units_on_foot_leave_the_base_on_wheels() -> None:
    state, _ = moved("it-27pav tripoli, axis-truck-1 tripoli, ge-i-5, ge-dak 1707", "au-20 3138")
    assert state.units["it-27pav"].at >= 0


# --- the other decisions


def test_own_losses_are_the_cheapest_and_the_enemys_the_dearest() -> None:
    state = phase("ge-i-5, ge-mg8 2929, ge-dak 2828", "au-20, br-5rtr 2930")
    battle = replace(battle_of(state, "axis", ("ge-i-5", "ge-mg8"), board().hex("2930")), result="EX")
    own = asking(state, Casualty(battle, "axis", "axis"))
    assert Staff(1).choose(own, "axis") == Lose("ge-i-5")  # one step of three, where the other would be gone
    foes = asking(state, Casualty(battle, "allied", "axis"))
    assert Staff(1).choose(foes, "axis") == Lose("au-20")


def test_a_fortress_is_held_and_the_open_desert_is_not() -> None:
    state = position(
        "ge-i-5, ge-mg8 3137, ge-ii-5 2929, ge-dak 3035",
        "au-20, br-16 3138, br-1krrc 2930",
        scenario="enter-rommel",
    )
    harbour = replace(battle_of(state, "axis", ("ge-i-5", "ge-mg8"), board().hex("3138")), result="DR2")
    assert isinstance(Staff(1).choose(asking(state, DeterminedDefence(harbour)), "allied"), Stand)
    desert = replace(battle_of(state, "axis", ("ge-ii-5",), board().hex("2930")), result="DR2")
    assert Staff(1).choose(asking(state, DeterminedDefence(desert)), "allied") == Accept()


def test_rommel_rolls_a_bad_die_again_and_keeps_a_good_one() -> None:
    state = phase("ge-i-5, ge-mg8 2929, ge-dak 2828", "au-20 2930", rommel=True)
    battle = battle_of(state, "axis", ("ge-i-5", "ge-mg8"), board().hex("2930"))
    assert Staff(1).choose(asking(state, AttackReroll(battle, 3, 1)), "axis") == Reroll()
    assert Staff(1).choose(asking(state, AttackReroll(battle, 5, 6)), "axis") == Accept()


def test_a_good_attack_is_made_with_supply() -> None:
    state = phase("ge-i-5, ge-ii-5, ge-mg8 2929, ge-dak 2828", "au-20 2930")
    _, orders = carried_out(state)
    assert orders[0].startswith("axis> attack 2930 with")
    assert "supply ge-dak" in orders[0]


def test_a_hopeless_attack_is_not_made() -> None:
    state = phase("it-19bre, it-20bre 2929, it-27pav 2829", "au-20, br-16 2930")
    assert any(order.startswith("attack") for order in listed(state))
    assert Staff(1).choose(state, "axis") == Done()


def test_a_port_supplies_the_most_valuable_first() -> None:
    state = position(
        "ge-i-5 3136, ge-mg8 2937, ge-mg2 2939, ge-k15 3140", "br-11hus, al-tob, br-5rtr 3138", damage={"3138": 3}
    )
    asking_whom = asking(state, Allotment("allied", board().hex("3138"), (), ()))
    assert Staff(1).choose(asking_whom, "allied") == Supply(("br-5rtr",))


def test_staffs_are_made_ready() -> None:
    state = position("ge-dak! 1604", "au-20 3138", supply={"axis": {"1604": 1}})
    assert Staff(1).choose(asking(state, Refit("axis")), "axis") == Ready("ge-dak")


# --- whole games


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (selfplay("enter-rommel", 5, 4)[0] for _ in range(2))
    assert [str(entry.action) for entry in first.entries] == [str(entry.action) for entry in second.entries]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_is_never_refused_and_says_what_it_intends(scenario: str) -> None:
    game, staffs = selfplay(scenario, 2, 6)
    assert game.entries
    for staff in staffs.values():
        assert not staff.strayed
        assert staff.intent


def test_it_knows_the_optional_rules() -> None:
    game, staffs = selfplay("crusader", 4, 4, tuple(title().options))
    assert game.entries
    assert not any(staff.strayed for staff in staffs.values())


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whole_games_end_without_a_refusal(scenario: str) -> None:
    score = arena(title(), {"axis": "staff", "allied": "staff"}, 2, 3, setup=Setup(scenario))
    assert score.unfinished == 0
    assert sum(score.refusals.values()) == 0


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_beats_a_random_player_from_both_sides(scenario: str) -> None:
    score = match(title(), "staff", "random", 4, 7, setup=Setup(scenario))
    assert score.wins == 4
    assert score.refusals == 0


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_beats_the_greedy_player(scenario: str) -> None:
    score = match(title(), "staff", "greedy", 10, 3, setup=Setup(scenario))
    assert score.rate >= 0.7
    assert score.refusals == 0


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["enter-rommel", "crusader"])
def test_neither_side_is_lost_from_the_start(scenario: str) -> None:
    score = arena(title(), {"axis": "staff", "allied": "staff"}, 20, 3, setup=Setup(scenario))
    assert 0.2 <= score.rate("axis") <= 0.8


# --- what must not be thrown away


def burnt(orders: list[str]) -> list[str]:
    return [order for order in orders if " burn " in order]


def test_supply_that_lies_open_to_the_enemy_is_burnt() -> None:
    state, orders = moved(
        "ge-i-5, ge-ii-5, ge-dak 2711",
        "au-20 3138",
        phasing="allied",
        supply={"allied": {"2717": 2}, "axis": {"2711": 1}},
    )
    assert burnt(orders) == ["allied> burn 2717"] * 2
    assert state.stores_at(board().hex("2717"), "allied") == 0


def test_supply_out_of_his_reach_is_kept() -> None:
    _, orders = moved(
        "ge-i-5, ge-ii-5, ge-dak 2711",
        "au-20 3138",
        phasing="allied",
        supply={"allied": {"2560": 2}, "axis": {"2711": 1}},
    )
    assert not burnt(orders)


def test_nothing_is_shipped_to_a_port_that_nobody_holds_against_him() -> None:
    """The panzers can walk into Bardia; without them, the harbour is as good as any."""
    near, far = "ge-i-5, ge-ii-5, ge-dak 2941", "ge-i-5, ge-ii-5, ge-dak 1604"
    allied = "au-20, al-xiii 2751"
    for axis, ships in ((near, False), (far, True)):
        state = asking(
            position(axis, allied, phasing="allied", supply={"allied": {"delta": 4}, "axis": {"2941": 1}}),
            Movement("allied"),
        )
        picture = Picture(state, "allied")
        orders = list(Quartermaster(picture, Threats(picture), Intent(picture), {}).ships())
        assert any(str(order).endswith("2945") for order in orders) == ships


def test_a_headquarters_does_not_stay_alone_before_the_enemy() -> None:
    state, _ = moved("ge-dak 2930, ge-mg8, ge-mg2 2925", "br-3hus, br-5rtr 2934", supply={"axis": {"2925": 1}})
    at = state.units["ge-dak"].at
    others = [name for name in state.at(at, "axis") if name != "ge-dak"]
    assert others or not Threats(Picture(state, "axis")).reaches(at)


def test_a_headquarters_does_not_go_alone_where_the_enemy_comes_next_to_it() -> None:
    """The hussars before it are no match for him: what it could do for them is not worth being lost with them."""
    hussars = position("ge-3rec, ge-i-5 2930, ge-dak 2925", "al-xiii 2938, br-3hus 2934", phasing="allied")
    picture = Picture(asking(hussars, Movement("allied")), "allied")
    threats, movers = Threats(picture), {"al-xiii": picture.movers["al-xiii"]}
    assert threats.approaches(board().hex("2938"))
    (order,) = staffs(Placement(picture, threats, Intent(picture), movers), movers)
    assert isinstance(order, Move)
    assert not threats.approaches(board().hex(order.path[-1]))


def test_no_steps_are_lost_to_stacking_while_somebody_can_go() -> None:
    crowd = "it-19bre, it-20bre, it-27pav, it-28pav, it-39bol, it-40bol"
    state = position(f"{crowd} 1604", "au-20 3138")
    assert overstacked(state, "axis")
    _, orders = carried_out(state, Movement("axis"))
    assert not any(" lose " in order for order in orders)


def test_trucks_do_not_wait_behind_a_guard_that_is_no_match_for_him() -> None:
    """Hussars alone before two battalions of panzers make no hex safe."""
    panzers = "ge-i-5, ge-ii-5, ge-dak 2711"
    state = asking(
        position(panzers, "br-3hus, allied-truck-1 2717, au-20 3138", phasing="allied", supply={"axis": {"2711": 1}}),
        Movement("allied"),
    )
    picture = Picture(state, "allied")
    orders = list(Quartermaster(picture, Threats(picture), Intent(picture), {}).park())
    assert any(str(order).startswith("move allied-truck-1 ") for order in orders)


def test_who_makes_a_hex_safe_for_a_truck_is_told_to_stay() -> None:
    state = asking(
        position("ge-3rec 2930", "au-20, br-3hus, al-xiii 2934, au-24 2560", phasing="allied"), Movement("allied")
    )
    picture = Picture(state, "allied")
    at = board().hex("2934")

    def guard(stands: dict[str, int]) -> str:
        return Quartermaster(picture, Threats(picture), Intent(picture), stands).guard(at)

    assert guard({}) == "au-20"
    assert guard({"br-3hus": at}) == ""  # somebody stays already
    assert Quartermaster(picture, Threats(picture), Intent(picture), {}).guard(board().hex("2560")) == ""


@pytest.mark.case("11.2.1")
def test_a_standing_answer_retreats_where_the_chance_to_hold_is_worse() -> None:
    state = position(
        "ge-i-5, ge-mg8 3137, ge-ii-5 2929, ge-dak 3035",
        "au-20, br-16 3138, br-1krrc 2930",
        scenario="enter-rommel",
    )
    harbour = replace(battle_of(state, "axis", ("ge-i-5", "ge-mg8"), board().hex("3138")), result="DR2")
    desert = replace(battle_of(state, "axis", ("ge-ii-5",), board().hex("2930")), result="DR2")
    for fought, half in ((harbour, Stand), (desert, Accept)):
        frame = DeterminedDefence(fought)
        asked = asking(state, frame)
        assert frame.interrupt(asked, "allied") == "determined-defence"
        assert frame.settled(asked, "allied", "never") == Accept()
        assert isinstance(frame.settled(asked, "allied", "worse-than-half"), half)
        assert frame.settled(asked, "allied", "ask") is None
