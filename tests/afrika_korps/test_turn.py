"""The sequence of play, as it is seen by playing it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.values import Event, Refusal
from sandtable.games.afrika_korps.arrivals.phase import Arrivals, SupplyArrival
from sandtable.games.afrika_korps.arrivals.substitution import Substitution
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.resolution import Resolution
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.orders import NOTATION
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory, Trek, enemy_of
from sandtable.games.afrika_korps.title import title
from sandtable.games.afrika_korps.turn import PlayerTurn, begin_turn
from tests.afrika_korps.positions import (
    Rolls,
    asked,
    asking,
    at,
    draft_of,
    kinds,
    orders,
    play,
    play_noting,
    position,
    refused,
    top,
    with_books,
)


def turn_of(side: str, axis: str, allied: str, turn: int = 2, rolls: tuple[int, ...] = ()) -> AfrikaKorps:
    """The first decision of a player turn."""
    state = position(f"{axis}, brescia W8", f"{allied}, pol J60", turn=turn, phasing=side)
    return frames.begin(asking(state, PlayerTurn(side)), Rolls(*rolls))[0]


def turns(events: list[Event]) -> list[tuple[object, object]]:
    return [(event.facts["turn"], event.facts["side"]) for event in events if event.kind == "turn"]


# --- the order of a turn


@pytest.mark.case("3.1", "1.4")
def test_axis_turn_is_die_supply_arrivals_movement() -> None:
    state = turn_of("axis", "AxS1 W3", "9A/20 P41", turn=3, rolls=(4,))
    assert isinstance(top(state), SupplyArrival)
    assert (refused(state, "land 15/8 at W3"), refused(state, "move AxS1 W3-W4")) == ("12.2", "3.1")
    state = play(state, "land AxS2 at W3")
    assert isinstance(top(state), Arrivals)
    assert refused(state, "move AxS1 W3-W4") == "3.1"
    state = play(state, "land 15/8 at W3", "done")
    assert isinstance(top(state), Movement)
    assert refused(state, "move 15/8 W3-W6") == "" == refused(state, "move AxS2 W3-W6")
    assert refused(state, "land 15/115 at W3") == "5.3"


@pytest.mark.case("3.1", "12.2")
def test_an_axis_supply_that_is_sunk_brings_the_reinforcements_next() -> None:
    assert isinstance(top(turn_of("axis", "AxS1 W3", "9A/20 P41", turn=3, rolls=(2,))), Arrivals)
    assert isinstance(top(turn_of("axis", "AxS1 W3", "9A/20 P41", turn=2, rolls=(2,))), Movement)


@pytest.mark.case("3.3")
def test_allied_turn_is_supply_arrivals_movement_without_a_die() -> None:
    state = turn_of("allied", "21/5 P60", "AlS1 J62", turn=5)
    assert isinstance(top(state), SupplyArrival)
    assert refused(state, "move AlS1 J62-J61") == "3.3"
    state = play(state, "decline")
    assert isinstance(top(state), Arrivals)
    state = play(state, "land 7/4 at J62", "done")
    assert isinstance(top(state), Movement)


@pytest.mark.case("3.3", "21.2")
def test_substitution_comes_between_allied_movement_and_allied_battles_from_turn_33() -> None:
    line = "4I/5, 4I/7, 4I/11 P40, AlS1 J62"
    state = play(turn_of("allied", "21/5 P41", line, turn=33), "decline", "done", "done")
    assert isinstance(top(state), Substitution)
    assert isinstance(top(play(state, "done")), Battles)
    earlier = play(turn_of("allied", "21/5 P41", line, turn=32), "decline", "done", "done")
    assert isinstance(top(earlier), Battles)


@pytest.mark.case("3.2", "3.4", "8.6", "16.1")
@pytest.mark.parametrize(
    ("side", "axis", "allied", "attacks"),
    [
        ("axis", "21/5 L41, ariete Q40, AxS1 L41, AxS2 Q39", "7A/1 L40, 9A/20 Q41",
         ("attack 7A/1 with 21/5", "attack 9A/20 with ariete")),
        ("allied", "folgere L40, savena Q41", "7/4 L41, 2/3 Q40, AlS1 L41, AlS2 Q39",
         ("attack folgere with 7/4", "attack savena with 2/3")),
    ],
    ids=["axis", "allied"],
)  # fmt: skip
def test_battles_are_resolved_one_at_a_time_and_the_advance_comes_before_the_next(
    side: str, axis: str, allied: str, attacks: tuple[str, str]
) -> None:
    state = play(turn_of(side, axis, allied), "done", *attacks, "done")
    assert isinstance(top(state), Resolution)
    assert refused(state, "done") == "8.4"
    state = play(state, "fight 1", rolls=(1,))
    victor = attacks[0].split()[-1]
    assert orders(state) == [f"advance {victor}", "done"]
    assert refused(state, "fight 2") == "16.1"
    state = play(state, f"advance {victor}")
    assert at(state, victor) == "L40"
    state = play(state, "fight 2", rolls=(1,))
    assert state.phasing == enemy_of(side)


@pytest.mark.case("5.3")
def test_movement_is_over_when_the_battles_begin() -> None:
    state = play(turn_of("axis", "21/5 P40, AxS1 P39", "9A/20 P41"), "done")
    assert refused(state, "move AxS1 P39-P38") == "5.3"
    state = play(state, "attack 9A/20 with 21/5", "done")
    assert refused(state, "move AxS1 P39-P38") == "8.6"


@pytest.mark.case("3.2", "3.4")
def test_without_contact_a_turn_ends_with_its_movement() -> None:
    state = play(turn_of("axis", "21/5 P40, AxS1 P39", "9A/20 P45"), "done")
    assert (state.turn, state.phasing) == (2, "allied")


@pytest.mark.case("3", "3.5")
def test_a_turn_is_an_axis_and_an_allied_half_and_only_then_the_marker_moves() -> None:
    state, events = play_noting(turn_of("axis", "21/5 P40, AxS1 P39", "9A/20 P45, AlS1 P46"), "done", "done", "done")
    assert turns(events) == [(2, "allied"), (3, "axis"), (3, "allied")]
    assert [event.facts["date"] for event in events if event.kind == "turn"][0::2] == [
        "15 April 1941",
        "1 May 1941",
    ]
    assert asked(state) == "allied"


@pytest.mark.case("3.5", "3")
def test_a_game_from_the_set_up_alternates_between_the_sides() -> None:
    game = Game(title(), title().setup(), SecretDice(secret_of_seed(3)))
    for unit, place in (("brescia", "W4"), ("pavia", "W4"), ("trenta", "W4"), ("bologna", "W5"), ("savena", "W5"),
                        ("21/3", "W5")):  # fmt: skip
        game.play_text(f"move {unit} W6-{place}")
    while len(turns(game.events)) < 6:
        texts = [str(action) for action in game.actions()]
        if "decline" in texts:
            game.play_text("decline")
        elif "done" in texts:
            game.play_text("done")
        else:
            game.play_text(next(text for text in texts if text.startswith("move pol")))
    assert turns(game.events) == [(1, "axis"), (1, "allied"), (2, "axis"), (2, "allied"), (3, "axis"), (3, "allied")]


# --- whose turn it is


@pytest.mark.case("10.1", "3.1", "3.3")
def test_the_other_player_does_nothing_in_any_phase() -> None:
    state = turn_of("axis", "21/5 P40, AxS1 P39, AxS2 W3", "9A/20 P41, AlS1 J62", turn=3, rolls=(4,))
    for order in ("decline", "done", "done", "attack 9A/20 with 21/5", "done"):
        for attempt in ("move 9A/20 P41-P42", "move pol J60-J61", "done", "destroy AlS1", order):
            with pytest.raises(Refusal) as caught:
                frames.check(state, "allied", NOTATION.parse(attempt))
            assert caught.value.case == "turn"
        assert asked(state) == "axis"
        assert refused(state, "move 9A/20 P41-P42") != ""
        state = play(state, order)


@pytest.mark.case("10.1")
def test_the_defender_leads_beaten_attackers_and_the_attacker_beaten_defenders() -> None:
    state = play(turn_of("axis", "ariete P40, AxS1 P39", "9A/20 P41, AlS1 J60"), "done", "attack 9A/20 with ariete",
                 "done")  # fmt: skip
    beaten = play(state, "fight 1", rolls=(4,))
    assert asked(beaten) == "allied" and all(order.startswith("retreat ariete") for order in orders(beaten))
    assert refused(beaten, "move 9A/20 P41-P42") == "7.5"
    winning = play(state, "fight 1", rolls=(3,))
    assert asked(winning) == "axis" and all(order.startswith("retreat 9A/20") for order in orders(winning))


@pytest.mark.case("5.1", "10.1")
def test_nobody_moves_units_of_the_other_side() -> None:
    state = turn_of("axis", "21/5 P40, AxS1 P39", "9A/20 P45, AlS1 P46")
    assert refused(state, "move 9A/20 P45-P46") == "5.1"
    assert refused(state, "move AlS1 P46-P47") == "5.1"


# --- what a turn leaves behind


@pytest.mark.case("14.1")
def test_a_used_supply_leaves_when_the_turn_ends_and_not_before() -> None:
    state = play(turn_of("axis", "21/5 P40, AxS1 P39, AxS2 P36", "7A/1, 7A/2 P41"), "done",
                 "attack 7A/1, 7A/2 with 21/5 supply AxS1", "done")  # fmt: skip
    state = play(state, "fight 1", rolls=(6,))
    assert at(state, "AxS1") == "P39" and state.spent == ("AxS1",)
    assert refused(state, "destroy AxS1") == "14.1"
    state, events = play_noting(state, "done")
    assert [event.facts["unit"] for event in events if event.kind == "eliminated"] == ["AxS1"]
    assert at(state, "AxS1") == "pool" and at(state, "AxS2") == "P36"


@pytest.mark.case("14.1", "13.2")
def test_a_captured_supply_that_is_used_up_is_gone_for_good() -> None:
    state = play(turn_of("axis", "21/5 P40, AxC1 P39", "9A/20 P41"), "done", "attack 9A/20 with 21/5", "done")
    state = play(state, "fight 1", rolls=(6,))
    assert state.phasing == "allied"
    assert at(state, "AxC1") == ""


@pytest.mark.case("14.1", "14.3")
def test_an_attack_without_supply_uses_none_up() -> None:
    state = play(turn_of("axis", "21/3 P40, AxS1 P39", "1/2, 9A/24 P41"), "done", "attack 1/2, 9A/24 with 21/3", "done")
    state = play(state, "fight 1", "done", rolls=(6,))
    assert state.phasing == "allied" and at(state, "AxS1") == "P39"


@pytest.mark.case("5.5", "9.1", "11.7")
def test_movement_victories_and_battles_of_one_turn_do_not_reach_into_the_next() -> None:
    state = position("21/5 P40, AxS1 P39, brescia W8", "9A/20 P45, pol J60", turn=2, phasing="axis")
    worn = asking(state, PlayerTurn("allied"))
    worn = frames.begin(
        replace(
            worn,
            treks={"21/5": Trek(points=10, halted=True)},
            victories=(AutomaticVictory(("9A/20",), ("21/5",), ("AxS1",)),),
            fought=("21/5", "9A/20"),
            spent=("AxS1",),
        ),
        Rolls(),
    )[0]
    assert (worn.treks, worn.victories, worn.fought, worn.spent) == ({}, (), (), ())


@pytest.mark.case("23.44", "19.2", "4.3")
def test_ports_are_those_controlled_when_the_turn_begins() -> None:
    state = turn_of("axis", "21/5 W4, AxS1 W4", "9A/20 P41", turn=3)
    assert isinstance(top(state), Movement)
    state = play(state, "move 21/5 W4-W3")
    assert refused(state, "land 15/8 at W3") == "5.3"
    assert state.books["axis"].ports == ()


@pytest.mark.case("20.1", "20.2", "20.5")
def test_replacement_factors_are_counted_at_the_beginning_of_the_turn() -> None:
    state = position("AxS1 W3, 21/5 G25, brescia W8", "9A/20 P41", turn=23, phasing="axis")
    state = with_books(asking(state, PlayerTurn("axis")), "axis", replacements=1)
    state, events = frames.begin(state, Rolls(4))
    assert state.books["axis"].replacements == 3
    assert kinds(events)[:2] == ["turn", "replacements"]


@pytest.mark.case("22.4", "24.2")
def test_rommel_cut_off_alone_is_put_with_his_units_when_a_turn_begins() -> None:
    ring = "9A/20 Q42, 22gds S42, 7A/1 S40, 7A/2 Q38, 4I/5 O38, 4I/7 O40"
    draft = draft_of(position("rommel Q40, ariete Q35, AxS1 Q34", ring))
    begin_turn(draft, "axis")
    assert at(draft.state, "rommel") == "Q35"
