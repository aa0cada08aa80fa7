"""[8.98, 32.1, 32.3, 32.6] Orders to the quartermaster: convoys and ships, trucks, aircraft and depots."""

from __future__ import annotations

from typing import Annotated, ClassVar

from sandtable.core.forms import Journey, Phrase, Text
from sandtable.core.values import BadNotation
from sandtable.core.wording import names, number
from sandtable.games.campaign_for_north_africa.contents import Cargo
from sandtable.games.campaign_for_north_africa.order_forms import Count, Name, To, Way
from sandtable.games.campaign_for_north_africa.pieces.weapons import NATIONS


class Convoy(Phrase, frozen=True):
    """[32.61] Send Supply Units and Motorization Points of this Game-Turn by a Convoy Lane."""

    form: ClassVar[str] = "{lane:2} supply {supply:1} motors {motors:10}"
    lane: int
    supply: int
    motors: int


def write_lots(lots: tuple[Cargo, ...]) -> str:
    return ", ".join(f"{each.nation}/{each.item}:{each.points}" for each in lots)


def read_lots(words: str, usage: str) -> tuple[Cargo, ...]:
    return tuple(_lot(text, usage) for text in names(words, usage))


def _lot(text: str, usage: str) -> Cargo:
    line, _, points = text.rpartition(":")
    nation, _, item = line.partition("/")
    found = next((each for each in NATIONS if each == nation), None)
    if found is None or not item:
        raise BadNotation(f"write it as: {usage}")
    return Cargo(found, item, number(points, usage))


SomeLots = Annotated[tuple[Cargo, ...], Text(read_lots, write_lots)]


class Lots(Phrase, frozen=True):
    """[20.23, 20.24] Replacement Points of several lines, written `italian/infantry:10, german/PzII:1`."""

    form: ClassVar[str] = "{lots:italian/infantry:10, german/PzII:1}"
    lots: SomeLots


class Consign(Phrase, frozen=True):
    """[32.61] Send Replacement Points of this Game-Turn by a Convoy Lane."""

    form: ClassVar[str] = "{lots:italian/infantry:10} by {lane:2}"
    lots: SomeLots
    lane: int


class Forfeit(Lots, frozen=True):
    """[32.65] Choose which of the tanks or guns of a convoy go down."""


class Ship(To, frozen=True):
    """[32.35, 32.36] Carry a Supply Unit by sea to a port."""

    form: ClassVar[str] = "{name:CW-S1} to {to:C4807}"


class Haul(Way, frozen=True):
    """[32.33] Move Supply Units by their Motorization Points."""

    form: ClassVar[str] = "{units:CW-S1} {path:D3714-D3713}"


class Drive(Phrase, frozen=True):
    """[8.98] Move unattached Motorization Points."""

    form: ClassVar[str] = "{count:20} {path:D3714-D3713}"
    count: int
    path: Journey


class Rearrange(Phrase, frozen=True):
    """[32.15] Move Ammo and Fuel from one Supply Unit to another in the same hex."""

    form: ClassVar[str] = "{source:CW-S1} to {target:CW-S2} ammo {ammo:10} fuel {fuel:20}"
    source: str
    target: str
    ammo: int
    fuel: int


class Airlift(To, frozen=True):
    """[32.37] Carry a Supply Unit by air."""

    form: ClassVar[str] = "{name:CW-S1} to {to:C4807}"


class Destroy(Name, frozen=True):
    """[32.17] Try to destroy a Supply Unit."""

    form: ClassVar[str] = "{name:CW-S1}"


class Motorise(Count, frozen=True):
    """[8.97, 32.53] Attach unattached Motorization Points of the hex to a counter or Supply Unit [32.32]."""


class Demotorise(Count, frozen=True):
    """[8.97] Take Motorization Points off a counter or Supply Unit and leave them in the hex."""
