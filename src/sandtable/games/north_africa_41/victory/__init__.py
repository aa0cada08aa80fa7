"""Victory, chapter 26 and each scenario's own conditions.

`questions` answers who controls what and what victory takes; `evaluation` counts the same for players that look one
move ahead.
May import: every room from `pieces` to `arrivals`.
"""
