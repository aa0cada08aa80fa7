"""What the screen is offered in the combat phase: attacks weighed, the best to send, supply, losses, advances."""

from __future__ import annotations

import pytest

from sandtable.core.values import Refusal
from sandtable.core.views import Panel
from sandtable.games.panzerarmee_afrika.combat.calculator import joint_odds
from sandtable.games.panzerarmee_afrika.combat.orders import Attack
from sandtable.games.panzerarmee_afrika.combat.reaction import Reaction
from sandtable.games.panzerarmee_afrika.factors.losses import Losses
from sandtable.games.panzerarmee_afrika.notation import NOTATION
from sandtable.games.panzerarmee_afrika.sight.offers import forecast, offers, path_of, propose
from sandtable.games.panzerarmee_afrika.sight.panels import panels
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from tests.panzerarmee_afrika.combats import at, figure_8, opened, phase
from tests.panzerarmee_afrika.positions import asking, play, position
from tests.panzerarmee_afrika.sight.test_offers import offered
from tests.playing import asked

ATTACK = "attack 1509, 1608 with de-104, de-5-1-a"


def actions(state: PanzerarmeeAfrika, *pieces: str) -> list[str]:
    return [offer.action for offer in offered(state, *pieces)]


def panel(state: PanzerarmeeAfrika) -> Panel:
    (found,) = panels(state)
    return found


# --- declaring


@pytest.mark.case("12.2", "12.4.2")
def test_without_a_choice_everybody_who_can_is_offered_against_each_hex() -> None:
    state = opened(figure_8())
    found = offered(state)
    assert found[-1].action == "done"
    single = next(offer for offer in found if offer.action.startswith("attack 1509 with"))
    assert set(single.pieces) == {"de-104", "de-5-1-a", "uk-sg-2"}
    assert single.label.endswith("at +1") and not single.at


@pytest.mark.case("12.2", "12.4")
def test_enemies_chosen_alone_are_answered_with_the_best_to_send() -> None:
    state = opened(figure_8())
    (best,) = offered(state, "uk-sg-2")
    assert best.label.startswith("send the best") and NOTATION.parse(best.action) == propose(state, "axis", ["uk-sg-2"])
    assert (
        actions(
            opened(position("de-104 1508, axis-depot-1 1406", "au-20 1608, uk-sg-2 1509, nz-4 1608", phasing="axis")),
            "uk-sg-2",
        )
        != []
    ), "one against one can be permissible"


@pytest.mark.case("12.2", "12.1.1")
def test_own_and_enemy_units_mean_an_attack_and_a_wrong_one_teaches() -> None:
    state = opened(figure_8())
    assert propose(state, "axis", ["de-104", "au-20", "de-5-1-a"]) == Attack(("1608",), ("de-104", "de-5-1-a"))
    far = phase("de-104 1508, de-8 1506, axis-depot-1 1406", "uk-sg-2 1509")
    with pytest.raises(Refusal) as caught:
        propose(far, "axis", ["de-8", "uk-sg-2"])
    assert caught.value.case == "12.2"


@pytest.mark.case("12.3")
def test_an_installation_is_given_up_only_when_it_is_chosen() -> None:
    state = opened(figure_8())
    assert not any(action.startswith("destroy") for action in actions(state))
    assert "destroy axis-depot-1" in actions(state, "axis-depot-1")


@pytest.mark.case("12.2", "12.4")
def test_declared_combats_stand_in_a_panel_and_are_taken_back_there() -> None:
    state = opened(figure_8())
    assert panels(state) == ()
    declared = play(state, ATTACK)
    (row,) = panel(declared).rows
    assert row.label == "1: 1509, 1608" and "not permitted" in row.text
    assert [token.text for token in row.tokens] == ["de-104", "de-5-1-a"]
    (cancel,) = [offer for offer in offered(declared) if offer.panel]
    assert (cancel.action, cancel.panel) == ("cancel 1", panel(declared).key)


@pytest.mark.case("12.1.1")
def test_an_attack_on_a_fort_that_must_be_made_is_announced() -> None:
    state = phase("de-104, de-5-1-a 1824, axis-depot-1 1723", "au-24 1925")
    (row,) = panel(state).rows
    assert row.label == "1925" and "12.1.1" in row.text


# --- the odds


