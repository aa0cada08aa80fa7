"""Who stands where, taken over from state to state."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.state import Layout
from sandtable.games.tobruk.title import title
from tests.layouts import check_followed


def told(layout: Layout) -> tuple[object, ...]:
    return layout.forces, layout.combat, layout.headquarters, layout.stacks, layout.fronts, layout.held


@pytest.mark.parametrize("scenario", title().scenarios)
def test_the_layout_of_a_state_is_as_if_it_were_gathered_afresh(scenario: str) -> None:
    check_followed(title(), scenario, told)
