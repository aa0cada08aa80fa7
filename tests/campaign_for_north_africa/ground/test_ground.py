"""[8.3, 8.4, 29.4, 29.5] What every step costs, by gait, terrain, road and weather."""

from itertools import pairwise, product

import pytest

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.ground.passage import (
    _is_railed,
    breakdown,
    built_railway,
    costs,
    passage,
    passages,
)
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground, Land, Sky, ground, why_closed
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.units import GAITS, Gait
from sandtable.games.campaign_for_north_africa.state import POINT, Weather

DRY = Sky()
MOTOR = GAITS.index("motor")
ALL_SECTIONS = ("A", "B", "C", "D", "E")
RAIN, SAND = Sky("rainstorm", ALL_SECTIONS), Sky("sandstorm", ALL_SECTIONS)


def grounds(gaits: str, sky: Sky) -> Ground:
    known: dict[str, Gait] = {
        "foot": "foot",
        "camel": "camel",
        "motorcycle": "motorcycle",
        "recce": "recce",
        "motor": "motor",
    }
    return ground(tuple(known[gait] for gait in gaits.split("+")), sky)


def cost(step: str, gaits: str = "motor", sky: Sky = DRY) -> float | None:
    """In points, of a step written C3922-C3923."""
    here, there = (board().hex(name) for name in step.split("-"))
    found = grounds(gaits, sky).cost(here, there)
    return None if found is None else found / POINT


def wear(step: str, sky: Sky = DRY) -> float:
    here, there = (board().hex(name) for name in step.split("-"))
    return grounds("motor", sky).breakdown(here, there) / POINT


def closed_by(step: str, gaits: str = "motor", sky: Sky = DRY) -> str:
    """The case that forbids a step."""
    assert cost(step, gaits, sky) is None
    here, there = (board().hex(name) for name in step.split("-"))
    refusal = why_closed(grounds(gaits, sky).gaits, here, there, sky)
    assert isinstance(refusal, Refusal)
    return refusal.case


# Hexes


@pytest.mark.case("8.31", "8.37")
@pytest.mark.parametrize(
    ("step", "foot", "motor", "worn"),
    [
        ("C3510-C3511", 2, 2, 4),
        ("B5518-B5519", 2, 2, 6),
        ("B5603-B5602", 3, 3, 3),
        ("B6113-B6114", 3, 4, 8),
        ("B6016-B5917", 4, 6, 12),
        ("E4229-E4129", 2, 4, 2),
        ("E4229-E4130", 3, 4, 24),
        ("E3714-E3613", 1, 0.5, 0.5),
    ],
)
def test_each_terrain_has_its_cost_and_wear(step: str, foot: float, motor: float, worn: float) -> None:
    assert (cost(step, "foot"), cost(step, "motor"), wear(step)) == (foot, motor, worn)


@pytest.mark.case("6.14")
def test_retreat_3_clear_costs_men_on_foot_six_points() -> None:
    assert 3 * (cost("C3510-C3511", "foot") or 0) == 6


@pytest.mark.case("8.33", "8.37")
def test_a_road_costs_its_own_rate_whatever_the_terrain_and_only_through_its_hexsides() -> None:
    assert (cost("B5915-B5916", "foot"), cost("B5915-B5916", "motor"), wear("B5915-B5916")) == (1, 0.5, 0.5)
    assert cost("B6016-B5917", "motor") == 6  # B5917 is on that road, which does not come from B6016


@pytest.mark.case("8.33", "8.37")
def test_a_road_cancels_what_lies_on_the_hexside() -> None:
    assert (cost("B5923-B5922"), wear("B5923-B5922")) == (0.5, 0.5)  # up a slope into the rough
    assert cost("B5924-B5925") == 0.5  # a wadi