@pytest.mark.case("12.4.3", "12.4.4")
def test_a_forecast_is_that_of_both_rolls_and_an_installation_chosen_with_them_is_spent() -> None:
    state = opened(figure_8())
    plain = forecast(state, "axis", ["de-104", "de-5-1-a", "uk-sg-2"])
    assert (plain.column, len(plain.ledger.parts)) == ("+1", 4)
    spent = forecast(state, "axis", ["de-104", "de-5-1-a", "axis-depot-1", "uk-sg-2", "au-20"])
    odds = joint_odds(state, ("de-104", "de-5-1-a"), at("1509", "1608"), ("axis-depot-1",))
    assert spent.column == "+3" and spent.defender_loss == pytest.approx(float(odds.defender_loss))
    assert sum(chance.numerator / chance.denominator for chance in spent.chances) == pytest.approx(1)


@pytest.mark.case("12", "12.2")
def test_nothing_is_weighed_without_both_sides_or_against_an_installation_alone() -> None:
    state = phase("de-104 1508, axis-depot-1 1406", "uk-sg-2 1509, allied-depot-1 1608")
    for pieces in (["de-104"], ["uk-sg-2"], ["axis-depot-1", "uk-sg-2"]):
        with pytest.raises(Refusal) as caught:
            forecast(state, "axis", pieces)
        assert caught.value.case == "12.2"
    with pytest.raises(Refusal) as caught:
        forecast(state, "axis", ["de-104", "allied-depot-1"])
    assert caught.value.case == "12"


# --- supply, fighting, losses


@pytest.mark.case("12.3")
def test_a_sacrifice_says_what_it_does_to_each_combat() -> None:
    state = play(opened(figure_8()), ATTACK, "done")
    (spend,) = [offer for offer in offered(state) if offer.panel]
    assert spend.action == "sacrifice axis-depot-1" and "combat 1 from -1 to +3" in spend.label
    after = play(state, spend.action)
    assert [row.label for row in panel(after).rows] == ["1: 1509, 1608", "Spent"]
    assert panel(after).rows[0].text.startswith("+3, destroys")
    assert actions(after) == ["done"]


@pytest.mark.case("12.4")
def test_combats_are_fought_and_called_off_in_their_panel() -> None:
    state = play(opened(figure_8()), ATTACK, "done", "sacrifice axis-depot-1", "done")
    assert {offer.action: offer.panel for offer in offered(state)} == {"fight 1": "combats", "cancel 1": "combats"}
    assert "clears the hex 1/6" in panel(state).rows[0].text
    assert set(actions(state, "au-20")) == {"fight 1", "cancel 1"}, "whoever takes part leads to it"


@pytest.mark.case("12.4.5")
def test_losses_are_offered_as_sets_and_narrowed_by_choosing() -> None:
    state = asking(position(allied="uk-sg-2, au-20, nz-4 1509"), Losses(("uk-sg-2", "au-20", "nz-4"), 4))
    assert len(offered(state)) == 3
    assert actions(state, "au-20") == ["lose uk-sg-2, au-20", "lose au-20, nz-4"]
    assert offered(state)[0].label.endswith("(4 factors)")


@pytest.mark.case("12.4.7")
def test_an_advance_is_offered_at_its_hex() -> None:
    state = play(
        phase("de-104, de-5-1-a 1115, axis-depot-1 1114, axis-depot-2 0908", "uk-sg-2 1116"),
        "attack 1116 with de-104, de-5-1-a",
        "done",
        "fight 1",
        rolls=(1, 6),
    )
    found = offered(state)
    assert [(offer.action, offer.at, offer.path) for offer in found[:2]] == [
        ("advance de-104 to 1116", "1116", ("1115", "1116")),
        ("advance de-5-1-a to 1116", "1116", ("1115", "1116")),
    ]
    assert found[-1].label == "stay where they are"


@pytest.mark.case("15.1")
def test_a_reaction_is_offered_with_its_way() -> None:
    state = position(
        "de-104 1508, axis-depot-1 1406",
        "uk-sg-2 1509, uk-7-a 1511, allied-depot-1 1614, allied-depot-2 1622",
        phasing="axis",
        options=("reaction",),
    )
    state = asking(state, Reaction("allied", at("1509"), at("1509")))
    assert asked(state) == "allied"
    (come, stay) = offered(state)
    assert come.action == "react uk-7-a to 1509" and come.path[0] == "1511" and come.at == "1509"
    assert path_of(state, "allied", NOTATION.parse(come.action)) == come.path
    assert stay.label == "send none"


@pytest.mark.case("12.2")
def test_nothing_can_be_done_with_pieces_of_both_sides_but_to_weigh_them() -> None:
    state = opened(figure_8())
    assert [offer for offer in offers(state, "axis", ["de-104", "uk-sg-2"]) if offer.at] == []
