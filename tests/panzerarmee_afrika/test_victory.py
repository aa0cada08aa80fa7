"""The end of the game: when it comes, what is counted, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.frames import Over
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.turn import PlayerTurn, end_turn
from sandtable.games.panzerarmee_afrika.victory.conditions import award, count_tobruk, is_over, penalty, tally, verdict
from tests.panzerarmee_afrika.phases import noting
from tests.panzerarmee_afrika.positions import asking, position, with_books, with_unit
from tests.playing import draft_of

TWELVE = "de-104, de-115 0702, de-5-1-a, it-19 0703"
ARMOUR = (
    "uk-3-a",
    "uk-7-a",
    "uk-4-a",
    "uk-32-a",
    "uk-22-a",
    "uk-1-a",
    "uk-2-a",
    "uk-7-ai",
    "uk-23-a",
    "uk-8-a",
    "uk-9-a",
)


def allied(factors: int) -> str:
    """So many factors of Allied armour, five each and the rest in weaker units."""
    rests = {0: "", 1: "au-20, au-24, au-26 1351", 2: "au-20 1351", 3: "au-20+ 1351", 4: "au-20, au-24 1351"}
    full, rest = divmod(factors, 5)
    if rest == 1:
        full -= 1
    return ", ".join([*(f"{name}++ 1351" for name in ARMOUR[:full]), rests[rest]]).rstrip(", ")


def ended(state: PanzerarmeeAfrika) -> Over | None:
    """What the end of an Axis turn makes of this position."""
    draft = draft_of(asking(state, PlayerTurn("axis")))
    end_turn(draft, "axis")
    return draft.top if isinstance(draft.top, Over) else None


def last(axis: str, forces: str, **fields: Any) -> PanzerarmeeAfrika:
    return position(axis, forces, turn=20, phasing="axis", **fields)


# --- what is counted


@pytest.mark.case("14.1", "8.4", "13.6", "2.1.3")
def test_units_on_the_map_in_supply_are_counted_and_no_others() -> None:
    axis = "de-104 0702, de-115* 1007, it-19_ 0703, axis-lorry-1 0702"
    state = position(axis, "au-20+ 1351, uk-3-a++ 1351, au-24* 1925")
    assert tally(state, "axis").on_map == 4
    assert tally(state, "allied").on_map == 3 + 5
    assert tally(with_unit(state, "it-19", out=False), "axis").on_map == 4  # dismounted, in supply or not


@pytest.mark.case("13.5.3", "14.1")
def test_the_examples_of_the_cost_of_options() -> None:
    """Option F is worth 12 factors; C and E together 13, of which half as much again is 20, rounded up."""
    axis = with_books(position(), "axis", taken={"F": 16})
    assert penalty(axis, "axis") == 18
    both = with_books(position(), "allied", taken={"C": 15, "E": 17})
    assert penalty(both, "allied") == 20
    assert penalty(position(), "allied") == 0


@pytest.mark.case("13.5.3", "14.1")
def test_the_cost_is_taken_off_the_factors_on_the_map() -> None:
    state = with_books(position("", allied(30)), "allied", taken={"C": 15, "E": 17})
    assert (tally(state, "allied").on_map, tally(state, "allied").adjusted) == (30, 10)


# --- the table


@pytest.mark.case("14.1")
@pytest.mark.parametrize(
    ("factors", "alexandria", "agheila", "winner", "level"),
    [
        (60 - 5, "allied", "axis", "allied", "substantive"),  # 4.6 to 1
        (60 - 5, "allied", "allied", "allied", "decisive"),
        (36, "allied", "axis", "allied", "substantive"),  # 3 to 1
        (35, "allied", "axis", "allied", "marginal"),
        (35, "allied", "allied", "allied", "substantive"),
        (25, "allied", "axis", "allied", "marginal"),
        (24, "allied", "axis", "axis", "marginal"),  # 2 to 1
        (13, "axis", "allied", "axis", "marginal"),
        (12, "allied", "axis", "axis", "substantive"),  # even
        (12, "axis", "axis", "axis", "decisive"),
        (12, "allied", "allied", "", "draw"),  # the Axis holds no base
        (35, "axis", "axis", "", "draw"),  # the Allies are twice as strong without Alexandria
    ],
)
def test_ratio_and_bases_name_winner_and_level(
    factors: int, alexandria: Side, agheila: Side, winner: str, level: str
) -> None:
    state = position(TWELVE, allied(factors), control={"1351": alexandria, "0702": agheila})
    assert tally(state, "axis").adjusted == 12 and tally(state, "allied").adjusted == factors
    found = verdict(state)
    assert (found.winner, found.level) == (winner, level)


@pytest.mark.case("14.1")
def test_five_to_one_is_decisive_without_el_agheila() -> None:
    found = verdict(position("de-104 0702, de-115 0702", allied(40)))
    assert (found.winner, found.level) == ("allied", "decisive")


# --- Tobruk


@pytest.mark.case("14.1")
def test_every_faction_turn_that_ends_with_tobruk_in_hand_is_counted() -> None:
    draft = draft_of(position())
    for _ in range(5):
        count_tobruk(draft)
    assert (draft.state.books["allied"].tobruk, draft.state.books["axis"].tobruk) == (5, 0)
    draft.change(control={**draft.state.control, "1925": "axis"})
    count_tobruk(draft)
    assert (draft.state.books["allied"].tobruk, draft.state.books["allied"].tobruk_best) == (0, 5)
    assert (draft.state.books["axis"].tobruk, draft.state.books["axis"].tobruk_best) == (1, 1)


@pytest.mark.case("14.1")
@pytest.mark.parametrize(
    ("factors", "holder", "winner", "level"),
    [
        (24, "allied", "", "draw"),  # the book's first example: a marginal Axis victory
        (36, "axis", "allied", "marginal"),  # its second: a substantive Allied victory
        (36, "allied", "allied", "decisive"),
        (24, "axis", "axis", "substantive"),
        (12, "axis", "axis", "decisive"),
    ],
)
def test_twenty_one_turns_in_tobruk_move_the_result_one_level(
    factors: int, holder: Side, winner: str, level: str
) -> None:
    state = with_books(last(TWELVE, allied(factors)), holder, tobruk_best=21)
    assert (verdict(state).winner, verdict(state).level) == (winner, level)


@pytest.mark.case("14.1")
def test_twenty_turns_are_not_enough_nor_an_early_end_nor_with_the_option() -> None:
    def awarded(turns: int, turn: int = 20, options: tuple[str, ...] = ()) -> Side | None:
        return award(with_books(position(turn=turn, options=options), "axis", tobruk_best=turns))

    assert awarded(21) == "axis" and awarded(20) is None
    assert awarded(21, turn=19) is None
    assert awarded(21, options=("no-tobruk-award",)) is None


@pytest.mark.case("14.1")
def test_the_twenty_one_turns_need_not_be_the_last() -> None:
    state = with_books(last(TWELVE, allied(24)), "allied", tobruk=0, tobruk_best=21)
    assert verdict(state).level == "draw"


# --- the end


@pytest.mark.case("14", "7")
def test_the_game_goes_on_until_the_axis_turn_of_turn_20_is_over() -> None:
    assert ended(position(TWELVE, allied(35), turn=19, phasing="axis")) is None
    assert not is_over(position(turn=20, phasing="allied"))
    over = ended(last(TWELVE, allied(35)))
    assert over is not None and (over.winner, over.case) == ("allied", "14.1")
    assert over.reason == "the last turn is over: a marginal Allied victory"


@pytest.mark.case("14", "5.1")
def test_alexandria_in_axis_hands_ends_the_game_at_once() -> None:
    taken = position(TWELVE, allied(24), turn=6, phasing="axis", control={"1351": "axis"})
    over = ended(taken)
    assert over is not None and (over.winner, over.case) == ("axis", "14")
    assert over.reason == "the Axis took Alexandria: a marginal Axis victory"


@pytest.mark.case("14", "14.1")
def test_even_alexandria_is_only_a_draw_against_a_greater_army() -> None:
    over = ended(position(TWELVE, allied(35), turn=6, phasing="axis", control={"1351": "axis"}))
    assert over is not None and over.winner is None and over.reason.endswith("a draw")


@pytest.mark.case("14.1")
def test_the_account_is_told() -> None:
    state = with_books(last(TWELVE, allied(35)), "allied", taken={"C": 15}, tobruk_best=21)
    events = noting(end_turn, asking(state, PlayerTurn("axis")), "axis")[1]
    weighed = next(event.facts for event in events if event.kind == "weighed")
    assert (weighed["allied"], weighed["allied_penalty"], weighed["axis"], weighed["tobruk"]) == (35, 3, 12, "allied")
