"""What `bench` measures: the reaches, and a campaign at its full size."""

from __future__ import annotations

from sandtable.games.campaign_for_north_africa.benchmark import bench_reach, muster
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, SIDES
from sandtable.games.campaign_for_north_africa.title import title


def test_reaches_of_all_who_can_move_are_measured() -> None:
    assert bench_reach() > 40


def test_a_campaign_at_full_size_has_800_units_on_the_map_and_breaks_no_rule() -> None:
    state = muster()
    on_map = [name for name, unit in state.units.items() if unit.at not in OUT_OF_PLAY]
    assert 790 <= len(on_map) <= 810
    assert all(sum(counters()[name].side == side for name in on_map) > 300 for side in SIDES)
    assert title().trials.broken_invariants(state) == []
    assert len(title().rules.encode(state)) < 1_000_000
