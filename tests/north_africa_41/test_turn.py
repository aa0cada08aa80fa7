"""[3] The sequence of play."""

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Decision, Draft, Over, Step
from sandtable.core.title import Setup
from sandtable.core.values import Event
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.setup import begin
from sandtable.games.north_africa_41.state import DELTA, RESERVE, NorthAfrica
from sandtable.games.north_africa_41.supply.phase import open_supply
from sandtable.games.north_africa_41.turn import (
    END_OF_TURN,
    SEQUENCE_OF_PLAY,
    EndOfTurn,
    PlayerTurn,
    Preparation,
    begin_player_turn,
    remove_transport_markers,
    wake_rommel,
)
from tests.north_africa_41.positions import asking, position, with_books, with_unit
from tests.playing import asked, draft_of, top


def idle(scenario: str, seed: int = 7) -> Iterator[tuple[NorthAfrica, list[Event]]]:
    """A game in which everybody rests wherever he may, and takes the first choice where he may not."""
    dice = SecretDice(secret_of_seed(seed))
    state, events = frames.begin(begin(Setup(scenario)), dice)
    yield state, events
    while isinstance(state.stack[-1], Decision):
        side = asked(state)
        actions = top(state).actions(state, side)
        action = Done() if Done() in actions[:3] else actions[0]
        state, events = frames.play(state, side, action, dice)
        yield state, events


def ended(frame: Step[NorthAfrica], **fields: Any) -> Draft[NorthAfrica]:
    """What one step of the sequence alone does."""
    draft = draft_of(asking(position(**fields), frame))
    frame.run(draft)
    return draft


@pytest.mark.case("S2.2", "3.2")
def test_reserves_are_released_before_the_phase_after_the_axis_has_come() -> None:
    for control, place in (({"2751": "axis"}, DELTA), ({}, RESERVE)):
        after = ended(PlayerTurn("allied"), allied="nz-6 reserve", turn=7, control=control).state
        assert after.units["nz-6"].at == place


LAST = len(SEQUENCE_OF_PLAY) - 1
SUPPLY_PHASE = SEQUENCE_OF_PLAY.index(open_supply)


def story(scenario: str, kinds: tuple[str, ...]) -> list[tuple[object, ...]]:
    told: list[tuple[object, ...]] = []
    for _, events in idle(scenario):
        for event in events:
            if event.kind == "turn" and "turn" in kinds:
                told.append(("turn", event.facts["turn"]))
            if event.kind == "player_turn" and "player_turn" in kinds:
                told.append((event.facts["turn"], event.facts["impulse"], event.facts["side"]))
    return told


@pytest.mark.case("3.1", "3.2", "S1.2")
def test_enter_rommel_begins_in_the_middle_of_an_impulse_and_lasts_seven_turns() -> None:
    told = story("enter-rommel", ("player_turn",))
    assert told[:4] == [(1, 3, "axis"), (2, 1, "allied"), (2, 1, "axis"), (2, 2, "allied")]
    assert told[-1] == (7, 3, "axis") and len(told) == 1 + 6 * 3 * 2


@pytest.mark.case("S3.2")
def test_crusader_is_nine_impulses_without_a_first_preparation() -> None:
    told = story("crusader", ("turn", "player_turn"))
    assert told[0] == (17, 1, "allied")
    assert [entry for entry in told if entry[0] == "turn"] == [("turn", 18), ("turn", 19)]
    assert len(told) == 2 + 9 * 2


@pytest.mark.case("3.1")
def test_summer_turns_have_no_second_impulse() -> None:
    summer = ended(PlayerTurn("axis", LAST), turn=8, impulse=1)
    assert summer.state.impulse == 3 and summer.top == PlayerTurn("allied")
    assert ended(PlayerTurn("axis", LAST), turn=5, impulse=1).state.impulse == 2


@pytest.mark.case("3.1")
def test_after_the_third_impulse_come_supply_attrition_and_the_next_turn() -> None:
    assert ended(PlayerTurn("axis", LAST), turn=5, impulse=3).top == EndOfTurn()
    over = ended(EndOfTurn(len(END_OF_TURN) - 1), turn=5, impulse=3)
    assert over.state.turn == 6 and over.top == Preparation()


@pytest.mark.case("3.2")
def test_the_allied_player_turn_comes_first_in_an_impulse() -> None:
    draft = ended(PlayerTurn("allied", LAST), turn=5, impulse=2)
    assert draft.top == PlayerTurn("axis") and draft.state.impulse == 2


@pytest.mark.case("3.2", "5.9.1", "18.7.6", "21.1.5")
def test_the_initial_phase_takes_off_transport_markers_of_its_own_side() -> None:
    state = position("ge-i-5 1604", "br-kdg 2560", supply={"allied": {"2560": 2}}, landed={"allied": {"2560": 1}})
    draft = draft_of(with_unit(with_unit(state, "ge-i-5", transport="sea"), "br-kdg", transport="rail"))
    remove_transport_markers(draft, "allied")
    assert draft.state.units["br-kdg"].transport == "" and draft.state.units["ge-i-5"].transport == "sea"
    assert draft.state.books["allied"].landed == {} and draft.state.books["allied"].stores


@pytest.mark.case("3.2", "21.1.2", "21.4.4", "17.4", "8.4.1")
def test_a_player_turn_begins_with_clean_books() -> None:
    state = with_books(position(phasing="axis", comando=True), "allied", convoys=1, repaired="3138", restful=False)
    draft = draft_of(state)
    begin_player_turn(draft, "allied")
    books = draft.state.books["allied"]
    assert draft.state.phasing == "allied" and not draft.state.comando
    assert (books.convoys, books.repaired, books.restful) == (0, "", True)


@pytest.mark.case("18.5", "3.1")
def test_rommel_is_ready_again_every_turn() -> None:
    draft = draft_of(position(rommel=False))
    wake_rommel(draft)
    assert draft.state.rommel


@pytest.mark.case("23.1", "3.2")
def test_the_first_thing_in_the_game_is_the_axis_event() -> None:
    state, events = frames.begin(begin(Setup("campaign")), SecretDice(secret_of_seed(3)))
    assert next(event.kind for event in events if event.kind not in ("player_turn", "roll")) == "event"
    assert asked(state) == "axis"


def test_a_campaign_comes_to_an_end() -> None:
    *_, (state, _) = idle("campaign")
    assert isinstance(state.stack[-1], Over)


@pytest.mark.case("26.1", "26.1.2")
def test_the_allies_win_at_once_when_the_axis_supply_phase_ends() -> None:
    state = asking(position("ge-3rec 1003", "br-kdg 1604", turn=5, impulse=2), PlayerTurn("axis", SUPPLY_PHASE))
    draft = draft_of(state)
    draft.settle()
    over = draft.state.stack[-1]
    assert isinstance(over, Over) and (over.winner, over.case) == ("allied", "26.1.2")
