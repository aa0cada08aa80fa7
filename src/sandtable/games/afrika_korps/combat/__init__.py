"""Combat, chapters 7, 8, 10, 11, 15 and 16: who must fight, declarations, resolution, losses, retreats, advances.

All attacks are declared before the first is resolved; `division` proves that those left over can still be attacked.
It comes before `movement`, for automatic victories are won while units move.
May import: `pieces`, `ground`, `arrivals`.
"""
