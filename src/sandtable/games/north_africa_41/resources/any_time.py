"""[9.5.7, 17.2.3, 23.2] What a player may do in most phases: burn supply, remove works, spend Resource Points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sandtable.core.frames import Draft
from sandtable.core.values import Action
from sandtable.games.north_africa_41.lines import support_units
from sandtable.games.north_africa_41.lines.support_units import Burn
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.resources import fortifications, purchases
from sandtable.games.north_africa_41.resources.orders import Buy, Dismantle
from sandtable.games.north_africa_41.state import NorthAfrica


class Order(NamedTuple):
    """What one kind of action needs: its legal instances, its refusals, its doing."""

    listed: Callable[[NorthAfrica, Side], Sequence[Action]]
    check: Callable[[NorthAfrica, Side, Any], None]
    do: Callable[[Draft[NorthAfrica], Side, Any], None]


ANY_TIME: Mapping[type[Action], Order] = {
    Burn: Order(support_units.listed_burn, support_units.check_burn, support_units.do_burn),
    Dismantle: Order(fortifications.listed_dismantle, fortifications.check_dismantle, fortifications.do_dismantle),
    Buy: Order(purchases.listed_buy, purchases.check_buy, purchases.do_buy),
}
