"""What the screen is offered at the set-up, about Malta and in the reinforcement phase, and the panels beside it."""

from __future__ import annotations

import pytest

from sandtable.core.values import Refusal
from sandtable.core.views import Panel
from sandtable.games.panzerarmee_afrika.arrivals.orders import Arrive, Dismount, Place, Rebuild
from sandtable.games.panzerarmee_afrika.arrivals.withdrawals import Withdrawals
from sandtable.games.panzerarmee_afrika.deployment import Deployment
from sandtable.games.panzerarmee_afrika.sight.offers import offers, propose
from sandtable.games.panzerarmee_afrika.sight.panels import panels
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.supply.malta import MaltaInvasion
from tests.panzerarmee_afrika.phases import mustering
from tests.panzerarmee_afrika.positions import asking, play, position, with_books
from tests.panzerarmee_afrika.sight.test_offers import offered
from tests.playing import asked


def shown(state: PanzerarmeeAfrika) -> dict[str, Panel]:
    return {panel.key: panel for panel in panels(state)}


def row(state: PanzerarmeeAfrika, key: str, label: str) -> str:
    found = next(each for each in shown(state)[key].rows if each.label == label)
    return " ".join([found.text, *(f"{token.text}{'-' if token.state else ''}" for token in found.tokens)])


@pytest.mark.case("6")
def test_units_of_a_base_are_placed_by_choosing_them_and_a_hex() -> None:
    state = asking(position("de-8, de-2 0702"), Deployment("axis"))
    assert propose(state, "axis", ["de-8"], "0703") == Place("de-8", "0703")
    assert {offer.at for offer in offered(state, "de-8")} == {"0701", "0703", "0601", "0602"}
    assert offered(state)[-1].label == "begin the game"


@pytest.mark.case("9", "13.5.2")
def test_malta_is_asked_with_what_follows_and_declining_comes_first() -> None:
    state = asking(position("de-8 0702", "au-20 1925", turn=15, phasing="axis"), MaltaInvasion())
    assert [offer.action for offer in offered(state)] == ["decline", "malta"]
    assert "2 of 6" in row(state, "malta", "Chance")
    assert row(state, "malta", "If Malta falls").startswith("any of F, G, H, J, K; M arrives on turn 18")
    assert "M never arrives; no installation on turn 15 and 16" in row(state, "malta", "If it fails")
    assert "12 factors" in row(state, "malta", "F")


@pytest.mark.case("13.2", "13.2.1", "13.2.2")
def test_arrivals_are_offered_in_their_panel_for_every_hex_with_room() -> None:
    state = mustering(position("it-19 0702", turn=1, phasing="axis"), "axis")
    of_one = [offer for offer in offered(state) if offer.pieces == ("de-104",)]
    assert {offer.panel for offer in of_one} == {"arrivals"} and len(of_one) == 5
    assert "de-104" in row(state, "arrivals", "Arriving") and "de-115" in row(state, "arrivals", "Next turn")
    assert propose(state, "axis", ["de-104"], "0703") == Arrive("de-104", "0703")
    after = play(state, "arrive de-104 at 0703")
    assert "de-104" not in row(after, "arrivals", "Arriving") and row(after, "arrivals", "Arrived") == " de-104-"


@pytest.mark.case("13.3.1", "13.3.2")
def test_points_and_the_cadre_stand_side_by_side_and_rebuilding_is_pressed_there() -> None:
    state = position("it-19 0702", turn=3, phasing="axis")
    points = {**state.books["axis"].points, "german-infantry": 2, "italian-infantry": 1}
    state = mustering(with_books(state, "axis", points=points), "axis")
    german = row(state, "points", "German infantry")
    assert german.startswith("2 in hand") and "de-8 2" in german
    rebuilt = [offer for offer in offered(state) if offer.pieces == ("de-8",)]
    assert rebuilt[0].panel == "points" and rebuilt[0].label.endswith("for 2 German infantry")
    assert "de-5-1-a 3-" in row(state, "points", "German armoured"), "too dear"
    assert propose(state, "axis", ["de-8"], "0702") == Rebuild("de-8", "0702")
    with pytest.raises(Refusal) as caught:
        propose(state, "axis", ["de-5-1-a"], "0702")
    assert caught.value.case == "13.3.2"


