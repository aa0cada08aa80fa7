"""What chances to win are told from: more of each is better for the Axis."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable import games
from sandtable.games.afrika_korps.features import features
from sandtable.games.afrika_korps.map import home_base
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.state import DEAD, AfrikaKorps
from sandtable.kit.staff.chances import chance_of, curves

TITLE = games.title("afrika-korps")


def opening() -> AfrikaKorps:
    state: AfrikaKorps = TITLE.rules.start(TITLE.setup())
    return state


def chance(state: AfrikaKorps, side: str) -> float:
    return chance_of(side, curves(TITLE)["campaign"], TITLE, state)


def with_units(state: AfrikaKorps, **places: int) -> AfrikaKorps:
    moved = {name: replace(state.units[name], at=at) for name, at in places.items()}
    return replace(state, units={**state.units, **moved})


def fighting(state: AfrikaKorps, side: str) -> str:
    """The strongest unit of a side on the map."""
    stands = [name for names in state.layout.combat[side].values() for name in names]
    return max(stands, key=lambda name: counters()[name].attack)


def test_a_unit_that_falls_lowers_the_chance_of_its_side_and_raises_the_enemys() -> None:
    before = opening()
    for side, enemy in (("axis", "allied"), ("allied", "axis")):
        after = with_units(before, **{fighting(before, side): DEAD})
        assert chance(after, side) < chance(before, side)
        assert chance(after, enemy) > chance(before, enemy)


def test_the_allied_home_base_is_better_for_the_allies_held_than_taken() -> None:
    before, base = opening(), home_base("allied")
    empty = with_units(before, **dict.fromkeys(before.at(base, "allied"), DEAD))
    held = with_units(empty, **{fighting(empty, "allied"): base})
    taken = with_units(empty, **{fighting(empty, "axis"): base})
    assert features(held)["allied_base"] < features(taken)["allied_base"]
    assert chance(held, "allied") > chance(taken, "allied")


def test_what_comes_by_sea_is_told_from_the_record_of_turns() -> None:
    told = features(opening())
    assert told["due_soon"] + told["due_later"] < 0, "in the first six turns more lands in Egypt than in Libya"
