"""[17.4] The free Supply Point."""

import pytest

from sandtable.games.north_africa_41.lines.free_supply import open_free_supply
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import listed, play, position, refusal, supply_at, with_books
from tests.playing import draft_of


def opened(state: NorthAfrica) -> NorthAfrica:
    draft = draft_of(state)
    open_free_supply(draft, "axis")
    return draft.state


@pytest.mark.case("17.4")
def test_a_restful_turn_earns_a_supply_point_in_a_box_or_with_a_corps_headquarters() -> None:
    asking = opened(position("ge-dak 1604, ge-arko104 1606"))
    assert listed(asking) == ["deposit tripoli", "deposit italy", "deposit 1604", "done"]
    after = play(asking, "deposit 1604")
    assert supply_at(after, "axis", "1604") == 1 and len(after.stack) == 1


@pytest.mark.case("17.4", "16.2")
def test_the_headquarters_must_be_in_full_supply_at_that_instant() -> None:
    asking = opened(position("ge-dak* 1604, it-x 2211", "br-kdg 1607"))
    assert "deposit 1604" in listed(asking) and "deposit 2211" not in listed(asking)
    assert refusal(asking, "deposit 2211").case == "17.4"


@pytest.mark.case("17.4", "6.1.2")
def test_no_other_place_will_do() -> None:
    asking = opened(position("ge-dak 1604"))
    assert refusal(asking, "deposit delta").case == "17.4"
    assert refusal(asking, "deposit 1606").case == "17.4"
    assert refusal(asking, "burn 1604").case == "17.4"


@pytest.mark.case("17.4")
def test_the_supply_point_may_be_declined() -> None:
    after = play(opened(position()), "done")
    assert after.books["axis"].stores == {} and len(after.stack) == 1


@pytest.mark.case("17.4")
def test_after_an_attack_or_a_march_there_is_none() -> None:
    assert len(opened(with_books(position("ge-dak 1604"), "axis", restful=False)).stack) == 1
