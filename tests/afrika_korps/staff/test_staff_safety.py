"""The staff's last look: what must not be lost keeps a guard, moves away, or has the way to it barred."""

from __future__ import annotations

from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.staff.picture import Picture, screened_threats
from sandtable.games.afrika_korps.staff.shield import shield
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.positions import position
from tests.afrika_korps.staff.test_staff import moved

at = board().hex

# The Axis has taken everything; what is left of the Allies stands on the escarpment south of their base.
LAST_STAND = "2/2sg, 4I/11, 4I/23 N62, AlS3 U62"
CONQUERORS = (
    "15/8, ariete, 21/104, AxS3, rommel J62, 15/115, 15/33, trenta, AxS2 K63, brescia, AxC1, AxC2 I62, pavia K62, "
    "bologna W3, savena H2, 21/3 G25"
)


def test_a_conquered_base_keeps_a_garrison_while_enemies_are_near() -> None:
    state, orders = moved(CONQUERORS, LAST_STAND, turn=8)
    assert state.at(at("J62"), "axis"), orders


def test_no_supply_is_put_where_enemies_who_are_only_driven_back_can_take_it() -> None:
    state, orders = moved(CONQUERORS, LAST_STAND, turn=8)
    threats = screened_threats(state, "allied", {})
    lone = [there for there in state.layout.supplies["axis"].values() if not state.at(there, "axis")]
    assert not any(threats.reached(there) for there in lone), orders


def allied_before_their_base(axis: str = "15/8, 21/5, 15/115, rommel I43, AxS1, 21/104 I39, bologna W3") -> AfrikaKorps:
    near = "7/4, 7/7, 4I/11, AlS1 J62, 7/3I, 2/2sg, 7/7sg N62, 4I/5, 4I/7, 7/4SA N61, 7A/1, 7A/2, pol O62"
    return position(axis, near, 6, "allied")


def barred(state: AfrikaKorps, placed: dict[str, str]) -> dict[str, str]:
    """Who is sent to bar the way when the others are to stand in these hexes."""
    picture, base = Picture(state, "allied"), at("J62")
    stands = {**picture.units, **{name: at(there) for name, there in placed.items()}}
    free = [name for name in picture.free if stands[name] != base]
    found = shield(picture, base, stands, free)
    after = screened_threats(state, "axis", {**stands, **found})
    assert not found or after.attack(base) == 0
    return {name: board().name(there) for name, there in found.items()}


BEHIND = dict.fromkeys(("7/3I", "2/2sg", "7/7sg"), "I63") | dict.fromkeys(("4I/5", "4I/7", "7/4SA"), "M65")
BEHIND |= dict.fromkeys(("7A/1", "7A/2", "pol"), "N65")


def test_the_way_to_the_home_base_is_barred_before_the_enemy_stands_beside_it() -> None:
    found = barred(allied_before_their_base(), BEHIND)
    assert found
    assert all(board().distance(at(there), at("J62")) >= 1 for there in found.values())


def test_the_way_is_not_barred_while_the_enemy_is_far_away_or_too_weak() -> None:
    assert barred(allied_before_their_base("15/8, 21/5, rommel G20, AxS1 G20, bologna W3"), BEHIND) == {}
    assert barred(allied_before_their_base("21/3, rommel I43, AxS1 I39, bologna W3"), BEHIND) == {}


def test_a_supply_that_cannot_get_away_gets_a_guard() -> None:
    # AxS1 has no hex in its reach that a raider cannot come to; the two brigades nearby can join it.
    state, orders = moved("AxS1 L41, savena, bologna M42, pavia W3", "7/4, 7/7, AlS1 J52, 9A/20 J62", turn=12)
    (there,) = state.layout.supplies["axis"].values()
    assert state.at(there, "axis"), orders
