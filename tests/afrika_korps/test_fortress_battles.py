"""[23] Attacks into a fortress and out of it."""

from __future__ import annotations

import pytest

from tests.afrika_korps.declarations import SIEGE, declaring, odds
from tests.afrika_korps.positions import play, play_noting, refused


@pytest.mark.case("23.1")
def test_units_next_to_a_fortress_need_not_attack() -> None:
    state = declaring(*SIEGE)
    assert refused(state, "done") == ""


@pytest.mark.case("23.1")
def test_who_attacks_into_a_fortress_attacks_everybody_in_it_but_not_with_everybody() -> None:
    state = play(declaring(*SIEGE), "attack 4I/5 with ariete, 21/3")
    assert refused(state, "done") == "23.1"
    assert refused(play(state, "attack 7/7 with folgere"), "done") == ""
    together = play(declaring(*SIEGE), "attack 4I/5, 7/7 with ariete")
    assert refused(together, "done") == ""


@pytest.mark.case("23.7", "23.1", "10.2", "11.6")
def test_the_storm_of_the_example_3_1_with_a_soak_off_at_1_6() -> None:
    state = declaring(*SIEGE)
    assert odds(state, "attack 4I/5 with ariete, 21/3") == "3-1"
    assert odds(state, "attack 7/7 with folgere") == "1-6"
    assert refused(state, "seize AlS1 with folgere") == "15.322"


@pytest.mark.case("23.2")
def test_a_garrison_need_not_attack() -> None:
    state = declaring("ariete H26, 21/3 G24", "4I/5, 7/7, AlS1 G25", "allied")
    assert refused(state, "done") == ""


@pytest.mark.case("23.2", "8.5")
def test_a_garrison_that_attacks_meets_every_enemy_around_it_though_not_with_everybody() -> None:
    state = declaring("ariete H26, 21/3 G24", "4I/5, 7/7, 2/3, AlS1 G25", "allied")
    sortie = play(state, "attack 21/3 with 7/7")
    assert refused(sortie, "done") == "23.2"
    assert refused(play(sortie, "attack ariete with 2/3"), "done") == ""
    assert refused(play(state, "attack ariete, 21/3 with 2/3"), "done") == ""


@pytest.mark.case("23.2")
def test_enemies_around_the_fortress_are_met_by_the_garrison_itself() -> None:
    state = declaring("ariete H26, 21/3 G24", "4I/5, 7/7, AlS1 G25, 1/2, 2/3, AlS2 H27", "allied")
    state = play(state, "attack ariete with 1/2, 2/3", "attack 21/3 with 7/7")
    assert refused(state, "done") == "23.2"
    assert refused(play(state, "attack ariete with 4I/5"), "done") == ""


@pytest.mark.case("23.2", "7.4", "11.6")
def test_a_sortie_saves_a_unit_outside_that_could_not_attack_alone() -> None:
    """The brigade alone is at worse than 1-6; the garrison may help it or leave it to its fate."""
    state = declaring("15/8 H25", "7A/1 I25, 2/3, AlS1 G25", "allied")
    assert refused(state, "done") == "8.4"
    saved = play(state, "attack 15/8 with 7A/1, 2/3")
    assert refused(saved, "done") == ""
    given_up, events = play_noting(state, "lose 7A/1")
    assert [event.facts["unit"] for event in events] == ["7A/1"]
    assert refused(given_up, "done") == ""


@pytest.mark.case("14.3", "23.1")
def test_a_weak_unit_does_not_storm_a_fortress_alone_while_a_stronger_one_stands_by() -> None:
    """Savena alone has 1-4 and would need no supply; with 21/5 it is 1-1."""
    tobruch = "9A/20, 22gds G25"
    state = declaring("savena G24, 21/5 H25, AxS1 H24", tobruch)
    assert refused(play(state, "attack 9A/20, 22gds with savena"), "done") == "14.3"
    assert refused(play(state, "attack 9A/20, 22gds with savena", "attack 9A/20, 22gds with 21/5"), "done") == ""
    assert refused(play(state, "attack 9A/20, 22gds with 21/5"), "done") == ""  # not everybody has to attack
    alone = declaring("savena G24", tobruch)
    assert refused(play(alone, "attack 9A/20, 22gds with savena"), "done") == ""
    too_weak = declaring("savena G24, folgere H25", tobruch)
    assert refused(play(too_weak, "attack 9A/20, 22gds with savena"), "done") == ""  # 3 to 8 is 1-3 all the same


@pytest.mark.case("14.3", "11.6", "23.1")
def test_beside_a_better_attack_on_the_fortress_a_soak_off_is_free() -> None:
    state = declaring("savena, ariete G24, 21/5, 15/8, AxS1 H25", "9A/20, 22gds G25")
    state = play(state, "attack 9A/20 with 21/5, 15/8", "attack 22gds with savena")
    assert refused(state, "done") == ""  # 2 to 4 with ariete idle


@pytest.mark.case("14.3", "23.1", "8.4")
def test_who_has_to_attack_somebody_may_choose_the_fortress_and_need_no_supply() -> None:
    """Savena stands in the zone of 7A/1, whom ariete attacks; 21/5 beside the fortress may stay idle."""
    state = declaring("savena, ariete H26, 21/5 G24, AxS1 H25", "7A/1 H27, 9A/20, 22gds G25")
    state = play(state, "attack 7A/1 with ariete", "attack 9A/20, 22gds with savena")
    assert refused(state, "done") == ""
