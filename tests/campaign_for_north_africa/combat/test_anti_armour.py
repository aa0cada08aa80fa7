"""Anti-armour fire: who fires at whom, through what, and what is destroyed."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.anti_armour import (
    Harm,
    armour_toll,
    damage_of,
    fire_at,
    hex_shift,
    hexside_shift,
    mine_shift,
    targets,
)
from sandtable.games.campaign_for_north_africa.combat.tables import damage
from sandtable.games.campaign_for_north_africa.contents import Minefield
from sandtable.games.campaign_for_north_africa.dice import Code
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import suggest
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.pieces.counters import SIDES, Side
from sandtable.games.campaign_for_north_africa.pieces.strength import armour
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.assaults import HEX, committed, fired, prompt, toe, told
from tests.campaign_for_north_africa.combat_segments import options, order, ordered, refused, who
from tests.campaign_for_north_africa.positions import where

AT = HEX("C3818")
TANKS = "C3818 anti VIII(M):7"


def italians(attack: str = TANKS, defence: str = "C3818 anti 3RHA:6", **fields: object) -> Campaign:
    return committed("VIII(M) C3918", "3RHA, 2SctGds C3818", attack=attack, defence=defence, **fields)


# Who fires at whom


@pytest.mark.case("14.11", "14.12", "14.0")
def test_the_defender_fires_at_armour_that_comes_at_him_and_not_at_armour_withheld() -> None:
    assert targets(italians(), AT, "axis") == (("VIII(M)", "M13/40", 7),)
    assert targets(italians("C3818 anti VIII(M):3"), AT, "axis") == (("VIII(M)", "M13/40", 3),)


@pytest.mark.case("14.11", "14.12", "14.21", "14.44")
def test_armour_withheld_from_both_kinds_of_combat_is_safe() -> None:
    state = committed(
        "I/125 C3918", "4Hus, 2SctGds C3818", attack="C3818 anti I/125:7", defence="C3818 close 2SctGds:6"
    )
    assert targets(state, AT, "commonwealth") == ()
    assert fire_at(state, AT, "axis") is None


@pytest.mark.case("14.44")
def test_armour_in_either_role_may_be_hit() -> None:
    state = italians("C3818 anti VIII(M):3; C3818 close VIII(M):4")
    assert targets(state, AT, "axis") == (("VIII(M)", "M13/40", 7),)


@pytest.mark.case("14.11", "14.12", "14.22", "13.28")
def test_armour_that_retreated_into_the_hex_is_hit_but_does_not_fire() -> None:
    state = committed(
        "2AT, I/125 C3918",
        "4Hus, 2SctGds C3818",
        attack="C3818 anti 2AT:6",
        defence="C3818 close 2SctGds:6",
        withdrew="4Hus",
    )
    assert targets(state, AT, "commonwealth") == (("4Hus", "A9", 5), ("4Hus", "A10", 5))
    assert fire_at(state, AT, "commonwealth") is None


@pytest.mark.case("14.13", "14.47")
def test_guns_that_stand_back_neither_fire_nor_are_hit() -> None:
    state = committed(
        "V/3Art C3918, I/125 C3918",
        "3RHA, 2SctGds C3818",
        attack="C3818 close I/125:7",
        defence="C3818 anti 3RHA:6",
        back="V/3Art",
    )
    assert targets(state, AT, "axis") == ()


@pytest.mark.case("14.47")
def test_self_propelled_guns_absorb_by_their_armour_alone() -> None:
    state = committed("V/3Art C3918", "3RHA C3818", attack="C3818 anti V/3Art:2", defence="C3818 anti 3RHA:6")
    (share,) = armour_toll(state, Harm("axis", AT, 4), 2).shares
    assert (share.unit, share.worth) == ("V/3Art", 3)


@pytest.mark.case("14.22")
def test_fire_from_several_hexes_is_one_fire() -> None:
    state = committed(
        "VIII(M) C3918, VII(M) C3919",
        "4Hus C3818",
        attack="C3818 anti VIII(M):7, VII(M):7",
        defence="C3818 close 4Hus:A9:5",
    )
    fire = fire_at(state, AT, "axis")
    assert fire is not None and (fire.raw, fire.points) == (42, 4)


@pytest.mark.case("14.27")
def test_points_of_one_unit_may_fire_into_different_hexes() -> None:
    state = committed(
        "VIII(M) C3918",
        "4Hus C3818, 8Hus C3919",
        attack="C3818 anti VIII(M):4; C3919 anti VIII(M):3",
        defence="C3818 close 4Hus:A9:5; C3919 close 8Hus:7",
    )
    assert [fire.raw for at in ("C3818", "C3919") if (fire := fire_at(state, HEX(at), "axis"))] == [12, 9]


@pytest.mark.case("14.15")
def test_a_parenthesised_rating_fires_only_where_nobody_has_a_better_one() -> None:
    alone = committed("VIII(M) C3918", "3Fld[18pdr:5] C3818", attack=TANKS, defence="C3818 anti 3Fld:5")
    fire = fire_at(alone, AT, "commonwealth")
    assert fire is not None and fire.raw == 10
    helped = committed("VIII(M) C3918", "3Fld[18pdr:5], 3RHA C3818", attack=TANKS, defence="C3818 anti 3Fld:5, 3RHA:6")
    fire = fire_at(helped, AT, "commonwealth")
    assert fire is not None and fire.raw == 24


@pytest.mark.case("14.26")
def test_points_that_fire_do_not_assault() -> None:
    _, events = fired(
        committed(
            "VIII(M), I/125 C3918",
            "3RHA, 2SctGds C3818",
            attack="C3818 anti VIII(M):7; C3818 close I/125:7",
            defence="C3818 anti 3RHA:6; C3818 close 2SctGds:6",
        ),
        1,
        1,
        3,
        1,
        3,
        1,
        6,
        1,
        6,
        6,
    )
    assert told(events, "assaulted")["attack"] == 1


# Terrain


@pytest.mark.case("14.32", "14.25", "14.31")
def test_the_ground_protects_both_sides_alike() -> None:
    state = committed(
        "VIII(M) C4503",
        "4Hus, 3RHA C4403",
        attack="C4403 anti VIII(M):7",
        defence="C4403 anti 3RHA:6; C4403 close 4Hus:A9:5",
    )
    for side in SIDES:
        fire = fire_at(state, HEX("C4403"), side)
        assert fire is not None and fire.terrain == -1


@pytest.mark.case("14.33", "14.22")
def test_of_the_hex_the_best_counts_and_the_hexside_comes_on_top() -> None:
    assert hex_shift(italians(forts={"C3818": 2}), AT) == -2
    rough = committed("VIII(M) C4503", "3RHA C4403", attack="none", forts={"C4403": 1})
    assert hex_shift(rough, HEX("C4403")) == -1
    strong = committed("VIII(M) C4503", "3RHA C4403", attack="none", forts={"C4403": 2})
    assert hex_shift(strong, HEX("C4403")) == -2
    uphill = committed(
        "VIII(M) C4707",
        "4Hus, 3RHA C4607",
        attack="C4607 anti VIII(M):7",
        forts={"C4607": 1},
        defence="C4607 anti 3RHA:6; C4607 close 4Hus:A9:5",
    )
    fire = fire_at(uphill, HEX("C4607"), "axis")
    assert fire is not None and (fire.terrain, fire.hexside, fire.shift) == (-1, -1, -2)
    assert fire.explain().lines()[-1].strip() == "across the hexside: -1  (14.33)"


@pytest.mark.case("14.33", "14.22")
def test_a_hexside_counts_only_if_all_come_through_it() -> None:
    units = ("VIII(M) C4707, VII(M) C4708", "4Hus C4607")
    one = committed(*units, attack="C4607 anti VIII(M):7", defence="C4607 close 4Hus:A9:5")
    around = ("C4506", "C4507", "C4606", "C4608")
    open_side = next(name for name in around if not hexside_shift(HEX(name), HEX("C4607")))
    both = committed(
        f"VIII(M) C4707, VII(M) {open_side}",
        "4Hus C4607",
        attack="C4607 anti VIII(M):7, VII(M):7",
        defence="C4607 close 4Hus:A9:5",
    )
    fires = [fire_at(state, HEX("C4607"), "axis") for state in (one, both)]
    assert [fire.hexside for fire in fires if fire] == [-1, 0]


@pytest.mark.case("14.34", "14.31")
@pytest.mark.parametrize(
    ("here", "there", "shift"),
    [
        ("C4605", "C4506", -2),
        ("C4603", "C4504", None),  # a ridge with and without a track
        ("C4707", "C4607", -1),
        ("B5923", "B5823", -1),  # up a slope
        ("B5823", "B5924", -1),
        ("B5823", "B5923", None),  # down a slope
        ("C4121", "C4020", None),
        ("C4020", "C4121", -2),
        ("A5433", "A5432", None),  # up an escarpment, and down
        ("B5629", "B5529", 0),  # a wadi
    ],
)
def test_some_hexsides_allow_no_fire_without_a_way(here: str, there: str, shift: int | None) -> None:
    assert hexside_shift(HEX(here), HEX(there)) == shift


@pytest.mark.case("14.34", "14.11", "14.12")
def test_whoever_comes_through_such_a_hexside_neither_fires_nor_is_hit() -> None:
    state = committed(
        "VIII(M) C4603",
        "4Hus, 3RHA C4504",
        attack="C4504 anti VIII(M):7",
        defence="C4504 anti 3RHA:6; C4504 close 4Hus:A9:5",
    )
    assert fire_at(state, HEX("C4504"), "axis") is None
    assert fire_at(state, HEX("C4504"), "commonwealth") is None


@pytest.mark.case("14.34", "8.37", "14.11", "14.12")
def test_tanks_that_come_down_an_escarpment_by_a_track_fire_and_cannot_be_hit() -> None:
    """Both ways the chart has its say: two columns off downwards, no fire at all upwards."""
    state = committed(
        "VIII(M) C4020",
        "4Hus, 3RHA C4121",
        attack="C4121 anti VIII(M):7",
        defence="C4121 anti 3RHA:6; C4121 close 4Hus:A9:5",
    )
    ours = fire_at(state, HEX("C4121"), "axis")
    assert ours is not None and ours.hexside == -2
    assert fire_at(state, HEX("C4121"), "commonwealth") is None
    beside = committed(
        "VIII(M) C4020, VII(M) C4122",
        "4Hus, 3RHA C4121",
        defence="C4121 anti 3RHA:6",
        attack="C4121 anti VIII(M):7, VII(M):7",
    )
    assert targets(beside, HEX("C4121"), "axis") == (("VII(M)", "M13/40", 7),)


@pytest.mark.case("14.35")
def test_below_one_the_column_is_that_of_nothing() -> None:
    state = italians("C3818 anti VIII(M):3", forts={"C3818": 2})
    fire = fire_at(state, AT, "commonwealth")
    assert fire is not None and (fire.points, fire.shift) == (2, -2)
    assert damage_of(state, fire, Code(45)) == 0


@pytest.mark.case("14.41", "14.6")
def test_the_phasing_side_reads_one_row_lower() -> None:
    state = italians()
    theirs = fire_at(state, AT, "commonwealth")
    assert theirs is not None and theirs.points == 2
    assert damage_of(state, theirs, Code(25)) == 2
    phasing = italians(phasing="commonwealth", attack="C3918 anti 3RHA:6", defence="C3918 anti VIII(M):7")
    ours = fire_at(phasing, HEX("C3918"), "commonwealth")
    assert ours is not None and ours.points == 2
    assert damage_of(phasing, ours, Code(25)) == 1
    assert damage(5, 0, Code(11), phasing=True) == damage(5, 0, Code(11), phasing=False) == 3  # there is no lower row


# Losses


@pytest.mark.case("14.0", "14.41", "3.34")
def test_fire_is_simultaneous_and_losses_come_after_it() -> None:
    """Both sides lose what the other hit, though the first to fire would have destroyed all."""
    state, events = fired(
        committed(
            "VIII(M)[M13/40:1] C3918", "1RTR[A9:1] C3818", attack="C3818 anti VIII(M):1", defence="C3818 anti 1RTR:1"
        ),
        6,
        6,
        6,
        6,
    )
    kinds = [event.kind for event in events if event.kind in ("fired", "lost")]
    assert kinds == ["fired", "fired", "lost", "lost"]
    assert toe(state, "VIII(M)") == {} == toe(state, "1RTR")
    assert [where(state, name) for name in ("VIII(M)", "1RTR")] == ["eliminated"] * 2
    (told_of,) = (
        event.facts["unit"] for event in events if event.kind == "eliminated" and event.facts["unit"] != "1RTR"
    )
    assert told_of == "VIII(M)"


@pytest.mark.case("14.43", "14.42", "14.41")
def test_aa_m11_m13_seven_points_take_one_m13_and_two_m11() -> None:
    """The example: 5 points, 35, against six points of M11 and three of M13."""
    state = committed(
        "I(M)[M11/39:6, M13/40:3] C3918",
        "3RHA[2pdr:12], 2SctGds C3818",
        phasing="axis",
        attack="C3818 close I(M):M11/39:6, I(M):M13/40:3",
        defence="C3818 anti 3RHA:12; C3818 close 2SctGds:6",
    )
    state, events = fired(state, 3, 5)
    assert told(events, "fired")["damage"] == 7
    assert who(state) == ("axis",) and "7 Damage Points" in prompt(state)
    assert refused(state, "axis", "lose I(M):M11/39:3") == "14.43"
    assert refused(state, "axis", "lose I(M):M11/39:2, I(M):M13/40:2") == "14.43"
    assert refused(state, "axis", "lose 3RHA:1") == "14.43"
    assert refused(state, "axis", "lose I(M):M13/40:4") == "14.43"
    for text in options(state, "axis"):
        assert text.startswith("lose I(M):")
    state = order(state, "axis", "lose I(M):M13/40:1, I(M):M11/39:2", rolls=(3, 1, 3, 1, 6, 1, 6, 6))
    assert toe(state, "I(M)") == {"M11/39": 4, "M13/40": 2}


@pytest.mark.case("14.45")
def test_damage_beyond_the_last_tank_is_ignored() -> None:
    state, _ = fired(italians("C3818 anti VIII(M):1", "C3818 anti 3RHA:6"), 6, 6)
    assert toe(state, "VIII(M)") == {"M13/40": 6}  # six Damage Points would take two; one was there
    assert armour_toll(italians("C3818 anti VIII(M):1"), Harm("axis", AT, 6), 2).need == 3


@pytest.mark.case("14.46", "14.51")
def test_destroyed_tanks_lie_where_their_unit_stands_and_other_vehicles_are_gone() -> None:
    state, _ = fired(italians(), 6, 6)
    (wreck,) = state.wrecks.values()
    assert (wreck.at, wreck.side, wreck.nation, wreck.weapon, wreck.points, wreck.destroyed) == (
        HEX("C3918"),
        "axis",
        "italian",
        "M13/40",
        2,
        True,
    )
    assert wreck.code == "" and wreck.unit == "VIII(M)"
    recce = committed("33Aufk C3918", "3RHA C3818", attack="C3818 anti 33Aufk:8", defence="C3818 anti 3RHA:6")
    state, _ = fired(recce, 6, 6)
    assert toe(state, "33Aufk") == {"": 5} and not state.wrecks


@pytest.mark.case("14.48")
def test_halftracks_alone_protect_twice_as_well_and_only_two_are_lost() -> None:
    state = committed("I/104 C3918 motors=7", "3RHA C3818", attack="C3818 anti I/104:7", defence="C3818 anti 3RHA:6")
    toll = armour_toll(state, Harm("axis", AT, 6), 2)
    assert toll.shares[0].worth == 2 and toll.need == 4
    state, _ = fired(state, 6, 6)
    assert toe(state, "I/104") == {"": 5} and state.units["I/104"].motors == 5


@pytest.mark.case("14.48")
def test_beside_tanks_halftracks_protect_as_printed_and_two_are_the_most() -> None:
    state = committed(
        "I/104 C3918 motors=7, VIII(M) C3918",
        "3RHA C3818",
        attack="C3818 anti I/104:7, VIII(M):7",
        defence="C3818 anti 3RHA:6",
    )
    four = suggest(armour_toll(state, Harm("axis", AT, 4), 2))
    assert four == (Points("I/104", "", 1), Points("VIII(M)", "M13/40", 1))
    state, _ = fired(state, 6, 6)
    assert "6 Damage Points" in prompt(state)
    assert refused(state, "axis", "lose I/104:6") == "14.43"
    assert refused(state, "axis", "lose I/104:3, VIII(M):1") == "14.43"
    state, _ = ordered(state, "axis", "lose VIII(M):2")
    assert state.units["I/104"].motors == 7


@pytest.mark.case("14.48")
def test_halftracks_that_nothing_carries_are_no_armour() -> None:
    state = committed("I/104 C3918", "3RHA C3818", attack="C3818 close I/104:7", defence="C3818 anti 3RHA:6")
    assert targets(state, AT, "axis") == ()


# What the enemy learns


@pytest.mark.case("3.62", "3.6")
def test_the_enemy_sees_types_of_tanks_but_neither_numbers_nor_what_was_lost() -> None:
    state = committed(
        "I(M)[M11/39:6, M13/40:3], 33Aufk C3918",
        "3RHA[2pdr:12], 2SctGds C3818",
        attack="C3818 close I(M):M11/39:6, 33Aufk:8",
        defence="C3818 anti 3RHA:12; C3818 close 2SctGds:6",
    )
    state, events = fired(state, 3, 5)
    assert told(events, "fired")["seen"] == ["M11/39", "armoured recce"]
    state, events = ordered(state, "axis", options(state, "axis")[0], rolls=(3, 1, 3, 1, 6, 1, 6, 6))
    lost = next(event for event in events if event.kind == "lost")
    assert lost.heard_by("axis") and not lost.heard_by("commonwealth")


@pytest.mark.case("3.62")
def test_nobody_is_asked_where_only_one_kind_of_armour_can_be_lost() -> None:
    state, _ = fired(italians(), 6, 6)
    assert who(state) == ()


@pytest.mark.case("14.48", "14.43", "14.46", "14.41", "14.0")
def test_two_halftracks_are_the_most_that_a_side_loses_in_all_its_hexes_together() -> None:
    """Three Damage Points take one of them where they are alone, six as many as may be lost."""
    state = committed(
        "I/104 C3918 motors=7",
        "3RHA C3818, 73AT[2pdr:6] C3919",
        attack="C3818 anti I/104:4; C3919 anti I/104:3",
        defence="C3818 anti 3RHA:6; C3919 anti 73AT:6",
    )
    for dice in ((6, 6, 6, 6), (2, 5, 6, 6)):
        after, events = fired(state, *dice)
        lost = [event.facts["points"] for event in events if event.kind == "lost"]
        assert lost == ([["I/104:2"]] if dice[0] == 6 else [["I/104:1"], ["I/104:1"]])
        assert toe(after, "I/104") == {"": 5} and after.units["I/104"].motors == 5


@pytest.mark.case("14.42", "14.43", "14.46", "14.48")
def test_armoured_cars_are_no_halftracks() -> None:
    """They protect as printed, any number of them is lost, and no Motorization Points with them."""
    state = committed(
        "15PzDiv C3918 motors=5, 33Aufk>15PzDiv",
        "3RHA C3818",
        attack="C3818 anti 33Aufk:8",
        defence="C3818 anti 3RHA:6",
    )
    toll = armour_toll(state, Harm("axis", AT, 6), 2)
    (share,) = toll.shares
    assert (share.worth, share.limited, toll.need) == (armour(state, "33Aufk", ""), False, 6)
    after, _ = fired(state, 6, 6)
    assert toe(after, "33Aufk") == {"": 5} and after.units["15PzDiv"].motors == 5


# To the point


@pytest.mark.case("14.11", "14.12", "14.22", "14.33", "14.32")
def test_the_hexside_that_tanks_come_through_counts_for_those_who_fire_at_them_too() -> None:
    state = committed(
        "VIII(M) C4707",
        "4Hus, 3RHA C4607",
        attack="C4607 anti VIII(M):7",
        forts={"C4607": 1},
        defence="C4607 anti 3RHA:6; C4607 close 4Hus:A9:5",
        minefields={"C4607": Minefield("commonwealth")},
    )
    columns: tuple[tuple[Side, int, int], ...] = (("axis", 21, -1), ("commonwealth", 24, 1))
    for side, raw, mines in columns:
        fire = fire_at(state, HEX("C4607"), side)
        assert fire is not None and (fire.raw, fire.hexside, fire.mines, fire.shift) == (raw, -1, mines, -2 + mines)
        assert [line.strip() for line in fire.explain().lines()[1:]] == [
            f"{raw} raw points, 2 actual  (11.32)",
            "C4607: -1  (14.32)",
            "across the hexside: -1  (14.33)",
            f"minefield: {mines:+}  (26.26)",
        ]


@pytest.mark.case("14.22", "14.32")
def test_on_open_ground_nothing_shifts_the_fire_and_nothing_is_said_of_it() -> None:
    fire = fire_at(italians(), AT, "commonwealth")
    assert fire is not None and fire.shift == 0 and len(fire.explain().lines()) == 2


@pytest.mark.case("26.26", "14.22")
def test_mines_behind_another_attack_do_not_hamper_this_one() -> None:
    state = committed(
        "VIII(M) C3918, VII(M) C3920",
        "4Hus, 3RHA C3818, 8Hus C3919",
        attack="C3818 anti VIII(M):7; C3919 anti VII(M):7",
        defence="C3818 anti 3RHA:6; C3818 close 4Hus:A9:5",
        minefields={"C3920": Minefield("commonwealth")},
    )
    assert [mine_shift(state, HEX(at), "axis") for at in ("C3818", "C3919")] == [0, -1]


@pytest.mark.case("3.62")
def test_the_enemy_sees_that_halftracks_are_there() -> None:
    state = committed("I/104 C3918 motors=7", "3RHA C3818", attack="C3818 anti I/104:7", defence="C3818 anti 3RHA:6")
    _, events = fired(state, 1, 1)
    assert told(events, "fired")["seen"] == ["halftracks"]


@pytest.mark.case("14.42", "14.48")
def test_halftracks_beside_armoured_cars_protect_as_printed() -> None:
    state = committed(
        "I/104 C3918 motors=7, 33Aufk C3918",
        "3RHA C3818",
        attack="C3818 anti I/104:7, 33Aufk:8",
        defence="C3818 anti 3RHA:6",
    )
    toll = armour_toll(state, Harm("axis", AT, 6), 2)
    assert [(share.unit, share.worth, share.limited) for share in toll.shares] == [
        ("I/104", 1, True),
        ("33Aufk", 2, False),
    ]


@pytest.mark.case("14.46", "14.48", "14.0", "14.41")
def test_tanks_of_a_unit_in_halftracks_are_tanks_and_count_against_nothing() -> None:
    """Three tanks and two halftracks in one battalion: the tank that is lost lies there, no truck goes with it."""
    state = committed(
        "I/104[:2, PzII:3] C3918 motors=2",
        "3RHA C3818",
        attack="C3818 anti I/104:2, I/104:PzII:3",
        defence="C3818 anti 3RHA:6",
    )
    toll = armour_toll(state, Harm("axis", AT, 4), 2)
    assert [(share.weapon, share.worth, share.limited) for share in toll.shares] == [("", 1, True), ("PzII", 2, False)]
    state, _ = fired(state, 2, 5)  # two Damage Points
    assert who(state) == ("axis",)
    after = order(state, "axis", "lose I/104:PzII:1")
    assert after.units["I/104"].motors == 2 and [wreck.weapon for wreck in after.wrecks.values()] == ["PzII"]