@pytest.mark.case("13.4")
def test_reinforcing_says_from_what_to_what() -> None:
    state = position(allied="uk-7-a 1351", turn=12)
    points = {**state.books["allied"].points, "allied-armoured": 3}
    state = mustering(with_books(state, "allied", points=points), "allied")
    (offer,) = [each for each in offered(state) if each.action == "reinforce uk-7-a"]
    assert (offer.label, offer.panel) == ("reinforce uk-7-a from 3 to 4", "points")
    assert "13.4" in shown(state)["points"].note


@pytest.mark.case("13.5", "13.5.1", "13.5.2", "13.5.3")
def test_options_are_listed_with_terms_and_exclusions_and_taken_in_their_panel() -> None:
    state = mustering(position("it-19 0702", turn=16, phasing="axis"), "axis")
    assert {offer.action for offer in offered(state) if offer.panel == "options"} == {
        f"option {letter}" for letter in "FGHJKL"
    }
    assert row(state, "options", "F") == "8th Panzer Division; 12 factors; turn 16 to 20; not with G"
    assert "arrives automatically on turn 16" in row(state, "options", "M") and "13.5.3" in shown(state)["options"].note
    after = play(state, "option F")
    assert "taken on turn 16" in row(after, "options", "F") and "closed now" in row(after, "options", "G")
    assert "option G" not in {offer.action for offer in offered(after)}
    assert "options" not in shown(mustering(position("it-19 0702", turn=3, phasing="axis"), "axis"))


@pytest.mark.case("13.5.1")
def test_an_option_that_costs_brigades_says_so() -> None:
    state = mustering(position(allied="in-5, in-7, in-11 1351", turn=15), "allied")
    assert "2 Indian brigades leave in exchange" in row(state, "options", "D")
    assert "not with B, C" in row(state, "options", "D")


@pytest.mark.case("13.2.3")
def test_withdrawals_are_pressed_in_their_panel_by_whoever_chooses() -> None:
    state = asking(position(allied="au-18, uk-22 1351"), Withdrawals("infantry", 1, ("au-18", "uk-22"), "relief"))
    assert [(offer.action, offer.panel) for offer in offered(state)] == [
        ("withdraw au-18", "withdrawals"),
        ("withdraw uk-22", "withdrawals"),
    ]
    assert row(state, "withdrawals", "To leave").startswith("1 infantry")
    bare = asking(position(allied="au-18, uk-22 1925"), Withdrawals("infantry", 1, (), "relief"))
    assert asked(bare) == "axis" and "the Axis chooses" in row(bare, "withdrawals", "Available")


@pytest.mark.case("13.6", "12.4.6")
def test_dismounting_is_offered_for_chosen_units_only_and_lorries_are_counted() -> None:
    trio = ("de-104", "de-115", "it-132-a")
    state = position(f"{', '.join(trio)} 0803, axis-lorry-1 0702", phasing="axis")
    state = mustering(state, "axis")
    assert not any(offer.action.startswith("dismount") for offer in offered(state))
    found = [offer for offer in offered(state, "it-132-a") if offer.action.startswith("dismount")]
    assert found and all(offer.at in ("0804", "0703") for offer in found)
    assert propose(state, "axis", [*trio], "0804") == Dismount(trio, "0804")
    assert row(state, "arrivals", "Transport").split() == ["axis-lorry-1", "axis-lorry-2-", "axis-lorry-3-"]


def test_a_game_that_is_over_has_no_panels_and_no_offers() -> None:
    state = position()
    assert panels(state) == () and offers(state, "axis", []) == []
    with pytest.raises(Refusal) as caught:
        propose(state, "axis", ["de-8"], "0702")
    assert caught.value.case == "over"
