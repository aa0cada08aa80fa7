"""The pieces as printed, chapters 2, 6 and 7: units, the tables, stacking, losses of steps, command range.

What every other room asks of a counter: what it is, what it counts for, who commands it, who may stand with it and
what happens when it is reduced. Nothing here moves or fights.
May import: the map, the state and the orders of the game, nothing else of it.
"""
