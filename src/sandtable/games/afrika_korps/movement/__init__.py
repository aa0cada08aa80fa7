"""The movement portion of a player turn, chapters 5, 6, 9, 13 and 23: moves, stacking, automatic victories, the sea.

`phase` is what the phasing player may do; `stacking` keeps room for everybody, `automatic_victory` opens the way.
May import: `pieces`, `ground`, `arrivals`, `combat`.
"""
