"""Who stands where, taken over from state to state."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.state import Layout
from sandtable.games.afrika_korps.title import title
from tests.layouts import check_followed


def told(layout: Layout) -> tuple[object, ...]:
    standing = (layout.forces, layout.combat, layout.supplies, layout.stacks, layout.rommel)
    return *standing, layout.live, layout.beaten


@pytest.mark.parametrize("scenario", title().scenarios)
def test_the_layout_of_a_state_is_as_if_it_were_gathered_afresh(scenario: str) -> None:
    check_followed(title(), scenario, told)
