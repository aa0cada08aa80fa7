"""Preparing for play: the first position and what each counter on it is."""

from __future__ import annotations

from collections import Counter as Tally
from typing import get_args

import pytest

from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import UnknownChoice
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.movement.stacking import overstacked
from sandtable.games.afrika_korps.pieces.counters import Kind, Size, counters, printed_counters
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title
from tests.afrika_korps.positions import at, orders, play, refused

START = {
    "W6": "21/5 21/104 21/3 ariete brescia pavia trenta bologna savena rommel AxS1",
    "G25": "9A/20 AlS1",
    "H2": "2/2sg",
    "H15": "2/3 7/3I",
    "I33": "22gds",
    "I48": "7A/1 7A/2",
    "L59": "4I/5 4I/7 4I/11 pol",
}


@pytest.fixture
def start() -> AfrikaKorps:
    return Game(title(), title().setup(), SecretDice(secret_of_seed(1))).state


@pytest.mark.case("2.3", "3")
def test_the_march_1941_units_stand_where_the_chart_puts_them_and_the_axis_begins(start: AfrikaKorps) -> None:
    found = {board().name(hexagon): " ".join(names) for hexagon, names in start.layout.stacks.items()}
    assert {place: set(names.split()) for place, names in found.items()} == {
        place: set(names.split()) for place, names in START.items()
    }
    assert (start.turn, start.phasing) == (1, "axis")
    assert isinstance(start.stack[-1], Movement)


@pytest.mark.case("2.2", "19.1")
def test_every_other_unit_waits_on_the_order_of_appearance(start: AfrikaKorps) -> None:
    on_board = {name for names in START.values() for name in names.split()}
    for counter in printed_counters():
        if counter.is_combat and not counter.substitute and counter.id not in on_board:
            assert at(start, counter.id) == "due" and counter.arrives > 1


@pytest.mark.case("2.4", "12.1", "12.2", "12.3")
def test_four_axis_and_five_allied_supplies_lie_aside_two_of_each_for_captured_ones(start: AfrikaKorps) -> None:
    aside = Tally((c.side, c.captured) for c in printed_counters() if c.is_supply and at(start, c.id) in ("pool", ""))
    assert aside == {("axis", False): 2, ("axis", True): 2, ("allied", False): 3, ("allied", True): 2}


@pytest.mark.case("2.4", "21.1")
def test_substitutes_are_put_aside(start: AfrikaKorps) -> None:
    assert {at(start, counter.id) for counter in printed_counters() if counter.substitute} == {"pool"}


@pytest.mark.case("2.3", "6.1")
def test_the_set_up_may_be_overfull_until_the_first_movement_ends(start: AfrikaKorps) -> None:
    assert [board().name(hexagon) for hexagon in overstacked(start, "axis")] == ["W6"]
    assert refused(start, "done") == "6.1"
    assert "done" not in orders(start)
    assert refused(start, "move savena W6-W8") == ""
    for name, place in zip(
        ("brescia", "pavia", "trenta", "bologna", "savena", "21/3"), ("W4", "W4", "W4", "W5", "W5", "W5"), strict=True
    ):
        start = play(start, f"move {name} W6-{place}")
    assert refused(start, "done") == ""


@pytest.mark.case("2.3", "6.1", "3.3")
def test_the_allied_stack_at_alamein_may_wait_until_the_allies_have_moved(start: AfrikaKorps) -> None:
    assert [board().name(hexagon) for hexagon in overstacked(start, "allied")] == ["L59"]
    assert title().trials.broken_invariants(start) == []


@pytest.mark.case("1.4", "12.2")
def test_no_die_is_thrown_before_the_first_move_for_the_axis_has_no_port() -> None:
    game = Game(title(), title().setup(), SecretDice(secret_of_seed(1)))
    assert [event.kind for event in game.opening] == ["turn", "no_supply"]


def test_a_campaign_is_the_only_scenario_and_options_are_known_by_name() -> None:
    assert list(title().scenarios) == ["campaign"]
    assert title().setup(options=["tournament"]).options == ("tournament",)
    with pytest.raises(UnknownChoice):
        title().setup("gazala")
    with pytest.raises(UnknownChoice):
        title().setup(options=["optional-rain"])


# --- what stands on a counter


@pytest.mark.case("1.2", "1.22")
def test_the_two_colours_are_the_two_sides_and_rommel_is_red() -> None:
    assert {counter.side for counter in printed_counters()} == {"axis", "allied"}
    assert {c.nation for c in printed_counters() if c.side == "axis"}.isdisjoint(
        {c.nation for c in printed_counters() if c.side == "allied" and c.is_combat and not c.substitute}
    )
    assert counters()["rommel"].side == "axis"


@pytest.mark.case("1.21")
def test_units_are_of_five_sizes_and_only_the_headquarters_is_an_army_group() -> None:
    found = {counter.size for counter in printed_counters() if not counter.is_supply}
    assert found - {""} == set(get_args(Size)) - {""} == {"II", "III", "X", "XX", "XXX"}
    assert [counter.id for counter in printed_counters() if counter.size == "XXX"] == ["rommel"]
    assert all(counter.size == "" for counter in printed_counters() if counter.is_supply)
    assert counters()["ariete"].size == "XX"


@pytest.mark.case("1.23")
@pytest.mark.parametrize(
    ("unit", "kind"),
    [
        ("21/5", "armour"),
        ("7/7", "armoured_infantry"),
        ("9A/20", "infantry"),
        ("21/3", "recce"),
        ("rommel", "headquarters"),
        ("AlS1", "supply"),
    ],
)
def test_each_type_has_its_units(unit: str, kind: Kind) -> None:
    assert counters()[unit].kind == kind
    assert {counter.kind for counter in printed_counters()} == set(get_args(Kind))


@pytest.mark.case("1.24")
def test_names_tell_units_apart_and_decide_nothing() -> None:
    """Two brigades of the same factors can do the same from the same hex."""
    assert len({counter.id for counter in printed_counters()}) == len(printed_counters())
    game = Game(title(), title().setup(), SecretDice(secret_of_seed(1)))
    ends = {
        name: {order.split("-")[-1] for order in orders(game.state) if order.startswith(f"move {name} W6")}
        for name in ("brescia", "pavia", "trenta")
    }
    assert ends["brescia"] == ends["pavia"] == ends["trenta"] != set()
