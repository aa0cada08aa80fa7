"""Retreats that combat demands."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import frames
from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.combat.retreats import (
    Retreats,
    Settling,
    open_forced,
    open_retreat,
    suggest,
)
from sandtable.games.campaign_for_north_africa.contents import Minefield, Wreck
from sandtable.games.campaign_for_north_africa.losses.casualties import Battle
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.repair.destroyed_tanks import Spoils
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.assaults import EVEN, HEX, committed, fought, prompt, toe
from tests.campaign_for_north_africa.combat_segments import STORES, options, order, ordered, refused, who
from tests.campaign_for_north_africa.positions import asking, position, spent, where
from tests.playing import Rolls


class Waiting(Battle, frozen=True):
    """Stands below a retreat and keeps what it is told."""

    def run(self, draft: Draft[Campaign]) -> None:
        draft.pop()


def beaten(
    *units: str, hexes: int = 1, at: str = "C3818", foes: str = "C3918", side: Side = "commonwealth", **fields: Any
) -> Campaign:
    """A stack of the defender that has to retreat."""
    fields.setdefault("supply", STORES)
    state = asking(position(*units, phasing="axis", **fields), Waiting())
    draft = Draft(state, Rolls())
    open_retreat(draft, side, HEX(at), hexes, tuple(HEX(name) for name in foes.split()))
    return draft.state


def stood(state: Campaign) -> tuple[tuple[str, int], ...]:
    (battle,) = [frame for frame in state.stack if isinstance(frame, Waiting)]
    return battle.stood


def led(state: Campaign, *orders: str) -> Campaign:
    """Orders given while the battle below is kept waiting."""
    for text in orders:
        draft = Draft(state, Rolls())
        action = NOTATION.parse(text)
        top = frames.check(state, who(state)[0], action)
        top.do(draft, who(state)[0], action)
        while isinstance(draft.top, Settling):
            draft.top.run(draft)
        state = draft.state
    return state


@pytest.mark.case("15.82", "14.52")
def test_wrecks_come_upon_are_asked_about_before_the_others_are_led() -> None:
    wreck = Wreck(HEX("C3718"), "axis", "italian", "M13/40", 2, True)
    state = beaten("2SctGds, 3CldGds C3818", "I/125 C3918", wrecks={"W1": wreck})
    state = led(state, "retreat 2SctGds C3818-C3718")
    assert isinstance(state.stack[-1], Spoils)
    state = led(state, "capture W1 to none")
    top = state.stack[-1]
    assert isinstance(top, Retreats) and top.left == ("3CldGds",)
    assert all(frame is top or not isinstance(frame, Retreats) for frame in state.stack)


@pytest.mark.case("32.13", "15.82")
def test_what_the_beaten_pass_on_their_way_is_theirs() -> None:
    state = beaten("2SctGds C3818", "I/125 C3918", hexes=2, supply=STORES | {"AX-S2": ("C3718", 3, 4)})
    after = led(state, "retreat 2SctGds C3818-C3718-C3617")
    assert where(after, "2SctGds") == "C3617" and after.supply["AX-S2"].side == "commonwealth"


# How far and where


@pytest.mark.case("15.82")
def test_a_retreat_leads_so_many_hexes_away_from_the_attacker() -> None:
    state = beaten("2SctGds C3818", "I/125 C3918", hexes=2)
    assert refused(state, "commonwealth", "retreat 2SctGds C3818-C3718-C3818") == "15.82"
    assert refused(state, "commonwealth", "retreat 2SctGds C3817-C3718") == "15.82"
    assert refused(state, "commonwealth", "retreat 2SctGds C3818-C3617") == "15.82"
    assert refused(state, "commonwealth", "retreat 3CldGds C3818-C3718") == "15.82"
    assert refused(state, "commonwealth", "done") == "15.82"
    after = led(state, "retreat 2SctGds C3818-C3718-C3617")
    assert where(after, "2SctGds") == "C3617" and stood(after) == ()


@pytest.mark.case("31.0", "10.23")
def test_rommel_alone_retreats_through_the_enemys_zone_and_others_do_not() -> None:
    state = beaten("DAK, I/125 C3818", "7Arm+ C3918, 4In+ C3717", side="axis", rommel="C3818", supply={})
    assert refused(state, "axis", "retreat I/125 C3818-C3718") == "10.23"
    assert where(led(state, "retreat DAK C3818-C3718"), "DAK") == "C3718"


@pytest.mark.case("15.82")
def test_part_of_the_way_leaves_the_rest_to_be_paid() -> None:
    after = led(beaten("2SctGds C3818", "I/125 C3918", hexes=3), "retreat 2SctGds C3818-C3718")
    assert stood(after) == (("2SctGds", 2),)


@pytest.mark.case("15.82", "8.12")
def test_a_retreat_costs_capability_points_and_disorganises_beyond_the_allowance() -> None:
    after = led(beaten("2SctGds C3818 spent=9", "I/125 C3918"), "retreat 2SctGds C3818-C3817")
    assert spent(after, "2SctGds") == 11 and after.units["2SctGds"].cohesion == -1


@pytest.mark.case("15.82", "21.22")
def test_vehicles_wear_out_and_burn_fuel_on_a_retreat_too() -> None:
    after = led(beaten("1RTR C3818", "I/125 C3918"), "retreat 1RTR C3818-C3719")
    assert after.units["1RTR"].breakdown == 8 and after.units["1RTR"].fuel == 1
    assert after.supply["CW-S1"].fuel == 58


@pytest.mark.case("15.82", "32.23")
def test_vehicles_without_fuel_have_to_stand() -> None:
    after = beaten("1RTR C3818", "I/125 C3918", supply={"CW-S1": ("C3818", 40, 0)})
    assert stood(after) == (("1RTR", 1),)


@pytest.mark.case("10.23", "10.26")
def test_nobody_retreats_into_an_enemy_zone_except_where_friends_stand() -> None:
    units = ("2SctGds C3818", "I/125 C3918, II/125, III/125 C3720")
    state = beaten(*units)
    assert refused(state, "commonwealth", "retreat 2SctGds C3818-C3719") == "10.23"
    assert all("C3719" not in text for text in options(state, "commonwealth"))
    helped = beaten(*units, "3CldGds C3719")
    assert where(led(helped, "retreat 2SctGds C3818-C3719"), "2SctGds") == "C3719"


@pytest.mark.case("8.13", "15.82", "31.0")
def test_nobody_retreats_into_the_enemy() -> None:
    state = beaten("2SctGds C3818", "I/125 C3918, II/125 C3819")
    assert refused(state, "commonwealth", "retreat 2SctGds C3818-C3819") == "8.13"


@pytest.mark.case("15.82")
def test_one_may_go_further_as_far_as_one_could_by_ones_own_will() -> None:
    state = beaten("2SctGds C3818 spent=10", "I/125 C3918")
    assert refused(state, "commonwealth", "retreat 2SctGds C3818-C3817-C3717-C3716") == "8.17"
    assert where(led(state, "retreat 2SctGds C3818-C3817-C3717"), "2SctGds") == "C3717"


# Standing


@pytest.mark.case("15.82")
def test_the_owner_may_stand_and_loses_ten_percent_more_a_hex() -> None:
    after = led(beaten("2SctGds C3818", "I/125 C3918", hexes=2), "stand 2SctGds")
    assert where(after, "2SctGds") == "C3818" and stood(after) == (("2SctGds", 2),)


@pytest.mark.case("15.82", "15.83")
def test_the_losses_of_those_who_stand_are_the_greater() -> None:
    state = committed("I/125 C3918", "2SctGds C3818", attack="C3818 close I/125:7", defence="C3818 close 2SctGds:6")
    state, _ = fought(state, *EVEN, 6, 1, 2, 4)  # ten percent, one hex
    gone = order(state, "commonwealth", "retreat 2SctGds C3818-C3718")
    stays = order(state, "commonwealth", "stand 2SctGds")
    assert toe(gone, "2SctGds") == {"": 5}  # one raw point of twelve
    assert toe(stays, "2SctGds") == {"": 5}  # two of them
    both = committed(
        "I/125 C3918",
        "2SctGds, 3CldGds C3818",
        attack="C3818 close I/125:7",
        pinned="3CldGds",
        defence="C3818 close 2SctGds:6",
    )
    state, _ = fought(both, *EVEN, 6, 1, 2, 4)
    state = order(state, "commonwealth", "retreat 2SctGds C3818-C3718")
    state = order(state, "commonwealth", "stand 3CldGds")
    assert "3 raw points" in prompt(state)  # 1.2 and 2.4
    assert refused(state, "commonwealth", "lose 2SctGds:2") == "15.83"
    assert toe(order(state, "commonwealth", "lose 3CldGds:2"), "3CldGds") == {"": 4}


@pytest.mark.case("15.82")
def test_pinned_and_withheld_units_have_to_retreat_as_well() -> None:
    state = committed(
        "I/125 C3918",
        "2SctGds, 11RHA C3818 morale=1",
        attack="C3818 close I/125:7",
        back="11RHA",
        defence="C3818 close 2SctGds:6",
    )
    state, _ = fought(state, *EVEN, 6, 1, 5, 1)
    top = state.stack[-1]
    assert isinstance(top, Retreats) and set(top.left) == {"2SctGds", "11RHA"}


@pytest.mark.case("15.82")
def test_units_in_a_major_city_may_ignore_it_and_those_who_reach_one_the_rest() -> None:
    state = beaten("2SctGds C4807", "I/125 C4806", at="C4807", foes="C4806", hexes=2)
    assert options(state, "commonwealth")[0] == "stand 2SctGds"
    assert stood(led(state, "stand 2SctGds")) == (("2SctGds", 0),)
    outside = beaten("2SctGds C4806", "I/125 C4706", at="C4806", foes="C4706", hexes=3)
    assert stood(led(outside, "retreat 2SctGds C4806-C4807")) == ()


@pytest.mark.case("15.82", "3.4")
def test_who_is_surrounded_or_cannot_move_stands_without_being_asked() -> None:
    after = beaten("2SctGds C3818", "I/125 C3918, 2AT C3817, II/125 C3719, III/125 C3718, 8MG C3819, 2MG C3919")
    assert stood(after) == (("2SctGds", 1),) and who(after) == ()
    guns = beaten("102AT/102Trn[Sited75:2] C3818", "2SctGds C3718", at="C3818", foes="C3718", side="axis")
    assert stood(guns) == (("102AT/102Trn", 1),)


# Stacks


@pytest.mark.case("9.35")
def test_a_stack_may_be_split_and_its_parts_go_different_ways() -> None:
    state = beaten("2SctGds, 3CldGds C3818", "I/125 C3918")
    after = led(state, "retreat 2SctGds C3818-C3718", "retreat 3CldGds C3818-C3817-C3717")
    assert where(after, "2SctGds") == "C3718" and where(after, "3CldGds") == "C3717"
    assert after.retreating == ("C3818",)


@pytest.mark.case("9.35", "19.43", "15.82")
def test_a_formation_may_be_split_and_takes_motors_along() -> None:
    state = beaten("1Spt C3818 motors=12, 2SctGds>1Spt, 3CldGds>1Spt", "I/125 C3918")
    after = led(state, "retreat 2SctGds C3818-C3718", "retreat 1Spt C3818-C3817")
    assert after.units["2SctGds"].attached == "" and after.units["2SctGds"].motors == 6
    assert where(after, "3CldGds") == "C3817" and after.units["1Spt"].motors == 6
    assert refused(state, "commonwealth", "retreat 1Spt, 2SctGds C3818-C3718") == "15.82"
    assert refused(state, "commonwealth", "stand 2SctGds") == "15.82"


@pytest.mark.case("9.35", "15.82")
def test_the_listing_splits_a_formation_only_where_it_cannot_go_as_it_is() -> None:
    def heads(*units: str) -> set[str]:
        found = options(beaten(*units, "I/125 C3918"), "commonwealth")
        return {order.split()[1].rstrip(",") for order in found if order.startswith("retreat")}

    assert heads("1Spt C3818, 2SctGds>1Spt, 3CldGds C3818") == {"1Spt", "3CldGds"}
    assert heads("1Spt C3818, 2SctGds>1Spt, 11RHA[Sited75:4]>1Spt") == {"2SctGds"}, "guns that nobody carries stay"


@pytest.mark.case("9.35", "9.14", "15.82")
def test_no_hex_takes_more_than_its_limit_not_even_one_after_the_other() -> None:
    state = beaten("2NZ+ C3818, 2SctGds, 3CldGds C3818", "I/125 C3918", hexes=2)
    assert refused(state, "commonwealth", "retreat 2NZ, 2SctGds, 3CldGds C3818-C3718-C3617") == "9.35"
    state = led(state, "retreat 2NZ C3818-C3718-C3617", "retreat 2SctGds C3818-C3718-C3618")
    assert refused(state, "commonwealth", "retreat 3CldGds C3818-C3718-C3618") == "9.35"
    assert where(led(state, "retreat 3CldGds C3818-C3817-C3717"), "3CldGds") == "C3717"


@pytest.mark.case("15.82", "8.67")
def test_whoever_leaves_is_engaged_no_more() -> None:
    after = led(beaten("2SctGds C3818 engaged=1", "I/125 C3918 engaged=1"), "retreat 2SctGds C3818-C3718")
    assert not after.units["2SctGds"].engaged and not after.units["I/125"].engaged


@pytest.mark.case("15.82")
def test_the_listing_leads_towards_supply() -> None:
    state = beaten("2SctGds C3818", "I/125 C3918", supply={"CW-S1": ("C3512", 40, 60)}, hexes=2)
    action = suggest(state)
    assert str(action).startswith("retreat 2SctGds C3818-")
    assert len(options(state, "commonwealth")) == 4


# Forced retreats


def forced(*units: str, hexes: int = 3, **fields: Any) -> Campaign:
    fields.setdefault("supply", STORES)
    draft = Draft(asking(position(*units, phasing="axis", **fields)), Rolls())
    open_forced(draft, HEX("C3918"), hexes, HEX("C3818"))
    return draft.state


@pytest.mark.case("10.36", "15.34", "15.82", "10.24")
def test_who_neither_assaults_nor_holds_off_must_go_three_hexes_away() -> None:
    state = forced("I/125 C3918", "2SctGds, 3CldGds C3818")
    assert refused(state, "axis", "stand I/125") == "10.36"
    assert refused(state, "axis", "retreat I/125 C3918-C4018") == "10.36"
    assert all(text.startswith("retreat I/125 C3918-") for text in options(state, "axis"))
    after = order(state, "axis", options(state, "axis")[0])
    assert after.stack == asking(after).stack and after.retreating == ()  # nobody follows those whose phase it is


RING = "2SctGds, 3CldGds C3818, 1RNF, 1KRRC C3917, 2RflBde, 1RflBde C4018, 2KRRC, 1THRf C4019"


@pytest.mark.case("10.36", "15.82")
def test_who_could_go_only_into_enemy_zones_surrenders() -> None:
    state = forced("I/125 C3918", RING)
    assert state.prisoners == {"commonwealth": 7} and toe(state, "I/125") == {}


@pytest.mark.case("10.36", "15.82")
def test_whose_last_way_was_barred_while_others_fell_back_is_asked_to_stand_and_surrenders() -> None:
    waiting = forced("I/125 C3918", "2SctGds, 3CldGds C3818").stack[-1]
    state = asking(position("I/125 C3918", RING, phasing="axis", supply=STORES), waiting)
    assert options(state, "axis") == ["stand I/125"]
    after = order(state, "axis", "stand I/125")
    assert after.prisoners == {"commonwealth": 7} and toe(after, "I/125") == {}


@pytest.mark.case("15.29", "15.82")
def test_defenders_to_whom_nobody_was_assigned_retreat_or_lose_thirty_percent() -> None:
    draft = Draft(asking(position("2SctGds C3818", "I/125 C3918", phasing="axis", supply=STORES)), Rolls())
    open_forced(draft, HEX("C3818"), 3, -1)
    state = draft.state
    assert who(state) == ("commonwealth",)
    after, _ = ordered(state, "commonwealth", "stand 2SctGds")
    assert toe(after, "2SctGds") == {"": 4}  # thirty percent of twelve raw points, 3.6 down
    gone, _ = ordered(state, "commonwealth", options(state, "commonwealth")[0])
    assert toe(gone, "2SctGds") == {"": 6} and gone.retreating == ("C3818",)


@pytest.mark.case("10.6", "10.23", "3.61", "15.82")
def test_the_listing_shuns_zones_one_must_expect_and_the_true_ones_count() -> None:
    """A headquarters with nothing attached looks like a formation, but has no zone."""
    state = beaten("2SctGds C3818", "I/125 C3918, 382PzGr C3720")
    assert all("C3719" not in text for text in options(state, "commonwealth"))
    assert where(led(state, "retreat 2SctGds C3818-C3719"), "2SctGds") == "C3719"


@pytest.mark.case("10.6", "10.23", "10.36", "3.61", "15.82")
def test_who_retreats_is_told_of_the_zones_around_and_goes_where_there_is_none() -> None:
    """Headquarters all around, of which only one leads anybody."""
    ring = "382PzGr C3720, 132RC C3618, 12Brs C3717, 8Brs C3816"
    state = beaten("2SctGds C3818", f"125PzGr+ C3918, {ring}, I/382>382PzGr, II/382>382PzGr")
    seen = observe(state, "commonwealth")
    assert seen.told[HEX("C3819")] and not seen.told[HEX("C3718")]
    for known in (state, seen):
        assert options(known, "commonwealth") == ["retreat 2SctGds C3818-C3718", "stand 2SctGds"]
        assert refused(known, "commonwealth", "retreat 2SctGds C3818-C3719") == "10.23"
    assert HEX("C3718") not in observe(state, "axis").told


@pytest.mark.case("32.58", "32.15", "15.82", "32.14")
def test_a_supply_unit_whose_last_fuel_moves_the_retreat_is_no_more() -> None:
    state = beaten("1RTR C3818", "I/125 C3918", supply={"CW-S1": ("C3818", 0, 2, 30)})
    after = led(state, "retreat 1RTR, CW-S1 C3818-C3718")
    assert where(after, "1RTR") == "C3718" and "CW-S1" not in after.supply


# To the point


@pytest.mark.case("15.82", "32.58")
@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("retreat 2SctGds, 2SctGds C3818-C3718", "15.82"),
        ("retreat CW-S1 C3818-C3718", "32.58"),  # a Supply Unit by itself
        ("retreat I/125 C3918-C4018", "15.82"),
        ("retreat Nobody C3818-C3718", "15.82"),
        ("retreat 1RNF C3818-C3718", "15.82"),  # not here
        ("retreat 2SctGds C3818-X9999", "15.82"),
        ("retreat 2SctGds, 102AT/102Trn C3818-C3718", "15.82"),
        ("stand 1RNF", "15.82"),
        ("stand I/125", "15.82"),
        ("board 2SctGds", "27.77"),
        ("board 1RNF", "15.82"),
    ],
)
def test_only_those_who_have_to_are_led_away_each_once(text: str, case: str) -> None:
    assert refused(beaten("2SctGds, 3CldGds C3818, 1RNF C3720", "I/125 C3918"), "commonwealth", text) == case


@pytest.mark.case("15.82")
def test_who_has_stood_goes_no_more_and_who_has_gone_does_not_stand() -> None:
    state = led(beaten("2SctGds, 3CldGds C3818", "I/125 C3918"), "stand 2SctGds")
    assert refused(state, "commonwealth", "retreat 2SctGds C3818-C3718") == "15.82"
    assert refused(state, "commonwealth", "stand 2SctGds") == "15.82"
    gone = led(beaten("2SctGds, 3CldGds C3818", "I/125 C3918"), "retreat 2SctGds C3818-C3718")
    assert refused(gone, "commonwealth", "retreat 2SctGds C3718-C3617") == "15.82"


def leading(state: Campaign, names: str) -> list[str]:
    """The listed ways of these together."""
    return [text for text in options(state, "commonwealth") if text.startswith(f"retreat {names} C")]


@pytest.mark.case("15.82", "3.4", "6.26")
def test_nobody_leads_away_what_cannot_move() -> None:
    state = beaten("2SctGds, 3CldGds, 1RNF C3818 cohesion=-25", "I/125 C3918")
    assert leading(state, "3CldGds, 2SctGds, 1RNF")
    spent_force = beaten("2SctGds, 3CldGds C3818, 1RNF C3818 cohesion=-26", "I/125 C3918")
    assert refused(spent_force, "commonwealth", "retreat 1RNF C3818-C3718") == "15.82"
    assert leading(spent_force, "3CldGds, 2SctGds") and not leading(spent_force, "3CldGds, 2SctGds, 1RNF")
    part = beaten("1Spt C3818, 2SctGds>1Spt, 3CldGds>1Spt cohesion=-26", "I/125 C3918")
    assert refused(part, "commonwealth", "retreat 1Spt C3818-C3718") == "15.82"
    assert where(led(part, "retreat 2SctGds C3818-C3718"), "3CldGds") == "C3818"


@pytest.mark.case("15.82", "9.35")
def test_nobody_retreats_over_ground_that_he_cannot_pass() -> None:
    fields: dict[str, Any] = {"at": "A5432", "foes": "A5332", "supply": {"CW-S1": ("A5432", 40, 60)}}
    tanks = beaten("1RTR A5432", "I/125 A5332", **fields)
    assert refused(tanks, "commonwealth", "retreat 1RTR A5432-A5433") == "8.42"  # up an escarpment
    foot = beaten("2SctGds A5432", "I/125 A5332", **fields)
    assert where(led(foot, "retreat 2SctGds A5432-A5433"), "2SctGds") == "A5433"


@pytest.mark.case("15.82", "8.17")
@pytest.mark.parametrize(
    ("spent", "hexes", "way", "case"),
    [
        (14, 1, "C3818-C3817", ""),  # what is demanded is done whatever it costs
        (14, 2, "C3818-C3817-C3717", ""),
        (14, 3, "C3818-C3817", ""),  # a part of it, too
        (12, 1, "C3818-C3817-C3717", "8.17"),  # beyond it nobody exceeds his limit of fifteen
        (11, 1, "C3818-C3817-C3717", ""),
        (11, 2, "C3818-C3817-C3717-C3716", "8.17"),
        (9, 2, "C3818-C3817-C3717-C3716", ""),
    ],
)
def test_what_is_demanded_has_no_limit_and_what_is_more_has(spent: int, hexes: int, way: str, case: str) -> None:
    state = beaten(f"2SctGds C3818 spent={spent}", "I/125 C3918", hexes=hexes)
    text = f"retreat 2SctGds {way}"
    if case:
        assert refused(state, "commonwealth", text) == case
    else:
        assert where(led(state, text), "2SctGds") == way[-5:]


@pytest.mark.case("15.82", "10.36")
def test_who_can_go_only_part_of_the_way_goes_it_unless_he_has_to_go_all() -> None:
    """Enemies all around but for one hex, and around that."""

    def wall(start: str, gate: str, names: str) -> str:
        around = {*neighbours()[HEX(start)], *neighbours()[HEX(gate)]} - {HEX(start), HEX(gate)}
        return ", ".join(f"{name} {board().name(at)}" for name, at in zip(names.split(), sorted(around), strict=True))

    axis = wall("C3818", "C3719", "I/125 II/125 III/125 I/104 II/104 2MG 8MG 2AT")
    state = beaten("2SctGds C3818", axis, hexes=3)
    assert options(state, "commonwealth") == ["retreat 2SctGds C3818-C3719", "stand 2SctGds"]
    assert stood(led(state, "retreat 2SctGds C3818-C3719")) == (("2SctGds", 2),)
    enemies = wall("C3918", "C4018", "2SctGds 3CldGds 1RNF 1KRRC 2KRRC 1RTR 6RTR 4Hus")
    assert forced("I/125 C3918", enemies).prisoners == {"commonwealth": 7}
    assert where(led(forced("I/125 C3918", enemies, hexes=1), "retreat I/125 C3918-C4018"), "I/125") == "C4018"


@pytest.mark.case("15.82")
def test_the_listing_leads_to_the_nearest_supply_of_ones_own_and_shows_three_ways() -> None:
    for near, far, way in (("C3812", "C3830", "C3818-C3817"), ("C3824", "C3806", "C3818-C3819")):
        supply = {"CW-S1": (near, 40, 60), "CW-S2": (far, 40, 60), "AX-S1": ("C3818", 9, 9)}
        state = beaten("2SctGds C3818", "I/125 C3918", supply=supply)
        found = options(state, "commonwealth")
        assert len(found) == 4 and found[0] == f"retreat 2SctGds {way}" and found[-1] == "stand 2SctGds", near


@pytest.mark.case("15.82", "32.58", "32.14")
def test_supply_units_are_taken_along_if_trucks_carry_them() -> None:
    state = beaten("2SctGds, 3CldGds C3818", "I/125 C3918", supply={"CW-S1": ("C3818", 0, 2, 30)})
    assert leading(state, "3CldGds, 2SctGds, CW-S1") and leading(state, "3CldGds, 2SctGds")
    after = led(state, "retreat 2SctGds, 3CldGds, CW-S1 C3818-C3718")
    assert after.supply["CW-S1"].at == HEX("C3718")
    bare = beaten("2SctGds C3818", "I/125 C3918", supply={"CW-S1": ("C3818", 5, 5)})
    assert not any("CW-S1" in text for text in options(bare, "commonwealth"))
    assert refused(bare, "commonwealth", "retreat 2SctGds, CW-S1 C3818-C3718").startswith("32.")


@pytest.mark.case("9.35", "19.43", "15.82")
def test_a_part_that_walks_takes_no_motors_along() -> None:
    state = beaten("1Spt C3818, 2SctGds>1Spt, 3CldGds>1Spt", "I/125 C3918")
    after = led(state, "retreat 2SctGds C3818-C3718")
    assert after.units["2SctGds"].motors == 0 == after.units["1Spt"].motors


@pytest.mark.case("8.12", "15.82", "21.22")
def test_men_on_foot_do_not_wear_out_and_vehicles_remember_how_far_they_went() -> None:
    after = led(beaten("2SctGds C3818", "I/125 C3918"), "retreat 2SctGds C3818-C3718")
    assert (after.units["2SctGds"].breakdown, after.units["2SctGds"].marched) == (0, 0)
    tanks = led(beaten("1RTR C3818 marched=3", "I/125 C3918"), "retreat 1RTR C3818-C3719")
    assert tanks.units["1RTR"].marched == 2 * (3 + spent(tanks, "1RTR")) and tanks.units["1RTR"].in_sand == 0
    storm = led(
        beaten("1RTR C3818 in_sand=1", "I/125 C3918", weather="sandstorm", foul=("C",)), "retreat 1RTR C3818-C3719"
    )
    assert storm.units["1RTR"].in_sand == 2 * (1 + spent(storm, "1RTR"))


@pytest.mark.case("26.25", "15.82")
def test_mines_anywhere_on_the_way_of_a_retreat_go_off() -> None:
    for mined in ("C3718", "C3617"):
        mines = {mined: Minefield("axis")}
        state = beaten("1RTR C3818", "I/125 C3918", hexes=2, minefields=mines)
        after = order(state, "commonwealth", "retreat 1RTR C3818-C3718-C3617", rolls=(6,))
        assert toe(after, "1RTR") == {"A9": 6} and after.minefields[HEX(mined)].revealed


@pytest.mark.case("10.32", "10.36", "15.34")
def test_guns_that_never_move_stay_when_those_beside_them_surrender() -> None:
    ring = "2SctGds, 3CldGds C3818, 1RNF, 1KRRC C3917, 2RflBde, 1RflBde C4018, 2KRRC, 1THRf C4019"
    state = forced("I/125, 102AT/102Trn[Sited75:2] C3918", ring)
    assert where(state, "102AT/102Trn") == "C3918" and state.prisoners == {"commonwealth": 7}


@pytest.mark.case("10.36", "15.29", "15.34")
def test_a_hex_that_has_been_left_already_sends_nobody_away() -> None:
    state = forced("I/125 C3919", "2SctGds C3818")
    assert state.stack == asking(state).stack
