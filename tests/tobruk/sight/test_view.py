"""What the players see: pieces with their marks, phases in words, the story."""

from __future__ import annotations

import pytest

from sandtable.core.frames import begin
from sandtable.core.title import Setup
from sandtable.core.values import Event
from sandtable.core.views import Piece
from sandtable.drawing.colours import NATIONS, STRIPES
from sandtable.drawing.glyphs import GLYPHS, glyph_key, mark_key
from sandtable.games.tobruk.pieces.tables import Result
from sandtable.games.tobruk.pieces.words import result_text
from sandtable.games.tobruk.setup import start
from sandtable.games.tobruk.sight.story import TELLERS, tell
from sandtable.games.tobruk.state import Air, Tobruk
from sandtable.games.tobruk.title import title
from tests.playing import Rolls
from tests.tobruk.positions import activated, attacking, fighting, moving, play, play_noting, position

TANKS = "I/8/15, II/8/15 2820"


def piece(state: Tobruk, name: str) -> Piece:
    return next(each for each in title().sight.view(state, "axis").pieces if each.id == name)


def marks(state: Tobruk, name: str) -> tuple[str, ...]:
    return piece(state, name).marks


# --- pieces


@pytest.mark.case("2.3", "2.4")
def test_a_piece_shows_the_side_that_lies_up_and_a_headquarters_its_own_numbers() -> None:
    state = position("I/8/15* 2820, 15PzHQ 2720", "")
    assert piece(state, "I/8/15").factors == (5, 3, 18) and marks(state, "I/8/15") == ("reduced",)
    assert piece(state, "15PzHQ").factors == (1, 9, 18) and piece(state, "15PzHQ").name == "15PzHQ"
    assert piece(state, "I/8/15").title.endswith("(15th Panzer Division)")


@pytest.mark.case("2.3", "2.7")
def test_everything_on_a_counter_has_a_picture_of_its_own() -> None:
    for scenario in title().scenarios:
        for each in title().sight.view(start(Setup(scenario)), "").pieces:
            assert each.nation in NATIONS and (each.stripe in STRIPES or each.id in ("1Mil", "III/255", "III/347"))
            assert glyph_key(each.symbol) in GLYPHS and glyph_key(each.symbol) != "unknown"
    for mark in ("low supply", "out of supply", "road movement", "active", "activated", "mined", "overran", "moved"):
        assert mark_key(mark) != "other"


@pytest.mark.case("5.2", "9.2", "9.6")
def test_want_of_supply_the_road_and_minefields_are_marked() -> None:
    state = position("I/8/15!= 2820, II/8/15!! 2821", "2RTR/7Arm 3020", mined="2RTR/7Arm")
    assert marks(state, "I/8/15") == ("low supply", "road movement")
    assert marks(state, "II/8/15") == ("out of supply",) and marks(state, "2RTR/7Arm") == ("mined",)


@pytest.mark.case("6.0", "9.0")
def test_the_active_formation_is_marked_and_who_has_moved() -> None:
    state = activated("15PzHQ, I/8/15 2820, I/5/21 2821", "", "15pz")
    assert marks(state, "I/8/15") == ("active",) and marks(state, "I/5/21") == ()
    state = play(moving("15PzHQ 2720, I/8/15, II/8/15 2820", "18/4NZ 2824", "15pz"), "move I/8/15 2820-2823",
                 "move II/8/15 2820-2821", "move 15PzHQ 2720-2721")  # fmt: skip
    assert marks(state, "I/8/15") == ("halted",) and marks(state, "II/8/15") == ("moved",)


@pytest.mark.case("10.0", "9.4", "6.1")
def test_in_combat_those_who_can_attack_are_marked_and_those_who_have() -> None:
    state = attacking("I/8/15, 33Pi/15 2820, II/8/15 2810", "18/4NZ 2821", "15pz")
    assert marks(state, "I/8/15") == ("active",) and marks(state, "II/8/15") == ()
    assert marks(play(state, "attack 2821 with I/8/15", rolls=(4, 4)), "I/8/15") == ("fought",)
    assert marks(position("1Mil 2820", "", activated=("1Mil",)), "1Mil") == ("activated",)
    assert marks(position("I/8/15 2820", "", overran=("I/8/15",)), "I/8/15") == ("overran",)


