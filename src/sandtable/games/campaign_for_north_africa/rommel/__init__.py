"""Chapter 31: General Rommel. Where he is, who has him along, what he adds to their Allowance, his journeys to Germany.

One module; `pieces` asks it, since he makes the units in his hex faster.
May import: no other room, only the map, the state and the forms of orders.
"""
