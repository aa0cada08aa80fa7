"""What chances to win are told from: the armies, what comes to them, and what stands where the game is decided.

Each is turned so that more of it is better for the Axis. What they count for is fitted to games (data/chances.toml).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import log

from sandtable.games.afrika_korps.arrivals.phase import controls
from sandtable.games.afrika_korps.ground.supply import isolated_units
from sandtable.games.afrika_korps.map import board, fortresses, home_base, home_bases, ports
from sandtable.games.afrika_korps.pieces.counters import counters, reinforcements
from sandtable.games.afrika_korps.state import AfrikaKorps, attack_of

AXIS, ALLIED = "axis", "allied"
BESIDE, AT = 2, 3  # hexes from a place
SOON, LATER = 2, 6  # turns in which reinforcements come
FEW = 3  # factors that make the ratio of two small armies less extreme


def features(state: AfrikaKorps) -> Mapping[str, float]:
    axis, allied = Army(state, AXIS), Army(state, ALLIED)
    return {
        "power": axis.power - allied.power,
        "ratio": log((axis.power + FEW) / (allied.power + FEW)),
        "isolated": allied.isolated - axis.isolated,
        "supplies": axis.supplies - allied.supplies,
        "replacements": state.books[AXIS].replacements - state.books[ALLIED].replacements,
        "due_soon": _due(state.turn, AXIS)[0] - _due(state.turn, ALLIED)[0],
        "due_later": _due(state.turn, AXIS)[1] - _due(state.turn, ALLIED)[1],
        "fortress_port": controls(state, AXIS, _citadel()) - controls(state, ALLIED, _citadel()),
        "other_fortress": _others_held(state, AXIS) - _others_held(state, ALLIED),
        "besiegers": axis.attack_within(BESIDE, _citadel()) - axis.attack_within(0, _citadel()),
        "axis_base": float(controls(state, AXIS, home_base(AXIS))),
        "allied_base": -float(controls(state, ALLIED, home_base(ALLIED))),
        "allied_about_base": -allied.defence_within(AT, home_base(ALLIED)),
        "axis_at_enemy_base": axis.attack_within(AT, home_base(ALLIED)),
        "allied_at_enemy_base": -allied.attack_within(AT, home_base(AXIS)),
        "axis_advance": -axis.distance(home_base(ALLIED)),
    }


class Army:
    """The combat units of a side on the map."""

    def __init__(self, state: AfrikaKorps, side: str) -> None:
        stands = state.layout.combat[side]
        facts = counters()
        self._attack = {at: attack_of(names) for at, names in stands.items()}
        self._defence = {at: sum(facts[name].defence for name in names) for at, names in stands.items()}
        self.power = sum(self._attack.values())
        self.isolated = attack_of(isolated_units(state, side))
        self.supplies = len(state.layout.supplies[side])

    def attack_within(self, hexes: int, place: int) -> int:
        return sum(factors for at, factors in self._attack.items() if board().distance(at, place) <= hexes)

    def defence_within(self, hexes: int, place: int) -> int:
        return sum(factors for at, factors in self._defence.items() if board().distance(at, place) <= hexes)

    def distance(self, place: int) -> float:
        """Of the average factor from a place."""
        return sum(board().distance(at, place) * factors for at, factors in self._attack.items()) / max(1, self.power)


@cache
def _citadel() -> int:
    """The fortress that is a port."""
    return next(iter(fortresses() & ports()))


def _others_held(state: AfrikaKorps, side: str) -> bool:
    return all(controls(state, side, place) for place in fortresses() - home_bases() - {_citadel()})


@cache
def _due(turn: int, side: str) -> tuple[int, int]:
    """Attack factors that come soon, and after that."""
    by_turn = [sum(each.attack for each in reinforcements(turn + ahead, side)) for ahead in range(1, LATER + 1)]
    return sum(by_turn[:SOON]), sum(by_turn[SOON:])
