"""The pieces and the board they stand on, chapters 2, 3 and 4: counters, orders of battle, tables, zones of control.

What every other room asks first: what a counter is, when it is due, what a step over the board costs, and how to read
the counters and hexes that an order names.
May import: the map, the state and the orders of the game, nothing else of it.
"""
