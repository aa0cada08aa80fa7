"""[16.4] Dummy tank battalions: wood and canvas to deceive patrols and anti-tank guns. They have no counters."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.patrols.orders import Feign
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.units import facts
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign, everyone_at

MOST = 3  # [16.43] that a side has at a time


def decoys(state: Campaign, side: str) -> tuple[int, ...]:
    """[16.41, 16.45] The hexes with dummies of a side; alone in a hex they are worth nothing."""
    return tuple(at for at in state.decoys.get(side, ()) if state.holder(at) == side)


# Setting up [16.42, 16.43]


def check_feign(state: Campaign, side: str, action: Feign) -> None:
    """[16.42, 16.43] In the Construction Segment; their price in Stores is not paid in the Land Game [32.11]."""
    at = board().named_hex(action.name, "16.42")
    if not any(_may_deceive(name) for name in everyone_at(state, at, side)):
        raise Refusal("16.43", f"no {'German ' if side == 'axis' else ''}combat unit of yours is at {action.name}")
    if at in decoys(state, side):
        raise Refusal("16.43", f"there is a dummy at {action.name} already")
    if len(decoys(state, side)) >= MOST:
        raise Refusal("16.43", f"no more than {MOST} dummies are allowed")


def _may_deceive(name: str) -> bool:
    """[16.43] Not Italians."""
    return facts(name).combat and counters()[name].nation != "italian"


def feign(draft: Draft[Campaign], side: str, action: Feign) -> None:
    draft.amend("decoys", side, (*decoys(draft.state, side), board().hex(action.name)))
    draft.note("mocked_up", only=side, side=side, at=action.name)


def deceptions(state: Campaign, side: str) -> Iterator[Feign]:
    """Where a dummy may be set up."""
    if len(decoys(state, side)) >= MOST:
        return
    for at in stands(state, side):
        yield Feign(board().name(at))


# Deceiving [16.44, 16.45]


def is_pretended(state: Campaign, side: str, at: int, name: str) -> bool:
    """[16.44, 16.45] Whether a dummy in the hex may be called by a name: that of a tank battalion in play."""
    found = counters().get(name)
    if found is None or found.side != side or found.nation == "italian" or at not in decoys(state, side):
        return False
    return found.is_tank_type and found.level == "battalion" and state.units[name].at not in OUT_OF_PLAY


def disguised(state: Campaign, side: str, at: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """[16.45] The same report with a dummy in place of the last of them; nothing where there is none."""
    pretended = (name for name in counters() if is_pretended(state, side, at, name) and name not in names)
    found = next(pretended, None) if at in decoys(state, side) else None
    return (*names[:-1], found) if found else ()


def forget(draft: Draft[Campaign]) -> None:
    """[16.45] Dummies that stand alone when an Operations Stage ends are given up."""
    kept = {side: found for side in draft.state.decoys if (found := decoys(draft.state, side))}
    if kept != draft.state.decoys:
        draft.change(decoys=kept)


# The end of a dummy [16.46]
