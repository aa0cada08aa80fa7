"""The storm of Tobruk, which ends the game: what the Axis does for it, and what the garrison does against it."""

from __future__ import annotations

from sandtable.games.tobruk.map import board, tobruk
from sandtable.games.tobruk.staff.assault import Force, Target
from sandtable.games.tobruk.staff.garrison import guard
from sandtable.games.tobruk.staff.intent import Intent
from sandtable.games.tobruk.staff.movers import movers_of
from sandtable.games.tobruk.staff.orders import best_scheme
from sandtable.games.tobruk.staff.picture import Picture, Threats
from sandtable.games.tobruk.staff.scheme import Prepared
from sandtable.games.tobruk.staff.sorties import Sky
from sandtable.games.tobruk.staff.weights import weights
from sandtable.games.tobruk.state import Air, Flight, Tobruk
from tests.tobruk.positions import fighting, moving, play, position

PANZERS = "21PzHQ, II/5/21, I/104/21, 3/21, 15/21, 39/21 2705"
GATE = "2/13Aus, RNF-MG 2504"
BATTALIONS = (
    "2YL/14, 1BH/14, 2BW/14, 2Kng/16, 2Liec/16, 2Qns/16",
    "4Bdr/23, 1DLI/23, 1Esx/23, 1Rfl/Car, 2Rfl/Car, 3Rfl/Car",
    "11Cz, HMG/Car, 2/13Aus, RNF-MG",
)


def intent_of(state: Tobruk, side: str) -> Intent:
    picture = Picture(state, side)
    return Intent(picture, Threats(state, picture))


def test_behind_the_last_fort_before_an_empty_town_lies_the_game() -> None:
    """[10.4, 15.1] Who beats it advances two hexes, into the town; Italians advance one."""
    gate = board().hex("2504")
    empty = intent_of(position(f"{PANZERS}, 9Md/Art, 20/Bre 2613", f"{GATE}, 2BW/14 2103"), "axis")
    held = intent_of(position(PANZERS, f"{GATE}, 2BW/14 2403"), "axis")
    assert empty.beyond(gate) == empty.weights.town
    assert held.beyond(gate) == 0.0
    target = Target(empty.picture, gate, ("2/13Aus", "RNF-MG"), 0.0, empty.beyond(gate))
    assert Force(empty.picture, ("I/104/21",), target).far
    assert not Force(empty.picture, ("9Md/Art", "20/Bre"), target).far


def test_the_panzers_attack_the_fort_that_bars_the_way_into_an_empty_town() -> None:
    state = moving(PANZERS, f"{GATE}, 2YL/14, 2Liec/16 2405, 2BW/14, 1BH/14 2303", "21pz")
    prepared = Prepared(state, "axis")
    targets = {
        board().name(op.target.hexagon) for op in best_scheme(prepared, prepared.offensive()).offensive.operations
    }
    assert "2504" in targets


def test_who_flies_to_the_storm_reckons_with_bombers_over_the_defenders() -> None:
    """[10.1] They fly after the attacker and take two off the dice each."""
    worth = []
    for bombers in (0, 5):
        air = {"axis": Air(fighters=8, support=5), "commonwealth": Air(support=bombers)}
        state = fighting(PANZERS.replace("2705", "2505"), f"{GATE}, 2YL/14, 2Liec/16 2405", "21pz", air=air)
        state = play(state, "attack 2504 with II/5/21, I/104/21, 3/21, 15/21, 39/21")
        worth.append(Sky(state, "axis").value(Flight(support=3)))
    assert worth[0] > worth[1]


def test_who_can_stand_before_the_town_goes_there_but_not_when_no_turn_is_left_to_storm_it() -> None:
    gate = board().hex("2504")
    for turn, worth in ((2, True), (4, False)):
        intent = intent_of(moving("15PzHQ, I/8/15 2705", "2BW/14, 1BH/14, 2YL/14 2403", "15pz", turn=turn), "axis")
        assert (intent.doorstep("I/8/15", gate) > 0) == worth
        assert intent.doorstep("15PzHQ", gate) == 0.0


def test_the_commonwealth_fears_for_the_town_more_than_for_who_is_in_it() -> None:
    """However little it fears for its army when time runs out."""
    for turn in (2, 4):
        state = position(PANZERS.replace("2705", "2504"), "2YL/14 2403", turn=turn, cup=("21pz",), margin=60)
        picture = Picture(state, "commonwealth")
        stake = picture.stake(["2YL/14"])
        fear = Threats(state, picture).cost(tobruk(), 5, stake, ())
        assert picture.fear < 1.0
        assert fear * picture.fear > stake.whole


def test_the_garrison_leaves_enough_in_the_town_and_at_its_gates() -> None:
    first, second, third = BATTALIONS
    state = moving("39/Bol 2705", f"70HQ, {first} 2304, {second} 2404, {third} 2303", "tobruk")
    picture = Picture(state, "commonwealth")
    places = list(guard(picture, movers_of(picture, moving=True)).values())
    assert places.count(tobruk()) == weights().garrison.in_town
    gates = set(places) - {tobruk()}
    assert gates
    assert all(places.count(gate) == weights().garrison.at_gate for gate in gates)
