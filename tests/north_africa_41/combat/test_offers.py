"""What the screen is offered in a combat: attacks with their odds and support, losses, Determined Defence."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.combat.attacks import Excess
from sandtable.games.north_africa_41.combat.defence_chances import best_lead, prospect, told
from sandtable.games.north_africa_41.combat.determined_defence import DesperateDefence, DeterminedDefence
from sandtable.games.north_africa_41.combat.resolution import AttackReroll, DefensiveSupport
from sandtable.games.north_africa_41.results.losses import Casualty, RemnantChoice
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.title import title
from tests.north_africa_41.fighting import battle, phase
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import asking
from tests.north_africa_41.screens import deeds, label, not_proposed, offered, proposed

SUPPLY = {"axis": {"2928": 1}}


def field(**fields: object) -> NorthAfrica:
    """Two battalions beside a brigade, a Supply Point and an Artillery Group near by."""
    return phase("ge-i-5, ge-mg8 2929, ge-arko104 2928", "br-16 2930", supply=SUPPLY, **fields)


@pytest.mark.case("8.1", "8.3", "8.5.1")
def test_with_nothing_chosen_each_hex_has_its_attack_with_supply_where_that_helps() -> None:
    state = field()
    assert deeds(state) == ["attack 2930 with ge-i-5, ge-mg8 supply 2928", "done"]
    assert "to dislodge the defender" in label(state, "attack 2930 with ge-i-5, ge-mg8 supply 2928")
    assert deeds(state, "ge-mg8") == ["attack 2930 with ge-i-5, ge-mg8 supply 2928"]


@pytest.mark.case("8.5.1", "9.4.1", "18.7.4")
def test_units_and_enemies_chosen_have_every_support_to_choose_from() -> None:
    state = field(assets={"axis": {"german-air-support": 1}}, control={"3041": "axis", "3138": "axis"})
    found = deeds(state, "ge-i-5", "ge-mg8", "br-16")
    attack = "attack 2930 with ge-i-5, ge-mg8"
    assert {
        attack,
        f"{attack} supply 2928",
        f"{attack} supply ge-arko104",
        f"{attack} supply 2928 artillery ge-arko104",
    } <= set(found)
    assert label(state, attack, "ge-i-5", "ge-mg8", "br-16").startswith("without support: ")
    assert deeds(state, "br-16") == found  # the enemy alone: by all who can
    assert deeds(state, "ge-mg8", "br-16") and not deeds(state, "ge-arko104", "ge-mg8")


@pytest.mark.case("8.2", "8.5.1", "9.4.1", "8.4.1")
def test_chosen_pieces_mean_an_attack_and_an_asu_or_supply_point_among_them_backs_it() -> None:
    state = field()
    assert proposed(state, "ge-mg8", "br-16") == "attack 2930 with ge-mg8"
    assert proposed(state, "ge-i-5", "ge-mg8", "br-16").endswith("supply 2928")
    assert proposed(state, "ge-i-5", "ge-arko104", "br-16").endswith("artillery ge-arko104")
    assert proposed(state, "ge-mg8", "supply@2928", "br-16").endswith("supply 2928")
    assert not_proposed(state, "ge-arko104", "br-16").case == "8.1"
    trucks = phase("ge-mg8, axis-truck-1, axis-truck-2^ 2929", "br-16 2930", forts={"2929": "axis"})
    assert proposed(trucks, "ge-mg8", "axis-truck-1", "fort@2929", "br-16") == "attack 2930 with ge-mg8"
    assert proposed(trucks, "ge-mg8", "axis-truck-2", "br-16").endswith("supply axis-truck-2")
    assert "attack 2930 with ge-mg8" in deeds(trucks, "ge-mg8", "axis-truck-1", "fort@2929", "br-16")
    assert not_proposed(phase("ge-mg8 2929", "br-16 2930, br-14 2829"), "ge-mg8", "br-16", "br-14").case == "8.2"
    mixed = phase("ge-mg8 2929, it-8b 2830", "br-16 2930")
    assert not_proposed(mixed, "ge-mg8", "it-8b", "br-16").case == "8.4.1"


@pytest.mark.case("8.3", "8.5.1", "11.1")
def test_a_forecast_has_odds_chances_other_support_and_the_defenders_stand() -> None:
    weighed = title().screen.forecast(field(), "axis", ["ge-i-5", "ge-mg8", "br-16"])
    assert sum(Fraction(each.numerator, each.denominator) for each in weighed.chances) == 1
    assert weighed.title.endswith("Attack Supply from 2928") and weighed.cost == "Attack Supply from 2928 (8.5.1)"
    lines = str(weighed.ledger)
    assert "with other support" in lines and "without support: " in lines and "the guns of ge-arko104" in lines
    assert "if the defender stands" in lines and "br-16 holds" in lines and "11.2.2" in lines
    assert (
        title().screen.forecast(moving("ge-i-5 2929", "br-16 2930"), "axis", ["ge-i-5", "br-16"]).column
    )  # while moving
    for pieces in (["ge-i-5"], ["br-16"], ["ge-arko104", "br-16"]):
        with pytest.raises(Refusal):
            title().screen.forecast(field(), "axis", pieces)
    with pytest.raises(Refusal) as refused:
        title().screen.forecast(moving("ge-i-5 2926", "br-16 2930"), "axis", ["ge-i-5", "br-16"])
    assert refused.value.case == "8.1"


@pytest.mark.case("27.5.3")
def test_a_stack_may_try_to_disengage_as_a_group() -> None:
    state = phase("ge-i-5, ge-mg8 2929", "br-16, br-14 2930", options=("disengagement",))
    assert "disengage ge-i-5, ge-mg8" in deeds(state, "ge-i-5", "ge-mg8")


@pytest.mark.case("8.3", "9.4.1", "18.5")
def test_answers_and_rerolls_tell_what_they_lead_to() -> None:
    state = field(rommel=True)
    fought = battle(state, "ge-i-5, ge-mg8")
    answer = asking(field(phasing="axis"), DefensiveSupport(fought))
    assert label(answer, "support none").startswith("no support: ")
    rolled = asking(state, AttackReroll(fought, 2, 1))
    assert label(rolled, "accept") == "accept A1" or label(rolled, "accept").startswith("accept ")
    assert "%" in label(rolled, "reroll")


@pytest.mark.case("10.2", "10.4.2", "15.3")
def test_losses_are_chosen_on_the_counters() -> None:
    state = field()
    fought = replace(battle(state, "ge-i-5, ge-mg8"), result="A1")
    lost = asking(state, Casualty(fought, "axis", "axis"))
    assert [offer.pieces for offer in offered(lost)] == [("ge-i-5",), ("ge-mg8",)]
    assert label(lost, "lose ge-mg8").endswith("its last step")
    last = asking(phase("ge-i-5-1 2929", "br-16 2930"), RemnantChoice("ge-i-5"))
    assert "10.4.2" in label(last, "release ge-i-5")
    crowd = asking(state, Excess(fought, fought))
    assert deeds(crowd) == ["choose br-16"]


@pytest.mark.case("11.2.1", "11.2.4", "11.3", "11.4")
def test_a_determined_defence_names_its_exact_chances() -> None:
    state = phase("ge-i-5 2929", "br-16, br-3hus 2930")
    fought = replace(battle(state, "ge-i-5"), result="DR2")
    plain, helped = (prospect(state, fought, "br-16", support) for support in ("", "al-xiii"))
    # in the open 5 and 6 hold; one more on the die makes it 4 to 6
    assert (plain.holds, helped.holds) == (Fraction(1, 3), Fraction(1, 2))
    assert plain.lead == Fraction(1, 2) and told(plain).startswith("holds 2 of 6")
    assert best_lead(state, fought) in ("br-16", "br-3hus")
    asked = asking(state, DeterminedDefence(fought))
    assert "holds 2 of 6" in label(asked, "stand br-16") and "accept" in deeds(asked)
    desperate = asking(state, DesperateDefence(fought, "br-16", "", 0))
    assert "retreat" in label(desperate, "accept") and "lose br-16" in deeds(desperate)
