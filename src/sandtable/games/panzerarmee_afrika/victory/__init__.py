"""Victory, chapter 14: how long Tobruk was held, what both armies are worth, and how the game stands.

`evaluation` counts the same for players that look one move ahead.
May import: every room from `pieces` to `arrivals`.
"""