# --- phases


@pytest.mark.case("3.2", "15.3")
def test_phases_are_named_in_the_words_of_the_book() -> None:
    def phase(state: Tobruk) -> str:
        return title().sight.view(state, "").phase

    assert phase(start(Setup("battle-for-tobruk"))) == "The bid"
    assert phase(start(Setup("first-sidi-rezegh"))) == "Set-up of the garrison"
    assert phase(activated("15PzHQ, I/8/15 2820", "", "15pz")) == "15th Panzer Division: activation"
    assert phase(moving("I/8/15 2820", "", "15pz")) == "15th Panzer Division: move mode"
    battle = play(fighting("15PzHQ, I/8/15 2820", "18/4NZ 2821", "15pz"), "attack 2821 with I/8/15")
    assert phase(battle) == "15th Panzer Division: combat mode"


# --- the story


def test_every_kind_of_event_is_told() -> None:
    kinds = (
        "turn cut_off returned written_off filled_cup drawn idle ordered mode recovered moved entered mined left_road"
        " attacked fired called_off flew dogfight aborted intercepted shot_down bombarded fought reduced eliminated"
        " sent_to_workshop retreated overran advanced moved_on seized allotted deployed reveal seated scored roll over"
    )
    assert set(kinds.split()) == set(TELLERS)


@pytest.mark.case("10.1", "10.2")
def test_a_battle_is_told_in_plain_words() -> None:
    air = {"axis": Air(support=1), "commonwealth": Air()}
    _, events = play_noting(attacking(TANKS, "18/4NZ 2821", "15pz", air=air), "attack 2821 with I/8/15, II/8/15",
                            "fly 0 fighters 1 support", rolls=(2, 2))  # fmt: skip
    told = [line for line in map(tell, events) if line]
    assert told[:3] == [
        "I/8/15, II/8/15 attack 18/4NZ at 2821, 3:1",
        "The Axis sends 1 close air support unit",
        "Combat at 2821, 3:1: dice 2 and 2 +2 Axis close air support make 6: defender retreats 2 (-/R2)",
    ]


@pytest.mark.parametrize(("result", "text"), [
    ("1/-", "attacker loses 1"), ("-/2R3", "defender loses 2 and retreats 3"), ("-/R2", "defender retreats 2"),
    ("1/1", "attacker loses 1, defender loses 1"), ("-/-", "no effect"),
])  # fmt: skip
def test_results_are_told_in_words(result: str, text: str) -> None:
    assert result_text(Result.parse(result)) == text


@pytest.mark.case("15.3")
def test_the_bids_are_told_when_they_are_open() -> None:
    assert tell(Event(0, "reveal", {"axis": "bid 12", "commonwealth": "bid 9"})) == (
        "The bids: Axis 12, Commonwealth 9")  # fmt: skip
    told = tell(Event(1, "seated", {"commonwealth": "axis", "axis": "commonwealth", "margin": 12}))
    assert told == "The higher bid is 12: the Commonwealth is played by the player who sat at the Axis (15.3)"


# --- the title


def test_the_introduction_tells_of_the_cup() -> None:
    assert "cup" in title().book.guide().introduction


def test_the_opening_of_every_scenario_can_be_seen_by_everybody() -> None:
    for scenario in title().scenarios:
        state, _ = begin(title().rules.start(title().setup(scenario)), Rolls(*[1] * 20))
        for side in (*title().sides, ""):
            assert title().sight.view(state, side).panels and title().screen.layers(state, side)


def test_reaches_are_worked_out_for_the_bench() -> None:
    assert title().trials.bench_reach() > 80
