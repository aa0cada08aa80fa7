"""The pieces, chapters 2, 4 and 20: counters, markers, the Turn Track, tables, stacking.

What every other room asks first: what a counter or marker is, when it is due, what a hex holds, and what the single
figures of the rules are.
May import: the map, the state and the orders of the game, nothing else of it.
"""
