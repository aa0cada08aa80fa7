"""Combat results: what each does to attacker and defender, and Rommel's second throw."""

from __future__ import annotations

import pytest

from sandtable.games.north_africa_41.combat.forecasts import forecast
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.state import DISRUPTED, FULL_RETREAT, NorthAfrica
from tests.north_africa_41.conftest import Fates
from tests.north_africa_41.fighting import battle, facts, is_over, phase
from tests.north_africa_41.positions import listed, play, play_noting, position, refusal
from tests.playing import asked

# Units of three steps on both sides, so that nobody is gone after one.
ATTACKERS, DEFENDERS = "ge-i-5, ge-ii-5 2929", "br-16 2930"
ATTACK = "attack 2930 with ge-i-5, ge-ii-5"


def strong(**fields: object) -> NorthAfrica:
    """18 to 6 and two Tank Shifts: 5-1."""
    return phase(ATTACKERS, DEFENDERS, supply={"axis": {"2929": 1}}, **fields)


def steps(state: NorthAfrica) -> tuple[int, int]:
    """Lost by the attacker and by the defender."""
    lost = 6 - state.units["ge-i-5"].steps - state.units["ge-ii-5"].steps
    return lost, 3 - state.units["br-16"].steps


@pytest.mark.case("10.1")
@pytest.mark.parametrize(
    ("die", "result", "answers", "lost", "retreat", "advance"),
    [
        (1, "DR2", ("accept",), (0, 0), (2, 2, DISRUPTED), 2),
        (2, "DRX", ("lose ge-i-5", "accept"), (1, 1), (2, 2, DISRUPTED), 2),
        (3, "A1/D1", ("lose ge-ii-5", "accept"), (1, 1), (2, 2, DISRUPTED), 2),
        (4, "D1", ("accept",), (0, 1), (2, 3, DISRUPTED), 3),
        (5, "DR4", ("accept",), (0, 0), (4, 4, FULL_RETREAT), 4),
        (6, "DS", (), (0, 1), (4, 4, FULL_RETREAT), 4),
    ],
)
def test_results_at_five_to_one(
    fates: Fates,
    die: int,
    result: str,
    answers: tuple[str, ...],
    lost: tuple[int, int],
    retreat: tuple[int, int, int],
    advance: int,
) -> None:
    state, events = play_noting(strong(), f"{ATTACK} supply 2929", *answers, rolls=(die,))
    assert facts(events, "fought")[0]["result"] == result
    assert steps(state) == lost
    assert fates.retreats == [(("br-16",), *retreat)]
    (outcome,) = fates.advances
    assert (outcome.allowance, outcome.limited, outcome.supplied, outcome.result) == (advance, False, True, result)


@pytest.mark.case("10.1")
def test_a1_costs_the_attacker_a_step_and_nobody_moves(fates: Fates) -> None:
    state = play(phase(ATTACKERS, DEFENDERS), ATTACK, "lose ge-i-5", rolls=(1,))
    assert steps(state) == (1, 0)
    assert (fates.retreats, fates.advances) == ([], [])


@pytest.mark.case("10.1")
def test_ex_costs_both_a_step_and_nobody_retreats(fates: Fates) -> None:
    state = play(phase(ATTACKERS, DEFENDERS), ATTACK, "lose ge-i-5", rolls=(3,))
    assert steps(state) == (1, 1)
    assert (fates.retreats, fates.advances) == ([], [])


@pytest.mark.case("10.1", "14.2.2")
def test_ex_that_clears_the_hex_gives_a_limited_advance(fates: Fates) -> None:
    state = phase("it-8b 2929", "br-1thr 2930")
    state = play(state, "attack 2930 with it-8b", rolls=(3,))
    (outcome,) = fates.advances
    assert (outcome.allowance, outcome.limited) == (1, True)


@pytest.mark.case("10.1")
def test_a1_dr2_costs_the_attacker_and_moves_the_defender(fates: Fates) -> None:
    state = play(phase(ATTACKERS, DEFENDERS), ATTACK, "lose ge-i-5", "accept", rolls=(4,))
    assert steps(state) == (1, 0)
    assert fates.retreats == [(("br-16",), 2, 2, DISRUPTED)]
    assert fates.advances[0].allowance == 2


