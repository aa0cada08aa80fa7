"""Combat Results, chapters 10, 12 and 13: the tables, step losses, retreats, surrender, Full Retreat, Recovery.

`battle` is what a combat passes along while it is fought; `march` takes pieces along a path hex by hex, past enemies in
Full Retreat who give way.
May import: `pieces`, `sea`, `ground`, `lines`.
"""