@pytest.mark.case("8.37", "8.46")
@pytest.mark.parametrize(
    ("step", "foot", "motor", "worn"),
    [
        ("B5723-B5823", 1, 1, 2),
        ("B5518-B5418", 1, 1, 3),
        ("B6012-B6013", 1.5, 2, 4),
        ("B6015-B5916", 2, 3, 6),
        ("E3715-E3615", 1, 2, 1),
        ("E2111-E2112", 1.5, 2, 12),
    ],
)
def test_a_track_halves_the_cost_and_the_wear_of_the_hex(step: str, foot: float, motor: float, worn: float) -> None:
    assert (cost(step, "foot"), cost(step, "motor"), wear(step)) == (foot, motor, worn)


@pytest.mark.case("8.47", "24.52", "24.53", "8.33")
def test_a_road_that_is_not_finished_is_a_track() -> None:
    assert (cost("B5627-B5527"), wear("B5627-B5527")) == (1, 2)
    from sandtable.games.campaign_for_north_africa.map import stretch

    name = stretch(board().hex("B5627"), board().hex("B5527"))
    assert name
    done = Sky(built=(name,))
    assert (cost("B5627-B5527", sky=done), wear("B5627-B5527", done)) == (0.5, 0.5)


@pytest.mark.case("24.53", "24.52", "8.33", "8.47")
def test_a_road_built_hex_by_hex_leads_through_the_hexes_that_have_it() -> None:
    begun = Sky(laid=(board().hex("B5627"), board().hex("B5527")))  # B5628 is on the Via Balbia
    assert [cost(step, sky=begun) for step in ("B5628-B5627", "B5627-B5527", "B5527-B5526")] == [0.5, 0.5, 2]
    ruined = begun._replace(ruined=(board().hex("B5527"),))
    assert [cost(step, sky=ruined) for step in ("B5628-B5627", "B5627-B5527")] == [0.5, 1]


@pytest.mark.case("24.53")
def test_what_is_built_or_destroyed_changes_only_the_steps_around_it() -> None:
    works = Sky(
        laid=(board().hex("B5627"),),
        ruined=(board().hex("C4608"),),
        cut=(board().hex("D3515"),),
        built=("Sollum - Sidi Barrani",),
        railway=board().hex("D3612"),
    )
    storm = works._replace(weather="rainstorm", foul=("C", "D"))
    for sky in (works, storm):
        found, alone = grounds("motor", sky), Land(sky)
        for hex in range(len(board())):
            steps = [(there, cost) for there, step in passages(hex, sky) if (cost := costs(step)[MOTOR]) is not None]
            assert list(found.steps(hex)) == steps, board().name(hex)
            assert [there for there, _ in alone.row(hex)] == [there for there, _ in passages(hex, sky)]


def test_a_reach_is_the_same_near_works_and_tolls_and_far_from_them() -> None:
    sky = Sky(laid=(board().hex("B5627"),), ruined=(board().hex("C4608"),), railway=board().hex("C3921"))
    for storm in (sky, sky._replace(weather="rainstorm", foul=("D",)), sky._replace(weather="sandstorm", foul=("C",))):
        _compare(ground(("motor",), storm, ((board().hex("C3919"), 12),)))


def _compare(worked: Ground) -> None:
    for start in ("B5628", "C4807", "C3918", "C3717", "A2110", "D3714"):
        for points in (4, 20, 40):
            plain = worked.flood(board().hex(start), points, ())
            found = worked.reach(board().hex(start), points, frozenset())
            assert {hex: found.points(hex) for hex in found} == {hex: plain.points(hex) for hex in plain}, start
    assert worked.settled is ground(("motor",), DRY) and DRY.laid == ()


