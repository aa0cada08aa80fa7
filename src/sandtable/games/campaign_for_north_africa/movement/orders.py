"""[8.1, 8.22, 8.5, 8.72, 8.84] Orders to units that move: marches, Reaction, trains, journeys beside the map."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.values import Action
from sandtable.core.wording import names, number, path
from sandtable.games.campaign_for_north_africa.order_forms import To, Way


class Move(Action, frozen=True):
    """[8.1] Move counters together. Between hexes that are not adjacent the cheapest way is taken. `supply` names the
    Supply Units for the Fuel [32.23], the nearest if none is named; `assault` announces a Close Assault, which pins
    slower units [8.53b]."""

    verb: ClassVar[str] = "move"
    units: tuple[str, ...]
    path: tuple[str, ...]
    supply: tuple[str, ...] = ()
    assault: bool = False

    def words(self) -> str:
        source = f" from {', '.join(self.supply)}" if self.supply else ""
        return f"{', '.join(self.units)} {'-'.join(self.path)}{source}{' to assault' if self.assault else ''}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "move 7Arm C3922-C3923 from CW-S3 to assault"
        assault = words.endswith(" to assault")
        words, _, source = words.removesuffix(" to assault").partition(" from ")
        units, _, way = words.rpartition(" ")
        supply = names(source, usage) if source else ()
        return cls(names(units, usage), path(way, usage, least=2), supply, assault)


class React(Action, frozen=True):
    """[8.51] Units get out of the way of an enemy who has moved next to them. `with` tells how many Motorization Points
    a unit takes along that leaves its parent [8.56]; `react motors ... with 12` is for unattached ones [8.53]."""

    verb: ClassVar[str] = "react"
    units: tuple[str, ...]
    path: tuple[str, ...]
    motors: int = -1  # as many as carry the unit; of unattached points all

    def words(self) -> str:
        load = f" with {self.motors}" if self.motors >= 0 else ""
        return f"{', '.join(self.units)} {'-'.join(self.path)}{load}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "react 1KRRC C3922-C3923 with 6"
        words, _, load = words.partition(" with ")
        units, _, way = words.rpartition(" ")
        return cls(names(units, usage), path(way, usage, least=2), number(load, usage) if load else -1)


class Stay(Action, frozen=True):
    """[8.52] Nobody reacts to this move."""

    verb: ClassVar[str] = "stay"


class Depart(To, frozen=True):
    """[8.84] Move on in the Tripoli/Tunisia region: from a box or from A2802 towards a box or `map`."""

    verb: ClassVar[str] = "depart"
    examples: ClassVar[tuple[str, ...]] = ("2CCNN", "tripolitania")


class Again(Action, frozen=True):
    """[8.22] Repeat the Segments of the Movement and Combat Phase."""

    verb: ClassVar[str] = "again"


class Rail(To, frozen=True):
    """[8.72, 32.34] Move a unit or a Supply Unit along the railway."""

    verb: ClassVar[str] = "rail"
    examples: ClassVar[tuple[str, ...]] = ("2RTR", "D3714")


class Withdraw(Way, frozen=True):
    """[13.1] Retreat before assault."""

    verb: ClassVar[str] = "withdraw"
