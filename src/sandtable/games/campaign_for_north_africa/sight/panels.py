"""What lies beside the map for a side: the combat under way, what its question is about, ledgers, and the sheets of its
formations. Everything from what the side may know [3.6]; a spectator has none of it."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.core.frames import question_to
from sandtable.core.views import Panel
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Foundering
from sandtable.games.campaign_for_north_africa.logistics.convoys import Sailing
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import MonthlyLoss
from sandtable.games.campaign_for_north_africa.logistics.shipping import CoastalShipping, SeaTransport
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Absorbing
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance
from sandtable.games.campaign_for_north_africa.repair.towing import Towing
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning
from sandtable.games.campaign_for_north_africa.sight.combat_panel import combat_panel
from sandtable.games.campaign_for_north_africa.sight.ledgers import (
    boxes,
    convoy_ledger,
    enemy_ledger,
    supply_ledger,
    transport_ledger,
    wreck_ledger,
)
from sandtable.games.campaign_for_north_africa.sight.sheets import control_sheet, sheets
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign, top_of

OPEN_BOXES = (Movement, Organisation)
SHIPPING = (Sailing, CoastalShipping, SeaTransport, Planning, Foundering)


def panels(state: Campaign, side: str) -> tuple[Panel, ...]:
    """The combat and what is asked first and open, then the ledgers and sheets, folded."""
    if side not in SIDES:
        return ()
    asked = question_to(state, side)
    found = [
        combat_panel(state, side),
        boxes(state, side, folded=not isinstance(asked, OPEN_BOXES)),
        supply_ledger(state, side),
        transport_ledger(state, side, folded=not isinstance(asked, MonthlyLoss)),
        convoy_ledger(state, side, folded=not isinstance(asked, SHIPPING)),
        wreck_ledger(state, side, folded=not isinstance(asked, Maintenance | Towing)),
        enemy_ledger(state, side),
        control_sheet(state, side),
    ]
    first = sorted((panel for panel in found if panel is not None), key=lambda panel: panel.folded)
    return (*first, *sheets(state, side, focus(state, side)))


def focus(state: Campaign, side: str) -> Collection[str]:
    """The counters that the question is about, whose sheets are open."""
    match question_to(state, side):
        case Reaction(tops=tops, parts=parts):
            return {*tops, *(top_of(state, part) for part in parts)}
        case Absorbing(toll=toll):
            return {top_of(state, share.unit) for share in toll.shares if share.unit in state.units}
        case Retreats(left=left):
            return set(left)
    return ()
