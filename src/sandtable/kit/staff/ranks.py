"""How strong a machine is to be: the ranks that players choose from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.core.title import Player, Title
from sandtable.kit.staff.cadet import Cadet
from sandtable.kit.staff.general import General
from sandtable.kit.staff.player import StaffPlayer

CADET = "cadet"  # plays sanely and overlooks things
OFFICER = "officer"  # the staff, carrying out its plan
GENERAL = "general"  # tries several courses before each turn
MARSHAL = "marshal"  # the same with more time
EVERY_RANK = (CADET, OFFICER, GENERAL, MARSHAL)  # of a game whose staff knows courses, the weakest first
PATIENCE = 4  # times the playouts of a general that a marshal makes


def commander(title: Title[Any], rank: str, staff: Callable[[int], StaffPlayer], seed: int) -> Player:
    """A machine player of a rank, with a staff of its own."""
    if rank == CADET:
        return Cadet(title, staff(seed), seed)
    if rank == GENERAL:
        return General(title, seed, staff)
    if rank == MARSHAL:
        made = staff(seed)
        return General(title, seed, staff, made.budget.times(PATIENCE))
    return staff(seed)
