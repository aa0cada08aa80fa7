"""The table: a server that keeps games, seats people and machines at them, and shows each what it may see.

`ROOMS` stand in an order, and each imports only those before it: first plain values (`pace`, `accord`, `messages`),
then where everything is kept and where machines think, the people, an open table and the room around it, the house
with all of its tables, the doors by which browsers come in, and at last the programs that serve and measure all that.
"""

ROOMS = (
    "pace",
    "accord",
    "messages",
    "stores",
    "thinking",
    "people",
    "live",
    "rooms",
    "notices",
    "standings",
    "house",
    "doors",
    "serving",
    "bench",
)
