"""The machine's engineers: the railway, the roads, and works where the enemy is stronger."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.construction.progress import begin_work
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.staff.engineers import journeys
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import position
from tests.campaign_for_north_africa.sites import hexes
from tests.campaign_for_north_africa.staffwork import GRAZIANI, carried_out
from tests.playing import draft_of

DIVISION = "64Cat, 64Eng, I/157, II/157 C4131"  # at Sidi Barrani, which is worth holding
ENEMY = "1KRRC, 2KRRC, 1Ranger, 1THRf, 1RflBde, 2RflBde C3731"


def ordered(state: Campaign, side: str = "axis") -> list[str]:
    return carried_out(state, Organisation("axis" if side == "axis" else "commonwealth"))[1]


def test_companies_at_the_railhead_build_the_railway_together() -> None:
    state = position("10NZRR, 13NZRR D3514", scenario=GRAZIANI, railway="D3714")
    assert "build railway at D3514 with 10NZRR, 13NZRR" in ordered(state, "commonwealth")


def test_free_engineers_build_the_road_around_them_and_mend_the_line() -> None:
    assert "build road at B5527, B5526, B5627 with 203Eng" in ordered(position("203Eng B5527", scenario=GRAZIANI))
    torn = position("10NZRR D3715", scenario=GRAZIANI, railway="D3714", cut=hexes("D3715", "D3714"))
    found = ordered(torn, "commonwealth")
    assert [order for order in found if order.startswith("rebuild railway")]


def test_engineers_of_a_formation_on_an_unfinished_road_are_released_for_it() -> None:
    division = "64Cat B5527, 64Eng>64Cat"
    first, orders = carried_out(position(division, scenario=GRAZIANI), Organisation("axis"))
    assert orders[0] == "detach 64Eng with 0" and not first.units["64Eng"].attached
    rested = replace(first, units={name: replace(unit, spent=0) for name, unit in first.units.items()}, stage=2)
    assert ordered(rested)[0].startswith("build road at B5527")
    enough = position(division, "203Eng, 202Eng B5628", scenario=GRAZIANI)
    assert not [order for order in ordered(enough) if order.startswith("detach")]
    near = position(division, "1KRRC B5426", scenario=GRAZIANI)
    assert not [order for order in ordered(near) if order.startswith("detach")]


def test_a_place_is_fortified_where_the_enemy_near_it_is_stronger() -> None:
    here = position(DIVISION, ENEMY, scenario=GRAZIANI)
    assert [order for order in ordered(here) if order.startswith("build fortification at C4131")]
    quiet = position(DIVISION, scenario=GRAZIANI)
    assert not [order for order in ordered(quiet) if order.startswith("build")]


def test_work_that_the_front_has_left_behind_is_given_up() -> None:
    draft = draft_of(position(DIVISION, scenario=GRAZIANI))
    begin_work(draft, "axis", NOTATION.parse("build fortification at C4131 with 64Eng, I/157"))  # type: ignore[arg-type]
    assert [order for order in ordered(draft.state) if order.startswith("cease")]


def test_free_engineers_are_sent_where_they_are_wanted_and_not_to_the_enemy() -> None:
    state = position("10NZRR E3613", "1SARC D3714", scenario=GRAZIANI, railway="D3714")
    sent = dict(journeys(Picture(state, "commonwealth"), set()))
    assert board().name(sent["10NZRR"]) == "D3514" and board().name(sent["1SARC"]).startswith("D3")
    near = position("10NZRR E3613", "I/157, II/157 D3510", scenario=GRAZIANI, railway="D3714")
    assert "10NZRR" not in dict(journeys(Picture(near, "commonwealth"), set()))


def test_a_line_that_is_outnumbered_lies_behind_mines() -> None:
    """Away from the places that are worth holding."""
    line, enemy = "64Cat, 64Eng, I/157 C3818", "1KRRC, 2KRRC, 1Ranger, 1THRf, 1RflBde, 2RflBde C3822"
    assert "build minefield at C3818 with 64Eng" in ordered(position(line, enemy, scenario=GRAZIANI))
    strong = position(f"{line}, II/157 C3818, 63Cir+ C3818", "1KRRC C3822", scenario=GRAZIANI)
    assert not [order for order in ordered(strong) if order.startswith("build")]
    alone = position("64Eng C3818", enemy, scenario=GRAZIANI)
    assert not [order for order in ordered(alone) if order.startswith("build")]
