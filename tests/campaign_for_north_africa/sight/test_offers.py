"""What the screen is offered to units that move and react, and what clicks mean."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.campaign_for_north_africa import offers
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa import approaches
from tests.campaign_for_north_africa.combat_segments import WITHDRAWAL, scene
from tests.campaign_for_north_africa.positions import asking, play
from tests.campaign_for_north_africa.screens import by_hex, deeds, labels, not_proposed, offered, proposed, way


def moving(*units: str, side: Side = "axis", **fields: Any) -> Campaign:
    return approaches.moving(*units, side=side, **{"phasing": side} | fields)


def test_nothing_is_offered_to_the_side_that_is_not_asked_nor_for_pieces_nobody_has() -> None:
    state = moving("I/157 C3509")
    assert offers.offers(state, "commonwealth", ()) == []
    assert offers.offers(state, "axis", ("nobody",)) == []
    assert offers.offers(asking(state), "axis", ()) == []
    assert deeds(state) == ["done"]


@pytest.mark.case("8.1", "10.23", "10.6")
def test_a_chosen_counter_is_offered_hexes_with_cost_and_reason_to_stop() -> None:
    state = moving("I/157 C3509", "1RNF, 1Buffs C3512")
    found = by_hex(state, "I/157")
    assert found["C3510"].action == "move I/157 C3509-C3510" and found["C3510"].cost == "2" and not found["C3510"].stop
    assert "10.23" in found["C3511"].stop
    assert "C3512" not in found
    assert not any(offer.stop for offer in by_hex(moving("I/157 C3509", "1RNF C3512"), "I/157").values())


@pytest.mark.case("6.21", "8.17")
def test_hexes_beyond_the_allowance_are_marked_with_what_they_cost_in_cohesion() -> None:
    far = [offer for offer in offered(moving("I/157 C3509"), "I/157") if offer.cost.endswith("!")]
    assert far and all("Disorganization Point" in offer.label and "6.21" in offer.label for offer in far)
    tired = by_hex(moving("I/157 C3509 spent=10"), "I/157")["C3510"]
    assert "2 over the Allowance: 2 Disorganization Points" in tired.label


@pytest.mark.case("32.23", "32.24")
def test_the_fuel_of_a_move_is_told_and_without_it_nothing_is_offered() -> None:
    state = moving("VII(M) C3509")
    assert "Fuel from AX-S1 (32.23)" in by_hex(state, "VII(M)")["C3510"].label
    assert by_hex(moving("VII(M) C3509", supply={}), "VII(M)") == {}
    assert not_proposed(moving("VII(M) C3509", supply={}), "VII(M)", at="C3510") == "32.23"


@pytest.mark.case("32.23", "6.21")
def test_who_finds_no_fuel_at_the_end_of_the_allowance_is_offered_nothing_beyond_it() -> None:
    def beyond(state: Campaign) -> set[str]:
        return {at for at, offer in by_hex(state, "VII(M)").items() if offer.cost.endswith("!")}

    start = ("C3509", 0, 2)
    fed = beyond(moving("VII(M) C3509", supply={"AX-S1": start, "AX-S2": ("C3516", 0, 2)}))
    dry = moving("VII(M) C3509", supply={"AX-S1": start, "AX-S2": ("C3516", 0, 1)})
    assert fed and by_hex(dry, "VII(M)") and not beyond(dry)
    assert {not_proposed(dry, "VII(M)", at=at) for at in fed} == {"32.23"}


@pytest.mark.case("8.64", "8.62")
def test_breaking_off_is_part_of_the_price() -> None:
    state = moving("I/157, II/157 C3510", "1RNF, 1Buffs C3511")
    away = by_hex(state, "I/157")["C3509"]
    assert "to break off (8.64)" in away.label and float(away.cost.rstrip("!")) > 2


@pytest.mark.case("9.31")
def test_a_stack_goes_only_where_all_of_it_finds_room() -> None:
    state = moving("27Bre+, I/157, II/157 C3509, III/157 C3510")
    pair = by_hex(state, "I/157", "II/157")
    assert pair["C3508"].action == "move I/157, II/157 C3509-C3508"
    assert "C3510" in by_hex(state, "27Bre", "I/157") or "C3511" in by_hex(state, "27Bre", "I/157")
    assert by_hex(state, "27Bre", "I/157", "II/157") == {}  # seven Stacking Points find room nowhere
    assert not_proposed(state, "I/157", "III/157", at="C3511") == "8.0"


@pytest.mark.case("8.0", "32.33", "3.4")
def test_where_nothing_is_offered_the_reason_is_told() -> None:
    state = moving("I/157 C3509, III/157 C3510", supply={"AX-S1": ("C3509",)})
    assert offered(state, "I/157", "III/157") == []
    assert not_proposed(state, "I/157", "III/157") == "8.0", "two that stand apart"
    assert not_proposed(state, "AX-S1") == "32.33", "a Supply Unit by itself"


@pytest.mark.case("8.53")
def test_an_assault_may_be_announced_next_to_the_enemy() -> None:
    state = moving("VII(M) C3509", "1RNF C3511")
    found = [offer for offer in offered(state, "VII(M)") if "announce" in offer.label]
    assert "move VII(M) C3509-C3510-C3511 to assault" in [offer.action for offer in found]
    assert proposed(state, "VII(M)", "1RNF").endswith("to assault")
    assert not_proposed(state, "1RNF", at="C3510") in ("32.33", "turn")


@pytest.mark.case("19.41", "19.43", "19.42")
def test_attaching_and_detaching_have_buttons_with_their_cost() -> None:
    state = moving("27Bre+ C3509")
    assert any(text.startswith("detach ") for text in deeds(state, "27Bre"))
    assert any("CP (19.43)" in text for text in labels(state, "27Bre"))
    apart = play(state, next(text for text in deeds(state, "27Bre") if text.startswith("detach ")))
    loose = next(name for name in apart.stacks[apart.units["27Bre"].at] if name != "27Bre")
    assert any(text.startswith(f"attach {loose} to ") for text in deeds(apart, loose))


@pytest.mark.case("32.17", "8.84")
def test_dumps_are_destroyed_and_boxes_left_by_buttons() -> None:
    state = moving("I/157 C3508, I/27 tripolitania")
    assert "destroy AX-S1" in deeds(state, "AX-S1")
    assert "depart I/27 to tripoli" in deeds(state, "I/27") and "depart I/27 to map" in deeds(state, "I/27")
    assert not any(text.startswith("depart") for text in deeds(state, "I/157"))


@pytest.mark.case("8.1", "8.13")
def test_any_other_hex_is_proposed_or_refused_with_its_case_and_the_way_is_drawn() -> None:
    state = moving("I/157 C3509", "1RNF C3512")
    assert proposed(state, "I/157", at="C3510") == "move I/157 C3509-C3510"
    assert not_proposed(state, "I/157", at="C3512") == "8.13"
    path = way(state, "move I/157 C3509-C3511")
    assert path[0] == "C3509" and path[-1] == "C3511" and len(path) == 3


@pytest.mark.case("8.51", "8.52", "8.55")
def test_reaction_offers_to_stay_the_best_way_out_and_every_way_of_a_chosen_counter() -> None:
    state = play(moving("I/157 C3509", "2RTR C3511"), "move I/157 C3509-C3510")
    assert isinstance(state.stack[-1], Reaction)
    first = offered(state)
    assert first[0].action == "stay" and len([offer for offer in first if offer.pieces == ("2RTR",)]) == 1
    ways = by_hex(state, "2RTR")
    assert len(ways) > 10 and "C3510" not in ways
    goal = next(iter(ways))
    assert proposed(state, "2RTR", at=goal) == ways[goal].action


@pytest.mark.case("8.53", "13.1")
def test_unattached_trucks_and_supply_units_are_offered_ways_out_as_the_pieces_they_are() -> None:
    supply = approaches.FUEL | {"CW-S2": ("C3511", 40, 60, 30)}
    motors = {"commonwealth": {"C3511": 20}}
    came = play(moving("I/157 C3509", "1KRRC C3511", supply=supply, motors=motors), "move I/157 C3509-C3510")
    for state, verb in ((came, "react"), (asking(came, RetreatBeforeAssault("commonwealth")), "withdraw")):
        for piece, name in (("motors@C3511", "motors"), ("CW-S2", "CW-S2")):
            found = offered(state, piece)
            assert found and all(offer.pieces == (piece,) for offer in found)
            assert all(offer.action.startswith(f"{verb} {name} C3511-") for offer in found)


@pytest.mark.case("13.1", "13.23", "13.24")
def test_retreat_before_assault_offers_ways_by_stack_and_by_counter() -> None:
    state = scene("I/104, II/104 C3918", "1RNF C3818, 1Buffs C3616", step=WITHDRAWAL)
    assert deeds(state) == ["done", "destroy CW-S1"]
    near = by_hex(state, "1RNF")
    assert near["C3717"].action.startswith("withdraw 1RNF C3818-")
    assert "retreat" in near["C3717"].label and near["C3717"].cost
    far = by_hex(state, "1Buffs")
    assert 0 < len(far) < len(near)  # four Capability Points only
    assert not_proposed(state, "1RNF", at="C3918") == "8.13"


@pytest.mark.case("3.6")
def test_offers_do_not_tell_what_is_hidden() -> None:
    state = moving("27Bre+ C3509, I/157 C3510", "7Arm+, 1RNF C3512", "11Hus C3413")
    for pieces in ((), ("27Bre",), ("I/157",)):
        plain = offers.offers(observe(state, "axis"), "axis", pieces)
        for hidden in disguises(state, "axis"):
            assert offers.offers(observe(hidden, "axis"), "axis", pieces) == plain
