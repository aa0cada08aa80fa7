"""Resolving battles: the odds, every result of the table, the order."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.games.afrika_korps.combat.resolution import Battle, NextBattle, Resolution, explain_odds, odds_of
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory
from tests.afrika_korps.combat.resolutions import field, one_battle, over, resolving, two_battles
from tests.afrika_korps.positions import (
    asked,
    asking,
    at,
    kinds,
    orders,
    play,
    play_noting,
    position,
    refused,
    with_unit,
)

# --- odds


@pytest.mark.case("7.3")
def test_three_to_two_is_one_to_one() -> None:
    state = field("savena Q40", "7/7 Q41", phasing="allied")
    assert str(odds_of(state, Battle(("savena",), ("7/7",)))) == "1-1"


@pytest.mark.case("7.3", "11.1", "11.2")
def test_fractions_are_rounded_for_the_defender() -> None:
    state = field("21/5 Q40, 21/3 R40", "9A/20, 1/2, 7A/1 Q41")
    assert str(odds_of(state, Battle(("9A/20",), ("21/5",)))) == "3-1"
    assert str(odds_of(state, Battle(("9A/20", "1/2", "7A/1"), ("21/3",)))) == "1-4"


@pytest.mark.case("11.6", "11.2")
def test_recce_soaks_off_against_two_brigades_at_one_to_three() -> None:
    state = field("21/3 Q40, ariete, 21/104, 15/115 R41", "1/2, 9A/24 P40, 22gds Q41")
    assert str(odds_of(state, Battle(("1/2", "9A/24"), ("21/3",)))) == "1-3"
    assert str(odds_of(state, Battle(("22gds",), ("ariete", "21/104", "15/115")))) == "5-1"


@pytest.mark.case("10.2", "8.7", "11.6")
def test_units_on_an_escarpment_defend_doubled_and_attack_as_ever() -> None:
    state = field("90/55 K40, 21/104, 15/115 K39", "2/3, 7A/1 L40")
    assert str(odds_of(state, Battle(("2/3",), ("90/55",)))) == "1-4"
    assert str(odds_of(state, Battle(("7A/1",), ("21/104", "15/115")))) == "3-1"
    counterattack = field("90/55 K40", "2/3 L40", phasing="allied")
    assert str(odds_of(counterattack, Battle(("90/55",), ("2/3",)))) == "2-1"


@pytest.mark.case("7.4", "11.6")
def test_soak_off_at_one_to_eight_is_worse_than_allowed() -> None:
    state = field("folgere K40", "2/3 L40")
    assert not odds_of(state, Battle(("2/3",), ("folgere",))).allowed


@pytest.mark.case("10.2", "7.5", "7.3")
def test_explanation_names_every_strength_and_the_exact_chances() -> None:
    lines = str(explain_odds(field("ariete, 21/3 H25", "4I/5 G25"), ("ariete", "21/3"), ("4I/5",))).splitlines()
    assert lines[0].startswith("ariete, 21/3 against 4I/5: 3-1")
    text = "\n".join(lines)
    assert "ariete attacks with 4  (8.7)" in text
    assert "4I/5 at G25 defends with 2: 1, doubled by the fortress  (10.2)" in text
    assert "6 to 2 is 3-1" in text
    assert "1/3 (33%) D Elim" in text
    assert "1/3 (33%) D back 2" in text
    assert "1/3 (33%) Exchange" in text
    assert "surrounded: 4I/5 would not survive a retreat  (7.61)" in text
    assert "automatic" not in text


@pytest.mark.case("9.1", "7.4")
def test_explanation_tells_a_surrounded_defender_and_certain_odds() -> None:
    state = field("21/104, 15/115 Q41, savena Q39", "7A/2 Q40")
    text = str(explain_odds(state, ("21/104", "15/115"), ("7A/2",)))
    assert "surrounded: 7A/2" in text
    assert "is an automatic victory if declared while moving  (9.1)" in text
    certain = str(explain_odds(field("21/5 Q41", "7A/2 Q40"), ("21/5",), ("7A/2",)))
    assert "eliminated without a die roll  (9.1)" in certain
    hopeless = str(explain_odds(field("folgere K40", "2/3 L40"), ("folgere",), ("2/3",)))
    assert "no attack may be made at worse than 1-6  (7.4)" in hopeless


# --- results


@pytest.mark.case("7.5")
def test_defender_eliminated() -> None:
    state, results = one_battle(1)
    assert results == ["DE"]
    assert (at(state, "9A/20"), at(state, "ariete")) == ("dead", "Q40")


@pytest.mark.case("7.5")
def test_attacker_eliminated() -> None:
    state, results = one_battle(6)
    assert results == ["AE"]
    assert (at(state, "9A/20"), at(state, "ariete")) == ("Q41", "dead")


@pytest.mark.case("7.5")
def test_exchange_costs_the_lone_attacker_too() -> None:
    state, results = one_battle(2)
    assert results == ["EX"]
    assert (at(state, "9A/20"), at(state, "ariete")) == ("dead", "dead")


@pytest.mark.case("7.5", "10.1")
def test_defender_goes_back_two_led_by_the_attacker() -> None:
    state, results = one_battle(3)
    assert results == ["DB2"]
    assert asked(state) == "axis"
    assert at(play(state, "retreat 9A/20 Q42-Q43"), "9A/20") == "Q43"


@pytest.mark.case("7.5", "10.1")
def test_attacker_goes_back_two_led_by_the_defender() -> None:
    state, results = one_battle(4)
    assert results == ["AB2"]
    assert asked(state) == "allied"
    assert at(play(state, "retreat ariete Q39-Q38"), "ariete") == "Q38"


@pytest.mark.case("14.6", "14.1", "11.8", "11.7")
def test_the_supply_named_is_spent_and_both_sides_have_had_their_battle() -> None:
    state, _ = one_battle(1)
    assert state.spent == ("AxS1",)
    assert state.fought == ("9A/20", "ariete")
    assert at(state, "AxS1") == "Q39"  # it leaves only when the turn ends


@pytest.mark.case("7.4", "7.5", "9.1")
def test_seven_to_one_needs_no_die() -> None:
    state = resolving(field("21/5 Q40", "7A/2 Q41"), Battle(("7A/2",), ("21/5",)))
    state, events = play_noting(state, "fight 1")
    assert at(state, "7A/2") == "dead"
    assert "roll" not in kinds(events)


def ring(**fields: Any) -> AfrikaKorps:
    """A brigade at Q40 attacked at 5-1 from one side, its retreat closed by units that do not touch it."""
    return field("ariete, folgere Q41, savena R39, brescia P38", "7A/2 Q40", **fields)


CLOSED = AutomaticVictory(("7A/2",), ("ariete", "folgere"), ("AxS1",), ("savena", "brescia"))
FIVE_TO_ONE = Battle(("7A/2",), ("ariete", "folgere"))


@pytest.mark.case("9.1", "9.3")
def test_five_to_one_against_a_surrounded_unit_needs_no_die_when_declared() -> None:
    state = play(resolving(ring(victories=(CLOSED,)), FIVE_TO_ONE), "fight 1")
    assert at(state, "7A/2") == "dead"


@pytest.mark.case("9.1", "9.5")
def test_an_automatic_victory_that_has_lost_a_victor_is_rolled_for_at_the_odds_that_are_left() -> None:
    state = field("ariete Q41, savena R39, brescia P38", "7A/2 Q40", victories=(CLOSED,))
    _, events = play_noting(resolving(state, Battle(("7A/2",), ("ariete",))), "fight 1", rolls=(2,))
    assert [(event.facts["odds"], event.facts["result"]) for event in events if event.kind == "fought"] == [
        ("4-1", "EX")
    ]


@pytest.mark.case("9.1", "7.61")
def test_five_to_one_without_declaration_is_rolled_and_the_retreat_is_deadly() -> None:
    state, events = play_noting(resolving(ring(), FIVE_TO_ONE), "fight 1", rolls=(2,))
    assert at(state, "7A/2") == "dead"
    assert [event.facts["case"] for event in events if event.kind == "eliminated"] == ["7.61"]


@pytest.mark.case("9.5", "11.9")
def test_five_to_one_is_rolled_when_a_blocker_died_before_combat() -> None:
    state = with_unit(ring(victories=(CLOSED,)), "savena", at="dead")
    state = play(resolving(state, FIVE_TO_ONE), "fight 1", rolls=(2,))
    assert asked(state) == "axis"  # it has a way out now
    assert refused(state, "retreat 7A/2 R40-R39") == ""


@pytest.mark.case("9.1")
def test_automatic_victories_come_before_any_die() -> None:
    state = field("ariete, folgere Q41, savena R39, brescia P38, 21/5 W10", "7A/2 Q40, 9A/20 W11", victories=(CLOSED,))
    state = resolving(state, Battle(("9A/20",), ("21/5",)), FIVE_TO_ONE)
    assert refused(state, "fight 1") == "9.1"
    assert orders(state) == ["fight 2"]
    assert orders(play(state, "fight 2")) == ["fight 1"]


# --- the order of battles


@pytest.mark.case("8.6")
def test_battles_are_fought_in_any_order_and_keep_their_numbers() -> None:
    state = play(two_battles(), "fight 2", rolls=(1,))
    assert at(state, "22gds") == "dead"
    assert at(state, "9A/20") == "Q41"
    assert [order for order in orders(state) if order.startswith("fight")] == ["fight 1"]
    assert at(play(state, "fight 1", rolls=(1,)), "9A/20") == "dead"


@pytest.mark.case("8.6", "11.7", "8.4")
def test_a_battle_is_fought_once_and_none_is_left_out() -> None:
    state = two_battles()
    assert refused(state, "fight 3") == "8.6"
    assert refused(state, "fight 0") == "8.6"
    assert refused(state, "move 21/5 W10-W9") == "8.6"
    assert refused(state, "done") == "8.4"
    state = play(state, "fight 1", rolls=(1,))
    assert refused(state, "fight 1") == "11.7"
    assert refused(state, "done") == "8.4"
    state = play(state, "fight 2", rolls=(1,))
    assert over(play(state, "done"))


@pytest.mark.case("8.6")
def test_a_retreat_is_carried_out_before_the_next_battle() -> None:
    state = play(two_battles(), "fight 1", rolls=(3,))
    assert refused(state, "fight 2") == "7.5"
    assert refused(play(state, "retreat 9A/20 Q42-Q43"), "fight 2") == ""


@pytest.mark.case("8.6")
def test_nobody_is_asked_when_there_is_nothing_to_resolve() -> None:
    state = asking(field("ariete Q40, AxS1 Q39", "9A/20 Q45"), Resolution.of("axis", ()))
    state, _ = frames.begin(state, SecretDice(secret_of_seed(1)))
    assert over(state)


@pytest.mark.case("8.6", "15.4")
def test_a_side_that_has_lost_its_last_unit_is_not_asked_about_its_supplies() -> None:
    state = resolving(position("ariete Q40, AxS1 Q39", "9A/20 Q41"), Battle(("9A/20",), ("ariete",)))
    state = play(state, "fight 1", rolls=(6,))
    assert at(state, "ariete") == "dead" and over(state)


@pytest.mark.case("8.6")
def test_the_battles_are_asked_for_when_there_are_any() -> None:
    state = asking(field("ariete Q40", "9A/20 Q41"), Resolution.of("axis", [Battle(("9A/20",), ("ariete",))]))
    state, _ = frames.begin(state, SecretDice(secret_of_seed(1)))
    assert orders(state) == ["fight 1"]


@pytest.mark.case("8.6", "14.6")
@pytest.mark.parametrize(("ariete", "brigade"), [("Q40", "dead"), ("dead", "Q41")])
def test_a_battle_of_which_one_side_is_gone_lapses(ariete: str, brigade: str) -> None:
    state = resolving(field(f"ariete {ariete}", f"9A/20 {brigade}"), Battle(("9A/20",), ("ariete",)))
    state, events = play_noting(state, "fight 1")
    assert "lapsed" in kinds(events)
    assert over(state)


# --- a fortress attacked twice


def besieged() -> AfrikaKorps:
    """9A/18 is beaten at I27 and can be led into Tobruch, whose garrison is attacked from G24."""
    state = field("21/5 J28, ariete G24", "9A/18 I27, 4I/5 G25")
    state = resolving(state, Battle(("9A/18",), ("21/5",)), Battle(("4I/5",), ("ariete",)))
    return play(state, "fight 1", "retreat 9A/18 H26-G25", "done", rolls=(3,))


@pytest.mark.case("11.7")
def test_a_unit_that_retreats_into_a_fortress_adds_nothing_to_its_defence() -> None:
    state = besieged()
    assert at(state, "9A/18") == "G25"
    assert str(odds_of(state, state.stack[-1].battles[1])) == "2-1"


@pytest.mark.case("11.7")
def test_it_is_eliminated_with_the_garrison() -> None:
    state = play(besieged(), "fight 2", rolls=(1,))
    assert (at(state, "4I/5"), at(state, "9A/18")) == ("dead", "dead")
    assert orders(state) == ["advance ariete", "done"]


@pytest.mark.case("11.7")
def test_it_retreats_again_with_the_garrison() -> None:
    state = play(besieged(), "fight 2", rolls=(3,))
    assert {order.split()[1] for order in orders(state)} == {"4I/5", "9A/18"}
    state = play(state, "retreat 9A/18 H26-H27", "retreat 4I/5 H26-I26")
    assert (at(state, "4I/5"), at(state, "9A/18")) == ("I26", "H27")


@pytest.mark.case("11.7")
def test_it_pays_for_no_exchange_but_is_lost_when_all_others_are() -> None:
    state, events = play_noting(besieged(), "fight 2", rolls=(2,))
    cases = {event.facts["unit"]: event.facts["case"] for event in events if event.kind == "eliminated"}
    assert cases == {"4I/5": "7.5", "ariete": "7.5", "9A/18": "11.7"}
    assert over(state)


@pytest.mark.case("11.7")
def test_it_survives_when_the_attack_fails() -> None:
    state = play(besieged(), "fight 2", rolls=(6,))
    assert (at(state, "4I/5"), at(state, "9A/18"), at(state, "ariete")) == ("G25", "G25", "dead")


@pytest.mark.case("11.7")
def test_it_survives_when_some_of_the_garrison_does() -> None:
    state = field("21/5 J28, 21/104, folgere G24", "9A/18 I27, 4I/5, 7/7 G25")
    state = resolving(
        state, Battle(("9A/18",), ("21/5",)), Battle(("4I/5",), ("21/104",)), Battle(("7/7",), ("folgere",))
    )
    state = play(state, "fight 1", "retreat 9A/18 H26-G25", "done", "fight 2", rolls=(3, 2))  # an exchange at 1-1
    assert (at(state, "4I/5"), at(state, "21/104")) == ("dead", "dead")
    assert (at(state, "7/7"), at(state, "9A/18")) == ("G25", "G25")


@pytest.mark.case("23.7", "23.1", "15.322", "10.2", "11.4")
def test_the_siege_of_the_example() -> None:
    state = field("ariete, 21/3 H25, folgere H26", "4I/5, 7/7, AlS1 G25")
    state = resolving(state, Battle(("4I/5",), ("ariete", "21/3")), Battle(("7/7",), ("folgere",)))
    assert [str(odds_of(state, battle)) for battle in state.stack[-1].battles] == ["3-1", "1-6"]
    state, events = play_noting(state, "fight 1", rolls=(3,))
    assert [event.facts["case"] for event in events if event.kind == "eliminated"] == ["23.7"]
    assert at(state, "4I/5") == "dead"
    assert refused(state, "seize AlS1 with ariete") == "15.23"
    state = play(state, "fight 2", rolls=(1,))
    assert at(state, "folgere") == "dead"
    assert (at(state, "7/7"), at(state, "AlS1")) == ("G25", "G25")


def test_the_frames_know_what_is_left() -> None:
    frame = Resolution("axis", (Battle(("a",), ("b",), ("AxS1",)), Battle(("c",), ("d",), ("AxS2",))))
    assert list(frame.left) == [1, 2]
    assert replace(frame, fought=(1,)).in_use == ("AxS2",)
    assert Resolution.of("axis", frame.battles) == NextBattle(frame)
