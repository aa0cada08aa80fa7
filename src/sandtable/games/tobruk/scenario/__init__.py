"""What frames a game, chapters 14 and 15: the bid and the first placements, victory points and the end.

`opening` comes before the first turn, `victory` after the last; `evaluation` counts the same points for players that
look one move ahead.
May import: `pieces`, `arrivals`, `movement`, `combat`.
"""
