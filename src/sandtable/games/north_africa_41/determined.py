"""[11] Determined Defence: the defender tries to hold his hex before he retreats, and Desperate Defence where there is
no way back."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft, Step
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41 import retreats
from sandtable.games.north_africa_41.actions import Accept, Lose, Release, Reroll, Stand
from sandtable.games.north_africa_41.battle import Battle, Conclusion, holding
from sandtable.games.north_africa_41.combat_tables import (
    Effect,
    defence_modifier,
    determined_defence,
    effect_of,
)
from sandtable.games.north_africa_41.combat_tables import Stand as Outcome
from sandtable.games.north_africa_41.counters import Side
from sandtable.games.north_africa_41.lines import in_supply
from sandtable.games.north_africa_41.losses import (
    Toll,
    abandon,
    becomes_remnant,
    fall,
    is_last_step,
    release,
    suffer,
    take_step,
)
from sandtable.games.north_africa_41.map import board, cities, groundworks, ports, terrain, towns
from sandtable.games.north_africa_41.state import (
    DISRUPTED,
    FULL_RETREAT,
    NorthAfrica,
    face_of,
    in_good_order,
)
from sandtable.games.north_africa_41.strength import is_fortified
from sandtable.games.north_africa_41.support import defence_support, use
from sandtable.games.north_africa_41.support_units import is_support
from sandtable.games.north_africa_41.tables import DefenceColumn
from sandtable.games.north_africa_41.tables import terrain as terrain_effects
