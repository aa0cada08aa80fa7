"""Chapters 3 and 4: the pieces. What is printed on counters and charts, and what a unit is at this moment.

`counters`, `weapons` and `formation_charts` read the charts; `units`, `strength`, `carriage` and `parent_formations`
answer for a unit in a position: its kind and size, what it is worth, by what it moves, to whom it belongs; `spares` are
points that belong to no unit.
May import: `rommel`.
"""