def test_an_approach_is_what_floods_from_around_it_find() -> None:
    """Near works and tolls, which may make a way shorter, and far from them; whoever asks for how much first."""
    sky = Sky(laid=(board().hex("B5627"),), ruined=(board().hex("C4608"),), railway=board().hex("C3921"))
    storm = sky._replace(weather="rainstorm", foul=("D",))
    for worked in (ground(("motor",), sky, ((board().hex("C3919"), 12),)), ground(("motor",), storm)):
        settled = worked.settled
        assert settled is not None
        for goal, points in ((board().hex(name), points) for name in ("B5628", "C4807", "A2110") for points in (9, 30)):
            toward = worked.approach(goal)
            near = [hex for hex in worked.around((goal,), points, bytes(len(board()))) if hex != goal]
            for start in sorted(near)[::7]:
                found = worked.flood(start, points, ())
                assert (toward.cost(start, points) <= points) == (goal in found)
                if goal in found:
                    assert toward.cost(start, points) == found.points(goal)
                    way = (start, *toward.way(start))
                    assert sum(worked.cost(*step) or 99 for step in pairwise(way)) == found.points(goal)
            assert set(toward.within(points)) == {
                hex for hex, cost in enumerate(toward.costs(points)) if cost <= points
            }
            if points < worked.calm(goal, 30):
                assert set(settled.approach(goal).within(points)) == set(toward.within(points))
    assert ground(("motor",), sky).calm(board().hex("B5628"), 9) == 0
    assert ground(("motor",), sky).calm(board().hex("A2110"), 9) == 10


def test_a_toll_is_paid_on_entering_its_hex_and_nowhere_else() -> None:
    start, mined, beyond = (board().hex(name) for name in ("C4807", "C4708", "C4608"))
    free, tolled = ground(("motor",), DRY), ground(("motor",), DRY, ((mined, 15),))
    assert tolled.cost(start, mined) == 16 and tolled.cost(mined, beyond) == free.cost(mined, beyond) == 1
    assert tolled.reach(start, 16, frozenset()).points(mined) == 16
    assert tolled.reach(start, 10, frozenset()).misses((mined,)) and not free.reach(start, 10, frozenset()).misses(
        (mined,)
    )
    assert dict(tolled.approaches(mined)) == {near: cost + 15 for near, cost in free.approaches(mined)}


@pytest.mark.case("8.48")
def test_an_oasis_costs_what_its_terrain_does() -> None:
    from sandtable.games.campaign_for_north_africa.map import neighbours, place, terrain

    siwa = place("Siwa")
    plain = next(there for there in neighbours()[siwa] if grounds("foot", DRY).cost(there, siwa))
    found = grounds("foot", DRY).cost(plain, siwa)
    assert terrain(siwa) in ("clear", "gravel", "salt_marsh") and found in (POINT, 2 * POINT, 3 * POINT, 3)


# Hexsides


@pytest.mark.case("8.41", "8.31")
def test_everybody_pays_for_a_wadi() -> None:
    assert (cost("B5724-B5823", "foot"), cost("B5724-B5823"), wear("B5724-B5823")) == (3, 6, 12)


@pytest.mark.case("8.41")
def test_wadi_track_bp_and_wadi_road_bp() -> None:
    assert (cost("B5326-B5426", "foot"), cost("B5326-B5426"), wear("B5326-B5426")) == (1.5, 3, 6)  # 2 and 4
    assert (cost("B5330-B5229"), wear("B5330-B5229")) == (0.5, 0.5)


@pytest.mark.case("8.41")
def test_the_wadi_natrun_is_salt_marsh() -> None:
    from sandtable.games.campaign_for_north_africa.map import neighbours, place, terrain

    natrun = place("Wadi Natrun")
    assert "salt_marsh" in {terrain(hex) for hex in (natrun, *neighbours()[natrun])}


@pytest.mark.case("8.43", "8.35", "8.31")
@pytest.mark.parametrize(
    ("step", "foot", "motor"),
    [
        ("C4603-C4504", 4, 6),
        ("C4504-C4603", 4, 6),  # a ridge is alike both ways
        ("B5923-B5823", 4, 6),
        ("B5823-B5923", 3, 4),  # a slope up, and down
    ],
)
def test_ridges_and_slopes_may_be_crossed_by_all_at_a_cost(step: str, foot: float, motor: float) -> None:
    assert (cost(step, "foot"), cost(step, "motor"), wear(step)) == (foot, motor, 6)


@pytest.mark.case("8.46", "8.37")
def test_a_track_halves_slopes_and_ridges_too() -> None:
    assert (cost("C3922-C3821", "foot"), cost("C3922-C3821"), wear("C3922-C3821")) == (2, 3, 3)
    assert (cost("C4510-C4410", "foot"), cost("C4510-C4410")) == (2, 3)


