"""What joins the armies, chapters 12, 19, 20 and 21: supplies, reinforcements, replacements, substitute counters.

`phase` is who controls a port and what comes ashore there before a side moves.
May import: `pieces`, `ground`.
"""