@pytest.mark.case("12.6", "10.1")
def test_a_defender_who_is_eliminated_leaves_the_full_advance(fates: Fates) -> None:
    state = phase("ge-i-5 2929", "br-1thr 2930", supply={"axis": {"2929": 1}})
    play(state, "attack 2930 with ge-i-5 supply 2929", rolls=(4,))  # 9 to 3 and two shifts, D1
    assert fates.retreats == []
    assert fates.advances[0].allowance == 3


@pytest.mark.case("10.1", "14.1")
def test_nobody_advances_when_no_attacker_is_left(fates: Fates) -> None:
    state = phase("ge-mg8 2929", "br-1thr 2930")
    state = play(state, "attack 2930 with ge-mg8", "accept", rolls=(4,))  # 1-1, A1/DR2
    assert board().name(state.units["ge-mg8"].at) == "eliminated"
    assert (len(fates.retreats), fates.advances) == (1, [])


@pytest.mark.case("8.3")
def test_the_record_of_a_combat(fates: Fates) -> None:
    _, events = play_noting(strong(), f"{ATTACK} supply 2929", "accept", rolls=(1,))
    assert facts(events, "attacked") == [
        {
            "at": "2930",
            "attackers": ["ge-i-5", "ge-ii-5"],
            "defenders": ["br-16"],
            "supply": "2929",
            "artillery": "",
            "air": "",
            "case": "8.3",
        }
    ]
    assert facts(events, "fought") == [
        {
            "at": "2930",
            "attackers": ["ge-i-5", "ge-ii-5"],
            "defenders": ["br-16"],
            "combat": "attack",
            "odds": "5-1",
            "die": 1,
            "result": "DR2",
            "supplied": True,
            "case": "8.3",
        }
    ]


# --- Rommel


@pytest.mark.case("18.5")
def test_rommel_rolls_an_axis_attack_again_once(fates: Fates) -> None:
    state = play(phase(ATTACKERS, DEFENDERS, rommel=True), ATTACK, rolls=(1,))
    assert (asked(state), listed(state)) == ("axis", ["accept", "reroll"])
    assert refusal(state, "done").case == "18.5"
    state = play(state, "reroll", "accept", rolls=(5,))  # DR2
    assert not state.rommel
    assert steps(state) == (0, 0)
    assert len(fates.retreats) == 1


@pytest.mark.case("18.5")
def test_rommel_may_be_kept(fates: Fates) -> None:
    state = play(phase(ATTACKERS, DEFENDERS, rommel=True), ATTACK, "accept", "lose ge-i-5", rolls=(1,))
    assert state.rommel
    assert steps(state) == (1, 0)


@pytest.mark.case("18.5")
def test_rommel_is_not_asked_once_used_nor_for_allied_attacks(fates: Fates) -> None:
    used = play(phase(ATTACKERS, DEFENDERS, rommel=False), ATTACK, rolls=(1,))
    assert listed(used)[0] == "lose ge-i-5"
    allied = phase("it-8b 2930", "br-16 2929", phasing="allied", rommel=True)
    assert is_over(play(allied, "attack 2930 with br-16", rolls=(1,)))


# --- the forecast


@pytest.mark.case("8.3", "10.1")
def test_a_forecast_tells_the_chances_of_every_result() -> None:
    state = strong()
    told = forecast(state, battle(state, "ge-i-5, ge-ii-5", payer="2929"))
    assert told.column == "5-1"
    assert [(chance.result, chance.numerator, chance.denominator) for chance in told.chances] == [
        ("DR2", 1, 6),
        ("DRX", 1, 6),
        ("A1/D1", 1, 6),
        ("D1", 1, 6),
        ("DR4", 1, 6),
        ("DS", 1, 6),
    ]
    assert (round(told.attacker_loss, 3), round(told.defender_loss, 3)) == (0.333, 0.667)
    assert told.chances[3].text == "the defender loses a step and retreats 2 to 3 hexes, advance up to 3"


@pytest.mark.case("8.8.3", "18.1")
def test_a_forecast_at_ten_to_one_is_certain() -> None:
    state = position("ge-i-5, ge-ii-5, ge-115 2929", "br-kdg~ 2930")
    told = forecast(state, battle(state, "ge-i-5, ge-ii-5, ge-115"))
    assert [(chance.result, chance.numerator) for chance in told.chances] == [("DS", 1)]
    assert told.defender_loss == 0
