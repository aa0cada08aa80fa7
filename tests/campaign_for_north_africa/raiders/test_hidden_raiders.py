"""Desert raiders as each side sees them: nothing of the enemy's until they are announced, everything of one's own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.conformance.failure import Failure
from sandtable.conformance.leaks import Curiosity, Viewers, Witness, check_leaks
from sandtable.core.dice import SecretDice
from sandtable.core.game import Game
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.contents import Raider
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.raiders.encounters import Encounter, Getaway
from sandtable.games.campaign_for_north_africa.raiders.raids import hunts_left
from sandtable.games.campaign_for_north_africa.sight import observe as sight
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.sight.questions import explain
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.title import title
from tests.campaign_for_north_africa.positions import asking, play, play_noting, position
from tests.campaign_for_north_africa.raiders.test_raiders import AXIS, CW, HEX, convoy, group, met, prowling
from tests.campaign_for_north_africa.screens import by_hex, deeds, labels, offered, proposed, way

TITLE = title()
Patch = pytest.MonkeyPatch


def game_at(state: Campaign) -> Game[Campaign]:
    """A game of which only this position matters."""
    game = Game(TITLE, TITLE.setup("race-for-tobruk"), SecretDice(b"1"))
    game.state = replace(state, scenario="race-for-tobruk", turn=30)
    return game


def two_groups(**fields: Any) -> Campaign:
    raiders = {"LRDG1": group("C3818", fuelled=30), "LRDG2": group("C3822", fuelled=30, shown=True)}
    dumps = {"AX-S1": ("C3819", 40, 60)}
    return prowling("11Hus C3718", "I/157 C4118", supply=dumps, raiders=raiders, **fields)


@pytest.mark.case("27.31", "27.32", "27.33")
def test_the_enemy_sees_only_the_counters_on_the_map() -> None:
    state = two_groups()
    assert observe(state, CW).raiders == state.raiders
    for side in (AXIS, ""):
        assert observe(state, side).raiders == {"LRDG2": Raider("commonwealth", HEX("C3822"))}
        assert "LRDG1" not in {piece.id for piece in view(state, side).pieces}
    own = {piece.id: piece for piece in view(state, CW).pieces}
    assert own["LRDG1"].marks == ("hidden", "needs water") and own["LRDG1"].factors == (50,)
    assert own["LRDG2"].marks == ("needs water",)


@pytest.mark.case("27.31", "27.32", "3.61")
@pytest.mark.parametrize(
    "frame", [Movement("axis"), Organisation("axis"), TruckConvoys("axis"), Movement("commonwealth")]
)
def test_nothing_that_leaves_for_the_enemy_changes_with_hidden_raiders(frame: Any) -> None:
    viewers = Viewers(game_at(two_groups(frame=frame)))
    check_leaks(viewers, lambda side: (), Curiosity(viewers, [], Random(1)))


@pytest.mark.case("27.31", "3.61")
def test_nobody_tells_whose_raiders_were_formed_first() -> None:
    mine, theirs = group("C3818", shown=True), Raider("axis", HEX("C3822"), shown=True)
    state = prowling("11Hus C3718", "I/157 C4118", raiders={"DSA": theirs, "LRDG1": mine})
    for side in (AXIS, CW):
        assert all(view(other, side) == view(state, side) for other in disguises(state, side))


@pytest.mark.case("27.31", "3.61")
def test_a_veil_taken_off_is_noticed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sight, "_raiders", lambda state, side: state.raiders)
    viewers = Viewers(game_at(two_groups()))
    with pytest.raises(Failure, match="leak"):
        check_leaks(viewers, lambda side: (), Curiosity(viewers, [], Random(1)))


@pytest.mark.case("27.32", "3.61")
def test_a_secret_move_tells_the_enemy_nothing_not_even_a_number() -> None:
    game = game_at(two_groups())
    for order in ("prowl LRDG1 C3818-C3829", "ambush LRDG1 for fuel"):
        witness = Witness(Viewers(game), CW)
        game.play(NOTATION.parse(order), CW)
        assert not game.record[-1].marks.heard((AXIS,))
        witness.check()


@pytest.mark.case("27.57", "3.61")
def test_a_group_sees_the_trucks_in_its_hex_and_no_others() -> None:
    fields: dict[str, Any] = {"motors": {"axis": {"C3818": 8, "C3820": 9}}}
    dumps = {"AX-S1": ("C3818", 40, 60, 30), "AX-S2": ("C3820", 40, 60, 30)}
    state = prowling("I/157 C4118", supply=dumps, raiders={"LRDG1": group("C3818")}, **fields)
    seen = observe(state, CW)
    assert seen.motors == {"axis": {HEX("C3818"): 8}}
    assert (seen.supply["AX-S1"].motors, seen.supply["AX-S2"].motors) == (30, 0)
    assert all(observe(other, CW) == seen for other in disguises(state, CW))


@pytest.mark.case("27.43", "27.44", "3.61")
def test_who_comes_upon_a_group_knows_of_it_and_not_how_far_it_can_go() -> None:
    state = play(met("I/157 C3918"), "move I/157 C3918-C3919")
    assert observe(state, AXIS).raiders == {"LRDG1": Raider("commonwealth", HEX("C3919"))}
    assert isinstance(observe(state, AXIS).stack[-1], Encounter)
    state = play(state, "spot I/157", rolls=(3,))
    assert observe(state, CW).stack[-1] == Getaway("commonwealth", "LRDG1", 40)
    assert observe(state, AXIS).stack[-1] == Getaway("commonwealth", "LRDG1", 0)
    assert all(observe(other, AXIS) == observe(state, AXIS) for other in disguises(state, AXIS))


@pytest.mark.case("27.16", "3.61")
def test_when_a_lost_group_returns_only_its_owner_knows() -> None:
    state = position("11Hus C3818", reforming={"LRDG1": 40, "DSA": 50})
    assert observe(state, CW).reforming == {"LRDG1": 40} and observe(state, AXIS).reforming == {"DSA": 50}


# On the screen


def test_a_group_is_offered_the_ways_it_has_and_is_warned_of_zones() -> None:
    state = prowling("I/157, II/157, III/157 C3918", raiders={"LRDG1": group("C3818")})
    found = by_hex(state, "LRDG1")
    assert found["C3830"].cost == "19½" and not found["C3830"].stop
    assert "27.41" in found["C3919"].stop and "C3918" not in found
    assert proposed(state, "LRDG1", at="C3830") == "prowl LRDG1 C3818-C3830"
    assert way(state, "prowl LRDG1 C3818-C3718-C3719") == ("C3818", "C3718", "C3719")


def test_a_group_is_offered_its_raids() -> None:
    dumps = {"AX-S1": ("C3819", 40, 60)}
    state = prowling(
        "I/157, DAK C3819",
        rommel="C3819",
        supply=dumps,
        motors={"axis": {"C3818": 3}},
        raiders={"LRDG1": group("C3818")},
    )
    found = deeds(state, "LRDG1")
    assert {"strike LRDG1 at AX-S1", "strike LRDG1 at Rommel", "waylay LRDG1 with nothing"} <= {*found}
    assert {"ambush LRDG1 for ammo", "ambush LRDG1 for fuel"} <= {*found}
    assert any("guards of about 7 against two dice" in label for label in labels(state, "LRDG1"))
    assert deeds(play(state, "ambush LRDG1 for fuel"), "LRDG1")[-1] == "ambush LRDG1 for nothing"


def test_armoured_cars_are_offered_to_form_a_group() -> None:
    state = asking(position("11Hus C3818"), Organisation("commonwealth"))
    assert "form 11Hus" in deeds(state, "11Hus")


def test_who_comes_upon_a_group_is_offered_to_look_for_it_and_the_group_to_make_off() -> None:
    state = play(met("I/157 C3918"), "move I/157 C3918-C3919")
    assert [offer.action for offer in offered(state)] == ["spot I/157", "done"]
    assert [offer.action for offer in offered(state, "I/157")] == ["spot I/157"]
    state = play(state, "spot I/157", rolls=(3,))
    assert "C3922" in by_hex(state) and "done" in deeds(state)
    assert proposed(state, "LRDG1", at="C3922") == "prowl LRDG1 C3919-C3922"
    assert way(state, "prowl LRDG1 C3919-C3920") == ("C3919", "C3920")


def test_raids_are_told_to_both_sides_in_plain_words() -> None:
    _, events = play_noting(convoy(), "drive 8 C4020-C3920-C3820-C3720", rolls=(1,))
    told = [TITLE.screen.tell(event) for event in events if event.heard_by(AXIS)]
    assert any("LRDG1 raids trucks at" in line for line in told)
    assert any("The Axis loses 1 Motorization Point at" in line for line in told)
    assert all(board().name(HEX("C3818")) not in line for line in told)  # not where it came from


def told(state: Campaign, side: str = CW) -> str:
    """All lines of the answer about raiders."""
    answer = explain(observe(state, side), side, "raiders")
    return "\n".join(
        line.text for line in (answer, *answer.parts, *(each for part in answer.parts for each in part.parts))
    )


def test_a_player_is_told_what_his_raiders_need_and_where_water_is() -> None:
    raiders = {"LRDG1": group("C3720", fuelled=6, watered=6, spent=20)}
    answer = told(prowling("11Hus C3818", turn=7, raiders=raiders, reforming={"LRDG2": 31}))
    assert "LRDG1 at C3720: 40 Capability Points left, out of sight" in answer
    assert "Fuel to the end of Game-Turn 7" in answer
    assert "the nearest is at Sidi Suleiman (C3721) for 2 CP" in answer
    assert "LRDG2 may be formed again from Operations Stage 1 of Game-Turn 11 on" in answer
    assert "Rommel may be raided once more" in answer
    assert "no desert raiders" in told(prowling("11Hus C3818", raiders=raiders), AXIS)


def test_the_campaign_has_four_raids_on_rommel() -> None:
    assert hunts_left(prowling("11Hus C3818", scenario="campaign", hunts=1)) == 3


def test_every_order_of_the_chapter_reads_as_it_is_written() -> None:
    orders = (
        "form 11Hus",
        "prowl LRDG1 C3818-C3819",
        "strike LRDG1 at AX-S1",
        "waylay LRDG1 with fuel",
        "ambush LRDG1 for ammo",
        "spot I/157",
    )
    for order in orders:
        action: Action = NOTATION.parse(order)
        assert str(action) == order
