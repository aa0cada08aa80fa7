"""[11.4, 15.2] Overruns."""

from __future__ import annotations

import pytest

from sandtable.core.values import Refusal
from sandtable.games.panzerarmee_afrika.factors.losses import Losses
from sandtable.games.panzerarmee_afrika.movement.overruns import check_stack
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from tests.panzerarmee_afrika.manoeuvres import allies_move, axis_moves, ends, offered, refused, spent
from tests.panzerarmee_afrika.positions import (
    listed,
    play,
    play_noting,
    position,
    refusal,
    where,
    with_books,
    with_unit,
)
from tests.playing import top

# Figure 7: IT 132 and the Bersaglieri come by road from 0703 to 0906; SG/2 stands at 1006, Germans wait at 0807.
ITALIANS = "it-b8-ai, it-132-a 0703, axis-depot-1 0806, axis-depot-2 0703, de-8, de-2 0807"
STACK = "it-132-a, it-b8-ai"
ROAD = "0703-0803-0804-0905-0906"


# --- figure 7


@pytest.mark.case("11.4", "12.4.4", "8.5")
def test_the_overrun_of_figure_7() -> None:
    """3 + 2 in attack supply against 2: a differential of 3 makes sure of two factors; then a counter-attack at 0."""
    state = axis_moves(ITALIANS, "uk-sg-2 1006")
    after, events = play_noting(state, f"overrun {STACK} {ROAD}-1006", rolls=(2,))
    assert where(after, "uk-sg-2") == "cadre"
    assert (where(after, "it-b8-ai"), where(after, "it-132-a")) == ("1006", "1006")
    assert spent(after, "it-132-a") == 4 + 3 + 10
    overran, countered = (next(e for e in events if e.kind == kind) for kind in ("overran", "countered"))
    assert (overran.facts["differential"], countered.facts["differential"]) == (3, 0)
    assert not [event for event in events if event.kind == "roll"][1:]  # no die for the attack itself


@pytest.mark.case("11.4")
def test_in_figure_7_the_stack_may_come_up_first_and_overrun_then() -> None:
    state = play(axis_moves(ITALIANS, "uk-sg-2 1006"), f"move {STACK} {ROAD}")
    assert refused(state, f"move {STACK} 0906-0907") == "11.1.4"
    after = play(state, f"overrun {STACK} 0906-1006", rolls=(6,))
    assert where(after, "it-132-a") == "1006" and spent(after, "it-132-a") == 17


@pytest.mark.case("11.4", "12.4.4", "12.4.5")
def test_in_figure_7_a_counter_attack_of_one_costs_the_bersaglieri() -> None:
    after = play(axis_moves(ITALIANS, "uk-sg-2 1006"), f"overrun {STACK} {ROAD}-1006", rolls=(1,))
    assert (where(after, "it-b8-ai"), where(after, "it-132-a")) == ("cadre", "1006")  # two factors, one unit of two
    assert isinstance(top(after), Movement)


@pytest.mark.case("11.4")
def test_in_figure_7_the_other_stack_gives_no_help() -> None:
    state = axis_moves(ITALIANS, "uk-sg-2 1006")
    assert refused(state, f"overrun it-132-a {ROAD}-1006") == "11.4"  # 3 - 2 makes sure of nothing
    near = play(state, "move de-8, de-2 0807-0908-1007")
    assert refused(near, f"overrun it-132-a {ROAD}-1006") == "11.4"
    joined = play(state, "move de-8, de-2 0807-0907", "move it-132-a 0703-0803-0804-0805-0806-0907")
    assert refused(joined, "overrun it-132-a, de-8, de-2 0907-1006") == "11.4"
    assert "began at 0703 and 0807" in refusal(joined, "overrun it-132-a, de-8, de-2 0907-1006").why


