"""What may be laid over the map."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.core.offers import Layer
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.sight.layers import layers
from sandtable.games.panzerarmee_afrika.state import SIDES, PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.supply.network import attack_sources, in_supply, network
from tests.panzerarmee_afrika.combats import figure_8
from tests.panzerarmee_afrika.positions import position


def laid(state: PanzerarmeeAfrika) -> dict[str, Layer]:
    return {layer.key: layer for layer in layers(state)}


@pytest.mark.case("8.2", "8.1")
def test_the_network_runs_hex_by_hex_from_installation_to_installation_and_to_the_stacks() -> None:
    found = laid(figure_8())["network-allied"]
    ends = {(line[0], line[-1]) for line in found.lines}
    assert ends == {("1925", "1622"), ("1622", "1614"), ("1614", "1509"), ("1614", "1608")}
    steps = [(here, there) for line in found.lines for here, there in pairwise(line)]
    assert all(board().hex(there) in board().adjacent[board().hex(here)] for here, there in steps)
    assert {"1614", "1622", "1925"} <= found.hexes.keys() and not found.broken


@pytest.mark.case("8.2", "8.4")
def test_units_and_installations_without_a_line_are_broken() -> None:
    state = position("de-104 1514, axis-depot-1 1622, it-19, axis-depot-2 0702, axis-lorry-1 1530", "au-24 1925")
    found = laid(state)["network-axis"]
    assert set(found.broken) == {"1514", "1622", "1530"}
    assert all(in_supply(state, name, "axis") == (name == "it-19") for name in ("de-104", "it-19", "axis-lorry-1"))


@pytest.mark.case("8.5", "8.3.2")
def test_general_and_attack_supply_cover_the_hexes_that_the_rules_ask_about() -> None:
    state = figure_8()
    found = laid(state)
    for side in SIDES:
        general, attack = found[f"general-{side}"].hexes, found[f"attack-{side}"].hexes
        assert attack.keys() < general.keys()
        for name in ("1508", "1509", "1406", "1614", "1730", "0506"):
            at = board().hex(name)
            served = network(state, side).supplies(at) or (side == "allied" and name == "1730")
            assert (name in general) == served
            assert (name in attack) == bool(attack_sources(state, side, at))


@pytest.mark.case("3")
def test_zones_lie_around_units_and_not_over_prohibited_hexsides() -> None:
    found = laid(figure_8())
    assert found["zones-axis"].hexes["1509"] == "axis" and "1508" not in found["zones-axis"].hexes
    assert found["zones-allied"].hexes["1508"] == "allied"


@pytest.mark.case("3", "5", "5.1")
def test_forts_and_bases_belong_to_whoever_holds_them() -> None:
    found = laid(position("de-104 1925", control={"1925": "axis"}))
    assert found["forts"].hexes["1925"] == found["forts"].hexes["1824"] == "axis"
    assert found["forts"].hexes["1730"] == "allied"
    control = found["control"].hexes
    assert (control["0702"], control["0601"], control["1351"], control["1250"]) == ("axis", "axis", "allied", "allied")
