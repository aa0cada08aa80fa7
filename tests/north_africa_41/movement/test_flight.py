"""[13.3] Moving in Full Retreat, putting units into it, and making the enemy's units give way."""

from __future__ import annotations

import pytest

from sandtable.core.frames import Draft
from sandtable.games.north_africa_41.ground.entering import put_down
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement import phase
from sandtable.games.north_africa_41.results import march
from sandtable.games.north_africa_41.state import FULL_RETREAT, NorthAfrica, enemy_of
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play, play_noting, refusal, where, with_unit
from tests.playing import asked


@pytest.mark.case("13.3.4", "13.1.3")
def test_units_that_have_not_moved_may_be_put_into_full_retreat() -> None:
    state = moving("ge-mg8, ge-mg2~, ge-3rec~~, axis-truck-1 2313, ge-115 tripoli")
    after = play(state, "flee ge-mg8, ge-mg2")
    assert after.units["ge-mg8"].order == after.units["ge-mg2"].order == FULL_RETREAT
    assert refusal(state, "flee ge-3rec").case == "13.3.4"
    assert refusal(state, "flee axis-truck-1").case == "13.2.3"
    assert refusal(state, "flee ge-115").case == "13.3.4"
    assert refusal(play(state, "move ge-mg8 2313-2213"), "flee ge-mg8").case == "13.3.4"
    assert refusal(state, "flee ge-mg8, ge-mg8").case == "13.3.4"
    assert refusal(with_unit(state, "ge-mg8", transport="sea"), "flee ge-mg8").case == "13.3.4"
    assert "flee ge-mg2" in listed(state)
    assert refusal(state, "flee nobody").case == "5.1"


@pytest.mark.case("13.3.4", "13.3.1", "13.3.3")
def test_a_disrupted_unit_that_flees_moves_its_full_allowance_at_once() -> None:
    state = moving("ge-mg8~ 2313")
    assert refusal(state, "move ge-mg8 2313-2013").case == "13.2.1"
    assert where(play(state, "flee ge-mg8", "move ge-mg8 2313-2013"), "ge-mg8") == "2013"


@pytest.mark.case("13.3.2")
def test_in_full_retreat_a_unit_enters_an_enemy_zone_only_to_join_others() -> None:
    alone = moving("ge-mg8~~ 2312", "br-3hus 2315")
    assert refusal(alone, "move ge-mg8 2312-2313-2314").case == "13.3.2"
    assert refusal(alone, "tactical ge-mg8 2312-2313-2314").case == "13.3.2"
    friend = moving("ge-mg8~~ 2312, ge-mg2 2314", "br-3hus 2315")
    assert where(play(friend, "move ge-mg8 2312-2313-2314"), "ge-mg8") == "2314"
    fellow = moving("ge-mg8~~ 2312, ge-mg2~~ 2314", "br-3hus 2315")
    assert refusal(fellow, "move ge-mg8 2312-2313-2314").case == "13.3.2"
    together = moving("ge-mg8~~, ge-mg2 2312", "br-3hus 2315")
    assert where(play(together, "move ge-mg8, ge-mg2 2312-2313-2314"), "ge-mg8") == "2314"


@pytest.mark.case("13.3.2")
def test_in_full_retreat_a_unit_enters_nothing_that_is_the_enemys() -> None:
    port = moving("ge-mg8~~ 3111")
    assert refusal(port, "move ge-mg8 3111-3211-3312").case == "13.3.2"  # Benghazi
    assert refusal(moving("ge-mg8~~ 1604", forts={"1605": "allied"}), "move ge-mg8 1604-1605-1606").case == "13.3.2"
    assert refusal(moving("ge-mg8~~ 1604", "allied-truck-1 1605"), "move ge-mg8 1604-1605-1606").case == "13.3.2"
    routed = refusal(moving("ge-mg8~~ 1604", "br-3hus~~ 1606"), "move ge-mg8 1604-1605-1606")
    assert routed.case == "13.3.2" and "enemy units are at 1606" in routed.why  # they have no zone
    own = moving("ge-mg8~~ 3111", control={"3211": "axis"})
    assert where(play(own, "move ge-mg8 3111-3211-3312"), "ge-mg8") == "3312"
    begun = moving("ge-mg8~~ 1604", works={"1605": "allied"})
    assert where(play(begun, "move ge-mg8 1604-1605-1606"), "ge-mg8") == "1606"


# --- enemies in Full Retreat; how they go back is told in the tests of automatic retreats