@pytest.mark.case("11.4")
def test_in_figure_7_others_then_go_to_or_through_the_hex_without_the_extra_cost() -> None:
    state = play(axis_moves(ITALIANS, "uk-sg-2 1006"), f"overrun {STACK} {ROAD}-1006", rolls=(6,))
    through = play(state, "move de-8, de-2 0807-0907-1006-1106")
    assert (where(through, "de-8"), spent(through, "de-8")) == ("1106", 9)
    assert where(play(state, "move de-8 0807-0907-1006"), "de-8") == "1006"


@pytest.mark.case("11.4")
def test_in_figure_7_a_unit_at_1005_closes_0906_but_not_0907() -> None:
    state = axis_moves(ITALIANS, "uk-sg-2 1006, au-20 1005")
    order = f"overrun {STACK} 0703-0803-0804-0805-0906-1006"
    assert refused(state, order) == "11.4" and "zones of 1005 and 1006" in refusal(state, order).why
    assert refused(with_unit(state, "au-20", at=-1), order) == ""
    after = play(state, f"overrun {STACK} 0703-0803-0804-0805-0806-0907-1006", rolls=(6,))
    assert where(after, "uk-sg-2") == "cadre"


@pytest.mark.case("11.4", "11.1.4")
def test_in_figure_7_a_unit_at_1007_locks_the_stack_unless_it_is_overrun_too() -> None:
    state = axis_moves(ITALIANS, "uk-sg-2 1006, uk-3-a, au-20 1007")
    after = play(state, f"overrun {STACK} {ROAD}-1006", rolls=(6,))
    assert refused(after, f"move {STACK} 1006-1106") == "11.1.4" and not ends(after, "it-132-a")
    assert refused(after, f"overrun {STACK} 1006-1007") == "11.4"  # five factors there
    weak = axis_moves(ITALIANS, "uk-sg-2 1006, au-20 1007")
    chain = play(weak, f"overrun {STACK} {ROAD}-1006", f"overrun {STACK} 1006-1007", rolls=(6, 6))
    assert where(chain, "it-132-a") == "1007" and spent(chain, "it-132-a") == 30
    assert ends(chain, "it-132-a") and offered(chain, "move", "it-132-a")  # free again: nobody is near


# --- who and how


@pytest.mark.case("11.4", "11.1.2")
def test_an_overrun_costs_ten_more_than_the_hex_and_every_factor_counts() -> None:
    three = "de-104, de-115, de-155"
    state = axis_moves(f"{three} 1115", "au-18 1120")
    assert spent(play(state, f"overrun {three} 1115-1120", rolls=(6,)), "de-104") == 5 * 3 + 10
    far = axis_moves(f"{three} 0506", "au-18 0520")
    assert refused(far, f"overrun {three} 0506-0520") == "11.4"  # 42 and 10 are more than 50
    step_by_step = "-".join(f"{number:04}" for number in range(506, 521))
    assert refused(far, f"overrun {three} {step_by_step}") == "11.1"
    assert refused(with_unit(far, "au-18", at="0519"), f"overrun {three} 0506-0519") == ""


@pytest.mark.case("11.4", "12.4.2")
def test_terrain_and_supply_count_as_in_combat() -> None:
    """Eight factors in general supply are four: 4 - 2 is not enough, 4 - 1 against a unit out of supply is."""
    state = axis_moves("de-104, de-115 1115", "au-18 1116")
    assert refused(state, "overrun de-104, de-115 1115-1116") == "11.4"
    assert "differential of 2" in refusal(state, "overrun de-104, de-115 1115-1116").why
    starved = with_unit(state, "au-18", out=True)
    assert refused(starved, "overrun de-104, de-115 1115-1116") == ""
    three = "de-104, de-115, de-155 1115"  # 11 halved is 5½
    assert refused(axis_moves(three, "au-18 1116"), "overrun de-104, de-115, de-155 1115-1116") == ""
    hills = axis_moves("de-104, de-115, de-155 1223", "au-18 1224")
    assert refused(hills, "overrun de-104, de-115, de-155 1223-1224") == "11.4"  # doubled in the rough


