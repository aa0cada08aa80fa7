"""[16.4] Dummy tanks."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.combat.reassignment import Reassignment, unmask
from sandtable.games.campaign_for_north_africa.contents import Commitment, Segment
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.patrols.decoys import deceptions, decoys, forget
from sandtable.games.campaign_for_north_africa.patrols.orders import Feign
from sandtable.games.campaign_for_north_africa.patrols.patrol_results import Revelation
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.state import Campaign, toe_of
from tests.campaign_for_north_africa.combat_segments import COMMITMENT, order, ordered, scene
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal
from tests.playing import draft_of

HEX = board().hex
AT = HEX("C3818")
GUNS = "C3818 close I/104:7; C3818 anti 190PzJg:4"


def organising(*units: str, side: Side = "commonwealth") -> Campaign:
    return asking(position(*units), Organisation(side))


# Setting up


@pytest.mark.case("16.41", "16.42", "16.43", "32.11")
def test_three_dummies_at_the_most_and_one_in_a_hex_of_combat_units() -> None:
    state = organising("1RNF C3818, 3CldGds C3922, 2SctGds C3926, 1Buffs D3714, 7Spt D3612")
    assert refusal(state, "feign D3612").case == "16.43"  # a bare headquarters
    assert refusal(state, "feign C3510").case == "16.43"  # nobody
    assert refusal(state, "feign nowhere").case == "16.42"
    after = play(state, "feign C3818", "feign C3922")
    assert refusal(after, "feign C3818").case == "16.43"
    after = play(after, "feign C3926")
    assert decoys(after, "commonwealth") == (HEX("C3818"), HEX("C3922"), HEX("C3926"))
    assert refusal(after, "feign D3714").case == "16.43"
    assert not list(deceptions(after, "commonwealth"))
    assert Feign("C3818") in deceptions(state, "commonwealth")


@pytest.mark.case("16.43")
def test_italians_have_no_dummies_but_germans_beside_them_do() -> None:
    state = organising("157Fant+ C3918", side="axis")
    assert refusal(state, "feign C3918").case == "16.43"
    mixed = organising("157Fant+ C3918, I/104 C3918", side="axis")
    assert decoys(play(mixed, "feign C3918"), "axis") == (HEX("C3918"),)


@pytest.mark.case("16.41", "3.61")
def test_a_dummy_is_the_secret_of_its_owner() -> None:
    state = play(organising("1RNF C3818", "I/104 C3918"), "feign C3818")
    assert observe(state, "commonwealth").decoys == {"commonwealth": (AT,)}
    assert observe(state, "axis").decoys == {}


@pytest.mark.case("16.45")
def test_a_dummy_left_alone_is_given_up() -> None:
    draft = draft_of(position("1RNF C3818", decoys={"commonwealth": (AT, HEX("C3922"))}))
    assert decoys(draft.state, "commonwealth") == (AT,)
    forget(draft)
    assert draft.state.decoys == {"commonwealth": (AT,)}


# Deceiving patrols


@pytest.mark.case("16.44", "16.45")
def test_a_patrol_is_told_of_a_battalion_that_is_elsewhere() -> None:
    state = position("1RNF, 3CldGds C3818, 6RTR D3714", "3Aufk C3918", decoys={"commonwealth": (AT,)}, turn=3)
    asked = asking(state, Revelation("commonwealth", AT, 2))
    after = play(asked, "reveal 1RNF:3, 6RTR:9")
    report = after.known["axis"]["6RTR"]
    assert (report.at, report.toe) == ("C3818", 9)
    assert f"reveal 3CldGds:6, 6RTR:{toe_of(state, '6RTR')}" in listed(asked)
    assert refusal(asked, "reveal 6RTR:9, 1RTR:9").case == "16.43"  # one dummy is there
    assert refusal(asked, "reveal 1RNF:3, 7RTR:9").case == "16.53"  # not in play
    assert refusal(asked, "reveal 1RNF:3, 11Hus:2").case == "16.53"  # no tanks
    honest = asking(position("1RNF, 3CldGds C3818, 6RTR D3714", "3Aufk C3918"), Revelation("commonwealth", AT, 2))
    assert refusal(honest, "reveal 1RNF:3, 6RTR:9").case == "16.53"


@pytest.mark.case("16.44", "16.45", "16.51", "16.53", "16.43")
def test_a_dummy_bears_the_name_of_a_tank_battalion_of_its_side_in_play() -> None:
    state = position("1RNF, 3CldGds C3818, 6RTR, 2SctGds D3714", "I/5Pz C3930", decoys={"commonwealth": (AT,)}, turn=3)
    asked = asking(state, Revelation("commonwealth", AT, 2))
    for name in ("2SctGds", "I/5Pz", "1RTR", "Nobody"):  # infantry, an enemy, not in play, nobody
        assert refusal(asked, f"reveal 1RNF:3, {name}:6").case == "16.53", name
    assert play(asked, "reveal 1RNF:3, 6RTR:6").known["axis"]["6RTR"].at == "C3818"


@pytest.mark.case("16.43", "16.44", "16.45")
def test_a_german_dummy_bears_no_italian_name() -> None:
    state = position(
        "I/104, II/104 C3918, I/5Pz, VIII(M) C3930", "1RNF C3818", decoys={"axis": (HEX("C3918"),)}, turn=30
    )
    asked = asking(state, Revelation("axis", HEX("C3918"), 2))
    assert refusal(asked, "reveal I/104:6, VIII(M):9").case == "16.53"
    assert play(asked, "reveal I/104:6, I/5Pz:9").known["commonwealth"]["I/5Pz"].at == "C3918"


@pytest.mark.case("16.45")
def test_the_listing_tells_one_lie_and_not_of_a_unit_that_is_told_of_anyway() -> None:
    state = position("1RNF, 1RTR C3818, 6RTR D3714", "3Aufk C3918", decoys={"commonwealth": (AT,)}, turn=3)
    told = [order for order in listed(asking(state, Revelation("commonwealth", AT, 1))) if "6RTR" in order]
    assert told == [f"reveal 6RTR:{toe_of(state, '6RTR')}"]
    both = listed(asking(state, Revelation("commonwealth", AT, 2)))
    assert len(both) == 2 and "6RTR" in both[1] and both[1].count("1RTR") == 1


# Combat


@pytest.mark.case("16.46", "14.23")
def test_fire_at_dummies_does_not_switch_to_assault() -> None:
    with_dummy = scene("I/104, 190PzJg C3918", "1RNF C3818", step=COMMITMENT, decoys={"commonwealth": (AT,)})
    without = scene("I/104, 190PzJg C3918", "1RNF C3818", step=COMMITMENT)
    for state, asked in ((without, True), (with_dummy, False)):
        state = order(state, "axis", f"commit {GUNS}")
        state = order(state, "commonwealth", "commit C3818 close 1RNF:3", () if asked else (3, 3, 3, 3, 3, 3, 3, 3))
        assert isinstance(state.stack[-1], Reassignment) is asked


@pytest.mark.case("16.46")
def test_a_close_assault_ends_a_dummy_and_everybody_hears_of_it() -> None:
    state = scene("I/104, 190PzJg C3918", "1RNF, 6RTR C3818", step=COMMITMENT, decoys={"commonwealth": (AT,)})
    state = order(state, "axis", "commit C3818 close I/104:7")
    state, events = ordered(state, "commonwealth", "commit C3818 close 1RNF:3", (3, 3, 3, 3, 3, 3, 3, 3))
    assert decoys(state, "commonwealth") == ()
    (found,) = [event for event in events if event.kind == "unmasked"]
    assert found.heard_by("axis") and found.facts["at"] == "C3818"


@pytest.mark.case("16.46")
@pytest.mark.parametrize(("defenders", "left"), [("1RNF", ()), ("1RNF, 6RTR", (AT,))])
def test_fire_alone_finds_out_a_dummy_only_where_no_armour_is_left(defenders: str, left: tuple[int, ...]) -> None:
    shots = Segment(forces=(Commitment(AT, "anti_armour", "190PzJg", "5Pak38", 4),))
    draft = draft_of(
        position(f"190PzJg C3918, {defenders} C3818", phasing="axis", segment=shots, decoys={"commonwealth": (AT,)})
    )
    unmask(draft)
    assert decoys(draft.state, "commonwealth") == left
