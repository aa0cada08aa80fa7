"""[3.61, 3.62] Of what the other side is about in a decision no more is seen than what it has shown or said."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.frames import Frame
from sandtable.games.campaign_for_north_africa.arrivals.mandatory_withdrawals import Substitution
from sandtable.games.campaign_for_north_africa.arrivals.releases import Releasing
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.barrage.targets import Stated
from sandtable.games.campaign_for_north_africa.combat.differential import Fight
from sandtable.games.campaign_for_north_africa.combat.reassignment import Reassignment
from sandtable.games.campaign_for_north_africa.combat.resolution import Resolution
from sandtable.games.campaign_for_north_africa.contents import Segment
from sandtable.games.campaign_for_north_africa.logistics.delta import DeltaLanding
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Share, Toll
from sandtable.games.campaign_for_north_africa.losses.casualties import Casualties, Losses
from sandtable.games.campaign_for_north_africa.movement.march import March, Reaction
from sandtable.games.campaign_for_north_africa.movement.reaction import NO_HEX
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.order_forms import Points
from sandtable.games.campaign_for_north_africa.patrols.patrol_results import PatrolLoss
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.assaults import HEX
from tests.campaign_for_north_africa.positions import asking, position
from tests.playing import Rolls


def field(*stack: Frame, **fields: object) -> Campaign:
    return asking(
        position(
            "7Spt C3818, 1KRRC>7Spt, 4RHA C3818",
            "157Fant+ C3918",
            supply={"CW-S1": ("C3818", 40, 60), "AX-S1": ("C3918", 40, 60)},
            **fields,
        ),
        *stack,
    )


def top(state: Campaign, side: str) -> Frame:
    return observe(state, side).stack[-1]


@pytest.mark.case("3.61", "8.51")
def test_who_is_met_on_a_march_does_not_see_where_it_leads_or_what_feeds_it() -> None:
    march = March("axis", ("157Fant",), (HEX("C3918"), HEX("C3919"), HEX("C4019")), supply=("AX-S1",))
    state = field(march)
    assert top(state, "axis") == march
    assert top(state, "commonwealth") == replace(march, path=(HEX("C3918"),), supply=())


@pytest.mark.case("8.53")
def test_an_assault_is_announced_to_the_enemy_by_those_who_have_come_next_to_the_hex() -> None:
    there, near, far = HEX("C3818"), HEX("C3918"), HEX("C4019")
    for at, told in ((near, there), (far, NO_HEX)):
        march = March("axis", ("157Fant",), (at, HEX("C3919")), target=there)
        asked = Reaction("commonwealth", ("157Fant",), at, there, tops=("4RHA",))
        assert observe(field(march, asked), "axis").stack[1:] == (march, replace(asked, tops=()))
        for side in ("commonwealth", ""):
            seen = observe(field(march, asked), side).stack
            assert [each.target for each in seen if isinstance(each, March | Reaction)] == [told, told]


@pytest.mark.case("3.62", "8.53")
def test_a_mover_does_not_see_who_could_get_out_of_his_way() -> None:
    asked = Reaction("commonwealth", ("157Fant",), HEX("C3918"), tops=("4RHA",), parts=("1KRRC",), trains=("CW-S1",))
    state = field(asked)
    assert top(state, "commonwealth") == asked and "4RHA" in asked.prompt(state)
    seen = top(state, "axis")
    assert isinstance(seen, Reaction) and (seen.tops, seen.parts, seen.trains) == ((), (), ())
    assert "some unit" in seen.prompt(state)


@pytest.mark.case("3.61", "61.3")
def test_the_axis_does_not_learn_what_has_been_released_in_egypt() -> None:
    state = field(Releasing(("battalion",)))
    assert top(state, "commonwealth") == Releasing(("battalion",))
    assert top(state, "axis") == Releasing()


@pytest.mark.case("3.62", "22.12")
def test_the_enemy_does_not_see_which_wrecks_were_tried() -> None:
    repairs = Maintenance("commonwealth", ("W2",))
    assert top(field(repairs), "commonwealth") == repairs
    assert top(field(repairs), "axis") == Maintenance("commonwealth")


@pytest.mark.case("15.94")
def test_the_defender_does_not_see_that_he_is_only_probed() -> None:
    state = field(phasing="axis", segment=Segment(probes=(HEX("C3818"),)))
    assert observe(state, "axis").segment.probes == (HEX("C3818"),)
    assert observe(state, "commonwealth").segment.probes == ()


@pytest.mark.case("15.94", "10.31")
def test_the_defender_does_not_see_that_a_probe_has_failed_before_it_is_over() -> None:
    state = field(phasing="axis", segment=Segment(unmet=((HEX("C3918"), HEX("C3818"), 3),)))
    assert observe(state, "axis").segment == state.segment
    assert observe(state, "commonwealth").segment == observe(state, "").segment == Segment()


@pytest.mark.case("3.62", "11.27")
def test_a_barrage_does_not_tell_from_which_hex_its_guns_fired() -> None:
    state = field(segment=Segment(fired=(HEX("C3818"), HEX("C3918")), barraged=(HEX("C3918"),)))
    assert observe(state, "axis").segment == Segment(fired=(HEX("C3918"),), barraged=(HEX("C3918"),))
    assert observe(state, "").segment.fired == ()


@pytest.mark.case("3.62", "14.23")
def test_the_enemy_does_not_see_where_guns_find_no_armour_nor_how_many_are_still_to_say_so() -> None:
    mine, theirs = Reassignment("axis", HEX("C3818")), Reassignment("commonwealth", HEX("C3818"))
    state = field(theirs, mine, mine, phasing="axis")
    assert observe(state, "axis").stack[1:] == (mine, mine)
    assert observe(state, "commonwealth").stack[1:] == (theirs, Reassignment("axis", NO_HEX))
    assert observe(state, "").stack[1:] == (Reassignment("axis", NO_HEX),)
    assert "C3818" in view(state, "axis").prompt and "C3818" not in view(state, "commonwealth").prompt


@pytest.mark.case("3.62", "16.33", "20.85", "32.42")
@pytest.mark.parametrize(
    ("question", "secret"),
    [
        (PatrolLoss("commonwealth", 1, 1, (Points("4RHA", "", 2),)), "2"),
        (Substitution("4/6RajRf", ("5InBde",)), "4/6RajRf"),
        (DeltaLanding("commonwealth", ("CW-S1",), 3), "3"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_is_asked_does_not_tell_the_enemy_what_is_hidden_from_him(question: Frame, secret: str) -> None:
    assert secret in view(field(question), "commonwealth").prompt
    assert secret not in view(field(question), "axis").prompt and secret not in view(field(question), "").prompt


@pytest.mark.case("12.23", "12.24", "3.61")
def test_of_targets_each_side_hears_what_it_was_told_and_may_fire_at_one_it_cannot_name() -> None:
    told: dict[str, tuple[Stated, ...]] = {
        "axis": (Stated(HEX("C3818"), "gun", 1, ("4RHA",)),),
        "commonwealth": (Stated(HEX("C3918"), "infantry", 5),),
    }
    plot = Plot(who=("commonwealth",), told=told)
    state = field(plot, phasing="commonwealth")
    seen = top(state, "commonwealth")
    assert isinstance(seen, Plot) and seen.told == {"axis": (), "commonwealth": told["commonwealth"]}
    order = NOTATION.parse("barrage C3918 infantry 4 with 4RHA:2")
    after, events = frames.play(observe(state, "commonwealth"), "commonwealth", order, Rolls(6, 6))
    assert "barraged" in [event.kind for event in events] and after.segment.barraged == (HEX("C3918"),)


@pytest.mark.case("3.62", "15.84")
def test_the_enemy_does_not_see_whether_raw_points_or_guns_are_being_chosen() -> None:
    toll = Toll("15.83", 2, (Share("I/157", "", 2, 1),))
    seen = set()
    for stage in (0, 1):
        losses = Losses("axis", (HEX("C3818"),), toll, stage=stage)
        seen.add(observe(field(losses, Casualties("axis", losses.at, toll)), "commonwealth").stack)
    assert len(seen) == 1


@pytest.mark.case("3.62", "15.87")
@pytest.mark.parametrize("side", ["axis", "commonwealth"])
def test_who_takes_his_losses_can_think_the_assault_through_to_its_end(side: str) -> None:
    name = "1KRRC" if side == "commonwealth" else "I/157"
    toll = Toll("15.83", 2, (Share(name, "", 2, 1), Share("7Spt" if side == "commonwealth" else "II/157", "", 2, 1)))
    fight = Fight((HEX("C3818"),), (("I/157", "", 3),), (("1KRRC", "", 3),))
    battle = Resolution(fight=fight, stage=4, suffering=("1KRRC",), committed={"axis": 30, "commonwealth": 20})
    losses = Losses("axis" if side == "axis" else "commonwealth", fight.at, toll)
    state = field(battle, losses, Casualties(losses.side, fight.at, toll), phasing="axis")
    seen = observe(state, side)
    hidden = seen.stack[-3]
    assert isinstance(hidden, Resolution) and hidden.committed == {
        **dict.fromkeys(("axis", "commonwealth"), 0),
        side: battle.committed[side],
    }
    _, events = frames.play(seen, side, NOTATION.parse(f"lose {name}:2"), Rolls())
    assert "assault_over" in [event.kind for event in events]