@pytest.mark.case("11.4", "8.5", "11.3")
def test_attack_supply_is_judged_where_the_stack_stands_as_it_moves_in() -> None:
    state = axis_moves("de-104, de-8 0908, axis-depot-1 0907", "au-18 0909, au-20 0914")
    assert refused(state, "overrun de-104, de-8 0908-0909") == ""  # 6 - 2
    assert refused(state, "overrun de-104, de-8 0908-0914") == "11.4"  # 3 - 2, beyond eight factors
    carried = play(with_unit(state, "axis-lorry-1", at="0906"), "move axis-lorry-1 0906-0907")
    carried = play(carried, "haul axis-depot-1 with axis-lorry-1 0907-1007")
    assert refused(carried, "overrun de-104, de-8 0908-0909") == "11.4"  # no attack supply from what was moved


@pytest.mark.case("11.4")
def test_all_regular_units_of_the_hex_must_be_certain_to_fall() -> None:
    three = "de-104, de-115, de-155"
    state = axis_moves(f"{three} 0908, axis-depot-1 0907", "au-18, au-20 0909")
    assert refused(state, f"overrun {three} 0908-0909") == ""  # 11 - 4 makes sure of four
    assert refused(with_unit(state, "uk-7-a", at="0909"), f"overrun {three} 0908-0909") == "11.4"


@pytest.mark.case("11.4", "12.4.6")
def test_transport_units_in_the_stack_fall_with_it_and_do_not_count() -> None:
    state = axis_moves("de-104, de-115, de-155 1115", "au-18, allied-lorry-1, allied-lorry-2 1116")
    after = play(state, "overrun de-104, de-115, de-155 1115-1116", rolls=(6,))
    assert [where(after, name) for name in ("au-18", "allied-lorry-1", "allied-lorry-2")] == ["cadre", "due", "due"]
    assert after.units["allied-lorry-1"].due == after.turn + 2


@pytest.mark.case("11.4", "12.4.2")
def test_a_transport_unit_alone_counts_for_one_and_can_be_overrun() -> None:
    state = axis_moves("de-104, de-115 1531", "allied-lorry-1 1532")
    after = play(state, "overrun de-104, de-115 1531-1532", rolls=(6,))
    assert where(after, "allied-lorry-1") == "due" and spent(after, "de-104") == 11
    assert refused(axis_moves("de-104 1531", "allied-lorry-1 1532"), "overrun de-104 1531-1532") == "11.4"  # 2 - 1


@pytest.mark.case("11.4", "11.1.6")
def test_installations_of_the_hex_are_captured_or_destroyed() -> None:
    state = axis_moves("de-104, de-115, de-155 1115", "au-18, allied-depot-1 1116")
    order = "overrun de-104, de-115, de-155 1115-1116"
    taken = play(state, order, rolls=(2, 6))
    assert (where(taken, "allied-depot-1"), where(taken, "axis-depot-1")) == ("due", "1116")
    assert where(play(state, order, rolls=(3, 6)), "axis-depot-1") == "due"


@pytest.mark.case("11.4")
@pytest.mark.parametrize(("fort", "start"), [("1925", "1924"), ("1730", "1729")])
def test_forts_are_not_overrun(fort: str, start: str) -> None:
    state = axis_moves(f"de-104, de-115, de-155 {start}", f"allied-lorry-1 {fort}")
    assert refused(state, f"overrun de-104, de-115, de-155 {start}-{fort}") == "11.4"
    assert not offered(state, "overrun")


@pytest.mark.case("11.4")
def test_there_must_be_an_enemy_and_only_regular_units_overrun() -> None:
    state = axis_moves("de-104, axis-lorry-1 1530", "allied-depot-1 1531, au-18 1628")
    assert refused(state, "overrun de-104 1530-1531") == "11.4"  # an installation alone is simply taken
    assert refused(state, "overrun de-104 1530-1529") == "11.4"
    assert refused(state, "overrun axis-lorry-1 1530-1529-1628") == "11.4"


