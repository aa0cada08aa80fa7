"""[9.5.7, 17.2.3, 23.2] What a player may do in most phases: burn supply, remove works, spend Resource Points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from sandtable.core.frames import Draft
from sandtable.core.listing import Branch
from sandtable.core.values import Action
from sandtable.games.north_africa_41.lines import support_units
from sandtable.games.north_africa_41.lines.support_units import Burn
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.resources import fortifications, purchases
from sandtable.games.north_africa_41.resources.orders import Buy, Dismantle
from sandtable.games.north_africa_41.state import NorthAfrica

Branching: TypeAlias = Callable[[NorthAfrica, Side], Iterable[Branch[Action]]]


def at_most(
    most: Callable[[NorthAfrica, Side], int], listed: Callable[[NorthAfrica, Side], Sequence[Action]]
) -> Branching:
    """A list that is not made before somebody looks into it; until then it is known how long it can be."""

    def branches(state: NorthAfrica, side: Side) -> Iterator[Branch[Action]]:
        count = most(state, side)
        if count:
            yield Branch(count, partial(listed, state, side))

    return branches


class Order(NamedTuple):
    """What one kind of action needs: its legal instances, its refusals, its doing."""

    branches: Branching
    check: Callable[[NorthAfrica, Side, Any], None]
    do: Callable[[Draft[NorthAfrica], Side, Any], None]


ANY_TIME: Mapping[type[Action], Order] = {
    Burn: Order(
        at_most(support_units.most_burnt, support_units.listed_burn), support_units.check_burn, support_units.do_burn
    ),
    Dismantle: Order(
        at_most(fortifications.most_dismantled, fortifications.listed_dismantle),
        fortifications.check_dismantle,
        fortifications.do_dismantle,
    ),
    Buy: Order(at_most(purchases.most_bought, purchases.listed_buy), purchases.check_buy, purchases.do_buy),
}


def at_any_time(state: NorthAfrica, side: Side) -> Iterator[Branch[Action]]:
    """All of it that a side may do now."""
    for order in ANY_TIME.values():
        yield from order.branches(state, side)
