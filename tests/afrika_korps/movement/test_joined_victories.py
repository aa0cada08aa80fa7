"""[9.3-9.5] Attacks beside an automatic victory."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.resolution import Battle
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory
from tests.afrika_korps.combat.declarations import battles, field, odds, opened
from tests.afrika_korps.positions import orders, play, refused


def after_victory(axis: str, allied: str, victory: AutomaticVictory) -> AfrikaKorps:
    state, events = opened(field(axis, allied, victories=(victory,)))
    assert not events
    return state


OVERRUN = AutomaticVictory(("7A/2",), ("21/5",), ("AxS1",))


@pytest.mark.case("9.4", "11.7", "9.2")
def test_units_next_to_the_beaten_one_may_join_and_the_victors_fight_nobody_else() -> None:
    state = after_victory("21/5 P40, 15/115 Q42, 21/3 Q43, AxS1 P39", "7A/2 P41, 9A/20 P42", OVERRUN)
    assert battles(state)[0] == Battle(("7A/2",), ("21/5",), ("AxS1",))
    assert refused(state, "attack 9A/20 with 15/115") == ""
    assert refused(state, "attack 9A/20 with 21/5") in ("8.5", "11.7")
    joined = play(state, "attack 7A/2 with 15/115")
    assert refused(joined, "done") == "8.4"
    assert refused(joined, "attack 9A/20 with 15/115") == "11.7"
    joined = play(joined, "attack 9A/20 with 21/3")
    assert refused(joined, "done") == ""
    assert {battle.defenders: set(battle.attackers) for battle in battles(joined)} == {
        ("7A/2",): {"21/5", "15/115"},
        ("9A/20",): {"21/3"},
    }


@pytest.mark.case("9.4", "14.2")
def test_who_joins_needs_supply_as_well() -> None:
    state = after_victory("21/5 P40, 15/115 Q42, 21/3 Q43, AxS1 P36", "7A/2 P41, 1/2, 2/3 P42", OVERRUN)
    assert refused(state, "attack 7A/2 with 15/115") == "14.2"
    assert refused(state, "attack 7A/2 with 15/115 supply AxS1") == "14.2"
    second = after_victory("21/5 P40, 15/115 Q42, 21/3 Q43, AxS1 P36, AxS2 Q46", "7A/2 P41, 1/2, 2/3 P42", OVERRUN)
    assert battles(play(second, "attack 7A/2 with 15/115"))[0].supplies == ("AxS1", "AxS2")


@pytest.mark.case("9.4", "9.1")
def test_the_beaten_unit_need_not_be_attacked_by_anybody_else_and_is_not_taken_back() -> None:
    state = after_victory("21/5 P40, 15/115 Q42, AxS1 P39", "7A/2 P41", OVERRUN)
    assert not isinstance(state.stack[-1], Battles)
    state = after_victory("21/5 P40, 15/115 Q42, AxS1 P39", "7A/2 P41, 9A/20 R42", OVERRUN)
    assert refused(state, "scrap") == "8.6"
    state = play(state, "attack 9A/20 with 15/115", "scrap")
    assert battles(state) == (Battle(("7A/2",), ("21/5",), ("AxS1",)),)


@pytest.mark.case("9.3", "8.4")
def test_who_only_closed_the_retreat_fights_its_own_neighbours() -> None:
    victory = AutomaticVictory(("9A/20",), ("21/5", "21/104"), ("AxS1",), ("ariete",))
    state = after_victory("21/5, 21/104 P40, ariete Q43, AxS1 P39, AxS2 R43", "9A/20 P41, 7A/1 Q44", victory)
    assert refused(state, "done") == "8.4"
    assert "attack 7A/1 with ariete" in orders(state)
    assert refused(play(state, "attack 7A/1 with ariete"), "done") == ""


@pytest.mark.case("9.5", "7.4")
def test_a_victory_lapses_with_its_last_attacker_and_the_zone_is_back() -> None:
    """Folgere beats nobody: it is lost to the armour beside it, and Pavia stands in a zone after all."""
    victory = AutomaticVictory(("7A/2",), ("folgere",), ("AxS1",))
    state, events = opened(field("folgere P42, pavia P40, AxS1 P39", "7A/2 P41, 1/2, 1/22 P43", victories=(victory,)))
    assert [event.facts["unit"] for event in events] == ["folgere"]
    assert state.victories == ()
    assert battles(state) == ()
    assert refused(state, "done") == "8.4"
    assert odds(state, "attack 7A/2 with pavia") == "2-1"
