"""Who would lose if nothing happened: the later it is, the more he dares."""

from __future__ import annotations

from sandtable.games.tobruk.staff.orders import best_scheme
from sandtable.games.tobruk.staff.picture import Picture
from sandtable.games.tobruk.staff.scheme import Prepared
from sandtable.games.tobruk.state import Tobruk
from tests.tobruk.positions import moving

FORTRESS = "2BW/14, 1BH/14, 2YL/14, 4Bdr/23, 1Esx/23, 1DLI/23 2403, 2Kng/16, 2Qns/16, 2Liec/16 2404"
WALLS = "1Rfl/Car, 3Rfl/Car, Lnr/Car 2504, HMG/Car, 11Cz, 2/13Aus, 2/15Aus 2304"
ARMOUR = "8RTR/1Tk 4512, 7ArmHQ, 8Hus/4Arm, 3RTR/4Arm, 5RTR/4Arm, 3CLY/22Arm, 4CLY/22Arm 4917, 2NZHQ 4817"
PANZERS = "21PzHQ, I/5/21 4509"
LAST = 4  # turn of the scenario


def before_the_armour(turn: int, margin: int) -> Tobruk:
    """The panzers can attack, but the enemy's armour comes after them; `margin` is what he must lead by."""
    return moving(PANZERS, f"{ARMOUR}, {FORTRESS}, {WALLS}", "21pz", turn=turn, margin=margin, cup=("xxx", "xiii"))


def attacks(state: Tobruk) -> int:
    prepared = Prepared(state, "axis")
    return len(best_scheme(prepared, prepared.offensive()).offensive.operations)


def test_who_is_behind_fears_less_from_turn_to_turn() -> None:
    fears = [Prepared(before_the_armour(turn, -5), "axis").intent.fear for turn in (LAST - 2, LAST - 1, LAST)]
    assert 1.0 > fears[0] > fears[1] > fears[2]


def test_who_is_ahead_never_fears_less() -> None:
    assert {Prepared(before_the_armour(turn, 40), "axis").intent.fear for turn in (LAST - 2, LAST)} == {1.0}
    assert Picture(before_the_armour(LAST, 13), "axis").left == 0


def test_the_axis_does_not_count_on_a_lead_that_grows() -> None:
    """As things stand it would win with two turns to come, but the Commonwealth will not stop there."""
    early, late = (Picture(before_the_armour(turn, 13), "axis") for turn in (LAST - 2, LAST))
    assert early.behind
    assert not late.behind
    assert Picture(before_the_armour(LAST - 2, 13), "commonwealth").behind


def test_on_the_last_turn_the_panzers_attack_what_they_left_alone_before() -> None:
    assert attacks(before_the_armour(LAST - 2, -5)) == 0
    assert attacks(before_the_armour(LAST, -5)) > 0


def test_who_would_win_if_nothing_happened_does_not_seek_the_enemy() -> None:
    seeking, waiting = (Prepared(before_the_armour(LAST - 2, margin), "axis").intent for margin in (-5, 40))
    assert max(worth for worth, _ in waiting.interests) < max(worth for worth, _ in seeking.interests)
