"""The Formation Organization and Maximum Attachment Charts, and the schedules."""

from collections import Counter as Tally
from itertools import pairwise

import pytest

from sandtable.games.campaign_for_north_africa.arrivals.schedules import (
    arrivals,
    arrivals_on,
    withdrawals,
    withdrawals_on,
)
from sandtable.games.campaign_for_north_africa.pieces.counters import DEPLOYED, assigned_to, counter, counters
from sandtable.games.campaign_for_north_africa.pieces.formation_charts import (
    attachment,
    battle_groups,
    fitting,
    organization,
    organization_of,
    organizations,
    terms,
)


def misfits(headquarters: str, turn: int) -> tuple[str, ...]:
    """The units of the arrival chart for which the formation has no room on the chart of formations."""
    found = organization_of(headquarters, turn)
    assert found is not None
    room = [place.count for place in found.places]
    left = []
    for name in assigned_to(headquarters):
        fits = fitting(counter(headquarters).nation, name)
        free = next(
            (
                number
                for number, place in enumerate(found.places)
                if room[number] and any(term in fits for term in place.terms)
            ),
            None,
        )
        if free is None:
            left.append(name)
        else:
            room[free] -= 1
    return tuple(left)


def test_every_place_of_every_formation_names_a_known_term() -> None:
    for each in organizations():
        for place in each.places:
            assert place.count > 0
            assert all(term in terms(each.nation) for term in place.terms), (each.formation, place)


def test_every_headquarters_but_the_corps_leads_a_formation_of_the_chart() -> None:
    known = {(each.nation, each.formation) for each in organizations()}
    for each in counters().values():
        if each.is_hq and each.name != "DAK":
            assert (each.nation, each.formation) in known, each.name
        else:
            assert not each.formation


@pytest.mark.case("19.2", "19.32")
def test_an_italian_tank_regiment_takes_three_tank_battalions() -> None:
    found = organization("italian", "tank_regiment", 40)
    assert found is not None and found.count("tank_battalion") == 3
    assert misfits("132RC", 40) == ()


@pytest.mark.case("19.45", "19.31")
def test_a_commonwealth_infantry_brigade_takes_three_infantry_battalions() -> None:
    found = organization_of("16Aus", 1)
    assert found is not None and found.count("infantry_battalion") == 3
    assert found.count("tank_battalion") == 0


@pytest.mark.case("19.25")
def test_commonwealth_armoured_formations_change_three_times() -> None:
    variants = [found.variant for turn in (18, 19, 71, 92) if (found := organization_of("7Arm", turn))]
    assert variants == ["I", "II", "III", "IV"]
    early, late = organization_of("4ArmBde", 18), organization_of("4ArmBde", 19)
    assert early is not None and early.count("infantry_battalion") == 0
    assert late is not None and late.count("infantry_battalion") == 1
    assert organization_of("7Spt", 92) is None  # there are no support groups any more


@pytest.mark.case("19.3", "19.32")
def test_the_libyan_tank_command_lasts_to_turn_26() -> None:
    assert organization_of("LTC", 26) is not None
    assert organization_of("LTC", 27) is None


@pytest.mark.case("19.3", "19.31", "19.32", "19.33")
@pytest.mark.parametrize(
    ("headquarters", "turn", "singular"),
    [
        ("Ariete", 40, ()),
        ("102Trn", 40, ()),
        ("17Pav", 40, ()),
        ("1Libyan", 1, ()),
        ("LTC", 1, ()),
        ("5Le", 40, ()),
        ("90Le", 40, ("613Flak",)),
        ("2NZ", 40, ()),
        ("9Aus", 40, ()),
        ("18Aus", 20, ()),
        ("Polish", 1, ()),
        ("5NZ", 40, ("28Mao",)),
        ("1FreeFr", 65, ("1Pacf",)),
        ("Maletti", 1, ("Sno", "1Maletti", "2Maletti")),
        ("16Bde", 50, ("16BdeAT",)),
        ("Ramcke", 90, ()),
        ("288Son", 80, ()),
        ("361Af", 40, ()),
    ],
)
def test_formations_arrive_within_their_limits_but_for_singular_ones(
    headquarters: str,
    turn: int,
    singular: tuple[str, ...],
) -> None:
    assert misfits(headquarters, turn) == singular


@pytest.mark.case("19.5")
def test_what_formations_may_attach_besides() -> None:
    before, after = attachment("7Arm", 67), attachment("7Arm", 68)
    assert before is not None and (before.units, dict(before.most)) == (2, {"infantry": 1, "tank": 0})
    assert after is not None and (after.units, dict(after.most)) == (3, {"infantry": 1, "tank": 1})
    panzer = attachment("15PzDiv", 40)
    assert panzer is not None and (panzer.units, panzer.or_brigades, panzer.or_units) == (4, 1, 1)
    guns = attachment("ArKo104", 40)
    assert guns is not None and guns.only == ("artillery",)
    battalion = attachment("1RNF", 1)
    assert battalion is not None and (battalion.units, battalion.companies) == (0, 1)
    italian = attachment("I/157", 1)
    assert italian is not None and (italian.units, italian.companies) == (0, 0)


