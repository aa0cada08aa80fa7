"""The chief of staff beside a player: sees to the standing orders at each decision, and to the desks handed over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sandtable.core.title import Player, Title
from sandtable.core.values import Action
from sandtable.kit.staff.assaulting import certain_assault, next_assault
from sandtable.kit.staff.marching import as_the_crow_flies, next_march
from sandtable.kit.staff.order_book import OrderBook, still_standing
from sandtable.kit.staff.player import Command, StaffPlayer
from sandtable.kit.staff.situation import Situation


class Answer(NamedTuple):
    """What the chief of staff does at a decision; no action where it is the player's own."""

    action: Action | None
    orders: OrderBook  # as they stand now


class ChiefOfStaff:
    """Answers for a side what its player has ordered or handed over, and leaves the rest to him."""

    def __init__(self, title: Title[Any], player: Player) -> None:
        self.title, self.player = title, player

    def answer(self, known: Any, side: str, orders: OrderBook, desks: Sequence[str] = ()) -> Answer:
        if not still_standing(orders):
            return self._commanded(known, side, orders, Command((), tuple(desks)))
        situation = Situation(self.title, known, side)
        if self.title.staff.desk(known, side) in desks:
            orders = situation.reviewed(orders)
            return self._commanded(known, side, orders, Command(situation.tasks(orders), tuple(desks)))
        orders = situation.reviewed(orders, exactly=True)
        found = self._commanded(known, side, orders, Command(situation.tasks(orders), tuple(desks)))
        # Only when nobody comes nearer is who stands around a place as good as there.
        return found if found.action is not None else Answer(None, situation.reviewed(orders))

    def _commanded(self, known: Any, side: str, orders: OrderBook, command: Command) -> Answer:
        if isinstance(self.player, StaffPlayer):
            self.player.command = command
        if self.title.staff.desk(known, side) in command.desks:
            return Answer(self.player.choose(known, side), orders)
        return Answer(self._obeyed(known, side, command) if command.tasks else None, orders)

    def _obeyed(self, known: Any, side: str, command: Command) -> Action | None:
        if certain := certain_assault(self.title, known, side, command.tasks):
            return certain
        if isinstance(self.player, StaffPlayer):
            return self.player.obey(self.title, known, side)
        march = next_march(self.title, known, side, command.tasks, as_the_crow_flies(self.title))
        return march or next_assault(self.title, known, side, command.tasks)
