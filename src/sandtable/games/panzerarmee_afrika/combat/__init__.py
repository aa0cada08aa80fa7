"""Combat, chapters 12 and 15: declarations, combat supply, resolution, losses, reaction, surrender, advance.

All combats are declared before the first is resolved. `calculator` gives the exact chances of a combat; `offers` is
what the screen lets a player click.
May import: `pieces`, `supply`, `factors`, `movement`.
"""
