"""[23.1] The event of a Player Turn."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.pieces.assets import receive_markers, receive_point
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.resource_tables import event, markers_received
from sandtable.games.north_africa_41.resources.orders import Choose
from sandtable.games.north_africa_41.sea.ports import check_raid, raid, raid_targets
from sandtable.games.north_africa_41.state import NorthAfrica


def open_event(draft: Draft[NorthAfrica], side: Side) -> None:
    """[23.1] Two dice bring a Resource Point or an asset at once."""
    roll = draft.roll(f"event, {side}", by=side) + draft.roll(f"event, {side}", by=side)
    what = event(side, roll)
    draft.note("event", side=side, roll=roll, what=what, case="23.1")
    if what == "resource-point":
        receive_point(draft, side)
    elif what == "bombing-raid":
        _open_raid(draft, side)
    else:
        receive_markers(draft, side, what, markers_received(what), "18.7.1")


def _open_raid(draft: Draft[NorthAfrica], side: Side) -> None:
    """[21.4.3] It must be used immediately."""
    targets = raid_targets(draft.state, side)
    if len(targets) == 1:
        raid(draft, side, targets[0])
    else:
        draft.push(BombingRaid(side))


class BombingRaid(Decision[NorthAfrica], frozen=True):
    """[21.4.3] What the bombers of an event are sent against."""

    side: Side

    def prompt(self, state: NorthAfrica) -> str:
        return "A Bombing Raid: choose an enemy port, or the enemy's base to cost him a Resource Point."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        return [Choose(target) for target in raid_targets(state, side)]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        if not isinstance(action, Choose):
            raise Refusal("21.4.3", "choose the target of the raid")
        check_raid(state, side, action.name)

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        assert isinstance(action, Choose)
        draft.pop()
        raid(draft, self.side, action.name)
