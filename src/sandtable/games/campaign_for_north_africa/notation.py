"""What players of the Campaign for North Africa decide, and its notation.

    move 7Arm C3922-C3923 from CW-S3        barrage C3922 infantry 2 with 4RHA:6, 7Med:4; C3923 gun 1 with 31Fld:6
    attach 1RNF to 7SG                      commit C3922 close I/157:7, II/157:7; C3922 anti 63AT:3
    lose I/157:2, 6RTR:A9-Cruiser:1         retreat 7Arm, 4Ind C3922-C3921

A unit's TOE Strength Points are written unit:points, or unit:weapon:points where it has several weapon systems; blanks
in the names of weapons are written as dashes.
"""

from __future__ import annotations

from sandtable.core.values import Notation
from sandtable.games.campaign_for_north_africa.arrivals.orders import Deploy, Substitute
from sandtable.games.campaign_for_north_africa.capability.orders import GoFirst, GoLast, Release, Reserve
from sandtable.games.campaign_for_north_africa.combat.orders import Assault, Back, Barrage, Commit, Retreat, Stand
from sandtable.games.campaign_for_north_africa.construction.orders import Build, Cease, Demolish, Dump, Rebuild, Sham
from sandtable.games.campaign_for_north_africa.fleet.orders import Chariots, Embark, Engage, Raid, Sail
from sandtable.games.campaign_for_north_africa.logistics.orders import (
    Airlift,
    Consign,
    Convoy,
    Demotorise,
    Destroy,
    Drive,
    Forfeit,
    Haul,
    Motorise,
    Rearrange,
    Ship,
)
from sandtable.games.campaign_for_north_africa.losses.orders import Lose, Surrender, Yield
from sandtable.games.campaign_for_north_africa.movement.orders import Again, Depart, Move, Rail, React, Stay, Withdraw
from sandtable.games.campaign_for_north_africa.order_forms import Done, Land
from sandtable.games.campaign_for_north_africa.organisation.orders import (
    Absorb,
    Allot,
    Assign,
    Attach,
    Detach,
    Lend,
    Recall,
    Revive,
    Train,
    Upgrade,
)
from sandtable.games.campaign_for_north_africa.patrols.orders import Feign, Patrol, Reveal
from sandtable.games.campaign_for_north_africa.prisoners.orders import Cart, Dismiss, Escort, Flee, Guard, Lead
from sandtable.games.campaign_for_north_africa.raiders.orders import (
    Ambush,
    Board,
    Conceal,
    Disclose,
    Disembark,
    Form,
    Prowl,
    Spot,
    Strike,
    Waylay,
)
from sandtable.games.campaign_for_north_africa.repair.orders import Capture, Repair, Tow
from sandtable.games.campaign_for_north_africa.replacements.orders import Carry, Crew, Forward, Request

NOTATION = Notation(
    Absorb, Again, Airlift, Allot, Ambush, Assault, Assign, Attach, Back, Barrage, Board, Build, Capture, Carry, Cart,
    Cease, Chariots, Commit, Conceal, Consign, Convoy, Crew, Demolish, Demotorise, Depart, Deploy, Destroy, Detach,
    Disclose, Disembark, Dismiss, Done, Drive, Dump, Embark, Engage, Escort, Feign, Flee, Forfeit, Form, Forward,
    GoFirst, GoLast, Guard, Haul, Land, Lead, Lend, Lose, Motorise, Move, Patrol, Prowl, Raid, Rail, React, Rearrange,
    Rebuild, Recall, Release, Repair, Request, Reserve, Retreat, Reveal, Revive, Sail, Sham, Ship, Spot, Stand, Stay,
    Strike, Substitute, Surrender, Tow, Train, Upgrade, Waylay, Withdraw, Yield,
)  # fmt: skip
