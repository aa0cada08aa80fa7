"""What the staff makes of two armies: their morale, tanks without infantry, who is superior, who is not ready yet."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.staff.aims import aims
from sandtable.games.campaign_for_north_africa.staff.assaults import outlook, unsupported
from sandtable.games.campaign_for_north_africa.staff.columns import columns
from sandtable.games.campaign_for_north_africa.staff.garrison import garrisons
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.replacements import pupils, schoolmasters
from sandtable.games.campaign_for_north_africa.state import Campaign, Side
from tests.campaign_for_north_africa.positions import position, where
from tests.campaign_for_north_africa.staffwork import ITALIANS, carried_out

CW: Side = "commonwealth"
CAIRO, BREGA = "E1829", "A2021"


def seen(*units: str, **fields: object) -> Picture:
    return Picture(observe(position(*units, scenario=ITALIANS, phasing=CW, first=CW, **fields), CW), CW)


# Morale and tanks


@pytest.mark.case("15.62", "17.22")
def test_whoever_has_lost_cohesion_is_expected_to_fight_with_less_heart() -> None:
    fresh, worn = (seen(f"1RTR C3520 cohesion={level}").force("1RTR").morale for level in (0, -9))
    assert worn < fresh - 1


@pytest.mark.case("15.62", "17.1")
@pytest.mark.parametrize(("enemy", "morale"), [("1Libyan+", -2), ("63Cir+", -1), ("Sahara+", 1)])
def test_the_morale_of_an_enemy_is_the_printed_one(enemy: str, morale: int) -> None:
    (found,) = seen(f"{enemy} C3920").enemies.values()
    assert found.morale == morale


@pytest.mark.case("15.62")
def test_an_assault_promises_more_the_better_the_morale() -> None:
    picture = seen("63Cir+ C3920")
    (enemy,) = picture.enemies.values()
    at = {board().hex("C3921")}
    good, bad = (outlook(picture, enemy, enemy.defence, 5, at, 10.0, 0, morale, 0.0).value for morale in (2.0, -2.0))
    assert good > bad


@pytest.mark.case("15.4")
@pytest.mark.parametrize(
    ("by_hex", "lost"),
    [([[9]], 30), ([[9, -9]], 0), ([[9], [-9]], 30), ([[30]], 40), ([[4], [4]], 40), ([[-6]], 0)],
)
def test_tanks_without_infantry_in_their_hex_are_worth_less(by_hex: list[list[int]], lost: int) -> None:
    assert unsupported(by_hex) == lost


@pytest.mark.case("15.4")
def test_a_tank_battalion_is_bare_and_a_brigade_of_infantry_has_men_to_spare() -> None:
    picture = seen("1RTR C3520, 16Bde+ C3620")
    assert picture.force("1RTR").bare > 0 > picture.force("16Bde").bare


# Who is superior


@pytest.mark.parametrize(("army", "goes"), [("", True), ("63Cir+ C4120, 62Mrm+ C3918", False)])
def test_no_column_leaves_while_the_army_of_the_enemy_is_a_match(army: str, goes: bool) -> None:
    picture = seen("1RTR C3515, 6RTR C3515, GrbubMG C1014", *filter(None, (army,)), supply={"CW-S1": ("C3515", 40, 60)})
    assert any(column.at == board().hex("C1014") for column in columns(picture)) == goes


@pytest.mark.parametrize(
    ("turn", "army", "goes"),
    [
        (5, "63Cir+ C4120, 62Mrm+ C3918, 2Libyan+ A2629", False),
        (5, "Scfzrn C3419", True),
        (20, "63Cir+ C4120, 62Mrm+ C3918", True),
    ],
)
def test_nobody_is_sent_past_an_army_to_an_empty_place_behind_it(turn: int, army: str, goes: bool) -> None:
    """On the last Game-Turn he need not come back."""
    picture = seen("11Hus C3622, 1RTR C3622", army, turn=turn, last_turn=20)
    (brega,) = (aim for aim in aims(ITALIANS, CW) if aim.at == board().hex(BREGA))
    assert bool(garrisons(picture, (brega,))) == goes


# Who is not ready yet


def in_cairo(*units: str, **fields: object) -> Campaign:
    raw = "6Aus+ E1829 morale=-3, 16Bde+ E1829"
    return position(raw, *units, scenario=ITALIANS, phasing=CW, first=CW, **({"turn": 1, "last_turn": 20} | fields))


@pytest.mark.case("17.31", "17.35")
def test_a_division_with_poor_morale_is_trained_before_it_goes_to_the_front() -> None:
    state, orders = carried_out(in_cairo("63Cir+ C4120"), Organisation(CW))
    assert any(order.startswith("train 6Aus") for order in orders), orders
    after, _ = carried_out(state, Movement(CW))
    assert where(after, "6Aus") == CAIRO


@pytest.mark.case("17.31", "17.34")
@pytest.mark.parametrize(
    ("enemy", "turn", "trained"), [("63Cir+ C4120", 1, True), ("63Cir+ C4120", 15, False), ("63Cir+ E3008", 1, False)]
)
def test_not_when_the_enemy_is_near_or_the_game_nearly_over(enemy: str, turn: int, trained: bool) -> None:
    assert ("6Aus" in pupils(in_cairo(enemy, turn=turn), CW)) == trained


@pytest.mark.case("17.35")
def test_a_battalion_is_called_back_to_teach_a_division_for_which_nobody_is_there() -> None:
    state = position("6Aus+ E1829 morale=-3, 2KOR E2815", scenario=ITALIANS, phasing=CW, first=CW, last_turn=20)
    assert schoolmasters(state, CW) == {"2KOR": board().hex(CAIRO)}