@pytest.fixture
def giving_way(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Those in Full Retreat step aside to 2011; where each alarm was given is written down."""
    alarms: list[str] = []

    def alarm(draft: Draft[NorthAfrica], side: str, at: int) -> None:
        alarms.append(board().name(at))
        foe = enemy_of(side)
        for there in board().adjacent[at]:
            put_down(draft, foe, tuple(draft.state.at(there, foe)), board().hex("2011"))

    monkeypatch.setattr(march, "alarm", alarm)
    monkeypatch.setattr(phase, "alarm", alarm)
    return alarms


@pytest.mark.case("13.3.2")
def test_units_in_full_retreat_give_way_to_whoever_comes_next_to_them_and_he_goes_on(giving_way: list[str]) -> None:
    state = moving("ge-mg8 2513", "br-3hus~~ 2315")
    after = play(state, "move ge-mg8 2513-2413-2314-2315-2316")
    assert giving_way == ["2314"]
    assert (where(after, "ge-mg8"), where(after, "br-3hus")) == ("2316", "2011")


@pytest.mark.case("13.3.2")
def test_units_in_full_retreat_give_way_when_he_starts_next_to_them(giving_way: list[str]) -> None:
    play(moving("ge-mg8 2314", "br-3hus~~ 2315"), "tactical ge-mg8 2314-2313")
    assert giving_way == ["2314"]


@pytest.mark.case("13.3.2")
def test_they_stay_where_others_hold_with_them_or_only_a_truck_comes(giving_way: list[str]) -> None:
    play(moving("ge-mg8 2513", "br-3hus~~, br-5rtr 2315"), "move ge-mg8 2513-2413-2314")
    play(moving("axis-truck-1 2513", "br-3hus~~ 2315"), "move axis-truck-1 2513-2413-2314")
    assert giving_way == []


@pytest.mark.case("13.3.2", "5.8.1")
def test_a_unit_on_a_truck_makes_them_give_way(giving_way: list[str]) -> None:
    after = play(
        moving("it-27pav, axis-truck-1 2513", "br-3hus~~ 2315"), "carry it-27pav with axis-truck-1 2513-2413-2314-2315"
    )
    assert giving_way == ["2314"]
    assert where(after, "axis-truck-1") == "2315"


@pytest.mark.case("13.3.2")
def test_a_unit_in_full_retreat_that_is_left_in_a_zone_gives_way_at_the_end_of_the_phase(giving_way: list[str]) -> None:
    after = play(moving("ge-mg8~~ 2314", "br-3hus 2315"), "done")
    assert giving_way == ["2315"]
    assert where(after, "ge-mg8") == "2011"
    play(moving("ge-mg8~~, ge-mg2 2314", "br-3hus 2315"), "done")
    assert giving_way == ["2315"]


@pytest.mark.case("13.3.2", "5.1")
def test_the_march_is_told_in_the_order_in_which_it_happens(giving_way: list[str]) -> None:
    state = moving("ge-mg8 2513", "br-3hus~~ 2315, allied-truck-1 2413")
    _, events = play_noting(state, "move ge-mg8 2513-2413-2314-2315")
    assert [event.kind for event in events] == ["moved", "eliminated"]


@pytest.mark.case("13.3.2", "5.1")
def test_the_owner_chooses_where_they_go_and_the_march_goes_on_once_they_are_gone() -> None:
    state = play(moving("ge-mg8 2513", "br-3hus~~ 2315"), "move ge-mg8 2513-2413-2314-2315-2316")
    assert asked(state) == "allied"
    assert where(state, "ge-mg8") == "2314"
    after = play(state, "retreat br-3hus 2315-2415-2516")
    assert (where(after, "ge-mg8"), where(after, "br-3hus")) == ("2316", "2516")
    assert asked(after) == "axis"


@pytest.mark.case("13.3.2")
def test_they_give_way_again_when_he_comes_next_to_them_a_second_time() -> None:
    state = play(moving("ge-mg8 2513", "br-3hus~~ 2315"), "move ge-mg8 2513-2413-2314-2315-2316")
    again = play(state, "retreat br-3hus 2315-2316-2317")
    assert (asked(again), where(again, "ge-mg8")) == ("allied", "2316")
    after = play(again, "retreat br-3hus 2317-2318-2319")
    assert (asked(after), where(after, "br-3hus")) == ("axis", "2319")


@pytest.mark.case("13.3.2", "13.3.4")
def test_a_unit_that_fled_and_stayed_in_the_zone_is_taken_back_by_its_owner() -> None:
    state = play(moving("ge-mg8 2314", "br-3hus 2315"), "flee ge-mg8", "done")
    assert asked(state) == "axis"
    assert where(play(state, "retreat ge-mg8 2314-2313-2312"), "ge-mg8") == "2312"
