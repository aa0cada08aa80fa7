"""[32.21, 32.22] Ammunition for combat."""

from __future__ import annotations

from itertools import permutations

import pytest

from sandtable.games.campaign_for_north_africa.logistics.rationing import ration
from sandtable.games.campaign_for_north_africa.logistics.supply import Combat, ammo_need, ammo_plan, take_ammo
from tests.campaign_for_north_africa.positions import position
from tests.playing import draft_of


@pytest.mark.case("32.21")
@pytest.mark.parametrize(
    ("combat", "phasing", "points"),
    [
        ("assault", False, 1),
        ("barrage", False, 2),
        ("assault", True, 2),
        ("barrage", True, 4),
    ],
)
def test_ammunition_of_a_battalion(combat: Combat, phasing: bool, points: int) -> None:
    assert ammo_need(position("4RHA B2212"), "4RHA", combat, phasing) == points


@pytest.mark.case("32.21", "9.28")
def test_companies_shells_and_headquarters_need_none() -> None:
    state = position("63AT, 157Fant, I/157[3] B2212")
    assert [ammo_need(state, name, "assault", True) for name in ("63AT", "157Fant", "I/157")] == [0, 0, 0]
    assert ammo_need(position("157Fant+ B2212"), "157Fant", "assault", True) == 0  # its battalions need it


@pytest.mark.case("32.21", "32.22", "32.2")
def test_a_division_spends_by_its_battalions_at_the_instant_of_combat() -> None:
    draft = draft_of(position("157Fant+ B2212", supply={"AX-S1": ("B2212", 40, 0)}))
    needs = {name: ammo_need(draft.state, name, "assault", True) for name in ("I/157", "II/157", "III/157")}
    served, plan = ammo_plan(draft.state, "axis", needs)
    assert served == needs
    assert plan == (("AX-S1", 6),)
    take_ammo(draft, plan, served)
    assert draft.state.supply["AX-S1"].ammo == 34
    (drawn,) = draft.events
    assert drawn.kind == "drawn"
    assert drawn.facts["only"] == "axis"
    assert drawn.facts["units"] == {"I/157": 2, "II/157": 2, "III/157": 2}
    assert drawn.facts["why"] == "for assault"


@pytest.mark.case("32.22", "32.15")
def test_each_draws_on_what_was_planned_for_it_and_not_on_another_store_in_range() -> None:
    supply = {"AX-S1": ("B2212", 40, 0), "AX-S2": ("B2212", 40, 0), "AX-S3": ("B2220", 40, 0)}
    draft = draft_of(position("I/157 B2212, II/157 B2220", supply=supply))
    take_ammo(draft, (("AX-S2", 2), ("AX-S3", 2)), {"I/157": 2, "II/157": 2})
    assert [unit.ammo for unit in draft.state.supply.values()] == [40, 38, 38]
    assert [event.facts["units"] for event in draft.events] == [{"I/157": 2}, {"II/157": 2}]


@pytest.mark.case("32.15", "32.21")
def test_with_too_little_ammunition_those_named_first_are_served() -> None:
    state = position("I/157, II/157, III/157 B2212", supply={"AX-S1": ("B2212", 3, 0)})
    served, plan = ammo_plan(state, "axis", {"II/157": 2, "I/157": 2, "III/157": 1})
    assert served == {"II/157": 2, "III/157": 1}
    assert plan == (("AX-S1", 3),)


@pytest.mark.case("32.16", "32.15")
def test_units_with_the_fewest_sources_go_first_so_that_all_are_served() -> None:
    state = position("45Art B2212, I/157 B2212", supply={"AX-S1": ("B2213", 2, 0), "AX-S2": ("B2216", 2, 0)})
    served, plan = ammo_plan(state, "axis", {"45Art": 2, "I/157": 2})
    assert served == {"45Art": 2, "I/157": 2}
    assert dict(plan) == {"AX-S1": 2, "AX-S2": 2}


NEAR = {"first": ("A", "B"), "second": ("A",), "third": ("B", "C"), "fourth": ("A", "B", "C")}


@pytest.mark.case("32.15", "32.21")
@pytest.mark.parametrize("order", list(permutations(("first", "second", "third"))))
def test_in_whatever_order_units_are_named_all_are_served_if_there_is_enough(order: tuple[str, ...]) -> None:
    """Whoever can draw elsewhere makes room for who cannot."""
    shares = ration([(name, 2) for name in order], NEAR.__getitem__, {"A": 2, "B": 2, "C": 2})
    assert shares == {"first": {"B": 2}, "second": {"A": 2}, "third": {"C": 2}}


@pytest.mark.case("32.15", "32.21")
def test_who_is_named_first_keeps_what_he_has_when_there_is_not_enough() -> None:
    needs = [("fourth", 2), ("first", 2), ("second", 2)]
    shares = ration(needs, NEAR.__getitem__, {"A": 1, "B": 2, "C": 1})
    assert {name: sum(drawn.values()) for name, drawn in shares.items()} == {"fourth": 2, "first": 2}
    assert ration([("second", 2)], NEAR.__getitem__, {"A": 1, "B": 9, "C": 9}) == {}


@pytest.mark.case("32.16", "32.21")
def test_a_unit_out_of_range_is_not_supplied() -> None:
    state = position("I/157 B2212", supply={"AX-S1": ("B2216", 40, 60)})
    assert ammo_plan(state, "axis", {"I/157": 2}) == ({}, ())


@pytest.mark.case("32.21")
def test_who_needs_nothing_is_always_served() -> None:
    assert ammo_plan(position("63AT B2212"), "axis", {"63AT": 0}) == ({"63AT": 0}, ())


@pytest.mark.case("32.15", "32.21")
def test_one_battalion_may_draw_on_two_supply_units() -> None:
    state = position("4RHA B2212", supply={"CW-S1": ("B2212", 1, 0), "CW-S2": ("B2213", 9, 0)})
    assert ammo_plan(state, "commonwealth", {"4RHA": 4}) == ({"4RHA": 4}, (("CW-S1", 1), ("CW-S2", 3)))
