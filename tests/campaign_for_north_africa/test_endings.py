"""Every way in which a scenario ends: the last part of its last Operations Stage, played to the end.

Both players rest wherever they may, so that what the position says is what the end finds.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.bots.greedy import plain_actions, resting
from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Decision, Over
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.title import title
from sandtable.games.campaign_for_north_africa.turn import OPERATIONS_STAGE, OperationsStage, PlayerPart, end_stage
from tests.campaign_for_north_africa.positions import position

GRAZIANI, CAMPAIGN, RACE = "grazianis-offensive", "italian-campaign", "race-for-tobruk"
CRUSADER, LAST_CHANCE = "operation-crusader", "last-chance"
DICE = SecretDice(secret_of_seed(7))
END = OperationsStage(OPERATIONS_STAGE.index(end_stage))
ENOUGH = 60  # questions in the part of one player

FRONTIER = "1RNF C4021, 2SctGds C3922, 1Essex C0127, 1Buffs E3613"
ADVANCE = "I/157 C4131, II/157 C4021, III/157 C3019, I/158 C1014, II/158 C4807"
SUPPLIED = {"AX-S1": ("C4807", 10, 10)}
BOTH = {"AX-S1": ("B5925", 10, 10), "CW-S1": ("D3714", 10, 10)}
EGYPT = dict.fromkeys(("C4807", "C4321", "A4827", "C4131", "D3714"), "axis")


def last_part(name: str, *units: str, stage: int = 3, turns_left: int = 0, **fields: Any) -> Campaign:
    """The Axis begins its part, the last one of the stage."""
    last = scenario(name).end[0]
    state = position(
        *units,
        scenario=name,
        stage=stage,
        turn=last - turns_left,
        last_turn=last,
        phasing="axis",
        initiative="commonwealth",
        first="commonwealth",
        **fields,
    )
    return replace(state, stack=(END, PlayerPart("axis")))


def rested(state: Campaign) -> Campaign:
    """Where it comes to when nobody does anything more, at the end or with the next stage."""
    plain = plain_actions(title())
    state, _ = frames.begin(state, DICE)
    for _ in range(ENOUGH):
        top = state.stack[-1]
        if not isinstance(top, Decision) or state.stack[0] != END:
            return state
        side = top.asked(state)[0]
        action = resting(top, state, side, plain) or top.actions(state, side)[0]
        state, _ = frames.play(state, side, action, DICE)
    raise AssertionError(f"still asked: {state.stack[-1]}")


def ending(state: Campaign) -> Over:
    over = rested(state).stack[-1]
    assert isinstance(over, Over), over
    return over


ENDINGS: dict[str, tuple[Campaign, str | None, str, str]] = {
    "Tobruk holds out in Crusader": (
        last_part(CRUSADER, "1RNF C4807", stage=1, supply={"CW-S1": ("C4807", 10, 10)}),
        "commonwealth",
        "62.8",
        "tactical victory: the Axis has 0 points, the Commonwealth 4",
    ),
    "nobody holds anything in Crusader": (
        last_part(CRUSADER, "1RNF D3714", stage=1),
        None,
        "62.8",
        "the Axis has 0 points, the Commonwealth 0",
    ),
    "a brigade in Alexandria in the Last Chance": (
        last_part(LAST_CHANCE, "I/157 E3714, II/157 E3714, III/157 E3714"),
        "axis",
        "63.91",
        "strategic victory: a brigade is in Alexandria",
    ),
    "a battalion in Alexandria in the Last Chance": (
        last_part(LAST_CHANCE, "I/5Pz E3714"),
        "axis",
        "63.91",
        "tactical victory: the Axis has 14 TOE Strength Points on map E, the Commonwealth 0 on map D",
    ),
    "the line holds in the Last Chance": (
        last_part(LAST_CHANCE, "1RNF D3714"),
        "commonwealth",
        "63.91",
        "tactical victory: the Axis has 0 TOE Strength Points on map E, the Commonwealth 3 on map D",
    ),
    "Graziani at Sidi Barrani": (last_part(GRAZIANI, ADVANCE), "axis", "60.81", "tactical victory"),
    "Graziani at Matruh and Siwa": (
        last_part(GRAZIANI, "I/157 D3714, II/157 C0127, II/158 C4807"),
        "axis",
        "60.81",
        "decisive victory",
    ),
    "Graziani in Alexandria": (
        last_part(GRAZIANI, "I/157 E3714", supply={"AX-S1": ("D3714", 10, 10)}),
        "axis",
        "60.81",
        "strategic victory",
    ),
    "the frontier holds": (last_part(GRAZIANI, FRONTIER), "commonwealth", "60.81", "tactical victory"),
    "beyond the frontier": (
        last_part(GRAZIANI, "1RNF C4321, 2SctGds C3019, 1Essex C3618, 1DurLt C4021, 1Hamp C0127, 1Buffs E3613"),
        "commonwealth",
        "60.81",
        "decisive victory",
    ),
    "O'Connor in Tobruk": (
        last_part(GRAZIANI, "1RNF C4807, 1Buffs E3613"),
        "commonwealth",
        "60.81",
        "strategic victory",
    ),
    "each in the other's city": (
        last_part(GRAZIANI, "I/157 E3714", "1RNF C4807, 1Buffs E1829", supply={"AX-S1": ("D3714", 10, 10)}),
        None,
        "60.81",
        "both sides have reached the same level",
    ),
    "Graziani stands still": (
        last_part(GRAZIANI, "I/157 C3920", "1RNF D3714"),
        None,
        "60.81",
        "no level is reached",
    ),
    "the Axis holds more": (
        last_part(
            CAMPAIGN, "I/157 C4807, II/157 B5925", "1RNF D3714", supply=BOTH, control={"C4807": "axis", "A4827": "axis"}
        ),
        "axis",
        "60.82",
        "the Axis has 70 points, the Commonwealth 0",
    ),
    "the Commonwealth holds more": (
        last_part(
            CAMPAIGN,
            "1RNF C4807, 1Buffs D3714",
            "I/157 B5925",
            control={},
            supply={"CW-S1": ("C4807", 10, 10), "AX-S1": ("B5925", 10, 10)},
        ),
        "commonwealth",
        "60.82",
        "",
    ),
    "both hold as much": (
        last_part(CAMPAIGN, "I/157 C3019", "1RNF D3714", supply={"AX-S1": ("C3019", 10, 10)}, control={}),
        None,
        "60.82",
        "the Axis has 0 points, the Commonwealth 0",
    ),
    "Bergonzoli starves": (
        last_part(CAMPAIGN, "I/157 C4807", "1RNF D3714", supply={}, turns_left=9),
        "commonwealth",
        "60.82",
        "strategic victory: no Italian combat unit on the map can trace supply",
    ),
    "Rommel takes Tobruk": (last_part(RACE, "I/5Pz C4807", control={}), "axis", "61.8", "Tobruk is held"),
    "Tobruk and Bardia": (
        last_part(RACE, "I/5Pz C4807", control={"C4321": "axis"}),
        "axis",
        "61.8",
        "decisive victory",
    ),
    "into Egypt": (last_part(RACE, "I/5Pz C4807", control=EGYPT), "axis", "61.8", "strategic victory"),
    "Tobruk holds out": (
        last_part(RACE, "2SctGds C4807", control={"C4807": "commonwealth"}),
        "commonwealth",
        "61.8",
        "Tobruk is held",
    ),
    "the desert is cleared": (
        last_part(RACE, "2SctGds C4807", control=dict.fromkeys(EGYPT, "commonwealth")),
        "commonwealth",
        "61.8",
        "smashing victory",
    ),
    "nobody holds Tobruk": (
        last_part(RACE, "I/5Pz C3019", control={}),
        "commonwealth",
        "61.8",
        "the other side has reached no level of victory",
    ),
}


@pytest.mark.case("60.81", "60.82", "61.8", "62.8", "63.91")
@pytest.mark.parametrize("name", ENDINGS)
def test_the_scenario_ends(name: str) -> None:
    state, winner, case, reason = ENDINGS[name]
    over = ending(state)
    assert (over.winner, over.case) == (winner, case)
    if reason:
        assert over.reason == reason


@pytest.mark.case("60.82", "5.1")
@pytest.mark.parametrize("name", [GRAZIANI, RACE])
def test_no_other_scenario_ends_before_its_time(name: str) -> None:
    for stage, turns_left in ((1, 0), (2, 0), (3, 1)):
        state = last_part(name, "I/157 C4807", "1RNF D3714", supply={}, stage=stage, turns_left=turns_left)
        after = rested(state)
        assert not isinstance(after.stack[-1], Over) and (after.turn, after.stage) != (state.turn, state.stage)


def test_every_kind_of_ending_of_every_scenario_is_here() -> None:
    reached = {(state.scenario, winner, reason.partition(":")[0]) for state, winner, _, reason in ENDINGS.values()}
    for name in title().scenarios:
        for goal in scenario(name).victory.goals:
            wanted = f"{goal.level} victory" if goal.level != "victory" else "Tobruk is held"
            assert (name, goal.side, wanted) in reached, (name, goal.side, goal.level)
