"""Layforce and the SAS: put ashore by the fleet, supplied for a while, taken off again, and away with the raiders."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.contents import IN_PORT, Commando, Replacement, Ship
from sandtable.games.campaign_for_north_africa.fleet.phase import open_fleet
from sandtable.games.campaign_for_north_africa.fleet.ships import FleetAssignment, has_choice
from sandtable.games.campaign_for_north_africa.logistics.supply import ammo_need
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.organisation.training import count_training
from sandtable.games.campaign_for_north_africa.pieces.counters import counters, ratings
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, gait, stacking
from sandtable.games.campaign_for_north_africa.raiders.commandos import check_ready, is_self_supplied, muster_commandos
from sandtable.games.campaign_for_north_africa.raiders.forming import end_raiders_stage, stage_of_war
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.sight.view import view
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.combat.test_retreats import beaten, led, stood
from tests.campaign_for_north_africa.positions import asking, listed, play, position, refusal, spent, where
from tests.campaign_for_north_africa.raiders.test_raiders import group
from tests.campaign_for_north_africa.screens import deeds, labels, offered
from tests.playing import draft_of

AXIS, CW = "axis", "commonwealth"
HEX = board().hex
ALEXANDRIA, NEAR, FAR = "E3613", "C4033", "C4131"  # 49 and 52 hexes of sea
SHIPS = {"Valiant": Ship(6), "Nubian": Ship(2)}
WAITED = {"Layforce": Commando(since=stage_of_war(29, 1))}


def at_sea(*units: str, **fields: Any) -> Campaign:
    """The fleet is assigned while commandos wait in Alexandria."""
    given: dict[str, Any] = {"turn": 30, "ships": SHIPS, "commandos": WAITED, **fields}
    return asking(position(*(units or (f"Layforce, SAS {ALEXANDRIA}",)), **given), FleetAssignment())


def ashore(*units: str, **fields: Any) -> Campaign:
    """Layforce has been put ashore by the Valiant, which lies off its hex."""
    ships = {"Valiant": Ship(6, HEX("C4033"), sea=1, owed=2)}
    landed = {"Layforce": Commando(landed=stage_of_war(30, 1), ship="Valiant")}
    given: dict[str, Any] = {"turn": 30, "ships": ships, "commandos": landed, **fields}
    return position(*(units or ("Layforce C4033",)), **given)


# What they are [27.71, 27.81]


@pytest.mark.case("27.71", "27.72")
def test_layforce_is_a_battalion_of_infantry_by_itself() -> None:
    unit = counters()["Layforce"]
    assert unit.is_infantry_type and unit.level == "battalion" and "commando" in unit.symbols and not unit.parent
    state = position("Layforce C3818")
    assert stacking(state, "Layforce") == 1 and ratings("Layforce", "", 1).offence is not None
    assert gait(state, "Layforce") == "foot"


@pytest.mark.case("27.81")
def test_the_sas_walks_with_fifteen_points_and_rides_on_trucks() -> None:
    assert cpa(position("SAS C3818"), "SAS") == 15
    strength = sum(position("SAS C3818").units["SAS"].toe.values())
    motorised = position(f"SAS C3818 motors={strength}")
    assert gait(motorised, "SAS") == "motor" and cpa(motorised, "SAS") == 20
    assert (
        refusal(
            play(at_sea(f"SAS {ALEXANDRIA} motors={strength}"), f"sail Valiant to {NEAR}"), "disembark SAS from Valiant"
        ).case
        == "27.81"
    )


# Landings [27.72, 27.73, 27.83]


@pytest.mark.case("27.72", "27.73", "27.77")
def test_layforce_is_put_ashore_on_any_coast_for_five_points_and_the_terrain() -> None:
    state = play(at_sea(), f"sail Valiant to {NEAR}", "disembark Layforce from Valiant")
    assert where(state, "Layforce") == NEAR and spent(state, "Layforce") == 5 + 2
    assert state.commandos["Layforce"] == Commando(landed=stage_of_war(30, 1), ship="Valiant")


@pytest.mark.case("27.73", "27.83")
def test_beyond_fifty_hexes_of_sea_a_landing_costs_ten_points() -> None:
    state = play(at_sea(), f"sail Nubian to {FAR}", "disembark SAS from Nubian")
    assert where(state, "SAS") == FAR and spent(state, "SAS") == 10 + 2


@pytest.mark.case("27.83")
def test_one_ship_of_any_kind_carries_the_sas_and_it_need_not_wait() -> None:
    state = play(at_sea(commandos={}), f"sail Nubian to {NEAR}")
    assert where(play(state, "disembark SAS from Nubian"), "SAS") == NEAR
    assert refusal(state, "disembark Layforce from Nubian").case == "27.73"
    assert refusal(state, "disembark SAS from Valiant").case == "27.72"  # still in port


@pytest.mark.case("27.72")
def test_only_commandos_in_alexandria_are_landed_and_not_among_the_enemy() -> None:
    state = play(at_sea("Layforce C3818", f"SAS, 1KRRC {ALEXANDRIA}", f"I/157 {NEAR}"), f"sail Valiant to {NEAR}")
    assert refusal(state, "disembark Layforce from Valiant").case == "27.72"
    assert refusal(state, "disembark 1KRRC from Valiant").case == "27.71"
    assert refusal(state, "disembark SAS from Valiant").case == "8.13"


@pytest.mark.case("27.73", "27.77")
def test_a_ship_that_goes_to_malta_lands_nobody() -> None:
    state = play(at_sea(), "sail Valiant to valletta")
    assert refusal(state, "disembark SAS from Valiant").case == "27.77"


@pytest.mark.case("27.73")
def test_layforce_spends_a_whole_game_turn_in_alexandria_first() -> None:
    def sent(since: tuple[int, int]) -> Campaign:
        return play(at_sea(commandos={"Layforce": Commando(since=stage_of_war(*since))}), f"sail Valiant to {NEAR}")

    assert where(play(sent((29, 1)), "disembark Layforce from Valiant"), "Layforce") == NEAR
    for late in ((29, 2), (29, 3), (30, 1)):
        assert refusal(sent(late), "disembark Layforce from Valiant").case == "27.73"


@pytest.mark.case("27.72", "27.73")
def test_each_operations_stage_looks_whether_layforce_is_in_alexandria() -> None:
    draft = draft_of(position(f"Layforce {ALEXANDRIA}", turn=20, stage=2))
    muster_commandos(draft)
    assert draft.state.commandos["Layforce"].since == stage_of_war(20, 2)
    later = draft_of(replace(draft.state, turn=21, stage=1))
    muster_commandos(later)
    assert later.state.commandos["Layforce"].since == stage_of_war(20, 2)
    gone = draft_of(position("Layforce C3818", turn=21, commandos=later.state.commandos))
    muster_commandos(gone)
    assert gone.state.commandos["Layforce"].since == 0


@pytest.mark.case("27.75")
def test_layforce_lands_without_trucks() -> None:
    state = play(at_sea(f"Layforce {ALEXANDRIA} motors=3"), f"sail Valiant to {NEAR}")
    assert refusal(state, "disembark Layforce from Valiant").case == "27.75"


@pytest.mark.case("27.72")
def test_the_fleet_is_asked_while_commandos_are_ready() -> None:
    ready = position(f"Layforce {ALEXANDRIA}", turn=30, ships=SHIPS, commandos=WAITED)
    assert has_choice(ready) and not has_choice(replace(ready, commandos={}))
    draft = draft_of(replace(ready, raids=0))
    open_fleet(draft)
    assert any(isinstance(frame, FleetAssignment) for frame in draft.state.stack)


@pytest.mark.case("27.72")
def test_a_landing_takes_the_dump_it_comes_upon() -> None:
    state = at_sea(supply={"AX-S1": (NEAR, 10, 10)})
    state = play(state, f"sail Valiant to {NEAR}", "disembark Layforce from Valiant")
    assert state.supply["AX-S1"].side == CW


# Supply [27.74, 27.84]


@pytest.mark.case("27.74", "27.84")
@pytest.mark.parametrize("name", ["Layforce", "SAS"])
def test_commandos_need_nothing_for_three_operations_stages(name: str) -> None:
    landed = {name: Commando(landed=stage_of_war(30, 1))}
    state = position(f"{name} C3818, 1KRRC C3818", turn=30, commandos=landed)
    for stage, need in ((1, False), (2, False), (3, False)):
        assert bool(ammo_need(replace(state, stage=stage), name, "assault", True)) == need
    assert ammo_need(replace(state, turn=31), name, "assault", True) > 0
    assert ammo_need(state, "1KRRC", "assault", True) > 0


@pytest.mark.case("27.74", "27.84")
def test_who_came_by_land_needs_what_everybody_needs() -> None:
    state = position("SAS C3818", turn=30, commandos=WAITED)
    assert not is_self_supplied(state, "SAS") and not is_self_supplied(state, "Layforce")
    assert ammo_need(state, "SAS", "assault", True) > 0


# Aboard again [27.77]


@pytest.mark.case("27.77")
def test_layforce_goes_aboard_the_ship_that_waits_and_both_are_back_in_alexandria() -> None:
    state = play(asking(ashore(), Movement("commonwealth")), "board Layforce")
    assert where(state, "Layforce") == ALEXANDRIA and spent(state, "Layforce") == 0
    assert state.ships["Valiant"].at == IN_PORT and state.ships["Valiant"].owed == 3
    assert state.commandos["Layforce"].ship == ""


@pytest.mark.case("27.77")
def test_layforce_goes_aboard_only_where_its_ship_lies() -> None:
    inland = asking(ashore("Layforce C3933"), Movement("commonwealth"))
    assert refusal(inland, "board Layforce").case == "27.77"
    gone = asking(ashore(ships={"Valiant": Ship(6)}), Movement("commonwealth"))
    assert refusal(gone, "board Layforce").case == "27.77"
    assert refusal(asking(ashore("SAS C4033"), Movement("commonwealth")), "board SAS").case == "27.77"


@pytest.mark.case("27.77")
def test_layforce_is_engaged_no_more_once_it_is_aboard_and_not_while_attached() -> None:
    engaged = asking(ashore("Layforce C4033 engaged", "I/157 C3933 engaged"), Movement("commonwealth"))
    state = play(engaged, "board Layforce")
    assert not state.units["Layforce"].engaged and not state.units["I/157"].engaged
    joined = asking(ashore("7Arm C4033, Layforce>7Arm"), Movement("commonwealth"))
    assert refusal(joined, "board Layforce").case == "27.77"
    assert refusal(asking(ashore(), Movement("axis")), "board Layforce").case == "27.77"


@pytest.mark.case("27.77", "15.82")
def test_a_retreat_into_the_ship_satisfies_whatever_was_mandated() -> None:
    fields: dict[str, Any] = {"turn": 30, "ships": ashore().ships, "commandos": ashore().commandos}
    state = beaten("Layforce, 1KRRC C4033", "I/157 C3933", hexes=3, at="C4033", foes="C3933", **fields)
    assert "board Layforce" in listed(state)
    assert any("27.77" in label for label in labels(state))
    state = led(state, "board Layforce")
    assert where(state, "Layforce") == ALEXANDRIA and state.ships["Valiant"].at == IN_PORT
    state = led(state, "stand 1KRRC")
    assert stood(state) == (("1KRRC", 3),)


@pytest.mark.case("27.77")
def test_without_any_way_by_land_layforce_is_still_asked() -> None:
    ring = " ".join(board().name(hex) for hex in board().adjacent[HEX("C4033")])
    fields: dict[str, Any] = {"turn": 30, "ships": ashore().ships, "commandos": ashore().commandos}
    foes = [f"{name} {hex}" for name, hex in zip(("I/157", "II/157", "III/157", "I/158"), ring.split(), strict=True)]
    state = beaten("Layforce C4033", *foes, hexes=1, at="C4033", foes=ring, **fields)
    assert "board Layforce" in listed(state)
    assert stood(led(state, "board Layforce")) == ()


# Replacements [27.76, 27.89]


def schooling(name: str, at: str = ALEXANDRIA, left: int = 12) -> Campaign:
    """A weakened commando unit with three infantry points that are meant for it."""
    points = {"CW-Inf7": Replacement(name, left)}
    units = (f"{name}[2] {at}", f"CW-Inf7[3] {at}", f"1RNF {at}")
    return asking(position(*units, turn=50, replacements=points), Organisation("commonwealth"))


@pytest.mark.case("27.76", "27.89")
@pytest.mark.parametrize("name", ["Layforce", "SAS"])
def test_points_for_commandos_train_twelve_stages_from_the_moment_they_are_meant_for_them(name: str) -> None:
    state = schooling(name, left=0)
    state = replace(state, replacements={"CW-Inf7": Replacement("", 0)})
    state = play(state, f"allot CW-Inf7:3 to {name}")
    assert state.replacements["CW-Inf7"] == Replacement(name, 12)
    assert refusal(state, f"absorb {name}:1").case == "19.61"


@pytest.mark.case("27.76", "27.89")
@pytest.mark.parametrize("name", ["Layforce", "SAS"])
def test_three_trained_points_replace_one_of_a_commando_unit(name: str) -> None:
    state = play(schooling(name, left=0), f"absorb {name}:1")
    assert state.units[name].toe == {"": 3} and "CW-Inf7" not in state.replacements


@pytest.mark.case("27.76", "27.89", "17.35")
def test_only_their_own_unit_trains_points_for_commandos_layforce_in_alexandria_alone() -> None:
    state = schooling("Layforce")
    assert refusal(state, "train CW-Inf7 by 1RNF").case == "17.35"
    assert "train CW-Inf7 by Layforce" in listed(state)
    draft = draft_of(play(state, "train CW-Inf7 by Layforce"))
    count_training(draft)
    assert draft.state.replacements["CW-Inf7"].left == 11
    assert refusal(schooling("Layforce", at="E1730"), "train CW-Inf7 by Layforce").case == "17.35"
    assert "CW-Inf7" in play(schooling("SAS", at="E1730"), "train CW-Inf7 by SAS").replacements


@pytest.mark.case("27.89")
def test_an_sas_that_is_gone_is_not_replaced() -> None:
    state = asking(
        position(f"CW-Inf7[3] {ALEXANDRIA}", "SAS eliminated", turn=50, replacements={"CW-Inf7": Replacement()}),
        Organisation("commonwealth"),
    )
    assert refusal(state, "allot CW-Inf7:3 to SAS").case == "20.41"


# With the raiders [27.88]


def met_sas(**fields: Any) -> Campaign:
    raiders = {"LRDG1": group("C3818", fuelled=30)}
    return asking(
        position("SAS C3818 spent=4", "I/157 C4118", turn=30, raiders=raiders, **fields), Movement("commonwealth")
    )


@pytest.mark.case("27.88", "8.13")
def test_with_a_group_the_sas_is_out_of_sight_and_has_thirty_points() -> None:
    state = play(met_sas(), "conceal SAS with LRDG1")
    assert not state.stacks.get(HEX("C3818")) and state.raiders["LRDG1"].passenger == "SAS"
    assert "SAS" not in {piece.id for piece in view(state, AXIS).pieces}
    assert "with SAS" in next(piece.marks for piece in view(state, CW).pieces if piece.id == "LRDG1")
    assert refusal(state, "prowl LRDG1 C3818-C0127").case == "27.37"
    state = play(state, "prowl LRDG1 C3818-C3830", "disclose LRDG1")
    assert where(state, "SAS") == "C3830" and spent(state, "SAS") == 4 + 17.5
    assert state.raiders["LRDG1"].passenger == "" and state.raiders["LRDG1"].spent == 35
    assert all(observe(other, AXIS) == observe(state, AXIS) for other in disguises(state, AXIS))


@pytest.mark.case("27.88", "32.13", "32.56")
def test_back_on_the_map_the_sas_takes_the_trucks_that_the_enemy_has_left_there() -> None:
    state = play(met_sas(motors={"axis": {"C3818": 4}}), "conceal SAS with LRDG1")
    assert state.motors["axis"] == {HEX("C3818"): 4}
    state = play(state, "disclose LRDG1")
    assert state.motors == {"axis": {}, "commonwealth": {HEX("C3818"): 4}}


@pytest.mark.case("27.88")
def test_only_the_sas_rides_with_raiders_from_their_hex() -> None:
    state = asking(
        position("SAS C3819", "1KRRC C3818", turn=30, raiders={"LRDG1": group("C3818", fuelled=30)}),
        Movement("commonwealth"),
    )
    assert refusal(state, "conceal SAS with LRDG1").case == "27.88"
    assert refusal(state, "conceal 1KRRC with LRDG1").case == "27.88"
    assert refusal(state, "disclose LRDG1").case == "27.88"


@pytest.mark.case("27.88")
def test_the_sas_is_lost_with_the_group_and_rests_with_it() -> None:
    laden = play(met_sas(), "conceal SAS with LRDG1")
    draft = draft_of(replace(laden, raiders={"LRDG1": replace(laden.raiders["LRDG1"], watered=30)}))
    end_raiders_stage(draft)
    assert draft.state.raiders["LRDG1"].ridden == 0
    thirsty = draft_of(replace(laden, stage=3))
    end_raiders_stage(thirsty)
    assert where(thirsty.state, "SAS") == "eliminated" and not thirsty.state.raiders


# On the screen


@pytest.mark.case("27.72")
def test_commandos_are_offered_what_they_can_do() -> None:
    state = play(at_sea(), f"sail Valiant to {NEAR}")
    assert any("puts Layforce ashore" in label and "7 CP" in label for label in labels(state))
    assert "board Layforce" in deeds(asking(ashore(), Movement("commonwealth")), "Layforce")
    assert "conceal SAS with LRDG1" in deeds(met_sas(), "SAS")
    assert "disclose LRDG1" in deeds(play(met_sas(), "conceal SAS with LRDG1"), "LRDG1")
    assert all("board" not in offer.action for offer in offered(met_sas(), "SAS"))


@pytest.mark.case("27.73", "3.61")
def test_the_axis_does_not_know_how_long_layforce_has_waited() -> None:
    state = at_sea()
    assert observe(state, AXIS).commandos == {} and observe(state, CW).commandos == WAITED


@pytest.mark.case("27.71", "27.72", "27.73", "27.75", "27.81")
def test_who_may_be_taken_along_from_alexandria() -> None:
    def case(unit: str, name: str, **fields: Any) -> str:
        try:
            check_ready(position(unit, turn=30, **fields), name)
        except Refusal as refused:
            return refused.case
        return ""

    assert case(f"Layforce {ALEXANDRIA}", "Layforce", commandos=WAITED) == ""
    assert case(f"Layforce {ALEXANDRIA}", "Layforce") == "27.73"
    assert case(f"SAS {ALEXANDRIA}", "SAS") == "", "only Layforce waits"
    assert case("SAS C3922", "SAS") == "27.72" and case(f"1RNF {ALEXANDRIA}", "1RNF") == "27.71"
    assert case(f"7Spt {ALEXANDRIA}, SAS>7Spt", "SAS") == "27.72"
    assert case(f"SAS {ALEXANDRIA} motors=1", "SAS") == "27.81"
    assert case(f"Layforce {ALEXANDRIA} motors=1", "Layforce", commandos=WAITED) == "27.75"