@pytest.mark.case("8.42", "8.32")
def test_escarpment_up_vehicle_never_goes_up_not_even_by_track() -> None:
    assert closed_by("C3922-C3921") == closed_by("C4121-C4020") == "8.42"
    assert closed_by("C4121-C4020", "recce") == closed_by("C4121-C4020", "motorcycle") == "8.42"
    assert cost("C3922-C3921", "foot") == 8
    assert cost("C4121-C4020", "foot") == 4  # half of 2 and 6


@pytest.mark.case("8.42", "8.47")
def test_escarpment_down_track_is_the_only_way_down_for_vehicles() -> None:
    assert closed_by("B5504-B5603") == "8.42"
    assert (cost("C4020-C4121"), wear("C4020-C4121")) == (9, 8)  # 8 and 6 are not halved, the hex is
    assert (cost("B5504-B5603", "foot"), cost("C4020-C4121", "foot")) == (6, 3)


@pytest.mark.case("8.33", "8.42")
def test_a_road_does_not_ease_the_way_of_a_vehicle_down_an_escarpment() -> None:
    """No road of the map goes down one, but the rule holds for any that is built."""
    step = passage(board().hex("B5726"), board().hex("B5727"), Sky())._replace(crossed=("down_escarpment",))
    on_foot, by_vehicle = (costs(step)[GAITS.index(gait)] for gait in ("foot", "motor"))
    assert (on_foot, by_vehicle, breakdown(step)) == (1 * POINT, 8.5 * POINT, 6.5 * POINT)
    up = step._replace(crossed=("up_escarpment",))
    assert costs(up)[GAITS.index("motor")] is None and costs(up)[GAITS.index("foot")] == 1 * POINT


@pytest.mark.case("8.31", "8.37")
def test_max_hexside_foot_is_a_great_river_without_a_bridge() -> None:
    assert cost("E3019-E2920", "foot") == 10
    assert closed_by("E3019-E2920") == "8.37"
    assert cost("E3822-E3823") == 0.5 and cost("E3822-E3823", "foot") == 1  # by the road
    assert closed_by("E2829-E2830") == "8.37"  # a track is no bridge


@pytest.mark.case("8.31", "8.37")
def test_small_rivers_may_be_forded() -> None:
    assert (cost("E4127-E4026", "foot"), cost("E4127-E4026"), wear("E4127-E4026")) == (5, 8, 5)
    assert cost("E3919-E3920", "motor") == 0.5


# Closed ground


@pytest.mark.case("8.44", "8.32")
def test_vehicles_enter_and_leave_salt_marsh_by_road_and_track_only() -> None:
    assert closed_by("B5630-B5530") == closed_by("B5530-B5630") == "8.44"
    assert (cost("A3928-A3827"), cost("D3330-D3331")) == (1, 0.5)


@pytest.mark.case("8.44")
def test_reconnaissance_and_motorcycles_cross_salt_marsh_and_camels_walk_in_it() -> None:
    assert cost("B5630-B5530", "recce") == cost("B5630-B5530", "motorcycle") == 2
    assert cost("B5630-B5530", "camel") == cost("B5630-B5530", "foot") == 3


@pytest.mark.case("8.45")
def test_motorcycles_never_enter_the_desert() -> None:
    assert closed_by("E4229-E4130", "motorcycle") == closed_by("E2111-E2112", "motorcycle") == "8.45"
    assert cost("E4229-E4130", "recce") == 4


@pytest.mark.case("8.37", "8.32", "8.46")
def test_a_swamp_is_entered_by_road_or_railway_only() -> None:
    assert closed_by("E4130-E4131", "foot") == closed_by("E4130-E4131") == "8.37"
    assert cost("E3920-E3921") == 0.5
    assert (cost("E3513-E3412", "foot"), cost("E3513-E3412")) == (2, 4)  # along the railway
    assert wear("E3513-E3412") == 2  # a track through what wears like the Delta: half of 4


@pytest.mark.case("8.32")
def test_nobody_walks_into_the_sea() -> None:
    assert cost("C3922-C4022", "foot") is None


# Moving together


