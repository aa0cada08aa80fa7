"""What lies beside the map in each phase: boxes, convoys and their risk, purchases, markers, the combat."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.views import Panel, Row
from sandtable.games.north_africa_41.combat.determined_defence import DeterminedDefence
from sandtable.games.north_africa_41.combat.resolution import DefensiveSupport
from sandtable.games.north_africa_41.resources.delay import Delaying
from sandtable.games.north_africa_41.results.losses import Casualty
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.title import title
from tests.north_africa_41.beaten import beaten, victorious
from tests.north_africa_41.fighting import battle, phase
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import asking, play, position


def panel(state: NorthAfrica, key: str) -> Panel:
    return next(each for each in title().sight.view(state, "axis").panels if each.key == key)


def row(state: NorthAfrica, key: str, label: str) -> Row:
    return next(each for each in panel(state, key).rows if each.label == label)


def keys(state: NorthAfrica) -> list[str]:
    return [each.key for each in title().sight.view(state, "axis").panels]


@pytest.mark.case("6.1", "21.3.2")
def test_the_boxes_show_what_waits_and_what_may_sail() -> None:
    state = moving("it-27pav, axis-truck-1 tripoli, ge-115 italy", supply={"axis": {"italy": 2}}, impulse=1)
    assert row(state, "boxes", "Tripoli").pieces == ("it-27pav", "axis-truck-1")
    assert row(state, "boxes", "Italy").pieces == ("ge-115", "supply@italy")
    assert "14 Shipping Points may sail, 14 may land" in row(state, "boxes", "Tripoli").text


@pytest.mark.case("22.2", "22.3.1", "21.1.3")
def test_the_convoy_panel_tells_the_risk_of_every_voyage_from_the_base() -> None:
    state = moving("ge-115 italy", impulse=1, malta=-2, control={"3211": "axis"})
    assert row(state, "convoys", "Italy to Tripoli").text.startswith("attacked 17%")
    assert row(state, "convoys", "Tripoli to Benghazi").text.startswith("attacked ")
    later = moving("ge-115 italy", impulse=2, control={"3211": "axis"})
    assert "Italy to Tripoli" not in [each.label for each in panel(later, "convoys").rows]


@pytest.mark.case("9.5.3", "21.4.3", "23.2.2")
def test_what_can_be_built_and_bombed_is_a_marker_and_what_cannot_be_bought_is_told() -> None:
    rich = moving("ge-i-5 1604", resources={"axis": 1})
    assert row(rich, "resources", "Fortification").pieces == ("fortification-axis",)
    assert row(rich, "resources", "Bombing raid").pieces == ("raid-axis",) and not panel(rich, "resources").folded
    assert "costs 2" in [token.title for token in row(rich, "resources", "Not now").tokens]
    poor = moving("ge-i-5 1604")
    assert panel(poor, "resources").folded and row(poor, "resources", "Axis").text == "none"


@pytest.mark.case("24.3.1", "23.2.3")
def test_in_the_delay_phase_the_markers_lie_ready() -> None:
    field = position("ge-i-5 1604", assets={"axis": {"strafing": 2}}, delays={"axis": ("2011",)})
    state = asking(field, Delaying("axis"))
    assert keys(state)[0] == "events" and not panel(state, "events").folded
    mine = next(each for each in panel(state, "events").rows if each.label == "Delay markers" and each.side == "axis")
    assert mine.pieces == ("delay-axis-2", "strafing-axis") and "1 at Agedabia (2011)" in mine.text
    assert "Strafing ×2" in [token.text for each in panel(state, "events").rows for token in each.tokens]


@pytest.mark.case("8.3", "10.1", "11.2", "11.3", "11.5.2")
def test_a_combat_is_followed_from_the_odds_to_the_determined_defence() -> None:
    state = phase("ge-i-5, ge-mg8 2929", "br-16 2930, al-xiii 2931")
    fought = battle(state, "ge-i-5, ge-mg8")
    asked = asking(state, DefensiveSupport(fought))
    assert keys(asked) == ["battle"] and row(asked, "battle", "Odds").text
    assert any("9.3" in each.text for each in panel(asked, "battle").rows)  # every shift with its case
    beat = replace(fought, result="DR2")
    assert "retreats 2 hexes" in row(asking(state, Casualty(beat, "axis", "axis")), "battle", "Result").text
    stand = asking(state, DeterminedDefence(beat))
    assert row(stand, "battle", "16").text.startswith("holds 2 of 6")
    assert "al-xiii" in row(stand, "battle", "DD Support").text
    trapped = phase("ge-i-5 2929, ge-mg8 2931, ge-mg2 2829, ge-3rec 3030", "br-16 2930")
    desperate = asking(trapped, DeterminedDefence(replace(battle(trapped, "ge-i-5"), result="DR2")))
    assert "11.5.3" in row(desperate, "battle", "Desperate").text


@pytest.mark.case("14.2.1", "14.2.2", "15.2.6", "15.2.8", "15.2.10")
def test_an_advance_and_a_breakthrough_tell_what_is_left() -> None:
    state = victorious("ge-i-5, ge-ii-5, ge-mg8 2533", "br-kdg 2536", "ge-i-5, ge-ii-5, ge-mg8")
    assert "up to 3 hexes" in row(state, "battle", "Advance").text
    group = play(state, "group ge-i-5, ge-ii-5, ge-mg8", "advance ge-i-5, ge-ii-5, ge-mg8 2533-2534-2535")
    hexes = row(group, "battle", "Hexes")
    assert hexes.text == "1 left" and [token.state for token in hexes.tokens] == ["spent", "spent", ""]
    marked = {piece.id for piece in title().sight.view(group, "axis").pieces if "active" in piece.marks}
    assert marked == {"ge-i-5", "ge-ii-5", "ge-mg8"}
    limited = victorious("ge-i-5 2533", "br-3hus 2536", "ge-i-5", result="EX", limited=True, allowance=1)
    assert "14.2.2" in row(limited, "battle", "Advance").text
    assert keys(beaten(position("ge-i-5 2433", "br-3hus, br-5rtr 2534"))) == []  # a retreat is told on the map