@pytest.mark.case("11.4", "10.3", "11")
@pytest.mark.parametrize(("mark", "case"), [("*", "11"), ("!", "10.3")])
def test_units_out_of_supply_or_command_overrun_nobody(mark: str, case: str) -> None:
    state = allies_move("it-19 1244", f"uk-7-a, uk-22{mark}, uk-4-a 1246")
    assert refused(state, "overrun uk-7-a, uk-22, uk-4-a 1246-1245-1244") == case
    assert refused(state, "overrun uk-7-a, uk-4-a 1246-1245-1244") == ""


@pytest.mark.case("11.4", "12")
def test_on_the_first_turn_the_allies_do_not_overrun_either() -> None:
    order = "overrun uk-7-a, uk-4-a 1246-1245-1244"
    first = allies_move("it-19 1244", "uk-7-a, uk-4-a 1246", turn=1)
    assert refused(first, order) == "12" and not offered(first, "overrun")
    second = allies_move("it-19 1244", "uk-7-a, uk-4-a 1246", turn=2)
    assert refused(second, order) == "" and offered(second, "overrun")


@pytest.mark.case("11.4", "8.4.1", "11.1.1")
def test_supply_after_an_overrun_is_judged_with_the_enemy_gone() -> None:
    """The stack at 1244 keeps the road open for au-18 against it-19; riding that down opens it for good."""
    state = allies_move("it-19 1145", "uk-7-a, uk-4-a 1244, uk-1-a 1245, au-18 1342")
    assert refused(state, "move uk-7-a, uk-4-a 1244-1243") == "8.4.1"
    assert where(play(state, "overrun uk-7-a, uk-4-a 1244-1145", rolls=(6,)), "uk-7-a") == "1145"


@pytest.mark.case("11.4", "8.4.1", "11.1.1")
def test_an_overrun_beyond_supply_is_refused() -> None:
    """1125 is the last hex that Tobruk supplies."""
    three = "uk-7-a, uk-4-a, uk-1-a"
    state = allies_move("it-19 1124", f"{three} 1225")
    assert refused(state, f"overrun {three} 1225-1125-1124") == "11.1.1"
    why = refusal(state, f"overrun {three} 1225-1125-1124").why
    assert why.startswith("uk-7-a would") and "22 MF away" in why
    assert refused(with_unit(state, "allied-depot-1", at="1425"), f"overrun {three} 1225-1125-1124") == ""


@pytest.mark.case("11.4", "11.1.4")
def test_a_stack_that_begins_in_the_zone_overruns_from_there() -> None:
    state = axis_moves("de-104, de-115, de-155 1115", "au-18 1116")
    assert refused(state, "overrun de-104, de-115, de-155 1115-1116") == ""
    assert refused(state, "overrun de-104, de-115, de-155 1115-1215-1116") == "11.1.4"  # from zone to zone


@pytest.mark.case("11.4")
def test_part_of_a_stack_may_do_it_and_then_go_on_and_fight() -> None:
    state = axis_moves("de-104, de-115, de-155 1115", "au-18* 1116")
    after = play(state, "overrun de-104, de-115 1115-1116", rolls=(6,))
    assert where(after, "de-155") == "1115"
    assert where(play(after, "move de-104 1116-1118"), "de-104") == "1118"


@pytest.mark.case("11.4", "12.4.5")
def test_the_owner_chooses_what_a_counter_attack_costs() -> None:
    state = axis_moves("de-8, de-2, de-104 1115", "au-18* 1116")
    after = play(state, "overrun de-8, de-2, de-104 1115-1116", rolls=(1,))
    assert isinstance(top(after), Losses) and sorted(listed(after)) == ["lose de-2", "lose de-8"]
    after = play(after, "lose de-2")
    assert isinstance(top(after), Movement) and offered(after, "move", "de-8")
    assert not offered(after, "move", "de-2")


@pytest.mark.case("11.4", "5")
def test_installations_and_control_are_taken_on_the_way_to_an_overrun() -> None:
    state = axis_moves("de-104, de-115, de-155 1924", "au-18 1827, allied-depot-1 1826")
    after = play(state, "overrun de-104, de-115, de-155 1924-1925-1825-1826-1827", rolls=(1, 6))
    assert after.control["1925"] == "axis" and where(after, "axis-depot-1") == "1826"


