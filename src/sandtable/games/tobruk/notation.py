"""What players of Tobruk decide, and its notation.

move 4RTR/32Tk, 1RTR/32Tk 2304-2406     attack 2506 with 4RTR/32Tk, 2BW/14 overrun 4RTR/32Tk
"""

from __future__ import annotations

from sandtable.core.values import Notation
from sandtable.games.tobruk.combat.orders import Advance, Attack, Cancel, Down, Fire, Fly, Press, Retreat, Support
from sandtable.games.tobruk.movement.orders import Enter, LeaveRoad, Mine, Move, Pass, Waive
from sandtable.games.tobruk.order_forms import Begin, Done, Lose, Place
from sandtable.games.tobruk.scenario.opening import Bid

NOTATION = Notation(
    Done, Bid, Place, Begin, Move, Enter, LeaveRoad, Mine, Pass, Waive, Attack, Fire, Press, Cancel, Fly, Down, Support,
    Lose, Retreat, Advance,
)  # fmt: skip
