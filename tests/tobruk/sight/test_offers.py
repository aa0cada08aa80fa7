"""What the screen is offered in the move mode and outside battles: clicks as actions, ways, refusals that teach."""

from __future__ import annotations

import pytest

from sandtable.core.frames import check
from sandtable.core.offers import Offer
from sandtable.core.title import Setup
from sandtable.core.values import Refusal
from sandtable.games.tobruk.arrivals.reinforcements import HeadquartersReturn
from sandtable.games.tobruk.movement.orders import Enter, Mine, Move
from sandtable.games.tobruk.movement.overruns import OverrunMovement
from sandtable.games.tobruk.notation import NOTATION
from sandtable.games.tobruk.order_forms import Place
from sandtable.games.tobruk.pieces.stacking import Overstacked
from sandtable.games.tobruk.scenario.opening import Bidding, Deployment, advice
from sandtable.games.tobruk.setup import start
from sandtable.games.tobruk.sight.offers import offers, path_of, propose
from sandtable.games.tobruk.sight.panels import BID
from sandtable.games.tobruk.state import Tobruk
from tests.playing import asked
from tests.tobruk.positions import activated, asking, moving, play, position

# The coast road runs 2805-2905-3005-3105-3205-3305.
ON_ROAD = "15PzHQ, I/8/15 2805"


def found(state: Tobruk, *pieces: str) -> dict[str, Offer]:
    """By hex."""
    return {offer.at: offer for offer in offers(state, asked(state), pieces) if offer.at}


def labels(state: Tobruk, *pieces: str) -> list[str]:
    return [offer.label for offer in offers(state, asked(state), pieces)]


def refused(state: Tobruk, pieces: list[str], at: str = "") -> str:
    with pytest.raises(Refusal) as caught:
        propose(state, asked(state), pieces, at)
    return caught.value.case


def all_lawful(state: Tobruk, *pieces: str) -> bool:
    side = asked(state)
    return all(check(state, side, NOTATION.parse(offer.action)) for offer in offers(state, side, pieces))


# --- units on the map


@pytest.mark.case("9.2", "9.0")
def test_a_chosen_unit_is_offered_hexes_with_cost_and_way() -> None:
    state = moving(ON_ROAD, "", "15pz")
    ways = found(state, "I/8/15")
    assert ways["3205"].cost == "2" and ways["3205"].path == ("2805", "2905", "3005", "3105", "3205")
    assert ways["3205"].label == "to 3205, on the road" and not ways["3205"].stop
    assert ways["2904"].cost == "1.5" and ways["2904"].label == "to 2904"
    assert all_lawful(state, "I/8/15")


@pytest.mark.case("8.0")
def test_a_way_that_ends_in_an_enemy_zone_says_so() -> None:
    ways = found(moving("15PzHQ, I/8/15 2820", "2RTR/7Arm 2823", "15pz"), "I/8/15")
    assert ways["2822"].stop == "enters an enemy zone (8.0)" and not ways["2821"].stop and "2823" not in ways


@pytest.mark.case("7.1", "9.2")
def test_a_hex_without_room_is_offered_with_a_warning() -> None:
    crowd = "15PzHQ 2720, I/8/15, II/8/15, I/115/15 2820, 33AT/15, 33Pi/15, 33Rc/15, 2/15 2822"
    state = moving(crowd, "", "15pz", formation=("15PzHQ", "I/8/15", "II/8/15", "I/115/15"))
    assert found(state, "I/8/15", "II/8/15", "I/115/15")["2822"].stop == "7 battalions there, 6 may stay (7.1)"
    assert not found(state, "I/8/15", "II/8/15")["2822"].stop


@pytest.mark.case("9.3")
def test_a_stack_goes_where_its_slowest_unit_can() -> None:
    state = moving("15PzHQ, I/8/15, III/255 2820", "", "15pz", formation=("15PzHQ", "I/8/15", "III/255"))
    together, slow = found(state, "I/8/15", "III/255"), found(state, "III/255")
    assert together and set(together) <= set(slow) and all_lawful(state, "I/8/15", "III/255")


