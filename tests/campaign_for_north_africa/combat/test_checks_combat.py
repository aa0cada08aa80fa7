"""The worked examples of combat and of strength, each under its own name, by the case that tells it; what is a look-up
on a chart is with the tables. The example told after 15.96 goes by that number."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.anti_armour import Harm, armour_toll
from sandtable.games.campaign_for_north_africa.combat.commitment import probes_of
from sandtable.games.campaign_for_north_africa.combat.differential import attack_strength, defence_strength, reckon
from sandtable.games.campaign_for_north_africa.combat.obligations import battalions_to_hold_off, holds_off
from sandtable.games.campaign_for_north_africa.contents import Commitment
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import check
from sandtable.games.campaign_for_north_africa.losses.casualties import exposure, gun_toll, raw_loss, vulnerable
from sandtable.games.campaign_for_north_africa.movement.reaction import is_pinned
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.strength import (
    Force,
    Role,
    actual,
    armour,
    forces_of,
    rating,
    raw,
    raw_attacked,
    vulnerability,
)
from sandtable.games.campaign_for_north_africa.pieces.units import cpa
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from tests.campaign_for_north_africa.assaults import HEX, committed, fight
from tests.campaign_for_north_africa.positions import position


def rated(unit: str, weapon: str, role: Role) -> int | None:
    found = rating(position(f"{unit} C3918"), unit, weapon, role)
    return None if found is None else found.value


def raw_of(unit: str, weapon: str, points: int, role: Role) -> int:
    return raw(position(f"{unit} C3918"), ((unit, weapon, points),), role)


# Reaction and holding off


@pytest.mark.case("8.53")
@pytest.mark.parametrize(
    ("own", "allowance", "may_react"),
    [
        pytest.param("1KRRC C3511 motors=6", 20, False, id="react-recce-vs-lorried"),
        pytest.param("I/5Pz[PzII:8], DAK C3511", 40, True, id="react-recce-vs-light-truck"),
    ],
)
def test_reconnaissance_of_45_pins_what_is_six_points_slower(own: str, allowance: int, may_react: bool) -> None:
    """Light trucks are not in the abstract game; light panzers with Rommel have their forty points."""
    foe = "3Aufk" if own.startswith("1KRRC") else "11Hus"
    escort = ("I/5Pz", "DAK")
    state = position(f"{foe} C3510", own, rommel="C3511", escort=escort)
    name = "1KRRC" if own.startswith("1KRRC") else "I/5Pz"
    assert (cpa(state, foe), cpa(state, name)) == (45, allowance)
    assert is_pinned(state, name, (foe,)) is not may_react


@pytest.mark.case("10.34")
@pytest.mark.parametrize(("battalions", "points"), [pytest.param(11, 11, id="holding-off")])
def test_as_many_actual_points_as_battalions_without_guns_hold_them_off(battalions: int, points: int) -> None:
    names = "1RNF, 2SctGds, 1Buffs, 3CldGds, 1Hamp, 1SoStff, 2KRRC, 1THRf, 1Ranger, 6RTR, 2RTR, 11RHA, 3RHA C3818"
    state = position("I/220Art C3918", names, phasing="axis")
    assert battalions_to_hold_off(state, HEX("C3818")) == battalions
    assert holds_off(state, HEX("C3818"), points) and not holds_off(state, HEX("C3818"), points - 1)


# Strengths


@pytest.mark.case("11.35", "4.46")
def test_90_leichte_155th() -> None:
    state = position("90Le+ C3918")
    regiment = forces_of(state, ("I/155", "II/155", "III/155"))
    assert sum(points for _, _, points in regiment) == 21 and raw(state, regiment, "offence") == 42


@pytest.mark.case("11.35", "11.15")
def test_90_leichte_361st() -> None:
    """Nine points of Afrikaners, twice as good in defence."""
    forces = (("I/361", "", 5), ("II/361", "", 4))
    state = position("I/361[5], II/361[4] C3918")
    assert (raw(state, forces, "offence"), raw_attacked(state, forces, "defence")) == (9, 18)


@pytest.mark.case("11.35", "11.32", "11.34")
def test_90_leichte_total() -> None:
    assert 42 + 9 + 14 == 65 and actual(65) == 7


@pytest.mark.case("11.37")
def test_aa_points() -> None:
    """Raw points are Actual ones: nothing is divided by ten."""
    state = position("2HAA[3.7inAA:2] C3918")
    assert raw(state, (("2HAA", "3.7inAA", 2),), "anti_air") == 4 * 2


@pytest.mark.case("12.18")
def test_vulnerability_half() -> None:
    state = committed("I/125 C3918", "3Fld[5.5inGun:6] C3818", phasing="commonwealth", attack="none")
    assert exposure(state, "3Fld", "5.5inGun", assaulting=False) == 7
    assert exposure(state, "3Fld", "5.5inGun", assaulting=True) == 4


# Anti-armour fire


@pytest.mark.case("14.43", "4.48")
@pytest.mark.parametrize(
    ("weapon", "protection"),
    [
        pytest.param("M13/40", 3, id="armor-m13"),
        pytest.param("M11/39", 2, id="armor-m11"),
    ],
)
def test_protection_of_italian_tanks(weapon: str, protection: int) -> None:
    assert armour(position(f"I(M)[{weapon}:6] C3918"), "I(M)", weapon) == protection


@pytest.mark.case("14.43")
def test_absorb_7() -> None:
    """One M13 and two M11 absorb seven Damage Points; so the example has it."""
    state = committed(
        "I(M)[M11/39:6, M13/40:3] C3918",
        "3RHA[2pdr:12] C3818",
        defence="C3818 anti 3RHA:12",
        attack="C3818 close I(M):M11/39:6, I(M):M13/40:3",
    )
    toll = armour_toll(state, Harm("axis", HEX("C3818"), 7), 2)
    check(toll, (Points("I(M)", "M13/40", 1), Points("I(M)", "M11/39", 2)))
    assert 1 * 3 + 2 * 2 == toll.need == 7


@pytest.mark.case("15.96", "4.47", "4.49")
@pytest.mark.parametrize(
    ("unit", "weapon", "protection"),
    [
        pytest.param("4Hus", "CrusaderII", 4, id="ex-crusader-armor"),  # the text has 3
        pytest.param("I/5Pz", "PzIIIJ", 4, id="ex-pz3-armor"),
    ],
)
def test_protection_of_the_tanks_of_the_example(unit: str, weapon: str, protection: int) -> None:
    assert armour(position(f"{unit}[{weapon}:7] C3918"), unit, weapon) == protection
    assert rated("I/5Pz", "PzIIIJ", "offence") == 7


@pytest.mark.case("15.96", "11.32")
@pytest.mark.parametrize(
    ("unit", "weapon", "points", "role", "total", "strength"),
    [
        pytest.param("I/220Art", "10.5K18", 10, "barrage", 90, 9, id="ex-axis-barrage"),
        pytest.param("11RHA", "25pdr", 6, "barrage", 48, 5, id="ex-cw-barrage"),
        pytest.param("I/5Pz", "PzIIIJ", 5, "anti_armour", 30, 3, id="ex-aa-axis-points"),
        pytest.param("3RHA", "2pdr", 6, "anti_armour", 24, 2, id="ex-aa-cw-points"),
    ],
)
def test_strengths_of_the_example(
    unit: str,
    weapon: str,
    points: int,
    role: Role,
    total: int,
    strength: int,
) -> None:
    assert (raw_of(unit, weapon, points, role), actual(total)) == (total, strength)


@pytest.mark.case("15.96", "4.47", "4.49")
def test_ex_vulnerability() -> None:
    assert vulnerability(position("I/220Art C3918"), "I/220Art", "10.5K18") == 9


@pytest.mark.case("15.96", "4.47")
def test_ex_stuart_def() -> None:
    assert rated("9Lancr", "Stuart", "defence") == 4


# Close assault


def sent(points: int) -> tuple[int, ...]:
    """What is only probed when so many of the seven points of a battalion assault."""
    state = position("I/104 C3918", "1RNF C3818", phasing="axis")
    return probes_of(state, (Commitment(HEX("C3818"), "close_assault", "I/104", "", points),))


@pytest.mark.case("15.25", "15.91")
@pytest.mark.parametrize(
    ("points", "is_probe"),
    [
        pytest.param(3, True, id="probe-3-of-7"),
        pytest.param(4, False, id="assault-4-of-7"),
    ],
)
def test_half_of_seven_points_make_an_assault(points: int, is_probe: bool) -> None:
    assert (sent(points) == (HEX("C3818"),)) is is_probe


@pytest.mark.case("15.26")
def test_basic_differential() -> None:
    """Six Actual Points against eight."""
    state = committed(
        "I/125, II/125, III/125, I/104, II/104[2] C3918",
        "2SctGds[20], 3CldGds[20] C3818",
        attack="C3818 close I/125:7, II/125:7, III/125:7, I/104:7, II/104:2",
        defence="C3818 close 2SctGds:20, 3CldGds:20",
    )
    found = reckon(state, fight(state, "C3818"))
    assert (found.attack.points, found.defence.points, found.basic) == (6, 8, -2)


@pytest.mark.case("15.4")
@pytest.mark.parametrize(
    ("tanks", "strength"),
    [
        pytest.param(2, 0, id="combined-arms-2"),
        pytest.param(4, 1, id="combined-arms-4"),
    ],
)
def test_tanks_of_seven_without_infantry(tanks: int, strength: int) -> None:
    state = committed(
        f"I/5Pz[PzIIIJ:{tanks}] C3918",
        "2SctGds C3818",
        attack=f"C3818 close I/5Pz:{tanks}",
        defence="C3818 close 2SctGds:6",
    )
    assert attack_strength(state, fight(state, "C3818")).points == strength


@pytest.mark.case("15.96", "15.4", "15.26")
def test_ex_assault_axis() -> None:
    state = committed(
        "I/125, II/125, III/125, I/5Pz[PzIIIJ:8] C3918",
        "2SctGds C3818",
        defence="C3818 close 2SctGds:6",
        attack="C3818 close I/125:7, II/125:7, III/125:7, I/5Pz:3",
    )
    found = attack_strength(state, fight(state, "C3818"))
    assert (found.raw, actual(found.raw), found.points) == (63, 6, 6)


@pytest.mark.case("15.96", "15.4", "15.26")
def test_ex_assault_cw() -> None:
    state = committed(
        "I/125 C3918",
        "1RflBde[5], 4Hus[CrusaderII:7] C3818",
        attack="C3818 close I/125:7",
        defence="C3818 close 1RflBde:5, 4Hus:7",
    )
    found = defence_strength(state, fight(state, "C3818"))
    assert (found.raw, actual(found.raw), found.points) == (38, 4, 3)


@pytest.mark.case("15.96", "15.4")
def test_ex_combined_arms() -> None:
    """Seven points of tanks beside five of infantry."""
    state = committed(
        "I/125 C3918",
        "1RflBde[5], 4Hus[CrusaderII:7] C3818",
        attack="C3818 close I/125:7",
        defence="C3818 close 1RflBde:5, 4Hus:7",
    )
    found = defence_strength(state, fight(state, "C3818"))
    assert (found.unsupported, found.lost) == (2, 1)


@pytest.mark.case("15.83", "15.77")
def test_rounding() -> None:
    assert (raw_loss((3510,), up=True), raw_loss((3510,), up=False)) == (36, 35)


@pytest.mark.case("15.83", "15.77")
def test_rounding_overrun() -> None:
    assert raw_loss((110,), up=True) == 2


@pytest.mark.case("15.96", "15.83", "15.84")
def test_ex_losses_axis() -> None:
    """Five percent of 63 is four, half of that two Vulnerability Points, and one gun of nine bears them."""
    lost = raw_loss((63 * 5,), up=True)
    state = committed("I/220Art C3918", "2SctGds C3818", attack="none")
    guns: tuple[Force, ...] = (("I/220Art", "10.5K18", 6),)
    toll = gun_toll(state, guns, lost, ())
    assert (lost, vulnerable(lost), toll.need) == (4, 2, 2)
    check(toll, (Points("I/220Art", "10.5K18", 1),))


@pytest.mark.case("15.96", "15.83", "15.12")
def test_ex_losses_cw() -> None:
    assert raw_loss((38 * 15, 32 * 15), up=False) == 10


# Breakdown


@pytest.mark.case("21.12", "4.47")
def test_bar_sherman() -> None:
    assert weapons()["Sherman"].breakdown_adjustment(60) == 0
