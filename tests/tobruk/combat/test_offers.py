"""What the screen is offered in battle: attacks and overruns, the odds, fire and support, losses, ways on and back."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.core.frames import check
from sandtable.core.offers import Forecast, Offer
from sandtable.core.values import Refusal
from sandtable.games.tobruk.combat.forecasts import retreat_loss, weigh
from sandtable.games.tobruk.combat.orders import Attack, Fire
from sandtable.games.tobruk.combat.panels import AIR, BATTLE
from sandtable.games.tobruk.notation import NOTATION
from sandtable.games.tobruk.sight.offers import forecast, offers, propose
from sandtable.games.tobruk.state import Air, Tobruk
from tests.playing import asked
from tests.tobruk.positions import at, attacking, fighting, moving, play, position

TANKS = "I/8/15, II/8/15 2820"
HQ_AND_TANKS = "15PzHQ, I/8/15, II/8/15 2820"


def offered(state: Tobruk, *pieces: str) -> list[Offer]:
    side = asked(state)
    found = offers(state, side, pieces)
    assert all(check(state, side, NOTATION.parse(offer.action)) for offer in found)
    return found


def actions(state: Tobruk, *pieces: str) -> list[str]:
    return [offer.action for offer in offered(state, *pieces)]


def labels(state: Tobruk, *pieces: str) -> list[str]:
    return [offer.label for offer in offered(state, *pieces)]


def refused(state: Tobruk, pieces: list[str], hexagon: str = "") -> str:
    with pytest.raises(Refusal) as caught:
        propose(state, asked(state), pieces, hexagon)
    return caught.value.case


def ledger(weighed: Forecast) -> str:
    return str(weighed.ledger)


# --- attacks


@pytest.mark.case("10.0", "9.4")
def test_chosen_units_are_offered_their_attack_and_overruns() -> None:
    state = attacking(TANKS, "18/4NZ 2821", "15pz")
    assert labels(state) == ["attack 2821 with I/8/15, II/8/15 at 3:1", "no more attacks"]
    assert labels(state, "I/8/15") == ["attack 2821 with I/8/15 at 1:1", "overrun 2821 with I/8/15 at 1:1"]
    both = offered(state, "I/8/15", "II/8/15")
    assert [offer.action.partition(" overrun ")[2] for offer in both] == ["", "I/8/15, II/8/15", "I/8/15", "II/8/15"]
    assert both[0].pieces == ("I/8/15", "II/8/15", "18/4NZ") and not both[0].at


@pytest.mark.case("10.0")
def test_a_chosen_enemy_is_offered_with_everybody_who_can_attack_it() -> None:
    state = attacking(TANKS, "18/4NZ 2821, 19/4NZ 2718", "15pz")
    assert actions(state, "18/4NZ")[0] == "attack 2821 with I/8/15, II/8/15"
    assert actions(state, "19/4NZ") == []


@pytest.mark.case("10.0", "10.1")
def test_own_and_enemy_units_mean_an_attack_on_the_hex_of_the_enemy() -> None:
    state = attacking("I/8/15 2820, II/8/15 2822", "18/4NZ 2821, 19/4NZ 2819", "15pz")
    assert propose(state, "axis", ["I/8/15", "II/8/15", "18/4NZ"]) == Attack("2821", ("I/8/15", "II/8/15"))
    assert refused(state, ["II/8/15", "19/4NZ"]) == "10.0"
    assert refused(state, ["I/8/15", "18/4NZ", "19/4NZ"]) == "10.0"
    assert refused(state, ["I/8/15"], "2920") == "3.2"


# --- the odds


@pytest.mark.case("10.1", "10.2")
def test_a_forecast_gives_the_column_exact_chances_and_losses_to_expect() -> None:
    weighed = forecast(attacking(TANKS, "18/4NZ 2821", "15pz"), "axis", ["I/8/15", "II/8/15", "18/4NZ"])
    assert weighed.column == "3:1" and weighed.title.startswith("18 to 5: 3:1")
    chances = {each.result: Fraction(each.numerator, each.denominator) for each in weighed.chances}
    assert sum(chances.values()) == 1
    # 3:1: 2 or 3 costs the attacker one, 4 both one; 5 the defender one; 12 one and three hexes
    assert chances["1/-"] == Fraction(1 + 2, 36) and chances["1/1"] == Fraction(3, 36)
    assert chances["-/1"] == Fraction(4, 36) and chances["-/1R3"] == Fraction(1, 36)
    assert weighed.chances[0].text == "defender loses 1 and retreats 3"
    assert weighed.attacker_loss == pytest.approx(6 / 36)
    assert weighed.defender_loss == pytest.approx((3 + 4 + 1) / 36)


@pytest.mark.case("10.1", "5.2")
def test_the_ledger_names_shifts_and_halved_strengths_with_their_cases() -> None:
    told = ledger(forecast(position("I/8/15! 2820", "18/4NZ!! 2821"), "axis", ["I/8/15", "18/4NZ"]))
    assert "I/8/15 attacks with 5: 9, low supply  (5.2)" in told
    assert "18/4NZ defends with 2: 5, out of supply  (5.2)" in told
    # 2208 is rough
    rough = ledger(forecast(position("I/8/15 2108", "18/4NZ 2208"), "axis", ["I/8/15", "18/4NZ"]))
    assert "rough: 1 to the left  (10.1)" in rough


@pytest.mark.case("13.0")
def test_the_forecast_warns_of_guns_and_counts_what_they_may_cost() -> None:
    state = attacking(TANKS, "18/4NZ, 65AT 2821", "15pz")
    weighed = forecast(state, "axis", ["I/8/15", "II/8/15", "18/4NZ"])
    assert "anti-tank guns fire first at I/8/15, II/8/15: 50% to hit" in ledger(weighed)
    assert "65AT hits 3 times in 6  (13.0)" in ledger(weighed)
    bare = weigh(state, ["I/8/15", "II/8/15"], ["18/4NZ", "65AT"], at("2821"))
    assert weighed.attacker_loss == pytest.approx(bare.attacker_loss + 0.5)
    foot = forecast(position("I/155/Afk 2820", "18/4NZ, 65AT 2821"), "axis", ["I/155/Afk", "18/4NZ"])
    assert "anti-tank" not in ledger(foot)


@pytest.mark.case("10.1", "2.4", "2.5", "11.0")
def test_the_forecast_tells_what_artillery_and_aircraft_could_add() -> None:
    air = {"axis": Air(fighters=2, support=1), "commonwealth": Air(support=2)}
    state = fighting(HQ_AND_TANKS, "18/4NZ 2821", "15pz", air=air)
    told = ledger(forecast(state, "axis", ["I/8/15", "18/4NZ"]))
    assert "with 1 artillery marker, +1: driven back" in told and "with one close air support unit, +2" in told
    assert "the enemy has 2 close air support units ready: -2 on the dice" in told
    even = fighting(HQ_AND_TANKS, "18/4NZ 2821", "15pz", air={**air, "commonwealth": Air(fighters=1, support=1)})
    assert "the enemy has 1 fighter and 1 close air" in ledger(forecast(even, "axis", ["I/8/15", "18/4NZ"]))


@pytest.mark.case("10.3")
def test_a_retreat_that_costs_something_is_weighed() -> None:
    ring = "I/8/15 2820, II/8/15 2922, I/115/15 2722, 33Rc/15 2821"
    state = position(ring, "18/4NZ 2822")
    assert retreat_loss(state, "18/4NZ", 2) == 1
    weighed = forecast(state, "axis", ["33Rc/15", "I/115/15", "18/4NZ"])
    assert "a retreat would reduce 18/4NZ: only hexes in enemy zones are open  (10.3)" in ledger(weighed)


@pytest.mark.case("10.0", "10.1")
def test_a_forecast_needs_both_sides_and_one_hex() -> None:
    state = position("15PzHQ, I/8/15 2820", "18/4NZ 2821, 19/4NZ 2819")
    for pieces in (["I/8/15"], ["18/4NZ"], ["15PzHQ", "18/4NZ"], ["I/8/15", "18/4NZ", "19/4NZ"], ["nobody"]):
        with pytest.raises(Refusal):
            forecast(state, "axis", pieces)
    assert forecast(moving("I/8/15 2820", "18/4NZ 2821", "15pz"), "axis", ["I/8/15", "18/4NZ"]).column == "1:1"


# --- fire and support


@pytest.mark.case("13.0")
def test_a_gun_and_a_vehicle_mean_a_shot_and_its_chances() -> None:
    state = play(attacking(TANKS, "18/4NZ, 65AT 2821", "15pz"), "attack 2821 with I/8/15, II/8/15")
    assert labels(state) == ["65AT fires at I/8/15, hits 3 times in 6", "65AT fires at II/8/15, hits 3 times in 6"]
    assert propose(state, "commonwealth", ["65AT", "II/8/15"]) == Fire("65AT", "II/8/15")
    shot = forecast(state, "commonwealth", ["65AT", "II/8/15"])
    assert [(each.result, each.numerator, each.denominator) for each in shot.chances] == [("hit", 3, 6), ("miss", 3, 6)]
    assert refused(state, ["18/4NZ", "I/8/15"]) == "13.0"
    hit = play(state, "fire 65AT at I/8/15", rolls=(1,))
    assert labels(hit) == ["press the attack", "call the attack off"]


@pytest.mark.case("10.1", "11.1")
def test_air_units_are_sent_in_the_panel_and_told_by_what_they_do_to_the_dice() -> None:
    air = {"axis": Air(fighters=2, support=1), "commonwealth": Air(fighters=1, support=2)}
    state = play(attacking(TANKS, "18/4NZ 2821", "15pz", air=air), "attack 2821 with I/8/15, II/8/15")
    sent = {offer.action: offer for offer in offered(state)}
    assert len(sent) == 6 and {offer.panel for offer in sent.values()} == {AIR}
    assert sent["fly 0 fighters 0 support"].label == "send none"
    assert sent["fly 2 fighters 1 support"].label == "send 2 fighters and 1 close air support unit: +4 on the dice"
    answer = {offer.action: offer.label for offer in offered(play(state, "fly 2 fighters 1 support"))}
    assert answer["fly 1 fighters 2 support"].endswith("-4 on the dice, after a dogfight")
    overrun = play(attacking(TANKS, "18/4NZ 2821", "15pz", air=air), "attack 2821 with I/8/15 overrun I/8/15")
    assert labels(overrun)[-1] == "send 2 fighters to fight in the air"


@pytest.mark.case("11.1")
def test_the_loser_and_the_victor_are_told_whose_aircraft_they_choose() -> None:
    air = {"axis": Air(fighters=1, support=2), "commonwealth": Air(fighters=2)}
    state = play(attacking(TANKS, "18/4NZ 2821", "15pz", air=air), "attack 2821 with I/8/15",
                 "fly 1 fighters 2 support", "fly 2 fighters 0 support", rolls=(2, 2, 2))  # fmt: skip
    assert labels(state) == ["lose a fighter", "lose a close air support unit"]
    assert labels(play(state, "down support")) == ["shoot down a fighter", "shoot down a close air support unit"]


@pytest.mark.case("2.4", "10.1")
def test_artillery_is_given_in_the_panel_of_the_battle() -> None:
    state = play(fighting(HQ_AND_TANKS, "18/4NZ 2821", "15pz"), "attack 2821 with I/8/15")
    assert labels(state) == ["no artillery", "1 marker: +1"]
    assert {offer.panel for offer in offered(state)} == {BATTLE}


# --- after the dice


@pytest.mark.case("10.2", "14.0")
def test_losses_say_what_they_mean() -> None:
    state = play(attacking("I/8/15 2820", "18/4NZ, Duke/1SA* 2821", "15pz"), "attack 2821 with I/8/15", rolls=(4, 4))
    assert labels(state) == ["reduce 18/4NZ from 4-5-12 to 2-3-12", "lose Duke/1SA: 1 point to the enemy"]
    assert str(propose(state, "commonwealth", ["18/4NZ"])) == "lose 18/4NZ"


@pytest.mark.case("10.3")
def test_a_retreat_is_a_click_on_a_hex() -> None:
    state = play(attacking(TANKS, "Duke/1SA 2821", "15pz"), "attack 2821 with I/8/15, II/8/15", rolls=(2, 3))
    ways = offered(state)
    assert len({offer.at for offer in ways}) == len(ways) and all(offer.path[0] == "2821" for offer in ways)
    action = propose(state, "commonwealth", ["Duke/1SA"], ways[0].at)
    assert str(action) == ways[0].action
    assert refused(state, ["Duke/1SA"], "2819") == "10.3"


@pytest.mark.case("10.4")
def test_an_advance_is_a_click_on_a_hex() -> None:
    state = play(attacking(TANKS, "Duke/1SA* 2821", "15pz"), "attack 2821 with I/8/15, II/8/15", rolls=(6, 6))
    assert labels(state)[-1] == "end the advance"
    assert {offer.at for offer in offered(state, "I/8/15")} >= {"2821", "2822"}
    assert str(propose(state, "axis", ["I/8/15"], "2822")) == "advance I/8/15 2821-2822"
    assert refused(state, ["I/8/15"], "2816") == "10.4"
