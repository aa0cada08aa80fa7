"""What players of North Africa '41 decide, and its notation.

move ge-i-5, ge-mg8 1604-1605-1706        attack 2011 with ge-i-5, ge-mg8 supply GE-DAK
"""

from __future__ import annotations

from sandtable.core.values import Notation
from sandtable.games.north_africa_41.arrivals.orders import Convert, Rebuild, Remove, Replace, Upgrade
from sandtable.games.north_africa_41.combat.orders import (
    Accept,
    Advance,
    Attack,
    Break,
    Disengage,
    Drop,
    Flee,
    Group,
    Reroll,
    Shatter,
    Stand,
    Support,
)
from sandtable.games.north_africa_41.lines.free_supply import Deposit
from sandtable.games.north_africa_41.lines.support_units import Burn, Ready
from sandtable.games.north_africa_41.movement.orders import Carry, Move, Rail, Rommel, Ship, Tactical, Transfer, Unload
from sandtable.games.north_africa_41.order_forms import Done, Lose
from sandtable.games.north_africa_41.resources.orders import Buy, Choose, Delay, Dismantle, Fly, Fortify, Lift
from sandtable.games.north_africa_41.results.losses import Release
from sandtable.games.north_africa_41.results.retreat_orders import Retreat, Surrender
from sandtable.games.north_africa_41.sea.ports import Demolish, Repair
from sandtable.games.north_africa_41.supply.attrition import Deplete
from sandtable.games.north_africa_41.supply.phase import Supply

NOTATION = Notation(
    Done,
    Move,
    Tactical,
    Carry,
    Unload,
    Transfer,
    Rail,
    Fly,
    Ship,
    Shatter,
    Flee,
    Ready,
    Burn,
    Rommel,
    Fortify,
    Dismantle,
    Demolish,
    Repair,
    Release,
    Buy,
    Choose,
    Replace,
    Rebuild,
    Remove,
    Upgrade,
    Convert,
    Delay,
    Lift,
    Supply,
    Deposit,
    Deplete,
    Attack,
    Support,
    Reroll,
    Accept,
    Lose,
    Stand,
    Retreat,
    Surrender,
    Advance,
    Group,
    Break,
    Drop,
    Disengage,
)