# --- what the list offers


@pytest.mark.case("11.4")
def test_the_list_offers_whole_stacks_the_cheapest_way_in() -> None:
    state = axis_moves(ITALIANS, "uk-sg-2 1006")
    assert offered(state, "overrun") == [f"overrun {STACK} {ROAD}-1006"]
    assert refused(state, f"overrun {STACK} 0703-1006") == ""  # two ends will do
    assert refused(state, f"overrun {STACK} 0703-0906-1006") == ""
    moved = play(state, "move it-b8-ai 0703-0803")
    assert not offered(moved, "overrun")


# --- Italian infantry that nobody trusts, by the optional rule


@pytest.mark.case("15.2", "11.4")
@pytest.mark.parametrize(("lost", "extra"), [(24, 10), (25, 5)])
def test_italian_infantry_alone_is_cheaper_to_overrun_after_twenty_five_factors(lost: int, extra: int) -> None:
    state = allies_move("it-19 1244", "uk-7-a, uk-4-a 1246", options=("reliability",))
    state = with_books(state, "axis", italian_losses=lost)
    assert spent(play(state, "overrun uk-7-a, uk-4-a 1246-1245-1244", rolls=(6,)), "uk-7-a") == 2 + extra
    beside = with_books(
        allies_move("it-19, it-b12-ai 1244", "uk-7-a, uk-4-a, uk-1-a 1246", options=("reliability",)),
        "axis",
        italian_losses=lost,
    )
    assert spent(play(beside, "overrun uk-7-a, uk-4-a, uk-1-a 1246-1245-1244", rolls=(6,)), "uk-7-a") == 12
    plain = with_books(allies_move("it-19 1244", "uk-7-a, uk-4-a 1246"), "axis", italian_losses=lost)
    assert spent(play(plain, "overrun uk-7-a, uk-4-a 1246-1245-1244", rolls=(6,)), "uk-7-a") == 12


@pytest.mark.case("15.2", "11.4")
def test_shaken_italian_infantry_overruns_only_in_attack_supply_or_in_company() -> None:
    axis = "it-61, it-62, it-65 1107, axis-depot-1 0702, it-b7, de-104, de-115 1106"
    state = axis_moves(axis, "allied-lorry-1 1207", options=("reliability",))
    near = with_books(state, "axis", italian_losses=10)
    far = with_unit(near, "axis-depot-1", at="0701")  # nine factors away
    order = "overrun it-61, it-62, it-65 1107-1207"
    assert refused(near, order) == ""
    assert refused(far, order) == "15.2"
    assert refused(with_books(far, "axis", italian_losses=9), order) == "11.4"  # only too weak
    assert refused(far, "overrun it-b7, de-104, de-115 1106-1207") == ""


@pytest.mark.case("15.2", "11.4")
def test_beside_germans_shaken_italian_infantry_counts_in_an_overrun_as_in_general_supply() -> None:
    """Eight factors in general supply are four: 4 - 2 is not enough; three more make it 5½ - 2."""
    state = axis_moves("de-104, de-115, it-61 1107, axis-depot-1 0701", "au-18 1207", options=("reliability",))
    shaken = with_books(state, "axis", italian_losses=10)
    assert refused(shaken, "overrun de-104, de-115 1107-1207") == "11.4"
    assert refused(shaken, "overrun de-104, de-115, it-61 1107-1207") == ""


@pytest.mark.case("11.4")
def test_a_transport_unit_overruns_nobody() -> None:
    state = position("axis-lorry-1, de-8 1408", "uk-sg-2 1409")
    with pytest.raises(Refusal, match="transport unit") as refused:
        check_stack(state, "axis", ("de-8", "axis-lorry-1"))
    assert refused.value.case == "11.4"
    check_stack(state, "axis", ("de-8",))
