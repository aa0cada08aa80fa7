"""[5.2 III E] The Commonwealth Fleet Phase: ships join, come home, rest in port and are repaired."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.contents import IN_PORT, Ship
from sandtable.games.campaign_for_north_africa.fleet.raids import open_raid
from sandtable.games.campaign_for_north_africa.fleet.ships import ALEXANDRIA, OWNER, FleetAssignment, has_choice
from sandtable.games.campaign_for_north_africa.fleet.tables import fleet_limits, warships
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import Campaign


def open_fleet(draft: Draft[Campaign]) -> None:
    """[5.2 III E] Ships join, return and are repaired; raids are plotted in secret, ships assigned, raids flown."""
    _join(draft)
    for name in draft.state.ships:
        _pass_stage(draft, name)
    open_raid(draft, FleetAssignment() if has_choice(draft.state) else None)


def _join(draft: Draft[Campaign]) -> None:
    """[30.6, 63.3] Those that are due, or those that the scenario names."""
    now = draft.state.turn, draft.state.stage
    there = scenario(draft.state.scenario).fleet if draft.state.scenario else ()
    for name, facts in warships().items():
        if facts.joins <= now and name not in draft.state.ships and (not there or name in there):
            draft.amend("ships", name, Ship(facts.guns))


def _pass_stage(draft: Draft[Campaign], name: str) -> None:
    """[30.16, 30.25, 30.37] What the last Operations Stage meant for a ship: it comes home, or has rested."""
    ship, limits = draft.state.ships[name], fleet_limits()
    if ship.at != IN_PORT:
        sea = limits.longest_at_sea if ship.fired else ship.sea  # [30.25] whoever has fired goes out no more
        changed = replace(ship, at=IN_PORT, sea=sea, fired=False)
    else:
        mending = ship.mending + 1 if ship.port == ALEXANDRIA and 0 < ship.guns < warships()[name].guns else 0
        changed = replace(ship, sea=0, owed=max(0, ship.owed - 1), mending=mending)
        if mending >= limits.repair:
            guns = ship.guns + 1
            crippled = ship.crippled and 2 * guns <= warships()[name].guns  # [30.36]
            changed = replace(changed, guns=guns, crippled=crippled, mending=0)
            draft.note("refitted", only=OWNER, side=OWNER, ship=name, guns=guns)
    if changed != ship:
        draft.amend("ships", name, changed)