@pytest.mark.case("8.0", "6.15")
def test_who_moves_together_pays_what_is_dearest_and_goes_where_all_may() -> None:
    assert cost("B5915-B5916", "foot+motor") == 1
    assert cost("B6016-B5917", "foot+motor") == 6
    assert closed_by("C3922-C3921", "foot+motor") == "8.42"


# Sandstorm and rain


@pytest.mark.case("29.44", "29.41")
def test_a_sandstorm_doubles_every_cost_but_not_in_the_delta() -> None:
    assert (cost("C3510-C3511", sky=SAND), cost("C3510-C3511", "foot", SAND)) == (4, 4)
    assert cost("B5915-B5916", sky=SAND) == 1
    assert cost("B5724-B5823", sky=SAND) == 12  # the hexside too
    assert cost("E4229-E4129", sky=SAND) == 4
    assert wear("C3510-C3511", SAND) == 4


@pytest.mark.case("29.44")
def test_the_hex_that_is_entered_tells_whether_there_is_a_storm() -> None:
    sand = Sky("sandstorm", ("B",))
    assert cost("C4701-B4833", sky=sand) == 18  # down an escarpment by track, 9 points
    assert cost("B4833-C4701", "foot", sand) == cost("B4833-C4701", "foot")


@pytest.mark.case("29.55", "8.41")
def test_rain_closes_wadis_except_by_road_at_two_points_more() -> None:
    assert closed_by("B5724-B5823", "foot", RAIN) == closed_by("B5326-B5426", "foot", RAIN) == "29.55"
    assert cost("B5330-B5229", "foot", RAIN) == cost("B5330-B5229", sky=RAIN) == 3  # as a track, and 2
    assert wear("B5330-B5229", RAIN) == 2


@pytest.mark.case("29.56", "29.51")
def test_in_the_rain_roads_cost_and_wear_as_tracks() -> None:
    assert (cost("B5726-B5727", sky=RAIN), wear("B5726-B5727", RAIN)) == (1, 2)
    assert cost("B5915-B5916", sky=RAIN) == 3  # through mountains
    assert cost("B5923-B5922", sky=RAIN) == 4  # half of rough and of the slope
    assert (cost("B5723-B5823", sky=RAIN), wear("B5723-B5823", RAIN)) == (1, 2)  # tracks stay as they are
    dry: Weather = "rainstorm"
    assert cost("B5726-B5727", sky=Sky(dry, ("A",))) == 0.5


@pytest.mark.case("29.57", "29.55", "8.47", "8.71")
def test_in_the_rain_rivers_are_crossed_by_road_or_railway_only() -> None:
    assert closed_by("E4127-E4026", "foot", RAIN) == closed_by("E3019-E2920", "foot", RAIN) == "29.57"
    assert cost("E3822-E3823", "foot", RAIN) == 1


@pytest.mark.case("29.58")
def test_in_the_rain_vehicles_enter_and_leave_the_delta_by_road_or_railway_only() -> None:
    assert closed_by("E4229-E4129", "motor", RAIN) == closed_by("E4129-E4229", "motor", RAIN) == "29.58"
    assert closed_by("E3715-E3615", "motor", RAIN) == "29.58"  # a track does not help
    assert cost("E4229-E4129", "foot", RAIN) == 2
    assert cost("E4227-E4228", "motor", RAIN) == 2


# Far and wide


@pytest.mark.case("8.31")
def test_a_flood_finds_the_cheapest_way_and_no_further_than_the_points_reach() -> None:
    tobruk = board().hex("C4807")
    found = grounds("motor", DRY).flood(tobruk, 10, (), bytes(len(board())))
    assert found.points(board().hex("C4608")) == 2  # two hexes of road
    assert max(found.points(hex) for hex in found) <= 10
    path = found.path(board().hex("C4609"))
    assert sum(grounds("motor", DRY).cost(a, b) or 0 for a, b in pairwise(path)) == found.points(board().hex("C4609"))


