"""What leaves the engine: the same table for both players, panels beside the map, and a line for all that happens."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Over
from sandtable.core.game import Game
from sandtable.core.values import Event
from sandtable.core.views import Panel, Piece, Row
from sandtable.games.north_africa_41.arrivals.reinforcements import Draftees
from sandtable.games.north_africa_41.movement.phase import Movement, open_movement
from sandtable.games.north_africa_41.resources.delay import Delaying, open_delay
from sandtable.games.north_africa_41.sight.story import TELLERS
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.supply.attrition import Forfeit
from sandtable.games.north_africa_41.title import title
from sandtable.games.north_africa_41.turn import SEQUENCE_OF_PLAY, EndOfTurn, PlayerTurn, Preparation
from tests.north_africa_41.positions import asking, position, with_unit

STATE = asking(
    position(
        "ge-i-5-2~, ge-dak!, axis-truck-1^ 1604, ge-mg8~~**, ge-3rec*+ 2011",
        "br-kdg 2751, repl-allied-tank-1 delta",
        turn=5,
        impulse=2,
        supply={"axis": {"1603": 2}},
        landed={"axis": {"1603": 1}},
        forts={"3138": "allied"},
        works={"1705": "axis"},
        delays={"axis": ("2513",)},
        strafing={"allied": ("1611",)},
        patrols={"allied": ("1701",)},
        resources={"axis": 2},
        assets={"axis": {"strafing": 1}},
        damage={"3211": 2},
        malta=-1,
        points=-3,
    ),
    PlayerTurn("axis", SEQUENCE_OF_PLAY.index(open_movement) + 1),
    Movement("axis"),
)


def piece(state: NorthAfrica, name: str) -> Piece:
    return next(each for each in title().sight.view(state, "axis").pieces if each.id == name)


def panel(state: NorthAfrica, key: str) -> Panel:
    return next(each for each in title().sight.view(state, "axis").panels if each.key == key)


def row(state: NorthAfrica, key: str, label: str, side: str = "") -> Row:
    return next(each for each in panel(state, key).rows if each.label == label and side in ("", each.side))


def test_a_view_tells_the_turn_the_date_the_phase_and_what_is_asked() -> None:
    view = title().sight.view(STATE, "axis")
    assert (view.game, view.scenario, view.side) == ("north-africa-41", "campaign", "axis")
    assert (view.turn, view.last_turn, view.date) == (5, 19, "May II 1941")
    assert view.phase == "Impulse 2: Axis Movement" and view.asked == ("axis",)
    assert view.prompt.startswith("Move your units") and (view.over, view.winner) == ("", None)
    delay = PlayerTurn("axis", SEQUENCE_OF_PLAY.index(open_delay) + 1)
    assert title().sight.view(asking(STATE, delay, Delaying("axis")), "").phase == "Impulse 2: Axis Delay"
    assert title().sight.view(asking(STATE, Preparation(5), Draftees("allied", "any")), "").phase == "Preparation"
    assert title().sight.view(asking(STATE, EndOfTurn(1), Forfeit("axis", "Tobruk")), "").phase == "Supply Attrition"
    over = title().sight.view(
        replace(STATE, stack=(Over("allied", "S2.3.2", "the VP marker has reached -12"),)), "axis"
    )
    assert (over.over, over.winner, over.phase) == ("the VP marker has reached -12", "allied", "")


def test_both_players_and_a_spectator_see_the_same_table() -> None:
    axis, allied, anybody = (title().sight.view(STATE, side) for side in ("axis", "allied", ""))
    assert replace(axis, side="") == replace(allied, side="") == anybody


@pytest.mark.case("2.3.2", "2.3.4", "2.3.5", "13.1.1", "16.1", "17.1.4", "17.2.4", "19.5")
def test_pieces_are_shown_with_their_figures_and_marks() -> None:
    tanks = piece(STATE, "ge-i-5")
    assert tanks.marks == ("reduced", "remnant", "disrupted") and tanks.factors == (3, 2, 5)
    assert (tanks.nation, tanks.symbol, tanks.at) == ("German", "armour", "1604")
    assert piece(STATE, "ge-mg8").marks == ("full retreat", "long out of supply")
    assert piece(STATE, "ge-3rec").marks == ("out of supply", "replacement received")
    assert "depleted" in piece(STATE, "ge-dak").marks
    truck = piece(STATE, "axis-truck-1")
    assert "supply on board" in truck.marks and "Mobile Supply Unit" in truck.title
    heavy = with_unit(STATE, "repl-allied-tank-1", heavy=True)
    assert "heavy tank" in piece(heavy, "repl-allied-tank-1").title
    flown = with_unit(STATE, "ge-i-5", transport="sea")
    assert "landed by sea" in piece(flown, "ge-i-5").marks


def test_supply_points_fortifications_and_markers_lie_in_their_hexes() -> None:
    assert (piece(STATE, "supply@1603").factors, piece(STATE, "supply@1603").marks) == ((2,), ("landed (1)",))
    assert piece(STATE, "fort@3138").side == "allied" and piece(STATE, "fort@1705").marks == ("under construction",)
    assert [piece(STATE, name).at for name in ("delay-axis-1", "strafing-allied@1611", "lrdg@1701")] == [
        "2513",
        "1611",
        "1701",
    ]
    assert len({each.id for each in title().sight.view(STATE, "axis").pieces}) == len(
        title().sight.view(STATE, "axis").pieces
    )


@pytest.mark.case("22.3.2", "21.3.2", "22.2.2")
def test_the_convoy_panel_shows_malta_the_modifiers_and_the_port_tracks() -> None:
    malta = row(STATE, "convoys", "Malta")
    assert [token.text for token in malta.tokens if token.state == "chosen"] == ["-1"]
    benghazi = row(STATE, "convoys", "Benghazi")
    assert [(token.text, token.state) for token in benghazi.tokens if token.state] == [
        ("7", "lost"),
        ("5", "lost"),
        ("3", "chosen"),
    ]


@pytest.mark.case("23.1", "23.2.3")
def test_the_resource_panel_shows_the_points_and_others_stand_beside_it() -> None:
    assert sum(token.state == "" for token in row(STATE, "resources", "Axis").tokens) == 2
    assert {"convoys", "resources", "events"} <= {each.key for each in title().sight.view(STATE, "axis").panels}


def test_the_facts_name_points_impulse_and_air() -> None:
    facts = {(fact.label, fact.side): fact.text for fact in title().sight.view(STATE, "axis").facts}
    assert facts["Victory Points", ""].startswith("-3") and facts["Air superiority", ""] == "Axis"
    assert facts["Resource Points", "axis"] == "2" and facts["Rommel", "axis"] == "ready"
    rommel = {fact.label: fact.text for fact in title().sight.view(replace(STATE, scenario="crusader"), "").facts}
    assert "Objectives" in rommel and "Victory Points" not in rommel


@pytest.mark.long
def test_every_event_of_whole_games_has_a_line_without_gaps() -> None:
    seen: set[str] = set()
    for seed, scenario in ((1, "crusader"), (2, "enter-rommel")):
        game = Game(title(), title().setup(scenario, title().options), SecretDice(secret_of_seed(seed)))
        random = Random(seed)
        while game.outcome is None:
            side = game.asked[0]
            actions = game.actions(side)
            game.play(actions[random.randrange(len(actions))], side)
        for event in game.events:
            seen.add(event.kind)
            line = title().screen.tell(event)
            assert line and not re.search(r"None|\[\]|\{|  |: $", line), (event, line)
    assert seen <= set(TELLERS) and len(seen) > 30


def test_boxes_beside_the_map_are_told_as_players_say_them() -> None:
    tell = title().screen.tell
    assert tell(Event(1, "delivered", {"count": 2, "at": "delta"})) == "2 Supply Points arrive in the Nile Delta"
    moved: dict[str, object] = {"units": ["ge-i-8"], "path": ["italy", "tripoli"], "mode": "sea"}
    assert tell(Event(2, "moved", moved)).startswith("ge-i-8: Italy to Tripoli")


def test_whoever_loses_a_step_has_some_left_or_loses_his_last() -> None:
    tell = title().screen.tell
    lost: dict[str, object] = {"unit": "7 Ar", "at": "Mersa Brega", "case": "10.3", "why": "step loss in combat"}
    assert tell(Event(1, "reduced", {**lost, "steps": 1})).startswith("7 Ar loses a step (1 left) at Mersa Brega")
    assert tell(Event(2, "reduced", {**lost, "steps": 0})).startswith("7 Ar loses its last step at Mersa Brega")