@pytest.mark.case("6.0")
def test_nothing_is_offered_for_who_is_not_active_nor_to_who_is_not_asked() -> None:
    state = moving("15PzHQ, I/8/15 2820, I/5/21 2821", "2RTR/7Arm 3023", "15pz")
    assert offers(state, "axis", ["I/5/21"]) == [] and refused(state, ["I/5/21"], "2822") == "6.0"
    assert offers(state, "axis", ["2RTR/7Arm"]) == [] and offers(state, "commonwealth", ["2RTR/7Arm"]) == []
    assert offers(state, "axis", ["nobody"]) == []


@pytest.mark.case("9.0", "9.2")
def test_with_nothing_chosen_the_end_and_columns_that_may_leave_the_road_are_offered() -> None:
    state = moving("15PzHQ 2705, I/8/15= 2805", "", "15pz")
    assert labels(state) == ["take I/8/15 off the road", "end movement"]
    assert "take I/8/15 off the road" in labels(state, "I/8/15")


@pytest.mark.case("9.0", "7.0")
def test_a_click_is_a_move_and_a_wrong_one_teaches() -> None:
    state = moving(ON_ROAD, "2RTR/7Arm 2808", "15pz")
    action = propose(state, "axis", ["I/8/15"], "3105")
    assert action == Move(("I/8/15",), ("2805", "3105"))
    assert path_of(state, "axis", action) == ("2805", "2905", "3005", "3105")
    assert refused(state, ["I/8/15"], "2808") == "7.0"
    assert refused(state, ["I/8/15", "2RTR/7Arm"]) == "3.2"
    assert refused(moving("15PzHQ 2820, I/8/15 2821", "", "15pz"), ["15PzHQ", "I/8/15"], "2822") == "9.3"


@pytest.mark.case("9.0")
def test_who_has_completed_its_move_is_offered_nothing() -> None:
    state = play(moving(ON_ROAD, "", "15pz"), "move I/8/15 2805-3205", "move 15PzHQ 2805-2905")
    assert found(state, "I/8/15") == {} and refused(state, ["I/8/15"], "3305") == "9.0"


# --- reinforcements


@pytest.mark.case("4.0", "15.4")
def test_reinforcements_are_offered_every_hex_within_reach_of_their_edge() -> None:
    state = moving("", "7ArmHQ, 2RTR/7Arm due1, 1SAHQ due1", "xxx")
    ways = found(state, "2RTR/7Arm")
    assert ways["5221"].action == "enter 2RTR/7Arm 5221" and ways["5224"].action == "enter 2RTR/7Arm 5224"
    assert ways["5022"].path[0] in ("5221", "5222", "5223", "5224") and ways["5022"].label == "enter and go to 5022"
    assert all_lawful(state, "2RTR/7Arm", "7ArmHQ")
    assert {offer.path[0] for offer in found(state, "1SAHQ", "7ArmHQ").values()} == {"5224"}  # where both may enter


@pytest.mark.case("4.0")
def test_a_reinforcement_and_a_hex_mean_an_entry_by_the_cheapest_way() -> None:
    state = moving("", "7ArmHQ, 2RTR/7Arm due1", "xxx")
    action = propose(state, "commonwealth", ["7ArmHQ", "2RTR/7Arm"], "5121")
    assert action == Enter(("7ArmHQ", "2RTR/7Arm"), ("5221", "5121"))
    assert path_of(state, "commonwealth", action) == ("5221", "5121")
    assert refused(state, ["2RTR/7Arm"], "2708") == "9.0"
    late = moving("", "7ArmHQ 4820, 2RTR/7Arm due4", "xxx")
    assert found(late, "2RTR/7Arm") == {} and refused(late, ["2RTR/7Arm"], "5221") == "4.0"


# --- minefields and overruns


