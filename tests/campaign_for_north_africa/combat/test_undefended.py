"""Hexes that are assaulted and to whose defence nobody was assigned."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.close_assault import is_undefended, may_combine, waiting
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from tests.campaign_for_north_africa.assaults import HEX, committed, fired, fought, toe, told
from tests.campaign_for_north_africa.combat_segments import (
    COMMITMENT,
    kinds,
    options,
    order,
    ordered,
    refused,
    scene,
    who,
)
from tests.campaign_for_north_africa.positions import spent, where, with_unit


@pytest.mark.case("15.29", "6.24", "11.21")
def test_a_hex_nobody_is_assigned_to_is_left_three_hexes_away() -> None:
    state = order(scene("I/104 C3918", "1RNF C3818", step=COMMITMENT), "axis", "commit C3818 close I/104:7")
    state, events = ordered(state, "commonwealth", "commit none")
    assert told(events, "gave_up")["hexes"] == 3 and state.units["1RNF"].cohesion == -3
    assert refused(state, "commonwealth", "retreat 1RNF C3818-C3817-C3918") == "8.13"
    state, events = ordered(state, "commonwealth", options(state, "commonwealth")[0])
    assert told(events, "retreated")["path"][0] == "C3818" and len(told(events, "retreated")["path"]) == 4
    assert state.stacks.get(HEX("C3818")) is None and state.retreating == ("C3818",)
    assert spent(state, "1RNF") == 3 + 5  # for the defence and for three hexes, one of them by road
    assert state.units["I/104"].cohesion == 3


@pytest.mark.case("15.29", "14.0", "14.21", "14.26")
def test_guns_at_armour_alone_fire_and_then_leave_with_the_rest() -> None:
    """The Anti-Armour Step comes before Close Assault."""
    state = scene("I/104, I/5Pz[PzIIIH:8] C3918", "1RNF, 3RHA C3818", step=COMMITMENT)
    state = order(state, "axis", "commit C3818 close I/104:7, I/5Pz:8")
    state, events = ordered(state, "commonwealth", "commit C3818 anti 3RHA:5", (5, 5))
    assert told(events, "fired")["points"] == 2 and toe(state, "I/5Pz") == {"PzIIIH": 6}
    assert kinds(events).index("fired") < kinds(events).index("gave_up")
    assert who(state) == ("commonwealth",) and options(state, "commonwealth")[0].startswith("retreat 3RHA, 1RNF")


@pytest.mark.case("15.29", "14.23", "15.21")
def test_guns_that_go_over_to_the_close_assault_hold_the_hex() -> None:
    state = scene("I/104 C3918", "1RNF, 3RHA C3818", step=COMMITMENT)
    state = order(state, "axis", "commit C3818 close I/104:7")
    state = order(state, "commonwealth", "commit C3818 anti 3RHA:5")
    assert who(state) == ("commonwealth",)
    held, events = ordered(state, "commonwealth", "commit C3818 close 3RHA:2", (3, 1, 3, 1, 6, 6, 6, 6))
    assert "gave_up" not in kinds(events) and told(events, "assaulted")["at"] == ["C3818"]
    assert where(held, "1RNF") == "C3818"
    assert "gave_up" in kinds(ordered(state, "commonwealth", "commit none")[1])


@pytest.mark.case("15.29", "14.44")
def test_tanks_that_were_assigned_and_shot_to_pieces_were_assigned_all_the_same() -> None:
    state = committed(
        "I/104, 190PzJg C3918",
        "6RTR[A9:1], 1RNF C3818",
        attack="C3818 close I/104:7; C3818 anti 190PzJg:4",
        defence="C3818 close 6RTR:1",
    )
    state, events = fired(state, 6, 6, 3, 1, 3, 1, 6, 6, 6, 6)
    assert told(events, "eliminated")["unit"] == "6RTR" and "gave_up" not in kinds(events)
    assert told(events, "assaulted")["defence"] == 0 and where(state, "1RNF") == "C3818"


@pytest.mark.case("15.15", "15.88", "6.24")
def test_defenders_without_any_ammunition_surrender() -> None:
    state = scene("I/104 C3918", "1RNF, 2SctGds C3818", step=COMMITMENT, supply={"AX-S1": ("C3918", 40, 0)})
    state, events = ordered(state, "axis", "commit C3818 close I/104:7")
    assert state.units["1RNF"].at < 0 and state.units["2SctGds"].at < 0
    assert state.prisoners == {"axis": 9} and told(events, "heartened")["at"] == ["C3818"]


@pytest.mark.case("15.15")
def test_who_has_spent_his_last_ammunition_on_tanks_is_not_out_of_it() -> None:
    state = committed(
        "I/104, I/5Pz[PzIIIH:8] C3918",
        "1RNF, 3RHA C3818",
        supply={"AX-S1": ("C3918", 40, 0)},
        attack="C3818 close I/104:7, I/5Pz:8",
        defence="C3818 anti 3RHA:5",
    )
    state, events = fought(state)
    assert "gave_up" in kinds(events) and state.prisoners == {}


@pytest.mark.case("15.56", "15.54", "15.29")
def test_pinned_defenders_and_guns_without_a_rating_stay_to_be_assaulted() -> None:
    pinned = committed("I/104 C3918", "1RNF C3818", attack="C3818 close I/104:7", pinned="1RNF")
    state, events = fought(pinned, 3, 1, 3, 1, 6, 6, 6, 6)
    assert where(state, "1RNF") == "C3818" and "all defenders are pinned: +2  (15.56)" in str(told(events, "assaulted"))
    guns = committed("I/104 C3918", "3Fld[5.5inGun:6] C3818", attack="C3818 close I/104:7")
    _, events = fought(guns, 3, 1, 3, 1, 6, 6, 6, 6)
    assert "nobody there can defend: +3  (15.54)" in str(told(events, "assaulted"))


@pytest.mark.case("15.29", "15.24")
def test_of_two_hexes_named_together_the_one_without_defenders_is_left_by_itself() -> None:
    state = committed(
        "I/104, II/104 C3918",
        "1RNF C3818, 2SctGds C3919",
        defence="C3818 close 1RNF:3",
        attack="C3818 close I/104:7; C3919 close II/104:7",
    )
    state, _ = fought(state)
    state, events = ordered(state, "axis", "assault C3818+C3919")
    assert told(events, "gave_up")["at"] == "C3919"
    state, events = ordered(state, "commonwealth", options(state, "commonwealth")[0], (3, 1, 3, 1, 6, 6, 6, 6))
    assert told(events, "assaulted")["at"] == ["C3818"]


# To the point


@pytest.mark.case("15.29", "15.54")
@pytest.mark.parametrize(
    ("units", "pinned", "withdrew", "is_left"),
    [
        ("1RNF", "", "", True),  # nobody was assigned who might have been
        ("1RNF, 2SctGds", "1RNF", "", True),
        ("1RNF", "", "1RNF", True),  # nobody is able, and nobody is pinned
        ("1RNF", "1RNF", "", False),
        ("1RNF, 2SctGds", "1RNF", "2SctGds", False),
        ("1RNF, 2SctGds", "1RNF 2SctGds", "", False),
        ("3Fld[5.5inGun:6]", "", "", False),  # a rating of nothing is none
        ("3Fld[5.5inGun:6, 25pdr:1]", "", "", True),
    ],
)
def test_a_hex_is_undefended_when_somebody_might_have_been_assigned(
    units: str, pinned: str, withdrew: str, is_left: bool
) -> None:
    state = committed("I/104 C3918", f"{units} C3818", attack="C3818 close I/104:7", pinned=pinned, withdrew=withdrew)
    assert is_undefended(state, HEX("C3818")) is is_left


@pytest.mark.case("15.15", "15.29")
@pytest.mark.parametrize(
    ("units", "withdrew", "ammo", "kind"),
    [
        ("1RNF C3818", "", 40, "gave_up"),
        ("1RNF C3818", "", 0, "surrendered"),
        ("1RNF C3818", "1RNF", 0, "gave_up"),  # nobody is able to fight, with or without Ammo
        ("7Spt C3818, 1RNF>7Spt", "", 0, "surrendered"),  # the headquarters needs none and does not count
    ],
)
def test_only_those_who_could_fight_surrender_for_want_of_ammunition(
    units: str, withdrew: str, ammo: int, kind: str
) -> None:
    supply = {"AX-S1": ("C3918", 40, 0), "CW-S1": ("C3818", ammo, 60)}
    state = committed("I/104 C3918", units, attack="C3818 close I/104:7", withdrew=withdrew, supply=supply)
    _, events = fought(state)
    assert kind in kinds(events) and ("surrendered" in kinds(events)) is (kind == "surrendered")


@pytest.mark.case("15.23", "15.22")
def test_only_hexes_that_the_phasing_side_assaults_wait_for_it() -> None:
    state = committed(
        "I/104, 190PzJg C3918",
        "1RNF C3818, 2SctGds C3919",
        attack="C3818 close I/104:7; C3919 anti 190PzJg:4",
        defence="C3818 close 1RNF:3; C3919 close 2SctGds:6",
    )
    assert waiting(state) == (HEX("C3818"),)
    fire = committed("190PzJg C3918", "1RNF C3818", attack="C3818 anti 190PzJg:4", defence="C3818 close 1RNF:3")
    after, events = fought(fire)
    assert waiting(fire) == () and who(after) == () and "assaulted" not in kinds(events)


@pytest.mark.case("15.22", "15.23", "15.24")
def test_assaults_that_wait_are_named_and_nothing_beside_them() -> None:
    state = committed(
        "I/104, II/104 C3918",
        "1RNF C3818, 2SctGds C3919",
        attack="C3818 close I/104:7; C3919 close II/104:7",
        defence="C3818 close 1RNF:3; C3919 close 2SctGds:6",
    )
    state, _ = fought(state)
    for text in ("C3818+C3720", "C3720", "C3818+C3818"):
        assert refused(state, "axis", f"assault {text}") == "15.23", text
    assert refused(state, "axis", "done") == "15.22"


@pytest.mark.case("15.24")
def test_hexes_assaulted_together_are_next_to_each_other() -> None:
    """From one hex against those around it."""
    first, second = (at for at in neighbours()[HEX("C3918")] if at in neighbours()[HEX("C3818")])
    far = next(
        at
        for at in neighbours()[HEX("C3918")]
        if at in neighbours()[first] and at not in neighbours()[HEX("C3818")] and at != HEX("C3818")
    )
    units = f"1RNF C3818, 2SctGds {board().name(first)}, 3CldGds {board().name(far)}, 1KRRC {board().name(second)}"
    attack = "; ".join(f"{board().name(at)} close I/104:1" for at in (HEX("C3818"), first, far, second))
    state = committed("I/104 C3918", units, attack=attack)
    assert may_combine(state, (HEX("C3818"), first)) and may_combine(state, (first, far))
    assert not may_combine(state, (HEX("C3818"), far))
    assert not may_combine(state, (HEX("C3818"), first, far))


@pytest.mark.case("11.21", "15.23", "15.29", "15.88")
def test_of_two_hexes_left_to_themselves_each_is_dealt_with_in_turn() -> None:
    state = committed(
        "I/104, II/104 C3918", "1RNF C3818, 2SctGds C3919", attack="C3818 close I/104:7; C3919 close II/104:7"
    )
    state, _ = fought(state)
    after, events = ordered(state, "axis", "assault C3818+C3919")
    assert told(events, "gave_up")["at"] == "C3818" and after.segment.fought == (HEX("C3818"),)


@pytest.mark.case("11.21", "15.23", "15.29", "15.88")
def test_an_assault_on_a_hex_that_was_left_or_by_those_who_are_gone_does_not_take_place() -> None:
    empty = committed("I/104 C3918", "2SctGds C3719", attack="C3818 close I/104:7")
    after, events = fought(empty)
    assert after.units["I/104"].cohesion == 0 and "heartened" not in kinds(events)
    gone = committed("I/104 C3918", "1RNF C3818", attack="C3818 close I/104:7", defence="C3818 close 1RNF:3")
    after, events = fought(with_unit(gone, "I/104", toe={}))
    assert spent(after, "1RNF") == 0 and "assaulted" not in kinds(events)


@pytest.mark.case("11.21", "15.23", "15.29", "15.88", "15.24")
def test_where_one_of_two_hexes_gives_up_the_other_is_assaulted_all_the_same() -> None:
    state = committed(
        "I/104, II/104 C3918",
        "1RNF C3818 cohesion=-17, 2SctGds C3919",
        attack="C3818 close I/104:7; C3919 close II/104:7",
        defence="C3818 close 1RNF:3; C3919 close 2SctGds:6",
    )
    state, _ = fought(state)
    after, events = ordered(state, "axis", "assault C3818+C3919", (3, 1, 3, 1, 6, 6, 6, 6))
    assert where(after, "1RNF") == "eliminated" and told(events, "assaulted")["defence"] == 1
    assert spent(after, "2SctGds") == 3