def test_a_flood_keeps_out_of_closed_hexes_and_stops_in_halting_ones() -> None:
    start, road, behind = (board().hex(name) for name in ("C4807", "C4708", "C4608"))
    halting = bytearray(len(board()))
    halting[road] = 1
    plain = grounds("motor", DRY)
    assert plain.flood(start, 10, (), halting).points(road) == 1
    assert plain.flood(start, 4, (), halting).misses((behind,))
    assert road not in plain.flood(start, 10, (road,), bytes(len(board())))
    assert road not in plain.flood(start, 1, (), bytes(len(board())), first_barred=(road,))


def test_around_several_starts_lies_what_a_flood_from_each_finds() -> None:
    starts = [board().hex(name) for name in ("C4807", "C4608", "C3510")]
    closed = bytearray(len(board()))
    for shut in (board().hex("C4708"), starts[1]):
        closed[shut] = 1
    hexes = [hex for hex, shut in enumerate(closed) if shut]
    motor = grounds("motor", DRY)
    for points in (0, 3, 20):
        floods = [motor.flood(start, points, hexes) for start in starts]
        assert set(motor.around(starts, points, closed)) == set(starts).union(*floods)
    assert not motor.around((), 20, closed)


def test_what_is_remembered_of_a_reach_is_what_a_flood_finds() -> None:
    recce, start = grounds("recce", DRY), board().hex("C3510")
    around = board().neighbours[start]
    for closed, halting, barred in (
        ((), (), ()),
        (("C3512",), (), ()),
        ((), ("C3512", "C3410"), ()),
        ((), (), around[:3]),
        (("A2109",), (), ()),
    ):
        shut, halts = (frozenset(board().hex(name) for name in names) for names in (closed, halting))
        field = bytes(hex in halts for hex in range(len(board())))
        plain = recce.flood(start, 30, shut, field, barred)
        for _ in range(2):
            found = recce.reach(start, 30, shut, halts, frozenset(barred))
            assert {hex: found.path(hex) for hex in found} == {hex: plain.path(hex) for hex in plain}


@pytest.mark.case("29.1")
def test_whoever_sets_out_first_or_after_others_finds_his_own_hindrances_in_his_way() -> None:
    recce, start = Ground(("recce",), DRY), board().hex("C3510")
    first, second = ({board().hex("C3512")}, {board().hex("C3410")}), ({board().hex("C3410")}, {board().hex("C3509")})
    for (closed, halting), points in product((first, second, first, (set(), set())), (30, 20, 30, 40)):
        field = bytes(hex in halting for hex in range(len(board())))
        plain = recce.flood(start, points, closed, field)
        found = recce.reach(start, points, frozenset(closed), frozenset(halting))
        assert [(hex, found.path(hex)) for hex in found] == [(hex, plain.path(hex)) for hex in plain]


def test_a_storm_changes_only_the_steps_of_its_sections_and_their_borders() -> None:
    foul, both = grounds("motor", Sky("sandstorm", ("C",))), grounds("motor", Sky("sandstorm", ("C", "E")))
    dry, far, near = grounds("motor", DRY), board().hex("A2110"), board().hex("C3510")
    assert foul.steps(far) == dry.steps(far)
    assert foul.steps(near) == both.steps(near) == tuple((there, 2 * cost) for there, cost in dry.steps(near))


def test_a_hex_is_approached_by_the_steps_that_lead_to_it() -> None:
    motor = grounds("motor", DRY)
    for name in ("C4801", "C3510", "B4833"):
        hex = board().hex(name)
        assert dict(motor.approaches(hex)) == {
            near: cost for near in board().adjacent[hex] if (cost := motor.cost(near, hex)) is not None
        }


def test_a_mined_hex_is_approached_at_the_price_of_its_mines_in_fair_weather_and_foul() -> None:
    mined = board().hex("C3510")
    for sky in (DRY, Sky("sandstorm", ("C",))):
        motor = Ground(("motor",), sky, ((mined, 6),))
        for hex in (mined, *board().adjacent[mined], board().hex("A2110")):
            steps = {near: dict(motor.steps(near)).get(hex) for near in board().adjacent[hex]}
            assert dict(motor.approaches(hex)) == {near: cost for near, cost in steps.items() if cost is not None}


# To the point


