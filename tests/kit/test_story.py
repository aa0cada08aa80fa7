"""The words that the stories of all games need."""

from __future__ import annotations

from sandtable.core.values import Event
from sandtable.kit.story import belongs_to, by_name, first_clauses, joined, over, told


def test_an_event_is_told_by_the_teller_of_its_kind_or_not_at_all() -> None:
    tellers = {"moved": lambda f: f"{joined(f['units'])} to {f['at']}"}
    assert told(Event(1, "moved", {"units": ["A", 2], "at": "W6"}), tellers) == "A, 2 to W6"
    assert told(Event(2, "roll", {"value": 6}), tellers) == ""


def test_the_end_names_the_winner_the_reason_and_the_case() -> None:
    assert over({"winner": "axis", "reason": "Tobruk fell", "case": "4.1"}) == "Axis victory: Tobruk fell (4.1)"
    assert over({"winner": None, "reason": "time is up", "case": "4.3"}) == "A draw: time is up (4.3)"


def test_a_die_is_its_throwers_and_the_beginning_of_a_turn_is_the_sides_that_it_names() -> None:
    assert belongs_to(Event(1, "roll", {"by": "allied", "side": "axis"})) == "allied"
    assert belongs_to(Event(2, "turn", {"turn": 3, "side": "axis"})) == "axis"
    assert belongs_to(Event(3, "turn", {"turn": 3})) == belongs_to(Event(4, "sunk", {"side": "axis"})) == ""


def test_counters_go_by_the_first_clause_of_their_names_where_only_one_does() -> None:
    titles = {"21/5": "5th Panzer Regiment, 21st Panzer Division", "a": "HQ (north), Axis", "b": "HQ (south), Axis"}
    assert first_clauses(titles) == {"21/5": "5th Panzer Regiment", "a": "HQ (north), Axis", "b": "HQ (south), Axis"}


def test_a_text_of_orders_is_read_with_the_names_that_players_know() -> None:
    called = {"21/5": "5th Panzer Regiment", "ariete": "Ariete Division", "AxS#": "Axis supply #"}
    told = by_name("attack G25 (21/5) with ariete from H25 at 3-1 on AxS12: cleared in 50%", called)
    assert told == (
        "attack G25 (5th Panzer Regiment) with Ariete Division from H25 at 3-1 on Axis supply 12: cleared in 50%"
    )
    assert by_name("hold W3: 21/55, xAxS1", called) == "hold W3: 21/55, xAxS1"
