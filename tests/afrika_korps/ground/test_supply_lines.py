"""[14.1-14.5, 24.1] Lines of supply: five hexes for an attack, any length against isolation."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.ground.supply import (
    explain_supply,
    isolated_units,
    served_by,
    served_from,
    sustaining,
)
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.combat.declarations import declaring
from tests.afrika_korps.movement.moves import beaten, moving
from tests.afrika_korps.positions import position, refused


def line(state: AfrikaKorps, supply: str, hexagon: str) -> int | None:
    """The hexes from a unit in this hex to the supply, or None beyond reach."""
    side = "axis" if supply.startswith("Ax") else "allied"
    return served_by(state, supply, side).get(board().hex(hexagon))


# --- the five hexes


@pytest.mark.case("14.2")
def test_the_line_counts_the_supplys_hex_and_not_the_attackers() -> None:
    state = position("21/5 R36, AxS1 R41", "9A/20 R35")
    assert line(state, "AxS1", "R36") == 5
    assert sustaining(state, "axis", ["21/5"]) == ("AxS1",)
    assert sustaining(position("21/5 R36, AxS1 R42", "9A/20 R35"), "axis", ["21/5"]) is None


@pytest.mark.case("14.2")
def test_a_supply_in_the_attackers_own_hex_serves() -> None:
    state = position("21/5, AxS1 R36", "9A/20 R35")
    assert line(state, "AxS1", "R36") == 0
    assert sustaining(state, "axis", ["21/5"]) == ("AxS1",)


@pytest.mark.case("14.2")
def test_the_line_goes_round_zones_and_counts_the_hexes_it_takes() -> None:
    """The straight line R36-R37-R38-R39 is four hexes to R40; 22gds at Q38 controls R38 and R39."""
    free = position("21/5 R36, AxS1 R40", "9A/20 R35")
    cut = position("21/5 R36, AxS1 R40", "9A/20 R35, 22gds Q38")
    assert (line(free, "AxS1", "R36"), line(cut, "AxS1", "R36")) == (4, 5)
    assert sustaining(cut, "axis", ["21/5"]) == ("AxS1",)
    longer = position("21/5 R36, AxS1 R41", "9A/20 R35, 22gds Q38")
    assert line(longer, "AxS1", "R36") is None


@pytest.mark.case("14.2", "7.1")
def test_own_units_on_the_line_do_not_free_it_from_zones() -> None:
    wall = "22gds P38, 7A/1 R38, 7A/2 T38"  # controls every hex between the supply and the attacker
    state = position("21/5 R36, ariete R37, AxS1 R40", f"9A/20 R35, {wall}")
    assert line(state, "AxS1", "R37") is None
    assert sustaining(state, "axis", ["21/5"]) is None
    assert refused(moving("21/5 R36, AxS1 R40", "7A/1 R35"), "av 7A/1 with 21/5 supply AxS1") == ""
    assert refused(moving("21/5 R36, AxS1 R40", f"pol R35, {wall}"), "av pol with 21/5 supply AxS1") == "14.2"


@pytest.mark.case("14.2")
def test_the_attackers_own_hex_may_lie_in_any_zone() -> None:
    """R36 is next to both enemies, R37 to one of them: the line leaves R36 by S37."""
    assert line(position("21/5 R36, AxS1 S38", "9A/20 R35, 22gds Q36"), "AxS1", "R36") == 2
    assert line(position("21/5 R36, AxS1 R38", "9A/20 R35, 22gds Q36"), "AxS1", "R36") == 3
    assert line(position("21/5 R36, AxS1 R37", "9A/20 R35, 22gds Q36"), "AxS1", "R36") is None


@pytest.mark.case("14.2")
def test_a_supply_that_is_not_on_the_map_serves_nobody() -> None:
    state = position("21/5 R36, AxS1 R37", "9A/20 R35")
    assert board().hex("R36") in served_by(state, "AxS1", "axis") and served_by(state, "AxS2", "axis") == {}


@pytest.mark.case("14.2", "13.2")
def test_a_supply_in_an_enemy_zone_serves_only_its_own_hex() -> None:
    state = position("21/5, AxS1 R36, 15/8 S36", "9A/20 R35")
    assert served_by(state, "AxS1", "axis") == {board().hex("R36"): 0}
    assert sustaining(state, "axis", ["21/5"]) == ("AxS1",)
    assert sustaining(state, "axis", ["15/8"]) is None


@pytest.mark.case("14.2", "5.6")
def test_no_line_leads_through_the_depression() -> None:
    """Q60 and S61 are two hexes apart across R60 and R61; the way round the eastern end is far too long."""
    state = position("21/5 S61, AxS1 Q60", "9A/20 J57")
    assert board().distance(board().hex("Q60"), board().hex("S61")) == 2
    assert line(state, "AxS1", "S61") is None
    assert line(state, "AxS1", "Q64") == 4  # partial hexes are clear


@pytest.mark.case("14.2", "5.7")
@pytest.mark.parametrize(("supply", "unit"), [("E18", "F19"), ("F19", "E18"), ("W62", "X62"), ("X62", "W62")])
def test_no_line_crosses_a_closed_hexside(supply: str, unit: str) -> None:
    """They are neighbours on the map; the line takes the two hexes round."""
    assert line(position(f"21/5 {unit}, AxS1 {supply}"), "AxS1", unit) == 2


@pytest.mark.case("14.2")
def test_no_line_crosses_the_sea() -> None:
    """G28 lies three hexes east of Tobruch across the bay; by land it is G25-H26-H27-H28-G28."""
    assert line(position("21/5 G28, AxS1 G25"), "AxS1", "G28") == 4


@pytest.mark.case("14.2", "7.1", "23.6")
def test_a_supply_in_a_besieged_fortress_serves_the_garrison_and_those_at_the_gates() -> None:
    state = position("21/5 G24, ariete I26", "9A/20, AlS1 G25, 22gds H26, 7A/1 H28")
    assert sustaining(state, "allied", ["9A/20"]) == ("AlS1",)
    assert sustaining(state, "allied", ["22gds"]) == ("AlS1",)  # H26 is in a zone, but it is his own hex
    assert sustaining(state, "allied", ["7A/1"]) is None


@pytest.mark.case("14.2")
def test_a_fortress_is_open_to_a_line_unless_the_enemy_holds_it() -> None:
    """2/3 at I25 controls H25, so that the line from G24 to H26 has to go through Tobruch."""
    assert line(position("21/5 H26, AxS1 G24", "2/3 I25"), "AxS1", "H26") == 2
    assert line(position("21/5 H26, AxS1 G24", "2/3 I25, 9A/20 G25"), "AxS1", "H26") is None


@pytest.mark.case("14.2", "9.1")
def test_a_beaten_unit_cuts_no_line() -> None:
    state = position("21/5 R36, AxS1 R40", "9A/20 R38")
    assert line(state, "AxS1", "R36") is None
    assert line(beaten(state, "9A/20"), "AxS1", "R36") == 4


# --- which supplies


@pytest.mark.case("14.4", "14.1")
def test_one_supply_sustains_any_number_of_attacks_and_others_need_not_be_used() -> None:
    state = position("21/5 R36, 15/8 S40, ariete P36, AxS1 R38, AxS2 R39", "9A/20 R35, 22gds T41, 7A/1 O35")
    assert sustaining(state, "axis", ["21/5"]) == ("AxS1",)
    assert sustaining(state, "axis", ["21/5", "15/8", "ariete"]) == ("AxS1",)


@pytest.mark.case("14.4", "14.1")
def test_a_supply_that_is_spent_already_serves_before_a_fresh_one() -> None:
    state = position("21/5 R36, AxS1 R38, AxS2 R39", "9A/20 R35", spent=("AxS2",))
    assert sustaining(state, "axis", ["21/5"]) == ("AxS2",)


@pytest.mark.case("14.2", "14.4")
def test_two_supplies_together_when_neither_reaches_every_attacker() -> None:
    state = position("21/5 R36, 15/8 R34, AxS1 R41, AxS2 R29", "9A/20 R35")
    assert sustaining(state, "axis", ["21/5", "15/8"]) == ("AxS1", "AxS2")
    assert sustaining(state, "axis", ["21/5"]) == ("AxS1",)
    assert sustaining(state, "axis", ["21/5", "15/8"], barred=["AxS2"]) is None


@pytest.mark.case("14.1")
def test_enemy_supplies_and_supplies_at_sea_sustain_nothing() -> None:
    assert sustaining(position("21/5 R36, AxS1 sea", "9A/20 R35, AlS1 R38"), "axis", ["21/5"]) is None
    assert sustaining(position("21/5 R36, AxC1 R38", "9A/20 R35"), "axis", ["21/5"]) == ("AxC1",)


# --- the tournament ruling on the zone of the unit attacked


@pytest.mark.case("14.2", "13.2")
def test_with_supply_zone_the_zone_of_the_unit_attacked_does_not_cut_the_line() -> None:
    """The supply stands behind the attacker in the zone of 9A/20, its line to the other attacker runs through it."""
    text, against = "21/5 Q36, 15/8, AxS1 R37", {"9A/20"}
    strict = position(text, "9A/20 R36")
    lenient = position(text, "9A/20 R36", options=("supply-zone",))
    for state, supplies in ((strict, None), (lenient, ("AxS1",))):
        assert sustaining(state, "axis", ["21/5", "15/8"], against) == supplies
    assert sustaining(lenient, "axis", ["21/5", "15/8"]) is None  # an attack on somebody else
    assert sustaining(position(text, "9A/20 R36", options=("tournament",)), "axis", ["21/5"], against) == ("AxS1",)


@pytest.mark.case("14.2")
def test_with_supply_zone_other_zones_and_the_enemys_own_hex_still_cut_the_line() -> None:
    against = {"9A/20"}
    other = position("21/5 Q36, AxS1 R37", "9A/20 R36, 22gds R38", options=("supply-zone",))
    assert sustaining(other, "axis", ["21/5"], against) is None  # R37 is in the zone of 22gds too
    through = position("21/5 R35, AxS1 R37", "9A/20 R36", options=("supply-zone",))
    assert served_by(through, "AxS1", "axis", against)[board().hex("R35")] == 3  # round R36, not through it


@pytest.mark.case("14.2")
def test_with_supply_zone_whoever_shares_the_hex_and_is_not_attacked_still_cuts_the_line() -> None:
    """From Q42 the line to AxS1 runs through the zone of Q41, where both brigades stand."""
    axis, allied = "15/8, ariete Q42, AxS1 P41", "7A/1, 9A/20 Q41"
    state = declaring(axis, allied, options=("supply-zone",))
    assert refused(state, "attack 7A/1 with 15/8") == "14.1"
    assert refused(state, "attack 7A/1 with 15/8 supply AxS1") == "14.2"
    assert refused(state, "attack 7A/1, 9A/20 with 15/8, ariete supply AxS1") == ""
    alone = declaring(axis, "7A/1 Q41", options=("supply-zone",))
    assert refused(alone, "attack 7A/1 with 15/8, ariete supply AxS1") == ""


@pytest.mark.case("9.2", "9.6", "14.2")
@pytest.mark.parametrize("options", [(), ("supply-zone",), ("tournament",)])
def test_automatic_victory_keeps_the_strict_line_with_or_without_the_option(options: tuple[str, ...]) -> None:
    """AxS1 stands behind the victim, as supply 1 would at hex A of the example."""
    behind = moving("21/5 R35, AxS1 R38", "7A/2 R36, 7A/1 P33, pol T34", options=options)
    assert refused(behind, "av 7A/2 with 21/5 supply AxS1") == "14.2"
    before = moving("21/5 R35, AxS1 R32", "7A/2 R36", options=options)
    assert refused(before, "av 7A/2 with 21/5 supply AxS1") == ""


# --- isolation


@pytest.mark.case("24.1")
def test_against_isolation_a_line_of_any_length_and_shape_serves() -> None:
    assert isolated_units(position("21/5 K60, AxS1 W3", "9A/20 H2"), "axis") == []
    wall = "9A/20 R38, 22gds P38, 7A/1 N38, 7A/2 T38, pol V38, 4I/5 X38"  # shuts the desert; the coast is open
    assert isolated_units(position("21/5 R45, AxS1 R30", wall), "axis") == []


@pytest.mark.case("24.1")
def test_a_unit_ringed_by_zones_is_isolated() -> None:
    ring = "9A/20 R34, 22gds R38"
    state = position("21/5 R36, AxS1 W3", ring)
    assert isolated_units(state, "axis") == []  # Q36 and S36 are free: two hexes from either enemy
    ring = "9A/20 R35, 22gds R37"
    state = position("21/5 R36, ariete T40, AxS1 W3", ring)
    assert isolated_units(state, "axis") == ["21/5"]
    assert isolated_units(position("21/5, AxS1 R36", ring), "axis") == []
    assert isolated_units(position("21/5 R36, AxS1 W3", "9A/20 R35"), "axis") == []


@pytest.mark.case("24.1", "7.1")
def test_zones_of_friends_open_no_line() -> None:
    state = position("21/5 R36, 15/8 Q36, AxS1 W3", "9A/20 R35, 22gds R37, 7A/1 P35, 7A/2 P37")
    assert set(isolated_units(state, "axis")) == {"21/5", "15/8"}


@pytest.mark.case("24.1", "5.6", "5.7")
def test_sea_depression_and_closed_hexsides_isolate_like_zones() -> None:
    """X62 is left only by X63: the depression and two closed hexsides bound it otherwise."""
    assert isolated_units(position("21/5 X62, AxS1 W62", "9A/20 X64"), "axis") == ["21/5"]
    assert isolated_units(position("21/5 X62, AxS1 W62", "9A/20 X65"), "axis") == []
    tobruch = position("21/5 H25, AxS1 W3", "9A/20 G25, AlS1 J62")
    assert isolated_units(tobruch, "allied") == ["9A/20"]


@pytest.mark.case("24.1", "14.2")
def test_the_supplys_own_hex_must_be_free_as_well() -> None:
    state = position("21/5 R36, AxS1 R40, ariete R40", "9A/20 R41")
    assert isolated_units(state, "axis") == ["21/5"]


@pytest.mark.case("24.1", "15.21")
def test_a_captured_supply_serves_against_isolation() -> None:
    assert isolated_units(position("21/5 R36, AxC1 R40", "9A/20 J57"), "axis") == []
    assert isolated_units(position("21/5 R36", "9A/20 J57, AlS1 R40"), "axis") == ["21/5"]


@pytest.mark.case("24.1", "14.2")
def test_a_player_is_told_the_line_and_whether_it_is_short_enough() -> None:
    near = explain_supply(position("21/5 R36, AxS1 R38"), "21/5")
    assert (near.case, near.parts[0].case) == ("24.1", "14.2")
    assert "R36-R37-R38" in near.text
    assert "2 hexes, 5 allowed" in near.parts[0].text
    assert "too far" in explain_supply(position("21/5 R36, AxS1 R46"), "21/5").parts[0].text
    assert "isolated" in explain_supply(position("21/5 R36, AxS1 W3", "9A/20 R35, 22gds R37"), "21/5").text


@pytest.mark.case("14.2")
def test_a_supply_serves_from_five_hexes_around_a_unit_but_not_through_zones() -> None:
    open_desert = served_from(position("21/5 Q41"), "axis", ["21/5"])
    near = {there for there in range(len(board())) if board().distance(there, board().hex("Q41")) <= 5}
    assert open_desert <= near and {board().hex(name) for name in ("Q41", "Q42", "Q46", "Q36")} <= open_desert
    assert board().hex("Q47") not in open_desert
    cut = served_from(position("21/5 Q41", "9A/20 Q44"), "axis", ["21/5"])
    assert board().hex("Q43") not in cut and board().hex("Q45") not in cut and board().hex("Q36") in cut