@pytest.mark.case("8.33", "8.47", "24.52")
@pytest.mark.parametrize(
    ("ruined", "is_road"),
    [((), True), (("B5916",), False), (("B5917",), False), (("B5916", "B5917"), False), (("B5915",), True)],
)
def test_a_road_destroyed_at_either_end_of_a_step_is_a_track(ruined: tuple[str, ...], is_road: bool) -> None:
    sky = Sky(ruined=tuple(board().hex(name) for name in ruined))
    for step in ("B5916-B5917", "B5917-B5916"):
        assert (cost(step, sky=sky) == 0.5) is is_road


@pytest.mark.case("24.53")
@pytest.mark.parametrize(
    ("laid", "points"),
    [((), 1), (("B5627",), 1), (("B5527",), 1), (("B5627", "B5527"), 0.5), (("B5628", "B5526"), 1)],
)
def test_a_road_leads_from_hex_to_hex_only_where_both_have_it(laid: tuple[str, ...], points: float) -> None:
    sky = Sky(laid=tuple(board().hex(name) for name in laid))
    assert cost("B5627-B5527", sky=sky) == points == cost("B5527-B5627", sky=sky)


@pytest.mark.case("24.53", "8.47")
def test_what_was_laid_meets_a_road_that_was_there_and_a_track_stays_a_track() -> None:
    for laid, is_road in (((), False), (("B5627",), True)):
        sky = Sky(laid=tuple(board().hex(name) for name in laid))
        for step in ("B5628-B5627", "B5627-B5628"):  # B5628 is on the Via Balbia
            assert (cost(step, sky=sky) == 0.5) is is_road
    tracks = Sky(laid=(board().hex("B6013"), board().hex("B6014")))
    assert cost("B6013-B6014", sky=tracks) == cost("B6013-B6014")


@pytest.mark.case("8.47", "8.71", "8.76")
@pytest.mark.parametrize(
    ("step", "railway", "cut", "is_railed"),
    [
        ("D3714-D3715", "", "", True),
        ("D3714-D3715", "", "D3714", False),
        ("D3714-D3715", "", "D3715", False),
        ("D3714-D3715", "", "D3615", True),
        ("D3515-D3514", "", "", False),  # not built
        ("D3515-D3514", "D3515", "", False),
        ("D3515-D3514", "D3514", "", True),
        ("D3514-D3515", "D3514", "", True),
        ("D3514-D3613", "D3514", "", False),  # built as far as its first hex
        ("D3613-D3514", "D3514", "", False),
        ("D3514-D3613", "D3613", "", True),
        ("D3514-D3613", "D3611", "", True),
        ("D3514-D3613", "D3611", "D3613", False),
        ("C3818-C3819", "D3611", "", False),  # no railway at all
    ],
)
def test_railway_counts_where_it_is_built_and_whole(step: str, railway: str, cut: str, is_railed: bool) -> None:
    here, there = (board().hex(name) for name in step.split("-"))
    sky = Sky(railway=board().hex(railway) if railway else -1, cut=tuple(board().hex(name) for name in cut.split()))
    assert _is_railed(here, there, sky) is is_railed


@pytest.mark.case("8.76")
def test_the_extension_is_built_from_its_beginning_to_its_western_end() -> None:
    built = built_railway(board().hex("D3612"))
    assert built == {board().hex(name) for name in ("D3515", "D3514", "D3613", "D3612")}
    assert built_railway(-1) == frozenset() == built_railway(board().hex("C3818"))


def test_whoever_has_fewer_points_gets_as_far_as_a_flood_of_his_own_would() -> None:
    """A reach from the same hex that was worked out for others who go farther is cut short."""
    land, start, nobody = Ground(("recce",), DRY), board().hex("C4807"), frozenset[int]()
    for points in (40, 7, 24, 0, 50):
        found, flood = land.reach(start, points, nobody), land.flood(start, points, ())
        assert list(found) == list(flood)
        assert [found.points(hex) for hex in found] == [flood.points(hex) for hex in flood]
        assert [found.path(hex) for hex in found] == [flood.path(hex) for hex in flood]