@pytest.mark.case("19.5")
def test_the_matruh_garrison_becomes_selby_force() -> None:
    garrison, force = attachment("Selby", 12), attachment("Selby", 13)
    assert garrison is not None and garrison.units == 6
    assert force is not None and (force.units, force.most["recce"]) == (5, 0)


@pytest.mark.case("19.71", "19.72", "19.73")
def test_battle_groups() -> None:
    german, italian = battle_groups("german"), battle_groups("italian")
    assert german is not None and (german.units, german.tank, german.infantry, german.companies) == (4, 1, 2, 2)
    assert italian is not None and (italian.units, italian.companies, italian.in_play) == (3, 1, 2)
    assert battle_groups("commonwealth") is None
    for nation, rule, printed in (("german", german, 6), ("italian", italian, 0)):
        found = [each.name for each in counters().values() if each.is_battle_group and each.nation == nation]
        assert len(found) == printed + len(rule.names) and set(rule.names) <= set(found)


# [4.43] The schedules


@pytest.mark.case("4.43", "20.11")
def test_every_unit_that_is_not_deployed_arrives_once_and_when_its_chart_says() -> None:
    came = Tally(name for row in arrivals() if row.kind != "return" for name in row.units)
    due = {each.name for each in counters().values() if each.arrival not in (None, DEPLOYED)}
    assert set(came) == due and set(came.values()) == {1}
    assert Tally(counter(name).nation for name in due) == {"commonwealth": 367, "italian": 218, "german": 141}
    for row in arrivals():
        if row.kind != "return":
            assert {counter(name).arrival for name in row.units} <= {row.when}


def test_the_schedule_is_in_order() -> None:
    assert all(before.when <= after.when for before, after in pairwise(arrivals()))
    assert (len(arrivals()), len(withdrawals())) == (261, 34)


@pytest.mark.case("20.14", "20.15")
def test_where_reinforcements_enter() -> None:
    assert {row.place for row in arrivals() if row.side == "axis" and row.kind == "arrive"} == {"tripoli"}
    assert [row.units for row in arrivals() if row.place == "alexandria"] == [("Layforce",), ()]
    tiger = next(row for row in arrivals_on(32, 3) if row.replacements)
    assert dict(tiger.replacements) == {"MarkVI": 4, "CrusaderI": 13, "Matilda": 27, "A13": 3}
    assert {row.place for row in arrivals() if row.kind == "return"} == {"cairo_or_alexandria"}


@pytest.mark.case("32.52")
def test_each_medium_truck_point_brings_a_motorization_point() -> None:
    sirte = next(row for row in arrivals_on(10, 3) if "61Srt" in row.units)
    assert (sirte.trucks.light, sirte.trucks.medium, sirte.trucks.heavy) == (10, 35, 15)
    assert sirte.motorization_points == 35


def test_units_that_arrive_attached() -> None:
    ariete = next(row for row in arrivals_on(18, 1) if "Ariete" in row.units)
    assert dict(ariete.attached) == {"I(L)": "Ariete", "II(L)": "Ariete"}


@pytest.mark.case("4.43", "20.81")
def test_the_32nd_army_tank_brigade_goes_and_comes_back() -> None:
    gone = withdrawals_on(64, 2)
    assert [row.lead for row in gone] == [("32Army",)]
    assert gone[0].motorization_points == 15
    back = [row for row in arrivals_on(76, 2) if row.kind == "return"]
    assert [row.units for row in back] == [("32Army", "5RTR")]
    assert back[0].motorization_points == 15


@pytest.mark.case("20.81")
def test_only_what_was_withdrawn_returns() -> None:
    gone: set[str] = set()
    events = sorted(
        [(row.when, 0, row.units) for row in withdrawals()]
        + [(row.when, 1, row.units) for row in arrivals() if row.kind == "return"]
    )
    for _, back, units in events:
        if back:
            gone -= set(units)
        else:
            gone |= set(units)
    assert "4In" not in gone
    assert {"70Inf", "6Aus", "Polish"} <= gone
    assert all(counter(name).nation == "commonwealth" for name in gone)


def test_two_tank_regiments_return_with_scorpions() -> None:
    row = next(row for row in arrivals_on(99, 1) if row.kind == "return")
    assert dict(row.toe) == {"42RTR": (("Scorpion", 10),), "44RTR": (("Scorpion", 10),)}