@pytest.mark.case("9.6")
def test_the_minefield_question_shows_the_way_and_what_each_hex_would_do() -> None:
    state = play(moving("", "7ArmHQ, 2RTR/7Arm 2820", "xxx", mines=True), "move 2RTR/7Arm 2820-2821-2822")
    assert labels(state)[:2] == ["let them pass", "let all pass in this activation"]
    spots = found(state)
    assert set(spots) == {"2821", "2822"}
    assert all(spot.path == ("2820", "2821", "2822") and not spot.pieces for spot in spots.values())
    assert spots["2821"].label == "a minefield at 2821 leaves 2RTR/7Arm 7 points" and all_lawful(state)
    assert propose(state, "axis", ["2RTR/7Arm"], "2822") == Mine("2RTR/7Arm", "2822")


@pytest.mark.case("9.6")
def test_beyond_half_its_movement_a_minefield_stops_a_unit() -> None:
    way = "-".join(f"28{row:02}" for row in range(10, 21))
    state = play(moving("", "7ArmHQ, 2RTR/7Arm 2810", "xxx", mines=True), f"move 2RTR/7Arm {way}")
    assert found(state)["2820"].label == "a minefield stops 2RTR/7Arm at 2820"


@pytest.mark.case("9.4")
def test_after_an_overrun_units_are_offered_four_hexes() -> None:
    state = asking(position("", "2RTR/7Arm 2820", "xxx", overran=("2RTR/7Arm",)), OverrunMovement("commonwealth"))
    assert labels(state) == ["no further movement"]
    ways = found(state, "2RTR/7Arm")
    assert ways["2824"].cost == "4" and len(ways["2824"].path) == 5 and all_lawful(state, "2RTR/7Arm")
    action = propose(state, "commonwealth", ["2RTR/7Arm"], "2824")
    assert path_of(state, "commonwealth", action) == ways["2824"].path


# --- before and between activations


@pytest.mark.case("15.3")
def test_the_bid_begins_with_what_the_house_advises() -> None:
    state = asking(start(Setup("battle-for-tobruk")), Bidding())
    bids = offers(state, "axis", [])
    assert bids[0].action == f"bid {advice().bid.points}" and {offer.panel for offer in bids} == {BID}
    assert {offer.action for offer in bids} == {f"bid {points}" for points in range(1, 100)}


@pytest.mark.case("15.1")
def test_the_garrison_is_placed_by_clicks() -> None:
    state = asking(start(Setup("first-sidi-rezegh")), Deployment())
    assert labels(state)[-1] == "the garrison is set"
    spot = next(iter(found(state, "70HQ")))
    assert propose(state, "commonwealth", ["70HQ"], spot) == Place("70HQ", spot)
    assert refused(state, ["70HQ"], "2708") == "15.1"


@pytest.mark.case("3.2")
def test_the_order_of_the_modes_is_two_buttons() -> None:
    state = activated("15PzHQ, I/8/15 2820", "", "15pz")
    assert labels(state) == ["move first, then fight", "fight first, then move"]


@pytest.mark.case("4.1", "7.1")
def test_headquarters_are_placed_and_surplus_units_named_by_a_click() -> None:
    home = asking(position("15PzHQ track2, I/8/15 2820", ""), HeadquartersReturn("axis"))
    assert "2820" in found(home, "15PzHQ") and propose(home, "axis", ["15PzHQ"], "2821") == Place("15PzHQ", "2821")
    crowd = "I/8/15, II/8/15, I/115/15, 33AT/15, 33Pi/15, 33Rc/15, 2/15 2822"
    full = asking(position(crowd, "", "15pz", formation=("I/8/15",)), Overstacked("axis"))
    assert str(propose(full, "axis", ["2/15"])) == "lose 2/15" and len(offers(full, "axis", [])) == 7


def test_a_meaningless_choice_is_refused_with_the_question() -> None:
    assert refused(activated("15PzHQ, I/8/15 2820", "", "15pz"), ["I/8/15"], "2821") == "turn"
    assert refused(moving(ON_ROAD, "", "15pz"), ["nobody"]) == "2.3"
