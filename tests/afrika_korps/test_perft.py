"""Counting: how many hexes a unit reaches and how many automatic victories are offered, known by other means than the
flood that lists them, and the flood held against a slow enumeration of walks on many positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.values import Refusal
from sandtable.games.afrika_korps.ground.reach import ends_by_map, most_ends, reach, walk
from sandtable.games.afrika_korps.map import board, coast_road, fortresses
from sandtable.games.afrika_korps.movement.phase import check_move
from sandtable.games.afrika_korps.movement.stacking import destinations, is_destination, joint_destinations
from sandtable.games.afrika_korps.orders import Move
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.state import AfrikaKorps, AutomaticVictory, Trek
from tests.afrika_korps.movement.moves import beaten, ends, moving, overwhelms, with_trek
from tests.afrika_korps.positions import with_unit

# --- the slow way: every walk, one step after the other


class Paths:
    """Every hex that some walk reaches. A walk is dropped when another came to the same hex with the same memory and
    has no less of anything left."""

    def __init__(self, state: AfrikaKorps, name: str) -> None:
        self.state, self.name = state, name
        self.found: set[int] = set()
        self.seen: dict[tuple[object, ...], list[tuple[int, int]]] = {}
        start = state.units[name].at
        queue: list[tuple[tuple[int, ...], Trek]] = [((start,), state.trek(name))]
        while queue:
            path, trek = queue.pop(0)
            queue.extend(self._longer(path, trek))
        self.found.discard(start)

    def _longer(self, path: tuple[int, ...], before: Trek) -> Iterator[tuple[tuple[int, ...], Trek]]:
        for there in board().neighbours[path[-1]]:
            if there < 0:
                continue
            try:
                trek = walk(self.state, self.name, (*path, there), (self.name,))
            except Refusal as refusal:
                if refusal.case == "9.1" and self._is_news(("over", there, path[-1], before), before):
                    yield (*path, there), before  # over a beaten unit, where it may not stay
                continue
            self.found.add(there)
            if self._is_news((there, trek.off_road, trek.halted, trek.road_from), trek):
                yield (*path, there), trek

    def _is_news(self, key: tuple[object, ...], trek: Trek) -> bool:
        known = self.seen.setdefault(key, [])
        if any(points <= trek.points and road <= trek.road for points, road in known):
            return False
        known.append((trek.points, trek.road))
        return True


def slowly(state: AfrikaKorps, name: str) -> set[str]:
    return {board().name(hexagon) for hexagon in Paths(state, name).found}


# --- hexes counted by hand


def hexagon_of(radius: int) -> int:
    """The hexes within so many steps of a hex on an open plain, without that hex."""
    return 3 * radius * (radius + 1)


@pytest.mark.case("5.2")
@pytest.mark.parametrize(("unit", "count"), [("brescia", 60), ("ariete", 126)])
def test_open_desert(unit: str, count: int) -> None:
    """All hexes within four, and within six, of R36: none is escarpment, sea, depression or road."""
    assert len(ends(moving(f"{unit} R36"), unit)) == count == hexagon_of(counters()[unit].movement)


@pytest.mark.case("8.1", "5.4")
def test_one_enemy_in_the_desert() -> None:
    """Movement 4 from R36 with an enemy at R38, two hexes east. Of the 60 hexes the enemy's own is closed; of his
    zone R37, Q37, S38, R39, Q38 and S39 the last three lie behind. R39 is entered only from R40, Q39 or S40, none of
    which can be reached in three with the zone shut; Q38 from P37 or P38 and S39 from T39 or T40: P37 and T39 are
    three away, so Q38 and S39 cost four. Behind the zone R40 was four by R37, and so were Q39 and S40; P38 is four
    by P37, T40 by T39. Out: R38, R39, R40, Q39, S40."""
    state = moving("brescia R36", "9A/20 R38")
    assert {"R38", "R39", "R40", "Q39", "S40"}.isdisjoint(ends(state, "brescia"))
    assert len(ends(state, "brescia")) == 60 - 5


@pytest.mark.case("8.3")
def test_starting_next_to_an_enemy() -> None:
    """Movement 4 from R36 with an enemy at R37. The first step goes to R35, Q35 or S36, not within the zone. So the
    two eastern sides of the hexagon are out, N36 to R40 and on to V40, whose every way of four begins by Q36, R37 or
    S37; and the enemy with what lies behind him, R37, R38, R39, Q38 and S39. The rest of his zone can be entered."""
    state = moving("brescia R36", "9A/20 R37")
    sides = {"N36", "O37", "P38", "Q39", "R40", "S40", "T40", "U40", "V40"}
    assert (sides | {"R37", "R38", "R39", "Q38", "S39"}).isdisjoint(ends(state, "brescia"))
    assert {"Q36", "S37", "Q37", "S38"} <= ends(state, "brescia")
    assert len(ends(state, "brescia")) == 60 - 9 - 5


@pytest.mark.case("8.3")
def test_between_two_enemies_nobody_moves() -> None:
    assert len(ends(moving("brescia R36", "9A/20 R37, 22gds R35"), "brescia")) == 0


@pytest.mark.case("17.1")
def test_along_the_road_with_no_factors_left() -> None:
    """From W8 ten hexes of road lead east to P7 and five west to W3; there is nothing beside it for no factors."""
    state = with_trek(moving("brescia W8"), "brescia", points=4)
    east = {"W9", "W10", "W11", "V11", "U11", "T10", "S9", "R9", "Q8", "P7"}
    assert ends(state, "brescia") == east | {"W7", "W6", "W5", "W4", "W3"}


@pytest.mark.case("17.1", "17.2")
def test_along_the_road_with_one_factor_left() -> None:
    """The fifteen hexes of road, O6 beyond them, and every neighbour of one of the sixteen hexes from W3 to P7."""
    state = with_trek(moving("brescia W8"), "brescia", points=3)
    road = {"W3", "W4", "W5", "W6", "W7", "W8", "W9", "W10", "W11", "V11", "U11", "T10", "S9", "R9", "Q8", "P7"}
    beside = {board().name(there) for here in road for there in board().adjacent[board().hex(here)]}
    assert "O6" in beside
    assert ends(state, "brescia") == (road | beside) - {"W8"}


@pytest.mark.case("18.1", "18.2")
def test_from_an_escarpment() -> None:
    """One factor from R29, an escarpment without road: its six neighbours, S29 and the other slopes included."""
    state = with_trek(moving("brescia R29"), "brescia", points=3, road=10)
    assert ends(state, "brescia") == {"R28", "R30", "Q28", "Q29", "S29", "S30"}


@pytest.mark.case("18.1", "18.3")
def test_two_factors_from_an_escarpment() -> None:
    """From R29 with two factors. S29 and Q28 are slopes and stop; R28, R30, Q29 and S30 go on. Of the twelve hexes at
    two, P27 is entered only from Q28 and T29 only from S29: ten are left, and the six neighbours."""
    state = with_trek(moving("brescia R29"), "brescia", points=2, road=10)
    assert {"P27", "T29"}.isdisjoint(ends(state, "brescia"))
    assert len(ends(state, "brescia")) == 6 + 10


@pytest.mark.case("5.7", "23.1", "18.4")
def test_out_of_tobruch() -> None:
    """One factor and no road from G25: the three land hexes around it, enemies or not; with an enemy in one, two."""
    state = with_trek(moving("brescia G25"), "brescia", points=3, road=10)
    assert ends(state, "brescia") == {"G24", "H25", "H26"}
    besieged = with_trek(moving("brescia G25", "9A/20 H25"), "brescia", points=3, road=10)
    assert ends(besieged, "brescia") == {"G24", "H26"}


@pytest.mark.case("17.3", "17.31", "17.32")
def test_from_i26_along_its_roads() -> None:
    """Two hexes of road and no factors from I26. From a fresh start both roads: I25, H24; H26, G25, H27; J27, I27.
    Having come from I25: J27, I27 and back to I25 and on to H24; H26 would cost a factor."""
    fresh = with_trek(moving("brescia I26"), "brescia", points=4, road=8)
    assert ends(fresh, "brescia") == {"I25", "H24", "H26", "G25", "H27", "J27", "I27"}
    came = with_trek(moving("brescia I26"), "brescia", points=4, road=8, road_from=board().hex("I25"))
    assert ends(came, "brescia") == {"I25", "H24", "J27", "I27"}
    paying = with_trek(moving("brescia I26"), "brescia", points=3, road=9, road_from=board().hex("I25"))
    assert "H26" in ends(paying, "brescia")


@pytest.mark.case("9.1")
def test_over_a_beaten_enemy() -> None:
    """The position of one enemy in the desert, now beaten: all of the sixty but his own hex."""
    state = beaten(moving("brescia R36", "9A/20 R38"), "9A/20")
    assert len(ends(state, "brescia")) == 59


@pytest.mark.case("6.1", "6.3")
def test_full_hexes_count_while_somebody_can_leave_them() -> None:
    """With one factor left there are six hexes; nobody can leave Q36 any more, nor can brescia from there."""
    state = moving("brescia R36, 21/5, 21/3, ariete R37, 15/8, 15/115, 15/33 Q36")
    assert len(ends(state, "brescia")) == 60
    for name in ("15/8", "15/115", "15/33"):
        state = with_trek(state, name, points=4, halted=True)
    assert len(ends(state, "brescia")) == 60  # it could go on itself
    tired = with_trek(state, "brescia", points=3, road=10)
    assert ends(tired, "brescia") == {"R35", "R37", "Q35", "S36", "S37"}


# --- automatic victories counted by hand


@pytest.mark.case("9.1")
@pytest.mark.parametrize(
    ("axis", "allied", "count"),
    [
        ("21/5 R35, AxS1 R33", "7A/2 R36", 1),
        ("21/5 R35, AxS1 R33", "9A/20 R36", 0),  # 3-1
        ("21/5 R35, AxS1 R33", "7A/2 R36, 7A/1 Q35, pol S36", 3),  # one of the three, whichever
        ("21/5 R35", "7A/2 R36", 0),  # no supply
        ("21/104, brescia R35, AxS1 R33", "7A/2 R36", 0),  # 5-1 and an open retreat
        ("21/104 R35, brescia R37, AxS1 R33, AxS2 R39", "7A/2 R36", 1),  # 5-1 surrounded
        ("21/5, 15/8 R35, AxS1 R33", "7A/2, 7A/1 R36", 1),  # the stack
        ("21/5 R35, AxS1 R30, 15/8 V41, AxS2 V43", "7A/2 R36, 7A/1 V40", 2),
    ],
)
def test_automatic_victories(axis: str, allied: str, count: int) -> None:
    state = moving(axis, allied)
    assert len(overwhelms(state)) == count


# --- the flood against the walks


MOVERS = ("brescia", "ariete", "21/3", "AxS1", "rommel")
ENEMIES = ("9A/20", "22gds", "7A/1", "7A/2", "pol", "4I/5")
FRIENDS = ("21/104", "15/8", "15/115", "pavia")
DESERT, COAST = ("R36", "Q60", "X63", "S65"), ("W8", "H2", "F5", "C9", "E17", "J36", "I46", "K61", "J62")
CENTRES = (*DESERT, *COAST, "G25", "H24", "I26", "H28")


def scattered(seed: int, movers: Sequence[str] = MOVERS) -> tuple[AfrikaKorps, str]:
    """A unit with little movement left somewhere on the map, with enemies, friends, supplies and beaten units about."""
    random = Random(seed)
    mover = random.choice(movers)
    centre = board().hex(random.choice(CENTRES))
    near = [h for h in range(len(board())) if board().playable[h] and board().distance(h, centre) <= 5]
    spots = [board().name(h) for h in random.sample(near, min(len(near), 16))]
    foes, friends = random.sample(ENEMIES, random.randint(0, 5)), random.sample(FRIENDS, random.randint(0, 3))
    allied = [f"{name} {spots.pop()}" for name in foes]
    allied += [f"{name} {spots.pop()}" for name in ("AlS1", "AlS2")[: random.randint(0, 2)]]
    axis = [f"{name} {spots.pop()}" for name in friends]
    start = spots.pop()
    axis += [f"{mover} {start}"]
    state = moving(", ".join(axis), ", ".join(allied))
    if foes and random.random() < 0.4:
        state = beaten(state, *random.sample(foes, random.randint(1, len(foes))))
    factors, road = random.randint(0, 4), random.choice([0, 0, 2, 4])
    came = random.choice(coast_road()[board().hex(start)]) if start == "I26" else -1  # where that matters
    beside = random.random() < 0.3
    points = counters()[mover].movement - factors
    return with_trek(state, mover, points=points, road=10 - road, road_from=came, off_road=beside), mover


@pytest.mark.case("5.2", "8.1", "8.3", "9.1", "13.2", "13.3", "17.2", "18.5", "22.41")
@given(seed=st.integers(0, 10**9))
@settings(max_examples=120)
def test_the_flood_finds_exactly_what_walks_find(seed: int) -> None:
    state, mover = scattered(seed)
    assert {board().name(h) for h in reach(state, mover).hexes} == slowly(state, mover)


@pytest.mark.case("5.2", "8.1", "8.3")
@given(seed=st.integers(0, 10**9))
@settings(max_examples=30)
def test_a_unit_that_has_not_moved_and_may_begin_in_a_zone(seed: int) -> None:
    """Slow units, fresh, in the middle of enemies; the whole road bonus is theirs."""
    random = Random(seed)
    mover = random.choice(("brescia", "pavia"))
    centre = board().hex(random.choice(CENTRES))
    near = [h for h in range(len(board())) if board().playable[h] and board().distance(h, centre) <= 3]
    spots = [board().name(h) for h in random.sample(near, min(len(near), 5))]
    start = spots.pop()
    foes = ", ".join(f"{name} {spot}" for name, spot in zip(ENEMIES, spots, strict=False))
    state = moving(f"{mover} {start}", foes)
    assert {board().name(h) for h in reach(state, mover).hexes} == slowly(state, mover)


def admits(state: AfrikaKorps, names: tuple[str, ...], end: int) -> bool:
    start = board().name(state.units[names[0]].at)
    try:
        check_move(state, "axis", Move(names, (start, board().name(end))))
    except Refusal:
        return False
    return True


@pytest.mark.case("5.2", "6.1", "8.1", "8.3", "9.1")
@given(seed=st.integers(0, 10**9))
@settings(max_examples=30)
def test_what_is_listed_is_admitted_and_what_is_not_is_refused(seed: int) -> None:
    state, mover = scattered(seed)
    at, listed = state.units[mover].at, set(destinations(state, mover))
    for end in range(len(board())):
        if board().distance(at, end) <= 6 and end != at:
            assert admits(state, (mover,), end) is (end in listed), board().name(end)


@pytest.mark.case("5.2", "6.1", "8.1", "8.3", "9.1", "13.2", "17.2")
@given(seed=st.integers(0, 10**9))
@settings(max_examples=60)
def test_each_destination_is_known_without_the_others_and_the_map_tells_how_many_there_are_at_most(seed: int) -> None:
    state, mover = scattered(seed)
    ends = [*ends_by_map(state, mover)]
    told = [end for end in ends if is_destination(state, mover, end)]
    assert sorted(told) == sorted(destinations(state, mover))
    assert len(ends) == most_ends(state, mover)


@pytest.mark.case("22.1")
@given(seed=st.integers(0, 10**9))
@settings(max_examples=30)
def test_with_rommel_there_are_no_more_destinations_than_the_map_tells(seed: int) -> None:
    state, mover = scattered(seed, MOVERS[:-1])
    state = with_rommel(state, mover, Random(seed))
    assert len(joint_destinations(state, mover)) <= most_ends(state, mover, ("rommel",))


@pytest.mark.case("22.1", "22.41", "6.1")
@given(seed=st.integers(0, 10**9))
@settings(max_examples=30)
def test_the_same_together_with_rommel(seed: int) -> None:
    state, mover = scattered(seed, MOVERS[:-1])
    state = with_rommel(state, mover, Random(seed))
    at, listed = state.units[mover].at, set(joint_destinations(state, mover))
    for end in range(len(board())):
        if board().distance(at, end) <= 6 and end != at:
            assert admits(state, (mover, "rommel"), end) is (end in listed), board().name(end)


def with_rommel(state: AfrikaKorps, mover: str, random: Random) -> AfrikaKorps:
    """Rommel, more or less tired, where the unit is; in I26 they came by the same road."""
    joined = with_unit(state, "rommel", at=state.units[mover].at)
    tired = {"points": random.choice([0, 4, 9, 11]), "road": random.choice([0, 3, 10])}
    return with_trek(joined, "rommel", **tired, road_from=state.trek(mover).road_from)


@pytest.mark.case("5.2")
def test_the_slow_way_knows_the_open_desert_too() -> None:
    assert len(slowly(moving("brescia R36"), "brescia")) == 60


@pytest.mark.case("23.1")
def test_the_scattered_positions_are_not_all_alike() -> None:
    """They cover fortresses, roads, zones, beaten units and units that cannot move at all."""
    states = [scattered(seed) for seed in range(200)]
    sizes = {len(reach(state, mover)) for state, mover in states}
    assert 0 in sizes and max(sizes) > 50
    assert any(state.units[mover].at in fortresses() for state, mover in states)
    assert any(state.layout.beaten["allied"] for state, _ in states)
    assert any(isinstance(v, AutomaticVictory) for state, _ in states for v in state.victories)
